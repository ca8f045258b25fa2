"""Behind a real nginx, with the file of `deploy/`: all works, and each counts for themselves."""

import asyncio
import json
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import websockets

from .proxying import NAME, PRETENDS, Nginx
from .serving import Server, hear

GUESTS = 3
ONE, OTHER = "127.0.0.1", "127.0.0.2"


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Nginx]]:
    """One server and its nginx, without limits that a test could meet unasked."""
    folder = tmp_path_factory.mktemp("nginx")
    settings = {"trusted_proxies": "127.0.0.1", "hosts": f'["{NAME}"]'}
    with (
        Server(f"sqlite:///{folder / 'tables.db'}", bots=0, **settings) as server,
        Nginx(folder, server.port) as nginx,
    ):
        yield server, nginx
        assert "[emerg]" not in nginx.told()


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[tuple[Server, Nginx]]:
    """Few new guests an hour for an address, and one socket."""
    settings = {"trusted_proxies": "127.0.0.1", "hosts": f'["{NAME}"]'}
    settings |= {"creations_per_minute": "1", "sockets_per_address": "1"}
    with (
        Server(f"sqlite:///{tmp_path / 'tables.db'}", bots=0, **settings) as server,
        Nginx(tmp_path, server.port) as nginx,
    ):
        yield server, nginx


def become_guest(nginx: Nginx, http: httpx.Client, **headers: str) -> Any:
    return nginx.ask(http, "POST", "/api/guests", json={"bearer": True}, headers=headers)


def test_pages_and_answers_come_over_tls(proxied: tuple[Server, Nginx]) -> None:
    _, nginx = proxied
    with nginx.client() as http:
        page = nginx.ask(http, "GET", "/")
        assert page.status_code == 200
        assert "text/html" in page.headers["content-type"]
        assert "max-age" in page.headers["strict-transport-security"]
        assert nginx.ask(http, "GET", "/api/games").json()
        made = nginx.ask(http, "POST", "/api/guests", json={})
        assert made.status_code == 201
        assert "secure" in made.headers["set-cookie"].lower()  # it knows that this is TLS
        assert nginx.ask(http, "GET", "/metrics").status_code == 404
        large = nginx.ask(http, "POST", "/api/records", content=b"x" * (5 << 20))
        assert large.status_code == 413
    plain = httpx.get(f"http://127.0.0.1:{nginx.plain}/table/x?a=b", headers={"Host": NAME})
    assert (plain.status_code, plain.headers["location"]) == (308, f"https://{NAME}/table/x?a=b")


def test_http_2_is_spoken(proxied: tuple[Server, Nginx]) -> None:
    _, nginx = proxied
    context = ssl.create_default_context(cadata=None)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", nginx.port), 10) as line,
        context.wrap_socket(line, server_hostname=NAME) as safe,
    ):
        assert safe.selected_alpn_protocol() == "h2"


def test_a_game_is_played_over_a_websocket(proxied: tuple[Server, Nginx]) -> None:
    _, nginx = proxied
    own_page = {"Origin": f"https://{NAME}:{nginx.port}"}
    with nginx.client(**own_page) as http:
        token = become_guest(nginx, http).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        wanted = {"game": "high_card", "seats": [{"kind": "me"}, {"kind": "me"}]}
        table = nginx.ask(http, "POST", "/api/tables", json=wanted).json()["id"]
        nginx.ask(http, "POST", f"/api/tables/{table}/seats", json={"nonce": "0a"})

    async def play() -> Any:
        headers = {"Authorization": f"Bearer {token}", **own_page}
        async with nginx.socket(f"/api/tables/{table}/live?show=0", **headers) as line:
            frame = await hear(line, "table")
            n, now = frame["n"], frame["now"]
            while now["turn"] != "over":
                if now["turn"] != frame["show"]:
                    frame["show"] = now["turn"]
                    await line.send(json.dumps({"do": "show", "seat": now["turn"]}))
                    now = (await hear(line, "table"))["now"]
                act = {"do": "play", "n": n, "seat": now["turn"], "move": now["legal"][0]}
                await line.send(json.dumps(act))
                told = await hear(line, "events")
                n, now = told["n"], told["now"]
            return now["result"]

    assert asyncio.run(play())


