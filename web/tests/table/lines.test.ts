import { beforeAll, describe, expect, it } from "vitest";

import { linesOf, standing, takenBack } from "../../src/table/lines";
import type { EventFacts } from "../../src/api/types";
import { bot, event, ply, seat, table } from "../made";
import { speak } from "../speech";

beforeAll(speak);

const undo = (n: number, by: EventFacts["by"], asked?: number) =>
  event(n, "undo", { by, ...(asked !== undefined && { asked }) });
const lines = (events: EventFacts[], facts = table()) => linesOf(facts, null, events);
const texts = (events: EventFacts[], facts = table()) =>
  lines(events, facts).map(({ text }) => text);

describe("standing", () => {
  it("is what was played and not taken back", () => {
    const events = [event(0, "begin"), ply(1, 0), ply(2, 1), undo(3, 1), ply(4, 1)];
    expect(standing(events).map(({ n }) => n)).toEqual([1, 4]);
  });
});

describe("the log", () => {
  it("tells moves as the game says them, with what came of them", () => {
    const roll = { key: "move.roll", places: { n: "6" } };
    const [line] = lines([ply(1, 0, { also: [roll], timer: true })]);
    expect(line).toMatchObject({
      n: 1,
      ply: 1,
      kind: "move.build",
      text: "Storey 1 is built.",
      also: ["A 6 is rolled."],
      move: "m1",
      by: 0,
      played: true,
      timer: true,
    });
  });

  it("tells what happens at the table, and nothing of how it ended: that stands elsewhere", () => {
    const events = [event(0, "begin"), event(1, "resign", { by: 1 }), event(2, "end")];
    expect(texts(events)).toEqual(["The game begins.", "Bob (player 2) resigns."]);
    expect(lines(events)[0]!.by).toBeNull();
    expect(texts([event(1, "timeout", { by: 0 })])).toEqual(["Ann (player 1) is late."]);
  });

  it("counts the moves that stand", () => {
    const events = [ply(1, 0), ply(2, 1), undo(3, 1, 1), ply(4, 1)];
    expect(lines(events).map(({ n, ply, gone }) => [n, ply, gone])).toEqual([
      [1, 1, false],
      [2, null, true],
      [3, null, false],
      [4, 2, false],
    ]);
  });

  it("knows which moves changed nothing on the table", () => {
    const step = { step: "x" } as never;
    const made = lines([
      ply(1, 0, { steps: [] }),
      ply(2, 0, { steps: [step] }),
      event(3, "resign"),
    ]);
    expect(made.map(({ changed }) => changed)).toEqual([false, true, true]);
  });

  it("calls those who sat there what they were called then", () => {
    const facts = table({ seats: [bot(0, 5), seat(1)] });
    const events = [
      event(0, "begin", { seats: [{ name: "Ann" }, { name: "Bob" }] as EventFacts["seats"] }),
      event(1, "timeout", { by: 0 }),
      event(2, "seat", { by: 0, bot: "search:5" }),
      event(3, "timeout", { by: 0 }),
      event(4, "seat", { by: 0, name: "Cleo" }),
    ];
    expect(texts(events, facts)).toEqual([
      "The game begins.",
      "Ann (player 1) is late.",
      "A bot plays for Ann (player 1).",
      "bot of level 5 (player 1) is late.",
      "Cleo is back.",
    ]);
  });

  it("says that one gave up, and that a bot plays on", () => {
    const gone = event(1, "seat", { by: 1, bot: "search:3", gave_up: true });
    expect(texts([gone])).toEqual(["Bob (player 2) gives up."]);
  });

  it("says once who took back several moves", () => {
    const events = [ply(1, 0), ply(2, "chance"), undo(3, "chance", 0), undo(4, 0, 0)];
    expect(texts(events).slice(2)).toEqual(["Ann (player 1) takes back."]);
  });

  it("of a record guesses who wanted it: whose move went last", () => {
    const events = [ply(1, 0), ply(2, "chance"), undo(3, "chance"), undo(4, 0)];
    expect(texts(events).slice(2)).toEqual(["Ann (player 1) takes back."]);
    expect(texts([ply(1, 1), ply(2, "chance"), undo(3, 1), undo(4, "chance")]).slice(2)).toEqual([
      "Bob (player 2) takes back.",
    ]);
    expect(texts([ply(1, "chance"), undo(2, "chance")]).slice(1)).toEqual([]);
  });
});

describe("takenBack", () => {
  it("names who took back, and their own move rather than the roll after it", () => {
    const events = [ply(1, 1), ply(2, "chance"), undo(3, "chance", 1), undo(4, 1, 1)];
    expect(takenBack(table(), null, events)).toEqual({
      by: 1,
      text: "Bob (player 2) took back: Storey 1 is built.",
    });
  });

  it("is nothing once something else has happened", () => {
    expect(takenBack(table(), null, [ply(1, 0), undo(2, 0, 0), ply(3, 0)])).toBeNull();
    expect(takenBack(table(), null, [])).toBeNull();
  });
});
