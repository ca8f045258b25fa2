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


def test_what_others_do_is_left_untold_up_to_ones_own_turn(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    written.write(FIVE_CARDS, TWO)
    party = Party([visit_written(**WIDE) for _ in range(2)], options=TWO)
    *before, dig, lay, end = scripted.outcomes(FIVE_CARDS, options=TWO)[1]
    party.play(before)
    page = party.windows[0].page
    page.clock.install()
    party.windows[0].go(f"/t/{party.id}")
    expect(page.locator("[data-mine]")).to_be_visible()
    page.clock.pause_at("2100-01-01")
    expect(page.locator("[data-skip]")).to_contain_text("To my turn")
    page.locator("[data-skip]").click()
    expect(page.locator("[data-skip]")).to_have_count(0)
    for move in (dig, lay, end):  # three stories, and no time goes by
        party.play([move])
    expect(page.locator(".prompt")).to_contain_text("Your move")
    expect(page.locator(WAY).first).to_be_visible()
    expect(page.locator("[data-deaf]")).to_have_count(1)


def test_a_story_is_told_as_fast_as_one_likes_and_leaves_the_board_deaf(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    *before, dig, lay, end = scripted.outcomes(FIVE_CARDS, options=TWO)[1]

    def told_in(speed: str) -> int:
        """How many milliseconds it takes to tell of three moves of the rival."""
        written.write(FIVE_CARDS, TWO)
        party = Party([visit_written(**WIDE) for _ in range(2)], options=TWO)
        party.play(before)
        page = party.windows[0].page
        page.clock.install()
        party.windows[0].go(f"/t/{party.id}")
        while page.locator("[data-speed]").get_attribute("data-speed") != speed:
            page.locator("[data-speed]").click()
        page.clock.pause_at("2100-01-01")
        party.play([dig, lay, end])
        expect(page.locator("[data-skip]")).to_have_text("Skip ▸▸")  # it has heard of all three
        taken = 0
        while not page.locator(WAY).count():
            page.clock.run_for(100)
            taken += 100
            assert taken < 60_000
        expect(page.locator("[data-deaf]")).to_have_count(1)
        page.clock.run_for(DEAF + 50)
        expect(page.locator("[data-deaf]")).to_have_count(0)
        return taken

    usual, fast = told_in("1"), told_in("2")
    assert fast < 0.7 * usual


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
