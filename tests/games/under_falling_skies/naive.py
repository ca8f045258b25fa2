"""Naive twin of Under Falling Skies: slow and plain, written from the numbered rules alone.

Comments cite the rule ids of the rule specification (``UFS-...``). Tests play the same games here
and in the fast implementation and compare positions, legal inputs and results.

A base cell is its name ("13": row 1, column 3), an action die is its number ("B1" to "W2").
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).with_name("cards.json")

CARDS = 8  # UFS-LEVEL-1
SIDES = {"e": "easy", "s": "star"}
COLUMNS = [1, 2, 3, 4, 5]
FACES = [1, 2, 3, 4, 5, 6]  # UFS-ROLL-2
DICE = ["B1", "B2", "B3", "W1", "W2"]  # UFS-COMP-4, in the order of UFS-ROLL-5
GREEN_SHIPS = 5  # UFS-COMP-5
RED_SHIPS = 2  # UFS-COMP-5
ROBOTS = 2  # UFS-ROBOT-21
ROBOT_MAX = 6  # UFS-ROBOT-2
DIG_COST = 1  # UFS-DIG-8
LAST_ROW = 15
CITY_ROW = 16  # UFS-SHIP-8
AA_ROW = "0"  # UFS-AA-8
ARROWS = {"L": -1, "R": 1}

# State letters of section 4.
ROLL, PLACE, REROLL, ROOMS, STEPS, BUILD, SPAWN, WON, LOST = "LPXRQBSWD"
ASKING = [PLACE, ROOMS, STEPS, BUILD, SPAWN]
ROLLING = [ROLL, REROLL]

# The 16 fields of a position string.
FORM = re.compile(
    r"UFS ([es]{8}) r(\d+) ([LPXRSWD]|Q\d+|B[1-6]) p(\d+) e(\d+) q(\d+) d(\d+) x(\d+)"
    r" G=(\S+) R=(\S+) card=g(\d)r(\d) sup=r(\d) bots=(\S+) hand=(\S+) base=(\S+)"
)


@dataclass
class Ship:
    """One ship: colour "g" or "r"; place "board", "card", "supply" or "out"."""

    colour: str
    place: str
    row: int = 0
    column: int = 0


@dataclass
class Robot:
    """A blue die in the base."""

    value: int
    exhausted: bool


@dataclass
class Die:
    """An action die in the base; its colour is "b" or "w"."""

    colour: str
    value: int
    digging: bool


@dataclass
class Room:
    """A room or a tunnel; its anchor is its lowest cell."""

    types: list[str]
    cells: list[str]
    mod: int
    cost: int

    @property
    def anchor(self) -> str:
        """The lowest cell (section 5)."""
        return min(self.cells)


def cell_name(place: list[int]) -> str:
    """The name of a base cell given as [row, column]."""
    return f"{place[0]}{place[1]}"


def column_of(cell: str) -> int:
    """The column of a base cell."""
    return int(cell[1])


def make_room(entry: dict[str, Any]) -> Room:
    """A room of the card data."""
    cells = sorted(cell_name(place) for place in entry["cells"])
    return Room(entry["type"], cells, entry["mod"], entry["cost"])


class Board:
    """What the eight chosen card sides print (UFS-SETUP-1, UFS-SETUP-2, UFS-LEVEL-5)."""

    def __init__(self, cards: dict[str, Any], sides: str) -> None:
        """Read the sides; the letters stand in the order of section 6."""
        names = [SIDES[letter] for letter in sides]
        skies = [cards["sky"][str(number)][names[number]] for number in [1, 2, 3, 4]]
        upper = cards["baseUpper"][names[5]]
        lower = cards["baseLower"][names[6]]
        tracks = cards["tracks"][names[7]]
        self.start_row: int = cards["mothership"][names[0]]["startRow"]
        spaces = cards["mothership"][names[0]].get("startSpaces", [0, 0, 0, 0, 0])
        self.start_spaces: dict[int, int] = dict(zip(COLUMNS, spaces, strict=True))
        self.icons: list[str] = [row for sky in skies for row in sky["rows"]]
        self.effects: list[str] = [effect for sky in skies for effect in sky["effects"]]
        self.skull = self.effects.index("skull") + 1
        self.rooms = [make_room(entry) for entry in upper["rooms"] + lower["rooms"]]
        self.path = [cell_name(place) for place in upper["path"] + lower["path"]]  # UFS-DIG-1
        self.dig_start = self.path.index(cell_name(upper["excavatorStart"]))
        self.damage_limit: int = upper["damageSteps"] + lower["damageSteps"]
        self.energy_start: int = tracks["energyStart"]
        self.energy_max: int = tracks["energyMax"]
        self.research: list[int] = tracks["research"]

    def icon(self, row: int, column: int) -> str:
        """The icon of a sky space."""
        return self.icons[row - 1][column - 1]

    def effect(self, row: int) -> str:
        """The effect of a sky row."""
        return self.effects[row - 1]

    def cells(self) -> list[str]:
        """All base cells, in cell order."""
        return sorted(cell for room in self.rooms for cell in room.cells)

    def room_of(self, cell: str) -> Room:
        """The room or tunnel of a cell (UFS-INV-9)."""
        for room in self.rooms:
            if cell in room.cells:
                return room
        raise ValueError(f"no cell {cell!r}")

    def is_tunnel(self, cell: str) -> bool:
        """Whether a cell is a tunnel cell."""
        return "tunnel" in self.room_of(cell).types


def check_options(sides: str, low_dig_placement: bool) -> None:
    """Refuse option values that the rules do not know (section 6)."""
    if not isinstance(sides, str) or len(sides) != CARDS or not set(sides) <= set(SIDES):
        raise ValueError(f"sides={sides!r}")  # UFS-LEVEL-2
    if not isinstance(low_dig_placement, bool):
        raise ValueError(f"low_dig_placement={low_dig_placement!r}")  # UFS-DIG-7


def read_list(text: str) -> list[str]:
    """The entries of a comma-separated list, "-" if it is empty."""
    return [] if text == "-" else text.split(",")


def write_list(entries: list[str]) -> str:
    """A comma-separated list, "-" if it is empty."""
    return ",".join(entries) if entries else "-"


def match_entry(pattern: str, entry: str) -> list[str]:
    """The groups of one list entry of a position string."""
    found = re.fullmatch(pattern, entry)
    if found is None:
        raise ValueError(f"bad entry {entry!r}")
    return [group or "" for group in found.groups()]


def require(condition: bool, what: str) -> None:
    """Refuse a position string that breaks an invariant of section 8."""
    if not condition:
        raise ValueError(f"bad position: {what}")


class Naive:
    """One game of Under Falling Skies (UFS-COMP-1: one player)."""

    def __init__(
        self,
        sides: str = "eeeeeeee",
        low_dig_placement: bool = False,
        cards: dict[str, Any] | None = None,
    ) -> None:
        """Set up a game (section 2.2); the cards may be given to play with changed data."""
        check_options(sides, low_dig_placement)
        if cards is None:
            cards = json.loads(DATA.read_text(encoding="utf-8"))
        self.sides = sides  # UFS-LEVEL-6
        self.low_dig_placement = low_dig_placement
        self.board = Board(cards, sides)
        self.state = ROLL
        self.round = 1
        self.p = self.board.start_row  # UFS-SETUP-4
        self.energy = self.board.energy_start  # UFS-SETUP-6
        self.q = 0  # UFS-SETUP-5
        self.damage = 0  # UFS-SETUP-7
        self.x = self.board.dig_start  # UFS-SETUP-8
        self.ships = [Ship("g", "board", self._start(c), c) for c in COLUMNS]  # UFS-SETUP-3
        self.ships += [Ship("r", "supply") for _ in range(RED_SHIPS)]  # UFS-SETUP-12
        self.robots: dict[str, Robot] = {}  # UFS-SETUP-11: cell -> robot
        self.base: dict[str, Die] = {}  # UFS-SETUP-10: cell -> die
        self.hand: dict[str, int] = {}  # number of an unplaced die -> value, 0 before a first roll
        self.to_roll: list[str] = []  # numbers of the dice still to roll
        self.amount = 0  # the total in STEPS, the value of the new robot in BUILD
        self._start_roll()

    # The interface

    def turn(self) -> int | str:
        """0 if the player decides, or "chance", or "over"."""
        if self.state in ASKING:
            return 0
        return "chance" if self.state in ROLLING else "over"

    def legal(self) -> list[str]:
        """All legal inputs, each once; at chance the possible outcomes of the next die."""
        if self.state in ROLLING:
            return [f"{self.to_roll[0]}={face}" for face in FACES]  # UFS-ROLL-5
        if self.state == PLACE:
            return self._legal_places() + self._legal_removals()
        if self.state == ROOMS:
            return [*self._legal_uses(), *self._legal_skips(), *self._legal_removals(), "/"]
        if self.state == STEPS:
            return [f"+{steps}" for steps in range(self._max_steps() + 1)]  # UFS-RESEARCH-3
        if self.state == BUILD:
            return [*self._legal_builds(), *self._legal_removals(), "=x"]  # UFS-ROBOT-24
        if self.state == SPAWN:
            return [f"s{column}" for column in self._spawn_columns()]
        return []  # UFS-END-4

    def weights(self) -> list[int]:
        """Weights of the outcomes at chance: all faces alike (UFS-ROLL-2)."""
        if self.state not in ROLLING:
            raise ValueError("no chance here")
        return [1 for _ in self.legal()]

    def play(self, text: str) -> None:
        """Play one legal input."""
        if text not in self.legal():
            raise ValueError(f"not legal: {text!r} in {self.position()!r}")
        if self.state in ROLLING:
            self._roll_die(int(text[-1]))
        elif text[0] == "-":
            del self.robots[text[1:]]  # UFS-ROBOT-19, UFS-ROBOT-20
        elif self.state == PLACE:
            self._place(text)
        elif self.state == ROOMS:
            self._act_in_rooms(text)
        elif self.state == STEPS:
            self._take_steps(int(text[1:]))
        elif self.state == BUILD:
            self._build(text[1:])
        else:
            self._spawn_in(int(text[1:]))
            self._spawn()

    def position(self) -> str:
        """The position string of section 6."""
        fields = [
            "UFS",
            self.sides,
            f"r{self.round}",
            self.state + (str(self.amount) if self.state in [STEPS, BUILD] else ""),
            f"p{self.p}",
            f"e{self.energy}",
            f"q{self.q}",
            f"d{self.damage}",
            f"x{self.x}",
            "G=" + self._write_ships("g"),
            "R=" + self._write_ships("r"),
            f"card=g{self._count('g', 'card')}r{self._count('r', 'card')}",
            f"sup=r{self._count('r', 'supply')}",
            "bots=" + self._write_robots(),
            "hand=" + self._write_hand(),
            "base=" + self._write_base(),
        ]
        return " ".join(fields)

    def result(self) -> str | None:
        """The end and the level ("win 0", "loss 3"), None if the game goes on (UFS-END-7)."""
        level = self.sides.count("s")  # UFS-LEVEL-3
        if self.state == WON:
            return f"win {level}"
        if self.state == LOST:
            return f"loss {level}"
        return None

    @classmethod
    def from_position(
        cls,
        text: str,
        *,
        sides: str | None = None,
        low_dig_placement: bool = False,
        cards: dict[str, Any] | None = None,
    ) -> "Naive":
        """Begin at a position string in canonical form; the sides are those it names."""
        found = FORM.fullmatch(text)
        if found is None:
            raise ValueError(f"bad position {text!r}")
        if sides not in [None, found[1]]:
            raise ValueError(f"sides={sides!r}, but the position says {found[1]!r}")
        game = cls(found[1], low_dig_placement, cards)
        game._read(list(found.groups()))
        game._check()
        if game.position() != text:
            raise ValueError(f"not canonical: {text!r}, expected {game.position()!r}")
        return game

    # What stands where

    def _count(self, colour: str, place: str) -> int:
        """The number of ships of a colour at a place."""
        return len([s for s in self.ships if s.colour == colour and s.place == place])

    def _start(self, column: int) -> int:
        """The row of the start space of a column."""
        return self.p + self.board.start_spaces[column]

    def _on_board(self) -> list[Ship]:
        """The ships on sky and start spaces, from the top row down."""
        ships = [ship for ship in self.ships if ship.place == "board"]
        return sorted(ships, key=lambda ship: ship.row)

    def _in_column(self, column: int) -> list[Ship]:
        """The ships of a column from the top row down; start spaces belong to it (UFS-SHIP-3)."""
        return [ship for ship in self._on_board() if ship.column == column]

    def _is_occupied(self, row: int, column: int) -> bool:
        """Whether a ship stands on a space."""
        return any(ship.row == row for ship in self._in_column(column))

    def _is_excavated(self, cell: str) -> bool:
        """Row 0 and the path cells behind the excavator (UFS-DIG-15, UFS-PLACE-6)."""
        return cell[0] == AA_ROW or self.board.path.index(cell) < self.x

    def _is_open(self, cell: str) -> bool:
        """Whether a cell can hold a die or robot: an excavated cell of a room (UFS-PLACE-8, 9)."""
        return self._is_excavated(cell) and not self.board.is_tunnel(cell)

    def _is_empty(self, cell: str) -> bool:
        """Whether neither a die nor a robot is on a cell (UFS-PLACE-3)."""
        return cell not in self.base and cell not in self.robots

    def _room_dice(self, room: Room) -> list[str]:
        """The cells of a room with an action die other than the digging die (UFS-DIG-13)."""
        return [c for c in room.cells if c in self.base and not self.base[c].digging]

    def _ready_robots(self, room: Room) -> list[str]:
        """The cells of a room with a ready robot (UFS-ROBOT-10, UFS-ROBOT-16)."""
        return [c for c in room.cells if c in self.robots and not self.robots[c].exhausted]

    # Rolling

    def _start_roll(self) -> None:
        """A round begins with a roll of all five action dice (UFS-ROLL-1)."""
        self.state = ROLL
        self.hand = dict.fromkeys(DICE, 0)
        self.to_roll = list(DICE)

    def _roll_die(self, face: int) -> None:
        """Note the value of the next die; after the last one the player places."""
        self.hand[self.to_roll.pop(0)] = face
        if not self.to_roll:
            self.state = PLACE  # UFS-ROLL-4

    # Placing dice

    def _legal_removals(self) -> list[str]:
        """Any robot may be removed (UFS-ROBOT-19)."""
        return [f"-{cell}" for cell in sorted(self.robots)]

    def _legal_places(self) -> list[str]:
        """Every kind of unplaced die on every cell that may take it (UFS-PLACE-2, 10)."""
        found: list[str] = []
        for number, value in self.hand.items():
            for cell in self.board.cells():
                text = f"{number[0].lower()}{value}>{cell}" + self._digging_mark(cell)
                if self._may_place(cell, value) and text not in found:
                    found.append(text)
        return found

    def _digging_mark(self, cell: str) -> str:
        """A die on a not excavated cell is the digging die (UFS-PLACE-7)."""
        return "" if self._is_excavated(cell) else "*"

    def _may_place(self, cell: str, value: int) -> bool:
        """Whether a die of this value may be placed on a cell."""
        if not self._is_empty(cell):  # UFS-PLACE-3, UFS-PLACE-13
            return False
        if column_of(cell) in [column_of(other) for other in self.base]:  # UFS-PLACE-4, 12
            return False
        if self._is_excavated(cell):
            return self._is_open(cell)  # UFS-PLACE-5, UFS-PLACE-8
        if any(die.digging for die in self.base.values()):  # UFS-PLACE-7
            return False
        return self._may_dig(cell, value)

    def _distance(self, cell: str) -> int:
        """Path steps from the excavator to a cell, tunnels counted (UFS-DIG-4, UFS-DIG-5)."""
        return self.board.path.index(cell) - self.x

    def _may_dig(self, cell: str, value: int) -> bool:
        """Whether a die may lie on a not excavated cell (UFS-DIG-3, 6, 7, 17)."""
        distance = self._distance(cell)
        return distance >= 1 and (value >= distance or self.low_dig_placement)

    def _place(self, text: str) -> None:
        """Place a die and move the ships of its column (UFS-PLACE-1)."""
        kind, cell = text.rstrip("*").split(">")
        number = self._number_of(kind)
        value = self.hand.pop(number)
        self.base[cell] = Die(kind[0], value, text.endswith("*"))
        in_aa_room = "aa" in self.board.room_of(cell).types
        self._move_column(column_of(cell), value - 1 if in_aa_room else value)  # UFS-AA-1, 4
        if self.state == LOST:
            return  # UFS-END-4: no reroll
        if not self.hand:
            self.state = ROOMS  # UFS-PLACE-11, UFS-WHITE-5
        elif kind[0] == "w":
            self.state = REROLL  # UFS-WHITE-1, 2, 6, 7
            self.to_roll = list(self.hand)  # UFS-WHITE-3, UFS-WHITE-4

    def _number_of(self, kind: str) -> str:
        """The unplaced die with the lowest number of a kind such as "b4" (section 5)."""
        for number, value in self.hand.items():
            if f"{number[0].lower()}{value}" == kind:
                return number
        raise ValueError(f"no die {kind!r}")

    # Ships

    def _move_column(self, column: int, rows: int) -> None:
        """Move the ships of a column, then resolve them from the top (UFS-SHIP-1, 2, 5, 7)."""
        if rows == 0:
            return  # UFS-AA-2, UFS-AA-3, UFS-ICON-13
        moved = self._in_column(column)
        for ship in moved:
            ship.row += rows  # UFS-SHIP-16
        for ship in moved:
            if self.state == LOST:
                return  # UFS-END-4, UFS-END-6
            self._resolve(ship)

    def _resolve(self, ship: Ship) -> None:
        """Resolve the space where a ship ends its movement (UFS-SHIP-6)."""
        if ship.row >= CITY_ROW:  # UFS-SHIP-8, UFS-ICON-12
            ship.place = "card"  # UFS-SHIP-10, UFS-SHIP-11
            self._take_damage()  # UFS-SHIP-9
            return
        icon = self.board.icon(ship.row, ship.column)
        if icon in ARROWS:
            self._shift(ship, ship.column + ARROWS[icon])
        elif icon == "M":
            self._descend()  # UFS-ICON-4, 5, 9; an explosion does nothing (UFS-ICON-10)

    def _shift(self, ship: Ship, column: int) -> None:
        """Shift a ship if the space is empty; its icon does not count (UFS-ICON-1, 2, 3)."""
        if column in COLUMNS and not self._is_occupied(ship.row, column):
            ship.column = column

    def _descend(self) -> None:
        """Move the mothership down one row and collect (UFS-ICON-6, UFS-MOTHER-10, 11, 12)."""
        riding = [ship for ship in self._on_board() if ship.row == self._start(ship.column)]
        self.p += 1
        met = [ship for ship in self._on_board() if ship.row == self._start(ship.column)]
        for ship in riding:
            ship.row = self._start(ship.column)  # UFS-MOTHER-12
        if self.p == self.board.skull:
            self.state = LOST  # UFS-END-1, UFS-END-5: nothing is collected
            return
        for ship in met:
            ship.place = "card"

    def _take_damage(self) -> None:
        """One point of damage (UFS-END-2, UFS-END-6)."""
        self.damage += 1
        if self.damage == self.board.damage_limit:
            self.state = LOST

    # Rooms

    def _legal_uses(self) -> list[str]:
        """Full rooms that can be paid, and the digging die if it can dig (UFS-ROOM-1)."""
        found = [f"u{room.anchor}" for room in self.board.rooms if self._may_use(room)]
        for cell, die in self.base.items():
            if die.digging and self.energy >= DIG_COST and die.value >= self._distance(cell):
                found.append(f"u{cell}*")  # UFS-DIG-6, 8, 14
        return found

    def _may_use(self, room: Room) -> bool:
        """Whether a room is full and can be paid (UFS-ROOM-4, UFS-ROOM-9, UFS-ROBOT-13)."""
        if "aa" in room.types or "tunnel" in room.types:  # UFS-AA-6
            return False
        powered = self._room_dice(room) + self._ready_robots(room)
        return len(powered) == len(room.cells) and self.energy >= room.cost

    def _legal_skips(self) -> list[str]:
        """Rooms with an action die, AA rooms included, and the digging die (UFS-ROOM-5)."""
        found = [f"n{room.anchor}" for room in self.board.rooms if self._room_dice(room)]
        return found + [f"n{cell}*" for cell, die in self.base.items() if die.digging]

    def _act_in_rooms(self, text: str) -> None:
        """Use or skip a room or the digging die, or end the phase."""
        cell = text[1:3]
        if text == "/":
            self.base = {}  # UFS-ROOM-19, UFS-ROUND-5
            self._mother()
        elif text.endswith("*"):
            if text[0] == "u":
                self.energy -= DIG_COST  # UFS-DIG-8, UFS-DIG-9
                self.x = self.board.path.index(cell)  # UFS-DIG-2, UFS-DIG-10
            del self.base[cell]  # UFS-DIG-11, UFS-DIG-12
        elif text[0] == "n":
            self._take_off(self.board.room_of(cell))  # UFS-ROOM-10; robots stay (UFS-ROBOT-18)
        else:
            self._use(self.board.room_of(cell))

    def _take_off(self, room: Room) -> None:
        """Take the action dice of a room off (UFS-ROOM-2)."""
        for cell in self._room_dice(room):
            del self.base[cell]

    def _total(self, room: Room) -> int:
        """The total of a room: dice, ready robots and modifier (UFS-ROOM-6, 7, 8)."""
        dice = [self.base[cell].value for cell in self._room_dice(room)]  # UFS-WHITE-8
        robots = [self.robots[cell].value for cell in self._ready_robots(room)]  # UFS-ROBOT-11
        return max(0, sum(dice) + sum(robots) + room.mod)

    def _use(self, room: Room) -> None:
        """Use a room, in the order of UFS-ROOM-16; effects by UFS-ROOM-11, 13, 14."""
        self.energy -= room.cost  # UFS-ROOM-3, UFS-ROOM-12
        total = self._total(room)
        self._take_off(room)
        self._lower_robots(room)
        if "energy" in room.types:
            self.energy = min(self.energy + total, self.board.energy_max)  # UFS-ENERGY-1, 2
        if "fighter" in room.types:
            self._shoot(total)
        if "research" in room.types:
            self.amount = total
            self.state = STEPS
        elif "robot" in room.types and total >= 1:  # UFS-ROBOT-3
            self.amount = min(total, ROBOT_MAX)  # UFS-ROBOT-1, UFS-ROBOT-2
            self.state = BUILD

    def _lower_robots(self, room: Room) -> None:
        """Lower and exhaust the robots that powered a room (UFS-ROBOT-12, 14, 15, 16)."""
        for cell in self._ready_robots(room):
            robot = self.robots[cell]
            robot.value -= 1
            robot.exhausted = True
            if robot.value == 0:
                del self.robots[cell]  # UFS-ROBOT-17

    def _shoot(self, total: int) -> None:
        """Shoot down every ship on an explosion of at most the total (UFS-FIGHT-1, 2, 3, 6)."""
        for ship in self._on_board():
            if ship.row == self._start(ship.column):
                continue  # UFS-ICON-14
            icon = self.board.icon(ship.row, ship.column)
            if icon.isdigit() and int(icon) <= total:
                ship.place = "card" if ship.colour == "g" else "out"  # UFS-FIGHT-4, UFS-FIGHT-5

    def _max_steps(self) -> int:
        """The most research steps the total pays for (UFS-RESEARCH-1, 2, 7)."""
        ahead = self.board.research[self.q :]
        steps = 0
        while steps < len(ahead) and sum(ahead[: steps + 1]) <= self.amount:
            steps += 1
        return steps

    def _take_steps(self, steps: int) -> None:
        """Advance the research marker; the rest of the total is lost (UFS-RESEARCH-4)."""
        self.q += steps
        self.amount = 0
        self.state = WON if self.q == len(self.board.research) else ROOMS  # UFS-END-3

    def _legal_builds(self) -> list[str]:
        """Empty excavated room cells, if a blue die is in the supply (UFS-ROBOT-4 to 9, 22)."""
        if len(self.robots) == ROBOTS:  # UFS-ROBOT-21
            return []
        cells = [c for c in self.board.cells() if self._is_open(c) and self._is_empty(c)]
        return [f"={cell}" for cell in cells]

    def _build(self, cell: str) -> None:
        """Put the new robot on a cell, exhausted, or decline it ("x")."""
        if cell != "x":
            self.robots[cell] = Robot(self.amount, True)  # UFS-ROBOT-10
        self.amount = 0
        self.state = ROOMS

    # The mothership phase

    def _mother(self) -> None:
        """Effect, descent, respawn (UFS-MOTHER-1, UFS-MOTHER-14)."""
        self._apply_effect(self.board.effect(self.p + 1))  # UFS-MOTHER-2, UFS-ICON-8
        if self.state != LOST:
            self._descend()
        if self.state != LOST:
            self._spawn()

    def _apply_effect(self, effect: str) -> None:
        """Apply the effect of a row; "none" and "skull" do nothing (UFS-MOTHER-3, 13)."""
        if effect == "dmg":
            self._take_damage()  # UFS-MOTHER-4
        elif effect == "red":
            self._call_red()
        elif effect.startswith("dig-"):
            self._set_back(int(effect[4:]))  # UFS-MOTHER-5
        elif effect.startswith("res-"):
            self.q = max(0, self.q - int(effect[4:]))  # UFS-MOTHER-6, UFS-MOTHER-7

    def _call_red(self) -> None:
        """One red ship from the supply to the card, if there is one (UFS-MOTHER-8, 9)."""
        for ship in self.ships:
            if ship.place == "supply":
                ship.place = "card"
                return

    def _set_back(self, cells: int) -> None:
        """Move the excavator back and remove robots on its way (UFS-DIG-18, 19, 20, 21)."""
        old = self.x
        self.x = max(0, old - cells)
        for cell in self.board.path[self.x : old]:
            self.robots.pop(cell, None)

    # Respawn

    def _next_ship(self) -> Ship | None:
        """The next ship on the card, green before red (UFS-RESPAWN-2, UFS-RESPAWN-10)."""
        waiting = [ship for ship in self.ships if ship.place == "card"]
        for colour in ["g", "r"]:
            for ship in waiting:
                if ship.colour == colour:
                    return ship
        return None

    def _spawn_columns(self) -> list[int]:
        """The columns whose start space the next ship may take (UFS-RESPAWN-1)."""
        empty = [column for column in COLUMNS if not self._in_column(column)]
        if empty:
            return empty  # UFS-RESPAWN-3, UFS-RESPAWN-4
        free = [c for c in COLUMNS if not self._is_occupied(self._start(c), c)]
        if not free:
            return []  # UFS-RESPAWN-7
        gaps = {c: self._in_column(c)[0].row - self._start(c) for c in free}
        return [column for column in free if gaps[column] == max(gaps.values())]  # UFS-RESPAWN-5, 6

    def _spawn_in(self, column: int) -> None:
        """Put the next ship of the card on a start space."""
        ship = self._next_ship()
        if ship is None:
            raise ValueError("no ship on the card")
        ship.place, ship.row, ship.column = "board", self._start(column), column

    def _spawn(self) -> None:
        """Place ships until the player must choose or no more can be placed (UFS-RESPAWN-8)."""
        while self._next_ship() is not None and self._spawn_columns():
            columns = self._spawn_columns()
            if len(columns) >= 2:
                self.state = SPAWN
                return
            self._spawn_in(columns[0])
        self._end_round()

    def _end_round(self) -> None:
        """Ready the robots and begin the next round (UFS-ROUND-2, UFS-ROUND-4)."""
        for robot in self.robots.values():
            robot.exhausted = False
        self.round += 1
        self._start_roll()

    # Writing a position

    def _write_ships(self, colour: str) -> str:
        """The ships of a colour on the board, sorted by column, then row."""
        ships = [ship for ship in self._on_board() if ship.colour == colour]
        places = sorted((ship.column, ship.row) for ship in ships)
        return write_list([f"{row}.{column}" for column, row in places])

    def _write_robots(self) -> str:
        """The robots in cell order."""
        return write_list(
            [
                f"{cell}:{robot.value}" + ("!" if robot.exhausted else "")
                for cell, robot in sorted(self.robots.items())
            ]
        )

    def _write_hand(self) -> str:
        """The unplaced dice; "?" while some, but not all, of a roll are still to roll."""
        begun = len(self.to_roll) < len(self.hand)
        if self.state == ROLL and not begun:
            return "-"
        dice = []
        for number, value in self.hand.items():
            unknown = begun and number in self.to_roll
            dice.append(number[0].lower() + ("?" if unknown else str(value)))
        return write_list(dice)

    def _write_base(self) -> str:
        """The placed dice in cell order."""
        return write_list(
            [
                f"{cell}:{die.colour}{die.value}" + ("*" if die.digging else "")
                for cell, die in sorted(self.base.items())
            ]
        )

    # Reading a position

    def _read(self, fields: list[str]) -> None:
        """Take over the fields of a position string after "UFS"."""
        self.round = int(fields[1])
        self.state = fields[2][0]
        self.amount = int(fields[2][1:] or 0)
        self.p, self.energy, self.q, self.damage, self.x = [int(field) for field in fields[3:8]]
        self.ships = []
        self._read_ships("g", fields[8], {"card": int(fields[10])})
        self._read_ships("r", fields[9], {"card": int(fields[11]), "supply": int(fields[12])})
        missing = RED_SHIPS - len([ship for ship in self.ships if ship.colour == "r"])
        self.ships += [Ship("r", "out") for _ in range(missing)]
        for entry in read_list(fields[13]):
            cell, value, mark = match_entry(r"([0-5][1-5]):([1-6])(!?)", entry)
            self.robots[cell] = Robot(int(value), mark == "!")
        for entry in read_list(fields[15]):
            cell, colour, value, mark = match_entry(r"([0-5][1-5]):([bw])([1-6])(\*?)", entry)
            self.base[cell] = Die(colour, int(value), mark == "*")
        self._read_hand(read_list(fields[14]))

    def _read_ships(self, colour: str, text: str, counts: dict[str, int]) -> None:
        """Take over the ships of a colour: on the board, and counted at other places."""
        for entry in read_list(text):
            row, column = match_entry(r"(\d+)\.([1-5])", entry)
            self.ships.append(Ship(colour, "board", int(row), int(column)))
        for place, count in counts.items():
            self.ships += [Ship(colour, place) for _ in range(count)]

    def _read_hand(self, entries: list[str]) -> None:
        """Take over the hand; its dice get the lowest numbers of their colour (section 5)."""
        if self.state == ROLL and not entries:
            return  # the five dice lie ready, as after the set-up
        self.hand = {}
        self.to_roll = []
        for entry in entries:
            colour, value = match_entry(r"([bw])([1-6?])", entry)
            left = [n for n in DICE if n[0].lower() == colour and n not in self.hand]
            require(left != [], "too many dice of a colour")
            self.hand[left[0]] = 0 if value == "?" else int(value)
            if value == "?":
                self.to_roll.append(left[0])
        if self.state == REROLL and not self.to_roll:
            self.to_roll = list(self.hand)

    # Checking a position that was read

    def _check(self) -> None:
        """Refuse a position that breaks the ranges and invariants of the rules."""
        self._check_numbers()
        self._check_ships()
        self._check_base()
        self._check_dice()
        if self.state == SPAWN:
            asked = self._next_ship() is not None and len(self._spawn_columns()) >= 2
            require(asked, "no choice to respawn")

    def _check_numbers(self) -> None:
        """Ranges of section 1.1; the ends of the game have happened or not (UFS-END-1 to 3)."""
        last = len(self.board.research)
        require(self.round >= 1, "round")
        require(self.energy <= self.board.energy_max, "energy")  # UFS-ENERGY-2
        require(self.x < len(self.board.path), "excavator")
        require(self.p <= self.board.skull, "mothership")
        require(self.damage <= self.board.damage_limit, "damage")
        require(self.q <= last, "research")
        lost = self.p == self.board.skull or self.damage == self.board.damage_limit
        require(lost == (self.state == LOST), "state and loss")
        require((self.q == last) == (self.state == WON), "state and win")

    def _check_ships(self) -> None:
        """Numbers and places of the ships (UFS-INV-1, UFS-INV-2, UFS-INV-3)."""
        greens = [ship for ship in self.ships if ship.colour == "g"]
        require(len(greens) == GREEN_SHIPS, "green ships")
        require(len(self.ships) == GREEN_SHIPS + RED_SHIPS, "red ships")
        if self.state == LOST:
            return
        board = self._on_board()
        require(all(self.p <= ship.row <= LAST_ROW for ship in board), "row of a ship")
        places = {(ship.row, ship.column) for ship in board}
        require(len(places) == len(board), "two ships on a space")

    def _check_base(self) -> None:
        """Robots and dice lie where they may lie (UFS-PLACE-3 to 9, UFS-ROBOT-5, 21)."""
        require(len(self.robots) <= ROBOTS, "robots")
        require(all(self._is_open(cell) for cell in self.robots), "cell of a robot")
        require(not set(self.robots) & set(self.base), "die on a robot")
        columns = {column_of(cell) for cell in self.base}
        require(len(columns) == len(self.base), "two dice in a column")
        for cell, die in self.base.items():
            if die.digging:
                fits = not self._is_excavated(cell) and self._may_dig(cell, die.value)
            else:
                fits = self._is_open(cell)
            require(fits, "cell of a die")
        digging = [die for die in self.base.values() if die.digging]
        require(len(digging) <= 1, "two digging dice")

    def _check_dice(self) -> None:
        """The five dice are in hand and base as the state wants it (UFS-ROUND-5)."""
        colours = [number[0].lower() for number in self.hand]
        colours += [die.colour for die in self.base.values()]
        require(colours.count("b") <= 3 and colours.count("w") <= 2, "dice of a colour")
        if self.state in [ROLL, REROLL, PLACE]:
            require(len(colours) == len(DICE) and self.hand != {}, "number of dice")
        if self.state in [ROOMS, STEPS, BUILD, SPAWN]:
            require(not self.hand, "dice in hand")
        if self.state in [ROLL, SPAWN]:
            require(not self.base, "dice in the base")
        if self.state in ROLLING:
            require(self.to_roll != [], "no die to roll")
            require(list(self.hand)[-len(self.to_roll) :] == self.to_roll, "order of the roll")
        else:
            require(not self.to_roll, "unknown die")
