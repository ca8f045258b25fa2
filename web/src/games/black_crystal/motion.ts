// What happens, told as beats: each changes the scene a little, and takes its time.

import type { Story } from "../../api/telling.svelte";
import type { Now, StepFacts } from "../../api/types";
import type { Places } from "../../lib/words.svelte";
import { monsterWord as nameOf } from "./moves";
import {
  CELLS,
  SIZE,
  boomName,
  eventOf,
  findName,
  homeOf,
  isTile,
  pathBetween,
  readView,
  tileName,
  type Dwarf,
  type Fight,
  type MineView,
  type TileCell,
} from "./view";

/** What is held up for all to see. */
export type Shown =
  | { is: "card"; card: string | null; health: number | null; who: number }
  | { is: "tile"; tile: string; who: number }
  | { is: "die"; value: number; who: number }
  | { is: "words"; key: string; places: Places };

/** All that moves: the mine as it is at this moment, and what is special about the moment. */
export interface Scene {
  view: MineView;
  carving: number | null;
  stirred: Set<number>;
  vanished: Set<number>;
  shown: Shown | null;
  /** Who has won the fight. */
  outcome: { key: string; places: Places } | null;
}

export type Sound = "knock" | "slide" | "fall" | "rattle" | "hit" | "glow" | "good";
export interface Beat {
  length: number;
  change: (scene: Scene) => Scene;
  sound?: Sound;
  /** It is there to be read: never told faster, but a click goes on. */
  held?: boolean;
}

/** A story takes no longer than about this, but for what is there to be read. */
const LONGEST = 1200;
/** So long a card is held up for who drew it, for the others, and when it is played. */
const OWN_CARD = 3600;
const OTHERS_CARD = 2000;
const PLAYED_CARD = 1200;
const OUTCOME = 1800;
const NEWS = 1300;
/** So long is told what befalls whoever looks on; and so long are the odds of an own fight. */
const TO_ME = 3200;
const ODDS = 1200;
const SKIPPED = 800;
/** Seconds below which a question is not kept waiting by what is there to be read. */
const HURRY = 20;

/** Whether time is short for a seat: its question waits behind what is told. */
export const isHurried = ({ deadline, turn }: Now, seat: number | null): boolean =>
  turn === seat && deadline !== null && deadline - Date.now() / 1000 < HURRY;

export const sceneOf = (view: MineView): Scene => ({
  view,
  carving: null,
  stirred: new Set(),
  vanished: new Set(),
  shown: null,
  outcome: null,
});

const withSeat = (scene: Scene, seat: number, change: Partial<Dwarf>): Scene => ({
  ...scene,
  view: {
    ...scene.view,
    seats: scene.view.seats.map((dwarf, k) => (k === seat ? { ...dwarf, ...change } : dwarf)),
  },
});
const placed = (place: number): Dwarf["at"] =>
  place >= CELLS ? "home" : [place % SIZE, Math.floor(place / SIZE)];
const withCell = (scene: Scene, at: number, change: Partial<TileCell>): Scene => {
  const cells = scene.view.cells.map((cell, k) =>
    k === at && isTile(cell) ? { ...cell, ...change } : cell,
  );
  return { ...scene, view: { ...scene.view, cells }, stirred: new Set([at]) };
};
const show = (shown: Shown | null, length: number, sound?: Sound): Beat => ({
  length,
  sound,
  change: (scene) => ({ ...scene, shown }),
});
const hold = (beat: Beat): Beat => ({ ...beat, held: true });
const tell = (key: string, length = 480, sound?: Sound, places: Places = {}): Beat =>
  show({ is: "words", key, places }, length, sound);
const moves = (seat: number, to: number, length: number, sound: Sound): Beat => ({
  length,
  sound,
  change: (scene) => withSeat({ ...scene, shown: null }, seat, { at: placed(to) }),
});
const hidden = (scene: Scene, seat: number, away: boolean): Scene => {
  const vanished = new Set(scene.vanished);
  if (away) vanished.add(seat);
  else vanished.delete(seat);
  return { ...scene, vanished };
};
/** Gone here, back there. */
const jumps = (seat: number, to: number): Beat[] => [
  { length: 190, sound: "fall", change: (scene) => hidden(scene, seat, true) },
  { length: 40, change: (scene) => withSeat(scene, seat, { at: placed(to) }) },
  { length: 200, sound: "glow", change: (scene) => hidden(scene, seat, false) },
];

