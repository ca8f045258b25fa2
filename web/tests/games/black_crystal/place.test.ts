import { describe, expect, it } from "vitest";

import { example } from "../../../src/games/black_crystal/example";
import { FARTHEST, NEAREST, eyeOn, usualNear } from "../../../src/games/black_crystal/eye";
import {
  BOARD,
  CELL,
  chance,
  facets,
  floorAlone,
  floorOf,
  floors,
  gap,
  middle,
  mouths,
  soft,
} from "../../../src/games/black_crystal/place";
import { CELLS, cellNumber } from "../../../src/games/black_crystal/view";

const at = cellNumber;
const mine = example(
  { "4,0": ["plain.cross", 0], "4,1": ["find.straight", 0], "6,4": ["boom.corner", 0] },
  { passages: [[4, 1, 5, 1]] },
);
/** How many closed outlines a path has, and the numbers in it. */
const outlines = (path: string) => path.match(/Z/g)?.length ?? 0;
const numbers = (path: string) => (path.match(/-?[\d.]+/g) ?? []).map(Number);

describe("the mine", () => {
  it("lies around its middle, with the Entrances outside", () => {
    expect(middle(at("4,4"))).toEqual({ x: BOARD / 2, y: BOARD / 2 });
    expect(middle(at("5,4")).x - middle(at("4,4")).x).toBe(CELL);
    const [north, east, south, west] = [0, 1, 2, 3].map((side) => middle(CELLS + side));
    expect(north!.y).toBeLessThan(middle(at("4,0")).y);
    expect(east!.x).toBeGreaterThan(middle(at("8,4")).x);
    expect(south!.y).toBeGreaterThan(middle(at("4,8")).y);
    expect(west!.x).toBeLessThan(middle(at("0,4")).x);
  });

  it("looks the same each time it is drawn", () => {
    expect(floors(mine, 0)).toBe(floors(structuredClone(mine), 0));
    for (let k = 0; k < 100; k++) expect(chance(k, 7) >= 0 && chance(k, 7) < 1).toBe(true);
    expect(chance(1, 2)).not.toBe(chance(2, 1));
  });

  it("is carved where tiles lie: a chamber, and an arm for each opening", () => {
    expect(floorOf(mine, at("0,0"), 0)).toBe("");
    expect(outlines(floorOf(mine, at("6,4"), 0))).toBe(3);
    expect(outlines(floorOf(mine, at("4,0"), 0))).toBe(5);
    expect(outlines(floorAlone("plain.tee", 0, 0))).toBe(4);
  });

  it("is whole: cells, passages, and the Entrances where somebody plays", () => {
    const cells = ["4,0", "4,1", "6,4"].map((one) => outlines(floorOf(mine, at(one), 0)));
    const sum = cells.reduce((a, b) => a + b, 0);
    expect(outlines(floors(mine, 0))).toBe(sum + 1 + 4);
    expect(outlines(gap(4, 1, 5, 1, 0))).toBe(1);
  });

  it("is wider all round where its edge is drawn", () => {
    const width = (grow: number) => {
      const xs = numbers(floorAlone("plain.straight", 1, grow)).filter((_, k) => k % 2 === 0);
      return Math.max(...xs) - Math.min(...xs);
    };
    const height = (grow: number) => {
      const ys = numbers(floorAlone("plain.straight", 1, grow)).filter((_, k) => k % 2);
      return Math.max(...ys) - Math.min(...ys);
    };
    expect(height(6)).toBeGreaterThan(height(0));
    expect(width(6)).toBeGreaterThanOrEqual(width(0));
  });

  it("has mouths where it leads into the dark", () => {
    const found = mouths(mine).map(({ cell, side }) => [cell, side]);
    expect(found).toContainEqual([at("4,0"), 1]);
    expect(found).toContainEqual([at("4,1"), 2]);
    expect(found).not.toContainEqual([at("4,0"), 2]); // there it goes on
    expect(found).not.toContainEqual([at("4,0"), 0]); // that is home
  });

  it("is in rock with facets that do not hang over its edge", () => {
    const shades = facets(200, 3, 60);
    expect(shades).toHaveLength(4);
    for (const shade of shades) {
      expect(outlines(shade)).toBeGreaterThan(0);
      for (const number of numbers(shade)) expect(number >= -6 && number <= 206).toBe(true);
    }
  });

  it("has soft lines that are closed", () => {
    const path = soft([
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ]);
    expect(path).toMatch(/^M5 5Q0 0 5 0.*Z$/);
  });
});

describe("the eye", () => {
  it("sees all of the mine in a large window, and cells as wide as a finger in a small one", () => {
    expect(usualNear(800, 800)).toBe(FARTHEST);
    expect(usualNear(0, 0)).toBe(FARTHEST);
    const near = usualNear(320, 320);
    expect((near * CELL * 320) / BOARD).toBeCloseTo(45);
    expect(usualNear(40, 40)).toBe(NEAREST);
  });

  it("looks at places from no nearer than it must", () => {
    const one = eyeOn([at("4,4")], 320, 320, 2);
    expect(one).toEqual({ ...middle(at("4,4")), near: 2 });
    const corners = eyeOn([at("0,0"), at("8,8")], 320, 320, 4);
    expect(corners.near).toBeLessThan(1.2);
    expect(eyeOn([at("0,0")], 320, 320, 0.2)).toEqual({ x: BOARD / 2, y: BOARD / 2, near: 1 });
  });
});
