"""For authors of games: `check_game` holds a game to the contract, as ours are held."""

from .core.testing import GameFault, Sampling, check_facts, check_game, option_combinations

__all__ = ["GameFault", "Sampling", "check_facts", "check_game", "option_combinations"]
