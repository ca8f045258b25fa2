"""Texts of Under Falling Skies: moves, positions and games parse back; nonsense is refused."""

import re
from collections.abc import Callable

import pytest

from orrery.core.contract import CHANCE
from orrery.core.errors import BadNotation, OrreryError
from orrery.core.game_text import read_game, write_game
from orrery.core.match import Match
from orrery.core.runner import at_hand
from tests.games.under_falling_skies.positions import (
    GAME,
    START,
    at,
    fresh,
    games,
    legal,
    placing,
    play,
    position,
    random_match,
    refused,
    rooms,
    tell,
    walk,
)

ROUND = "(b5 b3 b6 w4 w2) b6>21* w4>13 (b2 b5 w1) b2>12 b5>15 w1>04 u15+2 u21* n12 n13 /"
LAB = position(state="R", x=24, e=7, base="33:b4,34:w4")


# Moves


def test_every_legal_move_parses_back() -> None:
    for match in games():
        for before, event, _ in walk(match):
            text = GAME.notation.move_text(before, event.move)
            assert text == event.text
            assert list(GAME.notation.parse_move(before, text)) == [event.move]
            key, places = GAME.notation.move_words(before, event.move)
            assert key.startswith("move.")
            assert all(isinstance(place, str) for place in places.values())
    for match in (placing(), rooms(e=7, base="11:b4,24:w3*", bots="12:3"), fresh()):
        for code, text in zip(match.legal_codes(), match.legal(), strict=True):
            assert list(match.read(text)) == [code]


def test_the_codes_of_all_kinds_of_moves() -> None:
    assert placing().read("b3>13") == [2 * 30 + 7]
    assert placing().read("w5>21*") == [4 * 30 + 10]
    assert placing().read("w5>21") == [4 * 30 + 10]  # the star may be left out
    assert rooms().read("-23") == [150 + 12]
    assert rooms().read("u13") == [180 + 7]
    assert rooms().read("u13+14") == [180 + 7, 224]
    assert rooms().read("u12=x") == [180 + 6, 286]
    assert rooms().read("u12=55") == [180 + 6, 284]
    assert rooms().read("+0") == [210]
    assert rooms().read("n04") == [225 + 3]
    assert rooms().read("=11") == [255 + 5]
    assert rooms().read("/") == [285]
    assert rooms().read(" s1 ") == [287]
    assert rooms(base="21:b4*").read("n21*") == [292]
    assert rooms(base="21:b4*").read("u21*") == [190]
    assert fresh().read("B1=6") == [298]
    assert fresh().read("(b1 b2 b3 w4 w5)") == [293, 294, 295, 296, 297]
    assert GAME.move_codes == 299


