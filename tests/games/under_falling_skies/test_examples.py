"""The worked examples: played as matches, with the numbers of their moves, and by the engine."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from orrery.cli.engine import Engine
from orrery.core.contract import CHANCE
from orrery.core.match import Match
from tests.games.under_falling_skies.positions import START, at, fresh, refused

pytestmark = pytest.mark.usefixtures("rules")

EXAMPLES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "examples.json").read_text("utf-8")
)
IDS = [example["id"] for example in EXAMPLES]


def tokens(line: str) -> list[str]:
    return re.findall(r"\([^)]*\)|\S+", line)


def lines(example: dict[str, Any]) -> list[tuple[str, str]]:
    pairs = [line.split(": ", 1) for line in example["script"]]
    return [(key, rest) for key, rest in pairs]


class Script:
    """Runs the lines of an example as a match; a line that does not hold is an AssertionError."""

    def __init__(self) -> None:
        self.match: Match = fresh()

    def run(self, example: dict[str, Any]) -> None:
        for key, rest in lines(example):
            getattr(self, f"do_{key}")(rest)

    def do_start(self, rest: str) -> None:
        self.match = at(rest)
        assert self.match.position == rest

    def do_illegal(self, rest: str) -> None:
        for move in rest.split("; "):
            assert (refused(self.match, move) or "").startswith("UFS-")

    def do_play(self, rest: str) -> None:
        for token in tokens(rest):
            for code in self.match.read(token)[:1]:
                assert code in self.match.legal_codes()
            self.match.play(token)

    def do_codes(self, rest: str) -> None:
        decided = [event.move for event in self.match.plies if event.by != CHANCE]
        assert decided == [int(code) for code in rest.split()]

    def do_end(self, rest: str) -> None:
        assert self.match.position == rest
        assert self.match.over == (rest.split()[3] in "WD")


def test_there_are_25_a_first_round_and_the_start() -> None:
    assert len(set(IDS)) == len(EXAMPLES) == 27
    assert sum(key == "illegal" for example in EXAMPLES for key, _ in lines(example)) == 5
    assert [rest for key, rest in lines(EXAMPLES[0])] == [START]


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_as_a_match(example: dict[str, Any]) -> None:
    Script().run(example)


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_by_the_codes_alone(example: dict[str, Any]) -> None:
    """The numbers lead to the same position; rolls are dealt as they were."""
    known = dict(lines(example))
    match = at(known["start"]) if "start" in known else fresh()
    rolls = [token for token in tokens(known.get("play", "")) if token[0] == "("]
    codes = [int(code) for code in known.get("codes", "").split()]
    while codes or rolls:
        if match.turn == CHANCE:
            match.play(rolls.pop(0))
        else:
            match.play(codes.pop(0))
    assert match.position == known["end"]


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_through_the_engine(example: dict[str, Any]) -> None:
    """Everything that is played in an example, through the engine protocol."""
    engine, options = Engine(), {"stars": "given"}

    def ask(**request: object) -> dict[str, Any]:
        return engine.answer_line(json.dumps(request).encode())

    status = ask(cmd="new", game="under_falling_skies", options=options)
    assert status["ok"], status
    for key, rest in lines(example):
        if key == "start":
            given = {**options, "sides": rest.split()[1]}
            status = ask(cmd="position", game="under_falling_skies", options=given, text=rest)
            assert status["ok"], status
        elif key == "illegal":
            for move in rest.split("; "):
                answer = ask(cmd="play", move=move)
                assert not answer["ok"]
                assert answer["error"]["rule"].startswith("UFS-")
        elif key == "play":
            for move in tokens(rest):
                status = ask(cmd="play", move=move)
                assert status["ok"], status
        elif key == "end":
            assert status["position"] == rest
            won = {"W": "win", "D": "loss"}.get(rest.split()[3])
            assert (status["result"] or {"text": None})["text"] == (won and f"{won} 0")
