"""How far it is in the mine, as bots count it. Kernels.

Ways lead through tunnels, and at a price through rock, walls, Rubble, Pits and past monsters. What
is in the way costs a little more here than it does in truth: whoever dares it has gained, and
nobody waits before it. All is counted in half turns.
"""

from orrery.core.contract import Record
from orrery.core.jit import count_bits, kernel

from .decks import FIND_TILE, PIT_TILE, PORTAL
from .rules.mine import (
    beside,
    event_at,
    has_rubble,
    is_cornered,
    joined,
    other_pit,
    straight_way,
    usable_portals,
)
from .rules.tools import blasters, clearers
from .state import BOOM_TOKEN, CELLS, HOME, IRON_HEAD, NOWHERE

STEP, DIG, BUTTED, SEALED_WALL = 2, 5, 7, 30
"""Through a tunnel, into rock, through a wall with one's head, and without any tool."""
TOKEN, FIND_AGAIN, BURIED, PIT = 22, 6, 3, 32
"""What a Boom token, the repeat of a Find, Rubble on the own cell and a Pit add: a token that is
fought in vain sends its visitor far away, and is still there when he returns; two of three who
step into a Pit come out somewhere else."""
POWDER = 8.0
"""What endless tools would save, in turns; the first of them saves half of it, the next half of the
rest. A way through a wall costs a little more than its tool is worth, or none would be used."""
BOLD_TOKEN, BOLD_PIT, BOLD_POWDER = 4, 8, 2.0
"""The same for one who is bold."""
LONG_GAME, MOOD = 160, 40
"""After so many turns of all, dwarfs are bold for so many, then careful again, and so on. Where the
careful wait for ever, because a step ahead costs as much as it gains, the bold go on."""
LOST_WAY = 10_000

NEAREST_ROCK = 12
"""So many rock cells make a tour; `work["queue"]` holds them, then how far each is on it."""


@kernel
def is_bold(s: Record) -> bool:
    """Whether the game has been long, and now is the time to dare something."""
    turns = int(s["turns"])
    return turns >= LONG_GAME and turns // MOOD % 2 == 1


@kernel
def powder(s: Record) -> float:
    """What endless tools would save, in turns."""
    return BOLD_POWDER if is_bold(s) else POWDER


@kernel
def tool_count(s: Record, seat: int, tools: int) -> int:
    """How many tools of a kind a seat has, Explosives among them."""
    return int(s["explosives"][seat]) + count_bits(tools >> 1)


@kernel
def way_through(s: Record, seat: int, tools: int) -> int:
    """What a way through a wall or Rubble costs with these tools."""
    if tools == 0:
        return SEALED_WALL
    return STEP + int(2.0 * powder(s) * 0.5 ** min(4, tool_count(s, seat, tools)))


@kernel
def step_cost(
    s: Record, seat: int, cell: int, side: int, there: int, wall: int, rubble: int
) -> int:
    """What a step to a side costs; LOST_WAY where nobody passes."""
    if there == HOME:
        return STEP
    tile = int(s["tile"][there])
    if tile < 0:
        return LOST_WAY
    unknown = cell != HOME and int(s["tile"][cell]) == 0
    if tile == 0:
        if cell == HOME or unknown or int(s["way"][cell]) >> side & 1 == 1:
            return DIG
        return DIG + wall
    cost, event = STEP, event_at(s, there)
    if int(s["mark"][there]) & BOOM_TOKEN != 0:
        cost += BOLD_TOKEN if is_bold(s) else TOKEN
    elif event == FIND_TILE:
        cost += FIND_AGAIN
    if event == PIT_TILE and other_pit(s, there) == NOWHERE:
        cost += BOLD_PIT if is_bold(s) else PIT
    if has_rubble(s, there):
        cost += rubble
    if unknown:
        cost += DIG - STEP
    elif not joined(s, seat, cell, side):
        cost += wall
    return cost


@kernel
def measure_ways(s: Record, seat: int, work: Record) -> None:
    """The half turns from a dwarf to every cell, into `work["far"]`."""
    far, queue, queued = work["far"], work["queue"], work["reach"]
    for cell in range(CELLS + 1):
        far[cell] = LOST_WAY
        queued[cell] = 0
    start = int(s["at"][seat])
    far[start] = BURIED if start != HOME and has_rubble(s, start) else 0
    queue[0] = start
    queued[start] = 1
    begin, count, size = 0, 1, queue.shape[0]
    portals = usable_portals(s) >= 2
    wall = way_through(s, seat, blasters(s, seat))
    rubble = way_through(s, seat, clearers(s, seat))
    head = int(s["skill"][seat]) == IRON_HEAD and wall > BUTTED
    while count > 0:
        cell = int(queue[begin])
        begin = begin + 1 if begin + 1 < size else 0
        count -= 1
        queued[cell] = 0
        here = int(far[cell])
        butts = head and cell != HOME and int(s["tile"][cell]) > 0 and is_cornered(s, seat, cell)
        through = cell != HOME and portals and event_at(s, cell) == PORTAL
        for k in range(8 if through and not has_rubble(s, cell) else 4):
            there = beside(s, seat, cell, k) if k < 4 else int(s["portal"][k - 4])
            if there == NOWHERE or far[there] <= here:
                continue
            if k >= 4:
                cost = LOST_WAY if has_rubble(s, there) else here
            else:
                cost = here + step_cost(
                    s, seat, cell, k, there, BUTTED if butts else wall, BUTTED if butts else rubble
                )
                if there != HOME and event_at(s, there) == PIT_TILE:
                    other = other_pit(s, there)
                    there = there if other == NOWHERE else other
            if cost < far[there]:
                far[there] = cost
                if queued[there] == 0:
                    queued[there] = 1
                    queue[(begin + count) % size] = there
                    count += 1


@kernel
def nearest_rock(s: Record, work: Record) -> int:
    """The rock cells that are nearest, in order, at the beginning of `work["queue"]`; how many."""
    far, cells = work["far"], work["queue"]
    count = 0
    for cell in range(CELLS):
        if int(s["tile"][cell]) != 0:
            continue
        away = int(far[cell])
        if count == NEAREST_ROCK and away >= int(far[cells[count - 1]]):
            continue
        place = count if count < NEAREST_ROCK else count - 1
        count = min(NEAREST_ROCK, count + 1)
        while place > 0 and int(far[cells[place - 1]]) > away:
            cells[place] = cells[place - 1]
            place -= 1
        cells[place] = cell
    return count


@kernel
def tour_rock(s: Record, work: Record) -> int:
    """A tour of the rock nearby: its cells, then how far each is on it; the number of cells.

    It begins at the nearest and goes on to whichever is next to the last.
    """
    count = nearest_rock(s, work)
    far, cells, tour = work["far"], work["queue"], work["queue"][NEAREST_ROCK:]
    if count > 0:
        tour[0] = min(int(far[cells[0]]), CELLS)
    for k in range(1, count):
        last, best, least = int(cells[k - 1]), k, LOST_WAY
        for j in range(k, count):
            apart = abs(int(far[cells[j]]) - int(far[last]))
            gap = min(CELLS, max(STEP * straight_way(last, int(cells[j])), apart))
            if gap < least:
                best, least = j, gap
        cells[k], cells[best] = cells[best], cells[k]
        tour[k] = int(tour[k - 1]) + least
    return count
