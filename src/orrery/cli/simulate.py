"""`orrery simulate` and `orrery bench`."""

import json
import time
from typing import Any

from rich.console import Console
from rich.table import Table

from orrery.core import cache, registry
from orrery.core.game import Game
from orrery.core.runner import Runner, compiled, interpreted
from orrery.random_games import Tally, count_games

from .boards import progress_bar


def compile_first(game: Game) -> None:
    """Compile a game if that was never done, and say so while it lasts."""
    if not cache.is_ready(game):
        note = Console(stderr=True)
        with note.status(f"compiling {game.name}, this once"):
            cache.wait_for(cache.start_compiling(game), game)


def play_and_tell(
    name: str,
    given: dict[str, object],
    games: int,
    seed: int,
    workers: int,
    gpu: bool,
    ruleset: int | None,
) -> Tally:
    """Play random games, with a bar that says how far that is."""
    game = registry.find(name)
    game.read_options(given, ruleset)  # nobody waits for the compiler to hear of a slip
    if not gpu:
        compile_first(game)
    with progress_bar() as bar:
        task = bar.add_task("random games", total=games)
        return count_games(
            game,
            given,
            games=games,
            seed=seed,
            workers=workers,
            gpu=gpu,
            ruleset=ruleset,
            progress=lambda done: bar.update(task, completed=done),
        )


def show_tally(out: Console, tally: Tally, as_json: bool) -> None:
    """Print what came of random games."""
    if as_json:
        print(json.dumps(tally.as_json()))
        return
    table = Table(box=None, show_header=False, pad_edge=False)
    rows = [
        ("games", f"{tally.games:,}"),
        ("moves", f"{tally.moves:,} in {tally.seconds:.2f} s"),
        ("moves a second", f"{tally.moves_per_second:,}"),
        ("mean length", f"{tally.mean_length:.1f} moves; longest {tally.longest:,}"),
        *(
            (f"player {seat} wins", f"{wins:,} ({100 * wins / tally.games:.1f}%)")
            for seat, wins in enumerate(tally.wins, 1)
        ),
        ("draws", f"{tally.draws:,} ({100 * tally.draws / tally.games:.1f}%)"),
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
