"""The GPU, on a machine without one: clear sentences, and a kernel that can still be written."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from orrery.core import registry
from orrery.core.jit import twin
from orrery.core.runner import interpreted
from orrery.gpu import GpuMissing, export, kernel, simulate

INSTALLED = importlib.util.find_spec("numba_cuda") is not None
DRIVER = Path("/dev/nvidia0").exists()


def test_without_the_extra_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(GpuMissing, match=r"pip install 'orrery-games\[gpu\]'"):
        export("cubulus", {}, tmp_path)
    with pytest.raises(GpuMissing):
        simulate("cubulus", 10)


def test_without_a_gpu_the_command_says_so() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "orrery", "simulate", "pig", "--gpu", "--games", "100", "--json"],
        env={**os.environ},
        capture_output=True,
        text=True,
        check=False,
    )
    if DRIVER and INSTALLED:
        assert json.loads(done.stdout)["games"] == 100
    else:
        assert done.returncode == 2
        assert json.loads(done.stdout)["error"]["code"] == "GpuMissing"


class _Thread:
    """What a kernel asks of the compiler for GPUs, answered by NumPy for one thread."""

    def __init__(self) -> None:
        self.local, self.number = self, 0

    def grid(self, dimensions: int) -> int:
        return self.number

    def array(self, count: int, kind: Any) -> NDArray[Any]:
        return np.zeros(count, kind)


@pytest.mark.parametrize(("name", "players"), [("pig", 3), ("high_card", 2), ("tower", 1)])
def test_a_thread_plays_and_counts_the_games_that_the_processor_plays(
    name: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = _Thread()
    monkeypatch.setattr(kernel, "_cuda", lambda: (thread, np))
    monkeypatch.setattr(kernel, "record_type", lambda dtype: dtype)
    for used in ("clear", "stream", "winner"):
        monkeypatch.setattr(kernel, used, twin(getattr(kernel, used)))
    game = registry.find(name)
    runner = interpreted(game)
    vector = game.option_vector(game.read_options({"players": players}))
    played = kernel.Played(np.zeros(7, np.int32), np.zeros(7, np.int8), np.zeros(7, np.int32))
    run = kernel.build(game, players)
    for number in range(3):
        thread.number = number
        run(vector, *played, 11, 100, 3)  # three games a thread: the last thread has fewer
    for number, found in enumerate(zip(*played, strict=True), 100):
        one = runner.simulate(vector, players, 11, number, 1)
        winner = one["wins"].index(1) if 1 in one["wins"] else -1
        assert found == (one["moves"], winner, one["decisions"]), number


def test_a_kernel_is_written_wherever_the_extra_is_installed(tmp_path: Path) -> None:
    if not INSTALLED:
        with pytest.raises(GpuMissing):
            export("pig", {"players": 3}, tmp_path)
        return
    folder = export("pig", {"players": 3}, tmp_path)
    facts = json.loads((folder / "kernel.json").read_text("utf-8"))
    assert (facts["game"], facts["seats"]) == ("pig", 3)
    assert facts["outputs"] == ["lengths", "winners", "decisions"]
    assert f".visible .entry {facts['kernel']}" in (folder / "kernel.ptx").read_text("utf-8")
