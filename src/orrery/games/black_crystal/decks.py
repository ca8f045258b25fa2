"""Tiles and cards as tables: read from `data/*.toml`, checked, and laid out for the kernels.

What a card does is a short program of effects. `FIND_PROGRAM`, `WON` and `LOST` give the number
of a card's program; `PROGRAM_OP` and `PROGRAM_ARG` hold the effects one after the other, with
NOTHING behind the last. Tools (what blasts, clears or makes rubble) and cards that are played into
a fight are found by their first effect.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from orrery.core.errors import BadData, nearest

EVENTS = ("boom", "find", "plain", "portal", "pit", "crystal", "exit")
BOOM_TILE, FIND_TILE, PLAIN, PORTAL, PIT_TILE, CRYSTAL_TILE, EXIT = range(7)
ORDINARY_EVENTS = 3
SHAPES = ("straight", "corner", "tee", "cross", "dead_end")
SIDES = "NESW"
TYPES = len(EVENTS) * len(SHAPES)
TILES_IN_ALL = 85  # BC-COMP-10
SPECIAL_TILES = {"portal": 4, "pit": 2, "crystal": 4, "exit": 2}  # BC-COMP-12
DECK = 60  # BC-COMP-9
MOST_HEALTH = 6  # BC-BOOM-2
SEED_HEALTH = 4  # BC-ALLY-11

WHENS = (
    "drawn",
    "own_turn",
    "as_move",
    "pre_roll",
    "any_pre_roll",
    "post_roll",
    "on_monster",
    "on_loss",
    "on_pit",
    "on_find",
    "after_fight",
)
(
    DRAWN,
    OWN_TURN,
    AS_MOVE,
    PRE_ROLL,
    ANY_PRE_ROLL,
    POST_ROLL,
    ON_MONSTER,
    ON_LOSS,
    ON_PIT,
    ON_FIND,
    AFTER_FIGHT,
) = range(len(WHENS))
TAGS = ("", "elemental", "miner", "dandelion")
NO_TAG, ELEMENTAL, MINERS, DANDELION = range(4)

OPS = (
    "",
    "odd_even",
    "explosive",
    "draw_find",
    "draw_boom",
    "skip",
    "drop_find random",
    "drop_find choice",
    "home",
    "robbed",
    "tremor",
    "put_boom",
    "put_rubble own",
    "put_rubble here",
    "passage",
    "flee_set",
    "flee_add",
    "put_mushroom",
    "extra_step",
    "push",
    "teleport_rival",
    "go_home",
    "peek",
    "skill_use",
    "unskip",
    "steal_explosive",
    "steal_find",
    "walk",
    "teleport_self",
    "pick_tile",
    "blind_dig",
    "roll_mod own",
    "roll_mod enemy",
    "roll_mod any",
    "reroll",
    "dodge",
    "tame",
    "no_fight",
    "keep_ally",
    "flee_free",
    "cancel",
    "blast",
    "clear_rubble",
    "put_rubble adjacent",
)
(
    NOTHING,
    ODD_EVEN,
    EXPLOSIVE,
    DRAW_FIND,
    DRAW_BOOM,
    SKIP_TURN,
    DROP_RANDOM,
    DROP_CHOICE,
    RUN_HOME,
    ROBBED,
    TREMOR,
    PUT_BOOM,
    CAVE_IN,
    RUBBLE_HERE,
    MAKE_PASSAGE,
    FLEE_SET,
    FLEE_ADD,
    PUT_MUSHROOM,
    EXTRA_STEP,
    PUSH,
    TELEPORT_RIVAL,
    GO_HOME,
    PEEK_BOOM,
    SKILL_USE,
    UNSKIP,
    STEAL_EXPLOSIVE,
    STEAL_FIND,
    CART_RIDE,
    TELEPORT_SELF,
    PICK_TILE,
    BLIND_DIG,
    ROLL_OWN,
    ROLL_ENEMY,
    ROLL_ANY,
    REROLL,
    DODGE,
    TAME,
    NO_FIGHT,
    KEEP_ALLY,
    FLEE_FREE,
    CANCEL,
    BLAST,
    CLEAR_RUBBLE,
    RUBBLE_NEXT,
) = range(len(OPS))
_WITH_NUMBER = {
    EXPLOSIVE: range(-3, 10),
    DRAW_FIND: range(1, 7),
    SKIP_TURN: range(1, 4),
    DROP_RANDOM: range(1, 7),
    DROP_CHOICE: range(1, 7),
    RUN_HOME: range(1, 10),
    FLEE_SET: range(10),
    FLEE_ADD: range(-6, 10),
    EXTRA_STEP: range(1, 4),
    CART_RIDE: range(1, 10),
    PICK_TILE: range(2, 4),
    ROLL_OWN: range(-6, 7),
    ROLL_ENEMY: range(-6, 7),
    ROLL_ANY: range(-6, 7),
    DODGE: range(1, 10),
    TAME: range(1, MOST_HEALTH + 1),
}
_ENDING = {DRAW_BOOM, RUN_HOME, ODD_EVEN, TELEPORT_RIVAL, GO_HOME}
"""After these the dwarf may be elsewhere: nothing may follow."""
TOOLS = (BLAST, CLEAR_RUBBLE, RUBBLE_NEXT)
_SOON = {EXPLOSIVE, DRAW_FIND, SKIP_TURN, DROP_RANDOM, DROP_CHOICE, DRAW_BOOM, TREMOR, PUT_BOOM}
_ALLOWED: dict[str, set[int]] = {
    "drawn": _SOON | {RUN_HOME, ROBBED, CAVE_IN, ODD_EVEN},
    "own_turn": {PUT_MUSHROOM, EXTRA_STEP, PUSH, PEEK_BOOM, SKILL_USE, UNSKIP, STEAL_EXPLOSIVE}
    | {STEAL_FIND, ODD_EVEN, EXPLOSIVE, DRAW_FIND, *TOOLS},
    "as_move": {CART_RIDE, TELEPORT_SELF, PICK_TILE, BLIND_DIG},
    "pre_roll": {ROLL_OWN, ROLL_ENEMY},
    "any_pre_roll": {ROLL_ANY},
    "post_roll": {REROLL},
    "on_monster": {DODGE, TAME, NO_FIGHT},
    "on_loss": {FLEE_FREE},
    "on_pit": {CANCEL},
    "on_find": {DRAW_FIND},
    "after_fight": {KEEP_ALLY},
    "won": _SOON | {MAKE_PASSAGE, ODD_EVEN},
    "lost": {EXPLOSIVE, SKIP_TURN, DROP_RANDOM, DROP_CHOICE, FLEE_SET, FLEE_ADD, RUBBLE_HERE},
    "hit": _SOON | {RUN_HOME, TELEPORT_RIVAL, GO_HOME},
    "miss": _SOON | {RUN_HOME, TELEPORT_RIVAL, GO_HOME},
}
_SEVERAL = {"drawn", "won", "lost", "hit", "miss", "own_turn"}
_LONGEST = 4

Effect = tuple[int, int]


class Programs:
    """All programs, numbered; a call for odd or even is followed by its two outcomes."""

    def __init__(self) -> None:
        self.effects: list[list[Effect]] = [[]]

    def add(self, effects: list[Effect]) -> int:
        """The number of a program; the empty one is 0."""
        if not effects:
            return 0
        self.effects.append(effects)
        return len(self.effects) - 1

    def table(self, part: int) -> np.ndarray:
        """Effects or their numbers, by program and place."""
        rows = [
            [effect[part] for effect in effects] + [0] * (_LONGEST + 1 - len(effects))
            for effects in self.effects
        ]
        return np.array(rows, np.int8)


def _fail(file: str, card: str, field: str, what: str) -> BadData:
    return BadData(
        f"{file}: {card}, {field}: {what}", detail={"file": file, "card": card, "field": field}
    )


def load(file: str, text: str | None = None) -> dict[str, Any]:
    """A data file of this folder."""
    if text is None:
        text = (Path(__file__).parent / "data" / file).read_text("utf-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{file} is no TOML: {error}") from None


def _number(file: str, card: str, field: str, value: object, allowed: range) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
        said = f"a whole number from {allowed[0]} to {allowed[-1]}"
        raise _fail(file, card, field, f"it is {said}, not {value!r}")
    return value


def read_tiles(data: Mapping[str, Any]) -> tuple[list[int], list[int], dict[str, list[int]]]:
    """How many tiles of each type there are, the openings of each shape, which are used first."""
    file = "tiles.toml"
    for name in ("shapes", "tiles", "order"):
        if not isinstance(data.get(name), dict):
            raise _fail(file, name, name, "the table is missing")
    for name in data:
        if name not in ("shapes", "tiles", "order"):
            raise _fail(file, name, name, "there is no such table")
    openings = [_openings(file, data["shapes"], shape) for shape in SHAPES]
    counts = [0] * TYPES
    for event, by_shape in data["tiles"].items():
        if event not in EVENTS:
            raise _fail(file, event, "event", f"there is none.{nearest(event, EVENTS)}")
        if not isinstance(by_shape, dict):
            raise _fail(file, event, "shapes", "it says how many of each shape there are")
        for shape, count in by_shape.items():
            if shape not in SHAPES:
                raise _fail(file, event, shape, f"no such shape.{nearest(shape, SHAPES)}")
            place = EVENTS.index(event) * len(SHAPES) + SHAPES.index(shape)
            counts[place] = _number(file, event, shape, count, range(86))
    per_event = [sum(counts[k : k + len(SHAPES)]) for k in range(0, TYPES, len(SHAPES))]
    for event, wanted in SPECIAL_TILES.items():
        if per_event[EVENTS.index(event)] != wanted:
            raise _fail(file, event, "shapes", f"there are {wanted} such tiles")
    if sum(counts) != TILES_IN_ALL:
        raise _fail(file, "tiles", "shapes", f"there are {TILES_IN_ALL} tiles, not {sum(counts)}")
    order = {event: _order(file, data["order"], event, counts) for event in ("crystal", "exit")}
    return counts, openings, order


def _openings(file: str, shapes: Mapping[str, Any], shape: str) -> int:
    sides = shapes.get(shape)
    if not isinstance(sides, str) or not sides or not set(sides) <= set(SIDES):
        raise _fail(file, shape, "shapes", "it names open sides out of N, E, S and W")
    if "N" not in sides:
        raise _fail(file, shape, "shapes", "unturned, every shape is open to the north")
    return sum(1 << SIDES.index(side) for side in set(sides))


def _order(file: str, orders: Mapping[str, Any], event: str, counts: Sequence[int]) -> list[int]:
    first = EVENTS.index(event) * len(SHAPES)
    names = orders.get(event)
    if not isinstance(names, list) or not set(names) <= set(SHAPES):
        raise _fail(file, event, "order", "it lists shapes")
    for shape in SHAPES:
        if names.count(shape) != counts[first + SHAPES.index(shape)]:
            raise _fail(file, event, "order", "it lists every such tile once")
    return [first + SHAPES.index(name) for name in names]


def read_effects(file: str, card: str, field: str, given: object, programs: Programs) -> int:
    """The number of a program; `field` or the card's `when` says which effects there may be."""
    effects = _read_list(file, card, field, given, programs)
    return programs.add(effects)


