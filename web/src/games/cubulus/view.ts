// The view that the server sends of this game.

import type { StepFacts, View } from "../../api/types";
import type { Colour } from "./geometry";

export interface CubulusView {
  phase: "colours" | "first" | "neutral" | "turn" | "done";
  cells: string;
  players: { colour: Colour | null; hand: number }[];
  neutral: Colour | null;
  neutral_left: number;
  first: number | null;
  seat: number | null;
  ban: string | null;
  turns: number;
  winner: number | null;
  squares: { face: string; shape: string; cells: number[]; seat: number }[];
}

export const readView = (view: View): CubulusView => view as unknown as CubulusView;
export const COLOURS: Colour[] = ["b", "w", "r"];

/** Where balls come to lie in the steps of a move, and which. */
export function arrivals(steps: StepFacts[]): Map<number, Colour> {
  const found = new Map<number, Colour>();
  for (const { step, a, b, c } of steps) {
    if (step === "ball_in" || step === "neutral_put") found.set(a, COLOURS[b]!);
    else if (step === "ball_pushed" || step === "ball_round") found.set(b, COLOURS[c]!);
  }
  return found;
}
