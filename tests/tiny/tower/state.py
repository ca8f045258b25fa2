"""The state of Tower.

field    holds
------   -----------------------------------------------
tower    the phase: ROLLING, DECIDE or DONE
floors   how many floors are built in all
goal     the height that wins
floor    floors built so far
again    1: the die of this floor was rolled a second time
die      what it shows
height   the dice kept so far

move code   meaning                      notation
---------   --------------------------   --------
0, 1        keep the die, roll it again  keep, again
2 .. 7      chance: it shows 1 to 6      =1 .. =6
"""

import numpy as np

from orrery.core.contract import layout

ROLLING, DECIDE, DONE = range(3)
KEEP, AGAIN, FACE = 0, 1, 2

STATE = layout(
    [
        ("tower", np.int8),
        ("floors", np.int8),
        ("goal", np.int8),
        ("floor", np.int8),
        ("again", np.int8),
        ("die", np.int8),
        ("height", np.int8),
    ]
)
WORK = layout([("unused", np.int8)])
