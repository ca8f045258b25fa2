"""A server with its pages, and a browser that is driven."""

import contextlib
import random
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from orrery.server.app import PAGES
from tests.server import scripted
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
NO_DRAWING = """for (const kind of [WebGLRenderingContext, WebGL2RenderingContext])
  for (const draw of ["drawArrays", "drawElements", "drawElementsInstanced", "clear"])
    kind.prototype[draw] = () => {};"""
"""A cube takes its place, but no time: without a graphics card it is drawn by the processor."""


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


def play_by_request(
    window: Visit, game: str, plies: int, options: dict[str, Any] | None = None, seed: int = 1
) -> str:
    """A table of one's own where so many moves were made at random; its path."""
    ask = window.context.request
    players = int((options or {}).get("players", 0))
    if not players:
        facts = ask.get(f"{window.address}/api/games/{game}").json()
        players = facts["options"]["properties"]["players"]["default"]
    seats = [{"kind": "me"} for _ in range(players)]
    wanted = {"game": game, "options": options or {}, "seats": seats}
    made = ask.post(f"{window.address}/api/tables", data=wanted)
    assert made.ok, made.text()
    path = f"{window.address}/api/tables/{made.json()['id']}"
    ask.post(f"{path}/seats", data={"nonce": "00"})
    rng = random.Random(seed)
    for _ in range(plies):
        table = ask.get(path).json()
        now = table["now"]
        if not isinstance(now["turn"], int):
            break
        legal = ask.get(f"{path}?seat={now['turn']}").json()["now"]["legal"]
        act = {"n": table["n"], "seat": now["turn"], "move": rng.choice(legal)}
        assert ask.post(f"{path}/moves", data=act).ok
    return f"/t/{made.json()['id']}"


def wait_until(page: Page, true: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait for what a page does not show.

    `wait_for_function` takes no function that is async: the promise it gives counts as true.
    """
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "in vain"
        page.wait_for_timeout(20)


def uncover(page: Page) -> bool:
    """Where hands are hidden and one device is shared: lift the curtain; whether there was one."""
    curtain = page.locator(".curtain .button")
    if not curtain.count():
        return False
    curtain.click()
    curtain.wait_for(state="detached")
    return True


@contextlib.contextmanager
def windows_at(browser: Browser, address: str) -> Iterator[Callable[..., Visit]]:
    """Opens windows; at the end no console may have complained.

    A cube is only seen in windows that are `drawn`.
    """
    opened: list[Visit] = []

    def make(width: int = 1200, height: int = 800, drawn: bool = False, **settings: Any) -> Visit:
        known = {"locale": "en-US", "color_scheme": "dark", **settings}
        context = browser.new_context(viewport={"width": width, "height": height}, **known)
        if not drawn:
            context.add_init_script(NO_DRAWING)
        opened.append(Visit(context, address))
        return opened[-1]

    yield make
    complaints = [text for one in opened for text in one.complaints]
    for one in opened:
        one.context.close()
    assert complaints == []


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visit]]:
    """Opens windows at the server."""
    with windows_at(browser, server.address) as make:
        yield make


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
