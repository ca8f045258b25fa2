"""Fights with monsters, flights, Find tiles and every card, scene by scene."""

from typing import Any

import pytest

from orrery.games.black_crystal.decks import BOOM_COUNT, FIND_COUNT

from .scene import BOOM, FIND, Cell, Scene

SKILLS = ("thief", "shaman", "thief", "shaman")
HEALTH = {
    **dict.fromkeys(("B05", "B06", "B07"), 1),
    **dict.fromkeys(("B08", "B09", "B10", "B11"), 2),
    **dict.fromkeys(("B12", "B13", "B14", "B15", "B16", "B17"), 3),
    **dict.fromkeys(("B18", "B19", "B20", "B21", "B22", "B23"), 4),
    **dict.fromkeys(("B24", "B25", "B26", "B27", "B28"), 5),
    **dict.fromkeys(("B29", "B30", "B31", "B32", "B33"), 6),
}
PLAIN = {1: "B05", 2: "B10", 3: "B15", 4: "B18", 5: "B25", 6: "B29"}
AT_ONCE = ("F26", "F30", "F31", "F32", "F33", "F34", "F35", "F36", "F37", "F38")
NEGATIVE = AT_ONCE[1:]
KEPT = tuple(name for name in FIND if name not in AT_ONCE)


def corridor(depth: int = 7, skills: tuple[str, ...] = SKILLS, **options: Any) -> Scene:
    """Crossings from the gate straight south; a Boom token on the last, dwarf 0 before it."""
    scene = Scene(skills=skills, **options).tiles(*((4, y) for y in range(depth)))
    return scene.dwarf(0, (4, depth - 2)).boom((4, depth - 1))


def fight(card: str, scene: Scene | None = None) -> Scene:
    """The active dwarf steps south onto a Boom token and meets a monster."""
    return (scene or corridor()).play("walk S", f"boom={card}")


def flee(cells: int, scene: Scene | None = None, step: str = "walk S") -> Scene:
    """The active dwarf steps onto a Boom token and is beaten by a monster of Health 6."""
    return (scene or corridor()).play(step, "boom=B29", f"roll={cells}")


def digger(depth: int = 3, skills: tuple[str, ...] = SKILLS, **options: Any) -> Scene:
    """Crossings from the gate straight south, dwarf 0 at their end."""
    scene = Scene(skills=skills, **options).tiles(*((4, y) for y in range(depth)))
    return scene.dwarf(0, (4, depth - 1))


def dig(scene: Scene, event: str) -> Scene:
    """Dwarf 0 digs a tee to the south."""
    return scene.play("dig", f"tile={event}.tee", "lay S r0")


def draw(card: str, scene: Scene | None = None) -> Scene:
    """Dwarf 0 digs a Find tile and draws a card."""
    return dig(scene or digger(), "find").play(f"find={card}")


def find_again(scene: Scene | None = None, skills: tuple[str, ...] = SKILLS) -> Scene:
    """Dwarf 0 steps south onto a Find tile opened before."""
    scene = scene or digger(skills=skills)
    return scene.tile((4, 3), "find.cross").play("walk S")


def lone_deck(scene: Scene, kind: str, name: str) -> Scene:
    """Leave one card in a deck, and put the others on its discard."""
    card = (FIND if kind == "find" else BOOM)[name]
    deck, discard = scene.s[f"{kind}_deck"], scene.s[f"{kind}_discard"]
    discard += deck
    discard[card] -= 1
    deck[:] = 0
    deck[card] = 1
    scene.s[f"{kind}_left"] = 1
    return scene


def seat(scene: Scene, number: int = 0) -> dict[str, Any]:
    """A seat as the position has it."""
    return dict(scene.position["seats"][number])


def is_next_turn(scene: Scene) -> bool:
    """Whether the turn of seat 0 has passed to seat 1."""
    return bool(scene.position["active"] == 1 and scene.position["turns"] == 1)


# Boom tiles and tokens


@pytest.mark.rule("BC-BOOM-1")
def test_opening_a_boom_tile_draws_a_boom_card() -> None:
    scene = dig(digger(), "boom")
    assert scene.phase == "BOOM"
    assert scene.odds == {f"boom={name}": BOOM_COUNT[BOOM[name]] for name in BOOM if name != "seed"}
    assert scene.play("boom=B10").phase == "ROLL"


@pytest.mark.rule("BC-BOOM-1")
def test_a_calm_card_needs_no_fight() -> None:
    scene = dig(digger(), "boom").play("boom=B01")
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 3))


@pytest.mark.rule("BC-BOOM-2")
@pytest.mark.parametrize("card", HEALTH)
def test_the_health_of_a_monster_is_what_the_die_must_beat(card: str) -> None:
    health = HEALTH[card]
    tied = fight(card).play(f"roll={health}")
    assert (tied.phase, tied.steps[-1]) == ("ROLL", "fight_tied")
    if health < 6:
        assert "fight_won" in fight(card).play(f"roll={health + 1}").steps
    if health > 1:
        assert "fight_lost" in fight(card).play(f"roll={health - 1}").steps


@pytest.mark.rule("BC-BOOM-3")
def test_who_flees_leaves_one_boom_token_on_the_cell() -> None:
    opened = dig(digger(), "boom").play("boom=B18", "roll=1")
    assert opened.at(0) == (4, 2)
    assert opened.cell((4, 3)) == {"tile": "boom.tee", "rot": 0, "boom": True}
    again = flee(1, corridor(3).tiles((4, 3)).dwarf(1, (4, 3)))
    assert again.cell((4, 2))["boom"]
    assert "boom" not in again.play("walk N", "boom=B05", "roll=2").cell((4, 2))


@pytest.mark.rule("BC-BOOM-3", "BC-FIND-14")
def test_a_boom_token_is_left_on_a_find_tile_too() -> None:
    scene = find_again().play("odd", "roll=2", "boom=B25", "roll=3")
    assert scene.at(0) == (4, 0)
    assert scene.cell((4, 3)) == {"tile": "find.cross", "rot": 0, "boom": True}
    assert is_next_turn(scene)


@pytest.mark.rule("BC-BOOM-4")
def test_a_token_makes_everybody_draw_a_new_card() -> None:
    scene = corridor(3).tiles((4, 3)).dwarf(1, (4, 3))
    fight("B25", scene).play("roll=1")
    assert (scene.asked, scene.phase) == (1, "ACT")
    scene.play("walk N")
    assert scene.phase == "BOOM"
    assert scene.odds["boom=B25"] == 1
    assert sum(scene.odds.values()) == 59


@pytest.mark.rule("BC-BOOM-4")
def test_movement_stops_at_a_token() -> None:
    scene = digger(3).tiles((4, 3), (4, 4), (4, 5)).boom((4, 4)).hand(0, "F15")
    scene.play("play F15", "walk S", "walk S")
    assert (scene.phase, scene.at(0)) == ("BOOM", (4, 4))


@pytest.mark.rule("BC-BOOM-5", "BC-BOOM-6")
def test_victory_takes_the_token_and_leaves_the_boom_tile_quiet() -> None:
    scene = fight("B05", corridor(5).hand(0, "F16")).play("roll=2")
    assert scene.cell((4, 4)) == {"tile": "boom.cross", "rot": 0}
    scene.play("play F16", "walk N", "play F16", "walk S")
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 4))


@pytest.mark.rule("BC-BOOM-7")
def test_boom_cards_go_to_the_discard_which_becomes_the_new_deck() -> None:
    scene = corridor(5, meeting_attack="off").tiles((4, 5), (4, 6)).dwarf(1, (4, 5)).boom((4, 6))
    lone_deck(scene, "boom", "B05").play("walk S")
    assert scene.odds == {"boom=B05": 1}
    scene.play("boom=B05", "roll=2")
    assert scene.position["boom_deck"] == {}
    assert scene.position["boom_discard"]["B05"] == 2
    scene.play("end", "walk S")
    assert sum(scene.odds.values()) == 60
    assert scene.position["boom_discard"] == {}


@pytest.mark.rule("BC-BOOM-8")
def test_defeat_acts_on_the_hand_before_the_flight_and_on_the_cell_after_it() -> None:
    hand = fight("B24", corridor().hand(0, "F15", "F16")).play("roll=1")
    assert (hand.phase, hand.asked, hand.at(0)) == ("DROP", 0, (4, 6))
    assert hand.play("drop F15").at(0) == (4, 5)
    cell = fight("B23").play("roll=1")
    assert cell.at(0) == (4, 5)
    assert cell.cell((4, 6))["boom"]
    assert cell.cell((4, 6))["rubble"]
    assert cell.steps.index("fled") < cell.steps.index("rubble_put")


@pytest.mark.rule("BC-BOOM-8")
def test_victory_effects_are_applied() -> None:
    scene = fight("B09").play("roll=3")
    assert seat(scene)["explosives"] == 3


# Fights


