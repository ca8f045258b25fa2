import { beforeAll, describe, expect, it, onTestFinished } from "vitest";

import type { View } from "../../src/api/types";
import { settings } from "../../src/lib/settings.svelte";
import { Shown } from "../../src/table/shown.svelte";
import { at, event, eventsFrame, momentOf, ply } from "../made";
import { rooted, settle } from "../rooted.svelte";
import { speak } from "../speech";
import { seated, showAll } from "./seated";

async function showing(acting: (view: View) => number | null = () => null) {
  const found = await seated();
  const shown = rooted(() => new Shown(found.live, found.here, acting));
  void shown.now; // as a page reads it from the first
  return { ...found, shown };
}
const came = { key: "move.roll", places: { n: "6" } };

beforeAll(speak);

describe("what the frame says", () => {
  it("stays as it was while the board tells a move", async () => {
    const { shown, hear, live } = await showing();
    await hear(eventsFrame([ply(1, 0)], { turn: 1, ply: 1 }));
    expect(live.now?.ply).toBe(1);
    expect(shown.now?.ply).toBe(0);
    expect(shown.happening).toBe("Storey 1 is built.");
    await showAll(live);
    expect(shown.now?.ply).toBe(1);
    expect(shown.happening).toBeNull();
  });

  it("has moves in its log as they are told, and what came of them when that was seen", async () => {
    const { shown, hear, live } = await showing();
    await hear(eventsFrame([ply(1, 0, { also: [came] }), ply(2, 1, { also: [came] })]));
    expect(shown.events.map(({ n }) => n)).toEqual([0, 1]);
    expect(shown.events.at(-1)?.also).toEqual([]);
    live.telling.told(live.telling.story!);
    expect(shown.events.map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(shown.events[1]?.also).toEqual([came]);
    await showAll(live);
    expect(shown.events[2]?.also).toEqual([came]);
  });

  it("is stale once the board is on to a later move", async () => {
    const { shown, hear, live } = await showing();
    expect(shown.stale).toBe(false);
    await hear(eventsFrame([ply(1, 0), ply(2, 1)]));
    expect(shown.stale).toBe(false);
    live.telling.told(live.telling.story!);
    expect(shown.stale).toBe(true);
    await showAll(live);
    expect(shown.stale).toBe(false);
  });

  it("waits for nothing where nothing moves", async () => {
    settings.still = true;
    onTestFinished(() => {
      settings.still = false;
    });
    const { shown, hear } = await showing();
    await hear(eventsFrame([ply(1, 0)], { ply: 1 }));
    expect(shown.now?.ply).toBe(1);
    expect(shown.events).toHaveLength(2);
    expect(shown.happening).toBeNull();
  });

  it("keeps the whole log while the past is told again", async () => {
    const { shown, hear, live } = await showing();
    await hear(eventsFrame([ply(1, 0), ply(2, 1)]));
    await showAll(live);
    live.telling.retell([{ event: ply(1, 0), before: at(0), after: at(1) }], 0);
    expect(shown.events).toHaveLength(3);
    expect(shown.happening).toBe("Storey 1 is built.");
  });
});

describe("who is at it", () => {
  it("is the seat whose move is told, and else the one whose turn it is", async () => {
    const { shown, hear, live } = await showing();
    expect(shown.turn).toBe(0);
    await hear(eventsFrame([ply(1, 0)], { turn: 1 }));
    expect(shown.turn).toBe(0);
    await showAll(live);
    expect(shown.turn).toBe(1);
  });

  it("is in a roll of chance whoever the game says, or whose turn it was", async () => {
    const { shown, hear } = await showing((view) => (momentOf(view) === 0 ? 1 : null));
    await hear(eventsFrame([ply(1, "chance")], { turn: 0 }));
    expect(shown.turn).toBe(1);
    const plain = await showing();
    await plain.hear(eventsFrame([ply(1, "chance")], { turn: 1 }));
    expect(plain.shown.turn).toBe(0);
  });

  it("is nobody when the game is over", async () => {
    const { shown, hear } = await showing();
    await hear(eventsFrame([event(1, "resign")], { turn: "over" }));
    await settle();
    expect(shown.turn).toBeNull();
  });
});
