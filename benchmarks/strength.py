"""How strong the levels are: `make strength GAME=cubulus`. Seeds 1..100, seats rotated.

Level 5 thinks 0.1 s a decision. OpenSpiel's MCTSBot plays our game through the adapter in
`openspiel_cubulus.py` (its Python MCTSBot with random rollouts and its solver; its C++ bot
crashes on games written in Python), for the same time.
"""

import argparse
import time
from pathlib import Path

from benchmarks.table import machine
from orrery.arena import Report, run_match
from orrery.core import registry

SEEDS = range(1, 101)
PLUGINS = ("benchmarks.openspiel_cubulus",)
LADDER = [
    ("search:5", "search:1", 90),
    ("search:2", "search:1", 60),
    ("search:3", "search:2", 60),
    ("search:4", "search:3", 60),
    ("search:5", "search:4", 60),
    ("search:3", "greedy", 60),
]
WEAK = [("search:1", "greedy", 40)]
PEER = ("search:5", "openspiel:seconds=0.1", 80)
PAGES = Path(__file__).parent.parent / "docs" / "strength"


def line(report: Report, wanted: str, held: bool) -> str:
    """One match as a row of a table."""
    low, high = report.interval
    counts = f"{report.wins} | {report.draws} | {report.losses}"
    score = f"{report.score:.2f} ({low:.2f} to {high:.2f})"
    told = "yes" if held else "**no**"
    return f"| {report.first} | {report.second} | {counts} | {score} | {wanted} | {told} |"


def main() -> None:
    """Play every line and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="cubulus")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--no-peer", action="store_true")
    given = parser.parse_args()
    options = registry.find(given.game).read_options({})
    began = time.perf_counter()
    rows = []
    matches = [(a, b, n, "at least") for a, b, n in LADDER] + [
        (a, b, n, "under") for a, b, n in WEAK
    ]
    plugins: tuple[str, ...] = ()
    if not given.no_peer and given.game == "cubulus":
        plugins = PLUGINS
        matches.append((*PEER, "at least"))
    for first, second, number, how in matches:
        report = run_match(given.game, options, first, second, SEEDS, given.jobs, plugins=plugins)
        held = report.wins >= number if how == "at least" else report.wins < number
        rows.append(line(report, f"{how} {number}", held))
        print(rows[-1], flush=True)
    minutes = (time.perf_counter() - began) / 60
    text = f"""# Strength

Written by `make strength GAME={given.game}`: 100 games a line, seeds 1 to 100, seats rotated, the
first run. Won, drawn and lost are those of the first bot; the score has its 95% interval (Wilson).
Level 5 thinks 0.1 s a decision.

| first | second | won | drawn | lost | score | wanted wins | held |
|---|---|---|---|---|---|---|---|
{chr(10).join(rows)}

`openspiel` is OpenSpiel's Python MCTSBot with random rollouts and its solver, playing {given.game}
through a thin adapter for the same 0.1 s. {machine()}; {minutes:.0f} minutes on {given.jobs}
processes.
"""
    PAGES.mkdir(exist_ok=True)
    (PAGES / f"{given.game}.md").write_text(text, "utf-8")
    if any("**no**" in row for row in rows):
        raise SystemExit("not every line holds")


if __name__ == "__main__":
    main()
