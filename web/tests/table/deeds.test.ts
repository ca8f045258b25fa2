import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { router } from "../../src/lib/router.svelte";
import { Deeds } from "../../src/table/deeds.svelte";
import { eventsFrame, now, ply, seat, table } from "../made";
import { Refusal, ScriptedSocket } from "../network";
import { rooted, settle } from "../rooted.svelte";
import { speak } from "../speech";
import { seated } from "./seated";

beforeAll(speak);
beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

async function acting(...how: Parameters<typeof seated>) {
  const found = await seated(...how);
  return { ...found, deeds: rooted(() => new Deeds(found.live, found.here)) };
}
const answer = async (what: Record<string, unknown>) => {
  ScriptedSocket.last.answer(what);
  await settle();
};
const refuse = async (code: string, rule?: string) => {
  ScriptedSocket.last.refuse({ code, message: "said by the server", ...(rule && { rule }) });
  await settle();
};
const says = { key: "move.build", places: {} };

describe("a move", () => {
  it("is sent once, however often it is pressed", async () => {
    const { deeds, sent } = await acting();
    void deeds.play("build");
    void deeds.play("build");
    expect(deeds.sending).toBe(true);
    expect(sent()).toEqual([{ do: "play", n: 0, seat: 0, move: "build" }]);
    await answer({ n: 1 });
    expect(deeds.sending).toBe(false);
    expect(deeds.refused).toBeNull();
  });

  it("that is refused says why, for as long as it takes to read", async () => {
    const { deeds } = await acting();
    void deeds.play("fly");
    await refuse("NotYourTurn", "T-1");
    const text = "It is not your turn.";
    expect(deeds.refused).toEqual({ text, rule: "T-1" });
    expect(deeds.sending).toBe(false);
    vi.advanceTimersByTime(5000 + 60 * text.length - 1);
    expect(deeds.refused).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(deeds.refused).toBeNull();
  });

  it("that came too late says nothing: what happened is on its way", async () => {
    const { deeds } = await acting();
    void deeds.play("build");
    await refuse("Stale");
    expect(deeds.refused).toBeNull();
    expect(deeds.sending).toBe(false);
  });

  it("forgives what was refused before", async () => {
    const { deeds, hear } = await acting();
    void deeds.play("fly");
    await refuse("IllegalMove");
    await hear(eventsFrame([ply(1, 0)]));
    expect(deeds.refused).toBeNull();
  });

  it("is made by nobody who only watches", async () => {
    const { deeds, sent } = await acting({
      show: null,
      table: table({ seats: [seat(0), seat(1)] }),
    });
    await deeds.play("build");
    expect(await deeds.preview("build")).toEqual([]);
    expect(sent()).toEqual([]);
  });

  it("that is not offered is asked about, and its rule is shown", async () => {
    const { deeds, sent } = await acting();
    void deeds.ask("fly");
    expect(sent()).toMatchObject([{ do: "why", seat: 0, move: "fly", lang: "en" }]);
    await answer({ legal: false, rule: "T-9", text: "Towers do not fly." });
    expect(deeds.refused).toEqual({ text: "Towers do not fly.", rule: "T-9" });
  });

  it.each([
    { legal: true, rule: null, text: null },
    { legal: false, rule: null, text: null },
  ])("with no rule in its way shows none: %o", async (found) => {
    const { deeds } = await acting();
    void deeds.ask("wait");
    await answer(found);
    expect(deeds.refused).toBeNull();
  });

  it("is not asked about in another's turn", async () => {
    const { deeds, sent } = await acting({ now: now({ turn: 1 }) });
    await deeds.ask("fly");
    expect(sent()).toEqual([]);
  });

  it("can be tried without being made", async () => {
    const { deeds, sent } = await acting();
    const tried = deeds.preview("build");
    expect(sent()).toMatchObject([{ do: "preview", move: "build" }]);
    await answer({ steps: [] });
    await expect(tried).resolves.toEqual([]);
  });
});

