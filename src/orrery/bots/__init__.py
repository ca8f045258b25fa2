"""Players that are programs. They are given what their seat knows, and nothing else."""

from . import greedy, random, search  # make their kinds known
from .bot import Bot, Choice, Ranked, Situation, bot_names, make_bot, situation

__all__ = [
    "Bot",
    "Choice",
    "Ranked",
    "Situation",
    "bot_names",
    "greedy",
    "make_bot",
    "random",
    "search",
    "situation",
]
