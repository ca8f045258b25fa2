"""Pig, the tiny game with dice: its rules, and values that are known exactly."""

import re
from collections import Counter
from functools import cache

import pytest

from orrery.core import registry
from orrery.core.contract import CHANCE
from orrery.core.dice import SeededDice
from orrery.core.errors import BadNotation, IllegalMove
from orrery.core.game_text import read_game, write_game
from orrery.core.match import Match
from tests.kinds import only_compiled

pytestmark = pytest.mark.usefixtures("rules")

GAME = registry.find("pig")


def match(**options: object) -> Match:
    return Match(GAME, options, dice=SeededDice(1), rolls=False)


@pytest.mark.rule("PG-1")
def test_the_pot_is_kept_by_holding() -> None:
    played = match().play("roll").play("=4").play("roll").play("=3").play("hold")
    assert played.view()["points"] == [7, 0]
    assert played.turn == 1


@pytest.mark.rule("PG-2")
def test_an_empty_pot_cannot_be_kept() -> None:
    with pytest.raises(IllegalMove) as refusal:
        match().play("hold")
    assert refusal.value.rule == "PG-2"


@pytest.mark.rule("PG-2")
def test_an_empty_pot_could_be_kept_under_the_first_ruleset() -> None:
    old = Match(GAME, {}, ruleset=1, dice=SeededDice(1), rolls=False)
    assert old.legal() == ["hold", "roll"]
    assert old.play("hold").turn == 1


@pytest.mark.rule("PG-3")
def test_a_one_loses_the_pot() -> None:
    played = match().play("roll").play("=4").play("roll").play("=1")
    assert played.view() == {"points": [0, 0], "pot": 0, "seat": 1}


@pytest.mark.rule("PG-4")
def test_enough_points_win_at_once() -> None:
    played = match(target=9).play("roll").play("=4").play("roll").play("=5")
    assert played.result is not None
    assert played.result.scores == (1.0, -1.0)


@pytest.mark.rule("PG-5")
def test_the_leader_wins_after_the_last_turn() -> None:
    played = match(turn_cap=2).play("roll").play("=2").play("hold").play("roll").play("=1")
    assert played.result is not None
    assert (played.result.winner, played.result.reason) == (0, "cap")


def test_sampled_rolls_match_their_weights() -> None:
    rolling = match().play("roll")
    assert rolling.turn == CHANCE
    weights = rolling.weights()
    dice = SeededDice(5)
    counts = Counter(dice.choose(n, weights) for n in range(60_000))
    chi_square = sum((counts[k] - 10_000) ** 2 / 10_000 for k in range(6))
    assert chi_square < 20.5  # 5 degrees of freedom, one in a thousand


@cache
def value(
    points: tuple[int, int], pot: int, turns: int, target: int, sides: int, cap: int
) -> float:
    """The exact value for the player to move, by going through all that can happen."""
    if turns == cap:
        return float((points[0] > points[1]) - (points[0] < points[1]))
    rest = (target, sides, cap)

    def passed(kept: int) -> float:
        return -value((points[1], points[0] + kept), 0, turns + 1, *rest)

    rolls = [passed(0)]
    for face in range(2, sides + 1):
        won = points[0] + pot + face >= target
        rolls.append(1.0 if won else value(points, pot + face, turns, *rest))
    rolled = sum(rolls) / sides
    return max(rolled, passed(pot)) if pot else rolled


@only_compiled
def test_exact_values_are_those_of_the_rules() -> None:
    """Expectimax over the game's own rules gives what the independent recursion gives."""
    for options in (
        {"target": 6, "sides": 4, "turn_cap": 4},
        {"target": 5, "sides": 6, "turn_cap": 3},
    ):
        root = match(**options)
        wanted = value((0, 0), 0, 0, options["target"], options["sides"], options["turn_cap"])
        assert abs(expectimax(root) - wanted) < 1e-12


def expectimax(node: Match) -> float:
    """The value of seat 0 under best play of both, by the rules themselves."""
    if node.over:
        assert node.result is not None
        return node.result.scores[0]
    values = []
    for move in node.legal():
        values.append(expectimax(node.play(move)))
        node.undo_ply()
    if node.turn == CHANCE:
        weights = node.weights()
        return sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)
    return max(values) if node.turn == 0 else min(values)


def test_a_game_as_text_joins_a_roll_with_its_die() -> None:
    played = Match(GAME, {}, dice=SeededDice(3))
    while not played.over:
        played.play("hold" if "hold" in played.legal() else "roll")
    text = write_game(played)
    assert text.splitlines()[0] == "PG players=2 target=12 sides=6 turn_cap=20 ruleset=2"
    assert re.fullmatch(r"roll =\d", text.splitlines()[1])
    again = read_game(GAME, text)
    assert again.state.tobytes() == played.state.tobytes()
    assert write_game(again) == text
    noted = text.replace("\n", "\n# a comment\n", 2) + "# the end\n"
    assert write_game(read_game(GAME, noted)) == text
    with pytest.raises(BadNotation, match="ended before"):
        read_game(GAME, text + "hold\n")
    with pytest.raises(BadNotation, match="line 2"):
        read_game(GAME, text.replace("roll", "rool", 1))
