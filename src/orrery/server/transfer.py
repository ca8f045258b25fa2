"""All games out of a store and into another: one JSON line each, nothing lost on the way.

The file holds secrets of games that still go on and hashes of tokens: keep it as you keep the
database. Bringing it in is one transaction: everything, or nothing and a reason.
"""

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from orrery.core.contract import WATCHER
from orrery.core.errors import BadRecord

from . import loading
from .encoding import to_json
from .records import record_of, tell_record
from .schema import chat, days, events, games, people, scores, seats, tries
from .store import Store
from .table import ASKED, Table

FORMAT = "orrery-export/1"
_PARTS = {"seats": seats, "events": events, "chat": chat, "scores": scores}
_ORDER = {
    "seats": seats.c.seat,
    "events": events.c.n,
    "chat": chat.c.id,
    "scores": scores.c.game_id,
}
_LATER = {"scores"}
"""What exports had not from the beginning."""
_SINGLE = {"person": people, "day": days, "try": tries}
"""Rows that belong to no game, each on a line of its own."""


def _row_json(row: sa.RowMapping) -> dict[str, Any]:
    return {
        str(key): {"base64": base64.b64encode(value).decode()}
        if isinstance(value, bytes)
        else value
        for key, value in row.items()
    }


def _row_python(table: sa.Table, row: object, where: str) -> dict[str, Any]:
    if not isinstance(row, dict) or set(row) - set(table.c.keys()):
        raise BadRecord(f"{where}: a row of '{table.name}' is not as it should be")
    missing = {c.name for c in table.c if not c.nullable and c.name != "id"} - set(row)
    if missing:
        raise BadRecord(f"{where}: a row of '{table.name}' lacks {', '.join(sorted(missing))}")
    return {key: _value(value, where) for key, value in row.items()}


def _value(value: Any, where: str) -> Any:
    if not isinstance(value, dict):
        return value
    try:
        return base64.b64decode(value["base64"], validate=True)
    except (KeyError, TypeError, ValueError):
        raise BadRecord(f"{where}: a value is not as it should be") from None


def export_lines(store: Store) -> Iterator[str]:
    """The lines of an export."""
    with store.engine.connect() as connection:
        ids = list(connection.execute(sa.select(games.c.id).order_by(games.c.created)).scalars())
        yield _line({"format": FORMAT, "games": len(ids)})
        for name, table in _SINGLE.items():
            for row in connection.execute(sa.select(table)).mappings():
                yield _line({name: _row_json(row)})
        for game_id in ids:
            yield _line(_export_game(connection, game_id))
    yield _line({"end": len(ids)})


