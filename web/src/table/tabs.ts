// The panels beside a board, and which of them have a button in the bar.

import { narrow } from "../lib/screen";

export type Tab = "moves" | "coach" | "chat" | "rules" | "share";
type Entry = [tab: Tab, icon: string, label: string];

const COACH: Entry = ["coach", "coach", "web.coach.title"];
const MOVES: Entry = ["moves", "list", "web.moves"];
const CHAT: Entry = ["chat", "chat", "web.chat"];
const RULES: Entry = ["rules", "book", "web.rules"];
const MORE: Entry = ["share", "more", "web.more"];

/** On a phone what has no room in the bar is behind the last button. */
export function tabsOf(coached: boolean): { bar: Entry[]; behind: Entry[] } {
  if (!coached) return { bar: [MOVES, CHAT, RULES, MORE], behind: [] };
  if (narrow.current) return { bar: [COACH, MOVES, RULES, MORE], behind: [CHAT] };
  return { bar: [COACH, MOVES, CHAT, RULES, MORE], behind: [] };
}
