// Making tables.

import { api, nonce } from "../api/client";
import type { GameFacts, NewTable } from "../api/types";

export const QUICK_LEVEL = 2;

interface OptionSchema {
  type: string;
  default: number | string | boolean;
  enum?: (number | string)[];
  minimum?: number;
  maximum?: number;
  /** Of a word with one of a few letters for each of several places. */
  pattern?: string;
  anyOf?: { minimum?: number; maximum?: number; enum?: number[] }[];
}

export function optionsOf(game: GameFacts): [string, OptionSchema][] {
  const properties = game.options["properties"] as Record<string, OptionSchema>;
  return Object.entries(properties);
}

export type { OptionSchema };

/** How many seats a game has with these options: the first option says. */
export function seatsOf(
  game: GameFacts,
  chosen: Record<string, number | string | boolean>,
): number {
  const [name, schema] = optionsOf(game)[0] ?? ["players", { default: 2 }];
  return Number(chosen[name] ?? schema.default);
}

/** Make a table, see what the server is bound to, and only then sit down and add to the dice. */
export async function makeTable(wanted: NewTable): Promise<string> {
  const { id } = await api.post("/api/tables", wanted);
  if (wanted.seats.some((seat) => seat.kind === "me")) await sitDown(id);
  return id;
}

export function sitDown(id: string): Promise<unknown> {
  return api.post("/api/tables/{table_id}/seats", { nonce: nonce() }, { path: { table_id: id } });
}

/** A table with everything as it usually is: against bots, or with open seats for friends. */
export function quickTable(game: GameFacts, friend: boolean): Promise<string> {
  const others = friend ? { kind: "open" as const } : { kind: "bot" as const, level: QUICK_LEVEL };
  const count = seatsOf(game, {});
  const seats: NewTable["seats"] = Array.from({ length: count }, (_, k) =>
    k === 0 ? { kind: "me", level: QUICK_LEVEL } : { level: QUICK_LEVEL, ...others },
  );
  return makeTable({
    game: game.name,
    options: {},
    seats,
    on_timeout: "bot",
    stand_in: 3,
  });
}
