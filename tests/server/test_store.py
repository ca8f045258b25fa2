"""The store: the key is the referee, batches are fast and whole, migrations match the schema."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from orrery.core.errors import BadOption
from orrery.server import migrate
from orrery.server.errors import Stale, Unavailable
from orrery.server.schema import events, games, metadata
from orrery.server.store import IDLE_SECONDS, Append, Store, read_url

from .serving import cut_connections


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = Store(database)
    opened.start()
    yield opened
    opened.close()


def game_row(name: str) -> dict[str, Any]:
    return {
        "id": name,
        "game": "pig",
        "ruleset": 1,
        "options": "{}",
        "version": 0,
        "status": "playing",
        "origin": "table",
        "secret": b"",
        "on_timeout": "bot",
        "stand_in": 3,
        "hints": True,
        "waiting": "nobody",
        "created": 0.0,
    }


def rows(name: str, first: int, count: int, text: str = "{}") -> list[dict[str, Any]]:
    shared = {"game_id": name, "kind": "ply", "by": 0, "body": text, "chain": "", "at": 0.0}
    return [{**shared, "n": n} for n in range(first, first + count)]


def insert_games(connection: sa.Connection) -> None:
    connection.execute(sa.insert(games), [game_row(name) for name in "abc"])


def count_events(connection: sa.Connection) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(events)).scalar_one()


def test_a_batch_is_inserted_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual case must not fall back to one transaction part a job."""
    monkeypatch.setattr(store, "_commit_singly", None)

    async def run() -> int:
        appends = [store.append(Append(name, rows(name, 0, 3))) for name in "abc"]
        await asyncio.gather(*appends)
        return await store.read(count_events)

    with store.writer.begin() as connection:
        insert_games(connection)
    assert asyncio.run(run()) == 9


