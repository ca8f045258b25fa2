"""Why a move is refused: the first rule that it breaks. Interpreted only."""

from orrery.core.contract import Record

from .state import (
    CELL_COUNT,
    CELLS,
    DIRECTIONS,
    DONE,
    DRAW,
    FIRST_CODE,
    GALAXY,
    HOLE,
    LOT,
    SLOTS,
    START,
    START_CODE,
    TOKEN_CODE,
    TURN,
    cells_of,
    distance,
)


def broken_rule(s: Record, move: int) -> str:
    """The id of the first rule broken by a move that is not legal."""
    phase = int(s["orion_duel"])
    if phase == LOT:
        return "OD-START-4"
    if phase == DRAW:
        return "OD-SETUP-17"
    if phase == DONE:
        return "OD-END-10"
    if phase == TURN:
        return _broken_placement(s, move) if move < TOKEN_CODE else "OD-TURN-2"
    if phase == START:
        return "OD-START-2" if move >= FIRST_CODE or move < START_CODE else "OD-START-3"
    return _broken_token(s, move, phase)


def _broken_token(s: Record, move: int, phase: int) -> str:
    if not TOKEN_CODE <= move < START_CODE:
        return "OD-SETUP-7" if phase == GALAXY else "OD-SETUP-20"
    cell = CELLS[move - TOKEN_CODE]
    galaxies, holes = ([CELLS[k] for k in cells_of(*s[name])] for name in ("galaxies", "holes"))
    same, apart = (galaxies, "OD-SETUP-2") if phase == GALAXY else (holes, "OD-SETUP-3")
    if cell in galaxies or cell in holes:
        return "OD-SETUP-1"
    if any(distance(cell, other) < 3 for other in same):
        return apart
    if phase == HOLE and any(distance(cell, other) < 2 for other in galaxies):
        return "OD-SETUP-4"
    return "OD-SETUP-11" if phase == GALAXY else "OD-SETUP-12"


def hexes_of(slot: int, cell: int) -> list[tuple[tuple[int, int], bool]]:
    """The hexes that a tile would cover, and whether each has the owner's colour."""
    q, r = CELLS[cell]
    found = [((q, r), True)]
    for direction, own in ((int(SLOTS[slot, 1]), True), (int(SLOTS[slot, 2]), False)):
        if direction >= 0:
            dq, dr = DIRECTIONS[direction]
            found.append(((q + dq, r + dr), own))
    return found


def _broken_placement(s: Record, move: int) -> str:
    slot, cell = divmod(move, CELL_COUNT)
    seat = int(s["seat"])
    if int(s["stock"][seat, int(SLOTS[slot, 0])]) == 0:
        return "OD-TURN-3"
    if int(SLOTS[slot, 3]) and not int(s["flips"]):
        return "OD-TILE-12"
    hexes = hexes_of(slot, cell)
    if any(place not in CELLS for place, _ in hexes):
        return "OD-PLACE-2"
    laid = [[CELLS[k] for k in cells_of(*s["hexes"][side])] for side in range(2)]
    if any(place in laid[0] or place in laid[1] for place, _ in hexes):
        return "OD-PLACE-3"
    return _broken_contact(s, hexes, laid, seat)


def _broken_contact(
    s: Record,
    hexes: list[tuple[tuple[int, int], bool]],
    laid: list[list[tuple[int, int]]],
    seat: int,
) -> str:
    """Which colour covers a token without touching its own."""
    tokens = [CELLS[k] for name in ("galaxies", "holes") for k in cells_of(*s[name])]
    for side in range(2):
        places = [place for place, own in hexes if (seat if own else 1 - seat) == side]
        covers = any(place in tokens for place in places)
        touching = any(distance(place, other) == 1 for place in places for other in laid[side])
        if covers and not touching:
            if not laid[side]:
                return "OD-TOKEN-9"
            return "OD-TOKEN-1" if side == 0 else "OD-TOKEN-2"
    raise AssertionError("the placement is legal")
