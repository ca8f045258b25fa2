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
import {
  CELLS,
  cellNumber as at,
  type MineView,
  type Step,
  type Tile,
} from "../../../src/games/black_crystal/view";
import { nowIn, stepsIn, storyOf } from "../steps";

const step = stepsIn<"black_crystal">();

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
function beats(
  steps: StepFacts<"black_crystal">[],
  { before, after, move = "", seat = null }: How = {},
): Beat[] {
  const views = [mine(before), mine({ ...before, ...after })] as const;
  return beatsOf(storyOf<"black_crystal">(steps, ...views, { move }), seat);
}
/** The scene once all has been seen. */
const seen = (steps: StepFacts<"black_crystal">[], how: How = {}): Scene =>
  beats(steps, how).reduce((scene, { change }) => change(scene), sceneOf(mine(how.before)));
const words = (steps: StepFacts<"black_crystal">[], how: How = {}) => {
  const { shown } = seen(steps, how);
  return shown?.is === "words" ? [shown.key, shown.places] : null;
};
const place = (scene: Scene, seat: number) => scene.view.seats[seat]!.at;

describe("dwarfs", () => {
  it("walk, are pushed, and run along the tunnels", () => {
    expect(
      place(seen([step("walked", { seat: 0, origin: at("4,4"), target: at("4,3") })]), 0),
    ).toEqual([4, 3]);
    expect(
      place(seen([step("pushed", { seat: 1, origin: at("4,2"), target: at("4,1") })]), 1),
    ).toEqual([4, 1]);
    const flight = [step("fled", { seat: 0, origin: at("4,4"), target: CELLS })];
    expect(beats(flight)).toHaveLength(5);
    expect(place(seen(flight), 0)).toBe("home");
  });

  it("vanish here and appear there", () => {
    const leap = { seat: 0, origin: at("4,4"), target: at("8,8") };
    for (const name of ["hopped", "teleported", "fell"] as const) {
      const list = beats([step(name, leap)]);
      const gone = list[0]!.change(sceneOf(mine()));
      expect([...gone.vanished]).toEqual([0]);
      const back = seen([step(name, leap)]);
      expect([place(back, 0), back.vanished.size]).toEqual([[8, 8], 0]);
    }
  });

  it("lose, gain and carry things", () => {
    expect(
      seen([step("explosives", { seat: 0, change: 2, left: 1 })]).view.seats[0]!.explosives,
    ).toBe(1);
    expect(seen([step("mining", { seat: 0 })]).view.seats[0]!.mining).toBe(true);
    const taken = seen([step("crystal_taken", { seat: 0 })]);
    expect(taken.view.seats[0]).toMatchObject({ crystal: true, mining: false });
    const carrying = { seats: [{ ...seats[0]!, crystal: true }, ...seats.slice(1)] };
    const passed = seen([step("crystal_passed", { loser: 0, victor: 1 })], { before: carrying });
    expect(passed.view.seats.map(({ crystal }) => crystal)).toEqual([false, true, false, false]);
    const dropped = seen([step("crystal_dropped", { seat: 0, cell: at("4,4") })], {
      before: carrying,
    });
    expect(dropped.view.seats[0]!.crystal).toBe(false);
    expect(dropped.view.cells[at("4,4")]).toMatchObject({ loose: 1 });
  });
});

describe("the mine", () => {
  const laid = (tile: Tile) => [step("tile_laid", { cell: at("4,5"), tile, rot: 1 })];

  it("is carved where a tile is laid, and stands so afterwards", () => {
    const [carving] = beats(laid("plain.cross"));
    expect(carving!.change(sceneOf(mine())).carving).toBe(at("4,5"));
    const scene = seen(laid("plain.cross"));
    expect(scene.view.cells[at("4,5")]).toMatchObject({ tile: "plain.cross", rot: 1 });
    expect(scene.carving).toBeNull();
  });

  it("has news when an Exit or a Crystal is dug up", () => {
    expect(words(laid("exit.straight"))).toEqual(["web_tell.exit_found", { who: "@who.red" }]);
    expect(words(laid("crystal.straight"))).toEqual([
      "web_tell.crystal_found",
      { who: "@who.red" },
    ]);
    expect(words(laid("plain.cross"))).toBeNull();
  });

  it("is changed by what is put there and taken away", () => {
    const cell = (name: "rubble_put" | "rubble_gone" | "boom_put" | "boom_gone", where: string) =>
      seen([step(name, { cell: at(where) })]).view.cells[at(where)];
    expect(cell("rubble_put", "4,4")).toMatchObject({ rubble: true });
    expect(cell("rubble_gone", "5,4")).toMatchObject({ rubble: false });
    expect(cell("boom_put", "4,4")).toMatchObject({ boom: true });
    expect(cell("boom_gone", "5,4")).toMatchObject({ boom: false });
    expect(seen([step("mushroom_put", { seat: 0, cell: at("5,4") })]).view.cells[at("5,4")]).toBe(
      "mushroom",
    );
    const passages: MineView["passages"] = [[4, 3, 5, 3]];
    const torn = seen([step("passage_made", { cell: at("4,3"), other: at("5,3") })], {
      after: { passages },
    });
    expect(torn.view.passages).toEqual(passages);
  });
});

