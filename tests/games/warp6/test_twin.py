"""Three writings of the rules agree: the naive twin, the interpreted and the compiled kernels."""

import pytest

from orrery.core.contract import Record
from orrery.core.testing import option_combinations
from tests.games.twins import play_side_by_side
from tests.games.warp6.naive import Naive
from tests.games.warp6.positions import GAME

COMBINATIONS = list(option_combinations(GAME))


def compare(number: int) -> int:
    """Play one random game three times over; returns its length."""
    options = COMBINATIONS[number % len(COMBINATIONS)]
    naive = Naive(**options)  # type: ignore[arg-type]

    def same_points(record: Record) -> None:
        players = GAME.view(record, -1)["players"]
        assert [player["total"] for player in players] == naive.points

    return play_side_by_side(GAME, naive, options, 2026, number, same_points)


@pytest.mark.parametrize("number", range(len(COMBINATIONS)))
def test_one_game_in_every_combination(number: int) -> None:
    assert compare(number) > 36


@pytest.mark.prove
def test_two_thousand_games() -> None:
    lengths = [compare(number) for number in range(2000)]
    assert max(lengths) > 600
