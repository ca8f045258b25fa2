"""The 36 worked examples: played as matches, through the engine protocol, and by the twin."""

import json
from pathlib import Path
from typing import Any

import pytest

from orrery.cli.engine import Engine
from orrery.core.errors import IllegalMove
from orrery.core.match import Match
from tests.games.orion_duel.naive import Naive
from tests.games.orion_duel.positions import GAME, fresh

pytestmark = pytest.mark.usefixtures("rules")

EXAMPLES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "examples.json").read_text("utf-8")
)
IDS = [example["id"] for example in EXAMPLES]
LETTERS = {"conditions": "c", "value": "v", "blocked": "b"}


def options_of(example: dict[str, Any]) -> dict[str, Any]:
    first = example.get("starter") or example["galaxy_placer"]
    return {"setup": example["setup"], "first": first, **example.get("options", {})}


def moves_of(example: dict[str, Any]) -> list[str]:
    moves: list[str] = example["moves"] if "moves" in example else example["tokens"]
    return moves


def result_of(example: dict[str, Any]) -> str | None:
    """The result that an example ends with, as text."""
    if example.get("outcome") == "win":
        return f"{example['winner']}+{LETTERS[example['reason']]}"
    return "=" if example.get("outcome") == "tie" else None


def check_after(example: dict[str, Any], match: Match) -> None:
    view, result = match.view(), match.result
    players = {player["side"]: player for player in view["players"]}
    for side, count in example.get("counts", {}).items():
        assert players[side]["count"] == count
    for side, value in example.get("values", {}).items():
        assert players[side]["value"] == value
    assert (result.text if result else None) == result_of(example)
    if "to_move" in example:
        assert match.turn == "OB".index(example["to_move"])
    if result is not None:
        assert result.reason == example["reason"]
        winner = example["winner"]
        assert result.winner == (None if winner is None else "OB".index(winner))
        assert view["last"]["reason"] == example["reason"]
        assert view["last"]["counts"] == [example["counts"][side] for side in "OB"]
    if "after" in example:
        assert match.position == example["after"]


def test_there_are_36() -> None:
    assert len(set(IDS)) == len(EXAMPLES) == 36
    assert sum(not example["legal"] for example in EXAMPLES) == 12
    cited = {rule for example in EXAMPLES for rule in example["rules"]}
    assert cited <= set(GAME.rulebook.rules)


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_as_a_match(example: dict[str, Any]) -> None:
    match = fresh(**options_of(example))
    for move in moves_of(example):
        match.play(move)
    before, log = match.state.tobytes(), len(match.log)
    assert (example["try"] in match.legal()) is example["legal"]
    if example["legal"]:
        check_after(example, match.play(example["try"]))
        return
    with pytest.raises(IllegalMove) as refusal:
        match.play(example["try"])
    assert refusal.value.rule in GAME.rulebook.rules
    assert refusal.value.rule in example["rules"]
    assert (match.state.tobytes(), len(match.log)) == (before, log)


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_through_the_engine(example: dict[str, Any]) -> None:
    engine = Engine()

    def ask(**request: object) -> dict[str, Any]:
        return engine.answer_line(json.dumps(request).encode())

    status = ask(cmd="new", game="orion_duel", options=options_of(example))
    assert status["ok"], status
    for move in moves_of(example):
        status = ask(cmd="play", move=move)
        assert status["ok"], status
    answer = ask(cmd="play", move=example["try"])
    assert answer["ok"] is example["legal"]
    if not example["legal"]:
        assert answer["error"]["rule"] in example["rules"]
        assert engine.match is not None
        assert engine.match.position == status["position"]
        return
    if "after" in example:
        assert answer["position"] == example["after"]
    assert (answer["result"] or {"text": None})["text"] == result_of(example)
    if "to_move" in example:
        assert answer["turn"] == "OB".index(example["to_move"])


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_by_the_twin(example: dict[str, Any]) -> None:
    naive = Naive(**options_of(example))
    for move in moves_of(example):
        naive.play(move)
    assert (example["try"] in naive.legal()) is example["legal"]
    if not example["legal"]:
        return
    naive.play(example["try"])
    assert naive.result() == result_of(example)
    for side, count in example.get("counts", {}).items():
        assert naive.count("OB".index(side)) == count
    if "after" in example:
        assert naive.position() == example["after"]
