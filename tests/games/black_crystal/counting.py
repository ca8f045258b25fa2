"""What must always be there: tiles, cards and tokens are never made and never lost."""

from collections import Counter
from typing import Any

from orrery.games.black_crystal.decks import (
    ALLIES,
    BOOM_COUNT,
    BOOMS,
    CRYSTAL_TILE,
    FIND_COUNT,
    FINDS,
    SHAPES,
    TILE_COUNT,
    TYPES,
)
from orrery.games.black_crystal.rules.landing import NO_FIGHT_ON, WITH_MONSTER
from orrery.games.black_crystal.state import (
    CELLS,
    EXPLOSIVES,
    MUSHROOM,
    MUSHROOMS,
    RUBBLE,
    RUBBLES,
    UNMINED,
)


def demand_all_there(s: Any) -> None:
    """Count everything."""
    _tiles(s)
    _finds(s)
    _booms(s)
    held = sum(int(n) for n in s["explosives"])
    assert int(s["bank"]) + held == EXPLOSIVES
    marks = [int(mark) for mark in s["mark"]]
    assert sum(bool(mark & RUBBLE) for mark in marks) + int(s["rubbles"]) == RUBBLES
    covered = sum(int(tile) < 0 for tile in s["tile"])
    assert covered + int(s["mushrooms"]) == MUSHROOMS
    _crystals(s, marks)


def _tiles(s: Any) -> None:
    lying: Counter[int] = Counter()
    for tile in s["tile"]:
        kind = int(tile) - 1 if int(tile) > 0 else MUSHROOM - 1 - int(tile)
        if int(tile) != 0 and kind >= 0:
            lying[kind] += 1
    for kind in s["drawn"]:
        lying[int(kind)] += int(kind) >= 0
    for kind in range(TYPES):
        total = int(s["bag"][kind]) + int(s["out"][kind]) + lying[kind]
        assert total == int(TILE_COUNT[kind]), f"tile {kind}"


def _finds(s: Any) -> None:
    for card in range(FINDS):
        rows = range(card, len(s["hand"]), FINDS)
        held = sum(int(s["hand"][k]) for k in rows) + sum(int(s["table"][k]) > 0 for k in rows)
        total = int(s["find_deck"][card]) + int(s["find_discard"][card]) + held
        assert total == int(FIND_COUNT[card]), f"Find card {card}"
    assert sum(int(n) for n in s["find_deck"]) == int(s["find_left"])
    for seat in range(int(s["players"])):
        hand = s["hand"][seat * FINDS : (seat + 1) * FINDS]
        assert sum(int(n) for n in hand) == int(s["held"][seat])


def _booms(s: Any) -> None:
    fought = int(s["card"]) if int(s["kind"]) == WITH_MONSTER else -1
    assert int(s["kind"]) >= NO_FIGHT_ON
    for card in range(BOOMS):
        allies = sum(int(s["ally"][k]) for k in range(card, len(s["ally"]), ALLIES))
        total = int(s["boom_deck"][card]) + int(s["boom_discard"][card]) + allies
        assert total + (card == fought) == int(BOOM_COUNT[card]), f"Boom card {card}"
    assert sum(int(n) for n in s["boom_deck"]) == int(s["boom_left"])


def _crystals(s: Any, marks: list[int]) -> None:
    first = CRYSTAL_TILE * len(SHAPES)
    crystal_tiles = range(first, first + len(SHAPES))
    waiting = sum(int(s["bag"][kind]) for kind in crystal_tiles)
    waiting += sum(int(kind) in crystal_tiles for kind in s["drawn"])
    there = sum(bool(mark & UNMINED) for mark in marks) + sum(int(n) for n in s["loose"])
    carried = sum(int(n) for n in s["crystal"])
    assert len(marks) == CELLS
    assert waiting + there + carried + int(s["smashed"]) == int(s["crystals"])
