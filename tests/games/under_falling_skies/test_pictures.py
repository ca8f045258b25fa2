"""What people see of Under Falling Skies: on a phone, in motion, and what hides what."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games.under_falling_skies.test_browser import DIE, PLAYED, WAY, set_out, settle
from tests.server.serving import Server
from tests.web.browsing import Visit

PHONE: dict[str, Any] = {"is_mobile": True, "has_touch": True}


def come_to(window: Visit, server: Server, game: str, plies: int) -> str:
    """A table where so many moves of a game that is known were made; its path."""
    path = set_out(window, server, PLAYED[game]["secret"])
    ask, table = window.context.request, f"{window.address}/api/tables/{path.split('/')[-1]}"
    for move in PLAYED[game]["moves"][:plies]:
        act = {"n": ask.get(table).json()["n"], "seat": 0, "move": move}
        assert ask.post(f"{table}/moves", data=act).ok
    return path


def test_excavator_and_flames_keep_to_their_places(
    visit: Callable[..., Visit], server: Server
) -> None:
    """The drill points at the next cell of the path, which leads to the left from 25."""
    window = visit(1280, 800)
    page = window.go(come_to(window, server, "lost", 21))
    settle(page)
    body, drill = (page.locator(f"[data-base] {of}").bounding_box() for of in (".digger", ".drill"))
    assert body
    assert drill
    assert drill["x"] + drill["width"] / 2 < body["x"] + body["width"] / 2
    sky = page.locator("[data-sky]").bounding_box()
    assert sky
    flames = page.locator("[data-sky] .flame")
    expect(flames).to_have_count(2)
    boxes = [flame.bounding_box() for flame in flames.all()]
    assert all(box and box["y"] > sky["y"] + 0.85 * sky["height"] for box in boxes)
    assert len({round(box["x"]) for box in boxes if box}) == 2


COVERED = """() => {
  const ships = [...document.querySelectorAll("[data-sky] .ship")];
  const boxes = ships.map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll("[data-sky] .explosion text")].filter((number) => {
    const { left, right, top, bottom } = number.getBoundingClientRect();
    return boxes.some((b) => b.left < right && b.right > left && b.top < bottom && b.bottom > top);
  }).map((number) => number.textContent);
}"""
NUMBERS = "[data-sky] .explosion text"


@pytest.mark.parametrize("size", [(1280, 800), (360, 740), (740, 360)])
def test_a_ship_hides_no_number_of_an_explosion(
    visit: Callable[..., Visit], server: Server, size: tuple[int, int]
) -> None:
    """Before the fighters fly, six ships stand on explosions."""
    settings = PHONE if min(size) < 500 else {}
    window = visit(*size, reduced_motion="reduce", **settings)
    page = window.go(come_to(window, server, "won", 53))
    settle(page)
    assert page.locator(NUMBERS).count() > 10
    assert page.locator("[data-ship]").count() == 6
    assert page.evaluate(COVERED) == []


# Rooms that can be used, lower than a finger; what is wider than its place; what lies on another.
CRAMPED = """() => {
  const out = [];
  for (const cell of document.querySelectorAll("[data-cell].way"))
    if (cell.getBoundingClientRect().height < 32.5) out.push("low " + cell.dataset.cell);
  const facts = [...document.querySelectorAll(".tracks > *, .tracks li, .ways .button")];
  for (const one of facts)
    if (one.scrollWidth > one.clientWidth + 1) out.push("wide " + one.textContent.trim());
  const boxes = [".picture", ".tracks", ".tray", ".ways", ".actions"]
    .map((name) => document.querySelector(name)?.getBoundingClientRect())
    .filter((box) => box?.height);
  boxes.forEach((box, k) => {
    const next = boxes[k + 1];
    if (next && next.left < box.right && next.top < box.bottom - 1) out.push("overlap " + k);
  });
  if (document.documentElement.scrollWidth > Math.min(innerWidth, screen.width)) out.push("page");
  return out;
}"""


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_a_phone_shows_sky_and_base_together(
    visit: Callable[..., Visit], server: Server, language: str
) -> None:
    """Touched, a room says what its die would do, which is drawn in the sky above it."""
    window = visit(360, 740, reduced_motion="reduce", locale=language, **PHONE)
    page = window.go(come_to(window, server, "won", 45))
    settle(page)
    page.locator(DIE).first.tap()
    expect(page.locator(".tray .picked")).to_have_count(1)
    screen = page.locator(".picture").bounding_box()
    assert screen
    for part in ("[data-sky]", "[data-base]"):
        box = page.locator(part).bounding_box()
        assert box
        assert box["y"] >= screen["y"] - 1
        assert box["y"] + box["height"] <= screen["y"] + screen["height"] + 1
    assert page.evaluate(CRAMPED) == []
    height = screen["height"]
    page.locator(WAY).first.tap()
    expect(page.locator("[data-sky] .ghost")).not_to_have_count(0)
    expect(page.locator(".foretold")).to_be_visible()
    assert page.evaluate(CRAMPED) == []
    after = page.locator(".picture").bounding_box()
    assert after
    assert after["height"] == height  # nothing jumps
    page.locator(WAY).first.tap()
    expect(page.locator(DIE)).to_have_count(4)


def test_a_phone_held_sideways_has_a_board_to_play_on(
    visit: Callable[..., Visit], server: Server
) -> None:
    window = visit(740, 360, reduced_motion="reduce", **PHONE)
    page = window.go(come_to(window, server, "won", 45))
    settle(page)
    page.locator(DIE).first.tap()
    assert page.evaluate(CRAMPED) == []
    sky, base = (page.locator(part).bounding_box() for part in ("[data-sky]", "[data-base]"))
    assert sky
    assert base
    assert base["height"] > 240
    assert abs(sky["y"] - base["y"]) < 2  # beside each other
    page.locator(WAY).first.tap()
    page.locator(WAY).first.tap()
    expect(page.locator(DIE)).to_have_count(4)


def test_a_battle_can_be_followed_and_a_click_ends_it(
    visit: Callable[..., Visit], server: Server
) -> None:
    """Time is the test's own: fighters are seen on their way, and what bursts is seen bursting."""
    window = visit(1280, 800)
    page = window.go(come_to(window, server, "won", 53))
    settle(page)
    expect(page.locator("[data-ship]")).to_have_count(6)
    page.clock.install()
    page.clock.pause_at(2_000_000_000)
    moves = page.locator("ol[data-log] li")
    before = moves.count()
    page.locator('[data-cell="32"]').click()
    expect(moves).to_have_count(before + 1)
    page.clock.run_for(600)
    expect(page.locator("[data-sky] .fighter")).to_have_count(6)
    page.clock.run_for(700)
    expect(page.locator("[data-sky] .ship.shot")).to_have_count(6)
    page.locator('[data-cell="35"]').click(
        force=True
    )  # a room to be used next, but the battle is not over
    page.clock.run_for(10)
    expect(page.locator("[data-ship]")).to_have_count(0)
    expect(page.locator('[data-cell="21"].way')).to_have_count(1)
    page.locator('[data-cell="21"]').click(force=True)  # the second click of a double one
    page.clock.run_for(100)
    assert moves.count() == before + 1
    page.clock.run_for(500)
    page.locator('[data-cell="21"]').click()
    expect(moves).to_have_count(before + 2)
