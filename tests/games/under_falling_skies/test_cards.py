"""The eight cards: what is printed on them, what every mix of them keeps, and bad card files."""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from orrery.core.errors import BadData, BadNotation, BadOption
from orrery.core.match import Match
from orrery.games.under_falling_skies import cards, notation
from orrery.games.under_falling_skies.cards import CARD_FACES, CARDS, read_cards
from orrery.games.under_falling_skies.state import PHASES
from tests.games.under_falling_skies.positions import (
    GAME,
    START,
    at,
    fresh,
    games,
    play,
    position,
    random_match,
    rooms,
    tell,
    walk,
)

pytestmark = pytest.mark.usefixtures("rules")

FACES = (cards.EASY, cards.STAR, cards.GIVEN)
SKY_CARDS = ("sky1", "sky2", "sky3", "sky4")
ROWS = {
    "sky1": {"e": "_____ ___L_ _1R__ 2R__M", "s": "R____ __R__ _L_M2 M3__L"},
    "sky2": {"e": "__LR_ _LM2_ 3MR_4 R_3_L", "s": "M_L_M _M_54 R_4R_ 3R_7_"},
    "sky3": {"e": "M6_L_ R_3M2 _R_5_ _LM_L", "s": "_LM_L M5R__ R__M_ 6__L_"},
    "sky4": {"e": "5_L4M _35R_ ___M6", "s": "_5MM_ M_L5M 7M5M6"},
}
EFFECTS = {
    "sky1": {"e": "none dig-1 red res-1", "s": "dig-2 dig-2 red dig-1"},
    "sky2": {"e": "dig-1 dig-2 res-2 red", "s": "red res-2 res-2 dig-1"},
    "sky3": {"e": "dig-1 dmg none skull", "s": "dmg res-1 skull none"},
    "sky4": {"e": "none none none", "s": "none none none"},
}
ROOMS = {
    "upper": {
        "e": "11 energy -1 0; 12 robot -1 1; 13 fighter -1 1; 15 research -1 1; 21 research 0 1;"
        " 22,23 energy 0 0; 24 fighter 0 2",
        "s": "11,12 energy -2 0; 13 fighter 0 2; 14 research -2 0; 21 fighter 1 2;"
        " 22 research 1 2; 24,25 energy,robot -6 0",
    },
    "lower": {
        "e": "31 robot 0 2; 32 fighter 1 2; 33,34 research 0 1; 35 energy 0 0;"
        " 41,42 energy,fighter -3 0; 44 robot 0 1; 45 fighter 0 1; 52,53,54 research 0 1",
        "s": "31 robot -1 0; 32,33 fighter,research -3 3; 34 energy -1 0; 35 fighter -1 0;"
        " 42,43 fighter 0 0; 44 robot 0 2; 45,55 research 0 1; 51,52 research 2 3",
    },
}
PATHS = {
    "upper": dict.fromkeys("es", "11 12 13 14 15 25 24 23 22 21"),
    "lower": {
        "e": "31 32 33 34 35 45 44 43 42 41 51 52 53 54 55",
        "s": "31 32 33 34 35 45 55 54 44 43 42 41 51 52 53",
    },
}
RESEARCH = {
    "e": [3, 1, 4, 2, 3, 2, 6, 2, 1, 4, 7, 4, 2, 12],
    "s": [2, 2, 5, 1, 4, 5, 2, 2, 7, 1, 7, 3, 4, 12],
}
ALL_SIDES = ["".join(letters) for letters in itertools.product("es", repeat=8)]


def turned(card: str) -> str:
    """The sides with one card on its star side."""
    return "".join("s" if name == card else "e" for name in CARDS)


def rooms_seen(view: dict[str, Any]) -> set[str]:
    """The rooms that a view shows, without the AA row, written as in ROOMS."""
    return {
        f"{','.join(room['cells'])} {','.join(sorted(room['kinds']))} {room['modifier']}"
        f" {room['cost']}"
        for room in view["rooms"]
        if room["kinds"] != ["aa"]
    }


def rooms_printed(sides: str) -> set[str]:
    return {*ROOMS["upper"][sides[5]].split("; "), *ROOMS["lower"][sides[6]].split("; ")}


