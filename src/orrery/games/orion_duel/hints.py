"""What bots are told about Orion Duel: how near each condition is, and where the fight is.

How near is counted in hexes still missing: to link two zones, to join four galaxies to one chain,
to join three black holes on a colour. Sets of cells grow from a zone or a chain a layer at a
time, through cells that are empty, and for nothing through those of the own colour.

A ply has up to 2,323 placements. `narrow` gives every cell a worth for either colour, from the
shortest ways to each condition that run through it, and keeps the placements that cover most.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .sky import around, chain, count, first_of, single
from .state import (
    BIT_OF_CELL,
    BOARD_HIGH,
    BOARD_LOW,
    CELL_COUNT,
    DONE,
    HALF,
    JOINED,
    LAYERS,
    OFFSETS,
    PAIRS,
    SLOTS,
    TRAPPED,
    TURN,
    ZONES,
)

FAR = LAYERS
"""As near as nothing: more hexes than are worth counting."""
KEPT = 40
BUCKETS = 64

# Fitted to the results of some thousand games between bots, in log odds.
LINK = np.array([6.0, 2.6, 2.0, 1.2, 0.75, 0.4, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01, 0.0])
GALAXY = np.array([6.0, 2.2, 1.7, 1.1, 0.8, 0.5, 0.3, 0.2, 0.1, 0.05, 0.03, 0.02, 0.0])
HOLE = np.array([6.0, 1.8, 1.0, 0.7, 0.4, 0.2, 0.1, 0.05, 0.02, 0.0, 0.0, 0.0, 0.0])
"""What it is worth to lack so many hexes for a condition."""
SECOND = 0.3
STEEP = 2.5
"""How much less a way is worth for every hex that it lacks more."""
MOVER = 1.5
"""How much more a condition is worth to the one whose turn it is."""


class Cells(NamedTuple):
    """A set of cells."""

    low: int
    high: int


class Ground(NamedTuple):
    """The cells that a colour has, and those that are free."""

    own_low: int
    own_high: int
    free_low: int
    free_high: int


@kernel
def ground_of(s: Record, side: int) -> Ground:
    """The ground of a colour."""
    own_low, own_high = int(s["hexes"][side, 0]), int(s["hexes"][side, 1])
    free_low = BOARD_LOW & ~(own_low | int(s["hexes"][1 - side, 0]))
    free_high = BOARD_HIGH & ~(own_high | int(s["hexes"][1 - side, 1]))
    return Ground(own_low, own_high, free_low, free_high)


@kernel
def zone(pair: int, end: int) -> Cells:
    """One of the two zones of a pair."""
    return Cells(int(ZONES[pair, end, 0]), int(ZONES[pair, end, 1]))


@kernel
def advance(
    low: int, high: int, next_low: int, next_high: int, ground: Ground
) -> tuple[int, int, int, int, int, int]:
    """A set grown by one layer: the layer, the own cells met behind it, and what lies next."""
    own_low, own_high = ground.own_low, ground.own_high
    new_low, new_high = next_low & ground.free_low & ~low, next_high & ground.free_high & ~high
    next_low, next_high = around(new_low, new_high)
    met_low = next_low & own_low & ~(low | new_low)
    met_high = next_high & own_high & ~(high | new_high)
    if met_low | met_high != 0:
        met_low, met_high = chain(met_low, met_high, own_low, own_high)
        a, b = around(met_low, met_high)
        next_low |= a
        next_high |= b
    return new_low, new_high, met_low, met_high, next_low, next_high


@kernel
def grow(start: Cells, goal: Cells, ground: Ground, work: Record, side: int) -> int:
    """Hexes missing between two sets; the layers on the way are entered for a side of the way."""
    low, high = start.low & ground.own_low, start.high & ground.own_high
    if low | high != 0:
        low, high = chain(low, high, ground.own_low, ground.own_high)
    if (low & goal.low | high & goal.high) != 0:
        return 0
    next_low, next_high = around(low, high)
    next_low |= start.low
    next_high |= start.high
    for layer in range(1, LAYERS):
        new_low, new_high, met_low, met_high, next_low, next_high = advance(
            low, high, next_low, next_high, ground
        )
        work["layers"][side, layer, 0] = new_low
        work["layers"][side, layer, 1] = new_high
        if new_low | new_high == 0:
            return FAR
        low |= new_low | met_low
        high |= new_high | met_high
        if (low & goal.low | high & goal.high) != 0:
            return layer
    return FAR


@kernel
def gather(tokens: NDArray[np.int64], wanted: int, ground: Ground) -> int:
    """Hexes missing to bring so many tokens on one chain, from the best chain that has one."""
    own_low, own_high = ground.own_low, ground.own_high
    all_low, all_high = int(tokens[0]), int(tokens[1])
    rest_low, rest_high = all_low & own_low, all_high & own_high
    best = FAR
    while rest_low | rest_high != 0:
        low, high = single(first_of(rest_low, rest_high))
        low, high = chain(low, high, own_low, own_high)
        rest_low &= ~low
        rest_high &= ~high
        have = count(low & all_low, high & all_high)
        missing = 0
        next_low, next_high = around(low, high)
        layer = 1
        while have < wanted and layer < LAYERS and missing < best:
            new_low, new_high, met_low, met_high, next_low, next_high = advance(
                low, high, next_low, next_high, ground
            )
            if new_low | new_high == 0:
                break
            low |= new_low | met_low
            high |= new_high | met_high
            found = count((new_low | met_low) & all_low, (new_high | met_high) & all_high)
            missing += layer * min(found, wanted - have)
            have += found
            layer += 1
        if have >= wanted:
            best = min(best, missing)
    return best


@kernel
def measure(s: Record, side: int, work: Record) -> None:
    """Enter how many hexes a colour lacks: to its two best links, four galaxies, three holes."""
    ground = ground_of(s, side)
    best, second = FAR, FAR
    for pair in range(PAIRS):
        lacks = grow(zone(pair, 0), zone(pair, 1), ground, work, 0)
        if lacks == 0:
            continue  # it counts already
        if lacks < best:
            best, second = lacks, best
        elif lacks < second:
            second = lacks
    work["lacks"][side, 0] = best
    work["lacks"][side, 1] = second
    work["lacks"][side, 2] = gather(s["galaxies"], JOINED, ground)
    work["lacks"][side, 3] = gather(s["holes"], TRAPPED, ground)


@kernel
def prospects(side: int, work: Record) -> float:
    """What the conditions that a player is near to are worth."""
    own, other = work["lacks"][side], work["lacks"][1 - side]
    total = LINK[int(own[0])] + SECOND * LINK[int(own[1])]
    if own[2] > 0:
        total += GALAXY[int(own[2])]
    if other[3] > 0:
        total += HOLE[int(other[3])]
    return float(total)


@kernel
def estimate(s: Record, out: NDArray[np.float64], work: Record) -> None:
    """Conditions that are near, against each other."""
    out[0] = out[1] = 0.0
    if int(s["orion_duel"]) == DONE:
        return
    lead = 0.0
    if int(s["orion_duel"]) == TURN:
        for side in range(2):
            measure(s, side, work)
        for side in range(2):
            worth = prospects(side, work)
            if side == int(s["seat"]):
                worth *= MOVER
            lead += worth if side == 0 else -worth
    if int(s["series"]) > 0:
        ahead = int(s["wins"][0]) - int(s["wins"][1])
        lead = 0.5 * lead + 1.5 * ahead / int(s["series"])
    out[0] = math.tanh(lead / 2.0)
    out[1] = -out[0]


# Where the fight is


@kernel
def add_worth(
    start: Cells, goal: Cells, ground: Ground, side: int, sign: float, work: Record
) -> None:
    """Give the cells on the shortest ways between two sets a worth for a colour."""
    lacks = grow(start, goal, ground, work, 0)
    if lacks == 0 or lacks >= FAR:
        return
    if grow(goal, start, ground, work, 1) != lacks:
        return
    worth = sign * STEEP**-lacks
    for layer in range(1, lacks + 1):
        back = lacks + 1 - layer
        low = int(work["layers"][0, layer, 0]) & int(work["layers"][1, back, 0])
        high = int(work["layers"][0, layer, 1]) & int(work["layers"][1, back, 1])
        while low | high != 0:
            bit = first_of(low, high)
            work["worth"][side, bit] += worth
            a, b = single(bit)
            low &= ~a
            high &= ~b


@kernel
def add_tokens(
    tokens: NDArray[np.int64], wanted: int, ground: Ground, side: int, sign: float, work: Record
) -> None:
    """Give worth to the ways from a colour's chains to tokens that lie free."""
    seed_low, seed_high = int(tokens[0]) & ground.own_low, int(tokens[1]) & ground.own_high
    rest_low, rest_high = int(tokens[0]) & ground.free_low, int(tokens[1]) & ground.free_high
    sign *= 0.2 + count(seed_low, seed_high) / wanted
    if seed_low | seed_high == 0:
        seed_low, seed_high = ground.own_low, ground.own_high
    if seed_low | seed_high == 0:
        return
    while rest_low | rest_high != 0:
        low, high = single(first_of(rest_low, rest_high))
        rest_low &= ~low
        rest_high &= ~high
        add_worth(Cells(seed_low, seed_high), Cells(low, high), ground, side, sign, work)


