// The view that the server sends of this game.

import type { StepFacts, View } from "../../api/types";

export type Warp6View = View<"warp6">;
export type Step = StepFacts<"warp6">;
export type DieFacts = Warp6View["dice"][number];
export type PlayerFacts = Warp6View["players"][number];
export type Colour = PlayerFacts["colour"];
