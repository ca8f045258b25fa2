"""Simulations a second of the tree search, beside OpenSpiel's C++ MCTSBot, one core each.

Hex 5x5 and Connect Four are the same games on both sides, and a simulation is the same work:
down the tree, one random game to its end, and back up.
"""

import time
from typing import Any

import pyspiel

from benchmarks.table import Row
from orrery.bots import situation
from orrery.bots.search import SearchBot, compile_search
from orrery.core import registry
from orrery.core.match import Match

SIMULATIONS = 50_000
PLAIN: dict[str, Any] = {"look": 0, "plies": -1, "explore": 1.4}


def ours(name: str, simulations: int, **knobs: Any) -> float:
    """Simulations a second from the first position, the best of three searches."""
    game = registry.find(name)
    compile_search(game)
    rates = []
    for seed in range(3):
        match = Match(game, rolls=True)
        if name == "cubulus":
            match.play("colour b").play("colour w").play("neutral 0 1 2 8 12 16 20 22 24")
        bot = SearchBot(simulations=simulations, seed=seed, **knobs)
        told = situation(match, thorough=True)
        began = time.perf_counter()
        done = bot.consider(told).simulations
        rates.append(done / (time.perf_counter() - began))
    return max(rates)


def openspiel(name: str) -> float:
    """Simulations a second of OpenSpiel's MCTSBot, the best of three searches."""
    game = pyspiel.load_game(name)
    rates = []
    for seed in range(3):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, SIMULATIONS, 1000, False, seed, False)
        began = time.perf_counter()
        bot.step(game.new_initial_state())
        rates.append(SIMULATIONS / (time.perf_counter() - began))
    return max(rates)


def rows() -> list[Row]:
    """The same two games on both sides, and our own way of searching Cubulus."""
    hexes = openspiel("hex(board_size=5)")
    fours = openspiel("connect_four")
    return [
        Row(
            "Search, Hex 5x5",
            ours("hex5", SIMULATIONS, **PLAIN),
            hexes,
            "sims/s",
            "OpenSpiel",
            "4x",
        ),
        Row(
            "Search, Connect Four",
            ours("connect_four", SIMULATIONS, **PLAIN),
            fours,
            "sims/s",
            "OpenSpiel",
        ),
        Row(
            "Search, Cubulus, every move of a new position judged",
            ours("cubulus", 10_000),
            None,
            "sims/s",
        ),
    ]
