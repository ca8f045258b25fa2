"""Orrery: tabletop games brought to life from their rulebooks.

>>> import orrery
>>> match = orrery.new("cubulus", players=2, seed=7)
>>> match.play("colour b").play("colour w").turn
1
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .bots import Bot
    from .core.contract import CHANCE, OVER, WATCHER
    from .core.errors import (
        BadData,
        BadNotation,
        BadOption,
        BadRecord,
        GameOver,
        IllegalMove,
        OrreryError,
        UnknownGame,
    )
    from .core.events import Event, Player, Result
    from .core.game import Game
    from .core.match import Match
    from .core.record import Record
    from .random_games import Tally, simulate

__version__ = version("orrery-games")
__all__ = [
    "CHANCE",
    "OVER",
    "WATCHER",
    "BadData",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "Bot",
    "Event",
    "Game",
    "GameOver",
    "IllegalMove",
    "Match",
    "OrreryError",
    "Player",
    "Record",
    "Result",
    "Tally",
    "UnknownGame",
    "bot",
    "list_games",
    "load",
    "new",
    "simulate",
]

_ELSEWHERE = {
    "bots": ("Bot",),
    "core.contract": ("CHANCE", "OVER", "WATCHER"),
    "core.errors": (
        "BadData",
        "BadNotation",
        "BadOption",
        "BadRecord",
        "GameOver",
        "IllegalMove",
        "OrreryError",
        "UnknownGame",
    ),
    "core.events": ("Event", "Player", "Result"),
    "core.game": ("Game",),
    "core.match": ("Match",),
    "core.record": ("Record",),
    "random_games": ("Tally", "simulate"),
}
_MODULES = {name: module for module, names in _ELSEWHERE.items() for name in names}

if not TYPE_CHECKING:  # a type checker would take any misspelt name for one that is found here

    def __getattr__(name):
        """Import the compiled core only when something of it is asked for."""
        if name in _MODULES:
            return getattr(import_module(f"orrery.{_MODULES[name]}"), name)
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
    """A bot of a kind: `bot.choose(match)` is its move.

    The kinds are `random`, `greedy` and `search`. All take a `seed`; `search` takes a `level` from
    1 to 5 or a budget of its own, in `seconds` or `simulations`, and a number of `workers`.
    """
    from .bots import make_bot

    return make_bot(name, **settings)
