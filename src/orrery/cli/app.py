"""The commands, and how they fail: a clear sentence and exit code 2, never a traceback."""

import io
import json
import os
import sys
import warnings
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from orrery import __version__
from orrery.core.errors import BadOption, OrreryError

app = typer.Typer(
    name="orrery",
    help="Tabletop games brought to life from their rulebooks: play, study, simulate.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    add_completion=False,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(help="Name of a game; `orrery games` lists them.")]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
Language = Annotated[str, typer.Option("--lang", help="Language: en, ru or fr.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Ruleset = Annotated[
    int | None, typer.Option(min=1, help="An older ruleset of the game; the newest without.")
]
SEED = {"min": -(2**63), "max": 2**63 - 1}
Seed = Annotated[int | None, typer.Option(**SEED, help="A number that makes chance repeatable.")]
RecordFile = Annotated[Path, typer.Argument(help="A record, as saved by `play` or the table.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"orrery {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    pass


def read_option_texts(texts: list[str] | None) -> dict[str, object]:
    """Options from NAME=VALUE texts."""
    found: dict[str, object] = {}
    for text in texts or []:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise BadOption(f"an option is written NAME=VALUE, not '{text[:40]}'")
        if name in found:
            raise BadOption(f"option '{name[:40]}' is given twice")
        found[name] = value
    return found


def console() -> Console:
    """Standard output; plain where it is no terminal."""
    return Console(highlight=False)


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games and their options.

    Example: [bold]orrery games[/bold]
    """
    from .listing import list_games

    list_games(console(), as_json)


@app.command()
def rules(
    game: GameName,
    rule: Annotated[str | None, typer.Option(help="Only the rule with this id.")] = None,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Read the rulebook of a game.

    Example: [bold]orrery rules cubulus --lang fr[/bold]
    """
    from .listing import show_rules

    show_rules(console(), game, rule, lang, as_json)


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(help="Name of a game; cubulus without.")] = None,
    option: OptionTexts = None,
    bot: Annotated[
        str | None,
        typer.Option(help="Who takes the other seats: search:1 to search:5, random, or none."),
    ] = "search:2",
    seat: Annotated[int, typer.Option(help="Your seat, from 1, when a bot plays.")] = 1,
    seed: Seed = None,
    ruleset: Ruleset = None,
    lang: Language = "en",
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
) -> None:
    """Play in the terminal, against a bot or with friends in front of one screen.

    Example: [bold]orrery play cubulus --option players=3 --bot none --lang ru[/bold]
    """
    from .play import play_game

    play_game(game, read_option_texts(option), bot, seat, seed, ruleset, lang, load)


@app.command()
def match(
    bots: Annotated[
        tuple[str, str],
        typer.Argument(
            metavar="FIRST SECOND",
            help="Two bots: random, greedy, search:3, search:seconds=1. The second fills all "
            "other seats.",
        ),
    ],
    game: Annotated[str, typer.Option(help="Name of a game.")] = "cubulus",
    option: OptionTexts = None,
    games: Annotated[int, typer.Option(min=1, max=100_000, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The seed of the first game; the others follow.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Processes.")] = 2,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(help="Stop when it is clear which of two scores is nearer, e.g. 0.5 0.6."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let two bots play many games, seats rotated, and say how sure the result is.

    Example: [bold]orrery match search:3 greedy --game cubulus --games 100[/bold]
    """
    from .arena import show_match

    options, seeds = read_option_texts(option), range(seed, seed + games)
    show_match(console(), game, options, bots, seeds, jobs, sprt, as_json)


@app.command()
def simulate(
    game: GameName,
    option: OptionTexts = None,
    games: Annotated[int, typer.Option(min=1, help="How many random games.")] = 100_000,
    seed: Annotated[int, typer.Option(**SEED, help="The same seed plays the same games.")] = 1,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Threads.")] = 1,
    ruleset: Ruleset = None,
    gpu: Annotated[bool, typer.Option("--gpu", help="Play on this machine's GPU.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play random games with the compiled rules, and count.

    Example: [bold]orrery simulate cubulus --option players=3 --games 1000000[/bold]
    """
    from .simulate import play_and_tell, show_tally

    options = read_option_texts(option)
    tally = play_and_tell(game, options, games, seed, workers, gpu, ruleset)
    show_tally(console(), tally, as_json)


@app.command()
def replay(
    record: RecordFile,
    ply: Annotated[int | None, typer.Option(help="Show the board after so many plies.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Print the game's own text form.")] = False,
    lang: Language = "en",
    as_json: AsJson = False,
) -> None:
    """Show a recorded game (JSON, or the game's own text form), move by move.

    Example: [bold]orrery replay game.json --lang ru[/bold]
    """
    from .records import show_replay

    show_replay(console(), record, ply, text, lang, as_json)


@app.command()
def verify(
    record: RecordFile,
    loose: Annotated[
        bool, typer.Option("--loose", help="Check what it says, not how it is laid out.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Check a record: its chain, its moves and its dice, to the last byte.

    Example: [bold]orrery verify game.json[/bold]
    """
    from .records import verify_record

    verify_record(console(), record, loose, as_json)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(help="Name of a game; all without one.")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, max=600, help="For each figure.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the rules run here, interpreted and compiled.

    Example: [bold]orrery bench cubulus[/bold]
    """
    from .simulate import run_bench

    run_bench(console(), game, seconds, as_json)


Database = Annotated[
    str | None,
    typer.Option(help="A file, or the URL of a SQLite or PostgreSQL database."),
]


@app.command()
def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on (127.0.0.1; 0.0.0.0 for all).")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on (8000; 0 for any).")
    ] = None,
    database: Database = None,
    processes: Annotated[
        int | None, typer.Option(min=1, max=64, help="Processes that serve (1; PostgreSQL only).")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
) -> None:
    """Serve tables: in a browser, with friends or against bots.

    Every setting can also come from the environment, as ORRERY_HOST and so on.

    Example: [bold]orrery serve --open[/bold]
    """
    from orrery.server.serve import read_settings, serve

    given = read_settings(host=host, port=port, database=database, processes=processes)
    serve(given, open_browser)


@app.command("backup")
def back_up_tables(
    file: Annotated[
        Path, typer.Argument(help="The file to write, packed if it ends in .gz; a new one.")
    ],
    database: Database = None,
) -> None:
    """Write all that a server keeps to a file, as it is at one moment, while it serves.

    `orrery import` brings it into an empty database, and checks every game.

    Example: [bold]orrery backup tables-monday.jsonl.gz[/bold]
    """
    from .tables import back_up_all

    back_up_all(console(), file, database)


@app.command("export")
def export_tables(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")],
    database: Database = None,
) -> None:
    """Write all games of a server to a file, to keep or to move them.

    Example: [bold]orrery export games.jsonl[/bold]
    """
    from .tables import export_all

    export_all(console(), file, database)


@app.command("import")
def import_tables(
    file: Annotated[Path, typer.Argument(help="A file that `backup` or `export` wrote.")],
    database: Database = None,
    skip_damaged: Annotated[
        bool, typer.Option("--skip-damaged", help="Leave out games that do not hold; name them.")
    ] = False,
) -> None:
    """Bring the games of a backup or an export into a server's database: all of them, or none.

    Example: [bold]orrery import games.jsonl --database postgresql://localhost/orrery[/bold]
    """
    from .tables import import_all

    import_all(console(), file, database, skip_damaged)


@app.command()
def engine() -> None:
    """Speak JSON lines on standard input and output, for programs in any language.

    Example: [bold]echo '{"cmd": "games"}' | orrery engine[/bold]
    """
    from .engine import serve_lines

    serve_lines(sys.stdin.buffer, sys.stdout)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter is no error
    warnings.showwarning = _warn  # type: ignore[assignment]
    try:
        app()
    except OrreryError as error:
        _fail(error, wants_json="--json" in sys.argv[1:])
    except BrokenPipeError:
        # The reader has gone; keep the interpreter from complaining about it once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        _fail(OrreryError(f"{error.strerror or error}"), wants_json=False)


def _warn(message: Warning | str, *_: object) -> None:
    Console(stderr=True, highlight=False).print(f"[yellow]Warning:[/] {_escape(str(message))}")


def _fail(error: OrreryError, wants_json: bool) -> None:
    if wants_json:
        typer.echo(json.dumps(error.as_json(), ensure_ascii=False))
    else:
        Console(stderr=True, highlight=False).print(f"[bold red]Error:[/] {_escape(error.message)}")
    sys.exit(2)


def _escape(text: str) -> str:
    from rich.markup import escape

    return escape(text)
