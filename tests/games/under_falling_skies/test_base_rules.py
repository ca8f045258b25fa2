"""Rounds, rolls, placing, white dice, rooms, robots and digging, rule by rule."""

import itertools

import numpy as np
import pytest

from orrery.core.contract import CHANCE
from orrery.core.dice import SealedDice, generator
from orrery.core.errors import BadNotation
from orrery.core.jit import twin
from orrery.core.runner import compiled, interpreted
from orrery.games.under_falling_skies import base, cards
from tests.games.under_falling_skies.positions import (
    GAME,
    at,
    fresh,
    legal,
    placing,
    play,
    position,
    refused,
    rooms,
    tell,
    told,
)
from tests.kinds import only_compiled

pytestmark = pytest.mark.usefixtures("rules")

UPPER = "11 12 13 14 15 25 24 23 22 21"
PATH = f"{UPPER} 31 32 33 34 35 45 44 43 42 41 51 52 53 54 55".split()
STAR_PATH = f"{UPPER} 31 32 33 34 35 45 55 54 44 43 42 41 51 52 53".split()
TUNNELS = {"14", "25", "43", "51", "55"}
AA_ROW = {"01", "02", "03", "04", "05"}
ONES = "b1,b1,b1,w1,w1"


def open_cells(x: int) -> set[str]:
    """The excavated cells of rooms on easy sides, by the printed path."""
    return AA_ROW | (set(PATH[:x]) - TUNNELS)


def cells(match_legal: list[str]) -> set[str]:
    """Where dice may be placed, without the digging die."""
    return {text[3:] for text in match_legal if "*" not in text}


# Rounds


@pytest.mark.rule("UFS-ROUND-1")
def test_dice_then_rooms_then_the_mothership() -> None:
    match = fresh()
    assert match.view()["phase"] == "roll"
    assert refused(match, "/") == "UFS-ROOM-1"
    assert refused(match, 7) == "UFS-ROUND-1"
    match.play("(b1 b2 b3 w1 w1)")
    for line in ("b1>01", "b2>12", "b3>13", "w1>04 (w1)"):
        assert match.view()["phase"] == "place"
        for move in ("/", "u13", "n01"):
            assert refused(match, move) == "UFS-PLACE-10"
        play(match, line)
    assert tell(match.play("w1>05"), "state p") == "R p0"
    assert refused(match, 7) == "UFS-ROUND-1"
    assert tell(match.play("u13"), "state p") == "R p0"
    assert tell(match.play("/"), "r state p") == "r2 L p1"


@pytest.mark.rule("UFS-ROUND-3")
def test_what_carries_over_to_the_next_round() -> None:
    match = rooms(p=0, e=4, q=3, d=2, x=9, G="5.1,5.2,5.3,5.4,5.5", R="9.1", bots="11:3,22:4")
    kept = "e q d x G R card sup bots"
    before = tell(match, kept)
    match.play("/")
    assert tell(match, "r state") == "r3 L"
    assert tell(match, kept) == before


@pytest.mark.rule("UFS-ROUND-4")
def test_robots_are_ready_again_after_the_round() -> None:
    match = rooms(bots="11:3!,12:4!", G="5.1,5.2,5.3,5.4,5.5").play("/")
    assert tell(match, "state bots") == "L bots=11:3,12:4"
    waiting = rooms(bots="11:3!", G="5.1").play("/")
    assert tell(waiting, "state bots") == "S bots=11:3!"


@pytest.mark.rule("UFS-ROUND-5")
def test_no_die_is_left_in_the_base() -> None:
    match = rooms(e=0, base="01:b1,12:b6,13:b3,15:w4,24:w5*", G="5.1,5.2,5.3,5.4,5.5").play("/")
    assert tell(match, "state hand base e x") == "L hand=- base=- e0 x5"
    assert [die["cell"] for die in match.view()["dice"]] == [None] * 5
    asked = rooms(base="01:b1,12:b6", G="5.1").play("/")
    assert tell(asked, "state base") == "S base=-"


# Rolls


@pytest.mark.rule("UFS-ROLL-1", "UFS-ROLL-4")
def test_all_five_dice_are_rolled_before_one_is_placed() -> None:
    match = rooms(p=0, G="5.1,5.2,5.3,5.4,5.5").play("/")
    hands = ["-", "b6,b?,b?,w?,w?", "b6,b5,b?,w?,w?", "b6,b5,b4,w?,w?", "b6,b5,b4,w3,w?"]
    for hand, roll in zip(hands, ("B1=6", "B2=5", "B3=4", "W1=3", "W2=2"), strict=True):
        assert match.turn == CHANCE
        assert tell(match, "state hand") == f"L hand={hand}"
        assert refused(match, 6) == "UFS-ROUND-1"
        match.play(roll)
    assert match.turn == 0
    assert tell(match, "state hand") == "P hand=b6,b5,b4,w3,w2"


@pytest.mark.rule("UFS-ROLL-2", "UFS-COMP-4")
def test_every_face_is_as_likely() -> None:
    match = fresh()
    reroll = placing(hand="b1,b1,b1,w1,w6").play("w6>01")
    for rolling in (match, reroll):
        while rolling.turn == CHANCE:
            assert rolling.weights() == [1] * 6
            assert [int(text[-1]) for text in rolling.legal()] == [1, 2, 3, 4, 5, 6]
            rolling.roll()


@only_compiled
@pytest.mark.rule("UFS-ROLL-2")
@pytest.mark.parametrize("kind", ["first", "again"])
def test_sixty_thousand_rolls(kind: str) -> None:
    """Chi-square of faces (5 degrees) and of neighbours (35), at one in a thousand."""
    match = fresh() if kind == "first" else placing(hand="b1,b1,b1,w1,w6").play("w6>01")
    first = match.legal_codes()[0]
    runner, rng, draws = compiled(GAME), generator(1, 6), 60_000
    drawn = np.array([runner.sample(match.state, rng) for _ in range(draws)]) - first
    sealed = SealedDice(b"s" * 32, [b"n"])
    chosen = np.array([sealed.choose(k, match.weights()) for k in range(draws)])
    for found in (drawn, chosen):
        pairs = 6 * found[::2] + found[1::2]
        for numbers, faces, limit in ((found, 6, 20.52), (pairs, 36, 66.62)):
            counts = np.bincount(numbers, minlength=faces)
            expected = len(numbers) / faces
            assert len(counts) == faces
            assert float(((counts - expected) ** 2 / expected).sum()) < limit


@pytest.mark.rule("UFS-ROLL-3")
def test_robots_are_not_rolled() -> None:
    match = at(position(state="L", bots="11:3,12:5", hand="-"))
    rolls = 0
    while match.turn == CHANCE:
        match.roll()
        rolls += 1
    assert rolls == 5
    assert tell(match, "bots") == "bots=11:3,12:5"
    again = placing(bots="11:3,12:5", hand=ONES).play("w1>01")
    assert tell(play(again, "(b6 b6 b6 w6)"), "bots") == "bots=11:3,12:5"


@pytest.mark.rule("UFS-ROLL-5", "UFS-WHITE-3")
def test_a_reroll_goes_by_the_order_of_the_dice_in_hand() -> None:
    match = play(fresh(), "(b1 b2 b3 w4 w5) b2>01 w4>02")
    assert [match.legal()[0], *(match.play(m).legal()[0] for m in ("B1=6", "B3=5"))] == [
        "B1=1",
        "B3=1",
        "W2=1",
    ]
    assert tell(match.play("W2=4"), "state hand") == "P hand=b6,b5,w4"


