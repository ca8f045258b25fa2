"""Three writings of the rules agree: the naive twin, the interpreted and the compiled kernels."""

import pytest

from orrery.core.testing import option_combinations
from tests.games.cubulus.naive import Naive
from tests.games.cubulus.positions import GAME
from tests.games.twins import play_side_by_side

COMBINATIONS = list(option_combinations(GAME))


def compare(number: int, ruleset: int = 2) -> int:
    """Play one random game three times over; returns its length."""
    options = COMBINATIONS[number % len(COMBINATIONS)]
    naive = Naive(**options, ruleset=ruleset)  # type: ignore[arg-type]
    return play_side_by_side(GAME, naive, options, 2024, number, ruleset=ruleset)


@pytest.mark.parametrize("number", range(len(COMBINATIONS)))
def test_one_game_in_every_combination(number: int) -> None:
    assert compare(number) > 10


@pytest.mark.parametrize("number", range(0, len(COMBINATIONS), 7))
def test_games_under_the_first_ruleset(number: int) -> None:
    assert compare(number, ruleset=1) > 10


@pytest.mark.prove
def test_two_thousand_games() -> None:
    lengths = [compare(number) for number in range(2000)]
    assert max(lengths) > 60
