"""The reference of the Python face says what the docstrings say, and leaves nothing out."""

import ast
import importlib
import inspect

import pytest
from tools import api

PARTS = {
    part.partition("\n")[0]: part for part in api.reference().removeprefix("## ").split("\n## ")
}


def test_the_page_says_what_the_docstrings_say() -> None:
    assert api.PAGE.read_text("utf-8") == api.written(), "run tools/api.py"


@pytest.mark.parametrize("module", api.PUBLIC)
def test_every_public_name_is_there(module: str) -> None:
    for name in importlib.import_module(module).__all__:
        assert f"\n### {name}\n" in PARTS[module] or f"`{name}`, which is" in PARTS[module], name


@pytest.mark.parametrize("module", api.PUBLIC)
def test_every_public_member_of_a_class_is_there(module: str) -> None:
    package = importlib.import_module(module)
    classes = [getattr(package, name) for name in package.__all__]
    for kind in filter(inspect.isclass, classes):
        found = [part for part in PARTS.values() if f"\n### {kind.__name__}\n" in part]
        section = found[0].partition(f"\n### {kind.__name__}\n")[2].partition("\n### ")[0]
        for member in {*vars(kind), *vars(kind).get("__annotations__", {})}:
            own = f"- `{member}" in section or f"- `{kind.__name__}.{member}(" in section
            assert own or member.startswith("_"), (kind, member)


def test_what_cannot_be_seen_from_a_class_is_read_from_where_it_is_set() -> None:
    match = PARTS["orrery"].partition("### Match\n")[2].partition("\n### ")[0]
    assert "- `log: list[Event]`" in match
    assert "- `rolls: bool`: Whether Nature plays by itself" in match
    assert "_runner" not in match


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("def f(a, /, b: 'int' = 1, *c: str, d: 'X | None' = None, **e: object) -> 'Y': ...",
         "f(a, /, b: int = 1, *c: str, d: X | None = None, **e: object) -> Y"),
        ("def f(*, a: int) -> None: ...", "f(*, a: int)"),
    ],
)  # fmt: skip
def test_a_call_is_written_as_it_is_called(source: str, wanted: str) -> None:
    function = ast.parse(source).body[0]
    assert isinstance(function, api.Function)
    assert api.call_text("f", function) == wanted
    long = f"f(a: {'x' * 50}, *, b: dict[str, int] = {'y' * 50}) -> Z"
    assert api.broken(long).split("\n")[1:4:2] == [
        f"    a: {'x' * 50},",
        f"    b: {api.broken('dict[str, int]')} = {'y' * 50},",
    ]
