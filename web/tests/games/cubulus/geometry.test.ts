import { describe, expect, it } from "vitest";

import {
  FACELET,
  FACELETS,
  FACES,
  LINES,
  NET,
  READING,
  attemptAt,
  extent,
  facesOf,
  madeAt,
  neutralCells,
  place,
  placesOf,
  roomiest,
  targetsOn,
} from "../../../src/games/cubulus/geometry";

const EMPTY = ".".repeat(27);
const names = (places: Set<string>) => [...places].sort();

describe("the cube", () => {
  it("has nine places on each of its faces, and a line behind each", () => {
    expect(FACELETS).toHaveLength(54);
    for (const { line, cell } of FACELETS) {
      expect(line[0]).toBe(cell);
      for (const one of line) expect(one >= 0 && one < 27).toBe(true);
      // From one side to the other in one direction.
      const [a, b, c] = line.map(place);
      const moved = [0, 1, 2].filter((axis) => a![axis] !== c![axis]);
      expect(moved).toHaveLength(1);
      expect(b![moved[0]!]).toBe(1);
    }
  });

  it("has 27 lines, each once", () => {
    expect(LINES).toHaveLength(27);
    expect(new Set(LINES.map((line) => [...line].sort().join())).size).toBe(27);
  });

  it("shows a corner on three faces, an edge on two and its middle on none", () => {
    const shown = (cell: number) => FACELETS.filter((one) => one.cell === cell).length;
    expect([shown(0), shown(1), shown(4), shown(13)]).toEqual([3, 2, 1, 0]);
  });

  it("is read as it is seen from outside: faces that meet share their cells along the edge", () => {
    const cells = (face: (typeof FACES)[number], at: number[]) =>
      at.map((k) => FACELET.get(`${face}${READING[face][k]}`)!.cell);
    const [left, right] = [
      [0, 3, 6],
      [2, 5, 8],
    ];
    expect(cells("L", right)).toEqual(cells("F", left));
    expect(cells("F", right)).toEqual(cells("R", left));
    expect(cells("R", right)).toEqual(cells("B", left));
    expect(cells("U", [6, 7, 8])).toEqual(cells("F", [0, 1, 2]));
    expect(cells("D", [0, 1, 2])).toEqual(cells("F", [6, 7, 8]));
  });

  it("is laid out so that its places are as large as they can be", () => {
    expect(extent(NET)).toEqual([4, 3]);
    expect(extent(roomiest(300, 900))).toEqual([2, 3]);
    expect(extent(roomiest(600, 400))).toEqual([3, 2]);
    expect(extent(roomiest(1200, 200))).toEqual([6, 1]);
  });
});

describe("the moves that are offered", () => {
  it("are found where they are made; an empty cell is filled from any side", () => {
    const found = targetsOn(["+F1"], EMPTY);
    const corner = FACELETS.filter(({ cell }) => cell === FACELET.get("F1")!.cell);
    expect([...found.keys()].sort()).toEqual(corner.map(({ name }) => name).sort());
    expect(new Set([...found.values()].map(({ move }) => move))).toEqual(new Set(["+F1"]));
  });

  it("are found on one side where a ball is pushed or goes round", () => {
    const full = "b".repeat(27);
    expect([...targetsOn(["+F1", "~R5"], full)]).toEqual([
      ["F1", { move: "+F1", rotate: false }],
      ["R5", { move: "~R5", rotate: true }],
    ]);
  });

  it("that name no place are elsewhere", () => {
    expect(targetsOn(["neutral 4", "colour b", "pass"], EMPTY).size).toBe(0);
    expect([...neutralCells(["neutral 4", "neutral 13", "pass"])]).toEqual([
      [4, "neutral 4"],
      [13, "neutral 13"],
    ]);
  });

  it("are shown where they can be made", () => {
    const offers = targetsOn(["+F1"], EMPTY);
    expect(placesOf("+F1", offers, new Map()).size).toBe(3);
    expect(placesOf("+F2", offers, new Map()).size).toBe(0);
    expect(placesOf(null, offers, new Map()).size).toBe(0);
    const puts = new Map([[4, "neutral 4"]]);
    const middle = FACELETS.filter(({ cell }) => cell === 4).map(({ name }) => name);
    expect(names(placesOf("neutral 4", offers, puts))).toEqual(middle);
  });

  it("were made where they were pushed, or on all sides of the cell that was filled", () => {
    expect(names(madeAt("+F1", true))).toEqual(["F1"]);
    expect(madeAt("+F1", false).size).toBe(3);
    expect(madeAt("neutral 4", false).size).toBe(0);
    expect(madeAt(null, false).size).toBe(0);
  });

  it("are tried by what lies there", () => {
    const [facelet, inner] = [FACELET.get("F1")!, FACELET.get("F5")!];
    expect(attemptAt(facelet, EMPTY)).toBe("+F1");
    expect(attemptAt(inner, "b".repeat(27))).toBe("~F5");
  });

  it("of a square that won show on its own face only", () => {
    const cells = [0, 1].map((k) => FACELET.get(`F${k + 1}`)!.cell);
    expect(names(facesOf([{ face: "F", cells }]))).toEqual(["F1", "F2"]);
  });
});
