"""The own turn: what may be done in ACT, and doing it (section 14.3). Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

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
from .decks import (
    AS_MOVE,
    BLIND_DIG,
    CART_RIDE,
    EXTRA_STEP,
    FIND_PROGRAM,
    FIRST_OP,
    ODD_EVEN,
    PEEK_BOOM,
    PICK_TILE,
    PORTAL,
    PROGRAM_ARG,
    PROGRAM_OP,
    PUSH,
    PUT_MUSHROOM,
    RUBBLERS,
    SKILL_USE,
    STEAL_EXPLOSIVE,
    STEAL_FIND,
    TELEPORT_RIVAL,
    TELEPORT_SELF,
    TURN_CARDS,
    UNSKIP,
    WHEN,
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
from .state import (
    ATTACK,
    BLAST_WALL,
    CELLS,
    CLEAR_NEXT,
    DIG,
    DRAW,
    END,
    GO_END,
    GO_ON,
    GO_PROGRAM,
    GO_REACT,
    HOME,
    HOP,
    HOP_TO,
    MINE,
    NEVER,
    NOWHERE,
    OWN,
    PLAY,
    ROB,
    ROLL,
    RUBBLE_AT,
    SEATS,
    SKILL_USES,
    STORM,
    THIEF,
    UNMINED,
    WALK,
)
from .steps import HOPPED
from .targets import has_ordinary, is_free_cell, list_portals, may_push, rob
from .tools import pay
from .walking import spend_move, step_to


@kernel
def may_hop(s: Record, seat: int) -> bool:
    """Whether the dwarf may hop from here, if there is somewhere to hop to: BC-PORT-3."""
    cell = int(s["at"][seat])
    if cell == HOME or int(s["hops"]) == 0 or event_at(s, cell) != PORTAL or has_rubble(s, cell):
        return False
    return int(s["moves"]) > 0 or int(s["arrived"]) == 1


@kernel
def may_play(s: Record, seat: int, card: int, work: Record) -> bool:
    """Whether a card of the own turn has something to do: section 14.5."""
    if int(WHEN[card]) == AS_MOVE and int(s["moves"]) == 0:
        return False
    kind = int(FIRST_OP[card])
    players = int(s["players"])
    if kind == PUT_MUSHROOM:
        if int(s["mushrooms"]) == 0:
            return False
        ordinary = has_ordinary(s)
        for cell in range(CELLS):
            if may_put_mushroom(s, cell, ordinary):
                return True
        return False
    if kind == PUSH:
        for other in range(players):
            for side in range(4):
                if may_push(s, seat, other, side):
                    return True
        return False
    if kind == ODD_EVEN:
        hit = int(PROGRAM_ARG[int(FIND_PROGRAM[card]), 0])
        if int(PROGRAM_OP[hit, 0]) == TELEPORT_RIVAL:
            for cell in range(CELLS):
                if is_free_cell(s, cell):
                    return True
            return False
        return True
    if kind == PEEK_BOOM:
        total = int(s["boom_left"])
        for other in range(len(s["boom_discard"])):
            total += int(s["boom_discard"][other])
        return total > 0
    if kind == SKILL_USE:  # BC-SKILL-0c
        return SKILL_USES[int(s["skill"][seat])] > 0 and int(s["uses"][seat]) > 0
    if kind == UNSKIP:
        return False
    if kind in (STEAL_EXPLOSIVE, STEAL_FIND):
        for other in range(players):
            if other != seat:
                if kind == STEAL_EXPLOSIVE and int(s["explosives"][other]) > 0:
                    return True
                if kind == STEAL_FIND and int(s["held"][other]) > 0:
                    return True
        return False
    if kind == CART_RIDE:
        return walkable(s, seat, int(s["at"][seat])) != 0
    if kind == TELEPORT_SELF:
        return int(s["at"][seat]) != HOME or list_portals(s, seat, 0, work["move"][200:], 0) > 0
    if kind in (PICK_TILE, BLIND_DIG):
        return may_dig(s, seat)
    return kind == EXTRA_STEP or kind > 0


@kernel
def may_mine(s: Record, seat: int) -> bool:
    """Whether a Crystal can be mined here with the whole turn: BC-CRY-11, BC-CRY-12."""
    cell = int(s["at"][seat])
    if cell == HOME or int(s["crystal"][seat]) == 1 or not is_fresh(s):
        return False
    if int(s["mark"][cell]) & UNMINED != 0:
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
        out[n] = DIG  # BC-TILE-1
        n += 1
    if moves > 0 and may_mine(s, seat):
        out[n] = MINE
        n += 1
    if moves == 0 or int(s["acted"]) == 1 or not (dig or walk != 0):
        out[n] = END  # BC-MOVE-4
        n += 1
    if moves > 0:
        for side in range(4):
            if walk >> side & 1 == 1:
                out[n] = WALK + side  # BC-TILE-6
                n += 1
    elif may_meet(s):
        for side in range(4):
            if walk >> side & 1 == 1:
                there = beside(s, seat, cell, side)
                if there != HOME and dwarf_at(s, there, seat) != NOWHERE:
                    out[n] = ATTACK + side  # BC-PVP-1
                    n += 1
    if moves > 0 and int(s["skill"][seat]) == THIEF and is_fresh(s):
        for other in range(int(s["players"])):
            if other != seat and int(s["held"][other]) > 0:  # BC-THF-2
                out[n] = ROB + other
                n += 1
    if moves > 0:
        n = list_walls(s, seat, out, n)
    n = list_clears(s, seat, out, n)
    n = list_rubble(s, seat, out, n)
    for k in range(len(TURN_CARDS)):
        card = int(TURN_CARDS[k])
        if has_card(s, seat, card) and may_play(s, seat, card, work):
            out[n] = PLAY + card
            n += 1
    if may_hop(s, seat):
        n = list_portals(s, seat, HOP_TO, out, n)
    if moves == 0 and may_meet(s):
        n = list_storms(s, seat, out, n)
    return n


@kernel
def may_meet(s: Record) -> bool:
    """Whether the active dwarf, having moved, may still attack: BC-PVP-1."""
    return int(s["meeting"]) != NEVER and int(s["shifted"]) == 1 and int(s["met"]) == 0


@kernel
def is_trapped(s: Record, seat: int, work: Record) -> bool:
    """No dig, walk, blast, clear, hop or teleport: BC-TRAP-4."""
    cell = int(s["at"][seat])
    if walkable(s, seat, cell) != 0 or may_dig(s, seat):
        return False
    out = work["move"]
    if list_walls(s, seat, out, 0) > 0 or list_clears(s, seat, out, 0) > 0:
        return False
    if may_hop(s, seat) and list_portals(s, seat, HOP_TO, out, 0) > 0:
        return False
    for k in range(len(TURN_CARDS)):
        card = int(TURN_CARDS[k])
        if int(FIRST_OP[card]) == TELEPORT_SELF and has_card(s, seat, card):
            if may_play(s, seat, card, work):
                return False
    return True


@kernel
def act(s: Record, move: int) -> None:
    """Do what the active seat chose."""
    seat = int(s["active"])
    cell = int(s["at"][seat])
    if move == END:
        s["black_crystal"] = GO_REACT
    elif move == DIG:
        spend_move(s)
        s["picks"] = 1
        s["blind"] = 0
        s["side"] = NOWHERE
        ask_chance(s, DRAW)
    elif move == MINE:
        spend_move(s)
        receive_mined(s, seat)
        end_turn_of(s, seat)
        s["black_crystal"] = GO_END
        if has_won(s, seat):
            finish(s, seat)
    elif WALK <= move < WALK + 4:
        spend_move(s)
        step_to(s, seat, beside(s, seat, cell, move - WALK), OWN)
    elif ATTACK <= move < ATTACK + 4:
        s["met"] = 1
        step_to(s, seat, beside(s, seat, cell, move - ATTACK), OWN)
    elif STORM <= move < STORM + 4 * BLAST_COUNT:
        side = (move - STORM) // BLAST_COUNT
        s["met"] = 1
        storm(s, seat, side, (move - STORM) % BLAST_COUNT)  # BC-PVP-6
        step_to(s, seat, beside(s, seat, cell, side), OWN)
    elif ROB <= move < ROB + SEATS:
        spend_move(s)
        s["victim"] = move - ROB
        s["rolls"] = ROLL_THIEF
        ask_chance(s, ROLL)
    elif BLAST_WALL <= move < BLAST_WALL + 4 * BLAST_COUNT:
        blast(s, seat, (move - BLAST_WALL) // BLAST_COUNT, (move - BLAST_WALL) % BLAST_COUNT)
    elif CLEAR_NEXT <= move < CLEAR_NEXT + 4 * CLEAR_COUNT:
        free_neighbour(
            s, seat, (move - CLEAR_NEXT) // CLEAR_COUNT, (move - CLEAR_NEXT) % CLEAR_COUNT
        )
    elif RUBBLE_AT <= move < RUBBLE_AT + 4 * RUBBLE_COUNT:
        pay(s, seat, (move - RUBBLE_AT) % RUBBLE_COUNT, RUBBLERS)
        s["heap"] = beside(s, seat, cell, (move - RUBBLE_AT) // RUBBLE_COUNT)
        put_rubble(s, int(s["heap"]))
    elif move >= HOP_TO:
        s["hops"] = int(s["hops"]) - 1
        note(HOPPED, seat, cell, move - HOP_TO)
        place_dwarf(s, seat, move - HOP_TO, True)
        push_landing(s, seat, OWN | HOP)
        s["black_crystal"] = GO_ON
    else:
        card = move - PLAY
        if int(WHEN[card]) == AS_MOVE:
            spend_move(s)
        use_card(s, seat, card)
        run_program(s, int(FIND_PROGRAM[card]), seat, GO_ON)


@kernel
def roll_theft(s: Record, value: int) -> None:
    """A six hits: BC-THF-1, BC-THF-3, BC-THF-4."""
    thief, victim = int(s["active"]), int(s["victim"])
    s["victim"] = 0
    s["black_crystal"] = GO_PROGRAM
    s["program"] = 0
    s["place"] = 0
    s["then"] = GO_END
    if value == 6:
        rob(s, thief, victim)
    else:
        end_turn_of(s, thief)
