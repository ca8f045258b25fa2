"""People, as one sees them: whom one does not want to hear, one's name, signing out, going."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .browsing import Visit
from .test_manners import PHONE, SCREENS, fits, open_table
from .test_pages import serious

LANGUAGES = pytest.mark.parametrize("language", ["en", "ru", "fr"])


def come(visit: Callable[..., Visit], name: str, **settings: Any) -> Visit:
    """Somebody with a name."""
    window = visit(**settings)
    made = window.context.request.post(f"{window.address}/api/guests", data={"name": name})
    assert made.ok
    return window


def begun_table(one: Visit, other: Visit) -> str:
    """A table where the game has begun between two; whoever has the link may watch. Its id."""
    ask, seats = one.context.request, [{"kind": "me"}, {"kind": "open"}]
    made = ask.post(f"{one.address}/api/tables", data={"game": "pig", "seats": seats})
    where = f"{one.address}/api/tables/{made.json()['id']}"
    assert ask.post(f"{where}/seats", data={"nonce": "00"}).ok
    assert other.context.request.post(f"{where}/seats/1", data={"nonce": "00"}).ok
    return str(made.json()["id"])


def talk(window: Visit, table: str, text: str) -> None:
    where = f"{window.address}/api/tables/{table}/chat"
    assert window.context.request.post(where, data={"text": text}).ok


@SCREENS
def test_one_of_two_who_watch_under_one_name_is_muted(
    visit: Callable[..., Visit], screen: dict[str, Any]
) -> None:
    ann = come(visit, "Ann", **screen, bypass_csp=True)
    bobs = [come(visit, "Bob"), come(visit, "Bob")]
    table = begun_table(ann, come(visit, "Cid"))
    for bob, text in zip(bobs, ("good luck", "you will lose"), strict=True):
        talk(bob, table, text)
    page = ann.go(f"/t/{table}")
    if screen is PHONE:
        page.locator('[data-tab="chat"]').tap()
    chat = page.locator(".chat")
    expect(chat).to_contain_text("you will lose")
    chat.locator("li", has_text="you will lose").get_by_role("button").click()
    assert not serious(page)
    chat.get_by_role("button", name="Mute Bob").click()
    expect(chat.locator("li")).to_have_count(1)
    expect(chat.get_by_role("status")).to_contain_text("Bob is muted for you")
    talk(bobs[1], table, "can you hear me")
    talk(bobs[0], table, "have fun")
    expect(chat.locator("li")).to_have_text([re.compile("good luck"), re.compile("have fun")])
    assert fits(page)
    assert not serious(page)

    page.reload()
    if screen is PHONE:
        page.locator('[data-tab="chat"]').tap()
    expect(chat.locator("li")).to_have_count(2)
    other = bobs[0].go(f"/t/{table}")  # nobody else notices
    expect(other.locator(".chat")).to_contain_text("can you hear me")
    chat.get_by_role("button", name="Hear Bob again").click()
    expect(chat).to_contain_text("can you hear me")


def test_muting_needs_no_mouse(visit: Callable[..., Visit]) -> None:
    ann, bob = come(visit, "Ann"), come(visit, "Bob")
    table = begun_table(ann, bob)
    for text in ("one", "two", "three"):
        talk(bob, table, text)
    talk(ann, table, "enough")
    page = ann.go(f"/t/{table}")
    chat = page.locator(".chat")
    expect(chat.locator("li")).to_have_count(4)
    chat.locator("ol").focus()
    for key in ("Tab", "Enter", "Tab", "Enter"):  # one stop for all that he said
        page.keyboard.press(key)
    expect(chat.locator("li")).to_have_text([re.compile("enough")])
    expect(chat.locator("ol")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(chat.locator("li")).to_have_count(4)


def test_who_talks_too_fast_keeps_what_they_wrote(visit: Callable[..., Visit]) -> None:
    ann = come(visit, "Ann")
    table = begun_table(ann, come(visit, "Bob"))
    talk(ann, table, "one")

    def refuse(socket: WebSocketRoute) -> None:
        """A server for which every line comes too soon."""
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            asked = json.loads(message)
            if asked["do"] != "chat":
                server.send(message)
                return
            error = {"code": "TooFast", "message": "too soon"}
            socket.send(json.dumps({"is": "error", "id": asked["id"], "error": error}))

        socket.on_message(hear)

    ann.page.route_web_socket(re.compile("/live"), refuse)
    page = ann.go(f"/t/{table}")
    field, told = page.locator("#chat"), page.locator(".chat").get_by_role("status")
    field.fill("more")
    field.press("Enter")
    expect(told).to_contain_text("others are still reading")
    expect(field).to_have_value("more")


def test_names_from_the_right_stand_apart(visit: Callable[..., Visit]) -> None:
    ann, dana = come(visit, "Ann"), come(visit, "דנה")
    table = begun_table(ann, dana)
    talk(dana, table, "שלום (1)")
    page = ann.go(f"/t/{table}")
    line = page.locator(".chat li")
    assert line.locator("bdi").all_inner_texts() == ["דנה", "שלום (1)"]
    assert "\u2068דנה\u2069" in str(line.get_by_role("button").get_attribute("title"))


# One's own page


def test_a_name_is_changed_where_one_finds_it(visit: Callable[..., Visit]) -> None:
    ann = come(visit, "Ann", **PHONE, bypass_csp=True)
    table = str(open_table(ann))
    page = ann.go("/")
    page.get_by_role("link", name="You: name").tap()
    field = page.get_by_label("Your name")
    expect(field).to_have_value("Ann")
    field.fill("Anna\u3164")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("none of them invisible")).to_be_visible()
    field.fill("Anna")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("You are called Anna now.")).to_be_visible()
    assert fits(page)
    assert not serious(page)
    page = ann.go(f"/t/{table}")
    expect(page.locator("main")).to_contain_text("Anna")
    ann.complaints = [said for said in ann.complaints if "422" not in said]  # the refused name


def test_signing_out_elsewhere_leaves_this_browser_in(visit: Callable[..., Visit]) -> None:
    ann, thief = come(visit, "Ann"), visit()
    (cookie,) = ann.context.cookies()
    copied: Any = {"name": cookie["name"], "value": cookie["value"], "url": ann.address}
    thief.context.add_cookies([copied])
    me = f"{ann.address}/api/me"
    assert thief.context.request.get(me).ok
    page = ann.go("/me")
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(page.get_by_text("You are signed out everywhere else.")).to_be_visible()
    assert thief.context.request.get(me).status == 401
    assert ann.context.request.get(me).json()["name"] == "Ann"


def test_signing_out_here_is_asked_about(visit: Callable[..., Visit]) -> None:
    ann = come(visit, "Ann")
    other = ann.context.new_page()
    other.goto(f"{ann.address}/me")
    expect(other.get_by_label("Your name")).to_be_visible()
    page = ann.go("/me")
    page.get_by_role("button", name="Sign out here").click()
    asked = page.get_by_role("dialog", name="Sign out for good?")
    asked.get_by_role("button", name="Stay").click()
    expect(asked).to_be_hidden()
    assert ann.context.request.get(f"{ann.address}/api/me").ok
    page.get_by_role("button", name="Sign out here").click()
    asked.get_by_role("button", name="Sign out here").click()
    expect(page.get_by_text("You are signed out.")).to_be_visible()
    assert ann.context.request.get(f"{ann.address}/api/me").status == 401
    expect(other.get_by_text("does not know you")).to_be_visible()  # the other window follows
    ann.complaints = [said for said in ann.complaints if "401" not in said]


DELETING = {
    "en": ("Delete me", "Go on", "Yes, delete me", "You are deleted."),
    "ru": ("Удалить меня", "Дальше", "Да, удалить меня", "Вы удалены."),
    "fr": ("Me supprimer", "Continuer", "Oui, me supprimer", "Vous êtes supprimé."),
}


@LANGUAGES
@SCREENS
def test_going_for_good_is_asked_twice(
    visit: Callable[..., Visit], screen: dict[str, Any], language: str
) -> None:
    ask, on, yes, done = DELETING[language]
    ann = come(visit, "Ann", **screen, locale=language, bypass_csp=True)
    bob = come(visit, "Bob")
    table = begun_table(bob, come(visit, "Cid"))
    talk(ann, table, "hello all")
    talk(bob, table, "hello Ann")
    other = bob.go(f"/t/{table}")
    expect(other.locator(".chat")).to_contain_text("hello all")
    page = ann.go("/me")
    page.get_by_role("button", name=ask, exact=True).click()
    asked = page.get_by_role("dialog")
    expect(asked.locator("li")).to_have_count(6)  # what goes, and what stays
    button = asked.get_by_role("button", name=on, exact=True)
    expect(button).to_be_in_viewport(ratio=1)
    assert fits(page)
    button.dblclick()  # no double click goes through both
    expect(asked.get_by_role("button", name=yes)).to_be_enabled()
    assert not serious(page)
    assert ann.context.request.get(f"{ann.address}/api/me").ok
    asked.get_by_role("button", name=yes).click()
    expect(page.get_by_text(done)).to_be_visible()
    assert ann.context.request.get(f"{ann.address}/api/me").status == 401
    expect(other.locator(".chat li")).to_have_count(1)
    page.goto(f"{ann.address}/me")
    expect(page.get_by_role("button", name=ask)).to_have_count(0)
    ann.complaints = [said for said in ann.complaints if "401" not in said]


# The game of the day


@LANGUAGES
def test_the_results_of_a_day_say_what_they_cannot_show(
    visit: Callable[..., Visit], language: str
) -> None:
    game = "/api/games/under_falling_skies/daily"
    anns = [come(visit, "Ann", **PHONE, locale=language, bypass_csp=True) for _ in range(2)]
    for ann in anns:
        ask = ann.context.request
        table = f"{ann.address}/api/tables/{ask.post(ann.address + game).json()['id']}"
        n = ask.get(table).json()["n"]
        assert ask.post(f"{table}/resign", data={"n": n, "seat": 0}).ok
    page = anns[1].go("/daily/under_falling_skies")
    mine = page.locator(".results li.you")
    expect(mine).to_have_count(1)
    expect(mine.locator(".name")).to_contain_text({"en": "you", "ru": "вы", "fr": "vous"}[language])
    expect(mine.locator(".name")).to_contain_text("⌂")
    expect(page.locator("p.near")).to_be_visible()
    page.locator("details.counts summary").tap()
    expect(page.locator("details.counts p").last).to_be_visible()
    assert fits(page)
    assert not serious(page)
