"""The socket of a table: frames out, messages in, errors in the one shape; it stays open."""

import asyncio
import contextlib
from typing import Any

import orjson
import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from orrery.core.contract import WATCHER
from orrery.core.errors import OrreryError
from orrery.server import frames, socket_wire
from orrery.server.connections import AT_ONCE
from orrery.server.costs import Metered
from orrery.server.errors import (
    BadRequest,
    BadToken,
    NoToken,
    NotYourSeat,
    OldPage,
    TooFast,
    TooLarge,
    status_of,
)
from orrery.server.hall import Hall
from orrery.server.limits import LONGEST_MESSAGE, Bucket
from orrery.server.live import CLOSE_SLOW, Asker, Subscriber, encode
from orrery.server.metrics import ERRORS, SOCKETS
from orrery.server.people import Person
from orrery.server.sites import check_site
from orrery.server.visitors import address_of, find_visitor, get_hall

from .tables import say

router = APIRouter()
log = structlog.get_logger()
CLOSE_SECONDS = 2.0
_GONE = (WebSocketDisconnect, TimeoutError, RuntimeError)
PAUSE = 0.05
"""How long a socket that is too fast is not read from."""
MOST_FIELDS = 20
_messages: TypeAdapter[Any] = TypeAdapter(socket_wire.AnyMessage)


@router.websocket("/api/tables/{table_id}/live")
async def open_socket(socket: WebSocket, table_id: str) -> None:
    """Look at a table and act at it, for as long as the socket is open."""
    hall, address = get_hall(socket), address_of(socket)
    if hall.connections.is_shut(address):
        await socket.close()
        return
    await socket.accept()
    hall.sockets[address] = hall.sockets.get(address, 0) + 1
    SOCKETS.inc()
    try:
        async with hall.costs.counted(address) as meter:
            talker = await Metered(_enter(hall, socket, table_id), meter)
        await talker.run()
    except OrreryError as error:
        if isinstance(error, TooFast):  # to open another and refuse it again is work, too
            hall.connections.note_refused(address)
        await _refuse(socket, error)
    except WebSocketDisconnect:
        pass
    finally:
        SOCKETS.dec()
        hall.sockets[address] -= 1
        if not hall.sockets[address]:
            del hall.sockets[address]


async def _refuse(socket: WebSocket, error: OrreryError) -> None:
    """Say why, then close: a browser cannot read the answer to a refused handshake."""
    ERRORS.labels(error.code).inc()
    try:
        await socket.send_text(encode({"is": "error", **error.as_json()}))
        await socket.close(4000 + status_of(error))
    except (WebSocketDisconnect, RuntimeError):
        return


def _check_edition(hall: Hall, socket: WebSocket) -> None:
    """Tell a page of another release so; the first ones did not say of which they were."""
    edition = socket.query_params.get("edition")
    unsaid = edition is None and "origin" in socket.headers and _wants(socket, "brief")
    if unsaid or edition not in (None, hall.edition):
        raise OldPage("this page is of another release than its server: reload it")


async def _enter(hall: Hall, socket: WebSocket, table_id: str) -> "Talker":
    check_site(socket.headers, hall.settings)
    _check_edition(hall, socket)
    crowded = hall.sockets[address_of(socket)] > hall.settings.sockets_per_address
    if crowded or not hall.requests.take(address_of(socket)):
        raise TooFast("too many sockets from one address")
    hall.connections.check_reads(address_of(socket))
    person = await find_visitor(socket)
    since, show = _read_query(socket)
    subscriber = Subscriber(
        table_id,
        person,
        show,
        board=_wants(socket, "board"),
        brief=_wants(socket, "brief"),
        changes=_wants(socket, "changes"),
        backlog=hall.tables.live.backlog_of(address_of(socket)),
        at_once=socket.scope.get("extensions", {}).get(AT_ONCE, _never),
    )
    if show != WATCHER:
        await hall.tables.hear_of(table_id, person, show)
    async with hall.tables.at(table_id) as table:
        if show != WATCHER and not table.holds(subscriber.me, show):
            raise NotYourSeat(f"seat {show} is not yours to look from", detail={"seat": show})
        if subscriber.me is not None and any(s.person == subscriber.me for s in table.seats):
            hall.connections.note_seated(address_of(socket))
        chat = await hall.tables.chat(table)
        subscriber.chat = {line["id"] for line in chat}
        presence = hall.tables.live.presence(table)
        frame = await frames.table_frame(
            table, person, show, since, subscriber.board, presence, chat, subscriber.changes
        )
        subscriber.send_asked(encode(frame))
        subscriber.n = table.n
        hall.tables.live.join(subscriber)
        hall.tables.look_at(table)
    await _check_token(hall, socket, subscriber)
    return Talker(hall, socket, subscriber)


