// What a screen has room for; the same measures stand in the style sheets.

import { MediaQuery } from "svelte/reactivity";

/** On a phone the bar of a table has room for six buttons. */
export const narrow = new MediaQuery("(max-width: 600px), (max-height: 520px)");

/** On a phone held sideways everything stands beside the board. */
export const sideways = new MediaQuery("(max-height: 520px) and (min-width: 600px)");

/** Beside a board there is room for the log and the chat beneath it; on a phone they take turns. */
export const beside = new MediaQuery("(min-width: 901px) and (min-height: 521px)");
