"""Options of a game: named, checked, with a schema, and encoded as a vector of small integers.

Four kinds are enough: a `Choice` out of a list, a `Flag`, a `Span` of whole numbers, and
`Letters`, several choices of the same kind written as one word.

An option may have come with a later ruleset: those before `since` do not know it, and their rules
are given its default.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import BadData, BadOption, nearest

Value = int | str | bool
_ON = {"on", "true", "yes", "1"}
_OFF = {"off", "false", "no", "0"}


@dataclass(frozen=True)
class Choice:
    """One of a few values. A word is encoded as its place in the list, a number as itself."""

    name: str
    values: tuple[int | str, ...]
    default: int | str
    since: int = 1

    def read(self, given: object) -> Value:
        """The value as Python has it, from a value or from text."""
        for value in self.values:
            if not isinstance(given, bool) and (given == value or given == str(value)):
                return value
        hint = nearest(str(given), [str(value) for value in self.values])
        raise _refusal(self.name, given, f"one of {', '.join(map(str, self.values))}", hint)

    def encode(self, value: Value) -> int:
        """The integer that the rules are given."""
        return value if isinstance(value, int) else self.values.index(value)

    def schema(self) -> dict[str, Any]:
        """The option as JSON Schema."""
        kind = "integer" if isinstance(self.values[0], int) else "string"
        return {"type": kind, "enum": list(self.values), "default": self.default}

    def samples(self) -> tuple[Value, ...]:
        """Values worth testing."""
        return self.values


@dataclass(frozen=True)
class Flag:
    """On or off."""

    name: str
    default: bool
    since: int = 1

    def read(self, given: object) -> Value:
        """The value as Python has it, from a value or from text."""
        if isinstance(given, bool):
            return given
        if isinstance(given, str) and given.casefold() in _ON | _OFF:
            return given.casefold() in _ON
        raise _refusal(self.name, given, "on or off")

    def encode(self, value: Value) -> int:
        """The integer that the rules are given."""
        return int(value)

    def schema(self) -> dict[str, Any]:
        """The option as JSON Schema."""
        return {"type": "boolean", "default": self.default}

    def samples(self) -> tuple[Value, ...]:
        """Values worth testing."""
        return (True, False)


@dataclass(frozen=True)
class Span:
    """A whole number from `low` to `high`, or one of `also` outside it (0 for "off")."""

    name: str
    low: int
    high: int
    default: int
    also: tuple[int, ...] = ()
    tried: tuple[int, ...] = ()
    """Values worth testing beside the default."""
    since: int = 1

    def read(self, given: object) -> Value:
        """The value as Python has it, from a value or from text."""
        value = _whole_number(given)
        if value is not None and (self.low <= value <= self.high or value in self.also):
            return value
        others = "".join(f", or {value}" for value in self.also)
        raise _refusal(self.name, given, f"a whole number from {self.low} to {self.high}{others}")

    def encode(self, value: Value) -> int:
        """The integer that the rules are given."""
        return int(value)

    def schema(self) -> dict[str, Any]:
        """The option as JSON Schema."""
        span: dict[str, Any] = {"minimum": self.low, "maximum": self.high}
        if not self.also:
            return {"type": "integer", **span, "default": self.default}
        return {
            "type": "integer",
            "anyOf": [span, {"enum": list(self.also)}],
            "default": self.default,
        }

    def samples(self) -> tuple[Value, ...]:
        """Values worth testing."""
        return (self.default, *self.tried)


@dataclass(frozen=True)
class Letters:
    """A word of fixed length: one of a few letters for each of several places.

    It is encoded as a number whose digits, from the first place on, are the letters' places in
    the list; with two letters they are bits.
    """

    name: str
    letters: str
    length: int
    default: str
    tried: tuple[str, ...] = ()
    """Values worth testing beside the default."""
    since: int = 1

    def read(self, given: object) -> Value:
        """The value as Python has it."""
        if isinstance(given, str) and len(given) == self.length and set(given) <= {*self.letters}:
            return given
        wanted = f"{self.length} letters out of {', '.join(self.letters)}"
        raise _refusal(self.name, given, wanted)

    def encode(self, value: Value) -> int:
        """The integer that the rules are given."""
        base = len(self.letters)
        return sum(self.letters.index(c) * base**k for k, c in enumerate(str(value)))

    def schema(self) -> dict[str, Any]:
        """The option as JSON Schema."""
        pattern = f"^[{self.letters}]{{{self.length}}}$"
        return {"type": "string", "pattern": pattern, "default": self.default}

    def samples(self) -> tuple[Value, ...]:
        """Values worth testing."""
        return (self.default, *self.tried)


Option = Choice | Flag | Span | Letters


@dataclass(frozen=True)
class Preset:
    """Options that go well together, under one name; those it does not name stay usual."""

    name: str
    options: Mapping[str, Value]
    level: int | None = None
    """How strong bots are in a game that is begun with it in a hurry; None: as in any game."""


PRESET = "preset"
"""Given like an option, the name of a preset stands for all its options."""
BOT_LEVEL = "bot_level"
"""In a game's file of presets, beside the options: the level of a preset."""


