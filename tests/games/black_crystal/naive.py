"""Naive twin of Black Crystal: slow and plain, written from the numbered rules alone.

Comments cite the rule ids of the rule specification (``BC-...``) and its sections. Tests play the
same games here and in the fast implementation and compare positions, legal inputs and results.

The course of the game is one long script: a generator that stops wherever somebody has to decide
or Nature has to draw, yields a `Request`, and goes on with the text that was played. A place is a
pair of coordinates; an Entrance is the field outside the grid (BC-GEO-3).
"""

import json
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("decks.json").read_text("ascii"))
FIND: dict[str, dict[str, Any]] = DATA["find"]
BOOM: dict[str, dict[str, Any]] = DATA["boom"]
TILES: dict[str, int] = DATA["tiles"]
SUPPLY: dict[str, int] = DATA["supplies"]
SIZE: int = DATA["size"]

CHANCE = -1
OVER = -2
COMPASS = "NESW"
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
ORDINARY = ("boom", "find", "plain")  # BC-COMP-12
CORNERS = ((0, 0), (SIZE - 1, 0), (0, SIZE - 1), (SIZE - 1, SIZE - 1))
SEED = "seed"  # BC-ALLY-11
SIDES = ("a", "d")  # BC-WINDOW-1
OTHER = {"a": "d", "d": "a"}
FLAGS = ("opened", "own", "forced", "auto", "nopit", "blind", "first", "hop")  # section 15

Place = tuple[int, int]
Value = int | bool | str
T = TypeVar("T")


@dataclass
class Request:
    """A stop of the script: who is asked (or Nature), in which state, and what may be played."""

    state: str
    seat: int
    inputs: list[str]
    weights: dict[str, int] = field(default_factory=dict)


Script = Generator[Request, str, T]


class GameOverError(Exception):
    """Ends the script from any depth (BC-SM-6: the game stops there)."""


@dataclass
class Cell:
    """One cell of the grid."""

    tile: str = ""  # empty while unopened
    rot: int = 0
    mushroom: bool = False  # a covered tile stays beneath it
    boom: bool = False
    rubble: bool = False
    unmined: int = 0
    loose: int = 0

    @property
    def is_open(self) -> bool:
        """Whether there is a tile that a dwarf can stand on."""
        return self.tile != "" and not self.mushroom

    @property
    def is_unopened(self) -> bool:
        """Whether a tile may still come here."""
        return self.tile == "" and not self.mushroom

    @property
    def openings(self) -> str:
        """The sides on which the tile is open."""
        return openings(self.tile, self.rot) if self.is_open else ""

    def shows(self, event: str) -> bool:
        """Whether the open tile carries this event."""
        return self.is_open and self.tile.split(".")[0] == event


@dataclass
class Seat:
    """One player and his dwarf."""

    number: int
    side: str
    home: Place
    gate: Place
    at: Place
    skill: str | None = None
    uses: int | None = None
    explosives: int = 0
    hand: Counter[str] = field(default_factory=Counter)
    table: dict[str, int] = field(default_factory=dict)
    allies: list[str] = field(default_factory=list)
    crystal: bool = False
    skip: int = 0
    mining: bool = False
    autopilot: int = 0
    trapped: int = 0
    first: bool = True

    @property
    def is_home(self) -> bool:
        """Whether the dwarf stands on its Entrance."""
        return self.at == self.home

    def holds(self, card: str) -> bool:
        """Whether the player has a use of this Find card, in the hand or on the table."""
        return self.hand[card] > 0 or card in self.table


@dataclass
class Turn:
    """The turn record of the active seat (BC-SM-2)."""

    hops: int
    moves: int = 1
    acted: bool = False
    shifted: bool = False
    arrived: bool = False
    met: bool = False
    opened: bool = False
    over: bool = False


@dataclass(eq=False)
class Landing:
    """An unfinished landing (BC-SM-4)."""

    seat: int
    step: str
    flags: frozenset[str]
    draws: int = 0
    boomed: bool = False  # a Boom card was resolved in L2 (BC-FIND-13)


@dataclass(eq=False)
class Fight:
    """A fight in progress (14.7); seat d is None for a monster."""

    kind: str
    a: int
    d: int | None
    card: str | None
    allies: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(SIDES))
    mods: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    dice: dict[str, int | None] = field(default_factory=lambda: dict.fromkeys(SIDES))
    fought: dict[str, tuple[str, bool]] = field(default_factory=dict)  # ally, whether it won
    potion: bool = False

    def seat(self, side: str) -> int | None:
        """The seat of a side, None for a monster."""
        return self.a if side == "a" else self.d

    def strength(self, side: str) -> int:
        """Die or Health of the one who fights on this side now, with modifiers."""
        ally = self.allies[side]
        if ally is not None:
            base = health(ally)
        elif self.seat(side) is None:
            assert self.card is not None
            base = health(self.card)
        else:
            die = self.dice[side]
            assert die is not None
            base = die
        return base + self.mods[side]


def openings(tile: str, rot: int) -> str:
    """The open sides of a tile after quarter turns clockwise (section 9)."""
    shape = DATA["shapes"][tile.split(".")[1]]
    turned = {COMPASS[(COMPASS.index(side) + rot) % 4] for side in shape}
    return "".join(side for side in COMPASS if side in turned)


def rotations(tile: str, back: str | None) -> list[int]:
    """Rotations that differ, smallest first, with an opening on side `back` if one is named."""
    found: dict[str, int] = {}
    for rot in range(4):
        sides = openings(tile, rot)
        if back is None or back in sides:
            found.setdefault(sides, rot)
    return sorted(found.values())


def health(card: str) -> int:
    """The Health of a monster or ally."""
    value: int = DATA["seed_health"] if card == SEED else BOOM[card]["health"]
    return value


def tagged(card: str, tag: str) -> bool:
    """Whether a Boom card (not a seed) carries a tag."""
    return card != SEED and tag in BOOM[card]["tags"]


def is_dandelion(ally: str) -> bool:
    """Creepy Dandelions or a summoned seed (BC-ALLY-11)."""
    return ally == SEED or tagged(ally, "dandelion")


def beside(place: Place, side: str) -> Place:
    """The field on a side of a place."""
    return place[0] + STEP[side][0], place[1] + STEP[side][1]


def in_grid(place: Place) -> bool:
    """Whether a place is one of the 81 cells (BC-GEO-1)."""
    return 0 <= place[0] < SIZE and 0 <= place[1] < SIZE


def manhattan(one: Place, two: Place) -> int:
    """Distance through rock."""
    return abs(one[0] - two[0]) + abs(one[1] - two[1])


def joint(one: Place, two: Place) -> tuple[Place, Place]:
    """The key of a Passage: the smaller cell first, by y, then x (section 15)."""
    first, second = sorted((one, two), key=lambda place: (place[1], place[0]))
    return first, second


def written(place: Place) -> str:
    """A cell in the notation."""
    return f"{place[0]},{place[1]}"


def read(text: str) -> Place:
    """The cell that a text names."""
    x, y = text.split(",")
    return int(x), int(y)


def counts(counter: Mapping[str, int]) -> dict[str, int]:
    """Counts without zeros, in order of name."""
    return {key: counter[key] for key in sorted(counter) if counter[key] > 0}


def tile_counts(counter: Mapping[str, int]) -> dict[str, int]:
    """Tile counts without zeros, in the order of section 9."""
    return {tile: counter[tile] for tile in TILES if counter.get(tile, 0) > 0}


def full_options(options: Mapping[str, Value]) -> dict[str, Value]:
    """All options of section 16, defaults filled in; anything unknown is refused."""
    known: dict[str, dict[str, Any]] = DATA["options"]
    for name in options:
        if name not in known:
            raise ValueError(f"unknown option {name!r}")
    chosen: dict[str, Value] = {}
    for name, entry in known.items():
        value = options.get(name, entry["default"])
        good = type(value) is type(entry["default"])
        if "values" in entry:
            good = good and value in entry["values"]
        else:
            low, high = entry["range"]
            good = good and isinstance(value, int) and low <= value <= high
        if not good:
            raise ValueError(f"{name}={value!r}")
        chosen[name] = value
    return chosen


