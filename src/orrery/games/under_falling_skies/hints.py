"""What bots are told about Under Falling Skies: an estimate, and which moves are worth a search.

The rooms that hold dice are worked out ahead: energy first, then labs, digging, robots and
fighters, as far as the energy goes. What the base would then be, how far the ships are from the
city, how many rounds are left, and what the rows to come will take away make up some numbers; a
small network fitted to games that bots played (`data/estimate.toml`, made by
`tools/fit_skies.py`) turns them into a chance to win.
"""

import math
import tomllib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orrery.core.bits import count_bits, lowest_bit
from orrery.core.contract import Record, layout
from orrery.core.jit import kernel

from .base import (
    cost_of,
    face_at,
    free_columns,
    kind_of,
    open_cells,
    place_of,
    robot_cells,
    room_of,
    working_dice,
)
from .cards import (
    AA,
    BEHIND,
    CARD_OF_ROW,
    CELLS,
    CITY_ROW,
    COLUMNS,
    COST,
    DAMAGE,
    EFFECT,
    EFFECT_SIZE,
    ENERGY,
    ENERGY_MOST,
    FACES,
    FIGHTER,
    FORGET,
    KIND,
    LAB,
    LOWER,
    MODIFIER,
    MOST_SHOT,
    MOTHER,
    PATH,
    RESEARCH,
    ROBOT,
    ROOM,
    SET_BACK,
    SHOT,
    SKY,
    SPACES,
    TRACKS,
    UPPER,
)
from .sky import icon_at, start_row
from .state import (
    BUILD,
    BUILD_CODE,
    DECLINE_CODE,
    DICE,
    DIG_COST,
    END_CODE,
    HAND,
    LOST,
    NOWHERE,
    PLACE,
    REMOVE_CODE,
    REROLL,
    ROBOTS,
    SKIP_CODE,
    STEPS,
    STEPS_CODE,
    USE_CODE,
    WON,
)

FEATURES = 35
_FITTED = tomllib.loads((Path(__file__).parent / "data" / "estimate.toml").read_text("utf-8"))
BIAS = float(_FITTED["bias"])
DIRECT = np.array(_FITTED["direct"], np.float64)
INNER = np.array(_FITTED["inner"], np.float64).T.copy()
INNER_BIAS = np.array(_FITTED["inner_bias"], np.float64)
OUTER = np.array(_FITTED["outer"], np.float64)
HIDDEN = len(OUTER)
WORK = layout(
    [
        ("feature", np.float64, FEATURES),
        ("hidden", np.float64, HIDDEN),
        ("energy", np.float64),
        ("points", np.float64),
        ("robots", np.float64),
        ("research", np.int64),
        ("excavator", np.int64),
        ("ship", np.int64, COLUMNS),
        ("red", np.int64, COLUMNS),
    ]
)

FACES_OF_A_DIE = 6
MEAN_DIE = 3.5
MEAN_ROBOT, GOOD_ROBOT = 1.5, 5.0
"""What a robot adds where no die can lie: it has to be built first, and weakens."""
UNFILLED = 0.5
"""How likely a room with an empty cell is to be filled in time."""


