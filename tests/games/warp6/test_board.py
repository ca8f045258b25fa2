"""The board of Warp 6 as it is looked at and pointed at: on phones and on laptops."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browsing import Visit, play_by_request

OURS = ".beside li .move[aria-disabled=false]"
ROWS = ".beside li[data-die]"
FLEETS = (re.compile("^[0-8]$"), re.compile("^(9|1[0-7])$"))
"""The dice of each of two players, by number."""
WAYS = ".sky .way"
LOG = "ol[aria-label=Moves] li"
WIDTHS = "() => [document.documentElement.scrollWidth, innerWidth, screen.width]"
CUT = """row => {
  const button = row.querySelector(".move").getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(row.querySelector(".told"));
  const told = text.getBoundingClientRect();
  return told.right > button.right || told.bottom > button.bottom || button.height > 46;
}"""
OPEN = """button => {
  const box = button.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return button === at || button.contains(at);
}"""


def play_to(window: Visit, plies: int, **options: int) -> Page:
    """A table for two at one device, after so many moves."""
    page = window.go(play_by_request(window, "warp6", plies, options))
    page.wait_for_selector(".warp6")
    return page


def turn_of(window: Visit) -> int:
    """Whose turn it is, as the server says."""
    table = window.page.url.rpartition("/")[2].partition("?")[0]
    answer = window.context.request.get(f"{window.address}/api/tables/{table}")
    return int(answer.json()["now"]["turn"])


def on_board(page: Page, row: Locator) -> Locator:
    """The die of a row, on the board."""
    return page.locator(f".sky .die[data-die='{row.get_attribute('data-die')}']")


def lit(page: Page) -> tuple[list[str | None], list[str | None]]:
    """The dice that are lit: in the list, and on the board."""
    found = [page.locator(f"{where}.lit").all() for where in (ROWS, ".sky .die")]
    rows, dice = [[one.get_attribute("data-die") for one in ones] for ones in found]
    return rows, dice


def fits(page: Page) -> None:
    """Nothing makes the page wider than its window."""
    width, window, screen = page.evaluate(WIDTHS)
    assert width == window == screen


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360)])
def test_on_a_phone_panels_open_and_a_finger_sees_before_it_moves(
    visit: Callable[..., Visit], width: int, height: int
) -> None:
    page = play_to(visit(width, height, is_mobile=True, has_touch=True), 18)
    page.wait_for_selector(OURS)
    fits(page)
    for tab in ("rules", "share", "moves"):
        button = page.locator(f"[data-tab={tab}]")
        button.tap()
        box = page.locator(".side").bounding_box()
        assert box is not None
        assert box["x"] == 0
        beside = width > height  # held sideways, what is said and done stays beside the panel
        assert box["width"] == width or (beside and width / 2 < box["width"] < width)
        fits(page)
        button.tap()
        expect(page.locator(".side")).to_have_count(0)
    page.get_by_role("button", name="Signs on the board").tap()
    expect(page.get_by_role("region", name="Signs on the board")).to_be_visible()
    fits(page)
    page.get_by_role("button", name="Signs on the board").tap()

    row = page.locator(ROWS).last
    page.locator(".sky .die").and_(on_board(page, row)).tap(force=True)
    expect(row.locator(".move")).to_contain_text("Move")
    expect(row.locator(".move")).to_be_in_viewport(ratio=1)
    expect(page.locator(WAYS)).not_to_have_count(0)
    # In the list a finger picks as well, and plays with its second touch.
    other = page.locator(ROWS).nth(7)
    die = other.get_attribute("data-die")
    mark = on_board(page, other).get_attribute("data-mark")
    other.locator(".move").tap()
    expect(page.locator(f"{ROWS}.picked")).to_have_attribute("data-die", str(die))
    assert lit(page) == ([die], [die])
    fits(page)
    other.locator(".move").tap()
    expect(page.locator(f".sky .die[data-die='{die}']")).not_to_have_attribute(
        "data-mark", str(mark)
    )
    fits(page)


def test_what_a_hint_recommends_is_in_sight_and_no_other_way(visit: Callable[..., Visit]) -> None:
    page = play_to(visit(360, 740, is_mobile=True, has_touch=True), 30)
    page.get_by_role("button", name="Hint").tap()
    hint = page.locator(".beside .button.on")
    expect(hint).to_be_in_viewport(ratio=1, timeout=60_000)
    changes = not str(hint.get_attribute("data-move")).startswith("m")
    expect(page.locator(".sky .change")).to_have_count(int(changes))
    assert bool(page.locator(WAYS).count()) != changes


def test_the_list_and_the_board_light_one_die(visit: Callable[..., Visit]) -> None:
    window = visit(1280, 800, reduced_motion="reduce")
    page = play_to(window, 18)
    rows = page.locator(ROWS)
    expect(rows).to_have_count(9)
    fleet = FLEETS[turn_of(window)]  # the device is handed on before anything is pointed at
    expect(rows.first).to_have_attribute("data-die", fleet)
    first, second, third = rows.nth(1), rows.nth(4), rows.nth(7)
    known = [row.get_attribute("data-die") for row in (first, second, third)]
    first.hover()
    assert lit(page) == ([known[0]], [known[0]])
    on_board(page, second).click(force=True)
    expect(page.locator(".popover")).to_be_visible()
    assert lit(page) == ([known[1]], [known[1]])
    on_board(page, first).hover(force=True)  # on the way to a button one passes others
    assert lit(page) == ([known[1]], [known[1]])
    third.hover()
    expect(page.locator(".popover")).to_have_count(0)
    assert lit(page) == ([known[2]], [known[2]])
    page.locator(".prompt").hover()
    assert lit(page) == ([], [])
    on_board(page, first).click(force=True)
    page.keyboard.press("Escape")
    page.locator(".prompt").hover()
    assert lit(page) == ([], [])


def test_buttons_beside_a_die_hide_neither_its_way_nor_each_other(
    visit: Callable[..., Visit],
) -> None:
    page = play_to(visit(1280, 800, reduced_motion="reduce"), 18)
    expect(page.locator(ROWS)).to_have_count(9)
    for row in page.locator(ROWS).all():
        on_board(page, row).click(force=True)
        box = page.locator(".popover").bounding_box()
        ends = page.locator(".sky .ghost").bounding_box()
        assert box is not None
        assert ends is not None
        apart_x = ends["x"] > box["x"] + box["width"] or box["x"] > ends["x"] + ends["width"]
        apart_y = ends["y"] > box["y"] + box["height"] or box["y"] > ends["y"] + ends["height"]
        assert apart_x or apart_y
        for button in page.locator(".popover .button, .legend > .button").all():
            assert button.evaluate(OPEN)
        page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("lang", "width", "height"),
    [("ru", 1280, 800), ("ru", 1366, 768), ("fr", 1280, 800)],
)
def test_rows_of_the_list_are_whole(
    visit: Callable[..., Visit], lang: str, width: int, height: int
) -> None:
    page = play_to(visit(width, height, locale=lang), 18)
    rows = page.locator(ROWS)
    expect(rows).to_have_count(9)
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    assert not any(row.evaluate(CUT) for row in rows.all())
    seen = page.locator(".beside").evaluate("list => [list.scrollHeight, list.clientHeight]")
    assert seen[0] <= seen[1]


@pytest.mark.parametrize("resigns", [False, True])
def test_nothing_is_previewed_when_the_game_is_over(
    visit: Callable[..., Visit], resigns: bool
) -> None:
    window = visit(reduced_motion="reduce")
    page = play_to(window, 20, **({} if resigns else {"turn_cap": 2}))
    if resigns:
        path = f"{window.address}/api/tables/{page.url.split('/t/')[1]}"
        n = window.context.request.get(path).json()["n"]
        assert window.context.request.post(f"{path}/resign", data={"n": n, "seat": 0}).ok
    expect(page.locator(".prompt.over")).to_be_visible()
    row = page.locator(ROWS).nth(2)
    for place in (row, on_board(page, row)):
        place.hover(force=True)
        assert not page.locator(WAYS).count()
        assert lit(page) == ([], [])
    on_board(page, row).click(force=True)
    row.locator("button").first.focus()
    assert not page.locator(WAYS).count()
    assert lit(page) == ([], [])
    expect(page.locator(".beside .change")).to_have_count(0)
    expect(row.locator(".told")).to_have_text(re.compile(r"^mark \d+, ring \d\s*$"))


def test_the_board_says_where_dice_go_and_what_its_signs_mean(
    visit: Callable[..., Visit],
) -> None:
    page = play_to(visit(), 18)
    board = page.get_by_role("img", name="dice travel counter-clockwise")
    assert board.locator(".arrow").count() == 18
    signs = page.get_by_role("button", name="Signs on the board")
    signs.focus()
    page.keyboard.press("Enter")
    card = page.get_by_role("region", name="Signs on the board")
    lines = card.locator("li")
    expect(lines).to_have_count(7)
    for kind in (".arrow", ".lanes", ".mark.arm", ".ring", ".halo", ".way.warp", ".trail"):
        assert card.locator(kind).count() == 1, kind
    assert "light mark" in lines.nth(2).inner_text()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(signs).to_be_focused()


def test_arms_of_the_swirl_fade_before_the_rim(visit: Callable[..., Visit]) -> None:
    page = play_to(visit(), 0)
    paint = page.locator(".sky #w6-swirl")
    rim = float(str(page.locator(".sky #w6-disc circle").get_attribute("r")))
    last = paint.locator("stop").last
    assert paint.get_attribute("gradientUnits") == "userSpaceOnUse"
    ends = float(str(paint.get_attribute("r"))) * float(str(last.get_attribute("offset")))
    assert ends < rim
    assert last.get_attribute("stop-opacity") == "0"


def test_dice_at_home_are_no_dots_like_the_one_of_the_turn(visit: Callable[..., Visit]) -> None:
    page = play_to(visit(), 0)
    radius = "one => parseFloat(getComputedStyle(one).borderRadius) / one.offsetWidth"
    assert page.locator("li.turn .arrow").evaluate(radius) > 0.4
    squares = page.locator(".tallies .squares i")
    expect(squares).to_have_count(12)
    assert squares.first.evaluate(radius) < 0.4
