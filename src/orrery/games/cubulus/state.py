"""The state of Cubulus as one record, its move codes, and the tables of the cube.

    field        holds
    -----------  ---------------------------------------------------------------------------
    cubulus      the phase: COLOURS, FIRST, NEUTRAL, TURN, DONE or CHOOSING
    players      2 or 3
    faces        6 or 4 faces count for squares
    noop_ban     1: a line of one colour may not be rotated
    repetition   how often a position may occur before the game is drawn; 0: any number
    turn_cap     turns after which the game is drawn, 1 to 1000
    seat         who decides now (in FIRST nobody does); in CHOOSING those before have chosen
    first        who has the first turn
    winner       the seat that won, in DONE; -1 for a draw
    reason       how it ended, in DONE: SQUARE, REPEATED or CAPPED
    colour[s]    the colour of seat s; colour[2] is the neutral one with two players
    ban          1 + the facelet that may not be rotated now; 0: none
    turns        turns completed
    balls[c]     the cells that hold colour c, as 27 bits
    seen[0..n)   the positions since the last insertion, each in 62 bits; n is seen_count

A position is packed exactly: 27 bits "black or red", 27 bits "white or red", then the seat to
move and the ban. An insertion can never be undone, so what was seen before it is forgotten.

    move code   meaning                                                   notation
    ---------   -------------------------------------------------------   -----------------
     0 .. 53    insert at, or rotate from, facelet 9*face + digit - 1     +L1 .. ~U9
    54 .. 80    put a neutral ball into cell code - 54                    neutral 0 .. 26
    81 .. 86    take colours: the order of three colours, seat by seat    colours b w
    87 .. 89    chance: seat code - 87 has the first turn                 first b
    90 .. 92    take colour code - 90                                     colour b

Under ruleset 1 the game begins in COLOURS, where seat 0 enters the colours of all in one move;
from ruleset 2 on it begins in CHOOSING, where one seat after the other takes its own.
"""

import itertools
import tomllib
from pathlib import Path

import numpy as np

from orrery.core.contract import layout
from orrery.core.kinds import names_above

_BOARD = tomllib.loads((Path(__file__).parent / "data" / "board.toml").read_text("utf-8"))

COLOURS, FIRST, NEUTRAL, TURN, DONE, CHOOSING = range(6)
PHASES = names_above(globals(), 6)
SQUARE, REPEATED, CAPPED = range(3)

CELLS = 27
CORE = 13
BALLS: int = _BOARD["balls_per_colour"]
COLOUR_LETTERS: str = "".join(_BOARD["colours"])
LONGEST_GAME = 1000

FACE_LETTERS: str = "".join(_BOARD["faces"])
FACELETS = [f"{face}{digit}" for face in FACE_LETTERS for digit in range(1, 10)]

CELL_CODE = len(FACELETS)
COLOURS_CODE = CELL_CODE + CELLS
FIRST_CODE = COLOURS_CODE + 6
COLOUR_CODE = FIRST_CODE + 3
MOVE_CODES = COLOUR_CODE + 3

STATE = layout(
    [
        ("cubulus", np.int8),
        ("players", np.int8),
        ("faces", np.int8),
        ("noop_ban", np.int8),
        ("repetition", np.int16),
        ("turn_cap", np.int16),
        ("seat", np.int8),
        ("first", np.int8),
        ("winner", np.int8),
        ("reason", np.int8),
        ("colour", np.int8, 3),
        ("ban", np.int8),
        ("turns", np.int16),
        ("seen_count", np.int16),
        ("balls", np.int32, 3),
        ("seen", np.int64, LONGEST_GAME + 1),
    ]
)
WORK = layout([("unused", np.int8)])

COLOUR_ORDERS = np.array(list(itertools.permutations(range(3))), np.int8)
"""Row k: the colours of seats 0, 1, 2 under move COLOURS_CODE + k."""


def _line(face: str, place: int) -> tuple[int, int, int]:
    """The cells behind a facelet, outermost first."""
    near = _BOARD["faces"][face]["cells"][place]
    far = _BOARD["faces"][_BOARD["faces"][face]["opposite"]]["cells"][place]
    return near, (near + far) // 2, far  # CB-COMP-6, CB-COMP-7


LINE = np.array([_line(face, place) for face in FACE_LETTERS for place in range(9)], np.int8)
"""Row f: the cells (a, b, c) seen from facelet f."""

OPPOSITE = np.array(
    [
        9 * FACE_LETTERS.index(_BOARD["faces"][face]["opposite"]) + place
        for face in FACE_LETTERS
        for place in range(9)
    ],
    np.int8,
)
"""The facelet at the other end of the line."""


def _canonical(cell: int) -> int:
    """The facelet that names the filling of an empty cell; -1 for the core."""
    return next((f for f in range(len(FACELETS)) if LINE[f, 0] == cell), -1)  # CB-PUSH-10


FACELETS_THROUGH = np.array(
    [[f for f in range(len(FACELETS)) if cell in LINE[f]] for cell in range(CELLS)], np.int8
)
"""Row k: the six facelets whose lines run through cell k."""

CANONICAL = np.array([_canonical(cell) for cell in range(CELLS)], np.int8)

CANONICAL_FACELETS = sum(1 << int(facelet) for facelet in CANONICAL if facelet >= 0)
"""The facelets that name the filling of an empty cell, as 54 bits."""

PACKED_LINE = np.array(
    [
        int(a) | int(b) << 5 | int(c) << 10 | int(opposite) << 15
        for (a, b, c), opposite in zip(LINE, OPPOSITE, strict=True)
    ],
    np.int32,
)
"""Facelet f in one number: its cells a, b, c in five bits each, then the opposite facelet."""


def _squares() -> list[tuple[str, str, list[int]]]:
    """Every square: its face, its shape, its cells; faces in order, then shapes."""
    return [
        (face, shape, [facts["cells"][int(digit) - 1] for digit in digits])
        for face, facts in _BOARD["faces"].items()
        for shape, places in _BOARD["squares"].items()
        for digits in places
    ]


SQUARES = _squares()
SQUARE_MASKS = np.array([sum(1 << cell for cell in cells) for _, _, cells in SQUARES], np.int32)
"""The cells of each square as 27 bits."""


SQUARES_ON_FOUR = sum(_BOARD["faces"][face]["vertical"] for face, _, _ in SQUARES)
"""How many of SQUARES, the first ones, lie on the four vertical faces."""


def _patterns() -> dict[tuple[int, ...], list[tuple[int, bool]]]:
    """Squares by the distances of their cells: where the lowest is, and whether it is upright."""
    found: dict[tuple[int, ...], list[tuple[int, bool]]] = {}
    for face, _, cells in SQUARES:
        lowest, *others = sorted(cells)
        key = tuple(cell - lowest for cell in others)
        found.setdefault(key, []).append((lowest, _BOARD["faces"][face]["vertical"]))
    return found


_PATTERNS = _patterns()
PATTERN_STEPS = np.array(list(_PATTERNS), np.int32)
"""Row k: how far the other cells of a square of pattern k lie behind its lowest one."""
PATTERN_PLACES = np.array(
    [
        [sum(1 << cell for cell, _ in places), sum(1 << cell for cell, up in places if up)]
        for places in _PATTERNS.values()
    ],
    np.int32,
)
"""Row k: where the lowest cell of such a square may be, as 27 bits: on six faces, on four."""
