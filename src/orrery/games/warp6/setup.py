"""Setting up a position from its text, with the checks that keep the game sound."""

import re
from dataclasses import dataclass

from orrery.core.contract import Record
from orrery.core.errors import BadNotation
from orrery.core.jit import twin

from . import pieces, rules, scoring
from .notation import letter
from .state import (
    ACT,
    COLOUR_LETTERS,
    DICE,
    GOAL,
    HOME,
    LIMIT,
    MARKS,
    MOST_SPREAD,
    PLACE,
    REROLL,
)

_BLOCK = re.compile(r"([YWB])\{([^{}]*)\}")
_DIE = re.compile(r"d([4678])(?:@(\d{1,3}))?=([1-8]|\?)")
_SHAPE = (
    "a position is a block for each player, dice and 'h' for those home, then the player to move,"
    " as in Y{d4@10=4 ... h5} B{d8@11=1 ... h5} >Y"
)


@dataclass
class Written:
    """A die as the text has it; no mark: not placed, no value: not rolled."""

    sides: int
    mark: int | None
    value: int


def set_position(s: Record, text: str) -> None:
    """Set a state that has just begun; colours keep their seats."""
    blocks, mark = _read(s, text.strip())
    order = [_seat(s, name) for name in blocks]
    players = len(order)
    if sorted(order) != list(range(players)) or players != int(s["players"]):
        wanted = ", ".join(COLOUR_LETTERS[int(s["players"])])
        raise BadNotation(f"the blocks of {wanted} are wanted, each once")
    if any(order[k] != (order[0] + k) % players for k in range(players)):
        raise BadNotation("the blocks stand in turn order, clockwise: Y, then W, then B")
    for (name, (dice, home)), seat in zip(blocks.items(), order, strict=True):
        _set_fleet(s, seat, name, dice, home)
    written = [die for dice, _ in blocks.values() for die in dice]
    if any(die.mark is None and die.value == 0 for die in written):
        _set_rolling(s, order, mark)
    elif any(die.mark is None for die in written):
        _set_placing(s, order, mark)
    else:
        _set_playing(s, order, mark)


def _read(s: Record, text: str) -> tuple[dict[str, tuple[list[Written], int]], str]:
    blocks: dict[str, tuple[list[Written], int]] = {}
    rest = text
    while found := _BLOCK.match(rest):
        if found[1] in blocks:
            raise BadNotation(f"{found[1]} has two blocks")
        blocks[found[1]] = _read_fleet(found[1], found[2])
        rest = rest[found.end() :].lstrip()
    if not re.fullmatch(r">[YWB]|![YWB=]", rest) or not blocks:
        raise BadNotation(_SHAPE)
    return blocks, rest


def _read_fleet(name: str, text: str) -> tuple[list[Written], int]:
    *words, last = text.split() or [""]
    if not re.fullmatch(r"h\d", last):
        raise BadNotation(f"the block of {name} ends with 'h' and the number of dice home")
    dice = []
    for word in words:
        found = _DIE.fullmatch(word)
        if found is None:
            raise BadNotation(f"'{word[:20]}' is no die; 'd6@12=4' is")
        mark = None if found[2] is None else int(found[2])
        if mark is not None and mark >= MARKS:
            raise BadNotation(f"there is no mark {mark}; they run from 0 to {MARKS - 1}")
        value = 0 if found[3] == "?" else int(found[3])
        if value > int(found[1]):
            raise BadNotation(f"a d{found[1]} has no face {value}")
        dice.append(Written(int(found[1]), mark, value))
    return dice, int(last[1:])


def _seat(s: Record, name: str) -> int:
    seats = COLOUR_LETTERS[int(s["players"])]
    if name not in seats:
        raise BadNotation(f"{name} does not play; {' and '.join(seats)} do")
    return seats.index(name)


def _set_fleet(s: Record, seat: int, name: str, dice: list[Written], home: int) -> None:
    fleet = int(s["fleet"])
    if len(dice) + home != fleet:
        raise BadNotation(f"{name} has {fleet} dice, on the board, beside it and home")
    places = list(range(seat * fleet, seat * fleet + fleet))
    for die in dice:
        place = next((k for k in places if int(s["sides"][k]) == die.sides), None)
        if place is None:
            raise BadNotation(f"{name} has not so many d{die.sides}")
        places.remove(place)
        s["value"][place] = die.value
        if die.mark is not None:
            if twin(pieces.is_occupied)(s, die.mark):
                raise BadNotation(f"two dice stand on mark {die.mark}")
            twin(rules.stand)(s, place, die.mark)
    for place in places:
        s["mark"][place] = HOME
    s["home"][seat] = home


