"""Which moves there are: chance with its weights, and the inputs of every decision. Kernels."""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record
from orrery.core.jit import kernel

from .. import decks, state
from .acts import list_act
from .digging import is_first_dig, list_kept, list_lays
from .effects import list_cave_in, list_passage
from .fight import list_after_roll, list_window
from .flight import list_flight
from .hands import has_card
from .luck import list_call
from .meeting import list_allies, list_monster
from .targets import list_targets
from .turns import list_beg, list_buried, list_react, list_skip
from .walking import list_rides


def _with_card() -> NDArray[np.int8]:
    """By move code: 1 if a Find card is needed for it."""
    marked = np.zeros(state.MOVE_CODES, np.int8)
    for kind in ("trip", "play", "sell", "drop"):
        marked[state.CODES[kind] : state.CODES[kind] + state.KIND_SIZES[kind]] = 1
    for kind, tools, sides in (
        ("blast", state.BLAST_TOOLS, 4),
        ("clear", state.CLEAR_TOOLS, 4),
        ("rubble", state.RUBBLE_TOOLS, 4),
        ("clear_here", state.CLEAR_TOOLS, 1),
        ("storm", state.BLAST_TOOLS, 4),
        ("storm_back", state.BLAST_TOOLS, 1),
    ):
        for k in range(sides * len(tools)):
            if tools[k % len(tools)].startswith("F"):
                marked[state.CODES[kind] + k] = 1
    return marked


WITH_CARD = _with_card()

# Which moves there are


@kernel
def list_chance(s: Record, out: NDArray[np.int32], odds: NDArray[np.int64], weigh: bool) -> int:
    """The outcomes of chance, or their weights; returns how many: section 13.1."""
    phase = int(s["black_crystal"])
    n = 0
    if phase == state.ROLL:
        for face in range(state.SIX):
            if weigh:
                odds[face] = 1  # BC-CH-7
            else:
                out[face] = state.ROLLED + face
        return state.SIX
    if phase in (state.SETUP_SKILL, state.SETUP_FIRST):
        count = len(state.SKILLS) if phase == state.SETUP_SKILL else int(s["players"])
        first = state.SKILL_DEALT if phase == state.SETUP_SKILL else state.FIRST_SEAT
        for k in range(count):
            if phase == state.SETUP_FIRST or not is_dealt(s, k):
                if weigh:
                    odds[n] = 1  # BC-CH-2, BC-CH-3
                else:
                    out[n] = first + k
                n += 1
        return n
    if (phase in (state.BOOM, state.PEEK_DRAW)) and int(s["boom_top"]) >= 0:
        if weigh:
            odds[0] = 1  # BC-CH-6
        else:
            out[0] = (state.BOOM_DRAWN if phase == state.BOOM else state.PEEKED) + int(
                s["boom_top"]
            )
        return 1
    size = outcomes(s)
    for k in range(size):
        copies = copies_of(s, k)
        if copies > 0:
            if weigh:
                odds[n] = copies
            else:
                out[n] = first_outcome(s) + k
            n += 1
    return n


@kernel
def is_dealt(s: Record, skill: int) -> bool:
    """Whether a seat has a Skill already."""
    for seat in range(int(s["players"])):
        if int(s["skill"][seat]) == skill:
            return True
    return False


@kernel
def outcomes(s: Record) -> int:
    """How many kinds of tiles or cards there are in this draw."""
    phase = int(s["black_crystal"])
    if phase in (state.SETUP_OUT, state.OUT):
        return decks.ORDINARY_EVENTS * len(decks.SHAPES)  # BC-CH-1, BC-CH-11
    if phase == state.DRAW:
        return decks.TYPES
    return decks.BOOMS if phase in (state.BOOM, state.PEEK_DRAW) else decks.FINDS


@kernel
def first_outcome(s: Record) -> int:
    """The first code of this draw."""
    phase = int(s["black_crystal"])
    if phase in (state.SETUP_OUT, state.OUT):
        return state.TAKEN_OUT
    if phase == state.DRAW:
        return state.TILE_DRAWN
    if phase == state.FIND:
        return state.FIND_DRAWN
    if phase == state.BOOM:
        return state.BOOM_DRAWN
    if phase == state.PEEK_DRAW:
        return state.PEEKED
    return state.DROPPED if phase == state.DROP_DRAW else state.STOLEN


