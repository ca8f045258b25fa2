"""Scenes of Black Crystal, set up piece by piece, and played with the interpreted rules.

Cells are (x, y); tiles 'find.tee' with quarter turns; cards 'F12' and 'B05'; moves as text.
"""

from typing import Any

import numpy as np

from orrery.core import runner
from orrery.core.jit import twin
from orrery.core.steps import Note
from orrery.games.black_crystal import texts
from orrery.games.black_crystal.decks import ALLIES, FINDS, OPENINGS, SHAPES, USES
from orrery.games.black_crystal.game import GAME
from orrery.games.black_crystal.rules import machine, mine, turns
from orrery.games.black_crystal.state import (
    ACT,
    BOOM_TOKEN,
    GO_START,
    HOME,
    MUSHROOM,
    RUBBLE,
    SIZE,
    SKILL_USES,
    SKILLS,
    UNMINED,
)

Cell = tuple[int, int]
TILES = [text.removeprefix("tile=") for text in texts.TEXTS if text.startswith("tile=")]
FIND = {texts.find_text(card): card for card in range(FINDS)}
BOOM = {texts.boom_text(card): card for card in range(ALLIES)}
SIDE = {name: k for k, name in enumerate("NESW")}


class Scene:
    """A game after its set-up: dwarfs on their Entrances, it is the turn of `active`, in ACT."""

    def __init__(
        self,
        players: int = 2,
        skills: tuple[str, ...] = ("iron_head", "merchant", "thief", "engineer"),
        active: int = 0,
        **options: Any,
    ) -> None:
        self.rules = runner.interpreted(GAME)
        values = GAME.read_options({"players": players, **options})
        self.state = self.rules.begin(GAME.option_vector(values))
        self.work = np.zeros(1, GAME.work)[0]
        s = self.s
        s["outs"] = 0
        for seat in range(players):
            s["skill"][seat] = SKILLS.index(skills[seat])
            s["uses"][seat] = SKILL_USES[SKILLS.index(skills[seat])]
        s["active"] = active
        twin(turns.new_turn)(s)
        s["black_crystal"], s["ask"] = ACT, active
        self.told: list[Note] = []

    @property
    def s(self) -> Any:
        """The record itself."""
        return self.state[0]

    # Setting up

    def tile(self, where: Cell, what: str = "plain.cross", turned: int = 0) -> "Scene":
        """Lay a tile out of the bag; a Crystal tile gets its Crystal."""
        kind = TILES.index(what)
        assert self.s["bag"][kind] > 0, f"no {what} is left in the bag"
        self.s["bag"][kind] -= 1
        openings = int(OPENINGS[kind % len(SHAPES), turned])
        twin(mine.lay_tile)(self.s, cell_of(where), kind, openings)
        if what.startswith("crystal"):
            self.s["mark"][cell_of(where)] |= UNMINED
        return self

    def tiles(self, *where: Cell) -> "Scene":
        """Lay crossings without an event, or straight on if there are no more: all sides open."""
        for cell in where:
            crossings = [name for name in TILES if name.endswith(".cross")]
            left = [n for n in crossings if self.s["bag"][TILES.index(n)] > 0]
            self.tile(cell, "plain.cross" if "plain.cross" in left else left[0])
        return self

    def dwarf(self, seat: int, where: Cell | str) -> "Scene":
        """Put a dwarf on a cell, or 'home'; it has left its Entrance before."""
        self.s["at"][seat] = HOME if where == "home" else cell_of(where)  # type: ignore[arg-type]
        self.s["first"][seat] = 0
        return self

    def hand(self, seat: int, *cards: str) -> "Scene":
        """Deal Find cards out of the deck."""
        for name in cards:
            card = FIND[name]
            assert self.s["find_deck"][card] > 0, f"no {name} is left"
            self.s["find_deck"][card] -= 1
            self.s["find_left"] -= 1
            self.s["hand"][seat * FINDS + card] += 1
            self.s["held"][seat] += 1
        return self

    def on_table(self, seat: int, name: str, uses: int | None = None) -> "Scene":
        """Put a card with several uses before a seat."""
        card = FIND[name]
        self.s["find_deck"][card] -= 1
        self.s["find_left"] -= 1
        self.s["table"][seat * FINDS + card] = int(USES[card]) - 1 if uses is None else uses
        return self

    def ally(self, seat: int, name: str) -> "Scene":
        """Give a seat an ally: a Boom card out of the deck, or 'seed'."""
        card = BOOM[name]
        if name != "seed":
            self.s["boom_deck"][card] -= 1
            self.s["boom_left"] -= 1
        self.s["ally"][seat * ALLIES + card] += 1
        return self

    def boom(self, *where: Cell) -> "Scene":
        """Put Boom tokens."""
        for cell in where:
            self.s["mark"][cell_of(cell)] |= BOOM_TOKEN
        return self

    def rubble(self, *where: Cell) -> "Scene":
        """Put Rubble tokens."""
        for cell in where:
            self.s["mark"][cell_of(cell)] |= RUBBLE
            self.s["rubbles"] -= 1
        return self

    def mushroom(self, *where: Cell) -> "Scene":
        """Put Mushrooms; on an unopened cell without its cost."""
        for cell in where:
            twin(mine.put_mushroom)(self.s, cell_of(cell))
            assert self.s["tile"][cell_of(cell)] <= MUSHROOM
        return self

    def passage(self, where: Cell, side: str) -> "Scene":
        """Make a Passage to a side."""
        twin(mine.open_passage)(self.s, cell_of(where), SIDE[side])
        return self

    def loose(self, where: Cell, count: int = 1) -> "Scene":
        """Drop Crystals."""
        self.s["loose"][cell_of(where)] = count
        return self

    def crystal(self, *seats: int) -> "Scene":
        """Give Crystals to dwarfs."""
        for seat in seats:
            self.s["crystal"][seat] = 1
        return self

    def mined(self, *where: Cell) -> "Scene":
        """Take the Crystals off Crystal tiles."""
        for cell in where:
            self.s["mark"][cell_of(cell)] &= ~UNMINED
        return self

    def explosives(self, seat: int, count: int) -> "Scene":
        """Give a seat so many Explosives, out of the bank or back into it."""
        self.s["bank"] += self.s["explosives"][seat] - count
        self.s["explosives"][seat] = count
        return self

    def set(self, **fields: Any) -> "Scene":
        """Set fields of the record; by seat as a dict."""
        for name, value in fields.items():
            if isinstance(value, dict):
                for place, one in value.items():
                    self.s[name][place] = one
            else:
                self.s[name] = value
        return self

    def start(self) -> "Scene":
        """Begin the turn of the active seat, from START."""
        self.s["black_crystal"] = GO_START
        twin(machine.settle)(self.s, self.work)
        return self

    # Looking and playing

    @property
    def phase(self) -> str:
        """The state of section 14.2."""
        return texts.state_name(self.s)

    @property
    def asked(self) -> int:
        """The seat that is asked, or Nature."""
        return int(self.s["ask"])

    @property
    def legal(self) -> list[str]:
        """The legal moves as texts."""
        return [texts.TEXTS[move] for move in self.rules.moves(self.state)]

    @property
    def odds(self) -> dict[str, int]:
        """The outcomes of chance with their weights."""
        return dict(zip(self.legal, self.rules.weights(self.state), strict=True))

    def play(self, *moves: str) -> "Scene":
        """Play moves, each of which must be legal."""
        for text in moves:
            assert text in self.legal, f"{text} in {self.phase}: {self.legal}"
            code = self._code(text)
            self.told = runner.story(GAME, self.state, code)
            self.rules.play(self.state, code)
        return self

    def why(self, text: str) -> str:
        """The rule that a move breaks, which must not be legal."""
        assert text not in self.legal, f"{text} is legal"
        return GAME.why(self.s, self._code(text))

    def _code(self, text: str) -> int:
        legal = {texts.TEXTS[move]: move for move in self.rules.moves(self.state)}
        if text in legal:
            return legal[text]
        (code,) = texts.parse_move(self.s, text)
        return code

    @property
    def steps(self) -> list[str]:
        """The names of the steps that the last move told."""
        return [note.step.wire for note in self.told]

    def at(self, seat: int) -> Cell | str:
        """Where a dwarf stands."""
        cell = int(self.s["at"][seat])
        return "home" if cell == HOME else (cell % SIZE, cell // SIZE)

    def cards(self, seat: int) -> list[str]:
        """The cards in a hand, sorted."""
        row = self.s["hand"][seat * FINDS : (seat + 1) * FINDS]
        return [texts.find_text(k) for k in range(FINDS) for _ in range(int(row[k]))]

    def allies(self, seat: int) -> list[str]:
        """The allies of a seat, sorted."""
        row = self.s["ally"][seat * ALLIES : (seat + 1) * ALLIES]
        return [texts.boom_text(k) for k in range(ALLIES) for _ in range(int(row[k]))]

    def cell(self, where: Cell) -> Any:
        """What lies on a cell, as the position has it."""
        return texts.cell_entry(self.s, cell_of(where))

    @property
    def position(self) -> dict[str, Any]:
        """The whole position."""
        return texts.position(self.s)


def cell_of(where: Cell) -> int:
    """The number of a cell."""
    return SIZE * where[1] + where[0]
