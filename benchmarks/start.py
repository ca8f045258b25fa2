"""The time from starting a process to its first compiled game, with the cache cold and warm.

Cubulus is the smallest of the games and Black Crystal the largest.
"""

import os
import subprocess
import sys
import tempfile
import time

from benchmarks.table import Row

PROGRAM = """
import sys
from orrery.core import registry
from orrery.core.runner import compiled
game = registry.find(sys.argv[1])
options = game.read_options({})
compiled(game).simulate(game.option_vector(options), 2, 1, 0, 1)
"""
GAMES = (("cubulus", "Cubulus", ""), ("black_crystal", "Black Crystal", "under 180 s"))


def first_game(name: str, cache: str) -> float:
    """Seconds from starting a process to the end of its first compiled game."""
    began = time.perf_counter()
    environment = {**os.environ, "ORRERY_CACHE_DIR": cache}
    subprocess.run([sys.executable, "-c", PROGRAM, name], env=environment, check=True)
    return time.perf_counter() - began


def rows() -> list[Row]:
    """Cold, then warm."""
    found = []
    for name, title, wanted in GAMES:
        with tempfile.TemporaryDirectory() as cache:
            cold = first_game(name, cache)
            warm = min(first_game(name, cache) for _ in range(3))
        first = f"first {title} game of a process"
        found += [
            Row(f"{first}, never compiled", cold, None, "s", wanted=wanted),
            Row(f"{first}, compiled before", warm, None, "s", wanted="under 3 s"),
        ]
    return found
