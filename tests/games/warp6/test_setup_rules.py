"""The spiral, the dice, the options and the set-up of Warp 6, rule by rule."""

from collections import Counter

import numpy as np
import pytest

from orrery.core.contract import CHANCE
from orrery.core.dice import SealedDice, SeededDice, generator
from orrery.core.errors import BadOption, IllegalMove
from orrery.core.match import Match
from orrery.core.runner import compiled
from orrery.games.warp6 import pieces, state
from tests.games.warp6.positions import BLACK_ROLL, GAME, YELLOW_ROLL, at, fresh, rolled
from tests.kinds import only_compiled

pytestmark = pytest.mark.usefixtures("rules")

QUIET = "Y{d4@10=4 d6@20=1 d8@30=7 d4@50=2 h5} B{d8@11=1 d6@12=2 d6@13=3 d4@14=4 h5} >Y"


def refused(match: Match, move: str) -> str | None:
    before = match.position
    with pytest.raises(IllegalMove) as refusal:
        match.play(move)
    assert match.position == before
    return refusal.value.rule


def placed(seed: int, **options: object) -> Match:
    """A match whose dice are all placed, at random."""
    match = Match(GAME, options, dice=SeededDice(seed))
    while match.view()["phase"] == "place":
        codes = match.legal_codes()
        match.play(codes[(seed + 7 * len(match.plies)) % len(codes)])
    return match


@pytest.mark.rule("W6-COMP-1")
def test_126_marks_and_a_centre() -> None:
    assert (state.MARKS, state.CENTRE) == (126, 126)
    short = at(QUIET.replace("d4@50=2", "d4@121=4")).play("m d4@121")
    assert short.view()["players"][0]["home"] == 5
    assert short.position.startswith("Y{d4@10=4 d6@20=1 d8@30=7 d4@125=4 h5}")


@pytest.mark.rule("W6-COMP-2")
def test_rings_and_where_they_begin() -> None:
    assert Counter(state.RING) == {6: 36, 5: 30, 4: 24, 3: 18, 2: 12, 1: 6}
    assert list(state.RING_START.values()) == [0, 36, 66, 90, 108, 120]
    assert [pieces.ring_of(mark) for mark in range(127)] == [*state.RING, 0]


@pytest.mark.rule("W6-COMP-3")
@pytest.mark.parametrize("border", [36, 66, 90, 108, 120])
def test_the_line_goes_on_across_a_border(border: int) -> None:
    match = at(QUIET.replace("d4@50=2", f"d4@{border - 1}=1")).play(f"m d4@{border - 1}")
    assert f"d4@{border}=1" in match.position


@pytest.mark.rule("W6-COMP-4")
def test_the_dotted_lines() -> None:
    warp = [int(mark) for mark in state.WARP]
    assert warp[0] == 36
    assert warp[4] == warp[5] == 40
    assert warp[34] == warp[35] == 65
    assert (warp[36], warp[65]) == (66, 89)
    assert warp[108] == warp[109] == 120
    assert warp[119] == 125
    assert warp[120:] == [126] * 6
    for mark in range(120):
        assert state.RING[warp[mark]] == state.RING[mark] - 1
    into = Counter(warp[:120])
    assert set(into) == set(range(36, 126))
    assert set(into.values()) == {1, 2}


@pytest.mark.rule("W6-COMP-5", "W6-SETUP-3", "W6-SETUP-4", "W6-3P-2")
def test_colours_by_seat() -> None:
    assert [p["colour"] for p in fresh().view()["players"]] == ["Y", "B"]
    assert [p["colour"] for p in fresh(players=3).view()["players"]] == ["Y", "W", "B"]
    names = [GAME.words.say("en", f"colour.{letter}") for letter in "YWB"]
    assert names == ["yellow", "white", "black"]


@pytest.mark.rule("W6-COMP-6", "W6-SETUP-2", "W6-3P-1")
@pytest.mark.parametrize(
    ("players", "fleet"), [(2, [8, 8, 6, 6, 6, 4, 4, 4, 4]), (3, [8, 6, 6, 4, 4, 4])]
)
def test_the_fleets(players: int, fleet: list[int]) -> None:
    dice = fresh(players=players).view()["dice"]
    for seat in range(players):
        assert [die["sides"] for die in dice if die["seat"] == seat] == fleet


@pytest.mark.rule("W6-COMP-7", "W6-CHANCE-1")
@pytest.mark.parametrize("large", [8, 7])
def test_faces_are_one_to_the_sides_and_as_likely(large: int) -> None:
    match = fresh(large_die=large)
    for sides in [large] * 2 + [6] * 3 + [4] * 4:
        assert match.turn == CHANCE
        assert [int(text[-1]) for text in match.legal()] == list(range(1, sides + 1))
        assert match.weights() == [1] * sides
        match.roll()


