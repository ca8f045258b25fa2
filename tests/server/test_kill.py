"""`kill -9` at any moment loses nothing that was acknowledged, and every game goes on."""

import asyncio
import contextlib
import json
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx2 as httpx
import pytest
import websockets

from orrery.core import registry
from orrery.core.record import Record

from .serving import Player, Server, children_of, hear, started_by_server

GAMES = [
    {"game": "cubulus", "seats": [{"kind": "bot", "level": 1}] * 2},
    {"game": "high_card", "seats": [{"kind": "bot", "level": 1}] * 3, "options": {"players": 3}},
    {"game": "pig", "seats": [{"kind": "bot", "level": 1}] * 2, "options": {"target": 40}},
    {"game": "cubulus", "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}]},
]


class Witness:
    """Remembers every event that a server has ever acknowledged, by its chain."""

    def __init__(self) -> None:
        self.seen: dict[str, dict[int, str]] = {}
        self.open: dict[str, bool] = {}
        self.finished: set[str] = set()
        self.answered: dict[str, int] = {}
        """The last event that a table's own player was told of in answer to a move."""

    def note(self, table: str, events: list[Any]) -> None:
        known = self.seen.setdefault(table, {})
        for event in events:
            assert known.get(event["n"], event["chain"]) == event["chain"], "history changed"
            known[event["n"]] = event["chain"]


async def watch(server: Server, who: Player, table: str, witness: Witness) -> None:
    with contextlib.suppress(websockets.WebSocketException, OSError):
        async with who.socket(server, table) as socket:
            while True:
                frame = json.loads(await socket.recv())
                if "events" in frame:
                    witness.note(table, frame["events"])
                    if frame["now"] and frame["now"]["turn"] == "over":
                        witness.open[table] = False


async def play_own(server: Server, who: Player, table: str, witness: Witness) -> None:
    """Play the person's seat; what was answered must be there for good."""
    with contextlib.suppress(httpx.TransportError):
        async with httpx.AsyncClient(base_url=server.address, timeout=30) as http:
            while True:
                status, page = await who.ask(http, "GET", f"/api/tables/{table}?seat=0")
                assert status == 200, page
                witness.note(table, page["events"])
                if page["now"]["turn"] == "over":
                    witness.open[table] = False
                    return
                if page["now"]["legal"]:
                    move = random.choice(page["now"]["legal"])
                    act = {"n": page["n"], "seat": 0, "move": move}
                    status, done = await who.ask(http, "POST", f"/api/tables/{table}/moves", act)
                    if status == 200:
                        witness.answered[table] = done["n"]
                else:
                    await asyncio.sleep(0.01)


async def one_life(
    server: Server, who: Player, tables: dict[str, bool], witness: Witness, seconds: float
) -> None:
    """Let a server work for a while, watched, then pull the plug."""
    tasks = [asyncio.ensure_future(watch(server, who, t, witness)) for t in tables]
    tasks += [
        asyncio.ensure_future(play_own(server, who, t, witness)) for t, own in tables.items() if own
    ]
    await asyncio.sleep(seconds)
    await asyncio.to_thread(server.kill)
    done, pending = await asyncio.wait(tasks, timeout=5)
    for task in pending:
        task.cancel()
    for task in done:
        task.result()


async def check_all(server: Server, who: Player, witness: Witness, last: bool = False) -> None:
    """Every acknowledged event is there, and the records hold.

    What was found whole after its end is looked at once more at the very last.
    """
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
        for table, chain in witness.seen.items():
            if table in witness.finished and not last:
                continue
            page = (await who.ask(http, "GET", f"/api/tables/{table}"))[1]
            found = {event["n"]: event["chain"] for event in page["events"]}
            missing = {n: link for n, link in chain.items() if found.get(n) != link}
            assert not missing, f"lost: {missing}"
            assert page["n"] >= witness.answered.get(table, -1)
            text = (await http.get(f"/api/tables/{table}/record")).text
            record = Record.read(text, strict=True)
            record.verify(registry.find(record.game_name))
            if not witness.open[table]:
                witness.finished.add(table)


async def run(server: Server, kills: int, seed: int) -> Witness:
    chance = random.Random(seed)
    witness = Witness()
    who: Player | None = None
    tables: dict[str, bool] = {}
    for _ in range(kills):
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
            who = who or await Player.come(http)
            tables = {t: own for t, own in tables.items() if witness.open[t]}
            while len(tables) < 6:
                wanted = GAMES[chance.randrange(len(GAMES))]
                table = await who.make(http, wanted)
                tables[table] = wanted["seats"][0]["kind"] == "me"  # type: ignore[index]
                witness.open[table] = True
                witness.seen[table] = {}
        await one_life(server, who, tables, witness, chance.uniform(0.02, 2.0))
        await asyncio.to_thread(server.start)
        await check_all(server, who, witness)
    assert who is not None
    await finish(server, who, tables, witness)
    await check_all(server, who, witness, last=True)
    return witness


async def finish(server: Server, who: Player, tables: dict[str, bool], witness: Witness) -> None:
    """Let every game go on to its end."""
    tasks = [
        asyncio.ensure_future(play_own(server, who, t, witness)) for t, own in tables.items() if own
    ]
    for table in tables:
        async with who.socket(server, table) as socket:
            frame = await hear(socket, "table")
            while frame["now"]["turn"] != "over":
                frame = await hear(socket, "events", 60)
    for task in tasks:
        await task


def kill_often(server: Server, kills: int, seed: int) -> None:
    witness = asyncio.run(run(server, kills, seed))
    assert sum(len(chain) for chain in witness.seen.values()) > 5 * kills
    assert trouble(server) == []


def trouble(server: Server) -> list[str]:
    return [line for line in server.said if "error" in line.casefold()]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> Iterator[Server]:
    with Server(new_database(request.param), lease_seconds="1", sweep_seconds="0.1") as running:
        yield running
        if running.process.poll() is None:  # or a test has stopped it
            assert running.stop() == 0
            assert trouble(running) == []


def test_a_killed_server_loses_nothing(server: Server) -> None:
    kill_often(server, 4, 1)


@pytest.mark.prove
@pytest.mark.timeout(3600)
def test_two_hundred_times(server: Server) -> None:
    kill_often(server, 200, 2)


def test_ctrl_c_in_a_terminal_is_answered_by_the_server_alone(server: Server) -> None:
    """A terminal interrupts the bots' processes as well; none of them complains."""

    async def one_answer(server: Server) -> None:
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
            ann = await Player.come(http)
            table = await ann.make(http, GAMES[0])
            async with ann.socket(server, table) as socket:
                await hear(socket, "events")

    asyncio.run(one_answer(server))
    bots = started_by_server(server.process.pid)
    assert bots
    for child in children_of(server.process.pid):
        os.kill(child, signal.SIGINT)
    time.sleep(0.3)
    assert server.stop() == 0
    assert trouble(server) == []
    assert not [line for line in server.said if "Traceback" in line or "Interrupt" in line]
