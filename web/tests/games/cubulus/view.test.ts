import { describe, expect, it } from "vitest";

import { arrivals } from "../../../src/games/cubulus/view";
import { stepsIn } from "../steps";

const step = stepsIn<"cubulus">();

describe("where balls come to lie", () => {
  it("is told for each that moves, by its colour", () => {
    const steps = [
      step("ball_in", { cell: 0, colour: "w" }),
      step("ball_pushed", { origin: 0, target: 1, colour: "r" }),
      step("ball_round", { origin: 2, target: 0, colour: "b" }),
      step("neutral_put", { cell: 13, colour: "r" }),
      step("square_made"),
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
