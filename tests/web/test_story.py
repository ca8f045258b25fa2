"""The story of a game: a log that can be filtered, and what happened while one was away."""

import random
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .browsing import Visit
from .test_games import BALLS, balls
from .test_pages import serious

LINES = "ol[aria-label=Moves] li"
MISSED = "section.missed"
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  const seen = hidden ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => seen });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
RECORD = """() => {
  const read = READ;
  window.recorded = [];
  window.sentences = [];
  setInterval(() => {
    const now = read([...document.querySelectorAll(".net .spot")]);
    const last = window.recorded.at(-1);
    if (JSON.stringify(now) !== JSON.stringify(last)) window.recorded.push(now);
    window.sentences.push(document.querySelector(".missed.watching p")?.textContent);
  }, 10);
}""".replace("READ", BALLS)
NO_CUBE = """HTMLCanvasElement.prototype.getContext = () => null;
const complain = console.error;
console.error = (...said) => String(said[0]).includes("WebGL") || complain(...said);"""
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("not here", "SecurityError"); },
});"""


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

    def turn(self) -> str:
        """Whose turn it is: "a", "b", or "" when the game is over."""
        turn = self.facts()["now"]["turn"]
        return self.seats[turn] if isinstance(turn, int) else ""

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

    def until(self, who: str, *liked: str) -> int:
        """Play until it is somebody's turn; how many moves that took."""
        for made in range(200):
            if self.turn() == who:
                return made
            self.move(*liked)
        raise AssertionError(f"it is never the turn of {who}")

    def seen(self, page: Page) -> None:
        """Wait until the page has shown everything and knows that it was seen."""
        n = self.facts()["n"]
        page.wait_for_function(
            """([id, n]) => {
              const kept = JSON.parse(localStorage.getItem("orrery-seen") ?? "{}")[id];
              return Object.values(kept?.seats ?? {}).includes(n);
            }""",
            arg=[self.page.removeprefix("/t/"), n],
        )


def with_three(ann: Visit, bob: Visit) -> Sitting:
    """Ann's turn; after her Bob moves twice. The net plays alone: a cube takes its time here."""
    ann.page.add_init_script(NO_CUBE)
    table = Sitting(ann, bob, "cubulus", "abb")
    table.move()  # her colour; Bob takes his, and somebody is drawn to begin
    table.until("a")
    return table


def changed(page: Page, before: object) -> object:
    """The balls, as soon as they lie otherwise."""
    ends = time.monotonic() + 10
    while (now := balls(page)) == before:
        assert time.monotonic() < ends, "nothing moves"
        time.sleep(0.02)
    return now


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
    other = re.compile(r"^Player 2 · \w")
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


