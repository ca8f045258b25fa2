"""A backup is taken while people play, from one moment, and all goes on from it elsewhere."""

import asyncio
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import sqlalchemy as sa

from orrery.core import registry
from orrery.core.errors import BadOption
from orrery.core.record import Record
from orrery.server import migrate
from orrery.server.backup import back_up, snapshot
from orrery.server.export_file import read_bodies
from orrery.server.loading import ARRIVING
from orrery.server.schema import games, metadata, people
from orrery.server.store import Store
from orrery.server.transfer import DISPOSABLE, KEPT_HERE, export_games, import_games, lines_of

from .conftest import MakeClient
from .guests import Guest
from .serving import Player, Server, hear

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": 1}
HELD: dict[str, Any] = {"game": "cubulus", "seats": [ME, OPEN]}
"""Begun before the backup, and not gone on with until it is restored."""
WANTED: list[dict[str, Any]] = [
    {"game": "cubulus", "seats": [ME, OPEN]},
    {"game": "cubulus", "seats": [ME, BOT]},
    {"game": "high_card", "seats": [ME, OPEN]},
    {"game": "pig", "seats": [ME, OPEN], "options": {"target": 100}},
    {"game": "cubulus", "seats": [BOT, BOT]},
]
"""Played without a stop; where one ends, another begins."""
MOVES_BEFORE = 3
"""So many moves are acknowledged at least before the backup begins, at each of the first tables."""


def orrery(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "orrery", *words], capture_output=True, text=True, timeout=120
    )


class House:
    """Two guests who play at several tables, and what they were told."""

    def __init__(self, http: httpx.AsyncClient, guests: list[Player]) -> None:
        self.http, self.guests = http, guests
        self.acknowledged: dict[str, int] = {}
        """The last event of each table that was answered with."""
        self.moves = 0

    async def look(self, table: str, guest: int = 0, query: str = "") -> Any:
        path = f"/api/tables/{table}?{query}"
        status, page = await self.guests[guest].ask(self.http, "GET", path)
        assert status == 200, page
        return page

    async def make(self, wanted: dict[str, Any]) -> str:
        ann, bob = self.guests
        table = await ann.make(self.http, wanted)
        if OPEN in wanted["seats"]:
            seat = wanted["seats"].index(OPEN)
            path = f"/api/tables/{table}/seats/{seat}"
            assert (await bob.ask(self.http, "POST", path, {"nonce": "0b"}))[0] == 200
        self.acknowledged[table] = (await self.look(table))["n"]
        return table

    async def move(self, table: str) -> bool:
        """One move of whoever of the two has to decide; False if it is neither's turn."""
        turn = (await self.look(table))["now"]["turn"]
        if turn not in (0, 1):
            return False
        page = await self.look(table, turn, f"seat={turn}")
        if not page["now"]["legal"]:
            return False
        act = {"n": page["n"], "seat": turn, "move": page["now"]["legal"][0]}
        status, done = await self.guests[turn].ask(
            self.http, "POST", f"/api/tables/{table}/moves", act
        )
        assert status == 200, done
        self.acknowledged[table] = done["n"]
        self.moves += 1
        return True

    async def play_on(self, wanted: dict[str, Any]) -> None:
        """Play one game after another, until this is cancelled."""
        while True:
            table = await self.make(wanted)
            while (page := await self.look(table))["now"]["turn"] != "over":
                self.acknowledged[table] = page["n"]
                own = page["now"]["turn"] in (0, 1) and ME in wanted["seats"]
                if not own or wanted["seats"][page["now"]["turn"]] is BOT:
                    await asyncio.sleep(0.05)
                else:
                    await self.move(table)


async def wait_until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.02)


@dataclass
class Before:
    """What must be there after a restore."""

    tokens: list[str]
    acknowledged: dict[str, int]
    """The last event of each table that was answered with before the backup began."""
    logs: dict[str, Any]
    """All events, after the backup."""
    held: str


