"""The base looked at: which cells are open, what lies on them, what a room is worth. Kernels."""

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .cards import (
    AA,
    BEHIND,
    CELLS,
    COLUMNS,
    COST,
    FIRST_LOWER,
    KIND,
    LOWER,
    MODIFIER,
    PATH_PLACE,
    ROOM,
    ROOM_CELLS,
    UPPER,
)
from .state import DICE, NOWHERE, ROBOTS

ALL_CELLS = (1 << CELLS) - 1
EVERY_ROW = sum(1 << COLUMNS * row for row in range(CELLS // COLUMNS))
"""The cells of column 1; shifted, those of any other."""


@kernel
def face_at(s: Record, cell: int) -> int:
    """The face of the card that a cell lies on."""
    return int(s["face"][UPPER]) if cell < FIRST_LOWER else int(s["face"][LOWER])


@kernel
def kind_of(s: Record, cell: int) -> int:
    """What the room of a cell does, as bits; 0 in a tunnel."""
    return int(KIND[face_at(s, cell), cell])


@kernel
def cost_of(s: Record, cell: int) -> int:
    """What using the room of a cell costs."""
    return int(COST[face_at(s, cell), cell])


@kernel
def room_of(s: Record, cell: int) -> int:
    """The cells of the room that a cell belongs to."""
    return int(ROOM[face_at(s, cell), cell])


@kernel
def place_of(s: Record, cell: int) -> int:
    """Where a cell lies on the excavator's path; -1 in the AA row."""
    return int(PATH_PLACE[face_at(s, cell), cell])


@kernel
def behind(s: Record, place: int) -> int:
    """The AA row and the cells of the path before a place."""
    return int(BEHIND[int(s["face"][UPPER]), 0, place]) | int(
        BEHIND[int(s["face"][LOWER]), 1, place]
    )


@kernel
def excavated(s: Record) -> int:
    """The cells behind the excavator; its own is not one of them."""
    return behind(s, int(s["excavator"]))  # UFS-PLACE-6, UFS-DIG-15, UFS-SETUP-9


@kernel
def open_cells(s: Record) -> int:
    """The excavated cells of rooms."""
    rooms = int(ROOM_CELLS[int(s["face"][UPPER]), 0]) | int(ROOM_CELLS[int(s["face"][LOWER]), 1])
    return excavated(s) & rooms  # UFS-PLACE-5, UFS-PLACE-8, UFS-PLACE-9


@kernel
def robot_cells(s: Record, tired_too: bool) -> int:
    """The cells with a robot, or with a ready one."""
    found = 0
    for k in range(ROBOTS):
        if int(s["robot_cell"][k]) >= 0 and (tired_too or int(s["robot_tired"][k]) == 0):
            found |= 1 << int(s["robot_cell"][k])
    return found


@kernel
def dice_cells(s: Record) -> int:
    """The cells with an action die, the digging die included."""
    found = 0
    for die in range(DICE):
        if int(s["die_cell"][die]) >= 0:
            found |= 1 << int(s["die_cell"][die])
    return found


@kernel
def working_dice(s: Record) -> int:
    """The cells with an action die that powers its room; the digging die does not."""
    found = dice_cells(s)
    if int(s["digging"]) != NOWHERE:
        found &= ~(1 << int(s["digging"]))  # UFS-DIG-13
    return found


@kernel
def free_columns(s: Record) -> int:
    """The cells of the columns that have no action die yet."""
    found = ALL_CELLS
    for die in range(DICE):
        if int(s["die_cell"][die]) >= 0:
            found &= ~(EVERY_ROW << int(s["die_cell"][die]) % COLUMNS)  # UFS-PLACE-4
    return found  # robots do not count: UFS-PLACE-12


@kernel
def total_of(s: Record, room: int, anchor: int) -> int:
    """All dice and ready robots of a room, and its modifier once."""
    total = int(MODIFIER[face_at(s, anchor), anchor])  # UFS-ROOM-7
    for die in range(DICE):
        cell = int(s["die_cell"][die])
        if cell >= 0 and room >> cell & 1 == 1:
            total += int(s["die_value"][die])  # UFS-ROOM-6, UFS-WHITE-8
    for k in range(ROBOTS):
        cell = int(s["robot_cell"][k])
        if cell >= 0 and room >> cell & 1 == 1:
            total += int(s["robot_value"][k])  # UFS-ROBOT-11
    return max(total, 0)  # UFS-ROOM-8


@kernel
def is_usable(s: Record, anchor: int, powered: int) -> bool:
    """Whether a room is full of dice and ready robots, and can be paid."""
    room = room_of(s, anchor)
    return (
        room & ~powered == 0  # UFS-ROOM-9
        and kind_of(s, anchor) != AA  # UFS-AA-6
        and cost_of(s, anchor) <= int(s["energy"])  # UFS-ROOM-4, UFS-ROBOT-13
    )
