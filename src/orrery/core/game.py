"""What there is to know about a game before a state of it exists.

A game's `game.py` holds one `Game`. Everything that is generic (matches, records, the command
line, bots, the server) works from it, and from the rules registered for its record type.
"""

import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .abilities import OPEN, UNSAID, Hidden, LineText, OwnText, Solo
from .contract import Record
from .errors import BadOption
from .options import (
    Option,
    Preset,
    Value,
    option_schema,
    option_vector,
    read_options,
    read_presets,
    unfold_preset,
)
from .rulebook import Rulebook
from .steps import Note, Steps
from .words import Words

State = NDArray[np.void]
"""An array of one state record: copied by `.copy()`, saved as its bytes."""

Segment = tuple[str, str]
"""A piece of a text board and its style (a colour or 'bold', as terminals name them)."""


class Notation(Protocol):
    """How a game is written down; each game has these functions in its `notation.py`."""

    def move_text(self, state: Record, move: int) -> str:
        """A legal move as text."""

    def parse_move(self, state: Record, text: str) -> Sequence[int]:
        """The move a text means; several, where the notation has a long form for them."""

    def position_text(self, state: Record) -> str:
        """The position as one line."""

    def parse_position(self, state: Record, text: str) -> None:
        """Set a state that has just begun to a position; BadNotation where it cannot be."""

    def result_text(self, state: Record) -> str:
        """How a finished game ended."""

    def reason(self, state: Record) -> str:
        """Why a finished game ended, as a key of the words file."""

    def board(self, state: Record) -> list[list[Segment]]:
        """The board as lines of styled text."""

    def move_words(self, state: Record, move: int) -> tuple[str, dict[str, str]]:
        """The sentence that tells a move: its key in the words file, and what to fill in.

        A value that begins with '@' is itself a key of the words file.
        """


def hash_sources(package: Path) -> str:
    """A hash of the Python files and the `data` of a package, and of where it lies."""
    digest = hashlib.sha256(f"{package}\n".encode())
    data = (path for path in (package / "data").rglob("*") if path.is_file())
    for path in sorted([*package.rglob("*.py"), *data]):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(package)} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _any_prompt(state: Record) -> str:
    return "prompt.move"


def _numbered(state: Record, seat: int) -> tuple[str, dict[str, str]]:
    return "seat.name", {"n": str(seat + 1)}


def _untold(state: Record, move: int, steps: Sequence[Note]) -> list[None]:
    return [None] * len(steps)


def _no_status(state: Record) -> list[tuple[str, dict[str, str]]]:
    return []


def _by_name(name: str) -> "Game":
    from .registry import find

    return find(name)


