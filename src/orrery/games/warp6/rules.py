"""The rules of Warp 6, compiled. Comments name the rule that a line enforces.

Occupied marks are bits, and so are the actions of all dice, so that a mark is looked up, and a
random action drawn, without a list.
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.bits import count_bits, list_bits, nth_bit
from orrery.core.contract import CHANCE, OVER, Record, note, register
from orrery.core.dice import draw
from orrery.core.jit import kernel

from .hints import estimate
from .observation import observe
from .pieces import goal, is_occupied, kind_of, sum_of, turn_bit
from .scoring import leaders, only_seat, score, write_down
from .state import (
    ACT,
    CENTRE,
    DICE,
    DONE,
    FACE_CODE,
    FACES,
    GOAL,
    HOME,
    KINDS,
    LIMIT,
    LONGEST_GAME,
    LOWER,
    MOST_SPREAD,
    MOVE,
    PLACE,
    PLACE_CODE,
    RAISE,
    REROLL,
    ROLL,
    SEATS,
    STATE,
    THREE_FLEET,
    THREE_LARGE,
    THREE_SIX,
    TWO_FLEET,
    TWO_LARGE,
    TWO_SIX,
    UNPLACED,
    WARP,
)
from .steps import Step


@kernel
def begin(s: Record, options: NDArray[np.int32], work: Record) -> None:
    """Two or three fleets, not rolled yet."""
    s["players"] = options[0]  # W6-OPT-1, W6-SETUP-1
    s["series_games"] = options[2]  # W6-OPT-3
    s["turn_cap"] = options[3] if options[3] > 0 else LONGEST_GAME  # W6-OPT-4
    s["balanced"] = options[4]  # W6-OPT-5
    s["winner"] = -1
    two = options[0] == 2
    s["fleet"] = TWO_FLEET if two else THREE_FLEET  # W6-SETUP-2, W6-3P-1
    large = TWO_LARGE if two else THREE_LARGE
    medium = large + (TWO_SIX if two else THREE_SIX)
    for die in range(DICE):
        place = die % int(s["fleet"])
        s["sides"][die] = 4  # W6-COMP-6
        if place < large:
            s["sides"][die] = options[1]  # W6-OPT-2
        elif place < medium:
            s["sides"][die] = 6
    set_out(s)


@kernel
def set_out(s: Record) -> None:
    """Take all dice in hand for a new game."""
    s["warp6"] = ROLL
    s["seat"] = s["first"] = s["count"] = s["turns"] = 0
    s["actions"] = s["occupied"][0] = s["occupied"][1] = 0
    for die in range(DICE):
        s["mark"][die] = UNPLACED
        s["value"][die] = 0
    for seat in range(SEATS):
        s["home"][seat] = 0


@kernel
def turn(s: Record) -> int:
    """Nature rolls every die; players place and act."""
    phase = int(s["warp6"])
    if phase == DONE:
        return OVER
    if phase == ROLL or phase == REROLL:
        return CHANCE  # W6-CHANCE-2
    return int(s["seat"])


# Which moves there are


@kernel
def own_actions(s: Record) -> int:
    """What the player to move can do, as bits: three for each own die."""
    width = 3 * int(s["fleet"])
    return int(s["actions"]) >> width * int(s["seat"]) & (1 << width) - 1  # W6-TURN-2


@kernel
def own_unplaced(s: Record) -> int:
    """The kinds and values that the player can place, as 24 bits."""
    found = 0
    first = int(s["seat"]) * int(s["fleet"])
    for die in range(first, first + int(s["fleet"])):
        if int(s["mark"][die]) == UNPLACED:
            found |= 1 << FACES * kind_of(s, die) + int(s["value"][die]) - 1  # W6-SETUP-11
    return found


@kernel
def rolled_sides(s: Record) -> int:
    """The sides of the die that Nature rolls."""
    if int(s["warp6"]) == ROLL:
        return int(s["sides"][int(s["count"])])
    return int(s["sides"][int(s["moving"])])  # W6-WARP-7


@kernel
def moves(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """The legal moves of every phase."""
    phase = int(s["warp6"])
    if phase == ACT:
        width = 3 * int(s["fleet"])
        return list_bits(out, width * int(s["seat"]), own_actions(s), width)
    if phase == PLACE:
        return list_bits(out, PLACE_CODE, own_unplaced(s), KINDS * FACES)
    if phase == DONE:
        return 0
    sides = rolled_sides(s)
    for face in range(sides):
        out[face] = FACE_CODE + face  # W6-COMP-7
    return sides


@kernel
def weights(s: Record, out: NDArray[np.int64], work: Record) -> int:
    """Every face is as likely."""
    sides = rolled_sides(s)
    for face in range(sides):
        out[face] = 1  # W6-CHANCE-1
    return sides


@kernel
def sample(
    s: Record,
    rng: NDArray[np.uint64],
    out: NDArray[np.int32],
    odds: NDArray[np.int64],
    work: Record,
) -> int:
    """A random move, drawn from the bits without listing them."""
    phase = int(s["warp6"])
    if phase == ACT:
        mask = own_actions(s)
        first = 3 * int(s["fleet"]) * int(s["seat"])
    elif phase == PLACE:
        mask = own_unplaced(s)
        first = PLACE_CODE
    else:
        return FACE_CODE + draw(rng, rolled_sides(s))
    return first + nth_bit(mask, draw(rng, count_bits(mask)))


# Playing


@kernel
def play(s: Record, move: int, work: Record) -> None:
    """Apply a legal move."""
    if move < PLACE_CODE:
        act(s, move // 3, move % 3)
    elif move < FACE_CODE:
        place(s, (move - PLACE_CODE) // FACES, (move - PLACE_CODE) % FACES + 1)
    elif int(s["warp6"]) == ROLL:
        roll(s, move - FACE_CODE + 1)
    else:
        reroll(s, move - FACE_CODE + 1)


@kernel
def roll(s: Record, face: int) -> None:
    """One die of the set-up; the last one decides who is first."""
    die = int(s["count"])
    s["value"][die] = face  # W6-SETUP-5
    s["count"] = die + 1
    note(Step.DIE_ROLLED, die, face, die // int(s["fleet"]))
    if die + 1 == DICE:
        decide_first(s)
    else:
        s["seat"] = (die + 1) // int(s["fleet"])


@kernel
def decide_first(s: Record) -> None:
    """The highest sum is first; a tie for it, or too wide a spread, is rolled again."""
    best, ties, lowest = 0, 0, sum_of(s, 0)
    for seat in range(1, int(s["players"])):
        total = sum_of(s, seat)
        lowest = min(lowest, total)
        if total > sum_of(s, best):
            best, ties = seat, 0  # W6-SETUP-6
        elif total == sum_of(s, best):
            ties += 1  # W6-SETUP-7
    if ties > 0 or (int(s["balanced"]) == 1 and sum_of(s, best) - lowest > MOST_SPREAD):
        note(Step.ROLLS_VOID, ties)
        set_out(s)  # W6-SETUP-7, W6-SETUP-16
        return
    note(Step.ROLLS_DECIDED, best, sum_of(s, best))
    s["first"] = s["seat"] = best  # W6-SETUP-8, W6-SETUP-10
    s["count"] = 0
    s["warp6"] = PLACE


@kernel
def place(s: Record, kind: int, value: int) -> None:
    """Put a die that shows a value on the lowest empty mark."""
    die = int(s["seat"]) * int(s["fleet"])
    while (
        int(s["mark"][die]) != UNPLACED or int(s["value"][die]) != value or kind_of(s, die) != kind
    ):
        die += 1
    mark = int(s["count"])  # W6-SETUP-12
    s["count"] = mark + 1
    stand(s, die, mark)  # W6-SETUP-14
    note(Step.DIE_PLACED, die, mark, value)
    # The last die brings the turn round to the first player again.
    s["seat"] = (int(s["seat"]) + 1) % int(s["players"])  # W6-SETUP-10, W6-SETUP-13, W6-SETUP-15
    if mark + 1 == DICE:
        s["warp6"] = ACT


@kernel
def stand(s: Record, die: int, mark: int) -> None:
    """Put a die on an empty mark."""
    s["mark"][die] = mark
    turn_bit(s, mark)
    offer(s, die)


@kernel
def offer(s: Record, die: int) -> None:
    """Note down what can be done with a die on the board."""
    value = int(s["value"][die])
    can = 1 << MOVE  # W6-TURN-5, W6-MOVE-1
    if value < int(s["sides"][die]):  # W6-CHANGE-3
        can |= 1 << RAISE  # W6-CHANGE-1
    if value > 1:  # W6-CHANGE-2
        can |= 1 << LOWER  # W6-CHANGE-1
    s["actions"] = int(s["actions"]) & ~(7 << 3 * die) | can << 3 * die


@kernel
def act(s: Record, die: int, action: int) -> None:
    """Move a die or change its value, never both."""
    if action == MOVE:  # W6-TURN-1
        fly(s, die)
        return
    value = int(s["value"][die]) + (1 if action == RAISE else -1)
    s["value"][die] = value  # W6-CHANGE-1, W6-CHANGE-4
    offer(s, die)
    note(Step.VALUE_CHANGED, die, value, int(s["mark"][die]))
    end_turn(s)


@kernel
def fly(s: Record, die: int) -> None:
    """Along the solid line, then down dotted ones as long as marks are occupied."""
    start = int(s["mark"][die])
    mark = start + int(s["value"][die])  # W6-MOVE-2, W6-MOVE-3, W6-MOVE-4, W6-MOVE-5
    turn_bit(s, start)
    s["actions"] = int(s["actions"]) & ~(7 << 3 * die)
    mark = min(mark, CENTRE)  # W6-CENTRE-2
    note(Step.DIE_MOVED, die, start, mark)
    warped = False
    while mark < CENTRE and is_occupied(s, mark):  # W6-WARP-1, W6-WARP-2, W6-WARP-3, W6-CENTRE-5
        note(Step.DIE_WARPED, die, mark, int(WARP[mark]))
        mark = int(WARP[mark])  # W6-CENTRE-3
        warped = True
    if mark == CENTRE:
        come_home(s, die)  # W6-CENTRE-4
    elif warped:
        s["mark"][die] = mark
        turn_bit(s, mark)
        s["value"][die] = 0
        s["moving"] = die
        s["warp6"] = REROLL  # W6-WARP-5, W6-WARP-6, W6-WARP-9
    else:
        stand(s, die, mark)  # W6-MOVE-6
        end_turn(s)


@kernel
def reroll(s: Record, face: int) -> None:
    """The die that warped shows a new value, and the turn is over."""
    die = int(s["moving"])
    s["value"][die] = face
    s["moving"] = 0
    s["warp6"] = ACT
    offer(s, die)
    note(Step.DIE_REROLLED, die, face, int(s["mark"][die]))
    end_turn(s)  # W6-WARP-8


@kernel
def come_home(s: Record, die: int) -> None:
    """Take a die off in the centre; the last one needed wins at once."""
    seat = int(s["seat"])
    s["mark"][die] = HOME  # W6-CENTRE-1, W6-CENTRE-6
    s["value"][die] = 0
    s["home"][seat] = int(s["home"][seat]) + 1  # W6-CENTRE-7
    note(Step.DIE_HOME, die, int(s["home"][seat]), seat)
    if int(s["home"][seat]) == goal(s):
        finish(s, 1 << seat, GOAL)  # W6-WIN-1, W6-WIN-2, W6-3P-3
    else:
        end_turn(s)


@kernel
def end_turn(s: Record) -> None:
    """The next player, unless the last turn is over."""
    s["turns"] = int(s["turns"]) + 1
    if int(s["turns"]) >= int(s["turn_cap"]):  # W6-CAP-1
        finish(s, leaders(s), LIMIT)
        return
    s["seat"] = (int(s["seat"]) + 1) % int(s["players"])  # W6-TURN-4


@kernel
def finish(s: Record, seats: int, reason: int) -> None:
    """A game is over; a series goes on with the next one."""
    won = only_seat(seats)
    s["winner"] = won
    s["reason"] = reason
    s["tied"] = seats if won < 0 else 0
    note(Step.GAME_ENDED, won, reason, int(s["games"]))
    s["warp6"] = DONE
    if int(s["series_games"]) > 1:
        write_down(s)  # W6-SERIES-1, W6-CAP-5
        if int(s["games"]) < int(s["series_games"]):  # W6-SERIES-9
            set_out(s)  # W6-SERIES-8


BEFORE_SHEET: int = STATE.fields["sheet"][1]  # type: ignore[index]


@kernel
def size(s: Record) -> int:
    """Bytes in use: all but the lines of games not yet played."""
    return BEFORE_SHEET + 4 * int(s["games"])


register(
    "warp6",
    STATE,
    begin=begin,
    turn=turn,
    moves=moves,
    weights=weights,
    play=play,
    score=score,
    estimate=estimate,
    observe=observe,
    size=size,
    sample=sample,
)
