"""Running the rules from Python: one face for the interpreted and the compiled functions.

A `Runner` owns the buffers that the contract asks its callers for, so it belongs to one thread.
"""

import threading
from collections.abc import Callable, Mapping
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from . import cache, jit
from .contract import listening
from .entries import CORE, DECISIONS, DRAWS, LONGEST, MOVES, WINS
from .game import Game, State
from .steps import Note


class Counts(TypedDict):
    """What came of random games: moves (Nature's too), decisions, draws, wins of each seat."""

    moves: int
    decisions: int
    draws: int
    longest: int
    wins: list[int]


class Runner:
    """The rules of one game, ready to be called."""

    def __init__(self, game: Game, functions: Mapping[str, Callable[..., Any]]) -> None:
        jit.refresh_twins()  # views and stories run twins, whatever runs the rules
        self.game = game
        self._call = functions
        self._works = np.zeros(1, game.work)
        self._moves = np.zeros(game.max_moves, np.int32)
        self._weights = np.zeros(game.max_moves, np.int64)

    def begin(self, options: NDArray[np.int32]) -> State:
        """A new state."""
        state = self.game.blank()
        self._call["begin"](state, options, self._works)
        return state

    def turn(self, state: State) -> int:
        """The seat that decides, or CHANCE, or OVER."""
        return int(self._call["turn"](state))

    def moves(self, state: State) -> list[int]:
        """The legal moves, ascending."""
        count = self._call["moves"](state, self._moves, self._works)
        return [int(move) for move in self._moves[:count]]

    def weights(self, state: State) -> list[int]:
        """The weights of Nature's moves."""
        count = self._call["moves"](state, self._moves, self._works)
        self._call["weights"](state, self._weights, self._works)
        return [int(weight) for weight in self._weights[:count]]

    def total_weight(self, state: State) -> int:
        """The sum of the weights, as the rules give it."""
        return int(self._call["weights"](state, self._weights, self._works))

    def play(self, state: State, move: int) -> None:
        """Apply a legal move to the state."""
        self._call["play"](state, move, self._works)

    def score(self, state: State, seats: int) -> list[float]:
        """The result of each seat."""
        out = np.zeros(seats, np.float64)
        self._call["score"](state, out)
        return [float(value) for value in out]

    def estimate(self, state: State, seats: int) -> list[float]:
        """The heuristic value of each seat."""
        out = np.zeros(seats, np.float64)
        self._call["estimate"](state, out, self._works)
        return [float(value) for value in out]

    def hidden(self, state: State, seat: int) -> State:
        """A copy of the state that holds only what the seat knows."""
        copy = state.copy()
        self._call["hide"](copy, seat)
        return copy

    def redealt(self, state: State, seat: int, rng: NDArray[np.uint64]) -> State:
        """A copy of a hidden state with its hidden part dealt anew."""
        copy = state.copy()
        self._call["redeal"](copy, seat, rng, self._works)
        return copy

    def observe(self, state: State, seat: int) -> NDArray[np.float32]:
        """The tensor of what the seat knows."""
        out = np.zeros(self.game.observation, np.float32)
        self._call["observe"](state, seat, out)
        return out

    def size(self, state: State) -> int:
        """How many bytes of the state are in use."""
        return min(int(self._call["size"](state)), self.game.state.itemsize)

    def buffers(self) -> tuple[Any, Any, Any]:
        """What the contract asks its callers for: room for moves, for weights, and scratch."""
        return self._moves, self._weights, self._works[0]

    def narrow(self, state: State) -> tuple[list[int], int]:
        """The legal moves with those worth a search in front, and how many those are."""
        count = int(self._call["moves"](state, self._moves, self._works))
        kept = int(self._call["narrow"](state, self._moves, count, self._works))
        return [int(move) for move in self._moves[:count]], kept

    def sample(self, state: State, rng: NDArray[np.uint64]) -> int:
        """A random move, drawn from the generator."""
        return int(self._call["sample"](state, rng, self._moves, self._weights, self._works))

    def simulate(
        self,
        options: NDArray[np.int32],
        seats: int,
        seed: int,
        first: int,
        games: int,
        listing: bool = False,
    ) -> Counts:
        """Play random games and count what came of them.

        With `listing` all moves are written down at every ply; the games are the same.
        """
        tally = np.zeros(WINS + seats, np.int64)
        state = self.game.blank()
        self._call["simulate"](
            state,
            state.view(np.uint8),
            options,
            self._works,
            self._moves,
            self._weights,
            np.zeros(seats, np.float64),
            np.zeros(2, np.uint64),
            tally,
            seed,
            first,
            games,
            int(listing),
        )
        return {
            "moves": int(tally[MOVES]),
            "decisions": int(tally[DECISIONS]),
            "draws": int(tally[DRAWS]),
            "longest": int(tally[LONGEST]),
            "wins": [int(n) for n in tally[WINS:]],
        }


def interpreted(game: Game) -> Runner:
    """The rules as plain Python: slow, and open to a debugger and to `story`."""
    return Runner(game, {jit.plain(f).__name__: jit.twin(f) for f in CORE.functions})


def compiled(game: Game) -> Runner:
    """The rules as machine code; compiles them first if that was never done."""
    return Runner(game, cache.load(game))


def at_hand(game: Game) -> Runner:
    """Compiled rules if this process has loaded them already, else interpreted: never waits."""
    return compiled(game) if cache.is_loaded(game) else interpreted(game)


_shared = threading.local()


def shared(game: Game) -> Runner:
    """The runner that all matches of a game in one thread can have: its buffers are large."""
    known: dict[tuple[Game, bool], Runner] = getattr(_shared, "known", {})
    key = game, cache.is_loaded(game)
    if key not in known:
        known[key] = at_hand(game)
        _shared.known = known
    return known[key]


def story(game: Game, state: State, move: int) -> list[Note]:
    """The visible steps of a move, told by the interpreted rules on a copy of the state."""
    with listening() as notes:
        _teller(game).play(state.copy(), move)
    return notes


def step_words(
    game: Game, state: State, move: int, notes: list[Note] | None = None
) -> list[tuple[tuple[str, dict[str, str]], int]]:
    """The sentences about the steps of a move, each with the audience of its step, each once.

    Where nobody can do anything, one move may be followed by hundreds of turns all alike.
    """
    if not game.tells_steps:
        return []
    told = story(game, state, move) if notes is None else notes
    told_once: dict[tuple[str, int], tuple[tuple[str, dict[str, str]], int]] = {}
    for words, step in zip(game.step_words(state[0], move, told), told, strict=True):
        if words is not None:
            told_once.setdefault((str(words), step.audience), (words, step.audience))
    return list(told_once.values())


_tellers = threading.local()


def _teller(game: Game) -> Runner:
    """The interpreted rules of a game, made once for each thread."""
    known: dict[Game, Runner] = getattr(_tellers, "known", {})
    if game not in known:
        known[game] = interpreted(game)
        _tellers.known = known
    return known[game]
