// What a board is to show: the present, or one after another what has led there.

import type { EventFacts, GameName, View } from "./types";

export interface Story<G extends GameName = GameName> {
  event: EventFacts<G>;
  before: View<G>;
  after: View<G>;
}

/** So many moves are shown to whoever comes back to the page; after more it shows the present. */
const FEW = 4;

export class Telling {
  /** What the board shows: it follows the present, story by story. */
  view = $state.raw<View | null>(null);
  story = $state.raw<Story | null>(null);
  /** The newest story of those that are told again; null while none are. */
  retold = $state.raw<Story | null>(null);
  #present = $state.raw<View | null>(null);
  #waiting: Story[] = [];
  #pace = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    document.addEventListener("visibilitychange", this.#look);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#look);
    clearTimeout(this.#pause);
  }

  /** Whether the board shows the present, so that moves can be offered. */
  get settled(): boolean {
    return !this.story && !this.retold && this.view === this.#present;
  }

  /** Where the next story begins: behind all that are still to be told. */
  get end(): View | null {
    return this.#waiting.at(-1)?.after ?? this.story?.after ?? this.#present;
  }

  /** These have happened, and then things stand so; null: it cannot be told how it came. */
  go(stories: Story[] | null, present: View | null): void {
    this.#present = present;
    this.#waiting = stories ? [...this.#waiting, ...stories] : [];
    if (!this.retold) this.#next();
  }

  /** Things stand so, whatever is untold. */
  jump(present: View | null): void {
    this.#present = present;
    this.catchUp();
  }

  /** Leave untold what is untold. */
  catchUp = (): void => {
    clearTimeout(this.#pause);
    this.#waiting = [];
    this.story = this.retold = null;
    this.view = this.#present;
  };

  /** The board has shown a story. */
  told = (story: Story): void => {
    if (this.story !== story) return;
    this.view = story.after;
    this.story = null;
    if (!this.retold) return this.#next();
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#next(), this.#pace);
  };

  /** Tell the past again, with a pause after each story, and then what has happened meanwhile. */
  retell(past: Story[], pace: number): void {
    const last = past.at(-1);
    if (!last) return;
    const newer = this.story ? [this.story, ...this.#waiting] : this.#waiting;
    this.#waiting = [...past, ...newer.filter(({ event }) => event.n > last.event.n)];
    this.#pace = pace;
    this.story = null;
    this.retold = last;
    this.#next();
  }

  #next(): void {
    if (this.story) return;
    const story = document.hidden ? undefined : this.#waiting.shift();
    if (story) {
      this.view = story.before;
      this.story = story;
      if (this.retold) this.retold = story;
      return;
    }
    this.view = this.#present;
    if (!this.#waiting.length) this.retold = null;
  }

  /** A page that nobody sees tells nothing: what happens meanwhile waits, if it is not too much. */
  #look = (): void => {
    if (document.hidden) {
      if (this.story) this.#waiting.unshift(this.story);
      this.story = null;
    } else if (!this.retold && this.#waiting.length > FEW) this.#waiting = [];
    this.#next();
  };
}