SHAPES = "is no move; 'b4>13'"
NO_CELL = "rows run from 0 to 5, columns from 1 to 5"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a move is missing"),
        ("   ", "a move is missing"),
        ("x", SHAPES),
        ("b4", SHAPES),
        ("b4>", SHAPES),
        ("b4>1", SHAPES),
        ("b4>133", SHAPES),
        ("b7>13", SHAPES),
        ("b0>13", SHAPES),
        ("g4>13", SHAPES),
        ("B4>13", SHAPES),
        ("b4 >13", SHAPES),
        ("b4>13**", SHAPES),
        ("b1>13 b2>12", SHAPES),
        ("b٤>13", SHAPES),
        ("b1>63", f"there is no cell 63; {NO_CELL}"),
        ("b1>16", f"there is no cell 16; {NO_CELL}"),
        ("b1>10", f"there is no cell 10; {NO_CELL}"),
        ("b1>1٣", NO_CELL),
        ("b1>13*", "13 is excavated; '*' marks a die that digs"),
        ("b1>01*", "01 is excavated"),
        ("u", SHAPES),
        ("u1", SHAPES),
        ("u13+", SHAPES),
        ("u13=", SHAPES),
        ("u13=X", SHAPES),
        ("u13+1=11", SHAPES),
        ("u13+1+1", SHAPES),
        ("u13+123", SHAPES),
        ("u99", f"there is no cell 99; {NO_CELL}"),
        ("u13=99", f"there is no cell 99; {NO_CELL}"),
        ("u13*", "on 13: no digging die lies there"),
        ("u13+15", "the research track has no 15 steps"),
        ("+", SHAPES),
        ("+-1", SHAPES),
        ("+15", "the research track has no 15 steps"),
        ("=", SHAPES),
        ("=X", SHAPES),
        ("=61", f"there is no cell 61; {NO_CELL}"),
        ("-", SHAPES),
        ("-1", SHAPES),
        ("-06", f"there is no cell 06; {NO_CELL}"),
        ("n", SHAPES),
        ("n66", f"there is no cell 66; {NO_CELL}"),
        ("n13*", "on 13 lies no digging die"),
        ("s", SHAPES),
        ("s0", SHAPES),
        ("s6", SHAPES),
        ("s33", SHAPES),
        ("//", SHAPES),
        ("/ /", SHAPES),
        ("B1", SHAPES),
        ("B1=7", SHAPES),
        ("B1=0", SHAPES),
        ("b1=3", SHAPES),
        ("(", SHAPES),
        ("x" * 501, "too long for a move"),
        ("x" * 60, f"'{'x' * 30}' {SHAPES}"),
    ],
)
@pytest.mark.parametrize("where", ["P", "R"])
def test_nonsense_is_no_move(where: str, text: str, message: str) -> None:
    match = placing() if where == "P" else rooms(base="11:b4,24:w3*")
    before = match.state.tobytes()
    with pytest.raises(BadNotation) as refusal:
        match.play(text)
    assert message in refusal.value.message
    assert match.state.tobytes() == before
    assert not match.log


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("B2=3", "the next die is B1"),
        ("W1=3", "the next die is B1"),
        ("B6=3", "the next die is B1"),
        ("B1=7", SHAPES),
        ("()", "the roll is 5 dice: b b b w w, each with a value"),
        ("(b1 b2 b3 w4)", "the roll is 5 dice"),
        ("(b1 b2 b3 w4 w5 w6)", "the roll is 5 dice"),
        ("(w1 w2 b3 b4 b5)", "the roll is 5 dice"),
        ("(b1 b2 b3 w4 w7)", "the roll is 5 dice"),
        ("(b1 b2 b3 w4 w?)", "the roll is 5 dice"),
        ("(b1 b2 b3 w4 w)", "the roll is 5 dice"),
        ("(b1,b2,b3,w4,w5)", "the roll is 5 dice"),
    ],
)
def test_a_bad_roll_is_refused_and_leaves_nothing_behind(text: str, message: str) -> None:
    match = fresh()
    with pytest.raises(BadNotation) as refusal:
        match.play(text)
    assert message in refusal.value.message
    assert match.position == START
    assert not match.log


def test_a_whole_roll_and_single_dice_are_the_same() -> None:
    whole = fresh().play("(b5 b3 b6 w4 w2)")
    single = play(fresh(), "B1=5 B2=3 B3=6 W1=4 W2=2")
    assert whole.state.tobytes() == single.state.tobytes()
    assert [event.text for event in whole.plies] == ["B1=5", "B2=3", "B3=6", "W1=4", "W2=2"]
    rest = fresh().play("B1=5").play("(b3 b6 w4 w2)")
    assert rest.position == whole.position
    again = whole.play("w4>13")
    with pytest.raises(BadNotation, match="the roll is 4 dice: b b b w"):
        again.play("(b1 b1 b1 w1 w1)")
    assert tell(again.play("(b1 b2 b3 w4)"), "state hand") == "P hand=b1,b2,b3,w4"


def test_a_use_is_the_same_in_one_word_and_in_two() -> None:
    assert at(LAB).play("u33+2").position == play(at(LAB), "u33 +2").position
    robot = position(state="R", e=7, base="12:b5")
    assert at(robot).play("u12=11").position == play(at(robot), "u12 =11").position
    assert at(robot).play("u12=x").position == play(at(robot), "u12 =x").position
    between = position(state="R", x=24, e=7, base="31:b5", bots="11:1,23:2")
    assert tell(play(at(between), "u31 -23 =12"), "bots") == "bots=11:1,12:5!"


