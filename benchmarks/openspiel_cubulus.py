"""Cubulus for OpenSpiel: a thin adapter that lets its own MCTSBot play our game.

The rules are ours, compiled; OpenSpiel's search calls them through its games in Python.
"""

import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from orrery.bots import Bot, Choice, Situation
from orrery.bots.bot import bot_kind
from orrery.core import registry
from orrery.core.contract import CHANCE, OVER
from orrery.core.runner import compiled

GAME = registry.find("cubulus")
_RUNNER = compiled(GAME)
_OPTIONS = GAME.read_options({})

_TYPE = pyspiel.GameType(
    short_name="orrery_cubulus",
    long_name="Cubulus by Orrery",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=GAME.move_codes,
    max_chance_outcomes=GAME.move_codes,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=1011,
)


class CubulusGame(pyspiel.Game):  # type: ignore[misc]
    """The game, as OpenSpiel registers it."""

    def __init__(self, params: Any = None) -> None:
        super().__init__(_TYPE, _INFO, params or {})

    def new_initial_state(self) -> "CubulusState":
        return CubulusState(self)


class CubulusState(pyspiel.State):  # type: ignore[misc]
    """One of our states behind OpenSpiel's face."""

    def __init__(self, game: CubulusGame) -> None:
        super().__init__(game)
        self.state = _RUNNER.begin(GAME.option_vector(_OPTIONS))

    def current_player(self) -> int:
        turn = _RUNNER.turn(self.state)
        special = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
        return int(special.get(turn, turn))

    def _legal_actions(self, player: int) -> list[int]:
        return _RUNNER.moves(self.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        moves, weights = _RUNNER.moves(self.state), _RUNNER.weights(self.state)
        return [(m, w / sum(weights)) for m, w in zip(moves, weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        _RUNNER.play(self.state, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def is_terminal(self) -> bool:
        return _RUNNER.turn(self.state) == OVER

    def returns(self) -> list[float]:
        return _RUNNER.score(self.state, 2) if self.is_terminal() else [0.0, 0.0]

    def __deepcopy__(self, memo: object) -> "CubulusState":
        copy = CubulusState(self.get_game())
        copy.state = self.state.copy()
        return copy

    def __str__(self) -> str:
        return GAME.notation.position_text(self.state[0])


pyspiel.register_game(_TYPE, CubulusGame)


class OpenSpielBot(Bot):
    """OpenSpiel's MCTSBot, for so many seconds a move, as one of our bots."""

    name = "openspiel"

    def __init__(self, seconds: float = 0.1, seed: int = 1) -> None:
        self.seconds = seconds
        self.rng = np.random.RandomState(seed % 2**31)
        self.game = CubulusGame()

    def consider(self, situation: Situation) -> Choice:
        """Grow one tree, a simulation at a time, until the time is over."""
        state = CubulusState(self.game)
        for move in situation.line or ():
            state.apply_action(move)
        evaluator = mcts.RandomRolloutEvaluator(1, self.rng)
        bot = mcts.MCTSBot(self.game, 1.4, 1, evaluator, solve=True, random_state=self.rng)
        simulations, began = 8, time.perf_counter()
        # Its tree is made anew for every step, so its size is fitted to the time it has.
        bot.max_simulations = simulations
        best = bot.step(state)
        took = time.perf_counter() - began
        left = self.seconds - took
        more = int(simulations * left / max(took, 1e-6))
        if more > simulations:
            bot.max_simulations = more
            best = bot.step(state)
        return Choice(int(best), None, simulations + max(0, more))


bot_kind("openspiel")(OpenSpielBot)
