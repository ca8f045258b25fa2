"""Cubulus as text: moves, position strings, results, and a board for the terminal.

colour b    first w    neutral 4    neutral 0 1 2 8 12 16 20 22 24    +L5    ~L5
rrr/.../..r,.../r../.r.,..r/.r./r.. order=wb n=r >w ban=-
"""

import itertools
import re
from collections.abc import Mapping, Sequence

from orrery.core.abilities import Told
from orrery.core.contract import Record
from orrery.core.errors import BadNotation, IllegalMove, nearest
from orrery.core.game import Segment
from orrery.core.jit import twin
from orrery.core.options import Value, options_text

from . import rules
from .bits import full_lines
from .state import (
    BALLS,
    CANONICAL,
    CAPPED,
    CELL_CODE,
    CELLS,
    CHOOSING,
    COLOUR_CODE,
    COLOUR_LETTERS,
    COLOUR_ORDERS,
    COLOURS,
    COLOURS_CODE,
    CORE,
    DONE,
    FACELETS,
    FIRST,
    FIRST_CODE,
    LINE,
    NEUTRAL,
    SQUARE,
    TURN,
)

REASONS = ("square", "repetition", "cap")


def letter(s: Record, seat: int) -> str:
    """The colour of a seat."""
    return COLOUR_LETTERS[int(s["colour"][seat])]


def has_colour(s: Record, seat: int) -> bool:
    """Whether a seat has its colour yet."""
    phase = int(s["cubulus"])
    return phase != COLOURS and (phase != CHOOSING or seat < int(s["seat"]))


def cell_letters(s: Record) -> str:
    """The 27 cells in index order."""
    masks = [int(mask) for mask in s["balls"]]
    return "".join(
        next((c for c, mask in zip(COLOUR_LETTERS, masks, strict=True) if mask >> k & 1), ".")
        for k in range(CELLS)
    )


def _is_filled(s: Record, cell: int) -> bool:
    return any(int(mask) >> cell & 1 for mask in s["balls"])


def _is_full(s: Record, facelet: int) -> bool:
    return all(_is_filled(s, int(cell)) for cell in LINE[facelet])


# Moves


def move_text(s: Record, move: int) -> str:
    """A move as text; the sign of a facelet follows from the position."""
    if move < CELL_CODE:
        return ("~" if _is_full(s, move) else "+") + FACELETS[move]
    if move < COLOURS_CODE:
        return f"neutral {move - CELL_CODE}"
    if move < FIRST_CODE:
        order = COLOUR_ORDERS[move - COLOURS_CODE][: int(s["players"])]
        return "colours " + " ".join(COLOUR_LETTERS[int(colour)] for colour in order)
    if move < COLOUR_CODE:
        return f"first {letter(s, move - FIRST_CODE)}"
    return f"colour {COLOUR_LETTERS[move - COLOUR_CODE]}"


def parse_move(s: Record, text: str) -> Sequence[int]:
    """The moves that a text means."""
    words = text.split()
    if not words:
        raise BadNotation("a move is missing")
    if int(s["cubulus"]) == NEUTRAL and all(word.isdigit() for word in words):
        return _parse_neutral(words)
    if words[0] == "colour":
        return [_parse_colour(words[1:])]
    if words[0] == "colours":
        return [_parse_colours(s, words[1:])]
    if words[0] == "first":
        return [_parse_first(s, words[1:])]
    if words[0] == "neutral":
        return _parse_neutral(words[1:])
    return [_parse_turn(s, words)]


def _parse_colour(given: list[str]) -> int:
    if len(given) != 1 or given[0] not in {*COLOUR_LETTERS}:
        raise BadNotation(f"'colour' takes one letter out of {' '.join(COLOUR_LETTERS)}")
    return COLOUR_CODE + COLOUR_LETTERS.index(given[0])


def _parse_colours(s: Record, given: list[str]) -> int:
    players = int(s["players"])
    if len(given) != players or len(set(given)) != players or not set(given) <= {*COLOUR_LETTERS}:
        raise BadNotation(
            f"'colours' takes {players} different letters out of {' '.join(COLOUR_LETTERS)}"
        )
    for k, order in enumerate(COLOUR_ORDERS):
        if [COLOUR_LETTERS[int(colour)] for colour in order[:players]] == given:
            return COLOURS_CODE + k
    raise AssertionError("every order of colours has a code")