# Placing


@pytest.mark.rule("UFS-PLACE-1")
def test_ships_have_moved_before_the_next_die() -> None:
    match = placing(p=2, G="3.2,2.4", hand=ONES).play("b1>12")
    assert tell(match, "state G hand base") == "P G=4.3,2.4 hand=b1,b1,w1,w1 base=12:b1"
    white = placing(p=2, G="3.2,2.4", hand=ONES).play("w1>12")
    assert tell(white, "state G") == "X G=4.3,2.4"


@pytest.mark.rule("UFS-PLACE-2", "UFS-PLACE-5")
@pytest.mark.parametrize("x", [0, 1, 4, 5, 6, 8, 10, 17, 20, 24])
def test_every_die_may_go_on_every_open_cell(x: int) -> None:
    match = placing(x=x, hand="b1,b2,b3,w4,w5")
    placed = legal(match, "bw")
    for die in ("b1", "b2", "b3", "w4", "w5"):
        mine = [text for text in placed if text[:2] == die]
        assert cells(mine) == open_cells(x)
    assert len(placed) == len(match.legal())


@pytest.mark.rule("UFS-PLACE-2")
def test_of_dice_that_are_alike_only_the_first_is_asked_for() -> None:
    match = placing(hand="b4,b2,b4,w4,w4")
    codes = match.legal_codes()
    assert {code // 30 for code in codes} == {0, 1, 3}
    assert refused(match, 60 + 5) == "UFS-PLACE-2"
    assert refused(match, "b5>11") == "UFS-PLACE-2"
    assert refused(match, "w2>11") == "UFS-PLACE-2"
    match.play("b4>11")
    assert {code // 30 for code in match.legal_codes()} == {1, 2, 3}
    assert refused(match, "b4>11") == "UFS-PLACE-3"


@pytest.mark.rule("UFS-PLACE-3", "UFS-PLACE-13")
def test_a_cell_holds_one_die() -> None:
    match = placing(hand="b2,b3,w4,w5", base="13:b1", bots="15:2")
    assert refused(match, "b2>13") == "UFS-PLACE-3"
    assert refused(match, "b2>15") == "UFS-PLACE-13"
    assert not {"13", "15"} & cells(legal(match, "bw"))


@pytest.mark.rule("UFS-PLACE-4")
def test_a_column_holds_one_action_die() -> None:
    match = placing(x=24, hand="b2,b3,w4,w5", base="03:b1")
    assert {text[4] for text in legal(match, "bw")} == set("1245")
    assert refused(match, "b2>13") == "UFS-PLACE-4"
    digging = placing(hand="b2,b3,w4,w5", base="24:b1*")
    assert refused(digging, "b2>04") == "UFS-PLACE-4"


@pytest.mark.rule("UFS-PLACE-5", "UFS-PLACE-7")
def test_apart_from_one_digging_die_only_open_rooms() -> None:
    match = placing(x=5, hand="b1,b2,b6,w5", base="24:w4*")
    assert cells(match.legal()) == {text[3:] for text in match.legal()}
    assert cells(match.legal()) == {"01", "02", "03", "05", "11", "12", "13", "15"}
    for move in ("b6>23*", "b6>22*", "b6>21*", "b6>31*"):
        assert refused(match, move) == "UFS-PLACE-7"


@pytest.mark.rule("UFS-PLACE-6", "UFS-DIG-3")
@pytest.mark.parametrize("x", [0, 2, 5, 9, 24])
def test_the_cell_under_the_excavator_is_not_open(x: int) -> None:
    match = placing(x=x, hand="b1,b2,b3,w4,w6")
    for die in ("b1", "w6"):
        assert refused(match, f"{die}>{PATH[x]}*") == "UFS-PLACE-6"
    assert not any(text[3:5] == PATH[x] for text in match.legal())


@pytest.mark.rule("UFS-PLACE-7", "UFS-DIG-13")
def test_one_digging_die_a_round_on_a_room_or_a_tunnel() -> None:
    match = placing(x=15, hand="b1,b2,b3,w4,w6")
    digging = {text[3:] for text in match.legal() if "*" in text}
    assert digging == {"44*", "43*", "42*", "41*", "51*", "52*"}
    assert tell(match.play("b2>43*"), "base") == "base=43:b2*"
    assert not any("*" in text for text in match.legal())
    room = placing(x=15, hand="b1,b2,b3,w4,w6").play("b1>44*")
    assert tell(room, "base") == "base=44:b1*"
    play(room, "w4>03 (b1 b1 w1) b1>01 b1>02 w1>05 n44* / (b1 b1 b1 w1 w1)")
    assert "44*" in {text[3:] for text in room.legal()}


@pytest.mark.rule("UFS-PLACE-8")
def test_an_open_tunnel_takes_no_die() -> None:
    match = placing(x=24, hand=ONES)
    for cell in ("14", "25", "43", "51"):
        assert refused(match, f"b1>{cell}") == "UFS-PLACE-8"


@pytest.mark.rule("UFS-PLACE-9")
def test_a_room_that_is_open_in_part_takes_a_die_there() -> None:
    match = placing(x=8, hand=ONES)
    assert "b1>23" in match.legal()
    assert refused(match, "b1>22*") == "UFS-PLACE-6"
    assert tell(match.play("b1>23"), "base") == "base=23:b1"
    triple = placing(x=22, hand=ONES)
    assert "b1>52" in triple.legal()
    assert "b1>54*" in triple.legal()


@pytest.mark.rule("UFS-PLACE-10")
def test_all_dice_must_be_placed() -> None:
    match = placing(hand="b1", base="01:b1,02:b1,03:w1,04:w1", e=7)
    for move in ("/", "u11", "n01"):
        assert refused(match, move) == "UFS-PLACE-10"
    assert match.legal() == ["b1>05", "b1>15"]


@pytest.mark.rule("UFS-PLACE-11", "UFS-WHITE-5")
@pytest.mark.parametrize("die", ["b", "w"])
def test_the_rooms_begin_when_the_fifth_die_lies_and_its_ships_have_moved(die: str) -> None:
    others = "01:b1,02:b1,03:w1,04:w1" if die == "b" else "01:b1,02:b1,03:b1,04:w1"
    match = placing(G="1.5", hand=f"{die}3", base=others).play(f"{die}3>15")
    assert tell(match, "state p G hand") == "R p1 G=4.5 hand=-"  # 4.5 is an M
    assert match.turn == 0


@pytest.mark.rule("UFS-PLACE-12")
def test_robots_do_not_count_for_the_column() -> None:
    match = placing(bots="11:3,13:2", hand=ONES)
    assert {"b1>01", "b1>03"} <= set(match.legal())
    assert tell(match.play("b1>01"), "base bots") == "base=01:b1 bots=11:3,13:2"


@pytest.mark.rule("UFS-PLACE-13", "UFS-ROBOT-19")
def test_a_robot_is_removed_before_a_die_takes_its_cell() -> None:
    match = placing(bots="11:3", hand=ONES)
    assert refused(match, "b1>11") == "UFS-PLACE-13"
    play(match, "-11 b1>11")
    assert tell(match, "bots base") == "bots=- base=11:b1"


@pytest.mark.rule("UFS-PLACE-14")
def test_a_die_may_lie_in_a_room_that_cannot_be_paid() -> None:
    match = placing(x=10, e=0, hand=ONES)
    assert {"b1>24", "b1>21", "b1>12", "b1>13", "b1>15"} <= set(match.legal())
    play(match, "b1>24 b1>21 b1>12 w1>13 (w1) w1>15")
    assert tell(match, "state base") == "R base=12:b1,13:w1,15:w1,21:b1,24:b1"
    assert legal(match, "u") == []


@pytest.mark.rule("UFS-PLACE-15")
def test_a_die_may_lie_alone_in_a_room_of_several_cells() -> None:
    match = placing(x=9, hand=ONES)
    play(match, "b1>22 b1>03 b1>01 w1>04 (w1) w1>05")
    assert refused(match, "u22") == "UFS-ROOM-9"
    assert "n22" in match.legal()


@pytest.mark.rule("UFS-PLACE-16")
def test_a_placed_die_cannot_be_lifted() -> None:
    match = placing(hand="b2,b3,w4,w5", base="13:b1", bots="15:2")
    assert all(code < 180 for code in match.legal_codes())
    assert refused(match, "n13") == "UFS-PLACE-10"
    assert refused(match, "-13") == "UFS-ROBOT-19"
    play(match, "w4>01 (b6 b6 w6)")
    assert tell(match, "base") == "base=01:w4,13:b1"


# White dice


@pytest.mark.rule("UFS-WHITE-1", "UFS-WHITE-2", "UFS-WHITE-3", "UFS-WHITE-4")
def test_a_white_die_lets_all_others_be_rolled_again() -> None:
    match = placing(hand="b2,b5,w3,w6", base="04:b4").play("w3>11")
    assert match.turn == CHANCE
    assert tell(match, "state hand base") == "X hand=b2,b5,w6 base=04:b4,11:w3"
    for move in (0 * 30 + 1, 1 * 30 + 5, 285):
        refused(match, move)
    assert set(match.legal_codes()) == set(range(293, 299))
    assert tell(match.play("B1=1"), "state hand") == "X hand=b1,b?,w?"
    assert tell(match.play("B2=1"), "state hand") == "X hand=b1,b1,w?"
    assert tell(match.play("W2=1"), "state hand base") == "P hand=b1,b1,w1 base=04:b4,11:w3"


@pytest.mark.rule("UFS-WHITE-1")
def test_a_black_die_lets_no_die_be_rolled_again() -> None:
    match = placing(hand="b2,b5,w3,w6", base="04:b4").play("b5>11")
    assert tell(match, "state hand") == "P hand=b2,w3,w6"


@pytest.mark.rule("UFS-WHITE-5")
def test_a_white_die_placed_last_lets_nothing_be_rolled() -> None:
    match = placing(hand="w3", base="01:b1,02:b1,03:b1,04:w1").play("w3>05")
    assert tell(match, "state base") == "R base=01:b1,02:b1,03:b1,04:w1,05:w3"
    second = placing(hand="b1,w3", base="01:b1,02:b1,04:w1").play("w3>05")
    assert tell(second, "state hand") == "X hand=b1"


@pytest.mark.rule("UFS-WHITE-6")
def test_dice_are_rolled_again_after_the_ships_have_moved() -> None:
    match = placing(p=3, G="4.1,3.5", hand="b2,b5,b1,w1,w6").play("w1>15")
    assert told(match)[:2] == ["die_placed", "ship_fell"]
    assert tell(match, "state p G card") == "X p4 G=- card=g5r0"


@pytest.mark.rule("UFS-WHITE-7")
@pytest.mark.parametrize("die", ["w4", "w6"])
@pytest.mark.parametrize("cell", ["04", "24*", "21*", "12"])
def test_either_white_die_does_so_wherever_it_lies(cell: str, die: str) -> None:
    match = placing(x=5, hand="b2,b5,b1,w4,w6").play(f"{die}>{cell}")
    assert tell(match, "state") == "X"
    assert tell(play(match, "(b6 b6 b6 w5)"), "hand") == "hand=b6,b6,b6,w5"


@pytest.mark.rule("UFS-WHITE-8")
@pytest.mark.parametrize(
    ("cell", "use"),
    [("11", "u11"), ("12", "u12=12"), ("13", "u13"), ("15", "u15+1"), ("24*", "u24*")],
)
def test_in_the_rooms_a_white_die_is_like_a_black_one(cell: str, use: str) -> None:
    star = "*" * cell.endswith("*")
    ends = [
        rooms(e=2, G="4.1,7.5", base=f"{cell[:2]}:{colour}5{star}").play(use).position
        for colour in "bw"
    ]
    assert ends[0] == ends[1]


# Rooms


@pytest.mark.rule("UFS-ROOM-1", "UFS-DIG-9")
def test_rooms_and_the_digging_die_in_any_order() -> None:
    start = position(state="R", e=3, x=9, G="4.1,3.2,9.3", base="11:b3,12:b5,13:w4,15:w5,34:b6*")
    uses = ["u11", "u12=02", "u13", "u15+2", "u34*"]
    assert legal(at(start), "u") == ["u11", "u12", "u13", "u15", "u34*"]
    assert legal(at(start), "n") == ["n11", "n12", "n13", "n15", "n34*"]
    ends = {
        play(at(start), " ".join(order)).position
        for order in itertools.permutations(uses)
        if order.index("u11") < 3  # it pays for the fourth
    }
    assert len(ends) == 1
    assert tell(at(ends.pop()), "e q x bots base") == "e1 q2 x13 bots=02:4! base=-"


@pytest.mark.rule("UFS-ROOM-2")
def test_dice_are_taken_off_when_their_room_is_resolved() -> None:
    match = rooms(e=7, x=24, base="01:b2,33:b3,34:w4,45:b5,52:w1")
    assert tell(match.play("u33+0"), "base") == "base=01:b2,45:b5,52:w1"
    assert tell(match.play("u45"), "base") == "base=01:b2,52:w1"
    assert tell(match.play("n52"), "base") == "base=01:b2"


EASY_ROOMS = [  # dice, cost, use
    ("11:b4", 0, "u11"), ("12:b4", 1, "u12"), ("13:b4", 1, "u13"), ("15:b4", 1, "u15"),
    ("24:b4", 2, "u24"), ("22:b4,23:w4", 0, "u22"), ("21:b4", 1, "u21"), ("31:b4", 2, "u31"),
    ("32:b4", 2, "u32"), ("33:b4,34:w4", 1, "u33"), ("35:b4", 0, "u35"), ("45:b4", 1, "u45"),
    ("44:b4", 1, "u44"), ("41:b4,42:w4", 0, "u41"), ("52:b4,53:w4,54:b4", 1, "u52"),
]  # fmt: skip
STAR_ROOMS = [
    ("11:b4,12:w4", 0, "u11"), ("13:b4", 2, "u13"), ("14:b4", 0, "u14"),
    ("24:b4,25:w4", 0, "u24"), ("22:b4", 2, "u22"), ("21:b4", 2, "u21"), ("31:b4", 0, "u31"),
    ("32:b4,33:w4", 3, "u32"), ("34:b4", 0, "u34"), ("35:b4", 0, "u35"), ("44:b4", 2, "u44"),
    ("42:b4,43:w4", 0, "u42"), ("51:b4,52:w4", 3, "u51"),
]  # fmt: skip
ALL_ROOMS = [
    *(("eeeeeeee", *room) for room in EASY_ROOMS),
    *(("eeeeesse", *room) for room in STAR_ROOMS),
]


@pytest.mark.rule("UFS-ROOM-3", "UFS-ROOM-12")
@pytest.mark.parametrize(("sides", "dice", "cost", "use"), ALL_ROOMS)
def test_what_a_room_costs(sides: str, dice: str, cost: int, use: str) -> None:
    match = rooms(sides=sides, x=24, e=7, base=dice).play(use)
    gains = "energy_gained" in told(match)
    assert tell(match, "e") == ("e7" if gains else f"e{7 - cost}")
    assert tell(match, "base") == "base=-"


@pytest.mark.rule("UFS-ROOM-4")
@pytest.mark.parametrize(("sides", "dice", "cost", "use"), ALL_ROOMS)
def test_a_room_that_cannot_be_paid_is_not_used(sides: str, dice: str, cost: int, use: str) -> None:
    assert use in rooms(sides=sides, x=24, e=cost, base=dice).legal()
    if cost:
        poor = rooms(sides=sides, x=24, e=cost - 1, base=dice)
        assert refused(poor, use) == "UFS-ROOM-4"
        assert use not in poor.legal()


@pytest.mark.rule("UFS-ROOM-5", "UFS-ROOM-10")
@pytest.mark.parametrize(("sides", "dice", "cost", "use"), ALL_ROOMS)
def test_any_room_may_be_declined(sides: str, dice: str, cost: int, use: str) -> None:
    match = rooms(sides=sides, x=24, e=5, q=2, G="4.1,7.5", base=dice)
    before = tell(match, "state e q d x G card bots")
    match.play(use.replace("u", "n"))
    assert tell(match, "state e q d x G card bots base") == f"{before} base=-"


@pytest.mark.rule("UFS-ROOM-6", "UFS-ROOM-7")
@pytest.mark.parametrize(
    ("sides", "dice", "bots", "use", "total"),
    [
        ("eeeeeeee", "11:b4", "-", "u11", 3),
        ("eeeeeeee", "35:w4", "-", "u35", 4),
        ("eeeeeeee", "22:b2,23:w3", "-", "u22", 5),
        ("eeeeeeee", "22:b2", "23:4", "u22", 6),
        ("eeeeeeee", "-", "22:1,23:2", "u22", 3),
        ("eeeeeeee", "41:b4,42:w5", "-", "u41", 6),
        ("eeeeesee", "11:b4,12:w5", "-", "u11", 7),
        ("eeeeesee", "24:b6,25:b5", "-", "u24", 5),
        ("eeeeeese", "34:b6", "-", "u34", 5),
    ],
)
def test_the_total_is_all_dice_and_the_modifier_once(
    sides: str, dice: str, bots: str, use: str, total: int
) -> None:
    match = rooms(sides=sides, x=24, e=0, base=dice, bots=bots).play(use)
    assert tell(match, "e") == f"e{total}"


@pytest.mark.rule("UFS-ROOM-8", "UFS-ROBOT-3")
@pytest.mark.parametrize(
    ("sides", "dice", "use"),
    [
        ("eeeeeeee", "41:b1,42:w1", "u41"),
        ("eeeeesee", "24:b1,25:w1", "u24"),
        ("eeeeesee", "11:b1,12:w1", "u11"),
    ],
)
def test_a_total_below_zero_is_zero(sides: str, dice: str, use: str) -> None:
    match = rooms(sides=sides, x=24, e=3, base=dice, G="3.2").play(use)
    assert tell(match, "state e G") == "R e3 G=3.2"
    lab = rooms(sides="eeeeesee", x=24, base="14:b1").play("u14")
    assert lab.legal() == ["+0"]


@pytest.mark.rule("UFS-ROOM-9")
def test_a_room_is_used_when_every_cell_is_powered() -> None:
    for dice, bots in (("22:b4,23:w2", "-"), ("22:b4", "23:2"), ("-", "22:4,23:2")):
        assert "u22" in rooms(x=9, base=dice, bots=bots).legal()
    for dice, bots in (("22:b4", "-"), ("22:b4", "23:2!"), ("-", "22:4!,23:2"), ("-", "22:4")):
        match = rooms(x=9, base=dice, bots=bots)
        assert refused(match, "u22") == "UFS-ROOM-9"
        assert "u22" not in match.legal()
    triple = rooms(x=24, base="52:b4,54:b4", bots="53:1")
    assert "u52" in triple.legal()
    assert refused(rooms(x=24, base="52:b4,54:b4"), "u52") == "UFS-ROOM-9"
    assert refused(rooms(), "u11") == "UFS-ROOM-9"


@pytest.mark.rule("UFS-ROOM-10", "UFS-ROBOT-18")
@pytest.mark.parametrize("line", ["n22", "/"])
def test_dice_of_a_room_that_is_not_used_leave_without_effect(line: str) -> None:
    match = rooms(x=9, e=2, base="22:b6", bots="23:4", G="5.1,5.2,5.3,5.4,5.5").play(line)
    assert tell(match, "e bots base") == "e2 bots=23:4 base=-"


@pytest.mark.rule("UFS-ROOM-11", "UFS-ROOM-7")
def test_both_effects_have_the_same_total() -> None:
    match = rooms(x=24, e=1, base="41:b4,42:w4", G="7.1,8.3,11.4,7.5,10.5")
    match.play("u41")  # 4 + 4 - 3 = 5
    assert tell(match, "e G card") == "e6 G=- card=g5r0"
    less = rooms(x=24, e=1, base="41:b3,42:w4", G="7.1,8.3,11.4,7.5,10.5").play("u41")
    assert tell(less, "e G") == "e5 G=11.4"
    star = rooms(sides="eeeeesee", x=24, e=1, base="24:b5,25:w4").play("u24")
    assert tell(star, "state e") == "B3 e4"


@pytest.mark.rule("UFS-ROOM-12")
def test_a_room_of_two_cells_and_effects_is_paid_once() -> None:
    match = rooms(sides="eeeeeese", x=24, e=3, base="32:b6,33:w6").play("u32+0")
    assert tell(match, "e") == "e0"


@pytest.mark.rule("UFS-ROOM-13", "UFS-ROOM-14")
def test_energy_and_fighters_come_first_and_cannot_be_left_out() -> None:
    lab = rooms(sides="eeeeeese", x=24, e=3, q=0, base="32:b1,33:w6", G="8.3").play("u32")
    assert tell(lab, "state G card") == "Q4 G=- card=g5r0"
    assert tell(lab.play("+0"), "state q G") == "R q0 G=-"
    robot = rooms(sides="eeeeesee", x=24, e=1, base="24:b5,25:w4").play("u24")
    assert tell(robot, "state e") == "B3 e4"
    assert tell(robot.play("=x"), "state e bots") == "R e4 bots=-"


@pytest.mark.rule("UFS-ROOM-15")
def test_energy_gained_pays_for_later_rooms() -> None:
    match = rooms(e=0, base="11:b3,13:b4,15:w5,24:w4*")
    assert legal(match, "u") == ["u11"]
    match.play("u11")
    assert legal(match, "u") == ["u13", "u15", "u24*"]
    play(match, "u13 u24*")
    assert tell(match, "e") == "e0"
    assert refused(match, "u15") == "UFS-ROOM-4"


@pytest.mark.rule("UFS-ROOM-16", "UFS-ROBOT-8", "UFS-ROBOT-15")
def test_dice_leave_and_robots_drop_before_the_effect() -> None:
    own = rooms(base="12:b5").play("u12=12")
    assert tell(own, "bots base") == "bots=12:4! base=-"
    last = rooms(x=11, e=2, bots="11:3,31:1").play("u31")
    assert tell(last, "state bots") == "B1 bots=11:3"  # its robot left, so there is one to build
    assert tell(last.play("=31"), "bots") == "bots=11:3,31:1!"


@pytest.mark.rule("UFS-ROOM-17")
def test_a_room_may_be_used_for_nothing() -> None:
    match = rooms(e=7, base="11:b5,12:b1,13:b4,15:w2", G="1.1")
    assert {"u11", "u12", "u13", "u15"} <= set(match.legal())
    play(match, "u11 u12 u13 u15+0")
    assert tell(match, "e q G bots base") == "e4 q0 G=1.1 bots=- base=-"


@pytest.mark.rule("UFS-ROOM-18", "UFS-ROBOT-12", "UFS-ROBOT-16")
def test_a_room_is_used_once_a_round() -> None:
    match = rooms(x=9, e=0, base="22:b2", bots="11:3,23:2")
    play(match, "u11 u22")
    for use in ("u11", "u22"):
        assert refused(match, use) == "UFS-ROOM-9"
    assert legal(match, "u") == []


@pytest.mark.rule("UFS-ROOM-19")
def test_the_rooms_can_be_ended_at_any_time() -> None:
    start = {"e": 7, "G": "5.1,5.2,5.3,5.4,5.5", "base": "11:b5,12:b5,13:b4,15:w5,24:w4*"}
    for line in ("", "u11", "u11 n12", "n24* u15+0"):
        match = play(rooms(**start), line)
        assert "/" in match.legal()
        before = tell(match, "e q x bots")
        assert tell(match.play("/"), "state e q x bots base") == f"L {before} base=-"
    for use in ("u12", "u15"):
        assert refused(rooms(**start).play(use), "/") == "UFS-ROOM-1"


# Energy


@pytest.mark.rule("UFS-ENERGY-1", "UFS-ENERGY-2")
@pytest.mark.parametrize(("e", "die", "after"), [(0, 1, 1), (2, 3, 5), (2, 5, 7), (2, 6, 7)])
def test_energy_is_added_up_to_seven(e: int, die: int, after: int) -> None:
    assert tell(rooms(x=24, e=e, base=f"35:b{die}").play("u35"), "e") == f"e{after}"


@pytest.mark.rule("UFS-ENERGY-3")
def test_energy_may_be_zero_and_never_less() -> None:
    match = rooms(e=1, base="13:b4,24:b4*")
    assert tell(match.play("u13"), "e") == "e0"
    assert refused(match, "u24*") == "UFS-DIG-8"
    with pytest.raises(BadNotation):
        rooms(e=-1)


# Fighters

TARGETS = {"3.2": 1, "4.1": 2, "7.1": 3, "7.5": 4, "11.4": 5, "9.2": 6}


@pytest.mark.rule("UFS-FIGHT-1", "UFS-FIGHT-2")
@pytest.mark.parametrize(
    ("cell", "die", "total"),
    [("13", 1, 0), ("13", 2, 1), ("13", 3, 2), ("13", 5, 4), ("24", 5, 5), ("32", 5, 6)],
)
def test_every_ship_up_to_the_total_is_shot(cell: str, die: int, total: int) -> None:
    match = rooms(x=24, e=7, G="4.1,7.1,3.2,11.4,7.5", R="9.2", base=f"{cell}:b{die}")
    match.play(f"u{cell}")
    left = [ship for ship in ("4.1", "7.1", "3.2", "11.4", "7.5") if TARGETS[ship] > total]
    reds = "9.2" if total < 6 else "-"
    assert tell(match, "state G R") == f"R G={','.join(left) or '-'} R={reds}"


@pytest.mark.rule("UFS-FIGHT-1")
def test_a_total_above_all_explosions_shoots_them_all() -> None:
    match = rooms(x=24, e=7, base="41:b6,42:w6", G="15.1,15.2,15.5", R="9.2").play("u41")
    assert tell(match, "G R") == "G=15.1,15.2 R=-"
    star = rooms(sides="esssseee", x=24, e=7, base="32:b6", G="15.1,8.4,15.5").play("u32")
    assert tell(star, "G") == "G=-"  # 7, 7 and 6, with 6 + 1


@pytest.mark.rule("UFS-FIGHT-3")
def test_ships_elsewhere_are_not_shot() -> None:
    # A blank, a start space over an explosion, two arrows, an M, and one on the card.
    match = rooms(p=3, x=24, e=7, G="5.1,3.2,4.2,6.3", R="9.4", base="32:b6").play("u32")
    assert tell(match, "G R card") == "G=5.1,3.2,4.2,6.3 R=9.4 card=g1r0"


@pytest.mark.rule("UFS-FIGHT-4")
def test_a_green_ship_shot_down_comes_back() -> None:
    match = rooms(G="0.1,3.2,0.3,0.4,0.5", base="13:b6").play("u13")
    assert tell(match, "G card") == "G=0.1,0.3,0.4,0.5 card=g1r0"
    assert tell(match.play("/"), "G card") == "G=1.1,1.2,1.3,1.4,1.5 card=g0r0"


@pytest.mark.rule("UFS-FIGHT-5")
def test_a_red_ship_shot_down_is_gone() -> None:
    match = rooms(G="0.1,0.2,0.3,0.4,0.5", R="3.2", base="13:b6").play("u13")
    assert tell(match, "R card sup") == "R=- card=g0r0 sup=r1"
    assert tell(match.play("/"), "R card sup") == "R=- card=g0r0 sup=r1"


@pytest.mark.rule("UFS-FIGHT-6")
def test_fighters_never_add_up() -> None:
    match = rooms(x=9, e=7, G="9.2,11.4", base="13:b5,24:w4")
    play(match, "u13 u24")  # 4 and 4, against 6 and 5
    assert tell(match, "G") == "G=9.2,11.4"


@pytest.mark.rule("UFS-FIGHT-7")
def test_explosions_stay_on_the_card() -> None:
    match = rooms(x=9, e=7, G="3.2", base="13:b5")
    before = match.view()["sky"]
    assert match.play("u13").view()["sky"] == before


# Research


@pytest.mark.rule("UFS-RESEARCH-1")
@pytest.mark.parametrize(("die", "most"), [(1, 0), (2, 0), (3, 1)])
def test_the_next_number_must_be_reached(die: int, most: int) -> None:
    match = rooms(x=24, e=1, base=f"21:b{die}").play("u21")
    assert match.legal() == ["+0", "+1"][: most + 1]
    assert tell(match, "state") == f"Q{die}"


@pytest.mark.rule("UFS-RESEARCH-2")
@pytest.mark.parametrize(
    ("q", "dice", "most"),
    [(0, "4,4", 3), (0, "3,4", 2), (0, "4,6", 4), (3, "1,1", 1), (3, "5,6", 3), (6, "5,1", 1)],
)
def test_several_spaces_for_the_sum_of_their_numbers(q: int, dice: str, most: int) -> None:
    one, two = dice.split(",")
    match = rooms(x=24, e=1, q=q, base=f"33:b{one},34:w{two}").play("u33")
    assert match.legal() == [f"+{steps}" for steps in range(most + 1)]
    assert refused(match, f"+{most + 1}") == "UFS-RESEARCH-2"
    assert tell(match.play(f"+{most}"), "q") == f"q{q + most}"


@pytest.mark.rule("UFS-RESEARCH-2")
def test_the_numbers_of_the_star_track() -> None:
    match = rooms(sides="eeeeeees", x=24, e=1, base="33:b4,34:w5").play("u33")
    assert match.legal() == ["+0", "+1", "+2", "+3"]


@pytest.mark.rule("UFS-RESEARCH-3")
@pytest.mark.parametrize("steps", range(4))
def test_the_player_chooses_how_many_steps(steps: int) -> None:
    match = rooms(x=24, e=1, base="33:b4,34:w4").play(f"u33+{steps}")
    assert tell(match, "state q e") == f"R q{steps} e0"


@pytest.mark.rule("UFS-RESEARCH-4", "UFS-RESEARCH-5")
def test_what_is_left_over_is_lost_and_labs_never_add_up() -> None:
    match = rooms(x=24, e=7, base="15:b3,21:w2")  # 2 and 2, against 3
    match.play("u15")
    assert match.legal() == ["+0"]
    match.play("+0").play("u21")
    assert match.legal() == ["+0"]
    rest = rooms(x=24, e=7, base="21:b6,33:b3,34:w4")  # 7: three are left after 3 + 1
    play(rest, "u33+2 u21")
    assert tell(rest, "state q") == "Q6 q2"
    assert rest.legal() == ["+0", "+1", "+2"]  # 4 + 2, and not 3 more


@pytest.mark.rule("UFS-RESEARCH-6")
def test_the_last_space_is_paid_by_one_use() -> None:
    short = rooms(x=24, e=7, q=13, base="52:b5,53:b3,54:w3").play("u52")
    assert short.legal() == ["+0"]
    whole = rooms(x=24, e=7, q=13, base="52:b5,53:b4,54:w3").play("u52+1")
    assert tell(whole, "state q") == "W q14"
    both = rooms(x=24, e=7, q=12, base="52:b5,53:b6,54:w3").play("u52+2")
    assert tell(both, "state q") == "W q14"


@pytest.mark.rule("UFS-RESEARCH-7")
def test_there_is_nothing_after_the_last_space() -> None:
    match = rooms(x=24, e=7, q=13, base="52:b6,53:b6,54:w6").play("u52")
    assert match.legal() == ["+0", "+1"]
    assert refused(match, "+2") == "UFS-RESEARCH-2"


# Robots


@pytest.mark.rule("UFS-ROBOT-1")
@pytest.mark.parametrize(("cell", "die", "value"), [("12", 5, 4), ("31", 5, 5), ("44", 6, 6)])
def test_a_robot_shows_the_total(cell: str, die: int, value: int) -> None:
    match = rooms(x=24, e=7, base=f"{cell}:b{die}").play(f"u{cell}")
    assert tell(match, "state") == f"B{value}"
    assert tell(match.play("=11"), "bots") == f"bots=11:{value}!"


@pytest.mark.rule("UFS-ROBOT-2")
def test_a_robot_shows_six_at_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """No card makes more, so a modifier is made up."""
    runner = interpreted(GAME)
    table = cards.MODIFIER.copy()
    table[:, cards.cell_of("12")] = 3
    monkeypatch.setitem(twin(base.total_of).__globals__, "MODIFIER", table)
    match = at(position(state="R", base="12:b6"), runner).play("u12")
    assert tell(match, "state") == "B6"
    assert tell(match.play("=11"), "bots") == "bots=11:6!"


@pytest.mark.rule("UFS-ROBOT-3")
def test_a_total_of_zero_builds_nothing() -> None:
    match = rooms(e=3, base="12:b1").play("u12")
    assert tell(match, "state e base bots") == "R e2 base=- bots=-"
    assert refused(rooms(e=3, base="12:b1"), "u12=11") == "UFS-ROBOT-4"


@pytest.mark.rule("UFS-ROBOT-4", "UFS-ROBOT-5", "UFS-ROBOT-6", "UFS-ROBOT-7")
@pytest.mark.parametrize("x", [5, 8, 18, 24])
def test_where_a_robot_may_be_put(x: int) -> None:
    match = rooms(x=x, e=7, base="04:w2,12:b5,13:b4", bots="01:2").play("u12")
    wanted = open_cells(x) - {"04", "13", "01"}
    assert legal(match, "=") == sorted([*(f"={cell}" for cell in wanted), "=x"])
    assert refused(match, "=14") == "UFS-ROBOT-5"
    assert refused(match, f"={PATH[x]}") == "UFS-ROBOT-5"
    assert refused(match, "=55") == "UFS-ROBOT-5"
    assert refused(match, "=04") == refused(match, "=13") == "UFS-ROBOT-7"
    assert refused(match, "=01") == "UFS-ROBOT-7"


@pytest.mark.rule("UFS-ROBOT-6")
def test_a_robot_may_stand_in_an_aa_room() -> None:
    assert tell(rooms(base="12:b5").play("u12=03"), "bots") == "bots=03:4!"


@pytest.mark.rule("UFS-ROBOT-7", "UFS-ROBOT-8")
def test_a_cell_is_free_when_its_die_has_left() -> None:
    match = rooms(e=7, base="11:b2,12:b5,13:b4")
    assert refused(match, "u12=13") == "UFS-ROBOT-7"
    play(match, "u13 n11")
    assert {"=11", "=12", "=13"} <= set(match.play("u12").legal())
    digging = rooms(e=7, x=5, base="12:b5,24:b4*")
    assert refused(digging, "u12=24") == "UFS-ROBOT-5"


@pytest.mark.rule("UFS-ROBOT-9", "UFS-DIG-16")
def test_a_cell_just_opened_may_take_the_robot() -> None:
    match = rooms(e=7, x=5, base="12:b5,21:b4*").play("u21*")
    assert tell(match.play("u12=24"), "bots") == "bots=24:4!"
    assert legal(match, "u") == []


@pytest.mark.rule("UFS-ROBOT-10", "UFS-ROBOT-11")
def test_a_new_robot_works_from_the_next_round_on() -> None:
    match = rooms(p=0, e=2, base="12:b5", G="5.1,5.2,5.3,5.4,5.5").play("u12=11")
    assert refused(match, "u11") == "UFS-ROOM-9"
    play(match, "/ (b1 b1 b1 w1 w1) b1>01 b1>02 b1>03 w1>04 (w1) w1>05")
    assert tell(match, "bots e") == "bots=11:4 e1"
    assert tell(match.play("u11"), "bots e") == "bots=11:3! e4"


@pytest.mark.rule("UFS-ROBOT-11", "UFS-ROBOT-15")
def test_a_robot_counts_with_its_value_before_the_drop() -> None:
    match = rooms(x=9, e=0, base="22:b2", bots="23:4").play("u22")
    assert tell(match, "e bots") == "e6 bots=23:3!"


@pytest.mark.rule("UFS-ROBOT-12")
def test_a_robot_works_once_a_round() -> None:
    match = rooms(x=24, e=7, bots="13:4").play("u13")
    assert tell(match, "bots") == "bots=13:3!"
    assert refused(match, "u13") == "UFS-ROOM-9"


@pytest.mark.rule("UFS-ROBOT-13")
@pytest.mark.parametrize(("cell", "cost"), [("13", 1), ("24", 2), ("32", 2)])
def test_robots_pay_the_same(cell: str, cost: int) -> None:
    assert tell(rooms(x=24, e=5, bots=f"{cell}:4").play(f"u{cell}"), "e") == f"e{5 - cost}"
    poor = rooms(x=24, e=cost - 1, bots=f"{cell}:4")
    assert refused(poor, f"u{cell}") == "UFS-ROOM-4"


@pytest.mark.rule("UFS-ROBOT-14", "UFS-ROBOT-15", "UFS-ROBOT-16")
@pytest.mark.parametrize("value", range(2, 7))
def test_a_used_robot_stays_and_drops_by_one(value: int) -> None:
    match = rooms(e=0, bots=f"11:{value}", G="5.1,5.2,5.3,5.4,5.5").play("u11")
    assert tell(match, "e bots") == f"e{value - 1} bots=11:{value - 1}!"
    assert tell(match.play("/"), "bots") == f"bots=11:{value - 1}"


@pytest.mark.rule("UFS-ROBOT-17", "UFS-ROBOT-20")
@pytest.mark.parametrize(("bots", "left"), [("22:1,23:4", "23:3!"), ("22:4,23:1", "22:3!")])
def test_a_robot_used_at_one_leaves(bots: str, left: str) -> None:
    assert tell(rooms(x=9, e=0, bots=bots).play("u22"), "e bots") == f"e5 bots={left}"
    assert tell(rooms(x=9, e=0, bots="22:1,23:1").play("u22"), "e bots") == "e2 bots=-"


@pytest.mark.rule("UFS-ROBOT-18")
def test_a_robot_that_is_not_used_keeps_its_value() -> None:
    match = rooms(x=9, e=7, base="13:b4,22:b3", bots="11:4,23:5", G="5.1,5.2,5.3,5.4,5.5")
    play(match, "u13 n22")
    assert tell(match, "bots") == "bots=11:4,23:5"
    assert tell(match.play("/"), "bots") == "bots=11:4,23:5"


@pytest.mark.rule("UFS-ROBOT-19")
def test_a_robot_may_be_removed_while_something_is_decided() -> None:
    match = placing(bots="11:4,12:5", hand=ONES)
    assert legal(match, "-") == ["-11", "-12"]
    assert tell(match.play("-11"), "state bots hand") == "P bots=12:5 hand=b1,b1,b1,w1,w1"
    in_rooms = rooms(bots="11:4!,12:5!", e=7)
    assert tell(in_rooms.play("-12"), "state bots") == "R bots=11:4!"
    building = rooms(x=24, e=7, bots="11:4,12:5", base="31:b3").play("u31")
    assert tell(building.play("-11"), "state bots") == "B3 bots=12:5"
    assert refused(building, "-11") == "UFS-ROBOT-19"
    steps = rooms(x=24, e=7, bots="11:4", base="21:b3").play("u21")
    assert refused(steps, "-11") == "UFS-ROBOT-19"


@pytest.mark.rule("UFS-ROBOT-20", "UFS-DIG-19")
def test_a_robot_that_left_can_be_built_again() -> None:
    removed = rooms(x=24, e=7, bots="11:4,12:5", base="31:b3")
    assert tell(play(removed, "-12 u31=12"), "bots") == "bots=11:4,12:3!"
    used_up = rooms(x=24, e=7, bots="11:2,45:1", base="31:b3")
    assert tell(play(used_up, "u45 u31=45"), "bots") == "bots=11:2,45:3!"
    pushed = rooms(p=1, x=14, e=7, bots="11:2,34:1", G="5.1,5.2,5.3,5.4,5.5").play("/")
    assert tell(pushed, "x bots") == "x13 bots=11:2"
    play(pushed, "(b4 b1 b1 w1 w1) b4>31 b1>02 b1>03 w1>04 (w1) w1>05 u31=33")
    assert tell(pushed, "bots") == "bots=11:2,33:4!"


@pytest.mark.rule("UFS-ROBOT-21", "UFS-ROBOT-22")
def test_with_two_robots_one_is_removed_first_or_nothing_is_built() -> None:
    match = rooms(x=24, e=7, bots="11:4,12:5", base="31:b3").play("u31")
    assert match.legal() == ["-11", "-12", "=x"]
    assert refused(match, "=13") == "UFS-ROBOT-22"
    play(match, "-12 =13")
    assert tell(match, "state bots") == "R bots=11:4,13:3!"


@pytest.mark.rule("UFS-ROBOT-23")
def test_the_robot_that_powered_the_room_may_be_the_new_one() -> None:
    match = rooms(x=24, e=7, bots="11:4,31:5").play("u31")
    assert tell(match, "state bots") == "B5 bots=11:4,31:4!"
    play(match, "-31 =31")
    assert tell(match, "state bots") == "R bots=11:4,31:5!"


@pytest.mark.rule("UFS-ROBOT-24")
def test_building_may_be_declined() -> None:
    match = rooms(x=24, e=7, bots="11:4,12:5", base="31:b3").play("u31=x")
    assert tell(match, "state e bots base") == "R e5 bots=11:4,12:5 base=-"


@pytest.mark.rule("UFS-ROBOT-25")
def test_robots_neither_move_nor_dig() -> None:
    match = rooms(x=9, e=7, bots="11:6,24:6")
    assert match.legal() == ["-11", "-24", "u11", "u24", "/"]
    digging = placing(x=9, bots="11:6,24:6", hand=ONES)
    assert legal(digging, "-bw") == sorted(digging.legal())
    assert all(code < 150 or code in (155, 163) for code in digging.legal_codes())


# Digging


@pytest.mark.rule("UFS-DIG-1", "UFS-DIG-4", "UFS-DIG-5", "UFS-DIG-6", "UFS-DIG-7", "UFS-DIG-17")
@pytest.mark.parametrize("lower", ["e", "s"])
@pytest.mark.parametrize("x", range(25))
def test_how_far_a_die_digs(x: int, lower: str) -> None:
    path = PATH if lower == "e" else STAR_PATH
    match = at(position(sides=f"eeeeee{lower}e", x=x, hand="b1,b2,b3,w4,w6"))
    for die in ("b1", "b2", "b3", "w4", "w6"):
        digs = {text[3:5] for text in match.legal() if text[:2] == die and "*" in text}
        assert digs == set(path[x + 1 : x + 1 + int(die[1])])
    if x < 23:
        assert refused(match, f"b1>{path[x + 2]}*") == "UFS-DIG-7"


@pytest.mark.rule("UFS-DIG-2", "UFS-DIG-10", "UFS-DIG-12")
@pytest.mark.parametrize("cell", ["24", "23", "22", "21"])
def test_the_excavator_goes_where_the_digging_die_lies(cell: str) -> None:
    match = rooms(x=5, e=2, base=f"{cell}:b6*").play(f"u{cell}*")
    assert tell(match, "state e x base") == f"R e1 x{PATH.index(cell)} base=-"
    assert tell(match, "q bots card") == "q0 bots=- card=g0r0"


@pytest.mark.rule("UFS-DIG-3")
def test_only_cells_ahead_are_dug() -> None:
    match = placing(x=9, hand="b6,b5,b3,w4,w6")
    digs = {text[3:5] for text in match.legal() if "*" in text}
    assert digs == {"31", "32", "33", "34", "35", "45"}
    with pytest.raises(BadNotation):
        match.play("b6>22*")


@pytest.mark.rule("UFS-DIG-7")
def test_a_low_die_may_be_placed_if_the_option_says_so() -> None:
    start = position(x=5, hand="b1,b2,b3,w4,w6")
    assert refused(at(start), "b1>21*") == "UFS-DIG-7"
    match = at(start, low_dig_placement=True)
    digs = {text[3:5] for text in match.legal() if text[:2] == "b1" and "*" in text}
    assert digs == set(PATH[6:])
    play(match, "b1>21* b2>02 b3>03 w4>04 (w6) w6>05")
    assert refused(match, "u21*") == "UFS-DIG-6"
    assert "n21*" in match.legal()
    assert tell(match.play("n21*"), "e x base") == "e3 x5 base=02:b2,03:b3,04:w4,05:w6"
    enough = at(position(state="R", x=5, e=1, base="21:b4*"), low_dig_placement=True)
    assert tell(enough.play("u21*"), "x e") == "x9 e0"
    with pytest.raises(BadNotation):
        rooms(x=5, base="21:b3*")


@pytest.mark.rule("UFS-DIG-8")
@pytest.mark.parametrize("cell", ["24", "21", "32"])
def test_digging_costs_one_energy_however_far(cell: str) -> None:
    assert tell(rooms(x=5, e=1, base=f"{cell}:b6*").play(f"u{cell}*"), "e") == "e0"
    assert refused(rooms(x=5, e=0, base=f"{cell}:b6*"), f"u{cell}*") == "UFS-DIG-8"


@pytest.mark.rule("UFS-DIG-9")
def test_digging_is_paid_and_done_among_the_rooms() -> None:
    match = placing(x=5, e=2, hand="b6", base="02:b1,03:b1,04:w1,05:w1").play("b6>21*")
    assert tell(match, "state e x") == "R e2 x5"
    late = rooms(x=5, e=0, base="11:b2,24:w4*")
    assert tell(play(late, "u11 u24*"), "e x") == "e0 x6"


@pytest.mark.rule("UFS-DIG-11", "UFS-DIG-12")
@pytest.mark.parametrize("e", [0, 3])
@pytest.mark.parametrize("line", ["n21*", "/"])
def test_without_payment_the_excavator_stays(line: str, e: int) -> None:
    match = rooms(x=5, e=e, base="21:b6*", G="5.1,5.2,5.3,5.4,5.5").play(line)
    assert tell(match, "e x base") == f"e{e} x5 base=-"


@pytest.mark.rule("UFS-DIG-13")
def test_the_digging_die_does_not_power_its_room() -> None:
    match = rooms(x=5, e=3, base="21:b6*")
    assert match.legal() == ["u21*", "/", "n21*"]
    with pytest.raises(BadNotation):
        match.play("u21+1")
    assert refused(match, "n21") == "UFS-ROOM-10"
    match.play(190)
    assert tell(match, "state q e x") == "R q0 e2 x9"
    beside = rooms(x=22, e=3, base="52:b5,54:w3*")
    assert refused(beside, "u52") == "UFS-ROOM-9"
    assert tell(beside.play("n52"), "base") == "base=54:w3*"


@pytest.mark.rule("UFS-DIG-14")
def test_modifiers_do_not_change_the_digging_die() -> None:
    plus = placing(x=9, hand="b1,b2,b3,w4,w6")
    assert refused(plus, "b1>32*") == "UFS-DIG-7"  # two cells away, in a room of +1
    minus = rooms(x=17, e=1, base="42:b1*")
    assert tell(minus.play("u42*"), "x e") == "x18 e0"  # in a room of -3


@pytest.mark.rule("UFS-DIG-15", "UFS-SETUP-9")
def test_what_lies_behind_the_excavator_is_open_both_ways() -> None:
    for x in range(25):
        assert cells(placing(x=x, hand=ONES).legal()) == open_cells(x)
    match = rooms(p=5, x=9, G="14.1,14.2,14.3,14.4,14.5").play("/")
    assert tell(match, "x") == "x7"
    play(match, "(b1 b1 b1 w1 w1)")
    assert cells(match.legal()) == open_cells(7)


@pytest.mark.rule("UFS-DIG-16")
def test_what_was_dug_can_be_used_in_the_next_round() -> None:
    match = rooms(p=0, x=5, e=3, base="21:b6*", G="5.1,5.2,5.3,5.4,5.5").play("u21*")
    assert legal(match, "u") == []
    play(match, "/ (b3 b1 b1 w1 w1) b3>24 b1>01 b1>02 w1>03 (w1) w1>05 u24")
    assert tell(match, "e base") == "e0 base=01:b1,02:b1,03:w1,05:w1"


@pytest.mark.rule("UFS-DIG-17")
def test_nothing_is_left_to_dig_at_the_end_of_the_path() -> None:
    match = placing(x=24, hand="b6,b6,b6,w6,w6")
    assert not any("*" in text for text in match.legal())
    assert refused(match, "b6>55*") == "UFS-PLACE-6"
    last = placing(x=23, hand="b6,b6,b6,w6,w6")
    assert [text for text in last.legal() if "*" in text] == ["b6>55*", "w6>55*"]


@pytest.mark.rule("UFS-DIG-18", "UFS-DIG-20", "UFS-DIG-21")
@pytest.mark.parametrize(
    ("p", "x", "after"), [(1, 9, 8), (5, 9, 7), (5, 5, 3), (1, 5, 4), (5, 1, 0), (1, 0, 0)]
)
def test_a_setback_moves_the_excavator_back_along_the_path(p: int, x: int, after: int) -> None:
    match = rooms(p=p, x=x, G="14.1,14.2,14.3,14.4,14.5").play("/")
    assert tell(match, "x") == f"x{after}"


@pytest.mark.rule("UFS-DIG-19")
@pytest.mark.parametrize(
    ("p", "x", "bots", "left"),
    [
        (5, 9, "22:4,23:3", "-"),
        (5, 9, "22:4,24:3", "24:3"),
        (5, 9, "24:3,11:4", "11:4,24:3"),
        (1, 9, "22:4,23:3", "23:3"),
        (5, 10, "21:4,22:3", "-"),
        (5, 2, "11:4,12:5", "-"),
        (5, 1, "05:6,11:4", "05:6"),
    ],
)
def test_a_setback_removes_the_robots_on_its_way(p: int, x: int, bots: str, left: str) -> None:
    ordered = ",".join(sorted(bots.split(",")))
    match = rooms(p=p, x=x, bots=ordered, G="14.1,14.2,14.3,14.4,14.5").play("/")
    assert tell(match, "bots") == f"bots={left}"


@pytest.mark.rule("UFS-DIG-21", "UFS-AA-8")
def test_the_aa_row_never_closes() -> None:
    match = rooms(p=5, x=0, bots="01:3,02:4", G="14.1,14.2,14.3,14.4,14.5").play("/")
    assert tell(match, "x bots") == "x0 bots=01:3,02:4"
    play(match, "(b1 b1 b1 w1 w1)")
    assert cells(legal(match, "bw")) == {"03", "04", "05"}
