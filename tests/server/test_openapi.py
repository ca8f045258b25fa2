"""The OpenAPI document is complete, committed and current, and a fuzzer finds nothing wrong."""

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import checks

from orrery.server.app import openapi

from .serving import Player, Server, hear

COMMITTED = Path(__file__).parents[2] / "web" / "openapi.json"


def test_the_committed_document_is_current() -> None:
    assert json.loads(COMMITTED.read_text("utf-8")) == openapi(), "run `make openapi`"


def test_every_route_says_what_it_answers() -> None:
    document = openapi()
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            assert route.get("summary"), (method, path)
            assert route.get("description"), (method, path)
            good = [code for code in route["responses"] if code.startswith("2")]
            assert good, (method, path)
            for code in good:
                content = route["responses"][code]["content"]
                kind = next(iter(content.values()))["schema"]
                assert kind, (method, path)
    shapes = document["components"]["schemas"]
    assert {"SocketMessage", "SocketFrame", "ErrorAnswer"} <= set(shapes)


CHECKS = [
    checks.not_a_server_error,
    checks.response_schema_conformance,
    checks.status_code_conformance,
    checks.content_type_conformance,
]


def fuzz(server: Server, examples: int, seed: int) -> int:
    """Let schemathesis try every route, much of it at tables that exist; how often it did."""
    token = httpx.post(f"{server.address}/api/guests", json={"bearer": True}).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    tables = []
    for game in ("cubulus", "pig", "high_card"):
        body = {"game": game, "seats": [{"kind": "me"}, {"kind": "me"}]}
        made = httpx.post(f"{server.address}/api/tables", json=body, headers=headers)
        tables.append(made.json()["id"])
        seats = f"{server.address}/api/tables/{tables[-1]}/seats"
        httpx.post(seats, json={}, headers=headers)
    schema = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    chance, tried = random.Random(seed), 0

    def attempt(case: Any) -> None:
        nonlocal tried
        tried += 1
        if "table_id" in (case.path_parameters or {}) and chance.random() < 0.7:
            case.path_parameters["table_id"] = chance.choice(tables)
        case.call_and_validate(headers=headers, checks=CHECKS)

    calm = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        calm(given(case=operation.as_strategy())(attempt))()
    return tried


def test_a_fuzzer_finds_no_server_error(new_database: Callable[[str], str]) -> None:
    with Server(new_database("sqlite")) as server:
        assert fuzz(server, 25, 1) > 300
        trouble = [line for line in server.said if "error" in line.casefold()]
        assert trouble == []


# The socket


def good_message(chance: random.Random, n: int) -> dict[str, Any]:
    """A message of the right shape."""
    act = {"n": n, "seat": chance.randrange(2)}
    move = {**act, "move": chance.choice(["roll", "hold"])}
    return chance.choice(
        [
            {"do": "play", **move},
            {"do": "play", **move},
            {"do": "preview", **move},
            {"do": "why", **move, "lang": "ru"},
            {"do": "undo", **act},
            {"do": "agree", "n": n, "agree": True},
            {"do": "hint" if chance.random() < 0.1 else "undo", **act},
            {"do": "resign" if chance.random() < 0.05 else "undo", **act},
            {"do": "chat", "text": "well <b>played</b>"},
            {"do": "show", "seat": chance.choice([0, 1, None])},
            {"do": "since", "n": n},
            {"do": "ping", "id": chance.randrange(1000)},
        ]
    )


VALUES: list[Any] = [
    0, 1, -1, 2**31, 2**63, 2**70, 1e308, -0.5, "", "x", "roll", "keep", "ru", None, True,
    [], {}, [[]], "\ud83d", "\u0000", "9" * 400, {"n": 0}, "fly", "resign",
]  # fmt: skip
KEYS = ["do", "id", "n", "seat", "move", "text", "agree", "lang", "extra"]


def any_message(chance: random.Random, n: int) -> str | bytes:
    """A message that is right, wrong, or none at all."""
    if chance.random() < 0.1:
        return bytes(chance.randrange(256) for _ in range(chance.randrange(60)))
    body = good_message(chance, n)
    if chance.random() < 0.5:
        for _ in range(chance.randrange(1, 4)):
            body[chance.choice(KEYS)] = chance.choice(VALUES)
    text = json.dumps(body)
    if chance.random() < 0.1:
        cut = chance.randrange(len(text))
        return text[:cut] + chance.choice(["", "\x00", "}", "é"]) + text[cut + 1 :]
    return text


async def fuzz_socket(server: Server, messages: int, seed: int) -> dict[str, int]:
    """Send nonsense among sense; how many answers and errors came back."""
    chance, heard, sent = random.Random(seed), {"answer": 0, "error": 0}, 0
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
        ann = await Player.come(http)
        while sent < messages:
            body = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "me"}]}
            table = await ann.make(http, body)
            async with ann.socket(server, table, "show=0") as socket:
                n = (await hear(socket, "table"))["n"]
                for _ in range(20):
                    for _ in range(10):
                        await socket.send(any_message(chance, n))
                    sent += 10
                    n = await read_until_ping(socket, n, heard)
    return heard


async def read_until_ping(socket: Any, n: int, heard: dict[str, int]) -> int:
    """Read everything that was answered so far; the last event then."""
    await socket.send(json.dumps({"do": "ping", "id": "last"}))
    while True:
        frame = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if frame["is"] == "answer" and frame["id"] == "last":
            return n
        if frame["is"] in ("events", "table"):
            n = frame["n"]
        heard[frame["is"]] = heard.get(frame["is"], 0) + 1
        if frame["is"] == "error":
            assert frame["error"]["code"] != "Error", frame


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_socket_takes_ten_thousand_messages(
    new_database: Callable[[str], str], kind: str
) -> None:
    with Server(new_database(kind)) as server:
        heard = asyncio.run(fuzz_socket(server, 10_000, 1))
        assert heard["answer"] > 1000
        assert heard["error"] > 3000
        assert heard["events"] > 100
        assert httpx.get(f"{server.address}/health").status_code == 200
        trouble = [line for line in server.said if "error" in line.casefold()]
        assert trouble == []
