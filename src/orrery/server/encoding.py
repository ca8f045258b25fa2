"""JSON for the wire."""

import json
from collections.abc import Sequence
from typing import Any

import orjson


class Written(bytes):
    """JSON that is written already, and goes into a larger body as it is."""

    __slots__ = ()


def to_json(body: Any) -> bytes:
    """A body as JSON. What the fast writer refuses (half a character, say) is written escaped."""
    try:
        return orjson.dumps(body, _insert)
    except TypeError:
        return json.dumps(body, default=_read).encode()


def to_lasting_json(body: Any) -> bytes:
    """A body as JSON that is kept: no larger in memory than it is long."""
    return bytes(memoryview(to_json(body)))  # the fast writer leaves room behind what it writes


def read_json(text: bytes | str) -> Any:
    """What JSON says. What the fast reader refuses (half a character, say) is read all the same."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return json.loads(text)


def in_one(values: Sequence[bytes]) -> Written:
    """A list of what is written already: putting in thousands one by one takes long."""
    return Written(b"[" + b",".join(values) + b"]")


def with_field(written: bytes, key: str, value: bytes) -> Written:
    """An object that is written already, with one more field at its end."""
    comma = b"" if written == b"{}" else b","
    return Written(written[:-1] + comma + b'"' + key.encode() + b'":' + value + b"}")


def _insert(value: object) -> orjson.Fragment:
    if isinstance(value, Written):
        return orjson.Fragment(bytes(value))  # of subclasses it knows nothing
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _read(value: object) -> Any:
    if isinstance(value, Written):
        return json.loads(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")
