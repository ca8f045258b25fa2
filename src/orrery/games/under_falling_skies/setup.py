"""Setting up a position from its text, with the checks that keep the game sound."""

import re

from orrery.core.contract import Record
from orrery.core.errors import BadNotation
from orrery.core.jit import twin

from . import base, sky
from .cards import CELLS, CITY_ROW, COLUMNS, ENERGY_MOST, PATH, SPACES, TRACKS, cell_of
from .notation import PHASE_LETTERS, position_text, sides
from .state import (
    BLACK_DICE,
    BUILD,
    DICE,
    GREEN_SHIPS,
    HAND,
    LOST,
    NOWHERE,
    PLACE,
    RED_SHIPS,
    REROLL,
    ROBOTS,
    ROLL,
    ROOMS,
    SPAWN,
    STEPS,
    WON,
)

_FORM = re.compile(
    r"UFS ([es]{8}) r(\d{1,2}) ([LPXRSWD]|Q\d{1,2}|B[1-6]) p(\d{1,2}) e(\d) q(\d{1,2}) d(\d{1,2})"
    r" x(\d{1,2}) G=(\S+) R=(\S+) card=g(\d)r(\d) sup=r(\d) bots=(\S+) hand=(\S+) base=(\S+)"
)
_SHAPE = (
    "a position is 16 fields, as in UFS eeeeeeee r1 L p0 e2 q0 d0 x5 G=0.1,0.2,0.3,0.4,0.5 R=-"
    " card=g0r0 sup=r2 bots=- hand=- base=-"
)
_MOST_TOTAL = 30
_COLOURS = ("green", "red")


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise BadNotation(what)


def set_position(s: Record, text: str) -> None:
    """Set a state that has just begun; the sides must be those it began with."""
    found = _FORM.fullmatch(" ".join(text.split()))
    _demand(found is not None, _SHAPE)
    assert found is not None
    if found[1] != sides(s):
        raise BadNotation(f"the position is for sides={found[1]}, the game for sides={sides(s)}")
    phase = PHASE_LETTERS.index(found[3][0])
    s["under_falling_skies"] = phase
    s["amount"] = int(found[3][1:] or 0)
    s["round"] = int(found[2])
    for name, value in zip(
        ("row", "energy", "research", "damage", "excavator"), found.groups()[3:8], strict=True
    ):
        s[name] = int(value)
    _check_numbers(s, phase)
    _set_ships(s, found[9], found[10])
    s["card_green"], s["card_red"], s["supply"] = int(found[11]), int(found[12]), int(found[13])
    _check_ships(s, phase)
    _set_robots(s, found[14])
    _set_base(s, found[16])
    _set_hand(s, phase, _entries(found[15]))
    _check_dice(s, phase)
    _check_pending(s, phase)
    if (again := position_text(s)) != " ".join(text.split()):
        raise BadNotation(f"lists are written in order: {again}")