describe("advice", () => {
  it("marks a move until something happens", async () => {
    const { deeds, hear } = await acting();
    void deeds.askHint();
    expect(deeds.thinking).toBe(true);
    await answer({ n: 0, move: "build", says, chance: null, values: null, line: [] });
    expect(deeds.thinking).toBe(false);
    expect(deeds.hint).toBe("build");
    expect(deeds.hinted?.move).toBe("build");
    await hear(eventsFrame([ply(1, 0)]));
    expect(deeds.hint).toBeNull();
    expect(deeds.hinted).toBeNull();
  });

  it("of the coach marks the best move", async () => {
    const { deeds } = await acting();
    void deeds.askCoach();
    await answer({ n: 0, moves: [{ move: "build", chance: 0.6, line: [] }] });
    expect(deeds.coached?.moves).toHaveLength(1);
    expect(deeds.hint).toBe("build");
  });

  it("about a moment that has passed is not shown", async () => {
    const { deeds, hear } = await acting();
    void deeds.askHint();
    await hear(eventsFrame([ply(1, 0)]));
    await answer({ n: 0, move: "build", says, chance: null, values: null, line: [] });
    expect(deeds.hint).toBeNull();
    void deeds.askCoach();
    await answer({ n: 0, moves: [{ move: "build", chance: 0.6, line: [] }] });
    expect(deeds.coached).toBeNull();
    expect(deeds.thinking).toBe(false);
  });

  it("that is refused ends the waiting", async () => {
    const { deeds } = await acting();
    void deeds.askHint();
    await refuse("Busy");
    expect(deeds.thinking).toBe(false);
    expect(deeds.refused?.text).toBe("said by the server");
  });
});

describe("what is asked of the server by its own name", () => {
  it.each([
    ["taking back", (deeds: Deeds) => deeds.takeBack(), { do: "undo", n: 0, seat: 0 }],
    ["allowing it", (deeds: Deeds) => deeds.agree(true), { do: "agree", n: 0, agree: true }],
    ["giving up", (deeds: Deeds) => deeds.resign(), { do: "resign", n: 0, seat: 0 }],
    [
      "passing",
      (deeds: Deeds) => deeds.setPasses(["a"]),
      { do: "windows", seat: 0, passes: ["a"] },
    ],
  ])("%s", async (_, act, message) => {
    const { deeds, sent } = await acting();
    const done = act(deeds);
    expect(sent()).toEqual([message]);
    await answer({});
    await done;
  });

  it("to pass where one is asked now, or not any more", async () => {
    const seats = [seat(0, { you: true, passes: ["help", "coin"] }), seat(1)];
    const { deeds, sent } = await acting({
      table: table({ seats }),
      now: now({ prompt: "coin" }),
    });
    void deeds.passHere(false);
    await answer({});
    void deeds.passHere(true);
    await answer({});
    expect(sent().map(({ passes }) => passes)).toEqual([["help"], ["help", "coin"]]);
  });
});

describe("a bot", () => {
  const SEAT = "/api/tables/t1/seats";

  it("plays on for whoever leaves, and for whoever is away for long", async () => {
    const { deeds, asked } = await acting(
      {},
      {},
      {
        [`DELETE ${SEAT}/0`]: {},
        [`PUT ${SEAT}/1`]: {},
      },
    );
    await deeds.leave();
    await deeds.replace(1);
    expect(asked.slice(-2)).toMatchObject([
      { method: "DELETE", path: `${SEAT}/0` },
      { method: "PUT", path: `${SEAT}/1`, body: { kind: "bot", level: 3 } },
    ]);
    expect(deeds.refused).toBeNull();
  });

  it("leaves when one comes back, at all seats of this device", async () => {
    const gone = { you: true, kind: "bot", stand_in: true } as const;
    const { deeds, asked } = await acting(
      { table: table({ seats: [seat(0, gone), seat(1), seat(2, gone)] }) },
      {},
      { [`POST ${SEAT}/0`]: {}, [`POST ${SEAT}/2`]: {} },
    );
    await deeds.comeBack();
    expect(asked.slice(-2).map(({ path }) => path)).toEqual([`${SEAT}/0`, `${SEAT}/2`]);
  });

  it("stays where the server says so, and it is said", async () => {
    const no = new Refusal(409, { code: "NotYourTurn", message: "no" });
    const { deeds } = await acting({}, {}, { [`PUT ${SEAT}/1`]: no });
    await deeds.replace(1);
    expect(deeds.refused?.text).toBe("It is not your turn.");
  });
});

describe("a rematch", () => {
  it("is a table of its own, at which one sits down", async () => {
    vi.stubGlobal("scrollTo", vi.fn());
    const { deeds, asked } = await acting(
      {},
      {},
      {
        "POST /api/tables/t1/rematch": { id: "t2" },
        "POST /api/tables/t2/seats": {},
      },
    );
    await deeds.rematch();
    expect(asked.slice(-2).map(({ path }) => path)).toEqual([
      "/api/tables/t1/rematch",
      "/api/tables/t2/seats",
    ]);
    expect(router.path).toBe("/t/t2");
  });
});
