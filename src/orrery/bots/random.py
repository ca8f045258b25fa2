"""A bot that plays any legal move: everything can be tried with it, and beaten."""

from orrery.core.dice import draw_python

from .bot import Bot, Choice, Situation, bot_kind, bot_stream, read_seed


@bot_kind("random")
class RandomBot(Bot):
    """Every legal move is as likely; the same seed plays the same game."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self.seed = read_seed(seed)

    def consider(self, situation: Situation) -> Choice:
        """Draw one of the moves."""
        rng = bot_stream(self.seed, situation.ply)
        return Choice(situation.moves[draw_python(rng, len(situation.moves))])
