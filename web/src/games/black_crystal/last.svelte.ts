// The card that was last turned up for all, and what came of it.

import type { Story } from "../../api/telling.svelte";
import type { View } from "../../api/types";
import { boomName, findName, readView, sameView } from "./view";

export interface Last {
  card: string;
  who: number;
  health: number | null;
  outcome: "won" | "lost" | "tamed" | "none" | null;
}

/** The last card after a story. */
function lastAfter({ event, after }: Story, before: Last | null): Last | null {
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

interface Turned {
  last: Last | null;
  /** The moment of which it is told. */
  view: View;
}
/** It outlives a board that is made anew, as when another language is chosen. */
let remembered: Turned | null = null;

export class LastCards {
  #turned = $state.raw<Turned | null>(remembered);

  /** The last card at a moment; null where the board has come to it by a jump. */
  at(moment: View): Last | null {
    return this.#turned && sameView(this.#turned.view, moment) ? this.#turned.last : null;
  }

  /** A story has been told. */
  follow(story: Story): void {
    this.#turned = { last: lastAfter(story, this.at(story.before)), view: story.after };
    remembered = this.#turned;
  }
}
