"""Tables: make, find, sit, leave, play, take back, resign, play again."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from orrery.core.contract import WATCHER
from orrery.server import frame_shapes, frames, listing, talk, wire
from orrery.server.errors import NotNow, NotYourSeat
from orrery.server.hall import Hall
from orrery.server.people import Person
from orrery.server.table import Table
from orrery.server.visitors import HallHere, Known, Visitor, Welcome, address_of, check_creations

from . import ERRORS, SeatInPath, TableId, reply

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=ERRORS)
SeatWanted = Annotated[
    int | None, Query(ge=0, le=15, description="One of one's own seats; without, one watches.")
]
Since = Annotated[int, Query(ge=-1, le=2**31 - 1, description="Only events after this one.")]


def own_seat(table: Table, person: Person | None, seat: int | None) -> int:
    """The seat somebody wants to look from, if it is theirs."""
    if seat is None:
        return WATCHER
    if not table.holds(person.id if person else None, seat):
        raise NotYourSeat(f"seat {seat} is not yours to look from", detail={"seat": seat})
    return seat


def facts(table: Table, person: Person | None) -> frame_shapes.TableFacts:
    """What there is to know of a table, for one person."""
    return frames.facts_frame(table, person.id if person else None)


@router.post("", status_code=201, response_model=frame_shapes.MadeTable)
async def make_table(
    hall: HallHere, request: Request, response: Response, person: Welcome, wanted: wire.NewTable
) -> Response:
    """A new table, bound to its dice; it begins when everybody has sat down, the maker too."""
    check_creations(hall, request)
    table = await hall.seating.create(person, wanted, hall.promises)
    made = {**facts(table, person), "promise": hall.promises.of(person.id)}
    return reply(made, response, 201)


@router.get("", response_model=wire.TableList)
async def list_tables(hall: HallHere, person: Visitor) -> Response:
    """One's own tables, newest first; a stranger has none."""
    if person is None:
        return reply({"tables": [], "promise": None})
    found = await listing.tables_of(hall.tables, person)
    return reply({"tables": found, "promise": hall.promises.of(person.id)})


@router.get("/{table_id}", response_model=frame_shapes.TablePage)
async def show_table(
    hall: HallHere,
    person: Visitor,
    table_id: TableId,
    seat: SeatWanted = None,
    since: Since = -1,
    board: bool = False,
) -> Response:
    """A table as one of its seats sees it, or anybody; the same as a socket's first frame."""
    if seat is not None:
        await hall.tables.hear_of(table_id, person, seat)
    async with hall.tables.at(table_id) as table:
        hall.tables.live.ask_for(table.id)
        hall.tables.look_at(table)
        shown = own_seat(table, person, seat)
        chat = await hall.tables.chat(table)
        presence = hall.tables.live.presence(table)
        frame = await frames.table_frame(table, person, shown, since, board, presence, chat)
        return reply({key: value for key, value in frame.items() if key != "is"})


@router.post("/{table_id}/seats/{seat}", response_model=frame_shapes.TableFacts)
async def sit_down(
    hall: HallHere,
    response: Response,
    person: Welcome,
    table_id: TableId,
    seat: SeatInPath,
    wanted: wire.SitDown,
) -> Response:
    """Take an open seat, or come back to one's own."""
    table = await hall.seating.sit(table_id, person, seat, wanted.nonce, wanted.name)
    return reply(facts(table, person), response)


@router.post("/{table_id}/seats", response_model=frame_shapes.TableFacts)
async def sit_on_mine(
    hall: HallHere, person: Known, table_id: TableId, wanted: wire.TakeSeats
) -> Response:
    """Sit down on every seat that is kept for one, and add to the dice."""
    table = await hall.seating.sit_on_mine(table_id, person, wanted.nonce)
    return reply(facts(table, person))


@router.delete("/{table_id}/seats/{seat}", response_model=frame_shapes.TableFacts)
async def get_up(hall: HallHere, person: Known, table_id: TableId, seat: SeatInPath) -> Response:
    """Leave a seat; during the game a bot plays on, and one may come back."""
    return reply(facts(await hall.seating.leave(table_id, person, seat), person))


@router.put("/{table_id}/seats/{seat}", response_model=frame_shapes.TableFacts)
async def set_seat(
    hall: HallHere, person: Known, table_id: TableId, seat: SeatInPath, wanted: wire.SetSeat
) -> Response:
    """Give a seat to a bot, or (the host, before the game) open it or let somebody back."""
    if wanted.kind == "bot":
        table = await hall.seating.give_to_bot(table_id, person, seat, wanted.level)
    elif wanted.kind == "welcome":
        table = await hall.seating.welcome_back(table_id, person, seat)
    else:
        table = await hall.seating.open_seat(table_id, person, seat)
    return reply(facts(table, person))


