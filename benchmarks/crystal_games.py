"""How games of Black Crystal go among bots.

`python -m benchmarks.crystal_games book`: four bots of level 3 play every variant by the book's
own rules: how many games end with a winner, how many player turns they take, and which skills and
seats win. `python -m benchmarks.crystal_games play_now`: two and four bots of levels 1 to 3 play
by the rules of "Play now": whether games are decided, how long they are, how long anybody is
trapped. Seeds 1, 2, ...; the same everywhere. These levels are bounded by simulations, so that the
figures do not depend on the machine.
"""

import argparse
import functools
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from benchmarks.table import machine
from orrery.arena import wilson
from orrery.bots.bot import make_bot, situation
from orrery.bots.search import compile_search
from orrery.core import registry
from orrery.core.dice import SeededDice
from orrery.core.match import Match
from orrery.core.options import Value
from orrery.games.black_crystal.state import SKILLS

GAME = "black_crystal"
PAGE = Path(__file__).parent.parent / "docs" / "strength" / "black_crystal_games.md"
VARIANTS = ("3+1", "2+1", "3+2", "2+2", "1+1", "4+2")
LEVEL = 3
DEFAULT_GAMES, OTHER_GAMES = 100, 40
WANTED_DECIDED, WANTED_TURNS = 98, (60, 200)
BOOK, PLAY_NOW = "## By the book", "## By the rules of Play now"
TABLES, LEVELS, GAMES_A_CELL = (2, 4), (1, 2, 3), 34
MOST_TURNS, MOST_TRAPPED = 230, 5


@dataclass(frozen=True)
class Played:
    """One game: how it ended and when, who had which skill, how long anybody was trapped."""

    winner: int
    """The seat, -1 for none."""
    turns: int
    skills: tuple[int, ...]
    trapped: int
    """The most own turns in a row."""
    decisions: int
    """Of all seats together."""


def play(options: Mapping[str, Value], level: int, seed: int) -> Played:
    """One game of bots."""
    match = Match(registry.find(GAME), options, dice=SeededDice(seed))
    bots = [make_bot("search", seed=4 * seed + seat, level=level) for seat in range(match.seats)]
    trapped = decisions = 0
    while not match.over:
        match.play(bots[match.turn].consider(situation(match)).move)
        trapped = max(trapped, int(match.state[0]["trapped"].max()))
        decisions += 1
    state = match.state[0]
    skills = tuple(int(skill) for skill in state["skill"][: match.seats])
    return Played(int(state["winner"]), int(state["turns"]), skills, trapped, decisions)


def variant_row(variant: str, games: list[Played]) -> str:
    """How long the games of a variant are, as a row of a table."""
    turns = [game.turns for game in games]
    decided = sum(game.winner >= 0 for game in games)
    tenths = quantiles(turns, n=10)
    return (
        f"| {variant} | {decided} of {len(games)} | {median(turns):.0f} |"
        f" {tenths[0]:.0f} to {tenths[-1]:.0f} |"
    )


def share_row(name: str, won: int, played: int) -> str:
    """A share of wins with its interval, as a row of a table."""
    low, high = wilson(won, played)
    return f"| {name} | {won} of {played} | {won / played:.2f} ({low:.2f} to {high:.2f}) |"


def skill_rows(games: Iterable[Played]) -> list[str]:
    """How often each skill wins."""
    won: Counter[int] = Counter()
    had: Counter[int] = Counter()
    for game in games:
        had.update(game.skills)
        if game.winner >= 0:
            won[game.skills[game.winner]] += 1
    ordered = sorted(had, key=lambda skill: -won[skill] / had[skill])
    return [share_row(SKILLS[skill].replace("_", " "), won[skill], had[skill]) for skill in ordered]


def book_section(found: dict[str, list[Played]], minutes: float, jobs: int) -> str:
    """What was found by the book's own rules."""
    everything = [game for games in found.values() for game in games]
    seats = Counter(game.winner for game in everything)
    sides = ("North", "East", "South", "West")
    rows = [variant_row(variant, games) for variant, games in found.items()]
    seat_rows = [share_row(side, seats[seat], len(everything)) for seat, side in enumerate(sides)]
    lines = "\n".join
    return f"""Written by `python -m benchmarks.crystal_games book`: four bots of level {LEVEL} (100
simulations a decision), all options but the variant at their defaults, seeds 1 and up, the first
run of these bots. A game without a winner stopped at 1,000 player turns or at a standstill.

| variant | decided | median of player turns | eight of ten lie in |
|---|---|---|---|
{lines(rows)}

The variants' games together, with 95% intervals (Wilson); one in four is par:

| skill | won | share |
|---|---|---|
{lines(skill_rows(everything))}

| seat | won | share |
|---|---|---|
{lines(seat_rows)}

{machine()}; {minutes:.0f} minutes on {jobs} of them.
"""


