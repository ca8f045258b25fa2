"""A bot that plays any legal move: everything can be tried with it, and beaten."""

import secrets

from orrery.core.dice import draw_python
from orrery.core.errors import BadOption

from .bot import Bot, Choice, Situation, bot_kind, bot_stream


@bot_kind("random")
class RandomBot(Bot):
    """Every legal move is as likely; the same seed plays the same game."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        if not isinstance(seed, int | None):
            raise BadOption("the seed of a bot is a whole number", detail={"option": "seed"})
        self.seed = secrets.randbits(63) if seed is None else seed

    def consider(self, situation: Situation) -> Choice:
        """Draw one of the moves."""
        rng = bot_stream(self.seed, situation.ply)
        return Choice(situation.moves[draw_python(rng, len(situation.moves))])
