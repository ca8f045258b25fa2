"""Ships, icons, AA rooms, the mothership, respawn and the end, rule by rule."""

import pytest

from orrery.core.contract import OVER
from orrery.core.errors import BadNotation, GameOver
from orrery.core.jit import twin
from orrery.core.match import Match
from orrery.core.runner import interpreted, story
from orrery.games.under_falling_skies import cards, sky
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

pytestmark = pytest.mark.usefixtures("rules")

EASY_SKY = (
    "_____ ___L_ _1R__ 2R__M __LR_ _LM2_ 3MR_4 R_3_L M6_L_ R_3M2 _R_5_ _LM_L 5_L4M _35R_ ___M6"
)
STAR_SKY = (
    "R____ __R__ _L_M2 M3__L M_L_M _M_54 R_4R_ 3R_7_ _LM_L M5R__ R__M_ 6__L_ _5MM_ M_L5M 7M5M6"
)
SKY = EASY_SKY.split()
SPACES = [(row, column) for row in range(1, 16) for column in range(1, 6)]
ARROWS = [(r, c) for r, c in SPACES if SKY[r - 1][c - 1] in "LR"]
MOTHERS = [(r, c) for r, c in SPACES if SKY[r - 1][c - 1] == "M"]
EXPLOSIONS = [(r, c) for r, c in SPACES if SKY[r - 1][c - 1].isdigit()]
FULL = "b2,b2,b2,w2,w2"


def landed(row: int, column: int, **changes: object) -> Match:
    """A match in which a lone green ship has just ended its movement on a space."""
    match = placing(**{"G": f"{row - 1}.{column}", "hand": FULL, **changes})
    return match.play(f"b2>0{column}")


def result(match: Match) -> str | None:
    return match.result.text if match.result else None


def reason(match: Match) -> str | None:
    return match.result.reason if match.result else None


# Ships


@pytest.mark.rule("UFS-SHIP-1")
@pytest.mark.parametrize("column", range(1, 6))
def test_the_ships_of_the_column_move_and_no_others(column: int) -> None:
    match = placing(hand=FULL).play(f"b2>0{column}")
    rows = [1 if c == column else 0 for c in range(1, 6)]
    assert tell(match, "G") == "G=" + ",".join(f"{row}.{c}" for c, row in enumerate(rows, 1))


@pytest.mark.rule("UFS-SHIP-1")
def test_all_ships_of_the_column_move() -> None:
    match = placing(G="1.2,8.2,3.4", R="12.2", p=1, hand="b1,b2,b3,w4,w5").play("b1>12")
    assert tell(match, "G R") == "G=2.2,9.2,3.4 R=13.2"


@pytest.mark.rule("UFS-SHIP-2")
@pytest.mark.parametrize(
    ("die", "cell", "row"),
    [
        ("b2", "11", 2),
        ("w6", "11", 6),
        ("b5", "12", 5),
        ("b2", "13", 2),
        ("b5", "15", 5),
        ("b2", "32", 2),
        ("b5", "41", 5),
        ("w6", "21", 6),
    ],
)
def test_ships_fall_by_the_die_whatever_the_room_makes_of_it(die: str, cell: str, row: int) -> None:
    match = placing(x=24, hand="b2,b4,b5,w3,w6").play(f"{die}>{cell}")
    assert f"{row}.{cell[1]}" in tell(match, "G")[2:].split(",")


@pytest.mark.rule("UFS-SHIP-3")
@pytest.mark.parametrize(("p", "die", "row"), [(0, 6, 6), (0, 1, 1), (4, 2, 6), (10, 1, 11)])
def test_a_ship_on_its_start_space_moves_from_the_mothership(p: int, die: int, row: int) -> None:
    match = placing(p=p, G=f"{p}.1", hand=f"b{die},b3,b3,w3,w3").play(f"b{die}>11")
    assert tell(match, "p G") == f"p{p} G={row}.1"


@pytest.mark.rule("UFS-SHIP-3", "UFS-MOTHER-11")
def test_where_a_start_space_lies_lower_rows_count_from_it() -> None:
    """The settled star mothership has the start space of column 3 one row lower."""
    lower = {"sides": "seeeeeee", "G": "0.1,0.2,1.3,0.4,0.5"}
    match = at(position(hand="b3,b3,b3,w3,w3", **lower), stars="settled").play("b3>13")
    assert tell(match, "G") == "G=0.1,0.2,4.3,0.4,0.5"
    ships = {"sides": "seeeeeee", "G": "8.1,3.2,4.3,8.4,8.5"}
    descent = at(position(state="R", p=2, **ships), stars="settled").play("/")
    assert "ship_collected" in told(descent)
    steps = descent.steps(len(descent.plies) - 1)
    taken = [step["column"] for step in steps if step["step"] == "ship_collected"]
    assert taken == [2, 3]  # column 2 in the row that is entered, column 3 one further down


@pytest.mark.rule("UFS-SHIP-4")
def test_waiting_ships_do_not_move() -> None:
    match = placing(G="0.1,0.2", card_red=1, hand=FULL)
    play(match, "b2>01 b2>02 b2>03 w2>04 (w2) w2>05")
    assert tell(match, "state G card sup") == "R G=1.1,1.2 card=g3r1 sup=r1"


@pytest.mark.rule("UFS-SHIP-5")
def test_all_ships_of_the_column_move_before_any_icon_counts() -> None:
    """The lower ship leaves row 4 before the upper one brings the mothership there."""
    match = placing(p=3, G="3.5,4.5", hand="b1,b2,b3,w4,w5").play("b1>15")
    assert tell(match, "p G card") == "p4 G=5.5 card=g4r0"
    assert told(match)[1:4] == ["ship_fell", "ship_fell", "mothership_down"]


