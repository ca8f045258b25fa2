"""Under Falling Skies written down: moves, positions, results, the board as text.

A move is `b4>13` (a black 4 on cell 13), `b4>21*` (as the digging die), `u13` (use a room), `+2`
(research steps), `=11` (the new robot), `n04` (skip), `-23` (remove a robot), `/` (end) or `s3`
(a ship enters in column 3). `u21+2` and `u12=11` join two; `(b5 b3 b6 w4 w2)` is a whole roll.
"""

import re
from collections.abc import Mapping, Sequence

from orrery.core.abilities import Standing, Told
from orrery.core.contract import CHANCE, Record
from orrery.core.errors import BadNotation, IllegalMove
from orrery.core.game import Segment
from orrery.core.jit import twin
from orrery.core.options import Value, options_text

from . import base, sky
from .cards import (
    AA,
    CARD_FACES,
    CARDS,
    CELLS,
    CITY_ROW,
    COLUMNS,
    COST,
    EASY,
    ENERGY,
    FIGHTER,
    LAB,
    MODIFIER,
    RESEARCH,
    ROBOT,
    SKY_ROWS,
    TRACKS,
    cell_of,
    cell_text,
)
from .state import (
    BLACK_DICE,
    BUILD,
    BUILD_CODE,
    DECLINE_CODE,
    DICE,
    END_CODE,
    FACE_CODE,
    HAND,
    LOST,
    NOWHERE,
    PHASES,
    PLACE,
    REMOVE_CODE,
    REROLL,
    ROBOTS,
    ROLL,
    SKIP_CODE,
    SKIP_DIG_CODE,
    SPAWN_CODE,
    STEPS,
    STEPS_CODE,
    USE_CODE,
    WON,
)

PHASE_LETTERS = "LPXRQBSWD"
DIE_NAMES = ("B1", "B2", "B3", "W1", "W2")
KINDS = {AA: "aa", ENERGY: "energy", FIGHTER: "fighter", LAB: "research", ROBOT: "robot"}
TUNNEL = "tunnel"
"""What is dug out, and is no room."""


def sides(s: Record) -> str:
    """The faces of the cards as letters."""
    return "".join("e" if int(face) == EASY else "s" for face in s["face"])


def level(s: Record) -> int:
    """How many cards lie star side up."""
    return sides(s).count("s")  # UFS-LEVEL-3


def die_text(s: Record, die: int) -> str:
    """A die as its colour and value."""
    return f"{'b' if die < BLACK_DICE else 'w'}{int(s['die_value'][die]) or '?'}"


# Moves


def move_text(s: Record, move: int) -> str:
    """A move as text."""
    if move < REMOVE_CODE:
        die, cell = divmod(move, CELLS)
        return f"{die_text(s, die)}>{cell_text(cell)}{_star(s, cell)}"
    if move < USE_CODE:
        return f"-{cell_text(move - REMOVE_CODE)}"
    if move < STEPS_CODE:
        cell = move - USE_CODE
        return f"u{cell_text(cell)}{'*' if cell == int(s['digging']) else ''}"
    if move < SKIP_CODE:
        return f"+{move - STEPS_CODE}"
    if move < BUILD_CODE:
        return f"n{cell_text(move - SKIP_CODE)}"
    if move < END_CODE:
        return f"={cell_text(move - BUILD_CODE)}"
    if move == END_CODE:
        return "/"
    if move == DECLINE_CODE:
        return "=x"
    if move < SKIP_DIG_CODE:
        return f"s{move - SPAWN_CODE + 1}"
    if move == SKIP_DIG_CODE:
        cell = int(s["digging"])
        return f"n{cell_text(cell) if cell != NOWHERE else '??'}*"
    return f"{DIE_NAMES[int(s['rolling'])]}={move - FACE_CODE + 1}"


def _star(s: Record, cell: int) -> str:
    return "" if twin(base.excavated)(s) >> cell & 1 else "*"


_PLACE = re.compile(r"([bw])([1-6])>(\d\d)(\*?)")
_USE = re.compile(r"u(\d\d)(\*?)(?:\+([0-9]{1,2})|=(\d\d|x))?")
_SKIP = re.compile(r"n(\d\d)(\*?)")
_FACE = re.compile(r"([BW]\d)=([1-6])")
_SHAPES = "'b4>13', 'b4>21*', 'u13', '+2', '=11', 'n04', '-23', '/' and 's3' are"


