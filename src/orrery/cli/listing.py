"""`orrery games` and `orrery rules`."""

import json

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from orrery.core import registry
from orrery.core.errors import BadOption, nearest
from orrery.core.game import Game
from orrery.core.words import check_language


def describe(game: Game, language: str = "en") -> dict[str, object]:
    """A game in JSON: name, version, options."""
    return {
        "name": game.name,
        "title": game.words.say(language, "name"),
        "version": game.version,
        "rulesets": list(game.rulesets),
        "options": game.option_schema(),
        "presets": {preset.name: dict(preset.options) for preset in game.presets},
        "chance": game.has_chance,
        "hidden": game.has_hidden,
    }


def list_games(out: Console, as_json: bool) -> None:
    """Print the games."""
    found = registry.all_games()
    if as_json:
        print(json.dumps([describe(game) for game in found], ensure_ascii=False))
        return
    table = Table("game", "what it is", "options", box=None, pad_edge=False)
    for game in found:
        pitch = game.words.say("en", "pitch")
        options = "\n".join(
            f"{name}={_values(schema)}"
            for name, schema in game.option_schema()["properties"].items()
        )
        if game.presets:
            options += f"\npreset={'|'.join(preset.name for preset in game.presets)}"
        table.add_row(f"[bold]{game.name}[/bold]", escape(pitch), escape(options))
    out.print(table)


def _values(schema: dict[str, object]) -> str:
    default = schema["default"]
    if isinstance(default, bool):
        return "on" if default else "off"
    enum = schema.get("enum")
    if isinstance(enum, list):
        return "|".join(map(str, enum))
    return str(default)


def show_rules(out: Console, name: str, rule: str | None, language: str, as_json: bool) -> None:
    """Print a rulebook, or one rule of it."""
    game = registry.find(name)
    check_language(language)
    if rule is not None and rule not in game.rulebook.rules:
        known = game.rulebook.rules
        raise BadOption(f"there is no rule '{rule[:40]}' in {name}.{nearest(rule, known)}")
    book = game.rulebook.as_json(game.words, language)
    if rule is not None:
        for chapter in book:
            chapter["rules"] = [entry for entry in chapter["rules"] if entry["id"] == rule]
        book = [chapter for chapter in book if chapter["rules"]]
    if as_json:
        print(json.dumps({"game": name, "lang": language, "chapters": book}, ensure_ascii=False))
        return
    out.print(f"[bold]{escape(game.words.say(language, 'name'))}[/bold]")
    for chapter in book:
        out.print(f"\n[bold yellow]{escape(chapter['title'])}[/]")
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(style="dim", no_wrap=True)
        table.add_column()
        for entry in chapter["rules"]:
            table.add_row(entry["id"], escape(entry["text"]))
        out.print(table)
