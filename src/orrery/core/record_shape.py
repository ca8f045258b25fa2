"""The shape of a record: every key there, of the right kind, and no other."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from .dice import SEEDS
from .errors import BadRecord

_KINDS = {
    "ply": {"move"},
    "undo": set[str](),
    "seat": {"name"},
    "resign": set[str](),
    "timeout": {"ends"},
    "end": {"result"},
}
_PROOF_LENGTHS = {"salt": 32, "leaf": 64, "chain": 64}


def short(value: object) -> str:
    """A value in a message, cut to a readable length."""
    text = str(value)
    return text if len(text) <= 40 else text[:40] + "..."


def no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose keys all differ."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadRecord("a record names no key twice")
    return found


def _is_hex(value: object, length: int | None = None) -> bool:
    if not isinstance(value, str) or (length is not None and len(value) != length):
        return False
    return len(value) % 2 == 0 and all(c in "0123456789abcdef" for c in value)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def check_shape(body: Mapping[str, Any]) -> None:
    """Refuse a record in which anything is missing, unknown or of the wrong kind."""
    problems = {
        "game": not isinstance(body["game"], str),
        "ruleset": not _is_whole(body["ruleset"]),
        "options": not isinstance(body["options"], dict),
        "seats": not _good_seats(body["seats"]),
        "start": not isinstance(body["start"], str | None),
        "dice": not _good_dice(body["dice"]),
        "begin": not _good_proof(body["begin"], {"salt", "chain"}),
        "events": not isinstance(body["events"], list),
        "result": not isinstance(body["result"], dict | None),
        "secret": not (body["secret"] is None or _is_hex(body["secret"], 64)),
    }
    for key, bad in problems.items():
        if bad:
            raise BadRecord(f"'{key}' is not as it should be", event=0)
    try:
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadRecord("the record holds characters that are none") from None
    for n, event in enumerate(body["events"], 1):
        if not _good_event(event):
            raise BadRecord(f"event {n} is not as it should be", event=n)


def _good_seats(seats: object) -> bool:
    return isinstance(seats, list) and all(
        isinstance(seat, dict) and set(seat) - {"bot"} == {"name"} and _good_names(seat)
        for seat in seats
    )


def _good_names(player: Mapping[str, Any]) -> bool:
    """A name, and for a bot what it is."""
    bot = player.get("bot", "?")
    return isinstance(player["name"], str) and isinstance(bot, str) and bot != ""


def _good_dice(dice: object) -> bool:
    if not isinstance(dice, dict) or not _is_hex(dice.get("commitment"), 64):
        return False
    if dice.get("kind") == "seed":
        seed = dice.get("seed")
        known = set(dice) == {"kind", "commitment", "seed"}
        return known and isinstance(seed, int) and _is_whole(seed) and -SEEDS <= seed < SEEDS
    if dice.get("kind") == "daily":
        day = dice.get("day")
        return set(dice) == {"kind", "commitment", "day"} and _is_day(day)
    nonces = dice.get("nonces")
    return (
        dice.get("kind") == "sealed"
        and set(dice) == {"kind", "commitment", "nonces"}
        and isinstance(nonces, list)
        and all(_is_hex(nonce) for nonce in nonces)
    )


def _is_day(value: object) -> bool:
    """A day as in 2026-11-15."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _good_proof(proof: object, keys: set[str]) -> bool:
    if not isinstance(proof, dict) or set(proof) != keys:
        return False
    return all(_is_hex(proof[key], _PROOF_LENGTHS[key]) for key in keys)


def _good_event(event: object) -> bool:
    if not isinstance(event, dict) or not isinstance(event.get("kind"), str):
        return False
    if event["kind"] not in _KINDS:
        return False
    proof = {key: event[key] for key in _PROOF_LENGTHS if key in event}
    rest = {key: value for key, value in event.items() if key not in proof}
    kind, by = event["kind"], rest.get("by")
    if rest.pop("typed", True) is not True or ("typed" in event and kind != "ply"):
        return False
    if kind in ("resign", "end", "seat", "timeout") and (by == "chance") != (kind == "end"):
        return False
    wanted = {"kind", "by", *_KINDS[kind], *({"bot"} & set(rest) if kind == "seat" else ())}
    return (
        (_good_proof(proof, {"salt", "chain"}) or _good_proof(proof, {"leaf", "chain"}))
        and set(rest) == wanted
        and (by == "chance" or (_is_whole(by) and by is not None and by >= 0))
        and isinstance(rest.get("move", ""), str)
        and isinstance(rest.get("ends", True), bool)
        and isinstance(rest.get("result", {}), dict)
        and (kind != "seat" or _good_names(rest))
    )
