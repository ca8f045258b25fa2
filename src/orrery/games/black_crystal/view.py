"""What a seat sees of Black Crystal, as JSON: from a state that went through `hide`."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import numpy as np

from orrery.core.contract import Record
from orrery.core.jit import twin
from orrery.core.kinds import Names, Seat, names_in

from .decks import BOOM_CARDS, DANDELION, FINDS, SEED_HEALTH, TAGS
from .rules.acts import is_trapped
from .rules.hands import known_at
from .rules.hidden import UNSEEN
from .state import CALL, CELLS, FINISHED, HELP, NOWHERE, SKILL_USES, TARGET, WORK
from .steps import Aim, Boom, Call, Find, Side, Skill, Tile
from .telling import COLOURS, colour
from .texts import STATES, boom_text, find_text, position

AIMS, CALLS = names_in(Aim), names_in(Call)
State = Annotated[str, Names(STATES)]
Colour = Annotated[str, Names(COLOURS)]
Tag = Annotated[str, Names(tag for tag in TAGS if tag)]
Chance = Literal["chance", "over"]


class TileCell(TypedDict):
    """A tile, turned clockwise so often, and what lies on it."""

    tile: Tile
    rot: int
    boom: NotRequired[bool]
    rubble: NotRequired[bool]
    unmined: NotRequired[int]
    loose: NotRequired[int]


class Dwarf(TypedDict):
    """A seat, with what this one knows of its cards."""

    side: Side
    colour: Colour
    skill: Skill | None
    uses: int | None
    most_uses: int
    """How often the Skill can be used in a game; 0 if that is not counted."""
    at: Literal["home"] | tuple[int, int]
    explosives: int
    hand: dict[Find, int] | None
    """How many of each card; None if that is not ours to know."""
    held: int
    known: dict[Find, int]
    table: list[tuple[Find, int]]
    """Cards that lie open, with the uses that are left."""
    allies: list[Boom]
    crystal: bool
    skip: int
    mining: bool
    autopilot: int
    trapped: int
    shut_in: bool
    """Whether it was found trapped, and still is, as far as this seat knows."""
    first: bool


class Sides(TypedDict):
    """A number of each side of a fight."""

    a: int
    d: int


class Dice(TypedDict):
    """The die of each side of a fight, if it has rolled."""

    a: int | None
    d: int | None


class Allies(TypedDict):
    """Who fights for each side of a fight."""

    a: Boom | None
    d: Boom | None


class Fight(TypedDict):
    """The fight that is on, with a monster or between two dwarfs."""

    kind: Literal["monster", "brawl"]
    a: Seat
    d: Seat | None
    card: Boom | None
    allies: Allies
    mods: Sides
    dice: Dice


class Top(TypedDict):
    """The Boom card on top, that somebody has looked at."""

    card: Boom | None
    seen: list[Seat]


class Landing(TypedDict):
    """A dwarf that has come to a cell, and how far what happens there has come."""

    seat: Seat
    step: str
    draws: int
    flags: list[str]


class View(TypedDict):
    """The mine and everything beside it."""

    options: dict[str, int | str | bool]
    state: State
    ask: Seat | Chance
    active: Seat
    turns: int
    stall: int
    turn: dict[str, int | bool]
    seats: list[Dwarf]
    cells: list[TileCell | Literal["mushroom"] | None]
    passages: list[tuple[int, int, int, int]]
    bag: dict[Tile, int]
    out: dict[Tile, int]
    drawn: list[Tile]
    find_discard: dict[Find, int]
    boom_deck: dict[Boom, int]
    boom_discard: dict[Boom, int]
    boom_top: Top | None
    bank: int
    crystals_smashed: int
    mushrooms: int
    landings: list[Landing]
    fight: Fight | None
    links: list[int]
    """By cell: the sides on which it is joined to what lies there, as bits N E S W."""
    find_left: int
    boom_left: int
    rubbles: int
    aim: Aim | None
    call: Call | None
    offer: int | None
    """How many cards a trapped dwarf offers to the one who is asked."""
    winner: Seat | None
    health: dict[Boom, int]
    kinds: dict[Boom, Tag]
    """Of which kind monsters are that some Skill is good at."""


HEALTH = {str(card["name"]): int(card["health"]) for card in BOOM_CARDS if "health" in card}
HEALTH["seed"] = SEED_HEALTH
KINDS = {str(card["name"]): str(card["tag"]) for card in BOOM_CARDS if "tag" in card}
KINDS["seed"] = TAGS[DANDELION]


def view(s: Record, seat: int) -> View:
    """The mine and everything beside it, with this seat's own hand."""
    phase = int(s["black_crystal"])
    whole: Any = position(s)
    for hidden in ("find_deck", "known"):
        del whole[hidden]
    whole |= {
        "boom_top": _top(s, seat),
        "seats": [{**entry, **_seat(s, seat, other)} for other, entry in enumerate(whole["seats"])],
        "links": [int(s["link"][cell]) for cell in range(CELLS)],
        "find_left": int(s["find_left"]),
        "boom_left": int(s["boom_left"]),
        "rubbles": int(s["rubbles"]),
        "aim": AIMS[int(s["aims"])] if phase == TARGET else None,
        "call": CALLS[int(s["calls"])] if phase == CALL else None,
        "offer": int(s["fee"]) if phase == HELP else None,
        "winner": int(s["winner"]) if phase == FINISHED and int(s["winner"]) != NOWHERE else None,
        "health": HEALTH,
        "kinds": KINDS,
    }
    seen: View = whole
    return seen


def _top(s: Record, seat: int) -> Top | None:
    """The Boom card on top, if somebody looked at it; which it is only for who did."""
    top = int(s["boom_top"])
    if top == NOWHERE:
        return None
    seen = [other for other in range(int(s["players"])) if int(s["boom_seen"]) >> other & 1]
    return {"card": None if top == UNSEEN else boom_text(top), "seen": seen}


def _seat(s: Record, seat: int, other: int) -> dict[str, Any]:
    """What this seat knows of another: how many cards it holds, and which of them."""
    cards = range(FINDS) if seat >= 0 and seat != other else ()
    held = [(card, int(s["known"][twin(known_at)(seat, other, card)])) for card in cards]
    known = {find_text(card): count for card, count in held if count}
    skill = int(s["skill"][other])
    return {
        "colour": colour(s, other),
        "most_uses": int(SKILL_USES[skill]) if skill != NOWHERE else 0,
        "held": int(s["held"][other]),
        "known": known,
        "shut_in": _is_shut_in(s, other),
        **({} if seat == other else {"hand": None}),
    }


def _is_shut_in(s: Record, other: int) -> bool:
    """Whether a dwarf that was found trapped still is; cards that nobody knows of do not count."""
    if int(s["trapped"][other]) == 0:
        return False
    return bool(twin(is_trapped)(s, other, np.zeros(1, WORK)[0]))  # BC-TRAP-4
