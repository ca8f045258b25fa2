"""Games are found by their folders and by entry points; nothing lists them."""

import pickle
from importlib.metadata import EntryPoint

import pytest

import orrery
from orrery.core import registry
from orrery.core.errors import UnknownGame
from orrery.core.game import Game


def test_games_are_found_by_their_folders() -> None:
    assert {"cubulus", "pig", "high_card"} <= set(orrery.list_games())
    assert isinstance(registry.find("pig"), Game)


def test_an_unknown_game_gets_the_nearest_name() -> None:
    with pytest.raises(UnknownGame, match="Did you mean 'cubulus'") as refusal:
        orrery.new("cubullus")
    assert refusal.value.as_json()["error"]["code"] == "UnknownGame"
    for odd in ("", "../pig", "x" * 10_000, "orrery.core", "__init__"):
        with pytest.raises(UnknownGame):
            registry.find(odd)


def test_games_are_found_by_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("piglet", "orrery.games.pig.game:GAME", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    assert "piglet" in registry.names()
    assert registry.find("piglet") is registry.find("pig")


def test_an_entry_point_that_is_no_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("wrong", "orrery.games.pig.game:view", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    with pytest.raises(UnknownGame, match="is no Game"):
        registry.find("wrong")
    with pytest.warns(UserWarning, match="cannot be loaded"):
        assert "cubulus" in [game.name for game in registry.all_games()]


def test_a_game_is_pickled_by_its_name() -> None:
    for name in registry.names():
        game = registry.find(name)
        packed = pickle.dumps(game)
        assert pickle.loads(packed) is game
        assert len(packed) < 200