def _whole_number(given: object) -> int | None:
    if isinstance(given, bool):
        return None
    if isinstance(given, int | np.integer):
        return int(given)
    if isinstance(given, str) and given.isascii() and given.removeprefix("-").isdigit():
        return int(given) if len(given) < 12 else None
    return None


def _refusal(name: str, given: object, wanted: str, hint: str = "") -> BadOption:
    shown = str(given)
    shown = shown if len(shown) <= 40 else shown[:40] + "..."
    message = f"option '{name}' takes {wanted}, not '{shown}'.{hint}"
    return BadOption(message, detail={"option": name})


def options_text(values: Mapping[str, Value]) -> str:
    """Options as one line, `players=2 flips=on`, which reads back."""
    shown = {True: "on", False: "off"}
    return " ".join(
        f"{name}={shown[value] if isinstance(value, bool) else value}"
        for name, value in values.items()
    )


def read_options(
    options: Sequence[Option], given: Mapping[str, object], ruleset: int
) -> dict[str, Value]:
    """Every option of a ruleset with its value: those given, checked, the others' defaults."""
    options = [option for option in options if option.since <= ruleset]
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            raise BadOption(
                f"there is no option '{str(name)[:40]}'; there are {', '.join(names)}."
                f"{nearest(str(name), names)}",
                detail={"option": str(name)[:40]},
            )
    return {o.name: o.read(given[o.name]) if o.name in given else o.default for o in options}


def read_presets(file: Path, options: Sequence[Option]) -> tuple[Preset, ...]:
    """The presets in a game's file, if it has one: a table of options each; BadData if wrong."""
    if not file.exists():
        return ()
    newest = max(option.since for option in options)
    presets = []
    for name, table in tomllib.loads(file.read_text("utf-8")).items():
        chosen = {key: value for key, value in table.items() if key != BOT_LEVEL}
        level = _whole_number(table.get(BOT_LEVEL, 1))
        if level is None or level < 1:
            raise BadData(f"{file.name}: {name}: {BOT_LEVEL} is a number from 1 on")
        try:
            values = read_options(options, chosen, newest)
        except BadOption as refusal:
            raise BadData(f"{file.name}: {name}: {refusal.message}") from None
        known = {option: values[option] for option in chosen}
        presets.append(Preset(name, known, level if BOT_LEVEL in table else None))
    return tuple(presets)


def unfold_preset(presets: Sequence[Preset], given: Mapping[str, object]) -> Mapping[str, object]:
    """The options given, with those of the preset among them that are not given otherwise."""
    if not presets or PRESET not in given:
        return given
    wanted, names = str(given[PRESET]), [preset.name for preset in presets]
    for preset in presets:
        if preset.name == wanted:
            others = {name: value for name, value in given.items() if name != PRESET}
            return {**preset.options, **others}
    raise _refusal(PRESET, wanted, f"one of {', '.join(names)}", nearest(wanted, names))


def option_vector(
    options: Sequence[Option], values: Mapping[str, Value], ruleset: int
) -> NDArray[np.int32]:
    """The values as the rules are given them, and behind them the ruleset."""
    encoded = [o.encode(values[o.name] if o.since <= ruleset else o.default) for o in options]
    return np.array([*encoded, ruleset], np.int32)


def option_schema(options: Sequence[Option]) -> dict[str, Any]:
    """All options as one JSON Schema object."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {option.name: option.schema() for option in options},
    }
