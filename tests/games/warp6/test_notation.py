"""Texts of Warp 6: moves, positions and whole games parse back; nonsense is refused."""

import pytest

from orrery.core.dice import SeededDice
from orrery.core.errors import BadNotation, IllegalMove, OrreryError
from orrery.core.game_text import read_game, write_game
from orrery.core.match import Match
from orrery.core.words import LANGUAGES
from tests.games.warp6.positions import GAME, YELLOW_ROLL, at, fresh, rolled

START = "Y{d4@10=4 d6@20=1 d8@30=7 d4@50=2 h5} B{d8@11=1 d6@12=2 d6@13=3 d4@14=4 h5} >Y"


def random_match(seed: int, **options: object) -> Match:
    match = Match(GAME, options, dice=SeededDice(seed))
    while not match.over:
        codes = match.legal_codes()
        match.play(codes[(seed * 31 + len(match.plies) * 17) % len(codes)])
    return match


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("large", [8, 7])
def test_every_position_of_a_game_parses_back(players: int, large: int) -> None:
    match = random_match(players, players=players, large_die=large)
    for ply in range(0, len(match.plies) + 1, 1 if players == 3 else 3):
        state = match.state_at(ply)
        text = GAME.notation.position_text(state[0])
        again = Match(GAME, match.options, rolls=False, position=text)
        assert again.position == text
        if ply < len(match.plies):
            legal = [GAME.notation.move_text(state[0], m) for m in again._runner.moves(state)]
            assert sorted(again.legal()) == sorted(legal)
            assert again.turn == match.plies[ply].by


def test_positions_during_set_up() -> None:
    match = fresh()
    assert match.position == (
        "Y{d8=? d8=? d6=? d6=? d6=? d4=? d4=? d4=? d4=? h0}"
        " B{d8=? d8=? d6=? d6=? d6=? d4=? d4=? d4=? d4=? h0} >Y"
    )
    match.play("r Y d8=5")
    assert match.position.startswith("Y{d8=5 d8=? d6=?")
    placing = rolled().play("p d6=5")
    assert placing.position == (
        "Y{d6@0=5 d8=8 d8=7 d6=6 d6=4 d4=4 d4=3 d4=2 d4=1 h0}"
        " B{d8=2 d8=1 d6=3 d6=3 d6=3 d4=2 d4=2 d4=1 d4=1 h0} >B"
    )


SET_UP = (
    "Y{d8=8 d8=7 d6=6 d6=5 d6=4 d4=4 d4=3 d4=2 d4=1 h0}"
    " B{d8=2 d8=1 d6=3 d6=3 d6=3 d4=2 d4=2 d4=1 d4=1 h0} >Y"
)
ROLLING = (
    "Y{d8=? d8=? d6=? d6=? d6=? d4=? d4=? d4=? d4=? h0}"
    " B{d8=? d8=? d6=? d6=? d6=? d4=? d4=? d4=? d4=? h0} >Y"
)


def test_positions_of_these_tests_are_those_of_games() -> None:
    assert (rolled().position, fresh().position) == (SET_UP, ROLLING)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        START[:-3],
        START + " x",
        START.replace(">Y", ">W"),
        START.replace(">Y", "!B"),
        START.replace(">Y", "!="),
        START.replace("Y{", "W{"),
        START.replace("B{", "Y{"),
        START.replace("h5}", "h4}", 1),
        START.replace(" h5}", "}", 1),
        START.replace("d4@50=2", "d4@126=2"),
        START.replace("d4@50=2", "d4@50=5"),
        START.replace("d4@50=2", "d5@50=2"),
        START.replace("d4@50=2", "d7@50=2"),
        START.replace("d4@50=2", "d4@30=2"),
        START.replace("d4@50=2", "d8@50=2 d8@51=2 h3").replace("h3 h5", "h4"),
        START.replace("d4@50=2 h5", "h6"),
        START.replace("d4@50=2", "d4@50=?").replace(">Y", ">B"),
        START.replace("d4@50=2", "d4@50=?").replace(">Y", "!Y"),
        START.replace("d4@50=2 ", "d4@50=? ").replace("d6@20=1", "d6@20=?"),
        START.replace("d4@50=2 h5", "h6").replace("d4@14=4 h5", "h6").replace(">Y", "!Y"),
        START.replace("d8@30=7 d4@50=2 h5", "h7").replace(">Y", "!Y"),
        SET_UP.replace(">Y", ">B"),
        SET_UP.replace(">Y", "!Y"),
        SET_UP.replace("d8=8", "d8@1=8"),
        SET_UP.replace("d8=8", "d8@0=8"),
        SET_UP.replace("d8=8", "d8@0=8").replace("d8=2", "d8@5=2").replace(">Y", ">B"),
        SET_UP.replace("d4=1 h0", "h1", 1),
        SET_UP.replace("d8=8 d8=7 d6=6 d6=5", "d8=1 d8=1 d6=1 d6=1"),
        ROLLING.replace(">Y", ">B"),
        ROLLING.replace("d8=?", "d8@0=?", 1),
        ROLLING.replace("d6=?", "d6=3", 1),
        ROLLING.replace("d4=? h0", "h1", 1),
        "B{d8=? d8=? d6=? d6=? d6=? d4=? d4=? d4=? d4=? h0}"
        " Y{d8=? d8=? d6=? d6=? d6=? d4=? d4=? d4=? d4=? h0} >B",
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        Match(GAME, {}, rolls=False, position=text)


