"""Options are read strictly, and a refusal says what is wanted."""

from pathlib import Path

import pytest

from orrery.bots.levels import LEVELS
from orrery.core import registry
from orrery.core.errors import BadData, BadOption
from orrery.core.match import Match
from orrery.core.options import (
    Choice,
    Flag,
    Letters,
    Option,
    Span,
    option_schema,
    option_vector,
    read_options,
    read_presets,
    unfold_preset,
)
from orrery.core.words import LANGUAGES

OPTIONS: tuple[Option, ...] = (
    Choice("players", (2, 3), 2),
    Choice("mode", ("calm", "wild"), "calm"),
    Flag("fast", False),
    Span("limit", 1, 9, 5, also=(0,)),
    Flag("later", True, since=2),
)


def test_defaults_fill_what_is_not_given() -> None:
    known = {"players": 2, "mode": "calm", "fast": False, "limit": 5}
    assert read_options(OPTIONS, {}, 2) == {**known, "later": True}
    given = {"players": "3", "mode": "wild", "fast": "ON", "limit": "0", "later": "off"}
    assert option_vector(OPTIONS, read_options(OPTIONS, given, 2), 2).tolist() == [3, 1, 1, 0, 0, 2]


def test_an_older_ruleset_does_not_know_a_later_option() -> None:
    values = read_options(OPTIONS, {}, 1)
    assert "later" not in values
    assert option_vector(OPTIONS, values, 1).tolist() == [2, 0, 0, 5, 1, 1]
    with pytest.raises(BadOption, match="no option 'later'"):
        read_options(OPTIONS, {"later": True}, 1)


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
        read_options(OPTIONS, {name: value}, 2)
    assert refusal.value.detail == {"option": name}
    assert len(refusal.value.message) < 200


def test_the_nearest_name_and_value_are_offered() -> None:
    with pytest.raises(BadOption, match="Did you mean 'players'"):
        read_options(OPTIONS, {"player": 2}, 2)
    with pytest.raises(BadOption, match="Did you mean 'calm'"):
        read_options(OPTIONS, {"mode": "clam"}, 2)


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


def write(folder: Path, text: str) -> Path:
    path = folder / "presets.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_preset_stands_for_options_that_others_may_change(tmp_path: Path) -> None:
    file = write(tmp_path, "[quick]\nbot_level = 4\nlimit = 3\nfast = true\n[usual]\n")
    presets = read_presets(file, OPTIONS)
    assert [(preset.name, preset.level) for preset in presets] == [("quick", 4), ("usual", None)]
    assert unfold_preset(presets, {"players": 3}) == {"players": 3}
    assert unfold_preset(presets, {"preset": "usual", "players": 3}) == {"players": 3}
    chosen = unfold_preset(presets, {"limit": 4, "preset": "quick"})
    assert chosen == {"limit": 4, "fast": True}
    with pytest.raises(BadOption, match=r"quick, usual, not 'quik'.*'quick'") as refusal:
        unfold_preset(presets, {"preset": "quik"})
    assert refusal.value.detail == {"option": "preset"}


def test_without_presets_it_is_an_option_like_any_that_is_not_there(tmp_path: Path) -> None:
    assert read_presets(tmp_path / "presets.toml", OPTIONS) == ()
    with pytest.raises(BadOption, match="there is no option 'preset'"):
        registry.find("pig").read_options({"preset": "quick"})


@pytest.mark.parametrize(
    "text",
    [
        "[quick]\nlimit = 30",
        "[quick]\nlimti = 3",
        "[quick]\nbot_level = 0",
        "[quick]\nbot_level = 'two'",
    ],
)
def test_a_preset_that_is_wrong_is_refused_by_name(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadData, match=r"presets\.toml: quick: (?:.*'lim|bot_level is a number)"):
        read_presets(write(tmp_path, text), OPTIONS)


@pytest.mark.parametrize("name", registry.names())
def test_the_presets_of_a_game_can_be_played_and_are_told_in_every_language(name: str) -> None:
    game = registry.find(name)
    for preset in game.presets:
        match = Match(game, {"preset": preset.name})
        assert {key: match.options[key] for key in preset.options} == preset.options
        assert preset.level is None or preset.level <= len(LEVELS)
        for lang in LANGUAGES:
            for key in ("label", "about", "length"):
                assert f"preset.{preset.name}.{key}" in game.words.tables[lang]