def _entries(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def _check_numbers(s: Record, phase: int) -> None:
    most = int(ENERGY_MOST[int(s["face"][TRACKS])])
    skull, limit = int(s["skull"]), int(s["limit"])
    _demand(1 <= int(s["round"]) <= CITY_ROW, "rounds count from 1, to 16 at the most")
    _demand(int(s["energy"]) <= most, f"there is no more energy than {most}")
    _demand(int(s["excavator"]) < PATH, "the path has the places 0 to 24")
    _demand(int(s["row"]) <= skull, f"the mothership is at row {skull} at the lowest")
    _demand(int(s["damage"]) <= limit, f"{limit} damage is the most there is")
    _demand(int(s["research"]) <= SPACES, f"the research track has {SPACES} spaces")
    _demand(int(s["amount"]) <= _MOST_TOTAL, "no room makes that much")
    lost = int(s["row"]) == skull or int(s["damage"]) == limit
    _demand(lost == (phase == LOST), "'D' stands exactly for a game lost at skull or damage")
    won = int(s["research"]) == SPACES
    _demand(won == (phase == WON), "'W' stands exactly for a game with all research done")


def _set_ships(s: Record, green: str, red: str) -> None:
    s["green"] = s["red"] = 0
    lost = int(s["under_falling_skies"]) == LOST
    covered = lost and int(s["row"]) == int(s["skull"])
    for colour, text in zip(_COLOURS, (green, red), strict=True):
        for entry in _entries(text):
            found = re.fullmatch(r"(\d{1,2})\.([1-5])", entry)
            _demand(found is not None, f"'{entry[:12]}' is no ship; '12.4' is row 12, column 4")
            assert found is not None
            row, column = int(found[1]), int(found[2]) - 1
            taken = twin(sky.ships)(s, column)
            if covered and taken >> row & 1 and row == twin(sky.start_row)(s, column):
                row -= 1  # a ship that came down with the mothership upon another
            low = row < twin(sky.start_row)(s, column) - covered
            _demand(row < CITY_ROW + (6 if lost else 0) and not low, f"no ship can be on {entry}")
            _demand(not taken >> row & 1, f"two ships are on {entry}")
            s[colour][column] = int(s[colour][column]) | 1 << row


def _check_ships(s: Record, phase: int) -> None:
    counts = [sum(int(rows).bit_count() for rows in s[colour]) for colour in _COLOURS]
    _demand(counts[0] + int(s["card_green"]) == GREEN_SHIPS, "there are five green ships")
    reds = counts[1] + int(s["card_red"]) + int(s["supply"])
    _demand(reds <= RED_SHIPS, "there are two red ships")
    if phase == SPAWN:
        waiting = int(s["card_green"]) + int(s["card_red"])
        choices = twin(sky.entry_columns)(s).bit_count()
        _demand(waiting > 0 and choices > 1, "there is no choice where a ship enters")


def _set_robots(s: Record, text: str) -> None:
    entries = _entries(text)
    last = -1
    _demand(len(entries) <= ROBOTS, "there are two robots")
    for k, entry in enumerate(entries):
        found = re.fullmatch(r"(\d\d):([1-6])(!?)", entry)
        cell = cell_of(found[1]) if found else -1
        _demand(cell >= 0, f"'{entry[:12]}' is no robot; '23:4' and '23:4!' are")
        assert found is not None
        _demand(cell > last, "robots stand on different cells, and in their order")
        last = cell
        _demand(twin(base.open_cells)(s) >> cell & 1 == 1, f"no robot can stand on {found[1]}")
        s["robot_cell"][k], s["robot_value"][k] = cell, int(found[2])
        s["robot_tired"][k] = found[3] == "!"


def _set_base(s: Record, text: str) -> None:
    s["die_cell"], s["die_value"], s["digging"] = NOWHERE, 0, NOWHERE
    numbers = {"b": list(range(BLACK_DICE)), "w": list(range(BLACK_DICE, DICE))}
    for entry in _entries(text):
        found = re.fullmatch(r"(\d\d):([bw])([1-6])(\*?)", entry)
        cell = cell_of(found[1]) if found else -1
        _demand(cell >= 0, f"'{entry[:12]}' is no die in the base; '13:b4' and '21:b4*' are")
        assert found is not None
        _demand(bool(numbers[found[2]]), "there are three black and two white dice")
        _check_cell(s, cell, int(found[3]), found[4] == "*")
        die = numbers[found[2]].pop()  # dice of the hand have the lowest numbers
        s["die_cell"][die], s["die_value"][die] = cell, int(found[3])
        if found[4]:
            s["digging"] = cell


def _check_cell(s: Record, cell: int, value: int, digs: bool) -> None:
    where = f"{cell // COLUMNS}{cell % COLUMNS + 1}"
    _demand(twin(base.free_columns)(s) >> cell & 1 == 1, "a column holds one action die")
    _demand(not twin(base.robot_cells)(s, True) >> cell & 1, f"a robot stands on {where}")
    if not digs:
        _demand(twin(base.open_cells)(s) >> cell & 1 == 1, f"no die can lie on {where}")
        return
    far = twin(base.place_of)(s, cell) - int(s["excavator"])
    _demand(int(s["digging"]) == NOWHERE, "one die digs at most")
    _demand(far > 0 and cell < CELLS, f"{where} does not lie ahead of the excavator")
    _demand(far <= value or int(s["low_dig"]) == 1, f"{value} is too low to dig to {where}")


def _set_hand(s: Record, phase: int, entries: list[str]) -> None:
    if phase == ROLL and not entries:
        entries = ["b?"] * BLACK_DICE + ["w?"] * (DICE - BLACK_DICE)
    unknown = []
    for entry in entries:
        _demand(re.fullmatch(r"[bw][1-6?]", entry) is not None, f"'{entry[:8]}' is no die")
        dice = range(BLACK_DICE) if entry[0] == "b" else range(BLACK_DICE, DICE)
        free = [die for die in dice if int(s["die_cell"][die]) == NOWHERE]
        _demand(bool(free), "there are three black and two white dice")
        s["die_cell"][free[0]] = HAND
        if entry[1] == "?":
            unknown.append(free[0])
        else:
            s["die_value"][free[0]] = int(entry[1])
    hand = [die for die in range(DICE) if int(s["die_cell"][die]) == HAND]
    s["rolling"] = 0
    if phase in (ROLL, REROLL):
        _demand(bool(hand), "a die is rolled, and none is in hand")
        _demand(phase == REROLL or bool(unknown), "all dice are rolled")
        s["rolling"] = unknown[0] if unknown else hand[0]
    _demand(unknown == hand[len(hand) - len(unknown) :], "dice are rolled in order")
    _demand(not unknown or phase in (ROLL, REROLL), "all dice in hand show a value")


def _check_dice(s: Record, phase: int) -> None:
    hand = sum(int(cell) == HAND for cell in s["die_cell"])
    laid = sum(int(cell) >= 0 for cell in s["die_cell"])
    if phase in (ROLL, PLACE, REROLL):
        _demand(hand > 0 and hand + laid == DICE, "there are five dice, some of them in hand")
        tired = any(int(n) for n in s["robot_tired"])
        _demand(not tired, "robots are ready until rooms are used")
    if phase == REROLL:
        white = any(int(s["die_cell"][die]) >= 0 for die in range(BLACK_DICE, DICE))
        _demand(white, "only a white die lets the others be rolled again")
    if phase in (ROOMS, STEPS, BUILD, SPAWN, WON):
        _demand(hand == 0, "all dice are placed")
    if phase in (ROLL, SPAWN):
        _demand(laid == 0, "no die is in the base")


def _check_pending(s: Record, phase: int) -> None:
    """What is being spent comes from a room that is open."""
    if phase not in (STEPS, BUILD):
        return
    wanted = "research" if phase == STEPS else "robot"
    cells = [c for c in range(CELLS) if twin(base.open_cells)(s) >> c & 1]
    bit = 8 if phase == STEPS else 16
    _demand(any(twin(base.kind_of)(s, c) & bit for c in cells), f"no {wanted} room is open")
