// What has changed is sent; what has not is what it was.

import type { Changes, EventsFrame, Now, View } from "./types";

/** Of a list perhaps only the entries that are new are sent, by their place. */
function patched(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || Array.isArray(after) || !after || typeof after !== "object")
    return after;
  const entries = new Map<string, unknown>(Object.entries(after));
  return before.map((entry: unknown, k) => (entries.has(`${k}`) ? entries.get(`${k}`) : entry));
}

/** A view with what has changed of it. */
export function merged<V extends View>(view: V, changed: Changes): V {
  const before = new Map<string, unknown>(Object.entries(view));
  const fields = Object.entries(changed).map(([key, after]): [string, unknown] => [
    key,
    patched(before.get(key), after),
  ]);
  return { ...view, ...Object.fromEntries(fields) };
}

/** How things stand after a frame: told in whole, or by what is not as it was. */
export function present(
  before: Now | null,
  latest: View | null,
  { now, changed }: EventsFrame,
): Now | null {
  if (!changed || !before) return now ?? null;
  const { view, ...rest } = changed;
  const start = latest ?? before.view;
  return { ...before, ...rest, view: view ? merged(start, view) : start };
}
