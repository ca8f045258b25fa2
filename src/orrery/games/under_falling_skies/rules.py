"""The rules of Under Falling Skies, compiled. Comments name the rule that a line enforces.

Cells, rows and columns are sets of bits, so that what may be placed where is a few masks, and a
random move is drawn without a list.
"""

import numpy as np
from numpy.typing import NDArray

from orrery.core.bits import count_bits, list_bits, lowest_bit, nth_bit
from orrery.core.contract import CHANCE, OVER, Record, note, register
from orrery.core.dice import draw
from orrery.core.jit import kernel

from .base import (
    behind,
    cost_of,
    dice_cells,
    excavated,
    free_columns,
    is_usable,
    kind_of,
    open_cells,
    place_of,
    robot_cells,
    room_of,
    total_of,
    working_dice,
)
from .cards import (
    CARDS,
    CELLS,
    COLUMNS,
    DAMAGE_STEPS,
    DIG_START,
    ENERGY,
    ENERGY_MOST,
    ENERGY_START,
    FIGHTER,
    GIVEN,
    LAB,
    LOWER,
    MOTHERSHIP,
    RESEARCH,
    ROBOT,
    SKULL_CARD,
    SKULL_ROW,
    SPACES,
    STAR,
    START_ROW,
    TRACKS,
    UPPER,
)
from .hints import estimate, narrow
from .observation import observe
from .sky import apply_effect, descend, drop_robot, enter, entry_columns, fall, shoot, start_row
from .state import (
    BEST_ROBOT,
    BLACK_DICE,
    BUILD,
    BUILD_CODE,
    DECLINE_CODE,
    DICE,
    DIG_COST,
    END_CODE,
    FACE_CODE,
    HAND,
    LOST,
    NOWHERE,
    PLACE,
    RED_SHIPS,
    REMOVE_CODE,
    REROLL,
    ROBOTS,
    ROLL,
    ROOMS,
    SIX,
    SKIP_CODE,
    SKIP_DIG_CODE,
    SPAWN,
    SPAWN_CODE,
    STATE,
    STEPS,
    STEPS_CODE,
    USE_CODE,
    WON,
)
from .steps import Step


@kernel
def begin(s: Record, options: NDArray[np.int32], work: Record) -> None:
    """Five ships on their start spaces, the base empty, the first dice about to be rolled."""
    star = GIVEN if options[3] == 1 else STAR
    for card in range(len(CARDS)):
        s["face"][card] = star if options[1] >> card & 1 == 1 else 0  # UFS-LEVEL-2, UFS-LEVEL-6
    s["low_dig"] = options[2]
    s["skull"] = SKULL_ROW[int(s["face"][SKULL_CARD])]
    s["limit"] = int(DAMAGE_STEPS[0, int(s["face"][UPPER])]) + int(
        DAMAGE_STEPS[1, int(s["face"][LOWER])]
    )
    s["row"] = START_ROW[int(s["face"][MOTHERSHIP])]  # UFS-SETUP-4
    s["energy"] = ENERGY_START[int(s["face"][TRACKS])]  # UFS-SETUP-6
    s["excavator"] = DIG_START[int(s["face"][UPPER])]  # UFS-SETUP-8
    # Research and damage are 0: UFS-SETUP-5, UFS-SETUP-7.
    s["supply"] = RED_SHIPS  # UFS-SETUP-12
    for column in range(COLUMNS):
        s["green"][column] = 1 << start_row(s, column)  # UFS-SETUP-3
    for k in range(ROBOTS):
        s["robot_cell"][k] = NOWHERE  # UFS-SETUP-11
    begin_round(s)


@kernel
def begin_round(s: Record) -> None:
    """Take the five dice in hand; robots are ready again."""
    s["round"] = int(s["round"]) + 1
    note(Step.ROUND_BEGUN, int(s["round"]))
    s["under_falling_skies"] = ROLL  # UFS-ROLL-1, UFS-ROUND-2
    s["digging"] = NOWHERE
    s["rolling"] = 0
    for die in range(DICE):
        s["die_value"][die] = 0
        s["die_cell"][die] = HAND  # UFS-SETUP-10
    for k in range(ROBOTS):
        s["robot_tired"][k] = 0  # UFS-ROUND-4; robots are not rolled: UFS-ROLL-3


