"""One hostile visitor cannot stop the server: others play on, lose nothing, and hardly notice.

A real `orrery serve` with its default limits is attacked from one address by a process that keeps
to no rule, while somebody at another address plays. What `make test` runs is a tenth of the full
size, and says of times only how long they were. `make prove` runs the full size and holds the
figures: of a hundred moves the slowest takes at most 50 ms longer than before. "Before" is measured
beside a process that only counts, as polite (nice 19) as the attacker: on two cores the processor
of whoever plays is shared as well, which no server can help.
"""

import asyncio
import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import httpx2 as httpx
import pytest

from orrery.core.events import Player as Seated
from orrery.server import loading
from orrery.server.store import Store
from orrery.server.table import Table, bot_player

from ..serving import Player, Server, children_of, started_by_server
from ..test_long_games import played
from .honest import Honest, nearly_all
from .hostile import ATTACKS

ROOT = Path(__file__).parents[3]
MOST_MORE_MS = 50.0
MOST_MORE_BYTES = 64 * 1024 * 1024
MOST_OF_TREES = 512 * 1024 * 1024
"""Of a process in which bots think, also after an attack: it keeps the trees of the last bots."""
AS_ATTACKERS, AS_BOTS = 19, 5
"""How polite whoever counts is. Bots think in a process that is politer than the server and less so
than an attacker; a single table keeps it busy, so it is so before that attack as well."""
SECONDS = 15.0


class DefaultServer(Server):
    """A server with the limits that it has if nothing is set.

    It compiles nothing meanwhile: games are as compiled as they were before.
    """

    known: ClassVar[Mapping[str, str]] = {"ORRERY_COMPILE_GAMES": "false"}


class SmallServer(DefaultServer):
    """The same for a tenth of the size: with a tenth of these limits, so that they are met."""

    known: ClassVar[Mapping[str, str]] = {
        **DefaultServer.known,
        "ORRERY_CONNECTIONS_PER_ADDRESS": "30",
        "ORRERY_HEADER_SECONDS": "1",
    }


@dataclass
class Place:
    """A server with long games in its store, and how large attacks on it are."""

    server: Server
    size: float
    given: dict[str, Any]
    attacked: int = 0

    @property
    def seconds(self) -> float:
        """How long an attack lasts."""
        return SECONDS * max(self.size, 0.15)

    def next_address(self) -> str:
        """An address that has not attacked yet: what one has spent is not another's to pay."""
        self.attacked += 1
        return f"127.0.0.{1 + self.attacked}"


def store_long_games(database: str, size: float) -> dict[str, str]:
    """A finished game that is long work to look at, and a log that is long to send."""
    store = Store(database)
    found = {}
    for name, game, events in (("long", "black_crystal", 3800), ("log", "warp6", 3800)):
        table = finished(game, int(events * size))
        found[name] = table.id = f"{name}_{'x' * 12}"
        with store.writer.begin() as connection:
            loading.insert_table(connection, table)
    store.close()
    return found


