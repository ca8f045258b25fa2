// One table, live: a socket that mends itself, the log it has read, and how things stand.
// Subscribe, then read, then send. Whoever finds a gap drops what they have and asks again.

import { info } from "../../openapi.json";
import { ApiError, api } from "./client";
import { merged, present } from "./changes";
import { Telling, type Story } from "./telling.svelte";
import type {
  ChatLine,
  ErrorBody,
  EventFacts,
  EventsFrame,
  Frame,
  CoachAnswer,
  HintAnswer,
  Now,
  Presence,
  StepFacts,
  TableFacts,
  WhyAnswer,
} from "./types";

interface Waiting {
  done: (answer: unknown) => void;
  fail: (error: ApiError) => void;
}
type TableFrame = Extract<Frame, { is: "table" }>;

const RETRY = [300, 600, 1200, 2500, 5000];
const PATIENCE = 12_000;
/** After these there is no use in trying again. */
const REFUSED = ["UnknownTable", "Unreadable", "OldPage"];

/** The first seat at which somebody of this device sits. */
const ownSeat = (facts: TableFacts): number | null =>
  facts.seats.find((seat) => seat.you && seat.sits)?.seat ?? null;

export class LiveTable {
  readonly id: string;
  facts = $state<TableFacts | null>(null);
  now = $state.raw<Now | null>(null);
  events = $state.raw<EventFacts[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  presence = $state.raw<Presence>({ seats: [], watchers: 0, replaceable: [] });
  show = $state<number | null>(null);
  n = $state(-1);
  connection = $state<"connecting" | "live" | "lost">("connecting");
  problem = $state<ErrorBody | null>(null);
  /** What the board shows of it. */
  readonly telling = new Telling();
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  #number = 0;
  #tries = 0;
  #closed = false;
  #wanted: number | null = null;
  /** Whether a game is shown as text, and its board is to be sent so. */
  readonly #asText: (game: string) => boolean;
  #board = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, asText: (game: string) => boolean) {
    this.id = id;
    this.#asText = asText;
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#sleep);
    document.addEventListener("visibilitychange", this.#wake);
  }

  /** Open the socket; with a seat, look from there. */
  async open(seat: number | null = null): Promise<void> {
    this.#wanted = seat;
    if (this.facts === null) await this.#ask();
    this.#connect();
  }

  /** Which seats are mine decides whose view is shown; a page says so without a socket. */
  async #ask(): Promise<void> {
    try {
      const page = await api.get("/api/tables/{table_id}", {
        path: { table_id: this.id },
        query: { since: 2 ** 31 - 1 },
      });
      this.facts = page.table;
      this.#wanted ??= ownSeat(page.table);
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.code === "Unreadable")) {
        this.problem = { code: error.code, message: error.message };
      }
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.telling.close();
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#sleep);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#socket?.close();
  }

  #wake = (): void => {
    const trying = this.#socket?.readyState === WebSocket.CONNECTING;
    if (document.visibilityState === "visible" && this.connection === "lost" && !trying) {
      this.#connect();
    }
  };

  #sleep = (): void => this.#socket?.close();

  #connect(): void {
    if (this.#closed || this.problem) return;
    clearTimeout(this.#timer);
    this.#socket?.close();
    const query = new URLSearchParams({
      since: String(this.n),
      brief: "1",
      changes: "1",
      edition: info.version,
    });
    if (this.#wanted !== null) query.set("show", String(this.#wanted));
    this.#board = this.facts !== null && this.#asText(this.facts.game);
    if (this.#board) query.set("board", "1");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/tables/${this.id}/live?${query}`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = (message) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(message.data)) as Frame);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #lost(): void {
    this.#socket = null;
    for (const waiting of this.#waiting.values()) {
      waiting.fail(new ApiError(0, { code: "Offline", message: "the connection was lost" }));
    }
    this.#waiting.clear();
    if (this.#closed || this.problem) return;
    this.connection = "lost";
    const pause = RETRY[Math.min(this.#tries++, RETRY.length - 1)] ?? 5000;
    this.#timer = setTimeout(() => this.#connect(), pause);
  }

  #hear(frame: Frame): void {
    switch (frame.is) {
      case "table":
        return this.#takeTable(frame);
      case "events":
        this.#takeEvents(frame);
        if (frame.id != null) this.#settle(frame.id, (waiting) => waiting.done({ n: frame.n }));
        return;
      case "facts":
        return this.#takeFacts(frame.table);
      case "presence":
        this.presence = frame.presence;
        return;
      case "chat":
        if (!this.chat.some((line) => line.id === frame.line.id)) {
          this.chat = [...this.chat, frame.line];
        }
        return;
      case "unsaid":
        this.chat = this.chat.filter((line) => line.who !== frame.who);
        return;
      case "answer":
        return this.#settle(frame.id, (waiting) => waiting.done(frame.answer));
      case "error":
        return this.#takeError(frame.id, frame.error);
    }
  }

  #settle(id: string | number | null | undefined, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(String(id));
    this.#waiting.delete(String(id));
    if (waiting) how(waiting);
  }

  #takeError(id: string | number | null | undefined, error: ErrorBody): void {
    if (id === null || id === undefined) {
      // The table refused the socket itself: a seat that is not ours any more, or nothing to read.
      if (error.code === "NotYourSeat") this.#wanted = null;
      else if (REFUSED.includes(error.code)) this.problem = error;
      return;
    }
    this.#settle(id, (waiting) => waiting.fail(new ApiError(409, error)));
  }

  #takeTable(frame: TableFrame): void {
    this.connection = "live";
    this.#tries = 0;
    const kept = this.events.filter((event) => event.n < (frame.events[0]?.n ?? Infinity));
    this.events = [...kept, ...frame.events];
    this.chat = frame.chat;
    this.presence = frame.presence;
    this.show = frame.show;
    this.n = frame.n;
    this.now = frame.now ?? null;
    this.telling.jump(frame.now?.view ?? null);
    const own = this.facts === null && this.#wanted === null ? ownSeat(frame.table) : null;
    this.#takeFacts(frame.table);
    // The page could not say which seat is ours: this frame does.
    if (own !== null) void this.look(own).catch(() => undefined);
  }

  #takeFacts(facts: TableFacts): void {
    this.facts = facts;
    if (!this.#board && this.#asText(facts.game)) this.#connect(); // which game it is was not known
  }

  #takeEvents(frame: EventsFrame): void {
    const first = frame.events[0];
    if (first && first.n !== this.n + 1) {
      this.#say({ do: "since", n: this.n });
      return;
    }
    const plies = frame.events.filter(({ kind }) => kind === "ply");
    const views = plies.slice(0, -1).map(({ view, changed }) => ({ view, changed }));
    let latest = this.now?.view ?? null;
    const between = views.map(({ view, changed }) => {
      latest = view ?? (latest && changed ? merged(latest, changed) : latest);
      return latest;
    });
    const now = present(this.now, latest, frame);
    const stories: Story[] = [];
    let before = this.telling.end;
    plies.forEach((event, k) => {
      const after = between[k] ?? now?.view;
      if (before && after) stories.push({ event, before, after });
      if (after) before = after;
    });
    this.events = [...this.events, ...frame.events];
    this.n = frame.n;
    this.now = now;
    const back = frame.events.some((event) => event.kind === "undo");
    this.telling.go(back ? null : stories, now?.view ?? null);
  }

  // Asking

  #say(message: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #askFor<T>(message: object): Promise<T> {
    return new Promise<T>((done, fail) => {
      const id = String(++this.#number);
      this.#waiting.set(id, { done: done as (answer: unknown) => void, fail });
      if (!this.#say({ ...message, id })) {
        this.#waiting.delete(id);
        fail(new ApiError(0, { code: "Offline", message: "the connection is lost" }));
        return;
      }
      setTimeout(() => {
        if (this.#waiting.delete(id)) {
          fail(new ApiError(0, { code: "Offline", message: "no answer came" }));
          this.#socket?.close();
        }
      }, PATIENCE);
    });
  }

  play = (seat: number, move: string) =>
    this.#askFor<{ n: number; held?: boolean }>({ do: "play", n: this.n, seat, move });
  /** Where a seat of one's own always passes in others' turns. */
  setPasses = (seat: number, passes: string[]) =>
    this.#askFor<object>({ do: "windows", seat, passes });
  undo = (seat: number) => this.#askFor<{ outcome: string }>({ do: "undo", n: this.n, seat });
  agree = (agree: boolean) => this.#askFor<{ outcome: string }>({ do: "agree", n: this.n, agree });
  resign = (seat: number) => this.#askFor<{ n: number }>({ do: "resign", n: this.n, seat });
  hint = (seat: number) => this.#askFor<HintAnswer>({ do: "hint", n: this.n, seat });
  coach = (seat: number) => this.#askFor<CoachAnswer>({ do: "coach", n: this.n, seat });
  say = (text: string) => this.#askFor<{ id: number }>({ do: "chat", text });
  preview = async (seat: number, move: string): Promise<StepFacts[]> =>
    (await this.#askFor<{ steps: StepFacts[] }>({ do: "preview", n: this.n, seat, move })).steps;
  why = (seat: number, move: string, lang: string) =>
    this.#askFor<WhyAnswer>({ do: "why", n: this.n, seat, move, lang });

  /** Look from another of one's own seats. */
  look = async (seat: number | null): Promise<void> => {
    this.#wanted = seat;
    await this.#askFor({ do: "show", seat });
  };

  /** Who I am has changed (I sat down): open the socket anew. */
  reopen(seat: number | null): void {
    this.#wanted = seat;
    this.#connect();
  }
}
