"""Turns from start to end, begging for help, meeting attacks (section 14.2). Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .. import decks, state
from ..steps import Step
from .acts import is_trapped
from .blasting import BLAST_COUNT, attack_freed, storm, storm_tools
from .effects import list_clear_here
from .flight import start_flight
from .hands import add_skips, gain_explosives, give_explosive, has_card, use_card
from .landing import (
    ask_chance,
    ask_seat,
    end_game,
    finish,
    has_won,
    place_dwarf,
    push_landing,
    receive_mined,
)
from .mine import ON_AUTOPILOT, beside, clear_rubble, has_rubble, joined
from .standstill import nobody_can_act
from .tools import pay


@kernel
def new_turn(s: Record) -> None:
    """A turn begins."""
    clear_turn(s)
    note(Step.TURN_BEGUN, int(s["active"]), int(s["turns"]))


@kernel
def clear_turn(s: Record) -> None:
    """A fresh turn record: BC-SM-2."""
    s["moves"] = 1  # BC-MOVE-1
    s["acted"] = 0
    s["hops"] = int(s["hop_limit"])
    s["shifted"] = 0
    s["arrived"] = 0
    s["met"] = 0
    s["opened"] = 0
    s["over"] = 0
    s["heap"] = state.NOWHERE
    s["after"] = state.GO_ACT


@kernel
def start_turn(s: Record) -> None:
    """Skip, dig out, or go on."""
    seat = int(s["active"])
    cell = int(s["at"][seat])
    if int(s["skip"][seat]) > 0:
        ask_seat(s, state.SKIP, seat)
    elif cell != state.HOME and has_rubble(s, cell):
        ask_seat(s, state.BURIED, seat)
    else:
        s["black_crystal"] = state.GO_MINING


@kernel
def list_skip(s: Record, out: NDArray[np.int32]) -> int:
    """Pass, or a card that spares the turn."""
    seat = int(s["active"])
    out[0] = state.PASS
    n = 1
    for k in range(len(decks.UNSKIPS)):
        if has_card(s, seat, int(decks.UNSKIPS[k])):
            out[n] = state.PLAY + int(decks.UNSKIPS[k])
            n += 1
    return n


@kernel
def answer_skip(s: Record, move: int) -> None:
    """One skipped turn less."""
    seat = int(s["active"])
    if move != state.PASS:
        use_card(s, seat, move - state.PLAY)
    add_skips(s, seat, -1)
    s["black_crystal"] = state.GO_END if move == state.PASS else state.GO_START


@kernel
def list_buried(s: Record, out: NDArray[np.int32]) -> int:
    """Dig out, or a tool."""
    out[0] = state.DIG_OUT
    return list_clear_here(s, int(s["active"]), out, 1)


@kernel
def answer_buried(s: Record, move: int) -> None:
    """The Rubble goes; a Boom token that lies there attacks: BC-RUB-7, BC-RUB-8, BC-RUB-9."""
    seat = int(s["active"])
    cell = int(s["at"][seat])
    s["after"] = state.GO_END if move == state.DIG_OUT else state.GO_MINING
    if move != state.DIG_OUT:
        pay(s, seat, move - state.CLEAR_HERE, decks.CLEARERS)
    clear_rubble(s, cell)
    attack_freed(s, cell)


@kernel
def go_on_turn(s: Record, work: Record) -> None:
    """Mining, the Autopilot, being trapped: START, points 3 to 6."""
    seat = int(s["active"])
    s["after"] = state.GO_ACT
    if int(s["mining"][seat]) == 1:
        s["mining"][seat] = 0
        receive_mined(s, seat)  # BC-CRY-2
        s["black_crystal"] = state.GO_END
        if has_won(s, seat):
            finish(s, seat)
    elif int(s["autopilot"][seat]) > 0:
        s["autopilot"][seat] = int(s["autopilot"][seat]) - 1
        s["after"] = state.GO_END
        start_flight(s, seat, state.POTION_RUN, ON_AUTOPILOT)  # BC-ALC-1
    elif is_trapped(s, seat, work):
        after = int(s["rescue_after"])
        if after > 0 and int(s["trapped"][seat]) >= after:
            s["trapped"][seat] = 0
            place_dwarf(s, seat, state.HOME, False)  # BC-TRAP-3
            s["black_crystal"] = state.GO_END
            return
        s["trapped"][seat] = int(s["trapped"][seat]) + 1
        note(Step.TRAPPED, seat, int(s["trapped"][seat]))
        s["black_crystal"] = state.GO_ACT
        if next_helper(s, seat) != state.NOWHERE:
            ask_seat(s, state.BEG, seat)
    else:
        s["trapped"][seat] = 0
        s["black_crystal"] = state.GO_ACT


@kernel
def next_helper(s: Record, last: int) -> int:
    """The next rival after `last` with an Explosive, NOWHERE behind the last one."""
    n = int(s["players"])
    active = int(s["active"])
    k = (last - active) % n + 1
    while k < n:
        seat = (active + k) % n
        if int(s["explosives"][seat]) > 0:
            return seat
        k += 1
    return state.NOWHERE


@kernel
def list_beg(s: Record, out: NDArray[np.int32]) -> int:
    """Pass, or offer some cards: BC-TRAP-5."""
    out[0] = state.PASS
    n = 1
    for fee in range(min(state.MOST_FEE, int(s["held"][int(s["active"])])) + 1):
        out[n] = state.BEG_FOR + fee
        n += 1
    return n


@kernel
def answer_beg(s: Record, move: int) -> None:
    """The rivals are asked, or nobody is."""
    s["black_crystal"] = state.GO_ACT
    if move != state.PASS:
        s["fee"] = move - state.BEG_FOR
        s["helper"] = int(s["active"])
        s["black_crystal"] = state.GO_HELP


@kernel
def ask_for_help(s: Record) -> None:
    """The next rival who can help."""
    s["helper"] = next_helper(s, int(s["helper"]))
    if int(s["helper"]) == state.NOWHERE:
        end_begging(s)
    else:
        ask_seat(s, state.HELP, int(s["helper"]))


@kernel
def end_begging(s: Record) -> None:
    """Nothing of it is left."""
    s["helper"] = 0
    s["fee"] = 0
    s["black_crystal"] = state.GO_ACT


@kernel
def answer_help(s: Record, move: int) -> None:
    """An Explosive for the cards that were offered."""
    if move == state.PASS:
        s["black_crystal"] = state.GO_HELP
        return
    helper, seat = int(s["helper"]), int(s["active"])
    fee = int(s["fee"])
    note(Step.HELPED, helper, seat, fee)
    give_explosive(s, helper, seat)
    end_begging(s)
    if fee > 0:
        s["thief"] = helper
        s["victim"] = seat
        s["steals"] = fee
        s["then"] = state.GO_ACT
        ask_chance(s, state.STEAL)


@kernel
def is_ready(s: Record, seat: int) -> bool:
    """Whether a rival could attack the active dwarf after its move: section 14.3."""
    active = int(s["active"])
    cell, there = int(s["at"][seat]), int(s["at"][active])
    if seat == active or int(s["skip"][seat]) > 0 or int(s["mining"][seat]) == 1:
        return False
    if int(s["autopilot"][seat]) > 0 or has_rubble(s, there):
        return False
    return cell == state.HOME or not has_rubble(s, cell)


@kernel
def side_to_active(s: Record, seat: int) -> int:
    """The side of a rival's cell where the active dwarf is next door; NOWHERE if it is not."""
    there = int(s["at"][int(s["active"])])
    for side in range(4):
        if beside(s, seat, int(s["at"][seat]), side) == there:
            return side
    return state.NOWHERE


