"""How fast it is told what happens, and that a press that hurries it plays no move."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.server import scripted
from tests.web.browsing import Visit

from .playing import TWO, WAY, Party, hearing
from .staged import FIVE_CARDS

WIDE = {"width": 1440, "height": 900}
DEAF = 500
"""Milliseconds after a story in which a press on the board means nothing."""


def test_who_hurries_a_story_plays_nothing_with_that_press(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    written.write(FIVE_CARDS, TWO)
    party = Party([visit_written(**WIDE) for _ in range(2)], options=TWO)
    *before, dig, lay, end = scripted.outcomes(FIVE_CARDS, options=TWO)[1]
    party.play(before)
    window = party.windows[0]
    heard = hearing(window)
    page = window.page
    page.clock.install()
    window.go(f"/t/{party.id}")
    expect(page.locator("[data-mine]")).to_be_visible()
    page.clock.pause_at("2100-01-01")  # from here on time goes by only as it is told to
    party.play([dig, lay, end])
    expect(page.locator("[data-skip]")).to_have_text("Skip ▸▸")
    page.locator("[data-skip]").click()
    way = page.locator(WAY).first
    expect(way).to_be_visible()
    known = heard()
    assert page.locator("[data-deaf]").count() == 1
    way.click()  # the second press of a hasty double click
    page.clock.run_for(DEAF - 10)
    way.click()
    assert page.locator(".list").count() == 0
    expect(page.locator("[data-deaf]")).to_have_count(1)
    page.clock.run_for(20)
    expect(page.locator("[data-deaf]")).to_have_count(0)
    assert heard() == known
    page.locator("[data-move=dig]").click()
    expect(page.locator(".prompt")).not_to_contain_text("Your move")


def test_the_speed_is_chosen_at_the_mine_and_remembered(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    written.write(FIVE_CARDS, TWO)
    party = Party([visit_written(**WIDE) for _ in range(2)], options=TWO)
    page = party.come()[0]
    for speed in ("1", "2", "0.5"):
        expect(page.locator("[data-speed]")).to_have_attribute("data-speed", speed)
        page.locator("[data-speed]").click()
    page.locator("[data-speed]").click()
    expect(page.locator("[data-speed]")).to_have_attribute("data-speed", "2")
    page.reload()
    expect(page.locator("[data-speed]")).to_have_attribute("data-speed", "2")
