"""Black Crystal and the devices of people: two share one, and one changes from one to another."""

import contextlib
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.server import scripted
from tests.web.browsing import Visit, uncover
from tests.web.test_pages import LOCALES, serious

from .playing import (
    DESK,
    LAY,
    PHONE,
    SURPLUS,
    TWO,
    Party,
    do,
    hearing,
    play_on,
    ready,
    sit_down,
    until,
)

# Two people at one device

CAMPS = (
    *SURPLUS,
    "skill=shaman",
    "skill=merchant",
    "first=0",
    *("tile=find.cross", "find=F05"),
    *("tile=find.cross", "find=F12"),
    *("dig", "tile=plain.cross", "lay S r0", "end"),
    *("dig", "tile=plain.cross", "lay N r0", "end"),
    *("dig", "tile=plain.straight", "lay S r0", "end"),
    *("dig", "tile=plain.straight", "lay N r0", "end"),
)
"""The Red one holds an Ale, the Blue one a Smoke Pot."""
CARDS = ("Mug of Ale", "Smoke Pot")


def covered(page: Page) -> bool:
    """Whether the curtain is all that there is to see of the board, at every tenth of it."""
    return bool(
        page.evaluate("""() => {
          const box = document.querySelector(".board").getBoundingClientRect();
          const at = (k, size) => ((k + 0.5) * size) / 10;
          return [...Array(100).keys()].every((k) => {
            const x = box.left + at(k % 10, box.width);
            const y = box.top + at(Math.floor(k / 10), box.height);
            return document.elementFromPoint(x, y)?.closest(".curtain");
          });
        }""")
    )


def look_at_a_card(page: Page) -> None:
    """It is shown large, all of it on the screen, and put away again."""
    drawer = page.locator(".drawer:visible")
    if drawer.count():
        drawer.click()
    card = page.locator("[data-card]").first
    card.click()
    expect(page.locator(".large p").first).to_be_in_viewport(ratio=1)
    expect(page.locator(".large strong")).to_be_in_viewport(ratio=1)
    card.click()
    if drawer.count():
        drawer.click()


def share_a_device(window: Visit, written: scripted.Server) -> Page:
    """Both seats of a table are of one person."""
    written.write(CAMPS, TWO)
    ask, tables = window.context.request, f"{window.address}/api/tables"
    wanted = {"game": "black_crystal", "options": TWO, "seats": [{"kind": "me"}, {"kind": "me"}]}
    table = ask.post(tables, data=wanted).json()["id"]
    ask.post(f"{tables}/{table}/seats", data={"nonce": "00"})
    return window.go(f"/t/{table}")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_two_at_one_device_and_a_curtain_between_them(
    visit_written: Callable[..., Visit], written: scripted.Server, size: dict[str, object]
) -> None:
    page = share_a_device(visit_written(**size), written)
    for turn in range(4):
        expect(page.locator(".curtain")).to_be_visible()
        assert covered(page)
        assert page.locator(".side").count() == 0  # it tells of cards, too
        assert turn == 0 or CARDS[turn % 2] not in page.content()  # not before they are there
        assert uncover(page)
        assert ready(page) == "move"
        own = page.locator("[data-plate]").first  # also for the keyboard
        expect(own).to_have_class(re.compile("mine"))
        expect(own).to_have_attribute("data-plate", str(turn % 2))
        said = page.content()
        assert [card in said for card in CARDS] == [turn % 2 == 0, turn % 2 == 1]
        look_at_a_card(page)
        do(page, "dig")
        page.locator(LAY).click()
        do(page, "end")


