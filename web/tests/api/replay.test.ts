import { describe, expect, it } from "vitest";

import { storiesFrom, wholeReplay } from "../../src/api/replay";
import { at, momentOf, ply } from "../made";
import { serve, type Asked } from "../network";

/** A game of so many plies; a request is answered with two of them at most. */
function serveGame(total: number): Asked[] {
  return serve({
    "GET /api/tables/t1/replay": ({ query }: Asked) => {
      const from = Number(query.get("first"));
      const plies = Array.from({ length: Math.max(0, Math.min(2, total - from)) }, (_, k) => ({
        ply: from + k + 1,
        event: ply(from + k + 1, 0),
        view: at(from + k + 1),
      }));
      return { total, first: at(0), plies };
    },
  });
}

describe("wholeReplay", () => {
  it("asks for part after part until all is there", async () => {
    const asked = serveGame(5);
    const replay = await wholeReplay("t1", 1);
    expect(replay.plies.map(({ ply }) => ply)).toEqual([1, 2, 3, 4, 5]);
    expect(asked.map(({ query }) => query.toString())).toEqual([
      "seat=1&first=0",
      "seat=1&first=2",
      "seat=1&first=4",
    ]);
  });

  it("asks once where nothing has happened", async () => {
    const asked = serveGame(0);
    expect((await wholeReplay("t1")).plies).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it("stops where a server says there is more and sends nothing", async () => {
    const asked = serve({ "GET /api/tables/t1/replay": { total: 9, first: at(0), plies: [] } });
    expect((await wholeReplay("t1")).plies).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});

describe("storiesFrom", () => {
  const told = async (from: number) =>
    (await storiesFrom("t1", 0, from)).map(({ event, before, after }) => [
      momentOf(before),
      event.n,
      momentOf(after),
    ]);

  it("tells a game from its first move", async () => {
    serveGame(3);
    expect(await told(1)).toEqual([
      [0, 1, 1],
      [1, 2, 2],
      [2, 3, 3],
    ]);
  });

  it("begins with how things stood before a move in the middle", async () => {
    serveGame(4);
    expect(await told(3)).toEqual([
      [2, 3, 3],
      [3, 4, 4],
    ]);
  });

  it("tells nothing where nothing has happened since", async () => {
    serveGame(2);
    expect(await told(3)).toEqual([]);
  });
});