def test_whatever_waits_is_committed_together(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who comes or makes a table costs those who play no more than another move."""
    store = Store(database)
    transactions: list[tuple[str, ...]] = []
    monkeypatch.setattr(store, "notify", lambda _, *notices: transactions.append(notices))

    async def run() -> list[Any]:
        work = [
            store.append(Append("a", rows("a", 0, 1), {"turn": 1}, notice="e a")),
            store.write(lambda c: c.execute(sa.insert(games), game_row("d")) and "made"),
            store.append(Append("b", rows("b", 0, 1), notice="e b")),
            store.tell("p a"),
        ]
        waiting = [asyncio.ensure_future(one) for one in work]
        await asyncio.sleep(0)
        store.start()  # only now, so that all of it waits
        return list(await asyncio.gather(*waiting))

    with store.writer.begin() as connection:
        insert_games(connection)
    assert asyncio.run(run()) == [None, "made", None, None]
    presence = () if store.is_sqlite else ("p a",)
    assert transactions == [(*presence, "e a", "e b")]
    with store.engine.connect() as connection:
        assert sorted(connection.execute(sa.select(games.c.id)).scalars()) == ["a", "b", "c", "d"]
    store.close()


def test_games_change_as_their_own_events_say(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_commit_singly", None)
    changes: dict[str, dict[str, Any]] = {
        "a": {"turn": 1, "waiting": "bot"},
        "b": {"turn": 0},
        "c": {"turn": None, "waiting": "looks"},
    }

    async def run() -> None:
        await asyncio.gather(
            *(store.append(Append(name, rows(name, 0, 1), changes[name])) for name in "abc")
        )

    with store.writer.begin() as connection:
        insert_games(connection)
    asyncio.run(run())
    with store.engine.connect() as connection:
        query = sa.select(games.c.id, games.c.turn, games.c.waiting).order_by(games.c.id)
        found = [tuple(row) for row in connection.execute(query)]
    assert found == [("a", 1, "bot"), ("b", 0, "nobody"), ("c", None, "looks")]


def test_one_who_comes_too_late_takes_nobody_along(store: Store) -> None:
    async def run() -> list[Any]:
        await store.append(Append("a", rows("a", 0, 2, '"first"')))
        late = Append("a", rows("a", 1, 3, '"late"'))  # event 1 is there, 2 and 3 are not
        fine = Append("b", rows("b", 0, 1), {"waiting": "bot"})
        both = [store.append(late), store.append(fine)]
        return list(await asyncio.gather(*both, return_exceptions=True))

    with store.writer.begin() as connection:
        insert_games(connection)
    outcomes = asyncio.run(run())
    assert isinstance(outcomes[0], Stale)
    assert outcomes[1] is None
    with store.engine.connect() as connection:
        found = connection.execute(sa.select(events.c.game_id, events.c.n, events.c.body)).all()
        assert sorted(found) == [("a", 0, '"first"'), ("a", 1, '"first"'), ("b", 0, "{}")]
        waiting = sa.select(games.c.waiting).where(games.c.id == "b")
        assert connection.execute(waiting).scalar_one() == "bot"


def test_a_write_that_fails_leaves_no_trace(store: Store) -> None:
    def half(connection: sa.Connection) -> None:
        connection.execute(sa.insert(games), game_row("half"))
        raise ValueError("in the middle")

    async def run() -> list[Any]:
        both = [store.write(half), store.write(insert_games)]
        return list(await asyncio.gather(*both, return_exceptions=True))

    outcomes = asyncio.run(run())
    assert isinstance(outcomes[0], ValueError)
    assert outcomes[1] is None
    with store.engine.connect() as connection:
        assert sorted(connection.execute(sa.select(games.c.id)).scalars()) == ["a", "b", "c"]


def test_what_was_asked_before_closing_is_committed(database: str) -> None:
    async def run(store: Store) -> None:
        waiting = [asyncio.ensure_future(store.write(insert_games))]
        await asyncio.sleep(0)
        await asyncio.to_thread(store.close)
        await asyncio.gather(*waiting)

    store = Store(database)
    store.start()
    asyncio.run(run(store))
    again = Store(database)
    with again.engine.connect() as connection:
        assert len(connection.execute(sa.select(games.c.id)).all()) == 3
    again.close()


def test_migrations_make_exactly_the_schema(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_a_store_of_a_later_version_is_refused(database: str) -> None:
    store = Store(database)
    with store.writer.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(BadOption, match="9999"):
        Store(database)


def test_migrations_go_back_as_well(store: Store) -> None:
    from alembic import command

    with store.writer.begin() as connection:
        command.downgrade(migrate._config(connection), "base")
        assert set(sa.inspect(connection).get_table_names()) <= {"alembic_version"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mysql://x", "not in 'mysql'"),
        ("sqlite://", "must outlive"),
        ("sqlite:///:memory:", "must outlive"),
        ("://", "neither a file nor"),
        ("postgresql://127.0.0.1:1/x?connect_timeout=2", "cannot be used"),
        ("/proc/nowhere/x.db", "cannot be used"),
    ],
)
def test_bad_addresses_are_named(text: str, said: str) -> None:
    with pytest.raises(BadOption, match=said) as caught:
        Store(text)
    assert caught.value.detail == {"option": "database"}


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("Dear reader, " * 100)
    with pytest.raises(BadOption, match="cannot be used"):
        Store(str(path))
    assert path.read_text().startswith("Dear reader")


def test_a_plain_path_is_a_sqlite_file(tmp_path: Path) -> None:
    assert read_url(str(tmp_path / "x.db")).get_backend_name() == "sqlite"
    assert read_url("postgresql://h/d").drivername == "postgresql+psycopg"
    assert read_url("postgres://h/d".replace("postgres:", "postgresql:")).database == "d"


def test_a_second_server_on_the_same_file_says_so(new_database: Callable[[str], str]) -> None:
    url = new_database("sqlite")
    first = Store(url)
    link = Path(url.removeprefix("sqlite:///")).with_name("link.db")
    link.symlink_to(url.removeprefix("sqlite:///"))
    for other in (url, str(link)):
        with pytest.raises(BadOption, match="another server is using"):
            Store(other)
    assert link.stat().st_mode & 0o077 == 0
    first.close()
    Store(url).close()


def test_a_store_that_is_gone_is_said_to_be_unavailable(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(connection: sa.Connection) -> None:
        raise sa.exc.OperationalError("SELECT 1", {}, OSError("the line is cut"))

    async def run() -> None:
        for ask in (store.read, store.write):
            with pytest.raises(Unavailable) as caught:
                await ask(fail)
            assert "the line" not in caught.value.message  # the log has the reason
        assert await store.write(lambda c: c.execute(sa.select(1)).scalar_one()) == 1

    asyncio.run(run())


def test_a_line_that_was_cut_while_nobody_wrote_is_opened_again(
    new_database: Callable[[str], str],
) -> None:
    """Whoever writes first after a pause does not pay for the cut."""

    async def run(store: Store) -> int:
        await store.write(insert_games)
        store._wrote -= 2 * IDLE_SECONDS
        assert cut_connections(url) >= 1
        await store.append(Append("a", rows("a", 0, 3)))
        return await store.read(count_events)

    url = new_database("postgresql")
    store = Store(url)
    store.start()
    assert asyncio.run(run(store)) == 3
    store.close()
