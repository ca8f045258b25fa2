// Balls on their way: along a line, or out at one end of it and round to the other.

import * as THREE from "three";

export interface Motion {
  ball: THREE.Mesh;
  path: THREE.Vector3[];
  /** After how many milliseconds it sets off, and how many it takes. */
  after: number;
  length: number;
}

export class Motions {
  #all: Motion[] = [];
  #began = 0;
  #done: (() => void) | null = null;

  /** Move these, and say so when the last has arrived. */
  start(motions: Motion[], done: () => void): void {
    this.stop();
    this.#all = motions;
    this.#began = performance.now();
    this.#done = done;
    if (motions.length === 0) this.stop();
  }

  /** Let everything arrive at once. */
  stop(): void {
    for (const { ball, path } of this.#all) ball.position.copy(path.at(-1)!);
    this.#all = [];
    const done = this.#done;
    this.#done = null;
    done?.();
  }

  forget(): void {
    this.#done = null;
  }

  /** Move on; whether anything moves. */
  step(): boolean {
    if (this.#all.length === 0) return false;
    const past = performance.now() - this.#began;
    const left = this.#all.filter((motion) => advance(motion, past));
    if (left.length === 0) this.stop();
    return true;
  }
}

function advance({ ball, path, after, length }: Motion, past: number): boolean {
  const part = Math.max(0, Math.min(1, (past - after) / length));
  const eased = part < 0.5 ? 4 * part ** 3 : 1 - (-2 * part + 2) ** 3 / 2;
  if (path.length === 2) ball.position.lerpVectors(path[0]!, path[1]!, eased);
  else new THREE.CatmullRomCurve3(path).getPoint(eased, ball.position);
  return part < 1;
}

/** Out at one end of a line, round the outside, in at the other. */
export function around(from: THREE.Vector3, to: THREE.Vector3): THREE.Vector3[] {
  const along = from.clone().sub(to).normalize();
  const middle = from.clone().add(to).multiplyScalar(0.5);
  const out =
    middle.lengthSq() > 0.1
      ? middle.clone().normalize()
      : new THREE.Vector3(along.y, along.z, along.x);
  const far = out.multiplyScalar(2.5);
  return [
    from,
    from.clone().addScaledVector(along, 1.3),
    middle.clone().add(far).addScaledVector(along, 1.4),
    middle.clone().add(far).addScaledVector(along, -1.4),
    to.clone().addScaledVector(along, -1.3),
    to,
  ];
}
