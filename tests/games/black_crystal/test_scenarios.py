"""The worked scenarios of the rules, one after the other."""

from typing import Any

import pytest

from orrery.core.contract import CHANCE, OVER
from orrery.core.errors import BadNotation
from orrery.games.black_crystal.game import GAME

from .scene import Cell, Scene

PLAIN_SKILLS = ("miner", "shaman", "thief", "merchant")
SHAFT = [(4, y) for y in range(9)]


def bare(skills: tuple[str, ...] = PLAIN_SKILLS, players: int = 2) -> Scene:
    """A scene without Explosives."""
    scene = Scene(players, skills)
    for seat in range(players):
        scene.explosives(seat, 0)
    return scene


def shaft(depth: int, skills: tuple[str, ...] = PLAIN_SKILLS, players: int = 2) -> Scene:
    """Seat 0 above a Boom token at the end of a shaft that leads home; it is depth steps long."""
    scene = bare(skills, players).tiles(*SHAFT[:depth]).boom(SHAFT[depth - 1])
    return scene.dwarf(0, SHAFT[depth - 2])


def fresh(**options: Any) -> Scene:
    """A game before its set-up."""
    scene = Scene(**options)
    scene.state = scene.rules.begin(GAME.option_vector(GAME.read_options(options)))
    return scene


def has(scene: Scene, where: Cell, what: str) -> bool:
    """Whether a token lies on an open cell."""
    return what in scene.cell(where)


def ordinary(scene: Scene) -> int:
    """How many tiles of the bag are neither special nor a Crystal or an Exit."""
    bag = scene.position["bag"]
    return sum(n for tile, n in bag.items() if tile.split(".")[0] in ("boom", "find", "plain"))


# 1 to 3: the set-up and the first tile


@pytest.mark.rule("BC-SET-6")
@pytest.mark.parametrize(
    ("variant", "tiles"),
    [("1+1", 73), ("2+1", 72), ("3+1", 71), ("2+2", 71), ("3+2", 70), ("4+2", 69)],
)
def test_01_ordinary_tiles_in_the_bag(variant: str, tiles: int) -> None:
    scene = fresh(variant=variant)
    while scene.legal[0].startswith("out="):
        scene.play(scene.legal[0])
    bag = scene.position["bag"]
    assert (sum(bag.values()), ordinary(scene)) == (81, tiles)
    special = [
        sum(n for tile, n in bag.items() if tile.startswith(event))
        for event in ("crystal", "exit", "portal", "pit")
    ]
    assert special == [int(variant[0]), int(variant[2]), 4, 2]


@pytest.mark.rule("BC-FIRST-3")
@pytest.mark.parametrize("seat", [0, 1])
def test_02_the_first_tile_is_never_a_pit(seat: int) -> None:
    scene = Scene(active=seat).play("dig")
    assert scene.phase == "DRAW"
    assert "tile=pit.tee" not in scene.legal
    bag = scene.position["bag"]
    assert scene.odds == {f"tile={tile}": n for tile, n in bag.items() if tile != "pit.tee"}
    scene.play("tile=plain.cross")
    assert scene.at(seat) == ((4, 0), (4, 8))[seat]
    assert scene.position["bag"]["pit.tee"] == 2


@pytest.mark.rule("BC-FIRST-3")
def test_02_a_later_tile_may_be_a_pit() -> None:
    scene = Scene().tiles((4, 0)).dwarf(0, (4, 0)).play("dig")
    assert scene.odds["tile=pit.tee"] == 2


@pytest.mark.rule("BC-FIRST-4")
def test_03_health_6_on_the_first_boom_tile_is_ignored() -> None:
    scene = bare().play("dig", "tile=boom.cross", "boom=B29")
    assert "fight_begun" not in scene.steps
    assert scene.at(0) == (4, 0)
    assert scene.cell((4, 0)) == {"tile": "boom.cross", "rot": 0}
    assert scene.position["boom_discard"] == {"B29": 1}
    assert scene.s["active"] == 1


@pytest.mark.rule("BC-FIRST-4")
def test_03_health_6_through_a_find_card_is_a_fight() -> None:
    scene = bare().play("dig", "tile=find.cross", "find=F31", "boom=B29")
    assert scene.phase == "ROLL"
    assert scene.position["fight"]["card"] == "B29"
    scene.play("roll=3")
    assert has(scene, (4, 0), "boom")
    assert scene.at(0) == "home"


@pytest.mark.rule("BC-FIRST-4")
def test_03_health_5_on_the_first_boom_tile_and_health_6_on_a_later_one_are_fights() -> None:
    assert bare().play("dig", "tile=boom.cross", "boom=B25").phase == "ROLL"
    later = bare().tiles((4, 0)).dwarf(0, (4, 0))
    assert later.play("dig", "tile=boom.cross", "lay S r0", "boom=B29").phase == "ROLL"


