"""Naive twin of Orion Duel: slow and plain, written from the numbered rules alone.

Comments cite the rule ids of the rule specification (``OD-...``). Tests play the same games here
and in the fast implementation and compare positions, legal inputs, counts and results.

A cell is its name ("F5"), a seat is 0 (orange, "O") or 1 (blue, "B").
"""

from functools import lru_cache
from typing import NamedTuple

LETTERS = "OB"  # OD-GEN-1: seat 0 is orange, seat 1 is blue
COLUMNS = "ABCDEFGHIJK"  # q = -5..5
RADIUS = 5
CORNERS = [(5, 0), (0, 5), (-5, 5), (-5, 0), (0, -5), (5, -5)]  # OD-BOARD-1, OD-BOARD-8
DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]  # clockwise from lower right

# Zone colour -> the cells of the two opposite zones (OD-BOARD-3, OD-BOARD-4, OD-BOARD-5).
ZONES = {
    "purple": ({"A1", "A2", "A3", "A4"}, {"K1", "K2", "K3", "K4"}),  # Taurus, Monoceros
    "red": ({"B1", "C1", "D1", "E1"}, {"G10", "H9", "I8", "J7"}),  # Eridanus, Canis Major
    "green": ({"G1", "H1", "I1", "J1"}, {"B7", "C8", "D9", "E10"}),  # Lepus, Gemini
}

# Kind -> tiles of each player at the start, in the order of the stocks (OD-TILE-1).
STOCK = {"M": 1, "D": 1, "X": 3, "L": 3, "V": 3, "T": 3}

# Slot letters in the order of OD-ACT-2 -> number of orientations, direction of the second own hex
# and of the opponent's hex at orientation 0; None where there is no such hex (OD-TILE-3 to 8).
SHAPES: dict[str, tuple[int, int | None, int | None]] = {
    "M": (1, None, None),
    "D": (3, 0, None),  # three more would only name the same placements again (OD-ACT-5)
    "X": (6, None, 0),
    "L": (6, 3, 0),
    "V": (6, 3, 5),
    "Vf": (6, 2, 0),  # OD-TILE-11
    "T": (6, 5, 0),
}

# Galaxies and black holes (OD-SETUP-14, OD-SETUP-15, OD-SETUP-16).
PRESETS = {
    "preset1": ("B2 B6 D5 F1 F9 H5 J2 J6", "B4 D2 D8 F5 H2 H8 J4"),
    "preset2": ("A1 A4 D5 F1 F9 H5 K1 K4", "B1 B4 B7 F5 J1 J4 J7"),
    "preset3": ("A2 D2 D6 D9 H1 H4 H8 K3", "B6 C4 E8 F5 G3 I5 J2"),
}

TOKENS = {"g": 8, "h": 7}  # OD-SETUP-1: galaxies, black holes
SAME_KIND = 3  # OD-SETUP-2, OD-SETUP-3
OTHER_KIND = 2  # OD-SETUP-4
SERIES_LIMIT = 99  # OD-SERIES-10

# (colour of the hex, token) -> sign of a cell (OD-NOTE-8).
SIGNS = {
    ("", ""): ".",
    ("", "g"): "g",
    ("", "h"): "h",
    ("O", ""): "o",
    ("O", "g"): "O",
    ("O", "h"): "q",
    ("B", ""): "b",
    ("B", "g"): "B",
    ("B", "h"): "p",
}
READ_SIGNS = {sign: content for content, sign in SIGNS.items()}
RESULTS = ["O+c", "B+c", "O+v", "B+v", "O+b", "B+b", "="]  # OD-NOTE-6
REASONS = {"c": "conditions", "v": "value", "b": "blocked"}

OPTIONS = {
    "setup": ["preset1", "preset2", "preset3", "random", "free"],  # OD-OPT-1
    "flips": ["on", "off"],  # OD-OPT-2
    "counting": ["repeats", "kinds"],  # OD-OPT-3
    "first": ["lot", "O", "B"],  # OD-OPT-4
    "series": ["single", "first_to_n"],  # OD-OPT-5
}


def size(q: int, r: int) -> int:
    """The distance of (q, r) from (0, 0)."""
    return max(abs(q), abs(r), abs(q + r))


