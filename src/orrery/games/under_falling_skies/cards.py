"""The eight cards as tables: read from `data/cards.toml`, checked, and laid out for the kernels.

Every table has the face of its card as first index: EASY, STAR, or GIVEN, the star face with the
values that `stars=given` plays with. Sky rows count from 1 and base cells from 0 (5 * row +
column - 1); sets of rows or cells are the bits of an integer.
"""

import itertools
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from orrery.core.errors import BadData, nearest

CARDS = ("mothership", "sky1", "sky2", "sky3", "sky4", "upper", "lower", "tracks")
"""The cards in the order of the option `sides`."""
MOTHERSHIP, SKY, UPPER, LOWER, TRACKS = 0, 1, 5, 6, 7
EASY, STAR, GIVEN = FACES = range(3)
COLUMNS = 5
SKY_ROWS = 15
CITY_ROW = 16  # UFS-SHIP-8
BASE_ROWS = 6
CELLS = BASE_ROWS * COLUMNS
FIRST_LOWER = 3 * COLUMNS
"""The first cell of the lower base card."""
SPACES = 14
"""Spaces of the research track after its start."""
PATH = 25
LOWER_PATH = 10
"""The place on the path of the lower card's first cell."""

BLANK, LEFT, RIGHT, MOTHER = 0, 8, 9, 10
MOST_SHOT = 7
"""Explosions show 1 to 7, and stand in the tables as themselves."""
NOTHING, DAMAGE, RED, SKULL, SET_BACK, FORGET = range(6)
"""What a row does to the base: an effect's kind."""
AA, ENERGY, FIGHTER, LAB, ROBOT = (1 << k for k in range(5))
"""What a room does, as bits; 0 is a tunnel."""

_ICONS = {"_": BLANK, "L": LEFT, "R": RIGHT, "M": MOTHER, **{str(n): n for n in range(1, 8)}}
_EFFECTS = {"none": (NOTHING, 0), "dmg": (DAMAGE, 1), "red": (RED, 1), "skull": (SKULL, 0)}
_EFFECTS |= {f"dig-{n}": (SET_BACK, n) for n in range(1, 10)}
_EFFECTS |= {f"res-{n}": (FORGET, n) for n in range(1, 10)}
_ROOMS = {"energy": ENERGY, "fighter": FIGHTER, "research": LAB, "robot": ROBOT}
_ROWS = {"sky1": 4, "sky2": 4, "sky3": 4, "sky4": 3}
_FIELDS = {
    "mothership": {"start_row", "start_spaces"},
    **{card: {"rows", "effects"} for card in _ROWS},
    "upper": {"damage_steps", "excavator_start", "path", "rooms"},
    "lower": {"damage_steps", "path", "rooms"},
    "tracks": {"energy_start", "energy_most", "research"},
}

Face = Mapping[str, Any]


def cell_of(text: str) -> int:
    """The number of a cell written as two digits, or -1."""
    if len(text) != 2 or text[0] not in "012345" or text[1] not in "12345":
        return -1
    return COLUMNS * int(text[0]) + int(text[1]) - 1


def cell_text(cell: int) -> str:
    """A cell as two digits."""
    return f"{cell // COLUMNS}{cell % COLUMNS + 1}"


