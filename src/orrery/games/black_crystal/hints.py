"""What bots are told about Black Crystal: an estimate of everybody's chance to win.

Every seat is measured by one number: about how many of its own turns it is away from leaving the
mine with a Crystal. Ways lead through tunnels, and at a price through rock, walls, Rubble and past
monsters; what is still in the bag must be searched for; cards, Explosives and allies save turns,
skips and an Autopilot cost some. The value of a seat says how near it is, and to a smaller part
how near it is beside the others: whoever only compares stops digging as soon as he leads.
"""

import math

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .decks import ALLIES, CRYSTAL_TILE, EXIT, FIND_TILE, PORTAL, SHAPES
from .landing import has_won
from .mine import beside, event_at, has_crystal, has_rubble, joined, usable_portals
from .state import BOOM_TOKEN, CELLS, FINISHED, HOME, NOWHERE, SIZE

# In half turns, what a step costs
STEP, DIG, WALL, SEALED_WALL = 2, 4, 5, 30
"""Through a tunnel, into rock, through a wall with an Explosive at hand, and without one."""
TOKEN, FIND_AGAIN, BURIED = 8, 2, 3
"""What a Boom token, the repeat of a Find and Rubble on the own cell add."""
LOST_WAY = 10_000

# In turns
SEARCHING = 0.5
"""What a tile that must still be drawn costs; everybody draws."""
ROCK_NEAR = 0.6
"""How much the way to the next rock counts, while something is searched for."""
PACE = 3.0
"""What it is worth to have opened the last tile; it fades within one and a half rounds."""
MINING, ROBBING, HUNTED, ONLY_ROBBING = 1.0, 3.0, 2.0, 60.0
WAY_OUT = 6.0
"""From a Crystal whose place is not known to an Exit that is."""
CARD, CARD_WHEN_SEALED, ALLY, POWDER = 0.4, 1.2, 0.5, 3.0
SKIPPED, LED = 1.0, 1.5
CROOKED = 1.3
"""How much longer a tunnel is than the straight way."""
START = 6.0
"""Added to every number, so that none that is reached falls below zero."""

FARTHEST = 50.0
"""At so many turns a seat is as good as lost."""
COMPARED = 0.2
"""How much of the value is the comparison with others."""
LEAD = 0.2
"""How much a turn ahead of another is worth in the comparison."""


@kernel
def step_cost(s: Record, seat: int, cell: int, side: int, there: int, wall: int) -> int:
    """What a step to a side costs, in half turns; LOST_WAY where nobody passes."""
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
    cost = STEP
    if int(s["mark"][there]) & BOOM_TOKEN != 0:
        cost += TOKEN
    elif event_at(s, there) == FIND_TILE:
        cost += FIND_AGAIN
    if has_rubble(s, there):
        cost += wall
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
    head, count, size = 0, 1, queue.shape[0]
    portals = usable_portals(s) >= 2
    wall = WALL if int(s["explosives"][seat]) > 0 else SEALED_WALL
    while count > 0:
        cell = int(queue[head])
        head = head + 1 if head + 1 < size else 0
        count -= 1
        queued[cell] = 0
        here = int(far[cell])
        through = cell != HOME and portals and event_at(s, cell) == PORTAL
        for k in range(8 if through and not has_rubble(s, cell) else 4):
            there = beside(s, seat, cell, k) if k < 4 else int(s["portal"][k - 4])
            if there == NOWHERE or far[there] <= here:
                continue
            if k < 4:
                cost = here + step_cost(s, seat, cell, k, there, wall)
            else:
                cost = LOST_WAY if has_rubble(s, there) else here
            if cost < far[there]:
                far[there] = cost
                if queued[there] == 0:
                    queued[there] = 1
                    queue[(head + count) % size] = there
                    count += 1


@kernel
def search_turns(s: Record, event: int) -> float:
    """How long it takes to find a tile of an event that is still in the bag."""
    tiles, wanted = 0, 0
    for kind in range(s["bag"].shape[0]):
        tiles += int(s["bag"][kind])
        if kind // len(SHAPES) == event:
            wanted += int(s["bag"][kind])
    return SEARCHING * (tiles + 1.0) / (wanted + 1.0) if wanted > 0 else ONLY_ROBBING


