"""Targets of effects: what can be chosen, and what then happens to it. Kernels.

`aims` holds what is chosen for: AT_MUSHROOM .. AT_FALL.
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .. import decks, state
from ..steps import Step
from .hands import give_explosive
from .landing import ask_chance, ask_seat, place_dwarf, push_landing
from .mine import (
    NEXT,
    beside,
    dwarf_at,
    event_at,
    has_rubble,
    joined,
    mark_nearest_boom,
    may_put_mushroom,
    put_boom,
    put_mushroom,
)

AT_MUSHROOM, AT_SELF, AT_PUSH, AT_RIVAL, AT_RIVAL_CELL, AT_POWDER, AT_POCKET, AT_LAIR, AT_FALL = (
    range(9)
)
"""What a target is chosen for."""


@kernel
def aim(s: Record, what: int, seat: int) -> None:
    """A seat chooses a target."""
    s["aims"] = what
    ask_seat(s, state.TARGET, seat)


@kernel
def rob(s: Record, thief: int, victim: int) -> None:
    """Draw a card from a hand, if there is one."""
    if int(s["held"][victim]) > 0:
        s["thief"] = thief
        s["victim"] = victim
        s["steals"] = 1
        ask_chance(s, state.STEAL)


@kernel
def has_ordinary(s: Record) -> bool:
    """Whether the bag holds an ordinary tile."""
    for kind in range(decks.ORDINARY_EVENTS * len(decks.SHAPES)):
        if int(s["bag"][kind]) > 0:
            return True
    return False


@kernel
def is_free_cell(s: Record, cell: int) -> bool:
    """Whether a dwarf can be teleported to a cell: no dwarf, token, Mushroom or Exit."""
    return (
        int(s["tile"][cell]) > 0
        and int(s["mark"][cell]) == 0
        and int(s["loose"][cell]) == 0
        and event_at(s, cell) != decks.EXIT
        and dwarf_at(s, cell, state.NOWHERE) == state.NOWHERE
    )


@kernel
def may_push(s: Record, seat: int, other: int, side: int) -> bool:
    """Whether a rival can be pushed to a side: F18."""
    cell = int(s["at"][other])
    if other == seat or cell == state.HOME or has_rubble(s, cell):
        return False
    near = False
    for k in range(4):
        if (
            joined(s, seat, int(s["at"][seat]), k)
            and beside(s, seat, int(s["at"][seat]), k) == cell
        ):
            near = True
    there = int(NEXT[cell, side])
    if not near or there == state.NOWHERE or int(s["tile"][there]) <= 0 or has_rubble(s, there):
        return False
    return there != int(s["at"][seat])


@kernel
def list_targets(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """What can be chosen."""
    aims, seat = int(s["aims"]), int(s["ask"])
    n, players = 0, int(s["players"])
    if aims == AT_MUSHROOM:
        ordinary = has_ordinary(s)
        for cell in range(state.CELLS):
            if may_put_mushroom(s, cell, ordinary):
                out[n] = state.AT + cell
                n += 1
    elif aims == AT_SELF:
        if int(s["at"][seat]) != state.HOME:
            out[n] = state.AT_HOME
            n += 1
        n = list_portals(s, seat, state.AT, out, n)
    elif aims == AT_PUSH:
        for other in range(players):
            for side in range(4):
                if may_push(s, seat, other, side):
                    out[n] = state.PUSH_TO + 4 * other + side
                    n += 1
    elif aims == AT_RIVAL_CELL:
        for cell in range(state.CELLS):
            if is_free_cell(s, cell):
                out[n] = state.AT + cell
                n += 1
    elif aims in (AT_LAIR, AT_FALL):
        mark_nearest_boom(s, int(s["at"][seat]), aims == AT_LAIR, work)
        for cell in range(state.CELLS):
            if int(work["reach"][cell]) == 1:
                out[n] = state.AT + cell
                n += 1
    else:
        for other in range(players):
            powder = aims == AT_POWDER and int(s["explosives"][other]) > 0
            pocket = aims == AT_POCKET and int(s["held"][other]) > 0
            if other != seat and (aims == AT_RIVAL or powder or pocket):
                out[n] = state.SEAT + other
                n += 1
    return n


@kernel
def list_portals(s: Record, seat: int, first: int, out: NDArray[np.int32], n: int) -> int:
    """Other open Portals without Rubble, ascending: BC-PORT-2, BC-PORT-9."""
    last = state.NOWHERE
    for _ in range(4):
        best = state.CELLS
        for k in range(4):
            cell = int(s["portal"][k])
            if last < cell < best and cell != int(s["at"][seat]) and not has_rubble(s, cell):
                best = cell
        if best == state.CELLS:
            return n
        out[n] = first + best
        n += 1
        last = best
    return n


@kernel
def take_aim(s: Record, move: int) -> None:
    """A target was chosen; the program goes on."""
    aims, seat = int(s["aims"]), int(s["ask"])
    s["aims"] = 0
    s["black_crystal"] = state.GO_PROGRAM
    if aims == AT_MUSHROOM:
        grow_mushroom(s, seat, move - state.AT)
    elif aims == AT_SELF:
        cell = state.HOME if move == state.AT_HOME else move - state.AT
        note(Step.TELEPORTED, seat, int(s["at"][seat]), cell)
        place_dwarf(s, seat, cell, True)
        push_landing(s, seat, state.OWN)
    elif aims == AT_PUSH:
        other, side = (move - state.PUSH_TO) // 4, (move - state.PUSH_TO) % 4
        cell = int(NEXT[int(s["at"][other]), side])
        note(Step.PUSHED, other, int(s["at"][other]), cell)
        place_dwarf(s, other, cell, False)
        push_landing(s, other, 0)
    elif aims == AT_RIVAL:
        s["victim"] = move - state.SEAT
        aim(s, AT_RIVAL_CELL, seat)
    elif aims == AT_RIVAL_CELL:
        other, cell = int(s["victim"]), move - state.AT
        s["victim"] = 0
        note(Step.TELEPORTED, other, int(s["at"][other]), cell)
        place_dwarf(s, other, cell, False)
        push_landing(s, other, 0)
    elif aims == AT_POWDER:
        give_explosive(s, move - state.SEAT, seat)
    elif aims == AT_POCKET:
        rob(s, seat, move - state.SEAT)
    elif aims == AT_LAIR:
        put_boom(s, move - state.AT)
    else:
        fall_to(s, seat, move - state.AT)


@kernel
def grow_mushroom(s: Record, seat: int, cell: int) -> None:
    """Lay a Mushroom; on an unopened cell a tile leaves the game: BC-MUSH-5."""
    unopened = int(s["tile"][cell]) == 0
    put_mushroom(s, cell)
    note(Step.MUSHROOM_PUT, seat, cell, state.MUSHROOMS - int(s["mushrooms"]))
    if unopened:
        ask_chance(s, state.OUT)


@kernel
def fall_to(s: Record, seat: int, cell: int) -> None:
    """Fall to a Boom tile, where a Boom card is drawn in any case."""
    note(Step.FELL, seat, int(s["at"][seat]), cell)
    place_dwarf(s, seat, cell, False)
    push_landing(s, seat, state.FORCED)
    s["black_crystal"] = state.GO_ON
