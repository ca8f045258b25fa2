"""The 28 worked examples: played as matches, through the engine protocol, and by the twin."""

import json
from typing import Any

import pytest

from orrery.cli.engine import Engine
from orrery.core.errors import IllegalMove
from orrery.core.match import Match
from tests.games.cubulus.positions import GAME
from tests.games.cubulus.scripts import EXAMPLES, run

pytestmark = pytest.mark.usefixtures("rules")

IDS = [example["id"] for example in EXAMPLES]


class MatchPlayer:
    match: Match

    def begin(self, options: dict[str, str]) -> None:
        self.match = Match(GAME, options, rolls=False)

    def set_up(self, options: dict[str, str], position: str) -> None:
        self.match = Match(GAME, options, rolls=False, position=position)
        assert self.match.position == position

    def play(self, move: str) -> None:
        self.match.play(move)

    def refuses(self, move: str) -> bool:
        try:
            self.match.play(move)
        except IllegalMove as refusal:
            return refusal.rule in GAME.rulebook.rules
        return False

    def position(self) -> str:
        return self.match.position

    def result(self) -> str | None:
        return self.match.result.text if self.match.result else None


class EnginePlayer:
    def __init__(self) -> None:
        self.engine = Engine()
        self.status: dict[str, Any] = {}

    def ask(self, **request: object) -> dict[str, Any]:
        return self.engine.answer_line(json.dumps(request).encode())

    def change(self, **request: object) -> None:
        self.status = self.ask(**request)
        assert self.status["ok"], self.status

    def begin(self, options: dict[str, str]) -> None:
        self.change(cmd="new", game="cubulus", options=options)

    def set_up(self, options: dict[str, str], position: str) -> None:
        self.change(cmd="position", game="cubulus", options=options, text=position)

    def play(self, move: str) -> None:
        self.change(cmd="play", move=move)

    def refuses(self, move: str) -> bool:
        answer = self.ask(cmd="play", move=move)
        return not answer["ok"] and answer["error"]["rule"] in GAME.rulebook.rules

    def position(self) -> str:
        return str(self.status["position"])

    def result(self) -> str | None:
        result = self.status["result"]
        return None if result is None else str(result["text"])


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_as_a_match(example: dict[str, Any]) -> None:
    run(MatchPlayer(), example["script"])


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_through_the_engine(example: dict[str, Any]) -> None:
    run(EnginePlayer(), example["script"])
