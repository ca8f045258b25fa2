"""The own turn: what may be done in ACT, and doing it (section 14.3). Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .decks import (
    AS_MOVE,
    BLIND_DIG,
    CART_RIDE,
    CRYSTAL_TILE,
    DIFFERENT,
    EXTRA_STEP,
    FIND_PROGRAM,
    FIRST_OP,
    ODD_EVEN,
    OPENINGS,
    PEEK_BOOM,
    PICK_TILE,
    PIT_TILE,
    PORTAL,
    PROGRAM_ARG,
    PROGRAM_OP,
    PUSH,
    PUT_MUSHROOM,
    SHAPES,
    SKILL_USE,
    STEAL_EXPLOSIVE,
    STEAL_FIND,
    TELEPORT_RIVAL,
    TELEPORT_SELF,
    TURN_CARDS,
    TYPES,
    UNSKIP,
    WHEN,
)
from .effects import has_ordinary, is_free_cell, list_portals, may_push, rob
from .fight import ROLL_THIEF
from .hands import (
    blasters,
    clearers,
    has_card,
    pay_blast,
    pay_clear,
    pay_rubble,
    rubblers,
    use_card,
)
from .landing import (
    ask_chance,
    ask_seat,
    draw_boom,
    end_turn_of,
    finish,
    has_won,
    place_dwarf,
    push_landing,
    receive_mined,
    run_program,
)
from .mine import (
    NEXT as NEXT_CELL,
)
from .mine import (
    beside,
    clear_rubble,
    diggable,
    dwarf_at,
    event_at,
    has_rubble,
    is_open,
    joined,
    lay_tile,
    may_put_mushroom,
    may_put_rubble,
    open_passage,
    put_rubble,
    walkable,
)
from .state import (
    ALONE,
    ATTACK,
    BLAST_TOOLS,
    BLAST_WALL,
    BLIND,
    BOOM_TOKEN,
    CART,
    CELLS,
    CLEAR_NEXT,
    CLEAR_TOOLS,
    DIG,
    DRAW,
    END,
    FIRST_DIG,
    GO_END,
    GO_HEAD,
    GO_ON,
    GO_PROGRAM,
    GO_REACT,
    HOME,
    HOP,
    HOP_TO,
    IRON_HEAD,
    KEEP,
    KEEP_TILE,
    LAY,
    LAY_TILE,
    MINE,
    NEVER,
    NOWHERE,
    OPENED,
    OWN,
    PLAY,
    ROB,
    ROLL,
    RUBBLE_AT,
    RUBBLE_TOOLS,
    SEATS,
    SKILL_USES,
    STOP,
    THIEF,
    UNMINED,
    WALK,
)
from .steps import HOPPED, TILE_DRAWN_STEP, TILE_LAID, WALKED

BLASTS, CLEARS, RUBBLES = len(BLAST_TOOLS), len(CLEAR_TOOLS), len(RUBBLE_TOOLS)
HEAD, BARE_HAND = BLASTS - 1, CLEARS - 1


@kernel
def is_first_dig(s: Record, seat: int) -> bool:
    """Whether a dig would be the first from the Entrance: BC-FIRST-7."""
    return int(s["at"][seat]) == HOME and int(s["first"][seat]) == 1


@kernel
def tiles_to_draw(s: Record, first: bool) -> int:
    """How many tiles can be drawn; Pits do not count on the first dig: BC-FIRST-3, BC-TILE-8."""
    total = 0
    for kind in range(TYPES):
        if not (first and kind // len(SHAPES) == PIT_TILE):
            total += int(s["bag"][kind])
    return total


@kernel
def may_dig(s: Record, seat: int) -> bool:
    """Whether a tile can be dug."""
    if diggable(s, seat, int(s["at"][seat])) == 0:
        return False
    return tiles_to_draw(s, is_first_dig(s, seat)) > 0


@kernel
def may_head(s: Record, seat: int) -> bool:
    """Whether Iron Head may butt: at most one side can be walked or dug through: BC-IRN-1."""
    if int(s["skill"][seat]) != IRON_HEAD:
        return False
    cell = int(s["at"][seat])
    sides = walkable(s, seat, cell) | diggable(s, seat, cell)
    return sides & (sides - 1) == 0


@kernel
def is_wall(s: Record, cell: int, side: int, tiles: bool) -> bool:
    """Whether a wall on that side can be broken: BC-EXP-5, BC-EXP-6, BC-EXP-7."""
    there = int(NEXT_CELL[cell, side])
    if there == NOWHERE or int(s["tile"][there]) < 0 or has_rubble(s, there):
        return False
    if int(s["link"][cell]) >> side & 1 == 1:
        return False
    if int(s["tile"][there]) > 0:
        return True
    return tiles and int(s["way"][cell]) >> side & 1 == 0


@kernel
def is_buried_way(s: Record, cell: int, side: int) -> bool:
    """Whether a connected neighbour has Rubble: BC-IRN-2."""
    return int(s["link"][cell]) >> side & 1 == 1 and has_rubble(s, int(NEXT_CELL[cell, side]))


@kernel
def may_hop(s: Record, seat: int) -> bool:
    """Whether the dwarf may hop from here, if there is somewhere to hop to: BC-PORT-3."""
    cell = int(s["at"][seat])
    if cell == HOME or int(s["hops"]) == 0 or event_at(s, cell) != PORTAL or has_rubble(s, cell):
        return False
    return int(s["moves"]) > 0 or int(s["arrived"]) == 1


@kernel
def list_walls(s: Record, seat: int, out: NDArray[np.int32], n: int) -> int:
    """`blast D X`."""
    cell = int(s["at"][seat])
    if cell == HOME:
        return n
    tools = blasters(s, seat)
    head = may_head(s, seat)
    if tools == 0 and not head:
        return n
    tiles = tiles_to_draw(s, False) > 0
    for side in range(4):
        wall = is_wall(s, cell, side, tiles)
        if wall:
            for tool in range(HEAD):
                if tools >> tool & 1 == 1:
                    out[n] = BLAST_WALL + BLASTS * side + tool
                    n += 1
        if head and (wall or is_buried_way(s, cell, side)):
            out[n] = BLAST_WALL + BLASTS * side + HEAD
            n += 1
    return n


@kernel
def list_clears(s: Record, seat: int, out: NDArray[np.int32], n: int) -> int:
    """`clear D X`: BC-RUB-10, BC-ENG-2."""
    cell = int(s["at"][seat])
    tools = -1
    for side in range(4):
        if not joined(s, seat, cell, side):
            continue
        there = beside(s, seat, cell, side)
        if there == HOME or not has_rubble(s, there):
            continue
        if tools < 0:
            tools = clearers(s, seat)
            if int(s["hand_clear"]) == 1 and int(s["moves"]) > 0:
                tools |= 1 << BARE_HAND
        for tool in range(CLEARS):
            if tools >> tool & 1 == 1:
                out[n] = CLEAR_NEXT + CLEARS * side + tool
                n += 1
    return n


@kernel
def list_rubble(s: Record, seat: int, out: NDArray[np.int32], n: int) -> int:
    """`rubble D X`: BC-RUB-2, BC-RUB-3, BC-RUB-4."""
    tools = rubblers(s, seat)
    if tools == 0:
        return n
    cell = int(s["at"][seat])
    for side in range(4):
        if not joined(s, seat, cell, side):
            continue
        there = beside(s, seat, cell, side)
        if there == HOME or not may_put_rubble(s, there):
            continue
        for tool in range(RUBBLES):
            if tools >> tool & 1 == 1:
                out[n] = RUBBLE_AT + RUBBLES * side + tool
                n += 1
    return n


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
    elif int(s["meeting"]) != NEVER and int(s["shifted"]) == 1 and int(s["met"]) == 0:
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
    return n


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
    elif ROB <= move < ROB + SEATS:
        spend_move(s)
        s["victim"] = move - ROB
        s["rolls"] = ROLL_THIEF
        ask_chance(s, ROLL)
    elif BLAST_WALL <= move < BLAST_WALL + 4 * BLASTS:
        blast(s, seat, (move - BLAST_WALL) // BLASTS, (move - BLAST_WALL) % BLASTS)
    elif CLEAR_NEXT <= move < CLEAR_NEXT + 4 * CLEARS:
        free(s, seat, (move - CLEAR_NEXT) // CLEARS, (move - CLEAR_NEXT) % CLEARS)
    elif RUBBLE_AT <= move < RUBBLE_AT + 4 * RUBBLES:
        pay_rubble(s, seat, (move - RUBBLE_AT) % RUBBLES)
        put_rubble(s, beside(s, seat, cell, (move - RUBBLE_AT) // RUBBLES))
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
def spend_move(s: Record) -> None:
    """A main action."""
    s["moves"] = int(s["moves"]) - 1
    s["acted"] = 1


@kernel
def step_to(s: Record, seat: int, cell: int, flags: int) -> None:
    """A step of a dwarf's own, and its landing."""
    note(WALKED, seat, int(s["at"][seat]), cell)
    place_dwarf(s, seat, cell, True)
    push_landing(s, seat, flags)
    s["black_crystal"] = GO_ON


