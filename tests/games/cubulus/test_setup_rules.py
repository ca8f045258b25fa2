"""Components, options, goal and set-up of Cubulus, rule by rule."""

from collections import Counter

import pytest

from orrery.core.contract import CHANCE
from orrery.core.errors import BadOption, IllegalMove
from orrery.core.match import Match
from orrery.games.cubulus import state
from tests.games.cubulus.positions import EMPTY, GAME, at, begun, fresh, prompt

pytestmark = pytest.mark.usefixtures("rules")

LAYOUT = "neutral 0 1 2 8 12 16 20 22 24"


def coordinates(cell: int) -> tuple[int, int, int]:
    return cell % 3, cell // 3 % 3, cell // 9


@pytest.mark.rule("CB-COMP-1")
def test_the_cube_has_27_cells() -> None:
    assert len(begun(players=3).view()["cells"]) == 27
    assert {coordinates(cell) for cell in range(state.CELLS)} == {
        (x, y, z) for x in range(3) for y in range(3) for z in range(3)
    }


@pytest.mark.rule("CB-COMP-2")
def test_only_the_core_has_no_facelet() -> None:
    outer = {int(line[0]) for line in state.LINE}
    assert set(range(27)) - outer == {13}
    facelets_of = Counter(int(line[0]) for line in state.LINE)
    assert Counter(facelets_of.values()) == {3: 8, 2: 12, 1: 6}


@pytest.mark.rule("CB-COMP-3", "CB-SETUP-4", "CB-3P-2")
def test_nine_balls_of_each_colour() -> None:
    two = begun().view()
    assert [player["hand"] for player in two["players"]] == [9, 9]
    assert two["neutral_left"] == 9
    assert [player["hand"] for player in begun(players=3).view()["players"]] == [9, 9, 9]
    assert begun(players=3).play("+L1").view()["players"][0]["hand"] == 8


@pytest.mark.rule("CB-COMP-4")
def test_the_colours_are_black_white_and_red() -> None:
    assert state.COLOUR_LETTERS == "bwr"
    assert [GAME.words.say("en", f"colour.{c}") for c in "bwr"] == ["black", "white", "red"]


@pytest.mark.rule("CB-COMP-5")
def test_a_cell_holds_one_ball() -> None:
    match = begun().play("neutral 4")
    with pytest.raises(IllegalMove) as refusal:
        match.play("neutral 4")
    assert refusal.value.rule == "CB-COMP-5"


@pytest.mark.rule("CB-COMP-6")
def test_lines_are_straight_and_parallel_to_an_edge() -> None:
    lines = {frozenset(map(int, line)) for line in state.LINE}
    assert len(lines) == 27
    for line in lines:
        cells = sorted(coordinates(cell) for cell in line)
        moving = [axis for axis in range(3) if len({cell[axis] for cell in cells}) == 3]
        still = [axis for axis in range(3) if len({cell[axis] for cell in cells}) == 1]
        assert len(moving) == 1
        assert len(still) == 2
    assert sum(13 in line for line in lines) == 3


@pytest.mark.rule("CB-COMP-7")
def test_every_line_has_two_ends_with_one_facelet_each() -> None:
    ends = Counter(frozenset(map(int, line)) for line in state.LINE)
    assert set(ends.values()) == {2}
    for facelet, opposite in enumerate(state.OPPOSITE):
        assert list(state.LINE[opposite]) == list(state.LINE[facelet])[::-1]
        assert state.FACELETS[facelet][1] == state.FACELETS[opposite][1]


@pytest.mark.rule("CB-OPT-1")
def test_two_or_three_players() -> None:
    assert fresh().seats == 2
    assert fresh(players=3).seats == 3
    for wrong in (1, 4, "two", True):
        with pytest.raises(BadOption):
            fresh(players=wrong)


@pytest.mark.rule("CB-OPT-2")
def test_six_or_four_faces() -> None:
    assert fresh().options["faces"] == 6
    with pytest.raises(BadOption):
        fresh(faces=5)


@pytest.mark.rule("CB-OPT-3")
def test_repetition_is_off_or_at_least_two() -> None:
    assert fresh().options["repetition"] == 3
    assert fresh(repetition=0).options["repetition"] == 0
    for wrong in (1, -1, 1001):
        with pytest.raises(BadOption):
            fresh(repetition=wrong)


@pytest.mark.rule("CB-OPT-4")
def test_the_turn_cap_is_at_most_1000_and_0_means_1000() -> None:
    assert fresh().state["turn_cap"][0] == 300
    assert fresh(turn_cap=1).state["turn_cap"][0] == 1
    assert fresh(turn_cap=0).state["turn_cap"][0] == 1000
    for wrong in (1001, -1):
        with pytest.raises(BadOption):
            fresh(turn_cap=wrong)


