"""Windows in others' turns at a table of Black Crystal: held, passed, timed, and never told early.

Seat 2 draws a Trip-up (F10); seat 3 meets a monster, so seat 2 is asked whether it steps in.
"""

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from orrery.server import metrics
from orrery.server.errors import Stale
from orrery.server.holding import GRID, played_at
from orrery.server.schema import games

from .conftest import MakeClient
from .guests import Guest, Line
from .scripted import outcomes
from .test_privacy import masked
from .test_time import change_row, verified, wait_until

KIND = "state.preroll"
TRIP = "play F10 d"
WATCHER = 4
SLOW = 60.0
SIX = 5
"""The place of a 6 among the faces: the fight is won when seat 2 has answered."""
PLAYED = (
    "out=boom.tee",
    "out=boom.tee",
    "skill=engineer",
    "skill=iron_head",
    "skill=merchant",
    "skill=shaman",
    "first=1",
    "tile=find.tee",
    "lay W r0",
    "find=CARD",
    "tile=find.tee",
    "lay N r1",
    "find=F10",
    "tile=boom.tee",
    "lay E r0",
    "boom=B05",
)
"""Seat 1 draws a card that nobody else sees, seat 2 the Trip-up; then seat 3 meets a monster."""


class Scene:
    """Four people at a table, and somebody who watches."""

    def __init__(
        self, client: TestClient, script: list[int], card: str = "F05", **more: Any
    ) -> None:
        self.client = client
        drawn, self.decided, turn = outcomes(PLAYED, card)
        assert turn == 2
        script[:] = [*drawn, SIX]
        self.people = [Guest(client, name) for name in ("Ann", "Bob", "Cid", "Dot", "Eve")]
        self.asked = self.people[2]
        self.table = self.people[0].make(
            "black_crystal", "me open open open", options={"players": 4}, **more
        )
        for seat in (1, 2, 3):
            self.people[seat].sit(self.table, seat)

    @property
    def hall(self) -> Any:
        return self.client.app.state.hall  # type: ignore[attr-defined]

    def open_window(self) -> "Scene":
        """Play until seat 2 is asked."""
        for seat, move in self.decided:
            self.people[seat].play(self.table, seat, move)
        return self

    def look(self, seat: int = 2) -> Any:
        return self.people[seat].look(self.table, None if seat == WATCHER else seat)

    def answer(self, move: str, status: int = 200) -> Any:
        return self.asked.act(self.table, "moves", status, n=self.look()["n"], seat=2, move=move)

    def resign_all(self) -> None:
        """One after another, until nobody is left and the game ends."""
        for seat in (0, 1, 3, 2):
            self.people[seat].act(self.table, "resign", n=self.look(0)["n"], seat=seat)

    def set_passes(self, *kinds: str, status: int = 200, seat: int = 2) -> Any:
        where = f"/api/tables/{self.table}/seats/{seat}/windows"
        return self.asked.ask("PUT", where, {"passes": list(kinds)}, status)

    def moves(self) -> list[str]:
        """The moves of seat 2 since it was asked."""
        asked_at = len(PLAYED)
        told = [event for event in self.look(0)["events"] if event["n"] > asked_at]
        return [event["move"] for event in told if event["kind"] == "ply" and event["by"] == 2]

    def restarted(self, client: TestClient) -> "Scene":
        """The same people at another server on the same store."""
        self.client = client
        for person in self.people:
            person.client = client
        return self


@pytest.fixture
def slow(make_client: MakeClient, new_database: Callable[[str], str]) -> TestClient:
    """A server on which answers wait for a minute."""
    return make_client(new_database("sqlite"), window_seconds=SLOW, sweep_seconds=0.05)


# Asking


