// What a move would do, drawn in the sky and told in words.

import type { StepFacts } from "../../api/types";
import type { Places } from "../../lib/words.svelte";
import type { Space } from "./motion";
import type { SkiesView } from "./view";

export interface Ghost {
  from: { row: number; column: number };
  to: { row: number; column: number };
  /** What becomes of it there. */
  end: "stays" | "hits" | "mother";
}

type Say = (key: string, places?: Places) => string;

/** The way of every ship that a move lets fall. */
export function ghostsOf(steps: StepFacts[], view: SkiesView): Ghost[] {
  const ghosts: Ghost[] = [];
  for (const { step, a, b, c } of steps) {
    if (step === "ship_fell") {
      const from = { row: a, column: c + 1 };
      ghosts.push({ from, to: { row: b, column: c + 1 }, end: endOf(view, b, c + 1) });
    } else if (step === "ship_shifted") {
      const ghost = ghosts.find(({ to }) => to.row === a && to.column === b + 1);
      if (ghost) ghost.to = { row: a, column: c + 1 };
    }
  }
  return ghosts;
}

/** The ships that a move shoots down. */
export const shotBy = (steps: StepFacts[]): Space[] =>
  steps.flatMap(({ step, a, b }) => (step === "ship_down" ? [{ row: a, column: b + 1 }] : []));

function endOf(view: SkiesView, row: number, column: number): Ghost["end"] {
  if (row >= 16) return "hits";
  return view.sky[row - 1]?.[column - 1] === "M" ? "mother" : "stays";
}

function iconWords(view: SkiesView, row: number, column: number, say: Say): string {
  const icon = view.sky[row - 1]?.[column - 1] ?? "_";
  if (icon === "M") return say("web_cell.icon_mother");
  if (icon === "L") return say("web_cell.icon_left");
  if (icon === "R") return say("web_cell.icon_right");
  return icon === "_" ? "" : say("web_cell.icon_explosion", { n: icon });
}

/** What happens, as one line that can be read out. */
export function tell(steps: StepFacts[], view: SkiesView, say: Say): string {
  const said: string[] = [];
  for (const { step, a, b, c } of steps) {
    if (step === "ship_fell") {
      const icon = b <= 15 ? iconWords(view, b, c + 1, say) : "";
      const to = b <= 15 ? String(b) : "";
      if (!to) continue; // it hits the city: that is told of it
      said.push(say("web_cell.falls", { from: a, to: icon ? `${to} (${icon})` : to }));
    } else if (step === "ship_shifted") said.push(say("web_cell.shifts", { column: c + 1 }));
    else if (step === "city_hit") said.push(say("web_cell.hits"));
    else if (step === "mothership_down") said.push(say("web_cell.descends", { row: a }));
    else if (step === "ship_collected")
      said.push(say("web_cell.collected", { row: a, column: b + 1 }));
    else if (step === "game_ended" && a === 0) said.push(say("web_cell.loses"));
  }
  const text = said.join("; ");
  return text ? `${text[0]!.toUpperCase()}${text.slice(1)}.` : say("web_cell.nothing");
}
