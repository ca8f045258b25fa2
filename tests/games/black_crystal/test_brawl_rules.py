"""Brawls, allies, windows of a fight and the eight Skills of Black Crystal, rule by rule."""

import pytest

from orrery.games.black_crystal.game import GAME

from .scene import FIND, Scene

PLAIN = ("thief", "engineer", "miner", "merchant")


def shaft(
    players: int = 2,
    skills: tuple[str, ...] = PLAIN,
    special: dict[int, str] | None = None,
    active: int = 0,
    **options: int | str | bool,
) -> Scene:
    """The column x = 4 open from the North Entrance to the South one."""
    scene = Scene(players=players, skills=skills, active=active, **options)
    special = special or {}
    for row, tile in special.items():
        scene.tile((4, row), tile)
    if 8 not in special:
        scene.tile((4, 8), "plain.straight")
    return scene.tiles(*((4, row) for row in range(8) if row not in special))


def meeting(**fields: object) -> Scene:
    """Seat 0 in (4, 3), seat 1 in (4, 4) with five steps home."""
    return shaft(**fields).dwarf(0, (4, 3)).dwarf(1, (4, 4))  # type: ignore[arg-type]


def behind_a_wall(mine: str = "thief", other: str = "shaman", meeting: str = "either") -> Scene:
    """Seat 0 about to walk south to (4, 3); seat 1 in (3, 3), a tunnel apart from that shaft."""
    scene = shaft(skills=(mine, other), special={3: "boom.straight"}, meeting_attack=meeting)
    scene.tile((3, 3), "boom.straight").tiles((3, 2))
    return scene.dwarf(0, (4, 2)).dwarf(1, (3, 3))


def lair(skill: str, *cards: str) -> Scene:
    """Seat 0 in (4, 3), a Boom token in (4, 4), seat 1 at home."""
    scene = shaft(skills=(skill, "miner" if skill != "miner" else "thief"))
    return scene.dwarf(0, (4, 3)).dwarf(1, "home").boom((4, 4)).hand(0, *cards)


def dealt(*skills: str) -> Scene:
    """A game set up by chance, with these Skills."""
    options = {"players": len(skills), "variant": "1+1"}
    scene = Scene(**options)  # type: ignore[arg-type]
    scene.state = scene.rules.begin(GAME.option_vector(GAME.read_options(options)))
    return scene.play(*(f"skill={name}" for name in skills), "first=0")


def fight_of(scene: Scene) -> dict[str, object]:
    """The fight that is on."""
    fight = scene.position["fight"]
    assert fight is not None
    return dict(fight)


def seat_of(scene: Scene, seat: int) -> dict[str, object]:
    """A seat of the position."""
    return dict(scene.position["seats"][seat])


# Brawls


@pytest.mark.rule("BC-PVP-1")
def test_the_active_dwarf_attacks_as_its_move() -> None:
    scene = meeting().play("walk S")
    fight = fight_of(scene)
    assert (fight["kind"], fight["a"], fight["d"]) == ("brawl", 0, 1)
    assert scene.at(0) == scene.at(1) == (4, 4)


@pytest.mark.rule("BC-PVP-1")
def test_the_active_dwarf_attacks_once_after_its_move() -> None:
    scene = shaft().dwarf(0, (4, 2)).dwarf(1, (4, 4))
    assert scene.why("attack S") == "BC-PVP-1"
    scene.play("walk S")
    assert scene.phase == "ACT"
    scene.play("attack S")
    assert fight_of(scene)["a"] == 0
    assert scene.at(0) == (4, 4)
    scene.play("roll=6", "roll=1")
    scene.dwarf(1, (4, 5)).set(skip={1: 0})
    assert "attack S" not in scene.legal
    assert scene.play("end").phase != "REACT"


@pytest.mark.rule("BC-PVP-1")
def test_a_dwarf_that_did_not_move_meets_nobody() -> None:
    scene = meeting().hand(0, "F21").set(moves=0, acted=1)
    assert "attack S" not in scene.legal
    assert scene.play("end").phase != "REACT"


@pytest.mark.rule("BC-PVP-1")
def test_rivals_next_to_the_active_dwarf_may_attack_clockwise() -> None:
    scene = shaft(players=4, active=2).tiles((3, 3)).tile((5, 3), "find.cross")
    scene.dwarf(2, (4, 2)).dwarf(3, (4, 4)).dwarf(0, (3, 3)).dwarf(1, (5, 3))
    scene.play("walk S", "end")
    assert (scene.phase, scene.asked, scene.legal) == ("REACT", 3, ["pass", "attack"])
    scene.play("pass")
    assert (scene.phase, scene.asked) == ("REACT", 0)
    scene.play("attack")
    assert scene.at(0) == (4, 3)
    assert (fight_of(scene)["a"], fight_of(scene)["d"]) == (0, 2)
    scene.play("roll=1", "roll=6")
    assert (scene.phase, scene.asked, scene.s["active"]) == ("ACT", 3, 3)


@pytest.mark.rule("BC-PVP-1")
def test_a_rival_attacks_out_of_his_entrance_but_not_into_one() -> None:
    scene = shaft().dwarf(0, (4, 7)).dwarf(1, "home").play("walk S", "end")
    assert (scene.phase, scene.asked) == ("REACT", 1)
    assert scene.play("attack").at(1) == (4, 8)
    scene = shaft().dwarf(0, "home").dwarf(1, (4, 0)).set(moves=0, acted=1, shifted=1)
    assert "attack S" in scene.legal
    assert scene.play("end").phase == "ACT"


@pytest.mark.rule("BC-PVP-1")
@pytest.mark.parametrize("field", ["skip", "mining", "autopilot"])
def test_a_rival_who_is_busy_does_not_attack(field: str) -> None:
    scene = shaft(players=3).dwarf(0, (4, 2)).dwarf(1, (4, 4))
    scene.tile((3, 3), "find.cross").dwarf(2, (3, 3)).set(**{field: {1: 1}})
    scene.play("walk S", "end")
    assert (scene.phase, scene.asked) == ("REACT", 2)


@pytest.mark.rule("BC-PVP-1")
def test_nobody_meets_through_a_wall_or_rubble() -> None:
    scene = behind_a_wall().explosives(0, 0).explosives(1, 0).hand(0, "F21").play("walk S")
    assert not [text for text in scene.legal if text.startswith("attack")]
    assert scene.play("end").phase != "REACT"
    scene = shaft().dwarf(0, (4, 2)).dwarf(1, (4, 4)).rubble((4, 4)).play("walk S")
    assert "attack S" not in scene.legal
    assert scene.play("end").phase != "REACT"


@pytest.mark.rule("BC-PVP-1")
@pytest.mark.parametrize(
    ("option", "attack", "answer"),
    [("either", True, True), ("active_only", True, False), ("off", False, False)],
)
def test_the_option_says_who_may_attack_after_a_move(
    option: str, attack: bool, answer: bool
) -> None:
    scene = shaft(meeting_attack=option).dwarf(0, (4, 2)).dwarf(1, (4, 4)).play("walk S")
    assert ("attack S" in scene.legal) == attack
    assert (scene.play("end").phase == "REACT") == answer


@pytest.mark.rule("BC-PVP-2")
def test_the_higher_roll_wins_and_the_loser_retreats_and_skips() -> None:
    scene = meeting().play("walk S")
    assert fight_of(scene)["dice"] == {"a": None, "d": None}
    scene.play("roll=5")
    assert fight_of(scene)["dice"] == {"a": 5, "d": None}
    scene.play("roll=4")
    assert scene.at(0) == (4, 4)
    assert scene.at(1) == (4, 7)
    assert scene.s["skip"][1] == 1
    assert scene.s["skip"][0] == 0
    assert (scene.phase, scene.asked) == ("ACT", 0)
    assert not [text for text in scene.legal if text.startswith("walk")]
    assert "dig" not in scene.legal
    scene.play("end")
    assert (scene.phase, scene.asked, scene.s["skip"][1]) == ("ACT", 0, 0)


@pytest.mark.rule("BC-PVP-2")
def test_an_attacker_who_loses_ends_his_turn() -> None:
    scene = meeting().play("walk S", "roll=2", "roll=3")
    assert scene.at(0) == (4, 1)
    assert scene.at(1) == (4, 4)
    assert (scene.s["skip"][0], scene.s["skip"][1]) == (1, 0)
    assert (scene.phase, scene.asked) == ("ACT", 1)


@pytest.mark.rule("BC-PVP-3")
def test_a_retreat_onto_a_dwarf_is_a_brawl_in_the_same_turn() -> None:
    scene = shaft(players=3).dwarf(0, (4, 2)).dwarf(2, (4, 3)).dwarf(1, (4, 6))
    scene.play("walk S", "roll=6", "roll=1")
    assert scene.at(2) == (4, 6)
    assert (fight_of(scene)["a"], fight_of(scene)["d"]) == (2, 1)
    assert (scene.phase, scene.s["active"]) == ("ROLL", 0)
    scene.play("roll=4", "roll=3")
    assert scene.at(1) == "home"
    assert (scene.phase, scene.asked) == ("ACT", 0)


@pytest.mark.rule("BC-PVP-3")
def test_a_dwarf_kicked_onto_another_must_fight() -> None:
    scene = shaft(players=3).dwarf(0, (4, 3)).dwarf(1, (4, 4)).dwarf(2, (4, 5)).hand(0, "F18")
    scene.tile((5, 4), "find.cross").play("play F18", "push 1 S")
    assert (fight_of(scene)["a"], fight_of(scene)["d"]) == (1, 2)
    assert (scene.phase, scene.s["active"]) == ("ROLL", 0)


@pytest.mark.rule("BC-PVP-3")
def test_a_dwarf_that_hops_onto_another_must_fight() -> None:
    scene = shaft(special={3: "portal.cross", 5: "portal.cross"}).dwarf(0, (4, 3)).dwarf(1, (4, 5))
    scene.play("hop 4,5")
    assert (fight_of(scene)["a"], fight_of(scene)["d"]) == (0, 1)
    assert scene.phase == "ROLL"


@pytest.mark.rule("BC-PVP-4")
@pytest.mark.parametrize(("mine", "other", "carrier"), [(6, 1, 0), (1, 6, 1)])
def test_the_crystal_of_the_loser_goes_to_the_winner(mine: int, other: int, carrier: int) -> None:
    scene = meeting().crystal(1 - carrier).play("walk S", f"roll={mine}", f"roll={other}")
    assert [int(scene.s["crystal"][seat]) for seat in (0, 1)] == [carrier == 0, carrier == 1]
    assert scene.s["smashed"] == 0
    assert not scene.s["loose"].any()


