import { describe, expect, it } from "vitest";

import { keyOf, writes } from "../../../src/games/orion_duel/keys";

const pressed = (key: string, code: string) => keyOf(new KeyboardEvent("keydown", { key, code }));

describe("keyOf", () => {
  it.each([
    ["r", "KeyR", "r"],
    ["R", "KeyR", "r"],
    ["к", "KeyR", "r"], // a Russian keyboard
    ["&", "Digit1", "1"], // a French one
    ["3", "Numpad3", "3"],
    ["a", "KeyQ", "a"], // a French one: the letter counts
    ["ArrowUp", "ArrowUp", "ArrowUp"],
    ["Enter", "Enter", "Enter"],
    [" ", "Space", " "],
  ])("%s on %s is %s", (key, code, meant) => {
    expect(pressed(key, code)).toBe(meant);
  });
});

describe("writes", () => {
  const made = (html: string) => {
    document.body.innerHTML = html;
    return document.body.firstElementChild;
  };

  it("is what keys are written into, or choose from", () => {
    for (const html of ["<input>", "<textarea></textarea>", "<select></select>"]) {
      expect(writes(made(html))).toBe(true);
    }
  });

  it("is no button, no box to tick, and nothing", () => {
    for (const html of ["<button></button>", "<input type=checkbox>", "<p></p>"]) {
      expect(writes(made(html))).toBe(false);
    }
    expect(writes(null)).toBe(false);
  });
});
