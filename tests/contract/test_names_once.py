"""Steps, phases and cards are listed once: whatever else needs their names has them from there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from orrery.core import registry
from orrery.core.kinds import names_in
from orrery.games.black_crystal import state as black_crystal
from orrery.games.black_crystal.steps import Boom, Find
from orrery.games.cubulus import state as cubulus
from orrery.games.orion_duel import state as orion_duel
from orrery.games.under_falling_skies import state as under_falling_skies
from orrery.games.warp6 import state as warp6

ROOT = Path(__file__).parents[2]
PHASES = {
    "black_crystal": black_crystal.PHASES,
    "cubulus": cubulus.PHASES,
    "orion_duel": orion_duel.PHASES,
    "under_falling_skies": under_falling_skies.PHASES,
    "warp6": warp6.PHASES,
}
CARDS = {"find": names_in(Find), "boom": names_in(Boom)}


def listed(node: ast.AST) -> set[str]:
    """The names that a node lists: as texts, or by giving them values."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        texts = {one.value for one in node.elts if isinstance(one, ast.Constant)}
        given = {one.id for one in node.elts if isinstance(one, ast.Name)}
        stored = isinstance(getattr(node, "ctx", ast.Load()), ast.Store)
        return {str(text).lower() for text in texts | (given if stored else set())}
    if isinstance(node, ast.Dict):
        return {str(key.value).lower() for key in node.keys if isinstance(key, ast.Constant)}
    if isinstance(node, ast.ClassDef):
        bodies = (one for one in node.body if isinstance(one, ast.Assign))
        return {target.id.lower() for one in bodies for target in one.targets if _named(target)}  # type: ignore[attr-defined]
    return set()


def _named(target: ast.expr) -> bool:
    return isinstance(target, ast.Name)


def in_python(folder: Path, names: set[str]) -> Iterator[str]:
    """Where more than half of the names stand in a list."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if 2 * len(listed(node) & names) > len(names):
                yield f"{file.relative_to(ROOT)}:{node.lineno}"  # type: ignore[attr-defined]


TEXTS = re.compile(r'(?:"[^"\n]*"\s*[,|]\s*)+"[^"\n]*"')


def in_the_web(folder: Path, names: set[str]) -> Iterator[str]:
    """The same in what is written for the browser: an array, or a type of these texts."""
    files = [*folder.rglob("*.ts"), *folder.rglob("*.svelte")]
    for file in sorted(file for file in files if file.name != "schema.d.ts"):
        for found in TEXTS.finditer(file.read_text("utf-8")):
            if 2 * len({*re.findall(r'"([^"\n]*)"', found[0])} & names) > len(names):
                yield f"{file.relative_to(ROOT)}: {found[0][:60]}"


@pytest.mark.parametrize("name", sorted(PHASES))
def test_steps_and_phases_are_listed_once(name: str) -> None:
    python, web = ROOT / "src" / "orrery" / "games" / name, ROOT / "web" / "src"
    steps = {step.wire for step in registry.find(name).steps}
    phases = {phase.lower() for phase in PHASES[name]}
    for names in (steps, phases):
        assert len(list(in_python(python, names))) == 1, names
        assert list(in_the_web(web, names)) == []


@pytest.mark.parametrize("deck", CARDS)
def test_cards_are_named_in_their_data_alone(deck: str) -> None:
    names = {name.lower() for name in CARDS[deck]}
    data = (ROOT / "src/orrery/games/black_crystal/data" / f"{deck}.toml").read_text("utf-8")
    named = [name.lower() for name in re.findall(r"(?m)^(\w+) = ", data)]
    assert sorted(named) == sorted(names - {"seed"})
    assert list(in_python(ROOT / "src", names)) == []
    assert list(in_the_web(ROOT / "web" / "src", set(CARDS[deck]))) == []


def test_a_second_list_is_found(tmp_path: Path) -> None:
    names = {"roll", "place", "act"}
    (tmp_path / "a.py").write_text('PHASES = ("roll", "place", "act")\nROLL, PLACE = range(2)\n')
    (tmp_path / "b.ts").write_text(
        'type Phase = "roll" | "place" | "act";\nconst one = ["roll"];\n'
    )
    found = [listed(node) & names for node in ast.walk(ast.parse((tmp_path / "a.py").read_text()))]
    assert sorted(len(one) for one in found if one) == [2, 3]
    assert len(TEXTS.findall((tmp_path / "b.ts").read_text())) == 1
