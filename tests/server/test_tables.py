"""Tables: make, sit, play, take back, resign, leave, come back, play again; on both stores."""

import contextlib
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from orrery.core import registry
from orrery.core.record import Record

from .conftest import MakeClient
from .guests import Guest


@pytest.fixture
def client(make_client: MakeClient, database: str) -> TestClient:
    """A server on either store."""
    return make_client(database)


def kinds(page: Any) -> list[str]:
    return [event["kind"] for event in page["events"]]


def verified(guest: Guest, table: str) -> Any:
    """The record of a table, checked to the byte."""
    answer = guest.client.get(f"/api/tables/{table}/record")
    record = Record.read(answer.text, strict=True)
    record.verify(registry.find(record.game_name))
    return record.body


def test_a_game_is_played_to_its_end(ann: Guest, bob: Guest) -> None:
    table = ann.make("high_card", options={"cards": 3})
    assert ann.look(table)["table"]["status"] == "open"
    assert bob.sit(table)["status"] == "playing"
    assert ann.play(table, 0, "keep")["n"] > 0
    bob.play(table, 1, "keep")
    page = ann.look(table, 0)
    assert page["table"]["status"] == "over"
    assert page["now"]["turn"] == "over"
    assert kinds(page)[-1] == "end"
    body = verified(ann, table)
    assert body["seats"] == [{"name": "Ann"}, {"name": "Bob"}]
    assert body["dice"]["nonces"] == ["0a", "0b"]
    dice = ann.ask("GET", f"/api/tables/{table}/dice")
    assert dice["holds"] is True
    assert dice["contributors"] == "Ann, Bob added randomness of their own."
    assert dice["secret"] == body["secret"]


def test_the_whole_of_it_outlives_the_server(
    make_client: MakeClient, database: str, client: TestClient, ann: Guest
) -> None:
    table = ann.make("cubulus", "me me")
    for _ in range(80):
        page = ann.look(table)
        if page["now"]["turn"] == "over":
            break
        ann.play(table, page["now"]["turn"])
    before = ann.look(table, 0)
    make_client.stop(client)
    ann.client = make_client(database)
    after = ann.look(table, 0)
    assert after["events"] == before["events"]
    assert after["now"] == before["now"]


