// Short messages that come and go: a refusal, a copied link, a lost connection.

import { ApiError } from "../api/client";
import { words } from "./words.svelte";

export interface Notice {
  id: number;
  text: string;
  kind: "plain" | "bad" | "good";
}

class Notices {
  list = $state<Notice[]>([]);
  #number = 0;

  show(text: string, kind: Notice["kind"] = "plain"): void {
    const id = ++this.#number;
    this.list = [...this.list.slice(-2), { id, text, kind }];
    setTimeout(() => this.drop(id), 6000);
  }

  drop(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }

  /** What went wrong, in the reader's language where there are words for it. */
  fail(error: unknown): void {
    this.show(refusal(error).text, "bad");
  }
}

/** What the server refused and the rule behind it; what is no refusal is thrown on. */
export function refusal(error: unknown): { text: string; rule: string | null } {
  if (!(error instanceof ApiError)) throw error;
  const key = `web.error.${error.code}`;
  const said = words.say(key);
  return { text: said === key ? error.message : said, rule: error.rule };
}

export const notices = new Notices();
