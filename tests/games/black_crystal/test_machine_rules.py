"""The machine of turns, chance, and what is hidden, rule by rule."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from orrery.core.contract import CHANCE, OVER, WATCHER
from orrery.core.dice import generator
from orrery.core.events import sees
from orrery.core.jit import twin
from orrery.games.black_crystal.decks import BOOMS, FIND_COUNT, FINDS
from orrery.games.black_crystal.game import GAME
from orrery.games.black_crystal.rules import mine
from orrery.games.black_crystal.rules.hands import known_at
from orrery.games.black_crystal.texts import boom_text, find_text

from .scene import BOOM, FIND, TILES, Cell, Scene

SKILLS = ("miner", "shaman", "thief", "merchant")
SHAFT = [(4, y) for y in range(9)]
ALL_SKILLS = {
    "engineer",
    "merchant",
    "miner",
    "thief",
    "alchemist",
    "gardener",
    "shaman",
    "iron_head",
}
Build = Callable[[], Scene]


def bare(
    skills: tuple[str, ...] = SKILLS, players: int = 2, active: int = 0, **options: Any
) -> Scene:
    """A scene without Explosives."""
    scene = Scene(players, skills, active, **options)
    for seat in range(players):
        scene.explosives(seat, 0)
    return scene


def shaft(depth: int = 6, players: int = 2, skills: tuple[str, ...] = SKILLS) -> Scene:
    """Seat 0 above a Boom token at the end of a shaft that leads home; it is depth steps long."""
    scene = bare(skills, players).tiles(*SHAFT[:depth]).boom(SHAFT[depth - 1])
    return scene.dwarf(0, SHAFT[depth - 2])


def meeting(skills: tuple[str, ...] = SKILLS, players: int = 2) -> Scene:
    """Seat 0 above seat 1 in a shaft that leads from North to South."""
    scene = bare(skills, players).tiles(*SHAFT[1:8], (4, 0)).tile((4, 8), "plain.straight")
    return scene.dwarf(0, (4, 3)).dwarf(1, (4, 4))


def digger(players: int = 2, skills: tuple[str, ...] = SKILLS) -> Scene:
    """Seat 0 in a shaft of four crossings that leads home."""
    return bare(skills, players).tiles(*SHAFT[:4]).dwarf(0, SHAFT[3])


def island(skills: tuple[str, ...] = SKILLS) -> Scene:
    """Seat 0 on a cell from which there is no way home."""
    return bare(skills).tiles((4, 4)).dwarf(0, (4, 4))


def fresh(**options: Any) -> Scene:
    """A game before its set-up."""
    scene = Scene(**options)
    scene.state = scene.rules.begin(GAME.option_vector(GAME.read_options(options)))
    return scene


def has(scene: Scene, where: Cell, what: str) -> bool:
    """Whether a token lies on an open cell."""
    return what in scene.cell(where)


def bag_odds(scene: Scene, word: str = "tile", *events: str) -> dict[str, int]:
    """The weights of a draw from the bag, of some events only if they are given."""
    bag = scene.position["bag"]
    return {f"{word}={t}": n for t, n in bag.items() if not events or t.split(".")[0] in events}


def deck_odds(scene: Scene, word: str, deck: str) -> dict[str, int]:
    """The weights of a draw from a deck."""
    return {f"{word}={card}": n for card, n in scene.position[deck].items()}


def seen_by(scene: Scene, text: str) -> set[int]:
    """The seats, and WATCHER, that see a move."""
    audience = GAME.hidden.audience(scene.s, scene._code(text))
    return {seat for seat in range(WATCHER, int(scene.s["players"])) if sees(audience, seat)}


def everyone(scene: Scene) -> set[int]:
    """All seats, and WATCHER."""
    return set(range(WATCHER, int(scene.s["players"])))


def no_finds(scene: Scene) -> Scene:
    """Empty the Find deck and its discard."""
    scene.s["find_deck"][:] = 0
    scene.s["find_discard"][:] = 0
    scene.s["find_left"] = 0
    return scene


def no_booms(scene: Scene, *left: str) -> Scene:
    """Leave only some cards in the Boom deck, and none in its discard."""
    scene.s["boom_deck"][:] = 0
    scene.s["boom_discard"][:] = 0
    for name in left:
        scene.s["boom_deck"][BOOM[name]] += 1
    scene.s["boom_left"] = len(left)
    return scene


# BC-SM-1: what is not asked


@pytest.mark.rule("BC-SM-1")
def test_a_single_input_is_taken_without_a_ply() -> None:
    scene = bare().start()
    assert (scene.phase, scene.asked) == ("DRAW", CHANCE)


@pytest.mark.rule("BC-SM-1")
def test_an_act_with_nothing_but_end_ends_the_turn() -> None:
    scene = digger().play("walk N")
    assert (scene.s["active"], scene.s["turns"]) == (1, 1)
    asked = digger().hand(0, "F16").play("walk N")
    assert (asked.asked, asked.legal) == (0, ["end", "play F16"])


@pytest.mark.rule("BC-SM-1")
def test_a_flight_is_asked_for_only_if_it_has_two_ends() -> None:
    assert shaft().play("walk S", "boom=B18", "roll=1").at(0) == (4, 4)
    fork = bare().tiles((4, 0), (3, 0), (3, 1), (4, 1), (4, 2), (3, 2), (5, 2)).boom((3, 2))
    fork.dwarf(0, (4, 2)).play("walk W", "boom=B18", "roll=1")
    assert (fork.phase, fork.asked, fork.legal) == ("FLEE", 0, ["to 3,1", "to 4,2"])


@pytest.mark.rule("BC-SM-1")
def test_a_seat_with_nothing_playable_is_never_asked() -> None:
    quiet = shaft().hand(0, "F01", "F13").hand(1, "F05", "F06").play("walk S", "boom=B18")
    assert (quiet.phase, quiet.asked) == ("ROLL", CHANCE)
    asked = shaft().hand(0, "F05").play("walk S", "boom=B18")
    assert (asked.phase, asked.asked) == ("PREROLL", 0)


@pytest.mark.rule("BC-SM-1")
def test_chance_with_one_outcome_is_a_ply() -> None:
    boom = no_booms(shaft(), "B05").play("walk S")
    assert (boom.phase, boom.asked, boom.legal) == ("BOOM", CHANCE, ["boom=B05"])
    robbed = digger().hand(0, "F27").hand(1, "F05").play("play F27")
    assert (robbed.phase, robbed.asked, robbed.legal) == ("STEAL", CHANCE, ["steal=F05"])


# BC-SM-2: the record of the turn


def turn(scene: Scene) -> dict[str, Any]:
    """The turn record."""
    entry: dict[str, Any] = scene.position["turn"]
    return entry


FRESH = {
    "moves": 1,
    "acted": False,
    "hops": 1,
    "shifted": False,
    "arrived": False,
    "met": False,
    "opened": False,
    "over": False,
}


def portals(players: int = 2, **options: Any) -> Scene:
    """Portals at (4, 3) and (0, 0); a shaft home from the first."""
    scene = bare(players=players, **options).tiles(*SHAFT[:3], (4, 4), (1, 0))
    return scene.tile((4, 3), "portal.cross").tile((0, 0), "portal.cross")


@pytest.mark.rule("BC-SM-2")
@pytest.mark.parametrize("hops", [1, 3])
def test_every_turn_begins_with_a_fresh_record(hops: int) -> None:
    scene = portals(portal_hops_per_turn=hops).dwarf(0, (4, 2)).dwarf(1, (8, 8)).tiles((8, 8))
    scene.hand(1, "F16").play("walk S", "hop 0,0")
    if scene.asked == 0:
        scene.play("end")
    assert (scene.phase, scene.s["active"]) == ("ACT", 1)
    assert turn(scene) == {**FRESH, "hops": hops}


@pytest.mark.rule("BC-SM-2")
def test_a_walk_is_a_move_and_a_shift() -> None:
    scene = digger().hand(0, "F16").play("walk N")
    assert turn(scene) == {**FRESH, "moves": 0, "acted": True, "shifted": True, "arrived": True}


@pytest.mark.rule("BC-SM-2")
def test_a_free_action_is_no_move() -> None:
    assert turn(digger().hand(0, "F16", "F04").play("rubble N F04")) == FRESH
    assert turn(digger().hand(0, "F16").play("play F16")) == {**FRESH, "moves": 2}


@pytest.mark.rule("BC-SM-2")
def test_a_hop_shifts_and_is_counted_but_is_no_move() -> None:
    scene = portals().dwarf(0, (4, 3)).play("hop 0,0")
    assert turn(scene) == {**FRESH, "hops": 0, "shifted": True, "arrived": True}


@pytest.mark.rule("BC-SM-2")
def test_a_laid_tile_is_noted() -> None:
    scene = digger().hand(0, "F16").play("dig", "tile=plain.tee", "lay S r0")
    assert turn(scene) == {
        **FRESH,
        "moves": 0,
        "acted": True,
        "shifted": True,
        "arrived": True,
        "opened": True,
    }


@pytest.mark.rule("BC-SM-2")
def test_a_meeting_attack_is_noted() -> None:
    scene = meeting().dwarf(0, (4, 2)).hand(0, "F16").play("walk S", "attack S", "roll=6", "roll=1")
    assert turn(scene) == {
        **FRESH,
        "moves": 0,
        "acted": True,
        "shifted": True,
        "arrived": True,
        "met": True,
    }


def pit() -> Scene:
    """Seat 0 above a Pit; the only Boom tile is the one on which it stands."""
    scene = bare().tiles(*SHAFT[:3]).tile((4, 3), "boom.straight").tile((4, 4), "pit.tee", 1)
    return scene.dwarf(0, (4, 3))


@pytest.mark.rule("BC-SM-2")
def test_a_fall_to_another_cell_is_no_arrival() -> None:
    scene = pit().hand(0, "F16").play("walk S", "roll=3", "boom=B05", "roll=6")
    assert scene.at(0) == (4, 3)
    assert turn(scene) == {**FRESH, "moves": 0, "acted": True, "shifted": True}


@pytest.mark.rule("BC-SM-2")
def test_a_flight_makes_the_turn_over() -> None:
    fork = bare().tiles((4, 0), (3, 0), (3, 1), (4, 1), (4, 2), (3, 2), (5, 2)).boom((3, 2))
    fork.dwarf(0, (4, 2)).play("walk W", "boom=B18")
    assert not turn(fork)["over"]
    assert turn(fork.play("roll=1"))["over"]


# BC-SM-3: what makes a turn over


def run_down(scene: Scene, *moves: str) -> Scene:
    """Give seat 0 a card that it could play in ACT, and play."""
    scene.hand(0, "F16")
    return scene.play(*moves)


OVERS: dict[str, Build] = {
    "lost": lambda: run_down(shaft(), "walk S", "boom=B18", "roll=2"),
    "lost, stays": lambda: run_down(
        island().tiles((4, 5)).boom((4, 5)), "walk S", "boom=B18", "roll=2"
    ),
    "retreat": lambda: run_down(meeting(), "walk S", "roll=1", "roll=6"),
    "retreat, no way": lambda: run_down(
        island().tiles((4, 5)).dwarf(1, (4, 5)), "walk S", "roll=1", "roll=6"
    ),
    "potion": lambda: run_down(meeting(("miner", "alchemist")), "walk S", "potion"),
    "autopilot": lambda: digger().hand(0, "F16").set(autopilot={0: 1}).start(),
    "autopilot, stays": lambda: island().hand(0, "F16").set(autopilot={0: 1}).start(),
    "draught": lambda: run_down(digger(), "dig", "tile=find.cross", "lay S r0", "find=F35"),
    "draught, stays": lambda: run_down(
        island(), "dig", "tile=find.cross", "lay S r0", "find=F35"
    ),
    "dodge": lambda: run_down(shaft().hand(0, "F12"), "walk S", "boom=B18", "play F12"),
    "dodge, stays": lambda: run_down(
        island().hand(0, "F12").tiles((4, 5)).boom((4, 5)), "walk S", "boom=B18", "play F12"
    ),
    "stray teleport": lambda: run_down(digger().hand(0, "F19"), "play F19", "odd", "roll=2"),
    "buried": lambda: run_down(digger(), "dig", "tile=find.cross", "lay S r0", "find=F30"),
    "pit 1": lambda: run_down(pit(), "walk S", "roll=1"),
    "pit 2": lambda: run_down(pit(), "walk S", "roll=2"),
    "pit 3, no lair": lambda: run_down(
        island().tile((4, 5), "pit.tee", 1), "walk S", "roll=3"
    ),
    "pit 5": lambda: run_down(pit(), "walk S", "roll=5"),
    "pit 6": lambda: run_down(pit(), "walk S", "roll=6"),
    "second pit": lambda: run_down(pit().tile((8, 8), "pit.tee"), "walk S"),
}  # fmt: skip


@pytest.mark.rule("BC-SM-3")
@pytest.mark.parametrize("cause", OVERS)
def test_the_turn_is_over_without_another_act(cause: str) -> None:
    scene = OVERS[cause]()
    assert (scene.s["active"], scene.s["turns"]) == (1, 1)
    assert "F16" in scene.cards(0)


@pytest.mark.rule("BC-SM-3")
def test_nobody_reacts_to_a_dwarf_whose_turn_is_over() -> None:
    walked = shaft().dwarf(1, (4, 2)).play("walk N", "end")
    assert (walked.phase, walked.asked, walked.s["active"]) == ("REACT", 1, 0)
    fled = shaft().dwarf(1, (4, 2)).play("walk S", "boom=B18", "roll=2")
    assert fled.at(0) == (4, 3)
    assert (fled.phase, fled.s["active"]) == ("ACT", 1)


@pytest.mark.rule("BC-SM-3")
@pytest.mark.parametrize("roll", [3, 4])
def test_a_fall_to_a_boom_tile_takes_the_moves_but_not_the_turn(roll: int) -> None:
    scene = pit().hand(0, "F16").play("play F16", "walk S")
    assert scene.s["moves"] == 1
    scene.play(f"roll={roll}", "boom=B05", "roll=6")
    assert (scene.phase, scene.asked, scene.legal) == ("ACT", 0, ["end", "play F16"])
    assert (scene.s["moves"], scene.s["over"]) == (0, 0)


# BC-SM-4 and BC-SM-5: landings


def landings(scene: Scene) -> list[int]:
    """The seats whose landings are not finished, bottom first."""
    return [entry["seat"] for entry in scene.position["landings"]]


def knock_on() -> Scene:
    """Seat 1 stands on a Boom token; its retreat of 3 ends on a Find tile."""
    scene = bare().tiles(*SHAFT[:7]).tile((4, 7), "find.cross").tile((4, 8), "plain.straight")
    return scene.boom((4, 4)).dwarf(0, (4, 3)).dwarf(1, (4, 4)).hand(0, "F16")


@pytest.mark.rule("BC-SM-4", "BC-SM-5")
def test_the_newest_landing_is_finished_before_the_one_below() -> None:
    scene = knock_on().play("walk S")
    assert (scene.position["fight"]["kind"], landings(scene)) == ("brawl", [0])
    scene.play("roll=6", "roll=1")
    assert (scene.phase, scene.asked, landings(scene)) == ("CALL", 1, [0, 1])
    assert scene.at(1) == (4, 7)
    scene.play("odd", "roll=1", "find=F05")
    assert (scene.cards(1), landings(scene)) == (["F05"], [0])
    assert scene.phase == "BOOM"
    scene.play("boom=B05", "roll=6")
    assert (scene.phase, scene.asked, landings(scene)) == ("ACT", 0, [])


@pytest.mark.rule("BC-SM-5")
def test_a_resident_who_won_has_no_landing() -> None:
    scene = bare().tiles(*SHAFT[:4]).tile((4, 4), "find.cross").boom((4, 4))
    scene.dwarf(0, (4, 3)).dwarf(1, (4, 4)).play("walk S", "roll=1", "roll=6")
    assert scene.at(1) == (4, 4)
    assert has(scene, (4, 4), "boom")
    assert (scene.phase, scene.s["active"], landings(scene)) == ("ACT", 1, [])


@pytest.mark.rule("BC-SM-4")
def test_four_landings_are_the_greatest_depth() -> None:
    scene = bare(players=4).tiles((3, 3), (3, 4), (4, 4), (4, 5), (4, 6), (4, 7), (4, 8))
    for x in (0, 1, 5, 6, 7, 8):
        scene.tile((x, 4), "boom.straight", 1)
    scene.tile((2, 4), "find.cross")
    scene.dwarf(0, (3, 3)).dwarf(1, (3, 4)).dwarf(2, (6, 4)).dwarf(3, (4, 5))
    scene.play("walk S")
    depth = []
    for _ in range(3):
        depth.append(landings(scene))
        scene.play("roll=6", "roll=1")
    assert depth == [[0], [0, 1], [0, 1, 2]]
    assert (scene.phase, scene.asked, landings(scene)) == ("CALL", 3, [0, 1, 2, 3])
    scene.play("odd", "roll=1", "find=F05")
    assert landings(scene) == []


def two_cards(scene: Scene) -> Scene:
    """A monster was beaten that gives two Find cards, on a tile just dug."""
    scene.play("dig", "tile=boom.cross", "lay S r0", "boom=B24")
    return scene.play("fight") if scene.phase == "MONSTER" else scene


@pytest.mark.rule("BC-SM-4")
def test_who_leaves_the_cell_draws_no_more_cards() -> None:
    stays = two_cards(digger()).play("roll=6", "find=F05")
    assert stays.phase == "FIND"
    leaves = two_cards(digger()).play("roll=6", "find=F35")
    assert leaves.at(0) == (4, 2)
    assert leaves.s["active"] == 1
    assert sum(leaves.position["find_deck"].values()) == 59
    home = two_cards(bare().tiles((4, 0)).dwarf(0, (4, 0))).play("roll=6", "find=F35")
    assert (home.at(0), home.s["active"], landings(home)) == ("home", 1, [])
    assert sum(home.position["find_deck"].values()) == 59


@pytest.mark.rule("BC-SM-4")
def test_who_loses_and_cannot_move_draws_no_more_cards() -> None:
    scene = two_cards(island()).play("roll=6", "find=F31", "boom=B18", "roll=2")
    assert scene.at(0) == (4, 5)
    assert (scene.s["active"], landings(scene)) == (1, [])
    assert sum(scene.position["find_deck"].values()) == 59


@pytest.mark.rule("BC-SM-4")
def test_who_dodges_and_cannot_move_draws_no_more_cards() -> None:
    scene = two_cards(island().hand(0, "F12")).play("roll=6", "find=F31", "boom=B18", "play F12")
    assert scene.at(0) == (4, 5)
    assert (scene.s["active"], landings(scene)) == (1, [])
    assert sum(scene.position["find_deck"].values()) == 58


@pytest.mark.rule("BC-SM-4")
def test_a_draught_that_moves_nobody_leaves_the_landing() -> None:
    scene = two_cards(island()).play("roll=6", "find=F35")
    assert (scene.phase, landings(scene)) == ("FIND", [0])
    assert scene.play("find=F05").s["active"] == 1


# BC-SM-6 to BC-SM-9


@pytest.mark.rule("BC-SM-6")
def test_a_crystal_won_on_the_exit_ends_the_game_at_once() -> None:
    scene = digger().tile((4, 4), "exit.cross").dwarf(1, (4, 4)).crystal(0)
    scene.play("walk S", "roll=1", "roll=6")
    assert (scene.phase, scene.asked, scene.s["winner"]) == ("OVER", OVER, 1)
    assert (scene.at(0), scene.at(1)) == ((4, 4), (4, 4))
    assert scene.s["skip"][0] == 0
    assert scene.rules.score(scene.state, 2) == [-1.0, 1.0]


@pytest.mark.rule("BC-SM-6")
def test_the_exit_counts_when_the_landing_ends() -> None:
    scene = digger().tile((4, 4), "exit.cross").boom((4, 4)).crystal(0).play("walk S")
    assert scene.phase == "BOOM"
    lost = scene.play("boom=B18", "roll=2")
    assert (lost.phase, lost.s["winner"]) != ("OVER", 0)
    assert lost.cell((4, 4))["loose"] == 1
    won = digger().tile((4, 4), "exit.cross").boom((4, 4)).crystal(0)
    won.play("walk S", "boom=B18", "roll=5")
    assert (won.phase, won.s["winner"]) == ("OVER", 0)


@pytest.mark.rule("BC-SM-6")
def test_a_crystal_picked_up_on_the_exit_wins() -> None:
    scene = digger().tile((4, 4), "exit.cross").loose((4, 4)).play("walk S")
    assert (scene.phase, scene.s["winner"]) == ("OVER", 0)


@pytest.mark.rule("BC-SM-7")
def test_two_dwarfs_share_a_cell_only_while_they_fight() -> None:
    scene = meeting().play("walk S")
    assert scene.at(0) == scene.at(1)
    scene.play("roll=3", "roll=3")
    assert scene.at(0) == scene.at(1)
    scene.play("roll=6", "roll=1")
    assert (scene.at(0), scene.at(1)) == ((4, 4), (4, 7))


@pytest.mark.rule("BC-SM-7")
@pytest.mark.parametrize("loser", [0, 1])
def test_a_loser_without_a_way_home_is_put_there(loser: int) -> None:
    scene = island().tiles((4, 5)).dwarf(1, (4, 5)).play("walk S")
    scene.play(*(("roll=1", "roll=6") if loser == 0 else ("roll=6", "roll=1")))
    assert scene.at(loser) == "home"
    assert scene.at(1 - loser) == (4, 5)
    assert (scene.s["turns"], scene.s["skip"][loser]) == ((1, 1), (2, 0))[loser]


@pytest.mark.rule("BC-SM-7")
def test_a_potion_victim_without_a_way_home_is_put_there() -> None:
    scene = island(("miner", "alchemist")).tiles((4, 5)).dwarf(1, (4, 5)).play("walk S", "potion")
    assert (scene.at(0), scene.at(1)) == ("home", (4, 5))
    assert scene.s["autopilot"][0] == 3


@pytest.mark.rule("BC-SM-8")
def test_a_push_ends_mining() -> None:
    scene = digger().tile((4, 4), "crystal.tee", 1).tiles((5, 4)).hand(0, "F18")
    scene.dwarf(1, (4, 4)).set(mining={1: 1}).play("play F18")
    assert scene.s["mining"][1] == 0
    assert scene.at(1) == (5, 4)
    scene.play("walk N")
    assert (scene.asked, scene.s["crystal"][1]) == (1, 0)
    assert scene.cell((4, 4))["unmined"] == 1


@pytest.mark.rule("BC-SM-8")
def test_who_stays_goes_on_mining() -> None:
    scene = digger().tile((4, 4), "crystal.tee", 1).dwarf(1, (4, 4)).set(mining={1: 1})
    scene.dwarf(0, (4, 1)).play("walk N")
    assert (scene.s["crystal"][1], scene.s["mining"][1]) == (1, 0)


@pytest.mark.rule("BC-SM-9")
@pytest.mark.parametrize("limit", [50, 77])
def test_the_turn_limit_is_a_draw(limit: int) -> None:
    going = digger().set(turn_limit=limit, turns=limit - 2).play("walk N")
    assert (going.phase, going.s["turns"]) == ("DRAW", limit - 1)
    over = digger().set(turn_limit=limit, turns=limit - 1).play("walk N")
    assert (over.phase, over.asked) == ("OVER", OVER)
    assert over.rules.score(over.state, 2) == [0.0, 0.0]


@pytest.mark.rule("BC-SM-9")
def test_the_turn_limit_is_an_option() -> None:
    assert Scene(turn_limit=60).s["turn_limit"] == 60
    assert Scene().s["turn_limit"] == 1000


# BC-SM-10: distances

SHAPE_SIDES = {"straight": "NS", "corner": "NE", "tee": "NEW", "cross": "NESW", "dead_end": "N"}
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
CELLS = [(x, y) for y in range(9) for x in range(9)]


def random_mine(number: int) -> Scene:
    """A mine with tiles, Passages, Rubble and Mushrooms anywhere."""
    rng = random.Random(number)
    scene = Scene(4)
    for where in [*rng.sample(CELLS, 55), (4, 0), (4, 8), (0, 4), (8, 4)]:
        kinds = [tile for tile, n in scene.position["bag"].items() if n]
        portal = rng.random() < 0.05 and "portal.cross" in kinds
        if scene.cell(where) is None:
            scene.tile(where, "portal.cross" if portal else rng.choice(kinds), rng.randrange(4))
    laid = [where for where in CELLS if scene.cell(where)]
    for where in rng.sample(laid, 8):
        for side, (dx, dy) in STEP.items():
            if (where[0] + dx, where[1] + dy) in laid:
                scene.passage(where, side)
    scene.rubble(*rng.sample(laid, 6))
    ordinary = [c for c in laid if scene.cell(c)["tile"].split(".")[0] in ("boom", "find", "plain")]
    return scene.mushroom(*rng.sample(ordinary, number % 3))


def open_sides(scene: Scene, where: Cell) -> set[str]:
    """The sides to which the tile of a cell is open."""
    entry = scene.cell(where)
    sides = SHAPE_SIDES[entry["tile"].split(".")[1]]
    return {"NESW"[("NESW".index(side) + entry["rot"]) % 4] for side in sides}


def distances(scene: Scene, gate: Cell) -> dict[Cell, int]:
    """Steps to the Entrance behind a gate, by trying again and again until nothing gets nearer."""
    free = {c for c in CELLS if isinstance(scene.cell(c), dict) and not has(scene, c, "rubble")}
    passages = {((a, b), (c, d)) for a, b, c, d in scene.position["passages"]}
    edges = []
    for x, y in free:
        for side, (dx, dy) in STEP.items():
            here, there = (x, y), (x + dx, y + dy)
            back = "NESW"["NESW".index(side) - 2]
            if there in free and (
                (here, there) in passages
                or (there, here) in passages
                or (side in open_sides(scene, here) and back in open_sides(scene, there))
            ):
                edges.append((here, there, 1))
    portals = [c for c in free if scene.cell(c)["tile"].startswith("portal")]
    edges += [(a, b, 0) for a in portals for b in portals if a != b]
    found = {gate: 1} if gate in free else {}
    changed = True
    while changed:
        changed = False
        for here, there, far in edges:
            if here in found and found[here] + far < found.get(there, 1000):
                found[there] = found[here] + far
                changed = True
    return found


@pytest.mark.rule("BC-SM-10")
@pytest.mark.parametrize("number", range(12))
def test_distances_home_are_exact(number: int) -> None:
    scene = random_mine(number)
    for seat, gate in enumerate([(4, 0), (8, 4), (4, 8), (0, 4)]):
        twin(mine.measure_home)(scene.s, seat, scene.work)
        far = {c: int(scene.work["far"][9 * c[1] + c[0]]) for c in CELLS}
        assert {c: n for c, n in far.items() if n < mine.FAR_OFF} == distances(scene, gate)


@pytest.mark.rule("BC-SM-10")
def test_a_flight_goes_round_rubble_and_mushrooms() -> None:
    ring = [(4, 0), (4, 1), (4, 2), (3, 0), (3, 1), (3, 2), (5, 2)]
    through = bare().tiles(*ring).boom((4, 2)).dwarf(0, (5, 2))
    assert through.play("walk W", "boom=B18", "roll=2").at(0) == (4, 0)
    for block in (Scene.rubble, Scene.mushroom):
        round_about = bare().tiles(*ring).boom((4, 2)).dwarf(0, (5, 2))
        block(round_about, (4, 1))
        assert round_about.play("walk W", "boom=B18", "roll=2").at(0) == (3, 1)


@pytest.mark.rule("BC-SM-10")
def test_portals_under_rubble_are_no_way() -> None:
    scene = bare().tiles((4, 0), (4, 2), (4, 3), (4, 4), (4, 5), (4, 7), (3, 7))
    scene.tile((4, 1), "portal.cross").tile((4, 6), "portal.cross").tile((0, 0), "portal.cross")
    scene.boom((4, 7)).dwarf(0, (3, 7))
    twin(mine.measure_home)(scene.s, 0, scene.work)
    assert [int(scene.work["far"][9 * y + x]) for x, y in ((4, 1), (4, 6), (0, 0))] == [2, 2, 2]
    scene.rubble((4, 6))
    twin(mine.measure_home)(scene.s, 0, scene.work)
    assert [int(scene.work["far"][9 * y + x]) for x, y in ((4, 1), (0, 0), (4, 5))] == [2, 2, 6]
    scene.rubble((0, 0))
    twin(mine.measure_home)(scene.s, 0, scene.work)
    assert int(scene.work["far"][0]) == mine.FAR_OFF


# Chance


@pytest.mark.rule("BC-CH-1")
@pytest.mark.parametrize(
    ("variant", "outs"), [("1+1", 0), ("2+1", 1), ("3+1", 2), ("2+2", 2), ("3+2", 3), ("4+2", 4)]
)
def test_surplus_ordinary_tiles_leave_one_by_one(variant: str, outs: int) -> None:
    scene = fresh(variant=variant)
    for _ in range(outs):
        assert (scene.phase, scene.asked) == ("SETUP", CHANCE)
        assert scene.odds == bag_odds(scene, "out", "boom", "find", "plain")
        assert seen_by(scene, "out=boom.tee") == everyone(scene)
        scene.play("out=boom.tee")
    assert scene.position["bag"]["boom.tee"] == 13 - outs
    assert scene.legal[0].startswith("skill=")


@pytest.mark.rule("BC-CH-2")
def test_skills_are_dealt_from_seat_0_on() -> None:
    scene = fresh(variant="1+1", players=4)
    left = set(ALL_SKILLS)
    for seat, skill in enumerate(("thief", "miner", "shaman", "engineer")):
        assert scene.odds == {f"skill={name}": 1 for name in left}
        assert seen_by(scene, f"skill={skill}") == everyone(scene)
        scene.play(f"skill={skill}")
        left.remove(skill)
        dealt = [entry["skill"] for entry in scene.position["seats"]]
        assert dealt[seat] == skill
        assert dealt[seat + 1 :] == [None] * (3 - seat)


@pytest.mark.rule("BC-CH-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_seat_is_as_likely_to_begin(players: int) -> None:
    scene = fresh(variant="1+1", players=players)
    for skill in ("thief", "miner", "shaman", "engineer")[:players]:
        scene.play(f"skill={skill}")
    assert scene.odds == {f"first={seat}": 1 for seat in range(players)}
    assert seen_by(scene, "first=1") == everyone(scene)
    assert scene.play("first=1").s["active"] == 1


@pytest.mark.rule("BC-CH-4")
def test_a_tile_is_drawn_by_its_copies_in_the_bag() -> None:
    scene = digger().play("dig")
    assert scene.odds == bag_odds(scene)
    assert scene.odds["tile=boom.tee"] == 13
    assert seen_by(scene, "tile=pit.tee") == everyone(scene)


@pytest.mark.rule("BC-CH-4")
@pytest.mark.parametrize("dig", ["dig", "play F20", "play F28"])
def test_the_first_dig_draws_no_pit(dig: str) -> None:
    scene = bare().hand(0, "F20", "F28").play(dig)
    assert scene.odds == {t: n for t, n in bag_odds(scene).items() if t != "tile=pit.tee"}


@pytest.mark.rule("BC-CH-4")
@pytest.mark.parametrize(("skill", "tool"), [("miner", "exp"), ("iron_head", "head")])
def test_blasts_draw_one_tile(skill: str, tool: str) -> None:
    scene = bare((skill, "shaman")).tile((4, 4), "find.dead_end").explosives(0, 1)
    scene.dwarf(0, (4, 4)).play(f"blast E {tool}")
    assert scene.odds == bag_odds(scene)
    assert scene.play("tile=pit.tee").phase == "LAY"


@pytest.mark.rule("BC-CH-4")
def test_the_mine_plan_draws_three_tiles_in_a_row() -> None:
    scene = digger().hand(0, "F20").play("play F20")
    for drawn in ("plain.tee", "plain.tee", "portal.cross"):
        assert (scene.phase, scene.asked) == ("DRAW", CHANCE)
        assert scene.odds == bag_odds(scene)
        before = scene.odds[f"tile={drawn}"]
        scene.play(f"tile={drawn}")
        assert scene.position["bag"].get(drawn, 0) == before - 1
    assert scene.legal == ["keep plain.tee", "keep portal.cross"]
    scene.play("keep portal.cross")
    assert scene.position["drawn"] == ["portal.cross"]
    assert scene.position["bag"]["plain.tee"] == 4


@pytest.mark.rule("BC-CH-4")
@pytest.mark.parametrize("left", [1, 2])
def test_the_mine_plan_draws_no_more_than_there_is(left: int) -> None:
    scene = digger().hand(0, "F20")
    scene.s["bag"][:] = 0
    scene.s["bag"][TILES.index("boom.tee")] = left
    scene.play("play F20", *["tile=boom.tee"] * left)
    assert scene.phase == "LAY"
    assert scene.position["bag"] == ({"boom.tee": 1} if left == 2 else {})


@pytest.mark.rule("BC-CH-5")
def test_a_find_card_is_drawn_by_its_copies_in_the_deck() -> None:
    scene = digger(3).hand(1, "F01", "F05").play("dig", "tile=find.cross", "lay S r0")
    assert scene.odds == deck_odds(scene, "find", "find_deck")
    assert (scene.odds["find=F01"], scene.odds["find=F05"]) == (3, 3)
    for card in range(FINDS):
        text = f"find={find_text(card)}"
        at_once = 26 <= card + 1 <= 38 and card + 1 not in (27, 28, 29)
        assert seen_by(scene, text) == (everyone(scene) if at_once else {0})


@pytest.mark.rule("BC-CH-5")
def test_the_drawer_sees_the_card_even_in_another_turn() -> None:
    scene = knock_on().play("walk S", "roll=6", "roll=1", "odd", "roll=1")
    assert scene.s["active"] == 0
    assert seen_by(scene, "find=F05") == {1}


@pytest.mark.rule("BC-CH-6")
def test_a_boom_card_is_drawn_by_its_copies_in_the_deck() -> None:
    scene = shaft(players=3).ally(1, "B18").play("walk S")
    assert scene.odds == deck_odds(scene, "boom", "boom_deck")
    assert (scene.odds["boom=B18"], len(scene.odds)) == (2, BOOMS)
    assert seen_by(scene, "boom=B18") == everyone(scene)


@pytest.mark.rule("BC-CH-6")
def test_a_peeked_card_comes_next_for_certain() -> None:
    scene = shaft().hand(0, "F21").play("play F21", "peek=B15", "keep", "walk S")
    assert scene.odds == {"boom=B15": 1}
    scene.play("boom=B15", "roll=4")
    assert scene.position["boom_top"] is None
    assert scene.position["boom_deck"]["B15"] == 2


ROLLS: dict[str, Build] = {
    "monster": lambda: shaft().play("walk S", "boom=B18"),
    "attacker": lambda: meeting().play("walk S"),
    "defender": lambda: meeting().play("walk S", "roll=3"),
    "dwarf against ally": lambda: meeting().ally(1, "B18").play("walk S"),
    "ally against dwarf": lambda: meeting().ally(0, "B18").play("walk S"),
    "find again": lambda: bare().tiles((4, 2)).tile((4, 1), "find.cross").dwarf(0, (4, 2)).play(
        "walk N", "odd"
    ),
    "taming": lambda: shaft(skills=("shaman", "miner")).play(
        "walk S", "boom=B16", "tame", "odd"
    ),
    "growing": lambda: shaft(skills=("gardener", "miner")).play(
        "walk S", "boom=B10", "summon", "odd"
    ),
    "stray teleport": lambda: digger().hand(0, "F19").play("play F19", "odd"),
    "pedlar": lambda: shaft().play("walk S", "boom=B03", "odd"),
    "pit": lambda: pit().play("walk S"),
    "theft": lambda: digger(skills=("thief", "miner")).hand(1, "F05").play("steal 1"),
}  # fmt: skip


@pytest.mark.rule("BC-CH-7")
@pytest.mark.parametrize("purpose", ROLLS)
def test_every_die_has_six_even_faces(purpose: str) -> None:
    scene = ROLLS[purpose]()
    assert (scene.phase, scene.asked) == ("ROLL", CHANCE)
    assert scene.odds == {f"roll={k}": 1 for k in range(1, 7)}
    assert seen_by(scene, "roll=6") == everyone(scene)


@pytest.mark.rule("BC-CH-7")
def test_a_brawl_is_two_rolls_the_attacker_first() -> None:
    scene = meeting().play("walk S", "roll=5")
    assert scene.phase == "ROLL"
    assert scene.position["fight"]["dice"] == {"a": 5, "d": None}
    scene.play("roll=2")
    assert scene.at(1) == (4, 7)


DROPS: dict[str, Build] = {
    "holey sack": lambda: digger(3).hand(0, "F05", "F05", "F07").play(
        "dig", "tile=find.cross", "lay S r0", "find=F33"
    ),
    "rats": lambda: shaft(players=3).hand(0, "F01", "F01", "F03").play(
        "walk S", "boom=B08", "roll=1"
    ),
}  # fmt: skip


@pytest.mark.rule("BC-CH-8")
@pytest.mark.parametrize("cause", DROPS)
def test_a_random_card_is_dropped_by_its_copies_in_the_hand(cause: str) -> None:
    scene = DROPS[cause]()
    two, _, one = scene.cards(0)
    assert (scene.phase, scene.asked) == ("DROP", CHANCE)
    assert scene.odds == {f"drop={two}": 2, f"drop={one}": 1}
    assert seen_by(scene, f"drop={one}") == everyone(scene)
    scene.play(f"drop={one}")
    assert scene.cards(0) == [two, two]
    assert scene.position["find_discard"][one] == 1


def begging() -> Scene:
    """Seat 0 is trapped; seat 1 has an Explosive."""
    scene = bare(players=3).tile((4, 4), "boom.straight").tile((4, 3), "boom.straight")
    scene.rubble((4, 3)).mushroom((4, 5)).explosives(1, 1).dwarf(0, (4, 4))
    return scene


THEFTS: dict[str, tuple[int, int, Build]] = {
    "light fingers": (
        0,
        1,
        lambda: digger(3).hand(0, "F27").hand(1, "F05", "F05", "F07").play("play F27"),
    ),
    "rats": (
        1,
        0,
        lambda: (
            digger(3)
            .hand(0, "F05", "F05", "F07")
            .play("dig", "tile=find.cross", "lay S r0", "find=F36")
        ),
    ),
    "thief": (
        0,
        1,
        lambda: (
            digger(3, ("thief", "miner", "shaman"))
            .hand(1, "F05", "F05", "F07")
            .play("steal 1", "roll=6")
        ),
    ),
    "fee": (
        1,
        0,
        lambda: begging().hand(0, "F05", "F05", "F07").start().play("beg 2", "help"),
    ),
}


@pytest.mark.rule("BC-CH-9")
@pytest.mark.parametrize("cause", THEFTS)
def test_a_card_is_stolen_by_its_copies_in_the_hand(cause: str) -> None:
    thief, victim, build = THEFTS[cause]
    scene = build()
    assert (scene.phase, scene.asked) == ("STEAL", CHANCE)
    assert scene.odds == {"steal=F05": 2, "steal=F07": 1}
    assert seen_by(scene, "steal=F05") == {thief, victim}
    scene.play("steal=F05")
    assert (scene.cards(thief), scene.cards(victim)) == (["F05"], ["F05", "F07"])
    if cause == "fee":
        assert scene.odds == {"steal=F05": 1, "steal=F07": 1}


@pytest.mark.rule("BC-CH-9")
@pytest.mark.parametrize("roll", range(1, 6))
def test_only_a_six_of_the_thief_steals(roll: int) -> None:
    scene = digger(skills=("thief", "miner")).hand(1, "F05").play("steal 1", f"roll={roll}")
    assert (scene.s["active"], scene.cards(0)) == (1, [])


@pytest.mark.rule("BC-CH-10")
def test_the_lantern_peeks_by_the_counts_and_its_owner_sees_it() -> None:
    scene = digger(3).hand(0, "F21").ally(1, "B18").play("play F21")
    assert (scene.phase, scene.asked) == ("PEEK", CHANCE)
    assert scene.odds == deck_odds(scene, "peek", "boom_deck")
    assert scene.odds["peek=B18"] == 2
    assert seen_by(scene, "peek=B18") == {0}
    scene.play("peek=B18")
    assert (scene.phase, scene.asked, scene.legal) == ("PEEK", 0, ["keep", "bury"])


@pytest.mark.rule("BC-CH-10")
def test_a_second_peek_shows_the_same_card() -> None:
    scene = digger().hand(0, "F21").play("play F21", "peek=B15", "keep", "play F21")
    assert scene.odds == {"peek=B15": 1}
    buried = digger().hand(0, "F21").play("play F21", "peek=B15", "bury", "play F21")
    assert buried.odds == deck_odds(buried, "peek", "boom_deck")
    assert (buried.odds["peek=B15"], buried.position["boom_discard"]) == (2, {"B15": 1})


@pytest.mark.rule("BC-CH-11")
def test_a_mushroom_takes_an_ordinary_tile_by_its_copies() -> None:
    scene = digger().hand(0, "F03").play("play F03", "at 2,2")
    assert (scene.phase, scene.asked) == ("TARGET", CHANCE)
    assert scene.odds == bag_odds(scene, "out", "boom", "find", "plain")
    assert seen_by(scene, "out=find.tee") == everyone(scene)
    assert scene.play("out=find.tee").position["bag"]["find.tee"] == 10


@pytest.mark.rule("BC-CH-12")
def test_the_find_discard_becomes_the_deck_without_a_ply() -> None:
    scene = no_finds(digger())
    scene.s["find_discard"][FIND["F05"]] = 2
    scene.play("dig", "tile=find.cross", "lay S r0")
    assert (scene.phase, scene.odds) == ("FIND", {"find=F05": 2})
    assert scene.position["find_discard"] == {}
    assert scene.s["find_left"] == 2


@pytest.mark.rule("BC-CH-12")
@pytest.mark.parametrize("way", ["fight", "peek"])
def test_the_boom_discard_becomes_the_deck_without_a_ply(way: str) -> None:
    scene = no_booms(shaft()).hand(0, "F21")
    scene.s["boom_discard"][BOOM["B05"]] = 2
    scene.play("walk S" if way == "fight" else "play F21")
    assert scene.odds == {"boom=B05" if way == "fight" else "peek=B05": 2}
    assert (scene.position["boom_discard"], scene.s["boom_left"]) == ({}, 2)


@pytest.mark.rule("BC-CH-12")
def test_a_deck_with_a_card_left_is_not_reshuffled() -> None:
    scene = no_booms(shaft(), "B18")
    scene.s["boom_discard"][BOOM["B05"]] = 2
    assert scene.play("walk S").odds == {"boom=B18": 1}
    assert scene.position["boom_discard"] == {"B05": 2}


@pytest.mark.rule("BC-CH-12")
def test_nothing_is_drawn_if_deck_and_discard_are_empty() -> None:
    find = no_finds(digger()).play("dig", "tile=find.cross", "lay S r0")
    assert (find.s["active"], find.cards(0)) == (1, [])
    boom = no_booms(shaft()).play("walk S")
    assert (boom.s["active"], boom.at(0)) == (1, (4, 5))
    assert has(boom, (4, 5), "boom")
    lantern = no_booms(digger()).hand(0, "F21", "F16")
    assert "play F21" not in lantern.legal


@pytest.mark.rule("BC-CH-12")
def test_a_card_that_was_not_there_to_draw_is_not_drawn_later() -> None:
    """A monster's card is owed while there is none; the one put away at the Pit comes too late."""
    scene = no_finds(pit().boom((4, 4)).hand(0, "F14")).play("walk S", "boom=B06", "roll=6")
    assert scene.phase == "PIT"
    scene.play("play F14")
    assert (scene.s["active"], scene.cards(0)) == (1, [])
    assert scene.position["find_discard"] == {"F14": 1}


