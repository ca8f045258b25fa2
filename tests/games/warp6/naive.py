"""Naive twin of Warp 6: slow and plain, written from the numbered rules alone.

Comments cite the rule ids of the rule specification (``W6-...``). Tests play the same games here
and in the fast implementation and compare positions, legal inputs and results.
"""

import re
from dataclasses import dataclass

CENTRE = 126  # W6-COMP-1
MAX_TURNS = 5000  # W6-OPT-4
MAX_GAMES = 20  # W6-OPT-3
MAX_SPREAD = 9  # W6-SETUP-16
SEATS = {2: ["Y", "B"], 3: ["Y", "W", "B"]}  # W6-SETUP-3, W6-SETUP-4, W6-3P-2
GOALS = {2: 6, 3: 4}  # W6-WIN-1, W6-3P-3

NUMBER = "(0|[1-9][0-9]*)"
DIE_TEXT = re.compile(f"d{NUMBER}@{NUMBER}={NUMBER}")
HOME_TEXT = re.compile(f"h{NUMBER}")
BLOCK_TEXT = re.compile("([A-Z]){([^{}]*)}")


@dataclass
class Die:
    """A die that is not home; no value = not yet rolled, no mark = not yet placed."""

    sides: int
    value: int | None = None
    mark: int | None = None


def ring_start(ring: int) -> int:
    """First mark of a ring: behind it lie the rings further out, ring r with 6*r marks."""
    return sum(6 * outer for outer in range(ring + 1, 7))  # W6-COMP-2


def all_rings() -> list[int]:
    """The ring of every mark, counted from the centre (W6-COMP-2)."""
    return [ring for ring in range(6, 0, -1) for _ in range(6 * ring)]


RING = all_rings()


def warp_target(mark: int) -> int:
    """Where the dotted line of a mark leads (W6-COMP-4)."""
    ring = RING[mark]
    if ring == 1:
        return CENTRE
    sector = (mark - ring_start(ring)) // ring  # a sector of ring r has r marks
    place = (mark - ring_start(ring)) % ring
    return ring_start(ring - 1) + sector * (ring - 1) + min(place, ring - 2)


WARP = [warp_target(mark) for mark in range(CENTRE)]


def fleet_sides(players: int, large_die: int) -> list[int]:
    """Sides of the dice of one fleet: large dice, then d6, then d4."""
    if players == 2:
        return [large_die] * 2 + [6] * 3 + [4] * 4  # W6-COMP-6, W6-SETUP-2
    return [large_die] * 1 + [6] * 2 + [4] * 3  # W6-3P-1


def check_options(
    players: int, large_die: int, series_games: int, turn_cap: int, balanced_start: bool
) -> None:
    """Refuse option values that the rules do not know."""
    if players not in [2, 3]:  # W6-OPT-1
        raise ValueError(f"players={players}")
    if large_die not in [8, 7]:  # W6-OPT-2
        raise ValueError(f"large_die={large_die}")
    if not 1 <= series_games <= MAX_GAMES:  # W6-OPT-3
        raise ValueError(f"series_games={series_games}")
    if not 0 <= turn_cap <= MAX_TURNS:  # W6-OPT-4
        raise ValueError(f"turn_cap={turn_cap}")
    if balanced_start not in [False, True]:  # W6-OPT-5
        raise ValueError(f"balanced_start={balanced_start}")


def die_text(die: Die) -> str:
    """A die as the position string has it: ``d6@12=4``, ``d6=4``, ``d6=?``."""
    place = "" if die.mark is None else f"@{die.mark}"
    value = "?" if die.value is None else f"{die.value}"
    return f"d{die.sides}{place}={value}"


def shown(die: Die) -> int:
    """The face of a die that has been rolled."""
    if die.value is None:
        raise ValueError("the die is not rolled yet")
    return die.value


def standing_on(die: Die) -> int:
    """The mark of a die that is on the board."""
    if die.mark is None:
        raise ValueError("the die is not on the board")
    return die.mark