def name_cells() -> dict[str, tuple[int, int]]:
    """Cell name -> (q, r), in the order of the cell index (OD-BOARD-1, OD-NOTE-1)."""
    cells = {}
    for letter, q in zip(COLUMNS, range(-RADIUS, RADIUS + 1), strict=True):
        row = 0
        for r in range(-RADIUS, RADIUS + 1):  # from the top downward
            if size(q, r) <= RADIUS and (q, r) not in CORNERS:
                row += 1
                cells[letter + str(row)] = (q, r)
    return cells


CELLS = name_cells()
NAMES = {place: name for name, place in CELLS.items()}


def distance(a: str, b: str) -> int:
    """The distance of two cells."""
    (qa, ra), (qb, rb) = CELLS[a], CELLS[b]
    return size(qa - qb, ra - rb)


DISTANCE = {a: {b: distance(a, b) for b in CELLS} for a in CELLS}
NEIGHBOURS = {a: [b for b in CELLS if DISTANCE[a][b] == 1] for a in CELLS}  # OD-BOARD-2


def step(cell: str, direction: int) -> str | None:
    """The next cell in a direction, None if it is off the board."""
    (q, r), (dq, dr) = CELLS[cell], DIRECTIONS[direction % 6]
    return NAMES.get((q + dq, r + dr))


class Placement(NamedTuple):
    """A tile laid on the board: its name, its kind and its hexes (OD-PLACE-1)."""

    name: str
    kind: str
    flipped: bool
    own: list[str]  # cells of the hexes in the colour of the owner
    opp: list[str]  # cells of the hexes in the colour of the other

    def hexes(self, colour: int, owner: int) -> list[str]:
        """The cells of the hexes of one colour if this is a tile of the owner (OD-TILE-2)."""
        return self.own if colour == owner else self.opp


def placement(slot: str, turned: int, anchor: str) -> Placement | None:
    """A tile with its anchor on a cell, None if a hex is off the board (OD-PLACE-2)."""
    _, second, third = SHAPES[slot]
    own: list[str] = [anchor]
    opp: list[str] = []
    for direction, cells in [(second, own), (third, opp)]:
        if direction is None:
            continue
        cell = step(anchor, direction + turned)  # OD-TILE-10
        if cell is None:
            return None
        cells.append(cell)
    name = f"{slot[0]}{turned}{slot[1:]}@{anchor}"  # OD-NOTE-2
    return Placement(name, slot[0], slot == "Vf", own, opp)


def all_placements() -> list[Placement]:
    """All placements on the board in the order of their action numbers (OD-ACT-1, OD-ACT-6)."""
    found = []
    for slot, (orientations, _, _) in SHAPES.items():
        for turned in range(orientations):
            for anchor in CELLS:
                laid = placement(slot, turned, anchor)
                if laid is not None:
                    found.append(laid)
    return found


PLACEMENTS = all_placements()


@lru_cache(maxsize=500_000)
def has_room(cells: tuple[str, ...], count: int) -> bool:
    """Whether so many tokens of one kind fit on these cells (OD-SETUP-2, OD-SETUP-3)."""
    if count == 0:
        return True
    if len(cells) < count:
        return False
    chosen, rest = cells[0], cells[1:]
    apart = tuple(cell for cell in rest if DISTANCE[chosen][cell] >= SAME_KIND)
    return has_room(apart, count - 1) or has_room(rest, count)


def spaced_cells(tokens: dict[str, str], kind: str) -> list[str]:
    """The cells that keep the spacing to all tokens (OD-SETUP-2 to OD-SETUP-5)."""
    return [
        cell
        for cell in CELLS
        if all(
            DISTANCE[cell][other] >= (SAME_KIND if tokens[other] == kind else OTHER_KIND)
            for other in tokens
        )
    ]


def token_cells(tokens: dict[str, str], kind: str) -> list[str]:
    """The cells the next token may take: the rest must find room (OD-SETUP-9, 11, 12)."""
    spaced = spaced_cells(tokens, kind)
    to_come = TOKENS[kind] - list(tokens.values()).count(kind) - 1
    allowed = []
    for cell in spaced:
        rest = tuple(other for other in spaced if DISTANCE[cell][other] >= SAME_KIND)
        if has_room(rest, to_come):
            allowed.append(cell)
    return allowed


