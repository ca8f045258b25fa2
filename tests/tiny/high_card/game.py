"""High card: the facts. A small game with hidden cards, whose optimal play is known."""

from typing import Any

from orrery.core.abilities import Hidden, OwnText
from orrery.core.contract import EVERYONE, Record
from orrery.core.game import Game
from orrery.core.options import Choice, Span

from . import notation, rules
from .state import CARD, DONE, MOST_CARDS, STATE, SWAP_MOVE, WORK
from .steps import Step


def view(s: Record, seat: int) -> dict[str, Any]:
    """What is left of a hidden state."""
    seats = range(int(s["players"]))
    return {
        "hands": [notation.card_text(int(s["hand"][k])) for k in seats],
        "gone": [notation.card_text(int(s["gone"][k])) for k in seats],
        "left": int(s["cards"]) - int(s["used"]),
        "seat": None if int(s["high_card"]) == DONE else int(s["seat"]),
    }


def why(s: Record, move: int) -> str:
    """The first rule that a move breaks."""
    return "HC-2" if move == SWAP_MOVE else "HC-1"


def audience(s: Record, move: int) -> int:
    """A draw is seen by the seat that draws."""
    return EVERYONE if move < CARD else 1 << int(s["seat"])


def masked_text(s: Record, move: int) -> str:
    """A draw, for the others."""
    return "draw ?"


GAME = Game(
    name="high_card",
    version=1,
    state=STATE,
    work=WORK,
    options=(Choice("players", (2, 3), 2), Span("cards", 3, MOST_CARDS, 5, tried=(3, 9))),
    max_moves=MOST_CARDS,
    move_codes=CARD + MOST_CARDS,
    max_decisions=3,
    observation=rules.OBSERVATION,
    steps=Step,
    notation=notation,
    view=view,
    why=why,
    module=__name__,
    has_chance=True,
    hidden=Hidden(audience, masked_text, notation.masked_words),
    text=OwnText(notation.write_text, notation.read_text),
)
