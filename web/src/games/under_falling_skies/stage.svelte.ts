// What the board shows: how things stand, or the scene of a story that is being told.

import { untrack } from "svelte";

import type { Story } from "../../api/telling.svelte";
import { sound } from "../../lib/sound";
import { beatsOf, run, sceneOf, tokensOf, type Beat, type Scene } from "./motion";
import { type SkiesView } from "./view";

/** For so long no click counts after one that has ended a story: it may have been a double one. */
const DEAF = 400;

function hear(what: Beat["sound"]): void {
  if (what === "knock") sound.knock();
  else if (what === "fall") sound.fall();
  else if (what === "rattle") sound.rattle();
  else if (what === "slide") sound.slide();
  else if (what === "hit" || what === "boom") sound.refuse();
}

export class Stage {
  #scene = $state.raw<Scene | null>(null);
  #tokens = $state.raw(tokensOf({ ships: [] }));
  /** Ends the story that is being told. */
  #finish: (() => void) | null = null;
  #deafUntil = 0;

  settle(view: SkiesView): void {
    untrack(() => {
      this.#tokens = tokensOf(view, this.#tokens);
      this.#scene = null;
    });
  }

  /** What to draw. */
  now(view: SkiesView): Scene {
    return this.#scene ?? { ...sceneOf(view, this.#tokens), ships: this.#tokens };
  }

  /** Tell a story; the returned function breaks it off. */
  tell(story: Story<"under_falling_skies">, still: boolean, told: () => void): () => void {
    const [before, after] = [story.before, story.after];
    let stop = (): void => undefined;
    const done = (): void => {
      stop();
      this.#finish = null;
      const ships = (this.#scene?.ships ?? this.#tokens).filter(({ fate }) => fate === "flies");
      this.#tokens = tokensOf(after, ships);
      this.#scene = null;
      told();
    };
    if (still) {
      const timer = setTimeout(done, 0);
      return () => clearTimeout(timer);
    }
    this.#scene = { ...sceneOf(before, this.#tokens), ships: this.#tokens };
    const beats = beatsOf(story.event.steps ?? [], before.start_spaces);
    const show = (change: Beat["change"]): void => {
      if (this.#scene) this.#scene = change(this.#scene);
    };
    stop = run(beats, show, hear, done);
    this.#finish = done;
    return () => {
      stop();
      this.#finish = null;
    };
  }

  /** Leave the rest of the story untold; whether one was told. */
  finish(): boolean {
    const told = this.#finish !== null;
    this.#finish?.();
    return told;
  }

  /** A click on the board while a story is told ends it, and does nothing else. */
  hurry = (event: MouseEvent): void => {
    const told = this.#finish !== null;
    if (!told && performance.now() >= this.#deafUntil) return;
    event.stopPropagation();
    event.preventDefault();
    if (!told) return;
    this.#deafUntil = performance.now() + DEAF;
    this.#finish?.();
  };
}
