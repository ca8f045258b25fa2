// What those who sit at a table are called.

import type { Now, Outcome, SeatFacts, TableFacts } from "../api/types";
import { say, sentence, words } from "../lib/words.svelte";

/** Who holds a seat, now or at some moment of a game. */
export type Held = Pick<SeatFacts, "seat" | "kind" | "level" | "name">;

const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A name within a sentence: one that is read from the right does not turn what follows it, and one
 * that begins like the key of a word is not taken for it.
 */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) || name.startsWith("@") ? `\u2068${name}\u2069` : name;
}

/** A person's name, a bot with its level, or an open seat. */
export function holder(seat: Held): string {
  if (seat.kind === "bot") return say(`web.level.${seat.level ?? 3}`);
  if (seat.kind === "open") return say("web.seat.open");
  return isolated(seat.name) || say("seat.name", { n: seat.seat + 1 });
}

/** What the game calls a seat (its colour, say). */
export function role(facts: TableFacts, now: Now | null, seat: number): string {
  const said = now?.names[seat];
  return said ? sentence(facts.game, said) : say("seat.name", { n: seat + 1 });
}

/** Both: bots of one level are told apart by what the game calls their seats. */
export function called(facts: TableFacts, now: Now | null, seat: Held): string {
  const [name, part] = [holder(seat), role(facts, now, seat.seat)];
  return facts.seats.length === 1 || part === name ? name : `${name} (${part})`;
}

/** Why a table can be read but not played on; "" where it can be. */
export function whyNot(facts: TableFacts): string {
  if (!facts.note) return "";
  return say(facts.origin === "record" ? "web.unplayable.record" : "web.unplayable.rules");
}

/** How it ended for somebody who held one seat; null for a draw, and for whoever only watched. */
export function fate(own: readonly SeatFacts[], result: Outcome): "won" | "lost" | null {
  const [held, ...more] = own.filter(({ kind, gave_up }) => kind === "person" || gave_up);
  if (held === undefined || more.length) return null;
  if (held.gave_up) return "lost"; // whatever the bot made of it
  if (result.winner !== null) return result.winner === held.seat ? "won" : "lost";
  return result.scores.length === 1 && (result.scores[0] ?? 0) < 0 ? "lost" : null;
}

/** Who broke a game off, by resigning or by being late; null where it was played to its end. */
function ended(facts: TableFacts, now: Now | null, result: Outcome): string | null {
  const alone = facts.seats.length === 1;
  if (alone || !["resigned", "timeout"].includes(result.reason)) return null;
  const seat = facts.seats[result.scores.findIndex((score) => score < 0)];
  return seat ? say(`web.end.${result.reason}`, { name: called(facts, now, seat) }) : null;
}

/** How a game ended, in a sentence. */
export function ending(facts: TableFacts, now: Now | null, result: Outcome): string {
  const of = words.of(facts.game);
  const reason = ended(facts, now, result) ?? of(`reason.${result.reason}`);
  if (result.winner !== null) {
    const seat = facts.seats[result.winner];
    const name = seat ? called(facts, now, seat) : "";
    return of("result.win", { winner: name, reason });
  }
  if (facts.seats.length > 1 && result.reason === "resigned")
    return say("web.end.given_up", { reason });
  if (facts.seats.length === 1 && (result.scores[0] ?? 0) < 0)
    return of("result.solo_loss", { reason });
  return of("result.draw", { reason });
}
