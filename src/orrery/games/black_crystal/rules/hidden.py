"""What a seat does not know: hiding it, and dealing it anew (section 17). Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.dice import draw, pick
from orrery.core.jit import kernel

from .. import decks, state
from .hands import known_at
from .inputs import list_decision

UNSEEN = -2
"""The card on top of the Boom deck, for those who did not look."""


@kernel
def hide(s: Record, seat: int) -> None:
    """Rivals' hands, the Find deck, a peeked card, and what rivals know of each other."""
    for card in range(decks.FINDS):
        s["find_deck"][card] = 0  # BC-HID-2
    for holder in range(state.SEATS):
        if holder != seat:
            for card in range(decks.FINDS):
                s["hand"][holder * decks.FINDS + card] = 0
        for observer in range(state.SEATS):
            if observer != seat and holder != seat:
                for card in range(decks.FINDS):
                    s["known"][known_at(observer, holder, card)] = 0
    seen = seat >= 0 and int(s["boom_seen"]) >> seat & 1 == 1
    if int(s["boom_top"]) >= 0 and not seen:
        s["boom_top"] = UNSEEN


@kernel
def redeal(s: Record, seat: int, rng: NDArray[np.uint64], work: Record) -> None:
    """Deal hands and deck anew out of the cards the seat has not seen: BC-HID-7, BC-HID-8."""
    pool = work["pool"]
    players = int(s["players"])
    for card in range(decks.FINDS):
        left = int(decks.FIND_COUNT[card]) - int(s["find_discard"][card])
        for holder in range(players):
            if int(s["table"][holder * decks.FINDS + card]) > 0:
                left -= 1
            if holder == seat:
                left -= int(s["hand"][seat * decks.FINDS + card])
            elif seat >= 0:
                known = int(s["known"][known_at(seat, holder, card)])
                s["hand"][holder * decks.FINDS + card] = known
                left -= known
        pool[card] = left
    asked = int(s["ask"])
    if int(s["black_crystal"]) > state.LAST_CHANCE and asked >= 0 and asked != seat:
        deal_to_asked(s, asked, rng, work)
    for holder in range(players):
        if holder != seat:
            deal(s, holder, missing(s, holder), rng, work)
    for card in range(decks.FINDS):
        s["find_deck"][card] = int(pool[card])
    if int(s["boom_top"]) == UNSEEN:
        odds = work["odds"]
        total = 0
        for card in range(decks.BOOMS):
            odds[card] = int(s["boom_deck"][card])
            total += int(odds[card])
        s["boom_top"] = pick(rng, odds, total)


@kernel
def missing(s: Record, holder: int) -> int:
    """How many cards of a hand are not dealt yet."""
    left = int(s["held"][holder])
    for card in range(decks.FINDS):
        left -= int(s["hand"][holder * decks.FINDS + card])
    return left


@kernel
def deal(s: Record, holder: int, count: int, rng: NDArray[np.uint64], work: Record) -> None:
    """Deal cards of the pool that can lie in a hand, each card as likely."""
    for _ in range(count):
        deal_one(s, holder, 0, rng, work)


@kernel
def deal_one(s: Record, holder: int, group: int, rng: NDArray[np.uint64], work: Record) -> None:
    """Deal one card: 0 of any design, 1 of the marked ones, 2 of the others."""
    pool, marked = work["pool"], work["marked"]
    total = 0
    for card in range(decks.FINDS):
        if is_in_group(card, group, int(marked[card])):
            total += int(pool[card])
    left = draw(rng, total)
    for card in range(decks.FINDS):
        if is_in_group(card, group, int(marked[card])):
            if left < int(pool[card]):
                pool[card] = int(pool[card]) - 1
                s["hand"][holder * decks.FINDS + card] = (
                    int(s["hand"][holder * decks.FINDS + card]) + 1
                )
                return
            left -= int(pool[card])