function runs(before: MineView, seat: number, start: number, end: number): Beat[] {
  const home = homeOf(before.seats[seat]!);
  const real = (place: number) => (place >= CELLS ? home : place);
  const path = pathBetween(before, real(start), real(end));
  const each = Math.min(190, 900 / path.length);
  return path.map((place) => moves(seat, place, each, "knock"));
}

function beats(
  { step, a, b, c }: StepFacts,
  before: MineView,
  after: MineView,
  card: string | null,
  seat: number | null,
): Beat[] {
  const news = (about: number) => (about === seat ? TO_ME : NEWS);
  const reading = (reader: number) => (reader === seat ? OWN_CARD : OTHERS_CARD);
  const rival = (seat: number): Places => ({
    rival: `@rival.${after.seats[seat]?.colour ?? "red"}`,
  });
  const who = (seat: number): Places => ({ who: `@who.${after.seats[seat]?.colour ?? "red"}` });
  switch (step) {
    case "tile_drawn":
      return [show({ is: "tile", tile: tileName(b), who: a }, 360, "slide")];
    case "tile_laid":
      return [
        {
          length: 430,
          sound: "rattle",
          change: (scene) => ({
            ...scene,
            shown: null,
            carving: a,
            view: {
              ...scene.view,
              links: after.links,
              cells: scene.view.cells.map((cell, k) =>
                k === a ? { tile: tileName(b), rot: c, unmined: tileUnmined(after, a) } : cell,
              ),
            },
          }),
        },
        { length: 20, change: (scene) => ({ ...scene, carving: null }) },
        ...newsOf(b, who(before.active)),
      ];
    case "walked":
      return [moves(a, c, 240, "knock")];
    case "fled":
      return runs(before, a, b, c);
    case "pushed":
      return [moves(a, c, 240, "hit")];
    case "hopped":
    case "teleported":
    case "fell":
      return jumps(a, c);
    case "passage_made":
      return [
        {
          length: 360,
          sound: "hit",
          change: (scene) => ({
            ...scene,
            view: { ...scene.view, passages: after.passages, links: after.links },
            stirred: new Set([a, b]),
          }),
        },
      ];
    case "rubble_put":
      return [{ length: 380, sound: "rattle", change: (s) => withCell(s, a, { rubble: true }) }];
    case "rubble_gone":
      return [{ length: 260, sound: "rattle", change: (s) => withCell(s, a, { rubble: false }) }];
    case "boom_put":
      return [{ length: 300, sound: "hit", change: (s) => withCell(s, a, { boom: true }) }];
    case "boom_gone":
      return [{ length: 160, change: (s) => withCell(s, a, { boom: false }) }];
    case "mushroom_put":
      return [
        {
          length: 420,
          sound: "fall",
          change: (scene) => ({
            ...scene,
            stirred: new Set([b]),
            view: {
              ...scene.view,
              links: after.links,
              passages: after.passages,
              cells: scene.view.cells.map((cell, k) => (k === b ? "mushroom" : cell)),
            },
          }),
        },
      ];
    case "boom_drawn": {
      const name = boomName(b);
      const health = after.health[name] ?? null;
      return [hold(show({ is: "card", card: name, health, who: a }, reading(a), "hit"))];
    }
    case "find_drawn": {
      const drawn = b >= 0 ? findName(b) : card;
      const shown: Shown = { is: "card", card: drawn, health: null, who: a };
      return [drawn ? hold(show(shown, reading(a), "slide")) : show(shown, 260, "slide")];
    }
    case "card_played":
    case "card_sold":
    case "card_dropped": {
      const shown: Shown = { is: "card", card: findName(b), health: null, who: a };
      return [a === seat ? show(shown, 560, "slide") : hold(show(shown, PLAYED_CARD, "slide"))];
    }
    case "card_stolen":
      return [tell("web_tell.stolen", 520, "slide", who(a))];
    case "peeked":
      return [tell("web_tell.peeked", 420, "slide", who(a))];
    case "rolled":
      return [
        {
          length: 620,
          sound: "rattle",
          change: (scene) => {
            const fight = scene.view.fight;
            const side = a === 0 ? "a" : a === 1 ? "d" : null;
            const who = (side && fight?.[side]) ?? after.active;
            const shown: Shown = { is: "die", value: b, who };
            if (!fight || !side) return { ...scene, shown };
            const dice = { ...fight.dice, [side]: b };
            return { ...scene, shown, view: { ...scene.view, fight: { ...fight, dice } } };
          },
        },
      ];
    case "called":
      return [tell(b ? "web_tell.odd" : "web_tell.even", 380)];
    case "modified":
      return [
        {
          length: 280,
          sound: "knock",
          change: (scene) => {
            const fight = scene.view.fight;
            if (!fight) return scene;
            const mods = { ...fight.mods, [a ? "d" : "a"]: c };
            return { ...scene, view: { ...scene.view, fight: { ...fight, mods } } };
          },
        },
      ];
    case "ally_gained":
      return [tell("web_tell.ally", 620, "good", { monster: monsterWord(b) })];
    case "fight_tied":
      return [tell("web_tell.tied", 420)];
    case "fight_begun":
      return [
        {
          length: a === seat || b === seat ? ODDS : 300,
          held: a === seat || b === seat,
          change: (scene) => withFight(scene, after, { a, d: b, card: c }),
        },
      ];
    case "ally_sent":
      return [
        hold({
          ...tell("web_tell.ally_fights", NEWS, "knock", allyPlaces(after, a, b)),
          change: (scene) => ({
            ...withAlly(scene, a, boomName(b)),
            shown: { is: "words", key: "web_tell.ally_fights", places: allyPlaces(after, a, b) },
          }),
        }),
      ];
    case "ally_gone":
      return [hold(tell("web_tell.ally_gone", NEWS, "fall", allyPlaces(after, a, b)))];
    case "fight_won":
    case "fight_lost": {
      // The dwarf that came is named; against a monster it simply wins or loses.
      const key = `web_tell.${step === "fight_won" ? "won" : "lost"}`;
      const loser = b >= 0 ? who(b) : { who: monsterWord(c) };
      const winner = step === "fight_won" ? who(a) : loser;
      return [
        hold({
          length: OUTCOME,
          sound: step === "fight_won" ? "good" : "hit",
          change: (scene) => ({
            ...scene,
            outcome: { key: "web_tell.outcome", places: winner },
            shown: { is: "words", key, places: who(a) },
          }),
        }),
      ];
    }
    case "explosives":
      return [{ length: 90, change: (scene) => withSeat(scene, a, { explosives: c }) }];
    case "skips":
      return [
        hold({
          ...tell("web_tell.skips", b < 0 ? SKIPPED : news(a), "fall"),
          change: (scene) => ({
            ...withSeat(scene, a, { skip: c }),
            shown: {
              is: "words",
              key: b < 0 ? "web_tell.skipped" : "web_tell.skips",
              places: { ...who(a), n: c },
            },
          }),
        }),
      ];
    case "stayed":
      return [hold(tell("web_tell.stayed", news(a), "fall", who(a)))];
    case "boom_spared":
      return [hold(tell("web_tell.spared", NEWS, "good", { monster: monsterWord(b) }))];
    case "mining":
      return [{ length: 260, sound: "knock", change: (s) => withSeat(s, a, { mining: true }) }];
    case "crystal_taken":
      return [
        hold({
          ...tell("web_tell.crystal", news(a), "glow"),
          change: (scene) => ({
            ...withSeat(scene, a, { crystal: true, mining: false }),
            shown: { is: "words", key: "web_tell.crystal", places: who(a) },
          }),
        }),
      ];
    case "crystal_dropped":
      return [
        hold({
          ...tell("web_tell.dropped", news(a), "fall"),
          change: (scene) => ({
            ...withSeat(withCell(scene, b, { loose: 1 }), a, { crystal: false }),
            shown: { is: "words", key: "web_tell.dropped", places: who(a) },
          }),
        }),
      ];
    case "crystal_passed":
      return [
        hold({
          ...tell("web_tell.passed", news(a), "glow"),
          change: (scene) => ({
            ...withSeat(withSeat(scene, a, { crystal: false }), b, { crystal: true }),
            shown: { is: "words", key: "web_tell.passed", places: { ...who(b), ...rival(a) } },
          }),
        }),
      ];
    case "crystal_smashed":
      return [hold(tell("web_tell.smashed", news(a), "hit", who(a)))];
    case "trapped":
      return [hold(tell("web_tell.trapped", news(a), "hit", who(a)))];
    case "helped":
      return [tell("web_tell.helped", 460, "good", who(a))];
    case "reshuffled":
      return [tell("web_tell.reshuffled", 300, "slide")];
    default:
      return [];
  }
}

