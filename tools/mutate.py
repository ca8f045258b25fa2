"""Take out, one at a time, every line of a game's rules that cites a rule, and run its tests.

A mutant is a copy of the game's package in which one statement is gone (or a condition is fixed
to true or to false). If the tests of the game still pass, the mutant has survived: the rule it
cites is not held by any test. A survivor is an error unless `tools/survivors.toml` gives a reason.
"""

import argparse
import ast
import dataclasses
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"
REASONS = ROOT / "tools" / "survivors.toml"


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A changed file."""

    game: str
    file: Path
    line: int
    change: str
    """What was done: `removed`, `line removed`, `if True`, `if False`."""
    cited: str
    source: str

    @property
    def key(self) -> str:
        """The name of the mutant in the list of reasons: it does not depend on line numbers."""
        return f"{self.game}/{self.file.name}: {self.cited} ({self.change})"


def innermost(tree: ast.Module, line: int) -> ast.stmt:
    """The smallest statement that a line belongs to."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return min(around, key=lambda node: (node.end_lineno or node.lineno) - node.lineno)


def mutants_of(game: str, file: Path) -> Iterator[Mutant]:
    """The mutants of one file: two for a condition, one for any other line."""
    text = file.read_text("utf-8")
    lines = text.splitlines(keepends=True)
    tree = ast.parse(text)
    for number, line in enumerate(lines, 1):
        code, _, comment = line.partition("# ")
        if not comment.startswith(f"{PREFIX[game]}-") or not code.strip():
            continue
        cited = comment.strip()
        node = innermost(tree, number)
        first, last = node.lineno, node.end_lineno or node.lineno
        indent = " " * node.col_offset
        if isinstance(node, ast.If) and number < node.body[0].lineno:
            for value in ("True", "False"):
                source = replaced(lines, first, node.body[0].lineno - 1, f"{indent}if {value}:\n")
                yield Mutant(game, file, number, f"if {value}", cited, source)
        elif last > first and parses(without := replaced(lines, number, number, "")):
            yield Mutant(game, file, number, "line removed", cited, without)
        else:
            source = replaced(lines, first, last, f"{indent}pass\n")
            yield Mutant(game, file, number, "removed", cited, source)


def parses(text: str) -> bool:
    """Whether a text is a Python module."""
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


def replaced(lines: list[str], first: int, last: int, new: str) -> str:
    """The text with some lines replaced by one."""
    return "".join([*lines[: first - 1], new, *lines[last:]])


PREFIX: dict[str, str] = {}


def find_mutants(games: list[str]) -> list[Mutant]:
    """All mutants of some games."""
    found: list[Mutant] = []
    for game in games:
        folder = SOURCES / "orrery" / "games" / game
        rulebook = tomllib.loads((folder / "rulebook.toml").read_text("utf-8"))
        PREFIX[game] = next(iter(next(iter(rulebook.values())))).split("-")[0]
        for file in sorted(folder.rglob("*.py")):
            found += mutants_of(game, file)
    return found


def changed_since(commit: str) -> set[tuple[Path, int]]:
    """The lines of the sources that were written after a commit."""
    difference = subprocess.run(
        ["git", "diff", "--unified=0", "--no-color", "--no-prefix", commit, "--", str(SOURCES)],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    found: set[tuple[Path, int]] = set()
    file = ROOT
    for line in difference.splitlines():
        if line.startswith("+++ "):
            file = ROOT / line.removeprefix("+++ ")
        elif line.startswith("@@ "):
            first, _, count = line.split()[2].removeprefix("+").partition(",")
            found |= {(file, int(first) + step) for step in range(int(count or 1))}
    return found


def survives(mutant: Mutant, seconds: float = 600) -> bool:
    """Whether the tests of the game pass, in time, with the mutant in place of the real file."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "src"
        shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        (copy / mutant.file.relative_to(SOURCES)).write_text(mutant.source, "utf-8")
        environment = {
            **os.environ,
            "PYTHONPATH": str(copy),
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-m",
            "not prove and not browser and not long",
            "-p",
            "no:cacheprovider",
        ]
        tests = [f"tests/games/{mutant.game}"]
        try:
            done = subprocess.run(
                [*command, *tests],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                check=False,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return False  # a rule without which a game never ends is missed, too
        return done.returncode == 0


def main() -> int:
    """Run the mutants of all games, or of some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--since", metavar="COMMIT", help="only lines written after this commit")
    parser.add_argument("--verbose", action="store_true", help="tell of every mutant")
    chosen = parser.parse_args()
    folders = (SOURCES / "orrery" / "games").glob("*/game.py")
    mutants = find_mutants(chosen.games or sorted(path.parent.name for path in folders))
    if chosen.since:
        lately = changed_since(chosen.since)
        mutants = [mutant for mutant in mutants if (mutant.file, mutant.line) in lately]
    reasons: dict[str, str] = tomllib.loads(REASONS.read_text("utf-8"))
    limits: dict[str, float] = {}
    for mutant in {m.game: m for m in mutants}.values():
        whole = mutant.file.read_text("utf-8")
        began = time.monotonic()
        if not survives(dataclasses.replace(mutant, source=whole)):
            print(f"the tests of {mutant.game} fail even without a mutant")
            return 2
        limits[mutant.game] = 60 + 4 * (time.monotonic() - began)

    def tried(mutant: Mutant) -> bool:
        lives = survives(mutant, limits[mutant.game])
        if chosen.verbose:
            print(f"{'alive' if lives else 'caught'}: {mutant.key}, line {mutant.line}", flush=True)
        return lives

    with ThreadPoolExecutor(chosen.jobs) as pool:
        alive = [m for m, lives in zip(mutants, pool.map(tried, mutants), strict=True) if lives]
    unexplained = [mutant for mutant in alive if mutant.key not in reasons]
    for mutant in unexplained:
        print(f"survived: {mutant.key}, line {mutant.line}")
    stale = set(reasons) - {mutant.key for mutant in alive}
    every_mutant = not chosen.games and not chosen.since
    for key in sorted(stale) if every_mutant else []:
        print(f"no longer survives, take its reason out: {key}")
    print(f"{len(mutants)} mutants, {len(alive)} survived, {len(unexplained)} without a reason")
    return 1 if unexplained or (stale and every_mutant) else 0


if __name__ == "__main__":
    sys.exit(main())
