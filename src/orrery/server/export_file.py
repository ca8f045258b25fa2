"""The file of an export or a backup: one JSON line each, written whole or not at all.

It is written beside its place, brought to the disk, read again, and only then given its name. Its
first line says how many games there are, its last line says so again: whatever is cut short is
seen. A name that ends in `.gz` is packed; when it is read its first bytes tell.
"""

import contextlib
import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from orrery.core.errors import BadOption, BadRecord

FORMAT = "orrery-export/1"
_GZIP = b"\x1f\x8b"
_LEVEL = 6
"""How hard a file is packed: more takes long and saves little."""


class Holds(NamedTuple):
    """What was found in a file."""

    games: int
    people: int
    digest: str
    """A hash of all lines."""


class Kept(NamedTuple):
    """What was written."""

    games: int
    people: int
    size: int
    """In bytes, as the file lies there."""


def line_of(body: Any) -> str:
    """One line of a file."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_bodies(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The lines of a file with their numbers, one at a time; BadRecord if one is none."""
    for number, line in enumerate(_read_lines(path), 1):
        yield number, _body_of(line, number)


def _body_of(line: bytes, number: int) -> dict[str, Any]:
    try:
        body = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(f"line {number} is no JSON") from None
    if not isinstance(body, dict):
        raise BadRecord(f"line {number} is no JSON object")
    return body


def _read_lines(path: Path) -> Iterator[bytes]:
    """Lines end with one sign alone: people may say others in a chat."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(len(_GZIP)) == _GZIP
            raw.seek(0)
            yield from gzip.GzipFile(fileobj=raw) if packed else raw
    except (OSError, EOFError, zlib.error) as error:
        raise BadRecord(f"cannot read '{path}': {error}") from None


def check_file(path: Path) -> Holds:
    """What a file holds; BadRecord if it is no export, or not a whole one."""
    digest, counts = hashlib.sha256(), {"game": 0, "person": 0}
    first, last = None, None
    for number, line in enumerate(_read_lines(path), 1):
        digest.update(line)
        body = _body_of(line, number)
        if first is None:
            first = body
            _check_first(body)
        for name in counts:
            counts[name] += name in body
        last = body
    if first is None or last is None:
        _check_first({})
    elif last.get("end") != counts["game"] or first.get("games") != counts["game"]:
        raise BadRecord("the export is cut short: its last line does not count its games")
    return Holds(counts["game"], counts["person"], digest.hexdigest())


def _check_first(body: dict[str, Any]) -> None:
    if body.get("format") != FORMAT:
        raise BadRecord(f"this is no export: its first line does not say '{FORMAT}'")


def write_file(path: Path, lines: Iterable[str]) -> Kept:
    """Write lines to a file that does not exist yet, for its owner alone; whole, or not at all."""
    _check_free(path)
    half = path.with_name(path.name + ".part")
    try:
        number = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise _bad(
            f"there is a file '{half}': another is being written there, or one was broken off;"
            " remove it, or choose another name"
        ) from None
    except OSError as error:
        raise _bad(f"'{path}' cannot be written: {error.strerror}") from None
    try:
        digest = _write(number, lines, packed=path.suffix == ".gz")
        holds = check_file(half)
        if holds.digest != digest:
            raise BadRecord(f"'{path}' was not kept as it was written: do not trust this disk")
        size = half.stat().st_size
        _check_free(path)
        half.rename(path)
    except OSError as error:
        raise _bad(f"'{path}' cannot be written: {error.strerror}") from None
    finally:
        half.unlink(missing_ok=True)
    _sync_folder(path.parent)
    return Kept(holds.games, holds.people, size)


def _check_free(path: Path) -> None:
    if path.exists():
        raise _bad(f"there is a file '{path}' already; choose another name")


def _bad(message: str) -> BadOption:
    return BadOption(message, detail={"option": "file"})


def _write(number: int, lines: Iterable[str], packed: bool) -> str:
    """Write lines until they are on the disk; a hash of them."""
    digest = hashlib.sha256()
    with contextlib.ExitStack() as stack:
        raw: Any = stack.enter_context(os.fdopen(number, "wb"))
        packing = gzip.GzipFile("", "wb", _LEVEL, raw) if packed else None
        for line in lines:
            said = line.encode()
            digest.update(said)
            (packing or raw).write(said)
        if packing is not None:
            packing.close()
        raw.flush()
        os.fsync(raw.fileno())
    return digest.hexdigest()


def _sync_folder(folder: Path) -> None:
    """Bring the new name to the disk, where a system lets one."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
