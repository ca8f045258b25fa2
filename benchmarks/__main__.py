"""Run every benchmark, print one table and write it to docs/benchmarks.md."""

import subprocess
from datetime import date
from pathlib import Path

from benchmarks import random_play, start
from benchmarks.table import machine, show

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
TEXT = """# Benchmarks

Written by `make bench`. Both sides of a row ran in the same run on the same machine; the ratio is
what counts.

{table}

Machine: {machine}. Date: {today}, commit {commit}.

- **Random games**: our side plays whole games of the compiled rules from the set-up on, every legal
  move listed at every ply, one thread, compile time left out. OpenSpiel's side are the rollouts
  inside its C++ MCTSBot, so that no Python is timed; its moves are the rollouts times the mean
  length of a random game. The two games are not the same game: hex(11) lists 121 moves, falling
  to none, and ends after about 108 plies; Cubulus lists up to 54 and ends after about 38.
- **First game**: from the start of the Python process to the end of its first compiled game.
"""


def commit() -> str:
    """The commit that was measured."""
    found = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or "unknown"


def main() -> None:
    """Measure and write the page."""
    rows = [*random_play.rows(), *start.rows()]
    table = show(rows)
    print(table)
    PAGE.write_text(
        TEXT.format(table=table, machine=machine(), today=date.today(), commit=commit()), "utf-8"
    )


if __name__ == "__main__":
    main()
