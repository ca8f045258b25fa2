import { describe, expect, it } from "vitest";

import { Past } from "../../src/table/past.svelte";
import { at, event, eventsFrame, ply } from "../made";
import { rooted, settle } from "../rooted.svelte";
import { seated, showAll } from "./seated";

const log = [event(0, "begin"), ply(1, 0), ply(2, 1), ply(3, "chance")];
const replay = {
  total: 3,
  first: at(0),
  plies: log.slice(1).map((event) => ({ ply: event.n, event, view: at(event.n) })),
};

async function looking(serves: unknown = replay) {
  const found = await seated({ n: 3, events: log }, {}, { "GET /api/tables/t1/replay": serves });
  return { ...found, past: rooted(() => new Past(found.live, found.here)) };
}

describe("looking back", () => {
  it("shows the present unless asked for more, and the last move that was no roll", async () => {
    const { past, live } = await looking();
    expect(past.at).toBeNull();
    expect(past.view).toBe(live.telling.view);
    expect(past.last?.n).toBe(2);
  });

  it("shows how things stood after a move, and before the first", async () => {
    const { past } = await looking();
    await past.jump(2);
    expect([past.at, past.view, past.last?.n]).toEqual([2, { at: 2 }, 2]);
    await past.jump(0);
    expect([past.view, past.last]).toEqual([{ at: 0 }, null]);
    await past.jump(null);
    expect(past.at).toBeNull();
  });

  it("stays within the game", async () => {
    const { past } = await looking();
    await past.jump(99);
    expect(past.at).toBe(3);
    await past.jump(-5);
    expect(past.at).toBe(0);
  });

  it("asks for a moment of the game once", async () => {
    const { past, asked, hear, live } = await looking();
    const parts = () => asked.filter(({ path }) => path.endsWith("/replay")).length;
    await past.jump(1);
    await past.jump(2);
    expect(parts()).toBe(1);
    await hear(eventsFrame([ply(4, 0)]));
    await showAll(live);
    await past.jump(1);
    expect(parts()).toBe(2);
  });

  it("ends when another seat is shown", async () => {
    const { past, live } = await looking();
    await past.jump(1);
    live.show = 1;
    await settle();
    expect(past.at).toBeNull();
  });

  it("does not show one seat what was asked for another", async () => {
    const { past, live } = await looking();
    const jumped = past.jump(1);
    live.show = 1;
    await jumped;
    expect(past.at).toBeNull();
  });

  it("names the move that is told again", async () => {
    const { past, live } = await looking();
    live.telling.retell([{ event: ply(1, 0), before: at(0), after: at(1) }], 0);
    expect(past.last?.n).toBe(1);
  });
});
