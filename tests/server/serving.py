"""A server as its users run it: `orrery serve` in a process of its own."""

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

import httpx2 as httpx
import psycopg
import websockets

FREE = {
    "ORRERY_REQUESTS_PER_SECOND": "1000000",
    "ORRERY_CREATIONS_PER_MINUTE": "1000000",
    "ORRERY_MESSAGES_PER_SECOND": "1000000",
    "ORRERY_SOCKETS_PER_ADDRESS": "100000",
    "ORRERY_CONNECTIONS_PER_ADDRESS": "100000",
    "ORRERY_LOOP_SHARE": "1000",
    "ORRERY_LONG_SHARE": "1000",
    "ORRERY_AT_ONCE_PER_ADDRESS": "1000",
    "ORRERY_COMPILE_GAMES": "false",
    "ORRERY_BOTS_ALONE": "true",
    "ORRERY_DELAY_SECONDS": "0",
    "ORRERY_WINDOW_SECONDS": "0",
}

ORRERY = ("-m", "orrery")


class Server:
    """One process that serves."""

    known: ClassVar[Mapping[str, str]] = FREE
    """Its settings, where a test gives no others."""

    def __init__(
        self,
        database: str,
        bots: int = 1,
        program: Sequence[str] = ORRERY,
        **settings: str,
    ) -> None:
        extra = {f"ORRERY_{key.upper()}": value for key, value in settings.items()}
        self.environment = {
            **os.environ,
            **self.known,
            "ORRERY_BOT_WORKERS": str(bots),
            **extra,
        }
        self.database = database
        self.command = [sys.executable, *program, "serve", "--port", "0", "--database", database]
        self.said: list[str] = []
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command, env=self.environment, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None
        first = self.process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", first)
        if not found:
            self.process.kill()
            raise AssertionError(first + self.process.stderr.read())
        self.port = int(found[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._wait()

    def _read(self) -> None:
        assert self.process.stderr is not None
        self.said.extend(self.process.stderr)

    def _wait(self) -> None:
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            try:
                if httpx.get(f"{self.address}/health", timeout=5).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.02)
        raise AssertionError(f"the server does not answer: {self.said}")

    def kill(self) -> None:
        """As if the power had failed."""
        self.process.kill()
        self._ended()

    def stop(self) -> int:
        """As Ctrl+C does."""
        self.process.send_signal(signal.SIGINT)
        return self._ended()

    def _ended(self) -> int:
        code = self.process.wait(30)
        self._reader.join(5)
        if self.process.stderr is not None:
            self.process.stderr.close()
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


def children_of(pid: int) -> list[int]:
    """The processes that a process has started and that have not ended.

    Each process is asked for its parent: the kernel's list of children may leave some out while
    others of them end.
    """
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            child = int(entry.name)
            state, parent = (entry / "stat").read_text("ascii").rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z":
                found.append(child)
    return sorted(found)


def command_of(pid: int) -> str:
    """The command line of a process; nothing if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def started_by_server(pid: int) -> list[int]:
    """Those of its children that do a part of its own work: they were started with its modules."""
    return [child for child in children_of(pid) if "spawn_main" in command_of(child)]


class Player:
    """A guest who talks to servers without waiting for one another."""

    def __init__(self, token: str) -> None:
        self.headers = {"Authorization": f"Bearer {token}"}

    @classmethod
    async def come(cls, http: httpx.AsyncClient, name: str | None = None) -> "Player":
        made = await http.post("/api/guests", json={"name": name, "bearer": True})
        return cls(made.json()["token"])

    async def ask(self, http: httpx.AsyncClient, method: str, path: str, body: Any = None) -> Any:
        answer = await http.request(method, path, json=body, headers=self.headers)
        return answer.status_code, answer.json()

    async def make(self, http: httpx.AsyncClient, wanted: Any) -> str:
        """A table, with everybody of one's own sitting."""
        table = (await self.ask(http, "POST", "/api/tables", wanted))[1]["id"]
        if any(seat["kind"] == "me" for seat in wanted["seats"]):
            await self.ask(http, "POST", f"/api/tables/{table}/seats", {"nonce": "0a"})
        return str(table)

    def socket(self, server: Server, table: str, query: str = "") -> Any:
        where = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live?{query}"
        return websockets.connect(where, additional_headers=self.headers, max_size=None)


async def hear(socket: Any, kind: str, seconds: float = 30.0) -> Any:
    """The next frame of a kind."""
    async with asyncio.timeout(seconds):
        while True:
            frame = json.loads(await socket.recv())
            if frame["is"] == kind:
                return frame


def cut_connections(url: str) -> int:
    """End every connection to a database, as a network does."""
    with psycopg.connect(url, autocommit=True) as connection:
        ended = connection.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
        assert ended is not None
        return int(ended[0])