@pytest.mark.rule("BC-FIGHT-1")
def test_die_and_bonuses_must_be_strictly_greater_than_health() -> None:
    won = fight("B25", corridor().hand(0, "F06")).play("play F06", "roll=4")
    assert "fight_won" in won.steps
    tied = fight("B25", corridor().hand(0, "F06")).play("play F06", "roll=3")
    assert tied.phase == "ROLL"
    plain = fight("B25").play("roll=4")
    assert "fight_lost" in plain.steps


@pytest.mark.rule("BC-FIGHT-2", "BC-FIGHT-4")
def test_a_tie_is_rolled_again_with_the_bonuses_declared_and_no_new_ones() -> None:
    scene = fight("B25", corridor().hand(0, "F06", "F05")).play("play F06", "pass", "roll=3")
    assert scene.phase == "ROLL"
    assert scene.position["fight"]["mods"]["a"] == 2
    scene.play("roll=3")
    assert scene.phase == "ROLL"
    assert "fight_won" in scene.play("roll=4").steps
    assert scene.cards(0) == ["F05"]


@pytest.mark.rule("BC-FIGHT-2", "BC-FIGHT-3", "BC-FLIGHT-12")
def test_two_ties_then_a_lower_roll_is_a_flight_without_the_crystal() -> None:
    scene = fight("B18", corridor().crystal(0)).play("roll=4", "roll=4", "roll=2")
    assert scene.at(0) == (4, 4)
    assert scene.cell((4, 6))["boom"]
    assert scene.cell((4, 6))["loose"] == 1
    assert not seat(scene)["crystal"]


@pytest.mark.rule("BC-FIGHT-3")
@pytest.mark.parametrize("roll", [1, 2, 3])
def test_a_lower_roll_loses_and_ends_the_turn(roll: int) -> None:
    scene = fight("B18").play(f"roll={roll}")
    assert scene.at(0) == (4, 6 - roll)
    assert is_next_turn(scene)


@pytest.mark.rule("BC-FIGHT-4")
def test_bonus_cards_are_announced_before_the_roll_only() -> None:
    scene = fight("B25", corridor().hand(0, "F05", "F06"))
    assert (scene.phase, scene.asked) == ("PREROLL", 0)
    scene.play("pass")
    assert scene.phase == "ROLL"
    scene.play("roll=4")
    assert scene.at(0) == (4, 2)
    assert scene.cards(0) == ["F05", "F06"]


@pytest.mark.rule("BC-FIGHT-4")
def test_the_merchant_alone_adds_points_after_the_roll() -> None:
    scene = fight("B25", corridor(skills=("merchant", "shaman")).hand(0, "F15", "F16"))
    scene.play("roll=4")
    assert (scene.phase, scene.legal) == ("POSTROLL", ["pass", "sell F15", "sell F16"])
    assert "fight_won" in scene.play("sell F15", "sell F16").steps


@pytest.mark.rule("BC-FIGHT-5")
def test_after_victory_the_dwarf_stays_and_has_no_move_left() -> None:
    scene = fight("B10").play("roll=6")
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 6))
    assert "end" in scene.legal
    assert scene.why("walk N") == "BC-MOVE-1"
    assert scene.why("dig") == "BC-MOVE-1"


@pytest.mark.rule("BC-FIGHT-6")
@pytest.mark.parametrize("health", PLAIN)
def test_the_odds_of_a_plain_fight(health: int) -> None:
    assert fight(PLAIN[health]).odds == {f"roll={k}": 1 for k in range(1, 7)}
    ends = [fight(PLAIN[health]).play(f"roll={k}").steps for k in range(1, 7)]
    won = sum("fight_won" in steps for steps in ends)
    tied = sum("fight_tied" in steps for steps in ends)
    assert (won, tied) == (6 - health, 1)


@pytest.mark.rule("BC-SIX-1", "BC-SIX-2")
def test_health_six_is_a_roll_for_the_distance_and_a_six_is_rolled_again() -> None:
    scene = fight("B29")
    assert scene.phase == "ROLL"
    scene.play("roll=6", "roll=6")
    assert scene.phase == "ROLL"
    assert scene.play("roll=3").at(0) == (4, 3)


@pytest.mark.rule("BC-SIX-2")
@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5])
def test_from_health_six_one_flees_one_to_five_cells(roll: int) -> None:
    assert flee(roll).at(0) == (4, 6 - roll)


@pytest.mark.rule("BC-SIX-3")
def test_health_six_on_the_first_tile_is_ignored() -> None:
    scene = dig(Scene(skills=SKILLS), "boom").play("boom=B29")
    assert scene.at(0) == (4, 0)
    assert "boom" not in scene.cell((4, 0))
    assert scene.position["boom_discard"] == {"B29": 1}
    assert is_next_turn(scene)


@pytest.mark.rule("BC-SIX-3")
def test_lower_health_later_digs_and_find_tiles_are_no_exception() -> None:
    assert dig(Scene(skills=SKILLS), "boom").play("boom=B25").phase == "ROLL"
    assert dig(Scene(skills=SKILLS).dwarf(0, "home"), "boom").play("boom=B29").phase == "ROLL"
    found = draw("F31", Scene(skills=SKILLS)).play("boom=B29")
    assert found.phase == "ROLL"
    assert found.play("roll=1").cell((4, 0))["boom"]


@pytest.mark.rule("BC-SIX-4")
def test_the_merchant_beats_health_six_after_the_roll() -> None:
    scene = fight("B29", corridor(skills=("merchant", "shaman")).hand(0, "F15", "F16"))
    assert scene.phase == "ROLL"
    scene.play("roll=6")
    assert scene.phase == "POSTROLL"
    assert "fight_won" in scene.play("sell F15").steps
    low = fight("B29", corridor(skills=("merchant", "shaman")).hand(0, "F15", "F16"))
    low.play("roll=5", "sell F15")
    assert low.phase == "POSTROLL"
    assert "fight_won" in low.play("sell F16").steps


# Flights


@pytest.mark.rule("BC-FLIGHT-1")
def test_the_distance_is_the_raw_die() -> None:
    scene = fight("B25", corridor().hand(0, "F05")).play("play F05", "roll=3")
    assert scene.at(0) == (4, 3)
    sold = fight("B29", corridor(skills=("merchant", "shaman")).hand(0, "F15", "F16"))
    assert sold.play("roll=2", "sell F15", "pass").at(0) == (4, 4)


@pytest.mark.rule("BC-FLIGHT-2")
def test_everybody_flees_to_the_own_entrance() -> None:
    column = [(4, y) for y in range(2, 9)]
    south = Scene(skills=SKILLS, active=1).tiles((4, 1), *column).dwarf(1, (4, 3)).boom((4, 4))
    assert flee(2, south).at(1) == (4, 6)
    north = Scene(skills=SKILLS).tiles((4, 0), (4, 1), *column[:4]).dwarf(0, (4, 3)).boom((4, 4))
    assert flee(2, north).at(0) == (4, 2)


@pytest.mark.rule("BC-FLIGHT-2")
def test_a_card_can_turn_the_flight_another_way() -> None:
    scene = corridor(5).tiles((4, 5)).hand(0, "F13")
    flee(1, scene)
    assert scene.phase == "LOSS"
    assert scene.play("play F13").legal == ["to 4,3", "to 4,5"]


def walled() -> Scene:
    """The way north of the token at 4,3 is walled up; the tunnel home leads over 5,3."""
    open_cells = ((4, 0), (4, 1), (5, 1), (5, 2), (5, 3), (4, 3))
    scene = Scene(skills=SKILLS).tiles(*open_cells).tile((4, 2), "plain.straight", 1)
    return scene.dwarf(0, (5, 3)).boom((4, 3))


@pytest.mark.rule("BC-FLIGHT-3")
def test_one_flees_through_connected_tunnels_only() -> None:
    assert flee(1, walled(), "walk W").at(0) == (5, 3)
    assert flee(4, walled(), "walk W").at(0) == (4, 1)


@pytest.mark.rule("BC-FLIGHT-3")
def test_passages_count_in_a_flight() -> None:
    scene = walled().passage((4, 3), "N").passage((4, 2), "N")
    assert flee(1, scene, "walk W").at(0) == (4, 2)


def portals(*where: Cell) -> Scene:
    """A corridor of eight cells with Portals among them; the token lies at its end."""
    scene = Scene(skills=SKILLS)
    for y in range(8):
        if (4, y) in where:
            scene.tile((4, y), "portal.cross")
        else:
            scene.tiles((4, y))
    return scene.dwarf(0, (4, 6)).boom((4, 7))


@pytest.mark.rule("BC-FLIGHT-4", "BC-FLIGHT-15")
def test_a_portal_that_shortens_the_way_must_be_used_and_costs_nothing() -> None:
    assert flee(2, portals((4, 1), (4, 6))).at(0) == (4, 0)
    home = flee(3, portals((4, 1), (4, 6)))
    assert home.at(0) == "home"
    assert seat(home)["skip"] == 0


@pytest.mark.rule("BC-FLIGHT-4", "BC-FLIGHT-15")
def test_a_flight_that_ends_on_a_portal_stays_there() -> None:
    scene = flee(1, portals((4, 1), (4, 6)))
    assert scene.at(0) == (4, 6)
    assert is_next_turn(scene)


