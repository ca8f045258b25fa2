"""The store: an append-only log of events, with its primary key as referee.

To act is to insert event *n*. All writing goes through one thread, which commits whatever is
waiting in one transaction (group commit); an answer is given after the commit, never before.
"""

import asyncio
import contextlib
import functools
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
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
from .costs import note_cost
from .errors import Stale, Unavailable
from .schema import events, games, leases, servers
from .schema_check import check_schema

log = structlog.get_logger()
T = TypeVar("T")
CHANNEL = "orrery"
LISTENER = "orrery neighbours"
"""The name under which a server's ear for the others can be seen in PostgreSQL."""
NOTICES_IN_ONE = 10
"""How many notices go out together; PostgreSQL takes 8000 bytes."""
IDLE_SECONDS = 2.0
"""After so long a connection is tried before it is relied on."""
MOST_IN_ONE = 256
"""How many jobs are committed together at most."""
STATEMENT_SECONDS = 5.0
"""How long the database may take for one statement, or wait for somebody's lock."""
FORGOTTEN_SECONDS = 30 * 24 * 3600.0
"""After so long a server that was not seen again is forgotten."""
_TROUBLE = (sa.exc.OperationalError, sa.exc.InternalError)
"""What the database raises when it is not well, whatever it is asked to do."""
_NOTIFY = sa.text("SELECT pg_notify(:channel, :text)")
PATIENCE = 8.0
"""How long somebody waits for the store at most, also for one that is frozen."""


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


@dataclass(frozen=True)
class Notices:
    """What other processes are told where nothing is written."""

    texts: tuple[str, ...]


@dataclass
class _Job:
    work: "Append | Notices | Callable[[sa.Connection], Any]"
    future: "asyncio.Future[Any]"
    asked: float = field(default_factory=time.monotonic)

    def give_up(self) -> None:
        """Nobody waits any longer; what was not begun will not be done."""
        if not self.future.done():
            self.future.set_exception(_too_slow())


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


def make_engine(url: sa.URL, begin: str = "BEGIN") -> sa.Engine:
    """Connections to a database: for reading, or with `BEGIN IMMEDIATE` for the one that writes."""
    if url.get_backend_name() != "sqlite":
        # A table is read in several queries, which must see one and the same moment.
        level = "REPEATABLE READ" if begin == "BEGIN" else "READ COMMITTED"
        engine = sa.create_engine(
            url,
            pool_pre_ping=begin == "BEGIN",
            pool_size=6,
            isolation_level=level,
            hide_parameters=True,
            connect_args={"connect_timeout": int(STATEMENT_SECONDS), **url.query},
        )
        sa.event.listen(engine, "connect", _limit_statements)
        return engine
    engine = sa.create_engine(url, hide_parameters=True)

    @sa.event.listens_for(engine, "connect")
    def _connect(raw: Any, _: Any) -> None:
        raw.isolation_level = None  # transactions are begun below, by name
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            raw.execute(f"PRAGMA {pragma}").fetchall()
        raw.execute(f"PRAGMA busy_timeout={STATEMENT_SECONDS * 1e3:.0f}").fetchall()

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


