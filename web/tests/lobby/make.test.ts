import { beforeEach, describe, expect, it } from "vitest";

import {
  makeTable,
  notePromise,
  optionsOf,
  presetOf,
  quickTable,
  seatsOf,
  usualLevel,
  withPreset,
} from "../../src/lobby/make";
import type { NewTable, PresetFacts } from "../../src/api/types";
import { game } from "../made";
import { serve, type Asked } from "../network";

const preset = (name: string, change: Partial<PresetFacts> = {}): PresetFacts => ({
  name,
  label: name,
  about: "",
  length: "",
  options: {},
  level: null,
  ...change,
});
const short = preset("short", { options: { height: 3 }, level: 4 });
const long = preset("long", { options: { height: 9, doors: true } });
const tower = game({ presets: [short, long] });

describe("what a game asks", () => {
  it("in its own order", () => {
    expect(optionsOf(tower).map(([name]) => name)).toEqual([
      "players",
      "variant",
      "height",
      "doors",
    ]);
  });

  it("first how many play", () => {
    expect(seatsOf(tower, { players: 4 })).toBe(4);
    expect(seatsOf(tower, {})).toBe(2);
    expect(seatsOf(tower, { players: "3" })).toBe(3);
  });

  it("how strong bots are: the first preset says", () => {
    expect(usualLevel(tower)).toBe(4);
    expect(usualLevel(game())).toBe(2);
    expect(usualLevel(game({ presets: [long] }))).toBe(2);
  });
});

describe("a preset", () => {
  it("leaves how many play, and how it is played at large, as they were chosen", () => {
    const chosen = { players: 4, variant: "odd", height: 7, doors: true };
    expect(withPreset(tower, short, chosen)).toEqual({ players: 4, variant: "odd", height: 3 });
    expect(withPreset(tower, short, {})).toEqual({ height: 3 });
  });

  it("is chosen where all the rest is as it says, or as usual", () => {
    expect(presetOf(tower, { players: 4, height: 3 })).toBe(short);
    expect(presetOf(tower, { height: 3, doors: false })).toBe(short);
    expect(presetOf(tower, { height: 9, doors: true })).toBe(long);
    expect(presetOf(tower, { height: 9 })).toBeNull();
    expect(presetOf(tower, {})).toBeNull();
  });
});

describe("making a table", () => {
  const wanted: NewTable = { game: "tower", seats: [{ kind: "me" }, { kind: "open" }] };
  /** A server that has promised its dice, or says only with the table what they are bound to. */
  const serveTables = (commitment: string): Asked[] =>
    serve({
      "POST /api/tables": { id: "t7", commitment, promise: "next" },
      "POST /api/tables/t7/seats": {},
    });
  const told = (asked: Asked[]) => asked.map(({ method, path }) => `${method} ${path}`);

  beforeEach(() => notePromise(null));

  it("sits down once the server has bound itself", async () => {
    const asked = serveTables("bound");
    expect(await makeTable(wanted)).toBe("t7");
    expect(told(asked)).toEqual(["POST /api/tables", "POST /api/tables/t7/seats"]);
    expect(asked[0]?.body).toEqual(wanted);
    expect(asked[1]?.body).toEqual({ nonce: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
  });

  it("sits down at once where that was promised before", async () => {
    notePromise("promised");
    const asked = serveTables("promised");
    await makeTable(wanted);
    expect(told(asked)).toEqual(["POST /api/tables"]);
    expect(asked[0]?.body).toMatchObject({
      promise: "promised",
      nonce: expect.any(String) as string,
    });
  });

  it("sits down afterwards where the promise had run out", async () => {
    notePromise("stale");
    const asked = serveTables("another");
    await makeTable(wanted);
    expect(told(asked)).toEqual(["POST /api/tables", "POST /api/tables/t7/seats"]);
  });

  it("uses a promise once, and then the one that came with the table", async () => {
    notePromise("promised");
    const asked = serveTables("promised");
    await makeTable(wanted);
    await makeTable(wanted);
    expect(asked.map(({ body }) => (body as { promise?: string }).promise)).toEqual([
      "promised",
      "next",
      undefined, // the server did not keep it: one sits down
    ]);
  });

  it("does not use a promise again when making failed", async () => {
    notePromise("promised");
    serve({});
    await expect(makeTable(wanted)).rejects.toThrow();
    const asked = serveTables("bound");
    await makeTable(wanted);
    expect(asked[0]?.body).not.toHaveProperty("promise");
  });

  it("sits down nowhere where only others play", async () => {
    const asked = serveTables("bound");
    await makeTable({ ...wanted, seats: [{ kind: "bot" }, { kind: "open" }] });
    expect(told(asked)).toEqual(["POST /api/tables"]);
  });

  it("quickly is against bots as strong as usual, or with open seats", async () => {
    const asked = serveTables("bound");
    await quickTable(tower, false);
    await quickTable(tower, true);
    const made = asked.filter(({ path }) => path === "/api/tables").map(({ body }) => body);
    expect(made).toMatchObject([
      { options: { height: 3 }, seats: [{ kind: "me" }, { kind: "bot", level: 4 }] },
      { options: { height: 3 }, seats: [{ kind: "me" }, { kind: "open" }] },
    ]);
  });
});