@pytest.mark.rule("BC-FLIGHT-4")
def test_a_single_portal_does_not_shorten_a_flight() -> None:
    assert flee(2, portals((4, 6))).at(0) == (4, 5)


@pytest.mark.rule("BC-FLIGHT-15")
def test_the_hop_may_come_before_the_first_step() -> None:
    assert flee(1, portals((4, 1), (4, 7))).at(0) == (4, 0)


@pytest.mark.rule("BC-FLIGHT-15")
def test_a_hop_may_come_between_steps_but_not_after_the_last() -> None:
    scene = portals((4, 2), (4, 5))
    assert flee(2, scene).at(0) == (4, 5)
    assert flee(3, portals((4, 2), (4, 5))).at(0) == (4, 1)


def square() -> Scene:
    """Two ways of the same length from 5,1 to the gate; 6,1 leads away."""
    scene = Scene(skills=SKILLS).tiles((4, 0), (5, 0), (4, 1), (5, 1), (6, 1))
    return scene.dwarf(0, (6, 1)).boom((5, 1))


@pytest.mark.rule("BC-FLIGHT-4", "BC-FLIGHT-16")
def test_of_several_shortest_paths_the_player_chooses_the_end() -> None:
    scene = flee(1, square(), "walk W")
    assert (scene.phase, scene.asked) == ("FLEE", 0)
    assert sorted(scene.legal) == ["to 4,1", "to 5,0"]
    assert scene.play("to 5,0").at(0) == (5, 0)


@pytest.mark.rule("BC-FLIGHT-16")
def test_two_paths_to_one_end_are_no_choice() -> None:
    scene = flee(2, square(), "walk W")
    assert scene.at(0) == (4, 0)
    assert is_next_turn(scene)


@pytest.mark.rule("BC-FLIGHT-5")
@pytest.mark.parametrize("obstacle", ["rubble", "mushroom", None])
def test_a_flight_goes_round_rubble_and_mushrooms(obstacle: str | None) -> None:
    column = [(4, y) for y in range(5)]
    scene = Scene(skills=SKILLS).tiles(*column, (5, 4), (5, 3), (5, 2)).dwarf(0, (5, 4))
    scene.boom((4, 4))
    if obstacle:
        getattr(scene, obstacle)((4, 3))
    assert flee(1, scene, "walk W").at(0) == ((5, 4) if obstacle else (4, 3))


@pytest.mark.rule("BC-FLIGHT-5")
def test_a_portal_under_rubble_is_no_way() -> None:
    scene = portals((4, 1), (4, 5))
    scene.rubble((4, 1))
    assert flee(2, scene).at(0) == (4, 7)
    assert seat(scene)["skip"] == 1


@pytest.mark.rule("BC-FLIGHT-5")
def test_portals_do_not_lead_through_one_under_rubble() -> None:
    scene = Scene(skills=SKILLS).tiles((4, 0), (4, 7), (5, 7)).tile((4, 1), "portal.cross")
    scene.tile((0, 0), "portal.cross").tile((4, 6), "portal.cross").rubble((4, 6))
    flee(2, scene.dwarf(0, (5, 7)).boom((4, 7)), "walk W")
    assert (scene.at(0), seat(scene)["skip"]) == ((4, 7), 1)


@pytest.mark.rule("BC-FLIGHT-6")
def test_everything_passed_in_a_flight_is_ignored() -> None:
    scene = Scene(skills=SKILLS).tiles((4, 0), (4, 1), (4, 3), (4, 4), (4, 6), (3, 6))
    scene.tile((4, 2), "pit.tee", 1).tile((4, 5), "find.cross").boom((4, 4), (4, 6))
    scene.dwarf(0, (3, 6)).dwarf(1, (4, 3)).loose((4, 5))
    flee(5, scene, "walk E")
    assert (scene.at(0), scene.at(1)) == ((4, 1), (4, 3))
    assert is_next_turn(scene)
    assert not seat(scene)["crystal"]
    assert scene.cell((4, 4))["boom"]


@pytest.mark.rule("BC-FLIGHT-7", "BC-FLIGHT-15")
@pytest.mark.parametrize(("roll", "skip"), [(3, 0), (4, 1), (5, 1)])
def test_a_flight_longer_than_the_way_costs_a_turn(roll: int, skip: int) -> None:
    scene = flee(roll, corridor(3))
    assert scene.at(0) == "home"
    assert seat(scene)["skip"] == skip


@pytest.mark.rule("BC-FLIGHT-15")
def test_only_a_monster_makes_a_short_way_cost_a_turn() -> None:
    draught = draw("F35", Scene(skills=SKILLS))
    assert (draught.at(0), seat(draught)["skip"]) == ("home", 0)
    gate = Scene(skills=("thief", "alchemist")).tiles((4, 0)).dwarf(0, "home").dwarf(1, (4, 0))
    gate.play("walk S", "potion")
    assert (gate.at(0), seat(gate)["skip"]) == ("home", 0)
    auto = digger(1).set(autopilot={0: 1}).start()
    assert (auto.at(0), seat(auto)["skip"]) == ("home", 0)
    brawl = digger(1).tiles((4, 1)).dwarf(1, (4, 1)).play("walk S", "roll=1", "roll=6")
    assert (brawl.at(0), seat(brawl)["skip"]) == ("home", 1)


@pytest.mark.rule("BC-FLIGHT-8")
def test_a_flight_that_ends_on_a_find_tile_plays_odd_or_even() -> None:
    scene = Scene(skills=SKILLS).tile((4, 0), "find.cross").tiles((4, 1), (4, 2))
    flee(2, scene.dwarf(0, (4, 1)).boom((4, 2)))
    assert (scene.phase, scene.asked, scene.at(0)) == ("CALL", 0, (4, 0))
    assert scene.position["active"] == 0
    scene.play("even", "roll=4", "find=F05")
    assert scene.cards(0) == ["F05"]


@pytest.mark.rule("BC-FLIGHT-9")
def test_a_flight_that_ends_on_a_token_fights_again_and_flees_further() -> None:
    scene = flee(2, corridor().boom((4, 4)))
    assert (scene.phase, scene.at(0), scene.position["active"]) == ("BOOM", (4, 4), 0)
    scene.play("boom=B25", "roll=3")
    assert scene.at(0) == (4, 1)
    assert scene.cell((4, 4))["boom"]
    assert scene.cell((4, 6))["boom"]
    assert is_next_turn(scene)


@pytest.mark.rule("BC-FLIGHT-10")
def test_a_flight_that_ends_on_a_dwarf_is_a_brawl() -> None:
    scene = flee(2, corridor().dwarf(1, (4, 4)))
    assert scene.position["fight"]["kind"] == "brawl"
    assert (scene.position["fight"]["a"], scene.position["active"]) == (0, 0)
    scene.play("roll=2", "roll=3")
    assert (scene.at(0), scene.at(1)) == ((4, 1), (4, 4))


@pytest.mark.rule("BC-FLIGHT-11")
def test_a_flight_that_ends_on_a_pit_falls_in() -> None:
    scene = Scene(skills=SKILLS).tiles((4, 0), (4, 2), (4, 3)).tile((4, 1), "pit.tee", 1)
    flee(2, scene.dwarf(0, (4, 2)).boom((4, 3)))
    assert (scene.phase, scene.at(0)) == ("ROLL", (4, 1))
    assert seat(scene.play("roll=2"))["skip"] == 1
    assert scene.at(0) == (4, 1)


def island(skills: tuple[str, ...] = SKILLS) -> Scene:
    """Two cells without a way to any Entrance; the rival will not wake up."""
    scene = Scene(skills=skills).tiles((4, 4), (4, 5)).dwarf(0, (4, 4)).boom((4, 5))
    return scene.set(skip={1: 9}).explosives(0, 0)


@pytest.mark.rule("BC-FLIGHT-13", "BC-FLIGHT-17")
def test_without_a_way_home_the_dwarf_stays_and_skips_a_turn() -> None:
    scene = flee(2, island().crystal(0))
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 5))
    assert scene.position["turns"] == 4
    assert seat(scene)["crystal"]
    assert scene.cell((4, 5)) == {"tile": "plain.cross", "rot": 0, "boom": True}


@pytest.mark.rule("BC-FLIGHT-13")
def test_the_token_under_a_stuck_dwarf_waits_until_somebody_enters() -> None:
    scene = flee(2, island()).play("walk N")
    assert (scene.phase, scene.at(0)) == ("ACT", (4, 4))
    assert scene.play("walk S").phase == "BOOM"


@pytest.mark.rule("BC-FLIGHT-17")
def test_a_stuck_dwarf_is_buried_with_the_token() -> None:
    scene = fight("B23", island().set(skip={1: 0}).crystal(0)).play("roll=2")
    assert is_next_turn(scene)
    assert seat(scene)["skip"] == 1
    assert scene.at(0) == (4, 5)
    assert seat(scene)["crystal"]
    assert scene.cell((4, 5))["boom"]
    assert scene.cell((4, 5))["rubble"]


