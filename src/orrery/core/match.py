"""A match: one game being played, checked at every step, with its whole log.

The log only grows. Taking a move back is an event of its own, so a draw that is repeated after
it is a new event, and so a new draw. The line is the log without what was taken back.
"""

import operator
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from . import runner as runners
from .contract import CHANCE, OVER, WATCHER
from .dice import Dice, SealedDice, generator
from .entries import winner
from .errors import BadNotation, BadOption, GameOver, IllegalMove
from .events import BROKEN_OFF, Ending, Event, Player, Result, sees
from .game import Game, State
from .jit import twin
from .options import Value
from .runner import Runner
from .steps import Note

if TYPE_CHECKING:
    from .record import Record

CHECKPOINT = 32
"""A copy of the state is kept every so many plies of the line."""


@dataclass
class _Line:
    """The plies that stand, and copies of the state on the way."""

    plies: list[Event] = field(default_factory=list)
    checkpoints: dict[int, State] = field(default_factory=dict)
    """The state after so many plies."""
    revealing: dict[int, bool] = field(default_factory=dict)
    """Whether a ply, by its number, has revealed anything, where that was asked."""

    def take_back(self) -> Event:
        """Drop the last ply, and the copies that were made after it."""
        taken = self.plies.pop()
        self.revealing.pop(len(self.plies), None)
        for ply in [ply for ply in self.checkpoints if ply > len(self.plies)]:
            del self.checkpoints[ply]
        return taken


@dataclass(slots=True)
class _Known:
    """What the rules say of the position as it stands, once somebody has asked."""

    turn: int | None = None
    codes: list[int] | None = None


