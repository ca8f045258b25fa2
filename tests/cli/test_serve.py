"""`orrery serve`, `export` and `import` as people type them."""

import subprocess
import sys
from pathlib import Path

import pytest

from orrery.core.errors import BadOption
from orrery.server.serve import read_settings, take_port
from orrery.server.settings import Settings
from tests.server.serving import Server


def orrery(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "orrery", *arguments], capture_output=True, text=True, timeout=60
    )


def test_a_second_server_on_one_file_says_so_and_exits(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    with Server(database, bots=0) as server:
        second = orrery("serve", "--port", "0", "--database", database)
        assert second.returncode == 2
        assert "another server is using" in second.stderr
        taken = orrery("serve", "--port", str(server.port), "--database", str(tmp_path / "b.db"))
        assert taken.returncode == 2
        assert "cannot listen on" in taken.stderr
        assert server.stop() == 0


def test_games_are_exported_and_imported(tmp_path: Path) -> None:
    database, other = str(tmp_path / "a.db"), str(tmp_path / "b.db")
    with Server(database, bots=0):
        busy = orrery("export", str(tmp_path / "x.jsonl"), "--database", database)
        assert busy.returncode == 2
    file = str(tmp_path / "games.jsonl")
    done = orrery("export", file, "--database", database)
    assert done.returncode == 0, done.stderr
    assert "0 games are in" in done.stdout.replace("\n", " ")
    assert orrery("export", file, "--database", database).returncode == 2
    assert "0 games came in" in orrery("import", file, "--database", other).stdout
    bad = orrery("import", str(tmp_path / "nowhere"), "--database", other)
    assert bad.returncode == 2
    assert "Traceback" not in bad.stderr


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORRERY_PORT", "9001")
    assert read_settings().port == 9001
    assert read_settings(port=9002).port == 9002
    monkeypatch.setenv("ORRERY_BOT_WORKERS", "many")
    with pytest.raises(BadOption, match="ORRERY_BOT_WORKERS"):
        read_settings()


def test_a_port_that_cannot_be_had_is_named() -> None:
    with pytest.raises(BadOption, match="cannot listen"):
        take_port("192.0.2.1", 8000)


def test_every_setting_is_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "server.md").read_text("utf-8")
    for name in Settings.model_fields:
        assert f"`ORRERY_{name.upper()}`" in page, name
