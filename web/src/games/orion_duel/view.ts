// The view that the server sends of this game.

import type { StepFacts, View } from "../../api/types";

export type OrionView = View<"orion_duel">;
export type Step = StepFacts<"orion_duel">;
export type CellFacts = OrionView["cells"][number];
export type PlayerFacts = OrionView["players"][number];
export type Side = PlayerFacts["side"];
export const SIDES: readonly Side[] = ["O", "B"];
export type Kind = keyof PlayerFacts["stock"];
export const KINDS: readonly Kind[] = ["M", "D", "X", "L", "V", "T"];
