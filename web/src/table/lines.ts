// The log of a table as sentences.

import type { EventFacts, Now, TableFacts } from "../api/types";
import { say, sentence } from "../lib/words.svelte";
import { called } from "./names";

export interface Line {
  /** The number of its event. */
  n: number;
  /** Which move of the game it is, if it stands: the first is 1. */
  ply: number | null;
  text: string;
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

/** What an event other than a ply is told as; "" if it is not. */
function plainText(facts: TableFacts, now: Now | null, event: EventFacts): string {
  const who = typeof event.by === "number" ? facts.seats[event.by] : undefined;
  const name = event.name || (who ? called(facts, now, who) : "");
  switch (event.kind) {
    case "begin":
      return say("web.log.begin");
    case "seat":
      return say(event.bot ? "web.log.bot" : "web.log.back", { name, n: Number(event.by) + 1 });
    case "undo":
    case "resign":
    case "timeout":
      return say(`web.log.${event.kind}`, { name });
    default:
      return "";
  }
}

export function linesOf(facts: TableFacts, now: Now | null, events: EventFacts[]): Line[] {
  const made: Line[] = [];
  const standing: Line[] = [];
  for (const event of events) {
    const played = event.kind === "ply" && Boolean(event.says);
    const line: Line = {
      n: event.n,
      ply: null,
      text: event.says ? sentence(facts.game, event.says) : plainText(facts, now, event),
      also: (event.also ?? []).map((said) => sentence(facts.game, said)),
      move: event.move ?? "",
      by: event.kind === "begin" ? null : event.by,
      played,
      gone: false,
      timer: event.timer === true,
      changed: !played || (event.steps ?? []).length > 0,
    };
    if (played) line.ply = standing.push(line);
    else if (event.kind === "undo") {
      const taken = standing.pop();
      if (taken) Object.assign(taken, { gone: true, ply: null });
    }
    if (line.text) made.push(line);
  }
  return made;
}