@pytest.mark.rule("BC-PVP-4")
def test_a_winner_keeps_his_own_crystal() -> None:
    scene = meeting().crystal(0).play("walk S", "roll=6", "roll=1")
    assert (scene.s["crystal"][0], scene.s["crystal"][1]) == (1, 0)
    assert scene.s["smashed"] == 0


@pytest.mark.rule("BC-PVP-5")
def test_a_tie_is_rolled_again_by_both() -> None:
    scene = meeting().play("walk S", "roll=4", "roll=4")
    assert (scene.phase, "fight_tied" in scene.steps) == ("ROLL", True)
    assert fight_of(scene)["dice"] == {"a": None, "d": None}
    scene.play("roll=2")
    assert fight_of(scene)["dice"] == {"a": 2, "d": None}
    scene.play("roll=1")
    assert (scene.at(0), scene.at(1)) == ((4, 4), (4, 7))


@pytest.mark.rule("BC-PVP-6")
@pytest.mark.parametrize(
    ("skill", "cards", "tool"),
    [
        ("thief", (), "exp"),
        ("thief", ("F01",), "F01"),
        ("engineer", (), "skill"),
        ("iron_head", (), "head"),
    ],
)
def test_a_wall_is_broken_and_the_rival_behind_it_fought(
    skill: str, cards: tuple[str, ...], tool: str
) -> None:
    scene = shaft(skills=(skill, "miner")).tile((3, 4), "boom.dead_end").tiles((3, 3))
    scene.dwarf(0, (3, 4)).dwarf(1, (4, 4)).hand(0, *cards)
    assert "walk E" not in scene.legal
    scene.play(f"blast E {tool}")
    assert scene.at(0) == (4, 4)
    assert (fight_of(scene)["a"], fight_of(scene)["d"]) == (0, 1)
    assert scene.s["active"] == 0


@pytest.mark.rule("BC-PVP-6")
@pytest.mark.parametrize(
    ("skill", "cards", "tool"),
    [("thief", ("F02",), "F02"), ("thief", (), "exp"), ("engineer", (), "skill")],
)
def test_rubble_is_cleared_and_the_rival_under_it_fought(
    skill: str, cards: tuple[str, ...], tool: str
) -> None:
    scene = meeting(skills=(skill, "miner")).rubble((4, 4)).hand(0, *cards)
    assert "walk S" not in scene.legal
    scene.play(f"clear S {tool}", "walk S")
    assert (fight_of(scene)["a"], fight_of(scene)["d"]) == (0, 1)


@pytest.mark.rule("BC-PVP-6")
@pytest.mark.parametrize(
    ("skill", "cards", "tool"),
    [("thief", (), "exp"), ("thief", ("F02",), "F02"), ("engineer", (), "skill")],
)
def test_after_a_walk_rubble_is_cleared_and_the_rival_under_it_fought(
    skill: str, cards: tuple[str, ...], tool: str
) -> None:
    scene = meeting(skills=(skill, "miner")).dwarf(0, (4, 2)).rubble((4, 4)).hand(0, *cards)
    scene.play("walk S")
    assert not [text for text in scene.legal if text.startswith("attack")]
    scene.play(f"clear S {tool}", "attack S")
    assert (fight_of(scene)["a"], fight_of(scene)["d"]) == (0, 1)
    assert scene.at(0) == scene.at(1) == (4, 4)


@pytest.mark.rule("BC-PVP-6")
@pytest.mark.parametrize(
    ("skill", "cards", "allies", "tool"),
    [
        ("thief", (), (), "exp"),
        ("thief", ("F01",), (), "F01"),
        ("engineer", (), (), "skill"),
        ("miner", (), ("B14",), "B14"),
    ],
)
def test_after_a_walk_a_wall_is_broken_and_the_rival_fought(
    skill: str, cards: tuple[str, ...], allies: tuple[str, ...], tool: str
) -> None:
    scene = behind_a_wall(skill).explosives(0, int(tool == "exp")).hand(0, *cards)
    for name in allies:
        scene.ally(0, name)
    assert scene.why(f"attack W {tool}") == "BC-PVP-1", "not before the move: that is a blast"
    scene.play("walk S")
    assert [text for text in scene.legal if text.startswith("attack")] == [f"attack W {tool}"]
    scene.play(f"attack W {tool}")
    assert (fight_of(scene)["a"], fight_of(scene)["d"]) == (0, 1)
    assert scene.at(0) == scene.at(1) == (3, 3)
    assert [3, 3, 4, 3] in scene.position["passages"]
    assert not scene.s["explosives"][0]
    assert not scene.cards(0)
    assert not scene.allies(0)
    assert scene.s["uses"][0] == (1 if skill == "engineer" else 0)
    scene.play("roll=6", "roll=1")
    assert scene.at(0) == (3, 3)
    scene.dwarf(1, (3, 2)).set(skip={1: 0}).explosives(0, 1)
    assert not [text for text in scene.legal if text.startswith("attack")], "once a turn"


@pytest.mark.rule("BC-PVP-6", "BC-IRN-1")
def test_iron_head_butts_through_to_a_rival_only_in_a_dead_end() -> None:
    scene = behind_a_wall("iron_head").explosives(0, 0).hand(0, "F21").play("walk S")
    assert scene.why("attack W head") == "BC-PVP-6"
    scene.rubble((4, 2)).play("attack W head")
    assert scene.at(0) == (3, 3)


@pytest.mark.rule("BC-PVP-6")
@pytest.mark.parametrize(
    ("skill", "cards", "tools"),
    [
        ("shaman", (), ["exp"]),
        ("shaman", ("F01",), ["exp", "F01"]),
        ("engineer", (), ["exp", "skill"]),
    ],
)
def test_a_rival_breaks_the_wall_to_the_active_dwarf(
    skill: str, cards: tuple[str, ...], tools: list[str]
) -> None:
    scene = behind_a_wall("thief", skill).hand(1, *cards).play("walk S", "end")
    assert (scene.phase, scene.asked) == ("REACT", 1)
    assert scene.legal == ["pass", *(f"attack {tool}" for tool in tools)]
    assert scene.why("attack") == "BC-PVP-1"
    scene.play(f"attack {tools[-1]}")
    assert (fight_of(scene)["a"], fight_of(scene)["d"]) == (1, 0)
    assert scene.at(1) == scene.at(0) == (4, 3)
    assert [3, 3, 4, 3] in scene.position["passages"]
    assert scene.s["explosives"][1] == (1 if tools == ["exp"] else 2)
    assert not scene.cards(1)


@pytest.mark.rule("BC-PVP-6")
def test_iron_head_answers_with_his_head() -> None:
    scene = behind_a_wall("thief", "iron_head").rubble((3, 2)).play("walk S", "end")
    assert scene.legal == ["pass", "attack exp", "attack head"]
    assert scene.play("attack head").s["explosives"][1] == 2


@pytest.mark.rule("BC-PVP-6")
def test_a_wall_is_not_broken_where_nobody_may_be_attacked() -> None:
    scene = behind_a_wall(meeting="off").play("walk S")
    assert not [text for text in scene.legal if text.startswith("attack")]
    assert scene.play("end").phase != "REACT"
    scene = behind_a_wall(meeting="active_only").play("walk S")
    assert "attack W exp" in scene.legal
    assert scene.play("end").phase != "REACT"
    for field in ("skip", "mining", "autopilot"):
        busy = behind_a_wall().set(**{field: {1: 1}}).play("walk S", "end")
        assert busy.phase != "REACT", field


@pytest.mark.rule("BC-PVP-6")
def test_a_wall_is_not_broken_where_rubble_or_nobody_is_behind_it() -> None:
    scene = behind_a_wall().rubble((3, 3)).play("walk S")
    assert scene.why("attack W exp") == "BC-PVP-6"
    assert scene.play("end").phase != "REACT"
    scene = behind_a_wall().dwarf(1, (3, 2)).play("walk S")
    assert scene.why("attack W exp") == "BC-PVP-6"
    scene = behind_a_wall().explosives(0, 0).hand(0, "F21").play("walk S")
    assert scene.why("attack W exp") == "BC-EXP-1"
    assert scene.why("attack W F01") == "BC-FIND-5"
    assert scene.why("attack E exp") == "BC-EXP-1"


@pytest.mark.rule("BC-PVP-6")
def test_under_ruleset_1_nobody_breaks_a_wall_after_a_walk() -> None:
    scene = behind_a_wall().set(ruleset=1).play("walk S")
    assert scene.why("attack W exp") == "BC-PVP-1"
    assert scene.play("end").phase != "REACT"


@pytest.mark.rule("BC-PVP-6", "BC-HID-6")
def test_that_a_card_may_break_the_wall_is_told_to_nobody_else() -> None:
    scene = behind_a_wall().explosives(1, 0).hand(1, "F01").play("walk S", "end")
    assert (scene.phase, "hand_told" in scene.steps) == ("REACT", True)


@pytest.mark.rule("BC-PVP-7")
def test_bonus_cards_are_played_in_turn_before_the_rolls() -> None:
    scene = meeting().hand(0, "F05", "F06").hand(1, "F07").play("walk S")
    assert (scene.phase, scene.asked) == ("PREROLL", 0)
    scene.play("pass")
    assert (scene.phase, scene.asked) == ("PREROLL", 1)
    scene.play("play F07")
    assert (scene.phase, scene.asked) == ("PREROLL", 0)
    scene.play("play F05")
    assert fight_of(scene)["mods"] == {"a": 1, "d": 3}
    assert (scene.phase, scene.asked, scene.legal) == ("PREROLL", 0, ["pass", "play F06"])
    scene.play("pass")
    assert scene.phase == "ROLL"
    scene.play("roll=4", "roll=2")
    assert (scene.phase, scene.cards(0)) == ("ROLL", ["F06"])
    scene.play("roll=3", "roll=2")
    assert scene.at(0) == (4, 1)
    assert scene.cards(0) == ["F06"]


@pytest.mark.rule("BC-PVP-8")
def test_a_loser_on_a_find_tile_calls_at_once_and_skips_later() -> None:
    scene = meeting(special={7: "find.straight"}).play("walk S", "roll=6", "roll=1")
    assert (scene.phase, scene.asked, scene.s["active"]) == ("CALL", 1, 0)
    scene.play("odd", "roll=3", "find=F05")
    assert scene.cards(1) == ["F05"]
    assert (scene.phase, scene.asked, scene.s["skip"][1]) == ("ACT", 0, 1)
    scene.play("end")
    assert (scene.asked, scene.s["skip"][1]) == (0, 0)


