// Making tables.

import { api, nonce } from "../api/client";
import type { GameFacts, NewTable, PresetFacts } from "../api/types";

const QUICK_LEVEL = 2;

/** How strong bots are unless one chooses otherwise. */
export const usualLevel = (game: GameFacts): number => game.presets[0]?.level ?? QUICK_LEVEL;

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

export type Chosen = Record<string, number | string | boolean>;

/** What is chosen when a preset is: how many play and how it is played at large stay as they are. */
export function withPreset(game: GameFacts, preset: PresetFacts, chosen: Chosen): Chosen {
  const kept = optionsOf(game)
    .slice(0, 2)
    .flatMap(([name]) => (name in chosen ? [[name, chosen[name]!] as const] : []));
  return { ...Object.fromEntries(kept), ...preset.options };
}

/** The preset that is chosen: the rest of the options are what it says. */
export function presetOf(game: GameFacts, chosen: Chosen): PresetFacts | null {
  const rest = optionsOf(game).slice(2);
  const fits = (preset: PresetFacts) =>
    rest.every(([name, { default: usual }]) => {
      const wanted = preset.options[name] ?? usual;
      return (chosen[name] ?? usual) === wanted;
    });
  return game.presets.find(fits) ?? null;
}

/** What the dice of one's next table are bound to, where the server has said so beforehand. */
let promised: string | null = null;

export function notePromise(promise: string | null): void {
  promised = promise;
}

/**
 * Make a table and sit down. One adds to the dice only after the server has bound itself: with the
 * table where that was promised before, else when the table says what it is bound to.
 */
export async function makeTable(wanted: NewTable): Promise<string> {
  const promise = promised;
  notePromise(null);
  const made = await api.post(
    "/api/tables",
    promise === null ? wanted : { ...wanted, promise, nonce: nonce() },
  );
  notePromise(made.promise);
  const sits = made.commitment === promise;
  if (!sits && wanted.seats.some((seat) => seat.kind === "me")) await sitDown(made.id);
  return made.id;
}

export function sitDown(id: string): Promise<unknown> {
  return api.post("/api/tables/{table_id}/seats", { nonce: nonce() }, { path: { table_id: id } });
}

/** A table with everything as it usually is: against bots, or with open seats for friends. */
export function quickTable(game: GameFacts, friend: boolean): Promise<string> {
  const preset = game.presets[0];
  const level = usualLevel(game);
  const others = friend ? { kind: "open" as const } : { kind: "bot" as const, level };
  const options = { ...preset?.options };
  const count = seatsOf(game, options);
  const seats: NewTable["seats"] = Array.from({ length: count }, (_, k) =>
    k === 0 ? { kind: "me", level } : { level, ...others },
  );
  return makeTable({
    game: game.name,
    options,
    seats,
    on_timeout: "bot",
    stand_in: 3,
  });
}
