"""Run an exported kernel: `python runner.py FOLDER GAMES [PER_THREAD] [--save FILE]`.

It stands alone: CuPy and NumPy are all it needs, neither numba nor the rest of Orrery.
"""

import argparse
import json
from pathlib import Path
from typing import NamedTuple

import cupy as cp
import numpy as np

OUTPUTS = ["lengths", "winners", "decisions"]


class Run(NamedTuple):
    """The moves, the winner and the decisions of every game, and the seconds on the GPU."""

    lengths: "np.ndarray"
    winners: "np.ndarray"
    decisions: "np.ndarray"
    seconds: float


def array_arguments(array: "cp.ndarray", itemsize: int, count: int) -> list["np.int64"]:
    """A one-dimensional array as compiled kernels take it: owner, parent, sizes, place, strides."""
    return [np.int64(x) for x in (0, 0, count, itemsize, array.data.ptr, count, itemsize)]


class Kernel:
    """An exported kernel on this machine's GPU."""

    def __init__(self, folder: Path) -> None:
        self.facts = json.loads((folder / "kernel.json").read_text("utf-8"))
        if self.facts.get("outputs") != OUTPUTS:
            raise SystemExit(f"{folder} was exported by another version; export it again")
        module = cp.RawModule(path=str(folder / "kernel.ptx"))
        self.function = module.get_function(self.facts["kernel"])
        self.options = cp.asarray(np.array(self.facts["vector"], np.int32))

    def run(self, games: int, seed: int = 1, first: int = 0, per_thread: int = 1) -> Run:
        """Play games of a seed."""
        lengths, winners = cp.zeros(games, cp.int32), cp.zeros(games, cp.int8)
        decisions = cp.zeros(games, cp.int32)
        arguments = (
            *array_arguments(self.options, 4, len(self.options)),
            *array_arguments(lengths, 4, games),
            *array_arguments(winners, 1, games),
            *array_arguments(decisions, 4, games),
            np.int64(seed),
            np.int64(first),
            np.int32(per_thread),
        )
        threads = self.facts["threads"]
        blocks = -(-games // (threads * per_thread))
        begin, end = cp.cuda.Event(), cp.cuda.Event()
        begin.record()
        self.function((blocks,), (threads,), arguments)
        end.record()
        end.synchronize()
        seconds = cp.cuda.get_elapsed_time(begin, end) / 1000
        return Run(cp.asnumpy(lengths), cp.asnumpy(winners), cp.asnumpy(decisions), seconds)


def main() -> None:
    """Measure an exported kernel, and keep what every game came to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", type=int)
    parser.add_argument("per_thread", type=int, nargs="?", default=1)
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    kernel = Kernel(given.folder)
    kernel.run(given.games, per_thread=given.per_thread)
    played = kernel.run(given.games, per_thread=given.per_thread)
    moves = int(played.lengths.sum())
    report = {
        "game": kernel.facts["game"],
        "games": given.games,
        "moves": moves,
        "decisions": int(played.decisions.sum()),
        "seconds": played.seconds,
        "moves_per_second": moves / played.seconds,
    }
    print(json.dumps(report))
    if given.save:
        arrays = {name: getattr(played, name) for name in OUTPUTS}
        np.savez_compressed(given.save, **arrays)


if __name__ == "__main__":
    main()
