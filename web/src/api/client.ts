// Requests, typed by the server's own description; every failure is one kind of error.

import type { ErrorBody } from "./types";
import type { paths } from "./schema";

export class ApiError extends Error {
  readonly code: string;
  readonly rule: string | null;
  readonly status: number;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.rule = body.rule ?? null;
  }
}

type Method = "get" | "post" | "put" | "delete";
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];
type Answer<T> = T extends { responses: infer R }
  ? R extends { 200: { content: { "application/json": infer B } } }
    ? B
    : R extends { 201: { content: { "application/json": infer B } } }
      ? B
      : unknown
  : never;
type Body<T> = T extends { requestBody: { content: { "application/json": infer B } } } ? B : never;

export interface Given {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | null | undefined>;
}

export function addressOf(pattern: string, given: Given = {}): string {
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given.path?.[name] ?? "")),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(given.query ?? {})) {
    if (value !== undefined && value !== null) query.set(key, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

async function request(method: Method, address: string, body?: string): Promise<unknown> {
  let answer: Response;
  try {
    const headers = body === undefined ? undefined : { "content-type": "application/json" };
    answer = await fetch(address, { method: method.toUpperCase(), body, headers });
  } catch {
    throw new ApiError(0, { code: "Offline", message: "the server cannot be reached" });
  }
  const found: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const told = (found as { error?: ErrorBody }).error;
    throw new ApiError(answer.status, told ?? { code: "Error", message: answer.statusText });
  }
  return found;
}

export const api = {
  get: <P extends PathsWith<"get">>(path: P, given?: Given) =>
    request("get", addressOf(path, given)) as Promise<
      Answer<paths[P] extends { get: infer T } ? T : never>
    >,
  post: <P extends PathsWith<"post">>(
    path: P,
    body: Body<paths[P] extends { post: infer T } ? T : never>,
    given?: Given,
  ) =>
    request("post", addressOf(path, given), JSON.stringify(body)) as Promise<
      Answer<paths[P] extends { post: infer T } ? T : never>
    >,
  put: <P extends PathsWith<"put">>(
    path: P,
    body: Body<paths[P] extends { put: infer T } ? T : never>,
    given?: Given,
  ) =>
    request("put", addressOf(path, given), JSON.stringify(body)) as Promise<
      Answer<paths[P] extends { put: infer T } ? T : never>
    >,
  delete: <P extends PathsWith<"delete">>(path: P, given?: Given) =>
    request("delete", addressOf(path, given)) as Promise<
      Answer<paths[P] extends { delete: infer T } ? T : never>
    >,
  /** A record as it was saved, to be checked and looked through. */
  bring: (text: string, lang: string) =>
    request("post", addressOf("/api/records", { query: { lang } }), text) as Promise<
      Answer<paths["/api/records"]["post"]>
    >,
};

/** Randomness of this browser's own, for the dice. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
