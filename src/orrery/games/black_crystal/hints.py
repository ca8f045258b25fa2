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
from .state import BOOM_TOKEN, CELLS, FINISHED, HOME, IRON_HEAD, NOWHERE, SIZE
from .tools import blasters, clearers

# In half turns, what a step costs
STEP, DIG, BUTTED, SEALED_WALL = 2, 5, 7, 30
"""Through a tunnel, into rock, through a wall with one's head, and without any tool."""
TOKEN, FIND_AGAIN, BURIED = 22, 6, 3
"""What a Boom token, the repeat of a Find and Rubble on the own cell add: a token that is fought in
vain sends its visitor far away, and is still there when he returns. What is in the way costs a
little more here than it does in truth: whoever dares it has gained, and nobody waits before it."""
LOST_WAY = 10_000

# In turns
SEARCHING = 0.7
"""What a tile that must still be drawn costs; everybody draws."""
ROCK_NEAR, HOPE = 0.6, 0.2
"""How much the way to the rock counts in which something is searched for, and how likely at least
it is thought to be in the next: rock that is far away in all directions leads nowhere."""
PACE, LATER_PACE = 3.0, 1.0
"""What it is worth to have opened the last tile; it fades within one and a half rounds. It is worth
less to one who searches for nothing yet, because a Crystal is known and not fetched."""
MINING, MINED_NEXT, ROBBING, ONLY_ROBBING = 1.5, 0.5, 3.0, 60.0
HUNTED, HUNTED_MOST = 0.6, 0.9
"""What others near a carrier cost: together less than mining, or nobody would want a Crystal."""
WAY_OUT = 6.0
"""From a Crystal whose place is not known to an Exit that is."""
CARD, CARD_WHEN_SEALED, ALLY = 0.4, 1.2, 0.5
POWDER = 8.0
"""What endless tools would save; the first of them saves half of it, the next half of the rest. A
way through a wall costs a little more than its tool is worth, or tools would never be used."""
SKIPPED, LED = 1.0, 1.5
CROOKED = 1.3
"""How much longer a tunnel is than the straight way."""
START = 6.0
"""Added to every number, so that none that is reached falls below zero."""

FARTHEST = 70.0
"""At so many turns a seat is as good as lost."""
PATIENCE, MOST_STALLED = 60.0, 40
"""Turns without a new tile make every way seem longer, by one part in PATIENCE each, up to the most
that count. Who could wait in safety for ever goes on at last."""
COMPARED = 0.2
"""How much of the value is the comparison with others."""
LEAD = 0.2
"""How much a turn ahead of another is worth in the comparison."""


@kernel
def step_cost(
    s: Record, seat: int, cell: int, side: int, there: int, wall: int, rubble: int
) -> int:
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
        cost += rubble
    if unknown:
        cost += DIG - STEP
    elif not joined(s, seat, cell, side):
        cost += wall
    return cost


@kernel
def tool_count(s: Record, seat: int, tools: int) -> int:
    """How many tools of a kind a seat has, Explosives among them."""
    count, left = int(s["explosives"][seat]), tools >> 1
    while left > 0:
        count += left & 1
        left >>= 1
    return count


@kernel
def way_through(s: Record, seat: int, tools: int) -> int:
    """What a way through a wall or Rubble costs with these tools, in half turns."""
    if tools == 0:
        return SEALED_WALL
    return STEP + int(2.0 * POWDER * 0.5 ** min(4, tool_count(s, seat, tools)))


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
    bare = way_through(s, seat, clearers(s, seat))
    rubble = bare
    if int(s["skill"][seat]) == IRON_HEAD:
        wall, rubble = min(wall, BUTTED), min(bare, BUTTED)
    while count > 0:
        cell = int(queue[begin])
        begin = begin + 1 if begin + 1 < size else 0
        count -= 1
        queued[cell] = 0
        here = int(far[cell])
        through = cell != HOME and portals and event_at(s, cell) == PORTAL
        for k in range(8 if through and not has_rubble(s, cell) else 4):
            there = beside(s, seat, cell, k) if k < 4 else int(s["portal"][k - 4])
            if there == NOWHERE or far[there] <= here:
                continue
            if k < 4:
                cost = here + step_cost(
                    s, seat, cell, k, there, wall, bare if cell == HOME else rubble
                )
            else:
                cost = LOST_WAY if has_rubble(s, there) else here
            if cost < far[there]:
                far[there] = cost
                if queued[there] == 0:
                    queued[there] = 1
                    queue[(begin + count) % size] = there
                    count += 1