@only_compiled
@pytest.mark.rule("W6-CHANCE-1")
@pytest.mark.parametrize("kind", ["set-up", "after a warp"])
@pytest.mark.parametrize(("sides", "limit"), [(4, 16.27), (6, 20.52), (7, 22.46), (8, 24.32)])
def test_a_hundred_thousand_draws_of_every_kind(kind: str, sides: int, limit: float) -> None:
    """Chi-square with sides - 1 degrees of freedom, at one in a thousand."""
    large = 7 if sides == 7 else 8
    if kind == "set-up":
        match = fresh(large_die=large)
        while GAME.view(match.state[0], -1)["dice"][len(match.plies)]["sides"] != sides:
            match.roll()
    else:
        home = {4: "d4@60=2", 6: "d6@60=2"}.get(sides, f"d{large}@60=2")
        rest = {4: f"d{large}@1=2", 6: "d4@1=2"}.get(sides, "d4@1=2")
        start = f"Y{{{home} {rest} h7}} B{{d4@62=1 h8}} >Y".replace("h7", "h5").replace("h8", "h5")
        extra = " ".join(f"d4@{k}=1" for k in (20, 21))
        start = start.replace(" h5} B{", f" {extra} h5}} B{{d4@22=1 d4@23=1 d6@24=1 ")
        match = at(start, large_die=large).play(f"m {home.split('=')[0]}")
    assert match.turn == CHANCE
    assert len(match.legal()) == sides
    first = match.legal_codes()[0]
    runner, rng, draws = compiled(GAME), generator(1, sides), 100_000
    drawn = np.array([runner.sample(match.state, rng) for _ in range(draws)]) - first
    sealed = SealedDice(b"s" * 32, [b"n"])
    chosen = np.array([sealed.choose(k, match.weights()) for k in range(draws)])
    for found in (drawn, chosen):
        counts = np.bincount(found, minlength=sides)
        expected = draws / sides
        assert len(counts) == sides
        assert float(((counts - expected) ** 2 / expected).sum()) < limit


@pytest.mark.rule("W6-COMP-8")
def test_a_mark_never_holds_two_dice() -> None:
    for seed in range(4):
        match = Match(GAME, {"players": 2 + seed % 2}, dice=SeededDice(seed))
        while not match.over:
            codes = match.legal_codes()
            match.play(codes[(seed * 31 + len(match.plies) * 17) % len(codes)])
            marks = [die["mark"] for die in match.view()["dice"] if die["mark"] is not None]
            assert len(marks) == len(set(marks))


# Options


@pytest.mark.rule("W6-OPT-1", "W6-SETUP-1")
def test_two_or_three_players() -> None:
    assert len(fresh(players=3).view()["players"]) == 3
    assert len(fresh().view()["players"]) == 2
    for players in (1, 4):
        with pytest.raises(BadOption):
            fresh(players=players)


@pytest.mark.rule("W6-OPT-2")
def test_the_large_die() -> None:
    assert fresh(large_die=7).legal()[-1] == "r Y d7=7"
    assert fresh().legal()[-1] == "r Y d8=8"
    with pytest.raises(BadOption):
        fresh(large_die=9)
    seven = at(QUIET.replace("d8", "d7"), large_die=7)
    assert "+ d7@30" not in seven.legal()
    assert "+ d8@30" in at(QUIET).legal()


@pytest.mark.rule("W6-OPT-3")
def test_one_to_twenty_games() -> None:
    assert fresh().view()["series"] == 1
    assert fresh(series_games=20).view()["series"] == 20
    for games in (0, 21):
        with pytest.raises(BadOption):
            fresh(series_games=games)


@pytest.mark.rule("W6-OPT-4")
def test_the_turn_limit() -> None:
    assert int(fresh().state[0]["turn_cap"]) == 1200
    assert int(fresh(turn_cap=0).state[0]["turn_cap"]) == 5000
    assert int(fresh(turn_cap=7).state[0]["turn_cap"]) == 7
    for turns in (-1, 5001):
        with pytest.raises(BadOption):
            fresh(turn_cap=turns)


@pytest.mark.rule("W6-OPT-5", "W6-SETUP-16")
def test_a_balanced_start_rolls_again_above_nine() -> None:
    wide = "r B d8=8,7 d6=6,5,4 d4=4,3,1,1"  # 39, against 29 and 30
    ten = "r Y d8=1,2 d6=6,6,2 d4=4,4,3,1"
    nine = "r Y d8=1,2 d6=6,6,2 d4=4,4,3,2"
    assert fresh(balanced_start=True).play(ten).play(wide).view()["phase"] == "roll"
    assert fresh(balanced_start=True).play(nine).play(wide).view()["phase"] == "place"
    assert fresh().play(ten).play(wide).view()["phase"] == "place"
    three = fresh(players=3, balanced_start=True)
    three.play("r Y d8=1 d6=1,1 d4=1,1,1").play("r W d8=8 d6=1,1 d4=1,1,1")
    assert three.play("r B d8=8 d6=2,2 d4=2,2,1").view()["phase"] == "roll"


# Set-up


