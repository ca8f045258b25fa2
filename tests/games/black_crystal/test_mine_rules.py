"""Crystals, Explosives, Rubble, Mushrooms, Portals, Pits and traps, and the options of the game."""

from typing import Any

import pytest

from orrery.core.errors import BadNotation

from .scene import TILES, Cell, Scene, cell_of

QUIET = ("shaman", "merchant", "thief", "miner")
"""Skills that add no moves to a turn without cards, allies and elementals."""
ORDINARY = ("boom", "find", "plain")


def mine(skills: tuple[str, ...] = QUIET, **options: Any) -> Scene:
    """A scene in which no Skill disturbs."""
    return Scene(skills=skills, **options)


def shaft(depth: int, **options: Any) -> Scene:
    """Crossings straight down from the North Entrance."""
    return mine(**options).tiles(*[(4, y) for y in range(depth)])


def cornered(**options: Any) -> Scene:
    """Seat 0 in a dead end behind Rubble, without Explosives."""
    scene = mine(**options).tile((4, 4), "find.dead_end").tiles((4, 3)).rubble((4, 3))
    return scene.dwarf(0, (4, 4)).explosives(0, 0)


def mushroom_target(**options: Any) -> Scene:
    """Seat 0 has a Mushroom to throw and two cells to stand on."""
    return shaft(2, **options).dwarf(0, (4, 1)).hand(0, "F03")


def explosives(scene: Scene) -> list[int]:
    """The Explosives of the first two seats."""
    return [int(n) for n in scene.s["explosives"][:2]]


def empty_of(scene: Scene, name: str) -> None:
    """Take all tiles of a type out of the bag."""
    scene.s["bag"][TILES.index(name)] = 0


# Crystals


@pytest.mark.rule("BC-CRY-1", "BC-CRY-2", "BC-CRY-9")
def test_who_lays_a_crystal_tile_mines_unasked_and_has_it_after_the_skipped_turn() -> None:
    scene = shaft(1).dwarf(0, (4, 0)).play("dig", "tile=crystal.tee", "lay S r0")
    assert scene.phase == "ACT"
    assert scene.cell((4, 1))["unmined"] == 1
    assert scene.s["mining"][0] == 1
    scene.play("end")
    assert (scene.s["active"], scene.s["crystal"][0]) == (1, 0)
    scene.play("tile=plain.straight")
    assert (scene.s["turns"], scene.s["active"]) == (3, 1)
    assert (scene.s["crystal"][0], scene.s["mining"][0]) == (1, 0)
    assert scene.at(0) == (4, 1)
    assert "unmined" not in scene.cell((4, 1))


@pytest.mark.rule("BC-CRY-3")
def test_a_miner_who_loses_a_brawl_leaves_the_crystal_and_skips_for_the_brawl_alone() -> None:
    scene = shaft(4, active=1).tile((4, 4), "crystal.tee", 1).tiles((4, 5))
    scene.dwarf(0, (4, 4)).dwarf(1, (4, 5)).set(mining={0: 1})
    scene.play("walk N", "roll=6", "roll=1")
    assert scene.at(0) == (4, 1)
    assert scene.cell((4, 4))["unmined"] == 1
    assert (scene.s["mining"][0], scene.s["crystal"][0], scene.s["skip"][0]) == (0, 0, 1)
    assert (scene.phase, scene.asked, scene.legal) == ("CRYSTAL", 1, ["mine", "pass"])


@pytest.mark.rule("BC-CRY-3")
def test_a_miner_who_is_pushed_away_may_act_in_his_next_turn() -> None:
    scene = shaft(4, active=1, meeting_attack="off").tile((4, 4), "crystal.tee", 1).tiles((4, 5))
    scene.dwarf(0, (4, 4)).dwarf(1, (4, 5)).set(mining={0: 1}).hand(1, "F18")
    scene.play("play F18")
    assert scene.at(0) == (4, 3)
    assert scene.cell((4, 4))["unmined"] == 1
    scene.play("walk N", "pass", "end")
    assert (scene.phase, scene.asked) == ("ACT", 0)
    assert scene.s["crystal"][0] == 0


@pytest.mark.rule("BC-CRY-3")
def test_a_miner_who_stays_where_he_is_goes_on_mining() -> None:
    scene = shaft(4, active=1).tile((4, 4), "crystal.tee", 1).tiles((4, 5), (4, 6), (4, 7), (4, 8))
    scene.dwarf(0, (4, 4)).dwarf(1, (4, 5)).set(mining={0: 1})
    scene.play("walk N", "roll=1", "roll=6")
    assert scene.at(1) == (4, 7)
    assert (scene.s["crystal"][0], scene.s["skip"][1]) == (1, 0)
    assert (scene.asked, scene.s["turns"]) == (0, 3)


@pytest.mark.rule("BC-CRY-4")
@pytest.mark.parametrize(("holder", "dice"), [(0, "16"), (1, "61")])
def test_the_crystal_of_a_beaten_dwarf_passes_to_the_winner(holder: int, dice: str) -> None:
    scene = shaft(3).dwarf(0, (4, 1)).dwarf(1, (4, 2)).crystal(holder)
    scene.play("walk S", f"roll={dice[0]}", f"roll={dice[1]}")
    assert (scene.s["crystal"][holder], scene.s["crystal"][1 - holder]) == (0, 1)
    assert scene.s["smashed"] == 0
    assert "loose" not in scene.cell((4, 2))


@pytest.mark.rule("BC-CRY-4")
def test_a_winner_keeps_his_own_crystal() -> None:
    scene = shaft(3).dwarf(0, (4, 1)).dwarf(1, (4, 2)).crystal(0)
    scene.play("walk S", "roll=6", "roll=1")
    assert list(scene.s["crystal"][:2]) == [1, 0]


@pytest.mark.rule("BC-CRY-5")
@pytest.mark.parametrize(("winner", "dice"), [(0, "61"), (1, "16")])
def test_of_two_carriers_the_loser_has_his_crystal_smashed(winner: int, dice: str) -> None:
    scene = shaft(3).dwarf(0, (4, 1)).dwarf(1, (4, 2)).crystal(0, 1)
    scene.play("walk S", f"roll={dice[0]}", f"roll={dice[1]}")
    assert (scene.s["crystal"][winner], scene.s["crystal"][1 - winner]) == (1, 0)
    assert scene.position["crystals_smashed"] == 1
    assert not any(isinstance(cell, dict) and "loose" in cell for cell in scene.position["cells"])


@pytest.mark.rule("BC-CRY-6")
def test_who_flees_from_a_monster_drops_his_crystal_on_its_cell() -> None:
    scene = shaft(4).dwarf(0, (4, 2)).boom((4, 3)).crystal(0)
    scene.play("walk S", "boom=B18", "roll=2")
    assert scene.at(0) == (4, 1)
    assert scene.s["crystal"][0] == 0
    assert scene.cell((4, 3))["loose"] == 1
    assert "unmined" not in scene.cell((4, 3))


@pytest.mark.rule("BC-CRY-7")
def test_a_loose_crystal_is_picked_up_at_once() -> None:
    scene = shaft(2).dwarf(0, (4, 0)).loose((4, 1)).play("walk S")
    assert (scene.s["crystal"][0], scene.s["mining"][0]) == (1, 0)
    assert "loose" not in scene.cell((4, 1))


@pytest.mark.rule("BC-CRY-7")
@pytest.mark.parametrize(("die", "taken"), [(6, True), (1, False)])
def test_a_loose_crystal_is_had_only_after_the_monster_on_it_is_beaten(
    die: int, taken: bool
) -> None:
    scene = shaft(3).dwarf(0, (4, 1)).loose((4, 2)).boom((4, 2)).play("walk S", "boom=B18")
    assert scene.s["crystal"][0] == 0
    scene.play(f"roll={die}")
    assert bool(scene.s["crystal"][0]) is taken
    assert ("loose" in scene.cell((4, 2))) is not taken


@pytest.mark.rule("BC-CRY-7", "BC-CRY-9")
@pytest.mark.parametrize(("said", "mining"), [("mine", 1), ("pass", 0)])
def test_who_comes_later_to_an_unmined_crystal_may_mine_or_not(said: str, mining: int) -> None:
    scene = shaft(1).tile((4, 1), "crystal.tee").dwarf(0, (4, 0)).play("walk S")
    assert (scene.phase, scene.legal) == ("CRYSTAL", ["mine", "pass"])
    scene.play(said)
    assert (scene.s["mining"][0], scene.s["crystal"][0]) == (mining, 0)
    assert scene.cell((4, 1))["unmined"] == 1
    scene.set(skip={1: 1}).play("end")
    assert scene.s["crystal"][0] == mining
    assert scene.asked == (0 if said == "pass" else -1)


@pytest.mark.rule("BC-CRY-8")
def test_a_carrier_takes_no_second_crystal() -> None:
    scene = shaft(2).dwarf(0, (4, 0)).crystal(0).loose((4, 1)).play("walk S")
    assert scene.phase == "ACT"
    assert scene.cell((4, 1))["loose"] == 1
    assert scene.s["crystal"][0] == 1


@pytest.mark.rule("BC-CRY-8")
def test_a_carrier_does_not_mine() -> None:
    scene = shaft(1).tile((4, 1), "crystal.tee").dwarf(0, (4, 0)).crystal(0)
    assert scene.play("walk S").phase == "ACT"
    assert scene.cell((4, 1))["unmined"] == 1
    scene = shaft(1).tile((4, 1), "crystal.tee").dwarf(0, (4, 1)).crystal(0)
    assert scene.why("mine") == "BC-CRY-8"


@pytest.mark.rule("BC-CRY-8", "BC-CRY-9")
def test_a_carrier_who_lays_a_crystal_tile_does_not_mine_it() -> None:
    scene = shaft(1).dwarf(0, (4, 0)).crystal(0).play("dig", "tile=crystal.tee", "lay S r0")
    assert scene.s["mining"][0] == 0
    assert scene.cell((4, 1))["unmined"] == 1