# 4 to 11: fights, flights, Find tiles


@pytest.mark.rule("BC-FIGHT-2", "BC-FLIGHT-12")
def test_04_two_ties_then_a_flight() -> None:
    scene = shaft(6).crystal(0).play("walk S", "boom=B18")
    for _ in range(2):
        scene.play("roll=4")
        assert "fight_tied" in scene.steps
        assert scene.phase == "ROLL"
    scene.play("roll=2")
    assert scene.at(0) == (4, 3)
    assert has(scene, (4, 5), "boom")
    assert scene.cell((4, 5))["loose"] == 1
    assert scene.s["crystal"][0] == 0


@pytest.mark.rule("BC-SIX-2")
def test_05_health_6_rerolls_sixes_and_flees() -> None:
    scene = shaft(6).play("walk S", "boom=B29")
    for _ in range(2):
        scene.play("roll=6")
        assert scene.phase == "ROLL"
        assert scene.at(0) == (4, 5)
    scene.play("roll=3")
    assert scene.at(0) == (4, 2)
    assert scene.s["skip"][0] == 0


@pytest.mark.rule("BC-FIGHT-4")
def test_06_a_boost_outlives_a_tie_and_no_card_follows_it() -> None:
    scene = shaft(6).hand(0, "F06", "F05").play("walk S", "boom=B25")
    assert scene.legal == ["pass", "play F05", "play F06"]
    scene.play("play F06", "pass", "roll=3")
    assert "fight_tied" in scene.steps
    assert (scene.phase, scene.asked) == ("ROLL", CHANCE)
    assert scene.position["fight"]["mods"] == {"a": 2, "d": 0}
    scene.play("roll=4")
    assert "fight_won" in scene.steps
    assert scene.cards(0) == ["F05"]
    assert scene.at(0) == (4, 5)


@pytest.mark.rule("BC-MER-1")
def test_07_the_merchant_sells_two_cards_and_wins() -> None:
    scene = shaft(6, ("merchant", "miner")).hand(0, "F14", "F20", "F23").play("walk S", "boom=B25")
    scene.play("roll=4")
    assert (scene.phase, scene.asked) == ("POSTROLL", 0)
    scene.play("sell F14", "sell F20")
    assert "fight_won" in scene.steps
    assert scene.cards(0) == ["F23"]
    assert scene.position["find_discard"] == {"F14": 1, "F20": 1}


@pytest.mark.rule("BC-MER-1")
def test_07_after_one_sale_he_may_reroll_the_tie_or_sell_more() -> None:
    scene = shaft(6, ("merchant", "miner")).hand(0, "F14", "F20", "F23").play("walk S", "boom=B25")
    scene.play("roll=4", "sell F14")
    assert scene.legal == ["pass", "sell F20", "sell F23"]
    scene.play("pass")
    assert "fight_tied" in scene.steps
    assert scene.phase == "ROLL"
    scene.play("roll=5")
    assert "fight_won" in scene.steps
    assert scene.cards(0) == ["F20", "F23"]


@pytest.mark.rule("BC-FLIGHT-7")
@pytest.mark.parametrize(("depth", "skips"), [(3, 1), (4, 1), (5, 0)])
def test_08_a_flight_of_5_that_is_longer_than_the_way_costs_a_turn(depth: int, skips: int) -> None:
    scene = shaft(depth).play("walk S", "boom=B29", "roll=5")
    assert scene.at(0) == "home"
    assert scene.s["skip"][0] == skips


def portal_shaft() -> Scene:
    """Portals at the second and the seventh cell of a shaft, the dwarf before the eighth."""
    scene = bare().tiles((4, 0), (4, 2), (4, 3), (4, 4), (4, 5), (4, 7), (3, 7))
    scene.tile((4, 1), "portal.cross").tile((4, 6), "portal.cross")
    return scene.boom((4, 7)).dwarf(0, (3, 7))


@pytest.mark.rule("BC-FLIGHT-4")
def test_09_a_hop_that_shortens_the_flight_is_taken_and_free() -> None:
    scene = portal_shaft().play("walk E", "boom=B29", "roll=2")
    assert scene.at(0) == (4, 0)


@pytest.mark.rule("BC-FLIGHT-4")
def test_09_a_flight_that_ends_on_a_portal_stays_there() -> None:
    assert portal_shaft().play("walk E", "boom=B29", "roll=1").at(0) == (4, 6)


@pytest.mark.rule("BC-FLIGHT-4")
def test_09_a_single_portal_is_no_way() -> None:
    scene = bare().tiles(*SHAFT[:6], (4, 7), (3, 7)).tile((4, 6), "portal.cross")
    scene.boom((4, 7)).dwarf(0, (3, 7))
    assert scene.play("walk E", "boom=B29", "roll=2").at(0) == (4, 5)


