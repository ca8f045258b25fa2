"""Random games on a GPU, one thread a game, by the same rules functions.

Where a GPU and numba-cuda are at hand, `simulate` runs them. Elsewhere `export` writes the kernel
as PTX, and `runner.py`, which needs CuPy alone, runs it on a machine that has a GPU.
"""

from .kernel import GpuGames, GpuMissing, Played, export, simulate

__all__ = ["GpuGames", "GpuMissing", "Played", "export", "simulate"]