def test_only_the_holder_of_a_seat_acts_for_it(ann: Guest, bob: Guest, client: TestClient) -> None:
    table = ann.make()
    bob.sit(table)
    n = ann.look(table)["n"]
    assert bob.act(table, "moves", 403, n=n, seat=0, move="colour b").code == "NotYourSeat"
    assert bob.act(table, "moves", 409, n=n, seat=1, move="colour b").code == "NotYourTurn"
    assert bob.look(table, 0, 403).code == "NotYourSeat"
    stranger = client.post(
        f"/api/tables/{table}/moves", json={"n": n, "seat": 0, "move": "colour b"}
    )
    assert (stranger.status_code, stranger.json()["error"]["code"]) == (401, "NoToken")
    wrong = client.get("/api/me", headers={"Authorization": "Bearer nobody"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (401, "BadToken")


def test_an_illegal_move_names_its_rule_and_changes_nothing(ann: Guest) -> None:
    table = ann.make("pig", "me me")
    error = ann.play(table, 0, "hold", 409)
    assert (error.code, error.rule) == ("IllegalMove", "PG-2")
    why = ann.act(table, "why", n=ann.look(table)["n"], seat=0, move="hold", lang="fr")
    assert (why["legal"], why["rule"]) == (False, "PG-2")
    assert ann.play(table, 0, "jump", 422).code == "BadNotation"
    assert kinds(ann.look(table)) == ["begin"]


def test_a_stale_event_number_is_refused(ann: Guest) -> None:
    table = ann.make("cubulus", "me me")
    ann.play(table, 0)
    error = ann.act(table, "moves", 409, n=0, seat=0, move="colour b")
    assert error.code == "Stale"
    assert error.detail == {"n": ann.look(table)["n"]}


def test_a_take_back_of_ones_own_is_free_and_in_the_record(ann: Guest, bob: Guest) -> None:
    table = ann.make()
    bob.sit(table)
    ann.play(table, 0)
    bob.play(table, 1)
    bobs = bob.look(table, 1)
    mover = bobs["now"]["turn"]
    who = (ann, bob)[mover]
    assert who.look(table, mover)["now"]["undo"] in ("free", "no", "ask")
    page = who.look(table, mover)
    who.play(table, mover)
    again = who.look(table, mover)
    if again["now"]["turn"] == mover:
        assert who.act(table, "undo", n=again["n"], seat=mover) == {"outcome": "done"}
        back = who.look(table, mover)
        assert back["now"]["view"] == page["now"]["view"]
        assert kinds(back)[-1] == "undo"
    ann.act(table, "resign", n=ann.look(table)["n"], seat=0)
    body = verified(ann, table)
    assert body["result"] == {"winner": 1, "reason": "resigned", "scores": [-1.0, 1.0]}


def open_turns(ann: Guest, bob: Guest) -> str:
    """A table of Cubulus, past its set-up, with one turn made by each."""
    table = ann.make("cubulus", options={"players": 2})
    bob.sit(table)
    for _ in range(60):
        page = ann.look(table)
        if page["now"]["view"]["turns"] >= 2:
            return table
        turn = page["now"]["turn"]
        (ann, bob)[turn].play(table, turn)
    raise AssertionError("no turn was made")


def test_a_take_back_past_anothers_move_needs_agreement(ann: Guest, bob: Guest) -> None:
    table = open_turns(ann, bob)
    page = ann.look(table)
    asker = page["now"]["turn"]
    one, two = ((ann, bob), (bob, ann))[asker]
    assert one.look(table, asker)["now"]["undo"] == "ask"
    n = page["n"]
    assert one.act(table, "agree", 409, n=n, agree=True).code == "NotNow"
    assert one.act(table, "undo", n=n, seat=asker) == {"outcome": "asked"}
    assert two.look(table)["table"]["ask"] == {"what": "undo", "seat": asker, "n": n}
    assert one.act(table, "agree", 403, n=n, agree=True).code == "NotYourSeat"
    assert two.act(table, "agree", n=n, agree=False) == {"outcome": "refused"}
    assert one.look(table)["table"]["ask"] is None
    one.act(table, "undo", n=n, seat=asker)
    assert two.act(table, "agree", n=n, agree=True) == {"outcome": "done"}
    back = one.look(table, asker)
    assert kinds(back)[-2:] == ["undo", "undo"]
    assert [event["asked"] for event in back["events"][-2:]] == [asker, asker]
    assert back["now"]["turn"] == asker
    one.act(table, "resign", n=back["n"], seat=asker)
    verified(one, table)


@pytest.mark.parametrize("agree", [False, True])
def test_nothing_lifts_the_bar_of_chance(ann: Guest, bob: Guest, agree: bool) -> None:
    table = ann.make("pig")
    bob.sit(table)
    ann.play(table, 0, "roll")
    page = ann.look(table)
    assert ann.look(table, 0)["now"]["undo"] == "no"
    assert ann.act(table, "undo", 409, n=page["n"], seat=0).code == "IllegalMove"
    if agree:
        assert bob.act(table, "agree", 409, n=page["n"], agree=True).code == "NotNow"
    assert ann.look(table)["n"] == page["n"]


def test_nothing_lifts_the_bar_of_a_question_where_hands_are_hidden(ann: Guest, bob: Guest) -> None:
    table = ann.make("high_card", options={"cards": 5})
    bob.sit(table)
    ann.play(table, 0, "keep")
    n = ann.look(table)["n"]
    assert ann.look(table, 0)["now"]["undo"] == "no"
    assert ann.act(table, "undo", 409, n=n, seat=0).code == "IllegalMove"


def test_a_bot_stands_in_and_its_person_comes_back(ann: Guest, bob: Guest) -> None:
    table = ann.make()
    bob.sit(table)
    gone = bob.ask("DELETE", f"/api/tables/{table}/seats/1")
    assert (gone["seats"][1]["kind"], gone["seats"][1]["stand_in"]) == ("bot", True)
    assert bob.play(table, 1, "colour b", 403).code == "NotYourSeat"
    assert ann.sit(table, 1, 409).code == "SeatTaken"
    assert bob.sit(table)["seats"][1]["kind"] == "person"
    page = ann.look(table)
    assert [(e["name"], e["bot"]) for e in page["events"] if e["kind"] == "seat"] == [
        ("", "search:3"),
        ("Bob", None),
    ]
    bob.act(table, "resign", n=page["n"], seat=1)
    events = verified(ann, table)["events"]
    assert [event["kind"] for event in events] == ["seat", "seat", "resign", "end"]


def test_a_rematch_is_one_table_with_the_same_people(ann: Guest, bob: Guest) -> None:
    table = ann.make("cubulus", options={"faces": 4}, clock=600)
    bob.sit(table)
    assert ann.act(table, "rematch", 409).code == "NotNow"
    ann.act(table, "resign", n=0, seat=0)
    first = ann.act(table, "rematch")
    second = bob.act(table, "rematch")
    assert first["id"] == second["id"] == ann.look(table)["table"]["rematch"]
    assert ann.act(first["id"], "seats", nonce="aa")["status"] == "open"
    first = ann.look(first["id"])["table"]
    assert [seat["name"] for seat in first["seats"]] == ["Bob", "Ann"]
    assert [seat["sits"] for seat in first["seats"]] == [False, True]
    assert (first["status"], first["options"]["faces"], first["clock"]) == ("open", 4, 600)
    assert Guest(ann.client, "Eve").sit(first["id"], 0, 409).code == "SeatTaken"
    assert bob.sit(first["id"], 0)["status"] == "playing"
    assert Guest(ann.client).act(table, "rematch", 403).code == "NotYourSeat"


def test_the_host_fills_seats_before_the_game(ann: Guest, bob: Guest) -> None:
    table = ann.make("cubulus", "me open open", options={"players": 3})
    bob.sit(table)
    path = f"/api/tables/{table}/seats"
    assert bob.ask("PUT", f"{path}/2", {"kind": "bot"}, 403).code == "NotYourSeat"
    assert ann.ask("PUT", f"{path}/1", {"kind": "bot"}, 409).code == "SeatTaken"
    bob.ask("DELETE", f"{path}/1")
    assert ann.look(table)["table"]["seats"][1]["kind"] == "open"
    ann.ask("PUT", f"{path}/1", {"kind": "bot", "level": 2})
    assert ann.ask("PUT", f"{path}/1", {"kind": "open"})["seats"][1]["kind"] == "open"
    ann.ask("PUT", f"{path}/1", {"kind": "bot", "level": 2})
    begun = ann.ask("PUT", f"{path}/2", {"kind": "bot", "level": 1})
    assert begun["status"] == "playing"
    assert [seat["level"] for seat in begun["seats"]] == [None, 2, 1]
    assert ann.ask("PUT", f"{path}/0", {"kind": "open"}, 409).code == "NotNow"
    assert ann.ask("PUT", f"{path}/7", {"kind": "bot"}, 404).code == "UnknownTable"


@contextlib.contextmanager
def time_flown(monkeypatch: pytest.MonkeyPatch, seconds: float) -> Iterator[None]:
    """As if it were so much later."""
    real = time.time
    with monkeypatch.context() as changed:
        changed.setattr("time.time", lambda: real() + seconds)
        yield


def test_somebody_long_away_is_replaced_by_a_bot(
    make_client: MakeClient, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = make_client(database)
    ann, bob, host, stranger = (Guest(client, name) for name in ("Ann", "Bob", "Cleo", "Dan"))
    table = host.make(seats="open open")
    ann.sit(table, 0)
    bob.sit(table)
    path = f"/api/tables/{table}/seats/1"
    free = ann.look(table)["presence"]["replaceable"]
    assert all(time.time() + 100 < one <= time.time() + 120 for one in free)
    assert ann.ask("PUT", path, {"kind": "bot"}, 409).code == "NotNow"
    with ann.socket(table), time_flown(monkeypatch, 121):
        assert stranger.ask("PUT", path, {"kind": "bot"}, 403).code == "NotYourSeat"
        with bob.socket(table):
            assert ann.look(table)["presence"]["replaceable"] == [None, None]
            assert ann.ask("PUT", path, {"kind": "bot"}, 409).code == "NotNow"  # he looks
        assert ann.ask("PUT", path, {"kind": "bot"}, 409).code == "NotNow"  # he did just now
    with ann.socket(table), time_flown(monkeypatch, 300):
        replaced = ann.ask("PUT", path, {"kind": "bot", "level": 1})
        assert replaced["seats"][1]["level"] == 3  # the table's own choice, not the rival's
        assert replaced["seats"][1]["stand_in"]
        assert bob.sit(table)["seats"][1]["kind"] == "person"
        assert host.ask("PUT", path, {"kind": "bot"}, 409).code == "NotNow"  # he is here again
    with time_flown(monkeypatch, 600):
        assert host.ask("PUT", path, {"kind": "bot"})["seats"][1]["kind"] == "bot"


def test_where_there_is_a_clock_it_decides(ann: Guest, bob: Guest, monkeypatch: Any) -> None:
    table = ann.make(clock=600)
    bob.sit(table)
    with time_flown(monkeypatch, 300):
        assert ann.look(table)["presence"]["replaceable"] == [None, None]
        assert ann.ask("PUT", f"/api/tables/{table}/seats/1", {"kind": "bot"}, 409).code == "NotNow"
        assert ann.ask("PUT", f"/api/tables/{table}/seats/0", {"kind": "bot"})  # one's own


def test_who_has_left_another_server_was_there_until_now(ann: Guest, bob: Guest) -> None:
    table = ann.make()
    bob.sit(table)
    hall = ann.client.app.state.hall  # type: ignore[attr-defined]
    there = hall.tables._tables[table]
    live, held = hall.tables.live, there.seats[1]
    there.created = live._began = time.time() - 1000
    assert live.replaceable(there, held) < time.time()
    live.heard("another", table, [held.person], 0)
    assert live.replaceable(there, held) is None
    live.heard("another", table, [], 0)
    assert live.replaceable(there, held) > time.time() + 100


def test_ones_own_tables_are_listed(ann: Guest, bob: Guest) -> None:
    tables = [ann.make(), ann.make("pig", "me me")]
    bob.sit(tables[0])
    mine = ann.ask("GET", "/api/tables")["tables"]
    assert [entry["id"] for entry in mine] == tables[::-1]
    assert [entry["your_turn"] for entry in mine] == [True, True]
    assert [entry["id"] for entry in bob.ask("GET", "/api/tables")["tables"]] == tables[:1]


def test_a_replay_has_every_ply_with_its_view(ann: Guest) -> None:
    table = ann.make("cubulus", "me me")
    for _ in range(6):
        ann.play(table, ann.look(table)["now"]["turn"])
    page = ann.look(table)
    replay = ann.ask("GET", f"/api/tables/{table}/replay")
    assert replay["total"] == len(replay["plies"]) == page["now"]["ply"]
    assert replay["plies"][-1]["view"] == page["now"]["view"]
    part = ann.ask("GET", f"/api/tables/{table}/replay?first=2&count=3")
    assert part["plies"] == replay["plies"][2:5]


def test_a_record_is_brought_here_and_looked_through(ann: Guest, client: TestClient) -> None:
    table = ann.make("pig", "me me", options={"target": 100})
    turn = 0
    while "hold" not in ann.look(table, turn)["now"]["legal"]:
        ann.play(table, turn, "roll")
        turn = ann.look(table)["now"]["turn"]
    ann.play(table, turn, "hold")
    ann.act(table, "undo", n=ann.look(table)["n"], seat=turn)
    ann.act(table, "resign", n=ann.look(table)["n"], seat=0)
    text = client.get(f"/api/tables/{table}/record").text
    for _ in range(2):
        brought = client.post("/api/records", content=text)
        assert brought.status_code == 201, brought.text
        assert "holds" in brought.json()["sentence"]
    russian = client.post("/api/records?lang=ru", content=text).json()["sentence"]
    assert not re.search("[a-z]", russian)
    there = brought.json()["table"]
    page = ann.look(there)
    assert (page["table"]["origin"], page["table"]["playable"]) == ("record", False)
    sitting = [(seat["kind"], seat["name"]) for seat in page["table"]["seats"]]
    assert sitting == [("person", "Ann"), ("person", "Ann")]
    assert page["events"][0]["seats"] == [{"name": "Ann", "bot": None}] * 2
    assert client.get(f"/api/tables/{there}/record").text == text
    dice = ann.ask("GET", f"/api/tables/{there}/dice")
    assert dice["holds"] is True
    assert "opened from a file" in dice["sentence"]
    assert ann.act(there, "moves", 409, n=page["n"], seat=0, move="roll").code == "NotNow"
    assert ann.sit(there, 0, 409).code == "NotNow"
    assert ann.act(there, "chat", 409, text="hello").code == "NotNow"
    edited = text.replace('"winner":1', '"winner":0')
    refused = client.post("/api/records", content=edited)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "BadRecord")
    running = ann.make("pig", "me me")
    unfinished = client.get(f"/api/tables/{running}/record").text
    assert "goes on" in client.post("/api/records", content=unfinished).json()["error"]["message"]


def test_a_local_record_with_a_seed_is_brought_here(client: TestClient, ann: Guest) -> None:
    import orrery

    match = orrery.new("pig", seed=3).play("roll")
    text = match.record(["Me", "You"]).text()
    there = client.post("/api/records", content=text).json()["table"]
    assert client.get(f"/api/tables/{there}/record").text == text
    assert ann.ask("GET", f"/api/tables/{there}/dice")["kind"] == "seed"
