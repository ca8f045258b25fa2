"""The own turn: what may be done in ACT, and doing it (section 14.3). Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .. import decks, state
from ..steps import Step
from .blasting import (
    BLAST_COUNT,
    CLEAR_COUNT,
    RUBBLE_COUNT,
    blast,
    free_neighbour,
    list_clears,
    list_rubble,
    list_storms,
    list_walls,
    storm,
)
from .digging import may_dig
from .fight import ROLL_THIEF
from .hands import has_card, use_card
from .landing import (
    ask_chance,
    end_turn_of,
    finish,
    has_won,
    place_dwarf,
    push_landing,
    receive_mined,
    run_program,
)
from .mine import beside, dwarf_at, event_at, has_rubble, may_put_mushroom, put_rubble, walkable
from .targets import has_ordinary, is_free_cell, list_portals, may_push, rob
from .tools import pay
from .walking import spend_move, step_to


@kernel
def may_hop(s: Record, seat: int) -> bool:
    """Whether the dwarf may hop from here, if there is somewhere to hop to: BC-PORT-3."""
    cell = int(s["at"][seat])
    if (
        cell == state.HOME
        or int(s["hops"]) == 0
        or event_at(s, cell) != decks.PORTAL
        or has_rubble(s, cell)
    ):
        return False
    return int(s["moves"]) > 0 or int(s["arrived"]) == 1


@kernel
def may_play(s: Record, seat: int, card: int, work: Record) -> bool:
    """Whether a card of the own turn has something to do: section 14.5."""
    if int(decks.WHEN[card]) == decks.AS_MOVE and int(s["moves"]) == 0:
        return False
    kind = int(decks.FIRST_OP[card])
    players = int(s["players"])
    if kind == decks.PUT_MUSHROOM:
        if int(s["mushrooms"]) == 0:
            return False
        ordinary = has_ordinary(s)
        for cell in range(state.CELLS):
            if may_put_mushroom(s, cell, ordinary):
                return True
        return False
    if kind == decks.PUSH:
        for other in range(players):
            for side in range(4):
                if may_push(s, seat, other, side):
                    return True
        return False
    if kind == decks.ODD_EVEN:
        hit = int(decks.PROGRAM_ARG[int(decks.FIND_PROGRAM[card]), 0])
        if int(decks.PROGRAM_OP[hit, 0]) == decks.TELEPORT_RIVAL:
            for cell in range(state.CELLS):
                if is_free_cell(s, cell):
                    return True
            return False
        return True
    if kind == decks.PEEK_BOOM:
        total = int(s["boom_left"])
        for other in range(len(s["boom_discard"])):
            total += int(s["boom_discard"][other])
        return total > 0
    if kind == decks.SKILL_USE:  # BC-SKILL-0c
        return state.SKILL_USES[int(s["skill"][seat])] > 0 and int(s["uses"][seat]) > 0
    if kind == decks.UNSKIP:
        return False
    if kind in (decks.STEAL_EXPLOSIVE, decks.STEAL_FIND):
        for other in range(players):
            if other != seat:
                if kind == decks.STEAL_EXPLOSIVE and int(s["explosives"][other]) > 0:
                    return True
                if kind == decks.STEAL_FIND and int(s["held"][other]) > 0:
                    return True
        return False
    if kind == decks.CART_RIDE:
        return walkable(s, seat, int(s["at"][seat])) != 0
    if kind == decks.TELEPORT_SELF:
        return (
            int(s["at"][seat]) != state.HOME or list_portals(s, seat, 0, work["move"][200:], 0) > 0
        )
    if kind in (decks.PICK_TILE, decks.BLIND_DIG):
        return may_dig(s, seat)
    return kind == decks.EXTRA_STEP or kind > 0


@kernel
def may_mine(s: Record, seat: int) -> bool:
    """Whether a Crystal can be mined here with the whole turn: BC-CRY-11, BC-CRY-12."""
    cell = int(s["at"][seat])
    if cell == state.HOME or int(s["crystal"][seat]) == 1 or not is_fresh(s):
        return False
    if int(s["mark"][cell]) & state.UNMINED != 0:
        return True
    return int(s["needs_mining"]) == 1 and int(s["loose"][cell]) > 0


@kernel
def is_fresh(s: Record) -> bool:
    """Whether nothing was done in this turn yet: for what takes the whole of it."""
    return int(s["acted"]) == 0 and int(s["hops"]) == int(s["hop_limit"])


@kernel
def list_act(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """All that the active dwarf may do."""
    seat = int(s["active"])
    cell = int(s["at"][seat])
    moves = int(s["moves"])
    dig, walk = may_dig(s, seat), walkable(s, seat, cell)
    n = 0
    if moves > 0 and dig:
        out[n] = state.DIG  # BC-TILE-1
        n += 1
    if moves > 0 and may_mine(s, seat):
        out[n] = state.MINE
        n += 1
    if moves == 0 or int(s["acted"]) == 1 or not (dig or walk != 0):
        out[n] = state.END  # BC-MOVE-4
        n += 1
    if moves > 0:
        for side in range(4):
            if walk >> side & 1 == 1:
                out[n] = state.WALK + side  # BC-TILE-6
                n += 1
    elif may_meet(s):
        for side in range(4):
            if walk >> side & 1 == 1:
                there = beside(s, seat, cell, side)
                if there != state.HOME and dwarf_at(s, there, seat) != state.NOWHERE:
                    out[n] = state.ATTACK + side  # BC-PVP-1
                    n += 1
    if moves > 0 and int(s["skill"][seat]) == state.THIEF and is_fresh(s):
        for other in range(int(s["players"])):
            if other != seat and int(s["held"][other]) > 0:  # BC-THF-2
                out[n] = state.ROB + other
                n += 1
    if moves > 0:
        n = list_walls(s, seat, out, n)
    n = list_clears(s, seat, out, n)
    n = list_rubble(s, seat, out, n)
    for k in range(len(decks.TURN_CARDS)):
        card = int(decks.TURN_CARDS[k])
        if has_card(s, seat, card) and may_play(s, seat, card, work):
            out[n] = state.PLAY + card
            n += 1
    if may_hop(s, seat):
        n = list_portals(s, seat, state.HOP_TO, out, n)
    if moves == 0 and may_meet(s):
        n = list_storms(s, seat, out, n)
    return n


@kernel
def may_meet(s: Record) -> bool:
    """Whether the active dwarf, having moved, may still attack: BC-PVP-1."""
    return int(s["meeting"]) != state.NEVER and int(s["shifted"]) == 1 and int(s["met"]) == 0


@kernel
def is_trapped(s: Record, seat: int, work: Record) -> bool:
    """No dig, walk, blast, clear, hop or teleport: BC-TRAP-4."""
    cell = int(s["at"][seat])
    if walkable(s, seat, cell) != 0 or may_dig(s, seat):
        return False
    out = work["move"]
    if list_walls(s, seat, out, 0) > 0 or list_clears(s, seat, out, 0) > 0:
        return False
    if may_hop(s, seat) and list_portals(s, seat, state.HOP_TO, out, 0) > 0:
        return False
    for k in range(len(decks.TURN_CARDS)):
        card = int(decks.TURN_CARDS[k])
        if int(decks.FIRST_OP[card]) == decks.TELEPORT_SELF and has_card(s, seat, card):
            if may_play(s, seat, card, work):
                return False
    return True


@kernel
def act(s: Record, move: int) -> None:
    """Do what the active seat chose."""
    seat = int(s["active"])
    cell = int(s["at"][seat])
    if move == state.END:
        s["black_crystal"] = state.GO_REACT
    elif move == state.DIG:
        spend_move(s)
        s["picks"] = 1
        s["blind"] = 0
        s["side"] = state.NOWHERE
        ask_chance(s, state.DRAW)
    elif move == state.MINE:
        spend_move(s)
        receive_mined(s, seat)
        end_turn_of(s, seat)
        s["black_crystal"] = state.GO_END
        if has_won(s, seat):
            finish(s, seat)
    elif state.WALK <= move < state.WALK + 4:
        spend_move(s)
        step_to(s, seat, beside(s, seat, cell, move - state.WALK), state.OWN)
    elif state.ATTACK <= move < state.ATTACK + 4:
        s["met"] = 1
        step_to(s, seat, beside(s, seat, cell, move - state.ATTACK), state.OWN)
    elif state.STORM <= move < state.STORM + 4 * BLAST_COUNT:
        side = (move - state.STORM) // BLAST_COUNT
        s["met"] = 1
        storm(s, seat, side, (move - state.STORM) % BLAST_COUNT)  # BC-PVP-6
        step_to(s, seat, beside(s, seat, cell, side), state.OWN)
    elif state.ROB <= move < state.ROB + state.SEATS:
        spend_move(s)
        s["victim"] = move - state.ROB
        s["rolls"] = ROLL_THIEF
        ask_chance(s, state.ROLL)
    elif state.BLAST_WALL <= move < state.BLAST_WALL + 4 * BLAST_COUNT:
        blast(
            s,
            seat,
            (move - state.BLAST_WALL) // BLAST_COUNT,
            (move - state.BLAST_WALL) % BLAST_COUNT,
        )
    elif state.CLEAR_NEXT <= move < state.CLEAR_NEXT + 4 * CLEAR_COUNT:
        free_neighbour(
            s,
            seat,
            (move - state.CLEAR_NEXT) // CLEAR_COUNT,
            (move - state.CLEAR_NEXT) % CLEAR_COUNT,
        )
    elif state.RUBBLE_AT <= move < state.RUBBLE_AT + 4 * RUBBLE_COUNT:
        pay(s, seat, (move - state.RUBBLE_AT) % RUBBLE_COUNT, decks.RUBBLERS)
        s["heap"] = beside(s, seat, cell, (move - state.RUBBLE_AT) // RUBBLE_COUNT)
        put_rubble(s, int(s["heap"]))
    elif move >= state.HOP_TO:
        s["hops"] = int(s["hops"]) - 1
        note(Step.HOPPED, seat, cell, move - state.HOP_TO)
        place_dwarf(s, seat, move - state.HOP_TO, True)
        push_landing(s, seat, state.OWN | state.HOP)
        s["black_crystal"] = state.GO_ON
    else:
        card = move - state.PLAY
        if int(decks.WHEN[card]) == decks.AS_MOVE:
            spend_move(s)
        use_card(s, seat, card)
        run_program(s, int(decks.FIND_PROGRAM[card]), seat, state.GO_ON)


@kernel
def roll_theft(s: Record, value: int) -> None:
    """A six hits: BC-THF-1, BC-THF-3, BC-THF-4."""
    thief, victim = int(s["active"]), int(s["victim"])
    s["victim"] = 0
    s["black_crystal"] = state.GO_PROGRAM
    s["program"] = 0
    s["place"] = 0
    s["then"] = state.GO_END
    if value == 6:
        rob(s, thief, victim)
    else:
        end_turn_of(s, thief)