@pytest.mark.rule("BC-PVP-8")
def test_a_loser_who_misses_his_call_meets_a_boom_card() -> None:
    scene = meeting(special={7: "find.straight"})
    scene.play("walk S", "roll=6", "roll=1", "odd", "roll=2")
    assert (scene.phase, scene.s["active"]) == ("BOOM", 0)
    scene.play("boom=B18", "roll=1")
    assert scene.at(1) == (4, 8)
    assert "boom" in scene.cell((4, 7))
    assert scene.s["skip"][1] == 1


@pytest.mark.rule("BC-PVP-9")
@pytest.mark.parametrize(("mine", "other", "winner"), [(6, 1, 0), (1, 6, 1)])
def test_of_two_crystals_the_losers_is_smashed(mine: int, other: int, winner: int) -> None:
    scene = meeting().crystal(0, 1).play("walk S", f"roll={mine}", f"roll={other}")
    assert scene.s["crystal"][winner] == 1
    assert scene.s["crystal"][1 - winner] == 0
    assert scene.position["crystals_smashed"] == 1
    assert not scene.s["loose"].any()


@pytest.mark.rule("BC-PVP-10")
def test_a_retreat_ignores_what_it_passes_and_meets_the_token_at_its_end() -> None:
    scene = meeting(special={6: "find.straight"}).boom((4, 5), (4, 7))
    scene.play("walk S", "roll=6", "roll=1")
    assert scene.at(1) == (4, 7)
    assert (scene.phase, scene.s["active"]) == ("BOOM", 0)
    scene.play("boom=B05", "roll=2")
    assert "boom" not in scene.cell((4, 7))
    assert "boom" in scene.cell((4, 5))
    assert (scene.phase, scene.asked) == ("ACT", 0)


@pytest.mark.rule("BC-PVP-10")
def test_a_retreat_goes_around_rubble() -> None:
    scene = Scene(skills=PLAIN).tile((4, 8), "plain.straight")
    scene.tiles((4, 3), (4, 4), (4, 5), (4, 6), (4, 7), (5, 4), (5, 5), (5, 6)).rubble((4, 5))
    scene.dwarf(0, (4, 3)).dwarf(1, (4, 4)).play("walk S", "roll=6", "roll=1")
    assert scene.at(1) == (5, 6)


@pytest.mark.rule("BC-PVP-10")
def test_a_retreat_takes_the_shorter_way_through_portals() -> None:
    scene = Scene(skills=PLAIN).tiles(*((4, row) for row in range(4)))
    scene.tile((4, 4), "portal.cross").tile((6, 6), "portal.cross")
    scene.tiles((5, 6), (5, 7), (5, 8)).tile((4, 8), "find.cross")
    scene.dwarf(0, (4, 2)).dwarf(1, (4, 3)).play("walk S", "roll=6", "roll=1")
    assert scene.at(1) == (5, 7)


@pytest.mark.rule("BC-PVP-10")
def test_a_retreat_longer_than_the_way_ends_at_home_with_one_skip() -> None:
    scene = shaft().dwarf(0, (4, 6)).dwarf(1, (4, 7)).play("walk S", "roll=6", "roll=1")
    assert scene.at(1) == "home"
    assert scene.s["skip"][1] == 1


# Allies


@pytest.mark.rule("BC-ALLY-1")
def test_a_collar_tames_a_monster_instead_of_a_fight() -> None:
    scene = lair("thief", "F22").play("walk S", "boom=B18")
    assert (scene.phase, scene.legal) == ("MONSTER", ["fight", "play F22"])
    scene.play("play F22")
    assert scene.allies(0) == ["B18"]
    assert scene.position["fight"] is None
    assert "boom" not in scene.cell((4, 4))
    assert scene.position["boom_discard"] == {}
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 4))


@pytest.mark.rule("BC-ALLY-1")
def test_a_monster_too_strong_for_the_collar_is_fought() -> None:
    scene = lair("thief", "F22").play("walk S", "boom=B25")
    assert (scene.phase, scene.cards(0)) == ("ROLL", ["F22"])
    assert scene.allies(0) == []


@pytest.mark.rule("BC-ALLY-2")
def test_an_ally_fights_monsters_and_dwarfs_for_its_owner() -> None:
    scene = lair("thief").ally(0, "B18").play("walk S", "boom=B15")
    assert {"ally_sent", "fight_won"} <= set(scene.steps)
    assert (scene.phase, scene.at(0)) == ("ACT", (4, 4))
    scene = meeting().ally(0, "B18").play("walk S")
    assert fight_of(scene)["allies"] == {"a": "B18", "d": None}
    scene.play("roll=3")
    assert (scene.at(0), scene.at(1)) == ((4, 4), (4, 7))


@pytest.mark.rule("BC-ALLY-3")
def test_an_ally_must_go_first() -> None:
    scene = meeting().ally(0, "B15").play("walk S")
    assert (scene.phase, fight_of(scene)["allies"]) == ("ROLL", {"a": "B15", "d": None})
    scene = meeting().ally(0, "B15").ally(0, "B18").play("walk S")
    assert (scene.phase, scene.asked) == ("ALLY", 0)
    assert scene.legal == ["ally B15", "ally B18"]
    assert scene.why("none") == "BC-ALLY-3"


@pytest.mark.rule("BC-ALLY-3", "BC-MIN-3")
def test_only_the_miners_own_colleague_may_stay_out() -> None:
    scene = meeting(skills=("miner", "thief")).ally(0, "B14").play("walk S")
    assert (scene.phase, scene.legal) == ("ALLY", ["none", "ally B14"])
    scene.play("none")
    assert fight_of(scene)["allies"] == {"a": None, "d": None}
    scene.play("roll=6", "roll=1")
    assert scene.allies(0) == ["B14"]
    scene = meeting(skills=("thief", "miner")).ally(0, "B14").play("walk S")
    assert (scene.phase, fight_of(scene)["allies"]) == ("ROLL", {"a": "B14", "d": None})
    scene = meeting(skills=("miner", "thief")).ally(0, "B14").ally(0, "B15").play("walk S")
    assert scene.legal == ["ally B14", "ally B15"]


@pytest.mark.rule("BC-ALLY-3")
def test_the_attacker_chooses_his_ally_first() -> None:
    scene = meeting().ally(0, "B15").ally(0, "B18").ally(1, "B05").ally(1, "B25").play("walk S")
    assert (scene.phase, scene.asked) == ("ALLY", 0)
    scene.play("ally B18")
    assert (scene.phase, scene.asked) == ("ALLY", 1)


@pytest.mark.rule("BC-ALLY-4")
def test_when_the_ally_loses_its_owner_fights_on() -> None:
    scene = lair("thief").ally(0, "B05").play("walk S", "boom=B15")
    assert (scene.phase, scene.s["active"]) == ("ROLL", 0)
    assert fight_of(scene)["allies"] == {"a": None, "d": None}
    scene.play("roll=4")
    assert (scene.phase, scene.at(0)) == ("ACT", (4, 4))
    scene = lair("thief").ally(0, "B05").play("walk S", "boom=B15", "roll=2")
    assert scene.at(0) == (4, 2)


@pytest.mark.rule("BC-ALLY-5")
def test_an_ally_is_discarded_after_the_fight_whatever_the_result() -> None:
    scene = lair("thief").ally(0, "B18").play("walk S", "boom=B15")
    assert scene.allies(0) == []
    assert scene.position["boom_discard"] == {"B15": 1, "B18": 1}
    scene = lair("thief").ally(0, "B05").play("walk S", "boom=B15", "roll=2")
    assert scene.allies(0) == []
    assert scene.position["boom_discard"] == {"B05": 1, "B15": 1}


@pytest.mark.rule("BC-ALLY-5")
def test_the_leash_keeps_an_ally() -> None:
    scene = lair("thief", "F23").ally(0, "B18").play("walk S", "boom=B15")
    assert (scene.phase, scene.asked, scene.legal) == ("KEEPALLY", 0, ["pass", "play F23"])
    scene.play("play F23")
    assert scene.allies(0) == ["B18"]
    assert scene.position["boom_discard"] == {"B15": 1}
    assert seat_of(scene, 0)["table"] == [["F23", 1]]


@pytest.mark.rule("BC-ALLY-6")
def test_an_ally_takes_boosts_and_spells_before_the_roll_only() -> None:
    scene = meeting().ally(0, "B15").hand(0, "F05", "F06").hand(1, "F09").play("walk S")
    scene.play("play F06")
    assert fight_of(scene)["mods"] == {"a": 2, "d": 0}
    scene.play("play F09")
    assert fight_of(scene)["mods"] == {"a": 0, "d": 0}
    scene.play("pass")
    assert scene.phase == "ROLL"
    scene.play("roll=3")
    assert (scene.phase, scene.cards(0)) == ("ROLL", ["F05"])
    scene.play("roll=4")
    assert fight_of(scene)["allies"] == {"a": None, "d": None}


@pytest.mark.rule("BC-ALLY-6")
def test_a_third_seat_trips_an_ally() -> None:
    scene = meeting(players=3).ally(1, "B18").hand(2, "F10").play("walk S")
    assert (scene.phase, scene.asked) == ("PREROLL", 2)
    scene.play("play F10 d", "roll=3")
    assert fight_of(scene)["allies"] == {"a": None, "d": None}


@pytest.mark.rule("BC-ALLY-6")
def test_nothing_is_sold_for_an_ally_after_the_rivals_roll() -> None:
    scene = meeting(skills=("merchant", "thief")).ally(0, "B15").hand(0, "F14", "F11")
    scene.play("walk S", "roll=4")
    assert (scene.phase, scene.cards(0)) == ("ROLL", ["F11", "F14"])
    assert fight_of(scene)["allies"] == {"a": None, "d": None}


@pytest.mark.rule("BC-ALLY-7", "BC-WINDOW-4")
def test_an_ally_as_healthy_as_the_monster_wins_and_is_spent() -> None:
    scene = lair("thief").ally(0, "B22").play("walk S", "boom=B18")
    assert (scene.phase, scene.at(0)) == ("ACT", (4, 4))
    assert scene.allies(0) == []
    assert scene.position["boom_discard"] == {"B18": 1, "B22": 1}
    assert "boom" not in scene.cell((4, 4))
    scene = lair("thief").ally(0, "B15").play("walk S", "boom=B18")
    assert scene.phase == "ROLL"


@pytest.mark.rule("BC-WINDOW-4", "BC-SHA-2")
def test_a_tie_with_a_monster_spends_even_the_shamans_elemental() -> None:
    scene = lair("shaman").ally(0, "B21").play("walk S", "boom=B18")
    assert "fight_won" in scene.steps
    assert scene.allies(0) == []