@kernel
def copies_of(s: Record, k: int) -> int:
    """The weight of an outcome: how many copies can come."""
    phase = int(s["black_crystal"])
    if phase in (state.SETUP_OUT, state.OUT):
        return int(s["bag"][k])
    if phase == state.DRAW:
        first = is_first_dig(s, int(s["active"]))
        return (
            0 if first and k // len(decks.SHAPES) == decks.PIT_TILE else int(s["bag"][k])
        )  # BC-CH-4
    if phase == state.FIND:
        return int(s["find_deck"][k])  # BC-CH-5
    if phase in (state.BOOM, state.PEEK_DRAW):
        return int(s["boom_deck"][k])  # BC-CH-6, BC-CH-10
    holder = int(s["runner"]) if phase == state.DROP_DRAW else int(s["victim"])
    return int(s["hand"][holder * decks.FINDS + k])  # BC-CH-8, BC-CH-9


@kernel
def list_decision(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """The legal inputs of the seat that is asked: section 14.2."""
    phase, seat = int(s["black_crystal"]), int(s["ask"])
    if phase == state.ACT:
        return list_act(s, out, work)
    if phase == state.PREROLL:
        return list_window(s, seat, out)
    if phase == state.FLEE:
        return list_flight(s, out, work)
    if phase == state.LAY:
        return list_lays(s, out)
    if phase == state.CALL:
        return list_call(s, out)
    if phase == state.MONSTER:
        return list_monster(s, out)
    if phase == state.ALLY:
        return list_allies(s, out)
    if phase == state.POSTROLL:
        return list_after_roll(s, int(s["index"]), out)
    if phase == state.TARGET:
        return list_targets(s, out, work)
    if phase == state.SKIP:
        return list_skip(s, out)
    if phase == state.BURIED:
        return list_buried(s, out)
    if phase == state.BEG:
        return list_beg(s, out)
    if phase == state.CAVEIN:
        return list_cave_in(s, out)
    if phase == state.PASSAGE:
        return list_passage(s, out)
    if phase == state.KEEP:
        return list_kept(s, out)
    if phase == state.CART:
        return list_rides(s, out)
    if phase == state.COIN:
        return list_held(s, seat, decks.REROLLS, out)
    if phase == state.KEEPALLY:
        return list_held(s, seat, decks.LEASHES, out)
    if phase == state.LOSS:
        return list_held(s, seat, decks.LOSS_CARDS, out)
    if phase == state.PIT:
        return list_held(s, seat, decks.PIT_CARDS, out)
    if phase == state.DROP:
        n = 0
        for card in range(decks.FINDS):
            if int(s["hand"][seat * decks.FINDS + card]) > 0:
                out[n] = state.DROP_CARD + card
                n += 1
        return n
    if phase == state.REACT:
        return list_react(s, out)
    return list_pair(phase, out)


@kernel
def rests_on_card(move: int) -> bool:
    """Whether an input is made with a Find card."""
    return int(WITH_CARD[move]) == 1


@kernel
def public_inputs(listed: NDArray[np.int32], n: int) -> int:
    """How many inputs need no Find card: with two of them a seat is asked in any case."""
    count = 0
    for k in range(n):
        if not rests_on_card(int(listed[k])):
            count += 1
    return count


@kernel
def list_pair(phase: int, out: NDArray[np.int32]) -> int:
    """Decisions between two inputs that are always the same."""
    if phase == state.HELP:
        out[0], out[1] = state.PASS, state.HELP_OUT
    elif phase == state.REGROW:
        out[0], out[1] = state.PASS, state.SPEND
    elif phase == state.CRYSTAL:
        out[0], out[1] = state.MINE, state.PASS
    elif phase == state.PEEK:
        out[0], out[1] = state.KEEP_TOP, state.BURY
    else:
        return 0
    return 2


@kernel
def moves(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """The legal moves of every phase."""
    phase = int(s["black_crystal"])
    if phase == state.FINISHED:
        return 0
    if phase <= state.LAST_CHANCE:
        return list_chance(s, out, work["odds"], False)
    return list_decision(s, out, work)


@kernel
def weights(s: Record, out: NDArray[np.int64], work: Record) -> int:
    """The weights of the outcomes."""
    n = list_chance(s, work["move"], out, True)
    total = 0
    for k in range(n):
        total += int(out[k])
    return total


@kernel
def list_held(s: Record, seat: int, cards: NDArray[np.int64], out: NDArray[np.int32]) -> int:
    """Pass, and those of some cards that a seat has."""
    out[0] = state.PASS
    n = 1
    for k in range(len(cards)):
        if has_card(s, seat, int(cards[k])):
            out[n] = state.PLAY + int(cards[k])
            n += 1
    return n
