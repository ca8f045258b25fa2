"""Entry kernels: what Python calls of the compiled core, written once for all games.

Only entries are kept on disk, a set of them per game; what they call is compiled into them.
The annotations of an entry's parameters are its compiled signature.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from . import contract
from .contract import CHANCE, OVER
from .dice import stream
from .game import Game, hash_sources
from .jit import clear, kernel, record_type

States = Annotated[NDArray[np.void], "state"]
Works = Annotated[NDArray[np.void], "work"]
Options = Annotated[NDArray[np.int32], np.int32]
Moves = Annotated[NDArray[np.int32], np.int32]
Weights = Annotated[NDArray[np.int64], np.int64]
Scores = Annotated[NDArray[np.float64], np.float64]
Tensor = Annotated[NDArray[np.float32], np.float32]
Raw = Annotated[NDArray[np.uint8], np.uint8]
"""The bytes of `states`."""
Rng = Annotated[NDArray[np.uint64], np.uint64]


@dataclass(frozen=True)
class EntrySet:
    """Entries that are compiled and kept together, and the folder of their sources."""

    name: str
    functions: tuple[Callable[..., Any], ...]
    sources: Path
    fingerprint: str = field(default="", init=False)
    """A hash of those sources as they were when they were imported."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "fingerprint", hash_sources(self.sources))


def signature(game: Game, function: Callable[..., Any]) -> tuple[Any, ...]:
    """The compiled signature of an entry for a game."""
    hints = get_type_hints(inspect.unwrap(function), include_extras=True)
    hints.pop("return", None)
    return tuple(_compiled_type(game, hint) for hint in hints.values())


def _compiled_type(game: Game, hint: Any) -> Any:
    if hint is int:
        return record_type(np.dtype(np.int64))
    kind = get_args(hint)[1]
    dtype = {"state": game.state, "work": game.work}[kind] if isinstance(kind, str) else kind
    return record_type(np.dtype(dtype))[::1]


@kernel
def begin(states: States, options: Options, works: Works) -> None:
    """Set up the first state."""
    contract.begin(states[0], options, works[0])


@kernel
def turn(states: States) -> int:
    """Who decides in the first state."""
    return contract.turn(states[0])


@kernel
def moves(states: States, out: Moves, works: Works) -> int:
    """The legal moves of the first state."""
    return contract.moves(states[0], out, works[0])


@kernel
def weights(states: States, out: Weights, works: Works) -> int:
    """The weights of Nature's moves in the first state."""
    return contract.weights(states[0], out, works[0])


@kernel
def play(states: States, move: int, works: Works) -> None:
    """Play a move in the first state."""
    contract.play(states[0], move, works[0])


@kernel
def score(states: States, out: Scores) -> None:
    """The result of the first state."""
    contract.score(states[0], out)


@kernel
def estimate(states: States, out: Scores, works: Works) -> None:
    """The heuristic value of the first state."""
    contract.estimate(states[0], out, works[0])


@kernel
def hide(states: States, seat: int) -> None:
    """Hide what a seat does not know."""
    contract.hide(states[0], seat)


@kernel
def redeal(states: States, seat: int, rng: Rng, works: Works) -> None:
    """Deal the hidden part of the first state anew."""
    contract.redeal(states[0], seat, rng, works[0])


@kernel
def observe(states: States, seat: int, out: Tensor) -> None:
    """The tensor of what a seat knows."""
    contract.observe(states[0], seat, out)


@kernel
def size(states: States) -> int:
    """How many bytes of the first state are in use."""
    return contract.size(states[0])


@kernel
def sample(states: States, rng: Rng, out: Moves, odds: Weights, works: Works) -> int:
    """A random move of the first state."""
    return contract.sample(states[0], rng, out, odds, works[0])


@kernel
def narrow(states: States, out: Moves, count: int, works: Works) -> int:
    """How many of the listed moves are worth a search; those come first."""
    return contract.narrow(states[0], out, count, works[0])


@kernel
def winner(scores: Scores) -> int:
    """The seat that alone scored best and above nought, or -1."""
    best = 0
    for seat in range(1, scores.shape[0]):
        if scores[seat] > scores[best]:
            best = seat
    if scores[best] <= 0.0:
        return -1
    for seat in range(scores.shape[0]):
        if seat != best and scores[seat] == scores[best]:
            return -1
    return best


# What `simulate` counts, then the wins of each seat.
MOVES, DRAWS, LONGEST, DECISIONS, WINS = 0, 1, 2, 3, 4


@kernel
def simulate(
    states: States,
    raw: Raw,
    options: Options,
    works: Works,
    out: Moves,
    odds: Weights,
    scores: Scores,
    rng: Rng,
    tally: Weights,
    seed: int,
    first: int,
    games: int,
    listing: int,
) -> None:
    """Play random games `first`, `first`+1, ... of a seed in a state that is zeroed at first.

    With `listing` all moves are written down at every ply; the games are the same.
    """
    width = raw.shape[0] // states.shape[0]
    for game in range(first, first + games):
        stream(rng, seed, game)
        clear(states[0], min(contract.size(states[0]), width))
        contract.begin(states[0], options, works[0])
        length = 0
        decider = contract.turn(states[0])
        while decider != OVER:
            if decider != CHANCE:
                tally[DECISIONS] += 1
            if listing == 1:
                move = contract.sample_listed(states[0], rng, out, odds, works[0])
            else:
                move = contract.sample(states[0], rng, out, odds, works[0])
            contract.play(states[0], move, works[0])
            length += 1
            decider = contract.turn(states[0])
        contract.score(states[0], scores)
        won = winner(scores)
        tally[MOVES] += length
        tally[LONGEST] = max(tally[LONGEST], length)
        if won >= 0:
            tally[WINS + won] += 1
        elif scores.shape[0] > 1 or scores[0] == 0.0:
            tally[DRAWS] += 1


CORE = EntrySet(
    "core",
    (
        begin,
        turn,
        moves,
        weights,
        play,
        score,
        estimate,
        hide,
        redeal,
        observe,
        size,
        sample,
        narrow,
        simulate,
    ),
    Path(__file__).parent,
)
