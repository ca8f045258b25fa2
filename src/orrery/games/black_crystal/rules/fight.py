"""Fights with monsters and brawls: windows, stages, rolls, who has won. Kernels.

field      holds, by side: the fighter or newcomer, then the monster or resident (BC-WINDOW-1)
---------  ---------------------------------------------------------------------------------
kind       NO_FIGHT_ON, WITH_MONSTER or BRAWL
rival      the seats; NOWHERE for a monster
card       the monster
fighter    the ally that fights in this stage, NOWHERE for none
fought     the ally that was sent, and is settled at the end
proud      1: the ally won the fight by itself
mod        modifiers of whoever fights now
die        the last roll, 0 before it
coin       1: this roll was rerolled
won        the side that won
index      who is asked: a place in the cycle of seats, or a side
quiet      how many in a row had nothing to say
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .. import decks, state
from ..steps import Step
from .hands import discard_find, has_card, leave_hand, spend_use, use_card
from .landing import BRAWL, WITH_MONSTER, ask_chance, ask_seat, end_turn_of
from .mine import BRAWL_LOST, MONSTER_LOST, POTION_DRUNK

ROLL_A, ROLL_D, ROLL_CALL, ROLL_PIT, ROLL_THIEF = range(5)
"""What a die is rolled for: BC-CH-7."""


# The window before a roll


@kernel
def open_window(s: Record) -> None:
    """All seats are asked in turn: BC-WINDOW-2, BC-WINDOW-3."""
    s["index"] = 0
    s["quiet"] = 0
    s["die"][0], s["die"][1] = 0, 0
    s["black_crystal"] = state.GO_WINDOW


@kernel
def seat_in_cycle(s: Record, index: int) -> int:
    """The seats of the fight, then the others clockwise."""
    n = int(s["players"])
    first = int(s["rival"][0])
    second = int(s["rival"][1])
    if second == state.NOWHERE:
        return (first + index) % n
    if index == 0:
        return first
    if index == 1:
        return second
    left = index - 2
    for k in range(1, n):
        seat = (first + k) % n
        if seat != second:
            if left == 0:
                return seat
            left -= 1
    return first


@kernel
def side_in_fight(s: Record, seat: int) -> int:
    """The side of a seat, NOWHERE if it only watches."""
    if int(s["rival"][0]) == seat:
        return 0
    return 1 if int(s["rival"][1]) == seat else state.NOWHERE


@kernel
def may_drink(s: Record, seat: int) -> bool:
    """Whether the potion can be used: BC-WINDOW-6, BC-ALC-3."""
    return (
        int(s["kind"]) == BRAWL
        and int(s["skill"][seat]) == state.ALCHEMIST
        and int(s["uses"][seat]) > 0
        and side_in_fight(s, seat) != state.NOWHERE
    )


@kernel
def list_window(s: Record, seat: int, out: NDArray[np.int32]) -> int:
    """Pass, the potion, and cards for the own fight or anybody's: BC-FIND-6, BC-FIGHT-4."""
    out[0] = state.PASS
    n = 1
    if may_drink(s, seat):
        out[n] = state.POTION
        n += 1
    for k in range(len(decks.PRE_ROLL_CARDS)):
        card = int(decks.PRE_ROLL_CARDS[k])
        if int(decks.FIRST_OP[card]) == decks.ROLL_ANY and has_card(s, seat, card):
            out[n] = state.TRIP + 2 * card
            out[n + 1] = state.TRIP + 2 * card + 1
            n += 2
    if side_in_fight(s, seat) != state.NOWHERE:
        for k in range(len(decks.PRE_ROLL_CARDS)):
            card = int(decks.PRE_ROLL_CARDS[k])
            if int(decks.FIRST_OP[card]) != decks.ROLL_ANY and has_card(s, seat, card):
                out[n] = state.PLAY + card
                n += 1
    return n


@kernel
def go_through_window(s: Record, work: Record) -> None:
    """Ask the next seat that can say something; then the stage is fought."""
    n = int(s["players"])
    while int(s["quiet"]) < n:
        seat = seat_in_cycle(s, int(s["index"]))
        note(Step.HAND_TOLD, seat)
        if list_window(s, seat, work["move"]) > 1:
            ask_seat(s, state.PREROLL, seat)
            return
        s["quiet"] = int(s["quiet"]) + 1
        s["index"] = (int(s["index"]) + 1) % n
    s["black_crystal"] = state.GO_STAGE


