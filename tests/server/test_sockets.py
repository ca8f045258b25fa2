"""Sockets: the log, live; presence, chat, hot seats, gaps, and everything that can be wrong."""

import asyncio
import json
import time
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from .conftest import MakeClient
from .guests import Guest


@pytest.fixture
def client(make_client: MakeClient, database: str) -> TestClient:
    """A server on either store."""
    return make_client(database)


def test_everybody_sees_every_event_in_order(ann: Guest, bob: Guest) -> None:
    table = ann.make()
    with ann.socket(table, "show=0") as a, Guest(ann.client).socket(table) as watcher:
        assert a.first["table"]["status"] == "open"
        assert watcher.first["show"] is None
        bob.sit(table)
        for line in (a, watcher):
            assert line.hear("events")["events"][0]["kind"] == "begin"
        assert a.hear("facts")["table"]["status"] == "playing"
        for _ in range(8):
            page = ann.look(table)
            turn = page["now"]["turn"]
            (ann, bob)[turn].play(table, turn)
            seen = [line.hear("events") for line in (a, watcher)]
            assert seen[0]["n"] == seen[1]["n"] == ann.look(table)["n"]
            assert seen[0]["events"] == seen[1]["events"]
            assert seen[0]["events"][0]["n"] == page["n"] + 1


def test_a_move_by_socket_is_answered_and_told(ann: Guest) -> None:
    table = ann.make("pig", "me me")
    with ann.socket(table, "show=0&board=1") as line:
        first = line.first
        assert first["now"]["legal"] == ["roll"]
        assert first["now"]["board"]
        line.say("play", id=7, n=0, seat=0, move="roll")
        told = line.hear("events")
        assert [e["kind"] for e in told["events"]] == ["ply", "ply"]
        assert told["events"][1]["by"] == "chance"
        assert "view" in told["events"][0]
        assert "view" not in told["events"][1]
        assert told["events"][0]["says"]["key"] == "move.roll"
        assert line.hear("answer") == {"is": "answer", "id": 7, "answer": {"n": told["n"]}}
        assert line.ask("ping")["answer"] == {}
        assert line.ask("why", n=told["n"], seat=0, move="roll")["is"] in ("answer", "error")


def test_a_move_is_answered_by_the_frame_that_tells_of_it(ann: Guest) -> None:
    table = ann.make("pig", "me me")
    with ann.socket(table, "show=0&brief=1") as mover, ann.socket(table, "show=0&brief=1") as other:
        mover.say("play", id="seven", n=0, seat=0, move="roll")
        told = mover.hear()
        while told["is"] != "events":
            assert told["is"] != "answer"
            told = mover.hear()
        assert told["id"] == "seven"
        seen = other.hear("events")
        assert "id" not in seen
        assert seen == {key: value for key, value in told.items() if key != "id"}
        assert mover.ask("ping")["answer"] == {}  # and nothing else has come meanwhile
        mover.say("play", id=8, n=0, seat=0, move="roll")
        assert mover.hear()["error"]["code"] == "Stale"
        mover.say("play", n=told["n"], seat=told["now"]["turn"], move="roll")
        assert "id" not in mover.hear("events")  # whoever gives no number wants none
        assert mover.hear("answer")["id"] is None


def test_who_comes_back_reads_on_where_they_were(ann: Guest) -> None:
    table = ann.make("cubulus", "me me")
    for _ in range(5):
        ann.play(table, ann.look(table)["now"]["turn"])
    whole = ann.look(table)
    with ann.socket(table, "since=2") as line:
        first = line.first
        assert first["events"] == whole["events"][3:]
        assert line.ask("since", n=whole["n"])["answer"] == {"n": whole["n"]}
    with ann.socket(table, f"since={whole['n']}") as line:
        assert line.first["events"] == []
        line.say("since", n=0)
        assert line.hear("table")["events"] == whole["events"][1:]


def test_one_browser_holds_several_seats_and_says_whose_view_it_shows(ann: Guest) -> None:
    table = ann.make("high_card", "me me", options={"cards": 5})
    with ann.socket(table, "show=0") as line:
        zero = line.first
        assert zero["now"]["legal"] is not None
        assert zero["now"]["view"]["hands"][0] != "?"
        line.say("show", seat=1)
        one = line.hear("table")
        assert (one["show"], one["now"]["legal"]) == (1, None)
        assert one["now"]["view"]["hands"][0] == "?"
        line.say("show", seat=None)
        assert line.hear("table")["show"] is None
        assert line.ask("show", seat=5)["error"]["code"] == "NotYourSeat"


def who_looks(presence: dict[str, Any]) -> tuple[list[bool], int]:
    """Which seats are looking, and how many others."""
    return presence["seats"], presence["watchers"]


