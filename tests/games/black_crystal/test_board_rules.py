"""Goal, components, board, set-up, tiles, moves, Passages and winning, rule by rule."""

from collections import Counter
from typing import Any

import pytest

from orrery.core.contract import CHANCE
from orrery.core.errors import BadData, BadOption, BadRecord
from orrery.core.match import Match
from orrery.core.record import Record
from orrery.core.runner import interpreted
from orrery.games.black_crystal import decks, state
from orrery.games.black_crystal.game import GAME

from .scene import TILES, Cell, Scene

VARIANTS = {
    "3+1": (3, 1),
    "2+1": (2, 1),
    "3+2": (3, 2),
    "2+2": (2, 2),
    "1+1": (1, 1),
    "4+2": (4, 2),
}
SKILLS = ["thief", "merchant", "shaman", "engineer"]
GATES: list[Cell] = [(4, 0), (8, 4), (4, 8), (0, 4)]
QUIET = ("thief", "merchant")


def fresh(**options: object) -> Match:
    """A match before its set-up."""
    return Match(GAME, options, rolls=False, runner=interpreted(GAME))


def without_surplus(**options: object) -> Match:
    """A match after the surplus tiles were taken out."""
    match = fresh(**options)
    while match.legal()[0].startswith("out="):
        match.play(match.legal()[0])
    return match


def ready(first: int = 0, skills: list[str] | None = None, **options: object) -> Match:
    """A match after its set-up."""
    match = without_surplus(**options)
    for skill in (skills or SKILLS)[: match.seats]:
        match.play(f"skill={skill}")
    return match.play(f"first={first}")


def events(tiles: dict[str, int]) -> Counter[str]:
    """Tiles by event."""
    found: Counter[str] = Counter()
    for name, count in tiles.items():
        found[name.split(".")[0]] += count
    return found


def odds(match: Match) -> dict[str, int]:
    """The outcomes of chance and their weights."""
    return dict(zip(match.legal(), match.weights(), strict=True))


def drawn_odds(match: Match) -> Counter[str]:
    """The weights of a tile draw by event."""
    return events({text.removeprefix("tile="): weight for text, weight in odds(match).items()})


def brawlers(scene: Scene) -> tuple[int, int] | None:
    """The attacker and the defender of the Brawl that is on."""
    fight = scene.position["fight"]
    return (fight["a"], fight["d"]) if fight and fight["kind"] == "brawl" else None


def empty_bag(scene: Scene, **left: int) -> Scene:
    """Take all tiles out of the bag, but for some types with _ for the dot."""
    for kind in range(len(TILES)):
        scene.s["bag"][kind] = left.get(TILES[kind].replace(".", "_"), 0)
    return scene


def legal_walks(scene: Scene) -> set[str]:
    """The sides to which the dwarf can walk."""
    return {text.removeprefix("walk ") for text in scene.legal if text.startswith("walk ")}


# The goal


@pytest.mark.rule("BC-GEN-1")
def test_the_aim_is_to_mine_a_crystal_and_then_reach_an_exit() -> None:
    scene = Scene(skills=QUIET).tiles((4, 0)).tile((5, 0), "exit.cross").dwarf(0, (4, 0))
    scene.explosives(0, 0).explosives(1, 0)
    scene.play("dig", "tile=crystal.tee", "lay S r0", "tile=plain.straight")
    assert scene.position["seats"][0]["crystal"]
    scene.play("walk S", "walk N")
    assert scene.phase != "OVER"
    scene.play("walk E")
    assert scene.phase == "OVER"
    assert int(scene.s["winner"]) == 0


@pytest.mark.rule("BC-GEN-2")
def test_the_first_to_do_both_wins_at_once() -> None:
    scene = Scene().tiles((4, 4)).tile((4, 5), "exit.cross").dwarf(0, (4, 4)).crystal(0, 1)
    scene.play("walk S")
    assert (scene.phase, scene.legal) == ("OVER", [])
    assert scene.rules.score(scene.state, 2) == [1, -1]


@pytest.mark.rule("BC-GEN-2")
def test_a_visit_to_the_exit_before_the_crystal_does_not_count() -> None:
    scene = Scene().tile((4, 4), "exit.cross").tiles((4, 5), (4, 6)).dwarf(0, (4, 5))
    scene.play("walk N").set(moves=2)
    scene.loose((4, 5)).play("walk S")
    assert scene.position["seats"][0]["crystal"]
    assert scene.phase == "ACT"
    assert scene.play("walk N").phase == "OVER"


@pytest.mark.rule("BC-GEN-3")
def test_two_to_four_can_play() -> None:
    assert [fresh(players=n).seats for n in (2, 3, 4)] == [2, 3, 4]
    for wrong in (0, 1, 5):
        with pytest.raises(BadOption):
            fresh(players=wrong)
    said = GAME.rulebook.words_of("BC-GEN-3", GAME.words, "en")
    assert "40 minutes" in said
    assert "14" in said


@pytest.mark.rule("BC-GEN-4")
def test_the_variant_sets_the_odds_of_drawing_a_goal() -> None:
    for variant, (crystals, exits) in VARIANTS.items():
        first = drawn_odds(ready(variant=variant))
        assert (first["crystal"], first["exit"], first.total()) == (crystals, exits, 79)


@pytest.mark.rule("BC-GEN-5")
def test_a_card_beats_the_rule_of_one_cell_a_turn() -> None:
    scene = Scene().tiles((4, 2), (4, 3), (4, 4), (4, 5)).dwarf(0, (4, 2)).hand(0, "F15")
    scene.play("play F15", "walk S", "walk S")
    assert scene.at(0) == (4, 5)


@pytest.mark.rule("BC-GEN-5")
def test_a_card_beats_the_reroll_of_a_six_against_health_six() -> None:
    def attacked() -> Scene:
        scene = Scene().tiles(*[(4, y) for y in range(8)]).dwarf(0, (4, 6)).boom((4, 7))
        return scene.hand(1, "F10").play("walk S", "boom=B29")

    plain = attacked().play("pass", "roll=6")
    assert (plain.phase, plain.at(0)) == ("ROLL", (4, 7))
    assert attacked().play("play F10 a", "roll=6").at(0) == (4, 1)


@pytest.mark.rule("BC-GEN-5")
def test_a_card_beats_the_direction_of_a_flight_and_the_pit() -> None:
    scene = Scene().tiles(*[(4, y) for y in range(7)]).dwarf(0, (4, 2)).boom((4, 3))
    scene.hand(0, "F13").play("walk S", "boom=B15", "roll=2", "play F13")
    assert set(scene.legal) == {"to 4,1", "to 4,5"}
    scene = Scene().tiles((4, 4)).tile((4, 5), "pit.tee").dwarf(0, (4, 4)).hand(0, "F14")
    assert scene.play("walk S", "play F14").phase == "ACT"
    assert scene.at(0) == (4, 5)


@pytest.mark.rule("BC-GEN-6")
def test_flavour_is_words_only_and_no_field_that_the_rules_read() -> None:
    assert GAME.words.find("en", "find_flavour.F05")
    assert GAME.words.find("en", "boom_flavour.B19")
    for card in decks.FIND_CARDS:
        assert set(card) == {"name", "count", "when", "uses", "effect", "program"}
    for card in decks.BOOM_CARDS:
        assert set(card) <= {"name", "count", "health", "tag", "won", "lost"}
    finds, booms = decks.load("find.toml"), decks.load("boom.toml")
    with pytest.raises(BadData, match="flavour"):
        decks.read_finds({**finds, "F05": {**finds["F05"], "flavour": "Hic!"}}, decks.Programs())
    with pytest.raises(BadData, match="flavour"):
        decks.read_booms({**booms, "B05": {**booms["B05"], "flavour": "Ooze."}}, decks.Programs())


@pytest.mark.rule("BC-GEN-7")
def test_rulings_have_a_version_and_records_of_another_one_are_refused() -> None:
    record = ready().record()
    assert record.body["ruleset"] == GAME.version
    assert record.replay(GAME).view() == ready().view()
    other = Record({**record.body, "ruleset": GAME.version + 1})
    with pytest.raises(BadRecord):
        other.replay(GAME)


