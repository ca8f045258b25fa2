"""What estimates have in common: strengths turned into values that add up to nought."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .jit import kernel


def chances(values: Sequence[float]) -> tuple[float, ...]:
    """The chances to win that the values of all seats stand for; those of several add up to 1.

    A sure win is worth 1. What a loser gets differs from game to game (all of -1, or a share of
    it), but the sum of the values tells; a draw counts as an equal share for everybody.
    """
    seats = len(values)
    lost = -1.0 if seats == 1 else (sum(values) - 1.0) / (seats - 1)
    if lost >= 1.0:  # everybody wins
        return (1.0,) * seats
    shares = [max(0.0, value - lost) for value in values]
    whole = 1.0 - lost if seats == 1 else sum(shares)  # an estimate may be worse than a loss
    return tuple(min(1.0, share / whole) for share in shares)


@kernel
def balance(out: NDArray[np.float64], sharp: float) -> None:
    """Turn strengths into chances to win, and those into values that add up to nought."""
    players = out.shape[0]
    total, most = 0.0, -1e30
    for seat in range(players):
        most = max(most, out[seat])
    for seat in range(players):
        out[seat] = math.exp(sharp * (out[seat] - most))
        total += out[seat]
    for seat in range(players):
        out[seat] = (players * out[seat] / total - 1.0) / (players - 1)
