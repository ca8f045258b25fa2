"""Many random games, counted: on threads by the compiled rules, or on a GPU.

Game *i* of a seed is the same game whatever the number of threads, and on a GPU too.
"""

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .core import registry
from .core.dice import SEEDS
from .core.errors import BadOption
from .core.game import Game
from .core.options import Flag, Span, Value
from .core.runner import Counts, compiled

CHUNK_SECONDS = 0.25
"""About how long games are played before it is told how many are done."""
FIRST_ON_GPU, MOST_ON_GPU = 1 << 14, 1 << 24
"""How many games are played at once on a GPU: what came of each of them must fit its memory."""
_GAMES = Span("games", 1, 10**12, 100_000)
_SEED = Span("seed", -SEEDS, SEEDS - 1, 1)
_WORKERS = Span("workers", 1, 64, 1)
_GPU = Flag("gpu", default=False)

Play = Callable[[int, int], tuple[Counts, float]]
"""Plays games from the first one on, so many: what came of them, and the seconds it took."""


@dataclass(frozen=True)
class Tally:
    """What came of many random games."""

    game: str
    ruleset: int
    options: Mapping[str, Value]
    seed: int
    workers: int
    games: int
    moves: int
    """Moves in all games, Nature's too."""
    decisions: int
    """Moves that a seat decided."""
    wins: tuple[int, ...]
    """How many games each seat won."""
    draws: int
    """Games that nobody won; a game for one that is lost is no draw."""
    longest: int
    """Moves of the longest game."""
    seconds: float
    """How long it took, without compiling."""

    @property
    def mean_length(self) -> float:
        """Moves a game."""
        return self.moves / self.games

    @property
    def mean_decisions(self) -> float:
        """Decisions a game."""
        return self.decisions / self.games

    @property
    def moves_per_second(self) -> int:
        """How fast they were played."""
        return round(self.moves / max(self.seconds, 1e-9))

    def as_json(self) -> dict[str, Any]:
        """The tally as `orrery simulate --json` prints it."""
        return {
            "game": self.game,
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "seed": self.seed,
            "workers": self.workers,
            "games": self.games,
            "moves": self.moves,
            "seconds": round(self.seconds, 6),
            "moves_per_second": self.moves_per_second,
            "wins": list(self.wins),
            "draws": self.draws,
            "mean_length": self.mean_length,
            "mean_decisions": self.mean_decisions,
            "longest": self.longest,
        }


def simulate(
    game: str,
    games: int = 100_000,
    *,
    seed: int = 1,
    workers: int = 1,
    gpu: bool = False,
    ruleset: int | None = None,
    progress: Callable[[int], object] | None = None,
    **options: object,
) -> Tally:
    """Play random games with the compiled rules, and count what came of them.

    The same seed plays the same games, whatever the number of `workers`, which are threads;
    with `gpu` they are played on this machine's GPU. `progress` is told now and then how many
    games are done. A game that was never compiled here is compiled first.
    """
    return count_games(
        registry.find(game),
        options,
        games=games,
        seed=seed,
        workers=workers,
        gpu=gpu,
        ruleset=ruleset,
        progress=progress,
    )


def count_games(
    game: Game,
    given: Mapping[str, object],
    *,
    games: int,
    seed: int,
    workers: int = 1,
    gpu: bool = False,
    ruleset: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Tally:
    """`simulate`, for a game and options that may have any names."""
    games, seed = int(_GAMES.read(games)), int(_SEED.read(seed))
    workers, gpu = int(_WORKERS.read(workers)), bool(_GPU.read(gpu))
    if gpu and workers > 1:
        raise BadOption("a GPU takes no workers: they are threads", detail={"option": "workers"})
    ruleset = game.read_ruleset(ruleset)
    options = game.read_options(given, ruleset)
    vector = game.option_vector(options, ruleset)
    if gpu:
        play = _on_gpu(game, vector, game.seats(options), seed)
        total, seconds = _in_chunks(play, games, FIRST_ON_GPU, MOST_ON_GPU, progress)
    else:
        with _on_threads(game, vector, game.seats(options), seed, workers) as play:
            total, seconds = _in_chunks(play, games, 64 * workers, games, progress)
    return Tally(
        game=game.name,
        ruleset=ruleset,
        options=options,
        seed=seed,
        workers=workers,
        games=games,
        moves=total["moves"],
        decisions=total["decisions"],
        wins=tuple(total["wins"]),
        draws=total["draws"],
        longest=total["longest"],
        seconds=seconds,
    )


def _in_chunks(
    play: Play, games: int, chunk: int, most: int, progress: Callable[[int], object] | None
) -> tuple[Counts, float]:
    """Play all games, `chunk` of them at first, more while that is quickly done, up to `most`."""
    parts: list[Counts] = []
    done, seconds = 0, 0.0
    while done < games:
        count = min(chunk, games - done)
        part, took = play(done, count)
        parts = [_sum([*parts, part])]
        seconds += took
        done += count
        quick = int(count * CHUNK_SECONDS / max(took, 1e-6))
        chunk = min(most, max(chunk, min(4 * chunk, quick)))
        if progress is not None:
            progress(done)
    return parts[0], seconds


def _sum(parts: Sequence[Counts]) -> Counts:
    return {
        "moves": sum(part["moves"] for part in parts),
        "decisions": sum(part["decisions"] for part in parts),
        "draws": sum(part["draws"] for part in parts),
        "longest": max(part["longest"] for part in parts),
        "wins": [sum(wins) for wins in zip(*(part["wins"] for part in parts), strict=True)],
    }


@contextmanager
def _on_threads(
    game: Game, vector: NDArray[np.int32], seats: int, seed: int, workers: int
) -> Iterator[Play]:
    runners = [compiled(game) for _ in range(workers)]
    runners[0].simulate(vector, seats, seed, 0, 1)  # the first call is slower than the others

    def play(first: int, games: int) -> tuple[Counts, float]:
        edges = [first + games * k // workers for k in range(workers + 1)]
        began = time.perf_counter()
        jobs = [
            pool.submit(runner.simulate, vector, seats, seed, start, end - start)
            for runner, (start, end) in zip(runners, itertools.pairwise(edges), strict=True)
        ]
        parts = [job.result() for job in jobs]
        return _sum(parts), time.perf_counter() - began

    with ThreadPoolExecutor(workers) as pool:
        yield play


def _on_gpu(game: Game, vector: NDArray[np.int32], seats: int, seed: int) -> Play:
    from .gpu import GpuGames

    gpu = GpuGames(game, vector, seats)
    gpu.play(seed, 0, 1)  # the first call is slower than the others

    def play(first: int, games: int) -> tuple[Counts, float]:
        began = time.perf_counter()
        played = gpu.play(seed, first, games)
        took = time.perf_counter() - began
        wins = [int((played.winners == seat).sum()) for seat in range(seats)]
        counts: Counts = {
            "moves": int(played.lengths.sum(dtype=np.int64)),
            "decisions": int(played.decisions.sum(dtype=np.int64)),
            "draws": games - sum(wins) if seats > 1 else 0,
            "longest": int(played.lengths.max()),
            "wins": wins,
        }
        return counts, took

    return play