@pytest.mark.rule("BC-GEN-7")
def test_another_edition_of_the_cards_is_a_matter_of_data() -> None:
    data = decks.load("find.toml")
    edition = {
        **data,
        "F05": {**data["F05"], "count": 5, "effect": ["roll_mod own 2"]},
        "F06": {**data["F06"], "count": 3},
    }
    programs = decks.Programs()
    cards = decks.read_finds(edition, programs)
    assert [card["count"] for card in cards[4:6]] == [5, 3]
    assert programs.effects[cards[4]["program"]] == [(decks.ROLL_OWN, 2)]


# Variants


def goals(variant: str) -> tuple[int, int]:
    """The Crystal and Exit tiles in the bag of a variant."""
    bag = events(without_surplus(variant=variant).view()["bag"])
    return bag["crystal"], bag["exit"]


@pytest.mark.rule("BC-VAR-1")
def test_introductory_games_have_one_exit_and_three_crystals_unless_two_are_chosen() -> None:
    assert fresh().options["variant"] == "3+1"
    assert goals("3+1") == (3, 1)
    assert goals("2+1") == (2, 1)


@pytest.mark.rule("BC-VAR-2")
def test_later_games_have_two_exits_and_three_or_two_crystals() -> None:
    assert goals("3+2") == (3, 2)
    assert goals("2+2") == (2, 2)


@pytest.mark.rule("BC-VAR-3")
def test_the_longest_game_has_one_crystal_and_one_exit() -> None:
    assert goals("1+1") == (1, 1)
    assert min(sum(pair) for pair in VARIANTS.values()) == sum(goals("1+1"))


@pytest.mark.rule("BC-VAR-4")
def test_the_fastest_game_has_four_crystals_and_two_exits() -> None:
    assert goals("4+2") == (4, 2)
    assert max(sum(pair) for pair in VARIANTS.values()) == sum(goals("4+2"))
    assert "beginners" in GAME.rulebook.words_of("BC-VAR-4", GAME.words, "en")


@pytest.mark.rule("BC-VAR-5")
def test_only_six_variants_are_offered() -> None:
    offered = set()
    for crystals in range(7):
        for exits in range(5):
            try:
                fresh(variant=f"{crystals}+{exits}")
            except BadOption:
                continue
            offered.add((crystals, exits))
    assert offered == {(3, 1), (2, 1), (3, 2), (2, 2), (1, 1), (4, 2)}


# Components


@pytest.mark.rule("BC-COMP-1")
def test_eight_skills_can_be_dealt() -> None:
    assert set(without_surplus().legal()) == {
        "skill=engineer",
        "skill=merchant",
        "skill=miner",
        "skill=thief",
        "skill=alchemist",
        "skill=gardener",
        "skill=shaman",
        "skill=iron_head",
    }


