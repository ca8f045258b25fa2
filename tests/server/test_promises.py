"""Promised dice: who names the promise sits down with the request that makes the table."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from orrery.core.dice import commitment
from orrery.server.promises import Promises

from .guests import Guest

SEATS = [{"kind": "me"}, {"kind": "open"}]


@pytest.fixture
def wanted(ann: Guest) -> dict[str, Any]:
    promise = ann.ask("GET", "/api/me")["promise"]
    return {"game": "pig", "seats": SEATS, "promise": promise, "nonce": "aa11"}


def test_who_names_the_promise_sits_down_at_once(
    ann: Guest, bob: Guest, wanted: dict[str, Any]
) -> None:
    made = ann.ask("POST", "/api/tables", wanted, 201)
    assert made["commitment"] == wanted["promise"]
    assert made["seats"][0]["sits"]
    assert made["status"] == "open"
    bob.sit(made["id"], nonce="bb22")
    dice = ann.ask("GET", f"/api/tables/{made['id']}/dice")
    assert [one["nonce"] for one in dice["contributions"]] == ["aa11", "bb22"]
    assert dice["commitment"] == wanted["promise"]
    assert made["promise"] not in (wanted["promise"], None)  # the next table has another
    assert ann.ask("GET", "/api/me")["promise"] == made["promise"]


def test_a_game_against_bots_begins_with_one_request(ann: Guest, wanted: dict[str, Any]) -> None:
    wanted["seats"] = [{"kind": "me"}, {"kind": "bot", "level": 1}]
    made = ann.ask("POST", "/api/tables", wanted, 201)
    assert made["status"] == "playing"
    assert ann.look(made["id"], 0)["now"]["turn"] in (0, 1)


def test_a_promise_is_good_for_one_table_of_its_own_guest(
    ann: Guest, bob: Guest, wanted: dict[str, Any]
) -> None:
    others = bob.ask("POST", "/api/tables", wanted, 201)
    assert others["commitment"] != wanted["promise"]
    assert not others["seats"][0]["sits"]
    assert ann.ask("POST", "/api/tables", wanted, 201)["seats"][0]["sits"]
    again = ann.ask("POST", "/api/tables", wanted, 201)
    assert again["commitment"] != wanted["promise"]  # else two tables would have the same dice
    assert again["seats"][0]["reserved"]
    ann.ask("POST", f"/api/tables/{again['id']}/seats", {"nonce": "cc33"})


def test_what_is_refused_uses_no_promise_up(ann: Guest, wanted: dict[str, Any]) -> None:
    ann.ask("POST", "/api/tables", {**wanted, "nonce": "odd"}, 422)
    ann.ask("POST", "/api/tables", {**wanted, "options": {"none": 1}}, 422)
    assert ann.ask("POST", "/api/tables", wanted, 201)["commitment"] == wanted["promise"]


def test_a_restart_forgets_promises_and_breaks_none(
    ann: Guest, client: TestClient, wanted: dict[str, Any]
) -> None:
    client.app.state.hall.promises = Promises()  # type: ignore[attr-defined]
    made = ann.ask("POST", "/api/tables", wanted, 201)
    assert made["commitment"] != wanted["promise"]
    assert made["seats"][0]["reserved"]


def test_secrets_are_as_promised_and_used_once() -> None:
    promises = Promises()
    promise = promises.of("ann")
    assert promises.of("ann") == promise != promises.of("bob")
    assert promises.take("bob", promise) is None
    secret = promises.take("ann", promise)
    assert secret is not None
    assert commitment(secret) == promise
    assert promises.take("ann", promise) is None
