"""The rules of Orion Duel, compiled. Comments name the rule that a line enforces.

Where a tile can be laid is found for all anchors at once: a set of cells is two words, and a tile
fits where shifted sets meet.
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.bits import count_bits, nth_bit
from orrery.core.contract import CHANCE, OVER, Record, note, register, sample_listed
from orrery.core.dice import draw
from orrery.core.jit import kernel

from .hints import estimate, narrow
from .observation import observe
from .room import token_cells
from .sky import around, chain, count, first_of, look, single, step
from .state import (
    BIT_OF_CELL,
    BLOCKED,
    BOARD_HIGH,
    BOARD_LOW,
    CELL_COUNT,
    CELL_OF_BIT,
    CONDITIONS,
    DONE,
    DRAW,
    FIRST_CODE,
    FREE,
    GALAXIES,
    GALAXY,
    HALF,
    HOLE,
    JOINED,
    KIND_COUNT,
    LONGEST_SERIES,
    LOT,
    PAIRS,
    PRESETS,
    RANDOM,
    SLOT_COUNT,
    SLOTS,
    START,
    START_CODE,
    STATE,
    STOCK,
    TILES,
    TOKEN_CODE,
    TOKENS,
    TRAPPED,
    TURN,
    VALUE,
    ZONES,
)
from .steps import Step


@kernel
def begin(s: Record, options: NDArray[np.int32], work: Record) -> None:
    """An empty sky, before the lot."""
    s["setup"] = options[1]  # OD-OPT-1
    s["flips"] = 1 - options[2]  # OD-OPT-2
    s["kinds"] = options[3]  # OD-OPT-3
    s["first_option"] = options[4]  # OD-OPT-4
    s["series"] = options[6] if options[5] == 1 else 0  # OD-OPT-5
    s["winner"] = -1
    s["game"] = 1
    s["first"] = -1
    clear_sky(s)
    if options[4] > 0:  # OD-GEN-3, OD-START-4, OD-START-5
        open_game(s, options[4] - 1)


@kernel
def clear_sky(s: Record) -> None:
    """Take everything off the board and give back all tiles."""
    s["tokens"] = s["tiles"] = 0
    for side in range(2):
        s["links"][side] = s["stars"][side] = s["pulls"][side] = 0  # OD-COUNT-1
        s["galaxies"][side] = s["holes"][side] = 0
        for word in range(2):
            s["hexes"][side, word] = s["near"][side, word] = 0
        for kind in range(KIND_COUNT):
            s["stock"][side, kind] = STOCK[kind]  # OD-TILE-1, OD-TILE-2, OD-TILE-15


@kernel
def open_game(s: Record, first: int) -> None:
    """Begin a game whose starter, or galaxy placer, is known."""
    s["first"] = first
    s["seat"] = first
    setup = int(s["setup"])
    if setup == RANDOM:
        s["orion_duel"] = DRAW
    elif setup == FREE:
        s["orion_duel"] = GALAXY
    else:
        for word in range(2):
            s["galaxies"][word] = PRESETS[setup, 0, word]  # OD-SETUP-14, OD-SETUP-15, OD-SETUP-16
            s["holes"][word] = PRESETS[setup, 1, word]
        s["tokens"] = TOKENS
        s["orion_duel"] = TURN


@kernel
def turn(s: Record) -> int:
    """Nature draws lots and random set-ups; players do the rest."""
    phase = int(s["orion_duel"])
    if phase == DONE:
        return OVER  # OD-END-10
    if phase == LOT or phase == DRAW:
        return CHANCE  # OD-GEN-3, OD-SETUP-17
    return int(s["seat"])


# Where tiles fit


@kernel
def find_directions(s: Record, seat: int, work: Record) -> tuple[int, int]:
    """Enter where two own hexes and where another hex fit, by direction; return where one fits."""
    other = 1 - seat
    el = BOARD_LOW & ~(int(s["hexes"][0, 0]) | int(s["hexes"][1, 0]))  # OD-PLACE-2, OD-PLACE-3
    eh = BOARD_HIGH & ~(int(s["hexes"][0, 1]) | int(s["hexes"][1, 1]))  # OD-PLACE-2, OD-PLACE-3
    tl = (int(s["galaxies"][0]) | int(s["holes"][0])) & el  # OD-PLACE-4, OD-TOKEN-3
    th = (int(s["galaxies"][1]) | int(s["holes"][1])) & eh  # OD-PLACE-4, OD-TOKEN-3
    nl, nh = int(s["near"][seat, 0]), int(s["near"][seat, 1])
    fl = el & (~tl | int(s["near"][other, 0]))  # OD-TOKEN-1, OD-TOKEN-2
    fh = eh & (~th | int(s["near"][other, 1]))  # OD-TOKEN-1, OD-TOKEN-2
    for direction in range(6):
        dl, dh = look(el, eh, direction)
        ul, uh = look(tl, th, direction)
        bl, bh = look(nl, nh, direction)
        # Two own hexes: neither covers a token, or one of them touches the own colour.
        work["pair"][direction, 0] = el & dl & (~(tl | ul) | nl | bl)  # OD-TOKEN-6
        work["pair"][direction, 1] = eh & dh & (~(th | uh) | nh | bh)  # OD-TOKEN-6
        work["far"][direction, 0], work["far"][direction, 1] = look(fl, fh, direction)
    return el & (~tl | nl), eh & (~th | nh)


@kernel
def slot_cells(
    s: Record, seat: int, slot: int, one_low: int, one_high: int, work: Record
) -> tuple[int, int]:
    """Where the anchor of a tile fits that is turned so, if there is one left."""
    kind, own, opp = int(SLOTS[slot, 0]), int(SLOTS[slot, 1]), int(SLOTS[slot, 2])
    if int(s["stock"][seat, kind]) == 0:  # OD-TURN-3
        return 0, 0
    if int(SLOTS[slot, 3]) == 1 and int(s["flips"]) == 0:  # OD-TILE-12
        return 0, 0
    low, high = one_low, one_high
    if own >= 0:
        low, high = int(work["pair"][own, 0]), int(work["pair"][own, 1])
    if opp >= 0:
        low &= int(work["far"][opp, 0])  # OD-TOKEN-7
        high &= int(work["far"][opp, 1])  # OD-TOKEN-7
    return low, high


@kernel
def find_slots(s: Record, seat: int, work: Record) -> None:
    """Enter, for every way to turn every tile that is left, where its anchor fits."""
    one_low, one_high = find_directions(s, seat, work)
    for slot in range(SLOT_COUNT):
        low, high = slot_cells(s, seat, slot, one_low, one_high, work)
        work["slots"][slot, 0] = low
        work["slots"][slot, 1] = high


@kernel
def can_place(s: Record, seat: int, work: Record) -> bool:
    """Whether a player has any tile that fits anywhere."""
    one_low, one_high = find_directions(s, seat, work)
    for slot in range(SLOT_COUNT):
        low, high = slot_cells(s, seat, slot, one_low, one_high, work)
        if low | high != 0:
            return True
    return False


# Which moves there are


@kernel
def list_cells(out: NDArray[np.int32], n: int, first: int, low: int, high: int) -> int:
    """Write a code for each cell of a set, after those written; return how many there are now."""
    while low != 0:
        bit = first_of(low, 0)
        out[n] = first + CELL_OF_BIT[bit]
        n += 1
        low &= low - 1
    while high != 0:
        bit = first_of(0, high)
        out[n] = first + CELL_OF_BIT[bit]
        n += 1
        high &= high - 1
    return n


@kernel
def moves(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """The legal moves of every phase."""
    phase = int(s["orion_duel"])
    if phase == TURN:
        find_slots(s, int(s["seat"]), work)
        n = 0
        for slot in range(SLOT_COUNT):
            low, high = int(work["slots"][slot, 0]), int(work["slots"][slot, 1])
            n = list_cells(out, n, slot * CELL_COUNT, low, high)  # OD-PLACE-5, OD-PLACE-6
        return n
    if phase == DRAW or phase == GALAXY or phase == HOLE:
        low, high = token_cells(s, work)
        return list_cells(out, 0, TOKEN_CODE, low, high)
    if phase == DONE:
        return 0
    out[0] = START_CODE if phase == START else FIRST_CODE
    out[1] = out[0] + 1  # OD-START-3
    return 2


@kernel
def weights(s: Record, out: NDArray[np.int64], work: Record) -> int:
    """Both sides, or all cells where the token may lie, are as likely."""
    if int(s["orion_duel"]) == LOT:
        out[0] = out[1] = 1  # OD-START-4
        return 2
    low, high = token_cells(s, work)
    total = count(low, high)
    for k in range(total):
        out[k] = 1  # OD-SETUP-17
    return total


@kernel
def sample(
    s: Record,
    rng: NDArray[np.uint64],
    out: NDArray[np.int32],
    odds: NDArray[np.int64],
    work: Record,
) -> int:
    """A random move; on a turn it is drawn from the sets of anchors without listing them."""
    if int(s["orion_duel"]) != TURN:
        return sample_listed(s, rng, out, odds, work)
    find_slots(s, int(s["seat"]), work)
    total = 0
    for slot in range(SLOT_COUNT):
        total += count(int(work["slots"][slot, 0]), int(work["slots"][slot, 1]))
    k = draw(rng, total)
    slot = 0
    here = count(int(work["slots"][0, 0]), int(work["slots"][0, 1]))
    while k >= here:
        k -= here
        slot += 1
        here = count(int(work["slots"][slot, 0]), int(work["slots"][slot, 1]))
    few = count_bits(int(work["slots"][slot, 0]))
    if k < few:
        bit = nth_bit(int(work["slots"][slot, 0]), k)
    else:
        bit = HALF + nth_bit(int(work["slots"][slot, 1]), k - few)
    return slot * CELL_COUNT + int(CELL_OF_BIT[bit])


# Playing


@kernel
def play(s: Record, move: int, work: Record) -> None:
    """Apply a legal move."""
    if move < TOKEN_CODE:
        lay_tile(s, move // CELL_COUNT, move % CELL_COUNT, work)
    elif move < START_CODE:
        put_token(s, move - TOKEN_CODE)
    elif move < FIRST_CODE:
        choose_start(s, move - START_CODE)
    else:
        note(Step.FIRST_DRAWN, move - FIRST_CODE)
        open_game(s, move - FIRST_CODE)


@kernel
def put_token(s: Record, cell: int) -> None:
    """A galaxy, or after the eighth a black hole, on a cell."""
    low, high = single(int(BIT_OF_CELL[cell]))
    laid = int(s["tokens"]) + 1
    s["tokens"] = laid
    if laid <= GALAXIES:  # OD-SETUP-7, OD-SETUP-8
        s["galaxies"][0] = int(s["galaxies"][0]) | low
        s["galaxies"][1] = int(s["galaxies"][1]) | high
        note(Step.GALAXY_PUT, cell, laid)
    else:
        s["holes"][0] = int(s["holes"][0]) | low
        s["holes"][1] = int(s["holes"][1]) | high
        note(Step.HOLE_PUT, cell, laid - GALAXIES)
    if int(s["orion_duel"]) == DRAW:
        if laid == TOKENS:
            s["orion_duel"] = TURN
    elif laid == GALAXIES:
        s["orion_duel"] = HOLE
        s["seat"] = 1 - int(s["first"])  # OD-SETUP-6, OD-SETUP-20
    elif laid == TOKENS:
        s["orion_duel"] = START
        s["seat"] = s["first"]  # OD-START-1, OD-START-2


@kernel
def choose_start(s: Record, answer: int) -> None:
    """The galaxy placer starts, or lets the other start."""
    s["seat"] = int(s["first"]) ^ answer
    note(Step.START_CHOSEN, int(s["seat"]))
    s["orion_duel"] = TURN


@kernel
def lay_tile(s: Record, slot: int, cell: int, work: Record) -> None:
    """Lay a tile, see what it joins, and who has more conditions now."""
    seat = int(s["seat"])
    kind, own, opp = int(SLOTS[slot, 0]), int(SLOTS[slot, 1]), int(SLOTS[slot, 2])
    low, high = single(int(BIT_OF_CELL[cell]))
    own_low, own_high = low, high
    if own >= 0:
        a, b = step(low, high, own)
        own_low, own_high = low | a, high | b
    s["stock"][seat, kind] = int(s["stock"][seat, kind]) - 1  # OD-PLACE-9, OD-TILE-13
    s["tiles"] = int(s["tiles"]) + 1
    tell_hexes(own_low, own_high, seat, int(s["tiles"]))
    colour(s, seat, own_low, own_high)
    if opp >= 0:
        a, b = step(low, high, opp)
        tell_hexes(a, b, 1 - seat, int(s["tiles"]))
        colour(s, 1 - seat, a, b)
    finish_turn(s, work)


@kernel
def tell_hexes(low: int, high: int, side: int, tile: int) -> None:
    """Tell where hexes of a colour are laid."""
    while low != 0:
        note(Step.HEX_LAID, int(CELL_OF_BIT[first_of(low, 0)]), side, tile)
        low &= low - 1
    while high != 0:
        note(Step.HEX_LAID, int(CELL_OF_BIT[first_of(0, high)]), side, tile)
        high &= high - 1


@kernel
def colour(s: Record, side: int, low: int, high: int) -> None:
    """Cover cells with a colour, and look at the chain they belong to now."""
    own_low = int(s["hexes"][side, 0]) | low  # OD-PLACE-8
    own_high = int(s["hexes"][side, 1]) | high  # OD-PLACE-8
    s["hexes"][side, 0] = own_low
    s["hexes"][side, 1] = own_high
    a, b = around(low, high)
    s["near"][side, 0] = int(s["near"][side, 0]) | a
    s["near"][side, 1] = int(s["near"][side, 1]) | b
    a, b = chain(low, high, own_low, own_high)
    for pair in range(PAIRS):
        if touches(a, b, ZONES[pair, 0]) and touches(a, b, ZONES[pair, 1]):  # OD-WIN-2, OD-WIN-4
            if int(s["links"][side]) >> pair & 1 == 0:
                note(Step.PAIR_LINKED, side, pair)
            s["links"][side] = int(s["links"][side]) | 1 << pair  # OD-COUNT-3, OD-WIN-12
    stars = count(a & int(s["galaxies"][0]), b & int(s["galaxies"][1]))
    if stars >= JOINED:  # OD-WIN-5, OD-WIN-6
        s["stars"][side] = chain_points(own_low, own_high, s["galaxies"], JOINED)
        note(Step.GALAXIES_JOINED, side, stars)
    pulls = count(a & int(s["holes"][0]), b & int(s["holes"][1]))
    if pulls >= TRAPPED:  # OD-WIN-7, OD-WIN-8
        s["pulls"][side] = chain_points(own_low, own_high, s["holes"], TRAPPED)
        note(Step.HOLES_TRAPPED, side, pulls)


@kernel
def touches(low: int, high: int, words: NDArray[np.int64]) -> bool:
    """Whether two sets share a cell."""
    return low & int(words[0]) | high & int(words[1]) != 0


@kernel
def chain_points(low: int, high: int, tokens: NDArray[np.int64], share: int) -> int:
    """A point for every `share` tokens that one chain of a colour carries."""
    rest_low, rest_high = low & int(tokens[0]), high & int(tokens[1])  # OD-TOKEN-13, OD-TOKEN-14
    points = 0
    while rest_low | rest_high != 0:
        a, b = single(first_of(rest_low, rest_high))
        a, b = chain(a, b, low, high)
        points += count(a & int(tokens[0]), b & int(tokens[1])) // share  # OD-COUNT-4, OD-COUNT-5
        rest_low &= ~a
        rest_high &= ~b
    return points


@kernel
def conditions(s: Record, side: int) -> int:
    """How many conditions a player fulfils."""
    links = count_bits(int(s["links"][side]))
    stars, pulls = int(s["stars"][side]), int(s["pulls"][1 - side])  # OD-WIN-9, OD-WIN-13
    if int(s["kinds"]) == 1:
        return (links > 0) + (stars > 0) + (pulls > 0)  # OD-COUNT-6
    return links + stars + pulls  # OD-COUNT-2


@kernel
def value(s: Record, side: int) -> int:
    """Galaxies less black holes that lie on a colour."""
    low, high = int(s["hexes"][side, 0]), int(s["hexes"][side, 1])
    stars = count(low & int(s["galaxies"][0]), high & int(s["galaxies"][1]))
    return stars - count(low & int(s["holes"][0]), high & int(s["holes"][1]))  # OD-END-4


@kernel
def finish_turn(s: Record, work: Record) -> None:
    """End the game, or let the other play."""
    orange, blue = conditions(s, 0), conditions(s, 1)  # OD-WIN-10, OD-WIN-11
    other = 1 - int(s["seat"])
    if orange != blue:  # OD-END-1
        finish(s, 0 if orange > blue else 1, CONDITIONS)
    elif int(s["tiles"]) == 2 * TILES:  # OD-END-3
        if value(s, 0) == value(s, 1):  # OD-END-6
            finish(s, -1, VALUE)
        else:
            finish(s, 0 if value(s, 0) > value(s, 1) else 1, VALUE)  # OD-END-5
    elif not can_place(s, other, work):  # OD-END-7, OD-END-8, OD-END-9
        finish(s, int(s["seat"]), BLOCKED)
    else:
        s["seat"] = other  # OD-TURN-1, OD-END-2


@kernel
def finish(s: Record, winner: int, reason: int) -> None:
    """A game is over; a series goes on until it is decided."""
    s["winner"] = winner
    s["reason"] = reason  # OD-END-11
    for side in range(2):
        s["last_counts"][side] = conditions(s, side)
        s["last_values"][side] = value(s, side)
    note(Step.GAME_ENDED, winner, reason, int(s["game"]))
    if winner >= 0:
        s["wins"][winner] = int(s["wins"][winner]) + 1  # OD-SERIES-6
    most = max(int(s["wins"][0]), int(s["wins"][1]))
    wanted = int(s["series"])
    last = int(s["game"]) == LONGEST_SERIES  # OD-SERIES-10
    if wanted == 0 or most >= wanted or last:  # OD-SERIES-7
        s["orion_duel"] = DONE
        return
    s["game"] = int(s["game"]) + 1  # OD-SERIES-8, OD-SERIES-9
    clear_sky(s)  # OD-SERIES-5
    open_game(s, 1 - int(s["first"]))  # OD-SERIES-1, OD-SERIES-2, OD-SERIES-3


@kernel
def match_winner(s: Record) -> int:
    """Who has won when all is over; -1: nobody."""
    if int(s["series"]) == 0:
        return int(s["winner"])
    if int(s["wins"][0]) == int(s["wins"][1]):
        return -1  # OD-SERIES-10
    return 0 if int(s["wins"][0]) > int(s["wins"][1]) else 1


@kernel
def score(s: Record, out: NDArray[np.float64]) -> None:
    """1 for the winner, -1 for the other."""
    won = match_winner(s)
    for seat in range(2):
        out[seat] = 0.0
        if won >= 0:
            out[seat] = 1.0 if seat == won else -1.0


register(
    "orion_duel",
    STATE,
    begin=begin,
    turn=turn,
    moves=moves,
    weights=weights,
    play=play,
    score=score,
    estimate=estimate,
    observe=observe,
    sample=sample,
    narrow=narrow,
)
