"""Whole games of Orion Duel in a real browser, as people play them."""

import random
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from orrery.core import registry
from orrery.games.orion_duel.state import NAMES
from tests.web.browsing import Visit, play_by_request
from tests.web.test_pages import serious

MOVES = "ol[data-log] li"
OVER = ".actions .button.main"
KINDS = "MDXLVT"


def facts(window: Visit) -> dict[str, Any]:
    """What the server says of the table that is shown, from the seat whose turn it is."""
    table = window.page.url.rsplit("/", 1)[1].split("?")[0]
    path = f"{window.address}/api/tables/{table}"
    found: dict[str, Any] = window.context.request.get(path).json()
    turn = (found["now"] or {}).get("turn")
    if isinstance(turn, int):
        seated = window.context.request.get(f"{path}?seat={turn}")
        if seated.ok:
            found = seated.json()
    return found


def wait_for(window: Visit, seconds: float = 40.0) -> list[str]:
    """The moves that can be made here, once they can; none when the game is over."""
    ends = time.monotonic() + seconds
    page = window.page
    while time.monotonic() < ends:
        if page.locator(OVER).count():
            return []
        ready = page.locator(".tools, .row .button:visible").count()
        if page.title().startswith("●") and ready:
            legal = facts(window)["now"].get("legal") or []
            if legal:
                return [str(move) for move in legal]
        time.sleep(0.03)
    raise AssertionError(f"nothing happened: {page.locator('.prompt').inner_text()}")


def pick(legal: list[str], rng: random.Random) -> tuple[str, int, bool, str]:
    """A legal placement: kind, turns, flip, anchor."""
    move = rng.choice([text for text in legal if re.match(r"[MDXLVT]\d", text)])
    kind, turns, flip, cell = re.fullmatch(r"(\w)(\d)(f?)@(\w+)", move).groups()  # type: ignore[union-attr]
    return kind, int(turns), flip == "f", cell


def made(page: Page, act: Callable[[], None]) -> None:
    """Do something, and wait until it is in the list of moves."""
    before = page.locator(MOVES).count()
    act()
    expect(page.locator(MOVES)).not_to_have_count(before, timeout=15_000)


def lay_by_mouse(page: Page, legal: list[str], rng: random.Random) -> None:
    kind, turns, flip, cell = pick(legal, rng)
    page.locator(".square").focus()
    page.keyboard.press("Escape")
    page.locator(".tray .tile").nth(KINDS.index(kind)).click()
    for _ in range(turns):
        page.get_by_role("button", name="Turn right").click()
    if flip:
        page.get_by_role("button", name="Turn over").click()
    made(page, lambda: page.locator(f"[data-cell={cell}]").click())


def lay_by_keyboard(page: Page, legal: list[str], rng: random.Random) -> None:
    kind, turns, flip, cell = pick(legal, rng)
    press = page.keyboard.press
    press("Escape")
    press(str(KINDS.index(kind) + 1))
    for _ in range(turns):
        press("r")
    if flip:
        press("f")
    walk_to(page, cell)
    expect(page.locator("#od-heard")).to_contain_text("fits here")
    made(page, lambda: press("Enter"))


def walk_to(page: Page, cell: str) -> None:
    """Arrow keys, until the cell is named."""
    heard = page.locator("#od-heard")
    page.keyboard.press("ArrowUp")
    for _ in range(60):
        here = heard.inner_text().split(",")[0].removeprefix("cell ")
        if here == cell:
            return
        if here[0] != cell[0]:
            page.keyboard.press("ArrowRight" if here[0] < cell[0] else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if int(here[1:]) < int(cell[1:]) else "ArrowUp")
    raise AssertionError(f"{cell} was not reached")


def test_a_preset_game_against_a_bot(visit: Callable[..., Visit]) -> None:
    window = visit()
    page = window.go("/")
    page.locator("article", has_text="Orion Duel").get_by_role("button", name="Play now").click()
    page.wait_for_selector(".orion")
    rng, turns = random.Random(1), 0
    while legal := wait_for(window):
        lay_by_mouse(page, legal, rng)
        turns += 1
    assert turns >= 3
    expect(page.locator(".prompt")).to_contain_text("wins")
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Was chance fair?").click()
    expect(page.locator(".verdict.good")).to_contain_text("The record holds")