def test_what_happened_is_told_and_shown_and_then_one_plays(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(), visit()
    table = with_three(ann, bob)
    page = ann.go(table.page)
    expect(page.locator(".spot.can")).not_to_have_count(0)
    expect(page.locator(MISSED)).to_have_count(0)  # nobody was away at a first visit
    before = balls(page)
    table.move()
    left = changed(page, before)
    table.seen(page)
    page.goto("about:blank")
    assert table.until("a") == 2
    ann.go(table.page)
    missed = page.locator(MISSED)
    expect(missed.get_by_role("heading")).to_have_text("While you were away: 2 moves")
    told = missed.locator("li").all_inner_texts()
    assert told == page.locator(f"{LINES} button > span").all_inner_texts()[-2:]
    expect(page.locator(".spot.can")).not_to_have_count(0)  # one may also just play on
    present = balls(page)
    assert present != left

    page.evaluate(RECORD)
    missed.get_by_role("button", name="Watch").click()
    watched = page.locator(f"{MISSED}.watching")
    expect(watched).to_be_visible()
    assert page.locator(".spot.can").count() == 0
    expect(watched).to_have_count(0, timeout=15_000)
    told_again, first, *_, last = page.evaluate("window.recorded")
    assert set(told) <= set(page.evaluate("window.sentences"))
    assert (told_again, first, last) == (present, left, present)  # from where one left
    expect(page.locator(".spot.can")).not_to_have_count(0)
    assert page.title().startswith("●")
    page.reload()
    expect(page.locator(".spot.can")).not_to_have_count(0)
    expect(missed).to_have_count(0)  # it was seen
    page.locator(".spot.can").first.click()
    expect(page.locator(".spot.can")).to_have_count(0)


def test_a_story_can_be_skipped_also_half_told_on_a_phone(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(360, 740, bypass_csp=True), visit()
    table = with_three(ann, bob)
    page = ann.go(table.page)
    table.seen(page)
    missed = page.locator(MISSED)
    for half in (False, True):
        table.move()
        table.seen(page)
        page.goto("about:blank")
        table.until("a")
        ann.go(table.page)
        expect(missed).to_contain_text("While you were away: 2 moves")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        board = page.locator(".board").bounding_box()
        assert board
        assert board["height"] > 240  # there is still something to see
        assert serious(page) == []
        present = balls(page)
        if half:
            missed.get_by_role("button", name="Watch").click()
            expect(page.locator(f"{MISSED}.watching")).to_be_visible()
        missed.get_by_role("button", name="Skip").click()
        expect(missed).to_have_count(0)
        assert balls(page) == present
        expect(page.locator(".spot.can")).not_to_have_count(0)
        page.reload()
        expect(page.locator(".spot.can")).not_to_have_count(0)
        expect(missed).to_have_count(0)


def test_ones_own_moves_are_no_story(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(), visit()
    table = Sitting(ann, bob, "pig", "ab", target=100, turn_cap=120)
    page = ann.go(table.page)
    table.seen(page)
    page.goto("about:blank")
    table.move("roll")  # by Ann herself, and the die
    ann.go(table.page)
    table.seen(page)
    expect(page.locator(MISSED)).to_have_count(0)
    page.goto("about:blank")
    table.until("b", "hold")
    table.move("roll")
    ann.go(table.page)
    missed = page.locator(MISSED)
    expect(missed).to_contain_text("Player 1 rolls.")
    expect(missed).to_contain_text("While you were away: 1 move")
    page.reload()
    expect(missed).to_contain_text("While you were away: 1 move")  # not yet seen
    table.until("a", "hold")
    page.locator(".plain li .button").first.click()
    expect(missed).to_have_count(0)  # whoever plays on need not be told
    table.seen(page)


def test_a_lost_connection_is_an_absence_too(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(), visit()
    table = Sitting(ann, bob, "pig", "ab", target=100, turn_cap=120)
    table.until("b", "hold")
    page = ann.go(table.page)
    table.seen(page)
    ann.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(page.get_by_role("alert")).to_contain_text("connection is down", timeout=20_000)
    table.move("roll")
    ann.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    missed = page.locator(MISSED)
    expect(missed).to_contain_text("While you were away: 1 move", timeout=20_000)
    missed.get_by_role("button", name="Watch").click()
    expect(missed).to_have_count(0)
    table.seen(page)
    ann.complaints = [text for text in ann.complaints if "ERR_INTERNET" not in text]


def test_a_hidden_page_lets_no_stories_pile_up(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(), visit()
    table = with_three(ann, bob)
    page = ann.go(table.page)
    table.seen(page)
    page.get_by_role("switch", name="Notation").check()
    shown = balls(page)
    missed = page.locator(MISSED)

    page.evaluate(HIDE, True)
    made = [table.move(), table.move()]
    expect(page.locator(LINES).last).to_contain_text(made[1])
    assert balls(page) != shown  # it does not wait for anybody to look
    page.evaluate(HIDE, False)
    assert balls(page) == shown  # few moves are simply shown
    table.seen(page)
    expect(missed).to_have_count(0)

    page.evaluate(HIDE, True)
    made = [table.move() for _ in range(7)]
    expect(page.locator(LINES).last).to_contain_text(made[-1])
    present = balls(page)
    page.evaluate(HIDE, False)
    expect(missed).to_contain_text("While you were away: 7 moves")
    assert balls(page) == present
    expect(missed.locator("li")).to_have_count(7)


def test_a_story_tells_no_more_than_its_seat_may_know(visit: Callable[..., Visit]) -> None:
    """Two of three seats share a device: what Bob draws stays hidden, and a curtain covers all."""
    ann, bob = visit(), visit()
    table = Sitting(ann, bob, "high_card", "aba")
    page = ann.go(table.page)
    page.locator(".curtain .button").click()
    expect(page.locator(".plain li .button")).not_to_have_count(0)
    table.move("keep")
    expect(page.locator(LINES).last).to_contain_text("Player 1 draws a card.")
    table.seen(page)
    page.goto("about:blank")
    table.move("swap")
    ann.go(table.page)
    curtain = page.locator(".curtain .button")
    expect(curtain).to_be_visible()
    missed = page.locator(MISSED)
    page.wait_for_timeout(500)
    assert missed.count() == 0
    assert "swaps" not in page.locator("main").inner_text()
    curtain.click()
    expect(missed).to_contain_text("While you were away: 1 move")
    expect(missed.locator("li").first).to_have_text("Player 1 swaps.")
    expect(missed.locator("li").nth(1)).to_have_text("Player 1 draws a card.")
    missed.get_by_role("button", name="Watch").click()
    told = set()
    ends = time.monotonic() + 30
    while missed.count() and time.monotonic() < ends:
        told.update(missed.locator("p").all_inner_texts())
    assert {"Player 1 swaps.", "Player 1 draws a card."} <= told
    assert not re.search("Player [01] draws the", " ".join(told) + page.content())
    expect(page.locator(".plain li .button")).not_to_have_count(0)


def test_a_browser_that_keeps_nothing_still_plays(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(), visit()
    ann.page.add_init_script(NO_STORAGE)
    table = Sitting(ann, bob, "pig", "ab")
    page = ann.go(table.page)
    page.locator(".plain li .button").first.click()
    expect(page.locator(LINES)).not_to_have_count(1)
    page.get_by_label("What the log shows").select_option("Chance")
    expect(page.locator(LINES)).to_have_count(1)
    ann.go(table.page)
    expect(page.locator(LINES)).not_to_have_count(0)
    expect(page.locator(MISSED)).to_have_count(0)


def test_old_tables_are_forgotten(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(), visit()
    table = Sitting(ann, bob, "pig", "ab")
    page = ann.go("/")
    page.evaluate("""() => {
      const seen = { broken: 7, ancient: { at: 5, seats: { 0: 3 } } };
      for (let k = 0; k < 200; k++) seen[`t${k}`] = { at: Date.now() - k, seats: { 0: k } };
      localStorage.setItem("orrery-seen", JSON.stringify(seen));
    }""")
    ann.go(table.page)
    table.seen(page)
    kept = page.evaluate("JSON.parse(localStorage.getItem('orrery-seen'))")
    assert len(kept) == 60
    assert table.page.removeprefix("/t/") in kept
    assert {"t0", "t58"} < set(kept)
    assert not {"broken", "ancient", "t59"} & set(kept)
