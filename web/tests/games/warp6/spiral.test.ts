import { describe, expect, it } from "vitest";

import {
  ARROWS,
  CENTRE,
  INNER,
  LANES,
  MARKS,
  OUTER,
  RINGS,
  RING_START,
  SECTORS,
  WHOLE,
  along,
  laneOf,
  marks,
  ringLabels,
  ringOf,
  stretch,
} from "../../../src/games/warp6/spiral";

const out = (at: number) => Math.hypot(along(at).x, along(at).y);

describe("the spiral", () => {
  it("has six rings, each with a sixth fewer marks than the one outside", () => {
    expect(MARKS).toBe(SECTORS * (6 + 5 + 4 + 3 + 2 + 1));
    for (let ring = 1; ring <= RINGS; ring++) {
      expect(marks.filter((mark) => mark.ring === ring)).toHaveLength(SECTORS * ring);
      expect(ringOf(RING_START[ring]!)).toBe(ring);
    }
    expect(ringOf(0)).toBe(RINGS);
    expect(ringOf(CENTRE)).toBe(0);
  });

  it("winds inwards all the way, without a leap", () => {
    for (let at = 0; at < CENTRE; at += 0.5) {
      expect(out(at + 0.5)).toBeLessThan(out(at));
      const [a, b] = [along(at), along(at + 0.5)];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(14);
    }
    expect(out(0)).toBeCloseTo(OUTER);
    expect(out(CENTRE - 1)).toBeGreaterThan(INNER);
    expect(along(CENTRE)).toEqual({ x: 0, y: 0 });
    expect(along(CENTRE + 3)).toEqual({ x: 0, y: 0 });
  });

  it("has lanes to the next ring, in the same sixth; from the last they lead home", () => {
    for (let mark = 0; mark < MARKS; mark++) {
      const to = laneOf(mark);
      const ring = ringOf(mark);
      if (ring === 1) {
        expect(to).toBe(CENTRE);
        continue;
      }
      expect(ringOf(to)).toBe(ring - 1);
      const sixth = (at: number) => Math.floor((at - RING_START[ringOf(at)]!) / ringOf(at));
      expect(sixth(to)).toBe(sixth(mark));
    }
  });

  it("has lanes for all marks and arms at the corners", () => {
    expect(LANES.match(/M/g)).toHaveLength(MARKS);
    expect(marks.filter(({ arm }) => arm)).toHaveLength(RINGS * SECTORS);
  });

  it("is drawn whole, and in parts", () => {
    expect(WHOLE.startsWith(`M${along(0).x.toFixed(2)}`)).toBe(true);
    expect(WHOLE.endsWith("0.00 0.00")).toBe(true);
    expect(stretch(3, 4).match(/L/g)).toHaveLength(4);
    expect(stretch(3, 3)).toBe(`M${along(3).x.toFixed(2)} ${along(3).y.toFixed(2)}`);
  });

  it("has signs on the line: arrows and the numbers of the rings", () => {
    expect(ARROWS).toHaveLength(3 * RINGS);
    expect(ARROWS.every((arrow) => !arrow.includes("NaN"))).toBe(true);
    expect(ringLabels.map(({ ring }) => ring)).toEqual([6, 5, 4, 3, 2, 1]);
  });
});
