// The cards that all have seen last, and what came of them.

import { sameView, type MineView, type Story } from "./view";

export interface Last {
  card: string;
  who: number;
  health: number | null;
  outcome: "won" | "lost" | "tamed" | "none" | null;
}

/** So many are kept in sight. */
const KEPT = 3;

/** The last cards after a story, the newest first. */
function lastAfter({ event, after }: Story, before: Last[]): Last[] {
  const { health } = after;
  let seen = before;
  const see = (card: string, who: number): void => {
    seen = [{ card, who, health: health[card] ?? null, outcome: null }, ...seen].slice(0, KEPT);
  };
  const decide = (card: string | null, outcome: Last["outcome"]): void => {
    const met = seen.findIndex((one) => one.health !== null && one.outcome === null);
    if (met < 0 || (card !== null && seen[met]!.card !== card)) return;
    seen = seen.map((one, k) => (k === met ? { ...one, outcome } : one));
  };
  for (const step of event.steps ?? []) {
    switch (step.step) {
      case "boom_drawn":
      case "find_drawn":
      case "card_played":
      case "card_sold":
        if (step.card) see(step.card, step.seat);
        break;
      case "fight_won":
      case "fight_lost":
        if (step.card) decide(step.card, step.step === "fight_won" ? "won" : "lost");
        break;
      case "ally_gained":
        decide(step.monster, "tamed");
        break;
      case "turn_ended":
        decide(null, "none");
    }
  }
  return seen;
}

interface Turned {
  last: Last[];
  /** The moment of which it is told. */
  view: MineView;
}
/** It outlives a board that is made anew, as when another language is chosen. */
let remembered: Turned | null = null;

export class LastCards {
  #turned = $state.raw<Turned | null>(remembered);

  /** The last cards at a moment; none where the board has come to it by a jump. */
  at(moment: MineView): Last[] {
    return this.#turned && sameView(this.#turned.view, moment) ? this.#turned.last : [];
  }

  /** A story has been told. */
  follow(story: Story): void {
    this.#turned = { last: lastAfter(story, this.at(story.before)), view: story.after };
    remembered = this.#turned;
  }
}
