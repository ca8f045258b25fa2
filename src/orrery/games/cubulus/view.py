"""What a seat sees of Cubulus, as JSON: everything, since nothing is hidden."""

from typing import TypedDict

from orrery.core.contract import Record
from orrery.core.jit import twin
from orrery.core.kinds import Seat

from . import notation, rules
from .state import (
    BALLS,
    CHOOSING,
    COLOURS,
    DONE,
    FACELETS,
    NEUTRAL,
    PHASES,
    SQUARES,
    SQUARES_ON_FOUR,
    TURN,
)
from .steps import Cell, Colour, Facelet, Phase


class Player(TypedDict):
    """Who plays a colour, and how many balls are left to put in."""

    colour: Colour | None
    hand: int


class Square(TypedDict):
    """A square that has ended the game."""

    face: str
    shape: str
    cells: list[Cell]
    seat: Seat


class View(TypedDict):
    """The cube, and whose turn it is."""

    phase: Phase
    cells: str
    """The colour of each cell; a dot where there is none."""
    players: list[Player]
    neutral: Colour | None
    neutral_left: int
    first: Seat | None
    seat: Seat | None
    ban: Facelet | None
    turns: int
    winner: Seat | None
    squares: list[Square]


def view(s: Record, seat: int) -> View:
    """The cube, the players in seat order, and what is to be done."""
    phase = int(s["cubulus"])
    chosen = phase not in (COLOURS, CHOOSING)
    players = range(int(s["players"]))
    ban = int(s["ban"])
    return {
        "phase": PHASES[COLOURS if phase == CHOOSING else phase],
        "cells": notation.cell_letters(s),
        "players": [_player(s, player) for player in players],
        "neutral": notation.letter(s, 2) if chosen and len(players) == 2 else None,
        "neutral_left": twin(rules.hand)(s, 2) if chosen and len(players) == 2 else 0,
        "first": int(s["first"]) if phase in (NEUTRAL, TURN, DONE) else None,
        "seat": int(s["seat"]) if phase in (COLOURS, CHOOSING, NEUTRAL, TURN) else None,
        "ban": FACELETS[ban - 1] if ban else None,
        "turns": int(s["turns"]),
        "winner": int(s["winner"]) if phase == DONE and int(s["winner"]) >= 0 else None,
        "squares": _squares(s),
    }


def _player(s: Record, player: int) -> Player:
    if not notation.has_colour(s, player):
        return {"colour": None, "hand": BALLS}
    return {"colour": notation.letter(s, player), "hand": twin(rules.hand)(s, player)}


def _squares(s: Record) -> list[Square]:
    """The squares that end a game: face, shape, cells and owner."""
    if int(s["cubulus"]) != DONE:
        return []
    counted = SQUARES if int(s["faces"]) == 6 else SQUARES[:SQUARES_ON_FOUR]
    return [
        {"face": face, "shape": shape, "cells": cells, "seat": player}
        for player in range(int(s["players"]))
        for face, shape, cells in counted
        if all(int(s["balls"][int(s["colour"][player])]) >> cell & 1 for cell in cells)
    ]
