// Looking back at a moment of the game that goes on.

import type { LiveTable } from "../api/live.svelte";
import { wholeReplay } from "../api/replay";
import type { EventFacts, Replay, View } from "../api/types";
import { attempt } from "./attempt";
import type { Here } from "./here.svelte";
import { standing } from "./lines";

export class Past {
  /** The move after which the table is shown (0: none was made); null: the present. */
  at = $state<number | null>(null);
  #replay = $state.raw<Replay | null>(null);
  /** Of which moment and for whom the replay is. */
  #known = "";
  #live: LiveTable;
  #here: Here;

  constructor(live: LiveTable, here: Here) {
    this.#live = live;
    this.#here = here;
    $effect(() => {
      void here.seat;
      this.at = null;
    });
  }

  readonly view = $derived.by((): View | null => {
    const now = this.#live.telling.view;
    if (this.at === null || !this.#replay) return now;
    return this.at === 0 ? this.#replay.first : (this.#replay.plies[this.at - 1]?.view ?? now);
  });

  /** The last move before the moment that is shown. */
  readonly last = $derived.by((): EventFacts | null => {
    if (this.at !== null && this.#replay) return this.#replay.plies[this.at - 1]?.event ?? null;
    const { telling, events } = this.#live;
    if (telling.retold) return telling.retold.event;
    return standing(events).findLast(({ by }) => by !== "chance") ?? null;
  });

  jump = (ply: number | null): Promise<void> =>
    attempt(async () => {
      if (ply === null || !this.#live.now) {
        this.at = null;
        return;
      }
      const { seat } = this.#here;
      const wanted = `${this.#live.n} ${seat ?? "watcher"}`;
      if (this.#known !== wanted) {
        const found = await wholeReplay(this.#live.id, seat);
        if (seat !== this.#here.seat) return;
        this.#replay = found;
        this.#known = wanted;
      }
      this.at = Math.max(0, Math.min(ply, this.#replay?.total ?? 0));
    });
}
