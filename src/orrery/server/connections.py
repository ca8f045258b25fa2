"""Connections before anything is asked on them: how many, how long, and how much at once.

Everything here happens before a request is known, so it must cost little and trust nothing. A
connection has a time for the headers of each request, for its body, and for reading what it is
sent; an address has a number of connections; and a part of all connections is kept for those
who sit at a table, so that strangers in any number cannot lock them out.
"""

import asyncio
import contextlib
import importlib
import time
from dataclasses import dataclass
from typing import Any

import structlog
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from .addresses import is_among, read_proxies, visitor_at
from .errors import TooFast
from .limits import LARGEST_RECORD, Buckets
from .recent import Recent
from .settings import Settings

log = structlog.get_logger()
MOST_HEADER_BYTES = 16 * 1024
MOST_BODY_BYTES = LARGEST_RECORD + 64 * 1024
"""What is read of a body, with what sends it in pieces; how much a route takes is less."""
PIECE = 4096
"""So much is parsed at once, then it is seen whether to go on."""
SOCKET_PIECE = 1024
OPEN = State.OPEN
AT_ONCE = "orrery.send_at_once"
"""The name under which a socket offers to send a frame at once."""
MOST_WAITING = 8
"""Requests that are sent before the answers to earlier ones are there."""
BODY_SECONDS = 60.0
LOOK_EVERY = 5.0
MOST_LOOKS = 4
"""Whoever takes nothing of what waits for them, so often looked at, is cut off."""
LOOKED_AT_ONCE = 500
MOST_UNREAD = 8 * 1024 * 1024
"""So many bytes may wait for an address to take them."""
SEATED_SECONDS = 3600.0
"""For so long an address is known as that of somebody who sits at a table."""
KEPT_FOR_SEATED = 0.25
"""The part of all connections that strangers cannot take."""
FRUITLESS = (20.0, 200.0)
"""So many requests of one address may come to nothing in a second, and at once."""
SHUT_SECONDS = 5.0
"""For so long an address of which more did is let in no more; what is open there stays open."""
TOLD = (20.0, 100.0)
"""So many of one address are told why they are not let in; to tell more is work, too."""
LOGGED_EVERY = 10.0
OTHER_FILES = 128
"""Open files that are no connections: databases, logs, pipes to the bots."""


def room_for_files() -> int:
    """How many connections this process may have open; asks the system for all it gives."""
    try:
        resource = importlib.import_module("resource")
    except ImportError:  # not on every system
        return 1_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return max(16, soft - OTHER_FILES) if soft > 0 else 1_000_000


@dataclass
class _Place:
    """One open connection."""

    visitor: str
    waits: int = 0
    """How many bytes waited to be taken when it was looked at last."""
    looks: int = 0
    """How often in a row nothing of them had been taken."""


