"""What the player sees of Under Falling Skies, as JSON: everything, since nothing is hidden."""

from typing import Annotated, TypedDict

from orrery.core.contract import Record
from orrery.core.jit import twin
from orrery.core.kinds import Names

from . import base, notation, rules
from .cards import (
    CARD_FACES,
    CARDS,
    CELLS,
    COLUMNS,
    COST,
    ENERGY_MOST,
    MODIFIER,
    SKY_ROWS,
    TRACKS,
    cell_text,
)
from .state import (
    BLACK_DICE,
    DICE,
    HAND,
    NOWHERE,
    PHASES,
    ROBOTS,
    STEPS,
)
from .steps import Cell, Phase, Place, Row

Kind = Annotated[str, Names([*notation.KINDS.values(), notation.TUNNEL])]
Hull = Annotated[str, Names(("green", "red"))]


class Room(TypedDict):
    """A room by its cells, the lowest first: that one names it. `total`: of a full one."""

    cells: list[Cell]
    kinds: list[Kind]
    modifier: int
    cost: int
    total: int | None


class Ship(TypedDict):
    """A ship in the sky; columns count from 1."""

    colour: Hull
    row: Row
    column: int


class DieFacts(TypedDict):
    """A die: on a cell, in hand, or neither."""

    name: str
    white: bool
    value: int | None
    cell: Cell | None
    hand: bool
    digging: bool


class Robot(TypedDict):
    """A robot; one that is tired was built or used in this round."""

    cell: Cell
    value: int
    tired: bool


class Waiting(TypedDict):
    """Ships on the mothership's card."""

    green: int
    red: int


class View(TypedDict):
    """The cards in play, and everything on them."""

    phase: Phase
    sides: str
    level: int
    unsure: list[str]
    round: int
    row: Row
    skull: Row
    energy: int
    energy_most: int
    numbers: list[int]
    research: int
    damage: int
    limit: int
    excavator: Place
    amount: int | None
    most_steps: int | None
    sky: list[str]
    effects: list[str]
    start_spaces: list[int]
    path: list[Cell]
    rooms: list[Room]
    ships: list[Ship]
    card: Waiting
    supply: int
    dice: list[DieFacts]
    robots: list[Robot]


def view(s: Record, seat: int) -> View:
    """The cards in play, and everything on them."""
    phase = int(s["under_falling_skies"])
    tracks = CARD_FACES["tracks"][int(s["face"][TRACKS])]
    return {
        "phase": PHASES[phase],
        "sides": notation.sides(s),
        "level": notation.level(s),
        "unsure": notation.unsure_cards(s),
        "round": int(s["round"]),
        "row": int(s["row"]),
        "skull": int(s["skull"]),
        "energy": int(s["energy"]),
        "energy_most": int(ENERGY_MOST[int(s["face"][TRACKS])]),
        "numbers": list(tracks["research"]),
        "research": int(s["research"]),
        "damage": int(s["damage"]),
        "limit": int(s["limit"]),
        "excavator": int(s["excavator"]),
        "amount": int(s["amount"]) or None,
        "most_steps": twin(rules.most_steps)(s) if phase == STEPS else None,
        "sky": _sky(s, "rows"),
        "effects": _sky(s, "effects"),
        "start_spaces": list(CARD_FACES["mothership"][int(s["face"][0])]["start_spaces"]),
        "path": " ".join(
            CARD_FACES[card][int(s["face"][k])]["path"] for k, card in ((5, "upper"), (6, "lower"))
        ).split(),
        "rooms": _rooms(s),
        "ships": _ships(s),
        "card": {"green": int(s["card_green"]), "red": int(s["card_red"])},
        "supply": int(s["supply"]),
        "dice": [_die(s, die) for die in range(DICE)],
        "robots": [_robot(s, k) for k in range(ROBOTS) if int(s["robot_cell"][k]) != NOWHERE],
    }


def _sky(s: Record, field: str) -> list[str]:
    """The 15 rows of the sky, or their effects."""
    cards = [CARD_FACES[CARDS[card]][int(s["face"][card])] for card in range(1, 5)]
    return [line for card in cards for line in card[field]][:SKY_ROWS]


def _rooms(s: Record) -> list[Room]:
    """Every room by its lowest cell, with what it would make now."""
    found: list[Room] = []
    powered = twin(base.working_dice)(s) | twin(base.robot_cells)(s, False)
    for cell in range(CELLS):
        room = twin(base.room_of)(s, cell)
        if room == 0 or (room & -room).bit_length() - 1 != cell:
            continue
        face = twin(base.face_at)(s, cell)
        cells = [c for c in range(CELLS) if room >> c & 1]
        full = room & ~powered == 0
        found.append(
            {
                "cells": [cell_text(c) for c in cells],
                "kinds": notation.room_words(s, cell).removeprefix("@room.").split("_"),
                "modifier": int(MODIFIER[face, cell]),
                "cost": int(COST[face, cell]),
                "total": twin(base.total_of)(s, room, cell) if full else None,
            }
        )
    return found


def _ships(s: Record) -> list[Ship]:
    """Ships on the board, each colour from the top left."""
    return [
        {"colour": colour, "row": row, "column": column + 1}
        for colour in ("green", "red")
        for column in range(COLUMNS)
        for row in notation.ship_rows(s, colour, column)
    ]


def _die(s: Record, die: int) -> DieFacts:
    cell = int(s["die_cell"][die])
    return {
        "name": notation.DIE_NAMES[die],
        "white": die >= BLACK_DICE,
        "value": int(s["die_value"][die]) or None,
        "cell": cell_text(cell) if cell >= 0 else None,
        "hand": cell == HAND,
        "digging": cell >= 0 and cell == int(s["digging"]),
    }


def _robot(s: Record, k: int) -> Robot:
    return {
        "cell": cell_text(int(s["robot_cell"][k])),
        "value": int(s["robot_value"][k]),
        "tired": bool(s["robot_tired"][k]),
    }
