"""Words: what games and tables say, in every language, from one TOML file a language.

A word is found by a dotted key (`option.players.label`). Sentences have named places, filled
in by `say`; a place may take a plural, chosen by the language's own rule:

    turns = {one = "{n} turn", other = "{n} turns"}
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from .errors import BadOption, nearest

LANGUAGES = ("en", "ru", "fr")
COMMON = Path(__file__).parent.parent / "words"
_PLURAL_FORMS = {"zero", "one", "few", "many", "other"}


def plural_form(language: str, n: int) -> str:
    """Which form of a word goes with the number, by the usual rules of the language."""
    if language == "ru":
        if n % 10 == 1 and n % 100 != 11:
            return "one"
        return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"
    if language == "fr":
        return "one" if n in (0, 1) else "other"
    return "one" if n == 1 else "other"


class Words:
    """The words of one folder, with the common ones behind them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def tables(self) -> dict[str, dict[str, Any]]:
        """Language, then key, then text (or the forms of a plural)."""
        return {path.stem: dict(read_words(path)) for path in sorted(self.folder.glob("*.toml"))}

    def find(self, language: str, key: str) -> Any:
        """A text by its key, or None; English stands in for a language that lacks it."""
        for lang in (language, "en"):
            for table in (self.tables.get(lang, {}), common().tables.get(lang, {})):
                if key in table:
                    return table[key]
        return None

    def say(self, language: str, key: str, **places: object) -> str:
        """A sentence, filled in. A place whose value begins with '@' is looked up itself."""
        found = self.find(language, key)
        if found is None:
            return key
        if isinstance(found, Mapping):
            form = plural_form(language, int(str(places["n"])))
            found = found.get(form, found.get("other", key))
        filled = {name: self._fill(language, value) for name, value in places.items()}
        text = str(found).format(**filled)
        return text.replace("?.", "?").replace("!.", "!")  # a name may end a sentence itself

    def _fill(self, language: str, value: object) -> object:
        if isinstance(value, str) and value.startswith("@"):
            return self.say(language, value[1:])
        return value


def read_words(path: Path) -> Iterator[tuple[str, Any]]:
    """The keys and texts of one words file."""
    return flatten(tomllib.loads(path.read_text("utf-8")))


def flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Nested tables as dotted keys; the forms of a plural stay together."""
    for name, value in table.items():
        if isinstance(value, Mapping) and not _PLURAL_FORMS.issuperset(value):
            yield from flatten(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


_common = Words(COMMON)


def common() -> Words:
    """The words that belong to no game."""
    return _common


def check_language(language: str) -> str:
    """The language, if there are words in it."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise BadOption(
            f"there are no words in '{language[:20]}'; there are {known}."
            f"{nearest(language, LANGUAGES)}",
            detail={"option": "lang"},
        )
    return language