@pytest.mark.rule("UFS-SHIP-6")
def test_only_the_space_where_a_ship_stops_counts() -> None:
    over_m = placing(hand="b5,b1,b1,w1,w1").play("b5>15")
    assert tell(over_m, "p G") == "p0 G=0.1,0.2,0.3,0.4,5.5"
    over_arrows = placing(p=2, G="2.3", hand="b2,b1,b1,w1,w1").play("b2>13")
    assert tell(over_arrows, "G") == "G=4.3"
    over_start = placing(p=1, G="1.1,1.2", hand="b4,b1,b1,w1,w1").play("b4>12")
    assert tell(over_start, "G") == "G=1.1,5.2"


@pytest.mark.rule("UFS-SHIP-7", "UFS-ICON-9")
def test_the_top_ship_comes_first() -> None:
    """From the bottom, the upper ship would be collected before its own M counted."""
    match = placing(p=3, G="3.1,3.5,12.5", hand="b1,b2,b3,w4,w5").play("b1>15")
    assert tell(match, "p G card") == "p5 G=5.1,13.5 card=g3r0"


@pytest.mark.rule("UFS-SHIP-8", "UFS-SHIP-9", "UFS-SHIP-10", "UFS-ICON-12")
@pytest.mark.parametrize("column", range(1, 6))
def test_row_16_is_the_city_in_every_column(column: int) -> None:
    match = landed(16, column)
    assert tell(match, "d G card") == "d1 G=- card=g5r0"
    safe = landed(15, column)
    assert tell(safe, "d") == "d0"
    assert "15." in tell(safe, "G")


@pytest.mark.rule("UFS-SHIP-8", "UFS-SHIP-9")
def test_every_ship_that_reaches_the_city_counts_once_however_deep() -> None:
    match = placing(G="10.1,12.1,15.1,0.2", R="13.1", hand="b6,b1,b1,w1,w1").play("b6>11")
    assert tell(match, "d G R card") == "d4 G=0.2 R=- card=g4r1"
    assert told(match).count("city_hit") == told(match).count("damage_taken") == 4


@pytest.mark.rule("UFS-SHIP-10", "UFS-RESPAWN-8")
def test_a_ship_that_hit_the_city_comes_back() -> None:
    match = placing(G="0.1,0.2,0.3,0.4,15.5", hand="b2", base="01:b1,02:b1,03:w1,04:w1")
    play(match, "b2>05")
    assert tell(match, "d card G") == "d1 card=g1r0 G=0.1,0.2,0.3,0.4"
    assert tell(match.play("/"), "d card G") == "d1 card=g0r0 G=1.1,1.2,1.3,1.4,1.5"


@pytest.mark.rule("UFS-SHIP-11")
def test_a_red_ship_that_hit_the_city_comes_back_too() -> None:
    match = placing(R="15.5", hand="b2", base="01:b1,02:b1,03:w1,04:w1", G="0.1,0.2,0.3,0.4")
    play(match, "b2>05")
    assert tell(match, "d R card sup") == "d1 R=- card=g1r1 sup=r1"


@pytest.mark.rule("UFS-SHIP-12", "UFS-END-4")
def test_city_hits_come_after_the_icons_of_higher_ships() -> None:
    """Lost by the skull: the lower ship would have been the last damage, and never counts."""
    match = placing(p=11, d=4, G="11.5,14.5", hand="b2,b1,b1,w1,w1").play("b2>15")
    assert tell(match, "state p d G card") == "D p12 d4 G=13.5,16.5 card=g3r0"
    assert reason(match) == "skull"


@pytest.mark.rule("UFS-SHIP-13")
def test_a_shifted_ship_moves_again_with_its_new_column() -> None:
    match = placing(p=2, G="3.2", hand="b1,b4,b3,w2,w5").play("b1>12")
    assert tell(match, "G") == "G=4.3"
    assert tell(match.play("b4>13"), "G") == "G=8.3"


@pytest.mark.rule("UFS-SHIP-14")
def test_a_shifted_ship_stays_where_the_die_lies_already() -> None:
    match = placing(p=2, G="3.2", hand="b1,b4,b3,w2,w5")
    play(match, "b4>13 b1>12 b3>11 w2>04 (w6) w6>15")
    assert tell(match, "state G") == "R G=4.3"


@pytest.mark.rule("UFS-SHIP-15")
def test_robots_move_no_ships() -> None:
    built = rooms(x=9, base="12:b5", G="3.1,3.2,3.4,3.5").play("u12=11")
    assert tell(built, "G bots") == "G=3.1,3.2,3.4,3.5 bots=11:4!"
    for bots in ("-", "11:6", "01:6", "01:6,11:6"):
        match = placing(x=10, bots=bots, hand="b5,b1,b1,w1,w1").play("b5>21")
        assert tell(match, "G") == "G=5.1,0.2,0.3,0.4,0.5"
    used = rooms(bots="11:6", G="3.1").play("u11")
    assert tell(used, "G e") == "G=3.1 e7"


@pytest.mark.rule("UFS-SHIP-16")
def test_red_ships_move_and_trigger_icons() -> None:
    arrow = placing(G="-", R="11.2,3.3", hand="b2,b1,b1,w1,w1")
    assert tell(arrow.play("b2>02"), "R") == "R=12.1,3.3"
    mother = placing(G="-", R="12.5", hand="b2,b1,b1,w1,w1").play("b2>05")
    assert tell(mother, "p R") == "p1 R=13.5"


