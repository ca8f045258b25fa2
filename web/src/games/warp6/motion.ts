// What a move looks like: a list of stretches in time, each of which poses some dice.

import { CENTRE, along, type Point } from "./spiral";
import type { Step } from "./view";

export interface Pose extends Point {
  size: number;
  turn: number;
  value?: number | null;
  /** A streak behind a die that falls. */
  from?: Point;
}

export interface Stretch {
  die: number;
  length: number;
  pose: (share: number) => Pose;
  sound?: "knock" | "fall" | "rattle" | "home";
}

const ease = (t: number) => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);

function ride(die: number, from: number, to: number): Stretch {
  return {
    die,
    length: Math.min(110 + 45 * (to - from), 460),
    sound: "knock",
    pose: (t) => {
      const at = from + (to - from) * ease(t);
      const hop = Math.abs(Math.sin(Math.PI * (at - from)));
      return { ...along(at), size: 1.05 + 0.1 * hop, turn: 0 };
    },
  };
}

function fall(die: number, from: number, to: number): Stretch {
  const a = along(from);
  const b = along(to);
  return {
    die,
    length: 190,
    sound: "fall",
    pose: (t) => {
      const k = ease(t);
      const place = { x: a.x + (b.x - a.x) * k, y: a.y + (b.y - a.y) * k };
      return { ...place, size: 1.25 - 0.2 * k, turn: 0, from: a };
    },
  };
}

function swallow(die: number): Stretch {
  return {
    die,
    length: 300,
    sound: "home",
    pose: (t) => ({ x: 0, y: 0, size: Math.max(0.02, 1.1 * (1 - t)), turn: 540 * t * t }),
  };
}

function tumble(die: number, mark: number, face: number, sides: number): Stretch {
  const at = along(mark);
  return {
    die,
    length: 460,
    sound: "rattle",
    pose: (t) => ({
      x: at.x,
      y: at.y - 7 * Math.abs(Math.sin(2 * Math.PI * t)) * (1 - t),
      size: 1.3 - 0.3 * t,
      turn: 720 * (1 - (1 - t) ** 2),
      value: t > 0.8 ? face : 1 + (Math.floor(t * 23) % sides),
    }),
  };
}

function pulse(die: number, mark: number, value: number): Stretch {
  const at = along(mark);
  return {
    die,
    length: 260,
    sound: "knock",
    pose: (t) => ({
      ...at,
      size: 1 + 0.35 * Math.sin(Math.PI * t),
      turn: 0,
      value: t > 0.4 ? value : null,
    }),
  };
}

function drop(die: number, mark: number, value: number): Stretch {
  const at = along(mark);
  return {
    die,
    length: 200,
    sound: "knock",
    pose: (t) => ({ x: at.x, y: at.y - 14 * (1 - ease(t)), size: 1.6 - 0.6 * t, turn: 0, value }),
  };
}

/** The stretches of a story's steps; what has none is shown by other means. */
export function stretches(steps: Step[], sidesOf: (die: number) => number): Stretch[] {
  return steps.flatMap((told): Stretch[] => {
    switch (told.step) {
      case "die_moved":
        return [ride(told.die, told.origin, told.target)];
      case "die_warped":
        return [fall(told.die, told.origin, told.target)];
      case "die_home":
        return [swallow(told.die)];
      case "die_rerolled":
        return [tumble(told.die, told.mark, told.value, sidesOf(told.die))];
      case "value_changed":
        return [pulse(told.die, told.mark, told.value)];
      case "die_placed":
        return [drop(told.die, told.mark, told.value)];
      default:
        return [];
    }
  });
}

/** Where a story's move went: the line it rode, and the lanes it fell down. */
export function trail(steps: Step[]): number[] {
  const marks: number[] = [];
  for (const told of steps) {
    if (told.step === "die_moved") marks.push(told.origin, told.target);
    else if (told.step === "die_warped") marks.push(told.target);
    else if (told.step === "value_changed" || told.step === "die_placed") marks.push(told.mark);
  }
  return marks.map((mark) => Math.min(mark, CENTRE));
}

/** Run stretches one after another; the returned function stops them. */
export function run(
  list: Stretch[],
  show: (die: number, pose: Pose) => void,
  hear: (sound: Stretch["sound"]) => void,
  done: () => void,
): () => void {
  let k = -1;
  let began = 0;
  let frame = 0;
  const step = (now: number) => {
    if (k < 0 || now - began >= list[k]!.length) {
      k += 1;
      began = now;
      if (k >= list.length) {
        done();
        return;
      }
      hear(list[k]!.sound);
    }
    const current = list[k]!;
    show(current.die, current.pose(Math.min(1, (now - began) / current.length)));
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
