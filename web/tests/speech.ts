// The words that pages speak in these tests: few, and short.

import { words } from "../src/lib/words.svelte";
import { serve } from "./network";

const COMMON = {
  "seat.name": "player {n}",
  "web.seat.open": "open seat",
  "web.level.3": "bot of level 3",
  "web.level.5": "bot of level 5",
  "web.log.begin": "The game begins.",
  "web.log.bot": "A bot plays for {name}.",
  "web.log.gave_up": "{name} gives up.",
  "web.log.back": "{name} is back.",
  "web.log.undo": "{name} takes back.",
  "web.log.resign": "{name} resigns.",
  "web.log.timeout": "{name} is late.",
  "web.log.more": "{text} And {n} more.",
  "web.takeback.done": "{name} took back: {what}",
  "web.end.resigned": "{name} resigned",
  "web.end.timeout": "{name} was late",
  "web.end.given_up": "Nobody wins: {reason}.",
  "web.unplayable.record": "It was brought as a record.",
  "web.unplayable.rules": "Its rules are gone.",
  "web.error.NotYourTurn": "It is not your turn.",
};
const TOWER = {
  "colour.red": "red",
  "colour.blue": "blue",
  "move.build": "storey {n} is built.",
  "move.roll": "a {n} is rolled.",
  "hint.build": "build storey {n}.",
  "folded.move.roll": { one: "{n} roll.", other: "{n} rolls." },
  "reason.height": "the tower stands",
  "reason.fallen": "it has fallen",
  "reason.late": "late",
  "result.win": "{winner} wins: {reason}.",
  "result.draw": "A draw: {reason}.",
  "result.solo_loss": "Lost: {reason}.",
};

/** Load them, as a page does before it shows anything. */
export async function speak(): Promise<void> {
  serve({
    "GET /api/words/en": { lang: "en", words: COMMON },
    "GET /api/games/tower/words/en": { lang: "en", words: TOWER },
  });
  await words.load("en");
  await words.loadGame("tower", "en");
}
