"""Tests play the tiny games too, as anybody's games: from a folder named in the environment.

Browsers can be driven from any folder of tests: `visit` opens windows at a server.
"""

import os
from pathlib import Path

import pytest

TINY = Path(__file__).parent / "tiny"
os.environ["ORRERY_GAMES_PATH"] = str(TINY)

from tests.web.browsing import (  # noqa: E402
    browser,  # noqa: F401 - fixtures
    server,  # noqa: F401
    visit,  # noqa: F401
    visit_written,  # noqa: F401
    written,  # noqa: F401
)


@pytest.hookimpl(tryfirst=True)  # before marks are looked at
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Who drives a browser is marked, so that `make test` gives them a run of their own.

    They come last: driving a browser leaves an event loop running in the process.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
