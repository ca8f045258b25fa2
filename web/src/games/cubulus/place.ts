// Neutral balls laid out at random, but well apart.

import { LINES } from "./geometry";

const TRIES = 60;

/** How many pairs of balls lie next to each other in a line. */
function crowded(cells: ReadonlySet<number>): number {
  return LINES.reduce(
    (sum, [a, b, c]) =>
      sum + Number(cells.has(a) && cells.has(b)) + Number(cells.has(b) && cells.has(c)),
    0,
  );
}

/** Choose so many of the free cells; the best of several draws. */
export function scatter(free: number[], count: number, taken: number[]): number[] {
  let best: number[] = [];
  let fewest = Infinity;
  for (let k = 0; k < TRIES; k++) {
    const drawn = shuffled(free).slice(0, count);
    const pairs = crowded(new Set([...taken, ...drawn]));
    if (pairs < fewest) [best, fewest] = [drawn, pairs];
  }
  return best;
}

function shuffled(cells: number[]): number[] {
  const all = [...cells];
  for (let k = all.length - 1; k > 0; k--) {
    const other = Math.floor(Math.random() * (k + 1));
    [all[k], all[other]] = [all[other]!, all[k]!];
  }
  return all;
}
