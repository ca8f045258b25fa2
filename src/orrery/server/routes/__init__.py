"""The HTTP interface: one file a subject."""

from typing import Annotated, Any

from fastapi import Path, Response

from orrery.server.encoding import to_json
from orrery.server.wire import ErrorAnswer

ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorAnswer, "description": "The request cannot be understood."},
    401: {"model": ErrorAnswer, "description": "No token, or one that belongs to nobody."},
    403: {"model": ErrorAnswer, "description": "Not yours."},
    404: {"model": ErrorAnswer, "description": "There is no such thing."},
    409: {"model": ErrorAnswer, "description": "Not now, not so, or too late."},
    413: {"model": ErrorAnswer, "description": "Too large."},
    422: {"model": ErrorAnswer, "description": "Not of the right shape."},
    429: {"model": ErrorAnswer, "description": "Too many requests."},
    503: {
        "model": ErrorAnswer,
        "description": "The store cannot be reached just now, or this table not be read.",
    },
}
"""What every route may answer beside what it is for."""

TableId = Annotated[str, Path(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
SeatInPath = Annotated[int, Path(ge=0, le=15)]


def reply(body: Any, response: Response | None = None, status: int = 200) -> Response:
    """A JSON answer, with the headers (a cookie, perhaps) that were set on the way."""
    made = Response(to_json(body), status, media_type="application/json")
    if response is not None:
        for key, value in response.raw_headers:
            if key == b"set-cookie":
                made.raw_headers.append((key, value))
    return made