@kernel
def blast(s: Record, seat: int, side: int, tool: int) -> None:
    """Break a wall and go through: BC-EXP-5, BC-ENG-3, BC-MIN-5, BC-IRN-2."""
    cell = int(s["at"][seat])
    there = int(NEXT_CELL[cell, side])
    spend_move(s)
    pay_blast(s, seat, tool)
    if is_buried_way(s, cell, side):
        clear_rubble(s, there)
        s["after"] = GO_HEAD
        s["after_side"] = side
        attack_freed(s, there)
        return
    open_passage(s, cell, side)
    if is_open(s, there):
        step_to(s, seat, there, OWN)
        return
    s["picks"] = 1
    s["blind"] = 0
    s["side"] = side
    ask_chance(s, DRAW)


@kernel
def attack_freed(s: Record, cell: int) -> None:
    """A dwarf freed from Rubble meets the Boom token that lies with it: BC-RUB-8."""
    other = dwarf_at(s, cell, NOWHERE)
    s["black_crystal"] = GO_ON
    if other != NOWHERE and int(s["mark"][cell]) & BOOM_TOKEN != 0:
        push_landing(s, other, ALONE)
        draw_boom(s)


@kernel
def go_through(s: Record) -> None:
    """After the Rubble, Iron Head goes on, unless he was driven away or the way is shut again."""
    seat, side = int(s["active"]), int(s["after_side"])
    s["after_side"] = 0
    cell = int(s["at"][seat])
    s["black_crystal"] = GO_ON
    if cell != HOME and int(s["link"][cell]) >> side & 1 == 1:
        there = int(NEXT_CELL[cell, side])
        if not has_rubble(s, there):
            step_to(s, seat, there, OWN)


