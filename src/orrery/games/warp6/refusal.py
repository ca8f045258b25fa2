"""Why a move is refused: the first rule that it breaks. Interpreted only."""

from orrery.core.contract import Record

from .state import ACT, FACE_CODE, LOWER, MOVE, PLACE, PLACE_CODE, REROLL, ROLL


def broken_rule(s: Record, move: int) -> str:
    """The id of the first rule broken by a move that is not legal."""
    phase = int(s["warp6"])
    if phase == ROLL:
        return "W6-SETUP-5"  # all dice are rolled first
    if phase == REROLL:
        return "W6-WARP-5"  # only Nature rolls the die that warped
    if phase == PLACE:
        return "W6-SETUP-11" if PLACE_CODE <= move < FACE_CODE else "W6-SETUP-10"
    if move >= FACE_CODE or phase != ACT:
        return "W6-CHANCE-2"
    if move >= PLACE_CODE:
        return "W6-SETUP-10"
    return _broken_action(s, move // 3, move % 3)


def _broken_action(s: Record, die: int, action: int) -> str:
    if die // int(s["fleet"]) != int(s["seat"]) or action == MOVE:
        return "W6-TURN-2"  # somebody else's die, or one that is home
    if int(s["value"][die]) == 0:
        return "W6-TURN-2"
    return "W6-CHANGE-2" if action == LOWER else "W6-CHANGE-3"
