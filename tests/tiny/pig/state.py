"""The state of Pig.

field     holds
-------   ---------------------------------------------------
pig       the phase: DECIDE, ROLLING or DONE
players   2 or 3
target    points that win
sides     sides of the die
turn_cap  turns of all players together, then the leader wins
seat      whose turn it is
turns     turns completed
pot       points rolled in this turn
ruleset   1 or 2
points    points kept, by seat

move code   meaning                    notation
---------   ------------------------   --------
0, 1        hold, roll                 hold, roll
2 .. 7      chance: the die shows 1..  =1 .. =6
"""

import tomllib
from pathlib import Path

import numpy as np

from orrery.core.contract import layout

DECIDE, ROLLING, DONE = range(3)
HOLD, ROLL, FACE = 0, 1, 2
RULESET = 4
"""Its place among the options, behind all of them."""
_DATA = Path(__file__).parent / "data"
LOSES: int = tomllib.loads((_DATA / "die.toml").read_text("utf-8"))["loses"]

STATE = layout(
    [
        ("pig", np.int8),
        ("players", np.int8),
        ("target", np.int8),
        ("sides", np.int8),
        ("turn_cap", np.int8),
        ("seat", np.int8),
        ("turns", np.int8),
        ("ruleset", np.int8),
        ("pot", np.int16),
        ("points", np.int16, 3),
    ]
)
WORK = layout([("unused", np.int8)])
