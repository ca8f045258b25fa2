"""Connections on which nothing sensible is asked: they cost little, and shut nobody out."""

import asyncio
import contextlib
import functools
import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import websockets
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from orrery.server.addresses import is_among, read_proxies, visitor_at
from orrery.server.connections import (
    FRUITLESS,
    MOST_HEADER_BYTES,
    MOST_LOOKS,
    MOST_UNREAD,
    SHUT_SECONDS,
    TOLD,
    Connections,
    text_frame,
)
from orrery.server.errors import TooFast
from orrery.server.settings import Settings

from .serving import Player, Server, hear

MOST = 12
REQUEST = b"GET /health HTTP/1.1\r\nHost: here\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    limits = {"header_seconds": "1", "connections_per_address": str(MOST)}
    with Server(f"sqlite:///{folder / 'tables.db'}", bots=0, **limits) as running:
        yield running


def in_loop(test: Callable[..., Any]) -> Callable[..., None]:
    """A test that waits for several things at once."""

    @functools.wraps(test)
    def run(**given: Any) -> None:
        asyncio.run(test(**given))

    return run


def connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


def rest(line: socket.socket) -> bytes:
    """Everything until the other side closes."""
    found = b""
    try:
        while piece := line.recv(65536):
            found += piece
    except ConnectionResetError:
        pass  # it had closed while something was on its way to it
    return found


def status(answer: bytes) -> int:
    found = re.match(rb"HTTP/1\.1 (\d+) ", answer)
    assert found, answer
    return int(found[1])


def well(server: Server) -> bool:
    return httpx.get(f"{server.address}/health").status_code == 200


@pytest.mark.parametrize("headers", [b"X-Long: " + b"x" * 30_000, b"X: y\r\n" * 10_000])
def test_headers_have_an_end(server: Server, headers: bytes) -> None:
    with closing(connect(server)) as line:
        line.sendall(REQUEST)
        sent = 0
        try:
            while sent < 2000 * MOST_HEADER_BYTES:
                line.sendall(headers)
                sent += len(headers)
        except OSError:
            pass
        assert sent < 2000 * MOST_HEADER_BYTES  # it does not take what nobody will read
    with closing(connect(server)) as line:
        line.sendall(REQUEST + b"X-Long: " + b"x" * MOST_HEADER_BYTES)
        assert status(rest(line)) == 431
    assert well(server)


def test_headers_of_a_sensible_size_are_read_in_any_pieces(server: Server) -> None:
    headers = b"X-Long: " + b"x" * (MOST_HEADER_BYTES - 200) + b"\r\n"
    whole = REQUEST + headers + b"\r\n"
    with closing(connect(server)) as line:
        for _ in range(3):  # each request is counted for itself
            for first in range(0, len(whole), 1000):
                line.sendall(whole[first : first + 1000])
            answer = b""
            while b"store_ok" not in answer:
                piece = line.recv(65536)
                assert piece, answer
                answer += piece


@pytest.mark.parametrize("begun", [b"", b"GET /hea", REQUEST])
def test_a_request_comes_to_its_end_in_time(server: Server, begun: bytes) -> None:
    with closing(connect(server)) as line:
        line.sendall(begun)
        answer = rest(line)
        assert (status(answer) if begun else answer) == (408 if begun else b"")


def test_dripping_letters_does_not_win_time(server: Server) -> None:
    with closing(connect(server)) as line:
        line.sendall(REQUEST)
        dripped = 0
        with contextlib.suppress(OSError):
            while dripped < 600:
                line.sendall(b"X: y\r\n")
                dripped += 1
                time.sleep(0.05)
        assert dripped < 600


def test_requests_do_not_queue_up_without_end(server: Server) -> None:
    with closing(connect(server)) as line:
        line.sendall((REQUEST + b"\r\n") * 5000)
        answers = rest(line).count(b"HTTP/1.1 ")
    assert answers < 1000
    assert well(server)


def test_one_address_has_so_many_connections(server: Server) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(connect(server))) for _ in range(MOST)]
        for line in lines:
            line.sendall(b"GET /")
        with closing(connect(server)) as late:
            answer = rest(late)
            assert status(answer) == 503
            assert b"too many connections" in answer
        assert status(rest(lines[0])) == 408
        for line in lines:
            rest(line)
    assert well(server)
    assert any("connections_refused" in said for said in server.said)


