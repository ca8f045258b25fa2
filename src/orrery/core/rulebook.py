"""The rulebook: every numbered rule of a game, its chapter, and where it is enforced.

`rulebook.toml` has one table a chapter:

    [push]
    CB-PUSH-1 = {where = "rules.insert"}
    CB-COMP-7 = {where = "state.FACELETS", for = "reference"}

Rules that are `for` players (the default) have words in every language, under
`rule.<id>` of the words files; those for `reference` are about notation, encoding or
invariants and need none.
"""

import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from .words import Words


@dataclass(frozen=True)
class Rule:
    """One numbered rule."""

    id: str
    chapter: str
    where: tuple[str, ...]
    for_players: bool


class Rulebook:
    """The rules of one game, in order."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """Every rule by its id."""
        chapters = tomllib.loads(self.path.read_text("utf-8"))
        return {
            rule_id: _read_rule(chapter, rule_id, entry)
            for chapter, entries in chapters.items()
            for rule_id, entry in entries.items()
        }

    @property
    def chapters(self) -> dict[str, list[Rule]]:
        """The rules by chapter."""
        found: dict[str, list[Rule]] = {}
        for rule in self.rules.values():
            found.setdefault(rule.chapter, []).append(rule)
        return found

    def words_of(self, rule_id: str, words: Words, language: str) -> str:
        """What a rule says to a player."""
        text = words.find(language, f"rule.{rule_id}")
        return str(text) if text is not None else rule_id

    def as_json(self, words: Words, language: str) -> list[dict[str, Any]]:
        """The rulebook in one language, chapter by chapter."""
        return [
            {
                "chapter": chapter,
                "title": words.say(language, f"chapter.{chapter}"),
                "rules": [
                    {"id": rule.id, "text": self.words_of(rule.id, words, language)}
                    for rule in rules
                    if rule.for_players
                ],
            }
            for chapter, rules in self.chapters.items()
        ]


def _read_rule(chapter: str, rule_id: str, entry: dict[str, Any]) -> Rule:
    where = entry["where"]
    return Rule(
        id=rule_id,
        chapter=chapter,
        where=(where,) if isinstance(where, str) else tuple(where),
        for_players=entry.get("for", "players") == "players",
    )
