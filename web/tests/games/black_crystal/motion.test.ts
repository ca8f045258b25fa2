import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import type { StepFacts } from "../../../src/api/types";
import { dwarf, example } from "../../../src/games/black_crystal/example";
import {
  beatsOf,
  isHurried,
  run,
  sceneOf,
  trailOf,
  type Beat,
  type Scene,
} from "../../../src/games/black_crystal/motion";
import { CELLS, cellNumber as at, type MineView } from "../../../src/games/black_crystal/view";
import { now } from "../../made";
import { step, storyOf } from "../steps";

const seats = [dwarf(0, { at: [4, 4] }), dwarf(1, { at: [4, 2] }), dwarf(2), dwarf(3)];
const mine = (change: Partial<MineView> = {}) =>
  example(
    {
      "4,0": ["plain.cross", 0],
      "4,1": ["plain.cross", 0],
      "4,2": ["plain.cross", 0],
      "4,3": ["plain.cross", 0],
      "4,4": ["plain.cross", 0],
      "5,4": ["find.cross", 0, { boom: true, rubble: true }],
    },
    { seats, ...change },
  );
const fight = {
  kind: "brawl" as const,
  a: 0,
  d: 1,
  card: null,
  allies: { a: null, d: null },
  mods: { a: 0, d: 0 },
  dice: { a: null, d: null },
};

interface How {
  before?: Partial<MineView>;
  after?: Partial<MineView>;
  move?: string;
  /** Who looks on. */
  seat?: number | null;
}
function beats(steps: StepFacts[], { before, after, move = "", seat = null }: How = {}): Beat[] {
  const views = [mine(before), mine({ ...before, ...after })] as const;
  return beatsOf(storyOf(steps, ...views, { move }), seat);
}
/** The scene once all has been seen. */
const seen = (steps: StepFacts[], how: How = {}): Scene =>
  beats(steps, how).reduce((scene, { change }) => change(scene), sceneOf(mine(how.before)));
const words = (steps: StepFacts[], how: How = {}) => {
  const { shown } = seen(steps, how);
  return shown?.is === "words" ? [shown.key, shown.places] : null;
};
const place = (scene: Scene, seat: number) => scene.view.seats[seat]!.at;

describe("dwarfs", () => {
  it("walk, are pushed, and run along the tunnels", () => {
    expect(place(seen([step("walked", 0, at("4,4"), at("4,3"))]), 0)).toEqual([4, 3]);
    expect(place(seen([step("pushed", 1, at("4,2"), at("4,1"))]), 1)).toEqual([4, 1]);
    const flight = [step("fled", 0, at("4,4"), CELLS)];
    expect(beats(flight)).toHaveLength(5);
    expect(place(seen(flight), 0)).toBe("home");
  });

  it("vanish here and appear there", () => {
    for (const name of ["hopped", "teleported", "fell"]) {
      const list = beats([step(name, 0, at("4,4"), at("8,8"))]);
      const gone = list[0]!.change(sceneOf(mine()));
      expect([...gone.vanished]).toEqual([0]);
      const back = seen([step(name, 0, at("4,4"), at("8,8"))]);
      expect([place(back, 0), back.vanished.size]).toEqual([[8, 8], 0]);
    }
  });

  it("lose, gain and carry things", () => {
    expect(seen([step("explosives", 0, 2, 1)]).view.seats[0]!.explosives).toBe(1);
    expect(seen([step("mining", 0)]).view.seats[0]!.mining).toBe(true);
    const taken = seen([step("crystal_taken", 0)]);
    expect(taken.view.seats[0]).toMatchObject({ crystal: true, mining: false });
    const carrying = { seats: [{ ...seats[0]!, crystal: true }, ...seats.slice(1)] };
    const passed = seen([step("crystal_passed", 0, 1)], { before: carrying });
    expect(passed.view.seats.map(({ crystal }) => crystal)).toEqual([false, true, false, false]);
    const dropped = seen([step("crystal_dropped", 0, at("4,4"))], { before: carrying });
    expect(dropped.view.seats[0]!.crystal).toBe(false);
    expect(dropped.view.cells[at("4,4")]).toMatchObject({ loose: 1 });
  });
});

