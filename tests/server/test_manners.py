"""Manners: one guest sees one hand, the host unseats, who gives up among three leaves a bot."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from orrery.core import registry
from orrery.core.record import Record
from orrery.server.schema import games
from orrery.server.store import Store
from orrery.server.transfer import export_games, import_games

from .conftest import MakeClient
from .guests import Guest

THREE = {"players": 3}


@pytest.fixture
def client(make_client: MakeClient, database: str) -> TestClient:
    """A server on either store."""
    return make_client(database)


@pytest.fixture
def cid(client: TestClient) -> Guest:
    return Guest(client, "Cid")


def facts(guest: Guest, table: str) -> Any:
    return guest.look(table)["table"]


def put(guest: Guest, table: str, seat: int, kind: str, status: int = 200) -> Any:
    return guest.ask("PUT", f"/api/tables/{table}/seats/{seat}", {"kind": kind}, status)


# One guest, one hand


@pytest.mark.parametrize("game", ["high_card", "black_crystal"])
def test_where_hands_are_hidden_one_person_has_one_seat(
    ann: Guest, bob: Guest, cid: Guest, game: str
) -> None:
    table = ann.make(game, "me open open", options=THREE)
    assert facts(bob, table)["hot_seat"] is False
    refused = ann.sit(table, 1, 409)
    assert (refused.code, refused.detail) == ("NotNow", {"seat": 1})
    assert "one hand" in refused.message
    bob.sit(table, 1)
    assert bob.sit(table, 2, 409).code == "NotNow"
    assert bob.sit(table, 1)["status"] == "open"  # their own seat is theirs still
    bob.ask("DELETE", f"/api/tables/{table}/seats/1")
    bob.sit(table, 2)  # another one instead is one
    assert cid.sit(table, 1)["status"] == "playing"


def test_nobody_comes_to_a_second_hand_by_detours(ann: Guest, bob: Guest, cid: Guest) -> None:
    table = ann.make("high_card", "me open open", options=THREE)
    bob.sit(table, 1)
    put(ann, table, 1, "open")
    assert ann.sit(table, 1, 409).code == "NotNow"
    put(ann, table, 1, "welcome")
    bob.sit(table, 1)
    cid.sit(table, 2)
    for kind in ("open", "welcome", "bot"):
        assert put(ann, table, 1, kind, 409).code == "NotNow"
    for leaves in ("left", "given up"):
        if leaves == "left":
            bob.ask("DELETE", f"/api/tables/{table}/seats/1")
        else:
            bob.sit(table, 1)
            bob.act(table, "resign", n=bob.look(table)["n"], seat=1)
        assert ann.sit(table, 1, 409).code == "SeatTaken"
        assert ann.look(table, 1, 403).code == "NotYourSeat"
    ann.act(table, "resign", n=ann.look(table)["n"], seat=0)
    cid.act(table, "resign", n=ann.look(table)["n"], seat=2)
    again = bob.act(table, "rematch")["id"]
    assert facts(bob, again)["hot_seat"] is False
    put(bob, again, 1, "open")  # Cid's
    assert bob.sit(again, 1, 409).code == "NotNow"  # another is kept for him


def test_a_hot_seat_is_chosen_and_said(ann: Guest, bob: Guest) -> None:
    chosen = ann.make("high_card", "me open open", options=THREE, hot_seat=True)
    assert facts(bob, chosen)["hot_seat"] is True
    bob.sit(chosen, 1)
    assert bob.sit(chosen, 2)["status"] == "playing"
    assert facts(ann, ann.make("high_card", "me me open", options=THREE))["hot_seat"] is True
    wanted = {"game": "high_card", "seats": [{"kind": "me"}] * 2, "hot_seat": False}
    refused = ann.ask("POST", "/api/tables", wanted, 422)
    assert (refused.code, refused.detail) == ("BadRequest", {"where": "hot_seat"})


def test_where_nothing_is_hidden_everybody_may_hold_several_seats(ann: Guest, bob: Guest) -> None:
    table = ann.make("pig", "me open open", options=THREE)
    assert facts(bob, table)["hot_seat"] is True
    bob.sit(table, 1)
    assert bob.sit(table, 2)["status"] == "playing"
    wanted = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "open"}], "hot_seat": False}
    refused = ann.ask("POST", "/api/tables", wanted, 422)
    assert (refused.code, refused.detail) == ("BadRequest", {"where": "hot_seat"})


def test_who_may_hold_what_outlives_server_store_and_release(
    make_client: MakeClient,
    database: str,
    client: TestClient,
    ann: Guest,
    bob: Guest,
    new_database: Callable[[str], str],
    tmp_path: Path,
) -> None:
    tables = {
        hot: ann.make("high_card", "me open open", options=THREE, hot_seat=hot)
        for hot in (False, True)
    }
    bob.sit(tables[False], 1)
    put(ann, tables[False], 1, "open")
    make_client.stop(client)
    store = Store(database)
    assert export_games(store, tmp_path / "games.jsonl") == 2
    store.close()

    earlier = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    for body in earlier:
        for column in ("hot_seat", "unseated", "turn", "unreadable"):
            body.get("game", {}).pop(column, None)
    old = tmp_path / "earlier.jsonl"
    old.write_text("".join(json.dumps(body) + "\n" for body in earlier))

    for path in (None, tmp_path / "games.jsonl", old):
        target = database if path is None else new_database("sqlite")
        if path is not None:
            store = Store(target)
            assert import_games(store, path) == (2, 0)
            store.close()
        ann.client = bob.client = make_client(target)
        as_it_was = path == old  # then everybody might, and nobody was unseated
        assert facts(ann, tables[False])["hot_seat"] is as_it_was
        assert facts(bob, tables[False])["may_sit"] is as_it_was
        assert facts(ann, tables[True])["hot_seat"] is True
        ann.sit(tables[False], 1, 200 if as_it_was else 409)
        make_client.stop(ann.client)


# The host unseats


def test_the_host_unseats_before_the_game_and_all_are_told(
    ann: Guest, bob: Guest, cid: Guest
) -> None:
    table = ann.make("pig", "me open open", options=THREE)
    bob.sit(table, 1)
    with bob.socket(table, "show=1") as line, cid.socket(table) as other:
        assert put(cid, table, 1, "open", 403).code == "NotYourSeat"
        assert put(bob, table, 1, "open", 403).code == "NotYourSeat"
        told = put(ann, table, 1, "open")
        assert told["seats"][1]["kind"] == "open"
        assert told["unseated"] == [{"seat": 1, "name": "Bob"}]
        his, others = (one.hear("facts")["table"] for one in (line, other))
    assert (his["may_sit"], others["may_sit"]) == (False, True)
    assert his["unseated"] is others["unseated"] is None  # the host alone is told whom
    for seat in (1, 2):
        assert bob.sit(table, seat, 403).code == "Unseated"
    assert bob.ask("POST", f"/api/tables/{table}/seats", {}, 403).code == "NotYourSeat"
    cid.sit(table, 1)  # others may
    assert put(bob, table, 1, "welcome", 403).code == "NotYourSeat"
    assert put(ann, table, 2, "welcome")["unseated"]  # of another seat
    assert put(ann, table, 1, "welcome")["unseated"] == []
    assert facts(bob, table)["may_sit"] is True
    assert facts(cid, table)["seats"][1]["name"] == "Cid"
    assert bob.sit(table, 2)["status"] == "playing"
    assert put(ann, table, 2, "open", 409).code == "NotNow"
    assert put(ann, table, 2, "welcome", 409).code == "NotNow"


def test_who_opens_a_seat_unseats_nobody_else(ann: Guest, bob: Guest) -> None:
    """Neither the host themselves, nor a bot, nor whoever has not come yet."""
    table = ann.make("pig", "me 2 open", options=THREE)
    assert put(ann, table, 0, "open")["unseated"] == []
    assert put(ann, table, 1, "open")["unseated"] == []
    assert ann.sit(table, 0)["seats"][0]["you"]
    bob.sit(table, 1)
    bob.sit(table, 2)
    bob.act(table, "resign", n=0, seat=1)
    ann.act(table, "resign", n=ann.look(table)["n"], seat=0)
    bob.act(table, "resign", n=ann.look(table)["n"], seat=2)
    again = ann.act(table, "rematch")["id"]
    assert put(ann, again, 0, "open")["unseated"] == []  # kept for Bob
    assert bob.sit(again, 0)["seats"][0]["you"]
    put(ann, again, 0, "open")
    assert bob.ask("POST", f"/api/tables/{again}/seats", {}, 403).code == "Unseated"


def test_unseating_and_being_welcome_outlive_the_server(
    make_client: MakeClient, database: str, client: TestClient, ann: Guest, bob: Guest
) -> None:
    table = ann.make("pig", "me open open", options=THREE)
    bob.sit(table, 1)
    put(ann, table, 1, "open")
    make_client.stop(client)
    ann.client = bob.client = make_client(database)
    assert bob.sit(table, 1, 403).code == "Unseated"
    assert put(ann, table, 1, "welcome")["unseated"] == []
    make_client.stop(ann.client)
    ann.client = bob.client = make_client(database)
    assert bob.sit(table, 1)["seats"][1]["you"]


# Giving up among three


def given_up(guest: Guest, table: str, seat: int) -> Any:
    guest.act(table, "resign", n=guest.look(table)["n"], seat=seat)
    return guest.look(table)


@pytest.mark.parametrize("game", ["pig", "high_card"])
def test_among_three_a_bot_plays_on_for_whoever_resigns(
    ann: Guest, bob: Guest, cid: Guest, game: str
) -> None:
    table = ann.make(game, "me open open", options=THREE, stand_in=2)
    bob.sit(table, 1)
    cid.sit(table, 2)
    assert not any(seat["resigning_ends"] for seat in facts(bob, table)["seats"])
    page = given_up(bob, table, 1)
    assert page["table"]["status"] == "playing"
    held = page["table"]["seats"][1]
    assert (held["kind"], held["level"], held["gave_up"], held["stand_in"]) == (
        *("bot", 2, True, False),
    )
    told = page["events"][-1]
    assert (told["kind"], told["by"], told["bot"], told["gave_up"]) == ("seat", 1, "search:2", True)
    assert bob.sit(table, 1, 409).code == "NotNow"
    assert bob.play(table, 1, "roll", 403).code == "NotYourSeat"
    assert bob.act(table, "resign", 403, n=page["n"], seat=1).code == "NotYourSeat"
    assert bob.look(table, 1)["show"] == 1  # he may look on

    page = given_up(cid, table, 2)
    assert page["table"]["seats"][0]["resigning_ends"] is True
    page = given_up(ann, table, 0)
    assert page["table"]["status"] == "over"
    assert page["now"]["result"]["reason"] == "resigned"
    body = verified(ann, table)
    assert [event["kind"] for event in body["events"]][-4:] == ["seat", "seat", "resign", "end"]
    assert not any("gave_up" in event for event in body["events"])
    brought = ann.client.post("/api/records", content=json.dumps(body)).json()["table"]
    assert not any(seat["gave_up"] for seat in facts(ann, brought)["seats"])


def verified(guest: Guest, table: str) -> Any:
    record = Record.of_json(guest.ask("GET", f"/api/tables/{table}/record"))
    assert "holds" in record.verify(registry.find(record.game_name))
    return record.body


def test_who_left_for_a_while_is_not_who_gave_up(ann: Guest, bob: Guest) -> None:
    """Somebody who may come back still plays: nobody ends the game for them."""
    table = ann.make("pig", "me open 1", options=THREE)
    bob.sit(table, 1)
    left = bob.ask("DELETE", f"/api/tables/{table}/seats/1")["seats"][1]
    assert (left["stand_in"], left["gave_up"]) == (True, False)
    assert facts(ann, table)["seats"][0]["resigning_ends"] is False
    page = given_up(ann, table, 0)
    assert page["table"]["status"] == "playing"
    assert [event.get("gave_up") for event in page["events"] if event["kind"] == "seat"] == [
        None,
        True,
    ]
    assert bob.sit(table, 1)["seats"][1]["kind"] == "person"
    assert given_up(bob, table, 1)["table"]["status"] == "over"


@pytest.mark.parametrize("seats", ["me open", "me 1 1"])
def test_with_two_seats_or_with_nobody_else_resigning_ends_the_game(
    ann: Guest, bob: Guest, seats: str
) -> None:
    table = ann.make("pig", seats, options={"players": len(seats.split())})
    if "open" in seats:
        bob.sit(table)
    assert facts(ann, table)["seats"][0]["resigning_ends"] is True
    page = given_up(ann, table, 0)
    assert page["table"]["status"] == "over"
    assert [event["kind"] for event in page["events"]][-2:] == ["resign", "end"]


def test_resigning_over_a_socket_tells_all(ann: Guest, bob: Guest, cid: Guest) -> None:
    table = ann.make("pig", "me open open", options=THREE)
    bob.sit(table, 1)
    cid.sit(table, 2)
    with bob.socket(table, "show=1") as line, cid.socket(table, "show=2") as other:
        n = line.ask("resign", n=line.first["n"], seat=1)["answer"]["n"]
        events = other.hear("events")
        assert (events["n"], events["events"][-1]["gave_up"]) == (n, True)
        assert other.hear("facts")["table"]["seats"][1]["gave_up"] is True
        assert line.ask("resign", n=n, seat=1)["error"]["code"] == "NotYourSeat"


def test_a_bot_does_play_on_and_the_others_finish(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    client = make_client(new_database("sqlite"), bot_workers=1)
    people = [Guest(client, name) for name in ("Ann", "Bob", "Cid")]
    table = people[0].make("high_card", "me open open", options=THREE)
    for seat in (1, 2):
        people[seat].sit(table, seat)
    given_up(people[0], table, 0)  # it was her turn
    for seat in (1, 2):
        with people[seat].socket(table, f"show={seat}") as line:
            frame = line.first
            while frame["now"]["turn"] != seat:
                frame = line.hear("events")
            assert "answer" in line.ask("play", n=frame["n"], seat=seat, move="keep")
    page = people[1].look(table)
    assert page["table"]["status"] == "over"
    assert page["now"]["result"]["reason"] != "resigned"
    verified(people[1], table)


def test_a_given_up_seat_outlives_server_and_store(
    make_client: MakeClient,
    database: str,
    client: TestClient,
    ann: Guest,
    bob: Guest,
    new_database: Callable[[str], str],
    tmp_path: Path,
) -> None:
    table = ann.make("pig", "me open open", options=THREE)
    bob.sit(table, 1)
    bob.sit(table, 2)
    given_up(ann, table, 0)
    make_client.stop(client)
    store = Store(database)
    export_games(store, tmp_path / "games.jsonl")
    store.close()
    moved = new_database("postgresql" if database.startswith("sqlite") else "sqlite")
    store = Store(moved)
    assert import_games(store, tmp_path / "games.jsonl") == (1, 0)
    assert import_games(store, tmp_path / "games.jsonl") == (0, 1)
    store.close()
    for target in (database, moved):
        ann.client = make_client(target)
        assert facts(ann, table)["seats"][0]["gave_up"] is True
        assert ann.look(table)["events"][-1]["gave_up"] is True
        assert ann.sit(table, 0, 409).code == "NotNow"


def test_who_may_hold_what_is_in_the_store(client: TestClient, ann: Guest) -> None:
    tables = [ann.make("high_card", "me open"), ann.make("high_card", "me me"), ann.make("pig")]
    store = client.app.state.hall.store  # type: ignore[attr-defined]
    with store.engine.connect() as connection:
        found = dict(connection.execute(sa.select(games.c.id, games.c.hot_seat)).all())
    assert [found[table] for table in tables] == [False, True, True]


def test_two_servers_give_nobody_two_hands(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    """Nor does one seat whom the other has unseated, though it has not heard of it yet."""
    database = new_database("postgresql")
    first, second = make_client(database), make_client(database)
    ann, bob = Guest(first, "Ann"), Guest(first, "Bob")
    for _ in range(3):
        for game, code in (("high_card", "NotNow"), ("pig", "Unseated")):
            bob.client = second
            table = ann.make(game, "me open open", options=THREE)
            bob.look(table)  # so that it has to learn of what follows
            bob.client = first
            bob.sit(table, 1)
            if game == "pig":
                put(ann, table, 1, "open")
            bob.client = second
            assert bob.sit(table, 2, 403 if game == "pig" else 409).code == code
