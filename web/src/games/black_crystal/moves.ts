// Moves read from their texts: where on the board they are found, and what they are called.

import type { Places } from "../../lib/words.svelte";
import {
  CELLS,
  SIDES,
  beside,
  cellNumber,
  eventOf,
  homeOf,
  isTile,
  openings,
  placeOf,
  shapeOf,
  type MineView,
} from "./view";

export type Say = (key: string, places?: Places) => string;

/** What is done on a cell; each has a mark of its own. */
export type Act =
  "walk" | "dig" | "lay" | "hop" | "aim" | "attack" | "blast" | "rubble" | "clear" | "mine" | "rob";
/** What pays for it. */
export type Tool = "exp" | "card" | "skill" | "miner" | "head" | "hand";

export interface Choice {
  move: string;
  /** Its first word. */
  kind: string;
  act: Act;
  tool: Tool | null;
  /** Whether it costs nothing but the step: one click is enough. */
  free: boolean;
  label: string;
  /** Cells and Entrances where it can be chosen; none for a button or a card. */
  places: number[];
  /** The Find card that is played, sold or dropped, or that pays for it. */
  card: string | null;
  /** The rival that is meant. */
  seat: number | null;
  /** Whether the Skill does it. */
  skill: boolean;
  /** Whether it is what one comes for, though its first word does not say so. */
  main?: boolean;
}

const sideWord = (side: string): string => `@to_side.${side.toLowerCase()}`;
const whereWord = (side: string): string => `@at_side.${side.toLowerCase()}`;
const toolOf = (word: string): Tool => {
  if (word.startsWith("F")) return "card";
  return word.startsWith("B") ? "miner" : (word as Tool);
};
const ACTS: Record<string, Act> = {
  walk: "walk",
  dig: "dig",
  lay: "lay",
  hop: "hop",
  attack: "attack",
  blast: "blast",
  rubble: "rubble",
  clear: "clear",
  mine: "mine",
  steal: "rob",
};
const FREE = new Set<Act>(["walk", "dig", "lay", "hop", "aim"]);
export const tileWords = (tile: string): Places => ({
  tile: `@tile.${eventOf(tile)}`,
  shape: `@shape.${shapeOf(tile)}`,
});
const TOOLED = new Set(["blast", "rubble", "clear"]);
/** The name of a monster; what grows from a seed are Dandelions like any. */
export const monsterWord = (card: string): string => `@boom.${card === "seed" ? "B20" : card}`;
const SKILLED = new Set(["steal", "tame", "potion", "sell", "summon", "spend"]);
/** States in which to pass has a name of its own. */
const PASSES = new Set([
  "SKIP",
  "BEG",
  "HELP",
  "COIN",
  "PREROLL",
  "POSTROLL",
  "KEEPALLY",
  "REGROW",
  "LOSS",
  "PASSAGE",
  "CAVEIN",
  "PIT",
  "CRYSTAL",
  "REACT",
]);

/** Where a dwarf may break ground: cells that are not open, behind an opening of its own cell. */
function faces(view: MineView, place: number): number[] {
  const tile = view.cells[place];
  const sides = place >= CELLS ? [0, 1, 2, 3] : isTile(tile) ? openings(tile.tile, tile.rot) : [];
  return sides.flatMap((side) => {
    const there = beside(place, side);
    return there !== null && there < CELLS && view.cells[there] === null ? [there] : [];
  });
}

