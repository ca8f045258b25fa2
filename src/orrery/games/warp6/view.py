"""What a seat sees of Warp 6, as JSON: everything, since nothing is hidden."""

from typing import TypedDict

from orrery.core.contract import Record
from orrery.core.jit import twin
from orrery.core.kinds import Seat

from . import notation, pieces, scoring
from .state import DICE, DONE, MARKS, PHASES, PLACE, REROLL, ROLL, SEATS, UNPLACED
from .steps import Colour, Die, Face, Mark, Phase


class DieFacts(TypedDict):
    """A die, and where it would go: its mark, the end of its move, and every warp."""

    seat: Seat
    sides: int
    value: Face | None
    mark: Mark | None
    home: bool
    path: list[Mark]


class Player(TypedDict):
    """The colour of a seat, and how far it has come in this game and in the series."""

    colour: Colour
    home: int
    points: int
    total: int
    won: int
    sum: int | None


class Line(TypedDict):
    """A game of a series that is over; -1 where nobody has won it."""

    points: list[int]
    winner: int


class View(TypedDict):
    """The spiral with its dice, and the sheet of a series."""

    phase: Phase
    dice: list[DieFacts]
    players: list[Player]
    goal: int
    first: Seat | None
    seat: Seat | None
    next_mark: Mark | None
    moving: Die | None
    turns: int
    winner: Seat | None
    series: int
    sheet: list[Line]


def view(s: Record, seat: int) -> View:
    """The dice, the players in seat order, and the sheet of a series."""
    phase = int(s["warp6"])
    players = range(int(s["players"]))
    games = int(s["games"])
    return {
        "phase": PHASES[phase],
        "dice": [_die(s, die) for die in range(DICE)],
        "players": [_player(s, player) for player in players],
        "goal": twin(pieces.goal)(s),
        "first": None if phase == ROLL else int(s["first"]),
        "seat": None if phase == DONE else int(s["seat"]),
        "next_mark": int(s["count"]) if phase == PLACE else None,
        "moving": int(s["moving"]) if phase == REROLL else None,
        "turns": int(s["turns"]),
        "winner": int(s["winner"]) if phase == DONE and int(s["winner"]) >= 0 else None,
        "series": int(s["series_games"]),
        "sheet": [
            {
                "points": [int(n) for n in s["sheet"][game][: len(players)]],
                "winner": int(s["sheet"][game][SEATS]) - 1,
            }
            for game in range(games)
        ],
    }


def _player(s: Record, player: int) -> Player:
    return {
        "colour": notation.letter(s, player),
        "home": int(s["home"][player]),
        "points": twin(pieces.points)(s, player),
        "total": twin(scoring.total_points)(s, player),
        "won": twin(scoring.games_won)(s, player),
        "sum": twin(pieces.sum_of)(s, player) if int(s["warp6"]) == ROLL else None,
    }


def _die(s: Record, die: int) -> DieFacts:
    """A die by its number, which it keeps: its owner, kind, value, mark and where it would go."""
    mark, value = int(s["mark"][die]), int(s["value"][die])
    on_board = mark < MARKS
    return {
        "seat": die // int(s["fleet"]),
        "sides": int(s["sides"][die]),
        "value": value or None,
        "mark": mark if on_board else None,
        "home": not on_board and mark != UNPLACED,
        "path": notation.path_of(s, die) if on_board and value else [],
    }
