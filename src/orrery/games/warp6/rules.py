"""The rules of Warp 6, compiled. Comments name the rule that a line enforces.

Occupied marks are bits, and so are the actions of all dice, so that a mark is looked up, and a
random action drawn, without a list.
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.bits import count_bits, nth_bit
from orrery.core.contract import CHANCE, OVER, Record, note, register
from orrery.core.dice import draw
from orrery.core.jit import kernel

from .hints import estimate
from .state import (
    ACT,
    CENTRE,
    DICE,
    DONE,
    FACE_CODE,
    FACES,
    GOAL,
    HALF,
    HOME,
    KINDS,
    LIMIT,
    LONGEST_GAME,
    LOWER,
    MARKS,
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
    THREE_GOAL,
    THREE_LARGE,
    THREE_SIX,
    TWO_FLEET,
    TWO_GOAL,
    TWO_LARGE,
    TWO_SIX,
    UNPLACED,
    WARP,
)

# What a move tells while it is played, as places in the `steps` of game.py.
(
    DIE_ROLLED,
    ROLLS_DECIDED,
    ROLLS_VOID,
    DIE_PLACED,
    VALUE_CHANGED,
    DIE_MOVED,
    DIE_WARPED,
    DIE_HOME,
    DIE_REROLLED,
    GAME_ENDED,
) = range(10)


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


@kernel
def goal(s: Record) -> int:
    """How many dice a player needs in the centre."""
    return TWO_GOAL if int(s["players"]) == 2 else THREE_GOAL  # W6-WIN-1, W6-3P-3


@kernel
def kind_of(s: Record, die: int) -> int:
    """Large, d6 or d4, as a number."""
    sides = int(s["sides"][die])
    if sides == 6:
        return 1
    return 2 if sides == 4 else 0


@kernel
def ring_of(mark: int) -> int:
    """The ring of a mark, counted from the centre; the centre itself counts nothing."""
    return (
        6 - (mark >= 36) - (mark >= 66) - (mark >= 90) - (mark >= 108) - (mark >= 120)
        - (mark >= CENTRE)
    )  # fmt: skip # W6-COMP-2, W6-SERIES-3


@kernel
def points(s: Record, seat: int) -> int:
    """The ring numbers of a player's dice on the board."""
    total = 0
    first = seat * int(s["fleet"])
    for die in range(first, first + int(s["fleet"])):
        total += ring_of(int(s["mark"][die]))  # W6-SERIES-2
    return total


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
def list_bits(out: NDArray[np.int32], first: int, mask: int, width: int) -> int:
    """Write a code for each bit that is set."""
    n = 0
    for k in range(width):
        out[n] = first + k  # kept only if the bit is set: no branch to guess wrong
        n += mask >> k & 1
    return n


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
    note(DIE_ROLLED, die, face, die // int(s["fleet"]))
    if die + 1 == DICE:
        decide_first(s)
    else:
        s["seat"] = (die + 1) // int(s["fleet"])


@kernel
def sum_of(s: Record, seat: int) -> int:
    """What the dice of a fleet show together."""
    total = 0
    first = seat * int(s["fleet"])
    for die in range(first, first + int(s["fleet"])):
        total += int(s["value"][die])
    return total


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
        note(ROLLS_VOID, ties, 0, 0)
        set_out(s)  # W6-SETUP-7, W6-SETUP-16
        return
    note(ROLLS_DECIDED, best, sum_of(s, best), 0)
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
    note(DIE_PLACED, die, mark, value)
    # The last die brings the turn round to the first player again.
    s["seat"] = (int(s["seat"]) + 1) % int(s["players"])  # W6-SETUP-10, W6-SETUP-13, W6-SETUP-15
    if mark + 1 == DICE:
        s["warp6"] = ACT


@kernel
def is_occupied(s: Record, mark: int) -> bool:
    """Whether a mark holds a die."""
    if mark < HALF:
        return int(s["occupied"][0]) >> mark & 1 == 1
    return int(s["occupied"][1]) >> mark - HALF & 1 == 1


@kernel
def turn_bit(s: Record, mark: int) -> None:
    """A mark becomes occupied, or empty."""
    if mark < HALF:
        s["occupied"][0] = int(s["occupied"][0]) ^ 1 << mark
    else:
        s["occupied"][1] = int(s["occupied"][1]) ^ 1 << mark - HALF


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
    note(VALUE_CHANGED, die, value, int(s["mark"][die]))
    end_turn(s)


@kernel
def fly(s: Record, die: int) -> None:
    """Along the solid line, then down dotted ones as long as marks are occupied."""
    start = int(s["mark"][die])
    mark = start + int(s["value"][die])  # W6-MOVE-2, W6-MOVE-3, W6-MOVE-4, W6-MOVE-5
    turn_bit(s, start)
    s["actions"] = int(s["actions"]) & ~(7 << 3 * die)
    mark = min(mark, CENTRE)  # W6-CENTRE-2
    note(DIE_MOVED, die, start, mark)
    warped = False
    while mark < CENTRE and is_occupied(s, mark):  # W6-WARP-1, W6-WARP-2, W6-WARP-3, W6-CENTRE-5
        note(DIE_WARPED, die, mark, int(WARP[mark]))
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
    note(DIE_REROLLED, die, face, int(s["mark"][die]))
    end_turn(s)  # W6-WARP-8


@kernel
def come_home(s: Record, die: int) -> None:
    """Take a die off in the centre; the last one needed wins at once."""
    seat = int(s["seat"])
    s["mark"][die] = HOME  # W6-CENTRE-1, W6-CENTRE-6
    s["value"][die] = 0
    s["home"][seat] = int(s["home"][seat]) + 1  # W6-CENTRE-7
    note(DIE_HOME, die, int(s["home"][seat]), seat)
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
def leaders(s: Record) -> int:
    """Who is ahead at the limit, as bits: most dice home, then the lowest ring numbers."""
    found, best = 0, -1000
    for seat in range(int(s["players"])):
        rank = 100 * int(s["home"][seat]) - points(s, seat)  # W6-CAP-2, W6-CAP-3
        if rank > best:
            found, best = 0, rank
        if rank == best:
            found |= 1 << seat  # W6-CAP-4
    return found


@kernel
def only_seat(seats: int) -> int:
    """The seat of the only bit that is set, or -1 if there are several."""
    if seats & seats - 1:
        return -1
    return count_bits(seats - 1)


@kernel
def finish(s: Record, seats: int, reason: int) -> None:
    """A game is over; a series goes on with the next one."""
    won = only_seat(seats)
    s["winner"] = won
    s["reason"] = reason
    s["tied"] = seats if won < 0 else 0
    note(GAME_ENDED, won, reason, int(s["games"]))
    s["warp6"] = DONE
    if int(s["series_games"]) > 1:
        write_down(s)  # W6-SERIES-1, W6-CAP-5
        if int(s["games"]) < int(s["series_games"]):  # W6-SERIES-9
            set_out(s)  # W6-SERIES-8


@kernel
def write_down(s: Record) -> None:
    """Enter a finished game in the sheet of the series."""
    game = int(s["games"])
    for seat in range(int(s["players"])):
        s["sheet"][game, seat] = points(s, seat)  # W6-SERIES-4
    s["sheet"][game, SEATS] = int(s["winner"]) + 1
    s["games"] = game + 1


@kernel
def total_points(s: Record, seat: int) -> int:
    """The points of a player over the finished games of a series."""
    total = 0
    for game in range(int(s["games"])):
        total += int(s["sheet"][game, seat])
    return total


@kernel
def games_won(s: Record, seat: int) -> int:
    """How many games of a series a player has won."""
    won = 0
    for game in range(int(s["games"])):
        won += int(s["sheet"][game, SEATS]) == seat + 1
    return won


@kernel
def series_leaders(s: Record) -> int:
    """Who has won the series, as bits: the lowest total, then most games won."""
    found, best = 0, -100_000
    for seat in range(int(s["players"])):
        rank = games_won(s, seat) - 100 * total_points(s, seat)  # W6-SERIES-5, W6-SERIES-6
        if rank > best:
            found, best = 0, rank
        if rank == best:
            found |= 1 << seat  # W6-SERIES-7
    return found


@kernel
def winners(s: Record) -> int:
    """Who has won when all is over, as bits; several share it."""
    if int(s["series_games"]) > 1:
        return series_leaders(s)
    return int(s["tied"]) if int(s["winner"]) < 0 else 1 << int(s["winner"])


@kernel
def score(s: Record, out: NDArray[np.float64]) -> None:
    """Those who won share 1 less what the others who won take; the values add up to nought."""
    players = int(s["players"])
    won = winners(s)
    shared = count_bits(won)
    for seat in range(players):
        out[seat] = -1.0 / (players - 1)
        if won >> seat & 1:
            out[seat] = (players - shared) / (shared * (players - 1.0))
        elif shared == players:
            out[seat] = 0.0


BEFORE_SHEET: int = STATE.fields["sheet"][1]  # type: ignore[index]


@kernel
def size(s: Record) -> int:
    """Bytes in use: all but the lines of games not yet played."""
    return BEFORE_SHEET + 4 * int(s["games"])


OBSERVATION = 2 * SEATS * MARKS + SEATS * KINDS * FACES + 3 * SEATS + 5 + 3
_HANDS = 2 * SEATS * MARKS
_REST = _HANDS + SEATS * KINDS * FACES


@kernel
def observe(s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Values and sides by mark, dice in hand, homes, series points, who decides, the phase."""
    players, fleet = int(s["players"]), int(s["fleet"])
    for k in range(OBSERVATION):
        out[k] = 0.0
    for k in range(players):
        owner = (seat + k) % players
        for die in range(owner * fleet, owner * fleet + fleet):
            mark, value = int(s["mark"][die]), int(s["value"][die])
            if mark < MARKS:
                out[2 * k * MARKS + mark] = value / 8.0
                out[(2 * k + 1) * MARKS + mark] = int(s["sides"][die]) / 8.0
            elif mark == UNPLACED and value > 0:
                out[_HANDS + (k * KINDS + kind_of(s, die)) * FACES + value - 1] += 1.0
        out[_REST + k] = int(s["home"][owner]) / goal(s)
        out[_REST + SEATS + k] = total_points(s, owner) / 54.0
    if turn(s) >= 0:
        out[_REST + 2 * SEATS + (int(s["seat"]) - seat) % players] = 1.0
    out[_REST + 3 * SEATS + int(s["warp6"])] = 1.0
    out[_REST + 3 * SEATS + 5] = int(s["turns"]) / int(s["turn_cap"])
    out[_REST + 3 * SEATS + 6] = (int(s["series_games"]) - int(s["games"])) / 20.0
    out[_REST + 3 * SEATS + 7] = int(s["count"]) / DICE


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