def test_what_a_window_tells_whom(client: TestClient, script: list[int]) -> None:
    scene = Scene(client, script).open_window()
    mine, others = scene.look(2)["now"], [scene.look(seat)["now"] for seat in (0, 1, 3, WATCHER)]
    window = mine["window"]
    assert mine["turn"] == 2
    assert window["turn_of"] == 3
    assert [answer["move"] for answer in window["answers"]] == mine["legal"]
    assert window["answers"][0]["says"]["key"] == "move.pass"
    assert window["default"] == "pass"
    assert window["answered"] is None
    assert TRIP in mine["legal"]
    for now in others:
        assert now["window"] == {
            "turn_of": 3,
            "opened": window["opened"],
            "answers": None,
            "default": None,
            "answered": None,
        }
    before = client.get("/api/games/black_crystal").json()
    assert KIND in before["windows"]
    assert before["defaults"] is True
    assert client.get("/api/games/pig").json()["windows"] == []


def test_in_ones_own_turn_there_is_no_window(client: TestClient, script: list[int]) -> None:
    scene = Scene(client, script)
    assert scene.look(1)["now"]["turn"] == 1
    assert scene.look(1)["now"]["window"] is None


# Holding


@pytest.mark.parametrize(
    ("after", "deadline", "waits"),
    [
        (0.0, None, 0.5),
        (0.49, None, 0.5),
        (0.5, None, 0.5),
        (0.51, None, 2.0),
        (1.9, None, 2.0),
        (2.1, None, 4.0),
        (2.1, 3.0, 3.0),
        (0.1, 3.0, 0.5),
        (0.1, 0.2, 0.5),
    ],
)
def test_answers_are_played_on_a_coarse_grid(
    after: float, deadline: float | None, waits: float
) -> None:
    opened = 1000.0
    until = None if deadline is None else opened + deadline
    assert played_at(opened, opened + after, 0.5, until) == pytest.approx(opened + waits)
    assert GRID == 4


def test_an_answer_is_acknowledged_at_once_and_played_when_it_is_due(
    make_client: MakeClient, new_database: Callable[[str], str], script: list[int]
) -> None:
    client = make_client(new_database("sqlite"), window_seconds=1.0)
    scene = Scene(client, script).open_window()
    opened = scene.look()["now"]["window"]["opened"]
    n = scene.look()["n"]
    with scene.asked.socket(scene.table, "show=2") as line:
        answer = line.ask("play", n=n, seat=2, move=TRIP)
        assert answer["answer"] == {"n": n, "held": True}
        assert scene.look(0)["n"] == n
        assert scene.look(0)["now"]["window"]["answered"] is None
        now = scene.look()["now"]
        assert now["legal"] is None
        assert now["window"]["answered"] == TRIP
        told = line.hear("events")
        while not told["events"]:  # one's own sockets are told at once that the answer is kept
            told = line.hear("events")
    first = told["events"][0]
    assert (first["by"], first["move"]) == (2, TRIP)
    assert 1.0 <= first["at"] - opened < 1.9
    assert scene.look()["now"]["window"] is None or scene.look()["n"] > n


def test_figures_say_nothing_of_an_answer_that_waits(slow: TestClient, script: list[int]) -> None:
    scene = Scene(slow, script).open_window()
    n = scene.look()["n"]
    with scene.asked.socket(scene.table, "show=2") as line:
        before = figures_of_acts()
        line.ask("preview", n=n, seat=2, move=TRIP)
        scene.asked.act(scene.table, "moves", 409, n=n, seat=2, move="play F05")
        assert line.ask("play", n=n, seat=2, move="nonsense")["is"] == "error"
        assert line.ask("play", n=n, seat=2, move=TRIP)["answer"]["held"]
        scene.asked.act(scene.table, "moves", 409, n=n, seat=2, move="pass")
        scene.set_passes(KIND)
        assert figures_of_acts() == before
    scene.people[3].look(scene.table)
    assert figures_of_acts() != before  # looking is seen by all


def figures_of_acts() -> list[bytes]:
    """All figures but how late the loop is, which is looked at by the clock."""
    return [line for line in metrics.page().splitlines() if b"orrery_loop_lag" not in line]