describe("cards", () => {
  const held = (list: Beat[]) => list.map((beat) => Boolean(beat.held));

  it("that are drawn are held up, longer for who drew them", () => {
    const boom = [step("boom_drawn", { seat: 0, card: "B07" })];
    const how = { after: { health: { B07: 3 } } };
    expect(seen(boom, how).shown).toEqual({ is: "card", card: "B07", health: 3, who: 0 });
    const [mineToRead] = beats(boom, { ...how, seat: 0 });
    const [others] = beats(boom, { ...how, seat: 1 });
    expect(mineToRead!.length).toBeGreaterThan(others!.length);
    expect(held([mineToRead!, others!])).toEqual([true, true]);
  });

  it("that one may not see show their back, and are soon gone", () => {
    const unseen = beats([step("find_drawn", { seat: 1, card: null })]);
    expect(held(unseen)).toEqual([false]);
    expect(seen([step("find_drawn", { seat: 1, card: null })]).shown).toMatchObject({ card: null });
    expect(
      seen([step("find_drawn", { seat: 1, card: null })], { move: "find=F07" }).shown,
    ).toMatchObject({
      card: "F07",
    });
    expect(seen([step("find_drawn", { seat: 1, card: "F05" })]).shown).toMatchObject({
      card: "F05",
    });
  });

  it("that are played are held up for the others", () => {
    for (const name of ["card_played", "card_sold", "card_dropped"] as const) {
      expect(held(beats([step(name, { seat: 0, card: "F05" })], { seat: 0 }))).toEqual([false]);
      expect(held(beats([step(name, { seat: 0, card: "F05" })], { seat: 1 }))).toEqual([true]);
    }
  });

  it("and tiles and dice are shown as what they are", () => {
    expect(seen([step("tile_drawn", { seat: 0, tile: "plain.cross" })]).shown).toMatchObject({
      is: "tile",
      who: 0,
    });
    expect(
      seen([step("rolled", { rolled: "call", value: 5 })], { after: { active: 3 } }).shown,
    ).toEqual({
      is: "die",
      value: 5,
      who: 3,
    });
  });
});

describe("a fight", () => {
  it("begins between dwarfs, or with a monster", () => {
    expect(
      seen([step("fight_begun", { attacker: 0, defender: 1, card: null })]).view.fight,
    ).toEqual(fight);
    expect(
      seen([step("fight_begun", { attacker: 0, defender: null, card: "B07" })]).view.fight,
    ).toMatchObject({
      kind: "monster",
      d: null,
      card: "B07",
    });
  });

  it("is rolled, changed, and helped by allies", () => {
    const before = { fight };
    const rolled = seen([step("rolled", { rolled: "d", value: 4 })], { before });
    expect(rolled.view.fight?.dice).toEqual({ a: null, d: 4 });
    expect(rolled.shown).toMatchObject({ who: 1, value: 4 });
    expect(
      seen([step("modified", { fighter: "a", change: 0, total: 2 })], { before }).view.fight?.mods,
    ).toEqual({ a: 2, d: 0 });
    expect(
      seen([step("modified", { fighter: "d", change: 0, total: -2 })], { before }).view.fight?.mods,
    ).toEqual({
      a: 0,
      d: -2,
    });
    const sent = seen([step("ally_sent", { seat: 1, monster: "B07" })], {
      before,
      after: { health: { B07: 3 } },
    });
    expect(sent.view.fight?.allies).toEqual({ a: null, d: "B07" });
    expect(sent.shown).toMatchObject({
      places: { who: "@who.yellow", monster: "@boom.B07", n: 3 },
    });
    // Where no fight is shown there is nothing to change.
    expect(
      seen([
        step("modified", { fighter: "a", change: 0, total: 2 }),
        step("ally_sent", { seat: 1, monster: "B07" }),
      ]).view.fight,
    ).toBeNull();
  });

  it("ends for somebody", () => {
    const outcome = (steps: StepFacts<"black_crystal">[]) => seen(steps).outcome?.places;
    expect(outcome([step("fight_won", { attacker: 0, defender: 1, card: null })])).toEqual({
      who: "@who.red",
    });
    expect(outcome([step("fight_lost", { attacker: 0, defender: 1, card: null })])).toEqual({
      who: "@who.yellow",
    });
    expect(outcome([step("fight_lost", { attacker: 0, defender: null, card: "B07" })])).toEqual({
      who: "@boom.B07",
    });
    expect(words([step("fight_lost", { attacker: 0, defender: null, card: "B07" })])).toEqual([
      "web_tell.lost",
      { who: "@who.red" },
    ]);
  });
});

