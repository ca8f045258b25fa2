"""Several at once: on one event, on two servers, through a cut connection."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any

import httpx2 as httpx
import pytest

from orrery.core import registry
from orrery.core.record import Record
from orrery.server.neighbours import BEAT

from .serving import Player, Server, cut_connections, hear

ROUNDS = 100


class Two:
    """Two servers on one PostgreSQL. Tests share them, each at tables of its own."""

    def __init__(self, url: str, one: Server, two: Server) -> None:
        self.url = url
        self.servers = [one, two]


@pytest.fixture(scope="module")
def two(new_database: Callable[[str], str]) -> Iterator[Two]:
    url = new_database("postgresql")
    with Server(url) as one, Server(url) as other:
        yield Two(url, one, other)
        assert [server.stop() for server in (one, other)] == [0, 0]


@pytest.fixture
def server(
    request: pytest.FixtureRequest, new_database: Callable[[str], str], kind: str
) -> Iterator[Server]:
    """One server on either kind of store."""
    if kind == "postgresql":
        yield request.getfixturevalue("two").servers[0]
    else:
        with Server(new_database(kind), bots=0) as own:
            yield own


async def race(server: Server, rounds: int) -> list[list[int]]:
    """Two clients of one person act on the same event, again and again; their statuses."""
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
        ann = await Player.come(http)
        outcomes: list[list[int]] = []
        table, page = "", None
        while len(outcomes) < rounds:
            if page is None or page["now"]["turn"] == "over":
                seats = [{"kind": "me"}, {"kind": "me"}]
                table = await ann.make(http, {"game": "cubulus", "seats": seats})
                page = (await ann.ask(http, "GET", f"/api/tables/{table}?seat=0"))[1]
            turn = page["now"]["turn"]
            page = (await ann.ask(http, "GET", f"/api/tables/{table}?seat={turn}"))[1]
            moves = [page["now"]["legal"][0], page["now"]["legal"][-1]]
            act = {"n": page["n"], "seat": turn}
            both = await asyncio.gather(
                *(
                    ann.ask(http, "POST", f"/api/tables/{table}/moves", {**act, "move": move})
                    for move in moves
                )
            )
            outcomes.append(sorted(status for status, _ in both))
            refused = next(body for status, body in both if status != 200)
            assert refused["error"]["code"] == "Stale"
            after = (await ann.ask(http, "GET", f"/api/tables/{table}?since={page['n']}"))[1]
            assert sum(e["kind"] == "ply" and e["by"] == turn for e in after["events"]) == 1
            page = after
        return outcomes


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_of_two_who_act_on_one_event_one_is_accepted(server: Server, kind: str) -> None:
    assert asyncio.run(race(server, ROUNDS)) == [[200, 409]] * ROUNDS


@pytest.mark.prove
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_thousand_times(server: Server, kind: str) -> None:
    assert asyncio.run(race(server, 1000)) == [[200, 409]] * 1000


async def race_apart(servers: list[Server], rounds: int) -> int:
    """The same, with the two clients on two servers; how often exactly one was accepted."""
    clients = [httpx.AsyncClient(base_url=server.address, timeout=60) for server in servers]
    ann = await Player.come(clients[0])
    fair = 0
    table = ""
    for k in range(rounds):
        if k % 20 == 0:
            seats = [{"kind": "me"}, {"kind": "me"}]
            table = await ann.make(clients[0], {"game": "cubulus", "seats": seats})
        pages = [await ann.ask(http, "GET", f"/api/tables/{table}?seat=0") for http in clients]
        newest = max((page for _, page in pages), key=lambda page: int(page["n"]))
        turn = newest["now"]["turn"]
        page = (await ann.ask(clients[0], "GET", f"/api/tables/{table}?seat={turn}"))[1]
        if page["n"] != newest["n"]:
            await asyncio.sleep(0.05)
            page = (await ann.ask(clients[0], "GET", f"/api/tables/{table}?seat={turn}"))[1]
        moves = [page["now"]["legal"][0], page["now"]["legal"][-1]]
        both = await asyncio.gather(
            *(
                ann.ask(
                    http,
                    "POST",
                    f"/api/tables/{table}/moves",
                    {"n": page["n"], "seat": turn, "move": move},
                )
                for http, move in zip(clients, moves, strict=True)
            )
        )
        fair += sorted(status for status, _ in both) == [200, 409]
        await asyncio.sleep(0.02)
    for http in clients:
        await http.aclose()
    return fair


def test_on_two_servers_too(two: Two) -> None:
    assert asyncio.run(race_apart(two.servers, 60)) == 60


# Two servers, one database


class Log:
    """A socket's own copy of the log: drops what it has on a gap and asks again."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.chain: dict[int, str] = {}
        self.facts: Any = None
        self.now: Any = None
        self.chat: list[str] = []
        self.presence: Any = None
        self.gaps = 0

    async def listen(self) -> None:
        async for text in self.socket:
            frame = json.loads(text)
            if "events" in frame:
                for event in frame["events"]:
                    self.gaps += event["n"] > 0 and event["n"] - 1 not in self.chain
                    self.chain[event["n"]] = event["chain"]
                self.now = frame["now"]
            if "table" in frame:
                self.facts = frame["table"]
            if frame["is"] == "chat":
                self.chat.append(frame["line"]["text"])
            if "presence" in frame:
                self.presence = frame["presence"]

    async def reach(self, n: int) -> None:
        async with asyncio.timeout(30):
            while n not in self.chain:
                await asyncio.sleep(0.01)


