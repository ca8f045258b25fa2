"""A database that is not as the program needs it is refused at the start, in plain words."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa
import structlog
from alembic.migration import MigrationContext
from alembic.operations import Operations

from orrery.core.errors import BadOption
from orrery.server import migrate
from orrery.server.store import Store, make_engine, read_url

Change = Callable[[Operations], Any]


@contextmanager
def closing_engine(database: str) -> Iterator[sa.Engine]:
    engine = make_engine(read_url(database))
    try:
        yield engine
    finally:
        engine.dispose()


def change(database: str, *changes: Change) -> None:
    """Change the tables of a store by hand, on either kind of database."""
    with closing_engine(database) as engine, engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        for one in changes:
            one(Operations(MigrationContext.configure(connection)))


def alter(table: str, column: str, **how: Any) -> Change:
    def act(op: Operations) -> None:
        with op.batch_alter_table(table) as batch:
            batch.alter_column(column, **how)

    return act


def rebuild(table: str, *parts: Any) -> Change:
    def act(op: Operations) -> None:
        op.drop_table(table)
        op.create_table(table, *parts)

    return act


def states(key: tuple[str, ...] = ("game_id", "n"), ondelete: str | None = "CASCADE") -> Any:
    columns = [
        sa.Column("game_id", sa.String(22), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("sources", sa.String(64), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    ]
    foreign = [sa.ForeignKeyConstraint(["game_id"], ["games.id"], ondelete=ondelete)]
    return rebuild("states", *columns, sa.PrimaryKeyConstraint(*key), *foreign)


def without_foreign_key(op: Operations) -> None:
    op.drop_table("leases")
    op.create_table(
        "leases",
        sa.Column("game_id", sa.String(22), primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(22), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )


def without_unique_tokens(op: Operations) -> None:
    op.drop_table("people")
    op.create_table(
        "people",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )


def partial_index(op: Operations) -> None:
    op.drop_index("ix_games_due")
    op.execute("CREATE INDEX ix_games_due ON games (due) WHERE status = 'playing'")


WRONG: dict[str, tuple[Change, str]] = {
    "a table": (lambda op: op.drop_table("chat"), "the table 'chat' is missing"),
    "a column": (
        lambda op: op.drop_column("games", "unseated"),
        "the column 'games.unseated' is missing",
    ),
    "an index": (
        lambda op: op.drop_index("ix_games_due"),
        r"the table 'games' lacks the index \(due\)",
    ),
    "a part of an index": (partial_index, r"the table 'games' lacks the index \(due\)"),
    "a value": (
        alter("events", "chain", existing_type=sa.String(64), nullable=True),
        "the column 'events.chain' may be empty",
    ),
    "an empty value": (
        alter("games", "clock", existing_type=sa.Integer, nullable=False),
        "the column 'games.clock' may not be empty",
    ),
    "the referee": (states(("game_id",)), r"the table 'states' has the primary key \(game_id\)"),
    "its order": (states(("n", "game_id")), r"has the primary key \(n, game_id\)"),
    "what goes with a game": (
        states(ondelete=None),
        r"lacks the foreign key \(game_id\) to 'games' on delete cascade",
    ),
    "a foreign key": (without_foreign_key, "the table 'leases' lacks the foreign key"),
    "a unique key": (
        without_unique_tokens,
        r"the table 'people' lacks the unique key \(token_hash\)",
    ),
    "a column that nobody fills": (
        lambda op: op.add_column("servers", sa.Column("mood", sa.Text, nullable=False)),
        "a column 'mood', unknown here, that needs a value",
    ),
}


def is_possible(database: str, what: str) -> bool:
    """SQLite itself lets nobody add a column that needs a value."""
    return what != "a column that nobody fills" or not database.startswith("sqlite")


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said_at_the_start(database: str, what: str) -> None:
    if not is_possible(database, what):
        return
    Store(database).close()
    how, said = WRONG[what]
    change(database, how)
    for _ in range(2):  # it is not mended, and not forgotten
        with pytest.raises(BadOption, match=said) as caught:
            Store(database)
        assert caught.value.detail == {"option": "database"}


def test_many_differences_are_counted(database: str) -> None:
    Store(database).close()
    gone = ("unseated", "held", "ask", "rematch", "turn", "hot_seat", "ended")
    change(database, *(lambda op, n=name: op.drop_column("games", n) for name in gone))
    with pytest.raises(BadOption, match="; and 2 more"):
        Store(database)


def test_what_was_migrated_is_not_kept_if_it_leads_nowhere(database: str) -> None:
    """The release from before can go on with a database that this one refuses."""
    from alembic import command

    store = Store(database)
    with store.writer.begin() as connection:
        command.downgrade(migrate._config(connection), "0003")
    store.close()
    change(database, lambda op: op.drop_table("states"))
    with pytest.raises(BadOption, match="'states' is missing"):
        Store(database)
    with closing_engine(database) as engine, engine.connect() as connection:
        assert connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == (
            "0003"
        )
        assert not sa.inspect(connection).has_table("servers")


def test_what_is_ones_own_may_stay(database: str) -> None:
    Store(database).close()
    change(
        database,
        lambda op: op.create_table("diary", sa.Column("page", sa.Text)),
        lambda op: op.add_column("games", sa.Column("mood", sa.Text)),
        lambda op: op.create_index("my_own", "games", ["created"]),
    )
    with structlog.testing.capture_logs() as logged:
        Store(database).close()
    assert logged == [
        {"event": "unknown_column", "table": "games", "column": "mood", "log_level": "warning"}
    ]
