"""Write the tables of the glossary's page from its data, or find where words go against it."""

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from orrery.core import registry
from orrery.core.words import COMMON, LANGUAGES, Words

ROOT = Path(__file__).parents[1]
DATA = ROOT / "docs" / "reference" / "glossary.toml"
PAGE = ROOT / "docs" / "reference" / "glossary.md"
BEGIN = "<!-- what follows is written by tools/glossary.py -->\n"
HEADS = {"every": "Everywhere", "common": "Around the games"}


def read() -> dict[str, Any]:
    """The glossary's data."""
    return tomllib.loads(DATA.read_text("utf-8"))


def folders() -> dict[str, Path]:
    """Where words are: by the name of a game, or "common"."""
    games = {name: registry.find(name).folder for name in registry.names()}
    own = {name: at / "words" for name, at in games.items() if at.is_relative_to(ROOT / "src")}
    return {"common": COMMON, **own}


def pattern(form: str) -> re.Pattern[str]:
    """A form as it stands among words: whole, in any case, a * for any letters; places are none."""
    letters = re.escape(plain(form)).replace(r"\*", r"\w*").replace(r"\ ", r"\s+")
    return re.compile(rf"(?<![\w{{]){letters}(?![\w}}])")


def plain(text: str) -> str:
    """Small letters, with ё as е."""
    return text.casefold().replace("ё", "е")


def texts(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every text with its key; the forms of a plural as one."""
    for key, text in table.items():
        yield key, plain(" / ".join(text.values()) if isinstance(text, Mapping) else str(text))


def offenders(glossary: Mapping[str, Any]) -> set[tuple[str, str, str, str]]:
    """Where a form stands that must not: the folder, the language, the key, and the form."""
    found = set()
    for scope, folder in folders().items():
        terms = [term for term in glossary["term"] if term["scope"] in ("every", scope)]
        for lang in LANGUAGES:
            known = list(texts(Words(folder).tables[lang]))
            for form in {form for term in terms for form in term.get("not", {}).get(lang, [])}:
                seen = pattern(form).search
                found |= {(scope, lang, key, form) for key, text in known if seen(text)}
    return found


def page(glossary: Mapping[str, Any]) -> str:
    """The tables, one for each scope."""
    lines = []
    scopes = dict.fromkeys(term["scope"] for term in glossary["term"])
    for scope in scopes:
        head = HEADS.get(scope) or registry.find(scope).words.say("en", "name")
        lines += [f"## {head}", "", "| what | English | French | Russian |", "|---|---|---|---|"]
        for term in (term for term in glossary["term"] if term["scope"] == scope):
            said = [_cell(term, lang) for lang in ("en", "fr", "ru")]
            thing = term["thing"] + (f" ({term['note']})" if "note" in term else "")
            lines.append(f"| {thing} | {' | '.join(said)} |")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _cell(term: Mapping[str, Any], lang: str) -> str:
    wrong = ", ".join(form.replace("*", "…") for form in term.get("not", {}).get(lang, []))
    return f"**{term[lang]}**" + (f"; not {wrong}" if wrong else "")


def written(glossary: Mapping[str, Any]) -> str:
    """The page as it should be."""
    head, mark, _ = PAGE.read_text("utf-8").partition(BEGIN)
    return f"{head}{mark}\n{page(glossary)}"


if __name__ == "__main__":
    PAGE.write_text(written(read()), "utf-8")
    for place in sorted(offenders(read())):
        print(*place)
