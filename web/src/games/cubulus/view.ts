// The view that the server sends of this game.

import type { View } from "../../api/types";
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
