"""What the log of a match is made of, who sits there, and how a match can end."""

from dataclasses import dataclass
from typing import Any

from .contract import EVERYONE


@dataclass(frozen=True)
class Player:
    """Who holds a seat: a name, and for a bot its kind and level ("search:3")."""

    name: str = ""
    bot: str = ""

    def as_json(self) -> dict[str, str]:
        """The player in a record: `bot` is there only for bots."""
        return {"name": self.name, "bot": self.bot} if self.bot else {"name": self.name}


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of the log.

    | kind | what happened |
    |---|---|
    | `ply` | a seat or Nature moved |
    | `undo` | the last ply that stood was taken back |
    | `seat` | somebody else holds the seat from now on |
    | `resign` | the seat gave up |
    | `timeout` | the time of the seat ran out; `ends` says whether that ended the game |
    """

    kind: str
    by: int
    """The seat, or CHANCE."""
    move: int = -1
    text: str = ""
    masked: str = ""
    """The text for those who may not see the move."""
    audience: int = EVERYONE
    """A bit for each seat that sees it."""
    typed: bool = False
    """Nature's move was given by a person, not rolled."""
    player: Player | None = None
    """Who sat down."""
    ends: bool = False


@dataclass(frozen=True)
class Result:
    """How a match ended: the winning seat or None, why, and the score of each seat."""

    winner: int | None
    reason: str
    scores: tuple[float, ...]
    text: str

    def as_json(self) -> dict[str, Any]:
        """The result on the wire."""
        return {"winner": self.winner, "reason": self.reason, "scores": list(self.scores)}


BROKEN_OFF = ("abandoned", "too_long")
"""Why a match is ended without a winner: nobody came back to it; its log has no room any more."""


@dataclass(frozen=True)
class Ending:
    """How a match ended before its rules ended it: `resigned`, `timeout` or one of BROKEN_OFF."""

    reason: str
    seat: int = -1
    """The seat that gave up or ran out of time."""

    def result(self, seats: int) -> Result:
        """The others share the win; a match that was broken off has no winner."""
        if self.seat < 0:
            return Result(None, self.reason, (0.0,) * seats, self.reason)
        share = 1.0 / (seats - 1) if seats > 1 else 0.0
        scores = tuple(-1.0 if seat == self.seat else share for seat in range(seats))
        winner = 1 - self.seat if seats == 2 else None
        word = "resign" if self.reason == "resigned" else self.reason
        return Result(winner, self.reason, scores, f"{word} {self.seat}")


def sees(audience: int, seat: int) -> bool:
    """Whether a seat (or WATCHER) belongs to an audience."""
    return audience == EVERYONE or (seat >= 0 and bool(audience >> seat & 1))
