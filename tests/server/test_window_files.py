"""A game's `windows.toml`: what is wrong with it is refused with the file, the state, the field."""

from pathlib import Path

import pytest

from orrery.core import registry
from orrery.core.dice import SeededDice
from orrery.core.errors import BadOption
from orrery.core.match import Match
from orrery.server.windows import Windows, read_windows, windows_of

PIG = registry.find("pig")


def write(folder: Path, text: str) -> Path:
    path = folder / "windows.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_game_without_a_file_has_neither_windows_nor_defaults() -> None:
    windows = windows_of(PIG)
    match = Match(PIG, dice=SeededDice(1))
    assert windows == Windows()
    assert windows.kinds == []
    assert windows.turn_of(match) is None
    assert windows.listed_default(match) is None
    assert windows.default(match) == match.legal_codes()[0]


@pytest.mark.parametrize(
    ("text", "state", "field", "why"),
    [
        ("x = [", "", "", "is no TOML"),
        ("move = 3", "move", "", "is no table"),
        ("[prompt.move]", "prompt.move", "default", "is missing"),
        ("[prompt.move]\ndefault = 3", "prompt.move", "default", "neither a text nor a list"),
        ("[prompt.move]\ndefault = []", "prompt.move", "default", "is missing"),
        ("[prompt.move]\ndefault = ['']", "prompt.move", "default", "no input"),
        ("[prompt.move]\ndefault = ['x', 1]", "prompt.move", "default", "no input"),
        (
            "[prompt.move]\ndefault = ['first legal', 'x']",
            "prompt.move",
            "default",
            "behind 'first legal'",
        ),
        ("[prompt.move]\ndefault = 'x'\nwindows = true", "prompt.move", "windows", "not known"),
        ("[prompt.move]\ndefault = 'x'\nwindow = 1", "prompt.move", "window", "true nor false"),
        (
            "[prompt.move]\ndefault = 'first legal'\nwindow = true",
            "prompt.move",
            "default",
            "one input",
        ),
        ("[prompt.mvoe]\ndefault = 'x'", "prompt.mvoe", "", "no words for it"),
        ("turn = 'nobody'", "", "turn", "is no field of the state"),
        ("[prompt.move]\ndefault = 'x'\nwindow = true", "", "turn", "is missing"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: str, state: str, field: str, why: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(BadOption) as refused:
        read_windows(PIG, path)
    assert refused.value.detail == {"file": str(path), "state": state, "field": field}
    assert why in refused.value.message
    assert refused.value.message.startswith(str(path))
    assert field in refused.value.message


def test_the_first_default_that_is_legal_is_played(tmp_path: Path) -> None:
    text = "[prompt.move]\ndefault = ['nonsense', 'hold', 'first legal']"
    windows = read_windows(PIG, write(tmp_path, text))
    match = Match(PIG, dice=SeededDice(1))
    assert windows.turn_of(match) is None
    assert windows.default(match) in match.legal_codes()
    never = read_windows(PIG, write(tmp_path, "[prompt.move]\ndefault = 'nonsense'"))
    assert never.listed_default(match) is None
    assert never.default(match) == match.legal_codes()[0]
