"""Many games between two bots, spread over processes, with the seats rotated."""

import importlib
import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from orrery.bots import read_bot
from orrery.bots.simulation import SEARCH
from orrery.core import cache, registry
from orrery.core.entries import CORE
from orrery.core.options import Value

from .match import Outcome, Pairing, play_game
from .stats import Sprt, sprt, wilson


@dataclass
class Report:
    """What a match showed, from the first bot's side."""

    first: str
    second: str
    seats: int
    wins: int = 0
    draws: int = 0
    losses: int = 0
    plies: int = 0
    simulations: list[int] = field(default_factory=lambda: [0, 0])
    decided: Sprt | None = None

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Wins, and half of the draws, as a share of the games."""
        return (self.wins + self.draws / 2) / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true score lies, 19 times out of 20."""
        return wilson(self.wins + self.draws / 2, self.games)

    def add(self, seat: int, outcome: Outcome) -> None:
        """Count one game in which the first bot sat at `seat`."""
        if outcome.winner == seat:
            self.wins += 1
        elif outcome.winner is None and outcome.scores[seat] == max(outcome.scores):
            self.draws += 1
        else:
            self.losses += 1
        self.plies += outcome.plies
        self.simulations[0] += outcome.simulations[seat]
        self.simulations[1] += sum(outcome.simulations) - outcome.simulations[seat]

    def as_json(self) -> dict[str, Any]:
        """The report on the wire."""
        low, high = self.interval
        return {
            "first": self.first,
            "second": self.second,
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "interval": [low, high],
            "mean_plies": self.plies / max(1, self.games),
            "verdict": self.decided.verdict if self.decided else None,
        }


def pairings(
    game: str, options: Mapping[str, Value], first: str, second: str, seats: int, seeds: range
) -> Iterator[tuple[int, Pairing]]:
    """One game a seed; the first bot moves on by a seat each time, the second fills the rest."""
    for number, seed in enumerate(seeds):
        seat = number % seats
        bots = tuple(first if k == seat else second for k in range(seats))
        yield seat, Pairing(game, options, bots, seed)


def prepare(game: str, plugins: Sequence[str] = ()) -> None:
    """Import further bots, and have the rules and the search compiled before the clock runs."""
    for module in plugins:
        importlib.import_module(module)
    for entries in (CORE, SEARCH):
        cache.load(registry.find(game), entries)


def run_match(
    game: str,
    options: Mapping[str, Value],
    bots: tuple[str, str],
    seeds: range,
    jobs: int = 1,
    bounds: tuple[float, float] | None = None,
    tell: Callable[[Report], None] = lambda report: None,
    plugins: Sequence[str] = (),
) -> Report:
    """Play the games of the first bot against the second.

    With `bounds` it ends as soon as it is clear on which side the score lies.
    `plugins` are modules that make further kinds of bots known.
    """
    seats = registry.find(game).seats(options)
    prepare(game, plugins)
    for text in bots:
        read_bot(text)
    report = Report(*bots, seats)
    games = list(pairings(game, options, *bots, seats, seeds))
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=prepare, initargs=(game, plugins)) as pool:
        running: list[tuple[int, Future[Outcome]]] = [
            (seat, pool.submit(play_game, pairing)) for seat, pairing in games
        ]
        for seat, job in running:
            try:
                report.add(seat, job.result())
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
            if bounds is not None:
                report.decided = sprt(report.wins, report.draws, report.losses, *bounds)
            tell(report)
            if report.decided is not None and report.decided.verdict != "open":
                pool.shutdown(cancel_futures=True)
                break
    return report
