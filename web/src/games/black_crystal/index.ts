import type { GameFace } from "../types";
import Board from "./Board.svelte";
import Miniature from "./Miniature.svelte";

const face: GameFace = { Board, Miniature, colour: "#7b3fd0" };
export default face;