def _capacity(kind: int, part: int, face: int, place: int) -> list[float]:
    """What open rooms of a kind make on average, at best, cost, and how many cells they have."""
    total, best, cost, cells = 0.0, 0.0, 0.0, 0
    for first in range(CELLS):
        room = int(ROOM[face, first])
        if room == 0 or first != (room & -room).bit_length() - 1:
            continue
        if (first >= CELLS // 2) != (part == 1) or not int(KIND[face, first]) & kind:
            continue
        if room & ~int(BEHIND[face, part, place]):
            continue
        size = bin(room).count("1")
        columns = len({cell % COLUMNS for cell in range(CELLS) if room >> cell & 1})
        robots = size - columns  # of two cells in a column one is for a robot: UFS-PLACE-4
        modifier = int(MODIFIER[face, first])
        total += max(0.0, MEAN_DIE * columns + MEAN_ROBOT * robots + modifier)
        best = max(best, 6.0 * columns + GOOD_ROBOT * robots + modifier)
        cost += float(COST[face, first])
        cells += size
    return [total, best, cost, cells]


ROOM_KINDS = (ENERGY, FIGHTER, LAB, ROBOT)
CAPACITY = np.array(
    [
        [
            [[_capacity(kind, part, face, place) for kind in ROOM_KINDS] for place in range(PATH)]
            for part in range(2)
        ]
        for face in FACES
    ],
    np.float64,
)
"""By face, base card, place of the excavator and kind: mean and best total, cost, cells."""


@kernel
def look_ahead(s: Record, work: Record) -> None:
    """Work out the rooms as they stand, into `work`."""
    work["energy"] = float(int(s["energy"]))
    work["research"] = int(s["research"])
    work["excavator"] = int(s["excavator"])
    work["points"] = 0.0
    work["robots"] = 0.0
    for column in range(COLUMNS):
        work["ship"][column] = int(s["green"][column])
        work["red"][column] = int(s["red"][column])
    phase = int(s["under_falling_skies"])
    if phase == STEPS:
        study(s, float(int(s["amount"])), 1.0, work)
    elif phase == BUILD:
        work["robots"] += float(int(s["amount"]))
    if PLACE <= phase <= BUILD:
        dice = working_dice(s)
        ready = robot_cells(s, False)
        fillable = 0
        if phase <= REROLL:
            fillable = open_cells(s) & free_columns(s) & ~robot_cells(s, True)
        work_rooms(s, ENERGY, dice, ready, fillable, work)
        work_rooms(s, LAB, dice, ready, fillable, work)
        dig = int(s["digging"])
        if dig != NOWHERE and work["energy"] >= DIG_COST:
            work["energy"] -= DIG_COST
            work["excavator"] = place_of(s, dig)
        work_rooms(s, ROBOT, dice, ready, fillable, work)
        work_rooms(s, FIGHTER, dice, ready, fillable, work)


@kernel
def work_rooms(s: Record, wanted: int, dice: int, ready: int, fillable: int, work: Record) -> None:
    """Use the rooms of a kind; one with a better kind was used already."""
    left = dice | ready
    while left != 0:
        cell = lowest_bit(left)
        room = room_of(s, cell)
        left &= ~room
        kind = kind_of(s, cell)
        if kind & wanted == 0 or kind == AA or first_kind(kind) != wanted:
            continue
        missing = room & ~(dice | ready)
        if missing & ~fillable != 0 or cost_of(s, cell) > work["energy"]:
            continue
        if room & dice == 0 and wanted == FIGHTER:
            continue  # a robot is not spent for nothing
        odds = 1.0
        total = float(int(MODIFIER[face_at(s, cell), cell]))
        for die in range(DICE):
            where = int(s["die_cell"][die])
            if where >= 0 and room >> where & 1 == 1:
                total += int(s["die_value"][die])
        for k in range(ROBOTS):
            where = int(s["robot_cell"][k])
            if where >= 0 and room >> where & 1 == 1:
                total += int(s["robot_value"][k])
                work["robots"] -= 1.0
        while missing != 0:
            missing &= missing - 1
            total += MEAN_DIE
            odds *= UNFILLED
        total = max(total, 0.0)
        work["energy"] -= odds * cost_of(s, cell)
        if kind & ENERGY != 0:
            most = float(int(ENERGY_MOST[int(s["face"][TRACKS])]))
            work["energy"] = min(work["energy"] + odds * total, most)
        if kind & LAB != 0:
            study(s, total, odds, work)
        if kind & ROBOT != 0:
            work["robots"] += odds * min(total, 6.0)
        if kind & FIGHTER != 0 and odds == 1.0:
            aim(s, int(total), work)


@kernel
def first_kind(kind: int) -> int:
    """What a room with two effects is used for."""
    if kind & LAB != 0:
        return LAB
    if kind & ENERGY != 0:
        return ENERGY
    if kind & ROBOT != 0:
        return ROBOT
    return FIGHTER


@kernel
def study(s: Record, total: float, odds: float, work: Record) -> None:
    """Spend a lab's total on the research track."""
    numbers = RESEARCH[int(s["face"][TRACKS])]
    place = int(work["research"])
    left = total
    while place < SPACES and left >= int(numbers[place]):
        left -= int(numbers[place])
        place += 1
    if odds == 1.0:
        work["research"] = place
    else:
        work["points"] += odds * (total - left)


@kernel
def aim(s: Record, total: int, work: Record) -> None:
    """Take off the ships that a total would shoot."""
    total = min(total, MOST_SHOT)
    for column in range(COLUMNS):
        hit = 0
        for card in range(4):
            hit |= int(SHOT[int(s["face"][SKY + card]), card, total, column])
        hit &= ~(1 << start_row(s, column))
        work["ship"][column] &= ~hit
        work["red"][column] &= ~hit


@kernel
def measure(s: Record, work: Record) -> None:
    """The numbers that the network is given."""
    look_ahead(s, work)
    f = work["feature"]
    for k in range(FEATURES):
        f[k] = 0.0
    hand, high, white = 0, 0.0, 0
    for die in range(DICE):
        if int(s["die_cell"][die]) == HAND:
            hand += 1
            high += int(s["die_value"][die]) if int(s["die_value"][die]) > 0 else MEAN_DIE
            white += die >= 3
    phase = int(s["under_falling_skies"])
    if not PLACE <= phase <= BUILD:
        hand, high, white = DICE, MEAN_DIE * DICE, 2
    left = int(s["skull"]) - int(s["row"])
    rounds = left - (DICE - hand) / 5.0
    numbers = RESEARCH[int(s["face"][TRACKS])]
    place = int(work["research"])
    points, largest = 0.0, 0.0
    for k in range(place, SPACES):
        points += int(numbers[k])
        if k < SPACES - 1:
            largest = max(largest, float(int(numbers[k])))
    f[0] = rounds / 12.0
    f[1] = (points - work["points"]) / 50.0
    f[2] = (SPACES - place) / 14.0
    f[3] = work["energy"] / 7.0
    f[4] = work["excavator"] / 24.0
    f[5] = (int(s["limit"]) - int(s["damage"])) / 5.0
    look_at_ships(s, work)
    ready, robots = 0.0, 0
    for k in range(ROBOTS):
        if int(s["robot_cell"][k]) >= 0:
            ready += int(s["robot_value"][k])
            robots += 1
            kind = kind_of(s, int(s["robot_cell"][k]))
            if kind & LAB != 0:
                f[12] += int(s["robot_value"][k]) / 6.0
            elif kind & ENERGY != 0:
                f[13] += int(s["robot_value"][k]) / 6.0
    f[14] = (ready + work["robots"]) / 6.0
    f[15] = hand / 5.0
    f[16] = (high - MEAN_DIE * hand) / 10.0
    f[17] = white / 2.0
    look_at_rooms(s, work, largest, points)
    # The race: what is to be paid for each round that is left.
    f[30] = min(3.0, f[1] / max(0.1, f[0]))
    f[31] = rounds * f[1] / 12.0


@kernel
def look_at_ships(s: Record, work: Record) -> None:
    """How many ships there are at which height, and what the next die may do to them."""
    f = work["feature"]
    for column in range(COLUMNS):
        both = int(work["ship"][column]) | int(work["red"][column])
        while both != 0:
            row = lowest_bit(both)
            both &= both - 1
            far = CITY_ROW - row
            if far <= 3:
                f[6] += 1.0
            elif far <= 6:
                f[7] += 1.0
            elif far <= 9:
                f[8] += 1.0
            f[9] += (16 - far) / 32.0
            for die in range(1, FACES_OF_A_DIE + 1):
                if row + die >= CITY_ROW:
                    f[33] += 1.0 / FACES_OF_A_DIE
                    continue
                icon = icon_at(s, row + die, column)
                if icon == MOTHER:
                    f[32] += 1.0 / FACES_OF_A_DIE
                elif 1 <= icon <= MOST_SHOT:
                    f[34] += (MOST_SHOT + 1 - icon) / 32.0
        f[10] += count_bits(int(work["red"][column])) / 2.0
    f[11] = (int(s["supply"]) + int(s["card_red"])) / 2.0


@kernel
def look_at_rooms(s: Record, work: Record, largest: float, points: float) -> None:
    """What the rooms behind the excavator can do."""
    f = work["feature"]
    place = int(work["excavator"])
    upper, lower = int(s["face"][UPPER]), int(s["face"][LOWER])
    lab = CAPACITY[upper, 0, place, 2, 0] + CAPACITY[lower, 1, place, 2, 0]
    best = max(CAPACITY[upper, 0, place, 2, 1], CAPACITY[lower, 1, place, 2, 1])
    f[21] = lab / 20.0
    f[22] = min(0.0, best - 12.0) / 12.0
    f[23] = min(0.0, best - largest) / 6.0
    f[24] = (CAPACITY[upper, 0, place, 0, 0] + CAPACITY[lower, 1, place, 0, 0]) / 20.0
    f[25] = (CAPACITY[upper, 0, place, 1, 0] + CAPACITY[lower, 1, place, 1, 0]) / 20.0
    f[26] = (CAPACITY[upper, 0, place, 3, 0] + CAPACITY[lower, 1, place, 3, 0]) / 10.0
    f[27] = max(0.0, points / 50.0 - f[21])
    row = int(s["row"])
    skull = int(s["skull"])
    for k in range(row + 1, skull):
        face = int(s["face"][int(CARD_OF_ROW[k])])
        kind, amount = int(EFFECT[face, k]), int(EFFECT_SIZE[face, k])
        if kind == SET_BACK:
            f[18] += amount / 8.0
        elif kind == FORGET:
            f[19] += amount / 4.0
        elif kind == DAMAGE:
            f[20] += 1.0
    f[28] = f[3] * f[21]
    f[29] = f[5] - f[20] / 5.0


@kernel
def chance(work: Record) -> float:
    """The network: from -1, surely lost, to 1, surely won."""
    total = BIAS
    for j in range(HIDDEN):
        work["hidden"][j] = INNER_BIAS[j]
    for k in range(FEATURES):
        value = work["feature"][k]
        total += DIRECT[k] * value
        if value != 0.0:
            for j in range(HIDDEN):  # side by side, so that the processor does several at once
                work["hidden"][j] += INNER[k, j] * value
    for j in range(HIDDEN):
        total += OUTER[j] * max(work["hidden"][j], 0.0)
    return math.tanh(0.5 * total)


@kernel
def estimate(s: Record, out: NDArray[np.float64], work: Record) -> None:
    """The value of the position for the player."""
    phase = int(s["under_falling_skies"])
    if phase == WON:
        out[0] = 1.0
        return
    if phase == LOST:
        out[0] = -1.0
        return
    measure(s, work)
    out[0] = 1.0 if work["research"] == SPACES else chance(work)


# Which moves are worth a search


@kernel
def is_worth(s: Record, move: int, uses: bool, most: int, robots: int) -> bool:
    """Whether a move is more than a waste."""
    if move < REMOVE_CODE:
        return True
    if move < USE_CODE:
        return robots == ROBOTS and int(s["under_falling_skies"]) == BUILD
    if move < STEPS_CODE:
        return True
    if move < SKIP_CODE:
        return move == STEPS_CODE + most  # fewer steps are never better
    if move < BUILD_CODE:
        return False
    if move < END_CODE:
        return move - BUILD_CODE >= COLUMNS
    if move == DECLINE_CODE:
        return robots == ROBOTS
    return True


@kernel
def narrow(s: Record, out: NDArray[np.int32], count: int, work: Record) -> int:
    """Leave out steps not taken, dice taken off for nothing, robots where they do nothing."""
    uses, most, kept = False, 0, 0
    robots = count_bits(robot_cells(s, True))
    for k in range(count):
        move = int(out[k])
        uses = uses or USE_CODE <= move < STEPS_CODE
        if STEPS_CODE <= move < SKIP_CODE:
            most = move - STEPS_CODE
    for k in range(count):
        if is_worth(s, int(out[k]), uses, most, robots):
            out[k], out[kept] = out[kept], out[k]
            kept += 1
    return kept if kept > 0 else count
