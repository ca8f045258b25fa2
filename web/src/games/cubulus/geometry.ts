// Where things are on the cube: cells, facelets and lines, as the board's data names them.
// A cell is x + 3y + 9z (x right, y away from the viewer, z up); digit k of a face is its k-th
// smallest cell. No rules here: which moves can be made is sent by the server.

export const FACES = ["L", "R", "F", "B", "D", "U"] as const;
export type Face = (typeof FACES)[number];

const axisOf: Record<Face, 0 | 1 | 2> = { L: 0, R: 0, F: 1, B: 1, D: 2, U: 2 };
const sideOf: Record<Face, 0 | 2> = { L: 0, R: 2, F: 0, B: 2, D: 0, U: 2 };

export function place(cell: number): [number, number, number] {
  return [cell % 3, Math.floor(cell / 3) % 3, Math.floor(cell / 9)];
}

function cellsOf(face: Face): number[] {
  return Array.from({ length: 27 }, (_, cell) => cell).filter(
    (cell) => place(cell)[axisOf[face]] === sideOf[face],
  );
}

export interface Facelet {
  name: string;
  face: Face;
  digit: number;
  cell: number;
  /** The line from this end, outermost cell first. */
  line: [number, number, number];
}

const STEP: Record<Face, number> = { L: 1, R: -1, F: 3, B: -3, D: 9, U: -9 };

export const FACELETS: Facelet[] = FACES.flatMap((face) =>
  cellsOf(face).map((cell, k) => ({
    name: `${face}${k + 1}`,
    face,
    digit: k + 1,
    cell,
    line: [cell, cell + STEP[face], cell + 2 * STEP[face]] as [number, number, number],
  })),
);

/** Every line once. */
export const LINES = FACELETS.filter(({ face }) => "LFD".includes(face)).map(({ line }) => line);

export const FACELET = new Map(FACELETS.map((facelet) => [facelet.name, facelet]));

/** The faces as they unfold: rows of digits as they are read from outside. */
const PAD = [7, 8, 9, 4, 5, 6, 1, 2, 3];
const MIRRORED = [9, 8, 7, 6, 5, 4, 3, 2, 1];
const DOWN = [1, 2, 3, 4, 5, 6, 7, 8, 9];
export const READING: Record<Face, number[]> = {
  F: PAD,
  R: PAD,
  U: PAD,
  B: MIRRORED,
  L: MIRRORED,
  D: DOWN,
};

/** Where each face lies when the cube is taken apart, in squares of three. */
export type Layout = Record<Face, [number, number]>;
/** Unfolded, as paper is; what belongs together hangs together. */
export const NET: Layout = {
  U: [1, 0],
  L: [0, 1],
  F: [1, 1],
  R: [2, 1],
  B: [3, 1],
  D: [1, 2],
};
/** Side by side, for narrow, square and low windows: nothing is wasted at the corners. */
export const SHEETS: Layout[] = [
  { U: [0, 0], D: [1, 0], L: [0, 1], F: [1, 1], R: [0, 2], B: [1, 2] },
  { L: [0, 0], F: [1, 0], U: [2, 0], R: [0, 1], B: [1, 1], D: [2, 1] },
  { U: [0, 0], L: [1, 0], F: [2, 0], R: [3, 0], B: [4, 0], D: [5, 0] },
];

/** How many faces a layout is wide and high. */
export function extent(layout: Layout): [number, number] {
  const places = Object.values(layout);
  return [Math.max(...places.map(([x]) => x)) + 1, Math.max(...places.map(([, y]) => y)) + 1];
}

/** The layout whose places are largest in a window of this width and height. */
export function roomiest(width: number, height: number): Layout {
  const size = (layout: Layout) => {
    const [across, down] = extent(layout);
    return Math.min(width / across, height / down);
  };
  return SHEETS.reduce((best, sheet) => (size(sheet) > size(best) ? sheet : best));
}

export interface Target {
  move: string;
  rotate: boolean;
}

/** Which of the offered moves each facelet stands for: its own, or the one that fills its cell. */
export function targetsOn(legal: string[], cells: string): Map<string, Target> {
  const found = new Map<string, Target>();
  const filling = new Map<number, string>();
  for (const move of legal) {
    const facelet = FACELET.get(move.slice(1));
    if (!facelet) continue;
    found.set(facelet.name, { move, rotate: move.startsWith("~") });
    if (cells[facelet.cell] === ".") filling.set(facelet.cell, move);
  }
  for (const facelet of FACELETS) {
    const move = filling.get(facelet.cell);
    if (move && !found.has(facelet.name)) found.set(facelet.name, { move, rotate: false });
  }
  return found;
}

/** Where a move that is offered can be made: an empty cell is filled from any side. */
export function placesOf(
  move: string | null,
  offers: Map<string, Target>,
  puts: Map<number, string>,
): Set<string> {
  const at = ({ name, cell }: Facelet) => puts.get(cell) ?? offers.get(name)?.move;
  return new Set(
    FACELETS.filter((facelet) => move !== null && at(facelet) === move).map(({ name }) => name),
  );
}

/** Where a move was made; nothing moved on if it filled an empty cell, which has several sides. */
export function madeAt(move: string | null | undefined, pushed: boolean): Set<string> {
  const made = FACELET.get(/^[+~]/.test(move ?? "") ? move!.slice(1) : "");
  if (!made) return new Set();
  const same = (one: Facelet) => one === made || (!pushed && one.cell === made.cell);
  return new Set(FACELETS.filter(same).map(({ name }) => name));
}

/** The places of squares, on the faces where they show. */
export function facesOf(squares: { face: string; cells: number[] }[]): Set<string> {
  const within = ({ face, cell }: Facelet) =>
    squares.some((square) => square.face === face && square.cells.includes(cell));
  return new Set(FACELETS.filter(within).map(({ name }) => name));
}

/** What pressing a facelet would try, offered or not. */
export function attemptAt(facelet: Facelet, cells: string): string {
  return `${cells[facelet.cell] === "." ? "+" : "~"}${facelet.name}`;
}

/** The cells a neutral ball can be put into, from moves such as "neutral 4". */
export function neutralCells(legal: string[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const move of legal) {
    const match = /^neutral (\d+)$/.exec(move);
    if (match) found.set(Number(match[1]), move);
  }
  return found;
}