def _read_list(file: str, card: str, field: str, given: object, programs: Programs) -> list[Effect]:
    if not isinstance(given, list):
        raise _fail(file, card, field, "it is a list of effects")
    if len(given) > (_LONGEST if field in _SEVERAL else 1):
        raise _fail(file, card, field, "there are too many effects")
    effects = [_read_effect(file, card, field, one, programs) for one in given]
    kinds = [kind for kind, _ in effects]
    for kind in kinds:
        if kind not in _ALLOWED[field]:
            raise _fail(file, card, field, f"'{OPS[kind]}' cannot happen here")
    for kind in kinds[:-1]:
        if kind in _ENDING:
            raise _fail(file, card, field, f"nothing can follow '{OPS[kind]}'")
    if field == "own_turn":
        tools = [kind in TOOLS for kind in kinds]
        choice = set(kinds) <= {SKILL_USE, UNSKIP}
        if any(tools) != all(tools) or not (all(tools) or choice or len(kinds) == 1):
            raise _fail(file, card, field, "these effects cannot stand together")
    return effects


def _read_effect(file: str, card: str, field: str, given: object, programs: Programs) -> Effect:
    if isinstance(given, dict):
        if set(given) != {"hit", "miss"}:
            raise _fail(file, card, field, "odd or even has a hit and a miss")
        hit = _read_list(file, card, "hit", given["hit"], programs)
        miss = _read_list(file, card, "miss", given["miss"], programs)
        if not hit or not miss:
            raise _fail(file, card, field, "both the hit and the miss have an effect")
        number = programs.add(hit)
        programs.add(miss)
        return ODD_EVEN, number
    if not isinstance(given, str):
        raise _fail(file, card, field, f"{given!r} is no effect")
    name, _, last = given.rpartition(" ")
    with_number = re.fullmatch(r"[+-]?\d+", last) is not None
    name = name if with_number else given
    if name not in OPS[2:]:
        raise _fail(file, card, field, f"'{given}' is no effect.{nearest(name, OPS[2:])}")
    kind = OPS.index(name)
    if with_number != (kind in _WITH_NUMBER):
        said = "a number" if kind in _WITH_NUMBER else "no number"
        raise _fail(file, card, field, f"'{name}' has {said} behind it")
    if not with_number:
        return kind, 0
    return kind, _number(file, card, field, int(last), _WITH_NUMBER[kind])


