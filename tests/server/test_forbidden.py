"""What is forbidden: who tries what at which table, over HTTP and over the socket.

Each is answered with its own code, and nothing changes: no event, no seat, no line of chat, nothing
in the row of the game.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa

from orrery.server import wire
from orrery.server.schema import chat, events, games, seats, states

from .conftest import MakeClient
from .guests import Guest, Line

STATUS = {
    "NoToken": 401,
    "BadToken": 401,
    "NotYourSeat": 403,
    "WrongSite": 403,
    "Unseated": 403,
    "UnknownTable": 404,
    "BadRequest": 422,
}
"""All others are 409."""
BEYOND = 1000


class Forbidden(NamedTuple):
    """One row: at a table of a kind, somebody does something, and is told a code."""

    scene: str
    who: str
    do: str
    code: str
    seat: str = "actor"
    n: int = 0
    """How far the number of the event that is named is from the last one."""
    by_socket: str | None = None
    """The code over the socket, where it is another one; `-` where a socket cannot ask."""
    headers: Mapping[str, str] = {}
    more: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return f"{self.scene}: {self.who} {self.do} {self.seat} {self.n or ''}{self.code}"


ACTS = ("play", "undo", "resign", "preview", "why", "hint", "coach")
TURN = ("play", "preview", "why", "hint", "coach")
"""What is for the seat that decides."""
LOOKS = ("look", "replay", "record")
OTHERS = {"other": "NotYourSeat", "eve": "NotYourSeat", "nobody": "NoToken", "wrong": "BadToken"}
EVIL = {"origin": "http://evil.example"}


def _rows() -> Iterator[Forbidden]:
    yield from _for_others()
    yield from _at_the_wrong_time()
    yield from _about_seats()
    yield from _before_and_after()
    for do in (*ACTS, "agree", "chat", "windows", "rematch", "sit", "leave", "open", "bot"):
        yield Forbidden("playing", "actor", do, "WrongSite", headers=EVIL)


def _for_others() -> Iterator[Forbidden]:
    """Acting and looking for a seat that is not one's own."""
    for who, code in OTHERS.items():
        stranger = "NotYourSeat" if who == "nobody" else None
        for do in (*ACTS, "windows"):
            yield Forbidden("playing", who, do, code, by_socket=stranger)
        for do in LOOKS:
            yield Forbidden("playing", who, do, "NotYourSeat" if who == "nobody" else code)
    for who in ("eve", "nobody"):
        yield Forbidden("playing", who, "look", "NotYourSeat", seat="none")
    yield Forbidden("playing", "nobody", "chat", "NoToken", by_socket="NoToken")
    yield Forbidden("playing", "wrong", "chat", "BadToken")
    for who in ("asker", "eve", "nobody", "wrong"):
        code = "NotYourSeat" if who == "asker" else OTHERS[who]
        stranger = "NotYourSeat" if who == "nobody" else None
        yield Forbidden("asked", who, "agree", code, by_socket=stranger)


def _at_the_wrong_time() -> Iterator[Forbidden]:
    """Out of turn, about an event that is not the last one, without having been asked."""
    for do in TURN:
        yield Forbidden("playing", "other", do, "NotYourTurn", seat="other")
    for do in ACTS:
        yield Forbidden("playing", "actor", do, "Stale", n=-1)
        yield Forbidden("playing", "actor", do, "Stale", n=BEYOND)
    yield Forbidden("playing", "actor", "undo", "IllegalMove")
    for who in ("actor", "other", "eve"):
        yield Forbidden("playing", who, "agree", "NotNow")
    yield Forbidden("asked", "answerer", "agree", "Stale", n=-1)
    yield Forbidden("playing", "actor", "rematch", "NotNow")


def _about_seats() -> Iterator[Forbidden]:
    """Sitting on, freeing and giving away what is somebody else's."""
    for who in ("other", "eve"):
        yield Forbidden("playing", who, "sit", "SeatTaken")
        yield Forbidden("playing", who, "leave", "NotYourSeat")
    for who in ("nobody", "wrong"):
        yield Forbidden("playing", who, "leave", OTHERS[who])
        yield Forbidden("playing", who, "bot", OTHERS[who])
        yield Forbidden("playing", who, "open", OTHERS[who])
    yield Forbidden("playing", "eve", "mine", "NotYourSeat")
    yield Forbidden("playing", "eve", "bot", "NotYourSeat")
    yield Forbidden("playing", "other", "bot", "NotNow")
    for who in ("other", "eve"):
        yield Forbidden("playing", who, "open", "NotNow")
        yield Forbidden("playing", who, "welcome", "NotNow")
    yield Forbidden("playing", "host", "open", "NotNow", seat="other")
    yield Forbidden("playing", "actor", "sit", "UnknownTable", seat="none")
    for who in ("bob", "eve"):
        yield Forbidden("open", who, "open", "NotYourSeat", seat="0")
        yield Forbidden("open", who, "bot", "NotYourSeat", seat="2")
        yield Forbidden("open", who, "welcome", "NotYourSeat", seat="2")
    yield Forbidden("open", "eve", "leave", "NotYourSeat", seat="1")
    yield Forbidden("open", "eve", "sit", "SeatTaken", seat="1")
    yield Forbidden("open", "host", "bot", "SeatTaken", seat="1")
    yield Forbidden("open", "host", "sit", "NotNow", seat="2")
    yield Forbidden("open", "bob", "sit", "NotNow", seat="2")
    yield Forbidden("open", "unseated", "sit", "Unseated", seat="2")


