"""The tables of the store. A game is its `events`; all else helps to find and to serve it."""

import sqlalchemy as sa

metadata = sa.MetaData()

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("ruleset", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("status", sa.String(12), nullable=False, index=True),  # open, playing, over
    sa.Column("origin", sa.String(12), nullable=False),  # table, record
    sa.Column("host", sa.String(22), index=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("clock", sa.Integer),
    sa.Column("window_clock", sa.Integer),  # for answers in others' turns
    sa.Column("on_timeout", sa.String(12), nullable=False),
    sa.Column("stand_in", sa.Integer, nullable=False),
    sa.Column("hints", sa.Boolean, nullable=False),
    sa.Column("hot_seat", sa.Boolean),  # one person may hold several seats; NULL: as it was, yes
    sa.Column("unseated", sa.Text),  # whom the host has unseated
    sa.Column("waiting", sa.String(12), nullable=False, index=True),  # bot, person, nobody, looks
    sa.Column("turn", sa.Integer),  # the seat that decides, below 0 for none; NULL: to be found
    sa.Column("unreadable", sa.Boolean),  # what is stored made no table when it was read last
    sa.Column("deadline", sa.Double, index=True),
    sa.Column("held", sa.Text),  # an answer that is acknowledged and not played yet
    sa.Column("due", sa.Double, index=True),  # when it is played
    sa.Column("ask", sa.Text),
    sa.Column("rematch", sa.String(22)),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("ended", sa.Double),
    sa.Column("day", sa.String(10)),  # of a daily game
    sa.Column("counted", sa.Boolean),  # whether it is the try that counts
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column(
        "game_id", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(22), index=True),  # whose seat it is, also while a bot stands in
    sa.Column("sits", sa.Boolean, nullable=False),  # has sat down, so that play can begin
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("level", sa.Integer),  # of the bot that plays it now
    sa.Column("nonce", sa.String(128), nullable=False),
    sa.Column("passes", sa.Text),  # windows in which the server answers for its person
)

events = sa.Table(
    "events",
    metadata,
    sa.Column(
        "game_id", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("by", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("chain", sa.String(64), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    sa.Column(
        "game_id",
        sa.String(22),
        sa.ForeignKey("games.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("who", sa.String(22)),  # a voice; NULL in lines of releases that had none
)

voices = sa.Table(  # who has spoken at a table, by a random name that says nothing elsewhere
    "voices",
    metadata,
    sa.Column(
        "game_id", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("person", sa.String(22), primary_key=True, index=True),
    sa.Column("who", sa.String(22), nullable=False),
)

states = sa.Table(  # disposable: copies of states on the way, so that long games load fast
    "states",
    metadata,
    sa.Column(
        "game_id", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("sources", sa.String(64), nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
)

days = sa.Table(  # one secret a game and day, made in advance
    "days",
    metadata,
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("address_key", sa.LargeBinary),  # for `address` of its tries; gone when it is over
)

tries = sa.Table(  # whose try of a day is taken
    "tries",
    metadata,
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("who", sa.String(80), primary_key=True),  # a person, or what is left of one
    sa.Column("game_id", sa.String(22), nullable=False),
    sa.Column("address", sa.String(64)),  # where it was begun, hashed; gone when the day is over
    sa.Column("near", sa.Boolean),  # begun where another guest had begun this day before
)

scores = sa.Table(  # how games for one ended
    "scores",
    metadata,
    sa.Column(
        "game_id", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("person", sa.String(22), nullable=False, index=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("day", sa.String(10), index=True),
    sa.Column("counted", sa.Boolean, nullable=False),
    sa.Column("ranked_in", sa.String(64), nullable=False),  # compared within this group
    sa.Column("points", sa.Text, nullable=False),
    sa.Column("says", sa.Text, nullable=False),
    sa.Column("ended", sa.Double, nullable=False),
)

leases = sa.Table(
    "leases",
    metadata,
    sa.Column(
        "game_id", sa.String(22), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("owner", sa.String(22), nullable=False),
    sa.Column("until", sa.Double, nullable=False),
)

servers = sa.Table(  # when each server was at work last, by its own clock
    "servers",
    metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("seen", sa.Double, nullable=False),
)
