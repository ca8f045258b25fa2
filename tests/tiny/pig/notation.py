"""Pig as text: hold, roll, =3; a position is `20,0 pot=5 >0`."""

import re
from collections.abc import Mapping, Sequence

from orrery.core.abilities import Told
from orrery.core.contract import CHANCE, Record
from orrery.core.errors import BadNotation, nearest
from orrery.core.game import Segment
from orrery.core.options import Value, options_text

from .state import DECIDE, DONE, FACE, HOLD, ROLL, ROLLING

_NAMES = {"hold": HOLD, "roll": ROLL}
_POSITION = re.compile(r"(\d{1,3}(?:,\d{1,3}){1,2}) pot=(\d{1,3}) ([>*])([0-2]) turns=(\d{1,3})")


def move_text(s: Record, move: int) -> str:
    """A move as text."""
    return {HOLD: "hold", ROLL: "roll"}.get(move, f"={move - FACE + 1}")


def parse_move(s: Record, text: str) -> Sequence[int]:
    """The move that a text means."""
    text = text.strip()
    if text in _NAMES:
        return [_NAMES[text]]
    if re.fullmatch(r"=[1-6]", text):
        return [FACE + int(text[1]) - 1]
    raise BadNotation(f"'{text[:20]}' is no move.{nearest(text, _NAMES)}")


def position_text(s: Record) -> str:
    """Points, pot, and whose turn it is (* while the die rolls)."""
    points = ",".join(str(int(n)) for n in s["points"][: int(s["players"])])
    mark = {DECIDE: ">", ROLLING: "*", DONE: "!"}[int(s["pig"])]
    return f"{points} pot={int(s['pot'])} {mark}{int(s['seat'])} turns={int(s['turns'])}"


def parse_position(s: Record, text: str) -> None:
    """Set a state that has just begun to a position."""
    found = _POSITION.fullmatch(text.strip())
    if found is None:
        raise BadNotation("a position looks like '3,0 pot=5 >0 turns=2'")
    points = [int(n) for n in found[1].split(",")]
    if len(points) != int(s["players"]) or max(points) + int(found[2]) >= int(s["target"]):
        raise BadNotation("points of every player, below the target, are wanted")
    if int(found[4]) >= len(points) or int(found[5]) >= int(s["turn_cap"]):
        raise BadNotation("there is no such seat or turn")
    for seat, n in enumerate(points):
        s["points"][seat] = n
    s["pot"], s["seat"], s["turns"] = int(found[2]), int(found[4]), int(found[5])
    s["pig"] = ROLLING if found[3] == "*" else DECIDE


def result_text(s: Record) -> str:
    """The points at the end."""
    return "points " + ",".join(str(int(n)) for n in s["points"][: int(s["players"])])


def reason(s: Record) -> str:
    """Why the game ended."""
    return "target" if max(map(int, s["points"])) >= int(s["target"]) else "cap"


def text_header(values: Mapping[str, Value]) -> str:
    """The first line of a game written as text."""
    return f"PG {options_text(values)}"


def text_lines(plies: Sequence[Told]) -> list[str]:
    """A line a decision, with the die behind a roll, as in `roll =3`."""
    lines: list[str] = []
    for ply in plies:
        if ply.by == CHANCE:
            lines[-1] += f" {ply.text}"
        else:
            lines.append(ply.text)
    return lines


def text_moves(s: Record, line: str) -> list[str]:
    """The moves of such a line; what stands behind a `#` is a comment."""
    return line.partition("#")[0].split()


def board(s: Record) -> list[list[Segment]]:
    """One line a player."""
    seats = range(int(s["players"]))
    marks = [">" if seat == int(s["seat"]) else " " for seat in seats]
    lines: list[list[Segment]] = [
        [(f"{marks[seat]} {seat}: {int(s['points'][seat])}", "bold")] for seat in seats
    ]
    return [*lines, [(f"  + {int(s['pot'])}", "yellow")]]


def move_words(s: Record, move: int) -> tuple[str, dict[str, str]]:
    """The sentence that tells a move."""
    seat = str(int(s["seat"]))
    if move in (HOLD, ROLL):
        return f"move.{move_text(s, move)}", {"seat": seat, "pot": str(int(s["pot"]))}
    return "move.face", {"face": str(move - FACE + 1)}