@pytest.mark.rule("BC-FLIGHT-17")
def test_a_stuck_dwarf_does_not_land_again() -> None:
    beaten = flee(2, island().loose((4, 5)))
    dodged = fight("B29", island().loose((4, 5)).hand(0, "F12")).play("play F12")
    for scene in (beaten, dodged):
        assert not seat(scene)["crystal"]
        assert scene.cell((4, 5))["loose"] == 1


@pytest.mark.rule("BC-FLIGHT-17")
def test_a_dodge_or_a_draught_without_a_way_costs_no_turn() -> None:
    dodged = fight("B23", island().hand(0, "F12").crystal(0)).play("play F12")
    assert (dodged.at(0), dodged.position["turns"]) == ((4, 5), 2)
    assert dodged.cell((4, 5))["boom"]
    assert seat(dodged)["crystal"]
    blown = draw("F35", island().tiles((5, 5)).dwarf(0, (5, 5)).crystal(0))
    assert (blown.at(0), blown.position["turns"]) == ((5, 6), 2)
    assert seat(blown)["crystal"]


@pytest.mark.rule("BC-FLIGHT-17")
def test_the_autopilot_without_a_way_stays_where_it_is() -> None:
    scene = island().set(autopilot={0: 1}).loose((4, 4)).start()
    assert (scene.at(0), scene.position["turns"]) == ((4, 4), 2)
    assert not seat(scene)["crystal"]


@pytest.mark.rule("BC-FLIGHT-17")
def test_a_dwarf_under_rubble_has_no_way() -> None:
    scene = fight("B24", corridor().explosives(0, 0).hand(0, "F07")).play("play F07", "roll=3")
    scene.play("find=F30", "find=F35")
    assert scene.at(0) == (4, 6)
    assert scene.cell((4, 6))["rubble"]
    assert is_next_turn(scene)


@pytest.mark.rule("BC-FLIGHT-14")
def test_a_flight_that_ends_on_a_quiet_boom_tile_ends_the_turn() -> None:
    scene = flee(2)
    assert scene.cell((4, 4)) == {"tile": "boom.cross", "rot": 0}
    assert scene.at(0) == (4, 4)
    assert is_next_turn(scene)


@pytest.mark.rule("BC-FLIGHT-14", "BC-FLIGHT-18")
def test_no_hop_at_the_end_of_a_flight() -> None:
    scene = portals((4, 5)).tile((0, 0), "portal.cross").set(skip={1: 1})
    flee(2, scene)
    assert (scene.at(0), scene.position["turns"]) == ((4, 5), 2)
    assert "hop 0,0" in scene.legal


@pytest.mark.rule("BC-FLIGHT-14", "BC-FLIGHT-18")
def test_a_crystal_at_the_end_of_a_flight_is_mined_from_the_next_turn_on() -> None:
    scene = Scene(skills=SKILLS).tiles((4, 0), (4, 2), (4, 3)).tile((4, 1), "crystal.tee", 1)
    flee(2, scene.set(skip={1: 1}).dwarf(0, (4, 2)).boom((4, 3)))
    assert (scene.at(0), scene.phase, scene.position["turns"]) == ((4, 1), "ACT", 2)
    assert not seat(scene)["mining"]
    assert seat(scene.play("mine"))["crystal"]


@pytest.mark.rule("BC-FLIGHT-18")
def test_a_pushed_dwarf_is_not_asked_about_a_crystal_but_picks_up_a_loose_one() -> None:
    scene = digger(2).tiles((4, 2)).tile((4, 3), "crystal.tee").tile((5, 2), "plain.tee")
    scene.dwarf(1, (4, 2)).loose((5, 2)).hand(0, "F18", "F18")
    scene.play("play F18", "push 1 S")
    assert (scene.phase, scene.asked, scene.at(1)) == ("ACT", 0, (4, 3))
    assert not seat(scene, 1)["mining"]
    scene.dwarf(1, (4, 2)).play("play F18", "push 1 E")
    assert seat(scene, 1)["crystal"]
    assert "loose" not in scene.cell((5, 2))


@pytest.mark.rule("BC-FLIGHT-18")
def test_a_fleeing_dwarf_picks_up_a_loose_crystal() -> None:
    scene = flee(2, corridor().loose((4, 4)))
    assert seat(scene)["crystal"]


@pytest.mark.rule("BC-FLIGHT-18")
def test_a_teleported_dwarf_may_not_hop_at_once() -> None:
    scene = digger(2).tile((0, 0), "portal.cross").tile((8, 8), "portal.cross").hand(0, "F19")
    scene.play("play F19", "odd", "roll=1", "at 0,0")
    assert (scene.phase, scene.asked, scene.at(1)) == ("ACT", 0, (0, 0))


# Find tiles and cards in the hand


@pytest.mark.rule("BC-FIND-1")
def test_opening_a_find_tile_draws_a_find_card_at_once() -> None:
    scene = dig(digger(), "find")
    assert scene.phase == "FIND"
    assert scene.odds == {f"find={name}": FIND_COUNT[FIND[name]] for name in FIND}
    scene.play("find=F05")
    assert (scene.phase, scene.cards(0)) == ("ACT", ["F05"])


@pytest.mark.rule("BC-FIND-2")
def test_twelve_find_cards_are_negative() -> None:
    negative = [name for name in FIND if name in NEGATIVE]
    assert sum(int(FIND_COUNT[FIND[name]]) for name in negative) == 12
    assert sum(int(FIND_COUNT[FIND[name]]) for name in FIND) == 60
    assert seat(draw("F26"))["explosives"] == 3
    assert seat(draw("F34"))["explosives"] == 1


@pytest.mark.rule("BC-FIND-2", "BC-FIND-3")
@pytest.mark.parametrize("card", KEPT)
def test_a_positive_card_is_kept_in_the_hand(card: str) -> None:
    scene = draw(card)
    assert scene.cards(0) == [card]
    assert scene.position["find_discard"] == {}
    assert (scene.phase, scene.asked) == ("ACT", 0)


@pytest.mark.rule("BC-FIND-3")
def test_a_kept_card_is_played_when_its_text_permits() -> None:
    scene = draw("F27", digger().hand(1, "F01"))
    assert "play F27" in scene.legal
    assert scene.play("play F27", "steal=F01").cards(0) == ["F01"]


@pytest.mark.rule("BC-FIND-2", "BC-FIND-4")
@pytest.mark.parametrize("card", NEGATIVE)
def test_a_negative_card_acts_at_once_and_is_discarded(card: str) -> None:
    scene = draw(card, digger().tile((0, 0), "boom.tee").hand(0, "F05", "F06"))
    assert scene.position["find_discard"] == {card: 1}
    assert card not in scene.cards(0)
    told = {"F30": "CAVEIN", "F31": "BOOM", "F33": "DROP", "F36": "STEAL"}
    if card in told:
        assert scene.phase == told[card]
    else:
        seen = {"F32": "skips", "F34": "explosives", "F35": "fled", "F37": "explosives"}
        assert seen.get(card, "boom_put") in scene.steps


@pytest.mark.rule("BC-FIND-5")
def test_the_moment_on_the_card_is_binding() -> None:
    scene = corridor().hand(0, "F05", "F16")
    assert scene.why("play F05") == "BC-FIND-5"
    assert "play F16" in scene.legal
    fight("B25", scene)
    assert scene.legal == ["pass", "play F05"]
    assert scene.why("play F16") == "BC-FIND-5"


@pytest.mark.rule("BC-FIND-5", "BC-FIND-7")
def test_a_card_without_a_number_of_uses_is_used_once() -> None:
    scene = fight("B25", corridor().hand(0, "F06")).play("play F06")
    assert scene.phase == "ROLL"
    assert scene.cards(0) == []
    assert seat(scene)["table"] == []
    assert scene.position["find_discard"] == {"F06": 1}


@pytest.mark.rule("BC-FIND-5", "BC-FIND-8")
def test_a_card_with_several_uses_lies_on_the_table_with_its_counters() -> None:
    scene = fight("B25", corridor().hand(0, "F08")).play("play F08")
    assert (scene.cards(0), seat(scene)["table"]) == ([], [["F08", 2]])
    scene.play("play F08")
    assert seat(scene)["table"] == [["F08", 1]]
    assert scene.position["find_discard"] == {}
    scene.play("play F08")
    assert seat(scene)["table"] == []
    assert scene.position["find_discard"] == {"F08": 1}
    assert scene.position["fight"]["mods"]["a"] == 3


@pytest.mark.rule("BC-FIND-8")
def test_the_copy_on_the_table_is_used_before_one_in_the_hand() -> None:
    scene = digger().tiles((4, 3)).rubble((4, 3)).on_table(0, "F02").hand(0, "F02")
    scene.play("clear S F02")
    assert (scene.cards(0), seat(scene)["table"]) == (["F02"], [])
    assert scene.position["find_discard"] == {"F02": 1}


@pytest.mark.rule("BC-FIND-6")
def test_boosts_work_in_the_turn_of_another_on_the_own_dwarf_only() -> None:
    scene = digger(2, players=3).tiles((4, 2)).dwarf(1, (4, 2)).hand(1, "F06").hand(2, "F06")
    scene.play("walk S")
    assert (scene.phase, scene.asked) == ("PREROLL", 1)
    scene.play("play F06")
    assert scene.position["fight"]["mods"] == {"a": 0, "d": 2}
    assert scene.phase == "ROLL"
    assert scene.cards(2) == ["F06"]


