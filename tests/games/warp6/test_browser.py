"""Whole games of Warp 6 in a real browser, as people play them."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.browsing import Visit

MOVES = "ol[data-log] li"
OVER = ".actions .button.main"
MOVE = ".beside li .move[aria-disabled=false]"
PLACE = ".hands .row .button.main"


def wait_for(page: Page, seconds: float = 40.0) -> str:
    """Until something is to be done here: `move`, `place`, `sheet` or `over`."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if page.locator(".between").count():
            return "sheet"
        if page.locator(OVER).count():
            return "over"
        if page.locator(MOVE).count():
            return "move"
        if page.locator(PLACE).count():
            return "place"
        time.sleep(0.02)
    raise AssertionError(f"nothing happened: {page.locator('.prompt').inner_text()}")


def play_on(page: Page, press: Callable[[Page], None]) -> dict[str, int]:
    """Play until the game is over; how often there was what to do."""
    done = {"move": 0, "place": 0, "sheet": 0}
    while (what := wait_for(page)) != "over":
        done[what] += 1
        if what == "sheet":
            page.locator(".between .button.main").click()
            expect(page.locator(".between")).to_have_count(0)
            continue
        before = page.locator(MOVES).count()
        if what == "place":
            page.locator(PLACE).click()
        else:
            press(page)
        expect(page.locator(MOVES)).not_to_have_count(before, timeout=15_000)
        if what == "place":
            page.wait_for_function(
                "() => !document.querySelector('.hands .row .button.main')", timeout=30_000
            )
    return done


def press_best(page: Page) -> None:
    """Warp where one waits, else move the foremost die."""
    warps = page.locator(f"{MOVE}:has(.warps)")
    (warps if warps.count() else page.locator(MOVE)).first.click()


def start(page: Page, **options: str) -> None:
    if options:
        page.get_by_text("More rules, and time").click()
    for label, value in options.items():
        field = page.get_by_label(label.replace("_", " "), exact=True)
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".warp6")


def test_a_whole_game_against_a_bot(visit: Callable[..., Visit]) -> None:
    page = visit(reduced_motion="reduce").go("/")
    page.locator("article", has_text="Warp 6").get_by_role("button", name="Play now").click()
    page.wait_for_selector(".warp6")
    done = play_on(page, press_best)
    assert done["move"] > 20
    expect(page.locator(".prompt")).to_contain_text("wins")
    home = page.locator(".tallies .seen-by-readers").all_inner_texts()
    assert any("6 of 6 home" in text for text in home)
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Was chance fair?").click()
    expect(page.locator(".verdict.good")).to_contain_text("The record holds")


def test_three_at_one_device(visit: Callable[..., Visit]) -> None:
    page = visit(reduced_motion="reduce").go("/play/warp6")
    page.get_by_label("Players", exact=True).select_option("3")
    for seat in (1, 2, 3):
        page.get_by_label(f"Who plays seat {seat}").select_option("me")
        page.get_by_label(f"Name at seat {seat}").fill(("Ann", "Bob", "Cleo")[seat - 1])
    start(page, Turn_limit="24")
    movers = set()

    def press(now: Page) -> None:
        movers.add(now.locator("li.turn strong").inner_text())
        press_best(now)

    play_on(page, press)
    assert movers == {"Ann", "Bob", "Cleo"}
    expect(page.locator(".prompt")).to_contain_text(re.compile("wins|draw"))


def test_a_series_of_two_with_motion_and_the_sheet_between(visit: Callable[..., Visit]) -> None:
    page = visit().go("/play/warp6")
    start(page, Games_in_a_row="2", Turn_limit="8")
    done = play_on(page, press_best)
    assert done["sheet"] in (1, 2)
    if done["sheet"] == 2:  # the last one was open before the game was said to be over
        page.get_by_role("button", name="Score sheet").click()
    table = page.locator(".between table")  # else it opens when the last move has been shown
    expect(table.locator("tbody tr")).to_have_count(2, timeout=15_000)
    totals = [int(text) for text in table.locator("tfoot td").all_inner_texts()]
    rows = [row.locator("td").all_inner_texts() for row in table.locator("tbody tr").all()]
    points = [[int(re.match(r"\d+", cell)[0]) for cell in row] for row in rows]  # type: ignore[index]
    assert totals == [sum(column) for column in zip(*points, strict=True)]


def test_by_keyboard_alone(visit: Callable[..., Visit]) -> None:
    """Arrow keys walk through the list of dice; Enter moves or changes one."""
    page = visit(reduced_motion="reduce").go("/play/warp6")
    page.get_by_text("More rules, and time").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Turn limit", exact=True).fill("30")
    page.get_by_role("button", name="Start").focus()
    page.keyboard.press("Enter")
    wait_for(page)
    while wait_for(page) == "place":
        page.locator(".hands .die").first.focus()
        before = page.locator(MOVES).count()
        page.keyboard.press("Enter")
        expect(page.locator(MOVES)).not_to_have_count(before, timeout=15_000)
    made = 0
    while wait_for(page) == "move":
        page.locator(".beside li button[tabindex='0']").focus()
        for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp"):
            page.keyboard.press(key)
        focused = page.locator(".beside li button:focus")
        expect(focused).to_have_count(1)
        if focused.get_attribute("aria-disabled") == "true":
            page.keyboard.press("ArrowLeft")
        before = page.locator(MOVES).count()
        page.keyboard.press("Enter")
        expect(page.locator(MOVES)).not_to_have_count(before, timeout=15_000)
        made += 1
    assert made >= 10
    assert page.locator(OVER).count()
