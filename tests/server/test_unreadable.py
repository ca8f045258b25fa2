"""A table whose rows are damaged spoils nothing but itself: lists, sweep, bots, export go on."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from orrery.core.errors import BadRecord
from orrery.server import loading
from orrery.server.schema import events, games, seats
from orrery.server.store import Store
from orrery.server.transfer import export_games, import_games

from .conftest import MakeClient
from .guests import Guest
from .test_giving_up import call

DAMAGE: dict[str, Callable[[str], Any]] = {
    "an event is no JSON": lambda id: (
        sa.update(events).where((events.c.game_id == id) & (events.c.n == 1)).values(body='{"mo')
    ),
    "an event is another thing": lambda id: (
        sa.update(events).where((events.c.game_id == id) & (events.c.n == 1)).values(body="[]")
    ),
    "the options are no JSON": lambda id: (
        sa.update(games).where(games.c.id == id).values(options="{")
    ),
    "the beginning is missing": lambda id: sa.delete(events).where(
        (events.c.game_id == id) & (events.c.n == 0)
    ),
    "the whole log is missing": lambda id: sa.delete(events).where(events.c.game_id == id),
    "a seat is missing": lambda id: sa.delete(seats).where(
        (seats.c.game_id == id) & (seats.c.seat == 1)
    ),
}


@contextmanager
def stopped(database: str) -> Iterator[sa.Connection]:
    """The rows of a store that nobody serves."""
    with closing(Store(database)) as store, store.writer.begin() as connection:
        yield connection


def running(ann: Guest) -> str:
    """A table of one's own with a move made at it; it is seat 1's turn."""
    table = ann.make("high_card", "me me")
    ann.play(table, 0, "keep")
    return table


def listed(guest: Guest) -> dict[str, Any]:
    return {entry["id"]: entry for entry in guest.ask("GET", "/api/tables")["tables"]}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_table_is_named_and_the_others_go_on(
    make_client: MakeClient, database: str, what: str
) -> None:
    ann = Guest(make_client(database), "Ann")
    good, bad, open_table = running(ann), running(ann), ann.make("pig")
    make_client.stop(ann.client)
    with stopped(database) as connection:
        connection.execute(DAMAGE[what](bad))
    ann.client = make_client(database)

    error = ann.look(bad, status=503)
    assert (error.code, error.detail) == ("Unreadable", {"table": bad})
    assert ann.act(bad, "moves", 503, n=1, seat=1, move="keep").code == "Unreadable"
    with ann.socket(bad) as line:
        assert line.first["error"]["code"] == "Unreadable"
    for page in ("record", "replay", "dice"):
        assert ann.ask("GET", f"/api/tables/{bad}/{page}", status=503).code == "Unreadable"

    mine = listed(ann)
    assert [entry["unreadable"] for entry in (mine[good], mine[bad], mine[open_table])] == [
        *(False, True, False),
    ]
    assert (mine[bad]["your_turn"], mine[good]["your_turn"]) == (False, True)
    assert (mine[bad]["game"], mine[bad]["names"][0]) == ("high_card", "Ann")
    ann.play(good, 1, "keep")
    assert ann.look(good)["table"]["status"] == "over"
    assert listed(ann)[good]["your_turn"] is False


@pytest.mark.parametrize("what", ["an event is no JSON", "the options are no JSON"])
def test_a_list_finds_a_table_unreadable_whose_turn_it_does_not_know(
    make_client: MakeClient, database: str, what: str
) -> None:
    """So games of earlier releases are listed: they are read once, and then never for a list."""
    ann = Guest(make_client(database), "Ann")
    tables = [running(ann) for _ in range(3)]
    make_client.stop(ann.client)
    with stopped(database) as connection:
        connection.execute(DAMAGE[what](tables[1]))
        connection.execute(sa.update(games).values(turn=None))
    for _ in range(2):
        ann.client = make_client(database)
        mine = listed(ann)
        assert [mine[table]["unreadable"] for table in tables] == [False, True, False]
        assert [mine[table]["your_turn"] for table in tables] == [True, False, True]
        assert [turn_of(ann.client, table) for table in tables] == [1, None, 1]
        make_client.stop(ann.client)


def test_a_list_reads_no_log(
    make_client: MakeClient, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = make_client(database)
    ann, bob = Guest(client, "Ann"), Guest(client, "Bob")
    tables = [ann.make("pig", "me open") for _ in range(3)]
    for table in tables[1:]:
        bob.sit(table)
    ann.play(tables[2], 0, "roll")
    while ann.look(tables[2])["now"]["turn"] == 0:
        ann.play(tables[2], 0, "hold")
    make_client.stop(client)

    def refuse(*_: object) -> Any:
        raise AssertionError("a log is read")

    ann.client = bob.client = make_client(database)
    with monkeypatch.context() as changed:
        changed.setattr(loading, "load_events", refuse)
        anns, bobs = listed(ann), listed(bob)
    assert [anns[table]["your_turn"] for table in tables] == [False, True, False]
    assert list(anns) == tables[::-1]
    assert [bobs[table]["your_turn"] for table in tables[1:]] == [False, True]
    assert [entry["names"] for entry in bobs.values()] == [["Ann", "Bob"]] * 2


def turn_of(client: TestClient, table: str) -> Any:
    store = client.app.state.hall.store  # type: ignore[attr-defined]
    with store.engine.connect() as connection:
        query = sa.select(games.c.turn).where(games.c.id == table)
        return connection.execute(query).scalar_one()


def test_the_list_says_whose_turn_it_is_at_every_moment(
    make_client: MakeClient, database: str
) -> None:
    """With moves, bots that stand in, take-backs, giving up and the end."""
    client = make_client(database)
    ann, bob = Guest(client, "Ann"), Guest(client, "Bob")
    table = ann.make("cubulus", "me open open", options={"players": 3})

    def check() -> None:
        now = ann.look(table)["now"]
        turn = now["turn"] if now is not None else "over"
        held = ann.look(table)["table"]["seats"]
        for person, guest in enumerate((ann, bob)):
            mine = turn != "over" and turn == person and held[person]["kind"] == "person"
            assert listed(guest)[table]["your_turn"] is mine
        assert turn_of(client, table) == (-2 if turn == "over" else turn)

    bob.sit(table, 1)
    check()
    put = f"/api/tables/{table}/seats"
    ann.ask("PUT", f"{put}/2", {"kind": "bot"})
    check()
    ann.play(table, 0)
    check()
    bob.ask("DELETE", f"{put}/1")
    check()
    bob.sit(table, 1)
    check()
    n = ann.look(table)["n"]
    assert ann.look(table, 0)["now"]["undo"] == "free"
    ann.act(table, "undo", n=n, seat=0)
    check()
    ann.play(table, 0)
    ann.act(table, "resign", n=ann.look(table)["n"], seat=0)
    check()
    bob.act(table, "resign", n=ann.look(table)["n"], seat=1)
    check()


def test_sweep_and_bots_leave_it_alone_and_serve_the_others(
    make_client: MakeClient, database: str
) -> None:
    ann = Guest(make_client(database), "Ann")
    late, bots, good = (
        ann.make("pig", "me me", clock=600, on_timeout="lose"),
        ann.make("pig", "1 1"),
        ann.make("pig", "me me", clock=600, on_timeout="lose"),
    )
    good_bots = ann.make("pig", "1 1")
    make_client.stop(ann.client)
    with stopped(database) as connection:
        for table in (late, bots):
            first = (events.c.game_id == table) & (events.c.n == 0)
            connection.execute(sa.update(events).where(first).values(body="?"))
    client = ann.client = make_client(database, bot_workers=1, grace_seconds=0, sweep_seconds=0.05)
    with client.app.state.hall.store.writer.begin() as connection:  # type: ignore[attr-defined]
        both = games.c.id.in_((late, good))
        connection.execute(sa.update(games).where(both).values(deadline=1.0))
    ends = time.monotonic() + 60
    while any(ann.look(table)["table"]["status"] != "over" for table in (good, good_bots)):
        assert time.monotonic() < ends, "the others do not go on"
        time.sleep(0.05)
    while not all(listed(ann)[table]["unreadable"] for table in (late, bots)):
        assert time.monotonic() < ends, "nobody has noticed"
        time.sleep(0.05)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    tried: list[str] = []
    hall.tables.find = lambda table_id: tried.append(table_id)
    call(client, hall.sweep.look_at_clocks)
    call(client, hall.sweep.find_bot_turns)
    call(client, hall.sweep.look_at_answers)
    assert tried == []  # it is not tried again and again
    row = sa.select(games.c.deadline, games.c.status).where(games.c.id == late)
    with hall.store.engine.connect() as connection:
        assert tuple(connection.execute(row).one()) == (1.0, "playing")  # nothing is lost


def test_what_was_put_right_goes_on(make_client: MakeClient, database: str) -> None:
    ann = Guest(make_client(database), "Ann")
    table = running(ann)
    make_client.stop(ann.client)
    first = (events.c.game_id == table) & (events.c.n == 0)
    with stopped(database) as connection:
        kept = connection.execute(sa.select(events.c.body).where(first)).scalar_one()
        connection.execute(sa.update(events).where(first).values(body="?"))
    ann.client = make_client(database)
    assert ann.look(table, status=503).code == "Unreadable"
    with ann.client.app.state.hall.store.writer.begin() as connection:  # type: ignore[attr-defined]
        connection.execute(sa.update(events).where(first).values(body=kept))
    assert listed(ann)[table]["unreadable"] is True
    assert ann.look(table, 1)["now"]["legal"]
    entry = listed(ann)[table]
    assert (entry["unreadable"], entry["your_turn"]) == (False, True)
    ann.play(table, 1, "keep")
    assert ann.look(table)["table"]["status"] == "over"


def test_after_a_start_it_is_tried_once_more(make_client: MakeClient, database: str) -> None:
    ann = Guest(make_client(database), "Ann")
    table = running(ann)
    make_client.stop(ann.client)
    with stopped(database) as connection:
        connection.execute(sa.update(games).where(games.c.id == table).values(unreadable=True))
    ann.client = make_client(database)
    assert listed(ann)[table]["unreadable"] is False
    assert listed(ann)[table]["your_turn"] is True


def test_it_is_exported_and_not_imported(
    make_client: MakeClient,
    database: str,
    new_database: Callable[[str], str],
    tmp_path: Path,
) -> None:
    ann = Guest(make_client(database), "Ann")
    tables = [running(ann) for _ in range(2)]
    make_client.stop(ann.client)
    with stopped(database) as connection:
        connection.execute(DAMAGE["an event is no JSON"](tables[0]))
    path = tmp_path / "games.jsonl"
    with closing(Store(database)) as store:
        assert export_games(store, path) == 2
    with closing(Store(new_database("sqlite"))) as store, pytest.raises(BadRecord, match="line 3"):
        import_games(store, path)
    lines = path.read_text("utf-8").splitlines()
    bodies = [json.loads(line) for line in lines if tables[0] not in line]
    bodies[0]["games"] = bodies[-1]["end"] = 1
    path.write_text("".join(json.dumps(body) + "\n" for body in bodies))
    with closing(Store(new_database("sqlite"))) as store:
        assert import_games(store, path) == (1, 0)


def test_trouble_that_is_not_the_tables_marks_nothing(
    make_client: MakeClient, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = make_client(database)
    ann = Guest(client, "Ann")
    table = running(ann)
    client.app.state.hall.tables.forget(table)  # type: ignore[attr-defined]

    def no_memory(*_: object, **__: object) -> Any:
        raise sa.exc.OperationalError("SELECT", {}, Exception("the disk is away"))

    with monkeypatch.context() as changed:
        changed.setattr(loading, "load_events", no_memory)
        assert ann.look(table, status=503).code == "Unavailable"
    assert listed(ann)[table]["unreadable"] is False
    assert ann.look(table)["table"]["status"] == "playing"
