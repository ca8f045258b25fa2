"""What bots are told about Black Crystal: an estimate by path lengths, dangers and means.

Every seat gets a progress: nobody knows where the Crystals are, one is known, it is being mined,
it is carried, the Exit is known and near. The chances to win are in proportion to the exponents
of these.
"""

import math

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .decks import EXIT, PORTAL
from .landing import has_won
from .mine import FAR_OFF, beside, event_at, has_crystal, has_rubble, usable_portals, walkable
from .state import BOOM_TOKEN, CELLS, FINISHED, HOME, NOWHERE, SIZE

SHARP = 5.0
"""How much a lead in progress is worth."""
ROCK = 2.5
"""What a step through rock costs, in steps through tunnels."""
NEAR = 7.0
"""Distances fade at this many steps."""
CARRIES, MINES, EXIT_KNOWN, CRYSTAL_KNOWN = 0.45, 0.3, 0.3, 0.22
POWDER, CARD, SKIPPED, LED, STUCK = 0.02, 0.015, 0.06, 0.05, 0.12


@kernel
def measure_ways(s: Record, seat: int, work: Record) -> None:
    """The steps from a dwarf to every cell it can walk to, tokens making a way longer."""
    far, queue = work["far"], work["queue"]
    for cell in range(CELLS + 1):
        far[cell] = FAR_OFF
    start = int(s["at"][seat])
    far[start] = 0
    queue[0] = start
    head, tail = 0, 1
    portals = usable_portals(s) >= 2
    while head < tail:
        cell = int(queue[head])
        head += 1
        if cell != HOME and portals and event_at(s, cell) == PORTAL:
            portals = False
            for k in range(4):
                other = int(s["portal"][k])
                if other != NOWHERE and far[other] == FAR_OFF and not has_rubble(s, other):
                    far[other] = far[cell]
                    queue[tail] = other
                    tail += 1
        sides = walkable(s, seat, cell)
        for side in range(4):
            if sides >> side & 1 == 1:
                there = beside(s, seat, cell, side)
                if far[there] == FAR_OFF:
                    token = there != HOME and int(s["mark"][there]) & BOOM_TOKEN != 0
                    far[there] = far[cell] + (2 if token else 1)
                    queue[tail] = there
                    tail += 1


@kernel
def way_to(s: Record, seat: int, cell: int, work: Record) -> float:
    """Steps to a cell; through rock if there is no way."""
    if work["far"][cell] < FAR_OFF:
        return float(work["far"][cell])
    x, y = cell % SIZE, cell // SIZE
    best = 1e9
    for near in range(CELLS):
        if work["far"][near] < FAR_OFF:
            rock = abs(near % SIZE - x) + abs(near // SIZE - y)
            best = min(best, float(work["far"][near]) + ROCK * rock)
    return min(best, 40.0)


@kernel
def nearness(steps: float) -> float:
    """From 1, here, towards 0, far away."""
    return math.exp(-steps / NEAR)


@kernel
def progress(s: Record, seat: int, work: Record) -> float:
    """How far a seat has come."""
    if has_won(s, seat):
        return 2.0
    measure_ways(s, seat, work)
    carries = int(s["crystal"][seat]) == 1
    value = CARRIES if carries else 0.0
    best_exit, best_crystal = 0.0, 0.0
    for cell in range(CELLS):
        if event_at(s, cell) == EXIT:
            best_exit = max(best_exit, nearness(way_to(s, seat, cell, work)))
        if not carries and has_crystal(s, cell):
            best_crystal = max(best_crystal, nearness(way_to(s, seat, cell, work)))
    if carries:
        value += EXIT_KNOWN * (0.3 + 0.7 * best_exit) if best_exit > 0.0 else 0.0
    elif int(s["mining"][seat]) == 1:
        value += MINES + 0.2 * EXIT_KNOWN * best_exit
    else:
        for other in range(int(s["players"])):
            at = int(s["at"][other])
            if other != seat and int(s["crystal"][other]) == 1 and at != HOME:
                best_crystal = max(best_crystal, 0.5 * nearness(way_to(s, seat, at, work)))
        value += CRYSTAL_KNOWN * best_crystal + 0.1 * EXIT_KNOWN * best_exit
    value += POWDER * min(4, int(s["explosives"][seat])) + CARD * min(6, int(s["held"][seat]))
    value -= SKIPPED * int(s["skip"][seat]) + LED * int(s["autopilot"][seat])
    cell = int(s["at"][seat])
    if int(s["trapped"][seat]) > 0 or (cell != HOME and has_rubble(s, cell)):
        value -= STUCK
    return value


@kernel
def estimate(s: Record, out: NDArray[np.float64], work: Record) -> None:
    """The chance of every seat, from -1 to 1."""
    players = int(s["players"])
    if int(s["black_crystal"]) == FINISHED:
        for seat in range(players):
            winner = int(s["winner"])
            out[seat] = 0.0 if winner == NOWHERE else 1.0 if winner == seat else -1.0
        return
    chance = work["chance"]
    total = 0.0
    for seat in range(players):
        chance[seat] = math.exp(SHARP * progress(s, seat, work))
        total += chance[seat]
    for seat in range(players):
        out[seat] = 2.0 * chance[seat] / total - 1.0
