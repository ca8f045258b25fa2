// The three colours of balls: the same in every drawing and on the cube.

import type { Colour } from "./view";

export interface Paint {
  /** Where the light falls, in the middle, and towards the rim. */
  light: string;
  base: string;
  rim: string;
  /** The pattern: colour is never the only sign. */
  mark: string;
}

export const PAINT: Record<Colour, Paint> = {
  b: { light: "#6a7192", base: "#272b3e", rim: "#07080d", mark: "#8f97b8" },
  w: { light: "#ffffff", base: "#f3ecdc", rim: "#a99c82", mark: "#b9a883" },
  r: { light: "#ff8f7c", base: "#e5503f", rim: "#b03022", mark: "#a92b1d" },
};
export const COLOURS: readonly Colour[] = ["b", "w", "r"];

/** The ball in a cell, if there is one. */
export const ballAt = (cells: string, cell: number): Colour | null =>
  COLOURS.find((colour) => colour === cells[cell]) ?? null;
