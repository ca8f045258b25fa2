import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { run, stretches, trail, type Pose } from "../../../src/games/warp6/motion";
import { CENTRE, along } from "../../../src/games/warp6/spiral";
import { stepsIn, type Kind } from "../steps";

const step = stepsIn<"warp6">();

const of = <K extends Kind<"warp6">>(...given: Parameters<typeof step<K>>) =>
  stretches([step(...given)], () => 8)[0]!;
const near = (pose: Pose, at: number) => {
  expect(pose.x).toBeCloseTo(along(at).x);
  expect(pose.y).toBeCloseTo(along(at).y);
};

describe("what becomes of a die is seen", () => {
  it("as a ride along the line, longer the farther it goes, within bounds", () => {
    const ride = of("die_moved", { die: 3, origin: 10, target: 16 });
    expect(ride.die).toBe(3);
    near(ride.pose(0), 10);
    near(ride.pose(1), 16);
    const far = of("die_moved", { die: 3, origin: 10, target: 60 });
    expect(far.length).toBeGreaterThan(ride.length);
    expect(far.length).toBeLessThan(500);
  });

  it("as a fall down its lane, with a streak behind it", () => {
    const fall = of("die_warped", { die: 3, origin: 10, target: 46 });
    near(fall.pose(0), 10);
    near(fall.pose(1), 46);
    expect(fall.pose(0.5).from).toEqual(along(10));
  });

  it("as swallowed in the middle", () => {
    const home = of("die_home", { die: 3 });
    expect(home.pose(0).size).toBeGreaterThan(1);
    expect(home.pose(1).size).toBeLessThan(0.1);
    expect(home.sound).toBe("home");
  });

  it("as a tumble that ends with what was rolled, and shows only faces that it has", () => {
    const tumble = of("die_rerolled", { die: 3, value: 5, mark: 20 });
    near(tumble.pose(1), 20);
    expect(tumble.pose(1).value).toBe(5);
    for (let t = 0; t <= 1; t += 0.05) {
      const { value } = tumble.pose(t);
      expect(value! >= 1 && value! <= 8).toBe(true);
    }
  });

  it("as a pulse or a drop where it is", () => {
    const pulse = of("value_changed", { die: 3, value: 4, mark: 20 });
    const drop = of("die_placed", { die: 3, mark: 20, value: 4 });
    near(pulse.pose(1), 20);
    near(drop.pose(1), 20);
    expect(pulse.pose(0).value).toBeNull();
    expect(pulse.pose(1).value).toBe(4);
    expect(drop.pose(0).y).toBeLessThan(drop.pose(1).y);
  });

  it("by other means where there is nothing to move", () => {
    expect(stretches([step("rolls_void"), step("game_ended")], () => 6)).toEqual([]);
  });
});

describe("the trail of a move", () => {
  it("goes where its die went", () => {
    const steps = [
      step("die_moved", { die: 3, origin: 10, target: 16 }),
      step("die_warped", { die: 3, origin: 16, target: 46 }),
      step("game_ended"),
    ];
    expect(trail(steps)).toEqual([10, 16, 46]);
    expect(trail([step("die_placed", { die: 3, mark: 20, value: 4 })])).toEqual([20]);
    expect(trail([step("value_changed", { die: 3, value: 4, mark: 20 })])).toEqual([20]);
  });

  it("ends in the middle", () => {
    expect(trail([step("die_moved", { die: 3, origin: CENTRE - 2, target: CENTRE + 5 })])).toEqual([
      CENTRE - 2,
      CENTRE,
    ]);
  });
});

describe("a story", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
  });
  const list = stretches(
    [
      step("die_moved", { die: 1, origin: 0, target: 2 }),
      step("die_warped", { die: 1, origin: 2, target: 38 }),
    ],
    () => 6,
  );
  const [show, hear, done] = [vi.fn(), vi.fn(), vi.fn()];

  it("is shown stretch after stretch, each heard once", () => {
    run(list, show, hear, done);
    vi.advanceTimersByTime(2000);
    expect(hear.mock.calls).toEqual([["knock"], ["fall"]]);
    expect(done).toHaveBeenCalledOnce();
    expect(show.mock.calls.every(([die]) => die === 1)).toBe(true);
  });

  it("that is broken off is not heard of again", () => {
    done.mockClear();
    const stop = run(list, show, hear, done);
    vi.advanceTimersByTime(50);
    stop();
    show.mockClear();
    vi.advanceTimersByTime(2000);
    expect(show).not.toHaveBeenCalled();
    expect(done).not.toHaveBeenCalled();
  });
});
