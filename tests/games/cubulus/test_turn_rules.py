"""Turns, pushes, rotations, bans, ends and draws of Cubulus, rule by rule."""

import pytest

from orrery.core.contract import OVER
from orrery.core.errors import BadNotation, GameOver, IllegalMove
from orrery.core.match import Match
from orrery.core.record import Record
from orrery.core.runner import at_hand
from orrery.games.cubulus import state
from tests.games.cubulus.positions import GAME, at, begun, prompt
from tests.kinds import only_compiled

pytestmark = pytest.mark.usefixtures("rules")

MIXED = "bwr/.r./...,.r./r../r.r,..r/..r/.r. order=bw n=r >b ban=-"
RING = "bwr/.r./...,.r./rrr/.r.,.../.r./bwr order=bw n=r >b ban=-"


def refused(match: Match, move: str) -> str | None:
    """The rule that refuses a move; the position must not change."""
    before, log = match.position, len(match.log)
    with pytest.raises(IllegalMove) as refusal:
        match.play(move)
    assert (match.position, len(match.log)) == (before, log)
    return refusal.value.rule


def result_of(match: Match) -> str | None:
    return match.result.text if match.result else None


# Turns


@pytest.mark.rule("CB-TURN-1")
def test_a_turn_is_one_insertion_or_one_rotation() -> None:
    match = at(MIXED)
    assert {move[0] for move in match.legal()} == {"+", "~"}
    assert match.play("+L7").turn == 1
    assert match.play("~L1").turn == 0


@pytest.mark.rule("CB-TURN-2")
def test_there_is_no_pass() -> None:
    for text in ("pass", "", "-", "0000"):
        with pytest.raises(BadNotation):
            at(MIXED).play(text)


@pytest.mark.rule("CB-TURN-3")
def test_two_players_alternate() -> None:
    match = begun("w").play("neutral 0 1 2 8 12 16 20 22 24")
    order = []
    for _ in range(6):
        order.append(match.turn)
        match.play(match.legal()[0])
    assert order == [1, 0, 1, 0, 1, 0]
    assert refused(match, f"b {match.legal()[0]}") == "CB-TURN-3"


@pytest.mark.rule("CB-TURN-4")
def test_rotating_is_allowed_with_balls_in_hand() -> None:
    match = at(MIXED)
    assert match.view()["players"][0]["hand"] > 0
    assert "~L1" in match.legal()
    assert prompt(match) == "prompt.turn"


NO_BALL_LEFT = "bwr/bbb/rwb,wwb/brb/.rw,brw/r.r/rwr order=bw n=r >b ban=-"


@pytest.mark.rule("CB-TURN-5")
def test_a_player_without_balls_must_rotate() -> None:
    match = at(NO_BALL_LEFT)
    assert match.view()["players"][0]["hand"] == 0
    assert match.legal()
    assert all(move.startswith("~") for move in match.legal())
    assert prompt(match) == "prompt.rotate"
    assert refused(match, "U5") == "CB-TURN-5"


@pytest.mark.rule("CB-TURN-6")
def test_a_full_cube_only_rotates() -> None:
    full = "bwr/wrb/rbw,wrb/rbw/bwr,rbw/bwr/wrb order=bwr n=- >b ban=-"
    moves = at(full).legal()
    assert len(moves) == 54
    assert all(move.startswith("~") for move in moves)


@only_compiled
@pytest.mark.rule("CB-TURN-7")
@pytest.mark.parametrize("players", [2, 3])
def test_there_is_always_a_legal_action(players: int) -> None:
    match = begun(players=players, turn_cap=0, repetition=0)
    rules = at_hand(GAME)
    for seed in range(20):
        state = match.state
        while rules.turn(state) != OVER:
            moves = rules.moves(state)
            assert moves
            rules.play(state, moves[seed * 7919 % len(moves)])


# Pushes


@pytest.mark.rule("CB-PUSH-1", "CB-PUSH-2", "CB-PUSH-3")
def test_an_own_ball_rests_in_the_outermost_cell() -> None:
    match = begun(players=3)
    cells = match.play("+U5").view()["cells"]
    assert cells[22] == "b"
    assert cells.count(".") == 26
    assert match.play("+L9").view()["cells"][24] == "w"
    far = at(".bw/.../...,.../.../...,.../.../... order=bwr n=- >r ban=-").play("+L1")
    assert far.view()["cells"][:3] == "rbw"


@pytest.mark.rule("CB-PUSH-4")
@pytest.mark.parametrize("far", [".", "r"])
def test_a_gap_behind_the_first_ball_takes_up_the_push(far: str) -> None:
    match = at(f"w.{far}/.../...,.../.../...,.../.../... order=bwr n=- >b ban=-").play("+L1")
    assert match.view()["cells"][:3] == f"bw{far}"


