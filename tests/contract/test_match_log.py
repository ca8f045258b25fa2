"""Seats that change hands, clocks that run out, games that nobody finishes; and logs read back."""

import pytest

import orrery
from orrery.core import registry
from orrery.core.contract import WATCHER
from orrery.core.dice import SealedDice
from orrery.core.errors import BadOption, BadRecord, GameOver
from orrery.core.events import Player
from orrery.core.match import Match
from orrery.core.record import Record

PIG = registry.find("pig")
HIGH_CARD = registry.find("high_card")
ANN, BOB, STAND_IN = Player("Ann"), Player("Bob"), Player("Stand-in", "search:3")


def table(secret: int = 1) -> Match:
    return Match(PIG, {}, dice=SealedDice(bytes([secret]) * 32, [b"a", b"b"]), players=[ANN, BOB])


def checked(match: Match) -> Match:
    """The match, written down, read back and verified."""
    record = Record.read(Record.of(match).text(), strict=True)
    assert "holds" in record.verify(PIG)
    again = record.replay(PIG)
    assert again.log == match.log
    assert again.players == match.players
    assert again.result == match.result
    return again


def test_a_bot_takes_over_and_the_record_says_so() -> None:
    match = table().play("roll").reseat(1, STAND_IN)
    assert match.players == (ANN, STAND_IN)
    assert match.first_players == (ANN, BOB)
    body = Record.of(match).body
    seat = next(event for event in body["events"] if event["kind"] == "seat")
    assert (seat["by"], seat["name"], seat["bot"]) == (1, "Stand-in", "search:3")
    assert body["seats"] == [{"name": "Ann"}, {"name": "Bob"}]
    checked(match.reseat(1, BOB).resign(0))


@pytest.mark.parametrize(
    ("end", "reason", "winner"),
    [
        (lambda m: m.resign(0), "resigned", 1),
        (lambda m: m.timeout(1), "timeout", 0),
        (lambda m: m.break_off("abandoned"), "abandoned", None),
        (lambda m: m.break_off("too_long"), "too_long", None),
    ],
)
def test_a_match_ends_before_its_rules_end_it(end, reason, winner) -> None:  # type: ignore[no-untyped-def]
    match = table().play("roll")
    end(match)
    assert match.result is not None
    assert (match.result.reason, match.result.winner) == (reason, winner)
    checked(match)
    for late in (
        lambda: match.resign(0),
        lambda: match.timeout(0),
        lambda: match.reseat(0, BOB),
        lambda: match.break_off("abandoned"),
        match.undo_ply,
    ):
        with pytest.raises(GameOver):
            late()


def test_a_match_nobody_began_can_be_abandoned() -> None:
    match = Match(registry.find("cubulus"), {}).break_off("abandoned")
    record = Record.read(Record.of(match).text(), strict=True)
    assert "holds" in record.verify(match.game)
    assert record.body["result"]["reason"] == "abandoned"


def test_a_timeout_that_ends_nothing_is_in_the_log() -> None:
    match = table().timeout(0, ends=False)
    assert match.result is None
    assert not match.over
    checked(match.play("roll").resign(1))


def test_nobody_is_seated_where_no_seat_is() -> None:
    with pytest.raises(BadOption, match="there is no seat 5"):
        table().reseat(5, BOB)


@pytest.mark.parametrize(
    "change",
    [
        {"name": 7},
        {"name": "x", "bot": ""},
        {"name": "x", "bot": None},
        {"name": "x", "level": 3},
    ],
)
def test_a_seat_of_the_wrong_shape_is_refused(change: dict[str, object]) -> None:
    body = dict(Record.of(table().reseat(1, STAND_IN)).body)
    proof = {key: body["events"][-1][key] for key in ("salt", "chain")}
    body["events"] = [*body["events"][:-1], {"kind": "seat", "by": 1, **change, **proof}]
    with pytest.raises(BadRecord, match="not as it should be"):
        Record.of_json(body)
    body["events"], body["seats"] = [], [change, {"name": ""}]
    with pytest.raises(BadRecord, match="'seats' is not as it should be"):
        Record.of_json(body)


def test_a_log_is_read_back_without_playing_it() -> None:
    match = orrery.new("cubulus", seed=5)
    while len(match.plies) < 20:
        match.play(match.legal_codes()[len(match.log) % 3])
    kept = {len(match.log): match.state}
    match.undo().undo().undo()
    while len(match.plies) < 24 and not match.over:
        match.play(match.legal_codes()[0])
    match.reseat(0, STAND_IN)
    begun = Match(match.game, match.options, ruleset=match.ruleset, dice=match.dice, rolls=False)
    again = begun.recall(match.log, {**kept, 24: match.state_at(18)})
    assert again.state.tobytes() == match.state.tobytes()
    assert again.plies == match.plies
    assert again.legal() == match.legal()
    assert again.players == match.players
    for ply in range(len(match.plies)):
        assert again.state_at(ply).tobytes() == match.state_at(ply).tobytes()


def test_the_line_can_be_followed_from_anywhere() -> None:
    match = orrery.new("cubulus", seed=5)
    while len(match.plies) < 40:
        match.play(match.legal_codes()[len(match.log) % 3])
    for first in (0, 7, 33, 40):
        followed = [state.tobytes() for state in match.follow(first)]
        assert followed == [match.state_at(ply).tobytes() for ply in range(first, 41)]
        assert list(match.views(first)) == [match.view_at(ply) for ply in range(first, 41)]


def test_an_ended_log_is_read_back_as_ended() -> None:
    given_up, late = table().play("roll").resign(0), table().timeout(1)
    for match in (given_up, late, table().break_off("too_long")):
        begun = Match(PIG, match.options, ruleset=match.ruleset, dice=match.dice, rolls=False)
        again = begun.recall(match.log, broken_off="too_long" if match.broken_off else None)
        assert again.result == match.result


def scripted(*moves: str) -> Match:
    match = Match(HIGH_CARD, {"cards": 5}, dice=SealedDice(bytes(32)), rolls=False)
    for move in moves:
        match.play(move)
    return match


def test_previews_and_refusals_come_from_what_the_seat_knows() -> None:
    one = scripted("draw 1", "keep", "draw 4")
    two = scripted("draw 2", "keep", "draw 4")
    for seat in (0, 1, WATCHER):
        assert one.preview("keep", seat) == two.preview("keep", seat)
        assert one.preview("swap", seat) == two.preview("swap", seat)
    assert one.legal() == two.legal()
    assert str(one.refused(5)) == str(two.refused(5))
