"""`orrery simulate` and `orrery bench`."""

import itertools
import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from orrery.core import cache, registry
from orrery.core.game import Game
from orrery.core.runner import Runner, compiled, interpreted

from .boards import progress_bar

CHUNK_SECONDS = 0.25


def compile_first(game: Game) -> None:
    """Compile a game if that was never done, and say so while it lasts."""
    if not cache.is_ready(game):
        note = Console(stderr=True)
        with note.status(f"compiling {game.name}, this once"):
            cache.wait_for(cache.start_compiling(game), game)


class _Total:
    """Sums of the counts of many batches."""

    def __init__(self, seats: int) -> None:
        self.moves = self.decisions = self.draws = self.longest = 0
        self.wins = [0] * seats

    def add(self, counts: dict[str, Any]) -> None:
        self.moves += counts["moves"]
        self.decisions += counts["decisions"]
        self.draws += counts["draws"]
        self.longest = max(self.longest, counts["longest"])
        self.wins = [a + b for a, b in zip(self.wins, counts["wins"], strict=True)]


def run_simulation(
    out: Console,
    name: str,
    given: dict[str, object],
    games: int,
    seed: int,
    workers: int,
    as_json: bool,
    gpu: bool = False,
    ruleset: int | None = None,
) -> None:
    """Play random games and print what came of them."""
    game = registry.find(name)
    ruleset = game.read_ruleset(ruleset)
    options = game.read_options(given, ruleset)
    if gpu:
        counted, seconds = _simulate_on_gpu(game, options, games, seed, ruleset)
    else:
        compile_first(game)
        vector = game.option_vector(options, ruleset)
        counted, seconds = _simulate(game, vector, game.seats(options), games, seed, workers)
    report = {
        "game": name,
        "ruleset": ruleset,
        "options": options,
        "seed": seed,
        "workers": workers,
        "games": games,
        "moves": counted.moves,
        "seconds": round(seconds, 6),
        "moves_per_second": round(counted.moves / max(seconds, 1e-9)),
        "wins": counted.wins,
        "draws": counted.draws,
        "mean_length": counted.moves / games,
        "mean_decisions": counted.decisions / games,
        "longest": counted.longest,
    }
    if as_json:
        print(json.dumps(report))
    else:
        _print_report(out, report)


def _simulate(
    game: Game, vector: NDArray[np.int32], seats: int, games: int, seed: int, workers: int
) -> tuple[_Total, float]:
    runners = [compiled(game) for _ in range(workers)]
    runners[0].simulate(vector, seats, seed, 0, 1)  # the first call is slower than the others
    total, done, chunk, seconds = _Total(seats), 0, 64 * workers, 0.0
    with (
        ThreadPoolExecutor(workers) as pool,
        progress_bar() as bar,
    ):
        task = bar.add_task("random games", total=games)
        while done < games:
            count = min(chunk, games - done)
            shares = _shares(done, count, workers)
            began = time.perf_counter()
            jobs = [
                pool.submit(runner.simulate, vector, seats, seed, first, share)
                for runner, (first, share) in zip(runners, shares, strict=True)
            ]
            batches = [job.result() for job in jobs]
            took = time.perf_counter() - began
            for batch in batches:
                total.add(batch)
            seconds += took
            done += count
            chunk = max(chunk, min(4 * chunk, int(count * CHUNK_SECONDS / max(took, 1e-6))))
            bar.update(task, completed=done)
    return total, seconds


def _simulate_on_gpu(
    game: Game, options: dict[str, Any], games: int, seed: int, ruleset: int
) -> tuple[_Total, float]:
    from orrery.gpu import simulate

    seats = game.seats(options)
    simulate(game.name, 1, options, seed, ruleset)  # the first call compiles
    began = time.perf_counter()
    found = simulate(game.name, games, options, seed, ruleset)
    seconds = time.perf_counter() - began
    total = _Total(seats)
    total.moves, total.longest = int(found["lengths"].sum()), int(found["lengths"].max())
    total.wins = [int((found["winners"] == seat).sum()) for seat in range(seats)]
    total.draws = games - sum(total.wins) if seats > 1 else 0
    return total, seconds


def _shares(first: int, count: int, workers: int) -> list[tuple[int, int]]:
    """Split a run of games among the workers; which games are played does not change."""
    edges = [first + count * k // workers for k in range(workers + 1)]
    return [(a, b - a) for a, b in itertools.pairwise(edges)]


def _print_report(out: Console, report: dict[str, Any]) -> None:
    table = Table(box=None, show_header=False, pad_edge=False)
    games = report["games"]
    rows = [
        ("games", f"{games:,}"),
        ("moves", f"{report['moves']:,} in {report['seconds']:.2f} s"),
        ("moves a second", f"{report['moves_per_second']:,}"),
        ("mean length", f"{report['mean_length']:.1f} moves; longest {report['longest']:,}"),
        *(
            (f"player {seat} wins", f"{wins:,} ({100 * wins / games:.1f}%)")
            for seat, wins in enumerate(report["wins"], 1)
        ),
        ("draws", f"{report['draws']:,} ({100 * report['draws'] / games:.1f}%)"),
    ]
    for label, value in rows:
        table.add_row(f"[dim]{label}[/]", value)
    out.print(table)


def run_bench(out: Console, name: str | None, seconds: float, as_json: bool) -> None:
    """Measure every game, or one."""
    names = registry.names() if name is None else [name]
    figures = [measure(registry.find(each), seconds) for each in names]
    if as_json:
        print(json.dumps(figures))
        return
    table = Table("game", "interpreted moves/s", "compiled moves/s", "ratio", "load s", box=None)
    for row in figures:
        table.add_row(
            row["game"],
            f"{row['interpreted']:,}",
            f"{row['compiled']:,}",
            f"{row['compiled'] / row['interpreted']:.0f}x",
            f"{row['load_seconds']:.2f}",
        )
    out.print(table)


def measure(game: Game, seconds: float) -> dict[str, Any]:
    """Moves a second of random games, default options, one core."""
    compile_first(game)
    began = time.perf_counter()
    fast = compiled(game)
    load = time.perf_counter() - began
    return {
        "game": game.name,
        "interpreted": _rate(game, interpreted(game), seconds, 4),
        "compiled": _rate(game, fast, seconds, 1000),
        "load_seconds": round(load, 3),
    }


def _rate(game: Game, runner: Runner, seconds: float, batch: int) -> int:
    options = game.read_options({})
    vector, seats = game.option_vector(options), game.seats(options)
    moves = first = 0
    runner.simulate(vector, seats, 1, 0, 1)
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        moves += runner.simulate(vector, seats, 1, first, batch)["moves"]
        first += batch
    return round(moves / (time.perf_counter() - began))
