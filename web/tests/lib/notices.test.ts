import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { ApiError } from "../../src/api/client";
import { notices, refusal } from "../../src/lib/notices.svelte";
import { speak } from "../speech";

const texts = () => notices.list.map(({ text }) => text);
const error = (code: string, rule?: string) =>
  new ApiError(409, { code, message: "said by the server", ...(rule && { rule }) });

beforeAll(speak);
beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });
});

describe("notices", () => {
  it("go by themselves after six seconds", () => {
    notices.show("one");
    vi.advanceTimersByTime(3000);
    notices.show("two", "good");
    expect(texts()).toEqual(["one", "two"]);
    vi.advanceTimersByTime(3000);
    expect(texts()).toEqual(["two"]);
    vi.advanceTimersByTime(3000);
    expect(texts()).toEqual([]);
  });

  it("are three at most: the oldest goes", () => {
    for (const text of ["one", "two", "three", "four"]) notices.show(text);
    expect(texts()).toEqual(["two", "three", "four"]);
  });

  it("can be sent away", () => {
    notices.show("one");
    notices.show("two");
    notices.drop(notices.list[0]!.id);
    expect(texts()).toEqual(["two"]);
  });

  it("say what was refused", () => {
    notices.fail(error("NotYourTurn"));
    expect(notices.list).toMatchObject([{ text: "It is not your turn.", kind: "bad" }]);
  });
});

describe("refusal", () => {
  it("is in the reader's words where there are any, else in the server's", () => {
    expect(refusal(error("NotYourTurn")).text).toBe("It is not your turn.");
    expect(refusal(error("Unheard")).text).toBe("said by the server");
  });

  it("names the rule", () => {
    expect(refusal(error("IllegalMove", "T-1")).rule).toBe("T-1");
    expect(refusal(error("IllegalMove")).rule).toBeNull();
  });

  it("is nothing for a mistake of our own, which is not hidden", () => {
    const mistake = new TypeError("undefined is not a function");
    expect(() => refusal(mistake)).toThrow(mistake);
  });
});