@pytest.mark.rule("CB-OPT-5")
def test_the_ban_on_empty_rotations_is_on_or_off() -> None:
    assert fresh().options["noop_ban"] is True
    assert fresh(noop_ban="off").options["noop_ban"] is False


def faces_of(cells: list[int]) -> list[str]:
    return [
        face
        for k, face in enumerate("LRFBDU")
        if set(cells) <= {int(line[0]) for line in state.LINE[9 * k : 9 * k + 9]}
    ]


@pytest.mark.rule("CB-GOAL-1", "CB-GOAL-2", "CB-GOAL-3", "CB-GOAL-4", "CB-GOAL-5")
def test_the_36_squares() -> None:
    assert len(state.SQUARES) == 36
    assert len({frozenset(cells) for _, _, cells in state.SQUARES}) == 36
    shapes = Counter((face, shape) for face, shape, _ in state.SQUARES)
    for face in "LRFBDU":
        assert [shapes[face, shape] for shape in ("small", "corners", "diamond")] == [4, 1, 1]
    for face, shape, cells in state.SQUARES:
        assert faces_of(cells) == [face]
        places = sorted(coordinates(cell) for cell in cells)
        spans = sorted(max(c[a] for c in places) - min(c[a] for c in places) for a in range(3))
        assert spans == ([0, 1, 1] if shape == "small" else [0, 2, 2])
        middle_of_edge = [sum(c == 1 for c in place) for place in places]
        if shape == "corners":
            assert middle_of_edge == [0, 0, 0, 0]
        if shape == "diamond":
            assert middle_of_edge == [1, 1, 1, 1]


@pytest.mark.rule("CB-GOAL-5")
@pytest.mark.parametrize("square", range(36))
def test_every_square_wins_on_six_faces_whichever_cell_comes_last(square: int) -> None:
    face, _, cells = state.SQUARES[square]
    for last in cells:
        assert completed(cells, last, face, faces=6).result is not None


@pytest.mark.rule("CB-GOAL-6")
@pytest.mark.parametrize("square", range(36))
def test_top_and_bottom_do_not_count_on_four_faces(square: int) -> None:
    face, _, cells = state.SQUARES[square]
    for last in cells:
        won = completed(cells, last, face, faces=4).result is not None
        assert won == (face in "LRFB")


def completed(cells: list[int], last: int, face: str, faces: int) -> Match:
    letters = ["."] * 27
    for cell in cells:
        if cell != last:
            letters[cell] = "b"
    rows = ["".join(letters[k : k + 3]) for k in range(0, 27, 3)]
    board = ",".join("/".join(rows[k : k + 3]) for k in (0, 3, 6))
    match = at(f"{board} order=bwr n=- >b ban=-", faces=faces)
    facelet = next(f for k, f in enumerate(state.FACELETS) if state.LINE[k, 0] == last)
    return match.play("+" + facelet)


@pytest.mark.rule("CB-GOAL-7")
def test_slices_inside_the_cube_are_no_squares() -> None:
    assert all(13 not in cells for _, _, cells in state.SQUARES)
    position = ".b./.../.b.,.../.../...,.b./.../... order=bwr n=- >b ban=-"
    assert not at(position).play("+B8").over
    round_a_corner = "bb./.../...,b../.../...,.../.../... order=bwr n=- >b ban=-"
    assert not at(round_a_corner).play("+L5").over


@pytest.mark.rule("CB-GOAL-8")
def test_other_balls_on_the_face_do_not_matter() -> None:
    full = "w.r/.../...,brb/.../...,rbw/.../... order=bwr n=- >b ban=-"
    result = at(full).play("+F2").result
    assert result is not None
    assert result.text == "win b"


@pytest.mark.rule("CB-SETUP-1", "CB-3P-3")
def test_the_cube_starts_empty() -> None:
    assert fresh().position == f"{EMPTY} order=- n=- >- ban=-"
    three = begun(players=3)
    assert three.position == f"{EMPTY} order=bwr n=- >b ban=-"
    with pytest.raises(IllegalMove) as refusal:
        three.play("neutral 3")
    assert refusal.value.rule == "CB-3P-3"


def colours(match: Match) -> list[str | None]:
    return [player["colour"] for player in match.view()["players"]]


