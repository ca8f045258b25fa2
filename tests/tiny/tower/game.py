"""Tower: the facts. A small game for one, whose dice are the same for everybody on a day."""

from collections.abc import Mapping
from typing import Any

from orrery.core.abilities import Solo
from orrery.core.contract import Record
from orrery.core.game import Game
from orrery.core.options import Choice, Span, Value

from . import notation, rules
from .state import AGAIN, STATE, WORK
from .steps import Step


def view(s: Record, seat: int) -> dict[str, Any]:
    """Everything is open."""
    return {name: int(s[name]) for name in ("floor", "floors", "goal", "height", "die")}


def why(s: Record, move: int) -> str:
    """The first rule that a move breaks."""
    return "TW-2" if move == AGAIN else "TW-1"


def daily(day: int) -> Mapping[str, Value]:
    """Three floors on even days, four on odd ones."""
    return {"floors": 3 + day % 2}


GAME = Game(
    name="tower",
    version=1,
    state=STATE,
    work=WORK,
    options=(
        Choice("players", (1,), 1),
        Choice("floors", (3, 4), 3),
        Span("goal", 1, 24, 14, tried=(9,)),
    ),
    max_moves=6,
    move_codes=8,
    max_decisions=8,
    observation=rules.OBSERVATION,
    steps=Step,
    notation=notation,
    view=view,
    why=why,
    module=__name__,
    has_chance=True,
    solo=Solo(notation.draw_name, daily, notation.standing),
)
