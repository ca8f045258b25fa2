// Tables, seats and events with everything as it usually is, but for what a test is about.

import type {
  ChatLine,
  EventFacts,
  Frame,
  GameFacts,
  Now,
  SeatFacts,
  TableFacts,
  View,
} from "../src/api/types";
import type { Line } from "../src/table/lines";

/** How things stand after so many events: what else a view tells is its game's. */
export const at = (n: number): View => ({ at: n }) as unknown as View;
export const momentOf = (view: View | null): unknown => (view as { at?: number } | null)?.at;

export const seat = (number: number, change: Partial<SeatFacts> = {}): SeatFacts => ({
  seat: number,
  kind: "person",
  name: ["Ann", "Bob", "Cleo", "Dan"][number] ?? "",
  level: null,
  sits: true,
  you: false,
  reserved: false,
  stand_in: false,
  gave_up: false,
  resigning_ends: false,
  passes: null,
  ...change,
});
export const bot = (number: number, level: number): SeatFacts =>
  seat(number, { kind: "bot", name: "", level });

/** Ann sits here, Bob elsewhere. */
export const table = (change: Partial<TableFacts> = {}): TableFacts => ({
  id: "t1",
  game: "tower",
  ruleset: 1,
  options: {},
  status: "playing",
  origin: "table",
  playable: true,
  note: null,
  host: false,
  seats: [seat(0, { you: true }), seat(1)],
  clock: null,
  window_clock: null,
  on_timeout: "bot",
  hints: true,
  hot_seat: false,
  may_sit: false,
  unseated: null,
  ask: null,
  rematch: null,
  created: 0,
  ended: null,
  day: null,
  counted: null,
  commitment: "",
  n: 0,
  ...change,
});

export const event = (
  n: number,
  kind: EventFacts["kind"],
  change: Partial<EventFacts> = {},
): EventFacts => ({ n, kind, by: 0, at: 0, chain: "", ...change });

/** A move, told by a sentence of its own. */
export const ply = (
  n: number,
  by: EventFacts["by"],
  change: Partial<EventFacts> = {},
): EventFacts =>
  event(n, "ply", {
    by,
    move: `m${n}`,
    says: { key: "move.build", places: { n: `${n}` } },
    ...change,
  });

export const now = (change: Partial<Now> = {}): Now => ({
  turn: 0,
  ply: 0,
  view: at(0),
  legal: ["build"],
  prompt: null,
  status: [],
  names: [],
  undo: "no",
  deadline: null,
  window: null,
  result: null,
  ...change,
});

export const chatLine = (id: number, change: Partial<ChatLine> = {}): ChatLine => ({
  id,
  seat: 1,
  name: "Bob",
  text: `line ${id}`,
  at: 0,
  who: "bob",
  you: false,
  ...change,
});

type TableFrame = Extract<Frame, { is: "table" }>;
export const tableFrame = (change: Partial<TableFrame> = {}): TableFrame => ({
  is: "table",
  table: table(),
  show: 0,
  n: 0,
  events: [event(0, "begin")],
  now: now(),
  presence: { seats: [true, true], watchers: 0, replaceable: [null, null] },
  chat: [],
  ...change,
});

type EventsFrame = Extract<Frame, { is: "events" }>;
/** These events have happened, after which things stand so. */
export const eventsFrame = (events: EventFacts[], then: Partial<Now> = {}): EventsFrame => {
  const n = events.at(-1)?.n ?? 0;
  return { is: "events", n, events, now: now({ view: at(n), ...then }) };
};

export const game = (change: Partial<GameFacts> = {}): GameFacts => ({
  name: "tower",
  ruleset: 1,
  title: "Tower",
  about: "",
  credit: "",
  languages: ["en"],
  options: {
    properties: {
      players: { type: "integer", default: 2, minimum: 2, maximum: 4 },
      variant: { type: "string", default: "plain" },
      height: { type: "integer", default: 5 },
      doors: { type: "boolean", default: false },
    },
  },
  presets: [],
  players: [2, 3, 4],
  has_chance: false,
  has_hidden: false,
  levels: 5,
  windows: [],
  defaults: false,
  daily: false,
  ...change,
});

/** A line of the log: somebody's move that stands. */
export const line = (n: number, change: Partial<Line> = {}): Line => ({
  n,
  ply: n,
  kind: "move.build",
  text: `Line ${n}.`,
  said: null,
  alsoSaid: [],
  also: [],
  move: `m${n}`,
  by: 0,
  played: true,
  gone: false,
  timer: false,
  changed: true,
  ...change,
});
