"""Three writings of the rules agree: the naive twin, the interpreted and the compiled kernels."""

import itertools

import pytest

from orrery.core import runner
from orrery.core.contract import CHANCE, OVER
from orrery.core.dice import draw_python, generator
from orrery.core.testing import option_combinations
from tests.games.warp6.naive import Naive
from tests.games.warp6.positions import GAME

COMBINATIONS = list(option_combinations(GAME))
TURNS = {CHANCE: "chance", OVER: "over"}


def compare(number: int) -> int:
    """Play one random game three times over; returns its length."""
    options = COMBINATIONS[number % len(COMBINATIONS)]
    naive = Naive(**options)  # type: ignore[arg-type]
    plain, fast = runner.interpreted(GAME), runner.compiled(GAME)
    state, twin = (each.begin(GAME.option_vector(options)) for each in (plain, fast))
    rng = generator(2026, number)
    for ply in itertools.count():
        record, where = state[0], f"game {number}, {options}, ply {ply}"
        assert state.tobytes() == twin.tobytes(), where
        assert GAME.notation.position_text(record) == naive.position(), where
        decider = plain.turn(state)
        assert fast.turn(twin) == decider, where
        assert TURNS.get(decider, decider) == naive.turn(), where
        if decider == OVER:
            assert GAME.notation.result_text(record) == naive.result(), where
            players = GAME.view(record, -1)["players"]
            assert [player["total"] for player in players] == naive.points, where
            return ply
        moves = plain.moves(state)
        assert fast.moves(twin) == moves, where
        texts = [GAME.notation.move_text(record, move) for move in moves]
        assert sorted(texts) == sorted(naive.legal()), where
        k = draw_python(rng, len(moves))
        naive.play(texts[k])
        plain.play(state, moves[k])
        fast.play(twin, moves[k])
    raise AssertionError


@pytest.mark.parametrize("number", range(len(COMBINATIONS)))
def test_one_game_in_every_combination(number: int) -> None:
    assert compare(number) > 36


@pytest.mark.prove
def test_two_thousand_games() -> None:
    lengths = [compare(number) for number in range(2000)]
    assert max(lengths) > 600
