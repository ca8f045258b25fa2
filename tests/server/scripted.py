"""Games of Black Crystal whose draws are written down beforehand."""

from collections.abc import Sequence

from orrery.core import registry
from orrery.core.contract import CHANCE
from orrery.core.match import Match

GAME = registry.find("black_crystal")


def outcomes(played: Sequence[str], card: str) -> tuple[list[int], list[tuple[int, str]], int]:
    """Nature's outcomes as places among those possible, the moves of the seats, and whose turn.

    CARD stands in a text for the card that is drawn.
    """
    match = Match(GAME, {"players": 4}, rolls=False)
    drawn, decided = [], []
    for text in played:
        move = text.replace("CARD", card)
        if match.turn == CHANCE:
            drawn.append(match.legal().index(move))
        else:
            decided.append((match.turn, move))
        match.play(move)
    return drawn, decided, match.turn
