"""How games for one ended, so that results can be compared."""

import json
from typing import Any

from .table import Table, today


def score_row(table: Table) -> dict[str, Any] | None:
    """The result of a game for one that a person played to its end without a bot's help."""
    game, match = table.game, table.match
    if game is None or match is None or not table.over or len(table.seats) != 1:
        return None
    seat = table.seats[0]
    helped = any(event.player is not None and event.player.bot for event in match.log)
    if seat.person is None or seat.level is not None or helped or match.broken_off:
        return None
    standing = game.solo.standing(match.state[0])
    return {
        "game_id": table.id,
        "game": game.name,
        "person": seat.person,
        "name": seat.name,
        "day": table.day,
        "counted": bool(table.counted) and table.day == today(),
        "ranked_in": standing.group,
        "points": json.dumps(standing.points),
        "says": json.dumps(standing.words),
        "ended": table.ended,
    }
