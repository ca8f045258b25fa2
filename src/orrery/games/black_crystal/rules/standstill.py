"""Standstill: whether any dwarf can ever act again (BC-WIN-5). Kernels.

It is asked between two turns. If nobody can dig, walk, blast, clear, hop or jump away, the mine
stays as it is, and so does who could use what: only Explosives and cards can still change hands.
So it is enough to ask who acts with what he has, and who would with what he might be given.
"""

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .. import decks, state
from .acts import is_trapped, may_mine, may_play
from .blasting import is_wall
from .digging import tiles_to_draw
from .hands import has_card
from .mine import beside, event_at, has_rubble, joined
from .targets import list_portals


@kernel
def nobody_can_act(s: Record, work: Record) -> bool:
    """Whether no dwarf can ever leave its place again, nor win where it stands."""
    players = int(s["players"])
    for k in range(players):
        if acts_alone(s, (int(s["active"]) + k) % players, work):
            return False
    powder = is_powder_left(s)
    for seat in range(players):
        blasts, clears = could_blast(s, seat), could_clear(s, seat)
        if powder and (blasts or clears):
            return False  # begged from a rival, or sent by `anti_stall`: BC-TRAP-5, BC-WIN-6
        if powder or takes_cards(s, seat):
            if could_be_given(s, seat, blasts, clears, work):
                return False
    return True


@kernel
def acts_alone(s: Record, seat: int, work: Record) -> bool:
    """Whether a dwarf can do something with what it has, in its next turn that is not skipped."""
    cell = int(s["at"][seat])
    if cell != state.HOME:
        if has_rubble(s, cell) or int(s["rescue_after"]) > 0:  # BC-RUB-7, BC-TRAP-3
            return True
        if event_at(s, cell) == decks.EXIT and may_mine(s, seat):
            return True
    if not is_trapped(s, seat, work):  # BC-TRAP-4
        return True
    for k in range(len(decks.TURN_CARDS)):
        card = int(decks.TURN_CARDS[k])
        if int(decks.FIRST_OP[card]) in (
            decks.ODD_EVEN,
            decks.EXPLOSIVE,
            decks.DRAW_FIND,
        ) and has_card(s, seat, card):
            if may_play(s, seat, card, work):
                return True
    return False


@kernel
def is_powder_left(s: Record) -> bool:
    """Whether anybody has an Explosive, or everybody will get one."""
    for seat in range(int(s["players"])):
        if int(s["explosives"][seat]) > 0:
            return True
    return int(s["anti_stall"]) > 0 and tiles_to_draw(s, False) > 0


@kernel
def could_blast(s: Record, seat: int) -> bool:
    """Whether a tool would break a wall around a dwarf."""
    cell = int(s["at"][seat])
    if cell == state.HOME:
        return False
    tiles = tiles_to_draw(s, False) > 0
    for side in range(4):
        if is_wall(s, cell, side, tiles):
            return True
    return False


@kernel
def could_clear(s: Record, seat: int) -> bool:
    """Whether a tool would clear Rubble beside a dwarf."""
    cell = int(s["at"][seat])
    for side in range(4):
        if joined(s, seat, cell, side):
            there = beside(s, seat, cell, side)
            if there != state.HOME and has_rubble(s, there):
                return True
    return False


@kernel
def takes_cards(s: Record, seat: int) -> bool:
    """Whether a seat can draw cards out of others' hands: BC-THF-1."""
    if int(s["skill"][seat]) == state.THIEF:
        return True
    for k in range(len(decks.TURN_CARDS)):
        card = int(decks.TURN_CARDS[k])
        if int(decks.FIRST_OP[card]) == decks.STEAL_FIND and has_card(s, seat, card):
            return True
    return False


@kernel
def could_be_given(s: Record, seat: int, blasts: bool, clears: bool, work: Record) -> bool:
    """Whether a rival's hand holds a card with which this dwarf would act."""
    jumps = int(s["at"][seat]) != state.HOME or list_portals(s, seat, 0, work["move"], 0) > 0
    for other in range(int(s["players"])):
        if other == seat:
            continue
        for k in range(len(decks.BLASTERS)):
            if blasts and holds(s, other, int(decks.BLASTERS[k])):
                return True
        for k in range(len(decks.CLEARERS)):
            if clears and holds(s, other, int(decks.CLEARERS[k])):
                return True
        for k in range(len(decks.TURN_CARDS)):
            card = int(decks.TURN_CARDS[k])
            if jumps and int(decks.FIRST_OP[card]) == decks.TELEPORT_SELF and holds(s, other, card):
                return True
    return False


@kernel
def holds(s: Record, seat: int, card: int) -> bool:
    """Whether a card is in a hand, from which it can be drawn."""
    return int(s["hand"][seat * decks.FINDS + card]) > 0