async def back_up_while_they_play(server: Server, database: str, file: Path) -> Before:
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
        house = House(http, [await Player.come(http, name) for name in ("Ann", "Bob")])
        held = await house.make(HELD)
        while house.moves < MOVES_BEFORE:
            await house.move(held)
        tasks = [asyncio.ensure_future(house.play_on(wanted)) for wanted in WANTED]
        await wait_until(lambda: len(house.acknowledged) > len(WANTED))
        first = list(house.acknowledged)
        await wait_until(lambda: all(house.acknowledged[t] >= MOVES_BEFORE for t in first))
        before, moves = dict(house.acknowledged), house.moves
        done = await asyncio.to_thread(orrery, "backup", str(file), "--database", database)
        assert (done.returncode, done.stderr) == (0, "")
        kept = logs_in(file)
        assert f"{len(kept)} games and 2 people are kept" in done.stdout
        assert house.moves > moves  # the server was not stopped
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert all(task.cancelled() for task in tasks)
        logs = {table: (await house.look(table))["events"] for table in kept}
        tokens = [guest.headers["Authorization"].removeprefix("Bearer ") for guest in house.guests]
        return Before(tokens, before, logs, held)


Log = list[tuple[int, str]]


def logs_in(file: Path) -> dict[str, Log]:
    """The events of every game in a backup, by their numbers and chains."""
    bodies = [body for _, body in read_bodies(file) if "game" in body]
    return {body["game"]["id"]: links(body["events"]) for body in bodies}


def links(events: list[Any]) -> Log:
    return [(event["n"], event["chain"]) for event in events]


def check_kept(kept: dict[str, Log], before: Before) -> None:
    """A backup has all that was acknowledged before it began, as it happened."""
    for table, acknowledged in before.acknowledged.items():
        assert kept[table][-1][0] >= acknowledged, "an acknowledged move is missing"
    for table, log in kept.items():
        assert links(before.logs[table])[: len(log)] == log


async def check_and_go_on(server: Server, kept: dict[str, Log], before: Before) -> None:
    """Every table is there, holds, and takes another move under the same tokens."""
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as http:
        house = House(http, [Player(token) for token in before.tokens])
        for table, log in kept.items():
            page = await house.look(table)
            if not log:  # somebody was about to sit down
                assert page["table"]["status"] == "open"
                continue
            text = (await http.get(f"/api/tables/{table}/record")).text
            record = Record.read(text, strict=True)
            record.verify(registry.find(record.game_name))
            assert links(page["events"])[: len(log)] == log  # bots may have gone on by now
            await go_on(server, house, table)
        assert house.acknowledged[before.held] > before.acknowledged[before.held]


async def go_on(server: Server, house: House, table: str) -> None:
    """Let a game take another move, if it is not over: a person's, or else a bot's."""
    page = await house.look(table)
    if page["now"]["turn"] == "over":
        return
    turn = page["now"]["turn"]
    if isinstance(turn, int) and page["table"]["seats"][turn]["level"] is None:
        assert await house.move(table)
        return
    async with house.guests[0].socket(server, table, f"since={page['n']}") as socket:
        while (await house.look(table))["n"] <= page["n"]:
            await hear(socket, "events")


@pytest.mark.parametrize("packed", ["", ".gz"])
def test_backup_under_load_restored_on_an_empty_machine(
    packed: str, new_database: Callable[[str], str], tmp_path: Path
) -> None:
    """All games verify and go on. What is packed comes from SQLite, the other from PostgreSQL."""
    kind = "sqlite" if packed else "postgresql"
    file = tmp_path / f"monday.jsonl{packed}"
    database, empty = new_database(kind), new_database(kind)
    with Server(database, sweep_seconds="0.1", lease_seconds="1") as server:
        before = asyncio.run(back_up_while_they_play(server, database, file))
        server.kill()
    assert sorted(path.name for path in tmp_path.glob("monday*")) == [file.name]
    kept = logs_in(file)
    check_kept(kept, before)
    done = orrery("import", str(file), "--database", empty)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{len(kept)} games came in; 0 were" in done.stdout
    with Server(empty, sweep_seconds="0.1", lease_seconds="1") as server:
        asyncio.run(check_and_go_on(server, kept, before))


# What is in it


def value_for(column: sa.Column[Any]) -> Any:
    """A value that is nobody else's."""
    kind = column.type.python_type
    text = f"{column.table.name}.{column.name}"
    if kind is bytes:
        return text.encode()
    return text[-8:] if kind is str else kind(len(text))