# What is hidden


def know(scene: Scene, observer: int, holder: int, *cards: str) -> Scene:
    """Let a seat know cards of a hand."""
    for name in cards:
        scene.s["known"][known_at(observer, holder, FIND[name])] += 1
    return scene


def view(scene: Scene, seat: int) -> Mapping[str, Any]:
    """What a seat sees."""
    return GAME.view(scene.rules.hidden(scene.state, seat)[0], seat)


def busy(players: int = 3) -> Scene:
    """A scene with something of everything."""
    scene = bare(("engineer", "miner", "shaman"), players).tiles(*SHAFT[:4], (5, 3), (2, 2))
    scene.tile((6, 6), "crystal.tee").tile((4, 4), "portal.cross").tile((3, 3), "pit.tee")
    scene.boom((4, 2)).rubble((5, 3)).mushroom((8, 0)).passage((4, 3), "W").loose((2, 2))
    scene.dwarf(0, (4, 3)).dwarf(1, (4, 1)).explosives(0, 2).explosives(1, 1).crystal(1)
    scene.hand(0, "F05", "F07", "F03").hand(1, "F01", "F06").hand(2, "F05", "F11", "F11")
    scene.on_table(1, "F02").on_table(2, "F08", 2).ally(1, "B14").ally(2, "B16")
    scene.set(skip={2: 1}, autopilot={1: 2}, uses={0: 1}, trapped={2: 1})
    scene.s["find_discard"][FIND["F31"]] = 1
    scene.s["find_deck"][FIND["F31"]] -= 1
    scene.s["find_left"] -= 1
    scene.s["boom_discard"][BOOM["B05"]] = 1
    scene.s["boom_deck"][BOOM["B05"]] -= 1
    scene.s["boom_left"] -= 1
    return scene


