// Games bring their folders; no file lists them.

import type { GameFace } from "./types";

const found = import.meta.glob<{ default: GameFace }>("./*/index.ts");

export function hasFace(game: string): boolean {
  return `./${game}/index.ts` in found;
}

/** The face of a game, if it has one; without, it is played on the plain board. */
export async function faceOf(game: string): Promise<GameFace | null> {
  const load = found[`./${game}/index.ts`];
  return load ? (await load()).default : null;
}
