"""Turns, warps, the centre, winning, series and the limit of Warp 6, rule by rule."""

import json

import pytest

from orrery.core.contract import CHANCE
from orrery.core.dice import SealedDice, SeededDice
from orrery.core.errors import BadRecord, IllegalMove
from orrery.core.match import Match
from orrery.core.record import Record
from tests.games.warp6.positions import GAME, at, fresh

pytestmark = pytest.mark.usefixtures("rules")

START = "Y{d4@10=4 d6@20=1 d8@30=7 d4@50=2 h5} B{d8@11=1 d6@12=2 d6@13=3 d4@14=4 h5} >Y"
CHAIN = "Y{d6@2=4 d8@15=8 d4@41=2 d4@100=3 h5} B{d4@6=1 d6@54=5 d8@70=3 d4@88=2 h5} >Y"
NEAR = "Y{d4@10=3 d4@11=1 d6@40=2 d8@121=8 d4@125=1 h4} B{d8@20=2 d6@30=2 d6@60=2 d4@80=2 h5} >Y"
THREE = (
    "Y{d8@60=5 d6@70=2 d4@80=1 h3} W{d6@44=3 d4@45=1 d4@124=2 h3}"
    " B{d6@90=6 d4@91=3 d4@92=2 d8@93=7 h2} >W"
)


def refused(match: Match, move: str) -> str | None:
    before = match.position
    with pytest.raises(IllegalMove) as refusal:
        match.play(move)
    assert match.position == before
    return refusal.value.rule


def result(match: Match) -> str | None:
    return match.result.text if match.result else None


def random_match(seed: int, **options: object) -> Match:
    match = Match(GAME, options, dice=SeededDice(seed))
    while not match.over:
        codes = match.legal_codes()
        match.play(codes[(seed * 31 + len(match.plies) * 17) % len(codes)])
    return match


# A turn


@pytest.mark.rule("W6-TURN-1")
def test_one_action_a_turn() -> None:
    start = START.replace("d4@14=4", "d4@15=4")
    for move in at(start).legal():
        match = at(start).play(move)
        assert match.turn == 1
        before, after = at(start).view()["dice"], match.view()["dice"]
        changed = [k for k in range(18) if _facts(before[k]) != _facts(after[k])]
        assert len(changed) == 1
        moved = before[changed[0]]["mark"] != after[changed[0]]["mark"]
        altered = before[changed[0]]["value"] != after[changed[0]]["value"]
        assert moved != altered


def _facts(die: dict[str, object]) -> tuple[object, ...]:
    return die["mark"], die["value"], die["home"]


@pytest.mark.rule("W6-TURN-2")
def test_only_own_dice_on_the_board() -> None:
    assert all(int(text.split("@")[1]) in (10, 20, 30, 50) for text in at(START).legal())
    assert refused(at(START), "m d8@11") == "W6-TURN-2"
    assert refused(at(START), "+ d8@11") == "W6-TURN-2"
    assert refused(at(START), "m d4@9") == "W6-TURN-2"
    assert refused(at(START), "m d6@10") == "W6-TURN-2"
    home = at(NEAR).play("m d8@121").play("+ d8@20")
    assert not any("@126" in text or "d8" in text for text in home.legal())


@pytest.mark.rule("W6-TURN-3", "W6-TURN-5")
@pytest.mark.parametrize("players", [2, 3])
def test_there_is_always_something_to_do_and_no_pass(players: int) -> None:
    for seed in range(3):
        match = Match(GAME, {"players": players}, dice=SeededDice(seed))
        while not match.over:
            legal = match.legal()
            if match.view()["phase"] == "act":
                own = [d for d in match.view()["dice"] if d["seat"] == match.turn]
                own = [d for d in own if d["mark"] is not None]
                movable = {f"m d{d['sides']}@{d['mark']}" for d in own}
                assert {text for text in legal if text[0] == "m"} == movable != set()
                assert len(legal) <= 3 * len(own)
                assert {text[0] for text in legal} <= set("m+-")
            match.play(legal[(seed + 5 * len(match.plies)) % len(legal)])


