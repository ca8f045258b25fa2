"""What has changed of what was sent last: fields that are written as they were stay out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .encoding import Written, in_one, to_json

Part = bytes | tuple[bytes, ...]
"""A field, written; of a long list each entry."""
Parts = dict[str, Part]
"""An object, each of its fields written."""
LONG = 8
"""A list of so many entries is told by those that have changed."""
FIELD_BYTES = 140


@dataclass(frozen=True)
class Sent:
    """How things stood after an event, as it was sent to those who see the same."""

    n: int
    view: Parts
    standing: dict[str, bytes]

    @property
    def bytes(self) -> int:
        """What it takes in memory, about: a field is its text and an entry."""
        size = 0
        for part in (*self.view.values(), *self.standing.values()):
            entries = part if isinstance(part, tuple) else (part,)
            size += sum(len(entry) for entry in entries) + FIELD_BYTES * len(entries)
        return size


def fields_of(body: Mapping[str, Any]) -> dict[str, bytes]:
    """An object, each of its fields written."""
    return {key: to_json(value) for key, value in body.items()}


def parts_of(body: Mapping[str, Any]) -> Parts:
    """The same, and of its long lists each entry."""
    return {key: _part(value) for key, value in body.items()}


def _part(value: object) -> Part:
    if isinstance(value, list) and len(value) >= LONG:
        return tuple(to_json(entry) for entry in value)
    return to_json(value)


def _written(part: Part) -> bytes:
    return in_one(part) if isinstance(part, tuple) else part


def in_whole(parts: Mapping[str, Part]) -> Written:
    """The object of these fields."""
    fields = (b'"%b":%b' % (key.encode(), _written(part)) for key, part in parts.items())
    return Written(b"{" + b",".join(fields) + b"}")


def changed(before: Mapping[str, Part], after: Mapping[str, Part]) -> Parts:
    """The fields that are not what they were; a field that is gone makes all of them new."""
    if before.keys() - after.keys():
        return dict(after)
    new = ((key, part) for key, part in after.items() if before.get(key) != part)
    return {key: _difference(before.get(key), part) for key, part in new}


def _difference(before: Part | None, after: Part) -> Part:
    """Of a list as long as before the entries that are new, by their place; anything else whole."""
    if not isinstance(before, tuple) or not isinstance(after, tuple) or len(before) != len(after):
        return after
    pairs = enumerate(zip(before, after, strict=True))
    entries = {str(k): new for k, (old, new) in pairs if old != new}
    told = in_whole(entries)
    return told if len(told) < sum(map(len, after)) else after
