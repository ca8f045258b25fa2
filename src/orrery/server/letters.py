"""What may be written in a name and in a line of chat.

A name is shown to everybody, beside other names and within sentences. So it has nothing that looks
like nothing, nothing that turns the order of what is around it, and no towers of marks; beside that
any script is welcome. Letters written from right to left are no marks of direction: whoever shows
them keeps them apart from what is around (`isolated`).
"""

import re
import unicodedata

from .errors import BadRequest

LONGEST_NAME = 32
MOST_ACCENTS = 2
"""Accents for any script: so many in a row on one letter, beside what is one letter with it."""
MOST_MARKS = 5
"""Marks of a script's own: vowels, tones and points that one letter carries, as in Burmese."""
_BLANK = frozenset(
    "\u115f\u1160\u3164\uffa0"  # fillers of Hangul, letters to a program
    "\u2800\u17b4\u17b5\u034f\U0001d159\U00016fe4"
    "\u180b\u180c\u180d\u180f"
)
"""What is shown as nothing, though Unicode calls it letter, symbol or mark."""
_ACCENTS = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)
_ZWNJ, _ZWJ = "\u200c", "\u200d"
_UNJOINED = frozenset("ءآأؤإاةدذرزوٱڈڑژۀەےۓ")
"""Arabic letters that never join the next: behind them a non-joiner would be seen by nobody."""
_ORDER = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Embeddings, overrides and isolates: they turn the order of what follows."""
_TAGS = re.compile("[\U000e0000-\U000e007f]")
_RIGHT_TO_LEFT = ("R", "AL", "AN")


def read_name(text: str) -> str:
    """A name that can be shown to anybody; BadRequest says what is wrong with another."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise _bad(f"a name has 1 to {LONGEST_NAME} letters")
    if set(name) & set("<>&") or any(_is_hidden(name, k) for k in range(len(name))):
        raise _bad("a name has no control characters, nothing invisible and no < > &")
    _check_marks(name)
    return name


def _bad(message: str) -> BadRequest:
    return BadRequest(message, detail={"where": "name"})


def _is_hidden(name: str, k: int) -> bool:
    """Whether a letter of a name shows nothing, or moves what is around it."""
    letter = name[k]
    if letter in (_ZWNJ, _ZWJ):
        return not _shapes(name, k)
    if "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef":
        return not _varies(name[k - 1] if k else " ")
    return letter in _BLANK or unicodedata.category(letter)[0] == "C"


def _shapes(name: str, k: int) -> bool:
    """Whether a joiner or non-joiner changes how its neighbours look, as it does in real names."""
    if not 0 < k < len(name) - 1:
        return False
    before, after = name[k - 1], name[k + 1]
    if unicodedata.combining(before) == 9:  # a virama, as in Sinhala and Devanagari
        return unicodedata.category(after) == "Lo"
    arabic = all(unicodedata.bidirectional(c) == "AL" for c in (before, after))
    return arabic and name[k] == _ZWNJ and before not in _UNJOINED


def _varies(before: str) -> bool:
    """Whether a letter has variants: symbols drawn in colour, ideographs written another way."""
    ideograph = unicodedata.name(before, "").startswith("CJK ")
    return ideograph or unicodedata.category(before) in ("So", "Sm", "Sk")


def _check_marks(name: str) -> None:
    """Refuse marks without a letter, and towers of them."""
    accents = marks = 0
    before = " "
    for letter in name:
        if unicodedata.category(letter)[0] != "M":
            accents = marks = 0
        elif before == " ":
            raise _bad("in a name every accent stands on a letter")
        else:
            accents += bool(_ACCENTS.match(letter))
            marks += 1
            if accents > MOST_ACCENTS or marks > MOST_MARKS or letter == before:
                raise _bad("a name has no towers of accents")
        before = letter


def read_line(text: str, longest: int) -> str:
    """A line of chat: any letters, but none that move a cursor or turn the order of others.

    Marks of order come along with what is pasted, so they are taken out and not refused.
    """
    line = _TAGS.sub("", _ORDER.sub("", unicodedata.normalize("NFC", text))).strip()
    if not 1 <= len(line) <= longest or not any(_is_seen(c) for c in line):
        raise BadRequest(f"a message has 1 to {longest} letters", detail={"where": "text"})
    if any(unicodedata.category(c) in ("Cc", "Cs") and c != "\n" for c in line):
        raise BadRequest("a message has no control characters", detail={"where": "text"})
    return line


def _is_seen(letter: str) -> bool:
    shown = letter not in _BLANK and unicodedata.category(letter)[0] not in "ZM"
    return shown and unicodedata.category(letter) != "Cf"


def isolated(name: str) -> str:
    """A name within a sentence: one that is read from the right does not turn what follows it."""
    if any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in name):
        return f"\u2068{name}\u2069"
    return name