describe("the mine", () => {
  const laid = (kind: number) => [step("tile_laid", at("4,5"), kind, 1)];
  const CROSS = 13; // plain.cross

  it("is carved where a tile is laid, and stands so afterwards", () => {
    const [carving] = beats(laid(CROSS));
    expect(carving!.change(sceneOf(mine())).carving).toBe(at("4,5"));
    const scene = seen(laid(CROSS));
    expect(scene.view.cells[at("4,5")]).toMatchObject({ tile: "plain.cross", rot: 1 });
    expect(scene.carving).toBeNull();
  });

  it("has news when an Exit or a Crystal is dug up", () => {
    expect(words(laid(30))).toEqual(["web_tell.exit_found", { who: "@who.red" }]);
    expect(words(laid(25))).toEqual(["web_tell.crystal_found", { who: "@who.red" }]);
    expect(words(laid(CROSS))).toBeNull();
  });

  it("is changed by what is put there and taken away", () => {
    const cell = (name: string, where: string) =>
      seen([step(name, at(where))]).view.cells[at(where)];
    expect(cell("rubble_put", "4,4")).toMatchObject({ rubble: true });
    expect(cell("rubble_gone", "5,4")).toMatchObject({ rubble: false });
    expect(cell("boom_put", "4,4")).toMatchObject({ boom: true });
    expect(cell("boom_gone", "5,4")).toMatchObject({ boom: false });
    expect(seen([step("mushroom_put", 0, at("5,4"))]).view.cells[at("5,4")]).toBe("mushroom");
    const passages: MineView["passages"] = [[4, 3, 5, 3]];
    const torn = seen([step("passage_made", at("4,3"), at("5,3"))], { after: { passages } });
    expect(torn.view.passages).toEqual(passages);
  });
});

describe("cards", () => {
  const held = (list: Beat[]) => list.map((beat) => Boolean(beat.held));

  it("that are drawn are held up, longer for who drew them", () => {
    const boom = [step("boom_drawn", 0, 6)];
    const how = { after: { health: { B07: 3 } } };
    expect(seen(boom, how).shown).toEqual({ is: "card", card: "B07", health: 3, who: 0 });
    const [mineToRead] = beats(boom, { ...how, seat: 0 });
    const [others] = beats(boom, { ...how, seat: 1 });
    expect(mineToRead!.length).toBeGreaterThan(others!.length);
    expect(held([mineToRead!, others!])).toEqual([true, true]);
  });

  it("that one may not see show their back, and are soon gone", () => {
    const unseen = beats([step("find_drawn", 1, -1)]);
    expect(held(unseen)).toEqual([false]);
    expect(seen([step("find_drawn", 1, -1)]).shown).toMatchObject({ card: null });
    expect(seen([step("find_drawn", 1, -1)], { move: "find=F07" }).shown).toMatchObject({
      card: "F07",
    });
    expect(seen([step("find_drawn", 1, 4)]).shown).toMatchObject({ card: "F05" });
  });

  it("that are played are held up for the others", () => {
    for (const name of ["card_played", "card_sold", "card_dropped"]) {
      expect(held(beats([step(name, 0, 4)], { seat: 0 }))).toEqual([false]);
      expect(held(beats([step(name, 0, 4)], { seat: 1 }))).toEqual([true]);
    }
  });

  it("and tiles and dice are shown as what they are", () => {
    expect(seen([step("tile_drawn", 0, 13)]).shown).toMatchObject({ is: "tile", who: 0 });
    expect(seen([step("rolled", 2, 5)], { after: { active: 3 } }).shown).toEqual({
      is: "die",
      value: 5,
      who: 3,
    });
  });
});

describe("a fight", () => {
  it("begins between dwarfs, or with a monster", () => {
    expect(seen([step("fight_begun", 0, 1, -1)]).view.fight).toEqual(fight);
    expect(seen([step("fight_begun", 0, -1, 6)]).view.fight).toMatchObject({
      kind: "monster",
      d: null,
      card: "B07",
    });
  });

  it("is rolled, changed, and helped by allies", () => {
    const before = { fight };
    const rolled = seen([step("rolled", 1, 4)], { before });
    expect(rolled.view.fight?.dice).toEqual({ a: null, d: 4 });
    expect(rolled.shown).toMatchObject({ who: 1, value: 4 });
    expect(seen([step("modified", 0, 0, 2)], { before }).view.fight?.mods).toEqual({ a: 2, d: 0 });
    expect(seen([step("modified", 1, 0, -2)], { before }).view.fight?.mods).toEqual({
      a: 0,
      d: -2,
    });
    const sent = seen([step("ally_sent", 1, 6)], { before, after: { health: { B07: 3 } } });
    expect(sent.view.fight?.allies).toEqual({ a: null, d: "B07" });
    expect(sent.shown).toMatchObject({
      places: { who: "@who.yellow", monster: "@boom.B07", n: 3 },
    });
    // Where no fight is shown there is nothing to change.
    expect(seen([step("modified", 0, 0, 2), step("ally_sent", 1, 6)]).view.fight).toBeNull();
  });

  it("ends for somebody", () => {
    const outcome = (steps: StepFacts[]) => seen(steps).outcome?.places;
    expect(outcome([step("fight_won", 0, 1, -1)])).toEqual({ who: "@who.red" });
    expect(outcome([step("fight_lost", 0, 1, -1)])).toEqual({ who: "@who.yellow" });
    expect(outcome([step("fight_lost", 0, -1, 6)])).toEqual({ who: "@boom.B07" });
    expect(words([step("fight_lost", 0, -1, 6)])).toEqual(["web_tell.lost", { who: "@who.red" }]);
  });
});

