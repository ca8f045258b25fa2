// Somebody sits at a table whose server does what a test says.

import { onTestFinished } from "vitest";

import { LiveTable } from "../../src/api/live.svelte";
import type { Frame, GameFacts } from "../../src/api/types";
import { Here } from "../../src/table/here.svelte";
import { game, tableFrame } from "../made";
import { ScriptedSocket, scriptSockets, serve, type Asked } from "../network";
import { look } from "../page";
import { rooted, settle } from "../rooted.svelte";

type TableFrame = Extract<Frame, { is: "table" }>;

export interface Seated {
  live: LiveTable;
  here: Here;
  /** What was asked over HTTP. */
  asked: Asked[];
  /** The server says something, and the page has taken it in. */
  hear: (...frames: Frame[]) => Promise<void>;
  /** What the page sent over the socket, without how it is numbered. */
  sent: () => Record<string, unknown>[];
}

/** A table as it is after its first frame. */
export async function seated(
  change: Partial<TableFrame> = {},
  facts: Partial<GameFacts> = {},
  answers: Parameters<typeof serve>[0] = {},
): Promise<Seated> {
  look(true);
  scriptSockets();
  const frame = tableFrame(change);
  const asked = serve({
    "GET /api/tables/t1": { ...frame, show: null },
    "GET /api/games/tower": game(facts),
    "GET /api/games/tower/words/en": { lang: "en", words: {} },
    "GET /api/games/tower/words/fr": { lang: "fr", words: {} },
    ...answers,
  });
  const live = new LiveTable("t1", () => false);
  onTestFinished(() => live.close());
  await live.open();
  ScriptedSocket.last.accept(frame);
  const here = rooted(() => new Here(live));
  await settle();
  const hear = async (...frames: Frame[]) => {
    frames.forEach((one) => ScriptedSocket.last.say(one));
    await settle();
  };
  const sent = () =>
    ScriptedSocket.last.heard.map(({ id: _, ...message }) => message as Record<string, unknown>);
  return { live, here, asked, hear, sent };
}

/** The board shows all it is told to show. */
export async function showAll(live: LiveTable): Promise<void> {
  while (live.telling.story) {
    live.telling.told(live.telling.story);
    await settle();
  }
}