def rows_of_everything() -> dict[str, dict[str, Any]]:
    """A row of every table, with a value in every column."""
    return {
        table.name: {
            **{column.name: value_for(column) for column in table.c},
            **{column.name: "g" for column in table.c if column.name == "game_id"},
            **({"id": "g", "options": "{}"} if table is games else {}),
        }
        for table in metadata.sorted_tables
    }


def written_rows(bodies: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for body in bodies:
        for part in body.values():
            for row in part if isinstance(part, list) else [part]:
                if isinstance(row, dict):
                    yield row


def test_everything_is_exported_but_what_is_made_anew(database: str, tmp_path: Path) -> None:
    """A new table is either exported or named as disposable."""
    rows = rows_of_everything()
    with closing(Store(database)) as store:
        with store.writer.begin() as connection:
            for table in metadata.sorted_tables:
                connection.execute(sa.insert(table), rows[table.name])
        export_games(store, tmp_path / "all.jsonl")
    bodies = [body for _, body in read_bodies(tmp_path / "all.jsonl")]
    found = [set(row) for row in written_rows(bodies)]
    for table in metadata.sorted_tables:
        written = set(rows[table.name]) - KEPT_HERE
        assert (written in found) is (table.name not in DISPOSABLE), table.name
    assert len(found) == len(metadata.tables) - len(DISPOSABLE)
    values = [str(value) for row in written_rows(bodies) for value in row.values()]
    assert "None" not in values


def everything(store: Store) -> dict[str, list[Any]]:
    """All rows that are kept; chat is numbered anew, addresses are for a day and a place."""
    found = {}
    with store.engine.connect() as connection:
        for table in metadata.sorted_tables:
            if table.name not in DISPOSABLE:
                anew = {"id"} if table.name == "chat" else KEPT_HERE
                query = sa.select(*(c for c in table.c if c.name not in anew))
                found[table.name] = sorted(map(repr, connection.execute(query)))
    return found


def test_what_is_restored_is_the_same_to_the_column(
    make_client: MakeClient, database: str, new_database: Callable[[str], str], tmp_path: Path
) -> None:
    client = make_client(database)
    ann = Guest(client, "Ann")
    tables = [ann.make("pig"), ann.make("high_card", "me me"), ann.make("cubulus", "me 1")]
    ann.play(tables[1], 0, "keep")
    ann.act(tables[1], "chat", 201, text="two\u2028lines, one\u2029end")
    ann.ask("POST", "/api/games/under_falling_skies/daily", status=201)
    kept = back_up(database, tmp_path / "all.jsonl.gz")
    assert (kept.games, kept.people) == (4, 1)
    make_client.stop(client)
    with closing(Store(database)) as old, closing(Store(new_database("sqlite"))) as new:
        assert import_games(new, tmp_path / "all.jsonl.gz") == (4, 0)
        assert everything(new) == everything(old)


def test_it_is_one_moment(database: str) -> None:
    """What is written while it is read is not in it, and a writer does not wait for it."""
    rows = rows_of_everything()
    with closing(Store(database)) as store, snapshot(database) as connection:
        lines = lines_of(connection)
        first = next(lines)
        with store.writer.begin() as writing:
            writing.execute(sa.insert(games), rows["games"])
            writing.execute(sa.insert(people), rows["people"])
        assert '"games":0' in first
        assert list(lines) == ['{"end":0}\n']
    with snapshot(database) as connection:
        assert len(list(lines_of(connection))) == 4


def test_rows_come_as_they_are_needed(new_database: Callable[[str], str]) -> None:
    """PostgreSQL is asked for some at a time, and its limits for a server's statements are off."""
    database = new_database("postgresql")
    row = rows_of_everything()["people"]
    with closing(Store(database)) as store, store.writer.begin() as writing:
        many = [{**row, "id": f"p{k}", "token_hash": f"t{k}"} for k in range(2000)]
        writing.execute(sa.insert(people), many)
    with snapshot(database) as connection:
        lines = lines_of(connection)
        assert [next(lines)[:9] for _ in range(2)][1] == '{"person"'
        cursors = "SELECT count(*) FROM pg_cursors"
        assert connection.execute(sa.text(cursors)).scalar_one() >= 1
        for name, value in (
            ("statement_timeout", "0"),
            ("transaction_read_only", "on"),
            ("transaction_isolation", "repeatable read"),
        ):
            assert connection.execute(sa.text(f"SHOW {name}")).scalar_one() == value
        assert sum(1 for _ in lines) == 2000


def test_a_record_on_its_way_here_is_left_out(database: str, tmp_path: Path) -> None:
    rows = rows_of_everything()
    with closing(Store(database)) as store:
        with store.writer.begin() as writing:
            writing.execute(sa.insert(games), {**rows["games"], "status": ARRIVING})
        assert back_up(database, tmp_path / "x.jsonl").games == 0
        assert import_games(store, tmp_path / "x.jsonl") == (0, 0)


# Of which databases


def set_form(database: str, form: str) -> None:
    with closing(Store(database)) as store, store.writer.begin() as connection:
        connection.execute(sa.text(f"UPDATE alembic_version SET version_num = '{form}'"))


@pytest.mark.parametrize(
    ("form", "said"), [("0001", "from before this version"), ("9999", "does not know")]
)
def test_a_database_of_another_form_is_left_as_it_is(
    database: str, form: str, said: str, tmp_path: Path
) -> None:
    set_form(database, form)
    with pytest.raises(BadOption, match=said) as caught:
        back_up(database, tmp_path / "x.jsonl")
    assert form in caught.value.message
    with pytest.raises(BadOption, match=said), snapshot(database) as connection:
        assert migrate.form_of(connection) == form
    assert list(tmp_path.glob("x.jsonl*")) == []


def test_what_is_no_database_of_orrery_is_said_and_left(
    bare_database: Callable[[str], str], tmp_path: Path
) -> None:
    with pytest.raises(BadOption, match="there is no database"):
        back_up(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "x")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BadOption, match="nothing was ever kept"):
        back_up(bare_database("postgresql"), tmp_path / "x")
    (tmp_path / "letter.db").write_text("Dear reader, " * 100)
    with pytest.raises(BadOption, match="cannot be read"):
        back_up(str(tmp_path / "letter.db"), tmp_path / "x")
    with pytest.raises(BadOption, match="cannot be read"):
        back_up("postgresql://127.0.0.1:1/x?connect_timeout=2", tmp_path / "x")


