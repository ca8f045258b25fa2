"""What goes over the socket of a table, described: frames to a face, and messages from it."""

from typing import Annotated, Any, Literal

from pydantic import Field

from .wire import (
    Act,
    Agree,
    AskWhy,
    ChatLine,
    ErrorBody,
    EventFacts,
    EventNumber,
    Model,
    Now,
    PlayMove,
    Presence,
    Say,
    SeatNumber,
    SetPasses,
    TableFacts,
)

# Frames


class EventsFrame(Model):
    """What happened, and how things stand now."""

    is_: Literal["events"] = Field(alias="is")
    n: int
    events: list[EventFacts]
    now: Now | None
    id: int | str | None = None
    """Where moves are answered so: the message with the move that is told here."""


class TableFrame(Model):
    """Everything that somebody who has just come needs."""

    is_: Literal["table"] = Field(alias="is")
    table: TableFacts
    show: int | None
    n: int
    events: list[EventFacts]
    now: Now | None
    presence: Presence
    chat: list[ChatLine]


class FactsFrame(Model):
    """Something changed at the table beside the game."""

    is_: Literal["facts"] = Field(alias="is")
    table: TableFacts


class PresenceFrame(Model):
    """Somebody came or went."""

    is_: Literal["presence"] = Field(alias="is")
    presence: Presence


class ChatFrame(Model):
    """Somebody said something."""

    is_: Literal["chat"] = Field(alias="is")
    line: ChatLine


class UnsaidFrame(Model):
    """Whoever said something has gone for good, and so have their lines."""

    is_: Literal["unsaid"] = Field(alias="is")
    who: str


class AnswerFrame(Model):
    """The answer to a message, with its id."""

    is_: Literal["answer"] = Field(alias="is")
    id: int | str | None = None
    answer: dict[str, Any]


class ErrorFrame(Model):
    """A message that could not be done, with its id; nothing has changed."""

    is_: Literal["error"] = Field(alias="is")
    id: int | str | None = None
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


# Messages of a socket


MessageId = (
    Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, Field(max_length=64)] | None
)


class Message(Model):
    """What all messages of a socket have; `id` comes back with the answer."""

    id: MessageId = None


class DoPlay(Message, PlayMove):
    """Make a move."""

    do: Literal["play"]


class DoUndo(Message, Act):
    """Take back, or ask to."""

    do: Literal["undo"]


class DoAgree(Message, Agree):
    """Answer somebody who asks."""

    do: Literal["agree"]


class DoResign(Message, Act):
    """Give up."""

    do: Literal["resign"]


class DoPreview(Message, PlayMove):
    """See what a move would do."""

    do: Literal["preview"]


class DoWhy(Message, AskWhy):
    """Learn which rule a move breaks."""

    do: Literal["why"]


class DoHint(Message, Act):
    """Ask a strong bot."""

    do: Literal["hint"]


class DoCoach(Message, Act):
    """Ask a strong bot for its three best moves."""

    do: Literal["coach"]


class DoChat(Message, Say):
    """Say something."""

    do: Literal["chat"]


class DoWindows(Message, SetPasses):
    """Choose in which windows one always passes, for one of one's own seats."""

    do: Literal["windows"]
    seat: SeatNumber


class DoShow(Message):
    """Look from one of one's own seats, or (null) from beside the table."""

    do: Literal["show"]
    seat: SeatNumber | None


class DoSince(Message):
    """Ask again for everything after event n."""

    do: Literal["since"]
    n: EventNumber


class DoPing(Message):
    """See whether anybody is there."""

    do: Literal["ping"]


AnyMessage = Annotated[
    DoPlay
    | DoUndo
    | DoAgree
    | DoResign
    | DoPreview
    | DoWhy
    | DoHint
    | DoCoach
    | DoChat
    | DoWindows
    | DoShow
    | DoSince
    | DoPing,
    Field(discriminator="do"),
]