@pytest.mark.rule("W6-TURN-4")
def test_the_turn_passes_on_in_turn_order() -> None:
    assert at(START).play("+ d4@50").turn == 1
    assert refused(at(START), "B m d8@11") == "W6-TURN-4"
    assert at(START).play("Y + d4@50").turn == 1
    three = at(THREE)
    order = []
    for move in ("+ d4@45", "+ d4@91", "+ d4@80", "+ d4@45"):
        order.append(three.turn)
        three.play(move)
    assert order == [1, 2, 0, 1]


@pytest.mark.rule("W6-TURN-6")
def test_an_earlier_position_may_come_back() -> None:
    match = at(START).play("+ d4@50").play("+ d8@11").play("- d4@50")
    assert "- d8@11" in match.legal()
    assert match.play("- d8@11").position == START


# Moving


@pytest.mark.rule("W6-MOVE-1", "W6-MOVE-2", "W6-MOVE-3", "W6-MOVE-4")
@pytest.mark.parametrize("move", ["m d4@10", "m d6@20", "m d8@30", "m d4@50"])
def test_any_own_die_moves_inward_by_all_of_its_value(move: str) -> None:
    start = START.replace("d4@14=4", "d4@15=4")
    mark = int(move.split("@")[1])
    dice = at(start).view()["dice"]
    die = next(k for k in range(18) if dice[k]["mark"] == mark)
    moved = at(start).play(move).view()["dice"][die]
    assert moved["mark"] == mark + dice[die]["value"]
    assert len([text for text in at(start).legal() if text == move]) == 1


@pytest.mark.rule("W6-MOVE-5")
def test_dice_passed_over_do_not_matter() -> None:
    crowd = "Y{d4@3=1 d6@12=4 d8@30=7 d4@50=2 h5} B{d8@31=5 d6@35=2 d6@36=6 d4@60=3 h5} >Y"
    over = at(crowd).play("m d8@30")
    assert "d8@37=7" in over.position
    assert "B{d8@31=5 d6@35=2 d6@36=6 d4@60=3 h5}" in over.position


@pytest.mark.rule("W6-MOVE-6")
def test_an_empty_mark_keeps_the_value_without_a_roll() -> None:
    match = at(START).play("m d8@30")
    assert match.turn == 1
    assert "d8@37=7" in match.position


# Changing a value


@pytest.mark.rule("W6-CHANGE-1")
def test_a_value_goes_up_or_down_by_one() -> None:
    assert "d8@30=8" in at(START).play("+ d8@30").position
    assert "d8@30=6" in at(START).play("- d8@30").position
    assert "d4@50=3" in at(START).play("+d4@50").position


@pytest.mark.rule("W6-CHANGE-2")
def test_a_one_cannot_be_lowered() -> None:
    assert refused(at(START), "- d6@20") == "W6-CHANGE-2"
    assert "- d6@20" not in at(START).legal()


@pytest.mark.rule("W6-CHANGE-3")
@pytest.mark.parametrize("die", ["d4@10=4", "d6@20=6", "d8@30=8"])
def test_the_highest_face_cannot_be_raised(die: str) -> None:
    start = START.replace("d6@20=1", "d6@20=6").replace("d8@30=7", "d8@30=8")
    name = die.split("=")[0]
    assert refused(at(start), f"+ {name}") == "W6-CHANGE-3"
    assert f"+ {name}" not in at(start).legal()
    assert f"- {name}" in at(start).legal()


@pytest.mark.rule("W6-CHANGE-4")
def test_a_change_moves_and_rolls_nothing() -> None:
    match = at(START.replace("d4@10=4", "d4@10=3")).play("- d4@10")  # 2 would now reach 12
    assert match.turn == 1
    assert match.position == START.replace("d4@10=4", "d4@10=2")[:-1] + "B"


# Warps


