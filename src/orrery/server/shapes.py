"""The shapes of games' views and steps as JSON Schema, read from what the games declare.

They are put into the OpenAPI document, and from there into the types of the web: a field that is
renamed in a game is renamed in the browser, or does not compile there.
"""

from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from orrery.core.game import Game
from orrery.core.kinds import Coordinates, Maybe, Names, Whole, names_in
from orrery.core.steps import Steps

Schema = dict[str, Any]
MARK = "x-shape"
"""In a shape that says nothing itself: the name of the one to put in its place."""
ANY_VIEW, ANY_CHANGES, ANY_STEP, GAMES = "AnyView", "AnyChanges", "AnyStep", "Games"
_PLAIN = {int: "integer", float: "number", str: "string", bool: "boolean", NoneType: "null"}


def refer(name: str) -> Schema:
    """A reference to a shape of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def shapes_of(games: Iterable[Game]) -> dict[str, Schema]:
    """All shapes of these games, by name; those of all together begin with Any."""
    found: dict[str, Schema] = {}
    each = {game.name: _game_shape(game, found) for game in games}
    found[ANY_VIEW] = _any_of([shape["properties"]["view"] for shape in each.values()])
    found[ANY_CHANGES] = _any_of([shape["properties"]["changes"] for shape in each.values()])
    found[ANY_STEP] = _any_of([shape["properties"]["step"] for shape in each.values()])
    found[GAMES] = _object(each, "What each game shows and tells.")
    return found


def put_in(document: Any) -> Any:
    """A document in which every mark is replaced by the shape that it names."""
    if isinstance(document, dict):
        if MARK in document:
            return refer(document[MARK])
        return {key: put_in(value) for key, value in document.items()}
    return [put_in(value) for value in document] if isinstance(document, list) else document


def _game_shape(game: Game, found: dict[str, Schema]) -> Schema:
    prefix = "".join(part.capitalize() for part in game.name.split("_"))
    view = get_type_hints(game.view, include_extras=True).get("return")
    if is_typeddict(view):
        shown = _Writer(prefix, found).write(view)
    else:
        shown = {"type": "object", "additionalProperties": True}
    changes = _changes(found[f"{prefix}View"]) if is_typeddict(view) else shown
    found[f"{prefix}Changes"] = changes
    steps = [_step_shape(step, prefix, found) for step in game.steps]
    found[f"{prefix}Step"] = _any_of(steps)
    of = {"view": shown, "changes": refer(f"{prefix}Changes"), "step": refer(f"{prefix}Step")}
    return _object(of, f"Of {game.name}.")


def _changes(view: Schema) -> Schema:
    """Some fields of a view."""
    fields = {key: _change(shape) for key, shape in view["properties"].items()}
    return {**_object(fields, "What has changed of it."), "required": []}


def _change(shape: Schema) -> Schema:
    """Of a list perhaps only the entries that are new, by their place."""
    if shape.get("type") != "array" or "items" not in shape:
        return shape
    return {"anyOf": [shape, {"type": "object", "additionalProperties": shape["items"]}]}


def _step_shape(step: Steps, prefix: str, found: dict[str, Schema]) -> Schema:
    writer = _Writer(prefix, found)
    fields = {name: writer.write(kind) for name, kind in step.fields.kinds.items()}
    name = prefix + "".join(part.capitalize() for part in step.wire.split("_"))
    found[name] = _object({"step": {"type": "string", "const": step.wire}, **fields}, None)
    return refer(name)


def _object(fields: Mapping[str, Schema], says: str | None) -> Schema:
    shape: Schema = {
        "type": "object",
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }
    return shape if says is None else {"description": says, **shape}


def _any_of(shapes: list[Schema]) -> Schema:
    if not shapes:
        return {"not": {}}
    return shapes[0] if len(shapes) == 1 else {"anyOf": shapes}


class _Writer:
    """Writes types down as JSON Schema; records by name, the others where they stand."""

    def __init__(self, prefix: str, found: dict[str, Schema]) -> None:
        self._prefix = prefix
        self._found = found

    def write(self, kind: Any) -> Schema:
        """The shape of a type."""
        if kind in _PLAIN:
            return {"type": _PLAIN[kind]}
        if kind is Any:
            return {}
        if isinstance(kind, Maybe):
            return self._nullable([self.write(kind.kind)])
        if is_typeddict(kind):
            return self._record(kind)
        return self._generic(get_origin(kind), get_args(kind), kind)

    def _generic(self, origin: Any, given: tuple[Any, ...], kind: Any) -> Schema:
        if origin is Annotated:
            return self._noted(*given)
        if origin is Literal:
            return {"type": "string", "enum": list(given)}
        if origin in (Union, UnionType):
            some = [self.write(one) for one in given if one is not NoneType]
            return self._nullable(some) if NoneType in given else _any_of(some)
        if origin is list:
            return {"type": "array", "items": self.write(given[0])}
        if origin is tuple:
            items = [self.write(one) for one in given]
            return {
                "type": "array",
                "prefixItems": items,
                "minItems": len(items),
                "maxItems": len(items),
            }
        if origin is dict:
            return self._mapping(*given)
        raise TypeError(f"{kind} cannot be described")

    def _noted(self, base: Any, *notes: Any) -> Schema:
        for note in notes:
            if isinstance(note, Coordinates):
                return {"type": "string"}
            if isinstance(note, Names):
                return {"type": "string", "enum": list(note)}
        if any(isinstance(note, Whole) for note in notes):
            key, value = get_args(base)
            return _object({name: self.write(value) for name in names_in(key)}, None)
        said = [note for note in notes if isinstance(note, str)]
        return {**self.write(base), **({"description": said[0]} if said else {})}

    def _mapping(self, key: Any, value: Any) -> Schema:
        return {"type": "object", "additionalProperties": self.write(value)}

    @staticmethod
    def _nullable(shapes: list[Schema]) -> Schema:
        return {"anyOf": [*shapes, {"type": "null"}]}

    def _record(self, kind: Any) -> Schema:
        name = self._prefix + kind.__name__
        if name not in self._found:
            self._found[name] = {}
            hints = get_type_hints(kind, include_extras=True)
            fields = {key: self.write(_bare(hint)) for key, hint in hints.items()}
            shape = _object(fields, kind.__doc__)
            shape["required"] = [key for key in fields if key in kind.__required_keys__]
            self._found[name] = shape
        return refer(name)


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is NotRequired else hint
