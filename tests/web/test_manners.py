"""Manners, as one sees them: seats that are freed, giving up among three, one hand each."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.serving import Server

from .browsing import Visit, uncover, windows_at
from .test_pages import serious
from .test_story import LINES, Sitting

PHONE: dict[str, Any] = {"width": 360, "height": 740, "is_mobile": True, "has_touch": True}
DESK: dict[str, Any] = {"width": 1280, "height": 800}
SCREENS = pytest.mark.parametrize("screen", [PHONE, DESK], ids=["phone", "desk"])


def open_table(ann: Visit, game: str = "pig", **more: Any) -> str:
    """A table for three where Ann sits; two seats are open. Its id."""
    ask = ann.context.request
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]
    wanted = {"game": game, "options": {"players": 3}, "seats": seats, **more}
    made = ask.post(f"{ann.address}/api/tables", data=wanted)
    assert made.ok, made.text()
    table = str(made.json()["id"])
    assert ask.post(f"{ann.address}/api/tables/{table}/seats", data={"nonce": "00"}).ok
    return table


def fits(page: Page) -> bool:
    """Whether nothing is wider than the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


WAITING = {
    "en": ("Sit down", "Free this seat", "has freed your seat", "Let them sit down"),
    "fr": ("S’asseoir", "Libérer la place", "a libéré votre place", "Permettre le retour"),
    "ru": ("Сесть", "Освободить место", "освободил ваше место", "Разрешить сесть"),
}


@pytest.mark.parametrize(
    ("screen", "language"),
    [(PHONE, "en"), (PHONE, "fr"), (PHONE, "ru"), (DESK, "en")],
    ids=["phone-en", "phone-fr", "phone-ru", "desk-en"],
)
def test_the_host_frees_a_seat_and_lets_its_guest_back(
    visit: Callable[..., Visit], screen: dict[str, Any], language: str
) -> None:
    sit, unseat, told, welcome = WAITING[language]
    ann, bob = (visit(**screen, locale=language, bypass_csp=True) for _ in range(2))
    ann.context.request.post(f"{ann.address}/api/guests", data={"name": "Ann"})
    bob.context.request.post(f"{bob.address}/api/guests", data={"name": "Bob"})
    table = open_table(ann)
    page, other = ann.go(f"/t/{table}"), bob.go(f"/t/{table}")
    expect(other.get_by_role("button", name=unseat)).to_have_count(0)
    other.get_by_role("button", name=sit).first.click()
    expect(other.get_by_role("button", name=sit)).to_have_count(1)  # nothing is hidden in this one
    free = page.get_by_role("button", name=unseat)
    expect(free).to_have_count(1)  # his seat, not her own
    assert fits(page)
    assert not serious(page)
    free.click()
    expect(other.locator("main p[role=status]")).to_contain_text(told)
    expect(other.get_by_role("button", name=sit)).to_have_count(0)
    assert not serious(other)
    expect(page.get_by_text(re.compile("^Bob .*(again|rasseoir|снова)"))).to_be_visible()
    assert fits(page)
    assert not serious(page)
    page.get_by_role("button", name=welcome).click()
    expect(page.get_by_role("button", name=welcome)).to_have_count(0)
    other.get_by_role("button", name=sit).first.click()
    expect(free).to_have_count(1)


def resign_button(page: Page, screen: dict[str, Any]) -> Any:
    """The button that asks, wherever this screen has it."""
    if screen is DESK:
        return page.locator(".actions").get_by_role("button", name="Resign")
    side = page.locator(".side")
    if not side.get_by_role("button", name="Resign").is_visible():
        page.get_by_role("button", name="More").tap()
    return side.get_by_role("button", name="Resign")


def resign(page: Page, screen: dict[str, Any], told: str) -> None:
    """Resign, having read what that will do."""
    resign_button(page, screen).click()
    asked = page.get_by_role("dialog", name="Resign?")
    expect(asked).to_contain_text(told)
    expect(asked.get_by_role("button", name="Keep playing")).to_be_focused()
    assert fits(page)
    asked.get_by_role("button", name="Resign").click()
    expect(asked).to_be_hidden()


@SCREENS
def test_among_three_one_is_told_that_a_bot_plays_on(
    visit: Callable[..., Visit], screen: dict[str, Any]
) -> None:
    ann, bob = (visit(**screen, reduced_motion="reduce") for _ in range(2))
    ann.context.request.post(f"{ann.address}/api/guests", data={"name": "Ann"})
    table = Sitting(ann, bob, "pig", "abb", target=100, turn_cap=120)
    page, other = ann.go(table.page), bob.go(table.page)
    resign(page, screen, "A bot plays on in your place, and the game goes on for the others.")
    expect(page.locator(".play")).to_contain_text("has given up")
    expect(page.locator("p.note")).to_have_text("You have given up. A bot plays on for you.")
    expect(page.get_by_role("button", name="Come back")).to_have_count(0)
    expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    if screen is PHONE:
        other.get_by_role("button", name="Moves", exact=True).tap()
    told = re.compile(r"^Ann .*gives up\. A bot plays on\.")
    expect(other.locator(LINES, has_text=told)).to_have_count(1)
    # He plays two: whom it counts for is said by name.
    resign(other, screen, "and the game goes on for the others. For ")
    resign(other, screen, "The game ends at once for everybody, and nobody wins it.")
    for one in (page, other):
        expect(one.locator(".prompt")).to_contain_text("resigned: nobody wins")
    expect(page.locator(".prompt")).to_contain_text("You have lost")