const tileUnmined = (view: MineView, at: number): number | undefined => {
  const cell = view.cells[at];
  return isTile(cell) ? cell.unmined : undefined;
};
const monsterWord = (card: number): string => nameOf(boomName(card));
const allyPlaces = (view: MineView, seat: number, card: number): Places => ({
  who: `@who.${view.seats[seat]?.colour ?? "red"}`,
  monster: monsterWord(card),
  n: view.health[boomName(card)] ?? 0,
});
/** What everybody waits for has been dug up. */
function newsOf(tile: number, who: Places): Beat[] {
  const event = eventOf(tileName(tile));
  if (event !== "exit" && event !== "crystal") return [];
  return [hold(tell(`web_tell.${event}_found`, NEWS, "glow", who))];
}
/** A fight that begins, unless it is there already. */
function withFight(
  scene: Scene,
  after: MineView,
  { a, d, card }: { a: number; d: number; card: number },
): Scene {
  const fight: Fight = {
    kind: d >= 0 ? "brawl" : "monster",
    a,
    d: d >= 0 ? d : null,
    card: d >= 0 ? null : boomName(card),
    allies: { a: null, d: null },
    mods: { a: 0, d: 0 },
    dice: { a: null, d: null },
  };
  const { health } = after;
  return { ...scene, shown: null, view: { ...scene.view, health, fight } };
}
function withAlly(scene: Scene, seat: number, ally: string): Scene {
  const fight = scene.view.fight;
  if (!fight) return scene;
  const allies = { ...fight.allies, [fight.a === seat ? "a" : "d"]: ally };
  return { ...scene, view: { ...scene.view, fight: { ...fight, allies } } };
}

