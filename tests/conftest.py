"""Tests play the tiny games too, as anybody's games: from a folder named in the environment.

Matches play interpreted, whatever an earlier test has compiled; where it makes a difference a
test asks for `rules` and runs twice, interpreted and compiled. Browsers can be driven from any
folder of tests: `visit` opens windows at a server.
"""

import os
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Any

import pytest

TINY = Path(__file__).parent / "tiny"
os.environ["ORRERY_GAMES_PATH"] = str(TINY)

from orrery.core import cache, jit, runner  # noqa: E402
from orrery.core.game import Game  # noqa: E402
from orrery.core.match import Match  # noqa: E402
from tests.web.browsing import (  # noqa: E402
    browser,  # noqa: F401 - fixtures
    server,  # noqa: F401
    visit,  # noqa: F401
    visit_written,  # noqa: F401
    written,  # noqa: F401
)

KINDS = ("interpreted",) if jit.COMPILER_OFF else ("interpreted", "compiled")


class Hand:
    """The cache as a runner sees it, in which everything or nothing is at hand."""

    def __init__(self, full: bool) -> None:
        self.full = full

    def is_loaded(self, game: Game) -> bool:
        return self.full

    def load(self, game: Game) -> Mapping[str, Callable[..., Any]]:
        return cache.load(game)


@pytest.fixture(params=KINDS)
def rules(request: pytest.FixtureRequest) -> str:
    """How the matches of a test play: `interpreted`, and once more `compiled`."""
    return str(request.param)


@pytest.fixture(autouse=True)
def _at_hand(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = request.getfixturevalue("rules") if "rules" in request.fixturenames else KINDS[0]
    monkeypatch.setattr(runner, "cache", Hand(kind == "compiled"))


def too_early(self: Match, *given: object, **named: object) -> Match:
    raise AssertionError("games are played inside tests: whoever asks for one test waits for none")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Nothing is played while tests are looked for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Match, "play", too_early)
        return (yield)


@pytest.hookimpl(tryfirst=True)  # before marks are looked at
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Who drives a browser is marked, so that `make test` gives them a run of their own.

    They come last: driving a browser leaves an event loop running in the process.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
