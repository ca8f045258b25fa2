"""`check_game` passes every game that keeps the contract, and catches those that do not."""

import dataclasses
import itertools
from typing import Any

import pytest

from orrery.core import contract, jit, registry
from orrery.core.abilities import OPEN
from orrery.core.contract import Record
from orrery.core.game import Game
from orrery.core.options import Choice
from orrery.core.testing import (
    EVERYTHING,
    GameFault,
    Sampling,
    check_facts,
    check_game,
    option_combinations,
)
from orrery.games.cubulus import notation as cubulus_notation

LONG = 150_000
"""A game that may take so many decisions is sampled."""
SAMPLES = Sampling(combinations=7, whole=100, every=25)


def is_long(game: Game) -> bool:
    return game.max_decisions >= LONG


@pytest.mark.long  # and compares with the compiled rules
@pytest.mark.parametrize("name", registry.names())
def test_every_game_keeps_the_contract(name: str) -> None:
    game = registry.find(name)
    sampling = SAMPLES if is_long(game) else EVERYTHING  # all of it is for `prove`
    assert check_game(game, games=1, sampling=sampling) > 20


@pytest.mark.prove
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("name", registry.names())
def test_every_game_keeps_the_contract_for_long(name: str) -> None:
    game = registry.find(name)
    games = 20 if game.max_moves < 1000 else 4  # interpreted, a list of thousands takes long
    games = 1 if is_long(game) else games
    assert check_game(game, games=games, seed=500) > 500


def test_options_are_tried_in_every_combination() -> None:
    found = list(option_combinations(registry.find("cubulus")))
    assert len(found) == 2 * 2 * 3 * 3 * 2 + 1
    assert {"players": 3, "faces": 4, "repetition": 0, "turn_cap": 30, "noop_ban": False} in found


def test_too_many_options_are_tried_in_pairs() -> None:
    game = registry.find("black_crystal")
    found = list(option_combinations(game))
    assert len(found) < 30
    for one, two in itertools.combinations(game.options, 2):
        met = {(values[one.name], values[two.name]) for values in found}
        assert met == set(itertools.product(one.samples(), two.samples()))


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
        ({"view": lambda s, seat: {"mine": seat}}, "seats see different things"),
    ],
)
def test_faults_are_caught(changes: dict[str, Any], said: str) -> None:
    broken = dataclasses.replace(registry.find("cubulus"), **changes)
    with pytest.raises((GameFault, IndexError), match=said):
        check_game(broken, games=1, compiled=False)


def hide_forgets_swapped_cards(state: Record, seat: int) -> None:
    if int(state["high_card"]) != DONE:
        state["deck"] = 0
        for other in range(int(state["players"])):
            if other != seat and int(state["hand"][other]) != 0:
                state["hand"][other] = -1


def hide_shows_seat_0(state: Record, seat: int) -> None:
    kept = int(state["hand"][0])
    HIDE(state, seat)
    state["hand"][0] = kept


def observe_shows_rivals(state: Record, seat: int, out: Any) -> None:
    OBSERVE(state, seat, out)
    out[0] = state["hand"][1 - seat if seat < 2 else 0]


HIGH_CARD = registry.find("high_card")
DONE = 3
HIDE, OBSERVE = (contract._found[name, HIGH_CARD.state] for name in ("hide", "observe"))


@pytest.mark.parametrize(
    ("name", "leak"),
    [
        ("hide", lambda state, seat: None),
        ("hide", hide_forgets_swapped_cards),
        ("hide", hide_shows_seat_0),
        ("observe", observe_shows_rivals),
        ("redeal", lambda state, seat, rng, work: None),
    ],
)
def test_leaks_in_the_rules_are_caught(
    monkeypatch: pytest.MonkeyPatch, name: str, leak: Any
) -> None:
    monkeypatch.setitem(contract._found, (name, HIGH_CARD.state), leak)
    with pytest.raises(GameFault):
        check_game(HIGH_CARD, games=5, compiled=False)


def telling(state: Record, move: int) -> str:
    return str(move)


def telling_words(state: Record, move: int) -> tuple[str, dict[str, str]]:
    return "move.draw", {"seat": "0", "card": str(move)}


@pytest.mark.parametrize(
    "changes",
    [
        {"hidden": dataclasses.replace(HIGH_CARD.hidden, audience=lambda state, move: -1)},
        {"hidden": dataclasses.replace(HIGH_CARD.hidden, masked_text=telling)},
        {"hidden": dataclasses.replace(HIGH_CARD.hidden, masked_words=telling_words)},
        {"view": lambda state, seat: {"hand": int(state["hand"][0]), "deck": int(state["deck"])}},
        {"hidden": OPEN},
    ],
)
def test_leaks_in_the_facts_are_caught(changes: dict[str, Any]) -> None:
    leaky = dataclasses.replace(HIGH_CARD, **changes)
    if "view" in changes:  # a view of a hidden state cannot leak, whatever it shows
        check_game(leaky, games=2, compiled=False)
        return
    with pytest.raises(GameFault):
        check_game(leaky, games=5, compiled=False)


def test_a_difference_between_interpreted_and_compiled_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if jit.COMPILER_OFF:
        return
    game = registry.find("pig")
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