def test_one_answer_and_only_a_legal_one(slow: TestClient, script: list[int]) -> None:
    scene = Scene(slow, script).open_window()
    assert scene.answer("play F05", 409).code == "IllegalMove"
    assert scene.answer("play F05", 409).rule
    assert scene.answer("nonsense", 422).code == "BadNotation"
    assert scene.answer("pass")["held"] is True
    refused = scene.answer(TRIP, 409)
    assert refused.code == "NotNow"
    page = scene.look(0)
    other = scene.people[0].act(scene.table, "moves", 409, n=page["n"], seat=0, move="pass")
    assert other.code == "NotYourTurn"


def test_an_acknowledged_answer_survives_a_restart(
    make_client: MakeClient, database: str, script: list[int]
) -> None:
    client = make_client(database, window_seconds=SLOW)
    scene = Scene(client, script).open_window()
    assert scene.answer(TRIP)["held"] is True
    make_client.stop(client)
    scene.restarted(make_client(database, window_seconds=SLOW, sweep_seconds=0.05))
    assert scene.look()["now"]["window"]["answered"] == TRIP
    assert scene.moves() == []
    change_row(scene.client, scene.table, due=time.time())
    wait_until(scene.moves)
    assert scene.moves() == [TRIP]
    row = sa.select(games.c.held, games.c.due).where(games.c.id == scene.table)
    with scene.hall.store.engine.connect() as connection:
        assert tuple(connection.execute(row).one()) == (None, None)


def test_what_happens_beside_the_game_does_not_lose_an_answer(
    slow: TestClient, script: list[int]
) -> None:
    """Another leaves, and so does whoever has answered: events, but no answer."""
    scene = Scene(slow, script).open_window()
    scene.answer(TRIP)
    for seat in (0, 2):
        scene.people[seat].ask("DELETE", f"/api/tables/{scene.table}/seats/{seat}")
    change_row(slow, scene.table, due=time.time())
    wait_until(scene.moves)
    assert scene.moves() == [TRIP]


def test_an_answer_to_a_game_that_ends_is_forgotten(slow: TestClient, script: list[int]) -> None:
    scene = Scene(slow, script).open_window()
    scene.answer("pass")
    scene.resign_all()
    table = scene.look()["table"]
    assert table["status"] == "over"
    assert scene.hall.tables._tables[scene.table].due is None


def test_bots_answer_by_the_same_delay(
    make_client: MakeClient, new_database: Callable[[str], str], script: list[int]
) -> None:
    client = make_client(new_database("sqlite"), window_seconds=0.6)
    scene = Scene(client, script).open_window()
    opened = scene.look()["now"]["window"]["opened"]
    scene.asked.ask("DELETE", f"/api/tables/{scene.table}/seats/2")  # a bot plays on
    hall, n = scene.hall, scene.look(0)["n"]
    code = hall.tables._tables[scene.table].match.legal_codes()[0]
    client.portal.call(hall.tables.play_bot, scene.table, 2, n, code)  # type: ignore[union-attr]
    assert scene.look(0)["n"] == n
    wait_until(scene.moves)
    played = next(e for e in scene.look(0)["events"] if e["n"] == n + 1)
    assert played["at"] - opened >= 0.6
    assert (played["at"] - opened) % (GRID * 0.6) < 1.0


# Always passing


def test_who_always_passes_is_not_asked(
    make_client: MakeClient, new_database: Callable[[str], str], script: list[int]
) -> None:
    client = make_client(new_database("sqlite"), window_seconds=0.5)
    scene = Scene(client, script)
    facts = scene.set_passes(KIND)
    assert facts["seats"][2]["passes"] == [KIND]
    scene.open_window()
    assert scene.look()["now"]["window"] is None or scene.look()["now"]["window"]["answered"]
    wait_until(scene.moves)
    assert scene.moves() == ["pass"]
    told = next(e for e in scene.look(0)["events"] if e["by"] == 2 and e.get("move") == "pass")
    assert told.get("timer") is None


