"""The sky: ships that fall, dodge, hit, are shot and come back, and the mothership. Kernels.

Ships of a column are the bits of two integers, one for each colour, so that a whole column falls
by a shift. No two ships share a space, except when the mothership is lost upon: then a ship on a
start space that finds its row taken stays a bit higher, and is shown where it belongs.
"""

from orrery.core.bits import lowest_bit
from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .base import place_of
from .cards import (
    CARD_OF_ROW,
    CITY_ROW,
    COLUMNS,
    DAMAGE,
    EFFECT,
    EFFECT_SIZE,
    FORGET,
    ICON,
    LEFT,
    MOST_SHOT,
    MOTHER,
    MOTHERSHIP,
    RED,
    RIGHT,
    SET_BACK,
    SHOT,
    SKY,
    START_SPACE,
)
from .state import LOST, NOWHERE, ROBOTS
from .steps import Step

SKY_CARDS = 4


@kernel
def icon_at(s: Record, row: int, column: int) -> int:
    """The icon of a sky space."""
    return int(ICON[int(s["face"][int(CARD_OF_ROW[row])]), row, column])


@kernel
def start_row(s: Record, column: int) -> int:
    """The row of a column's start space."""
    return int(s["row"]) + int(START_SPACE[int(s["face"][MOTHERSHIP]), column])


@kernel
def ships(s: Record, column: int) -> int:
    """The rows of a column that hold a ship."""
    return int(s["green"][column]) | int(s["red"][column])


@kernel
def take_damage(s: Record) -> None:
    """One point; the last one loses the game."""
    s["damage"] = int(s["damage"]) + 1
    note(Step.DAMAGE_TAKEN, int(s["damage"]), int(s["limit"]))
    if int(s["damage"]) == int(s["limit"]):
        s["under_falling_skies"] = LOST  # UFS-END-2, UFS-END-6
        note(Step.GAME_ENDED, 0, 1)


@kernel
def to_card(s: Record, row: int, column: int) -> bool:
    """Take a ship off its space and put it on the mothership card; whether it was red."""
    bit = 1 << row
    if int(s["green"][column]) & bit != 0:
        s["green"][column] = int(s["green"][column]) & ~bit
        s["card_green"] = int(s["card_green"]) + 1
        return False
    s["red"][column] = int(s["red"][column]) & ~bit
    s["card_red"] = int(s["card_red"]) + 1
    return True


@kernel
def fall(s: Record, column: int, rows: int) -> None:
    """All ships of a column fall; then each, from the top, does what its space says."""
    if rows == 0:
        return  # UFS-AA-2, UFS-AA-3, UFS-ICON-13
    moved = ships(s, column) << rows
    s["green"][column] = int(s["green"][column]) << rows  # UFS-SHIP-1, UFS-SHIP-2, UFS-SHIP-3
    s["red"][column] = int(s["red"][column]) << rows  # UFS-SHIP-16
    left = moved
    while left != 0:
        row = lowest_bit(left)
        left &= left - 1
        note(Step.SHIP_FELL, row - rows, row, column)
    while moved != 0:  # UFS-SHIP-5, UFS-SHIP-7
        row = lowest_bit(moved)
        moved &= moved - 1
        if row >= CITY_ROW:  # UFS-SHIP-8, UFS-SHIP-12, UFS-ICON-12
            red = to_card(s, row, column)  # UFS-SHIP-10, UFS-SHIP-11
            note(Step.CITY_HIT, row, column, red)
            take_damage(s)  # UFS-SHIP-9
        else:
            arrive(s, row, column)
        if int(s["under_falling_skies"]) == LOST:
            return  # UFS-END-4


@kernel
def arrive(s: Record, row: int, column: int) -> None:
    """A ship ends its movement on a space of the sky."""
    icon = icon_at(s, row, column)  # UFS-SHIP-6
    if icon == MOTHER:
        descend(s)  # UFS-ICON-4, UFS-ICON-5, UFS-ICON-9
    elif icon == LEFT:
        shift(s, row, column, column - 1)
    elif icon == RIGHT:
        shift(s, row, column, column + 1)
    # An explosion does nothing yet: UFS-ICON-10.


@kernel
def shift(s: Record, row: int, column: int, target: int) -> None:
    """Follow an arrow, if nobody is there; the new space does nothing."""
    bit = 1 << row
    if ships(s, target) & bit != 0:
        return  # UFS-ICON-2
    s["green"][target] = int(s["green"][target]) | (int(s["green"][column]) & bit)  # UFS-ICON-1
    s["red"][target] = int(s["red"][target]) | (int(s["red"][column]) & bit)
    s["green"][column] = int(s["green"][column]) & ~bit
    s["red"][column] = int(s["red"][column]) & ~bit
    note(Step.SHIP_SHIFTED, row, column, target)  # UFS-ICON-3


@kernel
def descend(s: Record) -> None:
    """The mothership comes down a row, with the ships on it, and collects those it meets."""
    lost = int(s["row"]) + 1 == int(s["skull"])
    note(Step.MOTHERSHIP_DOWN, int(s["row"]) + 1, lost)
    for column in range(COLUMNS):
        above = start_row(s, column)
        met = 1 << above + 1
        if ships(s, column) & met != 0 and not lost:
            red = to_card(s, above + 1, column)  # UFS-ICON-6, UFS-MOTHER-11
            note(Step.SHIP_COLLECTED, above + 1, column, red)
        ride(s, column, 1 << above)
    s["row"] = int(s["row"]) + 1  # UFS-MOTHER-10
    if lost:
        s["under_falling_skies"] = LOST  # UFS-END-1, UFS-END-5
        note(Step.GAME_ENDED, 0, 0)