@pytest.mark.parametrize("text", ["+٢", "u33+٢"])
def test_steps_are_written_in_plain_digits(text: str) -> None:
    match = at(LAB) if text[0] == "u" else at(LAB).play("u33")
    with pytest.raises(BadNotation):
        match.play(text)


# Why a move is refused

P, R = position(), position(state="R", e=7)
CROWDED = position(hand="b2,w4,w5", base="13:b1,24:b1*", bots="15:2")
BUILDING = position(state="B3", bots="11:1", base="13:b4")
SPAWNING = position(state="S", G="5.1,5.2,5.3")


@pytest.mark.parametrize(
    ("where", "move", "rule"),
    [
        (P, "B1=3", "UFS-ROLL-1"),
        (P, "(b1 b2 b3 w4 w5)", "UFS-ROLL-1"),
        (P, 293, "UFS-ROLL-1"),
        (R, 298, "UFS-ROLL-1"),
        (R, 7, "UFS-ROUND-1"),
        (START, 7, "UFS-ROUND-1"),
        (SPAWNING, 7, "UFS-ROUND-1"),
        (P, "b6>11", "UFS-PLACE-2"),
        (R, "b6>11", "UFS-PLACE-2"),
        (CROWDED, 30 + 5, "UFS-PLACE-2"),
        (CROWDED, "b2>13", "UFS-PLACE-3"),
        (CROWDED, "b2>15", "UFS-PLACE-13"),
        (CROWDED, "b2>04", "UFS-PLACE-4"),
        (CROWDED, "b2>14", "UFS-PLACE-4"),
        (P, "b1>14", "UFS-PLACE-8"),
        (CROWDED, "w5>22*", "UFS-PLACE-7"),
        (P, "b1>25*", "UFS-PLACE-6"),
        (P, "b1>23*", "UFS-DIG-7"),
        (P, "w5>55*", "UFS-DIG-7"),
        (P, "-11", "UFS-ROBOT-19"),
        (R, "-11", "UFS-ROBOT-19"),
        (P, "u11", "UFS-PLACE-10"),
        (P, "n11", "UFS-PLACE-10"),
        (P, "/", "UFS-PLACE-10"),
        (P, 292, "UFS-PLACE-10"),
        (START, "/", "UFS-ROOM-1"),
        (BUILDING, "/", "UFS-ROOM-1"),
        (BUILDING, "u13", "UFS-ROOM-1"),
        (BUILDING, "n13", "UFS-ROOM-1"),
        (SPAWNING, "/", "UFS-ROOM-1"),
        (position(state="R", e=0, base="24:b4*"), "u24*", "UFS-DIG-8"),
        (R, "u03", "UFS-AA-6"),
        (R, "u14", "UFS-PLACE-8"),
        (R, "u13", "UFS-ROOM-9"),
        (position(state="R", x=9, base="22:b4,23:b4"), "u23", "UFS-ROOM-9"),
        (position(state="R", e=0, base="13:b4"), "u13", "UFS-ROOM-4"),
        (R, "n13", "UFS-ROOM-10"),
        (R, 292, "UFS-ROOM-10"),
        (R, "+1", "UFS-RESEARCH-1"),
        (P, "+0", "UFS-RESEARCH-1"),
        (position(state="Q3", x=24), "+2", "UFS-RESEARCH-2"),
        (LAB, "u33+9", "UFS-RESEARCH-2"),
        (R, "=11", "UFS-ROBOT-4"),
        (P, "=x", "UFS-ROBOT-4"),
        (BUILDING, "=14", "UFS-ROBOT-5"),
        (BUILDING, "=31", "UFS-ROBOT-5"),
        (BUILDING, "=13", "UFS-ROBOT-7"),
        (BUILDING, "=11", "UFS-ROBOT-7"),
        (BUILDING.replace("11:1", "11:1,12:2"), "=15", "UFS-ROBOT-22"),
        (SPAWNING, "s1", "UFS-RESPAWN-3"),
        (P, "s1", "UFS-RESPAWN-9"),
        (R, "s5", "UFS-RESPAWN-9"),
    ],
)
def test_a_refusal_names_the_rule(where: str, move: str | int, rule: str) -> None:
    match = at(where)
    assert refused(match, move) == rule
    assert not match.log


