"""What the search is told: placements near the fight, and wins that are there."""

import pytest

from orrery.bots import make_bot
from orrery.core import runner
from orrery.games.orion_duel import hints
from tests.games.orion_duel.positions import GAME, played

FOUR = "preset3 O: V0f@D3 X0@C7 V2@A2 X3@E10 V4@D6 V3f@E3"
LINK = "preset1 B: X4@A3 T0@J5 X3@C4 T1@G6 L4@I7 D0@D4 X2@D3"
BLUNDER = "preset2 O: M0@B2 X3@C6 D1@B6 X2@C1"


def kept(record: str) -> set[str]:
    match = played(record)
    order, count = runner.compiled(GAME).narrow(match.state)
    return {GAME.notation.move_text(match.state[0], move) for move in order[:count]}


def test_a_few_placements_are_kept_of_very_many() -> None:
    for record in ("preset1 O:", FOUR, LINK):
        assert len(kept(record)) == hints.KEPT
        assert kept(record) < set(played(record).legal())


@pytest.mark.long
@pytest.mark.parametrize("record", [FOUR, LINK])
def test_a_win_is_kept_and_played(record: str) -> None:
    wins = {move for move in played(record).legal() if played(record).play(move).over}
    assert wins & kept(record)
    match = played(record)
    assert make_bot("search", level=3, seed=1).choose(match) in wins


@pytest.mark.long
def test_a_placement_that_loses_at_once_is_not_played() -> None:
    match = played(BLUNDER)
    move = make_bot("search", level=3, seed=1).choose(match)
    after = played(BLUNDER).play(move)
    assert after.result is None or after.result.winner == match.turn


def test_the_estimate_sees_who_is_near() -> None:
    near, far = (
        runner.interpreted(GAME).estimate(played(record).state, 2)[0] for record in (FOUR, BLUNDER)
    )
    assert near > 0.5
    assert near > far
