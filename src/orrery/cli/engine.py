"""`orrery engine`: JSON lines in, JSON lines out; docs/reference/engine.md describes it.

One object a line in, one object a line out, always. Bad input gets an error in the one error
shape, and the engine goes on.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from orrery.bots import make_bot, situation
from orrery.bots.search import compile_search
from orrery.core import registry
from orrery.core.contract import CHANCE, OVER
from orrery.core.dice import SEEDS, SealedDice, SeededDice
from orrery.core.errors import BadNotation, BadOption, GameOver, OrreryError, nearest
from orrery.core.match import Match
from orrery.core.record import Record
from orrery.core.words import check_language

from .listing import describe

LONGEST_LINE = 32 * 1024 * 1024
Request = dict[str, Any]


def serve_lines(lines: Iterable[bytes], out: TextIO) -> None:
    """Answer every line until `quit` or the end of the input."""
    engine = Engine()
    for line in lines:
        if not line.strip():
            continue
        answer = engine.answer_line(line)
        out.write(json.dumps(answer) + "\n")
        out.flush()
        if engine.left:
            return


class Engine:
    """One match at a time, played by requests."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.left = False
        self._commands: dict[str, Callable[[Request], dict[str, Any]]] = {
            "games": self._games,
            "new": self._new,
            "moves": self._moves,
            "play": self._play,
            "roll": self._roll,
            "position": self._position,
            "undo": self._undo,
            "view": self._view,
            "record": self._record,
            "load": self._load,
            "go": self._go,
            "rules": self._rules,
            "quit": self._quit,
        }

    def answer_line(self, line: bytes) -> dict[str, Any]:
        """The answer to one line."""
        request: object = None
        try:
            request = _parse(line)
            if not isinstance(request, dict):
                raise BadNotation("a request is a JSON object")
            answer = {"ok": True, **self.answer(request)}
        except OrreryError as error:
            answer = {"ok": False, **error.as_json()}
        except Exception as error:  # whatever it is, the next line is answered too
            answer = {"ok": False, "error": {"code": "Internal", "message": repr(error)[:500]}}
        if isinstance(request, dict) and "id" in request:
            answer["id"] = request["id"]
        return answer

    def answer(self, request: Request) -> dict[str, Any]:
        """What a request asks for; an OrreryError if that cannot be."""
        command = request.get("cmd")
        if not isinstance(command, str) or command not in self._commands:
            said = command if isinstance(command, str) else "nothing"
            hint = nearest(said, self._commands)
            raise BadNotation(f"there is no command '{said[:40]}'.{hint}")
        return self._commands[command](request)

    # Commands

    def _games(self, request: Request) -> dict[str, Any]:
        return {"games": [describe(game) for game in registry.all_games()]}

    def _new(self, request: Request) -> dict[str, Any]:
        game = registry.find(_text(request, "game"))
        self.match = Match(
            game, _options(request), ruleset=_ruleset(request), dice=_dice(request), rolls=False
        )
        return self._status()

    def _position(self, request: Request) -> dict[str, Any]:
        game = registry.find(_text(request, "game"))
        self.match = Match(
            game,
            _options(request),
            ruleset=_ruleset(request),
            dice=_dice(request),
            rolls=False,
            position=_text(request, "text"),
        )
        return self._status()

    def _moves(self, request: Request) -> dict[str, Any]:
        match = self._current()
        answer: dict[str, Any] = {"moves": match.legal()}
        if match.turn == CHANCE:
            answer["weights"] = match.weights()
        return answer

    def _play(self, request: Request) -> dict[str, Any]:
        self._current().play(_text(request, "move"))
        return self._status()

    def _roll(self, request: Request) -> dict[str, Any]:
        move = self._current().roll()
        return {**self._status(), "move": move}

    def _undo(self, request: Request) -> dict[str, Any]:
        self._current().undo()
        return self._status()

    def _view(self, request: Request) -> dict[str, Any]:
        return {"view": self._current().view(_number(request, "seat", -1, -1, 63))}

    def _record(self, request: Request) -> dict[str, Any]:
        return {"record": dict(self._current().record().body)}

    def _load(self, request: Request) -> dict[str, Any]:
        record = Record.of_json(request.get("record"))
        self.match = record.replay(registry.find(record.game_name))
        return self._status()

    def _go(self, request: Request) -> dict[str, Any]:
        match = self._current()
        settings = {k: v for k, v in request.items() if k not in ("cmd", "id", "bot")}
        for name, value in settings.items():
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise BadOption(f"'{name[:40]}' is a number")
        bot = make_bot(_text(request, "bot"), **settings)
        if bot.name == "search":
            compile_search(match.game)
        choice = bot.consider(situation(match))
        return {
            "move": match.game.notation.move_text(match.state[0], choice.move),
            "values": None if choice.values is None else list(choice.values),
            "simulations": choice.simulations,
            "line": match.line_texts(choice.line),
        }

    def _rules(self, request: Request) -> dict[str, Any]:
        name = request.get("game")
        game = self._current().game if name is None else registry.find(_text(request, "game"))
        language = check_language(_text(request, "lang") if "lang" in request else "en")
        return {"rules": game.rulebook.as_json(game.words, language)}

    def _quit(self, request: Request) -> dict[str, Any]:
        self.left = True
        return {}

    # What there is

    def _current(self) -> Match:
        if self.match is None:
            raise GameOver("no game has begun; send 'new', 'position' or 'load' first")
        return self.match

    def _status(self) -> dict[str, Any]:
        match = self._current()
        turn: int | str = {CHANCE: "chance", OVER: "over"}.get(match.turn, match.turn)
        result = match.result
        return {
            "turn": turn,
            "ply": len(match.plies),
            "position": match.position,
            "result": None if result is None else {**result.as_json(), "text": result.text},
        }


def _parse(line: bytes) -> object:
    if len(line) > LONGEST_LINE:
        raise BadNotation("that line is too long")
    try:
        return json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        what = str(error) if isinstance(error, ValueError) else "nested too deeply"
        raise BadNotation(f"that is no JSON: {what[:100]}") from None


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _text(request: Request, key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise BadNotation(f"'{key}' is missing or no text")
    return value


def _number(request: Request, key: str, default: int, low: int, high: int) -> int:
    value = request.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadNotation(f"'{key}' is a whole number from {low} to {high}")
    return value


def _options(request: Request) -> dict[str, object]:
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise BadOption("'options' is an object of names and values")
    return options


def _ruleset(request: Request) -> int | None:
    if request.get("ruleset") is None:
        return None
    return _number(request, "ruleset", 1, 1, 10**9)


def _dice(request: Request) -> SeededDice | SealedDice | None:
    if request.get("seed") is None:
        return None
    return SeededDice(_number(request, "seed", 0, -SEEDS, SEEDS - 1))
