import { beforeAll, describe, expect, it } from "vitest";

import { say } from "../../src/lib/words.svelte";
import { called, ending, fate, holder, isolated, role, whyNot } from "../../src/table/names";
import { bot, now, seat, table } from "../made";
import { speak } from "../speech";

beforeAll(speak);

const colours = now({
  names: [
    { key: "colour.red", places: {} },
    { key: "colour.blue", places: {} },
  ],
});
const outcome = (winner: number | null, reason = "height", scores: number[] = [1, -1]) => ({
  winner,
  reason,
  scores,
});

describe("what somebody is called", () => {
  it("is their name, a bot's level, or that the seat is open", () => {
    expect(holder(seat(0))).toBe("Ann");
    expect(holder(bot(1, 5))).toBe("bot of level 5");
    expect(holder(seat(1, { kind: "bot", level: null }))).toBe("bot of level 3");
    expect(holder(seat(1, { kind: "open", name: "" }))).toBe("open seat");
    expect(holder(seat(1, { name: "" }))).toBe("player 2");
  });

  it("goes with what the game calls the seat", () => {
    expect(role(table(), colours, 1)).toBe("Blue");
    expect(role(table(), null, 1)).toBe("player 2");
    expect(called(table(), colours, seat(0))).toBe("Ann (Red)");
  });

  it("is said once where both are the same, or where one plays alone", () => {
    expect(called(table(), null, seat(1, { name: "" }))).toBe("player 2");
    expect(called(table({ seats: [seat(0)] }), colours, seat(0))).toBe("Ann");
  });

  it("does not turn the sentence around it where it is read from the right", () => {
    expect(isolated("דנה")).toBe("\u2068דנה\u2069");
    expect(isolated("Ann 7")).toBe("Ann 7");
  });

  it("stays what it is where it begins like the key of a word", () => {
    const told = say("web.log.resign", { name: holder(seat(0, { name: "@seat.name" })) });
    expect(told.replace(/[\u2068\u2069]/g, "")).toBe("@seat.name resigns.");
  });
});

describe("whyNot", () => {
  it("says why a table can only be read", () => {
    expect(whyNot(table())).toBe("");
    expect(whyNot(table({ note: "x", origin: "record" }))).toBe("It was brought as a record.");
    expect(whyNot(table({ note: "x" }))).toBe("Its rules are gone.");
  });
});

describe("fate", () => {
  const me = seat(0, { you: true });

  it("is what became of the one seat that somebody held", () => {
    expect(fate([me], outcome(0))).toBe("won");
    expect(fate([me], outcome(1))).toBe("lost");
    expect(fate([me], outcome(null))).toBeNull();
  });

  it("is nothing for who watched, held several seats, or left theirs to a bot", () => {
    expect(fate([], outcome(0))).toBeNull();
    expect(fate([me, seat(1, { you: true })], outcome(0))).toBeNull();
    expect(fate([bot(0, 3)], outcome(0))).toBeNull();
  });

  it("is a loss for who gave up, whatever the bot made of it", () => {
    expect(fate([seat(0, { kind: "bot", gave_up: true })], outcome(0))).toBe("lost");
  });

  it("of one who plays alone is told by the score", () => {
    expect(fate([me], outcome(null, "fallen", [-1]))).toBe("lost");
    expect(fate([me], outcome(null, "fallen", [0.5]))).toBeNull();
  });
});

describe("ending", () => {
  it("says who won, and why", () => {
    expect(ending(table(), colours, outcome(0))).toBe("Ann (Red) wins: the tower stands.");
  });

  it("says who broke it off", () => {
    expect(ending(table(), colours, outcome(0, "resigned"))).toBe(
      "Ann (Red) wins: Bob (Blue) resigned.",
    );
    expect(ending(table(), colours, outcome(0, "timeout"))).toBe(
      "Ann (Red) wins: Bob (Blue) was late.",
    );
  });

  it("knows draws, games that were given up, and losses of one alone", () => {
    const alone = table({ seats: [seat(0)] });
    expect(ending(table(), colours, outcome(null, "height", [0, 0]))).toBe(
      "A draw: the tower stands.",
    );
    expect(ending(table(), colours, outcome(null, "resigned", [0, -1]))).toBe(
      "Nobody wins: Bob (Blue) resigned.",
    );
    expect(ending(alone, null, outcome(null, "fallen", [-1]))).toBe("Lost: it has fallen.");
  });
});
