"""Black Crystal at one table: people at windows of their own.

What is drawn is written down so that a scene comes about; what people do there, they click.
"""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server import scripted
from tests.web.browsing import Visit

from .playing import DESK, LAY, PORTALS, SURPLUS, TWO, Party, do, go_to, log, ready

ASKED = "section.window"
CLOCK = 10
"""Seconds to answer in another's turn: enough for a click, and one seat lets them pass."""


# Four people, two Brawls

BRAWLS = (
    *("hop 4,1", "pass", "pass", "pass", "roll=6", "roll=1", "end"),
    *("dig", "tile=plain.cross", "lay N r0", "end"),
    *("hop 4,1", "play F06", "pass", "roll=5", "roll=4"),
)
"""Yellow hops to Red and wins; then Green hops to Yellow, whose Axe decides."""
LISTEN = """() => {
  window.wasAsked = false;
  const look = () => (window.wasAsked ||= !!document.querySelector("section.window"));
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""
HELD = {0: "Mug of Ale", 1: "Notched Axe", 2: "Trip-up"}


def hides_hands(pages: list[Page], held: dict[int, str]) -> None:
    """Nowhere in a page stands what another holds."""
    for seat, page in enumerate(pages):
        said = page.content()
        for owner, card in held.items():
            assert (card in said) == (owner == seat), (seat, card)


def test_four_windows_with_a_pass_a_card_and_no_answer(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    written.write(PORTALS + BRAWLS)
    party = Party([visit_written(**DESK) for _ in range(4)], window_clock=CLOCK)
    party.play(scripted.outcomes(PORTALS)[1])
    red, yellow, blue, green = pages = party.come()
    for seat, page in enumerate(pages):
        expect(page.locator("[data-card]")).to_have_count(int(seat in HELD))
        expect(page.locator("ol[aria-label=Moves] li").last).to_contain_text("Yellow lays a tile")
    before = len(log(red))
    hides_hands(pages, HELD)
    # Red wants no questions before a roll.
    red.get_by_role("button", name="More").click()
    for kind in (
        "Before the roll in somebody else's fight",
        "Before the roll when you are attacked",
    ):
        never = red.get_by_role("switch", name=kind)
        never.check()
        expect(never).to_be_checked()
    red.get_by_role("button", name="Moves").click()
    red.evaluate(LISTEN)
    # Yellow attacks Red: Blue alone is asked, and passes.
    go_to(yellow, 4, 1, "hop 4,1")
    do(yellow, "pass")
    expect(blue.locator(ASKED)).to_be_visible()
    expect(blue.locator(".prompt")).to_contain_text("(Yellow)")
    expect(blue.locator(ASKED)).to_contain_text("before the roll")
    for page in (red, yellow, green):
        expect(page.locator("[data-fight]")).to_be_visible()
        expect(page.locator(ASKED)).to_have_count(0)
    hides_hands(pages, HELD)
    expect(blue.locator("[data-buttons] .button")).to_have_count(0)  # the answers stand once
    blue.locator(ASKED).get_by_role("button", name="Pass", exact=True).click()
    do(yellow, "end")
    do(blue, "dig")
    blue.locator(LAY).click()
    do(blue, "end")
    # Green attacks Yellow, who plays a card in the prompt; Blue lets the time run out.
    go_to(green, 4, 1, "hop 4,1")
    expect(yellow.locator(ASKED).locator(".time")).to_be_visible()
    expect(yellow.locator(".prompt")).to_have_text("Green attacks you!")
    expect(yellow.locator(ASKED).locator("h2")).to_contain_text("Before your roll")
    expect(yellow.locator(ASKED).get_by_role("button", name="Add nothing")).to_be_visible()
    yellow.locator(ASKED).get_by_role("button", name="Notched Axe").click()
    expect(blue.locator(ASKED)).to_be_visible()
    expect(green.locator(".mod")).to_have_text("+2")
    expect(blue.locator(ASKED)).to_have_count(0, timeout=1000 * (CLOCK + 30))
    assert ready(yellow) == "move"  # Red and Green have run home, and Red skips a turn
    for page in pages:
        expect(page.locator("[data-fight]")).to_have_count(0)
        expect(page.locator("ol .timer")).to_have_count(1)
    told = log(yellow)[before:]
    assert [log(page)[before:] for page in pages] == [told] * 4
    passes = [line for line in told if line.endswith("passes.")]
    assert passes[:3] == ["Yellow passes.", "Red passes.", "Blue passes."]
    assert "Yellow plays Notched Axe." in told
    late = blue.locator("ol li", has=blue.locator(".timer"))
    expect(late).to_contain_text("Blue passes.")
    assert not red.evaluate("window.wasAsked")
    hides_hands(pages, {seat: HELD[seat] for seat in (0, 2)})


# A fight, and a page that is loaded again in the middle of it

LAIR = (
    *SURPLUS,
    "skill=gardener",
    "skill=engineer",
    "first=0",
    *("tile=find.cross", "find=F05"),
    "tile=plain.cross",
    *("dig", "tile=find.cross", "lay S r0", "find=F06", "end"),
    *("dig", "tile=plain.cross", "lay N r0", "end"),
)
"""Red, a Gardener, holds an Ale and an Axe."""
BRUISER = (
    *("dig", "tile=boom.cross", "lay S r0", "boom=B25"),
    *("summon", "play F05", "pass", "odd", "roll=3"),
)


def seen_fight(page: Page) -> list[str]:
    """Who stands against whom, with what."""
    return [
        part.strip()
        for name in (
            ".fight .name",
            ".fight .health",
            ".fight .mod",
            ".fight .total",
            ".fight .text",
        )
        for part in page.locator(name).all_inner_texts()
    ]


def test_a_reload_in_the_middle_of_a_fight(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    written.write(LAIR + BRUISER, TWO)
    party = Party([visit_written(**DESK) for _ in range(2)])
    party.play(scripted.outcomes(LAIR, options=TWO)[1])
    page, other = party.come()
    do(page, "dig")
    page.locator(LAY).click()
    do(page, "summon")
    do(page, "play F05")
    expect(page.locator(".fight .total")).to_have_text("= 5")
    shown = seen_fight(page)
    assert shown[:5] == ["Creepy Dandelions", "Horned Bruiser", "4", "5", "+1"]
    expect(page.locator('[data-move="play F06"]')).to_be_visible()
    for window in (page, other):
        window.reload()
        expect(window.locator("[data-fight]")).to_be_visible()
        assert seen_fight(window) == shown
    expect(page.locator('[data-move="pass"]')).to_have_text("Let the ally fight")
    do(page, "pass")
    do(page, "odd")
    expect(page.locator("[data-fight]")).to_have_count(0)
    expect(page.locator('[data-plate="0"] .ally')).to_contain_text("Creepy Dandelions")
    told = " ".join(log(page))
    assert "Red wins against: Horned Bruiser." in told
    assert "The die shows 3: Red has called it right." in told
    assert ready(page) == "move"
    do(page, "end")
    assert ready(other) == "move"


# A dwarf in a trap

SEALED_IN = (
    *SURPLUS,
    "skill=shaman",
    "skill=merchant",
    "skill=gardener",
    "first=0",
    *("tile=find.straight", "find=F05"),
    "tile=plain.cross",
    "tile=plain.cross",
)
"""Red has an Ale, and a shaft that leads one way only."""
TRAP = (
    *("dig", "tile=find.dead_end", "find=F34", "rubble N exp"),
    *("dig", "tile=plain.straight", "lay W r1", "end"),
    *("dig", "tile=plain.straight", "lay N r0", "end"),
    *("beg 1", "pass", "help", "steal=F05", "clear N exp", "odd", "roll=3", "find=F07"),
)
THREE = {"players": 3}


def test_a_trapped_dwarf_begs_and_is_rescued(
    visit_written: Callable[..., Visit], written: scripted.Server
) -> None:
    written.write(SEALED_IN + TRAP, THREE)
    party = Party([visit_written(**DESK) for _ in range(3)])
    red, yellow, blue = pages = party.come()
    do(red, "dig")
    go_to(red, 4, 0, "rubble N exp")  # a rash thing to do with the last Explosive
    for page in (yellow, blue):
        do(page, "dig")
        page.locator(LAY).click()
        do(page, "end")
    # Nothing leads out, and there is no tool.
    expect(red.locator(".prompt")).to_contain_text("trapped")
    for page in pages:
        expect(page.locator('[data-plate="0"] .note')).to_have_text("trapped")
    expect(red.locator("[data-buttons] .button")).to_have_count(3)
    do(red, "beg 1")
    # The neighbour will not help, the next one does, and takes what was offered.
    expect(yellow.locator(ASKED)).to_contain_text("begs")
    expect(yellow.locator(".question")).to_contain_text("Red is trapped: 1 card")
    expect(blue.locator(ASKED)).to_have_count(0)
    yellow.locator(ASKED).get_by_role("button", name="Pass", exact=True).click()
    expect(blue.locator(".question")).to_contain_text("Red is trapped: 1 card")
    blue.locator(ASKED).get_by_role("button", name="with an Explosive").click()
    expect(blue.locator('[data-card="F05"]')).to_be_visible()
    expect(red.locator("[data-card]")).to_have_count(0)
    expect(red.locator('[data-plate="0"]')).to_contain_text("1 Explosive")
    assert "Mug of Ale" not in yellow.content()
    # With it the way is cleared, and the only way is gone.
    go_to(red, 4, 0, "clear N exp")
    do(red, "odd")
    for page in pages:
        cell = page.locator('[data-cell="4"]')
        expect(cell).to_have_attribute("aria-label", re.compile("Find.*Red is here"))
        expect(cell).not_to_have_attribute("aria-label", re.compile("Rubble"))
        expect(page.locator('[data-plate="0"] .note')).to_have_count(0)
    assert "Blue helps Red out with an Explosive." in " ".join(log(yellow))
