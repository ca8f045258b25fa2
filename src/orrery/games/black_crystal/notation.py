"""Black Crystal written down, all in one place: texts, sentences and the board."""

from .board import board
from .telling import move_words
from .texts import (
    move_text,
    parse_move,
    parse_position,
    position_text,
    reason,
    result_text,
)

__all__ = [
    "board",
    "move_text",
    "move_words",
    "parse_move",
    "parse_position",
    "position_text",
    "reason",
    "result_text",
]
