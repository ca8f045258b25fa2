"""Orrery: tabletop games brought to life from their rulebooks.

>>> import orrery
>>> match = orrery.new("cubulus", players=2, seed=7)
>>> match.play("colour b").play("colour w").turn
1
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from .bots import Bot
    from .core.match import Match

__version__ = version("orrery-games")
__all__ = ["bot", "list_games", "load", "new"]

_ERRORS = ("BadNotation", "BadOption", "BadRecord", "GameOver", "IllegalMove", "UnknownGame")
_ELSEWHERE = {
    **dict.fromkeys((*_ERRORS, "OrreryError"), "orrery.core.errors"),
    "Match": "orrery.core.match",
    "Record": "orrery.core.record",
    "CHANCE": "orrery.core.contract",
    "OVER": "orrery.core.contract",
    "Tally": "orrery.random_games",
    "simulate": "orrery.random_games",
}


def __getattr__(name: str) -> Any:
    """Import the compiled core only when something of it is asked for."""
    if name in _ELSEWHERE:
        return getattr(import_module(_ELSEWHERE[name]), name)
    raise AttributeError(f"module 'orrery' has no attribute '{name}'")


def list_games() -> list[str]:
    """The names of the games that can be played here."""
    from .core import registry

    return registry.names()


def new(
    game: str,
    *,
    seed: int | None = None,
    rolls: bool = True,
    ruleset: int | None = None,
    **options: object,
) -> "Match":
    """A new match. With a seed its dice can be repeated; without, nobody knows them.

    Nature rolls by herself as soon as it is her turn, unless `rolls` is False. It is played by
    the newest rules that there are, unless an older ruleset is asked for.
    """
    from .core import registry
    from .core.dice import SeededDice
    from .core.match import Match

    dice = None if seed is None else SeededDice(seed)
    return Match(registry.find(game), options, ruleset=ruleset, dice=dice, rolls=rolls)


def load(path: "str | Path") -> "Match":
    """The match that a record tells, at its end."""
    from .core import registry
    from .core.record import Record

    record = Record.load(path)
    return record.replay(registry.find(record.game_name))


def bot(name: str, /, **settings: object) -> "Bot":
    """A bot of a kind: `bot.choose(match)` is its move."""
    from .bots import make_bot

    return make_bot(name, **settings)
