"""The errors a user of the library meets: a small family, each with a stable code.

On the wire every one of them has the same shape, made by `as_json`:
``{"error": {"code", "rule"?, "message", "detail"?}}``.
"""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any


class OrreryError(Exception):
    """Anything a user of the library can put right."""

    code = "Error"

    def __init__(
        self,
        message: str,
        *,
        rule: str | None = None,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self.detail: dict[str, Any] = dict(detail or {})

    def as_json(self) -> dict[str, Any]:
        """The one shape an error has on the wire."""
        body: dict[str, Any] = {"code": self.code}
        if self.rule is not None:
            body["rule"] = self.rule
        body["message"] = self.message
        if self.detail:
            body["detail"] = self.detail
        return {"error": body}


class UnknownGame(OrreryError):  # noqa: N818 - the family is named for what is wrong
    """No game of that name is installed."""

    code = "UnknownGame"


class BadOption(OrreryError):  # noqa: N818
    """An option that the game does not have, or a value that it does not take."""

    code = "BadOption"


class BadNotation(OrreryError):  # noqa: N818
    """A text that is no move, no position or no request."""

    code = "BadNotation"


class IllegalMove(OrreryError):  # noqa: N818
    """A move that the rules refuse; `rule` is the id of the first rule it breaks."""

    code = "IllegalMove"


class GameOver(OrreryError):  # noqa: N818
    """The game has ended and takes no more moves."""

    code = "GameOver"


class BadRecord(OrreryError):  # noqa: N818
    """A record that is cut short, changed or of another version; `event` says where."""

    code = "BadRecord"

    def __init__(
        self,
        message: str,
        *,
        event: int | None = None,
        rule: str | None = None,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        where = {} if event is None else {"event": event}
        super().__init__(message, rule=rule, detail={**where, **(detail or {})})
        self.event = event


class BadData(OrreryError):  # noqa: N818
    """A data file of a game that cannot be right; the message names the card and the field."""

    code = "BadData"


def nearest(word: str, choices: Iterable[str]) -> str:
    """A hint that names the closest right spelling: " Did you mean 'cubulus'?", or nothing."""
    by_folded = {choice.casefold(): choice for choice in choices}
    found = difflib.get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.5)
    return f" Did you mean '{by_folded[found[0]]}'?" if found else ""