def read_cards(text: str) -> dict[str, list[Face]]:
    """The three faces of every card; BadData names the card and the field that is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"cards.toml is no TOML: {error}") from None
    for name in data:
        if name not in CARDS:
            raise BadData(f"cards.toml: there is no card '{name}'.{nearest(name, CARDS)}")
    faces = {card: _read_card(card, data.get(card)) for card in CARDS}
    _check_sky(faces)
    for upper in FACES:
        for lower in FACES:
            _check_base(faces, upper, lower)
    return faces


def _fail(card: str, face: int, field: str, what: str) -> BadData:
    name = ("easy", "star", "given")[face]
    return BadData(
        f"cards.toml: {card}, {name}, {field}: {what}",
        detail={"card": card, "face": name, "field": field},
    )


def _read_card(card: str, given: object) -> list[Face]:
    known = {"easy", "star", "given"}
    whole = isinstance(given, dict) and {"easy", "star"} <= set(given) <= known
    if not isinstance(given, dict) or not whole or not all(map(_is_table, given.values())):
        raise BadData(f"cards.toml: {card} needs an easy and a star face")  # UFS-LEVEL-1
    found: list[Face] = []
    star = given["star"]
    for face, values in enumerate((given["easy"], star, {**star, **given.get("given", {})})):
        for field in _FIELDS[card] - set(values):
            raise _fail(card, face, field, "it is missing")
        for field in set(values) - _FIELDS[card] - {"unsure"}:
            raise _fail(card, face, field, f"no such field.{nearest(field, _FIELDS[card])}")
        unsure = values.get("unsure", [])
        if not _are_names(unsure) or not set(unsure) <= _FIELDS[card]:
            raise _fail(card, face, "unsure", "it lists fields of this face")
        found.append({**values, "unsure": unsure})
        _CHECKS[card](card, face, values)
    return found


def _is_table(value: object) -> bool:
    return isinstance(value, dict)


def _are_names(value: object) -> bool:
    """Whether something is a list of words."""
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _whole(card: str, face: int, values: Face, field: str, low: int, high: int) -> None:
    value = values[field]
    if not _is_whole(value, low, high):
        raise _fail(card, face, field, f"a whole number from {low} to {high} is wanted")


def _is_whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _wholes(
    card: str, face: int, values: Face, field: str, count: int, low: int, high: int
) -> None:
    value = values[field]
    good = isinstance(value, list) and len(value) == count
    if not good or not all(_is_whole(n, low, high) for n in value):
        raise _fail(card, face, field, f"{count} whole numbers from {low} to {high} are wanted")


def _check_mothership(card: str, face: int, values: Face) -> None:
    _whole(card, face, values, "start_row", 0, 4)
    _wholes(card, face, values, "start_spaces", COLUMNS, 0, 1)


def _check_tracks(card: str, face: int, values: Face) -> None:
    _whole(card, face, values, "energy_most", 1, 9)
    _whole(card, face, values, "energy_start", 0, values["energy_most"])
    _wholes(card, face, values, "research", SPACES, 1, 30)


def _check_sky_face(card: str, face: int, values: Face) -> None:
    rows, effects = values["rows"], values["effects"]
    if not isinstance(rows, list) or len(rows) != _ROWS[card]:
        raise _fail(card, face, "rows", f"{_ROWS[card]} rows are wanted")
    for n, row in enumerate(rows, 1):
        if not isinstance(row, str) or len(row) != COLUMNS or not set(row) <= set(_ICONS):
            raise _fail(card, face, "rows", f"row {n} needs five of _ L R M and 1 to 7")
        for column, icon in enumerate(row):
            target = column + {"L": -1, "R": 1}.get(icon, 0)
            if target != column and not (0 <= target < COLUMNS and row[target] == "_"):
                what = f"the arrow in row {n}, column {column + 1}, points at no blank space"
                raise _fail(card, face, "rows", what)  # UFS-INV-8
    if not isinstance(effects, list) or len(effects) != _ROWS[card]:
        raise _fail(card, face, "effects", f"{_ROWS[card]} effects are wanted")
    for effect in effects:
        if not isinstance(effect, str) or effect not in _EFFECTS:
            known = f"'{effect}' is none.{nearest(str(effect), _EFFECTS)}"
            raise _fail(card, face, "effects", known)


def _check_base_face(card: str, face: int, values: Face) -> None:
    _whole(card, face, values, "damage_steps", 1, 9)
    rows = (1, 2) if card == "upper" else (3, 4, 5)
    wanted = {COLUMNS * row + column for row in rows for column in range(COLUMNS)}
    path = _cells(card, face, "path", values["path"])
    if sorted(path) != sorted(wanted):
        raise _fail(card, face, "path", "every cell of the card is wanted once")  # UFS-INV-10
    for one, two in itertools.pairwise(path):
        _check_step(card, face, one, two)
    if card == "upper" and cell_of(str(values["excavator_start"])) not in path:
        raise _fail(card, face, "excavator_start", "a cell of the path is wanted")
    if not isinstance(values["rooms"], list):
        raise _fail(card, face, "rooms", "a list of rooms is wanted")
    taken: set[int] = set()
    for room in values["rooms"]:
        taken |= _check_room(card, face, room, path, taken)


def _cells(card: str, face: int, field: str, text: object) -> list[int]:
    cells = [cell_of(word) for word in str(text).split()]
    if not isinstance(text, str) or -1 in cells or not cells:
        raise _fail(card, face, field, f"cells are written as in '11 12', not '{text}'")
    return cells


def _check_step(card: str, face: int, one: int, two: int) -> None:
    apart = abs(one // COLUMNS - two // COLUMNS) + abs(one % COLUMNS - two % COLUMNS)
    if apart != 1:
        what = f"{cell_text(one)} and {cell_text(two)} are no neighbours"
        raise _fail(card, face, "path", what)  # UFS-INV-10


def _check_room(card: str, face: int, room: Any, path: list[int], taken: set[int]) -> set[int]:
    fields = {"effects", "cells", "modifier", "cost"}
    if not isinstance(room, dict) or set(room) != fields:
        raise _fail(card, face, "rooms", f"a room has {', '.join(sorted(fields))}")
    cells = _cells(card, face, "rooms", room["cells"])
    name = f"rooms, {room['cells']}"
    if len(set(cells)) != len(cells) or not set(cells) <= set(path) or set(cells) & taken:
        raise _fail(card, face, name, "its cells lie on the card, in no other room")  # UFS-INV-9
    places = sorted(path.index(cell) for cell in cells)
    if places[-1] - places[0] != len(places) - 1:
        raise _fail(card, face, name, "its cells are no stretch of the path")  # UFS-INV-11
    effects = room["effects"]
    if not _are_names(effects) or not 1 <= len(effects) <= 2 or set(effects) - set(_ROOMS):
        raise _fail(card, face, name, f"one or two effects of {', '.join(_ROOMS)} are wanted")
    if len(set(effects)) != len(effects) or {"research", "robot"} == set(effects):
        raise _fail(card, face, name, "research and a robot do not go together")
    if not _is_whole(room["modifier"], -12, 12):
        raise _fail(card, face, name, "the modifier is a whole number from -12 to 12")
    if not _is_whole(room["cost"], 0, 7):
        raise _fail(card, face, name, "the cost is a whole number from 0 to 7")
    return set(cells)


def _check_sky(faces: Mapping[str, list[Face]]) -> None:
    """Every mix of faces has two red symbols and one skull: faces of a card have as many."""
    for effect, wanted in (("red", 2), ("skull", 1)):
        total = 0
        for card in _ROWS:
            counts = [face["effects"].count(effect) for face in faces[card]]
            for face in FACES:
                if counts[face] != counts[EASY]:
                    what = f"'{effect}' stands on the other face {counts[EASY]} times"
                    raise _fail(card, face, "effects", what)  # UFS-INV-14
            total += counts[EASY]
        if total != wanted:
            message = f"cards.toml: '{effect}' stands on the sky cards {wanted} times, not {total}"
            raise BadData(message, detail={"card": "sky1", "field": "effects"})


def _check_base(faces: Mapping[str, list[Face]], upper: int, lower: int) -> None:
    above = _cells("upper", upper, "path", faces["upper"][upper]["path"])
    below = _cells("lower", lower, "path", faces["lower"][lower]["path"])
    _check_step("lower", lower, above[-1], below[0])
    if any(cell_text(below[-1]) in room["cells"] for room in faces["lower"][lower]["rooms"]):
        raise _fail("lower", lower, "path", "it ends in a tunnel")  # UFS-INV-12


_CHECKS: dict[str, Callable[[str, int, Face], None]] = {
    "mothership": _check_mothership,
    **dict.fromkeys(_ROWS, _check_sky_face),
    "upper": _check_base_face,
    "lower": _check_base_face,
    "tracks": _check_tracks,
}

CARD_FACES = read_cards((Path(__file__).parent / "data" / "cards.toml").read_text("utf-8"))


def _each(card: str, value: Callable[[Face], Any], dtype: Any = np.int8) -> Any:
    return np.array([value(face) for face in CARD_FACES[card]], dtype)


def _sky(field: str) -> list[list[Any]]:
    """The 15 rows of every face, row 0 being above the sky."""
    return [[line for card in _ROWS for line in CARD_FACES[card][face][field]] for face in FACES]


# The sky

START_ROW = _each("mothership", lambda face: face["start_row"])
START_SPACE = _each("mothership", lambda face: face["start_spaces"])
"""How far a column's start space lies below the mothership's row."""
ICON = np.array(
    [[[0] * COLUMNS, *([_ICONS[c] for c in row] for row in rows)] for rows in _sky("rows")], np.int8
)
EFFECT = np.array(
    [[NOTHING, *(_EFFECTS[name][0] for name in names), NOTHING] for names in _sky("effects")],
    np.int8,
)
"""What the symbol of a row does; how much is in `EFFECT_SIZE`."""
EFFECT_SIZE = np.array(
    [[0, *(_EFFECTS[name][1] for name in names), 0] for names in _sky("effects")], np.int8
)
CARD_OF_ROW = np.array([SKY, *(SKY + row // 4 for row in range(SKY_ROWS)), SKY + 3], np.int8)
SKULL_CARD: int = next(
    SKY + n for n, card in enumerate(_ROWS) if "skull" in CARD_FACES[card][EASY]["effects"]
)
SKULL_ROW = np.array([names.index("skull") + 1 for names in _sky("effects")], np.int8)


def _shot(face: int, card: int, total: int, column: int) -> int:
    """The rows of one sky card in which a column's explosions are at most a total."""
    rows = [row for row in range(1, SKY_ROWS + 1) if int(CARD_OF_ROW[row]) == card]
    return sum(1 << row for row in rows if 1 <= int(ICON[face, row, column]) <= total)


