"""Why a move is refused: the first rule that it breaks. Interpreted only."""

from orrery.core.contract import CHANCE, Record
from orrery.core.jit import twin

from . import rules
from .state import CELL_CODE, COLOUR_CODE, COLOURS_CODE, FIRST_CODE, LINE, NEUTRAL, TURN


def broken_rule(s: Record, move: int) -> str:
    """The id of the first rule broken by a move that is not legal."""
    phase = int(s["cubulus"])
    if twin(rules.turn)(s) == CHANCE:
        return "CB-SETUP-5"  # only Nature draws the first player
    if move < CELL_CODE and phase == TURN:
        return _broken_turn(s, move)
    if CELL_CODE <= move < COLOURS_CODE and phase == NEUTRAL:
        return "CB-COMP-5"  # the cell is filled
    return _wrong_phase(s, move)


def _wrong_phase(s: Record, move: int) -> str:
    if move >= COLOUR_CODE:
        return "CB-SETUP-2"
    if move >= FIRST_CODE:
        return "CB-SETUP-5"
    if move >= COLOURS_CODE:
        return "CB-SETUP-2"
    if move >= CELL_CODE:
        return "CB-3P-3" if int(s["players"]) == 3 else "CB-SETUP-6"
    return "CB-SETUP-6" if int(s["cubulus"]) == NEUTRAL else "CB-SETUP-2"


def _broken_turn(s: Record, facelet: int) -> str:
    filled = twin(rules.occupied)(s)
    if not all(filled >> int(cell) & 1 for cell in LINE[facelet]):
        if twin(rules.hand)(s, int(s["seat"])) > 0:
            return "CB-PUSH-10"  # an empty cell has one name only
        return "CB-TURN-5"  # a gap, so an insertion, but no ball in hand
    if twin(rules.is_first_turn)(s):
        return "CB-SETUP-9"
    if int(s["ban"]) == facelet + 1:
        return "CB-BAN-1"
    return "CB-BAN-5"
