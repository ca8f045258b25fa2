// Where things are in the picture: the sky above, the base below, five columns through both.

export const WIDTH = 676;
export const LEFT = 66;
export const COLUMN = 119;
export const SKY_HEIGHT = 504;
export const ROW = 26;
const FIRST_ROW = 56;
export const CELL_HEIGHT = 54;
export const BASE_HEIGHT = 6 * CELL_HEIGHT + 12;

/** The middle of a column. */
export const columnX = (column: number): number => LEFT + COLUMN * (column - 0.5);
/** The middle of a sky row; 0 is above the sky, 16 the city. */
export const rowY = (row: number): number => FIRST_ROW + ROW * row;

/** The upper left corner of a cell of the base. */
export function cellAt(cell: string): { x: number; y: number } {
  return { x: LEFT + COLUMN * (Number(cell[1]) - 1), y: 4 + CELL_HEIGHT * Number(cell[0]) };
}

export const middle = (cell: string): { x: number; y: number } => {
  const { x, y } = cellAt(cell);
  return { x: x + COLUMN / 2, y: y + CELL_HEIGHT / 2 };
};
