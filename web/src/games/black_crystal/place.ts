// Where things are in the picture, and the outlines of tunnels as they are carved.

import {
  CELLS,
  GATES,
  SIZE,
  beside,
  eventOf,
  isTile,
  openings,
  seatAtHome,
  wayOn,
  type MineView,
} from "./view";

export const CELL = 100;
export const EDGE = 98;
export const BOARD = SIZE * CELL + 2 * EDGE;
const HOME_OUT = 47;

export interface Point {
  x: number;
  y: number;
}
export const DIRECTIONS: [number, number][] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/** The middle of a cell or an Entrance. */
export function middle(place: number): Point {
  if (place < CELLS) {
    const [column, row] = [place % SIZE, Math.floor(place / SIZE)];
    return { x: EDGE + CELL * (column + 0.5), y: EDGE + CELL * (row + 0.5) };
  }
  const side = place - CELLS;
  const gate = middle(GATES[side]!);
  const [dx, dy] = DIRECTIONS[side]!;
  return { x: gate.x + dx * (CELL / 2 + HOME_OUT), y: gate.y + dy * (CELL / 2 + HOME_OUT) };
}

/** A number from 0 to 1 that is always the same for the same question. */
export function chance(a: number, b: number): number {
  let n = (a * 374761393 + b * 668265263 + 1442695041) | 0;
  n = Math.imul(n ^ (n >>> 13), 1274126177);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}
const wobble = (a: number, b: number, by: number): number => (chance(a, b) - 0.5) * 2 * by;
const round = (n: number): number => Math.round(n * 10) / 10;

/** Corners in the one order that all outlines share, so that outlines that overlap become one. */
function ordered(points: Point[]): Point[] {
  const area = points.reduce((sum, { x, y }, k) => {
    const next = points[(k + 1) % points.length]!;
    return sum + x * next.y - next.x * y;
  }, 0);
  return area < 0 ? points.toReversed() : points;
}
const closed = (points: Point[]): string =>
  `M${ordered(points)
    .map(({ x, y }) => `${round(x)} ${round(y)}`)
    .join("L")}Z`;

/** A closed soft line through points. */
export function soft(points: Point[]): string {
  const half = (a: Point, b: Point) => `${round((a.x + b.x) / 2)} ${round((a.y + b.y) / 2)}`;
  const last = points.at(-1)!;
  let path = `M${half(last, points[0]!)}`;
  points.forEach((point, k) => {
    const next = points[(k + 1) % points.length]!;
    path += `Q${round(point.x)} ${round(point.y)} ${half(point, next)}`;
  });
  return `${path}Z`;
}

function chamber(at: Point, seed: number, radius: number): string {
  return soft(
    Array.from({ length: 11 }, (_, k) => {
      const turn = (k / 11) * 2 * Math.PI;
      const r = radius * (1.06 + wobble(seed, k, 0.13));
      return { x: at.x + r * Math.cos(turn), y: at.y + r * Math.sin(turn) };
    }),
  );
}

/** A piece of tunnel from the middle of a cell outwards; edges that meet have the same width. */
function arm(at: Point, side: number, seam: number, reach: number, width: number): string {
  const [dx, dy] = DIRECTIONS[side]!;
  const end = width * (1 + wobble(seam, 1, 0.12));
  const shift = wobble(seam, 2, 4);
  const points: [number, number][] = [
    [0, -width],
    [18, -width * (1 + wobble(seam, side + 3, 0.14))],
    [36, -width * (1 + wobble(seam, side + 8, 0.16))],
    [reach, -end + shift],
    [reach, end + shift],
    [34, width * (1 + wobble(seam, side + 13, 0.16))],
    [16, width * (1 + wobble(seam, side + 17, 0.14))],
    [0, width],
  ];
  // The shift is measured the same way from both sides of a seam.
  const across = side === 0 || side === 2 ? { x: 1, y: 0 } : { x: 0, y: 1 };
  return closed(
    points.map(([along, off]) => ({
      x: at.x + dx * along + across.x * off,
      y: at.y + dy * along + across.y * off,
    })),
  );
}

/** A number for the joint of two places. */
const seamOf = (cell: number, side: number, there: number | null): number => {
  const other = there ?? -1 - side;
  return Math.min(cell, other) * 97 + Math.max(cell, other);
};

