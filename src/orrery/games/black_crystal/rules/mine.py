"""The mine: which cells join, how far it is home, what is laid and put where. Kernels."""

import numpy as np

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .. import decks, state
from ..steps import Step

_STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))


def _neighbour(cell: int, side: int) -> int:
    x, y = cell % state.SIZE + _STEP[side][0], cell // state.SIZE + _STEP[side][1]
    return state.SIZE * y + x if 0 <= x < state.SIZE and 0 <= y < state.SIZE else state.NOWHERE


NEXT = np.array(
    [[_neighbour(cell, side) for side in range(4)] for cell in range(state.CELLS)], np.int8
)
"""The cell on each side, NOWHERE off the grid: BC-GEO-8."""
GATE = np.array([4, 8 + 4 * state.SIZE, 4 + 8 * state.SIZE, 4 * state.SIZE], np.int8)  # BC-GEO-3
"""The gate cell before each Entrance, N E S W."""
SIDE_OF_SEAT = np.array([[0] * 4, [0] * 4, [0, 2, 0, 0], [0, 1, 2, 0], [0, 1, 2, 3]], np.int8)
"""By number of players and seat: BC-GEO-5."""
CORNERS = (0, state.SIZE - 1, state.SIZE * (state.SIZE - 1), state.SIZE * state.SIZE - 1)


def _before(side: int) -> list[int]:
    """The six cells before an Entrance: BC-GEO-7."""
    near = [(x, y) for x in (3, 4, 5) for y in (0, 1)]
    if side in (1, 3):
        near = [(y, x) for x, y in near]
    if side in (1, 2):
        near = [(8 - x, 8 - y) for x, y in near]
    return [state.SIZE * y + x for x, y in near]


NEAR_GATE = np.array(
    [[cell in _before(side) for cell in range(state.CELLS)] for side in range(4)], np.int8
)
FAR_OFF = 1000
MONSTER_LOST, DODGED, BRAWL_LOST, POTION_DRUNK, RUNS_HOME, ON_AUTOPILOT = range(6)
"""Why a dwarf flees."""


@kernel
def side_of(s: Record, seat: int) -> int:
    """The side of the mine on which a seat has its Entrance."""
    return int(SIDE_OF_SEAT[int(s["players"]), seat])


@kernel
def gate_of(s: Record, seat: int) -> int:
    """The cell before a seat's Entrance."""
    return int(GATE[side_of(s, seat)])


@kernel
def is_open(s: Record, cell: int) -> bool:
    """Whether a tile lies there, and no Mushroom on it."""
    return int(s["tile"][cell]) > 0


@kernel
def event_at(s: Record, cell: int) -> int:
    """The event of an open tile, -1 elsewhere."""
    tile = int(s["tile"][cell])
    return (tile - 1) // len(decks.SHAPES) if tile > 0 else -1


@kernel
def has_rubble(s: Record, cell: int) -> bool:
    """Whether Rubble blocks a cell."""
    return int(s["mark"][cell]) & state.RUBBLE != 0


@kernel
def has_crystal(s: Record, cell: int) -> bool:
    """Whether a Crystal token lies there, mined or not."""
    return int(s["mark"][cell]) & state.UNMINED != 0 or int(s["loose"][cell]) > 0


@kernel
def dwarf_at(s: Record, cell: int, but: int) -> int:
    """The seat whose dwarf stands on a cell, other than `but`; NOWHERE if none does."""
    for seat in range(int(s["players"])):
        if seat != but and int(s["at"][seat]) == cell:
            return seat
    return state.NOWHERE


@kernel
def beside(s: Record, seat: int, cell: int, side: int) -> int:
    """Where a dwarf's step to a side leads if nothing is in the way: a cell, HOME or NOWHERE."""
    if cell == state.HOME:
        gate = gate_of(s, seat)
        return gate if side == (side_of(s, seat) + 2) & 3 else state.NOWHERE  # BC-FIRST-2
    if cell == gate_of(s, seat) and side == side_of(s, seat):
        return state.HOME
    return int(NEXT[cell, side])


@kernel
def joined(s: Record, seat: int, cell: int, side: int) -> bool:
    """Whether the place on that side is open and connected, Rubble or not."""
    if cell == state.HOME:
        gate = gate_of(s, seat)
        return side == (side_of(s, seat) + 2) & 3 and is_open(s, gate)  # BC-FIRST-6
    if cell == gate_of(s, seat) and side == side_of(s, seat):
        return True
    return int(s["link"][cell]) >> side & 1 == 1


