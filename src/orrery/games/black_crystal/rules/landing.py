"""Landings: what happens to a dwarf that comes to a cell, step by step. Kernels.

A landing belongs to a seat; `stack` holds the seats in order, the newest last, and that one goes
on first: BC-SM-4. Nothing here waits for anything: a handler sets the phase and returns.
"""

from orrery.core.contract import CHANCE, OVER, Record, note
from orrery.core.jit import kernel

from .. import decks, state
from ..steps import Step
from .hands import discard_boom, gain_ally, refill_booms, refill_finds, take_boom
from .mine import clear_boom, dwarf_at, event_at

FIND_AGAIN, TO_TAME, TO_GROW, FOR_EFFECT = range(4)
"""What is called odd or even for."""
NO_FIGHT_ON, WITH_MONSTER, BRAWL = range(3)


@kernel
def ask_seat(s: Record, phase: int, seat: int) -> None:
    """A decision of a seat."""
    s["black_crystal"] = phase
    s["ask"] = seat


@kernel
def ask_chance(s: Record, phase: int) -> None:
    """Nature decides."""
    s["black_crystal"] = phase
    s["ask"] = CHANCE


@kernel
def finish(s: Record, winner: int) -> None:
    """The game is over; -1 is a draw."""
    end_game(s, winner, 0)


@kernel
def end_game(s: Record, winner: int, still: int) -> None:
    """The game is over; `still`: 1 if nobody can ever act again."""
    s["black_crystal"] = state.FINISHED
    s["ask"] = OVER
    s["winner"] = winner
    note(Step.GAME_ENDED, winner, still)


@kernel
def has_won(s: Record, seat: int) -> bool:
    """Whether a dwarf stands on an Exit with a Crystal: BC-WIN-1, BC-WIN-3."""
    cell = int(s["at"][seat])
    return int(s["crystal"][seat]) == 1 and cell != state.HOME and event_at(s, cell) == decks.EXIT


@kernel
def push_landing(s: Record, seat: int, flags: int) -> None:
    """A dwarf has come to its cell; on an Entrance nothing happens."""
    if int(s["at"][seat]) == state.HOME:
        return
    s["stack"][int(s["height"])] = seat
    s["height"] = int(s["height"]) + 1
    s["step"][seat] = state.L2 if flags & state.ALONE != 0 else 0
    s["draws"][seat] = 0
    s["flags"][seat] = flags


@kernel
def has_landing(s: Record, seat: int) -> bool:
    """Whether a landing of the seat is not finished."""
    for k in range(int(s["height"])):
        if int(s["stack"][k]) == seat:
            return True
    return False


@kernel
def drop_landing(s: Record, seat: int) -> None:
    """Take a seat's landing out of the stack, with its undrawn cards."""
    kept = 0
    for k in range(int(s["height"])):
        if int(s["stack"][k]) != seat:
            s["stack"][kept] = s["stack"][k]
            kept += 1
    for k in range(kept, int(s["height"])):
        s["stack"][k] = 0
        s["step"][seat] = 0
        s["draws"][seat] = 0
        s["flags"][seat] = 0
    s["height"] = kept


@kernel
def place_dwarf(s: Record, seat: int, cell: int, own: bool) -> None:
    """Move a dwarf; `own`: by its main action, hop or attack. Leaving ends mining: BC-SM-8."""
    if int(s["at"][seat]) == state.HOME and cell != state.HOME:
        s["first"][seat] = 0  # BC-FIRST-7
    s["at"][seat] = cell
    s["mining"][seat] = 0
    drop_landing(s, seat)
    if seat == int(s["active"]):
        s["arrived"] = 1 if own else 0
        if own:
            s["shifted"] = 1


@kernel
def end_turn_of(s: Record, seat: int) -> None:
    """The turn is over if it is this seat's: BC-SM-3."""
    if seat == int(s["active"]):
        s["over"] = 1


