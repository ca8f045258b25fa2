"""Black Crystal and the devices of people: two share one, and one changes from one to another."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server import scripted
from tests.web.browsing import Visit, uncover
from tests.web.test_pages import LOCALES, serious

from .playing import DESK, LAY, PHONE, SURPLUS, TWO, Party, do, hearing, play_on, ready

pytestmark = pytest.mark.browser

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
        done += play_on(pages[done.total() % 2], 1, count=counts[done.total() % 2])
    assert done["dig"]
    assert done["lay"]
    for page in pages:
        assert ready(page) == "over"
        expect(page.locator(".prompt")).not_to_be_empty()
        expect(page.locator("[data-dwarf]")).to_have_count(4)
    look("over")
