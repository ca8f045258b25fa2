"""The cards for the naive twin: as they were given, and with the star values we settled on."""

import json
from typing import Any

from tests.games.under_falling_skies.naive import DATA


def settled_cards() -> dict[str, Any]:
    """The cards with every field changed that the game's README lists."""
    cards: dict[str, Any] = json.loads(DATA.read_text("utf-8"))
    cards["mothership"]["star"]["startRow"] = 0
    cards["mothership"]["star"]["startSpaces"] = [0, 0, 1, 0, 0]
    cards["tracks"]["star"]["energyStart"] = 5
    lower = cards["baseLower"]["star"]
    lower["damageSteps"] = 4
    (room,) = [room for room in lower["rooms"] if room["cells"] == [[3, 2], [3, 3]]]
    room["cost"] = 0
    (robots,) = [room for room in lower["rooms"] if room["cells"] == [[4, 4]]]
    (tunnel,) = [room for room in lower["rooms"] if room["cells"] == [[4, 1]]]
    robots["cells"], tunnel["cells"] = tunnel["cells"], robots["cells"]
    below = [[5, column] for column in (5, 4, 3, 2, 1)]
    lower["path"][5:] = [[4, 5], *below, *([4, column] for column in (1, 2, 3, 4))]
    lower["rooms"].sort(key=lambda room: min(lower["path"].index(cell) for cell in room["cells"]))
    cards["sky"]["2"]["star"]["rows"][1] = "3M_54"
    return cards
