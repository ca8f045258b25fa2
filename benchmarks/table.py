"""One row a question: what we do, what the peer does, and the ratio."""

import os
import platform
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One measurement."""

    question: str
    ours: float
    peer: float | None
    unit: str
    peer_name: str = ""
    wanted: str = ""

    @property
    def ratio(self) -> str:
        """How much ahead we are."""
        return "" if self.peer is None else f"{self.ours / self.peer:.1f}x"


def number(value: float | None) -> str:
    """A figure with three digits that count."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def show(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    lines = [
        "| question | ours | peer | ratio | wanted |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        peer = f"{number(row.peer)} {row.unit} ({row.peer_name})" if row.peer is not None else ""
        cells = (row.question, f"{number(row.ours)} {row.unit}", peer, row.ratio, row.wanted)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def machine() -> str:
    """What the figures were measured on."""
    name = "an unknown processor"
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as facts:  # noqa: PTH123 - no file of ours
            names = [line.split(":")[1].strip() for line in facts if line.startswith("model name")]
        name = names[0] if names else name
    except OSError:
        pass
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}"
