// Long runs of chance in the log, each told in one line that can be opened.

import { say, words } from "../lib/words.svelte";
import type { Line } from "./lines";

/** Fewer lines than this are read as quickly as one about them. */
const MANY = 4;

/** A line of the log, or one that stands for several. */
export interface Row extends Line {
  fold?: Line[];
}

/** The game's own sentence for so many plies of a kind; null where it has none. */
function own(game: string, kind: string, n: number): string | null {
  const key = `folded.${kind}`;
  return words.has(game, key) ? words.of(game)(key, { n }) : null;
}

/** Whether a line goes on with what the one before has begun. */
function goesOn(game: string, before: Line, line: Line): boolean {
  if (line.by !== "chance" || before.by !== "chance" || line.gone !== before.gone) return false;
  if (line.kind === before.kind) return true;
  // What the game tells in the same words is of one kind.
  const told = own(game, line.kind, 0);
  return told !== null && told === own(game, before.kind, 0);
}

function folded(game: string, run: Line[]): Row[] {
  const first = run[0];
  if (!first || run.length < MANY) return run;
  const text =
    own(game, first.kind, run.length) ??
    say("web.log.more", { text: first.text, n: run.length - 1 });
  return [{ ...first, text, fold: run }];
}

/** The lines that are shown, with long runs folded; a line that is hidden parts a run as well. */
export function withFolds(game: string, all: Line[], shows: (line: Line) => boolean): Row[] {
  const runs: Line[][] = [];
  let before: Line | null = null;
  for (const line of all) {
    if (before && goesOn(game, before, line)) runs.at(-1)!.push(line);
    else runs.push([line]);
    before = line;
  }
  return runs.flatMap((run) => folded(game, run.filter(shows)));
}