@pytest.mark.rule("UFS-SHIP-17")
def test_the_digging_die_moves_ships() -> None:
    match = placing(hand="b6,b1,b1,w1,w1").play("b6>21*")
    assert tell(match, "G base") == "G=6.1,0.2,0.3,0.4,0.5 base=21:b6*"


# Icons


@pytest.mark.rule("UFS-ICON-1")
@pytest.mark.parametrize(("row", "column"), ARROWS)
def test_an_arrow_shifts_a_ship_to_the_next_space(row: int, column: int) -> None:
    way = {"L": -1, "R": 1}[SKY[row - 1][column - 1]]
    assert tell(landed(row, column), "G p") == f"G={row}.{column + way} p0"


@pytest.mark.rule("UFS-ICON-1")
@pytest.mark.parametrize(("row", "column"), [(1, 1), (2, 3), (4, 5), (5, 3), (9, 5), (14, 3)])
def test_arrows_of_the_star_sides(row: int, column: int) -> None:
    way = {"L": -1, "R": 1}[STAR_SKY.split()[row - 1][column - 1]]
    match = landed(row, column, sides="esssseee")
    assert tell(match, "G p") == f"G={row}.{column + way} p0"


@pytest.mark.rule("UFS-ICON-2")
@pytest.mark.parametrize("colour", ["green", "red"])
@pytest.mark.parametrize(("row", "column"), ARROWS)
def test_an_arrow_onto_a_ship_does_nothing(row: int, column: int, colour: str) -> None:
    target = column + {"L": -1, "R": 1}[SKY[row - 1][column - 1]]
    ship, other = f"{row - 1}.{column}", f"{row}.{target}"
    green = sorted([ship, other], key=lambda text: text[-1]) if colour == "green" else [ship]
    match = landed(row, column, G=",".join(green), R=other if colour == "red" else "-")
    stays = sorted([f"{row}.{column}", other], key=lambda text: text[-1])
    wanted = f"G={','.join(stays)} R=-" if colour == "green" else f"G={row}.{column} R={other}"
    assert tell(match, "G R") == wanted


def with_icons(monkeypatch: pytest.MonkeyPatch, row: int, icons: str, text: str) -> Match:
    """A match on a sky whose easy side has another row, played interpreted."""
    runner = interpreted(GAME)
    table = cards.ICON.copy()
    table[cards.EASY, row] = [{"_": 0, "L": 8, "R": 9, "M": 10}[icon] for icon in icons]
    monkeypatch.setitem(twin(sky.icon_at).__globals__, "ICON", table)
    return at(text, runner)


@pytest.mark.rule("UFS-ICON-3")
@pytest.mark.parametrize("icons", ["RM___", "RR___", "RL___"])
def test_a_shift_triggers_nothing(monkeypatch: pytest.MonkeyPatch, icons: str) -> None:
    """No card has such a row, so one is made up."""
    text = position(G="2.1,2.5", hand=FULL)
    match = with_icons(monkeypatch, 3, icons, text)
    assert tell(match.play("b2>01"), "p G") == "p0 G=3.2,2.5"
    landing = with_icons(monkeypatch, 3, "__M__", position(G="2.3", hand=FULL))
    assert tell(landing.play("b2>03"), "p") == "p1"


@pytest.mark.rule("UFS-ICON-4")
@pytest.mark.parametrize(("row", "column"), MOTHERS)
def test_an_m_brings_the_mothership_down_a_row(row: int, column: int) -> None:
    match = landed(row, column)
    assert tell(match, "state p G card") == f"P p1 G={row}.{column} card=g4r0"


@pytest.mark.rule("UFS-ICON-5")
@pytest.mark.parametrize("p", range(1, 10))
def test_a_descent_by_m_has_no_effect(p: int) -> None:
    fields = "e q d x card sup bots"
    changes = {"q": 5, "x": 9, "bots": "23:3", "G": "12.5", "hand": FULL}
    before = placing(p=p, **changes)
    wanted = tell(before, fields)
    assert tell(before.play("b2>05"), f"p {fields}") == f"p{p + 1} {wanted}"


@pytest.mark.rule("UFS-ICON-6")
def test_an_m_collects_the_ships_of_the_row_entered() -> None:
    match = placing(p=3, G="4.1,3.2,5.3,3.5", R="4.4", hand="b1,b4,b2,w6,w3").play("b1>15")
    assert tell(match, "p G R card") == "p4 G=4.2,5.3 R=- card=g3r1"
    assert told(match).count("ship_collected") == 3


@pytest.mark.rule("UFS-ICON-7", "UFS-RESPAWN-9")
def test_collected_ships_wait_until_the_mothership_sends_them() -> None:
    match = placing(p=3, G="4.1,3.2,7.3,8.4,3.5", hand="b1,b2,b4,w1,w1").play("b1>15")
    for line in ("b2>01", "b4>13", "w1>02 (w1)", "w1>04"):
        play(match, line)
        assert tell(match, "card") == "card=g2r0"
        assert not any(ship.endswith((".1", ".5")) for ship in tell(match, "G")[2:].split(","))
    assert tell(match.play("n13"), "state card") == "R card=g2r0"
    assert tell(match.play("/"), "state card") == "S card=g2r0"
    assert legal(match, "s") == ["s1", "s5"]


@pytest.mark.rule("UFS-ICON-8", "UFS-MOTHER-14")
def test_after_an_m_the_effect_of_the_next_row_comes_and_one_descent_more() -> None:
    match = placing(p=3, q=4, x=9, G="8.1,3.5", hand="b1", base="01:b1,02:b1,03:w1,04:w1")
    match.play("b1>15")
    assert tell(match, "state p q x") == "R p4 q4 x9"
    match.play("/")
    assert tell(match, "p q x") == "p5 q4 x8"  # row 5: excavator, not row 4: research


