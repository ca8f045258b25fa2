"""What the values of Warp 6 are that leave its rules, and what a move tells while it is played."""

from typing import Annotated

from orrery.core.kinds import Names, Seat, maybe
from orrery.core.steps import Steps, step

from .state import PHASES, REASONS, SEAT_COLOURS

Phase = Annotated[str, Names(PHASES)]
Reason = Annotated[str, Names(REASONS)]
Colour = Annotated[str, Names(SEAT_COLOURS)]
Die = Annotated[int, "a die, by its place in the view"]
Mark = Annotated[int, "a mark of the spiral, from the outside in; behind the last is the centre"]
Face = Annotated[int, "what a die shows"]


class Step(Steps):
    """Dice are rolled for the first turn and placed; then they move, warp, turn and come home."""

    DIE_ROLLED = step(die=Die, value=Face, seat=Seat)
    ROLLS_DECIDED = step(seat=Seat, total=int)
    ROLLS_VOID = step(ties=int)
    DIE_PLACED = step(die=Die, mark=Mark, value=Face)
    VALUE_CHANGED = step(die=Die, value=Face, mark=Mark)
    DIE_MOVED = step(die=Die, origin=Mark, target=Mark)
    DIE_WARPED = step(die=Die, origin=Mark, target=Mark)
    DIE_HOME = step(die=Die, home=int, seat=Seat)
    DIE_REROLLED = step(die=Die, value=Face, mark=Mark)
    GAME_ENDED = step(winner=maybe(Seat), reason=Reason, game=int)
