"""Setting up a position from its text, with the checks that keep the game sound."""

import re

import numpy as np

from orrery.core.contract import Record
from orrery.core.errors import BadNotation
from orrery.core.jit import twin

from . import rules
from .notation import REASON_LETTERS, SIGNS, result_text
from .room import token_cells
from .sky import around, count
from .state import (
    CELL_COUNT,
    CELLS,
    DONE,
    DRAW,
    FREE,
    GALAXIES,
    GALAXY,
    HOLE,
    HOLES,
    JOINED,
    KIND_COUNT,
    LONGEST_SERIES,
    LOT,
    PAIRS,
    RADIUS,
    RANDOM,
    SIDES,
    START,
    STOCK,
    TILES,
    TOKENS,
    TRAPPED,
    TURN,
    WORK,
    ZONES,
    cells_of,
    distance,
    words_of,
)
from .view import chains

_FIELDS = re.compile(
    r"(\S+) ([0-3]{6})/([0-3]{6}) (>lot|>draw|>[OB](?::[GHS])?|![OB]\+[cvb]|!=)"
    r" ([OB-]) ([1-9]\d?) (\d)-(\d)"
)
_OWN = np.array([1, 2, 1, 2, 2, 2])
_OTHER = np.array([0, 0, 1, 1, 1, 1])
"""Hexes of the owner's and of the other colour on a tile of each kind."""


def set_position(s: Record, text: str) -> None:
    """Set a state that has just begun."""
    found = _FIELDS.fullmatch(text.strip())
    if found is None:
        raise BadNotation(
            "a position is six fields: 11 columns with '/', the stocks, the state, who is first,"
            " the game and the wins, as in '..../......./... 113333/113333 >O O 1 0-0'"
        )
    board, *stocks, state, first, game, orange, blue = found.groups()
    twin(rules.clear_sky)(s)
    s["first"] = SIDES.index(first) if first != "-" else -1
    s["game"], s["wins"][0], s["wins"][1] = int(game), int(orange), int(blue)
    _set_cells(s, board)
    _set_stocks(s, stocks)
    _check_tokens(s)
    _set_conditions(s)
    _set_phase(s, state, first)
    _check_series(s)


def _set_cells(s: Record, board: str) -> None:
    columns = board.split("/")
    lengths = [sum(q == column - RADIUS for q, _ in CELLS) for column in range(2 * RADIUS + 1)]
    meaning = {sign: held for held, sign in SIGNS.items()}
    if [len(column) for column in columns] != lengths or not set("".join(columns)) <= set(meaning):
        raise BadNotation("the board is columns A to K of 4, 7, 8, 9, 10, 9, 10, 9, 8, 7, 4 signs")
    held = [meaning[sign] for sign in "".join(columns)]
    for side in range(2):
        words = words_of([k for k in range(CELL_COUNT) if held[k][0] == side])
        s["hexes"][side, 0], s["hexes"][side, 1] = words
        s["near"][side, 0], s["near"][side, 1] = twin(around)(*words)
    for name, token in (("galaxies", "g"), ("holes", "h")):
        words = words_of([k for k in range(CELL_COUNT) if held[k][1] == token])
        s[name][0], s[name][1] = words


def _set_stocks(s: Record, stocks: list[str]) -> None:
    used = []
    for side, digits in enumerate(stocks):
        left = [int(digit) for digit in digits]
        if any(left[kind] > int(STOCK[kind]) for kind in range(KIND_COUNT)):
            raise BadNotation("there are at most 1 M, 1 D and 3 of each other tile in a stock")
        for kind in range(KIND_COUNT):
            s["stock"][side, kind] = left[kind]
        used.append(np.array(STOCK, int) - left)
    s["tiles"] = int(used[0].sum() + used[1].sum())
    for side in range(2):
        wanted = int((used[side] * _OWN).sum() + (used[1 - side] * _OTHER).sum())
        if twin(count)(*map(int, s["hexes"][side])) != wanted:
            raise BadNotation(f"the tiles laid have {wanted} hexes of {SIDES[side]}")
    if abs(int(used[0].sum()) - int(used[1].sum())) > 1:
        raise BadNotation("players take turns, so their tiles left differ by one at most")


def _check_tokens(s: Record) -> None:
    galaxies, holes = ([CELLS[k] for k in cells_of(*s[name])] for name in ("galaxies", "holes"))
    s["tokens"] = len(galaxies) + len(holes)
    if len(galaxies) > GALAXIES or len(holes) > HOLES:
        raise BadNotation(f"there are {GALAXIES} galaxies and {HOLES} black holes")
    if holes and len(galaxies) < GALAXIES:
        raise BadNotation("all galaxies are laid before the first black hole")
    pairs = [(a, b, 3) for same in (galaxies, holes) for a in same for b in same if a < b]
    pairs += [(a, b, 2) for a in galaxies for b in holes]
    if any(distance(a, b) < apart for a, b, apart in pairs):
        raise BadNotation("tokens of one kind lie three steps apart at least, others two")


def _set_conditions(s: Record) -> None:
    for side in range(2):
        low, high = map(int, s["hexes"][side])
        s["stars"][side] = twin(rules.chain_points)(low, high, s["galaxies"], JOINED)
        s["pulls"][side] = twin(rules.chain_points)(low, high, s["holes"], TRAPPED)
        links = 0
        for one in chains(s, side):
            for pair in range(PAIRS):
                if all(twin(rules.touches)(*one, ZONES[pair, zone]) for zone in range(2)):
                    links |= 1 << pair
        s["links"][side] = links