def die_from_text(text: str) -> Die:
    """A die on the board, read from a position string."""
    match = DIE_TEXT.fullmatch(text)
    if match is None:
        raise ValueError(f"bad die {text!r}")
    die = Die(sides=int(match[1]), mark=int(match[2]), value=int(match[3]))
    if not 0 <= standing_on(die) < CENTRE:  # W6-COMP-1
        raise ValueError(f"no such mark: {text!r}")
    if not 1 <= shown(die) <= die.sides:  # W6-COMP-7
        raise ValueError(f"no such face: {text!r}")
    return die


def block_from_text(text: str) -> tuple[str, list[Die], int]:
    """Colour, dice on the board and number home, from one block of a position string."""
    block = BLOCK_TEXT.fullmatch(text)
    if block is None:
        raise ValueError(f"bad block {text!r}")
    words = block[2].split(" ")
    home = HOME_TEXT.fullmatch(words[-1])
    if home is None:
        raise ValueError(f"no home count in {text!r}")
    return block[1], [die_from_text(word) for word in words[:-1]], int(home[1])


def check_fleet(dice: list[Die], home: int, sides: list[int], goal: int) -> None:
    """Listed dice plus those home make up the whole fleet, and nobody has won yet."""
    if len(dice) + home != len(sides):
        raise ValueError(f"{len(dice)} dice and {home} home are not {len(sides)}")
    for die in dice:
        same_type = [other for other in dice if other.sides == die.sides]
        if len(same_type) > sides.count(die.sides):
            raise ValueError(f"too many d{die.sides}")
    if home >= goal:  # W6-WIN-2
        raise ValueError(f"the game is over: {home} home")


