// What happens, told as beats: each changes the scene a little, and takes its time.

import { stepsOf } from "../../lib/steps";
import { columnOf, type Colour, type SkiesView, type Step } from "./view";

export interface Token {
  id: number;
  colour: Colour;
  row: number;
  column: number;
  fate: "flies" | "up" | "hit" | "shot";
}

export interface Space {
  row: number;
  column: number;
}

/** All that moves. */
export interface Scene {
  row: number;
  ships: Token[];
  energy: number;
  research: number;
  damage: number;
  excavator: number;
  /** A die on its way: its number and the face or cell that it shows. */
  rolled: Map<number, number>;
  laid: { die: number; cell: string; digging: boolean } | null;
  /** The room that is at work. */
  busy: string | null;
  /** The column in which the city burns. */
  burning: number | null;
  /** Fighters on their way: from the column of their room to these spaces. */
  attack: { from: number; on: Space[] } | null;
  /** The effect below the mothership is applied. */
  strikes: boolean;
}

export interface Beat {
  length: number;
  change: (scene: Scene) => Scene;
  sound?: "knock" | "fall" | "rattle" | "slide" | "hit" | "boom";
}

/** How long things take, in milliseconds: slow enough to be followed with the eyes. */
const LENGTHS = {
  roll: 130,
  lay: 320,
  fall: 750,
  shift: 650,
  hit: 900,
  damage: 350,
  mother: 950,
  collect: 600,
  room: 500,
  energy: 500,
  attack: 750,
  shot: 850,
  research: 650,
  dig: 220,
  effect: 700,
  enter: 500,
} as const;

let tokens = 0;

/** Ships of a view as tokens; those that stayed where they were keep their identity. */
export function tokensOf(view: Pick<SkiesView, "ships">, before: Token[] = []): Token[] {
  const left = before.filter((token) => token.fate === "flies");
  const take = (fits: (token: Token) => boolean): Token | undefined => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const found = view.ships.map((ship) => ({
    ship,
    token: take((t) => t.colour === ship.colour && t.row === ship.row && t.column === ship.column),
  }));
  return found.map(({ ship, token }) => ({
    id: token?.id ?? ++tokens,
    ...ship,
    fate: "flies" as const,
  }));
}

export function sceneOf(view: SkiesView, before: Token[] = []): Scene {
  return {
    row: view.row,
    ships: tokensOf(view, before),
    energy: view.energy,
    research: view.research,
    damage: view.damage,
    excavator: view.excavator,
    rolled: new Map(),
    laid: null,
    busy: null,
    burning: null,
    attack: null,
    strikes: false,
  };
}

function moveShip(
  scene: Scene,
  row: number,
  column: number,
  change: (token: Token) => Token,
): Scene {
  let done = false;
  const ships = scene.ships.map((token) => {
    const here = token.fate === "flies" && token.row === row && token.column === column;
    if (!here || done) return token;
    done = true;
    return change(token);
  });
  return { ...scene, ships };
}

/** Ships that fall, fall together. */
function fall(steps: Of<"ship_fell">[]): Beat[] {
  if (!steps.length) return [];
  // From the bottom up, so that no ship is taken for the one that follows it.
  const order = [...steps].sort((one, two) => two.origin - one.origin);
  const change = (scene: Scene): Scene =>
    order.reduce(
      (now, { origin, target, column }) =>
        moveShip(now, origin, column, (t) => ({ ...t, row: target })),
      scene,
    );
  return [{ length: LENGTHS.fall, sound: "fall", change }];
}

/** Fighters rise to all their targets, and then all of these burst. */
function shoot(steps: Of<"ship_down">[]): Beat[] {
  if (!steps.length) return [];
  const on = steps.map(({ row, column }) => ({ row, column }));
  return [
    {
      length: LENGTHS.attack,
      sound: "slide",
      change: (scene) => ({ ...scene, attack: { from: columnOf(scene.busy ?? "03"), on } }),
    },
    {
      length: LENGTHS.shot,
      sound: "boom",
      change: (scene) =>
        on.reduce<Scene>(
          (now, { row, column }) => moveShip(now, row, column, (t) => ({ ...t, fate: "shot" })),
          { ...scene, attack: null },
        ),
    },
  ];
}

/** The effect of a row is seen before it is felt. */
function strike(then: Omit<Beat, "length"> | null, length: number = LENGTHS.effect): Beat[] {
  const beats: Beat[] = [
    {
      length: LENGTHS.effect,
      sound: "hit",
      change: (scene) => ({ ...scene, strikes: true, busy: null }),
    },
  ];
  return then ? [...beats, { ...then, length }] : beats;
}

const steps = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) }, (_, k) => from + (k + 1) * Math.sign(to - from));

/** The excavator goes from cell to cell. */
const drive = (from: number, to: number): Beat[] =>
  steps(from, to).map((place) => ({
    length: LENGTHS.dig,
    sound: "rattle",
    change: (scene) => ({ ...scene, excavator: place }),
  }));

