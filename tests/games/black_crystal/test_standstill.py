"""A position in which nobody can ever act again ends the game, and no other does (ruleset 2)."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from orrery.core.jit import twin
from orrery.games.black_crystal import texts
from orrery.games.black_crystal.game import GAME
from orrery.games.black_crystal.rules import machine, standstill, turns
from orrery.games.black_crystal.rules.inputs import list_decision
from orrery.games.black_crystal.state import (
    FINISHED,
    GO_START,
    LAST_CHANCE,
    MUSHROOM,
    RUBBLE,
    SKILLS,
)
from tests.games.black_crystal.naive import Cell, Naive

from .scene import TILES, Scene, cell_of

STILL = ("shaman", "merchant", "gardener", "alchemist")


def shut_in(players: int = 2, skills: tuple[str, ...] = STILL, **options: Any) -> Scene:
    """Everybody in a dead end of its own behind Rubble, with empty pockets; the last turn ends."""
    scene = Scene(players=players, skills=skills, active=players - 1, **options)
    for seat in range(players):
        x = 1 + 2 * seat
        scene.tile((x, 7), "find.dead_end" if seat < 3 else "boom.dead_end").tiles((x, 6))
        scene.rubble((x, 6)).dwarf(seat, (x, 7)).explosives(seat, 0)
    return scene.set(moves=0, acted=1)


def ends(scene: Scene) -> bool:
    """Whether the game is over when the turn ends, and is a draw for that reason."""
    scene.play("end")
    over = scene.phase == "OVER"
    assert not over or texts.reason(scene.s) == "standstill"
    assert not over or texts.result_text(scene.s) == "draw"
    return over


@pytest.mark.rule("BC-WIN-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_when_nobody_can_ever_act_the_game_ends_at_once_and_says_why(players: int) -> None:
    scene = shut_in(players)
    assert ends(scene)
    told = [note.as_json() for note in scene.told]
    assert {"step": "game_ended", "winner": None, "still": True} in told
    assert scene.rules.score(scene.state, players) == [0.0] * players
    words, _ = GAME.step_words(scene.s, 0, [scene.told[-1]])[0]  # type: ignore[misc]
    assert words == "also.standstill"


@pytest.mark.rule("BC-WIN-5")
def test_one_who_can_act_keeps_the_game_going() -> None:
    assert not ends(shut_in().dwarf(0, "home"))
    assert not ends(shut_in().dwarf(1, "home"))
    assert not ends(shut_in().explosives(0, 1))
    assert not ends(shut_in().explosives(1, 1)), "the other may be begged for it"
    assert not ends(shut_in(skills=("engineer", "merchant")))
    assert not ends(shut_in(skills=("merchant", "iron_head")))
    assert not ends(shut_in(skills=("miner", "merchant")).ally(0, "B14"))
    assert not ends(shut_in(hand_clear_adjacent=True))


@pytest.mark.rule("BC-WIN-5")
@pytest.mark.parametrize("card", ["F01", "F02", "F17"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_that_frees_its_owner_keeps_the_game_going(card: str, seat: int) -> None:
    assert not ends(shut_in().hand(seat, card))
    assert not ends(shut_in().on_table(seat, card, 1))


@pytest.mark.rule("BC-WIN-5")
def test_cards_that_free_nobody_do_not() -> None:
    assert ends(shut_in().hand(0, "F03", "F04", "F05", "F15", "F16").hand(1, "F20", "F25", "F28"))


@pytest.mark.rule("BC-WIN-5")
def test_a_stray_teleport_frees_somebody_if_a_cell_is_free() -> None:
    assert not ends(shut_in().hand(0, "F19").tiles((8, 8)))
    assert ends(shut_in().hand(0, "F19"))


@pytest.mark.rule("BC-WIN-5")
def test_a_card_that_can_be_drawn_from_a_rival_keeps_the_game_going() -> None:
    """A jump is of no use to one who stands at home already, but may be to a thief."""

    def at_home(*skills: str) -> Scene:
        scene = shut_in(skills=skills).tiles((4, 8)).rubble((4, 8)).dwarf(1, "home")
        return scene.hand(1, "F17")

    assert ends(at_home("shaman", "merchant"))
    assert not ends(at_home("thief", "merchant"))
    assert not ends(at_home("shaman", "merchant").hand(0, "F27"))
    assert not ends(at_home("shaman", "merchant").on_table(0, "F27", 1))


@pytest.mark.rule("BC-WIN-5", "BC-WIN-6")
def test_explosives_that_will_come_keep_the_game_going() -> None:
    assert not ends(shut_in(anti_stall=3))
    empty = shut_in(anti_stall=3)
    empty.s["bag"][:] = 0
    assert ends(empty)


@pytest.mark.rule("BC-WIN-5", "BC-TRAP-3")
def test_a_rescue_that_will_come_keeps_the_game_going() -> None:
    assert not ends(shut_in(trap_rescue_after=5))
    both = shut_in(trap_rescue_after=5).tile((4, 0), "boom.cross").tile((4, 8), "boom.cross")
    both.rubble((4, 0), (4, 8)).dwarf(0, "home").dwarf(1, "home")
    assert ends(both), "who is on his Entrance already is put nowhere else"


@pytest.mark.rule("BC-WIN-5")
def test_one_who_is_buried_digs_himself_out_first() -> None:
    scene = shut_in().rubble((1, 7))
    assert ends(scene)
    assert "rubble_gone" in scene.steps
    assert scene.s["turns"] == 2


@pytest.mark.rule("BC-WIN-5", "BC-CRY-12")
def test_a_crystal_to_be_mined_on_the_exit_keeps_the_game_going() -> None:
    def on_exit(mined: bool) -> Scene:
        scene = (
            shut_in(dropped_needs_mining=mined)
            .tile((5, 5), "exit.cross")
            .dwarf(0, (5, 5))
            .loose((5, 5))
        )
        return scene.tiles((4, 5), (6, 5), (5, 4), (5, 6)).rubble((4, 5), (6, 5), (5, 4), (5, 6))

    assert not ends(on_exit(mined=True))
    assert ends(on_exit(mined=False))
    assert ends(on_exit(mined=True).crystal(0)), "he carries one already"


@pytest.mark.rule("BC-WIN-5")
def test_explosives_that_nobody_can_use_end_it_all_the_same() -> None:
    scene = shut_in().explosives(0, 2)
    for seat, x in ((0, 1), (1, 3)):
        del seat
        for cell in ((x - 1, 7), (x + 1, 7), (x, 8), (x, 6)):
            scene.s["tile"][cell_of(cell)] = -1  # as if a Mushroom grew there
            scene.s["link"][cell_of((x, 7))] = 0
    assert ends(scene)


@pytest.mark.rule("BC-WIN-5")
def test_under_ruleset_1_it_is_the_limit_that_ends_the_game() -> None:
    scene = shut_in(turn_limit=60).set(ruleset=1).play("end")
    assert (scene.phase, texts.reason(scene.s), scene.s["turns"]) == ("OVER", "limit", 60)


# Everything tried


def anywhere(number: int) -> Scene:
    """A position between two turns: dwarfs mostly shut in, with a little of everything."""
    rng = random.Random(number)
    players = rng.choice([2, 2, 3])
    skills = tuple(rng.sample(SKILLS, players))
    options: dict[str, Any] = {}
    if rng.random() < 0.3:
        name, value = rng.choice(
            [("anti_stall", 1), ("trap_rescue_after", 1), ("dropped_needs_mining", True)]
        )
        options[name] = value
    scene = Scene(players=players, skills=skills, active=rng.randrange(players), **options)
    for seat in range(players):
        scene.explosives(seat, int(rng.random() < 0.08))
        scene.s["uses"][seat] = 0
        wall_in(scene, seat, rng)
    if rng.random() < 0.7:
        scene.s["bag"][:] = 0  # as if all other cells were open, or closed for ever
    useful = ["F01", "F02", "F17", "F19", "F27", "F25", "F16", "F05", "F05"]
    for card in rng.sample(useful, rng.choice([0, 0, 1, 2, 2])):
        scene.hand(rng.randrange(players), card)
    twin(turns.clear_turn)(scene.s)
    scene.s["black_crystal"] = GO_START
    return scene


def wall_in(scene: Scene, seat: int, rng: random.Random) -> None:
    """Put a dwarf somewhere with an opening or two, and close what leads away from there."""
    x, y = 1 + 3 * seat, 6
    middle = left(scene, rng.choice(["crystal.corner", "find.corner", "exit.cross"]))
    scene.tile((x, y), middle, 0 if middle.endswith("cross") else rng.randrange(2))
    if rng.random() < 0.4:
        scene.loose((x, y))
    around = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
    for cell in around:
        roll = rng.random()
        if scene.s["tile"][cell_of(cell)] != 0:
            continue
        if roll < 0.35:
            scene.s["tile"][cell_of(cell)] = MUSHROOM
        elif roll < 0.95:
            scene.tile(
                cell, left(scene, rng.choice(["boom.straight", "boom.tee"])), rng.randrange(2)
            )
            if roll < 0.93:
                scene.rubble(cell)
    scene.dwarf(seat, (x, y) if rng.random() < 0.95 else "home")


def left(scene: Scene, name: str) -> str:
    """A tile that is still in the bag, this one if it is."""
    return name if scene.s["bag"][TILES.index(name)] > 0 else "find.tee"


def seen(state: Any) -> bytes:
    """A position without what makes no difference to who can act."""
    plain = state.copy()
    plain["turns"], plain["known"], plain["boom_seen"] = 0, 0, 0
    plain["trapped"] = np.minimum(plain["trapped"], plain["rescue_after"][0])
    enough = int(plain["anti_stall"][0]) * int(plain["players"][0])
    plain["stall"] = min(int(plain["stall"][0]), enough)  # with an empty bag it counts for ever
    return bytes(plain.tobytes())


def somebody_acts(scene: Scene) -> bool:
    """Play everything that can be played under ruleset 1, until a dwarf has done something."""
    start = scene.state.copy()
    start["ruleset"] = 1
    start["turn_limit"] = 60  # from one decision to the next: where there is none, all is still
    if acts_unasked(scene, start[0]):
        return True
    waiting, known = [start], {seen(start)}
    while waiting:
        state = waiting.pop()
        for move in scene.rules.moves(state):
            after = state.copy()
            chance = int(state[0]["black_crystal"]) <= LAST_CHANCE
            twin(machine.play_chance if chance else machine.answer)(after[0], move, scene.work)
            if acts_unasked(scene, after[0]):
                return True
            after["turns"] = 0
            if seen(after) not in known:
                known.add(seen(after))
                waiting.append(after)
    return False


def acts_unasked(scene: Scene, s: Any) -> bool:
    """Go on step by step until somebody is asked; whether a dwarf does something on the way."""
    while not has_acted(scene.s, s):
        phase = int(s["black_crystal"])
        if phase > FINISHED:
            twin(machine.go)(s, phase, scene.work)
        elif (
            phase <= LAST_CHANCE
            or phase == FINISHED
            or twin(list_decision)(s, scene.work["move"], scene.work) > 1
        ):
            return False
        else:
            twin(machine.answer)(s, int(scene.work["move"][0]), scene.work)  # BC-SM-1
    return True


def has_acted(before: Any, after: Any) -> bool:
    """Whether a dwarf has left its place, dug, blasted, cleared or won."""
    if int(after["winner"]) >= 0 or int(after["bag"].sum()) < int(before["bag"].sum()):
        return True
    moved = (before["at"] != after["at"]).any() or (before["pas"] != after["pas"]).any()
    return bool(moved or ((before["mark"] ^ after["mark"]) & RUBBLE).any())


def naive_of(scene: Scene) -> Naive:
    """The twin in the same position."""
    whole = scene.position
    naive = Naive(whole["options"])
    naive.active = whole["active"]
    for seat, entry in zip(naive.seats, whole["seats"], strict=True):
        seat.skill, seat.uses = entry["skill"], entry["uses"]
        seat.at = seat.home if entry["at"] == "home" else tuple(entry["at"])
        seat.explosives, seat.hand = entry["explosives"], Counter(entry["hand"])
        seat.table, seat.allies = dict(entry["table"]), list(entry["allies"])
        seat.crystal, seat.mining, seat.first = entry["crystal"], entry["mining"], entry["first"]
    for place, entry in zip(naive.cells, whole["cells"], strict=True):
        cell = Cell()
        if entry == "mushroom":
            cell.mushroom = True
        elif entry is not None:
            cell = Cell(entry["tile"], entry["rot"], rubble=entry.get("rubble", False))
            cell.boom, cell.unmined = entry.get("boom", False), entry.get("unmined", 0)
            cell.loose = entry.get("loose", 0)
        naive.cells[place] = cell
    naive.passages = {((a, b), (c, d)) for a, b, c, d in whole["passages"]}
    naive.bag = Counter(whole["bag"])
    return naive


def check(numbers: range) -> Counter[bool]:
    """Compare the rules, the twin and everything that can be played; how often each was said."""
    said: Counter[bool] = Counter()
    for number in numbers:
        scene = anywhere(number)
        still = bool(twin(standstill.nobody_can_act)(scene.s, scene.work))
        assert naive_of(scene).is_standstill() == still, number
        assert somebody_acts(scene) != still, number
        said[still] += 1
    return said


@pytest.mark.rule("BC-WIN-5")
def test_it_is_said_exactly_where_nothing_that_can_be_played_lets_anybody_act() -> None:
    said = check(range(200))
    assert min(said[True], said[False]) > 40


@pytest.mark.prove
def test_it_is_said_exactly_there_in_many_positions() -> None:
    said = check(range(1_000, 6_000))
    assert min(said[True], said[False]) > 1_000