@pytest.mark.rule("CB-PUSH-5")
def test_two_balls_move_into_the_last_gap() -> None:
    match = at("wr./.../...,.../.../...,.../.../... order=bwr n=- >b ban=-").play("+L1")
    assert match.view()["cells"][:3] == "bwr"


@pytest.mark.rule("CB-PUSH-6")
def test_a_full_line_takes_no_ball() -> None:
    assert refused(at(MIXED), "+L1") == "CB-PUSH-6"
    assert refused(at(MIXED), "+R1") == "CB-PUSH-6"
    assert "+L1" not in at(MIXED).legal()


@pytest.mark.rule("CB-PUSH-7")
def test_only_the_line_of_the_facelet_changes() -> None:
    start = "wb./rw./b..,w../.r./...,..b/.../r.. order=bwr n=- >b ban=-"
    for move in at(start).legal():
        before, after = at(start).view()["cells"], at(start).play(move).view()["cells"]
        line = {int(cell) for cell in state.LINE[state.FACELETS.index(move[1:])]}
        changed = {cell for cell in range(27) if before[cell] != after[cell]}
        assert changed <= line


@pytest.mark.rule("CB-PUSH-8")
@pytest.mark.parametrize("colour", "bwr")
def test_balls_of_any_colour_are_pushed(colour: str) -> None:
    match = at(f"{colour}../.../...,.../.../...,.../.../... order=bwr n=- >b ban=-").play("+L1")
    assert match.view()["cells"][:2] == "b" + colour


@pytest.mark.rule("CB-PUSH-9")
def test_the_core_is_reached_only_by_a_push_or_a_rotation() -> None:
    match = begun(players=3)
    for facelet in ("L5", "R5", "F5", "B5", "D5", "U5"):
        after = begun(players=3).play("+" + facelet)
        assert after.view()["cells"][13] == "."
    assert match.play("+L5").play("+L5").view()["cells"][12:14] == "wb"
    line = "".join(".../.../...,.../bwr/...,.../.../...")
    turned = at(f"{line} order=bwr n=- >b ban=-").play("~L5")
    assert turned.view()["cells"][12:15] == "rbw"


@pytest.mark.rule("CB-PUSH-10")
def test_one_name_for_filling_an_empty_cell() -> None:
    match = begun(players=3)
    assert len(match.legal()) == 26
    positions = {begun(players=3).play(move).position for move in ("+L1", "+F1", "+D1", "L1", "D1")}
    assert len(positions) == 1
    assert begun(players=3).play("+D1").plies[-1].text == "+L1"
    edge = begun(players=3).play("+D2")
    assert edge.plies[-1].text == "+F2"
    filled = begun(players=3).play("+L1")
    assert {"+L1", "+F1", "+D1"} <= set(filled.legal())


# Rotations


@pytest.mark.rule("CB-ROTATE-1")
def test_only_a_full_line_rotates() -> None:
    assert refused(at(MIXED), "~L7") == "CB-ROTATE-1"
    assert "~L7" not in at(MIXED).legal()


@pytest.mark.rule("CB-ROTATE-2")
def test_a_line_without_own_balls_rotates() -> None:
    match = at(".w./.../...,.../.../...,.../.../rwr order=bwr n=- >b ban=-").play("~L9")
    assert match.view()["cells"][24:] == "rrw"


@pytest.mark.rule("CB-ROTATE-3", "CB-ROTATE-4")
def test_the_far_ball_comes_back_in_front_from_either_end() -> None:
    assert at(MIXED).play("~L1").view()["cells"][:3] == "rbw"
    assert at(MIXED).play("~R1").view()["cells"][:3] == "wrb"
    column = "b../.../...,w../.../...,r../.../... order=bwr n=- >w ban=-"
    assert at(column).play("~D1").position.startswith("r../.../...,b../.../...,w..")
    assert at(column).play("~U1").position.startswith("w../.../...,r../.../...,b..")


@pytest.mark.rule("CB-ROTATE-5")
def test_a_rotation_keeps_all_balls_in_the_cube() -> None:
    match = at(MIXED)
    before = match.view()
    after = match.play("~L1").view()
    assert sorted(after["cells"]) == sorted(before["cells"])
    assert after["players"] == before["players"]


@pytest.mark.rule("CB-ROTATE-6")
def test_squares_are_looked_for_when_the_ball_is_back() -> None:
    match = at("wrb/b../...,b../b../...,.../.../... order=bwr n=- >w ban=-").play("~L1")
    assert match.view()["cells"][:3] == "bwr"
    assert result_of(match) == "win b"


# Bans


@pytest.mark.rule("CB-BAN-1")
def test_a_rotation_may_not_be_undone_at_once() -> None:
    match = at(MIXED).play("~L1")
    assert "~R1" not in match.legal()
    assert refused(match, "~R1") == "CB-BAN-1"