@kernel
def may_react(s: Record, seat: int) -> bool:
    """Whether a rival is asked: there is no wall between, or one that it could break."""
    side = side_to_active(s, seat)
    if side == state.NOWHERE or not is_ready(s, seat):
        return False
    return joined(s, seat, int(s["at"][seat]), side) or storm_tools(s, seat, side) != 0


@kernel
def list_react(s: Record, out: NDArray[np.int32]) -> int:
    """Pass, attack, or break the wall with a tool and attack: BC-PVP-6."""
    seat = int(s["ask"])
    side = side_to_active(s, seat)
    out[0] = state.PASS
    if joined(s, seat, int(s["at"][seat]), side):
        out[1] = state.ATTACK_BACK
        return 2
    n = 1
    tools = storm_tools(s, seat, side)
    for tool in range(BLAST_COUNT):
        if tools >> tool & 1 == 1:
            out[n] = state.STORM_BACK + tool
            n += 1
    return n


@kernel
def react(s: Record) -> None:
    """The first rival who may attack is asked: BC-PVP-1."""
    active = int(s["active"])
    s["black_crystal"] = state.GO_END
    if int(s["meeting"]) != state.EITHER or int(s["shifted"]) == 0 or int(s["met"]) == 1:
        return
    if int(s["over"]) == 1 or int(s["at"][active]) == state.HOME:
        return
    n = int(s["players"])
    for k in range(int(s["helper"]) + 1, n):
        seat = (active + k) % n
        if may_react(s, seat):
            s["helper"] = k
            ask_seat(s, state.REACT, seat)
            return
    s["helper"] = 0


