"""Golden playthroughs: the rules still play the games that are kept as text."""

from pathlib import Path

import pytest
from tools.playthroughs import TESTS, all_playthroughs

from tests.kinds import only_compiled

FOUND = dict(all_playthroughs())


@only_compiled
@pytest.mark.parametrize("path", FOUND, ids=lambda path: str(path.relative_to(TESTS)))
def test_the_game_is_played_as_it_was(path: Path) -> None:
    assert path.exists(), "run `make playthroughs` and look at the new file"
    assert path.read_text("utf-8") == FOUND[path]()


def test_no_playthrough_is_left_over() -> None:
    kept = set(TESTS.glob("*/playthroughs/*.txt"))
    assert kept == set(FOUND)
