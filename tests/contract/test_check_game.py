"""`check_game` passes every game that keeps the contract, and catches those that do not."""

import dataclasses
from typing import Any

import pytest

from orrery.core import jit, registry
from orrery.core.contract import Record
from orrery.core.options import Choice
from orrery.core.testing import GameFault, check_facts, check_game, option_combinations
from orrery.games.cubulus import notation as cubulus_notation


@pytest.mark.parametrize("name", registry.names())
def test_every_game_keeps_the_contract(name: str) -> None:
    assert check_game(registry.find(name), games=1) > 20


@pytest.mark.prove
@pytest.mark.parametrize("name", registry.names())
def test_every_game_keeps_the_contract_for_long(name: str) -> None:
    assert check_game(registry.find(name), games=20, seed=500) > 1000


def test_options_are_tried_in_every_combination() -> None:
    found = list(option_combinations(registry.find("cubulus")))
    assert len(found) == 2 * 2 * 3 * 3 * 2 + 1
    assert {"players": 3, "faces": 4, "repetition": 0, "turn_cap": 30, "noop_ban": False} in found


class Notation:
    """A notation in which one function is another."""

    def __init__(self, **changed: Any) -> None:
        self.changed = changed

    def __getattr__(self, name: str) -> Any:
        return self.changed.get(name) or getattr(cubulus_notation, name)


def wrong_text(state: Record, move: int) -> str:
    return cubulus_notation.move_text(state, move).replace("L2", "L1")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"max_moves": 53}, "."),
        ({"move_codes": 60}, "out of range"),
        ({"max_decisions": 5}, "more than 5 decisions"),
        ({"notation": Notation(move_text=wrong_text)}, "is read as"),
        ({"notation": Notation(move_words=lambda s, m: ("move.none", {}))}, "no words"),
        ({"options": (Choice("seats", (2, 3), 2),)}, "must be 'players'"),
    ],
)
def test_faults_are_caught(changes: dict[str, Any], said: str) -> None:
    broken = dataclasses.replace(registry.find("cubulus"), **changes)
    with pytest.raises((GameFault, IndexError), match=said):
        check_game(broken, games=1, compiled=False)


def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows a rival's card, and a `hide` that forgets the cards swapped away."""
    game = registry.find("high_card")
    hidden = dataclasses.replace(game, has_hidden=False)
    with pytest.raises(GameFault, match="open game hides"):
        check_game(hidden, games=1, compiled=False)
    from orrery.core import contract

    monkeypatch.setitem(contract._found, ("hide", game.state), lambda state, seat: None)
    with pytest.raises(GameFault, match=r"tell a new deal apart|redeal"):
        check_game(game, games=5, compiled=False)


def test_a_difference_between_interpreted_and_compiled_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if jit.COMPILER_OFF:
        return
    game = registry.find("pig")
    from orrery.core import contract

    real = contract._found["play", game.state]

    def bent(state: Record, move: int, work: Record) -> None:
        real(state, move, work)
        if int(state["pot"]) == 5:
            state["pot"] = 6

    monkeypatch.setitem(contract._found, ("play", game.state), bent)
    with pytest.raises(GameFault, match=r"interpreted and compiled states differ|replay"):
        check_game(game, games=5)


def test_missing_words_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.find("pig")
    monkeypatch.delitem(game.words.tables["ru"], "rule.PG-3")
    with pytest.raises(GameFault, match=r"words/ru.toml lacks \['rule.PG-3'\]"):
        check_facts(game)
