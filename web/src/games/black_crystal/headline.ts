// What can be done now, in one sentence: made of what is really possible.

import { readMoves, type Choice, type Say } from "./moves";
import { SIZE, eventOf, isTile, type MineView } from "./view";

/** The kinds of things to do, in the order in which they are named. */
const KINDS: [string, (choice: Choice) => boolean][] = [
  ["mine", ({ kind }) => kind === "mine"],
  ["dig", ({ move }) => move === "dig"],
  ["walk", ({ kind }) => kind === "walk"],
  ["hop", ({ kind }) => kind === "hop"],
  ["attack", ({ kind }) => kind === "attack"],
  ["card", ({ card }) => card !== null],
  ["explosive", ({ tool }) => tool === "exp"],
  ["skill", ({ skill }) => skill],
  ["end", ({ kind }) => kind === "end"],
];

/** Where the first Exit is that everybody sees. */
function exitOf({ cells }: MineView): string | null {
  const at = cells.findIndex((cell) => isTile(cell) && eventOf(cell.tile) === "exit");
  return at < 0 ? null : `${at % SIZE},${Math.floor(at / SIZE)}`;
}

/** Who has come for us in another's turn; null if it is no dwarf. */
function attacked({ fight, seats }: MineView, seat: number, say: Say): string | null {
  const other = fight?.d === seat ? fight.a : fight?.d;
  if (fight?.kind !== "brawl" || other === null || other === undefined) return null;
  return say("web_turn.attacked", { who: `@who.${seats[other]!.colour}` });
}

/** What one is asked in another's turn; null for who only stands by a fight. */
function asked(view: MineView, prompt: string | null, seat: number, say: Say): string | null {
  if (!prompt || prompt === "state.preroll") return null;
  const own = prompt === "state.preroll_mine" || prompt === "state.postroll";
  return (own ? attacked(view, seat, say) : null) ?? say(`window.${prompt}`);
}

/** The headline of one's own turn; null where the game's own words say it best. */
export function headline(
  view: MineView,
  prompt: string | null,
  legal: string[],
  seat: number,
  say: Say,
): string | null {
  if (!legal.length) return asked(view, prompt, seat, say);
  if (view.aim) return say(`web_aim.${view.aim}`);
  if (view.state === "CART" && !legal.includes("stop")) return say("web_turn.cart");
  if (view.state !== "ACT") return null;
  const choices = readMoves(view, legal, seat, say);
  const what = KINDS.filter(([, is]) => choices.some(is)).map(([kind]) => say(`web_turn.${kind}`));
  const last = what.pop();
  if (last === undefined) return null;
  const list = what.length ? what.join(", ") + say("web_turn.or") + last : last;
  const exit = view.seats[seat]?.crystal ? exitOf(view) : null;
  const moved = prompt === "state.acted";
  if (exit && !moved) return say("web_turn.carry", { cell: exit, what: list });
  return say(moved ? "web_turn.moved" : "web_turn.lead", { what: list });
}
