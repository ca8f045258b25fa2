"""What cards do: the small interpreter of their programs, targets, calls and pits. Kernels.

field      holds
---------  -------------------------------------------------------------------------
program    the program that runs, 0 for none; `place` is the next effect in it
runner     the seat it runs for
count      cards still to be discarded by this effect
then       the phase that follows the last effect
aims       what a target is chosen for: AT_MUSHROOM .. AT_LAIR
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import Record, note, tell
from orrery.core.jit import kernel

from .decks import (
    BLIND_DIG,
    CART_RIDE,
    CAVE_IN,
    DRAW_BOOM,
    DRAW_FIND,
    DROP_CHOICE,
    DROP_RANDOM,
    EXIT,
    EXPLOSIVE,
    EXTRA_STEP,
    FIND_AGAIN_CARDS,
    FIND_PROGRAM,
    FLEE_ADD,
    FLEE_SET,
    GO_HOME,
    IN_HAND,
    MAKE_PASSAGE,
    NOTHING,
    ODD_EVEN,
    ORDINARY_EVENTS,
    PEEK_BOOM,
    PICK_TILE,
    PROGRAM_ARG,
    PROGRAM_OP,
    PUSH,
    PUT_BOOM,
    PUT_MUSHROOM,
    ROBBED,
    RUBBLE_HERE,
    RUN_HOME,
    SHAPES,
    SKILL_USE,
    SKIP_TURN,
    STEAL_EXPLOSIVE,
    STEAL_FIND,
    TELEPORT_RIVAL,
    TELEPORT_SELF,
    TREMOR,
)
from .fight import ROLL_CALL, ROLL_PIT, grow_again, tame
from .flight import start_flight
from .hands import (
    add_skips,
    clearers,
    discard_boom,
    gain_explosives,
    give_explosive,
    has_card,
    pay_clear,
    refill_booms,
    take_boom,
    use_card,
)
from .landing import (
    FIND_AGAIN,
    FOR_EFFECT,
    TO_GROW,
    TO_TAME,
    ask_chance,
    ask_seat,
    call,
    draw_boom,
    end_turn_of,
    has_landing,
    place_dwarf,
    push_landing,
)
from .mine import NEXT as NEXT_CELL
from .mine import (
    RUNS_HOME,
    beside,
    dwarf_at,
    event_at,
    has_rubble,
    joined,
    mark_nearest_boom,
    may_put_mushroom,
    put_boom,
    put_mushroom,
    put_rubble,
)
from .state import (
    ALLY,
    ALONE,
    AT,
    AT_HOME,
    BURY,
    CART,
    CAVEIN,
    CELLS,
    CLEAR_HERE,
    COIN,
    DRAW,
    DROP,
    DROP_DRAW,
    EVEN,
    FORCED,
    GO_ON,
    GO_PROGRAM,
    HOME,
    MUSHROOMS,
    NO_PIT,
    NOWHERE,
    ODD,
    OPEN,
    OUT,
    OWN,
    PASS,
    PASSAGE,
    PEEK,
    PEEK_DRAW,
    PLAY,
    PUSH_TO,
    ROLL,
    SEAT,
    STEAL,
    TARGET,
)
from .steps import CALLED, FELL, MUSHROOM_PUT, PEEKED_AT, PUSHED, SKILL_USED, TELEPORTED

AT_MUSHROOM, AT_SELF, AT_PUSH, AT_RIVAL, AT_RIVAL_CELL, AT_POWDER, AT_POCKET, AT_LAIR, AT_FALL = (
    range(9)
)
"""What a target is chosen for."""


@kernel
def ensure_landing(s: Record, seat: int) -> None:
    """Cards are drawn in a landing; without one there is a short one for them alone."""
    if not has_landing(s, seat):
        push_landing(s, seat, ALONE)


@kernel
def aim(s: Record, what: int, seat: int) -> None:
    """A seat chooses a target."""
    s["aims"] = what
    ask_seat(s, TARGET, seat)


@kernel
def end_program(s: Record) -> None:
    """Nothing of a program is left."""
    s["program"] = 0
    s["place"] = 0
    s["runner"] = 0
    s["then"] = 0


@kernel
def run_effects(s: Record, work: Record) -> None:
    """Run the program until it ends or somebody is asked."""
    while int(s["black_crystal"]) == GO_PROGRAM:
        number, place = int(s["program"]), int(s["place"])
        kind = int(PROGRAM_OP[number, place])
        amount = int(PROGRAM_ARG[number, place])
        if kind == NOTHING:
            s["black_crystal"] = int(s["then"])
            end_program(s)
            return
        s["place"] = place + 1
        seat = int(s["runner"])
        if kind in (DRAW_BOOM, RUN_HOME, PICK_TILE, BLIND_DIG):
            end_program(s)  # nothing follows, and what comes has its own way to go on
        if kind <= TREMOR:
            do_soon(s, kind, amount, seat)
        elif kind <= FLEE_ADD:
            do_here(s, kind, amount, seat, work)
        else:
            do_played(s, kind, amount, seat)


@kernel
def do_soon(s: Record, kind: int, amount: int, seat: int) -> None:
    """Effects on hands, Explosives and turns."""
    if kind == ODD_EVEN:
        s["program"] = amount  # the hit; the miss stands behind it
        s["place"] = 0
        call(s, seat, FOR_EFFECT)
    elif kind == EXPLOSIVE:
        gain_explosives(s, seat, amount)  # BC-EXP-2
    elif kind == DRAW_FIND:
        ensure_landing(s, seat)
        s["draws"][seat] = int(s["draws"][seat]) + amount
    elif kind == DRAW_BOOM:
        ensure_landing(s, seat)
        draw_boom(s)
    elif kind == SKIP_TURN:
        add_skips(s, seat, amount)
    elif kind in (DROP_RANDOM, DROP_CHOICE):
        s["count"] = min(amount, int(s["held"][seat]))
        go_on_dropping(s, kind == DROP_RANDOM)
    elif kind == RUN_HOME:
        start_flight(s, seat, amount, RUNS_HOME)
    elif kind == ROBBED:
        rob(s, (seat + 1) % int(s["players"]), seat)
    else:  # TREMOR
        for k in range(int(s["players"])):
            other = (seat + k) % int(s["players"])
            if int(s["explosives"][other]) == 0:
                add_skips(s, other, 1)
            else:
                gain_explosives(s, other, -1)


@kernel
def go_on_dropping(s: Record, random: bool) -> None:
    """Ask for the next card to be discarded, or go on with the program."""
    if int(s["count"]) == 0:
        s["black_crystal"] = GO_PROGRAM
    elif random:
        ask_chance(s, DROP_DRAW)
    else:
        ask_seat(s, DROP, int(s["runner"]))


@kernel
def rob(s: Record, thief: int, victim: int) -> None:
    """Draw a card from a hand, if there is one."""
    if int(s["held"][victim]) > 0:
        s["thief"] = thief
        s["victim"] = victim
        s["steals"] = 1
        ask_chance(s, STEAL)


@kernel
def do_here(s: Record, kind: int, amount: int, seat: int, work: Record) -> None:
    """Effects on the cell, the walls and the flight."""
    cell = int(s["at"][seat])
    if kind == PUT_BOOM:
        if cell != HOME and mark_nearest_boom(s, cell, True, work) > 0:
            aim(s, AT_LAIR, seat)
    elif kind == CAVE_IN:
        if cell != HOME and int(s["rubbles"]) > 0 and not has_rubble(s, cell):
            ask_seat(s, CAVEIN, seat)  # BC-RUB-6
    elif kind == RUBBLE_HERE:
        s["leaves"] = 1
    elif kind == MAKE_PASSAGE:
        ask_seat(s, PASSAGE, seat)
    elif kind == FLEE_SET:
        s["far"] = amount
    elif kind == FLEE_ADD:
        s["far"] = int(s["far"]) + amount


@kernel
def do_played(s: Record, kind: int, amount: int, seat: int) -> None:
    """Effects of cards played in the own turn."""
    if kind == PUT_MUSHROOM:
        aim(s, AT_MUSHROOM, seat)
    elif kind == EXTRA_STEP:
        s["moves"] = int(s["moves"]) + amount
    elif kind == PUSH:
        aim(s, AT_PUSH, seat)
    elif kind == TELEPORT_RIVAL:
        aim(s, AT_RIVAL, seat)
    elif kind == GO_HOME:
        note(TELEPORTED, seat, int(s["at"][seat]), HOME)
        place_dwarf(s, seat, HOME, False)
        end_turn_of(s, seat)
    elif kind == PEEK_BOOM:
        if refill_booms(s):
            ask_chance(s, PEEK_DRAW)
    elif kind == SKILL_USE:
        s["uses"][seat] = int(s["uses"][seat]) + 1
        note(SKILL_USED, seat, int(s["skill"][seat]), int(s["uses"][seat]))
        s["program"] = 0  # the other choice is for skipped turns
        s["place"] = 0
    elif kind == STEAL_EXPLOSIVE:
        aim(s, AT_POWDER, seat)
    elif kind == STEAL_FIND:
        aim(s, AT_POCKET, seat)
    elif kind == CART_RIDE:
        s["rides"] = amount
        ask_seat(s, CART, seat)
    elif kind == TELEPORT_SELF:
        aim(s, AT_SELF, seat)
    elif kind in (PICK_TILE, BLIND_DIG):
        s["blind"] = 1 if kind == BLIND_DIG else 0
        s["picks"] = amount if kind == PICK_TILE else 1
        s["side"] = NOWHERE
        ask_chance(s, DRAW)


# Targets


@kernel
def has_ordinary(s: Record) -> bool:
    """Whether the bag holds an ordinary tile."""
    for kind in range(ORDINARY_EVENTS * len(SHAPES)):
        if int(s["bag"][kind]) > 0:
            return True
    return False


@kernel
def is_free_cell(s: Record, cell: int) -> bool:
    """Whether a dwarf can be teleported to a cell: no dwarf, token, Mushroom or Exit."""
    return (
        int(s["tile"][cell]) > 0
        and int(s["mark"][cell]) == 0
        and int(s["loose"][cell]) == 0
        and event_at(s, cell) != EXIT
        and dwarf_at(s, cell, NOWHERE) == NOWHERE
    )


@kernel
def may_push(s: Record, seat: int, other: int, side: int) -> bool:
    """Whether a rival can be pushed to a side: F18."""
    cell = int(s["at"][other])
    if other == seat or cell == HOME or has_rubble(s, cell):
        return False
    near = False
    for k in range(4):
        if (
            joined(s, seat, int(s["at"][seat]), k)
            and beside(s, seat, int(s["at"][seat]), k) == cell
        ):
            near = True
    there = int(NEXT_CELL[cell, side])
    if not near or there == NOWHERE or int(s["tile"][there]) <= 0 or has_rubble(s, there):
        return False
    return there != int(s["at"][seat])


@kernel
def list_targets(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """What can be chosen."""
    aims, seat = int(s["aims"]), int(s["ask"])
    n, players = 0, int(s["players"])
    if aims == AT_MUSHROOM:
        ordinary = has_ordinary(s)
        for cell in range(CELLS):
            if may_put_mushroom(s, cell, ordinary):
                out[n] = AT + cell
                n += 1
    elif aims == AT_SELF:
        if int(s["at"][seat]) != HOME:
            out[n] = AT_HOME
            n += 1
        n = list_portals(s, seat, AT, out, n)
    elif aims == AT_PUSH:
        for other in range(players):
            for side in range(4):
                if may_push(s, seat, other, side):
                    out[n] = PUSH_TO + 4 * other + side
                    n += 1
    elif aims == AT_RIVAL_CELL:
        for cell in range(CELLS):
            if is_free_cell(s, cell):
                out[n] = AT + cell
                n += 1
    elif aims in (AT_LAIR, AT_FALL):
        mark_nearest_boom(s, int(s["at"][seat]), aims == AT_LAIR, work)
        for cell in range(CELLS):
            if int(work["reach"][cell]) == 1:
                out[n] = AT + cell
                n += 1
    else:
        for other in range(players):
            powder = aims == AT_POWDER and int(s["explosives"][other]) > 0
            pocket = aims == AT_POCKET and int(s["held"][other]) > 0
            if other != seat and (aims == AT_RIVAL or powder or pocket):
                out[n] = SEAT + other
                n += 1
    return n


@kernel
def list_portals(s: Record, seat: int, first: int, out: NDArray[np.int32], n: int) -> int:
    """Other open Portals without Rubble, ascending: BC-PORT-2, BC-PORT-9."""
    last = NOWHERE
    for _ in range(4):
        best = CELLS
        for k in range(4):
            cell = int(s["portal"][k])
            if last < cell < best and cell != int(s["at"][seat]) and not has_rubble(s, cell):
                best = cell
        if best == CELLS:
            return n
        out[n] = first + best
        n += 1
        last = best
    return n


@kernel
def take_aim(s: Record, move: int) -> None:
    """A target was chosen; the program goes on."""
    aims, seat = int(s["aims"]), int(s["ask"])
    s["aims"] = 0
    s["black_crystal"] = GO_PROGRAM
    if aims == AT_MUSHROOM:
        grow_mushroom(s, seat, move - AT)
    elif aims == AT_SELF:
        cell = HOME if move == AT_HOME else move - AT
        note(TELEPORTED, seat, int(s["at"][seat]), cell)
        place_dwarf(s, seat, cell, True)
        push_landing(s, seat, OWN)
    elif aims == AT_PUSH:
        other, side = (move - PUSH_TO) // 4, (move - PUSH_TO) % 4
        cell = int(NEXT_CELL[int(s["at"][other]), side])
        note(PUSHED, other, int(s["at"][other]), cell)
        place_dwarf(s, other, cell, False)
        push_landing(s, other, 0)
    elif aims == AT_RIVAL:
        s["victim"] = move - SEAT
        aim(s, AT_RIVAL_CELL, seat)
    elif aims == AT_RIVAL_CELL:
        other, cell = int(s["victim"]), move - AT
        s["victim"] = 0
        note(TELEPORTED, other, int(s["at"][other]), cell)
        place_dwarf(s, other, cell, False)
        push_landing(s, other, 0)
    elif aims == AT_POWDER:
        give_explosive(s, move - SEAT, seat)
    elif aims == AT_POCKET:
        rob(s, seat, move - SEAT)
    elif aims == AT_LAIR:
        put_boom(s, move - AT)
    else:
        fall_to(s, seat, move - AT)


@kernel
def grow_mushroom(s: Record, seat: int, cell: int) -> None:
    """Lay a Mushroom; on an unopened cell a tile leaves the game: BC-MUSH-5."""
    unopened = int(s["tile"][cell]) == 0
    put_mushroom(s, cell)
    note(MUSHROOM_PUT, seat, cell, MUSHROOMS - int(s["mushrooms"]))
    if unopened:
        ask_chance(s, OUT)


# Calls and coins


@kernel
def list_call(s: Record, out: NDArray[np.int32]) -> int:
    """Odd, even, or a card that spares the call."""
    seat = int(s["ask"])
    out[0], out[1] = ODD, EVEN
    n = 2
    if int(s["calls"]) == FIND_AGAIN:
        for k in range(len(FIND_AGAIN_CARDS)):
            if has_card(s, seat, int(FIND_AGAIN_CARDS[k])):
                out[n] = PLAY + int(FIND_AGAIN_CARDS[k])
                n += 1
    return n


@kernel
def answer_call(s: Record, move: int) -> None:
    """A call, and the die is rolled."""
    seat = int(s["ask"])
    if move >= PLAY:
        use_card(s, seat, move - PLAY)
        s["draws"][seat] = int(s["draws"][seat]) + 1
        end_call(s)
        s["black_crystal"] = GO_ON
        return
    s["odd"] = 1 if move == ODD else 0
    s["rolls"] = ROLL_CALL
    note(CALLED, seat, int(s["odd"]), int(s["calls"]))
    ask_chance(s, ROLL)


@kernel
def end_call(s: Record) -> None:
    """Nothing of a call is left."""
    s["caller"] = 0
    s["calls"] = 0
    s["odd"] = 0
    s["coined"] = 0
    s["rolled"] = 0


@kernel
def roll_called(s: Record, value: int) -> None:
    """The die for a call: a miss can be rolled again once."""
    hit = value % 2 == int(s["odd"])
    s["rolled"] = value
    if hit or int(s["coined"]) == 1:
        answer_luck(s, hit)
    else:
        ask_seat(s, COIN, int(s["caller"]))


@kernel
def answer_luck(s: Record, hit: bool) -> None:
    """What comes of a call: section 14.6."""
    seat, what = int(s["caller"]), int(s["calls"])
    end_call(s)
    if what == FIND_AGAIN:
        if hit:
            s["draws"][seat] = int(s["draws"][seat]) + 1
            s["black_crystal"] = GO_ON
        else:
            draw_boom(s)
    elif what == TO_TAME:
        if hit:
            tame(s, seat)
        else:
            ask_seat(s, ALLY, seat)  # BC-SHA-2
    elif what == TO_GROW:
        grow_again(s, hit)
    else:
        if not hit:
            s["program"] = int(s["program"]) + 1
        s["black_crystal"] = GO_PROGRAM


@kernel
def answer_coin(s: Record, move: int, work: Record) -> None:
    """Roll again, or take it as it is."""
    seat = int(s["ask"])
    if move != PASS:
        use_card(s, seat, move - PLAY)
        s["coined"] = 1
        ask_chance(s, ROLL)
    elif int(s["rolls"]) == ROLL_PIT:
        fall_down(s, work)
    else:
        answer_luck(s, False)


# Pits


@kernel
def enter_pit(s: Record, seat: int) -> None:
    """The other Pit if it is open, else a roll: BC-PIT-1, BC-PIT-4, BC-PIT-7."""
    cell = int(s["at"][seat])
    other = int(s["pit"][0]) if int(s["pit"][1]) == cell else int(s["pit"][1])
    if other != NOWHERE and not has_rubble(s, other):
        own = int(s["flags"][seat]) & OWN != 0
        if own or dwarf_at(s, other, seat) == NOWHERE:
            note(FELL, seat, cell, other)
            end_turn_of(s, seat)
            place_dwarf(s, seat, other, False)
            push_landing(s, seat, NO_PIT)
            s["black_crystal"] = GO_ON
            return
    s["caller"] = seat
    s["coined"] = 0
    s["rolls"] = ROLL_PIT
    ask_chance(s, ROLL)


@kernel
def roll_pit(s: Record, value: int, work: Record) -> None:
    """The die of a Pit can be rolled again once."""
    s["rolled"] = value
    if int(s["coined"]) == 1:
        fall_down(s, work)
    else:
        ask_seat(s, COIN, int(s["caller"]))


@kernel
def fall_down(s: Record, work: Record) -> None:
    """Skip a turn, fall to a Boom tile, or be out at the Entrance: BC-PIT-1, 2 and 3."""
    seat, value = int(s["caller"]), int(s["rolled"])
    cell = int(s["at"][seat])
    end_call(s)
    s["black_crystal"] = GO_ON
    if value >= 5:
        note(FELL, seat, cell, HOME)
        end_turn_of(s, seat)
        place_dwarf(s, seat, HOME, False)
    elif value >= 3 and mark_nearest_boom(s, cell, False, work) > 0:
        if seat == int(s["active"]):
            s["moves"] = 0  # BC-SM-3
        aim(s, AT_FALL, seat)
    else:
        add_skips(s, seat, 1)
        end_turn_of(s, seat)


@kernel
def fall_to(s: Record, seat: int, cell: int) -> None:
    """Fall to a Boom tile, where a Boom card is drawn in any case."""
    note(FELL, seat, int(s["at"][seat]), cell)
    place_dwarf(s, seat, cell, False)
    push_landing(s, seat, FORCED)
    s["black_crystal"] = GO_ON


# Cave-ins, passages, the lantern


@kernel
def list_cave_in(s: Record, out: NDArray[np.int32]) -> int:
    """Pass, or clear the own cell at once."""
    out[0] = PASS
    return list_clear_here(s, int(s["ask"]), out, 1)


@kernel
def list_clear_here(s: Record, seat: int, out: NDArray[np.int32], n: int) -> int:
    """The tools that clear the own cell."""
    tools = clearers(s, seat)
    k = 0
    while tools >> k != 0:
        if tools >> k & 1 == 1:
            out[n] = CLEAR_HERE + k
            n += 1
        k += 1
    return n


@kernel
def answer_cave_in(s: Record, move: int) -> None:
    """Nothing is placed, or the dwarf is buried: BC-RUB-6, BC-RUB-7."""
    seat = int(s["ask"])
    s["black_crystal"] = GO_PROGRAM
    if move != PASS:
        pay_clear(s, seat, move - CLEAR_HERE)
        return
    put_rubble(s, int(s["at"][seat]))
    end_turn_of(s, seat)


@kernel
def list_passage(s: Record, out: NDArray[np.int32]) -> int:
    """Walls of the own cell towards open cells."""
    cell = int(s["at"][int(s["ask"])])
    out[0] = PASS
    n = 1
    for side in range(4):
        there = int(NEXT_CELL[cell, side])
        linked = int(s["link"][cell]) >> side & 1 == 1
        if there != NOWHERE and int(s["tile"][there]) > 0 and not linked:
            out[n] = OPEN + side
            n += 1
    return n


@kernel
def peek(s: Record, card: int) -> None:
    """Look at the top Boom card: BC-CH-10."""
    seat = int(s["active"])
    note(PEEKED_AT, seat, -1, 0)
    tell(1 << seat, PEEKED_AT, seat, card, 0)
    s["boom_top"] = card
    s["boom_seen"] = int(s["boom_seen"]) | 1 << seat
    ask_seat(s, PEEK, seat)


@kernel
def answer_peek(s: Record, move: int) -> None:
    """The card stays on top, or goes to the discard."""
    if move == BURY:
        card = int(s["boom_top"])
        take_boom(s, card)
        discard_boom(s, card)
    s["black_crystal"] = GO_PROGRAM


@kernel
def use_rope(s: Record, seat: int, move: int) -> None:
    """A card against the Pit: nothing happens."""
    use_card(s, seat, move - PLAY)
    s["black_crystal"] = GO_ON


@kernel
def acts_at_once(card: int) -> bool:
    """Whether a Find card acts when it is drawn."""
    return int(IN_HAND[card]) == 0


@kernel
def program_of(card: int) -> int:
    """The program of a Find card."""
    return int(FIND_PROGRAM[card])
