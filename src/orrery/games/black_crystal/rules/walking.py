"""Steps of a dwarf's own, on foot and in the mine cart. Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .. import state
from ..steps import Step
from .landing import ask_seat, place_dwarf, push_landing
from .mine import beside, dwarf_at, walkable


@kernel
def spend_move(s: Record) -> None:
    """A main action."""
    s["moves"] = int(s["moves"]) - 1
    s["acted"] = 1


@kernel
def step_to(s: Record, seat: int, cell: int, flags: int) -> None:
    """A step of a dwarf's own, and its landing."""
    note(Step.WALKED, seat, int(s["at"][seat]), cell)
    place_dwarf(s, seat, cell, True)
    push_landing(s, seat, flags)
    s["black_crystal"] = state.GO_ON


@kernel
def list_rides(s: Record, out: NDArray[np.int32]) -> int:
    """`walk D`, and `stop` after the first step."""
    seat = int(s["active"])
    n = 0
    if int(s["side"]) == 1:
        out[n] = state.STOP
        n += 1
    sides = walkable(s, seat, int(s["at"][seat]))
    for side in range(4):
        if sides >> side & 1 == 1:
            out[n] = state.WALK + side
            n += 1
    return n


@kernel
def ride(s: Record, move: int) -> None:
    """A step in the cart; it ends at a Boom token, a dwarf, the Entrance, or when it is used up."""
    seat = int(s["active"])
    ends = move == state.STOP
    if not ends:
        start = int(s["at"][seat])
        cell = beside(s, seat, start, move - state.WALK)
        note(Step.WALKED, seat, start, cell)
        place_dwarf(s, seat, cell, True)
        s["rides"] = int(s["rides"]) - 1
        s["side"] = 1
        ends = cell == state.HOME or int(s["rides"]) == 0
        if not ends:
            token = int(s["mark"][cell]) & state.BOOM_TOKEN != 0
            ends = token or dwarf_at(s, cell, seat) != state.NOWHERE
    if not ends:
        ask_seat(s, state.CART, seat)
        return
    s["rides"] = 0
    s["side"] = 0
    push_landing(s, seat, state.OWN)
    s["black_crystal"] = state.GO_PROGRAM
