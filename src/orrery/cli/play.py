"""`orrery play`: a game in the terminal, one screen at a time."""

import sys
from pathlib import Path

from rich.columns import Columns
from rich.console import Console, Group
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from orrery.bots import Bot, make_bot
from orrery.core import registry
from orrery.core.contract import WATCHER
from orrery.core.dice import SeededDice
from orrery.core.errors import BadOption, BadRecord, OrreryError
from orrery.core.match import Match
from orrery.core.record import Record
from orrery.core.words import check_language

from .boards import board_text, result_sentence, seat_name

RECENT = 10
"""How many of the last plies stand beside the board."""
_HELP = ("move", "number", "list", "random", "undo", "rules", "save", "quit")
_TYPED = {"move": "…", "number": "1, 2, 3", "rules": "rules [ID]", "save": "save [FILE]"}


def play_game(
    name: str,
    options: dict[str, object],
    bot: str | None,
    seat: int,
    seed: int | None,
    language: str,
    load: Path | None,
) -> None:
    """Set up a table for the terminal and play at it."""
    check_language(language)
    if load is not None:
        match = _load(load)
    else:
        dice = None if seed is None else SeededDice(seed)
        match = Match(registry.find(name), options, dice=dice)
    bots: dict[int, Bot] = {}
    if bot not in (None, "none"):
        if not 1 <= seat <= match.seats:
            raise BadOption(f"your seat is a number from 1 to {match.seats}, not {seat}")
        settings = {} if seed is None else {"seed": seed}
        bots = {s: make_bot(str(bot), **settings) for s in range(match.seats) if s != seat - 1}
    Terminal(match, bots, language).run()


def _load(path: Path) -> Match:
    record = Record.load(path)
    match = record.replay(registry.find(record.game_name))
    match.rolls = True
    if match.over:
        raise BadRecord("that game is over; `orrery replay` shows it")
    return match


