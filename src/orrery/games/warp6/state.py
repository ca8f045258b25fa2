"""The state of Warp 6 as one record, its move codes, and the tables of the spiral.

    field         holds
    ------------  --------------------------------------------------------------------------
    warp6         the phase: ROLL, PLACE, ACT, REROLL or DONE
    players       2 or 3
    fleet         dice of a player: 9 or 6
    series_games  games in the series; 1: a single game
    balanced      1: rolls that lie too far apart are rolled again
    turn_cap      turns after which a game ends, 1 to 5000
    seat          whose die is rolled, who places, who moves (or moved, in REROLL)
    first         who has the first turn
    count         dice rolled so far (ROLL), dice placed so far (PLACE)
    moving        the die that is rolled again, in REROLL
    winner        who won the game that ended last; -1: nobody
    reason        how that game ended: GOAL or LIMIT
    tied          the seats that share it if nobody won, as bits
    games         games of the series that are over
    turns         turns completed in this game
    home[p]       dice of seat p in the centre
    mark[d]       where die d is: 0..125, HOME or UNPLACED
    value[d]      what it shows; 0: not rolled, or home
    sides[d]      4, 6, 7 or 8
    occupied[2]   the marks that hold a die, 63 bits each
    actions       bit 3*d + a: die d can be moved, raised, lowered (a = 0, 1, 2)
    sheet[g]      game g of a series: points of seats 0, 1, 2, and 1 + its winner (0: nobody)

Seat p has the dice p * fleet .. p * fleet + fleet - 1: large ones, then d6, then d4.

    move code   meaning                                                        notation
    ---------   ------------------------------------------------------------   ----------------
     0 .. 53    3*d: move die d; 3*d + 1: raise it; 3*d + 2: lower it          m d6@12, + d6@12
    54 .. 77    place a die of kind (code - 54) // 8 that shows 1 + the rest   p d8=5
    78 .. 85    chance: a die shows code - 77                                  r Y d8=5, =5
"""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from orrery.core.contract import layout
from orrery.core.kinds import names_above

_BOARD: dict[str, Any] = tomllib.loads(
    (Path(__file__).parent / "data" / "board.toml").read_text("utf-8")
)

ROLL, PLACE, ACT, REROLL, DONE = range(5)
PHASES = names_above(globals(), 5)
GOAL, LIMIT = range(2)
REASONS = names_above(globals(), 2)
MOVE, RAISE, LOWER = range(3)

RINGS: int = _BOARD["rings"]
SECTORS: int = _BOARD["sectors"]
RING = [ring for ring in range(RINGS, 0, -1) for _ in range(SECTORS * ring)]  # W6-COMP-2
"""The ring of every mark, counted from the centre."""
MARKS = len(RING)  # W6-COMP-1
CENTRE = HOME = MARKS
UNPLACED = MARKS + 1
RING_START = {ring: RING.index(ring) for ring in range(RINGS, 0, -1)}
HALF = 63
"""Marks in each word of `occupied`."""

DICE = 18
MOST_DICE = 9
SEATS = 3
KINDS = 3
LARGE, SIX, FOUR = range(KINDS)
COLOUR_LETTERS: dict[int, str] = {
    int(players): "".join(facts["seats"]) for players, facts in _BOARD["players"].items()
}  # W6-COMP-5, W6-SETUP-3, W6-SETUP-4, W6-3P-2
SEAT_COLOURS = sorted({*"".join(COLOUR_LETTERS.values())})
"""The colours that dice have, with any number of players."""
FLEETS: dict[int, tuple[int, ...]] = {
    int(players): tuple(facts["fleet"][kind] for kind in ("large", "d6", "d4"))
    for players, facts in _BOARD["players"].items()
}
"""How many dice of each kind a player has."""
GOALS: dict[int, int] = {int(p): facts["goal"] for p, facts in _BOARD["players"].items()}
TWO_LARGE, TWO_SIX, TWO_FLEET = FLEETS[2][0], FLEETS[2][1], sum(FLEETS[2])
THREE_LARGE, THREE_SIX, THREE_FLEET = FLEETS[3][0], FLEETS[3][1], sum(FLEETS[3])
TWO_GOAL, THREE_GOAL = GOALS[2], GOALS[3]
LONGEST_GAME: int = _BOARD["limits"]["turns"]
MOST_GAMES: int = _BOARD["limits"]["games"]
MOST_SPREAD: int = _BOARD["limits"]["spread"]

PLACE_CODE = 3 * DICE
FACES = 8
FACE_CODE = PLACE_CODE + KINDS * FACES
MOVE_CODES = FACE_CODE + FACES


def _lane(mark: int) -> int:
    """Where the dotted line of a mark leads."""
    ring = RING[mark]
    if ring == 1:
        return CENTRE
    sector, place = divmod(mark - RING_START[ring], ring)
    return RING_START[ring - 1] + sector * (ring - 1) + min(place, ring - 2)  # W6-COMP-4


WARP = np.array([_lane(mark) for mark in range(MARKS)], np.int8)
"""Where the dotted line of a mark leads."""

STATE = layout(
    [
        ("warp6", np.int8),
        ("players", np.int8),
        ("fleet", np.int8),
        ("series_games", np.int8),
        ("balanced", np.int8),
        ("seat", np.int8),
        ("first", np.int8),
        ("count", np.int8),
        ("moving", np.int8),
        ("winner", np.int8),
        ("reason", np.int8),
        ("tied", np.int8),
        ("games", np.int8),
        ("home", np.int8, SEATS),
        ("turn_cap", np.int16),
        ("turns", np.int16),
        ("mark", np.int8, DICE),
        ("value", np.int8, DICE),
        ("sides", np.int8, DICE),
        ("occupied", np.int64, 2),
        ("actions", np.int64),
        ("sheet", np.int8, (MOST_GAMES, 4)),
    ]
)
WORK = layout([("turns", np.float64, MOST_DICE), ("saved", np.float64, MOST_DICE)])