def test_nobody_else_learns_that_somebody_always_passes(
    client: TestClient, script: list[int]
) -> None:
    scene = Scene(client, script)
    others = [scene.people[seat] for seat in (0, 1, 3, WATCHER)]
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(one.socket(scene.table)) for one in others]
        own = stack.enter_context(scene.asked.socket(scene.table, "show=2"))
        answer = own.ask("windows", seat=2, passes=[KIND])
        assert answer["answer"] == {}
        for line in lines:
            line.say("ping", id="end")
            heard = []
            while (frame := line.hear())["is"] != "answer":
                heard.append(frame["is"])
            assert set(heard) <= {"presence"}
    for one in others:
        assert [s["passes"] for s in one.look(scene.table)["table"]["seats"]][2] is None
    assert scene.asked.look(scene.table)["table"]["seats"][2]["passes"] == [KIND]


def test_the_switch_can_be_set_while_one_is_asked(slow: TestClient, script: list[int]) -> None:
    scene = Scene(slow, script).open_window()
    scene.set_passes(KIND)
    assert scene.look()["now"]["window"]["answered"] == "pass"
    assert scene.answer(TRIP, 409).code == "NotNow"
    change_row(slow, scene.table, due=time.time())
    wait_until(scene.moves)
    assert scene.moves() == ["pass"]
    scene.set_passes()
    assert scene.look()["table"]["seats"][2]["passes"] == []


def test_the_switch_is_kept_and_checked(
    make_client: MakeClient, database: str, script: list[int]
) -> None:
    client = make_client(database)
    scene = Scene(client, script)
    assert scene.set_passes("state.act", status=422).code == "BadRequest"
    assert scene.set_passes(KIND, status=403, seat=1).code == "NotYourSeat"
    assert scene.set_passes(KIND, status=404, seat=9).code == "UnknownTable"
    scene.set_passes("state.react", KIND)
    make_client.stop(client)
    scene.restarted(make_client(database))
    assert scene.look()["table"]["seats"][2]["passes"] == [KIND, "state.react"]
    scene.open_window()
    wait_until(scene.moves)
    assert scene.moves() == ["pass"]
    scene.resign_all()
    assert scene.set_passes(status=409).code == "NotNow"


def test_a_stand_in_is_a_bot_and_the_switch_waits_for_its_person(
    slow: TestClient, script: list[int]
) -> None:
    scene = Scene(slow, script)
    scene.set_passes(KIND)
    decided = scene.decided
    for seat, move in decided[:-1]:
        scene.people[seat].play(scene.table, seat, move)
    scene.asked.ask("DELETE", f"/api/tables/{scene.table}/seats/2")
    seat, move = decided[-1]
    scene.people[seat].play(scene.table, seat, move)
    table = scene.hall.tables._tables[scene.table]
    assert table.turn == 2
    assert table.due is None  # a bot thinks for itself
    scene.asked.sit(scene.table, 2)  # back with one request
    assert scene.hall.tables._tables[scene.table].due is not None
    assert scene.look()["now"]["window"]["answered"] == "pass"


# Time


def test_the_clock_in_others_turns_is_another(client: TestClient, script: list[int]) -> None:
    scene = Scene(client, script, clock=600, window_clock=20, on_timeout="lose")
    assert scene.look(1)["now"]["deadline"] == pytest.approx(time.time() + 600, abs=10)
    scene.open_window()
    assert scene.look()["now"]["deadline"] == pytest.approx(time.time() + 20, abs=10)
    assert scene.look()["table"]["window_clock"] == 20


def test_without_one_the_clock_is_the_same(client: TestClient, script: list[int]) -> None:
    scene = Scene(client, script, clock=600).open_window()
    assert scene.look()["now"]["deadline"] == pytest.approx(time.time() + 600, abs=10)


