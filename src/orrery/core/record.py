"""Records: a whole game as one JSON document that anybody can check.

    {"format", "game", "ruleset", "options", "seats", "start", "dice", "events", "result"}

Every event is chained to the one before it:

    leaf_n  = SHA-256(salt_n | text_n)         salt_n = HMAC(secret, "salt" | n)
    chain_n = SHA-256(chain_n-1 | leaf_n)

The text of event 0 is the head of the document, so that nothing in it can be changed unseen.
A public event carries its salt. In a record for one seat the events it may not see carry only
their leaf: the chain still holds, and nobody can find the text by trying all the cards.
When the game is over the secret is in the record, and with it every salt and every roll.
"""

import functools
import hashlib
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .contract import CHANCE
from .dice import ClosedDice, DailyDice, Dice, SealedDice, SeededDice, commitment, keyed
from .errors import BadOption, BadRecord, GameOver, OrreryError
from .events import BROKEN_OFF, Event, Player, sees
from .game import Game
from .match import Match
from .record_shape import check_shape, no_repeats, short
from .words import common

FORMAT = "orrery-record/1"
LARGEST = 16 * 1024 * 1024
"""A file of more bytes than this is no record."""
_HEAD = ("format", "game", "ruleset", "options", "seats", "start", "dice")


_writer = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def canonical(value: object) -> bytes:
    """The one way to write a JSON value as bytes."""
    return _writer.encode(value).encode()


def salt(secret: bytes, n: int) -> str:
    """The salt of event n."""
    return keyed(secret, b"salt", b"%d" % n)[:16].hex()


def leaf(salt_text: str, text: bytes) -> str:
    """What the chain holds of an event."""
    return hashlib.sha256(salt_text.encode() + b"|" + text).hexdigest()


def link(before: str, leaf_text: str) -> str:
    """The chain after one more event."""
    return hashlib.sha256(f"{before}|{leaf_text}".encode()).hexdigest()


