"""High card as text: keep, swap, draw 4; positions are for reading only."""

import re
from collections.abc import Mapping, Sequence

from orrery.core.abilities import Told
from orrery.core.contract import Record
from orrery.core.errors import BadNotation, nearest
from orrery.core.game import Segment
from orrery.core.options import Value, options_text

from .state import CARD, DONE, KEEP, SWAP_MOVE

_NAMES = {"keep": KEEP, "swap": SWAP_MOVE}


def move_text(s: Record, move: int) -> str:
    """A move as text."""
    return {KEEP: "keep", SWAP_MOVE: "swap"}.get(move, f"draw {move - CARD + 1}")


def parse_move(s: Record, text: str) -> Sequence[int]:
    """The move that a text means."""
    text = text.strip()
    if text in _NAMES:
        return [_NAMES[text]]
    if re.fullmatch(r"draw [1-9]", text):
        return [CARD + int(text[5]) - 1]
    raise BadNotation(f"'{text[:20]}' is no move.{nearest(text, _NAMES)}")


def card_text(card: int) -> str:
    """A card, ? if unseen, - if there is none."""
    return "-" if card == 0 else "?" if card < 0 else str(card)


def position_text(s: Record) -> str:
    """Hands, cards swapped away, and whose turn it is."""
    seats = range(int(s["players"]))
    hands = "".join(card_text(int(s["hand"][seat])) for seat in seats)
    gone = "".join(card_text(int(s["gone"][seat])) for seat in seats)
    mover = "!" if int(s["high_card"]) == DONE else f">{int(s['seat'])}"
    return f"hands={hands} gone={gone} used={int(s['used'])} {mover}"


def parse_position(s: Record, text: str) -> None:
    """Positions are for reading only."""
    raise BadNotation("positions of this game are for reading only; play its moves instead")


def result_text(s: Record) -> str:
    """The cards that were shown."""
    return "cards " + " ".join(str(int(c)) for c in s["hand"][: int(s["players"])])


def write_text(options: Mapping[str, Value], plies: Sequence[Told]) -> str:
    """A whole game in one line: options, a colon, the moves and the result."""
    moves = [ply.text.replace(" ", "") for ply in plies]
    ended = plies and int(plies[-1].after["high_card"]) == DONE
    result = result_text(plies[-1].after).replace(" ", "-") if ended else "*"
    return f"{options_text(options)}: {' '.join([*moves, result])}\n"


def read_text(text: str) -> tuple[dict[str, str], list[str]]:
    """The options and the moves of such a line."""
    header, colon, rest = text.partition(":")
    if not colon or not all("=" in word for word in header.split()):
        raise BadNotation("a game begins with its options and a colon")
    moves = [re.sub(r"^draw(\d)$", r"draw \1", word) for word in rest.split()]
    options = dict(word.split("=", 1) for word in header.split())
    return options, [word.replace("-", " ") for word in moves]


def reason(s: Record) -> str:
    """Why the game ended."""
    return "shown"


def board(s: Record) -> list[list[Segment]]:
    """One line a seat."""
    return [
        [(f"{seat}: {card_text(int(s['hand'][seat]))}", "bold")]
        for seat in range(int(s["players"]))
    ]


def move_words(s: Record, move: int) -> tuple[str, dict[str, str]]:
    """The sentence that tells a move to those who see it."""
    kind = {KEEP: "keep", SWAP_MOVE: "swap"}.get(move, "draw")
    places = {"seat": str(int(s["seat"]))}
    return f"move.{kind}", places if move < CARD else {**places, "card": str(move - CARD + 1)}


def masked_words(s: Record, move: int) -> tuple[str, dict[str, str]]:
    """The sentence that tells a draw to the others."""
    return "move.draw_unseen", {"seat": str(int(s["seat"]))}
