// The view that the server sends of this game.

import type { View } from "../../api/types";

export type Side = "O" | "B";
export const SIDES: Side[] = ["O", "B"];
export type Kind = "M" | "D" | "X" | "L" | "V" | "T";
export const KINDS: Kind[] = ["M", "D", "X", "L", "V", "T"];

export interface CellFacts {
  hex: Side | null;
  token: "g" | "h" | null;
}

export interface PlayerFacts {
  side: Side;
  stock: Record<Kind, number>;
  count: number;
  links: string[];
  galaxies: number;
  trapped: number;
  wanted: { galaxies: number; trapped: number };
  value: number;
  wins: number;
}

export interface OrionView {
  phase: "lot" | "draw" | "galaxy" | "hole" | "start" | "turn" | "done";
  cells: CellFacts[];
  players: PlayerFacts[];
  seat: number | null;
  first: number | null;
  left: number;
  tiles: number;
  flips: boolean;
  game: number;
  series: number;
  last: {
    winner: number | null;
    reason: string;
    counts: number[];
    values: number[];
  } | null;
  winning: number[][];
}

export const readView = (view: View): OrionView => view as unknown as OrionView;
