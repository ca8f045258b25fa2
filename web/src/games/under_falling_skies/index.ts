import type { GameFace } from "../types";
import Board from "./Board.svelte";
import Chapter from "./Chapter.svelte";
import Miniature from "./Miniature.svelte";

const face: GameFace<"under_falling_skies"> = { Board, Miniature, Chapter, colour: "#e0763c" };
export default face;
