import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { info } from "../../openapi.json";
import { LiveTable } from "../../src/api/live.svelte";
import {
  at,
  bot,
  chatLine,
  event,
  eventsFrame,
  momentOf,
  now,
  ply,
  seat,
  table,
  tableFrame,
} from "../made";
import { CUT, Refusal, ScriptedSocket, scriptSockets, serve } from "../network";
import { look } from "../page";
import { settle } from "../rooted.svelte";

const page = { table: table(), show: null, n: 0, events: [], now: now() };

function make(board = false): LiveTable {
  const live = new LiveTable("t1", () => board);
  onTestFinished(() => live.close());
  return live;
}

/** A table whose server has accepted the socket. */
async function opened(frame = tableFrame()): Promise<LiveTable> {
  const live = make();
  await live.open();
  ScriptedSocket.last.accept(frame);
  return live;
}

const query = () => Object.fromEntries(ScriptedSocket.last.url.searchParams);
const socket = () => ScriptedSocket.last;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  serve({ "GET /api/tables/t1": page });
  scriptSockets();
  look(true);
});

describe("opening", () => {
  it("looks from the seat that is one's own", async () => {
    serve({
      "GET /api/tables/t1": {
        ...page,
        table: table({ seats: [bot(0, 3), seat(1, { you: true })] }),
      },
    });
    const live = make();
    await live.open();
    expect(socket().url.pathname).toBe("/api/tables/t1/live");
    expect(query()).toMatchObject({ since: "-1", show: "1" });
    expect(live.connection).toBe("connecting");
  });

  it("looks from no seat for who watches, nor from one that is only reserved", async () => {
    serve({
      "GET /api/tables/t1": {
        ...page,
        table: table({ seats: [seat(0, { you: true, sits: false }), seat(1)] }),
      },
    });
    await make().open();
    expect(query()).not.toHaveProperty("show");
  });

  it("looks from the seat that is asked for", async () => {
    await make().open(3);
    expect(query()["show"]).toBe("3");
  });

  it("wants text boards only for a game without a face", async () => {
    await make(true).open();
    expect(query()["board"]).toBe("1");
    await make(false).open();
    expect(query()).not.toHaveProperty("board");
  });

  it("takes all that the server says at first", async () => {
    const live = await opened(
      tableFrame({ n: 2, events: [event(0, "begin"), ply(1, 0), ply(2, 1)], chat: [chatLine(1)] }),
    );
    expect(live.connection).toBe("live");
    expect(live.n).toBe(2);
    expect(live.events.map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(live.chat).toHaveLength(1);
    expect(live.presence.seats).toEqual([true, true]);
    expect(live.show).toBe(0);
    expect(live.telling.settled).toBe(true);
  });

  it("says that there is no such table, and asks no more", async () => {
    const gone = { code: "UnknownTable", message: "there is no table t1" };
    serve({ "GET /api/tables/t1": new Refusal(404, gone) });
    const live = make();
    await live.open();
    expect(live.problem).toEqual(gone);
    expect(ScriptedSocket.opened).toEqual([]);
  });

  it("says that a table cannot be read", async () => {
    serve({
      "GET /api/tables/t1": new Refusal(500, { code: "Unreadable", message: "it is broken" }),
    });
    const live = make();
    await live.open();
    expect(live.problem?.code).toBe("Unreadable");
  });

  it("goes on to the socket where the server was only busy, and looks from one's own seat", async () => {
    serve({ "GET /api/tables/t1": CUT });
    const live = make();
    await live.open();
    expect(query()).not.toHaveProperty("show");
    const facts = table({ seats: [seat(0), seat(1, { you: true })] });
    socket().accept(tableFrame({ show: null, table: facts }));
    expect(live.problem).toBeNull();
    expect(socket().heard).toMatchObject([{ do: "show", seat: 1 }]);
    socket().say(tableFrame({ show: 1, table: facts }));
    expect(live.show).toBe(1);
    expect(socket().heard).toHaveLength(1);
    socket().drop();
    vi.advanceTimersByTime(300);
    expect(query()["show"]).toBe("1");
  });

  it("looks from nowhere for who watches, also where the server was busy", async () => {
    serve({ "GET /api/tables/t1": CUT });
    await make().open();
    socket().accept(tableFrame({ show: null, table: table({ seats: [seat(0), seat(1)] }) }));
    expect(socket().heard).toEqual([]);
  });
});

describe("what happens", () => {
  it("is added to the log and told", async () => {
    const live = await opened();
    socket().say(eventsFrame([ply(1, 0), ply(2, "chance")], { turn: 1 }));
    expect(live.n).toBe(2);
    expect(live.now?.turn).toBe(1);
    expect(live.events.map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(live.telling.story?.event.n).toBe(1);
  });

  it("is told with the view after each move, where the server sends it", async () => {
    const live = await opened();
    socket().say(eventsFrame([ply(1, 0, { view: at(1) }), ply(2, 1)]));
    const stories = [];
    while (live.telling.story) {
      const { before, after } = live.telling.story;
      stories.push([momentOf(before), momentOf(after)]);
      live.telling.told(live.telling.story);
    }
    expect(stories).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it("is not told backwards: after a move was taken back the present is shown", async () => {
    const live = await opened();
    socket().say(eventsFrame([ply(1, 0)]));
    live.telling.told(live.telling.story!);
    socket().say(eventsFrame([event(2, "undo"), ply(3, 0)]));
    expect(live.telling.story).toBeNull();
    expect(live.telling.view).toEqual({ at: 3 });
    expect(live.n).toBe(3);
  });

  it("after a gap is asked for again, and the gap is not jumped", async () => {
    const live = await opened();
    socket().say(eventsFrame([ply(3, 0)]));
    expect(socket().heard).toEqual([{ do: "since", n: 0 }]);
    expect(live.n).toBe(0);
    socket().say(tableFrame({ n: 3, events: [ply(1, 0), ply(2, 1), ply(3, 0)] }));
    expect(live.events.map(({ n }) => n)).toEqual([0, 1, 2, 3]);
  });

  it("also at the table: who sits there, who is there", async () => {
    const live = await opened();
    socket().say({ is: "facts", table: table({ status: "over" }) });
    socket().say({
      is: "presence",
      presence: { seats: [true, false], watchers: 2, replaceable: [null, 9] },
    });
    expect(live.facts?.status).toBe("over");
    expect(live.presence.watchers).toBe(2);
  });

  it("in the chat is shown once, and not any more when it was unsaid", async () => {
    const live = await opened(tableFrame({ chat: [chatLine(1, { who: "cleo" })] }));
    socket().say({ is: "chat", line: chatLine(2) });
    socket().say({ is: "chat", line: chatLine(2) });
    expect(live.chat.map(({ id }) => id)).toEqual([1, 2]);
    socket().say({ is: "unsaid", who: "bob" });
    expect(live.chat.map(({ id }) => id)).toEqual([1]);
  });
});

describe("a socket that breaks", () => {
  it("is opened again after the last event that was heard", async () => {
    const live = await opened();
    socket().say(eventsFrame([ply(1, 0)]));
    socket().drop();
    expect(live.connection).toBe("lost");
    vi.advanceTimersByTime(300);
    expect(ScriptedSocket.opened).toHaveLength(2);
    expect(query()).toMatchObject({ since: "1", show: "0" });
    socket().accept(tableFrame({ n: 2, events: [ply(2, 1)] }));
    expect(live.connection).toBe("live");
    expect(live.events.map(({ n }) => n)).toEqual([0, 1, 2]);
  });

  it("is tried more and more seldom, and often again once it has held", async () => {
    await opened();
    for (const pause of [300, 600, 1200, 2500, 5000, 5000]) {
      const tries = ScriptedSocket.opened.length;
      socket().drop();
      vi.advanceTimersByTime(pause - 1);
      expect(ScriptedSocket.opened).toHaveLength(tries);
      vi.advanceTimersByTime(1);
      expect(ScriptedSocket.opened).toHaveLength(tries + 1);
    }
    socket().accept(tableFrame());
    socket().drop();
    vi.advanceTimersByTime(300);
    expect(ScriptedSocket.opened).toHaveLength(8);
  });

  it("is tried at once when the network is back or somebody looks", async () => {
    await opened();
    socket().drop();
    dispatchEvent(new Event("online"));
    expect(ScriptedSocket.opened).toHaveLength(2);
    dispatchEvent(new Event("online")); // it is being tried
    expect(ScriptedSocket.opened).toHaveLength(2);
    socket().drop();
    look(false);
    expect(ScriptedSocket.opened).toHaveLength(2);
    look(true);
    expect(ScriptedSocket.opened).toHaveLength(3);
  });

  it("is given up when the network is gone, before anybody has to wait for it", async () => {
    const live = await opened();
    dispatchEvent(new Event("offline"));
    await settle();
    expect(live.connection).toBe("lost");
  });

  it("is not listened to any more once another was opened", async () => {
    const live = await opened();
    const first = socket();
    live.reopen(1);
    expect(query()["show"]).toBe("1");
    socket().accept(tableFrame({ show: 1 }));
    first.say(eventsFrame([ply(1, 0)]));
    await settle();
    expect(live.n).toBe(0);
    expect(live.connection).toBe("live");
  });

  it("stays closed when its table was closed", async () => {
    const live = await opened();
    live.close();
    await settle();
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event("online"));
    expect(ScriptedSocket.opened).toHaveLength(1);
  });

  it("is opened as a watcher where the seat is not one's own any more", async () => {
    await opened();
    socket().say({ is: "error", id: null, error: { code: "NotYourSeat", message: "no" } });
    socket().drop();
    vi.advanceTimersByTime(300);
    expect(query()).not.toHaveProperty("show");
  });

  it("says of which edition the page is, and asks for what has changed", async () => {
    await opened();
    expect(query()).toMatchObject({ changes: "1", edition: info.version });
  });

  it("is not opened again where the server is of another release, and the page says so", async () => {
    const live = await opened();
    const error = { code: "OldPage", message: "reload it" };
    socket().say({ is: "error", id: null, error });
    socket().drop();
    vi.advanceTimersByTime(60_000);
    expect(live.problem).toEqual(error);
    expect(ScriptedSocket.opened).toHaveLength(1);
  });

  it("is not opened again where the table is gone", async () => {
    const live = await opened();
    socket().say({ is: "error", id: null, error: { code: "UnknownTable", message: "gone" } });
    socket().drop();
    vi.advanceTimersByTime(60_000);
    expect(live.problem?.code).toBe("UnknownTable");
    expect(live.connection).not.toBe("lost"); // nobody waits for it
    expect(ScriptedSocket.opened).toHaveLength(1);
  });
});

describe("asking", () => {
  it("says what one wants to do, and after which event one wants it", async () => {
    const live = await opened();
    const done = live.play(0, "build");
    expect(socket().heard).toEqual([{ do: "play", n: 0, seat: 0, move: "build", id: "1" }]);
    socket().answer({ n: 1 });
    await expect(done).resolves.toEqual({ n: 1 });
  });

  it("is answered by what happens, where that is the answer", async () => {
    const live = await opened();
    const done = live.play(0, "build");
    socket().say({ ...eventsFrame([ply(1, 0)]), id: "1" });
    await expect(done).resolves.toEqual({ n: 1 });
  });

  it("gives every question its own answer", async () => {
    const live = await opened();
    const [preview, why] = [live.preview(0, "build"), live.why(0, "fly", "fr")];
    expect(socket().heard.map(({ id }) => id)).toEqual(["1", "2"]);
    socket().say({ is: "answer", id: "2", answer: { legal: false, rule: "T-1", text: "no" } });
    socket().say({ is: "answer", id: "1", answer: { steps: [] } });
    await expect(why).resolves.toMatchObject({ rule: "T-1" });
    await expect(preview).resolves.toEqual([]);
  });

  it.each([
    ["undo", (live: LiveTable) => live.undo(0), { do: "undo", n: 0, seat: 0 }],
    ["agree", (live: LiveTable) => live.agree(true), { do: "agree", n: 0, agree: true }],
    ["resign", (live: LiveTable) => live.resign(0), { do: "resign", n: 0, seat: 0 }],
    ["hint", (live: LiveTable) => live.hint(0), { do: "hint", n: 0, seat: 0 }],
    ["coach", (live: LiveTable) => live.coach(0), { do: "coach", n: 0, seat: 0 }],
    ["say", (live: LiveTable) => live.say("hello"), { do: "chat", text: "hello" }],
    ["setPasses", (live: LiveTable) => live.setPasses(0, ["x"]), { do: "windows", passes: ["x"] }],
    ["look", (live: LiveTable) => live.look(1), { do: "show", seat: 1 }],
  ])("%s", async (_, ask, message) => {
    const live = await opened();
    const done = ask(live);
    expect(socket().heard[0]).toMatchObject(message);
    socket().answer({});
    await done;
  });

  it("is told what was refused, and why", async () => {
    const live = await opened();
    const refused = expect(live.play(0, "fly")).rejects.toMatchObject({
      code: "IllegalMove",
      rule: "T-1",
    });
    socket().refuse({ code: "IllegalMove", message: "no", rule: "T-1" });
    await refused;
  });

  it("without a connection is refused at once", async () => {
    const live = await opened();
    socket().drop();
    await expect(live.play(0, "build")).rejects.toMatchObject({ code: "Offline" });
  });

  it("is refused when the connection is lost before the answer", async () => {
    const live = await opened();
    const refused = expect(live.play(0, "build")).rejects.toMatchObject({ code: "Offline" });
    socket().drop();
    await refused;
    vi.advanceTimersByTime(300);
    socket().accept(tableFrame());
    vi.advanceTimersByTime(60_000);
    await settle();
    expect(live.connection).toBe("live"); // it is not taken for dead by the old question
  });

  it("waits twelve seconds for an answer, and then takes the connection for dead", async () => {
    const live = await opened();
    const refused = expect(live.play(0, "build")).rejects.toMatchObject({ code: "Offline" });
    vi.advanceTimersByTime(11_999);
    expect(live.connection).toBe("live");
    vi.advanceTimersByTime(1);
    await refused;
    await settle();
    expect(live.connection).toBe("lost");
  });

  it("leaves the connection alone once an answer has come", async () => {
    const live = await opened();
    const done = live.play(0, "build");
    socket().answer({ n: 1 });
    await done;
    vi.advanceTimersByTime(60_000);
    await settle();
    expect(live.connection).toBe("live");
  });

  it("keeps looking from the seat that was chosen last, also after the socket broke", async () => {
    const live = await opened();
    void live.look(1).catch(() => undefined);
    socket().drop();
    vi.advanceTimersByTime(300);
    expect(query()["show"]).toBe("1");
  });
});