@kernel
def modify(s: Record, side: int, n: int) -> None:
    """Change the total of a side."""
    s["mod"][side] = int(s["mod"][side]) + n
    note(Step.MODIFIED, side, n, int(s["mod"][side]))


@kernel
def answer_window(s: Record, move: int) -> None:
    """One input, and the cycle goes on."""
    seat = int(s["ask"])
    s["index"] = (int(s["index"]) + 1) % int(s["players"])
    s["black_crystal"] = state.GO_WINDOW
    if move == state.PASS:
        s["quiet"] = int(s["quiet"]) + 1
        return
    s["quiet"] = 0
    if move == state.POTION:
        drink_potion(s, seat)
        return
    if move < state.PLAY:
        card, side = (move - state.TRIP) // 2, (move - state.TRIP) % 2
        use_card(s, seat, card)
        modify(s, side, int(decks.FIRST_ARG[card]))
        return
    card = move - state.PLAY
    own = side_in_fight(s, seat)
    use_card(s, seat, card)
    modify(
        s,
        own if int(decks.FIRST_OP[card]) == decks.ROLL_OWN else 1 - own,
        int(decks.FIRST_ARG[card]),
    )


@kernel
def drink_potion(s: Record, seat: int) -> None:
    """The brawl ends at once, won; an ally that still stands has not fought: BC-WINDOW-6."""
    spend_use(s, seat)
    for side in range(2):
        if int(s["fighter"][side]) != state.NOWHERE:
            s["fought"][side] = state.NOWHERE
    decide(s, side_in_fight(s, seat))
    s["cause"] = POTION_DRUNK


# Stages and rolls


@kernel
def strength(s: Record, side: int) -> int:
    """The total of a side: an ally's Health, the monster's, or the die, with modifiers."""
    ally = int(s["fighter"][side])
    if ally != state.NOWHERE:
        return int(decks.HEALTH[ally]) + int(s["mod"][side])
    if side == 1 and int(s["kind"]) == WITH_MONSTER:
        return int(decks.HEALTH[int(s["card"])]) + int(s["mod"][1])
    return int(s["die"][side]) + int(s["mod"][side])


@kernel
def throws(s: Record, side: int) -> bool:
    """Whether a side rolls in this stage."""
    monster = side == 1 and int(s["kind"]) == WITH_MONSTER
    return int(s["fighter"][side]) == state.NOWHERE and not monster


@kernel
def beat_ally(s: Record, side: int) -> None:
    """An ally is beaten; its modifiers go with it."""
    s["fighter"][side] = state.NOWHERE
    s["mod"][side] = 0


@kernel
def fight_stage(s: Record) -> None:
    """Compare Healths, or let the dice be rolled: BC-WINDOW-4."""
    if throws(s, 0) or throws(s, 1):
        s["black_crystal"] = state.GO_THROW
        return
    a, d = strength(s, 0), strength(s, 1)
    if int(s["kind"]) == WITH_MONSTER:
        if a >= d:
            s["proud"][0] = 1 if a > d else 0
            decide(s, 0)  # BC-ALLY-7
        else:
            beat_ally(s, 0)  # BC-ALLY-4
            open_window(s)
        return
    if a <= d:
        beat_ally(s, 0)  # BC-ALLY-9
    if d <= a:
        beat_ally(s, 1)
    open_window(s)


@kernel
def throw_dice(s: Record) -> None:
    """The rolls of a stage begin, or begin anew after a tie."""
    for side in range(2):
        s["die"][side] = 0
        s["coin"][side] = 0
    s["rolls"] = ROLL_A if throws(s, 0) else ROLL_D
    ask_chance(s, state.ROLL)


