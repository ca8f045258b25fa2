"""Compare what a GPU machine played with the CPU, game by game: `... compare_gpu FOLDER`.

FOLDER holds what `on_gpu.py` wrote. If every length and winner agrees, its report is kept for
the table.
"""

import json
import sys
from pathlib import Path

import numpy as np

from benchmarks.gpu import REPORT
from orrery.core import registry
from orrery.core.runner import compiled

KERNELS = {
    "connect_four": ("connect_four", {}),
    "cubulus": ("cubulus", {}),
    "cubulus3": ("cubulus", {"players": 3}),
    "high_card": ("high_card", {}),
    "pig": ("pig", {}),
}


def same(name: str, options: dict[str, object], found: Path) -> int:
    """How many games were compared; AssertionError names the first that differs."""
    game = registry.find(name)
    values = game.read_options(options)
    vector, seats = game.option_vector(values), game.seats(values)
    runner = compiled(game)
    played = np.load(found)
    for number, (length, won) in enumerate(zip(played["lengths"], played["winners"], strict=True)):
        counts = runner.simulate(vector, seats, 1, number, 1)
        winner = counts["wins"].index(1) if 1 in counts["wins"] else -1
        assert (counts["moves"], winner) == (length, won), f"{name} differs in game {number}"
    return len(played["lengths"])


def main(folder: Path) -> None:
    """Compare every kernel and keep the report."""
    report = json.loads((folder / "report.json").read_text("utf-8"))
    report["compared"] = {
        key: same(name, dict(options), folder / f"{key}.npz")
        for key, (name, options) in KERNELS.items()
    }
    print(report["compared"])
    REPORT.write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
