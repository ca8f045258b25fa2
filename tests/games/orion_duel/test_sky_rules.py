"""Options, chance, the board, the tiles, the set-up and the numbers of moves, rule by rule."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest

from orrery.core.contract import CHANCE
from orrery.core.dice import SeededDice
from orrery.core.errors import BadNotation, BadOption, IllegalMove
from orrery.core.game import State
from orrery.core.jit import twin
from orrery.core.match import Match
from orrery.core.runner import Runner, at_hand, compiled
from orrery.games.orion_duel import state
from orrery.games.orion_duel.sky import around
from tests.games.orion_duel import naive
from tests.games.orion_duel.positions import GAME, fresh, played
from tests.games.orion_duel.skies import at, path, play_out, random_match, result, sky

pytestmark = pytest.mark.usefixtures("rules")

SETUPS = ["preset1", "preset2", "preset3", "random", "free"]
EIGHT = "G@B2 G@B6 G@D5 G@F1 G@F9 G@H5 G@J2 G@J6"
SEVEN = "H@B4 H@D2 H@D8 H@F5 H@H2 H@H8 H@J4"
TIGHT = "G@A2 G@C2 G@D5 G@E8 G@F3 G@H1 G@I7 G@J2"
SIX = "G@A2 G@C8 G@D2 G@F5 G@H1 G@H9"


def refused(match: Match, move: str) -> str | None:
    before = match.position
    with pytest.raises(IllegalMove) as refusal:
        match.play(move)
    assert match.position == before
    return refusal.value.rule


def tokens(match: Match) -> dict[str, str]:
    cells = match.view()["cells"]
    return {
        name: cell["token"]
        for name, cell in zip(naive.CELLS, cells, strict=True)
        if cell["token"] is not None
    }


def hexes(match: Match) -> dict[str, str]:
    cells = match.view()["cells"]
    return {
        name: cell["hex"]
        for name, cell in zip(naive.CELLS, cells, strict=True)
        if cell["hex"] is not None
    }


def set_up(setup: str, seed: int = 1, first: str = "O") -> Match:
    """A match whose tokens all lie, placed at random where they are placed."""
    match = Match(GAME, {"setup": setup, "first": first}, dice=SeededDice(seed))
    rng = np.random.default_rng(seed)
    while match.view()["phase"] != "turn":
        match.play(int(rng.choice(match.legal_codes())))
    return match


def spaced(laid: dict[str, str]) -> bool:
    return all(
        naive.DISTANCE[a][b] >= (3 if laid[a] == laid[b] else 2)
        for a, b in itertools.combinations(laid, 2)
    )


# Options


@pytest.mark.rule("OD-OPT-1")
@pytest.mark.parametrize("setup", SETUPS)
def test_five_ways_to_set_up(setup: str) -> None:
    match = fresh(setup=setup, first="O")
    phase = {"random": "draw", "free": "galaxy"}.get(setup, "turn")
    assert match.view()["phase"] == phase
    if setup in naive.PRESETS:
        assert tokens(match) == naive.preset_tokens(setup)


@pytest.mark.rule("OD-OPT-1", "OD-OPT-2", "OD-OPT-3", "OD-OPT-4", "OD-OPT-5")
def test_the_defaults() -> None:
    assert GAME.read_options({}) == {
        "players": 2,
        "setup": "preset1",
        "flips": "on",
        "counting": "repeats",
        "first": "lot",
        "series": "single",
        "n": 2,
    }
    match = fresh()
    assert match.turn == CHANCE
    match.play("first O")
    assert tokens(match) == naive.preset_tokens("preset1")
    assert "V0f@F7" in match.legal()


@pytest.mark.rule("OD-OPT-1", "OD-OPT-2", "OD-OPT-3", "OD-OPT-4", "OD-OPT-5", "OD-SETUP-19")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("setup", "preset4"),
        ("setup", "X1"),
        ("setup", ""),
        ("flips", "maybe"),
        ("counting", "all"),
        ("first", "A"),
        ("series", "best_of_n"),
        ("n", 0),
        ("n", 10),
        ("players", 3),
    ],
)
def test_other_values_are_refused(name: str, value: object) -> None:
    with pytest.raises(BadOption):
        Match(GAME, {name: value}, rolls=False)


@pytest.mark.rule("OD-SETUP-19")
def test_only_these_five_are_offered() -> None:
    schema = next(option for option in GAME.options if option.name == "setup").schema()
    assert schema["enum"] == SETUPS


@pytest.mark.rule("OD-OPT-2", "OD-TILE-11", "OD-TILE-12")
def test_flips_on_and_off() -> None:
    on, off = played("preset1 O:"), played("preset1 O:", flips="off")
    flipped = {text for text in on.legal() if "f@" in text}
    assert {text[:3] for text in flipped} == {f"V{n}f" for n in range(6)}
    assert set(off.legal()) == set(on.legal()) - flipped
    assert refused(off, "V0f@F7") == "OD-TILE-12"
    assert hexes(on.play("V0f@F7")) == {"F7": "O", "E8": "O", "G8": "B"}


@pytest.mark.rule("OD-TILE-12")
def test_a_flip_that_is_off_does_not_save_a_blocked_player() -> None:
    """Orange has only bent tiles; blue must cover the galaxy of the last three cells."""
    runner, verdicts = at_hand(GAME), []
    laid = [name for name in naive.CELLS if name not in ("F5", "E6", "G6", "A1")]
    words = state.words_of([state.INDEX[name] for name in laid])
    for flips in ("on", "off"):
        options = GAME.read_options({"first": "B", "flips": flips})
        s = runner.begin(GAME.option_vector(options))
        s[0]["stock"][0] = [0, 0, 0, 0, 3, 0]
        s[0]["galaxies"], s[0]["holes"] = state.words_of([state.INDEX["G6"]]), 0
        s[0]["hexes"][1], s[0]["near"][1] = words, twin(around)(*words)
        s[0]["links"] = 7
        runner.play(s, state.INDEX["A1"])
        verdicts.append([GAME.notation.move_text(s[0], move) for move in runner.moves(s)])
    assert verdicts == [["V0f@F5"], []]


@pytest.mark.rule("OD-OPT-3")
def test_counting_decides_whether_a_second_link_counts() -> None:
    record = (
        "preset1 O: X1@K3 L1@I4 V0@I6 X4@G7 M0@E5 T4@F6 D2@E4 X5@D1 T5@I8 V0f@B3 V2@A3 X2@K2 V1@E3"
    )
    assert result(played(record)) == "O+c"
    assert result(played(record, counting="kinds")) is None


@pytest.mark.rule("OD-OPT-4", "OD-START-4", "OD-START-5")
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("first", ["O", "B"])
def test_who_is_first_can_be_named(setup: str, first: str) -> None:
    match = fresh(setup=setup, first=first)
    assert match.view()["first"] == "OB".index(first)
    if setup == "random":
        while match.turn == CHANCE:
            match.roll()
    assert match.turn == "OB".index(first)


@pytest.mark.rule("OD-OPT-5")
@pytest.mark.parametrize("n", range(1, 10))
def test_a_series_is_won_by_n_wins(n: int) -> None:
    assert fresh(series="first_to_n", n=n).view()["series"] == n
    assert fresh(n=n).view()["series"] == 0


@pytest.mark.rule("OD-OPT-6")
def test_options_hold_for_the_whole_series() -> None:
    given = {"setup": "preset2", "flips": "off", "counting": "kinds", "series": "first_to_n"}
    match = random_match(3, **given)
    names = ["setup", "flips", "kinds", "first_option", "series"]
    kept = [match.state_at(0)[0][name] for name in names]
    games = set()
    for ply in range(len(match.plies) + 1):
        s = match.state_at(ply)[0]
        assert [s[name] for name in names] == kept
        games.add(int(s["game"]))
    assert len(games) >= 2
    assert not any("f@" in event.text for event in match.plies)


# Players and chance


@pytest.mark.rule("OD-GEN-1")
def test_orange_and_blue() -> None:
    match = fresh()
    assert match.seats == 2
    assert [player["side"] for player in match.view()["players"]] == ["O", "B"]
    assert [GAME.words.say("en", f"side.{side}") for side in state.SIDES] == ["orange", "blue"]
    assert hexes(played("preset1 O: M0@E5")) == {"E5": "O"}
    assert hexes(played("preset1 B: M0@E5")) == {"E5": "B"}


@pytest.mark.rule("OD-GEN-2")
@pytest.mark.parametrize("setup", SETUPS)
def test_everybody_sees_everything(setup: str) -> None:
    match = Match(GAME, {"setup": setup}, dice=SeededDice(2))
    while not match.over and match.view()["tiles"] < 9:
        assert match.view(0) == match.view(1) == match.view()
        assert len(match.view()["cells"]) == 85
        match.play(match.legal()[-1])
    drawn = [dict(player["stock"]) for player in match.view(1)["players"]]
    assert drawn == [dict(zip("MDXLVT", map(int, text), strict=True)) for text in stocks(match)]
    assert sum(sum(stock.values()) for stock in drawn) == 28 - match.view()["tiles"]


def stocks(match: Match) -> list[str]:
    return match.position.split()[1].split("/")


def deciders(match: Match) -> list[tuple[str, bool]]:
    """The kind of every ply and whether it was chance."""
    names = {"G": "token", "H": "token", "S": "start", "f": "lot"}
    return [(names.get(event.text[0], "tile"), event.by == CHANCE) for event in match.plies]


@pytest.mark.rule("OD-GEN-3", "OD-GEN-4", "OD-GEN-5")
@pytest.mark.parametrize("setup", SETUPS)
def test_where_chance_and_decisions_are(setup: str) -> None:
    match = random_match(5, setup=setup, series="first_to_n", n=2)
    plies = deciders(match)
    assert plies[0] == ("lot", True)
    assert plies.count(("lot", True)) == 1
    games = int(match.state[0]["game"])
    chosen = Counter(plies)
    tiles = chosen.pop(("tile", False))
    assert tiles >= 14
    expected = {("lot", True): 1}
    if setup == "random":
        expected[("token", True)] = 15 * games
    if setup == "free":
        expected[("token", False)] = 15 * games
        expected[("start", False)] = games
    assert chosen == expected


@pytest.mark.rule("OD-GEN-4")
@pytest.mark.parametrize("setup", ["preset3", "random"])
def test_the_same_record_gives_the_same_result(setup: str) -> None:
    match = random_match(6, setup=setup)
    again = fresh(seed=99, setup=setup)
    for event in match.plies:
        again.play(event.text)
        if event.text[0] in "MDXLVT":
            assert again.turn != CHANCE
    assert again.state.tobytes() == match.state.tobytes()


@pytest.mark.rule("OD-GEN-6")
def test_the_same_seed_gives_the_same_start() -> None:
    starts = [Match(GAME, {"setup": "random"}, dice=SeededDice(seed)) for seed in (4, 4, 5, 6)]
    assert starts[0].position == starts[1].position
    assert len({match.position for match in starts}) == 3
    lots = {Match(GAME, {}, dice=SeededDice(seed)).view()["first"] for seed in range(12)}
    assert lots == {0, 1}


# The board


@pytest.mark.rule("OD-BOARD-1", "OD-BOARD-8")
def test_85_cells_without_the_corners() -> None:
    span = range(-5, 6)
    big = {(q, r) for q in span for r in span if max(abs(q), abs(r), abs(q + r)) <= 5}
    corners = {(5, 0), (0, 5), (-5, 5), (-5, 0), (0, -5), (5, -5)}
    assert set(state.CELLS) == big - corners
    assert len(state.CELLS) == state.CELL_COUNT == 85
    assert len(fresh().view()["cells"]) == 85


@pytest.mark.rule("OD-BOARD-2")
def test_neighbours_are_one_step_away() -> None:
    near: dict[int, set[int]] = {}
    for cell, place in enumerate(state.CELLS):
        q, r = place
        steps = {(q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)}
        near[cell] = {state.CELLS.index(other) for other in steps if other in state.CELLS}
        assert set(state.cells_of(*twin(around)(*state.words_of([cell])))) == near[cell]
        assert {k for k in range(85) if state.distance(place, state.CELLS[k]) == 1} == near[cell]
    assert sum(map(len, near.values())) == 2 * 222
    assert Counter(map(len, near.values())) == {6: 55, 5: 6, 4: 12, 3: 12}


@pytest.mark.rule("OD-BOARD-2")
def test_distances() -> None:
    for a, b in itertools.product(naive.CELLS, repeat=2):
        expected = naive.DISTANCE[a][b]
        assert state.distance(naive.CELLS[a], naive.CELLS[b]) == expected
    assert naive.DISTANCE["A1"]["K1"] == naive.DISTANCE["A4"]["K4"] == 10


ZONES = {
    "taurus": "A1 A2 A3 A4",
    "eridanus": "B1 C1 D1 E1",
    "lepus": "G1 H1 I1 J1",
    "monoceros": "K1 K2 K3 K4",
    "canis_major": "G10 H9 I8 J7",
    "gemini": "B7 C8 D9 E10",
}


def zone_table() -> dict[str, list[str]]:
    """Zone -> its cells, as the game has them."""
    return {
        name: [state.NAMES[cell] for cell in state.cells_of(*state.ZONES[pair, k])]
        for pair, names in enumerate(state.ZONE_NAMES)
        for k, name in enumerate(names)
    }


@pytest.mark.rule("OD-BOARD-3")
def test_the_constellations_clockwise_from_the_left() -> None:
    def angle(name: str) -> float:
        places = [naive.CELLS[cell] for cell in zone_table()[name]]
        x = sum(1.5 * q for q, _ in places)
        y = sum(math.sqrt(3) * (r + q / 2) for q, r in places)
        return (math.atan2(y, x) - math.pi) % (2 * math.pi)

    assert sorted(zone_table(), key=lambda name: round(angle(name), 6)) == list(ZONES)
    for name in ZONES:
        assert GAME.words.say("en", f"zone.{name}") == name.replace("_", " ").title()


@pytest.mark.rule("OD-BOARD-4")
def test_the_four_cells_of_each_zone() -> None:
    assert zone_table() == {
        name: sorted(cells.split(), key=list(naive.CELLS).index) for name, cells in ZONES.items()
    }


@pytest.mark.rule("OD-BOARD-5")
def test_opposite_zones_have_one_colour() -> None:
    pairs = {frozenset(pair) for pair in state.ZONE_NAMES}
    order = list(ZONES)
    assert pairs == {frozenset((order[k], order[k + 3])) for k in range(3)}
    colours = dict(zip(state.PAIR_COLOURS, map(tuple, state.ZONE_NAMES), strict=True))
    assert set(colours["purple"]) == {"taurus", "monoceros"}
    assert set(colours["red"]) == {"eridanus", "canis_major"}
    assert set(colours["green"]) == {"lepus", "gemini"}


@pytest.mark.rule("OD-BOARD-6")
def test_zones_do_not_overlap_and_are_the_rim_less_six() -> None:
    cells = [cell for zone in zone_table().values() for cell in zone]
    assert len(cells) == len(set(cells)) == 24
    assert set(cells) == {cell for cell in naive.CELLS if naive.DISTANCE["F5"][cell] == 5}
    assert not {"B2", "B6", "F1", "F9", "J2", "J6"} & set(cells)


PAIRS = {"purple": ("A2", "K3"), "red": ("C1", "H9"), "green": ("I1", "C8")}


@pytest.mark.rule("OD-BOARD-7")
@pytest.mark.parametrize("colour", PAIRS)
@pytest.mark.parametrize("side", ["O", "B"])
def test_either_player_may_link_any_pair(side: str, colour: str) -> None:
    start, goal = PAIRS[colour]
    way = path([start], goal, naive.preset_tokens("preset1"))
    chain = [cell for cell in way if cell != way[5]]
    laid = (chain, []) if side == "O" else ([], chain)
    match = at(sky(*laid, mover=side, empty=way)).play(f"M0@{way[5]}")
    assert match.view()["players"]["OB".index(side)]["links"] == [colour]
    assert result(match) == f"{side}+c"


@pytest.mark.rule("OD-BOARD-8")
def test_the_corners_take_nothing_and_connect_nothing() -> None:
    for corner in ("A0", "A5", "F0", "F10", "K5", "E11"):
        for move in (f"M0@{corner}", f"G@{corner}"):
            with pytest.raises(BadNotation):
                fresh(setup="free", first="O").play(move)
    match = played("preset1 O:")
    assert refused(match, "X1@A4") == "OD-PLACE-2"
    assert refused(match, "X4@A1") == "OD-PLACE-2"
    low, high = twin(around)(*state.words_of([state.INDEX["A4"]]))
    assert [state.NAMES[cell] for cell in state.cells_of(low, high)] == ["A3", "B5", "B6"]


# The tiles

SHAPES = {
    "M": ([(0, 0)], []),
    "D": ([(0, 0), (1, 0)], []),
    "X": ([(0, 0)], [(1, 0)]),
    "L": ([(0, 0), (-1, 0)], [(1, 0)]),
    "V": ([(0, 0), (-1, 0)], [(1, -1)]),
    "T": ([(0, 0), (1, -1)], [(1, 0)]),
}
Hex = tuple[int, int]
Shape = tuple[list[Hex], list[Hex]]


def turned(hexes_: list[Hex], n: int, flip: bool) -> list[Hex]:
    found = []
    for q, r in hexes_:
        a, b = (q, -q - r) if flip else (q, r)
        for _ in range(n):
            a, b = -b, a + b
        found.append((a, b))
    return found


def laid_at(slot: str, anchor: str, side: str = "O") -> dict[str, str]:
    """The cells that a tile covers, and their colours, on a sky without tokens."""
    q, r = naive.CELLS[anchor]
    other = {"O": "B", "B": "O"}[side]
    covered = {}
    for hexes_, colour in zip(SHAPES[slot[0]], (side, other), strict=True):
        for a, b in turned(hexes_, int(slot[1]), slot[-1] == "f"):
            covered[naive.NAMES[q + a, r + b]] = colour
    return covered


def bare(**options: object) -> tuple[Runner, State]:
    """A turn of orange on a sky without tokens."""
    runner = at_hand(GAME)
    s = runner.begin(GAME.option_vector(GAME.read_options({"setup": "free", **options})))
    s[0]["orion_duel"], s[0]["first"] = state.TURN, 0
    return runner, s


@pytest.mark.rule(
    "OD-TILE-3",
    "OD-TILE-4",
    "OD-TILE-5",
    "OD-TILE-6",
    "OD-TILE-7",
    "OD-TILE-8",
    "OD-TILE-10",
    "OD-TILE-11",
    "OD-PLACE-1",
)
@pytest.mark.parametrize("side", ["O", "B"])
@pytest.mark.parametrize("slot", state.SLOT_NAMES)
def test_the_hexes_of_a_tile(slot: str, side: str) -> None:
    match = played(f"preset1 {side}: {slot}@F7")
    assert hexes(match) == laid_at(slot, "F7", side)


@pytest.mark.rule("OD-TILE-5", "OD-TILE-6", "OD-TILE-7", "OD-TILE-8", "OD-TILE-4")
def test_the_shapes_of_the_tiles() -> None:
    def distances(slot: str) -> tuple[int, int, int]:
        """From the one own hex to the other, and from both to the third, the anchor last."""
        found = hexes(played(f"preset1 O: {slot}@F7"))
        (second,) = [cell for cell in found if cell != "F7" and found[cell] == "O"]
        (third,) = [cell for cell in found if found[cell] == "B"]
        near = naive.DISTANCE
        return near["F7"][second], near[second][third], near["F7"][third]

    for n in range(6):
        assert distances(f"L{n}") == distances(f"V{n}") == distances(f"V{n}f") == (1, 2, 1)
        assert distances(f"T{n}") == (1, 1, 1)
        line = sorted(naive.CELLS[cell] for cell in hexes(played(f"preset1 O: L{n}@F7")))
        assert line[0][0] + line[2][0] == 2 * line[1][0]
        assert line[0][1] + line[2][1] == 2 * line[1][1]
        bent = sorted(naive.CELLS[cell] for cell in hexes(played(f"preset1 O: V{n}@F7")))
        assert tuple(np.add(bent[0], bent[2])) != tuple(np.multiply(bent[1], 2))


@pytest.mark.rule("OD-TILE-1", "OD-TILE-2", "OD-TILE-15")
@pytest.mark.parametrize("setup", SETUPS)
def test_fourteen_tiles_each_from_the_first_turn(setup: str) -> None:
    match = set_up(setup)
    full = {"M": 1, "D": 1, "X": 3, "L": 3, "V": 3, "T": 3}
    assert [player["stock"] for player in match.view()["players"]] == [full, full]
    assert sum(full.values()) == state.TILES == 14
    assert {text[0] for text in match.legal()} == set(full)
    second = match.play(next(text for text in match.legal() if text[0] == "X"))
    assert {text[0] for text in second.legal()} == set(full)


@pytest.mark.rule("OD-TILE-2")
@pytest.mark.parametrize("record", ["X3@F7 T1@D5 L2@E3 V4f@H7 D1@C6", "M0@E5 M0@G4 T0@H6 V5@I3"])
def test_the_sets_are_equal_with_colours_exchanged(record: str) -> None:
    one, two = hexes(played(f"preset1 O: {record}")), hexes(played(f"preset1 B: {record}"))
    exchange = {"O": "B", "B": "O"}
    assert {cell: exchange[colour] for cell, colour in one.items()} == two


@pytest.mark.rule("OD-TILE-9")
def test_hexes_of_one_colour_on_a_tile_touch() -> None:
    for slot in state.SLOT_NAMES:
        found = hexes(played(f"preset1 O: {slot}@F7"))
        for a, b in itertools.combinations(found, 2):
            assert found[a] != found[b] or naive.DISTANCE[a][b] == 1


@pytest.mark.rule("OD-TILE-10", "OD-TILE-11")
def test_all_orientations_are_offered_on_the_open_board() -> None:
    ways = {text.split("@")[0] for text in played("preset1 O:").legal()}
    assert ways == set(state.SLOT_NAMES)
    assert len(ways) == 34
    flat = {text.split("@")[0] for text in played("preset1 O:", flips="off").legal()}
    assert len(flat) == 28


@pytest.mark.rule("OD-TILE-13")
def test_equal_tiles_are_not_told_apart() -> None:
    legal = played("preset1 O:").legal()
    assert len(legal) == len(set(legal))
    one, two = played("preset1 O: X3@F7 M0@I4 X0@C6"), played("preset1 O: X0@C6 M0@I4 X3@F7")
    assert one.position == two.position
    assert one.view()["players"][0]["stock"]["X"] == 1


@pytest.mark.rule("OD-TILE-14")
def test_all_tiles_cover_36_hexes_of_each_colour() -> None:
    record = (
        "preset3 B: T4@D8 T5@F7 L3@G6 L4@C2 L4@B3 L3@F1 T2@H4 T2@G8 V5f@J3 T2@C5 V2@E4 L5@H3 L4@A2"
        " V4f@D2 V5f@J6 V4f@H8 T3@I1 V5f@I3 X4@E8 X4@D6 X1@E9 X3@D9 X3@B6 X4@K3 D0@E2 D0@I5 M0@D3"
        " M0@G3"
    )
    match = played(record)
    assert Counter(hexes(match).values()) == {"O": 36, "B": 36}
    assert match.view()["tiles"] == 28
    assert 85 - len(hexes(match)) == 13


# Setting up


@pytest.mark.rule("OD-SETUP-1", "OD-SETUP-18", "OD-SETUP-2", "OD-SETUP-3", "OD-SETUP-4")
@pytest.mark.parametrize("setup", SETUPS)
def test_every_finished_set_up_is_sound(setup: str) -> None:
    for seed in range(6 if setup in ("random", "free") else 1):
        match = set_up(setup, seed)
        laid = tokens(match)
        assert Counter(laid.values()) == {"g": 8, "h": 7}
        assert hexes(match) == {}
        assert spaced(laid)


@pytest.mark.rule("OD-SETUP-2")
def test_galaxies_are_three_apart() -> None:
    match = played("free O: G@F5")
    allowed = {f"G@{cell}" for cell in naive.CELLS if naive.DISTANCE["F5"][cell] >= 3}
    assert set(match.legal()) == allowed
    assert refused(match, "G@F7") == "OD-SETUP-2"
    assert match.play("G@F8").turn == 0


@pytest.mark.rule("OD-SETUP-3")
def test_holes_are_three_apart() -> None:
    match = played(f"free O: {EIGHT} H@F5")
    assert refused(match, "H@F3") == "OD-SETUP-3"
    away = {naive.DISTANCE["F5"][text[2:]] for text in match.legal()}
    assert away == {3, 4, 5}


@pytest.mark.rule("OD-SETUP-4")
def test_a_hole_is_not_next_to_a_galaxy() -> None:
    match = played(f"free O: {EIGHT}")
    assert refused(match, "H@D4") == "OD-SETUP-4"
    near = {cell for galaxy in EIGHT.split() for cell in naive.NEIGHBOURS[galaxy[2:]]}
    legal = {text[2:] for text in match.legal()}
    assert not legal & near
    assert any(naive.DISTANCE["D5"][cell] == 2 for cell in legal)


@pytest.mark.rule("OD-SETUP-5")
def test_no_cell_is_barred() -> None:
    assert {text[2:] for text in fresh(setup="free", first="O").legal()} == set(naive.CELLS)
    holes = {text[2:] for text in played(f"free O: {EIGHT}").legal()}
    zones = {cell for zone in ZONES.values() for cell in zone.split()}
    assert len(holes & zones) > 10
    assert tokens(fresh(setup="preset2", first="O")).keys() & zones


@pytest.mark.rule("OD-SETUP-6", "OD-SETUP-7", "OD-SETUP-20", "OD-START-1", "OD-START-5")
@pytest.mark.parametrize("first", ["O", "B"])
def test_one_places_galaxies_and_the_other_holes(first: str) -> None:
    match = fresh(setup="free", first=first)
    placer = "OB".index(first)
    for k in range(15):
        assert match.turn == (placer if k < 8 else 1 - placer)
        assert {text[0] for text in match.legal()} == {"G" if k < 8 else "H"}
        assert match.view()["left"] == (8 - k if k < 8 else 15 - k)
        match.play(f"{EIGHT} {SEVEN}".split()[k])
    assert match.turn == placer
    assert match.legal() == ["S+", "S-"]


@pytest.mark.rule("OD-SETUP-7", "OD-SETUP-20")
def test_nothing_else_is_done_while_tokens_are_placed() -> None:
    galaxies = played("free O: G@F5")
    holes = played(f"free O: {EIGHT} H@F5")
    for move in ("S+", "M0@A1", "first O"):
        assert refused(galaxies, move) == "OD-SETUP-7"
        assert refused(holes, move) == "OD-SETUP-20"


@pytest.mark.rule("OD-SETUP-8")
def test_all_galaxies_come_before_the_first_hole() -> None:
    moves = EIGHT.split()
    for k in range(8):
        match = played(f"free O: {' '.join(moves[:k])}")
        assert refused(match, "H@F5") == "OD-SETUP-8"
    assert "H@F5" in played(f"free O: {EIGHT}").legal()
    assert refused(played(f"free O: {EIGHT}"), "G@F5") == "OD-SETUP-8"
    assert tokens(played(f"free O: {EIGHT} H@F5"))["F5"] == "h"


@pytest.mark.rule("OD-SETUP-9", "OD-SETUP-11", "OD-SETUP-12")
@pytest.mark.parametrize("seed", range(4))
def test_every_cell_that_keeps_the_rules_may_be_chosen(seed: int) -> None:
    match, rng = fresh(setup="free", first="O"), np.random.default_rng(seed)
    while match.view()["phase"] != "start":
        laid = tokens(match)
        kind = "g" if len(laid) < 8 else "h"
        assert [text[2:] for text in match.legal()] == naive.token_cells(laid, kind)
        match.play(awkward(match, rng) if seed % 2 else int(rng.choice(match.legal_codes())))


@pytest.mark.rule("OD-SETUP-10", "OD-SETUP-1")
def test_a_token_stays_where_it_was_placed() -> None:
    match = fresh(setup="free", first="B")
    laid: dict[str, str] = {}
    for move in f"{EIGHT} {SEVEN}".split():
        for cell in laid:
            kind = "G" if len(laid) < 8 else "H"
            assert refused(match, f"{kind}@{cell}") == "OD-SETUP-1"
        match.play(move)
        assert laid.items() <= tokens(match).items()
        laid = tokens(match)
        assert len(laid) == len(match.plies)


@pytest.mark.rule("OD-SETUP-11")
def test_a_galaxy_leaves_room_for_the_others() -> None:
    match = played(f"free O: {SIX}")
    assert all(naive.DISTANCE["J4"][move[2:]] >= 3 for move in SIX.split())
    assert refused(match, "G@J4") == "OD-SETUP-11"
    assert match.play("G@J3").legal()
    fewer = played(f"free O: {SIX.rsplit(' ', 1)[0]}")
    assert "G@J4" in fewer.legal()


@pytest.mark.rule("OD-SETUP-12")
def test_a_hole_leaves_room_for_the_others() -> None:
    match = played(f"free O: {TIGHT} H@D1 H@F9 H@J4")
    laid = tokens(match)
    assert "G5" in naive.spaced_cells(laid, "h")
    assert refused(match, "H@G5") == "OD-SETUP-12"
    assert match.play("H@H3").turn == 1


@pytest.mark.rule("OD-SETUP-13")
def test_the_tightest_galaxies_leave_room_for_exactly_seven_holes() -> None:
    match = played(f"free O: {TIGHT}")
    room = tuple(naive.spaced_cells(tokens(match), "h"))
    assert naive.has_room(room, 7)
    assert not naive.has_room(room, 8)
    for seed in range(4):
        full = play_until_start(played(f"free O: {TIGHT}"), seed)
        assert Counter(tokens(full).values()) == {"g": 8, "h": 7}


def play_until_start(match: Match, seed: int) -> Match:
    rng = np.random.default_rng(seed)
    while match.view()["phase"] != "start":
        match.play(int(rng.choice(match.legal_codes())))
    return match


@pytest.mark.rule("OD-SETUP-14", "OD-SETUP-15", "OD-SETUP-16", "OD-SETUP-18")
@pytest.mark.parametrize(
    ("setup", "galaxies", "holes"),
    [
        ("preset1", "B2 B6 D5 F1 F9 H5 J2 J6", "B4 D2 D8 F5 H2 H8 J4"),
        ("preset2", "A1 A4 D5 F1 F9 H5 K1 K4", "B1 B4 B7 F5 J1 J4 J7"),
        ("preset3", "A2 D2 D6 D9 H1 H4 H8 K3", "B6 C4 E8 F5 G3 I5 J2"),
    ],
)
def test_the_presets(setup: str, galaxies: str, holes: str) -> None:
    laid = tokens(fresh(setup=setup, first="B"))
    assert {cell for cell in laid if laid[cell] == "g"} == set(galaxies.split())
    assert {cell for cell in laid if laid[cell] == "h"} == set(holes.split())
    assert spaced(laid)


@pytest.mark.rule("OD-SETUP-17")
def test_each_draw_is_as_likely_for_all_cells_of_a_free_set_up() -> None:
    drawn, free = fresh(seed=3, setup="random", first="O"), fresh(setup="free", first="O")
    for k in range(15):
        assert drawn.turn == CHANCE
        assert drawn.legal() == free.legal()
        assert drawn.weights() == [1] * len(free.legal())
        assert drawn.legal()[0][0] == ("G" if k < 8 else "H")
        assert refused(drawn, "M0@A1") == "OD-SETUP-17"
        free.play(drawn.roll())
    assert tokens(drawn) == tokens(free)
    assert drawn.turn == 0


@pytest.mark.rule("OD-SETUP-21")
@pytest.mark.parametrize("first", ["lot", "B"])
def test_a_random_set_up_never_gets_stuck(first: str) -> None:
    for seed in range(20):
        match = Match(GAME, {"setup": "random", "first": first}, dice=SeededDice(seed))
        assert match.view()["phase"] == "turn"
        draws = [event.text for event in match.plies if event.text[0] in "GH"]
        assert len(set(draws)) == len(draws) == 15
        assert {f"{kind.upper()}@{cell}" for cell, kind in tokens(match).items()} == set(draws)


def awkward(match: Match, rng: np.random.Generator) -> int:
    return most_awkward(at_hand(GAME), match.state, match.legal_codes(), rng)


def most_awkward(runner: Runner, s: State, moves: list[int], rng: np.random.Generator) -> int:
    """A cell that leaves the fewest cells for the next token."""
    left = []
    for move in moves:
        after = s.copy()
        runner.play(after, move)
        left.append(len(runner.moves(after)))
    fewest = min(left)
    return int(rng.choice([m for m, n in zip(moves, left, strict=True) if n == fewest]))


def free_set_up(runner: Runner, seed: int, by_awkward_player: bool) -> dict[str, str]:
    """Lay all tokens; an awkward player begins with a random one."""
    s = runner.begin(GAME.option_vector(GAME.read_options({"setup": "free", "first": "O"})))
    rng = np.random.default_rng(seed)
    for k in range(15):
        moves = runner.moves(s)
        assert moves, f"set-up {seed} is stuck after {k} tokens"
        if k and by_awkward_player:
            move = most_awkward(runner, s, moves, rng)
        else:
            move = moves[int(rng.integers(len(moves)))]
        runner.play(s, move)
    assert int(s[0]["orion_duel"]) == state.START
    found = [state.cells_of(*s[0][name]) for name in ("galaxies", "holes")]
    return {
        state.NAMES[cell]: kind for kind, cells in zip("gh", found, strict=True) for cell in cells
    }


@pytest.mark.rule("OD-SETUP-13", "OD-SETUP-18")
@pytest.mark.parametrize("awkwardly", [True, False])
def test_a_free_set_up_never_gets_stuck(awkwardly: bool) -> None:
    runner = at_hand(GAME)
    for seed in range(24):
        laid = free_set_up(runner, seed, awkwardly)
        assert Counter(laid.values()) == {"g": 8, "h": 7}
        assert spaced(laid)


@pytest.mark.prove
@pytest.mark.rule("OD-SETUP-13", "OD-SETUP-18")
@pytest.mark.parametrize("awkwardly", [True, False])
def test_ten_thousand_free_set_ups_never_get_stuck(awkwardly: bool) -> None:
    runner, found = compiled(GAME), set()
    for seed in range(10_000):
        laid = free_set_up(runner, seed, awkwardly)
        assert len(laid) == 15
        assert spaced(laid)
        found.add(frozenset(laid.items()))
    assert len(found) > 9_000


# Who starts

LAID = f"free O: {EIGHT} {SEVEN}"


@pytest.mark.rule("OD-START-1")
@pytest.mark.parametrize("placer", ["O", "B"])
@pytest.mark.parametrize("answer", ["S+", "S-"])
def test_the_galaxy_placer_decides_who_starts(placer: str, answer: str) -> None:
    match = played(f"free {placer}: {EIGHT} {SEVEN}")
    seat = "OB".index(placer)
    assert match.turn == seat
    assert match.play(answer).turn == (seat if answer == "S+" else 1 - seat)
    colour = set(hexes(match.play("M0@E5")).values())
    assert colour == {"OB"[seat if answer == "S+" else 1 - seat]}


@pytest.mark.rule("OD-START-2")
def test_it_is_decided_after_all_tokens_and_before_the_first_tile() -> None:
    moves = f"{EIGHT} {SEVEN}".split()
    for k in range(15):
        match = played(f"free O: {' '.join(moves[:k])}")
        assert not {"S+", "S-"} & set(match.legal())
    match = played(LAID)
    assert match.view()["phase"] == "start"
    assert refused(match, "M0@E5") == "OD-START-2"
    assert refused(match, "H@F3") == "OD-START-2"


@pytest.mark.rule("OD-START-3")
def test_two_answers_and_the_answer_is_final() -> None:
    match = played(LAID)
    assert match.legal_codes() == [2975, 2976]
    match.play("S-")
    for move in ("S+", "S-"):
        assert refused(match, move) == "OD-TURN-2"
    match.play("M0@E5")
    assert refused(match, "S+") == "OD-TURN-2"


@pytest.mark.rule("OD-START-4", "OD-START-5", "OD-GEN-3")
@pytest.mark.parametrize("setup", SETUPS)
def test_the_lot_is_even_and_comes_first(setup: str) -> None:
    match = fresh(setup=setup)
    assert match.turn == CHANCE
    assert match.view()["phase"] == "lot"
    assert (match.legal(), match.weights()) == (["first O", "first B"], [1, 1])
    assert tokens(match) == {}
    assert refused(match, "M0@E5") == refused(match, "G@E5") == "OD-START-4"
    for seat, lot in enumerate(["first O", "first B"]):
        begun = fresh(setup=setup).play(lot)
        assert begun.view()["first"] == seat
        while begun.turn == CHANCE:
            begun.roll()
        assert begun.turn == seat


@pytest.mark.rule("OD-START-6")
@pytest.mark.parametrize("setup", ["preset1", "preset2", "preset3"])
def test_nobody_is_compensated_for_the_order(setup: str) -> None:
    orange, blue = fresh(setup=setup, first="O"), fresh(setup=setup, first="B")
    assert orange.position.replace(">O O", ">B B") == blue.position
    assert orange.legal_codes() == blue.legal_codes()
    for match in (orange, blue):
        players = match.view()["players"]
        for key in ("stock", "count", "value", "wins"):
            assert players[0][key] == players[1][key]
    chosen = played(LAID).play("S-").view()["players"]
    assert chosen[0]["stock"] == chosen[1]["stock"]


# Numbers of moves


SIX_WAYS = [("X", ""), ("L", ""), ("V", ""), ("V", "f"), ("T", "")]


@pytest.mark.rule("OD-ACT-1", "OD-ACT-2")
def test_the_numbers_of_placements() -> None:
    names = ["M0", "D0", "D1", "D2"]
    names += [f"{letter}{n}{face}" for letter, face in SIX_WAYS for n in range(6)]
    assert names == state.SLOT_NAMES
    match = played("preset1 O:")
    for code, text in zip(match.legal_codes(), match.legal(), strict=True):
        slot, cell = text.split("@")
        assert code == names.index(slot) * 85 + list(naive.CELLS).index(cell)
    assert list(match.read("X3@F7")) == [7 * 85 + 44]
    assert list(match.read("T5@K4")) == [2889]


@pytest.mark.rule("OD-ACT-3", "OD-ACT-7")
def test_the_numbers_of_tokens_chosen_or_drawn() -> None:
    for setup in ("free", "random"):
        assert fresh(setup=setup, first="O").legal_codes() == list(range(2890, 2975))
    assert played(f"free O: {EIGHT}").read("H@F5")[0] == 2890 + 42


@pytest.mark.rule("OD-ACT-4", "OD-ACT-7")
def test_the_numbers_of_the_start_and_the_lot() -> None:
    assert played(LAID).legal_codes() == [2975, 2976]
    assert played(LAID).play(2975).turn == 0
    assert played(LAID).play(2976).turn == 1
    assert fresh().legal_codes() == [2977, 2978]
    assert fresh().play(2978).view()["first"] == 1
    assert GAME.move_codes == 2979


@pytest.mark.rule("OD-ACT-5")
def test_every_way_to_lay_a_tile_has_one_number() -> None:
    runner, s = bare()
    numbered = []
    for move in runner.moves(s):
        slot, anchor = GAME.notation.move_text(s[0], move).split("@")
        numbered.append((slot[0], frozenset(laid_at(slot, anchor).items())))
    assert len(set(numbered)) == len(numbered) == 2323
    ways = set()
    for letter, flip, n, (q, r) in itertools.product(
        SHAPES, (False, True), range(6), naive.CELLS.values()
    ):
        parts = zip("OB", SHAPES[letter], strict=True)
        covered = {(q + a, r + b): side for side, part in parts for a, b in turned(part, n, flip)}
        if covered.keys() <= naive.NAMES.keys():
            cells = {naive.NAMES[place]: side for place, side in covered.items()}
            ways.add((letter, frozenset(cells.items())))
    assert ways == set(numbered)


KINDS_ON_EMPTY = {"M": 85, "D": 222, "X": 444, "L": 378, "V": 780, "T": 414}
EACH_WAY = {"M": 85, "D": 74, "X": 74, "L": 63, "V": 65, "T": 69}


@pytest.mark.rule("OD-ACT-6", "OD-PLACE-2")
@pytest.mark.parametrize(("flips", "total", "bent"), [("on", 2323, 780), ("off", 1933, 390)])
def test_placements_on_the_empty_board(flips: str, total: int, bent: int) -> None:
    runner, s = bare(flips=flips)
    texts = [GAME.notation.move_text(s[0], move) for move in runner.moves(s)]
    assert len(texts) == total
    assert Counter(text[0] for text in texts) == KINDS_ON_EMPTY | {"V": bent}
    for slot, number in Counter(text.split("@")[0] for text in texts).items():
        assert number == EACH_WAY[slot[0]]
    assert GAME.max_moves == 2323


FIRST_TILES = {
    ("preset1", "on"): (1220, 1428876),
    ("preset2", "on"): (1528, 2176124),
    ("preset3", "on"): (1252, 1516356),
    ("preset1", "off"): (1044, 1049764),
    ("preset2", "off"): (1276, 1524702),
    ("preset3", "off"): (1060, 1089748),
}


@pytest.mark.rule("OD-ACT-6", "OD-PLACE-5")
@pytest.mark.parametrize(("setup", "flips"), FIRST_TILES)
@pytest.mark.parametrize("first", ["O", "B"])
def test_first_tiles(setup: str, flips: str, first: str) -> None:
    match = fresh(setup=setup, flips=flips, first=first)
    assert len(match.legal()) == FIRST_TILES[setup, flips][0]


@pytest.mark.prove
@pytest.mark.rule("OD-ACT-6", "OD-PLACE-5")
@pytest.mark.parametrize(("setup", "flips"), FIRST_TILES)
@pytest.mark.parametrize("first", ["O", "B"])
def test_two_tiles(setup: str, flips: str, first: str) -> None:
    runner = compiled(GAME)
    options = {"setup": setup, "flips": flips, "first": first}
    s = runner.begin(GAME.option_vector(GAME.read_options(options)))
    total = 0
    for move in runner.moves(s):
        after = s.copy()
        runner.play(after, move)
        total += len(runner.moves(after))
    assert total == FIRST_TILES[setup, flips][1]


def test_a_game_played_out_stays_within_its_numbers() -> None:
    match = play_out(fresh(setup="random", first="O"), 8)
    assert all(0 <= event.move < 2979 for event in match.plies)
