"""Simple bots, and their independence of the dice."""

from collections import Counter

import orrery
from orrery.arena import Pairing, play_game, run_match, sprt, wilson
from orrery.arena.run import pairings
from orrery.bots import bot_names, make_bot, situation
from orrery.core import registry
from tests.games.cubulus.positions import at


def test_the_kinds_of_bots() -> None:
    assert {"greedy", "random", "search"} <= set(bot_names())


def test_a_bot_does_not_share_its_chance_with_the_dice() -> None:
    """With the same seed for both, the random bot keeps or swaps whatever card it was dealt."""
    kept: Counter[int] = Counter()
    dealt: Counter[int] = Counter()
    for seed in range(1500):
        match = orrery.new("high_card", seed=seed)
        card = int(match.state["hand"][0][0])
        dealt[card] += 1
        kept[card] += orrery.bot("random", seed=seed).choose(match) == "keep"
    for card, count in dealt.items():
        assert 0.35 < kept[card] / count < 0.65


def test_greedy_takes_a_win_and_avoids_a_present() -> None:
    match = at("b../b../...,b../.../...,.../.../... order=bwr n=- >b ban=-")
    assert make_bot("greedy", seed=1).choose(match) == "+L5"
    gift = at("b.b/.wr/r.r,.bb/.rr/.wr,r../w../rr. order=bw n=r >w ban=-")
    assert make_bot("greedy", seed=1).choose(gift) != "+L1"


def test_greedy_beats_random() -> None:
    report = run_match(
        "cubulus", registry.find("cubulus").read_options({}), ("greedy", "random"), range(10)
    )
    assert report.wins >= 9
    assert report.as_json()["interval"][0] > 0.5


def test_seats_rotate_and_the_second_bot_fills_the_rest() -> None:
    games = list(pairings("cubulus", {"players": 3}, "greedy", "random", 3, range(5)))
    assert [seat for seat, _ in games] == [0, 1, 2, 0, 1]
    assert games[1][1].bots == ("random", "greedy", "random")
    assert [pairing.seed for _, pairing in games] == [0, 1, 2, 3, 4]


def test_a_pairing_is_repeatable() -> None:
    options = registry.find("cubulus").read_options({"players": 3})
    pairing = Pairing("cubulus", options, ("search:simulations=5", "greedy", "random"), 3)
    assert play_game(pairing) == play_game(pairing)


def test_wilson_intervals() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(100, 100)[1] == 1.0
    assert wilson(100, 100)[0] > 0.95


def test_the_sequential_test_decides_when_it_is_clear() -> None:
    assert sprt(0, 0, 0, 0.5, 0.6).verdict == "open"
    assert sprt(80, 0, 20, 0.5, 0.6).verdict == "higher"
    assert sprt(45, 0, 55, 0.5, 0.6).verdict == "lower"
    stopped = run_match(
        "cubulus",
        registry.find("cubulus").read_options({}),
        ("greedy", "random"),
        range(200),
        bounds=(0.5, 0.8),
    )
    assert stopped.games < 60
    assert stopped.decided is not None
    assert stopped.decided.verdict == "higher"


def test_situations_are_the_seats_own() -> None:
    match = orrery.new("high_card", seed=1)
    told = situation(match)
    assert told.seat == 0
    assert told.moves == (0, 1)
