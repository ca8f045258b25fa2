"""Those who give up, do not read, or come in numbers: nothing is lost, nobody else waits."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from orrery.core.errors import BadRecord
from orrery.core.record import Record
from orrery.server.advice import MOST_WAITING
from orrery.server.live import Subscriber
from orrery.server.records import table_of
from orrery.server.schema import people

from .conftest import MakeClient
from .guests import Guest


def call(client: TestClient, work: Callable[..., Any], *args: Any) -> Any:
    return client.portal.call(work, *args)  # type: ignore[union-attr]


def test_what_was_begun_is_finished_and_told_though_the_actor_gives_up(
    client: TestClient, ann: Guest
) -> None:
    table = ann.make("cubulus", "me me")
    hall = client.app.state.hall  # type: ignore[attr-defined]

    async def act() -> tuple[int, int]:
        watcher = Subscriber(table, None)
        watcher.n = 0
        hall.tables.live.join(watcher)
        slow = asyncio.ensure_future(hall.store.write(lambda c: time.sleep(0.3)))
        person = await hall.people.find(ann.headers["Authorization"].split()[1])
        move = asyncio.ensure_future(hall.tables.play(table, person, 0, 0, "colour b"))
        await asyncio.sleep(0.1)
        move.cancel()
        await asyncio.wait([move])
        await slow
        found = await hall.tables.find(table)
        hall.tables.live.leave(watcher)
        return found.n, watcher.n

    stored, told = call(client, act)
    assert stored == told > 0


def test_who_stops_waiting_for_a_table_stops_nobody_else(client: TestClient, ann: Guest) -> None:
    table = ann.make("cubulus", "me me")
    hall = client.app.state.hall  # type: ignore[attr-defined]

    async def act() -> Any:
        hall.tables.forget(table)
        first = asyncio.ensure_future(hall.tables.find(table))
        second = asyncio.ensure_future(hall.tables.find(table))
        await asyncio.sleep(0)
        first.cancel()
        return (await second).id == table

    assert call(client, act)


def test_tables_that_nobody_needs_make_room(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    client = make_client(new_database("sqlite"), live_megabytes=0.6)
    ann = Guest(client, "Ann")
    hall = client.app.state.hall  # type: ignore[attr-defined]
    watched = [ann.make("pig", "me me") for _ in range(10)]

    async def watch() -> list[Subscriber]:
        made = [Subscriber(table, None) for table in watched]
        for subscriber in made:
            hall.tables.live.join(subscriber)
        return made

    call(client, watch)
    for _ in range(60):
        ann.make("pig", "me me")
    assert 10 < len(hall.tables._tables) < 40
    assert hall.tables._bytes == sum(table.size for table in hall.tables._tables.values())
    assert hall.tables._bytes <= 600_000
    assert set(watched) <= set(hall.tables._tables)


def test_a_worker_that_dies_is_replaced(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    client = make_client(new_database("sqlite"), bot_workers=1)
    ann = Guest(client, "Ann")
    table, other = ann.make("cubulus", "me 1"), ann.make("cubulus", "me 1")
    ann.act(table, "hint", n=ann.look(table)["n"], seat=0)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    for process in list(hall.bots._processes._pool._processes.values()):
        os.kill(process.pid, signal.SIGKILL)
    time.sleep(0.2)
    assert ann.act(other, "hint", n=ann.look(other)["n"], seat=0)["move"]


def test_hints_are_one_at_a_time(client: TestClient, ann: Guest) -> None:
    table = ann.make("cubulus", "me 1")
    hall = client.app.state.hall  # type: ignore[attr-defined]
    me = ann.ask("GET", "/api/me")["id"]
    hall.advice._asking.add(me)
    assert ann.act(table, "hint", 429, n=ann.look(table)["n"], seat=0).code == "TooFast"
    hall.advice._asking.remove(me)
    hall.advice._asking.update(f"somebody {k}" for k in range(MOST_WAITING))
    assert ann.act(table, "hint", 429, n=ann.look(table)["n"], seat=0).code == "TooFast"


def test_a_stranger_whose_act_fails_keeps_the_guest_they_became(
    client: TestClient, ann: Guest
) -> None:
    table = ann.make("cubulus", "me me")
    for _ in range(3):
        answer = client.post(f"/api/tables/{table}/seats/0", json={})
        assert answer.status_code == 409
    hall = client.app.state.hall  # type: ignore[attr-defined]
    with hall.store.engine.connect() as connection:
        count = sa.select(sa.func.count()).select_from(people)
        assert connection.execute(count).scalar_one() == 2


def broken(text: str, **changes: Any) -> Record:
    body = dict(Record.read(text).body)
    return Record({**body, **changes})


def test_records_that_no_table_writes_are_not_kept(client: TestClient, ann: Guest) -> None:
    table = ann.make("pig", "me me")
    ann.act(table, "resign", n=0, seat=0)
    text = client.get(f"/api/tables/{table}/record").text
    body = Record.read(text).body
    names = [{"name": "\x1b[2Jevil\u202e<b>"}, {"name": "Ann"}]
    large = {**body["dice"], "nonces": ["00" * 100_000]}
    many = [{"kind": "undo", "by": 0, "salt": "0" * 32, "chain": "0" * 64}] * 9000
    for changes in ({"seats": names}, {"dice": large}, {"events": many}):
        with pytest.raises(BadRecord):
            table_of(broken(text, **changes))
