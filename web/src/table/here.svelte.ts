// Who of this device sits at a table, whether it is their turn, and what a curtain covers.

import { untrack } from "svelte";

import { api } from "../api/client";
import type { LiveTable } from "../api/live.svelte";
import type { GameFacts, SeatFacts, WindowFacts } from "../api/types";
import { settings } from "../lib/settings.svelte";
import { words } from "../lib/words.svelte";

export class Here {
  readonly live: LiveTable;
  game = $state.raw<GameFacts | null>(null);
  /** Whether it is known if there is something to hide; a game whose rules are gone has no facts. */
  ready = $state(false);
  #uncovered = $state<number | null>(null);

  constructor(live: LiveTable) {
    this.live = live;
    $effect(() => {
      const { name } = this;
      const { language } = settings;
      if (name) void untrack(() => this.#load(name, language)); // words that come ask for no more
    });
    $effect(() => {
      // Where nothing is hidden, the page simply looks from the seat whose turn it is.
      if (this.#other !== null && this.game && !this.covers && live.telling.settled) {
        void live.look(this.#other).catch(() => undefined);
      }
    });
  }

  async #load(game: string, lang: typeof settings.language): Promise<void> {
    void words.loadGame(game, lang);
    const asked = api.get("/api/games/{game}", { path: { game }, query: { lang } });
    this.game = await asked.catch(() => this.game);
    this.ready = true;
  }

  readonly name = $derived.by(() => this.live.facts?.game ?? "");
  readonly over = $derived.by(() => this.live.facts?.status === "over");
  /** The seat whose view is shown; null for somebody who watches. */
  readonly seat = $derived.by(() => this.live.show);
  /** The seats of this device, also where a bot stands in. */
  readonly own = $derived.by(() => this.live.facts?.seats.filter(({ you }) => you) ?? []);
  /** Those of them where people play. */
  readonly mine = $derived.by(() => this.own.filter(({ kind }) => kind === "person"));
  readonly replaced = $derived.by(() =>
    this.live.facts?.status === "playing" ? this.own.filter(({ stand_in }) => stand_in) : [],
  );
  /** Whether a bot may be asked for advice. */
  readonly coached = $derived.by(
    () => Boolean(this.live.facts?.hints) && this.mine.length > 0 && !this.over,
  );
  /** Whether several people at this device hide something from each other. */
  readonly covers = $derived.by(
    () =>
      Boolean(this.game?.has_hidden) && this.own.length > 1 && this.mine.length > 0 && !this.over,
  );
  /** Whether nobody else plays with whom one could talk. */
  readonly alone = $derived.by(
    () => this.live.facts?.seats.every(({ kind, you }) => you || kind === "bot") ?? true,
  );
  /** Another seat of this device whose turn it is, or which is left to one who has given up. */
  readonly #other = $derived.by(() => {
    const turn = this.live.now?.turn;
    if (typeof turn === "number" && turn !== this.seat && this.#holds(turn)) return turn;
    const gone = this.own.some(({ seat, gave_up }) => gave_up && seat === this.seat);
    return gone ? (this.mine[0]?.seat ?? null) : null;
  });
  /** Whose curtain is drawn. */
  readonly curtain = $derived.by(() => {
    if (!this.covers) return null;
    if (this.#other !== null && this.live.telling.settled) return this.#other;
    return this.seat !== null && this.#uncovered !== this.seat ? this.seat : null;
  });
  readonly myTurn = $derived.by(
    () =>
      this.seat !== null &&
      this.live.now?.turn === this.seat &&
      this.#holds(this.seat) &&
      this.curtain === null,
  );
  /** Whether the question in another's turn is answered, and only to be played yet. */
  readonly answered = $derived.by(
    () => this.myTurn && (this.live.now?.window?.answered ?? null) !== null,
  );
  /** Where the seat that is shown does not want to be asked. */
  readonly passes = $derived.by(
    () => this.live.facts?.seats.find(({ seat }) => seat === this.seat)?.passes ?? [],
  );
  /** The question in another's turn that is to be answered here. */
  readonly asked = $derived.by((): WindowFacts | null => {
    const { now, telling } = this.live;
    if (!this.myTurn || !telling.settled) return null;
    return this.answered && this.passes.includes(now?.prompt ?? "") ? null : (now?.window ?? null);
  });
  /** Who would like to take back a move, if that is for somebody here to allow. */
  readonly takeback = $derived.by((): SeatFacts | null => {
    const { facts } = this.live;
    if (!facts?.ask || !this.mine.length || this.#holds(facts.ask.seat)) return null;
    return facts.seats[facts.ask.seat] ?? null;
  });

  /** Whether the others are asked about a take-back of somebody here. */
  readonly pleads = $derived.by(() => {
    const seat = this.live.facts?.ask?.seat;
    return seat !== undefined && this.#holds(seat);
  });

  #holds(wanted: number): boolean {
    return this.mine.some(({ seat }) => seat === wanted);
  }

  uncover = async (): Promise<void> => {
    const wanted = this.curtain;
    if (wanted === null) return;
    if (wanted !== this.seat) await this.live.look(wanted);
    this.#uncovered = wanted;
  };
}