def parse_move(s: Record, text: str) -> Sequence[int]:
    """The moves that a text means; a use may be joined with its steps or its robot."""
    text = text.strip()
    if found := _PLACE.fullmatch(text):
        return [_parse_place(s, *found.groups())]
    if found := _USE.fullmatch(text):
        return _parse_use(s, *found.groups())
    if found := _SKIP.fullmatch(text):
        return [_parse_skip(s, _cell(found[1]), found[2])]
    if found := re.fullmatch(r"\+([0-9]{1,2})", text):
        return [_steps(found[1])]
    if found := re.fullmatch(r"=(\d\d|x)", text):
        return [_robot(found[1])]
    if found := re.fullmatch(r"-(\d\d)", text):
        return [REMOVE_CODE + _cell(found[1])]
    if found := re.fullmatch(r"s([1-5])", text):
        return [SPAWN_CODE + int(found[1]) - 1]
    if text == "/":
        return [END_CODE]
    if found := _FACE.fullmatch(text):
        return [_parse_face(s, found[1], int(found[2]))]
    if text.startswith("(") and text.endswith(")"):
        return _parse_roll(s, text[1:-1].split())
    raise BadNotation(f"'{text[:30]}' is no move; {_SHAPES}" if text else "a move is missing")


def _cell(text: str) -> int:
    cell = cell_of(text)
    if cell < 0:
        raise BadNotation(f"there is no cell {text}; rows run from 0 to 5, columns from 1 to 5")
    return cell


def _steps(text: str) -> int:
    steps = int(text)
    if steps > SKIP_CODE - STEPS_CODE - 1:
        raise BadNotation(f"the research track has no {steps} steps")
    return STEPS_CODE + steps


def _robot(text: str) -> int:
    return DECLINE_CODE if text == "x" else BUILD_CODE + _cell(text)


def _parse_place(s: Record, colour: str, value: str, where: str, star: str) -> int:
    cell = _cell(where)
    if star and not _star(s, cell):
        raise BadNotation(f"{where} is excavated; '*' marks a die that digs")
    dice = range(BLACK_DICE) if colour == "b" else range(BLACK_DICE, DICE)
    for die in dice:
        if int(s["die_cell"][die]) == HAND and int(s["die_value"][die]) == int(value):
            return CELLS * die + cell
    raise IllegalMove(f"there is no {colour}{value} in hand", rule="UFS-PLACE-2")


def _parse_use(s: Record, where: str, star: str, steps: str | None, robot: str | None) -> list[int]:
    cell = _cell(where)
    if bool(star) != (cell == int(s["digging"])):
        what = "no digging die lies there" if star else f"'u{where}*' uses the digging die"
        raise BadNotation(f"on {where}: {what}")
    codes = [USE_CODE + cell]
    if steps is not None:
        codes.append(_steps(steps))
    elif robot is not None:
        codes.append(_robot(robot))
    return codes


def _parse_skip(s: Record, cell: int, star: str) -> int:
    if not star:
        return SKIP_CODE + cell
    if cell != int(s["digging"]):
        raise BadNotation(f"on {cell_text(cell)} lies no digging die")
    return SKIP_DIG_CODE


def _parse_face(s: Record, name: str, value: int) -> int:
    if int(s["under_falling_skies"]) not in (ROLL, REROLL):
        raise IllegalMove("no die is rolled now", rule="UFS-ROLL-1")
    if name != DIE_NAMES[int(s["rolling"])]:
        raise BadNotation(f"the next die is {DIE_NAMES[int(s['rolling'])]}")
    return FACE_CODE + value - 1


def _parse_roll(s: Record, words: list[str]) -> list[int]:
    if int(s["under_falling_skies"]) not in (ROLL, REROLL):
        raise IllegalMove("no die is rolled now", rule="UFS-ROLL-1")
    hand = [d for d in range(int(s["rolling"]), DICE) if int(s["die_cell"][d]) == HAND]
    wanted = ["b" if die < BLACK_DICE else "w" for die in hand]
    if [word[:1] for word in words] != wanted or not all(
        re.fullmatch(r"[bw][1-6]", word) for word in words
    ):
        raise BadNotation(f"the roll is {len(wanted)} dice: {' '.join(wanted)}, each with a value")
    return [FACE_CODE + int(word[1]) - 1 for word in words]


# Words


def room_words(s: Record, cell: int) -> str:
    """What a room is called, as a key of the words file."""
    kind = twin(base.kind_of)(s, cell)
    names = [name for bit, name in KINDS.items() if kind & bit]
    return f"@room.{'_'.join(names) or TUNNEL}"