PUBLIC = (
    "options",
    "state",
    "ask",
    "active",
    "turns",
    "stall",
    "turn",
    "cells",
    "passages",
    "bag",
    "out",
    "drawn",
    "find_discard",
    "boom_deck",
    "boom_discard",
    "bank",
    "crystals_smashed",
    "mushrooms",
    "landings",
    "fight",
)


@pytest.mark.rule("BC-HID-1")
@pytest.mark.parametrize("seat", [WATCHER, 0, 1, 2])
def test_everybody_sees_what_is_public(seat: int) -> None:
    for scene in (busy(), shaft(players=3).hand(1, "F10").play("walk S", "boom=B18")):
        seen, whole = view(scene, seat), scene.position
        assert {key: seen[key] for key in PUBLIC} == {key: whole[key] for key in PUBLIC}
        for entry, real in zip(seen["seats"], whole["seats"], strict=True):
            assert {key: entry[key] for key in real if key != "hand"} == {
                key: value for key, value in real.items() if key != "hand"
            }
            assert entry["held"] == sum(real["hand"].values())
        assert seen["find_left"] == sum(whole["find_deck"].values())
        assert seen["boom_left"] == sum(whole["boom_deck"].values())


@pytest.mark.rule("BC-HID-1")
def test_everybody_sees_calls_rolls_and_choices() -> None:
    moves = ["play F19", "odd", "roll=1", "seat 1", "at 4,1", "walk N"]
    scene = digger(3).hand(0, "F19", "F16")
    for text in moves:
        assert seen_by(scene, text) == everyone(scene)
        scene.play(text)


