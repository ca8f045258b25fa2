"""Health that does not lie: a full disk, a store that stands still, bots that stand still."""

import os
import resource
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx
import psycopg
import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from orrery.server import botpool, store, vitals

from .conftest import MakeClient
from .guests import Guest
from .serving import Server, children_of, cut_connections
from .test_time import verified, wait_until


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is given up sooner, so that the tests end sooner."""
    monkeypatch.setattr(vitals, "LOOK_SECONDS", 0.5)
    monkeypatch.setattr(vitals, "SHARED_SECONDS", 0.0)
    monkeypatch.setattr(store, "PATIENCE", 1.0)
    monkeypatch.setattr(botpool, "WATCHDOG_SECONDS", 2.0)


def health(client: TestClient) -> tuple[int, Any]:
    answer = client.get("/health")
    return answer.status_code, answer.json()


def test_who_is_well_says_so(make_client: MakeClient, database: str) -> None:
    client = make_client(database, bot_workers=1)
    status, said = health(client)
    assert (status, said["status"], said["store_ok"]) == (200, "ok", True)
    assert said["bots_ok"] is True
    assert "sqlite" in database or said["neighbours_ok"] is True
    other = make_client(database.replace(".db", "-2.db"))
    assert health(other)[1]["bots_ok"] is None


def test_many_who_ask_are_one_look(make_client: MakeClient, database: str) -> None:
    client = make_client(database)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    looks: list[int] = []
    note = hall.store.note_seen

    def look(server: str) -> Any:
        looks.append(1)
        return note(server)

    hall.store.note_seen = look
    for _ in range(20):
        assert health(client)[0] == 200
    assert len(looks) <= 2


# A store that stands still


@contextmanager
def standing_still(url: str) -> Iterator[None]:
    """The database does nothing: its file is locked, or all its processes are stopped."""
    if url.startswith("sqlite"):
        engine = sa.create_engine(url)
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield
        engine.dispose()
        return
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute("SHOW data_directory").fetchone()
    assert found is not None
    first = int((Path(found[0]) / "postmaster.pid").read_text("utf-8").split()[0])
    stopped = [first, *children_of(first)]
    for pid in stopped:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in stopped:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


@pytest.mark.usefixtures("impatient")
def test_a_store_that_stands_still_is_said_and_loses_nothing(
    make_client: MakeClient, database: str
) -> None:
    client = make_client(database, sweep_seconds=0.05)
    ann = Guest(client, "Ann")
    table = ann.make("cubulus", "me me")
    legal = ann.look(table, 0)["now"]["legal"]
    with ann.socket(table, "show=0") as line:
        n = line.first["n"]
        with standing_still(database):
            began = time.monotonic()
            status, said = health(client)
            assert time.monotonic() - began < 5
            assert (status, said["status"], said["store_ok"]) == (503, "degraded", False)
            refused = ann.act(table, "moves", 503, n=n, seat=0, move=legal[0])
            assert refused.code == "Unavailable"
        wait_until(lambda: health(client)[0] == 200)
        # Whether it was written in the end or not, all see the same, and the game goes on.
        wait_until(lambda: ann.look(table)["n"] >= n)
        seat = ann.look(table)["now"]["turn"]
        ann.play(table, seat)
        while line.hear("events")["n"] == n:
            pass  # how things stand is said again, too
    ann.act(table, "resign", n=ann.look(table)["n"], seat=1)
    verified(client, table)


@pytest.mark.usefixtures("impatient")
def test_a_write_that_comes_late_is_told_all_the_same(
    make_client: MakeClient, new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer was given up; what was written after all is seen by those who look."""
    client = make_client(new_database("sqlite"))
    ann = Guest(client, "Ann")
    table = ann.make("cubulus", "me me")
    hall = client.app.state.hall  # type: ignore[attr-defined]
    commit, go_on = hall.store._commit, threading.Event()

    def slowly(jobs: Any) -> Any:
        go_on.wait(30)
        return commit(jobs)

    with ann.socket(table, "show=0") as line:
        n, legal = line.first["n"], line.first["now"]["legal"]
        monkeypatch.setattr(hall.store, "_commit", slowly)
        assert ann.act(table, "moves", 503, n=n, seat=0, move=legal[0]).code == "Unavailable"
        assert ann.look(table)["n"] == n
        go_on.set()
        while not (told := line.hear("events")["events"]):
            pass  # how things stand is said again, too
        assert [event["move"] for event in told] == [legal[0]]
    assert ann.look(table)["n"] == n + 1