def test_clocks_that_make_no_sense_are_refused(ann: Guest) -> None:
    seats = [{"kind": "me"}, {"kind": "me"}]
    for game, more, where in (
        ("pig", {"window_clock": 10}, "window_clock"),
        ("pig", {"clock": 30, "on_timeout": "default"}, "on_timeout"),
        ("black_crystal", {"clock": 30, "window_clock": 60}, "window_clock"),
    ):
        refused = ann.ask("POST", "/api/tables", {"game": game, "seats": seats, **more}, 422)
        assert refused.detail == {"where": where}
    made = {"game": "black_crystal", "seats": seats, "window_clock": 5}
    assert ann.ask("POST", "/api/tables", made, 201)["window_clock"] == 5


@pytest.mark.parametrize("on_timeout", ["lose", "bot", "default"])
def test_the_timer_plays_the_default_and_says_so(
    make_client: MakeClient, database: str, script: list[int], on_timeout: str
) -> None:
    client = make_client(database, sweep_seconds=0.05)
    scene = Scene(client, script, clock=60, window_clock=20, on_timeout=on_timeout).open_window()
    n = scene.look()["n"]
    with scene.people[0].socket(scene.table) as line:
        change_row(client, scene.table, deadline=time.time() - 1)
        told = line.hear("events")
    assert [e["kind"] for e in told["events"][:2]] == ["timeout", "ply"]
    late, played = told["events"][:2]
    assert (late["by"], late["ends"]) == (2, False)
    assert (played["by"], played["move"], played["timer"]) == (2, "pass", True)
    assert all("timer" not in event for event in told["events"][2:])
    assert scene.look()["table"]["seats"][2]["kind"] == "person"
    assert scene.look()["now"]["deadline"] is None or scene.look()["n"] > n


def test_in_ones_own_turn_the_default_is_played_where_the_host_wants_it(
    make_client: MakeClient, database: str
) -> None:
    client = make_client(database, sweep_seconds=0.05)
    ann = Guest(client, "Ann")
    table = ann.make("black_crystal", "me me", clock=60, on_timeout="default")
    page = ann.look(table)
    n, turn = page["n"], page["now"]["turn"]
    change_row(client, table, deadline=time.time() - 1)
    page = wait_until(lambda: (p := ann.look(table)) and p["n"] > n and p)
    late, played = page["events"][n + 1 : n + 3]
    assert (late["kind"], late["by"], late["ends"]) == ("timeout", turn, False)
    assert (played["kind"], played["by"], played["timer"]) == ("ply", turn, True)
    assert page["table"]["seats"][turn]["kind"] == "person"
    ann.act(table, "resign", n=page["n"], seat=turn)
    kinds = [event["kind"] for event in verified(client, table)["events"]]
    assert kinds.count("timeout") == 1


def test_timers_go_on_over_a_restart(
    make_client: MakeClient, database: str, script: list[int]
) -> None:
    client = make_client(database)
    scene = Scene(client, script, window_clock=3).open_window()
    make_client.stop(client)
    scene.restarted(make_client(database, sweep_seconds=0.05, grace_seconds=0.0))
    wait_until(scene.moves)
    assert scene.moves() == ["pass"]
    assert any(event.get("timer") for event in scene.look(0)["events"])


def test_an_answer_in_time_is_played_though_the_time_runs_out_meanwhile(
    slow: TestClient, script: list[int]
) -> None:
    scene = Scene(slow, script, window_clock=20).open_window()
    scene.answer(TRIP)
    assert scene.hall.tables._tables[scene.table].due <= scene.look()["now"]["deadline"] + SLOW
    change_row(slow, scene.table, deadline=time.time() - 1)
    wait_until(scene.moves)
    assert scene.moves() == [TRIP]
    assert not any(event["kind"] == "timeout" for event in scene.look(0)["events"])


