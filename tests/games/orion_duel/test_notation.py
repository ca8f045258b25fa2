"""Texts of Orion Duel: moves, positions and whole games parse back; nonsense is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from orrery.core.errors import BadNotation, IllegalMove, OrreryError
from orrery.core.game_text import read_game, write_game
from orrery.core.match import Match
from orrery.core.runner import interpreted
from orrery.core.words import LANGUAGES
from orrery.games.orion_duel import state
from tests.games.orion_duel import naive
from tests.games.orion_duel.naive import Naive
from tests.games.orion_duel.positions import GAME, fresh, played
from tests.games.orion_duel.skies import at, play_out, random_match, result

SETUPS = ["preset1", "preset2", "preset3", "random", "free"]
BARE = "..../......./......../........./........../........./........../........./......../......./"
BARE += "...."
SKY1 = "..../.g.h.g./......../.h..g..h./........../g...h...g/........../.h..g..h./......../.g.h.g./"
SKY1 += "...."
START = f"{SKY1} 113333/113333 >O O 1 0-0"
LINK = "V3@C3 X4@K2 V0f@I4 L4@G6 V5@B2 X0@I3 M0@F4 L5@D5"
EIGHT = "G@B2 G@B6 G@D5 G@F1 G@F9 G@H5 G@J2 G@J6"
SEVEN = "H@B4 H@D2 H@D8 H@F5 H@H2 H@H8 H@J4"


# Cells and moves


@pytest.mark.rule("OD-NOTE-1")
def test_the_names_of_the_cells() -> None:
    columns = {
        "A": (-5, 1, 4), "B": (-4, -1, 7), "C": (-3, -2, 8), "D": (-2, -3, 9), "E": (-1, -4, 10),
        "F": (0, -4, 9), "G": (1, -5, 10), "H": (2, -5, 9), "I": (3, -5, 8), "J": (4, -5, 7),
        "K": (5, -4, 4),
    }  # fmt: skip
    expected = {
        f"{letter}{row + 1}": (q, top + row)
        for letter, (q, top, length) in columns.items()
        for row in range(length)
    }
    assert dict(zip(state.NAMES, state.CELLS, strict=True)) == expected
    assert list(expected) == state.NAMES
    assert expected["F5"] == (0, 0)


@pytest.mark.rule("OD-NOTE-2")
def test_placements_as_text() -> None:
    match = played("preset1 O:")
    for code, text in zip(match.legal_codes(), match.legal(), strict=True):
        assert list(match.read(text)) == [code]
    assert {text.split("@")[0] for text in match.legal()} == set(state.SLOT_NAMES)
    assert match.play("V4f@F7").plies[-1].text == "V4f@F7"
    assert match.play("B  X3@G3").plies[-1].text == "X3@G3"


@pytest.mark.rule("OD-NOTE-3")
def test_tokens_the_start_and_the_lot_as_text() -> None:
    for lot, seat in (("first O", 0), ("first B", 1)):
        match = fresh(setup="free").play(lot)
        assert match.turn == seat
        assert match.plies[-1].text == lot
    match = played(f"free B: {EIGHT} {SEVEN}")
    assert [event.text for event in match.plies] == f"{EIGHT} {SEVEN}".split()
    assert match.legal() == ["S+", "S-"]
    assert match.play("S-").plies[-1].text == "S-"
    drawn = fresh(setup="random", first="O")
    assert drawn.roll()[:2] == "G@"
    while len(drawn.plies) < 15:
        drawn.roll()
    assert [event.text[0] for event in drawn.plies] == ["G"] * 8 + ["H"] * 7


NONSENSE = [
    "", " ", "x", "M", "M0", "M0@", "M0@A5", "M0@L1", "M0@a1", "m0@A1", "M1@A1", "M0f@A1", "D3@E5",
    "D0f@E5", "X6@E5", "X-1@E5", "X0f@E5", "L0f@E5", "T0f@E5", "V0F@E5", "V6f@E5", "V0ff@E5",
    "X3@F10", "X3@F0", "X3@F", "X3 @F7", "X3@F7 T1@D5", "X3@F07", "Z0@E5", "@E5", "X3@E5@E6",
    "G@", "G@A5", "H@Z1", "G@F5 G@F8", "S", "S*", "first", "first X", "first O O", "O", "B",
    "O O X3@F7", "W X3@F7", "pass", "X٣@F7", "X3@F７", "1", "-", "*", "=",
]  # fmt: skip


@pytest.mark.rule("OD-NOTE-1", "OD-NOTE-2", "OD-NOTE-3")
@pytest.mark.parametrize("text", NONSENSE)
@pytest.mark.parametrize("record", ["preset1 O:", "free O: G@F5"])
def test_nonsense_is_no_move(record: str, text: str) -> None:
    match = played(record)
    before = match.state.tobytes()
    with pytest.raises(BadNotation):
        match.play(text)
    assert match.state.tobytes() == before


def test_numbers_that_are_no_move() -> None:
    for code in (-1, 2979, 10**6):
        with pytest.raises(BadNotation):
            played("preset1 O:").play(code)
    with pytest.raises(IllegalMove):
        played("preset1 O:").play(2975)


def test_refusals_say_the_rule_in_words() -> None:
    with pytest.raises(IllegalMove, match="already covers") as refusal:
        played("preset1 O: X3@F7").play("M0@E7")
    assert "OD-PLACE-3" in str(refusal.value)


# Positions


@pytest.mark.rule("OD-NOTE-7", "OD-NOTE-8", "OD-NOTE-9")
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("options", [{}, {"flips": "off", "series": "first_to_n"}])
def test_every_position_of_a_game_parses_back(setup: str, options: dict[str, object]) -> None:
    match = random_match(2, setup=setup, **options)
    runner = interpreted(GAME)
    for ply in range(len(match.plies) + 1):
        s = match.state_at(ply)
        text = GAME.notation.position_text(s[0])
        again = at(text, **match.options)
        assert again.position == text
        assert again.turn == runner.turn(s)
        assert again.legal_codes() == runner.moves(s)
        for name in state.STATE.names or ():
            if name not in ("winner", "reason", "last_counts", "last_values", "seat"):
                assert again.state[0][name].tobytes() == s[0][name].tobytes(), name


@pytest.mark.rule("OD-NOTE-7", "OD-NOTE-8", "OD-NOTE-9")
@pytest.mark.parametrize(
    ("record", "position"),
    [
        ("preset1 O:", START),
        (
            "preset1 O: X3@F7 T1@D5",
            "..../.g.h.g./......../.h..Bo.h./.....bb.../g...h.o.g/........../.h..g..h./......../"
            ".g.h.g./.... 112333/113332 >O O 1 0-0",
        ),
        (
            "preset3 O: V0f@D3 X0@C7 V2@A2 X3@E10 V4@D6 V3f@E3 D1@D4",
            ".Ob./..o..h./..ohb.b./.OoooOooO/..bb...h.b/.b..h..../..h......./g..g...g./....h.../"
            ".h...../..g. 103303/111323 !O+c O 1 1-0",
        ),
        (
            "free B: G@F5",
            "..../......./......../........./........../....g..../........../........./......../"
            "......./.... 113333/113333 >B:G B 1 0-0",
        ),
    ],
)
def test_the_positions_of_the_rules(record: str, position: str) -> None:
    match = played(record)
    assert match.position == position
    assert at(position, **match.options).position == position


@pytest.mark.rule("OD-NOTE-9")
def test_the_states_of_a_position() -> None:
    def fields(match: Match) -> list[str]:
        return match.position.split()[2:]

    assert fresh(setup="random").position == f"{BARE} 113333/113333 >lot - 1 0-0"
    assert fields(fresh(setup="random", first="B")) == [">draw", "B", "1", "0-0"]
    assert fields(fresh(setup="free", first="O")) == [">O:G", "O", "1", "0-0"]
    assert fields(played(f"free O: {EIGHT}")) == [">B:H", "O", "1", "0-0"]
    assert fields(played(f"free O: {EIGHT} {SEVEN}")) == [">O:S", "O", "1", "0-0"]
    assert fields(played(f"free O: {EIGHT} {SEVEN} S-")) == [">B", "O", "1", "0-0"]
    assert fields(played(f"preset3 O: {LINK}")) == ["!O+c", "O", "1", "1-0"]
    series = played(f"preset3 O: {LINK}", series="first_to_n", n=2)
    assert fields(series) == [">B", "B", "2", "1-0"]


@pytest.mark.rule("OD-NOTE-8")
def test_the_signs_of_the_board() -> None:
    match = played("preset1 O: X1@C4 M0@I4 L1@B3 D0@D6 M0@C6")
    signs = dict(zip(state.NAMES, match.position.split()[0].replace("/", ""), strict=True))
    shown = {signs[name] for name in ("B2", "B4", "C4", "C5", "D5", "F5", "A1")}
    assert shown == {"O", "p", "o", "b", "g", "h", "."}
    mirrored = played("preset1 B: X1@C4 M0@I4 L1@B3")
    assert mirrored.position.split("/")[1] == ".Bbq.g."
    assert match.position.split()[1] == "012233/003333"


ONE = (
    "..../.g.h.g./......../.h..g..h./......b.../g...h.o.g/........../.h..g..h./......../.g.h.g./"
    ".... 112333/113333 >B O 1 0-0"
)
FINISHED = (
    "og../bob..h./..ohb.../.g.obg..g/....o..h../...oh..../..h.obb.../g..go..g./..boh.../.hob.../"
    "obg. 013303/111133 !O+c O 1 1-0"
)
DRAWN = (
    "bbo./oObpoOb/bbo.bobo/bqboBooq./bboobobbob/O.bbhoooO/bobb.o.bo./bp.oBbbpo/.boooo.b/oBoqoBb/"
    ".b.o 000000/000000 != B 1 0-0"
)
TO_THE_LAST = (
    "preset1 B: V2@A2 V0f@E4 L2@G8 V4f@I3 T1@H8 V0f@G6 V4@J6 T3@D6 T3@H2 L5@J4 V0f@E1 T4@E3 T0@D5"
    " L4@B5 L1@C2 L2@F9 L0@G4 T4@E9 X5@A1 D0@J5 X0@B7 X1@J1 D0@G1 X3@F7 X5@H5 X2@D7 M0@D3 M0@B1"
)
FREE = (
    "..../......./......../........./........../....g..../........../........./......../......./"
    ".... 113333/113333 >O:G O 1 0-0"
)
HOLES = (
    "..../.g...g./......../....g..../........../g...h...g/........../....g..../......../.g...g./"
    ".... 113333/113333 >B:H O 1 0-0"
)
CHOICE = f"{SKY1} 113333/113333 >O:S O 1 0-0"


@pytest.mark.parametrize(
    ("text", "record"),
    [
        (ONE, "preset1 O: X3@F7"),
        (FINISHED, f"preset3 O: {LINK}"),
        (DRAWN, TO_THE_LAST),
        (FREE, "free O: G@F5"),
        (HOLES, f"free O: {EIGHT} H@F5"),
        (CHOICE, f"free O: {EIGHT} {SEVEN}"),
    ],
)
def test_positions_of_these_tests_are_those_of_games(text: str, record: str) -> None:
    assert played(record).position == text


IMPOSSIBLE = [
    "",
    "nonsense",
    START[:-4],
    START + " x",
    START.replace(" 1 0-0", " 0 0-0"),
    START.replace(" 1 0-0", " 1 0"),
    START.replace("..../", ".../", 1),
    START.replace("..../", "...../", 1),
    START.replace("g", "x", 1),
    START.replace("/", "", 1),
    START.replace("113333", "213333", 1),
    START.replace("113333", "123333", 1),
    START.replace("113333", "113343", 1),
    START.replace("113333", "11333", 1),
    START.replace("113333", "112333", 1),
    START.replace("..../", "o.../", 1),
    START.replace("g", ".", 1),
    START.replace("h", ".", 1),
    START.replace("g", "h", 1),
    START.replace("....", "g...", 1),
    START.replace(".g.h.g.", ".gh..g.", 1),
    START.replace(".h..g..h.", ".h.g...h.", 1),
    START.replace(">O", ">B"),
    START.replace(">O", ">R"),
    START.replace(">O O", ">O -"),
    START.replace(">O O", ">lot -"),
    START.replace(">O O", ">draw O"),
    START.replace(">O O", ">O:G O"),
    START.replace(">O O", ">B:H O"),
    START.replace(">O O", ">O:S O"),
    START.replace(">O O", "!O+c O").replace("0-0", "1-0"),
    START.replace(">O O", "!= O"),
    START.replace(">O O", "!* O"),
    START.replace(">O O", "!O+v O").replace("0-0", "1-0"),
    START.replace("1 0-0", "1 1-0"),
    START.replace("1 0-0", "2 0-0"),
    START.replace("1 0-0", "2 1-0"),
    ONE.replace(">B", ">O"),
    ONE.replace("o", "b"),
    ONE.replace("o", "."),
    ONE.replace("112333", "113332"),
    ONE.replace("113333", "112333"),
    FINISHED.replace("!O+c", "!B+c").replace("1-0", "0-1"),
    FINISHED.replace("!O+c", ">O").replace("1-0", "0-0"),
    FINISHED.replace("!O+c", "!O+v"),
    FINISHED.replace("!O+c", "!O+b"),
    FINISHED.replace("!O+c", "!="),
    FINISHED.replace("1-0", "0-1"),
    FINISHED.replace("1-0", "0-0"),
    FINISHED.replace("1-0", "2-0"),
    DRAWN.replace("!=", "!O+v").replace("0-0", "1-0"),
    DRAWN.replace("!=", "!O+c").replace("0-0", "1-0"),
    DRAWN.replace("!=", ">B"),
]


@pytest.mark.rule("OD-NOTE-7", "OD-NOTE-8", "OD-NOTE-9")
@pytest.mark.parametrize("text", IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        at(text)


STUCK = (
    ".g../......./.......g/.g......./........../....g..../........../g.......g/......../...g.../"
)
STUCK += ".... 113333/113333 >O:G O 1 0-0"


@pytest.mark.rule("OD-NOTE-9")
@pytest.mark.parametrize(
    ("setup", "text"),
    [
        ("free", FREE.replace(">O:G", ">B:G")),
        ("free", FREE.replace(">O:G", ">O:H")),
        ("free", FREE.replace(">O:G", ">O:S")),
        ("free", FREE.replace(">O:G", ">O")),
        ("free", FREE.replace(">O:G", ">draw")),
        ("free", FREE.replace(">O:G O", ">lot -")),
        ("free", FREE.replace("113333", "112333", 1)),
        ("free", FREE.replace("g", "h")),
        ("free", HOLES.replace(">B:H", ">O:H")),
        ("free", HOLES.replace(">B:H", ">B:G")),
        ("free", HOLES.replace("g", ".", 1)),
        ("free", CHOICE.replace(">O:S", ">B:S")),
        ("free", CHOICE.replace(">O:S", ">B:H")),
        ("free", CHOICE.replace(">O:S", ">O:G")),
        ("random", FREE),
        ("preset1", FREE),
        ("random", CHOICE),
        ("random", CHOICE.replace(">O:S", ">draw")),
        ("preset1", FREE.replace(">O:G", ">draw")),
        ("free", STUCK),
    ],
)  # fmt: skip
def test_a_set_up_that_cannot_be_is_refused(setup: str, text: str) -> None:
    with pytest.raises(BadNotation):
        at(text, setup=setup)


@pytest.mark.rule("OD-NOTE-9")
def test_before_the_lot_nothing_is_known() -> None:
    lot = f"{BARE} 113333/113333 >lot - 1 0-0"
    for setup in SETUPS:
        assert at(lot, setup=setup).position == lot
        with pytest.raises(BadNotation):
            at(lot, setup=setup, first="O")


@pytest.mark.rule("OD-NOTE-9")
@pytest.mark.parametrize(
    "tail", ["1 1-0", "2 1-1", "2 2-0", "3 3-0", "99 3-0", "99 0-3", "1 0-1", "0 0-0"]
)
def test_wins_that_cannot_be_are_refused(tail: str) -> None:
    with pytest.raises(BadNotation):
        at(START.replace("1 0-0", tail), series="first_to_n", n=3)
    for good in ("1 0-0", "2 1-0", "3 1-1", "4 2-1", "99 2-2"):
        text = START.replace("1 0-0", good)
        assert at(text, series="first_to_n", n=3).position == text


SERIES = {"series": "first_to_n", "n": 2}
UNREACHED: list[tuple[str, dict[str, object]]] = [
    (f"{BARE} 113333/113333 >lot - 2 0-0", SERIES),
    (FINISHED, {"setup": "preset3", **SERIES}),
    (FINISHED.replace("O 1 1-0", "O 4 1-2"), {"setup": "preset3", **SERIES}),
    (START.replace(">O", "!O+b").replace("0-0", "1-0"), {}),
    (DRAWN.replace("0-0", "1-0"), {}),
    (ONE.replace(">B O", ">B B"), {}),
]


@pytest.mark.parametrize(("text", "options"), UNREACHED)
def test_a_position_that_no_game_reaches_is_refused(text: str, options: dict[str, object]) -> None:
    with pytest.raises(BadNotation):
        at(text, **options)


@pytest.mark.rule("OD-NOTE-6", "OD-NOTE-9")
def test_a_finished_position_is_read() -> None:
    match = at(FINISHED, setup="preset3")
    assert match.over
    assert match.position == FINISHED
    assert result(match) == "O+c"
    assert result(at(DRAWN)) == "="


# Results and whole games


@pytest.mark.rule("OD-NOTE-6")
def test_the_results() -> None:
    found = set()
    for seed in range(12):
        match = random_match(seed, setup=SETUPS[seed % 3])
        text = result(match)
        assert match.position.split()[2] == f"!{text}"
        found.add(text)
    assert found <= {"O+c", "B+c", "O+v", "B+v", "O+b", "B+b", "="}
    assert len(found) > 1
    assert result(at(DRAWN)) == "="
    assert write_game(played("preset1 O: X3@F7")) == "preset1 O: X3@F7 *\n"


@pytest.mark.rule("OD-NOTE-4")
def test_a_record_of_a_preset() -> None:
    match = played("preset1 O: X3@F7 T1@D5")
    assert write_game(match) == "preset1 O: X3@F7 T1@D5 *\n"
    changed = played("preset2 B: M0@E5", flips="off", counting="kinds")
    assert write_game(changed) == "preset2 B flips=off counting=kinds: M0@E5 *\n"
    again = read_game(GAME, "preset2 B flips=off counting=kinds: M0@E5")
    assert again.position == changed.position
    assert (again.options["flips"], again.options["counting"]) == ("off", "kinds")
    won = played(f"preset3 O: {LINK}")
    assert write_game(won) == f"preset3 O: {LINK} O+c\n"
    assert result(read_game(GAME, f"preset3 O: {LINK} O+c")) == "O+c"


@pytest.mark.rule("OD-NOTE-4", "OD-NOTE-5")
def test_a_lot_is_told_by_the_header() -> None:
    for setup in SETUPS:
        match = fresh(setup=setup).play("first B")
        while len(match.plies) < 18:
            match.play(match.legal()[3 * len(match.plies) % len(match.legal())])
        text = write_game(match)
        assert text.startswith(f"{setup} B: ")
        assert "first" not in text
        assert read_game(GAME, text).position == match.position


@pytest.mark.rule("OD-NOTE-5")
def test_records_of_free_and_random_skies() -> None:
    free = played(f"free B: {EIGHT} {SEVEN} S- M0@E5 X3@F7")
    assert write_game(free) == f"free B: {EIGHT} {SEVEN} S- M0@E5 X3@F7 *\n"
    random = played(f"random O: {EIGHT} {SEVEN} M0@E5")
    assert write_game(random) == f"random O: {EIGHT} {SEVEN} M0@E5 *\n"
    assert random.turn == 1


@pytest.mark.rule("OD-NOTE-5")
def test_each_game_of_a_series_has_its_own_record() -> None:
    match = play_out(fresh(setup="preset3", series="first_to_n", n=2).play("first B"), 5)
    lines = write_game(match).splitlines()
    assert len(lines) == match.view()["game"] >= 2
    assert [line.split(":")[0] for line in lines] == [
        f"preset3 {'BO'[k % 2]}" for k in range(len(lines))
    ]
    wins = [0, 0]
    for line in lines:
        alone = read_game(GAME, line)
        assert alone.over
        text = result(alone)
        assert text == line.split()[-1]
        if text and text != "=":
            wins["OB".index(text[0])] += 1
    assert wins == [player["wins"] for player in match.view()["players"]]


@pytest.mark.rule("OD-NOTE-4", "OD-NOTE-5")
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("options", [{}, {"flips": "off"}, {"counting": "kinds", "first": "B"}])
def test_a_game_as_text_parses_back(setup: str, options: dict[str, object]) -> None:
    match = random_match(4, setup=setup, **options)
    text = write_game(match)
    again = read_game(GAME, text)
    assert write_game(again) == text
    assert again.position == match.position
    assert result(again) == result(match)
    chosen: dict[str, Any] = {k: v for k, v in again.options.items() if k != "players"}
    twin = Naive(**chosen)
    for event in again.plies:
        twin.play(event.text)
    assert twin.position() == again.position


BAD_TEXTS: list[Callable[[str], str]] = [
    lambda text: "",
    lambda text: text.replace("preset3", "preset4"),
    lambda text: text.replace("preset3 O", "preset3"),
    lambda text: text.replace("preset3 O", "preset3 R"),
    lambda text: text.replace(":", ""),
    lambda text: text.replace(" O:", " O size=9:"),
    lambda text: text.replace(" O:", " O flips=maybe:"),
    lambda text: text.replace(" O:", " O flips:"),
    lambda text: text.replace("O+c", "B+c"),
    lambda text: text.replace("O+c", "O+c O+v"),
    lambda text: text.replace("X4@K2", "X4@K9"),
    lambda text: text.replace("X4@K2", "M0@C3"),
    lambda text: text.replace("X4@K2", "*"),
    lambda text: text + text,
]


@pytest.mark.rule("OD-NOTE-4")
@pytest.mark.parametrize("change", BAD_TEXTS)
def test_a_bad_text_is_refused(change: Callable[[str], str]) -> None:
    text = f"preset3 O: {LINK} O+c\n"
    assert read_game(GAME, text).over
    with pytest.raises(OrreryError):
        read_game(GAME, change(text))


# The board and the words


def test_the_board_shows_hexes_tokens_and_stocks() -> None:
    board = str(played("preset1 O: X1@C4 M0@I4 L1@B3"))
    for shown in ("o✶o", "b●b", "o·o", "b·b", " ✶ ", " ● "):
        assert shown in board
    assert board.count("✶") == 8
    assert board.count("●") == 7
    assert (board.count("o·o"), board.count("b·b")) == (2, 2)
    lines = board.splitlines()
    assert lines[0].split() == list("ABCDEFGHIJK")
    assert len(lines) == 1 + 19 + 2
    assert lines[-2].startswith("O ")
    assert lines[-2].endswith(" M1 D1 X2 L2 V3 T3")
    assert lines[-1].startswith("B ")
    assert lines[-1].endswith(" M0 D1 X3 L3 V3 T3")
    assert max(map(len, lines)) <= 80


def test_the_board_lies_as_the_sky_does() -> None:
    lines = str(played("preset1 O: M0@G1")).splitlines()
    rows = lines[1:-2]
    assert [len(row.split()) for row in rows] == [2, 3, 4, 5, 4, 5, *[6, 5] * 4, 4, 5, 4, 3, 2]
    assert rows[0].split()[1] == "o·o"
    header = lines[0]
    assert abs(rows[0].index("o·o") + 1 - header.index("G")) <= 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setup", ["preset1", "random", "free"])
def test_status_prompt_and_sentences_in_every_language(setup: str, language: str) -> None:
    match = random_match(1, setup=setup, series="first_to_n", n=2)
    prompts = set()
    for ply in range(len(match.plies) + 1):
        s = match.state_at(ply)[0]
        for key, places in GAME.status(s):
            said = GAME.words.say(language, key, **places)
            assert said != key
            assert "{" not in said
        prompts.add(GAME.prompt(s))
        assert GAME.words.say(language, GAME.prompt(s)) != GAME.prompt(s)
        for seat in range(2):
            key, places = GAME.seat_words(s, seat)
            assert GAME.words.say(language, key, **places) != key
    expected = {"random": {"draw"}, "free": {"galaxy", "hole", "start"}}.get(setup, set())
    assert prompts == {f"prompt.{name}" for name in expected | {"lot", "turn", "done"}}
    for ply, event in enumerate(match.plies):
        said = match.sentence(ply, language)
        assert "{" not in said
        assert not said.lower().startswith("move.")
        if "@" in event.text:
            assert event.text.split("@")[1] in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_and_rules_have_words(language: str) -> None:
    for name in ("conditions", "value", "blocked", "series"):
        assert GAME.words.say(language, f"reason.{name}") != f"reason.{name}"
    for rule in GAME.rulebook.rules.values():
        if rule.for_players:
            assert GAME.rulebook.words_of(rule.id, GAME.words, language) != rule.id


def test_status_tells_the_games_of_a_series() -> None:
    match = played(f"preset3 O: {LINK}", series="first_to_n", n=2)
    told = dict(GAME.status(match.state[0]))
    assert told["status.series"] == {"game": "2", "n0": "1", "n1": "0"}
    assert "status.series" not in dict(GAME.status(played("preset1 O:").state[0]))


def test_twin_reads_the_same_positions() -> None:
    for text in (START, ONE, DRAWN):
        assert Naive.from_position(text).position() == text
    assert set(naive.CELLS) == set(state.NAMES)
