"""Long games cost little: their events are written once, and nobody waits while they are told."""

import asyncio
import gc
import json
import tracemalloc
from typing import Any

import pytest
from fastapi.testclient import TestClient

from orrery.core import registry
from orrery.core.contract import WATCHER
from orrery.core.events import Player
from orrery.core.record import Record
from orrery.server import encoding, frames, pace
from orrery.server import table as table_module
from orrery.server.encoding import Written, to_json
from orrery.server.frame_shapes import Presence
from orrery.server.table import MOST_EVENTS, Seat, Table, bot_player

from .guests import Guest


def played(name: str, events: int, options: dict[str, Any] | None = None) -> Table:
    """A table at which the first legal moves were played, one seat after another."""
    game = registry.find(name)
    read = game.read_options(options or {})
    seats = [Seat(k, f"person {k}", True, f"Seat {k}") for k in range(game.seats(read))]
    table = Table(
        "long", name, game.version, dict(read), bytes(32), status="open", seats=seats, game=game
    )
    table.begin()
    assert table.match is not None
    while table.n < events and not table.match.over:
        legal = table.match.legal_codes()
        table.match.play(legal[table.n % len(legal)])
        table.tell_new()
    return table


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is done in steps lets others in after each of them."""
    monkeypatch.setattr(pace, "STEP_SECONDS", -1.0)


@pytest.mark.usefixtures("others")
def test_others_are_let_in_while_a_long_log_is_told() -> None:
    table = played("warp6", 120)
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0)
            ticks += 1

    async def tell() -> Any:
        ticking = asyncio.ensure_future(tick())
        views = frames.Views(table)
        frame = await frames.events_frame(table, 0, 0, True, views=views)
        ticking.cancel()
        return frame

    frame = asyncio.run(tell())
    assert len(json.loads(to_json(frame["events"]))) == table.n
    assert ticks > 1.9 * table.n  # once for each event, and for each view


@pytest.mark.usefixtures("others")
def test_of_many_long_works_one_goes_on_at_a_time() -> None:
    """Else whoever acts would wait for a step of each of them."""
    ticks, at_tick = 0, []

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0)
            ticks += 1

    async def work() -> None:
        own = pace.Pace()
        for _ in range(20):
            await own.rest()
            at_tick.append(ticks)

    async def act() -> None:
        ticking = asyncio.ensure_future(tick())
        gone = asyncio.ensure_future(work())
        working = [asyncio.ensure_future(work()) for _ in range(5)]
        await asyncio.sleep(0)
        gone.cancel()  # who gives up holds up nobody
        await asyncio.gather(*working)
        ticking.cancel()

    for _ in range(2):  # also in another loop of the same thread
        at_tick.clear()
        asyncio.run(act())
        assert len(at_tick) == 100
        assert len(set(at_tick)) == 100


def test_a_long_log_is_put_into_its_frame_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played("warp6", 120)
    nobody: Presence = {"seats": [], "watchers": 0, "replaceable": []}
    frame = asyncio.run(frames.table_frame(table, None, WATCHER, -1, False, nobody, []))
    told = asyncio.run(frames.events_frame(table, -1, WATCHER, False))["events"]

    put_in: list[object] = []
    insert = encoding._insert

    def count(value: object) -> Any:
        put_in.append(value)
        return insert(value)

    monkeypatch.setattr(encoding, "_insert", count)
    expected = json.loads(to_json(told))
    assert json.loads(to_json(frame))["events"] == expected
    assert len(put_in) < 12  # the fields of the position; thousands of them take long
    text = to_json({**frame, "chat": ["\ud800"]})
    assert json.loads(text)["events"] == expected


def test_facts_do_not_read_the_log_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often somebody gets up and comes back."""
    table = played("warp6", 20)
    match = table.match
    assert match is not None
    for k in range(101):
        match.reseat(1, bot_player(3) if k % 2 == 0 else Player("Bob"))
        table.tell_new()
    table.seats[1].level = 3
    reads: list[int] = []
    read = encoding.read_json

    def count(text: bytes) -> Any:
        reads.append(1)
        return read(text)

    monkeypatch.setattr(table_module, "read_json", count)
    assert frames.facts_frame(table, None)["seats"][1]["stand_in"]
    assert len(reads) < 10


def test_an_event_that_all_may_see_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played("warp6", 40)
    written: list[int] = []
    real = frames.event_frame

    def count(table: Table, told: Any, seat: int, proof: bool) -> Any:
        written.append(told.n)
        return real(table, told, seat, proof)

    monkeypatch.setattr(frames, "event_frame", count)
    for seat in (0, 1, WATCHER, 0):
        asyncio.run(frames.events_frame(table, -1, seat, True))
    assert sorted(written) == list(range(table.n + 1))