def finished(game: str, events: int) -> Table:
    """A game of so many events, in which somebody often got up and came back, and then gave up."""
    table = played(game, min(events // 2, 500), {"players": 4} if game == "black_crystal" else None)
    match = table.match
    assert match is not None
    while table.n < events:
        match.reseat(1, Seated("") if table.n % 2 else bot_player(3))
        table.tell_new()
    match.resign(0)
    table.tell_new()
    table.created = table.ended = time.time()
    return table


# What the server takes


def memory(pid: int) -> int:
    """The bytes that a process has in memory."""
    pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    return [one for child in children_of(pid) for one in (child, *descendants(child))]


class Growth(NamedTuple):
    """How many bytes more are taken than before."""

    server: int
    bots: int
    """By whichever process in which bots think has grown most."""
    beside: int
    """By whichever of the others has grown most."""


@dataclass
class Taken:
    """Memory of the server, and of each of the processes beside it."""

    server: int
    bots: dict[int, int]
    beside: dict[int, int]

    @classmethod
    def now(cls, server: Server) -> "Taken":
        pid = server.process.pid
        bots = set(started_by_server(pid))
        others = set(descendants(pid)) - bots
        return cls(
            memory(pid), {one: memory(one) for one in bots}, {one: memory(one) for one in others}
        )

    def more_than(self, before: "Taken") -> Growth:
        """How much more is taken than before."""
        return Growth(
            self.server - before.server,
            _most_grown(before.bots, self.bots),
            _most_grown(before.beside, self.beside),
        )


def _most_grown(before: dict[int, int], now: dict[int, int]) -> int:
    """A process that was not there before has grown by all that it takes."""
    return max((taken - before.get(pid, 0) for pid, taken in now.items()), default=0)


# The attack


class Attack:
    """An attack at work."""

    def __init__(self, place: Place, name: str) -> None:
        plan = {
            "attack": name,
            "port": place.server.port,
            "address": place.next_address(),
            "size": place.size,
            "seconds": place.seconds,
            "wanted": WANTED[name],
            "given": place.given,
        }
        command = [sys.executable, "-m", "tests.server.attacks.hostile", json.dumps(plan)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def goes_on(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def end(self) -> dict[str, int]:
        """What came back to the attacker, by kind."""
        try:
            told, trouble = self._process.communicate(timeout=30)
        finally:
            self._process.kill()
        assert self._process.returncode == 0, trouble
        return dict(json.loads(told))


def _count(nice: int) -> None:
    os.nice(nice)
    while True:
        pass


@contextmanager
def somebody_who_counts(nice: int) -> Iterator[None]:
    """A process that asks for nothing and never rests."""
    start = multiprocessing.get_context("spawn").Process
    process = start(target=_count, args=(nice,), daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


@pytest.fixture(scope="module", params=[0.1, pytest.param(1.0, marks=pytest.mark.prove)])
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    """A server under its default limits, in which every kind of thing was asked once."""
    database = f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.db'}"
    given = store_long_games(database, request.param)
    kind = DefaultServer if request.param >= 1 else SmallServer
    with kind(database) as server:
        place = Place(server, request.param, given)
        asyncio.run(use_everything(place))
        yield place


async def use_everything(place: Place) -> None:
    """Each kind of request once, so that what is loaded late is there before."""
    async with httpx.AsyncClient(base_url=place.server.address, timeout=60) as http:
        for page in ("", "/replay", "/record", "/dice"):
            for table in ("long", "log"):
                answer = await http.get(f"/api/tables/{place.given[table]}{page}")
                assert answer.status_code == 200, answer.text
        for table in ("long", "log"):
            record = (await http.get(f"/api/tables/{place.given[table]}/record")).content
            assert (await http.post("/api/records", content=record)).status_code == 201
        for path in ("/health", "/", "/api/openapi.json", "/api/games/cubulus/rules"):
            assert (await http.get(path)).status_code == 200
        await use_bots(place, http)


async def use_bots(place: Place, http: httpx.AsyncClient) -> None:
    """Bots think once about each of the games in which they are asked later."""
    who = await Player.come(http)
    for game, seats in (("black_crystal", 4), ("cubulus", 2)):
        wanted = {"game": game, "options": {"players": seats}, "seats": [{"kind": "me"}] * seats}
        table = await who.make(http, wanted)
        page = (await who.ask(http, "GET", f"/api/tables/{table}"))[1]
        act = {"n": page["n"], "seat": page["now"]["turn"]}
        status, hint = await who.ask(http, "POST", f"/api/tables/{table}/hint", act)
        assert status == 200, hint


class Withstood(NamedTuple):
    """What was seen: before the attack, during it and after it."""

    before: float
    during: float
    grown: Growth
    counts: dict[str, int]
    bots: list[float]
    """How long a bot let somebody wait."""


async def withstand(place: Place, name: str) -> Withstood:
    """Play, then play on while somebody attacks, and once more; nothing is lost."""
    player = Honest(place.server)
    await player.play_with_a_bot(lambda: False)
    ends = time.monotonic() + (place.seconds if place.size >= 1 else 0.0)
    with somebody_who_counts(AS_BOTS if name == "bots_and_hints" else AS_ATTACKERS):
        before = nearly_all(await player.play(lambda: time.monotonic() < ends))
    bots: list[float] = []
    taken, attack = Taken.now(place.server), Attack(place, name)
    also = {"bots_and_hints": player.play_with_a_bot, "imports": player.look_at_dice}.get(name)
    if also is None:
        during = nearly_all(await player.play(attack.goes_on))
    else:
        waits, bots = await asyncio.gather(player.play(attack.goes_on), also(attack.goes_on))
        during = nearly_all(waits)
    counts = await asyncio.to_thread(attack.end)
    after = nearly_all(await player.play(lambda: False, 10))
    grown = Taken.now(place.server).more_than(taken)
    await player.check()
    await player.close()
    more = ", ".join(f"{what} {size / 2**20:+.1f} MiB" for what, size in grown._asdict().items())
    print(
        f"{name} at {place.size}: p99 {before:.1f}, then {during:.1f}, then {after:.1f} ms;"
        f" {more}; {counts}",
        f"{also.__name__ if also else ''} {[round(one, 2) for one in sorted(bots)[-3:]]}",
    )
    return Withstood(before, during, grown, counts, bots)


WANTED = {
    "endless_headers": ["431", "408"],
    "unfinished_connections": ["503", "408"],
    "expensive_reads": ["200", "since", "grown"],
    "bots_and_hints": ["frames", "hints"],
    "floods": ["200", "404", "422", "TooFast", "ConnectionClosedError"],
    "imports": ["201", "422"],
}
"""What each attack is answered at least once before it ends: done what may be, and else refused."""


@pytest.mark.parametrize("name", WANTED)
def test_others_play_on(place: Place, name: str) -> None:
    """Nothing is lost, the server has not grown, and it answers; who attacked was refused."""
    seen = asyncio.run(withstand(place, name))
    assert all(seen.counts.get(kind) for kind in WANTED[name]), seen.counts
    assert max(seen.grown.server, seen.grown.beside) < MOST_MORE_BYTES
    assert seen.grown.bots < MOST_OF_TREES
    assert place.server.process.poll() is None
    if name == "unfinished_connections":
        assert any("connections_refused" in line for line in place.server.said)
    assert not [line for line in place.server.said if "[error" in line]
    if place.size >= 1:
        assert seen.during <= seen.before + MOST_MORE_MS
        if name == "bots_and_hints":
            assert nearly_all(seen.bots) <= 2000


def test_no_attack_is_left_out() -> None:
    assert set(WANTED) == set(ATTACKS)
