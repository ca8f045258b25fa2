import { describe, expect, it } from "vitest";

import { FIND_ART, GLYPHS } from "../../../src/games/black_crystal/glyphs";
import { monster } from "../../../src/games/black_crystal/monsters";

/** What is wrong with a drawing; null if it can be drawn. */
function wrong(drawn: string): string | null {
  const svg = new DOMParser().parseFromString(`<svg>${drawn}</svg>`, "application/xml");
  if (svg.querySelector("parsererror")) return "not well formed";
  return /NaN|undefined/.test(drawn) ? "has no number somewhere" : null;
}

describe("every card has a picture", () => {
  it("of what is found", () => {
    for (let card = 0; card < 38; card++) {
      const [glyph] = FIND_ART[`F${String(card + 1).padStart(2, "0")}`]!;
      expect([glyph, wrong(GLYPHS[glyph]!)]).toEqual([glyph, null]);
    }
    expect(Object.keys(FIND_ART)).toHaveLength(38);
  });

  it("of its own, among what is found", () => {
    expect(new Set(Object.values(FIND_ART).map(([glyph]) => glyph)).size).toBe(38);
  });

  it("of who comes with a boom", () => {
    const drawn = Array.from({ length: 33 }, (_, card) =>
      monster(`B${String(card + 1).padStart(2, "0")}`),
    );
    expect(drawn.map(wrong)).toEqual(drawn.map(() => null));
    expect(new Set(drawn).size).toBe(33);
    expect(monster("seed")).toBe(monster("B20"));
    expect(monster("B99")).toBeTruthy();
  });
});
