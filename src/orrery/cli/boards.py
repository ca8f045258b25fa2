"""Boards and sentences for the terminal."""

from rich.text import Text

from orrery.core.contract import CHANCE, WATCHER
from orrery.core.game import Game, State
from orrery.core.match import Match


def board_text(game: Game, state: State) -> Text:
    """The board in colour."""
    text = Text()
    for line in game.notation.board(state[0]):
        for segment, style in line:
            text.append(segment, style=style)
        text.append("\n")
    return text


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
