import type { GameFace } from "../types";
import Board from "./Board.svelte";
import Chapter from "./Chapter.svelte";
import Miniature from "./Miniature.svelte";

const face: GameFace<"warp6"> = { Board, Miniature, Chapter, colour: "#8d6bff" };
export default face;