@pytest.mark.rule("BC-FLIGHT-9")
def test_10_a_flight_to_a_boom_token_goes_on_with_another_fight() -> None:
    scene = shaft(7).boom((4, 4)).play("walk S", "boom=B18", "roll=2")
    assert scene.at(0) == (4, 4)
    assert scene.phase == "BOOM"
    scene.play("boom=B25", "roll=3")
    assert scene.at(0) == (4, 1)
    assert has(scene, (4, 6), "boom")
    assert has(scene, (4, 4), "boom")
    assert scene.s["active"] == 1


def find_again() -> Scene:
    """Seat 0 south of an open Find tile, seat 1 east of it."""
    scene = bare().tiles((4, 0), (4, 2), (5, 1)).tile((4, 1), "find.cross")
    return scene.dwarf(0, (4, 2)).dwarf(1, (5, 1))


@pytest.mark.rule("BC-FIND-12", "BC-FIND-13")
def test_11_a_missed_call_brings_a_monster_and_its_token_ends_the_calls() -> None:
    scene = find_again().play("walk N")
    assert scene.legal == ["odd", "even"]
    scene.play("odd", "roll=4")
    assert scene.phase == "BOOM"
    scene.play("boom=B18", "roll=2")
    assert scene.at(0) == "home"
    assert has(scene, (4, 1), "boom")
    scene.play("walk W")
    assert (scene.phase, scene.s["active"]) == ("BOOM", 1)
    scene.play("boom=B05", "roll=2")
    assert "fight_won" in scene.steps
    assert not has(scene, (4, 1), "boom")
    assert scene.phase not in ("CALL", "FIND")
    assert scene.cards(1) == []


@pytest.mark.rule("BC-FIND-12")
def test_11_a_call_that_hits_brings_a_find_card() -> None:
    scene = find_again().play("walk N", "even", "roll=4")
    assert scene.phase == "FIND"
    assert scene.play("find=F05").cards(0) == ["F05"]


# 12 to 17: Crystals, walls, Rubble, Mushrooms


def seam() -> Scene:
    """A shaft with an unmined Crystal in the middle; seat 0 above it, seat 1 on it."""
    scene = bare().tiles(*SHAFT[:4], *SHAFT[5:]).tile((4, 4), "crystal.tee", 1)
    return scene.dwarf(0, (4, 3)).dwarf(1, (4, 4))


@pytest.mark.rule("BC-CRY-3")
def test_12_who_is_beaten_while_mining_leaves_the_crystal() -> None:
    scene = seam().set(mining={1: 1}).play("walk S", "roll=6", "roll=1")
    assert scene.at(1) == (4, 7)
    assert (scene.s["mining"][1], scene.s["skip"][1], scene.s["crystal"][1]) == (0, 1, 0)
    assert scene.cell((4, 4))["unmined"] == 1
    assert (scene.phase, scene.asked, scene.legal) == ("CRYSTAL", 0, ["mine", "pass"])
    scene.play("mine")
    assert scene.s["crystal"][0] == 1
    assert not has(scene, (4, 4), "unmined")
    assert scene.s["turns"] == 3


@pytest.mark.rule("BC-CRY-3")
def test_12_the_crystal_of_the_beaten_miner_need_not_be_mined() -> None:
    scene = seam().set(mining={1: 1}).play("walk S", "roll=6", "roll=1", "pass")
    assert scene.s["mining"][0] == 0
    assert scene.cell((4, 4))["unmined"] == 1


@pytest.mark.rule("BC-CRY-5")
@pytest.mark.parametrize(("dice", "winner"), [((6, 1), 0), ((1, 6), 1)])
def test_13_of_two_crystals_the_losers_is_smashed(dice: tuple[int, int], winner: int) -> None:
    scene = bare().tiles(*SHAFT[1:8], (4, 0)).crystal(0, 1).dwarf(0, (4, 3)).dwarf(1, (4, 4))
    scene.play("walk S", f"roll={dice[0]}", f"roll={dice[1]}")
    assert scene.s["crystal"][winner] == 1
    assert scene.s["crystal"][1 - winner] == 0
    assert scene.position["crystals_smashed"] == 1
    assert not scene.s["loose"].any()


@pytest.mark.rule("BC-EXP-6")
def test_14_a_blasted_tile_may_show_a_wall_to_the_dwarf() -> None:
    scene = Scene(skills=PLAIN_SKILLS).tile((4, 1), "plain.straight").dwarf(0, (4, 1))
    scene.play("blast E exp", "tile=plain.corner")
    assert scene.legal == ["lay E r0", "lay E r1", "lay E r2", "lay E r3"]
    scene.play("lay E r0")
    assert scene.at(0) == (5, 1)
    assert scene.cell((5, 1)) == {"tile": "plain.corner", "rot": 0}
    assert scene.position["passages"] == [[4, 1, 5, 1]]
    assert scene.s["explosives"][0] == 1
    assert "walk W" in scene.set(moves=1).legal


