// A whole game that is looked through: which moment is shown, and whether it runs by itself.

import type { Story } from "../api/telling.svelte";
import type { EventFacts, Replay, View } from "../api/types";
import { settings } from "../lib/settings.svelte";

/** How long a moment stands before the next one, after its story was told. */
const PAUSE = 350;
const PAUSE_WITHOUT_MOTION = 900;

export class Playback {
  /** The move after which the table is shown; 0: none was made. */
  ply = $state(0);
  /** What the board tells on the way to this moment. */
  story = $state.raw<Story | null>(null);
  running = $state(false);
  readonly replay: Replay;

  constructor(replay: Replay) {
    this.replay = replay;
    $effect(() => {
      if (!this.running || this.story) return;
      const timer = setTimeout(
        () => this.jump(this.ply + 1),
        settings.still ? PAUSE_WITHOUT_MOTION : PAUSE,
      );
      return () => clearTimeout(timer);
    });
  }

  get total(): number {
    return this.replay.total;
  }

  readonly event = $derived.by((): EventFacts | null => this.#eventAt(this.ply));
  readonly view = $derived.by((): View => this.story?.before ?? this.#viewAt(this.ply));
  /** The end was reached, and told. */
  readonly atEnd = $derived.by(() => this.ply === this.total && !this.story);
  /** Who is at it: whose move is told, or who made the next one from here. */
  readonly turn = $derived.by((): number | null => {
    const by = (this.story?.event ?? this.#eventAt(this.ply + 1))?.by;
    return typeof by === "number" ? by : null;
  });

  #eventAt(ply: number): EventFacts | null {
    return this.replay.plies[ply - 1]?.event ?? null;
  }

  #viewAt(ply: number): View {
    return this.replay.plies[ply - 1]?.view ?? this.replay.first;
  }

  /** Show a moment (null: the last one); one step ahead is told by the board. */
  jump = (to: number | null): void => {
    const wanted = Math.max(0, Math.min(to ?? this.total, this.total));
    const next = this.#eventAt(wanted);
    const ahead = wanted === this.ply + 1;
    this.story =
      ahead && next && !settings.still
        ? { event: next, before: this.#viewAt(this.ply), after: this.#viewAt(wanted) }
        : null;
    this.running &&= ahead && wanted < this.total;
    this.ply = wanted;
  };

  told = (story: Story): void => {
    if (this.story === story) this.story = null;
  };

  /** Run or stop; from the end it begins anew. */
  toggle = (): void => {
    const run = !this.running && this.total > 0;
    if (run && this.ply === this.total) this.jump(0);
    this.running = run;
  };

  /** What a key of the keyboard does; whether it does anything. */
  key(key: string): boolean {
    const deeds: Record<string, () => void> = {
      ArrowLeft: () => this.jump(this.ply - 1),
      ArrowRight: () => this.jump(this.ply + 1),
      Home: () => this.jump(0),
      End: () => this.jump(null),
      " ": this.toggle,
    };
    deeds[key]?.();
    return key in deeds;
  }
}
