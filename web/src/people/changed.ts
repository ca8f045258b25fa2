// Tells the other windows of this browser that it is somebody else now, or nobody.

import { keep } from "../lib/kept";

export const CHANGED = "orrery-changed";

export function tellOthers(): void {
  keep(CHANGED, { at: Date.now() });
}

/** What this browser knows of tables goes with whoever it was. */
export function forgetTables(): void {
  for (const key of ["orrery-seen", "orrery-muted"]) {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was kept, then.
    }
  }
}
