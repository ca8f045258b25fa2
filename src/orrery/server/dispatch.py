"""Several processes behind one port: each connection goes to the process that has its table.

One process accepts. It looks at the first line of what is asked, without taking it, and hands the
connection over as it is: all that concerns a table goes to one process, so that what happens there
need not be told from process to process, and the rest by address, so that limits count. This is for
speed alone: any process can serve any table, and the log in the database is what is true.
"""

import asyncio
import contextlib
import multiprocessing
import re
import signal
import socket
import time
import zlib
from multiprocessing.process import BaseProcess

import structlog

from orrery.core.errors import BadOption

from .addresses import is_among, read_proxies, visitor_at
from .settings import Settings

log = structlog.get_logger()
FIRST_BYTES = 512
"""So much of a request is looked at."""
FIRST_SECONDS = 2.0
"""After so long a connection on which nothing is asked is handed over all the same."""
MOST_LOOKED_AT = 1000
"""So many wait to be looked at; more are handed over unseen."""
ACCEPTED_AT_ONCE = 64
STOP_SECONDS = 15.0
AGAIN_AFTER = 1.0
"""A process that has ended is started again after so long."""
_TABLE = re.compile(rb"[A-Z]+ /api/tables/([A-Za-z0-9_-]{1,64})[/? ]")
_FIGURES = re.compile(rb"GET /metrics\?process=(\d{1,3}) ")


def check_processes(settings: Settings, is_sqlite: bool) -> None:
    """Refuse several processes where they cannot be."""
    if settings.processes > 1 and is_sqlite:
        raise BadOption(
            "a SQLite file has one server: several processes need a PostgreSQL database",
            detail={"option": "processes"},
        )
    if settings.processes > 1 and not hasattr(socket, "send_fds"):
        raise BadOption(
            "this system cannot hand connections from process to process",
            detail={"option": "processes"},
        )


def choose_process(said: bytes, visitor: str, turn: int, processes: int) -> int:
    """Which process takes a connection, by the beginning of what is asked on it.

    Where the address is that of a proxy (`visitor` is empty) the others take turns.
    """
    figures = _FIGURES.match(said)
    if figures is not None:
        return int(figures[1]) % processes
    table = _TABLE.match(said)
    key = table[1] if table is not None else visitor.encode()
    return zlib.crc32(key) % processes if key else turn % processes


class _Worker:
    """A process that serves, and the line on which it is handed connections."""

    def __init__(self, number: int, settings: Settings) -> None:
        self.number = number
        self.settings = settings
        self.line: socket.socket
        self.process: BaseProcess

    def start(self) -> None:
        """Start it, or start it again."""
        from .one_process import serve_handed

        self.line, theirs = socket.socketpair()
        self.line.setblocking(False)
        make = multiprocessing.get_context("spawn").Process
        self.process = make(
            target=serve_handed, args=(self.settings, theirs), name=f"orrery {self.number}"
        )
        self.process.start()
        theirs.close()

    def hand(self, connection: socket.socket) -> bool:
        """Hand a connection over; False if the process does not take any."""
        try:
            socket.send_fds(self.line, [b"c"], [connection.fileno()])
        except OSError:  # it is gone, or takes none for long
            return False
        return True


class Dispatcher:
    """Accepts connections, and hands each to a process."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self._proxies = read_proxies(settings.trusted_proxies)
        self._listening = listening
        count = settings.processes
        shared = {"processes": 1, "bot_workers": -(-settings.bot_workers // count)}
        own = settings.model_copy(update=shared)
        self.workers = [_Worker(number, own) for number in range(count)]
        self._looked_at: dict[socket.socket, asyncio.TimerHandle] = {}
        self._turn = 0
        self._stop: asyncio.Event

    def run(self) -> None:
        """Serve until told to stop."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        self._stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop.set)
        for worker in self.workers:
            self._start(worker)
        self._listening.setblocking(False)
        loop.add_reader(self._listening, self._accept)
        await self._stop.wait()
        loop.remove_reader(self._listening)
        self._listening.close()
        for connection in list(self._looked_at):
            self._take(connection).close()
        await asyncio.to_thread(self._end_all)

    # The processes

    def _start(self, worker: _Worker) -> None:
        if self._stop.is_set():
            return
        worker.start()
        ended = worker.process.sentinel
        asyncio.get_running_loop().add_reader(ended, self._note_ended, worker, ended)

    def _note_ended(self, worker: _Worker, ended: int) -> None:
        """A process has ended by itself: its games are taken up by the others, and by its heir."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(ended)
        worker.line.close()
        if not self._stop.is_set():
            log.error("process_ended", process=worker.number, code=worker.process.exitcode)
            loop.call_later(AGAIN_AFTER, self._start, worker)

    def _end_all(self) -> None:
        until = time.monotonic() + STOP_SECONDS
        for worker in self.workers:
            with contextlib.suppress(OSError):
                worker.line.close()
            if worker.process.is_alive():
                worker.process.terminate()
        for worker in self.workers:
            worker.process.join(max(0.0, until - time.monotonic()))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()

    # The connections

    def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                connection, _ = self._listening.accept()
            except BlockingIOError:
                return
            except OSError as error:
                log.warning("cannot_accept", reason=error.strerror)
                return
            connection.setblocking(False)
            if len(self._looked_at) >= MOST_LOOKED_AT:
                self._hand(connection, b"")
                continue
            later = loop.call_later(FIRST_SECONDS, self._look, connection)
            self._looked_at[connection] = later
            loop.add_reader(connection, self._look, connection)

    def _take(self, connection: socket.socket) -> socket.socket:
        """Look at a connection no longer."""
        self._looked_at.pop(connection).cancel()
        asyncio.get_running_loop().remove_reader(connection)
        return connection

    def _look(self, connection: socket.socket) -> None:
        """Something is asked, or nothing for long."""
        self._take(connection)
        try:
            said = connection.recv(FIRST_BYTES, socket.MSG_PEEK)
        except BlockingIOError:
            said = b""
        except OSError:
            connection.close()
            return
        self._hand(connection, said)

    def _hand(self, connection: socket.socket, said: bytes) -> None:
        """Give a connection to its process, or to the next one that takes it."""
        with connection:
            try:
                host = str(connection.getpeername()[0])
            except OSError:
                return
            visitor = "" if is_among(host, self._proxies) else visitor_at(host)
            self._turn += 1
            first = choose_process(said, visitor, self._turn, len(self.workers))
            for k in range(len(self.workers)):
                if self.workers[(first + k) % len(self.workers)].hand(connection):
                    return
