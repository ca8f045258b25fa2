import { beforeEach, describe, expect, it, vi } from "vitest";

import type { StepFacts, View } from "../../../src/api/types";
import { example } from "../../../src/games/black_crystal/example";
import type { LastCards } from "../../../src/games/black_crystal/last.svelte";
import { step, storyOf } from "../steps";

const view = (turns: number) => example({}, { turns, health: { B07: 3 } }) as unknown as View;

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
function told(...steps: StepFacts[]) {
  cards.follow(storyOf(steps, view(moment), view(moment + 1)));
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
    expect(told(step("boom_drawn", 1, 6))).toEqual([["B07", 1, null]]);
    expect(
      told(step("find_drawn", 0, 4), step("card_played", 0, 5), step("card_sold", 2, 6)),
    ).toEqual([
      ["F07", 2, null],
      ["F06", 0, null],
      ["F05", 0, null],
    ]);
  });

  it("are not those that one seat has seen alone", () => {
    expect(told(step("find_drawn", 0, -1))).toEqual([]);
  });

  it.each([
    [step("fight_won", 0, -1, 6), "won"],
    [step("fight_lost", 0, -1, 6), "lost"],
    [step("ally_gained", 0, 6), "tamed"],
    [step("turn_ended", 0), "none"],
    [step("fight_won", 0, -1, 7), null], // another monster
    [step("fight_won", 0, 1, -1), null], // a dwarf
  ])("say what came of a monster: %o", (then, outcome) => {
    told(step("boom_drawn", 1, 6));
    expect(told(then)).toEqual([["B07", 1, outcome]]);
  });

  it("are forgotten where the board has come by a jump", () => {
    told(step("boom_drawn", 1, 6));
    expect(cards.at(view(9))).toEqual([]);
    moment = 20;
    expect(told(step("card_played", 0, 5))).toEqual([["F06", 0, null]]);
  });

  it("outlive a board that is made anew", () => {
    told(step("boom_drawn", 1, 6));
    expect(board().at(view(1))).toHaveLength(1);
  });
});
