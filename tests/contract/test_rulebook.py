"""Every numbered rule has a test, a place that enforces it, and words."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from orrery.core import registry

TESTS = Path(__file__).parent.parent / "games"


def marked_ids(folder: Path) -> set[str]:
    """The ids in `pytest.mark.rule(...)` of the tests in a folder."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                found |= {str(ast.literal_eval(argument)) for argument in node.args}
    return found


@pytest.mark.parametrize("name", registry.names())
def test_every_rule_has_a_marked_test_and_no_mark_is_unknown(name: str) -> None:
    ids = set(registry.find(name).rulebook.rules)
    marked = marked_ids(TESTS / name)
    assert ids - marked == set(), "rules without a test"
    assert marked - ids == set(), "marks that name no rule"


@pytest.mark.parametrize("name", registry.names())
def test_every_rule_names_what_enforces_it(name: str) -> None:
    game = registry.find(name)
    package = game.module.rpartition(".")[0]
    for rule in game.rulebook.rules.values():
        for where in rule.where:
            module, _, attribute = where.rpartition(".")
            assert hasattr(import_module(f"{package}.{module}"), attribute), (rule.id, where)


@pytest.mark.parametrize("name", registry.names())
def test_refusals_speak_of_rules_that_players_can_read(name: str) -> None:
    game = registry.find(name)
    book = game.rulebook.as_json(game.words, "fr")
    shown = {entry["id"] for chapter in book for entry in chapter["rules"]}
    assert shown == {rule.id for rule in game.rulebook.rules.values() if rule.for_players}
    assert all(entry["text"] != entry["id"] for chapter in book for entry in chapter["rules"])
