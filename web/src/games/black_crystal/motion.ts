// What happens, told as beats: each changes the scene a little, and takes its time.

import type { Story } from "../../api/telling.svelte";
import type { StepFacts } from "../../api/types";
import type { Places } from "../../lib/words.svelte";
import {
  CELLS,
  SIZE,
  boomName,
  findName,
  homeOf,
  isTile,
  pathBetween,
  readView,
  tileName,
  type Dwarf,
  type MineView,
  type TileCell,
} from "./view";

/** What is held up for all to see. */
export type Shown =
  | { is: "card"; card: string | null; health: number | null; who: number }
  | { is: "tile"; tile: string }
  | { is: "die"; value: number; who: number }
  | { is: "words"; key: string; places: Places };

/** All that moves: the mine as it is at this moment, and what is special about the moment. */
export interface Scene {
  view: MineView;
  carving: number | null;
  stirred: Set<number>;
  vanished: Set<number>;
  shown: Shown | null;
  outcome: string | null;
}

export type Sound = "knock" | "slide" | "fall" | "rattle" | "hit" | "glow" | "good";
export interface Beat {
  length: number;
  change: (scene: Scene) => Scene;
  sound?: Sound;
}

/** A story takes no longer than about this. */
const LONGEST = 1200;

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
): Beat[] {
  const who = (seat: number): Places => ({ who: `@who.${after.seats[seat]?.colour ?? "red"}` });
  switch (step) {
    case "tile_drawn":
      return [show({ is: "tile", tile: tileName(b) }, 360, "slide")];
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
      return [show({ is: "card", card: name, health, who: a }, 760, "hit")];
    }
    case "find_drawn":
      return [
        show(
          { is: "card", card: b >= 0 ? findName(b) : card, health: null, who: a },
          b >= 0 || card ? 800 : 260,
          "slide",
        ),
      ];
    case "card_played":
    case "card_sold":
    case "card_dropped":
      return [show({ is: "card", card: findName(b), health: null, who: a }, 560, "slide")];
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
    case "fight_won":
    case "fight_lost": {
      // The dwarf that came is named; against a monster it simply wins or loses.
      const key = `web_tell.${step === "fight_won" ? "won" : "lost"}`;
      return [
        {
          length: 560,
          sound: step === "fight_won" ? "good" : "hit",
          change: (scene) => ({
            ...scene,
            outcome: key.replace(".", ".outcome_"),
            shown: { is: "words", key, places: who(a) },
          }),
        },
      ];
    }
    case "explosives":
      return [{ length: 90, change: (scene) => withSeat(scene, a, { explosives: c }) }];
    case "skips":
      return [{ length: 90, change: (scene) => withSeat(scene, a, { skip: c }) }];
    case "mining":
      return [{ length: 260, sound: "knock", change: (s) => withSeat(s, a, { mining: true }) }];
    case "crystal_taken":
      return [
        {
          ...tell("web_tell.crystal", 760, "glow", who(a)),
          change: (scene) => ({
            ...withSeat(scene, a, { crystal: true, mining: false }),
            shown: { is: "words", key: "web_tell.crystal", places: who(a) },
          }),
        },
      ];
    case "crystal_dropped":
      return [
        {
          length: 260,
          sound: "fall",
          change: (scene) => withSeat(withCell(scene, b, { loose: 1 }), a, { crystal: false }),
        },
      ];
    case "crystal_passed":
      return [tell("web_tell.passed", 620, "glow", who(b))];
    case "crystal_smashed":
      return [tell("web_tell.smashed", 700, "hit", who(a))];
    case "trapped":
      return [tell("web_tell.trapped", 460, "hit", who(a))];
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
const monsterWord = (card: number): string =>
  `@boom.${boomName(card) === "seed" ? "B20" : boomName(card)}`;

/** The beats of a story; a long one is told faster. */
export function beatsOf(story: Story): Beat[] {
  const before = readView(story.before);
  const after = readView(story.after);
  const seen = /^(?:find|steal|peek)=([FB]\d\d)$/.exec(story.event.move ?? "");
  const card = seen?.[1] ?? null;
  const made = (story.event.steps ?? []).flatMap((step) => beats(step, before, after, card));
  const whole = made.reduce((sum, { length }) => sum + length, 0);
  const faster = Math.min(1, LONGEST / (whole || 1));
  return made.map((beat) => ({ ...beat, length: beat.length * faster }));
}

/** Run beats one after another; the returned function stops them. */
export function run(
  list: Beat[],
  change: (change: Beat["change"]) => void,
  hear: (sound: Sound) => void,
  done: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const next = (k: number): void => {
    const now = list[k];
    if (!now) return done();
    if (now.sound) hear(now.sound);
    change(now.change);
    timer = setTimeout(() => next(k + 1), now.length);
  };
  timer = setTimeout(() => next(0), 0);
  return () => clearTimeout(timer);
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