@kernel
def ride(s: Record, column: int, bit: int) -> None:
    """A ship on a start space travels with the mothership; on a taken space it is not moved."""
    if ships(s, column) & bit == 0 or ships(s, column) & bit << 1 != 0:
        return
    s["green"][column] = int(s["green"][column]) + (int(s["green"][column]) & bit)  # UFS-MOTHER-12
    s["red"][column] = int(s["red"][column]) + (int(s["red"][column]) & bit)


@kernel
def shoot(s: Record, total: int) -> None:
    """Every ship on an explosion of at most the total is shot down."""
    total = min(total, MOST_SHOT)
    for column in range(COLUMNS):
        hit = 0
        for card in range(SKY_CARDS):
            hit |= int(SHOT[int(s["face"][SKY + card]), card, total, column])  # UFS-FIGHT-1
        hit &= ships(s, column) & ~(1 << start_row(s, column))  # UFS-FIGHT-3, UFS-ICON-14
        while hit != 0:  # UFS-FIGHT-2, UFS-FIGHT-7
            row = lowest_bit(hit)
            hit &= hit - 1
            if to_card(s, row, column):
                s["card_red"] = int(s["card_red"]) - 1  # UFS-FIGHT-5
                note(Step.SHIP_DOWN, row, column, 1)
            else:
                note(Step.SHIP_DOWN, row, column, 0)  # UFS-FIGHT-4


@kernel
def apply_effect(s: Record) -> None:
    """What the symbol below the arrow does."""
    row = int(s["row"]) + 1  # UFS-MOTHER-2, UFS-ICON-8
    face = int(s["face"][int(CARD_OF_ROW[row])])
    kind, amount = int(EFFECT[face, row]), int(EFFECT_SIZE[face, row])
    if kind == DAMAGE:
        take_damage(s)  # UFS-MOTHER-4
    elif kind == SET_BACK:
        set_back(s, amount)  # UFS-MOTHER-5
    elif kind == FORGET:
        before = int(s["research"])
        s["research"] = max(before - amount, 0)  # UFS-MOTHER-6, UFS-MOTHER-7
        note(Step.RESEARCH_BACK, before, int(s["research"]))
    elif kind == RED and int(s["supply"]) > 0:  # UFS-MOTHER-9
        s["supply"] = int(s["supply"]) - 1
        s["card_red"] = int(s["card_red"]) + 1  # UFS-MOTHER-8
        note(Step.RED_CALLED, int(s["supply"]))
    # A blank and the skull do nothing: UFS-MOTHER-3, UFS-MOTHER-13.


@kernel
def set_back(s: Record, cells: int) -> None:
    """Push the excavator back; robots on its way leave the base."""
    from_place = int(s["excavator"])
    to_place = max(from_place - cells, 0)  # UFS-DIG-18, UFS-DIG-20, UFS-DIG-21
    s["excavator"] = to_place
    note(Step.EXCAVATOR_BACK, from_place, to_place)
    for k in range(ROBOTS - 1, -1, -1):
        cell = int(s["robot_cell"][k])
        if cell != NOWHERE and to_place <= place_of(s, cell) < from_place:
            drop_robot(s, k)  # UFS-DIG-19


@kernel
def drop_robot(s: Record, k: int) -> None:
    """A robot leaves the base; the other one moves up in the list."""
    note(Step.ROBOT_GONE, int(s["robot_cell"][k]), int(s["robot_value"][k]))
    for j in range(k, ROBOTS - 1):
        s["robot_cell"][j] = s["robot_cell"][j + 1]
        s["robot_value"][j] = s["robot_value"][j + 1]
        s["robot_tired"][j] = s["robot_tired"][j + 1]
    s["robot_cell"][ROBOTS - 1] = NOWHERE  # UFS-ROBOT-20
    s["robot_value"][ROBOTS - 1] = 0
    s["robot_tired"][ROBOTS - 1] = 0


@kernel
def entry_columns(s: Record) -> int:
    """The columns whose start space the next ship may take, as bits."""
    empty, farthest, most = 0, 0, 0
    for column in range(COLUMNS):
        here = ships(s, column)
        if here == 0:
            empty |= 1 << column
            continue
        gap = lowest_bit(here) - start_row(s, column)  # UFS-RESPAWN-5
        if gap > most:
            most, farthest = gap, 0
        if gap == most and gap > 0:
            farthest |= 1 << column  # UFS-RESPAWN-6
    return empty if empty != 0 else farthest  # UFS-RESPAWN-3, UFS-RESPAWN-4


@kernel
def enter(s: Record, column: int) -> bool:
    """The next ship takes a start space, green ones first; whether it was red."""
    bit = 1 << start_row(s, column)
    if int(s["card_green"]) > 0:  # UFS-RESPAWN-2
        s["card_green"] = int(s["card_green"]) - 1
        s["green"][column] = int(s["green"][column]) | bit
        return False
    s["card_red"] = int(s["card_red"]) - 1  # UFS-RESPAWN-10
    s["red"][column] = int(s["red"][column]) | bit
    return True
