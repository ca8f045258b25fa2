"""Compiled code on disk: one folder a game and entry set, named by all that it depends on.

The compiler's own cache notices neither an edit in another file nor a changed table, so the
folder's name holds a hash of the game's sources and data, of `core`, of the entries' package
and of the versions. An edit leads to a new folder; an edit in one game to none for another.

Compiling is done by a child process, so that a server goes on answering meanwhile; the
process that waits for it loads what the child wrote and compiles nothing itself.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import filelock
import platformdirs

from . import jit
from .entries import CORE, EntrySet, signature
from .game import Game

HERE = Path(__file__).parent
READY = "ready"
_fingerprints: dict[tuple[Game, str], str] = {}
_loaded: dict[tuple[Game, str], dict[str, Callable[..., Any]]] = {}
KEPT = 3
"""How many folders of a game and set are kept; the oldest go when a new one is ready."""


def root() -> Path:
    """Where compiled code is kept: ORRERY_CACHE_DIR, or the user's cache folder."""
    given = os.environ.get("ORRERY_CACHE_DIR")
    return Path(given) if given else Path(platformdirs.user_cache_dir("orrery", appauthor=False))


def folder(game: Game, entries: EntrySet = CORE) -> Path:
    """The folder of a game's compiled entries."""
    return root() / f"{game.name}-{entries.name}-{fingerprint(game, entries)}"


def fingerprint(game: Game, entries: EntrySet = CORE) -> str:
    """A hash of all that the compiled entries depend on, as it was when first asked for.

    A process that has imported a game goes on with what it imported, whatever is edited later.
    """
    key = game, entries.name
    if key not in _fingerprints:
        _fingerprints[key] = _hash_sources(game, entries)
    return _fingerprints[key]


def _hash_sources(game: Game, entries: EntrySet) -> str:
    digest = hashlib.sha256()
    digest.update(f"{platform.python_version()} {jit.VERSIONS} {jit.settings_key()}".encode())
    for package in dict.fromkeys((HERE, game.folder, entries.sources)):
        digest.update(f"\n{package}\n".encode())
        for path in _sources(package):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(package)} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()[:16]


def _sources(package: Path) -> Iterable[Path]:
    data = package / "data"
    return sorted([*package.rglob("*.py"), *(p for p in data.rglob("*") if p.is_file())])


def is_ready(game: Game, entries: EntrySet = CORE) -> bool:
    """Whether everything is compiled already."""
    return jit.COMPILER_OFF or (folder(game, entries) / READY).exists()


def is_loaded(game: Game, entries: EntrySet = CORE) -> bool:
    """Whether this process has the compiled entries in memory."""
    return (game, entries.name) in _loaded


def load(game: Game, entries: EntrySet = CORE) -> dict[str, Callable[..., Any]]:
    """The compiled entries by name; waits for the child that compiles them, if need be."""
    key = game, entries.name
    if key not in _loaded:
        if not is_ready(game, entries):
            wait_for(start_compiling(game, entries), game)
        _loaded[key] = _load_here(game, entries)
    return _loaded[key]


def wait_for(child: "subprocess.Popen[bytes]", game: Game) -> None:
    """Wait until a child has compiled a game."""
    _, complaint = child.communicate()
    if child.returncode:
        raise RuntimeError(f"compiling {game.name} failed:\n{complaint.decode()}")


def start_compiling(game: Game, entries: EntrySet = CORE) -> "subprocess.Popen[bytes]":
    """Start the child that compiles a game's entries; it ends when they are on disk."""
    command = [sys.executable, "-m", __name__, f"{game.module}:GAME", entries_reference(entries)]
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def entries_reference(entries: EntrySet) -> str:
    """Where the child finds an entry set: the module of its functions, and its name there."""
    return f"{jit.plain(entries.functions[0]).__module__}:{entries.name.upper()}"


def compile_now(game: Game, entries: EntrySet = CORE) -> None:
    """Compile a game's entries in this process, unless another one has done it meanwhile."""
    target = folder(game, entries)
    target.mkdir(parents=True, exist_ok=True)
    with filelock.FileLock(target.with_suffix(".lock")):
        if not (target / READY).exists():
            _load_here(game, entries)
            (target / READY).touch()
            _forget_old(game, entries, target)


def _load_here(game: Game, entries: EntrySet) -> dict[str, Callable[..., Any]]:
    target = folder(game, entries)
    loaded = {}
    for function in entries.functions:
        made = jit.compiled_in(target, function)
        jit.load(made, signature(game, jit.plain(function)))
        loaded[jit.plain(function).__name__] = made
    return loaded


def _forget_old(game: Game, entries: EntrySet, newest: Path) -> None:
    found = [p for p in root().glob(f"{game.name}-{entries.name}-*") if p.is_dir() and p != newest]
    for old in sorted(found, key=lambda path: path.stat().st_mtime)[: -KEPT + 1 or None]:
        shutil.rmtree(old, ignore_errors=True)
        old.with_suffix(".lock").unlink(missing_ok=True)


def _main(game_reference: str, entries_at: str) -> None:
    import importlib

    from .registry import load as load_game

    module, _, name = entries_at.partition(":")
    compile_now(load_game(game_reference), getattr(importlib.import_module(module), name))


if __name__ == "__main__":
    _main(*sys.argv[1:])