def test_a_free_set_up_between_two_browsers(visit: Callable[..., Visit]) -> None:
    ann, bob = visit(reduced_motion="reduce"), visit(reduced_motion="reduce")
    page = ann.go("/play/orion_duel")
    page.get_by_label("Set-up", exact=True).select_option("free")
    page.get_by_label("Who plays seat 2").select_option("open")
    page.get_by_role("button", name="Start").click()
    link = page.get_by_label("The link to this table").input_value()
    other = bob.go(link.removeprefix(bob.address))
    other.get_by_role("button", name="Sit down").click()
    for one in (page, other):
        one.wait_for_selector(".orion")
    rng, placed = random.Random(2), 0
    by_itself: set[Visit] = set()  # pages that were asked to place the rest
    ends = time.monotonic() + 150
    while not page.locator(OVER).count() and time.monotonic() < ends:
        for window in (ann, bob):
            here = window.page
            if not here.title().startswith("●") or here.locator(OVER).count():
                continue
            try:
                legal = wait_for(window, 3)
            except AssertionError:
                continue  # it was the other's turn after all
            if not legal:
                break
            if legal[0] in ("S+", "S-"):
                starts = here.get_by_role("button", name=re.compile("^(Orange|Blue) starts$"))
                expect(starts).to_have_count(2)
                made(here, lambda: starts.first.click())  # noqa: B023
            elif "@" in legal[0] and legal[0][0] in "GH":
                if window in by_itself:
                    continue
                placed += 1
                if placed % 4 == 3:
                    by_itself.add(window)
                    made(here, here.get_by_role("button", name="Place the rest for me").click)
                else:
                    cell = rng.choice(legal)[2:]
                    made(here, here.locator(f"[data-cell={cell}]").click)
            else:
                lay_by_mouse(here, legal, rng)
        time.sleep(0.05)
    for one in (page, other):
        expect(one.locator(".prompt")).to_contain_text(re.compile("wins|draw"))
        told = one.locator(MOVES, has_text="start")
        expect(told).to_contain_text(re.compile("Orange decides to start|Blue lets orange start"))
    lists = [one.locator(MOVES).all_inner_texts() for one in (page, other)]
    assert lists[0] == lists[1]


def test_a_random_set_up_by_keyboard_alone(visit: Callable[..., Visit]) -> None:
    window = visit(reduced_motion="reduce")
    page = window.go("/play/orion_duel")
    page.get_by_label("Set-up", exact=True).select_option("random")
    page.get_by_role("button", name="Start").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".orion")
    rng, turns = random.Random(3), 0
    while legal := wait_for(window):
        page.locator(".square").focus()
        lay_by_keyboard(page, legal, rng)
        turns += 1
    assert turns >= 3


def test_a_place_that_is_refused_opens_its_rule(visit: Callable[..., Visit]) -> None:
    """On a phone: a first tap shows the shadow, a second one asks for it."""
    window = visit(360, 740, is_mobile=True, has_touch=True)
    page = window.go("/play/orion_duel")
    for seat in (1, 2):
        page.get_by_label(f"Who plays seat {seat}").select_option("me")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".tools")
    page.locator(".tray .tile").first.tap()
    for _ in range(2):
        page.locator("[data-cell=D5]").tap()  # a galaxy, and no hex lies yet
    expect(page.locator(".refusal")).to_contain_text("cannot cover a token")
    page.locator("[data-cell=E5]").tap()
    page.get_by_role("button", name="Lay it here").tap()
    expect(page.locator("path.last")).to_have_count(1)


LYING = "all => all.map(one => [one.dataset.at, one.dataset.side])"


def lying(page: Page, tile: str) -> dict[str, str]:
    """The cells and colours of a tile that is shown but not laid: a `shadow`, or an `advice`."""
    expect(page.locator(f".{tile}").first).to_be_visible(timeout=30_000)
    return dict(page.locator(f".{tile}").evaluate_all(LYING))


def laid(window: Visit) -> dict[str, str]:
    """The cells that tiles cover, with their colours."""
    cells = facts(window)["now"]["view"]["cells"]
    return {name: cell["hex"] for name, cell in zip(NAMES, cells, strict=True) if cell["hex"]}


def stock(page: Page) -> str:
    """What the page says of the tiles that the player who waits has left."""
    return " ".join(page.locator(".stock b").all_inner_texts())


