"""Games of Black Crystal whose draws are written down beforehand."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from orrery.core import registry
from orrery.core.contract import CHANCE
from orrery.core.match import Match

from . import serving

GAME = registry.find("black_crystal")
FOUR = {"players": 4}


def outcomes(
    played: Sequence[str], card: str = "", options: Mapping[str, object] = FOUR
) -> tuple[list[int], list[tuple[int, str]], int]:
    """Nature's outcomes as places among those possible, the moves of the seats, and whose turn.

    CARD stands in a text for the card that is drawn.
    """
    match = Match(GAME, options, rolls=False)
    drawn, decided = [], []
    for text in played:
        move = text.replace("CARD", card)
        if match.turn == CHANCE:
            drawn.append(match.legal().index(move))
        else:
            decided.append((match.turn, move))
        match.play(move)
    return drawn, decided, match.turn


class Server(serving.Server):
    """A server in a process of its own, for tables whose draws are written down."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self._file = folder / "draws.json"
        self._file.write_text("[]", "utf-8")
        program = [str(Path(__file__).with_name("written.py")), str(self._file)]
        super().__init__(str(folder / "tables.db"), 1, program, **settings)

    def write(self, played: Sequence[str], options: Mapping[str, object] = FOUR) -> None:
        """The next table will draw what is drawn here."""
        self._file.write_text(json.dumps(outcomes(played, options=options)[0]), "utf-8")
