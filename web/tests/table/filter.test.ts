import { describe, expect, it } from "vitest";

import { Filter } from "../../src/table/filter.svelte";
import { line, seat, table } from "../made";

let tables = 0;
/** The log of a table that nobody has looked at yet. */
function fresh(change: Parameters<typeof table>[0] = {}): [Filter, string] {
  const facts = table({ id: `fresh${++tables}`, ...change });
  return [new Filter(() => facts), facts.id];
}
const mine = line(1, { by: 0 });
const theirs = line(2, { by: 1 });
const rolled = line(3, { by: "chance", changed: false });
const all = [mine, theirs, rolled];
const shown = (filter: Filter) => all.filter((one) => filter.shows(one));

describe("what the log shows", () => {
  it.each([
    ["all", all],
    ["changes", [mine, theirs]],
    ["me", [mine]],
    ["1", [theirs]],
    ["chance", [rolled]],
  ])("for %s", (choice, lines) => {
    const [filter] = fresh();
    filter.choice = choice;
    expect(shown(filter)).toEqual(lines);
  });

  it("can be chosen as far as there is anything to choose", () => {
    const [filter] = fresh();
    expect(filter.options(all)).toEqual(["all", "changes", "me", "1", "chance"]);
    expect(filter.options([mine])).toEqual(["all", "me", "1"]);
    filter.choice = "chance";
    expect(filter.options([mine])).toEqual(["all", "me", "1", "chance"]);
  });

  it("tells several people at one device apart by seat", () => {
    const [filter] = fresh({ seats: [seat(0, { you: true }), seat(1, { you: true })] });
    expect(filter.options([])).toEqual(["all", "0", "1"]);
    filter.choice = "me";
    expect(filter.choice).toBe("all");
  });

  it("is everything where what was chosen makes no sense", () => {
    const [filter] = fresh();
    for (const choice of ["7", "0", "nonsense"]) {
      filter.choice = choice;
      expect(filter.choice).toBe("all");
    }
  });
});

describe("what was chosen", () => {
  it("holds for the next table of the game, if it means the same there", () => {
    const [filter] = fresh();
    filter.choice = "changes";
    expect(fresh()[0].choice).toBe("changes");
    expect(fresh({ game: "maze" })[0].choice).toBe("all");
    filter.choice = "1";
    expect(fresh()[0].choice).toBe("changes");
  });

  it("holds at its table while the page is open", () => {
    const [filter, id] = fresh();
    filter.choice = "1";
    expect(new Filter(() => table({ id })).choice).toBe("1");
  });

  it("holds for the notation too", () => {
    const [filter] = fresh();
    expect(filter.notation).toBe(false);
    filter.notation = true;
    expect(filter.notation).toBe(true);
    expect(fresh()[0].notation).toBe(true);
    expect(fresh({ game: "maze" })[0].notation).toBe(false);
  });
});
