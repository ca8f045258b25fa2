// What the frame says of a table: while the board tells what has happened, that, and no more.

import type { LiveTable } from "../api/live.svelte";
import type { Story } from "../api/telling.svelte";
import type { EventFacts, Now, View } from "../api/types";
import { settings } from "../lib/settings.svelte";
import { sentence } from "../lib/words.svelte";
import type { Here } from "./here.svelte";

export class Shown {
  readonly #live: LiveTable;
  readonly #here: Here;
  readonly #acting: (view: View) => number | null;
  /** How things stood when the board last showed the present. */
  #before: Now | null = null;
  /** The first story since then. */
  #first: Story | null = null;

  constructor(live: LiveTable, here: Here, acting: (view: View) => number | null) {
    this.#live = live;
    this.#here = here;
    this.#acting = acting;
  }

  /** The story on the board; without motion nobody waits for it, and a curtain hides it. */
  readonly #story = $derived.by(() =>
    settings.still || this.#here.curtain !== null ? null : this.#live.telling.story,
  );
  /** How things stand as far as the board has told it. */
  readonly now = $derived.by((): Now | null => {
    const { now } = this.#live;
    if (!this.#story || !this.#before) this.#before = now;
    return this.#before;
  });
  /** Whether the board is on to something that came later than `now`. */
  readonly stale = $derived.by((): boolean => {
    const story = this.#story;
    if (!story || !this.#first) this.#first = story;
    return story !== this.#first;
  });
  /** The log as far as the board has told it: what comes of a move stands there when it is seen. */
  readonly events = $derived.by((): EventFacts[] => {
    const { events, telling } = this.#live;
    const told = telling.retold ? null : this.#story?.event;
    if (!told) return events;
    const known = events.filter(({ n }) => n <= told.n);
    return known.map((event) => (event.n === told.n ? { ...event, also: [] } : event));
  });
  /** What is happening, in a sentence; null while nothing is told. */
  readonly happening = $derived.by(() => {
    const says = this.#story?.event.says;
    return says ? sentence(this.#here.name, says) : null;
  });
  /** The seat that is at it. */
  readonly turn = $derived.by((): number | null => {
    const story = this.#story;
    const by = story?.event.by ?? this.now?.turn;
    if (typeof by === "number") return by;
    const turn = (story && this.#acting(story.before)) ?? this.now?.turn;
    return typeof turn === "number" ? turn : null;
  });
}
