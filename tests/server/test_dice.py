"""Honest dice: commitment before play, nonces of people, one changed byte is caught and named."""

import hashlib
import json
import re
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from orrery.core import registry
from orrery.core.dice import SealedDice, commitment
from orrery.core.errors import BadRecord
from orrery.core.record import Record
from orrery.server.schema import events

from .guests import Guest

PIG = registry.find("pig")


@pytest.fixture
def eventful(ann: Guest, bob: Guest, client: TestClient) -> str:
    """The record of a table at which everything happened: it is whole and holds."""
    table = ann.make("pig", clock=600, options={"target": 100})
    bob.sit(table)
    turn = 0
    while "hold" not in ((ann, bob)[turn].look(table, turn)["now"]["legal"] or ()):
        (ann, bob)[turn].play(table, turn, "roll")
        turn = ann.look(table)["now"]["turn"]
    (ann, bob)[turn].play(table, turn, "hold")
    (ann, bob)[turn].act(table, "undo", n=ann.look(table)["n"], seat=turn)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    hall.tables._tables[table].deadline = 1.0
    client.portal.call(hall.sweep.time_out, table)  # type: ignore[union-attr]
    (ann, bob)[turn].sit(table, turn)
    ann.act(table, "resign", n=ann.look(table)["n"], seat=0)
    text = str(client.get(f"/api/tables/{table}/record").text)
    record = Record.read(text, strict=True)
    kinds = {event["kind"] for event in record.body["events"]}
    assert kinds == {"ply", "undo", "timeout", "seat", "resign", "end"}
    assert "holds" in record.verify(PIG)
    return text


def changed_bytes(text: str, step: int) -> Any:
    raw = text.encode()
    for at in range(0, len(raw), step):
        for other in (raw[at] ^ 1, raw[at] ^ 16):
            changed = bytearray(raw)
            changed[at] = other
            yield at, bytes(changed)


NAMED = re.compile(r"event|line|' is|format|head|secret|result|byte|record")


def verdict(raw: bytes) -> str:
    """What checking says of a file."""
    try:
        Record.read(raw.decode(), strict=True).verify(PIG)
    except UnicodeDecodeError as error:
        return f"no text, at byte {error.start}"
    except BadRecord as error:
        return error.message
    return ""


def check(text: str, step: int) -> int:
    tried = 0
    for at, raw in changed_bytes(text, step):
        assert NAMED.search(verdict(raw)), (at, verdict(raw))
        tried += 1
    return tried


def test_one_changed_byte_is_caught_and_named(eventful: str) -> None:
    assert check(eventful, 11) > 200


@pytest.mark.prove
def test_every_changed_byte_is_caught_and_named(eventful: str) -> None:
    assert check(eventful, 1) > 2000


def test_the_server_commits_before_anybody_adds_to_the_dice(ann: Guest, bob: Guest) -> None:
    table = ann.make("pig", nonce="aa" * 16)
    before = ann.ask("GET", f"/api/tables/{table}/dice")
    assert before["secret"] is None
    assert (before["holds"], before["sentence"][:22]) == (None, "The game has not begun")
    bob.sit(table, nonce="bb" * 16)
    ann.play(table, 0, "roll")
    during = ann.ask("GET", f"/api/tables/{table}/dice")
    assert during["commitment"] == before["commitment"]
    assert during["secret"] is None
    assert "sealed until the game is over" in during["sentence"]
    late = Guest(ann.client, "Late")
    assert late.sit(table, 1, 409).code == "SeatTaken"
    ann.act(table, "resign", n=ann.look(table)["n"], seat=0)
    after = ann.ask("GET", f"/api/tables/{table}/dice")
    secret = bytes.fromhex(after["secret"])
    assert commitment(secret) == before["commitment"]
    assert before["commitment"] == hashlib.sha256(b"orrery commitment" + secret).hexdigest()
    assert [c["nonce"] for c in after["contributions"]] == ["aa" * 16, "bb" * 16]
    assert after["holds"] is True
    roll = next(e for e in ann.look(table)["events"] if e["by"] == "chance" and e["kind"] == "ply")
    drawn = SealedDice(secret, [b"\xaa" * 16, b"\xbb" * 16]).choose(roll["n"], [1] * 6)
    assert roll["move"].endswith(str(drawn + 1))


def test_the_dice_page_speaks_three_languages(ann: Guest) -> None:
    table = ann.make("pig", "me me", nonce="")
    for lang, word in (("en", "Nobody"), ("ru", "Никто"), ("fr", "Personne")):
        page = ann.ask("GET", f"/api/tables/{table}/dice?lang={lang}")
        assert page["contributors"].startswith(word)


def test_a_record_that_does_not_hold_is_said_not_to(ann: Guest, client: TestClient) -> None:
    table = ann.make("pig", "me me")
    ann.play(table, 0, "roll")
    ann.act(table, "resign", n=ann.look(table)["n"], seat=0)
    hall = client.app.state.hall  # type: ignore[attr-defined]
    told = hall.tables._tables[table].told
    roll = next(event for event in told if event.kind == "ply" and event.by == -1)
    changed = {**roll.body, "move": "die 6" if not roll.body["move"].endswith("6") else "die 5"}
    same = (events.c.game_id == table) & (events.c.n == roll.n)
    with hall.store.writer.begin() as connection:
        connection.execute(sa.update(events).where(same).values(body=json.dumps(changed)))
    page = ann.ask("GET", f"/api/tables/{table}/dice")
    assert page["holds"] is False
    assert f"event {roll.n}" in page["sentence"]


def test_a_roll_after_a_take_back_is_a_new_roll(ann: Guest) -> None:
    """The number of the event goes into the draw, and the log only grows."""
    dice = SealedDice(b"x" * 32)
    draws = {dice.choose(n, [1] * 6) for n in range(40)}
    assert draws == set(range(6))
