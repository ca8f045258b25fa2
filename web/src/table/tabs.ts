// The panels beside a board, and which of them have a button in the bar.

import { MediaQuery } from "svelte/reactivity";

export type Tab = "moves" | "coach" | "chat" | "rules" | "share";
type Entry = [tab: Tab, icon: string, label: string];

const COACH: Entry = ["coach", "coach", "web.coach.title"];
const MOVES: Entry = ["moves", "list", "web.moves"];
const CHAT: Entry = ["chat", "chat", "web.chat"];
const RULES: Entry = ["rules", "book", "web.rules"];
const MORE: Entry = ["share", "more", "web.more"];

/** On a phone the bar has room for six buttons; the rest is behind the last of them. */
export const narrow = new MediaQuery("(max-width: 600px), (max-height: 520px)");

/** Beside a board there is room for the log and the chat beneath it; on a phone they take turns. */
export const beside = new MediaQuery("(min-width: 901px) and (min-height: 521px)");

export function tabsOf(coached: boolean): { bar: Entry[]; behind: Entry[] } {
  if (!coached) return { bar: [MOVES, CHAT, RULES, MORE], behind: [] };
  if (narrow.current) return { bar: [COACH, MOVES, RULES, MORE], behind: [CHAT] };
  return { bar: [COACH, MOVES, CHAT, RULES, MORE], behind: [] };
}