def test_presence_is_told(ann: Guest, bob: Guest) -> None:
    table = ann.make()
    bob.sit(table)
    with ann.socket(table) as a:
        assert who_looks(a.first["presence"]) == ([False, False], 0)
        assert who_looks(a.hear("presence")["presence"]) == ([True, False], 0)
        with bob.socket(table), ann.client.websocket_connect(f"/api/tables/{table}/live"):
            assert a.hear("presence")["presence"]["seats"] == [True, True]
            assert a.hear("presence")["presence"]["watchers"] == 1
        left = [a.hear("presence")["presence"], a.hear("presence")["presence"]]
        assert who_looks(left[-1]) == ([True, False], 0)


def test_whoever_looks_and_then_sits_down_is_no_watcher_any_more(ann: Guest, bob: Guest) -> None:
    table = ann.make()
    with ann.socket(table) as a, bob.socket(table):
        seen = [a.hear("presence")["presence"] for _ in "ab"]
        assert who_looks(seen[-1]) == ([True, False], 1)
        bob.sit(table)
        assert who_looks(a.hear("presence")["presence"]) == ([True, True], 0)


def test_chat_is_kept_and_told(ann: Guest, bob: Guest) -> None:
    table = ann.make()
    with ann.socket(table) as a, bob.socket(table) as b:
        a.say("chat", text="  hello <b>there</b>\nfriend ")
        line = b.hear("chat")["line"]
        assert (line["name"], line["seat"]) == ("Ann", 0)
        assert line["text"] == "hello <b>there</b>\nfriend"
        b.ask("chat", text="hi")
    said = [(line["name"], line["seat"]) for line in ann.look(table)["chat"]]
    assert said == [("Ann", 0), ("Bob", None)]
    with ann.client.websocket_connect(f"/api/tables/{table}/live") as stranger:
        stranger.receive_text()
        stranger.send_text('{"do": "chat", "text": "boo"}')
        frames = [json.loads(stranger.receive_text()) for _ in range(2)]
        assert "NoToken" in [f.get("error", {}).get("code") for f in frames]


def test_a_hint_takes_no_longer_than_it_may(make_client: MakeClient, database: str) -> None:
    client = make_client(database, bot_workers=1)
    ann = Guest(client, "Ann")
    table = ann.make("pig", "me 1")
    page = ann.look(table, 0)
    if page["now"]["turn"] == 0:
        found = ann.act(table, "hint", n=page["n"], seat=0)
        assert found["move"] in page["now"]["legal"]
        assert len(found["values"]) == 2
        assert 0 <= found["chance"] <= 1
        assert found["says"]["key"].startswith("move.")
        with ann.socket(table, "show=0") as line:
            answer = line.ask("hint", n=page["n"], seat=0)
            assert answer["answer"]["move"] in page["now"]["legal"]
    friends = ann.make("pig", "me open")
    Guest(client, "Bob").sit(friends)
    error = ann.act(friends, "hint", 409, n=ann.look(friends)["n"], seat=0)
    assert error.code == "NotNow"


@pytest.mark.parametrize(
    ("query", "code"),
    [("since=x", "BadRequest"), ("show=1", "NotYourSeat"), ("show=99", "BadRequest")],
)
def test_a_socket_that_cannot_be_says_why(ann: Guest, query: str, code: str) -> None:
    table = ann.make()
    with ann.socket(table, query) as line:
        assert line.first["error"]["code"] == code
        with pytest.raises(WebSocketDisconnect):
            line.hear()


def test_unknown_tables_and_foreign_pages_are_refused(ann: Guest) -> None:
    with ann.socket("nowhere") as line:
        assert line.first["error"]["code"] == "UnknownTable"
    table = ann.make()
    for origin, fine in (("http://evil.example", False), ("http://testserver", True)):
        where = f"/api/tables/{table}/live"
        with ann.client.websocket_connect(where, headers={"origin": origin}) as socket:
            first = json.loads(socket.receive_text())
            assert (first["is"] == "table") is fine
            assert fine or first["error"]["code"] == "WrongSite"


BAD_MESSAGES = [
    "",
    "nonsense",
    "[]",
    "null",
    '"play"',
    "{}",
    '{"do": "fly"}',
    '{"do": ["play"]}',
    '{"do": "play"}',
    '{"do": "play", "n": "0", "seat": {}, "move": 5}',
    '{"do": "play", "n": 0, "seat": 0, "move": ""}',
    '{"do": "play", "n": 0, "seat": 0, "move": "x", "extra": 1}',
    '{"do": "play", "n": 1e400, "seat": 0, "move": "x"}',
    '{"do": "play", "n": 99999999999999999999, "seat": 0, "move": "x"}',
    '{"do": "chat", "text": ""}',
    '{"do": "chat", "text": "\\u0000"}',
    '{"do": "chat", "text": "\\ud800"}',
    '{"do": "since", "n": -5}',
    '{"do": "ping", "id": {"a": 1}}',
    "[" * 5000,
]


