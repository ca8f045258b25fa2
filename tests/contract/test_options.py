"""Options are read strictly, and a refusal says what is wanted."""

import pytest

from orrery.core.errors import BadOption
from orrery.core.options import (
    Choice,
    Flag,
    Letters,
    Option,
    Span,
    option_schema,
    option_vector,
    read_options,
)

OPTIONS: tuple[Option, ...] = (
    Choice("players", (2, 3), 2),
    Choice("mode", ("calm", "wild"), "calm"),
    Flag("fast", False),
    Span("limit", 1, 9, 5, also=(0,)),
)


def test_defaults_fill_what_is_not_given() -> None:
    assert read_options(OPTIONS, {}) == {"players": 2, "mode": "calm", "fast": False, "limit": 5}
    given = read_options(OPTIONS, {"players": "3", "mode": "wild", "fast": "ON", "limit": "0"})
    assert option_vector(OPTIONS, given).tolist() == [3, 1, 1, 0]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", 4),
        ("players", True),
        ("players", 2.5),
        ("players", None),
        ("players", [2]),
        ("mode", "clam"),
        ("mode", ""),
        ("fast", "maybe"),
        ("fast", 2),
        ("limit", 10),
        ("limit", -1),
        ("limit", "5x"),
        ("limit", "٣"),
        ("limit", "9" * 5000),
        ("limit", True),
        ("limit", 1.0),
        ("limit", {}),
    ],
)
def test_wrong_values_are_refused(name: str, value: object) -> None:
    with pytest.raises(BadOption) as refusal:
        read_options(OPTIONS, {name: value})
    assert refusal.value.detail == {"option": name}
    assert len(refusal.value.message) < 200


def test_the_nearest_name_and_value_are_offered() -> None:
    with pytest.raises(BadOption, match="Did you mean 'players'"):
        read_options(OPTIONS, {"player": 2})
    with pytest.raises(BadOption, match="Did you mean 'calm'"):
        read_options(OPTIONS, {"mode": "clam"})


def test_the_schema_is_json_schema() -> None:
    properties = option_schema(OPTIONS)["properties"]
    assert properties["players"] == {"type": "integer", "enum": [2, 3], "default": 2}
    assert properties["mode"]["type"] == "string"
    assert properties["fast"] == {"type": "boolean", "default": False}
    assert properties["limit"]["anyOf"] == [{"minimum": 1, "maximum": 9}, {"enum": [0]}]


def test_words_of_letters() -> None:
    sides = Letters("sides", "es", 4, "eeee", tried=("sese",))
    assert sides.read("sees") == "sees"
    assert sides.encode("eeee") == 0
    assert sides.encode("seee") == 1  # the first place counts least
    assert sides.encode("eess") == 12
    assert Letters("mix", "abc", 2, "aa").encode("bc") == 1 + 3 * 2
    assert sides.samples() == ("eeee", "sese")
    assert sides.schema() == {"type": "string", "pattern": "^[es]{4}$", "default": "eeee"}


@pytest.mark.parametrize("given", ["eee", "eeeee", "eeex", "EEEE", "", 3, None, True, ["e"] * 4])
def test_words_of_other_letters_are_refused(given: object) -> None:
    with pytest.raises(BadOption, match="'sides' takes 4 letters out of e, s"):
        Letters("sides", "es", 4, "eeee").read(given)