def test_a_low_die_that_may_lie_cannot_dig() -> None:
    match = at(position(state="R", base="21:b2*"), low_dig_placement=True)
    assert refused(match, "u21*") == "UFS-DIG-6"


def test_every_move_that_is_not_legal_breaks_a_rule() -> None:
    for match in games()[::5]:
        for ply in range(0, len(match.plies), 7):
            state = match.state_at(ply)
            legal_now = set(at_hand(GAME).moves(state))
            for code in range(299):
                if code not in legal_now:
                    assert re.fullmatch(r"UFS-[A-Z]+-\d+", GAME.why(state[0], code))
                    assert GAME.notation.move_text(state[0], code)


def test_numbers_that_are_no_move() -> None:
    for code in (-1, 299, 10**6):
        with pytest.raises(BadNotation, match="there is no move"):
            placing().play(code)


def test_a_use_that_goes_wrong_in_its_second_half_is_taken_back() -> None:
    match = at(LAB)
    assert refused(match, "u33+4") == "UFS-RESEARCH-2"
    assert (match.position, match.plies) == (LAB, ())
    assert refused(match, "u33=11") == "UFS-ROBOT-4"
    assert tell(match.play("u33+3"), "q") == "q3"


# Positions


def test_every_position_of_a_game_parses_back() -> None:
    for match in games():
        for ply in range(0, len(match.plies) + 1, 2):
            state = match.state_at(ply)
            text = GAME.notation.position_text(state[0])
            again = at(text, **match.options)
            assert again.position == text
            if ply == len(match.plies):
                assert again.over
                continue
            assert again.turn == match.plies[ply].by
            if again.turn != CHANCE:
                codes = at_hand(GAME).moves(state)
                texts = [GAME.notation.move_text(state[0], code) for code in codes]
                assert sorted(again.legal()) == sorted(texts)


def test_the_same_line_from_a_position_leads_to_the_same_place() -> None:
    match = play(fresh(), "(b5 b3 b6 w4 w2) b6>21* w4>13")
    again = at(match.position)
    rest = "(b2 b5 w1) b2>12 b5>15 w1>04 u15+2 u21* n12 n13 /"
    assert play(again, rest).position == play(match, rest).position


def test_spaces_around_and_between_fields_do_not_matter() -> None:
    assert at("  " + START.replace(" ", "   ") + " ").position == START


SHAPE = "a position is 16 fields, as in UFS eeeeeeee r1 L"
LOST = "'D' stands exactly for a game lost"
ORDER = "lists are written in order: UFS"


def bad(name: str, old: str, new: str, message: str) -> tuple[str, str]:
    text = {"P": P, "R": R, "L": START}[name]
    assert f" {old}" in text, (old, text)
    return text.replace(f" {old}", f" {new}", 1), message


def worse(message: str, **changes: object) -> tuple[str, str]:
    return position(**changes), message


