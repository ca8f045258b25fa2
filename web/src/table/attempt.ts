// Asking the server for something, and saying what it refuses.

import { ApiError } from "../api/client";
import { notices } from "../lib/notices.svelte";
import { sound } from "../lib/sound";

/** Do something; what goes wrong is said, and the rule behind a refusal shown. */
export async function attempt(
  work: () => Promise<unknown>,
  showRule: (id: string) => void = () => undefined,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Somebody was faster: what happened is on its way.
    if (error instanceof ApiError && error.code === "Stale") return;
    if (error instanceof ApiError && error.rule) showRule(error.rule);
    sound.refuse();
    notices.fail(error);
  }
}
