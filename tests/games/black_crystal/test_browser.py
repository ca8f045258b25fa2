"""Black Crystal in a real browser, as people play it."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browsing import Visit, play_by_request, uncover
from tests.web.test_pages import LOCALES, serious

from .playing import (
    ANSWER,
    CARD,
    LAY,
    PHONE,
    PRESS,
    WAY,
    hearing,
    number,
    opened,
    play_on,
    press,
    ready,
    sit_down,
)


def test_three_bots_to_the_end(visit: Callable[..., Visit]) -> None:
    window = visit(1440, 900, reduced_motion="reduce")
    page = window.go(sit_down(window, turn_limit=50))
    expect(page.locator("[data-plate]")).to_have_count(4)
    expect(page.locator("[data-dwarf]")).to_have_count(4)
    done = play_on(page, 120, seconds=120)
    assert done.total() > 2
    assert opened(page) > 3
    assert ready(page) == "over"
    expect(page.locator(".prompt")).to_contain_text(re.compile("wins|draw"))


def test_a_stretch_with_all_its_motion(visit: Callable[..., Visit]) -> None:
    window = visit(1440, 900)
    page = window.go(sit_down(window, bots=1))
    done = play_on(page, 6)
    assert done.total() > 2
    assert opened(page) > 0
    box, all_of_it = page.locator(".window").bounding_box(), page.locator(".room").bounding_box()
    assert box
    assert all_of_it
    assert box["width"] * box["height"] > 0.55 * all_of_it["width"] * all_of_it["height"]


def test_a_tile_is_turned_before_it_is_laid(visit: Callable[..., Visit]) -> None:
    window = visit(1440, 900, reduced_motion="reduce")
    for seed in range(12):
        page = window.go(sit_down(window, bots=1))
        while ready(page) == "move" and not page.locator(LAY).count():
            press(page)
        if page.locator(".layer .thumb").count() > 1:
            break
        assert seed < 11, "no tile could be turned"
    first = page.locator(".layer .thumb.chosen").get_attribute("aria-label")
    cell = page.locator(WAY).first
    cell.hover()
    cell.click()  # clicking the ghost turns it
    expect(page.locator(".layer .thumb").nth(1)).to_have_class(re.compile("chosen"))
    wanted = page.locator(".layer .thumb.chosen").get_attribute("aria-label")
    assert wanted != first
    place = cell.get_attribute("data-cell")
    page.locator(LAY).click()
    laid = page.locator(f'[data-cell="{place}"]')
    expect(laid).not_to_have_attribute("aria-label", re.compile("not opened"))
    sides = str(wanted).removeprefix("open to: ").split(", ")
    expect(laid).to_have_attribute("aria-label", re.compile(f"{len(sides)} ways? on"))
    for side in sides:
        expect(laid).to_have_attribute("aria-label", re.compile(side))


def test_by_keyboard_alone(visit: Callable[..., Visit]) -> None:
    window = visit(reduced_motion="reduce")
    page = window.go(sit_down(window, bots=1))
    turned = made = 0
    ends = time.monotonic() + 30
    while (turned == 0 or made < 8) and time.monotonic() < ends and ready(page) == "move":
        before = number(page)
        dark = page.locator(f'{WAY}[aria-label*="Dig"]')
        ways = dark if dark.count() else page.locator(WAY)
        if ways.count():
            walk_to(page, int(str(ways.first.get_attribute("data-cell"))))
            if page.locator(".layer .thumb").count() > 1:
                page.keyboard.press("ArrowRight")
                expect(page.locator(".layer .thumb").nth(1)).to_have_class(re.compile("chosen"))
                turned += 1
        else:
            tab_to(page, page.locator(f"{PRESS}, {CARD}, {ANSWER}").first)
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
        listed = page.locator(".list .button, .large .button")
        if listed.count():
            tab_to(page, listed.first)
            page.keyboard.press("Enter")
        expect(page.locator("ol[data-log] li")).not_to_have_count(before, timeout=15_000)
        made += 1
    assert turned > 0


def walk_to(page: Page, place: int) -> None:
    """From cell to cell with the arrow keys."""
    tab_to(page, page.locator('[data-cell][tabindex="0"]'))
    for _ in range(40):
        here = int(str(page.locator("[data-cell]:focus").get_attribute("data-cell")))
        if here == place:
            return
        goal = {81: 4, 82: 44, 83: 76, 84: 36}.get(place, place)
        at = {81: 4, 82: 44, 83: 76, 84: 36}.get(here, here)
        outside = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
        if here > 80:
            key = outside[(here - 81 + 2) % 4]
        elif at == goal and place > 80:
            key = outside[place - 81]
        elif at % 9 != goal % 9:
            key = "ArrowRight" if at % 9 < goal % 9 else "ArrowLeft"
        else:
            key = "ArrowDown" if at < goal else "ArrowUp"
        page.keyboard.press(key)
        page.wait_for_timeout(10)
    raise AssertionError(f"the arrow keys do not lead to {place}")


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until this has the focus."""
    wanted.evaluate("one => one.dataset.wanted = '1'")
    for _ in range(120):
        if page.evaluate("() => document.activeElement?.dataset?.wanted === '1'"):
            wanted.evaluate("one => delete one.dataset.wanted")
            return
        page.keyboard.press("Tab")
    raise AssertionError("it cannot be reached by Tab")


