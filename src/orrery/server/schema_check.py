"""Whether the tables that a database has are those that this program works with.

Migrations say what was done, not what is there: somebody may have changed a table by hand, or
brought in half a dump. What is missing or different would fail later, in somebody's game, so it
is found at the start. Tables of one's own are nobody's business here; a column of one's own in a
table of Orrery is named in the log, and refused only if it stops rows from being written.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
import structlog

from orrery.core.errors import BadOption

from .schema import metadata

log = structlog.get_logger()
SHOWN = 5
"""So many differences are named."""


class Found(NamedTuple):
    """What a database has of one table."""

    columns: dict[str, Any]
    key: Sequence[str]
    foreign: set[tuple[tuple[str, ...], str, tuple[str, ...], str]]
    indexed: set[tuple[str, ...]]
    unique: set[tuple[str, ...]]


def check_schema(connection: sa.Connection) -> None:
    """BadOption if the database is not as `schema.py` says, with the first differences."""
    found = _read_tables(connection)
    wrong = [line for table in metadata.sorted_tables for line in _differences(table, found)]
    if wrong:
        more = f"; and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        raise BadOption(
            "the database is not as this version made it, so nothing was changed: "
            + "; ".join(wrong[:SHOWN])
            + more
            + ". Put that right, or restore a backup into an empty database.",
            detail={"option": "database"},
        )
    for table in metadata.sorted_tables:
        for name in found[table.name].columns.keys() - table.c.keys():
            log.warning("unknown_column", table=table.name, column=name)


def _read_tables(connection: sa.Connection) -> dict[str, Found]:
    """All that is there of the tables of Orrery, in few queries."""
    looking = sa.inspect(connection)
    names = [name for name in looking.get_table_names() if name in metadata.tables]
    wanted: dict[str, Any] = {"filter_names": names}
    columns = looking.get_multi_columns(**wanted)
    keys = looking.get_multi_pk_constraint(**wanted)
    foreign = looking.get_multi_foreign_keys(**wanted)
    indexes = looking.get_multi_indexes(**wanted)
    unique = looking.get_multi_unique_constraints(**wanted)
    return {
        at[1]: Found(
            {column["name"]: column for column in columns[at]},
            keys[at]["constrained_columns"],
            {_foreign_of(one) for one in foreign[at]},
            {_names_of(one) for one in indexes[at] if not _is_partial(one)},
            {_names_of(one) for one in unique[at]}
            | {_names_of(one) for one in indexes[at] if one["unique"] and not _is_partial(one)},
        )
        for at in columns
    }


def _names_of(index: Any) -> tuple[str, ...]:
    return tuple(str(name) for name in index["column_names"])


def _is_partial(index: Any) -> bool:
    """Whether an index leaves rows out, so that it is none for the others."""
    return any(key.endswith("_where") for key in index.get("dialect_options", {}))


def _foreign_of(found: Any) -> tuple[tuple[str, ...], str, tuple[str, ...], str]:
    return (
        tuple(found["constrained_columns"]),
        found["referred_table"],
        tuple(found["referred_columns"]),
        found.get("options", {}).get("ondelete") or "NO ACTION",
    )


def _differences(table: sa.Table, all_found: dict[str, Found]) -> Iterator[str]:
    """What is different about one table, in plain words."""
    found = all_found.get(table.name)
    if found is None:
        yield f"the table '{table.name}' is missing"
        return
    for column in table.c:
        yield from _of_column(column, found.columns.get(column.name))
    for name, own in found.columns.items():
        if name not in table.c and not own["nullable"] and own.get("default") is None:
            yield f"'{table.name}' has a column '{name}', unknown here, that needs a value"
    if list(found.key) != [column.name for column in table.primary_key]:
        yield f"the table '{table.name}' has {_listed('the primary key', found.key)}"
    yield from _of_foreign_keys(table, found)
    yield from _of_indexes(table, found)


def _listed(what: str, names: Iterable[str]) -> str:
    return f"{what} ({', '.join(names)})"


def _of_column(column: sa.Column[Any], found: Any) -> Iterator[str]:
    where = f"'{column.table.name}.{column.name}'"
    if found is None:
        yield f"the column {where} is missing"
    elif found["nullable"] and not column.nullable:
        yield f"the column {where} may be empty"
    elif not found["nullable"] and column.nullable:
        yield f"the column {where} may not be empty"


def _of_foreign_keys(table: sa.Table, found: Found) -> Iterator[str]:
    for key in table.foreign_key_constraints:
        names = tuple(column.name for column in key.columns)
        target = key.referred_table.name
        there = tuple(one.column.name for one in key.elements)
        wanted = (names, target, there, key.ondelete or "NO ACTION")
        if wanted not in found.foreign:
            yield (
                f"the table '{table.name}' lacks"
                f" {_listed('the foreign key', names)} to '{target}' on delete {wanted[3].lower()}"
            )


def _of_indexes(table: sa.Table, found: Found) -> Iterator[str]:
    for index in table.indexes:
        names = tuple(column.name for column in index.columns)
        if names not in found.indexed:
            yield f"the table '{table.name}' lacks {_listed('the index', names)}"
    for key in table.constraints:
        if isinstance(key, sa.UniqueConstraint):
            names = tuple(column.name for column in key.columns)
            if names not in found.unique:
                yield f"the table '{table.name}' lacks {_listed('the unique key', names)}"
