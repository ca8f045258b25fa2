"""Whole games in a real browser, as people play them."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .browsing import Visit

OVER = ".actions .button.main"


def wait_for(page: Page, seconds: float = 40.0) -> str:
    """Until something is to be done here: `move`, or `over`."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if page.locator(OVER).count():
            return "over"
        if page.title().startswith("●") and page.locator(".spot.can, .orders .button").count():
            return "move"
        time.sleep(0.02)
    raise AssertionError(f"nothing happened: {page.locator('.prompt').inner_text()}")


def choose(page: Page) -> None:
    """Take a colour that is left."""
    left = page.locator(".orders .button:enabled")
    before = left.count()
    left.first.click()
    expect(left).not_to_have_count(before)


def set_up(page: Page) -> None:
    """A colour, and the neutral balls if they are ours to place."""
    page.wait_for_selector(".orders .button")
    choose(page)
    for _ in range(2):
        wait_for(page)
        place = page.get_by_role("button", name="Place them for me")
        if place.count():
            place.click()
            expect(place).to_have_count(0, timeout=30_000)


def play_on(page: Page, moves: int = 200) -> int:
    """Click the first place that can be pushed at, until the game is over."""
    made = 0
    while made < moves and wait_for(page) == "move":
        before = page.locator("ol[data-log] li").count()
        page.locator(".spot.can").nth(made % 2).click()
        expect(page.locator("ol[data-log] li")).not_to_have_count(before, timeout=15_000)
        made += 1
    return made


def test_a_whole_game_against_a_bot(visit: Callable[..., Visit]) -> None:
    window = visit()
    page = window.go("/")
    card = page.locator("article", has_text="Cubulus")
    card.get_by_role("button", name="Play now").click()
    set_up(page)
    assert play_on(page) > 2
    expect(page.locator(".prompt")).to_contain_text(re.compile("wins|draw"))
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Was chance fair?").click()
    expect(page.locator(".verdict.good")).to_contain_text("The record holds")
    page.go_back()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".orders, .prompt")).not_to_have_count(0)


def test_whoever_was_here_before_sits_down_with_one_request(visit: Callable[..., Visit]) -> None:
    window = visit()
    for asked_before in (2, 1):  # at first nobody knows them, so nothing could be promised
        asked: list[str] = []
        with window.page.expect_response("**/api/tables"):
            page = window.go("/")

        def note(request: Any, to: list[str] = asked) -> None:
            if request.method == "POST":
                to.append(request.url)

        page.on("request", note)
        card = page.locator("article", has_text="Cubulus")
        card.get_by_role("button", name="Play now").click()
        expect(page.locator(".orders .button:enabled").first).to_be_visible(timeout=30_000)
        made = [url for url in asked if "/api/tables" in url]
        assert len(made) == asked_before, made
        table = page.url.rpartition("/")[2].partition("?")[0]
        dice = window.context.request.get(f"{window.address}/api/tables/{table}/dice").json()
        assert len(dice["contributions"][0]["nonce"]) == 32


def test_without_motion_too(visit: Callable[..., Visit]) -> None:
    page = visit(reduced_motion="reduce").go("/")
    page.locator("article", has_text="Cubulus").get_by_role("button", name="Play now").click()
    set_up(page)
    assert play_on(page, 4) > 2


def test_three_at_one_device(visit: Callable[..., Visit]) -> None:
    page = visit().go("/play/cubulus")
    page.get_by_label("Players", exact=True).select_option("3")
    for seat in (1, 2, 3):
        page.get_by_label(f"Who plays seat {seat}").select_option("me")
        page.get_by_label(f"Name at seat {seat}").fill(("Ann", "Bob", "Cleo")[seat - 1])
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".orders .button:enabled")).to_have_count(3)
    choose(page)
    expect(page.locator(".orders .button:enabled")).to_have_count(2)
    choose(page)  # the third has no choice left
    movers = set()
    for _ in range(9):
        if wait_for(page) == "over":
            break
        movers.add(page.locator("li.turn strong").inner_text())
        before = page.locator("ol[data-log] li").count()
        page.locator(".spot.can").nth(len(movers)).click()
        expect(page.locator("ol[data-log] li")).not_to_have_count(before)
    assert movers == {"Ann", "Bob", "Cleo"}


BALLS = """all => all.map(one =>
  [...one.querySelectorAll("circle")].map(c => c.getAttribute("fill")).find(f => f) ?? "-")"""


def balls(page: Page) -> object:
    """What lies in each of the 54 places."""
    return page.locator(".net .spot").evaluate_all(BALLS)


