import { describe, expect, it } from "vitest";

import { dwarf, example } from "../../../src/games/black_crystal/example";
import {
  buttonsOf,
  byPlace,
  layings,
  marksOf,
  monsterWord,
  readMoves,
  within,
  type Choice,
} from "../../../src/games/black_crystal/moves";
import {
  CELLS,
  cellNumber as at,
  type Fight,
  type MineView,
} from "../../../src/games/black_crystal/view";
import { say } from "../steps";

/** Red stands in the middle of a cross; yellow is to the right, blue and green are at home. */
const seats = [dwarf(0, { at: [4, 4] }), dwarf(1, { at: [5, 4] }), dwarf(2), dwarf(3)];
const mine = (change: Partial<MineView> = {}) =>
  example(
    {
      "4,4": ["plain.cross", 0],
      "5,4": ["plain.cross", 0],
      "4,3": ["exit.dead_end", 2],
    },
    { seats, ...change },
  );
const readAll = (legal: string[], view = mine()) => readMoves(view, legal, 0, say);
const read = (move: string, view = mine()): Choice => readAll([move], view)[0]!;

describe("a move is found where it is made", () => {
  it.each([
    ["walk W", "walk", ["3,4"], true],
    ["dig", "dig", ["4,5", "3,4"], true],
    ["dig out", "dig", ["4,4"], false],
    ["lay W 2", "lay", ["3,4"], true],
    ["hop 3,3", "hop", ["3,3"], true],
    ["at 2,2", "aim", ["2,2"], true],
    ["to 2,2", "aim", ["2,2"], true],
    ["open W", "aim", ["3,4"], true],
    ["blast W exp", "blast", ["3,4"], false],
    ["rubble W F04", "rubble", ["3,4"], false],
    ["clear here skill", "clear", ["4,4"], false],
    ["mine", "mine", ["4,4"], false],
    ["push 1 S", "aim", ["5,5"], true],
    ["steal 1", "rob", ["5,4"], false],
    ["seat 1", "aim", ["5,4"], true],
  ])("%s", (move, act, places, free) => {
    const choice = read(move);
    expect([choice.act, choice.free]).toEqual([act, free]);
    expect([...choice.places].sort()).toEqual(places.map(at).sort());
  });

  it("at home, which is an Entrance", () => {
    expect(read("home").places).toEqual([CELLS]);
    expect(read("to home").places).toEqual([CELLS]);
  });

  it("behind the openings of one's own cell only", () => {
    const view = example({ "4,4": ["plain.dead_end", 1] }, { seats });
    expect(read("dig", view).places).toEqual([at("5,4")]);
  });
});