@pytest.mark.rule("BC-ALLY-7", "BC-WINDOW-4")
def test_modifiers_count_when_healths_are_compared() -> None:
    scene = lair("thief", "F09").ally(0, "B15").play("walk S", "boom=B25", "play F09")
    assert "fight_won" in scene.steps
    scene = lair("thief", "F06").ally(0, "B15").play("walk S", "boom=B25", "play F06")
    assert "fight_won" in scene.steps
    scene = lair("thief", "F05").ally(0, "B15").play("walk S", "boom=B25", "play F05")
    assert scene.phase == "ROLL"


@pytest.mark.rule("BC-ALLY-8", "BC-WINDOW-4")
def test_a_dwarf_rolls_against_an_ally() -> None:
    scene = meeting().ally(0, "B18").play("walk S", "roll=4")
    assert (scene.phase, "fight_tied" in scene.steps) == ("ROLL", True)
    assert fight_of(scene)["allies"] == {"a": "B18", "d": None}
    scene.play("roll=3")
    assert (scene.at(1), scene.s["skip"][1]) == ((4, 7), 1)


@pytest.mark.rule("BC-ALLY-8", "BC-WINDOW-4")
def test_after_an_ally_is_beaten_the_dwarfs_roll_afresh() -> None:
    scene = meeting().ally(0, "B18").play("walk S", "roll=5")
    assert fight_of(scene)["allies"] == {"a": None, "d": None}
    assert fight_of(scene)["dice"] == {"a": None, "d": None}
    scene.play("roll=2")
    assert fight_of(scene)["dice"] == {"a": 2, "d": None}
    scene.play("roll=1")
    assert (scene.at(0), scene.at(1)) == ((4, 4), (4, 7))
    assert scene.allies(0) == []


@pytest.mark.rule("BC-ALLY-8", "BC-WINDOW-4")
def test_an_attacker_rolls_against_the_ally_of_the_attacked() -> None:
    scene = meeting().ally(1, "B18").play("walk S", "roll=3")
    assert (scene.at(0), scene.at(1)) == ((4, 1), (4, 4))
    assert scene.s["skip"][0] == 1


@pytest.mark.rule("BC-ALLY-9", "BC-WINDOW-4")
def test_of_two_allies_the_weaker_goes_and_the_other_fights_on() -> None:
    scene = meeting().ally(0, "B25").ally(1, "B18").play("walk S")
    assert fight_of(scene)["allies"] == {"a": "B25", "d": None}
    scene.play("roll=5")
    assert (scene.phase, fight_of(scene)["allies"]) == ("ROLL", {"a": "B25", "d": None})
    scene.play("roll=4")
    assert scene.at(1) == (4, 7)
    assert scene.allies(0) == scene.allies(1) == []


@pytest.mark.rule("BC-ALLY-9", "BC-WINDOW-4")
def test_of_two_equal_allies_both_go() -> None:
    scene = meeting().ally(0, "B22").ally(1, "B18").play("walk S")
    assert fight_of(scene)["allies"] == {"a": None, "d": None}
    scene.play("roll=1")
    assert fight_of(scene)["dice"] == {"a": 1, "d": None}
    scene.play("roll=6")
    assert scene.at(0) == (4, 1)
    assert scene.position["boom_discard"] == {"B18": 1, "B22": 1}


@pytest.mark.rule("BC-ALLY-10")
def test_one_ally_a_fight_out_of_any_number() -> None:
    scene = lair("thief").ally(0, "B05").ally(0, "B10").ally(0, "B15").play("walk S", "boom=B25")
    assert scene.legal == ["ally B05", "ally B10", "ally B15"]
    scene.play("ally B15")
    assert (scene.phase, fight_of(scene)["allies"]) == ("ROLL", {"a": None, "d": None})
    scene.play("roll=6")
    assert scene.allies(0) == ["B05", "B10"]


@pytest.mark.rule("BC-ALLY-11", "BC-GAR-2")
def test_a_summoned_ally_is_no_card_and_has_health_four() -> None:
    scene = lair("gardener").play("walk S")
    booms = scene.position["boom_deck"]
    scene.play("boom=B18", "summon")
    assert "fight_won" in scene.steps
    scene.play("odd", "roll=2", "pass")
    assert scene.allies(0) == []
    assert scene.position["boom_discard"] == {"B18": 1}
    assert scene.position["boom_deck"] == {**booms, "B18": booms["B18"] - 1}
    scene = lair("gardener").play("walk S", "boom=B25", "summon")
    assert scene.phase == "ROLL"


@pytest.mark.rule("BC-ALLY-11")
@pytest.mark.parametrize("ally", ["seed", "B20"])
def test_a_seed_is_kept_or_lost_like_dandelions(ally: str) -> None:
    scene = lair("gardener").ally(0, ally).set(uses={0: 0}).play("walk S", "boom=B15")
    assert (scene.phase, scene.asked) == ("CALL", 0)
    scene.play("even", "roll=2")
    assert scene.allies(0) == [ally]
    scene = lair("gardener").ally(0, ally).set(uses={0: 0})
    scene.play("walk S", "boom=B15", "even", "roll=3")
    assert scene.allies(0) == []


# Windows of a fight


@pytest.mark.rule("BC-WINDOW-1")
def test_the_newcomer_is_side_a_and_the_resident_side_d() -> None:
    scene = shaft(players=3).dwarf(0, (4, 2)).dwarf(1, (4, 4)).hand(2, "F10")
    scene.play("walk S", "end", "attack")
    assert (fight_of(scene)["a"], fight_of(scene)["d"]) == (1, 0)
    scene.play("play F10 a")
    assert fight_of(scene)["mods"] == {"a": -2, "d": 0}
    scene.play("roll=5", "roll=4")
    assert scene.at(0) == (4, 3)
    assert scene.at(1) != (4, 3)


@pytest.mark.rule("BC-WINDOW-1")
def test_the_fighter_is_side_a_and_the_monster_side_d() -> None:
    scene = lair("thief").hand(1, "F10").play("walk S", "boom=B18")
    assert (fight_of(scene)["a"], fight_of(scene)["d"], fight_of(scene)["card"]) == (0, None, "B18")
    scene.play("play F10 d", "roll=3")
    assert (scene.phase, scene.at(0)) == ("ACT", (4, 4))
    scene = lair("thief").hand(1, "F10").play("walk S", "boom=B18", "play F10 a", "roll=5")
    assert scene.at(0) != (4, 4)


@pytest.mark.rule("BC-WINDOW-2")
def test_the_window_asks_both_sides_then_the_others_clockwise() -> None:
    scene = shaft(players=4, active=2).dwarf(2, (4, 3)).dwarf(0, (4, 4))
    scene.set(find_deck={FIND["F10"]: 2}).hand(1, "F10").hand(3, "F10")
    scene.hand(2, "F05").hand(0, "F05").play("walk S")
    order = []
    while scene.phase == "PREROLL":
        order.append(scene.asked)
        scene.play("pass")
    assert order == [2, 0, 3, 1]
    assert scene.phase == "ROLL"


@pytest.mark.rule("BC-WINDOW-2")
def test_against_a_monster_the_others_follow_clockwise() -> None:
    scene = shaft(players=4, active=2).dwarf(2, (4, 3)).boom((4, 4))
    scene.set(find_deck={FIND["F10"]: 2}).hand(1, "F10", "F05").hand(3, "F10").hand(0, "F05")
    scene.play("walk S", "boom=B18")
    assert (scene.phase, scene.asked) == ("PREROLL", 3)
    scene.play("pass")
    assert (scene.phase, scene.asked) == ("PREROLL", 1)
    assert scene.legal == ["pass", "play F10 a", "play F10 d"]
    scene.play("pass")
    assert scene.phase == "ROLL"


@pytest.mark.rule("BC-WINDOW-2")
def test_a_seat_plays_one_card_and_the_window_closes_when_all_were_quiet() -> None:
    scene = meeting(players=3).hand(0, "F05", "F06").hand(1, "F05", "F06").hand(2, "F10")
    scene.play("walk S", "play F05")
    assert scene.asked == 1
    scene.play("play F05")
    assert scene.asked == 2
    scene.play("pass")
    assert scene.asked == 0
    scene.play("pass")
    assert scene.asked == 1
    scene.play("play F06")
    assert scene.asked == 2
    scene.play("pass")
    assert scene.asked == 0
    scene.play("pass")
    assert scene.phase == "ROLL"
    assert fight_of(scene)["mods"] == {"a": 1, "d": 3}


@pytest.mark.rule("BC-WINDOW-3")
def test_every_stage_has_its_window_and_a_tie_has_none() -> None:
    scene = lair("thief", "F05", "F06", "F07", "F09").ally(0, "B05").play("walk S", "boom=B25")
    scene.play("play F05", "play F09")
    assert fight_of(scene)["mods"] == {"a": 1, "d": -2}
    scene.play("pass")
    assert (scene.phase, scene.asked) == ("PREROLL", 0)
    assert fight_of(scene)["allies"] == {"a": None, "d": None}
    assert fight_of(scene)["mods"] == {"a": 0, "d": -2}
    scene.play("play F06", "pass", "roll=1")
    assert (scene.phase, "fight_tied" in scene.steps) == ("ROLL", True)
    assert fight_of(scene)["mods"] == {"a": 2, "d": -2}
    scene.play("roll=2")
    assert (scene.phase, scene.at(0), scene.cards(0)) == ("ACT", (4, 4), ["F07"])


@pytest.mark.rule("BC-WINDOW-3")
def test_modifiers_of_a_dwarf_stay_when_the_ally_before_him_falls() -> None:
    scene = meeting().ally(0, "B15").hand(0, "F05").hand(1, "F06", "F09").play("walk S")
    scene.play("play F05", "play F06", "play F09")
    assert fight_of(scene)["mods"] == {"a": -1, "d": 2}
    scene.play("roll=1")
    assert fight_of(scene)["mods"] == {"a": 0, "d": 2}
    assert fight_of(scene)["allies"] == {"a": None, "d": None}
    scene.play("roll=4", "roll=3")
    assert scene.at(0) == (4, 1)


@pytest.mark.rule("BC-WINDOW-5")
def test_after_a_roll_against_a_monster_only_the_roller_is_asked_while_not_winning() -> None:
    scene = lair("thief", "F11").hand(1, "F11").play("walk S", "boom=B15", "roll=4")
    assert (scene.phase, scene.asked, scene.cards(0)) == ("ACT", 0, ["F11"])
    scene = lair("thief").hand(1, "F11").play("walk S", "boom=B15", "roll=2")
    assert scene.at(0) == (4, 2)
    for face in (2, 3):
        scene = lair("thief", "F11").play("walk S", "boom=B15", f"roll={face}")
        assert (scene.phase, scene.asked) == ("POSTROLL", 0)
        assert scene.legal == ["pass", "play F11"]