def sky_printed(table: dict[str, dict[str, str]], sides: str) -> list[str]:
    return " ".join(table[card][sides[1 + k]] for k, card in enumerate(SKY_CARDS)).split()


# What there is


@pytest.mark.rule("UFS-COMP-1")
def test_one_player() -> None:
    assert fresh().seats == 1
    assert fresh(players=1).turn == -1
    for players in (0, 2):
        with pytest.raises(BadOption):
            fresh(players=players)


@pytest.mark.rule("UFS-COMP-2", "UFS-LEVEL-1", "UFS-LEVEL-5")
@pytest.mark.parametrize("card", CARDS)
def test_every_card_has_another_side_that_changes_what_is_printed_on_it(card: str) -> None:
    easy, star = fresh().view(), fresh(sides=turned(card)).view()
    changed = {name for name in easy if easy[name] != star[name]} - {"sides", "level", "unsure"}
    wanted = {
        "mothership": {"row", "ships"},
        "sky1": {"sky", "effects"},
        "sky2": {"sky", "effects"},
        "sky3": {"sky", "effects", "skull"},
        "sky4": {"sky"},
        "upper": {"rooms", "excavator"},
        "lower": {"rooms", "path", "limit"},
        "tracks": {"numbers"},
    }
    assert changed == wanted[card]
    where = [row for row in range(15) if easy["sky"][row] != star["sky"][row]]
    if card in SKY_CARDS:
        first = 4 * SKY_CARDS.index(card)
        assert where == list(range(first, min(first + 4, 15)))
    else:
        assert where == []


@pytest.mark.rule("UFS-COMP-2", "UFS-SETUP-1", "UFS-SETUP-2", "UFS-DIG-1", "UFS-LEVEL-2")
@pytest.mark.parametrize("sides", ALL_SIDES[::5] + ALL_SIDES[-1:])
def test_what_is_printed_from_top_to_bottom(sides: str) -> None:
    view = fresh(sides=sides).view()
    assert view["sky"] == sky_printed(ROWS, sides)
    assert view["effects"] == sky_printed(EFFECTS, sides)
    assert rooms_seen(view) == rooms_printed(sides)
    assert view["path"] == [
        *PATHS["upper"][sides[5]].split(),
        *PATHS["lower"][sides[6]].split(),
    ]
    assert view["numbers"] == RESEARCH[sides[7]]
    assert view["skull"] == {"e": 12, "s": 11}[sides[3]]
    assert view["limit"] == 2 + {"e": 3, "s": 2}[sides[6]]
    assert (view["energy"], view["energy_most"]) == (2, 7)


@pytest.mark.rule("UFS-COMP-3")
def test_a_ninth_card_has_no_side() -> None:
    assert len(CARDS) == len(CARD_FACES) == len(tell(fresh(), "sides")) == 8
    for sides in ("eeeeeeeee", "eeeeeee", "eeeeeeex", "EEEEEEEE", ""):
        with pytest.raises(BadOption):
            fresh(sides=sides)


@pytest.mark.rule("UFS-COMP-4")
def test_seven_dice_with_six_faces() -> None:
    match = fresh()
    dice = match.view()["dice"]
    assert [die["white"] for die in dice] == [False] * 3 + [True] * 2
    for die in dice:
        assert match.legal() == [f"{die['name']}={face}" for face in range(1, 7)]
        match.play(match.legal()[0])
    assert match.turn == 0
    for extra in ("hand=b1,b2,b3,b4,w5", "hand=b1,b2,w3,w4,w5"):
        with pytest.raises(BadNotation):
            at(position().replace("hand=b1,b2,b3,w4,w5", extra))
    assert len(rooms(bots="11:1,12:6").view()["robots"]) == 2
    with pytest.raises(BadNotation):
        rooms(bots="11:1,12:6,13:3")


