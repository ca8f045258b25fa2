// What happens, told as beats: each changes the scene a little, and takes its time.

import type { StepFacts } from "../../api/types";
import { cellName, type Colour, type SkiesView } from "./view";

export interface Token {
  id: number;
  colour: Colour;
  row: number;
  column: number;
  fate: "flies" | "up" | "hit" | "shot";
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
}

export interface Beat {
  length: number;
  change: (scene: Scene) => Scene;
  sound?: "knock" | "fall" | "rattle" | "slide" | "hit" | "boom";
}

let tokens = 0;

/** Ships of a view as tokens; those that stayed where they were keep their identity. */
export function tokensOf(view: SkiesView, before: Token[] = []): Token[] {
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

function fall(steps: StepFacts[]): Beat {
  return {
    length: 380,
    sound: "fall",
    change: (scene) => {
      // From the bottom up, so that no ship is taken for the one that follows it.
      return [...steps]
        .sort((one, two) => two.a - one.a)
        .reduce((now, { a, b, c }) => moveShip(now, a, c + 1, (t) => ({ ...t, row: b })), scene);
    },
  };
}

function beat({ step, a, b, c }: StepFacts, spaces: number[]): Beat[] {
  const burning = (scene: Scene, column: number | null): Scene => ({ ...scene, burning: column });
  switch (step) {
    case "die_rolled":
      return [
        {
          length: 110,
          sound: a % 2 ? undefined : "rattle",
          change: (scene) => ({ ...scene, rolled: new Map([...scene.rolled, [a, b]]) }),
        },
      ];
    case "die_placed":
      return [
        {
          length: 220,
          sound: "knock",
          change: (scene) => ({
            ...scene,
            laid: { die: a, cell: cellName(b), digging: c === 1 },
          }),
        },
      ];
    case "ship_shifted":
      return [
        {
          length: 260,
          sound: "slide",
          change: (scene) => moveShip(scene, a, b + 1, (t) => ({ ...t, column: c + 1 })),
        },
      ];
    case "city_hit":
      return [
        {
          length: 420,
          sound: "hit",
          change: (scene) =>
            burning(
              moveShip(scene, a, b + 1, (t) => ({ ...t, fate: "hit" })),
              b + 1,
            ),
        },
      ];
    case "damage_taken":
      return [{ length: 120, change: (scene) => ({ ...scene, damage: a }) }];
    case "mothership_down":
      return [
        {
          length: 480,
          sound: "slide",
          change: (scene) => ({
            ...scene,
            row: a,
            ships: scene.ships.map((t) =>
              t.fate === "flies" && t.row === a - 1 + (spaces[t.column - 1] ?? 0)
                ? { ...t, row: t.row + 1 }
                : t,
            ),
          }),
        },
      ];
    case "ship_collected":
      return [
        {
          length: 240,
          change: (scene) => moveShip(scene, a, b + 1, (t) => ({ ...t, fate: "up" })),
        },
      ];
    case "room_used":
      return [
        { length: 200, sound: "knock", change: (scene) => ({ ...scene, busy: cellName(a) }) },
      ];
    case "energy_gained":
      return [{ length: 260, change: (scene) => ({ ...scene, energy: a }) }];
    case "ship_down":
      return [
        {
          length: 380,
          sound: "boom",
          change: (scene) => moveShip(scene, a, b + 1, (t) => ({ ...t, fate: "shot" })),
        },
      ];
    case "research_done":
      return [{ length: 320, sound: "slide", change: (scene) => ({ ...scene, research: b }) }];
    case "research_back":
      return [{ length: 320, sound: "fall", change: (scene) => ({ ...scene, research: b }) }];
    case "excavated":
    case "excavator_back":
      return Array.from({ length: Math.abs(b - a) }, (_, k) => ({
        length: 150,
        sound: "rattle" as const,
        change: (scene: Scene) => ({ ...scene, excavator: a + (k + 1) * Math.sign(b - a) }),
      }));
    case "ship_entered":
      return [
        {
          length: 220,
          change: (scene) => ({
            ...scene,
            ships: [
              ...scene.ships,
              { id: ++tokens, colour: c ? "red" : "green", row: a, column: b + 1, fate: "flies" },
            ],
          }),
        },
      ];
    default:
      return [];
  }
}

/** The beats of a story. Ships that fall, fall together; then each does what its space says. */
export function beatsOf(steps: StepFacts[], spaces: number[]): Beat[] {
  const beats: Beat[] = [];
  let falling: StepFacts[] = [];
  for (const step of steps) {
    if (step.step === "ship_fell") {
      falling.push(step);
      continue;
    }
    if (falling.length) beats.push(fall(falling));
    falling = [];
    beats.push(...beat(step, spaces));
  }
  if (falling.length) beats.push(fall(falling));
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
