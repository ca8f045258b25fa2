import { describe, expect, it } from "vitest";

import { turnHeads } from "../../src/table/turns";
import type { EventFacts } from "../../src/api/types";
import { event, line, ply } from "../made";

/** A turn begins where a seat says that it ends its own; it belongs to the turn before. */
const begins = ({ move }: EventFacts) => (move?.startsWith("end") ? Number(move.at(-1)) : null);
const events = [
  event(0, "begin"),
  ply(1, "chance", { move: "end0" }), // the first turn is seat 0's
  ply(2, 0),
  ply(3, 0, { move: "end1" }),
  ply(4, 1),
  ply(5, 1),
];
const heads = (...lines: ReturnType<typeof line>[]) => [...turnHeads(lines, events, begins)];

describe("turnHeads", () => {
  it("names the first line of each turn", () => {
    expect(heads(...[1, 2, 3, 4, 5].map((n) => line(n)))).toEqual([
      [2, 0],
      [4, 1],
    ]);
  });

  it("names the first of those that are shown", () => {
    expect(heads(line(3), line(5))).toEqual([
      [3, 0],
      [5, 1],
    ]);
  });

  it("does not divide by what happens at the table", () => {
    expect(heads(line(2, { played: false }), line(3), line(4))).toEqual([
      [3, 0],
      [4, 1],
    ]);
  });

  it("divides nothing in a game without turns", () => {
    expect([...turnHeads([line(1), line(2)], events, () => null)]).toEqual([]);
  });
});
