"""Why a move is refused: the first rule that it breaks. Interpreted only."""

from orrery.core.contract import Record
from orrery.core.jit import twin

from . import base, rules
from .cards import AA, CELLS, COLUMNS
from .state import (
    BUILD,
    BUILD_CODE,
    DECLINE_CODE,
    DIG_COST,
    END_CODE,
    FACE_CODE,
    HAND,
    NOWHERE,
    PLACE,
    REMOVE_CODE,
    ROBOTS,
    ROOMS,
    SKIP_CODE,
    SKIP_DIG_CODE,
    SPAWN,
    STEPS,
    STEPS_CODE,
    USE_CODE,
)


def broken_rule(s: Record, move: int) -> str:
    """The id of the first rule broken by a move that is not legal."""
    phase = int(s["under_falling_skies"])
    if move >= FACE_CODE:
        return "UFS-ROLL-1"
    if move < REMOVE_CODE:
        return _broken_place(s, *divmod(move, CELLS)) if phase == PLACE else "UFS-ROUND-1"
    if move < USE_CODE:
        return "UFS-ROBOT-19"
    if move < STEPS_CODE:
        return _broken_use(s, move - USE_CODE) if phase == ROOMS else _wrong_phase(phase)
    if move < SKIP_CODE:
        return "UFS-RESEARCH-2" if phase == STEPS else "UFS-RESEARCH-1"
    if move < BUILD_CODE or move == SKIP_DIG_CODE:
        return "UFS-ROOM-10" if phase == ROOMS else _wrong_phase(phase)
    if move < END_CODE or move == DECLINE_CODE:
        return _broken_build(s, move - BUILD_CODE) if phase == BUILD else "UFS-ROBOT-4"
    if move == END_CODE:
        return _wrong_phase(phase)
    return "UFS-RESPAWN-3" if phase == SPAWN else "UFS-RESPAWN-9"


def _wrong_phase(phase: int) -> str:
    """Rooms wait until all dice are placed; in the middle of a use it is finished first."""
    return "UFS-PLACE-10" if phase == PLACE else "UFS-ROOM-1"


def _broken_place(s: Record, die: int, cell: int) -> str:
    if int(s["die_cell"][die]) != HAND or twin(rules.is_double)(s, die):
        return "UFS-PLACE-2"
    if twin(base.dice_cells)(s) >> cell & 1:
        return "UFS-PLACE-3"
    if twin(base.robot_cells)(s, True) >> cell & 1:
        return "UFS-PLACE-13"
    if not twin(base.free_columns)(s) >> cell & 1:
        return "UFS-PLACE-4"
    if twin(base.excavated)(s) >> cell & 1:
        return "UFS-PLACE-8"  # a tunnel
    if int(s["digging"]) != NOWHERE:
        return "UFS-PLACE-7"
    if twin(base.place_of)(s, cell) == int(s["excavator"]):
        return "UFS-PLACE-6"
    return "UFS-DIG-7"


def _broken_use(s: Record, cell: int) -> str:
    if cell == int(s["digging"]):
        return "UFS-DIG-8" if int(s["energy"]) < DIG_COST else "UFS-DIG-6"
    if twin(base.kind_of)(s, cell) in (0, AA):
        return "UFS-AA-6" if cell < COLUMNS else "UFS-PLACE-8"
    room = twin(base.room_of)(s, cell)
    powered = twin(base.working_dice)(s) | twin(base.robot_cells)(s, False)
    if room & ~powered or cell != (room & -room).bit_length() - 1:
        return "UFS-ROOM-9"
    return "UFS-ROOM-4"


def _broken_build(s: Record, cell: int) -> str:
    robots = twin(base.robot_cells)(s, True)
    if bin(robots).count("1") == ROBOTS:
        return "UFS-ROBOT-22"
    if not twin(base.open_cells)(s) >> cell & 1:
        return "UFS-ROBOT-5"
    return "UFS-ROBOT-7"
