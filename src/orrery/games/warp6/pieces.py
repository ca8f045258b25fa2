"""Dice and marks looked at: what a die is, where it counts, which marks are taken. Kernels."""

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .state import CENTRE, HALF, THREE_GOAL, TWO_GOAL


@kernel
def goal(s: Record) -> int:
    """How many dice a player needs in the centre."""
    return TWO_GOAL if int(s["players"]) == 2 else THREE_GOAL  # W6-WIN-1, W6-3P-3


@kernel
def kind_of(s: Record, die: int) -> int:
    """Large, d6 or d4, as a number."""
    sides = int(s["sides"][die])
    if sides == 6:
        return 1
    return 2 if sides == 4 else 0


@kernel
def sum_of(s: Record, seat: int) -> int:
    """What the dice of a fleet show together."""
    total = 0
    first = seat * int(s["fleet"])
    for die in range(first, first + int(s["fleet"])):
        total += int(s["value"][die])
    return total


@kernel
def ring_of(mark: int) -> int:
    """The ring of a mark, counted from the centre; the centre itself counts nothing."""
    return (
        6 - (mark >= 36) - (mark >= 66) - (mark >= 90) - (mark >= 108) - (mark >= 120)
        - (mark >= CENTRE)
    )  # fmt: skip # W6-COMP-2, W6-SERIES-3


@kernel
def points(s: Record, seat: int) -> int:
    """The ring numbers of a player's dice on the board."""
    total = 0
    first = seat * int(s["fleet"])
    for die in range(first, first + int(s["fleet"])):
        total += ring_of(int(s["mark"][die]))  # W6-SERIES-2
    return total


@kernel
def is_occupied(s: Record, mark: int) -> bool:
    """Whether a mark holds a die."""
    if mark < HALF:
        return int(s["occupied"][0]) >> mark & 1 == 1
    return int(s["occupied"][1]) >> mark - HALF & 1 == 1


@kernel
def turn_bit(s: Record, mark: int) -> None:
    """A mark becomes occupied, or empty."""
    if mark < HALF:
        s["occupied"][0] = int(s["occupied"][0]) ^ 1 << mark
    else:
        s["occupied"][1] = int(s["occupied"][1]) ^ 1 << mark - HALF
