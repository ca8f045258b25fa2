"""Three writings of the rules agree: the naive twin, the interpreted and the compiled kernels."""

import itertools
from typing import Any

import pytest

from orrery.core import runner
from orrery.core.contract import CHANCE, OVER
from orrery.core.dice import draw_python, generator
from tests.games.orion_duel.naive import Naive
from tests.games.orion_duel.positions import GAME

TURNS = {CHANCE: "chance", OVER: "over"}
COMBINATIONS: list[dict[str, Any]] = [
    {"setup": setup, "flips": flips, "counting": counting, "first": first, "series": series}
    for setup, flips, counting, first, series in itertools.product(
        ("preset1", "preset2", "preset3", "random", "free"),
        ("on", "off"),
        ("repeats", "kinds"),
        ("lot", "O", "B"),
        ("single", "first_to_n"),
    )
]


def compare(number: int, options: dict[str, Any], every: int = 1) -> int:
    """Play one random game three times over; returns its length."""
    naive = Naive(**options)
    plain, fast = runner.interpreted(GAME), runner.compiled(GAME)
    vector = GAME.option_vector(GAME.read_options(options))
    state, twin = (each.begin(vector) for each in (plain, fast))
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
            winner = naive.winner()
            scores = plain.score(state, 2)
            assert scores == ([0.0, 0.0] if winner is None else [1 - 2 * winner, 2 * winner - 1])
            return ply
        moves = fast.moves(twin)
        if ply % every == 0:
            assert plain.moves(state) == moves, where
        texts = [GAME.notation.move_text(record, move) for move in moves]
        assert sorted(texts) == sorted(naive.legal()), where
        players = GAME.view(record, -1)["players"]
        assert [player["count"] for player in players] == [naive.count(0), naive.count(1)], where
        assert [player["value"] for player in players] == [naive.value(0), naive.value(1)], where
        k = draw_python(rng, len(moves))
        naive.play(texts[k])
        plain.play(state, moves[k])
        fast.play(twin, moves[k])
    raise AssertionError


@pytest.mark.parametrize("number", range(0, len(COMBINATIONS), 7))
def test_games_with_many_combinations(number: int) -> None:
    assert compare(number, COMBINATIONS[number]) > 10


@pytest.mark.prove
def test_five_hundred_games_from_all_set_ups() -> None:
    lengths = [compare(n, COMBINATIONS[n % len(COMBINATIONS)], every=3) for n in range(500)]
    assert max(lengths) > 60