@pytest.mark.rule("BC-HID-2")
@pytest.mark.parametrize("seat", [WATCHER, 0, 1, 2])
def test_hands_of_rivals_and_the_find_deck_are_secret(seat: int) -> None:
    scene = busy()
    seen = view(scene, seat)
    assert "find_deck" not in seen
    for other in range(3):
        if other != seat:
            assert seen["seats"][other]["hand"] is None
    hidden = scene.rules.hidden(scene.state, seat)[0]
    assert not hidden["find_deck"].any()
    held = hidden["hand"].reshape(4, FINDS).sum(axis=1)
    assert [int(n) for n in held[:3]] == [
        int(scene.s["held"][other]) if other == seat else 0 for other in range(3)
    ]


@pytest.mark.rule("BC-HID-2")
def test_a_card_that_a_rival_peeked_and_kept_is_secret() -> None:
    scene = digger(3).hand(0, "F21").play("play F21", "peek=B29", "keep")
    counts = scene.position["boom_deck"]
    for seat in (WATCHER, 1, 2):
        assert view(scene, seat)["boom_top"] == {"card": None, "seen": [0]}
        assert view(scene, seat)["boom_deck"] == counts
    assert view(scene, 0)["boom_top"] == {"card": "B29", "seen": [0]}


@pytest.mark.rule("BC-HID-3")
def test_a_seat_knows_its_hand_what_it_saw_and_what_it_peeked() -> None:
    scene = know(busy(), 0, 2, "F11").hand(0, "F21").play("play F21", "peek=B29", "keep")
    seen = view(scene, 0)
    assert seen["seats"][0]["hand"] == {"F03": 1, "F05": 1, "F07": 1}
    assert [entry["known"] for entry in seen["seats"]] == [{}, {}, {"F11": 1}]
    assert seen["boom_top"]["card"] == "B29"
    other = view(scene, 1)
    assert other["seats"][1]["hand"] == {"F01": 1, "F06": 1}
    assert [entry["known"] for entry in other["seats"]] == [{}, {}, {}]
    assert other["boom_top"]["card"] is None


