import { narrow } from "../../lib/screen";
import { stepsOf } from "../../lib/steps";
import type { GameFace } from "../types";
import Answer from "./Answer.svelte";
import Board from "./Board.svelte";
import Chapter from "./Chapter.svelte";
import { headline } from "./headline";
import { CLOTH } from "./Dwarf.svelte";
import Miniature from "./Miniature.svelte";
import Token from "./Token.svelte";
import { isNew, type Colour } from "./view";

/** The colours of the seats, by how many play. */
const COLOURS: Record<number, Colour[]> = {
  2: ["red", "blue"],
  3: ["red", "yellow", "blue"],
  4: ["red", "yellow", "blue", "green"],
};
function tint(key: string): string | null {
  const [kind, colour] = key.split(".");
  return kind === "who" || kind === "rival" ? CLOTH[colour as Colour].main : null;
}

const face: GameFace<"black_crystal"> = {
  Board,
  Answer,
  Miniature,
  Chapter,
  headline,
  newcomer: (view, seat, say) => {
    const settled = view;
    const skill = settled.seats[seat]?.skill;
    if (!narrow.current || !skill || !isNew(settled)) return null;
    return `${say(`skill.${skill}`)}: ${say(`skill_text.${skill}`)}`;
  },
  plates: true,
  tint,
  seatTint: (seat, seats) => CLOTH[COLOURS[seats]![seat]!].main,
  turnBegins: ({ steps }) => stepsOf(steps, "turn_begun").at(-1)?.seat ?? null,
  Token,
  hasToken: (key) => /^(?:find\.F|boom\.B)\d\d$/.test(key),
  acting: (view) => view.active,
  colour: "#7b3fd0",
};
export default face;
