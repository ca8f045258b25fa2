// The log of a table as sentences.

import type { EventFacts, Now, Said, TableFacts } from "../api/types";
import { say, sentence } from "../lib/words.svelte";
import { called, holder, type Held } from "./names";

export interface Line {
  /** The number of its event. */
  n: number;
  /** Which move of the game it is, if it stands: the first is 1. */
  ply: number | null;
  /** What kind of thing it tells: the key of its sentence. */
  kind: string;
  text: string;
  /** The same as the game's server says it, with what it names. */
  said: Said | null;
  alsoSaid: Said[];
  /** What came of it, a sentence each. */
  also: string[];
  move: string;
  /** Whose doing it is; null for the table's. */
  by: number | "chance" | null;
  /** A move or a roll. */
  played: boolean;
  /** It was taken back. */
  gone: boolean;
  /** The clock played it. */
  timer: boolean;
  /** Something on the table changed by it. */
  changed: boolean;
}

/** The plies that stand, oldest first. */
export function standing(events: EventFacts[]): EventFacts[] {
  const plies: EventFacts[] = [];
  for (const event of events) {
    if (event.kind === "ply") plies.push(event);
    else if (event.kind === "undo") plies.pop();
  }
  return plies;
}

interface Sitting {
  name: string;
  bot?: string | null | undefined;
}

function held(seat: number, { name, bot }: Sitting): Held {
  const level = bot ? Number(bot.split(":")[1]) : null;
  return { seat, name, kind: level ? "bot" : "person", level };
}

/** Who held each seat, as the log goes by: a bot that sits there now was not there before. */
class Holders {
  readonly #facts: TableFacts;
  readonly #now: Now | null;
  #held: Held[];

  constructor(facts: TableFacts, now: Now | null) {
    this.#facts = facts;
    this.#now = now;
    this.#held = facts.seats;
  }

  follow(event: EventFacts): void {
    if (event.seats) this.#held = event.seats.map((one, seat) => held(seat, one));
    if (event.kind !== "seat" || typeof event.by !== "number") return;
    const sits = held(event.by, { name: event.name ?? "", bot: event.bot });
    this.#held = this.#held.map((one) => (one.seat === sits.seat ? sits : one));
  }

  called(seat: number | "chance" | null | undefined): string {
    const found = typeof seat === "number" ? this.#held[seat] : undefined;
    return found ? called(this.#facts, this.#now, found) : "";
  }

  /** Who sits down, or whose place a bot takes. */
  sits(event: EventFacts): string {
    const log = event.gave_up ? "web.log.gave_up" : "web.log.bot";
    if (event.bot) return say(log, { name: this.called(event.by) });
    const back = held(Number(event.by), { name: event.name ?? "" });
    return say("web.log.back", { name: holder(back) });
  }
}

/** The seat that took back, at the last of its undos; null at those before. */
function tookBack(events: EventFacts[], at: number): number | "chance" | null {
  const event = events[at]!;
  if (typeof event.asked === "number") return event.asked === event.by ? event.asked : null;
  // Records do not say who wanted it: it was whoever's move went last.
  if (events[at + 1]?.kind === "undo") return null;
  for (let k = at; events[k]?.kind === "undo"; k--) {
    const by = events[k]!.by;
    if (by !== "chance") return by;
  }
  return null;
}

/** What an event other than a ply is told as; "" if it is not. */
function plainText(holders: Holders, event: EventFacts, by: Line["by"]): string {
  switch (event.kind) {
    case "begin":
      return say("web.log.begin");
    case "seat":
      return holders.sits(event);
    case "undo":
      return by === null ? "" : say("web.log.undo", { name: holders.called(by) });
    case "resign":
    case "timeout":
      return say(`web.log.${event.kind}`, { name: holders.called(by) });
    default:
      return "";
  }
}

export function linesOf(facts: TableFacts, now: Now | null, events: EventFacts[]): Line[] {
  const made: Line[] = [];
  const stand: Line[] = [];
  const holders = new Holders(facts, now);
  events.forEach((event, at) => {
    const played = event.kind === "ply" && Boolean(event.says);
    const by = event.kind === "undo" ? tookBack(events, at) : event.by;
    const line: Line = {
      n: event.n,
      ply: null,
      kind: event.says?.key ?? event.kind,
      text: event.says ? sentence(facts.game, event.says) : plainText(holders, event, by),
      said: event.says ?? null,
      alsoSaid: event.also ?? [],
      also: (event.also ?? []).map((said) => sentence(facts.game, said)),
      move: event.move ?? "",
      by: event.kind === "begin" ? null : by,
      played,
      gone: false,
      timer: event.timer === true,
      changed: !played || (event.steps ?? []).length > 0,
    };
    holders.follow(event);
    if (played) line.ply = stand.push(line);
    else if (event.kind === "undo") {
      const taken = stand.pop();
      if (taken) Object.assign(taken, { gone: true, ply: null });
    }
    if (line.text) made.push(line);
  });
  return made;
}

/** What was taken back last, and by which seat; null where something came after it. */
export function takenBack(
  facts: TableFacts,
  now: Now | null,
  events: EventFacts[],
): { by: number; text: string } | null {
  if (events.at(-1)?.kind !== "undo") return null;
  const lines = linesOf(facts, now, events);
  const by = lines.at(-1)?.by;
  const own = lines.findLast((line) => line.gone && line.by === by);
  const held = typeof by === "number" ? facts.seats[by] : undefined;
  if (!held || typeof by !== "number") return null;
  const name = called(facts, now, held);
  return { by, text: say("web.takeback.done", { name, what: own?.text ?? "" }) };
}