def test_positions_of_three_stand_clockwise() -> None:
    three = (
        "Y{d8@60=5 d6@70=2 d4@80=1 h3} W{d6@44=3 d4@45=1 d4@124=2 h3}"
        " B{d6@90=6 d4@91=3 d4@92=2 d8@93=7 h2} >W"
    )
    yellow, white, black = three[:-3].replace("} ", "}|").split("|")
    assert at(f"{black} {yellow} {white} >W").view()["first"] == 2
    with pytest.raises(BadNotation):
        at(f"{yellow} {black} {white} >W")
    with pytest.raises(BadNotation):
        Match(GAME, {"players": 2}, rolls=False, position=three)


def test_a_balanced_start_is_held_in_positions() -> None:
    with pytest.raises(BadNotation):
        Match(GAME, {"balanced_start": True}, rolls=False, position=SET_UP)


def test_a_finished_position_is_read() -> None:
    won = START.replace("d4@50=2 h5", "h6").replace(">Y", "!Y")
    match = at(won)
    assert match.over
    assert match.position == won
    assert match.result is not None
    assert match.result.text == "win Y"
    limit = at(START.replace("d4@50=2", "d4@89=2").replace(">Y", "!Y"))
    assert limit.result is not None
    assert limit.result.text == "win Y limit"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "m",
        "m d6",
        "m d6@",
        "m d6@126",
        "m d6@1 2",
        "m 12",
        "+",
        "* d6@20",
        "p d8",
        "p d8=9",
        "p d7=1",
        "=9",
        "=0",
        "Y",
        "W m d4@10",
        "m d4@ 10",
        "Y Y m d4@10",
        "٣ d4@10",
    ],
)
def test_nonsense_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation):
        at(START).play(text)


@pytest.mark.parametrize(
    "text",
    [
        "r",
        "r Y",
        "r B d8=1",
        "r W d8=1",
        "r Y d6=1",
        "r Y d8=9",
        "r Y d8=1,2,3",
        "r Y d8=1 d6=7",
        "r Y d8=5,3 d6=2,6,4 d4=1,4,2,3,1",
        "r Y d8=5,3 d6=2,6,4 d4=1,4,2,5",
        "r Y d8",
    ],
)
def test_a_bad_roll_is_refused_and_leaves_nothing_behind(text: str) -> None:
    match = fresh()
    before = match.position
    with pytest.raises(BadNotation):
        match.play(text)
    assert match.position == before
    assert not match.log


def test_a_whole_roll_and_single_dice_are_the_same() -> None:
    whole = fresh().play(YELLOW_ROLL)
    single = fresh()
    for text in [event.text for event in whole.plies]:
        single.play(text)
    assert single.position == whole.position
    assert [event.text for event in whole.plies][:3] == ["r Y d8=8", "r Y d8=7", "r Y d6=6"]


def test_refusals_say_the_rule_in_words() -> None:
    with pytest.raises(IllegalMove, match="cannot be lowered"):
        at(START).play("- d6@20")


@pytest.mark.parametrize(
    "options",
    [{}, {"players": 3}, {"series_games": 3, "turn_cap": 30}, {"large_die": 7, "turn_cap": 50}],
)
def test_a_game_as_text_parses_back(options: dict[str, object]) -> None:
    for seed in range(3):
        match = random_match(seed, **options)
        text = write_game(match)
        again = read_game(GAME, text)
        assert write_game(again) == text
        assert again.state.tobytes() == match.state.tobytes()


def test_the_lines_of_a_text() -> None:
    text = write_game(random_match(3, turn_cap=30, series_games=2))
    lines = text.splitlines()
    assert lines[0] == ("W6 players=2 large_die=8 series_games=2 turn_cap=30 balanced_start=off")
    assert lines[1].startswith("r Y d8=")
    assert lines[1].count(",") == 6
    assert lines[3].split()[1] == "p"
    assert any(line.split()[1:2] == ["m"] and "=" in line for line in lines)
    results = [line for line in lines if line.startswith(("win", "draw"))]
    assert len(results) == 3
    noted = text.replace("\n", "\n{a comment}\n", 3).replace(" m ", " {go} m ", 1)
    assert write_game(read_game(GAME, noted)) == text


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "",
        lambda text: text.replace("W6", "XY", 1),
        lambda text: text.replace("players=2", "players=7"),
        lambda text: text.replace("\nr Y", "\nr B", 1),
        lambda text: text.rsplit("\n", 2)[0] + "\nwin W\n",
        lambda text: text + "Y m d4@3\n",
        lambda text: text.replace("\nr B", "\nY m d4@3\nr B", 1),
    ],
)
def test_a_bad_text_names_its_line(change: object) -> None:
    text = write_game(random_match(3, turn_cap=30))
    with pytest.raises(OrreryError):
        read_game(GAME, change(text))  # type: ignore[operator]


def test_the_board_shows_every_die() -> None:
    board = str(at(START))
    for shown in ("Y▲4", "Y■1", "Y◆7", "Y▲2", "B◆1", "B■2", "B■3", "B▲4", "●●●●●○"):
        assert shown in board
    assert max(map(len, board.splitlines())) <= 80
    assert "◆8 ◆7 ■6" in str(rolled())


def test_status_prompt_and_sentences_in_every_language() -> None:
    for players in (2, 3):
        match = random_match(1, players=players, series_games=2, turn_cap=20)
        for ply in range(0, len(match.plies), 5):
            s = match.state_at(ply)[0]
            for language in LANGUAGES:
                for key, places in GAME.status(s):
                    assert GAME.words.say(language, key, **places) != key
                assert GAME.words.say(language, GAME.prompt(s)) != GAME.prompt(s)
                for seat in range(players):
                    key, places = GAME.seat_words(s, seat)
                    assert GAME.words.say(language, key, **places) != key
