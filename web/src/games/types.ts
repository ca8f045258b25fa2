// What a game brings to the web: a board that shows views and offers moves, and knows no rules.

import type { Component, Snippet } from "svelte";

import type { Story } from "../api/telling.svelte";
import type { EventFacts, GameName, Now, StepFacts, View } from "../api/types";
import type { Places } from "../lib/words.svelte";

export interface BoardProps<G extends GameName = GameName> {
  /** What is shown now; while a story is told, what was before it. */
  view: View<G>;
  now: Now<G>;
  /** The moves that can be made from here; empty while one waits. */
  legal: string[];
  /** The seat whose view this is; null for somebody who watches. */
  seat: number | null;
  /** What to show happening; call `told` when it is done. */
  story: Story<G> | null;
  told: (story: Story<G>) => void;
  play: (move: string) => void;
  /** Something was tried that is not offered: the rule in the way is shown. */
  ask: (move: string) => void;
  /** The steps of a move that is not made. */
  preview: (move: string) => Promise<StepFacts<G>[]>;
  /** The last move that was made, to be kept in sight. */
  last: EventFacts<G> | null;
  hint: string | null;
  say: (key: string, places?: Places) => string;
  /** Nothing should move. */
  still: boolean;
  /** What those who sit here are called, by seat. */
  names?: string[];
  /** What the table knows of a seat: whether somebody is there, and the clock. */
  mark?: Snippet<[number]>;
}

export interface AnswerProps<G extends GameName = GameName> {
  /** An answer to a question in another's turn. */
  move: string;
  /** The sentence that would tell of it. */
  text: string;
  view: View<G>;
  /** The seat that is asked. */
  seat: number;
  say: (key: string, places?: Places) => string;
}

export interface TokenProps {
  /** The key of a word that a sentence names. */
  name: string;
  say: (key: string, places?: Places) => string;
}

export interface MiniatureProps {
  still: boolean;
}

export interface ChapterProps {
  say: (key: string, places?: Places) => string;
  /** Opens a rule by its id. */
  rule: string | null;
}

export interface GameFace<G extends GameName = GameName> {
  Board: Component<BoardProps<G>>;
  /** What stands on the button of an answer in another's turn; without, it is the sentence. */
  Answer?: Component<AnswerProps<G>>;
  Miniature: Component<MiniatureProps>;
  /** The rules as an illustrated chapter. */
  Chapter?: Component<ChapterProps>;
  /** What the seat that decides can do now, in a sentence; null where `prompt` says it best. */
  headline?: (
    view: View<G>,
    prompt: string | null,
    legal: string[],
    seat: number,
    say: (key: string, places?: Places) => string,
  ) => string | null;
  /** What a newcomer reads in their first turn, where the board has no room to say it. */
  newcomer?: (
    view: View<G>,
    seat: number,
    say: (key: string, places?: Places) => string,
  ) => string | null;
  /** Whose turn a view shows, for what chance does in it. */
  acting?: (view: View<G>) => number | null;
  /** Whether its board shows who plays, with `names` and `mark`: then the frame does not. */
  plates?: boolean;
  /** The colour of whom a word names, by its key; null if it names no player. */
  tint?: (key: string) => string | null;
  /** The colour of a seat, where so many sit. */
  seatTint?: (seat: number, seats: number) => string | null;
  /** Whose turn begins with an event, if one does: then the log is divided into turns. */
  turnBegins?: (event: EventFacts<G>) => number | null;
  /** A small picture of what a line of the log names; it opens the whole. */
  Token?: Component<TokenProps>;
  /** Whether there is one, by the key of the word. */
  hasToken?: (key: string) => boolean;
  /** The colour of its planet. */
  colour: string;
}
