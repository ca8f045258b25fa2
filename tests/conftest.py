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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers come last: driving one leaves an event loop running in the process."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))
