"""What comes over the socket of a table, described; what goes out is in `frame_shapes.py`."""

from typing import Annotated, Literal

from pydantic import Field

from .wire import Act, Agree, AskWhy, EventNumber, Model, PlayMove, Say, SeatNumber, SetPasses

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
