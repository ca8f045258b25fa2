"""`orrery replay` and `orrery verify`."""

import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from orrery.core import registry
from orrery.core.abilities import LineText
from orrery.core.errors import BadOption, BadRecord
from orrery.core.game_text import read_game, write_game
from orrery.core.match import Match
from orrery.core.record import Record
from orrery.core.words import check_language

from .boards import board_text, result_sentence, seat_name


def show_replay(
    out: Console, path: Path, ply: int | None, as_text: bool, language: str, as_json: bool
) -> None:
    """Print a recorded game."""
    check_language(language)
    if sum((ply is not None, as_text, as_json)) > 1:
        raise BadOption("--ply, --text and --json do not go together")
    match = load_game(path)
    if ply is not None and not 0 <= ply <= len(match.plies):
        raise BadOption(f"the game has plies 0 to {len(match.plies)}, not {ply}")
    if as_text:
        print(write_game(match), end="")
    elif as_json:
        print(json.dumps(_as_json(match, language), ensure_ascii=False))
    else:
        _print_game(out, match, len(match.plies) if ply is None else ply, language)


def load_game(path: Path) -> Match:
    """A game from a record, or from the text form of a game whose header it begins with."""
    try:
        beginning = path.read_bytes()[:200].decode("utf-8", "replace").lstrip()
    except OSError as error:
        raise BadRecord(f"cannot read '{path}': {error.strerror}") from None
    for game in registry.all_games():
        form = game.text
        if isinstance(form, LineText) and beginning.startswith(
            form.tag(game.read_options({})) + " "
        ):
            return read_game(game, path.read_text("utf-8", "replace"))
    record = Record.load(path)
    return record.replay(registry.find(record.game_name))


def _as_json(match: Match, language: str) -> dict[str, object]:
    return {
        "game": match.game.name,
        "options": match.options,
        "moves": [event.text for event in match.plies],
        "sentences": [match.sentence(k, language) for k in range(len(match.plies))],
        "position": match.position,
        "result": match.result.as_json() if match.result else None,
    }


def _print_game(out: Console, match: Match, ply: int, language: str) -> None:
    out.print(f"[bold]{match.game.words.say(language, 'name')}[/bold]\n")
    table = Table(box=None, show_header=False, pad_edge=False)
    for style in ("dim", "yellow", "bold", ""):
        table.add_column(style=style)
    for k, event in enumerate(match.plies[:ply]):
        name = seat_name(match, event.by, language)
        table.add_row(str(k + 1), name, event.text, match.sentence(k, language))
    out.print(table)
    out.print()
    out.print(board_text(match.game, match.state_at(ply)))
    if match.result and ply == len(match.plies):
        out.print(f"[bold]{result_sentence(match, language)}[/bold]")


def verify_record(out: Console, path: Path, loose: bool, as_json: bool) -> None:
    """Check a record and say in a sentence what holds."""
    record = Record.load(path, strict=not loose)
    said = record.verify(registry.find(record.game_name))
    if as_json:
        print(json.dumps({"holds": True, "message": said}))
    else:
        out.print(f"[green]{said}[/]")