def play_now_row(players: int, level: int, games: list[Played]) -> str:
    """How games of so many bots of a level go, as a row of a table."""
    turns = sorted(game.turns for game in games)
    decided = sum(game.winner >= 0 for game in games)
    return (
        f"| {players} | {level} | {decided} of {len(games)} | {median(turns):.0f} |"
        f" {quantiles(turns, n=10)[-1]:.0f} | {turns[-1]} |"
        f" {sum(count <= MOST_TURNS for count in turns)} of {len(games)} |"
        f" {max(game.trapped for game in games)} |"
        f" {median(game.decisions for game in games):.0f} |"
    )


def play_now_section(rows: list[str], everything: list[Played], minutes: float, jobs: int) -> str:
    """What was found by the rules of "Play now"."""
    turns = [game.turns for game in everything]
    decided = sum(game.winner >= 0 for game in everything)
    within = sum(count <= MOST_TURNS for count in turns)
    options = registry.find(GAME).presets[0].options
    chosen = ", ".join(f"`{name} = {str(value).lower()}`" for name, value in options.items())
    lines = "\n".join
    return f"""Written by `python -m benchmarks.crystal_games play_now`:
{chosen}, all other options
at their defaults; bots of levels 1 to 3, seeds 1 to {GAMES_A_CELL}. Turns are those of all players
together; "trapped" is the most own turns in a row that anybody could do nothing, "decisions" the
median of those of all seats.

| seats | level | decided | median | nine of ten | most | by {MOST_TURNS} | trapped | decisions |
|---|---|---|---|---|---|---|---|---|
{lines(rows)}

Of all {len(everything)} games {decided} were decided and {within} took at most {MOST_TURNS}
turns; half took at most {median(turns):.0f}, nine of ten at most {quantiles(turns, n=10)[-1]:.0f}.

{machine()}; {minutes:.0f} minutes on {jobs} of them.
"""


def write(heading: str, text: str) -> None:
    """Put a section in the place of the old one."""
    before, _, after = PAGE.read_text("utf-8").partition(f"{heading}\n")
    _, mark, rest = after.partition("\n## ")
    PAGE.write_text(f"{before}{heading}\n\n{text}{mark}{rest}", "utf-8")


def measure_book(pool: ProcessPoolExecutor, jobs: int) -> bool:
    """Play all variants, write them down; whether the usual one goes as it should."""
    began = time.perf_counter()
    found = {}
    for variant in VARIANTS:
        count = DEFAULT_GAMES if variant == VARIANTS[0] else OTHER_GAMES
        game = functools.partial(play, {"players": 4, "variant": variant}, LEVEL)
        found[variant] = list(pool.map(game, range(1, count + 1)))
        print(variant_row(variant, found[variant]), flush=True)
    write(BOOK, book_section(found, (time.perf_counter() - began) / 60, jobs))
    default = found[VARIANTS[0]]
    low, high = WANTED_TURNS
    held = low <= median(game.turns for game in default) <= high
    return held and sum(game.winner >= 0 for game in default) >= WANTED_DECIDED


def measure_play_now(pool: ProcessPoolExecutor, jobs: int) -> bool:
    """Play by the rules of "Play now", write it down; whether they keep what they promise."""
    began = time.perf_counter()
    rows, everything = [], []
    for players in TABLES:
        for level in LEVELS:
            game = functools.partial(play, {"players": players, "preset": "play_now"}, level)
            games = list(pool.map(game, range(1, GAMES_A_CELL + 1)))
            rows.append(play_now_row(players, level, games))
            print(rows[-1], flush=True)
            everything += games
    write(PLAY_NOW, play_now_section(rows, everything, (time.perf_counter() - began) / 60, jobs))
    within = sum(game.turns <= MOST_TURNS for game in everything)
    return all(
        game.winner >= 0 and game.trapped <= MOST_TRAPPED for game in everything
    ) and within >= 0.9 * len(everything)


def main() -> None:
    """Play, and write a section of the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", choices=("book", "play_now"))
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    compile_search(registry.find(GAME))
    measure = measure_book if chosen.rules == "book" else measure_play_now
    with ProcessPoolExecutor(chosen.jobs) as pool:
        if not measure(pool, chosen.jobs):
            raise SystemExit("games do not go as they should")


if __name__ == "__main__":
    main()