@in_loop
async def test_a_socket_keeps_its_place_and_gives_it_back(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.address) as http:
        ann = await Player.come(http)
        table = await ann.make(http, {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]})
        for _ in range(2 * MOST):
            async with ann.socket(server, table) as line:
                await line.recv()
        tried = [ann.socket(server, table) for _ in range(MOST + 1)]
        found = await asyncio.gather(*tried, return_exceptions=True)
        lines = [line for line in found if not isinstance(line, BaseException)]
        # Those of the tests before may be about to end.
        assert MOST // 2 <= len(lines) < MOST
        for line in lines:
            await line.close()
        async with ann.socket(server, table) as line:
            await line.recv()


@in_loop
async def test_many_messages_in_one_piece_are_all_answered(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.address) as http:
        ann = await Player.come(http)
        table = await ann.make(http, {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]})
    async with ann.socket(server, table) as line:
        await line.recv()
        for k in range(500):
            await line.send(f'{{"do": "ping", "id": {k}}}')
        answered = 0
        async with asyncio.timeout(30):
            while answered < 500:
                answered += '"answer"' in str(await line.recv())
        await line.send("x" * 100_000)
        with pytest.raises(websockets.ConnectionClosed, match="1009"):
            await hear(line, "nothing")
    assert well(server)


# Without a server