def move_words(s: Record, move: int) -> tuple[str, dict[str, str]]:
    """The key of the sentence that tells a move, and what to fill in."""
    if move < REMOVE_CODE:
        return _place_words(s, *divmod(move, CELLS))
    if move < USE_CODE:
        return "move.remove", {"cell": cell_text(move - REMOVE_CODE)}
    if move < STEPS_CODE:
        return _use_words(s, move - USE_CODE)
    if move < SKIP_CODE:
        return "move.steps", {"n": str(move - STEPS_CODE)}
    if move < BUILD_CODE:
        cell = move - SKIP_CODE
        return "move.skip", {"cell": cell_text(cell), "room": room_words(s, cell)}
    if move < END_CODE:
        cell = move - BUILD_CODE
        places = {"cell": cell_text(cell), "room": room_words(s, cell)}
        return "move.build", {**places, "value": str(int(s["amount"]))}
    if move == END_CODE:
        return "move.end", {"round": str(int(s["round"]))}
    if move == DECLINE_CODE:
        return "move.decline", {}
    if move < SKIP_DIG_CODE:
        colour = "green" if int(s["card_green"]) else "red"
        return "move.spawn", {"colour": f"@ship.{colour}", "column": str(move - SPAWN_CODE + 1)}
    if move == SKIP_DIG_CODE:
        return "move.skip_dig", {"cell": cell_text(max(0, int(s["digging"])))}
    return "move.roll", {
        "die": f"@die.{'b' if int(s['rolling']) < BLACK_DICE else 'w'}",
        "value": str(move - FACE_CODE + 1),
    }


def _place_words(s: Record, die: int, cell: int) -> tuple[str, dict[str, str]]:
    places = {
        "die": "@die.b" if die < BLACK_DICE else "@die.w",
        "value": str(int(s["die_value"][die])),
        "cell": cell_text(cell),
        "room": room_words(s, cell),
    }
    return ("move.dig_here" if _star(s, cell) else "move.place"), places


def _use_words(s: Record, cell: int) -> tuple[str, dict[str, str]]:
    if cell == int(s["digging"]):
        return "move.dig", {"cell": cell_text(cell)}
    total = twin(base.total_of)(s, twin(base.room_of)(s, cell), cell)
    return "move.use", {"cell": cell_text(cell), "room": room_words(s, cell), "total": str(total)}


def prompt(s: Record) -> str:
    """The words, by key, that say what is to be decided now."""
    phase = int(s["under_falling_skies"])
    return f"prompt.{PHASES[ROLL if phase == REROLL else phase]}"


def status(s: Record) -> list[tuple[str, dict[str, str]]]:
    """The level and the round, and a word on star faces that are reconstructed."""
    places = {"level": str(level(s)), "round": str(int(s["round"]))}
    said = [("status.round", places)]
    if unsure_cards(s):
        said.append(("status.unsure", {}))  # UFS-LEVEL-7
    return said


def unsure_cards(s: Record) -> list[str]:
    """The cards whose face in play rests on reconstructed data."""
    return [c for c, face in zip(CARDS, s["face"], strict=True) if CARD_FACES[c][face]["unsure"]]


def seat_words(s: Record, seat: int) -> tuple[str, dict[str, str]]:
    """The one player commands the base."""
    return "seat.commander", {}


# Positions


def position_text(s: Record) -> str:
    """The position as one line of 16 fields."""
    phase = int(s["under_falling_skies"])
    letter = PHASE_LETTERS[phase]
    if phase in (STEPS, BUILD):
        letter += str(int(s["amount"]))
    return " ".join(
        [
            "UFS",
            sides(s),
            f"r{int(s['round'])}",
            letter,
            f"p{int(s['row'])}",
            f"e{int(s['energy'])}",
            f"q{int(s['research'])}",
            f"d{int(s['damage'])}",
            f"x{int(s['excavator'])}",
            f"G={_joined(ship_texts(s, 'green'))}",
            f"R={_joined(ship_texts(s, 'red'))}",
            f"card=g{int(s['card_green'])}r{int(s['card_red'])}",
            f"sup=r{int(s['supply'])}",
            f"bots={_joined(_robot_texts(s))}",
            f"hand={_joined(_hand_texts(s))}",
            f"base={_joined(_base_texts(s))}",
        ]
    )


def _joined(words: list[str]) -> str:
    return ",".join(words) or "-"