@pytest.mark.rule("BC-FIND-6")
def test_nobody_boosts_the_fight_of_another() -> None:
    scene = fight("B25", corridor().hand(1, "F05", "F06", "F07", "F08", "F09"))
    assert scene.phase == "ROLL"


@pytest.mark.rule("BC-FIND-6")
def test_boosts_work_on_the_own_ally() -> None:
    scene = fight("B25", corridor().ally(0, "B15").hand(0, "F06"))
    assert scene.phase == "PREROLL"
    assert "fight_won" in scene.play("play F06").steps


@pytest.mark.rule("BC-FIND-9")
def test_used_dropped_and_sold_cards_lie_in_the_discard() -> None:
    scene = corridor(skills=("merchant", "shaman")).hand(0, "F05", "F15", "F16")
    fight("B24", scene).play("play F05", "roll=2", "sell F15", "pass")
    assert scene.position["find_discard"] == {"F05": 1, "F15": 1, "F16": 1}


@pytest.mark.rule("BC-FIND-10")
def test_an_empty_find_deck_is_made_anew_from_the_discard() -> None:
    scene = lone_deck(fight("B24", corridor().hand(0, "F07")), "find", "F01")
    scene.play("play F07", "roll=3")
    assert scene.odds == {"find=F01": 1}
    scene.play("find=F01")
    assert (scene.odds["find=F07"], scene.odds["find=F01"]) == (2, 3)
    assert sum(scene.odds.values()) == 59
    assert scene.position["find_discard"] == {}


@pytest.mark.rule("BC-FIND-11")
def test_at_the_end_of_the_turn_seven_cards_are_one_too_many() -> None:
    scene = digger().tiles((4, 3)).hand(0, "F01", "F05", "F05", "F06", "F06", "F15", "F16")
    scene.hand(1, "F01", "F01", "F02", "F02", "F05", "F06", "F07").on_table(0, "F08")
    scene.play("walk S")
    assert (scene.phase, scene.asked) == ("ACT", 0)
    scene.play("end")
    assert (scene.phase, scene.asked) == ("DROP", 0)
    assert scene.legal == ["drop F01", "drop F05", "drop F06", "drop F15", "drop F16"]
    scene.play("drop F05")
    assert scene.cards(0) == ["F01", "F05", "F06", "F06", "F15", "F16"]
    assert seat(scene)["table"] == [["F08", 2]]
    assert is_next_turn(scene)
    assert len(scene.cards(1)) == 7


@pytest.mark.rule("BC-FIND-11")
def test_every_card_above_six_must_go() -> None:
    scene = digger().tiles((4, 3)).hand(0, "F01", "F01", "F05", "F05", "F06", "F06", "F15", "F16")
    scene.play("walk S", "end", "drop F01", "drop F15")
    assert scene.cards(0) == ["F01", "F05", "F05", "F06", "F06", "F16"]
    assert is_next_turn(scene)


@pytest.mark.rule("BC-FIND-12", "BC-ODD-1")
@pytest.mark.parametrize("call", ["odd", "even"])
@pytest.mark.parametrize("roll", range(1, 7))
def test_on_an_opened_find_tile_the_call_decides_between_find_and_boom(
    call: str, roll: int
) -> None:
    scene = find_again()
    assert (scene.phase, scene.asked, scene.legal) == ("CALL", 0, ["odd", "even"])
    assert scene.play(call).phase == "ROLL"
    hit = (roll % 2 == 1) == (call == "odd")
    assert scene.play(f"roll={roll}").phase == ("FIND" if hit else "BOOM")


@pytest.mark.rule("BC-FIND-12")
def test_a_find_tile_opened_by_another_dwarf_is_called_for_too() -> None:
    scene = draw("F35", digger(2).tiles((5, 2)).dwarf(1, (5, 2)))
    assert (scene.at(0), scene.asked) == ((4, 0), 1)
    scene.play("walk W")
    assert (scene.phase, scene.asked, scene.at(1)) == ("CALL", 1, (4, 2))


@pytest.mark.rule("BC-FIND-12")
def test_a_hit_draws_one_find_card_and_a_miss_is_a_fight() -> None:
    hit = find_again().play("odd", "roll=3", "find=F05")
    assert (hit.phase, hit.cards(0)) == ("ACT", ["F05"])
    miss = find_again().play("odd", "roll=4", "boom=B10")
    assert miss.position["fight"]["card"] == "B10"


@pytest.mark.rule("BC-FIND-13")
@pytest.mark.parametrize("plays", [("boom=B10", "roll=3"), ("boom=B01",)])
def test_a_token_on_a_find_tile_is_fought_and_there_is_no_call(plays: tuple[str, ...]) -> None:
    scene = digger().tile((4, 3), "find.cross").boom((4, 3)).play("walk S")
    assert scene.phase == "BOOM"
    scene.play(*plays)
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 3))
    assert "boom" not in scene.cell((4, 3))


@pytest.mark.rule("BC-FIND-13", "BC-FIND-14")
def test_the_next_visitor_fights_what_a_missed_call_left() -> None:
    scene = find_again(digger().tiles((4, 4)).dwarf(1, (4, 4)))
    scene.play("odd", "roll=4", "boom=B18", "roll=2")
    assert (scene.at(0), scene.asked) == ((4, 1), 1)
    scene.play("walk N", "boom=B10", "roll=5")
    assert (scene.phase, scene.asked, scene.at(1)) == ("ACT", 1, (4, 3))


@pytest.mark.rule("BC-ODD-2")
def test_the_merchant_sells_nothing_after_a_call() -> None:
    scene = find_again(digger(skills=("merchant", "shaman")).hand(0, "F15", "F16"))
    scene.play("odd", "roll=2")
    assert scene.phase == "BOOM"
    assert scene.cards(0) == ["F15", "F16"]


# Every Find card


def test_f01_blasts_a_wall_and_is_the_move() -> None:
    scene = digger(2).tile((5, 1), "plain.straight").explosives(0, 0).hand(0, "F01")
    scene.play("blast E F01")
    assert scene.at(0) == (5, 1)
    assert scene.position["passages"] == [[4, 1, 5, 1]]
    assert scene.position["find_discard"] == {"F01": 1}
    assert is_next_turn(scene)


@pytest.mark.parametrize("card", ["F01", "F02"])
def test_f01_and_f02_clear_rubble_for_free(card: str) -> None:
    scene = digger(2).tiles((4, 2)).rubble((4, 2)).hand(0, card).play(f"clear S {card}")
    assert "rubble" not in scene.cell((4, 2))
    assert "walk S" in scene.legal


@pytest.mark.parametrize("card", ["F01", "F04"])
def test_f01_and_f04_make_rubble_for_free(card: str) -> None:
    scene = digger(2).tiles((4, 2)).hand(0, card).play(f"rubble S {card}")
    assert scene.cell((4, 2))["rubble"]
    assert scene.position["find_discard"] == {card: 1}
    assert "walk N" in scene.legal


def test_f02_is_used_twice_but_breaks_no_wall_and_makes_no_rubble() -> None:
    scene = digger(2).tiles((4, 2), (5, 1)).rubble((4, 2), (5, 1)).hand(0, "F02")
    scene.play("clear S F02")
    assert seat(scene)["table"] == [["F02", 1]]
    scene.play("clear E F02")
    assert scene.position["find_discard"] == {"F02": 1}
    other = digger(2).tile((5, 1), "plain.straight").hand(0, "F02")
    assert not [text for text in other.legal if text.endswith("F02")]


@pytest.mark.parametrize("card", ["F01", "F02"])
def test_f01_and_f02_clear_the_own_cell(card: str) -> None:
    buried = digger(3).rubble((4, 2)).hand(0, card).start()
    assert buried.phase == "BURIED"
    assert "rubble" not in buried.play(f"clear here {card}").cell((4, 2))
    assert buried.phase == "ACT"


def test_f03_throws_a_mushroom_on_an_open_cell() -> None:
    scene = digger(3).tiles((4, 3)).hand(0, "F03").play("play F03", "at 4,3")
    assert scene.cell((4, 3)) == "mushroom"
    assert scene.position["mushrooms"] == 1
    assert "walk S" not in scene.legal
    assert "walk N" in scene.legal


def test_f03_on_an_unopened_cell_costs_a_tile() -> None:
    scene = digger(3).hand(0, "F03").play("play F03", "at 1,4")
    assert scene.phase == "TARGET"
    before = scene.position["bag"]["boom.tee"]
    scene.play("out=boom.tee")
    assert scene.cell((1, 4)) == "mushroom"
    assert scene.position["bag"]["boom.tee"] == before - 1


def test_f03_needs_a_mushroom() -> None:
    assert "play F03" not in digger(3).mushroom((0, 0), (8, 8)).hand(0, "F03").legal