def test_addresses_are_counted_one_by_one(strict: tuple[Server, Nginx]) -> None:
    """Who has used up what an address may have takes nothing from another, and cannot lie."""
    server, nginx = strict
    with nginx.client(ONE) as one, nginx.client(OTHER) as other:
        assert become_guest(nginx, one).status_code == 201
        assert become_guest(nginx, one).status_code == 429
        for claimed in ("203.0.113.7", "203.0.113.8, 203.0.113.9", OTHER, "127.0.0.1, 10.0.0.1"):
            for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
                lie = {name: claimed if name != "Forwarded" else f"for={claimed}"}
                assert become_guest(nginx, one, **lie).status_code == 429
        assert become_guest(nginx, other).status_code == 201
        assert become_guest(nginx, other).status_code == 429
    transport = httpx.HTTPTransport(local_address="127.0.0.3")
    with httpx.Client(transport=transport, base_url=server.address) as direct:
        found = [
            direct.post(
                "/api/guests",
                json={},
                headers={"X-Forwarded-For": f"203.0.113.{k}", "X-Forwarded-Proto": "https"},
            )
            for k in range(3)
        ]
        assert [answer.status_code for answer in found] == [201, 429, 429]
        assert "secure" not in found[0].headers["set-cookie"].lower()


async def first_frame(line: Any) -> Any:
    return json.loads(await line.recv())


def test_sockets_are_counted_one_by_one(strict: tuple[Server, Nginx]) -> None:
    _, nginx = strict
    with nginx.client(ONE) as http:
        http.headers["Authorization"] = f"Bearer {become_guest(nginx, http).json()['token']}"
        wanted = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = nginx.ask(http, "POST", "/api/tables", json=wanted, headers={"X-Pretend": "1.1.1.1"})
        assert made.status_code == 429  # only what a test trusts may pretend
    with nginx.client(PRETENDS) as http:
        http.headers["Authorization"] = f"Bearer {become_guest(nginx, http).json()['token']}"
        more = {"json": wanted, "headers": {"X-Pretend": "2001:db8:7::1"}}
        path = f"/api/tables/{nginx.ask(http, 'POST', '/api/tables', **more).json()['id']}/live"

    async def run() -> None:
        lie = {"X-Forwarded-For": "203.0.113.7"}
        async with nginx.socket(path, ONE) as one, nginx.socket(path, OTHER) as other:
            assert (await first_frame(one))["is"] == "table"
            assert (await first_frame(other))["is"] == "table"
            async with nginx.socket(path, ONE, **lie) as second:
                refused = await first_frame(second)
                assert (refused["is"], refused["error"]["code"]) == ("error", "TooFast")

    asyncio.run(run())


def test_a_house_with_ipv6_is_one_address_behind_nginx_too(strict: tuple[Server, Nginx]) -> None:
    _, nginx = strict
    with nginx.client(PRETENDS) as http:
        found = [
            become_guest(nginx, http, **{"X-Pretend": address}).status_code
            for address in ("2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:3::1")
        ]
    assert found == [201, 429, 201]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
        ("2001:db8:1:2::9", "2001:db8:1:2"),
        ("2001:db8:1::9", "2001:db8:1"),
        ("2001:db8::9", "2001:db8"),
        ("::1", "::1"),
    ],
)
def test_connections_are_counted_by_house(
    proxied: tuple[Server, Nginx], address: str, counted: str
) -> None:
    """What nginx counts its connections by: of IPv6 the network."""
    transport = httpx.HTTPTransport(local_address=PRETENDS)
    with httpx.Client(transport=transport) as http:
        where = f"http://127.0.0.1:{proxied[1].visitors}/"
        assert http.get(where, headers={"X-Pretend": address}).text == counted


def test_under_a_name_that_is_not_known_nobody_acts(proxied: tuple[Server, Nginx]) -> None:
    _, nginx = proxied
    for host in ("evil.example", f"evil.example:{nginx.port}", f"{NAME}.evil.example"):
        with nginx.client() as http:
            answer = become_guest(nginx, http, Host=host)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "WrongSite")
    with nginx.client(Origin="https://evil.example") as http:
        assert become_guest(nginx, http).status_code == 403


def test_connections_of_one_address_have_an_end(proxied: tuple[Server, Nginx]) -> None:
    """The proxy counts them, since to the server all of them are nginx's."""
    _, nginx = proxied
    with nginx.client() as http:
        token = become_guest(nginx, http).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        wanted = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]}
        path = (
            f"/api/tables/{nginx.ask(http, 'POST', '/api/tables', json=wanted).json()['id']}/live"
        )

    async def run() -> None:
        opened = await asyncio.gather(*(nginx.socket(path, OTHER) for _ in range(100)))
        for line in opened:
            await line.recv()
        with pytest.raises(websockets.InvalidStatus, match="429"):
            await nginx.socket(path, OTHER)
        async with nginx.socket(path, ONE) as fine:
            assert (await first_frame(fine))["is"] == "table"
        await asyncio.gather(*(line.close() for line in opened))

    asyncio.run(run())
