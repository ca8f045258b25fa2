"""The command line: what it prints, and how it fails."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

import orrery
from orrery.cli.app import app
from orrery.cli.terminal import Terminal


def run(*words: str, stdin: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "orrery", *words],
        input=stdin,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done


def test_games_are_listed() -> None:
    assert "cubulus" in run("games").stdout
    listed = {game["name"]: game for game in json.loads(run("games", "--json").stdout)}
    assert listed["cubulus"]["options"]["properties"]["faces"]["enum"] == [6, 4]


def test_simulate_counts_and_repeats() -> None:
    words = (
        "simulate",
        "cubulus",
        "--option",
        "players=3",
        "--games",
        "300",
        "--seed",
        "5",
        "--json",
    )
    report = json.loads(run(*words).stdout)
    wanted = {"games", "moves", "seconds", "moves_per_second", "wins", "draws", "mean_length"}
    assert wanted <= set(report)
    assert sum(report["wins"]) + report["draws"] == report["games"] == 300
    assert report["mean_length"] == report["moves"] / 300
    again = json.loads(run(*words, "--workers", "2").stdout)
    for key in ("moves", "wins", "draws", "longest"):
        assert again[key] == report[key]
    assert "moves a second" in run("simulate", "cubulus", "--games", "50").stdout


def test_rules_are_read_in_three_languages() -> None:
    for language in ("en", "ru", "fr"):
        one = json.loads(
            run("rules", "cubulus", "--lang", language, "--rule", "CB-WIN-3", "--json").stdout
        )
        assert [entry["id"] for entry in one["chapters"][0]["rules"]] == ["CB-WIN-3"]
    assert "CB-BAN-6" in run("rules", "cubulus").stdout


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "game.json"
    match = orrery.new("cubulus", seed=11).play("colour b").play("colour w")
    bot = orrery.bot("random", seed=2)
    while not match.over:
        match.play(bot.choose(match))
    match.record().save(path)
    return path


def test_a_record_is_replayed_and_verified(saved: Path) -> None:
    shown = run("replay", str(saved), "--lang", "en").stdout
    assert "drawn to begin" in shown
    assert "wins: a square" in shown
    assert run("replay", str(saved), "--text").stdout.startswith("CB players=2")
    report = json.loads(run("replay", str(saved), "--json", "--lang", "fr").stdout)
    assert len(report["moves"]) == len(report["sentences"])
    assert "The record holds" in run("verify", str(saved)).stdout
    assert json.loads(run("verify", str(saved), "--json").stdout)["holds"] is True
    assert "plies 0 to" in run("replay", str(saved), "--ply", "9999", code=2).stderr


def test_a_changed_record_is_named(saved: Path, tmp_path: Path) -> None:
    lines = saved.read_text("utf-8").splitlines(keepends=True)
    row = next(k for k, line in enumerate(lines) if '"move":"first' in line)
    lines[row] = (
        lines[row]
        .replace("first w", "first x")
        .replace("first b", "first w")
        .replace("first x", "first b")
    )
    changed = tmp_path / "changed.json"
    changed.write_text("".join(lines), "utf-8")
    assert "event 3" in run("verify", str(changed), code=2).stderr
    error = json.loads(run("verify", str(changed), "--json", code=2).stdout)["error"]
    assert (error["code"], error["detail"]["event"]) == ("BadRecord", 3)
    cut = tmp_path / "cut.json"
    cut.write_text("".join(lines[:20]), "utf-8")
    assert "cut short" in run("verify", str(cut), code=2).stderr
    spaced = tmp_path / "spaced.json"
    spaced.write_text(saved.read_text("utf-8").replace('"by":0', '"by": 0', 1), "utf-8")
    assert "line 11 was changed" in run("verify", str(spaced), code=2).stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simulate", "cubuls"), "Did you mean 'cubulus'"),
        (("simulate", "cubulus", "-o", "player=2"), "Did you mean 'players'"),
        (("simulate", "cubulus", "-o", "players"), "NAME=VALUE"),
        (("simulate", "cubulus", "-o", "faces=5"), "takes one of 6, 4"),
        (("simulate", "cubulus", "-o", "faces=4", "-o", "faces=6"), "given twice"),
        (("simulate", "cubulus", "--games", "0"), "--games"),
        (("simulate", "cubulus", "--games", "many"), "--games"),
        (("rules", "cubulus", "--lang", "de"), "there are en, ru, fr"),
        (("rules", "cubulus", "--rule", "CB-WIN-33"), "Did you mean 'CB-WIN-3'"),
        (("replay", "nothing.json"), "cannot read"),
        (("play", "cubulus", "--bot", "randm"), "Did you mean 'random'"),
        (("play", "cubulus", "--seat", "3"), "from 1 to 2"),
        (("play", "chess"), "there is no game 'chess'"),
        (("simulate", "cubulus", "--seed", "9223372036854775808"), "--seed"),
        (("match", "search:9", "random"), "from 1 to 5"),
        (("match", "search:x", "random"), "is no number"),
        (("match", "greedy", "randm"), "Did you mean 'random'"),
        (("match", "greedy", "random", "--sprt", "0.6", "0.5"), "the lower one first"),
        (("plya",), "play"),
        (("play", "--langs", "ru"), "--lang"),
    ],
)
def test_mistakes_get_a_clear_error_and_code_2(words: tuple[str, ...], said: str) -> None:
    done = run(*words, code=2)
    assert said in " ".join(done.stderr.replace("│", " ").split())


def test_every_command_has_help_with_an_example() -> None:
    names = [command.name or command.callback.__name__ for command in app.registered_commands]  # type: ignore[union-attr]
    assert {"games", "play", "simulate", "replay", "verify", "rules", "engine", "bench"} <= set(
        names
    )
    for name in names:
        assert "Example:" in run(name, "--help").stdout


def test_a_game_is_played_in_the_terminal(tmp_path: Path) -> None:
    typed = "\n".join(
        [
            "?",
            "list",
            "1",
            "neutral 0 1 2 8 12 16 20 22 24",
            "nonsense",
            "~L1",
            "rules CB-BAN-1",
            "rules NO-1",
            "999",
            "undo",
            f"save {tmp_path / 'g.json'}",
            "save /nowhere/at/all.json",
            "quit",
        ]
    )
    shown = run("play", "cubulus", "--seed", "3", "--lang", "en", stdin=typed).stdout
    for piece in (
        "What you can type",
        "Legal moves",
        "is no facelet",
        "rotated back",
        "Saved to",
        "Goodbye",
    ):
        assert piece in shown, piece
    assert "cannot write" in shown
    assert "There is no rule NO-1" in shown
    assert orrery.load(tmp_path / "g.json").options["players"] == 2
    going_on = run(
        "play", "--load", str(tmp_path / "g.json"), "--lang", "ru", stdin="quit\n"
    ).stdout
    assert "До встречи" in going_on


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_a_whole_game_against_the_bot_by_letting_chance_choose(language: str) -> None:
    shown = run("play", "cubulus", "--seed", "4", "--lang", language, stdin="random\n" * 400).stdout
    endings = {"en": ("wins:", "A draw"), "ru": ("побеждает", "Ничья"), "fr": ("emporte", "nulle")}
    assert any(ending in shown for ending in endings[language])


def test_three_at_one_screen() -> None:
    shown = run(
        "play", "cubulus", "-o", "players=3", "--bot", "none", stdin="random\n" * 400
    ).stdout
    assert "wins:" in shown


def test_nobody_sees_the_next_hand_without_passing_the_curtain() -> None:
    shown = run("play", "high_card", "--bot", "none", "--seed", "1", stdin="keep\n").stdout
    assert shown.count("to move") == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_terminals_that_lack_letters_are_no_error(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    for words in (("play", "--lang", "ru"), ("rules", "cubulus", "--lang", "ru", "--json")):
        done = subprocess.run(
            [sys.executable, "-m", "orrery", *words], input=b"?\n\xff\nquit\n", capture_output=True,
            env=environment, check=True,
        )  # fmt: skip
        assert b"Traceback" not in done.stderr


def test_a_game_folder_that_is_broken_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "game.py").write_text("1 / 0")
    (tmp_path / "odd" / "__init__.py").touch()
    environment = {**os.environ, "ORRERY_GAMES_PATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "orrery", "games"], env=environment, capture_output=True, check=True
    )
    assert b"cubulus" in done.stdout
    assert b"'odd' cannot be loaded" in done.stderr


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = {**os.environ, "ORRERY_CACHE_DIR": str(tmp_path / "file" / "x")}
    done = subprocess.run(
        [sys.executable, "-m", "orrery", "simulate", "pig", "--games", "10", "--json"],
        env=environment, capture_output=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["games"] == 10
    assert b"cannot be written to" in done.stderr


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    kept = tmp_path / "notes.md"
    kept.write_text("mine")
    shown = run("play", "pig", stdin=f"save {kept}\nquit\n").stdout
    assert "already" in shown
    assert kept.read_text() == "mine"


def test_a_text_game_is_replayed(saved: Path, tmp_path: Path) -> None:
    text = run("replay", str(saved), "--text").stdout
    (tmp_path / "game.txt").write_text(text)
    assert run("replay", str(tmp_path / "game.txt"), "--text").stdout == text


def test_contradictions_are_refused(saved: Path) -> None:
    assert "do not go together" in run("replay", str(saved), "--json", "--text", code=2).stdout
    assert "--load alone" in run("play", "cubulus", "--load", str(saved), code=2).stderr
    assert "is over" in run("play", "--load", str(saved), code=2).stderr


@pytest.mark.parametrize(("width", "height"), [(80, 24), (110, 40)])
def test_the_board_fits_on_the_screen(width: int, height: int) -> None:
    match = orrery.new("cubulus", seed=3).play("colour b").play("colour w")
    table = Terminal(match, {}, "fr")
    for move in ("0 1 2 8 12 16 20 22 24", None):
        table.out = Console(width=width, height=height, file=io.StringIO(), force_terminal=True)
        table.draw(match.turn)
        shown = table.out.file.getvalue()  # type: ignore[attr-defined]
        assert shown.count("\n") < height
        if move:
            match.play(move)


def test_a_curtain_between_hidden_hands() -> None:
    shown = run("play", "high_card", "--bot", "none", "--seed", "1", stdin="keep\n\nkeep\n").stdout
    assert "Hand the device to" in shown
    assert "wins:" in shown


def test_bench_reports(tmp_path: Path) -> None:
    rows = json.loads(run("bench", "pig", "--seconds", "0.1", "--json").stdout)
    assert rows[0]["compiled"] > rows[0]["interpreted"]


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m orrery rules cubulus | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr
