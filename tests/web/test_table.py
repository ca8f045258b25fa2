"""Manners at a table: taking back, resigning, talking, being away, and what the log says of it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.serving import Server

from .browsing import Visit, play_by_request, wait_until, windows_at
from .test_pages import serious
from .test_story import LINES, Sitting

MARKS = {"cubulus": ".spot.marked", "orion_duel": "path.last", "warp6": ".trail"}


def marks(page: Page, game: str) -> list[str]:
    """What the board marks as the last move: each mark, and where it is."""
    found: list[str] = page.locator(MARKS[game]).evaluate_all(
        "all => all.map(one => one.id + (one.getAttribute('d') ?? ''))"
    )
    return found


def take_back(who: Visit, table: Sitting, seat: int) -> str:
    n = table.facts()["n"]
    asked = who.context.request.post(f"{table.path}/undo", data={"n": n, "seat": seat})
    assert asked.ok, asked.text()
    return str(asked.json()["outcome"])


@pytest.mark.parametrize("game", MARKS)
def test_a_move_that_is_taken_back_is_marked_no_more(
    visit: Callable[..., Visit], game: str
) -> None:
    """Whoever sits there and whoever comes later see the marks of the ply that stands last."""
    ann, bob, late = (visit(reduced_motion="reduce") for _ in range(3))
    table = Sitting(ann, bob, game, "ab")
    page = ann.go(table.page)
    while True:  # until a move can be taken back that follows on one that leaves marks
        table.seen(page)
        before, turn = marks(page, game), table.turn()
        seat = table.facts()["now"]["turn"]
        table.move()
        who = ann if turn == "a" else bob
        right = who.context.request.get(f"{table.path}?seat={seat}").json()["now"]["undo"]
        table.seen(page)
        if before and right == "free" and marks(page, game) != before:
            break
    assert take_back(who, table, seat) == "done"
    table.seen(page)
    assert marks(page, game) == before
    other = late.go(table.page)
    expect(other.locator(LINES).last).to_contain_text("takes back a move")
    wait_until(other, lambda: marks(other, game) == before)  # it asks for the ply that stands last


def test_what_another_takes_back_is_told(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(360, 740, is_mobile=True, has_touch=True), visit()
    table = Sitting(ann, bob, "pig", "ab", target=100, turn_cap=120)
    pages = ann.go(table.page), bob.go(table.page)
    while table.move("hold") != "hold":
        pass
    seat = 1 - int(table.facts()["now"]["turn"])
    who, (rival, own) = ((ann, pages[::-1]), (bob, pages))[seat]
    assert take_back(who, table, seat) == "done"
    note = rival.locator("p.note")
    expect(note).to_contain_text(re.compile(r"has taken back: .*keeps", re.IGNORECASE))
    expect(own.locator("p.note")).to_have_count(0)
    expect(own.locator(".plain li .button").first).to_be_visible()
    table.move("roll")
    expect(note).to_have_count(0)


@pytest.fixture
def visit_patient(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Visit]]:
    """Opens windows at a server where bots take their time: no game ends while one looks."""
    with (
        Server(str(tmp_path / "tables.db"), delay_seconds="2") as running,
        windows_at(browser, running.address) as make,
    ):
        yield make


def test_the_log_says_who_did_what(visit_patient: Callable[..., Visit]) -> None:
    """A person against a bot takes back, and gives up their seat: none of it was the bot's."""
    window = visit_patient(reduced_motion="reduce")
    ask = window.context.request
    ask.post(f"{window.address}/api/guests", data={"name": "Ann"})
    wanted = {
        "game": "cubulus",
        "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}],
    }
    table = ask.post(f"{window.address}/api/tables", data=wanted).json()["id"]
    path = f"{window.address}/api/tables/{table}"
    assert ask.post(f"{path}/seats", data={"nonce": "00"}).ok
    page = window.go(f"/t/{table}")
    while True:
        wait_until(page, lambda: ask.get(path).json()["now"]["turn"] == 0)
        now = ask.get(f"{path}?seat=0").json()
        if now["now"]["undo"] == "free":
            break
        act = {"n": now["n"], "seat": 0, "move": now["now"]["legal"][0]}
        assert ask.post(f"{path}/moves", data=act).ok
    page.get_by_role("button", name="Take back").click()
    back = page.locator(LINES, has_text="takes back a move")
    expect(back).to_have_count(1)
    expect(back).to_have_text(re.compile("^Ann "))
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("button", name="Come back").click()
    page.get_by_role("button", name="Moves", exact=True).click()
    told = page.locator(LINES, has_text=re.compile("plays on for|is back"))
    expect(told).to_have_text([re.compile("^A bot plays on for Ann "), "Ann is back."])

    # What was written down says the same of who sat there.
    n = ask.get(path).json()["n"]
    assert ask.post(f"{path}/resign", data={"n": n, "seat": 0}).ok
    expect(page.locator(".prompt")).to_contain_text(re.compile(r"wins: Ann .*resigned\."))
    record = ask.get(f"{path}/record").text()
    brought = ask.post(f"{window.address}/api/records", data=record).json()["table"]
    window.go(f"/t/{brought}")
    expect(page.locator(".top, .head").get_by_text("Ann", exact=True)).to_be_visible()
    expect(page.get_by_text("Open seat")).to_have_count(0)
    expect(page.locator(LINES, has_text="takes back a move")).to_have_text(re.compile("^Ann "))
    expect(page.locator(LINES, has_text="plays on for")).to_have_text(re.compile("for Ann "))


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_resigning_is_asked_about_and_no_double_click_passes(
    visit: Callable[..., Visit], language: str
) -> None:
    words = {
        "en": ("Resign", "Keep playing"),
        "fr": ("Abandonner", "Continuer à jouer"),
        "ru": ("Сдаться", "Играть дальше"),
    }
    yes, no = words[language]
    window = visit(1280, 720, locale=language, bypass_csp=True)
    path = play_by_request(window, "pig", 0)
    page = window.go(path)
    bar = page.locator(".actions")
    before = bar.bounding_box()
    resign, asked = bar.get_by_role("button", name=yes), page.get_by_role("dialog")
    resign.dblclick()
    expect(asked).to_be_visible()
    assert bar.bounding_box() == before
    rows = bar.locator("> .button").evaluate_all("all => all.map((one) => one.offsetTop)")
    assert len(set(rows)) == 1
    expect(asked.get_by_role("button", name=no)).to_be_focused()
    assert not serious(page)
    asked.get_by_role("button", name=no).click()
    expect(asked).to_be_hidden()
    resign.click()
    page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    expect(page.locator(".side")).to_be_visible()  # the key was for the question alone
    facts = window.context.request.get(f"{window.address}/api/tables/{path[3:]}").json()
    assert facts["table"]["status"] == "playing"
    resign.click()
    sure = asked.get_by_role("button", name=yes)
    sure.dblclick()  # its first click counts
    expect(bar.locator(".button.main")).to_be_visible()


