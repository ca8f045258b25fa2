"""The mine as text: cells joined by the tunnels between them, the dwarfs' belongings beside it."""

from orrery.core.contract import Record
from orrery.core.game import Segment
from orrery.core.jit import twin

from .decks import ALLIES, EVENTS, FINDS, SHAPES
from .rules.mine import GATE, NEXT, side_of
from .state import (
    BOOM_TOKEN,
    HOME,
    NOWHERE,
    RUBBLE,
    SIZE,
    SKILL_USES,
    SKILLS,
    UNMINED,
)
from .telling import COLOURS, colour, hand_texts
from .texts import boom_text, find_text

STYLES = dict(zip(COLOURS, ("bold red", "bold yellow", "bold blue", "bold green"), strict=True))
_EVENTS = dict(zip(EVENTS, ("B", "F", "o", "P", "U", "C", "X"), strict=True))
_SHADES = {"boom": "red", "find": "yellow", "portal": "magenta", "pit": "cyan"}
_SHADES |= {"crystal": "bold white", "exit": "bold green"}
_MARGIN = 4


def _dwarf_on(s: Record, cell: int) -> int:
    for seat in range(int(s["players"])):
        if int(s["at"][seat]) == cell:
            return seat
    return NOWHERE


def _cell(s: Record, cell: int) -> list[Segment]:
    """Three characters: what lies on the tile, the tile, and who stands there."""
    tile = int(s["tile"][cell])
    if tile == 0:
        return [(" · ", "dim")]
    if tile < 0:
        return [("(M)", "bold magenta")]
    mark, event = int(s["mark"][cell]), EVENTS[(tile - 1) // len(SHAPES)]
    token = " "
    if mark & RUBBLE:
        token = "%"
    elif mark & BOOM_TOKEN:
        token = "!"
    elif mark & UNMINED or int(s["loose"][cell]):
        token = "*"
    seat = _dwarf_on(s, cell)
    name = " " if seat == NOWHERE else colour(s, seat)[0].upper()
    style = "" if seat == NOWHERE else f"{STYLES[colour(s, seat)]} reverse"
    return [(token, "bold"), (_EVENTS[event], _SHADES.get(event, "")), (name, style)]


def _joins(s: Record, cell: int, side: int) -> str:
    """A tunnel to the next cell, an opening that leads nowhere yet, or nothing."""
    there = int(NEXT[cell, side])
    if int(s["link"][cell]) >> side & 1 or (
        there != NOWHERE and int(s["link"][there]) >> (side ^ 2) & 1
    ):
        return "═" if side == 1 else "║"
    half = int(s["way"][cell]) >> side & 1 and int(s["tile"][cell]) > 0
    back = there != NOWHERE and int(s["tile"][there]) > 0 and int(s["way"][there]) >> (side ^ 2) & 1
    if not half and not back:
        return " "
    return "╌" if side == 1 else "┆"


def _gate_line(s: Record, side: int) -> list[Segment]:
    """An Entrance above or below the mine, and who waits there."""
    return [(" " * (_MARGIN + 5 * (int(GATE[side]) % SIZE)), ""), *_entrance(s, side)]


def _entrance(s: Record, side: int) -> list[Segment]:
    for seat in range(int(s["players"])):
        if twin(side_of)(s, seat) == side:
            here = int(s["at"][seat]) == HOME
            style = STYLES[colour(s, seat)]
            return [(f"[{colour(s, seat)[0].upper() if here else ' '}]", style)]
    return []


def _columns(s: Record) -> list[Segment]:
    """The numbers of the columns, with the northern Entrance among them."""
    line: list[Segment] = [(" " * _MARGIN, "")]
    for x in range(SIZE):
        here = _entrance(s, 0) if x == int(GATE[0]) else []
        line += [*(here or [(f" {x} ", "dim")]), ("  ", "")]
    return line


def board(s: Record) -> list[list[Segment]]:
    """The mine with its Entrances, and beside it what everybody has."""
    lines = [_columns(s)]
    for y in range(SIZE):
        west = _entrance(s, 3) if SIZE * y == int(GATE[3]) else []
        line: list[Segment] = [*(west or [(f"{y:>2} ", "dim")]), (" ", "")]
        below: list[Segment] = [(" " * _MARGIN, "")]
        for x in range(SIZE):
            cell = SIZE * y + x
            line += _cell(s, cell)
            below += [(f" {_joins(s, cell, 2)}   ", "")]
            if x < SIZE - 1:
                line.append((_joins(s, cell, 1) * 2, ""))
        if SIZE * y + SIZE - 1 == int(GATE[1]):
            line += _entrance(s, 1)
        lines.append(line)
        if y < SIZE - 1:
            lines.append(below)
    lines.append(_gate_line(s, 2))
    beside = _belongings(s)
    for k, words in enumerate(beside):
        width = sum(len(text) for text, _ in lines[k])
        lines[k] = [*lines[k], (" " * (_MARGIN + 5 * SIZE + 3 - width), ""), *words]
    return lines


def _belongings(s: Record) -> list[list[Segment]]:
    """A few lines a seat, and what lies beside the mine."""
    lines: list[list[Segment]] = []
    for seat in range(int(s["players"])):
        skill = int(s["skill"][seat])
        style = STYLES[colour(s, seat)]
        name = "" if skill == NOWHERE else SKILLS[skill].replace("_", " ")
        if skill != NOWHERE and int(SKILL_USES[skill]):
            name += f" {int(s['uses'][seat])}"
        turn = "►" if int(s["active"]) == seat else " "
        lines.append([(f"{turn}{seat} {colour(s, seat)}", style), (f" {name}", "")])
        facts = f"  exp {int(s['explosives'][seat])} cards {int(s['held'][seat])}"
        facts += " *crystal*" if int(s["crystal"][seat]) else ""
        facts += " mining" if int(s["mining"][seat]) else ""
        facts += f" skip {int(s['skip'][seat])}" if int(s["skip"][seat]) else ""
        lines.append([(facts, "")])
        held = [*hand_texts(s, seat), *_table(s, seat), *_allies(s, seat)]
        if held:
            lines.append([(f"  {' '.join(held)}", "dim")])
    lines.append([(f"bag {sum(int(n) for n in s['bag'])} bank {int(s['bank'])}", "dim")])
    return lines


def _table(s: Record, seat: int) -> list[str]:
    row = s["table"][seat * FINDS : (seat + 1) * FINDS]
    return [f"{find_text(card)}:{int(row[card])}" for card in range(FINDS) if int(row[card])]


def _allies(s: Record, seat: int) -> list[str]:
    row = s["ally"][seat * ALLIES : (seat + 1) * ALLIES]
    return [f"+{boom_text(card)}" for card in range(ALLIES) for _ in range(int(row[card]))]
