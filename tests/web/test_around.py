"""The pages around the table: looking through a game, rules, chance, and whose games these are."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from orrery.core import registry
from orrery.core.words import LANGUAGES

from .browsing import Visit, play_by_request, uncover
from .test_pages import GAMES, LOCALES, ROOT, serious

PHONE: dict[str, Any] = {"is_mobile": True, "has_touch": True}
SIZE = "document.querySelector('.board').getBoundingClientRect().toJSON()"
PICTURE = """() => Math.max(...[...document.querySelectorAll(".board :is(svg, canvas)")]
  .map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)))"""
AT_LEAST = "n => Number(document.querySelector('.player input').value) >= n"
FITS = "document.documentElement.scrollWidth <= Math.min(innerWidth, screen.width)"
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".layout a, .layout button, .player input")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".board, ol"))
  .filter((one) => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    const small = one.matches("a, button") && Math.min(width, height) < 43.9;
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const covered = !found || !(one.contains(found) || found.contains(one));
    return small || covered || left < 0 || top < 0 || right > screen.width
      || bottom > screen.height;
  }).map((one) => one.outerHTML.slice(0, 90))"""


def moment(page: Page) -> int:
    """Which move is shown."""
    return int(page.locator(".player input").input_value())


def shows(page: Page, ply: int) -> None:
    expect(page.locator(".player input")).to_have_value(str(ply))


@pytest.mark.parametrize(
    ("size", "settings"), [((1440, 900), {}), ((360, 740), PHONE)], ids=["wide", "phone"]
)
def test_a_game_is_looked_through_on_a_board_as_large_as_the_table(
    visit: Callable[..., Visit], size: tuple[int, int], settings: dict[str, Any]
) -> None:
    window = visit(*size, reduced_motion="reduce", **settings)
    table = play_by_request(window, "cubulus", 14)
    page = window.go(table)
    page.wait_for_selector(".net .spot")
    there = page.evaluate(SIZE)
    window.go(f"{table}/replay")
    page.wait_for_selector(".net .spot")
    here = page.evaluate(SIZE)
    assert here["width"] >= 0.99 * there["width"]
    assert here["height"] >= 0.95 * there["height"]
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(f"**{table}")
    page.wait_for_selector(".actions")


def test_a_game_is_looked_through_by_keys(visit: Callable[..., Visit]) -> None:
    window = visit(reduced_motion="reduce", bypass_csp=True)
    page = window.go(play_by_request(window, "cubulus", 14) + "/replay")
    page.wait_for_selector(".net .spot")
    total = int(page.locator(".player input").get_attribute("max") or 0)
    assert total > 12
    shows(page, 0)
    said = page.locator(".prompt")
    expect(said).to_have_text("The game begins.")
    for key, ply in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", total)]:
        page.keyboard.press(key)
        shows(page, ply)
    line = page.locator("aside li.now")
    expect(said).to_contain_text(line.inner_text().split("\n")[0])
    page.keyboard.press("ArrowRight")
    shows(page, total)
    page.keyboard.press("Home")
    shows(page, 0)
    page.locator("aside li button").nth(3).click()  # keys go on from wherever one was
    at = moment(page)
    page.keyboard.press("ArrowLeft")
    shows(page, at - 1)
    page.get_by_label("What the log shows").focus()  # where keys mean something else
    page.keyboard.press("Home")
    shows(page, at - 1)
    assert serious(page) == []


def test_a_game_runs_and_stops(visit: Callable[..., Visit]) -> None:
    window = visit()  # with motion: the board tells every move
    page = window.go(play_by_request(window, "cubulus", 12) + "/replay")
    page.wait_for_selector(".net .spot")
    run = page.get_by_role("button", name="Play", exact=True)
    total = int(page.locator(".player input").get_attribute("max") or 0)
    run.click()
    page.wait_for_function(AT_LEAST, arg=2)
    page.get_by_role("button", name="Pause").click()
    expect(run).to_be_visible()
    page.keyboard.press("End")
    shows(page, total)
    page.keyboard.press("Space")  # the button has the focus: it is pressed once, not twice
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function(f"() => !({AT_LEAST})({total})")
    page.wait_for_function(AT_LEAST, arg=total)
    expect(run).to_be_visible()


@pytest.mark.parametrize("size", [(360, 740), (740, 360)], ids=["upright", "sideways"])
@pytest.mark.parametrize("game", GAMES)
def test_a_phone_looks_through_any_game(
    visit: Callable[..., Visit], game: str, size: tuple[int, int]
) -> None:
    window = visit(*size, locale="ru-RU", **PHONE)
    page = window.go(play_by_request(window, game, 16) + "/replay")
    page.wait_for_selector(".player")
    for name in ("На ход вперёд", "На ход вперёд", "На ход назад"):
        page.get_by_role("button", name=name).tap()
    shows(page, 1)
    for panel in (False, True):
        if panel:
            page.get_by_role("button", name="Ходы").tap()
            expect(page.locator("aside li.now")).to_be_in_viewport()
        assert page.evaluate(OUT_OF_SIGHT) == []
        assert page.evaluate(FITS)
        assert page.evaluate(PICTURE) > 150
    fold = page.locator("aside li:last-child > .fold")
    if fold.count():  # where a game stands at chance, its last lines may be one
        fold.tap()
    page.locator("aside li > button:first-child:not(.fold)").last.tap()
    shows(page, int(page.locator(".player input").get_attribute("max") or 0))


