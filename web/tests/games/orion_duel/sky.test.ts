import { describe, expect, it } from "vitest";

import {
  DIRECTIONS,
  PAINT,
  byName,
  cells,
  covered,
  hexagon,
  piecesOf,
  place,
  placedBy,
  slotOf,
  snap,
  walk,
  zoneOf,
  zones,
  type Held,
} from "../../../src/games/orion_duel/sky";

const cell = (name: string) => byName.get(name)!;
const held = (kind: Held["kind"], turn = 0, flip = false): Held => ({ kind, turn, flip });

describe("the sky", () => {
  it("has a hexagon of 91 cells without its corners, each with a name of its own", () => {
    expect(cells).toHaveLength(85);
    expect(byName.size).toBe(85);
    expect(cells.map(({ index }) => index)).toEqual(cells.map((_, k) => k));
  });

  it("has cells as far apart as hexes are", () => {
    const apart = DIRECTIONS.map(([q, r]) => Math.hypot(place(q, r).x, place(q, r).y));
    for (const far of apart) expect(far).toBeCloseTo(apart[0]!);
  });

  it("has three pairs of zones, opposite each other, whose cells are there", () => {
    for (const { colour } of zones) {
      const pair = zones.filter((zone) => zone.colour === colour);
      expect(pair).toHaveLength(2);
      expect(pair[0]!.at.x + pair[1]!.at.x).toBeCloseTo(0);
      expect(PAINT[colour]).toBeDefined();
    }
    for (const name of zones.flatMap((zone) => zone.cells)) expect(byName.has(name)).toBe(true);
    expect(zoneOf.size).toBe(24);
    expect(zoneOf.get("A1")?.name).toBe("taurus");
  });

  it("has hexes with six corners", () => {
    expect(hexagon(0, 0).match(/[ML]/g)).toHaveLength(6);
  });
});

describe("a tile", () => {
  it.each([
    [held("M", 4), "M0"],
    [held("D", 4), "D1"],
    [held("D", -1), "D2"],
    [held("L", 7), "L1"],
    [held("V", 2, true), "V2f"],
    [held("T", 2, true), "T2"],
  ])("that is held as %o is written %s", (one, text) => {
    expect(slotOf(one)).toBe(text);
  });

  it("is read from the move that lays it", () => {
    expect(placedBy("V2f@F6")).toEqual({ held: held("V", 2, true), anchor: cell("F6") });
    expect(placedBy("L5@A1")?.held).toEqual(held("L", 5));
    for (const move of ["pass", "g@F6", "L5@Z9", "Q1@F6"]) expect(placedBy(move)).toBeNull();
  });

  it("covers its own hexes and those of the other, turned as it is held", () => {
    expect(piecesOf(held("M"))).toEqual([{ q: 0, r: 0, own: true }]);
    expect(piecesOf(held("D"))).toHaveLength(2);
    const tee = piecesOf(held("T"));
    expect(tee.filter(({ own }) => own)).toHaveLength(2);
    for (let turn = 0; turn < 6; turn++) {
      const [, second] = piecesOf(held("D", turn));
      expect(DIRECTIONS).toContainEqual([second!.q, second!.r]);
    }
    expect(piecesOf(held("L", 6))).toEqual(piecesOf(held("L")));
    expect(piecesOf(held("V", 0, true))).not.toEqual(piecesOf(held("V")));
  });

  it("hangs over the edge where there is no cell", () => {
    const names = (at: string, one: Held) => covered(cell(at), one).map(({ cell }) => cell?.name);
    expect(names("F6", held("D")).every(Boolean)).toBe(true);
    expect(names("K1", held("D"))).toEqual(["K1", undefined]);
  });

  it("snaps to where it fits, so that it covers what was pointed at", () => {
    const fits = new Set(["D0@F6"]);
    const [, other] = covered(cell("F6"), held("D"));
    expect(snap(cell("F6"), held("D"), fits).name).toBe("F6");
    expect(snap(other!.cell!, held("D"), fits).name).toBe("F6");
    expect(snap(cell("A1"), held("D"), fits).name).toBe("A1");
  });
});

describe("arrow keys", () => {
  const from = cell("F6");

  it("lead up and down a column, and stop at its ends", () => {
    expect(walk(from, "ArrowUp", from.y)?.name).toBe("F5");
    expect(walk(from, "ArrowDown", from.y)?.name).toBe("F7");
    expect(walk(cell("A1"), "ArrowUp", 0)).toBeNull();
  });

  it("lead to the side and back to the row one came from", () => {
    const right = walk(from, "ArrowRight", from.y)!;
    expect(right.q).toBe(from.q + 1);
    expect(walk(right, "ArrowLeft", from.y)).toBe(from);
    expect(walk(cell("K1"), "ArrowRight", 0)).toBeNull();
  });
});
