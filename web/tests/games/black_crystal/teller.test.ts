import { mount, unmount } from "svelte";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { example } from "../../../src/games/black_crystal/example";
import type { Teller } from "../../../src/games/black_crystal/teller.svelte";
import { settings } from "../../../src/lib/settings.svelte";
import { cellNumber as at } from "../../../src/games/black_crystal/view";
import { settle } from "../../rooted.svelte";
import { nowIn, stepsIn, storyOf } from "../steps";
import { Given, type Props } from "./board.svelte";
import Board from "./Board.svelte";

const step = stepsIn<"black_crystal">();

const mine = example({ "4,4": ["plain.cross", 0], "4,3": ["plain.cross", 0] });
const walk = () =>
  storyOf<"black_crystal">(
    [step("walked", { seat: 0, origin: at("4,4"), target: at("4,3") })],
    mine,
  );
const boom = () =>
  storyOf<"black_crystal">([step("boom_drawn", { seat: 1, card: "B07" })], mine, mine, { by: 1 });

/** A board on which a teller tells. */
async function telling(change: Partial<Props> = {}) {
  const present = nowIn<"black_crystal">(mine, { turn: 1 });
  const of = new Given({ seat: 0, present, still: false, story: null, ...change });
  let teller: Teller | undefined;
  const board = mount(Board, {
    target: document.body,
    props: { of, made: (one: Teller) => (teller = one) },
  });
  onTestFinished(() => unmount(board));
  await settle();
  return { of, teller: teller! };
}
const later = async (milliseconds: number) => {
  vi.advanceTimersByTime(milliseconds);
  await settle();
};

beforeEach(() => {
  vi.useFakeTimers();
  settings.sound = false;
  settings.speed = 1;
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

describe("a story", () => {
  it("is told on the board, and then it is said that it was", async () => {
    const { of, teller } = await telling({ story: walk() });
    expect(teller.scene).not.toBeNull();
    await later(1);
    expect(teller.scene?.view.seats[0]!.at).toEqual([4, 3]);
    await later(240);
    expect(of.heard).toHaveLength(1);
    expect(of.after).toHaveLength(1);
    expect(teller.scene).toBeNull();
  });

  it("is done at once where nothing moves, or nothing is to be seen", async () => {
    const still = await telling({ story: walk(), still: true });
    expect(still.of.heard).toHaveLength(1);
    const empty = await telling({ story: storyOf<"black_crystal">([], mine) });
    expect(empty.of.heard).toHaveLength(1);
  });

  it("makes way for the next one", async () => {
    const { of, teller } = await telling({ story: boom() });
    const next = walk();
    of.story = next;
    await settle();
    expect(teller.scene?.shown).toBeNull();
    await later(300);
    await later(10_000);
    expect(of.heard).toEqual([next]);
  });
});

describe("the button that leads past what happens", () => {
  it("says whether it leads to one's own turn", async () => {
    expect((await telling()).teller.skips).toBe("to_turn");
    expect((await telling({ seat: null })).teller.skips).toBeNull();
    expect((await telling({ seat: null, story: walk() })).teller.skips).toBe("skip");
    expect(
      (await telling({ story: walk(), present: nowIn<"black_crystal">(mine, { turn: 0 }) })).teller
        .skips,
    ).toBe("skip");
    expect((await telling({ still: true })).teller.skips).toBeNull();
  });

  it("leaves untold all that comes before one's turn", async () => {
    const { of, teller } = await telling({ story: boom() });
    teller.rush();
    await settle();
    expect(of.heard).toHaveLength(1);
    of.story = boom();
    await settle();
    expect(of.heard).toHaveLength(2);
    expect(teller.skips).toBeNull();
    of.story = null;
    of.present = nowIn<"black_crystal">(mine, { turn: 0 });
    await settle();
    expect(teller.deaf).toBe(true); // a press that meant the story plays no move
    of.present = nowIn<"black_crystal">(mine, { turn: 1 });
    of.story = boom();
    await later(600);
    expect(of.heard).toHaveLength(2); // the next one is told again
  });

  it("leaves only what is told now, for who watches", async () => {
    const { of, teller } = await telling({ seat: null, story: boom() });
    teller.rush();
    of.story = boom();
    await settle();
    expect(of.heard).toHaveLength(1);
    expect(teller.scene).not.toBeNull();
  });
});

describe("a press", () => {
  const press = (teller: Teller, detail = 1) => {
    const event = new MouseEvent("click", { cancelable: true, detail });
    teller.shield(event);
    return event.defaultPrevented;
  };

  it("goes on from what is held up to be read", async () => {
    const { of, teller } = await telling({ story: boom() });
    expect(teller.goOn()).toBe(false);
    await later(1);
    expect(teller.goOn()).toBe(true);
    expect(of.heard).toHaveLength(1);
    expect(press(teller)).toBe(true);
    expect(press(teller, 0)).toBe(false); // a key
    await later(500);
    expect(press(teller)).toBe(false);
  });

  it("is heard after one's own walk", async () => {
    const { teller } = await telling({ story: walk() });
    await later(300);
    expect(press(teller)).toBe(false);
  });
});
