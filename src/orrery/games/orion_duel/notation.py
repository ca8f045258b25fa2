"""Orion Duel as text: moves, position strings, results, whole games, and a board for the terminal.

X3@F7    V4f@F5    G@D5    H@F5    S+    S-    first O
preset1 O: X3@F7 T1@D5
"""

import re
from collections.abc import Sequence

from orrery.core.contract import Record
from orrery.core.errors import BadNotation, IllegalMove, nearest
from orrery.core.game import Segment
from orrery.core.jit import twin

from . import rules
from .state import (
    CELL_COUNT,
    CELLS,
    COLUMNS,
    DONE,
    DRAW,
    FIRST_CODE,
    GALAXIES,
    GALAXY,
    HOLE,
    INDEX,
    KIND_COUNT,
    KINDS,
    LOT,
    NAMES,
    PAIR_COLOURS,
    PAIRS,
    RADIUS,
    REASONS,
    SIDES,
    SLOT_NAMES,
    START,
    START_CODE,
    TOKEN_CODE,
    TURN,
    ZONES,
    cells_of,
)

REASON_LETTERS = "cvb"
SIGNS = {
    (None, None): ".", (None, "g"): "g", (None, "h"): "h",
    (0, None): "o", (0, "g"): "O", (0, "h"): "q",
    (1, None): "b", (1, "g"): "B", (1, "h"): "p",
}  # fmt: skip
_PLACEMENT = re.compile(r"([MDXLVT])([0-5])(f?)@([A-K][1-9]0?)")


def sky(s: Record) -> list[tuple[int | None, str | None]]:
    """What every cell holds: the colour of its hex, and its token."""
    found: list[tuple[int | None, str | None]] = [(None, None)] * CELL_COUNT
    for side in range(2):
        for cell in cells_of(*s["hexes"][side]):
            found[cell] = (side, None)
    for token, words in (("g", s["galaxies"]), ("h", s["holes"])):
        for cell in cells_of(*words):
            found[cell] = (found[cell][0], token)
    return found


# Moves


def move_text(s: Record, move: int) -> str:
    """A move as text; the kind of a token follows from the position."""
    if move < TOKEN_CODE:
        slot, cell = divmod(move, CELL_COUNT)
        return f"{SLOT_NAMES[slot]}@{NAMES[cell]}"
    if move < START_CODE:
        return f"{_token(s)}@{NAMES[move - TOKEN_CODE]}"
    if move < FIRST_CODE:
        return "S+" if move == START_CODE else "S-"
    return f"first {SIDES[move - FIRST_CODE]}"


def _token(s: Record) -> str:
    return "G" if int(s["tokens"]) < GALAXIES else "H"


def parse_move(s: Record, text: str) -> Sequence[int]:
    """The move that a text means."""
    words = text.split()
    if not words:
        raise BadNotation("a move is missing")
    if words[0] in ("O", "B") and len(words) == 2:
        _check_mover(s, words.pop(0))
    name = " ".join(words)
    if name in ("S+", "S-"):
        return [START_CODE + ("S+", "S-").index(name)]
    if name in ("first O", "first B"):
        return [FIRST_CODE + ("first O", "first B").index(name)]
    if re.fullmatch(r"[GH]@\S{1,4}", name):
        return [_parse_token(s, name)]
    return [_parse_placement(name)]


def _check_mover(s: Record, side: str) -> None:
    if int(s["orion_duel"]) in (GALAXY, HOLE, START, TURN) and side != SIDES[int(s["seat"])]:
        raise IllegalMove(f"it is not the turn of {side}", rule="OD-TURN-1")


def _cell(name: str) -> int:
    if name not in INDEX:
        raise BadNotation(f"'{name[:10]}' is no cell; A1 to K4 are.{nearest(name[:3], INDEX)}")
    return INDEX[name]


def _parse_token(s: Record, text: str) -> int:
    cell = _cell(text[2:])
    if int(s["orion_duel"]) in (GALAXY, HOLE, DRAW) and text[0] != _token(s):
        raise IllegalMove(f"'{text}' is refused", rule="OD-SETUP-8")
    return TOKEN_CODE + cell


def _parse_placement(text: str) -> int:
    found = _PLACEMENT.fullmatch(text)
    if found is None:
        hint = nearest(text[:20], SLOT_NAMES)
        raise BadNotation(f"'{text[:20]}' is no move; 'X3@F7' and 'V4f@F5' are.{hint}")
    slot = f"{found[1]}{found[2]}{found[3]}"
    if slot not in SLOT_NAMES:
        raise BadNotation(f"'{slot}' is no way to turn a tile; M0, D0 to D2 and V0f to V5f are")
    return SLOT_NAMES.index(slot) * CELL_COUNT + _cell(found[4])


