"""What the values of Cubulus are that leave its rules, and what a move tells while it is played."""

from typing import Annotated

from orrery.core.kinds import Coordinates, Names, Seat
from orrery.core.steps import Steps, step

from .state import COLOUR_LETTERS, FACELETS, PHASES

Phase = Annotated[str, Names(PHASES)]
Colour = Annotated[str, Names(COLOUR_LETTERS)]
Cell = Annotated[int, "a cell of the cube, 0 to 26"]
Facelet = Annotated[str, Coordinates(FACELETS)]


class Step(Steps):
    """A ball that is pushed out of the cube comes in again at the other end: it goes round."""

    COLOUR_TAKEN = step(seat=Seat, colour=Colour)
    FIRST_DRAWN = step(seat=Seat)
    NEUTRAL_PUT = step(cell=Cell, colour=Colour)
    BALL_IN = step(cell=Cell, colour=Colour, seat=Seat)
    BALL_PUSHED = step(origin=Cell, target=Cell, colour=Colour)
    BALL_ROUND = step(origin=Cell, target=Cell, colour=Colour)
    SQUARE_MADE = step(seat=Seat, colour=Colour)
