"""Bad input over HTTP: a clear error in the one shape, and the server stays up."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog
from fastapi.testclient import TestClient
from starlette.requests import ClientDisconnect

from orrery.server import wire
from orrery.server.app import _find_page, openapi
from orrery.server.middleware import Guard

from .conftest import MakeClient
from .guests import Guest


def error_of(answer: Any, status: int) -> Any:
    assert answer.status_code == status, answer.text
    return wire.ErrorAnswer.model_validate(answer.json()).error


JSON = {"content-type": "application/json"}


@pytest.mark.parametrize(
    "body",
    ["", "{", "[]", "null", "5", '{"game": "pig"}', "\x00", "[" * 10_000, '{"game": NaN}'],
)
def test_malformed_bodies(client: TestClient, body: str) -> None:
    answer = client.post("/api/tables", content=body, headers=JSON)
    assert error_of(answer, 422).code == "BadRequest"
    assert client.get("/health").status_code == 200


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "UnknownGame"),
        ({"options": {"cards": 99}}, "BadOption"),
        ({"options": {"cards": "many"}}, "BadOption"),
        ({"options": {"colour": "red"}}, "BadOption"),
        ({"options": {"players": 3}}, "BadRequest"),
        ({"options": {str(k): 1 for k in range(60)}}, "BadRequest"),
        ({"seats": []}, "BadRequest"),
        ({"seats": [{"kind": "me"}] * 3}, "BadRequest"),
        ({"seats": [{"kind": "king"}] * 2}, "BadRequest"),
        ({"seats": [{"kind": "bot", "level": 6}] * 2}, "BadRequest"),
        ({"seats": [{"kind": "me", "name": "<i>"}] * 2}, "BadRequest"),
        ({"clock": 1}, "BadRequest"),
        ({"clock": 10**12}, "BadRequest"),
        ({"clock": 7.5}, "BadRequest"),
        ({"on_timeout": "explode"}, "BadRequest"),
        ({"nonce": "00"}, "BadRequest"),
        ({"surprise": True}, "BadRequest"),
    ],
)
def test_bad_plans_for_a_table(ann: Guest, change: dict[str, Any], code: str) -> None:
    plan = {"game": "high_card", "seats": [{"kind": "me"}, {"kind": "open"}], **change}
    answer = ann.client.post("/api/tables", json=plan, headers=ann.headers)
    assert error_of(answer, 404 if code == "UnknownGame" else 422).code == code
    assert ann.ask("GET", "/api/tables")["tables"] == []


@pytest.mark.parametrize("nonce", ["zz", "0", "00" * 65, 7])
def test_bad_nonces(ann: Guest, nonce: Any) -> None:
    table = ann.make("pig")
    answer = ann.ask("POST", f"/api/tables/{table}/seats/1", {"nonce": nonce}, 422)
    assert answer.code == "BadRequest"


def test_half_a_character_is_told_back_escaped(client: TestClient, ann: Guest) -> None:
    plan = r'{"game": "pig", "seats": [{"kind": "me"}], "options": {"\ud800": 1}}'
    answer = client.post("/api/tables", content=plan, headers={**JSON, **ann.headers})
    assert error_of(answer, 422).code in ("BadOption", "BadRequest")


def test_large_bodies_are_refused_early(client: TestClient, ann: Guest) -> None:
    large = json.dumps({"name": "x" * 10_000_000})
    assert error_of(client.post("/api/guests", content=large, headers=JSON), 413).code == "TooLarge"

    def pieces() -> Any:  # no Content-Length to warn anybody
        for _ in range(200):
            yield b"x" * 1000

    answer = client.post("/api/guests", content=pieces(), headers=JSON)
    assert error_of(answer, 413).code == "TooLarge"
    record = b'{"format": "' + b"x" * 5_000_000 + b'"}'
    assert error_of(client.post("/api/records", content=record), 413).code == "TooLarge"


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"\xff\xfe", b"[1]", b'{"format": "orrery-record/1"}', b'{"a":1,"a":2}']
)
def test_what_is_no_record(client: TestClient, body: bytes) -> None:
    error = error_of(client.post("/api/records", content=body), 422)
    assert error.code in ("BadRecord", "BadRequest")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/nowhere", 404),
        ("GET", "/api/tables/no%20where", 422),
        ("GET", "/api/games/chess", 404),
        ("GET", "/api/games/pig/words/de", 422),
        ("GET", "/api/games/pig/rules?lang=de", 422),
        ("DELETE", "/api/games", 405),
        ("GET", "/api/me", 401),
    ],
)
def test_wrong_addresses(client: TestClient, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    if path.startswith("/api"):
        error_of(answer, status)


@pytest.mark.parametrize(
    "path", ["/nowhere", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/%00", "/" + "x" * 400]
)
def test_paths_lead_nowhere_else(client: TestClient, path: str) -> None:
    """The built pages, where there are any, answer every address; nothing else is served."""
    answer = client.get(path)
    assert answer.status_code in (200, 404)
    assert "root:" not in answer.text


def test_a_path_of_thousands_of_folders_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Path, strict: bool = False) -> Path:
        raise AssertionError(self)

    with monkeypatch.context() as changed:
        changed.setattr(Path, "resolve", fail)
        assert _find_page("a/" * 3000) is None


def test_the_document_is_written_before_anybody_asks(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: Any) -> Any:
        raise AssertionError("this takes long")

    wanted = client.app.openapi()  # type: ignore[attr-defined]
    assert wanted["info"] == openapi()["info"]  # other games do not make it another edition
    monkeypatch.setattr("orrery.server.app.get_openapi", fail)
    monkeypatch.setattr("orrery.server.app.to_json", fail)
    answer = client.get("/api/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == wanted


@pytest.mark.parametrize("header", ["Basic abc", "Bearer", "Bearer " + "x" * 300, "x"])
def test_headers_that_are_no_token(client: TestClient, header: str) -> None:
    answer = client.get("/api/me", headers={"Authorization": header})
    assert error_of(answer, 401).code == "BadToken"


def test_too_many_requests_are_told_to_wait(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    client = make_client(new_database("sqlite"), requests_per_second=5.0)
    answers = [client.get("/api/games") for _ in range(40)]
    refused = [a for a in answers if a.status_code == 429]
    assert refused
    assert refused[0].headers["retry-after"] == "1"
    assert error_of(refused[0], 429).code == "TooFast"


def test_too_many_new_things_are_refused(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    from orrery.server.limits import Buckets

    client = make_client(new_database("sqlite"))
    client.app.state.hall.creations = Buckets(0.01, 3)  # type: ignore[attr-defined]
    statuses = [client.post("/api/guests", json={}).status_code for _ in range(6)]
    assert statuses == [201] * 3 + [429] * 3


def test_every_answer_has_the_headers(client: TestClient) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/health"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert client.get("/api/games").headers["cache-control"] == "no-store"


def test_a_failure_within_is_told_without_its_details(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> Any:
        raise RuntimeError("the secret is 42")

    monkeypatch.setattr("orrery.server.routes.games.registry.all_games", fail)
    answer = client.get("/api/games")
    assert error_of(answer, 500).message == "something went wrong here; nothing was lost"
    assert "42" not in answer.text


def test_health_and_metrics(make_client: MakeClient, new_database: Callable[[str], str]) -> None:
    client = make_client(new_database("sqlite"), metrics_token="told to nobody")
    ann = Guest(client, "Ann")
    table = ann.make("pig", "me me")
    ann.play(table, 0, "roll")
    health = client.get("/health").json()
    wire.Health.model_validate(health)
    assert (health["status"], health["store"]) == ("ok", "sqlite")
    client.request("BREW", "/health")
    headers = {"authorization": "Bearer told to nobody"}
    metrics = client.get("/metrics", headers=headers).text
    for name in (
        "orrery_events_total",
        "orrery_sockets",
        "orrery_loop_lag_seconds_bucket",
        "orrery_request_seconds_bucket",
    ):
        assert name in metrics
    assert table not in metrics
    assert "BREW" not in metrics
    for given in (
        {},
        {"authorization": "told to nobody"},
        {"authorization": "Bearer x"},
        ann.headers,
    ):
        assert error_of(client.get("/metrics", headers=given), 401).code == "BadToken"


def test_figures_are_for_nobody_unless_somebody_said_for_whom(client: TestClient) -> None:
    for given in ({}, {"authorization": "Bearer "}):
        answer = client.get("/metrics", headers=given)
        assert "ORRERY_METRICS_TOKEN" in error_of(answer, 404).message


def test_words_and_rules_come_in_three_languages(client: TestClient) -> None:
    for lang in ("en", "ru", "fr"):
        assert client.get(f"/api/words/{lang}").json()["words"]["prompt.move"]
        rules = client.get(f"/api/games/cubulus/rules?lang={lang}").json()
        assert any(chapter["rules"] for chapter in rules["chapters"])
        words = client.get(f"/api/games/cubulus/words/{lang}").json()["words"]
        assert words["name"] == "Cubulus"
    games = {game["name"]: game for game in client.get("/api/games?lang=ru").json()}
    assert {"cubulus", "pig", "high_card"} <= set(games)
    assert games["high_card"]["has_hidden"]
    assert games["cubulus"]["players"] == [2, 3]


def test_who_hangs_up_while_asking_is_no_error_here() -> None:
    """Else a stranger could fill the log with failures that are none."""

    async def read_body(*_: Any) -> None:
        raise ClientDisconnect

    async def fail(*_: Any) -> Any:
        raise AssertionError("nobody is there any more")

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/records",
        "headers": [],
        "app": SimpleNamespace(state=SimpleNamespace()),
    }
    with structlog.testing.capture_logs() as said:
        asyncio.run(Guard(read_body)(scope, fail, fail))
    assert [line for line in said if line["log_level"] not in ("debug", "info")] == []