def _before_and_after() -> Iterator[Forbidden]:
    """What is for a game that goes on, where none does."""
    for do in ACTS:
        yield Forbidden("open", "host", do, "NotNow", seat="0")
        yield Forbidden("over", "host", do, "GameOver", seat="0")
        yield Forbidden("record", "host", do, "NotNow", seat="0")
    for scene, code in (("open", "NotNow"), ("over", "GameOver"), ("record", "NotNow")):
        yield Forbidden(scene, "host", "agree", code)
    for do in ("replay", "record"):
        yield Forbidden("open", "host", do, "NotNow", seat="0")
    for do in ("sit", "bot"):
        yield Forbidden("over", "host", do, "NotNow", seat="0")
        yield Forbidden("record", "eve", do, "NotNow", seat="0")
    for scene in ("over", "record"):
        yield Forbidden(scene, "eve", "leave", "NotYourSeat", seat="0")
    yield Forbidden("over", "eve", "rematch", "NotYourSeat")
    yield Forbidden("record", "host", "rematch", "NotNow")
    yield Forbidden("record", "host", "chat", "NotNow")
    for who in ("host", "eve"):
        yield Forbidden("record", who, "look", "NotYourSeat", seat="0")
        yield Forbidden("record", who, "replay", "NotYourSeat", seat="0")


class Scene(NamedTuple):
    """A table, and who is who there."""

    table: str
    people: dict[str, Guest | None]
    seats: dict[str, int]


class Scenes:
    """Tables of every kind, on one server: nothing that is tried here changes them."""

    def __init__(self, folder: Path) -> None:
        self.makes = MakeClient()
        self.client = self.makes(f"sqlite:///{folder / 'tables.db'}")
        self.ann, self.bob, self.cid, self.eve = (
            Guest(self.client, name) for name in ("Ann", "Bob", "Cid", "Eve")
        )
        self.wrong = Guest(self.client)
        self.wrong.headers = {"Authorization": "Bearer " + "x" * 43}
        self.own = {"host": self.ann, "bob": self.bob, "eve": self.eve, "wrong": self.wrong}
        self.known = {name: getattr(self, f"_{name}")() for name in KINDS}

    def _scene(self, table: str, **more: Any) -> Scene:
        known = {"nobody": None, **self.own, **more.pop("people", {})}
        return Scene(table, known, {"0": 0, "1": 1, "2": 2, "none": 9, **more})

    def _playing(self) -> Scene:
        """Three at a table where hands are hidden, after a few moves."""
        sits = (self.ann, self.bob, self.cid)
        options = {"players": 3}
        table = self.ann.make("black_crystal", "me open open", options=options)
        for seat in (1, 2):
            sits[seat].sit(table, seat)
        for _ in range(6):
            turn = self.ann.look(table)["now"]["turn"]
            sits[turn].play(table, turn)
        turn = self.ann.look(table)["now"]["turn"]
        other = (turn + 1) % 3
        people = {"actor": sits[turn], "other": sits[other]}
        return self._scene(table, people=people, actor=turn, other=other)

    def _asked(self) -> Scene:
        """Somebody asks to take back, past a decision of the other."""
        sits = (self.ann, self.bob)
        table = self.ann.make("cubulus", "me open")
        self.bob.sit(table)
        for _ in range(60):
            turn = self.ann.look(table)["now"]["turn"]
            page = sits[turn].look(table, turn)
            if page["now"]["undo"] == "ask":
                sits[turn].act(table, "undo", n=page["n"], seat=turn)
                people = {"asker": sits[turn], "answerer": sits[1 - turn]}
                return self._scene(table, people=people, actor=turn)
            sits[turn].play(table, turn)
        raise AssertionError("nothing was to be asked")

    def _open(self) -> Scene:
        """Before the game: two sit, a third was unseated."""
        table = self.ann.make("high_card", "me open open", options={"players": 3})
        self.bob.sit(table, 1)
        return self._scene(table, people={"unseated": self._unseat(table)}, actor=0)

    def _unseat(self, table: str) -> Guest:
        # The last to sit would begin the game, so it is Bob's seat that is freed, and taken again.
        self.ann.ask("PUT", f"/api/tables/{table}/seats/1", {"kind": "open"})
        unseated, self.own["bob"] = self.bob, Guest(self.client, "Bob")
        self.own["bob"].sit(table, 1)
        return unseated

    def _over(self) -> Scene:
        table = self.ann.make("pig", "me open")
        self.cid.sit(table)
        self.cid.act(table, "resign", n=0, seat=1)
        return self._scene(table, actor=0)

    def _record(self) -> Scene:
        """A record that was brought here."""
        text = self.ann.client.get(f"/api/tables/{self._over().table}/record").content
        brought = self.client.post("/api/records", content=text, headers=self.ann.headers)
        return self._scene(brought.json()["table"], actor=0)

    def stored(self, table: str) -> list[Any]:
        """All that is stored of a table."""
        hall = self.client.app.state.hall  # type: ignore[attr-defined]
        found: list[Any] = []
        with hall.store.engine.connect() as connection:
            for kind in (games, seats, events, states, chat):
                key = kind.c.id if kind is games else kind.c.game_id
                rows = connection.execute(sa.select(kind).where(key == table))
                found.append(sorted(map(str, rows)))
        return found


