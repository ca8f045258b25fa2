import type { GameFace } from "../types";
import Answer from "./Answer.svelte";
import Board from "./Board.svelte";
import Chapter from "./Chapter.svelte";
import { headline } from "./headline";
import Miniature from "./Miniature.svelte";
import { readView } from "./view";

const face: GameFace = {
  Board,
  Answer,
  Miniature,
  Chapter,
  headline,
  acting: (view) => readView(view).active,
  colour: "#7b3fd0",
};
export default face;
