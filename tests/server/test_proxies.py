"""Of what a proxy says the right part is believed, and only of one that is trusted."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2 as httpx
import pytest
import websockets
from fastapi.testclient import TestClient
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from orrery.server import limits
from orrery.server.addresses import believed_by_uvicorn, is_among, read_proxies, visitor_at
from orrery.server.app import make_app
from orrery.server.settings import Settings
from orrery.server.store import Store

from .serving import Server

WANTED = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]}


def seen_as(peer: str, forwarded: list[str], proxies: str) -> str:
    """By which address a request counts."""
    found: list[str] = []

    async def app(scope: Any, *_: Any) -> None:
        found.append(visitor_at(scope["client"][0]))

    headers = [(b"x-forwarded-for", one.encode()) for one in forwarded]
    scope: Any = {"type": "http", "client": (peer, 1), "scheme": "http", "headers": headers}
    middleware: Any = ProxyHeadersMiddleware(app, believed_by_uvicorn(proxies))
    asyncio.run(middleware(scope, None, None))
    return found[0]


PROXY, FAR = "10.0.0.1", "10.0.0.0/24, 2001:db8:f::/64"


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "counts_as"),
    [
        (PROXY, ["192.0.2.7"], PROXY, "192.0.2.7"),
        (PROXY, ["6.6.6.6, 192.0.2.7"], PROXY, "192.0.2.7"),
        (PROXY, ["6.6.6.6, 7.7.7.7, 192.0.2.7"], PROXY, "192.0.2.7"),
        (PROXY, ["6.6.6.6", "192.0.2.7"], PROXY, "192.0.2.7"),
        (PROXY, ["6.6.6.6, 192.0.2.7, 10.0.0.9"], FAR, "192.0.2.7"),
        (PROXY, ["10.0.0.9, 192.0.2.7"], FAR, "192.0.2.7"),
        (PROXY, ["192.0.2.7:4711"], PROXY, "192.0.2.7"),
        (PROXY, ["6.6.6.6, [2001:db8:1:2::7]:4711"], PROXY, "2001:db8:1:2::/64"),
        (PROXY, ["2001:db8:1:2:aaaa::1"], PROXY, "2001:db8:1:2::/64"),
        (PROXY, ["::ffff:192.0.2.7"], PROXY, "192.0.2.7"),
        ("2001:db8:f::1", ["192.0.2.7"], FAR, "192.0.2.7"),
        (f"::ffff:{PROXY}", ["192.0.2.7"], PROXY, "192.0.2.7"),
        ("::ffff:10.0.0.77", ["192.0.2.7, ::ffff:10.0.0.9"], FAR, "192.0.2.7"),
        (PROXY, [], PROXY, PROXY),
        ("10.0.1.1", ["192.0.2.7"], FAR, "10.0.1.1"),
        ("::ffff:10.0.1.1", ["192.0.2.7"], FAR, "10.0.1.1"),
        ("192.0.2.9", ["10.0.0.1"], PROXY, "192.0.2.9"),
        ("192.0.2.9", ["192.0.2.7"], " * ", "192.0.2.7"),
    ],
)
def test_the_address_that_counts(
    peer: str, forwarded: list[str], proxies: str, counts_as: str
) -> None:
    """The last one that no proxy of ours has: whatever stands before it anybody may have sent."""
    assert seen_as(peer, forwarded, proxies) == counts_as
    is_proxy = is_among(peer, read_proxies(proxies))
    assert is_proxy is (counts_as != visitor_at(peer) or not forwarded)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    settings = {"trusted_proxies": "127.0.0.1", "creations_per_minute": "2"}
    settings |= {"sockets_per_address": "1"}
    with Server(f"sqlite:///{tmp_path / 'tables.db'}", bots=0, **settings) as running:
        yield running


def said_by(server: Server, forwarded: str, path: str = "/api/guests", **more: Any) -> Any:
    headers = {"X-Forwarded-For": forwarded, **more.pop("headers", {})}
    return httpx.post(f"{server.address}{path}", headers=headers, json=more or {"bearer": True})


def test_new_things_and_sockets_count_by_the_forwarded_address(server: Server) -> None:
    houses = ["203.0.113.1", "203.0.113.2", "2001:db8:1:2::1"]
    token = ""
    for house in houses:
        token = said_by(server, house).json()["token"]
        assert said_by(server, f"6.6.6.6, {house}").status_code == 201
        assert said_by(server, house).status_code == 429
    assert said_by(server, "2001:db8:1:2:3::9").status_code == 429
    path = "/api/tables"
    headers = {"Authorization": f"Bearer {token}"}
    made = said_by(server, "203.0.113.3", path, headers=headers, **WANTED)

    def line(house: str) -> Any:
        where = f"ws://127.0.0.1:{server.port}{path}/{made.json()['id']}/live"
        return websockets.connect(where, additional_headers={"X-Forwarded-For": house})

    async def run() -> None:
        async with line(houses[0]) as one, line(houses[1]) as two, line(houses[2]) as three:
            for opened in (one, two, three):
                assert json.loads(await opened.recv())["is"] == "table"
            for again in (houses[0], f"6.6.6.6, {houses[1]}", "2001:db8:1:2:3::9"):
                async with line(again) as second:
                    assert json.loads(await second.recv())["error"]["code"] == "TooFast"

    asyncio.run(run())


def test_what_requests_cost_counts_by_the_forwarded_address(tmp_path: Path) -> None:
    """Whoever is in debt is asked to wait; the others behind the same proxy are not."""
    settings = {"trusted_proxies": "127.0.0.1", "loop_seconds": "0.00001", "loop_share": "1e-9"}
    with Server(f"sqlite:///{tmp_path / 'x.db'}", bots=0, **settings) as server:
        for house in ("203.0.113.1", "203.0.113.2"):
            assert said_by(server, house).status_code == 201
            assert said_by(server, house).status_code == 429


def test_requests_count_by_the_forwarded_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    given: dict[str, Any] = {"requests_per_second": 0.25, "bot_workers": 0, "compile_games": False}
    settings = Settings(database=str(tmp_path / "x.db"), **given)
    app: Any = make_app(settings, Store(settings.database))
    proxied: Any = ProxyHeadersMiddleware(app, believed_by_uvicorn("127.0.0.1"))
    with TestClient(proxied, client=("127.0.0.1", 1)) as client:
        for house in ("203.0.113.1", "2001:db8:1:2::1"):
            found = [
                client.get("/api/games", headers={"X-Forwarded-For": f"{k}.6.6.6, {house}"})
                for k in range(1, 3)
            ]
            assert [answer.status_code for answer in found] == [200, 429]
