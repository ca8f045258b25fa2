"""Short ways to a position, for the tests of single rules."""

from orrery.core import registry
from orrery.core.dice import SeededDice
from orrery.core.match import Match

GAME = registry.find("warp6")
YELLOW_ROLL = "r Y d8=8,7 d6=6,5,4 d4=4,3,2,1"
BLACK_ROLL = "r B d8=1,2 d6=3,3,3 d4=1,1,2,2"


def at(position: str, **options: object) -> Match:
    """A match that stands at a position, in which Nature waits to be asked."""
    players = 3 if "W{" in position else 2
    given = {"players": players, **options}
    return Match(GAME, given, dice=SeededDice(1), rolls=False, position=position)


def fresh(seed: int = 1, **options: object) -> Match:
    """A new match in which Nature waits to be asked."""
    return Match(GAME, options, dice=SeededDice(seed), rolls=False)


def rolled() -> Match:
    """A match of two in which yellow rolled more and is to place first."""
    return fresh().play(YELLOW_ROLL).play(BLACK_ROLL)
