import { describe, expect, it, vi } from "vitest";

import { CHANGED, forgetTables, tellOthers } from "../../src/people/changed";

describe("somebody else at this browser", () => {
  it("is told to the other windows, each time anew", () => {
    vi.spyOn(Date, "now").mockReturnValueOnce(1).mockReturnValueOnce(2);
    tellOthers();
    const first = localStorage.getItem(CHANGED);
    tellOthers();
    expect(first).not.toBeNull();
    expect(localStorage.getItem(CHANGED)).not.toBe(first); // else no window would hear of it
  });

  it("finds nothing of the tables of the one before, and the settings as they were", () => {
    for (const key of ["orrery-seen", "orrery-muted", "orrery-settings"]) {
      localStorage.setItem(key, "{}");
    }
    forgetTables();
    expect(Object.keys(localStorage)).toEqual(["orrery-settings"]);
  });

  it("is no trouble where nothing is kept", () => {
    vi.stubGlobal("localStorage", {
      removeItem: () => {
        throw new DOMException("no", "SecurityError");
      },
      clear: () => undefined,
    });
    expect(forgetTables).not.toThrow();
  });
});