@pytest.mark.rule("BC-COMP-2")
def test_passages_never_run_out() -> None:
    scene = Scene().tile((1, 1), "plain.straight").tile((2, 1), "plain.straight").dwarf(0, (1, 1))
    for k in range(15):
        scene.passage((k % 5, 3 + k // 5), "E")
    assert len(scene.position["passages"]) == 15
    scene.play("blast E exp")
    assert len(scene.position["passages"]) == 16
    assert scene.at(0) == (2, 1)


@pytest.mark.rule("BC-COMP-3")
def test_without_a_rubble_token_no_rubble_is_made() -> None:
    scene = Scene().tiles((4, 2), (4, 3)).dwarf(0, (4, 3))
    scene.rubble(*[(x, 6) for x in range(9)])
    assert "rubble N exp" in scene.legal
    scene.rubble((0, 7))
    assert "rubble N exp" not in scene.legal
    assert scene.why("rubble N exp") == "BC-COMP-3"


@pytest.mark.rule("BC-COMP-3")
def test_without_a_rubble_token_monsters_and_cave_ins_make_none() -> None:
    full = [(x, 6) for x in range(9)] + [(0, 7)]
    scene = Scene().tiles((4, 0), (4, 1), (4, 2)).dwarf(0, (4, 1)).boom((4, 2)).rubble(*full)
    scene.play("walk S", "boom=B23", "roll=1")
    assert scene.at(0) == (4, 1)
    assert "rubble" not in scene.cell((4, 2))
    scene = Scene().tiles((4, 0)).dwarf(0, (4, 0)).rubble(*full).explosives(0, 0)
    scene.play("dig", "tile=find.straight", "lay S r0", "find=F30")
    assert "rubble" not in scene.cell((4, 1))


@pytest.mark.rule("BC-COMP-3")
def test_a_cleared_rubble_token_can_be_used_again() -> None:
    scene = Scene().tiles((4, 2), (4, 3), (4, 4)).dwarf(0, (4, 3)).rubble((4, 4))
    scene.rubble(*[(x, 6) for x in range(9)])
    assert "rubble N exp" not in scene.legal
    assert "rubble N exp" in scene.play("clear S exp").legal


@pytest.mark.rule("BC-COMP-4")
def test_there_are_two_mushrooms() -> None:
    scene = Scene(skills=QUIET).hand(0, "F03", "F03").dwarf(0, (4, 0)).tiles((4, 0))
    scene.play("play F03", "at 1,1", "out=find.tee", "play F03", "at 7,7", "out=find.tee")
    assert scene.cell((1, 1)) == scene.cell((7, 7)) == "mushroom"
    assert scene.position["mushrooms"] == 0
    scene = Scene().mushroom((1, 1)).hand(0, "F03").dwarf(0, (4, 0)).tiles((4, 0))
    assert "play F03" in scene.legal
    assert "play F03" not in scene.mushroom((7, 7)).legal


@pytest.mark.rule("BC-COMP-5")
def test_counters_never_run_out() -> None:
    scene = Scene(4, ("engineer", "gardener", "alchemist", "thief"))
    scene.on_table(1, "F02").on_table(2, "F02").on_table(3, "F02").on_table(3, "F08")
    scene.tiles((4, 4)).dwarf(0, (4, 4)).hand(0, "F16")

    def counters() -> int:
        seats = scene.position["seats"]
        lying = sum(left for seat in seats for _, left in seat["table"])
        return int(lying + sum(seat["uses"] or 0 for seat in seats))

    assert counters() == 10
    scene.play("play F16")
    assert scene.position["seats"][0]["table"] == [["F16", 1]]
    assert counters() == 11


@pytest.mark.rule("BC-COMP-6")
def test_ten_explosives_are_shared_out_and_four_players_with_the_miner_leave_one() -> None:
    match = ready(players=4, skills=["miner", "thief", "merchant", "shaman"])
    assert [seat["explosives"] for seat in match.view()["seats"]] == [3, 2, 2, 2]
    assert match.view()["bank"] == 1


@pytest.mark.rule("BC-COMP-6")
def test_spent_explosives_go_back_and_can_be_gained_again() -> None:
    scene = Scene().tiles((4, 2), (4, 3), (4, 4)).dwarf(0, (4, 3)).boom((4, 4))
    scene.play("rubble N exp")
    assert scene.position["bank"] == 7
    scene.play("walk S", "boom=B04")
    assert scene.position["seats"][0]["explosives"] == 2
    assert scene.position["bank"] == 6


@pytest.mark.rule("BC-COMP-6")
def test_an_empty_bank_gives_nothing_unless_explosives_are_endless() -> None:
    def gained(finite: bool) -> int:
        scene = Scene(finite_explosives=finite).explosives(1, 8)
        scene.tiles((4, 3), (4, 4)).dwarf(0, (4, 3)).boom((4, 4))
        assert scene.position["bank"] == 0
        return int(scene.play("walk S", "boom=B04").s["explosives"][0])

    assert gained(finite=True) == 2
    assert gained(finite=False) == 3


@pytest.mark.rule("BC-COMP-7")
def test_boom_tokens_never_run_out() -> None:
    scene = Scene().tiles((4, 0), (4, 1)).dwarf(0, (4, 0)).boom((4, 1))
    scene.play("walk S").set(mark={13: 0})
    scene.boom(*[(k % 9, 5 + k // 9) for k in range(20)])
    scene.play("boom=B15", "roll=2")
    assert int(scene.s["mark"][13]) & state.BOOM_TOKEN
    assert sum(int(mark) & state.BOOM_TOKEN for mark in scene.s["mark"]) == 21


@pytest.mark.rule("BC-COMP-8")
def test_there_are_at_most_four_crystals_one_on_each_crystal_tile() -> None:
    assert max(crystals for crystals, _ in map(goals, VARIANTS)) == 4
    scene = Scene(skills=QUIET, variant="4+2").tiles((4, 0)).dwarf(0, (4, 0))
    scene.play("dig", "tile=crystal.tee", "lay S r0")
    assert scene.cell((4, 1))["unmined"] == 1
    assert events(scene.position["bag"])["crystal"] == 3


@pytest.mark.rule("BC-COMP-9")
def test_the_first_draws_come_from_sixty_find_and_sixty_boom_cards() -> None:
    found = Scene().play("dig", "tile=find.cross")
    assert (found.phase, sum(found.odds.values()), len(found.odds)) == ("FIND", 60, 38)
    boom = Scene().play("dig", "tile=boom.cross")
    assert (boom.phase, sum(boom.odds.values()), len(boom.odds)) == ("BOOM", 60, 33)


@pytest.mark.rule("BC-COMP-10")
def test_eighty_one_of_eighty_five_tiles_are_in_play() -> None:
    for variant in VARIANTS:
        view = without_surplus(variant=variant).view()
        assert sum(view["bag"].values()) == 81
        assert sum(view["bag"].values()) + sum(view["out"].values()) == 85


@pytest.mark.rule("BC-COMP-11")
def test_four_dwarfs_of_four_colours_and_one_board() -> None:
    view = ready(players=4).view()
    assert [seat["colour"] for seat in view["seats"]] == ["red", "yellow", "blue", "green"]
    assert len(view["cells"]) == 81


@pytest.mark.rule("BC-COMP-11")
def test_every_player_rolls_a_six_sided_die_of_their_own() -> None:
    scene = Scene().tiles((4, 4), (4, 5)).dwarf(0, (4, 4)).dwarf(1, (4, 5)).play("walk S")
    assert scene.odds == {f"roll={k}": 1 for k in range(1, 7)}
    scene.play("roll=3")
    assert scene.position["fight"]["dice"] == {"a": 3, "d": None}
    assert scene.odds == {f"roll={k}": 1 for k in range(1, 7)}
    scene.play("roll=3")
    assert brawlers(scene) == (0, 1)


@pytest.mark.rule("BC-COMP-12")
def test_twelve_tiles_are_special_and_seventy_three_ordinary() -> None:
    view = fresh().view()
    every = events(view["bag"]) + events(view["out"])
    special = {name: every[name] for name in ("portal", "pit", "crystal", "exit")}
    assert special == {"portal": 4, "pit": 2, "crystal": 4, "exit": 2}
    assert every["boom"] + every["find"] + every["plain"] == 73


# The board


@pytest.mark.rule("BC-GEO-1")
def test_the_mine_is_nine_by_nine_with_a_tile_for_every_cell() -> None:
    view = ready().view()
    assert view["cells"] == [None] * 81
    assert sum(view["bag"].values()) == 81
    hopping = Scene().tile((0, 0), "portal.cross").tile((8, 8), "portal.cross").dwarf(0, (0, 0))
    assert "hop 8,8" in hopping.legal


@pytest.mark.rule("BC-GEO-2")
def test_x_grows_to_the_east_and_y_to_the_south_from_the_top_left() -> None:
    goes = {"N": (4, 3), "E": (5, 4), "S": (4, 5), "W": (3, 4)}
    for side, there in goes.items():
        scene = Scene().tiles((4, 4), *goes.values()).dwarf(0, (4, 4))
        assert scene.play(f"walk {side}").at(0) == there
    cells = Scene().tiles((0, 0), (8, 0), (0, 1)).position["cells"]
    assert [k for k, cell in enumerate(cells) if cell] == [0, 8, 9]
    corner = Scene().tiles((0, 0), (1, 0), (0, 1)).dwarf(0, (0, 0))
    assert legal_walks(corner) == {"E", "S"}


@pytest.mark.rule("BC-GEO-3")
def test_each_entrance_touches_only_its_gate_cell_in_the_middle_of_a_side() -> None:
    for seat, (gate, ahead) in enumerate(zip(GATES, "SWNE", strict=True)):
        scene = Scene(4, active=seat).play("dig", "tile=plain.cross")
        assert scene.at(seat) == gate
        walker = Scene(4, active=seat).tiles(*GATES)
        assert legal_walks(walker) == {ahead}
        assert walker.play(f"walk {ahead}").at(seat) == gate


@pytest.mark.rule("BC-GEO-4")
def test_the_entrances_are_red_yellow_blue_and_green_clockwise_from_the_north() -> None:
    seats = fresh(players=4).view()["seats"]
    assert {seat["side"]: seat["colour"] for seat in seats} == {
        "N": "red",
        "E": "yellow",
        "S": "blue",
        "W": "green",
    }


@pytest.mark.rule("BC-GEO-5")
def test_seats_sit_clockwise_and_dwarfs_have_the_colour_of_their_entrance() -> None:
    seats = {n: fresh(players=n).view()["seats"] for n in (2, 3, 4)}
    sides = {n: "".join(seat["side"] for seat in seats[n]) for n in seats}
    assert sides == {2: "NS", 3: "NES", 4: "NESW"}
    assert [seat["colour"] for seat in seats[2]] == ["red", "blue"]
    assert [seat["colour"] for seat in seats[3]] == ["red", "yellow", "blue"]


@pytest.mark.rule("BC-GEO-5")
def test_turns_go_clockwise_by_seat() -> None:
    match = ready(players=3)
    order = []
    for _ in range(3):
        order.append(match.view()["active"])
        match.play("tile=plain.cross")
    assert [*order, match.view()["active"]] == [0, 1, 2, 0]


@pytest.mark.rule("BC-GEO-6")
def test_nobody_walks_into_another_entrance() -> None:
    for outward, gate in zip("NESW", GATES, strict=True):
        scene = Scene(4).tiles(*GATES).dwarf(0, gate)
        assert (f"walk {outward}" in scene.legal) == (gate == (4, 0))


@pytest.mark.rule("BC-GEO-6")
def test_dwarfs_on_their_own_entrances_do_not_meet() -> None:
    scene = Scene().tiles((4, 0)).dwarf(0, (4, 0)).explosives(0, 0)
    scene.play("walk N")
    assert (scene.at(0), scene.at(1)) == ("home", "home")
    assert scene.position["fight"] is None
    assert int(scene.s["active"]) == 1


@pytest.mark.rule("BC-GEO-7")
def test_the_six_nearest_cells_are_a_block_three_wide_and_two_deep() -> None:
    blocks = {
        "N": {(x, y) for x in (3, 4, 5) for y in (0, 1)},
        "E": {(x, y) for x in (7, 8) for y in (3, 4, 5)},
        "S": {(x, y) for x in (3, 4, 5) for y in (7, 8)},
        "W": {(x, y) for x in (0, 1) for y in (3, 4, 5)},
    }
    for players, sides in ((2, "NS"), (3, "NES"), (4, "NESW")):
        scene = Scene(players).hand(0, "F03").play("play F03")
        near = set().union(*(blocks[side] for side in sides))
        free = {(x, y) for x in range(9) for y in range(9)} - near
        assert set(scene.legal) == {f"at {x},{y}" for x, y in free}


@pytest.mark.rule("BC-GEO-8")
def test_openings_off_the_grid_are_rock() -> None:
    scene = Scene(skills=QUIET).tiles((0, 0), (1, 0), (0, 1)).dwarf(0, (0, 0))
    assert legal_walks(scene) == {"E", "S"}
    assert scene.why("walk N") == scene.why("walk W") == "BC-GEO-8"
    assert "dig" not in scene.legal
    assert scene.why("blast N exp") == "BC-EXP-7"


@pytest.mark.rule("BC-GEO-8")
def test_the_own_gate_cell_is_open_towards_the_entrance() -> None:
    scene = Scene().tiles((4, 0), (4, 8)).dwarf(0, (4, 0))
    assert scene.play("walk N").at(0) == "home"
    there = Scene().tiles((4, 0), (4, 8)).dwarf(0, (4, 8))
    assert there.why("walk S") == "BC-GEO-8"


@pytest.mark.rule("BC-GEO-9")
def test_decks_discards_mushrooms_and_skills_have_their_places_off_the_grid() -> None:
    place = Scene().position
    assert sum(place["find_deck"].values()) == sum(place["boom_deck"].values()) == 60
    assert (place["find_discard"], place["boom_discard"], place["mushrooms"]) == ({}, {}, 2)
    assert len(without_surplus().legal()) == 8
    scene = Scene().tiles((4, 4), (4, 5)).dwarf(0, (4, 4)).boom((4, 5)).hand(0, "F04")
    place = scene.play("rubble S F04").position
    assert place["find_discard"] == {"F04": 1}
    scene = Scene().tiles((4, 4), (4, 5)).dwarf(0, (4, 4)).boom((4, 5))
    place = scene.play("walk S", "boom=B01").position
    assert place["boom_discard"] == {"B01": 1}
    assert "B01" not in place["boom_deck"]


# Setting up


@pytest.mark.rule("BC-SET-1")
def test_two_decks_are_shuffled_apart_and_lie_face_down() -> None:
    found = ready().play("tile=find.cross")
    finds = {f"find={card['name']}": card["count"] for card in decks.FIND_CARDS}
    assert (found.turn, odds(found)) == (CHANCE, finds)
    boom = ready().play("tile=boom.cross")
    booms = {f"boom={card['name']}": card["count"] for card in decks.BOOM_CARDS}
    assert (boom.turn, odds(boom)) == (CHANCE, booms)
    for seat in (-1, 0, 1):
        view = found.view(seat)
        assert (view["find_left"], view["boom_left"]) == (60, 60)
        assert "find_deck" not in view
        assert view["boom_top"] is None


@pytest.mark.rule("BC-SET-2")
def test_skills_are_dealt_at_random_and_open_to_all() -> None:
    match = without_surplus(players=3)
    assert set(match.weights()) == {1}
    match.play("skill=miner").play("skill=thief").play("skill=shaman")
    for seat in (-1, 0, 1, 2):
        shown = [entry["skill"] for entry in match.view(seat)["seats"]]
        assert shown == ["miner", "thief", "shaman"]


@pytest.mark.rule("BC-SET-3")
def test_every_skill_is_dealt_once_and_the_rest_stay_out() -> None:
    match = without_surplus()
    match.play("skill=miner")
    assert len(match.legal()) == 7
    assert "skill=miner" not in match.legal()
    match.play("skill=thief")
    assert match.legal() == ["first=0", "first=1"]
    match.play("first=0")
    assert match.knowledge(0)[0]["skill"].tolist().count(-1) == 2


@pytest.mark.rule("BC-SET-4")
def test_every_tile_in_the_bag_is_as_likely_as_any_other() -> None:
    scene = Scene().tiles((4, 0)).dwarf(0, (4, 0))
    bag = scene.position["bag"]
    scene.play("dig")
    assert scene.asked == CHANCE
    assert scene.odds == {f"tile={name}": count for name, count in bag.items()}


@pytest.mark.rule("BC-SET-5")
def test_the_bag_has_81_tiles_with_all_portals_pits_and_the_goals_of_the_variant() -> None:
    for variant, (crystals, exits) in VARIANTS.items():
        bag = events(ready(variant=variant).view()["bag"])
        assert bag.total() == 81
        assert (bag["crystal"], bag["exit"]) == (crystals, exits)
        assert (bag["portal"], bag["pit"]) == (4, 2)


@pytest.mark.rule("BC-SET-6")
def test_unused_goals_leave_first_and_then_random_ordinary_tiles_up_to_four() -> None:
    for variant, (crystals, exits) in VARIANTS.items():
        match = fresh(variant=variant)
        gone = events(match.view()["out"])
        assert (gone["crystal"], gone["exit"], gone.total()) == (
            4 - crystals,
            2 - exits,
            6 - crystals - exits,
        )
        for _ in range(crystals + exits - 2):
            bag = match.view()["bag"]
            ordinary = {
                n: c for n, c in bag.items() if n.split(".")[0] in ("boom", "find", "plain")
            }
            assert odds(match) == {f"out={name}": count for name, count in ordinary.items()}
            match.play("out=boom.tee")
        assert match.legal()[0].startswith("skill=")
        assert sum(match.view()["out"].values()) == 4
        bag = events(match.view()["bag"])
        assert bag["boom"] + bag["find"] + bag["plain"] == 75 - crystals - exits


@pytest.mark.rule("BC-SET-6")
def test_fewer_crystals_are_a_tee_then_a_corner_then_a_tee() -> None:
    shapes = {
        variant: {n: c for n, c in fresh(variant=variant).view()["bag"].items() if "crystal" in n}
        for variant in ("1+1", "2+1", "3+1")
    }
    assert shapes == {
        "1+1": {"crystal.tee": 1},
        "2+1": {"crystal.tee": 1, "crystal.corner": 1},
        "3+1": {"crystal.tee": 2, "crystal.corner": 1},
    }


@pytest.mark.rule("BC-SET-7")
def test_both_mushrooms_take_part_in_every_game() -> None:
    for variant in VARIANTS:
        assert ready(variant=variant).view()["mushrooms"] == 2
    for players in (2, 3, 4):
        assert ready(players=players).view()["mushrooms"] == 2


@pytest.mark.rule("BC-SET-8")
def test_everybody_gets_the_dwarf_of_the_entrance_and_two_explosives() -> None:
    colours = {"N": "red", "E": "yellow", "S": "blue", "W": "green"}
    for players in (2, 3, 4):
        view = ready(players=players).view()
        for seat in view["seats"]:
            assert seat["explosives"] == 2
            assert seat["colour"] == colours[seat["side"]]
        assert view["bank"] == 10 - 2 * players


@pytest.mark.rule("BC-SET-9")
def test_dwarfs_start_on_their_entrances() -> None:
    for players in (2, 3, 4):
        assert {seat["at"] for seat in ready(players=players).view()["seats"]} == {"home"}


@pytest.mark.rule("BC-SET-10")
def test_chance_names_the_first_player_and_the_others_follow_clockwise() -> None:
    match = without_surplus(players=4)
    for skill in SKILLS:
        match.play(f"skill={skill}")
    assert odds(match) == {"first=0": 1, "first=1": 1, "first=2": 1, "first=3": 1}
    match.play("first=2")
    order = []
    for tile in ("plain.cross", "plain.cross", "plain.cross", "portal.cross"):
        order.append(match.view()["active"])
        match.play(f"tile={tile}")
    assert order == [2, 3, 0, 1]


# The first turn


@pytest.mark.rule("BC-FIRST-1")
def test_the_first_tile_joins_the_entrance_and_is_entered_and_resolved() -> None:
    scene = Scene()
    assert scene.legal == ["dig"]
    scene.play("dig", "tile=find.tee")
    assert scene.legal == ["lay S r0", "lay S r1", "lay S r3"]
    scene.play("lay S r1")
    assert scene.at(0) == (4, 0)
    assert scene.cell((4, 0)) == {"tile": "find.tee", "rot": 1}
    assert scene.phase == "FIND"


@pytest.mark.rule("BC-FIRST-2")
def test_from_the_entrance_one_can_only_go_straight() -> None:
    scene = Scene(2, QUIET).tiles((4, 0), (3, 0), (5, 0))
    assert scene.legal == ["walk S", "rubble S exp"]
    assert {scene.why(f"walk {side}") for side in "NEW"} == {"BC-FIRST-2"}
    assert scene.why("blast S exp") == "BC-EXP-7"


@pytest.mark.rule("BC-FIRST-3")
def test_a_pit_is_not_drawn_on_the_first_dig() -> None:
    scene = Scene().play("dig")
    assert "tile=pit.tee" not in scene.odds
    bag = scene.position["bag"]
    assert scene.odds == {f"tile={n}": c for n, c in bag.items() if n != "pit.tee"}
    scene.play("tile=plain.cross")
    assert scene.position["bag"]["pit.tee"] == 2
    assert Scene().tiles((4, 0)).dwarf(0, (4, 0)).play("dig").odds["tile=pit.tee"] == 2


@pytest.mark.rule("BC-FIRST-3")
def test_with_only_pits_in_the_bag_there_is_no_first_dig() -> None:
    assert empty_bag(Scene(), pit_tee=2).why("dig") == "BC-TILE-8"
    assert "dig" in empty_bag(Scene(), pit_tee=2, plain_cross=1).legal
    assert "dig" in empty_bag(Scene().dwarf(0, "home"), pit_tee=2).legal


@pytest.mark.rule("BC-FIRST-4")
def test_health_six_on_the_first_boom_tile_is_ignored_for_every_player() -> None:
    for seat, gate in enumerate(GATES):
        scene = Scene(4, active=seat).play("dig", "tile=boom.cross", "boom=B29")
        assert scene.at(seat) == gate
        assert scene.position["fight"] is None
        assert scene.cell(gate) == {"tile": "boom.cross", "rot": 0}
        assert scene.position["boom_discard"] == {"B29": 1}


@pytest.mark.rule("BC-FIRST-4")
def test_other_monsters_and_later_tiles_are_not_ignored() -> None:
    weaker = Scene().play("dig", "tile=boom.cross", "boom=B25")
    assert weaker.position["fight"]["card"] == "B25"
    later = Scene().tiles((4, 0)).dwarf(0, (4, 0))
    later.play("dig", "tile=boom.straight", "lay S r0", "boom=B29")
    assert later.position["fight"]["card"] == "B29"
    found = Scene().play("dig", "tile=find.cross", "find=F31", "boom=B29")
    assert found.position["fight"]["card"] == "B29"


@pytest.mark.rule("BC-FIRST-5")
def test_back_on_the_entrance_the_open_gate_cell_is_entered_by_a_walk() -> None:
    scene = Scene().tile((4, 0), "find.cross").dwarf(0, "home")
    assert "dig" not in scene.legal
    assert scene.play("walk S").phase == "CALL"
    scene = Scene().tile((4, 0), "boom.cross").boom((4, 0)).dwarf(0, "home")
    assert scene.play("walk S").phase == "BOOM"
    scene = Scene().tile((4, 0), "boom.cross").tiles((4, 1)).dwarf(0, "home")
    assert scene.play("walk S").phase == "ACT"


@pytest.mark.rule("BC-FIRST-5", "BC-FIRST-6")
def test_a_gate_cell_that_another_dwarf_opened_is_walked_to_whatever_it_shows() -> None:
    scene = Scene(2, QUIET).tile((4, 0), "plain.straight", 1).tiles((3, 0))
    assert legal_walks(scene) == {"S"}
    assert "dig" not in scene.legal
    assert scene.play("walk S").at(0) == (4, 0)
    assert legal_walks(scene.set(moves=1)) == {"N", "W"}
    assert scene.play("walk N").at(0) == "home"


@pytest.mark.rule("BC-FIRST-6")
def test_rubble_on_the_gate_cell_shuts_the_entrance() -> None:
    scene = Scene().tile((4, 0), "plain.straight", 1).rubble((4, 0))
    assert scene.why("walk S") == "BC-RUB-5"
    assert "walk S" in scene.play("clear S exp").legal


@pytest.mark.rule("BC-FIRST-6")
def test_a_tile_dug_from_the_entrance_must_open_towards_it() -> None:
    scene = Scene().dwarf(0, "home").play("dig", "tile=plain.corner")
    assert scene.legal == ["lay S r0", "lay S r3"]
    assert scene.why("lay S r1") == "BC-TILE-3"


@pytest.mark.rule("BC-FIRST-7")
def test_first_lasts_through_a_skipped_turn() -> None:
    scene = Scene().set(skip={0: 1}).start()
    assert int(scene.s["active"]) == 1
    scene.play("tile=plain.cross")
    assert int(scene.s["active"]) == 0
    assert scene.position["seats"][0]["first"]
    assert "tile=pit.tee" not in scene.odds


@pytest.mark.rule("BC-FIRST-7")
def test_first_ends_when_the_dwarf_leaves_its_entrance_by_any_means() -> None:
    scene = Scene().tile((4, 4), "portal.cross").tiles((4, 5)).hand(0, "F17")
    assert scene.position["seats"][0]["first"]
    scene.play("play F17")
    assert scene.at(0) == (4, 4)
    assert not scene.position["seats"][0]["first"]
    scene.set(at={0: state.HOME}, moves=1).play("dig")
    assert scene.odds["tile=pit.tee"] == 2
    scene.play("tile=boom.cross", "boom=B29")
    assert scene.position["fight"]["card"] == "B29"


# Tiles


@pytest.mark.rule("BC-TILE-1")
def test_a_tile_is_drawn_then_laid_beside_the_dwarf_and_entered() -> None:
    scene = Scene().tiles((4, 4)).dwarf(0, (4, 4))
    assert "dig" in scene.legal
    scene.play("dig")
    assert scene.phase == "DRAW"
    scene.play("tile=find.dead_end")
    assert (scene.phase, scene.asked) == ("LAY", 0)
    assert set(scene.legal) == {"lay N r2", "lay E r3", "lay S r0", "lay W r1"}
    scene.play("lay W r1")
    assert scene.at(0) == (3, 4)
    assert scene.cell((3, 4)) == {"tile": "find.dead_end", "rot": 1}
    assert scene.phase == "FIND"


@pytest.mark.rule("BC-TILE-2")
def test_one_digs_to_the_four_sides_and_never_diagonally() -> None:
    lays = {"lay N r0": (4, 3), "lay E r1": (5, 4), "lay S r0": (4, 5), "lay W r1": (3, 4)}
    for move, there in lays.items():
        scene = Scene().tiles((4, 4)).dwarf(0, (4, 4)).play("dig", "tile=plain.straight")
        assert set(scene.legal) == set(lays)
        assert scene.play(move).at(0) == there
        opened = [k for k, cell in enumerate(scene.position["cells"]) if cell]
        assert sorted(opened) == sorted([40, 9 * there[1] + there[0]])


@pytest.mark.rule("BC-TILE-3")
def test_a_tile_continues_the_tunnel_through_an_opening_on_both_sides() -> None:
    scene = Scene().tile((4, 4), "plain.straight").dwarf(0, (4, 4))
    scene.play("dig", "tile=plain.tee")
    north = {"lay N r1", "lay N r2", "lay N r3"}
    assert set(scene.legal) == north | {"lay S r0", "lay S r1", "lay S r3"}
    assert scene.why("lay N r0") == scene.why("lay E r0") == "BC-TILE-3"


@pytest.mark.rule("BC-TILE-3")
def test_a_cell_without_an_opening_to_an_empty_cell_cannot_be_dug_from() -> None:
    scene = Scene().tile((4, 4), "plain.straight").tiles((4, 3), (4, 5)).dwarf(0, (4, 4))
    assert scene.why("dig") == "BC-TILE-3"


@pytest.mark.rule("BC-TILE-3")
def test_other_neighbours_need_not_match() -> None:
    scene = Scene().tile((4, 4), "plain.straight").tiles((3, 5), (5, 5), (4, 3)).dwarf(0, (4, 4))
    scene.play("dig", "tile=boom.straight")
    assert scene.at(0) == (4, 5)
    assert scene.cell((4, 5)) == {"tile": "boom.straight", "rot": 0}
    scene.play("boom=B01").set(moves=1)
    assert legal_walks(scene) == {"N"}


@pytest.mark.rule("BC-TILE-4")
def test_a_tile_is_turned_freely_before_it_is_laid_and_never_after() -> None:
    def drawn() -> Scene:
        scene = Scene(skills=QUIET).tile((4, 4), "plain.straight").dwarf(0, (4, 4))
        return scene.play("dig", "tile=plain.corner")

    assert set(drawn().legal) == {"lay N r1", "lay N r2", "lay S r0", "lay S r3"}
    assert drawn().play("lay S r0").cell((4, 5)) == {"tile": "plain.corner", "rot": 0}
    scene = drawn().play("lay S r3")
    assert scene.cell((4, 5)) == {"tile": "plain.corner", "rot": 3}
    assert not [move for move in scene.legal if move.startswith("lay")]
    scene.play("end", "tile=plain.cross", "walk N")
    assert scene.cell((4, 5)) == {"tile": "plain.corner", "rot": 3}


@pytest.mark.rule("BC-TILE-5")
def test_no_tile_goes_on_an_occupied_cell() -> None:
    scene = Scene().tiles((4, 4)).tile((5, 4), "plain.straight").mushroom((3, 4))
    scene.dwarf(0, (4, 4)).play("dig", "tile=boom.straight")
    assert set(scene.legal) == {"lay N r0", "lay S r0"}


@pytest.mark.rule("BC-TILE-5")
def test_only_a_mushroom_covers_a_tile() -> None:
    scene = Scene().tiles((4, 4), (4, 5)).dwarf(0, (4, 4)).hand(0, "F03")
    scene.play("play F03", "at 4,5")
    assert scene.cell((4, 5)) == "mushroom"


@pytest.mark.rule("BC-TILE-6")
def test_with_all_cells_around_open_one_walks() -> None:
    around: list[Cell] = [(4, 3), (5, 4), (4, 5)]
    scene = Scene().tiles((4, 4), *around, (3, 4)).dwarf(0, (4, 4))
    assert "dig" not in scene.legal
    assert legal_walks(scene) == {"N", "E", "S", "W"}
    free = Scene().tiles((4, 4), *around).dwarf(0, (4, 4))
    assert "dig" in free.legal
    assert legal_walks(free) == {"N", "E", "S"}
    shut = Scene().tiles((4, 4), *around).tile((3, 4), "plain.straight").dwarf(0, (4, 4))
    assert "dig" not in shut.legal
    assert legal_walks(shut) == {"N", "E", "S"}


@pytest.mark.rule("BC-TILE-7")
@pytest.mark.parametrize(
    ("tile", "phase"), [("boom.tee", "BOOM"), ("find.tee", "FIND"), ("pit.tee", "ROLL")]
)
def test_events_happen_on_opening_but_not_in_a_blind_crawl(tile: str, phase: str) -> None:
    scene = Scene().tiles((4, 4)).dwarf(0, (4, 4)).hand(0, "F28")
    assert scene.play("dig", f"tile={tile}", "lay S r0").phase == phase
    blind = Scene().tiles((4, 4)).dwarf(0, (4, 4)).hand(0, "F28")
    blind.play("play F28", f"tile={tile}", "lay S r0")
    assert (blind.phase, blind.asked, blind.at(0)) == ("ACT", 0, (4, 5))
    assert blind.cell((4, 5)) == {"tile": tile, "rot": 0}


@pytest.mark.rule("BC-TILE-7")
def test_a_blind_crawl_still_finds_crystals_and_exits() -> None:
    scene = Scene().tiles((4, 4)).dwarf(0, (4, 4)).hand(0, "F28")
    scene.play("play F28", "tile=crystal.tee", "lay S r0")
    assert scene.position["seats"][0]["mining"]
    scene = Scene().tiles((4, 4)).dwarf(0, (4, 4)).hand(0, "F28").crystal(0)
    assert scene.play("play F28", "tile=exit.cross", "lay S r0").phase == "OVER"


@pytest.mark.rule("BC-TILE-8")
def test_with_an_empty_bag_nobody_digs() -> None:
    scene = Scene().tiles((4, 4), (4, 5)).tile((4, 3), "plain.straight").dwarf(0, (4, 3))
    assert {"dig", "blast E exp"} <= set(scene.legal)
    empty_bag(scene)
    assert scene.why("dig") == scene.why("blast E exp") == "BC-TILE-8"
    assert "walk S" in scene.legal
    assert "dig" in empty_bag(scene, plain_cross=1).legal


@pytest.mark.rule("BC-TILE-8")
def test_the_bag_has_a_tile_for_every_unopened_cell_mushrooms_or_not() -> None:
    scene = Scene(skills=QUIET, variant="1+1").hand(0, "F03")

    def counts() -> tuple[int, int]:
        return sum(scene.position["bag"].values()), scene.position["cells"].count(None)

    assert counts() == (81, 81)
    scene.play("play F03", "at 2,2", "out=find.tee")
    assert counts() == (80, 80)
    scene.play("tile=plain.straight")
    assert counts() == (79, 79)


# Moves


@pytest.mark.rule("BC-MOVE-1")
def test_one_walks_or_digs_one_cell_a_turn() -> None:
    scene = Scene().tiles((4, 3), (4, 4), (4, 5)).dwarf(0, (4, 3)).play("walk S")
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 4))
    assert scene.why("walk S") == scene.why("dig") == "BC-MOVE-1"
    scene = Scene().tiles((4, 4)).dwarf(0, (4, 4))
    scene.play("dig", "tile=plain.tee", "lay S r0")
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 5))
    assert scene.why("walk N") == scene.why("dig") == "BC-MOVE-1"


@pytest.mark.rule("BC-MOVE-1")
def test_a_card_may_give_another_cell() -> None:
    scene = Scene().tiles((4, 3), (4, 4), (4, 5)).dwarf(0, (4, 3)).hand(0, "F16")
    scene.play("walk S", "play F16", "walk S")
    assert scene.at(0) == (4, 5)
    assert scene.why("walk N") == "BC-MOVE-1"


@pytest.mark.rule("BC-MOVE-2")
def test_a_walk_needs_facing_openings_or_a_passage() -> None:
    scene = Scene().tiles((4, 4), (4, 3)).tile((5, 4), "plain.straight").dwarf(0, (4, 4))
    assert legal_walks(scene) == {"N"}
    assert scene.why("walk E") == scene.why("walk S") == "BC-MOVE-2"
    assert legal_walks(scene.passage((4, 4), "E")) == {"N", "E"}
    back = Scene().tiles((4, 4)).tile((5, 4), "plain.straight").dwarf(0, (5, 4))
    assert back.why("walk W") == "BC-MOVE-2"


@pytest.mark.rule("BC-MOVE-2")
def test_a_walk_is_stopped_by_rubble_and_mushrooms() -> None:
    scene = Scene().tiles((4, 4), (4, 3), (5, 4)).dwarf(0, (4, 4))
    assert legal_walks(scene) == {"N", "E"}
    scene.rubble((4, 3)).mushroom((5, 4))
    assert legal_walks(scene) == set()
    assert scene.why("walk N") == "BC-RUB-5"
    assert scene.why("walk E") == "BC-MUSH-2"


@pytest.mark.rule("BC-MOVE-3")
def test_walking_onto_a_dwarf_starts_a_brawl() -> None:
    scene = Scene().tiles((4, 4), (4, 5)).dwarf(0, (4, 4)).dwarf(1, (4, 5)).play("walk S")
    assert (brawlers(scene), scene.phase) == ((0, 1), "ROLL")


@pytest.mark.rule("BC-MOVE-3")
def test_a_push_a_hop_and_a_flight_onto_a_dwarf_start_a_brawl() -> None:
    push = Scene(3).tiles((4, 4), (4, 5), (4, 6)).hand(0, "F18")
    push.dwarf(0, (4, 4)).dwarf(1, (4, 5)).dwarf(2, (4, 6)).play("play F18")
    assert brawlers(push) == (1, 2)
    hop = Scene().tile((2, 2), "portal.cross").tile((6, 6), "portal.cross")
    hop.dwarf(0, (2, 2)).dwarf(1, (6, 6)).play("hop 6,6")
    assert brawlers(hop) == (0, 1)
    flight = Scene().tiles((4, 0), (4, 1), (4, 2), (4, 3)).boom((4, 3))
    flight.dwarf(0, (4, 2)).dwarf(1, (4, 1)).play("walk S", "boom=B15", "roll=2")
    assert (brawlers(flight), flight.at(0)) == ((0, 1), (4, 1))


@pytest.mark.rule("BC-MOVE-4")
def test_one_may_not_stay_put_while_a_dig_or_a_walk_is_possible() -> None:
    both = Scene().tiles((4, 4), (4, 5)).dwarf(0, (4, 4))
    assert both.why("end") == both.why("pass") == "BC-MOVE-4"
    dig = Scene().tiles((4, 4)).dwarf(0, (4, 4))
    assert legal_walks(dig) == set()
    assert dig.why("end") == "BC-MOVE-4"
    walk = Scene().tile((4, 4), "plain.straight").tiles((4, 3), (4, 5)).dwarf(0, (4, 4))
    assert "dig" not in walk.legal
    assert walk.why("end") == "BC-MOVE-4"


@pytest.mark.rule("BC-MOVE-4")
def test_without_a_dig_or_a_walk_the_turn_passes() -> None:
    def shut_in() -> Scene:
        scene = Scene(skills=QUIET).tile((2, 2), "boom.straight").dwarf(0, (2, 2))
        scene.tile((2, 1), "boom.straight", 1).tile((2, 3), "boom.straight", 1)
        return scene.explosives(0, 0).explosives(1, 0)

    scene = shut_in().start()
    assert int(scene.s["turns"]) == 1
    assert (int(scene.s["active"]), scene.at(0)) == (1, (2, 2))
    armed = shut_in().explosives(0, 1).start()
    assert "end" in armed.legal
    assert "blast N exp" in armed.legal


@pytest.mark.rule("BC-MOVE-5")
def test_a_brawl_comes_before_the_boom_token() -> None:
    def met() -> Scene:
        scene = Scene().tiles((4, 4), (4, 5)).boom((4, 5)).dwarf(0, (4, 4)).dwarf(1, (4, 5))
        return scene.play("walk S")

    won = met()
    assert brawlers(won) == (0, 1)
    won.play("roll=6", "roll=1")
    assert (won.phase, won.at(0)) == ("BOOM", (4, 5))
    lost = met().play("roll=1", "roll=6")
    assert lost.at(0) == "home"
    assert lost.position["landings"] == []
    assert sum(lost.position["boom_deck"].values()) == 60


@pytest.mark.rule("BC-MOVE-5")
def test_rubble_on_the_own_cell_comes_before_the_boom_token() -> None:
    scene = Scene().tiles((4, 0), (4, 1)).dwarf(0, (4, 1)).rubble((4, 1)).boom((4, 1)).start()
    assert scene.phase == "BURIED"
    scene.play("clear here exp")
    assert scene.phase == "BOOM"
    assert "rubble" not in scene.cell((4, 1))


@pytest.mark.rule("BC-MOVE-5")
def test_the_boom_token_comes_before_the_find_and_the_crystal() -> None:
    def met() -> Scene:
        scene = Scene().tiles((4, 0), (4, 1)).tile((4, 2), "find.cross").dwarf(0, (4, 1))
        return scene.boom((4, 2)).loose((4, 2)).play("walk S")

    lost = met()
    assert (lost.phase, lost.cell((4, 2))["loose"]) == ("BOOM", 1)
    lost.play("boom=B15", "roll=1")
    assert lost.at(0) == (4, 1)
    assert lost.cell((4, 2))["loose"] == 1
    assert not lost.position["seats"][0]["crystal"]
    won = met().play("boom=B15", "roll=6")
    assert won.position["seats"][0]["crystal"]


@pytest.mark.rule("BC-MOVE-5")
def test_the_find_comes_before_the_crystal() -> None:
    scene = Scene().tiles((4, 1)).tile((4, 2), "find.cross").dwarf(0, (4, 1)).loose((4, 2))
    scene.play("walk S")
    assert (scene.phase, int(scene.s["crystal"][0])) == ("CALL", 0)
    scene.play("odd", "roll=1")
    assert (scene.phase, int(scene.s["crystal"][0])) == ("FIND", 0)
    assert int(scene.play("find=F05").s["crystal"][0]) == 1


@pytest.mark.rule("BC-MOVE-5")
def test_the_pit_comes_before_the_crystal() -> None:
    def fallen(roll: int) -> Scene:
        scene = Scene().tiles((4, 1)).tile((4, 2), "pit.tee").dwarf(0, (4, 1)).loose((4, 2))
        scene.play("walk S")
        assert (scene.phase, int(scene.s["crystal"][0])) == ("ROLL", 0)
        return scene.play(f"roll={roll}")

    gone = fallen(6)
    assert (gone.at(0), int(gone.s["crystal"][0])) == ("home", 0)
    assert gone.cell((4, 2))["loose"] == 1
    stayed = fallen(1)
    assert (stayed.at(0), int(stayed.s["crystal"][0])) == ((4, 2), 1)


@pytest.mark.rule("BC-MOVE-5")
def test_the_crystal_comes_before_the_exit_check() -> None:
    scene = Scene().tiles((4, 1)).tile((4, 2), "exit.cross").dwarf(0, (4, 1)).loose((4, 2))
    assert scene.play("walk S").phase == "OVER"


@pytest.mark.rule("BC-MOVE-5")
def test_the_portal_hop_comes_last() -> None:
    scene = Scene().tiles((4, 1)).tile((4, 2), "portal.cross").tile((7, 7), "portal.cross")
    scene.dwarf(0, (4, 1)).boom((4, 2)).loose((4, 2)).play("walk S")
    assert scene.phase == "BOOM"
    scene.play("boom=B05", "roll=6")
    assert int(scene.s["crystal"][0]) == 1
    assert "hop 7,7" in scene.legal
    assert scene.play("hop 7,7").at(0) == (7, 7)


# Passages


def walled(skill: str = "thief") -> Scene:
    """A dwarf at 4,4 with an open cell behind a wall to the east."""
    scene = Scene(skills=(skill, "merchant")).tile((4, 4), "plain.straight")
    return scene.tile((5, 4), "plain.straight").dwarf(0, (4, 4))


@pytest.mark.rule("BC-PASS-1")
@pytest.mark.parametrize("tool", ["exp", "F01", "skill"])
def test_an_explosive_a_card_or_a_skill_breaks_a_passage(tool: str) -> None:
    scene = walled("engineer").hand(0, "F01")
    assert scene.why("walk E") == "BC-MOVE-2"
    scene.play(f"blast E {tool}")
    assert scene.position["passages"] == [[4, 4, 5, 4]]
    assert scene.at(0) == (5, 4)


@pytest.mark.rule("BC-PASS-1")
def test_a_beaten_monster_may_leave_a_passage_in_a_wall() -> None:
    scene = walled().tiles((4, 3)).tile((3, 3), "boom.straight").dwarf(0, (4, 4))
    scene.tile((5, 3), "boom.straight", 1).boom((4, 3)).play("walk N", "boom=B14", "roll=6")
    assert (scene.phase, scene.legal) == ("PASSAGE", ["pass", "open W"])
    scene.play("open W")
    assert scene.position["passages"] == [[3, 3, 4, 3]]


@pytest.mark.rule("BC-PASS-2")
def test_every_dwarf_may_use_a_passage_both_ways_for_good() -> None:
    for seat in (0, 1):
        for here, side in (((4, 4), "E"), ((5, 4), "W")):
            scene = walled()
            scene.play("blast E exp").dwarf(0, "home").dwarf(seat, here)
            scene.set(active=seat, ask=seat, moves=1, acted=0)
            assert f"walk {side}" in scene.legal
            scene.play(f"walk {side}")
            assert scene.position["passages"] == [[4, 4, 5, 4]]


@pytest.mark.rule("BC-PASS-2")
@pytest.mark.parametrize(("here", "side", "there"), [((4, 4), "E", (5, 4)), ((5, 4), "W", (4, 4))])
def test_a_mushroom_on_one_side_ends_a_passage(here: Cell, side: str, there: Cell) -> None:
    scene = walled().passage((4, 4), "E").dwarf(0, here).hand(0, "F03")
    assert f"walk {side}" in scene.legal
    scene.play("play F03", f"at {there[0]},{there[1]}")
    assert scene.position["passages"] == []
    assert scene.why(f"walk {side}") == "BC-MUSH-2"


# Winning


def by_the_exit(carriers: tuple[int, ...] = (0,), players: int = 2, active: int = 0) -> Scene:
    """A dwarf at 4,4 with the open Exit to the south."""
    scene = Scene(players, active=active).tiles((4, 4)).tile((4, 5), "exit.cross")
    return scene.dwarf(active, (4, 4)).crystal(*carriers)


@pytest.mark.rule("BC-WIN-1")
def test_a_carrier_on_an_exit_wins_at_once_walking_or_digging() -> None:
    walked = by_the_exit().play("walk S")
    assert (walked.phase, walked.legal, int(walked.s["winner"])) == ("OVER", [], 0)
    dug = Scene().tiles((4, 4)).dwarf(0, (4, 4)).crystal(0)
    dug.play("dig", "tile=exit.cross", "lay S r0")
    assert (dug.phase, int(dug.s["winner"])) == ("OVER", 0)


@pytest.mark.rule("BC-WIN-1")
def test_a_crystal_taken_in_a_brawl_on_the_exit_wins() -> None:
    taken = by_the_exit().dwarf(1, (4, 5)).play("walk S")
    assert brawlers(taken) == (0, 1)
    taken.play("roll=1", "roll=6")
    assert (taken.phase, int(taken.s["winner"])) == ("OVER", 1)
    kept = by_the_exit().dwarf(1, (4, 5)).play("walk S", "roll=6", "roll=1")
    assert (kept.phase, int(kept.s["winner"])) == ("OVER", 0)


@pytest.mark.rule("BC-WIN-1")
def test_the_landing_on_the_exit_is_resolved_first() -> None:
    scene = by_the_exit().boom((4, 5)).play("walk S")
    assert scene.phase == "BOOM"
    won = by_the_exit().boom((4, 5)).play("walk S", "boom=B15", "roll=6")
    assert (won.phase, int(won.s["winner"])) == ("OVER", 0)
    lost = by_the_exit().tiles(*[(4, y) for y in range(4)]).boom((4, 5))
    lost.play("walk S", "boom=B15", "roll=1")
    assert lost.phase != "OVER"
    assert (lost.at(0), lost.cell((4, 5))["loose"]) == ((4, 4), 1)


@pytest.mark.rule("BC-WIN-2")
def test_an_exit_without_a_crystal_does_nothing_and_stays_usable() -> None:
    scene = by_the_exit(carriers=()).play("walk S")
    assert (scene.phase, scene.asked, scene.at(0)) == ("ACT", 0, (4, 5))
    assert scene.cell((4, 5)) == {"tile": "exit.cross", "rot": 0}
    scene.dwarf(0, "home").dwarf(1, (4, 4)).crystal(1)
    scene.set(active=1, ask=1, moves=1, acted=0)
    scene.play("walk S")
    assert (scene.phase, int(scene.s["winner"])) == ("OVER", 1)


@pytest.mark.rule("BC-WIN-3")
@pytest.mark.parametrize("side", ["N", "S"])
def test_of_two_exits_either_one_will_do(side: str) -> None:
    scene = Scene(variant="3+2").tiles((4, 4)).dwarf(0, (4, 4)).crystal(0)
    scene.tile((4, 5), "exit.cross").tile((4, 3), "exit.cross")
    assert scene.play(f"walk {side}").phase == "OVER"
    assert int(scene.s["winner"]) == 0


@pytest.mark.rule("BC-WIN-4")
def test_there_is_one_winner_and_no_second_place() -> None:
    scene = by_the_exit(carriers=(2, 0), players=4, active=2).play("walk S")
    assert scene.phase == "OVER"
    assert scene.rules.score(scene.state, 4) == [-1, -1, 1, -1]
    assert GAME.notation.result_text(scene.s) == "win 2"


def standstill(**options: Any) -> Scene:
    """Two dwarfs without Explosives who can only walk out of their Entrances and back."""
    scene = Scene(2, QUIET, **options).explosives(0, 0).explosives(1, 0)
    scene.tile((4, 0), "boom.dead_end").dwarf(0, (4, 0))
    scene.tile((4, 8), "boom.corner", 2).tile((3, 8), "boom.straight").dwarf(1, (4, 8))
    return scene.start()


@pytest.mark.rule("BC-WIN-5")
def test_a_stalemate_goes_on_to_the_turn_limit_unless_help_was_agreed_on() -> None:
    scene = standstill(turn_limit=50)
    assert (scene.phase, int(scene.s["winner"]), int(scene.s["turns"])) == ("OVER", -1, 50)
    assert scene.rules.score(scene.state, 2) == [0, 0]
    assert scene.s["explosives"][:2].tolist() == [0, 0]
    helped = standstill(turn_limit=50, anti_stall=1)
    assert helped.s["explosives"][:2].tolist() == [1, 1]
    assert "blast E exp" in helped.play("walk S", "walk N").legal


def pacing(stall: int, **options: Any) -> Scene:
    """Two dwarfs without Explosives before their Entrances, who may dig or walk back."""
    scene = Scene(2, QUIET, **options).explosives(0, 0).explosives(1, 0).set(stall=stall)
    scene.tile((4, 0), "plain.straight").tile((4, 8), "plain.straight")
    return scene.dwarf(0, (4, 0)).dwarf(1, (4, 8))


def helped_to(scene: Scene) -> tuple[list[int], int]:
    """The Explosives of both, and the turns since a tile was opened."""
    return scene.s["explosives"][:2].tolist(), scene.position["stall"]


@pytest.mark.rule("BC-WIN-6")
def test_turns_without_a_new_tile_bring_everybody_an_explosive() -> None:
    soon = pacing(stall=2, anti_stall=2).play("walk N")
    assert (helped_to(soon), soon.asked) == (([0, 0], 3), 1)
    now = pacing(stall=3, anti_stall=2).play("walk N")
    assert (helped_to(now), now.asked) == (([1, 1], 0), 1)
    assert now.position["bank"] == 8


@pytest.mark.rule("BC-WIN-6")
def test_the_number_of_turns_is_counted_from_the_last_tile_opened() -> None:
    round_trip = pacing(stall=0, anti_stall=2).play("walk N", "walk S")
    assert helped_to(round_trip) == ([1, 1], 0)
    dug = pacing(stall=3, anti_stall=2).play("dig", "tile=plain.tee", "lay S r0")
    assert (helped_to(dug), dug.asked) == (([0, 0], 0), 1)


@pytest.mark.rule("BC-WIN-6")
def test_no_help_without_the_option_with_an_empty_bag_or_an_empty_bank() -> None:
    assert helped_to(pacing(stall=99).play("walk N")) == ([0, 0], 100)
    empty = empty_bag(pacing(stall=3, anti_stall=2)).play("walk N")
    assert helped_to(empty)[0] == [0, 0]
    bank = pacing(stall=3, anti_stall=2).explosives(1, 10).play("walk N")
    assert helped_to(bank) == ([0, 10], 0)