def test_who_gives_up_at_a_shared_device_sees_no_other_hand(visit: Callable[..., Visit]) -> None:
    window = visit(reduced_motion="reduce")
    ask = window.context.request
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bob"}, {"kind": "bot"}]
    wanted = {"game": "high_card", "options": {"players": 3}, "seats": seats}
    table = ask.post(f"{window.address}/api/tables", data=wanted).json()["id"]
    assert ask.post(f"{window.address}/api/tables/{table}/seats", data={"nonce": "00"}).ok
    page = window.go(f"/t/{table}")
    assert uncover(page)
    resign(page, DESK, "For Ann it counts as lost")
    expect(page.locator(".curtain")).to_contain_text("Hand the device to Bob")
    assert uncover(page)
    page.get_by_role("button", name="keep", exact=True).click()
    expect(page.locator(".prompt")).to_contain_text("wins")


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_what_resigning_does_is_said_in_every_language(
    visit: Callable[..., Visit], language: str
) -> None:
    words = {
        "en": ("Resign", "A bot plays on", "ends at once"),
        "fr": ("Abandonner", "Un bot joue à votre place", "s’arrête aussitôt"),
        "ru": ("Сдаться", "за вас играет бот", "сразу закончится"),
    }
    button, bot, ends = words[language]
    ann, bob = visit(**DESK, locale=language, bypass_csp=True), visit()
    for seats, told in (("abb", bot), ("ab", ends)):
        page = ann.go(Sitting(ann, bob, "pig", seats).page)
        page.locator(".actions").get_by_role("button", name=button).click()
        expect(page.get_by_role("dialog")).to_contain_text(told)
        assert not serious(page)


@SCREENS
def test_one_hand_each_unless_the_host_says_otherwise(
    visit: Callable[..., Visit], screen: dict[str, Any]
) -> None:
    ann, bob = visit(**screen, bypass_csp=True), visit(**screen)
    note = re.compile("one person may hold several of them")
    other = bob.go(f"/t/{open_table(ann, 'high_card')}")
    expect(other.get_by_text(note)).to_have_count(0)
    sit = other.get_by_role("button", name="Sit down")
    expect(sit).to_have_count(2)
    sit.first.click()
    expect(other.get_by_role("button", name="Get up")).to_be_visible()
    expect(sit).to_have_count(0)

    page = ann.go("/play/high_card")
    choice = page.get_by_label("One person may hold several seats")
    expect(choice).to_have_count(0)  # nobody else comes
    page.get_by_label("Who plays seat 2").select_option("open")
    expect(choice).not_to_be_checked()
    choice.check()
    assert fits(page)
    assert not serious(page)
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text(note)).to_be_visible()
    assert not serious(page)
    expect(page.get_by_role("button", name="Sit down")).to_have_count(1)
    bob.go(page.url.removeprefix(ann.address))
    expect(other.get_by_text(note)).to_be_visible()


def test_nothing_is_asked_where_it_does_not_matter(visit: Callable[..., Visit]) -> None:
    window = visit()
    choice = window.page.get_by_label("One person may hold several seats")
    window.go("/play/pig").get_by_label("Who plays seat 2").select_option("open")
    expect(choice).to_have_count(0)
    page = window.go("/play/high_card")
    page.get_by_label("Players", exact=True).select_option("3")
    page.get_by_label("Who plays seat 2").select_option("me")
    page.get_by_label("Who plays seat 3").select_option("open")
    expect(choice).to_be_checked()  # several at this device are several hands in any case
    expect(choice).to_be_disabled()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("one person may hold several of them")).to_be_visible()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    with Server(str(tmp_path / "tables.db"), 0) as running:
        yield running


def test_a_damaged_table_is_named_as_such(
    browser: Browser, own_server: Server, tmp_path: Path
) -> None:
    with windows_at(browser, own_server.address) as make:
        ann = make(**PHONE, bypass_csp=True)
        bad, good = (open_table(ann) for _ in range(2))
        cookies = ann.context.cookies()
    own_server.stop()
    with closing(sqlite3.connect(tmp_path / "tables.db")) as store, store:
        store.execute("UPDATE games SET options = '{', turn = NULL WHERE id = ?", (bad,))
    own_server.start()
    with windows_at(browser, own_server.address) as make:
        ann = make(**PHONE, bypass_csp=True)
        ann.context.add_cookies(
            [{"name": c["name"], "value": c["value"], "url": own_server.address} for c in cookies]
        )
        page = ann.go("/")
        expect(page.locator(f".entry[href='/t/{bad}']")).to_contain_text("cannot be read")
        expect(page.locator(f".entry[href='/t/{good}']")).to_contain_text("Waiting for players")
        page.locator(f".entry[href='/t/{bad}']").click()
        expect(page.get_by_role("heading")).to_have_text("This table cannot be read")
        assert not serious(page)
        ann.go(f"/t/{bad}/replay")
        expect(page.get_by_text("All other tables go on")).to_be_visible()
        assert all("503" in text for text in ann.complaints)
        ann.complaints.clear()