class Store:
    """The database, opened by one server."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._lock: filelock.BaseFileLock | None = None
        if self.is_sqlite:
            self._take_file(Path(str(self.url.database)))
        self.engine = make_engine(self.url)
        self.writer = make_engine(self.url, "BEGIN IMMEDIATE")
        self._insert, self._columns = _write_insert(self.writer)
        self._readers = ThreadPoolExecutor(4, "reader")
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._wrote = 0.0
        self._asked: deque[_Job] = deque()
        self._watching: asyncio.TimerHandle | None = None
        self.when_late: Callable[[], None] = lambda: None
        """Called when something was written after all that nobody waited for any longer."""
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

    def _migrate(self) -> None:
        try:
            with self.writer.begin() as connection:
                if not self.is_sqlite:  # what a new release does may take its time
                    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
                migrate.upgrade(connection)
                check_schema(connection)  # if not, what was migrated is not kept either
        except sa.exc.DBAPIError as error:
            raise _bad(f"the database cannot be used: {first_line(error)}") from None

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
        try:
            async with asyncio.timeout(PATIENCE):
                found, seconds = await loop.run_in_executor(self._readers, self._read, work)
        except TimeoutError:
            raise _too_slow() from None
        note_cost(seconds)
        return found

    def _read(self, work: Callable[[sa.Connection], T]) -> tuple[T, float]:
        began = time.thread_time()
        try:
            with self.engine.connect() as connection:
                return work(connection), time.thread_time() - began
        except sa.exc.DBAPIError as error:
            raise _unavailable(error) from None

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Run a function that writes; it returns after the commit, or raises what it raised."""
        return await self._submit(work)  # type: ignore[no-any-return]

    async def tell(self, *notices: str) -> None:
        """Tell the other servers on this database something."""
        if not self.is_sqlite and notices:
            await self._submit(Notices(notices))

    async def append(self, append: Append) -> None:
        """Continue the log of a game; Stale if somebody else has done so meanwhile."""
        await self._submit(append)

    def _submit(self, work: Any) -> "asyncio.Future[Any]":
        loop = asyncio.get_running_loop()
        job = _Job(work, loop.create_future())
        self._asked.append(job)
        if self._watching is None:
            self._watching = loop.call_later(PATIENCE / 8, self._watch, loop)
        self._queue.put(job)
        return job.future

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let nobody wait for ever: one look now and then is cheaper than a timer for each."""
        oldest = time.monotonic() - PATIENCE
        while self._asked and (self._asked[0].future.done() or self._asked[0].asked < oldest):
            self._asked.popleft().give_up()
        again = bool(self._asked)
        self._watching = loop.call_later(PATIENCE / 8, self._watch, loop) if again else None

    # The writing thread

    def _run(self) -> None:
        while True:
            job = self._queue.get()
            if job is None:
                return
            jobs, last = self._gather(job)
            wanted = [job for job in jobs if not job.future.done()]
            if wanted:
                self._settle(wanted, self._commit(wanted))
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
            try:
                return self._commit_together(jobs)
            except _TROUBLE:
                raise
            except Exception:  # nothing of it stays; who is to blame is found one by one
                return self._commit_singly(jobs)
        except sa.exc.DBAPIError as error:
            return [_unavailable(error) for _ in jobs]
        except Exception as error:
            return [error for _ in jobs]

    def _commit_together(self, jobs: Sequence[_Job]) -> list[Any]:
        """The usual case: everything at once, and nothing if one thing fails."""
        appends = [job.work for job in jobs if isinstance(job.work, Append)]
        notices = [text for job in jobs if isinstance(job.work, Notices) for text in job.work.texts]
        with self._transaction() as connection:
            if appends:
                notices += self._append_all(connection, appends)
            outcomes = [job.work(connection) if callable(job.work) else None for job in jobs]
            self.notify(connection, *notices)
        return outcomes

    def _append_all(self, connection: sa.Connection, appends: Sequence[Append]) -> list[str]:
        """Continue many logs at once, in an order that cannot deadlock; what others are told."""
        ordered = sorted(appends, key=lambda append: append.game_id)
        if len({append.game_id for append in ordered}) != len(ordered):
            raise _ConflictError  # one after another
        rows = [row for append in ordered for row in append.rows]
        if self._insert_events(connection, rows) != len(rows):
            raise _ConflictError
        self._apply_rest(connection, ordered)
        return [append.notice for append in ordered]

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
                except _TROUBLE:
                    raise
                except Exception as error:
                    outcomes[k] = error
        return outcomes

    def _insert_events(self, connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> int:
        """Insert events, save those that are there; how many were not.

        The statement is written once: what SQLAlchemy does for each row would cost the most.
        """
        options = {"preserve_rowcount": True}
        given: Any = rows
        if self._columns is not None:
            given = [tuple(row[name] for name in self._columns) for row in rows]
        done = connection.exec_driver_sql(self._insert, given, execution_options=options)
        return done.rowcount

    def _do(self, connection: sa.Connection, work: Any) -> Any:
        if isinstance(work, Notices):
            return self.notify(connection, *work.texts)
        if not isinstance(work, Append):
            return work(connection)
        try:
            connection.execute(sa.insert(events), work.rows)
        except sa.exc.IntegrityError:
            raise stale(work.rows[0]["n"]) from None
        self._apply_rest(connection, [work])
        return self.notify(connection, work.notice)

    def _apply_rest(self, connection: sa.Connection, appends: Sequence[Append]) -> None:
        for append in appends:
            if append.also is not None:  # it may look at what the changes are about to overwrite
                append.also(connection)
        alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for append in appends:
            if append.changes:
                row = {"its_id": append.game_id, **append.changes}
                alike.setdefault(tuple(append.changes), []).append(row)
        for names, rows in alike.items():
            connection.execute(_change_games(names), rows)

    def notify(self, connection: sa.Connection, *notices: str) -> None:
        """Tell the other servers on this database, when the transaction is through."""
        if self.is_sqlite:
            return
        given = [notice for notice in notices if notice]
        for first in range(0, len(given), NOTICES_IN_ONE):
            text = "\n".join(given[first : first + NOTICES_IN_ONE])
            connection.execute(_NOTIFY, {"channel": CHANNEL, "text": text})

    def _settle(self, jobs: Sequence[_Job], outcomes: Sequence[Any]) -> None:
        """Give the answers to those who wait, with one call into their loop."""
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Job, Any]]] = {}
        for job, outcome in zip(jobs, outcomes, strict=True):
            by_loop.setdefault(job.future.get_loop(), []).append((job, outcome))
        for loop, settled in by_loop.items():
            try:
                loop.call_soon_threadsafe(self._answer, settled)
            except RuntimeError:  # the loop is closed: nobody waits any more
                continue

    def _answer(self, settled: Sequence[tuple[_Job, Any]]) -> None:
        late = False
        for job, outcome in settled:
            if job.future.done():
                late = late or not job.future.cancelled()
            elif isinstance(outcome, Exception):
                job.future.set_exception(outcome)
            else:
                job.future.set_result(outcome)
        if late:
            self.when_late()

    # The clock of the database

    @property
    def now(self) -> sa.ColumnElement[float]:
        """The time by the database's own clock, in seconds."""
        if self.is_sqlite:
            return sa.literal_column("((julianday('now') - 2440587.5) * 86400.0)", sa.Double)
        return sa.literal_column("extract(epoch from clock_timestamp())::float8", sa.Double)

    async def note_seen(self, server: str) -> None:
        """Write down that a server is at work; a write like any other, so it shows that they go."""
        insert = (sqlite if self.is_sqlite else postgresql).insert(servers)
        row = insert.values({"id": server, "seen": time.time()}).on_conflict_do_update(
            index_elements=["id"], set_={"seen": insert.excluded["seen"]}
        )
        gone = sa.delete(servers).where(servers.c.seen < time.time() - FORGOTTEN_SECONDS)

        def write(connection: sa.Connection) -> None:
            connection.execute(gone)
            connection.execute(row)

        await self.write(write)

    async def last_seen(self) -> float | None:
        """When a server was at work here last; None if none ever was."""
        columns = (servers.c.seen, games.c.created, games.c.ended)
        query = sa.select(*(sa.select(sa.func.max(c)).scalar_subquery() for c in columns))

        def find(connection: sa.Connection) -> float | None:
            return max((at for at in connection.execute(query).one() if at), default=None)

        return await self.read(find)

    def lasts(self, seconds: float) -> sa.ColumnElement[bool]:
        """Whether a lease of so many seconds lasts; one of a clock since put back does not."""
        return leases.c.until.between(self.now, self.now + 2 * seconds)

    async def lease(self, game_id: str, n: int, owner: str, seconds: float) -> bool:
        """Reserve the turn after event n for a while; False if another has it."""

        def take(connection: sa.Connection) -> bool:
            insert = (sqlite if self.is_sqlite else postgresql).insert(leases)
            row = {"game_id": game_id, "n": n, "owner": owner, "until": self.now + seconds}
            over = ~self.lasts(seconds) | (leases.c.n < n) | (leases.c.owner == owner)
            statement = insert.values(row).on_conflict_do_update(
                index_elements=["game_id"],
                set_={key: insert.excluded[key] for key in ("n", "owner", "until")},
                where=over,
            )
            taken = connection.execute(statement.returning(leases.c.game_id))
            return taken.first() is not None

        return await self.write(take)


