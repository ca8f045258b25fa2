import { Mesh, Vector3 } from "three";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { Motions, around } from "../../../src/games/cubulus/motion";

const A = new Vector3(-1, 0, 0);
const B = new Vector3(1, 0, 0);
let motions: Motions;
let ball: Mesh;
const done = vi.fn();
const move = (after = 0, length = 100) => ({ ball, path: [A.clone(), B.clone()], after, length });

beforeEach(() => {
  vi.useFakeTimers();
  done.mockClear();
  motions = new Motions();
  ball = new Mesh();
  ball.position.copy(A);
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

describe("a ball on its way", () => {
  it("goes from one end to the other, slowly at first", () => {
    motions.start([move()], done);
    vi.advanceTimersByTime(25);
    expect(motions.step()).toBe(true);
    expect(ball.position.x).toBeGreaterThan(-1);
    expect(ball.position.x).toBeLessThan(-0.75);
    vi.advanceTimersByTime(25);
    motions.step();
    expect(ball.position.x).toBeCloseTo(0);
    expect(done).not.toHaveBeenCalled();
    vi.advanceTimersByTime(50);
    motions.step();
    expect(ball.position.x).toBe(1);
    expect(done).toHaveBeenCalledOnce();
    expect(motions.step()).toBe(false);
  });

  it("waits until it is its turn", () => {
    motions.start([move(120, 100)], done);
    vi.advanceTimersByTime(120);
    motions.step();
    expect(ball.position.x).toBe(-1);
  });

  it("arrives at once when it is stopped, and when another move begins", () => {
    motions.start([move()], done);
    motions.start([], vi.fn());
    expect(ball.position.x).toBe(1);
    expect(done).toHaveBeenCalledOnce();
  });

  it("tells nobody once it is forgotten", () => {
    motions.start([move()], done);
    motions.forget();
    motions.stop();
    expect(done).not.toHaveBeenCalled();
  });

  it("of no balls is done at once", () => {
    motions.start([], done);
    expect(done).toHaveBeenCalledOnce();
  });
});

describe("around", () => {
  it.each([
    ["a line at the edge", new Vector3(1, 1, 1), new Vector3(-1, 1, 1)],
    ["the line through the middle", new Vector3(1, 0, 0), new Vector3(-1, 0, 0)],
  ])("goes round %s outside the cube", (_, from, to) => {
    const path = around(from, to);
    expect(path[0]).toEqual(from);
    expect(path.at(-1)).toEqual(to);
    for (const { x, y, z } of path.slice(1, -1)) {
      expect(Math.max(Math.abs(x), Math.abs(y), Math.abs(z))).toBeGreaterThan(1.5);
    }
  });

  it("lets a ball follow it", () => {
    const path = around(new Vector3(1, 1, 1), new Vector3(-1, 1, 1));
    motions.start([{ ball, path, after: 0, length: 100 }], done);
    vi.advanceTimersByTime(50);
    motions.step();
    expect(ball.position.y).toBeGreaterThan(2);
  });
});
