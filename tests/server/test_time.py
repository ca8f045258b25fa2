"""What happens by itself: clocks, abandoned games, bots that take turns, rules that go away."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from orrery.core import registry
from orrery.core.record import Record
from orrery.server.schema import events, games, leases

from .conftest import MakeClient
from .guests import Guest


def change_row(client: TestClient, table: str, **columns: Any) -> None:
    """Change a game in the store behind the server's back, and let it forget what it knew."""
    hall = client.app.state.hall  # type: ignore[attr-defined]
    with hall.store.writer.begin() as connection:
        connection.execute(sa.update(games).where(games.c.id == table).values(**columns))
    hall.tables._tables.pop(table, None)


def wait_until(what: Callable[[], Any], seconds: float = 20.0) -> Any:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        found = what()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("it did not happen in time")


def verified(client: TestClient, table: str) -> Any:
    record = Record.read(client.get(f"/api/tables/{table}/record").text, strict=True)
    record.verify(registry.find(record.game_name))
    return record.body


@pytest.fixture
def client(make_client: MakeClient, database: str) -> TestClient:
    return make_client(database, sweep_seconds=0.05)


def test_whose_time_runs_out_loses_where_that_was_agreed(
    client: TestClient, ann: Guest, bob: Guest
) -> None:
    table = ann.make("cubulus", clock=30, on_timeout="lose")
    bob.sit(table)
    page = ann.look(table, 0)
    assert page["now"]["deadline"] == pytest.approx(time.time() + 30, abs=5)
    with bob.socket(table) as line:
        change_row(client, table, deadline=time.time() - 1)
        told = line.hear("events")
    assert [e["kind"] for e in told["events"]] == ["timeout", "end"]
    body = verified(client, table)
    assert body["events"][0]["ends"] is True
    assert body["result"] == {"winner": 1, "reason": "timeout", "scores": [-1.0, 1.0]}
    assert ann.act(table, "moves", 409, n=2, seat=0, move="x").code == "GameOver"


def test_else_a_bot_plays_on_and_its_person_comes_back(
    client: TestClient, ann: Guest, bob: Guest
) -> None:
    table = ann.make("cubulus", clock=30, stand_in=2)
    bob.sit(table)
    change_row(client, table, deadline=time.time() - 1)
    page = wait_until(lambda: (p := ann.look(table)) and p["n"] >= 2 and p)
    assert [e["kind"] for e in page["events"]] == ["begin", "timeout", "seat"]
    assert page["events"][2]["bot"] == "search:2"
    assert page["now"]["deadline"] is None
    ann.sit(table, 0)
    ann.play(table, 0)
    bob.act(table, "resign", n=ann.look(table)["n"], seat=1)
    kinds = [event["kind"] for event in verified(client, table)["events"]]
    assert kinds[:3] == ["timeout", "seat", "seat"]


def test_a_move_in_time_starts_the_clock_anew(client: TestClient, ann: Guest) -> None:
    table = ann.make("cubulus", "me me", clock=30)
    change_row(client, table, deadline=time.time() + 8)
    assert ann.look(table)["now"]["deadline"] < time.time() + 9
    ann.play(table, 0)
    assert ann.look(table)["now"]["deadline"] > time.time() + 20


def test_clocks_survive_a_restart_with_some_grace(
    make_client: MakeClient, database: str, client: TestClient, ann: Guest
) -> None:
    table = ann.make("cubulus", "me me", clock=30, on_timeout="lose")
    make_client.stop(client)
    engine = sa.create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(sa.update(games).values(deadline=time.time() - 500))
    engine.dispose()
    ann.client = make_client(database, sweep_seconds=0.05, grace_seconds=1.0)
    assert ann.look(table)["table"]["status"] == "playing"
    wait_until(lambda: ann.look(table)["table"]["status"] == "over")