describe("what is told in words", () => {
  it.each<[Step, string, object]>([
    [step("card_stolen", { thief: 1 }), "stolen", { who: "@who.yellow" }],
    [step("peeked", { seat: 1 }), "peeked", { who: "@who.yellow" }],
    [step("called", { odd: true }), "odd", {}],
    [step("called", { odd: false }), "even", {}],
    [step("ally_gained", { seat: 0, monster: "B07" }), "ally", { monster: "@boom.B07" }],
    [step("fight_tied"), "tied", {}],
    [step("skips", { seat: 1, change: 1, left: 2 }), "skips", { who: "@who.yellow", n: 2 }],
    [step("skips", { seat: 1, change: -1, left: 1 }), "skipped", { who: "@who.yellow", n: 1 }],
    [step("stayed", { seat: 0 }), "stayed", { who: "@who.red" }],
    [step("boom_spared", { seat: 0, monster: "B07" }), "spared", { monster: "@boom.B07" }],
    [step("crystal_smashed", { loser: 0 }), "smashed", { who: "@who.red" }],
    [
      step("crystal_passed", { loser: 0, victor: 1 }),
      "passed",
      { who: "@who.yellow", rival: "@rival.red" },
    ],
    [step("trapped", { seat: 1 }), "trapped", { who: "@who.yellow" }],
    [step("helped", { helper: 1 }), "helped", { who: "@who.yellow" }],
    [step("reshuffled"), "reshuffled", {}],
  ])("%j", (told, key, places) => {
    expect(words([told])).toEqual([`web_tell.${key}`, places]);
  });

  it("stands longer for whom it befalls", () => {
    const length = (seat: number) => beats([step("stayed", { seat: 0 })], { seat })[0]!.length;
    expect(length(0)).toBeGreaterThan(length(1));
  });

  it("is told once where turns go by that are all alike", () => {
    const round = [0, 1].flatMap((seat) => [
      step("trapped", { seat: seat }),
      step("skips", { seat: seat, change: -1, left: 1 }),
    ]);
    expect(beats([...round, ...round])).toHaveLength(4);
  });

  it("is nothing where nothing is to be seen", () => {
    expect(beats([step("turn_begun", { seat: 1 }), step("turn_ended")])).toEqual([]);
  });
});

describe("a long story", () => {
  const walks = Array.from({ length: 20 }, () =>
    step("walked", { seat: 0, origin: at("4,4"), target: at("4,3") }),
  );

  it("is told faster, but for what is there to be read", () => {
    const list = beats([...walks, step("boom_drawn", { seat: 0, card: "B07" })], { seat: 0 });
    const moving = list.filter(({ held }) => !held);
    expect(moving.reduce((sum, { length }) => sum + length, 0)).toBeCloseTo(1200);
    expect(list.at(-1)).toMatchObject({ held: true, length: 3600 });
  });

  it("holds nothing up where somebody is hurried", () => {
    const story = storyOf<"black_crystal">([step("boom_drawn", { seat: 0, card: "B07" })], mine());
    const [beat] = beatsOf(story, 1, true);
    expect(beat!.held).toBe(false);
    expect(beat!.length).toBeLessThanOrEqual(1200);
  });

  it("hurries whose question waits with little time left", () => {
    const soon = Date.now() / 1000 + 10;
    expect(isHurried(nowIn<"black_crystal">(mine(), { turn: 0, deadline: soon }), 0)).toBe(true);
    expect(isHurried(nowIn<"black_crystal">(mine(), { turn: 0, deadline: soon + 60 }), 0)).toBe(
      false,
    );
    expect(isHurried(nowIn<"black_crystal">(mine(), { turn: 1, deadline: soon }), 0)).toBe(false);
    expect(isHurried(nowIn<"black_crystal">(mine(), { turn: 0, deadline: null }), 0)).toBe(false);
  });
});

describe("telling", () => {
  const list = () =>
    beats([
      step("walked", { seat: 0, origin: at("4,4"), target: at("4,3") }),
      step("boom_drawn", { seat: 0, card: "B07" }),
    ]);
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
      step("walked", { seat: 0, origin: at("4,4"), target: at("4,3") }),
      step("rolled", { rolled: "call", value: 4 }),
      step("fled", { seat: 0, origin: at("4,3"), target: CELLS }),
    ];
    expect(trailOf(mine(), steps)).toEqual([...["4,4", "4,3", "4,2", "4,1", "4,0"].map(at), CELLS]);
    expect(trailOf(mine(), [step("rolled", { rolled: "call", value: 4 })])).toEqual([]);
  });
});