def test_beneath_the_curtain_is_nobodys_hand(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    page = share_a_device(visit_written(**DESK), written)
    for _ in range(2):
        expect(page.locator(".curtain")).to_be_visible()
        said = page.content()
        assert [card for card in CARDS if card in said] == []
        uncover(page)
        ready(page)
        do(page, "dig")
        page.locator(LAY).click()
        do(page, "end")


# One person and three bots, at a desk and on a phone

LIMIT, BOTS_FROM = 50, 40


@pytest.mark.parametrize("lang", ["en", "ru", "fr"])
def test_three_bots_to_the_end_at_a_desk_and_on_a_phone(
    visit_written: Callable[..., Visit], written: scripted.Server, tmp_path: Path, lang: str
) -> None:
    """Three of four people leave their seats to bots; the fourth changes from desk to phone."""
    written.write([])  # all from the seed, so that it is the same until bots play
    known = {"locale": LOCALES[lang], "bypass_csp": True}
    desk, *others = [visit_written(**DESK, **known) for _ in range(4)]
    party = Party([desk, *others], options={"turn_limit": LIMIT}, stand_in=1)
    party.play_until(BOTS_FROM, seed=5)
    party.leave(1, 2, 3)
    mine = desk.context.storage_state()
    phone = visit_written(**PHONE, storage_state=mine, **known)
    counts = [hearing(desk), hearing(phone)]
    pages = [one.go(f"/t/{party.id}") for one in (desk, phone)]

    def look(name: str) -> None:
        for page, width in zip(pages, (1440, 360), strict=True):
            assert page.locator("html").get_attribute("lang") == lang
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert serious(page) == []
            page.screenshot(path=tmp_path / f"{name}-{lang}-{width}.png")

    done: Counter[str] = Counter()
    while ready(pages[done.total() % 2]) == "move":
        if done.total() == 1:
            look("playing")
        page, count = pages[done.total() % 2], counts[done.total() % 2]
        done += play_on(page, 1, count=count)
        until(page, lambda: counts[0]() == counts[1]())  # neither shows what is of the past
    assert done["dig"]
    assert done["lay"]
    for page in pages:
        assert ready(page) == "over"
        expect(page.locator(".prompt")).not_to_be_empty()
        expect(page.locator("[data-dwarf]")).to_have_count(4)
    look("over")
    for place in (0, 80, 81, 82, 83, 84):  # at the end the whole mine is shown
        expect(pages[1].locator(f'[data-cell="{place}"]')).to_be_in_viewport(ratio=1)


# What costs something is asked for first

TOOLS = (
    *SURPLUS,
    "skill=engineer",
    "skill=merchant",
    "first=0",
    *("tile=find.cross", "find=F01"),
    *("tile=find.cross", "find=F10"),
    *("dig", "tile=plain.tee", "lay S r3", "rubble N exp", "end"),
    *("dig", "tile=plain.cross", "lay N r0", "end"),
)
"""Red stands south of Rubble, with an Explosive, a Bombyaga and a Skill; a wall is in the east."""


def engineer(
    window: Visit, other: Visit, written: scripted.Server, played: tuple[str, ...] = TOOLS
) -> Page:
    """Red is to move."""
    written.write(played, TWO)
    party = Party([window, other])
    party.play(scripted.outcomes(played, options=TWO)[1])
    page = window.go(f"/t/{party.id}")
    assert ready(page) == "move"
    return page


def explosives(page: Page) -> str:
    """How many Red has left."""
    return page.locator('[data-plate="0"] .has li').first.get_attribute("title") or ""


def test_a_click_spends_nothing_before_it_was_asked_for(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    window = visit_written(**DESK)
    heard = hearing(window)
    page = engineer(window, visit_written(), written)
    east, north, west = (page.locator(f'[data-cell="{cell}"]') for cell in (14, 4, 12))
    expect(east.locator('[data-mark="blast"]')).to_be_visible()
    expect(north.locator('[data-mark="clear"]')).to_be_visible()
    expect(west.locator('[data-mark="dig"]')).to_be_visible()
    expect(east).to_have_class(re.compile("cost"))
    expect(west).not_to_have_class(re.compile("cost"))
    expect(east).to_have_attribute(
        "aria-label", re.compile("Break through and go east: 1 Explosive")
    )
    before, had = heard(), explosives(page)
    east.click()
    offered = page.locator(".list [data-act]")
    expect(offered).to_have_text(
        [
            "Break through and go east: 1 Explosive",
            "Break through and go east: the card Bombyaga",
            "Break through and go east: 1 use of your Skill",
        ]
    )
    page.keyboard.press("Escape")
    expect(offered).to_have_count(0)
    assert (heard(), explosives(page)) == (before, had)  # nothing was done
    north.press("Enter")
    expect(page.locator('[data-act="clear N exp"]')).to_be_focused()
    page.keyboard.press("Enter")
    until(page, lambda: heard() > before)
    expect(page.locator('[data-plate="0"] .has li').first).to_have_attribute(
        "title", "0 Explosives"
    )


def test_what_is_free_is_done_by_one_click(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    page = engineer(visit_written(**DESK), visit_written(), written)
    page.locator('[data-cell="12"]').click()
    expect(page.locator(".list")).to_have_count(0)
    expect(page.locator(LAY)).to_be_visible()


HOMEWARD = (
    *SURPLUS,
    "skill=shaman",
    "skill=merchant",
    "first=0",
    *("tile=exit.cross", "tile=plain.cross"),
    *("dig", "tile=crystal.tee", "lay S r1", "end"),
    *("dig", "tile=plain.cross", "lay N r0", "end"),
    *("dig", "tile=plain.cross", "lay N r0", "end"),
)
"""Red has mined a Crystal, one step south of the Exit."""


def test_a_carrier_is_led_to_the_exit(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    page = engineer(visit_written(**DESK), visit_written(), written, HOMEWARD)
    expect(page.locator(".prompt")).to_have_text(
        "You carry a Crystal, and the Exit is at 4,0: dig, walk or use an Explosive."
    )
    way_out = page.locator('[data-cell="4"]')
    expect(way_out).to_have_attribute("aria-label", re.compile("Walk north, to the Exit"))
    way_out.click()  # the one thing there that costs nothing
    expect(page.locator(".prompt")).to_contain_text("You have won")


# Cards are there to be read

OUTCOME_AND_LOG = """() => document.querySelector(".fight .outcome") &&
  document.querySelector("ol[aria-label=Moves] li:last-child").innerText"""
LURKER = ("dig", "tile=boom.cross", "boom=B23", "pass", "roll=6")


def opened_by(page: Page, chip: Locator) -> Locator:
    """The card that a press opens: the board is deaf for a moment after whatever is told."""
    opened = page.locator("dialog[data-open-card]")
    for _ in range(10):
        chip.click()
        with contextlib.suppress(TimeoutError):
            opened.wait_for(timeout=2000)
            break
    return opened


def test_a_drawn_card_waits_for_its_reader(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    written.write(CAMPS + LURKER, TWO)
    windows = [visit_written(1440, 900), visit_written(**DESK)]
    party = Party(windows)
    party.play(scripted.outcomes(CAMPS, options=TWO)[1])
    page, other = party.come()
    assert ready(page) == "move"
    do(page, "dig")
    held = page.locator(".spot .card")
    expect(held).to_contain_text("Ceiling Lurker")
    page.wait_for_timeout(1300)
    expect(held).to_contain_text("Rubble falls")  # still there
    page.keyboard.press("Escape")  # it has been read
    expect(held).to_have_count(0, timeout=600)
    assert ready(page) == "move"
    expect(page.locator("[data-fight]")).to_contain_text("Red wins with a roll of 5 or more")
    # Also without motion the last card can be looked at; then comes what became of it.
    for window in (page, other):
        chip = window.locator(".last .chip")
        expect(chip).to_have_accessible_name(re.compile("Ceiling Lurker. Red"))
        expect(opened_by(window, chip)).to_contain_text("Rubble falls")
        window.keyboard.press("Escape")
        expect(window.locator("dialog[data-open-card]")).to_have_count(0)
        expect(window.locator("ol[data-log]")).to_be_visible()  # Escape meant the card
    do(page, "pass")
    # The log says no more than the board has shown: how the fight went when it was seen.
    line = page.wait_for_function(OUTCOME_AND_LOG).json_value()
    assert line.strip() == "Red rolls 6 in the fight."
    expect(page.locator(".fight .outcome")).to_have_text("Red wins")
    page.locator("[data-fight]").click()
    for window in (page, other):
        expect(window.locator(".last .chip")).to_contain_text("Won")
        expect(window.locator("ol[data-log] li").last).to_contain_text("Red wins against")


HOARD = (
    *SURPLUS,
    "skill=shaman",
    "skill=merchant",
    "first=0",
    *("tile=find.cross", "find=F05", "tile=plain.cross"),
    *("dig", "tile=find.cross", "lay S r0", "find=F06", "end"),
    *("dig", "tile=plain.cross", "lay N r0", "end"),
    *("dig", "tile=find.straight", "lay S r0", "find=F18", "end"),
    *("dig", "tile=plain.straight", "lay N r0", "end"),
    *("dig", "tile=find.straight", "find=F10", "end"),
    *("dig", "tile=plain.straight", "end"),
)
"""Red holds four cards, among them one to play in the own turn."""
COVERED = """() => [...document.querySelectorAll("[data-card]")].filter((card) => {
  const { left, top, width, height } = card.getBoundingClientRect();
  const met = document.elementFromPoint(left + width / 2, top + height / 2);
  return met?.closest("[data-card]") !== card;
}).length"""


def test_no_card_of_a_hand_hides_the_middle_of_another(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    page = engineer(visit_written(**DESK), visit_written(), written, HOARD)
    expect(page.locator("[data-card]")).to_have_count(4)
    assert page.evaluate(COVERED) == 0


WEB = (
    *SURPLUS,
    "skill=shaman",
    "skill=merchant",
    "first=0",
    *("tile=plain.cross", "tile=plain.cross"),
    *("dig", "tile=plain.cross", "lay S r0", "end"),
    *("dig", "tile=boom.cross", "lay N r0", "boom=B13", "roll=1"),
    "walk N",
)
"""Blue hangs in a web for a turn; Red has walked, and may end the turn."""


def test_a_click_on_the_mine_while_a_story_is_told_plays_nothing(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    window = visit_written(1440, 900)
    heard = hearing(window)
    page = engineer(window, visit_written(), written, WEB)
    west = page.locator('[data-cell="3"]')
    expect(west).to_be_in_viewport(ratio=1)
    page.wait_for_timeout(700)  # until the mine has come to rest
    box = west.bounding_box()
    assert box
    do(page, "end")
    expect(page.locator(".spot")).to_contain_text("Blue skips this turn")
    before = heard()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert ready(page) == "move"
    assert heard() == before
    west.click()  # now it is meant; what is told after the first thing may take it for a hurry
    until(page, lambda: heard() > before, west.click)


def test_a_press_that_ended_elsewhere_does_not_hold_the_mine(visit: Callable[..., Visit]) -> None:
    window = visit(**DESK)
    page = window.go(sit_down(window))
    ready(page)
    page.locator(".hold").dispatch_event("pointerdown", {"pointerId": 1, "buttons": 1})
    stage = page.locator(".stage")
    before = stage.get_attribute("style")
    box = page.locator(".window").bounding_box()
    assert box
    for part in (0.3, 0.5, 0.7):  # nothing is pressed while it moves
        page.mouse.move(box["x"] + box["width"] * part, box["y"] + box["height"] / 2)
    assert stage.get_attribute("style") == before


def test_a_card_shown_large_hides_no_button_and_goes_away(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    page = engineer(visit_written(**DESK), visit_written(), written)
    large, card = page.locator(".large"), page.locator("[data-card]")
    card.click()
    expect(large).to_be_visible()
    page.locator('[data-move="dig"]').click(trial=True)  # nothing lies over it
    large.locator("strong").click()
    expect(large).to_have_count(0)
    card.click()
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)
    card.click()
    do(page, "dig")
    expect(page.locator(LAY)).to_be_visible()
    expect(large).to_have_count(0)  # it was of another moment


def test_a_phone_shows_all_that_is_within_reach(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    page = engineer(visit_written(**PHONE), visit_written(), written)
    for cell in (4, 12, 13, 14, 22):
        expect(page.locator(f'[data-cell="{cell}"]')).to_be_in_viewport(ratio=1)
    for plate in page.locator("[data-plate]").all():
        expect(plate).to_be_in_viewport(ratio=1)
    farther = page.get_by_role("button", name="Farther")
    while farther.is_enabled():
        farther.tap()
    whole, mine = page.locator("div.window").bounding_box(), page.locator("[data-mine]")
    drawn = mine.bounding_box()
    assert whole
    assert drawn
    assert whole["x"] <= drawn["x"]
    assert whole["y"] <= drawn["y"]
    assert drawn["x"] + drawn["width"] <= whole["x"] + whole["width"] + 1
    assert drawn["y"] + drawn["height"] <= whole["y"] + whole["height"] + 1


THIEF = tuple("skill=thief" if one == "skill=engineer" else one for one in TOOLS)


def test_whom_a_thief_could_rob_does_not_draw_the_eye_away(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    page = engineer(visit_written(**PHONE), visit_written(), written, THIEF)
    expect(page.locator(".plate .ways .button")).to_contain_text("Steal from Blue")
    cell = page.locator("[data-cell] rect").first.bounding_box()
    assert cell
    assert cell["width"] > 40


def test_an_open_drawer_gives_way(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    page = engineer(visit_written(**PHONE), visit_written(), written)
    drawer = page.locator(".drawer")

    def open_it() -> None:
        drawer.tap()
        expect(drawer).to_have_attribute("aria-expanded", "true")

    open_it()
    page.keyboard.press("Escape")
    expect(drawer).to_have_attribute("aria-expanded", "false")
    open_it()
    page.locator('[data-cell="14"]').tap()  # its menu lies where the drawer was
    expect(drawer).to_have_attribute("aria-expanded", "false")
    for way in page.locator(".list [data-act]").all():
        way.click(trial=True)  # nothing lies over it
