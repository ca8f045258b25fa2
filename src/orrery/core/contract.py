"""The contract: what a game must be able to do, and nothing else.

A game's state is one NumPy structured record. The functions below are names: a game registers
its own functions for its record type, and code written for all games calls the names. Compiled
code finds the game's functions by the type of the record, interpreted code by its dtype.

All of them are unchecked. They allocate nothing and raise nothing: the caller gives the output
buffers and `work`, a record of the game's own WORK dtype for scratch.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .dice import draw, pick
from .jit import implement, kernel, silent, twin
from .steps import Note, Steps, noted

CHANCE = -1
"""What `turn` answers when Nature decides."""
OVER = -2
"""What `turn` answers when the game has ended."""
WATCHER = -1
"""The seat of somebody who sits at no seat: `hide` then hides every hand."""
WHOLE = 1 << 30
"""The size of a state that is copied whole, whatever its record's size."""
EVERYONE = -1
"""The audience of a public move: every bit is set."""

Record = np.void
_found: dict[tuple[str, np.dtype[Any]], Callable[..., Any]] = {}


def begin(state: Record, options: NDArray[np.int32], work: Record) -> None:
    """Set up a zeroed record; `options` is a vector of small integers, players first."""
    _found["begin", state.dtype](state, options, work)


def turn(state: Record) -> int:
    """The seat that decides, or CHANCE, or OVER."""
    return _found["turn", state.dtype](state)  # type: ignore[no-any-return]


def moves(state: Record, out: NDArray[np.int32], work: Record) -> int:
    """Write the legal move codes, ascending, and return how many; at CHANCE the outcomes."""
    return _found["moves", state.dtype](state, out, work)  # type: ignore[no-any-return]


def weights(state: Record, out: NDArray[np.int64], work: Record) -> int:
    """At CHANCE: write the integer weight of each outcome of `moves`; return their sum."""
    return _found["weights", state.dtype](state, out, work)  # type: ignore[no-any-return]


def play(state: Record, move: int, work: Record) -> None:
    """Apply one of `moves`."""
    _found["play", state.dtype](state, move, work)


def score(state: Record, out: NDArray[np.float64]) -> None:
    """At OVER: write the result of each seat, from -1 to 1."""
    _found["score", state.dtype](state, out)


def estimate(state: Record, out: NDArray[np.float64], work: Record) -> None:
    """Write a guess of the result of each seat, at any time."""
    _found["estimate", state.dtype](state, out, work)


def hide(state: Record, seat: int) -> None:
    """Overwrite with a fixed filler all that `seat` does not know."""
    _found["hide", state.dtype](state, seat)


def redeal(state: Record, seat: int, rng: NDArray[np.uint64], work: Record) -> None:
    """Fill a hidden state again, by the right odds."""
    _found["redeal", state.dtype](state, seat, rng, work)


