"""Tests play the tiny games too, as anybody's games: from a folder named in the environment."""

import os
from pathlib import Path

TINY = Path(__file__).parent / "tiny"
os.environ["ORRERY_GAMES_PATH"] = str(TINY)
