"""Browsers at a server for tables whose draws are written down."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.server import scripted
from tests.web.browsing import Visit, windows_at

expect.set_options(timeout=20_000)  # four windows on a busy machine take their time


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[scripted.Server]:
    """A server for tables whose draws are written down."""
    with scripted.Server(tmp_path_factory.mktemp("written")) as running:
        yield running


@pytest.fixture
def visit_written(browser: Browser, written: scripted.Server) -> Iterator[Callable[..., Visit]]:
    """Opens windows there."""
    with windows_at(browser, written.address) as make:
        yield make