class Connections:
    """All connections of this server, and who may have another."""

    def __init__(self, settings: Settings) -> None:
        self.most = min(settings.connections, room_for_files())
        self.most_of_one = settings.connections_per_address
        self.header_seconds = settings.header_seconds
        self._proxies = read_proxies(settings.trusted_proxies)
        self._open: dict[asyncio.Transport, _Place] = {}
        self._of_one: dict[str, set[asyncio.Transport]] = {}
        self._seated: Recent[str, float] = Recent()
        self._shut: Recent[str, float] = Recent()
        self._fruitless, self._told = Buckets(*FRUITLESS), Buckets(*TOLD)
        self._logged = -LOGGED_EVERY
        self._refused = 0
        self._looking: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, transport: asyncio.Transport) -> str | None:
        """Count a new connection; why there is no room for it, if there is none."""
        visitor = self._visitor_of(transport)
        why = self._why_not(visitor)
        if why is not None:
            self._note_refusal(visitor, why)
            return why
        self._open[transport] = _Place(visitor)
        self._of_one.setdefault(visitor, set()).add(transport)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.ensure_future(self._look())
        return None

    def _visitor_of(self, transport: asyncio.Transport) -> str:
        """The address at the other end; of a proxy that is believed, none."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        return "" if is_among(host, self._proxies) else visitor_at(host)

    def tells(self, transport: asyncio.Transport) -> bool:
        """Whether somebody who is not let in is told why."""
        return self._told.take(self._visitor_of(transport))

    def note_fruitless(self, transport: asyncio.Transport) -> None:
        """What came over a connection was no request; an address with many of these is shut out."""
        place = self._open.get(transport)
        if place is not None and place.visitor:
            self.note_refused(place.visitor)

    def note_refused(self, visitor: str) -> None:
        """What an address asked came to nothing; after much of that it is shut out."""
        if not self._fruitless.take(visitor):
            self._shut.note(visitor, time.monotonic())

    def is_shut(self, visitor: str) -> bool:
        """Whether an address is let in no more for a while."""
        return time.monotonic() - self._shut.get(visitor, -SHUT_SECONDS) < SHUT_SECONDS

    def _why_not(self, visitor: str) -> str | None:
        if visitor and self.is_shut(visitor):
            return "much that came from this address came to nothing; wait a moment"
        if visitor and len(self._of_one.get(visitor, ())) >= self.most_of_one:
            return "too many connections from one address"
        kept = 0 if not visitor or self.is_seated(visitor) else int(self.most * KEPT_FOR_SEATED)
        if len(self._open) >= self.most - kept:
            return "too many connections; room is kept for those who play"
        return None

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection has ended."""
        place = self._open.pop(transport, None)
        if place is None:
            return
        self._of_one[place.visitor].discard(transport)
        if not self._of_one[place.visitor]:
            del self._of_one[place.visitor]

    def check_reads(self, visitor: str) -> None:
        """Refuse to send more to an address that does not take what waits for it."""
        waits = sum(t.get_write_buffer_size() for t in self._of_one.get(visitor, ()))
        if waits > MOST_UNREAD:
            raise TooFast("much that was asked for from this address is not read; read that first")

    # Those who do not read

    async def _look(self) -> None:
        """As long as there are connections: end those that take nothing of what waits for them."""
        while self._open:
            await asyncio.sleep(LOOK_EVERY)
            for k, (transport, place) in enumerate(list(self._open.items()), 1):
                self._look_at(transport, place)
                if k % LOOKED_AT_ONCE == 0:
                    await asyncio.sleep(0)

    def _look_at(self, transport: asyncio.Transport, place: _Place) -> None:
        waits = transport.get_write_buffer_size()
        stuck = waits >= place.waits if waits else transport.is_closing()
        place.looks = place.looks + 1 if stuck else 0
        place.waits = waits
        if place.looks >= MOST_LOOKS:
            transport.abort()

    def note_seated(self, visitor: str) -> None:
        """Somebody at this address sits at a table."""
        self._seated.note(visitor, time.monotonic())

    def is_seated(self, visitor: str) -> bool:
        """Whether somebody there sat at a table lately."""
        return time.monotonic() - self._seated.get(visitor, -SEATED_SECONDS) < SEATED_SECONDS

    def _note_refusal(self, visitor: str, why: str) -> None:
        """One line of log for many refusals: writing them is work, too."""
        self._refused += 1
        if time.monotonic() - self._logged < LOGGED_EVERY:
            return
        log.warning("connections_refused", count=self._refused, last=visitor, why=why)
        self._logged, self._refused = time.monotonic(), 0


def refuse(transport: asyncio.Transport, status: int, why: str) -> None:
    """Answer without reading any further, and close."""
    said = why.encode()
    transport.write(
        STATUS_LINE[status]
        + b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\nretry-after: 5\r\n"
        + b"content-length: %d\r\n\r\n" % len(said)
        + said
    )
    transport.close()


