"""Cards, Explosives and allies: who holds what, and who knows it. Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note, tell
from orrery.core.jit import kernel

from .. import decks, state
from ..steps import Step


@kernel
def known_at(observer: int, holder: int, card: int) -> int:
    """The place of a design in what an observer knows of a hand."""
    return (observer * state.SEATS + holder) * decks.FINDS + card


@kernel
def show(s: Record, seat: int, card: int) -> None:
    """A card of a hand is seen by all: BC-HID-4."""
    for observer in range(int(s["players"])):
        place = known_at(observer, seat, card)
        if int(s["known"][place]) > 0:
            s["known"][place] = int(s["known"][place]) - 1


@kernel
def leave_hand(s: Record, seat: int, card: int) -> None:
    """Take a card out of a hand, openly."""
    s["hand"][seat * decks.FINDS + card] = int(s["hand"][seat * decks.FINDS + card]) - 1
    s["held"][seat] = int(s["held"][seat]) - 1
    show(s, seat, card)


@kernel
def discard_find(s: Record, card: int) -> None:
    """Put a Find card on its discard: BC-FIND-9."""
    s["find_discard"][card] = int(s["find_discard"][card]) + 1


@kernel
def has_card(s: Record, seat: int, card: int) -> bool:
    """Whether a seat can use a Find card, from the table or the hand."""
    place = seat * decks.FINDS + card
    return int(s["table"][place]) > 0 or int(s["hand"][place]) > 0


@kernel
def use_card(s: Record, seat: int, card: int) -> None:
    """Use a Find card once; one with several uses lies on the table: BC-FIND-7, BC-FIND-8."""
    note(Step.CARD_PLAYED, seat, card)
    place = seat * decks.FINDS + card
    if int(s["table"][place]) > 0:
        s["table"][place] = int(s["table"][place]) - 1
        if int(s["table"][place]) == 0:
            discard_find(s, card)
        return
    leave_hand(s, seat, card)
    if int(decks.USES[card]) > 1:
        s["table"][place] = int(decks.USES[card]) - 1
    else:
        discard_find(s, card)


@kernel
def drop_card(s: Record, seat: int, card: int) -> None:
    """Discard a card of the hand."""
    note(Step.CARD_DROPPED, seat, card)
    leave_hand(s, seat, card)
    discard_find(s, card)


@kernel
def take_find(s: Record, seat: int, card: int) -> None:
    """Draw a Find card from the deck: into the hand, or, if it acts at once, to the discard."""
    s["find_deck"][card] = int(s["find_deck"][card]) - 1
    s["find_left"] = int(s["find_left"]) - 1
    if decks.IN_HAND[card] == 1:
        note(Step.FIND_DRAWN, seat, -1)
        tell(1 << seat, Step.FIND_SEEN, seat, card)
        s["hand"][seat * decks.FINDS + card] = int(s["hand"][seat * decks.FINDS + card]) + 1
        s["held"][seat] = int(s["held"][seat]) + 1
    else:
        note(Step.FIND_DRAWN, seat, card)
        discard_find(s, card)


@kernel
def reshuffle(deck: NDArray[np.int8], discard: NDArray[np.int8]) -> int:
    """Make a discard the deck; how many cards that are."""
    total = 0
    for card in range(len(deck)):
        total += int(discard[card])
        deck[card] = discard[card]
        discard[card] = 0
    return total


@kernel
def refill_finds(s: Record) -> bool:
    """Make the discard the deck if that is empty; whether a card can be drawn: BC-CH-12."""
    if int(s["find_left"]) == 0:
        s["find_left"] = reshuffle(s["find_deck"], s["find_discard"])
        if int(s["find_left"]) > 0:
            note(Step.RESHUFFLED, 0, int(s["find_left"]))
    return int(s["find_left"]) > 0


@kernel
def refill_booms(s: Record) -> bool:
    """The same for the Boom deck: BC-BOOM-7."""
    if int(s["boom_left"]) == 0:
        s["boom_left"] = reshuffle(s["boom_deck"], s["boom_discard"])
        if int(s["boom_left"]) > 0:
            note(Step.RESHUFFLED, 1, int(s["boom_left"]))
    return int(s["boom_left"]) > 0


@kernel
def take_boom(s: Record, card: int) -> None:
    """Draw a Boom card from the deck; a card that was peeked at is no longer on top."""
    s["boom_deck"][card] = int(s["boom_deck"][card]) - 1
    s["boom_left"] = int(s["boom_left"]) - 1
    s["boom_top"] = -1
    s["boom_seen"] = 0


@kernel
def discard_boom(s: Record, card: int) -> None:
    """Put a Boom card on its discard; seeds are no cards."""
    if card != decks.SEED:
        s["boom_discard"][card] = int(s["boom_discard"][card]) + 1


@kernel
def steal_card(s: Record, thief: int, victim: int, card: int) -> None:
    """A card goes from hand to hand; thief and victim see it: BC-CH-9, BC-HID-4."""
    note(Step.CARD_STOLEN, thief, victim)
    tell(1 << thief | 1 << victim, Step.CARD_SEEN, thief, victim, card)
    s["hand"][victim * decks.FINDS + card] = int(s["hand"][victim * decks.FINDS + card]) - 1
    s["hand"][thief * decks.FINDS + card] = int(s["hand"][thief * decks.FINDS + card]) + 1
    s["held"][victim] = int(s["held"][victim]) - 1
    s["held"][thief] = int(s["held"][thief]) + 1
    for observer in range(int(s["players"])):
        if observer == thief:
            place = known_at(thief, victim, card)
            if int(s["known"][place]) > 0:
                s["known"][place] = int(s["known"][place]) - 1
        elif observer == victim:
            place = known_at(victim, thief, card)
            s["known"][place] = int(s["known"][place]) + 1
        else:
            for k in range(decks.FINDS):
                s["known"][known_at(observer, victim, k)] = 0


@kernel
def gain_explosives(s: Record, seat: int, n: int) -> None:
    """Gain Explosives from the box, or lose some to it: BC-COMP-6, BC-EXP-1."""
    if n > 0 and int(s["finite"]) == 1:
        n = min(n, int(s["bank"]))
    n = max(n, -int(s["explosives"][seat]))
    if n != 0:
        s["explosives"][seat] = int(s["explosives"][seat]) + n
        s["bank"] = int(s["bank"]) - n
        note(Step.EXPLOSIVES, seat, n, int(s["explosives"][seat]))


@kernel
def give_explosive(s: Record, giver: int, taker: int) -> None:
    """An Explosive goes from dwarf to dwarf; the box is not touched: BC-TRAP-5."""
    s["explosives"][giver] = int(s["explosives"][giver]) - 1
    s["explosives"][taker] = int(s["explosives"][taker]) + 1
    note(Step.EXPLOSIVES, giver, -1, int(s["explosives"][giver]))
    note(Step.EXPLOSIVES, taker, 1, int(s["explosives"][taker]))


@kernel
def add_skips(s: Record, seat: int, n: int) -> None:
    """Turns to be skipped."""
    s["skip"][seat] = int(s["skip"][seat]) + n
    note(Step.SKIPS, seat, n, int(s["skip"][seat]))


@kernel
def spend_use(s: Record, seat: int) -> None:
    """A counter of a Skill: BC-SKILL-0b."""
    s["uses"][seat] = int(s["uses"][seat]) - 1
    note(Step.SKILL_USED, seat, int(s["skill"][seat]), int(s["uses"][seat]))


# Allies


@kernel
def gain_ally(s: Record, seat: int, card: int) -> None:
    """A monster comes under control: BC-ALLY-1."""
    s["ally"][seat * decks.ALLIES + card] = int(s["ally"][seat * decks.ALLIES + card]) + 1
    note(Step.ALLY_GAINED, seat, card)


@kernel
def lose_ally(s: Record, seat: int, card: int) -> None:
    """An ally goes."""
    s["ally"][seat * decks.ALLIES + card] = int(s["ally"][seat * decks.ALLIES + card]) - 1
    discard_boom(s, card)
    note(Step.ALLY_GONE, seat, card)


@kernel
def has_elemental(s: Record, seat: int) -> bool:
    """Whether a seat controls an elemental: BC-SHA-4."""
    for card in range(decks.ALLIES):
        if (
            int(decks.TAG[card]) == decks.ELEMENTAL
            and int(s["ally"][seat * decks.ALLIES + card]) > 0
        ):
            return True
    return False