@pytest.mark.rule("W6-SETUP-5")
def test_every_die_is_rolled_before_anything_else() -> None:
    match = fresh()
    for rolls in range(18):
        assert match.turn == CHANCE
        assert sum(die["value"] is not None for die in match.view()["dice"]) == rolls
        assert match.legal()[0].startswith("r Y" if rolls < 9 else "r B")
        assert refused(match, "p d8=5") == "W6-SETUP-5"
        assert refused(match, "m d8@0") == "W6-SETUP-5"
        match.play(match.legal()[0 if rolls else 1])
    assert match.turn == 0
    assert refused(match, "r Y d8=5") == "W6-SETUP-9"


@pytest.mark.rule("W6-SETUP-6", "W6-SETUP-8", "W6-SETUP-15")
def test_the_highest_sum_is_first_and_then_clockwise() -> None:
    assert rolled().view()["first"] == 0
    swapped = fresh().play(BLACK_ROLL.replace("B", "Y")).play(YELLOW_ROLL.replace("Y", "B"))
    assert swapped.view()["first"] == 1
    rolls = {"Y": "d8=3 d6=6,1 d4=2,2,1", "W": "d8=8 d6=6,6 d4=4,4,4", "B": "d8=7 d6=5,2 d4=3,1,4"}
    three = fresh(players=3)
    for name, roll in rolls.items():
        three.play(f"r {name} {roll}")
    order = []
    while three.view()["phase"] == "place":
        order.append(three.turn)
        three.play(three.legal()[0])
    assert order == [1, 2, 0] * 6
    assert three.turn == three.view()["first"] == 1
    three.play(three.legal()[0])
    assert three.turn in (2, CHANCE)


@pytest.mark.rule("W6-SETUP-7")
def test_a_tie_for_the_top_is_rolled_again_by_all() -> None:
    again = fresh().play(YELLOW_ROLL).play(YELLOW_ROLL.replace("Y", "B"))
    assert again.view()["phase"] == "roll"
    assert all(die["value"] is None for die in again.view()["dice"])
    assert again.legal()[0] == "r Y d8=1"
    assert again.play(YELLOW_ROLL).play(BLACK_ROLL).turn == 0
    three = fresh(players=3)
    for name, large in (("Y", 8), ("W", 8), ("B", 1)):
        three.play(f"r {name} d8={large} d6=1,1 d4=1,1,1")
    assert three.view()["phase"] == "roll"
    for name, large in (("Y", 8), ("W", 1), ("B", 1)):
        three.play(f"r {name} d8={large} d6=1,1 d4=1,1,1")
    assert three.view()["first"] == 0


@pytest.mark.rule("W6-SETUP-9")
def test_the_deciding_faces_stay() -> None:
    values = [die["value"] for die in rolled().view()["dice"]]
    assert values == [8, 7, 6, 5, 4, 4, 3, 2, 1, 1, 2, 3, 3, 3, 1, 1, 2, 2]
    assert rolled().play("p d8=7").view()["dice"][1]["value"] == 7


@pytest.mark.rule("W6-SETUP-10", "W6-SETUP-13")
def test_players_place_in_turn_until_all_dice_are_on_the_board() -> None:
    for seed in range(6):
        match = placed(seed, players=2 + seed % 2)
        view = match.view()
        players = len(view["players"])
        assert view["phase"] == "act"
        for die in view["dice"]:
            turn = (die["seat"] - view["first"]) % players
            assert die["mark"] in range(turn, 18, players)
    match = rolled().play("p d8=8")
    assert refused(match, "m d8@0") == "W6-SETUP-10"
    assert refused(match, "Y p d8=7") == "W6-SETUP-10"
    assert refused(placed(1), "p d8=8") == "W6-SETUP-10"


@pytest.mark.rule("W6-SETUP-11")
def test_any_own_die_that_is_left_can_be_placed() -> None:
    match = rolled()
    assert sorted(match.legal()) == sorted(
        ["p d8=8", "p d8=7", "p d6=6", "p d6=5", "p d6=4", "p d4=4", "p d4=3", "p d4=2", "p d4=1"]
    )
    match.play("p d8=8")
    assert sorted(match.legal()) == ["p d4=1", "p d4=2", "p d6=3", "p d8=1", "p d8=2"]
    match.play("p d6=3")
    assert "p d6=3" in match.play("p d4=1").legal()
    assert refused(match, "p d6=6") == "W6-SETUP-11"
    assert refused(match, "p d8=8") == "W6-SETUP-11"


@pytest.mark.rule("W6-SETUP-12")
def test_a_die_goes_on_the_lowest_empty_mark() -> None:
    match = rolled()
    for mark in range(18):
        assert match.view()["next_mark"] == mark
        match.play(match.legal()[-1])
        assert max(d["mark"] for d in match.view()["dice"] if d["mark"] is not None) == mark


@pytest.mark.rule("W6-SETUP-14")
def test_placing_changes_nothing_else() -> None:
    match = rolled().play("p d4=1").play("p d8=1")
    before = match.view()["dice"]
    after = match.play("p d4=2").view()["dice"]
    facts = [[(die["mark"], die["value"], die["home"]) for die in dice] for dice in (before, after)]
    assert [k for k in range(18) if facts[0][k] != facts[1][k]] == [7]
    assert facts[1][7] == (2, 2, False)
    assert match.turn == 1
