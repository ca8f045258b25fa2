"""The worked examples of the rules, as scripts that anything able to play can run."""

import json
from pathlib import Path
from typing import Any, Protocol

EXAMPLES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "examples.json").read_text("utf-8")
)


class Player(Protocol):
    """What runs a script: a match, or the engine behind its protocol."""

    def begin(self, options: dict[str, str]) -> None: ...
    def set_up(self, options: dict[str, str], position: str) -> None: ...
    def play(self, move: str) -> None: ...
    def refuses(self, move: str) -> bool: ...
    def position(self) -> str: ...
    def result(self) -> str | None: ...


def run(player: Player, script: list[str]) -> None:
    """Run one script; an AssertionError names the line that does not hold."""
    options: dict[str, str] = {}
    begun = False
    result: str | None = None
    for line in script:
        key, _, rest = line.partition(": ")
        if key == "opts":
            options = dict(word.split("=") for word in rest.split())
        elif key == "start":
            player.set_up(options, rest)
            begun = True
        else:
            if not begun:
                player.begin(options)
                begun = True
            result = _step(player, key, rest, line) or result
    assert player.result() == result


def _step(player: Player, key: str, rest: str, line: str) -> str | None:
    if key in ("pos", "end"):
        assert player.position() == rest
    elif key in ("move", "moves"):
        for move in rest.split("; "):
            player.play(move)
    elif key == "illegal":
        for move in rest.split("; "):
            _refused(player, move)
    elif key != "result":
        player.play(line)
    return rest if key == "result" else None


def _refused(player: Player, move: str) -> None:
    before = player.position()
    assert player.refuses(move), f"{move} was not refused"
    assert player.position() == before