@pytest.mark.rule("W6-WARP-1", "W6-WARP-2")
@pytest.mark.parametrize("owner", ["Y", "B"])
def test_an_occupied_mark_sends_the_die_down_its_lane(owner: str) -> None:
    own, other = "d4@6=1", "d4@90=1"
    if owner == "B":
        own, other = other, own
    start = f"Y{{d6@2=4 d8@15=8 {own} h6}} B{{d8@16=2 d6@54=5 {other} h6}} >Y"
    start = start.replace("h6", "d4@100=3 h5", 1).replace("h6", "d4@101=3 h5", 1)
    match = at(start).play("m d6@2")
    assert match.turn == CHANCE
    assert "d6@41=?" in match.position
    assert refused(match, "m d6@2") in ("W6-WARP-5", "W6-TURN-2")


@pytest.mark.rule("W6-WARP-3", "W6-WARP-4", "W6-WARP-6")
def test_a_chain_of_warps_ends_in_one_roll() -> None:
    match = at(CHAIN).play("m d6@2")
    told = [step["step"] for step in match.steps(0)]
    assert told == ["die_moved", "die_warped", "die_warped", "die_warped"]
    assert "d6@93=?" in match.position
    match.play("=6")
    assert match.turn == 1
    assert match.position == (
        "Y{d8@15=8 d4@41=2 d6@93=6 d4@100=3 h5} B{d4@6=1 d6@54=5 d8@70=3 d4@88=2 h5} >B"
    )


@pytest.mark.rule("W6-WARP-5", "W6-WARP-7")
@pytest.mark.parametrize(("die", "sides"), [("d4", 4), ("d6", 6), ("d8", 8), ("d7", 7)])
def test_the_die_is_rolled_again_as_what_it_is(die: str, sides: int) -> None:
    rest = {"d4": "d6@80=1", "d6": "d4@80=1"}.get(die, "d4@80=1")
    start = f"Y{{{die}@2=4 {rest} d4@81=1 d4@100=3 h5}} B{{d4@6=1 d6@54=5 d6@70=3 d4@88=2 h5}} >Y"
    match = at(start, large_die=7 if die == "d7" else 8).play(f"m {die}@2")
    assert match.turn == CHANCE
    assert match.legal() == [f"={face}" for face in range(1, sides + 1)]
    assert match.weights() == [1] * sides
    assert f"{die}@41={sides}" in match.play(f"={sides}").position
    assert match.turn == 1


@pytest.mark.rule("W6-WARP-8")
def test_the_turn_ends_with_the_roll() -> None:
    match = at(CHAIN).play("m d6@2").play("=6")
    assert match.turn == 1
    assert match.view()["turns"] == 1


@pytest.mark.rule("W6-WARP-9")
def test_the_roll_is_not_known_when_the_move_is_made() -> None:
    match = Match(GAME, {}, dice=SeededDice(1), rolls=False, position=CHAIN)
    told = match.preview("m d6@2")
    assert [step["step"] for step in told] == [
        "die_moved",
        "die_warped",
        "die_warped",
        "die_warped",
    ]
    faces = {
        Match(GAME, {}, dice=SeededDice(seed), position=CHAIN).play("m d6@2").plies[-1].text
        for seed in range(40)
    }
    assert faces == {f"={face}" for face in range(1, 7)}


# The centre


@pytest.mark.rule("W6-CENTRE-1", "W6-CENTRE-7")
def test_a_die_in_the_centre_leaves_the_board_and_counts() -> None:
    match = at(NEAR).play("m d8@121")
    die = match.view()["dice"][0]
    assert (die["mark"], die["home"], die["value"]) == (None, True, None)
    assert [player["home"] for player in match.view()["players"]] == [5, 5]


@pytest.mark.rule("W6-CENTRE-2")
def test_surplus_steps_are_lost() -> None:
    assert "h5}" in at(NEAR).play("m d8@121").position.split(" B")[0]
    exact = NEAR.replace("d8@121=8", "d8@121=5")
    assert "h5}" in at(exact).play("m d8@121").position.split(" B")[0]
    short = NEAR.replace("d8@121=8", "d8@121=3")
    assert "d8@124=3" in at(short).play("m d8@121").position