describe("a move is called what it is", () => {
  it.each([
    ["walk W", "web_do.walk(side=@to_side.w)"],
    ["hop 3,3", "web_do.hop(cell=3,3)"],
    ["blast W F04", "web_do.blast(side=@to_side.w tool=price.card(card=@find.F04))"],
    ["rubble W exp", "web_do.rubble(where=@at_side.w tool=price.exp(card=@find.exp))"],
    ["clear here B07", "web_do.clear_here(tool=price.miner(card=@find.B07))"],
    ["play F10", "web_do.play(card=@find.F10)"],
    ["sell F10", "web_do.sell(card=@find.F10)"],
    ["keep plain.tee", "web_do.keep(tile=@tile.plain shape=@shape.tee)"],
    ["keep", "web_do.keep_top"],
    ["beg 0", "web_do.beg_nothing(n=0)"],
    ["beg 2", "web_do.beg(n=2)"],
    ["push 1 S", "web_do.push(other=@rival.yellow side=@to_side.s)"],
    ["steal 2", "web_do.rob(other=@rival.blue)"],
    ["end", "web_do.end"],
    ["pass", "web_do.pass"],
  ])("%s", (move, label) => {
    expect(read(move).label).toBe(label);
  });

  it("an attack, where a dwarf stands on the way", () => {
    const choice = read("walk E");
    expect(choice).toMatchObject({ act: "attack", free: false });
    expect(choice.label).toBe("web_do.walk_fight(side=@to_side.e other=@rival.yellow)");
    expect(read("hop 5,4").act).toBe("attack");
  });

  it("the way out, for who carries a Crystal", () => {
    const carrying = mine({ seats: [{ ...seats[0]!, crystal: true }, ...seats.slice(1)] });
    expect(read("walk N", carrying).label).toBe("web_do.walk_exit(side=@to_side.n)");
    expect(read("walk N").label).toBe("web_do.walk(side=@to_side.n)");
  });

  it("an attack beside a move, with or without something to break the wall", () => {
    expect(read("attack E")).toMatchObject({
      label: "web_do.attack(side=@to_side.e)",
      places: [at("5,4")],
      tool: null,
      seat: null,
    });
    expect(read("attack E exp")).toMatchObject({ tool: "exp", skill: false });
    expect(read("attack E skill")).toMatchObject({ tool: "skill", skill: true });
  });

  it("an attack in answer to the dwarf whose turn it is", () => {
    const view = mine({ active: 1 });
    expect(read("attack", view)).toMatchObject({
      label: "web_do.attack_back(other=@rival.yellow)",
      places: [at("5,4")],
      seat: 1,
    });
    expect(read("attack exp", view)).toMatchObject({ tool: "exp", seat: 1 });
    expect(read("attack exp", view).label).toContain("web_do.storm_back");
  });

  it("an ally, by its name and strength", () => {
    expect(read("ally B07", mine({ health: { B07: 4 } })).label).toBe(
      "web_do.ally(monster=@boom.B07 n=4)",
    );
    expect(monsterWord("seed")).toBe("@boom.B20");
  });

  const fight: Fight = {
    kind: "brawl",
    a: 0,
    d: 1,
    card: null,
    allies: { a: null, d: null },
    mods: { a: 0, d: 0 },
    dice: { a: null, d: null },
  };

  it("passing, by what is passed", () => {
    expect(read("pass", mine({ state: "BEG" })).label).toBe("web_pass.beg");
    expect(read("pass", mine({ state: "POSTROLL", fight })).label).toBe("web_pass.postroll");
    const own = read("pass", mine({ state: "PREROLL", fight }));
    expect([own.label, own.main]).toEqual(["web_pass.preroll_own", true]);
    const allies = { a: "B07" as const, d: null };
    const ally = read("pass", mine({ state: "PREROLL", fight: { ...fight, allies } }));
    expect(ally.label).toBe("web_pass.preroll_ally");
    const other = { ...fight, a: 2, d: 3 };
    expect(read("pass", mine({ state: "PREROLL", fight: other })).label).toBe("web_pass.preroll");
  });

  it("tripping somebody up, by whom it hits", () => {
    const trip = (side: string, change = {}) =>
      read(`play F10 ${side}`, mine({ fight: { ...fight, ...change } })).label;
    expect(trip("d")).toBe("web_do.trip_rival(card=@find.F10 foe=@rival.yellow)");
    expect(trip("d", { d: null, card: "B03" })).toBe("web_do.trip(card=@find.F10 foe=@boom.B03)");
    expect(trip("a", { allies: { a: "seed", d: null } })).toBe(
      "web_do.trip(card=@find.F10 foe=@boom.B20)",
    );
  });
});

describe("the moves of a cell", () => {
  it("come with what is free first", () => {
    const choices = readAll(["blast W exp", "walk W", "steal 2", "end"]);
    const found = byPlace(choices);
    expect(found.get(at("3,4"))?.map(({ move }) => move)).toEqual(["walk W", "blast W exp"]);
    expect(found.get(CELLS + 2)?.map(({ move }) => move)).toEqual(["steal 2"]);
    expect(within(choices)).not.toContain(CELLS + 2); // far away
  });

  it("are marked once for each act, with all that may pay for it", () => {
    const choices = readAll(["blast W exp", "blast W F04", "blast W F02", "walk W", "lay W 1"]);
    expect(marksOf(choices)).toEqual([
      { act: "blast", free: false, tools: ["exp", "card"] },
      { act: "walk", free: true, tools: [] },
    ]);
  });

  it("are ways to lay the tile that was drawn", () => {
    const found = layings(readAll(["lay W 0", "lay W 2", "walk W"]));
    expect([...found.keys()]).toEqual([at("3,4")]);
    expect(found.get(at("3,4"))?.map(({ rot }) => rot)).toEqual([0, 2]);
  });
});

describe("large buttons", () => {
  const moves = (legal: string[], state: MineView["state"] = "ACT", ofSeats = false) =>
    buttonsOf(readAll(legal, mine({ state })), state, ofSeats).map(({ move }) => move);

  it("are for moves that have no place, and for a few that are easier found so", () => {
    expect(moves(["walk W", "dig", "mine", "clear here exp", "spend"])).toEqual([
      "dig",
      "mine",
      "clear here exp",
      "spend",
    ]);
  });

  it("are not for cards, unless it is their moment", () => {
    expect(moves(["play F10", "end"])).toEqual(["end"]);
    expect(moves(["play F10", "pass"], "LOSS")).toEqual(["play F10", "pass"]);
    expect(moves(["drop F10"], "LOSS")).toEqual([]);
  });

  it("are not for tiles to be chosen from", () => {
    expect(moves(["keep plain.tee", "keep"])).toEqual(["keep"]);
  });

  it("are for what is done to a seat only where plates have no room for it", () => {
    expect(moves(["steal 1"])).toEqual([]);
    expect(moves(["steal 1"], "ACT", true)).toEqual(["steal 1"]);
  });

  it("stand so that what lets things be is last", () => {
    expect(moves(["end", "mine", "spend"])).toEqual(["mine", "spend", "end"]);
  });
});