@pytest.mark.rule("UFS-ICON-9")
def test_two_ms_are_two_rows() -> None:
    match = placing(p=0, G="5.3,11.3", hand="b2,b1,b1,w1,w1").play("b2>03")
    assert tell(match, "p G") == "p2 G=6.3,12.3"
    one = placing(p=0, G="5.3,9.3", hand="b2,b1,b1,w1,w1").play("b2>03")
    assert tell(one, "p") == "p1"


@pytest.mark.rule("UFS-ICON-10")
@pytest.mark.parametrize(("row", "column"), EXPLOSIONS)
def test_an_explosion_does_nothing_when_a_ship_lands_on_it(row: int, column: int) -> None:
    match = landed(row, column)
    assert tell(match, "p d G card") == f"p0 d0 G={row}.{column} card=g4r0"


@pytest.mark.rule("UFS-ICON-11", "UFS-FIGHT-7")
def test_a_ship_on_an_explosion_is_shot_in_a_later_round_and_another_one_after_it() -> None:
    match = placing(e=7, G="0.1,1.2,0.3,0.4,0.5", hand="b2", base="01:b1,03:b1,04:w1,05:w1")
    play(match, "b2>12 / (b1 b1 b2 w1 w1) b1>02 b1>01 b2>13 w1>04 (w1) w1>05")
    assert tell(match, "r state G") == "r3 R G=1.1,3.2,1.4,3.4,1.5"
    assert tell(match.play("u13"), "G card") == "G=1.1,1.4,3.4,1.5 card=g1r0"
    play(match, "/ s2 (b1 b2 b1 w1 w1) b1>12 b2>13 b1>01 w1>04 (w1) w1>05")
    assert tell(match, "r state G") == "r4 R G=2.1,3.2,2.4,3.4,2.5"
    assert tell(match.play("u13"), "G card") == "G=2.1,2.4,3.4,2.5 card=g1r0"


@pytest.mark.rule("UFS-ICON-13")
def test_a_ship_left_on_an_arrow_does_not_try_again() -> None:
    match = placing(p=2, G="3.2,4.3", hand="b1,b3,b1,w1,w1").play("b1>12")
    assert tell(match, "G") == "G=4.2,4.3"
    match.play("b3>13")
    assert tell(match, "G") == "G=4.2,7.4"
    later = placing(p=2, G="4.2", hand="b1,b3,b1,w2,w5").play("b1>02")
    assert tell(later, "G") == "G=4.2"


@pytest.mark.rule("UFS-ICON-14", "UFS-FIGHT-3")
def test_an_icon_under_a_start_space_counts_for_nothing() -> None:
    shot = rooms(p=3, e=7, G="3.2", base="13:b6").play("u13")
    assert tell(shot, "G card") == "G=3.2 card=g4r0"
    free = rooms(p=2, e=7, G="3.2", base="13:b6").play("u13")
    assert tell(free, "G card") == "G=- card=g5r0"
    mother = placing(p=4, G="4.5", hand="b1,b1,b1,w1,w1").play("b1>05")
    assert tell(mother, "p G") == "p4 G=4.5"


# AA rooms


@pytest.mark.rule("UFS-AA-1")
@pytest.mark.parametrize(("die", "row"), [(2, 1), (3, 2), (4, 3), (6, 5)])
def test_ships_fall_a_row_less_for_a_die_in_an_aa_room(die: int, row: int) -> None:
    match = placing(hand=f"b{die},b1,b1,w1,w1").play(f"b{die}>01")
    assert tell(match, "G") == f"G={row}.1,0.2,0.3,0.4,0.5"


@pytest.mark.rule("UFS-AA-2", "UFS-AA-3")
@pytest.mark.parametrize(("row", "column"), [*ARROWS, *MOTHERS])
def test_a_one_in_an_aa_room_moves_nothing_and_triggers_nothing(row: int, column: int) -> None:
    match = placing(G=f"{row}.{column}", hand="b1,b1,b1,w1,w1").play(f"b1>0{column}")
    assert tell(match, "p G") == f"p0 G={row}.{column}"


@pytest.mark.rule("UFS-AA-4")
def test_an_aa_room_works_when_the_die_is_placed() -> None:
    match = placing(G="0.5", hand="b4", base="01:b1,02:b1,03:w1,04:w1").play("b4>05")
    assert tell(match, "G") == "G=3.5"
    assert tell(match.play("n05"), "G") == "G=3.5"


@pytest.mark.rule("UFS-AA-5")
def test_an_aa_room_costs_nothing() -> None:
    match = placing(e=0, hand=FULL)
    play(match, "b2>01 b2>02 b2>03 w2>04 (w2) w2>05 n01 n02")
    assert tell(match, "state e base") == "R e0 base=03:b2,04:w2,05:w2"
    assert tell(match.play("/"), "e p") == "e0 p1"


@pytest.mark.rule("UFS-AA-6")
def test_an_aa_room_is_never_used() -> None:
    match = rooms(base="01:b5,02:b1,03:w6", bots="04:5")
    assert legal(match, "u") == []
    assert legal(match, "n") == ["n01", "n02", "n03"]
    for cell in ("01", "02", "04", "05"):
        assert refused(match, f"u{cell}") == "UFS-AA-6"
    before = tell(match, "e q d p G")
    assert tell(match.play("n01"), "base") == "base=02:b1,03:w6"
    assert tell(match, "e q d p G") == before


