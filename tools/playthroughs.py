"""Write the golden playthroughs: whole games as text, one file an option set, kept in git.

A test compares them with what the rules play now. They are refreshed only by this tool, so that
a change of behaviour shows as a diff that somebody reads.
"""

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

TESTS = Path(__file__).parent.parent / "tests" / "games"
os.environ.setdefault("ORRERY_GAMES_PATH", str(TESTS.parent / "tiny"))

from orrery.core import registry
from orrery.core.dice import SeededDice, draw_python, generator
from orrery.core.game import Game
from orrery.core.match import Match
from orrery.core.options import Value

SHOWN_MOVES = 12
WHOLE, EVERY = 100, 25
"""So many plies are written whole; after them every so many, and of the others the move alone."""
LONG, SELDOM = 1000, 200
"""A position of so many characters is written once in so many plies."""


def option_sets(game: Game) -> Iterator[tuple[str, dict[str, Value], int]]:
    """The defaults, each option away from its default, and the defaults of older rulesets."""
    newest = game.version
    yield "default", game.read_options({}), newest
    for option in game.options:
        for value in option.samples():
            if value != option.default:
                yield f"{option.name}-{value}", game.read_options({option.name: value}), newest
    for old in game.rulesets[:-1]:
        yield f"ruleset-{old}", game.read_options({}, old), old


def playthrough(game: Game, options: dict[str, Value], ruleset: int, seed: int) -> str:
    """One random game, ply by ply: position, moves, weights, the move, and the result."""
    match = Match(game, options, ruleset=ruleset, dice=SeededDice(seed), rolls=False)
    rng = generator(seed, 1)
    lines = [f"game {game.name} ruleset {ruleset}", f"options {options}", ""]
    while not match.over:
        moves = match.legal()
        ply = len(match.plies)
        if ply >= WHOLE and ply % EVERY:
            match.play(moves[draw_python(rng, len(moves))])
            lines.append(f"  {match.plies[-1].text}")
            continue
        shown = ", ".join(moves[:SHOWN_MOVES]) + (", ..." if len(moves) > SHOWN_MOVES else "")
        position = match.position
        lines += [position] if len(position) < LONG or ply % SELDOM == 0 else []
        lines.append(f"  turn {match.turn}; {len(moves)} moves: {shown}")
        if match.weights():
            lines.append(f"  weights {match.weights()}")
        move = moves[draw_python(rng, len(moves))]
        match.play(move)
        lines.append(f"  {move}: {match.sentence(len(match.plies) - 1)}")
    assert match.result is not None
    lines += [match.position, f"result {match.result.text}, scores {list(match.result.scores)}", ""]
    return "\n".join(lines)


def all_playthroughs() -> Iterator[tuple[Path, Callable[[], str]]]:
    """Every file, and what plays the game that should be in it."""
    for name in registry.names():
        game = registry.find(name)
        if not (TESTS / name).exists():
            continue
        for seed, (label, options, ruleset) in enumerate(option_sets(game), 1):
            path = TESTS / name / "playthroughs" / f"{label}.txt"
            yield path, partial(playthrough, game, options, ruleset, seed)


if __name__ == "__main__":
    for path, play in all_playthroughs():
        path.parent.mkdir(exist_ok=True)
        path.write_text(play(), "utf-8")
        print(path.relative_to(TESTS))
