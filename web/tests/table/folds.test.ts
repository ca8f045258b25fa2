import { beforeAll, describe, expect, it } from "vitest";

import { withFolds } from "../../src/table/folds";
import { line } from "../made";
import { speak } from "../speech";

beforeAll(speak);

const rolls = (from: number, count: number, change = {}) =>
  Array.from({ length: count }, (_, k) =>
    line(from + k, { by: "chance", kind: "move.roll", text: "Rolled.", ...change }),
  );
const rows = (lines: ReturnType<typeof line>[], shows = (_: { n: number }) => true) =>
  withFolds("tower", lines, shows).map(({ n, text, fold }) => [n, text, fold?.length ?? 0]);

describe("long runs of chance", () => {
  it("are told in one line, in the game's own words", () => {
    expect(rows([line(1), ...rolls(2, 4), line(6)])).toEqual([
      [1, "Line 1.", 0],
      [2, "4 rolls.", 4],
      [6, "Line 6.", 0],
    ]);
  });

  it("are told in common words where the game has none", () => {
    expect(rows(rolls(1, 5, { kind: "move.deal", text: "Dealt." }))).toEqual([
      [1, "Dealt. And 4 more.", 5],
    ]);
  });

  it("are left as they are where they are short", () => {
    expect(rows(rolls(1, 3))).toHaveLength(3);
  });

  it("end where something else happens, or where they were taken back", () => {
    expect(rows([...rolls(1, 3), line(4), ...rolls(5, 3)])).toHaveLength(7);
    expect(rows([...rolls(1, 3, { gone: true }), ...rolls(4, 3)])).toHaveLength(6);
    expect(rows([...rolls(1, 3), ...rolls(4, 3, { kind: "move.deal" })])).toHaveLength(6);
  });

  it("of somebody who plays are not folded", () => {
    expect(rows(rolls(1, 6, { by: 0 }))).toHaveLength(6);
  });

  it("are parted by a line that is hidden, and count only what is shown", () => {
    const hidden = (n: number) => n !== 4;
    expect(rows([...rolls(1, 3), line(4), ...rolls(5, 3)], ({ n }) => hidden(n))).toHaveLength(6);
    expect(rows(rolls(1, 5), ({ n }) => n > 1)).toEqual([[2, "4 rolls.", 4]]);
  });
});
