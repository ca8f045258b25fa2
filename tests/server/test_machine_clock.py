"""The machine's clock is set a day forward or back: nobody loses by it, and nothing is held."""

import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from orrery.server.holding import played_at
from orrery.server.machine_clock import MachineClock, Pause, quiet_since
from orrery.server.schema import events, games, leases, servers

from .conftest import MakeClient
from .guests import Guest
from .test_store import game_row, rows
from .test_time import change_row, verified, wait_until
from .test_windows import TRIP, Scene

DAY = 24 * 3600.0
HOUR = 3600.0


class Clock:
    """A clock that shows the time, and can be set."""

    def __init__(self, real: Callable[[], float]) -> None:
        self._real, self.off = real, 0.0

    def __call__(self) -> float:
        return self._real() + self.off


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock(time.time)
    monkeypatch.setattr(time, "time", made)
    return made


@pytest.fixture(params=[DAY, -DAY], ids=["forward", "back"])
def jump(request: pytest.FixtureRequest) -> float:
    return float(request.param)


@pytest.fixture
def client(make_client: MakeClient, database: str) -> TestClient:
    return make_client(database, sweep_seconds=0.05, abandon_after=2 * HOUR, away_seconds=HOUR)


def hall_of(client: TestClient) -> Any:
    return client.app.state.hall  # type: ignore[attr-defined]


def test_no_game_is_lost_and_none_abandoned(
    client: TestClient, ann: Guest, bob: Guest, clock: Clock, jump: float
) -> None:
    table, quiet = ann.make("cubulus", clock=600, on_timeout="lose"), ann.make("pig", "me me")
    bob.sit(table)
    hall = hall_of(client)
    with bob.socket(table) as line:
        before = line.first["now"]["deadline"]
        clock.off += jump
        wait_until(lambda: hall.sweep.clock.pauses or jump < 0)
        told = line.hear("events")
        assert told["events"] == []
        assert told["now"]["deadline"] == pytest.approx(before + jump, abs=60)
    assert ann.look(table)["now"]["deadline"] == pytest.approx(time.time() + 600, abs=60)
    client.portal.call(hall.sweep.find_abandoned)  # type: ignore[union-attr]
    for one in (table, quiet):
        assert ann.look(one)["table"]["status"] == "playing"
    ann.play(table, 0)
    seat = ann.look(table)["now"]["turn"]
    ann.act(table, "undo", n=ann.look(table)["n"], seat=0)
    (ann if seat == 0 else bob).look(table)
    assert ann.look(table)["now"]["deadline"] > time.time() + 500
    ann.act(table, "resign", n=ann.look(table)["n"], seat=0)
    verified(client, table)


def test_a_clock_that_is_set_while_limits_are_looked_at_ends_nothing(
    client: TestClient, ann: Guest, bob: Guest, clock: Clock, jump: float
) -> None:
    table = ann.make("cubulus", clock=600, on_timeout="lose")
    bob.sit(table)
    sweep = hall_of(client).sweep
    clock.off += jump
    client.portal.call(sweep.look_at_clocks)  # type: ignore[union-attr]
    client.portal.call(sweep.find_abandoned)  # type: ignore[union-attr]
    assert ann.look(table)["table"]["status"] == "playing"


def test_no_answer_is_held(
    make_client: MakeClient,
    new_database: Callable[[str], str],
    script: list[int],
    clock: Clock,
    jump: float,
) -> None:
    client = make_client(new_database("sqlite"), window_seconds=60.0, sweep_seconds=0.05)
    scene = Scene(client, script).open_window()
    scene.answer(TRIP)
    assert scene.moves() == []
    clock.off += jump
    wait_until(lambda: scene.moves() == [TRIP])


def test_an_answer_given_after_the_clock_was_put_back_waits_no_longer(script: list[int]) -> None:
    assert played_at(1000.0 + DAY, 1000.0, 0.6, None) == 1000.6
    assert played_at(1000.0, 1000.5, 0.6, None) == 1000.6
    assert played_at(1000.0 + DAY, 1000.0, 0.6, 999.0) == 1000.6


def test_a_restart_with_a_clock_that_is_wrong_ends_nothing(
    make_client: MakeClient, client: TestClient, database: str, clock: Clock, jump: float
) -> None:
    ann = Guest(client, "Ann")
    table, quiet = ann.make("cubulus", "me me", clock=600, on_timeout="lose"), ann.make("pig")
    make_client.stop(client)
    clock.off += jump
    ann.client = again = make_client(database, sweep_seconds=0.05, abandon_after=2 * HOUR)
    hall = hall_of(again)
    again.portal.call(hall.sweep.find_abandoned)  # type: ignore[union-attr]
    deadline = ann.look(table)["now"]["deadline"]
    assert time.time() < deadline < time.time() + 700
    assert ann.look(table)["table"]["status"] == "playing"
    assert ann.look(quiet)["table"]["status"] == "open"