def preset_tokens(setup: str) -> dict[str, str]:
    """The 15 tokens of a preset."""
    galaxies, holes = PRESETS[setup]
    return dict.fromkeys(galaxies.split(), "g") | dict.fromkeys(holes.split(), "h")


def check_options(chosen: dict[str, str], n: int) -> None:
    """Refuse option values that the rules do not know."""
    for name, value in chosen.items():
        if value not in OPTIONS[name]:
            raise ValueError(f"{name}={value!r}")
    if n not in range(1, 10):  # OD-OPT-5
        raise ValueError(f"n={n!r}")


def board_to_text(hexes: dict[str, int], tokens: dict[str, str]) -> str:
    """The first field of a position (OD-NOTE-8)."""
    columns = []
    for letter in COLUMNS:
        signs = ""
        for cell in CELLS:
            if cell[0] == letter:
                colour = LETTERS[hexes[cell]] if cell in hexes else ""
                signs += SIGNS[colour, tokens.get(cell, "")]
        columns.append(signs)
    return "/".join(columns)


def board_from_text(text: str) -> tuple[dict[str, int], dict[str, str]]:
    """The hexes and the tokens of the first field of a position (OD-NOTE-8)."""
    lengths = [sum(cell[0] == letter for cell in CELLS) for letter in COLUMNS]
    if [len(column) for column in text.split("/")] != lengths:
        raise ValueError(f"bad board {text!r}")
    hexes, tokens = {}, {}
    for cell, sign in zip(CELLS, text.replace("/", ""), strict=True):
        if sign not in READ_SIGNS:
            raise ValueError(f"bad sign {sign!r} in {text!r}")
        colour, token = READ_SIGNS[sign]
        if colour:
            hexes[cell] = LETTERS.index(colour)
        if token:
            tokens[cell] = token
    return hexes, tokens


def stock_from_text(text: str) -> dict[str, int]:
    """The stock of one player: six digits in the order M D X L V T (OD-NOTE-8)."""
    if len(text) != len(STOCK):
        raise ValueError(f"bad stock {text!r}")
    stock = {}
    for kind, digit in zip(STOCK, text, strict=True):
        if digit not in "0123" or int(digit) > STOCK[kind]:
            raise ValueError(f"bad stock {text!r}")
        stock[kind] = int(digit)
    return stock


def number(text: str) -> int:
    """A number without sign or leading zero."""
    if not text.isdecimal() or str(int(text)) != text:
        raise ValueError(f"bad number {text!r}")
    return int(text)


class Finished(NamedTuple):
    """The result of one game (OD-END-11)."""

    text: str  # OD-NOTE-6
    winner: int | None
    reason: str
    counts: tuple[int, int]
    values: tuple[int, int]


