"""The frame around the boards: what it says, and when."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .browsing import Visit, play_by_request
from .test_games import play_on, set_up, wait_for
from .test_pages import serious

PROMPTS = """() => {
  window.prompts = [];
  setInterval(() => {
    const said = document.querySelector(".prompt")?.textContent.trim();
    if (said !== window.prompts.at(-1)) window.prompts.push(said);
  }, 5);
}"""
LINES = "ol[aria-label=Moves] li"


def test_a_hint_is_a_sentence_and_goes_with_its_position(visit: Callable[..., Visit]) -> None:
    page = visit().go("/play/cubulus")
    page.get_by_role("button", name="Start").click()
    set_up(page)
    assert wait_for(page) == "move"
    page.get_by_role("button", name="Hint").click()
    hint = page.locator("p.hinted")
    expect(hint).to_have_text(
        re.compile(r"^Hint: (Push|Rotate) .+\. Your chance to win: \d+%\.$"), timeout=30_000
    )
    said = hint.inner_text()
    assert not page.locator(".notice").count()
    page.get_by_role("button", name="Coach", exact=True).click()
    page.get_by_role("button", name="Ask the coach").click()
    first = page.locator(".coach li.panel").first
    expect(first).to_be_visible(timeout=30_000)
    chance = re.findall(r"\d+%", said)[-1]
    expect(first.locator(".chance")).to_have_text(f"{chance} to win")
    assert first.locator(".what").inner_text() in said
    first.get_by_role("button", name="Play it").click()
    expect(hint).to_have_count(0)


def test_the_prompt_tells_what_the_board_tells(visit: Callable[..., Visit]) -> None:
    page = visit().go("/play/cubulus")
    page.get_by_role("button", name="Start").click()
    set_up(page)
    assert wait_for(page) == "move"
    page.evaluate(PROMPTS)
    before = page.locator(LINES).count()
    play_on(page, 2)
    assert wait_for(page) == "move"
    told = [line.split("\n")[0] for line in page.locator(LINES).all_inner_texts()[before:]]
    prompts = page.evaluate("window.prompts")
    assert [prompt for prompt in prompts if prompt in told] == told
    last = len(prompts) - 1
    for k, prompt in enumerate(prompts):
        if "is thinking" in prompt:
            # The seat's colour tells bots apart, and the own move was told before.
            assert re.search(r"\(\w+\) is thinking", prompt), prompt
            assert prompts[k - 1] in told
            assert k < last


def test_rules_beside_the_board_are_searched_and_escape_closes_them(
    visit: Callable[..., Visit],
) -> None:
    window = visit(bypass_csp=True)
    page = window.go(play_by_request(window, "cubulus", 0))
    page.get_by_role("button", name="Rules", exact=True).click()
    rules = page.get_by_role("region", name="Rules")
    pictures = rules.get_by_role("link", name="Rules with pictures")
    assert pictures.get_attribute("href") == "/rules/cubulus"
    expect(rules.locator(".goal")).to_have_text(re.compile(r"^.+[.!].+[.!]$"))
    chapters = rules.locator("details")
    expect(chapters.first).to_be_visible()
    every = chapters.count()
    assert every > 3
    expect(rules.locator("li").first).to_be_hidden()
    chapters.first.locator("summary").click()
    expect(chapters.first.locator("li").first).to_be_visible()
    field = rules.get_by_role("searchbox")
    for wanted in ("cb-comp", "neutral"):
        field.fill(wanted)
        found = rules.locator("li")
        expect(found.first).to_be_visible()
        assert all(wanted in text.lower() for text in found.all_inner_texts())
    field.fill("xyzzy")
    expect(rules).to_contain_text("No rule matches your search.")
    assert not serious(page)
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(chapters).to_have_count(every)
    page.keyboard.press("Escape")
    expect(page.locator(".side")).to_have_count(0)


def test_the_log_shows_notation_only_where_that_is_wanted(visit: Callable[..., Visit]) -> None:
    window = visit()
    path = play_by_request(window, "cubulus", 6)
    page = window.go(path)
    last = page.locator(LINES).last
    expect(last).to_be_visible()
    assert not last.locator("code").count()
    page.get_by_role("switch", name="Notation").check()
    expect(last.locator("code")).not_to_be_empty()
    page.reload()
    page.wait_for_selector(LINES)
    expect(page.locator(LINES).last.locator("code")).not_to_be_empty()


SPILLS = """() => [...document.querySelectorAll(".actions .button")].filter((button) => {
  const box = button.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(button.querySelector("span"));
  const text = range.getBoundingClientRect();
  const out = text.left < box.left || text.right > box.right || text.bottom > box.bottom;
  return out || box.width < 40 || box.height < 44 || box.right > Math.min(innerWidth, screen.width);
}).map((button) => button.textContent)"""


@pytest.mark.parametrize(
    ("language", "more", "resign"),
    [
        ("en", "More", "Resign"),
        ("ru", "Ещё", "Сдаться"),
        ("fr", "Plus", "Abandonner"),
    ],
)
def test_the_bar_of_a_phone_fits_and_stays_in_reach(
    visit: Callable[..., Visit], language: str, more: str, resign: str
) -> None:
    window = visit(360, 740, is_mobile=True, has_touch=True, locale=language, bypass_csp=True)
    page = window.go(play_by_request(window, "cubulus", 0))
    bar = page.locator(".actions")
    assert bar.locator(".button").count() == 6
    assert page.evaluate(SPILLS) == []
    top = bar.bounding_box()
    assert top is not None
    for button in bar.locator("[aria-expanded]").all():
        button.tap()
        side = page.locator(".side").bounding_box()
        assert side is not None
        assert side["y"] + side["height"] <= top["y"]
    assert not serious(page)
    asked = page.locator(".side").get_by_role("button", name=resign)
    expect(bar.get_by_role("button", name=more)).to_have_attribute("aria-expanded", "true")
    asked.tap()
    page.get_by_role("dialog").get_by_role("button", name=resign).tap()
    expect(page.locator(".prompt")).not_to_be_empty()
    expect(page.locator(".actions .button.main")).to_be_visible()
    assert page.evaluate(SPILLS) == []


@pytest.mark.parametrize("size", [(1200, 700), (360, 740)])
def test_setting_up_keeps_what_matters_in_reach(
    visit: Callable[..., Visit], size: tuple[int, int]
) -> None:
    window = visit(*size, bypass_csp=True)
    page = window.go("/play/black_crystal")
    start = page.get_by_role("button", name="Start")
    expect(start).to_be_in_viewport(ratio=1)
    limit = page.get_by_label("Turn limit", exact=True)
    expect(limit).to_be_hidden()
    expect(page.get_by_label("Crystals and Exits")).to_be_visible()
    players = page.get_by_label("Players", exact=True)
    players.scroll_into_view_if_needed()
    before = players.bounding_box()
    players.select_option("4")
    expect(page.get_by_label("Who plays seat 4")).to_be_visible()
    assert players.bounding_box() == before  # the page does not jump
    expect(start).to_be_in_viewport(ratio=1)
    page.get_by_text("More rules, and time").click()
    limit.fill("77")
    expect(start).to_be_in_viewport(ratio=1)
    assert not serious(page)
    start.click()
    page.wait_for_selector(".board")
    table = page.url.split("/t/")[1]
    facts = window.context.request.get(f"{window.address}/api/tables/{table}").json()["table"]
    assert [facts["options"][name] for name in ("players", "turn_limit")] == [4, 77]