@pytest.mark.usefixtures("impatient")
def test_what_was_not_begun_is_not_done_once_nobody_waits(
    make_client: MakeClient, new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = make_client(new_database("sqlite"))
    ann = Guest(client, "Ann")
    first, second = ann.make("cubulus", "me me"), ann.make("cubulus", "me me")
    hall = client.app.state.hall  # type: ignore[attr-defined]
    commit, begun, go_on = hall.store._commit, threading.Event(), threading.Event()

    def slowly(jobs: Any) -> Any:
        begun.set()
        go_on.wait(30)
        return commit(jobs)

    monkeypatch.setattr(hall.store, "_commit", slowly)
    asked = threading.Thread(target=ann.play, args=(first, 0, None, 503))
    asked.start()
    begun.wait(30)
    assert ann.play(second, 0, status=503).code == "Unavailable"
    asked.join()
    go_on.set()
    wait_until(lambda: ann.look(first)["n"] == 1)
    assert ann.look(second)["n"] == 0


# A store that takes nothing


def test_a_full_disk_is_said_and_loses_nothing(new_database: Callable[[str], str]) -> None:
    """The system lets no file of the server grow; then it does again."""
    url = new_database("sqlite")
    log = Path(url.removeprefix("sqlite:///") + "-wal")
    with Server(url, bots=0) as server, httpx.Client(base_url=server.address, timeout=30) as http:
        made = http.post("/api/guests", json={"bearer": True}).json()
        http.headers["Authorization"] = f"Bearer {made['token']}"
        wanted = {"game": "pig", "seats": [{"kind": "me"}] * 2}
        table = http.post("/api/tables", json=wanted).json()["id"]
        http.post(f"/api/tables/{table}/seats", json={"nonce": "0a"})

        def roll() -> int:
            page = http.get(f"/api/tables/{table}").json()
            act = {"n": page["n"], "seat": page["now"]["turn"], "move": "roll"}
            return http.post(f"/api/tables/{table}/moves", json=act).status_code

        def length() -> int:
            return int(http.get(f"/api/tables/{table}").json()["n"])

        assert roll() == 200
        room = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (log.stat().st_size, room[1]))
        before = length()
        assert roll() == 503
        wait_until(lambda: http.get("/health").status_code == 503)  # a look is good for 2 s
        assert http.get("/health").json()["store_ok"] is False
        assert length() == before
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, room)
        wait_until(lambda: http.get("/health").status_code == 200)
        assert roll() == 200
        assert length() > before


@pytest.mark.usefixtures("impatient")
def test_a_database_that_takes_no_writes_is_said_and_loses_nothing(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    url = new_database("postgresql")
    client = make_client(url)
    ann = Guest(client, "Ann")
    table = ann.make("pig", "me me")
    name = sa.make_url(url).database

    def set_read_only(value: str) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            change = f"ALTER DATABASE {name} SET default_transaction_read_only = {value}"
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(change.encode())
        cut_connections(url)

    set_read_only("on")
    wait_until(lambda: health(client)[0] == 503)
    before = wait_until(lambda: ann.look(table))["n"]
    assert ann.act(table, "moves", 503, n=before, seat=0, move="roll").code == "Unavailable"
    set_read_only("off")
    wait_until(lambda: health(client)[0] == 200)
    assert ann.look(table)["n"] == before
    ann.play(table, 0, "roll")
    assert ann.look(table)["n"] > before


# Bots that stand still


@pytest.mark.usefixtures("impatient")
def test_bots_that_stand_still_are_said_and_replaced(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    client = make_client(new_database("sqlite"), bot_workers=1, sweep_seconds=0.05)
    ann = Guest(client, "Ann")
    hall = client.app.state.hall  # type: ignore[attr-defined]
    wait_until(lambda: hall.bots._processes.awake)
    (process,) = hall.bots._processes._pool._processes.values()
    os.kill(process.pid, signal.SIGSTOP)
    status, said = health(client)
    assert (status, said["bots_ok"], said["store_ok"]) == (503, False, True)
    table = ann.make("cubulus", "1 me")
    wait_until(lambda: ann.look(table)["n"] > 0, 60)
    wait_until(lambda: health(client)[0] == 200)
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, signal.SIGCONT)


def test_each_time_a_slow_machine_is_given_more_time(
    make_client: MakeClient, new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = make_client(new_database("sqlite"), bot_workers=1)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    asked: list[float] = []

    async def never(pool: Any, seconds: float, *_: Any) -> None:
        asked.append(seconds)
        raise TimeoutError

    monkeypatch.setattr(hall.bots._processes, "_run", never)
    monkeypatch.setattr(hall.bots._processes, "_replace", lambda pool: None)
    question = type("Question", (), {"moves": (1, 2), "hint": False})
    for _ in range(3):
        with pytest.raises(Exception, match="not well"):
            client.portal.call(hall.bots.think, question)  # type: ignore[union-attr]
    assert asked == [10, 20, 40, 80, 120, 120]