@kernel
def go_on(s: Record) -> None:
    """Go on with the newest landing, or with what comes after all of them."""
    if int(s["height"]) == 0:
        after = int(s["after"])
        if int(s["over"]) == 1 and (after in (state.GO_ACT, state.GO_MINING, state.GO_HEAD)):
            after = state.GO_END
        s["black_crystal"] = after
        s["after"] = state.GO_ACT
        return
    seat = int(s["stack"][int(s["height"]) - 1])
    if int(s["draws"][seat]) > 0:
        if refill_finds(s):
            ask_chance(s, state.FIND)
            return
        s["draws"][seat] = 0  # BC-CH-12
    if int(s["flags"][seat]) & state.ALONE != 0 or int(s["step"][seat]) == state.L6:
        drop_landing(s, seat)
        return
    s["step"][seat] = int(s["step"][seat]) + 1
    do_step(s, seat)


@kernel
def do_step(s: Record, seat: int) -> None:
    """One step of a landing: BC-MOVE-5."""
    step, flags, cell = int(s["step"][seat]), int(s["flags"][seat]), int(s["at"][seat])
    event = event_at(s, cell)
    opened = flags & state.OPENED != 0
    if step == state.L1:
        other = dwarf_at(s, cell, seat)
        if other != state.NOWHERE:
            begin_brawl(s, seat, other)  # BC-MOVE-3, BC-PVP-3
    elif step == state.L2:
        token = int(s["mark"][cell]) & state.BOOM_TOKEN != 0  # BC-BOOM-4
        fresh = (
            opened and event == decks.BOOM_TILE and flags & state.BLIND == 0
        )  # BC-BOOM-1, BC-BOOM-6
        if token or fresh or flags & state.FORCED != 0:
            draw_boom(s)
    elif step == state.L3 and event == decks.FIND_TILE:
        if opened:
            if flags & state.BLIND == 0:
                s["draws"][seat] = int(s["draws"][seat]) + 1  # BC-FIND-1
        elif flags & (state.BOOMED | state.AUTO) == 0:  # BC-FIND-13, BC-ALC-2
            call(s, seat, FIND_AGAIN)  # BC-FIND-12
    elif step == state.L4 and event == decks.PIT_TILE and flags & state.NO_PIT == 0:
        if not (opened and flags & state.BLIND != 0):
            ask_seat(s, state.PIT, seat)  # BC-PIT-1, BC-PIT-5
    elif step == state.L5 and int(s["crystal"][seat]) == 0:
        look_for_crystal(s, seat, cell, event, flags)
    elif step == state.L6 and has_won(s, seat):
        finish(s, seat)  # BC-SM-6


@kernel
def look_for_crystal(s: Record, seat: int, cell: int, event: int, flags: int) -> None:
    """A loose Crystal is picked up, an unmined one mined: BC-CRY-1, BC-CRY-7, BC-CRY-9."""
    loose = int(s["loose"][cell])
    unmined = int(s["mark"][cell]) & state.UNMINED != 0
    if loose > 0 and int(s["needs_mining"]) == 0:
        s["loose"][cell] = loose - 1
        take_crystal(s, seat)
    elif unmined or loose > 0:
        if flags & state.OPENED != 0 and event == decks.CRYSTAL_TILE:
            s["mining"][seat] = 1
            note(Step.MINING, seat, cell)
        elif flags & state.OWN != 0:  # BC-FLIGHT-18
            ask_seat(s, state.CRYSTAL, seat)


@kernel
def take_crystal(s: Record, seat: int) -> None:
    """A dwarf gets a Crystal."""
    s["crystal"][seat] = 1
    note(Step.CRYSTAL_TAKEN, seat, int(s["at"][seat]))


@kernel
def receive_mined(s: Record, seat: int) -> None:
    """The Crystal that was mined here, an unmined one first: BC-CRY-2, BC-CRY-11."""
    cell = int(s["at"][seat])
    if int(s["crystal"][seat]) == 1:
        return  # BC-CRY-8
    if int(s["mark"][cell]) & state.UNMINED != 0:
        s["mark"][cell] = int(s["mark"][cell]) & ~state.UNMINED
    else:
        s["loose"][cell] = int(s["loose"][cell]) - 1
    take_crystal(s, seat)


