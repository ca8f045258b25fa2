"""Walls and Rubble: breaking through, clearing, making (section 3.12). Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .. import decks, state
from .digging import tiles_to_draw
from .landing import ask_chance, draw_boom, push_landing
from .mine import (
    NEXT,
    beside,
    clear_rubble,
    dwarf_at,
    has_rubble,
    is_cornered,
    is_open,
    joined,
    may_put_rubble,
    open_passage,
)
from .tools import blasters, clearers, pay, rubblers
from .walking import spend_move, step_to

BLAST_COUNT, CLEAR_COUNT, RUBBLE_COUNT = (
    len(state.BLAST_TOOLS),
    len(state.CLEAR_TOOLS),
    len(state.RUBBLE_TOOLS),
)
HEAD, BARE_HAND = BLAST_COUNT - 1, CLEAR_COUNT - 1


@kernel
def may_head(s: Record, seat: int) -> bool:
    """Whether Iron Head may butt: at most one side can be walked or dug through: BC-IRN-1."""
    return int(s["skill"][seat]) == state.IRON_HEAD and is_cornered(s, seat, int(s["at"][seat]))


@kernel
def is_wall(s: Record, cell: int, side: int, tiles: bool) -> bool:
    """Whether a wall on that side can be broken: BC-EXP-5, BC-EXP-6, BC-EXP-7."""
    there = int(NEXT[cell, side])
    if there == state.NOWHERE or int(s["tile"][there]) < 0 or has_rubble(s, there):
        return False
    if int(s["link"][cell]) >> side & 1 == 1:
        return False
    if int(s["tile"][there]) > 0:
        return True
    return tiles and int(s["way"][cell]) >> side & 1 == 0


@kernel
def is_buried_way(s: Record, cell: int, side: int) -> bool:
    """Whether a connected neighbour has Rubble: BC-IRN-2."""
    return int(s["link"][cell]) >> side & 1 == 1 and has_rubble(s, int(NEXT[cell, side]))


@kernel
def list_walls(s: Record, seat: int, out: NDArray[np.int32], n: int) -> int:
    """`blast D X`."""
    cell = int(s["at"][seat])
    if cell == state.HOME:
        return n
    tools = blasters(s, seat)
    head = may_head(s, seat)
    if tools == 0 and not head:
        return n
    tiles = tiles_to_draw(s, False) > 0
    for side in range(4):
        wall = is_wall(s, cell, side, tiles)
        if wall:
            for tool in range(HEAD):
                if tools >> tool & 1 == 1:
                    out[n] = state.BLAST_WALL + BLAST_COUNT * side + tool
                    n += 1
        if head and (wall or is_buried_way(s, cell, side)):
            out[n] = state.BLAST_WALL + BLAST_COUNT * side + HEAD
            n += 1
    return n


@kernel
def storm_tools(s: Record, seat: int, side: int) -> int:
    """What breaks the wall on that side of a dwarf's cell to somebody behind it: BC-PVP-6."""
    cell = int(s["at"][seat])
    if int(s["ruleset"]) < 2 or cell == state.HOME or not is_wall(s, cell, side, False):
        return 0
    return blasters(s, seat) | (1 << HEAD if may_head(s, seat) else 0)


@kernel
def list_storms(s: Record, seat: int, out: NDArray[np.int32], n: int) -> int:
    """`attack D X`: a wall goes, and the dwarf behind it is fought: BC-PVP-6."""
    for side in range(4):
        tools = storm_tools(s, seat, side)
        if tools == 0 or dwarf_at(s, int(NEXT[int(s["at"][seat]), side]), seat) == state.NOWHERE:
            continue
        for tool in range(BLAST_COUNT):
            if tools >> tool & 1 == 1:
                out[n] = state.STORM + BLAST_COUNT * side + tool
                n += 1
    return n


