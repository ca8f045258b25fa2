"""Compiled code on disk: an edit is never overlooked, and nothing is compiled twice."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import orrery
from orrery.core import cache, jit, registry

pytestmark = pytest.mark.skipif(jit.COMPILER_OFF, reason="the compiler is switched off")
TINY = Path(__file__).parent.parent / "tiny"
SOURCES = Path(orrery.__file__).parent


class Workshop:
    """Copies of the games, and processes that play them."""

    def __init__(self, folder: Path) -> None:
        self.games = folder / "games"
        self.cache = folder / "cache"
        self.package = folder / "src"
        shutil.copytree(TINY, self.games, ignore=shutil.ignore_patterns("__pycache__"))

    def copy_package(self) -> None:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(SOURCES, self.package / "orrery", ignore=ignored)

    def simulate(self, game: str) -> dict[str, object]:
        environment = {
            **os.environ,
            "ORRERY_GAMES_PATH": str(self.games),
            "ORRERY_CACHE_DIR": str(self.cache),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        if self.package.exists():
            environment["PYTHONPATH"] = str(self.package)
        command = [sys.executable, "-m", "orrery", "simulate", game, "--games", "500", "--json"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        report: dict[str, object] = json.loads(done.stdout)
        return {key: report[key] for key in ("wins", "draws", "moves")}

    def files(self) -> set[Path]:
        return {path for path in self.cache.rglob("*") if path.is_file()}

    def folders(self, game: str) -> set[Path]:
        return {path for path in self.cache.glob(f"{game}-*") if path.is_dir()}

    def edit(self, path: Path, before: str, after: str) -> None:
        text = path.read_text("utf-8")
        assert text.count(before) == 1
        path.write_text(text.replace(before, after), "utf-8")


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def test_a_second_process_compiles_nothing_and_edits_always_count(workshop: Workshop) -> None:
    first = workshop.simulate("pig")
    workshop.simulate("high_card")
    files, others = workshop.files(), workshop.folders("high_card")
    assert workshop.simulate("pig") == first
    assert workshop.files() == files

    rule = workshop.games / "pig" / "rules.py"
    workshop.edit(rule, 's["pot"] = 0  # PG-3', 's["pot"] = 1  # PG-3')
    edited_rule = workshop.simulate("pig")
    assert edited_rule != first

    workshop.edit(workshop.games / "pig" / "data" / "die.toml", "loses = 1", "loses = 2")
    edited_table = workshop.simulate("pig")
    assert edited_table not in (first, edited_rule)

    helper = workshop.games / "pig" / "state.py"
    workshop.edit(helper, "HOLD, ROLL, FACE = 0, 1, 2", "HOLD, ROLL, FACE = 1, 0, 2")
    workshop.edit(
        rule,
        "        out[n] = HOLD\n        n += 1\n    out[n] = ROLL",
        "        out[1] = HOLD\n        n += 1\n    out[0] = ROLL",
    )
    assert workshop.simulate("pig") not in (first, edited_rule)

    assert workshop.folders("high_card") == others
    before = workshop.files()
    workshop.simulate("high_card")
    assert workshop.files() == before
    assert len(workshop.folders("pig")) <= cache.KEPT


SEARCH_ONE = """
import sys
from orrery.bots.simulation import SEARCH
from orrery.bots import make_bot, situation
from orrery.core import cache, registry
from orrery.core.match import Match
for name in sys.argv[1:]:
    game = registry.find(name)
    cache.load(game, SEARCH)
    bot = make_bot("search", simulations=3000, seed=1, look=0, plies=-1)
    print(name, bot.consider(situation(Match(game), thorough=True)).values)
"""


def test_games_with_like_records_do_not_run_each_others_code(workshop: Workshop) -> None:
    """Compiled by two processes, loaded by one: their functions must not share a name."""
    shutil.copytree(workshop.games / "pig", workshop.games / "hog")
    for path in (workshop.games / "hog").glob("*.py"):
        path.write_text(path.read_text("utf-8").replace('"pig"', '"hog"'), "utf-8")
    workshop.edit(workshop.games / "hog" / "data" / "die.toml", "loses = 1", "loses = 6")
    environment = {
        **os.environ,
        "ORRERY_GAMES_PATH": str(workshop.games),
        "ORRERY_CACHE_DIR": str(workshop.cache),
    }

    def searched(*names: str) -> list[str]:
        command = [sys.executable, "-c", SEARCH_ONE, *names]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    alone = [*searched("pig"), *searched("hog")]
    assert alone[0].split("(")[1] != alone[1].split("(")[1]
    assert searched("pig", "hog") == alone


def test_an_edit_in_the_core_counts_for_every_game(workshop: Workshop) -> None:
    workshop.copy_package()
    first = workshop.simulate("pig")
    entries = workshop.package / "orrery" / "core" / "entries.py"
    workshop.edit(
        entries,
        "    if scores[best] <= 0.0:\n        return -1",
        "    if scores[best] <= 2.0:\n        return -1",
    )
    assert workshop.simulate("pig")["wins"] == [0, 0]
    assert first["wins"] != [0, 0]


def test_the_fingerprint_stays_with_what_was_imported() -> None:
    game = registry.find("pig")
    assert cache.fingerprint(game) == cache.fingerprint(game)
    assert cache.folder(game).name.startswith("pig-core-")


def test_settings_of_the_compiler_have_folders_of_their_own() -> None:
    program = (
        "from orrery.core import cache, registry; print(cache.fingerprint(registry.find('pig')))"
    )
    prints = set()
    for bounds in ("0", "1"):
        environment = {**os.environ, "NUMBA_BOUNDSCHECK": bounds}
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        prints.add(done.stdout)
    assert len(prints) == 2


def test_a_game_that_does_not_compile_says_why(workshop: Workshop) -> None:
    workshop.edit(
        workshop.games / "pig" / "rules.py", 's["pot"] = 0  # PG-3', 's["pot"] = unknown_name'
    )
    with pytest.raises(subprocess.CalledProcessError) as failure:
        workshop.simulate("pig")
    assert "unknown_name" in failure.value.stderr


def test_nothing_compiles_while_serving() -> None:
    loaded = cache.load(registry.find("pig"))
    with pytest.raises(TypeError):
        loaded["turn"](5)
