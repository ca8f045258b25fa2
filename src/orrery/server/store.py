"""The store: an append-only log of events, with its primary key as referee.

To act is to insert event *n*. All writing goes through one thread, which commits whatever is
waiting in one transaction (group commit); an answer is given after the commit, never before.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import filelock
import sqlalchemy as sa
import structlog
from sqlalchemy.dialects import postgresql, sqlite

from orrery.core.errors import BadOption

from . import migrate
from .errors import Stale, TableError, Unavailable
from .schema import events, games, leases

log = structlog.get_logger()
T = TypeVar("T")
Row = Mapping[str, Any]
CHANNEL = "orrery"
LISTENER = "orrery neighbours"
"""The name under which a server's ear for the others can be seen in PostgreSQL."""
NOTICES_IN_ONE = 10
"""How many notices go out together; PostgreSQL takes 8000 bytes."""
IDLE_SECONDS = 2.0
"""After so long a connection is tried before it is relied on."""
MOST_IN_ONE = 256
"""How many jobs are committed together at most."""


@dataclass
class Append:
    """Events that continue the log of one game, and what changes with them."""

    game_id: str
    rows: list[dict[str, Any]]
    changes: dict[str, Any] = field(default_factory=dict)
    """New values of columns of the game."""
    also: Callable[[sa.Connection], None] | None = None
    """Further writes of the same transaction."""
    notice: str = ""
    """What other processes are told."""


@dataclass
class _Job:
    work: "Append | Callable[[sa.Connection], Any]"
    future: "asyncio.Future[Any]"


class _ConflictError(Exception):
    """Not every event of a batch could be inserted."""


def read_url(text: str) -> sa.URL:
    """The address of a database; a plain path is a SQLite file."""
    try:
        url = sa.make_url(text if "://" in text else f"sqlite:///{text}")
    except sa.exc.ArgumentError:
        raise _bad(f"'{text[:80]}' is neither a file nor the URL of a database") from None
    kind = url.get_backend_name()
    if kind == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise _bad(f"games are kept in SQLite or PostgreSQL, not in '{kind[:40]}'")
    if not url.database or url.database == ":memory:":
        raise _bad("a SQLite database is a file: games must outlive the server")
    return url


def _bad(message: str) -> BadOption:
    return BadOption(message, detail={"option": "database"})