@kernel
def answer_react(s: Record, move: int) -> None:
    """One attack ends the window."""
    if move == state.PASS:
        react(s)
        return
    seat, active = int(s["ask"]), int(s["active"])
    if move >= state.STORM_BACK:
        storm(s, seat, side_to_active(s, seat), move - state.STORM_BACK)
    s["helper"] = 0
    s["met"] = 1
    s["after"] = state.GO_END
    cell = int(s["at"][active])
    note(Step.WALKED, seat, int(s["at"][seat]), cell)
    place_dwarf(s, seat, cell, True)
    push_landing(s, seat, state.OWN)
    s["black_crystal"] = state.GO_ON


@kernel
def end_turn(s: Record) -> None:
    """The hand limit, then the next seat: BC-FIND-11."""
    seat = int(s["active"])
    if int(s["held"][seat]) > state.HAND_LIMIT:
        s["count"] = int(s["held"][seat]) - state.HAND_LIMIT
        s["runner"] = seat
        s["then"] = state.GO_NEXT
        ask_seat(s, state.DROP, seat)
    else:
        s["black_crystal"] = state.GO_NEXT


@kernel
def next_turn(s: Record, work: Record) -> None:
    """Help against a standstill, the limit, and the next seat: BC-WIN-6, BC-SM-9."""
    n = int(s["players"])
    note(Step.TURN_ENDED, int(s["active"]))
    s["stall"] = 0 if int(s["opened"]) == 1 else int(s["stall"]) + 1
    left = 0
    for kind in range(decks.TYPES):
        left += int(s["bag"][kind])
    if int(s["anti_stall"]) > 0 and left > 0 and int(s["stall"]) >= int(s["anti_stall"]) * n:
        s["stall"] = 0
        for seat in range(n):
            gain_explosives(s, seat, 1)
    s["turns"] = int(s["turns"]) + 1
    if int(s["turns"]) >= int(s["turn_limit"]):
        finish(s, state.NOWHERE)
        return
    s["active"] = (int(s["active"]) + 1) % n
    clear_turn(s)
    if int(s["ruleset"]) >= 2 and nobody_can_act(s, work):
        end_game(s, state.NOWHERE, 1)  # BC-WIN-5
        return
    note(Step.TURN_BEGUN, int(s["active"]), int(s["turns"]))
    s["black_crystal"] = state.GO_START