@pytest.mark.rule("BC-RUB-3", "BC-RUB-4")
def test_15_where_no_rubble_can_be_made() -> None:
    scene = Scene(skills=PLAIN_SKILLS).tiles((4, 4), (5, 4), (5, 5), (5, 3), (3, 3))
    scene.tile((4, 3), "crystal.tee", 1).tile((4, 5), "plain.straight", 1).tiles((3, 4))
    scene.dwarf(0, (4, 4)).dwarf(1, (5, 4))
    assert [text for text in scene.legal if text.startswith("rubble")] == ["rubble W exp"]
    assert scene.why("rubble N exp") == "BC-RUB-4"
    assert scene.why("rubble E exp") == "BC-RUB-4"
    assert scene.why("rubble S exp") == "BC-RUB-3"
    with pytest.raises(BadNotation):
        scene.why("rubble NE exp")


@pytest.mark.rule("BC-RUB-4")
def test_15_no_rubble_on_a_dropped_crystal() -> None:
    scene = Scene(skills=PLAIN_SKILLS).tiles((4, 4), (4, 5)).loose((4, 5)).dwarf(0, (4, 4))
    assert scene.why("rubble S exp") == "BC-RUB-4"


@pytest.mark.rule("BC-RUB-6", "BC-RUB-7")
def test_16_a_cave_in_without_tools_costs_the_next_turn() -> None:
    scene = bare().tiles((4, 0)).dwarf(0, (4, 0))
    scene.play("dig", "tile=find.cross", "lay S r0", "find=F30")
    assert has(scene, (4, 1), "rubble")
    assert (scene.s["active"], scene.phase) == (1, "DRAW")
    scene.play("tile=plain.cross")
    assert scene.at(0) == (4, 1)
    assert not has(scene, (4, 1), "rubble")
    assert (scene.s["active"], scene.s["turns"]) == (1, 3)


@pytest.mark.rule("BC-RUB-6", "BC-RUB-7")
def test_16_a_pickaxe_spares_the_cave_in() -> None:
    scene = bare().tiles((4, 0)).dwarf(0, (4, 0)).hand(0, "F02", "F16")
    scene.play("dig", "tile=find.cross", "lay S r0", "find=F30")
    assert scene.legal == ["pass", "clear here F02"]
    scene.play("clear here F02")
    assert not has(scene, (4, 1), "rubble")
    assert "rubble_put" not in scene.steps
    assert (scene.phase, scene.asked) == ("ACT", 0)
    assert scene.position["seats"][0]["table"] == [["F02", 1]]


BLOCKS = {
    0: [(x, y) for y in (0, 1) for x in (3, 4, 5)],
    1: [(x, y) for y in (3, 4, 5) for x in (7, 8)],
    2: [(x, y) for y in (7, 8) for x in (3, 4, 5)],
    3: [(x, y) for y in (3, 4, 5) for x in (0, 1)],
}


@pytest.mark.rule("BC-MUSH-8")
@pytest.mark.parametrize(("players", "sides"), [(2, {0, 2}), (3, {0, 1, 2}), (4, {0, 1, 2, 3})])
def test_17_no_mushroom_before_the_entrance_of_a_player(players: int, sides: set[int]) -> None:
    scene = Scene(players, ("miner", "shaman", "thief", "merchant")).hand(0, "F03").play("play F03")
    targets = set(scene.legal)
    shut = {f"at {x},{y}" for side in sides for x, y in BLOCKS[side]}
    assert targets == {f"at {x},{y}" for x in range(9) for y in range(9)} - shut
    assert scene.why("at 4,1") == "BC-MUSH-8"


@pytest.mark.rule("BC-MUSH-7")
def test_17_the_second_side_of_a_corner_exit_stays_free() -> None:
    scene = Scene().tile((0, 0), "exit.cross").mushroom((1, 0)).hand(0, "F03").play("play F03")
    assert scene.why("at 0,1") == "BC-MUSH-7"
    assert "at 1,1" in scene.legal
    assert "at 7,0" in scene.legal


@pytest.mark.rule("BC-MUSH-7")
def test_17_both_sides_of_a_corner_without_an_exit_can_be_shut() -> None:
    scene = Scene().tile((0, 0)).mushroom((1, 0)).hand(0, "F03").play("play F03")
    assert "at 0,1" in scene.legal


@pytest.mark.rule("BC-MUSH-5")
def test_17_a_mushroom_on_an_unopened_cell_takes_an_ordinary_tile() -> None:
    scene = Scene().hand(0, "F03").play("play F03", "at 2,2")
    before = ordinary(scene)
    assert (scene.phase, scene.asked) == ("TARGET", CHANCE)
    assert {text.split("=")[1].split(".")[0] for text in scene.legal} == {"boom", "find", "plain"}
    scene.play("out=find.tee")
    assert scene.cell((2, 2)) == "mushroom"
    assert ordinary(scene) == before - 1
    assert scene.position["out"]["find.tee"] == 1


