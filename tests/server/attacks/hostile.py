"""One hostile visitor, in a process of its own: `python -m tests.server.attacks.hostile PLAN`.

PLAN is JSON: which attack, on which port of this machine, from which address, how large (1 is
the full size), for how many seconds, and the tables that it may ask for. Everything goes to
127.0.0.1 and ends by itself: after its seconds and when everything that is wanted has come back
once, at the latest after MOST_SECONDS. What came back is counted and printed as JSON at the end.

It steps back for everybody else (nice 19): it shares two cores with the server that it attacks and
with whoever plays there, and a server is not to be judged by how much of a processor strangers take
on their own machines.
"""

import asyncio
import contextlib
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2 as httpx
import websockets

HOST = "127.0.0.1"
PIECE = 4096
MOST_SECONDS = 90.0
GONE = (OSError, TimeoutError, EOFError, httpx.HTTPError, websockets.WebSocketException)
Lines = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Visitor:
    """Somebody at one address who means no good."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.port: int = plan["port"]
        self.address: str = plan["address"]
        self.size: float = plan["size"]
        self.given: dict[str, Any] = plan["given"]
        self.wanted: list[str] = plan["wanted"]
        began = time.monotonic()
        self.ends, self.latest = began + float(plan["seconds"]), began + MOST_SECONDS
        self.counts: Counter[str] = Counter()
        self.chance = random.Random(1)

    @property
    def left(self) -> float:
        """How many seconds are left."""
        done = all(self.counts[kind] for kind in self.wanted)
        return max(0.0, (self.ends if done else self.latest) - time.monotonic())

    def count(self, most: int) -> int:
        """So many of something at this size."""
        return max(2, int(most * self.size))

    async def connect(self) -> Lines:
        return await asyncio.open_connection(HOST, self.port, local_addr=(self.address, 0))

    def http(self) -> httpx.AsyncClient:
        way = httpx.AsyncHTTPTransport(local_address=self.address)
        return httpx.AsyncClient(
            transport=way, base_url=f"http://{HOST}:{self.port}", timeout=MOST_SECONDS
        )

    def socket(self, table: str, token: str = "", **more: Any) -> Any:
        where = f"ws://{HOST}:{self.port}/api/tables/{table}/live"
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return websockets.connect(
            where,
            local_addr=(self.address, 0),
            additional_headers=headers,
            max_size=None,
            open_timeout=20,
            **more,
        )

    async def again(self, act: Callable[[], Awaitable[None]]) -> None:
        """Do something until the time is up, whatever comes of it."""
        while self.left:
            try:
                await act()
            except GONE as error:
                self.counts[type(error).__name__] += 1
                await asyncio.sleep(0.01)

    async def many(self, number: int, act: Callable[[], Awaitable[None]]) -> None:
        """The same by so many at once."""
        await asyncio.gather(*(self.again(act) for _ in range(number)))

    async def ask(self, http: httpx.AsyncClient, method: str, path: str, **more: Any) -> Any:
        """One request; its status is counted."""
        answer = await http.request(method, path, **more)
        self.counts[str(answer.status_code)] += 1
        return answer

    async def guest(self, http: httpx.AsyncClient) -> str:
        """The token of a new guest."""
        while self.left:
            answer = await self.ask(http, "POST", "/api/guests", json={"bearer": True})
            if answer.status_code == 201:
                return str(answer.json()["token"])
            await asyncio.sleep(0.2)
        return ""

    async def rest(self, lines: Lines) -> None:
        """What is answered to something that is no request, until the other side closes."""
        found = await lines[0].read()
        self.counts[found[9:12].decode() if found.startswith(b"HTTP/1.1 ") else "closed"] += 1


def attack(act: Callable[[Visitor], Awaitable[None]]) -> Callable[[Visitor], Awaitable[None]]:
    """Make an attack known by its name."""
    ATTACKS[act.__name__] = act
    return act


ATTACKS: dict[str, Callable[[Visitor], Awaitable[None]]] = {}
BEGUN = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"


# Requests that never become one


@attack
async def endless_headers(v: Visitor) -> None:
    """Headers without an end: in one line, in many, letter by letter, and under made-up methods."""

    async def pour(first: bytes, piece: bytes, pause: float = 0.0) -> None:
        reader, writer = await v.connect()
        try:
            writer.write(first)
            answer = asyncio.ensure_future(v.rest((reader, writer)))
            with contextlib.suppress(OSError):
                while v.left and not answer.done():
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(pause)
            await answer
        finally:
            writer.close()

    async def once() -> None:
        reader, writer = await v.connect()
        try:
            writer.write(BEGUN + b"X-Long: " + b"x" * 17_000)
            await v.rest((reader, writer))
        finally:
            writer.close()

    ways: list[Callable[[], Awaitable[None]]] = [
        once,
        lambda: pour(BEGUN + b"X-Long: ", b"x" * PIECE),
        lambda: pour(BEGUN, b"X: y\r\n" * 500),
        lambda: pour(BEGUN + b"X: ", b"y", 0.02),
        lambda: pour(b"BREW" * 100, b"BREW" * 100),
        lambda: pour(b"BREW /health HTTP/1.1\r\n", b"X: y\r\n" * 100),
    ]
    await asyncio.gather(*(v.many(v.count(60), way) for way in ways))


@attack
async def unfinished_connections(v: Visitor) -> None:
    """Requests that are begun and not ended: more than may be, and again as soon as refused."""

    async def begin() -> None:
        reader, writer = await v.connect()
        try:
            writer.write(BEGUN)
            await v.rest((reader, writer))
        finally:
            writer.close()

    await v.many(v.count(1100), begin)


# What is long work to answer


@attack
async def expensive_reads(v: Visitor) -> None:
    """The longest replays, records, dice and logs there are, by eight at once."""
    long, log = v.given["long"], v.given["log"]
    async with v.http() as http:
        token = await v.guest(http)

        async def read() -> None:
            first = v.chance.randrange(4000)
            path = v.chance.choice(
                [
                    f"/api/tables/{long}/replay?first={first}&count=200",
                    f"/api/tables/{long}/record",
                    f"/api/tables/{long}/dice?lang={v.chance.choice(['en', 'ru', 'fr'])}",
                    f"/api/tables/{log}?since=-1",
                    f"/api/tables/{long}?since=-1&board=true",
                ]
            )
            await v.ask(http, "GET", path)

        async def look() -> None:
            async with v.socket(v.chance.choice([long, log]), token) as line:
                await line.recv()
                while v.left:
                    await line.send('{"do": "since", "n": -1}')
                    await line.recv()
                    v.counts["since"] += 1

        await asyncio.gather(v.many(8, read), v.many(8, look), grow(v, http, token))


async def grow(v: Visitor, http: httpx.AsyncClient, token: str) -> None:
    """Play and take back, so that a log grows as fast as it can."""
    own = {"Authorization": f"Bearer {token}"}
    plan = {"game": "cubulus", "seats": [{"kind": "me"}] * 2}
    made = await v.ask(http, "POST", "/api/tables", json=plan, headers=own)
    if made.status_code != 201:
        return
    table = made.json()["id"]
    await v.ask(http, "POST", f"/api/tables/{table}/seats", json={}, headers=own)

    async def play() -> None:
        async with v.socket(table, token) as line:
            n, k = json.loads(await line.recv())["n"], 0
            while v.left:
                act = {"do": "undo"} if k % 2 else {"do": "play", "move": "colour b"}
                await line.send(json.dumps({"n": n, "seat": 0, "id": k, **act}))
                k += 1
                while (frame := json.loads(await line.recv()))["is"] not in ("answer", "error"):
                    n = frame.get("n", n)
                v.counts["grown" if frame["is"] == "answer" else frame["error"]["code"]] += 1

    await v.again(play)


# What takes bots


@attack
async def bots_and_hints(v: Visitor) -> None:
    """Tables of four strong bots, looked at, and hints without end."""
    async with v.http() as http:
        token = await v.guest(http)
        own = {"Authorization": f"Bearer {token}"}

        async def table(seats: list[dict[str, Any]]) -> str:
            plan = {"game": "black_crystal", "options": {"players": len(seats)}, "seats": seats}
            made = await v.ask(http, "POST", "/api/tables", json=plan, headers=own)
            return str(made.json()["id"]) if made.status_code == 201 else ""

        asking: set[str] = set()
        askers = v.count(6)

        async def watch() -> None:
            while len(asking) < askers:  # those who ask for hints come first
                await asyncio.sleep(0.05)
            made = await table([{"kind": "bot", "level": 4}] * 4)
            if not made:
                await asyncio.sleep(0.2)
                return
            async with v.socket(made) as line:
                while v.left:
                    await line.recv()
                    v.counts["frames"] += 1

        async def hint() -> None:
            guest = await v.guest(http)
            who = {"Authorization": f"Bearer {guest}"}
            plan = {"game": "cubulus", "seats": [{"kind": "me"}] * 2}
            made = await v.ask(http, "POST", "/api/tables", json=plan, headers=who)
            if made.status_code != 201:
                await asyncio.sleep(0.2)
                return
            where = f"/api/tables/{made.json()['id']}"
            asking.add(where)
            await v.ask(http, "POST", f"{where}/seats", json={}, headers=who)
            page = (await v.ask(http, "GET", where)).json()
            legal = [f"colour {c}" for c in "bw"]
            while v.left and page.get("now"):
                act = {"n": page["n"], "seat": page["now"]["turn"]}
                told = await v.ask(http, "POST", f"{where}/hint", json=act, headers=who)
                v.counts["hints"] += told.status_code == 200
                move = told.json().get("move", legal[0])
                await v.ask(http, "POST", f"{where}/moves", json={**act, "move": move}, headers=who)
                page = (await v.ask(http, "GET", where)).json()

        await asyncio.gather(v.many(v.count(60), watch), v.many(askers, hint))


# Floods


@attack
async def floods(v: Visitor) -> None:
    """Figures and health without end; sockets that do not read, shout, ping; guests and tables."""
    async with v.http() as http:
        token = await v.guest(http)
        own = {"Authorization": f"Bearer {token}"}
        log = v.given["log"]

        async def hammer() -> None:
            paths = ["/health", "/metrics", "/", "/api/openapi.json", "/api/games/cubulus/rules"]
            await v.ask(http, "GET", v.chance.choice(paths))

        async def create() -> None:
            await v.ask(http, "POST", "/api/guests", json={"bearer": True})
            plan = {"game": "black_crystal", "options": {"players": 4}}
            seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
            await v.ask(http, "POST", "/api/tables", json={**plan, "seats": seats}, headers=own)

        async def nest() -> None:
            body = b'{"game":' + b"[" * 32_000 + b"]" * 32_000 + b"}"
            kind = {"content-type": "application/json", **own}
            await v.ask(http, "POST", "/api/tables", content=body, headers=kind)

        async def deaf() -> None:
            async with v.socket(log, token, max_queue=1) as line:
                while v.left:
                    await line.send('{"do": "since", "n": -1}')
                    await asyncio.sleep(0.01)

        async def shout() -> None:
            async with v.socket(log, token) as line:
                reading = asyncio.ensure_future(drain(v, line))
                try:
                    while v.left:
                        for _ in range(50):
                            await line.send('{"do": "ping"}')
                        await line.ping()
                        await line.send("x" * 60_000)
                        await asyncio.sleep(0)
                finally:
                    reading.cancel()

        async def huge() -> None:
            async with v.socket(log) as line:
                await line.send("x" * 1_000_000)
                while True:  # until it is told that this was too much
                    await line.recv()

        async def odd() -> None:
            fields = ",".join(f'"k{k}":{k}' for k in range(1300))
            async with v.socket(log) as line:
                while v.left:
                    await line.send(f'{{"do":"play",{fields}}}')
                    await line.recv()

        await asyncio.gather(
            v.many(8, hammer),
            v.many(4, create),
            v.many(2, nest),
            v.many(v.count(100), deaf),
            v.many(v.count(40), shout),
            v.many(4, huge),
            v.many(4, odd),
        )


async def drain(v: Visitor, line: Any) -> None:
    """Read what comes, and count it."""
    with contextlib.suppress(*GONE):
        async for frame in line:
            v.counts["TooFast" if "TooFast" in frame else "frames"] += 1


@attack
async def imports(v: Visitor) -> None:
    """Records of thousands of events, again and again: whole, broken, and nests of brackets."""
    async with v.http() as http:
        text = (await v.ask(http, "GET", f"/api/tables/{v.given['long']}/record")).content
        nest = b"[" * (1_000_000 if v.size >= 1 else 100_000)

        async def bring() -> None:
            place = v.chance.randrange(len(text))
            broken = text[:place] + b"0" + text[place + 1 :]
            body = v.chance.choice([text, broken, broken, nest, text[:place]])
            await v.ask(http, "POST", "/api/records", content=body)

        await v.many(8, bring)


def main() -> None:
    plan = json.loads(sys.argv[1])
    os.nice(19)
    visitor = Visitor(plan)

    async def act() -> None:
        work = asyncio.ensure_future(ATTACKS[plan["attack"]](visitor))
        while visitor.left and not work.done():
            await asyncio.sleep(0.05)
        work.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work

    asyncio.run(act())
    print(json.dumps(visitor.counts))


if __name__ == "__main__":
    main()
