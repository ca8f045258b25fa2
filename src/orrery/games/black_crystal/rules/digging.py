"""Drawing and laying tiles (section 3.5). Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .. import decks, state
from ..steps import Step
from .landing import ask_chance, ask_seat
from .mine import beside, diggable, lay_tile
from .walking import step_to


@kernel
def is_first_dig(s: Record, seat: int) -> bool:
    """Whether a dig would be the first from the Entrance: BC-FIRST-7."""
    return int(s["at"][seat]) == state.HOME and int(s["first"][seat]) == 1


@kernel
def tiles_to_draw(s: Record, first: bool) -> int:
    """How many tiles can be drawn; Pits do not count on the first dig: BC-FIRST-3, BC-TILE-8."""
    total = 0
    for kind in range(decks.TYPES):
        if not (first and kind // len(decks.SHAPES) == decks.PIT_TILE):
            total += int(s["bag"][kind])
    return total


@kernel
def may_dig(s: Record, seat: int) -> bool:
    """Whether a tile can be dug."""
    if diggable(s, seat, int(s["at"][seat])) == 0:
        return False
    return tiles_to_draw(s, is_first_dig(s, seat)) > 0


@kernel
def draw_tile(s: Record, kind: int) -> None:
    """A tile is drawn; of several one is kept."""
    k = 0
    while int(s["drawn"][k]) != state.NOWHERE:
        k += 1
    s["drawn"][k] = kind
    s["bag"][kind] = int(s["bag"][kind]) - 1
    note(Step.TILE_DRAWN, int(s["active"]), kind)
    s["picks"] = int(s["picks"]) - 1
    seat = int(s["active"])
    if int(s["picks"]) > 0 and tiles_to_draw(s, is_first_dig(s, seat)) > 0:
        ask_chance(s, state.DRAW)
        return
    s["picks"] = 0
    ask_seat(s, state.KEEP if k > 0 else state.LAY, seat)


@kernel
def list_kept(s: Record, out: NDArray[np.int32]) -> int:
    """The tiles drawn, ascending, each type once."""
    n = 0
    for kind in range(decks.TYPES):
        if kind in (int(s["drawn"][0]), int(s["drawn"][1]), int(s["drawn"][2])):
            out[n] = state.KEEP_TILE + kind
            n += 1
    return n


@kernel
def keep_tile(s: Record, kind: int) -> None:
    """One tile is kept, the others go back."""
    kept = False
    for k in range(3):
        other = int(s["drawn"][k])
        if other == kind and not kept:
            kept = True
        elif other != state.NOWHERE:
            s["bag"][other] = int(s["bag"][other]) + 1
        s["drawn"][k] = state.NOWHERE
    s["drawn"][0] = kind
    ask_seat(s, state.LAY, int(s["active"]))


@kernel
def list_lays(s: Record, out: NDArray[np.int32]) -> int:
    """`lay D rK`: BC-TILE-3, BC-TILE-4, BC-EXP-6, BC-FIRST-1."""
    seat = int(s["active"])
    shape = int(s["drawn"][0]) % len(decks.SHAPES)
    blasted = int(s["side"]) != state.NOWHERE
    sides = 1 << int(s["side"]) if blasted else diggable(s, seat, int(s["at"][seat]))
    n = 0
    for side in range(4):
        if sides >> side & 1 == 0:
            continue
        back = (side + 2) & 3
        for turns in range(int(decks.DIFFERENT[shape])):
            if blasted or int(decks.OPENINGS[shape, turns]) >> back & 1 == 1:
                out[n] = state.LAY_TILE + 4 * side + turns
                n += 1
    return n


@kernel
def lay(s: Record, move: int) -> None:
    """Lay the tile and step onto it."""
    seat = int(s["active"])
    side, turns = (move - state.LAY_TILE) // 4, (move - state.LAY_TILE) % 4
    kind = int(s["drawn"][0])
    cell = beside(s, seat, int(s["at"][seat]), side)
    flags = state.OPENED | state.OWN
    if int(s["blind"]) == 1:
        flags |= state.BLIND
    if is_first_dig(s, seat):
        flags |= state.FIRST_DIG
    s["drawn"][0] = state.NOWHERE
    s["blind"] = 0
    s["side"] = 0
    lay_tile(s, cell, kind, int(decks.OPENINGS[kind % len(decks.SHAPES), turns]))
    note(Step.TILE_LAID, cell, kind, turns)
    if kind // len(decks.SHAPES) == decks.CRYSTAL_TILE:
        s["mark"][cell] = int(s["mark"][cell]) | state.UNMINED  # BC-CRY-1
    s["opened"] = 1
    step_to(s, seat, cell, flags)