def test_nobody_gains_time_by_leaving_or_taking_back(
    client: TestClient, ann: Guest, bob: Guest
) -> None:
    table = ann.make("cubulus", clock=600)
    bob.sit(table)
    before = ann.look(table)["now"]["deadline"]
    for who, seat in ((ann, 0), (bob, 1)):
        who.ask("DELETE", f"/api/tables/{table}/seats/{seat}")
        who.sit(table, seat)
    assert ann.look(table)["now"]["deadline"] == pytest.approx(before, abs=0.01)
    hot = ann.make("cubulus", "me me", clock=600)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    for told in hall.tables._tables[hot].told:
        told.at -= 300  # as if the first decision had taken five minutes
    ann.play(hot, 0)
    ann.play(hot, 1)
    turn = ann.look(hot)["now"]["turn"]
    ann.play(hot, turn)
    again = ann.look(hot)["now"]["turn"]
    told = hall.tables._tables[hot].told
    told[-1].at += 200
    ann.act(hot, "undo", n=ann.look(hot)["n"], seat=turn)
    assert again >= 0
    assert ann.look(hot)["now"]["deadline"] < time.time() + 410


def test_one_bad_game_holds_up_no_other(client: TestClient, ann: Guest) -> None:
    bad, gone, good = (ann.make("pig", "me me", clock=60, on_timeout="lose") for _ in range(3))
    hall = client.app.state.hall  # type: ignore[attr-defined]
    with hall.store.writer.begin() as connection:
        broken = sa.update(events).where(events.c.game_id == bad).values(body="nonsense")
        connection.execute(broken)
    now = time.time()
    change_row(client, gone, ruleset=99, deadline=now - 2)
    change_row(client, bad, deadline=now - 3)
    change_row(client, good, deadline=now - 1)
    wait_until(lambda: ann.look(good)["table"]["status"] == "over")
    late = games.c.deadline.is_not(None) & games.c.unreadable.is_not(True)
    with hall.store.engine.connect() as connection:
        assert connection.execute(sa.select(games.c.id).where(late)).all() == []


def test_a_game_nobody_finishes_is_abandoned_and_reveals_its_dice(
    make_client: MakeClient, database: str
) -> None:
    client = make_client(database, abandon_after=0.2, sweep_seconds=0.05)
    ann = Guest(client, "Ann")
    table, empty = ann.make("pig", "me me"), ann.make("pig", "me open")
    ann.play(table, 0, "roll")
    hall = client.app.state.hall  # type: ignore[attr-defined]
    time.sleep(0.4)
    client.portal.call(hall.sweep.find_abandoned)  # type: ignore[union-attr]
    body = verified(client, table)
    assert body["result"] == {"winner": None, "reason": "abandoned", "scores": [0.0, 0.0]}
    assert body["secret"] is not None
    dice = ann.ask("GET", f"/api/tables/{table}/dice")
    assert dice["holds"] is True
    assert ann.look(empty)["table"]["status"] == "over"
    assert ann.sit(empty, 1, 409).code == "NotNow"


# Bots


@pytest.mark.parametrize("game", ["cubulus", "pig", "high_card"])
def test_bots_play_a_game_to_its_end(make_client: MakeClient, database: str, game: str) -> None:
    client = make_client(database, bot_workers=1)
    ann = Guest(client, "Ann")
    options = {"target": 20} if game == "pig" else {}
    table = ann.make(game, "1 1", options=options)
    wait_until(lambda: ann.look(table)["table"]["status"] == "over", 120)
    body = verified(client, table)
    assert [seat["bot"] for seat in body["seats"]] == ["search:1", "search:1"]
    assert body["result"] is not None


def test_another_server_takes_up_a_bots_turn_when_the_lease_is_over(
    make_client: MakeClient, database: str
) -> None:
    client = make_client(database, bot_workers=1, sweep_seconds=0.05)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    ann = Guest(client, "Ann")
    hall.tables.wake_bot = lambda table_id: None  # as if the server had died just then
    table = ann.make("pig", "2 me", options={"target": 20})
    client.portal.call(hall.store.lease, table, 0, "dead server", 2.0)  # type: ignore[union-attr]
    assert not client.portal.call(  # type: ignore[union-attr]
        hall.store.lease, table, 0, "another", 2.0
    )
    hall.tables.wake_bot = hall.bots.wake
    time.sleep(1.0)
    assert ann.look(table)["n"] == 0
    wait_until(lambda: ann.look(table)["n"] > 0)


