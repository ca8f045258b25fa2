// Whom this browser does not want to hear in the chat of a table. Nobody else learns of it.

import type { ChatLine } from "../api/types";
import { keep, readKept, type Kept } from "../lib/kept";

export const KEY = "orrery-muted";
const MOST = 60;

/** Names by voice, at one table. */
type Names = Record<string, string>;

interface AtTable {
  /** When somebody was muted there last. */
  at: number;
  names: Names;
}

function isAtTable(found: unknown): found is AtTable {
  const { at, names } = (found ?? {}) as { [K in keyof AtTable]?: unknown };
  return typeof at === "number" && typeof names === "object" && names !== null;
}

const entries = (kept: Kept) =>
  Object.entries(kept).filter((entry): entry is [string, AtTable] => isAtTable(entry[1]));

export class Muted {
  readonly #table: string;
  #names = $state.raw<Names>({});

  constructor(table: string) {
    this.#table = table;
    this.#names = new Map(entries(readKept(KEY))).get(table)?.names ?? {};
  }

  /** Those who are muted: their voices, and what they were called. */
  get all(): [string, string][] {
    return Object.entries(this.#names);
  }

  /** The lines of all others. */
  heard(lines: ChatLine[]): ChatLine[] {
    return lines.filter((line) => line.you || line.who === null || !(line.who in this.#names));
  }

  mute(who: string, name: string): void {
    this.#keep({ ...this.#names, [who]: name });
  }

  lift(who: string): void {
    this.#keep(Object.fromEntries(this.all.filter(([other]) => other !== who)));
  }

  #keep(names: Names): void {
    this.#names = names;
    const others = entries(readKept(KEY)).filter(([id]) => id !== this.#table);
    others.sort(([, one], [, two]) => two.at - one.at);
    const mine: [string, AtTable][] = Object.keys(names).length
      ? [[this.#table, { at: Date.now(), names }]]
      : [];
    keep(KEY, Object.fromEntries([...mine, ...others.slice(0, MOST - 1)]));
  }
}