@pytest.mark.rule("BC-HID-3")
def test_a_second_seat_that_peeks_knows_the_card_too() -> None:
    scene = digger(3).hand(0, "F21").set(boom_top=BOOM["B29"], boom_seen=0b010)
    tops = [view(scene, seat)["boom_top"]["card"] for seat in range(3)]
    assert tops == [None, "B29", None]
    scene.play("play F21", "peek=B29", "keep")
    tops = [view(scene, seat)["boom_top"]["card"] for seat in range(3)]
    assert tops == ["B29", "B29", None]
    assert view(scene, 2)["boom_top"]["seen"] == [0, 1]


# BC-HID-4: what is known of hands


@pytest.mark.rule("BC-HID-4")
def test_a_theft_is_known_to_its_victim_and_forgotten_by_third_seats() -> None:
    scene = digger(3).hand(0, "F27", "F01").hand(1, "F05", "F05", "F07")
    know(scene, 0, 1, "F05", "F07")
    know(scene, 2, 1, "F05", "F07")
    know(scene, 2, 0, "F01")
    scene.play("play F27", "steal=F05")
    assert scene.position["known"] == {
        "0": {"1": {"F07": 1}},
        "1": {"0": {"F05": 1}},
        "2": {"0": {"F01": 1}},
    }