def ship_rows(s: Record, colour: str, column: int) -> list[int]:
    """The rows of a column's ships of a colour, from the top.

    Lost upon by the mothership, a ship on a start space whose row is taken stands there all the
    same, though the record keeps it a row higher.
    """
    rows = [row for row in range(CITY_ROW + 7) if int(s[colour][column]) >> row & 1]
    if int(s["under_falling_skies"]) == LOST and int(s["row"]) == int(s["skull"]):
        top = twin(sky.start_row)(s, column)
        rows = [max(row, top) for row in rows]
    return rows


def ship_texts(s: Record, colour: str) -> list[str]:
    """The ships of a colour on the board, column by column."""
    return [f"{row}.{c + 1}" for c in range(COLUMNS) for row in ship_rows(s, colour, c)]


def _robot_texts(s: Record) -> list[str]:
    return [
        f"{cell_text(int(s['robot_cell'][k]))}:{int(s['robot_value'][k])}"
        + ("!" if int(s["robot_tired"][k]) else "")
        for k in range(ROBOTS)
        if int(s["robot_cell"][k]) != NOWHERE
    ]


def _hand_texts(s: Record) -> list[str]:
    hand = [die for die in range(DICE) if int(s["die_cell"][die]) == HAND]
    if int(s["under_falling_skies"]) == ROLL and int(s["rolling"]) == 0:
        return []
    return [die_text(s, die) for die in hand]


def _base_texts(s: Record) -> list[str]:
    placed = sorted((int(s["die_cell"][d]), d) for d in range(DICE) if int(s["die_cell"][d]) >= 0)
    return [
        f"{cell_text(cell)}:{die_text(s, die)}{'*' if cell == int(s['digging']) else ''}"
        for cell, die in placed
    ]


def parse_position(s: Record, text: str) -> None:
    """Set a state that has just begun to a position."""
    from .setup import set_position

    set_position(s, text)


# Results and whole games


def reason(s: Record) -> str:
    """Why the game ended."""
    if int(s["under_falling_skies"]) == WON:
        return "research"
    return "damage" if int(s["damage"]) >= int(s["limit"]) else "skull"


def result_text(s: Record) -> str:
    """Won or lost, and the level."""
    return f"{'win' if int(s['under_falling_skies']) == WON else 'loss'} {level(s)}"  # UFS-END-7


def draw_name(s: Record) -> str:
    """Which roll of which round a die belongs to: the same for everybody on a day."""
    rolled = sum(int(s["die_cell"][die]) != HAND for die in range(BLACK_DICE, DICE))
    return f"{int(s['round'])}.{rolled}.{DIE_NAMES[int(s['rolling'])]}"


def standing(s: Record) -> Standing:
    """Won before lost; then early, with little damage; lost, by how far the research came."""
    won = int(s["under_falling_skies"]) == WON
    turns, damage, done = int(s["round"]), int(s["damage"]), int(s["research"])
    places = {"round": str(turns), "damage": str(damage), "limit": str(int(s["limit"]))}
    places |= {"level": str(level(s)), "done": str(done)}
    points = (1, -turns, -damage) if won else (0, done, -damage)
    return Standing(str(level(s)), points, (f"standing.{'won' if won else 'lost'}", places))


def daily(day: int) -> Mapping[str, Value]:
    """The sky of a day: all cards easy on Mondays, one star more every second day."""
    stars = (day - 1) % 7 // 2  # day 1 was a Monday
    picked = sorted(range(len(CARDS)), key=lambda card: (day * 7 + card * 5) % 11)[:stars]
    return {"sides": "".join("s" if card in picked else "e" for card in range(len(CARDS)))}


def text_header(values: Mapping[str, Value]) -> str:
    """The first line of a game written as text."""
    return f"UFS {options_text(values)}"


def text_lines(plies: Sequence[Told]) -> list[str]:
    """One line a round: rolls in brackets, a use joined with its steps or its robot."""
    lines: list[str] = [""]
    rolled: list[str] = []
    for ply in plies:
        if ply.by == CHANCE:
            rolled.append(ply.text[0].lower() + ply.text[-1])
            if int(ply.after["under_falling_skies"]) == PLACE:
                lines[-1] += f" ({' '.join(rolled)})"
                rolled = []
            continue
        joins = ply.text[0] in "+=" and re.search(r" u\d\d$", lines[-1])
        lines[-1] += ply.text if joins else f" {ply.text}"
        if int(ply.after["under_falling_skies"]) == ROLL:
            lines.append("")
    if rolled:  # cut off in the middle of a roll
        lines[-1] += "".join(f" {name}" for name in _loose(plies[-1].after, rolled))
    return [line.strip() for line in lines if line]