@kernel
def find_worth(s: Record, work: Record) -> None:
    """Enter what a hex of either colour would be worth to its player, cell by cell."""
    for side in range(2):
        for bit in range(2 * HALF):
            work["worth"][side, bit] = 0.0
    for side in range(2):
        ground = ground_of(s, side)
        for pair in range(PAIRS):
            add_worth(zone(pair, 0), zone(pair, 1), ground, side, 1.0, work)
        add_tokens(s["galaxies"], JOINED, ground, side, 0.4, work)
        add_tokens(s["holes"], TRAPPED, ground, side, -0.3, work)


@kernel
def rank_of(move: int, work: Record) -> float:
    """How much a placement covers: what is worth most to either player, taken or given."""
    slot, cell = move // CELL_COUNT, move % CELL_COUNT
    bit = int(BIT_OF_CELL[cell])
    rank = work["worth"][0, bit] + work["worth"][1, bit]
    own, opp = int(SLOTS[slot, 1]), int(SLOTS[slot, 2])
    if own >= 0:
        other = bit + int(OFFSETS[own])
        rank += work["worth"][0, other] + work["worth"][1, other]
    if opp >= 0:
        other = bit + int(OFFSETS[opp])
        rank -= work["worth"][0, other] + work["worth"][1, other]
    return float(rank)