@pytest.mark.rule("BC-WINDOW-5")
def test_after_a_roll_against_an_ally_only_the_roller_is_asked() -> None:
    scene = meeting().ally(0, "B15").hand(0, "F11").hand(1, "F11").play("walk S", "roll=2")
    assert (scene.phase, scene.asked) == ("POSTROLL", 1)
    scene.play("play F11", "roll=4")
    assert fight_of(scene)["allies"] == {"a": None, "d": None}
    assert (scene.phase, scene.cards(0), scene.cards(1)) == ("ROLL", ["F11"], [])


@pytest.mark.rule("BC-WINDOW-5")
def test_after_both_rolls_the_sides_are_asked_by_turns_while_not_winning() -> None:
    scene = meeting(skills=("merchant", "thief")).hand(0, "F14", "F29").hand(1, "F11")
    scene.play("walk S", "roll=2")
    assert scene.phase == "ROLL"
    scene.play("roll=4")
    assert (scene.phase, scene.asked) == ("POSTROLL", 0)
    assert scene.legal == ["pass", "sell F14", "sell F29"]
    scene.play("sell F14")
    assert (scene.phase, scene.asked, scene.legal) == ("POSTROLL", 0, ["pass", "sell F29"])
    scene.play("sell F29")
    assert (scene.phase, scene.asked, scene.legal) == ("POSTROLL", 1, ["pass", "play F11"])
    scene.play("play F11")
    assert fight_of(scene)["dice"] == {"a": 2, "d": None}
    scene.play("roll=3")
    assert (scene.at(0), scene.at(1)) == ((4, 4), (4, 7))


@pytest.mark.rule("BC-WINDOW-5")
def test_one_input_at_a_time_while_both_are_level() -> None:
    scene = meeting(skills=("merchant", "thief")).hand(0, "F14", "F29").hand(1, "F11")
    scene.play("walk S", "roll=3", "roll=3")
    assert (scene.phase, scene.asked) == ("POSTROLL", 0)
    scene.play("pass")
    assert (scene.phase, scene.asked) == ("POSTROLL", 1)
    scene.play("play F11", "roll=5")
    assert (scene.phase, scene.asked) == ("POSTROLL", 0)
    scene.play("pass")
    assert scene.at(0) == (4, 1)


@pytest.mark.rule("BC-WINDOW-5")
def test_after_the_attackers_coin_the_other_side_is_next() -> None:
    scene = meeting(skills=("merchant", "thief")).hand(0, "F11", "F14").hand(1, "F11")
    scene.play("walk S", "roll=2", "roll=4", "play F11", "roll=4")
    assert (scene.phase, scene.asked) == ("POSTROLL", 1)


@pytest.mark.rule("BC-WINDOW-5")
def test_a_coin_serves_once_a_roll_and_again_after_a_tie() -> None:
    scene = meeting().hand(0, "F11", "F11").play("walk S", "roll=1", "roll=5")
    scene.play("play F11", "roll=2")
    assert (scene.at(0), scene.cards(0)) == ((4, 1), ["F11"])
    scene = meeting().hand(0, "F11", "F11").play("walk S", "roll=1", "roll=5")
    scene.play("play F11", "roll=5")
    assert scene.phase == "ROLL"
    scene.play("roll=1", "roll=2")
    assert (scene.phase, scene.asked, scene.legal) == ("POSTROLL", 0, ["pass", "play F11"])


@pytest.mark.rule("BC-WINDOW-5", "BC-MER-1")
def test_what_was_sold_counts_when_a_tie_is_rolled_again() -> None:
    scene = meeting(skills=("merchant", "thief")).hand(0, "F14")
    scene.play("walk S", "roll=3", "roll=4", "sell F14")
    assert (scene.phase, fight_of(scene)["mods"]) == ("ROLL", {"a": 1, "d": 0})
    scene.play("roll=3", "roll=3")
    assert (scene.at(0), scene.at(1)) == ((4, 4), (4, 7))


@pytest.mark.rule("BC-WINDOW-6", "BC-ALC-1", "BC-ALC-4")
def test_the_potion_ends_a_brawl_at_once_without_retreat_or_skip() -> None:
    scene = meeting(skills=("alchemist", "thief")).hand(1, "F13", "F05").crystal(1)
    scene.play("walk S")
    assert (scene.phase, scene.asked, scene.legal) == ("PREROLL", 0, ["pass", "potion"])
    scene.play("potion")
    assert (scene.at(0), scene.at(1)) == ((4, 4), (4, 6))
    assert (scene.s["skip"][1], scene.s["autopilot"][1]) == (0, 3)
    assert (scene.s["crystal"][0], scene.s["crystal"][1]) == (1, 0)
    assert seat_of(scene, 0)["uses"] == 0
    assert (scene.phase, scene.asked) == ("ACT", 0)


@pytest.mark.rule("BC-WINDOW-6", "BC-ALC-1")
def test_an_attacked_alchemist_drinks_too_and_ends_the_attackers_turn() -> None:
    scene = meeting(skills=("thief", "alchemist")).play("walk S")
    assert (scene.phase, scene.asked) == ("PREROLL", 1)
    scene.play("potion")
    assert (scene.at(0), scene.at(1)) == ((4, 2), (4, 4))
    assert (scene.s["skip"][0], scene.s["autopilot"][0]) == (0, 3)
    assert (scene.phase, scene.asked) == ("ACT", 1)


@pytest.mark.rule("BC-WINDOW-6")
def test_a_run_longer_than_the_way_home_costs_no_turn() -> None:
    scene = shaft(skills=("alchemist", "thief"), autopilot_turns=1)
    scene.dwarf(0, (4, 7)).dwarf(1, (4, 8)).play("walk S", "potion")
    assert scene.at(1) == "home"
    assert (scene.s["skip"][1], scene.s["autopilot"][1]) == (0, 1)


@pytest.mark.rule("BC-WINDOW-6")
def test_an_ally_that_still_stands_at_the_potion_stays() -> None:
    scene = meeting(skills=("alchemist", "thief")).ally(0, "B18").ally(1, "B25").play("walk S")
    scene.play("potion")
    assert (scene.allies(0), scene.allies(1)) == (["B18"], ["B25"])
    scene = meeting(skills=("alchemist", "thief")).ally(0, "B18").ally(1, "B25").play("walk S")
    scene.play("pass")
    assert fight_of(scene)["allies"] == {"a": None, "d": "B25"}
    scene.play("potion")
    assert (scene.allies(0), scene.allies(1)) == ([], ["B25"])
    assert scene.at(1) == (4, 6)


@pytest.mark.rule("BC-WINDOW-7")
def test_health_six_without_a_boost_is_only_fled() -> None:
    scene = lair("thief").play("walk S", "boom=B29", "roll=6")
    assert (scene.phase, "fight_tied" in scene.steps) == ("ROLL", True)
    scene.play("roll=6", "roll=3")
    assert scene.at(0) == (4, 1)


@pytest.mark.rule("BC-WINDOW-7")
def test_trip_up_makes_health_six_an_ordinary_fight() -> None:
    scene = lair("thief").hand(1, "F10").play("walk S", "boom=B29", "play F10 d", "roll=5")
    assert (scene.at(0), "fight_won" in scene.steps) == ((4, 4), True)
    scene = shaft(skills=("thief", "miner")).dwarf(0, (4, 5)).boom((4, 6)).hand(1, "F10")
    scene.play("walk S", "boom=B29", "play F10 a", "roll=6")
    assert scene.at(0) == (4, 0)


# Skills


@pytest.mark.rule("BC-SKILL-0a")
@pytest.mark.parametrize(
    ("skill", "ability"),
    [
        ("engineer", "blast W skill"),
        ("thief", "steal 1"),
        ("iron_head", "blast W head"),
        ("miner", "blast W B14"),
        ("merchant", None),
    ],
)
def test_each_skill_gives_its_own_ability(skill: str, ability: str | None) -> None:
    scene = Scene(skills=(skill, "shaman")).tiles((4, 3)).tile((4, 4), "boom.dead_end")
    scene.dwarf(0, (4, 4)).hand(1, "F05").ally(0, "B14")
    abilities = {"blast W skill", "steal 1", "blast W head", "blast W B14"}
    assert abilities & set(scene.legal) == ({ability} if ability else set())


@pytest.mark.rule("BC-SKILL-0a")
@pytest.mark.parametrize(
    ("skill", "card", "phase"),
    [("shaman", "B16", "MONSTER"), ("gardener", "B16", "ALLY"), ("merchant", "B16", "ROLL")],
)
def test_each_skill_meets_monsters_in_its_own_way(skill: str, card: str, phase: str) -> None:
    assert lair(skill).play("walk S", f"boom={card}").phase == phase


@pytest.mark.rule("BC-SKILL-0b", "BC-ENG-1")
def test_the_engineer_has_two_uses_in_all() -> None:
    assert seat_of(dealt("engineer", "thief"), 0)["uses"] == 2
    scene = shaft(skills=("engineer", "thief")).dwarf(0, (4, 3))
    scene.play("rubble S skill")
    assert seat_of(scene, 0)["uses"] == 1
    scene.play("rubble N skill")
    assert seat_of(scene, 0)["uses"] == 0
    assert not [text for text in scene.legal if text.endswith("skill")]
    assert scene.why("clear S skill") == "BC-ENG-1"
    assert "clear S exp" in scene.legal


@pytest.mark.rule("BC-SKILL-0b")
@pytest.mark.parametrize(
    ("skill", "uses"),
    [
        ("engineer", 2),
        ("alchemist", 1),
        ("gardener", 2),
        ("merchant", None),
        ("miner", None),
        ("thief", None),
        ("shaman", None),
        ("iron_head", None),
    ],
)
def test_limited_skills_start_with_their_counters(skill: str, uses: int | None) -> None:
    other = "thief" if skill != "thief" else "miner"
    assert seat_of(dealt(skill, other), 0)["uses"] == uses


@pytest.mark.rule("BC-SKILL-0c", "BC-ENG-1")
@pytest.mark.parametrize("skill", ["engineer", "gardener", "alchemist"])
def test_second_wind_adds_a_use_only_while_one_is_left(skill: str) -> None:
    scene = shaft(skills=(skill, "thief")).dwarf(0, (4, 3)).hand(0, "F24").set(uses={0: 1})
    scene.play("play F24")
    assert (seat_of(scene, 0)["uses"], scene.cards(0)) == (2, [])
    scene = shaft(skills=(skill, "thief")).dwarf(0, (4, 3)).hand(0, "F24").set(uses={0: 0})
    assert scene.why("play F24") == "BC-SKILL-0c"