def test_a_lease_is_renewed_by_its_owner_and_lapses_with_the_turn(client: TestClient) -> None:
    hall = client.app.state.hall  # type: ignore[attr-defined]
    table = Guest(client, "Ann").make("pig", "me me")
    call = client.portal.call  # type: ignore[union-attr]
    assert call(hall.store.lease, table, 5, "a", 60.0)
    assert call(hall.store.lease, table, 5, "a", 60.0)
    assert not call(hall.store.lease, table, 5, "b", 60.0)
    assert call(hall.store.lease, table, 6, "b", 60.0)
    with hall.store.engine.connect() as connection:
        assert connection.execute(sa.select(leases.c.owner)).scalar_one() == "b"


def test_a_thinking_bot_holds_up_nobody(make_client: MakeClient, database: str) -> None:
    """While a bot thinks for seconds, other tables are answered."""
    client = make_client(database, bot_workers=1, delay_seconds=3.0)
    ann = Guest(client, "Ann")
    slow, quick = ann.make("cubulus", "5 me"), ann.make("cubulus", "me me")
    began = time.perf_counter()
    for _ in range(5):
        ann.play(quick, ann.look(quick)["now"]["turn"])
    assert time.perf_counter() - began < 3.0 or ann.look(slow)["n"] == 0


def test_a_game_that_is_not_compiled_is_played_at_once(
    make_client: MakeClient,
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Any,
) -> None:
    """With an empty cache the first moves come from interpreted rules; nothing waits."""
    from orrery.core import cache

    monkeypatch.setenv("ORRERY_CACHE_DIR", str(tmp_path / "cache"))
    cache.root.cache_clear()
    monkeypatch.setattr(cache, "_loaded", {})
    try:
        client = make_client(database, bot_workers=1)
        ann = Guest(client, "Ann")
        table = ann.make("pig", "me 3")
        assert not cache.is_ready(registry.find("pig"))
        ann.play(table, 0, "roll")
        page = ann.look(table, 0)
        while page["now"]["turn"] == 0 and page["now"]["legal"] != ["roll"]:
            ann.play(table, 0, "hold")
            page = ann.look(table, 0)
        n = page["n"]
        if page["now"]["turn"] == 1:
            wait_until(lambda: ann.look(table)["n"] > n, 30)
        assert not cache.is_loaded(registry.find("pig"))
    finally:
        cache.root.cache_clear()


# Rulesets


def test_a_game_whose_rules_are_gone_is_readable_and_says_so(
    client: TestClient, ann: Guest
) -> None:
    table = ann.make("high_card", "me me", options={"cards": 5})
    ann.play(table, 0, "keep")
    before = ann.look(table, 0)
    record = client.get(f"/api/tables/{table}/record?seat=0", headers=ann.headers).text
    change_row(client, table, ruleset=99)
    page = ann.look(table, 0)
    untold = [event | {"steps": []} if "steps" in event else event for event in before["events"]]
    assert page["events"] == untold  # what a step is called is for its game to say
    assert page["now"] is None
    assert not page["table"]["playable"]
    assert "ruleset 99 of high_card" in page["table"]["note"]
    assert ann.act(table, "moves", 409, n=page["n"], seat=1, move="keep").code == "NotNow"
    assert ann.ask("GET", f"/api/tables/{table}/replay", status=409).code == "NotNow"
    assert "no longer available here" in ann.ask("GET", f"/api/tables/{table}/dice")["sentence"]
    again = client.get(f"/api/tables/{table}/record?seat=0", headers=ann.headers).text
    assert json.loads(again)["events"] == json.loads(record)["events"]
    change_row(client, table, game="vanished")
    assert ann.look(table)["table"]["note"].startswith("ruleset 99 of vanished")
