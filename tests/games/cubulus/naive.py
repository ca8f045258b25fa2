"""Naive twin of Cubulus: slow and plain, written from the numbered rules alone.

Comments cite the rule ids of the rule specification (``CB-...``). Tests play the same games here
and in the fast implementation and compare positions, legal inputs and results.
"""

from itertools import permutations

EMPTY = "."
COLOURS = ["b", "w", "r"]  # CB-COMP-4
BALLS_PER_COLOUR = 9  # CB-COMP-3, CB-SETUP-4
MAX_TURNS = 1000  # CB-OPT-4

# Face letter -> (axis, side): axis 0, 1, 2 is x, y, z; side is the coordinate of the face.
# The order of the faces is the order of CB-PUSH-10.
FACES = {"L": (0, 0), "R": (0, 2), "F": (1, 0), "B": (1, 2), "D": (2, 0), "U": (2, 2)}
OPPOSITE = {"L": "R", "R": "L", "F": "B", "B": "F", "D": "U", "U": "D"}
VERTICAL_FACES = ["L", "R", "F", "B"]  # CB-GOAL-6

# Digits of a face that form a square.
SHAPES = [
    [1, 2, 4, 5],  # CB-GOAL-2
    [2, 3, 5, 6],  # CB-GOAL-2
    [4, 5, 7, 8],  # CB-GOAL-2
    [5, 6, 8, 9],  # CB-GOAL-2
    [1, 3, 7, 9],  # CB-GOAL-3
    [2, 4, 6, 8],  # CB-GOAL-4
]


def cell_of(xyz: list[int]) -> int:
    """Cell index of the coordinates x, y, z."""
    return xyz[0] + 3 * xyz[1] + 9 * xyz[2]


