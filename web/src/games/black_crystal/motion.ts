// What happens, told as beats: each changes the scene a little, and takes its time.

import type { Now } from "../../api/types";
import { stepsOf } from "../../lib/steps";
import type { Places } from "../../lib/words.svelte";
import { monsterWord as nameOf } from "./moves";
import {
  CELLS,
  SIZE,
  eventOf,
  homeOf,
  isTile,
  pathBetween,
  type Dwarf,
  type Fight,
  type MineView,
  type Story,
  type TileCell,
  type Step,
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
export const isHurried = ({ deadline, turn }: Now<"black_crystal">, seat: number | null): boolean =>
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

/** What a step is told from. */
interface Around {
  before: MineView;
  after: MineView;
  /** The card that the move names, where the seat may know it. */
  card: string | null;
  /** Who looks on. */
  seat: number | null;
}
type Kind = Step["step"];
type Of<K extends Kind> = Extract<Step, { step: K }>;
type Tellings = { [K in Kind]?: (step: Of<K>, around: Around) => Beat[] };

const news = (about: number, seat: number | null): number => (about === seat ? TO_ME : NEWS);
const reading = (reader: number, seat: number | null): number =>
  reader === seat ? OWN_CARD : OTHERS_CARD;
const who = (seat: number, { after }: Around): Places => ({
  who: `@who.${after.seats[seat]?.colour ?? "red"}`,
});
const rival = (seat: number, { after }: Around): Places => ({
  rival: `@rival.${after.seats[seat]?.colour ?? "red"}`,
});
const inWords = (key: string, places: Places): Shown => ({ is: "words", key, places });
const change = (length: number, change: Beat["change"], sound?: Sound): Beat[] => [
  { length, sound, change },
];
/** News that change the scene while they are held up. */
const changing = (beat: Beat, with_: (scene: Scene) => Scene): Beat[] => [
  hold({ ...beat, change: (scene) => beat.change(with_(scene)) }),
];

const walks = ({ seat, target }: Of<"walked" | "pushed">, sound: Sound): Beat[] => [
  moves(seat, target, 240, sound),
];
const leaps = ({ seat, target }: Of<"hopped" | "teleported" | "fell">): Beat[] =>
  jumps(seat, target);
function plays(
  { seat, card }: Of<"card_played" | "card_sold" | "card_dropped">,
  around: Around,
): Beat[] {
  const shown: Shown = { is: "card", card, health: null, who: seat };
  if (seat === around.seat) return [show(shown, 560, "slide")];
  return [hold(show(shown, PLAYED_CARD, "slide"))];
}
/** The dwarf that came is named; against a monster it simply wins or loses. */
function decides(
  { step, attacker, defender, card }: Of<"fight_won" | "fight_lost">,
  around: Around,
): Beat[] {
  const won = step === "fight_won";
  const foe = defender === null ? { who: nameOf(card ?? "") } : who(defender, around);
  const shown = inWords(`web_tell.${won ? "won" : "lost"}`, who(attacker, around));
  const outcome = {
    key: "web_tell.outcome",
    places: won ? who(attacker, around) : foe,
  };
  const sound = won ? "good" : "hit";
  return [hold({ length: OUTCOME, sound, change: (scene) => ({ ...scene, outcome, shown }) })];
}

const BEATS: Tellings = {
  tile_drawn: ({ seat, tile }) => [show({ is: "tile", tile, who: seat }, 360, "slide")],
  tile_laid: ({ cell, tile, rot }, around) => [
    ...change(
      430,
      (scene) => ({
        ...scene,
        shown: null,
        carving: cell,
        view: {
          ...scene.view,
          links: around.after.links,
          cells: scene.view.cells.map((here, k) =>
            k === cell ? { tile, rot, ...tileUnmined(around.after, cell) } : here,
          ),
        },
      }),
      "rattle",
    ),
    ...change(20, (scene) => ({ ...scene, carving: null })),
    ...newsOf(tile, who(around.before.active, around)),
  ],
  walked: (step) => walks(step, "knock"),
  fled: ({ seat, origin, target }, { before }) => runs(before, seat, origin, target),
  pushed: (step) => walks(step, "hit"),
  hopped: leaps,
  teleported: leaps,
  fell: leaps,
  passage_made: ({ cell, other }, { after }) =>
    change(
      360,
      (scene) => ({
        ...scene,
        view: { ...scene.view, passages: after.passages, links: after.links },
        stirred: new Set([cell, other]),
      }),
      "hit",
    ),
  rubble_put: ({ cell }) => change(380, (s) => withCell(s, cell, { rubble: true }), "rattle"),
  rubble_gone: ({ cell }) => change(260, (s) => withCell(s, cell, { rubble: false }), "rattle"),
  boom_put: ({ cell }) => change(300, (s) => withCell(s, cell, { boom: true }), "hit"),
  boom_gone: ({ cell }) => change(160, (s) => withCell(s, cell, { boom: false })),
  mushroom_put: ({ cell }, { after }) =>
    change(
      420,
      (scene) => ({
        ...scene,
        stirred: new Set([cell]),
        view: {
          ...scene.view,
          links: after.links,
          passages: after.passages,
          cells: scene.view.cells.map((here, k) => (k === cell ? "mushroom" : here)),
        },
      }),
      "fall",
    ),
  boom_drawn: ({ seat, card }, around) => {
    const health = around.after.health[card] ?? null;
    const shown: Shown = { is: "card", card, health, who: seat };
    return [hold(show(shown, reading(seat, around.seat), "hit"))];
  },
  find_drawn: ({ seat, card }, around) => {
    const drawn = card ?? around.card;
    const shown: Shown = { is: "card", card: drawn, health: null, who: seat };
    if (!drawn) return [show(shown, 260, "slide")];
    return [hold(show(shown, reading(seat, around.seat), "slide"))];
  },
  card_played: plays,
  card_sold: plays,
  card_dropped: plays,
  card_stolen: ({ thief }, around) => [tell("web_tell.stolen", 520, "slide", who(thief, around))],
  peeked: ({ seat }, around) => [tell("web_tell.peeked", 420, "slide", who(seat, around))],
  rolled: ({ rolled, value }, { after }) =>
    change(
      620,
      (scene) => {
        const fight = scene.view.fight;
        const side = rolled === "a" || rolled === "d" ? rolled : null;
        const shown: Shown = {
          is: "die",
          value,
          who: (side && fight?.[side]) ?? after.active,
        };
        if (!fight || !side) return { ...scene, shown };
        const dice = { ...fight.dice, [side]: value };
        return { ...scene, shown, view: { ...scene.view, fight: { ...fight, dice } } };
      },
      "rattle",
    ),
  called: ({ odd }) => [tell(odd ? "web_tell.odd" : "web_tell.even", 380)],
  modified: ({ fighter, total }) =>
    change(
      280,
      (scene) => {
        const fight = scene.view.fight;
        if (!fight) return scene;
        const mods = { ...fight.mods, [fighter]: total };
        return { ...scene, view: { ...scene.view, fight: { ...fight, mods } } };
      },
      "knock",
    ),
  ally_gained: ({ monster }) => [tell("web_tell.ally", 620, "good", { monster: nameOf(monster) })],
  fight_tied: () => [tell("web_tell.tied", 420)],
  fight_begun: ({ attacker, defender, card }, { after, seat }) => {
    const own = seat !== null && (attacker === seat || defender === seat);
    return [
      {
        length: own ? ODDS : 300,
        held: own,
        change: (scene) => withFight(scene, after, { a: attacker, d: defender, card }),
      },
    ];
  },
  ally_sent: ({ seat, monster }, { after }) =>
    changing(
      tell("web_tell.ally_fights", NEWS, "knock", allyPlaces(after, seat, monster)),
      (scene) => withAlly(scene, seat, monster),
    ),
  ally_gone: ({ seat, monster }, { after }) => [
    hold(tell("web_tell.ally_gone", NEWS, "fall", allyPlaces(after, seat, monster))),
  ],
  fight_won: decides,
  fight_lost: decides,
  explosives: ({ seat, left }) => change(90, (s) => withSeat(s, seat, { explosives: left })),
  skips: ({ seat, change, left }, around) => {
    const gone = change < 0;
    const places = { ...who(seat, around), n: left };
    const length = gone ? SKIPPED : news(seat, around.seat);
    return changing(
      tell(gone ? "web_tell.skipped" : "web_tell.skips", length, "fall", places),
      (scene) => withSeat(scene, seat, { skip: left }),
    );
  },
  stayed: ({ seat }, around) => [
    hold(tell("web_tell.stayed", news(seat, around.seat), "fall", who(seat, around))),
  ],
  boom_spared: ({ monster }) => [
    hold(tell("web_tell.spared", NEWS, "good", { monster: nameOf(monster) })),
  ],
  mining: ({ seat }) => change(260, (s) => withSeat(s, seat, { mining: true }), "knock"),
  crystal_taken: ({ seat }, around) =>
    changing(
      tell("web_tell.crystal", news(seat, around.seat), "glow", who(seat, around)),
      (scene) => withSeat(scene, seat, { crystal: true, mining: false }),
    ),
  crystal_dropped: ({ seat, cell }, around) =>
    changing(
      tell("web_tell.dropped", news(seat, around.seat), "fall", who(seat, around)),
      (scene) => withSeat(withCell(scene, cell, { loose: 1 }), seat, { crystal: false }),
    ),
  crystal_passed: ({ loser, victor }, around) =>
    changing(
      tell("web_tell.passed", news(loser, around.seat), "glow", {
        ...who(victor, around),
        ...rival(loser, around),
      }),
      (scene) => withSeat(withSeat(scene, loser, { crystal: false }), victor, { crystal: true }),
    ),
  crystal_smashed: ({ loser }, around) => [
    hold(tell("web_tell.smashed", news(loser, around.seat), "hit", who(loser, around))),
  ],
  trapped: ({ seat }, around) => [
    hold(tell("web_tell.trapped", news(seat, around.seat), "hit", who(seat, around))),
  ],
  helped: ({ helper }, around) => [tell("web_tell.helped", 460, "good", who(helper, around))],
  reshuffled: () => [tell("web_tell.reshuffled", 300, "slide")],
};

/** What a step looks like; nothing where it is shown by other means. */
function beats<K extends Kind>(step: Of<K>, kind: K, around: Around): Beat[] {
  return BEATS[kind]?.(step, around) ?? [];
}

const tileUnmined = (view: MineView, at: number): Pick<TileCell, "unmined"> => {
  const cell = view.cells[at];
  return isTile(cell) && cell.unmined ? { unmined: cell.unmined } : {};
};
const allyPlaces = (view: MineView, seat: number, monster: string): Places => ({
  who: `@who.${view.seats[seat]?.colour ?? "red"}`,
  monster: nameOf(monster),
  n: view.health[monster] ?? 0,
});
/** What everybody waits for has been dug up. */
function newsOf(tile: string, who: Places): Beat[] {
  const event = eventOf(tile);
  if (event !== "exit" && event !== "crystal") return [];
  return [hold(tell(`web_tell.${event}_found`, NEWS, "glow", who))];
}
/** A fight that begins, unless it is there already. */
function withFight(
  scene: Scene,
  after: MineView,
  { a, d, card }: Pick<Fight, "a" | "d" | "card">,
): Scene {
  const fight: Fight = {
    kind: d === null ? "monster" : "brawl",
    a,
    d,
    card: d === null ? card : null,
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
function once(steps: Step[]): Step[] {
  const met = new Set<string>();
  return steps.filter((one) => {
    if (one.step !== "trapped" && one.step !== "skips") return true;
    const way = one.step === "skips" ? Math.sign(one.change) : 0;
    const what = `${one.step} ${one.seat} ${way}`;
    return !met.has(what) && met.add(what);
  });
}

/**
 * The beats of a story as a seat sees it; a long one is told faster, and all of it where somebody is
 * hurried: then nothing is held.
 */
export function beatsOf(story: Story, seat: number | null, hurried = false): Beat[] {
  const { before, after } = story;
  const seen = /^(?:find|steal|peek)=([FB]\d\d)$/.exec(story.event.move ?? "");
  const card = seen?.[1] ?? null;
  const around = { before, after, card, seat };
  const told = once(story.event.steps ?? []).flatMap((step) => beats(step, step.step, around));
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
export function trailOf(view: MineView, steps: Step[]): number[] {
  const gone = stepsOf(steps, "walked", "fled");
  const dwarf = view.seats[gone[0]?.seat ?? -1];
  if (!dwarf) return [];
  const real = (place: number) => (place >= CELLS ? homeOf(dwarf) : place);
  return gone.flatMap(({ step, origin, target }, k) => [
    ...(k ? [] : [real(origin)]),
    ...(step === "fled" ? pathBetween(view, real(origin), real(target)) : [real(target)]),
  ]);
}
