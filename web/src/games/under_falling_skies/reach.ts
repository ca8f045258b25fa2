// The moves that were sent, by the cell in which they are made.

import type { Places } from "../../lib/words.svelte";
import { roomAt, roomKey, type DieFacts, type SkiesView } from "./view";

export interface CellWay {
  /** What choosing the cell does. */
  label: string;
  move: string;
}

type Say = (key: string, places?: Places) => string;

export const dieName = (die: DieFacts, say: Say): string => say(die.white ? "die.w" : "die.b");
export const dieText = (die: DieFacts): string => `${die.white ? "w" : "b"}${die.value ?? ""}`;

/** What using a room, or digging, is called. */
export function useLabel(move: string, view: SkiesView, say: Say): string {
  const cell = move.slice(1, 3);
  if (move.endsWith("*")) return say("web_cell.use_dig", { cell });
  const room = roomAt(view, cell);
  return say("web_cell.use", { room: say(roomKey(room)), cell, total: room?.total ?? 0 });
}

function placesOf(die: DieFacts, legal: string[], say: Say): [string, CellWay][] {
  const places = { die: dieName(die, say), value: die.value ?? 0 };
  return legal.flatMap((move): [string, CellWay][] => {
    const [what, where] = move.split(">");
    if (!where || what !== dieText(die)) return [];
    const key = where.endsWith("*") ? "web_cell.put_dig" : "web_cell.put";
    return [[where.slice(0, 2), { move, label: say(key, places) }]];
  });
}

function usesOf(move: string, view: SkiesView, say: Say): [string, CellWay][] {
  const cell = move.slice(1, 3);
  if (move.startsWith("u")) {
    const cells = move.endsWith("*") ? [cell] : (roomAt(view, cell)?.cells ?? [cell]);
    return cells.map((one) => [one, { move, label: useLabel(move, view, say) }]);
  }
  if (!/^=\d/.test(move)) return [];
  return [[cell, { move, label: say("web_cell.build_here", { cell }) }]];
}

/** What can be done in which cell, with the die that is picked. */
export function waysOf(
  legal: string[],
  view: SkiesView,
  picked: DieFacts | null,
  say: Say,
): Map<string, CellWay> {
  const placed = picked ? placesOf(picked, legal, say) : [];
  return new Map([...placed, ...legal.flatMap((move) => usesOf(move, view, say))]);
}

/** The cell of a move that a hint names. */
export function cellOf(hint: string | null): string | null {
  const where = hint?.includes(">") ? hint.split(">")[1] : hint?.slice(1);
  return where && /^\d\d/.test(where) ? where.slice(0, 2) : null;
}

/** The next cell in a direction of the arrow keys; null at the edge. */
export function cellBeside(cell: string, key: string): string | null {
  const [row, column] = [Number(cell[0]), Number(cell[1])];
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[key];
  if (!step) return null;
  const [down, right] = [row + step[0]!, column + step[1]!];
  return down < 0 || down > 5 || right < 1 || right > 5 ? null : `${down}${right}`;
}