SHOT = np.array(
    [
        [
            [[_shot(face, SKY + card, total, column) for column in range(COLUMNS)]
             for total in range(MOST_SHOT + 1)]
            for card in range(4)
        ]
        for face in FACES
    ],
    np.int32,
)  # fmt: skip
"""By face, sky card, total and column: the rows where a ship is shot."""

# The base


def _bits(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _by_cell(value: Callable[[dict[str, Any]], int], empty: int, aa: int) -> list[list[int]]:
    """Something about the room of each cell."""
    found = []
    for face in FACES:
        table = [aa] * COLUMNS + [empty] * (CELLS - COLUMNS)
        for card in ("upper", "lower"):
            for room in CARD_FACES[card][face]["rooms"]:
                for word in room["cells"].split():
                    table[cell_of(word)] = value(room)
        found.append(table)
    return found


def _paths(card: str) -> list[list[int]]:
    return [[cell_of(word) for word in face["path"].split()] for face in CARD_FACES[card]]


KIND = np.array(
    _by_cell(lambda room: sum(_ROOMS[name] for name in room["effects"]), 0, AA), np.int8
)  # UFS-AA-8
MODIFIER = np.array(_by_cell(lambda room: room["modifier"], 0, 0), np.int8)
COST = np.array(_by_cell(lambda room: room["cost"], 0, 0), np.int8)  # UFS-AA-5
ROOM = np.array(
    [
        [1 << cell if cell < COLUMNS else bits for cell, bits in enumerate(table)]
        for table in _by_cell(lambda room: _bits(map(cell_of, room["cells"].split())), 0, 0)
    ],
    np.int32,
)
"""The cells of the room that a cell belongs to; 0 in a tunnel."""
ROOM_CELLS = np.array(
    [
        [
            _bits(c for c in part if kinds[c])
            for part in (range(FIRST_LOWER), range(FIRST_LOWER, 30))
        ]
        for kinds in KIND.tolist()
    ],
    np.int32,
)
"""By face and base card: the cells that belong to rooms."""
PATH_PLACE = np.array(
    [
        [-1] * COLUMNS
        + [upper.index(c) for c in range(COLUMNS, FIRST_LOWER)]
        + [LOWER_PATH + lower.index(c) for c in range(FIRST_LOWER, CELLS)]
        for upper, lower in zip(_paths("upper"), _paths("lower"), strict=True)
    ],
    np.int8,
)  # UFS-DIG-1
BEHIND = np.array(
    [
        [
            [_bits(path[: max(0, x - first)]) | (_bits(range(COLUMNS)) if first == 0 else 0)
             for x in range(PATH + 8)]
            for path, first in ((upper, 0), (lower, LOWER_PATH))
        ]
        for upper, lower in zip(_paths("upper"), _paths("lower"), strict=True)
    ],
    np.int32,
)  # fmt: skip
"""By face, base card and place on the path: the cells behind it, and the AA row."""
DIG_START = np.array(
    [
        path.index(cell_of(face["excavator_start"]))
        for path, face in zip(_paths("upper"), CARD_FACES["upper"], strict=True)
    ],
    np.int8,
)
DAMAGE_STEPS = np.stack([_each(card, lambda face: face["damage_steps"]) for card in CARDS[5:7]])

# The tracks

ENERGY_START = _each("tracks", lambda face: face["energy_start"])
ENERGY_MOST = _each("tracks", lambda face: face["energy_most"])
RESEARCH = _each("tracks", lambda face: [*face["research"], 0])
