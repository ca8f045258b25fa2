"""How long until a move is seen in the other browser: two windows of Chromium, one server.

Measured from the click in one window to the change of the move list in the other, both on this
machine; the sentence in the list appears together with the beginning of the animation.
"""

import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.serving import Server
from tests.web.browsing import FLAGS

WATCH = """() => {
  window.seen = 0;
  const list = document.querySelector("ol[aria-label]");
  new MutationObserver(() => (window.seen = window.seen || Date.now()))
    .observe(list, {childList: true, subtree: true});
}"""
CLICK = """spot => {
  const at = Date.now();
  spot.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  return at;
}"""


def seat_both(browser: Any, address: str) -> list[Page]:
    pages = [browser.new_context().new_page() for _ in range(2)]
    first, second = pages
    first.goto(f"{address}/")
    first.wait_for_selector("article")
    card = first.locator("article", has_text="Cubulus")
    card.get_by_role("button", name="With a friend").click()
    first.wait_for_selector("#link")
    second.goto(first.url)
    second.locator("section .button.main").click()
    first.locator(".orders .button").first.click()
    for _ in range(100):
        for page in pages:
            place = page.locator(".net .row .button.main")
            if place.count():
                place.click()
                time.sleep(8)
                return pages
        time.sleep(0.1)
    raise RuntimeError("nobody was asked to place the neutral balls")


def measure(pages: list[Page], moves: int) -> list[float]:
    found: list[float] = []
    for _ in range(400):
        for mine, other in (pages, pages[::-1]):
            if not mine.title().startswith("●") or not mine.locator(".spot.can").count():
                continue
            other.evaluate(WATCH)
            at = mine.locator(".spot.can").first.evaluate(CLICK)
            time.sleep(1.5)
            seen = other.evaluate("window.seen")
            if seen:
                found.append(seen - at)
            if len(found) >= moves or other.locator(".actions .button.main").count():
                return found
        time.sleep(0.05)
    return found


def main() -> None:
    with Server(f"{tempfile.mkdtemp()}/x.db") as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        found: list[float] = []
        while len(found) < 20:
            found += measure(seat_both(browser, server.address), 20 - len(found))
        browser.close()
    median, worst = statistics.median(found), max(found)
    print(
        f"{len(found)} moves: median {median:.0f} ms, slowest {worst:.0f} ms to the other browser"
    )


if __name__ == "__main__":
    main()
