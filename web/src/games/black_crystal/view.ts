// The view that the server sends of this game, and small questions about it.

import type { View } from "../../api/types";

export type Side = "N" | "E" | "S" | "W";
export type Colour = "red" | "yellow" | "blue" | "green";
export type EventKind = "boom" | "find" | "plain" | "portal" | "pit" | "crystal" | "exit";
export type Shape = "straight" | "corner" | "tee" | "cross" | "dead_end";

export interface TileCell {
  tile: string;
  rot: number;
  boom?: boolean;
  rubble?: boolean;
  unmined?: number;
  loose?: number;
}
export type Cell = TileCell | "mushroom" | null;

export interface Dwarf {
  side: Side;
  colour: Colour;
  skill: string | null;
  uses: number | null;
  at: "home" | [number, number];
  /** How often the Skill can be used in a game; 0 if that is not counted. */
  most_uses: number;
  explosives: number;
  /** How many of each card; null if that is not ours to know. */
  hand: Record<string, number> | null;
  held: number;
  known: Record<string, number>;
  /** Cards that lie open, with the uses that are left. */
  table: [string, number][];
  allies: string[];
  crystal: boolean;
  skip: number;
  mining: boolean;
  autopilot: number;
  trapped: number;
}

export interface Fight {
  kind: "monster" | "brawl";
  a: number;
  d: number | null;
  card: string | null;
  allies: { a: string | null; d: string | null };
  mods: { a: number; d: number };
  dice: { a: number | null; d: number | null };
}

export interface MineView {
  options: { players: number; variant: string };
  state: string;
  ask: number | "chance" | "over";
  active: number;
  turns: number;
  /** How many cards a trapped dwarf offers to the one who is asked. */
  offer: number | null;
  seats: Dwarf[];
  cells: Cell[];
  passages: [number, number, number, number][];
  bag: Record<string, number>;
  drawn: string[];
  bank: number;
  crystals_smashed: number;
  mushrooms: number;
  rubbles: number;
  fight: Fight | null;
  links: number[];
  boom_top: { card: string | null; seen: number[] } | null;
  find_left: number;
  boom_left: number;
  aim: string | null;
  call: string | null;
  winner: number | null;
  health: Record<string, number>;
  /** Of which kind monsters are that some Skill is good at. */
  kinds: Record<string, string>;
}

export const readView = (view: View): MineView => view as unknown as MineView;

/** Whether two views are of the same moment; one that is sent again is another object. */
export const sameView = (one: View, other: View): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export const SIZE = 9;
export const CELLS = SIZE * SIZE;
export const SIDES: Side[] = ["N", "E", "S", "W"];
export const EVENTS: EventKind[] = ["boom", "find", "plain", "portal", "pit", "crystal", "exit"];
export const SHAPES: Shape[] = ["straight", "corner", "tee", "cross", "dead_end"];
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
export const tileName = (kind: number): string =>
  `${EVENTS[Math.floor(kind / SHAPES.length)]!}.${SHAPES[kind % SHAPES.length]!}`;
export const findName = (card: number): string => `F${String(card + 1).padStart(2, "0")}`;
export const boomName = (card: number): string =>
  card >= 33 ? "seed" : `B${String(card + 1).padStart(2, "0")}`;

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

/** Whether a dwarf that was found trapped still is: no way on from its cell, and no Explosive. */
export function isTrapped(view: MineView, dwarf: Dwarf): boolean {
  const here = placeOf(dwarf);
  const tile = view.cells[here];
  if (!dwarf.trapped || dwarf.explosives || !isTile(tile)) return false;
  const open = openings(tile.tile, tile.rot);
  return SIDES.every((_, side) => {
    const there = beside(here, side);
    if (there === homeOf(dwarf)) return false;
    const way = wayOn(view, here, side);
    if (way === "dark") return !open.includes(side);
    const cell = view.cells[there ?? -1];
    return way !== "joined" || (isTile(cell) && Boolean(cell.rubble));
  });
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
