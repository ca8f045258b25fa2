"""Moves a second of random games on one core, beside OpenSpiel's C++, PettingZoo and pgx.

OpenSpiel's side are the rollouts inside its own MCTSBot, so that no Python is timed: a search
whose simulations are all rollouts from the root. Moves are counted as the mean length of random
games times the rollouts made.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
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


def listed(name: str) -> float:
    """Moves a second where every ply writes the list of all moves and draws from it."""
    game = registry.find(name)
    options = game.read_options({})
    vector, seats = game.option_vector(options), game.seats(options)
    runner = compiled(game)
    runner.simulate(vector, seats, 1, 0, 100, listing=True)
    moves = first = 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        moves += runner.simulate(vector, seats, 1, first, 2000, listing=True)["moves"]
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


def same_game(name: str, peer: str, move_of: Callable[[int], int], games: int = 200) -> None:
    """Play random games on both sides, to be sure that they are the same game."""
    game, other = registry.find(name), pyspiel.load_game(peer)
    runner = compiled(game)
    vector = game.option_vector(game.read_options({}))
    rng = random.Random(1)
    for _ in range(games):
        state, node = runner.begin(vector), other.new_initial_state()
        while not node.is_terminal():
            actions = node.legal_actions()
            assert sorted(map(move_of, actions)) == runner.moves(state)
            action = rng.choice(actions)
            node.apply_action(action)
            runner.play(state, move_of(action))
        assert runner.score(state, 2) == node.returns()


def pettingzoo() -> float:
    """Moves a second of random Connect Four through PettingZoo's own loop."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    moves, seed = 0, 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        env.reset(seed=seed)
        seed += 1
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            moves += 1
    return moves / (time.perf_counter() - began)


def pgx(batch: int) -> float:
    """Moves a second of random Connect Four in pgx on one core of this machine."""
    script = Path(__file__).parent / "pgx_play.py"
    one_core = {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false"}
    done = subprocess.run(
        ["taskset", "-c", "0", sys.executable, str(script), "connect_four", str(batch)],
        env={**os.environ, **one_core},
        capture_output=True,
        text=True,
        check=True,
    )
    report = json.loads(done.stdout.splitlines()[-1])
    return float(report["moves_per_second"][str(batch)])


def rows() -> list[Row]:
    """Cubulus beside hex on a board of 11 by 11, Warp 6 beside backgammon, Connect Four thrice."""
    same_game("connect_four", "connect_four", lambda column: column)
    same_game("hex5", "hex(board_size=5)", lambda cell: 5 * (cell % 5) + cell // 5)
    hexes = openspiel("hex(board_size=11)")
    dice = openspiel("backgammon")
    sky, skies = ours("orion_duel"), listed("orion_duel")
    four, three = ours("connect_four"), ours("cubulus", players=3)
    return [
        Row("Cubulus, random games", ours("cubulus"), hexes, "moves/s", "OpenSpiel hex(11)", "3x"),
        Row("Cubulus, 3 players", three, hexes, "moves/s", "OpenSpiel hex(11)"),
        Row("Warp 6, random games", ours("warp6"), dice, "moves/s", "OpenSpiel backgammon", "15x"),
        Row(
            "Under Falling Skies, random games",
            ours("under_falling_skies"),
            dice,
            "moves/s",
            "OpenSpiel backgammon",
            "10x",
        ),
        Row(
            "Black Crystal, 4 players",
            ours("black_crystal", players=4),
            dice,
            "moves/s",
            "OpenSpiel backgammon",
            "5x",
        ),
        Row("Warp 6, 3 players", ours("warp6", players=3), dice, "moves/s", "OpenSpiel backgammon"),
        Row("Orion Duel, a move drawn", sky, hexes, "moves/s", "OpenSpiel hex(11)", "0.4x"),
        Row("Orion Duel, moves listed", skies, hexes, "moves/s", "OpenSpiel hex(11)", "0.15x"),
        Row("Connect Four", four, openspiel("connect_four"), "moves/s", "OpenSpiel", "15x"),
        Row("Connect Four", four, pettingzoo(), "moves/s", "PettingZoo"),
        Row("Connect Four", four, pgx(1024), "moves/s", "pgx, batch 1,024, one core"),
    ]
