"""Orion Duel: the facts."""

from orrery.core.abilities import OwnText
from orrery.core.game import Game
from orrery.core.options import Choice, Span

from . import notation, observation, records, refusal, view
from .state import LONGEST_SERIES, MOST_WINS, MOVE_CODES, SETUPS, STATE, TILES, TOKENS, WORK
from .steps import Step

GAME = Game(
    name="orion_duel",
    version=1,
    state=STATE,
    work=WORK,
    options=(
        Choice("players", (2,), 2),
        Choice("setup", SETUPS, "preset1"),  # OD-OPT-1
        Choice("flips", ("on", "off"), "on"),  # OD-OPT-2
        Choice("counting", ("repeats", "kinds"), "repeats"),  # OD-OPT-3
        Choice("first", ("lot", "O", "B"), "lot"),  # OD-OPT-4
        Choice("series", ("single", "first_to_n"), "single"),  # OD-OPT-5
        Span("n", 1, MOST_WINS, 2),  # OD-OPT-5
    ),
    max_moves=2323,
    move_codes=MOVE_CODES,
    max_decisions=LONGEST_SERIES * (TOKENS + 1 + 2 * TILES),
    observation=observation.OBSERVATION,
    steps=Step,
    notation=notation,
    view=view.view,
    why=refusal.broken_rule,
    module=__name__,
    prompt=notation.prompt,
    seat_words=notation.seat_words,
    status=notation.status,
    has_chance=True,
    text=OwnText(records.write_text, records.read_text),
)
