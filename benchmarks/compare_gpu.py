"""Compare what a GPU machine played with the CPU, game by game: `... compare_gpu FOLDER`.

`... compare_gpu export KERNELS` writes the kernels that `on_gpu.py KERNELS FOLDER` runs there.
FOLDER holds what it wrote. If every length, winner and count of decisions agrees, its report is
kept for the table.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.gpu import REPORT
from orrery.core import registry
from orrery.core.runner import compiled
from orrery.gpu import Played, export

KERNELS: dict[str, tuple[str, dict[str, object]]] = {
    "connect_four": ("connect_four", {}),
    "crystal": ("black_crystal", {"players": 4}),
    "crystal_odd": (
        "black_crystal",
        {
            "players": 3,
            "variant": "2+2",
            "meeting_attack": "active_only",
            "dropped_needs_mining": True,
            "hand_clear_adjacent": True,
            "rubble_on_dropped_crystal": True,
            "autopilot_turns": 1,
            "trap_rescue_after": 2,
            "anti_stall": 8,
            "finite_explosives": False,
            "portal_hops_per_turn": 2,
            "turn_limit": 150,
        },
    ),
    "cubulus": ("cubulus", {}),
    "cubulus3": ("cubulus", {"players": 3}),
    "high_card": ("high_card", {}),
    "pig": ("pig", {}),
    "orion_duel": ("orion_duel", {}),
    "orion_random": ("orion_duel", {"setup": "random", "flips": "off", "counting": "kinds"}),
    "skies": ("under_falling_skies", {}),
    "skies_stars": ("under_falling_skies", {"sides": "ssssssss", "low_dig_placement": True}),
    "warp6": ("warp6", {}),
    "warp6_3": ("warp6", {"players": 3}),
    "warp6_series": ("warp6", {"series_games": 3, "turn_cap": 40, "large_die": 7}),
}


def same(key: str, name: str, options: dict[str, object], played: Any) -> int:
    """How many games were compared; AssertionError names the first that differs."""
    game = registry.find(name)
    values = game.read_options(options)
    vector, seats = game.option_vector(values), game.seats(values)
    runner = compiled(game)
    there = [played[f"{key} {output}"] for output in Played._fields]
    for number, wanted in enumerate(zip(*there, strict=True)):
        counts = runner.simulate(vector, seats, 1, number, 1)
        winner = counts["wins"].index(1) if 1 in counts["wins"] else -1
        here = counts["moves"], winner, counts["decisions"]
        assert here == wanted, f"{name} differs in game {number}"
    return len(there[0])


def write_kernels(folder: Path) -> None:
    """Export every kernel, to be carried to the GPU machine."""
    for key, (name, options) in KERNELS.items():
        export(name, dict(options), folder / key)


def main(folder: Path) -> None:
    """Compare every kernel and keep the report."""
    report = json.loads((folder / "report.json").read_text("utf-8"))
    played = np.load(folder / "games.npz")
    report["compared"] = {
        key: same(key, name, dict(options), played) for key, (name, options) in KERNELS.items()
    }
    print(report["compared"])
    REPORT.write_text(json.dumps(report, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "export":
        write_kernels(Path(sys.argv[2]))
    else:
        main(Path(sys.argv[1]))
