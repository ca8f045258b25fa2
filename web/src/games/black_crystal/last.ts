// The card that was last turned up for all, and what came of it.

import type { Story } from "../../api/telling.svelte";
import { boomName, findName, readView } from "./view";

export interface Last {
  card: string;
  who: number;
  health: number | null;
  outcome: "won" | "lost" | "tamed" | "none" | null;
}

/** The last card after a story. */
export function lastAfter({ event, after }: Story, before: Last | null): Last | null {
  const { health } = readView(after);
  let last = before;
  for (const { step, a, b, c } of event.steps ?? []) {
    if (step === "boom_drawn") {
      const card = boomName(b);
      last = { card, who: a, health: health[card] ?? null, outcome: null };
    } else if (step === "find_drawn" && b >= 0) {
      last = { card: findName(b), who: a, health: null, outcome: null };
    } else if (!last || last.health === null || last.outcome) continue;
    else if (step === "fight_won" || step === "fight_lost") {
      if (c >= 0 && boomName(c) === last.card)
        last = { ...last, outcome: step === "fight_won" ? "won" : "lost" };
    } else if (step === "ally_gained" && boomName(b) === last.card)
      last = { ...last, outcome: "tamed" };
    else if (step === "turn_ended") last = { ...last, outcome: "none" };
  }
  return last;
}