function descend(scene: Scene, row: number, spaces: number[]): Scene {
  const ships = scene.ships.map((token) => {
    const rides = token.row === row - 1 + (spaces[token.column - 1] ?? 0);
    return token.fate === "flies" && rides ? { ...token, row: token.row + 1 } : token;
  });
  return { ...scene, row, ships, strikes: false, burning: null, busy: null };
}

function hit(scene: Scene, row: number, column: number): Scene {
  const now = moveShip(scene, row, column, (token) => ({ ...token, fate: "hit" }));
  return { ...now, burning: column };
}

function enter(scene: Scene, row: number, column: number, red: boolean): Scene {
  const colour: Colour = red ? "red" : "green";
  const token: Token = { id: ++tokens, colour, row, column, fate: "flies" };
  return { ...scene, ships: [...scene.ships, token] };
}

interface Around {
  /** The step before. */
  before: Step | undefined;
  /** How far below the mothership each column begins. */
  spaces: number[];
}
type Kind = Step["step"];
type Of<K extends Kind> = Extract<Step, { step: K }>;
type Tellings = { [K in Kind]?: (step: Of<K>, around: Around) => Beat[] };

const BEATS: Tellings = {
  die_rolled: ({ die, value }) => [
    {
      length: LENGTHS.roll,
      sound: die % 2 ? undefined : "rattle",
      change: (scene) => ({ ...scene, rolled: new Map([...scene.rolled, [die, value]]) }),
    },
  ],
  die_placed: ({ die, cell, digging }) => [
    {
      length: LENGTHS.lay,
      sound: "knock",
      change: (scene) => ({ ...scene, laid: { die, cell, digging } }),
    },
  ],
  ship_shifted: ({ row, origin, target }) => [
    {
      length: LENGTHS.shift,
      sound: "slide",
      change: (scene) => moveShip(scene, row, origin, (t) => ({ ...t, column: target })),
    },
  ],
  city_hit: ({ row, column }) => [
    { length: LENGTHS.hit, sound: "hit", change: (scene) => hit(scene, row, column) },
  ],
  damage_taken: ({ damage }, { before }) => {
    const felt: Beat = {
      length: LENGTHS.damage,
      change: (scene) => ({ ...scene, damage, burning: null }),
    };
    return before?.step === "city_hit" ? [felt] : strike(felt, LENGTHS.damage);
  },
  mothership_down: ({ row }, { spaces }) => [
    { length: LENGTHS.mother, sound: "slide", change: (scene) => descend(scene, row, spaces) },
  ],
  ship_collected: ({ row, column }) => [
    {
      length: LENGTHS.collect,
      change: (scene) => moveShip(scene, row, column, (t) => ({ ...t, fate: "up" })),
    },
  ],
  room_used: ({ room }) => [
    { length: LENGTHS.room, sound: "knock", change: (scene) => ({ ...scene, busy: room }) },
  ],
  energy_gained: ({ energy }) => [
    { length: LENGTHS.energy, change: (scene) => ({ ...scene, energy }) },
  ],
  research_done: ({ research }) => [
    { length: LENGTHS.research, sound: "slide", change: (scene) => ({ ...scene, research }) },
  ],
  research_back: ({ target }) =>
    strike(
      { sound: "fall", change: (scene) => ({ ...scene, research: target }) },
      LENGTHS.research,
    ),
  excavated: ({ origin, target }) => drive(origin, target),
  excavator_back: ({ origin, target }) => [...strike(null), ...drive(origin, target)],
  red_called: () => strike(null),
  ship_entered: ({ row, column, red }) => [
    { length: LENGTHS.enter, change: (scene) => enter(scene, row, column, red) },
  ],
};

/** What a step looks like; nothing where it is shown by other means. */
function tell<K extends Kind>(step: Of<K>, kind: K, around: Around): Beat[] {
  return BEATS[kind]?.(step, around) ?? [];
}

/** The beats of a story. Ships that fall or are shot do so together; the rest comes in its order. */
export function beatsOf(told: Step[], spaces: number[]): Beat[] {
  return told.flatMap((step, k) => {
    const before = told[k - 1];
    if (step.step === "ship_fell" || step.step === "ship_down") {
      if (before?.step === step.step) return [];
      const end = told.findIndex((other, at) => at > k && other.step !== step.step);
      const together = told.slice(k, end < 0 ? undefined : end);
      return [...fall(stepsOf(together, "ship_fell")), ...shoot(stepsOf(together, "ship_down"))];
    }
    return tell(step, step.step, { before, spaces });
  });
}

/** Run beats one after another; the returned function stops them. */
export function run(
  beats: Beat[],
  show: (change: Beat["change"]) => void,
  hear: (sound: Beat["sound"]) => void,
  done: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const next = (k: number): void => {
    const now = beats[k];
    if (!now) return done();
    hear(now.sound);
    show(now.change);
    timer = setTimeout(() => next(k + 1), now.length);
  };
  timer = setTimeout(() => next(0), 0);
  return () => clearTimeout(timer);
}
