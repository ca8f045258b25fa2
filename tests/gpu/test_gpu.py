"""The GPU, on a machine without one: clear sentences, and a kernel that can still be written."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from orrery.gpu import GpuMissing, export, simulate

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


def test_a_kernel_is_written_wherever_the_extra_is_installed(tmp_path: Path) -> None:
    if not INSTALLED:
        with pytest.raises(GpuMissing):
            export("pig", {"players": 3}, tmp_path)
        return
    folder = export("pig", {"players": 3}, tmp_path)
    facts = json.loads((folder / "kernel.json").read_text("utf-8"))
    assert (facts["game"], facts["seats"]) == ("pig", 3)
    assert f".visible .entry {facts['kernel']}" in (folder / "kernel.ptx").read_text("utf-8")
