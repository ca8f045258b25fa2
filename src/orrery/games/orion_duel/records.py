"""Whole games of Orion Duel as text: `preset1 O flips=off: X3@F7 T1@D5`, then the result."""

from collections.abc import Mapping, Sequence

from orrery.core.abilities import Told
from orrery.core.errors import BadNotation
from orrery.core.options import Value

from .notation import result_text
from .state import SETUPS, SIDES

_DEFAULTS = {"flips": "on", "counting": "repeats"}


def write_text(options: Mapping[str, Value], plies: Sequence[Told]) -> str:
    """One line a game: set-up, who is first, options, moves and the result."""
    games: list[list[Told]] = [[]]
    for ply in plies:
        games[-1].append(ply)
        if int(ply.after["game"]) > len(games):
            games.append([])
    first = {"O": 0, "B": 1}.get(str(options["first"]))
    lines = []
    for game in games:
        if game and game[0].text.startswith("first "):
            first = SIDES.index(game[0].text[-1])
        if first is None or not game:
            continue
        lines.append(_line(options, SIDES[first], game, game is not games[-1]))
        first = 1 - first
    return "\n".join([*lines, ""])


def _line(options: Mapping[str, Value], first: str, plies: Sequence[Told], ended: bool) -> str:
    changed = [f"{name}={options[name]}" for name in _DEFAULTS if options[name] != _DEFAULTS[name]]
    moves = [ply.text for ply in plies if not ply.text.startswith("first ")]
    last = plies[-1].after
    result = result_text(last) if ended or int(last["orion_duel"]) == 6 else "*"
    header = " ".join([str(options["setup"]), first, *changed])
    return f"{header}: {' '.join([*moves, result])}"


def read_text(text: str) -> tuple[dict[str, str], list[str]]:
    """The options and the moves of one game."""
    header, colon, rest = text.strip().partition(":")
    words = header.split()
    if not colon or len(words) < 2 or words[0] not in SETUPS or words[1] not in SIDES:
        raise BadNotation("a game begins 'preset1 O:', or with another set-up and side")
    options = {"setup": words[0], "first": words[1]}
    for word in words[2:]:
        name, sign, value = word.partition("=")
        if not sign or name not in _DEFAULTS:
            raise BadNotation(f"'{word[:20]}' is no option here; flips=off and counting=kinds are")
        options[name] = value
    if "\n" in rest.strip():
        raise BadNotation("a text holds one game; a whole series is kept as JSON")
    return options, rest.split()