@kernel
def walkable(s: Record, seat: int, cell: int) -> int:
    """The sides to which a dwarf can walk."""
    sides = 0
    for side in range(4):
        if joined(s, seat, cell, side):
            there = beside(s, seat, cell, side)
            if there == state.HOME or not has_rubble(s, there):  # BC-MOVE-2, BC-RUB-5
                sides |= 1 << side
    return sides


@kernel
def is_cornered(s: Record, seat: int, cell: int) -> bool:
    """Whether at most one side can be walked or dug through: BC-IRN-1."""
    sides = walkable(s, seat, cell) | diggable(s, seat, cell)
    return sides & (sides - 1) == 0


@kernel
def other_pit(s: Record, cell: int) -> int:
    """Where one who steps into a Pit comes out, NOWHERE if only the die knows: BC-PIT-4."""
    other = int(s["pit"][0]) if int(s["pit"][1]) == cell else int(s["pit"][1])
    return state.NOWHERE if other == state.NOWHERE or has_rubble(s, other) else other


@kernel
def straight_way(one: int, other: int) -> int:
    """How many cells it is from one to another, through anything."""
    return abs(one % state.SIZE - other % state.SIZE) + abs(one // state.SIZE - other // state.SIZE)


@kernel
def diggable(s: Record, seat: int, cell: int) -> int:
    """The sides on which an opening leads to an unopened cell: BC-TILE-2, BC-TILE-3, BC-TILE-5."""
    if cell == state.HOME:
        gate = gate_of(s, seat)
        return 1 << ((side_of(s, seat) + 2) & 3) if int(s["tile"][gate]) == 0 else 0
    sides = 0
    for side in range(4):
        if int(s["way"][cell]) >> side & 1 == 1:
            there = int(NEXT[cell, side])
            if there != state.NOWHERE and int(s["tile"][there]) == 0:
                sides |= 1 << side
    return sides


@kernel
def relink(s: Record, cell: int) -> None:
    """Work out anew on which sides a cell and its neighbours are connected."""
    for side in range(4):
        there = int(NEXT[cell, side])
        if there == state.NOWHERE:
            continue
        back = (side + 2) & 3
        faced = int(s["way"][cell]) >> side & int(s["way"][there]) >> back & 1
        through = int(s["pas"][cell]) >> side & 1
        if is_open(s, cell) and is_open(s, there) and faced | through == 1:
            s["link"][cell] = int(s["link"][cell]) | 1 << side
            s["link"][there] = int(s["link"][there]) | 1 << back
        else:
            s["link"][cell] = int(s["link"][cell]) & ~(1 << side)
            s["link"][there] = int(s["link"][there]) & ~(1 << back)


@kernel
def open_passage(s: Record, cell: int, side: int) -> None:
    """Put a Passage on a joint: BC-PASS-1."""
    there = int(NEXT[cell, side])
    s["pas"][cell] = int(s["pas"][cell]) | 1 << side
    s["pas"][there] = int(s["pas"][there]) | 1 << ((side + 2) & 3)
    note(Step.PASSAGE_MADE, cell, there)
    relink(s, cell)


@kernel
def lay_tile(s: Record, cell: int, kind: int, way: int) -> None:
    """Lay a tile, and remember Portals and Pits."""
    s["tile"][cell] = kind + 1
    s["way"][cell] = way
    event = kind // len(decks.SHAPES)
    if event == decks.PORTAL:
        k = 0
        while int(s["portal"][k]) != state.NOWHERE:
            k += 1
        s["portal"][k] = cell
    elif event == decks.PIT_TILE:
        s["pit"][0 if int(s["pit"][0]) == state.NOWHERE else 1] = cell
    relink(s, cell)


@kernel
def put_rubble(s: Record, cell: int) -> None:
    """Put a Rubble token on a cell."""
    s["mark"][cell] = int(s["mark"][cell]) | state.RUBBLE
    s["rubbles"] = int(s["rubbles"]) - 1  # BC-COMP-3
    note(Step.RUBBLE_PUT, cell)


@kernel
def clear_rubble(s: Record, cell: int) -> None:
    """Take the Rubble token off a cell."""
    s["mark"][cell] = int(s["mark"][cell]) & ~state.RUBBLE
    s["rubbles"] = int(s["rubbles"]) + 1
    note(Step.RUBBLE_GONE, cell)


@kernel
def put_boom(s: Record, cell: int) -> None:
    """Put a Boom token on a cell; one is enough: BC-BOOM-3."""
    if int(s["mark"][cell]) & state.BOOM_TOKEN == 0:
        s["mark"][cell] = int(s["mark"][cell]) | state.BOOM_TOKEN
        note(Step.BOOM_PUT, cell)


@kernel
def clear_boom(s: Record, cell: int) -> None:
    """Take the Boom token off a cell: BC-BOOM-5."""
    if int(s["mark"][cell]) & state.BOOM_TOKEN != 0:
        s["mark"][cell] = int(s["mark"][cell]) & ~state.BOOM_TOKEN
        note(Step.BOOM_GONE, cell)


@kernel
def may_put_rubble(s: Record, cell: int) -> bool:
    """Whether Rubble may be made on an open cell: BC-RUB-2, BC-RUB-4, BC-COMP-3."""
    return (
        int(s["rubbles"]) > 0
        and not has_rubble(s, cell)
        and not has_crystal(s, cell)
        and dwarf_at(s, cell, state.NOWHERE) == state.NOWHERE
    )


@kernel
def may_put_mushroom(s: Record, cell: int, ordinary: bool) -> bool:
    """Whether a Mushroom may go on a cell; `ordinary`: the bag has an ordinary tile left."""
    tile = int(s["tile"][cell])
    if tile < 0 or (tile == 0 and not ordinary):  # BC-MUSH-5
        return False
    if (
        has_crystal(s, cell) or dwarf_at(s, cell, state.NOWHERE) != state.NOWHERE
    ):  # BC-MUSH-6, BC-MUSH-9
        return False
    event = event_at(s, cell)
    if event in (decks.PORTAL, decks.PIT_TILE, decks.EXIT):  # BC-MUSH-6
        return False
    for seat in range(int(s["players"])):
        if NEAR_GATE[side_of(s, seat), cell] == 1:  # BC-MUSH-8
            return False
    for corner in CORNERS:  # BC-MUSH-7, BC-MUSH-10
        if is_way_out(s, corner) and corner != cell:
            shut = 0
            for side in range(4):
                there = int(NEXT[corner, side])
                if there != state.NOWHERE and (there == cell or int(s["tile"][there]) < 0):
                    shut += 1
            if shut == 2:
                return False
    return True


@kernel
def is_way_out(s: Record, cell: int) -> bool:
    """Whether a cell is an open Exit, or unopened while an Exit is in the bag."""
    if int(s["tile"][cell]) == 0:
        for shape in range(len(decks.SHAPES)):
            if int(s["bag"][decks.EXIT * len(decks.SHAPES) + shape]) > 0:
                return True
        return False
    return event_at(s, cell) == decks.EXIT


@kernel
def put_mushroom(s: Record, cell: int) -> None:
    """Lay a Mushroom; tokens and Passages of the cell go: BC-MUSH-4."""
    if has_rubble(s, cell):
        clear_rubble(s, cell)
    clear_boom(s, cell)
    s["tile"][cell] = state.MUSHROOM - int(s["tile"][cell])
    s["way"][cell] = 0
    for side in range(4):
        there = int(NEXT[cell, side])
        if there != state.NOWHERE:
            s["pas"][there] = int(s["pas"][there]) & ~(1 << ((side + 2) & 3))
    s["pas"][cell] = 0
    relink(s, cell)
    s["mushrooms"] = int(s["mushrooms"]) - 1  # BC-MUSH-1


# Distances


@kernel
def usable_portals(s: Record) -> int:
    """How many open Portals are free of Rubble."""
    n = 0
    for k in range(4):
        cell = int(s["portal"][k])
        if cell != state.NOWHERE and not has_rubble(s, cell):
            n += 1
    return n


@kernel
def reach_cell(s: Record, cell: int, steps: int, tail: int, work: Record) -> int:
    """Queue a cell at its distance; with the first Portal all others, which are as far."""
    far, queue = work["far"], work["queue"]
    far[cell] = steps
    queue[tail] = cell
    tail += 1
    if event_at(s, cell) == decks.PORTAL and usable_portals(s) >= 2:
        for k in range(4):
            other = int(s["portal"][k])
            if other != state.NOWHERE and far[other] == FAR_OFF and not has_rubble(s, other):
                far[other] = steps
                queue[tail] = other
                tail += 1
    return tail


@kernel
def measure_home(s: Record, seat: int, work: Record) -> None:
    """The steps from every cell to a seat's Entrance, into `work["far"]`: BC-SM-10."""
    far, queue = work["far"], work["queue"]
    for cell in range(state.CELLS + 1):
        far[cell] = FAR_OFF
    far[state.HOME] = 0
    head, tail = 0, 0
    gate = gate_of(s, seat)
    if is_open(s, gate) and not has_rubble(s, gate):
        tail = reach_cell(s, gate, 1, tail, work)
    while head < tail:
        cell = int(queue[head])
        head += 1
        sides = int(s["link"][cell])
        for side in range(4):
            if sides >> side & 1 == 1:
                there = int(NEXT[cell, side])
                if far[there] == FAR_OFF and not has_rubble(s, there):
                    tail = reach_cell(s, there, int(far[cell]) + 1, tail, work)


@kernel
def mark_flight(s: Record, cell: int, steps: int, work: Record) -> int:
    """Mark in `work["reach"]` where a flight of so many steps can end; returns how many cells.

    `work["far"]` holds the distances home, and the flight is shorter than the way: BC-FLIGHT-15.
    """
    far, reach, queue = work["far"], work["reach"], work["queue"]
    for k in range(state.CELLS + 1):
        reach[k] = 0
    portals = usable_portals(s) >= 2
    queue[0] = cell
    first, count = 0, 1
    for _ in range(steps):
        hopped = False
        k = first
        while k < first + count:
            here = int(queue[k])
            if (
                portals
                and not hopped
                and event_at(s, here) == decks.PORTAL
                and not has_rubble(s, here)
            ):
                hopped = True
                for other in range(4):
                    portal = int(s["portal"][other])
                    if portal != state.NOWHERE and portal != here and not has_rubble(s, portal):
                        if not is_queued(queue, first, count, portal):
                            queue[first + count] = portal
                            count += 1
            k += 1
        fresh, found = first + count, 0
        for k in range(first, first + count):
            here = int(queue[k])
            sides = int(s["link"][here])
            for side in range(4):
                if sides >> side & 1 == 1:
                    there = int(NEXT[here, side])
                    nearer = far[there] == far[here] - 1
                    if nearer and not is_queued(queue, fresh, found, there):
                        queue[fresh + found] = there
                        found += 1
        for k in range(found):  # the new cells go to the front, so that the queue never overflows
            queue[k] = queue[fresh + k]
        first, count = 0, found
    for k in range(count):
        reach[int(queue[k])] = 1
    return count


@kernel
def is_queued(queue: np.ndarray, first: int, count: int, cell: int) -> bool:
    """Whether a cell is in a stretch of the queue."""
    for k in range(first, first + count):
        if int(queue[k]) == cell:
            return True
    return False


@kernel
def mark_anywhere(s: Record, seat: int, steps: int, work: Record) -> int:
    """Mark the cells so many connected steps away, or the farthest; returns how many."""
    far, reach, queue = work["far"], work["reach"], work["queue"]
    for k in range(state.CELLS + 1):
        far[k] = FAR_OFF
        reach[k] = 0
    start = int(s["at"][seat])
    if start == state.HOME or has_rubble(s, start):
        return 0
    far[start] = 0
    queue[0] = start
    head, tail, most = 0, 1, 0
    while head < tail:
        cell = int(queue[head])
        head += 1
        most = max(most, min(steps, int(far[cell])))
        sides = walkable(s, seat, cell)
        for side in range(4):
            if sides >> side & 1 == 1:
                there = beside(s, seat, cell, side)
                if far[there] == FAR_OFF:
                    far[there] = far[cell] + 1
                    queue[tail] = there
                    tail += 1
    if most == 0:
        return 0
    found = 0
    for cell in range(state.CELLS + 1):
        if far[cell] == most:
            reach[cell] = 1
            found += 1
    return found


@kernel
def mark_nearest_boom(s: Record, cell: int, lair: bool, work: Record) -> int:
    """Mark the nearest open Boom tiles; returns how many. `lair`: without dwarf and token.

    The distance is counted through rock: BC-PIT-2.
    """
    reach = work["reach"]
    best, found = FAR_OFF, 0
    for k in range(state.CELLS + 1):
        reach[k] = 0
    for there in range(state.CELLS):
        if event_at(s, there) != decks.BOOM_TILE or has_rubble(s, there):
            continue
        if lair and int(s["mark"][there]) & state.BOOM_TOKEN != 0:
            continue
        if lair and dwarf_at(s, there, state.NOWHERE) != state.NOWHERE:
            continue
        apart = straight_way(there, cell)
        if apart < best:
            for k in range(state.CELLS):
                reach[k] = 0
            best, found = apart, 0
        if apart == best:
            reach[there] = 1
            found += 1
    return found