def test_an_event_that_some_may_see_is_written_for_each_of_them() -> None:
    table = played("high_card", 12, {"cards": 5})
    private = [told for told in table.told if frames.is_private(told.body)]
    assert private
    for told in private:
        seen = {seat: frames.written_event(table, told, seat) for seat in (0, 1, WATCHER)}
        assert seen == {s: to_json(frames.event_frame(table, told, s)) for s in seen}
    own = next(told for told in private if told.body.get("audience") in (1, 2))
    shown = {frames.written_event(table, own, seat) for seat in (0, 1, WATCHER)}
    assert len(shown) > 1
    table.status = "over"  # then everybody may see everything
    assert frames.written_event(table, own, WATCHER).count(b'"salt"') == 1


def test_a_log_has_an_end_and_the_game_is_broken_off_there(ann: Guest, client: TestClient) -> None:
    table_id = ann.make("pig", "me me", options={"target": 100})
    hall = client.app.state.hall  # type: ignore[attr-defined]
    table = hall.tables._tables[table_id]
    assert table.most_events == MOST_EVENTS
    table.most_events = 25
    while (page := ann.look(table_id))["now"]["result"] is None:
        assert page["n"] < 25
        ann.play(table_id, page["now"]["turn"])
    assert page["now"]["result"] == {"winner": None, "reason": "too_long", "scores": [0.0, 0.0]}
    assert page["table"]["status"] == "over"
    hall.tables.forget(table_id)
    assert ann.look(table_id)["now"]["result"] == page["now"]["result"]
    record = client.get(f"/api/tables/{table_id}/record").text
    assert Record.read(record).verify(registry.find("pig"))
    again = client.post("/api/records", content=record, headers=ann.headers)
    assert again.status_code == 201  # what was too long for a table can always be looked at
    assert ann.look(again.json()["table"])["now"]["result"] == page["now"]["result"]


def test_in_a_long_game_nothing_is_taken_back_any_more(
    ann: Guest, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = ann.make("cubulus", "me me")
    seat = ann.look(table_id)["now"]["turn"]
    ann.play(table_id, seat)
    assert ann.look(table_id, seat)["now"]["undo"] == "free"
    monkeypatch.setattr(table_module, "LAST_TAKE_BACK", 1)
    page = ann.look(table_id, seat)
    assert page["now"]["undo"] == "no"
    refused = ann.act(table_id, "undo", 409, n=page["n"], seat=seat)
    assert refused.code == "NotNow"
    assert "so long" in refused.message


@pytest.mark.parametrize("game", ["black_crystal", "warp6"])
def test_what_a_table_takes_is_known(game: str) -> None:
    """Not exactly, but so that a bound on it is one."""
    played(game, 20)  # what is shared by all tables is there now
    tracemalloc.start()
    tables = [played(game, events) for events in (30, 300)]
    gc.collect()
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    guessed = sum(table.size for table in tables)
    assert 0.4 * taken < guessed < 2.5 * taken


def test_what_is_written_once_goes_into_frames_as_it_is() -> None:
    told = Written(b'{"n":1,"says":"\xc3\xa9"}')
    assert to_json({"events": [told, told]}) == b'{"events":[%b,%b]}' % (told, told)


@pytest.mark.parametrize(("game", "views"), [("warp6", 1), ("high_card", 3)])
def test_those_who_see_the_same_are_told_what_was_written_once(
    game: str, views: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(game, 4)
    assert table.match is not None
    seen: list[int] = []
    real = table.match.game.view

    def view(state: Any, seat: int) -> Any:
        seen.append(seat)
        return real(state, seat)

    monkeypatch.setattr(frames.Views, "after", None)
    object.__setattr__(table.match.game, "view", view)
    try:
        shared = frames.Views(table)
        nows = [frames.now_frame(table, seat, True, False, shared) for seat in (0, 1, WATCHER)]
        alone = [frames.now_frame(table, seat, True) for seat in (0, 1, WATCHER)]
    finally:
        object.__setattr__(table.match.game, "view", real)
    assert len(seen) == views + 3
    assert nows == alone


@pytest.mark.parametrize(("game", "options"), [("warp6", {}), ("high_card", {"cards": 5})])
def test_what_happened_is_told_from_the_state_that_was_kept(
    game: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, anew = played(game, 0, options), played(game, 0, options)
    assert kept.match is not None
    assert anew.match is not None
    moves = 0
    while not kept.over and moves < 10:
        before = kept.match.state
        for table in (kept, anew):
            assert table.match is not None
            table.match.play(table.match.legal()[0])
        with monkeypatch.context() as patched:
            patched.setattr(type(kept.match), "state_at", None)  # nothing is played again
            told = kept.tell_new(before=before)
        assert [one.text for one in told] == [one.text for one in anew.tell_new()]
        moves += 1
    assert moves > 1
