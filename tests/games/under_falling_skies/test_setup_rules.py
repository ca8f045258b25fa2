"""The set-up of Under Falling Skies, rule by rule, and what all random games keep."""

import itertools
from collections import Counter

import pytest

from orrery.core.contract import CHANCE, Record
from orrery.core.runner import at_hand
from orrery.core.words import LANGUAGES
from orrery.games.under_falling_skies import notation
from orrery.games.under_falling_skies.cards import cell_text
from tests.games.under_falling_skies.positions import (
    GAME,
    START,
    at,
    fresh,
    games,
    legal,
    placing,
    play,
    refused,
    rooms,
    tell,
    walk,
)

pytestmark = pytest.mark.usefixtures("rules")

EASY = "eeeeeeee"
ROLL = "(b1 b2 b3 w4 w5)"
PHASES = "LPXRQBSWD"


# The start


@pytest.mark.rule("UFS-SETUP-3", "UFS-SETUP-4")
@pytest.mark.parametrize(("sides", "row"), [(EASY, 0), ("seeeeeee", 1), ("ssssssss", 1)])
def test_five_green_ships_on_the_start_spaces(sides: str, row: int) -> None:
    match = fresh(sides=sides)
    ships = ",".join(f"{row}.{column}" for column in range(1, 6))
    assert tell(match, "p G card") == f"p{row} G={ships} card=g0r0"
    play(match, f"{ROLL} b2>01")
    assert f"{row + 1}.1" in tell(match, "G")


@pytest.mark.rule("UFS-SETUP-5", "UFS-SETUP-6", "UFS-SETUP-7")
@pytest.mark.parametrize("sides", [EASY, "eeeeeees", "ssssssss"])
def test_the_markers_of_the_tracks(sides: str) -> None:
    assert tell(fresh(sides=sides), "e q d") == "e2 q0 d0"


@pytest.mark.rule("UFS-SETUP-4", "UFS-SETUP-6")
def test_settled_star_faces_start_otherwise() -> None:
    """A start space one row lower in column 3, and more energy: the words of the rules say so."""
    match = fresh(sides="seeeeees", stars="settled")
    assert tell(match, "p e G") == "p0 e5 G=0.1,0.2,1.3,0.4,0.5"
    for language in LANGUAGES:
        text = GAME.words.say(language, "rule.UFS-SETUP-6")
        assert "2" in text, language
        assert "5" in text, language


@pytest.mark.rule("UFS-SETUP-8", "UFS-SETUP-9")
@pytest.mark.parametrize(
    ("sides", "place", "cell", "open_rooms"),
    [
        (EASY, 5, "25", "01 02 03 04 05 11 12 13 15"),  # 14 is a tunnel
        ("eeeeesee", 4, "15", "01 02 03 04 05 11 12 13 14"),
        ("eeeeeese", 5, "25", "01 02 03 04 05 11 12 13 15"),
    ],
)
def test_where_the_excavator_starts_and_what_is_open(
    sides: str, place: int, cell: str, open_rooms: str
) -> None:
    match = fresh(sides=sides)
    view = match.view()
    assert (view["excavator"], view["path"][place]) == (place, cell)
    play(match, ROLL)
    placed = {text[3:] for text in legal(match, "bw")}
    assert {text for text in placed if "*" not in text} == set(open_rooms.split())
    assert f"{cell}*" not in placed


@pytest.mark.rule("UFS-SETUP-10", "UFS-SETUP-11", "UFS-SETUP-12")
def test_dice_robots_and_red_ships_are_off_the_board() -> None:
    match = fresh()
    assert tell(match, "R card sup bots hand base") == "R=- card=g0r0 sup=r2 bots=- hand=- base=-"
    assert [die["hand"] for die in match.view()["dice"]] == [True] * 5
    assert match.view()["robots"] == []
    play(match, ROLL)
    assert tell(match, "hand base") == "hand=b1,b2,b3,w4,w5 base=-"
    assert match.position == START.replace(" L ", " P ").replace("hand=-", "hand=b1,b2,b3,w4,w5")


