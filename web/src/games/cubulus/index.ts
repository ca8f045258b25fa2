import type { GameFace } from "../types";
import Board from "./Board.svelte";
import Chapter from "./Chapter.svelte";
import Miniature from "./Miniature.svelte";

const face: GameFace<"cubulus"> = { Board, Miniature, Chapter, colour: "#e9785f" };
export default face;
