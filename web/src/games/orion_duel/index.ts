import type { GameFace } from "../types";
import Board from "./Board.svelte";
import Chapter from "./Chapter.svelte";
import Miniature from "./Miniature.svelte";

const face: GameFace<"orion_duel"> = { Board, Miniature, Chapter, colour: "#e05aa8" };
export default face;
