"""Write the reference of the Python face from its docstrings: everything in a public `__all__`.

Sources are read, not run. What is imported from elsewhere is followed to where it is defined.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src"
PAGE = ROOT / "docs" / "reference" / "api.md"
BEGIN = "<!-- what follows is written by tools/api.py -->\n"
WIDTH = 100
PUBLIC = ("orrery", "orrery.bots", "orrery.arena", "orrery.gpu", "orrery.testing")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Place = tuple[str, str]
"""A module and a name in it."""


@cache
def parsed(module: str) -> ast.Module:
    """The source of a module."""
    at = SOURCES.joinpath(*module.split("."))
    file = at / "__init__.py" if at.is_dir() else at.with_suffix(".py")
    return ast.parse(file.read_text("utf-8"))


def is_module(module: str) -> bool:
    """Whether there is a module of that name."""
    at = SOURCES.joinpath(*module.split("."))
    return at.is_dir() or at.with_suffix(".py").exists()


def public_names(module: str) -> list[str]:
    """What a module's `__all__` holds."""
    for node in parsed(module).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    raise LookupError(f"{module} has no __all__")


def defined(module: str, name: str) -> Place:
    """Where a name is defined; a module is its own place, with no name in it."""
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.ImportFrom) and name in [alias.name for alias in node.names]:
            home = _imported_from(module, node)
            return (f"{home}.{name}", "") if is_module(f"{home}.{name}") else defined(home, name)
    return module, name


def _imported_from(module: str, node: ast.ImportFrom) -> str:
    if node.level == 0:
        return str(node.module)
    is_package = SOURCES.joinpath(*module.split(".")).is_dir()
    parts = module.split(".")
    package = parts[: len(parts) - node.level + is_package]
    return ".".join([*package, *([node.module] if node.module else [])])


def documented(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Every statement, with the docstring behind it if it has one there."""
    for node, behind in zip(body, [*body[1:], None], strict=True):
        yield node, _text_of(behind)


def _text_of(node: ast.stmt | None) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return inspect.cleandoc(str(node.value.value))
    return ""


class _Bare(ast.NodeTransformer):
    """Annotations without the quotes that only put off their evaluation."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return ast.parse(node.value, mode="eval").body if isinstance(node.value, str) else node


def kind_text(annotation: ast.expr) -> str:
    """A type as it is written, without quotes."""
    return ast.unparse(_Bare().visit(ast.parse(ast.unparse(annotation), mode="eval").body))


def parameters(function: Function, bound: bool = False) -> Iterator[str]:
    """The parameters of a function as they are written; bound, without the first one."""
    given = function.args
    before = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(before) - len(given.defaults)) + given.defaults
    places = list(zip(before, defaults, strict=True))
    for number, (one, default) in enumerate(places):
        if number or not bound:
            yield _parameter(one, default)
        if number + 1 == len(given.posonlyargs):
            yield "/"
    if given.vararg or given.kwonlyargs:
        yield "*" + (_parameter(given.vararg) if given.vararg else "")
    for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield _parameter(one, default)
    if given.kwarg:
        yield "**" + _parameter(given.kwarg)


def _parameter(one: ast.arg, default: ast.expr | None = None) -> str:
    kind = f": {kind_text(one.annotation)}" if one.annotation else ""
    return one.arg + kind + (f" = {ast.unparse(default)}" if default else "")


def call_text(name: str, function: Function, bound: bool = False) -> str:
    """A function with its parameters and what it returns, if that is anything."""
    given = list(parameters(function, bound))
    returned = kind_text(function.returns) if function.returns else "None"
    ends = "" if returned == "None" else f" -> {returned}"
    return f"{name}({', '.join(given)}){ends}"


def broken(call: str) -> str:
    """A call that is too long for a line, with a line for each parameter."""
    found = re.fullmatch(r"([\w.]+)\((.*)\)(?: -> (.*))?", call)
    if len(call) <= WIDTH or found is None:
        return call
    name, given, returned = found.groups()
    inside = re.sub(r", (?=(?:\*{0,2}\w+:|\*,|/,|\*$))", ",\n    ", given)
    return f"{name}(\n    {inside},\n)" + (f" -> {returned}" if returned else "")


