"""Who is ahead, who has won, and the sheet of a series. Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.bits import count_bits
from orrery.core.contract import Record
from orrery.core.jit import kernel

from .pieces import points
from .state import SEATS


@kernel
def leaders(s: Record) -> int:
    """Who is ahead at the limit, as bits: most dice home, then the lowest ring numbers."""
    found, best = 0, -1000
    for seat in range(int(s["players"])):
        rank = 100 * int(s["home"][seat]) - points(s, seat)  # W6-CAP-2, W6-CAP-3
        if rank > best:
            found, best = 0, rank
        if rank == best:
            found |= 1 << seat  # W6-CAP-4
    return found


@kernel
def only_seat(seats: int) -> int:
    """The seat of the only bit that is set, or -1 if there are several."""
    if seats & seats - 1:
        return -1
    return count_bits(seats - 1)


@kernel
def write_down(s: Record) -> None:
    """Enter a finished game in the sheet of the series."""
    game = int(s["games"])
    for seat in range(int(s["players"])):
        s["sheet"][game, seat] = points(s, seat)  # W6-SERIES-4
    s["sheet"][game, SEATS] = int(s["winner"]) + 1
    s["games"] = game + 1


@kernel
def total_points(s: Record, seat: int) -> int:
    """The points of a player over the finished games of a series."""
    total = 0
    for game in range(int(s["games"])):
        total += int(s["sheet"][game, seat])
    return total


@kernel
def games_won(s: Record, seat: int) -> int:
    """How many games of a series a player has won."""
    won = 0
    for game in range(int(s["games"])):
        won += int(s["sheet"][game, SEATS]) == seat + 1
    return won


@kernel
def series_leaders(s: Record) -> int:
    """Who has won the series, as bits: the lowest total, then most games won."""
    found, best = 0, -100_000
    for seat in range(int(s["players"])):
        rank = games_won(s, seat) - 100 * total_points(s, seat)  # W6-SERIES-5, W6-SERIES-6
        if rank > best:
            found, best = 0, rank
        if rank == best:
            found |= 1 << seat  # W6-SERIES-7
    return found


@kernel
def winners(s: Record) -> int:
    """Who has won when all is over, as bits; several share it."""
    if int(s["series_games"]) > 1:
        return series_leaders(s)
    return int(s["tied"]) if int(s["winner"]) < 0 else 1 << int(s["winner"])


@kernel
def score(s: Record, out: NDArray[np.float64]) -> None:
    """Those who won share 1 less what the others who won take; the values add up to nought."""
    players = int(s["players"])
    won = winners(s)
    shared = count_bits(won)
    for seat in range(players):
        out[seat] = -1.0 / (players - 1)
        if won >> seat & 1:
            out[seat] = (players - shared) / (shared * (players - 1.0))
        elif shared == players:
            out[seat] = 0.0