@kernel
def is_in_group(card: int, group: int, mark: int) -> bool:
    """Whether a design can be dealt from a group."""
    if int(decks.IN_HAND[card]) == 0:
        return False
    return group == 0 or (mark == 1) == (group == 1)


@kernel
def pooled(group: int, work: Record) -> int:
    """How many cards of the pool belong to a group."""
    total = 0
    for card in range(decks.FINDS):
        if is_in_group(card, group, int(work["marked"][card])):
            total += int(work["pool"][card])
    return total


@kernel
def choices(n: int, k: int) -> int:
    """In how many ways k of n cards can be chosen."""
    if k < 0 or k > n:
        return 0
    ways = 1
    for step in range(1, k + 1):
        ways = ways * (n - k + step) // step
    return ways


@kernel
def deal_to_asked(s: Record, holder: int, rng: NDArray[np.uint64], work: Record) -> None:
    """A rival who is asked holds what makes that possible: BC-HID-8."""
    count = missing(s, holder)
    inputs = list_decision(s, work["move"], work)
    if count == 0 or inputs > 1:
        return
    if int(s["black_crystal"]) == state.DROP:
        deal_two_designs(s, holder, count, rng, work)
        return
    marked = work["marked"]
    for card in range(decks.FINDS):
        marked[card] = 0
        if int(decks.IN_HAND[card]) == 1 and int(work["pool"][card]) > 0:
            s["hand"][holder * decks.FINDS + card] = int(s["hand"][holder * decks.FINDS + card]) + 1
            if list_decision(s, work["move"], work) > inputs:
                marked[card] = 1
            s["hand"][holder * decks.FINDS + card] = int(s["hand"][holder * decks.FINDS + card]) - 1
    openers, others = pooled(1, work), pooled(2, work)
    odds = work["odds"]
    total = 0
    for k in range(1, count + 1):
        odds[k - 1] = choices(openers, k) * choices(others, count - k)
        total += int(odds[k - 1])
    if total == 0:
        return
    fitting = pick(rng, odds, total) + 1
    for k in range(count):
        deal_one(s, holder, 1 if k < fitting else 2, rng, work)


@kernel
def deal_two_designs(
    s: Record, holder: int, count: int, rng: NDArray[np.uint64], work: Record
) -> None:
    """Who chooses what to discard holds two designs: dealt one by one, by the hands that fit."""
    marked, odds = work["marked"], work["odds"]
    same = state.NOWHERE
    for card in range(decks.FINDS):
        if int(s["hand"][holder * decks.FINDS + card]) > 0:
            same = card
    left = count
    while left > 0:
        if same == state.NOWHERE:
            total = 0
            everything = choices(pooled(0, work) - 1, left - 1)
            for card in range(decks.FINDS):
                copies = int(work["pool"][card]) if int(decks.IN_HAND[card]) == 1 else 0
                odds[card] = copies * (everything - choices(copies - 1, left - 1))
                total += int(odds[card])
            same = pick(rng, odds, total)
            take(s, holder, same, work)
            left -= 1
            continue
        copies = int(work["pool"][same])
        others = pooled(0, work) - copies
        everything = choices(copies + others - 1, left - 1)
        odds[0] = copies * (everything - choices(copies - 1, left - 1))
        odds[1] = others * everything
        if pick(rng, odds, int(odds[0]) + int(odds[1])) == 0:
            take(s, holder, same, work)
            left -= 1
            continue
        for card in range(decks.FINDS):
            marked[card] = 1 if card == same else 0
        deal_one(s, holder, 2, rng, work)
        return  # the rest is dealt freely
    return


@kernel
def take(s: Record, holder: int, card: int, work: Record) -> None:
    """Deal one card of a design."""
    work["pool"][card] = int(work["pool"][card]) - 1
    s["hand"][holder * decks.FINDS + card] = int(s["hand"][holder * decks.FINDS + card]) + 1