@kernel
def turn(s: Record) -> int:
    """Nature rolls every die; the player decides the rest."""
    phase = int(s["under_falling_skies"])
    if phase == WON or phase == LOST:
        return OVER
    if phase == ROLL or phase == REROLL:
        return CHANCE
    return 0


# Which moves there are


@kernel
def is_double(s: Record, die: int) -> bool:
    """Whether a die in hand of lower number has the same colour and value."""
    first = 0 if die < BLACK_DICE else BLACK_DICE
    for other in range(first, die):
        if int(s["die_cell"][other]) == HAND and int(s["die_value"][other]) == int(
            s["die_value"][die]
        ):
            return True
    return False


@kernel
def targets(s: Record, value: int, free: int) -> int:
    """The cells that a die of this value may be placed on."""
    cells = open_cells(s) & ~robot_cells(s, True)  # UFS-PLACE-3, UFS-PLACE-5, UFS-PLACE-13
    if int(s["digging"]) == NOWHERE:  # UFS-PLACE-7
        place = int(s["excavator"])
        reach = CELLS if int(s["low_dig"]) == 1 else place + value + 1  # UFS-DIG-6, UFS-DIG-7
        cells |= behind(s, reach) & ~behind(s, place + 1)  # UFS-DIG-3, UFS-DIG-5, UFS-DIG-17
    return cells & free  # UFS-PLACE-4


@kernel
def removable(s: Record) -> int:
    """The cells of the robots."""
    return robot_cells(s, True)  # UFS-ROBOT-19


@kernel
def usable(s: Record) -> int:
    """What can be used: rooms by their lowest cell, and the digging die by its own."""
    powered = working_dice(s) | robot_cells(s, False)  # UFS-ROBOT-10, UFS-ROBOT-12, UFS-ROBOT-16
    found, left = 0, powered
    while left != 0:
        cell = lowest_bit(left)
        room = room_of(s, cell)
        anchor = lowest_bit(room)
        left &= ~room
        if is_usable(s, anchor, powered):
            found |= 1 << anchor  # UFS-ROOM-1
    dig = int(s["digging"])
    if dig != NOWHERE and int(s["energy"]) >= DIG_COST:  # UFS-DIG-8
        far = place_of(s, dig) - int(s["excavator"])  # UFS-DIG-4
        if digging_value(s) >= far:  # UFS-DIG-14
            found |= 1 << dig
    return found


@kernel
def digging_value(s: Record) -> int:
    """What the digging die shows."""
    for die in range(DICE):
        if int(s["die_cell"][die]) == int(s["digging"]):
            return int(s["die_value"][die])
    return 0


@kernel
def skippable(s: Record) -> int:
    """The rooms, by their lowest cell, in which an action die lies."""
    found, left = 0, working_dice(s)
    while left != 0:
        room = room_of(s, lowest_bit(left))
        left &= ~room
        found |= 1 << lowest_bit(room)  # UFS-ROOM-5, UFS-AA-6
    return found


@kernel
def buildable(s: Record) -> int:
    """Where the new robot may stand."""
    robots = robot_cells(s, True)
    if count_bits(robots) == ROBOTS:
        return 0  # UFS-ROBOT-21, UFS-ROBOT-22
    cells = open_cells(s) & ~robots  # UFS-ROBOT-4, UFS-ROBOT-5, UFS-ROBOT-6, UFS-ROBOT-9
    return cells & ~dice_cells(s)  # UFS-ROBOT-7, UFS-ROBOT-8


@kernel
def most_steps(s: Record) -> int:
    """How many research steps the total pays."""
    steps, left = 0, int(s["amount"])
    place = int(s["research"])
    numbers = RESEARCH[int(s["face"][TRACKS])]
    while place + steps < SPACES and left >= int(numbers[place + steps]):
        left -= int(numbers[place + steps])  # UFS-RESEARCH-1, UFS-RESEARCH-2
        steps += 1
    return steps  # UFS-RESEARCH-7


