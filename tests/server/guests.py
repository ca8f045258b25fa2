"""Guests for tests: each has a token, asks over HTTP and over sockets, and checks every shape."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any

from fastapi.testclient import TestClient
from pydantic import TypeAdapter
from starlette.websockets import WebSocketDisconnect

from orrery.server import frame_shapes, wire

FRAMES: TypeAdapter[Any] = TypeAdapter(frame_shapes.Frame)
PAGE: TypeAdapter[Any] = TypeAdapter(frame_shapes.TablePage)


class Guest:
    """Somebody with a token."""

    def __init__(self, client: TestClient, name: str | None = None) -> None:
        self.client = client
        made = client.post("/api/guests", json={"name": name, "bearer": True})
        assert made.status_code == 201, made.text
        self.name: str = made.json()["name"]
        self.headers = {"Authorization": f"Bearer {made.json()['token']}"}

    def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """Ask, and expect a status; errors must have the one shape."""
        answer = self.client.request(method, path, json=body, headers=self.headers)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        if status >= 400:
            return wire.ErrorAnswer.model_validate(answer.json()).error
        return answer.json()

    def make(self, game: str = "cubulus", seats: str = "me open", **more: Any) -> str:
        """A table; seats are 'me', 'open' or a bot's level."""
        wishes = [
            {"kind": "bot", "level": int(one)} if one.isdigit() else {"kind": one}
            for one in seats.split()
        ]
        nonce = more.pop("nonce", "0a")
        body = {"game": game, "seats": wishes, **more}
        table = str(self.ask("POST", "/api/tables", body, 201)["id"])
        if "me" in seats.split():
            self.ask("POST", f"/api/tables/{table}/seats", {"nonce": nonce})
        return table

    def sit(self, table: str, seat: int = 1, status: int = 200, **more: Any) -> Any:
        return self.ask(
            "POST", f"/api/tables/{table}/seats/{seat}", {"nonce": "0b", **more}, status
        )

    def look(self, table: str, seat: int | None = None, status: int = 200, query: str = "") -> Any:
        where = f"?seat={seat}&{query}" if seat is not None else f"?{query}"
        page = self.ask("GET", f"/api/tables/{table}{where}", status=status)
        if status < 400 and Line.checked:
            PAGE.validate_python(page)
        return page

    def act(self, table: str, what: str, status: int = 200, **body: Any) -> Any:
        return self.ask("POST", f"/api/tables/{table}/{what}", body, status)

    def play(self, table: str, seat: int, move: str | None = None, status: int = 200) -> Any:
        """Play a move, or the first legal one, after the last event."""
        page = self.look(table, seat)
        move = page["now"]["legal"][0] if move is None else move
        return self.act(table, "moves", status, n=page["n"], seat=seat, move=move)

    @contextlib.contextmanager
    def socket(self, table: str, query: str = "") -> Iterator["Line"]:
        """A socket at a table."""
        where = f"/api/tables/{table}/live?{query}"
        with self.client.websocket_connect(where, headers=self.headers) as socket:
            yield Line(socket)


class Line:
    """A socket whose frames are checked."""

    checked = True

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.first = self.hear()

    def hear(self, kind: str | None = None) -> Any:
        """The next frame, or the next of a kind."""
        while True:
            frame = json.loads(self.socket.receive_text())
            if self.checked:
                FRAMES.validate_python(frame)
            if kind is None or frame["is"] == kind:
                return frame

    def hear_end(self) -> None:
        """Hear on until the server closes the socket."""
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                self.hear()

    def say(self, do: str, **body: Any) -> None:
        self.socket.send_text(json.dumps({"do": do, **body}))

    def ask(self, do: str, **body: Any) -> Any:
        """Say something and hear the answer to it (or the error)."""
        self.say(do, id="q", **body)
        while True:
            frame = self.hear()
            if frame["is"] in ("answer", "error") and frame["id"] == "q":
                return frame
