"""Any of our games for OpenSpiel: a thin adapter that lets its own MCTSBot play them.

The rules are ours, compiled; OpenSpiel's search calls them through its games in Python.
"""

import time
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from orrery.bots import Bot, Choice, Situation
from orrery.bots.bot import bot_kind
from orrery.core.contract import CHANCE, OVER
from orrery.core.game import Game
from orrery.core.options import Value
from orrery.core.runner import compiled


def adapter(game: Game, options: Mapping[str, Value]) -> Any:
    """The game with these options, as OpenSpiel knows games."""
    return _adapter(game, tuple(options.items()))


@cache
def _adapter(game: Game, options: tuple[tuple[str, Value], ...]) -> Any:
    runner = compiled(game)
    vector, seats = game.option_vector(dict(options)), game.seats(dict(options))
    kind = pyspiel.GameType(
        short_name=f"orrery_{game.name}",
        long_name=f"{game.name} by Orrery",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    facts = pyspiel.GameInfo(
        num_distinct_actions=game.move_codes,
        max_chance_outcomes=game.move_codes,
        num_players=seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=game.max_decisions,
    )

    class Ours(pyspiel.Game):  # type: ignore[misc]
        """The game, as OpenSpiel knows it."""

        def __init__(self) -> None:
            super().__init__(kind, facts, {})

        def new_initial_state(self) -> "OurState":
            return OurState(self)

    class OurState(pyspiel.State):  # type: ignore[misc]
        """One of our states behind OpenSpiel's face."""

        def __init__(self, whole: Ours) -> None:
            super().__init__(whole)
            self.state = runner.begin(vector)

        def current_player(self) -> int:
            turn = runner.turn(self.state)
            special = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
            return int(special.get(turn, turn))

        def _legal_actions(self, player: int) -> list[int]:
            return runner.moves(self.state)

        def chance_outcomes(self) -> list[tuple[int, float]]:
            moves, weights = runner.moves(self.state), runner.weights(self.state)
            return [(m, w / sum(weights)) for m, w in zip(moves, weights, strict=True)]

        def _apply_action(self, action: int) -> None:
            runner.play(self.state, action)

        def _action_to_string(self, player: int, action: int) -> str:
            return str(action)

        def is_terminal(self) -> bool:
            return runner.turn(self.state) == OVER

        def returns(self) -> list[float]:
            return runner.score(self.state, seats) if self.is_terminal() else [0.0] * seats

        def __deepcopy__(self, memo: object) -> "OurState":
            copy = OurState(self.get_game())
            copy.state = self.state.copy()
            return copy

        def __str__(self) -> str:
            return game.notation.position_text(self.state[0])

    return Ours()


@bot_kind("openspiel")
class OpenSpielBot(Bot):
    """OpenSpiel's MCTSBot, for so many seconds a move, as one of our bots."""

    name = "openspiel"

    def __init__(self, seconds: float = 0.1, seed: int = 1) -> None:
        self.seconds = seconds
        self.rng = np.random.RandomState(seed % 2**31)

    def consider(self, situation: Situation) -> Choice:
        """Grow one tree, a simulation at a time, until the time is over."""
        if len(situation.moves) == 1:
            return Choice(situation.moves[0])
        game = adapter(situation.game, situation.options)
        state = game.new_initial_state()
        state.state = situation.state.copy()
        evaluator = mcts.RandomRolloutEvaluator(1, self.rng)
        bot = mcts.MCTSBot(game, 1.4, 1, evaluator, solve=True, random_state=self.rng)
        simulations, began = 8, time.perf_counter()
        # Its tree is made anew for every step, so its size is fitted to the time it has.
        bot.max_simulations = simulations
        best = bot.step(state)
        took = time.perf_counter() - began
        more = int(simulations * (self.seconds - took) / max(took, 1e-6))
        if more > simulations:
            bot.max_simulations = more
            best = bot.step(state)
        return Choice(int(best), None, simulations + max(0, more))