def test_two_taps_on_a_phone_do_not_resign(visit: Callable[..., Visit]) -> None:
    window = visit(360, 740, is_mobile=True, has_touch=True)
    page = window.go(play_by_request(window, "pig", 0))
    page.get_by_role("button", name="More").tap()
    resign = page.locator(".side").get_by_role("button", name="Resign")
    box = resign.bounding_box()
    assert box
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    asked = page.get_by_role("dialog")
    expect(asked).to_be_visible()
    asked.get_by_role("button", name="Keep playing").tap()
    expect(resign).to_be_visible()
    expect(page.locator(".actions .button.main")).to_have_count(0)


def test_one_talks_beneath_the_log(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(1280, 720, bypass_csp=True), visit(360, 740, is_mobile=True, has_touch=True)
    table = Sitting(ann, bob, "pig", "ab")
    page, other = ann.go(table.page), bob.go(table.page)
    expect(page.locator(LINES).first).to_be_visible()
    page.get_by_role("button", name="Chat").click()
    field = page.get_by_label("Write something")
    expect(field).to_be_focused()
    expect(page.locator(LINES).first).to_be_visible()
    field.fill("Good luck!")
    field.press("Enter")
    said = page.locator(".chat li", has_text="Good luck!")
    expect(said).to_be_visible()
    assert not serious(page)
    expect(other.locator(".actions .unread")).to_be_visible()
    other.get_by_role("button", name="Chat").tap()
    expect(other.locator(".chat li", has_text="Good luck!")).to_be_visible()
    expect(other.locator(LINES)).to_have_count(0)
    page.get_by_role("button", name="Moves", exact=True).click()
    expect(said).to_be_visible()
    expect(page.locator(".actions .unread")).to_have_count(0)
    alone = ann.go(play_by_request(ann, "pig", 0))
    expect(alone.locator(LINES).first).to_be_visible()
    expect(alone.locator(".chat")).to_have_count(0)  # there is nobody to talk to


@pytest.fixture
def visit_hasty(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Visit]]:
    """Opens windows at a server where whoever is away may be replaced at once."""
    with (
        Server(str(tmp_path / "tables.db"), away_seconds="0") as running,
        windows_at(browser, running.address) as make,
    ):
        yield make


def test_a_bot_plays_on_for_whoever_is_long_away(visit_hasty: Callable[..., Visit]) -> None:
    ann, bob = visit_hasty(360, 740, is_mobile=True, has_touch=True), visit_hasty()
    table = Sitting(ann, bob, "pig", "ab", target=100, turn_cap=120)
    page, other = ann.go(table.page), bob.go(table.page)
    table.until("b", "hold")
    table.seen(page)
    offer = page.get_by_role("button", name="Let a bot play on")
    expect(offer).to_have_count(0)  # he is here
    other.goto("about:blank")
    expect(page.locator(".question")).to_contain_text("has been away for a while")
    offer.tap()
    expect(offer).to_have_count(0)
    wait_until(page, lambda: table.facts()["table"]["seats"][1]["kind"] == "bot")
    back = bob.go(table.page).get_by_role("button", name="Come back")
    back.click()
    expect(back).to_have_count(0)
    assert [seat["kind"] for seat in table.facts()["table"]["seats"]] == ["person", "person"]
    page.get_by_role("button", name="Moves", exact=True).tap()
    expect(page.locator(LINES, has_text="A bot plays on for")).to_have_count(1)
