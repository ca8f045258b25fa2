"""A question in another's turn on the page: asked, answered, switched off; and a bot's help."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.games.black_crystal.playing import PORTALS
from tests.server import scripted

from .browsing import Visit, wait_until

SCENE = (*PORTALS, "hop 4,1", "pass")
WANTED = {
    "game": "black_crystal",
    "options": {"players": 4},
    "seats": [{"kind": "open"}, {"kind": "me"}, {"kind": "me"}, {"kind": "me"}],
    "window_clock": 600,
}


def play_until_asked(asked: Visit, others: Visit) -> str:
    """A table where Yellow attacks Red, who sits at the first window and is asked; its path."""
    asks = [asked.context.request, *[others.context.request] * 3]
    made = asks[1].post(f"{others.address}/api/tables", data=WANTED).json()
    path = f"{others.address}/api/tables/{made['id']}"
    asks[1].post(f"{path}/seats", data={"nonce": "00"})
    asks[0].post(f"{path}/seats/0", data={"nonce": "00"})
    for seat, move in scripted.outcomes(SCENE)[1]:
        act = {"n": asks[0].get(path).json()["n"], "seat": seat, "move": move}
        assert asks[seat].post(f"{path}/moves", data=act).ok
    return path


def play_on(window: Visit, path: str) -> None:
    """Play for seat 0 until another is to move, so that no bot has to think."""
    ask = window.context.request
    while (now := ask.get(f"{path}?seat=0").json())["now"]["turn"] == 0:
        act = {"n": now["n"], "seat": 0, "move": now["now"]["legal"][0]}
        assert ask.post(f"{path}/moves", data=act).ok


def asked_answers(window: Visit, path: str) -> list[dict[str, str]]:
    """What can be answered, as the server says it to the seat that is asked."""
    found: list[dict[str, str]] = window.context.request.get(f"{path}?seat=0").json()["now"][
        "window"
    ]["answers"]
    return found


def test_a_window_is_answered_switched_off_and_left_to_a_bot(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    written.write(SCENE)
    windows = [visit_written(), visit_written()]
    path = play_until_asked(*windows)
    page = windows[0].go("/t/" + path.rsplit("/", 1)[1])
    asked = page.locator("section.window")
    expect(asked).to_be_visible()
    expect(asked.get_by_role("button").first).to_have_text("Add nothing")
    expect(asked.locator(".time")).to_be_visible()
    expect(page.locator(".prompt")).to_have_text(" Yellow attacks you! ")
    answers = asked_answers(windows[0], path)
    expect(asked.locator("[data-answer]")).to_have_count(len(answers))
    for offer in ("[data-buttons] .button", "[data-card].can", "[data-cell].way"):
        expect(page.locator(offer)).to_have_count(0)  # one place answers
    page.set_viewport_size({"width": 360, "height": 740})
    box = page.locator("div.window").bounding_box()
    assert box
    assert box["height"] > 120  # what it is about stays in sight
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.set_viewport_size({"width": 1200, "height": 800})
    ask = windows[0].context.request
    n = ask.get(path).json()["n"]
    asked.get_by_role("button", name="Add nothing").press("Enter")
    wait_until(page, lambda: ask.get(path).json()["n"] > n)
    page.get_by_role("button", name="More").click()
    switch = page.get_by_role("switch", name="Always pass everywhere")
    switch.check()
    kinds = len(ask.get(f"{windows[0].address}/api/games/black_crystal").json()["windows"])
    own = page.locator(".side").get_by_role("switch", checked=True)
    expect(own).to_have_count(kinds + 1)  # and the one for all of them
    seats = windows[1].context.request.get(path).json()["table"]["seats"]
    assert seats[0]["passes"] is None
    play_on(windows[0], path)
    page.get_by_role("button", name="Let a bot play for me").click()
    back = page.get_by_role("button", name="Come back")
    back.click()
    expect(back).to_have_count(0)
    assert ask.get(path).json()["table"]["seats"][0]["kind"] == "person"