@kernel
def storm(s: Record, seat: int, side: int, tool: int) -> None:
    """Break the wall, so that a step leads onto the rival behind it."""
    pay(s, seat, tool, decks.BLASTERS)
    open_passage(s, int(s["at"][seat]), side)


@kernel
def list_clears(s: Record, seat: int, out: NDArray[np.int32], n: int) -> int:
    """`clear D X`: BC-RUB-10, BC-ENG-2."""
    cell = int(s["at"][seat])
    tools = -1
    for side in range(4):
        if not joined(s, seat, cell, side):
            continue
        there = beside(s, seat, cell, side)
        if there == state.HOME or not has_rubble(s, there):
            continue
        if tools < 0:
            tools = clearers(s, seat)
            if int(s["hand_clear"]) == 1 and int(s["moves"]) > 0:
                tools |= 1 << BARE_HAND
        for tool in range(CLEAR_COUNT):
            if tools >> tool & 1 == 1:
                out[n] = state.CLEAR_NEXT + CLEAR_COUNT * side + tool
                n += 1
    return n


@kernel
def list_rubble(s: Record, seat: int, out: NDArray[np.int32], n: int) -> int:
    """`rubble D X`: BC-RUB-2, BC-RUB-3, BC-RUB-4."""
    tools = rubblers(s, seat)
    if tools == 0:
        return n
    cell = int(s["at"][seat])
    for side in range(4):
        if not joined(s, seat, cell, side):
            continue
        there = beside(s, seat, cell, side)
        if there == state.HOME or not may_put_rubble(s, there):
            continue
        for tool in range(RUBBLE_COUNT):
            if tools >> tool & 1 == 1:
                out[n] = state.RUBBLE_AT + RUBBLE_COUNT * side + tool
                n += 1
    return n


@kernel
def blast(s: Record, seat: int, side: int, tool: int) -> None:
    """Break a wall and go through: BC-EXP-5, BC-ENG-3, BC-MIN-5, BC-IRN-2."""
    cell = int(s["at"][seat])
    there = int(NEXT[cell, side])
    spend_move(s)
    pay(s, seat, tool, decks.BLASTERS)
    if is_buried_way(s, cell, side):
        clear_rubble(s, there)
        s["after"] = state.GO_HEAD
        s["after_side"] = side
        attack_freed(s, there)
        return
    open_passage(s, cell, side)
    if is_open(s, there):
        step_to(s, seat, there, state.OWN)
        return
    s["picks"] = 1
    s["blind"] = 0
    s["side"] = side
    ask_chance(s, state.DRAW)


@kernel
def attack_freed(s: Record, cell: int) -> None:
    """A dwarf freed from Rubble meets the Boom token that lies with it: BC-RUB-8."""
    other = dwarf_at(s, cell, state.NOWHERE)
    s["black_crystal"] = state.GO_ON
    if other != state.NOWHERE and int(s["mark"][cell]) & state.BOOM_TOKEN != 0:
        push_landing(s, other, state.ALONE)
        draw_boom(s)


@kernel
def go_through(s: Record) -> None:
    """After the Rubble, Iron Head goes on, unless he was driven away or the way is shut again."""
    seat, side = int(s["active"]), int(s["after_side"])
    s["after_side"] = 0
    cell = int(s["at"][seat])
    s["black_crystal"] = state.GO_ON
    if cell != state.HOME and int(s["link"][cell]) >> side & 1 == 1:
        there = int(NEXT[cell, side])
        if not has_rubble(s, there):
            step_to(s, seat, there, state.OWN)


@kernel
def free_neighbour(s: Record, seat: int, side: int, tool: int) -> None:
    """Clear Rubble on a neighbouring cell."""
    if tool == BARE_HAND:
        spend_move(s)
    pay(s, seat, tool, decks.CLEARERS)
    there = beside(s, seat, int(s["at"][seat]), side)
    clear_rubble(s, there)
    attack_freed(s, there)
