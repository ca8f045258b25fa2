import { describe, expect, it } from "vitest";

import { faceOf, hasFace } from "../../src/games";

describe("the face of a game", () => {
  it("is found by its folder", async () => {
    expect(hasFace("orion_duel")).toBe(true);
    const face = await faceOf("orion_duel");
    expect(face?.Board).toBeTypeOf("function");
    expect(face?.colour).toMatch(/^#/);
  });

  it("is none for a game that brings no folder", async () => {
    expect(hasFace("tower")).toBe(false);
    expect(await faceOf("tower")).toBeNull();
  });
});
