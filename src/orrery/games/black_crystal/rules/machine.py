"""The rules of Black Crystal, compiled. Comments name the rule that a line enforces.

The game is a machine of phases (section 14 of the rules). Chance and decisions are plies; all
other phases go on by themselves, and so does a decision with a single legal input: BC-SM-1.
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import CHANCE, Record, note, register
from orrery.core.jit import kernel

from .. import decks, state
from ..hints import estimate, narrow
from ..observation import observe
from ..steps import Step
from .acts import act, roll_theft
from .blasting import go_through
from .digging import draw_tile, keep_tile, lay
from .effects import (
    acts_at_once,
    answer_cave_in,
    answer_peek,
    go_on_dropping,
    peek,
    program_of,
    run_effects,
)
from .fight import (
    ROLL_A,
    ROLL_CALL,
    ROLL_D,
    ROLL_PIT,
    answer_after_roll,
    answer_window,
    fight_stage,
    go_after_roll,
    go_through_window,
    take_die,
    throw_dice,
)
from .flight import arrive, flee
from .hands import drop_card, gain_explosives, steal_card, take_find
from .hidden import hide, redeal
from .inputs import list_decision, moves, public_inputs, weights
from .landing import ask_seat, end_turn_of, go_on, meet_boom, run_program
from .luck import answer_call, answer_coin, enter_pit, roll_called, roll_pit, use_rope
from .meeting import meet_monster, send_ally
from .mine import open_passage
from .outcome import answer_loss, answer_regrow, end_fight, keep_ally, lose, settle_allies
from .targets import take_aim
from .turns import (
    answer_beg,
    answer_buried,
    answer_help,
    answer_react,
    answer_skip,
    ask_for_help,
    end_turn,
    go_on_turn,
    new_turn,
    next_turn,
    react,
    start_turn,
)
from .walking import ride

MOST_MOVES = 128
"""The longest list of moves: a tool for every side, every card and every Portal, at the most."""


@kernel
def begin(s: Record, options: NDArray[np.int32], work: Record) -> None:
    """Fill bag and decks; Nature removes tiles, deals Skills and chooses who begins."""
    players = int(options[0])
    s["players"] = players
    s["crystals"] = state.CRYSTALS_OF[options[1]]
    s["exits"] = state.EXITS_OF[options[1]]
    s["meeting"] = options[2]
    s["needs_mining"] = options[3]
    s["hand_clear"] = options[4]
    s["rubble_crystal"] = options[5]
    s["autopilot_turns"] = options[6]
    s["rescue_after"] = options[7]
    s["anti_stall"] = options[8]
    s["finite"] = options[9]
    s["hop_limit"] = options[10]
    s["turn_limit"] = options[11]
    s["ruleset"] = options[12]
    for kind in range(decks.TYPES):
        s["bag"][kind] = decks.TILE_COUNT[kind]
    for k in range(int(s["crystals"]), len(decks.CRYSTAL_ORDER)):  # BC-SET-5, BC-SET-6
        remove_tile(s, int(decks.CRYSTAL_ORDER[k]))
    for k in range(int(s["exits"]), len(decks.EXIT_ORDER)):
        remove_tile(s, int(decks.EXIT_ORDER[k]))
    for card in range(decks.FINDS):
        s["find_deck"][card] = decks.FIND_COUNT[card]
        s["find_left"] = int(s["find_left"]) + int(decks.FIND_COUNT[card])
    for card in range(decks.BOOMS):
        s["boom_deck"][card] = decks.BOOM_COUNT[card]
        s["boom_left"] = int(s["boom_left"]) + int(decks.BOOM_COUNT[card])
    s["boom_top"] = state.NOWHERE
    s["bank"] = state.EXPLOSIVES
    s["mushrooms"] = state.MUSHROOMS  # BC-SET-7
    s["rubbles"] = state.RUBBLES
    s["winner"] = state.NOWHERE
    for k in range(4):
        s["portal"][k] = state.NOWHERE
    for k in range(2):
        s["pit"][k] = state.NOWHERE
    for k in range(3):
        s["drawn"][k] = state.NOWHERE
    for seat in range(state.SEATS):
        s["skill"][seat] = state.NOWHERE
        s["at"][seat] = state.HOME  # BC-SET-9
    for seat in range(players):
        s["first"][seat] = 1
        gain_explosives(s, seat, state.START_EXPLOSIVES)  # BC-SET-8
    new_turn(s)
    s["outs"] = int(s["crystals"]) + int(s["exits"]) - 2  # BC-CH-1
    s["ask"] = CHANCE
    s["black_crystal"] = state.SETUP_OUT if int(s["outs"]) > 0 else state.SETUP_SKILL


@kernel
def remove_tile(s: Record, kind: int) -> None:
    """A tile leaves the game."""
    s["bag"][kind] = int(s["bag"][kind]) - 1
    s["out"][kind] = int(s["out"][kind]) + 1


@kernel
def turn(s: Record) -> int:
    """The seat that is asked, or Nature."""
    return int(s["ask"])


# Playing


@kernel
def play(s: Record, move: int, work: Record) -> None:
    """Apply a move, and go on until somebody has something to decide."""
    if int(s["black_crystal"]) <= state.LAST_CHANCE:
        play_chance(s, move, work)
    else:
        answer(s, move, work)
    settle(s, work)


@kernel
def settle(s: Record, work: Record) -> None:
    """Go on until there is something to decide or to draw."""
    while True:
        phase = int(s["black_crystal"])
        if phase > state.FINISHED:
            go(s, phase, work)
        elif phase <= state.LAST_CHANCE or phase == state.FINISHED:
            return
        else:
            inputs = list_decision(s, work["move"], work)
            if public_inputs(work["move"], inputs) < 2:
                note(Step.HAND_TOLD, int(s["ask"]))  # BC-HID-6
            if inputs > 1:
                return
            answer(s, int(work["move"][0]), work)  # BC-SM-1


@kernel
def go(s: Record, phase: int, work: Record) -> None:
    """What goes on by itself."""
    if phase == state.GO_ON:
        go_on(s)
    elif phase == state.GO_PROGRAM:
        run_effects(s, work)
    elif phase == state.GO_ACT:
        if int(s["over"]) == 1:
            s["black_crystal"] = state.GO_END
        else:
            ask_seat(s, state.ACT, int(s["active"]))
    elif phase == state.GO_WINDOW:
        go_through_window(s, work)
    elif phase == state.GO_STAGE:
        fight_stage(s)
    elif phase == state.GO_THROW:
        throw_dice(s)
    elif phase == state.GO_AFTER_ROLL:
        go_after_roll(s, work)
    elif phase == state.GO_SETTLE:
        settle_allies(s, work)
    elif phase == state.GO_RESULT:
        end_fight(s)
    elif phase == state.GO_LOSS:
        lose(s)
    elif phase == state.GO_FLEE:
        flee(s, work)
    elif phase == state.GO_REACT:
        react(s)
    elif phase == state.GO_END:
        end_turn(s)
    elif phase == state.GO_NEXT:
        next_turn(s, work)
    elif phase == state.GO_START:
        start_turn(s)
    elif phase == state.GO_MINING:
        go_on_turn(s, work)
    elif phase == state.GO_HELP:
        ask_for_help(s)
    elif phase == state.GO_HEAD:
        go_through(s)


@kernel
def play_chance(s: Record, move: int, work: Record) -> None:
    """An outcome of chance."""
    phase = int(s["black_crystal"])
    if phase == state.ROLL:
        roll(s, move - state.ROLLED + 1, work)
    elif phase == state.DRAW:
        draw_tile(s, move - state.TILE_DRAWN)
    elif phase == state.FIND:
        find(s, move - state.FIND_DRAWN)
    elif phase == state.BOOM:
        meet_boom(s, move - state.BOOM_DRAWN)
    elif phase == state.PEEK_DRAW:
        peek(s, move - state.PEEKED)
    elif phase == state.DROP_DRAW:
        drop_card(s, int(s["runner"]), move - state.DROPPED)
        s["count"] = int(s["count"]) - 1
        go_on_dropping(s, True)
    elif phase == state.STEAL:
        steal(s, move - state.STOLEN)
    elif phase == state.OUT:
        remove_tile(s, move - state.TAKEN_OUT)
        note(Step.TILE_OUT, move - state.TAKEN_OUT)
        s["black_crystal"] = state.GO_PROGRAM
    else:
        set_up(s, phase, move)


@kernel
def set_up(s: Record, phase: int, move: int) -> None:
    """Tiles that leave, Skills, and who begins."""
    if phase == state.SETUP_OUT:
        remove_tile(s, move - state.TAKEN_OUT)
        s["outs"] = int(s["outs"]) - 1
        if int(s["outs"]) == 0:
            s["black_crystal"] = state.SETUP_SKILL
    elif phase == state.SETUP_SKILL:
        seat = 0
        while int(s["skill"][seat]) != state.NOWHERE:
            seat += 1
        skill = move - state.SKILL_DEALT
        s["skill"][seat] = skill  # BC-SET-2
        s["uses"][seat] = state.SKILL_USES[skill]
        if skill == state.MINER:
            gain_explosives(s, seat, 1)  # BC-MIN-1
        if seat + 1 == int(s["players"]):
            s["black_crystal"] = state.SETUP_FIRST
    else:
        s["active"] = move - state.FIRST_SEAT  # BC-SET-10
        new_turn(s)
        s["black_crystal"] = state.GO_START


@kernel
def roll(s: Record, value: int, work: Record) -> None:
    """A die, for whatever it was rolled."""
    rolls = int(s["rolls"])
    note(Step.ROLLED, rolls, value)
    if rolls == ROLL_A or rolls == ROLL_D:
        take_die(s, rolls, value)
    elif rolls == ROLL_CALL:
        roll_called(s, value)
    elif rolls == ROLL_PIT:
        roll_pit(s, value, work)
    else:
        roll_theft(s, value)


@kernel
def find(s: Record, card: int) -> None:
    """A Find card was drawn: into the hand, or its effects run: BC-FIND-3, BC-FIND-4."""
    seat = int(s["stack"][int(s["height"]) - 1])
    s["draws"][seat] = int(s["draws"][seat]) - 1
    take_find(s, seat, card)
    if acts_at_once(card):
        run_program(s, program_of(card), seat, state.GO_ON)
    else:
        s["black_crystal"] = state.GO_ON


@kernel
def steal(s: Record, card: int) -> None:
    """A card was drawn from a hand."""
    steal_card(s, int(s["thief"]), int(s["victim"]), card)
    s["steals"] = int(s["steals"]) - 1
    if int(s["steals"]) > 0:
        return
    if int(s["then"]) == state.GO_END:
        end_turn_of(s, int(s["thief"]))
    s["thief"] = 0
    s["victim"] = 0
    s["black_crystal"] = state.GO_PROGRAM


@kernel
def answer(s: Record, move: int, work: Record) -> None:
    """An input of the seat that is asked."""
    phase = int(s["black_crystal"])
    if phase == state.ACT:
        s["black_crystal"] = state.GO_ACT
        act(s, move)
    elif phase == state.PREROLL:
        answer_window(s, move)
    elif phase == state.FLEE:
        cell = state.HOME if move == state.TO_HOME else move - state.FLEE_TO
        arrive(s, int(s["fleeing"]), cell)
    elif phase == state.LAY:
        lay(s, move)
    elif phase == state.CALL:
        answer_call(s, move)
    elif phase == state.MONSTER:
        meet_monster(s, move)
    elif phase == state.ALLY:
        send_ally(s, move)
    elif phase == state.POSTROLL:
        answer_after_roll(s, move)
    elif phase == state.TARGET:
        take_aim(s, move)
    elif phase == state.SKIP:
        answer_skip(s, move)
    elif phase == state.BURIED:
        answer_buried(s, move)
    elif phase == state.BEG:
        answer_beg(s, move)
    elif phase == state.HELP:
        answer_help(s, move)
    elif phase == state.REACT:
        answer_react(s, move)
    else:
        answer_more(s, phase, move, work)


@kernel
def answer_more(s: Record, phase: int, move: int, work: Record) -> None:
    """The rarer inputs."""
    seat = int(s["ask"])
    if phase == state.CAVEIN:
        answer_cave_in(s, move)
    elif phase == state.PASSAGE:
        if move != state.PASS:
            open_passage(s, int(s["at"][seat]), move - state.OPEN)
        s["black_crystal"] = state.GO_PROGRAM
    elif phase == state.KEEP:
        keep_tile(s, move - state.KEEP_TILE)
    elif phase == state.CART:
        ride(s, move)
    elif phase == state.COIN:
        answer_coin(s, move, work)
    elif phase == state.KEEPALLY:
        keep_ally(s, move)
    elif phase == state.REGROW:
        answer_regrow(s, move)
    elif phase == state.LOSS:
        answer_loss(s, move)
    elif phase == state.PIT:
        if move == state.PASS:
            enter_pit(s, seat)
        else:
            use_rope(s, seat, move)
    elif phase == state.CRYSTAL:
        if move == state.MINE:
            s["mining"][seat] = 1
            note(Step.MINING, seat, int(s["at"][seat]))
        s["black_crystal"] = state.GO_ON
    elif phase == state.PEEK:
        answer_peek(s, move)
    else:  # DROP
        drop_card(s, seat, move - state.DROP_CARD)
        s["count"] = int(s["count"]) - 1
        go_on_dropping(s, False)


@kernel
def score(s: Record, out: NDArray[np.float64]) -> None:
    """The winner 1, the others -1; a draw 0 for all."""
    winner = int(s["winner"])
    for seat in range(int(s["players"])):
        if winner == state.NOWHERE:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 if seat == winner else -1.0


register(
    "black_crystal",
    state.STATE,
    begin=begin,
    turn=turn,
    moves=moves,
    weights=weights,
    play=play,
    score=score,
    estimate=estimate,
    hide=hide,
    redeal=redeal,
    observe=observe,
    narrow=narrow,
)
