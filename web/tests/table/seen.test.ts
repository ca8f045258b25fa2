import { beforeEach, describe, expect, it, vi } from "vitest";

const DAY = 24 * 3600 * 1000;

/** As a page that is opened now. */
async function opened() {
  vi.resetModules();
  return import("../../src/table/seen");
}
let seen: Awaited<ReturnType<typeof opened>>;
beforeEach(async () => {
  seen = await opened();
});

describe("what was seen", () => {
  it("is remembered by table and seat, from visit to visit", async () => {
    seen.saw("t1", [0, 1], 5);
    seen.saw("t1", [1], 7);
    const { lastSeen } = await opened();
    expect([lastSeen("t1", 0), lastSeen("t1", 1), lastSeen("t1", 2)]).toEqual([5, 7, null]);
    expect(lastSeen("t2", 0)).toBeNull();
  });

  it("is remembered for at least as long as the page is open, if nothing is kept", () => {
    seen.saw("t1", [0], 5);
    localStorage.clear();
    expect(seen.lastSeen("t1", 0)).toBe(5);
  });

  it("is forgotten after a hundred and twenty days", () => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(0);
    seen.saw("t1", [0], 5);
    clock.mockReturnValue(119 * DAY);
    seen.saw("t2", [0], 1);
    expect(seen.lastSeen("t1", 0)).toBe(5);
    clock.mockReturnValue(120 * DAY);
    seen.saw("t2", [0], 2);
    expect(seen.lastSeen("t1", 0)).toBeNull();
    expect(seen.lastSeen("t2", 0)).toBe(2);
  });

  it("is kept of the sixty tables that somebody looked at last", () => {
    const clock = vi.spyOn(Date, "now");
    for (let k = 0; k < 61; k++) {
      clock.mockReturnValue(k);
      seen.saw(`t${k}`, [0], k);
    }
    expect(seen.lastSeen("t0", 0)).toBeNull();
    expect(seen.lastSeen("t1", 0)).toBe(1);
  });

  it("is nothing where something else was kept", async () => {
    localStorage.setItem("orrery-seen", JSON.stringify({ t1: 7, t2: { at: 1, seats: null } }));
    const { lastSeen } = await opened();
    expect([lastSeen("t1", 0), lastSeen("t2", 0)]).toEqual([null, null]);
  });
});
