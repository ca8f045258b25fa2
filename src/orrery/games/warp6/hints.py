"""What bots are told about Warp 6: an estimate by the turns that are still needed.

A die alone needs a known number of turns to come home: `TURNS` has the fewest, by its sides,
value and mark, with changes of value but without warps. A player needs the cheapest dice that
make up the goal; the others count little. A die whose value ends on an occupied mark will skip
rings, which saves turns: the best such warp counts most for the one to move, and less for the
rivals, who may find the mark empty when their turn comes. A lead counts by its share of all
that is left to do.
"""

import math

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import kernel
from orrery.core.values import balance

from .pieces import goal, is_occupied
from .state import (
    CENTRE,
    DICE,
    DONE,
    MARKS,
    REROLL,
    RING,
    RING_START,
    SECTORS,
    UNPLACED,
    WARP,
)

SIDES = (4, 6, 7, 8)
MOST_FACES = 8


def _turns(sides: int) -> list[list[float]]:
    """The fewest turns home for every value and mark; row 0 is the mean over all values."""
    table = [[0.0] * (MARKS + MOST_FACES + 1) for _ in range(MOST_FACES + 1)]
    for mark in range(MARKS - 1, -1, -1):
        moved = [1 + table[value][mark + value] for value in range(1, sides + 1)]
        for value in range(1, sides + 1):
            table[value][mark] = min(
                abs(value - other) + moved[other - 1] for other in range(1, sides + 1)
            )
        table[0][mark] = sum(table[value][mark] for value in range(1, sides + 1)) / sides
    return [row[: MARKS + 1] for row in table]


TURNS = np.array([_turns(sides) for sides in SIDES], np.float64)
"""Fewest turns home, by kind (as in SIDES), value (0: not known yet) and mark."""


def _soft_ring(mark: int) -> float:
    """The ring of a mark with its fraction: how many points a die there is about to cost."""
    ring = RING[mark]
    return ring - (mark - RING_START[ring]) / (SECTORS * ring) + 0.5


SOFT_RING = np.array([*map(_soft_ring, range(MARKS)), 0.0], np.float64)

# Fitted to the results of some thousand games between bots, in turns saved or lost.
SPARE_TURN = 0.03
LAST_TURN = 0.5
TEMPO = 0.55
OWN_WARP, OWN_SECOND = 0.65, 0.95
RIVAL_WARP, RIVAL_SECOND = 0.4, 1.1
SPARE_WARP = 0.8
EDGE = 15.0
"""What it is worth to need no turns at all, in log odds; a lead counts by its share."""
POINT_WORTH = 0.14
SERIES_RACE = 0.3

TAKEN = 1e9
"""More turns than any die needs: a die that is home, or counted already."""


@kernel
def sides_index(sides: int) -> int:
    """The place of a number of sides in SIDES."""
    return 0 if sides == 4 else sides - 5


@kernel
def landing(s: Record, mark: int, value: int) -> int:
    """Where a die would end; -1 if it would not warp."""
    end = mark + value
    if end >= CENTRE or not is_occupied(s, end):
        return -1
    while end < CENTRE and is_occupied(s, end):
        end = int(WARP[end])
    return end


@kernel
def judge_die(s: Record, die: int, k: int, work: Record) -> None:
    """Enter the turns that a die needs, and what a warp that waits for it would save."""
    kind = sides_index(int(s["sides"][die]))
    mark, value = int(s["mark"][die]), int(s["value"][die])
    work["saved"][k] = 0.0
    if mark == CENTRE:
        work["turns"][k] = TAKEN
    elif mark == UNPLACED:
        work["turns"][k] = TURNS[kind, value, DICE // 2]
    else:
        work["turns"][k] = TURNS[kind, value, mark]
        end = landing(s, mark, value) if value > 0 else -1
        if end >= 0:
            work["saved"][k] = max(0.0, work["turns"][k] - 1.0 - TURNS[kind, 0, end])


@kernel
def take_least(work: Record, count: int) -> int:
    """The place of the die that needs the fewest turns among those not taken; -1: none left."""
    best = -1
    least = TAKEN
    for k in range(count):
        if work["turns"][k] < least:
            best, least = k, work["turns"][k]
    return best


@kernel
def turns_needed(s: Record, seat: int, moves_now: bool, work: Record) -> float:
    """About how many turns a player still needs, with what the warps that wait would save."""
    fleet = int(s["fleet"])
    need = goal(s) - int(s["home"][seat])
    for k in range(fleet):
        judge_die(s, seat * fleet + k, k, work)
    total, last, best, second, spare = 0.0, 0.0, 0.0, 0.0, 0.0
    for rank in range(fleet):
        k = take_least(work, fleet)
        if k < 0:
            break
        turns, saved = work["turns"][k], work["saved"][k]
        work["turns"][k] = TAKEN
        if rank >= need:
            total += SPARE_TURN * turns
            spare = max(spare, saved - (turns - last))
            continue
        total += turns
        last = turns
        if saved > best:
            best, second = saved, best
        elif saved > second:
            second = saved
    total += LAST_TURN * last - SPARE_WARP * spare
    if moves_now:
        total -= OWN_WARP * best + OWN_SECOND * second + TEMPO
    else:
        total -= RIVAL_WARP * best + RIVAL_SECOND * second
    return max(0.0, total)


@kernel
def series_strength(s: Record, seat: int) -> float:
    """How well a player stands in a series: few points so far, and few about to be added."""
    fleet = int(s["fleet"])
    total = 0.0
    for game in range(int(s["games"])):
        total += int(s["sheet"][game, seat])
    for die in range(seat * fleet, seat * fleet + fleet):
        total += SOFT_RING[min(int(s["mark"][die]), CENTRE)]
    left = int(s["series_games"]) - int(s["games"])
    return -POINT_WORTH * total / math.sqrt(left)


@kernel
def estimate(s: Record, out: NDArray[np.float64], work: Record) -> None:
    """A value for each seat; they add up to nought."""
    players = out.shape[0]
    mover = int(s["seat"])
    if int(s["warp6"]) == REROLL:
        mover = (mover + 1) % players  # the turn is over once the die is rolled
    total = 0.0
    for seat in range(players):
        out[seat] = turns_needed(s, seat, seat == mover, work)
        total += out[seat]
    scale = EDGE / (2.0 * total / players + 2.0)
    for seat in range(players):
        out[seat] *= -scale
        if int(s["series_games"]) > 1 and int(s["warp6"]) != DONE:
            out[seat] = SERIES_RACE * out[seat] + series_strength(s, seat)
    balance(out, 1.0)
