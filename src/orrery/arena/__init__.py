"""Bots against bots: fair seats, intervals, and stopping as soon as enough is known."""

from .match import Outcome, Pairing, play_game
from .run import Report, run_match
from .stats import Sprt, sprt, wilson

__all__ = ["Outcome", "Pairing", "Report", "Sprt", "play_game", "run_match", "sprt", "wilson"]
