"""A bot that takes the move after which the estimate likes it best: a baseline, no more."""

from orrery.core import runner as runners
from orrery.core.contract import OVER
from orrery.core.dice import draw_python
from orrery.core.game import State

from .bot import Bot, Choice, Situation, bot_kind, bot_stream, read_seed

DEALS = 8
"""Where something is hidden, moves are judged over so many deals of it."""


@bot_kind("greedy")
class GreedyBot(Bot):
    """One move ahead, by the game's own estimate; equally good moves are drawn among."""

    name = "greedy"

    def __init__(self, seed: int | None = None) -> None:
        self.seed = read_seed(seed)

    def consider(self, situation: Situation) -> Choice:
        """Judge every move."""
        rng = bot_stream(self.seed, situation.ply)
        runner = runners.at_hand(situation.game)
        deals = [situation.state]
        if situation.game.has_hidden:
            deals = [runner.redealt(situation.state, situation.seat, rng) for _ in range(DEALS)]
        judged = [self._judge(runner, situation, deals, move) for move in situation.moves]
        best = max(value[situation.seat] for value in judged)
        equal = [k for k, value in enumerate(judged) if value[situation.seat] == best]
        chosen = equal[draw_python(rng, len(equal))]
        return Choice(situation.moves[chosen], tuple(judged[chosen]), len(judged))

    def _judge(
        self, runner: runners.Runner, situation: Situation, deals: list[State], move: int
    ) -> list[float]:
        seats = situation.game.seats(situation.options)
        total = [0.0] * seats
        for deal in deals:
            after = deal.copy()
            runner.play(after, move)
            over = runner.turn(after) == OVER
            values = runner.score(after, seats) if over else runner.estimate(after, seats)
            total = [a + b / len(deals) for a, b in zip(total, values, strict=True)]
        return total
