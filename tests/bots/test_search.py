"""The search: exact where exact values are known, honest where something is hidden."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from orrery.bots import Choice, make_bot, situation
from orrery.bots import search as search_module
from orrery.bots.search import SearchBot
from orrery.bots.simulation import SEARCH
from orrery.bots.tree import NODES, SIMULATIONS, SLOTS
from orrery.core import cache, jit, registry
from orrery.core.dice import SealedDice, SeededDice
from orrery.core.errors import BadOption, GameOver
from orrery.core.match import Match
from tests.games.cubulus.positions import at
from tests.games.pig.test_pig import value as exact_value

PIG = registry.find("pig")
HIGH_CARD = registry.find("high_card")
CUBULUS = registry.find("cubulus")


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    for game in (PIG, HIGH_CARD, CUBULUS):
        cache.load(game, SEARCH)


def pig(**options: object) -> Match:
    return Match(PIG, options, dice=SeededDice(1), rolls=False)


def cards(*moves: str, **options: object) -> Match:
    match = Match(HIGH_CARD, options, dice=SealedDice(b"x" * 32), rolls=False)
    for move in moves:
        match.play(move)
    return match


def search(match: Match, **settings: Any) -> Choice:
    return SearchBot(**{"seed": 1, **settings}).consider(situation(match, thorough=True))


# Dice: the expectimax value


@pytest.mark.parametrize(
    ("target", "sides", "cap"), [(4, 4, 3), (3, 6, 4), (5, 4, 2), (6, 6, 1), (5, 6, 2), (4, 6, 2)]
)
def test_small_dice_games_are_solved_exactly(target: int, sides: int, cap: int) -> None:
    choice = search(pig(target=target, sides=sides, turn_cap=cap), simulations=400_000)
    assert choice.values is not None
    assert abs(choice.values[0] - exact_value((0, 0), 0, 0, target, sides, cap)) < 1e-5
    assert choice.simulations < 400_000  # it was proven before the budget was spent


def test_larger_dice_games_converge_to_the_expectimax_value() -> None:
    wanted = exact_value((0, 0), 0, 0, 12, 6, 4)
    errors = []
    for simulations in (300, 30_000, 300_000):
        choice = search(pig(target=12, sides=6, turn_cap=4), simulations=simulations)
        assert choice.values is not None
        errors.append(abs(choice.values[0] - wanted))
    assert errors[-1] < 0.05
    assert errors[-1] <= errors[0]


def test_the_right_decision_with_dice() -> None:
    """Just short of the target with a full pot, the last turn: hold wins, rolling risks it."""
    match = pig(target=100, sides=6, turn_cap=1)
    match.play("roll").play("=6")
    assert PIG.notation.move_text(match.state[0], search(match, simulations=2000).move) == "hold"


# Hidden cards: the known best play


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        (["draw 1"], "swap"),
        (["draw 2"], "swap"),
        (["draw 3"], "keep"),
        (["draw 3", "keep", "draw 1"], "swap"),
        (["draw 2", "keep", "draw 1"], "swap"),
        (["draw 1", "keep", "draw 3"], "keep"),
        (["draw 2", "keep", "draw 3"], "keep"),
    ],
)
def test_best_play_with_hidden_cards(moves: list[str], best: str) -> None:
    match = cards(*moves, cards=3)
    for seed in range(5):
        choice = search(match, simulations=4000, seed=seed)
        assert HIGH_CARD.notation.move_text(match.state[0], choice.move) == best


@pytest.mark.parametrize(("card", "size"), [(4, 5), (7, 9), (8, 9)])
def test_one_unlucky_deal_decides_nothing(card: int, size: int) -> None:
    """A good card is kept, whatever the deal was in which the search first looked at it."""
    match = cards("draw 1", "keep", f"draw {card}", cards=size)
    for seed in range(50):
        choice = search(match, simulations=800, seed=seed)
        assert HIGH_CARD.notation.move_text(match.state[0], choice.move) == "keep", seed


def test_a_bot_may_go_from_one_match_to_another() -> None:
    bot = SearchBot(simulations=60, seed=1)
    starts = (
        "bwr/.r./...,.r./r../r.r,..r/..r/.r. order=bw n=r >b ban=-",
        "rw./.r./.rw,..r/br./b.r,r.w/br./..r order=bw n=r >b ban=-",
    )
    for start in (*starts, *starts):
        match = at(start)
        match.play(bot.consider(situation(match)).move)
    values = [
        bot.consider(situation(pig(target=target), thorough=True)).values for target in (4, 50, 4)
    ]
    assert values[0] != values[1]


@pytest.mark.parametrize("name", ["pig", "high_card", "cubulus"])
@pytest.mark.parametrize(
    "settings",
    [
        {"workers": 4, "simulations": 2},
        {"simulations": 1, "look": 0},
        {"simulations": 1},
        {"simulations": 5, "depth": 1},
        {"simulations": 5, "explore": 0},
        {"seconds": 1e-9},
    ],
)
def test_small_budgets_give_a_legal_move(name: str, settings: dict[str, Any]) -> None:
    match = {
        "pig": lambda: pig(target=9).play("roll").play("=2"),
        "high_card": lambda: cards("draw 2", "keep", "draw 3"),
        "cubulus": lambda: at("bwr/.r./...,.r./r../r.r,..r/..r/.r. order=bw n=r >b ban=-"),
    }[name]()
    choice = search(match, **settings)
    assert choice.move in match.legal_codes()


def test_one_simulation_takes_the_move_that_looks_best() -> None:
    match = at("b../b../...,b../.../...,.../.../... order=bwr n=- >b ban=-")
    assert match.line_texts([search(match, simulations=1).move]) == ["+L5"]


def test_the_value_with_hidden_cards_is_that_of_best_play() -> None:
    """Seat 0 expects 1 with the 3, and nought with any other card: a third in all."""
    values = []
    for card in (1, 2, 3):
        choice = search(cards(f"draw {card}", cards=3), simulations=20_000)
        assert choice.values is not None
        values.append(choice.values[0])
    assert abs(sum(values) / 3 - 1 / 3) < 0.03


@pytest.mark.parametrize("rival", [1, 2, 4, 5])
def test_search_gains_nothing_from_what_it_should_not_know(rival: int) -> None:
    """With the 3 out of 1..5 keeping and swapping are both even; seeing the rival would pay 1/6."""
    choice = search(cards(f"draw {rival}", "keep", "draw 3"), simulations=20_000)
    assert choice.values is not None
    assert abs(choice.values[1]) < 0.07


@pytest.mark.parametrize("name", ["search", "greedy", "random"])
def test_bots_choose_alike_in_states_their_seat_cannot_tell_apart(name: str) -> None:
    settings = {"simulations": 300} if name == "search" else {}
    for one, two in ((("draw 1", "swap", "draw 2"), ("draw 3", "swap", "draw 4")),):
        choices = []
        for line in (one, two):
            match = cards(*line, "draw 5", cards=9)
            bot = make_bot(name, seed=3, **settings)
            choices.append(bot.consider(situation(match)))
        assert choices[0] == choices[1]


def test_a_situation_holds_nothing_that_is_hidden() -> None:
    match = cards("draw 1", "swap", "draw 2", "draw 5")
    told = situation(match)
    assert told.line is None
    assert told.state["deck"][0] == 0
    assert told.state["hand"][0].tolist()[:2] == [-1, 5]


# Open games


def test_a_win_is_taken_at_once() -> None:
    match = at("b../b../...,b../.../...,.../.../... order=bwr n=- >b ban=-")
    choice = search(match, simulations=5000)
    assert match.line_texts([choice.move]) == ["+L5"]
    assert choice.values == (1.0, -0.5, -0.5)
    assert choice.simulations <= 2


def test_a_threat_is_parried() -> None:
    match = at("ww./.r./.r.,w../rrr/.r.,brb/.r./.r. order=bw n=r >b ban=-")
    choice = search(match, simulations=3000)
    match.play(choice.move)
    for answer in match.legal_codes():
        after = Match(CUBULUS, match.options, position=match.position).play(answer)
        assert after.result is None or after.result.winner == 0


def test_the_tree_is_kept_between_moves() -> None:
    bot = SearchBot(simulations=500, seed=2)
    match = at("bwr/.r./...,.r./r../r.r,..r/..r/.r. order=bw n=r >b ban=-")
    match.play(bot.consider(situation(match)).move)
    reply = bot._trees[0].line()[1]
    match.play(reply)
    bot.consider(situation(match))
    tree = bot._trees[0]
    assert int(tree.counts[SIMULATIONS]) == 500
    assert tree.root_slots()["visits"].sum() > 520


def test_the_same_seed_simulations_and_workers_give_the_same_move_on_any_cores() -> None:
    program = """
