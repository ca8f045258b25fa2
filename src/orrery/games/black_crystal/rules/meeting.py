"""Before a fight: what is done about a monster that shows up, and which ally is sent. Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .. import decks, state
from ..steps import Step
from .fight import open_window
from .flight import start_flight
from .hands import discard_boom, gain_ally, has_card, has_elemental, spend_use, use_card
from .landing import BRAWL, TO_TAME, ask_seat, call, close_fight
from .mine import DODGED, clear_boom, put_boom


@kernel
def may_tame(s: Record, seat: int, most: int) -> bool:
    """Whether a card can tame the monster: BC-ALLY-1, BC-SHA-4."""
    card = int(s["card"])
    if int(decks.HEALTH[card]) > most:
        return False
    second = int(decks.TAG[card]) == decks.ELEMENTAL and int(s["skill"][seat]) == state.SHAMAN
    return not (second and has_elemental(s, seat))


@kernel
def list_monster(s: Record, out: NDArray[np.int32]) -> int:
    """Fight, tame, or a card against the monster."""
    seat = int(s["ask"])
    out[0] = state.FIGHT
    n = 1
    elemental = int(decks.TAG[int(s["card"])]) == decks.ELEMENTAL
    if elemental and int(s["skill"][seat]) == state.SHAMAN and not has_elemental(s, seat):
        out[n] = state.TAME_IT  # BC-SHA-1
        n += 1
    for k in range(len(decks.MONSTER_CARDS)):
        card = int(decks.MONSTER_CARDS[k])
        if has_card(s, seat, card):
            if int(decks.FIRST_OP[card]) != decks.TAME or may_tame(
                s, seat, int(decks.FIRST_ARG[card])
            ):
                out[n] = state.PLAY + card
                n += 1
    return n


@kernel
def meet_monster(s: Record, move: int) -> None:
    """What the fighter does about the monster."""
    seat = int(s["ask"])
    if move == state.FIGHT:
        ask_seat(s, state.ALLY, seat)
        return
    if move == state.TAME_IT:
        call(s, seat, TO_TAME)
        return
    card = move - state.PLAY
    use_card(s, seat, card)
    monster, cell = int(s["card"]), int(s["at"][seat])
    if int(decks.FIRST_OP[card]) == decks.TAME:
        tame(s, seat)
        return
    close_fight(s)
    discard_boom(s, monster)
    if int(decks.FIRST_OP[card]) == decks.NO_FIGHT:
        clear_boom(s, cell)
        s["black_crystal"] = state.GO_ON
    elif int(decks.FIRST_OP[card]) == decks.DODGE:
        put_boom(s, cell)
        start_flight(s, seat, int(decks.FIRST_ARG[card]), DODGED)


@kernel
def tame(s: Record, seat: int) -> None:
    """The monster changes sides; its cell is cleared."""
    gain_ally(s, seat, int(s["card"]))
    clear_boom(s, int(s["at"][seat]))
    close_fight(s)
    s["black_crystal"] = state.GO_ON


@kernel
def list_allies(s: Record, out: NDArray[np.int32]) -> int:
    """Which ally is sent: BC-ALLY-3, BC-ALLY-10."""
    seat = int(s["ask"])
    n = 0
    if int(s["skill"][seat]) == state.GARDENER and int(s["uses"][seat]) > 0:
        out[n] = state.SUMMON  # BC-GAR-2
        n += 1
    free = True
    for card in range(decks.ALLIES):
        if int(s["ally"][seat * decks.ALLIES + card]) > 0:
            own = int(s["skill"][seat]) == state.MINER and int(decks.TAG[card]) == decks.MINERS
            free = free and own  # BC-MIN-3
    if free:
        out[n] = state.NO_ALLY
        n += 1
    for card in range(decks.ALLIES):
        if int(s["ally"][seat * decks.ALLIES + card]) > 0:
            out[n] = state.SEND_ALLY + card
            n += 1
    return n


@kernel
def send_ally(s: Record, move: int) -> None:
    """An ally is sent, or none; then the other side is asked."""
    side = int(s["index"])
    seat = int(s["rival"][side])
    if move != state.NO_ALLY:
        card = decks.SEED if move == state.SUMMON else move - state.SEND_ALLY
        if move == state.SUMMON:
            spend_use(s, seat)
            gain_ally(s, seat, decks.SEED)  # BC-ALLY-11
        s["fighter"][side] = card
        s["fought"][side] = card
        note(Step.ALLY_SENT, seat, card)
    if side == 0 and int(s["kind"]) == BRAWL:
        s["index"] = 1
        ask_seat(s, state.ALLY, int(s["rival"][1]))
    else:
        open_window(s)
