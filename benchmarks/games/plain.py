"""The facts of a game that is only measured: moves are numbers, and there is nothing to see."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from orrery.core.contract import Record
from orrery.core.errors import BadNotation
from orrery.core.game import Game, Segment
from orrery.core.options import Choice
from orrery.core.steps import Steps


class NumberNotation:
    """Moves by their codes."""

    def move_text(self, state: Record, move: int) -> str:
        return str(move)

    def parse_move(self, state: Record, text: str) -> Sequence[int]:
        return [int(text)]

    def position_text(self, state: Record) -> str:
        return bytes(state.tobytes()).hex()

    def parse_position(self, state: Record, text: str) -> None:
        raise BadNotation("positions of this game are for reading only")

    def result_text(self, state: Record) -> str:
        return "over"

    def reason(self, state: Record) -> str:
        return "over"

    def board(self, state: Record) -> list[list[Segment]]:
        return [[(self.position_text(state), "")]]

    def move_words(self, state: Record, move: int) -> tuple[str, dict[str, str]]:
        return "move.unseen", {}


def view(state: Record, seat: int) -> dict[str, Any]:
    return {}


def why(state: Record, move: int) -> str:
    return ""


def plain_game(name: str, module: str, rules: ModuleType, max_moves: int, length: int) -> Game:
    """A game of two players without options."""
    return Game(
        name=name,
        version=1,
        state=rules.STATE,
        work=rules.WORK,
        options=(Choice("players", (2,), 2),),
        max_moves=max_moves,
        move_codes=max_moves,
        max_decisions=length,
        observation=rules.OBSERVATION,
        steps=Steps,
        notation=NumberNotation(),
        view=view,
        why=why,
        module=module,
    )
