// The view that the server sends of this game, and small questions about it.

import type { View } from "../../api/types";

export type Colour = "green" | "red";
export type Kind = "aa" | "energy" | "fighter" | "research" | "robot" | "tunnel";
export type Phase =
  "roll" | "place" | "reroll" | "rooms" | "steps" | "build" | "spawn" | "won" | "lost";

export interface Room {
  /** Its cells, the lowest first: that one names the room. */
  cells: string[];
  kinds: Kind[];
  modifier: number;
  cost: number;
  /** What it would make now; null while it is not full. */
  total: number | null;
}

export interface Ship {
  colour: Colour;
  row: number;
  column: number;
}

export interface DieFacts {
  name: string;
  white: boolean;
  value: number | null;
  cell: string | null;
  hand: boolean;
  digging: boolean;
}

export interface Robot {
  cell: string;
  value: number;
  tired: boolean;
}

export interface SkiesView {
  phase: Phase;
  sides: string;
  level: number;
  unsure: string[];
  round: number;
  row: number;
  skull: number;
  energy: number;
  energy_most: number;
  numbers: number[];
  research: number;
  damage: number;
  limit: number;
  excavator: number;
  amount: number | null;
  most_steps: number | null;
  sky: string[];
  effects: string[];
  start_spaces: number[];
  path: string[];
  rooms: Room[];
  ships: Ship[];
  card: { green: number; red: number };
  supply: number;
  dice: DieFacts[];
  robots: Robot[];
}

export const readView = (view: View): SkiesView => view as unknown as SkiesView;

export const COLUMNS = [1, 2, 3, 4, 5];
export const CELLS = Array.from({ length: 30 }, (_, k) => cellName(k));

export function cellName(number: number): string {
  return `${Math.floor(number / 5)}${(number % 5) + 1}`;
}

export const columnOf = (cell: string): number => Number(cell[1]);

export function roomAt(view: SkiesView, cell: string): Room | null {
  return view.rooms.find((room) => room.cells.includes(cell)) ?? null;
}

/** Whether a cell lies behind the excavator; the AA row always does. */
export function isDug(view: SkiesView, cell: string, excavator = view.excavator): boolean {
  return cell.startsWith("0") || view.path.indexOf(cell) < excavator;
}

/** What a room is called, as a key of the words. */
export const roomKey = (room: Room | null): string =>
  `room.${room ? room.kinds.join("_") : "tunnel"}`;

/** An effect of a row as a key of the words and its number. */
export function effectWords(effect: string): { key: string; n: number } {
  const [kind, n] = effect.split("-") as [string, string?];
  return { key: `web_cell.effect_${kind}`, n: Number(n ?? 0) };
}
