"""Measurements, each beside a peer on the same work and in the same run, as ratios."""

import os
from pathlib import Path

# The games that are only measured are found like any others.
_GAMES = str(Path(__file__).parent / "games")
if _GAMES not in os.environ.get("ORRERY_GAMES_PATH", "").split(os.pathsep):
    known = os.environ.get("ORRERY_GAMES_PATH", "")
    os.environ["ORRERY_GAMES_PATH"] = os.pathsep.join(filter(None, (known, _GAMES)))