@pytest.mark.rule("BC-CRY-8")
def test_who_won_a_crystal_while_mining_leaves_the_other_in_the_rock() -> None:
    scene = shaft(1).tile((4, 1), "crystal.tee").dwarf(0, (4, 1)).crystal(0)
    scene.s["mining"][0] = 1
    scene.start()
    assert (scene.s["mining"][0], scene.s["crystal"][0]) == (0, 1)
    assert scene.cell((4, 1))["unmined"] == 1


@pytest.mark.rule("BC-CRY-10")
def test_portals_and_the_entrance_leave_a_carrier_his_crystal() -> None:
    scene = mine().tile((4, 0), "portal.cross").tile((2, 2), "portal.cross")
    scene.dwarf(0, (2, 2)).crystal(0).play("hop 4,0", "walk N")
    assert scene.at(0) == "home"
    assert scene.s["crystal"][0] == 1
    assert "loose" not in scene.cell((2, 2))
    assert "loose" not in scene.cell((4, 0))


@pytest.mark.rule("BC-CRY-10")
@pytest.mark.parametrize(
    ("die", "where"), [(1, (4, 1)), (3, (6, 6)), (6, "home")], ids=["1", "3", "6"]
)
def test_a_pit_leaves_a_carrier_his_crystal(die: int, where: Cell | str) -> None:
    scene = shaft(1).tile((4, 1), "pit.tee").tile((6, 6), "boom.tee").dwarf(0, (4, 0)).crystal(0)
    scene.play("walk S", f"roll={die}")
    assert scene.at(0) == where
    assert scene.s["crystal"][0] == 1
    assert "loose" not in scene.cell((4, 1))


@pytest.mark.rule("BC-CRY-11")
def test_the_main_action_mine_takes_the_whole_turn_and_yields_the_crystal() -> None:
    scene = shaft(1).tile((4, 1), "crystal.tee").dwarf(0, (4, 1)).hand(0, "F16").start()
    scene.play("mine")
    assert (scene.s["crystal"][0], scene.s["mining"][0]) == (1, 0)
    assert "unmined" not in scene.cell((4, 1))
    assert (scene.s["turns"], scene.s["active"]) == (1, 1)


@pytest.mark.rule("BC-CRY-11")
def test_mine_is_refused_after_a_move_and_where_nothing_is_to_be_mined() -> None:
    scene = shaft(1).tile((4, 1), "crystal.tee").dwarf(0, (4, 0)).hand(0, "F16")
    assert scene.why("mine") == "BC-CRY-11"
    scene.play("walk S", "pass", "play F16")
    assert scene.s["moves"] == 1
    assert scene.why("mine") == "BC-CRY-11"


@pytest.mark.rule("BC-CRY-11", "BC-CRY-12")
def test_after_a_hop_nobody_mines() -> None:
    scene = mine(dropped_needs_mining=True, portal_hops_per_turn=2)
    scene.tile((2, 2), "portal.cross").tile((6, 6), "portal.cross").tiles((2, 1), (6, 5))
    scene.dwarf(0, (2, 2)).loose((2, 2))
    assert "mine" in scene.legal
    scene.play("hop 6,6", "hop 2,2", "pass")
    assert (scene.s["moves"], scene.s["acted"]) == (1, 0)
    assert "mine" not in scene.legal


@pytest.mark.rule("BC-CRY-11", "BC-CRY-12")
def test_option_a_dropped_crystal_is_refused_like_an_unmined_one() -> None:
    scene = shaft(2, dropped_needs_mining=True).dwarf(0, (4, 0)).loose((4, 1)).hand(0, "F16")
    scene.play("walk S", "pass", "play F16")
    assert scene.why("mine") == "BC-CRY-11"


@pytest.mark.rule("BC-CRY-7", "BC-CRY-11")
def test_by_default_a_loose_crystal_is_not_mined() -> None:
    scene = shaft(2).dwarf(0, (4, 1)).loose((4, 1))
    assert scene.why("mine") == "BC-CRY-7"


@pytest.mark.rule("BC-CRY-7", "BC-CRY-12")
def test_option_a_dropped_crystal_has_to_be_mined() -> None:
    scene = shaft(2, dropped_needs_mining=True).dwarf(0, (4, 0)).loose((4, 1)).play("walk S")
    assert (scene.phase, scene.legal) == ("CRYSTAL", ["mine", "pass"])
    scene.play("mine")
    assert (scene.s["crystal"][0], scene.cell((4, 1))["loose"]) == (0, 1)
    scene.set(skip={1: 1}).play("end")
    assert scene.s["crystal"][0] == 1
    assert "loose" not in scene.cell((4, 1))


@pytest.mark.rule("BC-CRY-11", "BC-CRY-12")
def test_option_a_dropped_crystal_is_mined_by_the_main_action_too() -> None:
    scene = shaft(2, dropped_needs_mining=True).dwarf(0, (4, 1)).loose((4, 1)).start()
    scene.play("mine")
    assert (scene.s["crystal"][0], scene.s["active"]) == (1, 1)
    assert "loose" not in scene.cell((4, 1))


@pytest.mark.rule("BC-CRY-12")
@pytest.mark.parametrize("needs_mining", [False, True])
def test_option_a_flight_does_not_pick_up_what_has_to_be_mined(needs_mining: bool) -> None:
    scene = shaft(4, dropped_needs_mining=needs_mining).dwarf(0, (4, 2)).boom((4, 3))
    scene.loose((4, 1)).play("walk S", "boom=B18", "roll=2")
    assert scene.at(0) == (4, 1)
    assert scene.s["crystal"][0] == (0 if needs_mining else 1)
    assert scene.s["mining"][0] == 0


@pytest.mark.rule("BC-CRY-12")
def test_an_unmined_crystal_is_mined_before_a_dropped_one() -> None:
    scene = shaft(1, dropped_needs_mining=True).tile((4, 1), "crystal.tee").dwarf(0, (4, 1))
    scene.loose((4, 1)).start().play("mine")
    assert scene.cell((4, 1))["loose"] == 1
    assert "unmined" not in scene.cell((4, 1))


@pytest.mark.rule("BC-CRY-12")
@pytest.mark.parametrize(
    ("needs_mining", "falls", "buried"),
    [(False, False, False), (False, True, True), (True, False, False), (True, True, False)],
)
def test_option_rubble_falls_on_a_dropped_crystal(
    needs_mining: bool, falls: bool, buried: bool
) -> None:
    scene = shaft(4, dropped_needs_mining=needs_mining, rubble_on_dropped_crystal=falls)
    scene.dwarf(0, (4, 2)).boom((4, 3)).crystal(0).play("walk S", "boom=B23", "roll=2")
    assert scene.cell((4, 3))["loose"] == 1
    assert ("rubble" in scene.cell((4, 3))) is buried


# Explosives