def _line(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")) + "\n"


def _export_game(connection: sa.Connection, game_id: str) -> dict[str, Any]:
    game = connection.execute(sa.select(games).where(games.c.id == game_id)).mappings().one()
    body: dict[str, Any] = {"game": _row_json(game)}
    for name, table in _PARTS.items():
        query = sa.select(table).where(table.c.game_id == game_id).order_by(_ORDER[name])
        body[name] = [_row_json(row) for row in connection.execute(query).mappings()]
    return body


def export_games(store: Store, path: Path) -> int:
    """Write all games to a file that does not exist yet; how many there are."""
    if path.exists():
        raise FileExistsError(path)
    count, half = 0, path.with_name(path.name + ".part")
    half.unlink(missing_ok=True)
    half.touch(0o600)  # it holds the secrets of games that go on
    with half.open("w", encoding="utf-8") as file:
        for line in export_lines(store):
            file.write(line)
            count += line.startswith('{"game"')
    half.rename(path)
    return count


def import_games(store: Store, path: Path) -> tuple[int, int]:
    """Bring the games of a file in: how many came, and how many were here already."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"cannot read '{path}': {error}") from None
    bodies = [_read_line(text, number) for number, text in enumerate(lines, 1)]
    _check_frame(bodies)
    came = here = 0
    with store.writer.begin() as connection:
        for number, body in enumerate(bodies[1:-1], 2):
            where = f"line {number}"
            single = next((name for name in _SINGLE if name in body), None)
            if single is not None:
                table = _SINGLE[single]
                _bring_row(connection, table, _row_python(table, body[single], where))
            elif _bring_game(connection, body, where):
                came += 1
            else:
                here += 1
    return came, here


def _read_line(text: str, number: int) -> dict[str, Any]:
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord(f"line {number} is no JSON") from None
    if not isinstance(body, dict):
        raise BadRecord(f"line {number} is no JSON object")
    return body


def _check_frame(bodies: list[dict[str, Any]]) -> None:
    if not bodies or bodies[0].get("format") != FORMAT:
        raise BadRecord(f"this is no export: its first line does not say '{FORMAT}'")
    found = sum("game" in body for body in bodies)
    if bodies[-1].get("end") != found or bodies[0].get("games") != found:
        raise BadRecord("the export is cut short: its last line does not count its games")


def _bring_row(connection: sa.Connection, table: sa.Table, row: dict[str, Any]) -> None:
    """Bring a row in, if none of its key is here."""
    same = sa.and_(*(column == row.get(column.name) for column in table.primary_key))
    if table is people:
        same |= people.c.token_hash == row["token_hash"]
    if connection.execute(sa.select(table).where(same)).first() is None:
        connection.execute(sa.insert(table), row)


def _bring_game(connection: sa.Connection, body: dict[str, Any], where: str) -> bool:
    """Bring one game in; False if the very same is here already."""
    game = _row_python(games, body.get("game"), where)
    there = sa.select(games.c.id).where(games.c.id == game.get("id"))
    if connection.execute(there).first() is not None:
        if _chain(_export_game(connection, game["id"])) != _chain(body):
            raise BadRecord(f"{where}: another game '{game['id']}' is here already")
        return False
    _insert(connection, games, [game], where)
    for name, table in _PARTS.items():
        given = body.get(name, [] if name in _LATER else None)
        if not isinstance(given, list):
            raise BadRecord(f"{where}: '{name}' is missing")
        rows = [_row_python(table, row, where) for row in given]
        for row in rows:
            if row.get("game_id") != game["id"]:
                raise BadRecord(f"{where}: a row of '{name}' belongs to another game")
            if name == "chat":
                row.pop("id", None)
        _insert(connection, table, rows, where)
    _check_game(connection, game["id"], where)
    return True


def _chain(body: Mapping[str, Any]) -> object:
    """What makes two logs the same: how they are told may differ."""
    rows = body.get("events")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return None
    return [(row.get("n"), row.get("chain")) for row in rows]


def _insert(
    connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]], where: str
) -> None:
    try:
        if rows:
            connection.execute(sa.insert(table), rows)
    except (sa.exc.DBAPIError, sa.exc.StatementError) as error:
        raise BadRecord(f"{where} cannot be stored: {str(error).splitlines()[0]}") from None


_TELLING = {"says", "steps", "also", "unseen"}
"""What an event stores for people: how it is told may change from one release to the next."""
_TABLES_OWN = {ASKED}
"""What a table knows of an event, and its record does not."""


def _check_told(connection: sa.Connection, table: Table, where: str) -> None:
    """Play the whole record again and compare all that counts; how it is told is told anew."""
    assert table.game is not None
    record = record_of(table, WATCHER, whole=True)
    record.verify(table.game)
    again = replace(table, told=[], match=None, status="open")
    tell_record(again, record, table.game)
    for told, expected in zip(table.told, again.told, strict=True):
        own = {key: told.body[key] for key in _TABLES_OWN & told.body.keys()}
        now = {**json.loads(json.dumps(expected.body)), **own}
        if _facts(now) != _facts(told.body) or expected.chain != told.chain:
            raise BadRecord(f"{where}: event {told.n} is not told as it happened", event=told.n)
        if now != told.body:
            same = (events.c.game_id == table.id) & (events.c.n == told.n)
            body = to_json(now).decode()
            connection.execute(sa.update(events).where(same).values(body=body))


def _facts(body: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key not in _TELLING}


def _check_game(connection: sa.Connection, game_id: str, where: str) -> None:
    """Load the game as a server would, and check its record by the rules."""
    try:
        table = loading.load_table(connection, game_id)
        if table.told and table.game is not None:
            _check_told(connection, table, where)
    except BadRecord as error:
        raise BadRecord(f"{where}: {error.message}", event=error.event) from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise BadRecord(f"{where}: the game cannot be read ({error!r:.80})") from None
