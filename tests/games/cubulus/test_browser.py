"""Cubulus in a real browser: what is shown, and where a finger can go.

Whole games are in tests/web/test_games.py.
"""

import base64
import colorsys
import re
import statistics
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browsing import Visit

PHONE: dict[str, Any] = {"is_mobile": True, "has_touch": True}
LAYOUT = "neutral 0 1 2 8 12 16 20 22 24"
DRAWN = ".net svg .spot"
LIGHT = "[data-front]"
"""The cube, once it is drawn."""


def table_at(window: Visit, moves: tuple[str, ...], seats: str = "me me", **options: Any) -> Page:
    """A table of one's own where these moves were made; `~` makes any that is legal."""
    ask = window.context.request
    kinds = [{"kind": kind} for kind in seats.split()]
    wanted = {"game": "cubulus", "options": {"players": len(kinds), **options}, "seats": kinds}
    made = ask.post(f"{window.address}/api/tables", data=wanted)
    assert made.ok, made.text()
    path = f"{window.address}/api/tables/{made.json()['id']}"
    ask.post(f"{path}/seats", data={"nonce": "00"})
    for move in moves:
        make(window, path, move)
    return window.go(f"/t/{made.json()['id']}")


def make(window: Visit, path: str, move: str) -> None:
    ask = window.context.request
    page = ask.get(path).json()
    act = {"n": page["n"], "seat": page["now"]["turn"], "move": move}
    told = ask.post(f"{path}/moves", data=act)
    assert told.ok, told.text()


def path_of(page: Page) -> str:
    return page.url.replace("/t/", "/api/tables/")


def drawn(page: Page) -> None:
    """Until the cube is drawn, and it is our turn."""
    expect(page.locator(LIGHT)).to_have_count(1, timeout=30_000)
    expect(page.locator(".spot.can")).not_to_have_count(0)


BEGUN = ("colour b", "colour w", LAYOUT)


def test_nothing_is_pointed_at_after_a_move_until_the_pointer_moves(
    visit: Callable[..., Visit],
) -> None:
    page = table_at(visit(), BEGUN)
    drawn(page)
    place = page.locator("#facelet-L4")
    place.hover()
    expect(page.locator(".net .faded")).not_to_have_count(0)  # what a push would do
    box = place.bounding_box()
    assert box
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("#facelet-L4.marked.can")).to_have_count(1, timeout=15_000)
    expect(page.locator(".spot.hovered, .net .faded")).to_have_count(0)
    page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 0.6 * box["height"])
    expect(page.locator("#facelet-L4.hovered")).to_have_count(1)
    expect(page.locator(".net .faded")).not_to_have_count(0)


def look_from_above(page: Page) -> None:
    """Turn the cube by keys until its back is out of sight."""
    for _ in range(8):
        page.locator(".cube canvas").press("ArrowDown")
    expect(page.locator(LIGHT)).to_have_attribute("data-front", "U")


def test_the_cube_turns_to_a_hint_and_to_the_square_that_won(visit: Callable[..., Visit]) -> None:
    """Three balls of whoever began lie round the middle of the back, which makes a square."""
    window = visit()
    moves = ("+B9", "+F3", "+B8", "+L4", "+B6", "+D4")
    page = table_at(window, (*BEGUN[:2], "neutral 0 2 4 10 12 14 18 20 22", *moves))
    drawn(page)
    look_from_above(page)
    page.get_by_role("button", name="Hint").click()
    hint = page.locator(".net .spot.hint")
    expect(hint).not_to_have_count(0, timeout=30_000)  # one of several ways to win
    sides = hint.evaluate_all("all => all.map(one => one.id.replace('facelet-', '')[0])")
    assert "U" not in sides
    expect(page.locator(LIGHT)).to_have_attribute("data-front", re.compile("|".join(sides)))
    look_from_above(page)
    make(window, path_of(page), "+B5")
    expect(page.locator(".spot.glow")).to_have_count(4, timeout=15_000)
    expect(page.locator(LIGHT)).to_have_attribute("data-front", "B")
    expect(page.locator(".prompt")).to_contain_text("a square")


def test_the_rotate_sign_stands_on_paper_of_its_own(visit: Callable[..., Visit]) -> None:
    """Dark on pale, whatever the colour of the ball beneath."""
    page = table_at(visit(), (*BEGUN, "+U5"), noop_ban=False)
    drawn(page)
    signs = page.locator(".net .turn")
    expect(signs).not_to_have_count(0)
    for part, style, pale in (("circle", "fill", True), ("path", "stroke", False)):
        colour = signs.first.locator(part).evaluate(f"one => getComputedStyle(one).{style}")
        red, green, blue = (int(value) for value in colour[4:-1].split(","))
        assert (min(red, green, blue) > 200) == pale
        assert (max(red, green, blue) < 100) != pale


