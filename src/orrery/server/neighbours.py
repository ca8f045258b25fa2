"""Several servers on one PostgreSQL: each hears what the others do, and reads it in the log.

A notice says only that something happened; what happened is in the store. So nothing is lost
with a lost connection: when it is back, all tables that somebody looks at are read again.
"""

import asyncio
import json
import threading
from typing import Any

import psycopg
import structlog

from .accounts import Accounts
from .store import CHANNEL, LISTENER
from .tables import Tables

log = structlog.get_logger()
BEAT = 15.0
"""How often a server repeats who looks at its tables, in seconds."""
_POLL = 0.5
_RETRY = 0.3


class Neighbours:
    """The ear for other servers' notices."""

    def __init__(self, tables: Tables, accounts: Accounts) -> None:
        self.tables = tables
        self.accounts = accounts
        accounts.people.hears_all = lambda: self.hearing.is_set()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._beat: asyncio.Task[None] | None = None
        self.hearing = threading.Event()
        """Set while the connection stands."""

    def start(self) -> None:
        """Listen, in a thread of its own."""
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="neighbours", daemon=True)
        self._thread.start()
        self._beat = asyncio.ensure_future(self._repeat())

    async def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        if self._beat is not None:
            self._beat.cancel()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join, 5)

    def _run(self) -> None:
        address = self.tables.store.url.set(drivername="postgresql").render_as_string(False)
        while not self._stop.is_set():
            try:
                with psycopg.connect(
                    address, autocommit=True, connect_timeout=5, application_name=LISTENER
                ) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._call(self._read_again)
                    self.hearing.set()
                    self._listen(connection)
            except psycopg.Error as error:
                if not self._stop.is_set():
                    log.warning("neighbours_lost", reason=str(error).strip().split("\n")[0])
            finally:
                self.hearing.clear()
                self._call(self.accounts.people.forget_all)
            self._stop.wait(_RETRY)

    def _listen(self, connection: "psycopg.Connection[Any]") -> None:
        while not self._stop.is_set():
            for notice in connection.notifies(timeout=_POLL):
                self._call(self._heard, notice.payload)

    def _call(self, function: Any, *args: Any) -> None:
        assert self._loop is not None
        try:
            self._loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            self._stop.set()

    # In the loop

    def _read_again(self) -> None:
        self.accounts.look_at_all_again()
        self.tables.read_all_again()
        self.tables.repeat_presence()

    def _heard(self, notices: str) -> None:
        for notice in notices.split("\n"):
            self._hear(notice)

    def _hear(self, notice: str) -> None:
        kind, server, table_id, *rest = notice.split(" ", 3)
        if server == self.tables.server:
            return
        if kind == "n":
            self.accounts.heard(table_id)
        elif kind == "u":
            self.tables.unsay(table_id, rest[0])
        elif kind == "p":
            people, strangers = json.loads(rest[0])
            self.tables.live.heard(server, table_id, people, strangers)
            self.tables.background(self._show_presence(table_id))
        elif kind == "c":
            self.tables.background(self.tables.chat_from_elsewhere(table_id))
        else:
            self.tables.background(self.tables.catch_up(table_id, quietly=kind == "q"))

    async def _show_presence(self, table_id: str) -> None:
        if self.tables.live.watched(table_id):
            self.tables.live.send_presence(await self.tables.find(table_id))

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self.tables.repeat_presence()
