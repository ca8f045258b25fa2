"""Other names, tokens that end, people who go for good: here, and on every other server."""

import copy
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from orrery.core import registry
from orrery.core.record import Record
from orrery.server.errors import BadToken
from orrery.server.store import Store
from orrery.server.transfer import export_games
from orrery.server.visitors import COOKIE

from .conftest import MakeClient
from .guests import Guest
from .serving import cut_connections

THREE = {"players": 3}


@pytest.fixture
def client(make_client: MakeClient, database: str) -> TestClient:
    """A server on either store."""
    return make_client(database)


@pytest.fixture
def cid(client: TestClient) -> Guest:
    return Guest(client, "Cid")


def names(guest: Guest, table: str) -> list[str]:
    return [seat["name"] for seat in guest.look(table)["table"]["seats"]]


def rename(guest: Guest, name: str) -> None:
    assert guest.ask("PUT", "/api/me", {"name": name})["name"] == name


def is_known(guest: Guest) -> bool:
    answer = guest.client.get("/api/me", headers=guest.headers)
    assert answer.status_code in (200, 401)
    return answer.status_code == 200


def delete(guest: Guest) -> None:
    guest.ask("DELETE", "/api/guests/me")


# Another name


def test_a_name_is_followed_until_the_game_begins(ann: Guest, bob: Guest) -> None:
    open_one, begun = ann.make("pig", "me open"), ann.make("pig", "me open")
    bob.sit(begun)
    with bob.socket(open_one) as line:
        rename(ann, "Anna")
        assert line.hear("facts")["table"]["seats"][0]["name"] == "Anna"
    assert names(bob, open_one) == ["Anna", ""]
    assert names(bob, begun) == ["Ann", "Bob"]  # as the log has it
    bob.sit(open_one)
    told = bob.look(open_one)["events"][0]["seats"]
    assert [seat["name"] for seat in told] == ["Anna", "Bob"]


def test_seats_with_names_of_their_own_keep_them(ann: Guest) -> None:
    seats = [{"kind": "me"}, {"kind": "me", "name": "Mum"}, {"kind": "open"}]
    wanted = {"game": "pig", "options": THREE, "seats": seats}
    table = ann.ask("POST", "/api/tables", wanted, 201)["id"]
    rename(ann, "Anna")
    assert names(ann, table) == ["Anna", "Mum", ""]


def test_an_open_socket_talks_under_the_new_name(ann: Guest, bob: Guest) -> None:
    table = ann.make("pig", "me open")
    with bob.socket(table) as line:
        rename(bob, "Robert")
        line.say("chat", text="hello")
        assert line.hear("chat")["line"]["name"] == "Robert"


# Tokens


def test_all_other_tokens_end_at_once(ann: Guest, bob: Guest) -> None:
    table = bob.make("pig", "me open")
    ann.sit(table)
    old = dict(ann.headers)
    with ann.socket(table, "show=1") as line:
        made = ann.ask("POST", "/api/guests/me/token", status=201)
        line.hear_end()
    ann.headers = {"Authorization": f"Bearer {made['token']}"}
    assert ann.client.get("/api/me", headers=old).status_code == 401
    assert (made["name"], ann.ask("GET", "/api/me")["id"]) == ("Ann", made["id"])
    assert ann.look(table, 1)["show"] == 1  # and the seat is theirs still
    answer = ann.client.post("/api/guests/me/token", headers=old)
    assert answer.json()["error"]["code"] == "BadToken"


