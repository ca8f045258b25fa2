"""What every bot is: something that chooses, from what its seat knows."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from orrery.core.contract import CHANCE, OVER
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


@dataclass(frozen=True)
class Choice:
    """What a bot answers: a move and, if it has them, the values it expects for each seat."""

    move: int
    values: tuple[float, ...] | None = None
    simulations: int = 0


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


def situation(match: Match) -> Situation:
    """What the seat to move knows of a match."""
    seat = match.turn
    if seat == OVER:
        raise GameOver("the game is over")
    if seat == CHANCE:
        raise GameOver("Nature decides now, not a bot")
    moves = tuple(match.legal_codes())
    return Situation(
        match.game, match.options, seat, match.knowledge(seat), moves, len(match.plies)
    )


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


def make_bot(name: str, **settings: object) -> Bot:
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
