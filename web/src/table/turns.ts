// The turns of a game in its log: with which line each begins, and whose it is.

import type { EventFacts } from "../api/types";
import type { Line } from "./lines";

/**
 * The first of these lines in each turn, by the number of its event, with the seat whose turn it is.
 * `ends` says whether a turn ends with an event; whoever decides first afterwards has the next one.
 */
export function turnHeads(
  lines: Line[],
  events: EventFacts[],
  ends: (event: EventFacts) => boolean,
): Map<number, number> {
  const whose = new Map<number, number>();
  let open: number[] = [];
  let seat: number | null = null;
  for (const event of events) {
    if (event.kind !== "ply") continue;
    open.push(event.n);
    if (seat === null && typeof event.by === "number") seat = event.by;
    if (!ends(event)) continue;
    if (seat !== null) for (const n of open) whose.set(n, seat);
    open = [];
    seat = null;
  }
  if (seat !== null) for (const n of open) whose.set(n, seat);
  const heads = new Map<number, number>();
  let before: number | undefined;
  for (const { n, played } of lines) {
    const turn = whose.get(n);
    if (!played || turn === undefined) continue;
    if (turn !== before) heads.set(n, turn);
    before = turn;
  }
  return heads;
}
