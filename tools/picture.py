"""Draw the picture of the README: a game in the terminal, as an SVG of our own."""

import io
from pathlib import Path

from rich.console import Console

import orrery
from orrery.cli.terminal import Terminal

TARGET = Path(__file__).parent.parent / "docs" / "images" / "terminal.svg"
# Rich's own frame, without the address of a font: whatever monospaced face there is will do.
FRAME = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs>{lines}</defs>
<rect width="{width}" height="{height}" rx="14" fill="#0d1224" stroke="#c9a24b" stroke-width="2"/>
<g transform="translate({terminal_x}, {terminal_y})">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def main() -> None:
    """Play to the middle of a game and draw the screen that a player sees."""
    match = orrery.new("cubulus", seed=21).play("colour b").play("colour w")
    match.play("neutral 0 1 2 8 12 16 20 22 24")
    bot = orrery.bot("search", seed=6, simulations=60)
    for _ in range(11):
        match.play(bot.choose(match))
    table = Terminal(match, {}, "en")
    table.out = Console(record=True, width=100, height=30, file=io.StringIO(), force_terminal=True)
    table.draw(match.turn)
    TARGET.write_text(table.out.export_svg(code_format=FRAME, unique_id="orrery"), "utf-8")


if __name__ == "__main__":
    main()
