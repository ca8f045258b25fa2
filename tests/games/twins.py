"""Three writings of the rules side by side: a naive twin, interpreted and compiled kernels."""

import itertools
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from orrery.core import runner
from orrery.core.contract import CHANCE, OVER, Record
from orrery.core.dice import draw_python, generator
from orrery.core.game import Game
from orrery.core.options import Value

TURNS = {CHANCE: "chance", OVER: "over"}


class Twin(Protocol):
    """A game written plainly, from its rules alone."""

    def turn(self) -> int | str: ...
    def legal(self) -> list[str]: ...
    def play(self, text: str) -> None: ...
    def position(self) -> str: ...
    def result(self) -> str | None: ...


def play_side_by_side(
    game: Game,
    naive: Any,
    options: Mapping[str, Value],
    seed: int,
    number: int,
    also: Callable[[Record], None] = lambda record: None,
    every: int = 1,
    ruleset: int | None = None,
) -> int:
    """One random game played three times over; returns its length.

    `also` compares more at every state; the interpreted list is made at `every` ply alone.
    """
    twin: Twin = naive
    plain, fast = runner.interpreted(game), runner.compiled(game)
    vector = game.option_vector(dict(options), ruleset)
    state, other = plain.begin(vector), fast.begin(vector)
    rng = generator(seed, number)
    for ply in itertools.count():
        record, where = state[0], f"game {number}, {dict(options)}, ply {ply}"
        assert state.tobytes() == other.tobytes(), where
        assert game.notation.position_text(record) == twin.position(), where
        decider = plain.turn(state)
        assert fast.turn(other) == decider, where
        assert TURNS.get(decider, decider) == twin.turn(), where
        also(record)
        if decider == OVER:
            assert game.notation.result_text(record) == twin.result(), where
            return ply
        moves = fast.moves(other)
        if ply % every == 0:
            assert plain.moves(state) == moves, where
        texts = [game.notation.move_text(record, move) for move in moves]
        assert sorted(texts) == sorted(twin.legal()), where
        k = draw_python(rng, len(moves))
        twin.play(texts[k])
        plain.play(state, moves[k])
        fast.play(other, moves[k])
    raise AssertionError
