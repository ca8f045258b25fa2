"""What bots are told about Black Crystal: an estimate of everybody's chance to win.

Every seat is measured by one number: about how many of its own turns it is away from leaving the
mine with a Crystal. `ways` says how far it is; what is still in the bag must be searched for;
cards, Explosives and allies save turns, skips and an Autopilot cost some. The value of a seat says
how near it is, and to a smaller part how near it is beside the others: whoever only compares stops
digging as soon as he leads.
"""

import math

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .decks import ALLIES, CRYSTAL_TILE, DODGE, EXIT, FINDS, FIRST_OP, HEALTH, SHAPES
from .rules.landing import has_won
from .rules.mine import beside, dwarf_at, event_at, has_crystal, straight_way
from .rules.tools import blasters
from .state import (
    ACT,
    BOOM_TOKEN,
    CELLS,
    CLEAR_NEXT,
    CLEAR_TOOLS,
    CRYSTAL,
    FINISHED,
    HELP,
    HOME,
    MINE,
    MONSTER,
    NOWHERE,
    PLAY,
    RUBBLE_AT,
    RUBBLE_TOOLS,
    WALK,
)
from .ways import (
    LOST_WAY,
    NEAREST_ROCK,
    is_bold,
    measure_ways,
    powder,
    tool_count,
    tour_rock,
)

# In turns
SEARCHING = 0.7
"""What a tile that must still be drawn costs; everybody draws."""
ROCK_NEAR, ROCK_LATER, HOPE = 0.9, 0.2, 0.2
"""How much the way to the rock counts in which something is searched for; how much where something
else is searched for first; and how likely at least it is thought to be in the next."""
ONE_BY_ONE = 0.5
"""How much the way to rock is that of a tour from one to the next, beside that from here to each.
Who goes by the second alone stays in the middle between two; the bold go by the first alone."""
PACE, LATER_PACE = 3.0, 1.0
"""What it is worth to have opened the last tile; it fades within one and a half rounds. It is worth
less to one who searches for nothing yet, because a Crystal is known and not fetched."""
MINING, MINED_NEXT, ROBBING, ONLY_ROBBING = 1.5, 0.5, 3.0, 60.0
HUNTED, HUNTED_MOST = 0.6, 0.9
"""What others near a carrier cost: together less than mining, or nobody would want a Crystal."""
WAY_OUT, WAY_BACK = 6.0, 0.7
"""From a Crystal whose place is not known to an Exit that is: at least so long, or so much of the
way from here."""
MEANWHILE = 0.3
"""Of a way to a Crystal and a search for an Exit the shorter counts so much: others search too."""
CARD, CARD_WHEN_SEALED, SEALED, ALLY = 0.4, 1.2, 9, 0.5
"""What a card saves, and what it saves one to whom the next rock is so many turns away; an ally."""
SKIPPED, LED, KINDNESS = 1.0, 1.5, 3.0
"""What a turn to skip costs, one on the Autopilot, and what it is worth to beg."""
CROOKED = 1.3
"""How much longer a tunnel is than the straight way."""
START = 6.0
"""Added to every number, so that none that is reached falls below zero."""

FARTHEST, FAR = 80.0, 0.85
"""At so many turns a seat would be as good as lost; from that part of them on it only comes nearer
to that, so that of two bad ways one is still the better."""
PATIENCE, MOST_STALLED = 60.0, 40
"""Turns without a new tile make every way seem longer, by one part in PATIENCE each, up to the most
that count. Who could wait in safety for ever goes on at last."""
BLOCKING = 2
"""Rubble is put no farther from a rival with a Crystal: elsewhere it blocks nobody but oneself."""
COMPARED = 0.2
"""How much of the value is the comparison with others."""
LEAD = 0.2
"""How much a turn ahead of another is worth in the comparison."""


@kernel
def search_turns(s: Record, event: int, rocks: int, near: float, work: Record) -> float:
    """How long it takes to find a tile of an event that is still in the bag, on a tour of rock.

    Each tile drawn is the wanted one as likely as any, at least with HOPE.
    """
    tiles, wanted = 0, 0
    for kind in range(s["bag"].shape[0]):
        tiles += int(s["bag"][kind])
        if kind // len(SHAPES) == event:
            wanted += int(s["bag"][kind])
    if wanted == 0:
        return ONLY_ROBBING
    far, cells, tour = work["far"], work["queue"], work["queue"][NEAREST_ROCK:]
    touring = 1.0 if is_bold(s) else ONE_BY_ONE
    way, still, left = 0.0, 1.0, float(tiles)
    for k in range(rocks):
        found = still * min(1.0, max(HOPE, wanted / max(1.0, left)))
        away = min(CELLS, int(far[cells[k]]))
        way += found * (touring * int(tour[k]) + (1.0 - touring) * away)
        still -= found
        left -= 1.0
    way += still * CELLS
    return SEARCHING * (tiles + 1.0) / (wanted + 1.0) + near * way / 2.0


@kernel
def last_opener(s: Record) -> int:
    """The seat that opened the last tile, as turns are counted."""
    if int(s["opened"]) == 1:
        return int(s["active"])
    return (int(s["active"]) - 1 - int(s["stall"])) % int(s["players"])


@kernel
def way_on(cell: int, goal: int, far: NDArray[np.int16]) -> float:
    """At least how many turns it is from a cell to the Exit, with what lies between them."""
    return max(CROOKED * straight_way(cell, goal), abs(int(far[goal]) - int(far[cell])) / 2.0)


@kernel
def with_search(s: Record, way: float, seek: float) -> float:
    """The turns for a way to a Crystal and a search for an Exit."""
    return max(way, seek) + (1.0 if is_bold(s) else MEANWHILE) * min(way, seek)