def move_words(s: Record, move: int) -> tuple[str, dict[str, str]]:
    """The key of the sentence that tells a move, and what to fill in."""
    side = {"colour": f"@side.{SIDES[int(s['seat'])]}"}
    if move < TOKEN_CODE:
        slot, cell = divmod(move, CELL_COUNT)
        kind = f"@tile.{SLOT_NAMES[slot][0]}"
        return "move.tile", {**side, "tile": kind, "cell": NAMES[cell]}
    if move < START_CODE:
        drawn = "drawn" if int(s["orion_duel"]) == DRAW else "put"
        return f"move.{_token(s)}_{drawn}", {**side, "cell": NAMES[move - TOKEN_CODE]}
    if move < FIRST_CODE:
        if move == START_CODE:
            return "move.i_start", side
        return "move.lets_start", {**side, "other": f"@side.{SIDES[1 - int(s['seat'])]}"}
    return "move.first", {"colour": f"@side.{SIDES[move - FIRST_CODE]}"}


_PROMPTS = {
    LOT: "lot", DRAW: "draw", GALAXY: "galaxy", HOLE: "hole", START: "start", TURN: "turn",
    DONE: "done",
}  # fmt: skip


def prompt(s: Record) -> str:
    """The words, by key, that say what is to be decided now."""
    return f"prompt.{_PROMPTS[int(s['orion_duel'])]}"


def status(s: Record) -> list[tuple[str, dict[str, str]]]:
    """In a series: which game it is, and the games won."""
    if not int(s["series"]):
        return []
    wins = {f"n{side}": str(int(s["wins"][side])) for side in range(2)}
    return [("status.series", {"game": str(int(s["game"])), **wins})]


def seat_words(s: Record, seat: int) -> tuple[str, dict[str, str]]:
    """A seat is called by its colour."""
    return f"side.{SIDES[seat]}", {}


# Positions


def position_text(s: Record) -> str:
    """The position as one line: board, stocks, state, first, game, wins."""
    signs = "".join(SIGNS[hex_, token] for hex_, token in sky(s))
    columns = [
        "".join(signs[k] for k, (q, _) in enumerate(CELLS) if q == column - RADIUS)
        for column in range(len(COLUMNS))
    ]
    stocks = "/".join("".join(str(int(n)) for n in s["stock"][side]) for side in range(2))
    first = SIDES[int(s["first"])] if int(s["first"]) >= 0 else "-"
    wins = f"{int(s['wins'][0])}-{int(s['wins'][1])}"
    return f"{'/'.join(columns)} {stocks} {_state_text(s)} {first} {int(s['game'])} {wins}"


def _state_text(s: Record) -> str:
    phase = int(s["orion_duel"])
    if phase == DONE:
        return f"!{result_text(s)}"
    if phase in (LOT, DRAW):
        return ">lot" if phase == LOT else ">draw"
    suffix = {GALAXY: ":G", HOLE: ":H", START: ":S", TURN: ""}[phase]
    return f">{SIDES[int(s['seat'])]}{suffix}"


def parse_position(s: Record, text: str) -> None:
    """Set a state that has just begun to a position."""
    from .setup import set_position

    set_position(s, text)


# Results and whole games


def reason(s: Record) -> str:
    """Why it ended."""
    return "series" if int(s["series"]) else REASONS[int(s["reason"])]


def result_text(s: Record) -> str:
    """How the game that ended last went."""
    if int(s["winner"]) < 0:
        return "="
    return f"{SIDES[int(s['winner'])]}+{REASON_LETTERS[int(s['reason'])]}"


# The board

_STYLES = {None: "dim", 0: "bold black on yellow", 1: "bold white on blue"}
_ZONE_STYLES = {"purple": "magenta", "red": "red", "green": "green"}


def _zone_style(cell: int) -> str:
    for pair in range(PAIRS):
        for zone in range(2):
            if cell in cells_of(*ZONES[pair, zone]):
                return _ZONE_STYLES[PAIR_COLOURS[pair]]
    return "dim"


def board(s: Record) -> list[list[Segment]]:
    """The hexes as they lie, with the rows of empty cells, and the tiles that are left."""
    found = sky(s)
    rows: dict[int, list[tuple[int, Segment]]] = {}
    for cell, (q, r) in enumerate(CELLS):
        side, token = found[cell]
        sign = {None: NAMES[cell][1:] if side is None else "·", "g": "✶", "h": "●"}[token]
        letter = {None: " ", 0: "o", 1: "b"}[side]
        style = _STYLES[side] if side is not None else _zone_style(cell)
        text = f"{letter}{sign}{letter}" if side is not None else f"{sign:^3}"
        rows.setdefault(2 * r + q, []).append((q, (text, style)))
    lines: list[list[Segment]] = []
    for height in sorted(rows):
        line: list[Segment] = []
        place = 0
        for q, segment in sorted(rows[height]):
            left = 4 * (q + RADIUS) + 3
            line += [(" " * (left - place), ""), segment]
            place = left + 3
        lines.append(line)
    header = "".join(f"{letter:^4}" for letter in COLUMNS)
    return [[("   " + header, "bold")], *lines, *(_stock_line(s, side) for side in range(2))]


def _stock_line(s: Record, side: int) -> list[Segment]:
    left = " ".join(f"{KINDS[k]}{int(s['stock'][side, k])}" for k in range(KIND_COUNT))
    fulfilled = twin(rules.conditions)(s, side)
    return [(f"{SIDES[side]} ✓{fulfilled}  {left}", "bold yellow" if side == 0 else "bold blue")]
