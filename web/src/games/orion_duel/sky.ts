// The hexes in the plane: flat tops, q to the right, r downward; and how tiles lie on them.

import type { Kind } from "./view";

const RADIUS = 5;
export const SIZE = 10;
const COLUMNS = "ABCDEFGHIJK";

export interface Cell {
  index: number;
  name: string;
  q: number;
  r: number;
  x: number;
  y: number;
}

export const place = (q: number, r: number) => ({
  x: 1.5 * SIZE * q,
  y: Math.sqrt(3) * SIZE * (r + q / 2),
});

export const cells: Cell[] = [];
for (let q = -RADIUS; q <= RADIUS; q++) {
  let row = 0;
  for (let r = -RADIUS; r <= RADIUS; r++) {
    const far = Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
    const corner = far === RADIUS && Math.min(Math.abs(q), Math.abs(r), Math.abs(q + r)) === 0;
    if (far > RADIUS || corner) continue;
    row += 1;
    const name = `${COLUMNS.charAt(q + RADIUS)}${row}`;
    cells.push({ index: cells.length, name, q, r, ...place(q, r) });
  }
}
const byPlace = new Map(cells.map((cell) => [`${cell.q} ${cell.r}`, cell]));
export const byName = new Map(cells.map((cell) => [cell.name, cell]));

export const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
] as const;

/** Where the second own hex and the other hex lie when a tile is not turned; null: none. */
const TILES: Record<Kind, { own: number | null; opp: number | null; turns: number }> = {
  M: { own: null, opp: null, turns: 1 },
  D: { own: 0, opp: null, turns: 3 },
  X: { own: null, opp: 0, turns: 6 },
  L: { own: 3, opp: 0, turns: 6 },
  V: { own: 3, opp: 5, turns: 6 },
  T: { own: 5, opp: 0, turns: 6 },
};
const FLIPPED = { own: 2, opp: 0 };

export interface Held {
  kind: Kind;
  turn: number;
  flip: boolean;
}

/** How a tile that is held so is written. */
export function slotOf({ kind, turn, flip }: Held): string {
  const turns = TILES[kind].turns;
  return `${kind}${((turn % turns) + turns) % turns}${kind === "V" && flip ? "f" : ""}`;
}

/** A tile that lies, or would lie, on the board. */
export interface Placed {
  held: Held;
  anchor: Cell;
}

/** The tile that a move would lay, and where; null: it lays none. */
export function placedBy(move: string): Placed | null {
  const [, kind, turn, flip, name] = /^([MDXLVT])(\d)(f?)@(\w+)$/.exec(move) ?? [];
  const anchor = name && byName.get(name);
  if (!kind || !anchor) return null;
  return { held: { kind: kind as Kind, turn: Number(turn), flip: flip === "f" }, anchor };
}

export interface Piece {
  q: number;
  r: number;
  own: boolean;
}

/** The hexes of a held tile, seen from its anchor. */
export function piecesOf({ kind, turn, flip }: Held): Piece[] {
  const tile = kind === "V" && flip ? { ...TILES.V, ...FLIPPED } : TILES[kind];
  const pieces: Piece[] = [{ q: 0, r: 0, own: true }];
  const add = (direction: number | null, own: boolean) => {
    if (direction === null) return;
    const [q, r] = DIRECTIONS[(((direction + turn) % 6) + 6) % 6]!;
    pieces.push({ q, r, own });
  };
  add(tile.own, true);
  add(tile.opp, false);
  return pieces;
}

/** The cells a tile covers when it is anchored somewhere; null where it hangs over the edge. */
export function covered(anchor: Cell, held: Held): { cell: Cell | null; piece: Piece }[] {
  return piecesOf(held).map((piece) => ({
    piece,
    cell: byPlace.get(`${anchor.q + piece.q} ${anchor.r + piece.r}`) ?? null,
  }));
}

/** The anchor to snap to: the cell itself, or one from which the tile covers it and fits. */
export function snap(cell: Cell, held: Held, legal: Set<string>): Cell {
  const slot = slotOf(held);
  if (legal.has(`${slot}@${cell.name}`)) return cell;
  for (const { q, r } of piecesOf(held).slice(1)) {
    const other = byPlace.get(`${cell.q - q} ${cell.r - r}`);
    if (other && legal.has(`${slot}@${other.name}`)) return other;
  }
  return cell;
}

/** The next cell in the direction of an arrow key, keeping to the row one came from. */
export function walk(from: Cell, key: string, row: number): Cell | null {
  if (key === "ArrowUp" || key === "ArrowDown") {
    return byPlace.get(`${from.q} ${from.r + (key === "ArrowDown" ? 1 : -1)}`) ?? null;
  }
  const column = from.q + (key === "ArrowRight" ? 1 : -1);
  const ahead = cells.filter((cell) => cell.q === column);
  ahead.sort((a, b) => Math.abs(a.y - row) - Math.abs(b.y - row));
  return ahead[0] ?? null;
}

/** A hexagon around a point, as an SVG path. */
export function hexagon(x: number, y: number, size = SIZE): string {
  const corners = Array.from({ length: 6 }, (_, k) => {
    const angle = (Math.PI / 3) * k;
    return `${(x + size * Math.cos(angle)).toFixed(2)} ${(y + size * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}

export interface Zone {
  name: string;
  colour: string;
  cells: string[];
  /** Where its name stands, and how it is turned. */
  at: { x: number; y: number; turn: number };
}
const side = (angle: number, turn: number) => ({
  x: 100 * Math.cos((angle * Math.PI) / 180),
  y: 100 * Math.sin((angle * Math.PI) / 180),
  turn,
});
export const zones: Zone[] = [
  { name: "taurus", colour: "purple", cells: ["A1", "A2", "A3", "A4"], at: side(180, -90) },
  { name: "eridanus", colour: "red", cells: ["B1", "C1", "D1", "E1"], at: side(240, -30) },
  { name: "lepus", colour: "green", cells: ["G1", "H1", "I1", "J1"], at: side(300, 30) },
  { name: "monoceros", colour: "purple", cells: ["K1", "K2", "K3", "K4"], at: side(0, 90) },
  { name: "canis_major", colour: "red", cells: ["G10", "H9", "I8", "J7"], at: side(60, -30) },
  { name: "gemini", colour: "green", cells: ["B7", "C8", "D9", "E10"], at: side(120, 30) },
];
export const zoneOf = new Map(zones.flatMap((zone) => zone.cells.map((name) => [name, zone])));
export const PAINT: Record<string, string> = {
  purple: "#d06bd8",
  red: "#ff7d5c",
  green: "#4fd6b8",
};
