"""Moves a second of random games on one core, beside OpenSpiel's C++.

OpenSpiel's side are the rollouts inside its own MCTSBot, so that no Python is timed: a search
whose simulations are all rollouts from the root. Moves are counted as the mean length of random
games times the rollouts made.
"""

import random
import time
from typing import Any

import pyspiel

from benchmarks.table import Row
from orrery.core import registry
from orrery.core.runner import compiled

ROLLOUTS = 100
SECONDS = 3.0


def ours(name: str, **given: object) -> float:
    """Moves a second of our compiled random games, chance moves included."""
    game = registry.find(name)
    options = game.read_options(given)
    vector, seats = game.option_vector(options), game.seats(options)
    runner = compiled(game)
    runner.simulate(vector, seats, 1, 0, 100)
    moves = first = 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        moves += runner.simulate(vector, seats, 1, first, 2000)["moves"]
        first += 2000
    return moves / (time.perf_counter() - began)


def openspiel(name: str) -> float:
    """Moves a second of OpenSpiel's rollouts, chance moves included."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    length = sum(_random_length(state, seed) for seed in range(100)) / 100
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    simulations, moves, seconds = 20, 0.0, 0.0
    while seconds < SECONDS:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, simulations, 1000, False, 1, False)
        began = time.perf_counter()
        bot.step(state)
        seconds += time.perf_counter() - began
        moves += simulations * ROLLOUTS * (length - 1)
    return moves / seconds


def _random_length(state: Any, seed: int) -> int:
    rng = random.Random(seed)
    node, length = state.clone(), 0
    while not node.is_terminal():
        if node.is_chance_node():
            actions, odds = zip(*node.chance_outcomes(), strict=True)
            node.apply_action(rng.choices(actions, odds)[0])
        else:
            node.apply_action(rng.choice(node.legal_actions()))
        length += 1
    return length


def rows() -> list[Row]:
    """Cubulus with two and three players beside hex on a board of 11 by 11."""
    peer = openspiel("hex(board_size=11)")
    return [
        Row(
            "Cubulus, random games, 1 core",
            ours("cubulus"),
            peer,
            "moves/s",
            "OpenSpiel hex(11)",
            "3x",
        ),
        Row(
            "Cubulus with 3 players",
            ours("cubulus", players=3),
            peer,
            "moves/s",
            "OpenSpiel hex(11)",
        ),
    ]
