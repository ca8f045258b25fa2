// Asking the server for something, and saying what it refuses.

import { ApiError } from "../api/client";
import { notices } from "../lib/notices.svelte";
import { sound } from "../lib/sound";

/** Do something; what goes wrong is said. */
export async function attempt(
  work: () => Promise<unknown>,
  say: (error: unknown) => void = (error) => notices.fail(error),
): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Somebody was faster: what happened is on its way.
    if (error instanceof ApiError && error.code === "Stale") return;
    sound.refuse();
    say(error);
  }
}
