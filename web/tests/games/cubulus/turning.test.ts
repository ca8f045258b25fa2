import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { FACES } from "../../../src/games/cubulus/geometry";
import { Turning } from "../../../src/games/cubulus/turning";

let turning: Turning;
/** Until it has come to rest. */
function rest(): void {
  for (let k = 0; k < 1000; k++) {
    vi.advanceTimersByTime(16);
    if (!turning.step(false)) return;
  }
  throw new Error("it turns for ever");
}

beforeEach(() => {
  vi.useFakeTimers();
  turning = new Turning();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

describe("the cube", () => {
  it("is turned by hand, but never upside down", () => {
    turning.by(0.3, 9);
    rest();
    expect(turning.pitch).toBeLessThan(Math.PI / 2);
    expect(turning.front).toBe("U");
    turning.by(0, -99);
    rest();
    expect(turning.pitch).toBeGreaterThan(-Math.PI / 2);
    expect(turning.front).toBe("D");
  });

  it("comes nearer and nearer to what is wanted, and stops there", () => {
    const from = turning.yaw;
    turning.by(1, 0);
    vi.advanceTimersByTime(16);
    expect(turning.step(false)).toBe(true);
    expect(turning.yaw).toBeGreaterThan(from);
    expect(turning.yaw).toBeLessThan(from + 1);
    rest();
    expect(turning.yaw).toBeCloseTo(from + 1, 3);
    expect(turning.step(false)).toBe(false);
  });

  it("is turned at once where nothing should move", () => {
    const from = turning.yaw;
    turning.by(1, 0);
    expect(turning.step(true)).toBe(true);
    expect(turning.yaw).toBeCloseTo(from + 1, 9);
  });

  it.each(FACES)("turns until %s is seen", (face) => {
    expect(turning.show([face], 0.6)).toBe(face);
    rest();
    expect(turning.seen(face)).toBeGreaterThan(0.6);
    expect(turning.front).toBe(face);
  });

  it("does not turn for what is seen already", () => {
    const { front } = turning;
    expect(turning.show([front], 0.3)).toBe(front);
    expect(turning.step(false)).toBe(false);
  });

  it("turns to the one of several that is nearest, the short way round", () => {
    turning.by(4 * Math.PI, 0);
    rest();
    const from = turning.yaw;
    expect(turning.show(["B", "L"], 0.6)).toBe("L");
    rest();
    expect(Math.abs(turning.yaw - from)).toBeLessThan(Math.PI);
  });

  it("has nothing to turn to where nothing is named", () => {
    expect(turning.show([], 0.5)).toBeNull();
  });
});