const REACH = { joined: 51, home: 70, dark: 58, wall: 38 };
const radiusOf = (tile: string): number => (eventOf(tile) === "plain" ? 23 : 30);

/** The floor of one cell; `grow` makes it wider or narrower all round. */
export function floorOf(view: MineView, cell: number, grow: number): string {
  const tile = view.cells[cell];
  if (!isTile(tile)) return "";
  const at = middle(cell);
  const sides = openings(tile.tile, tile.rot);
  const arms = [0, 1, 2, 3].flatMap((side) => {
    const way = wayOn(view, cell, side);
    const open = sides.includes(side);
    if (!open && way !== "home") return [];
    const reach = REACH[way] + (way === "wall" ? Math.min(grow, 6) : 0);
    return [arm(at, side, seamOf(cell, side, beside(cell, side)), reach, 17 + grow)];
  });
  return chamber(at, cell, radiusOf(tile.tile) + grow) + arms.join("");
}

/** A tile for itself, around the middle of its own picture. */
export function floorAlone(tile: string, rot: number, grow: number, seed = 7): string {
  const at = { x: 0, y: 0 };
  const arms = openings(tile, rot).map((side) => arm(at, side, seed + side, 50, 17 + grow));
  return chamber(at, seed, radiusOf(tile) + grow) + arms.join("");
}

/** The gap that a charge has torn between two cells. */
export function gap(ax: number, ay: number, bx: number, by: number, grow: number): string {
  const from = middle(SIZE * ay + ax);
  const [dx, dy] = [bx - ax, by - ay];
  const seed = SIZE * ay + ax + 31 * dx;
  const edge = (sign: number) =>
    Array.from({ length: 6 }, (_, k) => {
      const along = 8 + (84 * k) / 5;
      const off = sign * (11 + grow + wobble(seed, k + (sign > 0 ? 20 : 40), 5));
      return { x: from.x + dx * along + dy * off, y: from.y + dy * along + dx * off };
    });
  return closed([...edge(-1), ...edge(1).reverse()]);
}

/** All floors of the mine as one outline. */
export function floors(view: MineView, grow: number): string {
  const cells = view.cells.map((_, cell) => floorOf(view, cell, grow)).join("");
  const gaps = view.passages.map((pair) => gap(...pair, grow)).join("");
  const homes = [0, 1, 2, 3]
    .filter((side) => seatAtHome(view, CELLS + side) >= 0)
    .map((side) => {
      const at = middle(CELLS + side);
      return chamber(at, 500 + side, 30 + grow);
    });
  return cells + gaps + homes.join("");
}

/** Where tunnels lead into rock that nobody has opened. */
export function mouths(view: MineView): { cell: number; side: number; x: number; y: number }[] {
  return view.cells.flatMap((tile, cell) => {
    if (!isTile(tile)) return [];
    const at = middle(cell);
    return openings(tile.tile, tile.rot)
      .filter((side) => wayOn(view, cell, side) === "dark")
      .map((side) => {
        const [dx, dy] = DIRECTIONS[side]!;
        return { cell, side, x: at.x + dx * 50, y: at.y + dy * 50 };
      });
  });
}

/** Facets of rock in four shades, for a square that is repeated. */
export function facets(size: number, seed: number, n: number): string[] {
  const shades: string[] = ["", "", "", ""];
  for (let k = 0; k < n; k++) {
    const x = chance(seed, 5 * k) * size;
    const y = chance(seed, 5 * k + 1) * size;
    const r = 5 + chance(seed, 5 * k + 2) * 16;
    const turn = chance(seed, 5 * k + 3) * 6.3;
    const corners = Array.from({ length: 4 + (k % 3) }, (_, j) => {
      const way = turn + (j / (4 + (k % 3))) * 2 * Math.PI;
      const far = r * (0.7 + 0.5 * chance(seed + j, k));
      return `${round(x + far * Math.cos(way))} ${round(y + 0.75 * far * Math.sin(way))}`;
    });
    // What hangs over an edge comes in again on the other side only if it is small enough to miss.
    if (x > r && y > r && x < size - r && y < size - r) shades[k % 4]! += `M${corners.join("L")}Z`;
  }
  return shades;
}
