import { describe, expect, it, vi } from "vitest";

import { keep, readKept } from "../../src/lib/kept";

describe("what is kept", () => {
  it("is there on the next visit", () => {
    keep("key", { a: 1 });
    expect(readKept("key")).toEqual({ a: 1 });
  });

  it.each(["nonsense", "[1]", "7", "null", '"text"'])("is nothing where there is %s", (found) => {
    localStorage.setItem("key", found);
    expect(readKept("key")).toEqual({});
  });

  it("is nothing in a browser that keeps nothing, and nothing breaks by it", () => {
    const refuse = () => {
      throw new DOMException("no", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, clear: () => undefined });
    expect(() => keep("key", { a: 1 })).not.toThrow();
    expect(readKept("key")).toEqual({});
  });
});
