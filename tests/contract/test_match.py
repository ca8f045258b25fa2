"""A match: checked, logged, undone; what a table may take back."""

import pytest

import orrery
from orrery.core import registry
from orrery.core.contract import CHANCE, OVER
from orrery.core.dice import SealedDice, SeededDice
from orrery.core.errors import BadNotation, BadOption, GameOver, IllegalMove
from orrery.core.match import CHECKPOINT, Match

CUBULUS = registry.find("cubulus")
PIG = registry.find("pig")


def test_nature_rolls_by_herself_unless_told_not_to() -> None:
    rolled = orrery.new("cubulus", seed=7).play("colour b").play("colour w")
    assert rolled.turn in (0, 1)
    waiting = orrery.new("cubulus", seed=7, rolls=False).play("colour b").play("colour w")
    assert waiting.turn == CHANCE
    assert waiting.roll() == rolled.plies[2].text
    with pytest.raises(IllegalMove):
        waiting.roll()


def test_without_a_seed_games_differ() -> None:
    starts = {orrery.new("cubulus").play("colour b").play("colour w").dice.secret for _ in range(5)}
    assert len(starts) == 5


def test_undo_goes_back_to_a_decision_and_a_new_roll_may_differ() -> None:
    match = Match(PIG, {"target": 100, "turn_cap": 100}, dice=SeededDice(2))
    outcomes = set()
    for _ in range(40):
        match.play("roll")
        outcomes.add(next(e.text for e in reversed(match.plies) if e.by == CHANCE))
        match.undo()
        assert match.plies == ()
        assert match.turn == 0
    assert len(outcomes) >= 5
    assert [e.kind for e in match.log[:4]] == ["ply", "ply", "undo", "undo"]
    with pytest.raises(IllegalMove):
        match.undo()


def test_undo_and_redo_lead_to_the_same_bytes_across_checkpoints() -> None:
    match = Match(CUBULUS, {"players": 3, "repetition": 0}, dice=SeededDice(1))
    states = [match.state.tobytes()]
    while len(match.plies) < 3 * CHECKPOINT and not match.over:
        codes = match.legal_codes()
        match.play(codes[len(match.plies) * 5 % len(codes)])
        states.append(match.state.tobytes())
    for ply in range(len(match.plies), 2, -1):
        assert match.state.tobytes() == match.state_at(ply).tobytes() == states.pop()
        match.undo_ply()


def test_a_refused_move_loses_nothing_and_names_the_rule_with_its_words() -> None:
    match = orrery.new("cubulus", seed=1)
    with pytest.raises(IllegalMove) as refusal:
        match.play("+L1")
    assert refusal.value.rule == "CB-SETUP-2"
    assert "every player takes a colour" in refusal.value.message
    assert match.log == []
    with pytest.raises(BadNotation):
        match.play(5000)
    with pytest.raises(BadNotation):
        match.play(-1)
    with pytest.raises(IllegalMove):
        match.play(60)


def test_resigning_ends_the_match() -> None:
    match = orrery.new("cubulus", seed=1).play("colour b").play("colour w").resign(0)
    assert match.turn == OVER
    assert match.result is not None
    assert match.result.as_json() == {"winner": 1, "reason": "resigned", "scores": [-1.0, 1.0]}
    with pytest.raises(GameOver):
        match.play("+L1")
    with pytest.raises(GameOver):
        match.resign(1)
    with pytest.raises(GameOver):
        match.undo()
    with pytest.raises(BadOption):
        orrery.new("cubulus").resign(2)


def test_what_a_table_may_take_back() -> None:
    match = Match(CUBULUS, {}, dice=SeededDice(7), rolls=True)
    match.play("colour b").play("colour w")
    assert not match.may_undo(0)  # the first player was drawn
    placer = match.turn
    match.play("neutral 4")
    assert match.may_undo(placer)
    assert not match.may_undo(1 - placer)
    for cell in (0, 1, 2, 3, 5, 6, 7, 8):
        match.play(f"neutral {cell}")
    assert match.may_undo(placer)  # the other was asked, but hands are open
    match.play(match.legal()[0])
    assert not match.may_undo(placer)  # the other has decided


def test_dice_bar_taking_back() -> None:
    match = Match(PIG, {}, dice=SeededDice(1), rolls=False)
    match.play("roll")
    assert match.may_undo(0)
    match.roll()
    assert not match.may_undo(0)


def test_steps_tell_what_happened_and_previews_what_would() -> None:
    match = orrery.new("cubulus", players=3, seed=1).play("colour b").play("colour w").play("+L1")
    steps = match.preview("+L1")
    assert [step["step"] for step in steps] == ["ball_pushed", "ball_in"]
    match.play("+L1")
    assert match.steps(len(match.plies) - 1) == steps
    with pytest.raises(IllegalMove):
        orrery.new("cubulus", seed=1).preview("+L1")


def test_a_preview_never_rolls() -> None:
    match = Match(PIG, {}, dice=SeededDice(1), rolls=False)
    assert match.preview("roll") == []
    match.play("roll")
    assert match.preview("=3") == []


def test_sentences_in_every_language() -> None:
    match = orrery.new("cubulus", players=3, seed=1).play("colour b").play("colour w").play("+L1")
    for language in ("en", "ru", "fr"):
        sentence = match.sentence(3, language)
        assert "L1" in sentence
        assert sentence[0].isupper()


def test_views_are_refused_to_seats_that_do_not_exist() -> None:
    match = orrery.new("cubulus", seed=1)
    for seat in (2, -2, 99):
        with pytest.raises(BadOption):
            match.view(seat)


def test_sealed_dice_are_drawn_by_event_number() -> None:
    dice = SealedDice(b"s" * 32, [b"n"])
    match = Match(PIG, {}, dice=dice, rolls=False)
    match.play("roll")
    codes, weights = match.legal_codes(), match.weights()
    assert match.roll() == f"={codes[dice.choose(2, weights)] - 1}"
