"""One game between bots, and how bots are named on the command line."""

from collections.abc import Mapping
from dataclasses import dataclass

from orrery.bots import Bot, make_bot, situation
from orrery.core import registry
from orrery.core.dice import SeededDice
from orrery.core.errors import BadOption
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
    """How a game went: the score of each seat, its plies, and the simulations of each seat."""

    scores: tuple[float, ...]
    plies: int
    simulations: tuple[int, ...]


def read_bot(text: str, seed: int | None = None) -> Bot:
    """A bot from `name`, `name:level` or `name:setting=value,setting=value`."""
    name, _, rest = text.partition(":")
    settings: dict[str, object] = {}
    for part in filter(None, rest.split(",")):
        key, sign, value = part.partition("=")
        settings[key if sign else "level"] = _number(value if sign else key, text)
    if seed is not None and "seed" not in settings:
        settings["seed"] = seed
    return make_bot(name, **settings)


def _number(text: str, whole: str) -> int | float:
    try:
        return int(text) if text.lstrip("-").isdigit() else float(text)
    except ValueError:
        raise BadOption(f"'{text[:20]}' in '{whole[:40]}' is no number") from None


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
    assert match.result is not None
    return Outcome(match.result.scores, len(match.plies), tuple(simulations))
