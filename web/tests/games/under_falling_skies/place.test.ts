import { describe, expect, it } from "vitest";

import { example } from "../../../src/games/under_falling_skies/example";
import {
  WIDE_BASE,
  WIDE_SKY,
  abreast,
  around,
  cellAt,
  columnX,
  middle,
  rowY,
  shipX,
  shipY,
  signX,
  stacked,
  type BaseGrid,
  type SkyGrid,
} from "../../../src/games/under_falling_skies/place";
import { COLUMNS } from "../../../src/games/under_falling_skies/view";

describe("the wide picture", () => {
  it("has the columns of the sky above those of the base", () => {
    for (const column of COLUMNS) {
      expect(columnX(WIDE_SKY, column)).toBe(columnX(WIDE_BASE, column));
      expect(signX(WIDE_SKY, column)).toBeLessThan(shipX(WIDE_SKY, column));
    }
  });

  it("has room for all rows, and shows a ship in the city above its roofs", () => {
    expect(rowY(WIDE_SKY, 15)).toBeLessThan(WIDE_SKY.ground);
    expect(shipY(WIDE_SKY, 5)).toBe(rowY(WIDE_SKY, 5));
    expect(shipY(WIDE_SKY, 17)).toBe(shipY(WIDE_SKY, 18));
  });

  it("frames cells that belong together", () => {
    const [one, two] = [cellAt(WIDE_BASE, "22"), cellAt(WIDE_BASE, "23")];
    expect(one.x + one.width).toBe(two.x);
    const frame = around(WIDE_BASE, ["22", "23"], 4);
    expect(frame).toEqual({
      x: one.x + 4,
      y: one.y + 4,
      width: 2 * one.width - 8,
      height: one.height - 8,
    });
    expect(middle(WIDE_BASE, "22")).toEqual({
      x: one.x + one.width / 2,
      y: one.y + one.height / 2,
    });
  });
});

describe("a small picture", () => {
  const view = example();
  const tall = ({ heights }: BaseGrid) => heights.filter((height) => height > 20).length;

  it.each([
    [360, 640],
    [320, 480],
    [420, 800],
  ])("of %i by %i holds sky and base, one above the other", (width, height) => {
    const [sky, base] = stacked(view, width, height);
    expect(sky.width).toBe(width);
    expect(base.width).toBe(width);
    expect(sky.height + base.height).toBeLessThan(height * 1.15);
    expect(columnX(sky, 5) + sky.column / 2).toBeLessThanOrEqual(width);
  });

  it("begins where the mothership is", () => {
    const top = (row: number): SkyGrid => stacked(example({ row }), 360, 640)[0];
    expect(top(8).top).toBeGreaterThan(top(1).top);
    expect(rowY(top(8), 8)).toBeGreaterThan(top(8).top);
  });

  it("gives the room of the base to the rows that a die can come to", () => {
    const [, base] = stacked(view, 360, 640);
    expect(tall(base)).toBeLessThan(6);
    for (const height of base.heights.filter((one) => one > 20)) {
      expect(height).toBeGreaterThanOrEqual(36); // a finger's width
    }
    const [, deep] = stacked(example({ excavator: 25 }), 360, 640);
    expect(tall(deep)).toBe(6);
    const robots = [{ cell: "51", value: 2, tired: false }];
    expect(stacked(example({ robots }), 360, 640)[1].heights[5]).toBeGreaterThan(20);
  });

  it("lays the rows of the base one below the other", () => {
    const [, { tops, heights }] = stacked(view, 360, 640);
    for (let row = 1; row < 6; row++) expect(tops[row]).toBe(tops[row - 1]! + heights[row - 1]!);
  });

  it("on its side has them beside each other, each as high as the box", () => {
    const [sky, base] = abreast(view, 800, 360);
    expect(sky.width + base.width).toBe(800);
    expect(sky.height).toBeLessThanOrEqual(360);
    expect(base.height).toBeLessThanOrEqual(360);
  });
});