class Naive:
    """One game of Black Crystal."""

    def __init__(self, options: Mapping[str, Value], ruleset: int = 2) -> None:
        """Put everything on the table; the first request is the first draw of SETUP."""
        self.ruleset = ruleset
        self.options = full_options(options)
        crystals, exits = DATA["variants"][self.options["variant"]]
        self.active = 0
        self.turns = 0
        self.stall = 0
        self.winner: int | None = None
        self.record = Turn(self._number("portal_hops_per_turn"))
        self.cells = {(x, y): Cell() for y in range(SIZE) for x in range(SIZE)}
        self.passages: set[tuple[Place, Place]] = set()
        self.bag: Counter[str] = Counter()
        self.out: Counter[str] = Counter()
        for tile, copies in TILES.items():  # BC-SET-5, BC-SET-6
            kept = copies
            if tile.startswith("crystal."):
                kept = DATA["crystal_order"][:crystals].count(tile.split(".")[1])
            elif tile.startswith("exit."):
                kept = exits
            self.bag[tile] = kept
            self.out[tile] = copies - kept
        self.surplus: int = crystals + exits - 2  # BC-CH-1
        self.drawn: list[str] = []
        self.find_deck = Counter({card: entry["count"] for card, entry in FIND.items()})
        self.find_discard: Counter[str] = Counter()
        self.boom_deck = Counter({card: entry["count"] for card, entry in BOOM.items()})
        self.boom_discard: Counter[str] = Counter()
        self.boom_top: tuple[str, set[int]] | None = None
        self.bank: int = SUPPLY["explosives"]
        self.crystals_smashed = 0
        self.mushrooms: int = SUPPLY["mushrooms"]
        self.landings: list[Landing] = []
        self.fight: Fight | None = None
        self.seats: list[Seat] = []
        for number, side in enumerate(DATA["sides"][str(self.options["players"])]):  # BC-GEO-5
            entrance = DATA["entrances"][side]
            home: Place = (entrance["field"][0], entrance["field"][1])
            gate: Place = (entrance["gate"][0], entrance["gate"][1])
            seat = Seat(number, side, home, gate, home)  # BC-SET-9
            seat.explosives = SUPPLY["start_explosives"]  # BC-SET-8
            self.bank -= seat.explosives
            self.seats.append(seat)
        self.known: list[list[Counter[str]]] = [[Counter() for _ in self.seats] for _ in self.seats]
        self.request = Request("OVER", OVER, [])
        self.script: Script[None] = self._game()
        self.begin(self.script)

    # ----- the interface -----

    @property
    def turn(self) -> int:
        """The seat asked, -1 for chance, -2 when the game is over."""
        return self.request.seat

    @property
    def state(self) -> str:
        """The state of 14.2 in which the script stands."""
        return self.request.state

    def legal(self) -> list[str]:
        """Legal inputs, or possible outcomes of chance."""
        return list(self.request.inputs)

    def weights(self) -> dict[str, int]:
        """Weights of the outcomes of chance (13.1)."""
        return dict(self.request.weights)

    def play(self, text: str) -> None:
        """Play an input or an outcome of chance."""
        if text not in self.request.inputs:
            raise ValueError(f"not legal here: {text!r}")
        self._advance(text)

    def result(self) -> list[int] | None:
        """Per seat: winner 1, others -1; draw 0 (section 16)."""
        if self.request.seat != OVER:
            return None
        if self.winner is None:
            return [0 for _ in self.seats]
        return [1 if seat.number == self.winner else -1 for seat in self.seats]

    def begin(self, script: Script[None]) -> None:
        """Run a script from its start up to its first request."""
        self.script = script
        self._advance(None)

    def _advance(self, text: str | None) -> None:
        try:
            self.request = next(self.script) if text is None else self.script.send(text)
        except StopIteration:
            self.request = Request("OVER", OVER, [])

    # ----- the position (section 15) -----

    def position(self) -> dict[str, Any]:
        """The full position, keys in the order of the table of section 15."""
        asked: int | str = self.request.seat
        if self.request.seat == CHANCE:
            asked = "chance"
        elif self.request.seat == OVER:
            asked = "over"
        top = None if self.boom_top is None else [self.boom_top[0], sorted(self.boom_top[1])]
        return {
            "options": dict(self.options),
            "state": self.request.state,
            "ask": asked,
            "active": self.active,
            "turns": self.turns,
            "stall": self.stall,
            "turn": {
                "moves": self.record.moves,
                "acted": self.record.acted,
                "hops": self.record.hops,
                "shifted": self.record.shifted,
                "arrived": self.record.arrived,
                "met": self.record.met,
                "opened": self.record.opened,
                "over": self.record.over,
            },
            "seats": [self._seat_entry(seat) for seat in self.seats],
            "cells": [self._cell_entry(self.cells[x, y]) for y in range(SIZE) for x in range(SIZE)],
            "passages": sorted([*one, *two] for one, two in self.passages),
            "bag": tile_counts(self.bag),
            "out": tile_counts(self.out),
            "drawn": list(self.drawn),
            "find_deck": counts(self.find_deck),
            "find_discard": counts(self.find_discard),
            "boom_deck": counts(self.boom_deck),
            "boom_discard": counts(self.boom_discard),
            "boom_top": top,
            "bank": self.bank,
            "crystals_smashed": self.crystals_smashed,
            "mushrooms": self.mushrooms,
            "landings": [
                {
                    "seat": landing.seat,
                    "step": landing.step,
                    "draws": landing.draws,
                    "flags": [flag for flag in FLAGS if flag in landing.flags],
                }
                for landing in self.landings
            ],
            "fight": self._fight_entry(),
            "known": self._known_entry(),
        }

    def _seat_entry(self, seat: Seat) -> dict[str, Any]:
        return {
            "side": seat.side,
            "skill": seat.skill,
            "uses": seat.uses,
            "at": "home" if seat.is_home else list(seat.at),
            "explosives": seat.explosives,
            "hand": counts(seat.hand),
            "table": sorted([card, left] for card, left in seat.table.items()),
            "allies": sorted(seat.allies),
            "crystal": seat.crystal,
            "skip": seat.skip,
            "mining": seat.mining,
            "autopilot": seat.autopilot,
            "trapped": seat.trapped,
            "first": seat.first,
        }

    def _cell_entry(self, cell: Cell) -> dict[str, Any] | str | None:
        if cell.mushroom:
            return "mushroom"
        if not cell.is_open:
            return None
        entry: dict[str, Any] = {"tile": cell.tile, "rot": cell.rot}
        if cell.boom:
            entry["boom"] = True
        if cell.rubble:
            entry["rubble"] = True
        if cell.unmined:
            entry["unmined"] = cell.unmined
        if cell.loose:
            entry["loose"] = cell.loose
        return entry

    def _fight_entry(self) -> dict[str, Any] | None:
        fight = self.fight
        if fight is None:
            return None
        return {
            "kind": fight.kind,
            "a": fight.a,
            "d": fight.d,
            "card": fight.card,
            "allies": dict(fight.allies),
            "mods": dict(fight.mods),
            "dice": dict(fight.dice),
        }

    def _known_entry(self) -> dict[str, dict[str, dict[str, int]]]:
        entry: dict[str, dict[str, dict[str, int]]] = {}
        for observer in self.seats:
            for holder in self.seats:
                cards = counts(self.known[observer.number][holder.number])
                if cards:
                    entry.setdefault(str(observer.number), {})[str(holder.number)] = cards
        return entry

    # ----- asking and drawing -----

    def _ask(self, state: str, seat: Seat, inputs: list[str]) -> Script[str]:
        """A decision; with exactly one legal input it is taken at once (BC-SM-1)."""
        assert inputs, state
        assert len(set(inputs)) == len(inputs), inputs
        if len(inputs) == 1:
            return inputs[0]
        answer = yield Request(state, seat.number, inputs)
        return answer

    def _chance(self, state: str, word: str, odds: Mapping[str, int]) -> Script[str]:
        """A draw of Nature: always a ply (13.1); answers what stands behind the `=`."""
        weights = {f"{word}={key}": odds[key] for key in odds if odds[key] > 0}
        assert weights, state
        answer = yield Request(state, CHANCE, list(weights), weights)
        return answer.split("=", 1)[1]

    def _roll(self) -> Script[int]:
        """One plain die (BC-CH-7)."""
        face = yield from self._chance("ROLL", "roll", {str(face): 1 for face in range(1, 7)})
        return int(face)

    def _number(self, option: str) -> int:
        return int(self.options[option])

    # ----- small questions -----

    def _me(self) -> Seat:
        return self.seats[self.active]

    def _rivals(self, seat: Seat) -> list[Seat]:
        """The other seats, clockwise from the next higher one (section 13)."""
        n = len(self.seats)
        return [self.seats[(seat.number + k) % n] for k in range(1, n)]

    def _cell(self, seat: Seat) -> Cell:
        """The cell on which a dwarf stands; never asked on an Entrance."""
        return self.cells[seat.at]

    def _is_buried(self, seat: Seat) -> bool:
        return not seat.is_home and self._cell(seat).rubble

    def _has_rubble(self, place: Place) -> bool:
        return in_grid(place) and self.cells[place].rubble

    def _dwarf_on(self, place: Place) -> Seat | None:
        for seat in self.seats:
            if seat.at == place:
                return seat
        return None

    def _rubble_left(self) -> bool:
        """Whether one of the ten Rubble tokens is free (BC-COMP-3)."""
        return sum(cell.rubble for cell in self.cells.values()) < SUPPLY["rubble"]

    def _crystals_to_mine(self, cell: Cell) -> int:
        """Unmined Crystals; a dropped one counts under `dropped_needs_mining` (BC-CRY-12)."""
        return cell.unmined + (cell.loose if self.options["dropped_needs_mining"] else 0)

    def _cells_showing(self, event: str) -> list[Place]:
        return [place for place, cell in self.cells.items() if cell.shows(event)]

    def _live_portals(self) -> list[Place]:
        """Open Portals free of Rubble."""
        return [place for place in self._cells_showing("portal") if not self._has_rubble(place)]

    def _exits_in_bag(self) -> int:
        return sum(copies for tile, copies in self.bag.items() if tile.startswith("exit."))

    def _ordinary_in_bag(self) -> dict[str, int]:
        return {tile: copies for tile, copies in self.bag.items() if tile.split(".")[0] in ORDINARY}

    def _reach(self, seat: Seat, place: Place, side: str) -> Place | None:
        """The place on a side of another, if the two are connected; Rubble is not looked at.

        Section 2 (cell model), BC-GEO-6, BC-GEO-8, BC-FIRST-6.
        """
        there = beside(place, side)
        if place == seat.home or there == seat.home:
            fits = seat.gate in (place, there) and self.cells[seat.gate].is_open
            return there if fits else None
        if not in_grid(place) or not in_grid(there):
            return None
        here_cell, there_cell = self.cells[place], self.cells[there]
        if not here_cell.is_open or not there_cell.is_open:
            return None
        facing = side in here_cell.openings and BACK[side] in there_cell.openings
        return there if facing or joint(place, there) in self.passages else None

    def _step(self, seat: Seat, place: Place, side: str) -> Place | None:
        """Where a dwarf comes by walking to a side: connected and no Rubble there (BC-MOVE-2)."""
        there = self._reach(seat, place, side)
        return None if there is None or self._has_rubble(there) else there

    def _steps(self, seat: Seat, place: Place) -> list[Place]:
        found = [self._step(seat, place, side) for side in COMPASS]
        return [there for there in found if there is not None]

    def _dig_sides(self, seat: Seat) -> list[str]:
        """Sides on which the tunnel can be continued into an unopened cell (14.3)."""
        if seat.is_home:
            if not self.cells[seat.gate].is_unopened:
                return []
            return [side for side in COMPASS if beside(seat.home, side) == seat.gate]
        sides = []
        for side in self._cell(seat).openings:
            there = beside(seat.at, side)
            if in_grid(there) and self.cells[there].is_unopened:
                sides.append(side)
        return sides

    def _diggable(self, seat: Seat) -> dict[str, int]:
        """Tiles that a dig can draw: no Pits on the first dig (BC-CH-4, BC-FIRST-3/7)."""
        first = seat.is_home and seat.first
        return {
            tile: copies
            for tile, copies in self.bag.items()
            if copies > 0 and not (first and tile.startswith("pit."))
        }

    # ----- cards, Explosives, hidden knowledge -----

    def _shown(self, holder: Seat, card: str) -> None:
        """A copy left a hand for all to see (BC-HID-4)."""
        for observer in self.seats:
            seen = self.known[observer.number][holder.number]
            if seen[card] > 0:
                seen[card] -= 1

    def _discard(self, seat: Seat, card: str) -> None:
        """A card goes from a hand to the discard, face up (BC-FIND-9)."""
        assert seat.hand[card] > 0
        seat.hand[card] -= 1
        self.find_discard[card] += 1
        self._shown(seat, card)

    def _use(self, seat: Seat, card: str) -> None:
        """One use of a Find card, the table copy first (BC-FIND-7, BC-FIND-8, 14.5)."""
        if card in seat.table:
            seat.table[card] -= 1
            if seat.table[card] == 0:
                del seat.table[card]
                self.find_discard[card] += 1
        elif FIND[card]["uses"] > 1:
            assert seat.hand[card] > 0
            seat.hand[card] -= 1
            self._shown(seat, card)
            seat.table[card] = FIND[card]["uses"] - 1
        else:
            self._discard(seat, card)

    def _steal(self, thief: Seat, victim: Seat) -> Script[None]:
        """A random card changes hands (BC-CH-9); thief and victim see it (BC-HID-4)."""
        card = yield from self._chance("STEAL", "steal", counts(victim.hand))
        victim.hand[card] -= 1
        thief.hand[card] += 1
        for observer in self.seats:
            seen = self.known[observer.number][victim.number]
            if observer is thief:
                if seen[card] > 0:
                    seen[card] -= 1
            elif observer is not victim:
                seen.clear()
        self.known[victim.number][thief.number][card] += 1

    def _drop_random(self, seat: Seat) -> Script[None]:
        """DROP_FIND random (BC-CH-8), if the hand is not empty."""
        if seat.hand.total() > 0:
            card = yield from self._chance("DROP", "drop", counts(seat.hand))
            self._discard(seat, card)

    def _drop_choice(self, seat: Seat) -> Script[None]:
        """DROP_FIND by choice, if the hand is not empty."""
        if seat.hand.total() > 0:
            text = yield from self._ask(
                "DROP", seat, [f"drop {card}" for card in counts(seat.hand)]
            )
            self._discard(seat, text.split()[1])

    def _gain_explosives(self, seat: Seat, n: int) -> None:
        """Explosives from the bank; an empty bank gives nothing (BC-COMP-6)."""
        for _ in range(n):
            if self.bank > 0 or not self.options["finite_explosives"]:
                self.bank -= 1
                seat.explosives += 1

    def _lose_explosive(self, seat: Seat) -> None:
        """One Explosive back to the bank, if any."""
        if seat.explosives > 0:
            seat.explosives -= 1
            self.bank += 1

    def _tools(self, seat: Seat, job: str) -> list[str]:
        """What a seat can pay with to blast, clear or make Rubble (14.5); `head` is apart."""
        tools = ["exp"] if seat.explosives > 0 else []
        tools += [
            card
            for card in FIND
            if job in FIND[card]["effect"].get("tool", []) and seat.holds(card)
        ]
        if seat.skill == "engineer" and seat.uses:  # BC-ENG-2..4
            tools.append("skill")
        if seat.skill == "miner" and job != "rubble":  # BC-MIN-5
            tools += sorted({ally for ally in seat.allies if tagged(ally, "miner")})
        return tools

    def _pay(self, seat: Seat, tool: str) -> None:
        """Spend a tool."""
        if tool == "exp":
            self._lose_explosive(seat)  # BC-EXP-1
        elif tool == "skill":
            assert seat.uses
            seat.uses -= 1
        elif tool in FIND:
            self._use(seat, tool)
        elif tool in BOOM:
            self._dismiss(seat, tool)
        else:
            assert tool in ("head", "hand")

    def _dismiss(self, seat: Seat, ally: str) -> None:
        """An ally goes: a card to the Boom discard, a seed vanishes (14.8)."""
        seat.allies.remove(ally)
        if ally != SEED:
            self.boom_discard[ally] += 1

    # ----- the whole game -----

    def _game(self) -> Script[None]:
        yield from self._setup()
        yield from self.play_on()

    def play_on(self) -> Script[None]:
        """Turns of the active seat and of all after it, until somebody has won or time is up."""
        try:
            while True:
                yield from self._turn()
                yield from self._end()
        except GameOverError:
            return

    def _setup(self) -> Script[None]:
        """SETUP: surplus tiles, Skills, first player (BC-CH-1..3)."""
        for _ in range(self.surplus):
            tile = yield from self._chance("SETUP", "out", self._ordinary_in_bag())
            self.bag[tile] -= 1
            self.out[tile] += 1
        for seat in self.seats:
            dealt = [other.skill for other in self.seats]
            left = {skill: 1 for skill in DATA["skills"] if skill not in dealt}
            seat.skill = yield from self._chance("SETUP", "skill", left)
            seat.uses = DATA["skill_uses"].get(seat.skill)
            if seat.skill == "miner":  # BC-MIN-1
                self._gain_explosives(seat, SUPPLY["miner_extra"])
        first = yield from self._chance("SETUP", "first", {str(s.number): 1 for s in self.seats})
        self.active = int(first)

    def _win_test(self, seat: Seat) -> None:
        """A Crystal on an open Exit wins at once (BC-WIN-1, BC-SM-6)."""
        if seat.crystal and not seat.is_home and self._cell(seat).shows("exit"):
            self.winner = seat.number
            raise GameOverError

    # ----- START and END -----

    def _turn(self) -> Script[None]:
        """START: the forced states in their order, then ACT (14.2)."""
        me = self._me()
        while me.skip > 0:  # START 1
            inputs = ["pass"]
            if me.holds("F24"):
                inputs.append("play F24")
            text = yield from self._ask("SKIP", me, inputs)
            me.skip -= 1
            if text == "pass":
                return
            self._use(me, "F24")
        if self._is_buried(me):  # START 2
            goes_on = yield from self._buried(me)
            if not goes_on:
                return
        if me.mining:  # START 3
            me.mining = False
            self._receive_crystal(me)
            return
        if me.autopilot > 0:  # START 4
            me.autopilot -= 1
            yield from self._flee(me, DATA["autopilot_run"], "autopilot")
            return
        if self._is_trapped(me):  # START 5
            limit = self._number("trap_rescue_after")
            if limit > 0 and me.trapped >= limit:  # BC-TRAP-3
                me.trapped = 0
                self._put(me, me.home, own=False)
                return
            me.trapped += 1
            yield from self._beg(me)
        else:  # START 6
            me.trapped = 0
        yield from self._act(me)

    def _receive_crystal(self, seat: Seat) -> None:
        """The end of mining, an unmined Crystal first (BC-CRY-2, BC-CRY-8, BC-CRY-11)."""
        cell = self._cell(seat)
        if seat.crystal or not self._crystals_to_mine(cell):
            return
        if cell.unmined:
            cell.unmined -= 1
        else:
            cell.loose -= 1
        seat.crystal = True
        self._win_test(seat)

    def _buried(self, me: Seat) -> Script[bool]:
        """BURIED; whether the turn goes on with START point 3."""
        tools = self._tools(me, "clear")
        inputs = [f"clear here {tool}" for tool in tools] + ["dig out"]
        text = yield from self._ask("BURIED", me, inputs)
        if text != "dig out":
            self._pay(me, text.split()[2])
        self._cell(me).rubble = False
        if self._cell(me).boom:
            yield from self._ambush(me)  # BC-RUB-8
        return text != "dig out" and not self.record.over  # BC-RUB-9

    def _is_trapped(self, me: Seat) -> bool:
        """BC-TRAP-4."""
        ways = ("dig", "walk", "blast", "clear", "hop")
        return not any(
            text.split()[0] in ways or text == "play F17" for text in self._act_inputs(me)
        )

    def _beg(self, me: Seat) -> Script[None]:
        """BEG and HELP (BC-TRAP-5)."""
        helpers = [rival for rival in self._rivals(me) if rival.explosives > 0]
        if not helpers:
            return
        most = min(3, me.hand.total())
        inputs = ["pass"] + [f"beg {k}" for k in range(most + 1)]
        text = yield from self._ask("BEG", me, inputs)
        if text == "pass":
            return
        for rival in helpers:
            answer = yield from self._ask("HELP", rival, ["help", "pass"])
            if answer == "help":
                rival.explosives -= 1
                me.explosives += 1
                for _ in range(int(text.split()[1])):
                    yield from self._steal(rival, me)
                return

    def _end(self) -> Script[None]:
        """END of a player turn."""
        me = self._me()
        while me.hand.total() > SUPPLY["hand_limit"]:  # BC-FIND-11
            yield from self._drop_choice(me)
        self.stall = 0 if self.record.opened else self.stall + 1
        k = self._number("anti_stall")
        if 0 < k * len(self.seats) <= self.stall and self.bag.total() > 0:  # BC-WIN-6
            for seat in self.seats:
                self._gain_explosives(seat, 1)
            self.stall = 0
        self.turns += 1
        if self.turns >= self._number("turn_limit"):  # BC-SM-9
            raise GameOverError
        self.active = (self.active + 1) % len(self.seats)
        self.record = Turn(self._number("portal_hops_per_turn"))
        if self.ruleset >= 2 and self.is_standstill():  # BC-WIN-5
            raise GameOverError

    # ----- nobody can ever act again (BC-WIN-5, ruleset 2) -----

    def is_standstill(self) -> bool:
        """Whether no dwarf can ever act, whatever is handed on; asked between two turns."""
        active, record = self.active, self.record
        try:
            return not any(self._could_act(seat) for seat in self.seats)
        finally:
            self.active, self.record = active, record

    def _could_act(self, seat: Seat) -> bool:
        """Whether a dwarf does something in a turn of its own, with what may ever come to it."""
        self.active, self.record = seat.number, Turn(self._number("portal_hops_per_turn"))
        if self._is_buried(seat):  # it digs itself out
            return True
        if self._number("trap_rescue_after") > 0 and not seat.is_home:  # BC-TRAP-3
            return True
        powder, cards = self._may_come_to(seat)
        had, hand = seat.explosives, seat.hand
        seat.explosives, seat.hand = had + powder, hand + cards
        inputs = self._act_inputs(seat)
        seat.explosives, seat.hand = had, hand
        ways = ("dig", "walk", "blast", "clear", "hop")  # BC-TRAP-4
        if any(text.split()[0] in ways or text in ("play F17", "play F19") for text in inputs):
            return True
        at_exit = not seat.is_home and self._cell(seat).shows("exit")
        return at_exit and "mine" in inputs  # BC-CRY-12: he wins

    def _may_come_to(self, seat: Seat) -> tuple[int, Counter[str]]:
        """An Explosive, if one can come to a dwarf while nobody acts; cards that can.

        Begging brings an Explosive of any rival, and for it cards go to whoever gave one
        (BC-TRAP-5): where there is one, anything in a hand can come to anybody in the end.
        """
        powder = any(other.explosives for other in self.seats)
        powder |= self._number("anti_stall") > 0 and self.bag.total() > 0  # BC-WIN-6
        cards: Counter[str] = Counter()
        if powder or seat.skill == "thief" or seat.holds("F27"):
            for rival in self._rivals(seat):
                cards += rival.hand
        return int(powder), cards

    # ----- ACT -----

    def _act(self, me: Seat) -> Script[None]:
        """ACT until `end` or until the turn is over (14.3, BC-SM-3)."""
        while not self.record.over:
            text = yield from self._ask("ACT", me, self._act_inputs(me))
            if text == "end":
                yield from self._react(me)
                return
            yield from self._do(me, text)

    def _act_inputs(self, me: Seat) -> list[str]:
        inputs = self._main_inputs(me) if self.record.moves >= 1 else []
        can_go = any(text == "dig" or text.startswith("walk ") for text in inputs)
        inputs += self._free_inputs(me)
        inputs += [f"attack {side}" for side in self._attack_sides(me)]
        inputs += self._storm_inputs(me)
        if self.record.moves == 0 or self.record.acted or not can_go:
            inputs.append("end")
        return inputs

    def _walk_sides(self, me: Seat) -> list[str]:
        return [side for side in COMPASS if self._step(me, me.at, side) is not None]

    def _main_inputs(self, me: Seat) -> list[str]:
        """Main actions (14.3)."""
        inputs = []
        can_dig = bool(self._dig_sides(me)) and bool(self._diggable(me))
        walks = self._walk_sides(me)
        fresh = not self.record.acted and self.record.hops == self._number("portal_hops_per_turn")
        if can_dig:
            inputs.append("dig")
        inputs += [f"walk {side}" for side in walks]
        inputs += self._blast_inputs(me)
        if walks and me.holds("F15"):
            inputs.append("play F15")
        if me.holds("F17") and self._pocket_targets(me):
            inputs.append("play F17")
        inputs += [f"play {card}" for card in ("F20", "F28") if can_dig and me.holds(card)]
        if fresh and not me.is_home and not me.crystal and self._crystals_to_mine(self._cell(me)):
            inputs.append("mine")  # BC-CRY-11
        if fresh and me.skill == "thief":  # BC-THF-1, BC-THF-2
            inputs += [
                f"steal {rival.number}" for rival in self._rivals(me) if rival.hand.total() > 0
            ]
        if self.options["hand_clear_adjacent"]:  # BC-RUB-10
            inputs += [f"clear {side} hand" for side in self._clear_sides(me)]
        return inputs

    def _blast_inputs(self, me: Seat) -> list[str]:
        """`blast D X` (BC-EXP-5..7, BC-ENG-3, BC-MIN-5, BC-IRN-1/2)."""
        if me.is_home:
            return []
        tools = self._tools(me, "blast")
        ways = set(self._walk_sides(me)) | set(self._dig_sides(me))
        head = ["head"] if me.skill == "iron_head" and len(ways) <= 1 else []  # BC-IRN-1
        inputs = []
        for side in COMPASS:
            there = beside(me.at, side)
            if not in_grid(there) or self.cells[there].mushroom:
                continue
            cell = self.cells[there]
            connected = self._reach(me, me.at, side) is not None
            if cell.is_unopened:
                fits = side not in self._cell(me).openings and self.bag.total() > 0
            else:
                fits = not connected and not cell.rubble
            if fits:
                inputs += [f"blast {side} {tool}" for tool in tools + head]
            elif connected and cell.rubble:  # BC-IRN-2
                inputs += [f"blast {side} {tool}" for tool in head]
        return inputs

    def _pocket_targets(self, me: Seat) -> list[str]:
        """Targets of F17."""
        inputs = [f"at {written(place)}" for place in self._live_portals() if place != me.at]
        return inputs if me.is_home else [*inputs, "home"]

    def _clear_sides(self, me: Seat) -> list[str]:
        """Sides with Rubble on a neighbour that would be connected without it (BC-RUB-10)."""
        sides = []
        for side in COMPASS:
            there = self._reach(me, me.at, side)
            if there is not None and self._has_rubble(there):
                sides.append(side)
        return sides

    def _rubble_sides(self, me: Seat) -> list[str]:
        """Sides on which Rubble may be made (BC-RUB-2..4)."""
        sides = []
        for side in COMPASS:
            there = self._reach(me, me.at, side)
            if there is None or not in_grid(there) or self._dwarf_on(there) is not None:
                continue
            cell = self.cells[there]
            if not cell.rubble and not cell.unmined and not cell.loose:
                sides.append(side)
        return sides if self._rubble_left() else []

    def _attack_sides(self, me: Seat) -> list[str]:
        """Meeting attacks of the active dwarf (BC-PVP-1, 14.3)."""
        record = self.record
        if self.options["meeting_attack"] == "off":
            return []
        if record.moves != 0 or not record.shifted or record.met:
            return []
        sides = []
        for side in COMPASS:
            there = self._step(me, me.at, side)
            if there is not None and self._dwarf_on(there) is not None:
                sides.append(side)
        return sides

    def _storm_inputs(self, me: Seat) -> list[str]:
        """Meeting attacks through a wall (BC-PVP-6, 14.3: ruleset 2)."""
        record = self.record
        if self.options["meeting_attack"] == "off":
            return []
        if record.moves != 0 or not record.shifted or record.met:
            return []
        inputs = []
        for side in COMPASS:
            if self._dwarf_on(beside(me.at, side)) is not None:
                inputs += [f"attack {side} {tool}" for tool in self._storm_tools(me, side)]
        return inputs

    def _storm_tools(self, seat: Seat, side: str) -> list[str]:
        """What breaks the wall between the own cell and an open one (BC-PVP-6)."""
        there = beside(seat.at, side)
        if self.ruleset < 2 or seat.is_home or not in_grid(there):
            return []
        if not self.cells[there].is_open or self._has_rubble(there) or self._is_buried(seat):
            return []
        if self._reach(seat, seat.at, side) is not None:
            return []
        tools = self._tools(seat, "blast")
        ways = set(self._walk_sides(seat)) | set(self._dig_sides(seat))
        if seat.skill == "iron_head" and len(ways) <= 1:  # BC-IRN-1
            tools.append("head")
        return tools

    def _hop_targets(self, me: Seat) -> list[Place]:
        """Portals that can be hopped to (BC-PORT-1..3, BC-PORT-9)."""
        if me.is_home or not self._cell(me).shows("portal") or self._cell(me).rubble:
            return []
        if self.record.hops < 1 or (self.record.moves == 0 and not self.record.arrived):
            return []
        return [place for place in self._live_portals() if place != me.at]

    def _free_inputs(self, me: Seat) -> list[str]:
        """Free actions (14.3)."""
        inputs = [f"hop {written(place)}" for place in self._hop_targets(me)]
        for side in self._clear_sides(me):
            inputs += [f"clear {side} {tool}" for tool in self._tools(me, "clear")]
        for side in self._rubble_sides(me):
            inputs += [f"rubble {side} {tool}" for tool in self._tools(me, "rubble")]
        rivals = self._rivals(me)
        allowed = {
            "F03": bool(self._mushroom_targets()),
            "F16": True,
            "F18": bool(self._push_inputs(me)),
            "F19": bool(self._teleport_targets()),
            "F21": self.boom_deck.total() + self.boom_discard.total() > 0,
            "F24": bool(me.uses),  # BC-SKILL-0c
            "F25": any(rival.explosives > 0 for rival in rivals),
            "F27": any(rival.hand.total() > 0 for rival in rivals),
        }
        inputs += [f"play {card}" for card, good in allowed.items() if good and me.holds(card)]
        return inputs

    def _mushroom_targets(self) -> list[Place]:
        """Cells for a Mushroom (BC-MUSH-3, BC-MUSH-5..10)."""
        if self.mushrooms == 0:  # BC-MUSH-1
            return []
        ordinary = sum(self._ordinary_in_bag().values())
        targets = []
        for place, cell in self.cells.items():
            if cell.mushroom or self._dwarf_on(place) is not None:  # BC-MUSH-9
                continue
            if cell.unmined or cell.loose:  # BC-MUSH-6
                continue
            if any(cell.shows(event) for event in ("pit", "exit", "portal")):  # BC-MUSH-6
                continue
            if any(self._is_near_entrance(place, seat) for seat in self.seats):  # BC-MUSH-8
                continue
            if cell.is_unopened and ordinary == 0:  # BC-MUSH-5
                continue
            if not self._shuts_corner(place):
                targets.append(place)
        return targets

    def _is_near_entrance(self, place: Place, seat: Seat) -> bool:
        """The block 3 wide and 2 deep before an Entrance (BC-GEO-7)."""
        across = abs(place[0] - seat.gate[0]), abs(place[1] - seat.gate[1])
        wide, deep = across if seat.side in "NS" else (across[1], across[0])
        return wide <= 1 and deep <= 1

    def _shuts_corner(self, place: Place) -> bool:
        """Whether a Mushroom here would shut off an Exit in a corner (BC-MUSH-10)."""
        for corner in CORNERS:
            cell = self.cells[corner]
            at_stake = cell.shows("exit") or (cell.is_unopened and self._exits_in_bag() > 0)
            if corner == place or not at_stake:
                continue
            around = [beside(corner, side) for side in COMPASS]
            holes = [
                there
                for there in around
                if in_grid(there) and (there == place or self.cells[there].mushroom)
            ]
            if len(holes) >= 2:
                return True
        return False

    def _push_inputs(self, me: Seat) -> list[str]:
        """Targets of F18: `push S D`."""
        inputs = []
        for side in COMPASS:
            place = self._reach(me, me.at, side)
            rival = None if place is None else self._dwarf_on(place)
            if rival is None or rival.is_home or self._is_buried(rival):
                continue
            for way in COMPASS:
                there = beside(rival.at, way)
                if not in_grid(there) or there == me.at:
                    continue
                if self.cells[there].is_open and not self.cells[there].rubble:
                    inputs.append(f"push {rival.number} {way}")
        return inputs

    def _teleport_targets(self) -> list[Place]:
        """Cells for F19: open, no dwarf, no token, no Exit."""
        targets = []
        for place, cell in self.cells.items():
            if not cell.is_open or cell.shows("exit") or self._dwarf_on(place) is not None:
                continue
            if not (cell.boom or cell.rubble or cell.unmined or cell.loose):
                targets.append(place)
        return targets

    # ----- doing what was chosen in ACT -----

    def _do(self, me: Seat, text: str) -> Script[None]:
        words = text.split()
        if words[0] == "hop":
            self.record.hops -= 1
            self._put(me, read(words[1]), own=True)
            yield from self._land(me, {"own", "hop"})
        elif words[0] == "attack":
            self.record.met = True
            if len(words) > 2:  # BC-PVP-6
                self._pay(me, words[2])
                self.passages.add(joint(me.at, beside(me.at, words[1])))
            self._put(me, beside(me.at, words[1]), own=True)
            yield from self._land(me, {"own"})
        elif words[0] == "rubble":
            self._pay(me, words[2])
            self.cells[beside(me.at, words[1])].rubble = True
        elif words[0] == "clear":
            if words[2] == "hand":
                self._spend_move()
            self._pay(me, words[2])
            yield from self._clear(beside(me.at, words[1]))
        elif words[0] == "play" and words[1] not in ("F15", "F17", "F20", "F28"):
            self._use(me, words[1])
            yield from self._play_free(me, words[1])
        else:
            self._spend_move()
            yield from self._do_main(me, words)

    def _spend_move(self) -> None:
        self.record.moves -= 1
        self.record.acted = True

    def _do_main(self, me: Seat, words: list[str]) -> Script[None]:
        """Main actions (14.3)."""
        if words[0] == "dig":
            yield from self._dig(me, 1, blind=False)
        elif words[0] == "walk":
            self._put(me, beside(me.at, words[1]), own=True)
            yield from self._land(me, {"own"})
        elif words[0] == "blast":
            self._pay(me, words[2])
            yield from self._blast(me, words[1])
        elif words[0] == "mine":
            self._receive_crystal(me)
            self.record.over = True
        elif words[0] == "steal":  # BC-THF-1..4
            face = yield from self._roll()
            if face == 6:
                yield from self._steal(me, self.seats[int(words[1])])
            self.record.over = True
        else:
            card = words[1]
            self._use(me, card)
            if card == "F15":
                yield from self._cart(me)
            elif card == "F17":
                text = yield from self._ask("TARGET", me, self._pocket_targets(me))
                target = me.home if text == "home" else read(text.split()[1])
                self._put(me, target, own=True)
                yield from self._land(me, {"own"})
            elif card == "F20":
                yield from self._dig(me, FIND[card]["effect"]["pick"], blind=False)
            else:
                assert card == "F28"
                yield from self._dig(me, 1, blind=True)

    def _dig(self, me: Seat, draws: int, blind: bool) -> Script[None]:
        """DRAW, KEEP (F20), LAY (BC-TILE-1..5)."""
        first = me.is_home and me.first  # BC-FIRST-7
        for _ in range(draws):
            if self._diggable(me):
                yield from self._draw_tile(self._diggable(me))
        if draws > 1:
            inputs = [f"keep {tile}" for tile in sorted(set(self.drawn))]
            text = yield from self._ask("KEEP", me, inputs)
            kept = text.split()[1]
            self.drawn.remove(kept)
            self.bag.update(self.drawn)
            self.drawn = [kept]
        flags = {"opened", "own"}
        if blind:
            flags.add("blind")
        if first:
            flags.add("first")
        tile = self.drawn[0]
        inputs = [
            f"lay {side} r{rot}"
            for side in self._dig_sides(me)
            for rot in rotations(tile, BACK[side])
        ]
        yield from self._lay(me, inputs, flags)

    def _draw_tile(self, odds: dict[str, int]) -> Script[None]:
        tile = yield from self._chance("DRAW", "tile", odds)
        self.bag[tile] -= 1
        self.drawn.append(tile)

    def _lay(self, me: Seat, inputs: list[str], flags: set[str]) -> Script[None]:
        """LAY: the tile comes to its cell, the dwarf steps on it."""
        text = yield from self._ask("LAY", me, inputs)
        _, side, turn = text.split()
        there = beside(me.at, side)
        cell = self.cells[there]
        cell.tile, cell.rot = self.drawn.pop(), int(turn[1:])
        if cell.shows("crystal"):  # BC-CRY-1
            cell.unmined = 1
        self.record.opened = True
        self._put(me, there, own=True)
        yield from self._land(me, flags)

    def _blast(self, me: Seat, side: str) -> Script[None]:
        """Through a wall, into the unknown, or with the head through Rubble."""
        start, there = me.at, beside(me.at, side)
        if self.cells[there].is_open and self.cells[there].rubble:  # BC-IRN-2
            yield from self._clear(there)
            if self.record.over or me.at != start or self._step(me, start, side) is None:
                return
            self._put(me, there, own=True)
            yield from self._land(me, {"own"})
            return
        self.passages.add(joint(start, there))  # BC-PASS-1
        if self.cells[there].is_unopened:  # BC-EXP-6
            yield from self._draw_tile(self._diggable(me))
            inputs = [f"lay {side} r{rot}" for rot in rotations(self.drawn[0], None)]
            yield from self._lay(me, inputs, {"opened", "own"})
        else:
            self._put(me, there, own=True)
            yield from self._land(me, {"own"})

    def _clear(self, place: Place) -> Script[None]:
        """Rubble goes; a dwarf buried with a Boom token is attacked at once (BC-RUB-8)."""
        cell = self.cells[place]
        cell.rubble = False
        freed = self._dwarf_on(place)
        if freed is not None and cell.boom:
            yield from self._ambush(freed)

    def _cart(self, me: Seat) -> Script[None]:
        """CART: up to three steps, cells passed are ignored (F15)."""
        for step in range(FIND["F15"]["effect"]["walk"]):
            inputs = [f"walk {side}" for side in self._walk_sides(me)]
            if step > 0:
                inputs.append("stop")
            text = yield from self._ask("CART", me, inputs)
            if text == "stop":
                break
            there = beside(me.at, text.split()[1])
            met = self._dwarf_on(there) is not None
            self._put(me, there, own=True)
            if met or me.is_home or self._cell(me).boom:
                break
        yield from self._land(me, {"own"})

    def _play_free(self, me: Seat, card: str) -> Script[None]:
        """Find cards that are free actions (14.5)."""
        if card == "F03":
            yield from self._throw_mushroom(me)
        elif card == "F16":
            self.record.moves += 1
        elif card == "F18":
            text = yield from self._ask("TARGET", me, self._push_inputs(me))
            _, number, side = text.split()
            rival = self.seats[int(number)]
            self._put(rival, beside(rival.at, side), own=False)
            yield from self._land(rival, set())
        elif card == "F19":
            yield from self._stray_teleport(me)
        elif card == "F21":
            yield from self._peek(me)
        elif card == "F24":
            assert me.uses
            me.uses += 1
        elif card == "F25":
            rival = yield from self._choose_rival(
                me, [rival for rival in self._rivals(me) if rival.explosives > 0]
            )
            rival.explosives -= 1
            me.explosives += 1
        else:
            assert card == "F27"
            rival = yield from self._choose_rival(
                me, [rival for rival in self._rivals(me) if rival.hand.total() > 0]
            )
            yield from self._steal(me, rival)

    def _choose_rival(self, me: Seat, rivals: list[Seat]) -> Script[Seat]:
        text = yield from self._ask("TARGET", me, [f"seat {rival.number}" for rival in rivals])
        return self.seats[int(text.split()[1])]

    def _choose_cell(self, seat: Seat, places: Iterable[Place]) -> Script[Place]:
        text = yield from self._ask("TARGET", seat, [f"at {written(place)}" for place in places])
        return read(text.split()[1])

    def _throw_mushroom(self, me: Seat) -> Script[None]:
        """F03 (3.13)."""
        place = yield from self._choose_cell(me, self._mushroom_targets())
        cell = self.cells[place]
        was_unopened = cell.is_unopened
        cell.mushroom = True
        self.mushrooms -= 1
        cell.boom = cell.rubble = False  # BC-MUSH-4
        for side in COMPASS:
            self.passages.discard(joint(place, beside(place, side)))
        if was_unopened:  # BC-MUSH-5, BC-CH-11
            tile = yield from self._chance("TARGET", "out", self._ordinary_in_bag())
            self.bag[tile] -= 1
            self.out[tile] += 1

    def _stray_teleport(self, me: Seat) -> Script[None]:
        """F19."""
        call = yield from self._ask("CALL", me, ["odd", "even"])
        hit = yield from self._odd_even(me, call)
        if hit:
            rival = yield from self._choose_rival(me, self._rivals(me))
            place = yield from self._choose_cell(me, self._teleport_targets())
            self._put(rival, place, own=False)
            yield from self._land(rival, set())
        else:
            self.record.over = True  # BC-SM-3
            self._put(me, me.home, own=False)

    def _peek(self, me: Seat) -> Script[None]:
        """F21: look at the top Boom card, keep or bury it."""
        card = yield from self._chance("PEEK", "peek", self._boom_odds())
        seen = set() if self.boom_top is None else self.boom_top[1]
        self.boom_top = (card, seen | {me.number})
        text = yield from self._ask("PEEK", me, ["keep", "bury"])
        if text == "bury":
            self.boom_deck[card] -= 1
            self.boom_discard[card] += 1
            self.boom_top = None

    def _react(self, me: Seat) -> Script[None]:
        """REACT: rivals next to the active dwarf may attack, one of them (BC-PVP-1, 14.3)."""
        record = self.record
        if self.options["meeting_attack"] != "either" or not record.shifted or record.met:
            return
        if me.is_home or self._is_buried(me):
            return
        for rival in self._rivals(me):
            if self._is_buried(rival) or rival.skip or rival.mining or rival.autopilot:
                continue
            attacks = []
            for side in COMPASS:
                if self._step(rival, rival.at, side) == me.at:
                    attacks.append("attack")
                elif beside(rival.at, side) == me.at:  # BC-PVP-6
                    attacks += [f"attack {tool}" for tool in self._storm_tools(rival, side)]
            text = yield from self._ask("REACT", rival, [*attacks, "pass"])
            if text != "pass":
                record.met = True
                if text != "attack":
                    self._pay(rival, text.split()[1])
                    self.passages.add(joint(rival.at, me.at))
                self._put(rival, me.at, own=True)
                yield from self._land(rival, {"own"})
                return

    # ----- moving and landing -----

    def _put(self, seat: Seat, place: Place, own: bool) -> None:
        """Move a figure; `own` = by its own main action, hop or attack."""
        if seat.number == self.active:
            self.record.arrived = own
            if own:
                self.record.shifted = True
        if place == seat.at:
            return
        seat.mining = False  # BC-SM-8
        seat.first = False  # BC-FIRST-7
        self._drop_landing(seat)  # BC-SM-4
        seat.at = place

    def _drop_landing(self, seat: Seat) -> None:
        self.landings = [landing for landing in self.landings if landing.seat != seat.number]

    def _turn_over_for(self, seat: Seat) -> None:
        """The turn is over if this is the active dwarf (BC-SM-3)."""
        if seat.number == self.active:
            self.record.over = True

    def _land(self, seat: Seat, flags: set[str]) -> Script[None]:
        """LANDING, steps L1 to L6 (BC-MOVE-5, 14.2); nothing happens on an Entrance."""
        if seat.is_home:
            return
        landing = Landing(seat.number, "L1", frozenset(flags))
        self.landings.append(landing)
        steps = {
            "L1": self._land_brawl,
            "L2": self._land_boom,
            "L3": self._land_find,
            "L4": self._land_pit,
            "L5": self._land_crystal,
        }
        for name, step in steps.items():
            landing.step = name
            yield from step(seat, landing)
            yield from self._draw_finds(seat, landing)
            if landing not in self.landings:
                return
        landing.step = "L6"
        self._win_test(seat)
        self.landings.remove(landing)

    def _ambush(self, seat: Seat) -> Script[None]:
        """A landing of step L2 alone: the Boom token attacks a freed dwarf (BC-RUB-8)."""
        landing = Landing(seat.number, "L2", frozenset())
        self.landings.append(landing)
        yield from self._boom(seat, landing)
        yield from self._draw_finds(seat, landing)
        if landing in self.landings:
            self._win_test(seat)  # BC-SM-6
            self.landings.remove(landing)

    def _land_brawl(self, seat: Seat, landing: Landing) -> Script[None]:
        """L1: another dwarf here (BC-MOVE-3, BC-PVP-3)."""
        for rival in self._rivals(seat):
            if rival.at == seat.at:
                yield from self._brawl(seat, rival, landing)
                return

    def _land_boom(self, seat: Seat, landing: Landing) -> Script[None]:
        """L2: Boom token, Boom tile just opened, or Pit fall."""
        cell = self._cell(seat)
        opened = "opened" in landing.flags and "blind" not in landing.flags
        if cell.boom or (opened and cell.shows("boom")) or "forced" in landing.flags:
            landing.boomed = yield from self._boom(seat, landing)

    def _land_find(self, seat: Seat, landing: Landing) -> Script[None]:
        """L3: Find tile (BC-FIND-1, BC-FIND-12, BC-FIND-13)."""
        if not self._cell(seat).shows("find") or "blind" in landing.flags:
            return
        if "opened" in landing.flags:
            landing.draws += 1
            return
        if landing.boomed or "auto" in landing.flags:  # BC-ALC-2
            return
        inputs = ["odd", "even"]
        if seat.holds("F29"):
            inputs.append("play F29")
        text = yield from self._ask("CALL", seat, inputs)
        if text == "play F29":
            self._use(seat, "F29")
            landing.draws += 1
            return
        hit = yield from self._odd_even(seat, text)
        if hit:
            landing.draws += 1
        else:
            yield from self._boom(seat, landing)

    def _land_pit(self, seat: Seat, landing: Landing) -> Script[None]:
        """L4: Pit tile (BC-PIT-1..7)."""
        if not self._cell(seat).shows("pit") or landing.flags & {"blind", "nopit"}:
            return
        inputs = ["pass"]
        if seat.holds("F14"):
            inputs.append("play F14")
        text = yield from self._ask("PIT", seat, inputs)
        if text == "play F14":
            self._use(seat, "F14")
            return
        for other in self._cells_showing("pit"):
            if other == seat.at or self._has_rubble(other):
                continue
            if "own" in landing.flags or self._dwarf_on(other) is None:  # BC-PIT-7
                self._turn_over_for(seat)
                self._put(seat, other, own=False)  # BC-PIT-4
                yield from self._land(seat, {"nopit"})
                return
        face = yield from self._roll()
        if seat.holds("F11"):
            text = yield from self._ask("COIN", seat, ["play F11", "pass"])
            if text == "play F11":
                self._use(seat, "F11")
                face = yield from self._roll()
        lairs = self._nearest(
            seat.at, [place for place in self._cells_showing("boom") if not self._has_rubble(place)]
        )
        if face >= 5:  # BC-PIT-3
            self._turn_over_for(seat)
            self._put(seat, seat.home, own=False)
        elif face <= 2 or not lairs:  # BC-PIT-1, BC-PIT-2
            self._turn_over_for(seat)
            seat.skip += 1
        else:  # BC-PIT-2
            if seat.number == self.active:
                self.record.moves = 0  # BC-SM-3
            place = yield from self._choose_cell(seat, lairs)
            self._put(seat, place, own=False)
            yield from self._land(seat, {"forced"})

    def _nearest(self, start: Place, places: list[Place]) -> list[Place]:
        """The places of least Manhattan distance."""
        least = min((manhattan(start, place) for place in places), default=0)
        return [place for place in places if manhattan(start, place) == least]

    def _land_crystal(self, seat: Seat, landing: Landing) -> Script[None]:
        """L5: loose Crystal, unmined Crystal (BC-CRY-1, BC-CRY-7..9, BC-FLIGHT-18)."""
        cell = self._cell(seat)
        if cell.loose and not seat.crystal and not self.options["dropped_needs_mining"]:
            cell.loose -= 1
            seat.crystal = True
        if seat.crystal or not self._crystals_to_mine(cell):
            return
        if "opened" in landing.flags:
            seat.mining = True
        elif "own" in landing.flags:
            text = yield from self._ask("CRYSTAL", seat, ["mine", "pass"])
            seat.mining = text == "mine"

    # ----- flights -----

    def _distances(self, seat: Seat) -> dict[Place, int]:
        """Exact distances to the own Entrance (BC-SM-10)."""
        portals = self._live_portals()
        found = {seat.home: 0}
        layer, steps = [seat.home], 0
        while layer:
            if len(portals) >= 2 and any(place in portals for place in layer):
                for place in portals:
                    if place not in found:
                        found[place] = steps
                        layer.append(place)
            following = []
            for place in layer:
                for there in self._steps(seat, place):
                    if there not in found:
                        found[there] = steps + 1
                        following.append(there)
            layer, steps = following, steps + 1
        return found

    def _flight_ends(self, seat: Seat, n: int) -> tuple[list[Place], bool]:
        """End cells of a flight of n steps, and whether the way was too short (BC-FLIGHT-15)."""
        distance = self._distances(seat)
        if seat.at not in distance:  # BC-FLIGHT-17; also a dwarf on a Rubble cell
            return [], False
        if n >= distance[seat.at]:
            return [seat.home], n > distance[seat.at]
        portals = self._live_portals()
        layer = {seat.at}
        for _ in range(n):
            if len(portals) >= 2 and layer & set(portals):
                layer |= set(portals)  # a hop is free and allowed before any step
            layer = {
                there
                for place in layer
                for there in self._steps(seat, place)
                if distance[there] == distance[place] - 1
            }
        return sorted(layer, key=lambda place: (place[1], place[0])), False

    def _free_ends(self, seat: Seat, n: int) -> list[Place]:
        """End cells of Wrong Way (F13): n connected steps away, or as far as there is."""
        if self._is_buried(seat):  # BC-FLIGHT-17
            return []
        found = {seat.at}
        layer: list[Place] = []
        following = [seat.at]
        for _ in range(n):
            following = [there for place in following for there in self._steps(seat, place)]
            following = [there for there in dict.fromkeys(following) if there not in found]
            if not following:
                break
            found.update(following)
            layer = following
        return layer

    def _flee(
        self, seat: Seat, n: int, cause: str, free: bool = False, rubble: bool = False
    ) -> Script[None]:
        """FLEE and the landing after it.

        The cause is `monster`, `dodge`, `brawl`, `potion`, `autopilot` or `draught`; `free` = Wrong
        Way was played, `rubble` = the monster leaves Rubble on the cell (14.8, point 3).
        """
        self._turn_over_for(seat)
        if free:
            ends, short = self._free_ends(seat, n), False
        else:
            ends, short = self._flight_ends(seat, n)
        if not ends and cause in ("brawl", "potion"):  # BC-SM-7
            ends = [seat.home]
        start = seat.at
        if not ends:  # BC-FLIGHT-17
            if cause == "monster":
                seat.skip += 1
            if cause in ("monster", "dodge"):  # BC-SM-4
                self._drop_landing(seat)
            if rubble:
                self._put_rubble(start)
            return
        inputs = ["to home" if end == seat.home else f"to {written(end)}" for end in ends]
        text = yield from self._ask("FLEE", seat, inputs)
        end = seat.home if text == "to home" else read(text.split()[1])
        if short and cause == "monster":  # BC-FLIGHT-7, BC-FLIGHT-15
            seat.skip += 1
        self._put(seat, end, own=False)
        if end == start:  # an Autopilot that stands on its Entrance
            return
        if cause == "monster" and seat.crystal:  # BC-FLIGHT-12
            seat.crystal = False
            self.cells[start].loose += 1
        if rubble:
            self._put_rubble(start)
        yield from self._land(seat, {"auto"} if cause in ("autopilot", "potion") else set())

    def _put_rubble(self, place: Place) -> None:
        """Rubble of a monster (14.8, point 3; section 8)."""
        cell = self.cells[place]
        unmined = self._crystals_to_mine(cell)
        loose = cell.loose and not self.options["rubble_on_dropped_crystal"]
        if not cell.rubble and not unmined and not loose and self._rubble_left():
            cell.rubble = True

    # ----- Find cards -----

    def _draw_finds(self, seat: Seat, landing: Landing) -> Script[None]:
        """Undrawn Find cards are drawn at once, as long as the landing stands (BC-SM-4)."""
        while landing in self.landings and landing.draws > 0:
            if self.find_deck.total() == 0:  # BC-FIND-10, BC-CH-12
                self.find_deck, self.find_discard = self.find_discard, Counter()
            if self.find_deck.total() == 0:
                landing.draws = 0
                return
            card = yield from self._chance("FIND", "find", counts(self.find_deck))
            landing.draws -= 1
            self.find_deck[card] -= 1
            if FIND[card]["timing"] == "INSTANT":
                self.find_discard[card] += 1  # before its effect runs (14.5)
                yield from self._instant(seat, landing, card)
            else:
                seat.hand[card] += 1

    def _instant(self, seat: Seat, landing: Landing, card: str) -> Script[None]:
        """INSTANT cards (14.5)."""
        if card == "F26":
            self._gain_explosives(seat, 1)
        elif card == "F30":
            yield from self._cave_in(seat)
        elif card == "F31":
            yield from self._boom(seat, landing)
        elif card == "F32":
            seat.skip += 1
        elif card == "F33":
            yield from self._drop_random(seat)
        elif card == "F34":
            self._lose_explosive(seat)
        elif card == "F35":
            yield from self._flee(seat, FIND[card]["effect"]["flight"], "draught")
        elif card == "F36":
            if seat.hand.total() > 0:
                yield from self._steal(self._rivals(seat)[0], seat)
        elif card == "F37":
            for each in [seat, *self._rivals(seat)]:
                if each.explosives == 0:
                    each.skip += 1
                else:
                    self._lose_explosive(each)
        else:
            assert card == "F38"
            yield from self._wake_lair(seat)

    def _cave_in(self, seat: Seat) -> Script[None]:
        """F30 (BC-RUB-6, BC-RUB-7)."""
        if self._is_buried(seat) or not self._rubble_left():
            return
        inputs = [f"clear here {tool}" for tool in self._tools(seat, "clear")] + ["pass"]
        text = yield from self._ask("CAVEIN", seat, inputs)
        if text == "pass":
            self._cell(seat).rubble = True
            self._turn_over_for(seat)  # BC-SM-3
        else:
            self._pay(seat, text.split()[2])

    def _wake_lair(self, seat: Seat) -> Script[None]:
        """F38."""
        free = [
            place
            for place in self._cells_showing("boom")
            if self._dwarf_on(place) is None
            and not self.cells[place].boom
            and not self.cells[place].rubble
        ]
        lairs = self._nearest(seat.at, free)
        if lairs:
            place = yield from self._choose_cell(seat, lairs)
            self.cells[place].boom = True

    def _odd_even(self, seat: Seat, call: str) -> Script[bool]:
        """The roll after a call, with COIN on a miss (BC-ODD-1, 14.6)."""
        parity = 1 if call == "odd" else 0
        face = yield from self._roll()
        if face % 2 != parity and seat.holds("F11"):
            text = yield from self._ask("COIN", seat, ["play F11", "pass"])
            if text == "play F11":
                self._use(seat, "F11")
                face = yield from self._roll()
        return face % 2 == parity

    # ----- Boom cards -----

    def _boom_odds(self) -> dict[str, int]:
        """Weights of the next Boom card (BC-CH-6), after a reshuffle if needed (BC-CH-12)."""
        if self.boom_deck.total() == 0:
            self.boom_deck, self.boom_discard = self.boom_discard, Counter()
        if self.boom_top is not None:
            return {self.boom_top[0]: 1}
        return counts(self.boom_deck)

    def _boom(self, seat: Seat, landing: Landing) -> Script[bool]:
        """BOOM: draw and resolve a Boom card on the own cell; whether there was one."""
        odds = self._boom_odds()
        if not odds:
            return False
        card = yield from self._chance("BOOM", "boom", odds)
        self.boom_deck[card] -= 1
        self.boom_top = None
        cell = self._cell(seat)
        if tagged(card, "calm"):
            self.boom_discard[card] += 1
            cell.boom = False
            yield from self._victory(seat, landing, card)
        elif health(card) == 6 and {"opened", "first"} <= landing.flags and cell.shows("boom"):
            self.boom_discard[card] += 1  # BC-FIRST-4
        elif (seat.skill == "miner" and tagged(card, "miner")) or (
            seat.skill == "gardener" and tagged(card, "dandelion")
        ):  # BC-MIN-2, BC-GAR-5
            self._tame(seat, card)
        else:
            yield from self._monster(seat, landing, card)
        return True

    def _tame(self, seat: Seat, card: str) -> None:
        """A monster becomes an ally; the cell counts as cleared (BC-ALLY-1)."""
        seat.allies.append(card)
        self._cell(seat).boom = False
        self.fight = None

    def _victory(self, seat: Seat, landing: Landing, card: str) -> Script[None]:
        """The victory column: Explosives, PASSAGE, then Find draws (14.8, point 2; 14.9)."""
        column = BOOM[card]["victory"]
        self._gain_explosives(seat, column.get("explosives", 0))
        if "passage" in column:
            yield from self._open_passage(seat)
        landing.draws += column.get("draw", 0)
        if "odd_even" in column:  # B03
            call = yield from self._ask("CALL", seat, ["odd", "even"])
            hit = yield from self._odd_even(seat, call)
            if hit:
                landing.draws += column["odd_even"]
            else:
                yield from self._drop_choice(seat)

    def _open_passage(self, seat: Seat) -> Script[None]:
        """PASSAGE: a wall of the own cell towards an open cell."""
        inputs = []
        for side in COMPASS:
            there = beside(seat.at, side)
            walled = self._reach(seat, seat.at, side) is None
            if in_grid(there) and self.cells[there].is_open and walled:
                inputs.append(f"open {side}")
        text = yield from self._ask("PASSAGE", seat, [*inputs, "pass"])
        if text != "pass":
            self.passages.add(joint(seat.at, beside(seat.at, text.split()[1])))

    def _monster(self, seat: Seat, landing: Landing, card: str) -> Script[None]:
        """MONSTER and the fight with it (3.8, 14.7, 14.8)."""
        fight = Fight("monster", seat.number, None, card)
        self.fight = fight
        inputs = ["fight"]
        has_elemental = any(tagged(ally, "elemental") for ally in seat.allies)
        shaman = seat.skill == "shaman" and tagged(card, "elemental")
        if seat.holds("F12"):
            inputs.append("play F12")
        weak = health(card) <= FIND["F22"]["effect"]["tame"]
        if seat.holds("F22") and weak and not (shaman and has_elemental):  # BC-SHA-4
            inputs.append("play F22")
        if shaman and not has_elemental:  # BC-SHA-1
            inputs.append("tame")
        text = yield from self._ask("MONSTER", seat, inputs)
        if text == "play F12":
            self._use(seat, "F12")
            self._cell(seat).boom = True
            self.boom_discard[card] += 1
            self.fight = None
            yield from self._flee(seat, FIND["F12"]["effect"]["dodge"], "dodge")
            return
        if text == "play F22":
            self._use(seat, "F22")
            self._tame(seat, card)
            return
        if text == "tame":
            call = yield from self._ask("CALL", seat, ["odd", "even"])
            hit = yield from self._odd_even(seat, call)
            if hit:
                self._tame(seat, card)
                return
        yield from self._choose_ally(fight, "a")
        winner = yield from self._stages(fight)
        if winner == "d":
            self._turn_over_for(seat)
        yield from self._settle_allies(fight)  # 14.8, point 1
        self.fight = None
        self.boom_discard[card] += 1
        if winner == "a":  # 14.8, point 2
            self._cell(seat).boom = False  # BC-BOOM-5
            yield from self._victory(seat, landing, card)
        else:
            die = fight.dice["a"]
            assert die is not None
            yield from self._defeat(seat, card, die)

    def _defeat(self, seat: Seat, card: str, die: int) -> Script[None]:
        """A fight with a monster is lost (14.8, point 3)."""
        column = BOOM[card]["defeat"]
        if column.get("drop") == "random":
            yield from self._drop_random(seat)
        elif column.get("drop") == "choice":
            yield from self._drop_choice(seat)
        if column.get("explosives", 0) < 0:
            self._lose_explosive(seat)
        seat.skip += column.get("skip", 0)
        self._cell(seat).boom = True  # BC-BOOM-3
        free = yield from self._loss(seat)
        n = column.get("flee_set", die) + column.get("flee_add", 0)  # BC-FLIGHT-1
        yield from self._flee(seat, n, "monster", free, rubble="rubble" in column)

    def _loss(self, seat: Seat) -> Script[bool]:
        """LOSS: whether the loser plays Wrong Way (F13)."""
        if not seat.holds("F13"):
            return False
        text = yield from self._ask("LOSS", seat, ["play F13", "pass"])
        if text == "play F13":
            self._use(seat, "F13")
        return text == "play F13"

    # ----- Brawls -----

    def _brawl(self, newcomer: Seat, resident: Seat, landing: Landing) -> Script[None]:
        """BRAWL (3.17, 14.7, 14.8): the first step of the newcomer's landing (BC-SM-5)."""
        fight = Fight("brawl", newcomer.number, resident.number, None)
        self.fight = fight
        yield from self._choose_ally(fight, "a")
        yield from self._choose_ally(fight, "d")
        side = yield from self._stages(fight)
        winner, loser = (newcomer, resident) if side == "a" else (resident, newcomer)
        self._turn_over_for(loser)  # BC-SM-3
        yield from self._settle_allies(fight)
        self.fight = None
        if "hop" in landing.flags and winner is newcomer and self.record.moves == 0:
            self.record.moves = 1  # BC-PORT-5
        if loser.crystal:
            loser.crystal = False
            if winner.crystal:
                self.crystals_smashed += 1  # BC-CRY-5
            else:
                winner.crystal = True  # BC-CRY-4
                self._win_test(winner)
        if fight.potion:  # BC-WINDOW-6
            loser.autopilot = self._number("autopilot_turns")
            yield from self._flee(loser, DATA["potion_run"], "potion")
        else:
            free = yield from self._loss(loser)
            loser.skip += 1  # BC-PVP-2
            yield from self._flee(loser, DATA["retreat"], "brawl", free)

    # ----- the course of a fight -----

    def _choose_ally(self, fight: Fight, side: str) -> Script[None]:
        """ALLY (BC-ALLY-3, BC-ALLY-10, BC-MIN-3, BC-GAR-2)."""
        number = fight.seat(side)
        assert number is not None
        seat = self.seats[number]
        inputs = [f"ally {ally}" for ally in sorted(set(seat.allies))]
        if seat.skill == "gardener" and seat.uses:
            inputs.append("summon")
        if all(seat.skill == "miner" and tagged(ally, "miner") for ally in seat.allies):
            inputs.append("none")
        text = yield from self._ask("ALLY", seat, inputs)
        if text == "summon":
            assert seat.uses
            seat.uses -= 1
            seat.allies.append(SEED)
            fight.allies[side] = SEED
        elif text != "none":
            fight.allies[side] = text.split()[1]

    def _stages(self, fight: Fight) -> Script[str]:
        """Stages of a fight, each with its PREROLL window (BC-WINDOW-3, BC-WINDOW-4)."""
        while True:
            fight.dice = dict.fromkeys(SIDES)
            drinker = yield from self._preroll(fight)
            if drinker is not None:
                fight.potion = True
                return drinker
            rollers = [
                side
                for side in SIDES
                if fight.allies[side] is None and fight.seat(side) is not None
            ]
            if not rollers and fight.kind == "monster":  # BC-ALLY-7
                ally = fight.allies["a"]
                assert ally is not None
                mine, its = fight.strength("a"), fight.strength("d")
                if mine >= its:
                    fight.fought["a"] = (ally, mine > its)
                    return "a"
                self._beat_ally(fight, "a")
            elif not rollers:  # BC-ALLY-9
                one, two = fight.strength("a"), fight.strength("d")
                if one <= two:
                    self._beat_ally(fight, "a")
                if two <= one:
                    self._beat_ally(fight, "d")
            else:
                winner = yield from self._dice(fight, rollers)
                if fight.allies[OTHER[winner]] is not None:  # BC-ALLY-8
                    self._beat_ally(fight, OTHER[winner])
                    continue
                ally = fight.allies[winner]
                if ally is not None:
                    fight.fought[winner] = (ally, True)
                return winner

    def _beat_ally(self, fight: Fight, side: str) -> None:
        """An ally is out of the fight, its modifiers with it (BC-WINDOW-3)."""
        ally = fight.allies[side]
        assert ally is not None
        fight.fought[side] = (ally, False)
        fight.allies[side] = None
        fight.mods[side] = 0

    def _preroll(self, fight: Fight) -> Script[str | None]:
        """PREROLL (BC-WINDOW-2); the side that drank the potion, if one did."""
        order = [self.seats[fight.a]]
        if fight.d is not None:
            order.append(self.seats[fight.d])
        order += [rival for rival in self._rivals(order[0]) if rival not in order]
        quiet, turn = 0, 0
        while quiet < len(order):
            seat = order[turn % len(order)]
            turn += 1
            side = next((side for side in SIDES if fight.seat(side) == seat.number), None)
            inputs = []
            if side is not None:
                boosts = ("F05", "F06", "F07", "F08", "F09")
                inputs += [f"play {card}" for card in boosts if seat.holds(card)]
            if seat.holds("F10"):
                inputs += ["play F10 a", "play F10 d"]
            if side and fight.kind == "brawl" and seat.skill == "alchemist" and seat.uses:
                inputs.append("potion")
            text = yield from self._ask("PREROLL", seat, [*inputs, "pass"])
            if text == "pass":
                quiet += 1
                continue
            quiet = 0
            if text == "potion":
                assert seat.uses
                seat.uses -= 1
                return side
            words = text.split()
            self._use(seat, words[1])
            effect = FIND[words[1]]["effect"]
            if words[1] == "F10":
                fight.mods[words[2]] += effect["any"]
            else:
                assert side is not None
                fight.mods[side] += effect.get("own", 0)
                fight.mods[OTHER[side]] += effect.get("enemy", 0)
        return None

    def _dice(self, fight: Fight, rollers: list[str]) -> Script[str]:
        """Rolls, attacker first, and rerolls of ties; the side that is higher (BC-FIGHT-1..3)."""
        while True:
            fight.dice = dict.fromkeys(SIDES)
            for side in rollers:
                fight.dice[side] = yield from self._roll()
            yield from self._postroll(fight, rollers)
            one, two = fight.strength("a"), fight.strength("d")
            if one != two:
                return "a" if one > two else "d"

    def _postroll(self, fight: Fight, rollers: list[str]) -> Script[None]:
        """POSTROLL (BC-WINDOW-5, BC-MER-1, F11)."""
        coins: set[str] = set()
        quiet, turn = 0, 0
        while quiet < len(rollers):
            side = rollers[turn % len(rollers)]
            turn += 1
            number = fight.seat(side)
            assert number is not None
            seat = self.seats[number]
            inputs = []
            if fight.strength(side) <= fight.strength(OTHER[side]):
                if seat.holds("F11") and side not in coins:
                    inputs.append("play F11")
                if seat.skill == "merchant":
                    inputs += [f"sell {card}" for card in counts(seat.hand)]
            text = yield from self._ask("POSTROLL", seat, [*inputs, "pass"])
            if text == "pass":
                quiet += 1
                continue
            quiet = 0
            if text == "play F11":
                self._use(seat, "F11")
                coins.add(side)
                fight.dice[side] = None
                fight.dice[side] = yield from self._roll()
            else:
                self._discard(seat, text.split()[1])
                fight.mods[side] += 1

    def _settle_allies(self, fight: Fight) -> Script[None]:
        """Allies that fought stay or go, side a first (14.8, point 1)."""
        for side in SIDES:
            if side not in fight.fought:
                continue
            number = fight.seat(side)
            assert number is not None
            seat = self.seats[number]
            ally, won = fight.fought[side]
            if won and seat.skill == "shaman" and tagged(ally, "elemental"):  # BC-SHA-2
                continue
            if seat.holds("F23"):
                text = yield from self._ask("KEEPALLY", seat, ["play F23", "pass"])
                if text == "play F23":
                    self._use(seat, "F23")
                    continue
            if seat.skill == "gardener" and is_dandelion(ally):  # BC-GAR-3, BC-GAR-4
                call = yield from self._ask("CALL", seat, ["odd", "even"])
                hit = yield from self._odd_even(seat, call)
                if hit:
                    continue
                if seat.uses:
                    text = yield from self._ask("REGROW", seat, ["spend", "pass"])
                    if text == "spend":
                        seat.uses -= 1
                        continue
            self._dismiss(seat, ally)
