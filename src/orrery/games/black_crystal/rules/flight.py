"""Flights: where a fleeing dwarf ends, and what it leaves behind. Kernels.

field     holds
--------  ---------------------------------------------
fleeing   the seat
far       how many cells
cause     why: MONSTER_LOST .. ON_AUTOPILOT of `mine`
freely    1: to any side (F13)
leaves    1: the monster brings Rubble down on the cell
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .. import state
from ..steps import Step
from .hands import add_skips
from .landing import ask_seat, drop_landing, end_turn_of, place_dwarf, push_landing
from .mine import (
    BRAWL_LOST,
    DODGED,
    FAR_OFF,
    MONSTER_LOST,
    ON_AUTOPILOT,
    POTION_DRUNK,
    has_rubble,
    mark_anywhere,
    mark_flight,
    measure_home,
    put_rubble,
)

STUCK, STRAIGHT_HOME, CHOICE = range(3)


@kernel
def start_flight(s: Record, seat: int, cells: int, cause: int) -> None:
    """A dwarf has to flee; if it is its turn, that is over: BC-SM-3."""
    s["fleeing"] = seat
    s["far"] = cells
    s["cause"] = cause
    s["freely"] = 0
    s["leaves"] = 0
    end_turn_of(s, seat)
    s["black_crystal"] = state.GO_FLEE


@kernel
def flight_ends(s: Record, work: Record) -> int:
    """STUCK, STRAIGHT_HOME, or CHOICE with the end cells marked in `work["reach"]`."""
    seat, cells = int(s["fleeing"]), int(s["far"])
    cell = int(s["at"][seat])
    if int(s["freely"]) == 1:
        return CHOICE if mark_anywhere(s, seat, cells, work) > 0 else STUCK
    measure_home(s, seat, work)
    way = int(work["far"][cell])
    if way == FAR_OFF or cells <= 0:
        return STUCK  # BC-FLIGHT-13
    if cells >= way:
        return STRAIGHT_HOME  # BC-FLIGHT-15
    mark_flight(s, cell, cells, work)  # BC-FLIGHT-4
    return CHOICE


@kernel
def flee(s: Record, work: Record) -> None:
    """Ask where the flight ends, or do what needs no answer."""
    seat = int(s["fleeing"])
    ends = flight_ends(s, work)
    if ends == STUCK:
        stay(s, seat)
    elif ends == STRAIGHT_HOME:
        short = int(work["far"][int(s["at"][seat])]) < int(s["far"])
        if short and int(s["cause"]) == MONSTER_LOST:
            add_skips(s, seat, 1)  # BC-FLIGHT-7
        arrive(s, seat, state.HOME)
    else:
        ask_seat(s, state.FLEE, seat)


@kernel
def list_flight(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """The end cells: BC-FLIGHT-16."""
    flight_ends(s, work)
    n = 0
    if int(work["reach"][state.HOME]) == 1:
        out[n] = state.TO_HOME
        n += 1
    for cell in range(state.CELLS):
        if int(work["reach"][cell]) == 1:
            out[n] = state.FLEE_TO + cell
            n += 1
    return n


@kernel
def may_bury(s: Record, cell: int) -> bool:
    """Whether a monster's Rubble falls on a cell: section 8, BC-CRY-12."""
    if int(s["rubbles"]) == 0 or has_rubble(s, cell) or int(s["mark"][cell]) & state.UNMINED != 0:
        return False
    if int(s["loose"][cell]) == 0:
        return True
    return int(s["rubble_crystal"]) == 1 and int(s["needs_mining"]) == 0


@kernel
def arrive(s: Record, seat: int, cell: int) -> None:
    """Leave the cell, with what stays there, and land."""
    start = int(s["at"][seat])
    cause = int(s["cause"])
    note(Step.FLED, seat, start, cell)
    if cause == MONSTER_LOST and int(s["crystal"][seat]) == 1:
        s["crystal"][seat] = 0  # BC-FLIGHT-12, BC-CRY-6
        s["loose"][start] = int(s["loose"][start]) + 1
        note(Step.CRYSTAL_DROPPED, seat, start)
    if int(s["leaves"]) == 1 and may_bury(s, start):
        put_rubble(s, start)
    place_dwarf(s, seat, cell, False)
    hurried = cause in (POTION_DRUNK, ON_AUTOPILOT)
    push_landing(s, seat, state.AUTO if hurried else 0)
    end_flight(s)


@kernel
def stay(s: Record, seat: int) -> None:
    """There is no way home: BC-FLIGHT-17, BC-SM-7."""
    cause, cell = int(s["cause"]), int(s["at"][seat])
    if cause in (BRAWL_LOST, POTION_DRUNK):
        arrive(s, seat, state.HOME)
        return
    note(Step.STAYED, seat, cell)
    if cause == MONSTER_LOST:
        add_skips(s, seat, 1)
        if int(s["leaves"]) == 1 and may_bury(s, cell):
            put_rubble(s, cell)
    if cause in (MONSTER_LOST, DODGED):
        drop_landing(s, seat)  # BC-SM-4
    end_flight(s)


@kernel
def end_flight(s: Record) -> None:
    """Nothing of a flight is left."""
    s["fleeing"] = 0
    s["far"] = 0
    s["cause"] = 0
    s["freely"] = 0
    s["leaves"] = 0
    s["black_crystal"] = state.GO_ON
