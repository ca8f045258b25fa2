"""What the page explains: cards, players in their colours, what a cell offers, how it ended."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from orrery.games.black_crystal.view import HEALTH
from tests.server import scripted
from tests.web.browsing import Visit, play_by_request

from .playing import DESK, PHONE, PORTALS, TWO, Party
from .staged import CLERK, FIVE_CARDS, OUT, SALE

ROOT = Path(__file__).parents[3]
FACE = ROOT / "web/src/games/black_crystal"
COVERED = """([tile, dwarf]) => {
  const [a, b] = [tile, dwarf].map(one => document.querySelector(one).getBoundingClientRect());
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high) / (a.width * a.height);
}"""
"""How much of a picture lies under another."""


def at_table(
    written: scripted.Server, windows: list[Visit], moves: tuple[str, ...]
) -> tuple[Party, list[tuple[int, str]]]:
    """Two at a table where these moves are to be played."""
    written.write(moves, TWO)
    return Party(windows, options=TWO), scripted.outcomes(moves, options=TWO)[1]


def opens_a_card(page: Page, what: str, card: str) -> None:
    """A press shows the whole card, and Escape puts it away."""
    page.locator(what).last.click()
    expect(page.locator(f'dialog[data-open-card="{card}"]')).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_step_takes_one_click_and_a_card_is_always_explained(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    red, blue = (visit_written(**DESK) for _ in range(2))
    party, moves = at_table(written, [red, blue], FIVE_CARDS + CLERK)
    page = red.go(f"/t/{party.id}")
    own = page.locator('[data-plate="0"]')
    expect(own).to_contain_text("Your Skill in this game")  # nobody has to look for it
    expect(own).to_contain_text(
        red.context.request.get(party.path).json()["table"]["seats"][0]["name"]
    )
    before = moves[:-2]
    party.play(before)
    expect(page.locator("[data-card]")).to_have_count(5)
    expect(own).not_to_contain_text("Your Skill in this game")
    # The log is divided into turns, and everybody stands there in a colour.
    log = page.locator("ol[data-log]")
    turns = [re.sub(r".*\((\w+)\)", r"\1", head) for head in log.locator(".head").all_inner_texts()]
    assert turns == ["Red", "Blue"] * 5
    expect(log.locator(".head").last).to_contain_text("(Blue)")
    expect(log.locator("b", has_text="Red").first).to_have_attribute("style", re.compile("--tint"))
    opens_a_card(page, "ol[aria-label=Moves] li button[title*=Chainmail]", "F08")
    # West there is a way back, and Explosives in hand: a click walks, a corner lists the rest.
    page.locator('[data-more="31"]').click()
    expect(page.locator('[data-act="rubble W exp"]')).to_be_visible()
    page.keyboard.press("Escape")
    party.play(moves[len(before) :])
    expect(page.locator("[data-fight]")).to_be_visible()
    opens_a_card(page, "[data-fight] button.name", "B24")
    # What is played is seen in a corner for as long as it is news.
    page.locator('[data-card="F08"]').click()
    page.locator(".large .button").first.click()
    opens_a_card(page, '[data-last="F08"]', "F08")


def test_what_a_merchant_may_sell_needs_no_search(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    red, blue = (visit_written(**DESK) for _ in range(2))
    party, moves = at_table(written, [red, blue], SALE)
    party.play(moves)
    page = red.go(f"/t/{party.id}")
    offers = page.locator("[data-buttons] .button")
    expect(offers).to_have_count(3)
    assert [one.get_attribute("data-move") for one in offers.all()] == [
        "sell F14",
        "sell F29",
        "pass",
    ]
    offers.first.click()
    expect(page.locator("[data-card]")).to_have_count(1)


def test_players_stand_in_one_row_at_the_table_and_in_replay(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    red, blue = (visit_written(**DESK) for _ in range(2))
    party, moves = at_table(written, [red, blue], FIVE_CARDS)
    party.play(moves)
    names = [seat["name"] for seat in red.context.request.get(party.path).json()["table"]["seats"]]
    for path in (f"/t/{party.id}", f"/t/{party.id}/replay"):
        page = red.go(path)
        expect(page.locator("[data-plate]")).to_have_count(2)
        for name in names:
            expect(page.locator(".play").get_by_text(name, exact=True)).to_have_count(1)


def test_a_click_walks_though_an_explosive_could_be_spent_there(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    red, blue = (visit_written(**DESK) for _ in range(2))
    party, moves = at_table(written, [red, blue], FIVE_CARDS)
    party.play(moves)
    page = red.go(f"/t/{party.id}")
    expect(page.locator('[data-more="31"]')).to_be_visible()
    page.locator('[data-cell="31"]').click()
    expect(page.locator(".prompt")).to_contain_text("Odd or even?")  # it walked, onto a Find


def test_a_newcomer_with_a_phone_reads_the_skill_above_the_mine(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    red, blue = visit_written(**PHONE), visit_written(**DESK)
    party, moves = at_table(written, [red, blue], FIVE_CARDS)
    page = red.go(f"/t/{party.id}")
    told = page.locator("p.state")
    expect(told).to_contain_text("Dwarfs dig up an old mine")
    party.play(moves[:1])
    expect(told).to_contain_text("Engineer: ")
    expect(page.locator(".plate .more")).to_have_count(0)  # it would leave the mine no room
    party.play(moves[1:])
    expect(told).to_contain_text("tiles in the bag")


def test_who_wins_is_seen_in_daylight(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    red, blue = (visit_written(**DESK) for _ in range(2))
    party, moves = at_table(written, [red, blue], OUT)
    party.play(moves[:-1])
    pages = party.come()
    party.play(moves[-1:])
    for page in pages:
        expect(page.locator("[data-ending]")).to_contain_text("Red is out of the mine")
    page.get_by_role("button", name="Look at the mine").click()
    expect(page.locator("[data-ending]")).to_have_count(0)


def test_a_portal_is_seen_under_a_dwarf(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    windows = [visit_written(**DESK), *(visit_written() for _ in range(3))]
    written.write(PORTALS)
    party = Party(windows)
    party.play(scripted.outcomes(PORTALS)[1])
    page = windows[0].go(f"/t/{party.id}")
    expect(page.locator('[data-tile="13"]')).to_be_visible()
    assert page.evaluate(COVERED, ['[data-tile="13"]', '[data-dwarf="0"]']) < 0.6


def test_a_curtain_says_why_it_is_drawn(visit: Callable[..., Visit]) -> None:
    window = visit()
    page = window.go(play_by_request(window, "black_crystal", 2))
    expect(page.locator(".curtain")).to_contain_text("Hands are hidden in this game")


def test_all_cards_are_explained_in_the_chapter(visit: Callable[..., Visit]) -> None:
    page = visit().go("/rules/black_crystal")
    rows = page.locator("[id^=card-]")
    expect(rows).to_have_count(71)
    page.locator("details summary").last.click()
    expect(page.locator("#card-B32 b")).to_have_text("Health6")
    opens_a_card(page, "#card-B32 button", "B32")


def test_the_health_of_monsters_is_what_the_cards_say() -> None:
    known = json.loads((FACE / "health.json").read_text("utf-8"))
    assert known == {card: health for card, health in HEALTH.items() if card != "seed"}