@pytest.mark.parametrize(("card", "bonus"), [("F05", 1), ("F06", 2), ("F07", 3), ("F08", 1)])
def test_f05_to_f08_add_to_the_own_dwarf(card: str, bonus: int) -> None:
    scene = fight("B25", corridor().hand(0, card)).play(f"play {card}")
    if scene.phase == "PREROLL":
        scene.play("pass")
    scene.play(f"roll={5 - bonus}")
    assert scene.phase == "ROLL"
    assert "fight_won" in scene.play(f"roll={6 - bonus}").steps


def test_f09_takes_two_from_the_other_side() -> None:
    scene = fight("B25", corridor().hand(0, "F09")).play("play F09", "roll=3")
    assert scene.phase == "ROLL"
    assert "fight_won" in scene.play("roll=4").steps


def test_f10_trips_up_either_side_of_anybodys_fight() -> None:
    scene = fight("B10", corridor(players=3).hand(2, "F10"))
    assert (scene.phase, scene.asked) == ("PREROLL", 2)
    assert scene.legal == ["pass", "play F10 a", "play F10 d"]
    scene.play("play F10 a", "roll=4")
    assert scene.phase == "ROLL"
    assert scene.play("roll=3").at(0) == (4, 3)
    other = fight("B10", corridor(players=3).hand(2, "F10")).play("play F10 d")
    assert "fight_won" in other.play("roll=1").steps


def test_f11_rolls_a_lost_fight_again_once() -> None:
    scene = fight("B25", corridor().hand(0, "F11", "F11")).play("roll=2")
    assert (scene.phase, scene.legal) == ("POSTROLL", ["pass", "play F11"])
    scene.play("play F11", "roll=3")
    assert scene.at(0) == (4, 3)
    assert scene.cards(0) == ["F11"]
    won = fight("B25", corridor().hand(0, "F11")).play("roll=6")
    assert (won.phase, won.cards(0)) == ("ACT", ["F11"])


def test_f11_rolls_a_missed_call_again() -> None:
    scene = find_again(digger().hand(0, "F11")).play("odd", "roll=2")
    assert (scene.phase, scene.legal) == ("COIN", ["pass", "play F11"])
    assert scene.play("play F11", "roll=1").phase == "FIND"
    hit = find_again(digger().hand(0, "F11")).play("odd", "roll=1")
    assert hit.phase == "FIND"
    twice = find_again(digger().hand(0, "F11", "F11")).play("odd", "roll=2", "play F11", "roll=4")
    assert twice.phase == "BOOM"


def test_f11_rolls_any_pit_roll_again() -> None:
    scene = dig(digger().hand(0, "F11"), "pit").play("roll=6")
    assert (scene.phase, scene.at(0)) == ("COIN", (4, 3))
    scene.play("play F11", "roll=1")
    assert (scene.at(0), seat(scene)["skip"]) == ((4, 3), 1)


def test_f12_dodges_one_cell_with_the_crystal() -> None:
    scene = fight("B29", corridor().hand(0, "F12").crystal(0))
    assert (scene.phase, sorted(scene.legal)) == ("MONSTER", ["fight", "play F12"])
    scene.play("play F12")
    assert scene.at(0) == (4, 5)
    assert seat(scene)["crystal"]
    assert scene.cell((4, 6))["boom"]
    assert scene.position["boom_discard"] == {"B29": 1}
    assert is_next_turn(scene)


def test_f13_flees_to_any_cell_at_the_distance() -> None:
    scene = corridor(4).tiles((5, 3), (5, 4), (3, 3), (4, 4)).hand(0, "F13")
    flee(2, scene).play("play F13")
    assert sorted(scene.legal) == ["to 4,1", "to 5,4"]
    assert scene.play("to 5,4").at(0) == (5, 4)
    assert scene.cell((4, 3))["boom"]


def test_f13_takes_the_farthest_cell_there_is_without_a_skip_and_without_portals() -> None:
    scene = corridor(2).tile((4, 2), "portal.cross").tile((0, 0), "portal.cross").hand(0, "F13")
    flee(5, scene.tiles((0, 1), (0, 2))).play("play F13")
    assert scene.at(0) == "home"
    assert seat(scene)["skip"] == 0


def test_f13_works_after_a_lost_brawl() -> None:
    scene = digger(2).tiles((4, 2), (4, 3), (4, 4), (4, 5)).dwarf(1, (4, 2)).hand(0, "F13")
    scene.play("walk S", "roll=1", "roll=6")
    assert scene.phase == "LOSS"
    scene.play("play F13")
    assert sorted(scene.legal) == ["to 4,5", "to home"]


def test_f14_cancels_the_pit() -> None:
    scene = dig(digger().hand(0, "F14"), "pit")
    assert (scene.phase, scene.asked, sorted(scene.legal)) == ("PIT", 0, ["pass", "play F14"])
    scene.play("play F14")
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 3))
    assert dig(digger().hand(0, "F14"), "pit").play("pass").phase == "ROLL"


def test_f15_walks_up_to_three_cells_and_ignores_what_it_passes() -> None:
    scene = digger(2).tile((4, 2), "find.cross").tiles((4, 3), (4, 4), (4, 5)).hand(0, "F15")
    scene.play("play F15")
    assert (scene.phase, sorted(scene.legal)) == ("CART", ["walk N", "walk S"])
    scene.play("walk S")
    assert "stop" in scene.legal
    scene.play("walk S", "walk S")
    assert (scene.phase, scene.at(0)) == ("ACT", (4, 4))
    assert scene.why("walk S") == "BC-MOVE-1"


def test_f15_stops_at_will_or_at_a_dwarf_or_at_the_entrance() -> None:
    stopped = digger(2).tile((4, 2), "find.cross").tiles((4, 3)).hand(0, "F15")
    stopped.play("play F15", "walk S", "stop")
    assert (stopped.phase, stopped.at(0)) == ("CALL", (4, 2))
    dwarf = digger(2).tiles((4, 2), (4, 3)).dwarf(1, (4, 2)).hand(0, "F15")
    dwarf.play("play F15", "walk S")
    assert dwarf.position["fight"]["kind"] == "brawl"
    home = digger(2).tiles((4, 2)).hand(0, "F15").play("play F15", "walk N", "walk N")
    assert (home.phase, home.at(0)) == ("ACT", "home")


def test_f16_gives_a_second_step_twice() -> None:
    scene = digger(2).tiles((4, 2), (4, 3), (4, 4)).hand(0, "F16").play("walk S", "play F16")
    assert seat(scene)["table"] == [["F16", 1]]
    scene.play("walk S", "play F16", "walk S")
    assert scene.at(0) == (4, 4)
    assert scene.position["find_discard"] == {"F16": 1}
    assert scene.why("walk N") == "BC-MOVE-1"


def test_f17_leads_to_the_entrance_or_an_open_portal() -> None:
    scene = digger(2).tile((0, 0), "portal.cross").tile((8, 8), "portal.cross").rubble((8, 8))
    scene.hand(0, "F17").play("play F17")
    assert (scene.phase, sorted(scene.legal)) == ("TARGET", ["at 0,0", "home"])
    scene.play("at 0,0")
    assert scene.at(0) == (0, 0)
    assert is_next_turn(scene)
    home = digger(2).hand(0, "F17").play("play F17")
    assert home.at(0) == "home"
    assert "play F17" not in Scene(skills=SKILLS).hand(0, "F17").legal


def test_f18_pushes_a_neighbour_through_walls() -> None:
    scene = digger(2).tiles((4, 2)).tile((5, 2), "find.straight").tile((3, 2), "plain.tee")
    scene.rubble((3, 2)).tiles((4, 3)).dwarf(1, (4, 2)).hand(0, "F18").play("play F18")
    assert (scene.phase, sorted(scene.legal)) == ("TARGET", ["push 1 E", "push 1 S"])
    scene.play("push 1 E")
    assert (scene.phase, scene.asked, scene.at(1)) == ("CALL", 1, (5, 2))
    scene.play("odd", "roll=1", "find=F05")
    assert (scene.phase, scene.asked, scene.cards(1)) == ("ACT", 0, ["F05"])
    assert "walk S" in scene.legal


def test_f18_needs_a_connected_neighbour_that_is_not_buried() -> None:
    wall = digger(2).tile((5, 1), "plain.straight").tiles((5, 2)).dwarf(1, (5, 1)).hand(0, "F18")
    assert "play F18" not in wall.legal
    buried = digger(2).tiles((4, 2), (4, 3)).dwarf(1, (4, 2)).rubble((4, 2)).hand(0, "F18")
    assert "play F18" not in buried.legal
    cornered = digger(2).tiles((4, 2)).dwarf(1, (4, 2)).hand(0, "F18")
    assert "play F18" not in cornered.legal


