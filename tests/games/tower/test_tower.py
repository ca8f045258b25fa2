"""Tower, the tiny game for one: its rules, its best play, and dice that are the same for all."""

import numpy as np
import pytest

from orrery.bots.bot import make_bot, situation
from orrery.core import registry
from orrery.core.abilities import Standing
from orrery.core.dice import DailyDice, commitment
from orrery.core.errors import BadOption, BadRecord, IllegalMove
from orrery.core.match import Match
from orrery.core.record import Record
from orrery.core.values import chances

pytestmark = pytest.mark.usefixtures("rules")

TOWER = registry.find("tower")
SECRET = bytes(range(32))
DAY = "2026-11-15"


def play_day(wishes: str, secret: bytes = SECRET) -> Match:
    """A daily game in which the die of a floor is rolled again where a wish is 'a'."""
    match = Match(TOWER, {"floors": 4}, dice=DailyDice(secret, DAY))
    for wish in wishes:
        if wish == "a":
            match.play("again")
        match.play("keep")
    return match


def faces(match: Match) -> dict[str, str]:
    """What every draw gave, by its name."""
    names = {}
    for ply, event in enumerate(match.plies):
        if event.by < 0:
            assert TOWER.solo.draw_name is not None
            names[TOWER.solo.draw_name(match.state_at(ply)[0])] = event.text
    return names


@pytest.mark.rule("TW-1", "TW-3")
def test_floors_add_up_to_the_height() -> None:
    match = Match(TOWER, {"goal": 9}, rolls=False)
    for face in (2, 6, 1):
        match.play(f"={face}").play("keep")
    assert match.over
    assert match.state[0]["height"] == 9
    assert match.result is not None
    assert match.result.winner == 0
    lost = Match(TOWER, {"goal": 10}, rolls=False)
    for face in (2, 6, 1):
        lost.play(f"={face}").play("keep")
    assert lost.result is not None
    assert lost.result.scores == (-1.0,)


@pytest.mark.rule("TW-2")
def test_a_die_is_rolled_again_once() -> None:
    match = Match(TOWER, rolls=False).play("=2").play("again").play("=1")
    with pytest.raises(IllegalMove, match="TW-2"):
        match.play("again")
    assert match.play("keep").state[0]["height"] == 1


def test_everybody_meets_the_same_dice_whatever_they_did() -> None:
    one, two = faces(play_day("kaka")), faces(play_day("akka"))
    assert set(one) & set(two) == {"0.0", "1.0", "2.0", "3.0", "3.1"}
    assert all(one[name] == two[name] for name in set(one) & set(two))
    assert faces(play_day("aaaa", bytes(32))) != faces(play_day("aaaa"))


def test_draws_without_names_are_counted() -> None:
    pig = Match(registry.find("pig"), dice=DailyDice(SECRET, DAY))
    assert pig.draw_name() == "0"
    assert pig.play("roll").draw_name() == "1"


def test_a_daily_record_waits_for_its_secret() -> None:
    match = play_day("akka")
    body = dict(Record.of(match).body)
    assert body["dice"] == {"kind": "daily", "day": DAY, "commitment": commitment(SECRET)}
    assert "holds" in Record.of(match).verify(TOWER)
    sealed = Record.read(Record({**body, "secret": None}).text(), strict=True)
    assert DAY in sealed.verify(TOWER)
    assert sealed.replay(TOWER).position == match.position
    wrongs: tuple[dict[str, object], ...] = ({"day": "2026-11-31"}, {"day": 5}, {"nonces": []})
    for wrong in wrongs:
        with pytest.raises(BadRecord):
            Record.of_json({**body, "dice": {**body["dice"], **wrong}})


def test_another_secret_is_found_out() -> None:
    match = play_day("kkkk")
    body = dict(Record.of(match).body)
    events = [dict(event) for event in body["events"]]
    rolled = next(event for event in events if event["by"] == "chance")
    rolled["move"] = "=1" if rolled["move"] != "=1" else "=2"
    with pytest.raises(BadRecord):
        Record.of_json({**body, "events": events}).verify(TOWER)


def test_results_are_told_and_compared() -> None:
    high, low = (TOWER.solo.standing(play_day(wish).state[0]) for wish in ("kkkk", "aaaa"))
    assert {high.group, low.group} == {"4"}
    assert max(high, low, key=lambda s: s.points).points[1] >= min(high.points, low.points)[1]
    assert TOWER.words.say("en", high.words[0], **high.words[1]).endswith("high")


def test_a_game_that_says_nothing_is_won_or_lost() -> None:
    state = np.zeros(1, TOWER.state)
    state[0]["goal"] = 5
    plain = registry.find("pig").solo.standing  # pig says nothing of its own
    assert plain(state[0]) == Standing("", (-100,), ("standing.lost", {}))
    state[0]["height"] = 5
    assert plain(state[0]).words[0] == "standing.won"


def test_values_stand_for_chances() -> None:
    assert chances([0.0]) == chances([0.0, 0.0])[:1] == (0.5,)
    assert [chances([value])[0] for value in (-1.0, 0.5, 1.0)] == [0.0, 0.75, 1.0]
    assert chances([0.0] * 3) == pytest.approx([1 / 3] * 3)
    for seats in (2, 3, 4):
        for lost in (-1.0 / (seats - 1), -1.0):  # losers share the loss, or lose all
            assert chances([1.0] + [lost] * (seats - 1)) == (1.0,) + (0.0,) * (seats - 1)
            wins = [0.5, 0.3, 0.2, 0.0][:seats]
            wins[0] += 1.0 - sum(wins)
            assert chances([lost + (1.0 - lost) * win for win in wins]) == pytest.approx(wins)
    assert chances([1.0] * 3) == (1.0,) * 3
    guessed = chances([0.70, -0.13, -0.84, 0.44])  # one of them is worse than a loss
    assert sum(guessed) == pytest.approx(1.0)
    assert guessed[2] == 0.0
    assert guessed[0] > guessed[3] > guessed[1]


def test_a_thorough_bot_ranks_its_moves_with_lines() -> None:
    match = Match(TOWER, {"goal": 14}, position="floor=2 height=10 die=2")
    choice = make_bot("search", simulations=300, seed=1).consider(situation(match, thorough=True))
    assert [ranked.move for ranked in choice.best] == [1, 0]
    assert choice.move == 1
    again, keep = choice.best
    assert again.line[0] == 1
    assert keep.line == (0,)
    assert again.values[0] == pytest.approx(0.0, abs=0.2)  # a 4, 5 or 6 is wanted
    assert keep.values == (-1.0,)
    quick = make_bot("search", simulations=50, seed=1).consider(situation(match))
    assert quick.best == ()


def test_a_line_is_told_up_to_the_dice() -> None:
    match = Match(TOWER, position="floor=1 height=3 die=2")
    assert [text for text, _ in match.told_line([1, 4, 0])] == ["again"]
    key, places = match.told_line([0])[0][1]
    assert TOWER.words.say("en", key, **places) == "A floor of 2 is built."


def test_seats_are_not_two() -> None:
    with pytest.raises(BadOption):
        Match(TOWER, {"players": 2})
