"""The end of a fight: what becomes of allies, victory and defeat (section 14.8). Kernels."""

from orrery.core.contract import Record, note
from orrery.core.jit import kernel

from .. import decks, state
from ..steps import Step
from .flight import start_flight
from .hands import add_skips, discard_boom, lose_ally, spend_use, use_card
from .landing import (
    TO_GROW,
    WITH_MONSTER,
    ask_seat,
    call,
    close_fight,
    finish,
    has_won,
    run_program,
)
from .mine import BRAWL_LOST, MONSTER_LOST, POTION_DRUNK, clear_boom, put_boom


@kernel
def settle_allies(s: Record, work: Record) -> None:
    """What becomes of the allies that fought, side by side: section 14.8."""
    while int(s["index"]) < 2:
        side = int(s["index"])
        card = int(s["fought"][side])
        seat = int(s["rival"][side])
        if card == state.NOWHERE:
            s["index"] = side + 1
            continue
        faithful = int(s["skill"][seat]) == state.SHAMAN and int(decks.TAG[card]) == decks.ELEMENTAL
        if faithful and int(s["proud"][side]) == 1:
            s["index"] = side + 1  # BC-SHA-2
            continue
        ask_seat(s, state.KEEPALLY, seat)
        return
    s["black_crystal"] = state.GO_RESULT


@kernel
def keep_ally(s: Record, move: int) -> None:
    """The leash, or what else may keep an ally: BC-ALLY-5, BC-GAR-3."""
    side = int(s["index"])
    seat = int(s["rival"][side])
    card = int(s["fought"][side])
    if move != state.PASS:
        use_card(s, seat, move - state.PLAY)
        settle_next(s)
    elif int(s["skill"][seat]) == state.GARDENER and int(decks.TAG[card]) == decks.DANDELION:
        call(s, seat, TO_GROW)
    else:
        lose_ally(s, seat, card)  # BC-MIN-4
        settle_next(s)


@kernel
def settle_next(s: Record) -> None:
    """The other side's ally."""
    s["index"] = int(s["index"]) + 1
    s["black_crystal"] = state.GO_SETTLE


@kernel
def grow_again(s: Record, hit: bool) -> None:
    """The Gardener's call: BC-GAR-3, BC-GAR-4."""
    side = int(s["index"])
    seat = int(s["rival"][side])
    if hit:
        settle_next(s)
    elif int(s["uses"][seat]) > 0:
        ask_seat(s, state.REGROW, seat)
    else:
        lose_ally(s, seat, int(s["fought"][side]))
        settle_next(s)


@kernel
def answer_regrow(s: Record, move: int) -> None:
    """Spend a counter, or let them go."""
    side = int(s["index"])
    seat = int(s["rival"][side])
    if move == state.PASS:
        lose_ally(s, seat, int(s["fought"][side]))
    else:
        spend_use(s, seat)
    settle_next(s)


@kernel
def end_fight(s: Record) -> None:
    """Effects of victory or defeat: section 14.8."""
    a, d, card, winner = int(s["rival"][0]), int(s["rival"][1]), int(s["card"]), int(s["won"])
    die, cause = int(s["die"][0]), int(s["cause"])
    if int(s["kind"]) == WITH_MONSTER:
        close_fight(s)
        discard_boom(s, card)
        if winner == 0:
            s["cause"] = 0
            clear_boom(s, int(s["at"][a]))
            run_program(s, int(decks.WON[card]), a, state.GO_ON)
        else:
            start_flight(s, a, die, MONSTER_LOST)  # BC-FLIGHT-1
            run_program(s, int(decks.LOST[card]), a, state.GO_LOSS)  # BC-BOOM-8
        return
    loser, victor = (d, a) if winner == 0 else (a, d)
    close_fight(s)
    hopped = winner == 0 and a == int(s["active"]) and int(s["flags"][a]) & state.HOP != 0
    if hopped and int(s["moves"]) == 0:
        s["moves"] = 1  # BC-PORT-5
    if int(s["crystal"][loser]) == 1:
        s["crystal"][loser] = 0
        if int(s["crystal"][victor]) == 1:
            s["smashed"] = int(s["smashed"]) + 1  # BC-CRY-5, BC-PVP-9
            note(Step.CRYSTAL_SMASHED, loser, victor)
        else:
            s["crystal"][victor] = 1  # BC-CRY-4, BC-PVP-4
            note(Step.CRYSTAL_PASSED, loser, victor)
            if has_won(s, victor):
                finish(s, victor)  # BC-SM-6
                return
    if cause == POTION_DRUNK:
        s["autopilot"][loser] = int(s["autopilot_turns"])
        start_flight(s, loser, state.POTION_RUN, POTION_DRUNK)
        return
    start_flight(s, loser, state.RETREAT, BRAWL_LOST)
    s["black_crystal"] = state.GO_LOSS


@kernel
def lose(s: Record) -> None:
    """The loser may turn the flight another way."""
    seat = int(s["fleeing"])
    if int(s["cause"]) == MONSTER_LOST:
        put_boom(s, int(s["at"][seat]))  # BC-BOOM-3
    ask_seat(s, state.LOSS, seat)


@kernel
def answer_loss(s: Record, move: int) -> None:
    """Then it flees."""
    seat = int(s["fleeing"])
    if move != state.PASS:
        use_card(s, seat, move - state.PLAY)
        s["freely"] = 1
    if int(s["cause"]) == BRAWL_LOST:
        add_skips(s, seat, 1)  # BC-PVP-2
    s["black_crystal"] = state.GO_FLEE
