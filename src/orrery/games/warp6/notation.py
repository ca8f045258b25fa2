"""Warp 6 as text: moves, position strings, results, and a board for the terminal.

r Y d8=5    r Y d8=5,3 d6=2,6,4 d4=1,4,2,3    p d8=5    m d6@12    + d4@7    - d4@7    =5
Y{d4@10=4 d6@20=1 d8@30=7 d4@50=2 h5} B{d8@11=1 d6@12=2 d6@13=3 d4@14=4 h5} >Y
"""

import re
from collections.abc import Mapping, Sequence

from orrery.core.abilities import Told
from orrery.core.contract import CHANCE, Record
from orrery.core.errors import BadNotation, IllegalMove, nearest
from orrery.core.game import Segment
from orrery.core.jit import twin
from orrery.core.options import Value, options_text

from . import pieces, rules, scoring
from .state import (
    ACT,
    CENTRE,
    COLOUR_LETTERS,
    DICE,
    DONE,
    FACE_CODE,
    FACES,
    LIMIT,
    MARKS,
    MOVE,
    PLACE,
    PLACE_CODE,
    RAISE,
    REASONS,
    RING_START,
    ROLL,
    SECTORS,
    UNPLACED,
    WARP,
)

SIGNS = "m+-"


def letter(s: Record, seat: int) -> str:
    """The colour of a seat."""
    return COLOUR_LETTERS[int(s["players"])][seat]


def letters(s: Record, seats: int) -> str:
    """The colours of the seats whose bits are set, in seat order."""
    return " ".join(letter(s, seat) for seat in range(int(s["players"])) if seats >> seat & 1)


def die_at(s: Record, mark: int) -> int:
    """The die on a mark, or -1."""
    found = [die for die in range(DICE) if int(s["mark"][die]) == mark]
    return found[0] if found else -1


def path_of(s: Record, die: int) -> list[int]:
    """Where a die on the board would go: its mark, the end of its move, and every warp."""
    mark = int(s["mark"][die])
    path = [mark, min(mark + int(s["value"][die]), CENTRE)]
    while path[-1] < CENTRE and twin(pieces.is_occupied)(s, path[-1]):
        path.append(int(WARP[path[-1]]))
    return path


# Moves


def move_text(s: Record, move: int) -> str:
    """A move as text; which die a face belongs to follows from the position."""
    if move < PLACE_CODE:
        die, action = divmod(move, 3)
        return f"{SIGNS[action]} d{int(s['sides'][die])}@{int(s['mark'][die])}"
    if move < FACE_CODE:
        kind, value = divmod(move - PLACE_CODE, FACES)
        return f"p d{_sides(s, kind)}={value + 1}"
    face = move - FACE_CODE + 1
    if int(s["warp6"]) == ROLL:
        return f"r {letter(s, int(s['seat']))} d{twin(rules.rolled_sides)(s)}={face}"
    return f"={face}"


def _sides(s: Record, kind: int) -> int:
    return int(s["sides"][0]) if kind == 0 else (6, 4)[kind - 1]


def parse_move(s: Record, text: str) -> Sequence[int]:
    """The moves that a text means; an `r` line may roll all dice of a player."""
    words = text.replace("+d", "+ d").replace("-d", "- d").split()
    if not words:
        raise BadNotation("a move is missing")
    if words[0] == "r":
        return _parse_roll(s, words[1:])
    if re.fullmatch(r"=[1-8]", words[0]) and len(words) == 1:
        return [FACE_CODE + int(words[0][1]) - 1]
    if words[0] in ("Y", "W", "B") and len(words) > 1:
        _check_mover(s, words.pop(0))
    if words[0] == "p":
        return [_parse_place(s, words[1:])]
    if words[0] in SIGNS:
        return [_parse_action(s, words[0], words[1:])]
    hint = nearest(words[0], ("m", "p", "r", "+", "-"))
    raise BadNotation(
        f"'{text[:30]}' is no move; 'm d6@12', '+ d4@7', '- d4@7' and 'p d8=5' are.{hint}"
    )


