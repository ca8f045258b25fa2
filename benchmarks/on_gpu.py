"""What runs on the GPU machine: exported kernels beside pgx. Needs CuPy and JAX, not numba.

`python benchmarks/on_gpu.py KERNELS OUT`: KERNELS holds a folder an exported kernel.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "src" / "orrery" / "gpu"))
from runner import OUTPUTS, Kernel  # noqa: E402 - its folder is named just above

BATCHES = (1_024, 8_192, 131_072)
COMPARED = 20_000
SLOW = 1.0
"""Seconds of one game a thread beyond which one run is enough."""


def rate(kernel: Kernel, batch: int, per_thread: int = 20) -> float:
    """Moves a second of `batch` threads: the best of five runs, or one run if games are slow."""
    played = kernel.run(batch, per_thread=1)
    best: float = float(played.lengths.sum()) / played.seconds
    if played.seconds > SLOW:
        return best
    for _ in range(5):
        played = kernel.run(batch * per_thread, per_thread=per_thread)
        best = max(best, float(played.lengths.sum()) / played.seconds)
    return best


def ask_pgx(game: str) -> dict[str, object]:
    """What pgx plays of a game, in a process of its own."""
    command = [sys.executable, str(HERE / "pgx_play.py"), game, *map(str, BATCHES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def main(kernels: Path, out: Path) -> None:
    """Measure every kernel, keep the games that are compared with the CPU, and ask pgx."""
    report: dict[str, object] = {}
    games: dict[str, np.ndarray] = {}
    for folder in sorted(path.parent for path in kernels.glob("*/kernel.ptx")):
        kernel = Kernel(folder)
        report[folder.name] = {str(batch): rate(kernel, batch) for batch in BATCHES}
        played = kernel.run(COMPARED)
        games |= {f"{folder.name} {name}": getattr(played, name) for name in OUTPUTS}
        print(folder.name, report[folder.name], flush=True)
    np.savez_compressed(out / "games.npz", **games)  # type: ignore[arg-type]
    for key, game in (("pgx", "connect_four"), ("pgx_backgammon", "backgammon")):
        report[key] = ask_pgx(game)
        print(key, report[key], flush=True)
    (out / "report.json").write_text(json.dumps(report, indent=1), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