def test_f19_teleports_a_rival_to_a_free_cell_on_a_hit() -> None:
    scene = digger(2, players=3).tiles((6, 6), (6, 7), (7, 7)).tile((2, 2), "exit.cross")
    scene.tile((1, 1), "crystal.tee").tile((1, 2), "plain.straight").tile((1, 3), "plain.tee")
    scene.boom((6, 6)).rubble((6, 7)).loose((1, 2)).mushroom((1, 3)).hand(0, "F19")
    scene.play("play F19", "even", "roll=2")
    assert (scene.phase, sorted(scene.legal)) == ("TARGET", ["seat 1", "seat 2"])
    scene.play("seat 2")
    assert sorted(scene.legal) == ["at 4,0", "at 7,7"]
    scene.play("at 7,7")
    assert (scene.phase, scene.asked, scene.at(2)) == ("ACT", 0, (7, 7))


def test_f19_takes_the_player_home_on_a_miss() -> None:
    scene = digger(2).hand(0, "F19").play("play F19", "even", "roll=1")
    assert scene.at(0) == "home"
    assert is_next_turn(scene)


def test_f20_digs_with_a_choice_of_three_tiles() -> None:
    scene = digger(2).hand(0, "F20")
    bag = scene.position["bag"]
    scene.play("play F20", "tile=plain.tee", "tile=find.tee", "tile=boom.tee")
    assert (scene.phase, scene.asked) == ("KEEP", 0)
    assert sorted(scene.legal) == ["keep boom.tee", "keep find.tee", "keep plain.tee"]
    scene.play("keep plain.tee", "lay S r0")
    assert (scene.phase, scene.at(0)) == ("ACT", (4, 2))
    assert scene.position["bag"] == {**bag, "plain.tee": bag["plain.tee"] - 1}
    assert seat(scene)["table"] == [["F20", 1]]
    assert scene.why("dig") == "BC-MOVE-1"


def test_f21_looks_at_the_top_boom_card_and_keeps_it() -> None:
    scene = corridor().hand(0, "F21").play("play F21", "peek=B29")
    assert (scene.phase, scene.asked, sorted(scene.legal)) == ("PEEK", 0, ["bury", "keep"])
    scene.play("keep", "walk S")
    assert scene.odds == {"boom=B29": 1}
    assert seat(scene)["table"] == [["F21", 1]]


def test_f21_buries_the_top_boom_card() -> None:
    scene = corridor().hand(0, "F21").play("play F21", "peek=B29", "bury")
    assert scene.position["boom_discard"] == {"B29": 1}
    assert "boom=B29" not in scene.play("walk S").odds
    assert sum(scene.odds.values()) == 59


@pytest.mark.parametrize("card", PLAIN.values())
def test_f22_tames_monsters_up_to_health_four(card: str) -> None:
    scene = fight(card, corridor().hand(0, "F22"))
    if HEALTH[card] > 4:
        assert scene.phase == "ROLL"
        return
    assert (scene.phase, sorted(scene.legal)) == ("MONSTER", ["fight", "play F22"])
    scene.play("play F22")
    assert scene.allies(0) == [card]
    assert "boom" not in scene.cell((4, 6))
    assert (scene.phase, scene.asked) == ("ACT", 0)


def test_f23_keeps_an_ally_after_its_fight() -> None:
    scene = fight("B10", corridor().ally(0, "B15").hand(0, "F23"))
    assert (scene.phase, sorted(scene.legal)) == ("KEEPALLY", ["pass", "play F23"])
    scene.play("play F23")
    assert scene.allies(0) == ["B15"]
    assert seat(scene)["table"] == [["F23", 1]]
    gone = fight("B10", corridor().ally(0, "B15").hand(0, "F23")).play("pass")
    assert gone.allies(0) == []
    assert gone.position["boom_discard"] == {"B10": 1, "B15": 1}


def test_f24_adds_a_use_of_the_skill() -> None:
    scene = digger(skills=("engineer", "shaman")).hand(0, "F24").play("play F24")
    assert seat(scene)["uses"] == 3
    assert scene.phase == "ACT"
    assert "play F24" not in digger().hand(0, "F24").legal


def test_f24_saves_a_skipped_turn() -> None:
    scene = digger().hand(0, "F24").set(skip={0: 1}).start()
    assert (scene.phase, sorted(scene.legal)) == ("SKIP", ["pass", "play F24"])
    scene.play("play F24")
    assert (scene.phase, scene.asked, seat(scene)["skip"]) == ("ACT", 0, 0)


def test_f25_takes_an_explosive_from_a_rival() -> None:
    scene = digger(players=3).explosives(1, 0).hand(0, "F25").play("play F25")
    assert [seat(scene, k)["explosives"] for k in range(3)] == [3, 0, 1]
    assert "play F25" not in digger().explosives(1, 0).hand(0, "F25").legal


def test_f26_gives_an_explosive() -> None:
    scene = draw("F26")
    assert seat(scene)["explosives"] == 3
    assert scene.position["find_discard"] == {"F26": 1}
    assert (scene.phase, scene.cards(0)) == ("ACT", [])


def test_f27_takes_a_random_card_from_a_rival() -> None:
    scene = digger(players=3).hand(0, "F27").hand(1, "F05").hand(2, "F06", "F06", "F07")
    scene.play("play F27", "seat 2")
    assert (scene.phase, scene.odds) == ("STEAL", {"steal=F06": 2, "steal=F07": 1})
    scene.play("steal=F07")
    assert (scene.cards(0), scene.cards(2)) == (["F07"], ["F06", "F06"])
    assert "play F27" not in digger().hand(0, "F27").legal


@pytest.mark.parametrize("event", ["boom", "find", "pit"])
def test_f28_digs_without_the_event(event: str) -> None:
    scene = digger().hand(0, "F28").play("play F28", f"tile={event}.tee", "lay S r0")
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 3))
    assert scene.why("dig") == "BC-MOVE-1"


def test_f29_draws_without_a_call() -> None:
    scene = find_again(digger().hand(0, "F29"))
    assert sorted(scene.legal) == ["even", "odd", "play F29"]
    scene.play("play F29", "find=F05")
    assert (scene.phase, scene.cards(0)) == ("ACT", ["F05"])


def test_f30_buries_the_drawer() -> None:
    scene = draw("F30", digger().explosives(0, 0))
    assert scene.cell((4, 3))["rubble"]
    assert scene.at(0) == (4, 3)
    assert is_next_turn(scene)


def test_f30_can_be_cleared_with_a_tool() -> None:
    scene = draw("F30")
    assert (scene.phase, sorted(scene.legal)) == ("CAVEIN", ["clear here exp", "pass"])
    scene.play("clear here exp")
    assert "rubble" not in scene.cell((4, 3))
    assert (scene.phase, scene.asked, seat(scene)["explosives"]) == ("ACT", 0, 1)
    none = draw("F30", digger().set(rubbles=0))
    assert "rubble" not in none.cell((4, 3))
    assert is_next_turn(none)


def test_f31_is_a_boom_card_on_the_own_cell() -> None:
    scene = draw("F31")
    assert scene.phase == "BOOM"
    scene.play("boom=B18", "roll=2")
    assert (scene.at(0), scene.cell((4, 3))["boom"]) == ((4, 1), True)


def test_f32_costs_a_turn() -> None:
    scene = draw("F32")
    assert (scene.phase, scene.asked, seat(scene)["skip"]) == ("ACT", 0, 1)


def test_f33_drops_a_random_card() -> None:
    scene = draw("F33", digger().hand(0, "F05", "F05", "F06"))
    assert (scene.phase, scene.odds) == ("DROP", {"drop=F05": 2, "drop=F06": 1})
    scene.play("drop=F05")
    assert scene.cards(0) == ["F05", "F06"]
    assert scene.position["find_discard"] == {"F05": 1, "F33": 1}
    assert draw("F33").phase == "ACT"


def test_f34_costs_an_explosive() -> None:
    scene = draw("F34")
    assert (seat(scene)["explosives"], scene.position["bank"]) == (1, 7)
    assert seat(draw("F34", digger().explosives(0, 0)))["explosives"] == 0


def test_f35_runs_two_cells_home_with_the_crystal() -> None:
    scene = draw("F35", digger().crystal(0))
    assert scene.at(0) == (4, 1)
    assert seat(scene)["crystal"]
    assert scene.cell((4, 3)) == {"tile": "find.tee", "rot": 0}
    assert is_next_turn(scene)


def test_f36_gives_a_card_to_the_next_seat() -> None:
    scene = draw("F36", digger(players=3).hand(0, "F05", "F06"))
    assert (scene.phase, scene.odds) == ("STEAL", {"steal=F05": 1, "steal=F06": 1})
    scene.play("steal=F06")
    assert (scene.cards(0), scene.cards(1), scene.cards(2)) == (["F05"], ["F06"], [])
    assert (scene.phase, scene.asked) == ("ACT", 0)


def test_f37_takes_an_explosive_or_a_turn_from_everybody() -> None:
    scene = draw("F37", digger(players=3).explosives(1, 0))
    assert [seat(scene, k)["explosives"] for k in range(3)] == [1, 0, 1]
    assert [seat(scene, k)["skip"] for k in range(3)] == [0, 1, 0]