async def play_on_both(servers: list[Server], url: str) -> None:
    async with AsyncExitStack() as stack:
        await _play_on_both(servers, url, stack)


async def _play_on_both(servers: list[Server], url: str, stack: AsyncExitStack) -> None:
    clients = [httpx.AsyncClient(base_url=server.address, timeout=60) for server in servers]
    for http in clients:
        await stack.enter_async_context(http)
    ann, bob = [await Player.come(http, name) for http, name in zip(clients, "AB", strict=True)]
    eve, sam = [await Player.come(http, name) for http, name in zip(clients, "ES", strict=True)]
    wanted = {"game": "cubulus", "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = await ann.make(clients[0], wanted)
    people = [(ann, 0, "show=0"), (bob, 1, ""), (eve, 0, ""), (sam, 1, "")]
    opened = [who.socket(servers[k], table, query) for who, k, query in people]
    logs = [Log(await stack.enter_async_context(socket)) for socket in opened]
    listening = [asyncio.ensure_future(log.listen()) for log in logs]
    for task in listening:
        stack.callback(task.cancel)
    await bob.ask(clients[1], "POST", f"/api/tables/{table}/seats/1", {"nonce": "ff"})
    moves = 0
    while moves < 24:
        if moves in (8, 16):
            assert cut_connections(url) >= 2
        turn = await turn_of(ann, clients[0], table)
        if turn == "over":
            break
        who, http = ((ann, clients[0]), (bob, clients[1]))[turn]
        n = await play_first(who, http, table, turn)
        moves += 1
        for log in logs:
            await log.reach(n)
            assert log.gaps == 0
        assert len({log.chain[n] for log in logs}) == 1
    assert moves >= 20
    await eve.ask(clients[0], "POST", f"/api/tables/{table}/chat", {"text": "well played"})
    async with asyncio.timeout(20):
        while not all(log.chat == ["well played"] for log in logs):
            await asyncio.sleep(0.02)
    assert {json.dumps(log.chain, sort_keys=True) for log in logs} == {
        json.dumps(logs[0].chain, sort_keys=True)
    }
    async with asyncio.timeout(BEAT / 2):  # what has happened is told, not left to the beat
        while not all(log.presence["watchers"] == 2 for log in logs):
            await asyncio.sleep(0.02)
    assert all(log.presence["seats"] == [True, True] for log in logs)


async def turn_of(who: Player, http: httpx.AsyncClient, table: str) -> Any:
    """Whose turn it is, once this server has heard that play has begun."""
    async with asyncio.timeout(30):
        while True:
            status, page = await who.ask(http, "GET", f"/api/tables/{table}")
            if status == 200 and page["now"] is not None:
                return page["now"]["turn"]
            assert status == 200 or page["error"]["code"] == "Unavailable"
            await asyncio.sleep(0.1)


async def play_first(who: Player, http: httpx.AsyncClient, table: str, seat: int) -> int:
    """Play the first legal move; when the store is away or the page old, look again."""
    async with asyncio.timeout(30):
        while True:
            status, page = await who.ask(http, "GET", f"/api/tables/{table}?seat={seat}")
            if status == 200 and page["now"]["turn"] == seat:
                act = {"n": page["n"], "seat": seat, "move": page["now"]["legal"][0]}
                status, done = await who.ask(http, "POST", f"/api/tables/{table}/moves", act)
                if status == 200:
                    return int(done["n"])
                assert done["error"]["code"] in ("Unavailable", "Stale", "NotYourTurn"), done
            await asyncio.sleep(0.05)


def test_two_servers_stay_in_step_through_a_cut_connection(two: Two) -> None:
    asyncio.run(play_on_both(two.servers, two.url))


def test_bots_of_two_servers_share_one_game(two: Two) -> None:
    """Leases keep two servers from thinking about one turn; the game comes to its end."""

    async def run(servers: list[Server]) -> Any:
        async with httpx.AsyncClient(base_url=servers[1].address, timeout=60) as http:
            ann = await Player.come(http)
            seats = [{"kind": "bot", "level": 1}] * 2
            table = await ann.make(http, {"game": "cubulus", "seats": seats})
            async with ann.socket(servers[0], table) as socket:
                frame = await hear(socket, "table")
                while frame["now"]["turn"] != "over":
                    frame = await hear(socket, "events", 60)
            return (await http.get(f"/api/tables/{table}/record")).text

    record = Record.read(asyncio.run(run(two.servers)), strict=True)
    assert "holds" in record.verify(registry.find("cubulus"))


async def sit_at_once(servers: list[Server], rounds: int) -> tuple[list[list[int]], list[str]]:
    """Two people take one seat, or the last two seats, on two servers at once."""
    clients = [httpx.AsyncClient(base_url=server.address, timeout=60) for server in servers]
    guests = [await Player.come(http) for http in clients]
    outcomes, begun = [], []
    for _ in range(rounds):
        wanted = {"game": "cubulus", "seats": [{"kind": "bot"}, {"kind": "open"}]}
        table = await guests[0].make(clients[0], wanted)
        await clients[1].get(f"/api/tables/{table}")
        path = f"/api/tables/{table}/seats/1"
        both = await asyncio.gather(
            *(who.ask(http, "POST", path, {}) for who, http in zip(guests, clients, strict=True))
        )
        outcomes.append(sorted(status for status, _ in both))
        wanted = {"game": "cubulus", "seats": [{"kind": "open"}, {"kind": "open"}]}
        table = await guests[0].make(clients[0], wanted)
        await clients[1].get(f"/api/tables/{table}")
        await asyncio.gather(
            *(
                who.ask(http, "POST", f"/api/tables/{table}/seats/{seat}", {})
                for seat, (who, http) in enumerate(zip(guests, clients, strict=True))
            )
        )
        for _ in range(100):  # the other server's notice may be on its way
            page = (await guests[0].ask(clients[0], "GET", f"/api/tables/{table}"))[1]
            if page["table"]["status"] == "playing":
                break
            await asyncio.sleep(0.05)
        begun.append(page["table"]["status"])
    for http in clients:
        await http.aclose()
    return outcomes, begun


def test_a_seat_is_taken_once_and_the_last_to_sit_begins(two: Two) -> None:
    outcomes, begun = asyncio.run(sit_at_once(two.servers, 25))
    assert outcomes == [[200, 409]] * 25
    assert begun == ["playing"] * 25


async def look_from_both(servers: list[Server]) -> None:
    """What one server does is known on the other, to those who look and to those who ask."""
    clients = [httpx.AsyncClient(base_url=server.address, timeout=60) for server in servers]
    ann, bob = [await Player.come(http) for http in clients]
    wanted = {"game": "cubulus", "seats": [{"kind": "me"}, {"kind": "open"}], "clock": 20}
    table = await ann.make(clients[0], wanted)
    assert (await clients[1].get(f"/api/tables/{table}")).json()["table"]["status"] == "open"
    socket = await bob.socket(servers[1], table)
    await hear(socket, "table")
    await bob.ask(clients[0], "POST", f"/api/tables/{table}/seats/1", {})
    assert (await hear(socket, "facts"))["table"]["status"] == "playing"
    await socket.close()
    await asyncio.sleep(0.3)
    for _ in range(3):
        await play_first(ann, clients[0], table, await turn_of(ann, clients[0], table))
        async with asyncio.timeout(10):
            pages: list[Any] = [{}, {"n": -1}]
            while pages[0].get("n") != pages[1].get("n"):
                pages = [(await http.get(f"/api/tables/{table}")).json() for http in clients]
                await asyncio.sleep(0.02)
        if pages[0]["now"]["turn"] == 1:
            break
    before = pages[0]["now"]["deadline"]
    for http in clients:
        await http.aclose()
    assert before is not None


def test_servers_know_of_each_other(two: Two) -> None:
    asyncio.run(look_from_both(two.servers))


def test_a_further_server_lengthens_no_clock(two: Two) -> None:
    async def make(server: Server) -> str:
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
            ann = await Player.come(http)
            seats = [{"kind": "me"}, {"kind": "me"}]
            return await ann.make(http, {"game": "cubulus", "seats": seats, "clock": 20})

    def deadline(server: Server, table: str) -> float:
        page = httpx.get(f"{server.address}/api/tables/{table}").json()
        return float(page["now"]["deadline"])

    one = two.servers[0]
    table = asyncio.run(make(one))
    before = deadline(one, table)
    with Server(two.url, bots=0) as further:
        assert deadline(further, table) == pytest.approx(before, abs=0.01)
