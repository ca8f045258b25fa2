import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { settings } from "../../src/lib/settings.svelte";
import { Playback } from "../../src/table/playback.svelte";
import { at, ply } from "../made";
import { rooted } from "../rooted.svelte";

const made = (total = 3) =>
  rooted(
    () =>
      new Playback({
        total,
        first: at(0),
        plies: Array.from({ length: total }, (_, k) => ({
          ply: k + 1,
          event: ply(k + 1, k % 2 ? "chance" : 0),
          view: at(k + 1),
        })),
      }),
  );

/** The board tells its story, and so much time passes. */
function tell(playback: Playback, milliseconds: number): void {
  if (playback.story) playback.told(playback.story);
  flushSync();
  vi.advanceTimersByTime(milliseconds);
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.still = false;
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

describe("a game that is looked through", () => {
  it("begins before the first move", () => {
    const playback = made();
    expect([playback.ply, playback.view, playback.event]).toEqual([0, { at: 0 }, null]);
    expect(playback.turn).toBe(0);
    expect(playback.atEnd).toBe(false);
  });

  it("tells one step ahead, from how things stood", () => {
    const playback = made();
    playback.jump(1);
    expect(playback.story).toMatchObject({ before: at(0), after: at(1) });
    expect(playback.view).toEqual({ at: 0 });
    expect(playback.event?.n).toBe(1);
    tell(playback, 0);
    expect(playback.view).toEqual({ at: 1 });
    expect(playback.turn).toBeNull(); // chance is next
  });

  it("shows any other moment at once, and stays within the game", () => {
    const playback = made();
    playback.jump(2);
    expect([playback.ply, playback.story, playback.view]).toEqual([2, null, { at: 2 }]);
    playback.jump(1);
    expect(playback.story).toBeNull();
    playback.jump(99);
    expect([playback.ply, playback.atEnd]).toEqual([3, true]);
    playback.jump(-1);
    expect(playback.ply).toBe(0);
    playback.jump(null);
    expect(playback.ply).toBe(3);
  });

  it("tells nothing where nothing should move", () => {
    settings.still = true;
    const playback = made();
    playback.jump(1);
    expect([playback.story, playback.view]).toEqual([null, { at: 1 }]);
  });

  it("is at its end once that was told", () => {
    const playback = made(1);
    playback.jump(1);
    expect(playback.atEnd).toBe(false);
    tell(playback, 0);
    expect(playback.atEnd).toBe(true);
  });
});

describe("running by itself", () => {
  it("goes from move to move with a pause, and stops at the end", () => {
    const playback = made();
    playback.toggle();
    tell(playback, 349);
    expect(playback.ply).toBe(0);
    tell(playback, 1);
    expect(playback.ply).toBe(1);
    vi.advanceTimersByTime(10_000); // the board is still telling
    expect(playback.ply).toBe(1);
    tell(playback, 350);
    tell(playback, 350);
    expect([playback.ply, playback.running]).toEqual([3, false]);
  });

  it("leaves more time where nothing moves", () => {
    settings.still = true;
    const playback = made();
    playback.toggle();
    tell(playback, 899);
    expect(playback.ply).toBe(0);
    tell(playback, 1);
    expect(playback.ply).toBe(1);
  });

  it("begins anew from the end", () => {
    const playback = made();
    playback.jump(null);
    playback.toggle();
    expect([playback.ply, playback.running]).toEqual([0, true]);
    playback.toggle();
    expect(playback.running).toBe(false);
  });

  it("stops when one looks elsewhere", () => {
    const playback = made();
    playback.toggle();
    playback.jump(2);
    expect(playback.running).toBe(false);
  });

  it("does not begin where nothing was played", () => {
    const playback = made(0);
    playback.toggle();
    expect(playback.running).toBe(false);
  });
});

describe("keys", () => {
  it.each([
    ["ArrowRight", 2],
    ["ArrowLeft", 0],
    ["Home", 0],
    ["End", 3],
  ])("%s leads from the first move to %i", (key, to) => {
    const playback = made();
    playback.jump(1);
    expect(playback.key(key)).toBe(true);
    expect(playback.ply).toBe(to);
  });

  it("the space bar runs it, others do nothing", () => {
    const playback = made();
    expect(playback.key(" ")).toBe(true);
    expect(playback.running).toBe(true);
    expect(playback.key("x")).toBe(false);
  });
});