@kernel
def known_crystal_turns(s: Record, seat: int, goal: int, seek: float, work: Record) -> float:
    """The turns to a Crystal that is seen, in the rock or in somebody's hands, and then out."""
    far = work["far"]
    best = float(LOST_WAY)
    for other in range(int(s["players"])):
        place = int(s["at"][other])
        if other != seat and int(s["crystal"][other]) == 1 and place != HOME:
            way = ROBBING + CROOKED * far[place] / 2.0
            if goal == NOWHERE:
                way = with_search(s, way, seek)
            else:
                way += max(WAY_OUT, way_on(place, goal, far))
            best = min(best, way)
    for cell in range(CELLS):
        if has_crystal(s, cell):
            way = far[cell] / 2.0 + (0.0 if int(s["loose"][cell]) > 0 else MINING)
            if goal == NOWHERE:
                way = with_search(s, way, seek)
            else:
                way += way_on(cell, goal, far)
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
    rocks = tour_rock(s, work)
    sealed = rocks == 0 or int(work["queue"][NEAREST_ROCK]) >= 2 * SEALED
    seek = search_turns(s, EXIT, rocks, ROCK_NEAR, work)
    pace = PACE
    if int(s["crystal"][seat]) == 1 or int(s["mining"][seat]) == 1:
        left = min(to_exit, seek) + hunted(s, seat, far) + MINED_NEXT * int(s["mining"][seat])
    else:
        if goal == NOWHERE:
            after = search_turns(s, EXIT, rocks, ROCK_LATER, work)
        else:
            after = max(WAY_OUT, WAY_BACK * to_exit)
        left = search_turns(s, CRYSTAL_TILE, rocks, ROCK_NEAR, work) + MINING + after
        known = known_crystal_turns(s, seat, goal, seek, work)
        if known < left:
            left, pace = known, LATER_PACE
    if last_opener(s) == seat:
        left -= pace * max(0.0, 1.0 - int(s["stall"]) / (1.5 * int(s["players"])))
    if int(s["black_crystal"]) == HELP and int(s["active"]) == seat:
        left -= KINDNESS
    return left - means(s, seat, CARD_WHEN_SEALED if sealed else CARD)


@kernel
def hunted(s: Record, seat: int, far: NDArray[np.int16]) -> float:
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
    saved += powder(s) * (1.0 - 0.5 ** min(4, tool_count(s, seat, blasters(s, seat))))
    return saved - SKIPPED * int(s["skip"][seat]) - LED * int(s["autopilot"][seat])


@kernel
def nearness(left: float) -> float:
    """A number of turns as a value, from 1 at none down towards -1."""
    part = left / FARTHEST
    if part > FAR:
        rest = 1.0 - FAR
        part = FAR + rest * (1.0 - rest / (part - FAR + rest))
    return 1.0 - 2.0 * part


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
        out[seat] = (1.0 - COMPARED) * nearness(left)
    for seat in range(players):
        out[seat] += COMPARED * (2.0 * chance[seat] / total - 1.0)


@kernel
def narrow(s: Record, out: NDArray[np.int32], count: int, work: Record) -> int:
    """Leave out what only wastes a card or a tool, and all else beside a step that wins."""
    kept = 0
    for k in range(count):
        if wins_at_once(s, int(out[k])):
            out[0], out[k] = out[k], out[0]
            return 1
    for k in range(count):
        if is_worth(s, int(out[k])):
            out[k], out[kept] = out[kept], out[k]
            kept += 1
    return kept if kept > 0 else count


@kernel
def wins_at_once(s: Record, move: int) -> bool:
    """Whether a move is a walk to an Exit, with a Crystal and nobody in the way."""
    seat = int(s["active"])
    if (
        int(s["black_crystal"]) != ACT
        or not WALK <= move < WALK + 4
        or int(s["crystal"][seat]) == 0
    ):
        return False
    there = beside(s, seat, int(s["at"][seat]), move - WALK)
    if there == HOME or event_at(s, there) != EXIT or dwarf_at(s, there, seat) != NOWHERE:
        return False
    return int(s["mark"][there]) & BOOM_TOKEN == 0


@kernel
def is_worth(s: Record, move: int) -> bool:
    """Not so: smoke against what any roll beats, Rubble for nobody or to be cleared at once."""
    phase = int(s["black_crystal"])
    if phase == CRYSTAL:
        return move == MINE  # nobody leaves a Crystal in the rock
    if phase == MONSTER and PLAY <= move < PLAY + FINDS:
        return int(HEALTH[int(s["card"])]) > 1 or int(FIRST_OP[move - PLAY]) != DODGE
    if phase != ACT:
        return True
    seat = int(s["active"])
    cell = int(s["at"][seat])
    if CLEAR_NEXT <= move < CLEAR_NEXT + 4 * len(CLEAR_TOOLS):
        return beside(s, seat, cell, (move - CLEAR_NEXT) // len(CLEAR_TOOLS)) != int(s["heap"])
    if RUBBLE_AT <= move < RUBBLE_AT + 4 * len(RUBBLE_TOOLS):
        return is_hindered(s, seat, beside(s, seat, cell, (move - RUBBLE_AT) // len(RUBBLE_TOOLS)))
    return True


@kernel
def is_hindered(s: Record, seat: int, cell: int) -> bool:
    """Whether Rubble on a cell might be in the way of a rival with a Crystal."""
    for other in range(int(s["players"])):
        there = int(s["at"][other])
        rich = int(s["crystal"][other]) == 1 or int(s["mining"][other]) == 1
        if other != seat and rich and there != HOME and straight_way(there, cell) <= BLOCKING:
            return True
    return False