def _check_mover(s: Record, given: str) -> None:
    if given not in COLOUR_LETTERS[int(s["players"])]:
        raise BadNotation(f"{given} does not play; {letters(s, 7).replace(' ', ' and ')} do")
    if int(s["warp6"]) in (PLACE, ACT) and given != letter(s, int(s["seat"])):
        rule = "W6-SETUP-10" if int(s["warp6"]) == PLACE else "W6-TURN-4"
        raise IllegalMove(f"it is not the turn of {given}", rule=rule)


def _parse_roll(s: Record, words: list[str]) -> list[int]:
    if int(s["warp6"]) != ROLL:
        raise IllegalMove("the dice are rolled already", rule="W6-SETUP-9")
    roller = int(s["seat"])
    if len(words) < 2 or words[0] != letter(s, roller):
        raise BadNotation(f"the next roll is 'r {letter(s, roller)} d{int(s['sides'][0])}=...'")
    die = int(s["count"])
    codes: list[int] = []
    for word in words[1:]:
        found = re.fullmatch(r"d([4678])=([1-8](?:,[1-8])*)", word)
        if found is None:
            raise BadNotation(f"'{word[:20]}' is no roll; 'd6=2,6,4' is")
        for face in found[2].split(","):
            if die >= DICE or die // int(s["fleet"]) != roller:
                raise BadNotation(f"{words[0]} has no more dice to roll")
            if int(found[1]) != int(s["sides"][die]):
                raise BadNotation(f"the next die of {words[0]} is a d{int(s['sides'][die])}")
            if int(face) > int(s["sides"][die]):
                raise BadNotation(f"a d{found[1]} has no face {face}")
            codes.append(FACE_CODE + int(face) - 1)
            die += 1
    return codes


def _parse_place(s: Record, words: list[str]) -> int:
    found = re.fullmatch(r"d([4678])=([1-8])", words[0]) if len(words) == 1 else None
    if found is None:
        raise BadNotation("'p' takes a die and its value, as in 'p d8=5'")
    sides, value = int(found[1]), int(found[2])
    kinds = {_sides(s, kind): kind for kind in range(3)}
    if sides not in kinds:
        raise BadNotation(f"there is no d{sides} in this game; the large die is a d{_sides(s, 0)}")
    return PLACE_CODE + FACES * kinds[sides] + value - 1


def _parse_action(s: Record, sign: str, words: list[str]) -> int:
    found = re.fullmatch(r"d([4678])@(\d{1,3})", words[0]) if len(words) == 1 else None
    if found is None or int(found[2]) >= MARKS:
        raise BadNotation(f"'{sign}' takes a die and its mark (0 to 125), as in '{sign} d6@12'")
    if int(s["warp6"]) in (ROLL, PLACE):
        rule = "W6-SETUP-5" if int(s["warp6"]) == ROLL else "W6-SETUP-10"
        raise IllegalMove("the dice are not all placed yet", rule=rule)
    die = die_at(s, int(found[2]))
    if die < 0 or int(s["sides"][die]) != int(found[1]):
        raise IllegalMove(f"there is no d{found[1]} on mark {found[2]}", rule="W6-TURN-2")
    return 3 * die + SIGNS.index(sign)


