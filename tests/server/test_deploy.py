"""What is written about running Orrery for others is true of this code."""

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from orrery.cli.app import app
from orrery.server.limits import LARGEST_RECORD
from orrery.server.settings import Settings

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "deploy").iterdir())
PAGE = ROOT / "docs" / "howto" / "deploy.md"
NOT_OF_THE_SERVER = {"ORRERY_CACHE_DIR"}


def settings_in(text: str) -> set[str]:
    return set(re.findall(r"\bORRERY_[A-Z_]+[A-Z]\b", text)) - NOT_OF_THE_SERVER


@pytest.mark.parametrize("path", [*FILES, PAGE], ids=lambda path: path.name)
def test_every_setting_and_command_that_is_named_is_there(path: Path) -> None:
    text = path.read_text("utf-8")
    known = {f"ORRERY_{name.upper()}" for name in Settings.model_fields}
    assert settings_in(text) <= known
    commands = {c.name or getattr(c.callback, "__name__", "") for c in app.registered_commands}
    assert set(re.findall(r"bin/orrery (\w+)", text)) <= commands


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_page_names_every_file(path: Path) -> None:
    assert f"deploy/{path.name}" in PAGE.read_text("utf-8")


def test_the_environment_is_read_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (ROOT / "deploy" / "environment").read_text("utf-8").splitlines()
    given = [line for line in lines if line and not line.startswith("#")]
    for line in given:
        (word,) = shlex.split(line)  # systemd takes quotes off as a shell does
        monkeypatch.setenv(*word.split("=", 1))
    settings = Settings()  # type: ignore[call-arg]
    assert settings.hosts == ["tables.example.org"]
    assert settings.trusted_proxies == settings.host == "127.0.0.1"
    assert settings.log_json is True
    assert json.dumps(settings.database) == '"/var/lib/orrery/tables.db"'


def test_nginx_lets_the_largest_record_through() -> None:
    found = re.search(r"client_max_body_size\s+(\d+)m;", (ROOT / "deploy/nginx.conf").read_text())
    assert found
    assert int(found[1]) << 20 > LARGEST_RECORD


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    """A backup, a restore, and a second one to the same name, as the page has them."""
    run, database = CliRunner(), str(tmp_path / "tables.db")
    from orrery.server.store import Store

    Store(database).close()
    file = str(tmp_path / "x.jsonl.gz")
    done = run.invoke(app, ["backup", file, "--database", database])
    assert done.exit_code == 0, done.output
    assert "0 games and 0 people are kept in" in done.output
    again = run.invoke(app, ["backup", file, "--database", database])
    assert "choose another name" in str(again.exception)
    done = run.invoke(app, ["import", file, "--skip-damaged", "--database", f"{database}2"])
    assert "0 games came in" in done.output