@pytest.mark.rule("UFS-COMP-5")
def test_eleven_tokens() -> None:
    view = fresh().view()
    assert Counter(ship["colour"] for ship in view["ships"]) == {"green": 5}
    assert view["supply"] == 2
    markers = {name: view[name] for name in ("research", "energy", "damage", "excavator")}
    assert markers == {"research": 0, "energy": 2, "damage": 0, "excavator": 5}
    changes = {"card=g0r0": ("card=g1r0", "card=g0r1"), "sup=r2": ("sup=r3",), "R=-": ("R=1.1",)}
    for field, bad in changes.items():
        for text in bad:
            with pytest.raises(BadNotation, match=r"there are (five green|two red) ships"):
                at(START.replace(field, text))


def position_seen(view: Mapping[str, Any]) -> str:
    """The position, from nothing but what the player sees."""
    phase = "LPXRQBSWD"[PHASES.index(view["phase"])]
    if phase in "QB":
        phase += str(view["amount"] or 0)
    ships = {
        colour: ",".join(
            f"{row}.{column}"
            for column, row in sorted(
                (ship["column"], ship["row"]) for ship in view["ships"] if ship["colour"] == colour
            )
        )
        for colour in ("green", "red")
    }
    robots = [f"{r['cell']}:{r['value']}{'!' * r['tired']}" for r in view["robots"]]
    dice = [("bw"[die["white"]] + str(die["value"] or "?"), die) for die in view["dice"]]
    hand = [text for text, die in dice if die["hand"]]
    laid = sorted((die["cell"], text + "*" * die["digging"]) for text, die in dice if die["cell"])
    fields = {
        "G": ships["green"],
        "R": ships["red"],
        "card": f"g{view['card']['green']}r{view['card']['red']}",
        "sup": f"r{view['supply']}",
        "bots": ",".join(robots),
        "hand": "" if hand == ["b?", "b?", "b?", "w?", "w?"] else ",".join(hand),
        "base": ",".join(f"{cell}:{text}" for cell, text in laid),
    }
    return (
        f"UFS {view['sides']} r{view['round']} {phase} p{view['row']} e{view['energy']}"
        f" q{view['research']} d{view['damage']} x{view['excavator']} "
        + " ".join(f"{name}={text or '-'}" for name, text in fields.items())
    )


@pytest.mark.rule("UFS-COMP-6")
def test_the_player_sees_the_whole_state() -> None:
    assert not GAME.has_hidden
    for match in games()[:8]:
        for before, _, after in walk(match):
            for record in (before, after):
                seen = GAME.view(record, 0)
                assert position_seen(seen) == GAME.notation.position_text(record)
        assert match.view(0) == match.view()


# Levels


@pytest.mark.rule("UFS-LEVEL-2", "UFS-LEVEL-3")
def test_256_setups() -> None:
    boards = set()
    for sides in ALL_SIDES:
        match = fresh(sides=sides)
        view = match.view()
        assert tell(match, "sides") == view["sides"] == sides
        assert view["level"] == sides.count("s")
        parts = ("sky", "path", "numbers", "row", "excavator")
        boards.add((*(str(view[part]) for part in parts), str(sorted(rooms_seen(view)))))
    assert len(boards) == 256


@pytest.mark.rule("UFS-LEVEL-4")
def test_all_easy_sides_unless_something_else_is_asked_for() -> None:
    match = fresh()
    assert match.options["sides"] == "eeeeeeee"
    assert match.view()["level"] == 0
    assert match.position == START


@pytest.mark.rule("UFS-LEVEL-5")
@pytest.mark.parametrize(
    "sides", ["eeseeeee", "eeeseeee", "eeeeseee", "eeeeeese", "eeeeeees", "eesssess"]
)
def test_a_round_that_touches_no_star_side_goes_as_always(sides: str) -> None:
    line = "(b4 b3 b2 w1 w2) b4>11 b3>13 b2>12 w1>04 (w2) w2>15 u11 u13 u12=11 u15+0 /"
    wanted = play(fresh(), line).position
    assert play(fresh(sides=sides), line).position == wanted.replace("eeeeeeee", sides)


@pytest.mark.rule("UFS-LEVEL-6")
def test_sides_stay_as_they_are() -> None:
    for match in games():
        faces = {bytes(record["face"]) for _, _, record in walk(match)}
        assert len(faces) == 1
        assert tell(match, "sides") == match.options["sides"]
    with pytest.raises(BadNotation, match="sides"):
        at(START, sides="eeeeesee")


