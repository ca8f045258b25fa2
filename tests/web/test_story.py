"""The story of a game: a log that can be filtered."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .browsing import Visit

pytestmark = pytest.mark.browser
LINES = "ol[aria-label=Moves] li"


class Sitting:
    """A table where Ann and Bob sit in windows of their own; moves are asked of the server."""

    def __init__(self, ann: Visit, bob: Visit, game: str, seats: str, **options: Any) -> None:
        """`seats` says who sits where: "aba" is Ann, Bob and again Ann."""
        self.ann, self.bob, self.seats = ann, bob, seats
        self.rng = random.Random(7)
        kinds = [{"kind": "me"} if who == "a" else {"kind": "open"} for who in seats]
        wanted = {"game": game, "options": {"players": len(seats), **options}, "seats": kinds}
        made = ann.context.request.post(f"{ann.address}/api/tables", data=wanted)
        assert made.ok, made.text()
        self.page = f"/t/{made.json()['id']}"
        self.path = f"{ann.address}/api/tables/{made.json()['id']}"
        assert ann.context.request.post(f"{self.path}/seats", data={"nonce": "00"}).ok
        for seat, who in enumerate(seats):
            if who == "b":
                sat = bob.context.request.post(f"{self.path}/seats/{seat}", data={"nonce": "00"})
                assert sat.ok, sat.text()

    def facts(self) -> Any:
        return self.ann.context.request.get(self.path).json()

    def move(self, *liked: str) -> str:
        """Whoever is to move does: the first move that is liked, else any; what it was."""
        table = self.facts()
        turn = table["now"]["turn"]
        ask = (self.ann if self.seats[turn] == "a" else self.bob).context.request
        legal = ask.get(f"{self.path}?seat={turn}").json()["now"]["legal"]
        move = next((one for one in liked if one in legal), self.rng.choice(legal))
        act = {"n": table["n"], "seat": turn, "move": move}
        assert ask.post(f"{self.path}/moves", data=act).ok
        return str(move)


def test_the_log_shows_whose_doings_one_wants(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(360, 740), visit()
    table = Sitting(ann, bob, "pig", "ab", target=100, turn_cap=120)
    for _ in range(10):
        table.move("hold", "roll")
    page = ann.go(table.page)
    page.get_by_role("button", name="Moves").click()
    total = page.locator(LINES).count()
    assert total > 12
    chosen = page.get_by_label("What the log shows")
    own = "What you did"
    other = re.compile(r"\(Player 2\)")
    expect(chosen.locator("option")).to_have_text(
        ["Everything", "Only what changed", own, other, "Chance"]
    )
    chosen.select_option(own)
    lines = page.locator(LINES)
    mine = lines.count()
    assert 0 < mine < total
    assert all("Player 0" in text for text in lines.all_inner_texts())
    expect(page.locator("#log-count")).to_have_text(f"{mine} of {total} lines")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360

    # A line shows its moment, and the slider still goes through all of them.
    lines.first.get_by_role("button").click()
    expect(page.locator(".prompt")).to_contain_text("looking back")
    slider = page.get_by_label("Moment of the game")
    assert slider.get_attribute("max") == str(total - 1)  # all but the beginning
    expect(slider).to_have_value("1")
    page.get_by_role("button", name="One move on").click()
    expect(slider).to_have_value("2")  # a roll of the die, which is not listed
    expect(lines.first).to_have_class(re.compile("now"))
    page.get_by_role("button", name="To the present", exact=True).click()

    chosen.select_option("Only what changed")
    assert 0 < lines.count() < total
    assert not any("rolls" in text for text in lines.all_inner_texts())
    chosen.select_option("1")
    assert all("Player 1" in text for text in lines.all_inner_texts())
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Moves").click()
    expect(chosen).to_have_value("1")  # at this table a seat is remembered


def test_a_filter_is_remembered_for_games_of_its_kind(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(), visit()
    page = ann.go(Sitting(ann, bob, "pig", "ab").page)
    chosen = page.get_by_label("What the log shows")
    chosen.select_option("1")
    expect(page.get_by_text("Nothing of this kind has happened yet.")).to_be_visible()
    ann.go(Sitting(ann, bob, "pig", "ab").page)
    expect(chosen).to_have_value("all")  # seat 2 is somebody else here
    chosen.select_option("What you did")
    ann.go(Sitting(ann, bob, "pig", "ab").page)
    expect(chosen).to_have_value("me")
    expect(page.locator(LINES)).to_have_count(0)
    page.get_by_role("button", name="Show everything").click()
    expect(page.locator(LINES)).to_have_count(1)
    chosen.select_option("What you did")
    ann.go(Sitting(ann, bob, "high_card", "ab").page)
    expect(chosen).to_have_value("all")  # another game
