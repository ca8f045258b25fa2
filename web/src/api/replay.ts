// A whole game to look through, however long: it comes in parts.

import { api } from "./client";
import type { Story } from "./telling.svelte";
import type { Replay } from "./types";

const part = (id: string, seat: number | null, first: number): Promise<Replay> =>
  api.get("/api/tables/{table_id}/replay", { path: { table_id: id }, query: { seat, first } });

export const wholeReplay = (id: string, seat: number | null = null): Promise<Replay> =>
  replayFrom(id, seat, 0);

/** All plies that stand but the first so many. */
async function replayFrom(id: string, seat: number | null, first: number): Promise<Replay> {
  const found = await part(id, seat, first);
  while (found.plies.length && first + found.plies.length < found.total) {
    found.plies.push(...(await part(id, seat, first + found.plies.length)).plies);
  }
  return found;
}

/** What has happened from a ply on (the first is 1), as a seat may know it, to be told. */
export async function storiesFrom(id: string, seat: number | null, ply: number): Promise<Story[]> {
  // One ply more than is told: how things stood before.
  const { first, plies } = await replayFrom(id, seat, Math.max(0, ply - 2));
  let before = ply > 1 ? plies.shift()?.view : first;
  return plies.map(({ event, view }) => {
    const story = { event, before: before ?? view, after: view };
    before = view;
    return story;
  });
}
