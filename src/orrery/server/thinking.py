"""Where bots think: in processes of their own, from what their seat knows and nothing else."""

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from orrery.bots import bot as bots
from orrery.bots.search import SearchBot, warm_up
from orrery.bots.simulation import SEARCH
from orrery.core import cache, registry

UNCOMPILED_SECONDS = 1.0
"""How long a bot thinks at most while its game is still being compiled."""
HINT_SECONDS = 1.0


@dataclass(frozen=True)
class Question:
    """A position as a seat knows it."""

    game: str
    options: dict[str, Any]
    seat: int
    state: bytes
    moves: tuple[int, ...]
    ply: int
    line: tuple[int, ...] | None
    level: int
    hint: bool = False


@dataclass(frozen=True)
class Answer:
    """What a bot thinks of it."""

    move: int
    values: tuple[float, ...] | None
    simulations: int
    line: tuple[int, ...]
    best: tuple[bots.Ranked, ...] = ()


def think(question: Question) -> Answer:
    """Choose a move."""
    game = registry.find(question.game)
    situation = bots.Situation(
        game=game,
        options=question.options,
        seat=question.seat,
        state=np.frombuffer(question.state, game.state).copy(),
        moves=question.moves,
        ply=question.ply,
        line=question.line,
        thorough=question.hint,
    )
    choice = _bot(game.name, question.level, question.hint).consider(situation)
    return Answer(choice.move, choice.values, choice.simulations, choice.line, choice.best)


def _bot(game: str, level: int, hint: bool) -> SearchBot:
    compiled = cache.is_ready(registry.find(game), SEARCH)
    if not compiled:
        warm_up(registry.find(game))
    return _make_bot(game, level, hint, compiled)


@functools.lru_cache(16)
def _make_bot(game: str, level: int, hint: bool, compiled: bool) -> SearchBot:
    """One bot for each kind of question; its tree lives on if the same game goes on."""
    if hint:
        return SearchBot(level=level, seconds=HINT_SECONDS)
    if not compiled:
        made = SearchBot(level=level)
        return SearchBot(
            level=level, simulations=made.simulations, seconds=made.seconds or UNCOMPILED_SECONDS
        )
    return SearchBot(level=level)
