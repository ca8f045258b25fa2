// What happened while nobody of this device looked: noticed on return, and shown if wished.
//
// One is away while the page is closed, hidden or cut off. Where several people share a device and
// hide something from each other, each comes back for themselves, when their curtain is lifted.

import { untrack } from "svelte";

import type { LiveTable } from "../api/live.svelte";
import { storiesFrom } from "../api/replay";
import type { EventFacts } from "../api/types";
import { settings } from "../lib/settings.svelte";
import { attempt } from "./attempt";
import type { Here } from "./here.svelte";
import { linesOf, type Line } from "./lines";
import type { Past } from "./past.svelte";
import { lastSeen, saw } from "./seen";

const PAUSE = 350;
const PAUSE_WITHOUT_MOTION = 1100;

/** The events that the people at some seats did not bring about: also what was played for them. */
function doneByOthers(events: EventFacts[], own: number[]): Set<number> {
  const helped = new Set<number>(); // by a bot that stands in
  const found = new Set<number>();
  for (const { n, kind, by, bot, timer } of events) {
    if (typeof by !== "number" || kind === "begin") continue;
    if (kind === "seat") {
      if (bot) helped.add(by);
      else helped.delete(by);
    } else if (timer || kind === "timeout" || helped.has(by) || !own.includes(by)) found.add(n);
  }
  return found;
}

export class Away {
  #state = $state<"arriving" | "here" | "offering" | "watching">("arriving");
  #visible = $state(!document.hidden);
  /** What is offered: the events after the first, up to the second. */
  #missed = $state.raw<[number, number]>([-1, -1]);
  /** Who has come. */
  #seat: number | null = null;
  /** The last event when somebody came back to this device. */
  #since: number | null = null;
  #live: LiveTable;
  #here: Here;
  #past: Past;

  constructor(live: LiveTable, here: Here, past: Past) {
    this.#live = live;
    this.#here = here;
    this.#past = past;
    $effect(() => {
      document.addEventListener("visibilitychange", this.#look);
      return () => document.removeEventListener("visibilitychange", this.#look);
    });
    $effect(() => {
      if (live.connection === "lost") untrack(() => this.#leave());
    });
    $effect(() => {
      // A curtain falls as soon as a move is shown; it was seen all the same.
      const { story } = live.telling;
      if (story && this.#looks) untrack(() => this.#see(story.event.n));
    });
    $effect(() => {
      if (!this.#looks || !live.telling.settled) return;
      void live.n;
      untrack(() => this.#follow());
    });
  }

  /** Whether somebody who sits here has the table before their eyes. */
  readonly #looks = $derived.by(
    () =>
      this.#visible &&
      this.#here.ready &&
      this.#live.connection === "live" &&
      this.#here.own.some(({ seat }) => seat === this.#here.seat) &&
      this.#here.curtain === null &&
      this.#past.at === null,
  );

  #look = (): void => {
    this.#visible = !document.hidden;
    // What little has happened is told at once: that is no absence.
    if (this.#visible && !this.#live.telling.story) this.#leave();
  };

  #leave(): void {
    if (this.#state === "offering") return;
    this.#state = "arriving";
    this.#since = null;
  }

  /** The present is before somebody's eyes: what have they missed? */
  #follow(): void {
    const { n, events, id } = this.#live;
    if (this.#here.covers && this.#seat !== this.#here.seat) this.#state = "arriving";
    this.#seat = this.#here.seat;
    this.#since ??= n;
    if (this.#state === "arriving") {
      const last = this.#seat === null ? null : lastSeen(id, this.#seat);
      this.#missed = [last ?? n, n];
      this.#state = [...this.#others].some((one) => one > this.#missed[0]) ? "offering" : "here";
    } else if (this.#state === "watching" || this.#playedOn(events)) this.#state = "here";
    this.#see(n);
  }

  /** Whoever plays on has no need to be told. */
  #playedOn(events: EventFacts[]): boolean {
    return events.some(
      ({ n, kind, by }) =>
        n > this.#missed[1] && kind === "ply" && by !== "chance" && !this.#others.has(n),
    );
  }

  /** An event was seen, also by the others at this device, unless they have something to be told. */
  #see(n: number): void {
    if (this.#state !== "here") return;
    if (this.#here.covers && this.#seat !== this.#here.seat) return;
    const seats = this.#here.own.map(({ seat }) => seat);
    saw(this.#live.id, seats.filter(this.#upToDate), n);
  }

  #upToDate = (seat: number): boolean => {
    if (!this.#here.covers || seat === this.#seat) return true;
    return (lastSeen(this.#live.id, seat) ?? Infinity) >= (this.#since ?? -1);
  };

  readonly #others = $derived.by(() =>
    doneByOthers(
      this.#live.events,
      this.#here.own.map(({ seat }) => seat),
    ),
  );

  /** The sentences of what happened; null where there is nothing to tell, or a curtain before it. */
  readonly lines = $derived.by((): Line[] | null => {
    const { facts, now, events } = this.#live;
    if (this.#state !== "offering" || !facts || this.#here.curtain !== null) return null;
    const [last, n] = this.#missed;
    const lines = linesOf(facts, now, events).filter((line) => line.n > last && line.n <= n);
    const first = lines.findIndex((line) => line.by === "chance" || this.#others.has(line.n));
    return lines.slice(Math.max(0, first));
  });

  /** What is shown on the board just now; null while nothing is. */
  readonly watched = $derived.by((): string | null => {
    const { facts, now, telling } = this.#live;
    if (this.#state !== "watching" || !facts || !telling.retold) return null;
    const [line] = linesOf(facts, now, [telling.retold.event]);
    return line ? [line.text, ...line.also].join(" ") : "";
  });

  /** Show on the board what happened, and then the present. */
  watch = (): Promise<void> =>
    attempt(async () => {
      const first = this.lines?.find(({ ply }) => ply !== null)?.ply ?? null;
      const { seat } = this.#here;
      if (first === null) {
        this.skip();
        return;
      }
      const stories = await storiesFrom(this.#live.id, seat, first);
      if (this.lines === null || seat !== this.#here.seat) return;
      const known = stories.filter(({ event }) => event.n <= this.#live.n);
      if (!known.length) {
        this.skip();
        return;
      }
      this.#live.telling.retell(known, settings.still ? PAUSE_WITHOUT_MOTION : PAUSE);
      this.#state = "watching";
    });

  /** Leave it: the present is enough. */
  skip = (): void => {
    this.#state = "here";
    this.#live.telling.catchUp();
    this.#follow();
  };
}
