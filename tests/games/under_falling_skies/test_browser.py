"""Whole games of Under Falling Skies in a real browser, as people play them."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from playwright.sync_api import Locator, Page, expect

from orrery.core import registry
from orrery.server import loading
from orrery.server.people import new_id
from orrery.server.seating import begin_if_ready
from orrery.server.table import Seat, Table
from tests.server.serving import Server
from tests.web.browsing import Visit

GAME = registry.find("under_falling_skies")
PLAYED = json.loads(Path(__file__).with_name("played.json").read_text("utf-8"))
MOVES = "ol[data-log] li"
DIE = ".tray button.die:not([disabled])"
WAY = "[data-cell].way"
OVER = ".actions a.button[href$=replay]"
DOABLE = f"{DIE}, {WAY}, .ways .button, [data-entry], {OVER}"


def set_out(window: Visit, server: Server, secret: str) -> str:
    """A table with dice that are known: put into the store, as a server would; its path."""
    asked = window.context.request.post(f"{window.address}/api/guests", data={"name": "Ann"})
    table = Table(
        id=new_id(),
        game_name=GAME.name,
        ruleset=GAME.version,
        options=dict(GAME.read_options({})),
        secret=bytes.fromhex(secret),
        host=asked.json()["id"],
        created=time.time(),
        seats=[Seat(0, person=asked.json()["id"], sits=True, name="Ann")],
        game=GAME,
    )
    begin_if_ready(table)
    engine = sa.create_engine(f"sqlite:///{server.database}")
    with engine.begin() as connection:
        loading.insert_table(connection, table)
    engine.dispose()
    return f"/t/{table.id}"


def count(page: Page) -> int:
    return page.locator(MOVES).count()


def settle(page: Page) -> None:
    """Until something can be done, or the game is over."""
    page.wait_for_function(f"() => document.querySelector('{DOABLE}')", timeout=90_000)


def hurry(page: Page) -> None:
    """Leave untold what is being told, story by story, until something can be done."""
    while not page.locator(DOABLE).count():
        page.keyboard.press("Escape")


def die_in_hand(page: Page, text: str) -> Locator:
    """The die of a colour and value that can be placed."""
    name = rf"{'white' if text[0] == 'w' else 'black'} {text[1]}$"
    return page.get_by_role("button", name=re.compile(rf"^Die \d: {name}")).first


def do(page: Page, move: str) -> None:
    """Make a move with the mouse, as its text says."""
    before = count(page)
    if ">" in move:
        die, cell = move.rstrip("*").split(">")
        die_in_hand(page, die).click()
        page.locator(f'[data-cell="{cell}"]').click()
    elif move[0] in "u=" and move != "=x":
        page.locator(f'[data-cell="{move[1:3]}"]').click()
    elif move[0] == "s":
        page.locator(f'[data-entry="{move[1]}"]').click()
    elif move[0] in "n-":
        page.locator("details summary", has_text="Other moves").click()
        what = "Take the dice off" if move[0] == "n" else "Remove the robot on"
        page.get_by_role("button", name=f"{what} {move[1:3]}").click()
    else:
        names = {"/": "[data-end]", "=x": "text=Build none"}
        steps = re.compile(rf"^{move[1:]} steps?$")
        spot = names.get(move)
        (page.locator(spot) if spot else page.get_by_role("button", name=steps)).click()
    expect(page.locator(MOVES)).not_to_have_count(before, timeout=15_000)
    hurry(page)


def replay(page: Page, moves: list[str]) -> None:
    settle(page)
    for move in moves:
        do(page, move)


def test_a_game_that_is_won(visit: Callable[..., Visit], server: Server) -> None:
    window = visit(1440, 900, reduced_motion="reduce")
    page = window.go(set_out(window, server, PLAYED["won"]["secret"]))
    replay(page, PLAYED["won"]["moves"])
    expect(page.locator(".prompt")).to_contain_text("wins")
    expect(page.get_by_role("img", name="Research complete")).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Was chance fair?").click()
    expect(page.locator(".verdict.good")).to_contain_text("The record holds")
    page = window.go("/daily/under_falling_skies")
    expect(page.locator(".lists")).to_contain_text("Won in round 10")


def test_a_game_that_is_lost_with_all_its_motion(
    visit: Callable[..., Visit], server: Server
) -> None:
    window = visit(1440, 900)
    page = window.go(set_out(window, server, PLAYED["lost"]["secret"]))
    replay(page, PLAYED["lost"]["moves"])
    expect(page.locator(".prompt")).not_to_contain_text("Place a die", timeout=15_000)
    expect(page.get_by_role("img", name="Damage 5 of 5")).to_be_visible(timeout=15_000)
    assert page.locator("[data-sky] .flame").count() == 5
    expect(page.locator(".prompt .lost")).to_have_text("You have lost")
    box = page.locator(".prompt").bounding_box()
    assert box
    assert box["height"] < 120  # the board keeps its room


def test_the_coach_is_asked(visit: Callable[..., Visit]) -> None:
    page = visit(reduced_motion="reduce").go("/")
    card = page.locator("article", has_text="Under Falling Skies")
    card.get_by_role("button", name="Play now").click()
    page.locator(DIE).first.wait_for()
    page.get_by_role("button", name="Coach", exact=True).click()
    page.get_by_role("button", name="Ask the coach").click()
    moves = page.locator(".coach li.panel")
    expect(moves).to_have_count(3, timeout=60_000)
    for chance in moves.locator(".chance span").all_inner_texts():
        assert re.fullmatch(r"\d{1,3}% to win", chance)
    expect(page.locator("[data-cell].good")).to_have_count(1)
    moves.nth(1).get_by_role("button", name="Show it").click()
    before = count(page)
    moves.first.get_by_role("button", name="Play it").click()
    expect(moves).to_have_count(0)
    page.get_by_role("button", name="Moves", exact=True).click()
    assert count(page) != before


def test_the_daily_sky_is_the_same_for_two(visit: Callable[..., Visit]) -> None:
    rolls = []
    for name in ("Ann of the sky", "Bob of the sky"):
        window = visit(reduced_motion="reduce")
        window.context.request.post(f"{window.address}/api/guests", data={"name": name})
        page = window.go("/")
        card = page.locator("article", has_text="Under Falling Skies")
        card.get_by_role("link", name="Game of the day").click()
        page.get_by_role("heading", name="The daily sky").wait_for()
        page.get_by_role("button", name="Play: this try counts").click()
        page.locator(DIE).nth(4).wait_for()
        expect(page.locator(".state")).to_contain_text("this try counts")
        assert not page.get_by_role("button", name="Hint").count()
        rolls.append([die.get_attribute("aria-label") for die in page.locator(DIE).all()])
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        page.get_by_role("link", name="Results of the day").click()
        expect(page.locator(".results li.you")).to_contain_text(name)
        expect(page.get_by_role("button", name="Practise once more")).to_be_visible()
    assert rolls[0] == rolls[1]
    assert len(rolls[0]) == 5


def test_by_keyboard_alone(visit: Callable[..., Visit], server: Server) -> None:
    window = visit(reduced_motion="reduce")
    page = window.go("/play/under_falling_skies")
    page.get_by_role("button", name="Start").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".skies")
    page = window.go(set_out(window, server, PLAYED["lost"]["secret"]))
    page.wait_for_selector(".skies")
    told = set()
    for _ in range(400):
        settle(page)
        if page.locator(OVER).count():
            break
        before = count(page)
        if page.locator(DIE).count():
            number = page.locator(DIE).first.get_attribute("data-die")
            page.keyboard.press(str(number))
            expect(page.locator("[data-cell]:focus")).to_have_count(1)
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowLeft")
            if not page.locator("[data-cell].way:focus").count():
                page.keyboard.press("ArrowRight")
            page.wait_for_timeout(80)
            told.add(page.locator(".foretold").inner_text())
            page.keyboard.press("Enter")
        else:
            ways = page.locator(".ways .button, [data-entry]").first
            ways.evaluate("one => one.dataset.wanted = '1'")
            for _ in range(90):
                page.keyboard.press("Tab")
                if page.evaluate("() => document.activeElement?.dataset.wanted === '1'"):
                    page.keyboard.press("Enter")  # not elsewhere, if the board was drawn anew
                    break
        page.wait_for_timeout(30)
        if count(page) == before:
            page.wait_for_timeout(400)
    expect(page.locator(OVER)).to_be_visible()
    assert any("falls" in text for text in told)


def test_touching_shows_before_it_does(visit: Callable[..., Visit]) -> None:
    window = visit(360, 740, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = window.go("/")
    card = page.locator("article", has_text="Under Falling Skies")
    card.get_by_role("button", name="Play now").tap()
    page.locator(DIE).first.tap()
    page.wait_for_timeout(600)
    way = page.locator(WAY).first
    way.tap()
    expect(page.locator(".foretold")).to_contain_text(re.compile("falls|No ship"))
    placed = page.locator(DIE).count()
    way.tap()
    expect(page.locator(DIE)).not_to_have_count(placed)


def test_dragging_a_die_shows_what_would_happen(visit: Callable[..., Visit]) -> None:
    page = visit(1440, 900, reduced_motion="reduce").go("/")
    card = page.locator("article", has_text="Under Falling Skies")
    card.get_by_role("button", name="Play now").click()
    die = page.locator(DIE).first
    die.wait_for()
    value = int(str(die.get_attribute("aria-label"))[-1])
    start, end = die.bounding_box(), page.locator('[data-cell="11"]').bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 30, end["y"] + 20, steps=8)
    expect(page.locator("[data-sky] .ghost")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(f'[data-ship="{value}.1"], [data-ship]')).not_to_have_count(0)
    expect(page.locator(".tray .empty")).to_have_count(1)


def test_nothing_is_asked_any_more_when_the_coach_has_played(visit: Callable[..., Visit]) -> None:
    """What the coach shows picks a die up; played, no cell is asked for it."""
    page = visit(reduced_motion="reduce").go("/")
    card = page.locator("article", has_text="Under Falling Skies")
    card.get_by_role("button", name="Play now").click()
    page.locator(DIE).first.wait_for()
    page.get_by_role("button", name="Coach", exact=True).click()
    page.get_by_role("button", name="Ask the coach").click()
    page.locator(".coach li.panel").first.wait_for(timeout=60_000)
    expect(page.locator(".foretold")).to_contain_text("choose a cell")
    dice = page.locator(DIE).count()
    page.locator(".coach").get_by_role("button", name="Play it").first.click()
    expect(page.locator(DIE)).not_to_have_count(dice)
    settle(page)
    expect(page.locator(".tray .picked")).to_have_count(0)
    expect(page.locator(".foretold")).not_to_contain_text("choose a cell")
