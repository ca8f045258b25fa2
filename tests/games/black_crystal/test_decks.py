"""Tiles and cards as data: what is there, and what is refused with file, card and field."""

import pytest

from orrery.core.errors import BadData
from orrery.games.black_crystal import decks

FIND = decks.load("find.toml")
BOOM = decks.load("boom.toml")
TILES = decks.load("tiles.toml")


@pytest.mark.rule("BC-COMP-9")
def test_sixty_cards_of_each_kind() -> None:
    assert int(decks.FIND_COUNT.sum()) == int(decks.BOOM_COUNT.sum()) == 60
    assert (decks.FINDS, decks.BOOMS) == (38, 33)


@pytest.mark.rule("BC-COMP-10", "BC-COMP-12")
def test_eighty_five_tiles_of_which_twelve_are_special() -> None:
    assert int(decks.TILE_COUNT.sum()) == 85
    by_event = decks.TILE_COUNT.reshape(7, 5).sum(axis=1)
    assert by_event.tolist() == [32, 31, 10, 4, 2, 4, 2]


@pytest.mark.rule("BC-BOOM-2")
def test_health_runs_from_one_to_six_and_calm_cards_have_none() -> None:
    cards = zip(decks.HEALTH[: decks.BOOMS], decks.BOOM_COUNT, strict=True)
    per_health = [0] * 7
    for health, count in cards:
        per_health[int(health)] += int(count)
    assert per_health == [4, 5, 10, 14, 12, 10, 5]


FIND_FAULTS = [
    ({"count": 5}, "all cards, count"),
    ({"count": 0}, "F05, count"),
    ({"when": "sometime"}, "F05, when"),
    ({"uses": 0}, "F05, uses"),
    ({"effect": ["roll_mod own 9"]}, "F05, effect"),
    ({"effect": ["roll_mood own 1"]}, "F05, effect: 'roll_mood own 1' is no effect. Did you mean"),
    ({"effect": ["reroll"]}, "F05, effect: 'reroll' cannot happen here"),
    ({"effect": []}, "F05, effect"),
    ({"effect": "roll_mod own 1"}, "F05, effect"),
    ({"colour": "red"}, "F05, colour: no such field"),
]


@pytest.mark.parametrize(("change", "said"), FIND_FAULTS)
def test_a_wrong_find_card_is_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(BadData) as caught:
        decks.read_finds({**FIND, "F05": {**FIND["F05"], **change}}, decks.Programs())
    assert f"find.toml: {said}" in caught.value.message


BOOM_FAULTS = [
    ("B05", {"health": 7}, "B05, health"),
    ("B05", {"tag": "dragon"}, "B05, tag"),
    ("B05", {"tag": "miner"}, "all cards, tag"),
    ("B05", {"won": ["flee_add 1"]}, "B05, won: 'flee_add' cannot happen here"),
    ("B05", {"won": ["draw_boom", "draw_find 1"]}, "B05, won: nothing can follow 'draw_boom'"),
    ("B01", {"lost": ["skip 1"]}, "B01, health"),
    ("B03", {"won": [{"hit": ["draw_find 1"]}]}, "B03, won: odd or even has a hit and a miss"),
]


@pytest.mark.parametrize(("card", "change", "said"), BOOM_FAULTS)
def test_a_wrong_boom_card_is_refused(card: str, change: dict[str, object], said: str) -> None:
    with pytest.raises(BadData) as caught:
        decks.read_booms({**BOOM, card: {**BOOM[card], **change}}, decks.Programs())
    assert f"boom.toml: {said}" in caught.value.message


TILE_FAULTS = [
    ("tiles", {"portal": {"cross": 3}}, "portal, shapes: there are 4 such tiles"),
    ("tiles", {"plain": {"cross": 1}}, "tiles, shapes: there are 85 tiles"),
    ("tiles", {"lava": {"cross": 1}}, "lava, event"),
    ("tiles", {"plain": {"star": 1}}, "plain, star: no such shape"),
    ("shapes", {"tee": "EW"}, "tee, shapes"),
    ("order", {"crystal": ["tee"]}, "crystal, order"),
]


@pytest.mark.parametrize(("table", "change", "said"), TILE_FAULTS)
def test_wrong_tiles_are_refused(table: str, change: dict[str, object], said: str) -> None:
    with pytest.raises(BadData) as caught:
        decks.read_tiles({**TILES, table: {**TILES[table], **change}})
    assert f"tiles.toml: {said}" in caught.value.message


def test_a_file_that_is_no_toml_is_refused() -> None:
    with pytest.raises(BadData, match=r"find\.toml is no TOML"):
        decks.load("find.toml", "F01 = {")