BAD_POSITIONS = [
    bad("P", "base=-", "", SHAPE),
    bad("P", "base=-", "base=- x", SHAPE),
    bad("P", "r2 ", "", SHAPE),
    bad("P", "P ", "Z ", SHAPE),
    bad("P", "P ", "Q ", SHAPE),
    bad("P", "P ", "B0 ", SHAPE),
    bad("P", "P ", "B7 ", SHAPE),
    bad("P", "e3", "e", SHAPE),
    bad("P", "e3", "e10", SHAPE),
    bad("P", "d0", "d-1", SHAPE),
    bad("P", "r2", "r0", "rounds count from 1, to 16"),
    bad("P", "r2", "r17", "rounds count from 1, to 16"),
    bad("P", "r2", "r02", ORDER),
    bad("P", "e3", "e8", "no more energy than 7"),
    bad("P", "x5", "x25", "the path has the places 0 to 24"),
    bad("P", "p0", "p13", "the mothership is at row 12 at the lowest"),
    bad("P", "d0", "d6", "5 damage is the most there is"),
    bad("P", "q0", "q15", "the research track has 14 spaces"),
    bad("P", "q0", "q٣", ORDER),
    bad("R", "R ", "Q31 ", "no room makes that much"),
    worse(LOST, state="R", p=12, G="14.1"),
    worse(LOST, state="R", d=5),
    worse(LOST, state="D"),
    worse(LOST, state="W", q=14, p=12, G="15.1"),
    worse("'W' stands exactly for a game with all research", state="R", q=14),
    worse("'W' stands exactly for a game with all research", state="W"),
    worse("'0.6' is no ship; '12.4' is row 12, column 4", G="0.6"),
    worse("'0.0' is no ship", G="0.0"),
    worse("'100.1' is no ship", G="100.1"),
    worse("'a' is no ship", R="a"),
    worse("'' is no ship", G="0.1,"),
    worse("no ship can be on 16.1", G="16.1"),
    worse("no ship can be on 2.1", p=3, G="2.1"),
    worse("no ship can be on 22.1", state="D", d=5, G="22.1"),
    worse("two ships are on 3.1", G="3.1,3.1"),
    worse("two ships are on 3.1", G="3.1", R="3.1"),
    worse("two ships are on 12.1", state="D", p=12, G="12.1,12.1,12.1"),
    worse(ORDER, G="0.2,0.1"),
    worse(ORDER, G="3.1,2.1"),
    worse("there are five green ships", G="0.1,0.2,0.3,0.4,0.5,1.1", card="g0r0"),
    worse("there are five green ships", card="g1r0"),
    worse("there are five green ships", G="-", card="g4r0"),
    worse("there are two red ships", R="1.1,1.2,1.3", sup="r0"),
    worse("there are two red ships", card="g0r1", sup="r2"),
    worse("there are two red ships", sup="r3"),
    worse("there is no choice where a ship enters", state="S"),
    worse("there is no choice where a ship enters", state="S", G="0.1,0.2,0.3,0.4"),
    worse("there are two robots", bots="11:1,12:1,13:1"),
    worse("'11' is no robot; '23:4' and '23:4!' are", bots="11"),
    worse("'11:7' is no robot", bots="11:7"),
    worse("'11:0' is no robot", bots="11:0"),
    worse("'99:1' is no robot", bots="99:1"),
    worse("no robot can stand on 14", bots="14:1"),
    worse("no robot can stand on 25", bots="25:1"),
    worse("no robot can stand on 31", bots="31:1"),
    worse("robots are ready until rooms are used", bots="11:3!"),
    worse("'11:x1' is no die in the base; '13:b4'", hand="b1,b1,w1,w1", base="11:x1"),
    worse("'99:b1' is no die in the base", hand="b1,b1,w1,w1", base="99:b1"),
    worse("'11:b7' is no die in the base", hand="b1,b1,w1,w1", base="11:b7"),
    worse("three black and two white dice", state="R", base="01:b1,02:b1,03:b1,04:b1"),
    worse("three black and two white dice", state="R", base="01:w1,02:w1,03:w1"),
    worse("three black and two white dice", hand="b1,b1,b1,b1,w1"),
    worse("three black and two white dice", hand="b1,b1,w1,w1,w1"),
    worse("no die can lie on 14", hand="b1,b1,w1,w1", base="14:b1"),
    worse("no die can lie on 24", hand="b1,b1,w1,w1", base="24:b1"),
    worse("no die can lie on 25", hand="b1,b1,w1,w1", base="25:b1"),
    worse("a column holds one action die", hand="b1,w1,w1", base="01:b3,11:b3"),
    worse("a robot stands on 11", bots="11:2", hand="b1,b1,w1,w1", base="11:b3"),
    worse("one die digs at most", hand="b1,w1,w1", base="23:b3*,24:b3*"),
    worse("11 does not lie ahead of the excavator", hand="b1,b1,w1,w1", base="11:b3*"),
    worse("01 does not lie ahead of the excavator", hand="b1,b1,w1,w1", base="01:b3*"),
    worse("25 does not lie ahead of the excavator", hand="b1,b1,w1,w1", base="25:b3*"),
    worse("3 is too low to dig to 21", hand="b1,b1,w1,w1", base="21:b3*"),
    worse(ORDER, state="R", base="02:b1,01:b1"),
    worse("'x1' is no die", hand="b1,x1"),
    worse("'b7' is no die", hand="b7,b1,b1,w1,w1"),
    worse("'b' is no die", hand="b"),
    worse(ORDER, hand="w1,w1,b1,b1,b1"),
    worse("there are five dice, some of them in hand", hand="b1"),
    worse("there are five dice, some of them in hand", hand="-"),
    worse("all dice in hand show a value", hand="b1,b2,b3,w4,w?"),
    worse("all dice in hand show a value", state="D", d=5, hand="b?"),
    worse("all dice are placed", state="R", hand="b1"),
    worse("all dice are placed", state="W", q=14, hand="b1"),
    worse("a die is rolled, and none is in hand", state="X"),
    worse("only a white die lets the others", state="X", hand="b1,b1,w1,w1", base="01:b1"),
    worse("dice are rolled in order", state="X", hand="b?,b1,b1,w1", base="01:w1"),
    worse("dice are rolled in order", state="L", hand="b1,b?,b1,w?,w?"),
    worse("all dice are rolled", state="L", hand="b1,b1,b1,w1,w1"),
    worse(ORDER, state="L", hand="b?,b?,b?,w?,w?"),
    worse("no die is in the base", state="L", hand="b1,b?,b?,w?", base="01:w1"),
    worse("no die is in the base", state="S", G="5.1", base="01:w1"),
    worse("no research room is open", state="Q4", x=4),
    worse("no robot room is open", state="B4", x=1),
    worse("robots are ready until rooms are used", state="L", bots="11:3!"),
]


