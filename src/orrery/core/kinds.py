"""What a value is that leaves the rules: a cell, a seat, a colour. Said once, for all who read it.

The rules know numbers. Whoever reads a view or a step reads names where there are any, and the
types of the web are made from the same declaration. A kind is a type: `int`, `bool`, or one of
these with a note:

    Cell = Annotated[int, "a cell, 0 to 26"]
    Colour = Annotated[str, Names(("b", "w", "r"))]
    Column = Annotated[int, From(1)]
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin

Value = int | str | bool | None
"""What a field of a step is, where it is read."""
Seat = Annotated[int, "a seat, counted from 0"]
NOBODY = -1
"""What the rules write where there is no such thing; read as None."""


class Names(tuple[str, ...]):
    """Of a kind whose values have names: they are numbers in the rules, by their place here."""

    __slots__ = ()

    def of(self, value: int) -> str:
        """The name of a number of the rules."""
        if value < 0:
            raise IndexError(f"{value} has no name")
        return self[value]


class Coordinates(Names):
    """Names of places, that nobody needs a list of."""

    __slots__ = ()


@dataclass(frozen=True)
class From:
    """Of numbers that the rules count from 0, and people from here."""

    first: int


@dataclass(frozen=True)
class Whole:
    """Of a mapping: it has a value for every name that its key can be."""


@dataclass(frozen=True)
class Maybe:
    """A kind that may be missing: NOBODY in the rules."""

    kind: Any


def maybe(kind: Any) -> Any:
    """A field that may be missing."""
    return Maybe(kind)


def names_above(scope: Mapping[str, Any], count: int) -> tuple[str, ...]:
    """The last so many constants of a module, in lower case: 0, 1, 2 and so on by their values.

    So a list of constants (`COLOURS, FIRST, TURN = range(3)`) is the list of their names too.
    """
    last = [name for name in scope if name.isupper() and not name.startswith("_")][-count:]
    if [scope[name] for name in last] != list(range(count)):
        raise TypeError(f"{', '.join(last)} are not 0 to {count - 1}")
    return tuple(name.lower() for name in last)


def reader(kind: Any) -> Callable[[int], Value]:
    """What turns a number of the rules into what is read."""
    if isinstance(kind, Maybe):
        inner = reader(kind.kind)
        return lambda value: None if value == NOBODY else inner(value)
    if get_origin(kind) is not Annotated:
        if kind not in (int, bool):
            raise TypeError(f"{kind} is no kind of number")
        return kind  # type: ignore[no-any-return]
    base, *notes = get_args(kind)
    for note in notes:
        if isinstance(note, Names):
            return note.of
        if isinstance(note, From):
            first = note.first
            return lambda value: value + first
    return reader(base)


def names_in(kind: Any) -> Names:
    """The names that a kind has, if it has any."""
    found = (note for note in get_args(kind)[1:] if isinstance(note, Names))
    return next(found, Names())