@kernel
def moves(s: Record, out: NDArray[np.int32], work: Record) -> int:
    """The legal moves of every phase."""
    phase = int(s["under_falling_skies"])
    if phase == PLACE:
        return list_places(s, out)
    if phase == ROOMS:
        n = list_bits(out, REMOVE_CODE, removable(s), CELLS)
        n += list_bits(out[n:], USE_CODE, usable(s), CELLS)
        n += list_bits(out[n:], SKIP_CODE, skippable(s), CELLS)
        out[n] = END_CODE  # UFS-ROOM-19
        n += 1
        if int(s["digging"]) != NOWHERE:
            out[n] = SKIP_DIG_CODE  # UFS-DIG-11
            n += 1
        return n
    if phase == STEPS:
        n = most_steps(s) + 1  # UFS-RESEARCH-3
        for steps in range(n):
            out[steps] = STEPS_CODE + steps
        return n
    if phase == BUILD:
        n = list_bits(out, REMOVE_CODE, removable(s), CELLS)
        n += list_bits(out[n:], BUILD_CODE, buildable(s), CELLS)
        out[n] = DECLINE_CODE  # UFS-ROBOT-24
        return n + 1
    if phase == SPAWN:
        return list_bits(out, SPAWN_CODE, entry_columns(s), COLUMNS)
    if phase == WON or phase == LOST:
        return 0
    for face in range(SIX):
        out[face] = FACE_CODE + face
    return SIX


@kernel
def list_places(s: Record, out: NDArray[np.int32]) -> int:
    """Every die on every cell that may take it, and every robot that may go."""
    n = 0
    free = free_columns(s)
    for die in range(DICE):  # UFS-PLACE-2
        if int(s["die_cell"][die]) == HAND and not is_double(s, die):
            cells = targets(s, int(s["die_value"][die]), free)
            n += list_bits(out[n:], CELLS * die, cells, CELLS)
    return n + list_bits(out[n:], REMOVE_CODE, removable(s), CELLS)


@kernel
def weights(s: Record, out: NDArray[np.int64], work: Record) -> int:
    """Every face is as likely."""
    for face in range(SIX):
        out[face] = 1  # UFS-ROLL-2
    return SIX


@kernel
def sample(
    s: Record,
    rng: NDArray[np.uint64],
    out: NDArray[np.int32],
    odds: NDArray[np.int64],
    work: Record,
) -> int:
    """A random move; dice and placements are drawn without a list."""
    phase = int(s["under_falling_skies"])
    if phase == ROLL or phase == REROLL:
        return FACE_CODE + draw(rng, SIX)
    if phase != PLACE:
        return int(out[draw(rng, moves(s, out, work))])
    free = free_columns(s)
    total = 0
    for die in range(DICE):
        out[die] = 0
        if int(s["die_cell"][die]) == HAND and not is_double(s, die):
            out[die] = targets(s, int(s["die_value"][die]), free)
            total += count_bits(int(out[die]))
    robots = removable(s)
    left = draw(rng, total + count_bits(robots))
    for die in range(DICE):
        here = count_bits(int(out[die]))
        if left < here:
            return CELLS * die + nth_bit(int(out[die]), left)
        left -= here
    return REMOVE_CODE + nth_bit(robots, left)


# Playing