@pytest.mark.rule("BC-SKILL-0c")
def test_second_wind_does_nothing_for_a_skill_without_counters() -> None:
    scene = shaft(skills=("merchant", "thief")).dwarf(0, (4, 3)).hand(0, "F24")
    assert scene.why("play F24") == "BC-SKILL-0c"


@pytest.mark.rule("BC-SKILL-0c", "BC-GAR-3", "BC-GAR-5")
def test_a_gardener_without_counters_keeps_what_costs_none() -> None:
    scene = lair("gardener").set(uses={0: 0}).play("walk S", "boom=B20")
    assert (scene.allies(0), scene.phase) == (["B20"], "ACT")
    scene = lair("gardener").set(uses={0: 0}).ally(0, "B20").play("walk S", "boom=B15")
    assert scene.phase == "CALL"
    scene.play("odd", "roll=1")
    assert scene.allies(0) == ["B20"]
    scene = lair("gardener").set(uses={0: 0}).play("walk S", "boom=B15")
    assert scene.phase == "ROLL"


# Engineer


@pytest.mark.rule("BC-ENG-2")
def test_the_engineer_clears_a_neighbouring_cell_without_losing_the_turn() -> None:
    scene = shaft(skills=("engineer", "thief")).dwarf(0, (4, 3)).rubble((4, 4))
    scene.play("clear S skill")
    assert "rubble" not in scene.cell((4, 4))
    assert (scene.asked, scene.s["moves"], scene.s["explosives"][0]) == (0, 1, 2)
    assert seat_of(scene, 0)["uses"] == 1
    assert scene.play("walk S").at(0) == (4, 4)


@pytest.mark.rule("BC-ENG-2")
def test_the_engineer_clears_his_own_cell_without_losing_the_turn() -> None:
    scene = shaft(skills=("engineer", "thief")).dwarf(0, (4, 3)).rubble((4, 3)).start()
    assert scene.phase == "BURIED"
    scene.play("clear here skill")
    assert "rubble" not in scene.cell((4, 3))
    assert (scene.phase, scene.asked, scene.s["moves"]) == ("ACT", 0, 1)
    assert (seat_of(scene, 0)["uses"], scene.s["explosives"][0]) == (1, 2)
    assert "walk S" in scene.legal


@pytest.mark.rule("BC-ENG-3")
def test_the_engineer_breaks_a_passage_to_an_open_cell() -> None:
    scene = Scene(skills=("engineer", "thief")).tile((4, 3), "plain.straight").tiles((5, 3))
    scene.dwarf(0, (4, 3)).explosives(0, 0).play("blast E skill")
    assert scene.at(0) == (5, 3)
    assert scene.position["passages"] == [[4, 3, 5, 3]]
    assert (seat_of(scene, 0)["uses"], scene.s["moves"]) == (1, 0)


@pytest.mark.rule("BC-ENG-3")
def test_the_engineer_breaks_a_passage_to_an_unopened_cell() -> None:
    scene = Scene(skills=("engineer", "thief")).tile((4, 3), "plain.straight")
    scene.dwarf(0, (4, 3)).explosives(0, 0).play("blast E skill", "tile=plain.straight")
    assert scene.legal == ["lay E r0", "lay E r1"]
    scene.play("lay E r0")
    assert scene.at(0) == (5, 3)
    assert scene.position["passages"] == [[4, 3, 5, 3]]
    assert seat_of(scene, 0)["uses"] == 1


@pytest.mark.rule("BC-ENG-4")
def test_the_engineer_makes_rubble_within_the_usual_limits() -> None:
    scene = shaft(skills=("engineer", "thief")).dwarf(0, (4, 3)).dwarf(1, (4, 2)).explosives(0, 0)
    scene.tile((3, 3), "crystal.tee", 1).tile((5, 3), "boom.straight")
    assert [text for text in scene.legal if text.endswith("skill") and "rubble" in text] == [
        "rubble S skill"
    ]
    assert scene.why("rubble N skill") == "BC-RUB-4"
    assert scene.why("rubble W skill") == "BC-RUB-4"
    assert scene.why("rubble E skill") == "BC-RUB-3"
    scene.play("rubble S skill")
    assert scene.cell((4, 4))["rubble"] is True
    assert (seat_of(scene, 0)["uses"], scene.s["moves"]) == (1, 1)


# Merchant


@pytest.mark.rule("BC-MER-1")
def test_the_merchant_sells_cards_after_his_roll() -> None:
    scene = lair("merchant", "F14", "F29").play("walk S", "boom=B25")
    assert scene.phase == "ROLL"
    scene.play("roll=4")
    assert (scene.phase, scene.legal) == ("POSTROLL", ["pass", "sell F14", "sell F29"])
    scene.play("sell F14")
    assert (scene.phase, scene.legal) == ("POSTROLL", ["pass", "sell F29"])
    scene.play("sell F29")
    assert (scene.phase, scene.at(0), scene.cards(0)) == ("ACT", (4, 4), [])
    assert scene.position["find_discard"] == {"F14": 1, "F29": 1}


@pytest.mark.rule("BC-MER-1")
def test_the_merchants_sales_do_not_change_how_far_he_flees() -> None:
    scene = lair("merchant", "F14").play("walk S", "boom=B25", "roll=2", "sell F14")
    assert scene.at(0) == (4, 2)


@pytest.mark.rule("BC-MER-1")
def test_only_the_merchant_sells_and_only_from_his_hand() -> None:
    scene = lair("thief", "F14").play("walk S", "boom=B25", "roll=4")
    assert scene.at(0) == (4, 0)
    scene = lair("merchant").on_table(0, "F02").play("walk S", "boom=B25", "roll=4")
    assert scene.at(0) == (4, 0)


@pytest.mark.rule("BC-MER-1")
def test_the_merchant_sells_in_a_brawl() -> None:
    scene = meeting(skills=("thief", "merchant")).hand(1, "F14").play("walk S", "roll=4", "roll=4")
    assert (scene.phase, scene.asked) == ("POSTROLL", 1)
    scene.play("sell F14")
    assert (scene.at(0), scene.at(1)) == ((4, 1), (4, 4))


@pytest.mark.rule("BC-MER-2")
def test_nothing_is_sold_for_odd_or_even() -> None:
    scene = shaft(skills=("merchant", "thief"), special={4: "find.straight"})
    scene.dwarf(0, (4, 3)).hand(0, "F14").play("walk S")
    assert (scene.phase, scene.legal) == ("CALL", ["odd", "even"])
    scene.play("odd", "roll=2")
    assert (scene.phase, scene.cards(0)) == ("BOOM", ["F14"])
    scene = shaft(skills=("merchant", "thief"), special={4: "find.straight"})
    scene.dwarf(0, (4, 3)).hand(0, "F11", "F14").play("walk S", "odd", "roll=2")
    assert (scene.phase, scene.legal) == ("COIN", ["pass", "play F11"])
    assert scene.why("sell F14") == "BC-MER-1"


# Miner


@pytest.mark.rule("BC-MIN-1")
def test_the_miner_starts_with_three_explosives() -> None:
    scene = dealt("miner", "thief")
    assert (scene.s["explosives"][0], scene.s["explosives"][1]) == (3, 2)
    assert scene.s["bank"] == 5


@pytest.mark.rule("BC-MIN-2")
def test_the_miner_gains_a_colleague_without_a_fight() -> None:
    scene = lair("miner", "F12").play("walk S", "boom=B14")
    assert (scene.phase, scene.asked) == ("ACT", 0)
    assert scene.allies(0) == ["B14"]
    assert "boom" not in scene.cell((4, 4))
    assert scene.position["boom_discard"] == {}
    assert lair("thief").play("walk S", "boom=B14").phase == "ROLL"


@pytest.mark.rule("BC-MIN-3", "BC-MIN-4")
def test_the_colleague_fights_once_boosted_and_leaves() -> None:
    scene = lair("miner", "F06").ally(0, "B14").play("walk S", "boom=B25", "ally B14")
    assert scene.phase == "PREROLL"
    scene.play("play F06")
    assert "fight_won" in scene.steps
    assert scene.allies(0) == []
    assert scene.position["boom_discard"] == {"B14": 1, "B25": 1}


@pytest.mark.rule("BC-MIN-3", "BC-MIN-4")
def test_the_colleague_leaves_when_he_loses_and_the_miner_fights_on() -> None:
    scene = lair("miner").ally(0, "B14").play("walk S", "boom=B25", "ally B14")
    assert (scene.phase, fight_of(scene)["allies"]) == ("ROLL", {"a": None, "d": None})
    scene.play("roll=6")
    assert (scene.at(0), scene.allies(0)) == ((4, 4), [])
    assert scene.position["boom_discard"] == {"B14": 1, "B25": 1}


@pytest.mark.rule("BC-MIN-3")
def test_a_dwarf_rolls_against_the_colleague() -> None:
    scene = meeting(skills=("thief", "miner")).ally(1, "B14").play("walk S", "ally B14")
    assert fight_of(scene)["allies"] == {"a": None, "d": "B14"}
    scene.play("roll=3")
    assert scene.phase == "ROLL"
    scene.play("roll=2")
    assert scene.at(0) == (4, 1)
    assert scene.allies(1) == []


@pytest.mark.rule("BC-MIN-5")
def test_the_colleague_breaks_a_passage_and_leaves() -> None:
    scene = Scene(skills=("miner", "thief")).tile((4, 3), "plain.straight").tiles((5, 3))
    scene.dwarf(0, (4, 3)).ally(0, "B14").play("blast E B14")
    assert scene.at(0) == (5, 3)
    assert scene.position["passages"] == [[4, 3, 5, 3]]
    assert (scene.allies(0), scene.s["explosives"][0]) == ([], 2)
    assert scene.position["boom_discard"] == {"B14": 1}


@pytest.mark.rule("BC-MIN-5")
def test_the_colleague_removes_rubble_and_leaves() -> None:
    scene = shaft(skills=("miner", "thief")).dwarf(0, (4, 3)).rubble((4, 4)).ally(0, "B14")
    scene.play("clear S B14")
    assert "rubble" not in scene.cell((4, 4))
    assert (scene.allies(0), scene.s["moves"], scene.s["explosives"][0]) == ([], 1, 2)
    assert scene.position["boom_discard"] == {"B14": 1}
    scene = shaft(skills=("miner", "thief")).dwarf(0, (4, 3)).rubble((4, 3)).ally(0, "B14").start()
    scene.play("clear here B14")
    assert (scene.phase, scene.allies(0)) == ("ACT", [])


