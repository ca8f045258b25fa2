"""What the values of Orion Duel are that leave its rules, and what a move tells."""

from typing import Annotated

from orrery.core.kinds import Names, Seat, maybe
from orrery.core.steps import Steps, step

from .state import KINDS, PAIR_COLOURS, PHASES, REASONS, SIDES

Phase = Annotated[str, Names(PHASES)]
Reason = Annotated[str, Names(REASONS)]
Side = Annotated[str, Names(SIDES)]
Kind = Annotated[str, Names(KINDS)]
Pair = Annotated[str, Names(PAIR_COLOURS)]
Cell = Annotated[int, "a cell of the sky, column by column from the left, top to bottom"]


class Step(Steps):
    """A tile is laid hex by hex; each may link a pair of zones, or join and trap what it covers."""

    FIRST_DRAWN = step(seat=Seat)
    GALAXY_PUT = step(cell=Cell, laid=int)
    HOLE_PUT = step(cell=Cell, laid=int)
    START_CHOSEN = step(seat=Seat)
    HEX_LAID = step(cell=Cell, side=Side, tile=int)
    PAIR_LINKED = step(side=Side, pair=Pair)
    GALAXIES_JOINED = step(side=Side, galaxies=int)
    HOLES_TRAPPED = step(side=Side, holes=int)
    GAME_ENDED = step(winner=maybe(Seat), reason=Reason, game=int)