def _mover(s: Record, mark: str) -> int:
    if mark[0] != ">":
        raise BadNotation("the game cannot be over before it is set up")
    return _seat(s, mark[1])


def _set_rolling(s: Record, order: list[int], mark: str) -> None:
    rolled = [int(value) > 0 for value in s["value"]]
    count = rolled.index(False)
    if any(int(n) for n in s["home"]) or any(rolled[count:]) or any(s["occupied"]):
        raise BadNotation("dice are rolled in order, large ones, d6, d4, before any is placed")
    if order[0] != 0:
        raise BadNotation("until the first player is known the blocks stand in seat order")
    s["count"] = count
    s["seat"] = count // int(s["fleet"])
    if _mover(s, mark) != int(s["seat"]):
        raise BadNotation(f"the next die is rolled by {letter(s, int(s['seat']))}")


def _set_placing(s: Record, order: list[int], mark: str) -> None:
    placed = {int(m): die // int(s["fleet"]) for die, m in enumerate(s["mark"]) if int(m) < MARKS}
    count, players = len(placed), len(order)
    if any(int(n) for n in s["home"]) or not all(int(v) for v in s["value"]):
        raise BadNotation("while dice are placed all of them show a value and none is home")
    if any(placed.get(k) != order[k % players] for k in range(count)):
        raise BadNotation("dice are placed in turn on marks 0, 1, 2 and so on")
    sums = [twin(pieces.sum_of)(s, seat) for seat in order]
    if max(sums[1:]) >= sums[0]:
        raise BadNotation("the first player has the highest sum")
    if int(s["balanced"]) and sums[0] - min(sums) > MOST_SPREAD:
        raise BadNotation(f"with a balanced start the sums lie at most {MOST_SPREAD} apart")
    s["warp6"], s["first"], s["count"] = PLACE, order[0], count
    s["seat"] = order[count % players]
    if _mover(s, mark) != int(s["seat"]):
        raise BadNotation(f"the next die is placed by {letter(s, int(s['seat']))}")


def _set_playing(s: Record, order: list[int], mark: str) -> None:
    s["warp6"], s["first"], s["count"] = ACT, order[0], DICE
    pending = [die for die in range(DICE) if int(s["mark"][die]) < MARKS and not s["value"][die]]
    reached = [seat for seat in order if int(s["home"][seat]) >= twin(pieces.goal)(s)]
    if mark[0] == "!":
        if pending:
            raise BadNotation("a die that is still to be rolled cannot end the game")
        _set_finished(s, reached, mark[1])
        return
    if reached:
        raise BadNotation(f"{letter(s, reached[0])} has enough dice home: the game would be over")
    s["seat"] = _seat(s, mark[1])
    if pending:
        _set_pending(s, pending)


def _set_pending(s: Record, pending: list[int]) -> None:
    if len(pending) > 1 or pending[0] // int(s["fleet"]) != int(s["seat"]):
        raise BadNotation("one die at most is rolled again, and it is the mover's")
    s["warp6"], s["moving"] = REROLL, pending[0]
    s["actions"] = int(s["actions"]) & ~(7 << 3 * pending[0])


def _set_finished(s: Record, reached: list[int], mark: str) -> None:
    """A game that is over: by the goal, or else by the limit, whose winner must fit."""
    seats = 1 << reached[0] if reached else twin(scoring.leaders)(s)
    winner = twin(scoring.only_seat)(seats)
    if len(reached) > 1 or mark != ("=" if winner < 0 else letter(s, winner)):
        raise BadNotation(f"'!{mark}' does not fit the dice that are home")
    over = any(int(n) > twin(pieces.goal)(s) for n in s["home"])
    if over:
        raise BadNotation("nobody brings home more dice than are needed")
    twin(rules.finish)(s, seats, GOAL if reached else LIMIT)
