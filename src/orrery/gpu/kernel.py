"""The kernel: whole random games, each in the local memory of one thread."""

import importlib.util
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from orrery.core import contract, registry
from orrery.core.contract import CHANCE, OVER
from orrery.core.dice import RNG_WORDS, stream
from orrery.core.entries import winner
from orrery.core.errors import BadOption, OrreryError
from orrery.core.game import Game
from orrery.core.jit import clear, record_type

THREADS = 128
"""Threads of a block."""
NAME = "orrery_simulate"


class GpuMissing(OrreryError):  # noqa: N818 - named for what is wrong
    """There is no GPU here, or nothing to drive it with."""

    code = "GpuMissing"


class Played(NamedTuple):
    """What came of each of some games, in their order."""

    lengths: NDArray[np.int32]
    """Moves, Nature's too."""
    winners: NDArray[np.int8]
    """The winning seat, or -1."""
    decisions: NDArray[np.int32]
    """Moves that a seat decided."""


def build(game: Game, seats: int) -> Any:
    """The kernel as a Python function, with the sizes of a game in it."""
    cuda, types = _cuda()
    state, work = record_type(game.state), record_type(game.work)
    longest = game.max_moves

    width = game.state.itemsize

    def orrery_simulate(options, lengths, winners, decisions, seed, first, per_thread):  # type: ignore[no-untyped-def]
        thread = cuda.grid(1)
        states = cuda.local.array(1, state)
        works = cuda.local.array(1, work)
        rng = cuda.local.array(RNG_WORDS, types.uint64)
        out = cuda.local.array(longest, types.int32)
        odds = cuda.local.array(longest, types.int64)
        scores = cuda.local.array(seats, types.float64)
        clear(states[0], width)
        for k in range(per_thread):
            number = thread * per_thread + k
            if number >= lengths.shape[0]:
                return
            stream(rng, seed, first + number)
            clear(states[0], min(contract.size(states[0]), width))
            contract.begin(states[0], options, works[0])
            length = decided = 0
            decider = contract.turn(states[0])
            while decider != OVER:
                if decider != CHANCE:
                    decided += 1
                move = contract.sample(states[0], rng, out, odds, works[0])
                contract.play(states[0], move, works[0])
                length += 1
                decider = contract.turn(states[0])
            contract.score(states[0], scores)
            lengths[number] = length
            winners[number] = winner(scores)
            decisions[number] = decided

    return orrery_simulate


def _signature() -> tuple[Any, ...]:
    _, types = _cuda()
    return (
        types.int32[::1],
        types.int32[::1],
        types.int8[::1],
        types.int32[::1],
        types.int64,
        types.int64,
        types.int32,
    )


def export(
    name: str, options: Mapping[str, object], folder: Path, chip: tuple[int, int] = (9, 0)
) -> Path:
    """Write the kernel of a game as PTX, and beside it what a runner must know; needs no GPU."""
    cuda, _ = _cuda()
    from numba.cuda import dispatcher

    game = registry.find(name)
    values = game.read_options(options)
    seats = game.seats(values)

    class _Chip:
        compute_capability = chip

    real = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: _Chip  # nothing to ask on a machine without one
    try:
        ptx, _ = cuda.compile_ptx(build(game, seats), _signature(), cc=chip, device=False)
    finally:
        dispatcher.get_current_device = real
    found = re.search(r"\.visible \.entry (\S+?)\(", ptx)
    assert found is not None
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernel.ptx").write_text(ptx.replace(found[1], NAME), "utf-8")
    facts = {
        "game": name,
        "options": values,
        "vector": game.option_vector(values).tolist(),
        "seats": seats,
        "threads": THREADS,
        "kernel": NAME,
        "outputs": Played._fields,
    }
    (folder / "kernel.json").write_text(json.dumps(facts, indent=1), "utf-8")
    return folder


class GpuGames:
    """Random games on the GPU here, by rules that are compiled for it once."""

    def __init__(self, game: Game, vector: NDArray[np.int32], seats: int) -> None:
        cuda, _ = _cuda()
        if not cuda.is_available():
            raise GpuMissing("there is no GPU here; `orrery.gpu.export` writes the kernel for one")
        self._cuda = cuda
        self._kernel = cuda.jit(_signature())(build(game, seats))
        self._vector = cuda.to_device(vector)

    def play(self, seed: int, first: int, games: int) -> Played:
        """Play games `first`, `first`+1, ... of a seed."""
        kinds = (np.int32, np.int8, np.int32)
        out = [self._cuda.to_device(np.zeros(games, kind)) for kind in kinds]
        blocks = (games + THREADS - 1) // THREADS
        self._kernel[blocks, THREADS](self._vector, *out, seed, first, 1)
        return Played(*(array.copy_to_host() for array in out))


def simulate(
    name: str,
    games: int,
    options: Mapping[str, object] | None = None,
    seed: int = 1,
    ruleset: int | None = None,
) -> Played:
    """Play random games of a seed on the GPU here, and tell what came of each of them."""
    if games < 1:
        raise BadOption("at least one game is played", detail={"option": "games"})
    game = registry.find(name)
    values = game.read_options(options or {}, ruleset)
    vector = game.option_vector(values, ruleset)
    return GpuGames(game, vector, game.seats(values)).play(seed, 0, games)


def _cuda() -> tuple[Any, Any]:
    if importlib.util.find_spec("numba_cuda") is None:
        raise GpuMissing("numba-cuda is not installed: pip install 'orrery-games[gpu]'")
    from numba import cuda, types

    return cuda, types
