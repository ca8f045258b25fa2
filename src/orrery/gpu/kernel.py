"""The kernel: whole random games, each in the local memory of one thread."""

import importlib.util
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from orrery.core import contract, registry
from orrery.core.contract import OVER
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


def build(game: Game, seats: int) -> Any:
    """The kernel as a Python function, with the sizes of a game in it."""
    cuda, types = _cuda()
    state, work = record_type(game.state), record_type(game.work)
    longest = game.max_moves

    width = game.state.itemsize

    def orrery_simulate(options, lengths, winners, seed, first, per_thread):  # type: ignore[no-untyped-def]
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
            length = 0
            while contract.turn(states[0]) != OVER:
                move = contract.sample(states[0], rng, out, odds, works[0])
                contract.play(states[0], move, works[0])
                length += 1
            contract.score(states[0], scores)
            lengths[number] = length
            winners[number] = winner(scores)

    return orrery_simulate


def _signature() -> tuple[Any, ...]:
    _, types = _cuda()
    return (
        types.int32[::1],
        types.int32[::1],
        types.int8[::1],
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
    }
    (folder / "kernel.json").write_text(json.dumps(facts, indent=1), "utf-8")
    return folder


def simulate(
    name: str,
    games: int,
    options: Mapping[str, object] | None = None,
    seed: int = 1,
    ruleset: int | None = None,
) -> dict[str, np.ndarray[Any, Any]]:
    """Play random games of a seed on the GPU here: the length and the winner of each."""
    cuda, _ = _cuda()
    if not cuda.is_available():
        raise GpuMissing("there is no GPU here; `orrery.gpu.export` writes the kernel for one")
    if games < 1:
        raise BadOption("at least one game is played")
    game = registry.find(name)
    values = game.read_options(options or {}, ruleset)
    kernel = cuda.jit(_signature())(build(game, game.seats(values)))
    lengths = cuda.to_device(np.zeros(games, np.int32))
    winners = cuda.to_device(np.zeros(games, np.int8))
    blocks = (games + THREADS - 1) // THREADS
    vector = cuda.to_device(game.option_vector(values, ruleset))
    kernel[blocks, THREADS](vector, lengths, winners, seed, 0, 1)
    return {"lengths": lengths.copy_to_host(), "winners": winners.copy_to_host()}


def _cuda() -> tuple[Any, Any]:
    if importlib.util.find_spec("numba_cuda") is None:
        raise GpuMissing("numba-cuda is not installed: pip install 'orrery-games[gpu]'")
    from numba import cuda, types

    return cuda, types
