"""What is sent of a table, each shape defined once: `frames` builds them, the document shows them.

They are plain dictionaries: nothing is checked while they are sent. What a game shows and tells
is described by the game itself; see `shapes`.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema
from pydantic_core import core_schema
from typing_extensions import TypedDict

from .encoding import Written
from .shapes import ANY_CHANGES, ANY_STEP, ANY_VIEW, MARK

View = Annotated[Mapping[str, Any], WithJsonSchema({MARK: ANY_VIEW})]
"""What a seat sees, as its game declares it."""
Changes = Annotated[Mapping[str, Any], WithJsonSchema({MARK: ANY_CHANGES})]
"""The fields of a view that are not what they were."""
Step = Annotated[Mapping[str, Any], WithJsonSchema({MARK: ANY_STEP})]
"""A visible step of a move, as its game declares it."""


class OneOf:
    """Of a text: which ones there are."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """A choice, where shapes are described or checked."""
        return core_schema.literal_schema(self.texts)


def as_it_is(written: bytes) -> Any:
    """What is written already, in the place of what it says."""
    return Written(written)


class Shape(TypedDict):
    """A shape with nothing unknown in it."""


Shape.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[attr-defined]


class Said(Shape):
    """A sentence: a key of the words, and what to fill in ('@key' is looked up itself)."""

    key: str
    places: dict[str, str]


class ErrorBody(BaseModel):
    """What went wrong."""

    model_config = ConfigDict(extra="forbid")

    code: str
    message: str
    rule: str | None = None
    detail: dict[str, Any] | None = None


class SeatFacts(Shape):
    """Who sits there."""

    seat: int
    kind: Annotated[str, OneOf("open", "person", "bot")]
    name: str
    level: int | None
    sits: bool
    you: bool
    reserved: Annotated[bool, Field(description="Kept for somebody who has not sat down yet.")]
    stand_in: Annotated[bool, Field(description="A bot plays for a person, who may come back.")]
    gave_up: Annotated[
        bool, Field(description="Its person has given up: a bot plays there for good.")
    ]
    resigning_ends: Annotated[
        bool,
        Field(
            description="Whether resigning ends the game; else a bot plays on for whoever resigns."
        ),
    ]
    passes: Annotated[
        list[str] | None,
        Field(description="Windows in which one always passes; of one's own seats alone."),
    ]


class UnseatedFacts(Shape):
    """Somebody whom the host has unseated, and where."""

    seat: int
    name: str


class Asked(Shape):
    """A take-back that waits for agreement; it lapses with the next event."""

    what: Literal["undo"]
    seat: int
    n: int


class TableFacts(Shape):
    """What there is to know of a table beside the game itself."""

    id: str
    game: str
    ruleset: int
    options: dict[str, Any]
    status: Annotated[str, OneOf("open", "playing", "over")]
    origin: Annotated[str, OneOf("table", "record")]
    playable: bool
    note: str | None
    host: bool
    seats: list[SeatFacts]
    clock: int | None
    window_clock: int | None
    on_timeout: Annotated[str, OneOf("bot", "lose", "default")]
    hints: bool
    hot_seat: Annotated[
        bool,
        Field(description="Whether one person may hold several seats, and so see several hands."),
    ]
    may_sit: Annotated[bool, Field(description="False for somebody whom the host has unseated.")]
    unseated: Annotated[list[UnseatedFacts] | None, Field(description="For the host alone.")]
    ask: Asked | None
    rematch: str | None
    created: float
    ended: float | None
    day: Annotated[str | None, Field(description="Of a daily game, as in 2026-11-15.")]
    counted: Annotated[bool | None, Field(description="Of a daily game: whether this try counts.")]
    commitment: str
    n: int


class MadeTable(TableFacts):
    """A table that was just made, and the promise of the next one."""

    promise: str


class Outcome(Shape):
    """How a game ended."""

    winner: int | None
    reason: str
    scores: list[float]


class SeatedFacts(Shape):
    """Who sits down: a name, and what kind of bot it is if it is one."""

    name: str
    bot: str | None


class EventFacts(Shape):
    """One event, as far as a seat may know it; `leaf` instead of `salt` where it may not.

    A socket that is sent what has changed has neither, nor `chain`: the record has them.
    """

    n: int
    kind: Annotated[str, OneOf("begin", "ply", "undo", "seat", "resign", "timeout", "end")]
    by: int | Literal["chance"]
    at: float
    chain: NotRequired[str]
    salt: NotRequired[str]
    leaf: NotRequired[str]
    move: NotRequired[str]
    says: NotRequired[Said]
    steps: NotRequired[list[Step]]
    also: Annotated[
        NotRequired[list[Said]], Field(description="What came of it, told in the log after `says`.")
    ]
    view: Annotated[
        NotRequired[View], Field(description="After this ply, if another follows at once.")
    ]
    changed: Annotated[
        NotRequired[Changes],
        Field(
            description="The same for a socket that is sent what has changed since the one before."
        ),
    ]
    typed: NotRequired[bool]
    timer: Annotated[
        NotRequired[bool], Field(description="The clock played this, since time had run out.")
    ]
    seats: Annotated[
        NotRequired[list[SeatedFacts]], Field(description="Who sat there when it began.")
    ]
    asked: Annotated[
        NotRequired[int | None],
        Field(description="Of a take-back: the seat that wanted it, where that is known."),
    ]
    name: NotRequired[str]
    bot: NotRequired[str | None]
    gave_up: Annotated[
        NotRequired[bool],
        Field(description="Of a bot that sits down: somebody has given up for it."),
    ]
    ends: NotRequired[bool]
    result: NotRequired[Outcome]


class MoveSaid(Shape):
    """A move, and the sentence that tells it."""

    move: str
    says: Said


class WindowFacts(Shape):
    """A question in another's turn; what can be answered is for the seat that is asked alone."""

    turn_of: int
    opened: float
    answers: list[MoveSaid] | None
    default: Annotated[str | None, Field(description="What is played when time has run out.")]
    answered: Annotated[
        str | None, Field(description="What one has answered; it is played in a moment.")
    ]


