"""One game between bots."""

from collections.abc import Mapping
from dataclasses import dataclass

from orrery.bots import read_bot, situation
from orrery.core import registry
from orrery.core.dice import SeededDice
from orrery.core.match import Match
from orrery.core.options import Value


@dataclass(frozen=True)
class Pairing:
    """One game to be played: which bot sits where, and the seed of everything in it."""

    game: str
    options: Mapping[str, Value]
    bots: tuple[str, ...]
    """Bots by name and settings, in seat order."""
    seed: int


@dataclass(frozen=True)
class Outcome:
    """How a game went: who won, the score of each seat, its plies, and each seat's simulations."""

    winner: int | None
    scores: tuple[float, ...]
    plies: int
    simulations: tuple[int, ...]


def play_game(pairing: Pairing) -> Outcome:
    """Play one game to its end."""
    game = registry.find(pairing.game)
    match = Match(game, pairing.options, dice=SeededDice(pairing.seed))
    bots = [
        read_bot(text, (1000 * pairing.seed + k) % (1 << 61)) for k, text in enumerate(pairing.bots)
    ]
    simulations = [0] * len(bots)
    while not match.over:
        seat = match.turn
        choice = bots[seat].consider(situation(match))
        simulations[seat] += choice.simulations
        match.play(choice.move)
    result = match.result
    assert result is not None
    return Outcome(result.winner, result.scores, len(match.plies), tuple(simulations))
