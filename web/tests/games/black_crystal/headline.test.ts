import { describe, expect, it } from "vitest";

import { describe as tell } from "../../../src/games/black_crystal/describe";
import { dwarf, example } from "../../../src/games/black_crystal/example";
import { headline } from "../../../src/games/black_crystal/headline";
import { readMoves } from "../../../src/games/black_crystal/moves";
import { CELLS, cellNumber as at, type MineView } from "../../../src/games/black_crystal/view";
import { say } from "../steps";

const seats = [dwarf(0, { at: [4, 4] }), dwarf(1), dwarf(2), dwarf(3)];
const mine = (change: Partial<MineView> = {}) =>
  example(
    {
      "4,4": ["plain.cross", 0],
      "4,3": ["exit.dead_end", 2, { boom: true }],
      "3,4": ["find.straight", 1, { rubble: true }],
      "1,1": "mushroom",
    },
    { seats, ...change },
  );
const line = (legal: string[], change: Partial<MineView> = {}, prompt: string | null = null) =>
  headline(mine(change), prompt, legal, 0, say);

describe("the headline of one's turn", () => {
  it("names what can really be done, in an order of its own", () => {
    expect(line(["end", "dig", "walk N", "blast E exp"])).toBe(
      "web_turn.lead(what=web_turn.dig, web_turn.walk, web_turn.explosiveweb_turn.orweb_turn.end)",
    );
    expect(line(["end"])).toBe("web_turn.lead(what=web_turn.end)");
    expect(line(["play F10", "steal 1"])).toContain("web_turn.cardweb_turn.orweb_turn.skill");
  });

  it("says so once one has moved", () => {
    expect(line(["end"], {}, "state.acted")).toBe("web_turn.moved(what=web_turn.end)");
  });

  it("shows the way out to who carries a Crystal", () => {
    const carrying = [{ ...seats[0]!, crystal: true }, ...seats.slice(1)];
    expect(line(["end"], { seats: carrying })).toBe("web_turn.carry(cell=4,3 what=web_turn.end)");
    expect(line(["end"], { seats: carrying }, "state.acted")).toContain("web_turn.moved");
  });

  it("is about what is aimed, and about the cart", () => {
    expect(line(["at 4,4"], { aim: "pocket" })).toBe("web_aim.pocket");
    expect(line(["to 4,4"], { state: "CART" })).toBe("web_turn.cart");
  });

  it("is left to the game's words elsewhere", () => {
    expect(line(["to 4,4", "stop"], { state: "CART" })).toBeNull();
    expect(line(["pass"], { state: "BEG" })).toBeNull();
    expect(line(["open N"])).toBeNull();
  });
});

describe("the headline of a question in another's turn", () => {
  const fight = {
    kind: "brawl" as const,
    a: 1,
    d: 0,
    card: null,
    allies: { a: null, d: null },
    mods: { a: 0, d: 0 },
    dice: { a: null, d: null },
  };

  it("says who has come for us", () => {
    const who = "web_turn.attacked(who=@who.yellow)";
    expect(line([], { fight }, "state.preroll_mine")).toBe(who);
    expect(line([], { fight }, "state.postroll")).toBe(who);
  });

  it("is the game's where it is no dwarf, or something else is asked", () => {
    const monster = { ...fight, kind: "monster" as const, d: null, card: "B07" as const };
    expect(line([], { fight: monster }, "state.postroll")).toBe("window.state.postroll");
    expect(line([], {}, "state.help")).toBe("window.state.help");
  });

  it("is none for who only stands by", () => {
    expect(line([], { fight }, "state.preroll")).toBeNull();
    expect(line([], {}, null)).toBeNull();
  });
});

describe("a place in words", () => {
  const words = (place: number, legal: string[] = [], view = mine()) =>
    tell(view, place, readMoves(view, legal, 0, say), say).split("; ");

  it("tells what lies there, how it goes on, and who is there", () => {
    const [cell, ways, ...more] = words(at("4,4"), ["mine"]);
    expect(cell).toBe("4,4: tile.plain");
    expect(ways).toContain("web_cell.way_joined(side=side.n)");
    expect(ways).toContain("web_cell.way_dark(side=side.e)");
    expect(ways).toContain("web_cell.way_rubble(side=side.w)");
    expect(more).toEqual(["web_cell.dwarf(who=who.red)", "web_do.mine"]);
  });

  it("tells what a cell has on it", () => {
    expect(words(at("4,3"))).toContain("web_cell.boom");
    expect(words(at("3,4"))).toContain("web_cell.rubble");
    const crystals = example({ "2,2": ["crystal.cross", 0, { unmined: 1, loose: 1 }] });
    const [, , ...marks] = words(at("2,2"), [], crystals);
    expect(marks).toEqual(["web_cell.unmined", "web_cell.loose"]);
  });

  it("tells of passages that a charge has torn", () => {
    const view = example(
      { "2,2": ["plain.straight", 0], "3,2": ["plain.straight", 0] },
      { passages: [[2, 2, 3, 2]] },
    );
    expect(words(at("2,2"), [], view)[1]).toContain("web_cell.way_passage(side=side.e)");
  });

  it("tells of rock and of mushrooms", () => {
    expect(words(at("4,5"), ["dig"])).toEqual(["4,5: web_cell.unopened", "web_do.dig"]);
    expect(words(at("1,1"))).toEqual(["1,1: web_cell.mushroom"]);
  });

  it("tells whose Entrance it is, or that nobody plays there", () => {
    expect(words(CELLS + 1)).toEqual([
      "web_cell.home(who=who.yellow)",
      "web_cell.dwarf(who=who.yellow)",
    ]);
    expect(words(CELLS + 1, [], mine({ seats: seats.slice(0, 1) }))).toEqual(["web_cell.boarded"]);
  });
});
