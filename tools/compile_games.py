"""Compile the rules and the search of all games, several at a time, so that no test waits for it.

What is compiled already is left as it is. The largest game comes first: it takes longest.
"""

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TINY = Path(__file__).parent.parent / "tests" / "tiny"
os.environ.setdefault("ORRERY_GAMES_PATH", str(TINY))

from orrery.bots.simulation import SEARCH
from orrery.core import cache, registry
from orrery.core.entries import CORE, EntrySet
from orrery.core.game import Game


def size_of(game: Game) -> int:
    """How many bytes of sources a game has."""
    return sum(path.stat().st_size for path in game.folder.rglob("*.py"))


def compile_one(game: Game, entries: EntrySet) -> None:
    """Have one game's entries compiled by a child."""
    if cache.is_ready(game, entries):
        return
    began = time.monotonic()
    cache.wait_for(cache.start_compiling(game, entries), game)
    print(f"{game.name}, {entries.name}: {time.monotonic() - began:.0f} s", flush=True)


def main() -> None:
    """Compile what is not compiled yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    games = sorted(registry.all_games(), key=size_of, reverse=True)
    with ThreadPoolExecutor(chosen.jobs) as pool:
        for done in [pool.submit(compile_one, g, e) for g in games for e in (SEARCH, CORE)]:
            done.result()


if __name__ == "__main__":
    main()
