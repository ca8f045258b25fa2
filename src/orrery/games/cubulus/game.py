"""Cubulus: the facts."""

from orrery.core.abilities import LineText
from orrery.core.game import Game
from orrery.core.options import Choice, Flag, Span

from . import notation, refusal, rules, view
from .state import FACELETS, LONGEST_GAME, MOVE_CODES, STATE, WORK
from .steps import Step

GAME = Game(
    name="cubulus",
    version=2,
    state=STATE,
    work=WORK,
    options=(
        Choice("players", (2, 3), 2),  # CB-OPT-1
        Choice("faces", (6, 4), 6),  # CB-OPT-2
        Span("repetition", 2, LONGEST_GAME, 3, also=(0,), tried=(0, 2)),  # CB-OPT-3
        Span("turn_cap", 1, LONGEST_GAME, 300, also=(0,), tried=(0, 30)),  # CB-OPT-4
        Flag("noop_ban", True),  # CB-OPT-5
    ),
    max_moves=len(FACELETS),
    move_codes=MOVE_CODES,
    max_decisions=2 + 9 + LONGEST_GAME,
    observation=rules.OBSERVATION,
    steps=Step,
    notation=notation,
    view=view.view,
    why=refusal.broken_rule,
    module=__name__,
    prompt=notation.prompt,
    seat_words=notation.seat_words,
    status=notation.status,
    has_chance=True,
    text=LineText(notation.text_header, notation.text_lines),
)
