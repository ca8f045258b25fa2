"""`orrery export` and `orrery import`: all games of a server."""

from pathlib import Path

from rich.console import Console

from orrery.core.errors import BadOption
from orrery.server.serve import read_settings
from orrery.server.store import Store
from orrery.server.transfer import export_games, import_games


def export_all(out: Console, path: Path, database: str | None) -> None:
    """Write all games to a file."""
    store = Store(read_settings(database=database).database)
    try:
        count = export_games(store, path)
    except FileExistsError:
        raise BadOption(f"there is a file '{path}' already; choose another name") from None
    finally:
        store.close()
    out.print(f"{count} games are in {path}. Keep it safe: it holds secrets of running games.")


def import_all(out: Console, path: Path, database: str | None) -> None:
    """Bring the games of a file in."""
    store = Store(read_settings(database=database).database)
    try:
        came, here = import_games(store, path)
    finally:
        store.close()
    out.print(f"{came} games came in; {here} were here already.")
