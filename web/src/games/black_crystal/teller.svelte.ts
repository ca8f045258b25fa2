// Tells on the board what has happened, and keeps a press that hurries it from playing a move.

import { onDestroy, untrack } from "svelte";

import type { Now } from "../../api/types";
import { settings, SPEEDS } from "../../lib/settings.svelte";
import { sound } from "../../lib/sound";
import type { Story } from "./view";
import { beatsOf, isHurried, run, sceneOf, type Scene, type Sound } from "./motion";

/** So long after a story a press on the board means nothing, in milliseconds. */
const DEAF = 500;
/** A story that did not end by itself is over so many milliseconds after it should have. */
const LATE = 3000;

interface Told {
  story: Story | null;
  told: (story: Story) => void;
  seat: number | null;
  present: Now<"black_crystal">;
  still: boolean;
}

function hear(what: Sound): void {
  if (what === "glow" || what === "good") sound.turn();
  else if (what === "hit") sound.refuse();
  else sound[what]();
}

export class Teller {
  readonly #of: () => Told;
  readonly #after: (story: Story) => void;
  /** What the board shows while something is told. */
  scene = $state.raw<Scene | null>(null);
  /** A press that meant the story does not meet a move that is offered in its place. */
  deaf = $state(false);
  /** All that comes before our next decision is left untold. */
  #rushing = $state(false);
  #hearing: ReturnType<typeof setTimeout> | undefined;
  #on: (() => boolean) | null = null;
  #leave: (() => void) | null = null;

  constructor(of: () => Told, after: (story: Story) => void) {
    this.#of = of;
    this.#after = after;
    $effect(() => {
      if (of().story || !this.#ours || !this.#rushing) return;
      this.#rushing = false;
      untrack(() => this.#deafen());
    });
    $effect(() => {
      const { story } = of();
      return story ? untrack(() => this.#tell(story)) : undefined;
    });
    onDestroy(() => clearTimeout(this.#hearing));
  }

  /** Whether it waits for us, or for nobody any more. */
  readonly #ours = $derived.by(() => {
    const { present, seat } = this.#of();
    return present.turn === seat || typeof present.turn !== "number";
  });

  /** What the button is called that leads past what happens; null while there is none. */
  readonly skips = $derived.by((): "skip" | "to_turn" | null => {
    const { story, seat, still } = this.#of();
    if (still || this.#rushing) return null;
    if (seat === null || this.#ours) return story ? "skip" : null;
    return "to_turn";
  });

  /** Leave untold what comes before our next decision; for who watches, only what is told now. */
  rush = (): void => {
    this.#rushing = this.#of().seat !== null;
    this.#leave?.();
  };

  /** Leave what is held up to be read. */
  goOn = (): boolean => this.#on?.() ?? false;

  /** Keeps presses from the board while it is deaf; keys are not meant for what was before. */
  shield = (event: MouseEvent): void => {
    if (!this.deaf || event.detail === 0) return;
    event.stopPropagation();
    event.preventDefault();
  };

  #deafen(): void {
    this.deaf = true;
    clearTimeout(this.#hearing);
    this.#hearing = setTimeout(() => (this.deaf = false), DEAF);
  }

  #done(story: Story): void {
    this.scene = null;
    this.#after(story);
    this.#of().told(story);
  }

  #tell(story: Story): () => void {
    const { seat, present, still } = this.#of();
    const untold = still || this.#rushing;
    const list = untold ? [] : beatsOf(story, seat, isHurried(present, seat));
    if (!list.length) return this.#paint(story);
    this.scene = sceneOf(story.before);
    const end = (): void => {
      if (story.event.by !== seat || list.some(({ held }) => held)) this.#deafen();
      this.#done(story);
    };
    const change = (next: (scene: Scene) => Scene): void => {
      this.scene = next(this.scene!);
    };
    const running = run(list, change, hear, end, () => settings.speed);
    const whole = list.reduce((sum, { length }) => sum + length, 0);
    const late = setTimeout(end, LATE + whole / Math.min(...SPEEDS));
    this.#on = running.on;
    this.#leave = () => {
      running.stop();
      end();
    };
    return () => {
      running.stop();
      clearTimeout(late);
      this.#on = this.#leave = null;
      this.scene = null; // it may have been broken off
    };
  }

  /** Nothing is to be seen on the way: what comes of it is painted at once. */
  #paint(story: Story): () => void {
    let wanted = true;
    queueMicrotask(() => {
      if (wanted) this.#done(story);
    });
    return () => {
      wanted = false;
    };
  }
}