class Naive:
    """One game of Warp 6, or a series of games. Seats are numbered clockwise from 0."""

    def __init__(
        self,
        players: int = 2,
        large_die: int = 8,
        series_games: int = 1,
        turn_cap: int = 1200,
        balanced_start: bool = False,
    ) -> None:
        """Begin before the set-up rolls of the first game (W6-SETUP-1)."""
        check_options(players, large_die, series_games, turn_cap, balanced_start)
        self.players = players
        self.series_games = series_games
        self.turn_cap = MAX_TURNS if turn_cap == 0 else turn_cap  # W6-OPT-4
        self.balanced_start = balanced_start
        self.colours = SEATS[players]
        self.goal = GOALS[players]
        self.sides = fleet_sides(players, large_die)
        self.points = [0] * players  # W6-SERIES-1: stays 0 in a single game
        self.wins = [0] * players
        self.games_done = 0
        self.outcome: str | None = None
        self._begin_game()

    @classmethod
    def from_position(
        cls,
        text: str,
        *,
        players: int | None = None,
        large_die: int = 8,
        series_games: int = 1,
        turn_cap: int = 1200,
        balanced_start: bool = False,
    ) -> "Naive":
        """Begin at a position before a turn; without ``players`` the blocks are counted."""
        blocks, _, mover = text.rpartition(" >")
        parts = [block_from_text(block) for block in re.split("(?<=}) ", blocks)]
        if players is not None and players != len(parts):
            raise ValueError(f"players={players}, but there are {len(parts)} blocks")
        game = cls(len(parts), large_die, series_games, turn_cap, balanced_start)
        game._take_blocks(parts)
        if mover not in game.colours:
            raise ValueError(f"no player {mover!r}")
        game.mover = game.colours.index(mover)
        game.phase = "act"
        return game

    def turn(self) -> int | str:
        """The seat that decides, or "chance", or "over"."""
        if self.phase == "over":
            return "over"
        if self.phase in ["roll", "reroll"]:
            return "chance"  # W6-CHANCE-2
        return self.mover

    def legal(self) -> list[str]:
        """All legal inputs; at chance the possible outcomes."""
        if self.phase == "roll":
            return self._legal_rolls()
        if self.phase == "place":
            return self._legal_placements()
        if self.phase == "act":
            return self._legal_actions()
        if self.phase == "reroll":
            return [f"={value}" for value in range(1, self._pending().sides + 1)]  # W6-WARP-7
        return []  # W6-WIN-2

    def play(self, text: str) -> None:
        """Play one legal input."""
        if text not in self.legal():
            raise ValueError(f"not legal: {text!r} in {self.position()!r}")
        if self.phase == "roll":
            self._roll(int(text.split("=")[1]))
        elif self.phase == "place":
            self._place(text.split(" ")[1])
        elif self.phase == "reroll":
            self._reroll(int(text[1:]))
        elif text[0] == "m":
            self._move(int(text.split("@")[1]))
        else:
            self._change(int(text.split("@")[1]), +1 if text[0] == "+" else -1)

    def position(self) -> str:
        """The position string of section Notation."""
        blocks = [self._block(seat) for seat in self.order]
        return " ".join([*blocks, self._status()])

    def result(self) -> str | None:
        """How it all ended ("win Y", "win Y limit", "draw Y B"), or None if it goes on."""
        return self.outcome

    def path(self, mark: int) -> list[int]:
        """Marks of the move of the die on a mark: start, end of the move, warp targets."""
        die = self._die_on(mark)
        if die is None:
            raise ValueError(f"no die on mark {mark}")
        end = mark + shown(die)  # W6-MOVE-2, W6-MOVE-3, W6-MOVE-4, W6-MOVE-5
        if end >= CENTRE:
            return [mark, CENTRE]  # W6-CENTRE-2
        marks = [mark, end]
        while end != CENTRE and self._die_on(end) is not None:  # W6-WARP-2, W6-CENTRE-5
            end = WARP[end]  # W6-WARP-1, W6-WARP-3, W6-CENTRE-3
            marks.append(end)
        return marks

    def ring_sums(self) -> list[int]:
        """Sum of the ring numbers of the dice on the board, by seat (W6-SERIES-2, 3, 4)."""
        return [
            sum(RING[standing_on(die)] for die in self._on_board(seat))
            for seat in range(self.players)
        ]

    # Looking at the dice

    def _on_board(self, seat: int) -> list[Die]:
        """The dice of a seat that stand on the board, by ascending mark."""
        return sorted((die for die in self.fleets[seat] if die.mark is not None), key=standing_on)

    def _off_board(self, seat: int) -> list[Die]:
        """The dice of a seat without a mark: large, d6, d4, in rolling order within a type.

        Once all are rolled they are listed within a type by descending value.
        """
        dice = [die for die in self.fleets[seat] if die.mark is None]
        if self.phase == "roll":
            return dice
        return sorted(dice, key=lambda die: (-die.sides, -shown(die)))

    def _die_on(self, mark: int) -> Die | None:
        """The die on a mark, whosever it is; never more than one (W6-COMP-8)."""
        for fleet in self.fleets:
            for die in fleet:
                if die.mark == mark:
                    return die
        return None

    def _own_die_on(self, mark: int) -> Die:
        """The die of the player to move on a mark (W6-TURN-2)."""
        for die in self.fleets[self.mover]:
            if die.mark == mark:
                return die
        raise ValueError(f"no own die on mark {mark}")

    def _pending(self) -> Die:
        """The one die of the player to move that waits for its roll."""
        for die in self.fleets[self.mover]:
            if die.value is None:
                return die
        raise ValueError("no die waits for a roll")

    def _block(self, seat: int) -> str:
        """The block of one player in the position string."""
        words = [die_text(die) for die in self._on_board(seat) + self._off_board(seat)]
        words.append(f"h{self.home[seat]}")
        return self.colours[seat] + "{" + " ".join(words) + "}"

    def _status(self) -> str:
        """Who rolls, places, moves or moved; or how the (last) game ended."""
        if self.phase != "over":
            return ">" + self.colours[self.mover]
        if len(self.last_winners) == 1:
            return "!" + self.colours[self.last_winners[0]]
        return "!="

    # Set-up

    def _begin_game(self) -> None:
        """A complete new set-up with the same seats and options (W6-SERIES-8)."""
        self.order = list(range(self.players))  # seats in turn order; seat order until the rolls
        self.home = [0] * self.players
        self.turns = 0
        self.last_winners: list[int] = []  # seats that won the game or share a draw
        self._begin_rolls()

    def _begin_rolls(self) -> None:
        """All players roll all their dice (W6-SETUP-5)."""
        self.phase = "roll"  # then "place", "act" and "reroll", "over"
        self.mover = 0  # the seats roll in order
        self.fleets = [[Die(sides) for sides in self.sides] for _ in range(self.players)]

    def _legal_rolls(self) -> list[str]:
        """The faces of the die rolled next (W6-COMP-7, W6-CHANCE-1)."""
        sides = self._pending().sides
        colour = self.colours[self.mover]
        return [f"r {colour} d{sides}={value}" for value in range(1, sides + 1)]

    def _roll(self, value: int) -> None:
        """Give the die rolled next its face; after the last one look at the sums."""
        self._pending().value = value
        if all(die.value is not None for die in self.fleets[self.mover]):
            self.mover += 1
        if self.mover == self.players:
            self._decide_first()

    def _decide_first(self) -> None:
        """Find the first player, or have everybody roll again."""
        sums = [sum(shown(die) for die in fleet) for fleet in self.fleets]
        tied = sums.count(max(sums)) > 1  # W6-SETUP-7: only a tie for the top counts
        unbalanced = self.balanced_start and max(sums) - min(sums) > MAX_SPREAD  # W6-SETUP-16
        if tied or unbalanced:
            self._begin_rolls()  # W6-SETUP-9: the faces are discarded
            return
        first = sums.index(max(sums))  # W6-SETUP-6
        seats = list(range(self.players))
        self.order = seats[first:] + seats[:first]  # W6-SETUP-8
        self.mover = first
        self.phase = "place"  # W6-SETUP-9: the faces stay

    def _legal_placements(self) -> list[str]:
        """Any own die not yet placed; like dice are one input (W6-SETUP-11)."""
        found: list[str] = []
        for die in self._off_board(self.mover):
            text = "p " + die_text(die)
            if text not in found:
                found.append(text)
        return found

    def _place(self, name: str) -> None:
        """Put a die on the lowest-numbered empty mark, nothing else (W6-SETUP-12, 14)."""
        mark = 0
        while self._die_on(mark) is not None:
            mark += 1
        alike = [die for die in self._off_board(self.mover) if die_text(die) == name]
        alike[0].mark = mark
        self.mover = self._next_player()  # W6-SETUP-10
        if all(die.mark is not None for fleet in self.fleets for die in fleet):
            self.mover = self.order[0]  # W6-SETUP-15
            self.phase = "act"

    def _take_blocks(self, parts: list[tuple[str, list[Die], int]]) -> None:
        """Take dice and turn order from the blocks of a position string."""
        names = [colour for colour, _, _ in parts]
        if sorted(names) != sorted(self.colours):
            raise ValueError(f"the colours are {self.colours}, not {names}")
        self.order = [self.colours.index(name) for name in names]
        for place, seat in enumerate(self.order):
            if seat != (self.order[0] + place) % self.players:  # W6-SETUP-8
                raise ValueError(f"{names} is not clockwise")
        for seat, (_, dice, home) in zip(self.order, parts, strict=True):
            check_fleet(dice, home, self.sides, self.goal)
            self.fleets[seat] = dice
            self.home[seat] = home
        marks = [die.mark for fleet in self.fleets for die in fleet]
        if len(set(marks)) != len(marks):  # W6-COMP-8
            raise ValueError("two dice on one mark")

    # Turns

    def _next_player(self) -> int:
        """The seat after the mover in turn order (W6-SETUP-8, W6-TURN-4)."""
        place = self.order.index(self.mover)
        return self.order[(place + 1) % self.players]

    def _legal_actions(self) -> list[str]:
        """Moves and changes of own dice on the board; no pass (W6-TURN-1, W6-TURN-2, 3)."""
        found: list[str] = []
        for die in self._on_board(self.mover):
            name = f"d{die.sides}@{die.mark}"
            found.append("m " + name)  # W6-MOVE-1, W6-TURN-5
            if shown(die) < die.sides:  # W6-CHANGE-1, W6-CHANGE-3
                found.append("+ " + name)
            if shown(die) > 1:  # W6-CHANGE-1, W6-CHANGE-2
                found.append("- " + name)
        return found

    def _change(self, mark: int, step: int) -> None:
        """Raise or lower a die by 1, nothing else (W6-CHANGE-1, W6-CHANGE-4)."""
        die = self._own_die_on(mark)
        die.value = shown(die) + step
        self._end_turn()

    def _move(self, mark: int) -> None:
        """Move a die by its value and along the dotted lines (W6-MOVE, W6-WARP)."""
        die = self._own_die_on(mark)
        marks = self.path(mark)
        if marks[-1] == CENTRE:
            self.fleets[self.mover].remove(die)  # W6-CENTRE-1, W6-CENTRE-4, W6-CENTRE-6
            self.home[self.mover] += 1  # W6-CENTRE-7
            self._end_turn()
            return
        die.mark = marks[-1]  # W6-WARP-4: the other dice stay as they are
        if len(marks) == 2:
            self._end_turn()  # W6-MOVE-6
        else:
            die.value = None  # W6-WARP-5, W6-WARP-6
            self.phase = "reroll"

    def _reroll(self, value: int) -> None:
        """Give the warped die its new face; the turn is over (W6-WARP-5, W6-WARP-8)."""
        self._pending().value = value
        self.phase = "act"
        self._end_turn()

    def _end_turn(self) -> None:
        """Look for a win, then for the limit, then pass the turn on."""
        self.turns += 1
        if self.home[self.mover] == self.goal:  # W6-WIN-1, W6-WIN-2, W6-WIN-3, W6-3P-3
            self._end_game([self.mover], "")
        elif self.turns == self.turn_cap:  # W6-CAP-1
            self._end_game(self._leaders_at_limit(), " limit")
        else:
            self.mover = self._next_player()  # W6-TURN-4

    # Ends of games and of the series

    def _leaders_at_limit(self) -> list[int]:
        """The seat that wins by the limit, or the seats that draw (W6-CAP-4)."""
        most = max(self.home)
        tied = [seat for seat in range(self.players) if self.home[seat] == most]  # W6-CAP-2
        sums = self.ring_sums()
        lowest = min(sums[seat] for seat in tied)
        return [seat for seat in tied if sums[seat] == lowest]  # W6-CAP-3

    def _end_game(self, winners: list[int], suffix: str) -> None:
        """End one game: score it in a series, then begin the next one or end it all."""
        self.last_winners = winners
        self.games_done += 1
        if len(winners) == 1:  # W6-SERIES-6: a draw is won by nobody
            self.wins[winners[0]] += 1
        if self.series_games == 1:  # W6-OPT-3
            self._finish(winners, suffix)
            return
        self._score_game()
        if self.games_done < self.series_games:  # W6-SERIES-9
            self._begin_game()
        else:
            self._finish(self._series_leaders(), "")

    def _score_game(self) -> None:
        """Add the points of the dice still on the board (W6-SERIES-1, W6-CAP-5)."""
        sums = self.ring_sums()
        for seat in range(self.players):
            self.points[seat] += sums[seat]

    def _series_leaders(self) -> list[int]:
        """The seat that wins the series, or the seats that share it (W6-SERIES-7)."""
        lowest = min(self.points)  # W6-SERIES-5
        tied = [seat for seat in range(self.players) if self.points[seat] == lowest]
        most = max(self.wins[seat] for seat in tied)
        return [seat for seat in tied if self.wins[seat] == most]  # W6-SERIES-6

    def _finish(self, leaders: list[int], suffix: str) -> None:
        """Nothing is left to play: tell the result, tied colours in seat order."""
        self.phase = "over"
        names = " ".join(self.colours[seat] for seat in leaders)
        self.outcome = f"win {names}{suffix}" if len(leaders) == 1 else f"draw {names}"