@pytest.mark.parametrize("lang", ["en", "ru", "fr"])
def test_on_a_phone(visit: Callable[..., Visit], lang: str) -> None:
    window = visit(**PHONE, locale=LOCALES[lang], bypass_csp=True)
    page = window.go(sit_down(window, bots=1))
    for _ in range(4):
        if ready(page) == "over":
            break
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        mine = page.locator(".window").bounding_box()
        acting = page.locator(f'[data-dwarf="{acts(page)}"]').bounding_box()
        assert mine
        assert acting
        assert mine["x"] <= acting["x"] + acting["width"] / 2 <= mine["x"] + mine["width"]
        assert mine["y"] <= acting["y"] + acting["height"] / 2 <= mine["y"] + mine["height"]
        cell = page.locator("[data-cell] rect").first.bounding_box()
        assert cell
        assert cell["width"] > 40 or far_apart(page)  # a Portal leads anywhere
        turn_of(page)
    assert serious(page) == []
    if page.locator(".drawer:visible").count():
        page.locator(".drawer").tap()
        expect(page.locator(".drawer")).to_have_attribute("aria-expanded", "true")


def test_buttons_bring_the_mine_nearer(visit: Callable[..., Visit]) -> None:
    window = visit(**PHONE)
    page = window.go(sit_down(window, bots=1))
    ready(page)  # later a fight may leave no room for the buttons
    near = page.locator("[data-mine]").bounding_box()
    page.locator(".zoom .button").first.tap()
    nearer = page.locator("[data-mine]").bounding_box()
    assert near
    assert nearer
    assert nearer["width"] > near["width"]