@pytest.mark.rule("BC-HID-4")
def test_a_stolen_card_that_the_thief_did_not_know_leaves_what_he_knew() -> None:
    scene = digger(3).hand(0, "F27").hand(1, "F05", "F07")
    know(scene, 0, 1, "F07").play("play F27", "steal=F05")
    assert scene.position["known"] == {"0": {"1": {"F07": 1}}, "1": {"0": {"F05": 1}}}


@pytest.mark.rule("BC-HID-4")
def test_a_card_stolen_back_is_known_again_to_the_first_thief() -> None:
    scene = digger(skills=("miner", "thief")).tiles((4, 8), (4, 7)).dwarf(1, (4, 8))
    scene.hand(0, "F27").hand(1, "F05").play("play F27", "steal=F05", "walk N")
    assert scene.position["known"] == {"1": {"0": {"F05": 1}}}
    scene.play("steal 0", "roll=6", "steal=F05")
    assert scene.position["known"] == {"0": {"1": {"F05": 1}}}


@pytest.mark.rule("BC-HID-4")
@pytest.mark.parametrize(
    ("card", "count", "moves"),
    [
        ("F05", 2, ("walk S", "boom=B18", "play F05")),
        ("F14", 1, ("walk S", "boom=B18", "roll=3", "sell F14")),
        ("F01", 2, ("walk S", "boom=B08", "roll=1", "drop=F01")),
        ("F01", 2, ("walk S", "boom=B24", "roll=1", "drop F01")),
    ],
)
def test_a_card_that_is_shown_is_known_no_longer(
    card: str, count: int, moves: tuple[str, ...]
) -> None:
    merchant = ("merchant", "miner", "shaman")
    scene = shaft(players=3, skills=merchant if card == "F14" else SKILLS)
    scene.hand(0, *[card] * count, "F03")
    know(scene, 1, 0, *[card] * count, "F03")
    know(scene, 2, 0, "F03")
    know(scene, 0, 1, card)
    scene.play(*moves)
    left = {"F03": 1} if count == 1 else {card: count - 1, "F03": 1}
    known = scene.position["known"]
    assert known == {
        "0": {"1": {card: 1}},
        "1": {"0": dict(sorted(left.items()))},
        "2": {"0": {"F03": 1}},
    }


@pytest.mark.rule("BC-HID-4")
def test_a_use_from_the_table_shows_no_card_of_the_hand() -> None:
    scene = shaft(players=3).on_table(0, "F02", 1).hand(0, "F02", "F16").rubble((4, 3))
    know(scene, 1, 0, "F02").dwarf(0, (4, 4)).play("clear N F02")
    assert scene.position["known"] == {"1": {"0": {"F02": 1}}}
    assert scene.cards(0) == ["F02", "F16"]


# BC-HID-5 and BC-HID-6


@pytest.mark.rule("BC-HID-5")
def test_draws_to_a_hand_thefts_and_peeks_are_masked() -> None:
    find = digger(3).play("dig", "tile=find.cross", "lay S r0")
    steal = digger(3).hand(0, "F27").hand(1, "F05").play("play F27")
    peek = digger(3).hand(0, "F21").play("play F21")
    for scene, text, sees_it in (
        (find, "find=F05", {0}),
        (steal, "steal=F05", {0, 1}),
        (peek, "peek=B18", {0}),
    ):
        assert seen_by(scene, text) == sees_it
        masked = GAME.hidden.masked_text(scene.s, scene._code(text))
        assert masked == text.split("=")[0] + "=?"


@pytest.mark.rule("BC-HID-5")
def test_everything_else_is_shown_as_played() -> None:
    instant = digger(3).play("dig", "tile=find.cross", "lay S r0")
    assert seen_by(instant, "find=F33") == everyone(instant)
    drop = DROPS["rats"]()
    assert seen_by(drop, "drop=F01") == everyone(drop)
    kept = digger(3).hand(0, "F21").play("play F21", "peek=B18")
    assert seen_by(kept, "keep") == seen_by(kept, "bury") == everyone(kept)
    for scene in (busy(), shaft(players=3).hand(0, "F05", "F10").play("walk S", "boom=B18")):
        for text in scene.legal:
            assert seen_by(scene, text) == everyone(scene)


@pytest.mark.rule("BC-HID-6")
def test_legal_inputs_are_for_the_seat_that_decides() -> None:
    scene = shaft(players=3).hand(0, "F05", "F06", "F03").play("walk S", "boom=B18")
    assert scene.asked == 0
    for seat in (WATCHER, 0, 1, 2):
        hidden = scene.rules.hidden(scene.state, seat)
        moves = [GAME.notation.move_text(hidden[0], move) for move in scene.rules.moves(hidden)]
        assert moves == (["pass", "play F05", "play F06"] if seat == 0 else ["pass"])


@pytest.mark.rule("BC-HID-6")
def test_that_a_seat_is_asked_is_public_but_not_with_what() -> None:
    one, two, none = (
        shaft(players=3).hand(0, card).play("walk S", "boom=B18") for card in ("F05", "F09", "F03")
    )
    for seat in (WATCHER, 1, 2):
        assert (view(one, seat)["state"], view(one, seat)["ask"]) == ("PREROLL", 0)
        assert view(one, seat) == view(two, seat)
        assert (view(none, seat)["state"], view(none, seat)["ask"]) == ("ROLL", "chance")
    assert view(one, 0) != view(two, 0)


@pytest.mark.rule("BC-HID-6")
def test_a_seat_that_is_not_asked_has_told_something_of_its_hand() -> None:
    """Whoever has lost and is not asked has no card against it: no preview may go that far."""
    scene = shaft(players=3).play("walk S", "boom=B18", "roll=1")
    assert "hand_told" in scene.steps[scene.steps.index("fight_lost") :]


# BC-HID-7 and BC-HID-8: dealing anew

Deal = tuple[tuple[str, ...], ...]
HAND_CARDS = [name for name, card in FIND.items() if card + 1 < 26 or card + 1 in (27, 28, 29)]


def leave(scene: Scene, *cards: str) -> Scene:
    """Leave only these cards in the Find deck; the others of it go to the discard."""
    s = scene.s
    s["find_discard"][:] += s["find_deck"]
    s["find_deck"][:] = 0
    for name in cards:
        assert s["find_discard"][FIND[name]] > 0
        s["find_discard"][FIND[name]] -= 1
        s["find_deck"][FIND[name]] += 1
    s["find_left"] = len(cards)
    return scene


def hands(state: Any, seats: Iterable[int]) -> Deal:
    """The cards of some hands, sorted."""
    rows = state[0]["hand"].reshape(4, FINDS)
    return tuple(
        tuple(find_text(k) for k in range(FINDS) for _ in range(int(rows[seat][k])))
        for seat in seats
    )


