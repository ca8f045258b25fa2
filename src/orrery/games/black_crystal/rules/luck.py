"""Calls for odd or even, coins, and Pits (sections 14.6 and 3.15). Kernels.

field   holds
------  --------------------------------------------------------
caller  the seat that calls, or stands over the Pit
calls   what for: FIND_AGAIN .. FOR_EFFECT of `landing`
odd     1: odd was called
rolls   what the die is rolled for: ROLL_A .. ROLL_THIEF of `fight`
rolled  what it showed
coined  1: it was rolled again
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .. import decks, state
from ..steps import Step
from .fight import ROLL_CALL, ROLL_PIT
from .hands import add_skips, has_card, use_card
from .landing import (
    FIND_AGAIN,
    TO_GROW,
    TO_TAME,
    ask_chance,
    ask_seat,
    draw_boom,
    end_turn_of,
    place_dwarf,
    push_landing,
)
from .meeting import tame
from .mine import dwarf_at, mark_nearest_boom, other_pit
from .outcome import grow_again
from .targets import AT_FALL, aim


@kernel
def list_call(s: Record, out: NDArray[np.int32]) -> int:
    """Odd, even, or a card that spares the call."""
    seat = int(s["ask"])
    out[0], out[1] = state.ODD, state.EVEN
    n = 2
    if int(s["calls"]) == FIND_AGAIN:
        for k in range(len(decks.FIND_AGAIN_CARDS)):
            if has_card(s, seat, int(decks.FIND_AGAIN_CARDS[k])):
                out[n] = state.PLAY + int(decks.FIND_AGAIN_CARDS[k])
                n += 1
    return n


@kernel
def answer_call(s: Record, move: int) -> None:
    """A call, and the die is rolled."""
    seat = int(s["ask"])
    if move >= state.PLAY:
        use_card(s, seat, move - state.PLAY)
        s["draws"][seat] = int(s["draws"][seat]) + 1
        end_call(s)
        s["black_crystal"] = state.GO_ON
        return
    s["odd"] = 1 if move == state.ODD else 0
    s["rolls"] = ROLL_CALL
    note(Step.CALLED, seat, int(s["odd"]), int(s["calls"]))
    ask_chance(s, state.ROLL)


@kernel
def end_call(s: Record) -> None:
    """Nothing of a call is left."""
    s["caller"] = 0
    s["calls"] = 0
    s["odd"] = 0
    s["coined"] = 0
    s["rolled"] = 0


@kernel
def roll_called(s: Record, value: int) -> None:
    """The die for a call: a miss can be rolled again once."""
    hit = value % 2 == int(s["odd"])
    s["rolled"] = value
    if hit or int(s["coined"]) == 1:
        answer_luck(s, hit)
    else:
        ask_seat(s, state.COIN, int(s["caller"]))


@kernel
def answer_luck(s: Record, hit: bool) -> None:
    """What comes of a call: section 14.6."""
    seat, what = int(s["caller"]), int(s["calls"])
    end_call(s)
    if what == FIND_AGAIN:
        if hit:
            s["draws"][seat] = int(s["draws"][seat]) + 1
            s["black_crystal"] = state.GO_ON
        else:
            draw_boom(s)
    elif what == TO_TAME:
        if hit:
            tame(s, seat)
        else:
            ask_seat(s, state.ALLY, seat)  # BC-SHA-2
    elif what == TO_GROW:
        grow_again(s, hit)
    else:
        if not hit:
            s["program"] = int(s["program"]) + 1
        s["black_crystal"] = state.GO_PROGRAM


@kernel
def answer_coin(s: Record, move: int, work: Record) -> None:
    """Roll again, or take it as it is."""
    seat = int(s["ask"])
    if move != state.PASS:
        use_card(s, seat, move - state.PLAY)
        s["coined"] = 1
        ask_chance(s, state.ROLL)
    elif int(s["rolls"]) == ROLL_PIT:
        fall_down(s, work)
    else:
        answer_luck(s, False)


@kernel
def enter_pit(s: Record, seat: int) -> None:
    """The other Pit if it is open, else a roll: BC-PIT-1, BC-PIT-4, BC-PIT-7."""
    cell = int(s["at"][seat])
    other = other_pit(s, cell)
    if other != state.NOWHERE:
        own = int(s["flags"][seat]) & state.OWN != 0
        if own or dwarf_at(s, other, seat) == state.NOWHERE:
            note(Step.FELL, seat, cell, other)
            end_turn_of(s, seat)
            place_dwarf(s, seat, other, False)
            push_landing(s, seat, state.NO_PIT)
            s["black_crystal"] = state.GO_ON
            return
    s["caller"] = seat
    s["coined"] = 0
    s["rolls"] = ROLL_PIT
    ask_chance(s, state.ROLL)


@kernel
def roll_pit(s: Record, value: int, work: Record) -> None:
    """The die of a Pit can be rolled again once."""
    s["rolled"] = value
    if int(s["coined"]) == 1:
        fall_down(s, work)
    else:
        ask_seat(s, state.COIN, int(s["caller"]))


@kernel
def fall_down(s: Record, work: Record) -> None:
    """Skip a turn, fall to a Boom tile, or be out at the Entrance: BC-PIT-1, 2 and 3."""
    seat, value = int(s["caller"]), int(s["rolled"])
    cell = int(s["at"][seat])
    end_call(s)
    s["black_crystal"] = state.GO_ON
    if value >= 5:
        note(Step.FELL, seat, cell, state.HOME)
        end_turn_of(s, seat)
        place_dwarf(s, seat, state.HOME, False)
    elif value >= 3 and mark_nearest_boom(s, cell, False, work) > 0:
        if seat == int(s["active"]):
            s["moves"] = 0  # BC-SM-3
        aim(s, AT_FALL, seat)
    else:
        add_skips(s, seat, 1)
        end_turn_of(s, seat)


@kernel
def use_rope(s: Record, seat: int, move: int) -> None:
    """A card against the Pit: nothing happens."""
    use_card(s, seat, move - state.PLAY)
    s["black_crystal"] = state.GO_ON
