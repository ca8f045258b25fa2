// What happens, told as beats: each changes the scene a little, and takes its time.

import type { StepFacts } from "../../api/types";
import { cellName, columnOf, type Colour, type SkiesView } from "./view";

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
function fall(steps: StepFacts[]): Beat[] {
  // From the bottom up, so that no ship is taken for the one that follows it.
  const order = [...steps].sort((one, two) => two.a - one.a);
  const change = (scene: Scene): Scene =>
    order.reduce((now, { a, b, c }) => moveShip(now, a, c + 1, (t) => ({ ...t, row: b })), scene);
  return [{ length: LENGTHS.fall, sound: "fall", change }];
}

/** Fighters rise to all their targets, and then all of these burst. */
function shoot(steps: StepFacts[]): Beat[] {
  const on = steps.map(({ a, b }) => ({ row: a, column: b + 1 }));
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

type Telling = (step: StepFacts, before: StepFacts | undefined, spaces: number[]) => Beat[];

const BEATS: Record<string, Telling> = {
  die_rolled: ({ a, b }) => [
    {
      length: LENGTHS.roll,
      sound: a % 2 ? undefined : "rattle",
      change: (scene) => ({ ...scene, rolled: new Map([...scene.rolled, [a, b]]) }),
    },
  ],
  die_placed: ({ a, b, c }) => [
    {
      length: LENGTHS.lay,
      sound: "knock",
      change: (scene) => ({ ...scene, laid: { die: a, cell: cellName(b), digging: c === 1 } }),
    },
  ],
  ship_shifted: ({ a, b, c }) => [
    {
      length: LENGTHS.shift,
      sound: "slide",
      change: (scene) => moveShip(scene, a, b + 1, (t) => ({ ...t, column: c + 1 })),
    },
  ],
  city_hit: ({ a, b }) => [
    { length: LENGTHS.hit, sound: "hit", change: (scene) => hit(scene, a, b + 1) },
  ],
  damage_taken: ({ a }, before) => {
    const felt: Beat = {
      length: LENGTHS.damage,
      change: (scene) => ({ ...scene, damage: a, burning: null }),
    };
    return before?.step === "city_hit" ? [felt] : strike(felt, LENGTHS.damage);
  },
  mothership_down: ({ a }, _, spaces) => [
    { length: LENGTHS.mother, sound: "slide", change: (scene) => descend(scene, a, spaces) },
  ],
  ship_collected: ({ a, b }) => [
    {
      length: LENGTHS.collect,
      change: (scene) => moveShip(scene, a, b + 1, (t) => ({ ...t, fate: "up" })),
    },
  ],
  room_used: ({ a }) => [
    {
      length: LENGTHS.room,
      sound: "knock",
      change: (scene) => ({ ...scene, busy: cellName(a) }),
    },
  ],
  energy_gained: ({ a }) => [
    { length: LENGTHS.energy, change: (scene) => ({ ...scene, energy: a }) },
  ],
  research_done: ({ b }) => [
    {
      length: LENGTHS.research,
      sound: "slide",
      change: (scene) => ({ ...scene, research: b }),
    },
  ],
  research_back: ({ b }) =>
    strike({ sound: "fall", change: (scene) => ({ ...scene, research: b }) }, LENGTHS.research),
  excavated: ({ a, b }) => drive(a, b),
  excavator_back: ({ a, b }) => [...strike(null), ...drive(a, b)],
  red_called: () => strike(null),
  ship_entered: ({ a, b, c }) => [
    { length: LENGTHS.enter, change: (scene) => enter(scene, a, b + 1, c === 1) },
  ],
};
const TOGETHER: Record<string, (steps: StepFacts[]) => Beat[]> = {
  ship_fell: fall,
  ship_down: shoot,
};

/** The beats of a story. Ships that fall or are shot do so together; the rest comes in its order. */
export function beatsOf(told: StepFacts[], spaces: number[]): Beat[] {
  const beats: Beat[] = [];
  for (let k = 0; k < told.length; k++) {
    const step = told[k]!;
    const joint = TOGETHER[step.step];
    if (!joint) {
      beats.push(...(BEATS[step.step]?.(step, told[k - 1], spaces) ?? []));
      continue;
    }
    let end = k;
    while (told[end + 1]?.step === step.step) end++;
    beats.push(...joint(told.slice(k, end + 1)));
    k = end;
  }
  return beats;
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