@pytest.mark.rule("BC-MUSH-5")
def test_17_a_mushroom_on_an_open_cell_takes_no_tile() -> None:
    scene = Scene().tiles((2, 2)).hand(0, "F03")
    before = scene.position["bag"]
    scene.play("play F03", "at 2,2")
    assert scene.phase != "TARGET"
    assert scene.cell((2, 2)) == "mushroom"
    assert scene.position["bag"] == before


# 18 to 24: allies, Portals, Pits, the potion, the Exit


@pytest.mark.rule("BC-ALLY-7")
def test_18_an_ally_as_strong_as_the_monster_wins_and_goes() -> None:
    scene = shaft(6).ally(0, "B20").play("walk S", "boom=B18")
    assert "rolled" not in scene.steps
    assert "fight_won" in scene.steps
    assert scene.allies(0) == []
    assert scene.position["boom_discard"] == {"B18": 1, "B20": 1}
    assert not has(scene, (4, 5), "boom")
    assert scene.at(0) == (4, 5)


def meeting(skills: tuple[str, ...] = PLAIN_SKILLS) -> Scene:
    """Seat 0 above seat 1 in a shaft that leads home for both."""
    scene = bare(skills).tiles(*SHAFT[1:8], (4, 0)).tile((4, 8), "plain.straight")
    return scene.dwarf(0, (4, 3)).dwarf(1, (4, 4))


@pytest.mark.rule("BC-ALLY-8")
def test_18_a_dwarf_as_strong_as_an_ally_rolls_again() -> None:
    scene = meeting().ally(1, "B18").play("walk S", "roll=4")
    assert "fight_tied" in scene.steps
    assert (scene.phase, scene.allies(1)) == ("ROLL", ["B18"])
    scene.play("roll=3")
    assert scene.at(0) == (4, 1)
    assert scene.at(1) == (4, 4)
    assert scene.allies(1) == []


@pytest.mark.rule("BC-ALLY-8")
def test_18_a_dwarf_stronger_than_an_ally_then_fights_the_dwarf() -> None:
    scene = meeting().ally(1, "B18").play("walk S", "roll=5")
    assert scene.phase == "ROLL"
    assert scene.position["fight"]["allies"] == {"a": None, "d": None}
    assert scene.position["fight"]["dice"] == {"a": None, "d": None}
    scene.play("roll=2")
    assert scene.phase == "ROLL"
    scene.play("roll=1")
    assert scene.at(1) == (4, 7)


SHAMAN = ("shaman", "miner")


@pytest.mark.rule("BC-SHA-2")
def test_19_an_elemental_that_won_stays_with_the_shaman() -> None:
    scene = shaft(6, SHAMAN).ally(0, "B21").play("walk S", "boom=B15")
    assert "fight_won" in scene.steps
    assert scene.allies(0) == ["B21"]
    assert scene.position["boom_discard"] == {"B15": 1}


@pytest.mark.rule("BC-SHA-2", "BC-ALLY-4")
def test_19_an_elemental_that_lost_goes_and_the_shaman_fights_on() -> None:
    scene = shaft(6, SHAMAN).ally(0, "B16").play("walk S", "boom=B18")
    assert scene.phase == "ROLL"
    assert "fight_lost" not in scene.steps
    scene.play("roll=5")
    assert "fight_won" in scene.steps
    assert scene.allies(0) == []
    assert scene.position["boom_discard"] == {"B16": 1, "B18": 1}


@pytest.mark.rule("BC-SHA-4")
def test_19_a_second_elemental_is_not_tamed() -> None:
    scene = shaft(6, SHAMAN).ally(0, "B16").hand(0, "F22", "F12").play("walk S", "boom=B17")
    assert scene.legal == ["fight", "play F12"]


@pytest.mark.rule("BC-SHA-4")
def test_19_the_first_elemental_is_tamed_either_way() -> None:
    scene = shaft(6, SHAMAN).hand(0, "F22", "F12").play("walk S", "boom=B17")
    assert scene.legal == ["fight", "tame", "play F12", "play F22"]


def portals() -> Scene:
    """Portals at (4, 3) and (0, 0) with a cell beside each."""
    scene = bare(players=3).tile((4, 3), "portal.cross").tile((0, 0), "portal.cross")
    return scene.tiles((4, 2), (4, 4), (1, 0))


@pytest.mark.rule("BC-PORT-7")
def test_20_after_a_hop_at_the_start_of_the_turn_a_move_follows() -> None:
    scene = portals().dwarf(0, (4, 3)).start()
    assert "hop 0,0" in scene.legal
    scene.play("hop 0,0")
    assert (scene.phase, scene.asked) == ("ACT", 0)
    assert "end" not in scene.legal
    assert "walk E" in scene.legal
    assert scene.play("walk E").s["active"] == 1


