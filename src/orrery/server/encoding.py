"""JSON for the wire."""

import json
from typing import Any

import orjson


def to_json(body: Any) -> bytes:
    """A body as JSON. What the fast writer refuses (half a character, say) is written escaped."""
    try:
        return orjson.dumps(body)
    except TypeError:
        return json.dumps(body).encode()
