"""Connect Four: the facts."""

from benchmarks.games.plain import plain_game

from . import rules

GAME = plain_game("connect_four", __name__, rules, rules.COLUMNS, rules.CELLS)
