"""Tables out of the store and into it."""

import json
from dataclasses import asdict
from typing import Any

import numpy as np
import sqlalchemy as sa

from orrery.core import registry
from orrery.core.errors import BadRecord, UnknownGame
from orrery.core.game import Game, State

from .errors import UnknownTable
from .schema import events, games, seats, states
from .table import Held, Seat, Table, Told

_OWN = ("status", "origin", "host", "secret", "clock", "window_clock")
_MORE = ("on_timeout", "stand_in", "hints", "version", "waiting", "deadline", "due", "rematch")
_LAST = ("created", "ended", "day", "counted")
_COLUMNS = (*_OWN, *_MORE, *_LAST)
"""What a table and its row have under the same name."""


ARRIVING = "arriving"
"""The status of a record that is being brought here: it is no table yet."""


def load_table(connection: sa.Connection, game_id: str, until: int | None = None) -> Table:
    """A table with its log, the whole or `until` an event.

    UnknownTable if there is none, BadRecord if a part of it is missing.
    """
    row = connection.execute(sa.select(games).where(games.c.id == game_id)).mappings().one_or_none()
    if row is None or row["status"] == ARRIVING:
        raise UnknownTable(f"there is no table '{game_id[:40]}'", detail={"table": game_id[:40]})
    table = Table(
        id=row["id"],
        game_name=row["game"],
        ruleset=row["ruleset"],
        options=json.loads(row["options"]),
        ask=None if row["ask"] is None else json.loads(row["ask"]),
        held=None if row["held"] is None else Held(**json.loads(row["held"])),
        hot_seat=row["hot_seat"] is not False,  # before there was a choice everybody might
        unseated=json.loads(row["unseated"] or "[]"),
        kept_turn=row["turn"],
        was_unreadable=bool(row["unreadable"]),
        **{key: row[key] for key in _COLUMNS},
    )
    table.game = game_of(table.game_name, table.ruleset)
    table.seats = load_seats(connection, game_id)
    table.told = load_events(connection, game_id, until=until)
    table.text_bytes = sum(len(told.text) for told in table.told)
    _check_whole(table)
    if table.told and table.game is not None:
        table.resume(load_states(connection, table.game, game_id))
    return table


def _check_whole(table: Table) -> None:
    """Refuse a table of which rows are missing."""
    if [told.n for told in table.told] != list(range(len(table.told))):
        raise BadRecord("events are missing")
    begun = bool(table.told) and table.told[0].kind == "begin"
    if table.status == "playing" and not begun:
        raise BadRecord("the beginning is missing")
    if table.game is not None and len(table.seats) != table.game.seats(table.options):
        raise BadRecord("seats are missing")


def game_of(name: str, ruleset: int) -> Game | None:
    """The game, if its rules still play that ruleset."""
    try:
        game = registry.find(name)
    except UnknownGame:
        return None
    return game if ruleset in game.rulesets else None


def load_seats(connection: sa.Connection, game_id: str) -> list[Seat]:
    """The seats of a table, in order."""
    query = sa.select(seats).where(seats.c.game_id == game_id).order_by(seats.c.seat)
    return [
        Seat(
            row.seat,
            row.person,
            row.sits,
            row.name,
            row.level,
            row.nonce,
            tuple(json.loads(row.passes or "[]")),
        )
        for row in connection.execute(query)
    ]


def load_events(connection: sa.Connection, game_id: str, until: int | None = None) -> list[Told]:
    """The log of a game, the whole or `until` an event."""
    query = sa.select(events).where(events.c.game_id == game_id).order_by(events.c.n)
    if until is not None:
        query = query.where(events.c.n <= until)
    return [
        Told(row.n, row.kind, row.by, row.body.encode(), row.chain, row.at)
        for row in connection.execute(query)
    ]


def load_states(connection: sa.Connection, game: Game, game_id: str) -> dict[int, State]:
    """The copies of states that were made by the same sources."""
    query = sa.select(states.c.n, states.c.state).where(
        (states.c.game_id == game_id) & (states.c.sources == game.sources)
    )
    return {
        row.n: np.frombuffer(row.state, game.state).copy()
        for row in connection.execute(query)
        if len(row.state) == game.state.itemsize
    }


def game_row(table: Table) -> dict[str, Any]:
    """A table for the store."""
    return {
        "id": table.id,
        "game": table.game_name,
        "ruleset": table.ruleset,
        "options": json.dumps(table.options),
        "ask": None if table.ask is None else json.dumps(table.ask),
        "held": held_text(table.held),
        "hot_seat": table.hot_seat,
        "unseated": json.dumps(table.unseated),
        "turn": table.turn,
        **{key: getattr(table, key) for key in _COLUMNS},
    }


def held_text(held: Held | None) -> str | None:
    """An answer that is held, for the store."""
    return None if held is None else json.dumps(asdict(held))


def seat_row(table: Table, seat: Seat) -> dict[str, Any]:
    """A seat for the store."""
    passes = json.dumps(seat.passes) if seat.passes else None
    return {"game_id": table.id, **seat.__dict__, "passes": passes}


def insert_table(connection: sa.Connection, table: Table) -> None:
    """Store a new table, with what has happened at it so far."""
    connection.execute(sa.insert(games), game_row(table))
    connection.execute(sa.insert(seats), [seat_row(table, seat) for seat in table.seats])
    if table.told:
        connection.execute(sa.insert(events), [told.row(table.id) for told in table.told])


def update_seat(connection: sa.Connection, table: Table, seat: Seat) -> None:
    """Store a seat again."""
    row = seat_row(table, seat)
    where = (seats.c.game_id == table.id) & (seats.c.seat == seat.seat)
    connection.execute(sa.update(seats).where(where).values(row))
