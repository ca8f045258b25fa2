// What a browser does to a page.

import { vi } from "vitest";

/** Somebody looks at the page, or at another. */
export function look(visible: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(!visible);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visible ? "visible" : "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}
