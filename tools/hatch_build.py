"""Build the web into the wheel, with the Node that comes as a Python package.

Where that cannot be done (no registry, say) the wheel has the API alone, and the server says so.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebHook(BuildHookInterface):  # type: ignore[misc]  # hatchling is there when it builds
    """Runs before a wheel is made; an editable install builds nothing."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages, unless they are there."""
        root = Path(self.root)
        if version == "editable" or not (root / "web" / "package.json").exists():
            return
        done = subprocess.run([sys.executable, str(root / "tools" / "build_web.py")])
        if done.returncode:
            self.app.display_warning("the web could not be built; this wheel has the API alone")