@pytest.mark.rule("BC-MIN-5")
def test_the_colleague_works_for_the_miner_only_and_makes_no_rubble() -> None:
    scene = shaft(skills=("thief", "miner")).dwarf(0, (4, 3)).rubble((4, 4)).ally(0, "B14")
    assert scene.why("clear S B14") == "BC-MIN-5"
    scene = shaft(skills=("miner", "thief")).dwarf(0, (4, 3)).explosives(0, 0).ally(0, "B14")
    assert not [text for text in scene.legal if text.startswith("rubble")]


@pytest.mark.rule("BC-MIN-6")
def test_no_mushroom_grows_near_the_entrance_of_a_player() -> None:
    scene = Scene(skills=("miner", "thief")).tiles((4, 4)).dwarf(0, (4, 4)).hand(0, "F03")
    scene.play("play F03")
    for x in (3, 4, 5):
        for y in (0, 1, 7, 8):
            assert scene.why(f"at {x},{y}") == "BC-MUSH-8"
    for cell in ("4,2", "4,6", "2,0", "6,8", "0,4", "8,4"):
        assert f"at {cell}" in scene.legal


# Thief


@pytest.mark.rule("BC-THF-1", "BC-THF-3", "BC-THF-4")
def test_a_six_draws_a_hidden_card_and_ends_the_turn() -> None:
    scene = shaft().dwarf(0, (4, 3)).dwarf(1, (4, 4)).hand(1, "F05", "F05", "F14")
    scene.play("steal 1")
    assert scene.phase == "ROLL"
    scene.play("roll=6")
    assert (scene.phase, scene.odds) == ("STEAL", {"steal=F05": 2, "steal=F14": 1})
    scene.play("steal=F14")
    assert (scene.cards(0), scene.cards(1)) == (["F14"], ["F05", "F05"])
    assert (scene.phase, scene.asked, scene.s["turns"]) == ("ACT", 1, 1)
    assert scene.at(0) == (4, 3)


@pytest.mark.rule("BC-THF-1", "BC-THF-3", "BC-THF-4")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_any_other_number_misses_for_good_and_ends_the_turn(face: int) -> None:
    scene = shaft().dwarf(0, (4, 3)).hand(0, "F11").hand(1, "F05")
    scene.play("steal 1", f"roll={face}")
    assert (scene.cards(0), scene.cards(1)) == (["F11"], ["F05"])
    assert (scene.phase, scene.asked, scene.s["turns"]) == ("ACT", 1, 1)


@pytest.mark.rule("BC-THF-1")
def test_the_thief_names_any_rival_and_nobody_else_steals() -> None:
    scene = shaft(players=3).dwarf(0, (4, 3)).hand(0, "F05").hand(1, "F05").hand(2, "F05")
    assert [text for text in scene.legal if text.startswith("steal")] == ["steal 1", "steal 2"]
    scene = shaft(skills=("merchant", "thief")).dwarf(0, (4, 3)).hand(1, "F05")
    assert scene.why("steal 1") == "BC-THF-1"


@pytest.mark.rule("BC-THF-1")
def test_stealing_takes_the_place_of_the_move() -> None:
    scene = shaft().dwarf(0, (4, 3)).hand(0, "F16").hand(1, "F05")
    assert "steal 1" in scene.legal
    scene.play("play F16", "walk S")
    assert (scene.s["moves"], scene.why("steal 1")) == (1, "BC-THF-1")
    scene = shaft(special={3: "portal.cross", 5: "portal.cross"}).dwarf(0, (4, 3)).hand(1, "F05")
    assert "steal 1" in scene.legal
    scene.play("hop 4,5")
    assert (scene.s["moves"], scene.why("steal 1")) == (1, "BC-THF-1")


@pytest.mark.rule("BC-THF-2")
def test_there_is_no_theft_from_an_empty_hand_or_the_table() -> None:
    scene = shaft().dwarf(0, (4, 3))
    assert scene.why("steal 1") == "BC-THF-2"
    scene.on_table(1, "F02")
    assert scene.why("steal 1") == "BC-THF-2"
    scene.hand(1, "F05")
    scene.play("steal 1", "roll=6")
    assert scene.legal == ["steal=F05"]


# Alchemist


@pytest.mark.rule("BC-ALC-1")
def test_autopilot_runs_two_cells_now_and_in_each_of_three_turns() -> None:
    scene = shaft(skills=("alchemist", "thief")).dwarf(0, (4, 0)).dwarf(1, (4, 1))
    scene.play("walk S", "potion")
    assert (scene.at(1), scene.s["autopilot"][1]) == ((4, 3), 3)
    where, left = [], []
    for step in ("S", "N", "S"):
        scene.play("end")
        assert (scene.phase, scene.asked) == ("ACT", 0)
        where.append(scene.at(1))
        left.append(int(scene.s["autopilot"][1]))
        scene.play(f"walk {step}")
    assert where == [(4, 5), (4, 7), "home"]
    assert left == [2, 1, 0]
    scene.play("end")
    assert (scene.phase, scene.asked) == ("ACT", 1)
    assert scene.s["skip"][1] == 0


@pytest.mark.rule("BC-ALC-2", "BC-WINDOW-6")
def test_autopilot_ignores_find_tiles() -> None:
    scene = meeting(
        skills=("alchemist", "thief"), special={6: "find.straight", 8: "find.straight"}
    ).play("walk S", "potion")
    assert (scene.at(1), scene.phase, scene.asked) == ((4, 6), "ACT", 0)
    scene.play("end")
    assert (scene.at(1), scene.phase, scene.asked) == ((4, 8), "ACT", 0)


@pytest.mark.rule("BC-ALC-2")
def test_autopilot_still_meets_boom_tokens() -> None:
    scene = meeting(skills=("alchemist", "thief")).boom((4, 6), (4, 8)).play("walk S", "potion")
    assert (scene.at(1), scene.phase) == ((4, 6), "BOOM")
    scene.play("boom=B05", "roll=2", "end")
    assert (scene.at(1), scene.phase, scene.s["active"]) == ((4, 8), "BOOM", 1)


@pytest.mark.rule("BC-ALC-2")
def test_autopilot_still_meets_dwarfs() -> None:
    scene = meeting(players=3, skills=("alchemist", "miner", "thief"))
    scene.dwarf(1, (4, 6)).dwarf(2, (4, 4)).play("walk S", "potion")
    assert (fight_of(scene)["a"], fight_of(scene)["d"]) == (2, 1)
    assert (scene.phase, scene.at(2)) == ("ROLL", (4, 6))


@pytest.mark.rule("BC-ALC-3")
def test_the_potion_is_no_use_against_monsters_or_in_others_brawls() -> None:
    scene = lair("alchemist", "F05").play("walk S", "boom=B15")
    assert (scene.phase, scene.legal) == ("PREROLL", ["pass", "play F05"])
    assert scene.why("potion") == "BC-ALC-3"
    scene = meeting(players=3, skills=("thief", "miner", "alchemist")).play("walk S")
    assert scene.phase == "ROLL"


@pytest.mark.rule("BC-ALC-3")
def test_the_potion_is_used_once_a_game() -> None:
    scene = meeting(skills=("alchemist", "thief")).play("walk S", "potion")
    scene.dwarf(0, (4, 3)).dwarf(1, (4, 4)).set(moves=1)
    scene.play("walk S")
    assert scene.phase == "ROLL"


@pytest.mark.rule("BC-ALC-4")
def test_with_two_crystals_the_victims_is_smashed() -> None:
    scene = meeting(skills=("alchemist", "thief")).crystal(0, 1).play("walk S", "potion")
    assert (scene.s["crystal"][0], scene.s["crystal"][1]) == (1, 0)
    assert scene.position["crystals_smashed"] == 1
    assert scene.s["skip"][1] == 0


# Gardener


@pytest.mark.rule("BC-GAR-1")
def test_the_gardener_has_two_seeds() -> None:
    scene = dealt("gardener", "thief")
    assert seat_of(scene, 0)["uses"] == 2
    scene = lair("gardener").play("walk S", "boom=B15", "summon", "odd", "roll=2", "spend")
    assert seat_of(scene, 0)["uses"] == 0
    assert scene.allies(0) == ["seed"]


@pytest.mark.rule("BC-GAR-2")
def test_the_gardener_summons_at_the_start_of_a_fight_and_boosts() -> None:
    scene = lair("gardener", "F06").play("walk S", "boom=B29")
    assert (scene.phase, scene.legal) == ("ALLY", ["summon", "none"])
    scene.play("summon")
    assert seat_of(scene, 0)["uses"] == 1
    assert scene.phase == "PREROLL"
    scene.play("play F06")
    assert "fight_won" in scene.steps
    scene = meeting(skills=("thief", "gardener")).play("walk S")
    assert (scene.phase, scene.asked, scene.legal) == ("ALLY", 1, ["summon", "none"])
    scene.play("summon", "roll=3", "odd", "roll=1")
    assert (scene.at(0), scene.allies(1)) == ((4, 1), ["seed"])


@pytest.mark.rule("BC-GAR-3")
def test_after_a_won_fight_the_dandelions_stay_if_the_call_is_right() -> None:
    scene = lair("gardener").play("walk S", "boom=B15", "summon")
    assert (scene.phase, scene.asked, scene.legal) == ("CALL", 0, ["odd", "even"])
    scene.play("odd", "roll=5")
    assert (scene.phase, scene.allies(0)) == ("ACT", ["seed"])
    assert seat_of(scene, 0)["uses"] == 1


@pytest.mark.rule("BC-GAR-3")
def test_after_a_lost_fight_there_is_a_call_too() -> None:
    scene = lair("gardener").play("walk S", "boom=B25", "summon", "roll=2")
    assert (scene.phase, scene.asked) == ("CALL", 0)
    scene.play("even", "roll=4")
    assert scene.allies(0) == ["seed"]
    assert scene.at(0) == (4, 2)
    scene = lair("gardener").set(uses={0: 1})
    scene.play("walk S", "boom=B25", "summon", "roll=2", "even", "roll=3")
    assert scene.allies(0) == []
    assert scene.at(0) == (4, 2)


@pytest.mark.rule("BC-GAR-3")
def test_dandelions_of_another_dwarf_just_go() -> None:
    scene = lair("thief").ally(0, "B20").play("walk S", "boom=B15")
    assert (scene.phase, scene.allies(0)) == ("ACT", [])


@pytest.mark.rule("BC-GAR-4")
def test_after_a_miss_another_seed_keeps_the_dandelions() -> None:
    scene = lair("gardener").play("walk S", "boom=B15", "summon", "odd", "roll=4")
    assert (scene.phase, scene.asked, scene.legal) == ("REGROW", 0, ["pass", "spend"])
    scene.play("spend")
    assert (scene.allies(0), seat_of(scene, 0)["uses"]) == (["seed"], 0)
    scene = lair("gardener").play("walk S", "boom=B15", "summon", "odd", "roll=4", "pass")
    assert (scene.allies(0), seat_of(scene, 0)["uses"]) == ([], 1)
    scene = lair("gardener").set(uses={0: 1})
    scene.play("walk S", "boom=B15", "summon", "odd", "roll=4")
    assert (scene.phase, scene.allies(0)) == ("ACT", [])