@dataclass(frozen=True, eq=False)
class Game:
    """The facts of one game."""

    name: str
    version: int
    """The newest ruleset: it goes up when the behaviour of the rules changes. New games take it."""
    state: np.dtype[Any]
    work: np.dtype[Any]
    options: tuple[Option, ...]
    """The first one is `players`."""
    max_moves: int
    """The longest list of moves."""
    move_codes: int
    """Move codes run from 0 to this, less one."""
    max_decisions: int
    """No game takes more decisions than this, in any option."""
    observation: int
    """The length of an observation."""
    steps: type[Steps]
    """What `note` speaks of, each kind with its fields."""
    notation: Notation
    view: Callable[[Record, int], Mapping[str, Any]]
    """What a seat sees, from a state that went through `hide`."""
    why: Callable[[Record, int], str]
    """The id of the first rule that an illegal move breaks."""
    module: str
    """The module of the game's package; its folder holds data, words and rulebook."""
    prompt: Callable[[Record], str] = _any_prompt
    """The words, by key, that say what is to be decided now."""
    seat_words: Callable[[Record, int], tuple[str, dict[str, str]]] = _numbered
    """What a seat is called: a key of the words file, and what to fill in."""
    has_chance: bool = False
    step_words: Callable[
        [Record, int, Sequence[Note]], Sequence[tuple[str, dict[str, str]] | None]
    ] = _untold
    """The sentences that tell the steps of a move in the log, from the state before the move; None
    for a step that goes without saying. Whoever sees a step may read all that it is made of."""
    status: Callable[[Record], list[tuple[str, dict[str, str]]]] = _no_status
    """Sentences about the position that stand beside the board."""
    hidden: Hidden = OPEN
    """What a game says in which seats do not know everything; any other leaves it as it is."""
    solo: Solo = UNSAID
    """What a game says that can be played alone."""
    text: LineText | OwnText | None = None
    """How a whole game is written as text, where the notation has such a form."""
    careless: bool = True
    """Whether a bot that slips may play what `narrow` thinks not worth a search."""
    oldest: int = 1
    """The oldest ruleset that these rules still play."""
    test_options: tuple[Mapping[str, Value], ...] = field(default=({},))
    """Further combinations of options that tests should play."""
    sources: str = field(default="", init=False)
    """A hash of the game's code and data as they were when it was imported."""

    def __post_init__(self) -> None:
        for kind, dtype in (("state", self.state), ("work", self.work)):
            if not dtype.isalignedstruct:
                raise TypeError(f"the {kind} of '{self.name}' is not aligned; use `layout`")
        object.__setattr__(self, "sources", hash_sources(self.folder))

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        """Pickled by its name: another process finds its own."""
        return _by_name, (self.name,)

    @property
    def has_hidden(self) -> bool:
        """Whether there is anything that a seat does not know."""
        return self.hidden is not OPEN

    @property
    def tells_steps(self) -> bool:
        """Whether the log tells more of a move than its own sentence."""
        return self.step_words is not _untold

    @cached_property
    def may_reveal(self) -> bool:
        """Whether there is a step that shows what was hidden until then."""
        return any(step.reveals for step in self.steps)

    @cached_property
    def folder(self) -> Path:
        """The folder of the game's package."""
        file = sys.modules[self.module].__file__
        assert file is not None
        return Path(file).parent

    @cached_property
    def words(self) -> Words:
        """What the game says, in every language it has."""
        return Words(self.folder / "words")

    @cached_property
    def rulebook(self) -> Rulebook:
        """The numbered rules, by chapter."""
        return Rulebook(self.folder / "rulebook.toml")

    @cached_property
    def presets(self) -> tuple[Preset, ...]:
        """Options that go well together: the first is what a game begun in a hurry has."""
        return read_presets(self.folder / "presets.toml", self.options)

    @property
    def rulesets(self) -> range:
        """The rulesets that these rules play."""
        return range(self.oldest, self.version + 1)

    def read_ruleset(self, wanted: int | None) -> int:
        """The ruleset that is wanted, the newest without one; BadOption if it is not here."""
        if wanted is None:
            return self.version
        if wanted not in self.rulesets:
            raise BadOption(
                f"ruleset {wanted!s:.20} of {self.name} is not here; {self._rulesets_text()}",
                detail={"option": "ruleset"},
            )
        return wanted

    def _rulesets_text(self) -> str:
        if self.oldest == self.version:
            return f"there is ruleset {self.version}"
        return f"there are rulesets {self.oldest} to {self.version}"

    def read_options(
        self, given: Mapping[str, object], ruleset: int | None = None
    ) -> dict[str, Value]:
        """All options of a ruleset with their values; BadOption names what is wrong.

        `preset` may stand for those of a preset, which the others then change.
        """
        wanted = unfold_preset(self.presets, given)
        return read_options(self.options, wanted, self.read_ruleset(ruleset))

    def option_vector(
        self, values: Mapping[str, Value], ruleset: int | None = None
    ) -> NDArray[np.int32]:
        """Checked options as the rules are given them, the ruleset last."""
        return option_vector(self.options, values, self.read_ruleset(ruleset))

    def option_schema(self) -> dict[str, Any]:
        """The options as JSON Schema."""
        return option_schema(self.options)

    def seats(self, values: Mapping[str, Value]) -> int:
        """How many seats a game with these options has."""
        return int(values[self.options[0].name])

    @property
    def for_one(self) -> bool:
        """Whether it can be played alone, without a bot."""
        return 1 in self.options[0].samples()

    def blank(self) -> State:
        """A zeroed state."""
        return np.zeros(1, self.state)