@pytest.mark.rule("BC-PORT-3")
def test_20_a_hop_after_the_move_ends_the_turn() -> None:
    scene = portals().dwarf(0, (4, 2)).play("walk S")
    assert scene.legal == ["end", "hop 0,0"]
    scene.play("hop 0,0")
    assert scene.at(0) == (0, 0)
    assert scene.s["active"] == 1


@pytest.mark.rule("BC-PORT-5")
def test_20_a_brawl_won_after_a_hop_gives_a_move() -> None:
    scene = portals().dwarf(0, (4, 2)).dwarf(1, (0, 0)).play("walk S", "hop 0,0")
    assert scene.position["fight"]["kind"] == "brawl"
    scene.play("roll=6", "roll=1")
    assert (scene.phase, scene.asked, scene.s["moves"]) == ("ACT", 0, 1)
    assert scene.play("walk E").at(0) == (1, 0)
    assert scene.s["active"] == 2


@pytest.mark.rule("BC-PORT-3")
def test_20_a_portal_reached_by_a_won_meeting_attack_may_be_used() -> None:
    scene = portals().tiles((4, 1)).dwarf(0, (4, 1)).dwarf(1, (4, 3))
    scene.play("walk S", "attack S", "roll=6", "roll=1")
    assert scene.at(0) == (4, 3)
    assert scene.legal == ["end", "hop 0,0"]
    assert scene.play("hop 0,0").at(0) == (0, 0)


@pytest.mark.rule("BC-PIT-4")
def test_21_the_second_pit_catches_without_a_roll() -> None:
    scene = bare().tiles((4, 0), (4, 1)).tile((4, 2), "pit.tee", 1).tile((8, 8), "pit.tee")
    scene.dwarf(0, (4, 1)).play("walk S")
    assert scene.at(0) == (8, 8)
    assert "rolled" not in scene.steps
    assert scene.steps.count("fell") == 1
    assert (scene.s["active"], scene.s["skip"][0]) == (1, 0)


@pytest.mark.rule("BC-PIT-4")
def test_21_a_single_pit_is_rolled_for() -> None:
    scene = bare().tiles((4, 0), (4, 1)).tile((4, 2), "pit.tee", 1).dwarf(0, (4, 1)).play("walk S")
    assert (scene.phase, scene.at(0)) == ("ROLL", (4, 2))


def potion() -> Scene:
    """An Alchemist in the Entrance, a rival before it on a shaft with Find tiles."""
    scene = bare(("alchemist", "miner")).tiles(*[c for c in SHAFT if c not in ((4, 2), (4, 4))])
    scene.tile((4, 2), "find.straight").tile((4, 4), "find.straight")
    return scene.dwarf(0, "home").dwarf(1, (4, 0))


@pytest.mark.rule("BC-ALC-1", "BC-ALC-2")
def test_22_the_autopilot_runs_two_cells_now_and_in_three_turns() -> None:
    scene = potion().play("walk S")
    assert scene.legal == ["pass", "potion"]
    scene.play("potion")
    assert "rolled" not in scene.steps
    assert (scene.at(1), scene.at(0)) == ((4, 4), (4, 0))
    assert (scene.s["autopilot"][1], scene.s["skip"][1]) == (2, 0)
    assert (scene.phase, scene.asked) == ("ACT", 0)
    scene.play("walk S")
    assert (scene.at(1), scene.s["autopilot"][1]) == ((4, 6), 1)
    scene.play("walk N")
    assert (scene.at(1), scene.s["autopilot"][1]) == ((4, 8), 0)
    scene.play("walk S")
    assert (scene.phase, scene.asked) == ("ACT", 1)
    assert scene.position["find_deck"] == bare().position["find_deck"]


@pytest.mark.rule("BC-ALC-1", "BC-ALC-2")
def test_22_the_first_run_ends_on_a_find_tile_and_nothing_happens() -> None:
    scene = potion().set(autopilot_turns=0).play("walk S", "potion")
    assert scene.at(1) == (4, 2)
    assert scene.phase == "ACT"


@pytest.mark.rule("BC-SKILL-0c")
def test_22_second_wind_renews_the_potion_before_its_use() -> None:
    scene = potion().hand(0, "F24").play("play F24")
    assert scene.s["uses"][0] == 2
    assert scene.play("potion").s["uses"][0] == 1


@pytest.mark.rule("BC-SKILL-0c")
def test_22_second_wind_does_not_renew_a_spent_potion() -> None:
    scene = potion().hand(0, "F24").play("walk S", "potion")
    assert (scene.phase, scene.asked, scene.s["uses"][0]) == ("ACT", 0, 0)
    assert scene.why("play F24") == "BC-SKILL-0c"


