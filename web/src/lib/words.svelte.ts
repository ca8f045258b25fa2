// Words come from the server's own files: common ones, and those of each game.
// A sentence is a key with places; '@key' in a place is looked up itself; a plural has forms.

import { api } from "../api/client";
import type { Said } from "../api/types";
import { settings, type Language } from "./settings.svelte";

/** Under a finger there are no keys: such a key ends the name of what is said there instead. */
const TOUCH = "_touch";
const touch = matchMedia("(pointer: coarse)").matches;

type Forms = Record<string, string>;
type Table = Record<string, string | Forms>;
export type Places = Record<string, string | number>;

export function pluralForm(language: string, n: number): string {
  if (language === "ru") {
    if (n % 10 === 1 && n % 100 !== 11) return "one";
    return [2, 3, 4].includes(n % 10) && ![12, 13, 14].includes(n % 100) ? "few" : "many";
  }
  if (language === "fr") return n === 0 || n === 1 ? "one" : "other";
  return n === 1 ? "one" : "other";
}

export function fill(
  table: (key: string) => string | Forms | undefined,
  language: string,
  key: string,
  places: Places = {},
): string {
  let found = table(key);
  if (found === undefined) return key;
  if (typeof found !== "string") {
    found = found[pluralForm(language, Number(places["n"]))] ?? found["other"] ?? key;
  }
  const text = found.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = places[name];
    if (value === undefined) return "";
    const text = String(value);
    return text.startsWith("@") ? fill(table, language, text.slice(1)) : text;
  });
  return text.replace(/([?!]\uE002?)\./g, "$1"); // a name may end a sentence itself
}

class Words {
  #common = $state<Partial<Record<Language, Table>>>({});
  #games = $state<Record<string, Table>>({});

  get ready(): boolean {
    return this.#common[settings.language] !== undefined;
  }

  async load(language: Language = settings.language): Promise<void> {
    if (this.#common[language]) return;
    const found = await api.get("/api/words/{lang}", { path: { lang: language } });
    this.#common[language] = found.words as Table;
  }

  async loadGame(game: string, language: Language = settings.language): Promise<void> {
    const key = `${game} ${language}`;
    if (this.#games[key]) return;
    const path = { game, lang: language };
    const found = await api.get("/api/games/{game}/words/{lang}", { path });
    this.#games[key] = found.words as Table;
  }

  gameReady(game: string): boolean {
    return this.#games[`${game} ${settings.language}`] !== undefined;
  }

  say = (key: string, places: Places = {}): string =>
    fill((k) => this.#common[settings.language]?.[k], settings.language, key, places);

  /** A sentence of a game, with the common words behind it. */
  of =
    (game: string) =>
    (key: string, places: Places = {}): string => {
      const own = this.#games[`${game} ${settings.language}`];
      const table = (k: string) => own?.[k] ?? this.#common[settings.language]?.[k];
      const touched = `${key}${TOUCH}`;
      const name = touch && own?.[touched] !== undefined ? touched : key;
      return fill(table, settings.language, name, places);
    };

  has(game: string, key: string): boolean {
    return this.#games[`${game} ${settings.language}`]?.[key] !== undefined;
  }
}

export const words = new Words();
export const say = words.say;

/** A move that is advised: as something to do, where a game has words for that. */
export function advice(game: string, said: Said): string {
  const key = said.key.replace(/^move\./, "hint.");
  return sentence(game, words.has(game, key) ? { ...said, key } : said);
}

/** A sentence that the server sent as key and places, with a capital at its beginning. */
export function sentence(game: string, said: Said): string {
  const text = words.of(game)(said.key, said.places);
  return text.charAt(0).toLocaleUpperCase(settings.language) + text.slice(1);
}

/** A stretch of a sentence, and the key of what it names, if it is a name. */
export interface Piece {
  text: string;
  key: string | null;
}

/** A sentence in pieces: what it names stands apart. */
export function pieces(game: string, said: Said): Piece[] {
  const of = words.of(game);
  const places = Object.entries(said.places).map(([name, value]) => {
    const key = typeof value === "string" && value.startsWith("@") ? value.slice(1) : null;
    // Marks from the private use area, which no words hold.
    return [name, key === null ? value : `\uE000${key}\uE001${of(key)}\uE002`];
  });
  const whole = of(said.key, Object.fromEntries(places) as Places);
  const found = whole.split(/\uE000([^\uE001]*)\uE001([^\uE002]*)\uE002/);
  const made: Piece[] = [];
  for (let k = 0; k < found.length; k += 3) {
    made.push({ text: found[k]!, key: null });
    if (k + 2 < found.length) made.push({ text: found[k + 2]!, key: found[k + 1]! });
  }
  const first = made.find(({ text }) => text);
  if (first) {
    first.text = first.text.charAt(0).toLocaleUpperCase(settings.language) + first.text.slice(1);
  }
  return made.filter(({ text }) => text);
}
