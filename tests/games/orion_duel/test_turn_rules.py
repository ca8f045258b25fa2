"""Turns, placements, tokens, chains, conditions, the end and series, rule by rule."""

import itertools
from collections.abc import Iterator

import numpy as np
import pytest

from orrery.core.contract import CHANCE
from orrery.core.dice import SeededDice
from orrery.core.errors import BadNotation, GameOver, IllegalMove
from orrery.core.game import State
from orrery.core.jit import twin
from orrery.core.match import Match
from orrery.core.runner import at_hand
from orrery.games.orion_duel import rules, state
from orrery.games.orion_duel.view import chains
from tests.games.orion_duel import naive
from tests.games.orion_duel.naive import Naive
from tests.games.orion_duel.positions import GAME, fresh, played
from tests.games.orion_duel.skies import (
    ZONE_CELLS,
    at,
    counts,
    joined,
    path,
    play_out,
    random_match,
    result,
    sky,
)

pytestmark = pytest.mark.usefixtures("rules")

PRESET1 = naive.preset_tokens("preset1")
HOLES = {cell for cell in PRESET1 if PRESET1[cell] == "h"}
STARS = {cell for cell in PRESET1 if PRESET1[cell] == "g"}

LINK = "V3@C3 X4@K2 V0f@I4 L4@G6 V5@B2 X0@I3 M0@F4 L5@D5"  # preset3, the starter wins
JOIN = "V0f@D3 X0@C7 V2@A2 X3@E10 V4@D6 V3f@E3 D1@D4"  # preset3, the starter wins
TRAP = "X0@B2 V4@C7 V2f@B4 L2@C1 M0@B7 X3@C6"  # preset2, the other wins
BLOCK = (  # preset3, the other wins
    "M0@I1 M0@G4 X0@E9 X4@I3 D1@D8 X5@C7 X3@F7 D1@B6 X0@J3 X2@K3 V5@B4 V1@G9 V0@I7 T5@H6 V2@C5"
    " V1@C3 L0@F6 V4@F4 T3@F2 T2@D1 L4@G2 L4@H3"
)
VALUE = (  # preset3, the other wins by value, one condition each
    "T4@D8 T5@F7 L3@G6 L4@C2 L4@B3 L3@F1 T2@H4 T2@G8 V5f@J3 T2@C5 V2@E4 L5@H3 L4@A2 V4f@D2 V5f@J6"
    " V4f@H8 T3@I1 V5f@I3 X4@E8 X4@D6 X1@E9 X3@D9 X3@B6 X4@K3 D0@E2 D0@I5 M0@D3 M0@G3"
)
TIE = (  # preset1
    "V2@A2 V0f@E4 L2@G8 V4f@I3 T1@H8 V0f@G6 V4@J6 T3@D6 T3@H2 L5@J4 V0f@E1 T4@E3 T0@D5 L4@B5 L1@C2"
    " L2@F9 L0@G4 T4@E9 X5@A1 D0@J5 X0@B7 X1@J1 D0@G1 X3@F7 X5@H5 X2@D7 M0@D3 M0@B1"
)
THROUGH = "X4@A3 T0@J5 X3@C4 T1@G6 L4@I7 D0@D4 X2@D3 X4@F5"  # preset1, the other wins
BOTH = "X1@K3 L1@I4 V0@I6 X4@G7 M0@E5 T4@F6 D2@E4 X5@D1 T5@I8 V0f@B3 V2@A3 X2@K2"  # preset1, 1-1


def refused(match: Match, move: str) -> str | None:
    before = match.position
    with pytest.raises(IllegalMove) as refusal:
        match.play(move)
    assert match.position == before
    return refusal.value.rule


def hexes(match: Match) -> dict[str, str]:
    cells = zip(naive.CELLS, match.view()["cells"], strict=True)
    return {name: cell["hex"] for name, cell in cells if cell["hex"] is not None}


def tokens(match: Match) -> dict[str, str]:
    cells = zip(naive.CELLS, match.view()["cells"], strict=True)
    return {name: cell["token"] for name, cell in cells if cell["token"] is not None}


def stock(match: Match, seat: int) -> dict[str, int]:
    left: dict[str, int] = match.view()["players"][seat]["stock"]
    return left


def laid(text: str) -> naive.Placement:
    """What a placement covers."""
    slot, anchor = text.split("@")
    found = naive.placement(slot[0] + slot[2:], int(slot[1]), anchor)
    assert found is not None
    return found


def covers(text: str) -> set[str]:
    return {*laid(text).own, *laid(text).opp}


def games(seeds: int = 3) -> Iterator[Match]:
    """Random games from all presets and from random skies."""
    for seed, setup in itertools.product(range(seeds), ("preset1", "preset2", "preset3", "random")):
        yield random_match(seed, setup=setup)


# A turn


@pytest.mark.rule("OD-TURN-1", "OD-TURN-2")
@pytest.mark.parametrize("first", ["O", "B"])
def test_turns_alternate_and_one_tile_is_laid(first: str) -> None:
    match = fresh(first=first)
    seat = "OB".index(first)
    for k in range(6):
        assert match.turn == seat
        before = [stock(match, side) for side in range(2)]
        move = match.legal()[13 * k]
        match.play(move)
        after = [stock(match, side) for side in range(2)]
        assert after[1 - seat] == before[1 - seat]
        assert {kind for kind in "MDXLVT" if after[seat][kind] != before[seat][kind]} == {move[0]}
        assert match.view()["tiles"] == k + 1
        seat = 1 - seat


@pytest.mark.rule("OD-TURN-1")
def test_nobody_plays_out_of_turn() -> None:
    match = played("preset1 O: X3@F7")
    assert refused(match, "O M0@E5") == "OD-TURN-1"
    assert match.play("B M0@E5").turn == 0


@pytest.mark.rule("OD-TURN-2")
def test_a_turn_is_a_tile_and_nothing_else() -> None:
    match = played("preset1 O: X3@F7")
    for move in ("G@E5", "H@E5", "S+", "S-", "first O"):
        assert refused(match, move) == "OD-TURN-2"


@pytest.mark.rule("OD-TURN-3", "OD-PLACE-9")
def test_only_tiles_that_are_left() -> None:
    match = played("preset1 O: M0@E5 D0@G4 X0@C6 M0@I4 X3@F7 X4@H7 X1@E2 X1@I5")
    assert stock(match, 0) == {"M": 0, "D": 1, "X": 0, "L": 3, "V": 3, "T": 3}
    assert stock(match, 1) == {"M": 0, "D": 0, "X": 1, "L": 3, "V": 3, "T": 3}
    assert {text[0] for text in match.legal()} == set("DLVT")
    assert refused(match, "M0@A1") == refused(match, "X0@A1") == "OD-TURN-3"
    match.play("D1@A1")
    assert {text[0] for text in match.legal()} == set("XLVT")
    assert refused(match, "D1@K1") == "OD-TURN-3"