@pytest.mark.rule("BC-EXP-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_dwarf_starts_with_two_explosives(players: int) -> None:
    scene = mine(players=players)
    assert list(scene.s["explosives"][:players]) == [2] * players
    assert scene.position["bank"] == 10 - 2 * players


@pytest.mark.rule("BC-EXP-1", "BC-EXP-4")
def test_an_explosive_blasts_buries_or_clears_once_and_returns_to_the_box() -> None:
    scene = shaft(3).dwarf(0, (4, 1)).rubble((4, 0)).explosives(0, 3)
    bank = int(scene.s["bank"])
    scene.play("rubble S exp")
    assert scene.cell((4, 2))["rubble"] is True
    scene.play("clear N exp")
    assert "rubble" not in scene.cell((4, 0))
    assert (scene.s["explosives"][0], scene.s["bank"]) == (1, bank + 2)
    scene = mine().tile((4, 4), "plain.straight").tiles((5, 4)).dwarf(0, (4, 4)).explosives(0, 1)
    bank = int(scene.s["bank"])
    scene.play("blast E exp")
    assert scene.at(0) == (5, 4)
    assert (scene.s["explosives"][0], scene.s["bank"]) == (0, bank + 1)


@pytest.mark.rule("BC-EXP-1")
def test_without_explosives_nothing_is_blasted_buried_or_cleared() -> None:
    scene = mine().tile((4, 4), "plain.tee", 1).tiles((4, 3), (3, 4), (4, 5)).rubble((4, 3))
    scene.dwarf(0, (4, 4))
    for text in ("blast W exp", "rubble S exp", "clear N exp"):
        assert text in scene.legal
    scene.explosives(0, 0)
    for text in ("blast W exp", "rubble S exp", "clear N exp"):
        assert scene.why(text) == "BC-EXP-1"


@pytest.mark.rule("BC-EXP-2")
@pytest.mark.parametrize(("card", "gained"), [("B09", 1), ("B27", 2), ("B18", 0)])
def test_some_monsters_yield_explosives(card: str, gained: int) -> None:
    scene = shaft(2).dwarf(0, (4, 0)).boom((4, 1)).play("walk S", f"boom={card}", "roll=6")
    assert explosives(scene) == [2 + gained, 2]
    assert scene.s["bank"] == 6 - gained


@pytest.mark.rule("BC-EXP-3")
@pytest.mark.parametrize("dice", ["61", "16"])
def test_a_brawl_takes_no_explosives(dice: str) -> None:
    scene = shaft(3).dwarf(0, (4, 1)).dwarf(1, (4, 2)).explosives(1, 3)
    scene.play("walk S", f"roll={dice[0]}", f"roll={dice[1]}")
    assert explosives(scene) == [2, 3]


@pytest.mark.rule("BC-EXP-3")
def test_a_thief_takes_no_explosives_but_a_card_may() -> None:
    scene = shaft(2, skills=("thief", "merchant")).dwarf(0, (4, 1)).dwarf(1, (4, 0))
    assert scene.why("steal 1") == "BC-THF-2"
    bank = int(scene.s["bank"])
    scene.hand(0, "F25").play("play F25")
    assert explosives(scene) == [3, 1]
    assert scene.s["bank"] == bank


@pytest.mark.rule("BC-EXP-5")
@pytest.mark.parametrize("tool", ["exp", "F01"])
def test_a_wall_is_blasted_and_passed_in_the_same_turn(tool: str) -> None:
    scene = mine().tile((4, 4), "plain.straight").tile((5, 4), "plain.straight")
    scene.dwarf(0, (4, 4)).hand(0, "F01")
    assert scene.why("walk E") == "BC-MOVE-2"
    scene.play(f"blast E {tool}")
    assert scene.at(0) == (5, 4)
    assert scene.position["passages"] == [[4, 4, 5, 4]]
    assert scene.s["moves"] == 0
    assert (scene.s["explosives"][0], scene.cards(0)) == (
        (1, ["F01"]) if tool == "exp" else (2, [])
    )
    assert "walk W" in scene.set(moves=1).legal


@pytest.mark.rule("BC-EXP-5")
def test_a_blast_is_the_move_of_the_turn_and_needs_a_wall() -> None:
    scene = mine().tile((4, 4), "plain.straight").tiles((5, 4), (4, 3)).dwarf(0, (4, 4))
    assert scene.why("blast N exp") == "BC-EXP-5"
    assert scene.why("blast S exp") == "BC-EXP-5"
    assert "blast E exp" in scene.legal
    scene.set(moves=0, acted=1)
    assert scene.why("blast E exp") == "BC-MOVE-1"


@pytest.mark.rule("BC-EXP-5")
def test_a_blast_leads_into_the_event_of_the_cell() -> None:
    scene = mine().tile((4, 4), "plain.straight").tiles((5, 4)).boom((5, 4)).dwarf(0, (4, 4))
    assert scene.play("blast E exp").phase == "BOOM"


@pytest.mark.rule("BC-EXP-6")
@pytest.mark.parametrize("turned", [0, 1])
def test_a_blast_into_rock_lays_a_tile_any_way_round(turned: int) -> None:
    scene = mine().tile((4, 4), "plain.straight").dwarf(0, (4, 4)).play("blast E exp")
    assert scene.phase == "DRAW"
    scene.play("tile=plain.straight")
    assert scene.legal == ["lay E r0", "lay E r1"]
    scene.play(f"lay E r{turned}")
    assert scene.at(0) == (5, 4)
    assert scene.cell((5, 4)) == {"tile": "plain.straight", "rot": turned}
    assert scene.position["passages"] == [[4, 4, 5, 4]]
    assert "walk W" in scene.set(active=0, ask=0, moves=1).legal


@pytest.mark.rule("BC-EXP-6")
def test_a_tile_that_was_blasted_for_has_its_event() -> None:
    scene = mine().tile((4, 4), "plain.straight").dwarf(0, (4, 4))
    assert scene.play("blast E exp", "tile=boom.corner", "lay E r0").phase == "BOOM"


@pytest.mark.rule("BC-EXP-6")
def test_with_an_empty_bag_only_open_cells_are_blasted() -> None:
    scene = mine().tile((4, 4), "plain.straight").tiles((3, 4)).dwarf(0, (4, 4))
    assert "blast E exp" in scene.legal
    scene.s["bag"][:] = 0
    assert scene.why("blast E exp") == "BC-TILE-8"
    assert "blast W exp" in scene.legal


@pytest.mark.rule("BC-EXP-7")
def test_nobody_blasts_off_the_board_into_a_mushroom_or_diagonally() -> None:
    scene = mine().tile((0, 2), "plain.straight").mushroom((1, 2)).dwarf(0, (0, 2))
    assert scene.why("blast W exp") == "BC-EXP-7"
    assert scene.why("blast E exp") == "BC-EXP-7"
    with pytest.raises(BadNotation):
        scene.why("blast NE exp")


@pytest.mark.rule("BC-EXP-7")
def test_the_blast_of_a_gate_does_not_lead_home_nor_one_from_home_into_the_mine() -> None:
    scene = mine().tile((4, 0), "plain.straight", 1).dwarf(0, (4, 0))
    assert scene.why("blast N exp") == "BC-EXP-7"
    assert scene.dwarf(0, "home").why("blast S exp") == "BC-EXP-7"


@pytest.mark.rule("BC-EXP-7")
def test_no_wall_before_rubble_is_blasted() -> None:
    scene = mine().tile((4, 4), "plain.straight").tiles((5, 4)).rubble((5, 4)).dwarf(0, (4, 4))
    assert scene.why("blast E exp") == "BC-EXP-7"


# Rubble


@pytest.mark.rule("BC-RUB-1", "BC-RUB-2")
@pytest.mark.parametrize("tool", ["exp", "F01", "F04", "skill"])
def test_rubble_is_made_by_explosives_cards_and_skill(tool: str) -> None:
    scene = shaft(2, skills=("engineer", "merchant")).dwarf(0, (4, 0)).hand(0, "F01", "F04")
    scene.play(f"rubble S {tool}")
    assert scene.cell((4, 1))["rubble"] is True
    assert scene.s["rubbles"] == 9
    left = (int(scene.s["explosives"][0]), scene.cards(0), int(scene.s["uses"][0]))
    assert (
        left
        == {
            "exp": (1, ["F01", "F04"], 2),
            "F01": (2, ["F04"], 2),
            "F04": (2, ["F01"], 2),
            "skill": (2, ["F01", "F04"], 1),
        }[tool]
    )


@pytest.mark.rule("BC-RUB-1")
def test_rubble_is_made_by_monsters() -> None:
    scene = shaft(4).dwarf(0, (4, 2)).boom((4, 3)).play("walk S", "boom=B23", "roll=2")
    assert scene.cell((4, 3))["rubble"] is True
    assert scene.cell((4, 3))["boom"] is True
    scene = shaft(4).dwarf(0, (4, 2)).boom((4, 3)).play("walk S", "boom=B18", "roll=2")
    assert "rubble" not in scene.cell((4, 3))


@pytest.mark.rule("BC-RUB-2")
def test_making_rubble_is_free_before_and_after_the_move() -> None:
    scene = shaft(3).dwarf(0, (4, 1)).play("rubble S exp")
    assert (scene.phase, scene.s["moves"], scene.s["acted"]) == ("ACT", 1, 0)
    scene.play("walk N", "rubble S exp")
    assert scene.cell((4, 1))["rubble"] is True
    assert scene.s["explosives"][0] == 0


@pytest.mark.rule("BC-RUB-2")
def test_rubble_needs_an_open_cell_without_rubble() -> None:
    scene = shaft(2).dwarf(0, (4, 1)).rubble((4, 0))
    assert scene.why("rubble N exp") == "BC-RUB-2"
    assert "rubble S exp" not in scene.legal
    assert "rubble S exp" in scene.tiles((4, 2)).legal


@pytest.mark.rule("BC-RUB-2")
@pytest.mark.parametrize(
    ("tool", "rule"),
    [("exp", "BC-EXP-1"), ("F01", "BC-FIND-5"), ("F04", "BC-FIND-5"), ("skill", "BC-ENG-1")],
)
def test_rubble_needs_a_tool(tool: str, rule: str) -> None:
    scene = shaft(2).dwarf(0, (4, 0)).explosives(0, 0)
    assert scene.why(f"rubble S {tool}") == rule


@pytest.mark.rule("BC-RUB-3")
def test_no_rubble_behind_a_wall_off_the_board_or_diagonally() -> None:
    scene = mine().tile((0, 2), "plain.straight", 1).tiles((0, 1)).dwarf(0, (0, 2))
    assert scene.why("rubble N exp") == "BC-RUB-3"
    assert scene.why("rubble W exp") == "BC-RUB-3"
    with pytest.raises(BadNotation):
        scene.why("rubble NE exp")
    assert "rubble N exp" in scene.passage((0, 2), "N").legal


@pytest.mark.rule("BC-RUB-4")
def test_no_rubble_on_a_dwarf_a_crystal_or_an_entrance() -> None:
    scene = shaft(2).dwarf(0, (4, 0)).dwarf(1, (4, 1))
    assert scene.why("rubble S exp") == "BC-RUB-4"
    assert scene.why("rubble N exp") == "BC-RUB-4"
    assert shaft(2).dwarf(0, (4, 0)).loose((4, 1)).why("rubble S exp") == "BC-RUB-4"
    scene = shaft(1).tile((4, 1), "crystal.tee").dwarf(0, (4, 0))
    assert scene.why("rubble S exp") == "BC-RUB-4"
    assert "rubble S exp" in scene.mined((4, 1)).legal


@pytest.mark.rule("BC-RUB-4")
@pytest.mark.parametrize("what", ["portal.cross", "exit.cross", "pit.tee"])
def test_rubble_may_lie_on_portals_exits_and_pits(what: str) -> None:
    scene = shaft(1).tile((4, 1), what).dwarf(0, (4, 0)).play("rubble S exp")
    assert scene.cell((4, 1))["rubble"] is True


@pytest.mark.rule("BC-RUB-5")
def test_nobody_walks_or_rides_into_rubble() -> None:
    scene = shaft(3).dwarf(0, (4, 0)).rubble((4, 2)).hand(0, "F15")
    scene.play("play F15", "walk S")
    assert scene.phase == "CART"
    assert scene.why("walk S") == "BC-RUB-5"
    scene = shaft(2).dwarf(0, (4, 0)).rubble((4, 1))
    assert scene.why("walk S") == "BC-RUB-5"


@pytest.mark.rule("BC-RUB-5")
@pytest.mark.parametrize(("blocked", "where"), [(False, (4, 1)), (True, (5, 2))])
def test_a_flight_goes_round_rubble(blocked: bool, where: Cell) -> None:
    scene = shaft(4).tiles((5, 0), (5, 1), (5, 2)).dwarf(0, (4, 3)).boom((4, 2))
    if blocked:
        scene.rubble((4, 1))
    scene.play("walk N", "boom=B18", "roll=1")
    assert scene.at(0) == where


@pytest.mark.rule("BC-RUB-5")
def test_a_flight_does_not_go_through_rubble() -> None:
    scene = shaft(4).dwarf(0, (4, 3)).boom((4, 2)).rubble((4, 1))
    scene.play("walk N", "boom=B18", "roll=1")
    assert scene.at(0) == (4, 2)
    assert scene.s["skip"][0] == 1


@pytest.mark.rule("BC-RUB-6")
@pytest.mark.parametrize("tool", ["exp", "F01", "F02", "skill"])
def test_a_cave_in_is_cleared_at_once_with_a_tool(tool: str) -> None:
    scene = shaft(1, skills=("engineer", "merchant")).dwarf(0, (4, 0)).hand(0, "F01", "F02")
    scene.play("dig", "tile=find.tee", "lay S r0", "find=F30")
    assert (scene.phase, scene.asked) == ("CAVEIN", 0)
    tools = ["pass", *[f"clear here {name}" for name in ("exp", "F01", "F02", "skill")]]
    assert scene.legal == tools
    scene.play(f"clear here {tool}")
    assert "rubble" not in scene.cell((4, 1))
    assert "rubble_put" not in scene.steps
    assert (scene.phase, scene.asked, scene.s["over"]) == ("ACT", 0, 0)
    left = (int(scene.s["explosives"][0]), scene.cards(0), int(scene.s["uses"][0]))
    assert (
        left
        == {
            "exp": (1, ["F01", "F02"], 2),
            "F01": (2, ["F02"], 2),
            "F02": (2, ["F01"], 2),
            "skill": (2, ["F01", "F02"], 1),
        }[tool]
    )


@pytest.mark.rule("BC-RUB-6")
def test_a_cave_in_is_not_cleared_with_what_one_has_not() -> None:
    scene = shaft(1).dwarf(0, (4, 0)).play("dig", "tile=find.tee", "lay S r0", "find=F30")
    assert scene.why("clear here F02") == "BC-RUB-6"
    assert scene.why("clear here hand") == "BC-RUB-6"


@pytest.mark.rule("BC-RUB-7")
@pytest.mark.parametrize("tools", [0, 2])
def test_a_buried_dwarf_skips_his_next_turn_to_dig_himself_out(tools: int) -> None:
    scene = shaft(1).dwarf(0, (4, 0)).explosives(0, tools)
    scene.play("dig", "tile=find.tee", "lay S r0", "find=F30")
    if tools:
        scene.play("pass")
    assert (scene.phase, scene.s["active"]) == ("DRAW", 1)
    assert scene.cell((4, 1))["rubble"] is True
    scene.play("tile=plain.straight")
    if tools:
        assert (scene.phase, scene.legal) == ("BURIED", ["dig out", "clear here exp"])
        scene.play("dig out")
    assert (scene.s["turns"], scene.s["active"]) == (3, 1)
    assert "rubble" not in scene.cell((4, 1))
    assert scene.at(0) == (4, 1)
    assert (scene.s["skip"][0], scene.s["rubbles"]) == (0, 10)


@pytest.mark.rule("BC-RUB-7")
def test_dig_out_is_for_the_buried_only() -> None:
    scene = shaft(2).dwarf(0, (4, 1))
    assert scene.why("dig out") == "BC-RUB-7"


@pytest.mark.rule("BC-RUB-8", "BC-RUB-9")
def test_after_clearing_with_a_tool_and_beating_the_monster_the_move_is_left() -> None:
    scene = shaft(3).dwarf(0, (4, 2)).rubble((4, 2)).boom((4, 2)).start()
    assert scene.phase == "BURIED"
    scene.play("clear here exp")
    assert scene.phase == "BOOM"
    scene.play("boom=B05", "roll=6")
    assert (scene.phase, scene.asked, scene.s["moves"]) == ("ACT", 0, 1)
    assert scene.cell((4, 2)) == {"tile": "plain.cross", "rot": 0}
    assert scene.play("walk N").at(0) == (4, 1)


@pytest.mark.rule("BC-RUB-8", "BC-RUB-9")
def test_after_digging_out_by_hand_and_beating_the_monster_no_move_is_left() -> None:
    scene = shaft(3).dwarf(0, (4, 2)).rubble((4, 2)).boom((4, 2)).explosives(0, 0).start()
    assert scene.phase == "BOOM"
    scene.play("boom=B05", "roll=6")
    assert (scene.s["turns"], scene.s["active"]) == (1, 1)
    assert scene.at(0) == (4, 2)


@pytest.mark.rule("BC-RUB-8", "BC-RUB-9")
def test_who_is_beaten_after_clearing_his_cell_flees_and_has_no_move() -> None:
    scene = shaft(3).dwarf(0, (4, 2)).rubble((4, 2)).boom((4, 2)).start()
    scene.play("clear here exp", "boom=B18", "roll=1")
    assert scene.at(0) == (4, 1)
    assert (scene.s["turns"], scene.s["active"]) == (1, 1)


@pytest.mark.rule("BC-RUB-8")
def test_a_dwarf_freed_by_his_neighbour_meets_the_monster_in_that_turn() -> None:
    scene = shaft(4).dwarf(0, (4, 1)).dwarf(1, (4, 2)).rubble((4, 2)).boom((4, 2))
    scene.play("clear S exp")
    assert scene.phase == "BOOM"
    scene.play("boom=B05")
    assert scene.position["fight"]["a"] == 1
    scene.play("roll=6")
    assert "boom" not in scene.cell((4, 2))
    assert (scene.phase, scene.asked, scene.s["moves"]) == ("ACT", 0, 1)


@pytest.mark.rule("BC-RUB-8")
def test_a_dwarf_freed_by_an_iron_head_meets_the_monster_before_him() -> None:
    scene = cornered(skills=("iron_head", "merchant")).dwarf(1, (4, 3)).boom((4, 3))
    scene.play("blast N head")
    assert (scene.phase, scene.at(0)) == ("BOOM", (4, 4))
    scene.play("boom=B05", "roll=6")
    assert (scene.at(0), scene.position["fight"]["kind"]) == ((4, 3), "brawl")


@pytest.mark.rule("BC-RUB-8")
def test_a_boom_token_under_rubble_without_a_dwarf_waits() -> None:
    scene = shaft(3).dwarf(0, (4, 1)).rubble((4, 2)).boom((4, 2)).play("clear S exp")
    assert scene.phase == "ACT"
    assert scene.cell((4, 2))["boom"] is True


@pytest.mark.rule("BC-RUB-9")
def test_clearing_the_own_cell_with_a_tool_costs_no_move() -> None:
    scene = shaft(3).dwarf(0, (4, 2)).rubble((4, 2)).hand(0, "F02").start()
    scene.play("clear here F02")
    assert (scene.phase, scene.s["moves"], scene.s["acted"]) == ("ACT", 1, 0)


@pytest.mark.rule("BC-RUB-10")
@pytest.mark.parametrize("tool", ["exp", "F01", "F02", "skill"])
def test_rubble_beside_is_cleared_freely_and_entered_by_the_move(tool: str) -> None:
    scene = shaft(2, skills=("engineer", "merchant")).dwarf(0, (4, 0)).rubble((4, 1))
    scene.hand(0, "F01", "F02").play(f"clear S {tool}")
    assert "rubble" not in scene.cell((4, 1))
    assert (scene.s["moves"], scene.s["acted"]) == (1, 0)
    assert scene.play("walk S").at(0) == (4, 1)


@pytest.mark.rule("BC-RUB-10")
def test_the_colleague_of_the_miner_clears_rubble_and_leaves() -> None:
    scene = shaft(2, skills=("miner", "merchant")).dwarf(0, (4, 0)).rubble((4, 1)).ally(0, "B14")
    scene.play("clear S B14")
    assert "rubble" not in scene.cell((4, 1))
    assert scene.allies(0) == []


@pytest.mark.rule("BC-RUB-10")
def test_rubble_beside_is_not_cleared_by_hand_nor_through_a_wall() -> None:
    scene = mine().tile((4, 4), "plain.straight").tiles((4, 3), (5, 4)).dwarf(0, (4, 4))
    scene.rubble((4, 3), (5, 4))
    assert scene.why("clear N hand") == "BC-RUB-10"
    assert scene.why("clear E exp") == "BC-RUB-10"
    assert scene.why("clear S exp") == "BC-RUB-10"
    assert "clear N exp" in scene.legal


@pytest.mark.rule("BC-RUB-10")
def test_option_rubble_beside_is_cleared_by_hand_as_the_move() -> None:
    scene = shaft(2, hand_clear_adjacent=True).dwarf(0, (4, 0)).rubble((4, 1)).explosives(0, 0)
    scene.hand(0, "F16").play("clear S hand")
    assert "rubble" not in scene.cell((4, 1))
    assert (scene.s["moves"], scene.s["acted"]) == (0, 1)
    assert scene.why("walk S") == "BC-MOVE-1"


@pytest.mark.rule("BC-RUB-10")
def test_option_clearing_by_hand_needs_a_move_and_a_connection() -> None:
    scene = mine(hand_clear_adjacent=True).tile((4, 4), "plain.straight").tiles((4, 3), (5, 4))
    scene.dwarf(0, (4, 4)).rubble((4, 3), (5, 4))
    assert scene.why("clear E hand") == "BC-RUB-10"
    assert "clear N hand" in scene.legal
    scene.set(moves=0, acted=1)
    assert "clear N hand" not in scene.legal
    assert "clear N exp" in scene.legal


# Mushrooms


@pytest.mark.rule("BC-MUSH-1")
def test_a_mushroom_is_laid_by_its_card_and_stays() -> None:
    scene = mushroom_target().tiles((2, 4)).play("play F03", "at 2,4")
    assert scene.cell((2, 4)) == "mushroom"
    assert scene.position["mushrooms"] == 1
    assert scene.cards(0) == []
    scene.play("walk N", "end", "tile=plain.straight")
    assert scene.cell((2, 4)) == "mushroom"


@pytest.mark.rule("BC-MUSH-1")
def test_there_are_only_two_mushrooms() -> None:
    scene = mushroom_target().mushroom((2, 4))
    assert "play F03" in scene.legal
    scene.mushroom((6, 4))
    assert "play F03" not in scene.legal


@pytest.mark.rule("BC-MUSH-2")
def test_a_mushroom_is_not_walked_dug_blasted_buried_or_cleared() -> None:
    scene = mine(skills=("iron_head", "merchant"), hand_clear_adjacent=True)
    scene.tile((4, 4), "find.dead_end").tiles((4, 3)).mushroom((4, 3)).dwarf(0, (4, 4))
    scene.hand(0, "F01", "F02", "F04")
    assert not [text for text in scene.legal if " N" in text or text == "dig"]
    assert "blast S head" in scene.legal
    assert scene.why("walk N") == "BC-MUSH-2"
    assert scene.why("blast N exp") == "BC-EXP-7"
    assert scene.why("rubble N exp") == "BC-RUB-3"
    assert scene.why("clear N F02") == "BC-RUB-10"


@pytest.mark.rule("BC-MUSH-2", "BC-EXP-7")
def test_not_even_an_iron_head_breaks_into_a_mushroom() -> None:
    scene = mine(skills=("iron_head", "merchant")).tile((4, 4), "find.dead_end")
    scene.mushroom((4, 3)).dwarf(0, (4, 4))
    assert "blast S head" in scene.legal
    assert scene.why("blast N head") == "BC-EXP-7"


@pytest.mark.rule("BC-MUSH-2")
def test_no_second_mushroom_on_a_mushroom() -> None:
    scene = mushroom_target().mushroom((2, 4)).play("play F03")
    assert scene.why("at 2,4") == "BC-MUSH-2"


@pytest.mark.rule("BC-MUSH-2")
def test_nobody_is_pushed_or_teleported_onto_a_mushroom() -> None:
    scene = shaft(3).tiles((5, 1), (3, 1)).dwarf(0, (4, 0)).dwarf(1, (4, 1)).hand(0, "F18", "F19")
    scene.mushroom((3, 1)).play("play F18")
    assert scene.legal == ["push 1 E", "push 1 S"]
    scene.play("push 1 S", "play F19", "odd", "roll=1")
    assert scene.legal == ["at 4,1", "at 5,1"]


@pytest.mark.rule("BC-MUSH-2")
def test_no_passage_and_no_flight_leads_through_a_mushroom() -> None:
    scene = shaft(4).tiles((5, 0), (5, 1), (5, 2)).dwarf(0, (4, 3)).boom((4, 2)).mushroom((4, 1))
    scene.play("walk N", "boom=B18", "roll=1")
    assert scene.at(0) == (5, 2)
    scene = mine().tile((4, 4), "plain.straight").tiles((3, 4), (5, 4), (4, 3)).mushroom((3, 4))
    scene.dwarf(0, (4, 3)).boom((4, 4)).play("walk S", "boom=B14", "roll=6")
    assert scene.legal == ["pass", "open E"]


@pytest.mark.rule("BC-MUSH-3")
def test_a_mushroom_goes_on_open_and_unopened_cells_anywhere() -> None:
    scene = mushroom_target().tiles((1, 7)).play("play F03")
    for text in ("at 1,7", "at 0,0", "at 8,0", "at 4,2", "at 7,4"):
        assert text in scene.legal


@pytest.mark.rule("BC-MUSH-4")
def test_a_mushroom_removes_boom_rubble_and_passages_of_its_cell() -> None:
    scene = mushroom_target().tile((4, 4), "plain.straight")
    scene.tile((5, 4), "plain.straight").tile((3, 4), "boom.straight").tile((2, 4), "find.straight")
    scene.passage((4, 4), "E").passage((3, 4), "E").passage((2, 4), "E")
    scene.boom((4, 4)).rubble((4, 4))
    assert len(scene.position["passages"]) == 3
    scene.play("play F03", "at 4,4")
    assert scene.cell((4, 4)) == "mushroom"
    assert scene.s["mark"][cell_of((4, 4))] == 0
    assert scene.s["rubbles"] == 10
    assert scene.position["passages"] == [[2, 4, 3, 4]]


@pytest.mark.rule("BC-MUSH-5")
def test_a_mushroom_on_an_unopened_cell_removes_one_ordinary_tile() -> None:
    scene = mushroom_target().play("play F03", "at 2,4")
    assert (scene.phase, scene.asked) == ("TARGET", -1)
    bag = scene.position["bag"]
    assert scene.odds == {
        f"out={name}": n for name, n in bag.items() if name.split(".")[0] in ORDINARY
    }
    scene.play("out=boom.tee")
    assert scene.cell((2, 4)) == "mushroom"
    assert scene.position["bag"]["boom.tee"] == bag["boom.tee"] - 1
    assert scene.position["out"]["boom.tee"] == 1
    assert (scene.phase, scene.asked) == ("ACT", 0)


@pytest.mark.rule("BC-MUSH-5")
def test_a_mushroom_on_an_open_cell_removes_no_tile() -> None:
    scene = mushroom_target().tiles((2, 4))
    bag = scene.position["bag"]
    scene.play("play F03", "at 2,4")
    assert scene.phase == "ACT"
    assert scene.position["bag"] == bag


@pytest.mark.rule("BC-MUSH-5")
def test_without_an_ordinary_tile_no_mushroom_goes_on_an_unopened_cell() -> None:
    scene = without_ordinary_tiles()
    assert scene.position["bag"]["portal.cross"] == 4
    assert scene.legal == ["at 2,4", "at 6,4"]
    scene.s["bag"][:] = 0
    assert scene.legal == ["at 2,4", "at 6,4"]
    assert scene.why("at 3,4") == "BC-MUSH-5"


@pytest.mark.rule("BC-MUSH-5")
def test_special_tiles_do_not_pay_for_a_mushroom() -> None:
    assert without_ordinary_tiles().why("at 3,4") == "BC-MUSH-5"


def without_ordinary_tiles() -> Scene:
    """Seat 0 throws a Mushroom, and only special tiles are left in the bag."""
    scene = mushroom_target().tiles((2, 4), (6, 4)).play("play F03")
    for name in scene.position["bag"]:
        if name.split(".")[0] in ORDINARY:
            empty_of(scene, name)
    return scene


@pytest.mark.rule("BC-MUSH-6")
@pytest.mark.parametrize("what", ["portal.cross", "pit.tee", "exit.cross", "crystal.tee"])
def test_no_mushroom_on_special_tiles(what: str) -> None:
    scene = mushroom_target().tile((2, 4), what).play("play F03")
    assert scene.why("at 2,4") == "BC-MUSH-6"


@pytest.mark.rule("BC-MUSH-6")
def test_a_crystal_forbids_a_mushroom_and_its_empty_tile_does_not() -> None:
    scene = mushroom_target().tiles((2, 4)).loose((2, 4)).tile((6, 4), "crystal.tee")
    scene.mined((6, 4)).play("play F03")
    assert scene.why("at 2,4") == "BC-MUSH-6"
    assert "at 6,4" in scene.legal


@pytest.mark.rule("BC-MUSH-7", "BC-MUSH-10")
def test_no_mushroom_closes_the_last_side_of_an_exit_in_a_corner() -> None:
    scene = mushroom_target().tile((0, 0), "exit.cross").tiles((0, 1)).mushroom((1, 0))
    scene.play("play F03")
    assert scene.why("at 0,1") == "BC-MUSH-7"


@pytest.mark.rule("BC-MUSH-7", "BC-MUSH-10")
def test_the_first_mushroom_beside_an_exit_in_a_corner_is_allowed() -> None:
    scene = mushroom_target().tile((8, 8), "exit.cross").mushroom((0, 4)).play("play F03")
    assert "at 8,7" in scene.legal
    assert "at 7,8" in scene.legal


@pytest.mark.rule("BC-MUSH-7", "BC-MUSH-10")
def test_no_mushroom_closes_an_unopened_corner_while_an_exit_is_in_the_bag() -> None:
    scene = mushroom_target().mushroom((7, 0)).play("play F03")
    assert scene.why("at 8,1") == "BC-MUSH-7"
    assert "at 8,0" in scene.legal
    empty_of(scene, "exit.cross")
    assert "at 8,1" in scene.legal


@pytest.mark.rule("BC-MUSH-10")
def test_an_open_corner_without_an_exit_may_be_closed() -> None:
    scene = mushroom_target().tiles((0, 8)).mushroom((0, 7)).play("play F03")
    assert "at 1,8" in scene.legal


@pytest.mark.rule("BC-MUSH-8")
@pytest.mark.parametrize(
    ("players", "sides"), [(2, "NS"), (3, "NES"), (4, "NESW")], ids=["2", "3", "4"]
)
def test_no_mushroom_near_the_entrance_of_a_playing_dwarf(players: int, sides: str) -> None:
    block = {
        "N": [(x, y) for x in (3, 4, 5) for y in (0, 1)],
        "E": [(x, y) for x in (7, 8) for y in (3, 4, 5)],
        "S": [(x, y) for x in (3, 4, 5) for y in (7, 8)],
        "W": [(x, y) for x in (0, 1) for y in (3, 4, 5)],
    }
    scene = mine(players=players).tiles((2, 2)).dwarf(0, (2, 2)).hand(0, "F03").play("play F03")
    for side, cells in block.items():
        for x, y in cells:
            assert (f"at {x},{y}" in scene.legal) is (side not in sides)
            if side in sides:
                assert scene.why(f"at {x},{y}") == "BC-MUSH-8"
    for text in ("at 2,0", "at 6,1", "at 4,2", "at 6,4", "at 4,6"):
        assert text in scene.legal


@pytest.mark.rule("BC-MUSH-9")
def test_no_mushroom_on_a_dwarf() -> None:
    scene = mine().tiles((2, 4), (6, 4), (6, 5)).dwarf(0, (2, 4)).dwarf(1, (6, 4)).hand(0, "F03")
    scene.play("play F03")
    assert scene.why("at 2,4") == "BC-MUSH-9"
    assert scene.why("at 6,4") == "BC-MUSH-9"
    assert "at 6,5" in scene.legal


# Portals


def portals(*where: Cell, **options: Any) -> Scene:
    """Open Portals with a crossing north of each, seat 0 on the first of these."""
    scene = mine(**options)
    for x, y in where:
        scene.tile((x, y), "portal.cross").tiles((x, y - 1))
    x, y = where[0]
    return scene.dwarf(0, (x, y - 1))


@pytest.mark.rule("BC-PORT-1", "BC-PORT-3")
def test_who_lands_on_a_portal_may_hop_to_any_other_or_end() -> None:
    scene = portals((2, 2), (6, 2), (6, 6)).play("walk S")
    hops = [text for text in scene.legal if text.startswith("hop")]
    assert hops == ["hop 6,2", "hop 6,6"]
    assert "end" in scene.legal
    scene.play("hop 6,6")
    assert (scene.at(0), scene.phase, scene.s["moves"]) == ((6, 6), "ACT", 0)


@pytest.mark.rule("BC-PORT-1")
def test_a_turn_begun_on_a_portal_may_go_on_without_a_hop() -> None:
    scene = portals((2, 2), (6, 2)).dwarf(0, (2, 2)).start()
    assert {"walk N", "dig", "hop 6,2"} <= set(scene.legal)
    assert scene.play("walk N").at(0) == (2, 1)


@pytest.mark.rule("BC-PORT-2")
def test_one_open_portal_leads_nowhere() -> None:
    scene = portals((2, 2)).dwarf(0, (2, 2))
    assert not [text for text in scene.legal if text.startswith("hop")]
    assert scene.why("hop 6,6") == "BC-PORT-2"
    assert "hop 6,6" in scene.tile((6, 6), "portal.cross").legal


@pytest.mark.rule("BC-PORT-3")
def test_nobody_hops_from_another_cell() -> None:
    scene = portals((2, 2), (6, 2))
    assert scene.why("hop 6,2") == "BC-PORT-3"
    assert scene.dwarf(0, "home").why("hop 6,2") == "BC-PORT-3"


@pytest.mark.rule("BC-PORT-3")
def test_a_hop_leads_to_another_portal_only() -> None:
    scene = portals((2, 2), (6, 2)).dwarf(0, (2, 2))
    assert scene.why("hop 2,1") == "BC-PORT-3"
    assert scene.why("hop 2,2") == "BC-PORT-3"


@pytest.mark.rule("BC-PORT-3")
def test_after_a_move_that_led_nowhere_there_is_no_hop() -> None:
    scene = portals((2, 2), (6, 2), hand_clear_adjacent=True).dwarf(0, (2, 2)).rubble((2, 1))
    scene.play("clear N hand")
    assert (scene.at(0), scene.phase, scene.s["moves"]) == ((2, 2), "ACT", 0)
    assert scene.why("hop 6,2") == "BC-PORT-3"


@pytest.mark.rule("BC-PORT-3")
def test_a_portal_reached_by_a_won_attack_allows_a_hop() -> None:
    scene = portals((2, 3), (6, 2)).tiles((2, 1)).dwarf(0, (2, 1)).dwarf(1, (2, 3))
    scene.play("walk S", "attack S", "roll=6", "roll=1")
    assert (scene.at(0), scene.at(1)) == ((2, 3), "home")
    assert "hop 6,2" in scene.legal


@pytest.mark.rule("BC-PORT-4")
def test_a_hop_to_an_occupied_portal_is_a_brawl() -> None:
    scene = portals((2, 2), (6, 2)).dwarf(1, (6, 2)).play("walk S", "hop 6,2")
    assert scene.phase == "ROLL"
    fight = scene.position["fight"]
    assert (fight["kind"], fight["a"], fight["d"]) == ("brawl", 0, 1)


@pytest.mark.rule("BC-PORT-5")
def test_a_brawl_won_after_a_hop_gives_a_move() -> None:
    scene = portals((2, 2), (6, 2)).dwarf(1, (6, 2)).play("walk S", "hop 6,2")
    assert scene.s["moves"] == 0
    scene.play("roll=6", "roll=1")
    assert scene.s["moves"] == 1
    assert {"walk N", "dig", "end"} <= set(scene.legal)
    assert scene.play("walk N").at(0) == (6, 1)


@pytest.mark.rule("BC-PORT-5")
def test_a_brawl_won_on_foot_gives_no_move() -> None:
    scene = portals((2, 2), (6, 2)).dwarf(1, (2, 2)).play("walk S", "roll=6", "roll=1")
    assert scene.s["moves"] == 0
    assert scene.why("walk N") == "BC-MOVE-1"


@pytest.mark.rule("BC-PORT-5")
def test_a_brawl_won_after_a_hop_before_the_move_gives_no_second_one() -> None:
    scene = portals((2, 2), (6, 2)).dwarf(0, (2, 2)).dwarf(1, (6, 2)).play("hop 6,2")
    scene.play("roll=6", "roll=1")
    assert scene.s["moves"] == 1


@pytest.mark.rule("BC-PORT-5")
def test_who_loses_the_brawl_after_a_hop_flees_three_cells_and_skips() -> None:
    scene = mine().tiles((4, 0), (4, 1), (4, 2), (4, 3)).tile((4, 4), "portal.cross")
    scene.tile((2, 2), "portal.cross").dwarf(0, (2, 2)).dwarf(1, (4, 4))
    scene.play("hop 4,4", "roll=1", "roll=6")
    assert scene.at(0) == (4, 1)
    assert (scene.s["skip"][0], scene.s["active"]) == (1, 1)


@pytest.mark.rule("BC-PORT-6", "BC-PORT-7")
def test_a_hop_is_no_move_and_one_is_compulsory_after_it() -> None:
    scene = portals((2, 2), (6, 2)).dwarf(0, (2, 2)).start().play("hop 6,2")
    assert (scene.s["moves"], scene.s["acted"]) == (1, 0)
    assert "dig" in scene.legal
    assert scene.why("end") == "BC-MOVE-4"


@pytest.mark.rule("BC-PORT-7")
def test_one_hop_a_turn() -> None:
    scene = portals((2, 2), (6, 2), (6, 6)).dwarf(0, (2, 2)).start().play("hop 6,2")
    assert not [text for text in scene.legal if text.startswith("hop")]
    assert scene.why("hop 2,2") == "BC-PORT-7"


@pytest.mark.rule("BC-PORT-7")
def test_after_a_hop_nobody_steals() -> None:
    scene = portals((2, 2), (6, 2), skills=("thief", "merchant")).dwarf(0, (2, 2)).hand(1, "F05")
    assert "steal 1" in scene.legal
    assert scene.play("hop 6,2").why("steal 1") == "BC-THF-1"


@pytest.mark.rule("BC-PORT-7")
@pytest.mark.parametrize("hops", [2, 3])
def test_option_more_hops_a_turn(hops: int) -> None:
    scene = portals((2, 2), (6, 2), portal_hops_per_turn=hops).dwarf(0, (2, 2)).start()
    for k in range(hops):
        scene.play(("hop 6,2", "hop 2,2")[k % 2])
    assert scene.s["moves"] == 1
    assert scene.why(("hop 6,2", "hop 2,2")[hops % 2]) == "BC-PORT-7"


@pytest.mark.rule("BC-PORT-8", "BC-PORT-9")
@pytest.mark.parametrize(("blocked", "where"), [(False, (4, 0)), (True, (4, 4))])
def test_a_flight_uses_portals_free_of_rubble(blocked: bool, where: Cell) -> None:
    scene = shaft(5).tile((4, 5), "portal.cross").tiles((4, 6), (4, 7)).tile((5, 0), "portal.cross")
    scene.dwarf(0, (4, 7)).boom((4, 6))
    if blocked:
        scene.rubble((5, 0))
    scene.play("walk N", "boom=B18", "roll=2")
    assert scene.at(0) == where


@pytest.mark.rule("BC-PORT-9")
def test_a_portal_under_rubble_is_no_target() -> None:
    scene = portals((2, 2), (6, 2), (6, 6)).dwarf(0, (2, 2)).rubble((6, 2))
    assert [text for text in scene.legal if text.startswith("hop")] == ["hop 6,6"]
    assert scene.why("hop 6,2") == "BC-PORT-9"


# Pits


def pit(**options: Any) -> Scene:
    """Seat 0 at its gate, a Pit south of it."""
    return shaft(1, **options).tile((4, 1), "pit.tee", 1).dwarf(0, (4, 0))


@pytest.mark.rule("BC-PIT-1")
@pytest.mark.parametrize("die", [1, 2])
@pytest.mark.parametrize("opened", [True, False])
def test_one_and_two_skip_the_next_turn(die: int, opened: bool) -> None:
    if opened:
        scene = shaft(1).dwarf(0, (4, 0)).tile((6, 6), "boom.tee")
        scene.play("dig", "tile=pit.tee", "lay S r0")
    else:
        scene = pit().tile((6, 6), "boom.tee").play("walk S")
    assert scene.phase == "ROLL"
    scene.play(f"roll={die}")
    assert scene.at(0) == (4, 1)
    assert (scene.s["skip"][0], scene.s["active"], scene.s["turns"]) == (1, 1, 1)


@pytest.mark.rule("BC-PIT-2")
@pytest.mark.parametrize("die", [3, 4])
def test_three_and_four_fall_to_the_nearest_boom_tile_and_draw_a_card(die: int) -> None:
    scene = pit().tile((4, 3), "boom.straight").tile((4, 6), "boom.straight")
    scene.play("walk S", f"roll={die}")
    assert scene.at(0) == (4, 3)
    assert scene.phase == "BOOM"
    scene.play("boom=B05", "roll=6")
    assert scene.at(0) == (4, 3)
    assert (scene.s["skip"][0], scene.s["active"]) == (0, 1)


@pytest.mark.rule("BC-PIT-2")
def test_after_a_fall_no_move_is_left() -> None:
    scene = pit().tile((4, 3), "boom.cross").tile((4, 4), "plain.tee").hand(0, "F16")
    scene.play("play F16", "walk S")
    assert scene.s["moves"] == 1
    scene.play("roll=3", "boom=B05", "roll=6")
    assert (scene.phase, scene.asked, scene.s["moves"]) == ("ACT", 0, 0)
    assert scene.why("walk S") == "BC-MOVE-1"


@pytest.mark.rule("BC-PIT-2")
def test_of_boom_tiles_as_near_the_dwarf_chooses_one() -> None:
    scene = pit().tile((4, 3), "boom.straight").tile((3, 2), "boom.straight")
    scene.tile((4, 4), "boom.tee").play("walk S", "roll=4")
    assert (scene.phase, scene.asked) == ("TARGET", 0)
    assert scene.legal == ["at 3,2", "at 4,3"]
    scene.play("at 3,2")
    assert (scene.at(0), scene.phase) == ((3, 2), "BOOM")


@pytest.mark.rule("BC-PIT-2")
def test_nobody_falls_into_rubble() -> None:
    scene = pit().tile((4, 3), "boom.straight").tile((4, 6), "boom.straight").rubble((4, 3))
    assert scene.play("walk S", "roll=3").at(0) == (4, 6)


@pytest.mark.rule("BC-PIT-2")
def test_without_an_open_boom_tile_a_fall_skips_the_next_turn() -> None:
    scene = pit().tile((4, 3), "boom.straight").rubble((4, 3)).play("walk S", "roll=3")
    assert scene.at(0) == (4, 1)
    assert (scene.s["skip"][0], scene.s["active"]) == (1, 1)


@pytest.mark.rule("BC-PIT-3")
@pytest.mark.parametrize("die", [5, 6])
def test_five_and_six_lead_to_the_own_entrance(die: int) -> None:
    scene = pit().tile((4, 3), "boom.straight").play("walk S", f"roll={die}")
    assert scene.at(0) == "home"
    assert (scene.s["skip"][0], scene.s["active"], scene.s["turns"]) == (0, 1, 1)


@pytest.mark.rule("BC-PIT-4")
@pytest.mark.parametrize("opened", [True, False])
def test_a_second_pit_takes_the_dwarf_without_a_roll_until_his_next_turn(opened: bool) -> None:
    if opened:
        scene = shaft(1).dwarf(0, (4, 0)).tile((6, 6), "pit.tee").set(skip={1: 1})
        scene.play("dig", "tile=pit.tee", "lay S r0")
    else:
        scene = pit().tile((6, 6), "pit.tee").set(skip={1: 1}).play("walk S")
    assert scene.at(0) == (6, 6)
    assert (scene.phase, scene.asked, scene.s["turns"]) == ("ACT", 0, 2)
    assert (scene.s["skip"][0], scene.s["moves"]) == (0, 1)


@pytest.mark.rule("BC-PIT-4")
def test_a_second_pit_under_rubble_takes_nobody() -> None:
    scene = pit().tile((6, 6), "pit.tee").rubble((6, 6)).play("walk S")
    assert (scene.at(0), scene.phase) == ((4, 1), "ROLL")


@pytest.mark.rule("BC-PIT-1", "BC-PIT-3", "BC-PIT-4")
@pytest.mark.parametrize("fate", ["roll=1", "roll=6", "second"])
def test_a_pit_ends_the_turn_with_moves_left(fate: str) -> None:
    scene = pit().hand(0, "F16")
    if fate == "second":
        scene.tile((6, 6), "pit.tee")
    scene.play("play F16", "walk S")
    if fate != "second":
        assert scene.s["moves"] == 1
        scene.play(fate)
    assert (scene.s["active"], scene.s["turns"]) == (1, 1)


@pytest.mark.rule("BC-PIT-5")
def test_a_pit_works_at_every_landing_also_of_a_flight() -> None:
    scene = pit().tiles((4, 2), (4, 3)).dwarf(0, (4, 3)).boom((4, 2))
    scene.play("walk N", "boom=B18", "roll=1")
    assert (scene.at(0), scene.phase) == ((4, 1), "ROLL")
    scene.set(skip={1: 1}).play("roll=5")
    assert (scene.at(0), scene.asked) == ("home", 0)
    scene = pit(meeting_attack="off").set(skip={0: 0, 1: 2}).play("walk S", "roll=5")
    scene.play("walk S", "end")
    assert (scene.at(0), scene.asked) == ((4, 0), 0)
    assert scene.play("walk S").phase == "ROLL"


@pytest.mark.rule("BC-PIT-5")
def test_a_card_spares_the_pit() -> None:
    scene = pit().hand(0, "F14").play("walk S")
    assert (scene.phase, scene.legal) == ("PIT", ["pass", "play F14"])
    scene.play("play F14")
    assert scene.at(0) == (4, 1)
    assert (scene.phase, scene.s["skip"][0], scene.s["over"]) == ("ACT", 0, 0)
    assert pit().hand(0, "F14").play("walk S", "pass").phase == "ROLL"


@pytest.mark.rule("BC-PIT-6")
def test_the_first_dig_draws_no_pit_and_later_digs_do() -> None:
    assert "tile=pit.tee" not in mine().play("dig").odds
    assert mine().dwarf(0, "home").play("dig").odds["tile=pit.tee"] == 2


@pytest.mark.rule("BC-PIT-7")
@pytest.mark.parametrize("occupied", [True, False])
def test_a_pushed_dwarf_rolls_if_the_second_pit_is_occupied(occupied: bool) -> None:
    scene = mine(players=3).tiles((4, 2), (4, 3)).tile((4, 4), "pit.tee").tile((7, 7), "pit.tee")
    scene.dwarf(0, (4, 2)).dwarf(1, (4, 3)).hand(0, "F18")
    if occupied:
        scene.dwarf(2, (7, 7))
    scene.play("play F18")
    if occupied:
        assert (scene.at(1), scene.phase) == ((4, 4), "ROLL")
        scene.play("roll=1")
        assert scene.s["skip"][1] == 1
    else:
        assert scene.at(1) == (7, 7)
    assert (scene.phase, scene.asked, scene.s["moves"]) == ("ACT", 0, 1)


@pytest.mark.rule("BC-PIT-7")
def test_who_walks_into_a_pit_meets_the_dwarf_on_the_second_one() -> None:
    scene = pit().tile((6, 6), "pit.tee").dwarf(1, (6, 6)).play("walk S")
    assert (scene.at(0), scene.phase) == ((6, 6), "ROLL")
    assert scene.position["fight"]["kind"] == "brawl"


@pytest.mark.rule("BC-PIT-7")
def test_a_retreat_to_a_pit_whose_twin_the_winner_holds_is_a_roll() -> None:
    scene = pit().tiles((4, 2), (4, 3)).tile((4, 4), "pit.tee", 1).dwarf(0, (4, 2)).dwarf(1, (4, 4))
    scene.play("walk N", "roll=1", "roll=6")
    assert (scene.at(0), scene.at(1)) == ((4, 1), (4, 4))
    assert (scene.phase, scene.position["fight"]) == ("ROLL", None)
    scene.play("roll=2")
    assert (scene.s["skip"][0], scene.s["active"]) == (2, 1)


# Traps


@pytest.mark.rule("BC-TRAP-1", "BC-TRAP-4")
@pytest.mark.parametrize("shut", ["rubble", "mushroom", "wall"])
def test_a_dwarf_whose_only_way_is_shut_is_trapped(shut: str) -> None:
    scene = mine().tile((4, 4), "find.dead_end").dwarf(0, (4, 4)).explosives(0, 0).hand(0, "F04")
    scene.tile((4, 3), "plain.straight", 1 if shut == "wall" else 0)
    if shut == "rubble":
        scene.rubble((4, 3))
    elif shut == "mushroom":
        scene.mushroom((4, 3))
    scene.start()
    assert (scene.phase, scene.asked) == ("BEG", 0)
    assert scene.s["trapped"][0] == 1


@pytest.mark.rule("BC-TRAP-1", "BC-TRAP-4")
@pytest.mark.parametrize(
    ("tool", "way"),
    [
        ("exp", "clear N exp"),
        ("F01", "clear N F01"),
        ("F02", "clear N F02"),
        ("F17", "play F17"),
        ("engineer", "clear N skill"),
        ("miner", "clear N B14"),
        ("iron_head", "blast N head"),
    ],
)
def test_a_dwarf_with_any_way_out_is_not_trapped(tool: str, way: str) -> None:
    skills = (tool if tool in ("engineer", "miner", "iron_head") else "shaman", "merchant")
    scene = cornered(skills=skills).set(trapped={0: 4})
    if tool == "exp":
        scene.explosives(0, 1)
    elif tool == "miner":
        scene.ally(0, "B14")
    elif tool.startswith("F"):
        scene.hand(0, tool)
    scene.start()
    assert (scene.phase, scene.asked, scene.s["trapped"][0]) == ("ACT", 0, 0)
    assert way in scene.legal


@pytest.mark.rule("BC-TRAP-1", "BC-TRAP-4")
def test_a_dwarf_that_can_dig_walk_or_hop_is_not_trapped() -> None:
    scene = cornered()
    scene.s["mark"][cell_of((4, 3))] = 0
    assert scene.start().at(0) == (4, 3)
    scene = mine().tile((4, 4), "find.dead_end").dwarf(0, (4, 4)).explosives(0, 0).start()
    assert (scene.phase, scene.s["trapped"][0]) == ("DRAW", 0)
    scene = mine().tile((0, 0), "portal.cross").tile((6, 6), "portal.cross").tiles((1, 0), (0, 1))
    scene.rubble((1, 0), (0, 1)).dwarf(0, (0, 0)).explosives(0, 0).start()
    assert (scene.phase, scene.s["trapped"][0]) == ("ACT", 0)
    assert "hop 6,6" in scene.legal


@pytest.mark.rule("BC-TRAP-4", "BC-TRAP-5")
def test_a_dwarf_shut_in_at_its_entrance_begs_and_clears_its_gate() -> None:
    scene = shaft(2).dwarf(0, "home").rubble((4, 0)).explosives(0, 0).start()
    assert (scene.phase, scene.s["trapped"][0]) == ("BEG", 1)
    scene.play("beg 0", "help")
    assert "clear S exp" in scene.legal


@pytest.mark.rule("BC-TRAP-2")
def test_a_trapped_dwarf_may_beg_or_let_the_turn_pass() -> None:
    scene = cornered().hand(0, "F05").start()
    assert scene.legal == ["pass", "beg 0", "beg 1"]
    scene.play("pass")
    assert (scene.s["active"], scene.s["turns"]) == (1, 1)
    assert explosives(scene) == [0, 2]


@pytest.mark.rule("BC-TRAP-2", "BC-TRAP-5")
def test_where_nobody_can_help_the_turn_of_a_trapped_dwarf_passes() -> None:
    scene = cornered().hand(0, "F05").explosives(1, 0).start()
    assert (scene.s["active"], scene.s["turns"]) == (1, 1)
    assert scene.s["trapped"][0] == 1


@pytest.mark.rule("BC-TRAP-2", "BC-TRAP-5")
def test_a_rival_may_clear_the_rubble_from_outside() -> None:
    scene = cornered(active=1).tiles((4, 1), (4, 2)).dwarf(1, (4, 2)).set(trapped={0: 1})
    scene.play("clear S exp", "walk N", "end")
    assert scene.at(0) == (4, 3)
    assert (scene.s["trapped"][0], scene.s["turns"]) == (0, 2)


@pytest.mark.rule("BC-TRAP-3")
@pytest.mark.parametrize("after", [1, 2, 3])
def test_option_a_dwarf_trapped_for_so_many_turns_is_put_on_its_entrance(after: int) -> None:
    scene = cornered(trap_rescue_after=after).explosives(1, 0).crystal(0).set(skip={1: after})
    scene.start()
    assert scene.at(0) == "home"
    assert (scene.s["trapped"][0], scene.s["crystal"][0]) == (0, 1)
    assert (scene.s["turns"], scene.s["active"]) == (2 * after + 1, 1)


@pytest.mark.rule("BC-TRAP-3")
def test_option_the_rescue_comes_not_before_its_turn() -> None:
    scene = cornered(trap_rescue_after=3).explosives(1, 0).set(skip={1: 2}).start()
    assert scene.at(0) == (4, 4)
    assert (scene.s["trapped"][0], scene.s["turns"], scene.s["active"]) == (3, 5, 1)


@pytest.mark.rule("BC-TRAP-3")
def test_by_default_there_is_no_rescue() -> None:
    scene = cornered().explosives(1, 0).set(skip={1: 9}).start()
    assert scene.at(0) == (4, 4)
    assert scene.s["trapped"][0] == 10


@pytest.mark.rule("BC-TRAP-5")
def test_the_first_rival_who_agrees_gives_an_explosive_for_random_cards() -> None:
    scene = cornered(players=3).hand(0, "F05", "F06")
    bank = int(scene.s["bank"])
    scene.start()
    assert scene.legal == ["pass", "beg 0", "beg 1", "beg 2"]
    assert scene.why("beg 3") == "BC-TRAP-5"
    assert scene.why("help") == "BC-TRAP-5"
    scene.play("beg 2")
    assert (scene.phase, scene.asked) == ("HELP", 1)
    scene.play("pass")
    assert (scene.phase, scene.asked) == ("HELP", 2)
    scene.play("help")
    assert (scene.phase, scene.odds) == ("STEAL", {"steal=F05": 1, "steal=F06": 1})
    scene.play("steal=F06", "steal=F05")
    assert scene.cards(0) == []
    assert scene.cards(2) == ["F05", "F06"]
    assert list(scene.s["explosives"][:3]) == [1, 2, 1]
    assert scene.s["bank"] == bank
    assert (scene.phase, scene.asked) == ("ACT", 0)
    assert "clear N exp" in scene.legal


@pytest.mark.rule("BC-TRAP-5")
def test_at_most_three_cards_are_offered() -> None:
    scene = cornered().hand(0, "F05", "F05", "F06", "F06", "F07").start()
    assert scene.legal == ["pass", "beg 0", "beg 1", "beg 2", "beg 3"]


@pytest.mark.rule("BC-TRAP-5")
def test_help_for_nothing_takes_no_card() -> None:
    scene = cornered().hand(0, "F05").start().play("beg 0", "help")
    assert (scene.phase, scene.cards(0), explosives(scene)) == ("ACT", ["F05"], [1, 1])


@pytest.mark.rule("BC-TRAP-5")
def test_a_rival_without_explosives_is_not_asked_for_help() -> None:
    scene = cornered(players=3).explosives(1, 0).start().play("beg 0")
    assert (scene.phase, scene.asked) == ("HELP", 2)


@pytest.mark.rule("BC-TRAP-5")
def test_if_nobody_helps_the_turn_passes() -> None:
    scene = cornered(players=3).hand(0, "F05").start().play("beg 1", "pass", "pass")
    assert (scene.s["active"], scene.cards(0)) == (1, ["F05"])
    assert list(scene.s["explosives"][:3]) == [0, 2, 2]


# The other options


@pytest.mark.rule("BC-ALC-1")
@pytest.mark.parametrize(("turns", "end"), [(0, (4, 5)), (1, (4, 7)), (2, "home")])
def test_option_so_many_turns_on_autopilot(turns: int, end: Cell | str) -> None:
    scene = mine(skills=("alchemist", "merchant"), autopilot_turns=turns)
    scene.tiles(*[(4, y) for y in range(2, 9)]).dwarf(0, (4, 2)).dwarf(1, (4, 3))
    scene.play("walk S", "potion")
    assert scene.at(1) == (4, 5)
    assert scene.s["autopilot"][1] == turns
    scene.set(skip={0: turns}).play("end")
    assert scene.at(1) == end
    assert (scene.s["turns"], scene.s["active"]) == (2 * turns + 1, 1)
    assert scene.s["autopilot"][1] == 0


@pytest.mark.rule("BC-WIN-6")
@pytest.mark.parametrize(("stall", "gained"), [(0, 0), (1, 3), (2, 1), (3, 1), (4, 0)])
def test_option_explosives_for_all_after_turns_without_a_tile(stall: int, gained: int) -> None:
    scene = mine(anti_stall=stall).set(skip={0: 3, 1: 3}).start()
    assert (scene.phase, scene.s["turns"]) == ("DRAW", 6)
    assert explosives(scene) == [2 + gained, 2 + gained]
    assert scene.s["bank"] == 6 - 2 * gained


@pytest.mark.rule("BC-WIN-6")
def test_option_a_tile_ends_the_standstill() -> None:
    scene = shaft(1, anti_stall=2).dwarf(0, (4, 0)).set(stall=3, skip={1: 1})
    scene.play("dig", "tile=plain.tee", "lay S r0", "end")
    assert explosives(scene) == [2, 2]
    assert (scene.s["stall"], scene.s["turns"]) == (1, 2)


@pytest.mark.rule("BC-WIN-6")
def test_option_an_empty_bag_is_no_standstill_and_an_empty_box_gives_nothing() -> None:
    scene = shaft(2, anti_stall=2).dwarf(0, (4, 0)).set(stall=3)
    scene.s["bag"][:] = 0
    assert explosives(scene.play("walk S", "end")) == [2, 2]
    scene = shaft(2, anti_stall=2).dwarf(0, (4, 0)).set(stall=3, bank=1)
    assert explosives(scene.play("walk S", "end")) == [3, 2]


@pytest.mark.rule("BC-COMP-6", "BC-EXP-2")
@pytest.mark.parametrize(("finite", "gained"), [(True, 1), (False, 2)])
def test_option_endless_explosives(finite: bool, gained: int) -> None:
    scene = shaft(2, finite_explosives=finite).dwarf(0, (4, 0)).boom((4, 1)).set(bank=1)
    scene.play("walk S", "boom=B27", "roll=6")
    assert explosives(scene) == [2 + gained, 2]


@pytest.mark.rule("BC-SM-9")
@pytest.mark.parametrize(("turns", "over"), [(48, False), (49, True)])
def test_option_the_turn_limit_is_a_draw(turns: int, over: bool) -> None:
    scene = shaft(2, turn_limit=50).dwarf(0, (4, 0)).crystal(0).set(turns=turns)
    scene.play("walk S", "end")
    assert (scene.phase == "OVER") is over
    assert scene.s["winner"] == -1
    assert scene.s["turns"] == turns + 1


@pytest.mark.rule("BC-PVP-1")
@pytest.mark.parametrize(
    ("meeting", "attacks", "reacts"),
    [("either", True, True), ("active_only", True, False), ("off", False, False)],
)
def test_option_who_attacks_after_a_move(meeting: str, attacks: bool, reacts: bool) -> None:
    scene = shaft(3, meeting_attack=meeting).dwarf(0, (4, 0)).dwarf(1, (4, 2)).play("walk S")
    assert ("attack S" in scene.legal) is attacks
    if not attacks:
        assert scene.why("attack S") == "BC-PVP-1"
    scene.play("end")
    assert scene.asked == 1
    assert (scene.phase == "REACT") is reacts
