"""What estimates have in common: strengths turned into values that add up to nought."""

import math

import numpy as np
from numpy.typing import NDArray

from .jit import kernel


def chance_of(value: float, seats: int) -> float:
    """The chance to win that a value of a seat stands for, from 0 to 1."""
    others = max(seats - 1, 1)
    return (1.0 + others * value) / (others + 1)


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