def move_words(s: Record, move: int) -> tuple[str, dict[str, str]]:
    """The key of the sentence that tells a move, and what to fill in."""
    places = {"colour": f"@colour.{letter(s, int(s['seat']))}"}
    if move < PLACE_CODE:
        return _action_words(s, move // 3, move % 3, places)
    if move < FACE_CODE:
        kind, value = divmod(move - PLACE_CODE, FACES)
        places |= {"die": f"d{_sides(s, kind)}", "value": str(value + 1)}
        return "move.place", {**places, "mark": str(int(s["count"]))}
    places["value"] = str(move - FACE_CODE + 1)
    if int(s["warp6"]) == ROLL:
        return "move.roll", {**places, "die": f"d{twin(rules.rolled_sides)(s)}"}
    return "move.reroll", places


def _action_words(
    s: Record, die: int, action: int, places: dict[str, str]
) -> tuple[str, dict[str, str]]:
    mark, value = int(s["mark"][die]), int(s["value"][die])
    places |= {"die": f"d{int(s['sides'][die])}", "mark": str(mark)}
    if action != MOVE:
        raised = action == RAISE
        places["value"] = str(value + (1 if raised else -1))
        return ("move.raise" if raised else "move.lower"), places
    path = path_of(s, die)
    warps = len(path) - 2
    kind = "home" if path[-1] == CENTRE else "move"
    if warps:
        return f"move.warp_{kind}", {**places, "n": str(warps), "end": str(path[-1])}
    return f"move.{kind}", {**places, "end": str(path[-1])}


_PROMPTS = ("prompt.roll", "prompt.place", "prompt.act", "prompt.reroll", "prompt.done")


def prompt(s: Record) -> str:
    """The words, by key, that say what is to be decided now."""
    return _PROMPTS[int(s["warp6"])]


def status(s: Record) -> list[tuple[str, dict[str, str]]]:
    """In a series: which game it is, and the points so far."""
    players, games = int(s["players"]), int(s["series_games"])
    if games == 1:
        return []
    places = {"game": str(min(int(s["games"]) + 1, games)), "games": str(games)}
    for seat in range(players):
        places |= {f"colour{seat}": f"@colour.{letter(s, seat)}"}
        places |= {f"n{seat}": str(twin(scoring.total_points)(s, seat))}
    return [(f"status.series{players}", places)]


def seat_words(s: Record, seat: int) -> tuple[str, dict[str, str]]:
    """A seat is called by its colour."""
    return f"colour.{letter(s, seat)}", {}


# Positions


def turn_order(s: Record) -> list[int]:
    """The seats in turn order; in seat order until the first player is known."""
    players = int(s["players"])
    first = 0 if int(s["warp6"]) == ROLL else int(s["first"])
    return [(first + k) % players for k in range(players)]


def position_text(s: Record) -> str:
    """The position as one line."""
    blocks = [f"{letter(s, seat)}{{{_fleet_text(s, seat)}}}" for seat in turn_order(s)]
    if int(s["warp6"]) == DONE:
        mark = "!" + (letter(s, int(s["winner"])) if int(s["winner"]) >= 0 else "=")
    else:
        mark = ">" + letter(s, int(s["seat"]))
    return " ".join([*blocks, mark])


def _fleet_text(s: Record, seat: int) -> str:
    fleet = int(s["fleet"])
    dice = range(seat * fleet, seat * fleet + fleet)
    placed = sorted((d for d in dice if int(s["mark"][d]) < MARKS), key=lambda d: int(s["mark"][d]))
    loose = [d for d in dice if int(s["mark"][d]) == UNPLACED]
    if int(s["warp6"]) != ROLL:
        loose.sort(key=lambda d: (-int(s["sides"][d]), -int(s["value"][d])))
    dice_text = [_die_text(s, die) for die in (*placed, *loose)]
    return " ".join([*dice_text, f"h{int(s['home'][seat])}"])


def _die_text(s: Record, die: int) -> str:
    mark = int(s["mark"][die])
    where = f"@{mark}" if mark < MARKS else ""
    return f"d{int(s['sides'][die])}{where}={int(s['value'][die]) or '?'}"


def parse_position(s: Record, text: str) -> None:
    """Set a state that has just begun to a position; colours keep their seats."""
    from .setup import set_position

    set_position(s, text)


# Results and whole games


def reason(s: Record) -> str:
    """Why the game ended."""
    return "series" if int(s["series_games"]) > 1 else REASONS[int(s["reason"])]


def game_result(s: Record) -> str:
    """How the game that ended last went."""
    if int(s["winner"]) < 0:
        return f"draw {letters(s, int(s['tied']))}"
    limit = " limit" if int(s["reason"]) == LIMIT else ""
    return f"win {letter(s, int(s['winner']))}{limit}"


def result_text(s: Record) -> str:
    """How it ended; in a series, who has won the series."""
    if int(s["series_games"]) == 1:
        return game_result(s)
    won = letters(s, twin(scoring.winners)(s))
    return f"draw {won}" if " " in won else f"win {won}"


def text_header(values: Mapping[str, Value]) -> str:
    """The first line of a game written as text."""
    return f"W6 {options_text(values)}"


def text_lines(plies: Sequence[Told]) -> list[str]:
    """Rolls joined player by player, turns with their re-roll, and the result of every game."""
    lines: list[str] = []
    games = 0
    for ply in plies:
        kind = ply.text.split()[0]
        if kind == "r":
            _join_roll(lines, ply.text)
        elif ply.by == CHANCE:
            lines[-1] += f" {ply.text}"
        else:
            lines.append(f"{letter(ply.after, ply.by)} {ply.text}")
        if int(ply.after["games"]) > games:
            games = int(ply.after["games"])
            lines.append(game_result(ply.after))
    return lines


def _join_roll(lines: list[str], text: str) -> None:
    """Add one die to the line of its player, if that is the last line."""
    player, roll = text[:3], text[4:]
    die, face = roll.split("=")
    last = lines[-1].split() if lines else []
    if last[:2] != player.split():
        lines.append(text)
    elif last[-1].startswith(f"{die}="):
        lines[-1] += f",{face}"
    else:
        lines[-1] += f" {roll}"


_COMMENT = re.compile(r"\{[^}]*\}")


def text_moves(s: Record, line: str) -> list[str]:
    """The moves of one line; comments and the results of single games hold none."""
    line = _COMMENT.sub(" ", line).strip()
    begun = int(s["warp6"]) == ROLL and int(s["count"]) == 0
    ended = int(s["games"]) > 0 and (begun or int(s["warp6"]) == DONE)
    if not line or (ended and line == game_result(s)):
        return []
    turn, sign, face = line.rpartition(" =")
    return [turn, f"={face}"] if sign and turn else [line]


# The board

_STYLES = {"Y": "bold yellow", "W": "bold white", "B": "bold blue"}
_SHAPES = {4: "▲", 6: "■", 7: "◆", 8: "◆"}
_LINES = ((6, 2), (5, 2), (4, 2), (3, 1), (2, 1), (1, 1))


def _cell(s: Record, mark: int) -> Segment:
    die = die_at(s, mark)
    if die < 0:
        return "  · ", "dim"
    name = letter(s, die // int(s["fleet"]))
    value = int(s["value"][die]) or "?"
    return f"{name}{_SHAPES[int(s['sides'][die])]}{value} ", _STYLES[name]


def board(s: Record) -> list[list[Segment]]:
    """The rings as lines of marks, from the outside in, then the dice beside the board."""
    lines: list[list[Segment]] = []
    for ring, parts in _LINES:
        width = SECTORS * ring // parts
        for part in range(parts):
            first = RING_START[ring] + part * width
            label = f"{ring} " if part == 0 else "  "
            cells = [_cell(s, mark) for mark in range(first, first + width)]
            lines.append([(label, "bold"), (f"{first:>3} ", "dim"), *cells])
    return [*lines, *(_beside(s, seat) for seat in turn_order(s))]


def _beside(s: Record, seat: int) -> list[Segment]:
    """What a player has in hand and in the centre."""
    fleet = int(s["fleet"])
    name = letter(s, seat)
    held = [d for d in range(seat * fleet, seat * fleet + fleet) if int(s["mark"][d]) == UNPLACED]
    hand = " ".join(f"{_SHAPES[int(s['sides'][d])]}{int(s['value'][d]) or '?'}" for d in held)
    home = int(s["home"][seat])
    dots = "●" * home + "○" * (twin(pieces.goal)(s) - home)
    return [(f"{name} {dots}  {hand}", _STYLES[name])]
