"""What is played for a seat that is late: every decision has a default, and it is always legal."""

import random
from collections import Counter

import pytest

from orrery.core.dice import SeededDice
from orrery.core.match import Match
from orrery.games.black_crystal.game import GAME
from orrery.games.black_crystal.state import FINISHED, LAST_CHANCE, PHASES
from orrery.server.windows import Windows, windows_of

from .scene import Scene

ASKED_APART = {
    "state.act_plain": "state.act",
    "state.act_dig": "state.act",
    "state.act_dig_plain": "state.act",
    "state.act_walk": "state.act",
    "state.act_walk_plain": "state.act",
    "state.act_stuck": "state.act",
    "state.acted": "state.act",
    "state.preroll_own": "state.preroll",
    "state.preroll_mine": "state.preroll",
    "state.drop_limit": "state.drop",
    "state.drop_lost": "state.drop",
    "state.drop_missed": "state.drop",
}
"""Decisions that are asked in other words: by what is left to do, whose fight it is, and why."""
GAMES, LONGEST = 24, 250


@pytest.fixture(scope="module")
def windows() -> Windows:
    return windows_of(GAME)


def test_every_decision_has_a_default(windows: Windows) -> None:
    decisions = [f"state.{name.lower()}" for name in PHASES[LAST_CHANCE + 1 : FINISHED]]
    assert len(decisions) == 26
    assert [kind for kind in windows.states if kind not in ASKED_APART] == decisions
    for apart, kind in ASKED_APART.items():
        assert windows.states[apart].default == windows.states[kind].default


def test_passing_lets_a_window_go_by(windows: Windows) -> None:
    offered = ["help", "preroll", "preroll_mine", "postroll", "keepally", "regrow", "loss", "react"]
    assert windows.kinds == [f"state.{name}" for name in offered]
    assert all(windows.states[kind].default == ("pass",) for kind in windows.kinds)


def test_the_default_is_legal_wherever_random_games_lead(windows: Windows) -> None:
    asked: Counter[str] = Counter()
    for seed in range(GAMES):
        rng = random.Random(seed)
        players = 2 + seed % 3
        match = Match(GAME, {"players": players}, dice=SeededDice(seed))
        for _ in range(LONGEST):
            if match.over:
                break
            asked[windows.kind_of(match)] += 1
            default, legal = windows.listed_default(match), match.legal_codes()
            assert default in legal, (seed, match.log[-1].text)
            check_window(windows, match)
            match.play(rng.choice(legal))
    assert sum(asked.values()) > 4000
    assert len(asked) > 20


def check_window(windows: Windows, match: Match) -> None:
    """A window asks a seat whose turn it is not, and it may pass."""
    active = int(match.state[0]["active"])
    asking = windows.turn_of(match)
    kind = windows.kind_of(match)
    assert (asking is not None) == (match.turn != active and kind in windows.kinds)
    if asking is not None:
        assert asking == active
        assert "pass" in match.legal()


def test_one_who_digs_no_more_ends_the_turn(windows: Windows) -> None:
    """In the own turn the default ends it as soon as that is possible."""
    match = Match(GAME, dice=SeededDice(3))
    while not windows.kind_of(match).startswith("state.act") or "end" not in match.legal():
        match.play(windows.default(match))
    before = match.turn
    match.play(windows.default(match))
    assert match.plies[-1].text == "end" or match.turn != before


def test_a_scene_in_ones_own_turn_is_no_window(windows: Windows) -> None:
    """The active seat is asked before its own roll; that is its turn, not a window."""
    scene = Scene(2).tiles((4, 0)).hand(0, "F05")
    match = Match(GAME, {"players": 2}, dice=SeededDice(1))
    match._state = scene.state
    assert windows.turn_of(match) is None
