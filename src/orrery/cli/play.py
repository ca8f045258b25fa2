"""`orrery play`: setting up a game in the terminal."""

from pathlib import Path

from orrery.bots import Bot, read_bot
from orrery.core import registry
from orrery.core.dice import ClosedDice, SeededDice
from orrery.core.errors import BadOption, BadRecord
from orrery.core.match import Match
from orrery.core.words import check_language

from .records import load_game
from .terminal import Terminal

DEFAULT_GAME = "cubulus"


def play_game(
    name: str | None,
    options: dict[str, object],
    bot: str | None,
    seat: int,
    seed: int | None,
    ruleset: int | None,
    language: str,
    load: Path | None,
) -> None:
    """Set up a table for the terminal and play at it."""
    check_language(language)
    if load is None:
        dice = None if seed is None else SeededDice(seed)
        match = Match(registry.find(name or DEFAULT_GAME), options, ruleset=ruleset, dice=dice)
    elif name is not None or options or seed is not None or ruleset is not None:
        raise BadOption("a saved game has its own game, options, rules and dice; give --load alone")
    else:
        match = _load(load)
    Terminal(match, _bots(match, bot, seat, seed), language).run()


def _bots(match: Match, bot: str | None, seat: int, seed: int | None) -> dict[int, Bot]:
    if bot is None or bot == "none":
        return {}
    if not 1 <= seat <= match.seats:
        raise BadOption(f"your seat is a number from 1 to {match.seats}, not {seat}")
    return {s: read_bot(bot, seed) for s in range(match.seats) if s != seat - 1}


def _load(path: Path) -> Match:
    match = load_game(path)
    if match.over:
        raise BadRecord("that game is over; `orrery replay` shows it")
    if isinstance(match.dice, ClosedDice):
        raise BadRecord("the dice of that game belong to its table; it can only go on there")
    match.rolls = True
    return match
