"""Who asks: from a cookie (browsers) or a bearer token (programs)."""

from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from .addresses import visitor_at
from .errors import BadToken, NoToken, TooFast
from .hall import Hall
from .people import Person

COOKIE = "orrery_guest"
_YEAR = 365 * 24 * 3600


def get_hall(request: HTTPConnection) -> Hall:
    """The hall that this app serves."""
    return request.app.state.hall  # type: ignore[no-any-return]


async def _hall(request: HTTPConnection) -> Hall:  # what is not async runs in a thread
    return get_hall(request)


HallHere = Annotated[Hall, Depends(_hall)]


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from, as limits count it."""
    return visitor_at(request.client.host) if request.client else "?"


def token_of(request: HTTPConnection) -> tuple[str | None, bool]:
    """The token that came with a request, and whether it is a program's."""
    given = request.headers.get("authorization", "")
    if given:
        scheme, _, token = given.partition(" ")
        if scheme.casefold() != "bearer" or not token.strip() or len(token) > 200:
            raise BadToken("the Authorization header is 'Bearer' and a token")
        return token.strip(), True
    token = request.cookies.get(COOKIE, "")
    return (token if 0 < len(token) <= 200 else None), False


async def find_visitor(request: HTTPConnection) -> Person | None:
    """The guest who asks, if they are known. A cookie that is out of date counts as none."""
    token, by_program = token_of(request)
    if token is None:
        return None
    people = get_hall(request).people
    try:
        person = await people.find(token)
        people.saw(person.id, address_of(request))
        return person
    except BadToken:
        if by_program:
            raise
        return None


async def need_visitor(request: Request) -> Person:
    """The guest who asks; NoToken if nobody knows them."""
    person = await find_visitor(request)
    if person is None:
        raise NoToken("this needs a guest: POST /api/guests makes one")
    return person


async def welcome_visitor(request: Request, response: Response) -> Person:
    """The guest who asks; somebody new becomes one, with a name and a cookie."""
    person = await find_visitor(request)
    if person is not None:
        return person
    hall = get_hall(request)
    check_creations(hall, request)
    person, token = await hall.people.welcome()
    hall.people.saw(person.id, address_of(request))
    set_cookie(request, response, token)
    request.state.new_token = token  # whatever becomes of the request, they are a guest now
    return person


def check_creations(hall: Hall, request: HTTPConnection) -> None:
    """Refuse an address that makes too many things."""
    if not hall.creations.take(address_of(request)):
        raise TooFast("that is too many new things from one address; wait a minute")


def set_cookie(request: HTTPConnection, response: Response, token: str) -> None:
    """Let a browser be known from now on, to this site alone and not to its scripts."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=_YEAR,
        path="/",
        secure=request.url.scheme in ("https", "wss"),
        httponly=True,
        samesite="strict",
    )


def drop_cookie(request: HTTPConnection, response: Response) -> None:
    """Let a browser be nobody again."""
    response.delete_cookie(
        COOKIE,
        path="/",
        secure=request.url.scheme in ("https", "wss"),
        httponly=True,
        samesite="strict",
    )


Visitor = Annotated[Person | None, Depends(find_visitor)]
Known = Annotated[Person, Depends(need_visitor)]
Welcome = Annotated[Person, Depends(welcome_visitor)]