@functools.lru_cache(64)
def _change_games(names: tuple[str, ...]) -> sa.Update:
    """The statement that changes some columns, in any number of games."""
    new: dict[str, Any] = {name: sa.bindparam(name) for name in names}
    return sa.update(games).where(games.c.id == sa.bindparam("its_id")).values(new)


def stale(n: int) -> Stale:
    """The error for an action on an event that exists already."""
    return Stale(f"event {n} has happened already; look again", detail={"n": n})


def _limit_statements(raw: Any, _: Any) -> None:
    """No statement on this connection to PostgreSQL takes for ever."""
    for name in ("statement_timeout", "lock_timeout"):
        raw.execute(f"SET {name} = {STATEMENT_SECONDS * 1e3:.0f}")
    raw.commit()


def _too_slow() -> Unavailable:
    log.warning("store_slow", seconds=PATIENCE)
    return Unavailable("the store does not answer just now; look again what has happened")


def _write_insert(engine: sa.Engine) -> tuple[str, Sequence[str] | None]:
    """The statement that inserts events, save those that are there, as the database reads it.

    With it come the columns in their order, where they are given in one.
    """
    insert: Any = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert
    written = insert(events).on_conflict_do_nothing().compile(dialect=engine.dialect)
    return str(written), written.positiontup


def first_line(error: Exception) -> str:
    """What a database said went wrong, in short."""
    return (str(getattr(error, "orig", error)).strip().splitlines() or ["no reason given"])[0]


def _unavailable(error: sa.exc.DBAPIError) -> Unavailable:
    log.warning("store_unavailable", reason=first_line(error))
    return Unavailable("the store cannot be reached just now; nothing was acknowledged")
