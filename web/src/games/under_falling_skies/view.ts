// The view that the server sends of this game, and small questions about it.

import type { StepFacts, View } from "../../api/types";

export type SkiesView = View<"under_falling_skies">;
export type Step = StepFacts<"under_falling_skies">;
export type Room = SkiesView["rooms"][number];
export type Kind = Room["kinds"][number];
export type Ship = SkiesView["ships"][number];
export type Colour = Ship["colour"];
export type DieFacts = SkiesView["dice"][number];
export type Robot = SkiesView["robots"][number];
/** A cell of the base, as two digits. */
export type Cell = SkiesView["path"][number];

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
