"""What bots do before the first turn."""

from collections import Counter

import pytest

from orrery.bots.bot import make_bot
from orrery.bots.simulation import SEARCH
from orrery.core import cache
from orrery.games.cubulus import state
from tests.games.cubulus.positions import GAME, begun

LINES = {tuple(sorted(map(int, line))) for line in state.LINE}


def layout(level: int, seed: int) -> str:
    """The cells after a bot has placed the neutral balls."""
    bot = make_bot("search", level=level, seed=seed)
    match = begun()
    while match.view()["phase"] == "neutral":
        match.play(bot.choose(match))
    return str(match.view()["cells"])


def neighbours(cells: str) -> int:
    """How many pairs of balls lie next to each other in a line."""
    pairs = [(a, b) for low, middle, high in LINES for a, b in ((low, middle), (middle, high))]
    return sum(cells[a] != "." and cells[b] != "." for a, b in pairs)


@pytest.mark.long
@pytest.mark.parametrize("level", [2, 3])
def test_bots_place_neutral_balls_well_apart_and_never_the_same_way(level: int) -> None:
    cache.load(GAME, SEARCH)
    layouts = [layout(level, seed) for seed in range(6)]
    assert len(set(layouts)) == 6
    assert sum(map(neighbours, layouts)) <= 12  # at random it would be about 27
    used = Counter(cell for cells in layouts for cell in range(27) if cells[cell] != ".")
    assert sum(used[cell] for cell in range(9)) < 30  # of 54: as many as anywhere else
    assert len(used) > 20
