import { beforeEach, describe, expect, it, vi } from "vitest";

import type { StepFacts } from "../../../src/api/types";
import { example } from "../../../src/games/black_crystal/example";
import type { LastCards } from "../../../src/games/black_crystal/last.svelte";
import { stepsIn, storyOf } from "../steps";

const step = stepsIn<"black_crystal">();

const view = (turns: number) => example({}, { turns, health: { B07: 3 } });

/** A board, in a page that has just been opened. */
async function opened(): Promise<() => LastCards> {
  vi.resetModules();
  const { LastCards } = await import("../../../src/games/black_crystal/last.svelte");
  return () => new LastCards();
}
let board: () => LastCards;
let cards: LastCards;
let moment = 0;
/** These steps are told; what is in sight then. */
function told(...steps: StepFacts<"black_crystal">[]) {
  cards.follow(storyOf<"black_crystal">(steps, view(moment), view(moment + 1)));
  moment += 1;
  return cards.at(view(moment)).map(({ card, who, outcome }) => [card, who, outcome]);
}

beforeEach(async () => {
  moment = 0;
  board = await opened();
  cards = board();
});

describe("the cards that all have seen", () => {
  it("stay in sight, the newest first, three at most", () => {
    expect(told(step("boom_drawn", { seat: 1, card: "B07" }))).toEqual([["B07", 1, null]]);
    expect(
      told(
        step("find_drawn", { seat: 0, card: "F05" }),
        step("card_played", { seat: 0, card: "F06" }),
        step("card_sold", { seat: 2, card: "F07" }),
      ),
    ).toEqual([
      ["F07", 2, null],
      ["F06", 0, null],
      ["F05", 0, null],
    ]);
  });

  it("are not those that one seat has seen alone", () => {
    expect(told(step("find_drawn", { seat: 0, card: null }))).toEqual([]);
  });

  it.each([
    [step("fight_won", { attacker: 0, defender: null, card: "B07" }), "won"],
    [step("fight_lost", { attacker: 0, defender: null, card: "B07" }), "lost"],
    [step("ally_gained", { seat: 0, monster: "B07" }), "tamed"],
    [step("turn_ended", { seat: 0 }), "none"],
    [step("fight_won", { attacker: 0, defender: null, card: "B08" }), null], // another monster
    [step("fight_won", { attacker: 0, defender: 1, card: null }), null], // a dwarf
  ])("say what came of a monster: %o", (then, outcome) => {
    told(step("boom_drawn", { seat: 1, card: "B07" }));
    expect(told(then)).toEqual([["B07", 1, outcome]]);
  });

  it("are forgotten where the board has come by a jump", () => {
    told(step("boom_drawn", { seat: 1, card: "B07" }));
    expect(cards.at(view(9))).toEqual([]);
    moment = 20;
    expect(told(step("card_played", { seat: 0, card: "F06" }))).toEqual([["F06", 0, null]]);
  });

  it("outlive a board that is made anew", () => {
    told(step("boom_drawn", { seat: 1, card: "B07" }));
    expect(board().at(view(1))).toHaveLength(1);
  });
});
