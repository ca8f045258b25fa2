"""A server with its pages, and a browser that is driven."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from orrery.server.app import PAGES
from tests.server.serving import Server

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HARMLESS = ("GPU stall due to ReadPixels",)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = shutil.which("chromium")
    assert found, "Chromium is missing: `make test` installs it (Debian: apt-get install chromium)"
    assert (PAGES / "index.html").exists(), "the web is not built: `make web` builds it"
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=found, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("web")
    with Server(str(folder / "tables.db")) as running:
        yield running


class Visit:
    """A window of somebody's own; what the console says is kept."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning") and not any(h in message.text for h in HARMLESS):
            self.complaints.append(message.text)

    def go(self, path: str) -> Page:
        self.page.goto(self.address + path)
        self.page.wait_for_selector("main h1, main h2, main .board, main form")
        return self.page


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visit]]:
    """Opens windows; at the end no console may have complained."""
    opened: list[Visit] = []

    def make(width: int = 1200, height: int = 800, **settings: Any) -> Visit:
        known = {"locale": "en-US", "color_scheme": "dark", **settings}
        context = browser.new_context(viewport={"width": width, "height": height}, **known)
        opened.append(Visit(context, server.address))
        return opened[-1]

    yield make
    complaints = [text for one in opened for text in one.complaints]
    for one in opened:
        one.context.close()
    assert complaints == []