@pytest.mark.rule("UFS-SETUP-11", "UFS-ROBOT-21")
def test_two_robots_can_be_built_and_no_third() -> None:
    match = rooms(e=7, x=24, base="12:b4,31:b5,44:b3")
    play(match, "u31=11 u12=13")
    assert tell(match, "bots") == "bots=11:5!,13:3!"
    match.play("u44")
    assert legal(match, "=") == ["=x"]


# What all games keep


def ships(record: Record) -> list[tuple[str, int, int]]:
    """Every ship on the board with its colour, row and column."""
    return [
        (colour, row, column)
        for colour in ("green", "red")
        for column in range(5)
        for row in notation.ship_rows(record, colour, column)
    ]


def phase(record: Record) -> str:
    return PHASES[int(record["under_falling_skies"])]


def test_random_games_see_every_phase() -> None:
    seen = Counter(phase(after) for match in games() for _, _, after in walk(match))
    assert all(seen[letter] >= 20 for letter in "LPXRQBSD"), seen
    robots = [int(after["robot_cell"][1]) >= 0 for m in games() for _, _, after in walk(m)]
    assert sum(robots) > 100


@pytest.mark.rule("UFS-INV-1", "UFS-INV-2")
def test_no_two_ships_share_a_space_and_all_are_between_mothership_and_city() -> None:
    for match in games():
        for _, _, after in walk(match):
            if phase(after) == "D":
                continue
            places = [(row, column) for _, row, column in ships(after)]
            assert len(places) == len(set(places))
            assert all(int(after["row"]) <= row <= 15 for row, _ in places)


@pytest.mark.rule("UFS-INV-3")
def test_five_green_ships_and_two_red_ones_at_all_times() -> None:
    for match in games():
        out = 0
        for before, event, after in walk(match):
            count = Counter(colour for colour, _, _ in ships(after))
            assert count["green"] + int(after["card_green"]) == 5
            reds = [
                Counter(colour for colour, _, _ in ships(record))["red"]
                + int(record["card_red"])
                + int(record["supply"])
                for record in (before, after)
            ]
            if reds[1] != reds[0]:
                assert event.text[0] == "u"
            out += reds[0] - reds[1]
            assert reds[1] + out == 2


@pytest.mark.rule("UFS-INV-4")
def test_after_placing_each_column_holds_one_action_die() -> None:
    found = 0
    for match in games():
        for before, _, after in walk(match):
            if phase(before) == "P" and phase(after) == "R":
                columns = [int(cell_text(int(cell))[1]) for cell in after["die_cell"]]
                assert sorted(columns) == [1, 2, 3, 4, 5]
                found += 1
    assert found > 50


@pytest.mark.rule("UFS-INV-5")
def test_there_is_always_something_to_do() -> None:
    rules = at_hand(GAME)
    for match in games():
        for ply in range(len(match.plies)):
            assert rules.moves(match.state_at(ply))


@pytest.mark.rule("UFS-INV-5", "UFS-PLACE-13")
def test_where_robots_stand_in_the_way_one_can_be_removed() -> None:
    match = placing(x=0, bots="01:2,02:3", hand="b1,b2", base="04:w1,05:w2,13:b2*")
    assert match.legal() == ["-01", "-02"]
    assert match.play("-01").legal() == ["b1>01", "b2>01", "-02"]


@pytest.mark.rule("UFS-INV-6", "UFS-ICON-9", "UFS-SHIP-7")
def test_no_ship_is_collected_before_its_own_icon_counted() -> None:
    """Every ship that ends on M moves the mothership, unless the game was lost before."""
    several = 0
    for match in games():
        sky = match.view()["sky"]
        for ply, (_, event, after) in enumerate(walk(match)):
            if event.text[0] not in "bw":
                continue
            steps = match.steps(ply)
            fell = [(s["target"], s["column"]) for s in steps if s["step"] == "ship_fell"]
            on_m = [row for row, column in fell if row < 16 and sky[row - 1][column - 1] == "M"]
            down = sum(step["step"] == "mothership_down" for step in steps)
            several += len(fell) > 1 and down > 0
            assert down == len(on_m) or phase(after) == "D"
    assert several > 5


