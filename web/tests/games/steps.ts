// What a server tells of a move: steps, and the story that they are part of.

import type { Story } from "../../src/api/telling.svelte";
import type { EventFacts, GameName, Now, StepFacts, View } from "../../src/api/types";
import { now, ply } from "../made";

/** A kind of step of a game. */
export type Kind<G extends GameName> = StepFacts<G>["step"];
type Of<G extends GameName, K> = Extract<StepFacts<G>, { step: K }>;

/** Makes steps of a game; fields that a test is not about are left out. */
export const stepsIn =
  <G extends GameName>() =>
  <K extends Kind<G>>(step: K, fields: Partial<Omit<Of<G, K>, "step">> = {}): Of<G, K> =>
    ({ step, ...fields }) as unknown as Of<G, K>;

export const storyOf = <G extends GameName>(
  steps: StepFacts<G>[],
  before: View<G>,
  after: View<G> = before,
  change: Partial<Omit<EventFacts<G>, "steps" | "view">> = {},
): Story<G> => {
  const { view: _, ...event } = ply(1, 0, change);
  return { event: { ...event, steps }, before, after };
};

/** How things stand in a game. */
export const nowIn = <G extends GameName>(
  view: View<G>,
  change: Partial<Omit<Now, "view">> = {},
): Now<G> => ({ ...now(change), view });

/** A game's words as a test sees them: the key, and what is put into its places. */
export const say = (key: string, places: Record<string, string | number> = {}): string => {
  const given = Object.entries(places).map(([name, value]) => `${name}=${value}`);
  return given.length ? `${key}(${given.join(" ")})` : key;
};