@kernel
def take_die(s: Record, side: int, value: int) -> None:
    """A die of the fight was rolled."""
    s["die"][side] = value
    other = 1 - side
    if throws(s, other) and int(s["die"][other]) == 0:
        s["rolls"] = ROLL_D
        ask_chance(s, state.ROLL)
        return
    if int(s["coin"][side]) == 0:  # else the cycle goes on where the coin was played
        s["index"] = 0 if throws(s, 0) else 1
        s["quiet"] = 0
    s["black_crystal"] = state.GO_AFTER_ROLL


@kernel
def list_after_roll(s: Record, side: int, out: NDArray[np.int32]) -> int:
    """Pass, a reroll, and the Merchant's sales: BC-WINDOW-5, BC-MER-1."""
    seat = int(s["rival"][side])
    out[0] = state.PASS
    n = 1
    if int(s["coin"][side]) == 0:
        for k in range(len(decks.REROLLS)):
            if has_card(s, seat, int(decks.REROLLS[k])):
                out[n] = state.PLAY + int(decks.REROLLS[k])
                n += 1
    if int(s["skill"][seat]) == state.MERCHANT:
        for card in range(decks.FINDS):
            if int(s["hand"][seat * decks.FINDS + card]) > 0:
                out[n] = state.SELL + card
                n += 1
    return n


@kernel
def go_after_roll(s: Record, work: Record) -> None:
    """Ask who rolled and is not winning; then see how the stage ended."""
    sides = (1 if throws(s, 0) else 0) + (1 if throws(s, 1) else 0)
    while int(s["quiet"]) < sides:
        side = int(s["index"])
        behind = strength(s, side) <= strength(s, 1 - side)
        if behind:
            note(Step.HAND_TOLD, int(s["rival"][side]))
        if behind and list_after_roll(s, side, work["move"]) > 1:
            ask_seat(s, state.POSTROLL, int(s["rival"][side]))
            return
        s["quiet"] = int(s["quiet"]) + 1
        if sides == 2:
            s["index"] = 1 - side
    end_stage(s)


@kernel
def answer_after_roll(s: Record, move: int) -> None:
    """One input after a roll."""
    side = int(s["index"])
    seat = int(s["ask"])
    both = throws(s, 0) and throws(s, 1)
    if both:
        s["index"] = 1 - side
    s["black_crystal"] = state.GO_AFTER_ROLL
    if move == state.PASS:
        s["quiet"] = int(s["quiet"]) + 1
        return
    s["quiet"] = 0
    if move >= state.SELL:
        card = move - state.SELL
        note(Step.CARD_SOLD, seat, card)
        leave_hand(s, seat, card)
        discard_find(s, card)
        modify(s, side, 1)
        return
    use_card(s, seat, move - state.PLAY)
    s["coin"][side] = 1
    s["die"][side] = 0
    s["rolls"] = ROLL_A if side == 0 else ROLL_D
    ask_chance(s, state.ROLL)


@kernel
def end_stage(s: Record) -> None:
    """Won, lost, or rolled again: BC-FIGHT-1, BC-FIGHT-2, BC-FIGHT-3, BC-PVP-5, BC-ALLY-8."""
    a, d = strength(s, 0), strength(s, 1)
    if a == d:
        note(Step.FIGHT_TIED)
        s["black_crystal"] = state.GO_THROW
        return
    winner = 0 if a > d else 1
    loser = 1 - winner
    if int(s["fighter"][loser]) != state.NOWHERE:
        beat_ally(s, loser)
        open_window(s)
        return
    if int(s["fighter"][winner]) != state.NOWHERE:
        s["proud"][winner] = 1
    decide(s, winner)


@kernel
def decide(s: Record, winner: int) -> None:
    """The fight has a winner; the allies are settled first."""
    s["won"] = winner
    s["cause"] = MONSTER_LOST if int(s["kind"]) == WITH_MONSTER else BRAWL_LOST
    a, d = int(s["rival"][0]), int(s["rival"][1])
    if winner == 0:
        note(Step.FIGHT_WON, a, d, int(s["card"]))
    else:
        note(Step.FIGHT_LOST, a, d, int(s["card"]))
    loser = int(s["rival"][1 - winner])
    if loser != state.NOWHERE:
        end_turn_of(s, loser)
    s["index"] = 0
    s["black_crystal"] = state.GO_SETTLE
