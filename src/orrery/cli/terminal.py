"""A match on one screen of the terminal: the board, what happened, and a line to type on."""

import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from orrery.bots import Bot, make_bot, situation
from orrery.bots.search import compile_search, warm_up
from orrery.core.contract import WATCHER
from orrery.core.errors import BadNotation, BadRecord, OrreryError, nearest
from orrery.core.match import Match
from orrery.core.values import chances

from .boards import board_text, result_sentence, seat_name

COMMANDS = ("list", "hint", "random", "undo", "rules", "save", "quit")
_TYPED = {"move": "…", "number": "1, 2, 3", "rules": "rules [ID]", "save": "save [FILE]"}
_SHORT = {"?": "help", "l": "list", "h": "hint", "u": "undo", "q": "quit", "exit": "quit"}
HISTORY_WIDTH = 46
HINT_SECONDS = 1.0


class Leave(Exception):  # noqa: N818 - nothing is wrong
    """The player leaves the game."""


class Terminal:
    """One screen, drawn anew for every decision; nothing scrolls by."""

    def __init__(self, match: Match, bots: dict[int, Bot], language: str) -> None:
        self.match = match
        self.bots = bots
        self.language = language
        self.out = Console(highlight=False)
        self.message: RenderableType | None = None
        self.shown_to: int | None = None
        self.saved: set[Path] = set()
        self._obey: dict[str, Callable[[str], None]] = {
            "help": lambda rest: self.show(self.help()),
            "list": lambda rest: self.show(self.move_list()),
            "hint": lambda rest: self.hint(),
            "random": lambda rest: self.play_random(),
            "undo": lambda rest: self.undo(),
            "rules": self.rules,
            "save": self.save,
            "quit": self.quit,
        }

    def say(self, key: str, **places: object) -> str:
        """Words of the game or of the table."""
        return self.match.game.words.say(self.language, key, **places)

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return seat_name(self.match, seat, self.language)

    # Playing

    def run(self) -> None:
        """Play until the game is over or the player leaves."""
        try:
            while not self.match.over:
                seat = self.match.turn
                if seat in self.bots:
                    self.let_bot_play(seat)
                else:
                    self.ask(seat)
        except (Leave, KeyboardInterrupt):
            self.out.print("\n" + self.say("play.bye"))
            return
        self.draw(WATCHER)
        self.out.print(f"[bold]{escape(result_sentence(self.match, self.language))}[/bold]")

    def let_bot_play(self, seat: int) -> None:
        """A bot's turn, with something calm to look at."""
        with self.out.status(self.say("play.thinking", who=self.name(seat))):
            if self.bots[seat].name == "search":
                warm_up(self.match.game)
            self.match.play(self.bots[seat].choose(self.match))

    def ask(self, seat: int) -> None:
        """Show the screen and take one line."""
        self.hand_over(seat)
        self.draw(seat)
        line = self.read_line(f"{self.say('play.ask')} > ").strip()
        self.message = None
        try:
            self.obey(line)
        except OrreryError as error:
            self.message = self.refusal(error, line)

    def read_line(self, prompt: str) -> str:
        """A line from the player; the end of the input is a way to leave."""
        try:
            return input(prompt)
        except (EOFError, RuntimeError, OSError):
            raise Leave from None

    def hand_over(self, seat: int) -> None:
        """Where hands are hidden, nobody looks while the device changes hands."""
        people = self.match.seats - len(self.bots)
        if self.match.game.has_hidden and people > 1 and self.shown_to not in (None, seat):
            self.clear()
            self.read_line(self.say("play.curtain", who=self.name(seat)) + " ")
        self.shown_to = seat

    def obey(self, line: str) -> None:
        """Do what the player typed: a move in the game's notation, a command, or a number."""
        word, _, rest = line.partition(" ")
        command = _SHORT.get(word.casefold(), word.casefold()) if line else "help"
        if command in self._obey:
            self._obey[command](rest.strip())
            return
        try:
            self.match.play(line)
        except BadNotation:
            if not (line.isascii() and line.isdigit()):
                raise
            self.play_number(line)

    def play_number(self, line: str) -> None:
        """Play a move by its number in the list."""
        codes = self.match.legal_codes()
        number = int(line) if len(line) < 6 else 0
        if 1 <= number <= len(codes):
            self.match.play(codes[number - 1])
        else:
            self.message = Text(self.say("play.no_such_number", n=line[:10]), style="red")

    def play_random(self) -> None:
        """Let chance choose."""
        self.match.play(make_bot("random").choose(self.match))

    def hint(self) -> None:
        """Ask the strongest bot, on what this seat knows."""
        match = self.match
        with self.out.status(self.say("play.thinking", who="…")):
            compile_search(match.game)
            bot = make_bot("search", seconds=HINT_SECONDS)
            choice = bot.consider(situation(match, thorough=True))
        move, *line = match.line_texts(choice.line) or [match.legal()[0]]
        chance = chances(choice.values or (0.0,) * match.seats)[match.turn]
        told = self.say("play.hint", move=move, chance=round(100 * chance))
        expected = self.say("play.hint_line", line=" ".join([move, *line]))
        self.message = Text(f"{told} {expected if line else ''}", style="cyan")

    def undo(self) -> None:
        """Take back to the last decision of a person."""
        plies = self.match.plies
        own = [k for k, event in enumerate(plies) if event.by >= 0 and event.by not in self.bots]
        if not own:
            self.message = Text(self.say("play.nothing_to_undo"), style="red")
            return
        while len(self.match.plies) > own[-1]:
            self.match.undo()

    def save(self, rest: str) -> None:
        """Write the record; a file that is not ours is not written over."""
        path = Path(rest or f"{self.match.game.name}.json").expanduser()
        if path.exists() and path not in self.saved:
            raise BadRecord(self.say("play.exists", path=path))
        try:
            self.match.record().save(path)
        except OSError as error:
            raise BadRecord(f"cannot write '{path}': {error.strerror}") from None
        self.saved.add(path)
        self.message = Text(self.say("play.saved", path=path), style="green")

    def quit(self, rest: str) -> None:
        """Leave the game."""
        raise Leave

    # The screen

    def clear(self) -> None:
        """An empty screen, on a terminal."""
        if sys.stdout.isatty():
            self.out.clear()

    def show(self, what: RenderableType) -> None:
        """Show something under the board, or in its place where there is no room for both."""
        height = len(self.out.render_lines(what, pad=False))
        board_height = len(self.board_lines()) + 2
        if not self.out.is_terminal or height + board_height + 3 <= self.out.height:
            self.message = what
            return
        self.clear()
        if height + 2 <= self.out.height:
            self.out.print(what)
            self.read_line(self.say("play.back") + " ")
        else:
            with self.out.pager(styles=True):
                self.out.print(what)

    def board_lines(self) -> list[Text]:
        """The board for the one who looks at it."""
        seat = self.match.turn if self.match.turn >= 0 else WATCHER
        known = self.match.knowledge(seat)
        return list(board_text(self.match.game, known).split("\n", allow_blank=False))

    def draw(self, seat: int) -> None:
        """Everything, for the eyes of one seat."""
        self.clear()
        match = self.match
        known = match.knowledge(seat)
        board = Panel(
            board_text(match.game, known, trailing=False),
            title=self.say("name"),
            border_style="yellow",
            expand=False,
        )
        width = self.out.measure(board).maximum
        beside = self.out.width >= width + HISTORY_WIDTH
        board_height = len(self.out.render_lines(board, pad=False))
        rows = board_height - 1 if beside else self.out.height - board_height - 5
        history = self.history(seat, rows if self.message is None or beside else 0)
        if beside:
            grid = Table.grid(padding=(0, 2))
            grid.add_column(width=width, no_wrap=True)
            grid.add_column(width=self.out.width - width - 2, no_wrap=True)
            grid.add_row(board, history)
            self.out.print(grid)
        else:
            self.out.print(Group(board, history))
        if self.message is not None:
            self.out.print(self.message)
        if not match.over:
            self.print_status(seat)

    def print_status(self, seat: int) -> None:
        """Whose turn it is, what to do, and what the board does not show."""
        match = self.match
        known = match.knowledge(seat)[0]
        for key, places in match.game.status(known):
            self.out.print(f"[dim]{escape(self.say(key, **places))}[/]")
        count = self.say("plural.moves", n=len(match.legal_codes()))
        who = self.say("play.to_move", who=f"[bold]{escape(self.name(seat))}[/bold]")
        self.out.print(f"{who} {self.say(match.game.prompt(known))} [dim]({count})[/dim]")

    def history(self, seat: int, rows: int) -> Group:
        """The last plies, told as sentences to one seat."""
        count = len(self.match.plies)
        lines = []
        for k in range(max(0, count - max(0, rows)), count):
            event = self.match.plies[k]
            shown = event.text if event.audience == -1 else event.masked
            for told in self.match.sentences(k, self.language, seat):
                line = Text.assemble((f"{shown:<10} ", "bold"), told)
                lines.append(line)
                line.truncate(max(20, self.out.width - 2), overflow="ellipsis")
                shown = ""
        return Group(*lines[max(0, len(lines) - max(0, rows)) :])

    def help(self) -> Table:
        """What can be typed."""
        table = Table(title=self.say("play.help.title"), box=None, show_header=False)
        notation = self.match.game.words.find(self.language, "help.notation")
        move = str(notation) if notation else self.say("play.help.move")
        table.add_row(f"[bold]{_TYPED['move']}[/]", escape(move))
        for key in ("number", *COMMANDS):
            table.add_row(f"[bold]{escape(_TYPED.get(key, key))}[/]", self.say(f"play.help.{key}"))
        return table

    def move_list(self) -> Text:
        """The legal moves, numbered unless numbers mean something else here."""
        moves = self.match.legal()
        numbered = not self.understands("1")
        wide = max(map(len, moves)) + (6 if numbered else 2)
        across = max(1, min(10, self.out.width // wide))
        text = Text(self.say("play.list_title"), style="dim")
        for k, move in enumerate(moves):
            text.append("\n" if k % across == 0 else "")
            text.append(f"{k + 1:>3} " if numbered else "", style="dim")
            text.append(f"{move:<{wide - (4 if numbered else 0)}}", style="bold")
        return text

    def understands(self, text: str) -> bool:
        """Whether a text is a move in the game's notation."""
        try:
            return bool(self.match.read(text))
        except OrreryError:
            return False

    def rules(self, rule: str) -> None:
        """The rules, or one of them."""
        game = self.match.game
        known = {each.id.casefold(): each for each in game.rulebook.rules.values()}
        if rule and rule.casefold() not in known:
            hint = nearest(rule, [each.id for each in known.values()])
            told = self.say("play.no_such_rule", id=rule[:20]) + hint
            self.message = Text(told, style="red")
            return
        table = Table(box=None, show_header=False)
        for key, each in known.items():
            if each.for_players and rule.casefold() in ("", key):
                words = game.rulebook.words_of(each.id, game.words, self.language)
                table.add_row(f"[dim]{each.id}[/]", escape(words))
        self.show(table)

    def refusal(self, error: OrreryError, line: str) -> Text:
        """A refused line: the rule it breaks in the player's language, or what is wrong."""
        if error.rule is not None:
            game = self.match.game
            words = game.rulebook.words_of(error.rule, game.words, self.language)
            return Text.assemble((words, "red"), (f"  {error.rule}", "dim"))
        hint = "" if "Did you mean" in error.message else nearest(line, COMMANDS)
        return Text(error.message + hint, style="red")
