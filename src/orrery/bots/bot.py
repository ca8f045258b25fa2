"""What every bot is: something that chooses, from what its seat knows."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orrery.core.contract import CHANCE, OVER
from orrery.core.dice import SEEDS, generator
from orrery.core.errors import BadOption, GameOver, nearest
from orrery.core.game import Game, State
from orrery.core.match import Match
from orrery.core.options import Value


@dataclass(frozen=True)
class Situation:
    """What a bot is given: a state that went through `hide`, and the moves it may make."""

    game: Game
    options: dict[str, Value]
    seat: int
    state: State
    moves: tuple[int, ...]
    ply: int
    line: tuple[int, ...] | None = None
    """The moves that led here, where nothing about them is hidden."""
    start: str | None = None
    """The position they started from, if it was not the beginning."""
    thorough: bool = False
    """Whether values are wanted even when there is only one move."""


@dataclass(frozen=True)
class Ranked:
    """One of the best moves, with what is expected of it."""

    move: int
    values: tuple[float, ...]
    visits: int
    line: tuple[int, ...]
    """The moves expected, this one first."""


@dataclass(frozen=True)
class Choice:
    """What a bot answers: a move and, if it has them, the values it expects for each seat."""

    move: int
    values: tuple[float, ...] | None = None
    simulations: int = 0
    line: tuple[int, ...] = ()
    """The moves expected, this one first."""
    best: tuple[Ranked, ...] = ()
    """A few moves, the best first, where a thorough answer was wanted."""


class Bot(ABC):
    """A program that plays."""

    name = "bot"

    def choose(self, match: Match) -> str:
        """The move, as text, for the seat whose turn it is."""
        choice = self.consider(situation(match))
        return match.game.notation.move_text(match.state[0], choice.move)

    @abstractmethod
    def consider(self, situation: Situation) -> Choice:
        """The move, from what the seat knows."""


def situation(match: Match, thorough: bool = False) -> Situation:
    """What the seat to move knows of a match; `thorough` asks for values in any case."""
    seat = match.turn
    if seat == OVER:
        raise GameOver("the game is over")
    if seat == CHANCE:
        raise GameOver("Nature decides now, not a bot")
    moves = tuple(match.legal_codes())
    return Situation(
        game=match.game,
        options=match.options,
        seat=seat,
        state=match.knowledge(seat),
        moves=moves,
        ply=len(match.plies),
        line=None if match.game.has_hidden else tuple(event.move for event in match.plies),
        start=match.start,
        thorough=thorough,
    )


_BOT = 0x5EED0FB075
_makers: dict[str, Callable[..., Bot]] = {}


def bot_kind(name: str) -> Callable[[Callable[..., Bot]], Callable[..., Bot]]:
    """Make a kind of bot known by a name."""

    def keep(maker: Callable[..., Bot]) -> Callable[..., Bot]:
        _makers[name] = maker
        return maker

    return keep


def bot_names() -> list[str]:
    """The kinds of bots there are."""
    return sorted(_makers)


def bot_stream(seed: int, number: int) -> NDArray[np.uint64]:
    """A generator for a bot's own choices, apart from the dice of a game with the same seed."""
    return generator(seed ^ _BOT, number)


def read_whole(name: str, value: object, low: int, high: int) -> int:
    """A setting that is a whole number in a range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadOption(f"'{name}' is a whole number from {low} to {high}", detail={"option": name})
    return value


def read_seed(seed: object) -> int:
    """The seed of a bot; without one, nobody can foresee what it plays."""
    return secrets.randbits(62) if seed is None else read_whole("seed", seed, -SEEDS, SEEDS - 1)


def bot_text(level: int) -> str:
    """The name of the search at a level, as `read_bot` reads it and records keep it."""
    return f"search:{level}"


def bot_settings(text: str) -> tuple[str, dict[str, object]]:
    """Kind and settings in `name`, `name:level` or `name:setting=value,setting=value`."""
    name, _, rest = text.partition(":")
    settings: dict[str, object] = {}
    for part in filter(None, rest.split(",")):
        key, sign, value = part.partition("=")
        settings[key if sign else "level"] = _number(value if sign else key, text)
    return name, settings


def _number(text: str, whole: str) -> int | float:
    try:
        return int(text) if text.lstrip("-").isdigit() else float(text)
    except ValueError:
        raise BadOption(f"'{text[:20]}' in '{whole[:40]}' is no number") from None


def read_bot(text: str, seed: int | None = None) -> Bot:
    """A bot from its name with settings; its own seed, if it says one, goes before."""
    name, settings = bot_settings(text)
    return make_bot(name, **({} if seed is None else {"seed": seed}) | settings)


def make_bot(name: str, /, **settings: object) -> Bot:
    """A bot of a kind, with its settings."""
    if name not in _makers:
        known = bot_names()
        raise BadOption(
            f"there is no bot '{name[:40]}'; there are {', '.join(known)}.{nearest(name, known)}",
            detail={"option": "bot"},
        )
    try:
        return _makers[name](**settings)
    except TypeError:
        raise BadOption(
            f"the bot '{name}' has no setting like {', '.join(settings)}",
            detail={"option": "bot"},
        ) from None