def test_a_file_is_read_with_and_without_a_server(tmp_path: Path) -> None:
    """Its lock is not asked for, and a name that means something in an address is none."""
    database = tmp_path / "a b#c.db"
    with closing(Store(str(database))) as store:
        assert back_up(str(database), tmp_path / "1.jsonl").people == 0
        with store.writer.begin() as writing:
            writing.execute(sa.insert(people), rows_of_everything()["people"])
        for name in (database.name, f"{database.name}-wal"):  # as after the power has failed
            (tmp_path / f"dead {name}").write_bytes((tmp_path / name).read_bytes())
    assert back_up(str(tmp_path / f"dead {database.name}"), tmp_path / "2.jsonl").people == 1
    database.with_name(f"{database.name}.lock").unlink(missing_ok=True)
    assert back_up(str(database), tmp_path / "3.jsonl").people == 1
    assert not database.with_name(f"{database.name}.lock").exists()
    assert stat.S_IMODE((tmp_path / "3.jsonl").stat().st_mode) == 0o600
    Store(str(database)).close()


ENDLESS = """
import signal, sys, time
from orrery.server import backup
from orrery.cli.app import main

def endless(connection):
    yield "{}\\n" * 9999
    print("writing", flush=True)
    time.sleep(60)

backup.lines_of = endless
signal.signal(signal.SIGINT, signal.default_int_handler)  # or a run in the background ignores it
main()
"""


@pytest.mark.parametrize("how", ["terminate", "interrupt"])
def test_a_backup_that_is_stopped_leaves_nothing(how: str, tmp_path: Path) -> None:
    import signal

    database, file = tmp_path / "x.db", tmp_path / "x.jsonl"
    Store(str(database)).close()
    words = [sys.executable, "-c", ENDLESS, "backup", str(file), "--database", str(database)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "writing\n"
        assert file.with_name("x.jsonl.part").exists()
        run.send_signal(signal.SIGTERM if how == "terminate" else signal.SIGINT)
        run.communicate(timeout=30)
    assert run.returncode != 0
    assert list(tmp_path.glob("x.jsonl*")) == []
