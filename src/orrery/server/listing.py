"""One's own tables in a list: read from the rows of games and seats, never from a log."""

import itertools
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from .errors import Unreadable
from .people import Person
from .schema import games, seats
from .tables import Tables

LISTED = 100


async def tables_of(tables: Tables, person: Person) -> list[dict[str, Any]]:
    """The tables that somebody made or sits at, newest first."""
    query = _rows_of(person)
    rows = await tables.store.read(lambda c: c.execute(query).mappings().all())
    each = [list(found) for _, found in itertools.groupby(rows, key=lambda row: row["id"])]
    return [await _entry(tables, found, person) for found in each]


def _rows_of(person: Person) -> sa.Select[Any]:
    """A row for each seat of each table, the newest table first."""
    mine = sa.select(seats.c.game_id).where(seats.c.person == person.id)
    of_game = (games.c[name] for name in ("id", "game", "status", "created", "ended"))
    newest = (
        sa.select(*of_game, games.c.turn, games.c.unreadable)
        .where(games.c.id.in_(mine) | (games.c.host == person.id))
        .order_by(games.c.created.desc(), games.c.id)
        .limit(LISTED)
        .subquery()
    )
    of_seat = (seats.c[name] for name in ("seat", "person", "sits", "name", "level"))
    return (
        sa.select(newest, *of_seat)
        .join_from(newest, seats, seats.c.game_id == newest.c.id, isouter=True)
        .order_by(newest.c.created.desc(), newest.c.id, seats.c.seat)
    )


async def _entry(tables: Tables, rows: Sequence[sa.RowMapping], person: Person) -> dict[str, Any]:
    game, held = rows[0], [row for row in rows if row["seat"] is not None]
    turn, unreadable = await _turn_of(tables, game)
    return {
        **{key: game[key] for key in ("id", "game", "status", "created", "ended")},
        "your_turn": game["status"] == "playing"
        and any(row["seat"] == turn and _plays(row, person) for row in held),
        "names": [row["name"] for row in held],
        "unreadable": unreadable,
    }


async def _turn_of(tables: Tables, game: sa.RowMapping) -> tuple[int | None, bool]:
    """The seat that decides, and whether the table is unreadable.

    Games of releases that did not store the turn are read once, which stores it.
    """
    if game["unreadable"]:
        return None, True
    if game["turn"] is not None:
        return game["turn"], False
    try:
        return (await tables.find(game["id"])).turn, False
    except Unreadable:
        return None, True


def _plays(row: sa.RowMapping, person: Person) -> bool:
    """Whether somebody decides for a seat."""
    return row["person"] == person.id and bool(row["sits"]) and row["level"] is None