def test_two_browsers_by_link_and_one_reloads(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(), visit()
    page = ann.go("/")
    page.locator("article", has_text="Cubulus").get_by_role("button", name="With a friend").click()
    link = page.get_by_label("The link to this table").input_value()
    other = bob.go(link.removeprefix(bob.address))
    other.get_by_role("button", name="Sit down").click()
    expect(page.locator(".orders .button:enabled")).to_have_count(3)
    choose(page)
    expect(other.locator(".orders .button:enabled")).to_have_count(2)
    choose(other)
    for k in range(6):
        for who in (page, other):
            place = who.get_by_role("button", name="Place them for me")
            if place.count():
                place.click()
        turns = [who for who in (page, other) if who.title().startswith("●")]
        if not turns:
            time.sleep(0.3)
            continue
        if turns[0].locator(".spot.can").count():
            turns[0].locator(".spot.can").first.click()
        time.sleep(0.8)
        if k == 3:
            other.reload()
            other.wait_for_selector(".board")
    for who in (page, other):
        expect(who.locator(".seen-by-readers", has_text="is away")).to_have_count(0)
    ends = time.monotonic() + 10
    while balls(page) != balls(other) and time.monotonic() < ends:
        time.sleep(0.1)  # one of them may still be shown the last move
    assert balls(page) == balls(other)
    lists = [who.locator("ol[aria-label=Moves] li").all_inner_texts() for who in (page, other)]
    assert lists[0] == lists[1]
    page.get_by_role("button", name="Chat").click()
    page.get_by_label("Write something").fill("Good luck!")
    page.get_by_role("button", name="Send").click()
    other.get_by_role("button", name="Chat").click()
    expect(other.locator(".chat li", has_text="Good luck!")).to_be_visible()


def test_by_keyboard_alone(visit: Callable[..., Visit]) -> None:
    page = visit().go("/play/cubulus")
    page.get_by_role("button", name="Start").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".orders .button")
    page.locator(".orders .button").first.focus()
    page.keyboard.press("Enter")
    wait_for(page)
    place = page.get_by_role("button", name="Place them for me")
    if place.count():
        place.focus()
        page.keyboard.press("Enter")
        expect(place).to_have_count(0, timeout=30_000)
    made = 0
    while made < 60 and wait_for(page) == "move":
        page.locator(".spot[tabindex='0']").focus()
        for key in (
            "ArrowRight",
            "ArrowDown",
            "ArrowLeft",
            "ArrowUp",
            "ArrowLeft",
            "ArrowDown",
        ) * 4:
            if page.locator(".spot.can:focus").count():
                break
            page.keyboard.press(key)
        if not page.locator(".spot.can:focus").count():
            page.locator(".spot.can").first.focus()
        label = page.locator(".spot:focus").get_attribute("aria-label") or ""
        assert "push" in label or "rotate" in label
        before = page.locator("ol[data-log] li").count()
        page.keyboard.press("Enter")
        expect(page.locator("ol[data-log] li")).not_to_have_count(before, timeout=15_000)
        made += 1
    assert page.locator(OVER).count()


COVERED = """() => {
  const over = document.querySelector(".refusal").getBoundingClientRect();
  const meets = (one) => {
    const box = one.getBoundingClientRect();
    return box.left < over.right && box.right > over.left
      && box.top < over.bottom && box.bottom > over.top;
  };
  return [...document.querySelectorAll("button, a, .spot, canvas")]
    .filter((one) => !one.closest(".refusal") && meets(one)).map((one) => one.outerHTML);
}"""


def test_a_refused_move_names_its_rule(visit: Callable[..., Visit]) -> None:
    """A line of neutral balls is full: nothing can be pushed in at its end, nor turned."""
    window = visit()
    ask = window.context.request
    seats = [{"kind": "me"}, {"kind": "me"}]
    table = ask.post(f"{window.address}/api/tables", data={"game": "cubulus", "seats": seats})
    path = f"{window.address}/api/tables/{table.json()['id']}"
    ask.post(f"{path}/seats", data={"nonce": "00"})
    for move in ("colour b", "colour w", "neutral 0 1 2 8 12 16 20 22 24"):
        page_now = ask.get(path).json()
        act = {"n": page_now["n"], "seat": page_now["now"]["turn"], "move": move}
        assert ask.post(f"{path}/moves", data=act).status == 200
    page = window.go(f"/t/{table.json()['id']}")
    expect(page.locator("#facelet-L4")).to_be_enabled()  # it is our turn on the page too
    lines = page.locator("ol[aria-label=Moves] li")
    before = lines.count()
    page.locator("#facelet-L1").click(force=True)
    refusal = page.locator(".refusal")
    expect(refusal).to_be_visible()
    assert lines.count() == before  # the panel that was open stays
    assert page.evaluate(COVERED) == []
    refusal.get_by_role("button", name=re.compile("Rule CB-")).click()
    expect(page.locator(".side li.open code")).to_contain_text("CB-")
    refusal.get_by_role("button", name="Close").click()
    expect(refusal).to_have_count(0)
    page.locator("#facelet-L1").click(force=True)
    expect(refusal).to_be_visible()
    page.locator("#facelet-L2.can").click()  # and the game goes on
    expect(refusal).to_have_count(0)


@pytest.mark.parametrize("game", ["Pig", "High card"])
def test_games_without_a_face_play_on_the_plain_board(
    visit: Callable[..., Visit], game: str
) -> None:
    name = game.lower().replace(" ", "_")
    page = visit().go(f"/play/{name}")
    for seat in (1, 2):
        page.get_by_label(f"Who plays seat {seat}").select_option("me")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".board")
    for _ in range(400):
        if page.locator(OVER).count():
            break
        curtain = page.locator(".curtain .button")
        if curtain.count():
            assert game == "High card"
            assert page.locator(".side").count() == 0  # it tells of cards, too
            expect(page.get_by_role("button", name="Hint")).to_be_disabled()
            curtain.click()
            expect(curtain).to_have_count(0)
            continue
        moves = page.locator(".plain li .button")
        if moves.count():
            moves.first.click()
        time.sleep(0.05)
    assert page.locator(OVER).count()
    if game == "High card":
        expect(page.locator("pre")).not_to_contain_text("?")


def test_a_lost_connection_shows_and_mends_itself(visit: Callable[..., Visit]) -> None:
    window = visit()
    page = window.go("/play/pig")
    page.get_by_label("Who plays seat 2").select_option("me")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".plain li .button")
    window.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(page.get_by_role("alert")).to_contain_text("connection is down", timeout=20_000)
    window.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_role("alert")).to_have_count(0, timeout=20_000)
    page.locator(".plain li .button").first.click()
    expect(page.locator("ol[aria-label=Moves] li")).not_to_have_count(1)
    window.complaints = [text for text in window.complaints if "ERR_INTERNET" not in text]
