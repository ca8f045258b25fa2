"""What bots are told: how far it is through the mine, and that daring pays."""

from itertools import pairwise

import numpy as np
import pytest

from orrery.bots.bot import Situation, make_bot
from orrery.core.jit import twin
from orrery.games.black_crystal import hints, texts, ways
from orrery.games.black_crystal.game import GAME
from orrery.games.black_crystal.rules import turns as turn_rules
from orrery.games.black_crystal.state import HELP

from .scene import Scene, cell_of

QUIET = ("shaman", "merchant", "thief", "miner")


def far(scene: Scene, where: tuple[int, int]) -> int:
    """The half turns from seat 0 to a cell."""
    twin(ways.measure_ways)(scene.s, 0, scene.work)
    return int(scene.work["far"][cell_of(where)])


def turns(scene: Scene) -> float:
    """The turns that seat 0 is away from winning."""
    return float(twin(hints.turns_left)(scene.s, 0, scene.work))


def row(skill: str = "shaman") -> Scene:
    """Seat 0 at the west end of five cells in a row, without Explosives."""
    scene = Scene(skills=(skill, *QUIET[1:])).tiles(*[(x, 4) for x in range(5)])
    return scene.dwarf(0, (0, 4)).explosives(0, 0)


def test_a_tunnel_costs_a_turn_a_cell() -> None:
    assert far(row(), (4, 4)) == 4 * ways.STEP


def test_a_pit_is_a_way_for_the_lucky_and_two_pits_are_a_tunnel() -> None:
    scene = row().tile((4, 3), "pit.tee", 2)
    alone = far(scene, (4, 3))
    assert alone == 5 * ways.STEP + ways.PIT
    scene.tile((8, 8), "pit.tee")
    assert far(scene, (8, 8)) == 5 * ways.STEP
    assert far(scene, (4, 3)) > alone, "whoever steps into one comes out of the other"


def test_rubble_stops_iron_head_in_a_tunnel_but_not_in_a_dead_end() -> None:
    scene = row("iron_head").rubble((4, 4))
    assert far(scene, (4, 4)) == 4 * ways.STEP + ways.SEALED_WALL
    closed = Scene(skills=("iron_head", *QUIET[1:])).tile((4, 4), "find.dead_end").tiles((4, 3))
    closed.rubble((4, 3)).dwarf(0, (4, 4)).explosives(0, 0)
    assert far(closed, (4, 3)) == ways.STEP + ways.BUTTED


def test_a_long_game_makes_bold() -> None:
    scene = row().boom((4, 4))
    careful = far(scene, (4, 4))
    scene.s["turns"] = ways.LONG_GAME + ways.MOOD
    assert far(scene, (4, 4)) == careful - ways.TOKEN + ways.BOLD_TOKEN
    scene.s["turns"] = ways.LONG_GAME + 2 * ways.MOOD
    assert far(scene, (4, 4)) == careful


def test_a_tour_of_rock_goes_from_one_to_the_next() -> None:
    scene = row()
    twin(ways.measure_ways)(scene.s, 0, scene.work)
    count = twin(ways.tour_rock)(scene.s, scene.work)
    cells, tour = np.split(scene.work["queue"][: 2 * count], 2)
    away = scene.work["far"][cells]
    assert count == ways.NEAREST_ROCK
    assert away[0] == away.min()
    assert tour[0] == away[0]
    assert (np.diff(tour) >= ways.STEP).all()
    assert len(set(cells.tolist())) == count


def test_taking_a_crystal_is_never_a_loss() -> None:
    """Even where the way out is long: or one would stand on it for ever."""
    for way_out in ((4, 5), (8, 0)):
        scene = row().tile((1, 5), "crystal.tee").tile(way_out, "exit.cross").dwarf(0, (1, 5))
        before = turns(scene)
        scene.s["mining"][0] = 1
        mining = turns(scene)
        scene.s["mining"][0], scene.s["crystal"][0] = 0, 1
        assert turns(scene) < mining < before


def test_of_two_bad_ways_one_is_better() -> None:
    values = [twin(hints.nearness)(left) for left in np.linspace(0.0, 400.0, 200)]
    assert values[0] == 1.0
    assert all(one > other > -1.0 for one, other in pairwise(values))


def test_who_begs_hopes() -> None:
    scene = row()
    alone = turns(scene)
    scene.s["black_crystal"] = HELP
    assert turns(scene) == alone - hints.KINDNESS


# What is not worth a search


def searched(scene: Scene) -> list[str]:
    """The moves that a bot looks at here."""
    order, kept = scene.rules.narrow(scene.state)
    return sorted(texts.TEXTS[move] for move in order[:kept])


@pytest.mark.parametrize(("monster", "dodges"), [("B05", False), ("B08", True), ("B29", True)])
def test_no_smoke_is_wasted_on_what_any_roll_beats(monster: str, dodges: bool) -> None:
    scene = row().hand(0, "F12", "F22").boom((1, 4)).play("walk E", f"boom={monster}")
    assert "play F12" in scene.legal
    assert ("play F12" in searched(scene)) == dodges
    assert "fight" in searched(scene)


def test_not_even_a_slip_wastes_it() -> None:
    scene = row().hand(0, "F12").boom((1, 4)).play("walk E", "boom=B05")
    moves = tuple(scene.rules.moves(scene.state))
    assert len(moves) == 2
    for ply in range(8):
        here = Situation(GAME, GAME.read_options({}), 0, scene.state, moves, ply)
        move = make_bot("search", seed=1, simulations=6, slips=1.0).consider(here).move
        assert texts.TEXTS[move] == "fight"


def test_what_was_just_blocked_is_not_cleared_in_the_same_turn() -> None:
    scene = row().dwarf(0, (1, 4)).explosives(0, 3).rubble((2, 4)).play("rubble W exp")
    clears = [move for move in searched(scene) if move.startswith("clear")]
    assert {"clear W exp", "clear E exp"} <= set(scene.legal)
    assert clears == ["clear E exp"]
    twin(turn_rules.clear_turn)(scene.s)
    assert {"clear W exp", "clear E exp"} <= set(searched(scene))


def test_rubble_is_put_in_the_way_of_a_rival_with_a_crystal_alone() -> None:
    scene = row().dwarf(0, (1, 4)).dwarf(1, (4, 4)).explosives(0, 1)
    assert {"rubble W exp", "rubble E exp"} <= set(scene.legal)
    blocks = [move for move in searched(scene) if move.startswith("rubble")]
    assert blocks == []
    for field in ("crystal", "mining"):
        scene.set(**{field: {1: 1}})
        blocks = [move for move in searched(scene) if move.startswith("rubble")]
        assert blocks == ["rubble E exp"], field
        scene.set(**{field: {1: 0}})


def test_who_can_leave_with_a_crystal_leaves() -> None:
    scene = row().tile((1, 5), "exit.cross").dwarf(0, (1, 4)).crystal(0)
    assert searched(scene) == ["walk S"]
    assert len(searched(scene.boom((1, 5)))) > 1
    assert len(searched(row().tile((1, 5), "exit.cross").dwarf(0, (1, 4)))) > 1
    taken = row().tile((1, 5), "exit.cross").dwarf(0, (1, 4)).crystal(0).dwarf(1, (1, 5))
    assert len(searched(taken)) > 1


def test_a_crystal_is_not_left_in_the_rock() -> None:
    scene = row().tile((1, 5), "crystal.tee").dwarf(0, (1, 4)).play("walk S")
    assert (scene.phase, searched(scene)) == ("CRYSTAL", ["mine"])
