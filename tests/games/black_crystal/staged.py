"""Scenes of Black Crystal whose draws are written down: what leads to what a page shows."""

from .playing import SURPLUS

FIVE_CARDS = (
    *SURPLUS,
    "skill=engineer",
    "skill=iron_head",
    "first=0",
    *("tile=find.cross", "find=F05", "tile=plain.cross"),
    *("dig", "tile=find.cross", "lay S r0", "find=F06", "end"),
    *("dig", "tile=plain.cross", "lay N r0", "end"),
    *("dig", "tile=find.cross", "lay S r0", "find=F09", "end"),
    *("dig", "tile=plain.cross", "lay W r0", "end"),
    *("dig", "tile=find.cross", "lay S r0", "find=F10", "end"),
    *("dig", "tile=plain.tee", "lay W r0", "end"),
    *("dig", "tile=find.cross", "lay E r0", "find=F08", "end"),
    *("dig", "tile=plain.tee", "lay W r0", "end"),
)
"""Red, an Engineer, holds five cards, all of them for fights; two sit at the table."""
CLERK = ("dig", "tile=boom.cross", "lay E r0", "boom=B24")
"""Red meets a monster of Health 5; whoever loses to it discards a card."""
SALE = (
    *SURPLUS,
    "skill=merchant",
    "skill=iron_head",
    "first=0",
    *("tile=find.cross", "find=F14", "tile=plain.cross"),
    *("dig", "tile=find.cross", "lay S r0", "find=F29", "end"),
    *("dig", "tile=plain.cross", "lay N r0", "end"),
    *("dig", "tile=boom.cross", "lay S r0", "boom=B24", "roll=1"),
)
"""Red, a Merchant with two cards, has rolled too low against a monster."""
OUT = (
    *SURPLUS,
    "skill=engineer",
    "skill=iron_head",
    "first=0",
    *("tile=find.cross", "find=F05", "tile=plain.cross"),
    *("dig", "tile=crystal.tee", "lay S r0", "end"),
    *("dig", "tile=plain.cross", "lay N r0", "end"),
    *("dig", "tile=plain.cross", "lay N r0", "end"),
    *("dig", "tile=exit.cross", "lay W r0"),
)
"""Red mines a Crystal and opens the Exit next to it."""
