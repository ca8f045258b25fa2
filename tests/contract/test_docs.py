"""Pages that fail when they are wrong."""

import doctest
import re
from importlib import metadata
from pathlib import Path

import pytest

from orrery.cli.app import app
from orrery.core import errors, registry
from orrery.server import errors as table_errors

ROOT = Path(__file__).parents[2]
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md")]


def test_the_readme_runs() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False, verbose=False)
    assert found.attempted >= 8
    assert found.failed == 0


TEXTS = [
    *PAGES,
    *(path for kind in ("py", "toml") for path in (ROOT / "src").rglob(f"*.{kind}")),
    *(path for kind in ("svelte", "ts") for path in (ROOT / "web" / "src").rglob(f"*.{kind}")),
    *(ROOT / name for name in ("Makefile", "pyproject.toml")),
]
SOMEBODY_ELSES = re.compile(r"\binstall\b[^\n`]*[ '\"]orrery(?![\w-])|\borrery\[[a-z]")


def test_nobody_is_told_to_install_the_package_of_somebody_else() -> None:
    """On PyPI the name `orrery` is taken: what is built here is called `orrery-games`."""
    for wrong in ("`pip install orrery`", "pip install 'orrery[gpu]'", "uv add orrery[web]"):
        assert SOMEBODY_ELSES.search(wrong)
    assert not SOMEBODY_ELSES.search("pip install 'orrery-games[gpu]'")
    told = {str(path.relative_to(ROOT)) for path in TEXTS if SOMEBODY_ELSES.search(read(path))}
    assert told == set()
    scripts = metadata.entry_points(group="console_scripts", name="orrery")
    assert "orrery-games" in {script.dist.name for script in scripts if script.dist}


def read(path: Path) -> str:
    return path.read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_command_is_in_the_reference() -> None:
    page = (ROOT / "docs" / "reference" / "cli.md").read_text("utf-8")
    for command in app.registered_commands:
        assert command.callback is not None
        assert f"`orrery {command.name or command.callback.__name__}" in page


def test_every_error_is_in_the_reference() -> None:
    page = (ROOT / "docs" / "reference" / "engine.md").read_text("utf-8")
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    for kind in kinds:
        if issubclass(kind, errors.OrreryError) and kind is not errors.OrreryError:
            assert f"`{kind.code}`" in page


def test_every_error_of_a_table_is_in_the_reference() -> None:
    page = (ROOT / "docs" / "reference" / "server.md").read_text("utf-8")
    kinds = [kind for kind in vars(table_errors).values() if isinstance(kind, type)]
    for kind in kinds:
        if issubclass(kind, table_errors.TableError) and kind is not table_errors.TableError:
            assert f"`{kind.code}`" in page, kind


@pytest.mark.parametrize("layer", ["core", "server"])
def test_every_module_is_in_the_architecture(layer: str) -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    for path in (ROOT / "src" / "orrery" / layer).glob("[a-z]*.py"):
        assert f"`{path.name}`" in page, path.name


@pytest.mark.parametrize(
    "name", [n for n in registry.names() if "tiny" not in str(registry.find(n).folder)]
)
def test_every_game_has_a_page_and_a_line_in_the_readme(name: str) -> None:
    game = registry.find(name)
    assert (game.folder / "README.md").exists()
    assert game.words.say("en", "name") in (ROOT / "README.md").read_text("utf-8")


def test_every_defence_has_its_file_and_every_threat_its_test() -> None:
    """The page of threats names only tests that there are, and at least one for each threat."""
    page = read(ROOT / "docs" / "explanation" / "security.md")
    there = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)", read(path))
    }
    named = set(re.findall(r"`(test_\w+)`", page))
    assert named - there == set()
    rows = [line.split("|") for line in page.splitlines() if re.match(r"\| (?!threat)\w", line)]
    assert len(rows) > 40
    assert [row[1] for row in rows if "`test_" not in row[3]] == []
    for file in set(re.findall(r"`([\w/]+\.py)`", page)):
        places = [ROOT / "src" / "orrery" / part / file for part in ("server", ".")]
        assert any(place.exists() for place in places), file
