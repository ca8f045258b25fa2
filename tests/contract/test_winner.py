"""Who won is said in one place, for simulations, matches and the arena."""

import numpy as np
import pytest

from orrery.arena.match import Outcome
from orrery.arena.run import Report
from orrery.core.entries import winner
from orrery.core.jit import twin
from orrery.core.match import _winner


@pytest.mark.parametrize(
    ("scores", "seat"),
    [
        ((1.0, -1.0), 0),
        ((-1.0, 1.0), 1),
        ((0.0, 0.0), None),
        ((0.5, 0.5, -1.0), None),
        ((-0.5, 1.0, -0.5), 1),
        ((0.0, 0.0, -1.0), None),
        ((0.25, 0.5, 0.125, 0.375), 1),
        ((1.0,), 0),
        ((-1.0,), None),
    ],
)
def test_the_winner_alone_is_best_and_above_nought(
    scores: tuple[float, ...], seat: int | None
) -> None:
    assert _winner(scores) == seat
    expected = -1 if seat is None else seat
    for function in (winner, twin(winner)):
        assert int(function(np.array(scores))) == expected


def test_a_report_counts_what_the_match_said() -> None:
    report = Report("one", "two", 3)
    for won, scores in ((0, (1.0, -0.5, -0.5)), (1, (-0.5, 1.0, -0.5)), (None, (0.5, 0.5, -1.0))):
        for seat in range(3):
            report.add(seat, Outcome(won, scores, 10, (1, 2, 3)))
    assert (report.wins, report.draws, report.losses) == (2, 2, 5)
