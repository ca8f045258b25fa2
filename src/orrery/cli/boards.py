"""Boards and sentences for the terminal."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from orrery.core.contract import CHANCE, WATCHER
from orrery.core.game import Game, State
from orrery.core.match import Match


def progress_bar() -> Progress:
    """A bar for long work, on standard error, where that is a terminal."""
    out = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=out,
        transient=True,
        disable=not out.is_terminal,
    )


def board_text(game: Game, state: State, trailing: bool = True) -> Text:
    """The board in colour; `trailing` ends it with an empty line."""
    text = Text()
    for number, line in enumerate(game.notation.board(state[0])):
        text.append("\n" if number else "")
        for segment, style in line:
            text.append(segment, style=style)
    return text.append("\n") if trailing else text


def seat_name(match: Match, seat: int, language: str) -> str:
    """What a seat is called; Nature has a name too."""
    words = match.game.words
    if seat == CHANCE:
        return words.say(language, "play.rolled")
    key, places = match.game.seat_words(match.knowledge(WATCHER)[0], seat)
    name = words.say(language, key, **places)
    return name[:1].upper() + name[1:]


def result_sentence(match: Match, language: str) -> str:
    """How the match ended."""
    words, result = match.game.words, match.result
    assert result is not None
    reason = words.say(language, f"reason.{result.reason}")
    if result.winner is not None:
        winner = seat_name(match, result.winner, language)
        return words.say(language, "result.win", winner=winner, reason=reason)
    lost_alone = match.seats == 1 and result.scores[0] < 0
    return words.say(language, "result.solo_loss" if lost_alone else "result.draw", reason=reason)
