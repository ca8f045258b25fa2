// The view that the server sends of this game.

import type { View } from "../../api/types";

export type Colour = "Y" | "W" | "B";

export interface DieFacts {
  seat: number;
  sides: number;
  value: number | null;
  mark: number | null;
  home: boolean;
  /** Where it would go: its mark, the end of its move, and every warp. */
  path: number[];
}

export interface PlayerFacts {
  colour: Colour;
  home: number;
  points: number;
  total: number;
  won: number;
  sum: number | null;
}

export interface Warp6View {
  phase: "roll" | "place" | "act" | "reroll" | "done";
  dice: DieFacts[];
  players: PlayerFacts[];
  goal: number;
  first: number | null;
  seat: number | null;
  next_mark: number | null;
  moving: number | null;
  turns: number;
  winner: number | null;
  series: number;
  sheet: { points: number[]; winner: number }[];
}

export const readView = (view: View): Warp6View => view as unknown as Warp6View;
