import { beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Away } from "../../src/table/away.svelte";
import { Past } from "../../src/table/past.svelte";
import { lastSeen, saw } from "../../src/table/seen";
import { at, event, eventsFrame, ply, seat, table, tableFrame } from "../made";
import { ScriptedSocket, type Asked } from "../network";
import { look } from "../page";
import { rooted, settle } from "../rooted.svelte";
import { speak } from "../speech";
import { seated, showAll } from "./seated";

type Change = NonNullable<Parameters<typeof seated>[0]>;

const begun = event(0, "begin");
/** Ann has built, Bob has answered, chance has rolled, and Ann is at it again. */
const played = [begun, ply(1, 0), ply(2, 1), ply(3, "chance")];
const late: Change = { n: 3, events: played };

const replay = ({ query }: Asked) => {
  const first = Number(query.get("first"));
  const plies = played.slice(1).map((event) => ({ ply: event.n, event, view: at(event.n) }));
  return { total: plies.length, first: at(0), plies: plies.slice(first) };
};

async function coming(change: Change = late, hidden = false) {
  const found = await seated(
    change,
    { has_hidden: hidden },
    { "GET /api/tables/t1/replay": replay },
  );
  const past = rooted(() => new Past(found.live, found.here));
  const away = rooted(() => new Away(found.live, found.here, past));
  await settle();
  return { ...found, past, away };
}
const texts = (away: Away) => away.lines?.map(({ text }) => text);

beforeAll(speak);
beforeEach(() => {
  saw("t1", [0, 1], 0);
});

describe("whoever comes back", () => {
  it("is told what the others have done", async () => {
    saw("t1", [0], 1);
    const { away } = await coming();
    expect(texts(away)).toEqual(["Storey 2 is built.", "Storey 3 is built."]);
    expect(lastSeen("t1", 0)).toBe(1); // it waits until they have looked, also for the next visit
  });

  it("is not told first what they did themselves", async () => {
    const { away } = await coming();
    expect(texts(away)).toEqual(["Storey 2 is built.", "Storey 3 is built."]);
  });

  it("is told nothing where nothing has happened, or only what they did", async () => {
    saw("t1", [0], 3);
    expect((await coming()).away.lines).toBeNull();
    saw("t1", [0], 0);
    expect((await coming({ n: 1, events: [begun, ply(1, 0)] })).away.lines).toBeNull();
  });

  it("is told what was played for them: by a bot, or because they were late", async () => {
    const bot = event(1, "seat", { by: 0, bot: "search:3" });
    const helped = { n: 2, events: [begun, bot, ply(2, 0)] };
    expect(texts((await coming(helped)).away)?.at(-1)).toBe("Storey 2 is built.");
    saw("t1", [0], 0);
    const timed = { n: 1, events: [begun, ply(1, 0, { timer: true })] };
    expect(texts((await coming(timed)).away)).toEqual(["Storey 1 is built."]);
  });

  it("is asked no more what they have seen", async () => {
    const { away, live } = await coming();
    away.skip();
    await settle();
    expect(away.lines).toBeNull();
    expect(lastSeen(live.id, 0)).toBe(3);
    expect((await coming()).away.lines).toBeNull();
  });

  it("for the first time is told nothing: there is no last time", async () => {
    const seats = [seat(0), seat(1), seat(2, { you: true })];
    const { away } = await coming({ ...late, show: 2, table: table({ seats }) });
    expect(away.lines).toBeNull();
    expect(lastSeen("t1", 2)).toBe(3);
  });

  it("and plays on has no need to be told", async () => {
    const { away, hear, live } = await coming();
    expect(away.lines).not.toBeNull();
    await hear(eventsFrame([ply(4, 0)]));
    await showAll(live);
    expect(away.lines).toBeNull();
    expect(lastSeen("t1", 0)).toBe(4);
  });

  it("and only watches is told nothing", async () => {
    const { away } = await coming({
      ...late,
      show: null,
      table: table({ seats: [seat(0), seat(1)] }),
    });
    expect(away.lines).toBeNull();
  });

  it("looks at the past without having come", async () => {
    const { away, past } = await coming({ n: 0, events: [begun] });
    past.at = 0;
    await settle();
    expect(away.lines).toBeNull();
  });
});

describe("one is away", () => {
  it("while the connection is lost", async () => {
    const { away, hear, live } = await coming({ n: 0, events: [begun] });
    ScriptedSocket.last.drop();
    await settle();
    expect(live.connection).toBe("lost");
    await hear(); // nothing is heard
    dispatchEvent(new Event("online"));
    ScriptedSocket.last.accept(tableFrame({ n: 2, events: [ply(1, 0), ply(2, 1)] }));
    await settle();
    expect(texts(away)).toEqual(["Storey 2 is built."]);
  });

  it("while the page is hidden, if more has happened than is told on return", async () => {
    const { away, hear, live } = await coming({ n: 0, events: [begun] });
    look(false);
    for (const n of [1, 2, 3, 4, 5, 6]) await hear(eventsFrame([ply(n, 1)]));
    look(true);
    await settle();
    expect(live.telling.story).toBeNull();
    expect(away.lines).toHaveLength(6);
  });

  it("not when little has happened, which is told at once", async () => {
    const { away, hear, live } = await coming({ n: 0, events: [begun] });
    look(false);
    await hear(eventsFrame([ply(1, 1)]));
    look(true);
    await settle();
    expect(live.telling.story?.event.n).toBe(1);
    await showAll(live);
    expect(away.lines).toBeNull();
    expect(lastSeen("t1", 0)).toBe(1);
  });
});

describe("what was missed", () => {
  it("is shown on the board, and then the present", async () => {
    const { away, live } = await coming();
    await away.watch();
    await settle();
    expect(away.lines).toBeNull();
    expect(live.telling.story?.event.n).toBe(2);
    expect(away.watched).toBe("Storey 2 is built.");
    live.telling.catchUp();
    await settle();
    expect(away.watched).toBeNull();
    expect(live.telling.view).toEqual({ at: 0 }); // as the frame said
    expect(lastSeen("t1", 0)).toBe(3);
  });

  it("can be left while it is shown", async () => {
    const { away, live } = await coming();
    await away.watch();
    away.skip();
    await settle();
    expect(live.telling.settled).toBe(true);
    expect(away.watched).toBeNull();
  });

  it("is not shown where it was all taken back", async () => {
    const { away, live } = await coming({
      n: 2,
      events: [begun, ply(1, 1), event(2, "undo", { by: 1, asked: 1 })],
    });
    expect(away.lines?.every(({ ply }) => ply === null)).toBe(true);
    await away.watch();
    await settle();
    expect(away.lines).toBeNull();
    expect(live.telling.story).toBeNull();
  });
});

describe("several people at one device who hide something", () => {
  const seats = [seat(0, { you: true }), seat(1, { you: true }), seat(2)];
  const shared: Change = {
    table: table({ seats }),
    n: 2,
    events: [begun, ply(1, 2), ply(2, 2)],
  };

  it("come back each for themselves, when their curtain is lifted", async () => {
    const { away, here } = await coming(shared, true);
    expect(away.lines).toBeNull();
    await here.uncover();
    await settle();
    expect(away.lines).toHaveLength(2);
    away.skip();
    await settle();
    expect(lastSeen("t1", 0)).toBe(2);
    expect(lastSeen("t1", 1)).toBe(0); // they have not looked yet
  });
});