@kernel
def count_rock(s: Record, work: Record) -> float:
    """How many rock cells there are at each distance, into `work["reach"]`; turns to the next."""
    far, rock = work["far"], work["reach"]
    rock[:] = 0
    nearest = CELLS
    for cell in range(CELLS):
        if int(s["tile"][cell]) == 0:
            away = min(int(far[cell]), CELLS)
            rock[away] += 1
            nearest = min(nearest, away)
    return nearest / 2.0


@kernel
def search_turns(s: Record, event: int, work: Record) -> float:
    """How long it takes to find a tile of an event that is still in the bag.

    Rock is opened from the nearest on, and each tile drawn is the wanted one as likely as any, at
    least with HOPE. All rock counts, so that opening the nearest in vain is no great loss.
    """
    tiles, wanted = 0, 0
    for kind in range(s["bag"].shape[0]):
        tiles += int(s["bag"][kind])
        if kind // len(SHAPES) == event:
            wanted += int(s["bag"][kind])
    if wanted == 0:
        return ONLY_ROBBING
    way, still, left = 0.0, 1.0, float(tiles)
    for away in range(CELLS + 1):
        for _ in range(int(work["reach"][away])):
            found = still * min(1.0, max(HOPE, wanted / max(1.0, left)))
            way += found * away
            still -= found
            left -= 1.0
    way += still * CELLS
    return SEARCHING * (tiles + 1.0) / (wanted + 1.0) + ROCK_NEAR * way / 2.0


@kernel
def last_opener(s: Record) -> int:
    """The seat that opened the last tile, as turns are counted."""
    if int(s["opened"]) == 1:
        return int(s["active"])
    return (int(s["active"]) - 1 - int(s["stall"])) % int(s["players"])


@kernel
def known_crystal_turns(s: Record, seat: int, goal: int, seek: float, work: Record) -> float:
    """The turns to a Crystal that is seen, in the rock or in somebody's hands, and then out."""
    far = work["far"]
    best = float(LOST_WAY)
    for other in range(int(s["players"])):
        if other != seat and int(s["crystal"][other]) == 1 and int(s["at"][other]) != HOME:
            after = seek if goal == NOWHERE else WAY_OUT
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
    to_exit, goal = float(LOST_WAY), NOWHERE
    for cell in range(CELLS):
        if event_at(s, cell) == EXIT and far[cell] / 2.0 < to_exit:
            goal, to_exit = cell, far[cell] / 2.0
    to_rock = count_rock(s, work)
    seek = search_turns(s, EXIT, work)
    to_exit = min(to_exit, seek)
    pace = PACE
    if int(s["crystal"][seat]) == 1 or int(s["mining"][seat]) == 1:
        left = to_exit + hunted(s, seat, far) + MINED_NEXT * int(s["mining"][seat])
    else:
        after = seek if goal == NOWHERE else WAY_OUT
        left = search_turns(s, CRYSTAL_TILE, work) + MINING + after
        known = known_crystal_turns(s, seat, goal, seek, work)
        if known < left:
            left, pace = known, LATER_PACE
    if last_opener(s) == seat:
        left -= pace * max(0.0, 1.0 - int(s["stall"]) / (1.5 * int(s["players"])))
    return left - means(s, seat, CARD if to_rock < 9.0 else CARD_WHEN_SEALED)


@kernel
def hunted(s: Record, seat: int, far: NDArray[np.int32]) -> float:
    """The turns that others near a carrier may cost."""
    turns = 0.0
    for other in range(int(s["players"])):
        if other != seat and int(s["at"][other]) != HOME:
            turns += HUNTED * math.exp(-far[int(s["at"][other])] / 4.0)
    return min(HUNTED_MOST, turns)


@kernel
def means(s: Record, seat: int, card: float) -> float:
    """The turns that a seat's means save, less those that it must skip."""
    allies = 0
    for kind in range(ALLIES):
        allies += int(s["ally"][seat * ALLIES + kind])
    saved = card * min(4, int(s["held"][seat])) + ALLY * min(3, allies)
    saved += POWDER * (1.0 - 0.5 ** min(4, tool_count(s, seat, blasters(s, seat))))
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
    patience = 1.0 + min(MOST_STALLED, int(s["stall"])) / PATIENCE
    for seat in range(players):
        left = 0.0 if has_won(s, seat) else max(0.5, START + patience * turns_left(s, seat, work))
        chance[seat] = math.exp(-LEAD * left)
        total += chance[seat]
        out[seat] = (1.0 - COMPARED) * (1.0 - 2.0 * min(1.0, left / FARTHEST))
    for seat in range(players):
        out[seat] += COMPARED * (2.0 * chance[seat] / total - 1.0)
