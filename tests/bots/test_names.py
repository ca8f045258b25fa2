"""How bots are named: on the command line, in matches, in records and at tables."""

import pytest

from orrery.bots import bot_settings, bot_text, read_bot
from orrery.bots.search import SearchBot
from orrery.core.errors import BadOption
from orrery.server.records import _level


@pytest.mark.parametrize(
    ("text", "name", "settings"),
    [
        ("random", "random", {}),
        ("search:3", "search", {"level": 3}),
        ("search:simulations=500,explore=2.5", "search", {"simulations": 500, "explore": 2.5}),
        ("search:2,seed=-4", "search", {"level": 2, "seed": -4}),
    ],
)
def test_a_name_is_a_kind_and_settings(text: str, name: str, settings: dict[str, object]) -> None:
    assert bot_settings(text) == (name, settings)


def test_what_a_table_writes_is_read_back() -> None:
    for level in range(1, 6):
        assert bot_settings(bot_text(level)) == ("search", {"level": level})
        assert _level(bot_text(level)) == level


@pytest.mark.parametrize("text", ["", "search", "search:6", "search:0", "search:²", "x:y=z", ":3"])
def test_a_record_may_name_a_bot_that_has_no_level_here(text: str) -> None:
    assert _level(text) is None


def test_a_seed_of_its_own_goes_before() -> None:
    own, given = read_bot("search:1,seed=7", 5), read_bot("search:1", 5)
    assert isinstance(own, SearchBot)
    assert isinstance(given, SearchBot)
    assert (own.seed, given.seed) == (7, 5)


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(BadOption, match="'x' in 'search:x' is no number"):
        read_bot("search:x")