class Line:
    """What a connection is to those who count it."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.waits = 0
        self.aborted = False

    def get_extra_info(self, name: str) -> Any:
        return (self.host, 50_000) if self.host else ""

    def get_write_buffer_size(self) -> int:
        return self.waits

    def is_closing(self) -> bool:
        return False

    def abort(self) -> None:
        self.aborted = True


def settings_of(**given: Any) -> Settings:
    return Settings(database="x", **given)


@pytest.fixture
def entering() -> Callable[..., Any]:
    """Counts connections from addresses; each call says why not, if not."""

    def make(**settings: Any) -> Any:
        connections = Connections(settings_of(**settings))

        def enter(host: str) -> Any:
            line = Line(host)
            return connections.enter(line), line  # type: ignore[arg-type]

        return connections, enter

    return make


@in_loop
async def test_room_is_kept_for_those_who_sit_at_a_table(entering: Any) -> None:
    connections, enter = entering(connections=40, connections_per_address=20)
    strangers = [enter(f"10.0.0.{k}") for k in range(40)]
    let_in = [line for why, line in strangers if why is None]
    assert len(let_in) == 30
    connections.note_seated(visitor_at("10.1.1.1"))
    assert enter("10.1.1.1")[0] is None
    assert "room is kept" in str(enter("10.1.1.2")[0])
    connections.leave(let_in[0])
    connections.leave(let_in[0])  # once is enough
    connections.leave(let_in[1])
    assert enter("10.1.1.2")[0] is None


@in_loop
async def test_an_address_of_which_much_is_no_request_is_shut_out_for_a_while(
    entering: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    connections, enter = entering()
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    lines = [enter("10.0.0.1")[1] for _ in range(3)]
    for _ in range(int(FRUITLESS[1])):
        connections.note_fruitless(lines[0])
    assert enter("10.0.0.1")[0] is None
    connections.note_fruitless(lines[0])
    assert "came to nothing" in str(enter("10.0.0.1")[0])
    assert enter("10.0.0.2")[0] is None
    assert not lines[1].aborted  # what is open stays open
    now += SHUT_SECONDS
    assert enter("10.0.0.1")[0] is None


def test_who_opens_sockets_again_and_again_though_refused_is_shut_out(
    tmp_path: Path,
) -> None:
    async def open_many(server: Server) -> int:
        """How many sockets were refused with a word before no more of them were let in."""
        async with httpx.AsyncClient(base_url=server.address) as http:
            who = await Player.come(http)
            table = await who.make(http, {"game": "pig", "seats": [{"kind": "me"}] * 2})
        where = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
        async with websockets.connect(where, local_addr=("127.0.0.9", 0)) as first:
            await hear(first, "table")
            refused = 0
            while refused < 4 * FRUITLESS[1]:
                try:
                    async with websockets.connect(where, local_addr=("127.0.0.9", 0)) as line:
                        assert json.loads(await line.recv())["error"]["code"] == "TooFast"
                        refused += 1
                except websockets.InvalidStatus:
                    break
            await first.send('{"do": "ping"}')  # what is open stays open
            await hear(first, "answer")
        async with who.socket(server, table) as other:  # at another address
            await hear(other, "table")
        return refused

    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with Server(database, bots=0, sockets_per_address="1") as server:
        refused = asyncio.run(open_many(server))
    assert FRUITLESS[1] <= refused < 4 * FRUITLESS[1]


@in_loop
async def test_only_so_many_are_told_why_they_are_not_let_in(entering: Any) -> None:
    connections, enter = entering(connections_per_address=1)
    lines = [enter("10.0.0.1")[1] for _ in range(2 * int(TOLD[1]))]
    told = [connections.tells(line) for line in lines]
    assert told[: int(TOLD[1])] == [True] * int(TOLD[1])
    assert not all(told)
    assert connections.tells(enter("10.0.0.2")[1])


def test_what_cannot_be_read_is_no_request(server: Server) -> None:
    """Letters that are no HTTP count as well; others are let in all the while."""
    with ExitStack() as stack:
        for _ in range(3 * int(FRUITLESS[1])):
            line = socket.create_connection(
                ("127.0.0.1", server.port), timeout=20, source_address=("127.0.0.9", 0)
            )
            stack.enter_context(closing(line))
            with contextlib.suppress(OSError):
                line.sendall(b"BREW\r\n\r\n")
            answer = rest(line)
            if not answer.startswith(b"HTTP/1.1 400"):
                break
        else:
            raise AssertionError("it was never shut out")
        assert well(server)


@in_loop
async def test_a_house_with_ipv6_is_one_address(entering: Any) -> None:
    _, enter = entering(connections_per_address=3)
    found = [enter(f"2001:db8:1:2::{k}")[0] for k in range(1, 5)]
    assert [why is None for why in found] == [True, True, True, False]
    assert enter("2001:db8:1:3::1")[0] is None
    assert [enter(host)[0] is None for host in ("::ffff:9.9.9.9", "9.9.9.9", "9.9.9.9")] == [
        True
    ] * 3
    assert enter("::ffff:9.9.9.9")[0] is not None


@in_loop
async def test_a_proxy_that_is_believed_counts_for_itself(entering: Any) -> None:
    _, enter = entering(connections_per_address=2, trusted_proxies="10.0.0.0/24, ::1")
    assert all(enter(host)[0] is None for host in ("10.0.0.7", "::1", "") * 5)
    assert [enter("10.0.1.7")[0] is None for _ in range(3)] == [True, True, False]


@in_loop
async def test_whoever_takes_nothing_is_cut_off(entering: Any) -> None:
    connections, enter = entering()
    (_, stuck), (_, slow), (_, idle) = (enter(f"10.0.0.{k}") for k in range(3))
    stuck.waits, slow.waits = 1000, 100_000
    for _ in range(MOST_LOOKS + 3):
        for transport, place in connections._open.items():
            connections._look_at(transport, place)
        slow.waits -= 100
    assert (stuck.aborted, slow.aborted, idle.aborted) == (True, False, False)


@in_loop
async def test_an_address_that_does_not_read_is_sent_no_more(entering: Any) -> None:
    connections, enter = entering()
    lines = [enter("10.0.0.1")[1] for _ in range(3)]
    other = enter("10.0.0.2")[1]
    for line in lines:
        line.waits = MOST_UNREAD // 3
    other.waits = 100
    connections.check_reads("10.0.0.1")
    lines[0].waits += 4
    with pytest.raises(TooFast, match="read that first"):
        connections.check_reads("10.0.0.1")
    connections.check_reads("10.0.0.2")
    connections.check_reads("10.0.0.3")
    connections.leave(lines[1])
    connections.check_reads("10.0.0.1")


def test_addresses_as_they_are_counted() -> None:
    assert visitor_at("192.0.2.7") == "192.0.2.7"
    assert visitor_at("fe80::1%eth0") == "fe80::/64"
    assert visitor_at("testclient") == "testclient"
    assert not is_among("testclient", read_proxies("*"))
    assert is_among("::ffff:10.1.2.3", read_proxies("10.0.0.0/8"))
    with pytest.raises(ValueError, match=re.escape("10.0.0.300")):
        settings_of(trusted_proxies="10.0.0.300")


def test_the_parser_has_what_is_built_upon() -> None:
    assert {"on_headers_complete", "on_message_complete"} <= vars(HttpToolsProtocol).keys()


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_is_written_as_any_other_program_reads_it(length: int) -> None:
    text = ("é" + "x" * length).encode()[:length] if length > 1 else b"x" * length
    reader = StreamReader()
    reader.feed_data(text_frame(text) + text_frame(b"next"))
    for wanted in (text, b"next"):
        parsing = Frame.parse(reader.read_exact, mask=False)
        with pytest.raises(StopIteration) as done:
            next(parsing)
        frame = done.value.value
        assert (frame.opcode, frame.fin, bytes(frame.data)) == (Opcode.TEXT, True, wanted)
