"""One process that serves: on a port of its own, or on connections that it is handed."""

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Iterator, Sequence

import uvicorn

from . import logs
from .addresses import believed_by_uvicorn
from .app import make_app
from .connections import Connections, protocols
from .limits import LONGEST_READ
from .settings import Settings
from .store import Store

HANDED_AT_ONCE = 16
SWITCH_SECONDS = 0.0005
"""How long the thread that writes waits for its turn beside a busy loop; usual are 5 ms."""


class _Server(uvicorn.Server):
    """Stops in good order when told to, and calls that a success."""

    def __init__(self, config: uvicorn.Config, line: socket.socket | None = None) -> None:
        super().__init__(config)
        self._line = line
        self._entering: set[asyncio.Task[None]] = set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals that say stop; a second one stops at once."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.handle_exit)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin; from then on take connections from the line, if there is one."""
        await super().startup(sockets)
        if self._line is not None and not self.should_exit:
            self._line.setblocking(False)
            asyncio.get_running_loop().add_reader(self._line, self._take)

    def _take(self) -> None:
        assert self._line is not None
        try:
            said, handed, _, _ = socket.recv_fds(self._line, HANDED_AT_ONCE, HANDED_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            said, handed = b"", []
        if not said:  # whoever hands them over is gone
            asyncio.get_running_loop().remove_reader(self._line)
            self.should_exit = True
        for number in handed:
            task = asyncio.ensure_future(self._enter(socket.socket(fileno=number)))
            self._entering.add(task)
            task.add_done_callback(self._entering.discard)

    async def _enter(self, connection: socket.socket) -> None:
        loop, config = asyncio.get_running_loop(), self.config

        def make_protocol() -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )

        connection.setblocking(False)
        try:
            await loop.connect_accepted_socket(make_protocol, connection)
        except OSError:  # it has gone on the way
            connection.close()


def run(
    settings: Settings,
    store: Store,
    listening: Sequence[socket.socket] = (),
    line: socket.socket | None = None,
) -> None:
    """Serve until told to stop, or until the line ends."""
    sys.setswitchinterval(SWITCH_SECONDS)
    connections = Connections(settings)
    http, websocket = protocols(connections)
    config = uvicorn.Config(
        make_app(settings, store, connections),
        http=http,
        ws=websocket,
        log_level="error",  # what strangers get wrong is no news
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies.strip()),
        forwarded_allow_ips=believed_by_uvicorn(settings.trusted_proxies),
        ws_max_size=LONGEST_READ,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )
    _Server(config, line).run(sockets=list(listening))


def serve_handed(settings: Settings, line: socket.socket) -> None:
    """Serve, as one of several processes, the connections that come over a line."""
    logs.set_up(settings.log_level, settings.log_json)
    run(settings, Store(settings.database), line=line)
