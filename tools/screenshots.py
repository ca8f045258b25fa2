"""Pictures of every page, wide and as on a phone, in both themes: to be looked at."""

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright
from tests.server.serving import Server
from tests.web.conftest import FLAGS

TARGET = Path(__file__).parents[1] / "screenshots"
WINDOWS = {"wide": (1440, 900), "phone": (360, 740)}
LANGUAGES = {"dark": "en-US", "light": "ru-RU"}


def wait_for_turn(page: Page) -> bool:
    """Until a move can be made here; False when the game is over."""
    for _ in range(300):
        if page.locator(".actions .button.main").count():
            return False
        if page.title().startswith("●") and page.locator(".spot.can, .orders .button").count():
            return True
        time.sleep(0.05)
    return False


def play_some(page: Page, address: str, shot: Callable[[str], Any]) -> str:
    """A table of Cubulus at several moments; its address."""
    page.goto(f"{address}/")
    page.wait_for_selector("article")
    time.sleep(1)
    shot("home")
    page.goto(f"{address}/play/cubulus")
    page.wait_for_selector("form")
    time.sleep(0.6)
    shot("setup")
    page.locator("form button.main").click()
    page.wait_for_selector(".orders")
    time.sleep(1.5)
    shot("colours")
    page.locator(".orders .button").first.click()
    wait_for_turn(page)
    if page.locator(".net .row .button.main").count():
        shot("neutral")
        page.locator(".net .row .button.main").click()
        time.sleep(5)
    for k in range(4):
        if not wait_for_turn(page):
            break
        page.locator(".spot.can").nth(k).click()
        time.sleep(1.2)
    if wait_for_turn(page):
        page.locator(".spot.can").nth(2).hover()
        time.sleep(0.7)
    shot("table")
    return page.url


def main() -> None:
    """Take them all."""
    TARGET.mkdir(exist_ok=True)
    found = shutil.which("chromium")
    with Server(f"{tempfile.mkdtemp()}/shots.db") as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=FLAGS)
        for window, (width, height) in WINDOWS.items():
            for theme, locale in LANGUAGES.items():
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,  # type: ignore[arg-type]
                    locale=locale,
                )
                page = context.new_page()

                def shot(name: str, whole: bool = True) -> None:
                    path = TARGET / f"{name}-{window}-{theme}.png"  # noqa: B023
                    page.screenshot(path=path, full_page=whole)  # noqa: B023

                table = play_some(page, server.address, shot)
                page.locator(".actions .button").nth(2).click()
                page.locator(".actions .button").nth(2).click()
                time.sleep(1.5)
                shot("over")
                for name in ("dice", "replay"):
                    page.goto(f"{table}/{name}")
                    time.sleep(1.5)
                    shot(name)
                page.goto(f"{server.address}/rules/cubulus")
                time.sleep(1)
                shot("rules")
                page.goto(f"{server.address}/nowhere")
                time.sleep(0.5)
                shot("unknown")
                context.close()
        browser.close()
    print(f"look into {TARGET.name}/")


if __name__ == "__main__":
    main()