def observe(state: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Write a tensor of fixed size with what the seat knows."""
    _found["observe", state.dtype](state, seat, out)


def size(state: Record) -> int:
    """How many of the record's first bytes are in use; the rest are zero and need no copying."""
    return _found["size", state.dtype](state)  # type: ignore[no-any-return]


def sample(
    state: Record,
    rng: NDArray[np.uint64],
    out: NDArray[np.int32],
    odds: NDArray[np.int64],
    work: Record,
) -> int:
    """One legal move, each as likely; at CHANCE one outcome, by its weight.

    A game may do without the list: it must draw the move that listing and drawing would give.
    """
    return _found["sample", state.dtype](state, rng, out, odds, work)  # type: ignore[no-any-return]


def narrow(state: Record, out: NDArray[np.int32], count: int, work: Record) -> int:
    """Bring the moves worth a search to the front of the list; return how many those are.

    A game with very many moves may leave out what is far from anything that matters.
    """
    return _found["narrow", state.dtype](state, out, count, work)  # type: ignore[no-any-return]


_NAMES = {
    f.__name__: f
    for f in (
        begin, turn, moves, weights, play, score, estimate, hide, redeal, observe, size, sample,
        narrow,
    )
}  # fmt: skip
REQUIRED = ("begin", "turn", "moves", "play", "score", "observe")


@kernel
def _no_weights(state: Record, out: NDArray[np.int64], work: Record) -> int:
    return 0


@kernel
def _no_estimate(state: Record, out: NDArray[np.float64], work: Record) -> None:
    for seat in range(out.shape[0]):
        out[seat] = 0.0


@kernel
def _all_known(state: Record, seat: int) -> None:
    pass


@kernel
def _nothing_to_deal(state: Record, seat: int, rng: NDArray[np.uint64], work: Record) -> None:
    pass


@kernel
def _all_of_it(state: Record) -> int:
    return WHOLE


@kernel
def _all_of_them(state: Record, out: NDArray[np.int32], count: int, work: Record) -> int:
    return count


@kernel
def sample_listed(
    state: Record,
    rng: NDArray[np.uint64],
    out: NDArray[np.int32],
    odds: NDArray[np.int64],
    work: Record,
) -> int:
    """List the moves, then draw one."""
    n = moves(state, out, work)
    if turn(state) == CHANCE:
        return int(out[pick(rng, odds, weights(state, odds, work))])
    return int(out[draw(rng, n)])


_DEFAULTS: dict[str, Callable[..., Any]] = {
    "weights": _no_weights,
    "estimate": _no_estimate,
    "hide": _all_known,
    "redeal": _nothing_to_deal,
    "size": _all_of_it,
    "sample": sample_listed,
    "narrow": _all_of_them,
}


def layout(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """An aligned record without gaps: what would be padding is a field that stays zero.

    A gap's bytes are not copied with a record, so two equal states could differ in them.
    """
    aligned = np.dtype(list(fields), align=True)
    filled: list[tuple[Any, ...]] = []
    end = 0
    for field in fields:
        dtype, offset = aligned.fields[field[0]][:2]  # type: ignore[index]
        if offset > end:
            filled.append((f"_gap{end}", np.int8, offset - end))
        filled.append(tuple(field))
        end = offset + dtype.itemsize
    if aligned.itemsize > end:
        filled.append((f"_gap{end}", np.int8, aligned.itemsize - end))
    return np.dtype(filled, align=True)


def register(name: str, dtype: np.dtype[Any], **functions: Callable[..., Any]) -> None:
    """Make `functions` the rules of every record of `dtype`; called once by a game's rules.

    Two records with equal fields are one type to the compiler, so the first field is named
    after the game, and a dtype that another game holds is refused.
    """
    if dtype.names is None or dtype.names[0] != name:
        raise TypeError(f"the first field of the state of '{name}' must be named '{name}'")
    if sum(dtype[field].itemsize for field in dtype.names) != dtype.itemsize:
        raise TypeError(f"the state of '{name}' has gaps; make it with `layout`")
    if any(key == ("begin", dtype) for key in _found):
        raise TypeError(f"a game with the same state record as '{name}' is registered already")
    missing = [wanted for wanted in REQUIRED if wanted not in functions]
    unknown = [given for given in functions if given not in _NAMES]
    if missing or unknown:
        raise TypeError(f"'{name}' registers {missing or 'all'} too few, {unknown or 'none'} extra")
    for function_name, stub in _NAMES.items():
        function = functions.get(function_name) or _DEFAULTS[function_name]
        _found[function_name, dtype] = twin(function)
        implement(stub, dtype, function)


_story: ContextVar[list[Note] | None] = ContextVar("story", default=None)


@silent
def note(step: Steps, *values: int) -> None:
    """Tell everyone of a step of the move being played: kept interpreted, nothing compiled."""
    tell(EVERYONE, step, *values)


@silent
def tell(audience: int, step: Steps, *values: int) -> None:
    """Tell the seats whose bits are set in `audience` of a step of the move being played."""
    story = _story.get()
    if story is not None:
        story.append(noted(step, values, audience))


@contextmanager
def listening() -> Iterator[list[Note]]:
    """Collect the notes of the moves that are played interpreted inside the block."""
    story: list[Note] = []
    token = _story.set(story)
    try:
        yield story
    finally:
        _story.reset(token)
