// Pages by address. Links are plain <a href>; the router takes the clicks.

class Router {
  path = $state(location.pathname);
  hash = $state(location.hash);
  /** How often a link was followed: also to where one was already. */
  followed = $state(0);

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
    addEventListener("click", (event) => this.#click(event));
  }

  #read(): void {
    this.path = location.pathname;
    this.hash = location.hash;
  }

  go(to: string): void {
    const { path } = this;
    history.pushState(null, "", to);
    this.#read();
    this.followed += 1;
    if (this.path !== path || !this.hash) window.scrollTo(0, 0);
  }

  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();

export type Page =
  | { name: "home" }
  | { name: "setup"; game: string }
  | { name: "table"; id: string }
  | { name: "replay"; id: string }
  | { name: "dice"; id: string }
  | { name: "rules"; game: string }
  | { name: "daily"; game: string; day: string | null }
  | { name: "me" }
  | { name: "unknown" };

/** The parts of a path as they were meant; none where it is written wrongly, as with a lone %. */
function partsOf(path: string): string[] | null {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

export function pageOf(path: string): Page {
  const parts = partsOf(path);
  if (parts === null) return { name: "unknown" };
  const [first, second, third] = parts;
  if (!first) return { name: "home" };
  if (first === "me" && !second) return { name: "me" };
  if (first === "play" && second && !third) return { name: "setup", game: second };
  if (first === "rules" && second && !third) return { name: "rules", game: second };
  if (first === "daily" && second && parts.length <= 3) {
    return { name: "daily", game: second, day: third ?? null };
  }
  if (first === "t" && second) {
    if (!third) return { name: "table", id: second };
    if (third === "replay") return { name: "replay", id: second };
    if (third === "dice") return { name: "dice", id: second };
  }
  return { name: "unknown" };
}
