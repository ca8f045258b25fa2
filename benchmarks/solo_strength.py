"""How often bots win a game for one: `python -m benchmarks.solo_strength [LINE ...]`.

Every line is played once, with the dice of seeds 1, 2, ...; all lines meet the same dice. What was
found is kept in `solo_report.json`, so that lines can be played at different times, and the page
is written from it.
"""

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.table import machine
from orrery.arena import wilson
from orrery.bots.bot import make_bot, situation
from orrery.bots.search import compile_search
from orrery.core import registry
from orrery.core.dice import SeededDice
from orrery.core.match import Match

GAME = "under_falling_skies"
REPORT = Path(__file__).parent / "solo_report.json"
PAGE = Path(__file__).parent.parent / "docs" / "strength" / f"{GAME}.md"
CARDS = ("mothership", "sky 1", "sky 2", "sky 3", "sky 4", "upper base", "lower base", "tracks")


@dataclass(frozen=True)
class Line:
    """So many games of a bot with some options."""

    what: str
    bot: dict[str, Any]
    games: int
    options: dict[str, str] = field(default_factory=dict)
    wanted: int | None = None


def _sides(*cards: int) -> str:
    return "".join("s" if card in cards else "e" for card in range(len(CARDS)))


LINES = {
    "level5": Line("level 5, 0.1 s a decision", {"level": 5}, 100, wanted=55),
    "second": Line("1 s a decision", {"seconds": 1.0}, 60, wanted=36),
    **{f"level{k}": Line(f"level {k}", {"level": k}, 100) for k in (4, 3, 2, 1)},
    "easy": Line("all easy", {"level": 5}, 40, {"sides": _sides()}),
    **{
        f"star{k}": Line(f"★ {card}", {"level": 5}, 40, {"sides": _sides(k)})
        for k, card in enumerate(CARDS)
    },
    "eight": Line("all eight ★, 1 s a decision", {"seconds": 1.0}, 40, {"sides": "s" * len(CARDS)}),
    **{
        f"given{k}": Line(
            f"★ {CARDS[k]}, as given", {"level": 5}, 40, {"sides": _sides(k), "stars": "given"}
        )
        for k in (0, 5, 6)
    },
    "given8": Line(
        "all eight ★, as given", {"level": 5}, 40, {"sides": "s" * len(CARDS), "stars": "given"}
    ),
}


def play(key: str, seed: int) -> tuple[bool, int]:
    """One game: whether it was won, and in which round it ended."""
    line = LINES[key]
    match = Match(registry.find(GAME), line.options, dice=SeededDice(seed))
    bot = make_bot("search", seed=seed, **line.bot)
    while not match.over:
        match.play(bot.consider(situation(match)).move)
    assert match.result is not None
    return match.result.scores[0] > 0, int(match.state[0]["round"])


def run(key: str, jobs: int) -> dict[str, Any]:
    """Play a line; what was found."""
    line = LINES[key]
    began = time.perf_counter()
    with ProcessPoolExecutor(jobs) as pool:
        found = list(pool.map(play, [key] * line.games, range(1, line.games + 1)))
    rounds = [ended for won, ended in found if won]
    return {
        **asdict(line),
        "won": sum(won for won, _ in found),
        "round": round(sum(rounds) / len(rounds), 1) if rounds else None,
        "minutes": round((time.perf_counter() - began) / 60, 1),
    }


def row(found: dict[str, Any]) -> str:
    """One line of the page."""
    low, high = wilson(found["won"], found["games"])
    share = f"{100 * found['won'] / found['games']:.0f}% ({100 * low:.0f} to {100 * high:.0f})"
    wanted = "" if found["wanted"] is None else f"at least {found['wanted']}"
    ended = "" if found["round"] is None else found["round"]
    return (
        f"| {found['what']} | {found['won']} of {found['games']} | {share} | {ended} | {wanted} |"
    )


def write_page(report: dict[str, Any]) -> None:
    """The page, with what is known so far."""
    head = "| | won | share (95%) | round of the win, mean | wanted |\n|---|---|---|---|---|\n"
    parts = {
        "Levels, all cards easy": [key for key in LINES if key.startswith(("level", "second"))],
        "Stars, level 5": ["easy", *(key for key in LINES if key.startswith(("star", "eight")))],
        "Stars as given, level 5": [key for key in LINES if key.startswith("given")],
    }
    text = "# Strength: Under Falling Skies\n\nWritten by `python -m benchmarks.solo_strength`: "
    text += "every line once, the dice of seeds 1, 2, ... in all of them; intervals by Wilson.\n"
    for title, keys in parts.items():
        rows = [row(report[key]) for key in keys if key in report]
        if rows:
            text += f"\n## {title}\n\n{head}" + "\n".join(rows) + "\n"
    PAGE.write_text(f"{text}\n{machine()}.\n", "utf-8")


def main() -> None:
    """Play the lines that are named, or all that were not played yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lines", nargs="*", metavar="LINE", help=", ".join(LINES))
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    report = json.loads(REPORT.read_text("utf-8")) if REPORT.exists() else {}
    compile_search(registry.find(GAME))
    for key in given.lines or [key for key in LINES if key not in report]:
        report[key] = run(key, given.jobs)
        print(row(report[key]), flush=True)
        REPORT.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf-8")
        write_page(report)


if __name__ == "__main__":
    main()