@kernel
def call(s: Record, seat: int, what: int) -> None:
    """A seat calls odd or even: BC-ODD-1."""
    s["calls"] = what
    s["caller"] = seat
    s["coined"] = 0
    ask_seat(s, state.CALL, seat)


# Boom cards


@kernel
def draw_boom(s: Record) -> None:
    """A Boom card for the dwarf of the newest landing; nothing if there is none: BC-CH-12."""
    if refill_booms(s):
        ask_chance(s, state.BOOM)
    else:
        s["black_crystal"] = state.GO_ON


@kernel
def run_program(s: Record, number: int, seat: int, then: int) -> None:
    """Run effects, and go on with a phase afterwards."""
    s["program"] = number
    s["place"] = 0
    s["runner"] = seat
    s["then"] = then
    s["black_crystal"] = state.GO_PROGRAM


@kernel
def meet_boom(s: Record, card: int) -> None:
    """A Boom card was drawn."""
    seat = int(s["stack"][int(s["height"]) - 1])
    take_boom(s, card)
    note(Step.BOOM_DRAWN, seat, card, int(s["at"][seat]))
    if int(s["step"][seat]) == state.L2:
        s["flags"][seat] = int(s["flags"][seat]) | state.BOOMED
    skill = int(s["skill"][seat])
    cell = int(s["at"][seat])
    first = state.OPENED | state.FIRST_DIG
    if int(decks.HEALTH[card]) == 0:
        discard_boom(s, card)
        clear_boom(s, cell)
        run_program(s, int(decks.WON[card]), seat, state.GO_ON)
    elif (
        int(decks.HEALTH[card]) == decks.MOST_HEALTH
        and int(s["flags"][seat]) & first == first
        and event_at(s, cell) == decks.BOOM_TILE
    ):
        discard_boom(s, card)  # BC-FIRST-4
        note(Step.BOOM_SPARED, seat, card)
        s["black_crystal"] = state.GO_ON
    elif (int(decks.TAG[card]) == decks.MINERS and skill == state.MINER) or (
        int(decks.TAG[card]) == decks.DANDELION and skill == state.GARDENER
    ):
        gain_ally(s, seat, card)  # BC-MIN-2, BC-GAR-5
        clear_boom(s, cell)
        s["black_crystal"] = state.GO_ON
    else:
        open_fight(s, WITH_MONSTER, seat, state.NOWHERE, card)
        ask_seat(s, state.MONSTER, seat)


@kernel
def open_fight(s: Record, kind: int, attacker: int, defender: int, card: int) -> None:
    """A fight begins: BC-WINDOW-1."""
    s["kind"] = kind
    s["rival"][0], s["rival"][1] = attacker, defender
    s["card"] = card
    for side in range(2):
        s["fighter"][side] = state.NOWHERE
        s["fought"][side] = state.NOWHERE
        s["proud"][side] = 0
        s["mod"][side] = 0
        s["die"][side] = 0
        s["coin"][side] = 0
    s["won"] = state.NOWHERE
    s["index"] = 0
    s["quiet"] = 0
    note(Step.FIGHT_BEGUN, attacker, defender, card)


@kernel
def begin_brawl(s: Record, attacker: int, defender: int) -> None:
    """Dwarf against dwarf: BC-SM-5."""
    open_fight(s, BRAWL, attacker, defender, state.NOWHERE)
    ask_seat(s, state.ALLY, attacker)


@kernel
def close_fight(s: Record) -> None:
    """Nothing of a fight is left."""
    s["kind"] = NO_FIGHT_ON
    s["card"] = 0
    s["won"] = 0
    s["index"] = 0
    s["quiet"] = 0
    for side in range(2):
        s["rival"][side] = 0
        s["fighter"][side] = 0
        s["fought"][side] = 0
        s["proud"][side] = 0
        s["mod"][side] = 0
        s["coin"][side] = 0
        s["die"][side] = 0
