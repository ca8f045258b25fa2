// Connect Four: for the peer's server, and for the client, which checks what it is told.
"use strict";

const COLUMNS = 7;
const ROWS = 6;
const CELLS = COLUMNS * ROWS;
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/** The lowest empty cell of a column, or -1. Cells are counted column by column, from below. */
function landing(cells, column) {
  for (let cell = column * ROWS; cell < (column + 1) * ROWS; cell++) {
    if (cells[cell] === null) return cell;
  }
  return -1;
}

/** Whether the stone in a cell stands in a line of four. */
function makesFour(cells, cell) {
  const x = Math.floor(cell / ROWS);
  const y = cell % ROWS;
  const run = (dx, dy) => {
    let length = 0;
    for (let a = x + dx, b = y + dy; a >= 0 && a < COLUMNS && b >= 0 && b < ROWS; a += dx, b += dy) {
      if (cells[a * ROWS + b] !== cells[cell]) break;
      length++;
    }
    return length;
  };
  return DIRECTIONS.some(([dx, dy]) => run(dx, dy) + run(-dx, -dy) >= 3);
}

/** The game as boardgame.io wants it; the winner is found once a move, not in every `endIf`. */
const game = {
  name: "connect-four",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ cells: Array(CELLS).fill(null), plies: 0, winner: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop({ G, playerID }, column) {
      const cell = Number.isInteger(column) && column >= 0 && column < COLUMNS
        ? landing(G.cells, column)
        : -1;
      if (cell < 0) return "INVALID_MOVE";
      G.cells[cell] = playerID;
      G.plies += 1;
      if (makesFour(G.cells, cell)) G.winner = playerID;
      return undefined;
    },
  },
  endIf({ G }) {
    if (G.winner !== null) return { winner: G.winner };
    return G.plies === CELLS ? { draw: true } : undefined;
  },
};

module.exports = { COLUMNS, ROWS, CELLS, landing, makesFour, game };