def _parse_first(s: Record, given: list[str]) -> int:
    seats = {letter(s, seat): seat for seat in range(int(s["players"]))}
    if int(s["cubulus"]) in (COLOURS, CHOOSING):
        raise IllegalMove("the colours are not chosen yet", rule="CB-SETUP-2")
    if len(given) != 1 or given[0] not in seats:
        raise BadNotation(f"'first' takes the colour of a player: {' or '.join(seats)}")
    return FIRST_CODE + seats[given[0]]


def _parse_neutral(given: list[str]) -> list[int]:
    if len(given) not in (1, 9) or len(set(given)) != len(given):
        raise BadNotation("'neutral' takes one cell, or nine different ones")
    for cell in given:
        if not (cell.isascii() and cell.isdigit() and len(cell) < 3 and int(cell) < CELLS):
            raise BadNotation(f"a cell is a number from 0 to {CELLS - 1}, not '{cell[:20]}'")
    return [CELL_CODE + cell for cell in sorted(map(int, given))]


def _parse_turn(s: Record, words: list[str]) -> int:
    hint = nearest(words[0], ("colour", "colours", "first", "neutral")) if len(words[0]) > 3 else ""
    if hint:
        raise BadNotation(f"'{words[0][:20]}' is no move.{hint}")
    if len(words) == 2:
        _check_mover(s, words[0])
    elif len(words) > 2:
        raise BadNotation(f"'{' '.join(words)[:40]}' is too long for a move")
    sign, name = words[-1][:1], words[-1]
    if sign in "+~":
        name = name[1:]
    if name not in FACELETS:
        hint = nearest(name[:3], FACELETS)
        raise BadNotation(f"'{name[:20]}' is no facelet; L1 to U9 are.{hint}")
    facelet = FACELETS.index(name)
    full = _is_full(s, facelet)
    if int(s["cubulus"]) == TURN and sign in "+~" and (sign == "+") == full:
        rule = "CB-PUSH-6" if full else "CB-ROTATE-1"
        raise IllegalMove(f"'{words[-1]}' is refused", rule=rule)
    first_cell = int(LINE[facelet, 0])
    if not _is_filled(s, first_cell):
        return int(CANONICAL[first_cell])  # CB-PUSH-10
    return facelet


def _check_mover(s: Record, given: str) -> None:
    expected = letter(s, int(s["seat"])) if int(s["cubulus"]) == TURN else None
    if given not in COLOUR_LETTERS or len(given) != 1:
        raise BadNotation(f"'{given[:20]}' is no colour; {', '.join(COLOUR_LETTERS)} are")
    if expected is None:
        raise IllegalMove("turns come later", rule=_before_turns(s))
    if given != expected:
        rule = "CB-3P-5" if int(s["players"]) == 3 else "CB-TURN-3"
        raise IllegalMove(f"it is not the turn of {given}", rule=rule)


def _before_turns(s: Record) -> str:
    phase = int(s["cubulus"])
    before = {COLOURS: "CB-SETUP-2", CHOOSING: "CB-SETUP-2", FIRST: "CB-SETUP-5"}
    return before.get(phase, "CB-SETUP-6")


def move_words(s: Record, move: int) -> tuple[str, dict[str, str]]:
    """The key of the sentence that tells a move, and what to fill in."""
    if move < CELL_CODE:
        kind = "rotate" if _is_full(s, move) else "insert"
        mover = f"@colour.{letter(s, int(s['seat']))}"
        return f"move.{kind}", {"facelet": FACELETS[move], "colour": mover}
    if move - CELL_CODE == CORE:
        return "move.neutral_core", {}
    if move < COLOURS_CODE:
        return "move.neutral_behind", {"facelet": FACELETS[CANONICAL[move - CELL_CODE]]}
    if move < FIRST_CODE:
        names = [COLOUR_LETTERS[int(c)] for c in COLOUR_ORDERS[move - COLOURS_CODE]]
        places = {f"colour{k}": f"@colour.{name}" for k, name in enumerate(names)}
        return f"move.colours{int(s['players'])}", places
    if move < COLOUR_CODE:
        return "move.first", {"colour": f"@colour.{letter(s, move - FIRST_CODE)}"}
    return _choice_words(s, move - COLOUR_CODE)


