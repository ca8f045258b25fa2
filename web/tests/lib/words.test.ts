import { beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { settings } from "../../src/lib/settings.svelte";
import { advice, fill, pieces, pluralForm, say, sentence, words } from "../../src/lib/words.svelte";
import { serve } from "../network";

describe("pluralForm", () => {
  it.each([
    ["en", "one", [1]],
    ["en", "other", [0, 2, 11, 21, 101]],
    ["fr", "one", [0, 1]],
    ["fr", "other", [2, 11, 21, 100]],
    ["ru", "one", [1, 21, 101, 1001]],
    ["ru", "few", [2, 3, 4, 22, 104]],
    ["ru", "many", [0, 5, 11, 12, 13, 14, 20, 111, 112, 211]],
  ])("in %s is %s", (language, form, numbers) => {
    for (const n of numbers) expect([n, pluralForm(language, n)]).toEqual([n, form]);
  });
});

describe("fill", () => {
  const table: Record<string, string | Record<string, string>> = {
    plain: "{who} digs at {cell}.",
    card: "the lantern",
    cards: { one: "{n} card", few: "{n} карты", many: "{n} карт", other: "{n} cards" },
    asks: "Is it {what}?",
    ends: "{name}.",
    deep: "{card} of {who}",
  };
  const filled = (key: string, places = {}, language = "en") =>
    fill((k) => table[k], language, key, places);

  it("puts what is given into its places", () => {
    expect(filled("plain", { who: "Ann", cell: 7 })).toBe("Ann digs at 7.");
  });

  it("looks up a place that names a word", () => {
    expect(filled("deep", { card: "@card", who: "Ann" })).toBe("the lantern of Ann");
  });

  it("leaves a place empty for which nothing is given", () => {
    expect(filled("plain", { who: "Ann" })).toBe("Ann digs at .");
  });

  it("is the key itself where there are no words, which shows what is missing", () => {
    expect(filled("nothing.here")).toBe("nothing.here");
    expect(filled("deep", { card: "@none", who: "" })).toBe("none of ");
  });

  it("chooses the form by the number", () => {
    expect(filled("cards", { n: 1 })).toBe("1 card");
    expect(filled("cards", { n: "3" })).toBe("3 cards");
    expect(filled("cards", { n: 3 }, "ru")).toBe("3 карты");
    expect(filled("cards", { n: 11 }, "ru")).toBe("11 карт");
  });

  it("does not end a sentence twice where a name does", () => {
    expect(filled("ends", { name: "Who is there?" })).toBe("Who is there?");
    expect(filled("asks", { what: "you" })).toBe("Is it you?");
  });
});

describe("words of the server", () => {
  beforeAll(async () => {
    const asked = serve({
      "GET /api/words/en": { lang: "en", words: { "web.moves": "Moves", both: "common" } },
      "GET /api/words/fr": { lang: "fr", words: { "web.moves": "Coups" } },
      "GET /api/games/tower/words/en": {
        lang: "en",
        words: {
          both: "of the tower",
          "move.build": "{who} builds on {cell}.",
          "hint.build": "build on {cell}.",
          "move.wait": "they wait.",
          "who.red": "red",
          "cell.top": "the top",
        },
      },
    });
    expect(words.ready).toBe(false);
    expect(words.gameReady("tower")).toBe(false);
    await words.load();
    await words.load();
    await words.load("fr");
    await words.loadGame("tower");
    await words.loadGame("tower");
    expect(asked).toHaveLength(3); // none twice
  });

  it("are spoken in the language that is chosen", () => {
    onTestFinished(() => {
      settings.language = "en";
    });
    expect(say("web.moves")).toBe("Moves");
    settings.language = "fr";
    expect(say("web.moves")).toBe("Coups");
    expect(words.gameReady("tower")).toBe(false);
    settings.language = "ru";
    expect(words.ready).toBe(false);
  });

  it("of a game stand before the common ones", () => {
    expect(words.of("tower")("both")).toBe("of the tower");
    expect(words.of("tower")("web.moves")).toBe("Moves");
    expect(words.of("unknown")("both")).toBe("common");
    expect(words.has("tower", "move.build")).toBe(true);
    expect(words.has("tower", "web.moves")).toBe(false);
  });

  it("make sentences that begin with a capital", () => {
    const said = { key: "move.build", places: { who: "@who.red", cell: "@cell.top" } };
    expect(sentence("tower", said)).toBe("Red builds on the top.");
  });

  it("advise a move as something to do, where there are words for that", () => {
    const places = { who: "@who.red", cell: "@cell.top" };
    expect(advice("tower", { key: "move.build", places })).toBe("Build on the top.");
    expect(advice("tower", { key: "move.wait", places: {} })).toBe("They wait.");
  });

  it("come in pieces, so that what is named can be shown", () => {
    const said = { key: "move.build", places: { who: "@who.red", cell: "@cell.top" } };
    expect(pieces("tower", said)).toEqual([
      { text: "Red", key: "who.red" },
      { text: " builds on ", key: null },
      { text: "the top", key: "cell.top" },
      { text: ".", key: null },
    ]);
    const plain = { key: "move.build", places: { who: "ann", cell: "7" } };
    expect(pieces("tower", plain)).toEqual([{ text: "Ann builds on 7.", key: null }]);
  });
});
