import { beforeEach, describe, expect, it, vi } from "vitest";

/** A system that wants less motion, a dark screen, or neither; it can change its mind. */
class System {
  readonly #queries = new Map<string, { matches: boolean; heard: (() => void)[] }>();

  constructor(...wanted: string[]) {
    vi.stubGlobal("matchMedia", (query: string) => {
      const matches = wanted.some((one) => query.includes(one));
      const found = { matches, heard: [] as (() => void)[] };
      this.#queries.set(query, found);
      return Object.assign(found, {
        addEventListener: (_: string, listener: () => void) => found.heard.push(listener),
      });
    });
  }

  change(query: string, matches: boolean): void {
    const [, found] = [...this.#queries].find(([one]) => one.includes(query))!;
    found.matches = matches;
    found.heard.forEach((listener) => listener());
  }
}

/** The settings as a page finds them that is opened now. */
async function opened() {
  vi.resetModules();
  const found = await import("../../src/lib/settings.svelte");
  return found.settings;
}
const speaks = (...languages: string[]) =>
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
const kept = (found: object | string) =>
  localStorage.setItem(
    "orrery-settings",
    typeof found === "string" ? found : JSON.stringify(found),
  );

beforeEach(() => {
  new System();
  speaks("en");
});

describe("a first visit", () => {
  it.each([
    [["ru-RU", "en"], "ru"],
    [["de", "fr-CA", "en"], "fr"],
    [["FR"], "fr"],
    [["de", "pl"], "en"],
    [[], "en"],
  ])("with %j is spoken to in %s", async (languages, language) => {
    speaks(...languages);
    expect((await opened()).language).toBe(language);
  });

  it("is silent, and as fast and as dark as usual", async () => {
    expect(await opened()).toMatchObject({ theme: "auto", sound: false, speed: 1, still: false });
  });
});

describe("what was chosen", () => {
  it("is there on the next visit", async () => {
    const first = await opened();
    Object.assign(first, { language: "fr", theme: "dark", sound: true, speed: 2 });
    first.keep();
    expect(await opened()).toMatchObject({
      language: "fr",
      theme: "dark",
      sound: true,
      speed: 2,
    });
  });

  it("is forgotten where it makes no sense any more, and the rest stays", async () => {
    kept({ language: "xx", theme: "pink", sound: "yes", speed: 9 });
    expect(await opened()).toMatchObject({ language: "en", theme: "auto", sound: false, speed: 1 });
    kept({ language: "xx", theme: "light" });
    expect((await opened()).theme).toBe("light");
  });

  it.each(["nonsense", "null"])("does not matter where there is %s", async (found) => {
    kept(found);
    expect((await opened()).language).toBe("en");
  });
});

describe("what the system wants", () => {
  it("counts unless something else was chosen", async () => {
    const system = new System("dark");
    const settings = await opened();
    expect(settings.isDark).toBe(true);
    settings.theme = "light";
    expect(settings.isDark).toBe(false);
    settings.theme = "auto";
    system.change("dark", false);
    expect(settings.isDark).toBe(false);
    settings.theme = "dark";
    expect(settings.isDark).toBe(true);
  });

  it("stills what moves, also later", async () => {
    const system = new System("reduced-motion");
    const settings = await opened();
    expect(settings.still).toBe(true);
    system.change("reduced-motion", false);
    expect(settings.still).toBe(false);
  });
});
