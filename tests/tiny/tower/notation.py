"""Tower as text: keep, again, =3; a position is `floor=2 height=7 die=3`."""

import re
from collections.abc import Sequence

from orrery.core.abilities import Standing
from orrery.core.contract import Record
from orrery.core.errors import BadNotation, nearest
from orrery.core.game import Segment

from .state import AGAIN, DECIDE, DONE, FACE, KEEP, ROLLING

_NAMES = {"keep": KEEP, "again": AGAIN}
_POSITION = re.compile(r"floor=(\d) height=(\d{1,2}) die=([0-6])(\*?)")


def move_text(s: Record, move: int) -> str:
    """A move as text."""
    return {KEEP: "keep", AGAIN: "again"}.get(move, f"={move - FACE + 1}")


def parse_move(s: Record, text: str) -> Sequence[int]:
    """The move that a text means."""
    if text in _NAMES:
        return [_NAMES[text]]
    if re.fullmatch(r"=[1-6]", text):
        return [FACE + int(text[1]) - 1]
    raise BadNotation(f"'{text[:20]}' is no move.{nearest(text, _NAMES)}")


def position_text(s: Record) -> str:
    """How high the tower is, and the die (* rolled again)."""
    again = "*" if int(s["again"]) else ""
    return f"floor={int(s['floor'])} height={int(s['height'])} die={int(s['die'])}{again}"


def parse_position(s: Record, text: str) -> None:
    """Set a state that has just begun to a position."""
    found = _POSITION.fullmatch(text.strip())
    if found is None or int(found[1]) >= int(s["floors"]):
        raise BadNotation("a position looks like 'floor=2 height=7 die=3'")
    s["floor"], s["height"], s["die"] = int(found[1]), int(found[2]), int(found[3])
    s["again"] = found[4] == "*"
    s["tower"] = DECIDE if int(found[3]) else ROLLING


def result_text(s: Record) -> str:
    """The height at the end."""
    return f"height {int(s['height'])}"


def reason(s: Record) -> str:
    """Why the game ended."""
    return "built" if int(s["tower"]) == DONE else "open"


def board(s: Record) -> list[list[Segment]]:
    """One line."""
    return [[(position_text(s), "bold")]]


def move_words(s: Record, move: int) -> tuple[str, dict[str, str]]:
    """The sentence that tells a move."""
    if move in (KEEP, AGAIN):
        return f"move.{move_text(s, move)}", {"die": str(int(s["die"]))}
    return "move.face", {"face": str(move - FACE + 1)}


def draw_name(s: Record) -> str:
    """The die of a floor, and its second roll, whatever was done before."""
    return f"{int(s['floor'])}.{int(s['again'])}"


def standing(s: Record) -> Standing:
    """Towers of as many floors are compared by their height."""
    won, height = int(s["height"]) >= int(s["goal"]), int(s["height"])
    key = "standing.built" if won else "standing.short"
    return Standing(str(int(s["floors"])), (int(won), height), (key, {"height": str(height)}))
