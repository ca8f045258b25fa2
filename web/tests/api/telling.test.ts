import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { Telling, type Story } from "../../src/api/telling.svelte";
import { at, ply } from "../made";
import { look } from "../page";

/** What has led from one moment to the next. */
const story = (n: number): Story => ({
  event: ply(n, 0),
  before: at(n - 1),
  after: at(n),
});

let telling: Telling;
/** The board shows what it is told to show. */
const show = () => telling.story && telling.told(telling.story);

beforeEach(() => {
  vi.useFakeTimers();
  telling = new Telling();
  telling.jump(at(0));
  onTestFinished(() => {
    telling.close();
    vi.useRealTimers();
  });
});

describe("what happens", () => {
  it("is told one after another, from how things stood before it", () => {
    telling.go([story(1), story(2)], at(2));
    expect(telling.story?.event.n).toBe(1);
    expect(telling.view).toEqual(at(0));
    expect(telling.settled).toBe(false);
    show();
    expect(telling.story?.event.n).toBe(2);
    expect(telling.view).toEqual(at(1));
    show();
    expect(telling.story).toBeNull();
    expect(telling.view).toEqual(at(2));
    expect(telling.settled).toBe(true);
  });

  it("meanwhile waits for its turn", () => {
    telling.go([story(1)], at(1));
    telling.go([story(2)], at(2));
    expect(telling.end).toEqual(at(2));
    show();
    expect(telling.story?.event.n).toBe(2);
  });

  it("is not told where it cannot be, as when a move was taken back", () => {
    telling.go([story(1), story(2)], at(2));
    telling.go(null, at(0));
    show();
    expect(telling.story).toBeNull();
    expect(telling.view).toEqual(at(0));
  });

  it("is left untold by a jump", () => {
    telling.go([story(1), story(2)], at(2));
    telling.jump(at(7));
    expect(telling.story).toBeNull();
    expect(telling.view).toEqual(at(7));
    expect(telling.settled).toBe(true);
  });

  it("is not passed over by a board that says too late that it has told something", () => {
    telling.go([story(1), story(2)], at(2));
    const first = telling.story!;
    telling.told(first);
    telling.told(first);
    expect(telling.story?.event.n).toBe(2);
  });
});

describe("the past", () => {
  it("is told again with a pause after each story, and then what has happened meanwhile", () => {
    telling.jump(at(2));
    telling.retell([story(1), story(2)], 350);
    telling.go([story(3)], at(3));
    expect(telling.retold?.event.n).toBe(1);
    show();
    expect(telling.story).toBeNull();
    expect(telling.view).toEqual(at(1));
    expect(telling.settled).toBe(false);
    vi.advanceTimersByTime(349);
    expect(telling.story).toBeNull();
    vi.advanceTimersByTime(1);
    expect(telling.story?.event.n).toBe(2);
    for (const n of [2, 3]) {
      expect(telling.story?.event.n).toBe(n);
      show();
      vi.advanceTimersByTime(350);
    }
    expect(telling.retold).toBeNull();
    expect(telling.settled).toBe(true);
    expect(telling.view).toEqual(at(3));
  });

  it("comes before what is being told, which is not told twice", () => {
    telling.go([story(2), story(3)], at(3));
    telling.retell([story(1), story(2)], 0);
    const heard: number[] = [];
    while (telling.story) {
      heard.push(telling.story.event.n);
      show();
      vi.advanceTimersByTime(0);
    }
    expect(heard).toEqual([1, 2, 3]);
  });

  it("can be left at any moment", () => {
    telling.jump(at(2));
    telling.retell([story(1), story(2)], 350);
    show();
    telling.catchUp();
    vi.advanceTimersByTime(1000);
    expect(telling.story).toBeNull();
    expect(telling.retold).toBeNull();
    expect(telling.view).toEqual(at(2));
  });

  it("of no stories is no telling", () => {
    telling.retell([], 0);
    expect(telling.settled).toBe(true);
  });
});

describe("a page that nobody sees", () => {
  it("tells what little has happened once somebody looks", () => {
    look(false);
    telling.go([story(1), story(2)], at(2));
    expect(telling.story).toBeNull();
    expect(telling.view).toEqual(at(2));
    look(true);
    expect(telling.story?.event.n).toBe(1);
    expect(telling.view).toEqual(at(0));
  });

  it("shows the present where much has happened", () => {
    look(false);
    telling.go([1, 2, 3, 4, 5].map(story), at(5));
    look(true);
    expect(telling.story).toBeNull();
    expect(telling.view).toEqual(at(5));
  });

  it("begins again with the story during which one looked away", () => {
    telling.go([story(1), story(2)], at(2));
    look(false);
    expect(telling.story).toBeNull();
    look(true);
    expect(telling.story?.event.n).toBe(1);
  });

  it("is not listened to any more once its table is closed", () => {
    telling.close();
    look(false);
    telling.go([story(1)], at(1));
    look(true);
    expect(telling.story).toBeNull();
  });
});
