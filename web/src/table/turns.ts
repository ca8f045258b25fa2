// The turns of a game in its log: with which line each begins, and whose it is.

import type { EventFacts } from "../api/types";
import type { Line } from "./lines";

/**
 * The first of these lines in each turn, by the number of its event, with the seat whose turn it is.
 * `begins` says whose turn begins with an event, which itself belongs to the turn before.
 */
export function turnHeads(
  lines: Line[],
  events: EventFacts[],
  begins: (event: EventFacts) => number | null,
): Map<number, number> {
  const turns = new Map<number, { seat: number; since: number }>();
  let turn: { seat: number; since: number } | null = null;
  for (const event of events) {
    if (turn) turns.set(event.n, turn);
    const seat = event.kind === "ply" ? begins(event) : null;
    if (seat !== null) turn = { seat, since: event.n };
  }
  const heads = new Map<number, number>();
  let before: number | undefined;
  for (const { n, played } of lines) {
    const found = turns.get(n);
    if (!played || !found) continue;
    if (found.since !== before) heads.set(n, found.seat);
    before = found.since;
  }
  return heads;
}
