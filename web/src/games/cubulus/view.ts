// The view that the server sends of this game, and small questions about its steps.

import type { StepFacts, View } from "../../api/types";

export type CubulusView = View<"cubulus">;
export type Step = StepFacts<"cubulus">;
export type Colour = NonNullable<CubulusView["players"][number]["colour"]>;

/** Where balls come to lie in the steps of a move, and which. */
export function arrivals(steps: Step[]): Map<number, Colour> {
  const found = new Map<number, Colour>();
  for (const step of steps) {
    if (step.step === "ball_in" || step.step === "neutral_put") found.set(step.cell, step.colour);
    else if (step.step === "ball_pushed" || step.step === "ball_round")
      found.set(step.target, step.colour);
  }
  return found;
}
