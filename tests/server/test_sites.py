"""Who may act: pages of this server and programs, under a name that it knows."""

import socket
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from orrery.server.settings import Settings
from orrery.server.sites import is_known

from .conftest import MakeClient
from .guests import Guest
from .test_input import error_of


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/guests", {}),
        ("PUT", "/api/me", {"name": "Eve"}),
        ("POST", "/api/tables", {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}]}),
        ("POST", "/api/tables/{table}/moves", {"n": 0, "seat": 0, "move": "roll"}),
        ("POST", "/api/tables/{table}/resign", {"n": 0, "seat": 0}),
        ("POST", "/api/tables/{table}/chat", {"text": "hi"}),
        ("DELETE", "/api/tables/{table}/seats/0", None),
        ("POST", "/api/records", {}),
    ],
)
def test_pages_of_other_sites_change_nothing(ann: Guest, method: str, path: str, body: Any) -> None:
    table = ann.make("pig", "me me")
    before = ann.look(table)["n"]
    where = path.format(table=table)
    for foreign in (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": "http://testserver.evil.example"},
        {"host": "evil.example"},
        {"host": "evil.example", "origin": "http://evil.example"},
    ):
        headers = {**ann.headers, **foreign}
        answer = ann.client.request(method, where, json=body, headers=headers)
        assert error_of(answer, 403).code == "WrongSite"
    assert ann.look(table)["n"] == before
    assert ann.ask("GET", "/api/me")["name"] == "Ann"


def test_looking_is_free(ann: Guest) -> None:
    table = ann.make("pig", "me me")
    headers = {"host": "evil.example", "origin": "http://evil.example"}
    assert ann.client.get(f"/api/tables/{table}", headers=headers).status_code == 200


def test_own_pages_act_under_every_name_of_the_server(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    more = {"hosts": ["Games.example:8443"], "origins": ["https://other.example"]}
    client: TestClient = make_client(new_database("sqlite"), **more)
    for host, origin in (
        ("games.example", "https://games.example"),
        ("games.example:9000", "http://games.example:9000"),
        ("192.0.2.1:8000", "http://192.0.2.1:8000"),
        ("[2001:db8::1]:8000", "http://[2001:db8::1]:8000"),
        ("localhost", None),
        ("127.0.0.1", "https://other.example"),
    ):
        headers = {"host": host} | ({} if origin is None else {"origin": origin})
        assert client.post("/api/guests", json={}, headers=headers).status_code == 201


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("", False),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("[evil.example]", False),
        ("LOCALHOST:8000", True),
        ("orrery.localhost", True),
        ("printer.local:80", True),
        ("printer", True),
        ("not.alocal", False),
        ("[2001:db8::1", True),
        (socket.gethostname(), True),
        ("localhost.", True),
    ],
)
def test_names_of_a_server(host: str, known: bool) -> None:
    settings: Any = {"database": "x"}
    assert is_known(host, Settings(**settings)) is known
    assert is_known(host, Settings(**settings, hosts=["*"]))
