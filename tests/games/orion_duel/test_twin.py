"""Three writings of the rules agree: the naive twin, the interpreted and the compiled kernels."""

import itertools
from typing import Any

import pytest

from orrery.core.contract import Record
from orrery.core.jit import twin
from orrery.games.orion_duel.rules import match_winner
from tests.games.orion_duel.naive import Naive
from tests.games.orion_duel.positions import GAME
from tests.games.twins import play_side_by_side

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


def compare(number: int, given: dict[str, Any], every: int = 1) -> int:
    """Play one random game three times over; returns its length."""
    options = GAME.read_options(given)
    naive = Naive(**given)

    def same_counts(record: Record) -> None:
        players = GAME.view(record, -1)["players"]
        assert [player["count"] for player in players] == [naive.count(0), naive.count(1)]
        assert [player["value"] for player in players] == [naive.value(0), naive.value(1)]
        if naive.turn() == "over":
            won = naive.winner()
            assert twin(match_winner)(record) == (-1 if won is None else won)

    return play_side_by_side(GAME, naive, options, 2026, number, same_counts, every)


@pytest.mark.parametrize("number", range(0, len(COMBINATIONS), 7))
def test_games_with_many_combinations(number: int) -> None:
    assert compare(number, COMBINATIONS[number]) > 10


@pytest.mark.prove
def test_five_hundred_games_from_all_set_ups() -> None:
    lengths = [compare(n, COMBINATIONS[n % len(COMBINATIONS)], every=3) for n in range(500)]
    assert max(lengths) > 60
