"""A wheel, installed in an empty environment, serves the same pages from any folder."""

import os
import re
import subprocess
import sys
import urllib.request
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str, folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


@pytest.mark.prove
def test_a_wheel_serves_the_pages(tmp_path: Path) -> None:
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(tmp_path), ".", folder=ROOT)
    wheel = next(tmp_path.glob("orrery_games-*.whl"))
    run(sys.executable, "-m", "venv", "empty", folder=tmp_path)
    python = tmp_path / "empty" / "bin" / "python"
    pins = str(ROOT / "constraints.txt")
    run(str(python), "-m", "pip", "install", "-q", "-c", pins, str(wheel), folder=tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    known = {k: v for k, v in os.environ.items() if not k.startswith(("ORRERY", "PYTHON"))}
    asked = [str(python.with_name("orrery")), "--version"]
    said = subprocess.run(asked, cwd=elsewhere, env=known, check=True, capture_output=True)
    assert said.stdout.decode().split() == ["orrery", version("orrery-games")]
    command = [str(python), "-m", "orrery", "serve", "--port", "0", "--database", "x.db"]
    server = subprocess.Popen(command, cwd=elsewhere, env=known, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        found = re.search(r"http://\S+/", server.stderr.readline())
        assert found is not None
        with urllib.request.urlopen(found[0], timeout=60) as answer:
            page = answer.read().decode()
        script = re.search(r'src="/(assets/[^"]+\.js)"', page)
        assert script is not None
        with urllib.request.urlopen(found[0] + script[1], timeout=60) as answer:
            assert len(answer.read()) > 10_000
        with urllib.request.urlopen(found[0] + "api/games", timeout=60) as answer:
            assert b"cubulus" in answer.read()
    finally:
        server.terminate()
        server.communicate(timeout=30)
