"""What cards do: the small interpreter of their programs, targets, calls and pits. Kernels.

field      holds
---------  -------------------------------------------------------------------------
program    the program that runs, 0 for none; `place` is the next effect in it
runner     the seat it runs for
count      cards still to be discarded by this effect
then       the phase that follows the last effect
aims       what a target is chosen for: AT_MUSHROOM .. AT_LAIR
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note, tell
from orrery.core.jit import kernel

from .. import decks, state
from ..steps import Step
from .flight import start_flight
from .hands import add_skips, discard_boom, gain_explosives, refill_booms, take_boom
from .landing import (
    FOR_EFFECT,
    ask_chance,
    ask_seat,
    call,
    draw_boom,
    end_turn_of,
    has_landing,
    place_dwarf,
    push_landing,
)
from .mine import NEXT, RUNS_HOME, has_rubble, mark_nearest_boom, put_rubble
from .targets import (
    AT_LAIR,
    AT_MUSHROOM,
    AT_POCKET,
    AT_POWDER,
    AT_PUSH,
    AT_RIVAL,
    AT_SELF,
    aim,
    rob,
)
from .tools import clearers, pay


@kernel
def ensure_landing(s: Record, seat: int) -> None:
    """Cards are drawn in a landing; without one there is a short one for them alone."""
    if not has_landing(s, seat):
        push_landing(s, seat, state.ALONE)


@kernel
def end_program(s: Record) -> None:
    """Nothing of a program is left."""
    s["program"] = 0
    s["place"] = 0
    s["runner"] = 0
    s["then"] = 0


@kernel
def run_effects(s: Record, work: Record) -> None:
    """Run the program until it ends or somebody is asked."""
    while int(s["black_crystal"]) == state.GO_PROGRAM:
        number, place = int(s["program"]), int(s["place"])
        kind = int(decks.PROGRAM_OP[number, place])
        amount = int(decks.PROGRAM_ARG[number, place])
        if kind == decks.NOTHING:
            s["black_crystal"] = int(s["then"])
            end_program(s)
            return
        s["place"] = place + 1
        seat = int(s["runner"])
        if kind in (decks.DRAW_BOOM, decks.RUN_HOME, decks.PICK_TILE, decks.BLIND_DIG):
            end_program(s)  # nothing follows, and what comes has its own way to go on
        if kind <= decks.TREMOR:
            do_soon(s, kind, amount, seat)
        elif kind <= decks.FLEE_ADD:
            do_here(s, kind, amount, seat, work)
        else:
            do_played(s, kind, amount, seat)


@kernel
def do_soon(s: Record, kind: int, amount: int, seat: int) -> None:
    """Effects on hands, Explosives and turns."""
    if kind == decks.ODD_EVEN:
        s["program"] = amount  # the hit; the miss stands behind it
        s["place"] = 0
        call(s, seat, FOR_EFFECT)
    elif kind == decks.EXPLOSIVE:
        gain_explosives(s, seat, amount)  # BC-EXP-2
    elif kind == decks.DRAW_FIND:
        ensure_landing(s, seat)
        s["draws"][seat] = int(s["draws"][seat]) + amount
    elif kind == decks.DRAW_BOOM:
        ensure_landing(s, seat)
        draw_boom(s)
    elif kind == decks.SKIP_TURN:
        add_skips(s, seat, amount)
    elif kind in (decks.DROP_RANDOM, decks.DROP_CHOICE):
        s["count"] = min(amount, int(s["held"][seat]))
        go_on_dropping(s, kind == decks.DROP_RANDOM)
    elif kind == decks.RUN_HOME:
        start_flight(s, seat, amount, RUNS_HOME)
    elif kind == decks.ROBBED:
        rob(s, (seat + 1) % int(s["players"]), seat)
    else:  # TREMOR
        for k in range(int(s["players"])):
            other = (seat + k) % int(s["players"])
            if int(s["explosives"][other]) == 0:
                add_skips(s, other, 1)
            else:
                gain_explosives(s, other, -1)


@kernel
def go_on_dropping(s: Record, random: bool) -> None:
    """Ask for the next card to be discarded, or go on with the program."""
    if int(s["count"]) == 0:
        s["black_crystal"] = state.GO_PROGRAM
    elif random:
        ask_chance(s, state.DROP_DRAW)
    else:
        ask_seat(s, state.DROP, int(s["runner"]))


@kernel
def do_here(s: Record, kind: int, amount: int, seat: int, work: Record) -> None:
    """Effects on the cell, the walls and the flight."""
    cell = int(s["at"][seat])
    if kind == decks.PUT_BOOM:
        if cell != state.HOME and mark_nearest_boom(s, cell, True, work) > 0:
            aim(s, AT_LAIR, seat)
    elif kind == decks.CAVE_IN:
        if cell != state.HOME and int(s["rubbles"]) > 0 and not has_rubble(s, cell):
            ask_seat(s, state.CAVEIN, seat)  # BC-RUB-6
    elif kind == decks.RUBBLE_HERE:
        s["leaves"] = 1
    elif kind == decks.MAKE_PASSAGE:
        ask_seat(s, state.PASSAGE, seat)
    elif kind == decks.FLEE_SET:
        s["far"] = amount
    elif kind == decks.FLEE_ADD:
        s["far"] = int(s["far"]) + amount


@kernel
def do_played(s: Record, kind: int, amount: int, seat: int) -> None:
    """Effects of cards played in the own turn."""
    if kind == decks.PUT_MUSHROOM:
        aim(s, AT_MUSHROOM, seat)
    elif kind == decks.EXTRA_STEP:
        s["moves"] = int(s["moves"]) + amount
    elif kind == decks.PUSH:
        aim(s, AT_PUSH, seat)
    elif kind == decks.TELEPORT_RIVAL:
        aim(s, AT_RIVAL, seat)
    elif kind == decks.GO_HOME:
        note(Step.TELEPORTED, seat, int(s["at"][seat]), state.HOME)
        place_dwarf(s, seat, state.HOME, False)
        end_turn_of(s, seat)
    elif kind == decks.PEEK_BOOM:
        if refill_booms(s):
            ask_chance(s, state.PEEK_DRAW)
    elif kind == decks.SKILL_USE:
        s["uses"][seat] = int(s["uses"][seat]) + 1
        note(Step.SKILL_USED, seat, int(s["skill"][seat]), int(s["uses"][seat]))
        s["program"] = 0  # the other choice is for skipped turns
        s["place"] = 0
    elif kind == decks.STEAL_EXPLOSIVE:
        aim(s, AT_POWDER, seat)
    elif kind == decks.STEAL_FIND:
        aim(s, AT_POCKET, seat)
    elif kind == decks.CART_RIDE:
        s["rides"] = amount
        ask_seat(s, state.CART, seat)
    elif kind == decks.TELEPORT_SELF:
        aim(s, AT_SELF, seat)
    elif kind in (decks.PICK_TILE, decks.BLIND_DIG):
        s["blind"] = 1 if kind == decks.BLIND_DIG else 0
        s["picks"] = amount if kind == decks.PICK_TILE else 1
        s["side"] = state.NOWHERE
        ask_chance(s, state.DRAW)


# Cave-ins, passages, the lantern


@kernel
def list_cave_in(s: Record, out: NDArray[np.int32]) -> int:
    """Pass, or clear the own cell at once."""
    out[0] = state.PASS
    return list_clear_here(s, int(s["ask"]), out, 1)


@kernel
def list_clear_here(s: Record, seat: int, out: NDArray[np.int32], n: int) -> int:
    """The tools that clear the own cell."""
    tools = clearers(s, seat)
    k = 0
    while tools >> k != 0:
        if tools >> k & 1 == 1:
            out[n] = state.CLEAR_HERE + k
            n += 1
        k += 1
    return n


@kernel
def answer_cave_in(s: Record, move: int) -> None:
    """Nothing is placed, or the dwarf is buried: BC-RUB-6, BC-RUB-7."""
    seat = int(s["ask"])
    s["black_crystal"] = state.GO_PROGRAM
    if move != state.PASS:
        pay(s, seat, move - state.CLEAR_HERE, decks.CLEARERS)
        return
    put_rubble(s, int(s["at"][seat]))
    end_turn_of(s, seat)


@kernel
def list_passage(s: Record, out: NDArray[np.int32]) -> int:
    """Walls of the own cell towards open cells."""
    cell = int(s["at"][int(s["ask"])])
    out[0] = state.PASS
    n = 1
    for side in range(4):
        there = int(NEXT[cell, side])
        linked = int(s["link"][cell]) >> side & 1 == 1
        if there != state.NOWHERE and int(s["tile"][there]) > 0 and not linked:
            out[n] = state.OPEN + side
            n += 1
    return n


@kernel
def peek(s: Record, card: int) -> None:
    """Look at the top Boom card: BC-CH-10."""
    seat = int(s["active"])
    note(Step.PEEKED, seat, -1)
    tell(1 << seat, Step.PEEKED, seat, card)
    s["boom_top"] = card
    s["boom_seen"] = int(s["boom_seen"]) | 1 << seat
    ask_seat(s, state.PEEK, seat)


@kernel
def answer_peek(s: Record, move: int) -> None:
    """The card stays on top, or goes to the discard."""
    if move == state.BURY:
        card = int(s["boom_top"])
        take_boom(s, card)
        discard_boom(s, card)
        note(Step.BOOM_BURIED, int(s["ask"]), card)
    s["black_crystal"] = state.GO_PROGRAM


@kernel
def acts_at_once(card: int) -> bool:
    """Whether a Find card acts when it is drawn."""
    return int(decks.IN_HAND[card]) == 0


@kernel
def program_of(card: int) -> int:
    """The program of a Find card."""
    return int(decks.FIND_PROGRAM[card])