@pytest.mark.rule("UFS-LEVEL-7")
@pytest.mark.parametrize("stars", ["given", "settled"])
def test_a_star_side_is_said_to_be_unsure(stars: str) -> None:
    easy = fresh(stars=stars)
    assert easy.view()["unsure"] == []
    assert [key for key, _ in GAME.status(easy.state[0])] == ["status.round"]
    for card in CARDS:
        match = fresh(sides=turned(card), stars=stars)
        assert match.view()["unsure"] == [card]
        assert "status.unsure" in [key for key, _ in GAME.status(match.state[0])]
    assert fresh(sides="s" * 8, stars=stars).view()["unsure"] == list(CARDS)


def test_star_sides_as_settled_and_as_given() -> None:
    assert fresh().options["stars"] == "given"
    assert at(START, stars="settled").options["stars"] == "settled"
    assert GAME.read_options({})["stars"] == "settled"
    with pytest.raises(BadOption):
        fresh(stars="easy")
    for stars in ("given", "settled"):
        assert fresh(stars=stars).view() == fresh().view()
        assert random_match(1, sides="ssssssss", stars=stars).over


# What every mix keeps


def arrows(rows: list[str]) -> Iterator[tuple[str, int, int]]:
    """The row, the place and the direction of every arrow."""
    for row in rows:
        for place, icon in enumerate(row):
            if icon in "LR":
                yield row, place, {"L": -1, "R": 1}[icon]


@pytest.mark.rule("UFS-INV-8")
@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("card", SKY_CARDS)
def test_arrows_point_at_blank_spaces(card: str, face: int) -> None:
    found = list(arrows(CARD_FACES[card][face]["rows"]))
    assert found
    for row, place, way in found:
        assert 0 <= place + way < 5
        assert row[place + way] == "_"


BASES = list(itertools.product(FACES, FACES))


def base(upper: int, lower: int) -> Match:
    """A game with this base; settled star sides go with settled ones."""
    sides = f"eeeee{'es'[upper > 0]}{'es'[lower > 0]}e"
    return fresh(sides=sides, stars="given" if cards.GIVEN in (upper, lower) else "settled")


def base_view(upper: int, lower: int) -> dict[str, Any]:
    """What is seen of it."""
    return base(upper, lower).view()


@pytest.mark.rule("UFS-INV-9")
@pytest.mark.parametrize(("upper", "lower"), BASES)
def test_every_cell_belongs_to_one_room_or_tunnel(upper: int, lower: int) -> None:
    view = base_view(upper, lower)
    held = Counter(cell for room in view["rooms"] for cell in room["cells"])
    assert set(held.values()) == {1}
    everything = {f"{row}{column}" for row in range(6) for column in range(1, 6)}
    assert set(held) <= everything
    tunnels = everything - set(held)
    assert tunnels <= set(view["path"])
    match = base(upper, lower)
    kinds = {cell: notation.room_words(match.state[0], cards.cell_of(cell)) for cell in tunnels}
    assert set(kinds.values()) == {"@room.tunnel"}


@pytest.mark.rule("UFS-INV-10", "UFS-DIG-1")
@pytest.mark.parametrize(("upper", "lower"), BASES)
def test_the_path_visits_every_cell_in_neighbouring_steps(upper: int, lower: int) -> None:
    path = base_view(upper, lower)["path"]
    assert sorted(path) == [f"{row}{column}" for row in range(1, 6) for column in range(1, 6)]
    for one, two in itertools.pairwise(path):
        assert abs(int(one[0]) - int(two[0])) + abs(int(one[1]) - int(two[1])) == 1
    assert all(cell[0] in "12" for cell in path[:10])


@pytest.mark.rule("UFS-INV-11")
@pytest.mark.parametrize(("upper", "lower"), BASES)
def test_the_cells_of_a_room_are_a_stretch_of_the_path(upper: int, lower: int) -> None:
    view = base_view(upper, lower)
    for room in view["rooms"]:
        if room["kinds"] == ["aa"]:
            assert len(room["cells"]) == 1
            continue
        places = sorted(view["path"].index(cell) for cell in room["cells"])
        assert places == list(range(places[0], places[0] + len(places)))


