// Where things are in the picture: the sky above, the base below, five columns through both.

import type { SkiesView } from "./view";

/** Where things are in the sky. */
export interface SkyGrid {
  width: number;
  height: number;
  /** What is left of the columns is for the rows: their numbers and effects. */
  left: number;
  column: number;
  row: number;
  /** The upper edge: a small sky begins where the mothership is. */
  top: number;
  /** The middle of row 0, above the first row of the sky. */
  zero: number;
  /** The ground on which the city stands. */
  ground: number;
  /** How big signs and ships are drawn. */
  sign: number;
  ship: number;
  /** There is little room: a number says what a picture says elsewhere. */
  small: boolean;
}

/** Where things are in the base. */
export interface BaseGrid {
  width: number;
  height: number;
  left: number;
  column: number;
  /** The upper edge and the height of each row. */
  tops: number[];
  heights: number[];
  die: number;
  small: boolean;
}

const WIDTH = 676;
const LEFT = 66;
const COLUMN = 119;
const CELL = 54;

export const WIDE_SKY: SkyGrid = {
  width: WIDTH,
  height: 504,
  left: LEFT,
  column: COLUMN,
  row: 26,
  top: 0,
  zero: 56,
  ground: 500,
  sign: 0.92,
  ship: 1,
  small: false,
};
export const WIDE_BASE: BaseGrid = {
  width: WIDTH,
  height: 6 * CELL + 12,
  left: LEFT,
  column: COLUMN,
  tops: Array.from({ length: 6 }, (_, row) => 4 + CELL * row),
  heights: Array.from({ length: 6 }, () => CELL),
  die: 32,
  small: false,
};

/** The middle of a column. */
export const columnX = (grid: SkyGrid | BaseGrid, column: number): number =>
  grid.left + grid.column * (column - 0.5);
/** The middle of a sky row; 0 is above the sky, 16 the city. */
export const rowY = (grid: SkyGrid, row: number): number => grid.zero + grid.row * row;
/** Signs stand on the left of their space and ships on the right, so that neither hides the other. */
export const signX = (grid: SkyGrid, column: number): number =>
  columnX(grid, column) - 0.2 * grid.column;
export const shipX = (grid: SkyGrid, column: number): number =>
  columnX(grid, column) + (grid.small ? 0.24 : 0.14) * grid.column;
/** Where a ship is drawn; one that has hit the city is seen above its roofs. */
export const shipY = (grid: SkyGrid, row: number): number =>
  Math.min(rowY(grid, row), rowY(grid, 16) + 0.23 * grid.row);

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A cell of the base. */
export function cellAt(grid: BaseGrid, cell: string): Box {
  const row = Number(cell[0]);
  return {
    x: grid.left + grid.column * (Number(cell[1]) - 1),
    y: grid.tops[row]!,
    width: grid.column,
    height: grid.heights[row]!,
  };
}

export function middle(grid: BaseGrid, cell: string): { x: number; y: number } {
  const { x, y, width, height } = cellAt(grid, cell);
  return { x: x + width / 2, y: y + height / 2 };
}

/** The frame of all these cells. */
export function around(grid: BaseGrid, cells: string[], edge: number): Box {
  const boxes = cells.map((cell) => cellAt(grid, cell));
  const x = Math.min(...boxes.map((box) => box.x)) + edge;
  const y = Math.min(...boxes.map((box) => box.y)) + edge;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) - edge;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) - edge;
  return { x, y, width: right - x, height: bottom - y };
}

// A small picture, drawn in pixels: what matters now has the room.

const DIE_REACH = 6;
const HULL = 15;
const CITY = 13;
const EDGE = 4;
/** A row that no die can come to. */
const LOW = 13;
const ROW = { least: 8.6, good: 11, most: 24 };
const TALL = { least: 36, good: 44, most: 58 };
const between = (least: number, value: number, most: number) =>
  Math.max(least, Math.min(value, most));

/** The rows of the base that a die can come to, or where something lies. */
function rowsInUse(view: SkiesView): boolean[] {
  const near = new Set(view.path.slice(0, view.excavator + DIE_REACH + 1));
  for (const { cell } of [...view.dice, ...view.robots]) if (cell) near.add(cell);
  const rows = new Set([0, ...[...near].map((cell) => Number(cell[0]))]);
  return Array.from({ length: 6 }, (_, row) => rows.has(row));
}

/** How many rows high the sky is below the mothership. */
const rowsLeft = (view: SkiesView) => 15.6 - view.row;

function smallSky(view: SkiesView, width: number, row: number): SkyGrid {
  const left = 31;
  const column = (width - left - 1) / 5;
  const top = row * view.row - HULL;
  const height = HULL + row * rowsLeft(view) + CITY;
  const sign = between(0.5, row / 22, 0.85);
  const ship = between(0.5, Math.min(row / 17, column / 80), 1);
  const ground = top + height - 2;
  return { width, height, left, column, row, top, zero: 0, ground, sign, ship, small: true };
}

function smallBase(used: boolean[], width: number, left: number, tall: number): BaseGrid {
  const heights = used.map((one) => (one ? tall : LOW));
  const tops = heights.map((_, row) => EDGE + heights.slice(0, row).reduce((a, b) => a + b, 0));
  const height = EDGE * 2 + heights.reduce((a, b) => a + b, 0);
  const column = (width - left - 1) / 5;
  const die = between(20, Math.min(column * 0.44, tall - 14), 34);
  return { width, height, left, column, tops, heights, die, small: true };
}

/** Sky above base in a box: rows of the base that can be used are tall enough for a finger. */
export function stacked(view: SkiesView, width: number, height: number): [SkyGrid, BaseGrid] {
  const used = rowsInUse(view);
  const tallRows = used.filter(Boolean).length;
  const room = height - HULL - CITY - 2 * EDGE - (6 - tallRows) * LOW;
  const rows = rowsLeft(view);
  const wish = (room - ROW.good * rows) / tallRows;
  let tall = between(TALL.least, wish, TALL.good);
  const row = between(ROW.least, (room - tall * tallRows) / rows, ROW.most);
  tall = between(tall, (room - row * rows) / tallRows, TALL.most);
  return [smallSky(view, width, row), smallBase(used, width, 31, tall)];
}

/** Sky and base side by side, each as high as the box. */
export function abreast(view: SkiesView, width: number, height: number): [SkyGrid, BaseGrid] {
  const row = between(ROW.least, (height - HULL - CITY) / rowsLeft(view), ROW.most);
  const used = rowsInUse(view);
  const tallRows = used.filter(Boolean).length;
  const room = height - 2 * EDGE - (6 - tallRows) * LOW;
  const tall = between(TALL.least, room / tallRows, TALL.most);
  return [smallSky(view, 0.46 * width, row), smallBase(used, 0.54 * width, 15, tall)];
}
