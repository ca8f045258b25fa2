"""What can be wrong at a table, each with its HTTP status; the shape is that of all errors."""

from orrery.core.errors import OrreryError


class TableError(OrreryError):
    """Anything that a visitor can put right."""

    status = 400


class UnknownTable(TableError):  # noqa: N818 - the family is named for what is wrong
    """There is no table, seat or page of that name."""

    code = "UnknownTable"
    status = 404


class NoToken(TableError):  # noqa: N818
    """Who asks must be known for that."""

    code = "NoToken"
    status = 401


class BadToken(TableError):  # noqa: N818
    """The token is none that was ever given out."""

    code = "BadToken"
    status = 401


class NotYourSeat(TableError):  # noqa: N818
    """Somebody else holds that seat, or only the host may do that."""

    code = "NotYourSeat"
    status = 403


class WrongSite(TableError):  # noqa: N818
    """The page that asks, or the name that the server is asked under, is not its own."""

    code = "WrongSite"
    status = 403


class NotYourTurn(TableError):  # noqa: N818
    """Another seat decides now."""

    code = "NotYourTurn"
    status = 409


class SeatTaken(TableError):  # noqa: N818
    """Somebody sits there already."""

    code = "SeatTaken"
    status = 409


class Unseated(TableError):  # noqa: N818
    """The host has freed the seat of whoever asks, and they may not sit down again."""

    code = "Unseated"
    status = 403


class OldPage(TableError):  # noqa: N818
    """The page that asks is of another release than its server: it would not understand."""

    code = "OldPage"
    status = 409


class Stale(TableError):  # noqa: N818
    """Something happened in between; `detail.n` is the last event there is."""

    code = "Stale"
    status = 409


class NotNow(TableError):  # noqa: N818
    """The table is not in a state in which that can be done."""

    code = "NotNow"
    status = 409


class BadRequest(TableError):  # noqa: N818
    """The request is not of the right shape; `detail` says where."""

    code = "BadRequest"
    status = 422


class TooLarge(TableError):  # noqa: N818
    """More bytes than this place takes."""

    code = "TooLarge"
    status = 413


class TooFast(TableError):  # noqa: N818
    """More requests than this place takes; wait a moment."""

    code = "TooFast"
    status = 429


class Unavailable(TableError):  # noqa: N818
    """The store cannot be reached; nothing was acknowledged, ask again."""

    code = "Unavailable"
    status = 503


class Unreadable(TableError):  # noqa: N818
    """What is stored of a table makes none; all other tables go on."""

    code = "Unreadable"
    status = 503


_STATUS = {
    "UnknownGame": 404,
    "BadOption": 422,
    "BadNotation": 422,
    "IllegalMove": 409,
    "GameOver": 409,
    "BadRecord": 422,
}


def status_of(error: OrreryError) -> int:
    """The HTTP status of an error."""
    return error.status if isinstance(error, TableError) else _STATUS.get(error.code, 400)
