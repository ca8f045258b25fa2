"""What takes long, done in processes beside the server: they read the store for themselves.

Each of these returns what is sent as it is, with the seconds that it took.
"""

import functools
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from orrery.core import cache, registry, runner
from orrery.core.game import Game
from orrery.core.record import Record

from . import frames, loading, records
from .encoding import to_json
from .schema import games
from .store import make_engine
from .table import Table

T = TypeVar("T")
KEPT = 4
"""So many tables a process keeps, so that the next page of a replay need not read them again."""
ROWS_IN_ONE = 200
"""So many events of a record are stored together: nobody who plays waits long for them."""


class Done(NamedTuple):
    """What came of it, and how long it took."""

    found: Any
    seconds: float


@dataclass(frozen=True)
class Moment:
    """A table as it was after an event."""

    database: str
    table: str
    ruleset: int
    n: int
    status: str
    day: str
    """The day it is: by it dice are revealed."""


@dataclass(frozen=True)
class Arrival:
    """A record that was checked, in the form in which it is stored."""

    id: str
    sentence: str
    game: dict[str, Any]
    seats: list[dict[str, Any]]
    events: list[bytes]
    """Rows as JSON, some in one."""


def _timed(work: Callable[..., T]) -> Callable[..., Done]:
    @functools.wraps(work)
    def run(*given: Any) -> Done:
        began = time.process_time()
        found = work(*given)
        return Done(found, time.process_time() - began)

    return run


_tables: "OrderedDict[Moment, Table]" = OrderedDict()


@functools.lru_cache(4)
def _engine(database: str) -> sa.Engine:
    return make_engine(sa.make_url(database))


def _use_compiled(game: Game | None) -> None:
    """Where the rules are compiled already, they are played by those."""
    if game is not None and cache.is_ready(game) and not cache.is_loaded(game):
        runner.compiled(game)


def _table_at(moment: Moment) -> Table:
    if moment not in _tables:
        with _engine(moment.database).connect() as connection:
            row = sa.select(games.c.game, games.c.ruleset)
            found = connection.execute(row.where(games.c.id == moment.table)).one_or_none()
            if found is not None:
                _use_compiled(loading.game_of(found.game, found.ruleset))
            table = loading.load_table(connection, moment.table, moment.n)
        table.status, table.seen_on = moment.status, moment.day
        _tables[moment] = table
        while len(_tables) > KEPT:
            _tables.popitem(last=False)
    _tables.move_to_end(moment)
    return _tables[moment]


@_timed
def replay_page(moment: Moment, seat: int, first: int, count: int) -> bytes:
    """Plies that stand, each with the view after it, as far as a seat may know them."""
    table = _table_at(moment)
    assert table.match is not None
    plies = frames.ply_frames(table, seat, first, count)
    start = table.match.view_at(0, seat)
    return to_json({"total": table.match.ply, "first": start, "plies": plies})


@_timed
def record_text(moment: Moment, seat: int) -> bytes:
    """The record of a table as a file, as far as a seat may know it."""
    return records.record_of(_table_at(moment), seat).text().encode()


@_timed
def dice_verdict(moment: Moment, lang: str) -> tuple[bool | None, str]:
    """Whether the dice of a table hold, and the sentence that says so."""
    return records.check_dice(_table_at(moment), lang)


@_timed
def check_record(text: bytes, lang: str) -> Arrival:
    """A record that somebody brings; BadRecord if it does not hold."""
    record = Record.read(text.decode("utf-8"))
    records.check_modest(record)
    _use_compiled(registry.find(record.game_name))
    table, sentence = records.table_of(record, lang)
    rows = [told.row(table.id) for told in table.told]
    return Arrival(
        table.id,
        sentence,
        loading.game_row(table),
        [loading.seat_row(table, seat) for seat in table.seats],
        [to_json(rows[k : k + ROWS_IN_ONE]) for k in range(0, len(rows), ROWS_IN_ONE)],
    )
