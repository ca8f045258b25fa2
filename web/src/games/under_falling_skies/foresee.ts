// What a move would do, drawn in the sky and told in words.

import { stepsOf } from "../../lib/steps";
import type { Places } from "../../lib/words.svelte";
import type { Space } from "./motion";
import type { SkiesView, Step } from "./view";

export interface Ghost {
  from: { row: number; column: number };
  to: { row: number; column: number };
  /** What becomes of it there. */
  end: "stays" | "hits" | "mother";
}

type Say = (key: string, places?: Places) => string;

/** The way of every ship that a move lets fall. */
export function ghostsOf(steps: Step[], view: SkiesView): Ghost[] {
  const ghosts: Ghost[] = [];
  for (const step of steps) {
    if (step.step === "ship_fell") {
      const { origin, target, column } = step;
      const to = { row: target, column };
      ghosts.push({ from: { row: origin, column }, to, end: endOf(view, target, column) });
    } else if (step.step === "ship_shifted") {
      const { row, origin, target } = step;
      const ghost = ghosts.find(({ to }) => to.row === row && to.column === origin);
      if (ghost) ghost.to = { row, column: target };
    }
  }
  return ghosts;
}

/** The ships that a move shoots down. */
export const shotBy = (steps: Step[]): Space[] =>
  stepsOf(steps, "ship_down").map(({ row, column }) => ({ row, column }));

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
export function tell(steps: Step[], view: SkiesView, say: Say): string {
  const said: string[] = [];
  for (const step of steps) {
    if (step.step === "ship_fell") {
      const { origin, target, column } = step;
      const icon = target <= 15 ? iconWords(view, target, column, say) : "";
      const to = target <= 15 ? String(target) : "";
      if (!to) continue; // it hits the city: that is told of it
      said.push(say("web_cell.falls", { from: origin, to: icon ? `${to} (${icon})` : to }));
    } else if (step.step === "ship_shifted")
      said.push(say("web_cell.shifts", { column: step.target }));
    else if (step.step === "city_hit") said.push(say("web_cell.hits"));
    else if (step.step === "mothership_down")
      said.push(say("web_cell.descends", { row: step.row }));
    else if (step.step === "ship_collected")
      said.push(say("web_cell.collected", { row: step.row, column: step.column }));
    else if (step.step === "game_ended" && !step.won) said.push(say("web_cell.loses"));
  }
  const text = said.join("; ");
  return text ? `${text[0]!.toUpperCase()}${text.slice(1)}.` : say("web_cell.nothing");
}