@router.put("/{table_id}/seats/{seat}/windows", response_model=frame_shapes.TableFacts)
async def set_passes(
    hall: HallHere, person: Known, table_id: TableId, seat: SeatInPath, wanted: wire.SetPasses
) -> Response:
    """Choose the windows in others' turns in which one always passes; nobody else is told."""
    table = await hall.tables.holding.set_passes(table_id, person, seat, wanted.passes)
    return reply(facts(table, person))


@router.post("/{table_id}/moves")
async def play_move(
    hall: HallHere, person: Known, table_id: TableId, wanted: wire.PlayMove
) -> wire.Done:
    """Make a move after event n; Stale if something has happened since."""
    played = await hall.tables.play(table_id, person, wanted.seat, wanted.n, wanted.move)
    return wire.Done(n=played.n, held=played.held)


@router.post("/{table_id}/undo")
async def take_back(
    hall: HallHere, person: Known, table_id: TableId, wanted: wire.Act
) -> wire.UndoAnswer:
    """Take back one's last decision, or ask the others whether one may."""
    outcome = await hall.tables.undo(table_id, person, wanted.seat, wanted.n)
    return wire.UndoAnswer.model_validate({"outcome": outcome})


@router.post("/{table_id}/agree")
async def agree(
    hall: HallHere, person: Known, table_id: TableId, wanted: wire.Agree
) -> wire.UndoAnswer:
    """Agree to a take-back, or refuse it."""
    outcome = await hall.tables.answer(table_id, person, wanted.n, wanted.agree)
    return wire.UndoAnswer.model_validate({"outcome": outcome})


@router.post("/{table_id}/resign")
async def resign(hall: HallHere, person: Known, table_id: TableId, wanted: wire.Act) -> wire.Done:
    """Give up: the game ends, or a bot plays on if others among three or more are left."""
    return wire.Done(n=await hall.tables.resign(table_id, person, wanted.seat, wanted.n))


@router.post("/{table_id}/preview", response_model=wire.PreviewAnswer)
async def preview(
    hall: HallHere, person: Known, table_id: TableId, wanted: wire.PlayMove
) -> Response:
    """What a move would do, up to the first chance, reveal or other's decision."""
    found = await hall.advice.preview(table_id, person, wanted.seat, wanted.n, wanted.move)
    return reply({"steps": found})


@router.post("/{table_id}/why")
async def why(
    hall: HallHere, person: Known, table_id: TableId, wanted: wire.AskWhy
) -> wire.WhyAnswer:
    """Which rule a move breaks, if any."""
    found = await hall.advice.why(table_id, person, wanted.seat, wanted.n, wanted.move, wanted.lang)
    return wire.WhyAnswer.model_validate(found)


@router.post("/{table_id}/hint")
async def hint(
    hall: HallHere, person: Known, table_id: TableId, wanted: wire.Act
) -> wire.HintAnswer:
    """What a strong bot would do, from what the seat knows."""
    found = await hall.advice.hint(table_id, person, wanted.seat, wanted.n)
    return wire.HintAnswer.model_validate(found)


@router.post("/{table_id}/coach")
async def coach(
    hall: HallHere, person: Known, table_id: TableId, wanted: wire.Act
) -> wire.CoachAnswer:
    """The three best moves, the chance that each leaves, and the line behind it."""
    found = await hall.advice.coach(table_id, person, wanted.seat, wanted.n)
    return wire.CoachAnswer.model_validate(found)


@router.post("/{table_id}/rematch", response_model=frame_shapes.TableFacts)
async def rematch(hall: HallHere, request: Request, person: Known, table_id: TableId) -> Response:
    """Once more with the same people, another seat first; there is one rematch a table."""
    check_creations(hall, request)
    return reply(facts(await hall.seating.rematch(table_id, person), person))


@router.post("/{table_id}/chat", status_code=201, response_model=frame_shapes.ChatLine)
async def chat(
    hall: HallHere,
    request: Request,
    response: Response,
    person: Welcome,
    table_id: TableId,
    wanted: wire.Say,
) -> Response:
    """Say something at a table."""
    line = await say(hall, person, table_id, wanted.text, address_of(request))
    return reply(frames.chat_line(line, person.id), response, 201)


async def say(hall: Hall, person: Person, table_id: str, text: str, address: str) -> dict[str, Any]:
    """Keep a line of chat and send it to everybody, unless it comes too soon after others."""
    text = talk.read_text(text)
    async with hall.tables.at(table_id) as table:
        if table.origin != "table":
            raise NotNow("nobody sits at a record")
        hall.talk_pace.take(person, table_id, address)
        line = await talk.say(hall.store, hall.server, table, person, text)
        if table.chat is not None:
            table.chat.append(line)
        hall.tables.live.send_chat(table_id, [line])
        return line
