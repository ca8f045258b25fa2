import { describe, expect, it } from "vitest";

import { merged, present } from "../../src/api/changes";
import { example } from "../../src/games/black_crystal/example";
import { CELLS } from "../../src/games/black_crystal/view";
import { nowIn } from "../games/steps";

const mine = example({ "4,0": ["plain.cross", 0] });

describe("a view with what has changed of it", () => {
  it("has the fields that were sent, and the others as they were", () => {
    const view = merged(mine, { bank: 7, fight: null });
    expect(view).toEqual({ ...mine, bank: 7 });
    expect(merged(mine, {})).toEqual(mine);
  });

  it("has the entries of a list that were sent by their place", () => {
    const view = merged(mine, { cells: { "3": "mushroom", "80": null } });
    expect(view.cells).toHaveLength(CELLS);
    expect(view.cells[3]).toBe("mushroom");
    expect(view.cells[4]).toBe(mine.cells[4]);
  });

  it("has a list that was sent in whole", () => {
    expect(merged(mine, { links: [1, 2] }).links).toEqual([1, 2]);
    expect(merged({ ...mine, drawn: [] }, { drawn: ["plain.cross"] }).drawn).toHaveLength(1);
  });
});

describe("how things stand after a frame", () => {
  const before = nowIn<"black_crystal">(mine, { prompt: "state.act", ply: 4 });
  const own = { legal: null, undo: "no", deadline: null, window: null } as const;

  it("is what it was, but for what has changed", () => {
    const changed = { ...own, ply: 5, view: { bank: 7 } };
    const after = present(before, null, { is: "events", n: 5, events: [], changed });
    expect(after).toEqual({ ...before, ...own, ply: 5, view: { ...mine, bank: 7 } });
  });

  it("goes on from the latest view on the way", () => {
    const latest = { ...mine, turns: 9 };
    const frame = { is: "events" as const, n: 5, events: [], changed: own };
    expect(present(before, latest, frame)?.view).toBe(latest);
  });

  it("is what is told in whole", () => {
    const now = nowIn<"black_crystal">(mine);
    expect(present(before, null, { is: "events", n: 5, events: [], now })).toBe(now);
    expect(present(null, null, { is: "events", n: 5, events: [], now: null })).toBeNull();
  });
});