def read_deck(
    file: str, letter: str, fields: set[str], data: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The designs of a deck in order, with their numbers checked."""
    names = [f"{letter}{k + 1:02d}" for k in range(len(data))]
    cards = []
    for name in names:
        if name not in data:
            wrong = next(iter(sorted(set(data) - set(names))))
            raise _fail(file, wrong, "name", f"designs are numbered {names[0]} to {names[-1]}")
        card = data[name]
        if not isinstance(card, dict):
            raise _fail(file, name, "card", "it is a table")
        for field in card:
            if field not in fields:
                raise _fail(file, name, field, f"no such field.{nearest(field, fields)}")
        _number(file, name, "count", card.get("count"), range(1, DECK + 1))
        cards.append({**card, "name": name})
    total = sum(card["count"] for card in cards)
    if total != DECK:
        raise _fail(file, "all cards", "count", f"there are {DECK} cards, not {total}")  # BC-COMP-9
    return cards


def read_finds(data: Mapping[str, Any], programs: Programs) -> list[dict[str, Any]]:
    """The Find cards with their programs."""
    file = "find.toml"
    cards = read_deck(file, "F", {"count", "when", "uses", "effect"}, data)
    for card in cards:
        name, when = card["name"], card.get("when")
        if when not in WHENS:
            raise _fail(file, name, "when", f"one of {', '.join(WHENS)}")
        card["uses"] = _number(file, name, "uses", card.get("uses", 1), range(1, 10))
        if when == "drawn" and card["uses"] > 1:
            raise _fail(file, name, "uses", "a card that acts when drawn is used once")
        try:
            card["program"] = read_effects(file, name, when, card.get("effect"), programs)
        except BadData as error:
            raise _fail(file, name, "effect", error.message.split(": ", 2)[-1]) from None
        if card["program"] == 0:
            raise _fail(file, name, "effect", "it does something")
    return cards


def read_booms(data: Mapping[str, Any], programs: Programs) -> list[dict[str, Any]]:
    """The Boom cards with their programs."""
    file = "boom.toml"
    cards = read_deck(file, "B", {"count", "health", "tag", "won", "lost"}, data)
    for card in cards:
        name = card["name"]
        if "health" in card:
            _number(file, name, "health", card["health"], range(1, MOST_HEALTH + 1))
        elif "lost" in card or "tag" in card:
            raise _fail(file, name, "health", "only a monster can be lost to, or have a tag")
        if card.get("tag", "") not in TAGS:
            raise _fail(file, name, "tag", f"one of {', '.join(TAGS[1:])}")
        for field in ("won", "lost"):
            card[field] = read_effects(file, name, field, card.get(field, []), programs)
    for tag in ("miner", "dandelion"):
        if len([card for card in cards if card.get("tag") == tag]) != 1:
            raise _fail(file, "all cards", "tag", f"one design is the {tag}")
    return cards


_programs = Programs()
_tile_counts, _shape_openings, _orders = read_tiles(load("tiles.toml"))
FIND_CARDS = read_finds(load("find.toml"), _programs)
BOOM_CARDS = read_booms(load("boom.toml"), _programs)
FINDS, BOOMS = len(FIND_CARDS), len(BOOM_CARDS)
SEED = BOOMS
"""The dandelions of the Gardener, which are no card: BC-ALLY-11."""
ALLIES = BOOMS + 1

TILE_COUNT = np.array(_tile_counts, np.int8)
CRYSTAL_ORDER = np.array(_orders["crystal"], np.int8)
EXIT_ORDER = np.array(_orders["exit"], np.int8)


def _turned(openings: int, turns: int) -> int:
    """Openings after quarter turns clockwise."""
    return (openings << turns | openings >> (4 - turns)) & 15


OPENINGS = np.array(
    [[_turned(openings, turns) for turns in range(4)] for openings in _shape_openings], np.int8
)
"""By shape and quarter turns."""
DIFFERENT = np.array([len({int(way) for way in row}) for row in OPENINGS], np.int8)
"""How many different ways a shape can lie: those are its first rotations."""

FIND_COUNT = np.array([card["count"] for card in FIND_CARDS], np.int8)
WHEN = np.array([WHENS.index(card["when"]) for card in FIND_CARDS], np.int8)
USES = np.array([card["uses"] for card in FIND_CARDS], np.int8)
FIND_PROGRAM = np.array([card["program"] for card in FIND_CARDS], np.int8)
BOOM_COUNT = np.array([card["count"] for card in BOOM_CARDS], np.int8)
HEALTH = np.array([*(card.get("health", 0) for card in BOOM_CARDS), SEED_HEALTH], np.int8)
TAG = np.array([*(TAGS.index(card.get("tag", "")) for card in BOOM_CARDS), DANDELION], np.int8)
WON = np.array([card["won"] for card in BOOM_CARDS], np.int8)
LOST = np.array([card["lost"] for card in BOOM_CARDS], np.int8)
MINER_CARD = int(np.flatnonzero(TAG == MINERS)[0])
PROGRAM_OP = _programs.table(0)
PROGRAM_ARG = _programs.table(1)

FIRST_OP = PROGRAM_OP[FIND_PROGRAM, 0].copy()
FIRST_ARG = PROGRAM_ARG[FIND_PROGRAM, 0].copy()


def _find_cards(wanted: Callable[[int], bool]) -> np.ndarray:
    return np.array([card for card in range(FINDS) if wanted(card)], np.int64)


def has_effect(card: int, kind: int) -> bool:
    """Whether a Find card has this effect in its program."""
    return kind in PROGRAM_OP[FIND_PROGRAM[card]]


BLASTERS = _find_cards(lambda card: has_effect(card, BLAST))
CLEARERS = _find_cards(lambda card: has_effect(card, CLEAR_RUBBLE))
RUBBLERS = _find_cards(lambda card: has_effect(card, RUBBLE_NEXT))
TURN_CARDS = _find_cards(
    lambda card: WHEN[card] in (OWN_TURN, AS_MOVE) and FIRST_OP[card] not in TOOLS
)
PRE_ROLL_CARDS = _find_cards(lambda card: WHEN[card] in (PRE_ROLL, ANY_PRE_ROLL))
MONSTER_CARDS = _find_cards(lambda card: WHEN[card] == ON_MONSTER)
REROLLS = _find_cards(lambda card: WHEN[card] == POST_ROLL)
LOSS_CARDS = _find_cards(lambda card: WHEN[card] == ON_LOSS)
PIT_CARDS = _find_cards(lambda card: WHEN[card] == ON_PIT)
FIND_AGAIN_CARDS = _find_cards(lambda card: WHEN[card] == ON_FIND)
LEASHES = _find_cards(lambda card: WHEN[card] == AFTER_FIGHT)
UNSKIPS = _find_cards(lambda card: has_effect(card, UNSKIP))
SKILL_CARDS = _find_cards(lambda card: has_effect(card, SKILL_USE))
IN_HAND = (WHEN != DRAWN).astype(np.int8)
"""1: a design that can lie in a hand."""
