import { describe, expect, it } from "vitest";

import { example } from "../../../src/games/under_falling_skies/example";
import { ghostsOf, shotBy, tell } from "../../../src/games/under_falling_skies/foresee";
import { say, stepsIn } from "../steps";

const step = stepsIn<"under_falling_skies">();

const view = example();
const fell = (from: number, to: number, column: number) =>
  step("ship_fell", { origin: from, target: to, column: column });

describe("what a move would do", () => {
  it("is the way of every ship that falls, and what becomes of it", () => {
    const steps = [fell(1, 4, 5), fell(1, 5, 2), fell(14, 17, 3)];
    expect(ghostsOf(steps, view)).toEqual([
      { from: { row: 1, column: 5 }, to: { row: 4, column: 5 }, end: "mother" },
      { from: { row: 1, column: 2 }, to: { row: 5, column: 2 }, end: "stays" },
      { from: { row: 14, column: 3 }, to: { row: 17, column: 3 }, end: "hits" },
    ]);
  });

  it("goes on to the side where a ship is shifted", () => {
    const steps = [fell(1, 3, 3), step("ship_shifted", { row: 3, origin: 3, target: 4 })];
    expect(ghostsOf(steps, view)[0]!.to).toEqual({ row: 3, column: 4 });
    expect(ghostsOf([step("ship_shifted", { row: 3, origin: 3, target: 4 })], view)).toEqual([]);
  });

  it("is the ships that are shot down", () => {
    const steps = [
      step("ship_down", { row: 4, column: 1 }),
      fell(1, 2, 1),
      step("ship_down", { row: 6, column: 3 }),
    ];
    expect(shotBy(steps)).toEqual([
      { row: 4, column: 1 },
      { row: 6, column: 3 },
    ]);
  });
});

describe("the same in words", () => {
  it("says where a ship falls, and on what", () => {
    expect(tell([fell(1, 4, 5)], view, say)).toBe(
      "Web_cell.falls(from=1 to=4 (web_cell.icon_mother)).",
    );
    expect(tell([fell(1, 3, 2)], view, say)).toContain("icon_explosion(n=1)");
    expect(tell([fell(1, 2, 4)], view, say)).toContain("icon_left");
    expect(tell([fell(1, 3, 3)], view, say)).toContain("icon_right");
    expect(tell([fell(1, 2, 1)], view, say)).toBe("Web_cell.falls(from=1 to=2).");
  });

  it("says what follows, in one line", () => {
    const steps = [
      fell(14, 17, 3),
      step("city_hit", { row: 17, column: 3 }),
      step("ship_shifted", { row: 3, origin: 3, target: 4 }),
      step("mothership_down", { row: 2 }),
      step("ship_collected", { row: 5, column: 2 }),
      step("game_ended", { won: false }),
    ];
    expect(tell(steps, view, say).split("; ")).toEqual([
      "Web_cell.hits",
      "web_cell.shifts(column=4)",
      "web_cell.descends(row=2)",
      "web_cell.collected(row=5 column=2)",
      "web_cell.loses.",
    ]);
  });

  it("says that nothing happens", () => {
    expect(tell([], view, say)).toBe("web_cell.nothing");
    expect(tell([step("game_ended", { won: true })], view, say)).toBe("web_cell.nothing");
  });
});