@kernel
def free(s: Record, seat: int, side: int, tool: int) -> None:
    """Clear Rubble on a neighbouring cell."""
    if tool == BARE_HAND:
        spend_move(s)
    pay_clear(s, seat, tool)
    there = beside(s, seat, int(s["at"][seat]), side)
    clear_rubble(s, there)
    attack_freed(s, there)


# Tiles


@kernel
def draw_tile(s: Record, kind: int) -> None:
    """A tile is drawn; of several one is kept."""
    k = 0
    while int(s["drawn"][k]) != NOWHERE:
        k += 1
    s["drawn"][k] = kind
    s["bag"][kind] = int(s["bag"][kind]) - 1
    note(TILE_DRAWN_STEP, int(s["active"]), kind, 0)
    s["picks"] = int(s["picks"]) - 1
    seat = int(s["active"])
    if int(s["picks"]) > 0 and tiles_to_draw(s, is_first_dig(s, seat)) > 0:
        ask_chance(s, DRAW)
        return
    s["picks"] = 0
    ask_seat(s, KEEP if k > 0 else LAY, seat)


@kernel
def list_kept(s: Record, out: NDArray[np.int32]) -> int:
    """The tiles drawn, ascending, each type once."""
    n = 0
    for kind in range(TYPES):
        if kind in (int(s["drawn"][0]), int(s["drawn"][1]), int(s["drawn"][2])):
            out[n] = KEEP_TILE + kind
            n += 1
    return n


