"""The state of Orion Duel as one record, its move codes, and the tables of the sky.

    field         holds
    ------------  --------------------------------------------------------------------------
    orion_duel    the phase: LOT, DRAW, GALAXY, HOLE, START, TURN or DONE
    setup         0, 1, 2: a preset; RANDOM; FREE
    flips         1: bent tiles may be turned over
    kinds         1: every kind of condition counts once; 0: repeats count
    first_option  0: a lot; 1: orange; 2: blue
    series        wins that take the series; 0: a single game
    seat          who decides (orange 0, blue 1)
    first         who starts this game (free: who places the galaxies); -1 before the lot
    tokens        tokens laid so far
    tiles         tiles laid so far
    game          which game of the series this is, from 1
    wins[p]       games won by a seat
    stock[p, k]   tiles of kind k left to seat p
    links[p]      the pairs of zones that p's colour has linked, as 3 bits
    stars[p]      points of p's colour for galaxies on one chain
    pulls[p]      points that black holes on p's chains give to the other
    winner        who won the game that ended last; -1: nobody
    reason        how it ended: CONDITIONS, VALUE or BLOCKED
    last_counts   the counts of that game
    last_values   its values: galaxies less black holes on each colour
    hexes[p]      the cells of p's colour
    near[p]       cells next to them
    galaxies, holes   cells that hold such a token, covered or not

A set of cells is two words of 61 bits. The bit of the cell (q, r) is 11 * (q + 5) + r + 5, so a
step in any direction is a shift; no step leads from one cell over the edge to another.

    move code      meaning                                             notation
    -----------    ------------------------------------------------    -----------------
       0 .. 2889   slot * 85 + anchor: lay a tile                      X3@F7, V4f@F5
    2890 .. 2974   a token on a cell, chosen or drawn                  G@F5, H@F5
    2975, 2976     the galaxy placer starts, the other one starts      S+, S-
    2977, 2978     chance: orange, blue is first                       first O, first B
"""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from orrery.core.contract import layout
from orrery.core.kinds import names_above

_BOARD: dict[str, Any] = tomllib.loads(
    (Path(__file__).parent / "data" / "board.toml").read_text("utf-8")
)

LOT, DRAW, GALAXY, HOLE, START, TURN, DONE = range(7)
PHASES = names_above(globals(), 7)
CONDITIONS, VALUE, BLOCKED = range(3)
REASONS = names_above(globals(), 3)
RANDOM, FREE = 3, 4
SETUPS = ("preset1", "preset2", "preset3", "random", "free")
SIDES: str = "".join(_BOARD["sides"])  # OD-GEN-1

RADIUS: int = _BOARD["radius"]
COLUMNS: str = _BOARD["columns"]
STRIDE = 2 * RADIUS + 1
HALF = 61
WORD = (1 << HALF) - 1


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Steps from one hex to another."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))  # OD-BOARD-2


def _is_cell(q: int, r: int) -> bool:
    corner = sorted((abs(q), abs(r), abs(q + r))) == [0, RADIUS, RADIUS]
    return max(abs(q), abs(r), abs(q + r)) <= RADIUS and not corner  # OD-BOARD-1, OD-BOARD-8


_SPAN = range(-RADIUS, RADIUS + 1)
CELLS: list[tuple[int, int]] = [(q, r) for q in _SPAN for r in _SPAN if _is_cell(q, r)]
"""The hexes of all cells, column by column from the left, top to bottom."""
CELL_COUNT = len(CELLS)


def _name(cell: tuple[int, int]) -> str:
    column = [other for other in CELLS if other[0] == cell[0]]
    return f"{COLUMNS[cell[0] + RADIUS]}{column.index(cell) + 1}"


NAMES: list[str] = [_name(cell) for cell in CELLS]
INDEX = {name: k for k, name in enumerate(NAMES)}


def _bit(cell: tuple[int, int]) -> int:
    return STRIDE * (cell[0] + RADIUS) + cell[1] + RADIUS


BIT_OF_CELL = np.array([_bit(cell) for cell in CELLS], np.int32)
CELL_OF_BIT = np.full(2 * HALF, -1, np.int32)
for _k, _place in enumerate(BIT_OF_CELL):
    CELL_OF_BIT[_place] = _k


def words_of(cells: list[int]) -> tuple[int, int]:
    """A set of cells, by index, as two words."""
    whole = sum(1 << int(BIT_OF_CELL[cell]) for cell in cells)
    return whole & WORD, whole >> HALF


def cells_of(low: int, high: int) -> list[int]:
    """The cells of two words, by index."""
    whole = int(low) | int(high) << HALF
    return [cell for cell in range(CELL_COUNT) if whole >> int(BIT_OF_CELL[cell]) & 1]


def _named(text: str) -> tuple[int, int]:
    return words_of([INDEX[name] for name in text.split()])


BOARD_LOW, BOARD_HIGH = words_of(list(range(CELL_COUNT)))

DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
"""Clockwise from the lower right."""