@pytest.mark.rule("CB-SETUP-2")
@pytest.mark.parametrize("players", [2, 3])
def test_the_players_choose_different_colours_in_turn(players: int) -> None:
    match = fresh(players=players)
    assert (match.turn, match.legal()) == (0, ["colour b", "colour w", "colour r"])
    assert prompt(match) == "prompt.colour"
    match.play("colour r")
    assert (match.turn, match.legal()) == (1, ["colour b", "colour w"])
    assert colours(match)[:2] == ["r", None]
    assert match.view()["neutral"] is None
    for taken in ("colour r", "colours " + " ".join("bwr"[:players])):
        with pytest.raises(IllegalMove) as refusal:
            match.play(taken)
        assert refusal.value.rule == "CB-SETUP-2"
    match.play("colour b")
    assert match.turn == CHANCE
    assert colours(match) == ["r", "b", "w"][:players]  # the third has no choice left
    for refused in ("+L1", "first b", "neutral 4"):
        with pytest.raises(IllegalMove):
            fresh().play(refused)


@pytest.mark.rule("CB-SETUP-2")
def test_under_the_first_ruleset_one_player_enters_all_colours() -> None:
    match = fresh(ruleset=1)
    assert match.turn == 0
    assert match.legal() == [f"colours {a} {b}" for a in "bwr" for b in "bwr" if a != b]
    assert prompt(match) == "prompt.colours"
    assert len(fresh(ruleset=1, players=3).legal()) == 6
    with pytest.raises(IllegalMove) as refusal:
        match.play("colour b")
    assert refusal.value.rule == "CB-SETUP-2"
    assert colours(match) == [None, None]
    assert colours(match.play("colours r b")) == ["r", "b"]
    assert colours(fresh(ruleset=1, players=3).play("colours r b w")) == ["r", "b", "w"]


@pytest.mark.rule("CB-SETUP-3", "CB-3P-1")
@pytest.mark.parametrize("ruleset", [1, 2])
def test_the_third_colour_is_neutral_with_two_players(ruleset: int) -> None:
    for players, neutral in ((2, "w"), (3, None)):
        match = fresh(ruleset=ruleset, players=players)
        if ruleset == 1:
            match.play("colours r b w" if players == 3 else "colours r b")
        else:
            match.play("colour r").play("colour b")
        assert match.view()["neutral"] == neutral


@pytest.mark.rule("CB-SETUP-5", "CB-3P-4", "CB-CHANCE-1")
@pytest.mark.parametrize("players", [2, 3])
def test_chance_draws_the_first_player_and_nothing_else(players: int) -> None:
    match = fresh(players=players).play("colour b").play("colour w")
    assert match.turn == CHANCE
    assert match.legal() == [f"first {c}" for c in "bwr"[:players]]
    assert match.weights() == [1] * players
    drawn = Counter(
        fresh(seed, players=players).play("colour b").play("colour w").roll()
        for seed in range(3000)
    )
    for count in drawn.values():
        assert abs(count - 3000 / players) < 200
    with pytest.raises(IllegalMove) as refusal:
        match.play("+L1")
    assert refusal.value.rule == "CB-SETUP-5"
    while not match.over:
        assert match.turn != CHANCE or len(match.plies) == 2
        match.play(match.legal()[0])


@pytest.mark.rule("CB-SETUP-6")
@pytest.mark.parametrize("first", ["b", "w"])
def test_the_other_player_places_all_neutral_balls(first: str) -> None:
    match = begun(first)
    placer = {"b": 1, "w": 0}[first]
    for cell in range(9):
        assert match.turn == placer
        match.play(f"neutral {2 * cell}")
    assert match.turn == 1 - placer
    assert match.view()["phase"] == "turn"
    with pytest.raises(IllegalMove) as refusal:
        begun(first).play("+L1")
    assert refusal.value.rule == "CB-SETUP-6"


@pytest.mark.rule("CB-SETUP-7")
def test_neutral_balls_go_anywhere_even_into_the_core() -> None:
    assert begun().legal() == [f"neutral {cell}" for cell in range(27)]
    match = begun().play("neutral 13 0 1 2 3 5 6 7 8")
    assert match.view()["cells"][13] == "r"


@pytest.mark.rule("CB-SETUP-8", "CB-WIN-6")
def test_a_neutral_square_means_nothing() -> None:
    match = begun().play("neutral 0 1 2 3 4 5 6 7 8")
    assert not match.over
    assert match.turn == 0


@pytest.mark.rule("CB-SETUP-9")
@pytest.mark.parametrize("noop_ban", [True, False])
def test_the_first_turn_inserts(noop_ban: bool) -> None:
    match = begun(noop_ban=noop_ban).play("neutral 0 1 2 8 12 16 20 22 24")
    assert all(move.startswith("+") for move in match.legal())
    for end in ("~L1", "~R1"):
        with pytest.raises(IllegalMove) as refusal:
            match.play(end)
        assert refusal.value.rule == "CB-SETUP-9"
    assert prompt(match) == "prompt.insert"  # the headline does not speak of rotating
    assert ("~L1" in match.play("+U5").legal()) == (not noop_ban)
