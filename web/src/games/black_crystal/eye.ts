// Where one looks in the mine, and how near.

import { BOARD, CELL, middle } from "./place";

/** What is in the middle of the window, in the measure of the board, and how near it is. */
export interface Eye {
  x: number;
  y: number;
  near: number;
}
export const FARTHEST = 1;
export const NEAREST = 4;
/** On a small window a cell is so wide: as a finger. */
const FINGER = 45;
/** A window that is no smaller shows the whole mine. */
const LARGE = 440;
const MARGIN = 62;

/** How near the mine is unless one wants it otherwise. */
export function usualNear(width: number, height: number): number {
  const size = Math.min(width, height);
  if (!width || size >= LARGE) return FARTHEST;
  const near = (BOARD * FINGER) / (CELL * size);
  return Math.max(FARTHEST, Math.min(NEAREST, near));
}

/** The eye that sees all these places, no nearer than wished. */
export function eyeOn(places: number[], width: number, height: number, wished: number): Eye {
  const xs = places.map((place) => middle(place).x);
  const ys = places.map((place) => middle(place).y);
  const [left, right] = [Math.min(...xs) - MARGIN, Math.max(...xs) + MARGIN];
  const [top, bottom] = [Math.min(...ys) - MARGIN, Math.max(...ys) + MARGIN];
  const fit = Math.min(width, height) / BOARD || 1;
  const fits = Math.min(width / (right - left), height / (bottom - top)) / fit;
  const near = Math.max(FARTHEST, Math.min(wished, fits || FARTHEST));
  if (near <= FARTHEST) return { x: BOARD / 2, y: BOARD / 2, near };
  return { x: (left + right) / 2, y: (top + bottom) / 2, near };
}
