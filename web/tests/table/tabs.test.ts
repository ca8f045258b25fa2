import { afterEach, describe, expect, it, vi } from "vitest";

/** The panels on a screen that is so wide. */
async function tabs(wide: number, coached: boolean) {
  vi.resetModules();
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("max-width: 600px") && wide <= 600,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  const { tabsOf } = await import("../../src/table/tabs");
  const { bar, behind } = tabsOf(coached);
  return { bar: bar.map(([tab]) => tab), behind: behind.map(([tab]) => tab) };
}

afterEach(() => vi.resetModules());

describe("the panels of a table", () => {
  it("all have a button where there is room", async () => {
    expect(await tabs(1200, true)).toEqual({
      bar: ["coach", "moves", "chat", "rules", "share"],
      behind: [],
    });
  });

  it("have one less on a phone: the chat is behind the last", async () => {
    expect(await tabs(400, true)).toEqual({
      bar: ["coach", "moves", "rules", "share"],
      behind: ["chat"],
    });
  });

  it("fit on a phone too where there is no coach", async () => {
    expect(await tabs(400, false)).toEqual({
      bar: ["moves", "chat", "rules", "share"],
      behind: [],
    });
  });
});
