"""What a seat sees of Orion Duel, as JSON: everything, since nothing is hidden."""

from typing import Annotated, TypedDict

from orrery.core.contract import Record
from orrery.core.jit import twin
from orrery.core.kinds import Names, Seat, Whole

from . import notation, rules
from .sky import chain, count
from .state import (
    DONE,
    GALAXIES,
    JOINED,
    KIND_COUNT,
    KINDS,
    PAIR_COLOURS,
    PAIRS,
    PHASES,
    REASONS,
    SIDES,
    TOKENS,
    TRAPPED,
    ZONES,
    cells_of,
    words_of,
)
from .steps import Cell, Kind, Pair, Phase, Reason, Side

Token = Annotated[str, Names(("g", "h"))]


class CellFacts(TypedDict):
    """What lies on a cell: a hex, and a galaxy or a black hole."""

    hex: Side | None
    token: Token | None


class Wanted(TypedDict):
    """How many galaxies, or holes of the other, fulfil a condition."""

    galaxies: int
    trapped: int


class Player(TypedDict):
    """The tiles of a seat, and how near it is to each condition."""

    side: Side
    stock: Annotated[dict[Kind, int], Whole()]
    count: int
    links: list[Pair]
    galaxies: int
    trapped: int
    wanted: Wanted
    value: int
    wins: int


class Last(TypedDict):
    """How the game that ended last went."""

    winner: Seat | None
    reason: Reason
    counts: list[int]
    values: list[int]


class View(TypedDict):
    """The sky, and what both have made of it."""

    phase: Phase
    cells: list[CellFacts]
    players: list[Player]
    seat: Seat | None
    first: Seat | None
    left: int
    tiles: int
    flips: bool
    game: int
    series: int
    last: Last | None
    winning: list[list[Cell]]


def view(s: Record, seat: int) -> View:
    """The sky cell by cell, the players with their tiles and how near each condition is."""
    phase = int(s["orion_duel"])
    over = phase == DONE
    return {
        "phase": PHASES[phase],
        "cells": [
            {"hex": None if side is None else SIDES[side], "token": token}
            for side, token in notation.sky(s)
        ],
        "players": [_player(s, side) for side in range(2)],
        "seat": int(s["seat"]) if phase in (2, 3, 4, 5) else None,
        "first": int(s["first"]) if int(s["first"]) >= 0 else None,
        "left": (GALAXIES if int(s["tokens"]) < GALAXIES else TOKENS) - int(s["tokens"]),
        "tiles": int(s["tiles"]),
        "flips": bool(s["flips"]),
        "game": int(s["game"]),
        "series": int(s["series"]),
        "last": _last(s) if over or int(s["game"]) > 1 else None,
        "winning": _winning(s) if over else [],
    }


def _player(s: Record, side: int) -> Player:
    links = int(s["links"][side])
    return {
        "side": SIDES[side],
        "stock": {KINDS[kind]: int(s["stock"][side, kind]) for kind in range(KIND_COUNT)},
        "count": twin(rules.conditions)(s, side),
        "links": [PAIR_COLOURS[pair] for pair in range(PAIRS) if links >> pair & 1],
        "galaxies": _most(s, side, "galaxies"),
        "trapped": _most(s, 1 - side, "holes"),
        "wanted": {"galaxies": JOINED, "trapped": TRAPPED},
        "value": twin(rules.value)(s, side),
        "wins": int(s["wins"][side]),
    }


def chains(s: Record, side: int) -> list[tuple[int, int]]:
    """The chains of a colour, each as two words."""
    whole = int(s["hexes"][side, 0]), int(s["hexes"][side, 1])
    rest = set(cells_of(*whole))
    found = []
    while rest:
        one = twin(chain)(*words_of([min(rest)]), *whole)
        rest -= set(cells_of(*one))
        found.append(one)
    return found


def _most(s: Record, side: int, tokens: str) -> int:
    """The most tokens on one chain of a colour."""
    words = s[tokens]
    return max(
        (twin(count)(low & int(words[0]), high & int(words[1])) for low, high in chains(s, side)),
        default=0,
    )


def _last(s: Record) -> Last:
    winner = int(s["winner"])
    return {
        "winner": winner if winner >= 0 else None,
        "reason": REASONS[int(s["reason"])],
        "counts": [int(n) for n in s["last_counts"]],
        "values": [int(n) for n in s["last_values"]],
    }


def _winning(s: Record) -> list[list[int]]:
    """The chains that fulfil a condition, as cells, once the game is over."""
    found = []
    for side in range(2):
        for low, high in chains(s, side):
            links = any(
                twin(rules.touches)(low, high, ZONES[pair, 0])
                and twin(rules.touches)(low, high, ZONES[pair, 1])
                for pair in range(PAIRS)
            )
            stars = twin(count)(low & int(s["galaxies"][0]), high & int(s["galaxies"][1]))
            holes = twin(count)(low & int(s["holes"][0]), high & int(s["holes"][1]))
            if links or stars >= JOINED or holes >= TRAPPED:
                found.append(cells_of(low, high))
    return found