@kernel
def narrow(s: Record, out: NDArray[np.int32], count: int, work: Record) -> int:
    """The placements that cover most of what matters come first; the rest are left out."""
    if int(s["orion_duel"]) != TURN or count <= KEPT:
        return count
    find_worth(s, work)
    least, most = 1e30, -1e30
    for k in range(count):
        rank = rank_of(int(out[k]), work)
        work["rank"][k] = rank
        least, most = min(least, rank), max(most, rank)
    if most <= least:
        return count
    for bucket in range(BUCKETS):
        work["buckets"][bucket] = 0
    for k in range(count):
        work["buckets"][bucket_of(work["rank"][k], least, most)] += 1
    floor, above = BUCKETS - 1, 0
    while above + work["buckets"][floor] < KEPT:
        above += work["buckets"][floor]
        floor -= 1
    kept, spare = 0, KEPT - above
    for k in range(count):
        bucket = bucket_of(work["rank"][k], least, most)
        if bucket > floor or (bucket == floor and spare > 0):
            if bucket == floor:
                spare -= 1
            out[k], out[kept] = out[kept], out[k]
            work["rank"][k] = work["rank"][kept]
            kept += 1
    return kept


@kernel
def bucket_of(rank: float, least: float, most: float) -> int:
    """Which of the buckets from least to most a rank falls into."""
    return min(BUCKETS - 1, int((rank - least) / (most - least) * BUCKETS))
