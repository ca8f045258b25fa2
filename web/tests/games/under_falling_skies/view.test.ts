import { describe, expect, it } from "vitest";

import { example } from "../../../src/games/under_falling_skies/example";
import {
  CELLS,
  cellName,
  columnOf,
  effectWords,
  isDug,
  roomAt,
  roomKey,
} from "../../../src/games/under_falling_skies/view";

const view = example({ excavator: 3 });

describe("the base", () => {
  it("has cells by row and column", () => {
    expect([cellName(0), cellName(4), cellName(5), cellName(29)]).toEqual(["01", "05", "11", "55"]);
    expect(CELLS).toHaveLength(30);
    expect(columnOf("24")).toBe(4);
  });

  it("has rooms of one or several cells", () => {
    expect(roomAt(view, "23")).toBe(roomAt(view, "22"));
    expect(roomAt(view, "14")).toBeNull();
    expect(roomKey(roomAt(view, "42"))).toBe("room.energy_fighter");
    expect(roomKey(null)).toBe("room.tunnel");
  });

  it("is dug as far as the excavator has come, and always in its first row", () => {
    expect(isDug(view, "05")).toBe(true);
    expect(isDug(view, "13")).toBe(true);
    expect(isDug(view, "14")).toBe(false);
    expect(isDug(view, "14", 4)).toBe(true);
  });
});

describe("an effect", () => {
  it("is a word and a number", () => {
    expect(effectWords("dig-2")).toEqual({ key: "web_cell.effect_dig", n: 2 });
    expect(effectWords("skull")).toEqual({ key: "web_cell.effect_skull", n: 0 });
  });
});