class Store:
    """The database, opened by one server."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._lock: filelock.BaseFileLock | None = None
        if self.is_sqlite:
            self._take_file(Path(str(self.url.database)))
        self.engine = self._make_engine("BEGIN")
        self.writer = self._make_engine("BEGIN IMMEDIATE")
        self._insert = _insert_ignoring(self.is_sqlite)
        self._readers = ThreadPoolExecutor(4, "reader")
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._wrote = 0.0
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    # Opening and closing

    def _take_file(self, path: Path) -> None:
        path = path.resolve()  # one file has one lock, however it is spelled
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(0o600)  # it holds the secrets of games that go on
            self._lock = filelock.FileLock(f"{path}.lock", timeout=0, thread_local=False)
            self._lock.acquire()
        except filelock.Timeout:
            raise _bad(
                f"another server is using '{path}'; a SQLite file has one server at a time"
            ) from None
        except OSError as error:
            raise _bad(f"'{path}' cannot be used: {error.strerror}") from None

    def _make_engine(self, begin: str) -> sa.Engine:
        if not self.is_sqlite:
            # A table is read in several queries, which must see one and the same moment.
            level = "REPEATABLE READ" if begin == "BEGIN" else "READ COMMITTED"
            return sa.create_engine(
                self.url,
                pool_pre_ping=begin == "BEGIN",
                pool_size=6,
                isolation_level=level,
                hide_parameters=True,
            )
        engine = sa.create_engine(self.url, hide_parameters=True)

        @sa.event.listens_for(engine, "connect")
        def _connect(raw: Any, _: Any) -> None:
            raw.isolation_level = None  # transactions are begun below, by name
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                raw.execute(f"PRAGMA {pragma}").fetchall()
            raw.execute("PRAGMA busy_timeout=10000").fetchall()

        @sa.event.listens_for(engine, "begin")
        def _begin(connection: sa.Connection) -> None:
            connection.exec_driver_sql(begin)

        return engine

    def _migrate(self) -> None:
        try:
            with self.writer.begin() as connection:
                migrate.upgrade(connection)
        except sa.exc.DBAPIError as error:
            raise _bad(f"the database cannot be used: {_first_line(error)}") from None

    def start(self) -> None:
        """Begin to take writes."""
        if self.is_sqlite:  # whoever held these is gone: this server has the file to itself
            with self.writer.begin() as connection:
                connection.execute(sa.delete(leases))
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Commit what waits, then let go of the database."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(30)
            self._thread = None
        self._readers.shutdown()
        self.engine.dispose()
        self.writer.dispose()
        if self._lock is not None:
            self._lock.release()

    # Reading and writing

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Run a function that reads, away from the loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read, work)

    def _read(self, work: Callable[[sa.Connection], T]) -> T:
        try:
            with self.engine.connect() as connection:
                return work(connection)
        except sa.exc.DBAPIError as error:
            raise _unavailable(error) from None

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Run a function that writes; it returns after the commit, or raises what it raised."""
        return await self._submit(work)  # type: ignore[no-any-return]

    async def append(self, append: Append) -> None:
        """Continue the log of a game; Stale if somebody else has done so meanwhile."""
        await self._submit(append)

    def _submit(self, work: Any) -> "asyncio.Future[Any]":
        future = asyncio.get_running_loop().create_future()
        self._queue.put(_Job(work, future))
        return future

    # The writing thread

    def _run(self) -> None:
        while True:
            job = self._queue.get()
            if job is None:
                return
            jobs, last = self._gather(job)
            _settle(jobs, self._commit(jobs))
            if last:
                return

    def _gather(self, job: _Job) -> tuple[list[_Job], bool]:
        jobs = [job]
        while len(jobs) < MOST_IN_ONE:
            try:
                following = self._queue.get_nowait()
            except queue.Empty:
                break
            if following is None:
                return jobs, True
            jobs.append(following)
        return jobs, False

    def _commit(self, jobs: Sequence[_Job]) -> list[Any]:
        """The outcome of each job: what it returned, or the exception it raised."""
        try:
            if all(isinstance(job.work, Append) for job in jobs):
                with contextlib.suppress(_ConflictError, TableError, sa.exc.IntegrityError):
                    return self._commit_appends([job.work for job in jobs])
            return self._commit_singly(jobs)
        except sa.exc.DBAPIError as error:
            return [_unavailable(error) for _ in jobs]
        except Exception as error:
            return [error for _ in jobs]

    def _commit_appends(self, appends: Sequence[Any]) -> list[Any]:
        """The usual case: everything is inserted at once, in an order that cannot deadlock."""
        ordered = sorted(appends, key=lambda append: str(append.game_id))
        rows = [row for append in ordered for row in append.rows]
        with self._transaction() as connection:
            if connection.execute(self._insert, rows).rowcount != len(rows):
                raise _ConflictError  # and nothing of this batch stays
            for append in ordered:
                self._apply_rest(connection, append)
            self.notify(connection, *(append.notice for append in ordered))
        return [None] * len(appends)

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        """A transaction of the writing thread, on a connection that is alive."""
        idle, self._wrote = time.monotonic() - self._wrote, time.monotonic()
        with self.writer.connect() as connection:
            if not self.is_sqlite and idle > IDLE_SECONDS:
                self._wake(connection)
            with connection.begin():
                yield connection

    def _wake(self, connection: sa.Connection) -> None:
        """A connection that was idle may have been cut; then SQLAlchemy opens another next."""
        with contextlib.suppress(sa.exc.DBAPIError):
            connection.execute(sa.select(1))
        connection.rollback()

    def _commit_singly(self, jobs: Sequence[_Job]) -> list[Any]:
        """Every job for itself, so that one that fails takes no other with it."""
        outcomes: list[Any] = [None] * len(jobs)
        with self._transaction() as connection:
            for k, job in enumerate(jobs):
                try:
                    with connection.begin_nested():
                        outcomes[k] = self._do(connection, job.work)
                except sa.exc.OperationalError:
                    raise
                except Exception as error:
                    outcomes[k] = error
        return outcomes

    def _do(self, connection: sa.Connection, work: Any) -> Any:
        if not isinstance(work, Append):
            return work(connection)
        try:
            connection.execute(sa.insert(events), work.rows)
        except sa.exc.IntegrityError:
            raise stale(work.rows[0]["n"]) from None
        self._apply_rest(connection, work)
        return self.notify(connection, work.notice)

    def _apply_rest(self, connection: sa.Connection, append: Append) -> None:
        if append.also is not None:  # it may look at what the changes are about to overwrite
            append.also(connection)
        if append.changes:
            connection.execute(
                sa.update(games).where(games.c.id == append.game_id).values(append.changes)
            )

    def notify(self, connection: sa.Connection, *notices: str) -> None:
        """Tell the other servers on this database, when the transaction is through."""
        if self.is_sqlite:
            return
        given = [notice for notice in notices if notice]
        for first in range(0, len(given), NOTICES_IN_ONE):
            text = "\n".join(given[first : first + NOTICES_IN_ONE])
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, text)))

    # The clock of the database

    @property
    def now(self) -> sa.ColumnElement[float]:
        """The time by the database's own clock, in seconds."""
        if self.is_sqlite:
            return sa.literal_column("((julianday('now') - 2440587.5) * 86400.0)", sa.Double)
        return sa.literal_column("extract(epoch from clock_timestamp())::float8", sa.Double)

    async def lease(self, game_id: str, n: int, owner: str, seconds: float) -> bool:
        """Reserve the turn after event n for a while; False if another has it."""

        def take(connection: sa.Connection) -> bool:
            insert = (sqlite if self.is_sqlite else postgresql).insert(leases)
            row = {"game_id": game_id, "n": n, "owner": owner, "until": self.now + seconds}
            over = (leases.c.until < self.now) | (leases.c.n < n) | (leases.c.owner == owner)
            statement = insert.values(row).on_conflict_do_update(
                index_elements=["game_id"],
                set_={key: insert.excluded[key] for key in ("n", "owner", "until")},
                where=over,
            )
            taken = connection.execute(statement.returning(leases.c.game_id))
            return taken.first() is not None

        return await self.write(take)