def test_what_cannot_be_looked_through_leads_home(visit: Callable[..., Visit]) -> None:
    window = visit()
    page = window.go("/t/AAAAAAAAAAAAAAAA/replay")
    expect(page.locator("main").get_by_role("link", name="Home")).to_be_visible()
    window.complaints.clear()  # the browser's own, of an answer that says 404


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_a_list_of_contents(visit: Callable[..., Visit], game: str) -> None:
    window = visit(1280, 800, bypass_csp=True)
    page = window.go(f"/rules/{game}")
    contents = page.get_by_role("navigation", name="Contents")
    headings = page.locator("article h2, article h3")
    expect(contents.get_by_role("link")).to_have_count(headings.count())
    links = contents.get_by_role("link").all()
    assert len(links) > 10
    link = links[-2]
    link.click()
    expect(link).to_have_attribute("aria-current", "location")
    heading = page.get_by_role("heading", name=link.inner_text(), exact=True)
    expect(heading).to_be_in_viewport()
    expect(link).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    link.click()  # once more to the same place
    expect(heading).to_be_in_viewport()
    page.reload()  # the address leads there, too
    expect(page.get_by_role("heading", name=link.inner_text(), exact=True)).to_be_in_viewport()


def test_contents_fold_on_a_phone(visit: Callable[..., Visit]) -> None:
    window = visit(360, 740, bypass_csp=True, **PHONE)
    page = window.go("/rules/black_crystal")
    contents = page.get_by_role("navigation", name="Contents")
    fold = contents.get_by_role("button")
    link = contents.locator("a[href$=chapter-brawl]")
    heading = page.locator("#chapter-brawl")
    expect(link).to_be_hidden()
    page.evaluate("scrollTo(0, 5000)")
    expect(fold).to_be_in_viewport(ratio=1)  # it stays at hand
    fold.tap()
    assert serious(page) == []
    link.tap()
    expect(link).to_be_hidden()
    expect(fold).to_contain_text(heading.inner_text())
    expect(heading).to_be_in_viewport(ratio=1)
    bar, below = fold.bounding_box(), heading.bounding_box()
    assert bar
    assert below
    assert below["y"] >= bar["y"] + bar["height"]
    assert page.evaluate(FITS)


def test_chance_is_not_called_dice_where_there_are_none(visit: Callable[..., Visit]) -> None:
    words = {"en": "dice|die|roll", "ru": r"\bкост\w+|кубик|брос", "fr": r"\bdés?\b|lancers?\b"}
    for lang in LANGUAGES:
        window = visit(locale=LOCALES[lang])
        table = play_by_request(window, "orion_duel", 17)
        page = window.go(f"{table}/dice")
        page.locator("summary").click()
        expect(page.locator(".decided li").first).to_be_visible()
        assert page.locator(".decided li").count() >= 1
        found = re.findall(rf"\b(?:{words[lang]})\b", page.locator("article").inner_text().lower())
        assert found == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_foot_of_the_pages_says_whose_games_these_are(
    visit: Callable[..., Visit], lang: str
) -> None:
    window = visit(360, 740, locale=LOCALES[lang], **PHONE)
    credits = {name: registry.find(name).words.say(lang, "credit.line") for name in GAMES}
    page = window.go("/")
    foot = page.locator("footer")
    for credit in credits.values():
        expect(foot).to_contain_text(credit)
    for path in ("/rules/warp6", "/play/warp6"):
        window.go(path)
        expect(foot).to_contain_text(credits["warp6"])
        expect(foot).not_to_contain_text(credits["cubulus"])
        foot.locator("dd").scroll_into_view_if_needed()
        expect(foot.locator("dd")).to_be_in_viewport(ratio=1)
        assert page.evaluate(FITS)
        box = foot.locator("dd").bounding_box()
        start = page.locator(".go")
        over = start.bounding_box() if start.count() else None
        assert box
        assert over is None or box["y"] + box["height"] <= over["y"]
    table = play_by_request(window, "warp6", 0)
    window.go(f"{table}/dice")
    expect(foot).to_contain_text(credits["warp6"])
    window.go("/nowhere")
    expect(foot).not_to_be_empty()
    window.go(table)
    uncover(page)
    expect(page.locator("footer")).to_have_count(0)


COLLIDING = """() => {
  const names = [...document.querySelectorAll("svg[role=group] text")];
  const boxes = names.map((one) => one.getBBox());
  const hit = (a, b) => Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 0
    && Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 0.4 * a.height;
  return boxes.flatMap((a, k) => boxes.slice(k + 1).filter((b) => hit(a, b))
    .map(() => names[k].textContent));
}"""


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["wide", "phone"])
def test_names_of_planets_are_not_on_each_other(
    visit: Callable[..., Visit], settings: dict[str, Any]
) -> None:
    window = visit(*((360, 740) if settings else (1280, 800)), locale="ru-RU", **settings)
    window.page.clock.install()
    page = window.go("/")
    page.wait_for_selector("svg[role=group] text")
    for _ in range(30):
        page.clock.fast_forward(7000)
        assert page.evaluate(COLLIDING) == []


def test_the_credits_are_those_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    rows = [line.strip("|").split("|") for line in readme.split("## Credits")[1].splitlines()]
    named = {row[0].split(" (")[0].strip(): row[1:] for row in rows if len(row) == 3}
    for name in GAMES:
        words = registry.find(name).words
        for who in re.split(", | and |/", "/".join(named[words.say("en", "name")])):
            for lang in LANGUAGES:
                assert who.strip() in words.say(lang, "credit.line"), (name, lang)