export function read(view: MineView, seat: number, move: string, say: Say): Choice {
  const [kind, one, two] = move.split(" ") as [string, string?, string?];
  const me = view.seats[seat]!;
  const here = placeOf(me);
  const rival = (who: string) => `@rival.${view.seats[Number(who)]!.colour}`;
  const next = (side: string, from = here): number[] => {
    const there = beside(from, SIDES.indexOf(side as "N"));
    return there === null ? [] : [there];
  };
  const made = (key: string, places: Places = {}, where: number[] = []): Choice => ({
    move,
    kind,
    act: ACTS[kind] ?? "aim",
    tool: TOOLED.has(kind) ? toolOf(two!) : null,
    free: FREE.has(ACTS[kind] ?? "aim"),
    label: say(`web_do.${key}`, places),
    places: where,
    card: [one, two].find((word) => /^F\d/.test(word ?? "")) ?? null,
    seat: null,
    skill: two === "skill" || two === "head" || SKILLED.has(kind),
  });
  /** A step; onto a cell where a dwarf stands it is an attack. */
  const onto = (where: number[], places: Places): Choice => {
    const met = view.seats.find((dwarf) => dwarf !== me && where.includes(placeOf(dwarf)));
    if (!met) return made(kind, places, where);
    const fight = made(`${kind}_fight`, { ...places, other: `@rival.${met.colour}` }, where);
    return { ...fight, act: "attack", free: false };
  };
  const priceOf = (tool: string): string => say(`price.${toolOf(tool)}`, { card: `@find.${tool}` });
  const price = (): string => priceOf(two!);
  /** An attack beside a move, or in answer to one; with a tool first through the wall between. */
  const onset = (where?: string, tool?: string): Choice => {
    const through = tool ?? (where && where.length > 1 ? where : null);
    const answers = !where || where === through;
    const places: Places = answers
      ? { other: `@rival.${view.seats[view.active]!.colour}` }
      : { side: sideWord(where) };
    const key = `${through ? "storm" : "attack"}${answers ? "_back" : ""}`;
    const there = answers ? [placeOf(view.seats[view.active]!)] : next(where);
    return {
      ...made(key, through ? { ...places, tool: priceOf(through) } : places, there),
      tool: through ? toolOf(through) : null,
      seat: answers ? view.active : null,
      skill: through === "skill" || through === "head",
    };
  };
  switch (kind) {
    case "dig":
      if (one) return { ...made("dig_out", {}, [here]), free: false };
      return made("dig", {}, faces(view, here));
    case "walk": {
      const step = onto(next(one!), { side: sideWord(one!) });
      const tile = view.cells[step.places[0] ?? NaN];
      const leaves = me.crystal && step.free && isTile(tile) && eventOf(tile.tile) === "exit";
      return leaves ? made("walk_exit", { side: sideWord(one!) }, step.places) : step;
    }
    case "open":
      return made(kind, { side: sideWord(one!) }, next(one!));
    case "attack":
      return onset(one, two);
    case "lay":
      return made("lay", { side: sideWord(one!) }, next(one!));
    case "blast":
      return made(kind, { side: sideWord(one!), tool: price() }, next(one!));
    case "rubble":
    case "clear":
      if (one === "here") return made("clear_here", { tool: price() }, [here]);
      return made(kind, { where: whereWord(one!), tool: price() }, next(one!));
    case "push": {
      const pushed = placeOf(view.seats[Number(one)]!);
      const choice = made("push", { other: rival(one!), side: sideWord(two!) }, next(two!, pushed));
      return { ...choice, seat: Number(one) };
    }
    case "seat":
    case "steal": {
      const there = placeOf(view.seats[Number(one)]!);
      const choice = made(kind === "seat" ? "seat" : "rob", { other: rival(one!) }, [there]);
      return { ...choice, seat: Number(one) };
    }
    case "hop":
      return onto([cellNumber(one!)], { cell: one! });
    case "at":
      return made(kind, { cell: one! }, [cellNumber(one!)]);
    case "to":
      if (one === "home") return made("to_home", {}, [homeOf(me)]);
      return made("to", { cell: one! }, [cellNumber(one!)]);
    case "home":
      return made("home", {}, [homeOf(me)]);
    case "mine":
      return made("mine", {}, [here]);
    case "play":
      if (!two) return made("play", { card: `@find.${one!}` });
      return tripUp(view, made, one!, two);
    case "sell":
    case "drop":
      return made(kind, { card: `@find.${one!}` });
    case "keep":
      return one ? made("keep", tileWords(one)) : made("keep_top");
    case "ally":
      return made("ally", {
        monster: monsterWord(one!),
        n: view.health[one!] ?? 0,
      });
    case "beg":
      return made(one === "0" ? "beg_nothing" : "beg", { n: Number(one) });
    case "pass": {
      const side = view.fight?.a === seat ? "a" : view.fight?.d === seat ? "d" : null;
      if (view.state === "PREROLL" && side) {
        const own = view.fight!.allies[side] ? "preroll_ally" : "preroll_own";
        return { ...made("pass"), label: say(`web_pass.${own}`), main: true };
      }
      return PASSES.has(view.state)
        ? {
            ...made("pass"),
            label: say(`web_pass.${view.state.toLowerCase()}`),
          }
        : made("pass");
    }
    default:
      return made(kind);
  }
}

