"""Random games from Python: the same ones however they are shared out, counted rightly."""

import io
import json
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from rich.console import Console

import orrery
from orrery import gpu, random_games
from orrery.cli import simulate as command
from orrery.core import registry
from orrery.core.game import Game
from orrery.core.runner import Counts, compiled
from orrery.random_games import count_games

COUNTED = ("moves", "decisions", "wins", "draws", "longest")


def alone(name: str, games: int, seed: int, **given: object) -> Counts:
    """The games in one go, by one runner."""
    game = registry.find(name)
    options = game.read_options(given)
    vector = game.option_vector(options)
    return compiled(game).simulate(vector, game.seats(options), seed, 0, games)


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize(
    ("name", "given"), [("pig", {"players": 3}), ("high_card", {}), ("tower", {})]
)
def test_the_same_games_are_counted_however_they_are_shared_out(
    name: str, given: dict[str, Any], workers: int
) -> None:
    done: list[int] = []
    tally = orrery.simulate(name, 700, seed=-5, workers=workers, progress=done.append, **given)
    wanted = alone(name, 700, -5, **given)
    assert {key: getattr(tally, key) for key in COUNTED} == {**wanted, "wins": (*wanted["wins"],)}
    assert done == sorted(set(done))
    assert len(done) > 1
    assert done[-1] == 700
    assert (tally.game, tally.games, tally.seed, tally.workers) == (name, 700, -5, workers)
    assert tally.options == registry.find(name).read_options(given)


def test_means_are_over_games_and_a_decision_is_not_natures() -> None:
    tally = orrery.simulate("pig", 300)
    assert tally.mean_length == tally.moves / 300
    assert tally.mean_decisions == tally.decisions / 300
    assert 0 < tally.mean_decisions < tally.mean_length  # every throw is a move of Nature's
    assert tally.moves_per_second == round(tally.moves / tally.seconds)


def test_an_older_ruleset_is_played_if_it_is_wanted() -> None:
    assert orrery.simulate("pig", 10).ruleset == 2
    assert orrery.simulate("pig", 10, ruleset=1).ruleset == 1


def test_the_command_line_prints_the_same_tally() -> None:
    printed = io.StringIO()
    with redirect_stdout(printed):
        told = command.play_and_tell("pig", {"players": "3"}, 200, 4, 2, False, None)
        command.show_tally(Console(), told, as_json=True)
    wanted = orrery.simulate("pig", 200, seed=4, workers=2, players=3).as_json()
    timed = {"seconds", "moves_per_second"}
    found = json.loads(printed.getvalue())
    assert found.keys() == wanted.keys()
    assert {k: found[k] for k in found if k not in timed} == {
        k: wanted[k] for k in wanted if k not in timed
    }


def test_the_command_line_refuses_before_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "compile_first", lambda game: pytest.fail("it was compiled"))
    wrong: list[tuple[dict[str, object], int | None]] = [({"player": "3"}, None), ({}, 9)]
    for given, ruleset in wrong:
        with pytest.raises(orrery.BadOption):
            command.play_and_tell("pig", given, 10, 1, 1, False, ruleset)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"games": 0}, "'games' takes a whole number from 1 to"),
        ({"games": 10.0}, "'games' takes a whole number"),
        ({"games": True}, "'games' takes a whole number"),
        ({"seed": 2**63}, "'seed' takes a whole number from"),
        ({"seed": None}, "'seed' takes a whole number from"),
        ({"workers": 0}, "'workers' takes a whole number from 1 to 64"),
        ({"workers": 65}, "'workers' takes a whole number from 1 to 64"),
        ({"workers": 2, "gpu": True}, "a GPU takes no workers"),
        ({"gpu": "maybe"}, "'gpu' takes on or off"),
        ({"ruleset": 9}, "ruleset 9 of pig is not here"),
        ({"player": 2}, "Did you mean 'players'"),
        ({"sides": 7}, "'sides' takes one of"),
    ],
)
def test_bad_input_gets_a_clear_sentence(given: dict[str, Any], said: str) -> None:
    with pytest.raises(orrery.BadOption, match=said) as refusal:
        orrery.simulate("pig", **{"games": 10, **given})
    assert refusal.value.detail["option"] in (*given, "workers")


def test_an_unknown_game_gets_the_nearest_name() -> None:
    with pytest.raises(orrery.UnknownGame, match="Did you mean 'cubulus'"):
        orrery.simulate("cubulos")


def test_an_option_may_have_the_name_of_a_parameter() -> None:
    with pytest.raises(orrery.BadOption, match="there is no option 'games'"):
        count_games(registry.find("pig"), {"games": "5"}, games=10, seed=1)


class Lent:
    """A GPU's face before a processor that plays game by game."""

    asked: list[tuple[int, int]]

    def __init__(self, game: Game, vector: NDArray[np.int32], seats: int) -> None:
        self.runner, self.vector, self.seats = compiled(game), vector, seats
        Lent.asked = []

    def play(self, seed: int, first: int, games: int) -> gpu.Played:
        self.asked.append((first, games))
        each = [
            self.runner.simulate(self.vector, self.seats, seed, number, 1)
            for number in range(first, first + games)
        ]
        winners = [one["wins"].index(1) if 1 in one["wins"] else -1 for one in each]
        return gpu.Played(
            np.array([one["moves"] for one in each], np.int32),
            np.array(winners, np.int8),
            np.array([one["decisions"] for one in each], np.int32),
        )


@pytest.mark.parametrize("name", ["pig", "tower"])
def test_what_a_gpu_played_is_counted_in_the_same_way(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gpu, "GpuGames", Lent)
    monkeypatch.setattr(random_games, "FIRST_ON_GPU", 50)
    monkeypatch.setattr(random_games, "MOST_ON_GPU", 120)
    there = orrery.simulate(name, 500, seed=3, gpu=True)
    here = orrery.simulate(name, 500, seed=3)
    for key in COUNTED:
        assert getattr(there, key) == getattr(here, key), key
    played = Lent.asked[1:]  # the first game is played once beforehand, untimed
    assert [first for first, _ in played] == [
        sum(n for _, n in played[:k]) for k in range(len(played))
    ]
    assert max(games for _, games in played) <= 120
    assert sum(games for _, games in played) == 500
