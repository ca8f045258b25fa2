"""What a move tells while it is played: its visible steps, each declared once.

A game's steps are the members of one class. Each names its fields, and says what each is:

    class Step(Steps):
        BALL_IN = step(cell=Cell, colour=Colour, seat=Seat)
        BALL_PUSHED = step(origin=Cell, target=Cell, colour=Colour)

Rules call `note(Step.BALL_PUSHED, b, c, colour)`: compiled, a member is an integer and `note` is
nothing. Read, a step is `{"step": "ball_pushed", "origin": 4, "target": 5, "colour": "b"}`. The
types of the web are made from the same class.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from .kinds import NOBODY, Value, reader


@dataclass(frozen=True)
class Fields:
    """The fields of a step with their kinds, in the order of `note`."""

    kinds: dict[str, Any]
    reveals: bool = False
    """Whether it shows what was hidden: that bars taking back, and ends a preview."""
    once: tuple[str, ...] = ()
    """What it was called in earlier releases, which stored it so."""


def step(*, reveals: bool = False, once: Sequence[str] = (), **fields: Any) -> Fields:
    """A kind of step, with its fields. What is stored goes by their order: new ones come last.

    A field that was added later must be a `maybe`: what is stored has none.
    """
    return Fields(fields, reveals, tuple(once))


class Steps(IntEnum):
    """The kinds of steps that a game tells; numbered in the order in which they are declared."""

    fields: Fields
    _readers: tuple[Any, ...]

    def __new__(cls, fields: Fields) -> "Steps":
        """Numbered by its place: that is what compiled rules see."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.fields = fields
        member._readers = tuple((name, reader(kind)) for name, kind in fields.kinds.items())
        return member

    @property
    def wire(self) -> str:
        """The name by which it is stored, sent and read."""
        return self.name.lower()

    @property
    def reveals(self) -> bool:
        """Whether it shows what was hidden."""
        return self.fields.reveals

    def as_json(self, values: Sequence[int]) -> dict[str, Value]:
        """A step as it is read; earlier releases stored too many values, or too few."""
        missing = len(self._readers) - len(values)
        if missing > 0:
            values = [*values, *[NOBODY] * missing]
        told: dict[str, Value] = {"step": self.wire}
        for (name, read), value in zip(self._readers, values, strict=False):
            told[name] = read(value)
        return told

    @classmethod
    def called(cls, wire: str) -> "Steps | None":
        """The kind of step that is stored by a name; also one that it had earlier."""
        found = cls.__members__.get(wire.upper())
        if found is not None:
            return found
        return next((kind for kind in cls if wire in kind.fields.once), None)


class Note(NamedTuple):
    """One visible step of a move; `audience` has a bit for each seat that sees it."""

    step: Steps
    values: tuple[int, ...]
    audience: int

    def of(self, field: str) -> int:
        """The number that the rules gave for a field."""
        return self.values[[*self.step.fields.kinds].index(field)]

    def as_json(self) -> dict[str, Value]:
        """The step as it is read."""
        return self.step.as_json(self.values)

    def stored(self) -> list[int | str]:
        """The step as it is kept with the move; `told_step` reads it."""
        return [self.step.wire, *self.values, self.audience]


def noted(kind: Steps, values: Sequence[int], audience: int) -> Note:
    """A step that is told; the rules must give as many values as it has fields."""
    if len(values) != len(kind.fields.kinds):
        raise TypeError(f"{kind.name} has the fields {', '.join(kind.fields.kinds)}")
    return Note(kind, tuple(int(value) for value in values), int(audience))


def told_step(kinds: type[Steps], stored: Sequence[Any]) -> dict[str, Value] | None:
    """A step as it is stored (name, values, audience), as it is read; None if none is so called."""
    name, *values, _ = stored
    kind = kinds.called(name)
    return None if kind is None else kind.as_json(values)
