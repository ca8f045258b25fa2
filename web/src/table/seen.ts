// Up to which event each seat of this device has seen its tables.

import { keep, readKept, type Kept } from "../lib/kept";

const KEY = "orrery-seen";
const MOST = 60;
const LONGEST = 120 * 24 * 3600 * 1000;

interface Seen {
  /** When somebody last looked. */
  at: number;
  /** The last event, by seat. */
  seats: Record<string, number>;
}

/** For a browser that keeps nothing: at least as long as the page is open. */
let remembered: Kept = {};

function isSeen(found: unknown): found is Seen {
  const { at, seats } = (found ?? {}) as { [K in keyof Seen]?: unknown };
  return typeof at === "number" && typeof seats === "object" && seats !== null;
}

function read(): [string, Seen][] {
  return Object.entries({ ...remembered, ...readKept(KEY) }).filter(
    (entry): entry is [string, Seen] => isSeen(entry[1]),
  );
}

/** The last event that a seat has seen; null if it has never looked. */
export function lastSeen(table: string, seat: number): number | null {
  const found = new Map(read()).get(table)?.seats[seat];
  return typeof found === "number" ? found : null;
}

/** Seats have seen a table up to an event. Tables that nobody looked at for long are forgotten. */
export function saw(table: string, seats: number[], n: number): void {
  const tables = read();
  const before = tables.find(([id]) => id === table)?.[1].seats ?? {};
  const now = Date.now();
  const seen: Seen = {
    at: now,
    seats: { ...before, ...Object.fromEntries(seats.map((seat) => [seat, n])) },
  };
  const others = tables.filter(([id, { at }]) => id !== table && now - at < LONGEST);
  others.sort(([, one], [, two]) => two.at - one.at);
  remembered = Object.fromEntries([[table, seen], ...others.slice(0, MOST - 1)]);
  keep(KEY, remembered);
}
