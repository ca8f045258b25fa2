"""Pig: the facts. A small game with dice, whose exact values are known.

It has an older ruleset too: there an empty pot could be kept, and nobody could choose a last turn.
"""

from typing import Any

from orrery.core.abilities import LineText
from orrery.core.contract import Record
from orrery.core.game import Game
from orrery.core.options import Choice, Span

from . import notation, rules
from .state import DONE, HOLD, STATE, WORK
from .steps import Step


def view(s: Record, seat: int) -> dict[str, Any]:
    """Everything is open."""
    return {
        "points": [int(n) for n in s["points"][: int(s["players"])]],
        "pot": int(s["pot"]),
        "seat": None if int(s["pig"]) == DONE else int(s["seat"]),
    }


def why(s: Record, move: int) -> str:
    """The first rule that a move breaks."""
    return "PG-2" if move == HOLD else "PG-1"


GAME = Game(
    name="pig",
    version=2,
    state=STATE,
    work=WORK,
    options=(
        Choice("players", (2, 3), 2),
        Span("target", 3, 100, 12, tried=(30,)),
        Choice("sides", (6, 4), 6),
        Span("turn_cap", 1, 120, 20, tried=(3,), since=2),
    ),
    max_moves=6,
    move_codes=8,
    max_decisions=120 * 51,
    observation=rules.OBSERVATION,
    steps=Step,
    notation=notation,
    view=view,
    why=why,
    module=__name__,
    has_chance=True,
    text=LineText(notation.text_header, notation.text_lines, notation.text_moves),
)
