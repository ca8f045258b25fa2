"""Windows: decisions that a seat is asked for in another's turn, as a game's file tells them.

A game may bring `windows.toml` beside its rulebook. By the words that ask a decision (the key that
`prompt` gives) it names the input that is played when time has run out, and whether the decision
is a window: asked of a seat whose turn it is not, with a default that lets things take their
course. The file is read by the server alone, so that an edit compiles no rules anew.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from orrery.core.errors import BadNotation, BadOption, IllegalMove
from orrery.core.game import Game
from orrery.core.match import Match

FILE = "windows.toml"
FIRST = "first legal"
"""Stands in the file for whichever legal input comes first."""
_FIELDS = {"default", "window"}


@dataclass(frozen=True)
class Asked:
    """One kind of decision: what is played by default, and whether it can be a window."""

    default: tuple[str, ...]
    """Inputs in the notation of the game; the first that is legal is played."""
    window: bool = False


@dataclass(frozen=True)
class Windows:
    """What a game says of its decisions; a game without a file says nothing."""

    turn: str | None = None
    """The field of the state that holds the seat whose turn it is."""
    states: Mapping[str, Asked] = field(default_factory=dict)

    @property
    def kinds(self) -> list[str]:
        """The kinds of windows, in the order of the file."""
        return [state for state, asked in self.states.items() if asked.window]

    def turn_of(self, match: Match) -> int | None:
        """The seat in whose turn another is asked; None if this is no window."""
        if self.turn is None or match.turn < 0:
            return None
        state = match.state[0]
        asked = self.states.get(match.game.prompt(state))
        active = int(state[self.turn])
        return active if asked is not None and asked.window and active != match.turn else None

    def kind_of(self, match: Match) -> str:
        """The words, by key, that ask the decision."""
        return match.game.prompt(match.state[0])

    def listed_default(self, match: Match) -> int | None:
        """The default of the file for the decision that is asked, if it names one that is legal."""
        asked = self.states.get(self.kind_of(match))
        legal = match.legal_codes()
        for text in asked.default if asked is not None else ():
            if text == FIRST:
                return legal[0]
            try:
                codes = match.read(text)
            except (BadNotation, IllegalMove):
                continue
            if len(codes) == 1 and codes[0] in legal:
                return codes[0]
        return None

    def default(self, match: Match) -> int:
        """What is played for the seat that decides; without a word of the file, the first input."""
        listed = self.listed_default(match)
        return match.legal_codes()[0] if listed is None else listed


@cache
def windows_of(game: Game) -> Windows:
    """What a game says of its windows."""
    path = game.folder / FILE
    return read_windows(game, path) if path.exists() else Windows()


def read_windows(game: Game, path: Path) -> Windows:
    """Read and check a file; BadOption names the file, the state and the field."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _bad(path, "", "", f"is no TOML: {error}") from None
    turn = found.pop("turn", None)
    states = {key: _read_asked(path, key, entry) for key, entry in _flat(path, found)}
    for key in states:
        if game.words.find("en", key) is None:
            raise _bad(path, key, "", f"is no decision of {game.name}: there are no words for it")
    if turn is not None and turn not in (game.state.names or ()):
        raise _bad(path, "", "turn", f"'{turn}' is no field of the state of {game.name}")
    if turn is None and any(asked.window for asked in states.values()):
        raise _bad(path, "", "turn", "is missing, and there are windows")
    return Windows(turn, states)


def _flat(path: Path, found: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """The entries by the keys of the words: tables within tables, joined by dots."""
    for name, entry in found.items():
        key = f"{above}{name}"
        if not isinstance(entry, dict):
            raise _bad(path, key, "", "is no table with a default")
        if _FIELDS & set(entry) or not any(isinstance(one, dict) for one in entry.values()):
            yield key, entry
        else:
            yield from _flat(path, entry, f"{key}.")


def _read_asked(path: Path, key: str, entry: Mapping[str, Any]) -> Asked:
    for name in entry:
        if name not in _FIELDS:
            raise _bad(path, key, name, "is not known")
    given = entry.get("default")
    default = (given,) if isinstance(given, str) else given
    if not isinstance(default, list | tuple) or not default:
        raise _bad(path, key, "default", "is missing, or neither a text nor a list of texts")
    if not all(isinstance(text, str) and text.strip() == text != "" for text in default):
        raise _bad(path, key, "default", "has something that is no input")
    if FIRST in default[:-1]:
        raise _bad(path, key, "default", f"has inputs behind '{FIRST}', which is always one")
    window = entry.get("window", False)
    if not isinstance(window, bool):
        raise _bad(path, key, "window", "is neither true nor false")
    if window and (len(default) != 1 or FIRST in default):
        raise _bad(path, key, "default", "of a window is one input, always the same")
    return Asked(tuple(default), window)


def _bad(path: Path, state: str, name: str, why: str) -> BadOption:
    where = ", ".join(part for part in (f"state '{state}'" * bool(state), name) if part)
    said = f"{path}: {where} {why}" if where else f"{path}: {why}"
    return BadOption(said, detail={"file": str(path), "state": state, "field": name})