def test_a_phone_lays_what_it_showed_and_shows_what_both_have_left(
    visit: Callable[..., Visit],
) -> None:
    window = visit(360, 740, is_mobile=True, has_touch=True)
    page = window.go(play_by_request(window, "orion_duel", 0, {"first": "O"}))
    expect(page.locator(".stock")).to_contain_text("3")  # the board has come
    assert stock(page) == "1 1 3 3 3 3"
    button = page.locator(".tools .main")
    expect(button).to_have_text("Choose a tile", use_inner_text=True)
    page.locator(".tray .tile").nth(KINDS.index("L")).tap()
    expect(button).to_have_text("Tap its place", use_inner_text=True)
    page.locator("[data-cell=G3]").tap()
    shown = lying(page, "shadow")
    assert shown == {"F2": "O", "G3": "O", "H3": "B"}
    page.locator("[data-cell=H3]").tap()  # the far end, where another line would fit as well
    expect(page.locator("path.last")).to_have_count(3)
    assert laid(window) == shown
    # Now it is the other's turn at this phone: the tiles that wait are orange.
    expect(page.locator(".stock")).to_contain_text("Orange")
    assert stock(page) == "1 1 3 2 3 3"
    for size in ((360, 740), (740, 360)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for part in (".tools .main", ".stock ul", ".tray li:last-child"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_keys_turn_what_was_taken_from_the_tray_by_mouse(visit: Callable[..., Visit]) -> None:
    window = visit()
    page = window.go(play_by_request(window, "orion_duel", 0, {"first": "O"}))
    page.locator(".tray .tile").nth(KINDS.index("V")).click()
    page.locator("[data-cell=G3]").hover()
    seen = [lying(page, "shadow")]
    page.get_by_role("switch", name="Notation").focus()  # nothing is written there
    for key in ("r", "f"):
        page.keyboard.press(key)
        expect(page.locator(".shadow")).to_have_count(3)
        seen.append(lying(page, "shadow"))
    # On a Russian keyboard the key of R types another letter.
    page.evaluate("""() => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key: "к", code: "KeyR", bubbles: true }))""")
    seen.append(lying(page, "shadow"))
    assert len({tuple(sorted(tile.items())) for tile in seen}) == 4
    page.get_by_role("button", name="Chat", exact=True).click()
    page.get_by_role("textbox", name="Write something").press_sequentially("far")
    page.locator("[data-cell=G3]").hover()
    assert lying(page, "shadow") == seen[-1]  # who writes turns nothing
    page.get_by_role("button", name="Rules", exact=True).click()
    goal = registry.find("orion_duel").words.say("en", "web_chapter.goal.text")
    expect(page.locator(".side .goal")).to_have_text(goal)


def test_advice_is_seen_as_the_tile_it_lays(visit: Callable[..., Visit]) -> None:
    window = visit()
    page = window.go(play_by_request(window, "orion_duel", 3, {"first": "O"}, seed=2))
    page.get_by_role("button", name="Hint", exact=True).click()
    advised = lying(page, "advice")
    page.locator(".tray .tile.hint").click()  # it is taken up as it should lie
    page.locator(f"[data-cell={next(iter(advised))}]").hover()
    assert lying(page, "shadow") == advised
    page.keyboard.press("Escape")
    expect(page.locator(".shadow")).to_have_count(0)
    page.get_by_role("button", name="Coach", exact=True).click()
    page.get_by_role("button", name="Ask the coach").click()
    page.locator(".coach li.panel").first.wait_for(timeout=30_000)
    advised, before = lying(page, "advice"), laid(window)
    page.locator(".coach li.panel").first.get_by_role("button", name="Play it").click()
    expect(page.locator(".advice")).to_have_count(0)
    assert laid(window) == {**before, **advised}


def test_a_sky_drawn_at_random_is_one_line_of_the_log(visit: Callable[..., Visit]) -> None:
    window = visit(bypass_csp=True)
    options = {"setup": "random", "first": "O"}
    page = window.go(play_by_request(window, "orion_duel", 1, options))
    lines = page.locator(MOVES)
    expect(lines).to_have_count(3)  # the beginning, the sky, a tile
    fold = page.get_by_role("button", name="Chance lays out the sky: 15 tokens.")
    expect(fold).to_have_attribute("aria-expanded", "false")
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "true")
    expect(lines).to_have_count(18)
    page.get_by_role("button", name=re.compile("^Chance places a galaxy")).nth(2).click()
    expect(page.locator(".board .orion")).to_be_visible()
    expect(page.locator("li.now")).to_contain_text("Chance places a galaxy")
    assert page.locator("input[type=range]").input_value() == "3"
    fold.click()
    expect(lines).to_have_count(3)
    expect(page.locator("li.now")).to_contain_text("15 tokens")
    page.get_by_label("What the log shows").select_option("chance")
    expect(lines).to_have_count(1)
    page.get_by_label("What the log shows").select_option("0")
    expect(fold).to_have_count(0)
    assert not serious(page)
