"""Texts of Cubulus: moves, positions and whole games parse back; nonsense is refused."""

import pytest

from orrery.core.dice import SeededDice
from orrery.core.errors import BadNotation, IllegalMove, OrreryError
from orrery.core.game_text import read_game, write_game
from orrery.core.match import Match
from tests.games.cubulus.positions import EMPTY, GAME, at, begun, fresh


def random_match(seed: int, ruleset: int = 2, **options: object) -> Match:
    match = Match(GAME, options, ruleset=ruleset, dice=SeededDice(seed))
    while not match.over:
        codes = match.legal_codes()
        match.play(codes[(seed * 31 + len(match.plies) * 17) % len(codes)])
    return match


@pytest.mark.parametrize("players", [2, 3])
def test_every_position_of_a_game_parses_back(players: int) -> None:
    for seed in range(10):
        match = random_match(seed, players=players)
        for ply in range(len(match.plies) + 1):
            state = match.state_at(ply)
            text = GAME.notation.position_text(state[0])
            again = Match(GAME, match.options, rolls=False, position=text)
            assert again.position == text
            runner = again._runner
            if ply < len(match.plies):
                legal = [GAME.notation.move_text(state[0], m) for m in runner.moves(state)]
                if "first" not in legal[0]:
                    assert again.legal() == legal


def test_positions_during_set_up() -> None:
    match = fresh()
    assert match.position == f"{EMPTY} order=- n=- >- ban=-"
    assert match.play("colour w").position == f"{EMPTY} order=w n=- >- ban=-"
    assert match.play("colour r").position == f"{EMPTY} order=wr n=b >- ban=-"
    assert match.play("first r").position == f"{EMPTY} order=rw n=b >w ban=-"
    assert match.play("neutral 0").position == f"b{EMPTY[1:]} order=rw n=b >w ban=-"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        EMPTY,
        f"{EMPTY} order=bw n=r >b",
        f"{EMPTY} order=b n=r >- ban=-",
        f"{EMPTY} order=b n=- >b ban=-",
        f"b{EMPTY[1:]} order=b n=- >- ban=-",
        f"{EMPTY} order=bwr n=- >b ban=-",
        f"{EMPTY} order=bw n=w >b ban=-",
        f"{EMPTY} order=bw n=r >r ban=-",
        f"{EMPTY} order=bw n=r >b ban=-",
        f"{EMPTY} order=bw n=r >w ban=L1",
        f"{EMPTY} order=bw n=r !w ban=-",
        "rrr/rrr/rrr,.../.../...,.../.../... order=bw n=r >w ban=-",
        "rrr/rrr/rrr,r../.../...,.../.../... order=bw n=r >b ban=-",
        "rrr/rrr/rrr,bbb/bbb/bbb,b../.../... order=bw n=r >w ban=-",
        "rrr/rrr/rrr,b../.../...,.../.../... order=bw n=r >w ban=F9",
        "rr./rrr/rrr,b../.../...,.../.../... order=bw n=r >w ban=-",
        "b" * 100_000,
        f"{EMPTY} order=bw n=r != ban=-",
        "rrr/rrr/rrr,.../.../...,.../.../... order=bw n=r >b ban=R1",
    ],
)
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        Match(GAME, {}, position=text)


@pytest.mark.parametrize(
    "text",
    [
        "L0",
        "+L10",
        "l5",
        "~~L5",
        "+",
        "neutral",
        "neutral 27",
        "neutral -1",
        "neutral 1 2",
        "neutral 1 1 2 3 4 5 6 7 8",
        "neutral ½",
        "colours",
        "colours b",
        "colours b b",
        "colours b x",
        "colour",
        "colour x",
        "colour b w",
        "first",
        "first x",
        "x +L5",
        "b +L5 now",
        "+L5; +L6",
        "\x00",
        "+L５",
        "a" * 1000,
    ],
)
def test_texts_that_are_no_moves(text: str) -> None:
    match = begun().play("neutral 0 1 2 8 12 16 20 22 24")
    before = match.position
    with pytest.raises(BadNotation):
        match.play(text)
    assert match.position == before


