"""The web is built with the Node that comes as a package, whatever the machine has."""

import shutil
import subprocess
from pathlib import Path

import pytest
from tools.build_web import use_own_node


def test_scripts_run_with_our_own_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "ours").mkdir()
    old = tmp_path / "theirs" / "node"
    old.write_text("#!/bin/sh\necho v4.0.0\n")
    old.chmod(0o755)
    env = shutil.which("env")
    assert env is not None
    (tmp_path / "theirs" / "env").symlink_to(env)
    monkeypatch.setenv("PATH", str(tmp_path / "theirs"))
    use_own_node(tmp_path / "ours")
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    assert int(said.stdout.removeprefix("v").split(".")[0]) >= 24
    said = subprocess.run(["npm", "--version"], capture_output=True, text=True, check=True)
    assert said.stdout[0].isdigit()
