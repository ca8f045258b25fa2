"""Players that are programs. They are given what their seat knows, and nothing else."""

from . import random as _random  # makes the kind known
from .bot import Bot, Choice, Situation, bot_names, make_bot, situation

__all__ = ["Bot", "Choice", "Situation", "bot_names", "make_bot", "situation"]
assert _random
