import { describe, expect, it } from "vitest";

import { dwarf, example } from "../../../src/games/black_crystal/example";
import { ARROWS, arrowFrom, neighbour } from "../../../src/games/black_crystal/arrows";
import {
  CELLS,
  GATES,
  beside,
  cellNumber,
  cellText,
  eventOf,
  homeOf,
  isNew,
  openings,
  pathBetween,
  placeOf,
  sameView,
  seatAtHome,
  shapeOf,
  wayOn,
} from "../../../src/games/black_crystal/view";

const [N, E, S, W] = [0, 1, 2, 3];
/** A way from the northern Entrance down to a corner, and a dark side way. */
const mine = example({
  "4,0": ["plain.cross", 0],
  "4,1": ["find.straight", 0],
  "4,2": ["boom.corner", 0],
  "5,2": ["exit.dead_end", 3],
});
const at = cellNumber;

describe("places", () => {
  it("are cells, and four Entrances before their gates", () => {
    expect(beside(GATES[0]!, N)).toBe(CELLS);
    expect(beside(CELLS, S)).toBe(GATES[0]);
    expect(beside(CELLS, N)).toBeNull();
    expect(beside(0, W)).toBeNull();
    expect(beside(0, E)).toBe(1);
    expect(beside(at("8,8"), S)).toBeNull();
  });

  it("have names that can be read back", () => {
    expect(cellText(40)).toBe("4,4");
    for (const cell of [0, 8, 40, 80]) expect(cellNumber(cellText(cell))).toBe(cell);
  });

  it("are where dwarfs stand", () => {
    expect(placeOf(dwarf(1))).toBe(homeOf(dwarf(1)));
    expect(placeOf(dwarf(1, { at: [3, 2] }))).toBe(at("3,2"));
    expect(seatAtHome(mine, CELLS + 2)).toBe(2);
    expect(seatAtHome(example({}, { seats: [dwarf(0), dwarf(2)] }), CELLS + 1)).toBe(-1);
  });
});

describe("tiles", () => {
  it("are told by their event and their shape", () => {
    expect([eventOf("exit.dead_end"), shapeOf("exit.dead_end")]).toEqual(["exit", "dead_end"]);
  });

  it("are open where they are turned to", () => {
    expect(openings("plain.straight", 1)).toEqual([E, W]);
    expect(openings("plain.corner", 3)).toEqual([N, W]);
    expect(openings("plain.cross", 2)).toHaveLength(4);
  });
});

describe("the ways on from a cell", () => {
  it("are joined, dark, walled or home", () => {
    expect(wayOn(mine, at("4,1"), N)).toBe("joined");
    expect(wayOn(mine, at("4,0"), E)).toBe("dark");
    expect(wayOn(mine, at("4,0"), N)).toBe("home");
    expect(wayOn(mine, at("5,2"), N)).toBe("dark");
    expect(wayOn(example({ "0,0": ["plain.cross", 0] }), 0, W)).toBe("wall");
    const boarded = example({ "4,0": ["plain.cross", 0] }, { seats: [dwarf(2)] });
    expect(wayOn(boarded, at("4,0"), N)).toBe("wall");
  });

  it("are found along joined cells, from an Entrance too", () => {
    expect(pathBetween(mine, CELLS, at("5,2"))).toEqual(["4,0", "4,1", "4,2", "5,2"].map(at));
    expect(pathBetween(mine, at("5,2"), CELLS).at(-1)).toBe(CELLS);
  });

  it("lead straight where there is none, and not through rubble", () => {
    expect(pathBetween(mine, CELLS, at("0,0"))).toEqual([at("0,0")]);
    const blocked = example({
      "4,0": ["plain.cross", 0],
      "4,1": ["find.straight", 0, { rubble: true }],
      "4,2": ["boom.corner", 0],
    });
    expect(pathBetween(blocked, CELLS, at("4,2"))).toEqual([at("4,2")]);
    expect(pathBetween(blocked, CELLS, at("4,1"))).toEqual([at("4,0"), at("4,1")]);
  });
});

describe("a view", () => {
  it("is of the same moment as one that is sent again", () => {
    expect(sameView(mine as never, structuredClone(mine) as never)).toBe(true);
    expect(sameView(mine as never, { ...mine, turns: 9 })).toBe(false);
  });

  it("is of a new game while nobody knows their Skill", () => {
    expect(isNew(example({}, { turns: 7 }))).toBe(true);
    expect(isNew(example({}, { turns: 8 }))).toBe(false);
  });
});

describe("arrow keys", () => {
  it("lead from cell to cell, and through the gates to the Entrances", () => {
    expect(arrowFrom(at("4,4"), ARROWS["ArrowUp"]!)).toBe(at("4,3"));
    expect(arrowFrom(at("4,4"), ARROWS["ArrowRight"]!)).toBe(at("5,4"));
    expect(arrowFrom(at("0,0"), W)).toBeNull();
    expect(arrowFrom(at("0,0"), N)).toBeNull();
    for (const side of [0, 1, 2, 3]) {
      expect(arrowFrom(GATES[side]!, side)).toBe(CELLS + side);
      expect(arrowFrom(CELLS + side, (side + 2) % 4)).toBe(GATES[side]);
      expect(arrowFrom(CELLS + side, side)).toBeNull();
      expect(neighbour(CELLS + side, 1)).toBe(GATES[side]);
    }
  });
});
