"""The rules of High card, compiled."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import CHANCE, OVER, Record, note, register, tell
from orrery.core.dice import draw
from orrery.core.jit import kernel

from .state import (
    CARD,
    CHOOSE,
    DEAL,
    DONE,
    KEEP,
    MOST_CARDS,
    STATE,
    SWAP,
    SWAP_MOVE,
    UNSEEN,
)
from .steps import Step

OBSERVATION = 2 * MOST_CARDS + 4


@kernel
def begin(s: Record, options: NDArray[np.int32], work: Record) -> None:
    """The whole deck, face down."""
    s["players"] = options[0]
    s["cards"] = options[1]
    s["deck"] = (1 << options[1]) - 1


@kernel
def turn(s: Record) -> int:
    """The seat that chooses, or the deck."""
    phase = int(s["high_card"])
    if phase == DONE:
        return OVER
    return int(s["seat"]) if phase == CHOOSE else CHANCE


@kernel
def may_swap(s: Record) -> bool:
    """Whether enough cards are left for those who have not drawn."""
    waiting = int(s["players"]) - int(s["seat"]) - 1
    return int(s["cards"]) - int(s["used"]) > waiting


@kernel
def moves(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """Keep or swap; at chance, the cards left."""
    n = 0
    if int(s["high_card"]) == CHOOSE:
        out[0] = KEEP
        if may_swap(s):
            out[1] = SWAP_MOVE  # HC-2
            return 2
        return 1
    for card in range(int(s["cards"])):
        if int(s["deck"]) >> card & 1:
            out[n] = CARD + card
            n += 1
    return n


@kernel
def weights(s: Record, out: NDArray[np.int64], work: Record) -> int:
    """Every card left is as likely."""
    n = 0
    for card in range(int(s["cards"])):
        if int(s["deck"]) >> card & 1:
            out[n] = 1
            n += 1
    return n


@kernel
def play(s: Record, move: int, work: Record) -> None:
    """Keep, swap or draw."""
    seat = int(s["seat"])
    if move == KEEP:
        next_seat(s)
    elif move == SWAP_MOVE:
        note(Step.SWAPPED, seat)
        s["gone"][seat] = s["hand"][seat]
        s["hand"][seat] = 0
        s["high_card"] = SWAP
    else:
        take(s, seat, move - CARD + 1)


@kernel
def take(s: Record, seat: int, card: int) -> None:
    """Draw a card that only this seat sees."""
    note(Step.DRAWN, seat)
    tell(1 << seat, Step.SAW, seat, card)  # HC-1
    s["hand"][seat] = card
    s["deck"] = int(s["deck"]) & ~(1 << (card - 1))
    s["used"] = int(s["used"]) + 1
    if int(s["high_card"]) == SWAP:
        next_seat(s)
    else:
        s["high_card"] = CHOOSE


@kernel
def next_seat(s: Record) -> None:
    """The next seat draws, or everybody shows."""
    s["seat"] = int(s["seat"]) + 1
    s["high_card"] = DEAL
    if int(s["seat"]) == int(s["players"]):
        s["seat"] = 0
        s["high_card"] = DONE  # HC-3
        for seat in range(int(s["players"])):
            note(Step.SHOWN, seat, int(s["hand"][seat]))


@kernel
def score(s: Record, out: NDArray[np.float64]) -> None:
    """The highest card wins; no two are equal."""
    players = int(s["players"])
    best = 0
    for seat in range(players):
        if int(s["hand"][seat]) > int(s["hand"][best]):
            best = seat
    for seat in range(players):
        out[seat] = 1.0 if seat == best else -1.0 / (players - 1)


@kernel
def hide(s: Record, seat: int) -> None:
    """Cards of others, and the deck; at the end everything is shown."""
    if int(s["high_card"]) == DONE:
        return
    s["deck"] = 0
    for other in range(int(s["players"])):
        if other != seat:
            if int(s["hand"][other]) != 0:
                s["hand"][other] = UNSEEN
            if int(s["gone"][other]) != 0:
                s["gone"][other] = UNSEEN


@kernel
def take_unseen(s: Record, rng: NDArray[np.uint64], left: int) -> int:
    """Draw one of the cards left in the deck, each as likely; returns it."""
    k = draw(rng, left)
    for card in range(int(s["cards"])):
        if int(s["deck"]) >> card & 1:
            if k == 0:
                s["deck"] = int(s["deck"]) & ~(1 << card)
                return card + 1
            k -= 1
    return 0


@kernel
def redeal(s: Record, seat: int, rng: NDArray[np.uint64], work: Record) -> None:
    """Deal the unseen cards anew, uniformly out of those the seat has not seen."""
    if int(s["high_card"]) == DONE:
        return
    left = int(s["cards"])
    deck = (1 << left) - 1
    if seat >= 0:
        for card in (int(s["hand"][seat]), int(s["gone"][seat])):
            if card > 0:
                deck &= ~(1 << (card - 1))
                left -= 1
    s["deck"] = deck
    for other in range(int(s["players"])):
        if int(s["hand"][other]) == UNSEEN:
            s["hand"][other] = take_unseen(s, rng, left)
            left -= 1
        if int(s["gone"][other]) == UNSEEN:
            s["gone"][other] = take_unseen(s, rng, left)
            left -= 1


@kernel
def observe(s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Own card, own swapped card, whose turn it is, and how many cards are out."""
    for k in range(OBSERVATION):
        out[k] = 0.0
    if int(s["hand"][seat]) > 0:
        out[int(s["hand"][seat]) - 1] = 1.0
    if int(s["gone"][seat]) > 0:
        out[MOST_CARDS + int(s["gone"][seat]) - 1] = 1.0
    out[2 * MOST_CARDS + int(s["seat"])] = 1.0
    out[2 * MOST_CARDS + 3] = int(s["used"]) / int(s["cards"])


register(
    "high_card",
    STATE,
    begin=begin,
    turn=turn,
    moves=moves,
    weights=weights,
    play=play,
    score=score,
    hide=hide,
    redeal=redeal,
    observe=observe,
)