@pytest.mark.rule("UFS-INV-7")
def test_where_a_robot_can_be_built_there_is_room_for_it() -> None:
    found = 0
    for match in games():
        for _, _, after in walk(match):
            if phase(after) != "B":
                continue
            here = at(GAME.notation.position_text(after), **match.options)
            for move in legal(here, "-")[1:]:
                here.play(move)
            assert len(legal(here, "=")) > 1
            found += 1
    assert found >= 20


@pytest.mark.rule("UFS-INV-13")
def test_research_rises_in_the_rooms_and_falls_by_the_mothership() -> None:
    changes: Counter[str] = Counter()
    for match in games():
        for before, event, after in walk(match):
            gain = int(after["research"]) - int(before["research"])
            if gain > 0:
                assert phase(before) == "Q"
                changes["rises"] += 1
            elif gain < 0:
                assert event.text == "/"
                changes["falls"] += 1
    assert min(changes["rises"], changes["falls"]) >= 5


@pytest.mark.rule("UFS-ENERGY-4")
def test_energy_changes_in_the_rooms_alone() -> None:
    changed = 0
    for match in games():
        for before, event, after in walk(match):
            assert 0 <= int(after["energy"]) <= 7
            if int(before["energy"]) != int(after["energy"]):
                assert phase(before) == "R"
                assert event.text[0] == "u"
                changed += 1
    assert changed > 50


@pytest.mark.rule("UFS-ROBOT-25")
def test_robots_stay_where_they_were_built() -> None:
    for match in games():
        for before, event, after in walk(match):
            was, now = (
                {
                    int(cell): int(value)
                    for cell, value in zip(r["robot_cell"], r["robot_value"], strict=True)
                    if int(cell) >= 0
                }
                for r in (before, after)
            )
            new = set(now) - set(was)
            assert {f"={cell_text(cell)}" for cell in new} <= {event.text}
            assert all(now[cell] <= was[cell] for cell in set(now) & set(was))


@pytest.mark.rule("UFS-RESPAWN-9")
def test_ships_leave_the_card_when_the_mothership_sends_them() -> None:
    for match in games():
        for before, event, after in walk(match):
            waiting = [int(r["card_green"]) + int(r["card_red"]) for r in (before, after)]
            if event.text[0] not in "/s":
                assert waiting[0] <= waiting[1]


@pytest.mark.rule("UFS-ROUND-2")
def test_rounds_follow_one_another_until_the_end() -> None:
    for match in games():
        for before, event, after in walk(match):
            assert int(after["round"]) - int(before["round"]) in (0, 1)
            if int(after["round"]) > int(before["round"]):
                assert event.text[0] in "/s"
                assert phase(after) == "L"
            elif event.text == "/":
                assert phase(after) in "SD"
        assert match.result is not None
        assert match.result.reason in ("research", "damage", "skull")


@pytest.mark.rule("UFS-PLACE-16")
def test_a_placed_die_stays_until_the_rooms() -> None:
    for match in games()[:8]:
        for before, _, after in walk(match):
            if phase(before) not in "PX" or phase(after) == "D":
                continue
            for die, cell in enumerate(before["die_cell"]):
                if int(cell) >= 0:
                    assert int(after["die_cell"][die]) == int(cell)
                    assert int(after["die_value"][die]) == int(before["die_value"][die])


@pytest.mark.rule("UFS-ROLL-5")
def test_rolls_are_logged_in_the_order_of_the_dice() -> None:
    names = ["B1", "B2", "B3", "W1", "W2"]
    for match in games()[:8]:
        for _, group in itertools.groupby(match.plies, key=lambda event: event.by):
            texts = [event.text for event in group]
            if texts[0][0] not in "BW":
                continue
            order = [names.index(text[:2]) for text in texts]
            assert order == sorted(set(order))
    match = fresh()
    for name in names:
        assert match.turn == CHANCE
        assert match.legal()[0] == f"{name}=1"
        match.play(f"{name}=4")
    assert refused(match, "B1=4") == "UFS-ROLL-1"
