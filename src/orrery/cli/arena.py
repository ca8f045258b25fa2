"""`orrery match`."""

import json

from rich.console import Console
from rich.table import Table

from orrery.arena import Report, run_match
from orrery.core import registry
from orrery.core.errors import BadOption

from .boards import progress_bar


def show_match(
    out: Console,
    game: str,
    given: dict[str, object],
    bots: tuple[str, str],
    seeds: range,
    jobs: int,
    bounds: tuple[float, float] | None,
    as_json: bool,
) -> None:
    """Play a match between two bots and print what it showed."""
    options = registry.find(game).read_options(given)
    if bounds is not None and not 0 < bounds[0] < bounds[1] < 1:
        raise BadOption("--sprt takes two scores between 0 and 1, the lower one first")
    with progress_bar() as bar:
        task = bar.add_task(" against ".join(bots), total=len(seeds))

        def tell(report: Report) -> None:
            bar.update(task, completed=report.games)

        report = run_match(game, options, bots, seeds, jobs, bounds, tell)
    if as_json:
        print(
            json.dumps({"game": game, "options": options, "seed": seeds.start, **report.as_json()})
        )
    else:
        print_report(out, report)


def print_report(out: Console, report: Report) -> None:
    """A match in a few lines."""
    low, high = report.interval
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_row("[dim]match[/]", f"{report.first} against {report.second}")
    table.add_row("[dim]games[/]", f"{report.games}, {report.plies / report.games:.0f} plies each")
    table.add_row("[dim]won, drawn, lost[/]", f"{report.wins}, {report.draws}, {report.losses}")
    table.add_row("[dim]score[/]", f"{report.score:.3f}, 95% between {low:.3f} and {high:.3f}")
    if report.decided is not None:
        table.add_row("[dim]sequential test[/]", report.decided.verdict)
    out.print(table)