@kernel
def play(s: Record, move: int, work: Record) -> None:
    """Apply a legal move."""
    if move < REMOVE_CODE:
        place(s, move // CELLS, move % CELLS)
    elif move < USE_CODE:
        remove(s, move - REMOVE_CODE)
    elif move < STEPS_CODE:
        use(s, move - USE_CODE)
    elif move < SKIP_CODE:
        advance(s, move - STEPS_CODE)
    elif move < BUILD_CODE:
        skip(s, move - SKIP_CODE)
    elif move < END_CODE:
        build(s, move - BUILD_CODE)
    elif move == END_CODE:
        end_rooms(s)
    elif move == DECLINE_CODE:
        go_on(s)
    elif move < SKIP_DIG_CODE:
        spawn(s, move - SPAWN_CODE)
    elif move == SKIP_DIG_CODE:
        stop_digging(s)
    else:
        roll(s, move - FACE_CODE + 1)


@kernel
def roll(s: Record, value: int) -> None:
    """One die shows its value; after the last one the player places."""
    die = int(s["rolling"])
    if int(s["under_falling_skies"]) == REROLL and is_first_roll(s, die):
        for other in range(die + 1, DICE):
            if int(s["die_cell"][other]) == HAND:
                s["die_value"][other] = 0
    s["die_value"][die] = value
    note(Step.DIE_ROLLED, die, value)
    die += 1
    while die < DICE and int(s["die_cell"][die]) != HAND:
        die += 1  # UFS-WHITE-3, UFS-WHITE-4, UFS-ROLL-5
    s["rolling"] = die
    if die == DICE:
        s["rolling"] = 0
        s["under_falling_skies"] = PLACE  # UFS-ROLL-4


@kernel
def is_first_roll(s: Record, die: int) -> bool:
    """Whether no die in hand of lower number has been rolled: it is the first of its roll."""
    for other in range(die):
        if int(s["die_cell"][other]) == HAND:
            return False
    return True


@kernel
def place(s: Record, die: int, cell: int) -> None:
    """Put a die on a cell; the ships of its column fall."""
    value = int(s["die_value"][die])
    s["die_cell"][die] = cell  # UFS-PLACE-16
    digging = excavated(s) >> cell & 1 == 0
    if digging:
        s["digging"] = cell  # UFS-DIG-2
    note(Step.DIE_PLACED, die, cell, digging)
    rows = value - 1 if cell < COLUMNS else value  # UFS-AA-1, UFS-AA-4, UFS-SHIP-17
    fall(s, cell % COLUMNS, rows)  # UFS-PLACE-1
    if int(s["under_falling_skies"]) == LOST:
        return  # UFS-END-4
    first = 0
    while first < DICE and int(s["die_cell"][first]) != HAND:
        first += 1
    if first == DICE:
        s["under_falling_skies"] = ROOMS  # UFS-PLACE-11, UFS-WHITE-5
    elif die >= BLACK_DICE:
        s["under_falling_skies"] = REROLL  # UFS-WHITE-1, UFS-WHITE-2, UFS-WHITE-6, UFS-WHITE-7
        s["rolling"] = first


@kernel
def remove(s: Record, cell: int) -> None:
    """Take a robot off the base."""
    k = 0 if int(s["robot_cell"][0]) == cell else 1
    drop_robot(s, k)


@kernel
def go_on(s: Record) -> None:
    """Back to the rooms, with nothing left to spend."""
    s["amount"] = 0
    s["under_falling_skies"] = ROOMS


@kernel
def take_dice(s: Record, room: int) -> None:
    """Take the action dice of a room off the base."""
    for die in range(DICE):
        cell = int(s["die_cell"][die])
        if cell >= 0 and room >> cell & 1 == 1 and cell != int(s["digging"]):
            s["die_cell"][die] = NOWHERE  # UFS-ROOM-2
            s["die_value"][die] = 0


@kernel
def tire_robots(s: Record, room: int) -> None:
    """Robots that powered a room lose a point and rest until the round ends."""
    for k in range(ROBOTS - 1, -1, -1):
        cell = int(s["robot_cell"][k])
        if cell < 0 or room >> cell & 1 == 0:
            continue
        if int(s["robot_value"][k]) == 1:
            drop_robot(s, k)  # UFS-ROBOT-17
        else:
            s["robot_value"][k] = int(s["robot_value"][k]) - 1  # UFS-ROBOT-14, UFS-ROBOT-15
            s["robot_tired"][k] = 1  # UFS-ROBOT-16


@kernel
def use(s: Record, anchor: int) -> None:
    """Pay, fix the total, take off the dice, lower the robots, then apply what the room does."""
    if anchor == int(s["digging"]):
        dig(s)
        return
    room, kind = room_of(s, anchor), kind_of(s, anchor)
    s["energy"] = int(s["energy"]) - cost_of(s, anchor)  # UFS-ROOM-3, UFS-ROOM-12
    total = total_of(s, room, anchor)
    note(Step.ROOM_USED, anchor, total)
    take_dice(s, room)
    tire_robots(s, room)  # UFS-ROOM-16
    if kind & ENERGY != 0:  # UFS-ROOM-11, UFS-ROOM-13, UFS-ROOM-14
        most = int(ENERGY_MOST[int(s["face"][TRACKS])])
        s["energy"] = min(int(s["energy"]) + total, most)  # UFS-ENERGY-1, UFS-ENERGY-2
        note(Step.ENERGY_GAINED, int(s["energy"]), total)
    if kind & FIGHTER != 0:
        shoot(s, total)  # UFS-FIGHT-6
    if kind & LAB != 0:
        s["amount"] = total  # UFS-RESEARCH-5
        s["under_falling_skies"] = STEPS
    elif kind & ROBOT != 0 and total >= 1:  # UFS-ROBOT-3
        s["amount"] = min(total, BEST_ROBOT)  # UFS-ROBOT-1, UFS-ROBOT-2
        s["under_falling_skies"] = BUILD


@kernel
def dig(s: Record) -> None:
    """Pay one energy, and the excavator goes where the digging die lies."""
    s["energy"] = int(s["energy"]) - DIG_COST  # UFS-DIG-9
    before = int(s["excavator"])
    s["excavator"] = place_of(s, int(s["digging"]))  # UFS-DIG-10
    note(Step.EXCAVATED, before, int(s["excavator"]))
    stop_digging(s)


@kernel
def stop_digging(s: Record) -> None:
    """Take the digging die off."""
    for die in range(DICE):
        if int(s["die_cell"][die]) == int(s["digging"]):
            s["die_cell"][die] = NOWHERE  # UFS-DIG-12
            s["die_value"][die] = 0
    s["digging"] = NOWHERE


@kernel
def skip(s: Record, anchor: int) -> None:
    """Take the dice of a room off without effect; its robots stay as they are."""
    note(Step.ROOM_SKIPPED, anchor)
    take_dice(s, room_of(s, anchor))  # UFS-ROOM-10, UFS-ROBOT-18


@kernel
def advance(s: Record, steps: int) -> None:
    """Move the research marker; what is left of the total is lost."""
    s["research"] = int(s["research"]) + steps
    note(Step.RESEARCH_DONE, steps, int(s["research"]), int(s["amount"]))
    go_on(s)  # UFS-RESEARCH-4
    if int(s["research"]) == SPACES:
        s["under_falling_skies"] = WON  # UFS-END-3, UFS-RESEARCH-6
        note(Step.GAME_ENDED, 1, 2)


@kernel
def build(s: Record, cell: int) -> None:
    """The new robot stands on a cell, and rests until the next round."""
    k = 0
    if int(s["robot_cell"][0]) >= 0:
        k = 1
        if int(s["robot_cell"][0]) > cell:
            s["robot_cell"][1] = s["robot_cell"][0]
            s["robot_value"][1] = s["robot_value"][0]
            s["robot_tired"][1] = s["robot_tired"][0]
            k = 0
    s["robot_cell"][k] = cell
    s["robot_value"][k] = s["amount"]
    s["robot_tired"][k] = 1  # UFS-ROBOT-10
    note(Step.ROBOT_BUILT, cell, int(s["amount"]))
    go_on(s)


@kernel
def end_rooms(s: Record) -> None:
    """Take off what is left, then the mothership's phase: effect, descent, new ships."""
    for die in range(DICE):
        s["die_cell"][die] = NOWHERE  # UFS-ROOM-10, UFS-ROUND-5
        s["die_value"][die] = 0
    s["digging"] = NOWHERE
    apply_effect(s)  # UFS-MOTHER-1, UFS-MOTHER-14
    if int(s["under_falling_skies"]) != LOST:
        descend(s)
    if int(s["under_falling_skies"]) != LOST:
        bring_ships(s)


@kernel
def spawn(s: Record, column: int) -> None:
    """The ship whose column was chosen enters, then those that have no choice."""
    come(s, column)
    bring_ships(s)


@kernel
def come(s: Record, column: int) -> None:
    """The next ship takes the start space of a column."""
    red = enter(s, column)
    note(Step.SHIP_ENTERED, start_row(s, column), column, red)


@kernel
def bring_ships(s: Record) -> None:
    """Ships enter until the player has to choose, or none can enter any more."""
    while int(s["card_green"]) + int(s["card_red"]) > 0:  # UFS-RESPAWN-1, UFS-RESPAWN-8
        columns = entry_columns(s)
        if columns == 0:
            break  # UFS-RESPAWN-7
        if count_bits(columns) > 1:
            s["under_falling_skies"] = SPAWN
            return
        come(s, lowest_bit(columns))
    begin_round(s)


@kernel
def score(s: Record, out: NDArray[np.float64]) -> None:
    """Won or lost; there are no points."""
    out[0] = 1.0 if int(s["under_falling_skies"]) == WON else -1.0  # UFS-END-7


register(
    "under_falling_skies",
    STATE,
    begin=begin,
    turn=turn,
    moves=moves,
    weights=weights,
    play=play,
    score=score,
    estimate=estimate,
    observe=observe,
    sample=sample,
    narrow=narrow,
)
