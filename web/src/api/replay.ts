// A whole game to look through, however long: it comes in parts.

import { api } from "./client";
import type { Replay } from "./types";

export async function wholeReplay(id: string, seat: number | null = null): Promise<Replay> {
  const ask = (first: number): Promise<Replay> =>
    api.get("/api/tables/{table_id}/replay", { path: { table_id: id }, query: { seat, first } });
  const whole = await ask(0);
  while (whole.plies.length < whole.total) {
    whole.plies.push(...(await ask(whole.plies.length)).plies);
  }
  return whole;
}