def attributes(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The public attributes of a class, as they are written, each with what is said of it."""
    for one, text in documented(node.body):
        if isinstance(one, ast.AnnAssign) and _is_public(one.target):
            usual = f" = {one.value.value!r}" if isinstance(one.value, ast.Constant) else ""
            yield f"{ast.unparse(one.target)}: {kind_text(one.annotation)}{usual}", text
        elif isinstance(one, ast.Assign) and _is_public(one.targets[0]):
            yield ast.unparse(one), text
    for made in node.body:
        if isinstance(made, Function) and made.name == "__init__":
            yield from _assigned(made)


def _assigned(made: Function) -> Iterator[tuple[str, str]]:
    """What `__init__` sets on the object, where it is told what it is."""
    kinds = {one.arg: one.annotation for one in [*made.args.args, *made.args.kwonlyargs]}
    for one, text in documented(made.body):
        target = one.targets[0] if isinstance(one, ast.Assign) else getattr(one, "target", None)
        if not (isinstance(target, ast.Attribute) and _is_public(target)):
            continue
        kind = one.annotation if isinstance(one, ast.AnnAssign) else None
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name):
            kind = kinds.get(one.value.id)
        if kind is not None or text:
            yield target.attr + (f": {kind_text(kind)}" if kind else ""), text


def _is_public(target: ast.expr) -> bool:
    name = target.attr if isinstance(target, ast.Attribute) else ast.unparse(target)
    return not name.startswith("_")


def methods(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The public methods and properties of a class."""
    for one in node.body:
        if not isinstance(one, Function) or one.name.startswith("_"):
            continue
        marks = {ast.unparse(mark) for mark in one.decorator_list}
        said = ast.get_docstring(one) or ""
        if marks & {"property", "cached_property"}:
            assert one.returns is not None
            yield f"{one.name}: {kind_text(one.returns)}", said
        else:
            before = f"{node.name}." if "classmethod" in marks else ""
            yield before + call_text(one.name, one, "staticmethod" not in marks), said


def class_text(node: ast.ClassDef) -> str:
    """What a class comes from, and how an object of it is made."""
    bases = ", ".join(map(ast.unparse, node.bases))
    lines = [f"class {node.name}({bases})" if bases else f"class {node.name}"]
    made = [one for one in node.body if isinstance(one, Function) and one.name == "__init__"]
    return "\n".join([*lines, *(broken(call_text(node.name, one, bound=True)) for one in made)])


def entry(name: str, place: Place) -> Iterator[str]:
    """What is written about one name."""
    module, inside = place
    if not inside:
        yield from _head(name, f"import {module}", ast.get_docstring(parsed(module)) or "")
        return
    for node, text in documented(parsed(module).body):
        if isinstance(node, Function) and node.name == inside:
            yield from _head(name, broken(call_text(name, node)), ast.get_docstring(node) or "")
        elif isinstance(node, ast.ClassDef) and node.name == inside:
            yield from _head(name, class_text(node), ast.get_docstring(node) or "")
            members = [*attributes(node), *methods(node)]
            yield from (_member(*member) for member in members)
            yield from [""] if members else []
        elif isinstance(node, ast.Assign) and inside in map(ast.unparse, node.targets):
            yield from _head(name, ast.unparse(node), text)


def _head(name: str, code: str, said: str) -> list[str]:
    return [f"### {name}", "", "```python", code, "```", "", *_paragraphs(said)]


def _paragraphs(said: str) -> Iterator[str]:
    for part in said.split("\n\n"):
        lines = part.split("\n")
        yield from ["```python", *lines, "```"] if part.startswith((">>>", "    ")) else lines
        yield ""


def _member(code: str, said: str) -> str:
    return f"- `{code}`" + (f": {' '.join(said.split())}" if said else "")


def _rank(place: Place) -> int:
    """Functions come first, then classes, values, modules, and errors."""
    module, name = place
    kinds = {getattr(node, "name", ""): node for node in parsed(module).body if name}
    if name not in kinds:
        return 3 if not name else 2
    node = kinds[name]
    if not isinstance(node, ast.ClassDef):
        return 0
    errors = ("Exception", "AssertionError", "OrreryError")
    return 4 if any(ast.unparse(base) in errors for base in node.bases) else 1


def reference() -> str:
    """All public modules, each name once: where it is met first."""
    lines: list[str] = []
    met: dict[Place, str] = {}
    for module in PUBLIC:
        lines += [f"## {module}", "", *_paragraphs(ast.get_docstring(parsed(module)) or "")]
        known = []
        for name in sorted(public_names(module), key=lambda name: _rank(defined(module, name))):
            place = defined(module, name)
            if place in met:
                known.append(f"`{name}`, which is `{met[place]}`")
            else:
                met[place] = f"{module}.{name}"
                lines += entry(name, place)
        lines += [f"Also here: {'; '.join(known)}.", ""] if known else []
    return "\n".join(lines).rstrip() + "\n"


def written() -> str:
    """The page as it should be."""
    head, mark, _ = PAGE.read_text("utf-8").partition(BEGIN)
    return f"{head}{mark}\n{reference()}"


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")
    print(f"wrote {PAGE.name}")