@pytest.mark.rule("CB-BAN-2", "CB-BAN-3")
def test_the_ban_binds_only_the_next_player() -> None:
    position = "bwr/.../...,.../.../...,.../.../... order=bwr n=- >b ban=-"
    match = at(position).play("~L1")
    assert refused(match, "~R1") == "CB-BAN-1"
    assert "~R1" in match.play("+L9").legal()
    elsewhere = at(RING).play("~L1").play("~L9")
    assert "~R1" in elsewhere.legal()
    assert "~R9" not in elsewhere.legal()


@pytest.mark.rule("CB-BAN-4")
def test_rotating_on_is_allowed() -> None:
    match = at(MIXED).play("~L1")
    assert "~L1" in match.legal()
    assert match.play("~L1").view()["cells"][:3] == "wrb"


ALL_RED_LINE = "wr./rrr/...,.../..r/.r.,r../.r./..r order=wb n=r >b ban=-"


@pytest.mark.rule("CB-BAN-5")
def test_a_line_of_one_colour_does_not_rotate() -> None:
    for move in ("~L2", "~R2"):
        assert refused(at(ALL_RED_LINE), move) == "CB-BAN-5"
        assert move in at(ALL_RED_LINE, noop_ban=False).legal()
    assert "CB-BAN-5" not in [rule.id for rule in GAME.rulebook.chapters["push"]]


ONE_COLOUR_LINES_ONLY = "rrr/rrr/rrr,b.b/.b./b.b,.b./b.b/.b. order=bw n=r >b ban=-"


@pytest.mark.rule("CB-BAN-6")
def test_a_line_of_one_colour_rotates_when_nothing_else_can_be_done() -> None:
    match = at(ONE_COLOUR_LINES_ONLY, faces=4)
    assert match.view()["players"][0]["hand"] == 0
    assert match.legal() == [f"~{face}{digit}" for face in "LRFB" for digit in (1, 2, 3)]
    assert match.play("~L1").turn == 1
    banned = ONE_COLOUR_LINES_ONLY.replace("ban=-", "ban=L1")
    assert "~L1" not in at(banned, faces=4).legal()
    assert "~R1" in at(banned, faces=4).legal()
    assert all(
        m.startswith("+") for m in at(ONE_COLOUR_LINES_ONLY.replace(">b", ">w"), faces=4).legal()
    )


@pytest.mark.rule("CB-BAN-7")
def test_an_insertion_bans_nothing() -> None:
    match = at(MIXED).play("~L1").play("+L7")
    assert match.view()["ban"] is None
    assert {"~L1", "~R1"} <= set(match.legal())


# Winning


@pytest.mark.rule("CB-WIN-1", "CB-WIN-4")
def test_a_present_wins_for_the_opponent() -> None:
    match = at("b.b/.wr/r.r,.bb/.rr/.wr,r../w../rr. order=bw n=r >w ban=-").play("+L1")
    assert result_of(match) == "win b"
    assert match.result is not None
    assert match.result.scores == (1.0, -1.0)


@pytest.mark.rule("CB-WIN-2")
def test_the_mover_alone_wins() -> None:
    match = at("b../b../...,b../.../...,.../.../... order=bwr n=- >b ban=-").play("+L5")
    assert result_of(match) == "win b"
    assert match.result is not None
    assert match.result.winner == 0
    assert match.result.scores == (1.0, -0.5, -0.5)


@pytest.mark.rule("CB-WIN-3")
def test_both_squares_win_for_the_other() -> None:
    both = "ww./b../...,bww/brr/.rr,..r/.r./rrr order=wb n=r >b ban=-"
    assert result_of(at(both).play("+L1")) == "win w"


@pytest.mark.rule("CB-WIN-5")
def test_the_game_ends_at_once() -> None:
    match = at("b../b../...,b../.../...,.../.../... order=bwr n=- >b ban=-").play("+L5")
    assert match.over
    assert match.legal() == []
    with pytest.raises(GameOver):
        match.play("+L9")
    with pytest.raises(BadNotation):
        at("b../b../...,b../b../...,.../.../... order=bwr n=- >w ban=-")


@pytest.mark.rule("CB-WIN-6")
def test_a_neutral_square_made_by_a_push_means_nothing() -> None:
    match = at("r.r/..r/..r,.rr/.r./.b.,r../.../r.. order=bw n=r >w ban=-").play("+L1")
    assert not match.over


@pytest.mark.rule("CB-WIN-7")
def test_two_squares_at_once_are_one_win() -> None:
    double = at(".b./b../...,bb./b../...,.../.../... order=bwr n=- >b ban=-").play("+L1")
    assert result_of(double) == "win b"
    assert len(double.view()["squares"]) == 2


# Three players