@pytest.mark.rule("W6-CENTRE-3", "W6-CENTRE-4")
def test_the_lanes_of_ring_one_lead_home_without_a_roll() -> None:
    start = NEAR.replace("d8@121=8", "d8@121=4")
    match = at(start).play("m d8@121")  # 125 is taken
    assert match.turn == 1
    assert [step["step"] for step in match.steps(0)] == ["die_moved", "die_warped", "die_home"]
    assert match.view()["players"][0]["home"] == 5


@pytest.mark.rule("W6-CENTRE-5")
def test_the_centre_takes_any_number() -> None:
    match = at(NEAR).play("m d8@121").play("+ d8@20")
    assert match.play("m d4@125").result is not None
    assert match.view()["players"][0]["home"] == 6


@pytest.mark.rule("W6-CENTRE-6")
def test_a_die_that_is_home_stays_home() -> None:
    match = random_match(5)
    home: set[int] = set()
    for ply in range(len(match.plies) + 1):
        dice = match.view_at(ply)["dice"]
        now = {k for k in range(18) if dice[k]["home"]}
        assert home <= now
        home = now
    assert len(home) >= 6


# Winning


@pytest.mark.rule("W6-WIN-1", "W6-WIN-2", "W6-3P-3")
def test_the_goal_ends_the_game_at_once() -> None:
    two = "Y{d8@5=3 d4@30=2 d4@31=1 d6@118=4 h5} B{d8@7=7 d6@50=2 d6@51=2 d4@122=1 h5} >Y"
    match = at(two).play("m d6@118")
    assert result(match) == "win Y"
    assert match.over
    assert match.result is not None
    assert match.result.scores == (1.0, -1.0)
    assert match.result.reason == "goal"
    three = at(THREE).play("m d4@124")
    assert result(three) == "win W"
    assert three.result is not None
    assert three.result.scores == (-0.5, 1.0, -0.5)
    assert at(THREE).view()["goal"] == 4
    assert at(START).view()["goal"] == 6


@pytest.mark.rule("W6-WIN-3")
@pytest.mark.parametrize("players", [2, 3])
def test_a_turn_brings_home_one_die_of_the_mover_at_most(players: int) -> None:
    match = random_match(7, players=players)
    for ply, event in enumerate(match.plies):
        before = [p["home"] for p in match.view_at(ply)["players"]]
        after = [p["home"] for p in match.view_at(ply + 1)["players"]]
        gains = {seat for seat in range(players) if after[seat] > before[seat]}
        assert gains <= {event.by}
        assert sum(after) - sum(before) in (0, 1)


@pytest.mark.rule("W6-3P-4")
def test_three_players_move_warp_and_change_as_two_do() -> None:
    start = THREE.replace("d4@45=1", "d6@45=1").replace("d6@44=3", "d4@44=1")
    match = at(start).play("m d4@44")
    assert match.turn == CHANCE
    assert "d4@73=?" in match.position
    assert match.play("=4").turn == 2
    assert refused(at(start), "- d4@44") == "W6-CHANGE-2"


# Series

FIRST_END = "Y{d8@5=3 d4@30=2 d4@31=1 d6@118=4 h5} B{d8@7=7 d6@50=2 d6@51=2 d4@122=1 h5} >Y"


@pytest.mark.rule("W6-SERIES-1", "W6-SERIES-2", "W6-SERIES-3", "W6-SERIES-4")
def test_points_are_the_rings_of_all_dice_on_the_board() -> None:
    match = at(FIRST_END, series_games=2).play("m d6@118")
    view = match.view()
    assert view["sheet"] == [{"points": [18, 17], "winner": 0}]
    assert [player["total"] for player in view["players"]] == [18, 17]
    assert [player["won"] for player in view["players"]] == [1, 0]
    single = at(FIRST_END).play("m d6@118").view()
    assert single["sheet"] == []
    for ring, mark in ((1, 125), (2, 119), (3, 107), (4, 89), (5, 65), (6, 35)):
        moved = at(START.replace("d4@50", f"d4@{mark}")).view()["players"][0]["points"]
        assert moved == 18 + ring