describe("what is told in words", () => {
  it.each([
    ["card_stolen", [1], "stolen", { who: "@who.yellow" }],
    ["peeked", [1], "peeked", { who: "@who.yellow" }],
    ["called", [0, 1], "odd", {}],
    ["called", [0, 0], "even", {}],
    ["ally_gained", [0, 6], "ally", { monster: "@boom.B07" }],
    ["fight_tied", [], "tied", {}],
    ["skips", [1, 1, 2], "skips", { who: "@who.yellow", n: 2 }],
    ["skips", [1, -1, 1], "skipped", { who: "@who.yellow", n: 1 }],
    ["stayed", [0], "stayed", { who: "@who.red" }],
    ["boom_spared", [0, 6], "spared", { monster: "@boom.B07" }],
    ["crystal_smashed", [0], "smashed", { who: "@who.red" }],
    ["crystal_passed", [0, 1], "passed", { who: "@who.yellow", rival: "@rival.red" }],
    ["trapped", [1], "trapped", { who: "@who.yellow" }],
    ["helped", [1], "helped", { who: "@who.yellow" }],
    ["reshuffled", [], "reshuffled", {}],
  ])("%s %j", (name, fields, key, places) => {
    const [a = 0, b = 0, c = 0] = fields;
    expect(words([step(name, a, b, c)])).toEqual([`web_tell.${key}`, places]);
  });

  it("stands longer for whom it befalls", () => {
    const length = (seat: number) => beats([step("stayed", 0)], { seat })[0]!.length;
    expect(length(0)).toBeGreaterThan(length(1));
  });

  it("is told once where turns go by that are all alike", () => {
    const round = [0, 1].flatMap((seat) => [step("trapped", seat), step("skips", seat, -1, 1)]);
    expect(beats([...round, ...round])).toHaveLength(4);
  });

  it("is nothing where nothing is to be seen", () => {
    expect(beats([step("turn_begun", 1), step("unheard")])).toEqual([]);
  });
});

describe("a long story", () => {
  const walks = Array.from({ length: 20 }, () => step("walked", 0, at("4,4"), at("4,3")));

  it("is told faster, but for what is there to be read", () => {
    const list = beats([...walks, step("boom_drawn", 0, 6)], { seat: 0 });
    const moving = list.filter(({ held }) => !held);
    expect(moving.reduce((sum, { length }) => sum + length, 0)).toBeCloseTo(1200);
    expect(list.at(-1)).toMatchObject({ held: true, length: 3600 });
  });

  it("holds nothing up where somebody is hurried", () => {
    const story = storyOf([step("boom_drawn", 0, 6)], mine());
    const [beat] = beatsOf(story, 1, true);
    expect(beat!.held).toBe(false);
    expect(beat!.length).toBeLessThanOrEqual(1200);
  });

  it("hurries whose question waits with little time left", () => {
    const soon = Date.now() / 1000 + 10;
    expect(isHurried(now({ turn: 0, deadline: soon }), 0)).toBe(true);
    expect(isHurried(now({ turn: 0, deadline: soon + 60 }), 0)).toBe(false);
    expect(isHurried(now({ turn: 1, deadline: soon }), 0)).toBe(false);
    expect(isHurried(now({ turn: 0, deadline: null }), 0)).toBe(false);
  });
});

describe("telling", () => {
  const list = () => beats([step("walked", 0, at("4,4"), at("4,3")), step("boom_drawn", 0, 6)]);
  const [change, hear, done] = [vi.fn(), vi.fn(), vi.fn()];

  beforeEach(() => {
    vi.useFakeTimers();
    for (const one of [change, hear, done]) one.mockClear();
    onTestFinished(() => {
      vi.useRealTimers();
    });
  });

  it("goes beat by beat, as fast as was chosen", () => {
    run(list(), change, hear, done, () => 2);
    vi.advanceTimersByTime(120);
    expect(change).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(999);
    expect(done).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(done).toHaveBeenCalledOnce();
    expect(hear.mock.calls).toEqual([["knock"], ["hit"]]);
  });

  it("leaves what is held up when one wants to go on, and nothing else", () => {
    const running = run(list(), change, hear, done);
    vi.advanceTimersByTime(0);
    expect(running.on()).toBe(false);
    vi.advanceTimersByTime(240);
    expect(running.on()).toBe(true);
    expect(done).toHaveBeenCalledOnce();
  });

  it("can be broken off", () => {
    const running = run(list(), change, hear, done);
    running.stop();
    vi.runAllTimers();
    expect(change).not.toHaveBeenCalled();
  });
});

describe("the trail of a move", () => {
  it("goes where its dwarf went", () => {
    const steps = [
      step("walked", 0, at("4,4"), at("4,3")),
      step("rolled", 2, 4),
      step("fled", 0, at("4,3"), CELLS),
    ];
    expect(trailOf(mine(), steps)).toEqual([...["4,4", "4,3", "4,2", "4,1", "4,0"].map(at), CELLS]);
    expect(trailOf(mine(), [step("rolled", 2, 4)])).toEqual([]);
  });
});
