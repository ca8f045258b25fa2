import { describe, expect, it } from "vitest";

import { perch } from "../../../src/games/warp6/perch";

const SIZE = { x: 40, y: 12 };
const REACH = { x: 100, y: 100 };
const at = (x: number, y: number, weight = 1) => ({ at: { x, y }, weight });

describe("the buttons of a die", () => {
  it("stand above it where nothing is in the way", () => {
    const { x, y } = perch({ x: 0, y: 0 }, [], SIZE, REACH);
    expect(x).toBe(0);
    expect(y).toBeLessThan(-SIZE.y / 2);
  });

  it("stand elsewhere where they would hide the way it goes", () => {
    const { y } = perch({ x: 0, y: 0 }, [at(0, -17)], SIZE, REACH);
    expect(y).toBeGreaterThan(0);
  });

  it("hide what matters least where they must hide something", () => {
    const all = [-40, 0, 40].flatMap((x) => [-17, 0, 17].map((y) => at(x, y, 9)));
    const sights = [...all.filter(({ at }) => at.x <= 0 || at.y <= 0), at(31, 17, 1)];
    const { x, y } = perch({ x: 0, y: 0 }, sights, SIZE, REACH);
    expect([Math.sign(x), Math.sign(y)]).toEqual([1, 1]);
  });

  it("stay within the picture", () => {
    const { x, y } = perch({ x: 95, y: -95 }, [], SIZE, REACH);
    expect(x).toBeLessThanOrEqual(REACH.x - SIZE.x / 2);
    expect(y).toBeGreaterThanOrEqual(-REACH.y + SIZE.y / 2);
  });
});
