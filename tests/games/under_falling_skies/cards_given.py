"""The cards for the naive twin: as they were given, and with the star values we settled on."""

import json
from typing import Any

from tests.games.under_falling_skies.naive import DATA


def settled_cards() -> dict[str, Any]:
    """The cards with every field changed that the game's README lists."""
    cards: dict[str, Any] = json.loads(DATA.read_text("utf-8"))
    cards["mothership"]["star"]["startRow"] = 0
    cards["mothership"]["star"]["startSpaces"] = [0, 1, 0, 1, 0]
    cards["baseUpper"]["star"]["damageSteps"] = 3
    lower = cards["baseLower"]["star"]
    lower["damageSteps"] = 3
    (room,) = [room for room in lower["rooms"] if room["cells"] == [[3, 2], [3, 3]]]
    room["cost"] = 0
    return cards