class Naive:
    """A game or a series of Orion Duel."""

    def __init__(
        self,
        setup: str = "preset1",
        flips: str = "on",
        counting: str = "repeats",
        first: str = "lot",
        series: str = "single",
        n: int = 2,
    ) -> None:
        """Begin game 1, with the lot if it decides."""
        chosen = {"setup": setup, "flips": flips, "counting": counting}
        check_options(chosen | {"first": first, "series": series}, n)
        self.setup = setup
        self.flips = flips
        self.counting = counting
        self.series = series
        self.n = n
        self.game = 1
        self.wins = [0, 0]  # OD-SERIES-6
        self.finished: list[Finished] = []  # one for each ended game
        self.outcome: str | None = None
        self._clear()
        self.first: int | None = None  # starter or galaxy placer of this game
        self.mover = 0  # the seat that decides, where one does
        self.phase = "lot"  # then "draw" or "galaxies", "holes", "start"; "turn", "over"
        if first != "lot":
            self._begin_game(LETTERS.index(first))  # OD-START-4, OD-START-5

    @classmethod
    def from_position(
        cls,
        text: str,
        *,
        setup: str = "preset1",
        flips: str = "on",
        counting: str = "repeats",
        first: str = "lot",
        series: str = "single",
        n: int = 2,
    ) -> "Naive":
        """Begin at a position; it tells who is first, so the option first plays no part."""
        words = text.split(" ")
        if len(words) != 6:  # OD-NOTE-7
            raise ValueError(f"bad position {text!r}")
        game = cls(setup, flips, counting, first, series, n)
        game.hexes, game.tokens = board_from_text(words[0])
        game.stocks = [stock_from_text(stock) for stock in words[1].split("/")]
        game.first = None if words[3] == "-" else game._seat(words[3])
        game.game = number(words[4])
        game.wins = [number(wins) for wins in words[5].split("-")]
        if len(game.stocks) != 2 or len(game.wins) != 2:
            raise ValueError(f"bad position {text!r}")
        game._take_state(words[2])
        return game

    @property
    def points(self) -> list[int]:
        """The score of the series by seat: 1 for a won game, 0 for a tie (OD-SERIES-6)."""
        return list(self.wins)

    def turn(self) -> int | str:
        """The seat that decides, or "chance", or "over"."""
        if self.phase == "over":
            return "over"
        if self.phase in ["lot", "draw"]:
            return "chance"  # OD-GEN-3
        return self.mover

    def legal(self) -> list[str]:
        """All legal inputs in the order of their action numbers; at chance the outcomes."""
        if self.phase == "lot":
            return ["first O", "first B"]  # OD-START-4
        if self.phase in ["draw", "galaxies", "holes"]:
            kind = self._next_token()  # OD-SETUP-17: a draw has the cells of a free choice
            return [f"{kind.upper()}@{cell}" for cell in token_cells(self.tokens, kind)]
        if self.phase == "start":
            return ["S+", "S-"]  # OD-START-3
        if self.phase == "turn":
            return self.placements(self.mover)
        return []  # OD-END-10

    def play(self, text: str) -> None:
        """Play one legal input."""
        if text not in self.legal():
            raise ValueError(f"not legal: {text!r} in {self.position()!r}")
        if self.phase == "lot":
            self._begin_game(LETTERS.index(text[-1]))
        elif self.phase in ["draw", "galaxies", "holes"]:
            self._put_token(text[2:])
        elif self.phase == "start":
            self._begin_turns(self._first() if text == "S+" else 1 - self._first())
        else:
            self._lay_tile(text)

    def position(self) -> str:
        """The position string (OD-NOTE-7, OD-NOTE-8, OD-NOTE-9)."""
        board = board_to_text(self.hexes, self.tokens)
        stocks = "/".join("".join(str(left) for left in stock.values()) for stock in self.stocks)
        first = "-" if self.first is None else LETTERS[self.first]
        return f"{board} {stocks} {self._state()} {first} {self.game} {self.wins[0]}-{self.wins[1]}"

    def result(self) -> str | None:
        """The result of the last game (OD-NOTE-6), None until all is over."""
        return self.outcome

    def winner(self) -> int | None:
        """The seat with more wins once all is over, None if neither (OD-SERIES-7, 10)."""
        if self.phase != "over" or self.wins[0] == self.wins[1]:
            return None
        return 0 if self.wins[0] > self.wins[1] else 1

    # Counting; each takes "repeats" or "kinds", the option of the game if not told

    def count(self, seat: int, counting: str | None = None) -> int:
        """C(P), the conditions a seat has fulfilled (OD-COUNT-2, OD-COUNT-6)."""
        return (
            self.links(seat, counting)
            + self.galaxy_points(seat, counting)
            + self.hole_points(seat, counting)
        )

    def links(self, seat: int, counting: str | None = None) -> int:
        """The linked pairs (OD-COUNT-3), or whether there is one (OD-COUNT-6)."""
        return self._by_counting(len(self.linked_pairs(seat)), counting)

    def galaxy_points(self, seat: int, counting: str | None = None) -> int:
        """Fours of galaxies on the seat's own chains (OD-WIN-5, 6, 9, OD-COUNT-4)."""
        return self._by_counting(sum(k // 4 for k in self.on_chains(seat, "g")), counting)

    def hole_points(self, seat: int, counting: str | None = None) -> int:
        """Threes of black holes on the other's chains (OD-WIN-7, 8, 13, OD-COUNT-5)."""
        return self._by_counting(sum(k // 3 for k in self.on_chains(1 - seat, "h")), counting)

    def linked_pairs(self, seat: int) -> list[str]:
        """The zone colours of the pairs a seat has linked (OD-WIN-2, 3, 4, OD-BOARD-7)."""
        linked = []
        for colour, (zone, opposite) in ZONES.items():
            for chain in self.chains(seat):
                if chain & zone and chain & opposite and colour not in linked:
                    linked.append(colour)
        return linked

    def on_chains(self, colour: int, token: str) -> list[int]:
        """How many tokens "g" or "h" each chain of a colour carries (OD-TOKEN-13, 14)."""
        return [
            sum(self.tokens.get(cell) == token for cell in chain) for chain in self.chains(colour)
        ]

    def chains(self, colour: int) -> list[set[str]]:
        """The chains of a colour, by flood fill (OD-CHAIN-1 to OD-CHAIN-5)."""
        chains: list[set[str]] = []
        for cell in self._cells_of(colour):
            if not any(cell in chain for chain in chains):
                chains.append(self._chain_of(cell))
        return chains

    def value(self, seat: int) -> int:
        """Galaxies less black holes on hexes of the seat's colour (OD-END-4)."""
        lying = [self.tokens.get(cell) for cell in self._cells_of(seat)]
        return lying.count("g") - lying.count("h")

    def placements(self, seat: int) -> list[str]:
        """All placements a seat could make if it were to move (OD-TURN-3, 4, 5)."""
        return [laid.name for laid in PLACEMENTS if self._may_lay(laid, seat)]

    def _by_counting(self, points: int, counting: str | None) -> int:
        """All points with repeats, at most one with kinds."""
        if (counting or self.counting) == "repeats":
            return points
        return min(points, 1)

    def _cells_of(self, colour: int) -> list[str]:
        """The cells covered by hexes of a colour."""
        return [cell for cell in CELLS if self.hexes.get(cell) == colour]

    def _chain_of(self, start: str) -> set[str]:
        """The chain a hex belongs to."""
        chain = {start}
        waiting = [start]
        while waiting:
            for cell in NEIGHBOURS[waiting.pop()]:
                if cell not in chain and self.hexes.get(cell) == self.hexes[start]:
                    chain.add(cell)
                    waiting.append(cell)
        return chain

    # Beginning a game

    def _clear(self) -> None:
        """An empty board and full stocks (OD-SERIES-5, OD-TILE-15)."""
        self.hexes: dict[str, int] = {}  # cell -> colour of the hex on it
        self.tokens: dict[str, str] = {}  # cell -> "g" or "h", covered or not (OD-TOKEN-15)
        self.stocks = [dict(STOCK), dict(STOCK)]

    def _begin_game(self, first: int) -> None:
        """Begin the set-up with this starter or galaxy placer."""
        self._clear()
        self.first = first
        self.mover = first
        if self.setup == "random":
            self.phase = "draw"
        elif self.setup == "free":
            self.phase = "galaxies"  # OD-SETUP-7
        else:
            self.tokens = preset_tokens(self.setup)
            self._begin_turns(first)

    def _begin_turns(self, starter: int) -> None:
        """The starter is to lay the first tile (OD-TURN-1)."""
        self.phase = "turn"
        self.mover = starter

    def _first(self) -> int:
        """The starter or galaxy placer, known once the lot has fallen."""
        if self.first is None:
            raise ValueError("before the lot")
        return self.first

    def _next_token(self) -> str:
        """The kind of the next token: all galaxies come first (OD-SETUP-7, OD-SETUP-8)."""
        return "g" if list(self.tokens.values()).count("g") < TOKENS["g"] else "h"

    def _put_token(self, cell: str) -> None:
        """Put or draw one token and see who comes next (OD-SETUP-7, 17, 20)."""
        self.tokens[cell] = self._next_token()
        complete = len(self.tokens) == TOKENS["g"] + TOKENS["h"]
        if self.setup == "random":
            if complete:
                self._begin_turns(self._first())
        elif complete:
            self.phase = "start"  # OD-START-1, OD-START-2
            self.mover = self._first()
        elif self._next_token() == "h":
            self.phase = "holes"  # OD-SETUP-6
            self.mover = 1 - self._first()

    # A turn

    def _may_lay(self, laid: Placement, owner: int) -> bool:
        """Whether a placement is legal for the owner of the tile."""
        if self.stocks[owner][laid.kind] == 0:  # OD-TURN-3
            return False
        if laid.flipped and self.flips == "off":  # OD-TILE-12
            return False
        if any(cell in self.hexes for cell in laid.own + laid.opp):  # OD-PLACE-3
            return False
        return all(self._tokens_allow(laid.hexes(colour, owner), colour) for colour in [0, 1])

    def _tokens_allow(self, cells: list[str], colour: int) -> bool:
        """Whether new hexes of one colour cover no token or touch that colour."""
        if not any(cell in self.tokens for cell in cells):
            return True  # OD-PLACE-5, OD-PLACE-6, OD-TOKEN-10
        return any(  # OD-TOKEN-1 to OD-TOKEN-7
            self.hexes.get(neighbour) == colour for cell in cells for neighbour in NEIGHBOURS[cell]
        )

    def _lay_tile(self, name: str) -> None:
        """Lay a tile of the player to move; the tokens stay on their cells (OD-TOKEN-12)."""
        for laid in PLACEMENTS:
            if laid.name == name:
                for colour in [0, 1]:
                    for cell in laid.hexes(colour, self.mover):
                        self.hexes[cell] = colour
                self.stocks[self.mover][laid.kind] -= 1  # OD-PLACE-9
        self._check()

    def _check(self) -> None:
        """What follows a placement, in the order of OD-TURN-6 and OD-END-8."""
        counts = [self.count(seat) for seat in [0, 1]]  # OD-WIN-10
        values = [self.value(seat) for seat in [0, 1]]
        other = 1 - self.mover
        if counts[0] != counts[1]:
            self._end_game(LETTERS[counts.index(max(counts))] + "+c")  # OD-END-1
        elif not any(left for stock in self.stocks for left in stock.values()):
            if values[0] != values[1]:
                self._end_game(LETTERS[values.index(max(values))] + "+v")  # OD-END-5
            else:
                self._end_game("=")  # OD-END-6
        elif not self.placements(other):
            self._end_game(LETTERS[self.mover] + "+b")  # OD-END-7, OD-END-9
        else:
            self.mover = other  # OD-TURN-1, OD-END-2

    # The end of a game

    def _end_game(self, text: str) -> None:
        """Note the result; begin the next game or end the series (OD-SERIES-9)."""
        winner = None if text == "=" else LETTERS.index(text[0])
        if winner is not None:
            self.wins[winner] += 1  # OD-SERIES-6
        self.finished.append(
            Finished(
                text,
                winner,
                REASONS["v" if text == "=" else text[-1]],
                (self.count(0), self.count(1)),
                (self.value(0), self.value(1)),
            )
        )
        if self._series_is_over():
            self.phase = "over"
            self.outcome = text
        else:
            self.game += 1
            self._begin_game(1 - self._first())  # OD-SERIES-1, 2, 3, 8

    def _series_is_over(self) -> bool:
        """Whether no further game follows."""
        if self.series == "single":
            return True
        return max(self.wins) >= self.n or self.game >= SERIES_LIMIT  # OD-SERIES-7, OD-SERIES-10

    # The state word of a position

    def _state(self) -> str:
        """Who acts and how, or the result (OD-NOTE-9)."""
        if self.phase == "over":
            return f"!{self.outcome}"
        if self.phase in ["lot", "draw"]:
            return ">" + self.phase
        suffix = {"galaxies": ":G", "holes": ":H", "start": ":S", "turn": ""}[self.phase]
        return ">" + LETTERS[self.mover] + suffix

    def _take_state(self, word: str) -> None:
        """Read the state word of a position (OD-NOTE-9)."""
        if (word == ">lot") != (self.first is None):
            raise ValueError(f"first does not fit {word!r}")
        if word[:1] == "!" and word[1:] in RESULTS:
            self.phase = "over"
            self.outcome = word[1:]
        elif word == ">lot":
            self.phase = "lot"
        elif word == ">draw" and self.setup == "random":
            self.phase = "draw"
        elif word[:1] == ">":
            self._take_decider(word[1:])
        else:
            raise ValueError(f"bad state {word!r}")

    def _take_decider(self, text: str) -> None:
        """Read a state such as ``O`` or ``O:G`` (OD-NOTE-9)."""
        self.mover = self._seat(text[:1])
        phases = {"": "turn", ":G": "galaxies", ":H": "holes", ":S": "start"}
        if text[1:] not in phases or (text[1:] and self.setup != "free"):
            raise ValueError(f"bad state {text!r} with setup={self.setup}")
        self.phase = phases[text[1:]]

    def _seat(self, letter: str) -> int:
        """The seat of a letter."""
        if letter not in list(LETTERS):
            raise ValueError(f"no player {letter!r}")
        return LETTERS.index(letter)
