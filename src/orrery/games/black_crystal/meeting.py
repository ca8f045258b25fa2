"""Before a fight: what is done about a monster that shows up, and which ally is sent. Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .decks import (
    ALLIES,
    DODGE,
    ELEMENTAL,
    FIRST_ARG,
    FIRST_OP,
    HEALTH,
    MINERS,
    MONSTER_CARDS,
    NO_FIGHT,
    SEED,
    TAG,
    TAME,
)
from .fight import open_window
from .flight import start_flight
from .hands import discard_boom, gain_ally, has_card, has_elemental, spend_use, use_card
from .landing import BRAWL, TO_TAME, ask_seat, call, close_fight
from .mine import DODGED, clear_boom, put_boom
from .state import (
    ALLY,
    FIGHT,
    GARDENER,
    GO_ON,
    MINER,
    NO_ALLY,
    PLAY,
    SEND_ALLY,
    SHAMAN,
    SUMMON,
    TAME_IT,
)
from .steps import ALLY_SENT


@kernel
def may_tame(s: Record, seat: int, most: int) -> bool:
    """Whether a card can tame the monster: BC-ALLY-1, BC-SHA-4."""
    card = int(s["card"])
    if int(HEALTH[card]) > most:
        return False
    second = int(TAG[card]) == ELEMENTAL and int(s["skill"][seat]) == SHAMAN
    return not (second and has_elemental(s, seat))


@kernel
def list_monster(s: Record, out: NDArray[np.int32]) -> int:
    """Fight, tame, or a card against the monster."""
    seat = int(s["ask"])
    out[0] = FIGHT
    n = 1
    elemental = int(TAG[int(s["card"])]) == ELEMENTAL
    if elemental and int(s["skill"][seat]) == SHAMAN and not has_elemental(s, seat):
        out[n] = TAME_IT  # BC-SHA-1
        n += 1
    for k in range(len(MONSTER_CARDS)):
        card = int(MONSTER_CARDS[k])
        if has_card(s, seat, card):
            if int(FIRST_OP[card]) != TAME or may_tame(s, seat, int(FIRST_ARG[card])):
                out[n] = PLAY + card
                n += 1
    return n


@kernel
def meet_monster(s: Record, move: int) -> None:
    """What the fighter does about the monster."""
    seat = int(s["ask"])
    if move == FIGHT:
        ask_seat(s, ALLY, seat)
        return
    if move == TAME_IT:
        call(s, seat, TO_TAME)
        return
    card = move - PLAY
    use_card(s, seat, card)
    monster, cell = int(s["card"]), int(s["at"][seat])
    if int(FIRST_OP[card]) == TAME:
        tame(s, seat)
        return
    close_fight(s)
    discard_boom(s, monster)
    if int(FIRST_OP[card]) == NO_FIGHT:
        clear_boom(s, cell)
        s["black_crystal"] = GO_ON
    elif int(FIRST_OP[card]) == DODGE:
        put_boom(s, cell)
        start_flight(s, seat, int(FIRST_ARG[card]), DODGED)


@kernel
def tame(s: Record, seat: int) -> None:
    """The monster changes sides; its cell is cleared."""
    gain_ally(s, seat, int(s["card"]))
    clear_boom(s, int(s["at"][seat]))
    close_fight(s)
    s["black_crystal"] = GO_ON


@kernel
def list_allies(s: Record, out: NDArray[np.int32]) -> int:
    """Which ally is sent: BC-ALLY-3, BC-ALLY-10."""
    seat = int(s["ask"])
    n = 0
    if int(s["skill"][seat]) == GARDENER and int(s["uses"][seat]) > 0:
        out[n] = SUMMON  # BC-GAR-2
        n += 1
    free = True
    for card in range(ALLIES):
        if int(s["ally"][seat * ALLIES + card]) > 0:
            own = int(s["skill"][seat]) == MINER and int(TAG[card]) == MINERS
            free = free and own  # BC-MIN-3
    if free:
        out[n] = NO_ALLY
        n += 1
    for card in range(ALLIES):
        if int(s["ally"][seat * ALLIES + card]) > 0:
            out[n] = SEND_ALLY + card
            n += 1
    return n


@kernel
def send_ally(s: Record, move: int) -> None:
    """An ally is sent, or none; then the other side is asked."""
    side = int(s["index"])
    seat = int(s["rival"][side])
    if move != NO_ALLY:
        card = SEED if move == SUMMON else move - SEND_ALLY
        if move == SUMMON:
            spend_use(s, seat)
            gain_ally(s, seat, SEED)  # BC-ALLY-11
        s["fighter"][side] = card
        s["fought"][side] = card
        note(ALLY_SENT, seat, card, 0)
    if side == 0 and int(s["kind"]) == BRAWL:
        s["index"] = 1
        ask_seat(s, ALLY, int(s["rival"][1]))
    else:
        open_window(s)