def stale(n: int) -> Stale:
    """The error for an action on an event that exists already."""
    return Stale(f"event {n} has happened already; look again", detail={"n": n})


def _settle(jobs: Sequence[_Job], outcomes: Sequence[Any]) -> None:
    """Give the answers to those who wait, with one call into their loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Job, Any]]] = {}
    for job, outcome in zip(jobs, outcomes, strict=True):
        by_loop.setdefault(job.future.get_loop(), []).append((job, outcome))
    for loop, settled in by_loop.items():
        try:
            loop.call_soon_threadsafe(_answer, settled)
        except RuntimeError:  # the loop is closed: nobody waits any more
            continue


def _answer(settled: Sequence[tuple[_Job, Any]]) -> None:
    for job, outcome in settled:
        if job.future.cancelled():
            continue
        if isinstance(outcome, Exception):
            job.future.set_exception(outcome)
        else:
            job.future.set_result(outcome)


def _insert_ignoring(is_sqlite: bool) -> sa.Insert:
    ignoring: sa.Insert
    if is_sqlite:
        ignoring = sqlite.insert(events).on_conflict_do_nothing()
    else:
        ignoring = postgresql.insert(events).on_conflict_do_nothing()
    return ignoring.execution_options(preserve_rowcount=True)


def _first_line(error: Exception) -> str:
    return (str(getattr(error, "orig", error)).strip().splitlines() or ["no reason given"])[0]


def _unavailable(error: sa.exc.DBAPIError) -> Unavailable:
    log.warning("store_unavailable", reason=_first_line(error))
    return Unavailable("the store cannot be reached just now; nothing was acknowledged")
