"""A whole game as plain text, where a game's notation has such a form.

A header with the options, a line a move, and the result; see `LineText` in `abilities.py`, and
`OwnText` for games that have a form of their own. The header names the ruleset among the
options; without one it is the first.
"""

from collections.abc import Mapping

from .abilities import LineText, OwnText, Told
from .dice import SeededDice
from .errors import BadNotation, OrreryError
from .game import Game
from .match import Match
from .options import Value
from .runner import at_hand

LONGEST_TEXT = 1_000_000


def write_game(match: Match) -> str:
    """A match as text, without what was taken back."""
    form = match.game.text
    if form is None or match.start is not None:
        raise BadNotation(f"{match.game.name} has no text form for this game; save it as JSON")
    if isinstance(form, OwnText):
        return form.write(_text_options(match), _told(match))
    lines = form.lines(_told(match))
    ending = [match.result.text] if match.result else []
    return "\n".join([form.header(_text_options(match)), *lines, *ending, ""])


def _text_options(match: Match) -> dict[str, Value]:
    later = {"ruleset": match.ruleset} if match.ruleset > 1 else {}
    return {**match.options, **later}


def _told(match: Match) -> list[Told]:
    """The plies with the state after each."""
    runner = at_hand(match.game)
    state = match.state_at(0)
    told = []
    for event in match.plies:
        runner.play(state, event.move)
        told.append(Told(event.by, event.text, state.copy()[0]))
    return told


def read_game(game: Game, text: str) -> Match:
    """The match that a text tells; BadNotation names the first line that is wrong."""
    if len(text) > LONGEST_TEXT:
        raise BadNotation("that is too long for a game")
    if game.text is None:
        raise BadNotation(f"{game.name} has no text form; use JSON")
    if isinstance(game.text, OwnText):
        return _read_own(game, *game.text.read(text))
    return _read_lines(game, game.text, text)


def _read_lines(game: Game, form: LineText, text: str) -> Match:
    lines = [line.strip() for line in text.splitlines()]
    numbered = [(n, line) for n, line in enumerate(lines, 1) if line]
    if not numbered:
        raise BadNotation("the text is empty")
    match = _begin(game, _read_header(game, form, numbered[0][1]))
    for n, line in numbered[1:]:
        try:
            moves = form.moves(match.state[0], line)
            if match.over and moves:
                _check_result(match, line)
            elif line.startswith("resign ") and line[7:].isdigit():
                match.resign(int(line[7:]))
            else:
                for move in moves:
                    match.play(move)
        except OrreryError as error:
            raise BadNotation(f"line {n}: {error.message}", rule=error.rule) from None
    return match


def _begin(game: Game, header: Mapping[str, str]) -> Match:
    """A match with the options and by the ruleset of a header."""
    options = dict(header)
    said = options.pop("ruleset", "1")
    if not (said.isascii() and said.isdigit() and len(said) < 10):
        raise BadNotation(f"'{said[:20]}' is no ruleset; they are numbered")
    return Match(game, options, ruleset=int(said), dice=SeededDice(0), rolls=False)


def _read_own(game: Game, options: dict[str, str], moves: list[str]) -> Match:
    """A game whose moves stand in a row, with the result behind them; `*` is unfinished."""
    match = _begin(game, options)
    for n, move in enumerate(moves, 1):
        try:
            if match.over:
                _check_result(match, move)
            elif move != "*" or n < len(moves):
                match.play(move)
        except OrreryError as error:
            raise BadNotation(f"move {n}: {error.message}", rule=error.rule) from None
    return match


def _read_header(game: Game, form: LineText, line: str) -> dict[str, str]:
    tag = form.tag(game.read_options({}))
    words = line.split()
    if words[0] != tag or not all("=" in word for word in words[1:]):
        raise BadNotation(f"line 1: a game of {game.name} begins '{tag} players=...'")
    return dict(word.split("=", 1) for word in words[1:])


def _check_result(match: Match, line: str) -> None:
    assert match.result is not None
    if line != match.result.text:
        raise BadNotation(f"the game ended before, with '{match.result.text}'")
