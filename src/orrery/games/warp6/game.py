"""Warp 6: the facts."""

from orrery.core.abilities import LineText
from orrery.core.game import Game
from orrery.core.options import Choice, Flag, Span

from . import notation, observation, refusal, view
from .state import DICE, LONGEST_GAME, MOST_GAMES, MOVE_CODES, STATE, WORK
from .steps import Step

GAME = Game(
    name="warp6",
    version=1,
    state=STATE,
    work=WORK,
    options=(
        Choice("players", (2, 3), 2),  # W6-OPT-1
        Choice("large_die", (8, 7), 8),  # W6-OPT-2
        Span("series_games", 1, MOST_GAMES, 1, tried=(2,)),  # W6-OPT-3
        Span("turn_cap", 1, LONGEST_GAME, 1200, also=(0,), tried=(30,)),  # W6-OPT-4
        Flag("balanced_start", False),  # W6-OPT-5
    ),
    max_moves=27,
    move_codes=MOVE_CODES,
    max_decisions=MOST_GAMES * (DICE + LONGEST_GAME),
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
    text=LineText(notation.text_header, notation.text_lines, notation.text_moves),
    test_options=({"turn_cap": 0}, {"series_games": 3, "turn_cap": 1}),
)
