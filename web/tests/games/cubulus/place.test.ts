import { describe, expect, it } from "vitest";

import { LINES } from "../../../src/games/cubulus/geometry";
import { scatter } from "../../../src/games/cubulus/place";

const ALL = Array.from({ length: 27 }, (_, cell) => cell);
const pairs = (cells: number[]) =>
  LINES.flatMap(([a, b, c]) => [
    [a, b],
    [b, c],
  ]).filter(([a, b]) => cells.includes(a!) && cells.includes(b!)).length;

describe("scatter", () => {
  it("chooses so many free cells, none twice", () => {
    const free = ALL.slice(9);
    const chosen = scatter(free, 9, ALL.slice(0, 3));
    expect(new Set(chosen).size).toBe(9);
    for (const cell of chosen) expect(free).toContain(cell);
  });

  it("lays balls well apart", () => {
    // Of nine cells in a cube about seven pairs lie next to each other by chance.
    for (let k = 0; k < 5; k++) expect(pairs(scatter(ALL, 9, []))).toBeLessThan(6);
  });

  it("keeps off the balls that lie there", () => {
    // Beside the middle of the cube, or far from it.
    expect(scatter([4, 0], 1, [13])).toEqual([0]);
  });

  it("takes what there is", () => {
    expect(scatter([5, 6], 9, []).sort()).toEqual([5, 6]);
    expect(scatter([], 3, [])).toEqual([]);
  });
});