@pytest.mark.rule("OD-TURN-4")
@pytest.mark.parametrize("order", ["MDXLVT", "TVLXDM", "XMTDVL"])
def test_tiles_come_in_any_order(order: str) -> None:
    match = fresh(first="O")
    for kind in order:
        for _ in range(2):
            found = [text for text in match.legal() if text[0] == kind]
            match.play(found[len(found) // 2])
    assert match.position.split()[1] == "002222/002222"


@pytest.mark.rule("OD-TURN-5")
def test_there_is_no_pass() -> None:
    for match in games(1):
        for ply, event in enumerate(match.plies):
            s = match.state_at(ply)
            if int(s[0]["orion_duel"]) == state.TURN:
                moves = at_hand(GAME).moves(s)
                assert moves
                assert max(moves) < 2890
                assert event.move in moves
    for text in ("pass", "-", "S", "skip"):
        with pytest.raises(BadNotation):
            fresh(first="O").play(text)


def about_to_link(tail: str = "1 0-0", **options: object) -> tuple[Match, str]:
    """Orange is to link the purple zones with a mono; nobody has a condition yet."""
    way = path(["A2"], "K3", PRESET1)
    chain = [cell for cell in way if cell != way[6]]
    return at(sky(chain, empty=way, tail=tail), **options), f"M0@{way[6]}"


@pytest.mark.rule("OD-TURN-6", "OD-END-8")
def test_conditions_come_before_the_value_and_the_blocked_player() -> None:
    match, move = about_to_link()
    match._state[0]["stock"][1] = 0
    assert result(match.play(move)) == "O+c"
    match, move = about_to_link()
    match._state[0]["tiles"] = 27
    assert result(match.play(move)) == "O+c"


@pytest.mark.rule("OD-TURN-6", "OD-END-3")
def test_the_value_comes_before_the_blocked_player() -> None:
    match = played(f"preset3 B: {VALUE}")
    assert match.position.split()[1] == "000000/000000"
    assert result(match) == "O+v"


# Placing


@pytest.mark.rule("OD-PLACE-1")
@pytest.mark.parametrize("seed", range(3))
def test_each_hex_covers_one_cell(seed: int) -> None:
    match = random_match(seed)
    for ply, event in enumerate(match.plies):
        if event.by == CHANCE:
            continue
        before, after = (GAME.view(match.state_at(ply + k)[0], -1)["cells"] for k in range(2))
        placed = laid(event.text)
        changed = {
            name
            for name, old, new in zip(naive.CELLS, before, after, strict=True)
            if old["hex"] != new["hex"]
        }
        assert changed == {*placed.own, *placed.opp}
        for colour, cells in ((event.by, placed.own), (1 - event.by, placed.opp)):
            for cell in cells:
                assert after[list(naive.CELLS).index(cell)]["hex"] == "OB"[colour]


@pytest.mark.rule("OD-PLACE-2")
def test_every_hex_lies_on_the_board() -> None:
    match = played("preset1 O:")
    for move in ("X4@B1", "X4@A1", "L0@K2", "L3@A2", "D1@A4", "T0@K1", "V0@G1"):
        assert refused(match, move) == "OD-PLACE-2"
    for text in match.legal():
        assert len(covers(text)) == {"M": 1, "D": 2, "X": 2}.get(text[0], 3)


@pytest.mark.rule("OD-PLACE-3")
def test_no_tile_on_a_tile() -> None:
    match = played("preset1 O: X3@F7")
    for move in ("M0@E7", "M0@F7", "D1@F6", "L0@E7", "T3@G8", "X0@E7"):
        assert refused(match, move) == "OD-PLACE-3"
    assert not any(covers(text) & {"E7", "F7"} for text in match.legal())
    assert match.play("M0@F6").turn == 0


@pytest.mark.rule("OD-PLACE-4", "OD-PLACE-5", "OD-PLACE-6", "OD-TOKEN-9")
@pytest.mark.parametrize("setup", ["preset1", "preset2", "preset3"])
def test_on_free_cells_a_tile_may_always_be_laid(setup: str) -> None:
    match = fresh(setup=setup, first="O")
    held = naive.preset_tokens(setup)
    free = {each.name for each in naive.PLACEMENTS if not {*each.own, *each.opp} & held.keys()}
    assert set(match.legal()) == free
    match.play("M0@E2").play("M0@G7")
    taken = {*held, "E2", "G7"}
    free = {each.name for each in naive.PLACEMENTS if not {*each.own, *each.opp} & taken}
    legal = set(match.legal())
    assert {name for name in free if name[0] != "M"} <= legal
    assert all(covers(text) & held.keys() for text in legal - free)


@pytest.mark.rule("OD-PLACE-6")
def test_a_tile_need_not_touch_another() -> None:
    match = played("preset1 O: M0@A1")
    assert naive.DISTANCE["A1"]["K4"] > 5
    assert hexes(match.play("X4@K4")) == {"A1": "O", "K4": "B", "K3": "O"}


@pytest.mark.rule("OD-PLACE-7", "OD-TOKEN-3")
@pytest.mark.parametrize("token", sorted(PRESET1))
def test_a_token_is_covered_only_with_contact(token: str) -> None:
    """Galaxies and black holes alike: a hex of the colour next to it lets it be covered."""
    near = next(cell for cell in naive.NEIGHBOURS[token] if cell not in PRESET1)
    away = next(
        cell for cell in naive.CELLS if naive.DISTANCE[cell][token] > 4 and cell not in PRESET1
    )
    touching = played(f"preset1 O: X{direction(near, PRESET1)}@{near} M0@{away}")
    ways = {text for text in touching.legal() if token in covers(text)}
    assert any(text[0] == "D" for text in ways)
    none = played(f"preset1 O: M0@{away}")
    assert not any(token in covers(text) for text in none.legal())


def direction(cell: str, barred: dict[str, str]) -> int:
    """A direction in which a mix fits on free cells."""
    for k in range(6):
        other = naive.step(cell, k)
        if other is not None and other not in barred:
            return k
    raise ValueError(cell)


@pytest.mark.rule("OD-PLACE-8", "OD-TOKEN-15", "OD-TOKEN-12")
def test_hexes_and_tokens_stay() -> None:
    for match in games(1):
        held: dict[str, str] = {}
        kept: dict[str, str] = {}
        for ply in range(len(match.plies) + 1):
            view = match.view_at(ply)
            now = dict(zip(naive.CELLS, view["cells"], strict=True))
            for name, colour in held.items():
                assert now[name]["hex"] == colour
            for name, token in kept.items():
                assert now[name]["token"] == token
            held = {name: cell["hex"] for name, cell in now.items() if cell["hex"]}
            kept = {name: cell["token"] for name, cell in now.items() if cell["token"]}
        assert len(kept) == 15
        assert len(kept.keys() & held.keys()) > 2


@pytest.mark.rule("OD-PLACE-9")
def test_a_placement_uses_up_one_tile() -> None:
    match = random_match(4, first="B")
    for ply, event in enumerate(match.plies):
        before, after = match.state_at(ply)[0], match.state_at(ply + 1)[0]
        kind = "MDXLVT".index(event.text[0])
        used = np.array(before["stock"], int) - np.array(after["stock"], int)
        assert used[event.by, kind] == 1
        assert used.sum() == 1


# Covering tokens


@pytest.mark.rule("OD-TOKEN-1", "OD-TOKEN-2", "OD-TOKEN-9")
@pytest.mark.parametrize("side", ["O", "B"])
def test_a_token_needs_contact_of_its_own_colour(side: str) -> None:
    rule = {"O": "OD-TOKEN-1", "B": "OD-TOKEN-2"}[side]
    assert refused(played(f"preset1 {side}:"), "M0@D5") == "OD-TOKEN-9"
    assert refused(played(f"preset1 {side}: X3@G7 M0@I4"), "M0@D5") == rule
    assert refused(played(f"preset1 {side}: D0@G4 M0@D4"), "M0@D5") == rule
    match = played(f"preset1 {side}: D1@D3 M0@I4").play("M0@D5")
    assert hexes(match)["D5"] == side


@pytest.mark.rule("OD-TOKEN-1", "OD-TOKEN-2", "OD-TOKEN-4")
@pytest.mark.parametrize("side", ["O", "B"])
def test_the_other_colour_of_a_tile_needs_its_own_contact_too(side: str) -> None:
    """The mover's tile lays the other colour on the galaxy D5."""
    other = {"O": "B", "B": "O"}[side]
    rule = {"O": "OD-TOKEN-1", "B": "OD-TOKEN-2"}[other]
    assert refused(played(f"preset1 {side}: M0@C5 M0@H7"), "X1@D4") == rule
    match = played(f"preset1 {side}: M0@H7 M0@C5").play("X1@D4")
    assert hexes(match)["D5"] == other


@pytest.mark.rule("OD-TOKEN-3")
def test_holes_are_covered_as_galaxies_are() -> None:
    for token, contact, other in (("D5", "D4", "D6"), ("F5", "F4", "F6")):
        assert refused(played("preset1 O: M0@A1 M0@K4"), f"D1@{token}") == "OD-TOKEN-1"
        match = played(f"preset1 O: M0@{contact} M0@K4").play(f"D1@{token}")
        assert hexes(match)[token] == hexes(match)[other] == "O"


@pytest.mark.rule("OD-TOKEN-4")
def test_it_does_not_matter_who_laid_the_earlier_hex() -> None:
    match = played("preset1 O: X3@F7")  # blue E7 was laid by orange
    assert hexes(match.play("T1@D5"))["D5"] == "B"
    own = played("preset1 O: D0@H7 X1@D3")  # orange D4 was laid by blue
    assert hexes(own.play("M0@D5"))["D5"] == "O"


@pytest.mark.rule("OD-TOKEN-5")
def test_the_other_colour_never_makes_the_contact() -> None:
    assert refused(played("preset1 O: X3@F7"), "T0@D5") == "OD-TOKEN-2"
    on_board = played("preset1 O: M0@H7 M0@D4")  # only blue is next to D5
    assert refused(on_board, "D1@D5") == "OD-TOKEN-1"
    on_tile = played("preset1 O: M0@H7 M0@C5")
    assert refused(on_tile, "X0@D5") == "OD-TOKEN-1"


@pytest.mark.rule("OD-TOKEN-6")
@pytest.mark.parametrize(
    ("contact", "move"), [("D3", "D1@D4"), ("D7", "D1@D5"), ("E7", "T1@D5"), ("C6", "L1@D6")]
)
def test_the_other_hex_of_its_colour_may_make_the_contact(contact: str, move: str) -> None:
    assert naive.DISTANCE[contact]["D5"] == 2
    match = played(f"preset1 O: M0@{contact} M0@H7")
    assert hexes(match.play(move))["D5"] == "O"


@pytest.mark.rule("OD-TOKEN-7")
def test_two_tokens_need_two_contacts() -> None:
    both = played("preset1 O: X1@C4 M0@I4").play("L1@B3")
    assert (hexes(both)["B2"], hexes(both)["B4"]) == ("O", "B")
    assert refused(played("preset1 O: M0@C4 M0@I4"), "L1@B3") == "OD-TOKEN-2"
    blue = played("preset1 O: M0@I4 M0@C5")
    assert refused(blue, "L1@B3") == "OD-TOKEN-1"


@pytest.mark.rule("OD-TOKEN-8", "OD-TOKEN-11")
@pytest.mark.parametrize("seed", range(6))
def test_two_tokens_lie_under_two_colours(seed: int) -> None:
    setup = ("preset1", "preset2", "preset3", "random", "random", "random")[seed]
    match = Match(GAME, {"setup": setup, "first": "O"}, dice=SeededDice(seed))
    held, pairs = tokens(match), 0
    for placed in naive.PLACEMENTS:
        own, opp = ({c for c in cells if c in held} for cells in (placed.own, placed.opp))
        assert len(own) <= 1
        assert len(opp) <= 1
        if own and opp:
            pairs += 1
            assert {held[next(iter(own))], held[next(iter(opp))]} == {"g", "h"}
    assert pairs > 0


@pytest.mark.rule("OD-TOKEN-9")
def test_a_colour_that_is_not_there_covers_nothing() -> None:
    match = played("preset1 O: M0@D4")
    for text in match.legal():
        assert not set(laid(text).own) & PRESET1.keys()
    assert any(set(laid(text).opp) & {"D5"} for text in match.legal())
    assert refused(match, "M0@H5") == "OD-TOKEN-9"


@pytest.mark.rule("OD-TOKEN-10")
def test_a_hex_on_no_token_needs_no_contact() -> None:
    match = played("preset1 O: M0@D4 M0@H7").play("X0@D5")
    assert hexes(match) == {"D4": "O", "H7": "B", "D5": "O", "E6": "B"}
    assert not any(hexes(match).get(cell) == "B" for cell in naive.NEIGHBOURS["E6"])
    assert not any(hexes(match).get(cell) == "B" for cell in naive.NEIGHBOURS["H7"])


@pytest.mark.rule("OD-TOKEN-12")
def test_a_covered_token_lies_on_its_hex() -> None:
    match = played("preset1 O: X1@C4 M0@I4 L1@B3")
    assert match.position.split("/")[1] == ".Oop.g."
    cells = dict(zip(naive.CELLS, match.view()["cells"], strict=True))
    assert cells["B2"] == {"hex": "O", "token": "g"}
    assert cells["B4"] == {"hex": "B", "token": "h"}


@pytest.mark.rule("OD-TOKEN-13", "OD-TOKEN-14", "OD-END-4")
def test_a_covered_token_counts_for_the_colour_under_it() -> None:
    def values(match: Match) -> list[int]:
        return [player["value"] for player in match.view()["players"]]

    assert values(played("preset1 O:")) == [0, 0]
    assert values(played("preset1 O: X1@C4 M0@I4")) == [0, 0]
    assert values(played("preset1 O: X1@C4 M0@I4 L1@B3")) == [1, -1]
    assert values(played("preset1 B: X1@C4 M0@I4 L1@B3")) == [-1, 1]
    other = played("preset1 O: M0@H7 M0@C5").play("X1@D4")  # orange covers D5 with blue
    assert values(other) == [0, 1]


@pytest.mark.rule("OD-TOKEN-14")
def test_a_token_beside_a_chain_counts_for_nobody() -> None:
    chain = joined("B2 D5 B6", HOLES | ZONE_CELLS)
    beside = {cell for cell in naive.NEIGHBOURS["F1"] if cell not in PRESET1}
    match = at(sky(chain | set(path(sorted(chain), "E2", PRESET1.keys() | ZONE_CELLS))))
    assert "E2" in beside
    player = match.view()["players"][0]
    assert (player["galaxies"], player["value"], player["count"]) == (3, 3, 0)


# Chains


def named(words: tuple[int, int]) -> set[str]:
    return {state.NAMES[cell] for cell in state.cells_of(*words)}


def flooded(colours: dict[str, str], side: str) -> list[set[str]]:
    """The chains of a colour, found cell by cell."""
    rest = {cell for cell in colours if colours[cell] == side}
    found = []
    while rest:
        chain = {min(rest)}
        while more := {n for c in chain for n in naive.NEIGHBOURS[c] if n in rest} - chain:
            chain |= more
        rest -= chain
        found.append(chain)
    return found


def same(one: list[set[str]], two: list[set[str]]) -> bool:
    return {frozenset(chain) for chain in one} == {frozenset(chain) for chain in two}


@pytest.mark.rule("OD-CHAIN-1", "OD-CHAIN-2", "OD-CHAIN-3", "OD-CHAIN-4", "OD-CHAIN-5")
def test_chains_are_what_hangs_together() -> None:
    for match in games(1):
        for ply in range(0, len(match.plies) + 1, 4):
            s = match.state_at(ply)[0]
            cells = zip(naive.CELLS, GAME.view(s, -1)["cells"], strict=True)
            colours = {name: cell["hex"] for name, cell in cells if cell["hex"]}
            for seat, side in enumerate("OB"):
                assert same([named(words) for words in chains(s, seat)], flooded(colours, side))


@pytest.mark.rule("OD-CHAIN-1")
def test_a_single_hex_is_a_chain() -> None:
    s = played("preset1 O: M0@A1 M0@C4").state[0]
    assert [named(words) for words in chains(s, 0)] == [{"A1"}]
    assert [named(words) for words in chains(s, 1)] == [{"C4"}]


@pytest.mark.rule("OD-CHAIN-2")
def test_tiles_and_owners_play_no_part_in_a_chain() -> None:
    match = played(f"preset3 O: {LINK}")
    (chain,) = [words for words in chains(match.state[0], 0) if "A1" in named(words)]
    assert {"A1", "B2", "C3", "D4", "E5", "F4", "G5", "H5", "I4", "J3", "K1"} <= named(chain)
    assert match.view()["players"][0]["links"] == ["purple"]


@pytest.mark.rule("OD-CHAIN-3", "OD-CHAIN-4")
def test_a_token_breaks_a_chain_until_it_is_covered() -> None:
    *before, last = THROUGH.split()
    match = played(f"preset1 B: {' '.join(before)}")
    assert counts(match) == [0, 0]
    apart = [named(words) for words in chains(match.state[0], 0)]
    assert not any({"E5", "G6"} <= chain for chain in apart)
    match.play(last)
    assert any({"E5", "F5", "G6"} <= named(words) for words in chains(match.state[0], 0))
    assert result(match) == "O+c"


@pytest.mark.rule("OD-CHAIN-4")
@pytest.mark.parametrize("blue", [True, False])
def test_a_gap_and_the_other_colour_break_a_chain(blue: bool) -> None:
    way = path(["A2"], "K3", PRESET1)
    gap = way[6]
    chain = [cell for cell in way if cell != gap]
    match = at(sky(chain, [gap] if blue else [], empty=way))
    assert counts(match) == [0, 0]
    assert (f"M0@{gap}" in match.legal()) is not blue


@pytest.mark.rule("OD-CHAIN-5")
def test_a_zone_joins_nothing() -> None:
    upper = joined("A1 B2 F1", HOLES | ZONE_CELLS)
    lower = joined("A3 B6 D5", HOLES | ZONE_CELLS | upper)
    apart = min(naive.DISTANCE[a][b] for a in upper for b in lower)
    assert apart == 2
    match = at(sky(upper | lower, empty=["A2"]))
    assert counts(match) == [0, 0]
    assert result(match.play("M0@A2")) == "O+c"
    assert match.view()["players"][0]["galaxies"] == 4


def endless(seed: int, **options: object) -> Iterator[State]:
    """The states of a random game that nobody wins: it goes on while the mover can place."""
    runner = at_hand(GAME)
    s = runner.begin(GAME.option_vector(GAME.read_options({"first": "O", **options})))
    rng = np.random.default_rng(seed)
    while True:
        yield s.copy()
        mover = int(s[0]["seat"])
        runner.play(s, int(rng.choice(runner.moves(s))))
        s[0]["orion_duel"], s[0]["seat"], s[0]["wins"] = state.TURN, 1 - mover, 0
        if not runner.moves(s):
            yield s.copy()
            return


@pytest.mark.rule("OD-CHAIN-6", "OD-WIN-12", "OD-COUNT-7", "OD-COUNT-8", "OD-COUNT-2")
@pytest.mark.parametrize("counting", ["repeats", "kinds"])
def test_chains_grow_and_conditions_stay(counting: str) -> None:
    most = 0
    for seed in range(12):
        setup = f"preset{seed % 3 + 1}"
        kept = [0, 0]
        points = [(0, 0, 0), (0, 0, 0)]
        old: list[list[set[str]]] = [[], []]
        for s in endless(seed, setup=setup, counting=counting):
            twin_ = Naive.from_position(position_of(s), setup=setup, counting=counting)
            for side in range(2):
                now = twin(rules.conditions)(s[0], side)
                assert now == twin_.count(side)
                assert now >= kept[side]
                links = int(s[0]["links"][side])
                found = (links, int(s[0]["stars"][side]), int(s[0]["pulls"][1 - side]))
                assert found[0] & points[side][0] == points[side][0]
                assert all(a >= b for a, b in zip(found[1:], points[side][1:], strict=True))
                assert links.bit_count() == len(twin_.linked_pairs(side))
                grown = [named(words) for words in chains(s[0], side)]
                assert all(any(chain <= other for other in grown) for chain in old[side])
                kept[side], points[side], old[side] = now, found, grown
            one, two = (int(n) for n in s[0]["links"])
            assert not (one and two) or (one == two and one.bit_count() == 1)
            most = max(most, *kept)
    assert most >= 2


def position_of(s: State) -> str:
    return GAME.notation.position_text(s[0])


# The three conditions


def filled(chain: set[str], gap: str, side: str = "O", **options: object) -> Match:
    """Close the gap of a chain with the mono of a side."""
    part = chain - {gap}
    laid_ = (part, set()) if side == "O" else (set(), part)
    return at(sky(*laid_, mover=side, empty=[gap]), **options).play(f"M0@{gap}")


def cut(chain: set[str], marks: set[str], largest: int) -> str:
    """A cell of a chain without a token, whose loss leaves at most so many marks together."""
    for cell in sorted(chain - PRESET1.keys()):
        parts = flooded(dict.fromkeys(chain - {cell}, "O"), "O")
        if max(len(part & marks) for part in parts) <= largest:
            return cell
    raise ValueError("no such cell")


@pytest.mark.rule("OD-WIN-1", "OD-WIN-2", "OD-WIN-4")
@pytest.mark.parametrize("side", ["O", "B"])
@pytest.mark.parametrize("k", range(4))
@pytest.mark.parametrize(
    ("colour", "zones"),
    [
        ("purple", ("A1 A2 A3 A4", "K2 K4 K1 K3")),
        ("red", ("B1 C1 D1 E1", "H9 G10 J7 I8")),
        ("green", ("G1 H1 I1 J1", "C8 B7 E10 D9")),
    ],
)
def test_any_cell_of_a_zone_makes_a_link(
    colour: str, zones: tuple[str, str], k: int, side: str
) -> None:
    start, goal = (zone.split()[k] for zone in zones)
    way = path([start], goal, {*PRESET1, *ZONE_CELLS})
    match = filled(set(way), way[5], side)
    player = match.view()["players"]["OB".index(side)]
    assert (player["links"], player["count"]) == ([colour], 1)
    assert result(match) == f"{side}+c"


@pytest.mark.rule("OD-WIN-2")
@pytest.mark.parametrize("short", ["A2", "K3"])
def test_a_chain_that_stops_before_a_zone_is_no_link(short: str) -> None:
    way = [cell for cell in path(["A2"], "K3", {*PRESET1, *ZONE_CELLS}) if cell != short]
    match = filled(set(way), way[5])
    assert counts(match) == [0, 0]
    assert not match.over


@pytest.mark.rule("OD-WIN-3")
@pytest.mark.parametrize("ends", ["A2 C1 H1", "A2 C1 C8", "H1 K2 H9", "C8 H9 K2", "A2 H1 H9"])
def test_zones_of_different_colours_make_no_link(ends: str) -> None:
    chain = joined(ends, {*PRESET1, *ZONE_CELLS})
    match = at(sky(chain))
    assert counts(match) == [0, 0]
    assert match.view()["players"][0]["links"] == []


@pytest.mark.rule("OD-WIN-3")
def test_three_zones_of_three_colours_make_no_link() -> None:
    match = played("preset1 O: V0@B5 L3@C2 D1@B6 X3@C3 T5@B4")
    (chain,) = [named(words) for words in chains(match.state[0], 0) if "B4" in named(words)]
    assert {"B1", "A3", "B7"} <= chain
    assert counts(match) == [0, 0]
    assert not match.over


@pytest.mark.rule("OD-WIN-1", "OD-WIN-5", "OD-WIN-9")
@pytest.mark.parametrize("side", ["O", "B"])
@pytest.mark.parametrize("names", ["B2 D5 B6 F9", "B2 D5 B6 F9 H5", "B2 D5 B6 J6 H5 J2"])
def test_four_galaxies_or_more_on_one_chain(names: str, side: str) -> None:
    chain = joined(names, HOLES | ZONE_CELLS)
    match = filled(chain, cut(chain, STARS, 3), side)
    seat = "OB".index(side)
    players = match.view()["players"]
    assert players[seat]["galaxies"] == len(names.split())
    assert (players[seat]["count"], players[1 - seat]["count"]) == (1, 0)
    assert result(match) == f"{side}+c"


@pytest.mark.rule("OD-WIN-5")
def test_three_galaxies_are_not_enough() -> None:
    chain = joined("B2 D5 B6", HOLES | ZONE_CELLS)
    match = filled(chain, cut(chain, STARS, 2))
    assert match.view()["players"][0]["galaxies"] == 3
    assert counts(match) == [0, 0]


@pytest.mark.rule("OD-WIN-6")
def test_four_galaxies_on_two_chains_are_not_enough() -> None:
    *before, last = JOIN.split()
    match = played(f"preset3 O: {' '.join(before)}")
    under = {cell for cell in tokens(match) if hexes(match).get(cell) == "O"}
    assert {"A2", "D2", "D6", "D9"} <= under
    assert counts(match) == [0, 0]
    assert not match.over
    assert counts(match.play(last)) == [1, 0]


@pytest.mark.rule("OD-WIN-1", "OD-WIN-7", "OD-WIN-13")
@pytest.mark.parametrize("side", ["O", "B"])
@pytest.mark.parametrize("names", ["B4 D2 D8", "B4 D8 F5 D2", "B4 D8 H8 J4"])
def test_three_holes_or_more_on_the_others_chain(names: str, side: str) -> None:
    chain = joined(names, STARS | ZONE_CELLS)
    match = filled(chain, cut(chain, HOLES, 2), side)
    seat = "OB".index(side)
    players = match.view()["players"]
    assert players[1 - seat]["trapped"] == len(names.split())
    assert (players[seat]["count"], players[1 - seat]["count"]) == (0, 1)
    assert result(match) == f"{'BO'[seat]}+c"


@pytest.mark.rule("OD-WIN-7")
def test_two_holes_are_not_enough() -> None:
    chain = joined("B4 D2", STARS | ZONE_CELLS)
    match = filled(chain, cut(chain, HOLES, 1))
    assert match.view()["players"][1]["trapped"] == 2
    assert counts(match) == [0, 0]


@pytest.mark.rule("OD-WIN-8")
def test_three_holes_on_two_chains_are_not_enough() -> None:
    *before, last = TRAP.split()
    match = played(f"preset2 O: {' '.join(before)}")
    under = {cell for cell in tokens(match) if hexes(match).get(cell) == "O"}
    assert {"B1", "B4", "B7"} <= under
    assert counts(match) == [0, 0]
    assert not match.over
    assert counts(match.play(last)) == [0, 1]


@pytest.mark.rule("OD-WIN-5", "OD-WIN-6", "OD-WIN-7", "OD-WIN-8")
def test_only_conditions_that_are_fulfilled_are_told() -> None:
    told = {"galaxies_joined", "holes_trapped", "pair_linked"}

    def steps(match: Match) -> set[str]:
        return {step["step"] for step in match.steps(len(match.plies) - 1)} & told

    assert steps(played(f"preset2 O: {TRAP}")) == {"holes_trapped"}
    assert steps(played(f"preset3 O: {JOIN}")) == {"galaxies_joined"}
    assert steps(played(f"preset3 O: {LINK}")) == {"pair_linked"}
    assert steps(played("preset1 O: X3@F7")) == set()
    three = joined("B2 D5 B6", HOLES | ZONE_CELLS)
    assert steps(filled(three, cut(three, STARS, 2))) == set()
    two = joined("B4 D2", STARS | ZONE_CELLS)
    assert steps(filled(two, cut(two, HOLES, 1))) == set()


@pytest.mark.rule("OD-WIN-9", "OD-WIN-13")
def test_tokens_on_the_wrong_colour_do_not_count() -> None:
    stars = joined("B2 D5 B6 F9", HOLES | ZONE_CELLS)
    done = at(sky(stars, state="!O+c", tail="1 1-0"))
    assert counts(done) == [1, 0]
    holes = joined("B4 D2 D8", STARS | ZONE_CELLS)
    done = at(sky(holes, state="!B+c", tail="1 0-1"))
    assert counts(done) == [0, 1]


@pytest.mark.rule("OD-WIN-10")
def test_both_players_are_examined_after_each_tile() -> None:
    record = "preset3 B: D2@H5 T4@C6 X1@D6 M0@H6 T0@J3 D2@G7 T1@E6 T3@J4"
    assert counts(played(record)) == [0, 0]
    match = played(f"{record} V2@A3")
    assert counts(match) == [1, 1]
    assert [player["links"] for player in match.view()["players"]] == [["purple"], ["purple"]]
    assert counts(played(f"preset1 O: {BOTH}")) == [1, 1]


@pytest.mark.rule("OD-WIN-11")
def test_a_condition_counts_whoever_completed_it() -> None:
    match = played(f"preset3 O: {LINK}")
    assert match.plies[-1].by == 1
    assert result(match) == "O+c"
    lost = played("preset2 O: M0@B2 X3@C6 D1@B6 X2@C1 V2f@B4")
    assert lost.plies[-1].by == 0
    assert result(lost) == "B+c"


# Counting


@pytest.mark.rule("OD-COUNT-1")
@pytest.mark.parametrize("counting", ["repeats", "kinds"])
def test_counts_begin_at_nothing(counting: str) -> None:
    match = fresh(setup="preset3", first="O", counting=counting, series="first_to_n", n=5)
    assert counts(match) == [0, 0]
    for move in (*LINK.split(), *JOIN.split()):
        match.play(move)
    assert match.view()["game"] == 3
    assert counts(match) == [0, 0]
    assert [player["links"] for player in match.view()["players"]] == [[], []]
    trapped = fresh(setup="preset2", first="O", series="first_to_n")
    for move in TRAP.split():
        trapped.play(move)
    assert counts(trapped) == [0, 0]


@pytest.mark.rule("OD-COUNT-2", "OD-COUNT-3", "OD-COUNT-6")
def test_repeats_and_kinds_differ_at_a_second_link() -> None:
    repeats = played(f"preset1 O: {BOTH} V1@E3")
    assert (counts(repeats), result(repeats)) == ([2, 1], "O+c")
    assert repeats.view()["players"][0]["links"] == ["purple", "red"]
    kinds = played(f"preset1 O counting=kinds: {BOTH} V1@E3")
    assert (counts(kinds), result(kinds), kinds.turn) == ([1, 1], None, 1)
    assert kinds.view()["players"][0]["links"] == ["purple", "red"]


@pytest.mark.rule("OD-COUNT-2")
def test_different_kinds_add_up() -> None:
    """One orange chain with a link and four galaxies, and with three holes for blue."""
    stars = joined("B2 D5 B6 F9", HOLES | ZONE_CELLS)
    row = set(path(["A3"], "B6", ZONE_CELLS)) | set(path(["F9"], "K4", HOLES | ZONE_CELLS))
    for counting in ("repeats", "kinds"):
        match = at(sky(stars | row, state="!O+c", tail="1 1-0"), counting=counting)
        assert match.view()["players"][0]["links"] == ["purple"]
        assert counts(match) == [2, 0]


@pytest.mark.rule("OD-COUNT-3")
def test_a_pair_linked_twice_counts_once() -> None:
    upper = path(["A1"], "K1", {*PRESET1, *ZONE_CELLS})
    rest = {*PRESET1, *ZONE_CELLS, *upper, *(n for c in upper for n in naive.NEIGHBOURS[c])}
    lower = path(["A4"], "K4", rest)
    match = at(sky({*upper, *lower}, state="!O+c", tail="1 1-0"))
    assert len([words for words in chains(match.state[0], 0) if len(named(words)) > 9]) == 2
    assert match.view()["players"][0]["links"] == ["purple"]
    assert counts(match) == [1, 0]


GALAXY_GROUPS = [
    (["B2 D5 B6"], 0),
    (["B2 D5 B6 F9"], 1),
    (["B2 D5 B6 F9 H5 J6 J2"], 1),
    (["B2 D5 B6 F9 H5 J6 J2 F1"], 2),
    (["B2 D5 B6", "J2 H5 J6"], 0),
    (["F1 B2 D5 B6", "J2 H5 J6 F9"], 2),
    (["B2 D5 B6", "J2 H5 J6 F9"], 1),
]


def grouped(groups: list[str], avoid: set[str]) -> set[str]:
    """Chains that do not touch each other."""
    found: set[str] = set()
    for k, group in enumerate(groups):
        others = {cell for other in groups[k + 1 :] for cell in other.split()}
        near = {n for c in found for n in naive.NEIGHBOURS[c]}
        apart = {n for c in others for n in naive.NEIGHBOURS[c]}
        found |= joined(group, avoid | found | near | others | apart)
    return found


def count_of(chain: set[str], expected: int, for_side: int, counting: str) -> list[int]:
    """The counts of a sky, read from a position that fits them."""
    if expected == 0:
        return counts(at(sky(chain), counting=counting))
    state_, wins = (("!O+c", "1-0"), ("!B+c", "0-1"))[for_side]
    return counts(at(sky(chain, state=state_, tail=f"1 {wins}"), counting=counting))


@pytest.mark.rule("OD-COUNT-4", "OD-COUNT-6")
@pytest.mark.parametrize(("groups", "points"), GALAXY_GROUPS)
def test_each_chain_gives_a_point_for_every_four_galaxies(groups: list[str], points: int) -> None:
    chain = grouped(groups, HOLES | ZONE_CELLS)
    assert count_of(chain, points, 0, "repeats") == [points, 0]
    assert count_of(chain, points, 0, "kinds") == [min(points, 1), 0]


HOLE_GROUPS = [
    (["B4 D8"], 0),
    (["D2 B4 D8"], 1),
    (["D2 B4 D8 F5 H8"], 1),
    (["D2 B4 D8 F5 H8 J4"], 2),
    (["D2 B4 D8 F5 H8 J4 H2"], 2),
    (["B4 D8", "H2 J4"], 0),
    (["D2 B4 D8", "H2 J4 H8"], 2),
    (["D2 B4 D8 F5", "J4 H8"], 1),
]


@pytest.mark.rule("OD-COUNT-5", "OD-COUNT-6")
@pytest.mark.parametrize(("groups", "points"), HOLE_GROUPS)
def test_each_chain_of_the_other_gives_a_point_for_every_three_holes(
    groups: list[str], points: int
) -> None:
    chain = grouped(groups, STARS | ZONE_CELLS)
    assert count_of(chain, points, 1, "repeats") == [0, points]
    assert count_of(chain, points, 1, "kinds") == [0, min(points, 1)]


BRIDGE = {"B2", "B3", "B4", "B5", "B6", "C5", "D5", "E5", "F5", "G5", "H5", "I5"}
BRIDGE |= {"J2", "J3", "J4", "J5", "J6"}
"""Six galaxies and three holes on one chain that touches no zone."""


@pytest.mark.rule("OD-COUNT-2", "OD-COUNT-4", "OD-COUNT-5", "OD-COUNT-6", "OD-END-1", "OD-END-2")
@pytest.mark.parametrize("counting", ["repeats", "kinds"])
@pytest.mark.parametrize(
    ("arms", "gap", "after"),
    [
        ("F4 F3 F2 F1 F6 F8 F9", "F7", [2, 1]),
        ("D4 D3 D2 D6 D7 D8 H4 H2", "H3", [1, 2]),
    ],
)
def test_repeats_and_kinds_differ_at_a_second_four_or_three(
    arms: str, gap: str, after: list[int], counting: str
) -> None:
    match = at(sky(BRIDGE | set(arms.split()), empty=[gap]), counting=counting)
    assert counts(match) == [1, 1]
    match.play(f"M0@{gap}")
    if counting == "repeats":
        assert counts(match) == after
        assert result(match) == ("O+c" if after[0] > after[1] else "B+c")
    else:
        assert counts(match) == [1, 1]
        assert not match.over


@pytest.mark.rule("OD-COUNT-8")
def test_two_links_are_of_the_same_pair() -> None:
    match = played("preset3 B: D2@H5 T4@C6 X1@D6 M0@H6 T0@J3 D2@G7 T1@E6 T3@J4 V2@A3")
    one, two = (player["links"] for player in match.view()["players"])
    assert one == two == ["purple"]


# The end


@pytest.mark.rule("OD-END-1")
@pytest.mark.parametrize(
    ("record", "winner", "told"),
    [
        (f"preset3 O: {LINK}", 0, [1, 0]),
        (f"preset3 B: {LINK}", 1, [0, 1]),
        (f"preset2 O: {TRAP}", 1, [0, 1]),
        (f"preset3 B: {JOIN}", 1, [0, 1]),
        (f"preset1 O: {BOTH} V1@E3", 0, [2, 1]),
        (f"preset1 B: {BOTH} V1@E3", 1, [1, 2]),
    ],
)
def test_more_conditions_win_at_once(record: str, winner: int, told: list[int]) -> None:
    match = played(record)
    assert match.over
    assert counts(match) == told
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (winner, "conditions")
    assert match.result.scores == ((1.0, -1.0) if winner == 0 else (-1.0, 1.0))


@pytest.mark.rule("OD-END-2")
def test_equal_counts_go_on() -> None:
    match = played(f"preset1 O: {BOTH}")
    assert counts(match) == [1, 1]
    assert not match.over
    assert match.turn == 0
    assert match.legal()
    kinds = played(f"preset1 O counting=kinds: {BOTH} V1@E3")
    assert not kinds.over
    assert len(kinds.legal()) > 100


@pytest.mark.rule("OD-END-3", "OD-END-4", "OD-END-5")
@pytest.mark.parametrize(("first", "winner"), [("B", 0), ("O", 1)])
def test_after_all_tiles_the_values_decide(first: str, winner: int) -> None:
    *before, last = VALUE.split()
    match = played(f"preset3 {first}: {' '.join(before)}")
    assert not match.over
    match.play(last)
    assert counts(match) == [1, 1]
    values = [player["value"] for player in match.view()["players"]]
    assert values == ([3, -1] if winner == 0 else [-1, 3])
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (winner, "value")


@pytest.mark.rule("OD-END-4")
def test_the_value_counts_tokens_joined_or_not() -> None:
    match = at(sky(["B2", "D5", "B4", "H2", "F5", "J4"], ["F1", "H8"]))
    assert len(chains(match.state[0], 0)) >= 6
    assert [player["value"] for player in match.view()["players"]] == [-2, 0]


@pytest.mark.rule("OD-END-6")
def test_equal_values_are_a_tie() -> None:
    for first in "OB":
        match = played(f"preset1 {first}: {TIE}")
        assert [player["value"] for player in match.view()["players"]] == [1, 1]
        assert result(match) == "="
        assert match.result is not None
        assert (match.result.winner, match.result.scores) == (None, (0.0, 0.0))
        assert match.position.endswith("0-0")


@pytest.mark.rule("OD-END-7")
@pytest.mark.parametrize(("first", "winner"), [("B", "O"), ("O", "B")])
def test_who_cannot_place_loses_at_once(first: str, winner: str) -> None:
    match = played(f"preset3 {first}: {BLOCK}")
    assert result(match) == f"{winner}+b"
    loser = 1 - "OB".index(winner)
    assert sum(stock(match, loser).values()) == 3
    assert Naive.from_position(match.position, setup="preset3").placements(loser) == []


@pytest.mark.rule("OD-END-7")
def test_values_do_not_matter_to_a_blocked_player() -> None:
    verdicts = set()
    for first in "OB":
        view = played(f"preset3 {first}: {BLOCK}").view()
        verdicts.add((view["last"]["winner"], *view["last"]["values"]))
    assert len(verdicts) == 2
    assert {winner for winner, *_ in verdicts} == {0, 1}


@pytest.mark.rule("OD-END-8")
def test_only_the_player_to_move_can_be_blocked() -> None:
    match = played("preset1 O: X3@F7 M0@I4")
    match._state[0]["stock"][0] = [1, 0, 0, 0, 0, 0]
    match.play("M0@E5")
    assert not match.over
    assert match.turn == 1
    assert result(match.play("D1@G3")) == "B+b"


@pytest.mark.rule("OD-END-9")
def test_if_neither_could_place_the_mover_loses() -> None:
    match = played(f"preset3 B: {BLOCK}")
    naive_ = Naive.from_position(match.position, setup="preset3")
    assert naive_.placements(0) == naive_.placements(1) == []
    assert match.plies[-1].by == 0
    assert result(match) == "O+b"


@pytest.mark.rule("OD-END-10")
@pytest.mark.parametrize("record", [f"preset3 O: {LINK}", f"preset1 B: {TIE}"])
def test_a_finished_game_takes_no_more_moves(record: str) -> None:
    match = played(record)
    assert match.legal() == []
    assert at_hand(GAME).moves(match.state) == []
    for move in ("M0@A3", "S+", "G@A1"):
        with pytest.raises(GameOver):
            match.play(move)
    assert GAME.why(match.state[0], 0) == "OD-END-10"


@pytest.mark.rule("OD-END-11")
@pytest.mark.parametrize(
    ("record", "winner", "reason", "told", "values"),
    [
        (f"preset3 O: {LINK}", 0, "conditions", [1, 0], None),
        (f"preset3 B: {VALUE}", 0, "value", [1, 1], [3, -1]),
        (f"preset1 B: {TIE}", None, "value", [0, 0], [1, 1]),
        (f"preset3 B: {BLOCK}", 0, "blocked", [0, 0], None),
    ],
)
def test_what_a_result_records(
    record: str, winner: int | None, reason: str, told: list[int], values: list[int] | None
) -> None:
    match = played(record)
    last = match.view()["last"]
    assert (last["winner"], last["reason"], last["counts"]) == (winner, reason, told)
    assert last["values"] == [player["value"] for player in match.view()["players"]]
    assert values is None or last["values"] == values
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (winner, reason)


# Series


def series(setup: str, *records: str, first: str = "O", n: int = 2) -> Match:
    """A series of which some games are played."""
    match = fresh(setup=setup, first=first, series="first_to_n", n=n)
    for record in records:
        for move in record.split():
            match.play(move)
    return match


def wins(match: Match) -> list[int]:
    return [player["wins"] for player in match.view()["players"]]


@pytest.mark.rule("OD-SERIES-1", "OD-SERIES-2", "OD-SERIES-5")
@pytest.mark.parametrize("first", ["O", "B", "lot"])
def test_the_galaxy_placer_and_the_right_to_decide_alternate(first: str) -> None:
    options = {"setup": "free", "first": first, "series": "first_to_n", "n": 3}
    match = Match(GAME, options, dice=SeededDice(2))
    placer = match.view()["first"]
    winners = []
    for game in range(1, 6):
        if match.over:
            break
        start = len(match.plies)
        assert (match.view()["game"], match.view()["first"], match.turn) == (game, placer, placer)
        assert match.legal()[0].startswith("G@")
        assert tokens(match) == hexes(match) == {}
        assert match.position.split()[1] == "113333/113333"
        play_out(match, game, 1)
        by = [event.by for event in match.plies[start : start + 16]]
        assert by == [placer] * 8 + [1 - placer] * 7 + [placer]
        winners.append(match.view()["last"]["winner"])
        placer = 1 - placer
    assert len(winners) >= 3


@pytest.mark.rule("OD-SERIES-3")
@pytest.mark.parametrize("first", ["O", "B"])
def test_the_starter_alternates_whoever_won(first: str) -> None:
    seat = "OB".index(first)
    match = series("preset3", LINK, first=first, n=4)
    assert (match.turn, match.view()["first"], wins(match)[seat]) == (1 - seat, 1 - seat, 1)
    for move in BLOCK.split():
        match.play(move)
    assert (match.turn, wins(match)[seat]) == (seat, 2)
    for move in BLOCK.split():
        match.play(move)
    assert (match.turn, wins(match)[1 - seat]) == (1 - seat, 1)


@pytest.mark.rule("OD-SERIES-4")
def test_players_keep_their_colours() -> None:
    match = series("preset3", LINK, n=4)
    assert [player["side"] for player in match.view()["players"]] == ["O", "B"]
    assert hexes(match.play("M0@E5")) == {"E5": "B"}
    assert match.plies[-1].by == 1
    assert hexes(match.play("M0@G7"))["G7"] == "O"


@pytest.mark.rule("OD-SERIES-5", "OD-COUNT-1")
@pytest.mark.parametrize(("setup", "record"), [("preset3", LINK), ("preset2", TRAP)])
def test_every_game_starts_afresh(setup: str, record: str) -> None:
    match = series(setup, record, n=4)
    alone = fresh(setup=setup, first="B")
    assert match.position.split()[:4] == alone.position.split()[:4]
    assert match.legal_codes() == alone.legal_codes()
    for name in ("links", "stars", "pulls", "hexes", "near", "galaxies", "holes", "stock"):
        assert np.array_equal(match.state[0][name], alone.state[0][name]), name


@pytest.mark.rule("OD-SERIES-5")
def test_a_random_sky_is_drawn_anew() -> None:
    match = Match(
        GAME, {"setup": "random", "first": "O", "series": "first_to_n"}, dice=SeededDice(3)
    )
    first = tokens(match)
    match.rolls = False
    play_out(match, 1, 1)
    assert match.turn == CHANCE
    assert match.view()["phase"] == "draw"
    assert tokens(match) == {}
    while match.turn == CHANCE:
        match.roll()
    assert len(tokens(match)) == 15
    assert tokens(match) != first
    assert match.turn == 1


@pytest.mark.rule("OD-SERIES-6")
def test_a_win_scores_one_and_a_tie_nothing() -> None:
    assert wins(series("preset3", LINK)) == [1, 0]
    assert wins(series("preset2", TRAP)) == [0, 1]
    assert wins(series("preset1", TIE)) == [0, 0]
    assert wins(series("preset1", TIE, THROUGH, n=3)) == [1, 0]


@pytest.mark.rule("OD-SERIES-7", "OD-SERIES-11", "OD-OPT-5")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_first_with_n_wins_takes_the_series(n: int) -> None:
    records = [LINK, BLOCK, JOIN]
    match = series("preset3", *records[:n], n=n)
    assert match.over
    assert wins(match) == [n, 0]
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (0, "series")
    assert match.result.scores == (1.0, -1.0)
    if n > 1:
        assert not series("preset3", *records[: n - 1], n=n).over


@pytest.mark.rule("OD-SERIES-7", "OD-SERIES-11")
def test_a_series_can_be_won_after_losses() -> None:
    match = series("preset3", LINK, LINK, BLOCK, n=2)
    assert wins(match) == [1, 2]
    assert match.over
    assert match.result is not None
    assert (match.result.winner, match.result.scores) == (1, (-1.0, 1.0))
    assert match.position.split()[2:] == ["!B+b", "O", "3", "1-2"]


@pytest.mark.rule("OD-SERIES-8")
def test_the_rematch_after_a_tie_is_the_next_game() -> None:
    match = series("preset1", TIE, first="B")
    assert not match.over
    assert match.position.split()[2:] == [">O", "O", "2", "0-0"]
    assert match.view()["last"] == {
        "winner": None,
        "reason": "value",
        "counts": [0, 0],
        "values": [1, 1],
    }
    assert match.turn == 0


@pytest.mark.rule("OD-SERIES-9")
def test_the_next_game_begins_at_once_and_without_a_lot() -> None:
    match = fresh(setup="preset3", series="first_to_n").play("first B")
    for move in LINK.split():
        match.play(move)
    assert match.turn == match.view()["first"] == 0
    assert match.view()["game"] == 2
    assert not any(text.startswith("first") for text in match.legal())
    assert [event.text for event in match.plies].count("first B") == 1
    assert sum(event.by == CHANCE for event in match.plies) == 1


def late(tail: str, record: str = TIE, setup: str = "preset1", first: str = "B") -> Match:
    """A series to nine wins that stands one move before the end of a late game."""
    *before, last = record.split()
    position = played(f"{setup} {first}: {' '.join(before)}").position
    text = position.removesuffix("1 0-0") + tail
    match = at(text, setup=setup, first=first, series="first_to_n", n=9)
    assert match.position == text
    return match.play(last)


@pytest.mark.rule("OD-SERIES-10", "OD-SERIES-11")
@pytest.mark.parametrize(
    ("tail", "winner"), [("99 1-0", 0), ("99 0-1", 1), ("99 4-4", None), ("99 8-7", 0)]
)
def test_a_series_ends_after_99_games(tail: str, winner: int | None) -> None:
    match = late(tail)
    assert match.over
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (winner, "series")
    scores = {0: (1.0, -1.0), 1: (-1.0, 1.0), None: (0.0, 0.0)}
    assert match.result.scores == scores[winner]
    assert match.position.endswith(tail)


@pytest.mark.rule("OD-SERIES-10")
def test_the_last_game_counts_and_the_one_before_is_not_the_last() -> None:
    level = late("99 0-1", LINK, "preset3", "O")
    assert wins(level) == [1, 1]
    assert level.result is not None
    assert (level.result.winner, level.result.scores) == (None, (0.0, 0.0))
    ahead = late("99 1-1", LINK, "preset3", "O")
    assert ahead.result is not None
    assert ahead.result.winner == 0
    goes_on = late("98 4-4")
    assert not goes_on.over
    assert goes_on.position.split()[2:] == [">O", "O", "99", "4-4"]


@pytest.mark.rule("OD-SERIES-11", "OD-OPT-5")
def test_a_single_game_is_no_series() -> None:
    match = played(f"preset3 O: {LINK}", n=5)
    assert match.over
    assert match.result is not None
    assert match.result.reason == "conditions"
