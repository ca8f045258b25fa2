"""Guests."""

from fastapi import APIRouter, Request, Response

from orrery.server import wire
from orrery.server.hall import Hall
from orrery.server.people import Person
from orrery.server.visitors import (
    HallHere,
    Known,
    check_creations,
    drop_cookie,
    set_cookie,
    token_of,
)

from . import ERRORS

router = APIRouter(prefix="/api", tags=["people"], responses=ERRORS)


@router.post("/guests", status_code=201)
async def make_guest(
    hall: HallHere, request: Request, response: Response, wanted: wire.NewGuest
) -> wire.Guest:
    """A new guest, with a name at once; known by a cookie, or a program by its token."""
    check_creations(hall, request)
    person, token = await hall.people.welcome(wanted.name)
    if wanted.bearer:
        return _guest(hall, person, token)
    set_cookie(request, response, token)
    return _guest(hall, person)


@router.get("/me")
async def show_me(hall: HallHere, person: Known) -> wire.Guest:
    """Who one is."""
    return _guest(hall, person)


@router.put("/me")
async def rename_me(hall: HallHere, person: Known, wanted: wire.Rename) -> wire.Guest:
    """Take another name; seats of tables that have not begun take it along."""
    return _guest(hall, await hall.accounts.rename(person, wanted.name))


@router.post("/guests/me/token", status_code=201)
async def end_other_tokens(
    hall: HallHere, request: Request, response: Response, person: Known
) -> wire.Guest:
    """Sign out everywhere else: a new token for whoever asks, and all earlier ones end."""
    token = await hall.accounts.renew_token(person)
    if token_of(request)[1]:
        return _guest(hall, person, token)
    set_cookie(request, response, token)
    return _guest(hall, person)


@router.delete("/guests/me/token")
async def sign_out(
    hall: HallHere, request: Request, response: Response, person: Known
) -> wire.Guest:
    """End one's token: nobody is this guest any more, and their games stay."""
    await hall.accounts.end_token(person)
    drop_cookie(request, response)
    return wire.Guest(id=person.id, name=person.name)


@router.delete("/guests/me")
async def delete_me(
    hall: HallHere, request: Request, response: Response, person: Known
) -> wire.Guest:
    """Go for good: name, token and chat are deleted, and one's seats are left."""
    await hall.deletion.delete(person)
    drop_cookie(request, response)
    return wire.Guest(id=person.id, name=person.name)


def _guest(hall: Hall, person: Person, token: str | None = None) -> wire.Guest:
    promise = hall.promises.of(person.id)
    return wire.Guest(id=person.id, name=person.name, token=token, promise=promise)
