"""Several processes behind one port: tables stay together, and no process is missed for long."""

import asyncio
import json
import os
import signal
import socket
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from orrery.core.errors import BadOption
from orrery.server.dispatch import check_processes, choose_process
from orrery.server.serve import read_settings

from .serving import Player, Server, hear, started_by_server

TABLE = b"GET /api/tables/%s/live?show=0 HTTP/1.1\r\n"
TOKEN = "figures for the test"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}


def test_all_that_concerns_a_table_goes_to_one_process() -> None:
    for table in (b"abc", b"_-9", b"Q" * 22):
        wanted = zlib.crc32(table) % 3
        for said in (
            TABLE % table,
            b"POST /api/tables/%s/moves HTTP/1.1" % table,
            b"GET /api/tables/%s HTTP/1.1" % table,
        ):
            assert {choose_process(said, str(k), k, 3) for k in range(9)} == {wanted}


@pytest.mark.parametrize(
    "said", [b"", b"GET / HTTP/1.1", b"POST /api/tables HTTP/1.1", b"\x00" * 9]
)
def test_the_rest_goes_by_address_and_behind_a_proxy_in_turns(said: bytes) -> None:
    assert len({choose_process(said, "192.0.2.7", k, 4) for k in range(9)}) == 1
    assert len({choose_process(said, f"192.0.2.{k}", 0, 4) for k in range(99)}) == 4
    assert [choose_process(said, "", k, 3) for k in range(4)] == [0, 1, 2, 0]


def test_figures_are_asked_of_each_process() -> None:
    asked = [choose_process(b"GET /metrics?process=%d HTTP/1.1" % k, "a", 0, 3) for k in range(4)]
    assert asked == [0, 1, 2, 0]


def test_a_file_has_one_process(tmp_path: Path) -> None:
    settings = read_settings(processes=2, database=str(tmp_path / "t.db"))
    with pytest.raises(BadOption, match="PostgreSQL") as refused:
        check_processes(settings, is_sqlite=True)
    assert refused.value.detail == {"option": "processes"}
    check_processes(settings, is_sqlite=False)
    check_processes(read_settings(processes=1), is_sqlite=True)


def sockets_at(server: Server, process: int) -> int:
    """How many sockets a process has, by its own figures."""
    where = f"{server.address}/metrics?process={process}"
    lines = httpx.get(where, headers=HEADERS, timeout=30).text.splitlines()
    return int(next(float(one.split()[1]) for one in lines if one.startswith("orrery_sockets ")))


async def one_game(http: httpx.AsyncClient, server: Server, ann: Player, bob: Player) -> str:
    """Two who play some moves over sockets, and each sees what the other does."""
    table = await ann.make(http, {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]})
    await bob.ask(http, "POST", f"/api/tables/{table}/seats/1", {})
    async with ann.socket(server, table, "show=0") as a, bob.socket(server, table, "show=1") as b:
        now = await hear(a, "table")
        await hear(b, "table")
        for _ in range(4):
            turn = now["now"]["turn"]
            if turn == "over":
                break
            play = {"do": "play", "n": now["n"], "seat": turn, "move": "roll"}
            await (a, b)[turn].send(json.dumps(play))
            now = await hear(a, "events")
            assert (await hear(b, "events"))["n"] == now["n"]
    return table


async def play_through_a_kill(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.address, timeout=30) as http:
        ann, bob = await Player.come(http, "Ann"), await Player.come(http, "Bob")
        tables = [await one_game(http, server, ann, bob) for _ in range(6)]
        lines = [ann.socket(server, table) for table in tables]
        sockets = [await line for line in lines]
        for process in (0, 1):
            wanted = sum(zlib.crc32(table.encode()) % 2 == process for table in tables)
            async with asyncio.timeout(30):
                while sockets_at(server, process) != wanted:
                    await asyncio.sleep(0.05)
        for one in sockets:
            await one.close()
        logs = [(await ann.ask(http, "GET", f"/api/tables/{t}"))[1]["events"] for t in tables]
        victim = started_by_server(server.process.pid)[0]
        os.kill(victim, signal.SIGKILL)
        async with asyncio.timeout(60):
            while len(set(started_by_server(server.process.pid)) - {victim}) < 2:
                await asyncio.sleep(0.05)
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
        again = [(await ann.ask(http, "GET", f"/api/tables/{t}"))[1]["events"] for t in tables]
        assert again == logs
        await one_game(http, server, ann, bob)


def test_two_processes_serve_as_one_and_one_that_dies_is_replaced(
    new_database: Callable[[str], str],
) -> None:
    server = Server(new_database("postgresql"), bots=0, processes="2", metrics_token=TOKEN)
    with server:
        asyncio.run(play_through_a_kill(server))
        workers = started_by_server(server.process.pid)
        assert len(workers) == 2
        assert server.stop() == 0
    assert not [one for one in workers if Path(f"/proc/{one}").exists()]


def test_a_process_ends_when_nobody_hands_it_connections_any_more(
    new_database: Callable[[str], str],
) -> None:
    with Server(new_database("postgresql"), bots=0, processes="2") as server:
        workers = started_by_server(server.process.pid)
        server.kill()

        async def gone() -> None:
            async with asyncio.timeout(60):
                while any(is_alive(one) for one in workers):
                    await asyncio.sleep(0.05)

        asyncio.run(gone())
        assert len(workers) == 2


def is_alive(process: int) -> bool:
    try:
        state: Any = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return bool(state != "Z")


def test_whoever_asks_nothing_is_handed_over_too_and_shown_out(
    new_database: Callable[[str], str],
) -> None:
    database = new_database("postgresql")
    with Server(database, bots=0, processes="2", header_seconds="1") as server:
        silent = socket.create_connection(("127.0.0.1", server.port), 30)
        assert silent.recv(100) == b""
        silent.close()