@pytest.mark.rule("BC-WIN-1")
def test_23_a_carrier_who_opens_the_exit_wins_at_once() -> None:
    scene = bare().tiles((4, 0)).dwarf(0, (4, 0)).crystal(0)
    scene.play("dig", "tile=exit.cross", "lay S r0")
    assert (scene.phase, scene.asked) == ("OVER", OVER)
    assert scene.rules.score(scene.state, 2) == [1.0, -1.0]


@pytest.mark.rule("BC-WIN-1")
def test_23_who_opens_the_exit_without_a_crystal_plays_on() -> None:
    scene = bare().tiles((4, 0)).dwarf(0, (4, 0)).crystal(1)
    assert scene.play("dig", "tile=exit.cross", "lay S r0").s["active"] == 1


@pytest.mark.rule("BC-ALLY-9", "BC-WINDOW-4")
def test_24_the_stronger_ally_stays_and_fights_the_dwarf() -> None:
    scene = meeting().ally(0, "B25").ally(1, "B18").play("walk S")
    assert scene.phase == "ROLL"
    assert scene.position["fight"]["allies"] == {"a": "B25", "d": None}
    scene.play("roll=5")
    assert "fight_tied" in scene.steps
    scene.play("roll=4")
    assert "fight_won" in scene.steps
    assert scene.at(0) == (4, 4)
    assert scene.at(1) == (4, 7)
    assert (scene.allies(0), scene.allies(1)) == ([], [])


@pytest.mark.rule("BC-ALLY-9", "BC-WINDOW-4")
def test_24_a_six_beats_the_stronger_ally_and_the_dwarfs_go_on() -> None:
    scene = meeting().ally(0, "B25").ally(1, "B18").play("walk S", "roll=6")
    assert scene.phase == "ROLL"
    assert scene.position["fight"]["allies"] == {"a": None, "d": None}


# 25 to 33


@pytest.mark.rule("BC-FIND-10", "BC-CH-12")
def test_25_the_discard_becomes_the_find_deck() -> None:
    scene = bare().tiles((4, 0)).dwarf(0, (4, 0)).hand(0, "F05")
    s = scene.s
    s["find_deck"][:] = 0
    s["find_left"] = 0
    s["find_discard"][:3] = (2, 0, 1)
    scene.play("dig", "tile=find.cross", "lay S r0")
    assert "reshuffled" in scene.steps
    assert scene.odds == {"find=F01": 2, "find=F03": 1}
    assert scene.position["find_discard"] == {}
    scene.play("find=F01")
    assert scene.position["find_deck"] == {"F01": 1, "F03": 1}
    assert scene.cards(0) == ["F01", "F05"]


@pytest.mark.rule("BC-RUB-8")
def test_26_a_dwarf_freed_from_rubble_meets_the_boom_token() -> None:
    scene = meeting().rubble((4, 4)).boom((4, 4)).explosives(0, 1)
    scene.play("clear S exp")
    assert scene.phase == "BOOM"
    assert scene.s["active"] == 0
    scene.play("boom=B18")
    assert scene.position["fight"]["a"] == 1
    scene.play("roll=5")
    assert not has(scene, (4, 4), "boom")
    assert (scene.phase, scene.asked, scene.s["moves"]) == ("ACT", 0, 1)


def trap(skill: str = "miner") -> Scene:
    """Seat 0 in a shaft between Rubble and a Mushroom; seat 1 has an Explosive."""
    scene = bare((skill, "shaman")).tile((4, 4), "boom.straight").tile((4, 3), "boom.straight")
    scene.rubble((4, 3)).mushroom((4, 5)).explosives(1, 1)
    return scene.dwarf(0, (4, 4))


@pytest.mark.rule("BC-TRAP-4", "BC-TRAP-5", "BC-HID-4")
def test_27_a_trapped_dwarf_begs_and_pays_with_a_card() -> None:
    scene = trap().hand(0, "F05", "F05", "F07").hand(1, "F01").start()
    assert (scene.phase, scene.asked) == ("BEG", 0)
    assert scene.legal == ["pass", "beg 0", "beg 1", "beg 2", "beg 3"]
    bank = scene.s["bank"]
    scene.play("beg 1")
    assert (scene.phase, scene.asked) == ("HELP", 1)
    scene.play("help")
    assert scene.odds == {"steal=F05": 2, "steal=F07": 1}
    scene.play("steal=F07")
    assert (scene.cards(0), scene.cards(1)) == (["F05", "F05"], ["F01", "F07"])
    assert (scene.s["explosives"][0], scene.s["explosives"][1]) == (1, 0)
    assert scene.s["bank"] == bank
    assert scene.position["known"] == {"0": {"1": {"F07": 1}}}
    assert (scene.phase, scene.asked) == ("ACT", 0)
    assert "clear N exp" in scene.legal


