"""Finding games: by their folders, and by entry points of installed packages.

A game is a package with a `game.py` that holds `GAME`. Packages are looked for in
`orrery/games`, in the folders of the environment variable ORRERY_GAMES_PATH, and among the
entry points of the group `orrery.games` (name = "package.module:GAME"). No file lists them.
"""

import importlib
import warnings
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from .errors import UnknownGame, nearest
from .game import Game

GROUP = "orrery.games"
"""The package whose folders are games, and the group of entry points that name others."""


def names() -> list[str]:
    """The names of all games that can be played here."""
    return sorted({*_folders(), *_entry_points()})


def all_games() -> list[Game]:
    """Every game that can be played here; one that cannot be loaded is left out, with a warning."""
    found = []
    for name in names():
        try:
            found.append(find(name))
        except UnknownGame as error:
            warnings.warn(error.message, stacklevel=2)
    return found


def own_games() -> list[Game]:
    """The games that come with this package, whatever else can be played here."""
    home = Path(__file__).parents[1] / "games"
    return [find(name) for name, folder in sorted(_folders().items()) if folder.parent == home]


def find(name: str) -> Game:
    """The game of that name."""
    try:
        if name in _folders():
            return load(f"{GROUP}.{name}.game:GAME")
        if name in _entry_points():
            return load(_entry_points()[name].value)
    except Exception as error:
        raise UnknownGame(
            f"the game '{name}' cannot be loaded: {error}", detail={"game": name}
        ) from error
    known = names()
    raise UnknownGame(
        f"there is no game '{name[:40]}'; there are {', '.join(known)}.{nearest(name, known)}",
        detail={"game": name[:40]},
    )


@cache
def load(reference: str) -> Game:
    """The game behind "package.module:ATTRIBUTE"."""
    module, _, attribute = reference.partition(":")
    game = getattr(importlib.import_module(module), attribute)
    if not isinstance(game, Game):
        raise TypeError(f"{reference} is no Game")
    return game


def _folders() -> dict[str, Path]:
    return {
        path.parent.name: path.parent
        for folder in importlib.import_module(GROUP).__path__
        for path in Path(folder).glob("*/game.py")
    }


def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