def dealt(scene: Scene, seat: int, times: int = 4000) -> Counter[Deal]:
    """How often the rivals' hands were dealt in which way."""
    hidden = scene.rules.hidden(scene.state, seat)
    rivals = [other for other in range(int(scene.s["players"])) if other != seat]
    found: Counter[Deal] = Counter()
    for number in range(times):
        found[hands(scene.rules.redealt(hidden, seat, generator(number, 0)), rivals)] += 1
    return found


def all_deals(
    scene: Scene, seat: int, known: dict[int, tuple[str, ...]], fits: Callable[[Deal], bool]
) -> Counter[Deal]:
    """Every deal of physical cards to the rivals, counted by designs."""
    s, rivals = scene.s, [o for o in range(int(scene.s["players"])) if o != seat]
    pool = [name for name, n in scene.position["find_deck"].items() for _ in range(n)]
    for other in rivals:
        cards = scene.cards(other)
        for name in known.get(other, ()):
            cards.remove(name)
        pool += cards
    pool = [name for name in pool if name in HAND_CARDS]
    missing = [int(s["held"][other]) - len(known.get(other, ())) for other in rivals]
    ways: Counter[Deal] = Counter()
    for first in itertools.combinations(range(len(pool)), missing[0]):
        rest = [k for k in range(len(pool)) if k not in first]
        more = missing[1] if len(rivals) > 1 else 0
        for second in itertools.combinations(rest, more):
            picked = (first, second)[: len(rivals)]
            deal = tuple(
                tuple(sorted([*known.get(other, ()), *(pool[k] for k in places)]))
                for other, places in zip(rivals, picked, strict=True)
            )
            if fits(deal):
                ways[deal] += 1
    return ways


def assert_dealt_by(found: Counter[Deal], ways: Counter[Deal]) -> None:
    """The sample has the exact support, and its chi-square is nothing special."""
    assert set(found) == set(ways)
    scale = sum(found.values()) / sum(ways.values())
    off = sum((found[deal] - scale * n) ** 2 / (scale * n) for deal, n in ways.items())
    degrees = len(ways) - 1
    assert off < degrees + 4 * (2 * degrees) ** 0.5 + 4


def anything(deal: Deal) -> bool:
    """No condition."""
    return True


@pytest.mark.rule("BC-HID-7")
def test_hidden_cards_are_dealt_uniformly_over_physical_cards() -> None:
    scene = digger(3).hand(0, "F01").hand(1, "F12", "F05", "F06").hand(2, "F03")
    know(scene, 0, 1, "F12").on_table(2, "F08", 2)
    leave(scene, "F05", "F05", "F12", "F30", "F30", "F26")
    ways = all_deals(scene, 0, {1: ("F12",)}, anything)
    assert len(ways) > 15
    assert_dealt_by(dealt(scene, 0), ways)


@pytest.mark.rule("BC-HID-7")
def test_every_card_is_somewhere_after_a_new_deal() -> None:
    scene = know(busy(), 1, 2, "F11")
    for seat in (WATCHER, 0, 1, 2):
        hidden = scene.rules.hidden(scene.state, seat)
        for number in range(40):
            s = scene.rules.redealt(hidden, seat, generator(number, 0))[0]
            rows = s["hand"].reshape(4, FINDS)
            tables = (s["table"].reshape(4, FINDS) > 0).sum(axis=0)
            whole = s["find_deck"] + s["find_discard"] + rows.sum(axis=0) + tables
            assert whole.tolist() == FIND_COUNT.tolist()
            assert rows.sum(axis=1).tolist() == s["held"].tolist()
            assert int(s["find_deck"].sum()) == int(s["find_left"])
            in_hands = {find_text(k) for k in range(FINDS) if rows[:, k].any()}
            assert in_hands <= set(HAND_CARDS)
            if seat >= 0:
                assert rows[seat].tolist() == scene.s["hand"].reshape(4, FINDS)[seat].tolist()
            if seat == 1:
                assert rows[2][FIND["F11"]] >= 1


@pytest.mark.rule("BC-HID-7")
def test_an_unseen_card_on_top_is_drawn_by_the_counts() -> None:
    scene = no_booms(digger(3), "B05", "B05", "B18", "B29").hand(0, "F21")
    scene.play("play F21", "peek=B18", "keep")
    hidden = scene.rules.hidden(scene.state, 1)
    tops: Counter[str] = Counter()
    for number in range(2000):
        state = scene.rules.redealt(hidden, 1, generator(number, 0))[0]
        tops[boom_text(int(state["boom_top"]))] += 1
        assert int(state["boom_left"]) == 4
    assert set(tops) == {"B05", "B18", "B29"}
    assert abs(tops["B05"] - 1000) < 120
    assert abs(tops["B18"] - 500) < 100
    own = scene.rules.redealt(scene.rules.hidden(scene.state, 0), 0, generator(0, 0))[0]
    assert boom_text(int(own["boom_top"])) == "B18"


BOOSTS = {"F05", "F06", "F07", "F08", "F09", "F10"}


def asked_before_the_roll(*cards: str) -> Scene:
    """Seat 1 fights a monster and is asked for boosts."""
    scene = bare(players=3, active=1).tiles((8, 4), (7, 4), (6, 4)).boom((6, 4))
    scene.dwarf(1, (7, 4)).hand(1, *cards).hand(2, "F03").play("walk W", "boom=B18")
    if scene.phase == "MONSTER":
        scene.play("fight")
    assert (scene.phase, scene.asked) == ("PREROLL", 1)
    return scene


@pytest.mark.rule("BC-HID-8")
def test_a_fighter_who_is_asked_holds_a_boost() -> None:
    scene = leave(asked_before_the_roll("F05", "F12"), "F05", "F06", "F12", "F03", "F30")
    ways = all_deals(scene, 0, {}, lambda deal: bool(BOOSTS & set(deal[0])))
    assert len(ways) > 15
    assert_dealt_by(dealt(scene, 0), ways)


@pytest.mark.rule("BC-HID-8")
def test_a_known_boost_explains_why_he_is_asked() -> None:
    scene = know(asked_before_the_roll("F05", "F12"), 0, 1, "F05")
    leave(scene, "F06", "F12", "F03")
    ways = all_deals(scene, 0, {1: ("F05",)}, anything)
    assert_dealt_by(dealt(scene, 0, 1500), ways)


@pytest.mark.rule("BC-HID-8")
def test_a_known_card_that_opens_nothing_does_not_explain_it() -> None:
    scene = know(asked_before_the_roll("F05", "F14", "F03"), 0, 1, "F14")
    leave(scene, "F06", "F12", "F01")
    ways = all_deals(scene, 0, {1: ("F14",)}, lambda deal: bool(BOOSTS & set(deal[0])))
    assert_dealt_by(dealt(scene, 0, 1500), ways)


@pytest.mark.rule("BC-HID-8")
def test_a_third_seat_that_is_asked_holds_the_trip_up() -> None:
    scene = shaft(players=3).hand(2, "F10", "F05").hand(1, "F06").play("walk S", "boom=B18")
    assert (scene.phase, scene.asked) == ("PREROLL", 2)
    leave(scene, "F05", "F07", "F03")
    ways = all_deals(scene, 0, {}, lambda deal: "F10" in deal[1])
    assert_dealt_by(dealt(scene, 0, 1500), ways)


def asked_to_drop(*cards: str) -> Scene:
    """Seat 1 has lost and must choose a card to discard."""
    scene = bare(active=1).tiles((4, 8), (4, 7), (4, 6)).boom((4, 6)).dwarf(1, (4, 7))
    scene.hand(1, *cards).play("walk N", "boom=B24")
    scene.play(*(["pass"] if scene.phase == "PREROLL" else []), "roll=1")
    assert (scene.phase, scene.asked) == ("DROP", 1)
    return scene


def two_designs(deal: Deal) -> bool:
    """Whether the first hand has two designs."""
    return len(set(deal[0])) > 1


@pytest.mark.rule("BC-HID-8")
def test_who_chooses_a_card_to_drop_holds_two_designs() -> None:
    scene = leave(asked_to_drop("F01", "F15", "F01"), "F01", "F01", "F15", "F03", "F30")
    ways = all_deals(scene, 0, {}, two_designs)
    assert (ways[(("F01", "F01", "F15"),)], ways[(("F01", "F01", "F01"),)]) == (12, 0)
    assert_dealt_by(dealt(scene, 0), ways)


@pytest.mark.rule("BC-HID-8")
def test_a_common_design_does_not_come_too_often_into_the_dropping_hand() -> None:
    scene = leave(asked_to_drop("F01", "F15"), "F01", "F01", "F01", "F03", "F30")
    ways = all_deals(scene, 0, {}, two_designs)
    assert ways == {(("F01", "F15"),): 4, (("F01", "F03"),): 4, (("F03", "F15"),): 1}
    assert_dealt_by(dealt(scene, 0), ways)


@pytest.mark.rule("BC-HID-8")
@pytest.mark.parametrize("known", [("F01",), ("F01", "F01"), ("F01", "F14")])
def test_what_is_known_of_the_dropping_hand_counts(known: tuple[str, ...]) -> None:
    scene = know(asked_to_drop("F01", "F14", "F01", "F01"), 0, 1, *known)
    leave(scene, "F01", "F12", "F12")
    ways = all_deals(scene, 0, {1: known}, two_designs)
    assert_dealt_by(dealt(scene, 0, 1500), ways)


@pytest.mark.rule("BC-HID-8")
@pytest.mark.timeout(10)
def test_a_rival_over_the_hand_limit_is_dealt_from_a_full_deck() -> None:
    scene = bare(active=1).tiles((4, 8), (4, 7)).dwarf(1, (4, 8))
    scene.hand(1, "F05", "F05", "F06", "F07", "F12", "F13", "F14").play("walk N")
    assert (scene.phase, scene.asked) == ("DROP", 1)
    hidden = scene.rules.hidden(scene.state, 0)
    for number in range(20):
        (hand,) = hands(scene.rules.redealt(hidden, 0, generator(number, 0)), [1])
        assert len(hand) == 7
        assert len(set(hand)) > 1


