"""Players that are programs. They are given what their seat knows, and nothing else."""

from . import greedy, random, search  # make their kinds known
from .bot import (
    Bot,
    Choice,
    Ranked,
    Situation,
    bot_names,
    bot_settings,
    bot_text,
    make_bot,
    read_bot,
    situation,
)

__all__ = [
    "Bot",
    "Choice",
    "Ranked",
    "Situation",
    "bot_names",
    "bot_settings",
    "bot_text",
    "greedy",
    "make_bot",
    "random",
    "read_bot",
    "search",
    "situation",
]