def test_a_socket_that_opens_while_its_token_ends_closes(
    ann: Guest, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, people = ann.make("pig", "me open"), hall(client).people
    live = hall(client).tables.live
    join, find = live.join, people.find

    def ends_now(subscriber: Any) -> None:
        join(subscriber)
        monkeypatch.setattr(people, "find", nobody)

    async def nobody(token: str) -> Any:
        raise BadToken("this token belongs to nobody here")

    monkeypatch.setattr(live, "join", ends_now)
    with ann.socket(table, "show=0") as line:
        assert line.first["error"]["code"] == "BadToken"
        line.hear_end()
    monkeypatch.setattr(people, "find", find)
    assert live.people() == set()


def test_a_browser_is_given_its_new_token(client: TestClient) -> None:
    client.post("/api/guests", json={"name": "Ann"})
    before = client.cookies[COOKIE]
    made = client.post("/api/guests/me/token")
    assert made.status_code == 201
    assert made.json()["token"] is None
    said = made.headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=strict" in said
    assert client.cookies[COOKIE] != before
    assert client.get("/api/me").json()["name"] == "Ann"
    client.cookies.clear()
    old = client.get("/api/me", headers={"Cookie": f"{COOKIE}={before}"})
    assert old.json()["error"]["code"] == "NoToken"


def test_who_signs_out_is_nobody_again(client: TestClient) -> None:
    client.post("/api/guests", json={"name": "Ann"})
    before = client.cookies[COOKIE]
    assert client.delete("/api/guests/me/token").status_code == 200
    assert COOKIE not in client.cookies
    old = client.get("/api/me", headers={"Cookie": f"{COOKIE}={before}"})
    assert old.status_code == 401  # the token has ended too


def test_strangers_and_other_sites_end_nothing(client: TestClient, ann: Guest) -> None:
    for method, path in (
        ("POST", "/api/guests/me/token"),
        ("DELETE", "/api/guests/me/token"),
        ("DELETE", "/api/guests/me"),
    ):
        assert client.request(method, path).json()["error"]["code"] == "NoToken"
        evil = {**ann.headers, "Origin": "https://evil.example"}
        answer = client.request(method, path, headers=evil)
        assert answer.json()["error"]["code"] == "WrongSite"
    assert is_known(ann)


# Going for good


def everything(client: TestClient, database: str, tmp_path: Path, make: MakeClient) -> str:
    """All that the store holds, as text; the server stops for it."""
    make.stop(client)
    store = Store(database)
    file = tmp_path / "all.jsonl"
    export_games(store, file)
    with store.engine.connect() as connection:
        rest = connection.execute(sa.text("SELECT * FROM tries")).all()
    store.close()
    return file.read_text() + str(rest)


def test_nothing_of_a_person_is_left_but_games_that_were_played(
    client: TestClient,
    database: str,
    make_client: MakeClient,
    tmp_path: Path,
    ann: Guest,
    bob: Guest,
    cid: Guest,
) -> None:
    me = ann.ask("GET", "/api/me")["id"]
    over, going_on = ann.make("pig", "me open"), ann.make("pig", "me open")
    for table in (over, going_on):
        bob.sit(table)
        for guest in (ann, bob):
            guest.act(table, "chat", 201, text=f"{guest.name} was here")
    ann.act(over, "resign", n=ann.look(over)["n"], seat=0)
    hosted = bob.make("pig", "me open open", options=THREE)
    ann.sit(hosted)
    bob.ask("PUT", f"/api/tables/{hosted}/seats/1", {"kind": "open"})
    alone, unseen = ann.make("tower", "me"), ann.make("pig", "me open")
    passed_on = ann.make("pig", "me open open", options=THREE)
    cid.sit(passed_on)
    day = ann.ask("POST", "/api/games/tower/daily", status=201)["id"]
    for table in (day, day, alone):
        ann.play(table, 0, "keep")
    ann.act(day, "resign", n=ann.look(day)["n"], seat=0)

    with bob.socket(over) as line, ann.socket(going_on, "show=0") as own:
        said = next(one for one in bob.look(over)["chat"] if one["seat"] == 0)
        delete(ann)
        assert line.hear("unsaid")["who"] == said["who"]
        own.hear_end()
    assert not is_known(ann)

    for table in (over, going_on):
        assert [one["text"] for one in bob.look(table)["chat"]] == ["Bob was here"]
        assert names(bob, table) == ["Ann", "Bob"]  # as the hashes of the log have it
    held = bob.look(going_on)["table"]
    assert held["status"] == "playing"
    assert (held["seats"][0]["kind"], held["seats"][0]["stand_in"]) == ("bot", False)
    assert bob.look(going_on)["events"][-1]["gave_up"] is True
    closed = bob.look(unseen)["table"]
    assert (closed["status"], closed["seats"][0]["kind"]) == ("over", "open")
    left = cid.look(passed_on)["table"]
    assert (left["status"], left["host"]) == ("open", True)
    assert [seat["kind"] for seat in left["seats"]] == ["open", "person", "open"]
    assert bob.look(hosted)["table"]["unseated"] == []
    assert bob.look(alone)["now"]["result"]["reason"] == "abandoned"
    results = bob.ask("GET", "/api/games/tower/daily")["results"]
    assert [(one["name"], one["you"]) for one in results] == [("", False)]
    again = bob.act(over, "rematch")["id"]
    assert [seat["kind"] for seat in bob.look(again)["table"]["seats"]] == ["person", "open"]

    record = json.dumps(bob.ask("GET", f"/api/tables/{over}/record"))
    assert "holds" in Record.read(record).verify(registry.find("pig"))
    kept = everything(client, database, tmp_path, make_client)
    assert me not in kept
    assert "Ann was here" not in kept


def test_among_three_the_others_play_on(ann: Guest, bob: Guest, cid: Guest) -> None:
    table = ann.make("pig", "me open open", options=THREE)
    bob.sit(table, 1)
    cid.sit(table, 2)
    bob.ask("DELETE", f"/api/tables/{table}/seats/1")  # a bot stands in, and he may come back
    delete(bob)
    seats = ann.look(table)["table"]["seats"]
    assert [seat["stand_in"] for seat in seats] == [False, False, False]
    delete(ann)
    assert cid.look(table)["table"]["seats"][0]["kind"] == "bot"
    delete(cid)
    page = Guest(cid.client).look(table)
    assert page["now"]["result"]["reason"] == "abandoned"  # nobody is left


def test_a_seat_that_others_gave_up_keeps_nobody_at_the_table(ann: Guest, bob: Guest) -> None:
    table = ann.make("pig", "me open 1", options=THREE)
    bob.sit(table)
    bob.act(table, "resign", n=bob.look(table)["n"], seat=1)
    delete(ann)
    assert bob.look(table)["table"]["status"] == "over"


def test_whom_a_table_was_closed_to_is_forgotten_there(
    client: TestClient, database: str, make_client: MakeClient, ann: Guest, bob: Guest
) -> None:
    """Also where the game has begun since."""
    table = ann.make("pig", "me open")
    bob.sit(table)
    me = bob.ask("GET", "/api/me")["id"]
    with sa_connection(client) as connection:
        gone = json.dumps([{"seat": 1, "person": me, "name": "Bob"}])
        change = sa.text("UPDATE games SET unseated = :gone")
        connection.execute(change, {"gone": gone})
    delete(bob)
    with sa_connection(client) as connection:
        (left,) = connection.execute(sa.text("SELECT unseated FROM games")).scalars()
    assert left == "[]"


def sa_connection(client: TestClient) -> Any:
    return client.app.state.hall.store.writer.begin()  # type: ignore[attr-defined]


# Several servers


@pytest.fixture
def two(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> tuple[TestClient, TestClient]:
    """Two servers on one database."""
    database = new_database("postgresql")
    return make_client(database), make_client(database)


def until(true: Callable[[], bool], seconds: float = 30.0) -> None:
    """Ask again until another server has heard of it."""
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "in vain"


def hall(client: TestClient) -> Any:
    return client.app.state.hall  # type: ignore[attr-defined]


def at(guest: Guest, client: TestClient) -> Guest:
    """The same guest at another server."""
    there = copy.copy(guest)
    there.client = client
    return there


def test_a_new_name_is_seen_on_all_servers(two: tuple[TestClient, TestClient]) -> None:
    ann, bob = Guest(two[0], "Ann"), Guest(two[1], "Bob")
    there = at(ann, two[1])
    table = bob.make("pig", "me open open", options=THREE)
    assert there.ask("GET", "/api/me")["name"] == "Ann"
    with there.socket(table) as line:
        rename(ann, "Anna")
        until(lambda: bool(there.ask("GET", "/api/me")["name"] == "Anna"))
        until(lambda: hall(two[1]).tables.live.people() == {there.ask("GET", "/api/me")["id"]})
        until(lambda: said(line, there, table) == "Anna")
    there.sit(table)
    assert names(ann, table) == ["Bob", "Anna", ""]
    rename(ann, "Annie")
    until(lambda: names(there, table) == ["Bob", "Annie", ""])


def said(line: Any, guest: Guest, table: str) -> str:
    """Under which name somebody talks over an open socket."""
    line.ask("chat", text="hello")
    return str(guest.look(table)["chat"][-1]["name"])


def test_a_name_is_not_kept_that_changed_while_it_was_read(
    client: TestClient, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = hall(client).people
    read = people._read

    async def slow(where: Any) -> Any:
        found = await read(where)
        people.forget(found[0].id)  # the other server's word comes just now
        return found

    people.forget_all()
    monkeypatch.setattr(people, "_read", slow)
    ann.ask("GET", "/api/me")
    monkeypatch.undo()
    assert not people._known


@pytest.mark.parametrize("how", ["renewed", "ended", "deleted"])
def test_a_token_ends_on_all_servers(two: tuple[TestClient, TestClient], how: str) -> None:
    ann, bob = Guest(two[0], "Ann"), Guest(two[1], "Bob")
    there, table = at(ann, two[1]), bob.make("pig", "me open")
    there.sit(table)
    assert there.act(table, "chat", 201, text="hello")["you"]
    with bob.socket(table) as his, there.socket(table, "show=1") as line:
        if how == "renewed":
            ann.ask("POST", "/api/guests/me/token", status=201)
        else:
            path = "/api/guests/me" if how == "deleted" else "/api/guests/me/token"
            ann.ask("DELETE", path)
        line.hear_end()
        if how == "deleted":
            his.hear("unsaid")
    until(lambda: not is_known(there))
    chat = bob.look(table)["chat"]
    assert len(chat) == (0 if how == "deleted" else 1)


def test_what_was_changed_while_the_line_was_cut(
    new_database: Callable[[str], str], make_client: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = new_database("postgresql")
    first, second = make_client(database), make_client(database)
    ann, bob = Guest(first, "Ann"), Guest(first, "Bob")
    table = ann.make("pig", "me open")
    there, other = at(ann, second), at(bob, second)
    assert is_known(there)
    assert is_known(other)
    with there.socket(table, "show=0") as line:
        monkeypatch.setattr(hall(second).neighbours, "_hear", lambda notice: None)  # in vain
        ann.ask("DELETE", "/api/guests/me/token")
        rename(bob, "Robert")
        assert other.ask("GET", "/api/me")["name"] == "Bob"  # it cannot know
        cut_connections(database)
        line.hear_end()
    until(lambda: not is_known(there))
    assert other.ask("GET", "/api/me")["name"] == "Robert"


def test_a_server_that_hears_nothing_keeps_nobody(
    two: tuple[TestClient, TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Guest(two[0], "Ann")
    there = at(ann, two[1])
    assert is_known(there)
    deaf = hall(two[1])
    monkeypatch.setattr(deaf.neighbours, "_hear", lambda notice: None)
    monkeypatch.setattr(deaf.people, "hears_all", lambda: False)
    ann.ask("DELETE", "/api/guests/me/token")
    assert not is_known(there)
