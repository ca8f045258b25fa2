"""What bots are told about Cubulus: an estimate that sees squares one and two moves away.

A move adds at most one ball to a square (in a rotated line two cells of a square never both
change from foreign to own), so only squares with three own balls can be completed at once, and
only through one of the six facelets whose lines run through the missing cell.
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.bits import count_bits
from orrery.core.contract import Record
from orrery.core.jit import kernel
from orrery.core.values import balance

from .state import (
    BALLS,
    CELLS,
    DONE,
    FACELETS_THROUGH,
    LINE,
    NEUTRAL,
    SQUARE_MASKS,
    SQUARES_ON_FOUR,
    TURN,
)

# What is near a win; with two players a lead of 1 is worth tanh(1), about three quarters of a win.
WIN_NOW = 0.97
THREAT = 0.55
THREE = 0.16
TWO = 0.025
MOVE_BONUS = 0.05
CROWDED = 0.03
"""What two neutral balls next to each other are thought to cost whoever places them."""

# The cells that have a next one along x, and along y.
NEXT_X = sum(1 << cell for cell in range(CELLS) if cell % 3 < 2)
NEXT_Y = sum(1 << cell for cell in range(CELLS) if cell // 3 % 3 < 2)


@kernel
def own_after(own: int, filled: int, facelet: int, inserts: bool) -> int:
    """A player's balls after the player's own move at a facelet; unchanged if it is no move."""
    a, b, c = int(LINE[facelet, 0]), int(LINE[facelet, 1]), int(LINE[facelet, 2])
    at_a, at_b, at_c = own >> a & 1, own >> b & 1, own >> c & 1
    full_a, full_b, full_c = filled >> a & 1, filled >> b & 1, filled >> c & 1
    rest = own & ~(1 << a | 1 << b | 1 << c)
    if full_a & full_b & full_c:
        return rest | at_c << a | at_a << b | at_b << c
    if not inserts:
        return own
    if full_a == 0:
        return own | 1 << a
    if full_b == 0:
        return rest | 1 << a | at_a << b | at_c << c
    return rest | 1 << a | at_a << b | at_b << c


@kernel
def completing(own: int, filled: int, mask: int, inserts: bool, ban: int) -> int:
    """The facelets, as 54 bits, that complete a square of which one ball is missing."""
    missing = mask & ~own
    cell = count_bits(missing - 1)
    found = 0
    for k in range(6):
        facelet = int(FACELETS_THROUGH[cell, k])
        if facelet != ban and own_after(own, filled, facelet, inserts) & mask == mask:
            found |= 1 << facelet
    return found


@kernel
def winning_facelets(own: int, filled: int, counted: int, ban: int) -> int:
    """The facelets that would make a square for these balls if it were their turn, as 54 bits."""
    inserts = count_bits(own) < BALLS
    found = 0
    for k in range(counted):
        mask = int(SQUARE_MASKS[k])
        if count_bits(own & mask) == 3:
            found |= completing(own, filled, mask, inserts, ban)
    return found


@kernel
def shape(own: int, foreign: int, counted: int) -> float:
    """How far a colour has come: squares with three balls, and with two and little in the way."""
    total = 0.0
    for k in range(counted):
        mask = int(SQUARE_MASKS[k])
        balls = count_bits(own & mask)
        if balls == 3:
            total += THREE
        elif balls == 2:
            total += TWO * (3 - count_bits(foreign & mask))
    return total


@kernel
def threats(facelets: int) -> int:
    """How many facelets win, where more than three are as good as three."""
    found = 0
    while facelets != 0 and found < 3:
        facelets &= facelets - 1
        found += 1
    return found


@kernel
def estimate(s: Record, out: NDArray[np.float64], work: Record) -> None:
    """A value for each seat; they add up to nought."""
    phase = int(s["cubulus"])
    for seat in range(out.shape[0]):
        out[seat] = 0.0
    if phase == DONE and int(s["winner"]) >= 0:
        share(out, int(s["winner"]), 1.0)
    if phase == NEUTRAL or (phase == TURN and out.shape[0] == 2 and untouched(s)):
        judge_layout(s, out)
    elif phase == TURN:
        judge_turn(s, out)


@kernel
def untouched(s: Record) -> bool:
    """Whether neither of two players has a ball in the cube."""
    return int(s["balls"][int(s["colour"][0])]) | int(s["balls"][int(s["colour"][1])]) == 0


@kernel
def judge_layout(s: Record, out: NDArray[np.float64]) -> None:
    """Neutral balls well apart leave no full line and keep both players from squares."""
    balls = int(s["balls"][int(s["colour"][2])])
    pairs = (
        count_bits(balls & balls >> 1 & NEXT_X)
        + count_bits(balls & balls >> 3 & NEXT_Y)
        + count_bits(balls & balls >> 9)
    )
    share(out, 1 - int(s["first"]), -CROWDED * pairs)


@kernel
def judge_turn(s: Record, out: NDArray[np.float64]) -> None:
    """A win at hand for the mover, else threats and shapes against each other."""
    filled = int(s["balls"][0]) | int(s["balls"][1]) | int(s["balls"][2])
    counted = SQUARES_ON_FOUR if int(s["faces"]) == 4 else SQUARE_MASKS.shape[0]
    mover = int(s["seat"])
    own = int(s["balls"][int(s["colour"][mover])])
    if winning_facelets(own, filled, counted, int(s["ban"]) - 1) != 0:
        share(out, mover, WIN_NOW)
        return
    for seat in range(out.shape[0]):
        own = int(s["balls"][int(s["colour"][seat])])
        out[seat] = shape(own, filled & ~own, counted)
        if seat == mover:
            out[seat] += MOVE_BONUS
        else:
            out[seat] += THREAT * threats(winning_facelets(own, filled, counted, -1))
    balance(out, 2.0)


@kernel
def share(out: NDArray[np.float64], seat: int, value: float) -> None:
    """Give a seat a value, and the others the opposite between them."""
    others = out.shape[0] - 1
    for k in range(out.shape[0]):
        out[k] = value if k == seat else -value / others
