"""Short ways to a position, for the tests of single rules."""

from orrery.core import registry
from orrery.core.dice import SeededDice
from orrery.core.match import Match
from orrery.games.cubulus import notation

GAME = registry.find("cubulus")
EMPTY = ".../.../...,.../.../...,.../.../..."


def at(position: str, **options: object) -> Match:
    """A match that stands at a position; `order=` and the rest may be left out."""
    players = 3 if " n=- " in position else 2
    return Match(GAME, {"players": players, **options}, dice=SeededDice(1), position=position)


def fresh(seed: int = 1, ruleset: int | None = None, **options: object) -> Match:
    """A new match in which Nature waits to be asked."""
    return Match(GAME, options, ruleset=ruleset, dice=SeededDice(seed), rolls=False)


def begun(first: str = "b", **options: object) -> Match:
    """A match whose colours are black, white (and red), and in which a colour begins."""
    match = Match(GAME, options, dice=SeededDice(1), rolls=False)
    return match.play("colour b").play("colour w").play(f"first {first}")


def prompt(match: Match) -> str:
    """Which headline stands over a match."""
    return notation.prompt(match.state[0])
