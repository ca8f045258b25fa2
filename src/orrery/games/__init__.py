"""One folder a game; further folders of games can be named in ORRERY_GAMES_PATH."""

import os

__path__ = [*__path__, *filter(None, os.environ.get("ORRERY_GAMES_PATH", "").split(os.pathsep))]