def _never(text: str) -> bool:
    return False


def _wants(socket: WebSocket, what: str) -> bool:
    return socket.query_params.get(what, "") in ("1", "true")


async def _check_token(hall: Hall, socket: WebSocket, subscriber: Subscriber) -> None:
    """Refuse a token that ended while its socket opened: later its end is heard."""
    try:
        person = await find_visitor(socket)
        if subscriber.person is not None and person is None:
            raise BadToken("this token has ended")
    except BaseException:
        hall.tables.live.leave(subscriber)
        raise


def _read_query(socket: WebSocket) -> tuple[int, int]:
    query = socket.query_params
    try:
        since = int(query.get("since", "-1"))
        show = int(query["show"]) if "show" in query else WATCHER
    except ValueError:
        raise BadRequest("'since' and 'show' are whole numbers") from None
    if not -1 <= since < 2**31 or not -1 <= show < 16:
        raise BadRequest("'since' or 'show' is out of range")
    return since, show


class Talker:
    """One socket at work: one task writes what waits in the queue, one reads messages."""

    def __init__(self, hall: Hall, socket: WebSocket, subscriber: Subscriber) -> None:
        self.hall = hall
        self.socket = socket
        self.subscriber = subscriber
        self.table_id = subscriber.table_id
        self.address = address_of(socket)
        rate = hall.settings.messages_per_second
        self._bucket = Bucket(rate, 2 * rate)
        self._hint: asyncio.Task[None] | None = None

    @property
    def person(self) -> Person | None:
        """Who is at the other end."""
        return self.subscriber.person

    async def run(self) -> None:
        """Write and read until either ends, or the socket is cut off."""
        tasks = [
            asyncio.ensure_future(self._read()),
            asyncio.ensure_future(self._write()),
            asyncio.ensure_future(self.subscriber.cut.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.hall.tables.live.leave(self.subscriber)
            for task in (*tasks, *([self._hint] if self._hint is not None else [])):
                task.cancel()
            await asyncio.wait(tasks)
            for task in tasks:
                failure = None if task.cancelled() else task.exception()
                if failure is not None and not isinstance(failure, _GONE):
                    log.error("socket_failed", error=repr(failure))
        if self.subscriber.cut.is_set():
            await self._close()

    async def _close(self) -> None:
        """Close a socket that may not be reading."""
        with contextlib.suppress(*_GONE):
            await asyncio.wait_for(self.socket.close(CLOSE_SLOW), CLOSE_SECONDS)

    async def _write(self) -> None:
        while True:
            await self.socket.send_text(await self.subscriber.next())

    async def _read(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            given = text if text is not None else (message.get("bytes") or b"")
            async with self.hall.costs.counted(self.address, patient=True) as meter:
                await Metered(self._take(given), meter)

    async def _take(self, text: str | bytes) -> None:
        """One message: done, or answered with what is wrong with it."""
        asked: dict[str, Any] = {}
        try:
            calm = self._bucket.take()
            if not calm:
                await asyncio.sleep(PAUSE)
            if len(text) > LONGEST_MESSAGE:
                raise TooLarge(f"a message has at most {LONGEST_MESSAGE} bytes")
            asked = _read_json(text)
            if not calm:
                raise TooFast("too many messages; slow down")
            _check_fields(asked)
            await self._do(_read_message(asked))
        except OrreryError as error:
            self._send_error(error, asked)
        except Exception:
            log.exception("message_failed", do=str(asked.get("do"))[:20])
            self._send_error(OrreryError("something went wrong here; nothing was lost"), asked)

    def _send_error(self, error: OrreryError, asked: dict[str, Any]) -> None:
        self.subscriber.send(encode({"is": "error", "id": _id_of(asked), **error.as_json()}))

    def _answer(self, message: Any, answer: dict[str, Any]) -> None:
        self.subscriber.send(encode({"is": "answer", "id": message.id, "answer": answer}))

    async def _do(self, message: Any) -> None:
        if message.do in ("hint", "coach"):
            self._start_hint(message)
            return
        answer = await getattr(self, f"_do_{message.do}")(message)
        if answer is not None:
            self._answer(message, answer)

    # What can be asked

    async def _do_play(self, m: socket_wire.DoPlay) -> dict[str, Any] | None:
        asker = None
        if self.subscriber.brief and m.id is not None:
            asker = Asker(self.subscriber, m.id)
        played = await self.hall.tables.play(self.table_id, self.person, m.seat, m.n, m.move, asker)
        if asker is not None and asker.answered:
            return None
        return {"n": played.n, "held": True} if played.held else {"n": played.n}

    async def _do_undo(self, m: socket_wire.DoUndo) -> dict[str, Any]:
        outcome = await self.hall.tables.undo(self.table_id, self.person, m.seat, m.n)
        return {"outcome": outcome}

    async def _do_agree(self, m: socket_wire.DoAgree) -> dict[str, Any]:
        outcome = await self.hall.tables.answer(self.table_id, self.person, m.n, m.agree)
        return {"outcome": outcome}

    async def _do_resign(self, m: socket_wire.DoResign) -> dict[str, Any]:
        return {"n": await self.hall.tables.resign(self.table_id, self.person, m.seat, m.n)}

    async def _do_preview(self, m: socket_wire.DoPreview) -> dict[str, Any]:
        steps = await self.hall.advice.preview(self.table_id, self.person, m.seat, m.n, m.move)
        return {"steps": steps}

    async def _do_why(self, m: socket_wire.DoWhy) -> dict[str, Any]:
        advice = self.hall.advice
        return await advice.why(self.table_id, self.person, m.seat, m.n, m.move, m.lang)

    async def _do_chat(self, m: socket_wire.DoChat) -> dict[str, Any]:
        if self.person is None:
            raise NoToken("guests talk, strangers watch: POST /api/guests makes a guest")
        line = await say(self.hall, self.person, self.table_id, m.text, self.address)
        return {"id": line["id"]}

    async def _do_windows(self, m: socket_wire.DoWindows) -> dict[str, Any]:
        await self.hall.tables.holding.set_passes(self.table_id, self.person, m.seat, m.passes)
        return {}

    async def _do_show(self, m: socket_wire.DoShow) -> dict[str, Any]:
        wanted = WATCHER if m.seat is None else m.seat
        async with self.hall.tables.at(self.table_id) as table:
            if wanted != WATCHER and not table.holds(self.subscriber.me, wanted):
                raise NotYourSeat(f"seat {wanted} is not yours to look from")
            self.subscriber.show = wanted
        return await self._since(-1)

    async def _do_since(self, m: socket_wire.DoSince) -> dict[str, Any]:
        return await self._since(m.n)

    async def _since(self, n: int) -> dict[str, Any]:
        """Send the table again, with what happened after an event."""
        self.hall.connections.check_reads(self.address)
        async with self.hall.tables.at(self.table_id) as table:
            me, seat = self.subscriber, self.subscriber.seat_at(table)
            presence = self.hall.tables.live.presence(table)
            chat = await self.hall.tables.chat(table)
            frame = await frames.table_frame(
                table, self.person, seat, n, me.board, presence, chat, me.changes
            )
            self.subscriber.send_asked(encode(frame))
            self.subscriber.n = table.n
            return {"n": table.n}

    async def _do_ping(self, m: socket_wire.DoPing) -> dict[str, Any]:
        return {}

    def _start_hint(self, message: socket_wire.DoHint | socket_wire.DoCoach) -> None:
        """A bot takes its time; meanwhile the socket goes on."""
        if self._hint is not None and not self._hint.done():
            raise TooFast("a bot is thinking about the last question still")
        self._hint = asyncio.ensure_future(self._give_hint(message))

    async def _give_hint(self, m: socket_wire.DoHint | socket_wire.DoCoach) -> None:
        give = self.hall.advice.hint if m.do == "hint" else self.hall.advice.coach
        try:
            found = await give(self.table_id, self.person, m.seat, m.n)
            self._answer(m, found)
        except OrreryError as error:
            self._send_error(error, {"id": m.id})
        except Exception:
            log.exception("hint_failed")
            self._send_error(OrreryError("something went wrong here"), {"id": m.id})


def _read_json(text: str | bytes) -> dict[str, Any]:
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise BadRequest("a message is a JSON object") from None
    if not isinstance(found, dict):
        raise BadRequest("a message is a JSON object")
    return found


def _check_fields(asked: dict[str, Any]) -> None:
    """To say of each of a thousand fields what is wrong with it would take long."""
    if len(asked) > MOST_FIELDS:
        raise BadRequest(f"a message has at most {MOST_FIELDS} fields")


def _read_message(asked: dict[str, Any]) -> Any:
    try:
        return _messages.validate_python(asked)
    except ValidationError as error:
        raise bad_shape(error.errors(include_url=False, include_input=False)) from None


def bad_shape(problems: Any) -> BadRequest:
    """What is wrong with the shape of a request, and where."""
    first = problems[0]
    where = ".".join(str(part) for part in first["loc"])
    said = str(first["msg"])[:200]
    return BadRequest(f"{where[:80] or 'the request'}: {said}", detail={"where": where[:80]})


def _id_of(asked: dict[str, Any]) -> int | str | None:
    given = asked.get("id")
    if isinstance(given, int) and not isinstance(given, bool):
        return given if abs(given) <= 2**53 else None
    return given if isinstance(given, str) and len(given) <= 64 else None
