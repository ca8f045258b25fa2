"""Compiled rules read and write only what is there: every index is checked, in a process apart.

The code is compiled once more for it, with the checks and without the optimizer, which would take
longer over it than all these games do. Nothing is compared here: `check_game` does that.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from orrery.core import registry

TINY = Path(__file__).parent.parent / "tiny"
PROGRAM = """
import itertools
import sys
import tempfile
import warnings
from pathlib import Path

import numba
from orrery.core import jit, registry
from orrery.core.contract import CHANCE, OVER, WATCHER
from orrery.core.dice import draw_python, generator
from orrery.core.entries import CORE, signature
from orrery.core.runner import Runner
from orrery.core.testing import option_combinations

assert (numba.config.BOUNDSCHECK, int(numba.config.OPT)) == (1, 0)
warnings.simplefilter("ignore")  # code that is not optimized is not kept either
game = registry.find(sys.argv[1])
jit.name_apart(game.name)
made = {}
with tempfile.TemporaryDirectory() as folder:
    for function in CORE.functions:
        name = jit.plain(function).__name__
        if name != "simulate":  # it does what the others do
            made[name] = jit.compiled_in(Path(folder), function)
            jit.load(made[name], signature(game, jit.plain(function)))
rules = Runner(game, made)


def look(state, seats):
    rules.estimate(state, seats), rules.size(state)
    if rules.turn(state) == CHANCE:
        rules.weights(state)
    elif rules.turn(state) != OVER:
        rules.narrow(state)
    for seat in range(WATCHER, seats):
        hidden = rules.hidden(state, seat)
        rules.redealt(hidden, seat, rng)
        if seat != WATCHER:
            rules.observe(state, seat), rules.observe(hidden, seat)


def play(options, number, ruleset=None):
    state, seats = rules.begin(game.option_vector(options, ruleset)), game.seats(options)
    for ply in itertools.count():
        if ply < 100 or ply % 25 == 0:
            look(state, seats)
        if rules.turn(state) == OVER:
            rules.score(state, seats)
            return ply
        if number % 2:
            move = rules.sample(state, rng)
        else:
            moves = rules.moves(state)
            move = moves[draw_python(rng, len(moves))]
        rules.play(state, move)


plies = 0
combinations = list(option_combinations(game))
for number in range(max(40, len(combinations))):
    rng = generator(9, number)
    plies += play(combinations[number % len(combinations)], number)
for old in game.rulesets[:-1]:
    plies += play(game.read_options({}, old), 1, old)
print(plies)
"""


def play_checked(game: str, **changed: str) -> "subprocess.CompletedProcess[str]":
    """Random games with every index checked, in all options worth trying."""
    settings = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "0", "NUMBA_DISABLE_JIT": "0"}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, game],
        env={**os.environ, **settings, **changed},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
@pytest.mark.parametrize("game", registry.names())
def test_no_index_is_out_of_bounds(game: str) -> None:
    done = play_checked(game)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100


@pytest.mark.long
def test_an_index_out_of_bounds_is_caught(tmp_path: Path) -> None:
    shutil.copytree(TINY / "pig", tmp_path / "games" / "pig")
    rules = tmp_path / "games" / "pig" / "rules.py"
    text = rules.read_text("utf-8")
    line = "    out[n] = ROLL\n"
    assert text.count(line) == 1
    rules.write_text(text.replace(line, "    out[n + 9] = ROLL\n" + line), "utf-8")
    done = play_checked(
        "pig", ORRERY_GAMES_PATH=str(rules.parents[1]), ORRERY_CACHE_DIR=str(tmp_path / "cache")
    )
    assert done.returncode != 0
    assert "IndexError" in done.stderr
