import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { settings } from "../../../src/lib/settings.svelte";
import { example } from "../../../src/games/under_falling_skies/example";
import { Stage } from "../../../src/games/under_falling_skies/stage.svelte";
import { stepsIn, storyOf } from "../steps";

const step = stepsIn<"under_falling_skies">();

const before = example();
const after = example({ energy: 6, ships: before.ships.slice(1) });
const story = storyOf<"under_falling_skies">(
  [
    step("energy_gained", { energy: 6 }),
    step("room_used", { room: "12" }),
    step("ship_down", { row: 1, column: 1 }),
    step("die_rolled", { die: 0, value: 3 }),
    step("ship_fell", { origin: 1, target: 1, column: 2 }),
    step("city_hit", { row: 1, column: 10 }),
  ],
  before,
  after,
);
let stage: Stage;
const told = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  settings.sound = false;
  told.mockClear();
  stage = new Stage();
  stage.settle(before);
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

describe("the board", () => {
  it("shows how things stand", () => {
    expect(stage.now(before).ships).toHaveLength(5);
    expect(stage.now(before).energy).toBe(before.energy);
    expect(stage.finish()).toBe(false);
  });

  it("shows a story as it goes on, and then what came of it", () => {
    stage.tell(story, false, told);
    vi.advanceTimersByTime(1);
    expect(stage.now(before).energy).toBe(6);
    expect(told).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000);
    expect(told).toHaveBeenCalledOnce();
    expect(stage.now(after).ships).toHaveLength(4);
  });

  it("keeps ships the ones they were, through a story", () => {
    const ids = stage.now(before).ships.map(({ id }) => id);
    stage.tell(story, false, told);
    vi.advanceTimersByTime(10_000);
    expect(stage.now(after).ships.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  it("is done at once where nothing moves", () => {
    stage.tell(story, true, told);
    vi.advanceTimersByTime(0);
    expect(told).toHaveBeenCalledOnce();
  });

  it("tells nothing more of a story that was broken off", () => {
    stage.tell(story, false, told)();
    stage.tell(story, true, told)();
    vi.runAllTimers();
    expect(told).not.toHaveBeenCalled();
    expect(stage.finish()).toBe(false);
  });
});

describe("a click while a story is told", () => {
  const click = () => {
    const event = new MouseEvent("click", { cancelable: true, bubbles: true });
    stage.hurry(event);
    return event.defaultPrevented;
  };

  it("ends the story, and a double one does nothing else", () => {
    stage.tell(story, false, told);
    expect(click()).toBe(true);
    expect(told).toHaveBeenCalledOnce();
    expect(click()).toBe(true);
    vi.advanceTimersByTime(400);
    expect(click()).toBe(false);
    expect(told).toHaveBeenCalledOnce();
  });

  it("counts where nothing is told", () => {
    vi.advanceTimersByTime(1000);
    expect(click()).toBe(false);
  });
});