function tripUp(
  view: MineView,
  made: (key: string, places?: Places) => Choice,
  card: string,
  side: string,
): Choice {
  const fight = view.fight;
  const seat = side === "a" ? fight?.a : fight?.d;
  if (seat === null || seat === undefined)
    return made("trip", {
      card: `@find.${card}`,
      foe: `@boom.${fight?.card ?? "B01"}`,
    });
  const ally = fight?.allies[side as "a" | "d"];
  if (ally) return made("trip", { card: `@find.${card}`, foe: monsterWord(ally) });
  return made("trip_rival", {
    card: `@find.${card}`,
    foe: `@rival.${view.seats[seat]!.colour}`,
  });
}

/** Every legal move, with its place and its name. */
export const readMoves = (view: MineView, legal: string[], seat: number, say: Say): Choice[] =>
  legal.map((move) => read(view, seat, move, say));

/** Moves by the place where they are found, what is free first. */
export function byPlace(choices: Choice[]): Map<number, Choice[]> {
  const found = new Map<number, Choice[]>();
  for (const choice of choices.toSorted((one, two) => Number(two.free) - Number(one.free)))
    for (const place of choice.places) found.set(place, [...(found.get(place) ?? []), choice]);
  return found;
}

/** Where something is done by the dwarf itself; to rob somebody far away, his plate has a button. */
export const within = (choices: Choice[]): number[] =>
  choices.filter(({ act }) => act !== "rob").flatMap(({ places }) => places);

/** An act on a cell, and what may pay for it. */
export interface Mark {
  act: Act;
  free: boolean;
  tools: Tool[];
}
/** The marks of a cell: one for each act. */
export function marksOf(choices: Choice[]): Mark[] {
  const found = new Map<Act, Mark>();
  for (const { act, free, tool } of choices) {
    const mark = found.get(act) ?? { act, free, tools: [] };
    if (tool && !mark.tools.includes(tool)) mark.tools.push(tool);
    found.set(act, mark);
  }
  return [...found.values()].filter(({ act }) => act !== "aim" && act !== "lay");
}

export interface Laying {
  cell: number;
  move: string;
  rot: number;
}
/** The ways to lay the drawn tile, by cell. */
export function layings(choices: Choice[]): Map<number, Laying[]> {
  const found = new Map<number, Laying[]>();
  for (const { kind, move, places } of choices) {
    const cell = places[0];
    if (kind !== "lay" || cell === undefined) continue;
    const one = { cell, move, rot: Number(move.at(-1)) };
    found.set(cell, [...(found.get(cell) ?? []), one]);
  }
  return found;
}

const LAST = ["end", "pass", "none"];
/** What is done with a card in a moment of its own: nobody should have to look behind the card. */
const OF_CARDS = ["play", "sell"];
const BESIDES = ["dig", "mine", "to", "home"];
/** Whether a move chooses one of several tiles. */
export const keepsTile = ({ kind, move }: Choice): boolean => kind === "keep" && move !== "keep";
/**
 * Moves for large buttons: all without a place, and a few that are easier found so; what is done
 * to a seat too, where plates have no room for it.
 */
export function buttonsOf(choices: Choice[], state: string, ofSeats: boolean): Choice[] {
  const wanted = choices.filter((choice) => {
    if (choice.seat !== null) return ofSeats;
    if (keepsTile(choice)) return false;
    if (BESIDES.includes(choice.kind) || choice.move.startsWith("clear here")) return true;
    if (choice.places.length) return false;
    return choice.card === null || (OF_CARDS.includes(choice.kind) && state !== "ACT");
  });
  // What one comes for stands first, what lets things be stands last.
  const rank = ({ kind, main }: Choice) => (main ? -1 : Number(LAST.includes(kind)));
  return wanted.sort((one, two) => rank(one) - rank(two));
}
