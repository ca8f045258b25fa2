"""Hex 5x5: the facts."""

from benchmarks.games.plain import plain_game

from . import rules

GAME = plain_game("hex5", __name__, rules, rules.CELLS, rules.CELLS)
