"""The 15 worked examples: played as matches, through the engine protocol, and by the twin."""

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from orrery.cli.engine import Engine
from orrery.core.contract import CHANCE
from orrery.core.errors import IllegalMove
from orrery.core.match import Match
from orrery.core.runner import interpreted
from orrery.games.warp6.notation import path_of
from tests.games.warp6.positions import GAME

pytestmark = pytest.mark.usefixtures("rules")

EXAMPLES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "examples.json").read_text("utf-8")
)
IDS = [example["id"] for example in EXAMPLES]


def numbers(text: str) -> list[int]:
    return [int(word.split("=")[1]) for word in text.split()]


class Script:
    """Runs the lines of an example as a match; a line that does not hold is an AssertionError."""

    def __init__(self) -> None:
        self.options: dict[str, str] = {}
        self.match: Match | None = None
        self.result: str | None = None
        self.sums: list[int] = []

    @property
    def now(self) -> Match:
        if self.match is None:
            self.match = Match(GAME, self.options, rolls=False)
        return self.match

    def run(self, script: list[str]) -> None:
        for line in script:
            key, _, rest = line.partition(": ")
            if line.startswith("r "):
                self.roll(line)
            else:
                getattr(self, f"do_{key}")(rest)
        if self.match is not None:
            ended = self.match.result
            assert (ended.text if ended else None) == self.result

    def roll(self, line: str) -> None:
        self.now.play(line)
        self.sums.append(sum(int(face) for face in re.findall(r"[=,](\d)", line)))

    def do_opts(self, rest: str) -> None:
        self.options = dict(word.split("=") for word in rest.split())

    def do_start(self, rest: str) -> None:
        self.match = Match(GAME, self.options, rolls=False, position=rest)
        assert self.match.position == rest

    def do_sums(self, rest: str) -> None:
        assert self.sums == numbers(rest)
        self.sums = []

    def do_first(self, rest: str) -> None:
        assert self.now.view()["phase"] == ("roll" if rest == "none" else "place")
        if rest != "none":
            first = self.now.view()["first"]
            assert self.now.view()["players"][first]["colour"] == rest

    def do_place(self, rest: str) -> None:
        for placing in rest.split("; "):
            self.now.play(placing)

    def do_legal(self, rest: str) -> None:
        assert sorted(self.now.legal()) == sorted(rest.split("; "))

    def do_illegal(self, rest: str) -> None:
        before = self.now.position
        for move in rest.split("; "):
            with pytest.raises(IllegalMove) as refusal:
                self.now.play(move)
            assert refusal.value.rule in GAME.rulebook.rules
            assert self.now.position == before

    def do_move(self, rest: str) -> None:
        self.before = self.now.state
        self.now.play(rest)
        self.moved = rest

    def do_path(self, rest: str) -> None:
        marks = [int(mark) for mark in rest.split()]
        s = self.before[0]
        die = [int(mark) for mark in s["mark"]].index(marks[0])
        assert path_of(s, die) == marks
        told = [step for step in self.now.steps(len(self.now.plies) - 1) if "die_" in step["step"]]
        ways = [(step["origin"], step["target"]) for step in told if step["step"] != "die_home"]
        assert ways == list(itertools.pairwise(marks))

    def do_roll(self, rest: str) -> None:
        assert self.now.turn == CHANCE
        self.now.play(rest)

    def do_end(self, rest: str) -> None:
        assert self.now.position == rest

    def do_score(self, rest: str) -> None:
        if self.match is not None:
            points = [player["points"] for player in self.match.view()["players"]]
        else:
            points = GAME.view(self.state[0], -1)["sheet"][-1]["points"]
        assert points == numbers(rest)

    def do_final(self, rest: str) -> None:
        """The end of one game of a series; the next one is read into the same state."""
        if not hasattr(self, "state"):
            options = GAME.read_options(self.options)
            self.state = interpreted(GAME).begin(GAME.option_vector(options))
        GAME.notation.parse_position(self.state[0], rest)

    def do_total(self, rest: str) -> None:
        players = GAME.view(self.state[0], -1)["players"]
        assert [player["total"] for player in players] == numbers(rest)

    def do_series(self, rest: str) -> None:
        assert GAME.notation.result_text(self.state[0]) == rest

    def do_result(self, rest: str) -> None:
        self.result = rest


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_as_a_match(example: dict[str, Any]) -> None:
    Script().run(example["script"])


@pytest.mark.parametrize("example", EXAMPLES, ids=IDS)
def test_through_the_engine(example: dict[str, Any]) -> None:
    """Everything that is played in an example, through the engine protocol."""
    engine, options = Engine(), {}

    def ask(**request: object) -> dict[str, Any]:
        return engine.answer_line(json.dumps(request).encode())

    status: dict[str, Any] = {}
    for line in example["script"]:
        key, _, rest = line.partition(": ")
        if key == "opts":
            options = dict(word.split("=") for word in rest.split())
        elif key == "start":
            status = ask(cmd="position", game="warp6", options=options, text=rest)
            assert status["ok"], status
        elif key in ("move", "roll", "place") or line.startswith("r "):
            if not status:
                assert ask(cmd="new", game="warp6", options=options)["ok"]
            for move in (line if line.startswith("r ") else rest).split("; "):
                status = ask(cmd="play", move=move)
                assert status["ok"], status
        elif key == "illegal":
            for move in rest.split("; "):
                answer = ask(cmd="play", move=move)
                assert not answer["ok"]
                assert answer["error"]["rule"] in GAME.rulebook.rules
        elif key == "end":
            assert status["position"] == rest
        elif key == "result":
            assert status["result"]["text"] == rest
