import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { Absent } from "../../src/table/absent.svelte";
import { bot, eventsFrame, now, ply, seat, table } from "../made";
import { rooted, settle } from "../rooted.svelte";
import { seated } from "./seated";

const NOON = Date.UTC(2026, 10, 20, 12);
/** Bob, who decides, may be replaced so many seconds from now. */
const away = (seconds: number | null) => ({
  now: now({ turn: 1 }),
  presence: {
    seats: [true, false],
    watchers: 0,
    replaceable: [null, seconds === null ? null : NOON / 1000 + seconds],
  },
});

async function waiting(...how: Parameters<typeof seated>) {
  const found = await seated(...how);
  return { ...found, absent: rooted(() => new Absent(found.live, found.here)) };
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

describe("somebody who holds the game up", () => {
  it("may be replaced from the moment that the server has named", async () => {
    const { absent } = await waiting(away(60));
    vi.advanceTimersByTime(59_999);
    await settle();
    expect(absent.seat).toBeNull();
    vi.advanceTimersByTime(1);
    await settle();
    expect(absent.seat?.name).toBe("Bob");
  });

  it("may be replaced at once where that moment has passed", async () => {
    expect((await waiting(away(-5))).absent.seat?.name).toBe("Bob");
  });

  it("and moves after all is not replaced", async () => {
    const { absent, hear } = await waiting(away(-5));
    await hear(eventsFrame([ply(1, 1)], { turn: 0 }));
    expect(absent.seat).toBeNull();
  });

  it("and is back is not replaced", async () => {
    const { absent, hear } = await waiting(away(60));
    await hear({ is: "presence", presence: away(null).presence });
    vi.advanceTimersByTime(120_000);
    await settle();
    expect(absent.seat).toBeNull();
  });

  it("is not replaced by who only watches, but by who made the table", async () => {
    const seats = [seat(0), seat(1)];
    const watched = await waiting({ ...away(-5), table: table({ seats }) });
    expect(watched.absent.seat).toBeNull();
    const hosted = await waiting({ ...away(-5), table: table({ seats, host: true }) });
    expect(hosted.absent.seat?.name).toBe("Bob");
  });

  it("is not oneself, and nobody once the game is over", async () => {
    const own = await waiting({ ...away(-5), now: now({ turn: 0 }) });
    expect(own.absent.seat).toBeNull();
    const over = await waiting({ ...away(-5), table: table({ status: "over" }) });
    expect(over.absent.seat).toBeNull();
    const none = await waiting({ ...away(-5), now: now({ turn: "chance" }) });
    expect(none.absent.seat).toBeNull();
    const played = await waiting({
      ...away(null),
      table: table({ seats: [bot(0, 3), bot(1, 3)] }),
    });
    expect(played.absent.seat).toBeNull();
  });
});