@pytest.mark.rule("BC-GAR-5")
def test_dandelions_that_attack_the_gardener_join_him_free() -> None:
    scene = lair("gardener", "F12").play("walk S", "boom=B20")
    assert (scene.phase, scene.asked) == ("ACT", 0)
    assert scene.allies(0) == ["B20"]
    assert seat_of(scene, 0)["uses"] == 2
    assert "boom" not in scene.cell((4, 4))
    assert lair("thief").play("walk S", "boom=B20").phase == "ROLL"


# Shaman


@pytest.mark.rule("BC-SHA-1")
def test_the_shaman_calls_to_tame_an_elemental() -> None:
    scene = lair("shaman").play("walk S", "boom=B26")
    assert (scene.phase, scene.legal) == ("MONSTER", ["fight", "tame"])
    scene.play("tame")
    assert (scene.phase, scene.asked, scene.legal) == ("CALL", 0, ["odd", "even"])
    scene.play("even", "roll=6")
    assert (scene.phase, scene.allies(0)) == ("ACT", ["B26"])
    assert "boom" not in scene.cell((4, 4))


@pytest.mark.rule("BC-SHA-1")
@pytest.mark.parametrize(("skill", "card"), [("shaman", "B15"), ("thief", "B26")])
def test_only_the_shaman_tames_and_only_elementals(skill: str, card: str) -> None:
    scene = lair(skill, "F12").play("walk S", f"boom={card}")
    assert scene.legal == ["fight", "play F12"]
    assert scene.why("tame") == "BC-SHA-1"


@pytest.mark.rule("BC-SHA-2")
def test_a_shaman_who_fails_must_fight() -> None:
    scene = lair("shaman", "F12", "F22").play("walk S", "boom=B16", "tame", "even", "roll=3")
    assert (scene.phase, scene.allies(0)) == ("ROLL", [])
    assert scene.cards(0) == ["F12", "F22"]
    scene.play("roll=2")
    assert scene.at(0) == (4, 1)
    assert "boom" in scene.cell((4, 4))


@pytest.mark.rule("BC-SHA-2")
def test_the_shamans_elemental_stays_until_it_loses() -> None:
    scene = lair("shaman", "F23").ally(0, "B26").boom((4, 5)).play("walk S", "boom=B15")
    assert (scene.phase, scene.allies(0)) == ("ACT", ["B26"])
    scene.set(moves=1).play("walk S", "boom=B29")
    assert (scene.phase, fight_of(scene)["allies"]) == ("ROLL", {"a": None, "d": None})
    scene.play("roll=3")
    assert (scene.phase, scene.asked) == ("KEEPALLY", 0)
    scene.play("pass")
    assert scene.allies(0) == []


@pytest.mark.rule("BC-SHA-2")
def test_the_shamans_elemental_stays_after_a_won_brawl_and_goes_after_a_lost_one() -> None:
    scene = meeting(skills=("shaman", "thief")).ally(0, "B21").play("walk S", "roll=3")
    assert (scene.at(1), scene.allies(0)) == ((4, 7), ["B21"])
    scene = meeting(skills=("shaman", "thief")).ally(0, "B21")
    scene.play("walk S", "roll=5", "roll=6", "roll=1")
    assert (scene.at(1), scene.allies(0)) == ((4, 7), [])
    scene = meeting(skills=("thief", "shaman")).ally(0, "B21").play("walk S", "roll=3")
    assert (scene.at(1), scene.allies(0)) == ((4, 7), [])


@pytest.mark.rule("BC-SHA-3")
def test_an_elemental_is_boosted_before_the_fight() -> None:
    scene = lair("shaman", "F06").ally(0, "B21").play("walk S", "boom=B25")
    assert (scene.phase, scene.legal) == ("PREROLL", ["pass", "play F06"])
    scene.play("play F06")
    assert "fight_won" in scene.steps
    assert scene.allies(0) == ["B21"]


@pytest.mark.rule("BC-SHA-4", "BC-ALLY-10")
def test_the_shaman_has_one_elemental_at_most() -> None:
    scene = lair("shaman", "F12", "F22").ally(0, "B26").play("walk S", "boom=B16")
    assert (scene.phase, scene.legal) == ("MONSTER", ["fight", "play F12"])
    scene = lair("shaman", "F12", "F22").ally(0, "B26").play("walk S", "boom=B15")
    assert scene.legal == ["fight", "play F12", "play F22"]
    scene = lair("thief", "F12", "F22").ally(0, "B26").play("walk S", "boom=B16")
    assert scene.legal == ["fight", "play F12", "play F22"]
    scene = lair("shaman", "F12", "F22").ally(0, "B15").play("walk S", "boom=B16")
    assert set(scene.legal) == {"fight", "tame", "play F12", "play F22"}


# Iron Head


def heads(scene: Scene) -> list[str]:
    """The directions of Iron Head's own blasts."""
    return [text.split()[1] for text in scene.legal if text.endswith("head")]


@pytest.mark.rule("BC-IRN-1")
def test_iron_head_breaks_out_of_a_dead_end_to_any_side() -> None:
    scene = Scene().tiles((4, 3)).tile((4, 4), "boom.dead_end").dwarf(0, (4, 4))
    assert heads(scene) == ["E", "S", "W"]
    assert heads(scene.explosives(0, 0)) == ["E", "S", "W"]
    scene = Scene(skills=("thief", "miner")).tiles((4, 3)).tile((4, 4), "boom.dead_end")
    assert scene.dwarf(0, (4, 4)).why("blast S head") == "BC-IRN-1"


@pytest.mark.rule("BC-IRN-1")
def test_iron_head_needs_three_blocked_sides() -> None:
    def corner() -> Scene:
        return Scene().tile((4, 4), "plain.corner").tiles((4, 3), (5, 4)).dwarf(0, (4, 4))

    assert corner().why("blast S head") == "BC-IRN-1"
    assert heads(corner().rubble((5, 4))) == ["E", "S", "W"]
    assert heads(corner().mushroom((5, 4))) == ["S", "W"]
    unopened = Scene().tile((4, 4), "plain.corner").tiles((4, 3)).dwarf(0, (4, 4))
    assert heads(unopened) == []
    edge = Scene().tile((8, 2), "plain.corner").tiles((8, 1)).dwarf(0, (8, 2))
    assert heads(edge) == ["S", "W"]


@pytest.mark.rule("BC-IRN-1")
def test_iron_head_butts_without_limit_and_without_explosives() -> None:
    scene = Scene().tiles((4, 3)).tile((4, 4), "boom.dead_end").tile((4, 5), "find.dead_end")
    scene.tile((4, 6), "find.dead_end").tile((4, 7), "find.dead_end").dwarf(0, (4, 4))
    scene.hand(0, "F29")
    scene.play("blast S head", "play F29", "find=F05").set(moves=1)
    assert heads(scene) == ["E", "S", "W"]
    scene.play("blast S head", "odd", "roll=1", "find=F05").set(moves=1)
    assert heads(scene) == ["E", "S", "W"]
    assert (scene.s["explosives"][0], scene.cards(0)) == (2, ["F05", "F05"])
    assert seat_of(scene, 0)["uses"] is None


@pytest.mark.rule("BC-IRN-2")
def test_iron_head_lays_a_tile_behind_the_wall_and_meets_its_event() -> None:
    scene = Scene().tiles((4, 3)).tile((4, 4), "boom.dead_end").dwarf(0, (4, 4))
    scene.play("blast S head")
    assert scene.phase == "DRAW"
    scene.play("tile=find.dead_end")
    assert scene.legal == ["lay S r0", "lay S r1", "lay S r2", "lay S r3"]
    scene.play("lay S r2")
    assert scene.at(0) == (4, 5)
    assert scene.position["passages"] == [[4, 4, 4, 5]]
    assert scene.phase == "FIND"


@pytest.mark.rule("BC-IRN-2")
def test_iron_head_goes_into_an_open_cell_behind_the_wall() -> None:
    scene = Scene().tiles((4, 3)).tile((4, 4), "boom.dead_end").tile((4, 5), "find.dead_end")
    scene.dwarf(0, (4, 4)).play("blast S head")
    assert scene.at(0) == (4, 5)
    assert scene.position["passages"] == [[4, 4, 4, 5]]
    assert scene.phase == "CALL"


@pytest.mark.rule("BC-IRN-2")
def test_iron_head_butts_through_rubble_when_shut_in() -> None:
    scene = Scene().tiles((4, 3), (4, 4), (4, 5), (3, 4), (5, 4)).dwarf(0, (4, 4))
    scene.rubble((4, 3), (4, 5), (3, 4), (5, 4)).explosives(0, 0).explosives(1, 0).start()
    assert (scene.phase, heads(scene)) == ("ACT", ["N", "E", "S", "W"])
    scene.play("blast S head")
    assert scene.at(0) == (4, 5)
    assert "rubble" not in scene.cell((4, 5))
    assert scene.position["passages"] == []
    assert scene.s["rubbles"] == 7
    assert scene.s["moves"] == 0


@pytest.mark.rule("BC-IRN-2")
def test_a_dwarf_buried_with_a_boom_token_fights_before_iron_head_comes() -> None:
    scene = shaft(skills=("iron_head", "miner")).tile((3, 4), "boom.dead_end", 1)
    scene.dwarf(0, (3, 4)).dwarf(1, (4, 4)).rubble((4, 4)).boom((4, 4)).play("blast E head")
    assert (scene.phase, scene.at(0)) == ("BOOM", (3, 4))
    scene.play("boom=B15")
    assert fight_of(scene)["a"] == 1
    scene.play("roll=4")
    assert scene.at(0) == (4, 4)
    assert (fight_of(scene)["kind"], fight_of(scene)["a"]) == ("brawl", 0)


@pytest.mark.rule("BC-IRN-2")
def test_iron_head_follows_where_the_freed_dwarf_has_fled() -> None:
    scene = shaft(skills=("iron_head", "miner")).tile((3, 4), "boom.dead_end", 1)
    scene.dwarf(0, (3, 4)).dwarf(1, (4, 4)).rubble((4, 4)).boom((4, 4))
    scene.play("blast E head", "boom=B15", "roll=2")
    assert (scene.at(0), scene.at(1)) == ((4, 4), (4, 6))
    assert scene.phase == "BOOM"