@pytest.mark.rule("UFS-INV-12")
@pytest.mark.parametrize(("upper", "lower"), BASES)
def test_the_path_ends_in_a_tunnel(upper: int, lower: int) -> None:
    view = base_view(upper, lower)
    assert not any(view["path"][-1] in room["cells"] for room in view["rooms"])


@pytest.mark.rule("UFS-INV-14")
@pytest.mark.parametrize("stars", ["given", "settled"])
@pytest.mark.parametrize("sides", ["".join(mix) for mix in itertools.product("es", repeat=4)])
def test_every_sky_has_two_red_symbols_and_one_skull(sides: str, stars: str) -> None:
    view = fresh(sides=f"e{sides}eee", stars=stars).view()
    count = Counter(view["effects"])
    assert (count["red"], count["skull"]) == (2, 1)
    assert view["effects"][view["skull"] - 1] == "skull"
    assert len(view["effects"]) == len(view["sky"]) == 15


@pytest.mark.rule("UFS-AA-5", "UFS-AA-8")
@pytest.mark.parametrize(("upper", "lower"), BASES)
def test_the_row_under_the_city_is_five_aa_rooms(upper: int, lower: int) -> None:
    view = base_view(upper, lower)
    aa = [room for room in view["rooms"] if room["kinds"] == ["aa"]]
    assert [room["cells"] for room in aa] == [["01"], ["02"], ["03"], ["04"], ["05"]]
    assert {(room["modifier"], room["cost"]) for room in aa} == {(0, 0)}


def test_a_star_robot_room_never_makes_more_than_a_robot_can_show() -> None:
    """So the cap of six is never needed on these cards; see the tests of robots."""
    for face, card in itertools.product(FACES, ("upper", "lower")):
        for room in CARD_FACES[card][face]["rooms"]:
            if "robot" in room["effects"]:
                assert 6 * len(room["cells"].split()) + room["modifier"] <= 6


# Card files that cannot be right

TEXT = (Path(cards.__file__).parent / "data" / "cards.toml").read_text("utf-8")


def changed(face: str, old: str, new: str) -> str:
    """The file with a change in one face, `[upper.easy]` and what follows."""
    head, mark, rest = TEXT.partition(f"[{face}]\n")
    body, end, tail = rest.partition("\n[")
    assert mark, f"there is no face {face}"
    assert old in body, f"{face} does not hold {old}"
    return head + mark + body.replace(old, new, 1) + end + tail


def test_the_real_file_is_read() -> None:
    assert read_cards(TEXT) == CARD_FACES
    assert list(CARD_FACES) == list(CARDS)
    assert all(len(faces) == 3 for faces in CARD_FACES.values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXT + "\n[", "is no TOML"),
        (TEXT + "\n[sky5.easy]\n", "no card 'sky5'"),
        (TEXT.replace("[mothership.easy]", "[mothreship.easy]"), "Did you mean 'mothership'"),
        (TEXT.replace("[sky1.easy]", "[sky1.esay]"), "sky1 needs an easy and a star face"),
        (TEXT.replace("[tracks.star]", "[tracks.stars]"), "tracks needs an easy and a star face"),
        (TEXT + "\n[lower.hard]\n", "lower needs an easy and a star face"),
        ("", "mothership needs an easy and a star face"),
        ("mothership = 3\n", "mothership needs an easy and a star face"),
        (TEXT.replace('"red"', '"none"'), "'red' stands on the sky cards 2 times, not 0"),
        (TEXT.replace('"skull"', '"none"'), "'skull' stands on the sky cards 1 times, not 0"),
    ],
)
def test_a_file_that_is_wrong_as_a_whole(text: str, message: str) -> None:
    with pytest.raises(BadData, match=message):
        read_cards(text)


