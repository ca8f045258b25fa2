import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { example } from "../../../src/games/under_falling_skies/example";
import {
  beatsOf,
  run,
  sceneOf,
  tokensOf,
  type Scene,
} from "../../../src/games/under_falling_skies/motion";
import type { StepFacts } from "../../../src/api/types";
import { stepsIn } from "../steps";

const step = stepsIn<"under_falling_skies">();

const SPACES = [0, 0, 0, 0, 0];
const beats = (...steps: StepFacts<"under_falling_skies">[]) => beatsOf(steps, SPACES);
const start = () => sceneOf(example());
/** How the picture is after these steps. */
const after = (...steps: StepFacts<"under_falling_skies">[]): Scene =>
  beats(...steps).reduce((scene, { change }) => change(scene), start());
const ship = (scene: Scene, column: number) => scene.ships[column - 1]!;

describe("ships", () => {
  it("that fall, fall together; those below first, so that none is taken for another", () => {
    const steps = [
      step("ship_fell", { origin: 1, target: 3, column: 1 }),
      step("ship_fell", { origin: 1, target: 4, column: 2 }),
    ];
    expect(beats(...steps)).toHaveLength(1);
    const scene = after(...steps);
    expect([ship(scene, 1).row, ship(scene, 2).row, ship(scene, 3).row]).toEqual([3, 4, 1]);
    const ships = [
      { colour: "green" as const, row: 1, column: 1 },
      { colour: "green" as const, row: 3, column: 1 },
    ];
    const stacked = beats(
      step("ship_fell", { origin: 1, target: 3, column: 1 }),
      step("ship_fell", { origin: 3, target: 5, column: 1 }),
    ).reduce((scene, { change }) => change(scene), sceneOf(example({ ships })));
    expect(stacked.ships.map(({ row }) => row)).toEqual([3, 5]);
  });

  it("are shifted, collected and shot", () => {
    expect(ship(after(step("ship_shifted", { row: 1, origin: 1, target: 3 })), 1).column).toBe(3);
    expect(ship(after(step("ship_collected", { row: 1, column: 2 })), 2).fate).toBe("up");
    const steps = [
      step("ship_down", { row: 1, column: 1 }),
      step("ship_down", { row: 1, column: 5 }),
    ];
    const list = beats(...steps);
    expect(list).toHaveLength(2); // fighters rise, and then both burst
    const rising = list[0]!.change(start());
    expect(rising.attack?.on).toEqual([
      { row: 1, column: 1 },
      { row: 1, column: 5 },
    ]);
    const scene = after(...steps);
    expect(scene.ships.map(({ fate }) => fate)).toEqual([
      "shot",
      "flies",
      "flies",
      "flies",
      "shot",
    ]);
    expect(scene.attack).toBeNull();
  });

  it("rise from the room that is at work", () => {
    const list = beats(step("room_used", { room: "12" }), step("ship_down", { row: 1, column: 1 }));
    const rising = list.slice(0, 2).reduce((scene, { change }) => change(scene), start());
    expect(rising.busy).toBe("12");
    expect(rising.attack?.from).toBe(2);
  });

  it("that hit the city set it on fire until the damage is felt", () => {
    const hit = after(step("city_hit", { row: 1, column: 3 }));
    expect([ship(hit, 3).fate, hit.burning]).toEqual(["hit", 3]);
    const felt = after(
      step("city_hit", { row: 1, column: 3 }),
      step("damage_taken", { damage: 1 }),
    );
    expect([felt.damage, felt.burning]).toEqual([1, null]);
  });

  it("come from the mothership, red or green", () => {
    const scene = after(step("ship_entered", { row: 2, column: 4, red: true }));
    expect(scene.ships.at(-1)).toMatchObject({ row: 2, column: 4, colour: "red", fate: "flies" });
    expect(
      after(step("ship_entered", { row: 2, column: 4, red: false })).ships.at(-1)?.colour,
    ).toBe("green");
  });

  it("that wait at the mothership come down with it", () => {
    const scene = after(step("mothership_down", { row: 2 }));
    expect(scene.row).toBe(2);
    expect(scene.ships.map(({ row }) => row)).toEqual([2, 2, 2, 2, 2]);
  });

  it("keep who they are from view to view, if they stayed where they were", () => {
    const before = tokensOf(example());
    const ships = example().ships.map((one, k) => (k ? one : { ...one, row: 4 }));
    const now = tokensOf({ ships }, before);
    expect(now.slice(1).map(({ id }) => id)).toEqual(before.slice(1).map(({ id }) => id));
    expect(before.map(({ id }) => id)).not.toContain(now[0]!.id);
  });
});

describe("in the base", () => {
  it("dice are rolled and laid", () => {
    expect([
      ...after(step("die_rolled", { die: 1, value: 5 }), step("die_rolled", { die: 2, value: 3 }))
        .rolled,
    ]).toEqual([
      [1, 5],
      [2, 3],
    ]);
    expect(after(step("die_placed", { die: 2, cell: "14", digging: true })).laid).toEqual({
      die: 2,
      cell: "14",
      digging: true,
    });
  });

  it("rooms give energy and research", () => {
    expect(after(step("energy_gained", { energy: 5 })).energy).toBe(5);
    expect(after(step("research_done", { steps: 0, research: 4 })).research).toBe(4);
  });

  it("the excavator goes from cell to cell, there and back", () => {
    expect(beats(step("excavated", { origin: 5, target: 8 }))).toHaveLength(3);
    expect(after(step("excavated", { origin: 5, target: 8 })).excavator).toBe(8);
    expect(after(step("excavator_back", { origin: 5, target: 3 }))).toMatchObject({
      excavator: 3,
      strikes: true,
    });
  });
});

describe("the mothership's effect", () => {
  it("is seen before it is felt", () => {
    const [seen, felt] = beats(step("damage_taken", { damage: 2 }));
    const scene = seen!.change(start());
    expect([scene.strikes, scene.damage]).toEqual([true, 0]);
    expect(felt!.change(scene).damage).toBe(2);
    expect(after(step("research_back", { origin: 0, target: 3 }))).toMatchObject({
      research: 3,
      strikes: true,
    });
    expect(after(step("red_called")).strikes).toBe(true);
  });
});

describe("a story", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
  });

  it("is told beat after beat, each in its time", () => {
    const list = beats(
      step("energy_gained", { energy: 5 }),
      step("research_done", { steps: 0, research: 4 }),
    );
    const [show, hear, done] = [vi.fn(), vi.fn(), vi.fn()];
    run(list, show, hear, done);
    vi.advanceTimersByTime(0);
    expect(show).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(list[0]!.length);
    expect(show).toHaveBeenCalledTimes(2);
    expect(hear.mock.calls).toEqual([[undefined], ["slide"]]);
    vi.advanceTimersByTime(list[1]!.length);
    expect(done).toHaveBeenCalledOnce();
  });

  it("that is broken off is told no further", () => {
    const [show, done] = [vi.fn(), vi.fn()];
    run(beats(step("energy_gained", { energy: 5 })), show, vi.fn(), done)();
    vi.runAllTimers();
    expect(show).not.toHaveBeenCalled();
    expect(done).not.toHaveBeenCalled();
  });

  it("leaves out what is not to be seen", () => {
    expect(beats(step("round_begun"), step("room_skipped"))).toEqual([]);
  });
});