def test_no_server_times_out_an_answer_that_another_has_taken(
    make_client: MakeClient,
    new_database: Callable[[str], str],
    script: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    database = new_database("postgresql")
    one = make_client(database, window_seconds=SLOW)
    two = make_client(database, window_seconds=SLOW, sweep_seconds=SLOW)
    scene = Scene(one, script, window_clock=20).open_window()
    hall = two.app.state.hall  # type: ignore[attr-defined]
    call = two.portal.call  # type: ignore[union-attr]

    async def hear_nothing(table_id: str, **_: bool) -> None:
        """As if every notice were still on its way."""

    with monkeypatch.context() as deaf:
        deaf.setattr(hall.tables, "catch_up", hear_nothing)
        stale = call(hall.tables.find, scene.table)
        scene.answer(TRIP)
        assert call(hall.tables.find, scene.table) is stale
        assert stale.held is None
        stale.deadline = time.time() - 1
        with pytest.raises(Stale):
            call(hall.sweep.time_out, scene.table)
    assert scene.moves() == []
    change_row(one, scene.table, due=time.time())
    call(hall.tables.holding.take_up, scene.table)
    wait_until(scene.moves)
    assert scene.moves() == [TRIP]


# Nothing is told by speed


DELAY = 2.0  # so long that a busy machine moves no answer into another class


class Ear:
    """Reads a socket in a thread of its own, and notes when each frame came."""

    def __init__(self, line: Line) -> None:
        self.heard: list[tuple[float, Any]] = []
        self._line = line
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        while True:
            frame = self._line.hear()
            self.heard.append((time.monotonic(), frame))
            if any(event.get("move") == "pass" for event in frame.get("events", ())):
                return

    def ended(self) -> list[tuple[float, Any]]:
        self._thread.join(20)
        assert not self._thread.is_alive()
        return self.heard


def drained(line: Line) -> Line:
    line.ask("ping")
    return line


def run(client: TestClient, script: list[int], card: str, how: str) -> list[list[Any]]:
    """What every seat and a watcher hear until seat 2 has passed: frames and delay classes."""
    scene = Scene(client, script, card)
    with contextlib.ExitStack() as stack:
        lines = [
            stack.enter_context(person.socket(scene.table, "board=1" + _show(seat)))
            for seat, person in enumerate(scene.people)
        ]
        ears = [Ear(drained(line)) for line in lines]
        for ear in ears:
            ear.start()
        if how == "always":
            scene.set_passes(KIND)
        scene.open_window()
        if how == "late":
            time.sleep(0.3)
        if how != "always":
            scene.answer("pass")
        heard = [ear.ended() for ear in ears]
    return [[masked(frame) for _, frame in found] + _classes(found) for found in heard]


def _classes(found: list[tuple[float, Any]]) -> list[Any]:
    """How long the last frame, the answer, came after the one before: in delays, cut off."""
    (before, asked), (at, answer) = found[-2:]
    assert asked["now"]["window"] is not None
    assert answer["events"][0]["at"] - asked["now"]["window"]["opened"] >= DELAY
    return [int((at - before) / DELAY + 0.1)]


def _show(seat: int) -> str:
    return "" if seat == WATCHER else f"&show={seat}"


def test_how_and_how_fast_somebody_passes_is_not_told(
    make_client: MakeClient, new_database: Callable[[str], str], script: list[int]
) -> None:
    """Asked, slow or never asked, and whatever seat 1 holds: the others cannot tell."""
    client = make_client(new_database("sqlite"), window_seconds=DELAY, sweep_seconds=SLOW)
    asked = run(client, script, "F05", "at once")
    slow = run(client, script, "F12", "late")
    never = run(client, script, "F05", "always")
    for seat in (0, 3, WATCHER):
        assert asked[seat] == slow[seat] == never[seat]
        assert asked[seat][-1] == 1
    assert asked[1] == never[1]
    assert asked[1] != slow[1]  # who holds another card does know


def test_an_answer_that_is_not_held_would_be_told_at_once(
    client: TestClient, script: list[int]
) -> None:
    scene = Scene(client, script).open_window()
    assert scene.answer("pass")["held"] is False
    assert scene.look(0)["now"]["window"] is None