class Terminal:
    """A match on one screen: the board, what happened, what to do, and a line to type on."""

    def __init__(self, match: Match, bots: dict[int, Bot], language: str) -> None:
        self.match = match
        self.bots = bots
        self.language = language
        self.out = Console(highlight=False)
        self.message: Text | Table | None = None
        self.shown_to: int | None = None

    def say(self, key: str, **places: object) -> str:
        """Words of the game or of the table."""
        return self.match.game.words.say(self.language, key, **places)

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        while not self.match.over:
            seat = self.match.turn
            if seat in self.bots:
                with self.out.status(self.say("play.thinking", who=self.name(seat))):
                    self.match.play(self.bots[seat].choose(self.match))
            elif not self.ask(seat):
                self.out.print(self.say("play.bye"))
                return
        self.draw(WATCHER)
        self.out.print(f"[bold]{escape(result_sentence(self.match, self.language))}[/bold]")

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return seat_name(self.match, seat, self.language)

    def ask(self, seat: int) -> bool:
        """Show the screen and take one line; False when the player leaves."""
        self.hand_over(seat)
        self.draw(seat)
        try:
            line = input(f"{self.say('play.ask')} > ").strip()
        except EOFError:
            return False
        self.message = None
        if line in ("quit", "q"):
            return False
        try:
            self.obey(line, seat)
        except OrreryError as error:
            self.message = self.refusal(error)
        return True

    def hand_over(self, seat: int) -> None:
        """Where hands are hidden, nobody looks while the device changes hands."""
        people = self.match.seats - len(self.bots)
        if self.match.game.has_hidden and people > 1 and self.shown_to not in (None, seat):
            self.clear()
            try:
                input(self.say("play.curtain", who=self.name(seat)) + " ")
            except EOFError:
                return
        self.shown_to = seat

    def obey(self, line: str, seat: int) -> None:
        """Do what the player typed."""
        word, _, rest = line.partition(" ")
        if line in ("?", "help", ""):
            self.message = self.help()
        elif line in ("list", "l"):
            self.message = self.move_list()
        elif line in ("undo", "u"):
            self.undo(seat)
        elif word == "rules":
            self.message = self.rules(rest.strip())
        elif word == "save":
            path = rest.strip() or f"{self.match.game.name}.json"
            self.save(Path(path))
        elif line == "random":
            self.match.play(make_bot("random").choose(self.match))
        elif line.isascii() and line.isdigit():
            self.play_number(line)
        else:
            self.match.play(line)

    def play_number(self, line: str) -> None:
        """Play a move by its number in the list."""
        codes = self.match.legal_codes()
        number = int(line) if len(line) < 6 else 0
        if 1 <= number <= len(codes):
            self.match.play(codes[number - 1])
        else:
            self.message = Text(self.say("play.no_such_number", n=line[:10]), style="red")

    def undo(self, seat: int) -> None:
        """Take back to the last decision of this seat (of any person, at a hot seat)."""
        plies = self.match.plies
        own = [k for k, event in enumerate(plies) if event.by >= 0 and event.by not in self.bots]
        if not own:
            self.message = Text(self.say("play.nothing_to_undo"), style="red")
            return
        while len(self.match.plies) > own[-1]:
            self.match.undo()

    def save(self, path: Path) -> None:
        """Write the record."""
        try:
            self.match.record().save(path)
        except OSError as error:
            raise BadRecord(f"cannot write '{path}': {error.strerror}") from None
        self.message = Text(self.say("play.saved", path=path), style="green")

    # The screen

    def clear(self) -> None:
        """An empty screen, on a terminal."""
        if sys.stdout.isatty():
            self.out.clear()

    def draw(self, seat: int) -> None:
        """Everything, for the eyes of one seat."""
        self.clear()
        match = self.match
        known = match.knowledge(seat)
        board = Panel(board_text(match.game, known), title=self.say("name"), border_style="yellow")
        self.out.print(Columns([board, self.recent()], padding=(0, 2)))
        if self.message is not None:
            self.out.print(self.message)
        if not match.over:
            count = self.say("plural.moves", n=len(match.legal_codes()))
            what = self.say(match.game.prompt(known[0]))
            who = self.say("play.to_move", who=f"[bold]{escape(self.name(seat))}[/bold]")
            self.out.print(f"{who} {what} [dim]({count})[/dim]")

    def recent(self) -> Group:
        """The last plies, told as sentences."""
        count = len(self.match.plies)
        lines = [
            Text.assemble(
                (f"{self.match.plies[k].masked:<10} ", "bold"),
                self.match.sentence(k, self.language),
            )
            for k in range(max(0, count - RECENT), count)
        ]
        return Group(Text(self.say("play.last"), style="dim"), *lines)

    def help(self) -> Table:
        """What can be typed."""
        table = Table(title=self.say("play.help.title"), box=None, show_header=False)
        for key in _HELP:
            table.add_row(f"[bold]{escape(_TYPED.get(key, key))}[/]", self.say(f"play.help.{key}"))
        return table

    def move_list(self) -> Text:
        """The legal moves, numbered."""
        moves = self.match.legal()
        wide = max(map(len, moves)) + 6
        across = max(1, min(8, self.out.width // wide))
        text = Text(self.say("play.list_title") + "\n", style="dim")
        for k, move in enumerate(moves, 1):
            text.append(f"{k:>3} ", style="dim")
            text.append(f"{move:<{wide - 4}}", style="bold")
            if k % across == 0:
                text.append("\n")
        return text

    def rules(self, rule: str) -> Table | Text:
        """The rules, or one of them."""
        game = self.match.game
        known = game.rulebook.rules
        if rule and rule not in known:
            return Text(self.say("play.no_such_rule", id=rule[:20]), style="red")
        table = Table(box=None, show_header=False)
        for each in known.values():
            if each.for_players and rule in ("", each.id):
                words = game.rulebook.words_of(each.id, game.words, self.language)
                table.add_row(f"[dim]{each.id}[/]", escape(words))
        return table

    def refusal(self, error: OrreryError) -> Text:
        """A refused line: the rule it breaks in the player's language, or what is wrong."""
        if error.rule is None:
            return Text(error.message, style="red")
        game = self.match.game
        words = game.rulebook.words_of(error.rule, game.words, self.language)
        return Text.assemble((words, "red"), (f"  {error.rule}", "dim"))
