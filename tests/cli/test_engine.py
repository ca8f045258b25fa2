"""The engine protocol: what it answers, and that nothing can stop it."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import orrery
from orrery.cli.engine import Engine

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "engine.md"


def ask(engine: Engine, **request: object) -> dict[str, Any]:
    return engine.answer_line(json.dumps(request).encode())


def test_the_transcript_of_the_reference_page() -> None:
    """Lines that begin with '>' are sent; what follows must come back, key for key."""
    block = REFERENCE.read_text("utf-8").split("```text\n")[1].split("```")[0]
    engine = Engine()
    answer: dict[str, Any] = {}
    sent = 0
    for line in block.splitlines():
        if line.startswith("> "):
            answer = json.loads(json.dumps(engine.answer_line(line[2:].encode())))
            sent += 1
        elif line.startswith("< "):
            assert answer == json.loads(line[2:]), line
    assert sent > 8


def test_a_game_move_by_move() -> None:
    engine = Engine()
    assert ask(engine, cmd="moves")["error"]["code"] == "GameOver"
    status = ask(engine, cmd="new", game="pig", options={"target": 8}, seed=3, id="x")
    assert (status["turn"], status["ply"], status["result"], status["id"]) == (0, 0, None, "x")
    while status["turn"] != "over":
        if status["turn"] == "chance":
            assert ask(engine, cmd="moves")["weights"] == [1] * 6
            status = ask(engine, cmd="roll")
            assert status["move"].startswith("=")
        else:
            move = ask(engine, cmd="go", bot="random", seed=1)["move"]
            status = ask(engine, cmd="play", move=move)
    assert status["result"]["winner"] in (0, 1)
    record = ask(engine, cmd="record")["record"]
    assert ask(engine, cmd="load", record=record)["position"] == status["position"]
    assert ask(engine, cmd="undo")["ply"] < status["ply"]


def test_hidden_hands_stay_hidden_in_views() -> None:
    engine = Engine()
    ask(engine, cmd="new", game="high_card", seed=1)
    ask(engine, cmd="play", move="draw 4")
    assert ask(engine, cmd="view", seat=0)["view"]["hands"] == ["4", "-"]
    assert ask(engine, cmd="view", seat=1)["view"]["hands"] == ["?", "-"]
    assert ask(engine, cmd="view")["view"]["hands"] == ["?", "-"]
    assert ask(engine, cmd="position", game="high_card", text="x")["error"]["code"] == "BadNotation"


def test_games_rules_and_quit() -> None:
    engine = Engine()
    names = [game["name"] for game in ask(engine, cmd="games")["games"]]
    assert "cubulus" in names
    assert ask(engine, cmd="rules", game="cubulus", lang="ru")["rules"][0]["title"] == "Куб и шары"
    assert ask(engine, cmd="rules")["ok"] is False
    assert ask(engine, cmd="quit", id=9) == {"ok": True, "id": 9}
    assert engine.left


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"cmd": "new", "game": "chess"}, "UnknownGame"),
        ({"cmd": "new"}, "BadNotation"),
        ({"cmd": "new", "game": "pig", "options": {"sides": 5}}, "BadOption"),
        ({"cmd": "new", "game": "pig", "options": [1]}, "BadOption"),
        ({"cmd": "new", "game": "pig", "seed": 1.5}, "BadNotation"),
        ({"cmd": "new", "game": "pig", "seed": 2**70}, "BadNotation"),
        ({"cmd": "play", "move": "hold"}, "IllegalMove"),
        ({"cmd": "play", "move": 5}, "BadNotation"),
        ({"cmd": "play", "move": "x" * 10_000}, "BadNotation"),
        ({"cmd": "roll"}, "IllegalMove"),
        ({"cmd": "undo"}, "IllegalMove"),
        ({"cmd": "view", "seat": 2}, "BadOption"),
        ({"cmd": "view", "seat": "0"}, "BadNotation"),
        ({"cmd": "load", "record": {}}, "BadRecord"),
        ({"cmd": "load"}, "BadRecord"),
        ({"cmd": "go"}, "BadNotation"),
        ({"cmd": "go", "bot": "deep"}, "BadOption"),
        ({"cmd": "go", "bot": "random", "seed": "x"}, "BadOption"),
        ({"cmd": "go", "bot": "random", "speed": 3}, "BadOption"),
        ({"cmd": "go", "bot": "random", "seed": 1e300}, "BadOption"),
        ({"cmd": "rules", "lang": "de"}, "BadOption"),
        ({"cmd": ["new"]}, "BadNotation"),
        ({"cmd": "go", "bot": "random", "name": 1}, "BadOption"),
        ({"cmd": "go", "bot": "search", "level": 6}, "BadOption"),
        ({"cmd": "go", "bot": "search", "seconds": -1}, "BadOption"),
        ({"cmd": "go", "bot": "search", "simulations": 0}, "BadOption"),
        ({"cmd": "go", "bot": "search", "explor": 1}, "BadOption"),
        ({}, "BadNotation"),
    ],
)
def test_bad_requests_have_one_error_shape_and_lose_nothing(
    request_: dict[str, Any], code: str
) -> None:
    engine = Engine()
    before = ask(engine, cmd="new", game="pig", seed=1)
    answer = engine.answer_line(json.dumps(request_).encode())
    assert answer["ok"] is False
    assert answer["error"]["code"] == code
    assert set(answer["error"]) <= {"code", "rule", "message", "detail"}
    assert ask(engine, cmd="undo")["error"]["message"] == "there is nothing to take back"
    assert engine.match is not None
    assert engine.match.position == before["position"]


def hostile_lines(count: int, seed: int) -> list[bytes]:
    """Garbage, half-valid and hostile lines; some of them are good requests."""
    rng = random.Random(seed)
    record = dict(orrery.new("pig", seed=1).play("roll").record().body)
    good: list[dict[str, Any]] = [
        {"cmd": "new", "game": "pig", "options": {"players": 2}, "seed": 7},
        {"cmd": "new", "game": "cubulus", "options": {"players": 3}},
        {"cmd": "moves"},
        {"cmd": "play", "move": "roll"},
        {"cmd": "play", "move": "colour b"},
        {"cmd": "play", "move": "colour w"},
        {"cmd": "roll"},
        {"cmd": "position", "game": "pig", "text": "3,0 pot=5 >0 turns=2"},
        {"cmd": "undo"},
        {"cmd": "view", "seat": 0},
        {"cmd": "record"},
        {"cmd": "load", "record": record},
        {"cmd": "go", "bot": "random", "seed": 1},
        {"cmd": "rules", "lang": "en", "game": "pig"},
        {"cmd": "games"},
    ]
    odd: list[Any] = [
        None, True, -1, 2**64, 1e308, 1.5, "", "x" * 3000, [], {}, [[[[]]]], "\0", "\ud800"
    ]  # fmt: skip
    lines = []
    for _ in range(count):
        kind = rng.randrange(6)
        request = json.loads(json.dumps(rng.choice(good)))
        if kind == 0:
            lines.append(
                bytes(rng.choices(range(256), k=rng.randrange(1, 80))).replace(b"\n", b"x")
            )
            continue
        if kind in (1, 2):
            mangle(request, rng, odd)
        text = json.dumps(request)
        if kind == 3:
            text = text[: rng.randrange(1, len(text))]
        if kind == 4:
            text = rng.choice(
                ["[" * 5000, '{"a":' * 2000, "1" * 6000, "NaN", '{"cmd":Infinity}', text * 2]
            )
        lines.append(text.encode("utf-8", "surrogatepass"))
    return [line for line in lines if line.strip()]


def mangle(value: Any, rng: random.Random, odd: list[Any]) -> None:
    """Put something odd in a random place of a request."""
    places = list(value) if isinstance(value, dict) else range(len(value))
    if not places:
        return
    place = rng.choice(list(places))
    if isinstance(value[place], dict | list) and value[place] and rng.random() < 0.8:
        mangle(value[place], rng, odd)
    else:
        value[place] = rng.choice(odd)


def test_ten_thousand_hostile_lines_are_each_answered() -> None:
    lines = hostile_lines(10_000, 1)
    tail = [
        b'{"cmd": "new", "game": "pig", "seed": 7, "id": "last"}',
        b'{"cmd": "play", "move": "roll"}',
        b'{"cmd": "roll"}',
        b'{"cmd": "quit"}',
    ]
    done = subprocess.run(
        [sys.executable, "-m", "orrery", "engine"],
        input=b"\n".join([*lines, *tail]) + b"\n",
        capture_output=True,
        env={**os.environ},
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines) + len(tail)
    assert [a for a in answers if not a["ok"] and a["error"]["code"] == "Internal"] == []
    assert sum(a["ok"] for a in answers) > 1000
    assert answers[-4]["id"] == "last"
    assert all(answer["ok"] for answer in answers[-4:])
    assert done.stderr == b""