def test_who_is_away_is_so_since_as_long_as_before(
    client: TestClient, ann: Guest, bob: Guest, clock: Clock, jump: float
) -> None:
    table = ann.make("cubulus")
    bob.sit(table)
    with bob.socket(table):
        pass
    clock.off += jump
    hall = hall_of(client)
    wait_until(lambda: hall.sweep.clock.pauses or jump < 0)
    with ann.socket(table) as line:
        wait_until(lambda: abs(hall.tables.live._began + HOUR - time.time()) < HOUR + 60)
        line.ask("since", n=-1)
        from_when = ann.look(table)["presence"]["replaceable"][1]
    assert from_when == pytest.approx(time.time() + HOUR, abs=60)


def test_a_dead_servers_lease_ends_though_the_clock_was_put_back(client: TestClient) -> None:
    hall = hall_of(client)
    table = Guest(client, "Ann").make("pig", "me me")
    call = client.portal.call  # type: ignore[union-attr]
    assert call(hall.store.lease, table, 5, "dead", 15.0)
    assert not call(hall.store.lease, table, 5, "b", 15.0)
    with hall.store.writer.begin() as connection:
        connection.execute(sa.update(leases).values(until=leases.c.until + DAY))
    assert call(hall.store.lease, table, 5, "b", 15.0)


def test_a_clock_that_runs_a_little_off_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    wall, counted = [1000.0], [0.0]
    monkeypatch.setattr(time, "time", lambda: wall[0])
    monkeypatch.setattr(time, "monotonic", lambda: counted[0])
    clock = MachineClock()
    for _ in range(100):  # by a second in a hundred
        wall[0] += 100
        counted[0] += 101
        assert clock.look() == 0
    wall[0] += 8 * HOUR  # the machine slept
    assert clock.look() == 8 * HOUR == clock.look()
    clock.dealt_with()
    assert clock.look() == 0
    assert clock.pauses == [Pause(wall[0], 8 * HOUR)]


def test_time_that_counts_for_nobody_is_not_quiet_time(client: TestClient) -> None:
    """Games that were touched before, between and after two pauses of the clock."""
    hall, now = hall_of(client), time.time()
    pauses = [Pause(now - 10 * HOUR, 5 * HOUR), Pause(now - 4 * HOUR, 3 * HOUR)]
    ages = {"a": 18.5, "b": 15.5, "c": 9.0, "d": 8.0, "e": 3.0, "f": 1.0}  # in hours
    with hall.store.writer.begin() as connection:
        for name, age in ages.items():
            at = now - age * HOUR
            connection.execute(sa.insert(games), {**game_row(name), "created": at - HOUR})
            row = {**rows(name, 0, 1)[0], "at": at}
            connection.execute(sa.insert(events), row)

    def quiet(hours: float, given: list[Pause]) -> str:
        found = sa.select(games.c.id).where(quiet_since(hours * HOUR, given))
        with hall.store.engine.connect() as connection:
            return "".join(sorted(connection.execute(found).scalars()))

    assert quiet(2.0, []) == "abcde"
    assert quiet(8.5, []) == "abc"
    # a was quiet for 18.5 - 8 hours, b for 7.5, c for 6, d for 5, e for 3.
    assert quiet(8.0, pauses) == "a"
    assert quiet(7.0, pauses) == "ab"
    assert quiet(5.5, pauses) == "abc"
    assert quiet(2.5, pauses) == "abcde"
    assert quiet(0.5, pauses) == "abcdef"


def test_servers_say_when_they_were_at_work(client: TestClient) -> None:
    hall = hall_of(client)
    call = client.portal.call  # type: ignore[union-attr]
    with hall.store.writer.begin() as connection:
        connection.execute(sa.insert(servers), {"id": "long ago", "seen": 1.0})
    call(hall.store.note_seen, hall.server)
    assert call(hall.store.last_seen) == pytest.approx(time.time(), abs=30)
    with hall.store.engine.connect() as connection:
        assert list(connection.execute(sa.select(servers.c.id)).scalars()) == [hall.server]


def test_a_running_clock_that_was_late_before_the_jump_gets_no_more_than_its_time(
    client: TestClient, ann: Guest, clock: Clock
) -> None:
    table = ann.make("cubulus", "me me", clock=30, on_timeout="lose")
    clock.off += DAY
    wait_until(lambda: ann.look(table)["now"]["deadline"] > time.time())
    change_row(client, table, deadline=time.time() - 1)
    wait_until(lambda: ann.look(table)["table"]["status"] == "over")
