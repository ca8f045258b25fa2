import { describe, expect, it, onTestFinished } from "vitest";

import { settings } from "../../src/lib/settings.svelte";
import { bot, eventsFrame, now, ply, seat, table } from "../made";
import { ScriptedSocket } from "../network";
import { settle } from "../rooted.svelte";
import { seated, showAll } from "./seated";

const both = [seat(0, { you: true }), seat(1, { you: true })];
const HIDDEN = { has_hidden: true };

describe("who sits here", () => {
  it("is known by the seats of this device", async () => {
    const { here } = await seated();
    expect(here.own.map(({ seat }) => seat)).toEqual([0]);
    expect(here.mine.map(({ seat }) => seat)).toEqual([0]);
    expect(here.seat).toBe(0);
    expect(here.name).toBe("tower");
  });

  it("also where a bot plays for them: they can come back while the game goes on", async () => {
    const seats = [seat(0, { you: true, kind: "bot", stand_in: true }), seat(1)];
    const { here, hear } = await seated({ table: table({ seats }) });
    expect(here.own).toHaveLength(1);
    expect(here.mine).toEqual([]);
    expect(here.replaced).toHaveLength(1);
    await hear({ is: "facts", table: table({ seats, status: "over" }) });
    expect(here.replaced).toEqual([]);
  });

  it("is alone where the others are bots", async () => {
    const { here, hear } = await seated({ table: table({ seats: [...both, bot(2, 3)] }) });
    expect(here.alone).toBe(true);
    await hear({ is: "facts", table: table() });
    expect(here.alone).toBe(false);
  });

  it("may ask for advice while they play, where the table allows it", async () => {
    const { here, hear } = await seated();
    expect(here.coached).toBe(true);
    await hear({ is: "facts", table: table({ hints: false }) });
    expect(here.coached).toBe(false);
    await hear({ is: "facts", table: table({ status: "over" }) });
    expect(here.coached).toBe(false);
    expect(here.over).toBe(true);
  });
});

describe("the game", () => {
  it("is asked for once in the language that is chosen", async () => {
    onTestFinished(() => {
      settings.language = "en";
    });
    const { here, asked } = await seated();
    const languages = () =>
      asked.filter(({ path }) => path === "/api/games/tower").map(({ query }) => query.get("lang"));
    expect(here.game?.title).toBe("Tower");
    expect(here.ready).toBe(true);
    settings.language = "fr";
    await settle();
    expect(languages()).toEqual(["en", "fr"]);
  });

  it("whose rules are gone has no facts, and its table is shown all the same", async () => {
    const { here } = await seated({}, {}, { "GET /api/games/tower": undefined });
    expect(here.game).toBeNull();
    expect(here.ready).toBe(true);
  });
});

describe("whose turn it is", () => {
  it("is mine where it is that of the seat that is shown", async () => {
    const { here, hear } = await seated();
    expect(here.myTurn).toBe(true);
    await hear(eventsFrame([ply(1, 0)], { turn: 1 }));
    expect(here.myTurn).toBe(false);
    await hear(eventsFrame([ply(2, 1)], { turn: "over" }));
    expect(here.myTurn).toBe(false);
  });

  it("is not mine where a bot plays for me", async () => {
    const seats = [seat(0, { you: true, kind: "bot", stand_in: true }), seat(1)];
    const { here } = await seated({ table: table({ seats }) });
    expect(here.myTurn).toBe(false);
  });

  it("is looked at from that seat where nothing is hidden, once all was told", async () => {
    const { hear, live, sent } = await seated({ table: table({ seats: both }) });
    await hear(eventsFrame([ply(1, 0)], { turn: 1 }));
    expect(sent()).toEqual([]);
    await showAll(live);
    expect(sent()).toEqual([{ do: "show", seat: 1 }]);
  });

  it("is left to the others by one who has given up", async () => {
    const seats = [seat(0, { you: true, kind: "bot", gave_up: true }), both[1]!];
    const { sent } = await seated({ table: table({ seats }), now: now({ turn: "chance" }) });
    expect(sent()).toEqual([{ do: "show", seat: 1 }]);
  });
});

describe("a curtain", () => {
  const covered = () => seated({ table: table({ seats: both }) }, HIDDEN);

  it("is drawn where people at one device hide something from each other", async () => {
    const { here } = await covered();
    expect(here.covers).toBe(true);
    expect(here.curtain).toBe(0);
    expect(here.myTurn).toBe(false);
    await here.uncover();
    expect(here.curtain).toBeNull();
    expect(here.myTurn).toBe(true);
  });

  it("falls for the next one when all was told, and shows their seat when it is lifted", async () => {
    const { here, live, hear, sent } = await covered();
    await here.uncover();
    await hear(eventsFrame([ply(1, 0)], { turn: 1 }));
    expect(here.curtain).toBeNull();
    await showAll(live);
    expect(here.curtain).toBe(1);
    const lifted = here.uncover();
    expect(sent()).toEqual([{ do: "show", seat: 1 }]);
    ScriptedSocket.last.answer({});
    live.show = 1;
    await lifted;
    expect(here.curtain).toBeNull();
    expect(here.myTurn).toBe(true);
  });

  it("is not drawn for one alone, nor where nothing is hidden, nor when the game is over", async () => {
    const { here } = await seated({}, HIDDEN);
    expect(here.covers).toBe(false);
    const open = await seated({ table: table({ seats: both }) });
    expect(open.here.curtain).toBeNull();
    const over = await seated({ table: table({ seats: both, status: "over" }) }, HIDDEN);
    expect(over.here.curtain).toBeNull();
    await over.here.uncover();
    expect(over.sent()).toEqual([]);
  });
});

describe("a question in another's turn", () => {
  const window = { turn_of: 1, opened: 0, answers: null, default: null, answered: null };
  const questioned = (answered: string | null, passes: string[] = []) =>
    seated({
      table: table({ seats: [seat(0, { you: true, passes }), seat(1)] }),
      now: now({ prompt: "help", window: { ...window, answered } }),
    });

  it("is to be answered by the seat whose turn it is", async () => {
    const { here } = await questioned(null);
    expect(here.asked).toMatchObject({ turn_of: 1 });
    expect(here.answered).toBe(false);
  });

  it("waits until all was told", async () => {
    const { here, hear } = await seated();
    await hear(eventsFrame([ply(1, 1)], { window }));
    expect(here.asked).toBeNull();
  });

  it("that is answered is still shown, unless one always passes there", async () => {
    expect((await questioned("pass")).here.asked).not.toBeNull();
    const { here } = await questioned("pass", ["help"]);
    expect(here.answered).toBe(true);
    expect(here.asked).toBeNull();
    expect((await questioned("pass", ["other"])).here.asked).not.toBeNull();
  });
});

describe("taking back", () => {
  it("is for the others to allow", async () => {
    const { here, hear } = await seated();
    expect(here.takeback).toBeNull();
    await hear({ is: "facts", table: table({ ask: { seat: 1, n: 1 } as never }) });
    expect(here.takeback?.name).toBe("Bob");
    expect(here.pleads).toBe(false);
    await hear({ is: "facts", table: table({ ask: { seat: 0, n: 1 } as never }) });
    expect(here.takeback).toBeNull();
    expect(here.pleads).toBe(true);
  });

  it("is nothing that a watcher is asked", async () => {
    const seats = [seat(0), seat(1)];
    const { here } = await seated({ table: table({ seats, ask: { seat: 1, n: 1 } as never }) });
    expect(here.takeback).toBeNull();
  });
});
