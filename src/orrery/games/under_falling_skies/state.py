"""The state of Under Falling Skies as one record, and its move codes.

field                holds
-------------------  -------------------------------------------------------------------
under_falling_skies  the phase: ROLL, PLACE, REROLL, ROOMS, STEPS, BUILD, SPAWN, WON, LOST
face[8]              the face of each card: EASY, STAR or GIVEN
low_dig              1: a die too low to dig may be placed all the same
skull, limit         the row and the damage that lose the game
round                1, 2, ...
row                  where the mothership is: the sky row level with its arrow
energy, research     0..7, 0..14
damage               taken so far
excavator            its place on the path, 0..24
amount               what is being spent: the total in STEPS, the new robot in BUILD
rolling              the die that is rolled next, in ROLL and REROLL
digging              the cell of the digging die, or NOWHERE
die_value[5]         B1 B2 B3 W1 W2; 0: not rolled yet, or taken off the base
die_cell[5]          a cell, HAND or NOWHERE (taken off)
robot_cell[2]        in the order of the cells, NOWHERE last
robot_value[2]       1..6, 0 without a robot
robot_tired[2]       1: built or used in this round
card_green, card_red ships waiting on the mothership card
supply               red ships that have not come yet
green[5], red[5]     the rows of a column that hold such a ship, as bits

move code    meaning                                                   notation
-----------  --------------------------------------------------------  ---------------
  0 .. 149   30 * die + cell: place a die on a cell                    b4>13, b4>21*
150 .. 179   remove the robot on a cell                                -23
180 .. 209   use the room with this lowest cell, or dig to this cell   u13, u21*
210 .. 224   take 0 to 14 research steps                               +2
225 .. 254   skip the room with this lowest cell                       n04
255 .. 284   build the robot on a cell                                 =11
285          end the phase of the rooms                                /
286          build no robot                                            =x
287 .. 291   a ship enters in column 1 to 5                            s3
292          skip the digging die                                      n21*
293 .. 298   chance: the next die shows 1 to 6                         B1=5
"""

import numpy as np

from orrery.core.contract import layout
from orrery.core.kinds import names_above

from .cards import CARDS, CELLS, COLUMNS, SPACES

ROLL, PLACE, REROLL, ROOMS, STEPS, BUILD, SPAWN, WON, LOST = range(9)
PHASES = names_above(globals(), 9)

DICE = 5  # UFS-COMP-4, in the order of UFS-ROLL-5
BLACK_DICE = 3
ROBOTS = 2  # UFS-ROBOT-21
BEST_ROBOT = 6  # UFS-ROBOT-2
SIX = 6
GREEN_SHIPS = 5  # UFS-COMP-5
RED_SHIPS = 2
DIG_COST = 1  # UFS-DIG-8
HAND = -1
NOWHERE = -2

PLACE_CODE = 0
REMOVE_CODE = DICE * CELLS
USE_CODE = REMOVE_CODE + CELLS
STEPS_CODE = USE_CODE + CELLS
SKIP_CODE = STEPS_CODE + SPACES + 1
BUILD_CODE = SKIP_CODE + CELLS
END_CODE = BUILD_CODE + CELLS
DECLINE_CODE = END_CODE + 1
SPAWN_CODE = DECLINE_CODE + 1
SKIP_DIG_CODE = SPAWN_CODE + COLUMNS
FACE_CODE = SKIP_DIG_CODE + 1
MOVE_CODES = FACE_CODE + SIX

STATE = layout(
    [
        ("under_falling_skies", np.int8),
        ("face", np.int8, len(CARDS)),
        ("low_dig", np.int8),
        ("skull", np.int8),
        ("limit", np.int8),
        ("round", np.int8),
        ("row", np.int8),
        ("energy", np.int8),
        ("research", np.int8),
        ("damage", np.int8),
        ("excavator", np.int8),
        ("amount", np.int8),
        ("rolling", np.int8),
        ("digging", np.int8),
        ("die_value", np.int8, DICE),
        ("die_cell", np.int8, DICE),
        ("robot_cell", np.int8, ROBOTS),
        ("robot_value", np.int8, ROBOTS),
        ("robot_tired", np.int8, ROBOTS),
        ("card_green", np.int8),
        ("card_red", np.int8),
        ("supply", np.int8),
        ("green", np.int32, COLUMNS),
        ("red", np.int32, COLUMNS),
    ]
)