def coordinates(cell: int) -> list[int]:
    """Coordinates x, y, z of a cell."""
    return [cell % 3, cell // 3 % 3, cell // 9]


def face_cells(face: str) -> list[int]:
    """The nine cells of a face; digit k of the face is the k-th smallest of them."""
    axis, side = FACES[face]
    return [cell for cell in range(27) if coordinates(cell)[axis] == side]


def line_from(face: str, digit: int) -> list[int]:
    """The line seen from a facelet as [a, b, c], a outermost (CB-COMP-7)."""
    axis, side = FACES[face]
    line = []
    for place in [side, 1, 2 - side]:
        xyz = coordinates(face_cells(face)[digit - 1])
        xyz[axis] = place
        line.append(cell_of(xyz))
    return line


def all_lines() -> dict[str, list[int]]:
    """The lines of all 54 facelets, L1 to U9."""
    lines = {}
    for face in FACES:
        for digit in range(1, 10):
            lines[face + str(digit)] = line_from(face, digit)
    return lines


LINES = all_lines()


def opposite_end(facelet: str) -> str:
    """The facelet at the other end of the same line: same digit, opposite face."""
    return OPPOSITE[facelet[0]] + facelet[1]


def canonical_facelet(cell: int) -> str:
    """The first facelet, by the face order L, R, F, B, D, U, whose outermost cell this is."""
    for facelet, line in LINES.items():  # CB-PUSH-10
        if line[0] == cell:
            return facelet
    raise ValueError(f"cell {cell} has no outer side")  # CB-COMP-2


def winning_sets(faces: int) -> list[list[int]]:
    """The cells of every square that counts (CB-GOAL-1, CB-GOAL-5, CB-GOAL-6, CB-GOAL-7)."""
    sets: list[list[int]] = []
    for face in FACES:
        if faces == 6 or face in VERTICAL_FACES:
            cells = face_cells(face)
            sets += [[cells[digit - 1] for digit in shape] for shape in SHAPES]
    return sets


def check_options(players: int, faces: int, repetition: int, turn_cap: int) -> None:
    """Refuse option values that the rules do not know."""
    if players not in [2, 3]:  # CB-OPT-1
        raise ValueError(f"players={players}")
    if faces not in [4, 6]:  # CB-OPT-2
        raise ValueError(f"faces={faces}")
    if repetition != 0 and repetition < 2:  # CB-OPT-3
        raise ValueError(f"repetition={repetition}")
    if not 0 <= turn_cap <= MAX_TURNS:  # CB-OPT-4
        raise ValueError(f"turn_cap={turn_cap}")


def other_colours(colours: list[str]) -> list[str]:
    """The colours that no player has."""
    return [colour for colour in COLOURS if colour not in colours]


def cells_from_text(text: str) -> list[str]:
    """The 27 letters of the first word of a position string."""
    layers = text.split(",")
    rows = [row for layer in layers for row in layer.split("/")]
    cells = [letter for row in rows for letter in row]
    if [len(layer) for layer in layers] != [11, 11, 11] or [len(row) for row in rows] != [3] * 9:
        raise ValueError(f"bad cube {text!r}")
    for letter in cells:
        if letter not in [EMPTY, *COLOURS]:
            raise ValueError(f"bad letter {letter!r} in {text!r}")
    for colour in COLOURS:
        if cells.count(colour) > BALLS_PER_COLOUR:  # CB-COMP-3
            raise ValueError(f"too many balls {colour!r} in {text!r}")
    return cells


def cells_to_text(cells: list[str]) -> str:
    """Rows of x joined by '/', layers of z joined by ','."""
    layers = []
    for z in range(3):
        rows = ["".join(cells[cell_of([x, y, z])] for x in range(3)) for y in range(3)]
        layers.append("/".join(rows))
    return ",".join(layers)


def field(word: str, name: str) -> str:
    """The value of a word such as ``order=wb`` of a position string."""
    if not word.startswith(name):
        raise ValueError(f"expected {name!r}, found {word!r}")
    return word[len(name) :]


class Naive:
    """One game of Cubulus. Seats are numbered clockwise from 0 (CB-3P-5)."""

    def __init__(
        self,
        players: int = 2,
        faces: int = 6,
        repetition: int = 3,
        turn_cap: int = 300,
        noop_ban: bool = True,
        ruleset: int = 2,
    ) -> None:
        """Begin a game with an empty cube, before the colours are chosen (CB-SETUP-1)."""
        check_options(players, faces, repetition, turn_cap)
        self.players = players
        self.squares = winning_sets(faces)  # CB-OPT-2
        self.repetition = repetition
        self.turn_cap = MAX_TURNS if turn_cap == 0 else turn_cap  # CB-OPT-4
        self.noop_ban = noop_ban
        self.in_turn = ruleset >= 2  # CB-SETUP-2: under ruleset 1 seat 0 enters all colours
        self.phase = "colours"  # then "first", "neutral" (2 players), "turn", "over"
        self.cells = [EMPTY] * 27  # CB-COMP-1, CB-COMP-5
        self.seats: list[str] = []  # colours in seat order
        self.order: list[str] = []  # colours in turn order; in seat order until the draw
        self.neutral = "-"
        self.mover = "-"  # colour of the player who decides
        self.ban = "-"  # facelet whose rotation CB-BAN-1 forbids
        self.turns = 0
        self.seen: dict[tuple[str, str, str], int] = {}  # CB-DRAW-2
        self.outcome: str | None = None

    @classmethod
    def from_position(
        cls,
        text: str,
        *,
        players: int | None = None,
        faces: int = 6,
        repetition: int = 3,
        turn_cap: int = 300,
        noop_ban: bool = True,
    ) -> "Naive":
        """Begin at a position before a turn; the seats are then in turn order."""
        words = text.split(" ")
        if len(words) != 5:
            raise ValueError(f"bad position {text!r}")
        order = list(field(words[1], "order="))
        if players is not None and players != len(order):
            raise ValueError(f"players={players}, but the order is {order}")
        game = cls(len(order), faces, repetition, turn_cap, noop_ban)
        game.cells = cells_from_text(words[0])
        game._take_colours(order)
        game._check_neutral(field(words[2], "n="))
        game.mover = field(words[3], ">")
        if game.mover not in order:
            raise ValueError(f"no player {game.mover!r}")
        game.ban = field(words[4], "ban=")
        if game.ban != "-" and game.ban not in LINES:
            raise ValueError(f"no facelet {game.ban!r}")
        game._begin_turns()
        return game

    def turn(self) -> int | str:
        """The seat that decides, or "chance", or "over"."""
        if self.phase == "over":
            return "over"
        if self.phase == "first":
            return "chance"  # CB-SETUP-5, CB-CHANCE-1
        if self.phase == "colours":
            return len(self.seats)  # CB-SETUP-2: seat after seat; the first one under ruleset 1
        return self.seats.index(self.mover)

    def legal(self) -> list[str]:
        """All legal inputs, each under its canonical name; at chance the possible outcomes."""
        if self.phase == "colours":
            return self._legal_colours()
        if self.phase == "first":
            return ["first " + colour for colour in self.seats]  # CB-SETUP-5, CB-3P-4
        if self.phase == "neutral":
            return self._legal_neutral()
        if self.phase == "turn":
            return self._legal_actions()
        return []  # CB-WIN-5

    def play(self, text: str) -> None:
        """Play one legal input; any facelet of an empty cell is accepted as its name."""
        text = self._canonical(text)
        if text not in self.legal():
            raise ValueError(f"not legal: {text!r} in {self.position()!r}")
        if self.phase == "colours" and self.in_turn:
            self._choose(text.split(" ")[1])
        elif self.phase == "colours":
            self._take_colours(text.split(" ")[1:])
        elif self.phase == "first":
            self._take_first(text.split(" ")[1])
        elif self.phase == "neutral":
            self._place_neutral(int(text.split(" ")[1]))
        elif text[0] == "+":
            self._insert(text[1:])
        else:
            self._rotate(text[1:])

    def position(self) -> str:
        """The position string of section Notation."""
        order = "".join(self.order) if self.order else "-"
        return (
            f"{cells_to_text(self.cells)} order={order} n={self.neutral}"
            f" {self._status()} ban={self.ban}"
        )

    def result(self) -> str | None:
        """How the game ended ("win w", "draw repetition", "draw cap"), or None if it goes on."""
        return self.outcome

    # Set-up

    def _legal_colours(self) -> list[str]:
        """A colour that is left, or one for each player, in seat order (CB-SETUP-2, CB-3P-2)."""
        if self.in_turn:
            return ["colour " + colour for colour in other_colours(self.seats)]
        return ["colours " + " ".join(choice) for choice in permutations(COLOURS, self.players)]

    def _legal_neutral(self) -> list[str]:
        """Any empty cell, the core included (CB-SETUP-7)."""
        return [f"neutral {cell}" for cell in range(27) if self.cells[cell] == EMPTY]

    def _choose(self, colour: str) -> None:
        """One seat takes its colour; the third has no choice left (CB-SETUP-2)."""
        chosen = [*self.seats, colour]
        if len(chosen) == 1:
            self.seats = self.order = chosen
        elif self.players == 2:
            self._take_colours(chosen)
        else:
            self._take_colours(chosen + other_colours(chosen))

    def _take_colours(self, colours: list[str]) -> None:
        """Give the seats their colours; with 2 players the third is neutral (CB-SETUP-3)."""
        if sorted(colours + other_colours(colours)) != sorted(COLOURS):
            raise ValueError(f"bad colours {colours}")
        self.seats = list(colours)
        self.order = list(colours)
        if self.players == 2:  # with 3 players no colour is neutral (CB-3P-1)
            self.neutral = other_colours(colours)[0]
        self.phase = "first"

    def _check_neutral(self, neutral: str) -> None:
        """Before a turn with 2 players all nine neutral balls are in the cube (CB-SETUP-6)."""
        if neutral != self.neutral:
            raise ValueError(f"neutral colour {neutral!r}, expected {self.neutral!r}")
        if self.players == 2 and self.cells.count(neutral) != BALLS_PER_COLOUR:
            raise ValueError("the neutral balls are not all in the cube")

    def _take_first(self, first: str) -> None:
        """Fix the turn order: clockwise from the first player (CB-SETUP-5, CB-3P-5)."""
        seat = self.seats.index(first)
        self.order = self.seats[seat:] + self.seats[:seat]
        if self.players == 2:
            self.mover = self.order[1]  # CB-SETUP-6
            self.phase = "neutral"
        else:
            self.mover = first  # CB-3P-3
            self._begin_turns()

    def _place_neutral(self, cell: int) -> None:
        """Put one neutral ball; after the ninth the first player begins (CB-SETUP-6)."""
        self.cells[cell] = self.neutral
        if self.cells.count(self.neutral) == BALLS_PER_COLOUR:  # CB-SETUP-8: no look for squares
            self.mover = self.order[0]
            self._begin_turns()

    def _begin_turns(self) -> None:
        """The position before the first turn is the first one counted (CB-DRAW-2)."""
        self.phase = "turn"
        self._count_position()

    # Legal actions of a turn

    def _legal_actions(self) -> list[str]:
        """Insertions and rotations of the player to move; there is no pass (CB-TURN-1, 2)."""
        insertions = self._insertions()
        if self._is_first_turn():
            return insertions  # CB-SETUP-9
        rotations = self._rotations()
        if not self.noop_ban:  # CB-OPT-5
            return insertions + rotations
        allowed = insertions + [text for text in rotations if not self._changes_nothing(text[1:])]
        if not allowed:
            return rotations  # CB-BAN-6: CB-BAN-5 does not apply, CB-BAN-1 still does
        return allowed

    def _is_first_turn(self) -> bool:
        """Whether it is the first turn with 2 players: no ball of a player is in the cube."""
        return self.players == 2 and not any(colour in self.cells for colour in self.order)

    def _hand(self, colour: str) -> int:
        """Balls in the hand of a player: nine less those in the cube."""
        return BALLS_PER_COLOUR - self.cells.count(colour)

    def _is_full(self, facelet: str) -> bool:
        """Whether the line of a facelet has no gap."""
        return all(self.cells[cell] != EMPTY for cell in LINES[facelet])

    def _insertions(self) -> list[str]:
        """Facelets of lines with a gap, if the player has a ball (CB-PUSH-1, CB-PUSH-6)."""
        if self._hand(self.mover) == 0:  # CB-TURN-5
            return []
        found: list[str] = []
        for facelet in LINES:
            text = self._canonical("+" + facelet)
            if not self._is_full(facelet) and text not in found:
                found.append(text)
        return found

    def _canonical(self, text: str) -> str:
        """Insertions into an empty cell get the cell's first facelet as name (CB-PUSH-10)."""
        if self.phase != "turn" or text[:1] != "+" or text[1:] not in LINES:
            return text
        outermost = LINES[text[1:]][0]
        if self.cells[outermost] == EMPTY:
            return "+" + canonical_facelet(outermost)
        return text  # a push keeps the name of its facelet

    def _rotations(self) -> list[str]:
        """Both ends of every full line, less the banned one (CB-ROTATE-1, 2, 4, CB-BAN-1)."""
        full = [facelet for facelet in LINES if self._is_full(facelet)]
        return ["~" + facelet for facelet in full if facelet != self.ban]

    def _changes_nothing(self, facelet: str) -> bool:
        """Whether the three balls of a full line have one colour (CB-BAN-5)."""
        a, b, c = LINES[facelet]
        return self.cells[a] == self.cells[b] and self.cells[b] == self.cells[c]

    # Doing a turn

    def _insert(self, facelet: str) -> None:
        """Insert a ball of the player to move; the first gap takes up the push (CB-PUSH-7)."""
        a, b, c = LINES[facelet]
        if self.cells[a] == EMPTY:
            pass  # CB-PUSH-3
        elif self.cells[b] == EMPTY:
            self.cells[b] = self.cells[a]  # CB-PUSH-4
        else:
            self.cells[c] = self.cells[b]  # CB-PUSH-5
            self.cells[b] = self.cells[a]
        self.cells[a] = self.mover  # CB-PUSH-1, CB-PUSH-2
        self.ban = "-"  # CB-BAN-3, CB-BAN-7
        self._end_turn()

    def _rotate(self, facelet: str) -> None:
        """Turn (a, b, c) into (c, a, b); the dropped ball comes back in (CB-ROTATE-3, 5, 6)."""
        a, b, c = LINES[facelet]
        ball_a, ball_b, ball_c = self.cells[a], self.cells[b], self.cells[c]
        self.cells[a] = ball_c
        self.cells[b] = ball_a
        self.cells[c] = ball_b
        self.ban = opposite_end(facelet)  # CB-BAN-1, CB-BAN-2
        self._end_turn()

    def _end_turn(self) -> None:
        """Look for squares, then for the limits, then pass the turn on."""
        self.turns += 1
        winner = self._winner()
        self.mover = self._after_mover()[0]  # CB-TURN-3, CB-3P-5
        occurrences = self._count_position()
        if winner is not None:
            self._finish("win " + winner)  # CB-WIN-5, CB-DRAW-4
        elif self.repetition > 0 and occurrences >= self.repetition:
            self._finish("draw repetition")  # CB-DRAW-1, before the cap by CB-DRAW-3
        elif self.turns >= self.turn_cap:
            self._finish("draw cap")  # CB-DRAW-3

    def _after_mover(self) -> list[str]:
        """The other players in turn order, beginning with the one after the mover."""
        place = self.order.index(self.mover)
        return self.order[place + 1 :] + self.order[:place]

    def _winner(self) -> str | None:
        """The colour that wins by the squares now in the cube, if any (CB-WIN-1)."""
        for opponent in self._after_mover():
            if self._has_square(opponent):
                return opponent  # CB-WIN-3, CB-WIN-4, CB-3P-8, CB-3P-9
        if self._has_square(self.mover):
            return self.mover  # CB-WIN-2
        return None  # CB-WIN-6: the neutral colour is not looked at

    def _has_square(self, colour: str) -> bool:
        """Whether a colour has one square or more (CB-GOAL-1, CB-GOAL-8, CB-WIN-7)."""
        return any(all(self.cells[cell] == colour for cell in cells) for cells in self.squares)

    def _count_position(self) -> int:
        """Count the position before the next turn; return how often it has occurred."""
        key = ("".join(self.cells), self.mover, self.ban)  # CB-DRAW-2
        self.seen[key] = self.seen.get(key, 0) + 1
        return self.seen[key]

    def _finish(self, outcome: str) -> None:
        """End the game (CB-WIN-5)."""
        self.phase = "over"
        self.outcome = outcome

    def _status(self) -> str:
        """The player to move, or the winner, or the draw, as the position string has it."""
        if self.outcome is None:
            return ">" + self.mover
        if self.outcome.startswith("win "):
            return "!" + self.outcome[-1]
        return "!="