KINDS = ("playing", "asked", "over", "record", "open")


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scenes]:
    made = Scenes(tmp_path_factory.mktemp("forbidden"))
    yield made
    made.makes.stop_all()


def body_of(row: Forbidden, scenes: Scenes) -> dict[str, Any]:
    """What is asked, as a message of a socket has it."""
    scene = scenes.known[row.scene]
    n = max(-1, scenes.ann.look(scene.table)["n"] + row.n)
    act = {"n": n, "seat": scene.seats[row.seat]}
    return {
        "play": {**act, "move": "x"},
        "preview": {**act, "move": "x"},
        "why": {**act, "move": "x"},
        "agree": {"n": n, "agree": True},
        "chat": {"text": "let me in"},
        "windows": {"seat": act["seat"], "passes": []},
        "look": {"seat": act["seat"]},
    }.get(row.do, act)


def request_of(row: Forbidden, scenes: Scenes) -> tuple[str, str, Any]:
    """The same over HTTP: method, path and body."""
    scene, body = scenes.known[row.scene], body_of(row, scenes)
    seat = scene.seats[row.seat]
    table = f"/api/tables/{scene.table}"
    one = f"{table}/seats/{seat}"
    if row.do in LOOKS:
        return "GET", f"{table}{'' if row.do == 'look' else '/' + row.do}?seat={seat}", None
    if row.do in ("open", "bot", "welcome"):
        return "PUT", one, {"kind": row.do}
    return {
        "play": ("POST", f"{table}/moves", body),
        "windows": ("PUT", f"{one}/windows", {"passes": []}),
        "rematch": ("POST", f"{table}/rematch", None),
        "sit": ("POST", one, {"nonce": ""}),
        "mine": ("POST", f"{table}/seats", {"nonce": ""}),
        "leave": ("DELETE", one, None),
    }.get(row.do, ("POST", f"{table}/{row.do}", body))


ROWS = list(_rows())


def test_there_are_as_many_as_were_once_tried_from_outside() -> None:
    assert len(ROWS) == len({str(row) for row in ROWS}) >= 76


# Over HTTP a stranger who speaks becomes a guest, and guests may speak.
BY_HTTP = [row for row in ROWS if (row.who, row.do) != ("nobody", "chat")]


@pytest.mark.parametrize("row", BY_HTTP, ids=str)
def test_what_is_forbidden_changes_nothing(scenes: Scenes, row: Forbidden) -> None:
    scene = scenes.known[row.scene]
    method, path, body = request_of(row, scenes)
    before, guest = scenes.stored(scene.table), scene.people[row.who]
    headers = {**(guest.headers if guest else {}), **row.headers}
    scenes.client.cookies.clear()
    answer = scenes.client.request(method, path, json=body, headers=headers)
    error = wire.ErrorAnswer.model_validate(answer.json()).error
    assert (error.code, answer.status_code) == (row.code, STATUS.get(row.code, 409)), error
    assert scenes.stored(scene.table) == before


SPOKEN = (*ACTS, "agree", "chat", "windows", "look")
BY_SOCKET = [row for row in ROWS if row.do in SPOKEN]


@pytest.mark.parametrize("row", BY_SOCKET, ids=str)
def test_what_is_forbidden_changes_nothing_over_a_socket(scenes: Scenes, row: Forbidden) -> None:
    scene = scenes.known[row.scene]
    body = body_of(row, scenes)
    before, guest = scenes.stored(scene.table), scene.people[row.who]
    headers = {**(guest.headers if guest else {}), **row.headers}
    where = f"/api/tables/{scene.table}/live"
    scenes.client.cookies.clear()
    with scenes.client.websocket_connect(where, headers=headers) as socket:
        line = Line(socket)
        told = line.first
        if told["is"] == "table":
            told = line.ask("show" if row.do == "look" else row.do, **body)
    assert told["is"] == "error", told
    assert told["error"]["code"] == (row.by_socket or row.code)
    assert scenes.stored(scene.table) == before
    if row.do == "look":
        with scenes.client.websocket_connect(f"{where}?show={body['seat']}", headers=headers) as s:
            assert json.loads(s.receive_text())["error"]["code"] == row.code
