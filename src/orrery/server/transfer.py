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

from . import loading, migrate
from .encoding import to_json
from .export_file import FORMAT, check_file, line_of, read_bodies, write_file
from .records import record_of, tell_record
from .schema import chat, days, events, games, people, scores, seats, tries, voices
from .store import Store
from .table import ASKED, GAVE_UP, Table

AT_ONCE = 500
"""So many rows are asked for together."""
_PARTS = {"seats": seats, "events": events, "chat": chat, "voices": voices, "scores": scores}
_ORDER = {
    "seats": seats.c.seat,
    "events": events.c.n,
    "chat": chat.c.id,
    "voices": voices.c.person,
    "scores": scores.c.game_id,
}
_LATER = {"voices", "scores"}
"""What exports had not from the beginning."""
_SINGLE = {"person": people, "day": days, "try": tries}
"""Rows that belong to no game, each on a line of its own."""
DISPOSABLE = {"states", "leases", "servers"}
"""What no export has: a server makes it anew."""
_WHOLE = games.c.status != loading.ARRIVING
"""Records that are just being brought here are no games yet."""


KEPT_HERE = {"address", "address_key"}
"""What is kept for a day only, so that it must not outlast it in a file."""


def _row_json(row: sa.RowMapping) -> dict[str, Any]:
    return {
        str(key): {"base64": base64.b64encode(value).decode()}
        if isinstance(value, bytes)
        else value
        for key, value in row.items()
        if key not in KEPT_HERE
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
        yield from lines_of(connection)


def lines_of(connection: sa.Connection) -> Iterator[str]:
    """The lines of an export from one transaction, which must see one moment all the time."""
    count = connection.execute(sa.select(sa.func.count()).where(_WHOLE)).scalar_one()
    yield line_of({"format": FORMAT, "form": migrate.form_of(connection), "games": count})
    for name, table in _SINGLE.items():
        for row in _stream(connection, sa.select(table)).mappings():
            yield line_of({name: _row_json(row)})
    ids = sa.select(games.c.id).where(_WHOLE).order_by(games.c.created)
    for game_id in _stream(connection, ids).scalars():
        yield line_of(_export_game(connection, game_id))
    yield line_of({"end": count})


def _stream(connection: sa.Connection, query: sa.Select[Any]) -> sa.CursorResult[Any]:
    """Rows that come as they are needed: there may be more than memory holds."""
    return connection.execute(query, execution_options={"yield_per": AT_ONCE})


def _export_game(connection: sa.Connection, game_id: str) -> dict[str, Any]:
    game = connection.execute(sa.select(games).where(games.c.id == game_id)).mappings().one()
    body: dict[str, Any] = {"game": _row_json(game)}
    for name, table in _PARTS.items():
        query = sa.select(table).where(table.c.game_id == game_id).order_by(_ORDER[name])
        body[name] = [_row_json(row) for row in connection.execute(query).mappings()]
    return body


def export_games(store: Store, path: Path) -> int:
    """Write all games to a file that does not exist yet; how many there are."""
    return write_file(path, export_lines(store)).games


def import_games(store: Store, path: Path, damaged: list[str] | None = None) -> tuple[int, int]:
    """Bring the games of a file in: how many came, and how many were here already.

    One that does not hold stops it all, or, if there is a list for that, is left out and noted.
    """
    check_file(path)
    came = here = 0
    with store.writer.begin() as connection:
        for number, body in read_bodies(path):
            where = f"line {number}"
            single = next((name for name in _SINGLE if name in body), None)
            if number == 1:
                _check_form(body.get("form"))
            elif single is not None:
                table = _SINGLE[single]
                row = _row_python(table, body[single], where)
                if not str(row.get("who")).startswith("name "):  # once names had tries too
                    _bring_row(connection, table, row)
            elif "game" in body or "end" not in body:
                new = _bring_or_note(connection, body, where, damaged)
                came, here = came + (new is True), here + (new is False)
    return came, here


def _check_form(form: object) -> None:
    """An export of a release to come may hold what this one would lose."""
    if form is not None and not (isinstance(form, str) and migrate.is_known(form)):
        raise BadRecord(
            f"the export is of form {str(form)[:40]}, which this version does not know:"
            " bring it in with the release that wrote it, or a later one"
        )


def _bring_or_note(
    connection: sa.Connection, body: dict[str, Any], where: str, damaged: list[str] | None
) -> bool | None:
    """Bring one game in; None if it was left out, which is noted."""
    if damaged is None:
        return _bring_game(connection, body, where)
    try:
        with connection.begin_nested():
            return _bring_game(connection, body, where)
    except BadRecord as error:
        damaged.append(error.message)
        return None


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
_TABLES_OWN = {ASKED, GAVE_UP}
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
