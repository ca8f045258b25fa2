"""Run every benchmark, print one table and write it to docs/benchmarks.md."""

import subprocess
from datetime import date
from pathlib import Path

from benchmarks import gpu, random_play, search_speed, start
from benchmarks.table import machine, show

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
TEXT = """# Benchmarks

Written by `make bench`. Both sides of a row ran in the same run on the same machine, the GPU rows
on a machine lent for it (the last one compares that GPU with one core here); the ratio is what
counts.

{table}

Machine: {machine}. Date: {today}, commit {commit}.

- **Random games**: our side plays whole games of the compiled rules from the set-up on, one thread,
  compile time left out; on a turn of Cubulus a move is drawn from the bits of all legal facelets
  without writing the list. OpenSpiel's side are the rollouts inside its C++ MCTSBot, so that no
  Python is timed; its moves are the rollouts times the mean length of a random game. Cubulus and
  hex(11) are not the same game: hex lists 121 moves, falling to none, and ends after about 108
  plies; Cubulus has up to 54 and ends after about 38, of which 11 are set-up. PettingZoo's side is
  its own loop in Python with masked random actions; pgx's is a compiled loop over a batch, whole
  games, observations included as pgx always makes them.
- **Warp 6 and backgammon** are both races with dice, but not the same game: a random game of Warp 6
  takes about 670 plies, 18 of them rolls and 18 placements before the first turn; one of **Under
  Falling Skies** takes about 108, half of them rolls; one of **Black Crystal** with four at random
  takes about 1,230, with all that Nature draws. **Orion Duel**
  has up to 2,323 placements a ply and about 27 plies; "drawn" takes one from sets of anchors,
  "listed" writes all of them down at every ply. The games are the same either way.
- **Search**: one core each, from the first position. On Hex and Connect Four both sides go down a
  tree, play one random game to its end and back the result up. On Cubulus our search judges every
  move of each new position instead: one of its simulations is about fifty judgements.
- **First game**: from the start of the Python process to the end of its first compiled game.
- **GPU**: kernels compiled here to PTX, run there through CuPy, timed by events on the GPU, twenty
  games a thread, the best of five runs; one run of one game a thread where that takes more than
  a second, as in Black Crystal. pgx on the same machine: a compiled loop of 42 steps over
  the same batch, ten runs by the wall clock; only moves of unfinished games are counted. Threads
  of Black Crystal go different ways through long rules, so that most of a GPU waits. 20,000
  games of each kernel were compared with the CPU game by game: the same lengths and winners.
"""


def commit() -> str:
    """The commit that was measured."""
    found = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or "unknown"


def main() -> None:
    """Measure and write the page."""
    rows = [*random_play.rows(), *search_speed.rows(), *start.rows(), *gpu.rows()]
    table = show(rows)
    print(table)
    PAGE.write_text(
        TEXT.format(table=table, machine=machine(), today=date.today(), commit=commit()), "utf-8"
    )


if __name__ == "__main__":
    main()
