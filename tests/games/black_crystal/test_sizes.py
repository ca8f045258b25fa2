"""Nothing that is to be pressed is cut or covered, whatever the size of the window."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server import scripted
from tests.web.browsing import Visit

from .playing import DESK, PHONE, PRESS, TWO, Party
from .staged import CLERK, FIVE_CARDS

SIZES = [(1440, 900), (1366, 768), (1280, 720), (1536, 730), (1920, 950), (1280, 800)]
SIDEWAYS = {**PHONE, "width": 740, "height": 360}
CUT = """button => {
  const box = button.getBoundingClientRect();
  const at = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5]].map(([x, y]) =>
    document.elementFromPoint(box.left + x * box.width, box.top + y * box.height));
  const seen = at.every(one => one && (one === button || button.contains(one)));
  const across = box.left >= 0 && box.right <= Math.min(innerWidth, screen.width);
  const inside = across && box.top >= 0 && box.bottom <= innerHeight;
  return !(seen && inside && box.height >= 44) && button.innerText;
}"""
"""What is written on a button that is not whole, or lies under something."""


def cut(page: Page, what: str = PRESS) -> list[str]:
    """What is cut of these buttons."""
    return [text for text in (one.evaluate(CUT) for one in page.locator(what).all()) if text]


def in_a_fight(windows: list[Visit], written: scripted.Server, seats: int = 2) -> list[Page]:
    """Red in a fight of his own, with five cards in his hand."""
    written.write(FIVE_CARDS + CLERK, TWO)
    party = Party(windows[:seats])
    party.play(scripted.outcomes(FIVE_CARDS + CLERK, options=TWO)[1])
    return [window.go(f"/t/{party.id}") for window in windows]


def test_the_roll_in_an_own_fight_is_in_sight_on_any_screen(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    page, _ = in_a_fight([visit_written(**DESK) for _ in range(2)], written)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        roll = page.locator('[data-move="pass"]')
        expect(roll).to_have_text("Roll the die")
        page.wait_for_function(f"({CUT})(document.querySelector('[data-move=pass]')) === false")
        page.wait_for_function(  # the hand has taken what is left
            "[...document.querySelectorAll('[data-card], [data-buttons] .button')]"
            f".every(one => ({CUT})(one) === false)"
        )


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_a_fight_on_a_phone(
    visit_written: Callable[..., Visit], written: scripted.Server, size: dict[str, object]
) -> None:
    page, _ = in_a_fight([visit_written(**size), visit_written(**DESK)], written)
    expect(page.locator("[data-fight]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= int(str(size["width"]))
    assert cut(page, '[data-move="pass"]') == []
    mine = page.locator(".window").bounding_box()
    assert mine
    assert mine["height"] > 120
    page.locator('[data-move="pass"]').tap()
    expect(page.locator('[data-move="pass"]')).to_have_count(0)