@pytest.mark.parametrize("text", BAD_MESSAGES)
def test_a_bad_message_is_answered_and_the_socket_stays(ann: Guest, text: str) -> None:
    table = ann.make("pig", "me me")
    with ann.socket(table) as line:
        line.socket.send_text(text)
        assert line.hear("error")["error"]["code"] == "BadRequest"
        line.socket.send_bytes(b"\xff\x00")
        assert line.hear("error")["error"]["code"] == "BadRequest"
        assert line.ask("ping")["is"] == "answer"


def test_of_a_message_with_a_thousand_fields_not_each_is_looked_at(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    from orrery.server.routes import socket as route

    def fail(_: object) -> Any:
        raise AssertionError("this takes long")

    table = ann.make("pig", "me me")
    with ann.socket(table) as line, monkeypatch.context() as changed:
        changed.setattr(route, "_read_message", fail)
        found = line.ask("ping", **{f"k{k}": k for k in range(1000)})
        assert found["error"]["code"] == "BadRequest"
        assert "at most" in found["error"]["message"]


def test_a_megabyte_of_chat_is_refused(ann: Guest) -> None:
    table = ann.make()
    with ann.socket(table) as line:
        line.say("chat", text="x" * 1_000_000)
        assert line.hear("error")["error"]["code"] == "TooLarge"
        assert line.ask("chat", text="y" * 3000)["error"]["code"] == "BadRequest"
        assert line.ask("chat", text="y" * 501)["error"]["code"] == "BadRequest"
        assert line.ask("ping")["is"] == "answer"
    assert ann.look(table)["chat"] == []


def test_too_many_messages_slow_down_nobody_else(make_client: MakeClient, database: str) -> None:
    client = make_client(database, messages_per_second=50.0)
    ann, bob = Guest(client, "Ann"), Guest(client, "Bob")
    table = ann.make()
    with ann.socket(table) as noisy, bob.socket(table) as calm:
        for _ in range(200):
            noisy.say("ping")
        codes = [noisy.hear()["is"] for _ in range(120)]
        assert "error" in codes
        began = time.perf_counter()
        assert calm.ask("ping")["is"] == "answer"
        assert time.perf_counter() - began < 5
        time.sleep(1)
        assert noisy.ask("ping")["is"] in ("answer", "error")


def test_a_frame_goes_at_once_only_where_none_waits_before_it() -> None:
    from orrery.server.live import Subscriber

    went: list[str] = []
    free = [True]

    def at_once(text: str) -> bool:
        if free[0]:
            went.append(text)
        return free[0]

    async def talk() -> None:
        socket = Subscriber("t", None, at_once=at_once)
        socket.send("1")
        free[0] = False
        socket.send("2")
        free[0] = True
        socket.send("3")  # it waits behind the second
        for _ in range(2):
            went.append(await socket.next())
            socket.send("4")  # while another is on its way
        went.append(await socket.next())
        went.append(await socket.next())
        reading = asyncio.ensure_future(socket.next())
        await asyncio.sleep(0)
        socket.send("5")  # all that waited has been sent
        reading.cancel()

    asyncio.run(talk())
    assert went == ["1", "2", "3", "4", "4", "5"]


def test_the_sockets_of_one_address_have_so_much_waiting_together() -> None:
    from orrery.server import live

    tables = live.Live(lambda *_: None, 120.0)
    few = live.MOST_OF_ONE // live.MOST_BYTES + 2
    sockets = [live.Subscriber("t", None, backlog=tables.backlog_of("a")) for _ in range(few)]
    other = live.Subscriber("t", None, backlog=tables.backlog_of("b"))
    for socket in (*sockets, other):
        socket.send("x" * live.MOST_BYTES)
        socket.send("y")
    assert sockets[-1].cut.is_set()
    assert not sockets[0].cut.is_set()
    assert not other.cut.is_set()
    for socket in sockets:
        tables.leave(socket)  # who goes leaves nothing that counts
    assert tables.backlog_of("a").waiting == 0
    asyncio.run(other.next())
    assert tables.backlog_of("b").waiting == 1


def test_a_log_longer_than_may_wait_is_sent_all_the_same(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else nobody could come to a table any more whose log somebody has made long."""
    from orrery.server import live

    monkeypatch.setattr(live, "MOST_BYTES", 500)
    table = ann.make("pig", "me me")
    with ann.socket(table, "show=0") as line:
        assert line.first["is"] == "table"
        for _ in range(3):
            line.say("since", n=-1)
            assert line.hear("table")["events"]
        line.say("ping", id="p")
        assert line.hear("answer")["answer"] is not None


def test_who_does_not_read_is_cut_off_and_can_read_on(ann: Guest) -> None:
    from orrery.server.live import MOST_BYTES, MOST_WAITING, Subscriber

    slow = Subscriber("t", None)
    for k in range(MOST_WAITING + 5):
        slow.send(str(k))
    assert slow.cut.is_set()
    assert slow.queue.empty()
    large = Subscriber("t", None)
    for _ in range(5):
        large.send("x" * MOST_BYTES)
    assert large.cut.is_set()
