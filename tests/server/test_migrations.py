"""A migration that has landed has run somewhere: it stays as it is, and changes come after it."""

import hashlib
import json
from pathlib import Path

from orrery.server.migrate import FOLDER

LANDED = Path(__file__).with_name("migrations.json")


def wrong_migrations(folder: Path, landed: dict[str, str]) -> list[str]:
    """What is not as it landed, each with what to do."""
    here = {path.name: path for path in folder.glob("*.py") if path.name != "__init__.py"}
    said = [f"{name} is gone: databases were made by it, bring it back" for name in landed]
    said = [line for line, name in zip(said, landed, strict=True) if name not in here]
    for name, path in sorted(here.items()):
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if name not in landed:
            said.append(f'{name} is new: add "{name}": "{found}" to {LANDED.name}')
        elif found != landed[name]:
            said.append(
                f"{name} has changed since it landed, and databases that ran it will not run it"
                " again: put it back, and write a new migration for what is to change"
            )
    return said


def test_no_migration_changes_once_it_has_landed() -> None:
    landed = json.loads(LANDED.read_text("utf-8"))
    assert wrong_migrations(FOLDER / "versions", landed) == []


def test_what_is_wrong_with_a_migration_is_said_with_what_to_do(tmp_path: Path) -> None:
    for name in ("0001_a.py", "0002_b.py"):
        (tmp_path / name).write_text(name)
    landed = {
        name: hashlib.sha256(name.encode()).hexdigest() for name in ("0001_a.py", "0002_b.py")
    }
    assert wrong_migrations(tmp_path, landed) == []
    (tmp_path / "0001_a.py").write_text("else")
    (tmp_path / "0002_b.py").unlink()
    (tmp_path / "0003_c.py").touch()
    gone, changed, new = wrong_migrations(tmp_path, landed)
    assert "0002_b.py is gone" in gone
    assert "0001_a.py has changed" in changed
    assert "write a new migration" in changed
    assert f'"0003_c.py": "{hashlib.sha256().hexdigest()}"' in new