import os, sys
from orrery.bots import situation
from orrery.bots.search import SearchBot
import orrery
os.sched_setaffinity(0, {int(core) for core in sys.argv[1].split(",")})
match = orrery.new("cubulus", seed=7).play("colour b").play("colour w")
match.play("neutral 0 1 2 8 12 16 20 22 24")
bot = SearchBot(simulations=900, workers=3, seed=5)
for _ in range(4):
    choice = bot.consider(situation(match))
    print(choice)
    match.play(choice.move)
"""
    cores = sorted(os.sched_getaffinity(0))
    sets = {str(cores[0]), ",".join(map(str, cores[:2]))}
    printed = {
        subprocess.run(
            [sys.executable, "-c", program, cores_given], capture_output=True, text=True, check=True
        ).stdout
        for cores_given in sets
    }
    assert len(printed) == 1
    assert printed.pop().count("Choice(") == 4


@pytest.mark.parametrize("look", [0, 1])
@pytest.mark.parametrize("name", ["pig", "high_card", "cubulus"])
def test_interpreted_and_compiled_search_agree(
    monkeypatch: pytest.MonkeyPatch, name: str, look: int
) -> None:
    match = {
        "pig": lambda: pig(),
        "high_card": lambda: cards("draw 2", "keep", "draw 3"),
        "cubulus": lambda: at("bwr/.r./...,.r./r../r.r,..r/..r/.r. order=bw n=r >b ban=-"),
    }[name]()
    settings = {"simulations": 12, "look": look, "plies": 3}
    fast = search(match, **settings)
    jit.refresh_twins()
    twins = {jit.plain(f).__name__: jit.twin(f) for f in SEARCH.functions}
    monkeypatch.setattr(search_module, "functions", lambda game: twins)
    slow = search(match, **settings)
    assert slow.move == fast.move
    assert slow.values is not None
    assert fast.values is not None
    assert np.allclose(slow.values, fast.values, atol=1e-5)


def test_rollouts_to_the_end_need_no_estimate() -> None:
    match = at("b../b../...,b../.../...,.../.../... order=bwr n=- >b ban=-")
    choice = search(match, simulations=2000, look=0, plies=-1)
    assert match.line_texts([choice.move]) == ["+L5"]


def test_three_players_have_a_value_each() -> None:
    match = Match(CUBULUS, {"players": 3}, dice=SeededDice(2)).play("colour b").play("colour w")
    choice = search(match, simulations=200)
    assert choice.values is not None
    assert len(choice.values) == 3
    assert abs(sum(choice.values)) < 1e-3
    assert match.line_texts(choice.line)[0] == match.line_texts([choice.move])[0]


def test_a_budget_of_seconds_ends_the_search() -> None:
    match = at("bwr/.r./...,.r./r../r.r,..r/..r/.r. order=bw n=r >b ban=-")
    assert search(match, seconds=0.05).simulations > 0


@pytest.mark.parametrize(
    "settings",
    [{"level": 0}, {"level": 6}, {"level": True}, {"level": "3"}, {"workers": 0}, {"seconds": 0},
     {"simulations": 1.5}, {"explor": 1}, {"explore": "much"}, {"seed": 1.5}, {"depth": 0},
     {"explore": float("nan")}, {"sharp": 0}, {"slips": 2}, {"explore": -1}],
)  # fmt: skip
def test_bad_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        make_bot("search", **settings)


def test_nobody_is_asked_after_the_end_or_for_nature() -> None:
    with pytest.raises(GameOver):
        situation(pig().play("roll"))
    with pytest.raises(GameOver):
        situation(pig().resign(0))


def test_a_tree_of_positions_with_few_moves_finds_room_when_it_is_kept() -> None:
    """With a die of four sides there are more than a quarter as many positions as moves."""
    match = pig(target=100, sides=4, turn_cap=120)
    bot = SearchBot(simulations=60_000, seed=1)
    for move in ("roll", "=3"):
        if match.turn >= 0:
            bot.consider(situation(match, thorough=True))
        match.play(move)
    tree = bot._trees[0]
    full = int(tree.counts[NODES])
    assert 4 * full > int(tree.counts[SLOTS])
    bot.consider(situation(match))
    assert int(tree.counts[NODES]) <= len(tree.nodes)
    tree._repot(1 << int(tree.counts[SLOTS]).bit_length())
    assert 4 * int(tree.counts[NODES]) > len(tree.slots)
    assert int(tree.counts[NODES]) <= len(tree.nodes)