@pytest.mark.rule("BC-IRN-2")
def test_27_an_iron_head_butts_through_the_rubble() -> None:
    scene = trap("iron_head").start()
    assert (scene.phase, scene.s["trapped"][0]) == ("ACT", 0)
    scene.play("blast N head")
    assert scene.at(0) == (4, 3)
    assert not has(scene, (4, 3), "rubble")
    assert scene.position["passages"] == []


@pytest.mark.rule("BC-WINDOW-2", "BC-FLIGHT-1")
def test_28_a_third_seat_trips_the_fighter() -> None:
    scene = shaft(6, players=3).hand(2, "F10").play("walk S", "boom=B10")
    assert (scene.phase, scene.asked) == ("PREROLL", 2)
    assert scene.legal == ["pass", "play F10 a", "play F10 d"]
    scene.play("play F10 a", "roll=4")
    assert "fight_tied" in scene.steps
    scene.play("roll=3")
    assert "fight_lost" in scene.steps
    assert scene.at(0) == (4, 2)


@pytest.mark.rule("BC-FLIGHT-16")
def test_29_wrong_way_offers_every_cell_two_steps_away() -> None:
    scene = bare().tiles((4, 4), (4, 3), (4, 5), (5, 4), (4, 2), (4, 6), (5, 5), (3, 3))
    scene.boom((4, 4)).dwarf(0, (4, 5)).hand(0, "F13").play("walk N", "boom=B18", "roll=2")
    assert scene.legal == ["pass", "play F13"]
    scene.play("play F13")
    assert scene.phase == "FLEE"
    assert scene.legal == ["to 4,2", "to 3,3", "to 5,5", "to 4,6"]
    assert scene.play("to 5,5").at(0) == (5, 5)


@pytest.mark.rule("BC-FLIGHT-16")
def test_29_wrong_way_may_lead_home() -> None:
    scene = bare().tiles((4, 0), (4, 1), (4, 2), (4, 3)).boom((4, 1)).dwarf(0, (4, 2))
    scene.hand(0, "F13").play("walk N", "boom=B18", "roll=2", "play F13")
    assert scene.legal == ["to home", "to 4,3"]


@pytest.mark.rule("BC-CRY-11")
def test_30_mining_from_the_start_of_the_turn_takes_that_turn() -> None:
    scene = bare().tile((4, 4), "crystal.tee", 1).tiles((4, 3)).dwarf(0, (4, 4)).start()
    assert "mine" in scene.legal
    scene.play("mine")
    assert scene.s["crystal"][0] == 1
    assert not has(scene, (4, 4), "unmined")
    assert (scene.s["active"], scene.s["turns"]) == (1, 1)


@pytest.mark.rule("BC-CRY-9")
def test_30_who_lays_the_tile_mines_unasked() -> None:
    scene = bare().tiles((4, 3)).dwarf(0, (4, 3)).play("dig", "tile=crystal.tee", "lay S r0")
    assert scene.s["active"] == 1
    assert (scene.s["mining"][0], scene.s["crystal"][0]) == (1, 0)
    assert scene.cell((4, 4))["unmined"] == 1


@pytest.mark.rule("BC-TILE-7")
def test_31_a_blind_crawl_wakes_no_monster() -> None:
    scene = bare().tiles((4, 0)).dwarf(0, (4, 0)).hand(0, "F28")
    scene.play("play F28", "tile=boom.cross", "lay S r0")
    assert scene.phase != "BOOM"
    assert scene.s["active"] == 1
    assert scene.at(0) == (4, 1)
    assert scene.cell((4, 1)) == {"tile": "boom.cross", "rot": 0}


@pytest.mark.rule("BC-FLIGHT-17")
def test_32_beaten_without_a_way_home_the_dwarf_is_buried_where_it_stands() -> None:
    scene = bare().tiles((4, 4), (4, 5)).boom((4, 5)).dwarf(0, (4, 4)).crystal(0)
    scene.play("walk S", "boom=B23", "roll=1")
    assert scene.at(0) == (4, 5)
    assert scene.s["crystal"][0] == 1
    assert scene.s["skip"][0] == 1
    assert has(scene, (4, 5), "boom")
    assert has(scene, (4, 5), "rubble")
    assert scene.s["active"] == 1


@pytest.mark.rule("BC-PIT-7")
def test_33_a_retreat_to_a_pit_does_not_lead_back_to_the_winner() -> None:
    scene = bare().tiles((4, 0), (4, 2), (4, 3)).tile((4, 1), "pit.tee", 1)
    scene.tile((4, 4), "pit.tee", 1).dwarf(0, (4, 3)).dwarf(1, (4, 4))
    scene.play("walk S", "roll=1", "roll=6")
    assert scene.phase == "ROLL"
    assert scene.position["fight"] is None
    assert (scene.at(0), scene.at(1)) == ((4, 1), (4, 4))
    scene.play("roll=1")
    assert (scene.at(0), scene.s["skip"][0]) == ((4, 1), 2)
    assert scene.s["active"] == 1
