import { describe, expect, it } from "vitest";

import { arrivals } from "../../../src/games/cubulus/view";
import { step } from "../steps";

describe("where balls come to lie", () => {
  it("is told for each that moves, by its colour", () => {
    const steps = [
      step("ball_in", 0, 1),
      step("ball_pushed", 0, 1, 2),
      step("ball_round", 2, 0, 0),
      step("neutral_put", 13, 2),
      step("turn_begun", 1),
    ];
    expect([...arrivals(steps.slice(0, 2))]).toEqual([
      [0, "w"],
      [1, "r"],
    ]);
    expect([...arrivals(steps.slice(2))]).toEqual([
      [0, "b"],
      [13, "r"],
    ]);
  });
});
