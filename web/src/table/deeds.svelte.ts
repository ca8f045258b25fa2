// What somebody at this device can do at a table, and what waits for an answer.

import { api } from "../api/client";
import type { LiveTable } from "../api/live.svelte";
import type { CoachAnswer, HintAnswer } from "../api/types";
import { refusal } from "../lib/notices.svelte";
import { router } from "../lib/router.svelte";
import { settings } from "../lib/settings.svelte";
import { sound } from "../lib/sound";
import { sitDown } from "../lobby/make";
import { attempt } from "./attempt";
import type { Here } from "./here.svelte";

const SEAT = "/api/tables/{table_id}/seats/{seat}";

/** How long a refusal can be read, in milliseconds: at least, and more for each letter. */
const READING = 5000;
const PER_LETTER = 60;

export interface Refused {
  text: string;
  /** The rule behind it. */
  rule: string | null;
}

export class Deeds {
  /** The move that is marked on the board. */
  hint = $state<string | null>(null);
  hinted = $state.raw<HintAnswer | null>(null);
  coached = $state.raw<CoachAnswer | null>(null);
  /** A hint or the coach is asked. */
  thinking = $state(false);
  /** A move is on its way. */
  sending = $state(false);
  /** What was refused last, until something happens or it has been read. */
  refused = $state.raw<Refused | null>(null);
  #reading: ReturnType<typeof setTimeout> | undefined;
  #live: LiveTable;
  #here: Here;

  constructor(live: LiveTable, here: Here) {
    this.#live = live;
    this.#here = here;
    $effect(() => {
      // Advice is about one position, and so is a refusal.
      void live.n;
      this.hint = this.hinted = this.coached = null;
      this.forgive();
      return () => clearTimeout(this.#reading);
    });
  }

  #attempt = (work: () => Promise<unknown>): Promise<void> =>
    attempt(work, (error) => this.#refuse(refusal(error)));

  #refuse(refused: Refused): void {
    this.forgive();
    this.refused = refused;
    this.#reading = setTimeout(this.forgive, READING + PER_LETTER * refused.text.length);
  }

  /** Say no more of what was refused. */
  forgive = (): void => {
    clearTimeout(this.#reading);
    this.refused = null;
  };

  /** Something that is done for the seat that is shown. */
  async #forSeat(work: (seat: number) => Promise<unknown>): Promise<void> {
    const { seat } = this.#here;
    if (seat !== null) await this.#attempt(() => work(seat));
  }

  #where = (seat: number) => ({ path: { table_id: this.#live.id, seat } });

  play = async (move: string): Promise<void> => {
    if (this.sending) return;
    this.sending = true;
    await this.#forSeat((seat) => this.#live.play(seat, move));
    this.sending = false;
  };

  /** The moves that can be asked about: of the seat that is shown. */
  preview = async (move: string) => {
    const { seat } = this.#here;
    return seat === null ? [] : this.#live.preview(seat, move);
  };

  /** Something was tried that is not offered: say which rule is in the way. */
  ask = async (move: string): Promise<void> => {
    if (!this.#here.myTurn) return;
    await this.#forSeat(async (seat) => {
      const found = await this.#live.why(seat, move, settings.language);
      if (found.legal || !found.rule) return;
      this.#refuse({ text: found.text ?? found.rule, rule: found.rule });
      sound.refuse();
    });
  };

  setPasses = (kinds: string[]): Promise<void> =>
    this.#forSeat((seat) => this.#live.setPasses(seat, kinds));

  /** Always pass at the question that is asked now, or not any more. */
  passHere = (always: boolean): Promise<void> => {
    const prompt = this.#live.now?.prompt ?? null;
    const others = this.#here.passes.filter((kind) => kind !== prompt);
    return this.setPasses(always && prompt ? [...others, prompt] : others);
  };

  /** A bot plays on, until one comes back. */
  leave = (): Promise<void> => this.#forSeat((seat) => api.delete(SEAT, this.#where(seat)));

  comeBack = (): Promise<void> =>
    this.#attempt(async () => {
      for (const { seat } of this.#here.replaced) {
        await api.post(SEAT, { nonce: "" }, this.#where(seat));
      }
    });

  askHint = async (): Promise<void> => {
    this.thinking = true;
    await this.#forSeat(async (seat) => {
      const found = await this.#live.hint(seat);
      if (found.n !== this.#live.n) return;
      this.hinted = found;
      this.hint = found.move;
    });
    this.thinking = false;
  };

  askCoach = async (): Promise<void> => {
    this.thinking = true;
    await this.#forSeat(async (seat) => {
      const found = await this.#live.coach(seat);
      if (found.n !== this.#live.n) return;
      this.coached = found;
      this.hint = found.moves[0]?.move ?? null;
    });
    this.thinking = false;
  };

  /** Another has been away for long: a bot plays on, until they come back. */
  replace = (seat: number): Promise<void> =>
    this.#attempt(() => api.put(SEAT, { kind: "bot", level: 3 }, this.#where(seat)));

  takeBack = (): Promise<void> => this.#forSeat((seat) => this.#live.undo(seat));

  /** Whether another may take back. */
  agree = (yes: boolean): Promise<void> => this.#attempt(() => this.#live.agree(yes));

  resign = (): Promise<void> => this.#forSeat((seat) => this.#live.resign(seat));

  rematch = (): Promise<void> =>
    this.#attempt(async () => {
      const path = { table_id: this.#live.id };
      const made = await api.post("/api/tables/{table_id}/rematch", undefined as never, { path });
      await sitDown(made.id);
      router.go(`/t/${made.id}`);
    });
}
