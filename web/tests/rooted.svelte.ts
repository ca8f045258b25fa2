// Classes with effects live in components; here they live in a root that ends with the test.

import { flushSync } from "svelte";
import { onTestFinished } from "vitest";

export function rooted<T>(make: () => T): T {
  let made: T | undefined;
  const end = $effect.root(() => {
    made = make();
  });
  onTestFinished(end);
  flushSync();
  return made as T;
}

/** Let promises that are settled be noticed, and then effects run. */
export async function settle(): Promise<void> {
  for (let k = 0; k < 10; k++) await Promise.resolve();
  flushSync();
}