/** Where nobody can do anything, turns go by that are all alike: what befalls a seat is told once. */
function once(steps: StepFacts[]): StepFacts[] {
  const met = new Set<string>();
  return steps.filter(({ step, a, b }) => {
    if (step !== "trapped" && step !== "skips") return true;
    const what = `${step} ${a} ${Math.sign(b)}`;
    return !met.has(what) && met.add(what);
  });
}

/**
 * The beats of a story as a seat sees it; a long one is told faster, and all of it where somebody is
 * hurried: then nothing is held.
 */
export function beatsOf(story: Story, seat: number | null, hurried = false): Beat[] {
  const before = readView(story.before);
  const after = readView(story.after);
  const seen = /^(?:find|steal|peek)=([FB]\d\d)$/.exec(story.event.move ?? "");
  const card = seen?.[1] ?? null;
  const told = once(story.event.steps ?? []).flatMap((step) =>
    beats(step, before, after, card, seat),
  );
  const made = hurried ? told.map((beat) => ({ ...beat, held: false })) : told;
  const whole = made.reduce((sum, { length, held }) => sum + (held ? 0 : length), 0);
  const faster = Math.min(1, LONGEST / (whole || 1));
  return made.map((beat) => (beat.held ? beat : { ...beat, length: beat.length * faster }));
}

/** Run beats one after another: `stop` breaks off, `on` leaves what is held up, if anything is. */
export function run(
  list: Beat[],
  change: (change: Beat["change"]) => void,
  hear: (sound: Sound) => void,
  done: () => void,
  speed: () => number = () => 1,
): { stop: () => void; on: () => boolean } {
  let timer: ReturnType<typeof setTimeout>;
  let k = -1;
  const next = (): void => {
    const now = list[++k];
    if (!now) return done();
    if (now.sound) hear(now.sound);
    change(now.change);
    timer = setTimeout(next, now.length / speed());
  };
  const stop = (): void => clearTimeout(timer);
  timer = setTimeout(next, 0);
  const on = (): boolean => {
    if (!list[k]?.held) return false;
    stop();
    next();
    return true;
  };
  return { stop, on };
}

/** The places that the dwarf of a move has gone through. */
export function trailOf(view: MineView, steps: StepFacts[]): number[] {
  const gone = steps.filter(({ step }) => step === "walked" || step === "fled");
  const seat = gone[0]?.a;
  const dwarf = seat === undefined ? undefined : view.seats[seat];
  if (!dwarf) return [];
  const real = (place: number) => (place >= CELLS ? homeOf(dwarf) : place);
  return gone.flatMap(({ step, b, c }, k) => [
    ...(k ? [] : [real(b)]),
    ...(step === "fled" ? pathBetween(view, real(b), real(c)) : [real(c)]),
  ]);
}
