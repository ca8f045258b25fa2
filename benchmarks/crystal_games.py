"""How games of Black Crystal go among four bots: `python -m benchmarks.crystal_games`.

Four bots of level 3 play every variant: how many games end with a winner, how many player turns
they take, and which skills and seats win. Seeds 1, 2, ...; the same for every variant. Level 3 is
bounded by simulations, so that the figures do not depend on the machine.
"""

import argparse
import functools
import time
from collections import Counter
from collections.abc import Iterable
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
from orrery.games.black_crystal.state import SKILLS

GAME = "black_crystal"
PAGE = Path(__file__).parent.parent / "docs" / "strength" / "black_crystal_games.md"
VARIANTS = ("3+1", "2+1", "3+2", "2+2", "1+1", "4+2")
LEVEL = 3
DEFAULT_GAMES, OTHER_GAMES = 100, 40
WANTED_DECIDED, WANTED_TURNS = 98, (60, 200)


@dataclass(frozen=True)
class Played:
    """One game: the seat that won, -1 for none, the turns it took, and who had which skill."""

    winner: int
    turns: int
    skills: tuple[int, ...]


def play(variant: str, seed: int) -> Played:
    """One game of four bots."""
    match = Match(registry.find(GAME), {"players": 4, "variant": variant}, dice=SeededDice(seed))
    bots = [make_bot("search", seed=4 * seed + seat, level=LEVEL) for seat in range(4)]
    while not match.over:
        match.play(bots[match.turn].consider(situation(match)).move)
    state = match.state[0]
    skills = tuple(int(skill) for skill in state["skill"][:4])
    return Played(int(state["winner"]), int(state["turns"]), skills)


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


def page(found: dict[str, list[Played]], minutes: float, jobs: int) -> str:
    """All that was found, as a page."""
    everything = [game for games in found.values() for game in games]
    seats = Counter(game.winner for game in everything)
    sides = ("North", "East", "South", "West")
    rows = [variant_row(variant, games) for variant, games in found.items()]
    seat_rows = [share_row(side, seats[seat], len(everything)) for seat, side in enumerate(sides)]
    lines = "\n".join
    return f"""# Games of Black Crystal

Written by `python -m benchmarks.crystal_games`: four bots of level {LEVEL} (100 simulations a
decision), all options but the variant at their defaults, seeds 1 and up, the first run of
these bots. A game without a winner stopped at 1,000 player turns.

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


def main() -> None:
    """Play all variants and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    jobs = parser.parse_args().jobs
    compile_search(registry.find(GAME))
    began = time.perf_counter()
    found = {}
    with ProcessPoolExecutor(jobs) as pool:
        for variant in VARIANTS:
            count = DEFAULT_GAMES if variant == VARIANTS[0] else OTHER_GAMES
            seeds = range(1, count + 1)
            found[variant] = list(pool.map(functools.partial(play, variant), seeds))
            print(variant_row(variant, found[variant]), flush=True)
    PAGE.write_text(page(found, (time.perf_counter() - began) / 60, jobs), "utf-8")
    default = found[VARIANTS[0]]
    low, high = WANTED_TURNS
    held = low <= median(game.turns for game in default) <= high
    if not held or sum(game.winner >= 0 for game in default) < WANTED_DECIDED:
        raise SystemExit("the default variant is not decided as it should be")


if __name__ == "__main__":
    main()