@dataclass(frozen=True)
class Record:
    """One game, written down."""

    body: Mapping[str, Any]

    # Writing

    @classmethod
    def of(cls, match: Match, seat: int | None = None, names: Sequence[str] = ()) -> "Record":
        """The record of a match; for a seat (WATCHER: nobody) with what it may not see left out.

        A whole record gives the secret away, so while a table's game goes on it only ever
        hands out redacted ones.
        """
        if seat is not None and not match.over and isinstance(match.dice, SeededDice):
            raise BadOption("a game from a seed keeps no secrets, so nothing can be left out of it")
        head = record_head(match, names)
        secret = match.dice.secret
        events, chain = [], link("", leaf(salt(secret, 0), canonical(head)))
        first = {"salt": salt(secret, 0), "chain": chain}
        for n, written in enumerate(_events(match), 1):
            public, body = written
            hidden = seat is not None and not match.over and not sees(public.audience, seat)
            text = leaf(salt(secret, n), canonical(body))
            chain = link(chain, text)
            proof = {"leaf": text} if hidden else {"salt": salt(secret, n)}
            shown = {**body, "move": public.masked} if hidden and "move" in body else body
            events.append({**shown, **proof, "chain": chain})
        result = match.result.as_json() if match.result else None
        return cls(
            {
                **head,
                "begin": first,
                "events": events,
                "result": result,
                "secret": secret.hex() if _may_reveal(match, seat) else None,
            }
        )

    def text(self) -> str:
        """The record as a file: one line an event, always the same way."""
        lines = ["{"]
        for key, value in self.body.items():
            if key == "events":
                rows = ",\n".join("  " + canonical(event).decode() for event in value)
                lines.append(f' "events": [\n{rows}\n ],' if value else ' "events": [],')
            else:
                comma = "" if key == "secret" else ","
                lines.append(f" {json.dumps(key)}: {canonical(value).decode()}{comma}")
        return "\n".join([*lines, "}", ""])

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.text(), "utf-8")

    # Reading

    @classmethod
    def load(cls, path: str | Path, strict: bool = False) -> "Record":
        """Read a record from a file; `strict` as in `read`."""
        path = Path(path)
        try:
            if path.stat().st_size > LARGEST:
                raise BadRecord("the file is too large for a record")
            text = path.read_text("utf-8")
        except OSError as error:
            raise BadRecord(f"cannot read '{path}': {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise BadRecord(f"'{path}' is no text, at byte {error.start}") from None
        return cls.read(text, strict)

    @classmethod
    def read(cls, text: str, strict: bool = False) -> "Record":
        """Read a record from text; strictly, not a space may be other than `text` writes it."""
        try:
            body = json.loads(text, object_pairs_hook=no_repeats)
        except (ValueError, RecursionError) as error:
            where = getattr(error, "lineno", "?")
            raise BadRecord(f"the record is cut short or no JSON, at line {where}") from None
        record = cls.of_json(body)
        if strict and record.text() != text:
            line = _first_difference(record.text(), text)
            raise BadRecord(f"line {line} was changed: records are written in one way only")
        return record

    @classmethod
    def of_json(cls, body: object) -> "Record":
        """A record from parsed JSON; its shape is checked, its contents are not."""
        if not isinstance(body, dict):
            raise BadRecord("a record is a JSON object")
        if body.get("format") != FORMAT:
            raise BadRecord(f"the format is {short(body.get('format'))}, not '{FORMAT}'")
        wanted = {*_HEAD, "begin", "events", "result", "secret"}
        for key in sorted(wanted ^ set(body)):
            raise BadRecord(f"'{short(key)}' is {'missing' if key in wanted else 'unknown'}")
        check_shape(body)
        return cls({key: body[key] for key in (*_HEAD, "begin", "events", "result", "secret")})

    @property
    def game_name(self) -> str:
        """The game that was played."""
        return str(self.body["game"])

    def replay(self, game: Game, events: int | None = None) -> Match:
        """The match, played again (up to some event); BadRecord names the first bad event."""
        steps = self.replay_steps(game)
        match = next(steps)
        for _ in itertools.islice(steps, events):
            pass
        return match

    def replay_steps(self, game: Game) -> Iterator[Match]:
        """The match as it begins, and then, the same object, after every event."""
        self._check_ruleset(game)
        head = self.body
        try:
            match = Match(
                game,
                head["options"],
                ruleset=head["ruleset"],
                dice=self._dice(),
                rolls=False,
                position=head["start"],
                players=[read_player(player) for player in head["seats"]],
            )
        except OrreryError as error:
            raise BadRecord(f"the record cannot begin: {error.message}", event=0) from None
        yield match
        ended = False
        for n, event in enumerate(head["events"], 1):
            if ended:
                raise BadRecord(f"event {n} comes after the end", event=n)
            _apply(match, n, event)
            ended = event["kind"] == "end"
            yield match

    def _check_ruleset(self, game: Game) -> None:
        try:
            game.read_ruleset(self.body["ruleset"])
        except BadOption as error:
            raise BadRecord(
                f"the record cannot be played again: {error.message}",
                detail={"rulesets": list(game.rulesets)},
            ) from None

    def _dice(self) -> Dice:
        dice, secret = self.body["dice"], self.body["secret"]
        if dice["kind"] == "seed":
            return SeededDice(dice["seed"])
        if dice["kind"] == "daily":
            if secret is None:
                return ClosedDice(dice["commitment"], day=dice["day"])
            return DailyDice(bytes.fromhex(secret), dice["day"])
        nonces = [bytes.fromhex(nonce) for nonce in dice["nonces"]]
        if secret is None:
            return ClosedDice(dice["commitment"], nonces)
        return SealedDice(bytes.fromhex(secret), nonces)

    # Checking

    def verify(self, game: Game, language: str = "en") -> str:
        """Check chain, rules and dice; a sentence says what holds, BadRecord what does not."""
        say = functools.partial(common().say, language)
        self._verify_chain()
        hidden = sum("leaf" in event for event in self.body["events"])
        if hidden:
            self._verify_redacted(game)
            return say("verify.redacted", n=hidden)
        match = self.replay(game)
        self._verify_result(match)
        if self.body["secret"] is None:
            day = self.body["dice"].get("day")
            return say("verify.day", day=day) if day else say("verify.sealed")
        self._verify_secret()
        rolls, typed = self._verify_rolls(game)
        what = say("verify.rolls", n=rolls) if rolls else say("verify.no_rolls")
        told = say("verify.holds", what=what)
        return f"{told} {say('verify.typed', n=typed)}" if typed else told

    def _verify_redacted(self, game: Game) -> None:
        self._check_ruleset(game)
        if self.body["result"] is not None or self.body["secret"] is not None:
            raise BadRecord("a record that leaves moves out has no result and no secret")

    def _verify_chain(self) -> None:
        head = {key: self.body[key] for key in _HEAD}
        begin = self.body["begin"]
        chain = link("", leaf(begin["salt"], canonical(head)))
        if chain != begin["chain"]:
            raise BadRecord("the head of the record was changed", event=0)
        for n, event in enumerate(self.body["events"], 1):
            body = {k: v for k, v in event.items() if k not in ("salt", "leaf", "chain")}
            text = event["leaf"] if "leaf" in event else leaf(event["salt"], canonical(body))
            chain = link(chain, text)
            if chain != event["chain"]:
                raise BadRecord(f"event {n} was changed", event=n)

    def _verify_result(self, match: Match) -> None:
        result = match.result.as_json() if match.result else None
        if canonical(result) != canonical(self.body["result"]):
            raise BadRecord("the result is not what the events lead to", event=len(match.log))
        last = self.body["events"][-1:]
        if result is not None and match.log and last[0]["kind"] != "end":
            raise BadRecord("the record is cut short: its end is missing", event=len(match.log) + 1)
        daily = self.body["dice"]["kind"] == "daily"  # its secret waits for the end of the day
        if result is not None and self.body["secret"] is None and not daily:
            raise BadRecord("the game is over, but the secret of its dice is missing")

    def _verify_secret(self) -> None:
        dice, secret = self.body["dice"], bytes.fromhex(self.body["secret"])
        kept = self._dice().secret if dice["kind"] == "seed" else secret
        if kept != secret or commitment(secret) != dice["commitment"]:
            raise BadRecord("the secret is not the one that was committed to", event=0)
        for n, event in enumerate([self.body["begin"], *self.body["events"]]):
            if "salt" in event and event["salt"] != salt(secret, n):
                raise BadRecord(f"the salt of event {n} was changed", event=n)

    def _verify_rolls(self, game: Game) -> tuple[int, int]:
        """Draw every roll again. Rolls that people typed in cannot be checked, only counted."""
        match = self.replay(game, 0)
        rolls = typed = 0
        for n, event in enumerate(self.body["events"], 1):
            if event["kind"] == "ply" and event["by"] == "chance" and not event.get("typed"):
                codes, weights = match.legal_codes(), match.weights()
                drawn = codes[match.dice.choose(n, weights, match.draw_name())]
                expected = match.game.notation.move_text(match.state[0], drawn)
                if expected != event["move"]:
                    raise BadRecord(
                        f"event {n} says '{short(event['move'])}', but the dice gave '{expected}'",
                        event=n,
                    )
                rolls += 1
            typed += bool(event.get("typed"))
            _apply(match, n, event)
        return rolls, typed


def _first_difference(wanted: str, found: str) -> int:
    pairs = zip(wanted.split("\n"), found.split("\n"), strict=False)
    same = list(itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
    return len(same) + 1


def _may_reveal(match: Match, seat: int | None) -> bool:
    return seat is None or match.over


def record_head(match: Match, names: Sequence[str] = ()) -> dict[str, Any]:
    """What a record says before its first event: game, options, seats, dice."""
    dice = match.dice
    named = [Player(name) for name in names]
    players = (*named, *match.first_players[len(named) :])[: match.seats]
    promise = dice.promise if isinstance(dice, ClosedDice) else commitment(dice.secret)
    facts: dict[str, Any] = {"kind": dice.kind, "commitment": promise}
    if isinstance(dice, SeededDice):
        facts["seed"] = dice.seed
    elif isinstance(dice, DailyDice) or (isinstance(dice, ClosedDice) and dice.day):
        facts |= {"kind": "daily", "day": dice.day}
    else:
        facts["nonces"] = [nonce.hex() for nonce in dice.nonces]
    return {
        "format": FORMAT,
        "game": match.game.name,
        "ruleset": match.ruleset,
        "options": match.options,
        "seats": [player.as_json() for player in players],
        "start": match.start,
        "dice": facts,
    }


def event_body(event: Event) -> dict[str, Any]:
    """An event as a record has it, with nothing left out."""
    by: int | str = "chance" if event.by == CHANCE else event.by
    body: dict[str, Any] = {"kind": event.kind, "by": by}
    if event.kind == "ply":
        body["move"] = event.text
        if event.typed:
            body["typed"] = True
    elif event.kind == "timeout":
        body["ends"] = event.ends
    elif event.player is not None:
        body |= event.player.as_json()
    return body


def end_body(match: Match) -> dict[str, Any] | None:
    """The last event of a finished match; None while it goes on, or where nothing happened."""
    if match.result is None or not (match.log or match.broken_off):
        return None
    return {"kind": "end", "by": "chance", "result": match.result.as_json()}


def _events(match: Match) -> Iterator[tuple[Event, dict[str, Any]]]:
    for event in match.log:
        yield event, event_body(event)
    end = end_body(match)
    if end is not None:
        yield Event("end", CHANCE), end


def _apply(match: Match, n: int, event: Mapping[str, Any]) -> None:
    """Play one event of a record in a match; BadRecord names it if that is not possible."""
    try:
        if event["kind"] == "ply":
            _apply_ply(match, event)
        elif event["kind"] == "undo":
            _apply_undo(match, event)
        elif event["kind"] == "resign":
            match.resign(event["by"])
        elif event["kind"] == "timeout":
            match.timeout(event["by"], event["ends"])
        elif event["kind"] == "seat":
            match.reseat(event["by"], read_player(event))
        else:
            _apply_end(match, event)
    except BadRecord as error:
        raise BadRecord(f"event {n}: {error.message}", event=n) from None
    except (OrreryError, IndexError) as error:
        said = error.message if isinstance(error, OrreryError) else "nothing to take back"
        rule = getattr(error, "rule", None)
        raise BadRecord(f"event {n} is not possible: {said}", event=n, rule=rule) from None


def read_player(body: Mapping[str, Any]) -> Player:
    """Who sits down, from an event or from the head of a record."""
    return Player(body["name"], body.get("bot", ""))


def _apply_end(match: Match, event: Mapping[str, Any]) -> None:
    reason = event["result"].get("reason")
    if match.result is None and reason in BROKEN_OFF:
        match.break_off(reason)
    result = match.result
    if result is None or canonical(result.as_json()) != canonical(event["result"]):
        raise BadRecord("the game has not ended so")


def _apply_undo(match: Match, event: Mapping[str, Any]) -> None:
    match.undo_ply()
    by = match.log[-1].by
    if event["by"] != ("chance" if by == CHANCE else by):
        raise BadRecord(f"that ply was not made by {event['by']}")


def _apply_ply(match: Match, event: Mapping[str, Any]) -> None:
    by = CHANCE if event["by"] == "chance" else event["by"]
    if match.over:
        raise GameOver("the game is over")
    if by != match.turn:
        raise BadRecord(f"it is not the turn of {event['by']}")
    if "leaf" in event:
        raise BadRecord("this record leaves moves out, so it cannot be played again")
    codes = match.read(event["move"])
    if len(codes) != 1:
        raise BadRecord("a record has one move an event")
    match.play(codes[0], typed=bool(event.get("typed")))
    if match.log[-1].text != event["move"]:
        raise BadRecord(f"'{short(event['move'])}' is written '{match.log[-1].text}'")