@pytest.mark.rule("CB-3P-5")
def test_three_players_go_round_clockwise() -> None:
    match = begun("w", players=3)
    order = []
    for _ in range(6):
        order.append(match.turn)
        match.play(match.legal()[0])
    assert order == [1, 2, 0, 1, 2, 0]


@pytest.mark.rule("CB-3P-6", "CB-3P-7")
def test_three_players_have_the_same_actions_and_goal() -> None:
    assert "~L1" in at("bwr/.../...,.../.../...,.../.../... order=bwr n=- >r ban=-").legal()
    one_colour = "bbb/.../...,.../.../...,.../.../... order=bwr n=- >r ban=-"
    assert refused(at(one_colour), "~L1") == "CB-BAN-5"
    won = at("r../r../...,r../.../...,.../.../... order=bwr n=- >r ban=-").play("+L5")
    assert result_of(won) == "win r"


@pytest.mark.rule("CB-3P-8")
def test_mover_and_one_opponent_win_for_the_opponent() -> None:
    match = at("wrb/.../b.r,w.w/.../.w.,b.r/.../b.r order=bwr n=- >b ban=-").play("~L1")
    assert result_of(match) == "win r"


@pytest.mark.rule("CB-3P-9")
def test_of_two_opponents_the_next_one_wins() -> None:
    by_red = "wwb/b../...,bww/b../..r,.../.r./r.. order=bwr n=- >r ban=-"
    assert result_of(at(by_red).play("~L1")) == "win b"
    all_three = "wrb/.../b.r,w.w/.../...,bwr/.../b.r order=bwr n=- >b ban=-"
    assert result_of(at(all_three).play("~L1")) == "win w"


# Draws and chance


def shuffle(match: Match, turns: int) -> Match:
    for k in range(turns):
        match.play(("~L1", "~L9", "~R1", "~R9")[k % 4])
    return match


@pytest.mark.rule("CB-DRAW-1")
def test_the_agreed_occurrence_of_a_position_is_a_draw() -> None:
    assert result_of(shuffle(at(RING), 9)) == "draw repetition"
    assert not shuffle(at(RING), 8).over
    assert result_of(shuffle(at(RING, repetition=2), 5)) == "draw repetition"
    assert not shuffle(at(RING, repetition=0), 40).over
    assert not shuffle(at(RING, repetition=4), 12).over
    assert result_of(shuffle(at(RING, repetition=4), 13)) == "draw repetition"


@pytest.mark.rule("CB-DRAW-2")
def test_a_position_is_cells_mover_and_ban() -> None:
    # After four turns the cells and the mover are those of the start, but a rotation is banned.
    match = shuffle(at(RING, repetition=2), 4)
    assert match.position.split(" ban")[0] == RING.split(" ban")[0]
    assert not match.over
    # The position before the first turn counts: it comes back, with its ban, after four turns.
    banned = RING.replace("ban=-", "ban=L9")
    assert result_of(shuffle(at(banned, repetition=2), 4)) == "draw repetition"
    # And so does the one with which a game begins.
    assert begun(players=3).state["seen_count"][0] == 1
    # Of two positions with equal cells and ban, the mover makes them different.
    assert shuffle(at(RING, repetition=2), 3).over is False


@pytest.mark.rule("CB-DRAW-3")
def test_the_turn_cap_ends_the_game() -> None:
    assert result_of(shuffle(at(RING, turn_cap=2), 2)) == "draw cap"
    assert not shuffle(at(RING, turn_cap=3), 2).over
    assert result_of(shuffle(at(RING, turn_cap=0, repetition=0), 1000)) == "draw cap"
    assert result_of(shuffle(at(RING, turn_cap=9), 9)) == "draw repetition"
    placed = begun(turn_cap=1).play("neutral 0 1 2 8 12 16 20 22 24")
    assert not placed.over
    assert result_of(placed.play("+U5")) == "draw cap"


@pytest.mark.rule("CB-DRAW-4")
def test_a_win_counts_before_a_draw() -> None:
    last_turn = "b../b../...,b../.../...,.../.../... order=bwr n=- >b ban=-"
    assert result_of(at(last_turn, turn_cap=1).play("+L5")) == "win b"


@pytest.mark.rule("CB-CHANCE-2")
def test_everything_is_open() -> None:
    match = at(MIXED)
    assert match.view(0) == match.view(1) == match.view()
    assert not GAME.has_hidden


@pytest.mark.rule("CB-CHANCE-3")
def test_the_events_reproduce_the_game() -> None:
    for seed in range(5):
        match = begun(first="bw"[seed % 2])
        while not match.over:
            moves = match.legal()
            match.play(moves[(7 * seed + len(match.plies) * 13) % len(moves)])
        again = Record.read(match.record().text()).replay(GAME)
        assert again.state.tobytes() == match.state.tobytes()
        assert again.result == match.result
