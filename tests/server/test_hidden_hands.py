"""Four clients at a table of Black Crystal: each is sent what its seat may know, and no more."""

import contextlib
from typing import Any

from fastapi.testclient import TestClient

from .guests import Guest
from .scripted import outcomes
from .test_privacy import masked

WATCHER = 4
PLAYED = (
    "out=boom.tee",
    "out=boom.tee",
    "skill=engineer",
    "skill=merchant",
    "skill=thief",
    "skill=shaman",
    "first=0",
    "tile=find.tee",
    "lay S r0",
    "find=CARD",
    "tile=plain.cross",
    "steal 0",
    "roll=6",
    "steal=CARD",
    "tile=find.tee",
)
"""Seat 0 draws a card, and seat 2, the Thief, takes it; then it is the turn of seat 3."""


def sent_to_all(client: TestClient, script: list[int], card: str) -> list[list[Any]]:
    """All that the four seats and a watcher are sent, live and when they look again."""
    script[:], decided, _ = outcomes(PLAYED, card)
    people = [Guest(client, name) for name in ("Ann", "Bob", "Cid", "Dot", "Eve")]
    table = people[0].make("black_crystal", "me open open open", options={"players": 4})
    for seat in (1, 2, 3):
        people[seat].sit(table, seat)
    sent: list[list[Any]] = [[] for _ in people]
    with contextlib.ExitStack() as stack:
        lines = [
            stack.enter_context(person.socket(table, "board=1" + _show(seat)))
            for seat, person in enumerate(people)
        ]
        for seat, line in enumerate(lines):
            sent[seat].append(line.first)
        for mover, move in decided:
            people[mover].play(table, mover, move)
            for seat, line in enumerate(lines):
                sent[seat].append(line.hear("events"))
        for seat, line in enumerate(lines):
            n = sent[seat][-1]["n"]
            for text in ("lay S r0", "play F05", "steal 2", "nonsense"):
                asked = min(seat, 3)
                sent[seat].append(line.ask("why", n=n, seat=asked, move=text))
                sent[seat].append(line.ask("preview", n=n, seat=asked, move=text))
    for seat, person in enumerate(people):
        where = "" if seat == WATCHER else f"?seat={seat}"
        for page in ("", "/replay", "/record", "/dice"):
            sent[seat].append(person.ask("GET", f"/api/tables/{table}{page}{where}"))
    return [[masked(frame) for frame in frames] for frames in sent]


def _show(seat: int) -> str:
    return "" if seat == WATCHER else f"&show={seat}"


def test_four_clients_are_sent_what_their_seats_may_know(
    client: TestClient, script: list[int]
) -> None:
    first = sent_to_all(client, script, "F05")
    second = sent_to_all(client, script, "F12")
    for seat in (1, 3, WATCHER):
        assert first[seat] == second[seat]
        assert "F05" not in str([frame for frame in first[seat] if "play F05" not in str(frame)])
    for seat in (0, 2):  # who drew the card, and who stole it
        assert first[seat] != second[seat]
        assert "find=F05" in str(first[0])
        assert "steal=F05" in str(first[seat])