def _set_phase(s: Record, state: str, first: str) -> None:
    if (state == ">lot") != (first == "-"):
        raise BadNotation("who is first is '-' before the lot, and known afterwards")
    laid, setup = int(s["tokens"]), int(s["setup"])
    if state == ">lot":
        _demand(s, laid == 0, int(s["first_option"]) == 0, "before the lot the sky is empty")
        s["orion_duel"] = LOT
    elif state == ">draw":
        _demand(s, laid < TOKENS, setup == RANDOM, "tokens are drawn in a random set-up alone")
        s["orion_duel"], s["seat"] = DRAW, s["first"]
    elif ":" in state:
        _set_free(s, state[1], state[3], laid)
    else:
        if laid != TOKENS:
            raise BadNotation(f"{GALAXIES} galaxies and {HOLES} black holes lie before any tile")
        if state[0] == "!":
            _set_finished(s, state[1:])
        else:
            _set_turn(s, state[1])
    if int(s["orion_duel"]) in (DRAW, GALAXY, HOLE):
        work = np.zeros(1, WORK)
        if not any(twin(token_cells)(s, work[0])):
            raise BadNotation("the tokens still to come would find no room")


def _demand(s: Record, laid: bool, option: bool, what: str) -> None:
    if not laid or not option or int(s["tiles"]):
        raise BadNotation(what)


def _set_free(s: Record, side: str, what: str, laid: int) -> None:
    phase = {"G": GALAXY, "H": HOLE, "S": START}[what]
    span = {GALAXY: range(GALAXIES), HOLE: range(GALAXIES, TOKENS), START: (TOKENS,)}
    placer = int(s["first"]) if phase != HOLE else 1 - int(s["first"])
    _demand(s, laid in span[phase], int(s["setup"]) == FREE, f"'>{side}:{what}' does not fit here")
    if SIDES.index(side) != placer:
        raise BadNotation(f"{SIDES[placer]} decides this")
    s["orion_duel"], s["seat"] = phase, placer


def _set_turn(s: Record, side: str) -> None:
    seat = SIDES.index(side)
    s["orion_duel"], s["seat"] = TURN, seat
    left = [int(s["stock"][k].sum()) for k in range(2)]
    if left[seat] < left[1 - seat]:
        raise BadNotation(f"it cannot be the turn of {side}")
    if int(s["setup"]) != FREE and (left[0] == left[1]) != (seat == int(s["first"])):
        raise BadNotation(f"{SIDES[int(s['first'])]} has the first turn, so it is not {side}'s")
    if twin(rules.conditions)(s, 0) != twin(rules.conditions)(s, 1):
        raise BadNotation("one player fulfils more conditions, so the game would be over")
    work = np.zeros(1, WORK)
    if int(s["tiles"]) == 2 * TILES or not twin(rules.can_place)(s, seat, work[0]):
        raise BadNotation(f"{side} cannot place a tile, so the game would be over")


def _set_finished(s: Record, result: str) -> None:
    counts = [twin(rules.conditions)(s, side) for side in range(2)]
    s["winner"] = -1 if result == "=" else SIDES.index(result[0])
    s["reason"] = 1 if result == "=" else REASON_LETTERS.index(result[2])
    for side in range(2):
        s["last_counts"][side] = counts[side]
        s["last_values"][side] = twin(rules.value)(s, side)
    values = [int(n) for n in s["last_values"]]
    winner, reason = int(s["winner"]), int(s["reason"])
    decisive = counts if reason == 0 else values
    sound = winner < 0 or reason == 2 or decisive[winner] > decisive[1 - winner]
    if winner < 0:
        sound = values[0] == values[1]
    if reason == 1:
        sound = sound and int(s["tiles"]) == 2 * TILES
    work = np.zeros(1, WORK)
    if reason == 2 and twin(rules.can_place)(s, 1 - winner, work[0]):
        sound = False
    if not sound or (reason != 0 and counts[0] != counts[1]):
        raise BadNotation(f"'!{result}' does not fit the board")
    s["orion_duel"] = DONE
    s["seat"] = 0
    assert result_text(s) == result


def _check_series(s: Record) -> None:
    game, wins = int(s["game"]), [int(n) for n in s["wins"]]
    over = int(s["orion_duel"]) == DONE
    most = int(s["series"]) or 1
    if sum(wins) > game - (not over) or max(wins) > most or (not over and max(wins) >= most):
        raise BadNotation("so many games cannot have been won")
    if game > (LONGEST_SERIES if int(s["series"]) else 1):
        raise BadNotation(f"there is no game {game}")
    if int(s["orion_duel"]) == LOT and game > 1:
        raise BadNotation("there is a lot before the first game only")
    if over:
        _check_last_game(s, game, wins, int(s["winner"]))


def _check_last_game(s: Record, game: int, wins: list[int], winner: int) -> None:
    """The wins count the game that has ended, and it ended the match."""
    decided = winner >= 0 and wins[winner] == (int(s["series"]) or 1)
    if int(s["series"]) == 0:
        sound = decided or (winner < 0 and wins == [0, 0])
    elif game == LONGEST_SERIES:
        sound = decided or (max(wins) < int(s["series"]) and (winner < 0 or wins[winner] > 0))
    else:
        sound = decided
    if not sound:
        raise BadNotation("the wins do not fit a match that has just ended")
