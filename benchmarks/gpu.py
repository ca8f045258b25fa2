"""What the GPU machine measured, kept in gpu_report.json, beside one core of this machine."""

import json
from pathlib import Path

from benchmarks.random_play import ours
from benchmarks.table import Row

REPORT = Path(__file__).parent / "gpu_report.json"


def rows() -> list[Row]:
    """Connect Four beside pgx on the same GPU; Cubulus beside one core here."""
    report = json.loads(REPORT.read_text("utf-8"))
    fast = report["pgx"]["moves_per_second"]
    found = [
        Row(
            f"Connect Four on one {report['pgx']['device']}, batch {int(batch):,}",
            report["connect_four"][batch],
            fast[batch],
            "moves/s",
            "pgx, same GPU",
            "8x",
        )
        for batch in fast
    ]
    backgammon = report["pgx_backgammon"]["moves_per_second"]
    found += [
        Row(
            f"Warp 6 on the same GPU, batch {int(batch):,}",
            report["warp6"][batch],
            backgammon[batch],
            "moves/s",
            "pgx backgammon, same GPU",
            "20x" if batch == "131072" else "",
        )
        for batch in backgammon
    ]
    found.append(
        Row(
            "Under Falling Skies on the same GPU, batch 131,072",
            report["skies"]["131072"],
            backgammon["131072"],
            "moves/s",
            "pgx backgammon, same GPU",
        )
    )
    found.append(
        Row(
            "Black Crystal on the same GPU, batch 131,072",
            report["crystal"]["131072"],
            ours("black_crystal", players=4),
            "moves/s",
            "our one core here",
        )
    )
    sky = ours("orion_duel")
    found.append(
        Row(
            "Orion Duel on the same GPU, batch 131,072",
            report["orion_duel"]["131072"],
            sky,
            "moves/s",
            "our one core here",
            "50x",
        )
    )
    core = ours("cubulus")
    most = report["cubulus"]["131072"]
    found.append(
        Row(
            "Cubulus on the same GPU, batch 131,072",
            most,
            core,
            "moves/s",
            "our one core here",
            "100x",
        )
    )
    return found
