// The view that the server sends of this game, and small questions about it.

import type { Story as AnyStory } from "../../api/telling.svelte";
import type { StepFacts, View as AnyView } from "../../api/types";

export type MineView = AnyView<"black_crystal">;
export type Step = StepFacts<"black_crystal">;
export type Story = AnyStory<"black_crystal">;
export type Dwarf = MineView["seats"][number];
export type Fight = NonNullable<MineView["fight"]>;
export type Cell = MineView["cells"][number];
export type TileCell = Exclude<Cell, "mushroom" | null>;
export type Side = Dwarf["side"];
export type Colour = Dwarf["colour"];
/** An event and a shape, as "boom.tee". */
export type Tile = TileCell["tile"];
type Before<T extends string> = T extends `${infer E}.${string}` ? E : never;
type After<T extends string> = T extends `${string}.${infer S}` ? S : never;
export type EventKind = Before<Tile>;
export type Shape = After<Tile>;

/** Whether two views are of the same moment; one that is sent again is another object. */
export const sameView = (one: MineView, other: MineView): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export const SIZE = 9;
export const CELLS = SIZE * SIZE;
export const SIDES: Side[] = ["N", "E", "S", "W"];
const OPEN: Record<Shape, number[]> = {
  straight: [0, 2],
  corner: [0, 1],
  tee: [0, 1, 3],
  cross: [0, 1, 2, 3],
  dead_end: [0],
};
/** The cells before the four Entrances, by side. */
export const GATES = [4, 44, 76, 36];
const STEPS: [number, number][] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

export const eventOf = (tile: string): EventKind => tile.split(".")[0] as EventKind;
export const shapeOf = (tile: string): Shape => tile.split(".")[1] as Shape;

/** The sides on which a tile is open, turned clockwise so often. */
export const openings = (tile: string, rot: number): number[] =>
  OPEN[shapeOf(tile)].map((side) => (side + rot) % 4).sort();

export const isTile = (cell: Cell | undefined): cell is TileCell =>
  cell !== null && cell !== undefined && cell !== "mushroom";

/** A place is a cell, or one of the four Entrances: 81 to 84. */
export function beside(place: number, side: number): number | null {
  if (place >= CELLS) {
    const home = place - CELLS;
    return side === (home + 2) % 4 ? GATES[home]! : null;
  }
  const [dx, dy] = STEPS[side]!;
  const x = (place % SIZE) + dx;
  const y = Math.floor(place / SIZE) + dy;
  if (x >= 0 && x < SIZE && y >= 0 && y < SIZE) return SIZE * y + x;
  return GATES[side] === place ? CELLS + side : null;
}

export const homeOf = (dwarf: Dwarf): number => CELLS + SIDES.indexOf(dwarf.side);
export const placeOf = (dwarf: Dwarf): number =>
  dwarf.at === "home" ? homeOf(dwarf) : SIZE * dwarf.at[1] + dwarf.at[0];

export const cellText = (cell: number): string => `${cell % SIZE},${Math.floor(cell / SIZE)}`;
export function cellNumber(text: string): number {
  const [x, y] = text.split(",").map(Number);
  return SIZE * y! + x!;
}

/** The seat of an Entrance, if anybody plays there. */
export const seatAtHome = (view: MineView, place: number): number =>
  view.seats.findIndex((dwarf) => homeOf(dwarf) === place);

/** How an opening of a cell goes on. */
export type Way = "joined" | "dark" | "wall" | "home";
export function wayOn(view: MineView, cell: number, side: number): Way {
  const there = beside(cell, side);
  if (there === null) return "wall";
  if (there >= CELLS) return seatAtHome(view, there) >= 0 ? "home" : "wall";
  if ((view.links[cell] ?? 0) & (1 << side)) return "joined";
  return view.cells[there] === null ? "dark" : "wall";
}

/** A way along joined cells, for a dwarf that runs; straight if there is none. */
export function pathBetween(view: MineView, from: number, to: number): number[] {
  const came = new Map<number, number>([[from, from]]);
  const queue = [from];
  const gate = to >= CELLS ? GATES[to - CELLS]! : null;
  while (queue.length) {
    const here = queue.shift()!;
    if (here === to) break;
    if (here === gate && !came.has(to)) {
      came.set(to, here);
      queue.push(to);
    }
    for (let side = 0; side < 4; side++) {
      const there = beside(here, side);
      if (there === null || came.has(there) || there >= CELLS) continue;
      const joined = here >= CELLS || (view.links[here] ?? 0) & (1 << side);
      const cell = view.cells[there];
      if (!joined || !isTile(cell) || (cell.rubble && there !== to)) continue;
      came.set(there, here);
      queue.push(there);
    }
  }
  if (!came.has(to)) return [to];
  const path = [];
  for (let here = to; here !== from; here = came.get(here)!) path.unshift(here);
  return path;
}

/** Whether nobody knows their Skill yet: the round after the first turns, which make themselves. */
export const isNew = (view: MineView): boolean => view.turns < 2 * view.seats.length;
