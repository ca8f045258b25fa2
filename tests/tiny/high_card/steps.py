"""What a move of High Card tells while it is played."""

from orrery.core.kinds import Seat
from orrery.core.steps import Steps, step


class Step(Steps):
    """Everybody sees that a card is drawn; which it is, its seat alone."""

    DRAWN = step(seat=Seat)
    SAW = step(seat=Seat, card=int)
    SWAPPED = step(seat=Seat)
    SHOWN = step(seat=Seat, card=int, reveals=True)
