// Where the buttons of a die stand: beside it, off the way it would go, and within reach.

import type { Point } from "./spiral";

/** What the buttons should not hide, and how much that would matter. */
export interface Sight {
  at: Point;
  weight: number;
}

/** Half of what lies between a die and its buttons, and what a die needs around its middle. */
const AWAY = 11;
const NEAR = 9;
const SIDES = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const;

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value));

/** The middle of the buttons: of the places around a die the one that hides least. */
export function perch(die: Point, sights: Sight[], size: Point, reach: Point): Point {
  const most = { x: Math.max(0, reach.x - size.x / 2), y: Math.max(0, reach.y - size.y / 2) };
  const hides = (middle: Point, at: Point) =>
    Math.abs(at.x - middle.x) < size.x / 2 + NEAR && Math.abs(at.y - middle.y) < size.y / 2 + NEAR;
  const places = SIDES.map(([x, y]) => {
    const middle = {
      x: within(die.x + x * (size.x / 2 + AWAY), most.x),
      y: within(die.y + y * (size.y / 2 + AWAY), most.y),
    };
    const hidden = sights.filter(({ at }) => hides(middle, at));
    return { middle, cost: hidden.reduce((sum, { weight }) => sum + weight, 0) };
  });
  return places.reduce((best, place) => (place.cost < best.cost ? place : best)).middle;
}
