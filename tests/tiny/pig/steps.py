"""What a move of Pig tells while it is played."""

from orrery.core.kinds import Seat
from orrery.core.steps import Steps, step


class Step(Steps):
    """A 1 loses the points that were rolled; whoever holds keeps them."""

    ROLLED = step(face=int)
    KEPT = step(points=int, seat=Seat)
    LOST = step(points=int)