@pytest.mark.rule("UFS-AA-7")
def test_a_robot_in_an_aa_room_changes_nothing() -> None:
    for bots in ("-", "01:5"):
        match = placing(bots=bots, hand="b3,b1,b1,w1,w1").play("b3>11")
        assert tell(match, "G") == "G=3.1,0.2,0.3,0.4,0.5"
    rest = rooms(bots="01:5", base="11:b5")
    assert tell(play(rest, "u11 /"), "bots e") == "bots=01:5 e7"


@pytest.mark.rule("UFS-AA-8")
def test_the_aa_row_is_open_even_behind_the_first_cell() -> None:
    match = placing(x=0, hand="b1,b2,b3,w4,w5")
    placed = {text[3:] for text in legal(match, "bw") if "*" not in text}
    assert placed == {"01", "02", "03", "04", "05"}


# The mothership


@pytest.mark.rule("UFS-MOTHER-1")
def test_effect_descent_and_respawn_in_this_order() -> None:
    match = rooms(p=2, G="3.1,9.2,9.3,9.4,9.5").play("/")
    assert told(match) == [
        "red_called",
        "mothership_down",
        "ship_collected",
        "ship_entered",
    ]
    assert tell(match, "state p G R card sup") == (
        "S p3 G=3.1,9.2,9.3,9.4,9.5 R=- card=g0r1 sup=r1"
    )
    whole = rooms(p=2, G="8.1,9.2,8.3,8.4,8.5").play("/")
    assert told(whole) == ["red_called", "mothership_down", "ship_entered", "round_begun"]
    assert tell(whole, "R") == "R=3.2"


EASY_EFFECTS = "none dig-1 red res-1 dig-1 dig-2 res-2 red dig-1 dmg none"  # rows 1 to 11
STAR_EFFECTS = "dig-2 dig-2 red dig-1 red res-2 res-2 dig-1 dmg res-1"


@pytest.mark.rule(
    "UFS-MOTHER-2", "UFS-MOTHER-3", "UFS-MOTHER-4", "UFS-MOTHER-5", "UFS-MOTHER-6", "UFS-MOTHER-8",
    "UFS-MOTHER-10",
)  # fmt: skip
@pytest.mark.parametrize(
    ("sides", "p", "effect"),
    [
        *(("eeeeeeee", p, effect) for p, effect in enumerate(EASY_EFFECTS.split())),
        *(("esssseee", p, effect) for p, effect in enumerate(STAR_EFFECTS.split())),
    ],
)
def test_the_effect_is_that_of_the_row_below_the_arrow(sides: str, p: int, effect: str) -> None:
    match = rooms(sides=sides, p=p, q=5, x=9, G="12.1,12.2,12.3,12.4,13.5").play("/")
    kind, _, amount = effect.partition("-")
    by = int(amount or 1)
    if kind == "red":
        assert tell(match, "R card sup") == f"R={p + 1}.5 card=g0r0 sup=r1"
    else:
        assert tell(match, "R card sup") == "R=- card=g0r0 sup=r2"
    wanted = {"q": 5 - by * (kind == "res"), "d": kind == "dmg", "x": 9 - by * (kind == "dig")}
    assert tell(match, "state p e q d x") == (
        f"L p{p + 1} e3 q{wanted['q']} d{wanted['d']:d} x{wanted['x']}"
    )


