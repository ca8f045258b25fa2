"""What only some games can do, each as a small record of its own.

A game that can do none of it says nothing: its `Game` has the records of this file as they are.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from . import contract
from .contract import EVERYONE, Record
from .options import Value

Sentence = tuple[str, dict[str, str]]
"""A key of the words file, and what to fill in."""


# Hidden hands


def _public(state: Record, move: int) -> int:
    return EVERYONE


def _nothing_masked(state: Record, move: int) -> str:
    return "?"


def _something(state: Record, move: int) -> Sentence:
    return "move.unseen", {}


@dataclass(frozen=True)
class Hidden:
    """Seats that do not know everything: who sees which move, and how the others are told."""

    audience: Callable[[Record, int], int] = _public
    """A bit for each seat that sees which move this is, when it is played."""
    masked_text: Callable[[Record, int], str] = _nothing_masked
    """The move as the others see it."""
    masked_words: Callable[[Record, int], Sentence] = _something
    """The sentence that tells it to the others."""


OPEN = Hidden()
"""Everybody knows everything."""


# Games for one


class Standing(NamedTuple):
    """The result of a game for one: comparable within its group, with a line that tells it."""

    group: str
    """What is compared with what: a level, for instance; '' where there is one group."""
    points: tuple[int, ...]
    """Higher is better, the first number counting most."""
    words: Sentence
    """The line that tells it: a key of the words, and what to fill in."""


_SIGN = {-1: "lost", 0: "even", 1: "won"}


def _won_or_lost(state: Record) -> Standing:
    scores = np.zeros(1)
    contract.score(state, scores)
    return Standing("", (int(scores[0] * 100),), (f"standing.{_SIGN[int(np.sign(scores[0]))]}", {}))


def _same_every_day(day: int) -> Mapping[str, Value]:
    return {}


@dataclass(frozen=True)
class Solo:
    """A game for one: the same dice for everybody on a day, and how well each did."""

    draw_name: Callable[[Record], str] | None = None
    """What the draw that comes now is called, so that a daily game has the same dice for all."""
    daily: Callable[[int], Mapping[str, Value]] = _same_every_day
    """The options of a day's game, by the number of the day."""
    standing: Callable[[Record], Standing] = _won_or_lost
    """How well a game ended, so that results can be compared."""


UNSAID = Solo()
"""A draw is called by its number, every day has the usual options, and a game is won or lost."""


# Games as text


class Told(NamedTuple):
    """A move as it is written down: whose it was, its text, and the state after it."""

    by: int
    text: str
    after: Record


def _one_line_a_move(plies: Sequence[Told]) -> list[str]:
    return [ply.text for ply in plies]


def _one_move(state: Record, line: str) -> list[str]:
    return [line]


@dataclass(frozen=True)
class LineText:
    """A whole game as text: a header with the options, its moves line by line, and the result."""

    header: Callable[[Mapping[str, Value]], str]
    """The first line; it begins with a word that no other game begins with."""
    lines: Callable[[Sequence[Told]], list[str]] = _one_line_a_move
    """The moves, joined where the notation has a long form."""
    moves: Callable[[Record, str], list[str]] = _one_move
    """The moves in one such line, each as text, read at a state; BadNotation if it is wrong."""

    def tag(self, options: Mapping[str, Value]) -> str:
        """The word that a game's text begins with."""
        return self.header(options).split()[0]


@dataclass(frozen=True)
class OwnText:
    """A whole game as text in a form of the game's own."""

    write: Callable[[Mapping[str, Value], Sequence[Told]], str]
    """The game with these options and moves."""
    read: Callable[[str], tuple[dict[str, str], list[str]]]
    """The options and the moves of such a text; what follows the last move is the result."""
