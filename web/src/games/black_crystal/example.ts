// Small mines for the rulebook: laid tile by tile, as a view would tell them.

import {
  CELLS,
  SIZE,
  beside,
  isTile,
  openings,
  type Cell,
  type Colour,
  type Dwarf,
  type MineView,
  type Side,
  type Tile,
  type TileCell,
} from "./view";

const HOMES: [Side, Colour, Dwarf["skill"]][] = [
  ["N", "red", "miner"],
  ["E", "yellow", "thief"],
  ["S", "blue", "alchemist"],
  ["W", "green", "shaman"],
];

export const dwarf = (seat: number, change: Partial<Dwarf> = {}): Dwarf => ({
  side: HOMES[seat]![0],
  colour: HOMES[seat]![1],
  skill: HOMES[seat]![2],
  uses: null,
  at: "home",
  most_uses: 0,
  explosives: 2,
  hand: null,
  held: 0,
  known: {},
  table: [],
  allies: [],
  crystal: false,
  skip: 0,
  mining: false,
  autopilot: 0,
  trapped: 0,
  shut_in: false,
  first: false,
  ...change,
});

export type Laid = Record<string, [Tile, number, Partial<TileCell>?] | "mushroom">;

/** A mine with these tiles, by cell: what it is, how it is turned, what lies on it. */
export function example(laid: Laid, change: Partial<MineView> = {}): MineView {
  const cells: Cell[] = Array.from({ length: CELLS }, () => null);
  for (const [at, what] of Object.entries(laid)) {
    const [x, y] = at.split(",").map(Number);
    cells[SIZE * y! + x!] =
      what === "mushroom" ? what : { tile: what[0], rot: what[1], ...what[2] };
  }
  const passages = change.passages ?? [];
  const through = (a: number, b: number): boolean =>
    passages.some(([ax, ay, bx, by]) => {
      const [one, two] = [SIZE * ay + ax, SIZE * by + bx];
      return (one === a && two === b) || (one === b && two === a);
    });
  const links = cells.map((cell, k) =>
    [0, 1, 2, 3].reduce((bits, side) => {
      const there = beside(k, side);
      const other = there === null ? null : cells[there];
      if (!isTile(cell) || there === null || !isTile(other)) return bits;
      const faced =
        openings(cell.tile, cell.rot).includes(side) &&
        openings(other.tile, other.rot).includes((side + 2) % 4);
      return faced || through(k, there) ? bits | (1 << side) : bits;
    }, 0),
  );
  return {
    options: { players: 4, variant: "3+1" },
    state: "ACT",
    stall: 0,
    turn: {},
    out: {},
    find_discard: {},
    boom_deck: {},
    boom_discard: {},
    landings: [],
    ask: "over",
    active: 0,
    turns: 0,
    seats: [0, 1, 2, 3].map((seat) => dwarf(seat)),
    cells,
    bag: {},
    drawn: [],
    bank: 2,
    crystals_smashed: 0,
    mushrooms: 2,
    rubbles: 10,
    fight: null,
    boom_top: null,
    find_left: 60,
    boom_left: 60,
    aim: null,
    offer: null,
    call: null,
    winner: null,
    health: {},
    kinds: {},
    ...change,
    passages,
    links,
  };
}
