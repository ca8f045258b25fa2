"""Export and import: every game of one store in another, or a clear reason and nothing."""

import copy
import errno
import json
import os
import shutil
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from orrery.core.errors import BadOption, BadRecord
from orrery.server import export_file
from orrery.server.export_file import (
    FORMAT,
    Holds,
    check_file,
    line_of,
    read_bodies,
    write_file,
)
from orrery.server.schema import events, games, people
from orrery.server.store import Store, read_url
from orrery.server.transfer import export_games, export_lines, import_games

from .conftest import MakeClient
from .guests import Guest

Filled = tuple[str, list[str], Guest]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def filled(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> Filled:
    """A store with an open, a running, a finished and a brought game, which no test changes."""
    database, make_client = new_database(request.param), MakeClient()
    client = make_client(database)
    ann = Guest(client, "Ann")
    tables = [ann.make("pig"), ann.make("high_card", "me me"), ann.make("cubulus", "me me")]
    ann.play(tables[1], 0, "keep")
    ann.play(tables[2], 0)
    ann.play(tables[2], 1)
    turn = ann.look(tables[2])["now"]["turn"]
    ann.play(tables[2], turn)
    ann.act(tables[2], "undo", n=ann.look(tables[2])["n"], seat=turn)
    ann.act(tables[2], "resign", n=ann.look(tables[2])["n"], seat=0)
    ann.act(tables[2], "chat", 201, text="Пока!")
    text = client.get(f"/api/tables/{tables[2]}/record").text
    tables.append(client.post("/api/records", content=text).json()["table"])
    make_client.stop(client)
    return database, tables, ann


@pytest.fixture(scope="module")
def once_exported(filled: Filled, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exported") / "games.jsonl"
    with closing(Store(filled[0])) as store:
        assert export_games(store, path) == 4
    return path


@pytest.fixture
def exported(once_exported: Path, tmp_path: Path) -> Path:
    """A copy of what was exported."""
    return Path(shutil.copy(once_exported, tmp_path))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_games_move_from_any_store_to_any(
    filled: Filled,
    exported: Path,
    kind: str,
    new_database: Callable[[str], str],
    make_client: MakeClient,
) -> None:
    target = new_database(kind)
    store = Store(target)
    assert import_games(store, exported) == (4, 0)
    assert import_games(store, exported) == (0, 4)
    without_chat = [json.loads(line) for line in export_lines(store)]
    store.close()
    assert len(without_chat) == 1 + 1 + 4 + 1
    tables, ann = filled[1], copy.copy(filled[2])
    ann.client = make_client(target)
    assert ann.look(tables[0])["table"]["status"] == "open"
    ann.play(tables[1], 1, "keep")
    assert ann.look(tables[1])["table"]["status"] == "over"
    assert [line["text"] for line in ann.look(tables[2])["chat"]] == ["Пока!"]
    for table in tables[1:]:
        assert ann.ask("GET", f"/api/tables/{table}/dice")["holds"] is True


def edit(path: Path, change: Callable[[list[Any]], None]) -> Path:
    bodies = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    change(bodies)
    other = path.with_name("edited.jsonl")
    other.write_text("".join(json.dumps(body) + "\n" for body in bodies), "utf-8")
    return other


def running(bodies: list[Any]) -> Any:
    return next(b for b in bodies if b.get("game", {}).get("game") == "high_card")


BAD: dict[str, Callable[[list[Any]], Any]] = {
    "cut short": lambda b: b.pop(),
    "a game lost": lambda b: b.pop(3),
    "no export": lambda b: b[0].update(format="zip"),
    "a changed move": lambda b: running(b)["events"][-2].update(
        body=running(b)["events"][-2]["body"].replace("keep", "swap")
    ),
    "a changed chain": lambda b: running(b)["events"][1].update(chain="0" * 64),
    "an event lost": lambda b: running(b)["events"].pop(2),
    "an unknown column": lambda b: running(b)["seats"][0].update(crown=True),
    "a column lost": lambda b: running(b)["events"][0].pop("kind"),
    "another's row": lambda b: running(b)["events"][0].update(game_id="other"),
    "no rows": lambda b: running(b).pop("seats"),
    "a bad secret": lambda b: running(b)["game"].update(secret={"base64": "?"}),
    "no object": lambda b: running(b).update(game=7),
    "a repeated event": lambda b: running(b)["events"].append(running(b)["events"][0]),
    "nonsense in a body": lambda b: running(b)["events"][1].update(body="[]"),
    "text for a number": lambda b: running(b)["events"][1].update(n={"base64": "AA=="}),
}


@pytest.mark.parametrize("what", BAD)
def test_a_damaged_export_brings_nothing(
    exported: Path, what: str, new_database: Callable[[str], str]
) -> None:
    store = Store(new_database("sqlite"))
    try:
        with pytest.raises(BadRecord):
            import_games(store, edit(exported, BAD[what]))
        with store.engine.connect() as connection:
            for table in (games, events, people):
                count = sa.select(sa.func.count()).select_from(table)
                assert connection.execute(count).scalar_one() == 0
    finally:
        store.close()


def test_a_game_that_differs_from_the_one_here_is_refused(
    exported: Path, new_database: Callable[[str], str]
) -> None:
    store = Store(new_database("sqlite"))
    import_games(store, exported)
    other = edit(exported, lambda b: running(b)["events"].pop())
    with pytest.raises(BadRecord, match="is here already"):
        import_games(store, other)
    store.close()


def test_files_that_cannot_be_read(tmp_path: Path, new_database: Callable[[str], str]) -> None:
    store = Store(new_database("sqlite"))
    for content in (b"", b"\xff\xfe", b"nonsense\n", b"[]\n"):
        path = tmp_path / "x.jsonl"
        path.write_bytes(content)
        with pytest.raises(BadRecord):
            import_games(store, path)
    with pytest.raises(BadRecord, match="cannot read"):
        import_games(store, tmp_path / "nowhere")
    store.close()


# The file


def test_a_file_is_never_written_over(exported: Path, filled: Filled) -> None:
    before = exported.read_bytes()
    with closing(Store(filled[0])) as store:
        with pytest.raises(BadOption, match="already"):
            export_games(store, exported)
        half = exported.with_name("new.jsonl.part")
        half.write_text("somebody's")
        with pytest.raises(BadOption, match="another is being written there"):
            export_games(store, exported.with_name("new.jsonl"))
        assert half.read_text() == "somebody's"
        with pytest.raises(BadOption, match="cannot be written"):
            export_games(store, exported / "new.jsonl")
    assert exported.read_bytes() == before
    assert exported.stat().st_mode & 0o077 == 0


def lines(count: int, size: int = 10) -> Iterator[str]:
    yield line_of({"format": FORMAT, "games": count})
    for k in range(count):
        yield line_of({"game": {"id": f"{k:0{size}}"}})
    yield line_of({"end": count})


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz"])
def test_what_goes_wrong_leaves_nothing_behind(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> Iterator[str]:
        yield from lines(3)
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        write_file(tmp_path / name, broken())
    with pytest.raises(BadRecord, match="cut short"):  # it is read again before it has its name
        write_file(tmp_path / name, list(lines(3))[:-1])
    with monkeypatch.context() as changed:
        changed.setattr("os.fsync", full)
        with pytest.raises(BadOption, match="cannot be written: No space left"):
            write_file(tmp_path / name, lines(3))
    assert list(tmp_path.iterdir()) == []
    kept = write_file(tmp_path / name, lines(3))
    assert (kept.games, kept.people, kept.size) == (3, 0, (tmp_path / name).stat().st_size)


def full(_: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_disk_that_does_not_keep_what_it_was_given_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(path: Path) -> Holds:
        path.write_bytes(path.read_bytes().replace(b"0000000001", b"0000000007"))
        return check_file(path)

    monkeypatch.setattr(export_file, "check_file", forgetful)
    with pytest.raises(BadRecord, match="not kept as it was written"):
        write_file(tmp_path / "x.jsonl", lines(3))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz"])
def test_a_large_file_is_never_in_memory(name: str, tmp_path: Path) -> None:
    tracemalloc.start()
    kept = write_file(tmp_path / name, lines(3000, 4000))
    found = sum(1 for _ in read_bodies(tmp_path / name))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (kept.games, found) == (3000, 3002)
    assert peak < 3_000_000


@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_a_damaged_packed_file_is_refused(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    write_file(path, lines(300))
    packed = bytearray(path.read_bytes())
    packed[len(packed) // 2] ^= 255
    path.write_bytes(path.read_bytes()[:-9] if damage == "cut" else packed)
    with pytest.raises(BadRecord):
        check_file(path)


def test_an_export_of_a_release_to_come_is_refused(
    exported: Path, new_database: Callable[[str], str]
) -> None:
    other = edit(exported, lambda b: b[0].update(form="9999"))
    with closing(Store(new_database("sqlite"))) as store:
        with pytest.raises(BadRecord, match="form 9999, which this version does not know"):
            import_games(store, other)
        assert import_games(store, edit(exported, lambda b: b[0].pop("form"))) == (4, 0)


def test_no_line_is_passed_over(exported: Path, new_database: Callable[[str], str]) -> None:
    """Whatever else a line of a game says, it is a game."""

    def disguise(bodies: list[Any]) -> None:
        running(bodies).update(format=FORMAT, end=4)

    with closing(Store(new_database("sqlite"))) as store:
        assert import_games(store, edit(exported, disguise)) == (4, 0)


def test_one_damaged_game_can_be_left_out(
    exported: Path, new_database: Callable[[str], str], filled: Filled
) -> None:
    """Whoever lost a database and has one bad game in the backup gets all the others back."""

    def damage(bodies: list[Any]) -> None:
        running(bodies)["events"][1].update(chain="0" * 64)

    other = edit(exported, damage)
    with closing(Store(new_database(read_url(filled[0]).get_backend_name()))) as store:
        damaged: list[str] = []
        assert import_games(store, other, damaged) == (3, 0)
        (said,) = damaged
        assert said.startswith("line ")
        with store.engine.connect() as connection:
            found = sa.select(sa.func.count()).select_from(games)
            assert connection.execute(found).scalar_one() == 3
            lost = sa.select(games.c.id).where(games.c.game == "high_card")
            assert connection.execute(lost).all() == []