@pytest.mark.rule("BC-HID-8")
@pytest.mark.timeout(10)
def test_a_rival_with_eleven_cards_is_dealt_from_a_full_deck() -> None:
    cards = ("F05", "F12", "F13", "F14", "F01", "F01", "F02", "F03", "F15", "F18", "F20")
    scene = bare(active=1).tiles((4, 8), (4, 7)).boom((4, 7)).dwarf(1, (4, 8)).hand(1, *cards)
    scene.play("walk N", "boom=B18", "fight")
    assert (scene.phase, scene.asked) == ("PREROLL", 1)
    hidden = scene.rules.hidden(scene.state, 0)
    for number in range(20):
        (hand,) = hands(scene.rules.redealt(hidden, 0, generator(number, 0)), [1])
        assert len(hand) == 11
        assert BOOSTS & set(hand)


def rival(*cards: str, skill: str = "shaman") -> Scene:
    """The turn of seat 1, in a shaft from the South."""
    scene = bare(("miner", skill), active=1).tiles(*SHAFT[4:]).dwarf(1, (4, 5))
    return scene.hand(1, *cards)


WINDOWS: dict[str, tuple[Build, set[str]]] = {
    "SKIP": (lambda: rival("F24", "F14").set(skip={1: 1}).start(), {"F24"}),
    "BURIED": (lambda: rival("F02", "F14").rubble((4, 5)).start(), {"F01", "F02"}),
    "MONSTER": (
        lambda: rival("F12", "F14").boom((4, 4)).play("walk N", "boom=B18"),
        {"F12", "F22"},
    ),
    "MONSTER of Health 5": (
        lambda: rival("F12", "F14").boom((4, 4)).play("walk N", "boom=B25"),
        {"F12"},
    ),
    "POSTROLL": (
        lambda: rival("F11", "F14").boom((4, 4)).play("walk N", "boom=B18", "roll=2"),
        {"F11"},
    ),
    "LOSS": (
        lambda: rival("F13", "F14").boom((4, 4)).play("walk N", "boom=B18", "roll=2"),
        {"F13"},
    ),
    "KEEPALLY": (
        lambda: rival("F23", "F14").ally(1, "B25").boom((4, 4)).play("walk N", "boom=B18"),
        {"F23"},
    ),
    "COIN": (
        lambda: rival("F11", "F14")
        .tile((5, 5), "find.cross")
        .play("walk E", "odd", "roll=2"),
        {"F11"},
    ),
    "PIT": (lambda: rival("F14", "F03").tile((5, 5), "pit.tee", 3).play("walk E"), {"F14"}),
    "CAVEIN": (
        lambda: rival("F01", "F14").play("dig", "tile=find.cross", "lay E r0", "find=F30"),
        {"F01", "F02"},
    ),
    "ACT": (
        lambda: rival("F16", "F14").play("walk S"),
        {"F01", "F03", "F04", "F16", "F19", "F21"},
    ),
}  # fmt: skip


@pytest.mark.rule("BC-HID-8")
@pytest.mark.parametrize("window", WINDOWS)
def test_a_rival_who_is_asked_holds_what_opens_the_window(window: str) -> None:
    build, openers = WINDOWS[window]
    scene = build()
    assert (scene.phase, scene.asked) == (window.split()[0], 1)
    hidden = scene.rules.hidden(scene.state, 0)
    found: Counter[str] = Counter()
    for number in range(150):
        state = scene.rules.redealt(hidden, 0, generator(number, 0))
        (hand,) = hands(state, [1])
        assert openers & set(hand)
        assert len(scene.rules.moves(state)) > 1
        found.update(openers & set(hand))
    assert set(found) == openers


@pytest.mark.rule("BC-HID-8")
def test_public_means_put_no_condition_on_a_hand() -> None:
    potion = bare(("miner", "alchemist"), active=1).tiles(*SHAFT[:4], *SHAFT[5:8])
    potion.dwarf(0, (4, 2)).dwarf(1, (4, 3)).hand(1, "F14").play("walk N")
    assert (potion.phase, potion.asked, potion.legal) == ("PREROLL", 1, ["pass", "potion"])
    call = rival("F14").tile((5, 5), "find.cross").play("walk E")
    assert (call.phase, call.asked) == ("CALL", 1)
    act = rival("F14")
    for scene in (potion, call, act):
        leave(scene, "F05", "F29", "F03", "F16")
        assert_dealt_by(dealt(scene, 0, 1200), all_deals(scene, 0, {}, anything))


# BC-HID-9 and BC-HID-10


@pytest.mark.rule("BC-HID-9")
def test_nothing_is_inferred_from_not_being_asked() -> None:
    scene = bare(active=1).tiles((4, 8), (4, 7)).boom((4, 7)).dwarf(1, (4, 8)).hand(1, "F14")
    scene.play("walk N", "boom=B18")
    assert scene.phase == "ROLL"
    leave(scene, "F05", "F06", "F12")
    ways = all_deals(scene, 0, {}, anything)
    assert ways[(("F05",),)] == 1
    assert_dealt_by(dealt(scene, 0, 1200), ways)


@pytest.mark.rule("BC-HID-9")
def test_nothing_is_inferred_from_a_pass() -> None:
    scene = bare(active=1).tiles((4, 8), (4, 7)).boom((4, 7)).dwarf(1, (4, 8)).hand(1, "F05")
    scene.play("walk N", "boom=B18", "pass")
    assert scene.phase == "ROLL"
    leave(scene, "F14", "F06", "F12")
    assert_dealt_by(dealt(scene, 0, 1200), all_deals(scene, 0, {}, anything))


@pytest.mark.rule("BC-HID-9")
def test_nothing_is_inferred_from_a_reshuffle() -> None:
    scene = no_finds(digger().hand(1, "F05"))
    scene.s["find_discard"][:] = FIND_COUNT
    scene.s["find_discard"][FIND["F05"]] -= 1
    scene.play("dig", "tile=find.cross", "lay S r0")
    assert scene.s["find_left"] == 59
    hidden = scene.rules.hidden(scene.state, 0)
    found = {
        hands(scene.rules.redealt(hidden, 0, generator(number, 0)), [1]) for number in range(200)
    }
    assert len(found) > 15


@pytest.mark.rule("BC-HID-9")
def test_nothing_is_inferred_from_who_was_in_the_cycle_before() -> None:
    scene = shaft(players=3).hand(2, "F10").hand(1, "F03").play("walk S", "boom=B18")
    assert (scene.phase, scene.asked) == ("PREROLL", 2)
    leave(scene, "F14", "F06")
    ways = all_deals(scene, 0, {}, lambda deal: "F10" in deal[1])
    assert ways[("F06",), ("F10",)] == 1
    assert_dealt_by(dealt(scene, 0, 1200), ways)


LEAKS: dict[str, Build] = {
    "busy": busy,
    "boosts": lambda: asked_before_the_roll("F05", "F14"),
    "drop": lambda: asked_to_drop("F01", "F14", "F01"),
    "peeked": lambda: digger(3).hand(0, "F21").hand(1, "F03").play("play F21", "peek=B29", "keep"),
    "peeking": lambda: digger(3).hand(0, "F21").hand(1, "F03").play("play F21", "peek=B29"),
    "stolen": lambda: digger(3).hand(0, "F27").hand(1, "F05", "F07").play("play F27", "steal=F05"),
    "stealing": lambda: digger(3).hand(0, "F27").hand(1, "F05", "F07").play("play F27"),
    **{window: build for window, (build, _) in WINDOWS.items()},
}


@pytest.mark.rule("BC-HID-10")
@pytest.mark.parametrize("name", LEAKS)
def test_a_seat_cannot_tell_two_deals_apart(name: str) -> None:
    scene = LEAKS[name]()
    other = 0
    for seat in range(WATCHER, int(scene.s["players"])):
        hidden = scene.rules.hidden(scene.state, seat)
        seen = json.dumps(GAME.view(hidden[0], seat))
        for number in range(6):
            state = scene.rules.redealt(hidden, seat, generator(number, 0))
            again = scene.rules.hidden(state, seat)
            other += state.tobytes() != scene.state.tobytes()
            assert again.tobytes() == hidden.tobytes()
            assert json.dumps(GAME.view(again[0], seat)) == seen
            if seat >= 0:
                tensors = [scene.rules.observe(s, seat).tobytes() for s in (scene.state, state)]
                assert tensors[0] == tensors[1]
    assert other > 0


@pytest.mark.rule("BC-HID-10")
def test_states_that_differ_only_in_a_rivals_card_look_the_same() -> None:
    pairs = [
        tuple(digger(3).hand(1, card).hand(0, "F03") for card in ("F05", "F07")),
        tuple(
            digger(3).hand(1, "F05", card).hand(0, "F27").play("play F27", "steal=F05")
            for card in ("F01", "F11")
        ),
    ]
    for one, two in pairs:
        for seat in (WATCHER, 0, 2):
            assert json.dumps(view(one, seat)) == json.dumps(view(two, seat))
    one, two = pairs[0]
    assert json.dumps(view(one, 1)) != json.dumps(view(two, 1))


@pytest.mark.rule("BC-HID-10")
def test_states_that_differ_only_in_the_peeked_card_look_the_same() -> None:
    one, two = (
        digger(3).hand(0, "F21").play("play F21", f"peek={card}", "keep") for card in ("B05", "B29")
    )
    for seat in (WATCHER, 1, 2):
        assert json.dumps(view(one, seat)) == json.dumps(view(two, seat))
    assert json.dumps(view(one, 0)) != json.dumps(view(two, 0))
