"""Chat: how fast one may talk, and who said what without saying who that is elsewhere."""

import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from orrery.server.store import Store
from orrery.server.transfer import export_games, import_games

from .conftest import MakeClient
from .guests import Guest


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves the clock by which limits are counted; it stands still between."""
    now = [time.monotonic()]
    monkeypatch.setattr("orrery.server.limits.time.monotonic", lambda: now[0])

    def move(seconds: float) -> None:
        now[0] += seconds

    return move


def say(guest: Guest, table: str, text: str = "hello", status: int = 201) -> Any:
    return guest.act(table, "chat", status, text=text)


def test_a_person_talks_at_the_pace_of_reading(
    ann: Guest, bob: Guest, clock: Callable[[float], None]
) -> None:
    table, other = ann.make(), ann.make()
    for _ in range(4):  # a few short lines in a row are fine
        say(ann, table)
    refused = say(ann, table, status=429)
    assert (refused.code, refused.detail) == ("TooFast", {"seconds": 1.0})
    say(bob, table)  # everybody for themselves
    say(ann, other)  # and every table
    assert len(ann.look(table)["chat"]) == 5
    clock(1)
    say(ann, table)
    say(ann, table, status=429)


def test_a_socket_and_requests_have_one_pace(ann: Guest, clock: Any) -> None:
    table = ann.make()
    with ann.socket(table) as line:
        for _ in range(4):
            line.ask("chat", text="hi")
        assert line.ask("chat", text="hi")["error"]["code"] == "TooFast"
        assert line.ask("ping")["answer"] == {}  # and the socket stays
    say(ann, table, status=429)


def test_what_is_refused_anyway_costs_nothing(ann: Guest, clock: Any) -> None:
    table = ann.make()
    for _ in range(6):
        say(ann, table, "\u202e", 422)
    say(ann, table)


def test_guests_of_one_address_share_a_larger_pace(
    client: TestClient, ann: Guest, clock: Callable[[float], None]
) -> None:
    table = ann.make()
    guests = [Guest(client) for _ in range(5)]
    for guest in guests[:4]:
        for _ in range(4):
            say(guest, table)
    assert say(guests[4], table, status=429).code == "TooFast"
    clock(0.25)
    say(guests[4], table)
    say(guests[4], table, status=429)


def test_voices_tell_people_apart_at_one_table_only(client: TestClient, ann: Guest) -> None:
    bobs = [Guest(client, "Bob"), Guest(client, "Bob")]  # they watch, under one name
    tables = [ann.make(), ann.make()]
    voices = [{say(bob, table)["who"] for _ in range(2)} for table in tables for bob in bobs]
    assert all(len(heard) == 1 for heard in voices)
    assert len(set.union(*voices)) == 4
    me = bobs[0].ask("GET", "/api/me")["id"]
    page = bobs[0].look(tables[0])
    assert [line["you"] for line in page["chat"]] == [True, True, False, False]
    assert not any(line["you"] for line in ann.look(tables[0])["chat"])
    assert me not in json.dumps(page)


def test_lines_are_marked_for_whoever_reads_them(ann: Guest, bob: Guest) -> None:
    table = ann.make()
    with ann.socket(table) as hers, bob.socket(table) as his:
        hers.say("chat", text="hello")
        mine, theirs = (one.hear("chat")["line"] for one in (hers, his))
    assert (mine.pop("you"), theirs.pop("you")) == (True, False)
    assert mine == theirs


def test_lines_of_earlier_releases_are_nobodys(
    make_client: MakeClient, new_database: Callable[[str], str], tmp_path: Path
) -> None:
    database = new_database("sqlite")
    client = make_client(database)
    ann = Guest(client, "Ann")
    table = ann.make()
    said = say(ann, table)
    make_client.stop(client)
    with sqlite3.connect(database.removeprefix("sqlite:///")) as raw:
        raw.execute("UPDATE chat SET who = NULL")
        raw.execute("DELETE FROM voices")
    raw.close()
    ann.client = make_client(database)
    (old,) = ann.look(table)["chat"]
    assert old == {**said, "who": None, "you": False}
    assert say(ann, table)["who"] != said["who"]


def test_voices_outlive_the_store(
    make_client: MakeClient, database: str, new_database: Callable[[str], str], tmp_path: Path
) -> None:
    client = make_client(database)
    ann = Guest(client, "Ann")
    table = ann.make()
    said = say(ann, table)
    make_client.stop(client)
    store = Store(database)
    export_games(store, tmp_path / "games.jsonl")
    store.close()
    target = new_database("sqlite")
    store = Store(target)
    import_games(store, tmp_path / "games.jsonl")
    store.close()
    ann.client = make_client(target)
    assert say(ann, table)["who"] == said["who"]
    assert [line["you"] for line in ann.look(table)["chat"]] == [True, True]
