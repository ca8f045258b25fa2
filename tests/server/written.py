"""`orrery serve` whose draws are written down: `python written.py FILE serve ...`.

FILE holds Nature's outcomes as places among those possible. A table takes what stands there
when it begins; what comes after is drawn from a seed.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from orrery.cli import main
from orrery.core.dice import SealedDice, SeededDice

AFTERWARDS = SeededDice(7)


class Written:
    """What Nature does at each table; asked again for the same event, she says the same."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._places: dict[bytes, list[int]] = {}
        self._drawn: defaultdict[bytes, dict[int, int]] = defaultdict(dict)

    def choose(self, dice: SealedDice, event: int, weights: Sequence[int], _: str = "") -> int:
        """The outcome of an event: an index into `weights`."""
        if dice.secret not in self._places:
            self._places[dice.secret] = json.loads(self._file.read_text("utf-8"))
        drawn, places = self._drawn[dice.secret], self._places[dice.secret]
        if event not in drawn:
            known = len(drawn) < len(places)
            drawn[event] = places[len(drawn)] if known else AFTERWARDS.choose(event, weights)
        return drawn[event]


if __name__ == "__main__":
    written = Written(Path(sys.argv.pop(1)))

    def choose(self: SealedDice, event: int, weights: Sequence[int], name: str = "") -> int:
        return written.choose(self, event, weights, name)

    SealedDice.choose = choose  # type: ignore[method-assign]
    main()