FIRST_ROOM = 'effects = ["energy"], cells = "11", modifier = -1, cost = 0'
PAIR = 'effects = ["energy", "fighter"], cells = "41 42", modifier = -3, cost = 0'
UPPER_PATH = "11 12 13 14 15 25 24 23 22 21"
LOWER_PATH = "31 32 33 34 35 45 44 43 42 41 51 52 53 54 55"
SKY1 = 'rows = ["_____", "___L_", "_1R__", "2R__M"]'
RESEARCH_LINE = "research = [3, 1, 4, 2, 3, 2, 6, 2, 1, 4, 7, 4, 2, 12]"
_, _, _after = TEXT.partition("[upper.easy]")
ROOM_LIST = "rooms = [" + _after.split("rooms = [")[1].split("\n]")[0] + "\n]"
BAD: list[tuple[str, str, str, str, str]] = [
    # face, what stands there, what is put in its place, the field, what the message says
    ("mothership.easy", "start_row = 0\n", "", "start_row", "it is missing"),
    ("mothership.easy", "start_row = 0", "start_row = 0\nstart_rows = 1", "start_rows",
     "no such field. Did you mean 'start_row'"),
    ("mothership.easy", "unsure = []", 'unsure = ["rows"]', "unsure", "lists fields of this face"),
    ("mothership.easy", "start_row = 0", "start_row = -1", "start_row", "from 0 to 4"),
    ("mothership.easy", "start_row = 0", "start_row = 5", "start_row", "from 0 to 4"),
    ("mothership.easy", "start_row = 0", "start_row = true", "start_row", "from 0 to 4"),
    ("mothership.easy", "start_row = 0", "start_row = 0.0", "start_row", "from 0 to 4"),
    ("mothership.easy", "start_row = 0", 'start_row = "0"', "start_row", "from 0 to 4"),
    ("mothership.easy", "[0, 0, 0, 0, 0]", "[0, 0, 0, 0]", "start_spaces", "5 whole numbers"),
    ("mothership.easy", "[0, 0, 0, 0, 0]", "[0, 0, 0, 0, 2]", "start_spaces", "from 0 to 1"),
    ("mothership.easy", "[0, 0, 0, 0, 0]", "[0, 0, 0, 0, false]", "start_spaces", "from 0 to 1"),
    ("mothership.easy", "[0, 0, 0, 0, 0]", "7", "start_spaces", "5 whole numbers"),
    ("tracks.easy", "energy_most = 7", "energy_most = 0", "energy_most", "from 1 to 9"),
    ("tracks.easy", "energy_most = 7", "energy_most = 10", "energy_most", "from 1 to 9"),
    ("tracks.easy", "energy_start = 2", "energy_start = 8", "energy_start", "from 0 to 7"),
    ("tracks.easy", "energy_start = 2", "energy_start = -1", "energy_start", "from 0 to 7"),
    ("tracks.easy", "2, 12]", "2]", "research", "14 whole numbers"),
    ("tracks.easy", "2, 12]", "0, 12]", "research", "from 1 to 30"),
    ("tracks.easy", "2, 12]", "2, 31]", "research", "from 1 to 30"),
    ("tracks.easy", RESEARCH_LINE, "", "research", "it is missing"),
    ("sky1.easy", SKY1, 'rows = "____"', "rows", "4 rows are wanted"),
    ("sky1.easy", '"_____", "___L_"', '"___L_"', "rows", "4 rows are wanted"),
    ("sky4.easy", '"5_L4M"', '"_____", "5_L4M"', "rows", "3 rows are wanted"),
    ("sky1.easy", '"_____"', '"____"', "rows", "row 1 needs five of"),
    ("sky1.easy", '"_1R__"', '"_8R__"', "rows", "row 3 needs five of"),
    ("sky1.easy", '"_1R__"', '"_0R__"', "rows", "row 3 needs five of"),
    ("sky1.easy", '"_1R__"', "13", "rows", "row 3 needs five of"),
    ("sky1.easy", '"_____"', '"L____"', "rows", "row 1, column 1, points at no blank space"),
    ("sky1.easy", '"_____"', '"____R"', "rows", "row 1, column 5, points at no blank space"),
    ("sky1.easy", '"_1R__"', '"_1L__"', "rows", "row 3, column 3, points at no blank space"),
    ("sky1.easy", '"___L_"', '"__LL_"', "rows", "row 2, column 4, points at no blank space"),
    ("sky1.easy", '"none", "dig-1"', '"dig-1"', "effects", "4 effects are wanted"),
    ("sky1.easy", '["none", "dig-1", "red", "res-1"]', '"none"', "effects", "4 effects are wanted"),
    ("sky1.easy", '"dig-1"', '"dig1"', "effects", "'dig1' is none. Did you mean 'dig-1'"),
    ("sky1.easy", '"dig-1"', '"dig-0"', "effects", "'dig-0' is none"),
    ("sky1.easy", '"dig-1"', "1", "effects", "'1' is none"),
    ("sky1.star", '"red"', '"none"', "effects", "'red' stands on the other face 1 times"),
    ("sky3.star", '"skull"', '"none"', "effects", "'skull' stands on the other face 1 times"),
    ("sky4.star", '["none"', '["red"', "effects", "'red' stands on the other face 0 times"),
    ("upper.easy", "damage_steps = 2", "damage_steps = 0", "damage_steps", "from 1 to 9"),
    ("lower.easy", "damage_steps = 3", "damage_steps = 10", "damage_steps", "from 1 to 9"),
    ("upper.easy", UPPER_PATH, "11 12 13 14 15 25 24 23 22", "path", "every cell of the card"),
    ("upper.easy", UPPER_PATH, f"{UPPER_PATH} 11", "path", "every cell of the card"),
    ("upper.easy", UPPER_PATH, f"{UPPER_PATH} 31", "path", "every cell of the card"),
    ("upper.easy", UPPER_PATH, f"01 {UPPER_PATH}", "path", "every cell of the card"),
    ("upper.easy", UPPER_PATH, "11 12 13 14 15 24 25 23 22 21", "path", "15 and 24 are no neigh"),
    ("upper.easy", UPPER_PATH, "11 12 13 14 15 21 22 23 24 25", "path", "15 and 21 are no neigh"),
    ("upper.easy", UPPER_PATH, "11-12", "path", "cells are written as in '11 12'"),
    ("upper.easy", UPPER_PATH, "11 16", "path", "cells are written as in '11 12'"),
    ("upper.easy", UPPER_PATH, "", "path", "cells are written as in '11 12'"),
    ("upper.easy", f'"{UPPER_PATH}"', "11", "path", "cells are written as in '11 12'"),
    ("lower.easy", LOWER_PATH, "55 54 53 52 51 41 42 43 44 45 35 34 33 32 31", "path",
     "21 and 55 are no neighbours"),
    ("upper.easy", 'excavator_start = "25"', 'excavator_start = "31"', "excavator_start",
     "a cell of the path is wanted"),
    ("upper.easy", 'excavator_start = "25"', "excavator_start = 5", "excavator_start",
     "a cell of the path is wanted"),
    ("upper.easy", ROOM_LIST, "rooms = 3", "rooms", "a list of rooms is wanted"),
    ("upper.easy", ", cost = 0}", "}", "rooms", "a room has cells, cost, effects, modifier"),
    ("upper.easy", ", cost = 0}", ", cost = 0, size = 1}", "rooms", "a room has cells, cost"),
    ("upper.easy", "{" + FIRST_ROOM + "}", "11", "rooms", "a room has cells, cost"),
    ("upper.easy", 'cells = "11"', 'cells = "1"', "rooms", "cells are written as in '11 12'"),
    ("upper.easy", 'cells = "11"', "cells = 11", "rooms", "cells are written as in '11 12'"),
    ("upper.easy", 'cells = "11"', 'cells = "31"', "rooms, 31", "lie on the card"),
    ("upper.easy", 'cells = "11"', 'cells = "01"', "rooms, 01", "lie on the card"),
    ("upper.easy", 'cells = "12"', 'cells = "11"', "rooms, 11", "in no other room"),
    ("upper.easy", 'cells = "12"', 'cells = "11 12"', "rooms, 11 12", "in no other room"),
    ("upper.easy", 'cells = "11"', 'cells = "11 11"', "rooms, 11 11", "in no other room"),
    ("upper.easy", 'cells = "11"', 'cells = "11 21"', "rooms, 11 21", "no stretch of the path"),
    ("upper.easy", 'cells = "13"', 'cells = "13 15"', "rooms, 13 15", "no stretch of the path"),
    ("upper.easy", 'effects = ["energy"]', "effects = []", "rooms, 11", "one or two effects"),
    ("upper.easy", 'effects = ["energy"]', 'effects = "energy"', "rooms, 11", "one or two effects"),
    ("upper.easy", 'effects = ["energy"]', 'effects = ["aa"]', "rooms, 11", "one or two effects"),
    ("lower.easy", PAIR, PAIR.replace('"fighter"', '"fighter", "robot"'), "rooms, 41 42",
     "one or two effects"),
    ("lower.easy", PAIR, PAIR.replace('"fighter"', '"energy"'), "rooms, 41 42",
     "do not go together"),
    ("lower.easy", PAIR, PAIR.replace('"energy", "fighter"', '"research", "robot"'),
     "rooms, 41 42", "research and a robot do not go together"),
    ("upper.easy", "modifier = -1", "modifier = -13", "rooms, 11", "from -12 to 12"),
    ("upper.easy", "modifier = -1", "modifier = 13", "rooms, 11", "from -12 to 12"),
    ("upper.easy", "modifier = -1", 'modifier = "-1"', "rooms, 11", "from -12 to 12"),
    ("upper.easy", "cost = 0", "cost = -1", "rooms, 11", "from 0 to 7"),
    ("upper.easy", "cost = 0", "cost = 8", "rooms, 11", "from 0 to 7"),
    ("lower.easy", "{" + PAIR + "}",
     "{" + PAIR + '},\n    {effects = ["energy"], cells = "55", modifier = 0, cost = 0}', "path",
     "it ends in a tunnel"),
]  # fmt: skip


