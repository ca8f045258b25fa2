// Somebody holds the game up who has been away for a while: a bot may play on for them.

import type { LiveTable } from "../api/live.svelte";
import type { SeatFacts } from "../api/types";
import type { Here } from "./here.svelte";

/** A timer that waits longer than this rings at once. */
const LONGEST = 2 ** 31 - 1;

export class Absent {
  readonly #live: LiveTable;
  readonly #here: Here;
  #time = $state(Date.now());

  constructor(live: LiveTable, here: Here) {
    this.#live = live;
    this.#here = here;
    $effect(() => {
      const free = this.#free;
      if (free === null) return;
      const wait = Math.min(LONGEST, Math.max(0, free - Date.now()));
      const timer = setTimeout(() => (this.#time = Math.max(Date.now(), free)), wait);
      return () => clearTimeout(timer);
    });
  }

  /** The seat that decides, if its person is another's. */
  readonly #waited = $derived.by((): SeatFacts | null => {
    const { now, facts } = this.#live;
    const seat = typeof now?.turn === "number" ? facts?.seats[now.turn] : undefined;
    return seat && !seat.you && facts?.status === "playing" ? seat : null;
  });
  /** When it may be replaced. */
  readonly #free = $derived.by((): number | null => {
    const free = this.#waited && this.#live.presence.replaceable[this.#waited.seat];
    return typeof free === "number" ? 1000 * free : null;
  });
  /** The seat for which a bot may play now, if somebody here may say so. */
  readonly seat = $derived.by((): SeatFacts | null => {
    const may = this.#here.mine.length > 0 || this.#live.facts?.host === true;
    return may && this.#free !== null && this.#free <= this.#time ? this.#waited : null;
  });
}