class Standing(Shape):
    """A position, as all see it who know the same."""

    turn: int | Literal["chance", "over"]
    ply: int
    view: View
    prompt: str | None
    status: list[Said]
    names: list[Said]
    result: Outcome | None


class Own(Shape):
    """What a position is for one seat alone."""

    legal: Annotated[
        list[str] | None, Field(description="The moves of the seat that decides, for it alone.")
    ]
    undo: Literal["free", "ask", "no"]
    deadline: float | None
    window: Annotated[
        WindowFacts | None, Field(description="Where a seat is asked in another's turn.")
    ]
    board: NotRequired[list[list[list[str]]]]


class Now(Standing, Own):
    """The position as a seat knows it."""


class Changed(Own):
    """How things stand now: what is not here is as it was sent last."""

    turn: NotRequired[int | Literal["chance", "over"]]
    ply: NotRequired[int]
    view: NotRequired[Changes]
    prompt: NotRequired[str | None]
    status: NotRequired[list[Said]]
    names: NotRequired[list[Said]]
    result: NotRequired[Outcome | None]


class Presence(Shape):
    """Which seats are looking, and how many others."""

    seats: list[bool]
    watchers: int
    replaceable: Annotated[
        list[float | None],
        Field(
            description="From when on the others may let a bot play for a seat, in seconds since"
            " 1970; null where they may not."
        ),
    ]


class ChatLine(Shape):
    """A line of chat."""

    id: int
    seat: int | None
    name: str
    text: str
    at: float
    who: Annotated[
        str | None,
        Field(
            description="Whoever said it, by a name that is theirs at this table alone; null in"
            " lines of earlier releases."
        ),
    ]
    you: bool


class ReplayPly(Shape):
    """A ply that stands, and the view after it."""

    ply: int
    event: EventFacts
    view: View


class TablePage(Shape):
    """A table at one moment."""

    table: TableFacts
    show: int | None
    n: int
    events: list[EventFacts]
    now: Now | None
    presence: Presence
    chat: list[ChatLine]


class Replay(Shape):
    """A game to look through; `first` is the view before the first ply."""

    total: int
    first: View
    plies: list[ReplayPly]


# Frames of a socket. The word by which they are told apart is no name in Python.

_EventsKind = TypedDict("_EventsKind", {"is": Literal["events"]})
_TableKind = TypedDict("_TableKind", {"is": Literal["table"]})
_FactsKind = TypedDict("_FactsKind", {"is": Literal["facts"]})
_PresenceKind = TypedDict("_PresenceKind", {"is": Literal["presence"]})
_ChatKind = TypedDict("_ChatKind", {"is": Literal["chat"]})
_UnsaidKind = TypedDict("_UnsaidKind", {"is": Literal["unsaid"]})
_AnswerKind = TypedDict("_AnswerKind", {"is": Literal["answer"]})
_ErrorKind = TypedDict("_ErrorKind", {"is": Literal["error"]})
MessageId = int | str | None


class EventsFrame(_EventsKind, Shape):
    """What happened, and how things stand now."""

    n: int
    events: list[EventFacts]
    now: NotRequired[Now | None]
    changed: Annotated[
        NotRequired[Changed],
        Field(description="Instead of `now`, for a socket that is sent what has changed."),
    ]
    id: Annotated[
        NotRequired[MessageId],
        Field(
            description="Where moves are answered so: the message with the move that is told here."
        ),
    ]


class TableFrame(_TableKind, TablePage):
    """Everything that somebody who has just come needs."""


class FactsFrame(_FactsKind, Shape):
    """Something changed at the table beside the game."""

    table: TableFacts


class PresenceFrame(_PresenceKind, Shape):
    """Somebody came or went."""

    presence: Presence


class ChatFrame(_ChatKind, Shape):
    """Somebody said something."""

    line: ChatLine


class UnsaidFrame(_UnsaidKind, Shape):
    """Whoever said something has gone for good, and so have their lines."""

    who: str


class AnswerFrame(_AnswerKind, Shape):
    """The answer to a message, with its id."""

    id: NotRequired[MessageId]
    answer: Mapping[str, Any]


class ErrorFrame(_ErrorKind, Shape):
    """A message that could not be done, with its id; nothing has changed."""

    id: NotRequired[MessageId]
    error: ErrorBody


Frame = (
    EventsFrame
    | TableFrame
    | FactsFrame
    | PresenceFrame
    | ChatFrame
    | UnsaidFrame
    | AnswerFrame
    | ErrorFrame
)
