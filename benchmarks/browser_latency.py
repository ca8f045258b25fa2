"""How long until a move is seen: windows of Chromium and one server, all on this machine.

Cubulus: from the click in one window to the change of the move list in the other; the sentence
in the list appears together with the beginning of the animation.

Black Crystal, with its compiled rules and four people at windows of their own: from a click on
`dig` to the laid tile and its sentence, in the window that was clicked and in the three that
watch. Once with motion reduced, where the tile is laid at once, and once with all motion, where
the story begins. Tiles are straight or crossings that fit in one way, so that nobody is asked
how they shall lie.
"""

import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.games.black_crystal.playing import Party, ready
from tests.server import scripted
from tests.server.serving import Server
from tests.web.browsing import FLAGS, Visit

from orrery.core import registry
from orrery.core.runner import compiled

os.environ.pop("ORRERY_GAMES_PATH", None)  # servers have the games that people play

LONGEST = 20.0
"""Seconds after which a dig that is not seen is an error."""
WATCH = """() => {
  window.seen = 0;
  const list = document.querySelector("ol[data-log]");
  new MutationObserver(() => (window.seen = window.seen || Date.now()))
    .observe(list, {childList: true, subtree: true});
}"""
CLICK = """spot => {
  const at = Date.now();
  spot.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  return at;
}"""

# From a click on `dig`

TABLES = 4
"""Tables with eight digs each."""
FACES = ["tile=plain.straight", "tile=plain.straight", "tile=find.straight", "tile=find.straight"]
CROSSINGS = ["tile=plain.cross", "tile=plain.cross", "tile=plain.cross", "tile=find.cross"]


def _turns(tiles: list[str]) -> list[str]:
    """A dig of every seat; who draws a card keeps it."""
    made = []
    for tile in tiles:
        made += ["dig", tile, *(["find=F06"] if "find" in tile else []), "end"]
    return made


PLAYED = [
    *("out=boom.tee", "out=boom.tee"),
    *("skill=shaman", "skill=merchant", "skill=gardener", "skill=alchemist", "first=0"),
    *(["tile=find.straight", "find=F05"] * 4),
    *_turns(FACES),
    *_turns(CROSSINGS),
]
NOTE = """cell => {
  window.laid = window.said = window.begun = 0;
  const spot = document.querySelector(`[data-cell="${cell}"]`);
  const list = document.querySelector("ol[data-log]");
  const lines = list.children.length;
  const look = () => {
    const now = Date.now();
    if (!spot.getAttribute("aria-label").includes("not opened")) window.laid ||= now;
    if (document.querySelector(".spot, .carving")) window.begun ||= now;
    if ([...list.children].slice(lines).some((li) => li.textContent.includes("draws a tile")))
      window.said ||= now;
  };
  window.noting?.disconnect();
  window.noting = new MutationObserver(look);
  window.noting.observe(document.body, {attributes: true, childList: true, subtree: true});
}"""
TOLD = "window.laid && window.said && Math.max(window.laid, window.said)"
BEGUN = "window.begun && Math.max(window.begun, window.said)"


def dig_times(browser: Browser, server: scripted.Server, moving: bool) -> dict[str, list[float]]:
    """Milliseconds from every click on `dig`, by what is then seen and where."""
    found: dict[str, list[float]] = {"here": [], "there": [], "begun": []}
    contexts = [
        browser.new_context(
            viewport={"width": 1440, "height": 900},
            reduced_motion="no-preference" if moving else "reduce",
        )
        for _ in range(4)
    ]
    pages = Party([Visit(context, server.address) for context in contexts]).come()
    for turn in range(len(FACES + CROSSINGS)):
        mine = pages[turn % 4]
        ready(mine)
        dig = mine.locator('[data-move="dig"]')
        dig.wait_for()
        time.sleep(0.3)  # whatever the page still does for the last move
        cell = int(str(mine.locator("[data-cell].way[aria-label*=Dig]").get_attribute("data-cell")))
        for page in pages:
            page.evaluate(NOTE, cell)
        at = dig.evaluate(CLICK)
        time.sleep(1.2)  # nobody asks the pages anything meanwhile
        for page in pages:
            page.wait_for_function(TOLD, timeout=1000 * LONGEST)
            done = page.evaluate(TOLD)
            found["here" if page is mine else "there"].append(done - at)
        if moving:
            found["begun"].append(mine.evaluate(BEGUN) - at)
        mine.locator('[data-move="end"]').click()
    for context in contexts:
        context.close()
    return found


def dig_report(browser: Browser) -> None:
    """Measure digs, and print the middle and the slow end."""
    compiled(registry.find("black_crystal"))  # the server finds it in the cache
    with (
        tempfile.TemporaryDirectory() as folder,
        scripted.Server(Path(folder), window_seconds="2") as server,
    ):
        server.write(PLAYED)
        for moving in (False, True):
            runs = [dig_times(browser, server, moving) for _ in range(TABLES)]
            found = {key: sorted(ms for run in runs for ms in run[key]) for key in runs[0]}
            said = {
                "here": "the laid tile with its sentence, where it was clicked",
                "there": "the same in the three windows that watch",
            }
            if moving:
                said = {"begun": "the beginning of the story, with its sentence"}
            for key, what in said.items():
                values = found[key]
                slow = values[int(0.95 * (len(values) - 1))]
                print(
                    f"dig, {'with' if moving else 'without'} motion: {len(values)} times, {what}:"
                    f" median {statistics.median(values):.0f} ms, 95 % within {slow:.0f} ms,"
                    f" slowest {values[-1]:.0f} ms"
                )


# From window to window


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


def move_report(browser: Browser) -> None:
    """Measure moves of Cubulus, and print the middle and the slowest."""
    with Server(f"{tempfile.mkdtemp()}/x.db") as server:
        found: list[float] = []
        while len(found) < 20:
            found += measure(seat_both(browser, server.address), 20 - len(found))
    median, worst = statistics.median(found), max(found)
    print(
        f"{len(found)} moves: median {median:.0f} ms, slowest {worst:.0f} ms to the other browser"
    )


def main() -> None:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        dig_report(browser)
        move_report(browser)
        browser.close()


if __name__ == "__main__":
    main()