def _choice_words(s: Record, colour: int) -> tuple[str, dict[str, str]]:
    """The second choice settles the third colour too."""
    seat = int(s["seat"])
    places = {"n": str(seat + 1), "balls": f"@balls.{COLOUR_LETTERS[colour]}"}
    if seat == 0:
        return "move.colour", places
    left = COLOUR_LETTERS[3 - int(s["colour"][0]) - colour]
    return f"move.colour{int(s['players'])}", {**places, "rest": f"@balls.{left}"}


_PROMPTS = {
    COLOURS: "prompt.colours",
    CHOOSING: "prompt.colour",
    FIRST: "prompt.first",
    NEUTRAL: "prompt.neutral",
    DONE: "prompt.done",
}


def prompt(s: Record) -> str:
    """The words, by key, that say what is to be decided now: nothing that cannot be done."""
    if int(s["cubulus"]) != TURN:
        return _PROMPTS[int(s["cubulus"])]
    facelets = twin(rules.legal_facelets)(s)
    rotations = facelets & twin(full_lines)(twin(rules.occupied)(s))
    if rotations == 0:
        return "prompt.insert"
    return "prompt.turn" if facelets != rotations else "prompt.rotate"


def status(s: Record) -> list[tuple[str, dict[str, str]]]:
    """What the board does not show: the balls in hand, and the rotation that is forbidden."""
    if int(s["cubulus"]) not in (NEUTRAL, TURN):
        return []
    players = int(s["players"])
    masks = [int(s["balls"][int(s["colour"][seat])]) for seat in range(players)]
    places: dict[str, str] = {}
    for seat, mask in enumerate(masks):
        places |= {f"colour{seat}": f"@colour.{letter(s, seat)}"}
        places |= {f"n{seat}": str(BALLS - mask.bit_count())}
    told = [(f"status.hands{players}", places)]
    if int(s["ban"]):
        told.append(("status.ban", {"facelet": FACELETS[int(s["ban"]) - 1]}))
    return told


def seat_words(s: Record, seat: int) -> tuple[str, dict[str, str]]:
    """A seat is called by its colour, once it has one."""
    if not has_colour(s, seat):
        return "seat.name", {"n": str(seat + 1)}
    return f"colour.{letter(s, seat)}", {}


# Positions

_POSITION = re.compile(
    r"([.bwr]{3}(?:/[.bwr]{3}){2}(?:,[.bwr]{3}(?:/[.bwr]{3}){2}){2})"
    r" order=([bwr]{1,3}|-) n=([bwr-]) ([>!])([bwr=-]) ban=([LRFBDU][1-9]|-)"
)


def position_text(s: Record) -> str:
    """The position as one line."""
    cells = cell_letters(s)
    rows = [cells[k : k + 3] for k in range(0, CELLS, 3)]
    board = ",".join("/".join(rows[k : k + 3]) for k in (0, 3, 6))
    ban = int(s["ban"])
    ban_text = FACELETS[ban - 1] if ban else "-"
    return f"{board} order={_order(s)} n={_neutral(s)} {_mover(s)} ban={ban_text}"


def _order(s: Record) -> str:
    phase, players = int(s["cubulus"]), int(s["players"])
    if phase in (COLOURS, CHOOSING):
        return "".join(letter(s, seat) for seat in range(players) if has_colour(s, seat)) or "-"
    first = 0 if phase == FIRST else int(s["first"])
    return "".join(letter(s, (first + k) % players) for k in range(players))


def _neutral(s: Record) -> str:
    if int(s["cubulus"]) in (COLOURS, CHOOSING) or int(s["players"]) == 3:
        return "-"
    return letter(s, 2)


def _mover(s: Record) -> str:
    phase = int(s["cubulus"])
    if phase == DONE:
        return "!" + (letter(s, int(s["winner"])) if int(s["winner"]) >= 0 else "=")
    return ">" + (letter(s, int(s["seat"])) if phase in (NEUTRAL, TURN) else "-")


