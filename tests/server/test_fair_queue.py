"""Bots are shared: whoever asks a lot waits, whoever asks now and then does not."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from orrery.server import botpool
from orrery.server.fair_queue import FairQueue, Share

from .conftest import MakeClient
from .guests import Guest
from .test_time import wait_until

ANN, BOB = Share("home", "ann"), Share("work", "bob")


class Service:
    """A queue at which everybody is served for as long as the test says."""

    def __init__(self, places: int) -> None:
        self.queue = FairQueue(places)
        self.order: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.ends: dict[str, asyncio.Event] = {}

    async def ask(self, name: str, share: Share) -> None:
        self.ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.ensure_future(self._have(name, share))
        await asyncio.sleep(0)

    async def _have(self, name: str, share: Share) -> None:
        async with self.queue.place(share):
            self.order.append(name)
            await self.ends[name].wait()

    async def end(self, name: str) -> None:
        self.ends[name].set()
        await self.tasks[name]
        await asyncio.sleep(0)

    async def end_all(self) -> None:
        while len(self.order) > (done := sum(e.is_set() for e in self.ends.values())):
            await self.end(self.order[done])


def test_whoever_had_little_is_next() -> None:
    async def act() -> None:
        service = Service(1)
        for k in range(60):
            await service.ask(f"ann {k}", ANN)
        await service.ask("bob", BOB)
        await service.end("ann 0")
        assert service.order == ["ann 0", "bob"]
        await service.end_all()
        assert service.order == ["ann 0", "bob", *(f"ann {k}" for k in range(1, 60))]

    asyncio.run(act())


def test_many_people_at_one_address_have_one_share() -> None:
    async def act() -> None:
        service = Service(1)
        for k in range(20):
            await service.ask(f"guest {k}", Share("crowd", f"guest {k}"))
        await service.end("guest 0")
        await service.ask("bob", BOB)
        await service.end("guest 1")
        assert service.order[2] == "bob"
        await service.end_all()
        assert len(service.order) == 21

    asyncio.run(act())


def test_people_at_one_address_share_among_themselves() -> None:
    async def act() -> None:
        service = Service(1)
        for k in range(10):
            await service.ask(f"ann {k}", ANN)
        await service.ask("her sister", Share("home", "eva"))
        await service.end("ann 0")
        assert service.order == ["ann 0", "her sister"]
        await service.end_all()

    asyncio.run(act())


def test_one_address_never_has_all_places() -> None:
    async def act() -> None:
        service = Service(3)
        for k in range(5):
            await service.ask(f"ann {k}", ANN)
        assert len(service.order) == 2
        await service.ask("bob", BOB)
        assert service.order[2:] == ["bob"]
        await service.end_all()
        assert len(service.order) == 6

    asyncio.run(act())


def test_tables_at_which_somebody_looks_come_first() -> None:
    async def act() -> None:
        service = Service(1)
        await service.ask("first", BOB)
        await service.ask("nobody looks", ANN._replace(urgency=2))
        await service.ask("looked at", Share("elsewhere", "eva", 1))
        await service.ask("played at", BOB)
        await service.end("first")
        await service.end_all()
        assert service.order == ["first", "played at", "looked at", "nobody looks"]

    asyncio.run(act())


def test_who_gives_up_leaves_no_place_taken() -> None:
    async def act() -> None:
        service = Service(1)
        await service.ask("first", ANN)
        await service.ask("waits", BOB)
        await service.ask("last", ANN)
        service.tasks["waits"].cancel()
        await asyncio.sleep(0)
        assert len(service.queue) == 1
        service.tasks["first"].cancel()
        await asyncio.wait([service.tasks["first"]])
        await asyncio.sleep(0)
        assert service.order == ["first", "last"]
        await service.end("last")
        assert len(service.queue) == 0
        assert not service.queue._people.serving
        # Served and cancelled in the same step: the place goes to the next.
        await service.ask("a", ANN)
        await service.ask("b", BOB)
        service.ends["a"].set()
        await asyncio.sleep(0)
        service.tasks["b"].cancel()
        await asyncio.wait(service.tasks.values())
        await service.ask("c", ANN)
        assert service.order[-1] == "c"
        await service.end("c")

    asyncio.run(act())


BOTS = {"game": "pig", "options": {"target": 100}, "seats": [{"kind": "bot", "level": 1}] * 2}


def test_bots_among_themselves_wait_until_somebody_looks(
    make_client: MakeClient, database: str
) -> None:
    client = make_client(database, bot_workers=1, bots_alone=False, delay_seconds=0.1)
    ann = Guest(client)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    table = ann.ask("POST", "/api/tables", BOTS, 201)["id"]

    def here() -> Any:
        return client.portal.call(hall.tables.find, table)  # type: ignore[union-attr]

    wait_until(lambda: here().waiting == "looks")
    before = here().n
    with ann.socket(table) as line:
        assert line.hear("events")["n"] > before
    wait_until(lambda: here().waiting == "looks")
    before = here().n
    ann.look(table)  # without a socket, too
    wait_until(lambda: here().n > before)


def test_a_game_of_bots_that_is_over_waits_for_nobody(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    client = make_client(new_database("sqlite"), bot_workers=1, bots_alone=False)
    ann = Guest(client)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    short = {**BOTS, "options": {"target": 3}}
    table = ann.ask("POST", "/api/tables", short, 201)["id"]
    with ann.socket(table) as line:
        while ann.look(table)["table"]["status"] != "over":
            line.hear("events")
    hall.tables.live._asked_for.clear()
    client.portal.call(hall.tables.pause, table)  # type: ignore[union-attr]
    found = client.portal.call(hall.tables.find, table)  # type: ignore[union-attr]
    assert (found.status, found.waiting) == ("over", "nobody")


def test_bots_go_on_where_somebody_plays_and_nobody_looks(
    make_client: MakeClient, new_database: Callable[[str], str]
) -> None:
    client = make_client(new_database("sqlite"), bot_workers=1, bots_alone=False)
    ann = Guest(client)
    table = ann.make("pig", "me 1")
    hall = client.app.state.hall  # type: ignore[attr-defined]
    found = client.portal.call(hall.tables.find, table)  # type: ignore[union-attr]
    assert hall.tables.goes_on(found)
    ann.ask("DELETE", f"/api/tables/{table}/seats/0")  # now a bot plays for her
    hall.tables.live._asked_for.clear()
    assert not hall.tables.goes_on(found)


@pytest.mark.parametrize("known", [True, False])
def test_the_bots_of_a_table_are_charged_to_whoever_made_it(
    make_client: MakeClient, new_database: Callable[[str], str], known: bool
) -> None:
    client = make_client(new_database("sqlite"))
    ann = Guest(client)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    table = ann.make("pig", "me 1")
    if not known:
        hall.people._visitors.clear()
    found = client.portal.call(hall.tables.find, table)  # type: ignore[union-attr]
    share = hall.bots._share_of(found)
    assert share.person == found.host
    assert share.visitor == ("testclient" if known else found.host)


def test_of_many_tables_of_one_address_only_some_wait_for_bots(
    make_client: MakeClient, new_database: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the others only the names are kept, and all of them have their turn."""
    monkeypatch.setattr(botpool, "MOST_TURNS", 3)
    client = make_client(new_database("sqlite"), bot_workers=1, sweep_seconds=0.05)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    most, go_on = [0], asyncio.Event()
    play = hall.bots._play_turn

    async def count(table_id: str) -> bool:
        most[0] = max(most[0], sum(hall.bots._waiting.values()))
        await go_on.wait()
        return bool(await play(table_id))

    monkeypatch.setattr(hall.bots, "_play_turn", count)
    ann = Guest(client)
    tables = [ann.ask("POST", "/api/tables", BOTS, 201)["id"] for _ in range(12)]
    wait_until(lambda: len(hall.bots._put_off) == 9)
    assert sum(hall.bots._waiting.values()) == 3
    client.portal.call(go_on.set)  # type: ignore[union-attr]
    for table in tables:
        wait_until(lambda table=table: ann.look(table)["n"] > 0, 60)  # type: ignore[misc]
    assert most[0] == 3