PIXELS = """async text => {
  const bytes = Uint8Array.from(atob(text), one => one.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  pen.drawImage(picture, 0, 0);
  return [...pen.getImageData(0, 0, picture.width, picture.height).data];
}"""


def reds(page: Page, selector: str) -> tuple[float, float]:
    """The middle hue, in degrees, and lightness of all that is red in a part of the page."""
    picture = page.locator(selector).screenshot()
    flat = page.evaluate(PIXELS, base64.b64encode(picture).decode())
    found = []
    for k in range(0, len(flat), 4):
        hue, light, strong = colorsys.rgb_to_hls(*(value / 255 for value in flat[k : k + 3]))
        if strong > 0.5 and 0.25 < light < 0.75 and (hue < 0.06 or hue > 0.95):
            found.append(((360 * hue + 180) % 360 - 180, light))
    assert len(found) > 300, selector
    hues, lights = zip(*found, strict=True)
    return statistics.median(hues), statistics.median(lights)


def test_red_is_one_red(visit: Callable[..., Visit]) -> None:
    page = table_at(visit(drawn=True), BEGUN)
    drawn(page)
    cube, net = reds(page, ".cube canvas"), reds(page, ".net svg")
    assert abs(cube[0] - net[0]) < 4
    assert abs(cube[1] - net[1]) < 0.12


def test_places_are_large_enough_for_a_finger(visit: Callable[..., Visit]) -> None:
    page = table_at(visit(360, 740, **PHONE), BEGUN)
    drawn(page)
    place = page.locator("#facelet-L4 > rect")
    small = place.bounding_box()
    assert small
    assert small["width"] < 30
    page.locator("#facelet-L4").tap()  # too small to be meant: the net comes nearer
    expect(page.get_by_role("button", name="Larger cube")).to_be_visible()
    expect(page.locator("#facelet-L4.marked")).to_have_count(0)
    large = place.bounding_box()
    assert large
    assert min(large["width"], large["height"]) >= 40
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    places = page.locator(".net .spot > rect").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(b => [b.left, b.right, b.bottom])"
    )
    assert len(places) == 54
    board = page.locator(".board").bounding_box()
    assert board
    for left, right, bottom in places:
        assert 0 <= left < right <= 360
        assert bottom <= board["y"] + board["height"] + 1
    page.locator("#facelet-L4").tap()
    expect(page.locator("#facelet-L4.marked")).to_have_count(1, timeout=15_000)
    page.get_by_role("button", name="Larger cube").tap()
    expect(page.locator(".cube canvas")).to_be_visible()


def test_three_choose_a_ball_each_in_turn(visit: Callable[..., Visit]) -> None:
    page = table_at(visit(360, 740, **PHONE), (), "me me me")
    expect(page.locator(".prompt")).to_have_text("Choose your colour.")
    balls = page.locator(".orders .button")
    expect(balls).to_have_count(3)
    balls.filter(has_text="white").tap()
    taken = balls.filter(has_text="white")
    expect(taken).to_be_disabled()
    expect(taken).to_contain_text("Player 1")
    for ball in balls.all():
        box = ball.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    balls.filter(has_text="red").tap()
    expect(balls).to_have_count(0)
    page.get_by_role("button", name="Moves").tap()
    told = page.locator("ol[aria-label=Moves] li", has_text="Player 2 takes the red balls")
    expect(told).to_contain_text("the black balls are left for player 3")


def test_the_first_headline_offers_no_rotation(visit: Callable[..., Visit]) -> None:
    page = table_at(visit(), BEGUN, noop_ban=False)  # a full line of neutral balls is there
    expect(page.locator(".prompt")).to_have_text("Push a ball in.")
    page.locator("#facelet-U5").click()
    expect(page.locator(".prompt")).to_have_text("Push a ball in, or rotate a full line.")


def test_the_laying_of_neutral_balls_can_be_skipped(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(), visit()
    page = table_at(ann, (), "me open")
    ask, path = bob.context.request, path_of(page)
    assert ask.post(f"{path}/seats/1", data={"nonce": "00"}).ok
    make(ann, path, "colour b")
    make(bob, path, "colour w")
    placer = ask.get(path).json()["now"]["turn"]
    watching, laying = (ann, bob) if placer == 1 else (bob, ann)
    shown = watching.go(page.url.removeprefix(ann.address))
    expect(shown.locator(LIGHT)).to_have_count(1, timeout=30_000)
    shown.evaluate("window.requestAnimationFrame = () => 0")  # no ball ever arrives by itself
    make(laying, path, LAYOUT)
    skip = shown.locator("button.skip", has_text="Skip")
    skip.dispatch_event("click")
    expect(shown.locator(".spot.can")).not_to_have_count(0, timeout=15_000)
    expect(skip).to_have_count(0)
    assert shown.locator("#facelet-L1[aria-label*='red ball']").count() == 1