@pytest.mark.parametrize(("face", "old", "new", "field", "message"), BAD)
def test_a_bad_card_is_named_with_its_field(
    face: str, old: str, new: str, field: str, message: str
) -> None:
    card, side = face.split(".")
    with pytest.raises(BadData) as refusal:
        read_cards(changed(face, old, new))
    said = refusal.value.message
    assert message in said
    assert said.startswith(f"cards.toml: {card}, {side}, {field}: ")
    assert refusal.value.detail == {"card": card, "face": side, "field": field}
    assert refusal.value.as_json()["error"]["code"] == "BadData"


def test_a_given_face_is_checked_too() -> None:
    bad = TEXT + "\n[mothership.given]\nstart_row = 9\n"
    if "[mothership.given]" in TEXT:
        bad = changed("mothership.given", "start_row", "start_rwo")
    with pytest.raises(BadData, match="mothership, given"):
        read_cards(bad)
    good = "\n[tracks.given]\nenergy_start = 4\n"
    if "[tracks.given]" not in TEXT:
        faces = read_cards(TEXT + good)["tracks"]
        assert [face["energy_start"] for face in faces] == [2, 2, 4]
        assert faces[2]["research"] == faces[1]["research"]


@pytest.mark.parametrize("kind", ["fighter", "robot"])
def test_a_corrected_card_is_taken(kind: str) -> None:
    text = changed("upper.easy", FIRST_ROOM, FIRST_ROOM.replace("energy", kind))
    assert read_cards(text)["upper"][0]["rooms"][0]["effects"] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        changed("mothership.easy", "unsure = []", "unsure = 3"),
        changed("mothership.easy", "unsure = []", "unsure = [[1]]"),
        changed("sky1.easy", '"dig-1"', '["dig-1"]'),
        changed("upper.easy", 'effects = ["energy"]', 'effects = [["energy"]]'),
        "[mothership]\neasy = 3\nstar = 4\n",
    ],
)
def test_a_value_of_the_wrong_kind_is_bad_data_too(text: str) -> None:
    with pytest.raises(BadData):
        read_cards(text)


def test_a_face_need_not_say_what_is_unsure() -> None:
    face = read_cards(changed("mothership.easy", "unsure = []", ""))["mothership"][0]
    assert face["unsure"] == []