def test_fingers_bring_the_mine_nearer_and_move_it(visit: Callable[..., Visit]) -> None:
    window = visit(**PHONE)
    heard = hearing(window)
    page = window.go(sit_down(window, bots=1))
    ready(page)
    before = heard()
    box = page.locator(".window").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = window.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        held = [{"x": a, "y": b, "id": k} for k, (a, b) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": held})

    def mine() -> dict[str, float]:
        """Where the mine lies, once it has come to rest."""
        seen: list[dict[str, float]] = []
        while len(seen) < 2 or seen[-1] != seen[-2]:
            page.wait_for_timeout(150)
            found = page.locator("[data-mine]").bounding_box()
            assert found
            seen.append({"x": found["x"], "width": found["width"]})
        return seen[-1]

    first = mine()
    touch("touchStart", (x - 20, y), (x + 20, y))
    for k in range(1, 9):
        touch("touchMove", (x - 20 - 6 * k, y), (x + 20 + 6 * k, y))
    touch("touchEnd")
    near = mine()
    assert near["width"] > 1.5 * first["width"]
    touch("touchStart", (x, y))
    for k in range(1, 9):
        touch("touchMove", (x + 8 * k, y))
    touch("touchEnd")
    moved = mine()
    assert moved["width"] == pytest.approx(near["width"])  # one finger moves, and no more
    assert moved["x"] - near["x"] == pytest.approx(64, abs=2)
    assert heard() == before  # a drag is no click
    assert page.locator(".list").count() == 0


def acts(page: Page) -> str:
    """The seat that is asked."""
    return str(page.locator(".plate.asked").first.get_attribute("data-plate"))


def far_apart(page: Page) -> bool:
    """Whether a dwarf can reach cells that no window shows at a finger's width."""
    places = [int(str(way.get_attribute("data-cell"))) for way in page.locator(WAY).all()]
    cells = [place for place in places if place < 81]
    spans = [max(line) - min(line) for line in ([c % 9 for c in cells], [c // 9 for c in cells])]
    return max(spans) > 4


def turn_of(page: Page) -> None:
    """Something small: lay, dig or press the first button, by touch."""
    for kind in (LAY, ANSWER, PRESS, ".kept .thumb"):
        if page.locator(kind).count():
            page.locator(kind).first.tap()
            return
    page.locator(WAY).first.tap()
    if page.locator(".list .button").count():
        page.locator(".list .button").first.tap()


@pytest.mark.parametrize("plies", [25, 70])
def test_nothing_keeps_anybody_out_of_the_mine(visit: Callable[..., Visit], plies: int) -> None:
    window = visit(color_scheme="light", bypass_csp=True, reduced_motion="reduce")
    page = window.go(play_by_request(window, "black_crystal", plies, {"players": 4}))
    page.wait_for_selector(".curtain, [data-mine]")
    uncover(page)
    page.wait_for_selector("[data-mine]")
    page.wait_for_timeout(300)
    page.locator("[data-plate] .head").first.click()
    if page.locator("[data-card]").count():
        page.locator("[data-card]").last.click()
    assert serious(page) == []


def test_house_rules_and_the_book_are_a_click_apart_in_set_up(visit: Callable[..., Visit]) -> None:
    window = visit(**PHONE)
    page = window.go("/play/black_crystal")
    house, book = (page.locator(".presets label").nth(k) for k in (0, 1))
    expect(house.get_by_role("radio")).to_be_checked()
    expect(house).to_contain_text(re.compile(r"at most \d+ turns"))
    page.get_by_label("Crystals and Exits").select_option("2+2")
    book.tap()
    expect(book.get_by_role("radio")).to_be_checked()
    expect(page.get_by_label("Crystals and Exits")).to_have_value("2+2")
    page.get_by_text("More rules, and time").tap()
    by_hand = page.get_by_label("Clear Rubble by hand")
    expect(by_hand).not_to_be_checked()
    by_hand.tap()
    expect(page.locator(".presets input:checked")).to_have_count(0)
    house.tap()
    expect(by_hand).to_be_checked()
    expect(house.get_by_role("radio")).to_be_checked()
    expect(page.get_by_label("Crystals and Exits")).to_have_value("3+2")  # it is one of its rules
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_role("button", name="Start").tap()
    page.wait_for_selector(".board")
    options = options_of(window, page)
    presets = window.context.request.get(f"{window.address}/api/games/black_crystal").json()
    wanted = presets["presets"][0]["options"]
    assert wanted
    assert options == {**options, **wanted}


def test_play_now_has_the_rules_of_the_house(visit: Callable[..., Visit]) -> None:
    window = visit(1440, 900, reduced_motion="reduce")
    page = window.go("/")
    card = page.locator("article", has_text="Black Crystal")
    card.get_by_role("button", name="Play now").click()
    page.wait_for_selector(".board")
    presets = window.context.request.get(f"{window.address}/api/games/black_crystal").json()
    options = options_of(window, page)
    assert options == {**options, **presets["presets"][0]["options"]}
    table = window.context.request.get(f"{window.address}/api/tables/{page.url.split('/t/')[1]}")
    assert [seat["level"] for seat in table.json()["table"]["seats"]] == [None, 3]


def test_who_sits_there_stands_beneath_a_newcomers_skill(visit: Callable[..., Visit]) -> None:
    window = visit(1440, 900, reduced_motion="reduce")
    page = window.go(sit_down(window, bots=1))
    ready(page)
    skill = page.locator(".plate .more p").last.bounding_box()
    plate = page.locator(".plate", has=page.locator(".more"))
    mark = plate.locator(".mark").first.bounding_box()
    assert skill
    assert mark
    assert skill["y"] + skill["height"] <= mark["y"] + 1


def options_of(window: Visit, page: Page) -> dict[str, object]:
    """The options of the table on a page."""
    table = page.url.split("/t/")[1]
    facts = window.context.request.get(f"{window.address}/api/tables/{table}").json()["table"]
    return dict(facts["options"])
