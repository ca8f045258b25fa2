"""Tools: what blasts, clears or makes Rubble, and paying with it. Kernels.

A tool is known by its place: the Explosive, then the Find cards of that kind, the Engineer's Skill
and the Miner's colleague. BLAST_TOOLS, CLEAR_TOOLS and RUBBLE_TOOLS of `state` name them.
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .. import decks, state
from .hands import gain_explosives, has_card, lose_ally, spend_use, use_card


@kernel
def tools_of(s: Record, seat: int, cards: NDArray[np.int64]) -> int:
    """The tools of a seat as bits; `cards` are the Find cards that serve."""
    tools = 1 if int(s["explosives"][seat]) > 0 else 0
    for k in range(len(cards)):
        if has_card(s, seat, int(cards[k])):
            tools |= 2 << k
    if int(s["skill"][seat]) == state.ENGINEER and int(s["uses"][seat]) > 0:
        tools |= 2 << len(cards)
    if (
        int(s["skill"][seat]) == state.MINER
        and int(s["ally"][seat * decks.ALLIES + decks.MINER_CARD]) > 0
    ):
        tools |= 4 << len(cards)  # BC-MIN-5
    return tools


@kernel
def blasters(s: Record, seat: int) -> int:
    """What breaks a wall; Iron Head's own is not among them."""
    return tools_of(s, seat, decks.BLASTERS)


@kernel
def clearers(s: Record, seat: int) -> int:
    """What clears Rubble."""
    return tools_of(s, seat, decks.CLEARERS)


@kernel
def rubblers(s: Record, seat: int) -> int:
    """What makes Rubble: not the colleague."""
    return tools_of(s, seat, decks.RUBBLERS) & ((4 << len(decks.RUBBLERS)) - 1)


@kernel
def pay(s: Record, seat: int, tool: int, cards: NDArray[np.int64]) -> None:
    """Pay with a tool; the last places (a head, bare hands) cost nothing."""
    n = len(cards)
    if tool == 0:
        gain_explosives(s, seat, -1)
    elif tool <= n:
        use_card(s, seat, int(cards[tool - 1]))
    elif tool == n + 1:
        spend_use(s, seat)
    elif tool == n + 2:
        lose_ally(s, seat, decks.MINER_CARD)