def test_f38_wakes_the_nearest_boom_tile() -> None:
    scene = digger().tile((2, 3), "boom.tee").tile((7, 3), "boom.tee").tile((3, 3), "boom.tee")
    scene.tile((5, 3), "boom.corner").tile((4, 4), "boom.corner").tile((3, 4), "boom.corner")
    scene.rubble((3, 3)).boom((5, 3)).dwarf(1, (4, 4)).mushroom((3, 4))
    draw("F38", scene)
    assert scene.cell((2, 3))["boom"]
    assert "boom" not in scene.cell((7, 3))
    assert (scene.phase, scene.asked) == ("ACT", 0)


def test_f38_leaves_a_choice_between_equals_and_does_nothing_without_a_tile() -> None:
    scene = draw("F38", digger().tile((3, 3), "boom.tee").tile((5, 3), "boom.tee"))
    assert (scene.phase, scene.asked) == ("TARGET", 0)
    assert sorted(scene.legal) == ["at 3,3", "at 5,3"]
    assert scene.play("at 5,3").cell((5, 3))["boom"]
    none = draw("F38")
    assert (none.phase, "boom_put" in none.steps) == ("ACT", False)


# Every Boom card


def calm(card: str, *hand: str) -> Scene:
    """Dwarf 0 meets a calm card on a token."""
    return fight(card, corridor().hand(0, *hand))


def test_b01_does_nothing_but_take_the_token() -> None:
    scene = calm("B01")
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 6))
    assert "boom" not in scene.cell((4, 6))
    assert scene.position["boom_discard"] == {"B01": 1}


def test_b02_gives_a_find_card() -> None:
    scene = calm("B02")
    assert scene.phase == "FIND"
    assert scene.play("find=F05").cards(0) == ["F05"]
    assert "boom" not in scene.cell((4, 6))
    assert scene.phase == "ACT"


def test_b03_gives_two_cards_on_a_hit() -> None:
    scene = calm("B03", "F15")
    assert (scene.phase, scene.legal) == ("CALL", ["odd", "even"])
    scene.play("odd", "roll=5", "find=F05", "find=F06")
    assert (scene.phase, scene.cards(0)) == ("ACT", ["F05", "F06", "F15"])
    assert "boom" not in scene.cell((4, 6))


def test_b03_costs_a_card_of_choice_on_a_miss() -> None:
    scene = calm("B03", "F15", "F16").play("odd", "roll=6")
    assert (scene.phase, scene.asked, scene.legal) == ("DROP", 0, ["drop F15", "drop F16"])
    assert scene.play("drop F15").cards(0) == ["F16"]
    assert calm("B03").play("odd", "roll=6").phase == "ACT"


def test_b04_gives_an_explosive() -> None:
    scene = calm("B04")
    assert (scene.phase, seat(scene)["explosives"]) == ("ACT", 3)
    assert "boom" not in scene.cell((4, 6))


WON: dict[str, dict[str, int]] = {
    "B06": {"finds": 1},
    "B09": {"explosives": 1},
    "B12": {"finds": 1},
    "B14": {"passages": 1},
    "B19": {"finds": 1},
    "B22": {"passages": 1},
    "B24": {"finds": 2},
    "B27": {"explosives": 2},
    "B28": {"passages": 1},
    "B29": {"finds": 3},
    "B30": {"finds": 2},
    "B31": {"passages": 1, "finds": 1},
    "B32": {"finds": 2},
    "B33": {"explosives": 2},
}
LOST: dict[str, dict[str, int]] = {
    "B08": {"random": 1},
    "B11": {"far": 3},
    "B12": {"random": 1},
    "B13": {"far": 1, "skip": 1},
    "B16": {"far": 3},
    "B17": {"far": 4},
    "B21": {"explosives": -1},
    "B23": {"rubble": 1},
    "B24": {"chosen": 1},
    "B26": {"rubble": 1},
    "B28": {"far": 3},
    "B30": {"random": 1},
    "B31": {"rubble": 1},
    "B32": {"far": 3},
    "B33": {"explosives": -1},
}


def lair() -> Scene:
    """The last cell of the corridor has a wall to an open cell in the west."""
    scene = Scene(skills=SKILLS).tiles(*((4, y) for y in range(6)))
    scene.tile((4, 6), "boom.straight").tile((3, 6), "find.straight")
    return scene.dwarf(0, (4, 5)).boom((4, 6))


@pytest.mark.rule("BC-BOOM-8")
@pytest.mark.parametrize("card", HEALTH)
def test_what_victory_over_each_monster_brings(card: str) -> None:
    scene = fight(card, lair().hand(0, "F07", "F07")).play("play F07", "play F07", "roll=1")
    brings = {"passages": 0, "finds": 0}
    if scene.phase == "PASSAGE":
        assert sorted(scene.legal) == ["open W", "pass"]
        scene.play("open W")
        brings["passages"] = len(scene.position["passages"])
    while scene.phase == "FIND":
        scene.play("find=F05")
        brings["finds"] += 1
    brings["explosives"] = seat(scene)["explosives"] - 2
    assert brings == {"passages": 0, "finds": 0, "explosives": 0, **WON.get(card, {})}
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 6))
    assert "boom" not in scene.cell((4, 6))
    assert scene.position["boom_discard"] == {card: 1}
    assert scene.cards(0) == ["F05"] * brings["finds"]


@pytest.mark.rule("BC-BOOM-8")
@pytest.mark.parametrize("card", HEALTH)
def test_what_defeat_by_each_monster_costs(card: str) -> None:
    scene = fight(card, lair().hand(0, "F15", "F16").hand(1, "F10"))
    scene.play("play F10 a", "roll=2")
    costs = {"random": 0, "chosen": 0}
    while scene.phase == "DROP":
        assert scene.at(0) == (4, 6)
        chance = scene.asked != 0
        costs["random" if chance else "chosen"] += 1
        scene.play("drop=F15" if chance else "drop F15")
    x, y = seat(scene)["at"]
    costs |= {
        "far": 6 - y,
        "explosives": seat(scene)["explosives"] - 2,
        "skip": seat(scene)["skip"],
        "rubble": int(scene.cell((4, 6)).get("rubble", False)),
    }
    usual = {"random": 0, "chosen": 0, "far": 2, "explosives": 0, "skip": 0, "rubble": 0}
    assert costs == {**usual, **LOST.get(card, {})}
    assert x == 4
    assert len(scene.cards(0)) == 2 - costs["random"] - costs["chosen"]
    assert scene.cell((4, 6))["boom"]
    assert scene.position["boom_discard"] == {card: 1}
    assert is_next_turn(scene)


@pytest.mark.parametrize("card", ["B09", "B27", "B33"])
def test_explosives_are_won_as_long_as_the_box_has_some(card: str) -> None:
    scene = lair().hand(0, "F07", "F07").explosives(1, 7)
    fight(card, scene).play("play F07", "play F07", "roll=1")
    assert (seat(scene)["explosives"], scene.position["bank"]) == (3, 0)


def test_b31_makes_the_passage_before_the_draw() -> None:
    scene = fight("B31", lair().hand(0, "F07")).play("play F07", "roll=4")
    assert scene.phase == "PASSAGE"
    assert scene.play("pass").phase == "FIND"
    assert scene.position["passages"] == []


@pytest.mark.parametrize("card", ["B14", "B22", "B28"])
def test_a_passage_without_a_wall_to_an_open_cell_is_not_asked(card: str) -> None:
    scene = fight(card, corridor()).play("roll=6")
    assert scene.phase == "ACT"
    assert scene.position["passages"] == []


@pytest.mark.parametrize("card", ["B23", "B26", "B31"])
def test_no_rubble_falls_on_a_dropped_crystal(card: str) -> None:
    scene = fight(card, corridor().crystal(0)).play("roll=2")
    assert scene.cell((4, 6))["loose"] == 1
    assert "rubble" not in scene.cell((4, 6))


def test_b13_and_a_cell_without_a_way_cost_two_turns() -> None:
    scene = fight("B13", island().set(skip={1: 0})).play("roll=2")
    assert (scene.at(0), seat(scene)["skip"]) == ((4, 5), 2)


def test_b20_is_an_ally_of_the_gardener() -> None:
    scene = fight("B20", corridor(skills=("gardener", "shaman")))
    assert (scene.phase, scene.allies(0)) == ("ACT", ["B20"])
    assert "boom" not in scene.cell((4, 6))


def test_b14_is_a_colleague_of_the_miner() -> None:
    scene = fight("B14", corridor(skills=("miner", "shaman")))
    assert (scene.phase, scene.allies(0)) == ("ACT", ["B14"])
    assert scene.position["passages"] == []


@pytest.mark.parametrize("card", ["B16", "B17", "B21", "B26"])
def test_elementals_can_be_tamed_by_the_shaman(card: str) -> None:
    scene = fight(card, corridor(skills=("shaman", "thief")))
    assert sorted(scene.legal) == ["fight", "tame"]
    assert scene.play("tame", "odd", "roll=1").allies(0) == [card]


@pytest.mark.parametrize("card", [c for c in HEALTH if c not in ("B16", "B17", "B21", "B26")])
def test_other_monsters_are_not_tamed_by_the_shaman(card: str) -> None:
    assert fight(card, corridor(skills=("shaman", "thief"))).phase == "ROLL"
