"""What goes over HTTP, described: requests and answers. The socket's are in `socket_wire.py`."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from .frame_shapes import ErrorBody, MoveSaid, Said, Step

LevelNumber = Annotated[int, Field(ge=1, le=5, description="From beginner (1) to strongest (5).")]
SeatNumber = Annotated[int, Field(ge=0, le=15, description="Seats count from 0.")]
EventNumber = Annotated[
    int, Field(ge=-1, le=2**31 - 1, description="The last event that the sender knows.")
]
MoveText = Annotated[str, Field(min_length=1, max_length=500, description="In game notation.")]
NameText = Annotated[str, Field(min_length=1, max_length=200)]
NonceText = Annotated[
    str,
    Field(
        max_length=128,
        pattern="^([0-9a-f]{2})*$",
        description="Randomness of the sender's own, as hex digits: it goes into the dice.",
    ),
]


class Model(BaseModel):
    """A shape with nothing unknown in it."""

    model_config = ConfigDict(extra="forbid")


# Errors


class ErrorAnswer(Model):
    """The one shape of all errors."""

    error: ErrorBody


# Games


class PresetFacts(Model):
    """Options that go well together, under one name."""

    name: str
    label: str
    about: str
    length: str = Field(description="How long such a game usually is.")
    options: dict[str, int | str | bool] = Field(
        description="Those that it sets; all others are at their defaults."
    )
    level: int | None = Field(
        description="How strong bots are in a game begun with it in a hurry; null: as in any game."
    )


class GameFacts(Model):
    """A game that can be played here."""

    name: str
    ruleset: int
    title: str
    about: str
    credit: str = Field(description="Whose game it is, in a sentence; empty if nobody is named.")
    languages: list[str]
    options: dict[str, Any] = Field(description="The options as JSON Schema.")
    presets: list[PresetFacts] = Field(
        description="Named sets of options; the first is for a game begun in a hurry. "
        "Given as the option `preset`, a name stands for its set."
    )
    players: list[int]
    has_chance: bool
    has_hidden: bool
    levels: int
    windows: list[str] = Field(
        description="What a seat can be asked in another's turn, by the words that ask it."
    )
    defaults: bool = Field(description="Whether there is an input to play for whoever is late.")
    daily: bool = Field(description="Whether there is a game of the day: those for one have it.")


class Chapter(Model):
    """A chapter of a rulebook."""

    chapter: str
    title: str
    rules: list["RuleText"]


class RuleText(Model):
    """A numbered rule in words."""

    id: str
    text: str


class Rules(Model):
    """The rulebook of a game in one language."""

    game: str
    lang: str
    chapters: list[Chapter]


class WordList(Model):
    """Words by key; a text, or the forms of a plural."""

    lang: str
    words: dict[str, Any]


# People


class NewGuest(Model):
    """Somebody comes in."""

    name: NameText | None = None
    bearer: bool = Field(
        False, description="Answer with the token, for a program, instead of setting a cookie."
    )


class Guest(Model):
    """Somebody who is here."""

    id: str
    name: str
    token: Annotated[str | None, Field(description="Only in answer to `bearer`; shown once.")] = (
        None
    )
    promise: Annotated[
        str | None, Field(description="What the dice of their next table are bound to.")
    ] = None


class Rename(Model):
    """Another name."""

    name: NameText


# Tables


class SeatWish(Model):
    """What a seat is to be: one's own, a bot's, or open for whoever has the link."""

    kind: Literal["me", "bot", "open"]
    level: LevelNumber = 3
    name: NameText | None = None


class NewTable(Model):
    """A table to be made."""

    game: Annotated[str, Field(min_length=1, max_length=64)]
    options: dict[str, int | str | bool] = Field(default_factory=dict, max_length=50)
    seats: list[SeatWish] = Field(min_length=1, max_length=16)
    clock: Annotated[
        int | None, Field(ge=5, le=14 * 24 * 3600, description="Seconds for each decision.")
    ] = None
    window_clock: Annotated[
        int | None,
        Field(ge=3, le=14 * 24 * 3600, description="In another's turn; without, the same clock."),
    ] = None
    on_timeout: Literal["bot", "lose", "default"] = Field(
        "bot", description="In one's own turn; in another's the default is played."
    )
    stand_in: LevelNumber = 3
    hints: bool | None = Field(None, description="Without: where nobody else is to come.")
    hot_seat: bool | None = Field(
        None,
        description="Whether one person may hold several seats where hands are hidden; without:"
        " if several are one's own. Where nothing is hidden everybody may.",
    )
    promise: Annotated[
        str | None,
        Field(
            max_length=64,
            description="The promise of one's next table: one then sits down on one's seats at once"
            " and adds `nonce` to the dice. If it is not known any more one sits down afterwards.",
        ),
    ] = None
    nonce: NonceText = ""


class SitDown(Model):
    """Sit down."""

    nonce: NonceText = ""
    name: NameText | None = None


class SetSeat(Model):
    """The host changes a seat, or a bot plays on for somebody long away."""

    kind: Literal["bot", "open", "welcome"] = Field(
        description="`open` unseats whoever sits there, who may then not sit down again until the"
        " host says `welcome`."
    )
    level: LevelNumber = 3


class Act(Model):
    """A seat acts after event n."""

    n: EventNumber
    seat: SeatNumber


class PlayMove(Act):
    """A move."""

    move: MoveText


class AskWhy(PlayMove):
    """A move, and the question why it cannot be made."""

    lang: Literal["en", "ru", "fr"] = "en"


class Agree(Model):
    """An answer to somebody who asks to take back."""

    n: EventNumber
    agree: bool


class TakeSeats(Model):
    """Sit down where seats are kept for one."""

    nonce: NonceText = ""


class SetPasses(Model):
    """The windows in which one always passes; in all others one is asked."""

    passes: list[Annotated[str, Field(min_length=1, max_length=64)]] = Field(max_length=100)


class Say(Model):
    """A line of chat."""

    text: Annotated[str, Field(min_length=1, max_length=2000)]


class TableEntry(Model):
    """A table in a list."""

    id: str
    game: str
    status: Literal["open", "playing", "over"]
    created: float
    ended: float | None
    your_turn: bool
    names: list[str]
    unreadable: bool = Field(description="What is stored of it cannot be read.")


class TableList(Model):
    """One's own tables, newest first."""

    tables: list[TableEntry]
    promise: str | None


