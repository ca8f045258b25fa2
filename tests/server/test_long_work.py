"""Replays, records, dice and what is brought here: worked out beside the server, fairly, once."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from orrery.server import long_tasks, long_work
from orrery.server.errors import TooFast
from orrery.server.fair_queue import Share
from orrery.server.loading import ARRIVING
from orrery.server.schema import events, games

from .conftest import MakeClient
from .guests import Guest


def finished(ann: Guest, game: str = "pig") -> str:
    table = ann.make(game, "me me")
    for _ in range(3):
        seat = ann.look(table)["now"]["turn"]
        ann.play(table, seat)
    ann.act(table, "resign", n=ann.look(table)["n"], seat=0)
    return table


def brought(ann: Guest, table: str) -> tuple[int, Any]:
    text = ann.client.get(f"/api/tables/{table}/record", headers=ann.headers).content
    answer = ann.client.post("/api/records", content=text, headers=ann.headers)
    return answer.status_code, answer.json()


def test_a_page_is_worked_out_once(ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(ann)
    hall = ann.client.app.state.hall  # type: ignore[attr-defined]
    asked: list[str] = []
    run = hall.long_work.looking.run

    async def count(seconds: float, work: Any, *given: Any) -> Any:
        asked.append(work.__name__)
        return await run(seconds, work, *given)

    monkeypatch.setattr(hall.long_work.looking, "run", count)
    pages = [ann.ask("GET", f"/api/tables/{table}/replay") for _ in range(3)]
    assert pages[0] == pages[1] == pages[2]
    verdicts = [ann.ask("GET", f"/api/tables/{table}/dice") for _ in range(3)]
    assert verdicts[0]["holds"] is True
    assert asked == ["replay_page", "dice_verdict"]


def test_those_who_ask_at_the_same_time_share_one_answer(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = ann.client.app.state.hall  # type: ignore[attr-defined]
    asked: list[str] = []

    async def slow(seconds: float, work: Any, *given: Any) -> Any:
        asked.append(work.__name__)
        await asyncio.sleep(0.05)
        return long_tasks.Done(b"{}", 0.0)

    monkeypatch.setattr(hall.long_work.looking, "run", slow)
    moment = long_tasks.Moment("", "t", 1, 3, "over", "2026-01-01")

    async def ask() -> Any:
        work = hall.long_work
        shares = [Share(str(k), str(k)) for k in range(5)]
        return await asyncio.gather(*(work.record_text(who, moment, 0) for who in shares))

    assert ann.client.portal.call(ask) == [b"{}"] * 5  # type: ignore[union-attr]
    assert asked == ["record_text"]


def test_work_is_paid_for_by_address_and_person(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    client = make_client(new_database("sqlite"), long_share=0.01, long_seconds=5.0)
    ann, bob = Guest(client, "Ann"), Guest(client, "Bob")
    table = finished(ann)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    assert hall.long_work.budget.left("testclient") == 5.0
    ann.ask("GET", f"/api/tables/{table}/replay")
    assert hall.long_work.budget.left("testclient") < 5.0
    hall.long_work.budget.spend("testclient", 10.0)
    ann.ask("GET", f"/api/tables/{table}/replay")  # it is kept: that costs nothing
    assert ann.ask("GET", f"/api/tables/{table}/record", status=429).code == "TooFast"
    status, said = brought(bob, table)
    assert (status, said["error"]["code"]) == (429, "TooFast")
    hall.long_work.budget.spend("testclient", -20.0)
    hall.long_work.budget.spend(hall.people._known.popitem()[1].id, 10.0)  # Bob from elsewhere
    assert bob.ask("GET", f"/api/tables/{table}/dice", status=429).code == "TooFast"
    ann.ask("GET", f"/api/tables/{table}/dice")


def test_one_address_does_not_fill_the_line(client: TestClient) -> None:
    work = client.app.state.hall.long_work  # type: ignore[attr-defined]

    async def fill() -> int:
        opened = asyncio.Event()

        async def hold(seconds: float, what: Any, *given: Any) -> Any:
            await opened.wait()
            return long_tasks.Done(b"", 0.0)

        work.looking.run = hold
        moments = [long_tasks.Moment("", str(k), 1, 0, "over", "2026-01-01") for k in range(20)]
        asking = [
            asyncio.ensure_future(work.record_text(Share("a", "a"), moment, 0))
            for moment in moments
        ]
        await asyncio.sleep(0.01)
        other = asyncio.ensure_future(work.record_text(Share("b", "b"), moments[-1], 1))
        await asyncio.sleep(0.01)
        opened.set()
        done = await asyncio.gather(*asking, return_exceptions=True)
        await other
        return sum(isinstance(one, TooFast) for one in done)

    assert client.portal.call(fill) == 20 - long_work.MOST_WAITING  # type: ignore[union-attr]


def test_a_process_that_stands_still_is_given_up_and_the_next_one_answers(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(ann)
    hall = ann.client.app.state.hall  # type: ignore[attr-defined]
    ann.client.portal.call(hall.long_work.looking.wake)  # type: ignore[union-attr]
    (process,) = hall.long_work.looking._pool._processes.values()
    monkeypatch.setattr(long_work, "LOOKING_SECONDS", 0.3)
    os.kill(process.pid, signal.SIGSTOP)
    refused = ann.ask("GET", f"/api/tables/{table}/replay", status=429)
    assert "longer than this server has time for" in refused.message
    monkeypatch.setattr(long_work, "LOOKING_SECONDS", 60.0)
    assert ann.ask("GET", f"/api/tables/{table}/replay")["total"] > 0


def test_what_is_brought_is_stored_a_few_events_at_a_time(
    make_client: MakeClient, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = make_client(database)
    ann = Guest(client, "Ann")
    table = finished(ann)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    writes: list[int] = []
    write = hall.store.write

    def count(work: Any) -> Any:
        writes.append(1)
        return write(work)

    monkeypatch.setattr(hall.store, "write", count)
    status, said = brought(ann, table)
    assert status == 201
    assert len(writes) >= 3  # the game, its events, and that it is whole
    assert ann.ask("GET", f"/api/tables/{said['table']}")["table"]["status"] == "over"
    assert brought(ann, table) == (201, said)  # once more: the same table


def test_what_was_half_brought_is_no_table_and_is_brought_again(
    make_client: MakeClient, database: str
) -> None:
    client = make_client(database)
    ann = Guest(client, "Ann")
    table = finished(ann)
    said = brought(ann, table)[1]
    hall = client.app.state.hall  # type: ignore[attr-defined]
    hall.tables.forget(said["table"])
    here = events.c.game_id == said["table"]
    with hall.store.writer.begin() as connection:
        change = sa.update(games).where(games.c.id == said["table"])
        connection.execute(change.values(status=ARRIVING))
        connection.execute(sa.delete(events).where(here & (events.c.n > 1)))
    assert ann.ask("GET", f"/api/tables/{said['table']}", status=404).code == "UnknownTable"
    assert brought(ann, table) == (201, said)
    page = ann.ask("GET", f"/api/tables/{said['table']}")
    assert page["n"] == ann.look(table)["n"]


def test_nobody_waits_while_a_record_is_checked(
    ann: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Checking and looking have processes of their own, and neither is the server."""
    table = finished(ann)
    hall = ann.client.app.state.hall  # type: ignore[attr-defined]
    checking, goes_on = threading.Event(), threading.Event()
    run = hall.long_work.checking.run

    async def wait(seconds: float, work: Any, *given: Any) -> Any:
        checking.set()
        while not goes_on.is_set():
            await asyncio.sleep(0.01)
        return await run(seconds, work, *given)

    monkeypatch.setattr(hall.long_work.checking, "run", wait)
    answers: list[Any] = []
    bringing = threading.Thread(target=lambda: answers.append(brought(ann, table)))
    bringing.start()
    assert checking.wait(60)
    assert bob.ask("GET", f"/api/tables/{table}/dice")["holds"] is True
    own = bob.make("pig", "me me")
    bob.play(own, bob.look(own)["now"]["turn"])
    goes_on.set()
    bringing.join(60)
    assert answers[0][0] == 201
