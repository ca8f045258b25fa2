import { describe, expect, it } from "vitest";

import { placeNames } from "../../src/lobby/labels";

const SUN = { x: 200, y: 100, size: 20 };
const LETTER = 10;
const WIDTH = 400;
const planet = (text: string, x: number, y: number, size = 8) => ({ text, x, y, size });

describe("placeNames", () => {
  it("puts a name below its planet where there is room", () => {
    const [at] = placeNames([planet("Cubulus", 60, 40)], SUN, LETTER, WIDTH);
    expect(at).toEqual({ x: 60, y: 40 + 8 + LETTER });
  });

  it("puts it above where another planet is below", () => {
    const [at] = placeNames([planet("One", 60, 60), planet("Two", 60, 78)], SUN, LETTER, WIDTH);
    expect(at!.y).toBeLessThan(60);
  });

  it("keeps names off each other and off the sun", () => {
    const near = [planet("Under Falling Skies", 190, 70), planet("Black Crystal", 215, 72)];
    const [one, two] = placeNames(near, SUN, LETTER, WIDTH);
    const apart = Math.abs(one!.y - two!.y);
    expect(apart).toBeGreaterThanOrEqual(LETTER);
    for (const { y } of [one!, two!]) expect(Math.abs(y - SUN.y)).toBeGreaterThan(SUN.size / 2);
  });

  it("keeps long names inside the picture", () => {
    const long = "A planet with a long name";
    const half = (long.length * LETTER * 0.56) / 2;
    const places = placeNames([planet(long, 4, 40), planet(long, 396, 150)], SUN, LETTER, WIDTH);
    for (const { x } of places) {
      expect(x - half).toBeGreaterThanOrEqual(-1e-9);
      expect(x + half).toBeLessThanOrEqual(WIDTH + 1e-9);
    }
  });

  it("has nothing to place where there are no planets", () => {
    expect(placeNames([], SUN, LETTER, WIDTH)).toEqual([]);
  });
});