@kernel
def last_opener(s: Record) -> int:
    """The seat that opened the last tile, as turns are counted."""
    if int(s["opened"]) == 1:
        return int(s["active"])
    return (int(s["active"]) - 1 - int(s["stall"])) % int(s["players"])


@kernel
def crystal_turns(s: Record, seat: int, rock: float, goal: int, seek: float, work: Record) -> float:
    """For a seat without a Crystal: the turns to get one and then out, by the best way."""
    far = work["far"]
    after = seek if goal == NOWHERE else WAY_OUT
    best = rock + search_turns(s, CRYSTAL_TILE) + MINING + after
    for other in range(int(s["players"])):
        if other != seat and int(s["crystal"][other]) == 1 and int(s["at"][other]) != HOME:
            best = min(best, ROBBING + CROOKED * far[int(s["at"][other])] / 2.0 + after)
    for cell in range(CELLS):
        if has_crystal(s, cell):
            way = far[cell] / 2.0 + (0.0 if int(s["loose"][cell]) > 0 else MINING)
            if goal == NOWHERE:
                way += seek
            else:
                straight = abs(goal % SIZE - cell % SIZE) + abs(goal // SIZE - cell // SIZE)
                way += CROOKED * straight
            best = min(best, way)
    return best


@kernel
def turns_left(s: Record, seat: int, work: Record) -> float:
    """About how many turns a seat is away from winning."""
    measure_ways(s, seat, work)
    far = work["far"]
    to_rock, to_exit, goal = 40.0, 1e9, NOWHERE
    for cell in range(CELLS):
        if int(s["tile"][cell]) == 0:
            to_rock = min(to_rock, far[cell] / 2.0)
        elif event_at(s, cell) == EXIT:
            goal = cell
            to_exit = min(to_exit, far[cell] / 2.0)
    rock, seek = ROCK_NEAR * to_rock, search_turns(s, EXIT)
    to_exit = min(to_exit, rock + seek)
    if int(s["crystal"][seat]) == 1:
        left = to_exit
        for other in range(int(s["players"])):
            if other != seat and int(s["at"][other]) != HOME:
                left += HUNTED * math.exp(-far[int(s["at"][other])] / 4.0)
    elif int(s["mining"][seat]) == 1:
        left = to_exit + MINING
    else:
        left = crystal_turns(s, seat, rock, goal, seek, work)
    if last_opener(s) == seat:
        left -= PACE * max(0.0, 1.0 - int(s["stall"]) / (1.5 * int(s["players"])))
    return left - means(s, seat, CARD if to_rock < 9.0 else CARD_WHEN_SEALED)


@kernel
def means(s: Record, seat: int, card: float) -> float:
    """The turns that a seat's means save, less those that it must skip."""
    allies = 0
    for kind in range(ALLIES):
        allies += int(s["ally"][seat * ALLIES + kind])
    saved = card * min(4, int(s["held"][seat])) + ALLY * min(3, allies)
    saved += POWDER * (1.0 - 0.5 ** min(4, int(s["explosives"][seat])))
    return saved - SKIPPED * int(s["skip"][seat]) - LED * int(s["autopilot"][seat])


@kernel
def estimate(s: Record, out: NDArray[np.float64], work: Record) -> None:
    """The prospects of every seat, from -1 to 1."""
    players = int(s["players"])
    if int(s["black_crystal"]) == FINISHED:
        for seat in range(players):
            winner = int(s["winner"])
            out[seat] = 0.0 if winner == NOWHERE else 1.0 if winner == seat else -1.0
        return
    chance = work["chance"]
    total = 0.0
    for seat in range(players):
        left = 0.0 if has_won(s, seat) else max(0.5, START + turns_left(s, seat, work))
        chance[seat] = math.exp(-LEAD * left)
        total += chance[seat]
        out[seat] = (1.0 - COMPARED) * (1.0 - 2.0 * min(1.0, left / FARTHEST))
    for seat in range(players):
        out[seat] += COMPARED * (2.0 * chance[seat] / total - 1.0)