class Match:
    """A game being played."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, object] | None = None,
        *,
        ruleset: int | None = None,
        dice: Dice | None = None,
        rolls: bool = True,
        position: str | None = None,
        players: Sequence[Player] = (),
        runner: Runner | None = None,
    ) -> None:
        self.game = game
        self.ruleset: int = game.read_ruleset(ruleset)
        """By which rules of the game it is played: the newest, unless older ones are wanted."""
        self.options: dict[str, Value] = game.read_options(options or {}, self.ruleset)
        self.dice: Dice = dice or SealedDice(secrets.token_bytes(32))
        self.rolls = rolls
        """Whether Nature plays by itself as soon as it is her turn."""
        self.start = position
        self.log: list[Event] = []
        self._runner = runner or runners.at_hand(game)
        self._line = _Line()
        self._ending: Ending | None = None
        self._state = self._runner.begin(game.option_vector(self.options, self.ruleset))
        if position is not None:
            game.notation.parse_position(self._state[0], position)
        self._now = _Known()
        self._line.checkpoints[0] = self._state.copy()
        self.first_players: tuple[Player, ...] = (*players, *[Player()] * self.seats)[: self.seats]
        """Who sat there when it began."""
        self._roll_on()

    def recall(
        self,
        log: Sequence[Event],
        states: Mapping[int, State] | None = None,
        broken_off: str | None = None,
    ) -> "Match":
        """Bring a match that has just begun to the end of its own log, trusted and not played.

        `states` are copies that were kept on the way, by the length of the log at that time;
        `broken_off` is why it was ended without a winner, if it was. Nature plays from here on.
        """
        for event in log:
            self._recall(event)
            if states and len(self.log) in states:
                self._line.checkpoints[len(self._line.plies)] = states[len(self.log)].copy()
        if broken_off is not None:
            self._ending = Ending(broken_off)
        self._state, self._now = self.state_at(len(self._line.plies)), _Known()
        self.rolls = True
        return self

    def use(self, runner: Runner) -> None:
        """Have the rules run by another runner, of the thread that the match is played in now."""
        self._runner = runner

    def _recall(self, event: Event) -> None:
        self.log.append(event)
        if event.kind == "ply":
            self._line.plies.append(event)
        elif event.kind == "undo":
            self._line.take_back()
        elif event.kind == "resign" or event.ends:
            self._ending = Ending("resigned" if event.kind == "resign" else "timeout", event.by)

    # What is

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.game.seats(self.options)

    @property
    def turn(self) -> int:
        """The seat that decides, or CHANCE, or OVER."""
        if self._ending is not None:
            return OVER
        if self._now.turn is None:
            self._now.turn = self._runner.turn(self._state)
        return self._now.turn

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.turn == OVER

    @property
    def plies(self) -> Sequence[Event]:
        """The plies that stand, oldest first."""
        return tuple(self._line.plies)

    @property
    def ply(self) -> int:
        """How many plies stand."""
        return len(self._line.plies)

    @property
    def state(self) -> State:
        """A copy of the state, with everything in it."""
        return self._state.copy()

    @property
    def position(self) -> str:
        """The position as one line of text."""
        return self.game.notation.position_text(self._state[0])

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        if self._ending is not None:
            return self._ending.result(self.seats)
        if not self.over:
            return None
        scores = tuple(self._runner.score(self._state, self.seats))
        notation = self.game.notation
        return Result(
            _winner(scores),
            notation.reason(self._state[0]),
            scores,
            notation.result_text(self._state[0]),
        )

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits there now."""
        now = list(self.first_players)
        for event in self.log:
            if event.player is not None:
                now[event.by] = event.player
        return tuple(now)

    @property
    def broken_off(self) -> bool:
        """Whether it was ended without a winner, before its rules ended it."""
        return self._ending is not None and self._ending.reason in BROKEN_OFF

    def legal(self) -> list[str]:
        """The legal moves as text; at chance the possible outcomes."""
        known = self._known()[0]
        text = self.game.notation.move_text
        return [] if self.over else [text(known, move) for move in self._codes()]

    def legal_codes(self) -> list[int]:
        """The legal moves as codes, ascending."""
        return [] if self.over else list(self._codes())

    def _codes(self) -> list[int]:
        if self._now.codes is None:
            self._now.codes = self._runner.moves(self._state)
        return self._now.codes

    def weights(self) -> list[int]:
        """At chance: the weight of each outcome of `legal`."""
        return self._runner.weights(self._state) if self.turn == CHANCE else []

    def view(self, seat: int = WATCHER) -> dict[str, Any]:
        """What a seat sees, as JSON; without a seat, what anybody may see."""
        return dict(self.game.view(self.knowledge(seat)[0], seat))

    def view_at(self, ply: int, seat: int = WATCHER) -> dict[str, Any]:
        """What a seat saw after so many plies of the line."""
        return dict(self.game.view(self._runner.hidden(self.state_at(ply), seat)[0], seat))

    def knowledge(self, seat: int) -> State:
        """A copy of the state that holds only what a seat knows."""
        if not -1 <= seat < self.seats:
            raise BadOption(f"there is no seat {seat}; seats are 0 to {self.seats - 1}")
        return self._runner.hidden(self._state, seat)

    def _known(self) -> State:
        """The state as the seat that decides knows it; texts and refusals come from it."""
        if self.turn < 0 or not self.game.has_hidden:
            return self._state
        return self.knowledge(self.turn)

    def __str__(self) -> str:
        lines = self.game.notation.board(self._state[0])
        return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)

    # What happens

    def play(self, move: str | int, typed: bool = True) -> "Match":
        """Play a move, given as text or as a code; a refusal names the rule and loses nothing.

        An outcome of chance may be played so as well; the log then says that it was typed in.
        """
        codes = self.read(move) if isinstance(move, str) else [_code(move)]
        played, decider = 0, self.turn
        try:
            for code in codes:
                if self.turn not in (decider, OVER):
                    raise IllegalMove("that goes on into somebody else's decision")
                self._play_one(code, typed)
                played += 1
        except (IllegalMove, GameOver):
            for _ in range(played):
                self._take_back()
                self.log.pop()
            raise
        self._roll_on()
        return self

    def read(self, text: str) -> Sequence[int]:
        """The move codes that a text means here; it must be possible to understand, not legal."""
        if self.over:
            raise GameOver("the game is over")
        if len(text) > 500:
            raise BadNotation("that is too long for a move")
        try:
            return self.game.notation.parse_move(self._known()[0], text)
        except IllegalMove as refusal:
            raise self.refusal(text, refusal.rule or "") from None

    def roll(self) -> str:
        """Let Nature play; the move is returned as text."""
        if self.turn != CHANCE:
            raise IllegalMove("there is nothing to roll now")
        codes, weights = self.legal_codes(), self.weights()
        code = codes[self.dice.choose(len(self.log) + 1, weights, self.draw_name())]
        self._play_one(code, typed=False)
        text = self.log[-1].text
        self._roll_on()
        return text

    def draw_name(self) -> str:
        """What the next draw is called: the same in every game where it is the same draw."""
        if self.game.solo.draw_name is not None:
            return self.game.solo.draw_name(self._state[0])
        return str(sum(event.by == CHANCE for event in self._line.plies))

    def undo(self) -> "Match":
        """Take back the last ply, and the rolls that led up to the decision before it."""
        self.undo_ply()
        while self.rolls and self.turn == CHANCE and self._line.plies:
            self.undo_ply()
        self._roll_on()
        return self

    def undo_ply(self) -> None:
        """Take back exactly one ply, a roll too."""
        if self._ending is not None:
            raise GameOver(f"the game has ended ({self._ending.reason}): nothing can be taken back")
        if not self._line.plies:
            raise IllegalMove("there is nothing to take back")
        taken = self._take_back()
        self.log.append(Event("undo", taken.by, text=taken.text, masked=taken.masked))

    def resign(self, seat: int) -> "Match":
        """Let a seat give up; the others share the win."""
        self._check_going_on(seat)
        self._ending = Ending("resigned", seat)
        self.log.append(Event("resign", seat))
        return self

    def timeout(self, seat: int, ends: bool = True) -> "Match":
        """Note that the time of a seat ran out; either that ends the game, or play goes on."""
        self._check_going_on(seat)
        if ends:
            self._ending = Ending("timeout", seat)
        self.log.append(Event("timeout", seat, ends=ends))
        return self

    def reseat(self, seat: int, player: Player) -> "Match":
        """Let somebody else hold a seat from now on."""
        self._check_going_on(seat)
        self.log.append(Event("seat", seat, player=player))
        return self

    def break_off(self, reason: str) -> "Match":
        """End a match that cannot be finished, without a winner; BROKEN_OFF has the reasons."""
        self._check_going_on(0)
        self._ending = Ending(reason)
        return self

    def _check_going_on(self, seat: int) -> None:
        if self.over:
            raise GameOver("the game is over")
        if not 0 <= seat < self.seats:
            raise BadOption(f"there is no seat {seat}; seats are 0 to {self.seats - 1}")

    def _play_one(self, code: int, typed: bool) -> None:
        decider = self.turn
        if decider == OVER:
            raise GameOver("the game is over")
        state = self._state[0]
        if code not in self._codes():
            raise self.refused(code)
        game = self.game
        audience = game.hidden.audience(state, code)
        text = game.notation.move_text(state, code)
        masked = text if audience == -1 else game.hidden.masked_text(state, code)
        by_hand = typed and decider == CHANCE
        event = Event("ply", decider, code, text, masked, audience, by_hand)
        self._runner.play(self._state, code)
        self._now = _Known()
        self.log.append(event)
        self._line.plies.append(event)
        if len(self._line.plies) % CHECKPOINT == 0:
            self._line.checkpoints[len(self._line.plies)] = self._state.copy()

    def _take_back(self) -> Event:
        taken = self._line.take_back()
        self._state, self._now = self.state_at(len(self._line.plies)), _Known()
        return taken

    def _roll_on(self) -> None:
        while self.rolls and self.turn == CHANCE:
            self.roll()

    def _code_text(self, code: int) -> str:
        if not 0 <= code < self.game.move_codes:
            raise BadNotation(f"there is no move {code}; codes are 0 to {self.game.move_codes - 1}")
        return self.game.notation.move_text(self._known()[0], code)

    def refused(self, code: int, language: str = "en", state: State | None = None) -> IllegalMove:
        """The error for a move that is not legal now, told from what its seat knows."""
        text = self._code_text(code)
        known = self._known() if state is None else state
        return self.refusal(text, self.game.why(known[0], code), language)

    def refusal(self, text: str, rule: str, language: str = "en") -> IllegalMove:
        """The error for a move that breaks a rule, with the rule's words."""
        words = self.game.rulebook.words_of(rule, self.game.words, language)
        return IllegalMove(f"'{text}' is refused: {words} ({rule})", rule=rule)

    # What was, what would be

    def state_at(self, ply: int) -> State:
        """The state after so many plies of the line."""
        kept = max(known for known in self._line.checkpoints if known <= ply)
        state = self._line.checkpoints[kept].copy()
        for event in self._line.plies[kept:ply]:
            self._runner.play(state, event.move)
        return state

    def follow(self, first: int, start: State | None = None) -> Iterator[State]:
        """The state after so many plies of the line, then after each one that comes behind.

        It is one copy that is played on: whoever wants to keep it copies it. Whoever has kept
        the first of these states gives it as `start`, and has it back changed.
        """
        state = self.state_at(first) if start is None else start
        yield state
        for event in self._line.plies[first:]:
            self._runner.play(state, event.move)
            yield state

    def views(self, first: int, seat: int = WATCHER) -> Iterator[dict[str, Any]]:
        """What a seat saw after so many plies of the line, then after each one behind."""
        for state in self.follow(first):
            yield dict(self.game.view(self._runner.hidden(state, seat)[0], seat))

    def steps(self, ply: int, seat: int = WATCHER) -> list[dict[str, Any]]:
        """What could be seen happening in one ply of the line, step by step."""
        state = self.state_at(ply)
        return [note.as_json() for note in self._told(state, self._line.plies[ply].move, seat)]

    def preview(self, move: str | int, seat: int = WATCHER) -> list[dict[str, Any]]:
        """The steps of a move that is not played; they stop at the first thing revealed.

        Where hands are hidden they are told of a state dealt anew from what the seat that
        decides knows, so that even a rule that forgets to say "this reveals" gives nothing away.
        """
        codes = self.read(move) if isinstance(move, str) else [_code(move)]
        steps: list[dict[str, Any]] = []
        state = self._imagined()
        decider = self.turn
        for code in codes:
            if self._runner.turn(state) != decider or decider == CHANCE:
                break
            if code not in self._runner.moves(state):
                raise self.refused(code, state=state)
            for note in self._told(state, code, seat):
                if note.step.reveals:
                    return steps
                steps.append(note.as_json())
            self._runner.play(state, code)
        return steps

    def _imagined(self) -> State:
        if self.turn < 0 or not self.game.has_hidden:
            return self._state.copy()
        return self._runner.redealt(self._known(), self.turn, generator(0))

    def _told(self, state: State, move: int, seat: int) -> Iterator[Note]:
        told = runners.story(self.game, state, move)
        return (note for note in told if sees(note.audience, seat))

    def told_line(self, moves: Sequence[int]) -> list[tuple[str, tuple[str, dict[str, str]]]]:
        """Moves that follow one another from here, as texts and as sentences (key and places).

        It ends where one is not possible, and where Nature would decide: nobody knows that.
        """
        told = []
        state = self._state.copy()
        notation = self.game.notation
        for move in moves:
            if self._runner.turn(state) < 0 or move not in self._runner.moves(state):
                break
            words = notation.move_words(state[0], move)
            told.append((notation.move_text(state[0], move), words))
            self._runner.play(state, move)
        return told

    def line_texts(self, moves: Sequence[int]) -> list[str]:
        """Moves that follow one another from here, as texts; it ends where one is not possible."""
        texts: list[str] = []
        state = self._state.copy()
        for move in moves:
            if self._runner.turn(state) == OVER or move not in self._runner.moves(state):
                break
            texts.append(self.game.notation.move_text(state[0], move))
            self._runner.play(state, move)
        return texts

    def may_undo(self, seat: int, agreed: bool = False) -> bool:
        """Whether a table lets a seat take back its last decision; see `undo_target`."""
        return self.undo_target(seat, agreed) is not None

    def undo_target(self, seat: int, agreed: bool = False) -> int | None:
        """How many plies stand after a seat takes back its last decision, or None if it may not.

        Never past chance, past anything revealed, past another seat's decision, or, where hands
        are hidden, past another seat's being asked. The agreement of the others lifts only the
        bar of another seat's decision, in games without hidden hands.
        """
        hidden = self.game.has_hidden
        if self.over or (hidden and self.turn not in (seat, CHANCE)):
            return None
        for ply in range(len(self._line.plies) - 1, -1, -1):
            event = self._line.plies[ply]
            if event.by == CHANCE or self._reveals(ply):
                return None
            if event.by == seat:
                return ply
            if hidden or not agreed:
                return None
        return None

    def _reveals(self, ply: int) -> bool:
        if not self.game.may_reveal:
            return False
        known = self._line.revealing
        if ply not in known:
            told = runners.story(self.game, self.state_at(ply), self._line.plies[ply].move)
            known[ply] = any(note.step.reveals for note in told)
        return known[ply]

    # Words and records

    def record(self, names: Sequence[str] = ()) -> "Record":
        """The whole record of the match, with its dice."""
        from .record import Record

        return Record.of(self, names=names)

    def sentence(self, ply: int, language: str = "en", seat: int | None = None) -> str:
        """One ply of the line, told with what came of it; see `sentences`."""
        return " ".join(self.sentences(ply, language, seat))

    def sentences(self, ply: int, language: str = "en", seat: int | None = None) -> list[str]:
        """One ply of the line and what came of it; for a seat, as far as it may know it."""
        event, state = self._line.plies[ply], self.state_at(ply)
        seen = seat is None or sees(event.audience, seat)
        tell = self.game.notation.move_words if seen else self.game.hidden.masked_words
        told = [tell(state[0], event.move)]
        for words, audience in runners.step_words(self.game, state, event.move):
            if seat is None or sees(audience, seat):
                told.append(words)
        said = [self.game.words.say(language, key, **places) for key, places in told]
        return [one[:1].upper() + one[1:] for one in said]


def _code(move: object) -> int:
    try:
        return operator.index(move)  # type: ignore[arg-type]
    except TypeError:
        raise BadNotation(f"a move is a text or a code, not {move!r:.40}") from None


def _winner(scores: tuple[float, ...]) -> int | None:
    seat = int(twin(winner)(np.array(scores)))
    return None if seat < 0 else seat
