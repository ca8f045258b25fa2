"""Nothing takes more than eight parameters, but for the entries; what the contract says is counted.

An entry is called by whoever runs the compiled code, which may be no Python: it is handed each
array by one pointer and each number as it is, and puts together the tuples that kernels work with.
"""

import ast
import inspect
import re
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest

import orrery
from orrery.bots.simulation import SEARCH
from orrery.core import contract, jit
from orrery.core.entries import CORE, EntrySet

PACKAGE = Path(orrery.__file__).parent
REPOSITORY = Path(__file__).parents[2]
MOST = 8
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SETS = (CORE, SEARCH)


def functions(source: str) -> Iterator[tuple[str, int]]:
    """The functions in a source, with how many parameters a caller can give each."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            given = node.args
            names = [one.arg for one in (*given.posonlyargs, *given.args)]
            count = len(names[names[:1] in (["self"], ["cls"]) :]) + len(given.kwonlyargs)
            count += (given.vararg is not None) + (given.kwarg is not None)
            yield getattr(node, "name", "lambda"), count


def test_parameters_are_counted_as_a_caller_gives_them() -> None:
    source = """
class A:
    def method(self, a, /, b, *rest, c, **more): ...
    async def waits(cls): ...
def outer(a, b=1):
    return lambda x, y, z: 0
"""
    counted = [("method", 5), ("waits", 0), ("outer", 2), ("lambda", 3)]
    assert sorted(functions(source)) == sorted(counted)


def test_nothing_but_entries_takes_more_than_eight_parameters() -> None:
    entries = {
        (inspect.getsourcefile(jit.plain(entry)), jit.plain(entry).__name__)
        for entries in SETS
        for entry in entries.functions
    }
    long = [
        f"{path.relative_to(PACKAGE)}: {name} takes {count}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for name, count in functions(path.read_text("utf-8"))
        if count > MOST and (str(path), name) not in entries
    ]
    assert not long


@pytest.mark.parametrize("entries", SETS, ids=lambda entries: entries.name)
def test_entries_take_flat_arrays_and_whole_numbers(entries: EntrySet) -> None:
    for entry in entries.functions:
        hints = typing.get_type_hints(jit.plain(entry), include_extras=True)
        hints.pop("return")
        for name, hint in hints.items():
            flat = typing.get_origin(hint) is typing.Annotated and len(hint.__metadata__) == 1
            assert hint is int or flat, f"{jit.plain(entry).__name__}: {name}"


def test_the_contract_is_counted_truthfully() -> None:
    must, may = len(contract.REQUIRED), len(contract._DEFAULTS)
    assert {*contract.REQUIRED, *contract._DEFAULTS} == {*contract._NAMES}
    page = (REPOSITORY / "ARCHITECTURE.md").read_text("utf-8")
    said = re.search(r"the (\w+) functions a game must have and the (\w+) it may have", page)
    assert said is not None
    assert said.groups() == (NUMBERS[must], NUMBERS[may])
    page = (REPOSITORY / "docs/explanation/contract.md").read_text("utf-8")
    assert f"must have {NUMBERS[must]} functions" in page
    assert f"{NUMBERS[may]} more have" in page
    assert all(f"| `{name}(" in page for name in contract._NAMES)