def test_a_position_in_which_nothing_can_be_done_is_refused() -> None:
    stuck = "..b/bb./..b,.../..b/b..,b.b/.../b.. order=bwr n=- >b ban=-"
    with pytest.raises(BadNotation, match="could do nothing"):
        Match(GAME, {"players": 3}, position=stuck)


def test_half_chosen_colours_are_no_position_of_the_first_ruleset() -> None:
    with pytest.raises(BadNotation):
        Match(GAME, {}, ruleset=1, position=f"{EMPTY} order=b n=- >- ban=-")


def test_a_number_is_a_cell_while_neutral_balls_are_placed() -> None:
    assert begun().play("4").plies[-1].text == "neutral 4"
    assert len(begun().play("0 1 2 8 12 16 20 22 24").plies) == 12


@pytest.mark.parametrize(
    ("typed", "meant"), [("color b", "colour"), ("neutrl 4", "neutral"), ("frist b", "first")]
)
def test_mistyped_words_get_the_nearest(typed: str, meant: str) -> None:
    with pytest.raises(BadNotation, match=f"Did you mean '{meant}'"):
        fresh().play(typed)


def test_refusals_name_the_rule_of_the_moment() -> None:
    three = begun(players=3)
    for move, rule in (("w +L1", "CB-3P-5"), (18, "CB-PUSH-10")):
        with pytest.raises(IllegalMove) as refusal:
            three.play(move)
        assert refusal.value.rule == rule
    with pytest.raises(IllegalMove) as refusal:
        begun().play("b +L5")
    assert refusal.value.rule == "CB-SETUP-6"


def test_a_bare_facelet_and_a_prefix_are_understood() -> None:
    position = "bwr/.r./...,.r./r../r.r,..r/..r/.r. order=bw n=r >b ban=-"
    assert at(position).play("L1").plies[-1].text == "~L1"
    assert at(position).play("L7").plies[-1].text == "+L7"
    assert at(position).play("b ~L1").plies[-1].text == "~L1"
    with pytest.raises(IllegalMove):
        at(position).play("w ~L1")


def test_the_nearest_facelet_is_named() -> None:
    with pytest.raises(BadNotation, match="Did you mean 'L1'"):
        at("bwr/.r./...,.r./r../r.r,..r/..r/.r. order=bw n=r >b ban=-").play("+l1")


def test_nine_neutral_balls_at_once_or_none() -> None:
    match = begun().play("neutral 5")
    with pytest.raises(IllegalMove):
        match.play("neutral 0 1 2 3 4 5 6 7 8")
    assert len(match.log) == 4
    with pytest.raises(IllegalMove):
        match.play("neutral 10 11 12 13 14 15 16 17 18")
    assert len(match.log) == 4


@pytest.mark.parametrize("ruleset", [1, 2])
@pytest.mark.parametrize("players", [2, 3])
def test_a_game_as_text_parses_back(players: int, ruleset: int) -> None:
    for seed in range(5):
        match = random_match(seed, ruleset, players=players, turn_cap=40)
        text = write_game(match)
        again = read_game(GAME, text)
        assert write_game(again) == text
        assert again.state.tobytes() == match.state.tobytes()


def test_the_header_and_the_result_of_a_text() -> None:
    text = write_game(random_match(3))
    lines = text.splitlines()
    assert lines[0] == "CB players=2 faces=6 repetition=3 turn_cap=300 noop_ban=on ruleset=2"
    assert lines[4].startswith("neutral ")
    assert lines[-1].split()[0] in ("win", "draw")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "",
        lambda text: text.replace("CB", "XY", 1),
        lambda text: text.replace("players=2", "players=7"),
        lambda text: text.replace("win", "draw").replace("draw b", "win w"),
        lambda text: text + "+L1\n",
        lambda text: text.replace("\nneutral", "\n+L1\nneutral"),
    ],
)
def test_a_bad_text_names_its_line(change: object) -> None:
    text = write_game(random_match(3))
    with pytest.raises(OrreryError):
        read_game(GAME, change(text))  # type: ignore[operator]


def test_the_board_shows_every_face_and_the_core() -> None:
    match = begun().play("neutral 13 0 2 6 8 18 20 24 26")
    board = str(match)
    assert board.count("r") == 8 * 3 + 1
    for letter in "LRFBDU":
        assert letter in board