@kernel
def keep_tile(s: Record, kind: int) -> None:
    """One tile is kept, the others go back."""
    kept = False
    for k in range(3):
        other = int(s["drawn"][k])
        if other == kind and not kept:
            kept = True
        elif other != NOWHERE:
            s["bag"][other] = int(s["bag"][other]) + 1
        s["drawn"][k] = NOWHERE
    s["drawn"][0] = kind
    ask_seat(s, LAY, int(s["active"]))


@kernel
def list_lays(s: Record, out: NDArray[np.int32]) -> int:
    """`lay D rK`: BC-TILE-3, BC-TILE-4, BC-EXP-6, BC-FIRST-1."""
    seat = int(s["active"])
    shape = int(s["drawn"][0]) % len(SHAPES)
    blasted = int(s["side"]) != NOWHERE
    sides = 1 << int(s["side"]) if blasted else diggable(s, seat, int(s["at"][seat]))
    n = 0
    for side in range(4):
        if sides >> side & 1 == 0:
            continue
        back = (side + 2) & 3
        for turns in range(int(DIFFERENT[shape])):
            if blasted or int(OPENINGS[shape, turns]) >> back & 1 == 1:
                out[n] = LAY_TILE + 4 * side + turns
                n += 1
    return n


@kernel
def lay(s: Record, move: int) -> None:
    """Lay the tile and step onto it."""
    seat = int(s["active"])
    side, turns = (move - LAY_TILE) // 4, (move - LAY_TILE) % 4
    kind = int(s["drawn"][0])
    cell = beside(s, seat, int(s["at"][seat]), side)
    flags = OPENED | OWN
    if int(s["blind"]) == 1:
        flags |= BLIND
    if is_first_dig(s, seat):
        flags |= FIRST_DIG
    s["drawn"][0] = NOWHERE
    s["blind"] = 0
    s["side"] = 0
    lay_tile(s, cell, kind, int(OPENINGS[kind % len(SHAPES), turns]))
    note(TILE_LAID, cell, kind, turns)
    if kind // len(SHAPES) == CRYSTAL_TILE:
        s["mark"][cell] = int(s["mark"][cell]) | UNMINED  # BC-CRY-1
    s["opened"] = 1
    step_to(s, seat, cell, flags)


# The mine cart and the thief


@kernel
def list_rides(s: Record, out: NDArray[np.int32]) -> int:
    """`walk D`, and `stop` after the first step."""
    seat = int(s["active"])
    n = 0
    if int(s["side"]) == 1:
        out[n] = STOP
        n += 1
    sides = walkable(s, seat, int(s["at"][seat]))
    for side in range(4):
        if sides >> side & 1 == 1:
            out[n] = WALK + side
            n += 1
    return n


@kernel
def ride(s: Record, move: int) -> None:
    """A step in the cart; it ends at a Boom token, a dwarf, the Entrance, or when it is used up."""
    seat = int(s["active"])
    ends = move == STOP
    if not ends:
        start = int(s["at"][seat])
        cell = beside(s, seat, start, move - WALK)
        note(WALKED, seat, start, cell)
        place_dwarf(s, seat, cell, True)
        s["rides"] = int(s["rides"]) - 1
        s["side"] = 1
        ends = cell == HOME or int(s["rides"]) == 0
        if not ends:
            token = int(s["mark"][cell]) & BOOM_TOKEN != 0
            ends = token or dwarf_at(s, cell, seat) != NOWHERE
    if not ends:
        ask_seat(s, CART, seat)
        return
    s["rides"] = 0
    s["side"] = 0
    push_landing(s, seat, OWN)
    s["black_crystal"] = GO_PROGRAM


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
