"""Compiled code on disk: one folder a game and entry set, named by all that it depends on.

The compiler's own cache notices neither an edit in another file nor a changed table, so the
folder's name holds a hash of the game's sources and data, of `core`, of the entries' package
and of the versions. An edit leads to a new folder; an edit in one game to none for another.

Compiling is done by a child process, so that a server goes on answering meanwhile; the
process that waits for it loads what the child wrote and compiles nothing itself.
"""

import atexit
import hashlib
import os
import pickle
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import filelock
import platformdirs

from . import jit
from .entries import CORE, EntrySet, signature
from .game import Game, hash_sources

READY = "ready"
_CORE_SOURCES = hash_sources(Path(__file__).parent)
_loading = threading.RLock()
_loaded: dict[tuple[Game, str], dict[str, Callable[..., Any]]] = {}
KEPT = 3
"""How many folders of a game and set are kept; the oldest go when a new one is ready."""


@cache
def root() -> Path:
    """Where compiled code is kept: ORRERY_CACHE_DIR, or the user's cache folder.

    Where neither can be written to, a folder that goes with the process must do.
    """
    given = os.environ.get("ORRERY_CACHE_DIR")
    folder = Path(given or platformdirs.user_cache_dir("orrery", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        spare = tempfile.mkdtemp(prefix="orrery-")
        atexit.register(shutil.rmtree, spare, ignore_errors=True)
        os.environ["ORRERY_CACHE_DIR"] = spare
        warnings.warn(f"'{folder}' cannot be written to; compiled code is not kept", stacklevel=2)
        return Path(spare)


def folder(game: Game, entries: EntrySet = CORE) -> Path:
    """The folder of a game's compiled entries."""
    return root() / f"{game.name}-{entries.name}-{fingerprint(game, entries)}"


def fingerprint(game: Game, entries: EntrySet = CORE) -> str:
    """A hash of all that the compiled entries depend on, as it was when it was imported.

    A process goes on with what it imported, whatever is edited later.
    """
    versions = f"{platform.python_version()} {jit.VERSIONS} {jit.settings_key()}"
    parts = (versions, _CORE_SOURCES, game.sources, entries.fingerprint)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def is_ready(game: Game, entries: EntrySet = CORE) -> bool:
    """Whether everything is compiled already."""
    return jit.COMPILER_OFF or (folder(game, entries) / READY).exists()


def is_loaded(game: Game, entries: EntrySet = CORE) -> bool:
    """Whether this process has the compiled entries in memory."""
    return (game, entries.name) in _loaded


def load(game: Game, entries: EntrySet = CORE) -> dict[str, Callable[..., Any]]:
    """The compiled entries by name; waits for the child that compiles them, if need be."""
    key = game, entries.name
    with _loading:
        if key not in _loaded:
            if not is_ready(game, entries):
                wait_for(start_compiling(game, entries), game)
            _loaded[key] = _load_sound(game, entries)
        return _loaded[key]


def _load_sound(game: Game, entries: EntrySet) -> dict[str, Callable[..., Any]]:
    """Load what is on disk; if that is damaged, compile it once more."""
    try:
        return _load_here(game, entries)
    except (EOFError, OSError, ValueError, pickle.UnpicklingError):
        shutil.rmtree(folder(game, entries), ignore_errors=True)
        wait_for(start_compiling(game, entries), game)
        return _load_here(game, entries)


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
    jit.name_apart(target.name)
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
