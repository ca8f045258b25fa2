"""The time from starting a process to its first compiled game, with the cache cold and warm."""

import os
import subprocess
import sys
import tempfile
import time

from benchmarks.table import Row

PROGRAM = """
from orrery.core import registry
from orrery.core.runner import compiled
game = registry.find("cubulus")
options = game.read_options({})
compiled(game).simulate(game.option_vector(options), 2, 1, 0, 1)
"""


def first_game(cache: str) -> float:
    """Seconds from starting a process to the end of its first compiled game."""
    began = time.perf_counter()
    environment = {**os.environ, "ORRERY_CACHE_DIR": cache}
    subprocess.run([sys.executable, "-c", PROGRAM], env=environment, check=True)
    return time.perf_counter() - began


def rows() -> list[Row]:
    """Cold, then warm."""
    with tempfile.TemporaryDirectory() as cache:
        cold = first_game(cache)
        warm = min(first_game(cache) for _ in range(3))
    return [
        Row("first Cubulus game of a process, never compiled", cold, None, "s"),
        Row(
            "first Cubulus game of a process, compiled before", warm, None, "s", wanted="under 3 s"
        ),
    ]
