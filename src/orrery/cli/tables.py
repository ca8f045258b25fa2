"""`orrery backup`, `orrery export` and `orrery import`: all games of a server."""

import signal
import sys
from pathlib import Path

from rich.console import Console

from orrery.server import logs
from orrery.server.backup import back_up
from orrery.server.serve import read_settings
from orrery.server.store import Store
from orrery.server.transfer import export_games, import_games


def _database(given: str | None) -> str:
    """Which database is meant; what is logged about it goes to standard error."""
    settings = read_settings(database=given)
    logs.set_up(settings.log_level, settings.log_json)
    return settings.database


def back_up_all(out: Console, path: Path, database: str | None) -> None:
    """Write all that a server keeps to a file, while it serves."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # leave nothing half written
    try:
        kept = back_up(_database(database), path)
    finally:
        signal.signal(signal.SIGTERM, before)
    out.print(
        f"{kept.games} games and {kept.people} people are kept in {path}, {kept.size:,} bytes,"
        " and were read again. Keep it safe: it holds secrets of running games.",
        markup=False,
        soft_wrap=True,
    )


def export_all(out: Console, path: Path, database: str | None) -> None:
    """Write all games to a file."""
    store = Store(_database(database))
    try:
        count = export_games(store, path)
    finally:
        store.close()
    out.print(f"{count} games are in {path}. Keep it safe: it holds secrets of running games.")


def import_all(out: Console, path: Path, database: str | None, skip_damaged: bool = False) -> None:
    """Bring the games of a file in."""
    damaged: list[str] | None = [] if skip_damaged else None
    store = Store(_database(database))
    try:
        came, here = import_games(store, path, damaged)
    finally:
        store.close()
    out.print(f"{came} games came in; {here} were here already.")
    for why in damaged or ():
        out.print(f"Left out: {why}", markup=False, soft_wrap=True)
