import type { GameFace } from "../types";
import Board from "./Board.svelte";
import Chapter from "./Chapter.svelte";
import Miniature from "./Miniature.svelte";

const face: GameFace = { Board, Miniature, Chapter, colour: "#7b3fd0" };
export default face;
