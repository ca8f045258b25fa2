// The arrow keys among cells and Entrances.

import { CELLS, GATES, SIZE } from "./view";

export const ARROWS: Record<string, number> = {
  ArrowUp: 0,
  ArrowRight: 1,
  ArrowDown: 2,
  ArrowLeft: 3,
};

/** The place on a side, seen on the board: an Entrance has its cell on every side. */
export const neighbour = (place: number, side: number): number => {
  if (place >= CELLS) return GATES[place - CELLS]!;
  return place + [-SIZE, 1, SIZE, -1][side]!;
};

/** Where an arrow key leads, if anywhere. */
export function arrowFrom(here: number, side: number): number | null {
  if (here >= CELLS) return side === (here - CELLS + 2) % 4 ? GATES[here - CELLS]! : null;
  if (GATES[side] === here) return CELLS + side;
  const [x, y] = [here % SIZE, Math.floor(here / SIZE)];
  const inside = [y > 0, x < SIZE - 1, y < SIZE - 1, x > 0][side];
  return inside ? neighbour(here, side) : null;
}
