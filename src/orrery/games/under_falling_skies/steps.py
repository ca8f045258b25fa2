"""What the values of Under Falling Skies are that leave its rules, and what a move tells."""

from typing import Annotated

from orrery.core.kinds import Coordinates, From, Names
from orrery.core.steps import Steps, step

from .cards import CELLS, cell_text
from .state import PHASES

Phase = Annotated[str, Names(PHASES)]
Cell = Annotated[str, Coordinates(cell_text(cell) for cell in range(CELLS))]
Column = Annotated[int, From(1)]
Row = Annotated[int, "a row of the sky, from the top"]
Die = Annotated[int, "a die, by its place in the view"]
Place = Annotated[int, "how far the excavator has come on its path"]
Reason = Annotated[str, Names(("skull", "damage", "research"))]


class Step(Steps):
    """Dice are laid, ships fall and do what their spaces say; then rooms work, and what comes."""

    DIE_ROLLED = step(die=Die, value=int)
    DIE_PLACED = step(die=Die, cell=Cell, digging=bool)
    SHIP_FELL = step(origin=Row, target=Row, column=Column)
    SHIP_SHIFTED = step(row=Row, origin=Column, target=Column)
    CITY_HIT = step(row=Row, column=Column, red=bool)
    DAMAGE_TAKEN = step(damage=int, limit=int)
    MOTHERSHIP_DOWN = step(row=Row, lost=bool)
    SHIP_COLLECTED = step(row=Row, column=Column, red=bool)
    ROOM_USED = step(room=Cell, total=int)
    ROOM_SKIPPED = step(room=Cell)
    ENERGY_GAINED = step(energy=int, gained=int)
    SHIP_DOWN = step(row=Row, column=Column, red=bool)
    RESEARCH_DONE = step(steps=int, research=int, total=int)
    ROBOT_BUILT = step(cell=Cell, value=int)
    ROBOT_GONE = step(cell=Cell, value=int)
    EXCAVATED = step(origin=Place, target=Place)
    EXCAVATOR_BACK = step(origin=Place, target=Place)
    RESEARCH_BACK = step(origin=int, target=int)
    RED_CALLED = step(supply=int)
    SHIP_ENTERED = step(row=Row, column=Column, red=bool)
    ROUND_BEGUN = step(round=int)
    GAME_ENDED = step(won=bool, reason=Reason)