@pytest.mark.rule("UFS-MOTHER-7")
@pytest.mark.parametrize(("q", "left"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_research_does_not_go_below_its_start(q: int, left: int) -> None:
    match = rooms(p=6, q=q, G="12.1,12.2,12.3,12.4,13.5").play("/")
    assert tell(match, "q") == f"q{left}"


@pytest.mark.rule("UFS-MOTHER-9")
def test_without_a_red_ship_the_red_symbol_does_nothing() -> None:
    match = rooms(p=2, sup="r0", R="9.1", G="12.1,12.2,12.3,12.4,13.5").play("/")
    assert tell(match, "state R card sup") == "L R=9.1 card=g0r0 sup=r0"


@pytest.mark.rule("UFS-MOTHER-11")
def test_the_mothership_collects_the_row_it_enters() -> None:
    match = rooms(p=10, G="10.1,10.2,10.3,11.4,15.4").play("/")
    assert tell(match, "p G") == "p11 G=11.1,11.2,11.3,15.4,11.5"
    red = rooms(p=10, G="10.1,10.2,10.3,15.4", R="11.4", card="g1r0", sup="r0").play("/")
    assert tell(red, "p G R card") == "p11 G=11.1,11.2,11.3,15.4,11.5 R=11.4 card=g0r0"


@pytest.mark.rule("UFS-MOTHER-12")
def test_ships_on_start_spaces_travel_with_the_mothership() -> None:
    match = rooms(p=5, x=0, G="5.1,5.2,5.4", R="5.3", card="g2r0", sup="r0").play("/")
    assert tell(match, "p card") == "p6 card=g1r0"
    assert tell(match, "G R") == "G=6.1,6.2,6.4,6.5 R=6.3"
    by_m = placing(p=5, G="5.1,5.2,5.4,12.5", R="5.3", hand=FULL).play("b2>05")
    assert tell(by_m, "p G R card") == "p6 G=6.1,6.2,6.4,13.5 R=6.3 card=g1r0"


@pytest.mark.rule("UFS-MOTHER-13", "UFS-END-1")
def test_the_skull_does_nothing_but_end_the_game() -> None:
    match = rooms(p=11, q=5, e=3, d=2, x=9, bots="22:3", G="15.1").play("/")
    assert told(match) == ["mothership_down", "game_ended"]
    assert tell(match, "state p e q d x bots sup") == "D p12 e3 q5 d2 x9 bots=22:3 sup=r2"


@pytest.mark.rule("UFS-MOTHER-14")
def test_phase_three_comes_once_a_round() -> None:
    match = placing(p=0, G="12.5", hand="b2", base="01:b1,02:b1,03:w1,04:w1").play("b2>05")
    assert tell(match, "state p") == "R p1"
    match.play("/")
    assert told(match).count("mothership_down") == told(match).count("excavator_back") == 1
    assert tell(match, "p") == "p2"


# Respawn


@pytest.mark.rule("UFS-RESPAWN-1")
def test_ships_enter_one_by_one_and_each_is_judged_anew() -> None:
    match = rooms(p=0, G="5.1,9.2").play("/")
    assert legal(match, "s") == ["s3", "s4", "s5"]
    assert legal(match.play("s4"), "s") == ["s3", "s5"]
    assert tell(match, "G card") == "G=5.1,9.2,1.4 card=g2r0"
    match.play("s5")  # the last one has no choice
    assert tell(match, "state G card") == "L G=5.1,9.2,1.3,1.4,1.5 card=g0r0"


@pytest.mark.rule("UFS-RESPAWN-2", "UFS-RESPAWN-10")
def test_green_ships_enter_before_red_ones() -> None:
    match = rooms(p=0, G="5.1,7.2,5.3,5.4", card="g1r1", sup="r1").play("/")
    assert tell(match, "state G R card") == "L G=5.1,7.2,5.3,5.4,1.5 R=1.2 card=g0r0"
    two = rooms(p=0, G="5.1,5.2,5.3", card="g2r2", sup="r0").play("/")
    assert tell(two.play("s4"), "G card") == "G=5.1,5.2,5.3,1.4,1.5 card=g0r2"
    assert legal(two, "s") == ["s1", "s2", "s3"]


@pytest.mark.rule("UFS-RESPAWN-3")
def test_an_empty_column_is_taken_even_if_another_is_far() -> None:
    match = rooms(p=0, G="15.1,15.2,15.3,2.4").play("/")
    assert tell(match, "G") == "G=15.1,15.2,15.3,2.4,1.5"
    start = rooms(p=0, G="0.1,0.2,0.3,15.4").play("/")
    assert tell(start, "G") == "G=1.1,1.2,1.3,15.4,1.5"
    waiting = rooms(p=0, G="15.1,15.2,15.3").play("/")
    assert refused(waiting, "s1") == "UFS-RESPAWN-3"


@pytest.mark.rule("UFS-RESPAWN-4")
@pytest.mark.parametrize("column", [2, 5])
def test_the_player_chooses_among_empty_columns(column: int) -> None:
    match = rooms(p=0, G="5.1,5.3,5.4,9.4").play("/")
    assert match.turn == 0
    assert match.legal() == ["s2", "s5"]
    assert f"1.{column}" in tell(match.play(f"s{column}"), "G")


@pytest.mark.rule("UFS-RESPAWN-5")
def test_without_an_empty_column_the_farthest_start_space_is_taken() -> None:
    match = rooms(p=0, G="5.1,9.2,8.3,5.4", R="5.5", card="g1r0", sup="r1").play("/")
    assert tell(match, "G") == "G=5.1,1.2,9.2,8.3,5.4"
    top = rooms(p=0, G="5.1,3.2,15.2,6.3", R="5.4,5.5", card="g1r0", sup="r0").play("/")
    assert tell(top, "G") == "G=5.1,3.2,15.2,1.3,6.3"  # the topmost ship of a column counts
    taken = rooms(p=0, G="0.1,15.1,3.2,4.3", R="2.4,2.5", card="g1r0", sup="r0").play("/")
    assert tell(taken, "G") == "G=1.1,15.1,3.2,1.3,4.3"  # that of column 1 is taken


@pytest.mark.rule("UFS-RESPAWN-6")
def test_the_player_chooses_among_start_spaces_as_far() -> None:
    match = rooms(p=0, G="5.1,8.2,8.3,5.4", R="8.5", card="g1r0", sup="r1").play("/")
    assert match.legal() == ["s2", "s3", "s5"]
    assert refused(match, "s1") == "UFS-RESPAWN-3"
    assert tell(match.play("s5"), "state G") == "L G=5.1,8.2,8.3,5.4,1.5"


@pytest.mark.rule("UFS-RESPAWN-7")
def test_without_a_free_start_space_ships_wait_for_the_next_round() -> None:
    match = rooms(p=0, G="0.1,0.2,0.3,0.4,0.5", card="g0r1", sup="r1").play("/")
    assert tell(match, "state G R card") == "L G=1.1,1.2,1.3,1.4,1.5 R=- card=g0r1"
    play(match, "(b1 b1 b1 w1 w3) w3>04 (b1 b1 b1 w1) b1>01 b1>02 b1>03 w1>05 /")
    assert tell(match, "p G R card") == "p2 G=2.1,2.2,2.3,3.4,2.5 R=2.4 card=g0r0"


@pytest.mark.rule("UFS-RESPAWN-8")
def test_ships_that_came_to_the_card_in_this_round_take_part() -> None:
    city = placing(p=0, G="0.1,0.2,0.3,0.4,15.5", hand="b2", base="01:b1,02:b1,03:w1,04:w1")
    assert tell(play(city, "b2>05 /"), "G") == "G=1.1,1.2,1.3,1.4,1.5"
    shot = rooms(p=0, G="0.1,3.2,0.3,0.4,0.5", base="13:b6")
    assert tell(play(shot, "u13 /"), "G") == "G=1.1,1.2,1.3,1.4,1.5"
    by_m = placing(p=3, x=0, G="3.1,3.2,3.3,3.4,3.5", hand="b2", base="01:b1,02:b1,03:w1,04:w1")
    assert tell(play(by_m, "b2>05"), "p G card") == "p4 G=4.1,4.2,4.3,4.4 card=g1r0"
    assert tell(by_m.play("/"), "G") == "G=5.1,5.2,5.3,5.4,5.5"
    descent = rooms(p=10, G="10.1,10.2,10.3,11.4,15.4").play("/")
    assert tell(descent, "G card") == "G=11.1,11.2,11.3,15.4,11.5 card=g0r0"
    red = rooms(p=2, G="8.1,9.2,8.3,8.4,8.5").play("/")
    assert tell(red, "R card") == "R=3.2 card=g0r0"


@pytest.mark.rule("UFS-RESPAWN-9")
def test_nobody_enters_at_another_time() -> None:
    for match in (placing(G="0.1"), rooms(G="0.1"), at(position(state="L", hand="-", G="0.1"))):
        assert refused(match, "s2") == "UFS-RESPAWN-9"
        assert legal(match, "s") == []
    shot = rooms(e=7, G="3.2,9.3", base="13:b6").play("u13")
    assert tell(shot, "G card") == "G=9.3 card=g4r0"


@pytest.mark.rule("UFS-RESPAWN-9")
def test_an_arrow_can_push_a_ship_onto_a_start_space_that_lies_lower() -> None:
    match = at(
        position(sides="seeeeeee", p=1, G="9.1,1.4", hand="b1,b2,b3,w4,w5"), stars="settled"
    ).play("b1>24*")
    assert tell(match, "G") == "G=9.1,2.3"


@pytest.mark.rule("UFS-RESPAWN-10")
def test_a_red_ship_respawns_like_a_green_one() -> None:
    empty = rooms(p=0, G="5.1,5.2,5.3,6.3,5.4", card="g0r1", sup="r1").play("/")
    assert tell(empty, "R") == "R=1.5"
    far = rooms(p=0, G="5.1,5.2,7.3,5.4,5.5", card="g0r2", sup="r0").play("/")
    assert tell(far, "state R card") == "S R=1.3 card=g0r1"
    assert far.legal() == ["s1", "s2", "s4", "s5"]


# The end


@pytest.mark.rule("UFS-END-1")
@pytest.mark.parametrize(("sides", "skull"), [("eeeeeeee", 12), ("eeeseeee", 11)])
def test_the_mothership_on_the_skull_loses(sides: str, skull: int) -> None:
    level = sides.count("s")
    before = rooms(sides=sides, p=skull - 2, G="15.1,15.2,15.3,15.4,14.5").play("/")
    assert tell(before, "state p") == f"L p{skull - 1}"
    match = rooms(sides=sides, p=skull - 1, G="15.1,15.2").play("/")
    assert tell(match, "state p G card") == f"D p{skull} G=15.1,15.2 card=g3r0"
    assert (result(match), reason(match)) == (f"loss {level}", "skull")


@pytest.mark.rule("UFS-END-2")
@pytest.mark.parametrize(("sides", "limit"), [("eeeeeeee", 5), ("eeeeesee", 5), ("eeeeeese", 4)])
def test_the_last_damage_loses(sides: str, limit: int) -> None:
    level = sides.count("s")
    hit = {"sides": sides, "x": 4, "G": "15.1", "hand": FULL}
    last = placing(d=limit - 1, **hit).play("b2>01")
    assert tell(last, "state d") == f"D d{limit}"
    assert (result(last), reason(last)) == (f"loss {level}", "damage")
    assert tell(placing(d=limit - 2, **hit).play("b2>01"), "state d") == f"P d{limit - 1}"


@pytest.mark.rule("UFS-END-2", "UFS-END-4", "UFS-MOTHER-4")
def test_the_last_damage_by_the_mothership_loses_before_she_moves() -> None:
    match = rooms(p=9, d=4, G="10.1,15.2", bots="11:3!").play("/")
    assert tell(match, "r state p d G card bots") == "r2 D p9 d5 G=10.1,15.2 card=g3r0 bots=11:3!"
    assert told(match) == ["damage_taken", "game_ended"]


@pytest.mark.rule("UFS-END-3", "UFS-END-4")
def test_the_last_space_of_the_track_wins() -> None:
    match = rooms(p=11, d=4, q=11, x=24, e=1, base="01:b2,33:b5,34:w4", G="15.1").play("u33+1")
    assert tell(match, "state q") == "R q12"
    last = rooms(p=11, d=4, q=13, x=24, e=1, base="01:b2,33:b6,34:w6", G="15.1").play("u33+1")
    assert tell(last, "state q e base p") == "W q14 e0 base=01:b2 p11"
    assert (result(last), reason(last), last.turn) == ("win 0", "research", OVER)


@pytest.mark.rule("UFS-END-4", "UFS-WHITE-1")
def test_nothing_comes_after_the_end() -> None:
    white = placing(d=4, G="14.1,1.5", hand="b1,b1,b1,w2,w5").play("w2>11")
    assert tell(white, "state hand d") == "D hand=b1,b1,b1,w5 d5"
    assert white.legal() == []
    for move in ("b1>02", "/", "B1=3", "u11"):
        with pytest.raises(GameOver):
            white.play(move)


@pytest.mark.rule("UFS-END-5")
def test_an_m_onto_the_skull_loses_in_phase_one() -> None:
    match = placing(p=11, G="11.1,12.2,14.4,12.5", hand=FULL).play("b2>05")
    assert tell(match, "r state p G card base hand") == (
        "r2 D p12 G=12.1,12.2,14.4,13.5 card=g1r0 base=05:b2 hand=b2,b2,w2,w2"
    )
    assert reason(match) == "skull"


@pytest.mark.rule("UFS-END-5", "UFS-INV-1")
def test_lost_at_the_skull_two_ships_may_share_a_space() -> None:
    match = placing(p=11, G="11.1,12.1,12.5", hand=FULL).play("b2>05")
    assert tell(match, "state G") == "D G=12.1,12.1,13.5"
    assert at(match.position).position == match.position


@pytest.mark.rule("UFS-END-6")
def test_damage_is_counted_ship_by_ship() -> None:
    match = placing(d=4, G="13.1,14.1,15.1", hand="b3,b1,b1,w1,w1").play("b3>11")
    assert tell(match, "state d G card") == "D d5 G=17.1,18.1 card=g3r0"
    assert told(match).count("damage_taken") == 1
    assert at(match.position).position == match.position


@pytest.mark.rule("UFS-END-7")
@pytest.mark.parametrize(("sides", "level"), [("eeeeeeee", 0), ("seeseees", 3), ("ssssssss", 8)])
def test_the_result_is_a_win_or_a_loss_with_the_level(sides: str, level: int) -> None:
    lost = rooms(sides=sides, p=10 if sides[3] == "s" else 11, x=4, G="15.1").play("/")
    assert lost.result is not None
    assert (lost.result.text, lost.result.scores) == (f"loss {level}", (-1.0,))
    cell = "51:b6,52:w6" if sides[6] == "s" else "33:b6,34:w6"
    won = rooms(sides=sides, p=9, q=13, x=24, e=7, base=cell, G="15.1")
    won.play(f"u{cell[:2]}+1")
    assert won.result is not None
    assert (won.result.text, won.result.scores) == (f"win {level}", (1.0,))
    assert fresh(sides=sides).result is None


@pytest.mark.rule("UFS-END-1", "UFS-END-2")
def test_no_position_is_lost_without_saying_so() -> None:
    for changes in ({"p": 12, "G": "15.1"}, {"d": 5}, {"q": 14}):
        with pytest.raises(BadNotation):
            rooms(**changes)


# What is told


@pytest.mark.rule("UFS-SHIP-5", "UFS-ICON-1", "UFS-ICON-6", "UFS-FIGHT-4", "UFS-FIGHT-5")
@pytest.mark.parametrize(
    ("text", "move", "steps"),
    [
        (position(state="L", hand="-"), "B1=5", ["die_rolled 0 5"]),
        (
            position(p=3, G="4.1,3.5", hand="b1,b1,b1,w1,w1"),
            "b1>15",
            [
                "die_placed 0 9 0",
                "ship_fell 3 4 4",
                "mothership_down 4",
                "ship_collected 4 0 0",
                "ship_collected 4 4 0",
            ],
        ),
        (
            position(G="1.4", R="13.4", hand="b2,b1,b1,w1,w1"),
            "b2>04",
            [
                "die_placed 0 3 0",
                "ship_fell 1 2 3",
                "ship_fell 13 14 3",
                "ship_shifted 2 3 2",
                "ship_shifted 14 3 4",
            ],
        ),
        (
            position(d=4, G="15.1", hand="b6,b1,b1,w1,w1"),
            "b6>21*",
            [
                "die_placed 0 10 1",
                "ship_fell 15 21 0",
                "city_hit 21 0 0",
                "damage_taken 5 5",
                "game_ended 0 1",
            ],
        ),
        (
            position(state="R", x=24, e=1, G="3.2", R="4.1", base="41:b4,42:w5"),
            "u41",
            ["room_used 20 6", "energy_gained 7 6", "ship_down 4 0 1", "ship_down 3 1 0"],
        ),
        (position(state="Q4"), "+1", ["research_done 1 1 4"]),
        (position(state="Q12", q=13), "+1", ["research_done 1 14 12", "game_ended 1 2"]),
        (position(state="B4"), "=11", ["robot_built 5 4"]),
        (position(state="R", bots="11:3"), "-11", ["robot_gone 5 3"]),
        (
            position(state="R", bots="11:1"),
            "u11",
            ["room_used 5 0", "robot_gone 5 1", "energy_gained 3 0"],
        ),
        (position(state="R", base="21:b4*"), "u21*", ["excavated 5 9"]),
        (position(state="R", base="13:b4"), "n13", ["room_skipped 7"]),
        (
            position(state="R", p=1, x=5, G="5.1,5.2,5.3,5.4", bots="15:3"),
            "/",
            [
                "excavator_back 5 4",
                "robot_gone 9 3",
                "mothership_down 2",
                "ship_entered 2 4 0",
                "round_begun 3",
            ],
        ),
        (
            position(state="R", p=6, q=5, G="9.1,9.2,9.3,9.4,9.5"),
            "/",
            ["research_back 5 3", "mothership_down 7", "round_begun 3"],
        ),
        (
            position(state="R", p=7, G="9.1,9.2,9.3,9.4,10.5"),
            "/",
            ["red_called 1", "mothership_down 8", "ship_entered 8 4 1", "round_begun 3"],
        ),
        (position(state="R", p=11, G="15.1"), "/", ["mothership_down 12 1", "game_ended 0 0"]),
    ],
)
def test_the_steps_of_a_move(text: str, move: str, steps: list[str]) -> None:
    match = at(text).play(move)
    notes = story(GAME, match.state_at(0), match.plies[0].move)
    found = [[note.step.wire, *note.values] for note in notes]
    for here, wanted in zip(found, steps, strict=True):
        name, *numbers = wanted.split()
        assert here[: len(numbers) + 1] == [name, *map(int, numbers)]
