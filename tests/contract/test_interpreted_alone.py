"""What people are shown is told by the interpreted rules: nobody waits for a compiler."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from orrery.core import jit, registry
from orrery.core.dice import SeededDice, draw_python, generator
from orrery.core.match import Match
from tests.kinds import only_compiled

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from numba.core.dispatcher import Dispatcher
import orrery
from orrery.core import registry, runner

game = registry.find(sys.argv[1])
seen = []
compile = Dispatcher.compile
Dispatcher.compile = lambda self, *given: (seen.append(self.__qualname__), compile(self, *given))[1]
match = orrery.new(game.name, seed=3)
for k in range(120):
    if match.over:
        break
    legal = match.legal()
    for seat in range(-1, match.seats):
        match.view(seat)
        game.status(match.knowledge(seat)[0])
        game.seat_words(match.knowledge(seat)[0], max(seat, 0))
    str(match), match.position, game.prompt(match.state[0])
    match.preview(legal[k % len(legal)], match.turn)
    for code in range(0, game.move_codes, max(1, game.move_codes // 40)):
        if code not in match.legal_codes():
            game.why(match.knowledge(match.turn)[0], code)
    match.play(legal[k * 7 % len(legal)])
    match.sentences(len(match.plies) - 1)
match.record().verify(game)
print(*sorted(set(seen)))
"""


@pytest.mark.skipif(jit.COMPILER_OFF, reason="nothing compiles in this run")
@pytest.mark.parametrize("game", [game.name for game in registry.all_games()])
def test_nothing_compiles_while_a_game_is_shown(game: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, game],
        capture_output=True,
        text=True,
        env=dict(os.environ),
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


def whole_game(name: str) -> str:
    """A random game as it is told to everybody, or the beginning of one that is long."""
    game = registry.find(name)
    match, rng = Match(game, dice=SeededDice(5)), generator(5, 1)
    while not match.over and len(match.plies) < 300:
        codes = match.legal_codes()
        match.play(codes[draw_python(rng, len(codes))])
    views = [match.view(seat) for seat in range(-1, match.seats)]
    told = [match.sentences(ply) for ply in range(len(match.plies))]
    texts = [event.text for event in match.plies]
    return f"{jit.COMPILER_OFF} {match.position} {match.result} {texts} {views} {told}"


@only_compiled
@pytest.mark.skipif(jit.COMPILER_OFF, reason="nothing compiles in this run")
@pytest.mark.parametrize("game", registry.names())
def test_with_the_compiler_off_it_is_the_same_game(game: str) -> None:
    program = f"from {__name__} import whole_game; print(whole_game('{game}'))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        check=False,
    )
    assert done.stdout.strip() == whole_game(game).replace("False", "True", 1), done.stderr