class Done(Model):
    """The last event after an action."""

    n: int
    held: Annotated[bool, Field(description="The answer is kept, and all see it in a moment.")] = (
        False
    )


class UndoAnswer(Model):
    """What became of a take-back."""

    outcome: Literal["done", "asked", "refused"]


class PreviewAnswer(Model):
    """The steps that a move would take."""

    steps: list[Step]


class WhyAnswer(Model):
    """Whether a move is legal, and the rule that it breaks if not."""

    legal: bool
    rule: str | None
    text: str | None


class HintAnswer(Model):
    """What a strong bot would do."""

    n: int
    move: str
    says: Said
    chance: Annotated[float, Field(ge=0, le=1)] | None
    values: list[float] | None
    line: list[str]


class CoachMove(Model):
    """One of the best moves; the line begins with it and ends where dice or cards decide."""

    move: str
    chance: Annotated[float, Field(ge=0, le=1, description="To win, for the seat that asks.")]
    line: list[MoveSaid]


class CoachAnswer(Model):
    """What a strong bot thinks of the position: at most three moves, the best first."""

    n: int
    moves: list[CoachMove]


# Daily games and results


DayText = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="As in 2026-11-15.")]


class DayPromise(Model):
    """A day whose dice are fixed already, and what is published of their secret."""

    day: DayText
    commitment: str


class ScoreFacts(Model):
    """How a game for one ended."""

    name: str = Field(description="Empty for somebody who was deleted.")
    you: bool
    near: bool = Field(
        description="Of a day's try: at the same address, or in the same browser, another guest"
        " had begun this day's game before."
    )
    group: str = Field(description="What it is compared with: a level, for instance.")
    says: Said
    ended: float
    day: DayText | None
    counted: bool
    table: str | None = Field(description="To look at: one's own, or of a day that is over.")


class DayPage(Model):
    """The game of a day: the same dice for everybody."""

    game: str
    day: DayText
    options: dict[str, Any]
    commitment: str
    secret: str | None = Field(description="Revealed when the day is over.")
    until: Annotated[float, Field(description="When the day ends, in seconds since 1970.")]
    playable: bool
    mine: str | None = Field(description="The table of one's own counted try.")
    finished: bool = Field(description="Whether that try is over.")
    results: list[ScoreFacts]
    coming: list[DayPromise]
    before: DayText


class BestGroup(Model):
    """One's best results in a group."""

    group: str
    results: list[ScoreFacts]


class BestList(Model):
    """One's own best results in a game, by group."""

    game: str
    groups: list[BestGroup]


class Contribution(Model):
    """What a seat added to the dice."""

    seat: int
    name: str
    nonce: str


class DicePage(Model):
    """Whether the dice can be trusted."""

    kind: Literal["sealed", "seed", "daily"]
    commitment: str
    contributions: list[Contribution]
    secret: str | None = Field(description="Revealed when the game is over.")
    holds: bool | None = Field(description="null while the dice are sealed.")
    sentence: str
    contributors: str


class Verdict(Model):
    """What became of a record that was brought here."""

    table: str
    sentence: str


class Health(Model):
    """How the server is."""

    status: Literal["ok", "degraded"]
    version: str
    store: Literal["sqlite", "postgresql"]
    store_ok: Annotated[bool, Field(description="Whether what is written is committed.")]
    bots_ok: Annotated[
        bool | None, Field(description="Whether bots answer; null where none think here.")
    ]
    neighbours_ok: bool | None
    sockets: int
