"""Setting up a position from its text, with the checks that keep the game sound."""

from orrery.core.contract import Record
from orrery.core.errors import BadNotation
from orrery.core.jit import twin

from . import rules
from .bits import full_lines
from .state import (
    BALLS,
    CHOOSING,
    COLOUR_LETTERS,
    DONE,
    FACELETS,
    FIRST,
    NEUTRAL,
    REPEATED,
    SQUARE,
    SQUARES,
    SQUARES_ON_FOUR,
    TURN,
)


def set_position(s: Record, cells: str, order: str, neutral: str, mark: str, ban: str) -> None:
    """Set a state that has just begun; the seats are numbered in turn order."""
    if order == "-":
        _check_untouched(cells, neutral, mark, ban)
        return
    if len(order) == 1 and int(s["cubulus"]) == CHOOSING:
        _check_untouched(cells, neutral, mark, ban)
        s["colour"][0] = COLOUR_LETTERS.index(order)
        s["seat"] = 1
        return
    _set_colours(s, order, neutral)
    _set_balls(s, cells)
    if mark == ">-":
        _check_empty(cells, ban, "the first player is not drawn")
        s["cubulus"] = FIRST
        return
    s["cubulus"] = TURN
    _set_mover(s, order, mark)
    _set_ban(s, ban)
    _check_squares(s)
    if int(s["cubulus"]) == TURN and twin(rules.legal_facelets)(s) == 0:
        raise BadNotation("the player to move could do nothing; no game leads there")
    twin(rules.remember)(s)


def _check_untouched(cells: str, neutral: str, mark: str, ban: str) -> None:
    _check_empty(cells, ban, "the colours are not chosen")
    if neutral != "-" or mark != ">-":
        raise BadNotation("until the colours are chosen a position ends 'n=- >- ban=-'")


def _check_empty(cells: str, ban: str, when: str) -> None:
    if cells.strip(".") or ban != "-":
        raise BadNotation(f"the cube is empty and no rotation is banned while {when}")


def _set_colours(s: Record, order: str, neutral: str) -> None:
    players = int(s["players"])
    named = order + neutral.strip("-")
    if len(order) != players or sorted(named) != sorted(COLOUR_LETTERS):
        wanted = "three colours and n=-" if players == 3 else "two colours and the third as n="
        raise BadNotation(f"with {players} players 'order=' has {wanted}")
    for seat, name in enumerate(named):
        s["colour"][seat] = COLOUR_LETTERS.index(name)


def _set_balls(s: Record, cells: str) -> None:
    for colour, name in enumerate(COLOUR_LETTERS):
        if cells.count(name) > BALLS:
            raise BadNotation(f"there are more than {BALLS} balls of colour {name}")
        s["balls"][colour] = sum(1 << k for k, cell in enumerate(cells) if cell == name)


def _set_mover(s: Record, order: str, mark: str) -> None:
    players = int(s["players"])
    if mark[0] == "!":
        s["cubulus"] = DONE
        s["reason"] = REPEATED if mark[1] == "=" else SQUARE
        s["winner"] = -1 if mark[1] == "=" else _seat(order, mark[1])
        if all(twin(rules.hand)(s, seat) == BALLS for seat in range(players)):
            raise BadNotation("the game cannot be over before the first turn")
        return
    s["seat"] = _seat(order, mark[1])
    placed = [BALLS - twin(rules.hand)(s, seat) for seat in range(players)]
    if players == 2 and twin(rules.hand)(s, 2) > 0:
        if any(placed) or int(s["seat"]) != 1:
            raise BadNotation("the second player puts all nine neutral balls in first")
        s["cubulus"] = NEUTRAL
    elif not any(placed) and int(s["seat"]) != 0:
        raise BadNotation(f"the first turn is {order[0]}'s")


def _seat(order: str, name: str) -> int:
    if name not in order:
        raise BadNotation(f"'{name}' is no player; {' and '.join(order)} are")
    return order.index(name)


def _set_ban(s: Record, ban: str) -> None:
    if ban == "-":
        return
    facelet = FACELETS.index(ban)
    full = twin(full_lines)(twin(rules.occupied)(s))
    first = twin(rules.is_first_turn)(s)
    if not full >> facelet & 1 or int(s["cubulus"]) == NEUTRAL or first:
        raise BadNotation(f"'ban={ban}' is not possible: no rotation of that line can be undone")
    s["ban"] = facelet + 1


def _check_squares(s: Record) -> None:
    """A square of a player's colour is there exactly when the game has been won."""
    counted = SQUARES if int(s["faces"]) == 6 else SQUARES[:SQUARES_ON_FOUR]
    owners = {
        seat
        for seat in range(int(s["players"]))
        for _, _, cells in counted
        if all(int(s["balls"][int(s["colour"][seat])]) >> cell & 1 for cell in cells)
    }
    winner = int(s["winner"]) if int(s["cubulus"]) == DONE else -1
    if winner >= 0 and winner not in owners:
        raise BadNotation("the winner shows no square")
    if winner < 0 and owners:
        raise BadNotation("a player shows a square, so the game would be over")