PAIRS = len(_BOARD["pairs"])
PAIR_COLOURS: list[str] = [pair["colour"] for pair in _BOARD["pairs"]]
ZONE_NAMES: list[list[str]] = [[zone[0] for zone in pair["zones"]] for pair in _BOARD["pairs"]]
ZONES = np.array(
    [[_named(cells) for _, cells in pair["zones"]] for pair in _BOARD["pairs"]], np.int64
)  # OD-BOARD-4, OD-BOARD-5
"""Row p: the two zones of a pair, each as two words."""

GALAXIES: int = _BOARD["tokens"]["galaxies"]
HOLES: int = _BOARD["tokens"]["holes"]
TOKENS = GALAXIES + HOLES
JOINED: int = _BOARD["win"]["galaxies"]
TRAPPED: int = _BOARD["win"]["holes"]
LONGEST_SERIES: int = _BOARD["series_games"]
MOST_WINS = 9


def _within(steps: int) -> Any:
    """For each cell, all cells that are at most so many steps away."""
    near = [
        words_of([k for k, other in enumerate(CELLS) if distance(cell, other) <= steps])
        for cell in CELLS
    ]
    return np.array(near, np.int64)


GALAXY_ROOM = _within(_BOARD["tokens"]["galaxy_galaxy"] - 1)  # OD-SETUP-2
HOLE_ROOM = _within(_BOARD["tokens"]["hole_hole"] - 1)  # OD-SETUP-3
MIXED_ROOM = _within(_BOARD["tokens"]["galaxy_hole"] - 1)  # OD-SETUP-4
"""For each cell, where no token may lie that is of the same kind, or of the other."""

PRESETS = np.array(
    [
        [_named(_BOARD["presets"][name]["galaxies"]), _named(_BOARD["presets"][name]["holes"])]
        for name in SETUPS[:3]
    ],
    np.int64,
)  # OD-SETUP-14, OD-SETUP-15, OD-SETUP-16

KINDS: str = "".join(_BOARD["tiles"])
KIND_COUNT = len(KINDS)
MONO, DUO, MIX, LINE, BENT, TRI = range(KIND_COUNT)
STOCK = np.array([tile["count"] for tile in _BOARD["tiles"].values()], np.int8)  # OD-TILE-1
TILES = int(STOCK.sum())


def _slots() -> list[tuple[str, int, int, int, bool]]:
    """Every way to turn a tile: name, kind, where its second own and its other hex lie, flip."""
    found = []
    for kind, (letter, tile) in enumerate(_BOARD["tiles"].items()):
        faces = [("", tile)] + ([("f", tile["flipped"])] if "flipped" in tile else [])
        for mark, face in faces:
            for n in range(tile["turns"]):
                own = (face["own"] + n) % 6 if "own" in face else -1
                opp = (face["opp"] + n) % 6 if "opp" in face else -1
                found.append((f"{letter}{n}{mark}", kind, own, opp, mark == "f"))
    return found


_SLOTS = _slots()
SLOT_NAMES: list[str] = [slot[0] for slot in _SLOTS]  # OD-ACT-2
SLOT_COUNT = len(SLOT_NAMES)
SLOTS = np.array([[kind, own, opp, flip] for _, kind, own, opp, flip in _SLOTS], np.int8)
"""Row s: the kind, the directions of the second own hex and of the other hex (-1: none), flip."""

TOKEN_CODE = SLOT_COUNT * CELL_COUNT  # OD-ACT-1
START_CODE = TOKEN_CODE + CELL_COUNT  # OD-ACT-3
FIRST_CODE = START_CODE + 2  # OD-ACT-4
MOVE_CODES = FIRST_CODE + 2  # OD-ACT-7

STATE = layout(
    [
        ("orion_duel", np.int8),
        ("setup", np.int8),
        ("flips", np.int8),
        ("kinds", np.int8),
        ("first_option", np.int8),
        ("series", np.int8),
        ("seat", np.int8),
        ("first", np.int8),
        ("tokens", np.int8),
        ("tiles", np.int8),
        ("game", np.int8),
        ("winner", np.int8),
        ("reason", np.int8),
        ("wins", np.int8, 2),
        ("stock", np.int8, (2, KIND_COUNT)),
        ("links", np.int8, 2),
        ("stars", np.int8, 2),
        ("pulls", np.int8, 2),
        ("last_counts", np.int8, 2),
        ("last_values", np.int8, 2),
        ("hexes", np.int64, (2, 2)),
        ("near", np.int64, (2, 2)),
        ("galaxies", np.int64, 2),
        ("holes", np.int64, 2),
    ]
)
DEPTH = HOLES + 1
LAYERS = 12
OFFSETS = np.array([STRIDE * dq + dr for dq, dr in DIRECTIONS], np.int32)
"""How far the bit of a neighbour lies, by direction."""
WORK = layout(
    [
        ("pair", np.int64, (6, 2)),
        ("far", np.int64, (6, 2)),
        ("slots", np.int64, (SLOT_COUNT, 2)),
        ("room", np.int64, (DEPTH, 2)),
        ("tries", np.int64, (DEPTH, 2)),
        ("layers", np.int64, (2, LAYERS, 2)),
        ("lacks", np.int64, (2, 4)),
        ("buckets", np.int64, 64),
        ("worth", np.float64, (2, 2 * HALF)),
        ("rank", np.float64, SLOT_COUNT * CELL_COUNT),
    ]
)
