"""Records: they replay, they verify, and whatever is changed is found and named."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

import orrery
from orrery.core import registry
from orrery.core.dice import SealedDice, SeededDice
from orrery.core.errors import BadRecord
from orrery.core.match import Match
from orrery.core.record import Record, canonical, leaf, link, salt

PIG = registry.find("pig")
CUBULUS = registry.find("cubulus")


def pig_match(seed: int = 5, sealed: bool = True) -> Match:
    dice = SealedDice(bytes([seed]) * 32, [b"a", b"bc"]) if sealed else SeededDice(seed)
    match = Match(PIG, {"target": 15}, dice=dice)
    while not match.over:
        match.play("roll" if len(match.plies) % 3 else match.legal()[0])
        if len(match.log) > 6 and all(event.kind == "ply" for event in match.log):
            match.undo()
    return match


@pytest.mark.parametrize("sealed", [True, False])
def test_a_record_verifies_and_replays_byte_for_byte(sealed: bool) -> None:
    match = pig_match(sealed=sealed)
    record = Record.read(match.record(["Ann", "Bob"]).text())
    assert "chain, rules and chance" in record.verify(PIG)
    again = record.replay(PIG)
    assert again.state.tobytes() == match.state.tobytes()
    assert [e.kind for e in again.log] == [e.kind for e in match.log]
    assert again.record(["Ann", "Bob"]).text() == match.record(["Ann", "Bob"]).text()
    assert "undo" in {event["kind"] for event in record.body["events"]}


def test_a_record_of_a_running_game_goes_on(tmp_path: Path) -> None:
    match = orrery.new("cubulus", seed=3).play("colour b").play("colour w")
    match.record().save(tmp_path / "g.json")
    again = orrery.load(tmp_path / "g.json")
    assert again.position == match.position
    assert again.play(again.legal()[0]).log[-1].text == match.legal()[0]


def test_a_resignation_is_in_the_record() -> None:
    record = orrery.new("cubulus", seed=3).play("colour b").play("colour w").resign(1).record()
    assert [event["kind"] for event in record.body["events"]][-2:] == ["resign", "end"]
    assert record.replay(CUBULUS).result == Record.read(record.text()).replay(CUBULUS).result
    assert "holds" in record.verify(CUBULUS)


def test_rolls_typed_in_are_marked_and_not_held_against_the_dice() -> None:
    match = Match(PIG, {}, dice=SeededDice(1), rolls=False).play("roll").play("=6")
    record = match.record()
    assert record.body["events"][1]["typed"] is True
    assert "nothing came from the secret" in record.verify(PIG)
    assert "1 result was typed in by hand" in record.verify(PIG)


def broken(change: Any) -> Record:
    body = copy.deepcopy(dict(pig_match().record().body))
    change(body)
    return Record.read(json.dumps(body))


@pytest.mark.parametrize(
    ("change", "event"),
    [
        (lambda b: b["events"][2].update(move="=1" if b["events"][2]["move"] != "=1" else "=2"), 3),
        (lambda b: b["events"].pop(3), 4),
        (lambda b: b["events"].insert(2, b["events"][2]), 4),
        (lambda b: b["options"].update(target=16), 0),
        (lambda b: b["seats"].reverse() or b["seats"][0].update(name="x"), 0),
        (lambda b: b["dice"]["nonces"].pop(), 0),
        (lambda b: b["dice"].update(commitment="0" * 64), 0),
        (lambda b: b["begin"].update(salt="0" * 32), 0),
        (lambda b: b["events"][4].update(chain="0" * 64), 5),
        (
            lambda b: b["events"][4].update(
                by=1 - b["events"][4]["by"] if b["events"][4]["by"] != "chance" else 0
            ),
            5,
        ),
    ],
)
def test_a_change_is_named_by_its_event(change: Any, event: int) -> None:
    with pytest.raises(BadRecord) as refusal:
        broken(change).verify(PIG)
    assert refusal.value.event == event


def test_a_changed_secret_or_result_is_found() -> None:
    with pytest.raises(BadRecord, match="committed"):
        broken(lambda b: b.update(secret="0" * 64)).verify(PIG)
    with pytest.raises(BadRecord, match="result"):
        broken(lambda b: b["result"].update(winner=1 - b["result"]["winner"])).verify(PIG)
    with pytest.raises(BadRecord):
        broken(lambda b: b.update(secret=None)).verify(PIG)


def forged(*events: dict[str, Any], **changes: Any) -> Record:
    """A record whose chain is right, with events that no match would write."""
    match = Match(PIG, {"target": 15}, dice=SealedDice(b"f" * 32), rolls=False).play("roll")
    body = copy.deepcopy(dict(match.record().body))
    chain = body["events"][-1]["chain"]
    for n, event in enumerate(events, len(body["events"]) + 1):
        proof = leaf(salt(match.dice.secret, n), canonical(event))
        chain = link(chain, proof)
        body["events"].append({**event, "salt": salt(match.dice.secret, n), "chain": chain})
    return Record.of_json({**body, **changes})


END = {"kind": "end", "by": "chance", "result": None}
RESIGN = {"kind": "resign", "by": 0}


@pytest.mark.parametrize(
    "events",
    [
        [{"kind": "undo", "by": 1}],
        [RESIGN, {"kind": "undo", "by": 0}],
        [END],
        [RESIGN, RESIGN],
        [{"kind": "undo", "by": 0}, {"kind": "undo", "by": 0}],
    ],
)
def test_events_that_no_match_writes_are_refused(events: list[dict[str, Any]]) -> None:
    with pytest.raises(BadRecord):
        forged(*events).verify(PIG)


def test_nothing_comes_after_the_end() -> None:
    match = pig_match()
    body = copy.deepcopy(dict(match.record().body))
    body["events"].append(body["events"][-1])
    with pytest.raises(BadRecord):
        Record.of_json(body).replay(PIG)


@pytest.mark.parametrize(
    "event", [{"kind": "resign", "by": "chance"}, {"kind": "end", "by": 0, "result": None}]
)
def test_events_by_the_wrong_hand_have_the_wrong_shape(event: dict[str, Any]) -> None:
    with pytest.raises(BadRecord, match="event 2"):
        forged(event)


def test_odd_numbers_and_letters_are_no_record() -> None:
    text = pig_match().record(["Ann", "Bob"]).text()
    with pytest.raises(BadRecord):
        Record.read(text.replace('"ruleset": 2', '"ruleset": ' + "1" * 5000))
    with pytest.raises(BadRecord, match="characters"):
        Record.read(text.replace('"Ann"', r'"\ud800"'))


def test_a_finished_position_without_moves_is_a_whole_record() -> None:
    start = "b../b../...,b../b../...,.../.../... order=bwr n=- !b ban=-"
    match = Match(CUBULUS, {"players": 3}, dice=SeededDice(1), position=start)
    assert "holds" in Record.read(match.record().text()).verify(CUBULUS)


def test_a_record_cut_short_says_so() -> None:
    with pytest.raises(BadRecord, match=r"result|cut short"):
        broken(lambda b: b["events"].pop()).verify(PIG)
    text = pig_match().record().text()
    with pytest.raises(BadRecord, match="cut short"):
        Record.read(text[: len(text) // 2])


def test_forged_rolls_do_not_pass_even_with_a_new_chain() -> None:
    """Whoever rewrites a roll and the whole chain is caught by the dice themselves."""
    match = pig_match()
    forged = Match(PIG, match.options, dice=match.dice, rolls=False)
    for event in match.plies[:-1]:
        forged.play(event.move, typed=False)
    last = match.plies[-1]
    other = next(code for code in forged.legal_codes() if code != last.move)
    forged.play(other, typed=False)
    with pytest.raises(BadRecord, match="dice gave"):
        Record.read(forged.record().text()).verify(PIG)


def test_one_changed_character_anywhere_is_caught() -> None:
    text = pig_match().record(["Ann", "Bob"]).text()
    rng = random.Random(1)
    for place in sorted(rng.sample(range(len(text)), 400)):
        for new in {rng.choice("0123456789abcdef"), rng.choice(' "{}[],:xyz\n')}:
            changed = text[:place] + new + text[place + 1 :]
            if changed == text:
                continue
            with pytest.raises(BadRecord):
                Record.read(changed, strict=True).verify(PIG)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda b: b.update(format="orrery-record/99"), "format"),
        (lambda b: b.update(ruleset=99), "ruleset"),
        (lambda b: b.pop("dice"), "missing"),
        (lambda b: b.update(extra=1), "unknown"),
        (lambda b: b.update(events={}), "events"),
        (lambda b: b.update(events=[5]), "event 1"),
        (lambda b: b.update(options=[]), "options"),
        (lambda b: b["options"].update(target="many"), "begin"),
        (lambda b: b["events"][0].update(kind="fly"), "event 1"),
        (lambda b: b["events"][0].update(by=-3), "event 1"),
        (lambda b: b["events"][0].update(by=True), "event 1"),
        (lambda b: b["events"][0].update(move=5), "event 1"),
        (lambda b: b["events"][0].pop("salt"), "event 1"),
    ],
)
def test_records_of_the_wrong_shape(change: Any, said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        broken(change).replay(PIG)


@pytest.mark.parametrize("text", ["", "[]", "5", "null", "{}", "{" * 100_000, '{"a":1,"a":2}'])
def test_texts_that_are_no_records(text: str) -> None:
    with pytest.raises(BadRecord):
        Record.read(text)


def test_files_that_are_no_records(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot read"):
        Record.load(tmp_path / "none.json")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="no text"):
        Record.load(tmp_path / "bytes")
    with pytest.raises(BadRecord, match="cannot read"):
        Record.load(tmp_path)


def test_a_start_position_is_part_of_the_record() -> None:
    start = "bwr/.r./...,.r./r../r.r,..r/..r/.r. order=bw n=r >b ban=-"
    match = Match(CUBULUS, {}, position=start).play("~L1")
    again = Record.read(match.record().text())
    assert again.replay(CUBULUS).position == match.position
    assert again.body["start"] == start
