"""Black Crystal played in browsers: what can be pressed, and people who sit at one table."""

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page

from tests.web.browsing import Visit

OVER = ".actions a.button[href$=replay]"
LAY = "[data-lay]"
PRESS = "[data-buttons] .button"
WAY = "[data-cell].way"
CARD = "[data-card].can"
ANSWER = "section.window .answers .button"
DOABLE = f"{LAY}, {PRESS}, {WAY}, {CARD}, {ANSWER}, .kept .thumb, .plate .ways .button, {OVER}"
DESK: dict[str, Any] = {"width": 1440, "height": 900, "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {
    "width": 360,
    "height": 740,
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
SURPLUS = ("out=boom.tee", "out=boom.tee")
"""The tiles that leave the game before it begins."""
PORTALS = (
    *SURPLUS,
    "skill=engineer",
    "skill=iron_head",
    "skill=miner",
    "skill=shaman",
    "first=0",
    *("tile=find.cross", "find=F05"),
    *("tile=find.cross", "find=F06"),
    *("tile=find.cross", "find=F10"),
    "tile=portal.cross",
    *("dig", "tile=portal.cross", "lay S r0", "end"),
    *("dig", "tile=portal.cross", "lay W r0"),
)
"""Red holds an Ale, Yellow an Axe, Blue a Trip-up; Yellow has opened the third Portal."""
TWO = {"players": 2}


def sit_down(window: Visit, bots: int = 3, **options: object) -> str:
    """A table with the easiest bots at the other seats; its path."""
    seats = [{"kind": "me"}, *({"kind": "bot", "level": 1} for _ in range(bots))]
    wanted = {"game": "black_crystal", "options": {"players": bots + 1, **options}, "seats": seats}
    made = window.context.request.post(f"{window.address}/api/tables", data=wanted)
    assert made.ok, made.text()
    path = f"{window.address}/api/tables/{made.json()['id']}"
    window.context.request.post(f"{path}/seats", data={"nonce": "00"})
    return f"/t/{made.json()['id']}"


def ready(page: Page, seconds: float = 30.0) -> str:
    """Until something is to be done here: `move`, or `over`."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if page.locator(OVER).count():
            return "over"
        deaf = page.locator("[data-deaf]").count()
        if page.title().startswith("●") and page.locator(DOABLE).count() and not deaf:
            return "move"
        page.wait_for_timeout(15)
    raise AssertionError(f"nothing happened: {page.locator('.prompt').inner_text()}")


def number(page: Page) -> int:
    """How many lines the log has."""
    return page.locator("ol[data-log] li").count()


def hearing(window: Visit) -> Callable[[], int]:
    """How many events the page has been told of, also where no log is open; before it comes."""
    heard = [-1]

    def hear(letter: str | bytes) -> None:
        heard[0] = max(heard[0], json.loads(letter).get("n", -1))

    window.page.on("websocket", lambda socket: socket.on("framereceived", hear))
    return lambda: heard[0]


def press(page: Page) -> str:
    """Do something with the mouse, whatever is offered; which kind of thing it was, if any."""
    if page.locator(LAY).count():
        if page.locator(".layer .thumb").count() > 1:
            page.locator(".layer .do .button").first.click()  # turns it
        page.locator(LAY).click()
        return "lay"
    for what in ("dig", "fight", "odd", "mine"):
        if page.locator(f'[data-move="{what}"]').count():
            page.locator(f'[data-move="{what}"]').click()
            return what
    for kind in (ANSWER, ".kept .thumb", WAY, PRESS, ".plate .ways .button"):
        if page.locator(kind).count():
            page.locator(kind).first.click()
            if page.locator(".list .button").count():
                page.locator(".list .button").first.click()
            return "other"
    if not page.locator(CARD).count():
        return ""  # what was offered is of the past: another window of this person has done it
    if page.locator(".drawer:visible").count():
        page.locator(".drawer").click()
    page.locator(CARD).first.dispatch_event("click")  # its middle may lie under the next card
    page.locator(".large .button").first.click()
    return "card"


def play_on(
    page: Page, moves: int, seconds: float = 30.0, count: Callable[[], int] | None = None
) -> Counter[str]:
    """Play until the game is over, so many moves were made, or the time is up."""
    so_many = count or (lambda: number(page))
    done: Counter[str] = Counter()
    ends = time.monotonic() + seconds
    while done.total() < moves and time.monotonic() < ends and ready(page) == "move":
        before = so_many()
        if pressed := press(page):
            done[pressed] += 1
            until(page, lambda before=before: so_many() != before, lambda: press(page))  # type: ignore[misc]
    return done


def until(
    page: Page,
    true: Callable[[], bool],
    again: Callable[[], object] = lambda: None,
    seconds: float = 15.0,
) -> None:
    """Wait for something that is not on the page alone, trying again what the board was deaf to."""
    ends, soon = time.monotonic() + seconds, time.monotonic() + 3.0
    while not true():
        assert time.monotonic() < ends, f"in vain: {page.locator('.prompt').inner_text()}"
        if time.monotonic() > soon and page.title().startswith("●"):
            soon += 3.0
            again()
        page.wait_for_timeout(15)


def opened(page: Page) -> int:
    """How many cells are open; a tile that fits in one way only is laid unasked."""
    return 81 - page.locator('[data-cell][aria-label*="not opened"]').count()


class Party:
    """People at windows of their own, each with a seat at one table."""

    def __init__(self, windows: Sequence[Visit], **more: Any) -> None:
        self.windows = windows
        seats = [{"kind": "open"} for _ in windows]
        options = {"players": len(windows), **more.pop("options", {})}
        wanted = {"game": "black_crystal", "options": options, "seats": seats, **more}
        tables = f"{windows[0].address}/api/tables"
        made = windows[0].context.request.post(tables, data=wanted)
        assert made.ok, made.text()
        self.id = made.json()["id"]
        self.path = f"{tables}/{self.id}"
        for seat, window in enumerate(windows):
            sat = window.context.request.post(f"{self.path}/seats/{seat}", data={"nonce": "00"})
            assert sat.ok, sat.text()

    def play(self, moves: Sequence[tuple[int, str]]) -> None:
        """Moves of seats, without their pages."""
        for seat, move in moves:
            ask = self.windows[seat].context.request
            act = {"n": ask.get(self.path).json()["n"], "seat": seat, "move": move}
            made = ask.post(f"{self.path}/moves", data=act)
            assert made.ok, (seat, move, made.text())

    def play_until(self, turns: int, seed: int) -> None:
        """So many turns at random, mostly digging, without pages; then seat 0 is to dig."""
        rng = random.Random(seed)
        while True:
            now = self.windows[0].context.request.get(self.path).json()
            seat, view = now["now"]["turn"], now["now"]["view"]
            assert isinstance(seat, int), "it is over"
            ask = self.windows[seat].context.request
            legal = ask.get(f"{self.path}?seat={seat}&since={now['n']}").json()["now"]["legal"]
            if view["turns"] >= turns and seat == 0 and "dig" in legal:
                return
            move = "dig" if "dig" in legal else rng.choice(legal)
            act = {"n": now["n"], "seat": seat, "move": move}
            assert ask.post(f"{self.path}/moves", data=act).ok

    def leave(self, *seats: int) -> None:
        """Bots go on for these."""
        for seat in seats:
            ask = self.windows[seat].context.request
            assert ask.delete(f"{self.path}/seats/{seat}").ok

    def come(self) -> list[Page]:
        """Everybody opens the table."""
        return [window.go(f"/t/{self.id}") for window in self.windows]


def do(page: Page, move: str) -> None:
    """Press the button of a move."""
    page.locator(f'[data-move="{move}"]').click()


def go_to(page: Page, x: int, y: int, asked: str = "") -> None:
    """Click a cell, and choose the move that is asked for there because it costs something."""
    cell = 9 * y + x
    if not asked:
        page.locator(f'[data-cell="{cell}"]').click()
    else:
        page.locator(f'[data-more="{cell}"], [data-cell="{cell}"].cost').first.click()
        page.locator(f'[data-act="{asked}"]').click()


def log(page: Page) -> list[str]:
    """The lines of the log, without their notation."""
    return page.locator("ol[data-log] li > :is(button, p) > span:first-child").all_inner_texts()
