"""Short ways to a position, for the tests of single rules."""

from orrery.core import registry
from orrery.core.dice import SeededDice
from orrery.core.match import Match

GAME = registry.find("orion_duel")


def played(record: str, **options: object) -> Match:
    """A match at the end of a record such as `preset1 O: X3@F7 T1@D5`."""
    header, _, moves = record.partition(":")
    setup, first, *changed = header.split()
    given = dict(word.split("=") for word in changed)
    values = {"setup": setup, "first": first, **given, **options}
    match = Match(GAME, values, dice=SeededDice(1), rolls=False)
    for move in moves.split():
        match.play(move)
    return match


def fresh(seed: int = 1, **options: object) -> Match:
    """A new match in which Nature waits to be asked."""
    return Match(GAME, options, dice=SeededDice(seed), rolls=False)
