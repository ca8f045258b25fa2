// What a server tells of a move: steps, and the story that they are part of.

import type { Story } from "../../src/api/telling.svelte";
import type { StepFacts, View } from "../../src/api/types";
import { ply } from "../made";

export const step = (name: string, a = 0, b = 0, c = 0): StepFacts => ({ step: name, a, b, c });

export const storyOf = (
  steps: StepFacts[],
  before: unknown,
  after: unknown = before,
  change: Parameters<typeof ply>[2] = {},
): Story => ({
  event: ply(1, 0, { steps, ...change }),
  before: before as View,
  after: after as View,
});

/** A game's words as a test sees them: the key, and what is put into its places. */
export const say = (key: string, places: Record<string, string | number> = {}): string => {
  const given = Object.entries(places).map(([name, value]) => `${name}=${value}`);
  return given.length ? `${key}(${given.join(" ")})` : key;
};
