"""What a seat knows as a tensor: the mine cell by cell, the seats beginning with its own, cards.

rows                length
------------------  ----------------------------------------------------------------------
81 cells            PLANES: unopened, Mushroom, openings, Passages, event, tokens
4 seats             FACTS: place, skill, tokens and counts, table and allies
own hand            one number a Find design
known of the others one number a rival and design, the next seat first
discards and bag    one number a design or type
the moment          one-hot phase, one-hot asked seat, the fight
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .decks import ALLIES, BOOMS, EVENTS, FINDS, SHAPES, TYPES
from .rules.hands import known_at
from .state import BOOM_TOKEN, CELLS, PHASES, RUBBLE, SEATS, SKILLS, UNMINED

PLANES = 2 + 4 + 4 + len(EVENTS) + 4
FACTS = CELLS + 1 + len(SKILLS) + 9 + FINDS + ALLIES
MOMENT = len(PHASES) + SEATS + 8
OBSERVATION = CELLS * PLANES + SEATS * FACTS + SEATS * FINDS + FINDS + BOOMS + TYPES + MOMENT


@kernel
def observe(s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Fill the tensor for a seat."""
    for k in range(OBSERVATION):
        out[k] = 0.0
    for cell in range(CELLS):
        observe_cell(s, cell, out, cell * PLANES)
    n = CELLS * PLANES
    players = int(s["players"])
    for k in range(players):
        observe_seat(s, (seat + k) % players, out, n + k * FACTS)
    n += SEATS * FACTS
    for card in range(FINDS):
        out[n + card] = int(s["hand"][seat * FINDS + card]) / 4.0
        for k in range(1, players):
            known = int(s["known"][known_at(seat, (seat + k) % players, card)])
            out[n + k * FINDS + card] = known / 4.0
    n += SEATS * FINDS
    for card in range(FINDS):
        out[n + card] = int(s["find_discard"][card]) / 4.0
    n += FINDS
    for card in range(BOOMS):
        out[n + card] = int(s["boom_discard"][card]) / 3.0
    n += BOOMS
    for kind in range(TYPES):
        out[n + kind] = int(s["bag"][kind]) / 13.0
    n += TYPES
    out[n + int(s["black_crystal"])] = 1.0
    n += len(PHASES)
    if int(s["ask"]) >= 0:
        out[n + (int(s["ask"]) - seat) % players] = 1.0
    n += SEATS
    out[n] = int(s["kind"]) / 2.0
    out[n + 1] = int(s["mod"][0]) / 6.0
    out[n + 2] = int(s["mod"][1]) / 6.0
    out[n + 3] = int(s["die"][0]) / 6.0
    out[n + 4] = int(s["die"][1]) / 6.0
    out[n + 5] = int(s["moves"]) / 2.0
    out[n + 6] = int(s["turns"]) / int(s["turn_limit"])
    out[n + 7] = ((int(s["active"]) - seat) % players) / 3.0


@kernel
def observe_cell(s: Record, cell: int, out: NDArray[np.float32], n: int) -> None:
    """What lies on a cell."""
    tile = int(s["tile"][cell])
    mark = int(s["mark"][cell])
    out[n] = 1.0 if tile == 0 else 0.0
    out[n + 1] = 1.0 if tile < 0 else 0.0
    for side in range(4):
        out[n + 2 + side] = int(s["way"][cell]) >> side & 1
        out[n + 6 + side] = int(s["pas"][cell]) >> side & 1
    if tile > 0:
        out[n + 10 + (tile - 1) // len(SHAPES)] = 1.0
    n += 10 + len(EVENTS)
    out[n] = 1.0 if mark & BOOM_TOKEN != 0 else 0.0
    out[n + 1] = 1.0 if mark & RUBBLE != 0 else 0.0
    out[n + 2] = 1.0 if mark & UNMINED != 0 else 0.0
    out[n + 3] = int(s["loose"][cell]) / 4.0


@kernel
def observe_seat(s: Record, seat: int, out: NDArray[np.float32], n: int) -> None:
    """What everybody knows of a seat."""
    out[n + int(s["at"][seat])] = 1.0
    n += CELLS + 1
    if int(s["skill"][seat]) >= 0:
        out[n + int(s["skill"][seat])] = 1.0
    n += len(SKILLS)
    out[n] = int(s["uses"][seat]) / 2.0
    out[n + 1] = int(s["explosives"][seat]) / 4.0
    out[n + 2] = int(s["held"][seat]) / 6.0
    out[n + 3] = float(int(s["crystal"][seat]))
    out[n + 4] = float(int(s["mining"][seat]))
    out[n + 5] = int(s["skip"][seat]) / 2.0
    out[n + 6] = int(s["autopilot"][seat]) / 3.0
    out[n + 7] = int(s["trapped"][seat]) / 3.0
    out[n + 8] = float(int(s["first"][seat]))
    n += 9
    for card in range(FINDS):
        out[n + card] = int(s["table"][seat * FINDS + card]) / 3.0
    n += FINDS
    for card in range(ALLIES):
        out[n + card] = float(int(s["ally"][seat * ALLIES + card]))
