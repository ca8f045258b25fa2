import { describe, expect, it } from "vitest";

import { example } from "../../../src/games/under_falling_skies/example";
import {
  cellBeside,
  cellOf,
  dieName,
  dieText,
  useLabel,
  waysOf,
} from "../../../src/games/under_falling_skies/reach";
import { say } from "../steps";

const view = example();
const [blue, , , white] = view.dice;
const ways = (legal: string[], picked = blue!) => [...waysOf(legal, view, picked, say)];

describe("a die", () => {
  it("is named by its colour, and written with its number", () => {
    expect([dieName(blue!, say), dieText(blue!)]).toEqual(["die.b", "b4"]);
    expect([dieName(white!, say), dieText(white!)]).toEqual(["die.w", "w2"]);
  });

  it("that is picked can be put where its moves lead", () => {
    const legal = ["b4>11", "b4>14*", "w2>12"];
    expect(ways(legal)).toEqual([
      ["11", { move: "b4>11", label: "web_cell.put(die=die.b value=4)" }],
      ["14", { move: "b4>14*", label: "web_cell.put_dig(die=die.b value=4)" }],
    ]);
    expect(ways(legal, white).map(([cell]) => cell)).toEqual(["12"]);
    expect([...waysOf(legal, view, null, say)]).toEqual([]);
  });
});

describe("a room", () => {
  it("is used in all of its cells", () => {
    expect(ways(["u22"]).map(([cell, { move }]) => [cell, move])).toEqual([
      ["22", "u22"],
      ["23", "u22"],
    ]);
    expect(useLabel("u22", view, say)).toBe("web_cell.use(room=room.energy cell=22 total=0)");
  });

  it("is not used where one digs, which is done in one cell", () => {
    expect(ways(["u14*"])).toEqual([["14", { move: "u14*", label: "web_cell.use_dig(cell=14)" }]]);
  });

  it("is built in the cell that is named; other choices are no cells", () => {
    expect(ways(["=14", "=none", "end"])).toEqual([
      ["14", { move: "=14", label: "web_cell.build_here(cell=14)" }],
    ]);
  });
});

describe("a hint", () => {
  it.each([
    ["b4>11", "11"],
    ["b4>14*", "14"],
    ["u22", "22"],
    ["=14", "14"],
    ["end", null],
    [null, null],
  ])("%s is seen in cell %s", (hint, cell) => {
    expect(cellOf(hint)).toBe(cell);
  });
});

describe("arrow keys", () => {
  it("lead to the cell beside, and not over the edge", () => {
    expect(cellBeside("23", "ArrowUp")).toBe("13");
    expect(cellBeside("23", "ArrowDown")).toBe("33");
    expect(cellBeside("23", "ArrowLeft")).toBe("22");
    expect(cellBeside("23", "ArrowRight")).toBe("24");
    expect(cellBeside("01", "ArrowUp")).toBeNull();
    expect(cellBeside("01", "ArrowLeft")).toBeNull();
    expect(cellBeside("55", "ArrowDown")).toBeNull();
    expect(cellBeside("55", "ArrowRight")).toBeNull();
    expect(cellBeside("23", "Enter")).toBeNull();
  });
});