def _loose(s: Record, rolled: list[str]) -> list[str]:
    hand = [die for die in range(DICE) if int(s["die_cell"][die]) == HAND]
    return [f"{DIE_NAMES[d]}={word[1]}" for d, word in zip(hand, rolled, strict=False)]


def text_moves(s: Record, line: str) -> list[str]:
    """The moves of one line; a roll in brackets is one of them."""
    return re.findall(r"\([^)]*\)|\S+", line)


# The board

WIDE = 7
"""The width of a column in characters."""
_MARKS = {0: "·", 8: "‹", 9: "›", 10: "M"}
_SHORT = {AA: "A", ENERGY: "E", FIGHTER: "F", LAB: "Q", ROBOT: "R"}
_EFFECTS = {"none": "", "dmg": "damage", "red": "red ship", "skull": "SKULL"}


def _space(s: Record, row: int, column: int) -> Segment:
    for colour, style in (("green", "bold green"), ("red", "bold red")):
        if row in ship_rows(s, colour, column):
            return f"{'▼':^{WIDE}}", style
    if row == 0:
        return f"{'.':^{WIDE}}", "dim"
    icon = twin(sky.icon_at)(s, row, column)
    return f"{_MARKS.get(icon, icon):^{WIDE}}", "dim" if icon == 0 else "yellow"


def _cell_segments(s: Record, cell: int) -> Segment:
    """A cell: what lies on it, or what it is."""
    for die in range(DICE):
        if int(s["die_cell"][die]) == cell:
            mark = "*" if cell == int(s["digging"]) else " "
            placed = f"[{die_text(s, die)}{mark}]"
            return f"{placed:^{WIDE}}", "bold white"
    for k in range(ROBOTS):
        if int(s["robot_cell"][k]) == cell:
            tired = "!" if int(s["robot_tired"][k]) else " "
            robot = f"<r{int(s['robot_value'][k])}{tired}>"
            return f"{robot:^{WIDE}}", "bold blue"
    if twin(base.place_of)(s, cell) == int(s["excavator"]):
        return f"{'>X<':^{WIDE}}", "bold yellow"
    kind = twin(base.kind_of)(s, cell)
    face = twin(base.face_at)(s, cell)
    names = "".join(short for bit, short in _SHORT.items() if kind & bit) or "="
    modifier = int(MODIFIER[face, cell])
    text = names if kind in (0, AA) else f"{names}{modifier:+d}/{int(COST[face, cell])}"
    dug = twin(base.excavated)(s) >> cell & 1
    return f"{text:^{WIDE}}", "cyan" if dug else "dim"


def board(s: Record) -> list[list[Segment]]:
    """The mothership's row, the sky, the base, and the tracks."""
    lines: list[list[Segment]] = []
    for row in range(SKY_ROWS + 1):
        here = "◄═" if row == int(s["row"]) else "  "
        spaces = [_space(s, row, column) for column in range(COLUMNS)]
        lines.append(
            [(f"{row:>2} ", "dim"), *spaces, (f" {here} ", "bold magenta"), _effect(s, row)]
        )
    lines.append([("   " + "▂▃▅▂▄▃▂" * COLUMNS, "dim")])
    for row in range(CELLS // COLUMNS):
        cells = [_cell_segments(s, COLUMNS * row + column) for column in range(COLUMNS)]
        lines.append([(f"{row}  ", "dim"), *cells])
    numbers = [int(n) for n in RESEARCH[int(s["face"][TRACKS])][:-1]]
    done = int(s["research"])
    track = " ".join(str(n) for n in numbers[:done]), " ".join(str(n) for n in numbers[done:])
    lines.append([("research ", "bold"), (f"{track[0]} ▸ ", "green"), (track[1], "")])
    hand = " ".join(_hand_texts(s)) or "-"
    lines.append(
        [
            (f"energy {int(s['energy'])}  ", "bold yellow"),
            (f"damage {int(s['damage'])}/{int(s['limit'])}  ", "bold red"),
            (f"hand {hand}", "bold white"),
        ]
    )
    return lines


def _effect(s: Record, row: int) -> Segment:
    if row == 0 or row > SKY_ROWS:
        return "", "dim"
    face = CARD_FACES[CARDS[1 + (row - 1) // 4]][int(s["face"][1 + (row - 1) // 4])]
    name = str(face["effects"][(row - 1) % 4])
    return _EFFECTS.get(name, name.replace("dig", "dig").replace("res", "research")), "red"
