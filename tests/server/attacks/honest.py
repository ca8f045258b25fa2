"""Somebody who plays while others attack: every move acknowledged, and how long each took."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import httpx2 as httpx

from orrery.core import registry
from orrery.core.record import Record

from ..serving import Player, Server

PAUSE = 0.03
"""Between a move and the next: 33 in a second, which is less than a socket may send."""
PATIENCE = 60.0
MOST_WITH_A_BOT = 200
LONG = {"game": "pig", "options": {"target": 100, "turn_cap": 120}}


class Honest:
    """Plays tables of Pig, one after another, over a socket."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.acknowledged: dict[str, dict[int, str]] = {}
        """Of each table: the events that were told, by number, with the chain of each."""
        self._http = httpx.AsyncClient(base_url=server.address, timeout=PATIENCE)
        self._who: Player | None = None

    async def play(self, goes_on: Callable[[], bool], least: int = 50) -> list[float]:
        """Play for as long, and at least so many moves; how long each took, in seconds."""
        waits: list[float] = []

        def more() -> bool:
            return goes_on() or len(waits) < least

        while more():
            wanted = {**LONG, "seats": [{"kind": "me"}] * 2}
            await self._play_at(await self._make(wanted), more, waits)
        return waits

    async def _make(self, wanted: Any) -> str:
        self._who = self._who or await Player.come(self._http, "Ann")
        return await self._who.make(self._http, wanted)

    async def _play_at(self, table: str, more: Callable[[], bool], waits: list[float]) -> None:
        assert self._who is not None
        told = self.acknowledged.setdefault(table, {})
        async with self._who.socket(self.server, table) as line:
            frame = await self._hear(line, told)
            while frame["now"]["turn"] != "over" and more():
                act = {"do": "play", "n": frame["n"], "seat": frame["now"]["turn"]}
                began = time.perf_counter()
                await line.send(json.dumps({**act, "move": "roll"}))
                frame = await self._hear(line, told)
                waits.append(time.perf_counter() - began)
                await asyncio.sleep(PAUSE)

    async def play_with_a_bot(self, goes_on: Callable[[], bool], least: int = 3) -> list[float]:
        """Play against a bot for as long; how long each of its answers took, in seconds."""
        waits: list[float] = []
        while goes_on() or len(waits) < least:
            seats = [{"kind": "me"}, {"kind": "bot", "level": 3}]
            table = await self._make({"game": "cubulus", "seats": seats})
            await self._play_with(table, waits)
        return waits

    async def _play_with(self, table: str, waits: list[float]) -> None:
        """One game: whenever it is one's turn the first legal move, then the bot's answer."""
        assert self._who is not None
        async with self._who.socket(self.server, table, "show=0") as line:
            frame = await self._hear(line, {})
            while frame["now"]["turn"] != "over" and len(waits) < MOST_WITH_A_BOT:
                began = time.perf_counter()
                answers = frame["now"]["turn"] == 1
                if not answers:
                    act = {"do": "play", "n": frame["n"], "seat": 0}
                    await line.send(json.dumps({**act, "move": frame["now"]["legal"][0]}))
                frame = await self._hear(line, {})
                if answers:
                    waits.append(time.perf_counter() - began)

    async def look_at_dice(self, goes_on: Callable[[], bool]) -> list[float]:
        """Finish games, and ask whether their dice hold, for as long; how long that took."""
        waits: list[float] = []
        while goes_on() or not waits:
            table = await self._make({**LONG, "seats": [{"kind": "me"}] * 2})
            assert self._who is not None
            act = {"n": 0, "seat": 0}
            await self._who.ask(self._http, "POST", f"/api/tables/{table}/resign", act)
            began = time.perf_counter()
            page = await self._http.get(f"/api/tables/{table}/dice")
            waits.append(time.perf_counter() - began)
            assert page.json()["holds"] is True, page.text
            await asyncio.sleep(1)
        return waits

    async def _hear(self, line: Any, told: dict[int, str]) -> Any:
        """The next frame with events, which are acknowledged by it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                frame = json.loads(await line.recv())
                assert frame["is"] != "error", frame
                if frame["is"] in ("table", "events"):
                    told |= {event["n"]: event["chain"] for event in frame["events"]}
                    return frame

    async def check(self) -> None:
        """Every event that was acknowledged is in its log, and the record holds."""
        assert self._who is not None
        for table, told in self.acknowledged.items():
            status, page = await self._who.ask(self._http, "GET", f"/api/tables/{table}")
            assert status == 200, page
            found = {event["n"]: event["chain"] for event in page["events"]}
            assert {n: found.get(n) for n in told} == told
            if page["now"]["turn"] != "over":
                act = {"n": page["n"], "seat": 0}
                await self._who.ask(self._http, "POST", f"/api/tables/{table}/resign", act)
            answer = await self._http.get(f"/api/tables/{table}/record")
            assert answer.status_code == 200, answer.text
            Record.read(answer.text, strict=True).verify(registry.find("pig"))

    async def close(self) -> None:
        """Leave."""
        await self._http.aclose()


def nearly_all(waits: list[float]) -> float:
    """How long the slowest of a hundred took, in milliseconds."""
    return 1000 * sorted(waits)[int(0.99 * (len(waits) - 1))]
