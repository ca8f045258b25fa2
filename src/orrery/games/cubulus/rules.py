"""The rules of Cubulus, compiled. Comments name the rule that a line enforces.

A colour's balls are 27 bits of an integer, so a line, a square and a whole face are masks.
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.bits import count_bits, list_bits
from orrery.core.contract import CHANCE, OVER, Record, note, register, sample_listed
from orrery.core.dice import draw
from orrery.core.jit import kernel

from .bits import both_ends, digits_x, digits_y, full_lines, has_square
from .hints import estimate
from .state import (
    BALLS,
    CANONICAL_FACELETS,
    CAPPED,
    CELL_CODE,
    CELLS,
    CHOOSING,
    COLOUR_CODE,
    COLOUR_ORDERS,
    COLOURS,
    COLOURS_CODE,
    DONE,
    FIRST,
    FIRST_CODE,
    LONGEST_GAME,
    NEUTRAL,
    PACKED_LINE,
    REPEATED,
    SQUARE,
    STATE,
    TURN,
)
from .steps import Step

FACELET_COUNT = 54
ORDERS = 6


@kernel
def begin(s: Record, options: NDArray[np.int32], work: Record) -> None:
    """An empty cube, before the colours are chosen: all at once under ruleset 1, then in turn."""
    s["cubulus"] = COLOURS if options[5] == 1 else CHOOSING  # CB-SETUP-2
    s["players"] = options[0]  # CB-OPT-1
    s["faces"] = options[1]  # CB-OPT-2
    s["repetition"] = options[2]  # CB-OPT-3
    s["turn_cap"] = options[3] if options[3] > 0 else LONGEST_GAME  # CB-OPT-4
    s["noop_ban"] = options[4]  # CB-OPT-5
    s["winner"] = -1


@kernel
def turn(s: Record) -> int:
    """The seat that chooses or plays; Nature draws the first player."""
    phase = int(s["cubulus"])
    if phase == DONE:
        return OVER
    if phase == FIRST:
        return CHANCE  # CB-SETUP-5, CB-CHANCE-1
    return int(s["seat"])


@kernel
def occupied(s: Record) -> int:
    """The filled cells."""
    return int(s["balls"][0]) | int(s["balls"][1]) | int(s["balls"][2])


@kernel
def hand(s: Record, seat: int) -> int:
    """How many balls a seat still holds."""
    return BALLS - count_bits(int(s["balls"][int(s["colour"][seat])]))  # CB-SETUP-4, CB-3P-2


@kernel
def insertions(filled: int, full: int) -> int:
    """Facelets where a ball can enter, one for each way to fill an empty cell."""
    behind = (
        digits_x(filled)
        | digits_x(filled >> 2) << 9
        | digits_y(filled) << 18
        | digits_y(filled >> 6) << 27
        | (filled & 511) << 36
        | (filled >> 18) << 45
    )
    return (behind | CANONICAL_FACELETS) & ~full  # CB-PUSH-2, CB-PUSH-6, CB-PUSH-10


@kernel
def one_colour_lines(s: Record) -> int:
    """Facelets of lines that hold three balls of one colour."""
    along_x = along_y = along_z = 0
    for colour in range(3):
        balls = int(s["balls"][colour])
        along_x |= balls & balls >> 1 & balls >> 2
        along_y |= balls & balls >> 3 & balls >> 6
        along_z |= balls & balls >> 9 & balls >> 18
    return both_ends(along_x, along_y, along_z)


@kernel
def is_first_turn(s: Record) -> bool:
    """With two players: whether the cube holds nothing but the neutral balls."""
    return int(s["players"]) == 2 and occupied(s) == int(s["balls"][int(s["colour"][2])])


@kernel
def rotations(s: Record, full: int, may_insert: bool) -> int:
    """Facelets from which the player to move may rotate a full line."""
    if is_first_turn(s):
        return 0  # CB-SETUP-9
    allowed = full  # CB-ROTATE-1, CB-ROTATE-4
    if int(s["ban"]) > 0:
        allowed &= ~(1 << (int(s["ban"]) - 1))  # CB-BAN-1
    if int(s["noop_ban"]) == 1:
        changing = allowed & ~one_colour_lines(s)
        if changing != 0 or may_insert:  # CB-BAN-6
            allowed = changing  # CB-BAN-5
    return allowed


@kernel
def legal_facelets(s: Record) -> int:
    """Facelets where the player to move may insert or rotate, as 54 bits."""
    filled = occupied(s)
    full = full_lines(filled)
    inserting = 0
    if hand(s, int(s["seat"])) > 0:  # CB-TURN-5
        inserting = insertions(filled, full)
    return inserting | rotations(s, full, inserting != 0)  # CB-TURN-1, CB-TURN-4


@kernel
def list_range(out: NDArray[np.int32], first: int, count: int) -> int:
    """Write `count` codes in a row."""
    for k in range(count):
        out[k] = first + k
    return count


@kernel
def list_colours(s: Record, out: NDArray[np.int32]) -> int:
    """Write the colours that nobody has taken."""
    taken = int(s["colour"][0]) if int(s["seat"]) > 0 else -1
    count = 0
    for colour in range(3):
        if colour != taken:
            out[count] = COLOUR_CODE + colour
            count += 1
    return count


@kernel
def moves(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """The legal moves of every phase."""
    phase = int(s["cubulus"])
    if phase == TURN:
        return list_bits(out, 0, legal_facelets(s), FACELET_COUNT)
    if phase == COLOURS:
        return list_range(out, COLOURS_CODE, ORDERS)  # CB-SETUP-2
    if phase == CHOOSING:
        return list_colours(s, out)  # CB-SETUP-2
    if phase == FIRST:
        return list_range(out, FIRST_CODE, int(s["players"]))  # CB-3P-4
    if phase == NEUTRAL:
        empty = ~occupied(s) & ((1 << CELLS) - 1)  # CB-COMP-5
        return list_bits(out, CELL_CODE, empty, CELLS)  # CB-SETUP-7
    return 0


@kernel
def sample(
    s: Record,
    rng: NDArray[np.uint64],
    out: NDArray[np.int32],
    odds: NDArray[np.int64],
    work: Record,
) -> int:
    """A random move; on a turn it is drawn from the facelets without listing them."""
    if int(s["cubulus"]) != TURN:
        return sample_listed(s, rng, out, odds, work)
    facelets = legal_facelets(s)
    low = facelets & (1 << CELLS) - 1
    few = count_bits(low)
    k = draw(rng, few + count_bits(facelets >> CELLS))
    first = 0
    if k >= few:
        low, first, k = facelets >> CELLS, CELLS, k - few
    while k > 0:
        low &= low - 1
        k -= 1
    return first + count_bits((low & -low) - 1)


@kernel
def weights(s: Record, out: NDArray[np.int64], work: Record) -> int:
    """Each seat is as likely to be first."""
    for seat in range(int(s["players"])):
        out[seat] = 1  # CB-SETUP-5
    return int(s["players"])


@kernel
def play(s: Record, move: int, work: Record) -> None:
    """Apply a legal move."""
    if move < CELL_CODE:
        take_turn(s, move)
    elif move < COLOURS_CODE:
        put_neutral(s, move - CELL_CODE)
    elif move < FIRST_CODE:
        take_colours(s, move - COLOURS_CODE)
    elif move < COLOUR_CODE:
        draw_first(s, move - FIRST_CODE)
    else:
        take_colour(s, move - COLOUR_CODE)


@kernel
def take_colours(s: Record, order: int) -> None:
    """Give every seat its colour; with two players the third is neutral."""
    for seat in range(3):
        s["colour"][seat] = COLOUR_ORDERS[order, seat]  # CB-SETUP-2, CB-SETUP-3, CB-3P-1
        if seat < int(s["players"]):
            note(Step.COLOUR_TAKEN, seat, int(COLOUR_ORDERS[order, seat]))
    s["cubulus"] = FIRST


@kernel
def take_colour(s: Record, colour: int) -> None:
    """Give the seat that chooses its colour; after the second the third colour has no choice."""
    seat = int(s["seat"])
    s["colour"][seat] = colour  # CB-SETUP-2
    note(Step.COLOUR_TAKEN, seat, colour)
    if seat == 0:
        s["seat"] = 1
        return
    left = 3 - int(s["colour"][0]) - colour
    s["colour"][2] = left  # CB-SETUP-3, CB-3P-1, CB-3P-2
    if int(s["players"]) == 3:
        note(Step.COLOUR_TAKEN, 2, left)
    s["seat"] = 0
    s["cubulus"] = FIRST


@kernel
def draw_first(s: Record, seat: int) -> None:
    """Let a seat have the first turn; with two players the other one prepares the cube."""
    s["first"] = seat
    note(Step.FIRST_DRAWN, seat)
    if int(s["players"]) == 2:
        s["seat"] = 1 - seat  # CB-SETUP-6
        s["cubulus"] = NEUTRAL
    else:
        start_turns(s)  # CB-3P-3


@kernel
def put_neutral(s: Record, cell: int) -> None:
    """Put one neutral ball into a cell; the ninth opens the game."""
    neutral = int(s["colour"][2])
    s["balls"][neutral] = int(s["balls"][neutral]) | 1 << cell
    note(Step.NEUTRAL_PUT, cell, neutral)
    if hand(s, 2) == 0:
        start_turns(s)  # CB-SETUP-6


@kernel
def start_turns(s: Record) -> None:
    """The first player is to move, in a position that counts as the first one seen."""
    s["seat"] = s["first"]
    s["cubulus"] = TURN
    remember(s)  # CB-DRAW-2


@kernel
def take_turn(s: Record, facelet: int) -> None:
    """Insert or rotate, then see who has won or whether the game is drawn."""
    filled = occupied(s)
    packed = int(PACKED_LINE[facelet])
    a, b, c = packed & 31, packed >> 5 & 31, packed >> 10 & 31
    line = 1 << a | 1 << b | 1 << c
    if filled & line == line:
        rotate(s, a, b, c)
        s["ban"] = (packed >> 15) + 1  # CB-BAN-1, CB-BAN-2, CB-BAN-3
    else:
        insert(s, filled, a, b, c)
        forget(s)
        s["ban"] = 0  # CB-BAN-7
    s["turns"] = int(s["turns"]) + 1
    finish_turn(s)


@kernel
def colour_at(s: Record, cell: int) -> int:
    """The colour of the ball in a filled cell."""
    if int(s["balls"][0]) >> cell & 1:
        return 0
    return 1 if int(s["balls"][1]) >> cell & 1 else 2


@kernel
def shift(s: Record, origin: int, target: int) -> None:
    """Move the ball of one cell to another, empty one."""
    for colour in range(3):
        balls = int(s["balls"][colour])
        ball = balls >> origin & 1
        s["balls"][colour] = balls ^ (ball << origin | ball << target)


@kernel
def insert(s: Record, filled: int, a: int, b: int, c: int) -> None:
    """Push a ball of the player to move in at the end `a` of a line with a gap."""
    if filled >> a & 1:
        if filled >> b & 1:
            note(Step.BALL_PUSHED, b, c, colour_at(s, b))
            shift(s, b, c)  # CB-PUSH-5
        note(Step.BALL_PUSHED, a, b, colour_at(s, a))
        shift(s, a, b)  # CB-PUSH-4, CB-PUSH-5
    own = int(s["colour"][int(s["seat"])])
    s["balls"][own] = int(s["balls"][own]) | 1 << a  # CB-PUSH-1, CB-PUSH-2, CB-PUSH-3
    note(Step.BALL_IN, a, own, int(s["seat"]))


@kernel
def rotate(s: Record, a: int, b: int, c: int) -> None:
    """Push a full line round by one: the ball that drops out at `c` comes back in at `a`."""
    note(Step.BALL_PUSHED, b, c, colour_at(s, b))
    note(Step.BALL_PUSHED, a, b, colour_at(s, a))
    note(Step.BALL_ROUND, c, a, colour_at(s, c))
    line = 1 << a | 1 << b | 1 << c
    for colour in range(3):
        balls = int(s["balls"][colour])
        turned = (balls >> c & 1) << a | (balls >> a & 1) << b | (balls >> b & 1) << c
        s["balls"][colour] = balls & ~line | turned  # CB-ROTATE-3


@kernel
def square_owner(s: Record) -> int:
    """The seat that wins by the turn just made, or -1.

    Opponents come first, in turn order, and the mover last.
    """
    faces = 0  # CB-GOAL-5
    if int(s["faces"]) == 4:
        faces = 1  # CB-GOAL-6
    players = int(s["players"])
    for step in range(1, players + 1):
        seat = (int(s["seat"]) + step) % players  # CB-WIN-3, CB-3P-8, CB-3P-9
        if has_square(int(s["balls"][int(s["colour"][seat])]), faces):
            return seat  # CB-WIN-1, CB-WIN-2, CB-WIN-4
    return -1


@kernel
def finish_turn(s: Record) -> None:
    """End the game, or pass the turn clockwise."""
    won = square_owner(s)  # CB-ROTATE-6
    if won >= 0:
        note(Step.SQUARE_MADE, won, int(s["colour"][won]))
        finish(s, won, SQUARE)  # CB-WIN-5, CB-DRAW-4
        return
    s["seat"] = (int(s["seat"]) + 1) % int(s["players"])  # CB-TURN-3, CB-3P-5
    occurrences = remember(s)
    if int(s["repetition"]) > 0 and occurrences >= int(s["repetition"]):
        finish(s, -1, REPEATED)  # CB-DRAW-1
    elif int(s["turns"]) >= int(s["turn_cap"]):
        finish(s, -1, CAPPED)  # CB-DRAW-3


@kernel
def finish(s: Record, won: int, reason: int) -> None:
    """The game is over."""
    s["winner"] = won
    s["reason"] = reason
    s["cubulus"] = DONE


@kernel
def packed_position(s: Record) -> int:
    """All that makes two positions the same, in 62 bits."""
    red = int(s["balls"][2])
    return (
        int(s["balls"][0])
        | red
        | (int(s["balls"][1]) | red) << CELLS
        | int(s["seat"]) << 2 * CELLS
        | int(s["ban"]) << 2 * CELLS + 2
    )  # CB-DRAW-2


@kernel
def remember(s: Record) -> int:
    """Add the position to those seen, and return how often it has occurred now."""
    position = packed_position(s)
    count = int(s["seen_count"])
    s["seen"][count] = position
    s["seen_count"] = count + 1
    return seen_before(s, position)


@kernel
def seen_before(s: Record, position: int) -> int:
    """How often a position is among those seen."""
    occurrences = 0
    for k in range(int(s["seen_count"])):
        if s["seen"][k] == position:
            occurrences += 1
    return occurrences


@kernel
def forget(s: Record) -> None:
    """Clear the positions seen: after an insertion none of them can come back."""
    for k in range(int(s["seen_count"])):
        s["seen"][k] = 0
    s["seen_count"] = 0


@kernel
def score(s: Record, out: NDArray[np.float64]) -> None:
    """1 for the winner, and the others share -1."""
    players = int(s["players"])
    won = int(s["winner"])
    for seat in range(players):
        if won < 0:
            out[seat] = 0.0
        else:
            out[seat] = 1.0 if seat == won else -1.0 / (players - 1)


BEFORE_SEEN: int = STATE.fields["seen"][1]  # type: ignore[index]


@kernel
def size(s: Record) -> int:
    """Bytes in use: all but the places for positions not yet seen."""
    return BEFORE_SEEN + 8 * int(s["seen_count"])


OBSERVATION = 3 * CELLS + FACELET_COUNT + 3 + 5 + 2


@kernel
def observe(s: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Cells by colour (own, next, last), the ban, who decides, the phase, how near a draw is."""
    players = int(s["players"])
    for k in range(OBSERVATION):
        out[k] = 0.0
    for k in range(3):
        owner = (seat + k) % players if k < players else k
        balls = int(s["balls"][int(s["colour"][owner])])
        for cell in range(CELLS):
            out[k * CELLS + cell] = balls >> cell & 1
    if int(s["ban"]) > 0:
        out[3 * CELLS + int(s["ban"]) - 1] = 1.0
    rest = 3 * CELLS + FACELET_COUNT
    if turn(s) >= 0:
        out[rest + (int(s["seat"]) - seat) % players] = 1.0
    phase = int(s["cubulus"])
    out[rest + 3 + (COLOURS if phase == CHOOSING else phase)] = 1.0
    out[rest + 8] = int(s["turns"]) / int(s["turn_cap"])
    if int(s["repetition"]) > 0 and int(s["seen_count"]) > 0:
        out[rest + 9] = seen_before(s, packed_position(s)) / int(s["repetition"])


register(
    "cubulus",
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
