// A server that says what a test tells it to say: over HTTP, and over a socket.

import { vi } from "vitest";

import type { ErrorBody, Frame } from "../src/api/types";

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

/** What a server refuses with. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly error: ErrorBody,
  ) {}
}
/** The request does not come through. */
export const CUT = Symbol("cut");

/** What is answered, or what says so once it is asked. */
type Answers = Record<string, unknown>;

/** Answer requests, by "GET /path"; what was asked is in the list that is returned. */
export function serve(answers: Answers): Asked[] {
  const list: Asked[] = [];
  const answered = (address: string, init: RequestInit = {}): Response => {
    const { pathname, searchParams } = new URL(address, "http://orrery.test");
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : undefined;
    const asked = { method: init.method ?? "GET", path: pathname, query: searchParams, body };
    list.push(asked);
    const found = answers[`${asked.method} ${pathname}`];
    const answer: unknown =
      typeof found === "function" ? (found as (asked: Asked) => unknown)(asked) : found;
    if (answer === CUT) throw new TypeError("fetch failed");
    if (answer instanceof Response) return answer;
    if (answer instanceof Refusal) return Response.json({ error: answer.error }, answer);
    if (answer !== undefined) return Response.json(answer);
    const error = { code: "NotFound", message: `${asked.method} ${pathname} is not in the script` };
    return Response.json({ error }, { status: 404 });
  };
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) =>
    Promise.resolve().then(() => answered(address, init)),
  );
  return list;
}

/** The server's end of the sockets that are opened during a test. */
export class ScriptedSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static opened: ScriptedSocket[] = [];
  /** The one that was opened last. */
  static get last(): ScriptedSocket {
    const found = ScriptedSocket.opened.at(-1);
    if (!found) throw new Error("no socket was opened");
    return found;
  }

  readonly url: URL;
  readonly heard: Record<string, unknown>[] = [];
  readyState = ScriptedSocket.CONNECTING;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(address: string) {
    this.url = new URL(address);
    ScriptedSocket.opened.push(this);
  }

  // What the page does

  send(text: string): void {
    this.heard.push(JSON.parse(text) as Record<string, unknown>);
  }

  /** As in a browser, the page learns of it later. */
  close(): void {
    if (this.readyState === ScriptedSocket.CLOSED) return;
    this.readyState = ScriptedSocket.CLOSED;
    queueMicrotask(() => this.onclose?.());
  }

  // What the server does

  accept(...frames: Frame[]): void {
    this.readyState = ScriptedSocket.OPEN;
    frames.forEach((frame) => this.say(frame));
  }

  say(frame: Frame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** Answer what was heard last. */
  answer(answer: Record<string, unknown>): void {
    this.say({ is: "answer", id: this.#id, answer });
  }

  refuse(error: ErrorBody): void {
    this.say({ is: "error", id: this.#id, error });
  }

  get #id(): string {
    return String(this.heard.at(-1)?.["id"]);
  }

  drop(): void {
    this.readyState = ScriptedSocket.CLOSED;
    this.onclose?.();
  }
}

/** From here on sockets are scripted ones. */
export function scriptSockets(): void {
  ScriptedSocket.opened = [];
  vi.stubGlobal("WebSocket", ScriptedSocket);
}