@pytest.mark.parametrize(("text", "message"), BAD_POSITIONS)
def test_a_position_that_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        at(text)
    assert message in refusal.value.message


@pytest.mark.parametrize("text", ["", "UFS", "nonsense", "UFX" + START[3:], "ufs" + START[3:]])
def test_what_is_no_position_at_all(text: str) -> None:
    with pytest.raises(BadNotation, match="16 fields"):
        Match(GAME, {}, rolls=False, position=text)


def test_a_position_is_for_its_sides() -> None:
    with pytest.raises(BadNotation, match="is for sides=eeeeeeee, the game for sides=eeeeeese"):
        at(START, sides="eeeeeese")
    assert at(START.replace("eeeeeeee", "eeeeeese")).view()["level"] == 1


@pytest.mark.parametrize(
    "text",
    [
        position(state="Q0", x=5),
        position(state="Q18", x=24),
        position(state="B6", bots="11:1,12:2!"),
        position(state="S", G="5.1", bots="11:4!", r=16),
        position(state="X", hand="b1,b2,b3,w4", base="24:w2*"),
        position(state="X", hand="b1,b2,b?,w?", base="24:w2*"),
        position(state="L", hand="b1,b2,b?,w?,w?"),
        position(state="D", d=5, G="16.1,21.1", hand="b1,w2", base="01:b1"),
        position(state="D", p=12, G="12.1,12.1,15.2", R="12.3"),
        position(state="W", q=14, base="01:b1,02:w1", bots="11:3!"),
        position(state="R", sup="r0"),
        position(G="-", R="0.1,15.5", x=0, e=0, d=4, q=13, r=16),
    ],
)
def test_rare_positions_parse_back(text: str) -> None:
    assert at(text).position == text


@pytest.mark.parametrize(
    "text",
    [
        position(bots="11:3,11:4"),  # two robots on a cell
        position(bots="12:3,11:4"),  # not in the order of the cells
        position(state="D", p=5, d=5, G="4.1"),  # a ship above the mothership
    ],
)
def test_positions_that_ought_to_be_refused_too(text: str) -> None:
    with pytest.raises(BadNotation):
        at(text)


# Whole games


@pytest.mark.parametrize(
    "options",
    [{}, {"sides": "ssssssss"}, {"sides": "esesesse", "low_dig_placement": True}],
)
def test_a_game_as_text_parses_back(options: dict[str, object]) -> None:
    for seed in range(4):
        match = random_match(seed, **options)
        text = write_game(match)
        again = read_game(GAME, text)
        assert write_game(again) == text
        assert again.state.tobytes() == match.state.tobytes()
        assert [e.move for e in again.plies] == [e.move for e in match.plies]


