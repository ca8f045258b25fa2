"""How strong the levels are: `make strength GAME=cubulus`. Seeds 1..100, seats rotated.

Level 5 thinks 0.1 s a decision. OpenSpiel's MCTSBot plays our game through the adapter in
`openspiel_bot.py` (its Python MCTSBot with random rollouts and its solver; its C++ bot crashes on
games written in Python), for the same time.
"""

import argparse
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.table import machine
from orrery.arena import Report, run_match
from orrery.core import registry

SEEDS = range(1, 101)
PEER = "openspiel:seconds=0.1"
PAGES = Path(__file__).parent.parent / "docs" / "strength"


@dataclass(frozen=True)
class Line:
    """One match: the first bot against the second at all other seats, and the wins wanted."""

    first: str
    second: str
    wins: int | None = None
    fewer: bool = False
    """Whether fewer wins than `wins` are wanted, not at least as many."""
    options: Mapping[str, object] = field(default_factory=dict)
    plugins: tuple[str, ...] = ()

    @property
    def wanted(self) -> str:
        """What is wanted, in words."""
        if self.wins is None:
            return ""
        return f"{'under' if self.fewer else 'at least'} {self.wins}"

    def holds(self, report: Report) -> bool:
        """Whether the wins are what is wanted."""
        if self.wins is None:
            return True
        return report.wins < self.wins if self.fewer else report.wins >= self.wins


LADDER = tuple(Line(f"search:{k + 1}", f"search:{k}") for k in range(1, 5))
LINES: dict[str, tuple[Line, ...]] = {
    "cubulus": (
        Line("search:5", "search:1", 90),
        *(Line(f"search:{k + 1}", f"search:{k}", 60) for k in range(1, 5)),
        Line("search:3", "greedy", 60),
        Line("search:1", "greedy", 40, fewer=True),
        Line("search:5", PEER, 80, plugins=("benchmarks.openspiel_bot",)),
    ),
    "warp6": (
        Line("search:5", "two_ply", 85, plugins=("benchmarks.warp6_greedy",)),
        Line("search:5", PEER, 80, plugins=("benchmarks.openspiel_bot",)),
        Line("search:5", "search:2", 55, options={"players": 3}),
        *LADDER,
    ),
    "orion_duel": (
        Line("search:5", "search:2", 90),
        Line("search:5", PEER, 85, plugins=("benchmarks.openspiel_bot",)),
        *LADDER,
    ),
    "black_crystal": (
        Line("search:5", "random", 90, options={"players": 4}),
        Line("search:5", "search:1", 50, options={"players": 4}),
    ),
}
PEER_NOTE = (
    "`openspiel` is OpenSpiel's Python MCTSBot with random rollouts and its\n"
    "solver, playing the same game through a thin adapter for the same 0.1 s. "
)
NOTES = {
    "black_crystal": (
        "An earlier estimate of the bots had its first run before: 75 won, 13 drawn, 12 lost"
        " against\nrandom movers. It was then written anew, on other seeds; this is the first run"
        " of that.\n"
    ),
    "warp6": (
        "`two_ply` takes the action whose gain in marks, less the rival's best gain after it, is"
        " largest\n(`benchmarks/warp6_greedy.py`). "
    ),
}


def row(line: Line, report: Report) -> str:
    """One match as a row of a table."""
    low, high = report.interval
    counts = f"{report.wins} | {report.draws} | {report.losses}"
    score = f"{report.score:.2f} ({low:.2f} to {high:.2f})"
    held = "yes" if line.holds(report) else "**no**"
    second = report.second + "".join(f", {name} {v}" for name, v in line.options.items())
    told = held if line.wins is not None else ""
    return f"| {report.first} | {second} | {counts} | {score} | {line.wanted} | {told} |"


def main() -> None:
    """Play every line and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="cubulus")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--no-peer", action="store_true")
    given = parser.parse_args()
    game = registry.find(given.game)
    began = time.perf_counter()
    rows = []
    for line in LINES.get(given.game, LADDER):
        if given.no_peer and line.second == PEER:
            continue
        options = game.read_options(line.options)
        report = run_match(
            given.game,
            options,
            (line.first, line.second),
            SEEDS,
            given.jobs,
            plugins=line.plugins,
        )
        rows.append(row(line, report))
        print(rows[-1], flush=True)
    minutes = (time.perf_counter() - began) / 60
    peers = {line.second for line in LINES.get(given.game, LADDER)}
    text = f"""# Strength

Written by `make strength GAME={given.game}`: 100 games a line, seeds 1 to 100, seats rotated, the
first run. Won, drawn and lost are those of the first bot; the score has its 95% interval (Wilson).
Level 5 thinks 0.1 s a decision.

| first | second | won | drawn | lost | score | wanted wins | held |
|---|---|---|---|---|---|---|---|
{chr(10).join(rows)}

{NOTES.get(given.game, "")}{PEER_NOTE if PEER in peers else ""}{machine()};
{minutes:.0f} minutes on {given.jobs} processes.
"""
    PAGES.mkdir(exist_ok=True)
    (PAGES / f"{given.game}.md").write_text(text, "utf-8")
    if any("**no**" in row for row in rows):
        raise SystemExit("not every line holds")


if __name__ == "__main__":
    main()