@pytest.mark.rule("W6-SERIES-8")
def test_every_game_of_a_series_is_set_up_anew() -> None:
    match = at(FIRST_END, series_games=2).play("m d6@118")
    assert not match.over
    assert match.turn == CHANCE
    assert match.legal()[0] == "r Y d8=1"
    view = match.view()
    assert [player["home"] for player in view["players"]] == [0, 0]
    assert view["turns"] == 0
    assert all(die["mark"] is None and die["value"] is None for die in view["dice"])


def played_series(games: list[tuple[str, str]], **options: object) -> Match:
    """A series in which every game is set up one move before its end."""
    match = at(games[0][0], series_games=len(games), **options).play(games[0][1])
    for position, move in games[1:]:
        GAME.notation.parse_position(match._state[0], position)
        match.play(move)
    return match


BLACK_END = "Y{d4@66=1 d6@95=3 d8@108=2 d4@119=4 h5} B{d8@0=1 d6@36=2 d4@89=3 d6@125=1 h5} >B"


@pytest.mark.rule("W6-SERIES-5", "W6-SERIES-9")
def test_the_lowest_total_wins_after_all_games() -> None:
    match = played_series([(FIRST_END, "m d6@118"), (BLACK_END, "m d6@125")])
    assert result(match) == "win Y"
    assert [player["total"] for player in match.view()["players"]] == [29, 32]
    assert match.result is not None
    assert match.result.reason == "series"
    three = played_series([(FIRST_END, "m d6@118")] * 3)
    assert len(three.view()["sheet"]) == 3
    assert result(three) == "win B"  # 51 against 54, though yellow won every game


def mirrored(position: str) -> str:
    swap = {"Y": "B", "B": "Y"}
    text = "".join(swap.get(letter, letter) for letter in position)
    first, second, mark = text.split("} ")
    return f"{first}}} {second}}} {mark}"


EVEN = "Y{d8@6=3 d4@31=2 d4@32=1 d6@125=4 h5} B{d8@7=7 d6@50=2 d6@66=2 d4@90=1 h5} >Y"
EVEN_B = "Y{d8@7=7 d6@50=2 d6@66=2 d4@90=1 h5} B{d8@6=3 d4@31=2 d4@32=1 d6@125=4 h5} >B"


@pytest.mark.rule("W6-SERIES-6")
def test_equal_totals_go_to_the_one_who_won_more_games() -> None:
    match = played_series([(EVEN, "m d6@125")])
    assert match.view()["players"][0]["points"] == match.view()["players"][1]["points"] == 18
    both = played_series([(EVEN, "m d6@125"), (EVEN, "m d6@125")])
    assert [player["total"] for player in both.view()["players"]] == [36, 36]
    assert result(both) == "win Y"
    assert both.result is not None
    assert both.result.scores == (1.0, -1.0)


@pytest.mark.rule("W6-SERIES-7")
def test_equal_totals_and_wins_share_the_series() -> None:
    match = played_series([(EVEN, "m d6@125"), (EVEN_B, "m d6@125")])
    assert result(match) == "draw Y B"
    assert match.result is not None
    assert match.result.scores == (0.0, 0.0)
    three = (
        "Y{d8@60=5 d6@70=2 d4@80=1 h3} W{d6@61=3 d4@71=1 d4@81=2 h3}"
        " B{d6@0=6 d4@1=3 d4@2=2 d8@3=7 h2} >Y"
    )
    drawn = played_series([(three, "+ d4@80"), (three, "+ d4@80")], turn_cap=1)
    assert result(drawn) == "draw Y W"
    assert drawn.result is not None
    assert drawn.result.scores == (0.25, 0.25, -0.5)


# The limit


@pytest.mark.rule("W6-CAP-1")
def test_the_game_ends_after_the_last_turn() -> None:
    match = at(START, turn_cap=2).play("+ d4@50")
    assert not match.over
    assert match.play("+ d8@11").over
    assert match.result is not None
    assert match.result.reason == "limit"
    won = at(FIRST_END, turn_cap=1).play("m d6@118")
    assert result(won) == "win Y"
    rolled = at(CHAIN, turn_cap=1).play("m d6@2")
    assert not rolled.over
    assert rolled.play("=1").over
    random = random_match(3, turn_cap=30)
    assert random.view()["turns"] == 30