def test_the_lines_of_a_text() -> None:
    text = write_game(play(fresh(), ROUND))
    header = "UFS players=1 sides=eeeeeeee low_dig_placement=off stars=given"
    assert text.splitlines() == [header, ROUND]
    match = random_match(3)
    lines = write_game(match).splitlines()
    assert lines[0] == header
    assert lines[-1] == "loss 0"
    assert len(lines) == 2 + match.view()["round"]
    assert all(line.startswith("(b") for line in lines[1:-1])
    assert all(line.split()[-1][0] in "/s" for line in lines[1:-2])
    assert read_game(GAME, "\n\n".join(lines)).position == match.position


@pytest.mark.parametrize("plies", range(1, 24))
def test_a_game_cut_off_anywhere_parses_back(plies: int) -> None:
    whole = play(fresh(), ROUND)
    match = fresh()
    for event in whole.plies[:plies]:
        match.play(event.text)
    text = write_game(match)
    assert read_game(GAME, text).state.tobytes() == match.state.tobytes()


def test_a_robot_removed_before_it_is_built_anew_stands_between() -> None:
    line = "(b5 b1 b1 w1 w1) b5>12 b1>01 b1>03 w1>04 (w1) w1>05 u12 =11 -11 /"
    match = play(fresh(), line)
    assert write_game(match).splitlines()[1] == line.replace("u12 =11", "u12=11")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "", "the text is empty"),
        (lambda text: text.replace("UFS", "XYZ", 1), "line 1: a game of under_falling_skies"),
        (lambda text: text.replace("stars=given", "stars given"), "line 1"),
        (lambda text: text.replace("players=1", "players=2"), "players"),
        (lambda text: text.replace("eeeeeeee", "eeeeeee"), "sides"),
        (lambda text: text.replace("(b5 b3 b6 w4 w2)", "(b5 b3 b6 w4)"), "line 2: the roll is 5"),
        (lambda text: text.replace("b6>21*", "b6>99*"), "line 2: there is no cell 99"),
        (lambda text: text.replace("b6>21*", "b3>21*"), "line 2: 'b3>21*' is refused"),
        (lambda text: text.replace("u15+2", "u15+3"), "line 2"),
        (lambda text: text.replace("b2>12", "hello"), "line 2: 'hello' is no move"),
        (lambda text: text + "b1>11\n", "line 3"),
    ],
)
def test_a_bad_text_names_its_line(change: Callable[[str], str], message: str) -> None:
    text = write_game(play(fresh(), ROUND))
    with pytest.raises(OrreryError) as refusal:
        read_game(GAME, change(text))
    assert message in refusal.value.message


def test_a_text_with_another_end_is_refused() -> None:
    text = write_game(random_match(2))
    for last in ("win 0", "loss 1", "b1>11"):
        with pytest.raises(BadNotation, match="the game ended before, with 'loss 0'"):
            read_game(GAME, text.replace("loss 0", last))


# The board


def test_the_board_shows_ships_dice_robots_and_the_excavator() -> None:
    match = placing(x=9, G="0.1,3.2", R="9.4", hand="b2,w4,w5", base="13:b1,15:b3", bots="22:6")
    board = str(match)
    for shown in ("b1", "b3", "r6", "X", "b2 w4 w5"):
        assert shown in board
    assert board.count("▼") == 3
    assert max(map(len, board.splitlines())) <= 80
    for other in games()[::6]:
        assert max(map(len, str(other).splitlines())) <= 80


def test_every_state_has_a_prompt_and_a_status() -> None:
    prompts = {GAME.prompt(after) for match in games() for _, _, after in walk(match)}
    kinds = ("roll", "place", "rooms", "steps", "build", "spawn", "lost")
    assert prompts == {f"prompt.{name}" for name in kinds}
    won = rooms(q=13, x=24, e=7, base="33:b6,34:w6").play("u33+1")
    assert GAME.prompt(won.state[0]) == "prompt.won"
    assert GAME.status(won.state[0])[0] == ("status.round", {"level": "0", "round": "2"})
    assert legal(won, "u/") == []