def parse_position(s: Record, text: str) -> None:
    """Set a state that has just begun to a position, its players seated in turn order."""
    from .setup import set_position

    found = _POSITION.fullmatch(text.strip())
    if found is None:
        raise BadNotation(
            "a position is 27 cells, then 'order=', 'n=', the player to move and 'ban=',"
            " as in .../.../...,.../.../...,.../.../... order=bwr n=- >b ban=-"
        )
    board, order, neutral, mark, mover, ban = found.groups()
    cells = board.replace("/", "").replace(",", "")
    set_position(s, cells, order, neutral, mark + mover, ban)


# Results and whole games


def reason(s: Record) -> str:
    """Why the game ended."""
    return REASONS[int(s["reason"])]


def result_text(s: Record) -> str:
    """How the game ended."""
    if int(s["reason"]) == SQUARE:
        return f"win {letter(s, int(s['winner']))}"
    return "draw cap" if int(s["reason"]) == CAPPED else "draw repetition"


def text_header(values: Mapping[str, Value]) -> str:
    """The first line of a game written as text."""
    return f"CB {options_text(values)}"


def text_lines(plies: Sequence[Told]) -> list[str]:
    """The moves of a game, with the neutral balls joined in one line."""
    texts = [ply.text for ply in plies]
    balls = [text for text in texts if text.startswith("neutral")]
    if len(balls) < BALLS:
        return texts
    cells = sorted(int(text.split()[1]) for text in balls)
    joined = "neutral " + " ".join(map(str, cells))
    first = texts.index(balls[0])
    return [*texts[:first], joined, *texts[first + BALLS :]]


# The board

_STYLES = {
    "b": "bold white on grey19",
    "w": "bold black on white",
    "r": "bold white on red3",
    ".": "dim",
}
_NET = (("U",), ("L", "F", "R", "B"), ("D",))
# Rows of digits from top to bottom, each as seen from outside.
_SEEN = {
    "F": ("789", "456", "123"),
    "R": ("789", "456", "123"),
    "U": ("789", "456", "123"),
    "L": ("987", "654", "321"),
    "B": ("987", "654", "321"),
    "D": ("123", "456", "789"),
}


def _face_rows(cells: str, face: str) -> list[list[Segment]]:
    rows: list[list[Segment]] = [[(f"    {face}      ", "bold yellow")]]
    for digits in _SEEN[face]:
        row: list[Segment] = []
        for digit in digits:
            ball = cells[int(LINE[FACELETS.index(face + digit), 0])]
            row += [(digit, "dim"), (ball, _STYLES[ball]), (" ", "")]
        rows.append([*row, ("  ", "")])
    return rows


def _layers(cells: str) -> list[list[Segment]]:
    """The three layers, top to bottom, seen from above with the front below, by cell number."""
    lines: list[list[Segment]] = [[("      z=2           z=1           z=0", "bold yellow")]]
    for y in (2, 1, 0):
        row: list[Segment] = []
        for z in (2, 1, 0):
            for x in range(3):
                cell = x + 3 * y + 9 * z
                row += [(f"{cell:>2}", "dim"), (cells[cell], _STYLES[cells[cell]]), (" ", "")]
            row.append(("  ", ""))
        lines += [row, [("", "")]]
    return lines[:-1]


def board(s: Record) -> list[list[Segment]]:
    """The six faces as a net and the core; while cells are chosen, the layers of the cube."""
    cells = cell_letters(s)
    if int(s["cubulus"]) == NEUTRAL:
        return _layers(cells)
    lines: list[list[Segment]] = []
    for faces in _NET:
        indent: list[Segment] = [(" " * 11, "")] if len(faces) == 1 else []
        grids = [_face_rows(cells, face) for face in faces]
        lines += [[*indent, *itertools.chain(*rows)] for rows in zip(*grids, strict=True)]
    lines[0].append(("    13", "bold yellow"))
    lines[1] += [("     ", ""), (cells[CORE], _STYLES[cells[CORE]])]
    return lines