@pytest.mark.rule("W6-CAP-2")
def test_most_dice_home_wins_at_the_limit() -> None:
    assert result(at(NEAR, turn_cap=1).play("+ d4@11")) == "win B limit"


@pytest.mark.rule("W6-CAP-3")
def test_then_the_lowest_rings() -> None:
    assert result(at(START, turn_cap=1).play("+ d4@50")) == "win Y limit"  # 23 against 24
    further = START.replace("d4@50=2", "d4@9=2").replace("d4@14=4", "d4@40=4")
    assert result(at(further, turn_cap=1).play("+ d4@9")) == "win B limit"


@pytest.mark.rule("W6-CAP-4")
def test_then_it_is_a_draw_between_those() -> None:
    level = START.replace("d4@50=2", "d4@9=2")
    match = at(level, turn_cap=1).play("+ d4@9")
    assert result(match) == "draw Y B"
    assert match.position.endswith("!=")
    assert match.result is not None
    assert match.result.scores == (0.0, 0.0)
    closer = THREE.replace("d4@124", "d4@80")
    three = at(closer.replace("d8@60=5 d6@70=2 d4@80=1", "d8@43=5 d6@46=2 d4@81=1"), turn_cap=1)
    assert result(three.play("+ d4@45")) == "draw Y W"
    assert three.result is not None
    assert three.result.scores == (0.25, 0.25, -0.5)


@pytest.mark.rule("W6-CAP-5")
def test_such_a_game_counts_in_a_series() -> None:
    match = at(START, turn_cap=1, series_games=2).play("+ d4@50")
    assert match.view()["sheet"] == [{"points": [23, 24], "winner": 0}]
    assert not match.over


# Chance and open information


@pytest.mark.rule("W6-CHANCE-2")
def test_only_first_rolls_and_rolls_after_warps_are_chance() -> None:
    match = random_match(11)
    rerolls = 0
    for ply, event in enumerate(match.plies):
        if event.by != CHANCE:
            continue
        steps = [step["step"] for step in match.steps(ply)]
        if ply < 18:
            assert steps[0] == "die_rolled"
        elif steps[0] == "die_rerolled":
            before = [step["step"] for step in match.steps(ply - 1)]
            assert before[-1] == "die_warped"
            rerolls += 1
        else:
            assert steps[0] == "die_rolled"
            assert match.view_at(ply)["phase"] == "roll"
    assert rerolls > 5
    assert refused(at(START), "=4") == "W6-CHANCE-2"
    assert refused(at(CHAIN).play("m d6@2"), "p d8=4") == "W6-WARP-5"


@pytest.mark.rule("W6-CHANCE-3")
def test_everybody_sees_everything() -> None:
    match = at(CHAIN).play("m d6@2").play("=3")
    assert match.view(0) == match.view(1) == match.view()
    assert match.view()["dice"][2]["value"] == 3


@pytest.mark.rule("W6-CHANCE-4")
def test_options_actions_and_rolls_make_the_same_game_again() -> None:
    match = random_match(4, players=3, turn_cap=60, series_games=2)
    again = fresh(players=3, turn_cap=60, series_games=2)
    for event in match.plies:
        again.play(event.text)
    assert again.state.tobytes() == match.state.tobytes()


def test_a_changed_die_fails_at_its_event() -> None:
    match = Match(GAME, {"turn_cap": 40}, dice=SealedDice(b"7" * 32, [b"a", b"b"]))
    while not match.over:
        match.play(match.legal()[len(match.plies) % len(match.legal())])
    text = match.record().text()
    assert "chance" in Record.read(text).verify(GAME)
    body = json.loads(text)
    rolls = [
        k
        for k, event in enumerate(body["events"])
        if event["kind"] == "ply" and event["move"].startswith("=")
    ]
    assert rolls
    changed = body["events"][rolls[0]]
    changed["move"] = "=1" if changed["move"] != "=1" else "=2"
    with pytest.raises(BadRecord, match=rf"event {rolls[0] + 1}\b"):
        Record.read(json.dumps(body)).verify(GAME)
