// How the cube is turned: by hand, and by itself towards what must be seen.

import { FACES, type Face } from "./geometry";

const STEEPEST = 1.35;
/** Where a face looks straight at the viewer. */
const STRAIGHT: Record<Face, { yaw: number; pitch: number }> = {
  F: { yaw: 0, pitch: 0 },
  L: { yaw: Math.PI / 2, pitch: 0 },
  B: { yaw: Math.PI, pitch: 0 },
  R: { yaw: -Math.PI / 2, pitch: 0 },
  U: { yaw: 0, pitch: Math.PI / 2 },
  D: { yaw: 0, pitch: -Math.PI / 2 },
};
/** From a little aside the cube still looks like one. */
const ASIDE = 0.42;
const ABOVE = 0.95;
const LEVEL = 0.5;
/** After so many milliseconds about a third of the way is left. */
const EASE = 70;

const upright = (face: Face) => face !== "U" && face !== "D";

function seenAt(face: Face, yaw: number, pitch: number): number {
  const straight = STRAIGHT[face];
  if (!upright(face)) return Math.sin(pitch) * Math.sign(straight.pitch);
  return Math.cos(yaw - straight.yaw) * Math.cos(pitch);
}

export class Turning {
  yaw = -0.62;
  pitch = 0.5;
  #wantYaw = this.yaw;
  #wantPitch = this.pitch;
  #stepped = performance.now();

  by(yaw: number, pitch: number): void {
    this.#wantYaw += yaw;
    this.#wantPitch = Math.max(-STEEPEST, Math.min(STEEPEST, this.#wantPitch + pitch));
  }

  /** How much of a face is seen once all is turned as wanted: 1 is straight on, below 0 nothing. */
  seen(face: Face): number {
    return seenAt(face, this.#wantYaw, this.#wantPitch);
  }

  /** The face that is seen best now. */
  get front(): Face {
    const now = (face: Face) => seenAt(face, this.yaw, this.pitch);
    return FACES.reduce((best, face) => (now(face) > now(best) ? face : best));
  }

  /** Turn, no further than it takes, until so much is seen of one of these faces; which one. */
  show(faces: Face[], enough: number): Face | null {
    const [first, ...others] = faces;
    if (!first) return null;
    const face = others.reduce((a, b) => (this.seen(b) > this.seen(a) ? b : a), first);
    if (this.seen(face) >= enough) return face;
    if (!upright(face)) {
      this.#wantPitch = Math.sign(STRAIGHT[face].pitch) * ABOVE;
      return face;
    }
    const turns = Math.round((this.#wantYaw - STRAIGHT[face].yaw) / (2 * Math.PI));
    const straight = STRAIGHT[face].yaw + 2 * Math.PI * turns;
    this.#wantYaw = straight + ASIDE * (this.#wantYaw < straight ? -1 : 1);
    this.#wantPitch = Math.max(-LEVEL, Math.min(LEVEL, this.#wantPitch));
    return face;
  }

  /** Come nearer to what is wanted, at once where nothing should move; whether anything changed. */
  step(still: boolean): boolean {
    const past = performance.now() - this.#stepped;
    this.#stepped += past;
    const [yaw, pitch] = [this.#wantYaw - this.yaw, this.#wantPitch - this.pitch];
    if (Math.abs(yaw) + Math.abs(pitch) < 0.0005) return false;
    const part = still ? 1 : 1 - Math.exp(-Math.max(past, 8) / EASE);
    this.yaw += yaw * part;
    this.pitch += pitch * part;
    return true;
  }
}