class Timer:
    """One thing that happens later, unless something else comes first."""

    __slots__ = ("_handle",)

    def __init__(self) -> None:
        self._handle: asyncio.TimerHandle | None = None

    @property
    def runs(self) -> bool:
        """Whether it was started, and neither stopped nor over."""
        return self._handle is not None

    def start(self, seconds: float, act: Any) -> None:
        """Do something after so long, instead of what was planned before."""
        self.stop()

        def ring() -> None:
            self._handle = None
            act()

        self._handle = asyncio.get_running_loop().call_later(seconds, ring)

    def stop(self) -> None:
        """Forget what was planned."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class GuardedHttp(HttpToolsProtocol):
    """A connection for HTTP that does not wait for ever, and does not read for ever."""

    guard: Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected: they have a while to ask something."""
        self._sending = Timer()
        self._header_bytes = self._body_bytes = 0
        self._in_body = False
        why = self.guard.enter(transport)
        self._refused = why is not None
        self._ignored = why is not None and not self.guard.tells(transport)
        if self._ignored:
            transport.abort()
            return
        super().connection_made(transport)
        if why is not None:
            refuse(transport, 503, why)
        else:
            self._sending.start(self.guard.header_seconds, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        if self._ignored:
            return
        self._sending.stop()
        self.guard.leave(self.transport)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a WebSocket, with a place among all still."""
        self._sending.stop()
        self._refused = True  # whatever comes next is not for this parser
        super().handle_websocket_upgrade()

    # Reading

    def data_received(self, data: bytes) -> None:
        """Parse what came, a piece at a time, as long as it is what a request may be."""
        for first in range(0, len(data), PIECE):
            if self._refused or self.transport.is_closing():
                return
            piece = data[first : first + PIECE]
            self._count(len(piece))
            if not self._refused:
                super().data_received(piece)

    def _count(self, size: int) -> None:
        if self._in_body:
            self._body_bytes += size
            if self._body_bytes > MOST_BODY_BYTES:
                self._end(413, "the body is too large")
            return
        self._header_bytes += size
        if self._header_bytes > MOST_HEADER_BYTES:
            self._end(431, f"headers have at most {MOST_HEADER_BYTES} bytes")
        elif len(self.pipeline) > MOST_WAITING:
            self._end(429, "too many requests at once")
        elif not self._sending.runs:
            self._sending.start(self.guard.header_seconds, self._too_slow)

    def on_headers_complete(self) -> None:
        """The headers of a request are here; its body has its own time."""
        self._in_body, self._header_bytes, self._body_bytes = True, 0, 0
        self._sending.start(BODY_SECONDS, self._too_slow)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A whole request is here; the next one may take its time to begin."""
        self._in_body = False
        self._sending.stop()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """What came cannot be read."""
        self.guard.note_fruitless(self.transport)
        super().send_400_response(msg)

    def _too_slow(self) -> None:
        if not self._header_bytes and not self._in_body:
            self._refused = True
            self.transport.close()  # somebody connected and asked nothing
        else:
            self._end(408, "the request did not come to its end in time")

    def _end(self, status: int, why: str) -> None:
        """Stop reading; whoever waits for an earlier answer gets no more."""
        self._refused = True
        self._sending.stop()
        self.guard.note_fruitless(self.transport)
        if self.cycle is None or self.cycle.response_complete:
            refuse(self.transport, status, why)
        else:
            self.transport.abort()


def text_frame(text: bytes) -> bytes:
    """A whole message as it goes over the line: of a server it is not masked (RFC 6455, 5.2)."""
    length = len(text)
    if length < 126:
        return bytes((0x81, length)) + text
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big") + text
    return b"\x81\x7f" + length.to_bytes(8, "big") + text


class GuardedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that keeps its place until it ends, and is read as fast as it is answered."""

    guard: Connections

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It was a connection for HTTP until now."""
        self._unread = bytearray()
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._unread.clear()
        self.guard.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what came until there is a message; the rest when that was dealt with."""
        self._unread += data
        self._parse()

    def _parse(self) -> None:
        while self._unread and not self.read_paused and not self.transport.is_closing():
            piece = bytes(self._unread[:SOCKET_PIECE])
            del self._unread[:SOCKET_PIECE]
            super().data_received(piece)

    async def receive(self) -> Any:
        """The next message; then what came with it is parsed."""
        message = await super().receive()
        self._parse()
        return message

    async def run_asgi(self) -> None:
        """Whoever answers may send at once, where nothing is in the way."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[AT_ONCE] = self.send_at_once
        await super().run_asgi()

    def send_at_once(self, text: str) -> bool:
        """Send a frame without waiting for anything; False if something would have to be."""
        goes_on = self.conn.state is OPEN and not self.close_sent
        if not goes_on or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(text_frame(text.encode()))
        return True

    def handle_ping(self) -> None:
        """Answer, unless they do not read the answers to earlier ones."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()


def protocols(connections: Connections) -> tuple[type[GuardedHttp], type[GuardedSocket]]:
    """The two kinds of connections, counted in one place."""
    own = {"guard": connections}
    return type("Http", (GuardedHttp,), own), type("Socket", (GuardedSocket,), own)
